"""More probes of docs/reference/api/python/ndarray.md: ways to write, and what NumPy has no type for."""

import numpy as np
from probes import check_error, proves, raises, unproved

ARRAY = "tvm.nd.NDArray"


@proves("tvm.nd.array", "再用 `copyfrom` 写进 `empty(shape, \"bfloat16\")`")
def _(tvm):
    values = np.array([1.0, -2.5, 3.140625], "float32")
    bits = (values.view("uint32") >> 16).astype("uint16")
    made = tvm.nd.empty((3,), "bfloat16")
    made.copyfrom(bits)
    assert made.dtype == "bfloat16" and np.array_equal(made.numpy(), bits)
    te = tvm.te
    a = te.placeholder((3,), "bfloat16")
    b = te.compute((3,), lambda i: a[i].astype("float32"))
    out = tvm.nd.empty((3,))
    tvm.build(te.create_schedule(b.op), [a, b], "llvm")(made, out)
    assert np.array_equal(out.numpy(), values)


@proves(ARRAY, "由 `array`、`empty` 和编译好的函数得到，不要自己构造")
def _(tvm):
    tvm.register_func("probe.returns", lambda: tvm.nd.array([1.0]), override=True)
    for made in (tvm.nd.array([1, 2]), tvm.nd.empty((2,)), tvm.get_global_func("probe.returns")()):
        assert type(made) is tvm.nd.NDArray
    with raises(TypeError):
        tvm.nd.NDArray()


@proves(ARRAY, "**写入**有三种方式，检查不同", "按位复制容易出错，下面的 int32 数据成了没有意义的浮点数")
def _(tvm, release):
    integers = np.arange(3, dtype="int32")
    ways = (
        lambda one, value: one.copyfrom(value),
        lambda one, value: value.copyto(one) if isinstance(value, tvm.nd.NDArray) else one.copyfrom(value),
        lambda one, value: one.__setitem__(slice(None), value),
    )
    for write in ways:
        floats = tvm.nd.empty((3,))
        write(floats, integers)
        assert floats.numpy().tolist() == [0, 1, 2]
        write(floats, tvm.nd.array(integers))
        assert np.array_equal(floats.numpy().view("int32"), integers) and floats.numpy()[1] != 1
        with raises(ValueError):
            write(floats, np.zeros((3, 1)))
        write(floats, tvm.nd.array(np.zeros((3, 1), "float32")))  # only the bytes count
        with raises(check_error(release)):
            write(floats, tvm.nd.array(np.zeros(3, "float64")))
    floats.copyfrom([1, 2, 3])
    with raises(TypeError):
        floats[:] = [1, 2, 3]


@proves(ARRAY, "**取出**时，NumPy 没有的类型这样表示")
def _(tvm):
    for dtype, shape, result in (("bfloat16", (4,), ("uint16", (4,))), ("int4", (4,), ("int8", (4,))), ("float32x4", (2,), ("float32", (2, 4))), ("uint1", (3,), ("bool", (3,)))):
        got = tvm.nd.empty(shape, dtype).numpy()
        assert (str(got.dtype), got.shape) == result


@proves(ARRAY, "NumPy 的数组常常不满足")
def _(tvm):
    kept, refused = [np.arange(n, dtype="float32") for n in range(3, 203)], 0
    for one in kept:
        aligned = one.ctypes.data % 64 == 0
        try:
            assert tvm.nd.from_dlpack(one).shape == one.shape and aligned
        except tvm.TVMError:
            assert not aligned
            refused += 1
    assert refused > 20


unproved("tvm.nd.array", "`ml_dtypes` 的 float8 数组抛出 `ValueError`", reason="要有 ml_dtypes", versions=("0.10.0", "0.12.0"))
