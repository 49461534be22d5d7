"""More probes of docs/reference/api/python/relay/backend.md: how executors take values, and how implementations are chosen."""

import numpy as np
from probes import proves, raises

I = "tvm.relay.backend.interpreter."
V = "tvm.relay.backend.vm."
T = "tvm.relay.backend.te_compiler."
NEWER = ("0.12.0", "0.13.0")

X, W = np.ones((1, 4), "float32"), np.ones((3, 4), "float32")


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def model(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 4)), relay.var("w", shape=(3, 4))
    return typed(tvm, relay.Function([x, w], relay.nn.relu(relay.nn.dense(x, w))))


def primitive(tvm):
    return tvm.relay.transform.FuseOps(1)(model(tvm))["main"].body.op


def compiler(tvm):
    from tvm.relay.backend import te_compiler

    return te_compiler


def seen_passes(tvm):
    names = []

    @tvm.instrument.pass_instrument
    class Note:
        def run_before_pass(self, mod, info):
            names.append(info.name)

    return names, Note()


@proves(I + "Executor", "`evaluate` 的结果取决于 `expr`", "得到的函数接受 NumPy 数组、`NDArray`、元组和数，图执行器和 AOT 执行器的形参不能是元组", "按位置或按形参名传")
def _(tvm):
    relay = tvm.relay
    s, pair = relay.var("s", shape=()), relay.var("p", relay.TupleType([relay.TensorType(()), relay.TensorType(())]))
    func = relay.Function([s, pair], s + relay.TupleGetItem(pair, 0) * relay.TupleGetItem(pair, 1))
    two, three = np.float32(2), tvm.nd.array(np.float32(3))
    for kind in ("debug", "vm"):
        run = relay.create_executor(kind, tvm.IRModule.from_expr(func), tvm.cpu(), "llvm").evaluate()
        assert run(np.array(1, "float32"), (two, three)).numpy() == 7 and run(p=(two, three), s=three).numpy() == 9
        assert run(1.0, (2.0, 3.0)).numpy() == 7
    for kind in ("graph", "aot"):
        with raises(Exception):
            relay.create_executor(kind, tvm.IRModule.from_expr(func), tvm.cpu(), "llvm").evaluate()(1.0, (two, three))
    run = relay.create_executor("graph", model(tvm), tvm.cpu(), "llvm").evaluate()
    assert run(X, tvm.nd.array(W)).numpy().tolist() == run(w=W, x=X).numpy().tolist() == [[4, 4, 4]]


@proves(I + "Interpreter", "每次 `evaluate` 都重新准备模块，要多次调用时先取出函数", "运行的设备")
def _(tvm):
    from tvm.relay.backend import interpreter

    executor = interpreter.Interpreter(model(tvm), tvm.cpu(), tvm.target.Target("llvm"))
    names, note = seen_passes(tvm)
    with tvm.transform.PassContext(opt_level=3, instruments=[note]):
        counts = []
        for _ in range(2):
            run = executor.evaluate()
            run(X, W)
            counts.append(len(names))
        assert counts[1] == 2 * counts[0] > 0
        found = run(X, W)
        assert len(names) == counts[1] and found.device == tvm.cpu()


@proves(I + "ConstructorValue", "各字段的值，可以再是这个类", "构造器本身，从 `mod.get_type` 得到")
def _(tvm):
    from tvm.relay.backend import interpreter

    relay, mod = tvm.relay, tvm.IRModule()
    prelude = tvm.relay.prelude.Prelude(mod)
    lists, cons, nil = mod.get_type("List")
    kind = interpreter.ConstructorValue
    one = kind(cons.tag, [tvm.nd.array(np.float32(5)), kind(nil.tag, [], nil)], cons)
    two = kind(cons.tag, [tvm.nd.array(np.float32(7)), one], cons)
    assert two.fields[1].fields[0].numpy() == 5 and two.constructor.same_as(cons)
    given = relay.var("l", lists(relay.TensorType(())))
    run = interpreter.Interpreter(mod, tvm.cpu(), tvm.target.Target("llvm")).evaluate(relay.Function([given], prelude.hd(given)))
    assert run(two).numpy() == 7 and run(one).numpy() == 5


@proves(V + "compile", "级别、禁用的 Pass 等取自 `PassContext`", "主机的目标；也可写进 `Target(target, host=…)`")
def _(tvm):
    from tvm.relay.backend import vm

    def run_of(**options):
        names, note = seen_passes(tvm)
        with tvm.transform.PassContext(instruments=[note], **options):
            vm.compile(model(tvm), "llvm")
        return names

    name = "EliminateCommonSubexpr"
    assert name in run_of(opt_level=3) and name not in run_of(opt_level=1) and name not in run_of(opt_level=3, disabled_pass=[name])
    for given in (("llvm", "llvm -mcpu=core2"), (tvm.target.Target("llvm", host="llvm -mcpu=core2"), None)):
        made = vm.compile(model(tvm), *given)
        assert tvm.runtime.vm.VirtualMachine(made, tvm.cpu()).run(X, W).numpy().tolist() == [[4, 4, 4]]


@proves(V + "VMCompiler", "设置要绑定的参数，在 `lower` 或 `optimize` 之前调用", "优化模块，生成虚拟机的字节码", "为各目标生成核函数，在 `lower` 之后", "取得 `runtime.vm.Executable`", "`codegen` 之前的 `get_exec` 只有警告，得到的可执行体没有核函数")
def _(tvm):
    from tvm.relay.backend import vm

    whole = vm.VMCompiler()
    whole.set_params({"w": W})
    whole.lower(model(tvm), "llvm")
    early = whole.get_exec()
    assert isinstance(early, tvm.runtime.vm.Executable) and early.bytecode
    with raises(Exception):
        tvm.runtime.vm.VirtualMachine(early, tvm.cpu()).run(X)
    whole.codegen()
    made = whole.get_exec()
    assert list(made.get_function_params("main")) == ["x"]
    assert tvm.runtime.vm.VirtualMachine(made, tvm.cpu()).run(X).numpy().tolist() == [[4, 4, 4]]
    late = vm.VMCompiler()
    late.lower(model(tvm), "llvm")
    late.set_params({"w": W})
    late.codegen()
    assert list(late.get_exec().get_function_params("main")) == ["x", "w"]


@proves(V + "VMExecutor", "| `device` | `Device` 或它的列表 |", "| `target` | 同 `compile` |")
def _(tvm):
    from tvm.relay.backend import vm

    for device, target in (([tvm.cpu()], ["llvm"]), (tvm.cpu(), {tvm.cpu(): "llvm"})):
        assert vm.VMExecutor(model(tvm), device, target).evaluate()(X, W).numpy().tolist() == [[4, 4, 4]]


@proves(V + "VMExecutor", "`evaluate(expr)` 把 `expr` 写进传入的模块，作为新的 `main`", "以前得到的函数从此也执行新的程序", "运行的设备")
def _(tvm):
    from tvm.relay.backend import vm

    mod, y = model(tvm), tvm.relay.var("y", shape=(2,))
    executor = vm.VMExecutor(mod, tvm.cpu(), "llvm")
    first = executor.evaluate()
    assert first(X, W).device == tvm.cpu()
    executor.evaluate(tvm.relay.Function([y], y + y))
    assert [one.name_hint for one in mod["main"].params] == ["y"] and first(np.ones(2, "float32")).numpy().tolist() == [2, 2]


@proves("tvm.relay.backend.graph_executor_codegen.GraphExecutorCodegen", "模块必须已经执行 `FuseOps` 和 `PlanDevices`", "一个或多个目标")
def _(tvm):
    from tvm.relay.backend import graph_executor_codegen
    from tvm.target import Target, make_compilation_config

    relay, target = tvm.relay, Target("llvm", host="llvm")
    plan = relay.transform.PlanDevices(make_compilation_config(tvm.transform.PassContext(), target))
    mod = plan(relay.transform.FuseOps(1)(model(tvm)))
    for given in (target, [target], {tvm.tir.IntImm("int32", 1): target}):
        graph, modules, _ = graph_executor_codegen.GraphExecutorCodegen(None, given).codegen(mod, mod["main"])
        assert "fused_nn_dense_nn_relu" in graph and len(modules) == 1
    for half in (plan(model(tvm)), relay.transform.FuseOps(1)(model(tvm))):
        with raises("TVMError"):
            graph_executor_codegen.GraphExecutorCodegen(None, target).codegen(half, half["main"])


@proves(T + "get", "它带着自己的缓存，与 `relay.build` 内部新建的编译器不共用")
@proves(T + "CCacheKey", "可以代替函数传给 `TECompiler.lower` 和 `TECompiler.jit`，那时不必再给目标")
@proves(T + "CCacheValue", "没有供 Python 使用的构造函数")
def _(tvm):
    te, target = compiler(tvm), tvm.target.Target("llvm")
    one = te.get()
    one.clear()
    tvm.relay.build(model(tvm), "llvm")
    assert len(one.items()) == 0
    key = te.CCacheKey(primitive(tvm), target)
    assert len(one.lower(key).outputs) == 1 and len(one.items()) == 1
    arrays = [tvm.nd.array(data) for data in (X, W, np.zeros((1, 3), "float32"))]
    one.jit(key)(*arrays)
    assert arrays[2].numpy().tolist() == [[4, 4, 4]] and len(one.items()) == 1
    with raises(Exception):
        te.CCacheValue().cached_func


def query(tvm, target):
    call = model(tvm)["main"].body.args[0]
    inputs = [tvm.te.placeholder(shape, name=name) for name, shape in (("x", (1, 4)), ("w", (3, 4)))]
    return call, [call.op, call.attrs, inputs, call.checked_type, target]


@proves(T + "get_valid_implementations", "带条件的一组实现，只有每个条件都能化简为真时才列入", "判断不了的不列入", "取自 `call.attrs`", "实际可以有符号维，`lower_call` 就这样用", "输出的类型，取自 `call.checked_type`")
def _(tvm):
    from tvm.te import SpecializedCondition

    te, target = compiler(tvm), tvm.target.Target("llvm")
    call, asked = query(tvm, target)
    n, strategy = tvm.te.var("n"), tvm.relay.op.OpStrategy()
    compute, schedule = lambda *_: [], lambda *_: None
    for name, condition in (("always", None), ("true", [asked[2][0].shape[1] > 3]), ("both", [n + 1 > n, n * 0 == 0]), ("false", [asked[2][0].shape[1] > 4]), ("half", [n + 1 > n, n > 3]), ("unknown", [n > 3])):
        if condition is None:
            strategy.add_implementation(compute, schedule, name=name)
        else:
            condition = [one.asobject() if hasattr(one, "asobject") else tvm.tir.const(bool(one), "bool") if isinstance(one, bool) else one for one in condition]
            with SpecializedCondition(condition):
                strategy.add_implementation(compute, schedule, name=name)
    given = []

    class Op:
        name = "test"

        def get_attr(self, key):
            return lambda *values: given.append(values) or strategy

    found = te.get_valid_implementations(Op(), *asked[1:])
    assert {one.name for one in found} == {"always", "true", "both"}
    assert given == [tuple(asked[1:])]
    moving = tvm.te.placeholder((n, 4), name="x")
    assert te.get_valid_implementations(call.op, call.attrs, [moving, asked[2][1]], call.checked_type, target)


@proves(T + "select_implementation", "前五个形参同上", "有记录的实现里取耗时最少的；都没有记录，或为 False 时，取 `plevel` 最大的")
def _(tvm):
    from tvm import autotvm

    te, target = compiler(tvm), tvm.target.Target("llvm -mcpu=haswell")
    _, asked = query(tvm, target)
    with target:
        found = te.get_valid_implementations(*asked)
        assert te.select_implementation(*asked)[0].name == max(found, key=lambda one: one.plevel).name

    class Implementation:
        def __init__(self, name, plevel):
            self.name, self.plevel = name, plevel

        def compute(self, attrs, inputs, kind):
            assert (attrs, inputs, kind) == tuple(asked[1:4])
            return self.name

    class Config:
        def __init__(self, cost):
            self.cost, self.is_fallback = cost, cost is None

    def pick(costs, **more):
        autotvm.task.DispatchContext.current = type("Log", (), {"query": lambda self, target, workload: Config(costs.get(workload))})()
        made, outputs = te.select_implementation(*asked, **more)
        assert outputs == made.name
        return made.name

    te.get_valid_implementations = lambda *values: [Implementation("a", 5), Implementation("b", 20), Implementation("c", 10)]
    te.autotvm.task.get_workload = lambda outputs: outputs
    assert pick({}) == "b" and pick({"a": 2.0, "c": 1.0}) == "c" and pick({"a": 2.0, "c": 3.0, "b": 4.0}) == "a"
    assert pick({"a": 2.0}, use_autotvm=False) == "b"


@proves(T + "lower_call", "C++ 下降算子时", "与实参对应的张量；元组实参展开成几项", "也要在 `with target` 里")
def _(tvm):
    te, relay, target = compiler(tvm), tvm.relay, tvm.target.Target("llvm -mcpu=haswell")
    a, b = (relay.var(name, shape=(2, 3)) for name in "ab")
    call = typed(tvm, relay.Function([a, b], relay.concatenate([a, b], 0)))["main"].body
    inputs = [tvm.te.placeholder((2, 3), name=name) for name in "ab"]
    with target:
        made = te.lower_call(call, inputs, target)
    assert [int(n) for n in made.outputs[0].shape] == [4, 3]
    dense, asked = query(tvm, target)
    with raises(AttributeError):
        te.lower_call(dense, asked[2], target)
    seen, real = [], tvm.get_global_func("relay.backend.lower_call")

    def spy(call, *rest):
        seen.append(call.op.name)
        return real(call, *rest)

    tvm.register_func("relay.backend.lower_call", spy, True)
    te.get().clear()
    te.get().lower(primitive(tvm), target)
    assert seen == ["nn.dense", "nn.relu"]


@proves(T + "lower_call", "被调者必须是算子，已推断类型", "输出的类型，默认取 `call.checked_type`", versions=NEWER)
def _(tvm):
    te, relay, target = compiler(tvm), tvm.relay, tvm.target.Target("llvm")
    x = relay.var("x", shape=(2, 3))
    given = [tvm.te.placeholder((2, 3), name="x")]
    with target:
        assert len(te.lower_call(typed(tvm, relay.Function([x], relay.exp(x)))["main"].body, given, target).outputs) == 1
        with raises(Exception):
            te.lower_call(relay.exp(x), given, target)
        with raises(Exception):
            te.lower_call(relay.Call(relay.Function([x], x), [x]), given, target)
    seen, real = [], te.select_implementation
    te.select_implementation = lambda op, attrs, inputs, kind, *rest, **more: seen.append(kind) or real(op, attrs, inputs, kind, *rest, **more)
    call, other = typed(tvm, relay.Function([x], relay.exp(x)))["main"].body, relay.TensorType((2, 3), "float16")
    with target:
        te.lower_call(call, given, target)
        te.lower_call(call, given, target, other)
    assert seen == [call.checked_type, other]


@proves(T + "lower_call", "融合在一起的 `qnn.conv2d`（或 `qnn.dense`）、`add`、`qnn.requantize` 只为前者回调一次，`otype` 是最后一个算子的类型", versions=("0.13.0",))
def _(tvm):
    relay, seen = tvm.relay, []
    scale, zero = relay.const(1.0), relay.const(0)
    x, w, b = relay.var("x", shape=(2, 4), dtype="uint8"), relay.var("w", shape=(3, 4), dtype="int8"), relay.var("b", shape=(3,), dtype="int32")
    dense = relay.qnn.op.dense(x, w, zero, zero, scale, scale, 3)
    body = relay.qnn.op.requantize(relay.add(dense, b), scale, zero, scale, zero, axis=1, out_dtype="uint8")
    func = typed(tvm, relay.Function([x, w, b], body).with_attr("Primitive", 1))["main"]

    def spy(call, inputs, target, otype=None):
        seen.append((call.op.name, otype))
        raise RuntimeError("enough")

    tvm.register_func("relay.backend.lower_call", spy, True)
    with raises(Exception):
        compiler(tvm).get().lower(func, tvm.target.Target("llvm"))
    assert [name for name, _ in seen] == ["qnn.dense"] and seen[0][1] == relay.TensorType((2, 3), "uint8")


@proves(T + "lower_to_primfunc", "不能是字符串，Python 3.11 里抛出 `TypeError`", versions=NEWER)
def _(tvm):
    import sys

    te = compiler(tvm)
    assert isinstance(te.lower_to_primfunc(primitive(tvm), tvm.target.Target("llvm")), tvm.tir.PrimFunc)
    if sys.version_info >= (3, 11):
        with raises(TypeError):
            te.lower_to_primfunc(primitive(tvm), "llvm")
