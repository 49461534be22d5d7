"""More probes of docs/reference/api/python/relay/transform.md: what is left where it is, who is asked, and what is said."""

import os
import tempfile

import numpy as np
from probes import proves, proves_check, raises, check_error

NAMES = "tvm.relay.transform."


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def ops(tvm, mod):
    return {str(name): int(n) for name, n in tvm.relay.analysis.list_op_freqs(mod).items()}


def after(tvm, name, expr, *values, **options):
    """The operators that a pass leaves of an expression."""
    return ops(tvm, getattr(tvm.relay.transform, name)(*values, **options)(typed(tvm, expr)))


def run(tvm, mod, *values):
    """The value of a module, without the passes of `relay.build` that change the numbers."""
    with tvm.transform.PassContext(opt_level=0, disabled_pass=["SimplifyExpr"]):
        return tvm.relay.create_executor("debug", mod=mod).evaluate()(*values).numpy()


def said(action):
    """What an action writes to the standard error, and before 0.13.0 in part to the standard output."""
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            action()
        finally:
            file.seek(0)
            text = file.read().decode(errors="replace")
    return text


@proves(NAMES + "FunctionPass", "对象由 `function_pass` 或 C++ 的 `CreateFunctionPass` 生成")
def _(tvm):
    kind = tvm.relay.transform.FunctionPass
    made = tvm.relay.transform.function_pass(lambda func, mod, ctx: func, opt_level=0, name="same")
    assert isinstance(made, kind) and isinstance(tvm.relay.transform.FoldConstant(), kind)
    assert not isinstance(tvm.relay.transform.InferType(), kind)


@proves(NAMES + "InferTypeLocal", "已有的类型若是错的，结果也跟着错")
def _(tvm):
    relay = tvm.relay
    inner = relay.sqrt(var(tvm, "x", 2))
    body = typed(tvm, relay.exp(inner))["main"].body
    text = tvm.ir.save_json(body.args[0])
    wrong = tvm.ir.load_json(text.replace('"value": "2"', '"value": "7"'))  # the extents, and nothing else, are 2
    assert [int(n) for n in wrong.checked_type.shape] == [7]
    assert [int(n) for n in relay.transform.InferTypeLocal(relay.exp(wrong)).shape] == [7]


SPANS = NAMES + "AnnotateSpans"


@proves(SPANS, "用于让后面的诊断指出位置", "代价是整个模块连同常量都要写成文本再读一遍")
def _(tvm):
    relay = tvm.relay
    table = relay.const(np.arange(6, dtype="float32"))
    mod = relay.transform.AnnotateSpans()(tvm.IRModule.from_expr(relay.Function([], relay.exp(table))))
    again = mod["main"].body.args[0]
    assert not again.same_as(table) and again.data.numpy().tolist() == [0, 1, 2, 3, 4, 5]
    x, y = var(tvm, "x", 2), var(tvm, "y", 2)
    for spanned in (False, True):
        mod = typed(tvm, relay.Function([x, y], relay.exp(x) + y))
        mod = relay.transform.AnnotateSpans()(mod) if spanned else mod
        func, longer = mod["main"], var(tvm, "y", 3)

        def fail():
            with raises("DiagnosticError"):
                mod["main"] = relay.Function([func.params[0], longer], relay.bind(func.body, {func.params[1]: longer}))
                relay.transform.InferType()(mod)

        assert ("GeneratedSource:" in said(fail)) == spanned


@proves(NAMES + "CapturePostDfsIndexInSpans", "原有的源位置会被覆盖")
def _(tvm):
    relay = tvm.relay
    spanned = relay.transform.AnnotateSpans()(typed(tvm, relay.exp(var(tvm, "x", 2))))
    name = lambda mod: mod["main"].body.span.source_name.name
    assert name(spanned) == "GeneratedSource" and name(relay.transform.CapturePostDfsIndexInSpans()(spanned)) == "index"


SIMPLIFY = NAMES + "SimplifyExpr"


def simplified(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.relay.transform.SimplifyExpr()(typed(tvm, expr)))


@proves(SIMPLIFY, "前三种不报错", versions=("0.13.0",))
def _(tvm):
    relay, x, q = tvm.relay, var(tvm, "x", 2), var(tvm, "q", 3, dtype="int8")
    widened = relay.Function([q], relay.cast(relay.cast(q, "uint8"), "int32"))
    square = relay.Function([x], x * x + relay.const(np.float32([2, 5])) * x * x + x * x)
    scaled = relay.Function([q], relay.argmax(relay.qnn.op.dequantize(q, relay.const(-0.5), relay.const(0)), axis=0))
    for func in (widened, square, scaled):
        simplified(tvm, func)


@proves(SIMPLIFY, "结果的类型都要与 `x` 相同", "`x + c1 + c2` 变成 `x + (c1 + c2)`，常量的和留给 `FoldConstant` 计算，相邻的乘法不合并", versions=("0.10.0",))
def _(tvm):
    relay, x, c = tvm.relay, var(tvm, "x", 2), tvm.relay.const
    assert ops(tvm, simplified(tvm, x + relay.zeros((2,), "float32"))) == {}
    assert "add" in ops(tvm, simplified(tvm, x + relay.zeros((3, 2), "float32")))
    body = simplified(tvm, relay.Function([x], x + c(1.0) + c(2.0)))["main"].body
    assert body.op.name == "add" and [arg.op.name for arg in body.args if isinstance(arg, relay.Call)] == ["add"]
    assert ops(tvm, simplified(tvm, x * c(2.0) * c(3.0))) == {"multiply": 2}


@proves(SIMPLIFY, "int32 的 300 先转 uint8 再转回 int32，两个 `cast` 一起删去，得到 300 而不是 44", "比例为负，或沿所求的轴逐通道时，结果是错的", "前两种不报错", versions=("0.10.0",))
def _(tvm):
    relay, w, q = tvm.relay, var(tvm, "w", 1, dtype="int32"), var(tvm, "q", 3, dtype="int8")
    made = simplified(tvm, relay.Function([w], relay.cast(relay.cast(w, "uint8"), "int32")))
    assert ops(tvm, made) == {} and run(tvm, made, np.int32([300])).tolist() == [300]
    func = relay.Function([q], relay.argmax(relay.qnn.op.dequantize(q, relay.const(-0.5), relay.const(0)), axis=0))
    assert run(tvm, simplified(tvm, func), np.int8([1, 5, 3])) == 1  # -0.5 times these is largest at 0


@proves(NAMES + "FoldConstant", "计算在 CPU 上用目标 `llvm` 进行，不论为什么设备编译")
def _(tvm):
    relay, seen = tvm.relay, []

    def strategy(attrs, inputs, out_type, target):
        seen.append(str(target.kind))
        made = relay.op.OpStrategy()
        made.add_implementation(lambda attrs, inputs, out: [tvm.topi.negative(inputs[0])], relay.op.strategy.wrap_topi_schedule(tvm.topi.generic.schedule_injective), "probe")
        return made

    tvm.ir.register_op_attr("negative", "FTVMStrategy", tvm.target.generic_func(strategy), 20)
    with tvm.target.Target("cuda"):
        made = relay.transform.FoldConstant()(typed(tvm, relay.Function([], relay.negative(relay.const([1.0, 2.0])))))
    assert made["main"].body.data.numpy().tolist() == [-1, -2] and set(seen) == {"llvm"}


@proves(NAMES + "FoldConstantExpr", "没有时传空的 `tvm.IRModule()`", "| `fold_qnn` | bool | 同 `FoldConstant` |")
def _(tvm):
    relay = tvm.relay
    fold = lambda expr, **options: relay.transform.FoldConstantExpr(expr, tvm.IRModule(), **options)
    assert fold(relay.const(1.0) + relay.const(2.0)).data.numpy() == 3
    quantized = relay.qnn.op.quantize(relay.const([1.0, 2.0]), relay.const(0.5), relay.const(0))
    assert isinstance(fold(quantized), relay.Call) and isinstance(fold(quantized, fold_qnn=True), relay.Constant)


@proves(NAMES + "BackwardFoldScaleAxis", "批归一化跟在卷积后面时就是这种情形", "途中可以有 `nn.relu`、`nn.leaky_relu`")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    kernel = relay.const(np.ones((3, 2, 1, 1), "float32"))
    conv = nn.conv2d(var(tvm, "i", 1, 2, 4, 4), kernel)
    gamma, beta, mean, variance = (relay.const(np.full(3, n, "float32")) for n in (3, 1, 2, 4))
    plain = relay.transform.SimplifyInference()(typed(tvm, nn.batch_norm(conv, gamma, beta, mean, variance)[0]))
    with tvm.transform.PassContext(opt_level=3):
        ready = relay.transform.FoldConstant()(plain)
        folded = relay.transform.FoldScaleAxis()(ready)
    assert ops(tvm, ready)["multiply"] == 1 and "multiply" not in ops(tvm, folded)
    image = np.random.default_rng(0).random((1, 2, 4, 4), "float32")
    np.testing.assert_allclose(run(tvm, folded, image), run(tvm, plain, image), rtol=1e-4)
    for between in (nn.relu, nn.leaky_relu):
        body = between(conv) * relay.const(np.full((3, 1, 1), 2, "float32"))
        made = relay.transform.BackwardFoldScaleAxis()(typed(tvm, body))["main"].body
        assert made.op.name == between(conv).op.name


FORWARD = NAMES + "ForwardFoldScaleAxis"


def moved(tvm, scale, between=lambda body: body, also=None):
    """Whether a multiplication before a convolution moves into its weights."""
    relay, image = tvm.relay, var(tvm, "i", 1, 2, 4, 4)
    conv = relay.nn.conv2d(between(image * scale), var(tvm, "w", 3, 2, 1, 1))
    made = relay.transform.ForwardFoldScaleAxis()(typed(tvm, relay.Tuple([conv, also]) if also is not None else conv))
    uses = []

    def visit(node):
        if isinstance(node, relay.Call) and node.op.name == "multiply":
            uses.extend(arg.name_hint for arg in node.args if isinstance(arg, relay.Var))

    relay.analysis.post_order_visit(made["main"].body, visit)
    assert uses and set(uses) <= {"i", "w", "f"}
    return "i" not in uses


@proves(FORWARD, "途中有 `nn.relu`、`nn.leaky_relu` 时检查只拦负值，没有时不检查", "乘数另有使用者不要紧")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    scale = lambda value: relay.const(np.full((2, 1, 1), value, "float32"))
    for between in (nn.relu, nn.leaky_relu):
        assert moved(tvm, scale(2), between) and moved(tvm, scale(0), between) and not moved(tvm, scale(-2), between)
    assert moved(tvm, scale(0)) and moved(tvm, scale(-2))
    factor = var(tvm, "f", 2, 1, 1)
    assert moved(tvm, factor) and moved(tvm, factor, also=relay.exp(factor))


@proves(FORWARD, "如果在级别 3 得到 NaN，用 `disabled_pass=[\"ForwardFoldScaleAxis\"]` 试一次")
def _(tvm):
    relay, image = tvm.relay, var(tvm, "i", 1, 2, 2, 2)
    scale, shift = relay.const(np.float32([0, 1]).reshape(2, 1, 1)), relay.const(np.float32([0, 1]).reshape(2, 1, 1))
    conv = relay.nn.conv2d(image * scale + shift, relay.const(np.ones((1, 2, 1, 1), "float32")), channels=1, kernel_size=(1, 1))
    results = []
    for disabled in ([], ["ForwardFoldScaleAxis"]):
        with tvm.transform.PassContext(opt_level=3, disabled_pass=disabled):
            made = relay.build(typed(tvm, conv), "llvm")
        module = tvm.contrib.graph_executor.GraphModule(made["default"](tvm.cpu()))
        module.run(i=np.ones((1, 2, 2, 2), "float32"))
        results.append(bool(np.isnan(module.get_output(0).numpy()).any()))
    assert results == [True, False]


@proves(NAMES + "FoldExplicitPadding", "`nn.contrib_conv2d_NCHWc` 在匹配的模式里，但没有对应的改写，原样留下")
def _(tvm):
    relay = tvm.relay
    padded = relay.nn.pad(var(tvm, "d", 1, 1, 4, 4, 4), ((0, 0), (0, 0), (1, 1), (1, 1), (0, 0)))
    conv = relay.nn.contrib_conv2d_nchwc(padded, var(tvm, "w", 1, 1, 3, 3, 4, 4), channels=4, kernel_size=(3, 3), data_layout="NCHW4c", kernel_layout="OIHW4i4o", out_layout="NCHW4c")
    assert after(tvm, "FoldExplicitPadding", conv) == {"nn.pad": 1, "nn.contrib_conv2d_NCHWc": 1}


DIVIDE = NAMES + "DivToMul"


@proves(DIVIDE, "0.13.0 里只对恰有一个元素的常量正确", "只计算第一个元素，新常量的其余元素是未初始化的内存", versions=("0.13.0",))
@proves(NAMES + "FakeQuantizationToInteger", "它的 `required` 里有 `DivToMul`，那里的错误也影响它", versions=("0.13.0",))
@proves(DIVIDE, "除数的元素不止一个时结果是错的，没有提示", "只计算第一个元素", versions=("0.12.0",))
@proves(DIVIDE, "`FakeQuantizationToInteger` 把它列为 `required`，在 `Sequential` 里会自动带上它（这时是直接调用的），所以浮点部分有除以张量常量的模型也会受影响", versions=("0.12.0", "0.13.0"))
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 4099)
    one = relay.transform.DivToMul()(typed(tvm, x / relay.const(np.float32([4]))))
    assert one["main"].body.args[1].data.numpy().tolist() == [0.25]
    divisor = np.arange(4, 4 + 4099, dtype="float32")
    for apply in (relay.transform.DivToMul(), tvm.transform.Sequential([relay.transform.FakeQuantizationToInteger()])):
        body = apply(typed(tvm, x / relay.const(divisor)))["main"].body
        made = body.args[1].data.numpy()
        assert body.op.name == "multiply" and made[0] == 0.25 and not np.allclose(made, 1 / divisor)
    assert ops(tvm, relay.transform.FakeQuantizationToInteger()(typed(tvm, x / relay.const(divisor)))) == {"divide": 1}


@proves(NAMES + "FastMath", "不看数据类型，也不问精度要求", "想单独打开它，写 `PassContext(required_pass=[\"FastMath\"])`")
def _(tvm):
    for dtype in ("float16", "float32", "float64"):
        assert after(tvm, "FastMath", tvm.relay.exp(var(tvm, "x", 2, dtype=dtype))) == {"fast_exp": 1}
    body = tvm.relay.exp(var(tvm, "x", 2))
    for required in ([], ["FastMath"]):
        with tvm.transform.PassContext(required_pass=required):
            made, _ = tvm.relay.optimize(typed(tvm, body), "llvm")
        assert ("fast_exp" in str(made)) == bool(required)


@proves(NAMES + "EliminateCommonSubexpr", "实参相同指同一个对象或值相同的标量常量", versions=("0.10.0",))
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    pair = lambda first, second: after(tvm, "EliminateCommonSubexpr", relay.Tuple([x + first, x + second]))["add"]
    same, c = var(tvm, "s", 2), relay.const
    assert pair(same, same) == pair(c(1.0), c(1.0)) == 1 and pair(c(1.0), c(2.0)) == pair(c([1.0, 1.0]), c([1.0, 1.0])) == 2


@proves(NAMES + "DeadCodeElimination", "删除没有调用的全局函数用 `RemoveUnusedFunctions`")
def _(tvm):
    mod = typed(tvm, tvm.relay.exp(var(tvm, "x", 2)))
    mod["unused"] = tvm.relay.Function([], tvm.relay.const(1.0))
    names = lambda made: sorted(one.name_hint for one in made.get_global_vars())
    assert names(tvm.relay.transform.DeadCodeElimination()(mod)) == ["main", "unused"]
    assert names(tvm.relay.transform.RemoveUnusedFunctions()(mod)) == ["main"]


STATIC = NAMES + "DynamicToStatic"


def late(tvm, value, dtype="int64"):
    """A value that only `FoldConstant` can tell."""
    return tvm.relay.const(np.array(value, dtype)) + tvm.relay.const(np.array(0, dtype))


@proves(STATIC, "认识的有 `reshape`、`squeeze`、`tile`、`topk`、`broadcast_to`、`zeros`、`ones`、`one_hot`、`full`、`image.resize2d`、`nn.upsampling`、`nn.upsampling3d`、`nn.pad`、`strided_slice`、`sparse_to_dense` 的动态版本")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 1, 4)
    image, volume = var(tvm, "i", 1, 3, 4, 4), var(tvm, "v", 1, 3, 4, 4, 4)
    two = late(tvm, 2, "float32")
    known = {
        "reshape": relay.reshape(x, late(tvm, [2, 2])),
        "squeeze": relay.squeeze(x, late(tvm, [0])),
        "tile": relay.tile(x, late(tvm, [2, 2])),
        "topk": relay.topk(x, late(tvm, [2]), ret_type="values"),
        "broadcast_to": relay.broadcast_to(x, late(tvm, [3, 4])),
        "zeros": relay.zeros(late(tvm, [3, 4]), "float32"),
        "ones": relay.ones(late(tvm, [3, 4]), "float32"),
        "one_hot": relay.one_hot(var(tvm, "n", 3, dtype="int32"), relay.const(1), relay.const(0), late(tvm, 4, "int32"), -1, "int32"),
        "full": relay.full(relay.var("f", shape=()), late(tvm, [3, 4])),
        "image.resize2d": relay.image.resize2d(image, late(tvm, [2, 2])),
        "nn.upsampling": relay.nn.upsampling(image, two, two),
        "nn.upsampling3d": relay.nn.upsampling3d(volume, two, two, two),
        "nn.pad": relay.nn.pad(x, late(tvm, [[1, 1], [0, 0]])),
        "strided_slice": relay.strided_slice(x, late(tvm, [0, 1]), late(tvm, [1, 3]), late(tvm, [1, 1])),
        "sparse_to_dense": relay.sparse_to_dense(var(tvm, "n", 1, dtype="int32"), late(tvm, [4], "int32"), relay.const(1.0), relay.const(0.0)),
    }
    for name, body in known.items():
        before, made = ops(tvm, typed(tvm, body)), after(tvm, "DynamicToStatic", body)
        assert "dyn." + name in before and name not in before, (name, before)
        assert name in made and not any(one.startswith("dyn.") for one in made), (name, made)


@proves(STATIC, "为此反复执行 `FoldConstant` 和类型推断")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 1, 4)
    first = relay.reshape(x, late(tvm, [2, 2]))
    second = relay.reshape(var(tvm, "y", 4), relay.shape_of(first))  # known only once the first is static
    assert after(tvm, "DynamicToStatic", relay.Tuple([first, second])) == {"reshape": 2}
    ran = []

    @tvm.instrument.pass_instrument
    class Note:
        def run_before_pass(self, mod, info):
            ran.append(info.name)

    with tvm.transform.PassContext(opt_level=3, instruments=[Note()]):
        relay.transform.DynamicToStatic()(typed(tvm, second))
    assert ran.count("FoldConstant") > 2


def conv(tvm, data, name, **options):
    return tvm.relay.nn.conv2d(data, var(tvm, name, 2, 3, 3, 3), channels=2, kernel_size=(3, 3), **options)


@proves(NAMES + "CombineParallelConv2D", "权重用 `concatenate` 拼接，若是常量，之后的 `FoldConstant` 会算掉它")
def _(tvm):
    relay, data = tvm.relay, var(tvm, "d", 1, 3, 4, 4)
    made = lambda weight: relay.Tuple([relay.nn.conv2d(data, weight(n), channels=2, kernel_size=(3, 3)) for n in range(3)])
    for weight, left in ((lambda n: var(tvm, f"w{n}", 2, 3, 3, 3), 1), (lambda n: relay.const(np.full((2, 3, 3, 3), n, "float32")), 0)):
        mod = relay.transform.CombineParallelConv2D()(typed(tvm, made(weight)))
        assert ops(tvm, mod)["concatenate"] == 1 and ops(tvm, relay.transform.FoldConstant()(mod)).get("concatenate", 0) == left


@proves(NAMES + "CombineParallelDense", "后面若有改变形状的算子而另一个轴恰好同样大，会切错", versions=("0.12.0", "0.13.0"))
def _(tvm):
    relay, a = tvm.relay, var(tvm, "a", 2, 4)
    weights = [np.full((1, 4), n, "float32") for n in (1, 2, 3)]
    sums = relay.Tuple([relay.sum(relay.expand_dims(relay.nn.dense(a, relay.const(w)), axis=2)) for w in weights])
    mod = typed(tvm, relay.Function([a], sums))
    made = relay.transform.CombineParallelDense(to_batch=False)(mod)
    assert ops(tvm, made)["nn.dense"] == 1
    with tvm.transform.PassContext(opt_level=0, disabled_pass=["SimplifyExpr"]):
        wrong = relay.create_executor("debug", mod=made).evaluate()(np.ones((2, 4), "float32"))
    assert float(wrong[0].numpy()) != 8


@proves(NAMES + "CombineParallelDense", "`to_batch=False` 时，总沿最后一轴切开：后续算子使输出维不在最后（如 `expand_dims(axis=2)`），类型推断通常报错", versions=("0.10.0",))
def _(tvm):
    relay, a = tvm.relay, var(tvm, "a", 2, 4)
    body = relay.Tuple([relay.expand_dims(relay.nn.dense(a, var(tvm, f"w{n}", 3, 4)), axis=2) for n in range(3)])
    with raises("DiagnosticError"):
        after(tvm, "CombineParallelDense", body, to_batch=False)


@proves(NAMES + "CombineParallelBatchMatmul", "后续算子的其他实参不检查就沿最后一轴拼接")
def _(tvm):
    relay, b = tvm.relay, var(tvm, "b", 1, 2, 4)
    added = lambda size: relay.Tuple([relay.nn.batch_matmul(b, var(tvm, f"w{n}", 1, 3, 4)) + var(tvm, f"c{n}", 1, 1, size) for n in range(3)])
    made = relay.transform.CombineParallelBatchMatmul()(typed(tvm, added(3)))
    axes = []
    relay.analysis.post_order_visit(made["main"].body, lambda node: axes.append((int(node.attrs.axis), int(node.checked_type.shape[-1]))) if isinstance(node, relay.Call) and node.op.name == "concatenate" else None)
    assert (-1, 9) in axes
    with raises("DiagnosticError"):
        after(tvm, "CombineParallelBatchMatmul", added(1))


@proves(NAMES + "FuseOps", "没有设置时取模块 `executor` 属性里的 `link-params`")
def _(tvm):
    relay = tvm.relay
    mod = typed(tvm, var(tvm, "x", 2) + relay.const([1.0, 2.0]))

    def inputs(mod, **config):
        with tvm.transform.PassContext(config=config):
            return len(relay.transform.FuseOps(1)(mod)["main"].body.op.params)

    linked = mod.with_attr("executor", relay.backend.Executor("graph", {"link-params": True}))
    assert inputs(mod) == 2 and inputs(linked) == 1
    assert inputs(linked, **{"relay.FuseOps.link_params": False}) == 2


ALTER = NAMES + "AlterOpLayout"


@proves(ALTER, "规则由各目标注册在算子的 `FTVMAlterOpLayout` 属性里，用 `tvm.target.Target` 的 `with` 选定目标", "手写的卷积没有 `kernel_size` 时，改写成 `NCHWc` 就报错")
def _(tvm):
    relay = tvm.relay
    data, weight = var(tvm, "i", 1, 16, 8, 8), var(tvm, "k", 16, 16, 3, 3)
    assert relay.op.get("nn.conv2d").get_attr("FTVMAlterOpLayout") and not relay.op.get("exp").get_attr("FTVMAlterOpLayout")
    written = relay.nn.conv2d(data, weight, channels=16, kernel_size=(3, 3))
    with tvm.target.Target("llvm -mcpu=haswell"):
        assert "nn.contrib_conv2d_NCHWc" in after(tvm, "AlterOpLayout", written)
        with raises("TVMError"):
            after(tvm, "AlterOpLayout", relay.nn.conv2d(data, weight))
    with tvm.target.Target("opencl"):
        assert after(tvm, "AlterOpLayout", written) == {"nn.conv2d": 1}


CONVERT = NAMES + "ConvertLayout"
ASKED = {"nn.conv2d": ["NHWC", "default"]}


@proves(CONVERT, "与目标无关，不在 `relay.build` 里", "有转换规则而字典里没有的算子，在标准错误给出警告 `Desired layout(s) not specified for op`：卷积保持原来的布局，二维池化、`image.resize2d` 等照样跟随输入")
def _(tvm):
    relay, data = tvm.relay, var(tvm, "d", 1, 3, 8, 8)
    mod = typed(tvm, conv(tvm, data, "w"))
    made = []
    for target in (None, "llvm", "cuda"):
        with tvm.target.Target(target) if target else tvm.transform.PassContext():
            made.append(relay.transform.ConvertLayout(ASKED)(mod))
    assert all(tvm.ir.structural_equal(one, made[0]) for one in made)
    with tvm.transform.PassContext(opt_level=3):
        optimized, _ = relay.optimize(mod, "llvm")
    assert "NHWC" not in str(optimized)

    def layouts(mod):
        found = {}
        relay.analysis.post_order_visit(mod["main"].body, lambda node: found.update({node.op.name: getattr(node.attrs, "data_layout", None) if node.op.name.startswith("nn.conv") else node.attrs.layout}) if isinstance(node, relay.Call) and node.op.name in ("nn.conv1d", "nn.conv2d", "nn.conv2d_transpose", "nn.max_pool2d", "image.resize2d") else None)
        return found

    kept = {}
    words = said(lambda: kept.update(layouts(relay.transform.ConvertLayout(ASKED)(typed(tvm, relay.image.resize2d(relay.nn.max_pool2d(conv(tvm, data, "w"), (2, 2)), (6, 6)))))))
    assert kept == {"nn.conv2d": "NHWC", "nn.max_pool2d": "NHWC", "image.resize2d": "NHWC"}
    assert "Desired layout(s) not specified for op" in words
    turned = relay.nn.conv2d_transpose(conv(tvm, data, "w"), var(tvm, "u", 2, 2, 3, 3), channels=2, kernel_size=(3, 3))
    words = said(lambda: kept.update(layouts(relay.transform.ConvertLayout(ASKED)(typed(tvm, turned)))))
    assert kept["nn.conv2d"] == "NHWC" and kept["nn.conv2d_transpose"] == "NCHW"
    assert "Desired layout(s) not specified for op" in words and "conv2d_transpose" in words


LAYOUT = NAMES + "LayoutConfig"


@proves(LAYOUT, "其他算子的转换规则不看它", "默认一个也不跳过", "下一个卷积是否跳过，同时计数加一；由转换规则调用", "计数归零，也清空 `skip_layers`")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    data = var(tvm, "d", 1, 3, 8, 8)
    mod = typed(tvm, conv(tvm, data, "w"))
    with transform.LayoutConfig() as config:
        assert config.skip_layers == [] and "layout_transform" in ops(tvm, transform.ConvertLayout(ASKED)(mod))
    asked = []

    class Noted(transform.LayoutConfig):
        def check_skip(self):
            asked.append(super().check_skip())
            return asked[-1]

    with Noted(skip_layers=[0, 1]):
        assert ops(tvm, transform.ConvertLayout(ASKED)(mod)) == {"nn.conv2d": 1} and asked == [True]
        turned = typed(tvm, relay.nn.conv2d_transpose(data, var(tvm, "u", 3, 2, 3, 3), channels=2, kernel_size=(3, 3)))
        assert "layout_transform" in ops(tvm, transform.ConvertLayout({"nn.conv2d_transpose": ["NHWC", "default"]})(turned)) and asked == [True]
    config = transform.LayoutConfig(skip_layers=[1])
    assert [config.check_skip() for _ in range(3)] == [False, True, False] and config.skip_counter == 3
    config.reset()
    assert config.skip_counter == 0 and config.skip_layers == []


@proves(NAMES + "Legalize", "规则一般查看当前目标，没有 `with` 目标时可能不改写")
def _(tvm):
    relay = tvm.relay
    mod = typed(tvm, relay.nn.conv2d(var(tvm, "i", 1, 16, 8, 8, dtype="int8"), var(tvm, "k", 32, 16, 3, 3, dtype="int8"), channels=32, kernel_size=(3, 3), out_dtype="int32"))
    assert tvm.ir.structural_equal(relay.transform.Legalize()(mod), mod)
    with tvm.target.Target("llvm -mcpu=skylake-avx512"):
        assert not tvm.ir.structural_equal(relay.transform.Legalize()(mod), mod)


MIXED = NAMES + "ToMixedPrecision"


@proves(MIXED, "三类是总用半精度、跟随输入（变量和常量都当作可以转成半精度）、不用半精度", "可用 `relay.op.register_mixed_precision_conversion` 改", "半精度的类型，如 `\"float16\"`、`\"bfloat16\"`")
def _(tvm):
    relay, a = tvm.relay, var(tvm, "a", 2, 4)
    kind = tvm.relay.transform.mixed_precision
    assert "nn.dense" in kind.DEFAULT_ALWAYS_LIST and "nn.relu" in kind.DEFAULT_FOLLOW_LIST and "nn.softmax" in kind.DEFAULT_NEVER_LIST
    result = lambda body, *values: str(relay.transform.ToMixedPrecision(*values)(typed(tvm, body))["main"].ret_type.dtype)
    dense = relay.nn.dense(a, var(tvm, "w", 3, 4))
    assert result(dense) == "float16" and result(dense, "bfloat16") == "bfloat16"
    assert result(relay.nn.relu(a)) == "float16" and result(relay.nn.relu(dense)) == "float16"
    assert result(relay.nn.relu(relay.nn.softmax(a))) == "float32"
    assert result(relay.nn.softmax(a)) == result(relay.nn.softmax(dense)) == "float32"
    relay.op.register_mixed_precision_conversion("nn.softmax", lambda call, dtype: [kind.MIXED_PRECISION_ALWAYS, dtype, dtype], level=11)
    assert result(relay.nn.softmax(a)) == "float16"


FAKE = NAMES + "FakeQuantizationToInteger"


def dequantized(tvm, name="q8"):
    return tvm.relay.qnn.op.dequantize(var(tvm, name, 1, 4, dtype="int8"), tvm.relay.const(0.5), tvm.relay.const(0))


def fake(tvm, body, **options):
    """The operators that the pass leaves of a quantized body."""
    return after(tvm, "FakeQuantizationToInteger", tvm.relay.qnn.op.quantize(body, tvm.relay.const(0.25), tvm.relay.const(0)), **options)


@proves_check(FAKE, "遇到变量、`If`、`let` 就放弃，遇到对函数的调用则抛出 `InternalError`")
def _(tvm, release):
    relay = tvm.relay
    assert "qnn.dequantize" not in fake(tvm, relay.nn.relu(dequantized(tvm)))
    name = relay.var("name")
    branch = relay.If(relay.var("flag", shape=(), dtype="bool"), dequantized(tvm), dequantized(tvm, "p8"))
    for body in (var(tvm, "free", 1, 4), relay.Let(name, dequantized(tvm), name), branch):
        assert fake(tvm, relay.nn.relu(body))["nn.relu"] == 1
    p = var(tvm, "p", 1, 4)
    with raises(check_error(release)):
        fake(tvm, relay.nn.relu(relay.Function([p], p)(dequantized(tvm))))


@proves(FAKE, "从每个 `qnn.quantize` 往回找到 `qnn.dequantize` 为止")
def _(tvm):
    relay = tvm.relay
    one, zero = relay.const(0.5), relay.const(0)
    inner = relay.qnn.op.quantize(relay.cumsum(dequantized(tvm), axis=1), one, zero)  # no rule for `cumsum`
    made = fake(tvm, relay.nn.relu(relay.qnn.op.dequantize(inner, one, zero)))
    assert made["cumsum"] == 1 and "nn.relu" not in made and made["qnn.dequantize"] == 1


@proves_check(FAKE, "图里有对函数的调用时抛出 `InternalError`")
def _(tvm, release):
    relay = tvm.relay
    p = var(tvm, "p", 1, 4)
    called = relay.Function([p], relay.exp(p))(var(tvm, "x", 1, 4))
    assert "exp" in after(tvm, "FakeQuantizationToInteger", called)
    with raises(check_error(release)):
        after(tvm, "FakeQuantizationToInteger", called, use_qat=True)


@proves(FAKE, "True 时再走一遍，逐个改写输入都已反量化、第一遍没有改写的算子（限卷积、全连接、池化、`nn.relu` 等 24 个），结果接一个 `qnn.dequantize`")
def _(tvm):
    relay = tvm.relay
    body = relay.cumsum(relay.nn.relu(dequantized(tvm)), axis=1)
    assert "nn.relu" in fake(tvm, body)
    made = fake(tvm, body, use_qat=True)
    assert "nn.relu" not in made and made["maximum"] == 1 and made["qnn.dequantize"] == 1 and made["cumsum"] == 1
    assert "tanh" in fake(tvm, relay.cumsum(relay.tanh(dequantized(tvm)), axis=1), use_qat=True)  # it has a rule, and is none of them


@proves(NAMES + "ChangeBatch", "替换 `data` 里的变量，去掉返回类型后返回新函数；由 Pass 调用")
def _(tvm):
    mod = typed(tvm, tvm.relay.exp(var(tvm, "small", 1, 3)))
    change = tvm.relay.transform.ChangeBatch({mod["main"].params[0]: 0}, 4)
    made = change.transform_function(mod["main"], mod, None)
    assert made.ret_type is None and [int(n) for n in made.params[0].type_annotation.shape] == [4, 3]


FLEXIBLE = NAMES + "FlexibleShapeDispatch"


@proves(FLEXIBLE, "结果有动态形状，要用虚拟机运行", "`auto_pad` 时须从小到大", "填充的值")
def _(tvm):
    relay, small = tvm.relay, var(tvm, "small", 1)
    func = relay.Function([small], small - relay.sum(small, axis=0, keepdims=True))  # sees what is filled in

    def made(buckets):
        mod = relay.transform.FlexibleShapeDispatch(buckets, auto_pad=True, pad_value=10)(tvm.IRModule.from_expr(func))
        return relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()

    value = np.ones(1, "float32")
    assert made([2, 4])(value).numpy().tolist() == [-10] and made([4, 2])(value).numpy().tolist() == [-30]
    mod = relay.transform.FlexibleShapeDispatch([2])(tvm.IRModule.from_expr(func))
    assert isinstance(mod["main"].ret_type.shape[0], tvm.tir.Any)
    with raises("TVMError"):
        tvm.contrib.graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))


@proves(FLEXIBLE, "要专门生成的大小", "哪些形参的这一轴会变，默认只有第 0 个")
def _(tvm):
    relay, a, b = tvm.relay, var(tvm, "a", 2, 3), var(tvm, "b", 2, 3)
    kinds = lambda **options: [isinstance(p.type_annotation.shape[0], tvm.tir.Any) for p in relay.transform.FlexibleShapeDispatch([2, 4], **options)(tvm.IRModule.from_expr(relay.Function([a, b], relay.sum(a) + relay.sum(b))))["main"].params]
    assert kinds(affects_output=False) == [True, False] and kinds(input_indices=[0, 1], affects_output=False) == [True, True]
    mod = relay.transform.FlexibleShapeDispatch([2, 4])(tvm.IRModule.from_expr(relay.Function([a], relay.exp(a))))
    assert [int(mod[f"main_{n}"].params[0].type_annotation.shape[0]) for n in (2, 4)] == [2, 4]
