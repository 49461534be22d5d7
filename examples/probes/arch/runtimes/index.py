"""How arguments are packed, what is converted, and what comes back of errors and results."""

import ctypes
import gc

import numpy as np
from probes import proves, raises

import tvm as _tvm
from tvm import te

PAGE = "arch/runtimes/index#"


def echo(value):
    """What a value has become after a function of the runtime has handed it back."""
    seen = []
    _tvm.runtime.convert(lambda given: seen.append(given))(value)
    return seen[0]


@proves(PAGE + "类型码", "`bool` 变成整数，`bytes` 变成 `bytearray`，`DataType` 变成字符串")
def _(tvm):
    assert type(echo(True)) is int and echo(True) == 1
    assert isinstance(echo(tvm.DataType("int8")), str)


@proves(PAGE + "类型码", "列表、元组和字典先递归地换成 TVM 的 `Array`、`Map`，里面的数变成 `IntImm`、`FloatImm`，字符串变成 `String`，不会换回来")
def _(tvm):
    array = echo([1, (2.5, "a")])
    assert isinstance(array, tvm.ir.Array) and isinstance(array[0], tvm.tir.IntImm)
    assert isinstance(array[1], tvm.ir.Array) and isinstance(array[1][0], tvm.tir.FloatImm)
    assert isinstance(array[1][1], tvm.runtime.String)
    assert isinstance(echo({"k": 1}), tvm.ir.Map)


@proves(PAGE + "类型码", "前面各类都不是的可调用对象，包括类，变成函数", "列在那里的都不是，就报 `TypeError`，NumPy 数组就是这样")
@proves(PAGE + "dont-know-how-to-handle-type", "NumPy 的布尔标量（`np.bool_`）也报这个错", "先用 `bool(value)` 换掉")
def _(tvm):
    class Given:
        pass

    assert isinstance(echo(Given), tvm.runtime.PackedFunc) and isinstance(echo(lambda: 1), tvm.runtime.PackedFunc)
    for value in (np.zeros(2), np.bool_(True), object()):
        with raises(TypeError, "Don't know how to handle type"):
            echo(value)
    assert echo(bool(np.bool_(True))) == 1 and echo(np.int64(3)) == 3


@proves(PAGE + "全局函数表和模块", "重名报错，除非 `override=True`", "`get_function(name, query_imports=True)` 再递归地查导入的模块")
def _(tvm):
    tvm.register_func("probe.one", lambda: 1)
    with raises(tvm.TVMError):
        tvm.register_func("probe.one", lambda: 2)
    tvm.register_func("probe.one", lambda: 3, override=True)
    assert tvm.get_global_func("probe.one")() == 3

    def made(name):
        A = te.placeholder((4,), name="A")
        B = te.compute((4,), lambda i: A[i] + 1, name="B")
        return tvm.build(te.create_schedule(B.op), [A, B], "llvm", name=name)

    root = made("outer")
    root.import_module(made("inner"))
    assert root.get_function("inner", query_imports=True)
    with raises(AttributeError, "inner"):
        root.get_function("inner")


@proves(PAGE + "c-一侧的转换", "整数可以当浮点数，反过来不行", "INT，并且在 32 位之内")
def _(tvm):
    real = tvm.get_global_func("ir.FloatImm")
    assert real("float32", 2, None).value == 2.0
    whole = tvm.get_global_func("ir.IntImm")
    with raises(tvm.TVMError):
        whole("int32", 2.5, None)


@proves(PAGE + "张量", "共享内存的张量各自持有引用，先删哪个都可以", "对齐到 `kAllocAlignment`，默认 64 字节", "DLPack 来的张量必须连续")
def _(tvm):
    first = tvm.nd.array(np.arange(4, dtype="float32"))
    second = tvm.nd.from_dlpack(first.to_dlpack())
    del first
    gc.collect()
    np.testing.assert_array_equal(second.numpy(), np.arange(4))
    import torch

    base = torch.zeros(64)
    for strided in (torch.zeros(4, 4).t(), torch.zeros(4, 4)[:, :2]):
        with raises(Exception):
            tvm.nd.from_dlpack(torch.utils.dlpack.to_dlpack(strided))
    offset = base[1:]
    with raises(Exception):
        tvm.nd.from_dlpack(torch.utils.dlpack.to_dlpack(offset))


@proves(PAGE + "张量", "编译出的代码传给回调的张量")
def _(tvm):
    views = []
    tvm.register_func("probe.look", lambda given: views.append(given.is_view) or 0)
    A = te.placeholder((4,), name="A")
    B = te.extern((4,), [A], lambda ins, outs: tvm.tir.call_packed("probe.look", ins[0]), name="B")
    array = tvm.nd.array(np.zeros(4, "float32"))
    tvm.build(te.create_schedule(B.op), [A, B], "llvm")(array, array)
    assert views == [True] and not array.is_view


@proves(PAGE + "错误", "异常对象本身过不来，能过来的只有文字，包括类名、信息和调用栈")
def _(tvm):
    class Odd(Exception):
        pass

    # Python writes the module of a class before its name, except for these.
    Odd.__module__, Odd.__qualname__ = "__main__", "Odd"
    original = Odd("given words")

    def fail():
        raise original

    with raises(tvm.TVMError, "given words"):
        tvm.runtime.convert(fail)()
    try:
        tvm.runtime.convert(fail)()
    except Exception as error:
        assert error is not original and "Odd" in str(error)
    tvm.error.register_error(Odd)
    with raises(Odd, "given words"):
        tvm.runtime.convert(fail)()


@proves(PAGE + "rpc", "数、字符串和字节按值传", "函数（从那一端取来的也在内）和 `Object` 不能传，`String` 例外", "那一端抛出的错误以 `RPCError` 回来")
def _(tvm):
    from tvm import rpc

    server = rpc.Server("127.0.0.1", port=9290, port_end=9490)
    remote = rpc.connect("127.0.0.1", server.port)
    send = remote.get_function("testing.echo")
    assert (send(3), send(2.5), send("tvm")) == (3, 2.5, "tvm")
    for value in (lambda: 1, send, tvm.runtime.convert([1])):
        with raises(Exception):
            send(value)
    with raises("RPCError"):
        remote.get_function("tvm.rpc.server.load_module")("missing.so")
    server.terminate()


@proves(PAGE + "返回元组得到-none", "没有异常，结果是 `None`", "返回列表")
def _(tvm):
    assert tvm.runtime.convert(lambda: (1, 2))() is None
    assert [int(one) for one in tvm.runtime.convert(lambda: [1, 2])()] == [1, 2]


@proves(PAGE + "大整数变成了别的数", "它取低 64 位，不检查溢出")
def _(tvm):
    if "_ctypes" in type(tvm.get_global_func("testing.echo")).__mro__[1].__module__:
        assert echo(2**63) == -(2**63) and echo(2**64) == 0 and echo(2**64 + 5) == 5
