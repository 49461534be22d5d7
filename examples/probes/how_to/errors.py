"""How errors reach Python, and what stands before a program of one's own gets to work."""

import os
import subprocess
import sys

from probes import proves, raises

from tvm import relay

OLDER = ("0.10.0", "0.12.0")


def python(code, *options, before=(), **environment):
    """What a fresh interpreter writes: standard output, standard error."""
    run = subprocess.run(
        [sys.executable, *options, "-c", "\n".join([*before, code])],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        cwd="/tmp",
    )
    return run.stdout, run.stderr


def mismatch():
    left, right = relay.var("x", shape=(1, 8)), relay.var("y", shape=(3,))
    relay.transform.InferType()(__import__("tvm").IRModule.from_expr(relay.add(left, right)))


@proves("how_to/errors#error-types", "断言失败。名字像是 TVM 的缺陷，输入不合要求也报它", versions=("0.13.0",))
def _(tvm):
    with raises("InternalError", "Check failed"):
        relay.op.get("conv2d")
    assert issubclass(tvm.error.InternalError, tvm.TVMError)


@proves("how_to/errors#error-types", "经 `ICHECK` 的即使写了名字，也是 `TVMError`", versions=OLDER)
def _(tvm):
    try:
        relay.op.get("conv2d")
    except Exception as error:
        assert type(error) is tvm.TVMError and "AttributeError: Operator conv2d" in str(error)
    else:
        raise AssertionError


@proves("how_to/errors#error-types", "原因不在异常里，见下一节")
def _(tvm):
    with raises("DiagnosticError", "one or more error diagnostics were emitted"):
        mismatch()


@proves("how_to/errors#error-types", "Relay 文本和 TVMScript 的解析")
def _(tvm):
    with raises("DiagnosticError"):
        (tvm.relay if hasattr(tvm.relay, "fromtext") else tvm.parser).fromtext('#[version = "0.0.5"]\nfn (%x) { %y }')
    import tvm.script

    with raises("DiagnosticError"):
        tvm.script.from_source("# from tvm.script import tir as T\n@T.prim_func\ndef f(a: T.handle):\n    undefined()\n")


@proves("how_to/errors#error-types", "都是 `tvm.error.OpError` 的子类")
@proves("how_to/errors#error-types", "注册的类多数在 `tvm.error` 里")
def _(tvm):
    for name in ("OpNotImplemented", "OpAttributeInvalid", "OpAttributeRequired", "OpAttributeUnImplemented"):
        assert issubclass(getattr(tvm.error, name), tvm.error.OpError), name
    assert issubclass(tvm.error.OpError, tvm.TVMError)


@proves("how_to/errors#error-types", "信息里带着远端的调用栈")
def _(tvm):
    from tvm import rpc

    server = rpc.Server("127.0.0.1", port=9290, port_end=9490)
    remote = rpc.connect("127.0.0.1", server.port)
    with raises("RPCError", "RPCServerLoop"):
        remote.get_function("tvm.rpc.server.load_module")("missing.so")
    server.terminate()


@proves("how_to/errors#error-types", "`TVMError` 的子类，信息里附上出错的 IR，用 `^^^` 标出位置")
def _(tvm):
    from tvm import te

    A = te.placeholder((8,), name="A")
    B = te.compute((8,), lambda i: A[i] + 1, name="B")
    schedule = tvm.tir.Schedule(te.create_prim_func([A, B]))
    block = schedule.get_block("B")
    assert issubclass(tvm.tir.ScheduleError, tvm.TVMError)
    with raises("ScheduleError", "^^^"):
        schedule.compute_inline(block)


@proves("how_to/errors#error-types", "Python 内建的类，不是 `TVMError`")
@proves("how_to/errors#error-types", "`except tvm.TVMError` 因此会漏掉 Python 内建的那几类")
def _(tvm):
    try:
        tvm.target.Target("x86")
    except tvm.TVMError:
        raise AssertionError from None
    except ValueError:
        pass


@proves("how_to/errors#error-types", "本身是 `RuntimeError` 的子类")
def _(tvm):
    assert issubclass(tvm.TVMError, RuntimeError)


@proves("how_to/errors#error-types", "`tvm.tir.ScheduleError`", "它也不是 `TVMError`")
def _(tvm):
    assert not hasattr(tvm.error, "ScheduleError") and not hasattr(tvm.error, "SessionTerminatedError")
    from tvm.micro.session import SessionTerminatedError

    assert not issubclass(SessionTerminatedError, tvm.TVMError)


@proves("how_to/errors#diagnostics", "原因由诊断渲染器写到标准错误", versions=("0.13.0",))
def _(tvm):
    out, err = python(MISMATCH)
    assert "Incompatible broadcast" in err and "Incompatible" not in out


@proves("how_to/errors#diagnostics", "原因由诊断渲染器写到标准输出", versions=("0.10.0",))
def _(tvm):
    out, err = python(MISMATCH)
    assert "Incompatible broadcast" in out and "Incompatible" not in err


MISMATCH = """
import tvm
from tvm import relay
x, y = relay.var("x", shape=(1, 8)), relay.var("y", shape=(3,))
relay.transform.InferType()(tvm.IRModule.from_expr(relay.add(x, y)))
"""


@proves("how_to/errors#diagnostics", "还会换掉 Python 的调用栈，只提示设 `TVM_BACKTRACE=1`")
@proves("how_to/errors#variables", "未捕获的 `DiagnosticError` 也显示调用栈")
def _(tvm):
    out, err = python(MISMATCH)
    assert "TVM_BACKTRACE=1" in out + err and "Traceback" not in out + err
    out, err = python(MISMATCH, TVM_BACKTRACE="1")
    assert "Traceback" in err and "DiagnosticError" in err


@proves("how_to/errors#diagnostics", "`diagnostics.override_renderer(None)` 恢复原样")
def _(tvm):
    from tvm.ir import diagnostics

    seen = []
    for renderer in (seen.append, None):
        diagnostics.override_renderer(renderer)
        with raises("DiagnosticError"):
            mismatch()
    assert len(seen) == 1


@proves("how_to/errors#variables", "值不是整数就另报 `invalid value for TVM_BACKTRACE`")
def _(tvm):
    out, err = python(MISMATCH, TVM_BACKTRACE="yes")
    assert "invalid value for TVM_BACKTRACE" in out + err


@proves("how_to/errors#variables", "否则不起作用，也不提示")
def _(tvm):
    plain, logged = (python("import tvm; tvm.relay.const(1)", **extra) for extra in ({}, {"TVM_LOG_DEBUG": "DEFAULT=2"}))
    assert plain == logged


@proves("how_to/errors#tvmc-not-found", "`python -m tvm.driver.tvmc`，它不需要脚本")
def _(tvm, release):
    run = subprocess.run([sys.executable, "-m", "tvm.driver.tvmc", "--version"], capture_output=True, text=True)
    assert run.stdout.strip() == release, run.stderr


@proves("how_to/errors#namespace-package", "当前目录下有一个名叫 `tvm` 的目录")
@proves("how_to/errors#namespace-package", "module 'tvm' has no attribute '__version__'")
def _(tvm):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "tvm"))
        for code, words in (
            ("import tvm.driver", "No module named 'tvm.driver'"),
            ("from tvm import relay", "cannot import name 'relay' from 'tvm' (unknown location)"),
            ("import tvm; tvm.__version__", "module 'tvm' has no attribute '__version__'"),
        ):
            environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
            run = subprocess.run(
                [sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=folder, env=environment
            )
            assert words in run.stderr, run.stderr


@proves("how_to/errors#runtime-only", "`import tvm` 成功，导入 `relay` 失败", "加载的是 `libtvm_runtime.so`，里面没有编译器")
def _(tvm):
    out, err = python("import tvm; print(1)", TVM_USE_RUNTIME_LIB="1")
    assert out.strip() == "1", err
    out, err = python("from tvm import relay", TVM_USE_RUNTIME_LIB="1")
    assert "has no attribute 'Any'" in err


@proves("how_to/errors#cannot-find-global-function", "注册它的模块还没有导入，先导入那个模块")
def _(tvm):
    with raises(ValueError, "Cannot find global function probe.late"):
        tvm.get_global_func("probe.late")
    tvm.register_func("probe.late", lambda: 7)
    assert tvm.get_global_func("probe.late")() == 7


@proves("how_to/errors#already-registered", "`tvm.register_func(name, f, override=True)`")
def _(tvm):
    tvm.register_func("probe.twice", lambda: 1)
    with raises(tvm.TVMError, "already registered"):
        tvm.register_func("probe.twice", lambda: 2)
    tvm.register_func("probe.twice", lambda: 2, override=True)
    assert tvm.get_global_func("probe.twice")() == 2
