"""More probes of docs/reference/api/python/relay/index.md: parameters of the entry points, and gradients of constants."""

import os
import re
import tempfile

import numpy as np
from probes import proves, raises

RELAY = "tvm.relay."


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def evaluate(tvm, expr, *values, kind="graph"):
    made = tvm.relay.create_executor(kind, tvm.IRModule.from_expr(expr), tvm.cpu(), "llvm").evaluate()(*values)
    return made.numpy() if hasattr(made, "numpy") else [one.numpy() for one in made]


def gradient(tvm, func, *values):
    """The gradients of a function without closures."""
    relay = tvm.relay
    mod = tvm.IRModule.from_expr(relay.transform.gradient(typed(tvm, func)["main"], mode="first_order"))
    mod = relay.transform.InferType()(relay.transform.ToGraphNormalForm()(relay.transform.InferType()(mod)))
    return [one.numpy() for one in relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()(*values)[1]]


def said(action):
    """What an action writes to the standard error."""
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        action()
        file.seek(0)
        return file.read().decode(errors="replace")


def weighted(tvm):
    x, w = var(tvm, "x", 2, 2), var(tvm, "w", 2)
    return tvm.IRModule.from_expr(tvm.relay.Function([x, w], tvm.relay.exp(x) * w))


@proves(RELAY + "build", "图执行器的 `get_params()` 里是留在图中的常量，绑定的名称不保留，按次序叫 `p0`、`p1` 等，有没有折叠都一样")
def _(tvm):
    relay, x, w = tvm.relay, var(tvm, "x", 2), var(tvm, "w", 2)
    one = np.ones(2, "float32")
    for body, names in ((relay.exp(x) * w, ["p0"]), (relay.exp(x) * relay.exp(w), ["p0"]), (relay.concatenate([relay.nn.relu(x) * w, relay.const([3.0, 4.0])], 0), ["p0", "p1"])):
        lib = relay.build(tvm.IRModule.from_expr(relay.Function([x, w], body)), "llvm", params={"w": one})
        assert sorted(lib.get_params()) == names, sorted(lib.get_params())


@proves(RELAY + "build", "工作区和常量的内存池，供统一静态内存规划器（USMP）用")
def _(tvm):
    from tvm import WorkspaceMemoryPools, WorkspacePoolInfo

    relay, target = tvm.relay, tvm.target.Target("c")
    pools = WorkspaceMemoryPools([WorkspacePoolInfo("mine", [target])])
    x = var(tvm, "x", 1, 4)
    body = relay.nn.softmax(relay.nn.dense(relay.nn.softmax(x), relay.const(np.ones((4, 4), "float32"))))
    options = {"executor": relay.backend.Executor("aot", {"unpacked-api": True, "interface-api": "c"}), "runtime": relay.backend.Runtime("crt"), "workspace_memory_pools": pools}
    with tvm.transform.PassContext(opt_level=3, config={"tir.disable_vectorize": True, "tir.usmp.enable": True}):
        lib = relay.build(tvm.IRModule.from_expr(body), target, **options)
    assert "mine" in lib.lib.get_source()


@proves(RELAY + "optimize", "形参的含义同 `build`", "字典总是空的，因为填写它的是代码生成那一步")
def _(tvm):
    made, left = tvm.relay.optimize(weighted(tvm), "llvm", {"w": np.ones(2, "float32"), "nobody": np.ones(1, "float32")})
    assert dict(left) == {} and len(made["main"].params) == 1
    with tvm.target.Target("llvm"):
        assert dict(tvm.relay.optimize(weighted(tvm))[1]) == {}
    with raises("ValueError"):
        tvm.relay.optimize(weighted(tvm))


@proves(RELAY + "create_executor", "| `target` | str 或 `target.Target` | 编译的目标 |")
def _(tvm):
    for target in ("llvm", tvm.target.Target("llvm -mcpu=x86-64")):
        run = tvm.relay.create_executor("graph", weighted(tvm), tvm.cpu(), target).evaluate()
        assert np.array_equal(run(np.zeros((2, 2), "float32"), np.float32([1, 10])).numpy(), [[1, 10], [1, 10]])


@proves(RELAY + "build_config", "`config` 在这里没法写")
def _(tvm):
    with raises("TypeError"):
        tvm.relay.build_config(config={"relay.FuseOps.max_depth": 1})
    assert tvm.transform.PassContext(config={"relay.FuseOps.max_depth": 1}).config["relay.FuseOps.max_depth"] == 1


SPANS = RELAY + "SpanCheck"


@proves(SPANS, "没有位置的调用、元组、函数等还会再得到一条后者，每条打印两次", versions=("0.12.0", "0.13.0"))
def _(tvm):
    relay = tvm.relay
    mod = relay.parse('#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) { (exp(%x), abs(%x)) }')
    assert said(lambda: relay.SpanCheck()(mod)) == ""
    func = mod["main"]
    bare = relay.Call(relay.op.get("abs"), [func.body.fields[0]])  # below the function and the tuple, neither with a place
    mod["main"] = relay.Function(func.params, relay.Tuple([func.body.fields[0], bare]))
    words = said(lambda: relay.SpanCheck()(mod))
    shown = [part.split("\n", 1)[1].strip()[:2] for part in words.split("All spans are null")[1:]]
    assert len(shown) >= 6 and len(shown) % 2 == 0 and shown[::2] == shown[1::2], words


@proves(SPANS, "直接检查会抛出 `TVMError: The source maps are not populated for this module.`", versions=("0.12.0", "0.13.0"))
def _(tvm):
    relay = tvm.relay
    span = relay.Span(relay.SourceName("model"), 1, 1, 1, 1)
    x = relay.Var("x", relay.TensorType((2,)), span=span)
    plain = typed(tvm, relay.Function([x], relay.Call(relay.op.get("exp"), [x], None, None, span)))
    with raises("TVMError", "The source maps are not populated for this module."):
        relay.SpanCheck()(plain)
    relay.SpanCheck()(relay.transform.AnnotateSpans()(plain))


@proves(RELAY + "TupleWrapper", "里面的表达式的文本")
def _(tvm):
    parts = tvm.relay.split(var(tvm, "a", 4), 2)
    assert parts.astext() == parts.astuple().astext()


@proves(RELAY + "copy_shape_func", "图里用不到它", "写自己的形状函数时可以参考它的形式")
def _(tvm):
    x = tvm.relay.var("x", shape=(tvm.relay.Any(), 2))
    names = []

    def copied(attrs, inputs, out_ndims):
        names.append(len(inputs))
        return tvm.relay.copy_shape_func(attrs, inputs, out_ndims)

    tvm.relay.op.op.register_shape_func("erf", False, copied)  # it has none of its own
    assert evaluate(tvm, tvm.relay.erf(x), np.zeros((3, 2), "float32"), kind="vm").shape == (3, 2) and names == [1]


@proves(RELAY + "zeros", "`shape` 是表达式时，对 `shape` 的梯度是 0")
def _(tvm):
    s = var(tvm, "s", 2, dtype="int64")
    (grad,) = gradient(tvm, tvm.relay.Function([s], tvm.relay.zeros(s, "float32")), np.int64([2, 3]))
    assert grad.tolist() == [0, 0]


@proves(RELAY + "arange", "三个都是常量时长度在类型推断里算出")
@proves(RELAY + "arange", "步长为 0 在 x86 上也这样失败，别的处理器不一定")
def _(tvm):
    relay, c = tvm.relay, tvm.relay.const
    shape = lambda *values: typed(tvm, relay.arange(*values))["main"].ret_type.shape
    assert [int(n) for n in shape(c(0.0), c(5.0), c(2.0))] == [3]
    assert isinstance(shape(c(0.0), var(tvm, "n"), c(2.0))[0], tvm.tir.Any)
    with raises("TVMError"):
        shape(c(0.0), c(5.0), c(0.0))


HOT = RELAY + "one_hot"


@proves(HOT, "`on_value` 和 `off_value` 各得到相应位置的和，`indices` 是 0", "求导时 `on_value` 的类型须与 `dtype` 相同，两个值须不同", "输出的类型")
def _(tvm):
    relay = tvm.relay
    i, on, off = var(tvm, "i", 3, dtype="int32"), var(tvm, "on"), var(tvm, "off")
    func = relay.Function([i, on, off], relay.one_hot(i, on, off, 4, -1, "float32"))
    values = np.int32([0, 2, 9])
    grads = gradient(tvm, func, values, np.float32(5), np.float32(1))
    assert grads[0].tolist() == [0, 0, 0] and float(grads[1]) == 2 and float(grads[2]) == 10
    same = gradient(tvm, func, values, np.float32(1), np.float32(1))
    assert float(same[1]) != 2 or float(same[2]) != 10
    assert typed(tvm, relay.one_hot(i, relay.const(1), relay.const(0), 4, -1, "int8"))["main"].ret_type.dtype == "int8"
    whole = var(tvm, "whole", dtype="int32")
    with raises(Exception):
        gradient(tvm, relay.Function([i, whole, off], relay.one_hot(i, whole, off, 4, -1, "float32")), values, np.int32(5), np.float32(1))


@proves(RELAY + "cast_like", "写转换代码时还不知道类型，用它代替 `cast`")
@proves(RELAY + "shape_of", "动态时在运行中算")
def _(tvm):
    relay = tvm.relay
    a, b = var(tvm, "a", 2), relay.var("b", shape=(3,), dtype="int8")
    assert typed(tvm, relay.Function([a, b], relay.cast_like(a, b)))["main"].ret_type.dtype == "int8"
    x = relay.var("x", shape=(relay.Any(), 3))
    assert "shape_of" in str(relay.transform.FoldConstant()(typed(tvm, relay.shape_of(x))))
    run = relay.create_executor("vm", tvm.IRModule.from_expr(relay.shape_of(x)), tvm.cpu(), "llvm").evaluate()
    assert [run(np.zeros((n, 3), "float32")).numpy().tolist() for n in (2, 5)] == [[2, 3], [5, 3]]


@proves(RELAY + "reinterpret", "位宽必须相同")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    values = np.float32([1, -2.5])
    assert np.array_equal(evaluate(tvm, relay.reinterpret(x, "int32"), values), values.view("int32"))


@proves(RELAY + "device_copy", "一般用 `relay.annotation.on_device` 标注，由 `PlanDevices` 插入它")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    config = tvm.target.make_compilation_config(tvm.transform.PassContext.current(), {tvm.cpu(): "llvm", tvm.cuda(): "cuda"})
    body = relay.exp(relay.annotation.on_device(relay.abs(x), tvm.cuda(), constrain_result=False))
    body = relay.annotation.on_device(body, tvm.cpu(), constrain_result=False)
    made = relay.transform.PlanDevices(config)(typed(tvm, relay.Function([x], body)))
    assert "device_copy" in str(made)
