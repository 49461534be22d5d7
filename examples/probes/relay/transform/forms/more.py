"""More probes of docs/reference/api/python/relay/transform/forms.md: who computes, what is left in its old form, and what is wrong."""

import os
import tempfile

import numpy as np
from probes import proves, raises

NAMES = "tvm.relay.transform."


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(expr if isinstance(expr, tvm.IRModule) else tvm.IRModule.from_expr(expr))


def ops(tvm, mod):
    return {str(name): int(n) for name, n in tvm.relay.analysis.list_op_freqs(mod).items()}


def parse(tvm, source):
    read = tvm.relay.parse if hasattr(tvm.relay, "parse") else tvm.parser.parse
    return typed(tvm, read('#[version = "0.0.5"]\n' + source))


@proves(NAMES + "ToGraphNormalForm", "没有使用者的绑定随之消失，不论有没有副作用。下面的 `sqrt` 就是这样")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    body = relay.Let(var(tvm, "unused", 2), relay.sqrt(x), relay.exp(x) + x)
    assert ops(tvm, relay.transform.ToGraphNormalForm()(typed(tvm, body))) == {"add": 1, "exp": 1}
    cell = relay.var("cell")
    written = relay.Let(cell, relay.RefCreate(x), relay.Let(relay.var("done"), relay.RefWrite(cell, relay.exp(x)), relay.RefRead(cell)))
    made = relay.transform.ToGraphNormalForm()(typed(tvm, relay.Function([x], written)))
    assert "ref_write" not in str(made["main"])


@proves(NAMES + "un_cps", "输入输出若含函数，里面的仍是 CPS 形式")
def _(tvm):
    relay, kind = tvm.relay, tvm.relay.TensorType((2,))
    f, x = relay.Var("f", relay.FuncType([kind], kind)), var(tvm, "x", 2)
    mod = typed(tvm, relay.Function([f, x], f(x)))
    cps = typed(tvm, relay.transform.to_cps(mod["main"], mod))
    back = relay.transform.un_cps(cps["main"])
    assert len(back.params) == 2 and len(back.params[0].type_annotation.arg_types) == 2


@proves(NAMES + "EtaExpand", "虚拟机的编译流程用前者，使构造器可以作为实参")
def _(tvm):
    mod = parse(tvm, """type Box[A] { Full(A), Empty }
def @use(%f: fn(float32) -> Box[float32], %x: float32) -> float32 { match (%f(%x)) { Full(%y) => %y, Empty => 0f } }
def @main(%x: float32) -> float32 { @use(Full, %x) }""")
    ran = []

    @tvm.instrument.pass_instrument
    class Note:
        def run_before_pass(self, mod, info):
            ran.append(info.name)

    with tvm.transform.PassContext(opt_level=3, instruments=[Note()]):
        tvm.relay.vm.compile(mod, "llvm")
    assert "EtaExpand" in ran
    assert float(tvm.relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()(np.float32(3)).numpy()) == 3


@proves(NAMES + "PartialEvaluate", "计算在 CPU 上用目标 `llvm` 进行")
def _(tvm):
    relay, seen = tvm.relay, []

    def strategy(attrs, inputs, out_type, target):
        seen.append(str(target.kind))
        made = relay.op.OpStrategy()
        made.add_implementation(lambda attrs, inputs, out: [tvm.topi.negative(inputs[0])], relay.op.strategy.wrap_topi_schedule(tvm.topi.generic.schedule_injective), "probe")
        return made

    tvm.ir.register_op_attr("negative", "FTVMStrategy", tvm.target.generic_func(strategy), 20)
    mod = relay.transform.ToANormalForm()(typed(tvm, relay.Function([], relay.negative(relay.const([1.0, 2.0])))))
    with tvm.target.Target("cuda"):
        made = relay.transform.PartialEvaluate()(typed(tvm, mod))
    assert ops(tvm, made) == {} and set(seen) == {"llvm"}


APPLY = "def @apply_to(%f: fn(float32) -> float32, %x: float32) -> float32 { %f(%x) }\n"
GIVEN = NAMES + "Defunctionalization"


@proves(GIVEN, "作为实参的函数只能是变量、全局函数或匿名函数", "含有它调用的函数，已推断类型")
def _(tvm):
    relay = tvm.relay
    good = [
        APPLY + "def @main(%x: float32) -> float32 { @apply_to(fn(%y: float32) -> float32 { exp(%y) }, %x) }",
        APPLY + "def @own(%y: float32) -> float32 { exp(%y) }\ndef @main(%x: float32) -> float32 { @apply_to(@own, %x) }",
        APPLY + "def @both(%f: fn(float32) -> float32, %x: float32) -> float32 { @apply_to(%f, %x) }\ndef @main(%x: float32) -> float32 { @both(fn(%y: float32) -> float32 { exp(%y) }, %x) }",
    ]
    for source in good:
        mod = parse(tvm, source)
        mod["main"] = relay.transform.Defunctionalization(mod["main"], mod)
        made = relay.create_executor("debug", mod=typed(tvm, mod)).evaluate()
        assert np.isclose(float(made(np.float32(1)).numpy()), np.e)
    mod = parse(tvm, APPLY + "def @main(%x: float32) -> float32 { @apply_to(if (less(%x, 0f)) { fn(%y: float32) -> float32 { exp(%y) } } else { fn(%y: float32) -> float32 { abs(%y) } }, %x) }")
    with raises("TVMError"):
        relay.transform.Defunctionalization(mod["main"], mod)


@proves(GIVEN, "0.13.0 不区分函数类型：整个程序里作为实参的函数只能有一种类型，多态的高阶函数只能以一种类型调用，否则之后的类型推断失败", versions=("0.13.0",))
@proves(GIVEN, "整个程序里作为实参的函数只能有一种类型", versions=("0.12.0",))
def _(tvm):
    relay = tvm.relay
    mod = parse(tvm, APPLY + """def @apply_int(%f: fn(int32) -> int32, %x: int32) -> int32 { %f(%x) }
def @main(%x: float32, %n: int32) -> (float32, int32) { (@apply_to(fn(%y: float32) -> float32 { exp(%y) }, %x), @apply_int(fn(%m: int32) -> int32 { abs(%m) }, %n)) }""")
    with raises("TVMError"):
        mod["main"] = relay.transform.Defunctionalization(mod["main"], mod)
        typed(tvm, mod)


LAZY = NAMES + "LazyGradientInit"


@proves(LAZY, "`zeros_like(x) * y` 得到 `y` 而不是 0，不报错", "`zeros` 没有这个错误")
@proves(LAZY, "改写 `add`、`multiply`、`ones`、`ones_like`、`zeros`、`zeros_like`，其余算子的结果照常分配")
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x", 2), var(tvm, "y", 2)
    values = np.float32([3, 4]), np.float32([5, 6])
    for make, right in ((lambda: relay.zeros_like(x), [5, 6]), (lambda: relay.zeros((2,), "float32"), [0, 0]), (lambda: relay.ones_like(x), [5, 6]), (lambda: relay.ones((2,), "float32"), [5, 6])):
        made = typed(tvm, relay.transform.LazyGradientInit()(typed(tvm, relay.Function([x, y], make() * y))))
        assert relay.create_executor("debug", mod=made).evaluate()(*values).numpy().tolist() == right
    words = lambda body: str(relay.transform.LazyGradientInit()(typed(tvm, relay.Function([x, y], body)))["main"])
    assert "@AddGradCell" in words(x + y) and "@MultiplyGradCell" in words(x * y)
    assert "One(" in words(relay.ones((2,), "float32")) and "Zero(" in words(relay.zeros((2,), "float32"))
    plain = words(relay.exp(x))
    assert "exp(" in plain and "Raw(" in plain and not any(f"{name}(" in plain for name in ("@AddGradCell", "@MultiplyGradCell", "One", "Zero"))


@proves(NAMES + "DenseToSparse", "| `weight_name` | str 的列表 | 要换的权重名 |")
@proves(NAMES + "Conv2dToSparse", "权重名，含义同 `DenseToSparse`")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    a, u, w = var(tvm, "a", 1, 4), var(tvm, "u", 8, 4), var(tvm, "w", 8, 4)
    both = relay.nn.dense(a, u) + relay.nn.dense(a, w)
    made = transform.DenseToSparse(["w"], [[4, 1, 4, 4, 9]])(typed(tvm, both))
    assert ops(tvm, made) == {"nn.dense": 1, "nn.sparse_dense": 1, "add": 1}
    assert sorted(one.name_hint for one in made["main"].params) == ["a", "u", "w.data", "w.indices", "w.indptr"]
    i, k, m = var(tvm, "i", 1, 16, 4, 4), var(tvm, "k", 16, 16, 1, 1), var(tvm, "m", 16, 16, 1, 1)
    conv = lambda weight: relay.nn.conv2d(i, weight, channels=16, kernel_size=(1, 1))
    made = transform.Conv2dToSparse(["m"], [[4, 4, 4, 4, 5]], "NCHW", 1)(typed(tvm, conv(k) + conv(m)))
    assert ops(tvm, made) == {"nn.conv2d": 1, "nn.sparse_conv2d": 1, "add": 1}


@proves(NAMES + "Conv2dToSparse2", "块的行数和列数，须整除输出通道数，和输入通道乘卷积核的元素数", "行数不能整除时类型推断报错，列数不能整除时没有提示，结果是错的")
def _(tvm):
    relay, rng = tvm.relay, np.random.default_rng(0)
    weight = np.zeros((16, 8), "float32")
    weight[:4] = rng.integers(1, 5, (4, 8))
    data = rng.integers(-3, 4, (1, 8, 4, 4)).astype("float32")
    conv = relay.nn.conv2d(var(tvm, "i", 1, 8, 4, 4), relay.const(weight.reshape(16, 8, 1, 1)), channels=16, kernel_size=(1, 1))
    apply = lambda size: relay.transform.Conv2dToSparse2("NCHW", 1, size, 0.0)(typed(tvm, conv))
    for size, right in (((4, 4), True), ((1, 1), True), ((4, 3), False), ((4, 5), False)):
        with tvm.transform.PassContext(opt_level=0):
            got = relay.create_executor("graph", apply(size), tvm.cpu(), "llvm").evaluate()(data).numpy()
        assert got.shape == (1, 16, 4, 4) and np.allclose(got, np.einsum("oc,nchw->nohw", weight, data)) == right, size
    for size in ((5, 4), (3, 8)):
        with raises("DiagnosticError"):
            apply(size)


@proves(NAMES + "CollagePartition", "搜索的过程写到标准错误", versions=("0.12.0", "0.13.0"))
@proves(NAMES + "CapturePostDfsIndexInSpans", "`CollagePartition` 的日志用这些编号指称子图", versions=("0.12.0", "0.13.0"))
def _(tvm):
    from tvm.relay.collage import CustomCostEstimator
    from tvm.target import Target, make_compilation_config

    tvm.register_func("probe.cost", lambda mod, target: 1.0, override=True)
    mod = typed(tvm, tvm.relay.exp(tvm.relay.sqrt(var(tvm, "x", 2))))
    config = make_compilation_config(tvm.transform.PassContext(), [Target("llvm", host="llvm")])
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        with tvm.transform.PassContext(config={"relay.collage.tvm_max_depth": 4}):
            tvm.relay.transform.CollagePartition(config, CustomCostEstimator(py_fn_estimator="probe.cost"))(mod)
        file.seek(0)
        words = file.read().decode(errors="replace")
    assert "Estimating cost of candidate sqrt+exp" in words and "| {3,4} |" in words  # 3 and 4 are the calls
    spans = []
    numbered = tvm.relay.transform.CapturePostDfsIndexInSpans()(mod)
    tvm.relay.analysis.post_order_visit(numbered["main"].body, lambda node: spans.append(int(node.span.line)) if isinstance(node, tvm.relay.Call) else None)
    assert spans == [3, 4]
