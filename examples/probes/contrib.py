"""Probes of docs/reference/api/python/contrib.md: what runs on a processor."""

import contextlib
import io
import os
import sys
import tempfile
import types

import numpy as np
from probes import proves, proves_check, raises, unproved

COMPLETE = True
CUDA, ROCM, NNPACK = "要有 CUDA 和 cuBLAS", "要有 ROCm", "要有 NNPACK"

C = "tvm.contrib."


def run(tvm, compute, *arrays):
    te = tvm.te
    inputs = [te.placeholder(array.shape, str(array.dtype), name=f"in{n}") for n, array in enumerate(arrays)]
    out = compute(*inputs)
    f = tvm.build(te.create_schedule(out.op), [*inputs, out], "llvm")
    result = tvm.nd.array(np.zeros([int(n) for n in out.shape], out.dtype))
    f(*[tvm.nd.array(array) for array in arrays], result)
    return result.numpy()


def drawn(*shape, dtype="float32"):
    return np.random.default_rng(0).normal(size=shape).astype(dtype)


@proves(C + "cblas.matmul", "`(M, K)`；`transa` 为真时是 `(K, M)`", "`(K, N)`；`transb` 为真时是 `(N, K)`", "这一边的两维对调，默认 False", "返回 `(M, N)` 的 `te.Tensor`", "只支持两边都是 float32 或都是 float64")
def _(tvm):
    from tvm.contrib import cblas

    for dtype in ("float32", "float64"):
        for transa in (False, True):
            for transb in (False, True):
                a, b = drawn(3, 4, dtype=dtype), drawn(4, 5, dtype=dtype)
                given = (a.T.copy() if transa else a, b.T.copy() if transb else b)
                made = run(tvm, lambda x, y: cblas.matmul(x, y, transa, transb), *given)
                assert made.shape == (3, 5) and np.allclose(made, a @ b, atol=1e-4)


@proves(C + "cblas.matmul", "`name` 已经固定为 `C`，再写是 `TypeError`", "其他类型能编译，运行时报 `Check failed: (TypeMatch(…))`", "传给 `te.extern`，如 `dtype`、`tag`")
def _(tvm):
    from tvm.contrib import cblas

    a, b = (tvm.te.placeholder((2, 2), name=name) for name in "ab")
    with raises(TypeError):
        cblas.matmul(a, b, name="mine")
    assert cblas.matmul(a, b, tag="mine").op.tag == "mine" and cblas.matmul(a, b).op.name == "C"
    with raises("TVMError", "TypeMatch("):
        run(tvm, cblas.matmul, np.ones((2, 2), "float16"), np.ones((2, 2), "float16"))


@proves(C + "cblas.batch_matmul", "`(B, M, K)`；`transa` 为真时是 `(B, K, M)`", "`(B, K, N)`；`transb` 为真时是 `(B, N, K)`", "一边的批次是 1 时广播", "B 是两边批次里较大的", "逐个批次调用普通的 GEMM，结果相同", "这一边的后两维对调，默认 False")
def _(tvm):
    from tvm.contrib import cblas

    for sizes in (((2, 3, 4), (2, 4, 5)), ((1, 3, 4), (2, 4, 5)), ((2, 3, 4), (1, 4, 5))):
        a, b = drawn(*sizes[0]), drawn(*sizes[1])
        assert np.allclose(run(tvm, cblas.batch_matmul, a, b), a @ b, atol=1e-4)
    a, b = drawn(2, 3, 4), drawn(2, 4, 5)
    flat = a.transpose(0, 2, 1).copy()
    assert np.allclose(run(tvm, lambda x, y: cblas.batch_matmul(x, y, transa=True), flat, b), a @ b, atol=1e-4)
    assert np.allclose(run(tvm, lambda x, y: cblas.batch_matmul(x, y, iterative=True), a, b), a @ b, atol=1e-4)
    flat = b.transpose(0, 2, 1).copy()
    assert np.allclose(run(tvm, lambda x, y: cblas.batch_matmul(x, y, transb=True), a, flat), a @ b, atol=1e-4)


@proves(C + "cblas.batch_matmul", "只支持两边都是 float32 或都是 float64，其他类型运行时报 `Check failed: (TypeMatch(…))`", "如 `dtype`、`tag`；再写 `name` 是 `TypeError`")
def _(tvm):
    from tvm.contrib import cblas

    ones = lambda dtype: np.ones((2, 2, 2), dtype)
    assert np.allclose(run(tvm, cblas.batch_matmul, ones("float64"), ones("float64")), 2)
    for dtype in ("float16", "int32"):
        with raises("TVMError", "TypeMatch("):
            run(tvm, cblas.batch_matmul, ones(dtype), ones(dtype))
    a = tvm.te.placeholder((2, 2, 2), name="a")
    with raises(TypeError):
        cblas.batch_matmul(a, a, name="mine")
    assert cblas.batch_matmul(a, a, tag="mine").op.tag == "mine"


unproved(C + "cblas.batch_matmul", "都不是 1 又不相等时不检查，会读到界外", reason="读到界外的结果不确定")


@proves(C + "cublas.matmul", "返回 `(M, N)` 的 `te.Tensor`", "`(M, K)`；`transa=True` 时 `(K, M)`", "`transb=True` 时 `(N, K)`", "K 是否与 `lhs` 相等不核对", "这一边的两维对调，默认 False", "输出的类型，None 同 `lhs`", "cuBLAS 的两个函数自己取左边的类型，不受此限", "没有启用时运行报 `Cannot find function tvm.contrib.…`")
@proves(C + "cublas.batch_matmul", "返回 `(B, M, N)` 的 `te.Tensor`，B 取自 `lhs`", "`(B, M, K)`；`transa=True` 时 `(B, K, M)`", "`(B, K, N)` 或 `(1, K, N)`", "这一边的后两维对调，默认 False", "输出的类型，None 同 `lhs`")
@proves(C + "cblas.matmul", "没有写 `dtype` 时输入的类型必须一致，否则 `te.extern` 抛出 `ValueError: Cannot infer output type`", "生成一次 `call_packed`，不需要库在场")
def _(tvm):
    from tvm.contrib import cblas, cublas

    tensor = lambda *shape, dtype="float32": tvm.te.placeholder(shape, dtype, name="t")
    size = lambda made: [int(n) for n in made.shape]
    assert size(cublas.matmul(tensor(3, 4), tensor(4, 5))) == [3, 5] == size(cublas.matmul(tensor(3, 4), tensor(9, 5)))
    assert size(cublas.matmul(tensor(4, 3), tensor(5, 4), True, True)) == [3, 5]
    assert size(cublas.batch_matmul(tensor(7, 3, 4), tensor(1, 4, 5))) == [7, 3, 5]
    assert size(cublas.batch_matmul(tensor(1, 4, 3), tensor(7, 5, 4), True, True)) == [1, 3, 5]
    half, whole = tensor(2, 2, dtype="float16"), tensor(2, 2)
    assert cublas.matmul(half, whole).dtype == "float16" and cublas.matmul(half, whole, dtype="int8").dtype == "int8"
    with raises(ValueError, "Cannot infer output type"):
        cblas.matmul(half, whole)
    assert cblas.matmul(half, whole, dtype="float32").dtype == "float32"
    batches = tensor(1, 2, 2, dtype="float16")
    assert cublas.batch_matmul(batches, tensor(1, 2, 2)).dtype == "float16"
    assert cublas.batch_matmul(batches, batches, dtype="float32").dtype == "float32"
    assert "tvm.contrib.cublas.matmul" in str(cublas.matmul(whole, whole).op.body)
    with raises("TVMError", "Cannot find function tvm.contrib.cublas.matmul"):
        run(tvm, cublas.matmul, np.ones((2, 2), "float32"), np.ones((2, 2), "float32"))


unproved(C + "cublas.matmul", "类型在运行时核对，不符时是 `Check failed`", "| float16 | float16、float32 |", "| float32 | float32 |", "| float64 | float64 |", "int8，两个输入的行长都是 4 的倍数", reason=CUDA)
unproved(C + "cublas.batch_matmul", "后者广播", "`lhs` 的批次是 1 而 `rhs` 的不是时，只算 `rhs` 的第一批", "`lhs` 的批次较大就会读到 `rhs` 以外", reason=CUDA)
unproved(C + "cublas.batch_matmul", "哪些组合可以，见 cublas.matmul", reason=CUDA)


@proves(C + "rocblas.batch_matmul", "两边的批次必须相等，定义时断言，不广播", "`(B, M, K)`；`transa` 为真时是 `(B, K, M)`", "`(B, K, N)`；`transb` 为真时是 `(B, N, K)`", "这一边的后两维对调，默认 False", "返回 `(B, M, N)`")
@proves(C + "rocblas.matmul", "没有 `dtype` 可选", "这一边的两维对调，默认 False", "`(M, K)`；`transa` 为真时是 `(K, M)`", "`(K, N)`；`transb` 为真时是 `(N, K)`")
def _(tvm):
    from tvm.contrib import rocblas

    tensor = lambda *shape: tvm.te.placeholder(shape, name="t")
    size = lambda made: [int(n) for n in made.shape]
    assert size(rocblas.matmul(tensor(3, 4), tensor(4, 5))) == [3, 5]
    assert size(rocblas.matmul(tensor(4, 3), tensor(5, 4), True, True)) == [3, 5]
    assert size(rocblas.batch_matmul(tensor(2, 3, 4), tensor(2, 4, 5))) == [2, 3, 5]
    assert size(rocblas.batch_matmul(tensor(2, 4, 3), tensor(2, 4, 5), True)) == [2, 3, 5]
    assert size(rocblas.batch_matmul(tensor(2, 3, 4), tensor(2, 5, 4), False, True)) == [2, 3, 5]
    with raises(AssertionError):
        rocblas.batch_matmul(tensor(1, 3, 4), tensor(2, 4, 5))
    with raises(TypeError):
        rocblas.matmul(tensor(2, 2), tensor(2, 2), dtype="float32")
    with raises("TVMError", "Cannot find function tvm.contrib.rocblas.matmul"):
        run(tvm, rocblas.matmul, np.ones((2, 2), "float16"), np.ones((2, 2), "float16"))


unproved(C + "rocblas.matmul", "只支持 float32：其他类型能编译，运行时是 `Check failed`", reason=ROCM)
unproved(C + "rocblas.batch_matmul", "只支持 float32", reason=ROCM)


@proves(C + "miopen.conv2d_forward", "定义时就调用 `tvm.contrib.miopen.conv2d.setup` 求输出形状并选算法", "没有启用 MIOpen 时定义就抛出 `ValueError`，形状也必须是常数", "NCHW 的输入", "OIHW 的核", "| `stride_h`、`stride_w` | int | 高、宽方向的步长 |", "高、宽方向的填充", "高、宽方向的膨胀", "超出时是 `AssertionError`；`group_count` 大于 1 时改成 2", "| `group_count` | int | 组数 |", "例外是 `miopen.conv2d_forward`，它定义时就要调用库")
def _(tvm):
    import ctypes

    from tvm.contrib import miopen

    x, w = tvm.te.placeholder((1, 2, 8, 9), name="x"), tvm.te.placeholder((4, 2, 3, 5), name="w")
    with raises(ValueError, "tvm.contrib.miopen.conv2d.setup"):
        miopen.conv2d_forward(x, w)
    seen = []

    @tvm.register_func("tvm.contrib.miopen.conv2d.setup")
    def setup(*given):
        seen.append(list(given[:-1]))
        shape = ctypes.cast(given[-1], ctypes.POINTER(ctypes.c_int32))
        for axis, extent in enumerate((1, 4, 6, 7)):
            shape[axis] = extent
        return 3

    made = miopen.conv2d_forward(x, w, 2, 3, 4, 5, 6, 7, data_type=0)
    assert seen == [[0, 0, 4, 5, 2, 3, 6, 7, 1, 2, 8, 9, 4, 2, 3, 5, 1]] and [int(n) for n in made.shape] == [1, 4, 6, 7]
    miopen.conv2d_forward(x, w, conv_mode=1)
    miopen.conv2d_forward(x, w, conv_mode=1, group_count=2)
    assert [one[0] for one in seen] == [0, 1, 2] and seen[-1][-1] == 2
    for wrong in (-1, 3):
        with raises(AssertionError):
            miopen.conv2d_forward(x, w, conv_mode=wrong)
    with raises(AttributeError):
        miopen.conv2d_forward(tvm.te.placeholder((tvm.te.var("n"), 2, 8, 9), name="x"), w)


unproved(C + "miopen.conv2d_forward", "0 卷积，1 转置卷积，2 分组卷积", "0 是 float16，1 是 float32", "两端相同", reason=ROCM)


@proves(C + "miopen.softmax", "定义时不需要库", "返回与 `x` 同形状的 `te.Tensor`", "`x` 的维数不限", "`axis` 是 int")
@proves(C + "miopen.log_softmax", "返回与 `x` 同形状的 `te.Tensor`", "一次调用完成")
def _(tvm):
    from tvm.contrib import miopen

    for name in ("softmax", "log_softmax"):
        for shape in ((4,), (2, 3, 4, 5, 6)):
            made = getattr(miopen, name)(tvm.te.placeholder(shape, name="x"), axis=-1)
            assert tuple(int(n) for n in made.shape) == shape
            assert str(made.op.body).count(f"tvm.contrib.miopen.{name}.forward") == 1
    with raises("TVMError", "Cannot find function tvm.contrib.miopen.softmax.forward"):
        run(tvm, miopen.softmax, np.ones((2, 3), "float32"))


unproved(C + "miopen.softmax", "只支持 float32", "负数从末尾数", "类型不对或 `axis` 越界，运行时才是 `Check failed`", reason=ROCM)
unproved(C + "miopen.log_softmax", "只支持 float32，`axis` 负数从末尾数", reason=ROCM)


@proves(C + "nnpack.is_available", "没有启用 `USE_NNPACK` 的 TVM 上不返回 False，而是抛出 `NameError`", "没有启用时模块里没有 `_initialize`，定义计算仍然可以，运行才报错")
@proves(C + "nnpack.convolution_inference", "返回 `(N, O, 高, 宽)` 的 `te.Tensor`", "`(N, C, H, W)`", "`(O, C, kh, kw)`", "None 是没有偏置", "四个 int 的列表", "两个 int 的列表", "元组和别的长度不能通过断言", "| `padding` | 高和宽都加 `padding[0] + padding[1]` |", "| `stride` | `[高, 宽]` |", "用几个线程", "`ConvolutionAlgorithm` 的成员", "四边的填充不相等时，输出的形状不符合文档字符串所说的 `[上, 下, 左, 右]`", "第二行照文档字符串应是 `[1, 4, 6, 8]`")
def _(tvm):
    from tvm.contrib import nnpack

    assert not hasattr(nnpack, "_initialize")
    with raises(NameError):
        nnpack.is_available()
    tensor = lambda *shape: tvm.te.placeholder(shape, name="t")
    size = lambda made: [int(n) for n in made.shape]
    data, kernel, four, two = tensor(2, 3, 8, 11), tensor(4, 3, 3, 5), [1, 1, 1, 1], [1, 1]
    assert size(nnpack.convolution_inference(data, kernel, tensor(4), four, two)) == [2, 4, 8, 9]
    assert size(nnpack.convolution_inference(data, kernel, None, [1, 2, 50, 60], [1, 1])) == [2, 4, 9, 10]
    made = nnpack.convolution_inference(data, kernel, None, four, [2, 3], 7, nnpack.ConvolutionAlgorithm.DIRECT)
    assert size(made) == [2, 4, 4, 3] and [int(n) for n in made.op.body.value.args[-2:]] == [7, 5]
    assert len(made.op.inputs) == 2 and made.op.body.value.args[3].value == 0
    assert len(nnpack.convolution_inference(data, kernel, tensor(4), four, two).op.inputs) == 3
    square = nnpack.convolution_inference(tensor(1, 3, 8, 8), tensor(4, 3, 3, 3), None, [0, 0, 1, 1], [1, 1])
    assert size(square) == [1, 4, 6, 6] and "[pad_top, pad_bottom, pad_left, pad_right]" in nnpack.convolution_inference.__doc__
    for padding, stride in ((tuple(four), two), (four, tuple(two)), ([1, 1], two), (four, [1])):
        with raises(AssertionError):
            nnpack.convolution_inference(data, kernel, None, padding, stride)
    ones = lambda *shape: np.ones(shape, "float32")
    with raises("TVMError", "Cannot find function tvm.contrib.nnpack.convolution_inference"):
        run(tvm, lambda a, b: nnpack.convolution_inference(a, b, None, four, two), ones(1, 1, 4, 4), ones(1, 1, 3, 3))


unproved(C + "nnpack.is_available", "NNPACK 能在这台机器上初始化时是 True", reason=NNPACK)
unproved(C + "nnpack.convolution_inference", "`[上, 右, 下, 左]`", "H 当作宽，W 当作高", "数据限 float32、NCHW", reason=NNPACK)
unproved(C + "nnpack.convolution_inference_weight_transform", "必须是默认的 float32，`WT_8x8_FP16` 也一样", reason=NNPACK)


@proves(C + "nnpack.ConvolutionAlgorithm", "成员是普通整数", "| `AUTO` | 0", "| `FFT_8x8` | 1", "| `FFT_16x16` | 2", "| `WT_8x8` | 3", "| `IMPLICIT_GEMM` | 4", "| `DIRECT` | 5", "| `WT_8x8_FP16` | 6")
@proves(C + "nnpack.ConvolutionTransformStrategy", "| `COMPUTE` | 1", "| `PRECOMPUTE` | 2", "Python 这边没有函数用到它")
def _(tvm):
    import inspect

    from tvm.contrib import nnpack

    kinds = nnpack.ConvolutionAlgorithm
    assert [kinds.AUTO, kinds.FFT_8x8, kinds.FFT_16x16, kinds.WT_8x8, kinds.IMPLICIT_GEMM, kinds.DIRECT, kinds.WT_8x8_FP16] == list(range(7))
    assert type(kinds.DIRECT) is int
    assert (nnpack.ConvolutionTransformStrategy.COMPUTE, nnpack.ConvolutionTransformStrategy.PRECOMPUTE) == (1, 2)
    assert inspect.getsource(nnpack).count("ConvolutionTransformStrategy") == 1


@proves(C + "nnpack.convolution_inference_weight_transform", "得 `(O, C, 8, 8)`", "权重，`(O, C, 3, 3)`", "用几个线程", "默认的 `AUTO` 总是断言失败，要自己写", "结果的类型")
@proves(C + "nnpack.convolution_inference_without_weight_transform", "核固定当作 3×3", "`(N, C, H, W)`", "`convolution_inference_weight_transform` 的结果", "| `bias` | `te.Tensor` 或 None | `(O,)` |", "四个和两个 int", "用几个线程", "默认的 `AUTO` 总是断言失败")
@proves(C + "nnpack.fully_connected_inference", "得 `(O,)`，没有批次轴", "输入，`(I,)`", "权重，`(O, I)`", "用几个线程")
def _(tvm):
    from tvm.contrib import nnpack

    tensor = lambda *shape: tvm.te.placeholder(shape, name="t")
    size = lambda made: [int(n) for n in made.shape]
    kinds = nnpack.ConvolutionAlgorithm
    with raises(AssertionError):
        nnpack.convolution_inference_weight_transform(tensor(5, 2, 3, 3))
    data, padding, stride = tensor(1, 2, 8, 8), [1, 1, 1, 1], [1, 1]
    with raises(AssertionError):
        nnpack.convolution_inference_without_weight_transform(data, tensor(5, 2, 8, 8), None, padding, stride)
    for algorithm in (kinds.WT_8x8, kinds.WT_8x8_FP16):
        weights = nnpack.convolution_inference_weight_transform(tensor(5, 2, 3, 3), algorithm=algorithm, dtype="float16")
        assert size(weights) == [5, 2, 8, 8] and weights.dtype == "float16"
        made = nnpack.convolution_inference_without_weight_transform(data, weights, None, padding, stride, algorithm=algorithm)
        assert size(made) == [1, 5, 8, 8]
        made = nnpack.convolution_inference_without_weight_transform(data, weights, tensor(5), padding, stride, 6, algorithm)
        assert int(made.op.body.value.args[-2]) == 6 and len(made.op.inputs) == 3
        assert int(nnpack.convolution_inference_weight_transform(tensor(5, 2, 3, 3), 6, algorithm).op.body.value.args[-2]) == 6
    with raises(AssertionError):
        nnpack.convolution_inference_without_weight_transform(data, weights, None, [1, 1], stride, algorithm=kinds.WT_8x8)
    made = nnpack.fully_connected_inference(tensor(4), tensor(7, 4), 6)
    assert size(made) == [7] and int(made.op.body.value.args[-1]) == 6


@proves(C + "random.randint", "`[low, high)` 里的随机整数", "| `size` | 元组 | 形状 |", "每次运行都重新生成", "8、16、32 位有符号和无符号整数；不含 `int` 时是 `AssertionError`，其他位数（如 int64）在运行时报 `unknown data type`", "小数部分丢掉。`high` 不大于 `low` 时运行报 `high must be bigger than low`", "范围先截到类型能表示的")
def _(tvm):
    from tvm.contrib import random

    for dtype in ("int8", "int16", "int32", "uint8", "uint16", "uint32"):
        made = run(tvm, lambda: random.randint(1, 4, (500,), dtype))
        assert made.dtype == dtype and set(made) == {1, 2, 3}
    assert set(run(tvm, lambda: random.randint(1.9, 4.9, (500,)))) == {1, 2, 3}
    te = tvm.te
    out = random.randint(0, 2**30, (4, 5))
    f, kept = tvm.build(te.create_schedule(out.op), [out], "llvm"), []
    for _ in range(2):
        array = tvm.nd.array(np.zeros((4, 5), "int32"))
        f(array)
        kept.append(array.numpy())
    assert not np.array_equal(*kept)
    wide = run(tvm, lambda: random.randint(-1000, 1000, (4000,), "int8"))
    assert wide.min() < -100 and wide.max() > 100
    with raises(AssertionError):
        random.randint(0, 3, (2,), "float32")
    with raises("TVMError", "unknown data type"):
        run(tvm, lambda: random.randint(0, 3, (2,), "int64"))
    with raises("TVMError", "high must be bigger than low"):
        run(tvm, lambda: random.randint(3, 3, (2,)))


@proves(C + "random.uniform", "| `size` | 元组 | 形状 |", "`[low, high)` 上均匀分布的 float32", "`low` 不小于 `high` 时运行报 `high must be bigger than low`")
@proves(C + "random.normal", "均值", "| `size` | 元组 | 形状 |", "正态分布的随机数，float32", "标准差；不是正数时运行报 `standard deviation must be positive`")
def _(tvm):
    from tvm.contrib import random

    flat = run(tvm, lambda: random.uniform(2.0, 4.0, (4000,)))
    assert flat.dtype == "float32" and flat.min() >= 2 and flat.max() < 4 and abs(flat.mean() - 3) < 0.1
    with raises("TVMError", "high must be bigger than low"):
        run(tvm, lambda: random.uniform(4.0, 4.0, (2,)))
    bell = run(tvm, lambda: random.normal(5.0, 2.0, (8000,)))
    assert bell.dtype == "float32" and abs(bell.mean() - 5) < 0.2 and abs(bell.std() - 2) < 0.2
    for wrong in (0.0, -1.0):
        with raises("TVMError", "standard deviation must be positive"):
            run(tvm, lambda: random.normal(0.0, wrong, (2,)))
    for made in (random.uniform(0, 1, (2, 3)), random.normal(0, 1, (2, 3))):
        assert [int(n) for n in made.shape] == [2, 3]
    with raises("TVMError", "high must be bigger than low"):
        run(tvm, lambda: random.uniform(5.0, 4.0, (2,)))


@proves(C + "random.randint", "种子是该线程第一次使用时的秒数", "同一秒里第一次使用的两个进程却会得到同样的数", "发生器是每个线程一个", "没有设定种子的接口")
def _(tvm):
    import threading
    import time

    from tvm._ffi.registry import list_global_func_names
    from tvm.contrib import random

    assert not [name for name in list_global_func_names() if name.startswith("tvm.contrib.random") and "seed" in name]
    out = random.randint(0, 2**30, (6,))
    f, drawn = tvm.build(tvm.te.create_schedule(out.op), [out], "llvm"), {}

    def draw(name):
        array = tvm.nd.array(np.zeros(6, "int32"))
        f(array)
        drawn[name] = list(array.numpy())

    while time.time() % 1 > 0.3:
        time.sleep(0.02)
    for name in ("first", "second"):
        thread = threading.Thread(target=draw, args=(name,))
        thread.start()
        thread.join()
    assert drawn["first"] == drawn["second"]
    time.sleep(1.1)
    thread = threading.Thread(target=draw, args=("later",))
    thread.start()
    thread.join()
    assert drawn["later"] != drawn["first"]


DENSE = np.array([[0, 2, 0], [1, 0, 3]], "float32")


@proves(C + "sparse.array", "同 `CSRNDArray` 的 `arg1`", "默认的 `None` 报 `expected DLDevice but got NULL`", "不是 `\"csr\"` 时是 `NotImplementedError`", "由元组构造时必须写")
@proves(C + "sparse.CSRNDArray", "其他类型是 `RuntimeError`", "用数组时必须写；用元组时不起作用", "| `shape` | 元组 | 用元组时必须写 |", "属性有 `data`、`indices`、`indptr`、`shape`、`dtype`", "它们不是 `NDArray` 和 `te.Tensor`", "下标可以是 int32 或 int64，从数组构造时是 int32", "还原成稠密的 NumPy 数组", "固定为 `\"csr\"` 的 `stype`", "另发 `DeprecationWarning`")
def _(tvm):
    import warnings

    from tvm.contrib import sparse

    made = sparse.array(DENSE, tvm.cpu())
    assert isinstance(made, sparse.CSRNDArray) and made.stype == "csr" and made.shape == (2, 3) and made.dtype == "float32"
    assert list(made.data.numpy()) == [2, 1, 3] and list(made.indptr.numpy()) == [0, 1, 3] and made.indices.dtype == "int32"
    assert np.array_equal(made.numpy(), DENSE)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert np.array_equal(made.asnumpy(), DENSE)
    assert DeprecationWarning in [one.category for one in caught]
    with raises("TVMError", "expected DLDevice but got NULL"):
        sparse.array(DENSE)
    with raises(NotImplementedError):
        sparse.array(DENSE, tvm.cpu(), stype="coo")
    with raises(RuntimeError):
        sparse.CSRNDArray([1, 2], tvm.cpu())
    parts = (made.data, tvm.nd.array(made.indices.numpy().astype("int64")), tvm.nd.array(made.indptr.numpy().astype("int64")))
    again = sparse.array(parts, shape=(2, 3))
    assert np.array_equal(again.numpy(), DENSE) and again.indices.dtype == "int64"
    with raises(AssertionError):
        sparse.array(parts)
    with raises(AssertionError):
        sparse.CSRNDArray(parts[:2], shape=(2, 3))
    assert not isinstance(made, tvm.nd.NDArray)


@proves(C + "sparse.placeholder", "| `shape` | 元组 | 矩阵的形状 |", "名称的前缀", "非零元的个数，默认 0，一般要写", "默认 float32", "限 `\"csr\"`")
@proves(C + "sparse.CSRPlaceholderOp", "| `shape` | 元组 | 矩阵的形状 |", "非零元的个数", "`data` 的类型", "三个占位符的名称加后缀 `_data`、`_indices`、`_indptr`", "`data (nonzeros,)`、`indices (nonzeros,)`、`indptr (shape[0] + 1,)`，下标固定 int32")
@proves(C + "sparse.SparsePlaceholderOp", "成为同名的属性", "不保存", "`stype` 是 `\"unknown\"`")
def _(tvm):
    from tvm.contrib import sparse

    made = sparse.placeholder((2, 3), 4, name="m")
    assert isinstance(made, sparse.CSRPlaceholderOp) and made.dtype == "float32" and made.stype == "csr"
    size = lambda tensor: [int(n) for n in tensor.shape]
    assert [size(tensor) for tensor in (made.data, made.indices, made.indptr)] == [[4], [4], [3]]
    assert [tensor.op.name for tensor in (made.data, made.indices, made.indptr)] == ["m_data", "m_indices", "m_indptr"]
    assert made.indices.dtype == made.indptr.dtype == "int32"
    assert size(sparse.placeholder((2, 3)).data) == [0] and sparse.placeholder((2, 3), 1, "int8").data.dtype == "int8"
    direct = sparse.CSRPlaceholderOp((5, 3), 4, "float16", "d")
    assert size(direct.indptr) == [6] and direct.data.dtype == "float16" and direct.indices.dtype == "int32"
    with raises(NotImplementedError):
        sparse.placeholder((2, 3), 4, stype="coo")
    base = sparse.SparsePlaceholderOp((2, 3), 4, "int8", "b")
    assert (base.shape, base.dtype, base.name, base.stype) == ((2, 3), "int8", "b", "unknown") and not hasattr(base, "nonzeros")


@proves(C + "relay_viz.interface.VizNode", "三个属性都是只读的", "编号，成为 `identity`", "种类，成为 `type_name`", "说明，成为 `detail`", "种类，如 `Call nn.dense`", "说明，可以有多行")
@proves(C + "relay_viz.dot.DotGraph", "名称加前缀 `cluster_`", "函数的名称", "Graphviz 的属性", "里面的 `graphviz.Digraph`", "收 `VizNode`，返回这个节点的属性", "标签是种类和说明两段", "由 `start` 指向 `end`")
def _(tvm):
    from tvm.contrib.relay_viz import dot, interface

    node = interface.VizNode("7", "Call nn.dense", "what\nit is")
    assert (node.identity, node.type_name, node.detail) == ("7", "Call nn.dense", "what\nit is")
    with raises(AttributeError):
        node.detail = "other"
    graph = dot.DotGraph("main", get_node_attr=lambda given: {"color": "red"} if given.identity == "7" else {})
    graph.node(node)
    graph.edge(interface.VizEdge("7", "8"))
    text = str(graph.digraph)
    assert "cluster_main" in text and "Call nn.dense\nwhat\nit is" in text and type(graph.digraph).__name__ == "Digraph" and "color=red" in text and "7 -> 8" in text
    assert "box" not in text
    plain = dot.DotGraph("f", {"rankdir": "LR"}, {"color": "blue"}, {"color": "green"})
    plain.node(node)
    text = str(plain.digraph)
    assert "rankdir=LR" in text and "node [color=blue]" in text and "edge [color=green]" in text


def doubler(tvm):
    X = tvm.te.placeholder((4,), name="X")
    Y = tvm.te.compute((4,), lambda i: X[i] * 2, name="Y")
    return tvm.build(tvm.te.create_schedule(Y.op), [X, Y], "llvm")


@proves(C + "dlpack.to_pytorch_func", "张量经 DLPack 共用内存，不复制，输出直接写进传入的张量", "报 `DLManagedTensor must be contiguous`", "起始地址还要按 64 字节对齐，切片出来的视图常不满足", "TVM 里的计算不记录梯度，带 `requires_grad` 的张量也能传入")
def _(tvm):
    import torch
    from tvm.contrib import dlpack

    double, result = dlpack.to_pytorch_func(doubler(tvm)), torch.zeros(4)
    double(torch.arange(4.0), result)
    assert result.tolist() == [0, 2, 4, 6]
    with raises("TVMError", "DLManagedTensor must be contiguous"):
        double(torch.arange(8.0)[::2], result)
    numbers = torch.arange(64.0)
    assert numbers.data_ptr() % 64 == 0
    double(numbers[16:20], result)
    assert result.tolist() == [32, 34, 36, 38]
    for begin in (1, 8):
        with raises("TVMError", "not aligned"):
            double(numbers[begin : begin + 4], result)
    grown = torch.ones(4, requires_grad=True)
    double(grown, result)
    assert result.tolist() == [2, 2, 2, 2] and not result.requires_grad


@proves(C + "dlpack.convert_func", "否则是 `AssertionError`", "要转换的类型；其他实参原样传递", "由张量得到名为 `dltensor` 的 DLPack 胶囊", "返回的函数只接受位置实参")
def _(tvm):
    from tvm.contrib import dlpack

    class Mine:
        def __init__(self, array):
            self.array = array

    class Other(Mine):
        pass

    capsule = lambda mine: mine.array.to_dlpack()
    array = tvm.nd.array(np.arange(4, dtype="float32"))
    assert '"dltensor"' in repr(array.to_dlpack())
    seen = []
    wrapped = dlpack.convert_func(lambda *given: seen.append(given), Mine, capsule)
    plain = object()
    wrapped(Mine(array), plain, 3, Other(array))
    assert isinstance(seen[0][0], tvm.nd.NDArray) and seen[0][1] is plain and seen[0][2] == 3
    assert isinstance(seen[0][3], tvm.nd.NDArray)
    with raises(AssertionError):
        dlpack.convert_func(3, Mine, capsule)
    with raises(TypeError):
        wrapped(a=plain)
    result = tvm.nd.array(np.zeros(4, "float32"))
    dlpack.convert_func(doubler(tvm), Mine, capsule)(Mine(array), Mine(result))
    assert list(result.numpy()) == [0, 2, 4, 6]


@proves(C + "mxnet.to_mxnet_func", "没有时是 `ModuleNotFoundError`", "没有时是 `RuntimeError`")
def _(tvm):
    from tvm.contrib import mxnet

    sys.modules.pop("mxnet", None)
    with raises(ModuleNotFoundError):
        mxnet.to_mxnet_func(lambda: None)
    library = types.SimpleNamespace(MXTVMBridge=None)
    sys.modules["mxnet"] = types.SimpleNamespace(base=types.SimpleNamespace(_LIB=library))
    with raises(RuntimeError, "MXTVMBridge"):
        mxnet.to_mxnet_func(lambda: None)


@proves(C + "mxnet.to_mxnet_func", "`func` 也可以是模块，取它的入口函数", "列出只读实参的位置")
def _(tvm):
    from tvm.contrib import mxnet

    sys.modules["mxnet"] = types.SimpleNamespace()
    seen = []
    mxnet._wrap_async = lambda *given: seen.append(given)
    mxnet.to_mxnet_func(print)
    module = doubler(tvm)
    mxnet.to_mxnet_func(module, const_loc=[0, 4])
    assert seen[0][0] is print and seen[0][2:] == (0,)
    assert isinstance(seen[1][0], tvm.runtime.PackedFunc) and seen[1][2:] == (2, 0, 4)


unproved(C + "mxnet.to_mxnet_func", "其余的都当作会被写", reason="要有 MXNet")

V = C + "relay_viz."


def printed(work):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        work()
    return out.getvalue()


def dense_of(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 4)), relay.var("w", shape=(3, 4))
    return tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.relu(relay.nn.dense(x, w))))


@proves(V + "RelayVisualizer", "遍历模块的每个全局函数（`main` 在最前）", "有 TIR 函数时报 `NodeFunctor calls un-registered function on type tir.PrimFunc`", "名字在里面的变量标成 `Var(Param)`，其余是 `Var(Input)`", "默认 `TermPlotter()`", "默认 `TermVizParser()`；绘图器换成 `DotPlotter` 时要自己配 `DotVizParser()`", "交给绘图器的 `render`", "构造 `RelayVisualizer` 时就抛出 `TypeError`，信息是 `int() argument must be … not 'Any'`")
def _(tvm):
    from tvm.contrib import relay_viz

    relay = tvm.relay
    text = printed(relay_viz.RelayVisualizer(dense_of(tvm), {"w": None}).render)
    assert "Var(Param) name_hint: w" in text and "Var(Input) name_hint: x" in text and "|--nn.relu" in text
    module = dense_of(tvm)
    y = relay.var("y", shape=(2,))
    for name in ("aaa", "zzz"):
        module[name] = relay.Function([y], relay.exp(y))
    text = printed(relay_viz.RelayVisualizer(module).render)
    assert text.startswith("@main(") and "\n@aaa(" in text and "\n@zzz(" in text
    seen = []

    class Plotter(relay_viz.TermPlotter):
        def render(self, filename):
            seen.append(filename)

    relay_viz.RelayVisualizer(module, plotter=Plotter()).render("there")
    assert seen == ["there"]
    plotter = relay_viz.DotPlotter()
    relay_viz.RelayVisualizer(dense_of(tvm), plotter=plotter)
    assert "Call nn.dense" not in str(plotter._name_to_graph["main"].digraph)
    plotter = relay_viz.DotPlotter()
    relay_viz.RelayVisualizer(dense_of(tvm), plotter=plotter, parser=relay_viz.DotVizParser())
    assert "Call nn.dense" in str(plotter._name_to_graph["main"].digraph)
    X = tvm.te.placeholder((4,), name="X")
    prim = tvm.te.create_prim_func([X, tvm.te.compute((4,), lambda i: X[i], name="Y")])
    with raises("TVMError", "NodeFunctor calls un-registered function on type tir.PrimFunc"):
        relay_viz.RelayVisualizer(tvm.IRModule({"main": prim}))
    wild = relay.var("x", shape=(relay.Any(), 4))
    for parser in (relay_viz.TermVizParser(), relay_viz.DotVizParser()):
        with raises(TypeError, "not 'Any'"):
            relay_viz.RelayVisualizer(tvm.IRModule.from_expr(relay.Function([wild], relay.exp(wild))), parser=parser)


@proves(V + "interface.VizParser", "自己的解析器实现一个方法", "返回 `(VizNode 或 None, VizEdge 的列表)`；`None` 表示图上没有这个节点；`node_to_id` 给出各表达式的编号")
@proves(V + "interface.Plotter", "返回一个 `VizGraph`，每个函数调用一次", "`filename` 的含义由实现决定")
@proves(V + "interface.VizGraph", "节点按后序加入", "加一个节点", "加一条边")
@proves(V + "interface.VizNode", "编号，在模块内唯一")
def _(tvm):
    from tvm.contrib import relay_viz
    from tvm.contrib.relay_viz import interface

    for abstract in (interface.VizParser, interface.Plotter, interface.VizGraph):
        with raises(TypeError, "abstract"):
            abstract()
    relay, log = tvm.relay, []

    class Graph(interface.VizGraph):
        def node(self, viz_node):
            log.append(("node", viz_node.identity, viz_node.type_name))

        def edge(self, viz_edge):
            log.append(("edge", viz_edge.start, viz_edge.end))

    class Plotter(interface.Plotter):
        def create_graph(self, name):
            log.append(("graph", name))
            return Graph()

        def render(self, filename):
            log.append(("render", filename))

    class Parser(interface.VizParser):
        def get_node_edges(self, node, relay_param, node_to_id):
            if not isinstance(node, (relay.Call, relay.Var)):
                return None, []
            of = node.args if isinstance(node, relay.Call) else []
            name = node_to_id[node]
            return interface.VizNode(name, type(node).__name__, ""), [interface.VizEdge(node_to_id[one], name) for one in of]

    module = dense_of(tvm)
    y = relay.var("y", shape=(2,))
    module["other"] = relay.Function([y], relay.exp(y))
    relay_viz.RelayVisualizer(module, plotter=Plotter(), parser=Parser()).render(5)
    assert [one[1] for one in log if one[0] == "graph"] == ["main", "other"] and log[-1] == ("render", 5)
    main = log[: log.index(("graph", "other"))]
    assert [one[2] for one in main if one[0] == "node"] == ["Var", "Var", "Call", "Call"]
    places = {one[1]: n for n, one in enumerate(log) if one[0] == "node"}
    assert len(places) == 6 and all(places[one[1]] < places[one[2]] for one in log if one[0] == "edge")


def kinds_of(tvm, parser, expression, params=()):
    """What a parser makes of each node of an expression: {type of the node: (type_name, detail, number of edges)}."""
    order = []
    tvm.relay.analysis.post_order_visit(expression, order.append)
    numbers = {node: str(n) for n, node in enumerate(order)}
    made = {}
    for node in order:
        viz, edges = parser.get_node_edges(node, params, numbers)
        made[type(node).__name__] = viz and (viz.type_name, viz.detail, len(edges))
    return made


@proves(V + "interface.DefaultVizParser", "`relay_viz.DotVizParser` 是它的别名", "对算子的调用写成 `Call 算子名`，对函数的写成 `Call Anonymous Func` 或它的 `Composite` 属性，对全局函数的写成 `Call GlobalVar`，其余的写被调者的类名，如 `Call Var`", "属性放进说明", "`Let`、`If` 等不支持的节点成为 `unknown`，而且没有边", "处理函数、调用、变量、元组、取分量、常量；全局变量和算子返回 `(None, [])`")
@proves(V + "terminal.TermVizParser", "接近语法树：算子自成一个节点，认识 `Let` 和 `If`，不显示调用的属性", "处理函数、调用、`Let`、`If`、全局变量和算子，其余交给 `DefaultVizParser`，引用的读写等成为 `unknown`")
def _(tvm):
    from tvm.contrib import relay_viz
    from tvm.contrib.relay_viz.interface import DefaultVizParser

    relay = tvm.relay
    assert relay_viz.DotVizParser is DefaultVizParser
    dot, term = DefaultVizParser(), relay_viz.TermVizParser()
    x, c = relay.var("x", shape=(2, 3)), relay.var("c", "bool")
    soft = relay.nn.softmax(x, axis=1)
    assert kinds_of(tvm, dot, soft) == {"Op": None, "Var": ("Var(Input)", "name_hint: x\nshape: (2, 3)\ndtype: float32", 0), "Call": ("Call nn.softmax", "axis: 1", 1)}
    assert kinds_of(tvm, term, soft)["Op"] == ("nn.softmax", "", 0) and kinds_of(tvm, term, soft)["Call"] == ("Call", "", 2)
    function = relay.Function([x], x)
    assert kinds_of(tvm, dot, relay.Call(function, [x]))["Call"][0] == "Call Anonymous Func"
    assert kinds_of(tvm, dot, relay.Call(function.with_attr("Composite", "mine"), [x]))["Call"][:2] == ("Call mine", "Composite: mine")
    to_global = relay.Call(relay.GlobalVar("f"), [x])
    made = kinds_of(tvm, dot, to_global)
    assert made["Call"][0] == "Call GlobalVar" and made["GlobalVar"] is None
    assert kinds_of(tvm, term, to_global)["GlobalVar"] == ("GlobalVar", "f", 0)
    assert kinds_of(tvm, dot, relay.Call(relay.var("g"), [x]))["Call"][:2] == ("Call Var", "")
    let, branch = relay.Let(x, relay.const(1.0), x), relay.If(c, x, x)
    pair = relay.TupleGetItem(relay.Tuple([x, relay.const(1.0)]), 1)
    for parser in (dot, term):
        made = kinds_of(tvm, parser, pair)
        assert made["TupleGetItem"] == ("TupleGetItem", "idx: 1", 1) and made["Tuple"] == ("Tuple", "", 2) and made["Constant"][0] == "Const"
        assert kinds_of(tvm, parser, relay.RefCreate(x))["RefCreate"][::2] == ("unknown", 0)
        assert kinds_of(tvm, parser, function)["Function"][0].startswith("Func") and kinds_of(tvm, parser, function)["Function"][2] == 1
    assert kinds_of(tvm, dot, let)["Let"][::2] == ("unknown", 0) == kinds_of(tvm, dot, branch)["If"][::2]
    assert kinds_of(tvm, term, let)["Let"][::2] == ("Let", 3) and kinds_of(tvm, term, branch)["If"][::2] == ("If", 3)


@proves(V + "terminal.TermPlotter", "返回 `TermGraph`，同名的替换先前的", "`None` 打印到标准输出，否则写进文件")
@proves(V + "terminal.TermGraph", "最后加入的节点是根", "同一缩进下已经打印过的节点不再展开，共用的子表达式在别处会重复出现", "记下节点", "反向记下边，使调用指向它的实参", "返回文本，第一行是 `@名称(…)`")
@proves(V + "terminal.TermNode", "`other_info` 是它的说明，其中的换行变成逗号", "属性 `type` 是 `viz_node` 的种类")
@proves(V + "interface.VizEdge", "起点的编号", "终点的编号")
def _(tvm):
    from tvm.contrib.relay_viz import interface, terminal

    term = terminal.TermNode(interface.VizNode("1", "Call", "a: 1\nb: 2"))
    assert (term.type, term.other_info) == ("Call", "a: 1, b: 2")
    edge = interface.VizEdge("3", "4")
    assert (edge.start, edge.end) == ("3", "4")
    plotter = terminal.TermPlotter()
    old, graph = plotter.create_graph("f"), plotter.create_graph("f")
    assert isinstance(graph, terminal.TermGraph) and plotter._name_to_graph == {"f": graph} and old is not graph
    # r has a twice and b once; both hold c, which holds d
    for name in "dcabr":
        graph.node(interface.VizNode(name, name.upper(), "info\nmore"))
    for start, end in ("dc", "ca", "cb", "ar", "ar", "br"):
        graph.edge(interface.VizEdge(start, end))
    text = graph.render()
    lines = text.split("\n")
    assert lines[0] == "@f(info, more)" and lines[1].startswith("|--A info, more")
    assert [line.strip(" |`-")[0] for line in lines[1:]] == ["A", "C", "D", "A", "B", "C", "D"]
    assert printed(lambda: plotter.render(None)) == text + "\n"
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "out.txt")
        assert printed(lambda: plotter.render(file)) == "" and open(file).read() == text


@proves(V + "dot.DotPlotter", "每个函数是一个子图，需要 `dot` 程序", "用于全部图、节点、边", "默认变量是椭圆，其余是方框，给出以后默认的不再起作用", "传给 `graphviz.Digraph.render`，如 `{\"format\": \"svg\"}`", "返回 `DotGraph`", "默认格式 PDF；不写 `filename` 时沿用上一次的，没有写过时是当前目录的 `Digraph.gv.pdf`（`filename` 会写进传入的 `render_kwargs`）；中间的 DOT 文件默认删去（`cleanup=True`）")
def _(tvm):
    from tvm.contrib import relay_viz
    from tvm.contrib.relay_viz import dot

    module = dense_of(tvm)
    module["other"] = module["main"]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        plotter = relay_viz.DotPlotter()
        assert isinstance(plotter.create_graph("x"), dot.DotGraph)
        show = lambda plotter: relay_viz.RelayVisualizer(module, plotter=plotter, parser=relay_viz.DotVizParser())
        show(relay_viz.DotPlotter()).render()
        assert os.listdir() == ["Digraph.gv.pdf"] and open("Digraph.gv.pdf", "rb").read(4) == b"%PDF"
        os.remove("Digraph.gv.pdf")
        show(relay_viz.DotPlotter(render_kwargs={"format": "svg", "cleanup": False})).render("mine")
        assert sorted(os.listdir()) == ["mine", "mine.svg"]
        options = {"format": "svg"}
        again = show(relay_viz.DotPlotter(render_kwargs=options))
        again.render("again")
        os.remove("again.svg")
        again.render()
        assert options["filename"] == "again" and sorted(os.listdir()) == ["again.svg", "mine", "mine.svg"]
        text = open("mine").read()
        assert "subgraph cluster_main" in text and "subgraph cluster_other" in text
        assert "shape=ellipse" in text and "shape=box" in text
        given = relay_viz.DotPlotter({"bgcolor": "red"}, {"color": "blue"}, {"color": "green"}, lambda node: {}, {"cleanup": False})
        show(given).render("all")
        text = open("all").read()
        for words in ("bgcolor=red", "node [color=blue]", "edge [color=green]"):
            assert text.count(words) == 2
        assert "ellipse" not in text and "box" not in text
        os.environ["PATH"] = folder
        with raises("ExecutableNotFound"):
            show(relay_viz.DotPlotter()).render("third")
