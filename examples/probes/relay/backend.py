"""Probes of docs/reference/api/python/relay/backend.md."""

import json

import numpy as np
from probes import check_error, proves, proves_check, raises

I = "tvm.relay.backend.interpreter."
V = "tvm.relay.backend.vm."
T = "tvm.relay.backend.te_compiler."
NEW = ("0.12.0", "0.13.0")

X, W = np.ones((1, 4), "float32"), np.ones((3, 4), "float32")


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def model(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 4)), relay.var("w", shape=(3, 4))
    return typed(tvm, relay.Function([x, w], relay.nn.relu(relay.nn.dense(x, w))))


def primitive(tvm):
    return tvm.relay.transform.FuseOps(1)(model(tvm))["main"].body.op


def debug(tvm, mod=None):
    from tvm.relay.backend import interpreter

    return interpreter.Interpreter(model(tvm) if mod is None else mod, tvm.cpu(), tvm.target.Target("llvm"))


def compiler(tvm):
    from tvm.relay.backend import te_compiler

    return te_compiler


@proves(I + "Executor", "`relay.create_executor` 返回它的子类；它自己不能执行，`evaluate` 抛出 `NotImplementedError`")
def _(tvm):
    base = tvm.relay.backend.interpreter.Executor
    for kind in ("debug", "graph", "vm"):
        assert isinstance(tvm.relay.create_executor(kind, model(tvm), tvm.cpu(), "llvm"), base)
    with raises(NotImplementedError):
        base().evaluate(tvm.relay.const(1.0))


@proves(I + "Executor", "执行模块里 `main` 的 Python 函数", "立即求值的结果", "给表达式里的自由变量赋值", "`Function` 有自由变量时断言失败")
def _(tvm):
    run, relay = debug(tvm), tvm.relay
    assert run.evaluate()(X, W).numpy().tolist() == [[4, 4, 4]]
    assert run.evaluate(relay.const(1.0) + relay.const(2.0)).numpy() == 3
    y = relay.var("y", shape=(2,))
    assert list(run.evaluate(y + y, binds={y: np.array([1, 2], "float32")}).numpy()) == [2, 4]
    assert callable(run.evaluate(relay.Function([y], y)))
    with raises(AssertionError):
        run.evaluate(relay.Function([], y))


@proves_check(I + "Executor", "解释器和虚拟机得到闭包对象，图执行器和 AOT 执行器抛出 `InternalError`")
def _(tvm, release):
    relay = tvm.relay
    y, z = relay.var("y", shape=(2,)), relay.var("z", shape=(2,))
    made = lambda kind: relay.create_executor(kind, tvm.IRModule(), tvm.cpu(), "llvm").evaluate(relay.Function([y], y + z), binds={z: np.ones(2, "float32")})
    for kind in ("debug", "vm"):
        assert "losure" in type(made(kind)).__name__ or not callable(made(kind))
    for kind in ("graph", "aot"):
        with raises(check_error(release)):
            made(kind)


@proves_check(I + "Executor", "全按位置传而个数不够时，解释器和虚拟机抛出 `InternalError`，图执行器和 AOT 执行器不报错，没有给的输入内容不定")
def _(tvm, release):
    for kind in ("debug", "vm", "graph", "aot"):
        run = tvm.relay.create_executor(kind, model(tvm), tvm.cpu(), "llvm").evaluate()
        if kind in ("graph", "aot"):
            assert run(X).numpy().shape == (1, 3)
        else:
            with raises(check_error(release)):
                run(X)


@proves(I + "Executor", "按名传时缺少的抛出 `KeyError`，多余的名字被静默忽略", "按名的值是多个元素的 NumPy 数组时得到的是 NumPy 的 `ValueError`", "是 0 时不报错，用按位置的值")
def _(tvm):
    run, relay = debug(tvm).evaluate(), tvm.relay
    assert run(X, w=W, unused=1).numpy().tolist() == [[4, 4, 4]]
    with raises(KeyError):
        run(X, W=W)
    with raises(ValueError, "ambiguous"):
        run(X, W, x=X)
    s = relay.var("s", shape=())
    one = debug(tvm, tvm.IRModule()).evaluate(relay.Function([s], s + s))
    assert one(np.float32(3), s=0).numpy() == 6


@proves(I + "Interpreter", "就是 `relay.create_executor(\"debug\")`", "None 在 `evaluate` 时报错", "写字符串要到 `evaluate` 才抛出 `TVMError`", "控制流、闭包、引用和代数数据类型都支持")
def _(tvm):
    kind, relay = tvm.relay.backend.interpreter.Interpreter, tvm.relay
    assert type(relay.create_executor("debug", model(tvm), tvm.cpu(), "llvm")) is kind
    nothing = kind(None, tvm.cpu(), tvm.target.Target("llvm"))
    with raises(Exception):
        nothing.evaluate(relay.const(1.0))
    text = kind(tvm.IRModule(), tvm.cpu(), "llvm")
    with raises("TVMError"):
        text.evaluate(relay.const(1.0) + relay.const(2.0))
    chosen = debug(tvm, tvm.IRModule()).evaluate(relay.If(relay.const(True), relay.const(1.0), relay.const(2.0)))
    assert chosen.numpy() == 1
    ref = relay.var("r")
    read = relay.Let(ref, relay.RefCreate(relay.const(3.0)), relay.RefRead(ref))
    assert debug(tvm, tvm.IRModule()).evaluate(read).numpy() == 3


def lists(tvm):
    mod = tvm.IRModule()
    _, cons, nil = tvm.relay.prelude.Prelude(mod).mod.get_type("List")
    mod["main"] = tvm.relay.Function([], cons(tvm.relay.const(1.0), nil()))
    return mod, cons, nil


@proves(I + "ConstructorValue", "虚拟机的结果不是它，而是 `tvm.runtime.container.ADT`；元组在两者中都是 `ADT`", "三个形参都成为同名的属性", "取自 `constructor.tag`")
def _(tvm):
    mod, cons, nil = lists(tvm)
    relay = tvm.relay
    value = debug(tvm, mod).evaluate()()
    kind = relay.backend.interpreter.ConstructorValue
    assert isinstance(value, kind) and value.tag == cons.tag and value.constructor.name_hint == "Cons"
    assert len(value.fields) == 2 and value.fields[1].constructor.name_hint == "Nil"
    mod, _, _ = lists(tvm)
    adt = tvm.runtime.container.ADT
    assert isinstance(relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()(), adt)
    pair = relay.Tuple([relay.const(1.0), relay.const(2.0)])
    assert isinstance(debug(tvm, tvm.IRModule()).evaluate(pair), adt)
    assert kind(nil.tag, [], nil).tag == nil.tag


@proves(I + "RefValue", "属性 `value` 是当前内容。作为实参传入时，以当前内容新建一个引用，函数里的写入不会传回这个对象")
def _(tvm):
    relay = tvm.relay
    run = debug(tvm, tvm.IRModule())
    made = run.evaluate(relay.RefCreate(relay.const(3.0)))
    assert made.value.numpy() == 3
    ref = relay.var("ref", relay.RefType(relay.TensorType(())))
    ignored = relay.var("ignored")
    write = relay.Function([ref], relay.Let(ignored, relay.RefWrite(ref, relay.const(5.0)), relay.RefRead(ref)))
    assert run.evaluate(write)(made).numpy() == 5 and made.value.numpy() == 3


@proves_check(V + "compile", "要有 `main`；传 `Function` 抛出 `InternalError`")
@proves(V + "compile", "常用的写法是 `relay.vm.compile`，两者是同一个函数", "默认值 None 不可用，断言失败，也不取 `with` 里的目标", "模块里没有的名字忽略，不提示", "编译之后，`mod[\"main\"]` 就少了这些形参")
def _(tvm, release):
    from tvm.relay.backend import vm

    assert tvm.relay.vm.compile is vm.compile
    mod = model(tvm)
    made = vm.compile(mod, "llvm", params={"w": W, "missing": W})
    assert isinstance(made, tvm.runtime.vm.Executable) and [one.name_hint for one in mod["main"].params] == ["x"]
    assert tvm.runtime.vm.VirtualMachine(made, tvm.cpu()).run(X).numpy().tolist() == [[4, 4, 4]]
    with raises(check_error(release)):
        vm.compile(model(tvm)["main"], "llvm")
    with tvm.target.Target("llvm"):
        with raises(Exception):
            vm.compile(model(tvm))


@proves_check(V + "VMCompiler", "一个对象只能 `lower` 或 `optimize` 一次，再次调用抛出 `InternalError`，`optimize` 之后也不能接着 `lower`")
@proves(V + "VMCompiler", "名称到 `NDArray` 的字典", "只做图优化和下降，返回 `(mod, params)`；核函数已是模块里的 `PrimFunc`，`main` 里内存的分配和释放都已写明")
def _(tvm, release):
    from tvm.relay.backend import vm

    made = vm.VMCompiler()
    made.set_params({"w": W})
    assert isinstance(made.get_params()["w"], tvm.nd.NDArray)
    mod, params = made.optimize(model(tvm), "llvm", params={"w": W})
    assert any(isinstance(func, tvm.tir.PrimFunc) for func in mod.functions.values()) and "w" in params
    assert "memory.alloc_storage" in str(mod["main"]) and "memory.kill" in str(mod["main"])
    for again in (made.lower, made.optimize):
        with raises(check_error(release)):
            again(model(tvm), "llvm")
    whole = vm.VMCompiler()
    whole.lower(model(tvm), "llvm")
    whole.codegen()
    assert isinstance(whole.get_exec(), tvm.runtime.vm.Executable)


@proves(V + "VMCompiler", "在 `lower` 之前调用 `codegen` 或 `get_exec`，进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    from tvm.relay.backend import vm

    vm.VMCompiler().codegen()


@proves(V + "VMExecutor", "None 时抛出 `RuntimeError: Must provide module to get VM executor.`", "编译的目标", "把 `expr` 写进传入的模块，作为新的 `main`；以前得到的函数从此也执行新的程序", "结果留在 `executable` 和 `vm` 两个属性里")
def _(tvm):
    from tvm.relay.backend import vm

    with raises(RuntimeError, "Must provide module to get VM executor."):
        vm.VMExecutor(None, tvm.cpu(), "llvm")
    mod, y = model(tvm), tvm.relay.var("y", shape=(2,))
    executor = vm.VMExecutor(mod, tvm.cpu(), "llvm")
    first = executor.evaluate()
    assert first(X, W).numpy().tolist() == [[4, 4, 4]]
    executor.evaluate(tvm.relay.Function([y], y + y))
    assert [one.name_hint for one in mod["main"].params] == ["y"]
    assert list(first(np.ones(2, "float32")).numpy()) == [2, 2]
    assert isinstance(executor.executable, tvm.runtime.vm.Executable) and executor.vm is not None


G = "tvm.relay.backend.graph_executor_codegen.GraphExecutorCodegen"


@proves(G, "None 断言失败，不取 `with` 里的目标")
def _(tvm):
    from tvm.relay.backend import graph_executor_codegen

    with tvm.target.Target("llvm"), raises(AssertionError):
        graph_executor_codegen.GraphExecutorCodegen(None, None)


@proves(G, "返回图的 JSON 文本、目标到 `IRModule` 的字典、需要一起保存的常量", "一般传 None")
@proves_check(G, "缺少前者抛出 `InternalError: … Expected the operator to be a global var, but got Op`，缺少后者抛出 `InternalError: … Invalid device type`")
def _(tvm, release):
    from tvm.relay.backend import graph_executor_codegen
    from tvm.target import Target, make_compilation_config

    target, relay = Target("llvm", host="llvm"), tvm.relay
    plan = relay.transform.PlanDevices(make_compilation_config(tvm.transform.PassContext(), target))
    generate = lambda mod: graph_executor_codegen.GraphExecutorCodegen(None, target).codegen(mod, mod["main"])
    fuse = relay.transform.FuseOps(1)
    graph, modules, constants = generate(plan(fuse(model(tvm))))
    assert [node["name"] for node in json.loads(graph)["nodes"]][:2] == ["x", "w"] and len(constants) == 0
    assert all(isinstance(mod, tvm.IRModule) for mod in modules.values()) and len(modules) == 1
    with raises(check_error(release), "Expected the operator to be a global var, but got Op"):
        generate(plan(model(tvm)))
    with raises(check_error(release), "Invalid device type"):
        generate(fuse(model(tvm)))


@proves(T + "get", "每次是同一个对象")
@proves(T + "TECompiler", "不能构造，抛出 `RuntimeError: Cannot construct a TECompiler`", "`CCacheKey`", "输出作为最后的实参传入", "清空缓存")
def _(tvm):
    te = compiler(tvm)
    one = te.get()
    assert one.same_as(te.get()) and isinstance(one, te.TECompiler)
    with raises(RuntimeError, "Cannot construct a TECompiler"):
        te.TECompiler()
    one.clear()
    target = tvm.target.Target("llvm")
    lowered = one.lower(primitive(tvm), target)
    assert isinstance(lowered.funcs, tvm.IRModule) and len(lowered.inputs) == 2 and len(lowered.outputs) == 1
    arrays = [tvm.nd.array(data) for data in (X, W, np.zeros((1, 3), "float32"))]
    one.jit(primitive(tvm), target)(*arrays)
    assert arrays[2].numpy().tolist() == [[4, 4, 4]] and len(one.items()) == 1
    one.clear()
    assert len(one.items()) == 0


@proves(T + "TECompiler", "`source_func` 是函数等 Relay 表达式时，出错抛出 `RuntimeError`，信息里有它的文本；是 `CCacheKey` 时，出错得到的是 `AttributeError`")
def _(tvm):
    one, target = compiler(tvm).get(), tvm.target.Target("llvm")
    x = tvm.relay.var("x", shape=(2, 2))
    bad = tvm.relay.Function([x], tvm.relay.nn.dense(x, x)).with_attr("Primitive", 1)
    for source in (bad, bad.body):
        with raises(RuntimeError, "nn.dense"):
            one.lower(source, target)
    with raises(AttributeError):
        one.lower(compiler(tvm).CCacheKey(bad, target))


@proves(T + "TECompiler", "用默认值 None，`lower` 和 `jit` 都使进程以段错误退出，处在 `with target` 里也一样", dies="SIGSEGV")
def _(tvm):
    with tvm.target.Target("llvm"):
        compiler(tvm).get().lower(primitive(tvm))


@proves(T + "CCacheKey", "结构相同的函数加上同一目标算同一个键。`target` 必须是 `Target` 对象")
@proves(T + "CCacheValue", "`cached_func` 是下降的结果，`use_count` 是取用的次数，命中缓存时加一")
def _(tvm):
    te = compiler(tvm)
    one, target = te.get(), tvm.target.Target("llvm")
    one.clear()
    one.lower(primitive(tvm), target)
    (before,) = [value.use_count for _, value in one.items()]
    one.lower(te.CCacheKey(primitive(tvm), target))
    ((_, value),) = one.items()
    assert value.use_count == before + 1 and isinstance(value, te.CCacheValue) and len(value.cached_func.outputs) == 1
    with raises("TVMError"):
        te.CCacheKey(primitive(tvm), "llvm")


def query(tvm, target):
    call = model(tvm)["main"].body.args[0]
    inputs = [tvm.te.placeholder(shape, name=name) for name, shape in (("x", (1, 4)), ("w", (3, 4)))]
    return call, (call.op, call.attrs, inputs, call.checked_type, target)


@proves(T + "get_valid_implementations", "没有注册 `FTVMStrategy` 的算子断言失败", "不能是字符串，Python 3.11 里抛出 `TypeError`")
@proves(T + "select_implementation", "取 `plevel` 最大的", "没有可用的实现时抛出 `RuntimeError`", "没有时抛出 `AttributeError`")
def _(tvm):
    te, target = compiler(tvm), tvm.target.Target("llvm -mcpu=haswell")
    call, asked = query(tvm, target)
    found = te.get_valid_implementations(*asked)
    assert len(found) > 1 and all(isinstance(one, tvm.relay.op.op.OpImplementation) for one in found)
    with target:
        chosen, outputs = te.select_implementation(*asked)
    assert chosen.plevel == max(one.plevel for one in found) and list(map(int, outputs[0].shape)) == [1, 3]
    with raises(AttributeError):
        te.select_implementation(*asked)
    with raises(AssertionError):
        te.get_valid_implementations(tvm.ir.Op.get("on_device"), *asked[1:])
    import sys

    if sys.version_info >= (3, 11):
        with raises(TypeError):
            te.get_valid_implementations(*asked[:4], "llvm")
    te.get_valid_implementations = lambda *given: []
    with raises(RuntimeError), target:
        te.select_implementation(*asked)


@proves(T + "LoweredOutput", "`relay.op.op.OpImplementation`", "属性名是 `implementation`，与形参不同", "计算的输出；同名属性")
@proves(T + "lower_call", "为一次算子调用选定实现，返回 `LoweredOutput`", "实参或结果有动态形状时不查调优日志，直接取 `plevel` 最大的实现")
def _(tvm):
    te, target = compiler(tvm), tvm.target.Target("llvm -mcpu=haswell")
    call, asked = query(tvm, target)
    with target:
        made = te.lower_call(call, asked[2], target)
    assert isinstance(made, te.LoweredOutput) and isinstance(made.implementation, tvm.relay.op.op.OpImplementation) and len(made.outputs) == 1
    assert not hasattr(made, "implement")
    seen = []
    real = te.select_implementation
    te.select_implementation = lambda *given, **more: seen.append(more.get("use_autotvm", True)) or real(*given, **more)
    x = tvm.relay.var("x", shape=(tvm.relay.Any(), 4))
    moving = typed(tvm, tvm.relay.Function([x], tvm.relay.exp(x)))["main"].body
    n = tvm.te.var("n")
    with target:
        te.lower_call(moving, [tvm.te.placeholder((n, 4), name="x")], target)
        te.lower_call(call, asked[2], target)
    assert seen == [False, True]


@proves_check(T + "lower_to_primfunc", "带 `Primitive` 属性的函数，否则抛出 `InternalError`")
@proves(T + "lower_to_primfunc", "把融合后的 Relay 函数变成没有调度过的 TensorIR 函数")
def _(tvm, release):
    te, target = compiler(tvm), tvm.target.Target("llvm")
    made = te.lower_to_primfunc(primitive(tvm), target)
    assert isinstance(made, tvm.tir.PrimFunc) and len(made.buffer_map) == 3
    kinds = []
    visit = lambda node: kinds.append(node.kind) if isinstance(node, tvm.tir.For) else None
    tvm.tir.stmt_functor.post_order_visit(made.body, visit)
    assert kinds and set(kinds) == {tvm.tir.ForKind.SERIAL}
    with raises(check_error(release), "must be a Relay primitive function"):
        te.lower_to_primfunc(model(tvm)["main"], target)


@proves(T + "get_shape", "类型 int32", "`IntImm` 在默认的构建（`INDEX_DEFAULT_I64=ON`）里不变", "其余的原样返回")
def _(tvm):
    n = tvm.te.var("n", "int64")
    made = compiler(tvm).get_shape([tvm.tir.IntImm("int64", 3), tvm.relay.Any(), n])
    assert isinstance(made, list) and made[0].dtype == "int64" and made[0].value == 3
    assert isinstance(made[1], tvm.tir.Var) and made[1].name == "any_dim" and made[1].dtype == "int32"
    assert made[2].same_as(n)


COMPLETE = True
