"""What Relay's expressions are: docs/how_to/relay/index.md."""

import numpy as np
from probes import proves, raises

from tvm import relay

PAGE = "how_to/relay/index#"


def infer(tvm, body):
    return relay.transform.InferType()(tvm.IRModule.from_expr(body))


@proves(PAGE + "build", "算子是函数，调用时什么也不计算，只建一个 `Call` 对象", "`nn.dense(x, w)` 是 `x` 乘 `w` 的转置", "Python 里的 `+`、`*` 就是 `add`、`multiply`")
def _(tvm):
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    call = relay.nn.dense(x, w)
    assert isinstance(call, relay.Call) and call.op.name == "nn.dense"
    left, right = np.arange(6, dtype="float32").reshape(2, 3), np.arange(12, dtype="float32").reshape(4, 3)
    got = relay.create_executor("debug", infer(tvm, relay.Function([x, w], call)), tvm.cpu(), "llvm").evaluate()(left, right)
    np.testing.assert_allclose(got.numpy(), left @ right.T)
    assert (x + x).op.name == "add" and (x * x).op.name == "multiply"


@proves(PAGE + "build", "公共子表达式消除（`EliminateCommonSubexpr`，简称 CSE）把算子、实参和属性都相同的两个调用并成一个（有状态的算子等个别情形除外）", "条件是优化级别为 3")
def _(tvm):
    x = relay.var("x", shape=(2, 3))
    merged = relay.transform.EliminateCommonSubexpr()
    count = lambda body: int(relay.analysis.list_op_freqs(merged(infer(tvm, relay.Function([x], body))))["nn.relu"])
    assert count(relay.nn.relu(x) + relay.nn.relu(x)) == 1
    differ = lambda: relay.nn.softmax(x, axis=0) + relay.nn.softmax(x, axis=1)
    assert int(relay.analysis.list_op_freqs(merged(infer(tvm, relay.Function([x], differ()))))["nn.softmax"]) == 2
    assert merged.info.opt_level == 3


@proves(PAGE + "kinds", "标量直接写数（8 位整数和无符号整数除外），其余只写编号，数据不打印", "`let` 形式里连常量也有名字")
def _(tvm):
    text = lambda value, dtype: str(tvm.IRModule.from_expr(relay.abs(relay.const(value, dtype))))
    for dtype in ("float32", "float64", "int32", "int64", "int16", "bool"):
        assert "meta[" not in text(1, dtype), dtype
    for dtype in ("int8", "uint8", "uint16", "uint32"):
        assert "meta[relay.Constant][0]" in text(1, dtype), dtype
    assert "meta[relay.Constant][0]" in text([1.0, 2.0], "float32")
    x = relay.var("x", shape=(2,))
    named = str(relay.transform.ToANormalForm()(infer(tvm, relay.Function([x], x + relay.const(0.5)))))
    assert "= 0.5f" in named and "let" in named


@proves(PAGE + "kinds", "`same_as` 问是不是同一个对象，`tvm.ir.structural_equal` 问结构是否相同")
def _(tvm):
    x = relay.var("x", shape=(2,))
    one, other = relay.nn.relu(x), relay.nn.relu(x)
    assert not one.same_as(other) and one.same_as(one) and tvm.ir.structural_equal(one, other)


@proves(PAGE + "kinds", "`relay.If`；图执行器和提前编译都不支持，用虚拟机")
def _(tvm):
    x, c = relay.var("x", shape=(2,)), relay.var("c", shape=(), dtype="bool")
    make = lambda: tvm.IRModule.from_expr(relay.Function([c, x], relay.If(c, x + x, x * x)))
    for executor in ("graph", "aot"):
        with raises(Exception):
            relay.build(make(), "llvm", executor=relay.backend.Executor(executor))
    machine = tvm.runtime.vm.VirtualMachine(relay.vm.compile(make(), "llvm"), tvm.cpu())
    for flag, want in ((True, 6), (False, 9)):
        assert (machine.run(np.array(flag), np.full(2, 3, "float32")).numpy() == want).all()


@proves(PAGE + "原来的模块也变了", "直接更新传入的模块", "会抹掉传入的函数的返回类型", "`FuseOps`、`FoldConstant`、`SimplifyInference` 等多数 Pass 返回新的模块，不动原来的")
def _(tvm):
    def module():
        x = relay.var("x", shape=(2,))
        body = relay.nn.dropout(relay.nn.relu(x) + (relay.const([1.0, 2.0]) + relay.const([1.0, 1.0])))
        return infer(tvm, relay.Function([x], body))

    for name, kept in (("ToANormalForm", False), ("FuseOps", True), ("FoldConstant", True), ("SimplifyInference", True)):
        mod = module()
        before = mod["main"]
        changed = getattr(relay.transform, name)()(mod)
        assert mod["main"].same_as(before) == kept and not tvm.ir.structural_equal(changed["main"], before), name
    mod = module()
    assert mod["main"].ret_type is not None
    function = mod["main"]
    relay.transform.ToMixedPrecision("float16")(mod)
    assert not isinstance(function.ret_type, relay.TensorType)


@proves(PAGE + "原来的模块也变了", "`relay.optimize` 和 `relay.vm.compile` 会把参数写进去（`relay.build` 不会）")
def _(tvm):
    def module():
        x, w = relay.var("x", shape=(2,)), relay.var("w", shape=(2,))
        return tvm.IRModule.from_expr(relay.Function([x, w], x + w))

    params = lambda: {"w": tvm.nd.array(np.ones(2, "float32"))}
    for run, left in ((relay.optimize, 1), (relay.vm.compile, 1), (relay.build, 2)):
        mod = module()
        run(mod, "llvm", params=params())
        assert len(mod["main"].params) == left, run


@proves(PAGE + "搭网络时的几条报错", "取 `[0]`；`nn.batch_norm`、`split` 返回 `TupleWrapper`", "写 `relay.const(2.0)`", "用 `relay.const` 包起来", "用 `relay.analysis.free_vars` 得到全部自由变量")
def _(tvm):
    x, v = relay.var("x", shape=(2, 4)), relay.var("v", shape=(4,))
    for wrapped in (relay.split(x, 2, axis=1), relay.nn.batch_norm(x, v, v, v, v)):
        assert type(wrapped).__name__ == "TupleWrapper" and isinstance(wrapped[0], relay.TupleGetItem)
        with raises(Exception):
            relay.nn.relu(wrapped)
    for wrong in (2.0, np.ones(4, "float32")):
        with raises(Exception):
            x * wrong
        infer(tvm, x * relay.const(wrong))
    assert set(relay.analysis.free_vars(x * v)) == {x, v}


@proves(PAGE + "rewrite", "记住访问过的节点，共享的 `%1` 改完仍然共享", "表达式建好以后不能改")
def _(tvm):
    from tvm.relay.expr_functor import ExprMutator

    class Clip(ExprMutator):
        def visit_call(self, call):
            call = super().visit_call(call)
            return relay.clip(call.args[0], 0.0, 6.0) if call.op.name == "nn.relu" else call

    x = relay.var("x", shape=(2,))
    h = relay.nn.relu(x)
    made = Clip().visit(h + h)
    assert made.args[0].same_as(made.args[1]) and made.args[0].op.name == "clip"
    before = str(h)
    try:
        h.args = [relay.const(1.0)]  # an attribute of the Python object, if it is one at all
    except AttributeError:
        pass
    assert str(h) == before
