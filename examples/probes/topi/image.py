"""Probes of docs/reference/api/python/topi/image.md: resizing, sampling, dilation, and names from elsewhere."""

import functools
import importlib
import itertools

import numpy as np
from probes import proves, raises

np.seterr(all="ignore")
RNG = np.random.default_rng(0)
TOPI = "tvm.topi."
IMAGE = "tvm.topi.image."
OLD, NEW = ("0.10.0",), ("0.12.0", "0.13.0")
LATEST, BEFORE = ("0.13.0",), ("0.10.0", "0.12.0")


def each(names, *quotes, versions=None, prefix=IMAGE, number=False):
    """Registers function(tvm, name), or its place among them, for each name: keys of a dict may have quotes of their own."""

    def register(function):
        for place, name in enumerate(names):
            given = place if number else name
            probe = functools.wraps(function)(lambda tvm, *_, given=given: function(tvm, given))
            proves(prefix + name, *quotes, *(names[name] if isinstance(names, dict) else ()), versions=versions)(probe)
        return function

    return register


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def run_all(tvm, jobs):
    """The results of [(function, arrays…), …], in one module."""
    inputs, outs = [], []
    for op, *arrays in jobs:
        own = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
        inputs += own
        outs.append(op(*own))
    kernel = tvm.build(tvm.te.create_schedule([out.op for out in outs]), [*inputs, *outs], "llvm -opt-level=0")
    results = [tvm.nd.array(np.zeros(shape(out), out.dtype)) for out in outs]
    kernel(*[tvm.nd.array(a) for _, *arrays in jobs for a in arrays], *results)
    return [result.numpy() for result in results]


def run(tvm, op, *arrays):
    return run_all(tvm, [(op, *arrays)])[0]


def uniform(*size):
    return RNG.uniform(-1, 1, size).astype("float32")


def number(tvm, expression):
    """The value of an expression without variables."""
    return tvm.arith.Analyzer().simplify(expression).value


MODES = ("half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn")


def place(x, w, t, mode, start=0.0, end=-1.0):
    s = w / t
    return {
        "half_pixel": lambda: (x + 0.5) * s - 0.5,
        "align_corners": lambda: x * (w - 1) / (t - 1),
        "asymmetric": lambda: x * s,
        "pytorch_half_pixel": lambda: (x + 0.5) * s - 0.5 if t > 1 else 0.0,
        "tf_half_pixel_for_nn": lambda: (x + 0.5) * s,
        "tf_crop_and_resize": lambda: start * (w - 1) + x * (end - start) * (w - 1) / (t - 1),
    }[mode]()


def closest(position, rounding):
    return int({
        "round": lambda p: np.trunc(p + np.copysign(0.5, p)),
        "round_prefer_floor": lambda p: np.ceil(p - 0.5),
        "round_prefer_ceil": lambda p: np.floor(p + 0.5),
        "floor": lambda p: np.floor(p + 1e-5),
        "ceil": lambda p: np.ceil(p - 1e-5),
    }[rounding](position))


def spline(t, a):
    return [a * (t**3 - 2 * t**2 + t), (a + 2) * t**3 - (3 + a) * t**2 + 1, -(a + 2) * t**3 + (3 + 2 * a) * t**2 - a * t, -a * t**3 + a * t**2]


def weights(w, t, method, mode, rounding="", alpha=-0.5, exclude=0, start=0.0, end=-1.0):
    """A matrix (t, w) that resizes one axis."""
    matrix = np.zeros((t, w))
    rounding = rounding or ("round" if mode == "align_corners" else "floor")
    for x in range(t):
        p = place(x, w, t, mode, start, end)
        base, part = int(np.floor(p)), p - np.floor(p)
        taps = {
            "nearest_neighbor": lambda: [(closest(p, rounding), 1.0)],
            "linear": lambda: [(base, 1 - part), (base + 1, part)],
            "cubic": lambda: list(zip(range(base - 1, base + 3), spline(part, alpha))),
        }[method]()
        if exclude:
            taps = [(i, v) for i, v in taps if 0 <= i < w]
            taps = [(i, v / sum(v for _, v in taps)) for i, v in taps]
        for i, v in taps:
            matrix[x, min(max(i, 0), w - 1)] += v
    return matrix


def resized(data, sizes, *how, **more):
    """Channels first."""
    for k, size in enumerate(sizes):
        data = np.moveaxis(np.tensordot(weights(data.shape[2 + k], size, *how, **more), data, (1, 2 + k)), 0, 2 + k)
    return data


def near(a, b, tolerance=1e-4):
    return a.shape == b.shape and np.allclose(a.astype("float64"), b.astype("float64"), atol=tolerance)


RESIZES = {"resize1d": ((5,), (8,)), "resize2d": ((5, 4), (8, 3)), "resize3d": ((3, 5, 4), (4, 8, 3))}
METHODS = "`\"nearest_neighbor\"`、`\"linear\"`、`\"cubic\"`，不分大小写"


def resize(tvm, name, *given, **more):
    return getattr(tvm.topi.image, name)(*given, **more)


@each({"resize1d": ("`(N, C, W)` 或 `(N, W, C)`", "`(输出的宽,)`", "只有 `\"NCW\"`（默认）和 `\"NWC\"` 可用"), "resize2d": ("`(输出的高, 输出的宽)`", "`\"NCHW\"`（默认）、`\"NHWC\"`"), "resize3d": ("输出的深、高、宽", "`\"NCDHW\"`（默认）、`\"NDHWC\"`")}, METHODS, "坐标换算，公式见 `get_inx`", "每个输出像素先换算出输入里的位置，再取邻近的像素插值；缩小时没有抗锯齿", "空字符串在 `align_corners` 时是 `\"round\"`，否则是 `\"floor\"`", "不分大小写")
def _(tvm, name):
    small, big = RESIZES[name]
    dim, data = len(small), uniform(2, 2, *small)
    jobs, wanted = [], []
    methods = ("nearest_neighbor", "linear", "cubic") if dim < 3 else ("nearest_neighbor", "linear")
    for method, mode in itertools.product(methods, MODES):
        if dim > 1 and (method, mode) not in (("nearest_neighbor", "half_pixel"), ("linear", "align_corners"), ("linear", "half_pixel"), ("cubic", "half_pixel")):
            continue
        sizes = big
        jobs.append((lambda a, s=sizes, m=method, c=mode: resize(tvm, name, a, [0.0] * 2 * dim, s, method=m.upper(), coordinate_transformation_mode=c), data))
        wanted.append(resized(data, sizes, method, mode))
    last = np.ascontiguousarray(np.moveaxis(data, 1, -1))
    layout = "N" + "DHW"[3 - dim :] + "C"
    jobs.append((lambda a: resize(tvm, name, a, [0.0] * 2 * dim, big, layout), last))
    wanted.append(np.moveaxis(resized(data, big, "linear", "half_pixel"), 1, -1))
    for out, want in zip(run_all(tvm, jobs), wanted):
        assert near(out, want)


@each(("resize1d", "resize2d"), "三次样条的系数", "非 0 时三次插值不计图像以外的像素，权重重新归一", "最近邻的取整，见 `get_closest_index`")
def _(tvm, name):
    (small, big), dim = RESIZES[name], len(RESIZES[name][0])
    data = uniform(1, 1, *small)
    call = lambda **more: (lambda a: resize(tvm, name, a, [0.0] * 2 * dim, big, coordinate_transformation_mode="align_corners", **more), data)
    outs = run_all(tvm, [call(method="cubic", bicubic_alpha=-0.75), call(method="cubic", bicubic_exclude=1)])
    assert near(outs[0], resized(data, big, "cubic", "align_corners", alpha=-0.75))
    assert near(outs[1], resized(data, big, "cubic", "align_corners", exclude=1))
    roundings = ("round", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
    outs = run_all(tvm, [call(method="nearest_neighbor", rounding_method=r) for r in roundings])
    assert all(near(o, resized(data, big, "nearest_neighbor", "align_corners", r)) for o, r in zip(outs, roundings))


@each(RESIZES.keys(), "只用于 `tf_crop_and_resize`，但总会读取，不用时也要写 `[0.0] * 4` 这样的列表，`None` 抛出 `TypeError`", "列表里的整数会被原地换成 `IntImm`，要再用就传元组", "英文文档里的 `\"nearest\"`、`\"bicubic\"` 不支持，抛出 `ValueError`")
def _(tvm, name):
    (small, big), dim = RESIZES[name], len(RESIZES[name][0])
    t, roi = tensor(tvm, 1, 1, *small), [0.0] * 2 * dim
    size = list(big)
    resize(tvm, name, t, roi, size)
    assert all(isinstance(one, tvm.tir.IntImm) for one in size)
    with raises(TypeError):
        resize(tvm, name, t, None, big)
    for method in ("nearest", "bicubic"):
        with raises(ValueError):
            resize(tvm, name, t, roi, big, method=method)
    with raises(ValueError):
        resize(tvm, name, t, roi, big, coordinate_transformation_mode="other")


@each(RESIZES.keys(), "默认同输入；按 float32 计算，包括 float64 的输入，转成整数时截断")
def _(tvm, name):
    (small, big), dim = RESIZES[name], len(RESIZES[name][0])
    data = RNG.integers(0, 9, (1, 1, *small)) + 0.1
    call = lambda out: lambda a: resize(tvm, name, a, [0.0] * 2 * dim, big, out_dtype=out)
    wide, whole, kept = run_all(tvm, [(call(None), data), (call("int32"), data.astype("float32")), (call(None), data.astype("int8"))])
    assert wide.dtype == "float64" and np.array_equal(wide, wide.astype("float32")) and whole.dtype == "int32" and kept.dtype == "int8"
    full = resized(data, big, "linear", "half_pixel")
    assert np.abs(full - np.round(full)).min() > 0 and np.array_equal(whole[np.abs(full - np.round(full)) > 1e-3], np.trunc(full)[np.abs(full - np.round(full)) > 1e-3])


@each(("resize1d", "resize2d"), "`roi` | 列表 | 先各轴的起点、再各轴的终点，0 和 1 对应第一个和最后一个像素", "`tf_crop_and_resize` 落在输入以外时的值")
def _(tvm, name):
    (small, big), dim = RESIZES[name], len(RESIZES[name][0])
    data = uniform(1, 1, *small)
    starts, ends = [0.1, 0.2][:dim], [0.7, 0.9][:dim]
    call = lambda roi: (lambda a: resize(tvm, name, a, roi, big, coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=-9.0), data)
    inside, outside = run_all(tvm, [call([*starts, *ends]), call([-1.0] * dim + [1.5] * dim)])
    want = data
    for k in range(dim):
        m = weights(want.shape[2 + k], big[k], "linear", "tf_crop_and_resize", start=starts[k], end=ends[k])
        want = np.moveaxis(np.tensordot(m, want, (1, 2 + k)), 0, 2 + k)
    assert near(inside, want) and outside.flat[0] == -9 and outside.flat[-1] == -9 and (outside != -9).any()


@proves(IMAGE + "resize2d", "输出的形状，动态形状时用", "`[h 起点, w 起点, h 终点, w 终点]`")
@proves(IMAGE + "resize3d", "三维的忽略它")
def _(tvm):
    given = {"output_shape": [1, 1, 6, 6]}
    assert shape(resize(tvm, "resize2d", tensor(tvm, 1, 1, 4, 4), [0.0] * 4, (5, 5), **given)) == (1, 1, 6, 6)
    assert shape(resize(tvm, "resize3d", tensor(tvm, 1, 1, 4, 4, 4), [0.0] * 6, (5, 5, 5), output_shape=[9] * 5)) == (1, 1, 5, 5, 5)
    ramp = np.arange(5, dtype="float32").reshape(1, 1, 5, 1) * np.ones((1, 1, 1, 5), "float32")
    out = run(tvm, lambda a: resize(tvm, "resize2d", a, [0.0, 0.0, 0.5, 1.0], (3, 5), coordinate_transformation_mode="tf_crop_and_resize"), ramp)
    assert out[0, 0, :, 0].tolist() == [0, 1, 2]


@proves(IMAGE + "resize1d", "恰好在边上的也可能算作界外：x86 上 4 个像素按 `[0.0, 1.0]` 缩放成 8 个，最后一个就是")
def _(tvm):
    data = np.arange(4, dtype="float32").reshape(1, 1, 4)
    x = tensor(tvm, 1, 1, 4)
    out = tvm.topi.image.resize1d(x, [0.0, 1.0], (8,), coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=-9.0)
    result = tvm.nd.array(np.zeros((1, 1, 8), "float32"))
    tvm.build(tvm.te.create_schedule(out.op), [x, out], "llvm")(tvm.nd.array(data), result)
    assert result.numpy()[0, 0, -1] == -9 and result.numpy()[0, 0, 0] == 0


@proves(IMAGE + "resize2d", "在几十种放大和缩小上与 PyTorch 的 `interpolate` 对照，`half_pixel` 对应 `align_corners=False`，`align_corners` 对应 True，`\"linear\"` 和 `bicubic_alpha=-0.75` 的 `\"cubic\"` 差小于 `1e-5`", "配 `asymmetric` 等于 `mode=\"nearest\"`，配 `tf_half_pixel_for_nn` 等于 `\"nearest-exact\"`，默认的 `half_pixel` 一般与两者都不同")
def _(tvm):
    import torch

    torch.set_num_threads(1)
    data = uniform(1, 2, 5, 7)
    interpolate = lambda size, **more: torch.nn.functional.interpolate(torch.from_numpy(data), size=size, **more).numpy()
    call = lambda size, **more: (lambda a: resize(tvm, "resize2d", a, [0.0] * 4, size, bicubic_alpha=-0.75, **more), data)
    jobs, wanted = [], []
    for size in ((8, 10), (3, 4), (5, 14)):
        for corners, mode in ((False, "half_pixel"), (True, "align_corners")):
            jobs.append(call(size, coordinate_transformation_mode=mode))
            wanted.append(interpolate(size, mode="bilinear", align_corners=corners))
        for mode, other in (("nearest", "asymmetric"), ("nearest-exact", "tf_half_pixel_for_nn")):
            jobs.append(call(size, method="nearest_neighbor", coordinate_transformation_mode=other))
            wanted.append(interpolate(size, mode=mode))
    jobs.append(call((8, 10), method="cubic"))
    wanted.append(interpolate((8, 10), mode="bicubic", align_corners=False))
    assert all(near(o, w, 1e-5) for o, w in zip(run_all(tvm, jobs), wanted))
    plain = run(tvm, *call((8, 10), method="nearest_neighbor"))
    assert not near(plain, wanted[2]) and not near(plain, wanted[3])


@proves(IMAGE + "resize1d", "通道拆块的 `\"NCW4c\"` 和写错的布局都抛出 `NameError`", "`[起点, 终点]`")
def _(tvm):
    for layout, dims in (("NCW4c", 4), ("NHW", 3), ("ncw", 3)):
        with raises(NameError):
            resize(tvm, "resize1d", tensor(tvm, *[1] * dims), [0.0, 1.0], (6,), layout)


@proves(IMAGE + "resize2d", "`\"NCHW4c\"` 一类或 `\"NCHW1n4c\"` 一类，其余抛出 `ValueError`")
def _(tvm):
    data = uniform(1, 4, 3, 3)
    blocked = np.ascontiguousarray(data.reshape(1, 2, 2, 3, 3).transpose(0, 1, 3, 4, 2))
    want = resized(data, (5, 4), "linear", "half_pixel")
    out = run(tvm, lambda a: resize(tvm, "resize2d", a, [0.0] * 4, (5, 4), "NCHW2c"), blocked)
    assert near(out.transpose(0, 1, 4, 2, 3).reshape(1, 4, 5, 4), want)
    assert shape(resize(tvm, "resize2d", tensor(tvm, 1, 2, 3, 3, 1, 4), [0.0] * 4, (5, 4), "NCHW1n4c")) == (1, 2, 5, 4, 1, 4)
    for layout in ("HWCN", "NCHWc", "nchw"):
        with raises(ValueError):
            resize(tvm, "resize2d", tensor(tvm, 1, 2, 3, 3), [0.0] * 4, (5, 4), layout)


@proves(IMAGE + "resize2d", "最近邻配 `asymmetric`、按整数倍放大时，下标改用整数除法，`rounding_method` 不起作用，写错了也没有提示", "高和宽分别判断，大小不变也算整数倍", "一维的和不是整数倍的照常取整", "同样的形参下，输入的高宽是变量而 `size` 是常数时，判断倍数的代码抛出 `AttributeError`")
def _(tvm):
    row = np.arange(4, dtype="float32").reshape(1, 1, 1, 4)
    more = {"method": "nearest_neighbor", "coordinate_transformation_mode": "asymmetric"}
    call = lambda size, rounding: (lambda a: resize(tvm, "resize2d", a, [0.0] * 4, size, rounding_method=rounding, **more), row)
    ceil, wrong, uneven = run_all(tvm, [call((1, 8), "ceil"), call((1, 8), "nonsense"), call((1, 6), "ceil")])
    assert ceil.ravel().tolist() == wrong.ravel().tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert near(uneven, resized(row, (1, 6), "nearest_neighbor", "asymmetric", "ceil"))
    line = run(tvm, lambda a: resize(tvm, "resize1d", a, [0.0] * 2, (8,), rounding_method="ceil", **more), row[0])
    assert line.ravel().tolist() == [0, 1, 1, 2, 2, 3, 3, 3]
    with raises(ValueError):
        resize(tvm, "resize2d", tensor(tvm, 1, 1, 1, 4), [0.0] * 4, (1, 6), rounding_method="nonsense", **more)
    n = tvm.te.var("n")
    with raises(AttributeError):
        resize(tvm, "resize2d", tvm.te.placeholder((1, 1, n, n)), [0.0] * 4, (8, 8), **more)


@proves(IMAGE + "resize3d", "其他都按六维的 NCDHWc 处理，维数不对时抛出 `ValueError`", "`roi` 实际按 w、h、d 的次序读取，与英文文档的 d、h、w 相反", "`tf_crop_and_resize` 时深度方向越界不取 `extrapolation_value`，取边缘的值", "六个数，三个起点在前，三个终点在后；各轴的次序见下")
def _(tvm):
    assert shape(resize(tvm, "resize3d", tensor(tvm, 1, 2, 2, 2, 2, 4), [0.0] * 6, (3, 3, 3), "anything")) == (1, 2, 3, 3, 3, 4)
    with raises(ValueError):
        resize(tvm, "resize3d", tensor(tvm, 1, 2, 2, 2, 2), [0.0] * 6, (3, 3, 3), "NDHCW")
    volume = np.broadcast_to(np.arange(4, dtype="float32").reshape(1, 1, 4, 1, 1), (1, 1, 4, 2, 2)).copy()
    more = {"coordinate_transformation_mode": "tf_crop_and_resize", "extrapolation_value": -9.0}
    rois = ([0.0, 0.0, 0.0, 1 / 3, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0, 1.0, 1 / 3], [0.0, 0.0, -1.0, 1.0, 1.0, 1.0])
    outs = run_all(tvm, [(lambda a, r=r: resize(tvm, "resize3d", a, r, (3, 2, 2), **more), volume) for r in rois])
    assert [np.round(o[0, 0, :, 0, 0], 2).tolist() for o in outs] == [[0, 1.5, 3], [0, 0.5, 1], [0, 0, 3]]


@proves(IMAGE + "resize3d", "`bicubic_exclude` 非 0 时深度方向的权重用错了坐标，结果不对")
def _(tvm):
    data = uniform(1, 1, 5, 2, 2)
    more = {"coordinate_transformation_mode": "align_corners", "method": "cubic", "bicubic_exclude": 1}
    out = run(tvm, lambda a: resize(tvm, "resize3d", a, [0.0] * 6, (8, 2, 2), **more), data)
    assert not near(out, resized(data, (8, 2, 2), "cubic", "align_corners", exclude=1), 1e-2)


# Crops and grids


@proves(IMAGE + "crop_and_resize", "按归一化的框裁出小块，各自缩放到 `crop_size`", "`(框数, 4)`，每行 `y1, x1, y2, x2`，0 到 1 对应第一个到最后一个像素", "`(框数,)`，每个框取自哪一张图，不检查越界", "`\"bilinear\"`、`\"nearest_neighbor\"`（四舍五入）、`\"cubic\"`", "`\"NHWC\"`，或以 `\"NCHW\"` 开头", "默认同 `data`", "起点大于终点的框得到翻转的结果", "图像，各维由 `layout` 说明")
def _(tvm):
    op = tvm.topi.image.crop_and_resize
    photo, boxes, which = uniform(2, 3, 5, 6), np.float32([[0.1, 0.2, 0.9, 0.72], [0.9, 0.72, 0.1, 0.2], [0.05, 0.1, 0.55, 0.43]]), np.int32([1, 1, 0])

    def want(method):
        parts = []
        for box, index in zip(boxes.astype("float64"), which):
            part = photo[index][None]
            for k, size in enumerate((4, 3)):
                m = weights(part.shape[2 + k], size, method, "tf_crop_and_resize", "round", start=box[k], end=box[2 + k])
                part = np.moveaxis(np.tensordot(m, part, (1, 2 + k)), 0, 2 + k)
            parts.append(part[0])
        return np.stack(parts)

    call = lambda method, layout="NCHW", data=photo, **more: (lambda d, b, i: op(d, b, i, (4, 3), layout, method, extrapolation_value=-1.0, **more), data, boxes, which)
    last = np.ascontiguousarray(photo.transpose(0, 2, 3, 1))
    linear, nearest, cubic, other, whole = run_all(tvm, [call("bilinear"), call("nearest_neighbor"), call("cubic"), call("bilinear", "NHWC", last), call("bilinear", out_dtype="float64")])
    assert near(linear, want("linear")) and near(nearest, want("nearest_neighbor")) and near(cubic, want("cubic"))
    assert near(other, linear.transpose(0, 2, 3, 1)) and whole.dtype == "float64" and near(linear[0], linear[1][:, ::-1, ::-1])
    with raises(ValueError):
        op(tensor(tvm, 1, 2, 3, 4), tensor(tvm, 1, 4), tensor(tvm, 1, dtype="int32"), (2, 2), "HWCN", extrapolation_value=0.0)


@proves(IMAGE + "crop_and_resize", "高和宽；有一个是 1 就报 `Divide by zero`", "默认的 `None` 不能用，必须写", "框越出图像的部分")
def _(tvm):
    op = tvm.topi.image.crop_and_resize
    given = (tensor(tvm, 1, 1, 4, 4), tensor(tvm, 1, 4), tensor(tvm, 1, dtype="int32"))
    for size in ((1, 2), (2, 1)):
        with raises("TVMError", "Divide by zero"):
            op(*given, size, extrapolation_value=0.0)
    with raises(Exception):
        op(*given, (2, 2))
    photo = np.arange(16, dtype="float32").reshape(1, 1, 4, 4)
    out = run(tvm, lambda d, b, i: op(d, b, i, (2, 2), extrapolation_value=-1.0), photo, np.float32([[-0.5, 0, 0.5, 1]]), np.zeros(1, "int32"))
    assert out[0, 0].tolist() == [[-1, -1], [6, 9]]


@proves(IMAGE + "crop_and_resize", "恰好在边上的因舍入也可能算在内，如 x86 上 4 × 4 的图按 `[0, 0, 1, 1]` 裁成 8 × 8 的右下角")
def _(tvm):
    photo, boxes, which = np.arange(16, dtype="float32").reshape(1, 1, 4, 4), np.float32([[0, 0, 1, 1]]), np.zeros(1, "int32")
    inputs = [tensor(tvm, *a.shape, dtype=str(a.dtype)) for a in (photo, boxes, which)]
    out = tvm.topi.image.crop_and_resize(*inputs, (8, 8), extrapolation_value=-1.0)
    result = tvm.nd.array(np.zeros((1, 1, 8, 8), "float32"))
    tvm.build(tvm.te.create_schedule(out.op), [*inputs, out], "llvm")(*map(tvm.nd.array, (photo, boxes, which)), result)
    assert result.numpy()[0, 0, -1, -1] == -1 and result.numpy()[0, 0, 0, 0] == 0


@proves(IMAGE + "affine_grid", "由 `(N, 2, 3)` 的仿射矩阵生成 `(N, 2, H, W)` 的采样网格，第 1 轴依次是 x、y", "`target_shape` 是高和宽，都要大于 1，否则 `AssertionError: target height/width should be greater than 1`", "与 PyTorch 的 `affine_grid(align_corners=True)` 只差约 `1e-7`（右下角不是恰好 1），坐标轴的位置不同")
def _(tvm):
    import torch

    torch.set_num_threads(1)
    op, theta = tvm.topi.image.affine_grid, uniform(2, 2, 3)
    out = run(tvm, lambda t: op(t, (3, 4)), theta)
    y, x = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(-1, 1, 4), indexing="ij")
    want = np.einsum("nij,jhw->nihw", theta, np.stack([x, y, np.ones_like(x)]))
    assert near(out, want, 1e-5)
    other = torch.nn.functional.affine_grid(torch.from_numpy(theta), (2, 1, 3, 4), align_corners=True).numpy()
    assert near(out, other.transpose(0, 3, 1, 2), 1e-6)
    for size in ((1, 4), (4, 1)):
        with raises(AssertionError, "target height/width should be greater than 1"):
            op(tensor(tvm, 1, 2, 3), size)


def against_torch(tvm, data, grid, layout, method, paddings):
    import torch

    torch.set_num_threads(1)
    at = torch.from_numpy(np.ascontiguousarray(np.moveaxis(grid, 1, -1)))
    for padding, corners in itertools.product(paddings, (True, False)):
        out = run(tvm, lambda d, g: tvm.topi.image.grid_sample(d, g, method, layout, padding, corners), data, grid)
        want = torch.nn.functional.grid_sample(torch.from_numpy(data), at, mode=method, padding_mode=padding, align_corners=corners)
        assert near(out, want.numpy(), 1e-5), (padding, corners)


PADDINGS = ("zeros", "border", "reflection")
# Bicubic with reflection takes a minute to compile.
SAMPLES = (*[("bilinear", (padding,)) for padding in PADDINGS], ("nearest", PADDINGS), ("bicubic", ("zeros",)), ("bicubic", ("border",)))


@each(["grid_sample"] * len(SAMPLES), "按网格给出的坐标取样，坐标依次是 x、y（、z）", "图像以外：`\"zeros\"`、`\"border\"`、`\"reflection\"`", "三种方法、三种填充、两种对齐的结果都一致（差小于 `1e-5`），网格要把坐标轴移到第 1 轴", number=True)
def _(tvm, at):
    against_torch(tvm, uniform(1, 2, 4, 5), uniform(1, 2, 3, 4) * 1.4, "NCHW", *SAMPLES[at])


@proves(IMAGE + "grid_sample", "`(N, C, H, W)` 配 `(N, 2, oH, oW)`，或 `(N, C, D, H, W)` 配 `(N, 3, oD, oH, oW)`")
def _(tvm):
    for method in ("bilinear", "nearest"):
        against_torch(tvm, uniform(1, 2, 3, 4, 5), uniform(1, 3, 2, 3, 2) * 1.4, "NCDHW", method, ("zeros",))


@proves(IMAGE + "grid_sample", "±1 是角上像素的中心还是外缘；默认与 PyTorch 相反")
def _(tvm):
    data, grid = np.arange(5, dtype="float32").reshape(1, 1, 1, 5), np.zeros((1, 2, 1, 2), "float32")
    grid[0, 0, 0] = [-1, 1]
    default, edge = run_all(tvm, [(tvm.topi.image.grid_sample, data, grid), (lambda d, g: tvm.topi.image.grid_sample(d, g, align_corners=False), data, grid)])
    assert default.ravel().tolist() == [0, 4] and edge.ravel().tolist() == [0, 2]


@proves(IMAGE + "grid_sample", "例外是 `\"nearest\"` 落在两个像素正中：0.10.0 远离零，0.5、1.5、2.5 取第 1、2、3 个像素，PyTorch 和 0.13.0 取偶数，得 0、2、2", versions=OLD)
def _(tvm):
    data, grid = np.arange(5, dtype="float32").reshape(1, 1, 1, 5), np.zeros((1, 2, 1, 3), "float32")
    grid[0, 0, 0] = [-0.75, -0.25, 0.25]
    out = run(tvm, lambda d, g: tvm.topi.image.grid_sample(d, g, "nearest"), data, grid)
    assert out.ravel().tolist() == [1, 2, 3]


@proves(IMAGE + "grid_sample", "`\"bilinear\"`、`\"nearest\"`；二维还有 `\"bicubic\"`（系数 -0.75）；英文文档的 `\"trilinear\"` 不支持", "`\"NCHW\"` 或 `\"NCDHW\"`，五维输入要写后者；四个或五个字母的其他写法是 `AssertionError`，别的长度是 `ValueError`", "`\"reflection\"` 配 `align_corners=True` 时，长为 1 的轴报 `Divide by zero`", "`\"nearest\"` 同 `data`", "其余两种方法里 float16 和整数的 `data` 得到 float32，float64 的仍是 float64")
def _(tvm):
    op = tvm.topi.image.grid_sample
    flat, deep = (tensor(tvm, 1, 1, 2, 2), tensor(tvm, 1, 2, 2, 2)), (tensor(tvm, 1, 1, 2, 2, 2), tensor(tvm, 1, 3, 2, 2, 2))
    for given, method, layout in ((flat, "trilinear", "NCHW"), (deep, "trilinear", "NCDHW"), (deep, "bicubic", "NCDHW")):
        with raises(AssertionError):
            op(*given, method, layout)
    for layout, kind in (("NHWC", AssertionError), ("NDHWC", AssertionError), ("NCW", ValueError), ("NCHW4c", ValueError)):
        with raises(kind):
            op(*(deep if len(layout) == 5 else flat), "bilinear", layout)
    with raises("TVMError", "Divide by zero"):
        op(tensor(tvm, 1, 1, 1, 4), tensor(tvm, 1, 2, 2, 2), padding_mode="reflection")
    for dtype, want in (("float16", "float32"), ("int8", "float32"), ("float64", "float64"), ("float32", "float32")):
        data = tensor(tvm, 1, 1, 2, 2, dtype=dtype)
        assert op(data, flat[1], "nearest").dtype == dtype and op(data, flat[1], "bilinear").dtype == op(data, flat[1], "bicubic").dtype == want


# Dilation


def dilated(data, kernel, stride, pads, dilation):
    """Channels first; pads are filled with 0."""
    data = np.pad(data, [(0, 0), (0, 0), *pads])
    span = [(k - 1) * dilation[i] + 1 for i, k in enumerate(kernel.shape[1:])]
    windows = np.lib.stride_tricks.sliding_window_view(data, span, (2, 3))[:, :, :: stride[0], :: stride[1], :: dilation[0], :: dilation[1]]
    return (windows + kernel[None, :, None, None]).max((-2, -1))


@each({"dilation2d_nchw": ("`(N, C, H, W)`", "`(C, 核高, 核宽)`", "通道在前的灰度膨胀"), "dilation2d_nhwc": ("`(N, H, W, C)`", "`(核高, 核宽, C)`", "通道在最后的灰度膨胀", "操作的标签写成了 `dilation2d_nhcw`")}, "窗口里各像素加上 `filter` 以后取最大，每个通道独立", "步长、窗口内的间隔", "填 0 而不是负无穷，`filter` 全是 0 时，全是负数的图像在边缘得 0", "int、两个或四个整数、`\"SAME\"`、`\"VALID\"`")
def _(tvm, name):
    op, last = getattr(tvm.topi.image, name), name.endswith("nhwc")
    data, kernel = uniform(2, 3, 7, 8) - 3, uniform(3, 2, 3)
    to = lambda v, axes: np.ascontiguousarray(v.transpose(axes)) if last else v
    jobs, wanted = [], []
    for stride, padding, dilation, pads in ((1, 0, 1, [(0, 0)] * 2), ((2, 1), (1, 2), (1, 2), [(1, 1), (2, 2)]), (1, (0, 1, 2, 0), 1, [(0, 2), (1, 0)]), (1, "VALID", 2, [(0, 0)] * 2), (1, "SAME", 1, [(1, 0), (1, 1)])):
        pair = lambda v: (v, v) if isinstance(v, int) else v
        jobs.append((lambda a, k, s=stride, p=padding, d=dilation: op(a, k, s, p, d), to(data, (0, 2, 3, 1)), to(kernel, (1, 2, 0))))
        wanted.append(to(dilated(data, kernel, pair(stride), pads, pair(dilation)), (0, 2, 3, 1)))
    assert all(near(o, w) for o, w in zip(run_all(tvm, jobs), wanted))
    out = run(tvm, lambda a, k: op(a, k, 1, "SAME", 1), -np.ones((1, 3, 3, 1) if last else (1, 1, 3, 3), "float32"), np.zeros((3, 3, 1) if last else (1, 3, 3), "float32"))
    assert out.reshape(3, 3).tolist() == [[0, 0, 0], [0, -1, 0], [0, 0, 0]]
    assert op(tensor(tvm, 1, 5, 5, 5), tensor(tvm, 5, 5, 5), 1, 0, 1).op.tag == ("dilation2d_nhcw" if last else name)


@each(("dilation2d_nchw", "dilation2d_nhwc"), "先转换再相加；默认同 `input`，uint8 会回绕", "通道数不等抛出 `AssertionError: For Dilation2D input and filter channels should be same.`，是变量时抛出 `AttributeError`")
def _(tvm, name):
    op = getattr(tvm.topi.image, name)
    a, k = np.full((1, 1, 1, 1), 250, "uint8"), np.full((1, 1, 1), 10, "uint8")
    kept, wide = run_all(tvm, [(lambda x, f: op(x, f, 1, 0, 1), a, k), (lambda x, f: op(x, f, 1, 0, 1, "int32"), a, k)])
    assert kept.dtype == "uint8" and kept.item() == 4 and wide.item() == 260
    with raises(AssertionError, "For Dilation2D input and filter channels should be same."):
        op(tensor(tvm, 1, 4, 4, 4), tensor(tvm, 3, 3, 3), 1, 0, 1)
    n = tvm.te.var("n")
    with raises(AttributeError):
        op(tvm.te.placeholder((1, n, 4, n)), tensor(tvm, 3, 3, 3), 1, 0, 1)


# Positions and pixels


@proves(IMAGE + "get_inx", "由输出的下标 `x` 算出输入里的位置，结果是 float32 的表达式，用整数除法时是整数", "输出的下标", "输入、输出这一轴的大小，下面记作 W、T，s 是 W / T", "`half_pixel` | `(x + 0.5) · s - 0.5` |", "`align_corners` | `x · (W - 1) / (T - 1)`", "`asymmetric` | `x · s` |", "`tf_half_pixel_for_nn` | `(x + 0.5) · s` |", "从 `start · (W - 1)` 到 `end · (W - 1)` 均分", "只用于 `tf_crop_and_resize` 的起点和终点", "见下表，其他抛出 `ValueError`")
def _(tvm):
    op, const = tvm.topi.image.get_inx, lambda v: tvm.tir.const(v, "int32")
    for (w, t), mode in itertools.product(((5, 8), (7, 3), (4, 4)), (*MODES, "tf_crop_and_resize")):
        n = tvm.te.var("x")
        for x in range(t):
            out = op(n, const(w), const(t), mode, 0.25, 0.75)
            assert out.dtype == "float32"
            found = number(tvm, tvm.tir.stmt_functor.substitute(out, {n: const(x)}))
            assert abs(found - place(x, w, t, mode, 0.25, 0.75)) < 1e-5, (mode, x)
    with raises(ValueError):
        op(tvm.te.var("x"), const(4), const(8), "nearest")


@proves(IMAGE + "get_inx", "只用于 `asymmetric`：用整数除法 `x / (T / W)`", "`pytorch_half_pixel` | 同 `half_pixel`，T 为 1 时是 0 |", "`get_inx` 的大小要传 `IntImm` 或变量（张量的 `shape` 里就是），Python 的整数抛出 `AttributeError`", "T 是变量且为 1 时取中点，是常量 1 时报 `Divide by zero`")
def _(tvm):
    op, const = tvm.topi.image.get_inx, lambda v: tvm.tir.const(v, "int32")
    x, t = tvm.te.var("x"), tvm.te.var("t")
    by = op(x, const(4), const(8), "asymmetric", use_int_div=True)
    put = lambda e, values: number(tvm, tvm.tir.stmt_functor.substitute(e, values))
    assert by.dtype == "int32" and [put(by, {x: const(v)}) for v in range(8)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert op(x, const(4), const(8), "half_pixel", use_int_div=True).dtype == "float32"
    assert put(op(x, const(4), t, "pytorch_half_pixel"), {x: const(0), t: const(1)}) == 0
    with raises(AttributeError):
        op(x, 4, 8, "half_pixel")
    middle = op(x, const(5), t, "tf_crop_and_resize", 0.25, 0.75)
    branches = []
    tvm.tir.stmt_functor.post_order_visit(tvm.tir.Evaluate(middle), lambda n: branches.append(n) if isinstance(n, tvm.tir.Call) and n.op.name == "tir.if_then_else" else None)
    assert number(tvm, branches[-1].args[2]) == 2
    with raises("TVMError", "Divide by zero"):
        op(x, const(5), const(1), "tf_crop_and_resize", 0.25, 0.75)


@proves(IMAGE + "get_inx", "T 为 1 时报 `Divide by zero`", versions=NEW)
@proves(IMAGE + "get_inx", "T 为常量 1 时报 `Divide by zero`，W 也是常量 1 时得 0", "是常量 1 时报 `Divide by zero`，W 也是常量 1 时得 0", versions=OLD)
def _(tvm, release):
    op, const, x = tvm.topi.image.get_inx, lambda v: tvm.tir.const(v, "int32"), tvm.te.var("x")
    with raises("TVMError", "Divide by zero"):
        op(x, const(4), const(1), "align_corners")
    if release == "0.10.0":
        for mode in ("align_corners", "tf_crop_and_resize"):
            assert number(tvm, tvm.tir.stmt_functor.substitute(op(x, const(1), const(1), mode, 0.0, 1.0), {x: const(0)})) == 0


@proves(IMAGE + "get_closest_index", "把位置取整成 int32 的下标", "`\"round\"` | 四舍五入，运行时正好一半的远离零，常量折叠却取偶数 |", "`\"round_prefer_floor\"` | 正好一半时向下 |", "`\"round_prefer_ceil\"` | 正好一半时向上 |", "`\"floor\"` | 加 `1e-5` 再向下 |", "`\"ceil\"` | 减 `1e-5` 再向上 |", "不是 `None` 时用 `\"round\"`", "真时只转换类型，其余形参不看；默认 False", "输入里的位置")
def _(tvm):
    op, te = tvm.topi.image.get_closest_index, tvm.te
    x = np.float32([0.5, 1.5, 2.5, -0.5, 0.999995, 0.99998, 2.000005, 1.3])
    call = lambda *given: (lambda a: te.compute(a.shape, lambda i: op(a(i), *given)), x)
    roundings = ("round", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
    outs = run_all(tvm, [call(r, None) for r in roundings] + [call("floor", 1), call("nonsense", 1, True)])
    for rounding, out in zip(roundings, outs):
        assert out.dtype == "int32" and out.tolist() == [closest(float(v), rounding) for v in x], rounding
    assert np.array_equal(outs[5], outs[0]) and outs[6].tolist() == np.trunc(x).tolist()
    assert [number(tvm, op(tvm.tir.const(v, "float32"), "round", None)) for v in (0.5, 1.5, 2.5)] == [0, 2, 2]


@proves(IMAGE + "get_closest_index", "其他名称抛出 `ValueError: Unknown rounding method`", versions=LATEST)
@proves(IMAGE + "get_closest_index", "其他名称抛出 `ValueError: Uknown rounding method`（原文如此）", versions=BEFORE)
def _(tvm, release):
    with raises(ValueError, "Unknown rounding method" if release == "0.13.0" else "Uknown rounding method"):
        tvm.topi.image.get_closest_index(tvm.te.var("x", "float32"), "nearest", None)


@proves(IMAGE + "can_convert_multiply_to_intdiv", "判断能否用整数除法代替乘以缩放比：输出是输入的整数倍，且倍数不超过 `1 / (1e-5 · (输入 + 1))`", "`scaled_size` 不是 `IntImm` 时返回 False；此外 `origin_size` 也要是 `IntImm`，否则 `AttributeError`")
def _(tvm):
    op, const, n = tvm.topi.image.can_convert_multiply_to_intdiv, lambda v: tvm.tir.const(v, "int32"), tvm.te.var("n")
    assert op(const(4), const(8)) and op(const(4), const(4)) and not op(const(4), const(6)) and not op(const(8), const(4))
    assert op(const(300), const(300 * 300)) and not op(const(400), const(400 * 300))
    assert op(const(4), n) is False and op(const(4), 8) is False
    with raises(AttributeError):
        op(n, const(8))
    with raises(AttributeError):
        op(4, const(8))


@each({
    "get_1d_indices": ("把输出的下标按布局拆成 `(n, c, x, cc, inum, ic)`：批次、通道、位置、块内通道，末尾两个用于批次也拆块的布局", "没有的项是 `None` 或 0", "`\"NCW\"`、`\"NWC\"` 以外抛出 `NameError`"),
    "get_2d_indices": ("二维的拆法，返回 `(n, c, y, x, cc, inum, ic)`；不支持的布局是没有说明的 `AssertionError`",),
    "get_3d_indices": ("三维的拆法，返回 `(n, c, z, y, x, cc)`，没有批次拆块的两项；`\"NCDHW\"`、`\"NDHWC\"` 以外的布局当作六个下标",),
})
def _(tvm, name):
    op = getattr(tvm.topi.image, name)
    if name == "get_1d_indices":
        assert op("ncx", "NCW") == ("n", "c", "x", None, 0, 0) and op("nxc", "NWC") == ("n", "c", "x", None, 0, 0) and op("ncx")[:3] == ("n", "c", "x")
        with raises(NameError):
            op("ncxC", "NCW4c")
    elif name == "get_2d_indices":
        assert op("ncyx", "NCHW") == op("nyxc", "NHWC") == ("n", "c", "y", "x", None, 0, 0)
        assert op("ncyxC", "NCHW4c") == ("n", "c", "y", "x", "C", 0, 0) and op("ncyxIJ", "NCHW1n4c") == ("n", "c", "y", "x", 0, "I", "J")
        try:
            op("ncyx", "HWCN")
        except AssertionError as error:
            assert str(error) == ""
        else:
            raise RuntimeError("no error")
    else:
        assert op("nczyx") == op("nzyxc", "NDHWC") == ("n", "c", "z", "y", "x", None) and op("nczyxC", "other") == tuple("nczyxC")


@each({
    "get_1d_pixel": ("取一个像素，转成 float32；`x` 先收进 0 到 `image_width - 1`，越界就是边缘的值", "图像和它的布局", "这一轴的长度", "批次、通道、块内通道；布局里没有的不用", "位置"),
    "get_2d_pixel": ("取二维图像的一个像素，转成 float32；`y` 和 `x` 分别收进高和宽", "图像和它的布局；布局的范围同 [`resize2d`](#tvm.topi.image.resize2d)", "高和宽", "位置"),
    "get_3d_pixel": ("取三维体积的一个像素，转成 float32；三个坐标都收进范围", "体积和它的布局；布局的范围同 [`resize3d`](#tvm.topi.image.resize3d)", "深、高、宽", "没有 `ib`、`ic`", "位置"),
})
def _(tvm, name):
    te, op, dim = tvm.te, getattr(tvm.topi.image, name), int(name[4])
    sizes = (3, 4, 5)[:dim]
    for dtype in ("int8", "float64"):
        data = RNG.integers(0, 99, (2, 2, *sizes)).astype(dtype)
        wide = [s + 4 for s in sizes]
        jobs = []
        for last in (False, True):
            layout = ("N" + "DHW"[3 - dim :] + "C") if last else "NC" + "DHW"[3 - dim :]

            def compute(a, layout=layout):
                rest = (0, 0, 0) if dim < 3 else (0,)
                return te.compute((2, 2, *wide), lambda n, c, *at: op(a, layout, *sizes, n, c, *[v - 2 for v in at], *rest))

            jobs.append((compute, np.ascontiguousarray(np.moveaxis(data, 1, -1)) if last else data))
        for out in run_all(tvm, jobs):
            assert out.dtype == "float32" and np.array_equal(out, np.pad(data, [(0, 0)] * 2 + [(2, 2)] * dim, "edge").astype("float32"))


@proves(IMAGE + "get_2d_pixel", "同 [`get_1d_pixel`](#tvm.topi.image.get_1d_pixel)")
def _(tvm):
    pixel, a = tvm.topi.image.get_2d_pixel, tensor(tvm, 1, 2, 3, 3, 4)
    load = pixel(a, "NCHW4c", 3, 3, 0, 1, 1, 2, 3, None, None).value if hasattr(pixel(a, "NCHW4c", 3, 3, 0, 1, 1, 2, 3, None, None), "value") else pixel(a, "NCHW4c", 3, 3, 0, 1, 1, 2, 3, None, None)
    assert [int(i) for i in load.indices] == [0, 1, 1, 2, 3]
    with raises(AssertionError):
        pixel(a, "HWCN", 3, 3, 0, 1, 1, 2, 3, None, None)


# Names from elsewhere


@each({
    "PrimExpr": ("TIR 标量表达式的基类，即 `tvm.tir.PrimExpr`",),
    "Cast": ("类型转换的表达式节点 [`tvm.tir.Cast`](../tir.md#tvm.tir.Cast)",),
    "decl_buffer": ("声明缓冲区的 [`tvm.tir.decl_buffer`]",),
    "extern": ("[`tvm.te.extern`](../te.md#tvm.te.extern)：用一段语句定义张量",),
    "get_const_tuple": ("原处是 `topi.utils`",),
    "InvalidShapeError": ("`ValueError` 的子类，定义在 `topi.utils`",),
    "image.simplify": ("原处是 `topi.utils.simplify`",),
    "image.pad": ("填充张量的 [`topi.nn.pad`]",),
    "image.get_pad_tuple": ("即 `topi.nn.get_pad_tuple`",),
    "image.nchw_pack_layout": ("原处是 `topi.utils`",),
    "image.nchw_xc_layout": ("原处是 `topi.utils`",),
}, "与原处是同一个对象", prefix=TOPI)
def _(tvm, name):
    topi, tir = tvm.topi, tvm.tir
    utils = topi.utils
    homes = {"PrimExpr": tir.PrimExpr, "Cast": tir.Cast, "decl_buffer": tir.decl_buffer, "extern": tvm.te.extern, "image.pad": topi.nn.pad, "image.get_pad_tuple": importlib.import_module("tvm.topi.nn.utils").get_pad_tuple}
    home = homes.get(name) or getattr(utils, name.split(".")[-1])
    found = topi
    for part in name.split("."):
        found = getattr(found, part)
    assert found is home
    if name == "InvalidShapeError":
        assert issubclass(found, ValueError)


@proves(TOPI + "Cast", "目标类型", "要转换的值", "源代码的位置", "转换整个张量用 `topi.cast`")
def _(tvm):
    node = tvm.topi.Cast("float32", tvm.te.var("n"), None)
    assert node.dtype == "float32" and node.value.dtype == "int32" and node.span is None
    assert tvm.topi.cast(tensor(tvm, 3), "int8").dtype == "int8"


@proves(TOPI + "get_const_tuple", "把形状里的常量换成 Python 整数、返回元组", "变量原样保留，其余表达式化简以后仍不是常量时，换成化简的结果，不报错")
def _(tvm):
    op, n = tvm.topi.get_const_tuple, tvm.te.var("n")
    assert op([tvm.tir.const(3), 4, tvm.tir.const(2) + 5]) == (3, 4, 7) and type(op([tvm.tir.const(3)])[0]) is int
    kept = op([n, n + 1, n - n + 2])
    assert kept[0].same_as(n) and not isinstance(kept[1], int) and kept[2] == 2
    assert tvm.ir.structural_equal(op([n + 1 + 1])[0], n + 2)


@proves(IMAGE + "simplify", "用 `arith.Analyzer` 化简表达式，不是表达式的原样返回")
def _(tvm):
    n = tvm.te.var("n")
    assert tvm.topi.image.simplify(n + 1 - n).value == 1 and tvm.topi.image.simplify(7) == 7 and tvm.topi.image.simplify("a") == "a"


@proves(IMAGE + "get_pad_tuple", "把填充的写法换算成上、左、下、右四个数", "`\"SAME\"` 共填核大小减 1，是奇数时多的一份在上和左")
def _(tvm):
    op = tvm.topi.image.get_pad_tuple
    assert [op(p, (4, 3)) for p in (1, (1, 2), (1, 2, 3, 4), "VALID", "SAME")] == [(1, 1, 1, 1), (1, 2, 1, 2), (1, 2, 3, 4), (0, 0, 0, 0), (2, 1, 1, 1)]


@proves(IMAGE + "nchw_pack_layout", "判断布局是不是 `NCHW1n4c` 一类：以 NCHW 开头，而且有小写的 n 和 c")
@proves(IMAGE + "nchw_xc_layout", "判断是不是 `NCHW8c` 一类：以 NCHW 开头，以小写的 c 结尾，中间是数字。`\"NCHWc\"` 不算")
def _(tvm):
    image = tvm.topi.image
    assert [image.nchw_pack_layout(v) for v in ("NCHW1n4c", "NCHW4c", "NCHW", "NHWC1n4c")] == [True, False, False, False]
    assert [image.nchw_xc_layout(v) for v in ("NCHW8c", "NCHW16c", "NCHWc", "NCHW", "NHWC8c", "NCHW1n4c")] == [True, True, False, False, False, False]


@each({"AssertStmt": ("运行时断言的语句节点 `tvm.tir.AssertStmt`", "要成立的条件，应是布尔表达式，构造时不检查", "Python 的 `str` 和 `int` 报 `expected Object but got`", "源代码的位置"), "Evaluate": ("`tvm.tir.Evaluate`：只求 `value` 的值、不使用结果的语句", "Python 的数转成常量，`Evaluate(0)` 因此当作空语句；`None` 检查失败"), "StringImm": ("字符串常量的表达式节点 `tvm.tir.StringImm`，类型是 `handle`", "`==` 比较内容，与 Python 的字符串也可以比")}, versions=OLD, prefix=TOPI)
def _(tvm, name):
    topi, tir = tvm.topi, tvm.tir
    assert getattr(topi, name) is getattr(tir, name)
    nothing, text = topi.Evaluate(0), topi.StringImm("a")
    assert nothing.value.value == 0 and text.dtype == "handle" and text == "a" and text == topi.StringImm("a") and text.value == "a"
    topi.AssertStmt(tvm.te.var("n"), text, nothing)
    for wrong in ("a", 1):
        with raises("TVMError", "expected Object but got"):
            topi.AssertStmt(tir.const(True, "bool"), wrong, nothing)
    with raises("TVMError"):
        topi.Evaluate(None)


COMPLETE = True
