"""Probes of docs/reference/api/python/relay/transform.md."""

import numpy as np
from probes import proves, raises

COMPLETE = True
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


@proves(NAMES + "function_pass", "类要有方法 `transform_function`", "虽然有默认值，不写会抛出 `ValueError`", "默认取 `pass_func.__name__`", "其他类型抛出 `TypeError`", "装饰函数得到 Pass 本身；装饰类得到一个新的类，构造时的实参传给原来的类")
def _(tvm):
    make, relay, x = tvm.relay.transform.function_pass, tvm.relay, var(tvm, "x", 2)

    @make(opt_level=1)
    class Own:
        def __init__(self, number):
            self.number = number

        def transform_function(self, func, mod, ctx):
            return relay.Function(func.params, func.body * relay.const(self.number))

    assert isinstance(Own, type) and ops(tvm, Own(2.0)(typed(tvm, relay.exp(x)))) == {"exp": 1, "multiply": 1}
    keep = make(lambda func, mod, ctx: func, opt_level=1, name="keep")
    assert isinstance(keep, relay.transform.FunctionPass) and keep.info.name == "keep"

    @make(opt_level=1)
    def named(func, mod, ctx):
        return func

    assert named.info.name == "named"
    with raises(ValueError):
        make(lambda func, mod, ctx: func)
    with raises(TypeError):
        make(lambda func, mod, ctx: func, opt_level=1, required="InferType")


@proves(NAMES + "function_pass", "只能是没有形参的，如 `InferType`；写 `FoldConstant`、`FuseOps` 等，执行时抛出 `TVMError`，信息是 `expects 1 arguments, but 0 were provided`", "返回的 `Function` 必须能通过类型推断")
def _(tvm):
    make, relay, x = tvm.relay.transform.function_pass, tvm.relay, var(tvm, "x", 2)
    mod = typed(tvm, relay.exp(x))
    run = lambda needed: tvm.transform.Sequential([make(lambda func, mod, ctx: func, opt_level=0, required=[needed])])(mod)
    run("InferType")
    for needed in ("FoldConstant", "FuseOps"):
        with raises("TVMError", "expects 1 arguments, but 0 were provided"):
            run(needed)
    wrong = make(lambda func, mod, ctx: relay.Function(func.params, func.params[0] + relay.const(np.ones(3, "float32"))), opt_level=0)
    with raises("DiagnosticError"):
        wrong(mod)


@proves(NAMES + "FunctionPass", "供 `isinstance` 判断")
def _(tvm):
    transform = tvm.relay.transform
    assert isinstance(transform.FoldConstant(), transform.FunctionPass) and not isinstance(transform.InferType(), transform.FunctionPass)


@proves(NAMES + "FunctionPass", "跳过 `PrimFunc` 和带有 `Compiler`、`Extern`、`SkipOptimization` 属性的函数")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    seen = []

    @relay.transform.function_pass(opt_level=0)
    def note(func, mod, ctx):
        seen.append(1)
        return func

    for attributes, count in (({}, 1), ({"Compiler": "own"}, 0), ({"Extern": 1}, 0), ({"SkipOptimization": 1}, 0), ({"Primitive": 1}, 1)):
        seen.clear()
        func = relay.Function([x], relay.exp(x))
        for key, value in attributes.items():
            func = func.with_attr(key, tvm.tir.const(value, "int32") if isinstance(value, int) else value)
        note(tvm.IRModule({"main": func}))
        assert len(seen) == count, attributes


@proves(NAMES + "build_config", "每次调用给出 `DeprecationWarning`", "传函数抛出 `TypeError: 'function' object is not iterable`")
def _(tvm):
    import warnings

    config = tvm.relay.transform.build_config
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = config(1, ["a"], ["b"])
    assert [one.category for one in caught] == [DeprecationWarning]
    assert (made.opt_level, list(made.required_pass), list(made.disabled_pass)) == (1, ["a"], ["b"])
    with raises(TypeError, "'function' object is not iterable"):
        config(trace=lambda *values: None)


@proves(NAMES + "InferType", "写进各表达式的 `checked_type`", "再抛出 `DiagnosticError`，异常本身的文字不含原因", "还检查表达式是否合式（well-formed）")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    assert str(typed(tvm, relay.exp(x))["main"].body.checked_type) == "Tensor[(2), float32]"
    try:
        typed(tvm, x + var(tvm, "y", 3))
    except tvm.error.DiagnosticError as error:
        assert "Incompatible" not in str(error) and "one or more error diagnostics were emitted" in str(error)
    else:
        raise AssertionError("no DiagnosticError")
    with raises(Exception):
        typed(tvm, relay.Function([x, x], x))


@proves(NAMES + "InferTypeLocal", "返回的是类型，不是 Pass；同时写进 `expr.checked_type`")
def _(tvm):
    y = tvm.relay.exp(var(tvm, "x", 2))
    found = tvm.relay.transform.InferTypeLocal(y)
    assert isinstance(found, tvm.relay.TensorType) and y.checked_type == found


@proves(NAMES + "AnnotateSpans", "行列号指向打印出来的文本，源文件名是 `GeneratedSource`")
def _(tvm):
    made = tvm.relay.transform.AnnotateSpans()(typed(tvm, tvm.relay.exp(var(tvm, "x", 2))))
    span = made["main"].body.span
    assert span.source_name.name == "GeneratedSource" and span.line > 0


@proves(NAMES + "SimplifyInference", "`nn.dropout`", "第 0 个输出换成输入", "`x / sqrt(max(sum(x * x), eps))`", "只改写取第 0 个输出的地方，另两个输出若被使用，原算子也留下")
def _(tvm):
    relay = tvm.relay
    x = var(tvm, "x", 2, 4)
    assert after(tvm, "SimplifyInference", relay.exp(relay.nn.dropout(x))) == {"exp": 1}
    norm = after(tvm, "SimplifyInference", relay.nn.l2_normalize(x, 1e-5, [1]))
    assert set(norm) == {"multiply", "sum", "maximum", "sqrt", "divide"}, norm
    image = var(tvm, "i", 1, 3, 4, 4)
    parts = relay.nn.batch_norm(image, *(var(tvm, f"p{n}", 3) for n in range(4)))
    assert "nn.batch_norm" not in after(tvm, "SimplifyInference", parts[0])
    assert after(tvm, "SimplifyInference", relay.Tuple([parts[0], parts[1]]))["nn.batch_norm"] == 1


@proves(NAMES + "SimplifyInference", "`nn.l2_normalize` 的 `eps` 总是 float32 常量，所以 float16 的输入在类型推断时失败", "| `nn.layer_norm`、`nn.instance_norm`、`nn.group_norm` | 当场算均值和方差")
def _(tvm):
    relay = tvm.relay
    with raises("DiagnosticError"):
        after(tvm, "SimplifyInference", relay.nn.l2_normalize(var(tvm, "h", 1, 4, dtype="float16"), 1e-5, [1]))
    image, scale, shift = var(tvm, "i", 1, 4, 3, 3), var(tvm, "g", 4), var(tvm, "b", 4)
    for made in (relay.nn.layer_norm(image, scale, shift, axis=1), relay.nn.instance_norm(image, scale, shift), relay.nn.group_norm(image, scale, shift, 2)):
        found = after(tvm, "SimplifyInference", made)
        assert not any(name.startswith("nn.") for name in found) and "mean" in found, found


SIMPLIFY = NAMES + "SimplifyExpr"


@proves(SIMPLIFY, "不改变布局的 `transpose`、`layout_transform` 和不改变类型的 `cast` 删去，单独一个不改变形状的 `reshape` 不删", "先缩窄的 `cast` 不合并", versions=("0.13.0",))
@proves(SIMPLIFY, "不改变类型的 `cast` 也删去。单独一个不起作用的 `transpose`、`layout_transform`、`reshape` 不删", "先缩窄的 `cast` 不合并", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    relay, h = tvm.relay, var(tvm, "h", 2, 3)
    simple = lambda expr: after(tvm, "SimplifyExpr", expr)
    assert simple(relay.transpose(relay.transpose(h))) == {} == simple(relay.cast(h, "float32"))
    kept = 0 if release == "0.13.0" else 1
    image = var(tvm, "q", 1, 2, 3, 4)
    assert simple(relay.transpose(h, [0, 1])).get("transpose", 0) == kept
    assert simple(relay.layout_transform(image, "NCHW", "NCHW")).get("layout_transform", 0) == kept
    assert simple(relay.reshape(relay.reshape(h, (6,)), (3, 2))) == {"reshape": 1} == simple(relay.reshape(h, (2, 3)))
    assert simple(relay.cast(relay.cast(h, "int8"), "float32")) == {"cast": 2}
    assert simple(relay.cast(relay.cast(h, "float64"), "float16")) == {"cast": 1}


@proves(SIMPLIFY, "`x + 0`、`x - 0`、`x * 1`、`x / 1` 变成 `x`", "`x / sqrt(y)` 变成 `x * rsqrt(y)`", "`zeros_like`、`reshape_like` 等在静态形状下换成不带参照的算子，`cast_like` 不论形状都换成 `cast`", "`x * 0` 不化简", versions=("0.12.0", "0.13.0"))
@proves(SIMPLIFY, "`x / sqrt(y)` 变成 `x * rsqrt(y)`", "`zeros_like`、`reshape_like` 等在静态形状下换成不带参照的算子，`cast_like` 不换", "`x * 0` 不化简", versions=("0.10.0",))
def _(tvm, release):
    relay, h = tvm.relay, var(tvm, "h", 2, 3)
    simple = lambda expr: after(tvm, "SimplifyExpr", expr)
    one, none = relay.const(1.0), relay.const(0.0)
    for same in (h + none, none + h, h - none, h * one, one * h, h / one):
        assert simple(same) == {}
    assert simple(none - h) != {} and simple(one / h) != {} and simple(h * none) == {"multiply": 1}
    assert simple(h / relay.sqrt(h)) == {"multiply": 1, "rsqrt": 1}
    assert simple(relay.zeros_like(h)) == {"zeros": 1} and simple(relay.reshape_like(var(tvm, "g", 6), h)) == {"reshape": 1}
    assert simple(relay.cast_like(relay.var("d", shape=(relay.Any(),)), var(tvm, "g", 6, dtype="int8"))) == {"cast_like" if release == "0.10.0" else "cast": 1}


@proves(SIMPLIFY, "级别是 0，所以 `relay.build` 总要执行它", "int8 的 -1 先转 uint8 再转 int32，合并后得到 -1 而不是 255", versions=("0.12.0", "0.13.0"))
@proves(SIMPLIFY, "级别是 0，所以 `relay.build` 总要执行它", "int8 的 -1 经 uint8 转 int32 得到 -1 而不是 255", versions=("0.10.0",))
def _(tvm):
    relay, h = tvm.relay, var(tvm, "h", 1, dtype="int8")
    assert relay.transform.SimplifyExpr().info.opt_level == 0
    func = relay.Function([h], relay.cast(relay.cast(h, "uint8"), "int32"))
    run = relay.create_executor("graph", tvm.IRModule.from_expr(func)).evaluate()
    assert run(np.int8([-1])).numpy()[0] == -1


FOLD = NAMES + "FoldConstant"


@proves(FOLD, "True 时也计算有 `FTVMQnnCanonicalize` 规则的 QNN 算子", "不计算的有：没有实参的算子（如 `ones`）、有状态的算子、`device_copy`、标为 `Primitive` 的函数内部")
def _(tvm):
    relay = tvm.relay
    quantized = relay.Function([], relay.qnn.op.quantize(relay.const([1.0, 2.0]), relay.const(0.5), relay.const(0)))
    assert after(tvm, "FoldConstant", quantized) == {"qnn.quantize": 1} and after(tvm, "FoldConstant", quantized, True) == {}
    assert after(tvm, "FoldConstant", relay.ones((2,), "float32")) == {"ones": 1}
    assert after(tvm, "FoldConstant", relay.exp(relay.const(1.0))) == {}
    inner = relay.Function([], relay.exp(relay.const(1.0))).with_attr("Primitive", tvm.tir.const(1, "int32"))
    assert after(tvm, "FoldConstant", relay.Call(inner, [])) == {"exp": 1}


@proves(FOLD, "用常量条件选定 `If` 的分支、代入常量的 `let`、取出字面元组的元素", "`ndarray_size` 得到 0 而不是 1")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    assert after(tvm, "FoldConstant", relay.If(relay.const(True), relay.exp(x), relay.sqrt(x))) == {"exp": 1}
    y = relay.var("y")
    assert after(tvm, "FoldConstant", relay.Let(y, relay.const(1.0), y + relay.const(2.0))) == {}
    got = relay.transform.FoldConstant()(typed(tvm, relay.TupleGetItem(relay.Tuple([relay.exp(x), x]), 1)))["main"].body
    assert isinstance(got, relay.Var)
    size = relay.transform.FoldConstant()(typed(tvm, relay.ndarray_size(relay.var("s", shape=()))))["main"].body
    assert size.data.numpy() == 0


@proves(NAMES + "FoldConstantExpr", "立即返回新的表达式，不是 Pass", "不要求先推断类型")
def _(tvm):
    relay = tvm.relay
    made = relay.transform.FoldConstantExpr(relay.const(1.0) + relay.const(2.0), tvm.IRModule())
    assert isinstance(made, relay.Constant) and made.data.numpy() == 3


@proves(NAMES + "FoldScaleAxis", "前两个是 3 级，所以在默认级别 2 下直接调用它，又没有用 `required_pass` 点名里面的 Pass 时，不移动任何乘法", "乘数也可以是零维的标量，形状是 `(1,)` 或 `(1, 1, 1)` 的不行", versions=("0.12.0", "0.13.0"))
@proves(NAMES + "FoldScaleAxis", "前两个是 3 级，所以在默认级别 2 下直接调用它，又没有用 `required_pass` 点名里面的 Pass 时，不移动任何乘法", versions=("0.10.0",))
def _(tvm, release):
    relay, image = tvm.relay, var(tvm, "h", 1, 2, 4, 4)
    kernel = relay.const(np.ones((3, 2, 1, 1), "float32"))

    def left(factor, level=3, **options):
        with tvm.transform.PassContext(opt_level=level, **options):
            return after(tvm, "FoldScaleAxis", relay.nn.conv2d(image, kernel) * relay.const(np.array(factor, "float32"))).get("multiply", 0)

    rows = np.full((3, 1, 1), 2)
    assert left(rows) == 0 and left(rows, 2) == 1 and left(2.0) == int(release == "0.10.0") and left([2.0]) == 1 and left([[[2.0]]]) == 1
    assert left(rows, 2, required_pass=["BackwardFoldScaleAxis", "FoldConstant"]) == 0


@proves(NAMES + "CanonicalizeOps", "把 `nn.bias_add` 换成 `expand_dims` 加 `add`，别的算子不动")
def _(tvm):
    relay, image = tvm.relay, var(tvm, "h", 1, 2, 4, 4)
    assert after(tvm, "CanonicalizeOps", relay.nn.bias_add(relay.exp(image), var(tvm, "b", 2))) == {"exp": 1, "expand_dims": 1, "add": 1}


@proves(NAMES + "FastMath", "对应的是 `fast_exp`、`fast_erf`、`fast_tanh`、`nn.fast_softmax`；`sigmoid`、`log` 等不变", "级别是 4，`Sequential` 和 `relay.build` 默认不执行它")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, 3)
    for name, expected in (("exp", "fast_exp"), ("erf", "fast_erf"), ("tanh", "fast_tanh"), ("sigmoid", "sigmoid"), ("log", "log")):
        for dtype in ("float32", "float64"):
            assert after(tvm, "FastMath", getattr(relay, name)(var(tvm, "x", 2, dtype=dtype))) == {expected: 1}
    assert after(tvm, "FastMath", relay.nn.softmax(x)) == {"nn.fast_softmax": 1}
    assert relay.transform.FastMath().info.opt_level == 4
    mod = typed(tvm, relay.exp(x))
    run = tvm.transform.Sequential([relay.transform.FastMath()])
    assert ops(tvm, run(mod)) == {"exp": 1}
    with tvm.transform.PassContext(required_pass=["FastMath"]):
        assert ops(tvm, run(mod)) == {"fast_exp": 1}


@proves(NAMES + "EliminateCommonSubexpr", "返回 True 的表达式不参与合并；会收到 `Call` 和 `TupleGetItem` 两种", "没有实参的调用、有状态的算子和对函数的调用不合并")
def _(tvm):
    relay, e = tvm.relay, var(tvm, "e", 4)
    pair = lambda make: relay.Tuple([make(), make()])
    shared = lambda make, *values: after(tvm, "EliminateCommonSubexpr", pair(make), *values)
    assert shared(lambda: e + relay.const(1.0)) == {"add": 1} and shared(lambda: e + relay.const([1.0, 2.0, 3.0, 4.0])) == {"add": 2}
    assert shared(lambda: relay.ones((2,), "float32")) == {"ones": 2}
    assert shared(lambda: relay.exp(e), lambda node: True) == {"exp": 2}
    seen = set()
    parts = relay.split(e, 2)
    after(tvm, "EliminateCommonSubexpr", relay.Tuple([relay.exp(parts[0]), parts[1]]), lambda node: seen.add(type(node).__name__) or False)
    assert seen == {"Call", "TupleGetItem"}


@proves(NAMES + "EliminateCommonSubexpr", "内容相同的两个张量常量不算相同", "或各项都这样相同的两个元组（如 `concatenate` 的实参）", versions=("0.12.0", "0.13.0"))
@proves(NAMES + "EliminateCommonSubexpr", "内容相同的两个张量常量、各项相同的两个元组不算相同", versions=("0.10.0",))
def _(tvm, release):
    relay, e = tvm.relay, var(tvm, "e", 4)
    pair = relay.Tuple([relay.concatenate([e, e], 0), relay.concatenate([e, e], 0)])
    assert after(tvm, "EliminateCommonSubexpr", pair) == {"concatenate": 2 if release == "0.10.0" else 1}


@proves(NAMES + "DeadCodeElimination", "删去没有使用者的 `let` 绑定", "True 时把恰好用一次、没有副作用的绑定代入使用处")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    unused, used = relay.var("unused"), relay.var("used")
    chain = relay.Function([x], relay.Let(unused, relay.exp(x), relay.Let(used, x + x, used)))
    plain, inline = (relay.transform.DeadCodeElimination(flag)(typed(tvm, chain))["main"].body for flag in (False, True))
    assert isinstance(plain, relay.Let) and plain.var.name_hint == "used" and isinstance(inline, relay.Call)


FUSE = NAMES + "FuseOps"


@proves(FUSE, "0 时每个算子自成一组；1 以上按规则合并，1、2、3 没有区别；-1 取 `PassContext` 的 `opt_level`", "Pass 自身的级别是 0，所以 `opt_level=0` 时也执行")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    tail = typed(tvm, relay.exp(relay.sqrt(relay.nn.relu(x))))
    groups = lambda level=-1: str(relay.transform.FuseOps(level)(tail)).count("Primitive=1")
    assert [groups(level) for level in (0, 1, 2, 3)] == [3, 1, 1, 1] and relay.transform.FuseOps().info.opt_level == 0
    for level, count in ((0, 3), (1, 1)):
        with tvm.transform.PassContext(opt_level=level):
            assert groups() == count
            assert str(tvm.transform.Sequential([relay.transform.FuseOps()])(tail)).count("Primitive=1") == count


@proves(NAMES + "DefuseOps", "展开直接调用的函数，撤销 `FuseOps`", "不看它有没有 `Primitive`")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    tail = typed(tvm, relay.exp(relay.sqrt(x)))
    transform = relay.transform
    assert tvm.ir.structural_equal(transform.DefuseOps()(transform.FuseOps(1)(tail)), tail)
    y = var(tvm, "y", 2)
    plain = typed(tvm, relay.Function([x], relay.Call(relay.Function([y], relay.exp(y)), [x])))
    assert transform.DefuseOps()(plain)["main"].body.op == tvm.ir.Op.get("exp")


def convolution(tvm, **options):
    given = {"channels": 16, "kernel_size": (3, 3), **options}
    return tvm.relay.nn.conv2d(var(tvm, "i", 1, 16, 8, 8), var(tvm, "k", 16, 16, 3, 3), **given)


@proves(NAMES + "AlterOpLayout", "按当前目标把算子换成更快的布局，例如 x86 上的 `NCHWc` 卷积", "权重的布局转换成为图中的算子，靠后面的 `FoldConstant` 算掉")
def _(tvm):
    with tvm.target.Target("llvm -mcpu=haswell"):
        found = after(tvm, "AlterOpLayout", convolution(tvm))
    assert found == {"layout_transform": 3, "nn.contrib_conv2d_NCHWc": 1}


CONVERT = NAMES + "ConvertLayout"


@proves(CONVERT, "卷积的数据布局写 `\"default\"` 或列表少一项，断言失败", "`nn.conv2d` 的数据布局是 `NCHW`、`NHWC`、`HWNC` 时后者可写 `\"default\"`")
def _(tvm):
    found = lambda *layouts: after(tvm, "ConvertLayout", convolution(tvm), {"nn.conv2d": list(layouts)})
    assert found("NHWC", "default") == {"layout_transform": 3, "nn.conv2d": 1}
    found("HWNC", "default")
    for wrong in (("default", "OIHW"), ("NHWC",)):
        with raises("TVMError"):
            found(*wrong)


@proves(NAMES + "LayoutConfig", "序号从 0 起", "计数在两次 `ConvertLayout` 之间不归零", "类属性：当前 `with` 里的对象，没有时是 None")
def _(tvm):
    transform, mod = tvm.relay.transform, typed(tvm, convolution(tvm))
    convert = transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})
    assert transform.LayoutConfig.current is None
    with transform.LayoutConfig(skip_layers=[0]) as config:
        assert transform.LayoutConfig.current is config
        assert ops(tvm, convert(mod)) == {"nn.conv2d": 1} and config.skip_counter == 1
        assert ops(tvm, convert(mod)) == {"layout_transform": 3, "nn.conv2d": 1} and config.skip_counter == 2
        config.reset()
        assert config.skip_counter == 0 and config.skip_layers == []


@proves(NAMES + "Legalize", "没有任何算子注册过的名字等于什么也不做")
def _(tvm):
    mod = typed(tvm, convolution(tvm))
    assert tvm.ir.structural_equal(tvm.relay.transform.Legalize("FTVMNothing")(mod), mod)


MIXED = NAMES + "ToMixedPrecision"


@proves(MIXED, "0 警告并报错，1 只警告，2 不作声；其他值抛出 `ValueError`", "为 True 时，输出转回原来的类型")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    missing = typed(tvm, relay.argsort(var(tvm, "x", 4)))
    for mode in (1, 2):
        transform.ToMixedPrecision("float16", mode)(missing)
    with raises("TVMError", "Missing ops were found!"):
        transform.ToMixedPrecision("float16", 0)(missing)
    for wrong in (3, -1):
        with raises(ValueError):
            transform.ToMixedPrecision("float16", wrong)
    for keep, dtype in ((False, "float16"), (True, "float32")):
        with tvm.transform.PassContext(config={"relay.ToMixedPrecision.keep_orig_output_dtype": keep}):
            assert transform.ToMixedPrecision()(typed(tvm, convolution(tvm)))["main"].ret_type.dtype == dtype


@proves(MIXED, "是 `let`、`If`、取元组元素、对匿名函数的调用时不转")
def _(tvm):
    relay, body = tvm.relay, convolution(tvm)
    x, name = var(tvm, "p", 4, 3), relay.Var("name")
    inner = relay.Function([x], relay.nn.dense(x, x))
    bodies = (
        relay.Let(name, body, name),
        relay.If(relay.var("flag", shape=(), dtype="bool"), body, body),
        relay.TupleGetItem(relay.Tuple([body, body]), 0),
        relay.Call(inner, [var(tvm, "q", 4, 3)]),
    )
    for one in bodies:
        with tvm.transform.PassContext(config={"relay.ToMixedPrecision.keep_orig_output_dtype": True}):
            changed = relay.transform.ToMixedPrecision()(typed(tvm, one))
        assert relay.transform.InferType()(changed)["main"].ret_type.dtype == "float16"


@proves(MIXED, "是结果为元组的调用（如 `split`）时进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    with tvm.transform.PassContext(config={"relay.ToMixedPrecision.keep_orig_output_dtype": True}):
        tvm.relay.transform.ToMixedPrecision()(typed(tvm, tvm.relay.split(var(tvm, "x", 4), 2).astuple()))


SPLIT = NAMES + "SplitArgs"


def joined(tvm, count):
    return typed(tvm, tvm.relay.concatenate([var(tvm, f"v{n}", 1) for n in range(count)], 0))


@proves(SPLIT, "每份最多 `max_function_args - 1` 个输入，拆开的部分之间加 `stop_fusion`", "输入个数达到这个数就开始拆", "`metal` 默认 31，没有这个属性的是 -1", "负数表示不拆", "取值 0 抛出 `TVMError`")
def _(tvm):
    split = lambda limit, count: ops(tvm, tvm.relay.transform.SplitArgs(limit)(joined(tvm, count)))
    assert split(-1, 6) == {"concatenate": 1} == split(8, 6)
    assert split(7, 6) == {"concatenate": 2, "annotation.stop_fusion": 1}
    assert split(5, 6) == {"concatenate": 3, "annotation.stop_fusion": 2}
    assert split(3, 6) == {"concatenate": 4, "annotation.stop_fusion": 3}
    with raises("TVMError"):
        split(0, 6)
    assert [tvm.target.Target(kind).max_function_args for kind in ("metal", "llvm")] == [31, -1]


@proves(SPLIT, "取值 1 使进程因除以零退出", dies="SIGFPE")
def _(tvm):
    tvm.relay.transform.SplitArgs(1)(joined(tvm, 3))


@proves(SPLIT, "`concatenate` 的实参不是字面的元组时，进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    relay = tvm.relay
    pair = relay.TupleType([relay.TensorType((2,), "float32")] * 2)
    from tvm.relay.op import _make

    relay.transform.SplitArgs(5)(typed(tvm, _make.concatenate(relay.Var("t", pair), 0)))


@proves(SPLIT, "`relay.concatenate` 总写成字面的元组")
def _(tvm):
    relay = tvm.relay
    parts = relay.split(var(tvm, "x", 8), 8)
    assert isinstance(relay.concatenate(parts, 0).args[0], relay.Tuple)
    with raises(TypeError):
        relay.concatenate(parts.astuple(), 0)


@proves(NAMES + "ChangeBatch", "`InferType` 之前的变量对不上，Pass 什么也不改，也不提示", "元素总数不符时报错")
def _(tvm):
    relay, small = tvm.relay, var(tvm, "small", 1, 3)
    change = relay.transform.ChangeBatch
    mod = typed(tvm, relay.exp(small))
    assert [int(n) for n in change({mod["main"].params[0]: 0}, 4)(mod)["main"].ret_type.shape] == [4, 3]
    assert [int(n) for n in change({var(tvm, "small", 1, 3): 0}, 4)(mod)["main"].ret_type.shape] == [1, 3]
    flat = typed(tvm, relay.reshape(small, (3,)))
    with raises(Exception):
        change({flat["main"].params[0]: 0}, 4)(flat)


@proves(NAMES + "CapturePostDfsIndexInSpans", "没有支配者时第二个数是 -1", "`Op` 和构造器占用编号，但不写 `span`")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    made = relay.transform.CapturePostDfsIndexInSpans()(typed(tvm, relay.exp(relay.sqrt(x))))
    body = made["main"].body
    spans = [(node.span.source_name.name, node.span.line, node.span.column) for node in (body.args[0].args[0], body.args[0], body, made["main"])]
    assert [name for name, _, _ in spans] == ["index"] * 4
    assert [numbers for _, *numbers in spans] == [[0, 3], [3, 4], [4, 5], [5, -1]]


@proves(NAMES + "CanonicalizeCast", "只处理位数增加的 `cast`，且使用者是逐元素或广播算子；第一个使用者沿用原来的，其余每次使用各得一份。同位数或变窄的转换不复制")
def _(tvm):
    relay = tvm.relay

    def casts(source, target):
        wide = relay.cast(var(tvm, "x", 4, dtype=source), target)
        return after(tvm, "CanonicalizeCast", relay.Tuple([relay.abs(wide), relay.negative(wide), relay.copy(wide)]))["cast"]

    assert (casts("int8", "int32"), casts("int32", "float32"), casts("int32", "int8")) == (3, 1, 1)


@proves(NAMES + "DivToMul", "除数的数据类型须是 float16、float32 或 float64，整数和值为 0 的除数不改写", "只能直接调用：`required` 里有带形参的 `FoldConstant`，放进 `Sequential` 抛出 `TVMError`")
def _(tvm):
    relay = tvm.relay
    for dtype in ("float16", "float32", "float64"):
        x = var(tvm, "x", 2, dtype=dtype)
        made = relay.transform.DivToMul()(typed(tvm, x / relay.const(4.0, dtype)))
        assert ops(tvm, made) == {"multiply": 1} and made["main"].body.args[1].data.numpy() == 0.25
        assert after(tvm, "DivToMul", x / relay.const(0.0, dtype)) == {"divide": 1}
    assert after(tvm, "DivToMul", var(tvm, "i", 2, dtype="int32") / relay.const(2)) == {"divide": 1}
    with raises("TVMError"):
        tvm.transform.Sequential([relay.transform.DivToMul()])(typed(tvm, var(tvm, "x", 2) / relay.const(2.0)))


def unfolded(tvm, between=lambda body: body, factor=2.0, **options):
    """Whether the multiplication stays after what follows the convolution."""
    relay = tvm.relay
    image, kernel = var(tvm, "h", 1, 2, 4, 4), relay.const(np.ones((3, 2, 1, 1), "float32"))
    rows = relay.const(np.full((3, 1, 1), factor, "float32"))
    body = between(relay.nn.conv2d(image, kernel, **options)) * rows
    made = relay.transform.BackwardFoldScaleAxis()(typed(tvm, body))["main"].body
    return isinstance(made, relay.Call) and made.op.name == "multiply"


@proves(NAMES + "BackwardFoldScaleAxis", "途中可以有 `nn.relu`、`nn.leaky_relu`；这时乘数必须已是没有负值的常量", "它的 `axis` 要写成非负的通道轴，不能是 -1", "从卷积到乘法，每个中间结果只能有一个使用者")
def _(tvm):
    relay = tvm.relay
    assert not unfolded(tvm) and not unfolded(tvm, factor=-2.0)
    assert not unfolded(tvm, relay.nn.relu) and not unfolded(tvm, lambda body: relay.nn.leaky_relu(body, 0.1))
    assert unfolded(tvm, relay.nn.relu, factor=-2.0) and unfolded(tvm, relay.exp)
    bias = var(tvm, "b", 3)
    assert not unfolded(tvm, lambda body: relay.nn.bias_add(body, bias, axis=1))
    image, kernel = var(tvm, "h", 1, 2, 4, 4), relay.const(np.ones((3, 2, 1, 1), "float32"))
    conv = relay.nn.conv2d(image, kernel)
    twice = relay.Tuple([conv * relay.const(np.full((3, 1, 1), 2, "float32")), conv])
    made = relay.transform.BackwardFoldScaleAxis()(typed(tvm, twice))["main"].body.fields[0]
    assert made.op.name == "multiply"


@proves(NAMES + "FoldExplicitPadding", "| `nn.conv1d`、`nn.conv2d`、`nn.conv3d` | 填充值 0 |", "填充值恰是它自身类型的最小值", "不在 `relay.build` 里。只折叠空间轴上的填充")
def _(tvm):
    relay, d = tvm.relay, var(tvm, "d", 1, 3, 4, 4)
    kernel = var(tvm, "w", 2, 3, 3, 3)

    def left(consume, value, channels=0):
        widths = ((0, 0), (channels, 0), (1, 1), (1, 1))
        return after(tvm, "FoldExplicitPadding", consume(relay.nn.pad(d, widths, pad_value=value))).get("nn.pad", 0)

    conv = lambda body: relay.nn.conv2d(body, kernel)
    pool = lambda body: relay.nn.max_pool2d(body, (3, 3))
    least = float(np.finfo("float32").min)
    assert (left(conv, 0.0), left(conv, 1.0), left(pool, 0.0), left(pool, least)) == (0, 1, 1, 0)
    assert left(lambda body: relay.nn.avg_pool2d(body, (3, 3)), 0.0) == 0
    assert left(pool, least, channels=1) == 1


@proves(NAMES + "FlattenAtrousConv", "把 `nn.space_to_batch_nd`、卷积、`nn.batch_to_space_nd` 三步换成一个膨胀卷积", "数据布局必须是 `NHWC`，否则不改写")
def _(tvm):
    relay = tvm.relay
    image, kernel = var(tvm, "image", 1, 8, 8, 4), var(tvm, "kernel", 3, 3, 4, 4)
    blocks = relay.nn.space_to_batch_nd(image, [2, 2], [[2, 2], [2, 2]])
    inner = relay.nn.conv2d(blocks, kernel, channels=4, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWIO")
    atrous = typed(tvm, relay.nn.batch_to_space_nd(inner, [2, 2], [[0, 0], [0, 0]]))
    made = tvm.relay.transform.FlattenAtrousConv()(atrous)
    assert ops(tvm, made) == {"nn.conv2d": 1} and list(made["main"].body.attrs.dilation) == [2, 2]


@proves(NAMES + "DynamicToStatic", "形状等实参能算成常量时，把 `dyn.` 开头的动态算子换成静态版本", "仍依赖输入的留下")
def _(tvm):
    relay, h = tvm.relay, var(tvm, "h", 2, 3)
    known = relay.reshape(h, relay.shape_of(relay.zeros((3, 2), "float32")))
    assert known.op.name == "dyn.reshape" and after(tvm, "DynamicToStatic", known) == {"reshape": 1}
    assert "dyn.reshape" in after(tvm, "DynamicToStatic", relay.reshape(h, var(tvm, "s", 2, dtype="int64")))


def branches(tvm, count):
    relay, d = tvm.relay, var(tvm, "d", 1, 3, 8, 8)
    convs = [relay.nn.conv2d(d, var(tvm, f"w{n}", 2 + n, 3, 3, 3), channels=2 + n, kernel_size=(3, 3)) for n in range(count)]
    return relay.Tuple([relay.nn.relu(conv) for conv in convs])


@proves(NAMES + "CombineParallelConv2D", "至少几支才合并，默认 3", "输出通道数可以不同", "结果用 `strided_slice` 切开")
@proves(NAMES + "BatchingOps", "里面的 Pass 是 4 级，所以在 `PassContext` 的级别低于 4、又没有用 `required_pass` 点名时，调用它没有效果")
def _(tvm):
    joined = {"concatenate": 1, "nn.conv2d": 1, "nn.relu": 1, "strided_slice": 3}
    assert after(tvm, "CombineParallelConv2D", branches(tvm, 2)) == {"nn.conv2d": 2, "nn.relu": 2}
    assert after(tvm, "CombineParallelConv2D", branches(tvm, 3)) == joined
    assert after(tvm, "CombineParallelConv2D", branches(tvm, 2), 2)["nn.conv2d"] == 1
    for level, options, count in ((3, {}, 3), (4, {}, 1), (2, {"required_pass": ["CombineParallelConv2d"]}, 1)):
        with tvm.transform.PassContext(opt_level=level, **options):
            assert after(tvm, "BatchingOps", branches(tvm, 3))["nn.conv2d"] == count


@proves(NAMES + "CombineParallelDense", "权重的形状完全相同", "沿输出维 `concatenate` 权重，做一个 `nn.dense`，再 `strided_slice`")
@proves(NAMES + "CombineParallelBatchMatmul", "只支持 `transpose_a=False, transpose_b=True`，其他组合在标准错误给出警告后跳过")
def _(tvm):
    relay, a = tvm.relay, var(tvm, "a", 2, 4)
    dense = lambda sizes: relay.Tuple([relay.nn.dense(a, var(tvm, f"w{n}", size, 4)) for n, size in enumerate(sizes)])
    both = lambda sizes: [after(tvm, "CombineParallelDense", dense(sizes), to_batch=flag) for flag in (True, False)]
    batch, wide = both((3, 3, 3))
    assert batch["nn.batch_matmul"] == 1 and wide == {"concatenate": 1, "nn.dense": 1, "strided_slice": 3}
    batch, wide = both((3, 4, 5))
    assert batch == {"nn.dense": 3} and wide["nn.dense"] == 1
    b = var(tvm, "b", 1, 2, 4)
    for options, count in (({}, 1), ({"transpose_b": False}, 3)):
        shape = (1, 3, 4) if count == 1 else (1, 4, 3)
        parts = relay.Tuple([relay.nn.batch_matmul(b, var(tvm, f"m{n}", *shape), **options) for n in range(3)])
        assert after(tvm, "CombineParallelBatchMatmul", parts)["nn.batch_matmul"] == count


@proves(NAMES + "recast", "模块只取 `main`，返回的模块里没有其他函数", "要改的算子，默认 `[\"nn.conv2d\"]`", "负数从末尾数；传入的列表会被就地改成非负数")
def _(tvm):
    relay, d, w = tvm.relay, var(tvm, "d", 1, 3, 4, 4), var(tvm, "w", 3, 3, 1, 1)
    two = relay.Function([d, w], relay.nn.conv2d(relay.nn.conv2d(d, w), w))
    skip = [-1]
    made = relay.transform.recast(two, "int8", "int32", skip_layers=skip)
    assert ops(tvm, typed(tvm, made)) == {"cast": 3, "nn.conv2d": 2} and skip == [1]
    mod = typed(tvm, two)
    mod["extra"] = relay.Function([], relay.const(1))
    assert [v.name_hint for v in relay.transform.recast(mod, "int8", "int32").get_global_vars()] == ["main"]


def fake(tvm, operator):
    relay = tvm.relay
    zero, q8 = relay.const(0), var(tvm, "q8", 1, 4, dtype="int8")
    real = operator(relay.qnn.op.dequantize(q8, relay.const(0.5), zero))
    return relay.qnn.op.quantize(real, relay.const(0.25), zero)


@proves(NAMES + "FakeQuantizationToInteger", "子图里每个算子都要有规则，有一个没有，整个子图原样留下", "True 时缺少规则或改写出错就抛出异常，默认跳过那个子图")
def _(tvm):
    relay = tvm.relay
    assert after(tvm, "FakeQuantizationToInteger", fake(tvm, relay.tanh)) == {"qnn.tanh": 1}
    assert after(tvm, "FakeQuantizationToInteger", fake(tvm, relay.cumsum)) == {"cumsum": 1, "qnn.dequantize": 1, "qnn.quantize": 1}
    with raises(Exception):
        after(tvm, "FakeQuantizationToInteger", fake(tvm, relay.cumsum), hard_fail=True)


@proves(NAMES + "FakeQuantizationToInteger", "默认不用、要点名才用的规则；0.13.0 里只有 `nn.softmax` 注册了", versions=("0.13.0",))
def _(tvm):
    made = [after(tvm, "FakeQuantizationToInteger", fake(tvm, tvm.relay.nn.softmax), optional_qnn_ops=named) for named in (None, ["nn.softmax"])]
    assert "nn.softmax" in made[0] and made[1] == {"qnn.softmax": 1}


@proves(NAMES + "FlexibleShapeDispatch", "它是普通的 Python 类，以模块调用，不能放进 `Sequential`", "传入的模块不变", "每个桶是全局函数 `main_大小`")
def _(tvm):
    relay, small = tvm.relay, var(tvm, "small", 1, 3)
    make = relay.transform.FlexibleShapeDispatch([2, 4])
    mod = tvm.IRModule.from_expr(relay.Function([small], relay.exp(small)))
    made = make(mod)
    assert {"main", "main_2", "main_4"} < {v.name_hint for v in made.get_global_vars()} and len(mod.get_global_vars()) == 1
    run = relay.create_executor("vm", made, tvm.cpu(), "llvm").evaluate()
    assert [run(np.zeros((n, 3), "float32")).shape for n in (2, 3, 5)] == [(2, 3), (3, 3), (5, 3)]
    assert not isinstance(make, tvm.transform.Pass)
    with raises(Exception):
        tvm.transform.Sequential([make])


@proves(NAMES + "ForwardFoldScaleAxis", "途中的加法 `s * x + b` 被改写成 `s * (x + b / s)`：`s` 的某个元素为 0 时得到 NaN")
def _(tvm):
    relay = tvm.relay
    image, bias = var(tvm, "h", 1, 2, 4, 4), relay.const(np.ones((2, 1, 1), "float32"))
    kernel = relay.const(np.ones((3, 2, 1, 1), "float32"))
    scale = relay.const(np.float32([0, 1]).reshape(2, 1, 1))
    mod = typed(tvm, relay.nn.conv2d(image * scale + bias, kernel))
    made = relay.transform.ForwardFoldScaleAxis()(mod)
    values = [relay.create_executor("graph", one).evaluate()(np.zeros((1, 2, 4, 4), "float32")).numpy() for one in (mod, made)]
    assert not np.isnan(values[0]).any() and np.isnan(values[1]).all()
