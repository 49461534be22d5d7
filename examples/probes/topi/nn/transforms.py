"""Probes of docs/reference/api/python/topi/nn.md: Winograd, transposed, deformable and sparse convolutions."""

import contextlib
import functools
import itertools

import numpy as np
from probes import proves, raises

RNG = np.random.default_rng(0)
NN = "tvm.topi.nn."


def each(names, *quotes, versions=None):
    """Registers function(tvm, name) for each name, which may be the keys of a dict with quotes of their own."""

    def register(function):
        for name in names:
            probe = functools.wraps(function)(lambda tvm, *_, name=name: function(tvm, name))
            proves(NN + name, *quotes, *(names[name] if isinstance(names, dict) else ()), versions=versions)(probe)
        return function

    return register


def uniform(*shape):
    return RNG.uniform(-1, 1, shape).astype("float32")


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def evaluate(tvm, outs, inputs, arrays, target="llvm -opt-level=0"):
    """The outputs as arrays, with the default schedule; LLVM's own passes would take most of the time."""
    func = tvm.build(tvm.te.create_schedule([o.op for o in outs]), [*inputs, *outs], target)
    results = [tvm.nd.array(np.zeros(shape(o), o.dtype)) for o in outs]
    func(*map(tvm.nd.array, arrays), *results)
    return [r.numpy() for r in results]


def run(tvm, compute, *arrays, **more):
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    return evaluate(tvm, [compute(*inputs)], inputs, arrays, **more)[0]


def near(left, right, tolerance=1e-4):
    return left.shape == right.shape and np.allclose(left, right, atol=tolerance)


def convolve(data, kernel, stride=1, pad=0, dilation=1, groups=1):
    """Channels first, any number of spatial axes; `pad` is a number or pairs."""
    dim = data.ndim - 2
    each = lambda value: [value] * dim if isinstance(value, int) else list(value)
    strides, dilations = each(stride), each(dilation)
    pads = [(pad, pad)] * dim if isinstance(pad, int) else pad
    data = np.pad(data, [(0, 0), (0, 0), *pads])
    span = [(k - 1) * d + 1 for k, d in zip(kernel.shape[2:], dilations)]
    axes = tuple(range(2, 2 + dim))
    windows = np.lib.stride_tricks.sliding_window_view(data, span, axes)
    windows = windows[(slice(None),) * 2 + tuple(slice(None, None, s) for s in strides)]
    windows = windows[(Ellipsis,) + tuple(slice(None, None, d) for d in dilations)]
    size, outs = data.shape[1] // groups, kernel.shape[0] // groups
    parts = []
    for g in range(groups):
        part = windows[:, g * size : (g + 1) * size]
        part = np.tensordot(part, kernel[g * outs : (g + 1) * outs], ([1, *range(2 + dim, 2 + 2 * dim)], list(range(1, 2 + dim))))
        parts.append(np.moveaxis(part, -1, 1))
    return np.concatenate(parts, 1)


def to(array, have, want):
    return np.ascontiguousarray(array.transpose([have.index(letter) for letter in want]))


def matrices(tvm, tile, size, dtype="float64"):
    return evaluate(tvm, tvm.topi.nn.winograd_transform_matrices(tile, size, dtype), [], [])


@proves(NN + "winograd_transform_matrices", "2 到 8，否则 `ValueError: Unsupported tile size for Winograd`", "3 到 7，否则 `ValueError: Unsupported kernel size …`", "返回三个 `te.Tensor`：`A` 是 `(alpha, m)`，`B` 是 `(alpha, alpha)`，`G` 是 `(alpha, r)`")
def _(tvm):
    function = tvm.topi.nn.winograd_transform_matrices
    for tile, size in itertools.product(range(1, 10), range(2, 9)):
        if not 2 <= tile <= 8:
            with raises(ValueError, "Unsupported tile size for Winograd"):
                function(tile, size, "float32")
        elif not 3 <= size <= 7:
            with raises(ValueError, "Unsupported kernel size for Winograd"):
                function(tile, size, "float32")
        else:
            alpha = tile + size - 1
            assert [shape(part) for part in function(tile, size, "float32")] == [(alpha, tile), (alpha, alpha), (alpha, size)]


@proves(NN + "winograd_transform_matrices", "整数会截断分数，用它算卷积结果就错")
def _(tvm):
    exact, whole = matrices(tvm, 4, 3), matrices(tvm, 4, 3, "int32")
    assert all(part.dtype == "int32" for part in whole)
    assert all(np.array_equal(b, a.astype("int32")) for a, b in zip(exact, whole))
    assert not np.array_equal(exact[2], whole[2])


@proves(NN + "winograd_transform_matrices", "`Y = Aᵀ[(G g) ⊙ (Bᵀ d)]`，二维在两侧各乘一次", "合法的 35 种组合在 float64 里与直接卷积的差都不超过 1e-13", "最大误差从 `tile_size` 为 2 的约 1e-6 升到 8 的约 5e-4")
def _(tvm):
    from tvm.topi.nn import winograd_util

    def exact(tile, size):
        return winograd_util._cook_toom_convolution(winograd_util._interpolation_points(tile + size - 2), tile, size)

    assert all(np.array_equal(a, b) for a, b in zip(exact(4, 3), matrices(tvm, 4, 3)))
    worst = {}
    for tile, size in itertools.product(range(2, 9), range(3, 8)):
        A, B, G = exact(tile, size)
        for _ in range(20):
            d, g = RNG.uniform(-1, 1, tile + size - 1), RNG.uniform(-1, 1, size)
            error = np.abs(A.T @ ((G @ g) * (B.T @ d)) - np.correlate(d, g)).max()
            worst[tile, size] = max(worst.get((tile, size), 0), error)
    assert len(worst) == 35 and max(worst.values()) < 1e-13, max(worst.values())
    errors = {}
    for tile in (2, 8):
        A, B, G = (part.astype("float32") for part in exact(tile, 3))
        for _ in range(200):
            d, g = uniform(tile + 2, tile + 2), uniform(3, 3)
            got = A.T @ ((G @ g @ G.T) * (B.T @ d @ B)) @ A
            right = convolve(d[None, None].astype("float64"), g[None, None])[0, 0]
            errors[tile] = max(errors.get(tile, 0), np.abs(got - right).max())
    assert 1e-7 < errors[2] < 5e-6 and 5e-5 < errors[8] < 5e-3, errors


def winograd(tvm, layout, data, kernel, pad=1, **more):
    if layout == "NCHW":
        return run(tvm, lambda x, w: tvm.topi.nn.conv2d_winograd_nchw(x, w, 1, pad, 1, "float32", **more), data, kernel)
    a, b = to(data, "NCHW", "NHWC"), to(kernel, "OIHW", "HWIO")
    out = run(tvm, lambda x, w: tvm.topi.nn.conv2d_winograd_nhwc(x, w, 1, pad, 1, "float32", **more), a, b)
    return to(out, "NHWC", "NCHW")


@proves(NN + "conv2d_winograd_nchw", "`(N, C, H, W)`", "`(O, C, 3, 3)`", "返回 `(N, O, OH, OW)`", "[填充](#conventions)，没有默认值", "结果与直接卷积在舍入误差内相同")
def _(tvm):
    for h, w, pad, pairs in ((8, 12, 1, [(1, 1)] * 2), (10, 6, 0, [(0, 0)] * 2), (7, 8, (1, 0, 2, 2), [(1, 2), (0, 2)])):
        data, kernel = uniform(2, 3, h, w), uniform(5, 3, 3, 3)
        assert near(winograd(tvm, "NCHW", data, kernel, pad), convolve(data, kernel, 1, pairs), 1e-3)


WINOGRAD = {
    "conv2d_winograd_nchw": ((1, 2, 8, 8), (4, 2, 3, 3), (4, 2, 5, 5)),
    "conv2d_winograd_nhwc": ((1, 8, 8, 2), (3, 3, 2, 4), (5, 5, 2, 4)),
}


SAME = "其余 | | 同 `conv2d_winograd_nchw`"
LIMITS = ("步长不是 1 或核不是 3 × 3 时是没有说明的 `AssertionError`，膨胀的信息是 `Does not support dilation`", "只能是 1")


@each({"conv2d_winograd_nhwc": LIMITS}, versions=("0.10.0",))
@each({"conv2d_winograd_nchw": LIMITS, "conv2d_winograd_nhwc": (SAME,)}, "步长和膨胀都是 1，不分组", versions=("0.12.0", "0.13.0"))
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    data, kernel, large = WINOGRAD[name]
    for w, stride in ((kernel, 2), (kernel, (1, 2)), (large, 1)):
        try:
            function(tensor(tvm, *data), tensor(tvm, *w), stride, 1, 1, "float32")
        except AssertionError as error:
            assert str(error) == ""
        else:
            raise AssertionError("accepted")
    for dilation in (2, (1, 2)):
        with raises(AssertionError, "Does not support dilation"):
            function(tensor(tvm, *data), tensor(tvm, *kernel), 1, 1, dilation, "float32")


TILES = ("变换矩阵的类型，必须写浮点", "没有目标或目标是 CPU 时 `tile_size` 为 4；`cuda`、`gpu` 类目标上 `H` 被 8 整除用 4，否则用 2")


@each({"conv2d_winograd_nhwc": TILES}, versions=("0.10.0",))
@each({"conv2d_winograd_nchw": TILES, "conv2d_winograd_nhwc": (SAME,)}, versions=("0.12.0", "0.13.0"))
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)

    def tile(target, height):
        dims = list(WINOGRAD[name][0])
        dims[2 if name.endswith("nchw") else 1] = height
        given = tensor(tvm, *dims), tensor(tvm, *WINOGRAD[name][1])
        with tvm.target.Target(target) if target else contextlib.nullcontext():
            out = function(*given, 1, 1, 1, "float32")
        (inverse,) = out.op.input_tensors
        return min(shape(inverse)) if name.endswith("nhwc") else shape(inverse)[-1]

    for height in (8, 16, 10):
        assert tile(None, height) == tile("llvm", height) == 4
        assert tile("cuda", height) == tile("rocm", height) == (4 if height % 8 == 0 else 2)
    with raises(Exception):
        function(*[tensor(tvm, *dims) for dims in WINOGRAD[name][:2]], 1, 1, 1, None)


@each(["conv2d_winograd_nchw"], "`pre_computed=True` 时是变换过的 `(alpha, alpha, C, O)`", "默认 False", "`weight` 是不是已经变换过")
def _(tvm, name):
    data, kernel = uniform(1, 3, 8, 8), uniform(5, 3, 3, 3)
    _, _, G = matrices(tvm, 4, 3, "float32")
    weight = np.ascontiguousarray(np.einsum("ai,ocij,bj->abco", G, kernel, G))
    for more in ({}, {"auto_scheduler_rewritten_layout": ""}):
        out = run(tvm, lambda x, w: tvm.topi.nn.conv2d_winograd_nchw(x, w, 1, 1, 1, "float32", True, **more), data, weight)
        assert near(out, convolve(data, kernel, 1, 1), 1e-3)


@proves(NN + "conv2d_winograd_nchw", "不是倍数时，最后一块读到填充后的缓冲区之外")
def _(tvm):
    def blocks(size):
        out = tvm.topi.nn.conv2d_winograd_nchw(tensor(tvm, 1, 2, size, size), tensor(tvm, 4, 2, 3, 3), 1, 0, 1, "float32")
        found, todo = {}, [out]
        while todo:
            one = todo.pop()
            found[one.op.name] = one
            todo.extend(one.op.input_tensors)
        return -(-(size - 2) // 4) * 4 + 2, shape(found["data_pad"])[2]

    assert blocks(10) == (10, 10) and blocks(8) == (10, 8) and blocks(9) == (10, 9)


@proves(NN + "conv2d_winograd_nchw", "这些数在算式里会抵消，内存里碰巧是很大的数或 NaN 时结果就错")
def _(tvm):
    A, B, G = matrices(tvm, 4, 3, "float32")
    d, g = uniform(6, 6), uniform(3, 3)
    U = G @ g @ G.T
    expected = convolve(d[None, None], g[None, None])[0, 0][:2]
    for value, right in ((0, True), (3, True), (1e30, False), (np.nan, False)):
        d[4:] = value
        assert np.allclose((A.T @ (U * (B.T @ d @ B)) @ A)[:2], expected, atol=1e-3) == right, value


@proves(NN + "conv2d_winograd_nchw_without_weight_transform", "等于 `pre_computed=True`", "`(N, C, H, W)`；docstring 写的是 NHWC 的形状，不对", "变换过的 `(alpha, alpha, C, O)`", "要先对调后两轴再传入", "不对调时，`C` 等于 `O` 就没有提示，结果是错的")
def _(tvm):
    nn = tvm.topi.nn

    def close(data, kernel, swap):
        def compute(x, w):
            weight = nn.conv2d_winograd_weight_transform(w, 4)
            weight = tvm.topi.transpose(weight, (0, 1, 3, 2)) if swap else weight
            return nn.conv2d_winograd_nchw_without_weight_transform(x, weight, 1, 1, 1, "float32")

        return near(run(tvm, compute, data, kernel), convolve(data, kernel, 1, 1), 1e-3)

    data, kernel = uniform(1, 4, 8, 8), uniform(4, 4, 3, 3)
    assert close(data, kernel, True) and not close(data, kernel, False)
    assert close(data, uniform(6, 4, 3, 3), True)
    assert "in_height, in_width, in_channel]" in nn.conv2d_winograd_nchw_without_weight_transform.__doc__


@proves(NN + "conv2d_winograd_nhwc", "`(N, H, W, C)`", "`(3, 3, C, O)`", "返回 `(N, OH, OW, O)`", "输出的高不大于宽、上下填充之和不超过 2 时结果正确", "更高的输入可能得到错误的值，或在编译时报 `cannot make uint from negative value`")
def _(tvm):
    def right(h, w, pad, pairs):
        data, kernel = uniform(2, 3, h, w), uniform(5, 3, 3, 3)
        return near(winograd(tvm, "NHWC", data, kernel, pad), convolve(data, kernel, 1, pairs), 1e-3)

    for h, w in ((8, 8), (5, 12), (9, 9), (6, 7)):
        assert right(h, w, 1, [(1, 1)] * 2) and right(h, w, 0, [(0, 0)] * 2)
        assert right(h, w + 4, (0, 3, 2, 0), [(0, 2), (3, 0)])
    assert not right(12, 8, 1, [(1, 1)] * 2)
    with raises("TVMError", "cannot make uint from negative value"):
        right(32, 8, 1, [(1, 1)] * 2)


@proves(NN + "conv2d_winograd_nhwc", "块数取自宽、却减去高")
def _(tvm):
    def extra(h, w):
        out = tvm.topi.nn.conv2d_winograd_nhwc(tensor(tvm, 1, h, w, 2), tensor(tvm, 3, 3, 2, 4), 1, 1, 1, "float32")
        todo = [out]
        while todo:
            one = todo.pop()
            if one.op.name == "data_pad":
                return shape(one)[1] - h - 2
            todo.extend(one.op.input_tensors)

    for h, w in ((8, 8), (12, 8), (8, 16)):
        assert extra(h, w) == (-(-w // 4) - 1) * 4 + 6 - (h + 2)


@proves(NN + "conv2d_winograd_nhwc", "`pre_computed=True` 时是变换过的 `(alpha, alpha, O, C)`")
@proves(NN + "conv2d_winograd_nhwc_without_weight_transform", "等于 `pre_computed=True`", "`(N, H, W, C)`", "`(alpha, alpha, O, C)`，docstring 写的不对；它正好是 `conv2d_winograd_weight_transform` 的结果")
def _(tvm):
    nn, data, kernel = tvm.topi.nn, uniform(1, 3, 8, 8), uniform(5, 3, 3, 3)
    a = to(data, "NCHW", "NHWC")
    for call in (
        lambda x, u: nn.conv2d_winograd_nhwc_without_weight_transform(x, u, 1, 1, 1, "float32"),
        lambda x, u: nn.conv2d_winograd_nhwc(x, u, 1, 1, 1, "float32", True),
    ):
        out = run(tvm, lambda x, w: call(x, nn.conv2d_winograd_weight_transform(w, 4)), a, kernel)
        assert near(to(out, "NHWC", "NCHW"), convolve(data, kernel, 1, 1), 1e-3)
    assert "[filter_height, filter_width, in_channel, num_filter]" in nn.conv2d_winograd_nhwc_without_weight_transform.__doc__


@proves(NN + "conv2d_winograd_nhwc", "`mali` 目标的版本少接一个形参，调用就是 `TypeError`")
def _(tvm):
    with tvm.target.Target("opencl -device=mali"), raises(TypeError):
        tvm.topi.nn.conv2d_winograd_nhwc(tensor(tvm, 1, 8, 8, 2), tensor(tvm, 3, 3, 2, 4), 1, 1, 1, "float32")


def relay_winograd(tvm, channels, tuner, dtype="float32", height=10):
    import tvm.meta_schedule

    relay = tvm.relay
    x, w = relay.var("x", shape=(1, height, 8, 4), dtype=dtype), relay.var("w", shape=(3, 3, 4, channels), dtype=dtype)
    conv = relay.nn.conv2d(x, w, padding=(1, 1), channels=channels, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWIO")
    mod = tvm.IRModule.from_expr(relay.Function([x, w], conv))
    config = {f"relay.backend.{tuner}": True} if tuner else {}
    data, kernel = uniform(1, 4, height, 8), uniform(channels, 4, 3, 3)
    records = contextlib.nullcontext()
    if tuner == "use_meta_schedule":
        records = tvm.meta_schedule.database.MemoryDatabase()
    with records, tvm.transform.PassContext(opt_level=0, config=config):
        executor = relay.create_executor("graph", mod, tvm.cpu(), "llvm").evaluate()
    out = executor(to(data, "NCHW", "NHWC"), to(kernel, "OIHW", "HWIO")).numpy()
    return near(to(out, "NHWC", "NCHW"), convolve(data, kernel, 1, 1), 1e-3)


@proves(NN + "conv2d_winograd_nhwc", "MetaSchedule 打开时编译 10 × 8 的输入、填充 1、输出通道 128 的 `nn.conv2d`，结果是错的", versions=("0.12.0", "0.13.0"))
def _(tvm):
    assert not relay_winograd(tvm, 128, "use_meta_schedule")
    assert relay_winograd(tvm, 128, None) and relay_winograd(tvm, 32, "use_meta_schedule")
    assert relay_winograd(tvm, 128, "use_meta_schedule", height=8)


@proves(NN + "conv2d_winograd_nhwc", "自动调度打开时编译 10 × 8 的输入、填充 1、输出通道 128 的 `nn.conv2d`，结果是错的", versions=("0.10.0",))
def _(tvm):
    assert not relay_winograd(tvm, 128, "use_auto_scheduler")
    assert relay_winograd(tvm, 128, None) and relay_winograd(tvm, 32, "use_auto_scheduler")


@proves(NN + "conv2d_winograd_weight_transform", "即 `G g Gᵀ`", "`tile_size` 是上文的 `m`", "把 `(O, C, r, r)` 的卷积核变换成 `(alpha, alpha, O, C)`", "长宽不等时 `AssertionError: Only support NxN kernel`", "int8 的卷积核得到截断后的错误结果")
def _(tvm):
    transform = tvm.topi.nn.conv2d_winograd_weight_transform
    for tile, r in ((2, 3), (4, 3), (4, 5)):
        _, _, G = matrices(tvm, tile, r, "float32")
        kernel = uniform(3, 2, r, r)
        assert near(run(tvm, lambda w: transform(w, tile), kernel), np.einsum("ai,ocij,bj->aboc", G, kernel, G), 1e-3)
    with raises(AssertionError, "Only support NxN kernel"):
        transform(tensor(tvm, 3, 2, 3, 5), 4)
    _, _, G = matrices(tvm, 4, 3)
    kernel = RNG.integers(-5, 5, (3, 2, 3, 3)).astype("int8")
    out = run(tvm, lambda w: transform(w, 4), kernel)
    assert out.dtype == "int8" and not np.allclose(out, np.einsum("ai,ocij,bj->aboc", G, kernel, G), atol=1)


@proves(NN + "conv3d_winograd_weight_transform", "`D` 是 3 到 7 且等于 `H` | 三个轴 | `(alpha, alpha, alpha, O, C)`", "其他 | 高和宽 | `(alpha, alpha, D, O, C)`", "`H` 和 `W` 必须相等，`tile_size` 是上文的 `m`")
def _(tvm):
    transform = tvm.topi.nn.conv3d_winograd_weight_transform
    _, _, G = matrices(tvm, 2, 3, "float32")
    cube, flat = uniform(3, 2, 3, 3, 3), uniform(3, 2, 4, 3, 3)
    assert near(run(tvm, lambda w: transform(w, 2), cube), np.einsum("zd,ai,ocdij,bj->zaboc", G, G, cube, G), 1e-3)
    assert near(run(tvm, lambda w: transform(w, 2), flat), np.einsum("ai,ocdij,bj->abdoc", G, flat, G), 1e-3)
    assert shape(transform(tensor(tvm, 3, 2, 7, 7, 7), 2)) == (8, 8, 8, 3, 2)
    assert shape(transform(tensor(tvm, 3, 2, 1, 3, 3), 2)) == (4, 4, 1, 3, 2)
    for d, h, w in ((3, 3, 5), (4, 3, 5)):
        with raises(AssertionError):
            transform(tensor(tvm, 3, 2, d, h, w), 2)


@proves(NN + "conv2d_winograd_nnpack_weight_transform", "`(O, C, 3, 3)`；长宽不核对", "3（`WT_8x8`）或 6（`WT_8x8_FP16`），否则断言失败", "返回 `(O, C, 8, 8)`，与 docstring 的 `[alpha, alpha, CO, CI]` 不同", "结果的类型")
def _(tvm):
    transform = tvm.topi.nn.conv2d_winograd_nnpack_weight_transform
    for algorithm in range(8):
        if algorithm in (3, 6):
            out = transform(tensor(tvm, 4, 2, 3, 5), algorithm, "float16")
            assert shape(out) == (4, 2, 8, 8) and out.dtype == "float16"
        else:
            with raises(AssertionError):
                transform(tensor(tvm, 4, 2, 3, 3), algorithm, "float32")
    assert "[alpha, alpha, CO, CI]" in transform.__doc__
    algorithms = tvm.contrib.nnpack.ConvolutionAlgorithm
    assert (algorithms.WT_8x8, algorithms.WT_8x8_FP16) == (3, 6)


@proves(NN + "conv2d_winograd_nnpack_weight_transform", "TVM 没有用 `USE_NNPACK` 编译时，执行才报 `Cannot find function tvm.contrib.nnpack.convolution_inference_weight_transform`")
def _(tvm):
    import tvm.contrib.nnpack

    assert tvm.get_global_func("tvm.contrib.nnpack.convolution_inference_weight_transform", allow_missing=True) is None
    kernel = uniform(4, 2, 3, 3)
    w = tensor(tvm, *kernel.shape)
    out = tvm.topi.nn.conv2d_winograd_nnpack_weight_transform(w, 3, "float32")
    func = tvm.build(tvm.te.create_schedule(out.op), [w, out], "llvm")
    with raises("TVMError", "Cannot find function tvm.contrib.nnpack.convolution_inference_weight_transform"):
        func(tvm.nd.array(kernel), tvm.nd.array(np.zeros((4, 2, 8, 8), "float32")))


def gemm_blocks(tvm, multiple):
    for h, w, c, o, rows, cols in ((3, 3, 4, 10, 4, 3), (1, 1, 8, 8, 4, 2), (2, 3, 5, 7, 8, 4)):
        kernel = uniform(h, w, c, o)
        flat = kernel.reshape(-1, o)
        down = lambda size, unit: -(-size // unit) * unit
        k, n = down(h * w * c, multiple * cols), down(o, rows)
        flat = np.pad(flat, [(0, k - h * w * c), (0, n - o)])
        expected = flat.reshape(k // cols, cols, n // rows, rows).transpose(2, 0, 3, 1)
        out = run(tvm, lambda x: tvm.topi.nn.conv2d_gemm_weight_transform(x, rows, cols), kernel)
        assert out.shape == (n // rows, k // cols, rows, cols) and near(out, expected)


GEMM = ("`(H, W, C, O)`", "列 `N = O` 补到它的倍数", "返回四维的 `(N / tile_rows, K / tile_cols, tile_rows, tile_cols)`", "`N` 和 `K` 是补零以后的，不是 docstring 说的二维")


@proves(NN + "conv2d_gemm_weight_transform", "行 `K = H·W·C` 补到 `4 × tile_cols` 的倍数", *GEMM, versions=("0.12.0", "0.13.0"))
def _(tvm):
    gemm_blocks(tvm, 4)


@proves(NN + "conv2d_gemm_weight_transform", "行 `K = H·W·C` 补到它的倍数", *GEMM, versions=("0.10.0",))
def _(tvm):
    gemm_blocks(tvm, 1)


def transpose_convolve(data, kernel, strides, pads, extra, groups=1):
    """Scatter form: each input adds its kernel to the output."""
    n, c, *sizes = data.shape
    _, o, *ks = kernel.shape
    full = [s * (i - 1) + k + e for s, i, k, e in zip(strides, sizes, ks, extra)]
    out = np.zeros((n, o * groups, *full), "float64")
    for at in itertools.product(*map(range, sizes)):
        where = tuple(slice(s * i, s * i + k) for s, i, k in zip(strides, at, ks))
        for g in range(groups):
            some = slice(g * c // groups, (g + 1) * c // groups)
            part = np.tensordot(data[(slice(None), some, *at)], kernel[some], 1)
            out[(slice(None), slice(g * o, (g + 1) * o), *where)] += part
    cut = tuple(slice(before, size - after) for (before, after), size in zip(pads, full))
    return out[(slice(None), slice(None), *cut)].astype("float32")


SEE = "`padding`、`out_dtype` | | 见转置卷积"
TRANSPOSED = {
    "conv1d_transpose_ncw": (SEE, "`(N, C, W)`", "`(C, O, KW)`", "返回 `(N, O, OW)`"),
    "conv2d_transpose_nchw": (SEE, "`(N, C, H, W)`", "`(C, O, KH, KW)`", "返回 `(N, O, OH, OW)`"),
    "declaration_conv2d_transpose_impl": ("`conv2d_transpose_nchw` 的本体，两者没有区别",),
    "conv3d_transpose_ncdhw": (SEE, "`(N, C, D, H, W)`", "`(C, O, KD, KH, KW)`", "返回 `(N, O, OD, OH, OW)`"),
    "declaration_conv3d_transpose_impl": ("三维转置卷积的本体",),
    "group_conv2d_transpose_nchw": (SEE, "`(N, C, H, W)`", "`(C, O/groups, KH, KW)`", "返回 `(N, O, OH, OW)`", "为 1 时转给 `conv2d_transpose_nchw`", "步长；输出末尾多出几个"),
}


def axes_of(name):
    return 1 if "1d" in name else 3 if "3d" in name else 2


@each(TRANSPOSED, "空间轴的输出是 `步长 × (输入 - 1) + 核 - 前填充 - 后填充 + output_padding`", "把卷积核转 180 度再做卷积", "减去而不是加上", "输出末尾多出几个，必须小于步长", "卷积核，第一轴是输入通道，第二轴是输出通道")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), axes_of(name)
    for groups in (1, 2) if "group" in name else (1,):
        strides, extra = (3, 2, 2)[:dim], (2, 0, 1)[:dim]
        pads = [(0, 1), (2, 1), (1, 0)][:dim]
        data, kernel = uniform(2, 4, *range(3, 3 + dim)), uniform(4, 3, *range(3, 3 + dim))
        padding = tuple(p[0] for p in pads) + tuple(p[1] for p in pads)
        more = (groups,) if "group" in name else ()
        out = run(tvm, lambda x, w: function(x, w, strides, padding, "float32", extra, *more), data, kernel)
        assert near(out, transpose_convolve(data, kernel, strides, pads, extra, groups)), groups
        sizes = zip(out.shape[2:], strides, data.shape[2:], kernel.shape[2:], pads, extra)
        assert all(o == s * (i - 1) + k - sum(p) + e for o, s, i, k, p, e in sizes)


@each(list(TRANSPOSED), "必须小于步长，否则 `AssertionError`", "`\"SAME\"` 的填充与步长无关，得到 `步长 × (输入 - 1) + 1 + output_padding`")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), axes_of(name)
    x, w = tensor(tvm, 1, 4, *[5] * dim), tensor(tvm, 4, 3, *[3] * dim)
    for groups in (1, 2) if "group" in name else (None,):
        more = () if groups is None else (groups,)
        with raises(AssertionError):
            function(x, w, (2,) * dim, 1, "float32", (2,) * dim, *more)
        for stride in (2, 3):
            out = function(x, w, (stride,) * dim, "SAME", "float32", (1,) * dim, *more)
            assert shape(out)[2:] == (stride * 4 + 1 + 1,) * dim


@each(list(TRANSPOSED), "必须写明：`None` 报 `Check failed: lanes > 1`（`group_conv2d_transpose_nchw` 分组时除外）", "结果和累加的类型")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), axes_of(name)
    x, w = (tensor(tvm, *dims, dtype="int8") for dims in ((1, 4, *[5] * dim), (4, 3, *[3] * dim)))
    more = (1,) if "group" in name else ()
    assert function(x, w, (2,) * dim, 1, "int32", (1,) * dim, *more).dtype == "int32"
    with raises("TVMError", "Check failed: lanes > 1"):
        function(x, w, (2,) * dim, 1, None, (1,) * dim, *more)
    if more:
        assert function(x, w, (2, 2), 1, None, (1, 1), 2).dtype == "int8"


@proves(NN + "conv1d_transpose_ncw", "int 或一个元素的元组 | 步长；输出末尾多出几个，必须小于步长")
def _(tvm):
    x, w = tensor(tvm, 1, 4, 5), tensor(tvm, 4, 3, 3)
    for stride, extra in ((2, 1), ((2,), (1,)), ([2], 1)):
        assert shape(tvm.topi.nn.conv1d_transpose_ncw(x, w, stride, 0, "float32", extra)) == (1, 3, 12)


@each({
    "conv2d_transpose_nchw": ("两个元素的元组 | 写整数是 `TypeError`",),
    "declaration_conv2d_transpose_impl": ("两者没有区别",),
    "conv2d_transpose_nchw_preprocess": (),
    "conv3d_transpose_ncdhw": ("三个元素的元组 | docstring 说 `strides` 可以是整数，实际是 `TypeError`",),
    "declaration_conv3d_transpose_impl": ("`strides` 同样要三个元素的元组",),
}, "每个空间轴一个数的元组 | 步长；只有一维可以写整数")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), axes_of(name)
    x, w = tensor(tvm, 1, 4, *[5] * dim), tensor(tvm, 4, 3, *[3] * dim)
    for strides, extra in ((2, (1,) * dim), ((2,) * dim, 1)):
        with raises(TypeError):
            function(x, w, strides, 1, "float32", extra)
    with raises(ValueError):
        function(x, w, (2,), 1, "float32", (1,) * dim)


@each({
    "conv2d_transpose_nchw_preprocess": ("返回填充后的输入和转好的 `(O, C, KH, KW)` 卷积核，接着用步长 1、不填充的 `conv2d_nchw` 就得到转置卷积", "只是 `out_dtype` 不起作用"),
    "conv3d_transpose_ncdhw_preprocess": ("返回填充后的输入和转好的 `(O, C, KD, KH, KW)` 卷积核", "只是 `out_dtype` 不起作用"),
})
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), axes_of(name)
    data, kernel = uniform(2, 4, *range(3, 3 + dim)), uniform(4, 3, *range(2, 2 + dim))
    strides, extra = (3, 2, 2)[:dim], (2, 0, 1)[:dim]
    for dtype in ("float32", None, "nothing"):
        x, w = tensor(tvm, *data.shape), tensor(tvm, *kernel.shape)
        outs = function(x, w, strides, 1, dtype, extra)
        ahead, filters = evaluate(tvm, outs, [x, w], [data, kernel])
        assert near(convolve(ahead, filters), transpose_convolve(data, kernel, strides, [(1, 1)] * dim, extra))


@proves(NN + "group_conv2d_transpose_nchw", "须整除 `C`，否则 `AssertionError`", "docstring 说 `stride` 可以是整数，实际抛出 `NameError: name 'repeat' is not defined`（`groups` 为 1 时是 `TypeError`）")
def _(tvm):
    x, w = tensor(tvm, 1, 4, 5, 5), tensor(tvm, 4, 3, 3, 3)
    function = tvm.topi.nn.group_conv2d_transpose_nchw
    with raises(AssertionError, "must divide group size"):
        function(x, w, (2, 2), 1, "float32", (1, 1), 3)
    with raises(NameError, "name 'repeat' is not defined"):
        function(x, w, 2, 1, "float32", (1, 1), 2)
    with raises(TypeError):
        function(x, w, 2, 1, "float32", (1, 1), 1)


def sample(plane, y, x):
    """Bilinear among the four neighbours, of which those outside are 0; 0 for a point below 0 or beyond the size."""
    h, w = plane.shape[-2:]
    out = np.zeros(plane.shape[:-2], plane.dtype)
    if y < 0 or x < 0 or y >= h or x >= w:
        return out
    y0, x0 = int(np.floor(y)), int(np.floor(x))
    for i, j in itertools.product((y0, y0 + 1), (x0, x0 + 1)):
        if i < h and j < w:
            out = out + plane[..., i, j] * (1 - abs(y - i)) * (1 - abs(x - j))
    return out


def deform(data, offset, kernel, stride, pad, dilation, parts):
    n, c = data.shape[:2]
    o, _, kh, kw = kernel.shape
    out = np.zeros((n, o, *offset.shape[2:]), "float32")
    for b, y, x, i, j, p in itertools.product(range(n), range(offset.shape[2]), range(offset.shape[3]), range(kh), range(kw), range(parts)):
        at = p * kh * kw * 2 + (i * kw + j) * 2
        some = slice(p * c // parts, (p + 1) * c // parts)
        dy, dx = offset[b, at : at + 2, y, x]
        got = sample(data[b, some], y * stride - pad[0] + i * dilation + dy, x * stride - pad[1] + j * dilation + dx)
        out[b, :, y, x] += kernel[:, some, i, j] @ got
    return out


DEFORMED = {
    "deformable_conv2d_nchw": ("`(N, C, H, W)`", "平移 `(N, 2·KH·KW·deformable_groups, OH, OW)`，先 y 后 x", "`(O, C, KH, KW)`", "返回 `(N, O, OH, OW)`", "坐标小于 0 的采样点整个取 0", "过了最后一格，外面的一侧按 0 插值", "每个采样点先平移再双线性插值"),
    "deformable_conv2d_nhwc": ("其余 | | 同 `deformable_conv2d_nchw`", "`(N, H, W, C)`", "平移 `(N, OH, OW, 2·KH·KW·deformable_groups)`，先 y 后 x", "`(KH, KW, C, O)`", "返回 `(N, OH, OW, O)`", "每个采样点先平移再双线性插值"),
}


@each(DEFORMED)
def _(tvm, name):
    last = name.endswith("nhwc")
    function = getattr(tvm.topi.nn, name)
    for stride, pad, dilation, parts in ((1, (1, 1), 1, 1), (2, (0, 1), 2, 2)):
        data, kernel = uniform(1, 4, 6, 7), uniform(3, 4, 2, 3)
        offset = uniform(1, 2 * 6 * parts, 3, 4) * 1.5
        a = [data, offset, kernel]
        if last:
            a = [to(data, "NCHW", "NHWC"), to(offset, "NCHW", "NHWC"), to(kernel, "OIHW", "HWIO")]
        out = run(tvm, lambda x, f, w: function(x, f, w, stride, pad, dilation, parts, 1, None), *a)
        assert near(to(out, "NHWC", "NCHW") if last else out, deform(data, offset, kernel, stride, pad, dilation, parts))


def deformable(tvm, name, dtype="float32"):
    dims = [(1, 4, 6, 6), (1, 18, 9, 8), (3, 4, 3, 3)]
    if name.endswith("nhwc"):
        dims = [(1, 6, 6, 4), (1, 9, 8, 18), (3, 3, 4, 3)]
    return [tensor(tvm, *one, dtype=dtype) for one in dims]


@proves(NN + "deformable_conv2d_nhwc", "分组时的报错里写的也是 `deformable_conv2d_nchw`")
def _(tvm):
    with raises(AssertionError, "deformable_conv2d_nchw does not support groups > 1"):
        tvm.topi.nn.deformable_conv2d_nhwc(*deformable(tvm, "nhwc"), 1, 0, 1, 1, 2, "float32")


@proves(NN + "deformable_conv2d_nchw", "输出的高和宽取自它，不由公式核对", "必须是 1，否则 `AssertionError: deformable_conv2d_nchw does not support groups > 1`", "平移的组数，须整除 `C`", "累加和结果的类型，None 取 `data` 的", "只用到上、左两个", "int 或两个元素的元组、列表")
def _(tvm):
    function, given = tvm.topi.nn.deformable_conv2d_nchw, deformable(tvm, "nchw")
    assert shape(function(*given, 1, 0, 1, 1, 1, "float32")) == (1, 3, 9, 8)
    with raises(AssertionError, "does not support groups > 1"):
        function(*given, 1, 0, 1, 1, 2, "float32")
    with raises(AssertionError, "must divide deformable group size"):
        function(*given, 1, 0, 1, 3, 1, "float32")
    assert function(*given, (1, 2), 0, [2, 1], 1, 1, "float64").dtype == "float64"
    assert function(*deformable(tvm, "nchw", "float16"), 1, 0, 1, 1, 1, None).dtype == "float16"
    one, other = (function(*given, 1, (1, 2, p, p), 1, 1, 1, None) for p in (0, 5))
    build = lambda out: tvm.lower(tvm.te.create_schedule(out.op), [*given, out], simple_mode=True)["main"]
    assert tvm.ir.structural_equal(build(one), build(other))


def correlate(a, b, kernel, most, stride1, stride2, pad, multiply):
    n, c, h, w = a.shape
    a, b = (np.pad(v, [(0, 0), (0, 0), (pad, pad), (pad, pad)]) for v in (a, b))
    border, radius = most + kernel // 2, most // stride2
    oh, ow = (-(-(size + 2 * pad - 2 * border) // stride1) for size in (h, w))
    out = np.zeros((n, (2 * radius + 1) ** 2, oh, ow), "float32")
    for q, i, j in np.ndindex(*out.shape[1:]):
        y, x = i * stride1 + most, j * stride1 + most
        y2, x2 = y + (q // (2 * radius + 1) - radius) * stride2, x + (q % (2 * radius + 1) - radius) * stride2
        p, r = a[:, :, y : y + kernel, x : x + kernel], b[:, :, y2 : y2 + kernel, x2 : x2 + kernel]
        out[:, q, i, j] = (p * r if multiply else np.abs(p - r)).sum((1, 2, 3)) / (kernel * kernel * c)
    return out


@proves(NN + "correlation_nchw", "`(N, C, H, W)`，形状须相同", "每个方向最多平移多少", "窗口的步长、平移的步长", "True 求积，False 求差的绝对值", "返回 `(N, (2·(max_displacement // stride2) + 1)², OH, OW)`，每个值除以 `kernel_size² × C`", "`OH` 是 `(H + 填充 - 2·(max_displacement + kernel_size // 2)) / stride1` 向上取整，`OW` 同理")
def _(tvm):
    a, b = uniform(2, 3, 8, 9), uniform(2, 3, 8, 9)
    for setting in ((1, 2, 1, 1, 2, True), (3, 2, 2, 2, 2, False), (3, 3, 1, 2, 4, True)):
        assert near(run(tvm, lambda x, y: tvm.topi.nn.correlation_nchw(x, y, *setting), a, b), correlate(a, b, *setting)), setting
    with raises(AssertionError, "same shape"):
        tvm.topi.nn.correlation_nchw(tensor(tvm, 1, 2, 8, 8), tensor(tvm, 1, 2, 8, 9), 1, 1, 1, 1, 1, True)


@proves(NN + "correlation_nchw", "窗口的边长，须是正奇数，否则 `AssertionError: kernel_size should be non-negative odd number`", "补 0，不接受字符串", "int、两个或四个元素的元组、列表")
def _(tvm):
    x, y = tensor(tvm, 1, 2, 8, 8), tensor(tvm, 1, 2, 8, 8)
    call = lambda kernel, padding: tvm.topi.nn.correlation_nchw(x, y, kernel, 1, 1, 1, padding, True)
    for kernel in (0, 2, -1, -2):
        with raises(AssertionError, "kernel_size should be non-negative odd number"):
            call(kernel, 1)
    for padding in ("SAME", "VALID", (1,), (1, 1, 1)):
        with raises(ValueError, "invalid padding"):
            call(1, padding)
    assert [shape(call(1, p))[2:] for p in (1, (1, 2), [0, 1, 2, 3])] == [(8, 8), (8, 10), (8, 10)]


@proves(NN + "correlation_nchw", "有符号整数的输入在最后的除法处抛出 `RuntimeError`", "无符号整数不报错，但在输入的类型里累加，会溢出，商也截断")
def _(tvm):
    for dtype in ("int8", "int32"):
        with raises(RuntimeError):
            tvm.topi.nn.correlation_nchw(*[tensor(tvm, 1, 2, 8, 8, dtype=dtype)] * 2, 1, 1, 1, 1, 1, True)
    a = np.full((1, 2, 4, 4), 15, "uint8")
    out = run(tvm, lambda x, y: tvm.topi.nn.correlation_nchw(x, y, 1, 0, 1, 1, 0, True), a, a)
    assert np.all(out == (15 * 15 * 2 % 256) // 2)


@proves(NN + "sparse_conv2d", "输入，`(N, H, W, C)` 或 `(N, C, H, W)`", "非零块 `(块数, bs_r, bs_c)`；二维的 `(块数, bs_r)` 表示 `bs_c` 为 1", "每块在第几个块列，`(块数,)`", "每个块行从第几块开始，`(O / bs_r + 1,)`", "`\"NHWC\"`（默认）或 `\"NCHW\"`", "返回的布局与输入相同，通道是 `O`")
def _(tvm):
    indptr, indices = np.array([0, 1, 3], "int32"), np.array([1, 0, 2], "int32")
    for columns in (2, 1):
        blocks = uniform(3, 4, columns)
        weight = np.zeros((8, 3 * columns), "float32")
        for row in range(2):
            for at in range(indptr[row], indptr[row + 1]):
                weight[row * 4 : row * 4 + 4, indices[at] * columns : (indices[at] + 1) * columns] = blocks[at]
        data = uniform(2, 3 * columns, 4, 5)
        expected = convolve(data, weight[:, :, None, None])
        given = blocks if columns > 1 else blocks[:, :, 0].copy()
        for layout in ("NHWC", "NCHW"):
            more = () if layout == "NHWC" else (layout,)
            out = run(tvm, lambda *x: tvm.topi.nn.sparse_conv2d(*x, *more), to(data, "NCHW", layout), given, indices, indptr)
            assert near(out, to(expected, "NCHW", layout))


@proves(NN + "sparse_conv2d", "只能是 1（默认）", "不是整数 1 时抛出 `ValueError`，信息却是 `Unsupport Layout NHWC`", "布局写错则不报错，返回 `None`")
def _(tvm):
    given = tensor(tvm, 1, 4, 4, 6), tensor(tvm, 3, 4, 2), tensor(tvm, 3, dtype="int32"), tensor(tvm, 3, dtype="int32")
    for size in (3, (1, 1), "1"):
        with raises(ValueError, "Unsupport Layout NHWC"):
            tvm.topi.nn.sparse_conv2d(*given, kernel_size=size)
    assert tvm.topi.nn.sparse_conv2d(*given, layout="HWCN") is None
