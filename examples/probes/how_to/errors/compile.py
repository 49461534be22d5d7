"""Messages while a model is imported, its types are inferred and it is compiled."""

import subprocess
import sys

import numpy as np
from probes import proves, raises

from tvm import relay, te, topi

STAGE = "how_to/errors#"
CHECKED_LATE = ("0.12.0", "0.13.0")


def infer(tvm, expr):
    return relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def vector(tvm):
    A = te.placeholder((64,), name="A")
    return A, te.compute((64,), lambda i: A[i] + 1, name="B")


def det(tvm):
    import onnx
    from onnx import helper

    value = lambda name, shape: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
    nodes = [helper.make_node("Det", ["x"], ["y"]), helper.make_node("NoSuch", ["y"], ["z"])]
    return helper.make_model(helper.make_graph(nodes, "g", [value("x", [2, 2])], [value("z", [])]))


@proves(STAGE + "unsupported-operators", "冒号后列出全部不支持的算子，不是只列第一个")
def _(tvm):
    for name in ("Det", "NoSuch"):
        with raises("OpNotImplemented", name):
            relay.frontend.from_onnx(det(tvm))


@proves(STAGE + "onnx-path", "`from_onnx` 要的是 `onnx.load` 的结果，不是路径")
def _(tvm):
    with raises(AttributeError, "'str' object has no attribute 'graph'"):
        relay.frontend.from_onnx("model.onnx")


@proves(STAGE + "incompatible-broadcast", "信息里的两个形状从右往左对齐后，有一维既不相等也不是 1")
def _(tvm):
    x = relay.var("x", shape=(2, 1, 8))
    assert list(infer(tvm, relay.add(x, relay.var("y", shape=(5, 1))))["main"].ret_type.shape) == [2, 5, 8]
    with raises("DiagnosticError"):
        infer(tvm, relay.add(x, relay.var("y", shape=(5, 3))))


def messages(tvm, expr):
    from tvm.ir import diagnostics

    found = []
    diagnostics.override_renderer(lambda ctx: found.extend(one.message for one in ctx.diagnostics))
    with raises("DiagnosticError"):
        infer(tvm, expr)
    return found


@proves(STAGE + "types-match", "说的是一句话，如 `data types float32 and int32 do not match in BroadcastRel`")
@proves(STAGE + "types-match", "Relay 不会隐式转换类型")
def _(tvm):
    x = relay.var("x", shape=(8,))
    found = messages(tvm, relay.add(x, relay.const(np.ones(8, "int32"))))
    assert found[0] == "data types float32 and int32 do not match in BroadcastRel"
    infer(tvm, relay.add(x, relay.cast(relay.const(np.ones(8, "int32")), "float32")))


@proves(STAGE + "types-match", "例如 `channels` 与权重不符")
def _(tvm):
    image, w = relay.var("image", shape=(1, 3, 8, 8)), relay.var("w", shape=(4, 3, 3, 3))
    found = messages(tvm, relay.nn.conv2d(image, w, channels=8, kernel_size=(3, 3)))
    assert "In particular" in found[0] and "8 does not match 4" in found[0]


@proves(STAGE + "infer-type", "可能是变量没有写形状")
def _(tvm):
    found = messages(tvm, relay.nn.relu(relay.var("image")))
    assert all("unable to infer a type" in one or "usually occurs" in one for one in found), found


@proves(STAGE + "checked-type", "旧的表达式不会被改")
def _(tvm):
    x = relay.var("x", shape=(1, 8))
    call = relay.nn.relu(x)
    mod = infer(tvm, call)
    assert mod["main"].body.checked_type == relay.TensorType((1, 8))
    with raises(ValueError, "has not populated the checked_type"):
        _ = call.checked_type


@proves(STAGE + "op-not-registered", "名字要写全，如 `nn.conv2d`")
def _(tvm):
    assert relay.op.get("nn.conv2d").name == "nn.conv2d"
    with raises(tvm.TVMError, "Operator conv2d is not registered"):
        relay.op.get("conv2d")


@proves(STAGE + "free-variables", "只要两个变量不是同一个 Python 对象，名字相同也算两个")
@proves(STAGE + "free-variables", "写成 `relay.Function(relay.analysis.free_vars(body), body)`")
def _(tvm):
    x, twin = (relay.var("x", shape=(1, 8)) for _ in range(2))
    body = relay.nn.relu(x)
    with raises(tvm.TVMError, "contains free variables"):
        relay.build(tvm.IRModule.from_expr(relay.Function([twin], body)), "llvm")
    relay.build(tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(body), body)), "llvm")


@proves(STAGE + "dense-unchecked", "输入有 8 列，权重只有 7 列，却能通过类型推断", "还能通过编译", versions=CHECKED_LATE)
def _(tvm):
    x, bad = relay.var("x", shape=(1, 8)), relay.const(np.ones((4, 7), "float32"))
    for target in ("llvm", "c"):
        relay.build(infer(tvm, relay.nn.dense(x, bad)), target)


@proves(
    STAGE + "dense-unchecked",
    "编译时报 `Inner dimensions of dense do not match. {in_dim} vs {red_dim}.`",
    versions=CHECKED_LATE,
)
def _(tvm):
    x, bad = relay.var("x", shape=(1, 8)), relay.const(np.ones((4, 7), "float32"))
    for target in ("llvm -device=arm_cpu", "opencl"):
        with raises(Exception, "Inner dimensions of dense do not match. {in_dim} vs {red_dim}."):
            relay.build(infer(tvm, relay.nn.dense(x, bad)), tvm.target.Target(target, host="llvm"))


@proves(STAGE + "dense-unchecked", "它是 `TVMError`，不经过诊断渲染器", versions=("0.10.0",))
@proves(STAGE + "dense-unchecked", "写了 `units` 时，同样的错误由类型检查报出", versions=("0.10.0",))
def _(tvm):
    x, bad = relay.var("x", shape=(1, 8)), relay.const(np.ones((4, 7), "float32"))
    with raises(tvm.TVMError, "MatmulRel: input dimension doesn't match"):
        infer(tvm, relay.nn.dense(x, bad))
    assert "dimension 1 conflicts" in messages(tvm, relay.nn.dense(x, bad, units=4))[0]


@proves(STAGE + "target-kind", "说的是 `Cannot recognize 'cpu'`", "选项照信息末尾的候选改")
def _(tvm):
    with raises(ValueError, "Cannot recognize 'cpu'"):
        tvm.target.Target("llvm -cpu=skylake")
    with raises(ValueError, "mcpu"):
        tvm.target.Target("llvm -cpu=skylake")


@proves(STAGE + "target-kind", "种类从 `tvm.target.Target.list_kinds()` 里选")
def _(tvm):
    kinds = [str(kind) for kind in tvm.target.Target.list_kinds()]
    assert {"llvm", "cuda", "opencl"} <= set(kinds) and "x86" not in kinds
    with raises(ValueError, 'Target kind "x86" is not defined'):
        tvm.target.Target("x86")


def compile_for(target):
    code = f"""
import tvm
from tvm import te
A = te.placeholder((8,), name="A")
B = te.compute((8,), lambda i: A[i] + 1)
tvm.build(te.create_schedule(B.op), [A, B], "{target}")
print("built")
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@proves(STAGE + "mcpu-unknown", "整个进程结束，没有 Python 异常")
@proves(STAGE + "mcpu-unknown", "目标是 `aarch64` 时只有前一句，编译照样成功")
def _(tvm):
    run = compile_for("llvm -mcpu=foo")
    assert run.returncode != 0 and "Traceback" not in run.stderr
    assert "'foo' is not a recognized processor for this target" in run.stderr
    assert "LLVM ERROR: 64-bit code requested on a subtarget" in run.stderr
    run = compile_for("llvm -mtriple=aarch64-linux-gnu -mcpu=foo")
    assert run.stdout.strip() == "built", run.stderr
    assert "not a recognized processor" in run.stderr


@proves(STAGE + "target-not-set", "没有传 `target`，也不在 `with tvm.target.Target(…)` 里面")
def _(tvm):
    x = relay.var("x", shape=(1, 8))
    mod = tvm.IRModule.from_expr(relay.nn.relu(x))
    with raises(ValueError, "Target is not set in env or passed as argument"):
        relay.build(mod)
    with tvm.target.Target("llvm"):
        relay.build(mod)


@proves(STAGE + "must-be-irmodule", "用 `tvm.IRModule.from_expr(expr)` 包起来")
def _(tvm):
    call = relay.nn.relu(relay.var("x", shape=(1, 8)))
    with raises(ValueError, "Type of input parameter mod must be tvm.IRModule"):
        relay.build(call, "llvm")
    relay.build(tvm.IRModule.from_expr(call), "llvm")


@proves(STAGE + "target-build-not-enabled", "`target.build.` 之后是目标的种类", "没有就返回 `None`")
def _(tvm):
    mod = tvm.IRModule.from_expr(relay.nn.relu(relay.var("x", shape=(1, 8))))
    for kind in ("cuda", "vulkan"):
        assert tvm.get_global_func(f"target.build.{kind}", allow_missing=True) is None
        with raises(Exception, f"target.build.{kind} is not enabled"):
            relay.build(mod, tvm.target.Target(kind, host="llvm"))


@proves(STAGE + "external-codegen", "而这份 TVM 没有注册 `relay.ext.bnns`")
def _(tvm):
    x, y = relay.var("x", shape=(1, 8)), relay.var("y", shape=(1, 8))
    inner = relay.Function([y], relay.nn.relu(y))
    for name, value in (("Compiler", "bnns"), ("Primitive", 1), ("global_symbol", "bnns_0")):
        inner = inner.with_attr(name, value)
    assert tvm.get_global_func("relay.ext.bnns", allow_missing=True) is None
    with raises(tvm.TVMError, "Failed to find the external codegen tool for relay.ext.bnns"):
        relay.build(tvm.IRModule.from_expr(relay.Function([x], inner(x))), "llvm")


@proves(STAGE + "invalid-config", "说的是 `expect config … to have type …`", "信息的后半段列出全部候选")
def _(tvm):
    with raises(AttributeError, "candidates are"):
        tvm.transform.PassContext(config={"tir.vectorise": True})
    with raises(AttributeError, "tir.disable_vectorize"):
        tvm.transform.PassContext(config={"tir.vectorise": True})
    with raises(AttributeError, "expect config tir.disable_vectorize to have type"):
        tvm.transform.PassContext(config={"tir.disable_vectorize": "yes"})
    assert "tir.disable_vectorize" in tvm.transform.PassContext.list_configs()


@proves(STAGE + "not-tuned", "编译照常完成。同一个进程里只出现一次")
def _(tvm):
    code = """
import tvm
from tvm import relay
for n in (4, 5):
    data, weight = relay.var("data", shape=(1, 8)), relay.var("weight", shape=(n, 8))
    relay.build(tvm.IRModule.from_expr(relay.nn.dense(data, weight)), "llvm")
print("built")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() == "built" and run.stderr.count("have not been tuned") == 1, run.stderr


@proves(STAGE + "num-cores", "写成 `llvm -num-cores 4`")
def _(tvm, release):
    from tvm import meta_schedule as ms

    def context(target):
        function = te.create_prim_func(list(vector(tvm)))
        if release == "0.10.0":
            return ms.TuneContext(function, target=tvm.target.Target(target), sch_rules="default")
        return ms.TuneContext(function, target=tvm.target.Target(target), space_generator="post-order-apply")

    with raises(tvm.TVMError, 'Target does not have attribute "num-cores"'):
        context("llvm")
    context("llvm -num-cores 4")


@proves(STAGE + "memory-verification", "名字里的 cuda 不妨碍它用于 OpenCL")
def _(tvm):
    A, B = vector(tvm)
    opencl = tvm.target.Target("opencl", host="llvm")
    with raises(Exception, "Did you forget to bind?"):
        tvm.build(te.create_schedule(B.op), [A, B], opencl)
    with opencl:
        assert len(tvm.build(topi.cuda.schedule_injective(B), [A, B], opencl).imported_modules) == 1


@proves(STAGE + "realization-point", "参数表漏了信息末尾的那个占位符，`op.name` 是它的名字")
def _(tvm):
    A, B = vector(tvm)
    with raises(tvm.TVMError, "op.name=A"):
        tvm.build(te.create_schedule(B.op), [B], "llvm")
    tvm.build(te.create_schedule(B.op), [A, B], "llvm")


@proves(STAGE + "and-or-not", "改用 `tvm.tir.all`、`tvm.tir.any`、`tvm.tir.Not`、`te.if_then_else`")
def _(tvm):
    A, _ = vector(tvm)
    for code in (lambda i: A[i] > 0 and A[i] < 1, lambda i: A[i] > 0 or A[i] < 1, lambda i: not A[i] > 0):
        with raises(ValueError, "Cannot use and / or / not operator to Expr"):
            te.compute((64,), code)
    te.compute((64,), lambda i: te.if_then_else(tvm.tir.all(A[i] > 0, tvm.tir.Not(A[i] > 1)), 1.0, 0.0))
    te.compute((64,), lambda i: tvm.tir.any(A[i] > 0, A[i] < -1))


@proves(STAGE + "reduction-top-level", "下一个 `te.compute` 再做外面的运算")
def _(tvm):
    A, _ = vector(tvm)
    k = te.reduce_axis((0, 64), name="k")
    with raises(tvm.TVMError, "Reductions are only allowed at the top level of compute"):
        te.compute((1,), lambda i: te.sum(A[k], axis=k) + 1)
    total = te.compute((1,), lambda i: te.sum(A[k], axis=k))
    te.compute((1,), lambda i: total[i] + 1)


@proves(STAGE + "already-split", "原文的轴和 `that` 之间少一个空格")
@proves(STAGE + "already-split", "用它返回的 `outer`、`inner` 继续")
def _(tvm):
    _, B = vector(tvm)
    schedule = te.create_schedule(B.op)
    outer, inner = schedule[B].split(B.op.axis[0], factor=8)
    with raises(tvm.TVMError, ")that has already been split"):
        schedule[B].split(B.op.axis[0], factor=8)
    schedule[B].split(inner, factor=2)


@proves(STAGE + "already-split", "也可能是段错误", versions=CHECKED_LATE, dies="SIGSEGV")
@proves(STAGE + "already-split", "或者看不出问题", versions=("0.10.0",))
def _(tvm):
    _, B = vector(tvm)
    te.create_schedule(B.op)[B].split(B.op.axis[0], factor=8)


@proves(STAGE + "conv-channels", "`opt_level=2` 正常，3 就失败", "要读属性 `kernel_size`", "缺了倒不报错")
def _(tvm):
    image, w = relay.var("image", shape=(1, 3, 8, 8)), relay.var("w", shape=(4, 3, 3, 3))

    def build(opt_level, **attrs):
        with tvm.transform.PassContext(opt_level=opt_level):
            relay.build(tvm.IRModule.from_expr(relay.nn.conv2d(image, w, **attrs)), "llvm")

    build(2)
    with raises(Exception, "The kernel size and channels of a Conv must be set"):
        build(3)
    with raises(Exception, "The kernel size and channels of a Conv must be set"):
        build(3, channels=4)
    build(3, kernel_size=(3, 3))


@proves(STAGE + "symbolic-shape", "形状必须已知")
def _(tvm):
    dynamic = tvm.IRModule.from_expr(relay.nn.relu(relay.var("x", shape=(relay.Any(), 8))))
    with raises(tvm.TVMError, "Cannot allocate memory symbolic tensor shape"):
        relay.build(dynamic, "llvm")
    executable = relay.vm.compile(dynamic, "llvm")
    machine = tvm.runtime.vm.VirtualMachine(executable, tvm.cpu())
    assert machine.invoke("main", np.ones((3, 8), "float32")).shape == (3, 8)
