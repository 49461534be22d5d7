"""Probes of docs/reference/api/python/error.md."""

import contextlib
import io
import sys

from probes import proves, raises

OLD = ("0.10.0", "0.12.0")




def crossed(tvm, error, cause=None):
    """The error that comes back when a Python function raises one through C++."""

    def function():
        if cause is None:
            raise error
        try:
            raise cause
        except Exception:
            raise error

    try:
        tvm.runtime.convert(function)()
    except Exception as caught:
        return caught


def caught(action):
    try:
        action()
    except Exception as error:
        return error


@proves("tvm.error.TVMError", "`tvm.TVMError` 是同一个。它继承 `RuntimeError`", "所以 `except tvm.TVMError` 接不到", "下面的类都以 `TVMError` 为根")
def _(tvm):
    assert tvm.error.TVMError is tvm.TVMError and issubclass(tvm.TVMError, RuntimeError)
    found = caught(lambda: tvm.runtime.ObjectPath.root().get_prefix(0))
    assert type(found) is IndexError and not isinstance(found, tvm.TVMError)
    for name in dir(tvm.error):
        kind = getattr(tvm.error, name)
        if isinstance(kind, type):
            assert issubclass(kind, tvm.TVMError), name


@proves(
    "tvm.error.TVMError",
    "经 `PackedFunc` 调用的 Python 函数抛出 `ValueError`、`TypeError`、`AttributeError`、`KeyError`、`IndexError` | 同一个类",
    "没有信息时是 `TVMError`，信息以一个词加冒号开头（如 `shape: 3`）时那个词被当成类名，通常也成了 `TVMError`",
)
def _(tvm):
    for kind in (ValueError, TypeError, AttributeError, KeyError, IndexError):
        assert type(crossed(tvm, kind("bad"))) is kind
        assert type(crossed(tvm, kind())) is tvm.TVMError
    assert type(crossed(tvm, ValueError("shape: 3"))) is tvm.TVMError
    assert type(crossed(tvm, ValueError("IndexError: 3"))) is IndexError


@proves("tvm.error.TVMError", "抛出其他内建异常（如 `NotImplementedError`），或上面几个的子类 | `TVMError`，原来的类名在信息里，信息以一个词加冒号开头时被去掉")
def _(tvm):
    for error, name in ((NotImplementedError("bad"), "NotImplementedError"), (ZeroDivisionError("bad"), "ZeroDivisionError"), (UnicodeError("bad"), "UnicodeError")):
        found = crossed(tvm, error)
        assert type(found) is tvm.TVMError and f"{name}: bad" in str(found)
    found = crossed(tvm, NotImplementedError("shape: 3"))
    assert type(found) is tvm.TVMError and "NotImplementedError: shape" not in str(found).splitlines()[-1]


@proves("tvm.error.TVMError", "抛出本页的类 | 同一个类", "没有信息、信息以一个词加冒号开头时也例外")
def _(tvm):
    for name in ("OpError", "OpNotImplemented", "OpAttributeInvalid", "OpAttributeRequired", "OpAttributeUnImplemented", "RPCError", "DiagnosticError"):
        kind = getattr(tvm.error, name)
        assert type(crossed(tvm, kind("bad"))) is kind, name
        assert type(crossed(tvm, kind())) is tvm.TVMError, name
        assert type(crossed(tvm, kind("shape: 3"))) is tvm.TVMError, name


@proves("tvm.error.TVMError", "捕获 `KeyError` 后抛出 `ValueError`，得到的是 `KeyError`。要后一个，写 `raise … from None`")
def _(tvm):
    assert type(crossed(tvm, ValueError("later"), cause=KeyError("first"))) is KeyError

    def silent():
        try:
            raise KeyError("first")
        except KeyError:
            raise ValueError("later") from None

    def chained():
        try:
            raise KeyError("first")
        except KeyError as error:
            raise ValueError("later") from error

    assert type(caught(tvm.runtime.convert(silent))) is ValueError
    assert type(caught(tvm.runtime.convert(chained))) is KeyError


@proves("tvm.error.TVMError", "C++ 的 `CHECK`、`LOG(FATAL)`，信息以注册过的名称开头 | 那个类，例如 `ValueError`、`IndexError`", "同上，没有类型名，或名称没有注册 | `TVMError`")
@proves("tvm.error.InternalError", "所以见到它不等于 TVM 有缺陷", "`InternalError`，信息里写了别的类型名也一样", versions=("0.13.0",))
@proves("tvm.error.TVMError", "`TVMError`，信息里写了别的类型名也一样", "所以见到 `Check failed` 不等于 TVM 有缺陷", versions=OLD)
def _(tvm, release):
    assert type(caught(lambda: tvm.IRModule().get_global_var("f"))) is ValueError
    assert type(caught(lambda: tvm.runtime.ObjectPath.root().get_prefix(7))) is IndexError
    assert type(caught(lambda: tvm.runtime.enabled("abacus"))) is tvm.TVMError
    checked = tvm.error.InternalError if release == "0.13.0" else tvm.TVMError
    # Its text says ValueError.
    found = caught(lambda: tvm.runtime.const(300, "int8"))
    assert type(found) is checked and "ValueError" in str(found)
    assert type(caught(lambda: tvm.ir.Op.get("nothing"))) is checked


@proves("tvm.error.InternalError", "来自 C++ 时前面是调用栈，后面是检查的表达式和说明", "`msg` | str | 必须给", versions=("0.13.0",))
@proves("tvm.error.InternalError", "里面没有 `TVM hint:` 时，构造函数在末尾加一行，请你到论坛报告", "`msg` | str | 必须给", versions=OLD)
def _(tvm, release):
    with raises(TypeError):
        tvm.error.InternalError()
    if release == "0.13.0":
        assert str(tvm.error.InternalError("bad")) == "bad"
        lines = str(caught(lambda: tvm.runtime.const(300, "int8"))).splitlines()
        assert lines[0].startswith("Traceback") and "Check failed" in lines[-1]
    else:
        assert str(tvm.error.InternalError("bad")).startswith("bad\nTVM hint:")
        assert str(tvm.error.InternalError("TVM hint: none")) == "TVM hint: none"


@proves("tvm.error.InternalError", "`tir.stmt_functor.pre_order_visit` 遇到既不是语句也不是表达式的对象", versions=OLD)
def _(tvm):
    found = caught(lambda: tvm.tir.stmt_functor.pre_order_visit(tvm.relay.var("x"), print))
    assert type(found) is tvm.error.InternalError


def mistyped(tvm):
    relay = tvm.relay
    left, right = relay.var("left", shape=(2, 3)), relay.var("right", shape=(4, 5))
    relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([left, right], left + right)))


@proves("tvm.error.DiagnosticError", "异常的信息总是同一句")
def _(tvm):
    words = "one or more error diagnostics were emitted, please check diagnostic render for output."
    parse = getattr(tvm, "parser", None) or tvm.relay
    for action in (lambda: mistyped(tvm), lambda: parse.parse('#[version = "0.0.5"]\ndef @main( {')):
        found = caught(action)
        assert type(found) is tvm.error.DiagnosticError and str(found).splitlines()[-1].endswith(words)


def written(action):
    """What an action writes to the standard output and the standard error, C++ included."""
    import os
    import tempfile

    files = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]
    for number, file in enumerate(files, 1):
        os.dup2(file.fileno(), number)
    action()
    sys.stdout.flush()
    sys.stderr.flush()
    texts = []
    for file in files:
        file.seek(0)
        texts.append(file.read().decode())
    return texts


@proves("tvm.error.DiagnosticError", "真正的原因由诊断渲染器写到标准错误", versions=("0.12.0", "0.13.0"))
@proves("tvm.error.DiagnosticError", "真正的原因由诊断渲染器写到标准输出", "只收集标准错误的日志里没有它", versions=("0.10.0",))
def _(tvm, release):
    texts = written(lambda: caught(lambda: mistyped(tvm)))
    reason, other = texts if release == "0.10.0" else texts[::-1]
    assert "Incompatible broadcast type" in reason and "Incompatible broadcast type" not in other


@proves("tvm.error.DiagnosticError", "TVM 的钩子只打印一行提示，不打印调用栈；设环境变量 `TVM_BACKTRACE=1` 才有")
def _(tvm):
    import os

    found = caught(lambda: mistyped(tvm))

    def shown():
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
            sys.excepthook(type(found), found, found.__traceback__)
        return out.getvalue()

    os.environ.pop("TVM_BACKTRACE", None)
    brief = shown()
    assert len(brief.strip().splitlines()) == 1 and "Traceback" not in brief
    os.environ["TVM_BACKTRACE"] = "1"
    assert "Traceback" in shown()


def imported(tvm, op, **attributes):
    import onnx
    from onnx import helper

    node = helper.make_node(op, [] if op == "Constant" else ["x"], ["y"], **attributes)
    ends = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, 1, 4, 4]) for name in "xy"]
    model = helper.make_model(helper.make_graph([node], "one", ends[:1], ends[1:]))
    return caught(lambda: tvm.relay.frontend.from_onnx(model, opset=13))


@proves("tvm.error.OpError", "前端四个类的共同基类")
@proves("tvm.error.OpNotImplemented", "也是 `NotImplementedError`", "`except NotImplementedError`、`except AttributeError` 也接得到")
@proves("tvm.error.OpAttributeRequired", "也是 `AttributeError`")
@proves("tvm.error.OpAttributeInvalid", "也是 `AttributeError`")
@proves("tvm.error.OpAttributeUnImplemented", "也是 `NotImplementedError`")
def _(tvm):
    error = tvm.error
    for kind, other in (
        (error.OpNotImplemented, NotImplementedError),
        (error.OpAttributeUnImplemented, NotImplementedError),
        (error.OpAttributeRequired, AttributeError),
        (error.OpAttributeInvalid, AttributeError),
    ):
        assert issubclass(kind, error.OpError) and issubclass(kind, other) and issubclass(kind, tvm.TVMError)


@proves("tvm.error.OpError", "直接抛出它的有 MXNet 前端的 `arange_like` 和 `take` 的梯度")
def _(tvm):
    import inspect

    from tvm.relay.frontend import mxnet

    assert "tvm.error.OpError(" in inspect.getsource(mxnet)
    assert "OpError" in inspect.getsource(tvm.relay.op._tensor_grad)


@proves("tvm.error.OpNotImplemented", "ONNX 前端先检查一层图，一次列出其中全部不支持的算子")
def _(tvm):
    import onnx
    from onnx import helper

    nodes = [helper.make_node(op, [a], [b]) for op, a, b in (("Odd", "x", "t"), ("Odder", "t", "y"))]
    ends = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [4]) for name in "xy"]
    model = helper.make_model(helper.make_graph(nodes, "two", ends[:1], ends[1:]))
    found = caught(lambda: tvm.relay.frontend.from_onnx(model, opset=13))
    assert type(found) is tvm.error.OpNotImplemented and "Odd" in str(found) and "Odder" in str(found)


@proves("tvm.error.OpNotImplemented", "PyTorch、TensorFlow 和 Darknet 的前端缺算子时抛出的也是 `NotImplementedError`")
def _(tvm):
    import torch

    class Net(torch.nn.Module):
        def forward(self, a):
            return torch.special.i0e(a)

    traced = torch.jit.trace(Net().eval(), torch.zeros(2))
    assert type(caught(lambda: tvm.relay.frontend.from_pytorch(traced, [("a", (2,))]))) is NotImplementedError


@proves("tvm.error.OpAttributeRequired", "只有 ONNX、Caffe 和 MXNet 的前端抛出", versions=("0.13.0",))
@proves("tvm.error.OpAttributeRequired", "得到的是 Python 的 `AttributeError`，信息是 `module 'tvm' has no attribute 'errors'`", versions=OLD)
def _(tvm, release):
    found = imported(tvm, "Constant")
    if release == "0.13.0":
        assert type(found) is tvm.error.OpAttributeRequired
    else:
        assert type(found) is AttributeError and str(found) == "module 'tvm' has no attribute 'errors'"


def raised_by(tvm, name):
    """The front ends whose source names an error."""
    import pathlib

    folder = pathlib.Path(tvm.relay.frontend.__file__).parent
    found = set()
    for file in folder.glob("*.py"):
        if f"{name}(" in file.read_text():
            found.add(file.stem)
    return found


@proves("tvm.error.OpAttributeInvalid", "例如 `auto_pad` 写了不存在的方式")
@proves("tvm.error.OpAttributeUnImplemented", "ONNX 前端没有用它")
def _(tvm):
    assert type(imported(tvm, "MaxPool", auto_pad="ROUND", kernel_shape=[2, 2])) is tvm.error.OpAttributeInvalid
    users = raised_by(tvm, "OpAttributeUnImplemented")
    assert "onnx" not in users and {"coreml", "keras", "caffe2"} <= users


@proves("tvm.error.OpAttributeUnImplemented", "CoreML、Keras、Caffe2、MXNet、TFLite 和 TensorFlow 的前端会抛出")
def _(tvm):
    users = raised_by(tvm, "OpAttributeUnImplemented")
    assert users == {"coreml", "keras", "caffe2", "mxnet", "tflite", "tensorflow_ops"}, users


def session(tvm, timeout=0):
    server = tvm.rpc.Server("127.0.0.1", port=9500, port_end=9700, key="probe", silent=True)
    return server, tvm.rpc.connect("127.0.0.1", server.port, key="probe", session_timeout=timeout)


@proves("tvm.error.RPCError", "对方的异常是什么类都变成它，原来的类名和信息写在文字里", "远程执行中的错误，不论对方是什么类 | `RPCError`")
def _(tvm):
    server, remote = session(tvm)
    found = caught(lambda: remote.load_module("none.so"))
    assert type(found) is tvm.error.RPCError and "ValueError" in str(found) and "cannot find file" in str(found)
    assert type(caught(lambda: remote.download("none"))) is tvm.error.RPCError
    server.terminate()


@proves("tvm.error.RPCError", "键不符不是它，而是 `TVMError` 或 `InternalError`", versions=("0.13.0",))
@proves("tvm.error.RPCError", "键不符、超过 `session_timeout` 都不是它，而是 `TVMError`", versions=OLD)
def _(tvm):
    server = tvm.rpc.Server("127.0.0.1", port=9500, port_end=9700, key="probe", silent=True)
    wrong = caught(lambda: tvm.rpc.connect("127.0.0.1", server.port, key="other"))
    assert isinstance(wrong, tvm.TVMError) and not isinstance(wrong, tvm.error.RPCError)
    server.terminate()


@proves("tvm.error.RPCSessionTimeoutError", "没有正在执行的就是下一次调用，再调用是 `TVMError`。它继承 `RPCError` 和 Python 的 `TimeoutError`", versions=("0.13.0",))
@proves("tvm.error.RPCError", "超过 `session_timeout` 都不是它，而是 `TVMError`", versions=OLD)
def _(tvm, release):
    import time

    server, remote = session(tvm, timeout=1)
    time.sleep(3)
    first = caught(lambda: remote.get_function("runtime.ModuleLoadFromFile"))
    second = caught(lambda: remote.get_function("runtime.ModuleLoadFromFile"))
    assert second is not None and not isinstance(second, tvm.error.RPCError)
    if release == "0.13.0":
        kind = tvm.error.RPCSessionTimeoutError
        assert type(first) is kind and issubclass(kind, tvm.error.RPCError) and issubclass(kind, TimeoutError)
    else:
        assert isinstance(first, tvm.TVMError) and not isinstance(first, tvm.error.RPCError)
    server.terminate()


@proves("tvm.error.register_error", "可以作装饰器，也可以带名称调用；同名的后一次覆盖前一次", "直接给类时用它的 `__name__`", "由信息构造异常；省略时返回装饰器")
def _(tvm):
    first = type("Probe", (RuntimeError,), {"__module__": "__main__"})
    second = type("Probe", (ValueError,), {"__module__": "__main__"})
    assert type(crossed(tvm, first("bad"))) is tvm.TVMError
    assert tvm.error.register_error(first) is first
    assert type(crossed(tvm, first("bad"))) is first
    assert tvm.error.register_error("Probe")(second) is second
    assert type(crossed(tvm, first("bad"))) is second
    tvm.error.register_error("Probe", lambda message: KeyError("made"))
    assert type(crossed(tvm, first("bad"))) is KeyError


@proves("tvm.error.register_error", "名称是 `模块.类名`（`__main__` 和内建的类没有模块名）", "所以自己的包里的类要按全名注册，否则仍变成 `TVMError`")
def _(tvm):
    mine = type("Timeout", (RuntimeError,), {"__module__": "mypackage"})
    tvm.error.register_error(mine)
    assert type(crossed(tvm, mine("slow"))) is tvm.TVMError
    tvm.error.register_error("mypackage.Timeout", mine)
    assert type(crossed(tvm, mine("slow"))) is mine


@proves("tvm.error.register_error", "嵌套的类带外层的名称，函数里定义的类带 `<locals>`，注册了也识别不出")
def _(tvm):
    class Local(RuntimeError):
        pass

    Local.__module__ = "__main__"
    tvm.error.register_error(Local)
    tvm.error.register_error(Local.__qualname__, Local)
    assert "<locals>" in Local.__qualname__ and type(crossed(tvm, Local("bad"))) is tvm.TVMError
    nested = type("Inner", (RuntimeError,), {"__module__": "__main__", "__qualname__": "Outer.Inner"})
    tvm.error.register_error(nested)
    assert type(crossed(tvm, nested("bad"))) is tvm.TVMError
    tvm.error.register_error("Outer.Inner", nested)
    assert type(crossed(tvm, nested("bad"))) is nested


COMPLETE = True
