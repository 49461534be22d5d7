"""Probes of docs/reference/api/python/ndarray.md."""

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

COMPLETE = True


@proves("tvm.nd.array", "复制一份数据到设备上，返回新的 `NDArray`；以后改原数组，它不变")
def _(tvm):
    source = np.arange(4, dtype="float32")
    copied = tvm.nd.array(source)
    source[:] = 9
    assert isinstance(copied, tvm.nd.NDArray) and list(copied.numpy()) == [0, 1, 2, 3]
    again = tvm.nd.array(copied)
    copied.copyfrom(np.full(4, 7, "float32"))
    assert list(again.numpy()) == [0, 1, 2, 3] and again != copied


@proves("tvm.nd.array", "类型照 NumPy 的：Python 的整数列表是 int64，小数是 float64")
def _(tvm):
    kinds = [tvm.nd.array(value).dtype for value in ([1, 2], [1.5], 1, True, np.float16(1), np.uint8([3]))]
    assert kinds == ["int64", "float64", "int64", "bool", "float16", "uint8"]


unproved("tvm.nd.array", "`ml_dtypes.bfloat16` 的数组会先转成整数，值不对", reason="要有 ml_dtypes")


@proves("tvm.nd.array", "`ir.Array` 抛出 `AttributeError`", '字符串 `"cpu"` 抛出 `TVMError`')
def _(tvm):
    with raises(AttributeError):
        tvm.nd.array(tvm.runtime.convert([1, 2]))
    with raises("TVMError"):
        tvm.nd.array([1], "cpu")
    assert tvm.nd.array([1], tvm.cpu(0)).device == tvm.cpu(0)


@proves("tvm.nd.array", "None 和 `global` 是普通内存。CPU 只有这两种，其他抛出 `TVMError`")
def _(tvm):
    for scope in (None, "global"):
        assert list(tvm.nd.array([1, 2], mem_scope=scope).numpy()) == [1, 2]
    for scope in ("global.vtcm", "global.texture", "local", ""):
        with raises("TVMError"):
            tvm.nd.array([1, 2], mem_scope=scope)


@proves("tvm.nd.array", "数据可以不连续，可以是零维或空的")
def _(tvm):
    for value in (np.arange(6.0).reshape(2, 3).T, np.arange(6.0)[::-2], np.array(3.5), np.zeros((0, 2))):
        made = tvm.nd.array(value)
        assert made.shape == value.shape and np.array_equal(made.numpy(), value)


@proves("tvm.nd.array", "复数、字符串、日期、非本机字节序的数组抛出 `ValueError: Do not know how to handle type …`")
def _(tvm):
    for value in (np.array([1j]), np.array(["a"]), np.array(["2020-01-01"], "datetime64[D]"), np.array([1], ">i4")):
        with raises(ValueError, "Do not know how to handle type"):
            tvm.nd.array(value)


@proves("tvm.nd.empty", "形状的每个元素经 `int()`，所以 `(2.7,)` 得到 `(2,)`", "`()` 是标量", "或 `runtime.ShapeTuple`", "单独的一个整数抛出 `TypeError`")
def _(tvm):
    assert tvm.nd.empty((2.7,)).shape == (2,)
    assert tvm.nd.empty(tvm.runtime.ShapeTuple([2, 3])).shape == (2, 3)
    assert tvm.nd.empty(iter([2, "3"])).shape == (2, 3) and tvm.nd.empty(()).shape == ()
    with raises(TypeError):
        tvm.nd.empty(3)


@proves("tvm.nd.empty", "`(-1,)` 因分配失败抛出 `TVMError`，`(-1, -4)` 却不报错")
def _(tvm):
    with raises("TVMError"):
        tvm.nd.empty((-1,))
    assert tvm.nd.empty((-1, -4)).shape == (-1, -4)


@proves("tvm.nd.empty", "`np.dtype` 实例", "`np.float32` 这样的类抛出 `AssertionError`")
def _(tvm):
    assert tvm.nd.empty((1,)).dtype == "float32"
    assert tvm.nd.empty((1,), np.dtype("int16")).dtype == "int16"
    for kind in (np.float32, float):
        with raises(AssertionError):
            tvm.nd.empty((1,), kind)


@proves("tvm.nd.empty", "同 `array`")
def _(tvm):
    for scope in ("global.vtcm", ""):
        with raises("TVMError"):
            tvm.nd.empty((1,), mem_scope=scope)
    with raises("TVMError"):
        tvm.nd.empty((1,), "float32", "cpu")
    assert tvm.nd.empty((1,)).device == tvm.cpu(0)


@proves_check("tvm.nd.empty", "位数必须是 8 的倍数和 2 的幂，例外是整数的 1 位和 4 位", "`int3`、`float24` 抛出 `InternalError`")
def _(tvm, release):
    for dtype in ("int1", "uint1", "int4", "uint4", "int8", "uint16", "float64", "int128"):
        tvm.nd.empty((2,), dtype)
    for dtype in ("int3", "float24", "uint2", "float4", "int24", "bfloat24"):
        with raises(check_error(release)):
            tvm.nd.empty((2,), dtype)


@proves("tvm.nd.NDArray", "还有 `shape`（元组）、`to_dlpack()`，以及 DLPack 的两个协议方法")
def _(tvm):
    a = tvm.nd.array(np.zeros((2, 3), "int8"))
    assert isinstance(a.shape, tuple) and type(a.to_dlpack()).__name__ == "PyCapsule"
    assert a.__dlpack_device__() == (1, 0) and type(a.__dlpack__()).__name__ == "PyCapsule"


@proves("tvm.nd.NDArray", "`==` 和散列看是不是同一块描述，内容相同的两个数组不相等", "同一块描述时为 True；`==` 就是它")
def _(tvm):
    a, b = tvm.nd.array([1]), tvm.nd.array([1])
    assert a == a and a != b and not a.same_as(b) and a.same_as(a) and not a.same_as(np.array([1]))
    assert hash(a) != hash(b) and len({a, a, b}) == 2


@proves("tvm.nd.NDArray", "没有 `len`、迭代、下标和 `+`", "`np.asarray` 得到的是装着它的对象数组", "`pickle` 和 `copy.deepcopy` 也不行")
def _(tvm):
    import copy
    import pickle

    a = tvm.nd.array([1.0, 2.0])
    for wrong in (lambda: len(a), lambda: list(a), lambda: a[0], lambda: a + a, lambda: a + 1):
        with raises(TypeError):
            wrong()
    assert np.asarray(a).dtype == object and np.asarray(a).shape == ()
    for wrong in (lambda: pickle.dumps(a), lambda: copy.deepcopy(a)):
        with raises(Exception):
            wrong()


@proves("tvm.nd.NDArray", "字符串，如 `float32`、`float32x4`", "数据所在的 `Device`")
def _(tvm):
    assert tvm.nd.empty((2,)).dtype == "float32" and tvm.nd.empty((2,), "float32x4").dtype == "float32x4"
    assert tvm.nd.empty((2,)).device == tvm.cpu(0)


@proves("tvm.nd.NDArray", "用源数据覆盖自己，返回自己", "`numpy()` 的旧名，发出 `DeprecationWarning`", "取回到新的 NumPy 数组，改它不影响原处")
def _(tvm):
    import warnings

    a = tvm.nd.empty((2,))
    assert a.copyfrom(np.array([1, 2], "float32")) is a
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert list(a.asnumpy()) == [1, 2]
    assert [one.category for one in caught] == [DeprecationWarning]
    a.numpy()[:] = 5
    assert list(a.numpy()) == [1, 2]


@proves("tvm.nd.NDArray", "`target` 是 `NDArray` 时复制到它并返回它，是 `Device` 时在那里新分配一个；`mem_scope` 只用于后者。其他类型抛出 `ValueError`")
def _(tvm):
    a, b = tvm.nd.array(np.float32([1, 2])), tvm.nd.empty((2,))
    assert a.copyto(b) is b and list(b.numpy()) == [1, 2]
    c = a.copyto(tvm.cpu(0))
    assert c != a and list(c.numpy()) == [1, 2]
    with raises("TVMError"):
        a.copyto(tvm.cpu(0), "local")
    assert a.copyto(b, "local") is b
    for wrong in (np.zeros(2, "float32"), "cpu", None):
        with raises(ValueError):
            a.copyto(wrong)


@proves("tvm.nd.NDArray", "必须相同，否则 `ValueError`", "转成自己的类型，方式同 NumPy：`300` 写进 int8 变成 44")
def _(tvm):
    a = tvm.nd.empty((2,), "int8")
    for wrong in (np.zeros((2, 1)), np.zeros(1), [1, 2, 3], 0):
        with raises(ValueError):
            a.copyfrom(wrong)
    assert list(a.copyfrom(np.array([300, -1.9])).numpy()) == [44, -1]


@proves("tvm.nd.NDArray", "NumPy 不支持的类型（bfloat16、`int4`、向量）不收列表，抛出 `TypeError`", versions=("0.10.0", "0.12.0"))
@proves("tvm.nd.NDArray", "NumPy 不支持的类型（bfloat16、float8、`int4`、向量）不收列表，抛出 `TypeError`", versions=("0.13.0",))
def _(tvm, release):
    for dtype in ("bfloat16", "int4", "float32x2") + (("e4m3_float8",) if release == "0.13.0" else ()):
        with raises(TypeError):
            tvm.nd.empty((2,), dtype).copyfrom([1, 2])


@proves_check("tvm.nd.NDArray", "只要字节数相同，否则 `InternalError`", "不转换，按位复制")
def _(tvm, release):
    integers = tvm.nd.array(np.int32([1, 1065353216]))
    floats = tvm.nd.empty((2, 1)).copyfrom(integers)
    assert floats.numpy()[1, 0] == 1.0 and floats.numpy()[0, 0] != 1.0
    assert tvm.nd.empty((1,), "int64").copyfrom(integers).numpy()[0] == (1065353216 << 32) + 1
    for wrong in (tvm.nd.empty((3,)), tvm.nd.empty((2,), "int64")):
        with raises(check_error(release)):
            integers.copyto(wrong)


@proves("tvm.nd.NDArray", "值只能是 NumPy 的数组、标量或 `NDArray`，列表抛出 `TypeError`", "给出起点、终点或下标抛出 `ValueError`，步长却被忽略，`a[::2] = 值` 写的是整个数组")
def _(tvm):
    a = tvm.nd.empty((4,))
    a[:] = np.arange(4)
    a[:] = tvm.nd.array(np.float32([4, 5, 6, 7]))
    assert list(a.numpy()) == [4, 5, 6, 7]
    scalar = tvm.nd.empty(())
    scalar[:] = np.float64(2.5)
    assert scalar.numpy() == 2.5
    with raises(TypeError):
        a[:] = [1, 2, 3, 4]
    for index in (0, slice(1, None), slice(None, 2)):
        with raises(ValueError):
            a[index] = np.zeros(4)
    a[::2] = np.ones(4)
    assert list(a.numpy()) == [1, 1, 1, 1]


unproved("tvm.nd.NDArray", "… Can not copy across different device types directly.", reason="要有两种不是 CPU 的设备")


@proves("tvm.nd.NDArray", "`uint16`，原样的位；写入也是 `uint16`，浮点数组会先转成整数，1.0 变成位模式 `0x0001`")
def _(tvm):
    a = tvm.nd.empty((2,), "bfloat16").copyfrom(np.array([1.0, 3.0], "float32"))
    assert a.numpy().dtype == np.uint16 and list(a.numpy()) == [1, 3]
    assert list(a.copyfrom(np.uint16([0x3F80, 0])).numpy()) == [0x3F80, 0]


@proves("tvm.nd.NDArray", "`int8`，每字节拆成两个元素，高四位在前，不作符号扩展，-1 读成 15")
def _(tvm):
    a = tvm.nd.empty((4,), "int4")
    tvm.nd.array(np.uint16([0xF12A])).copyto(tvm.nd.empty((1,), "uint16"))
    size = None
    for dtype in ("uint16", "uint32"):
        try:
            tvm.nd.array(np.array([0xF12A], dtype)).copyto(a)
            size = dtype
            break
        except tvm.TVMError:
            continue
    got = a.numpy()
    assert size is not None and got.dtype == np.int8 and list(got)[:4] == [2, 10, 15, 1], (size, list(got))


@proves("tvm.nd.NDArray", "元素个数是奇数时结果不对或抛出 `ValueError`", "不能由 NumPy 写入")
def _(tvm):
    wrong = 0
    for n in (1, 3, 5):
        a = tvm.nd.empty((n,), "int4")
        try:
            wrong += len(a.numpy()) == n
        except ValueError:
            wrong += 1
    assert wrong == 3
    with raises(Exception):
        tvm.nd.empty((4,), "int4").copyfrom(np.zeros(4, "int8"))


@proves("tvm.nd.NDArray", "`bool`、`uint1`、`int1`")
def _(tvm):
    for dtype in ("bool", "uint1", "int1"):
        assert tvm.nd.empty((2,), dtype).numpy().dtype == np.bool_, dtype


@proves("tvm.nd.NDArray", "多一个末维，长度是道数；写入时形状也要多这一维")
def _(tvm):
    a = tvm.nd.empty((3,), "float32x4")
    assert a.shape == (3,) and a.numpy().shape == (3, 4)
    value = np.arange(12, dtype="float32").reshape(3, 4)
    assert np.array_equal(a.copyfrom(value).numpy(), value)
    with raises(ValueError):
        a.copyfrom(np.zeros(3, "float32"))


@proves("tvm.nd.NDArray", "没有装这个包时抛出 `RuntimeError`", versions=("0.13.0",))
def _(tvm):
    tvm.runtime.ndarray.ml_dtypes = None
    for dtype in ("e4m3_float8", "e5m2_float8"):
        with raises(RuntimeError, "ml_dtypes is not installed"):
            tvm.nd.empty((2,), dtype).numpy()


@proves("tvm.nd.NDArray", "抛出 `TypeError`")
def _(tvm):
    for dtype in ("handle", "uint4"):
        with raises(TypeError):
            tvm.nd.empty((2,), dtype).numpy()


@proves("tvm.nd.NDArray", "不复制，两边看到同一块内存", "`tvm.nd.from_dlpack(x)` 接入")
def _(tvm):
    import torch

    a = tvm.nd.array(np.zeros(16, "float32"))
    torch.from_dlpack(a)[3] = 7.0
    assert a.numpy()[3] == 7.0
    again = tvm.nd.from_dlpack(torch.from_dlpack(a))
    again.copyfrom(np.ones(16, "float32"))
    assert a.numpy().sum() == 16


@proves_check("tvm.nd.NDArray", "接入时要求连续，而且起始地址是 64 字节的倍数", "不满足时抛出 `InternalError`")
def _(tvm, release):
    import torch

    whole = torch.from_dlpack(tvm.nd.array(np.arange(64, dtype="float32")))
    assert tvm.nd.from_dlpack(whole[16:]).numpy()[0] == 16
    with raises(check_error(release), "aligned"):
        tvm.nd.from_dlpack(whole[1:])
    with raises(check_error(release), "contiguous"):
        tvm.nd.from_dlpack(whole.reshape(8, 8).t())


@proves("tvm.nd.NDArray", "没有 `e4m3_float8` 和 `e5m2_float8` 两种类型，`empty` 遇到它们抛出 `ValueError`", versions=("0.10.0", "0.12.0"))
def _(tvm):
    for dtype in ("e4m3_float8", "e5m2_float8"):
        with raises(ValueError):
            tvm.nd.empty((1,), dtype)


@proves("tvm.nd.NDArray", "检查连续时长度为 1 的维也算：`torch.zeros(4, 1).t()` 不能接入", "PyTorch 的 `contiguous()` 也不改它", versions=("0.10.0",))
def _(tvm):
    import torch

    row = torch.from_dlpack(tvm.nd.array(np.zeros((16, 1), "float32"))).t()
    for wrong in (row, row.contiguous()):
        with raises("TVMError", "contiguous"):
            tvm.nd.from_dlpack(wrong)
    tvm.nd.from_dlpack(torch.zeros(4, 1).t().clone(memory_format=torch.contiguous_format))
