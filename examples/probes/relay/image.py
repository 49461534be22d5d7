"""Probes of docs/reference/api/python/relay/image.md."""

import functools

import numpy as np
from probes import proves, proves_check, check_error, raises

RELAY = "tvm.relay.image."
NEWER, LATEST, OLDEST, BEFORE = ("0.12.0", "0.13.0"), ("0.13.0",), ("0.10.0",), ("0.10.0", "0.12.0")
#: LLVM's own passes take most of the time of large expressions.
QUICK = "llvm -opt-level=0"
RESIZES = ("resize1d", "resize2d", "resize3d")


def each(names, *quotes, versions=None):
    """Registers function(tvm, name) for each name, which may be the keys of a dict with quotes of their own."""

    def register(function):
        for name in names:
            probe = functools.wraps(function)(lambda tvm, *_, name=name: function(tvm, name))
            own = names[name] if isinstance(names, dict) else ()
            proves(RELAY + name, *quotes, *own, versions=versions)(probe)
        return function

    return register


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def main(tvm, expr):
    expr = expr.astuple() if hasattr(expr, "astuple") else expr
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"]


def type_of(tvm, expr):
    """The shape, with ? for what is unknown, and the dtype of an expression."""
    found = main(tvm, expr).ret_type
    return tuple(getattr(n, "value", "?") for n in found.shape), found.dtype


def build(tvm, expr):
    tvm.relay.build(tvm.IRModule.from_expr(expr), "llvm")


def run(tvm, make, *arrays, kind="graph", level=2, target="llvm"):
    """What `make` builds of variables of the shapes and types of the arrays; several results where it gives a list."""
    relay = tvm.relay
    names = [var(tvm, f"v{i}", *a.shape, dtype=str(a.dtype)) for i, a in enumerate(arrays)]
    out = make(*names)
    if isinstance(out, list) or hasattr(out, "astuple"):
        out = out.astuple() if hasattr(out, "astuple") else relay.Tuple(out)
    with tvm.transform.PassContext(opt_level=level):
        mod = tvm.IRModule.from_expr(relay.Function(names, out))
        result = relay.create_executor(kind, mod, tvm.cpu(), target).evaluate()(*arrays)
    return result.numpy() if isinstance(result, tvm.nd.NDArray) else [one.numpy() for one in result]


def gradients(tvm, make, *arrays):
    """The gradients of the sum of what `make` builds, for each array."""
    relay = tvm.relay
    names = [var(tvm, f"v{i}", *a.shape, dtype=str(a.dtype)) for i, a in enumerate(arrays)]
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(names, make(*names))))
    mod = relay.transform.FirstOrderGradient()(mod)
    result = relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()(*arrays)
    return [one.numpy() for one in result[1]]


def same(got, want, tolerance=1e-6):
    """Equal in shape, type and value."""
    got, want = np.asarray(got), np.asarray(want)
    return got.shape == want.shape and got.dtype == want.dtype and np.allclose(
        got.astype("float64"), want.astype("float64"), rtol=tolerance, atol=tolerance, equal_nan=True
    )


def passes_but(tvm, expr, words=""):
    """Type inference lets it through, and the build fails."""
    main(tvm, expr)
    with raises(Exception, words):
        build(tvm, expr)


def axes_of(name):
    return int(name[6])


def layout_of(name):
    return "NC" + "DHW"[3 - axes_of(name) :]


def shape_with(name, *sizes):
    """An input of one channel with the sizes at its end, and 2 for the other axes of space."""
    return (1, 1) + (2,) * (axes_of(name) - len(sizes)) + sizes


def spread(name, row):
    """The row, the same along the other axes of space."""
    return np.broadcast_to(row, shape_with(name, len(row))).copy()


def line(value):
    return value.reshape(-1, value.shape[-1])[0]


def resize(tvm, name, size, **attrs):
    """function(x) that resizes the last axis; the other axes of space keep the size 2."""
    attrs.setdefault("layout", layout_of(name))
    return lambda x: getattr(tvm.relay.image, name)(x, (2,) * (axes_of(name) - 1) + (size,), **attrs)


POSITIONS = {
    "half_pixel": lambda x, have, want: (x + 0.5) * have / want - 0.5,
    "align_corners": lambda x, have, want: x * (have - 1) / (want - 1),
    "asymmetric": lambda x, have, want: x * have / want,
    "pytorch_half_pixel": lambda x, have, want: (x + 0.5) * have / want - 0.5,
    "tf_half_pixel_for_nn": lambda x, have, want: (x + 0.5) * have / want,
}
FORMULAS = ("`half_pixel`（默认） | `(x + 0.5) · s - 0.5`", "`align_corners` | `x · (输入 - 1) / (输出 - 1)`", "`asymmetric` | `x · s`", "`pytorch_half_pixel` | 同 `half_pixel`，输出大小为 1 时是 0", "`tf_half_pixel_for_nn` | `(x + 0.5) · s`")
ROUND = {
    "round": lambda p: np.sign(p) * np.floor(abs(p) + 0.5),
    "floor": np.floor,
    "ceil": np.ceil,
    "round_prefer_floor": lambda p: np.ceil(p - 0.5),
    "round_prefer_ceil": lambda p: np.floor(p + 0.5),
}


def sample(row, at):
    return row[np.clip(at.astype(int), 0, len(row) - 1)]


def linear(row, at):
    low = np.floor(at)
    return sample(row, low) * (1 - (at - low)) + sample(row, low + 1) * (at - low)


@each(RESIZES, *FORMULAS, "缩小时也只看这几个邻近像素，没有抗锯齿")
def _(tvm, name):
    row = np.array([3, 1, 4, 1, 5, 9], "float32")
    cases = [(mode, size) for mode in POSITIONS for size in (4, 9)]
    got = run(tvm, lambda x: [resize(tvm, name, size, coordinate_transformation_mode=mode)(x) for mode, size in cases] + [resize(tvm, name, 1, coordinate_transformation_mode="pytorch_half_pixel")(x)], spread(name, row))
    for value, (mode, size) in zip(got, cases):
        wanted = linear(row, POSITIONS[mode](np.arange(size), 6, size))
        assert value.shape == shape_with(name, size) and np.allclose(line(value), wanted, atol=1e-4), (mode, size)
    assert got[-1].ravel()[0] == row[0]


@each(RESIZES, '最近邻怎样取整：`"round"`、`"floor"`、`"ceil"`、`"round_prefer_floor"`、`"round_prefer_ceil"`；空字符串在 `align_corners` 时是 `"round"`，否则是 `"floor"`')
def _(tvm, name):
    row = np.array([3, 1, 4, 1], "float32")
    make = lambda **attrs: resize(tvm, name, 7, method="nearest_neighbor", **attrs)
    ways = list(ROUND)
    got = run(
        tvm,
        lambda x: [make(rounding_method=way, coordinate_transformation_mode="align_corners")(x) for way in ways] + [make(coordinate_transformation_mode=mode)(x) for mode in ("align_corners", "half_pixel")],
        spread(name, row),
    )
    at = POSITIONS["align_corners"](np.arange(7), 4, 7)
    for value, way in zip(got, ways):
        assert list(line(value)) == list(sample(row, ROUND[way](at))), way
    assert list(line(got[5])) == list(line(got[0])) and list(line(got[6])) == list(sample(row, np.floor(POSITIONS["half_pixel"](np.arange(7), 4, 7) + 1e-5)))


@each(RESIZES, '`"nearest_neighbor"`、`"linear"` 或 `"cubic"`；`"bilinear"` 不支持', "写错的 `method`、坐标换算和取整方法都在编译时抛出 `ValueError`", "写一个整数会报 `TVMError`", "个数必须等于空间轴数")
def _(tvm, name):
    op, x = getattr(tvm.relay.image, name), var(tvm, "x", *shape_with(name, 4))
    for attrs in ({"method": "bilinear"}, {"coordinate_transformation_mode": "nonsense"}, {"method": "nearest_neighbor", "rounding_method": "nonsense"}):
        passes_but(tvm, resize(tvm, name, 8, **attrs)(x), "ValueError")
    with raises("TVMError"):
        op(x, 8)
    with raises(Exception):
        build(tvm, op(x, (2,) * (axes_of(name) + 1)))
    for method in ("nearest_neighbor", "linear", "cubic"):
        type_of(tvm, resize(tvm, name, 8, method=method)(x))


@each(RESIZES, "输出类型，默认同输入；插值按 float32 计算（float64 的输入也是），结果转成整数时截断小数")
def _(tvm, name):
    fine = spread(name, np.array([1, 1 + 1e-10], "float64"))
    whole = spread(name, np.array([0, 3], "int32"))
    make = resize(tvm, name, 4)
    assert type_of(tvm, make(var(tvm, "x", *shape_with(name, 2), dtype="int8")))[1] == "int8"
    got = run(tvm, lambda a, b: [make(a), make(b), resize(tvm, name, 4, out_dtype="float32")(b)], fine, whole)
    assert got[0].dtype == "float64" and (got[0] == 1).all()
    assert list(line(got[1])) == [0, 0, 2, 3] and got[2].dtype == "float32" and list(line(got[2])) == [0, 0.75, 2.25, 3]


CORNERS = "输出大小为 1 时编译报 `Divide by zero`"


@each(RESIZES, CORNERS, versions=NEWER)
def _(tvm, name):
    make = resize(tvm, name, 1, coordinate_transformation_mode="align_corners")
    passes_but(tvm, make(var(tvm, "x", *shape_with(name, 4))), "Divide by zero")
    passes_but(tvm, make(var(tvm, "x", *shape_with(name, 1))), "Divide by zero")


@each(RESIZES, "输出大小为 1 而输入大于 1 时编译报 `Divide by zero`，都为 1 时可以", versions=OLDEST)
def _(tvm, name):
    op, x = getattr(tvm.relay.image, name), lambda n: var(tvm, "x", *(1, 1) + (n,) * axes_of(name))
    make = lambda n: op(x(n), (1,) * axes_of(name), layout=layout_of(name), coordinate_transformation_mode="align_corners")
    passes_but(tvm, make(4), "Divide by zero")
    build(tvm, make(1))


@each(RESIZES, "先各轴的起点、再各轴的终点，按输入大小归一，轴的次序同 `size`（`resize3d` 相反）；只用于 `tf_crop_and_resize`", "越出输入的位置取 `extrapolation_value`")
def _(tvm, name):
    op, dims = getattr(tvm.relay.image, name), axes_of(name)
    turn = -1 if name == "resize3d" else 1
    ends = lambda others, own: ([others] * (dims - 1) + [own])[::turn]

    def make(start, end, mode):
        roi = ends(0.25, start) + ends(0.75, end)
        return lambda x: op(x, (2,) * (dims - 1) + (3,), roi, layout=layout_of(name), coordinate_transformation_mode=mode, extrapolation_value=-7.0)

    choices = ((0.25, 0.75, "tf_crop_and_resize"), (0.5, 1.5, "tf_crop_and_resize"), (0.25, 0.75, "half_pixel"), (0.0, 1.0, "half_pixel"))
    got = run(tvm, lambda x: [make(*one)(x) for one in choices], spread(name, np.arange(9, dtype="float32")))
    assert list(line(got[0])) == [2, 4, 6] and list(line(got[1])) == [4, 8, -7]
    assert np.array_equal(got[2], got[3])


@proves("tvm.relay.image.resize3d", "先是宽、高、深的起点，再是宽、高、深的终点", "`tf_crop_and_resize` 在深度方向越出输入时取边缘的像素，不取 `extrapolation_value`；高和宽照常")
def _(tvm):
    op = tvm.relay.image.resize3d
    deep = np.arange(9, dtype="float32").reshape(1, 1, 9, 1, 1) + np.zeros((1, 1, 9, 2, 2), "float32")
    tall = np.ascontiguousarray(deep.transpose(0, 1, 3, 2, 4))

    def make(axis):
        size, starts, ends = [2, 2, 2], [0.0] * 3, [1.0] * 3
        size[axis], starts[2 - axis], ends[2 - axis] = 3, 0.5, 1.5
        return lambda x: op(x, size, starts + ends, coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=-7.0)

    got = run(tvm, lambda a, b: [make(0)(a), make(1)(b)], deep, tall)
    assert got[0][0, 0, :, 0, 0].tolist() == [4, 8, 8] and got[1][0, 0, 0, :, 0].tolist() == [4, 8, -7]


@proves("tvm.relay.image.resize3d", '`method="cubic"` 配非 0 的 `cubic_exclude` 时，深度方向用了宽度方向的权重，结果是错的')
def _(tvm):
    op = tvm.relay.image.resize3d
    row = np.array([3, 1, 4, 1], "float32")
    deep = row.reshape(1, 1, 4, 1, 1) + np.zeros((1, 1, 4, 1, 1), "float32")
    wide = row.reshape(1, 1, 1, 1, 4)
    make = lambda size, exclude: lambda x: op(x, size, method="cubic", cubic_exclude=exclude)
    got = run(tvm, lambda a, b: [make(size, exclude)(v) for exclude in (0, 1) for v, size in ((a, (8, 1, 1)), (b, (1, 1, 8)))], deep, wide, target=QUICK)
    assert np.allclose(got[0].ravel(), got[1].ravel(), atol=1e-5) and not np.allclose(got[2].ravel(), got[3].ravel(), atol=1e-2)


@proves("tvm.relay.image.resize2d", "三次样条的系数；默认 -0.5", "非 0 时三次插值不计图像以外的像素，权重重新归一")
def _(tvm):
    row = np.array([3, 1, 4, 1], "float32")
    data = np.broadcast_to(row, (1, 1, 4, 4)).copy()

    def cubic(alpha, exclude):
        answer = []
        for at in POSITIONS["half_pixel"](np.arange(8), 4, 8):
            low, t = int(np.floor(at)), at - np.floor(at)
            weights = np.array([alpha * (t**3 - 2 * t**2 + t), (alpha + 2) * t**3 - (3 + alpha) * t**2 + 1, -(alpha + 2) * t**3 + (3 + 2 * alpha) * t**2 - alpha * t, -alpha * t**3 + alpha * t**2])
            places = np.arange(low - 1, low + 3)
            if exclude:
                weights = np.where((places >= 0) & (places < 4), weights, 0)
                weights = weights / weights.sum()
            answer.append((weights * sample(row, places)).sum())
        return answer

    choices = ((-0.5, 0), (-0.75, 0), (-0.75, 1))
    got = run(tvm, lambda x: [tvm.relay.image.resize2d(x, (4, 8), method="cubic", cubic_alpha=a, cubic_exclude=e) for a, e in choices] + [tvm.relay.image.resize2d(x, (4, 8), method="cubic")], data, target=QUICK)
    for value, choice in zip(got, (*choices, (-0.5, 0))):
        assert np.allclose(value[0, 0, 1], cubic(*choice), atol=1e-4), choice


@each(RESIZES, "编译时只有通道在第 1 轴或最后一轴的两种，以及通道拆块的写法", "类型推断接受能与标准布局互换的写法")
def _(tvm, name):
    op, dims = getattr(tvm.relay.image, name), axes_of(name)
    space = layout_of(name)[2:]
    last = "N" + space + "C"
    data = np.arange(6, dtype="float32").reshape((1,) + (1,) * (dims - 1) + (2, 3))
    first = np.ascontiguousarray(np.moveaxis(data, -1, 1))
    size = (1,) * (dims - 1) + (4,)
    got, want = run(tvm, lambda x, y: [op(x, size, layout=last), op(y, size, layout=layout_of(name))], data, first)
    assert np.allclose(np.moveaxis(got, -1, 1), want)
    odd = space + "NC"
    with raises(Exception):
        x = var(tvm, "x", *(1,) * (dims - 1), 2, 1, 3)
        type_of(tvm, op(x, (1,) * (dims - 1) + (4,), layout=odd))
        build(tvm, op(x, (1,) * (dims - 1) + (4,), layout=odd))


@each(("resize1d", "resize3d"), "抛出 `NotImplementedError`")
def _(tvm, name):
    relay, op, dims = tvm.relay, getattr(tvm.relay.image, name), axes_of(name)
    x = var(tvm, "x", *shape_with(name, 4))
    size = (2,) * (dims - 1) + (8,)
    with raises("NotImplementedError"):
        op(x, var(tvm, "s", dims, dtype="int64"))
    with raises("NotImplementedError"):
        op(x, size, var(tvm, "r", 2 * dims))
    assert type_of(tvm, op(x, relay.const(list(size)), layout=layout_of(name)))[0] == shape_with(name, 8)


ROI = {"resize1d": ("`roi` 写成常量表达式也不行：代码把它转换成 int32，随后报 `TVMError`；要写 Python 的列表",), "resize3d": ("`roi` 是常量表达式时报 `TVMError`",)}


@each(ROI)
def _(tvm, name):
    op, dims = getattr(tvm.relay.image, name), axes_of(name)
    with raises("TVMError"):
        op(var(tvm, "x", *shape_with(name, 4)), (1,) * (dims - 1) + (8,), tvm.relay.const(np.zeros(2 * dims, "float32")))
    op(var(tvm, "x", *shape_with(name, 4)), (1,) * (dims - 1) + (8,), [0.0] * dims + [1.0] * dims)


@proves("tvm.relay.image.resize1d", "输入的批次是动态时类型推断可以通过，形状函数却取 `size` 的第二个元素，编译虚拟机失败")
def _(tvm):
    relay = tvm.relay
    expr = relay.image.resize1d(relay.var("x", shape=(relay.Any(), 1, 4), dtype="float32"), [8])
    assert type_of(tvm, expr)[0] == ("?", 1, 8)
    with raises(Exception):
        relay.vm.compile(tvm.IRModule.from_expr(expr), "llvm")


@proves("tvm.relay.image.resize2d", "`size` 或 `roi` 是变量时生成 `dyn.image.resize2d`，输出的高宽是动态的；常量表达式在生成调用时取出", "常量表达式取出其值", "`roi` 是变量时 `size` 要写成列表，写元组抛出 `ValueError`")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 1, 1, 2, 2)
    make = relay.image.resize2d
    with raises("ValueError"):
        make(x, (3, 3), var(tvm, "r", 4))
    for call in (make(x, var(tvm, "s", 2, dtype="int64")), make(x, [3, 3], var(tvm, "r", 4))):
        assert call.op.name == "dyn.image.resize2d" and type_of(tvm, call)[0] == (1, 1, "?", "?")
    call = make(x, relay.const([3, 5]))
    assert call.op.name == "image.resize2d" and type_of(tvm, call)[0] == (1, 1, 3, 5)


@proves("tvm.relay.image.resize3d", "它没有注册布局推断，布局转换不会改它")
def _(tvm):
    get = lambda name: tvm.ir.Op.get(f"image.{name}").get_attr("FInferCorrectLayout")
    assert get("resize3d") is None and get("resize2d") is not None and get("resize1d") is not None


@proves("tvm.relay.image.crop_and_resize", "`(框数, 4)`，每行是 `y1, x1, y2, x2`，0 到 1 对应第一个到最后一个像素；起点大于终点时结果翻转", "`(框数,)`，每个框取自哪一张图", "输出的批次轴是框数", "框越出图像的部分的值", "默认同 `data`")
def _(tvm):
    make = tvm.relay.image.crop_and_resize
    data = np.arange(32, dtype="float32").reshape(2, 4, 4, 1)
    boxes, which = np.array([[0, 0, 1, 1], [1, 0, 0, 1], [-0.5, 0, 0.5, 1]], "float32"), np.array([0, 1, 0], "int32")
    got = run(tvm, lambda d, b, i: make(d, b, i, (2, 2), "NHWC", extrapolation_value=-1.0), data, boxes, which)
    assert got.shape == (3, 2, 2, 1) and got.dtype == "float32"
    assert got[..., 0].tolist() == [[[0, 3], [12, 15]], [[28, 31], [16, 19]], [[-1, -1], [6, 9]]]


@proves("tvm.relay.image.crop_and_resize", "编译时只支持 NHWC 和以 NCHW 开头的布局", '`"bilinear"`、`"nearest_neighbor"`，也接受 `"cubic"`；不分大小写', "最近邻在这里是四舍五入，不是 `resize2d` 默认的向下取整", "高和宽；类型推断放行 1，编译报 `Divide by zero`")
def _(tvm):
    make, data = tvm.relay.image.crop_and_resize, np.arange(16, dtype="float32").reshape(1, 1, 4, 4)
    box, which = np.array([[0, 0, 1, 1]], "float32"), np.zeros(1, "int32")
    ways = ("nearest_neighbor", "NEAREST_Neighbor", "bilinear", "Bilinear", "cubic")
    got = run(tvm, lambda d, b, i: [make(d, b, i, (3, 3), "NCHW", way) for way in ways], data, box, which)
    assert got[0][0, 0, 0].tolist() == [0, 2, 3] == got[1][0, 0, 0].tolist() and got[2][0, 0, 0].tolist() == [0, 1.5, 3] == got[3][0, 0, 0].tolist()
    args = var(tvm, "b", 1, 4), var(tvm, "i", 1, dtype="int32")
    passes_but(tvm, make(var(tvm, "x", 1, 1, 4, 4), *args, (1, 1), "NCHW"), "Divide by zero")
    with raises(Exception):
        build(tvm, make(var(tvm, "x", 4, 4, 1, 1), *args, (2, 2), "HWNC"))
    with raises(Exception):
        build(tvm, make(var(tvm, "x", 1, 1, 4, 4), *args, (2, 2), "NCHW", "nonsense"))


@proves("tvm.relay.image.affine_grid", "`(N, 2, 3)` 的矩阵，作用于 `(x, y, 1)`", "网格的高和宽；默认的 None 不能用，类型推断报 `target_shape should be 2D`；小于 2 在编译时断言", "返回 `(N, 2, H, W)`：第 1 轴依次是 x、y，单位矩阵时四角为 ±1")
def _(tvm):
    make, matrix = tvm.relay.image.affine_grid, np.array([[[1, 2, 3], [4, 5, 6]], [[1, 0, 0], [0, 1, 0]]], "float32")
    got = run(tvm, lambda m: make(m, (2, 3)), matrix)
    y, x = np.meshgrid([-1, 1], [-1, 0, 1], indexing="ij")
    points = np.stack([x, y, np.ones_like(x)])
    assert got.shape == (2, 2, 2, 3) and np.allclose(got, np.einsum("nij,jhw->nihw", matrix, points), atol=1e-5)
    assert np.allclose(got[1, :, 0, 0], -1) and np.allclose(got[1, :, -1, -1], 1)
    with raises("TVMError", "target_shape should be 2D"):
        type_of(tvm, make(var(tvm, "m", 1, 2, 3)))
    passes_but(tvm, make(var(tvm, "m", 1, 2, 3), (1, 4)), "AssertionError")


@proves("tvm.relay.image.grid_sample", '图像以外：`"zeros"` 取 0，`"border"` 取边缘，`"reflection"` 反射', "±1 对应角上像素的中心（True）还是外缘（False）", "坐标依次是 x、y、z")
def _(tvm):
    make = tvm.relay.image.grid_sample
    feature, points = np.arange(8, dtype="float32").reshape(1, 1, 2, 4), np.zeros((1, 2, 1, 4), "float32")
    points[0, 0, 0], points[0, 1] = [-1.5, -1, 0, 1], -1
    cube = np.arange(24, dtype="float32").reshape(1, 1, 2, 3, 4)
    corner = np.array([1, -1, -1], "float32").reshape(1, 3, 1, 1, 1)
    ways = ("zeros", "border", "reflection")
    got = run(tvm, lambda f, p, c, q: [make(f, p, padding_mode=way, align_corners=one) for way in ways for one in (True, False)] + [make(c, q, layout="NCDHW"), make(c, q, "nearest", "NCDHW")], feature, points, cube, corner, target=QUICK)
    wanted = [[0, 0, 1.5, 3], [0, 0, 0.75, 0.75], [0, 0, 1.5, 3], [0, 0, 1.5, 3], [0.75, 0, 1.5, 3], [0.5, 0, 1.5, 3]]
    assert np.allclose([one.ravel() for one in got[:6]], wanted) and got[6].ravel()[0] == got[7].ravel()[0] == 3


@proves("tvm.relay.image.grid_sample", '英文文档里五维可用的 `"trilinear"` 并不支持', "方法、填充方式和布局不对时，编译抛出 `TVMError`，信息里有 `AssertionError: … is not supported`", '编译时只支持 `"NCHW"` 和 `"NCDHW"`；五维输入必须写后者')
@proves_check("tvm.relay.image.grid_sample", "布局的维数与输入不同，类型推断就抛出 `InternalError`")
def _(tvm, release):
    make = tvm.relay.image.grid_sample
    flat = var(tvm, "x", 1, 1, 2, 4), var(tvm, "g", 1, 2, 1, 4)
    deep = var(tvm, "x", 1, 1, 2, 3, 4), var(tvm, "g", 1, 3, 1, 1, 1)
    for expr in (make(*deep, "trilinear", "NCDHW"), make(*flat, "nonsense"), make(*flat, padding_mode="nonsense")):
        passes_but(tvm, expr, "is not supported")
    with raises(check_error(release)):
        type_of(tvm, make(*deep))
    with raises(Exception):
        build(tvm, make(var(tvm, "x", 1, 2, 4, 1), flat[1], layout="NHWC"))


@proves("tvm.relay.image.grid_sample", '`"nearest"` 正好在两个像素中间时远离 0，坐标 0.5 取第 1 个', versions=OLDEST)
@proves("tvm.relay.image.grid_sample", '`"nearest"` 正好在两个像素中间时取偶数的那一个，坐标 0.5 取第 0 个', versions=NEWER)
def _(tvm, release):
    row, at = np.array([[3, 1, 4], [3, 1, 4]], "float32").reshape(1, 1, 2, 3), np.zeros((1, 2, 1, 2), "float32")
    at[0, 1], at[0, 0, 0] = -1, [-0.5, 0.5]
    got = run(tvm, lambda f, p: tvm.relay.image.grid_sample(f, p, "nearest"), row, at)
    assert got.ravel().tolist() == ([1, 4] if release == "0.10.0" else [3, 4])


@proves("tvm.relay.image.grid_sample", '四维：`"bilinear"`、`"nearest"`、`"bicubic"`（系数 -0.75）')
def _(tvm):
    make = tvm.relay.image.grid_sample
    row = np.array([[3, 1, 4, 1], [3, 1, 4, 1]], "float32").reshape(1, 1, 2, 4)
    at = np.zeros((1, 2, 1, 3), "float32")
    at[0, 1], at[0, 0, 0] = -1, [-2 / 3, 0, -0.9]
    got = run(tvm, lambda f, p: [make(f, p, way, padding_mode="border") for way in ("bicubic", "bilinear")], row, at, target=QUICK)
    t, a = 0.5, -0.75
    weights = [a * (t**3 - 2 * t**2 + t), (a + 2) * t**3 - (3 + a) * t**2 + 1, -(a + 2) * t**3 + (3 + 2 * a) * t**2 - a * t, -a * t**3 + a * t**2]
    assert np.allclose(got[0].ravel()[1], np.dot(weights, row[0, 0, 0]), atol=1e-4) and np.allclose(got[1].ravel()[1], 2.5)


@proves("tvm.relay.image.dilation2d", "窗口里各像素加上 `weight` 以后取最大。每个通道独立计算，`weight` 是 `(C, 核高, 核宽)`", "步长；窗口内的间隔，须为正数；整数会报 `TVMError`", "填的是 0，不是负无穷：全是负数的图像在边缘得到 0", '`"NCHW"` 配 `"IHW"`，`"NHWC"` 配 `"HWI"`，配错在编译时断言；不能与 `NCHW`、`IHW` 互换的（如 `"OIHW"`、`"HWIO"`、`"CHW"`）在类型推断时报 `TVMError`', "通道数与 `weight` 不同时类型推断放行，编译报 `For Dilation2D input and filter channels should be same.`", "默认同 `data`", "输出大小的公式同卷积")
def _(tvm):
    make, rng = tvm.relay.image.dilation2d, np.random.default_rng(0)
    data, weight = rng.integers(-9, 0, (1, 2, 5, 6)).astype("float32"), rng.integers(-4, 5, (2, 2, 3)).astype("float32")

    def wanted(stride, pad, dilation):
        wide = np.pad(data, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
        rows, columns = ((n + 2 * pad - (k - 1) * dilation - 1) // stride + 1 for n, k in ((5, 2), (6, 3)))
        out = np.empty((1, 2, rows, columns), "float32")
        for i in range(rows):
            for j in range(columns):
                window = wide[0, :, i * stride : i * stride + dilation + 1 : dilation, j * stride : j * stride + 2 * dilation + 1 : dilation]
                out[0, :, i, j] = (window + weight).max((1, 2))
        return out

    choices = ((1, 0, 1), (2, 1, 1), (1, 1, 2))
    last = lambda x: tvm.relay.transpose(x, (0, 2, 3, 1))
    got = run(
        tvm,
        lambda x, w: [make(x, w, (s, s), (p, p), (d, d)) for s, p, d in choices] + [make(last(x), tvm.relay.transpose(w, (1, 2, 0)), data_layout="NHWC", kernel_layout="HWI")],
        data, weight,
    )
    for value, choice in zip(got, choices):
        assert same(value, wanted(*choice)), choice
    assert same(got[3], wanted(1, 0, 1).transpose(0, 2, 3, 1))
    x, w = var(tvm, "x", 1, 2, 5, 6), var(tvm, "w", 2, 2, 3)
    with raises("TVMError"):
        make(x, w, strides=1)
    passes_but(tvm, make(x, var(tvm, "w", 3, 2, 3)), "For Dilation2D input and filter channels should be same.")
    for layout in ("OIHW", "HWIO"):
        with raises("TVMError"):
            type_of(tvm, make(x, var(tvm, "w", 1, 2, 2, 3), kernel_layout=layout))
    with raises("TVMError"):
        type_of(tvm, make(x, w, data_layout="CHW"))
    passes_but(tvm, make(x, w, kernel_layout="HWI"), "AssertionError")


@proves("tvm.relay.image.dilation2d", "全是负数的图像在边缘得到 0")
def _(tvm):
    make = lambda x, w: tvm.relay.image.dilation2d(x, w, padding=(1, 1))
    got = run(tvm, make, -1 - np.arange(9, dtype="float32").reshape(1, 1, 3, 3), np.zeros((1, 3, 3), "float32"))
    assert got[0, 0].tolist() == [[0, 0, 0], [0, -1, 0], [0, 0, 0]]


@proves("tvm.relay.image.const", "与 `relay.const` 是同一个函数", "int64 和 float64 默认缩成 32 位")
def _(tvm):
    const = tvm.relay.image.const
    assert const is tvm.relay.const
    for value, dtype in ((1, "int32"), (1.5, "float32"), (np.zeros(2), "float32"), (np.zeros(2, "int64"), "int32"), (np.zeros(2, "float16"), "float16")):
        assert const(value).data.dtype == dtype
    assert const(1, "int64").data.dtype == "int64"


COMPLETE = True
