"""Probes of docs/reference/api/python/relay/vision.md."""

import functools

import numpy as np
from probes import proves, raises

RELAY = "tvm.relay.vision."
ROWS = [  # class, score, four coordinates
    [0, 0.9, 0, 0, 2, 2],
    [1, 0.8, 0, 0, 2, 2],
    [0, 0.7, 0, 0, 2, 1.9],
    [0, 0.3, 4, 4, 6, 6],
]


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


def run(tvm, make, *arrays, kind="graph", level=2):
    """What `make` builds of variables of the shapes and types of the arrays; several results where it gives a list."""
    relay = tvm.relay
    names = [var(tvm, f"v{i}", *a.shape, dtype=str(a.dtype)) for i, a in enumerate(arrays)]
    out = make(*names)
    if isinstance(out, list) or hasattr(out, "astuple"):
        out = out.astuple() if hasattr(out, "astuple") else relay.Tuple(out)
    with tvm.transform.PassContext(opt_level=level):
        mod = tvm.IRModule.from_expr(relay.Function(names, out))
        result = relay.create_executor(kind, mod, tvm.cpu(), "llvm").evaluate()(*arrays)
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


@each(("get_valid_counts", "non_max_suppression", "all_class_non_max_suppression", "multibox_prior", "multibox_transform_loc", "proposal", "roi_align", "roi_pool", "yolo_reorg"), "这些算子都没有注册梯度")
def _(tvm, name):
    assert tvm.ir.Op.get(f"vision.{name}").get_attr("FPrimalGradient") is None


@proves("tvm.relay.vision.get_valid_counts", "留下的条件是得分严格大于 `score_threshold`，而且类别不小于 0", "类别在第几个元素；负数时不看类别", "得分在第几个元素", "返回三项的 `TupleWrapper`：`(N,)` 的个数（int32），与 `data` 同形的框，`(N, 框数)` 的原下标（int32）。其余的行填 -1", "数按 float32 常量传入")
def _(tvm):
    make = tvm.relay.vision.get_valid_counts
    rows = np.array([[[0, 0.5, 1, 1, 1, 1], [-1, 0.9, 2, 2, 2, 2], [0, 0.75, 3, 3, 3, 3], [2, 0.6, 4, 4, 4, 4]]], "float32")
    swapped = np.ascontiguousarray(rows[..., [1, 0, 2, 3, 4, 5]])
    got = run(tvm, lambda d, e: [make(d, 0.5)[i] for i in range(3)] + [make(d, 0.5, id_index=-1)[2], make(e, 0.5, id_index=1, score_index=0)[2]] + [make(d, tvm.relay.const(0.5))[0]], rows, swapped)
    assert got[0].tolist() == [2] == got[5].tolist() and got[0].dtype == got[2].dtype == "int32"
    assert got[1][0, :2].tolist() == rows[0, 2:].tolist() and (got[1][0, 2:] == -1).all() and got[1].shape == rows.shape
    assert got[2].tolist() == [[2, 3, -1, -1]] and got[3].tolist() == [[1, 2, 3, -1]] and got[4].tolist() == [[2, 3, -1, -1]]
    x = var(tvm, "x", 1, 4, 6)
    assert type(make(x, 0.5)) is tvm.relay.expr.TupleWrapper and make(x, 0.5)[0].tuple_value.args[1].data.dtype == "float32"
    with raises("TVMError"):
        main(tvm, make(var(tvm, "x", 4, 6), 0.5))


def suppressed(tvm, rows, choices, count=None, pick=None):
    """What non_max_suppression gives for the same boxes with each choice of attributes."""
    nms, n = tvm.relay.vision.non_max_suppression, rows.shape[1]
    index = np.arange(n, dtype="int32")[None].repeat(len(rows), 0)
    many = np.full(len(rows), n if count is None else count, "int32")

    def make(d, c, i):
        out = []
        for choice in choices:
            result = nms(d, c, i, **choice)
            out += [result] if choice.get("return_indices") is False else [result[0], result[1]]
        return out

    return run(tvm, make, rows, many, index)


@proves("tvm.relay.vision.non_max_suppression", "按得分从高到低保留框，去掉与已保留的同类框重叠太多的", "True 时不同类别也互相抑制", "每张图最多留几个得分大于 0 的；负数不限，0 一个不留", "只看得分最高的几个，其余去掉；不大于 0 时不限", "`return_indices=True` 时返回两项：`(N, 框数)` 的下标，末尾补 -1；`(N, 1)` 的个数")
def _(tvm):
    rows = np.array([ROWS[::-1]], "float32")
    choices = ({}, {"force_suppress": True}, {"max_output_size": 1}, {"max_output_size": 0}, {"top_k": 2}, {"top_k": 0}, {"top_k": -5, "max_output_size": -9})
    got = suppressed(tvm, rows, choices)
    index, count = [one.tolist() for one in got[::2]], [one.tolist() for one in got[1::2]]
    wanted = [[3, 2, 0], [3, 0], [3], [], [3, 2], [3, 2, 0], [3, 2, 0]]
    assert index == [[one + [-1] * (4 - len(one))] for one in wanted], index
    assert count == [[[len(one)]] for one in wanted]


@proves("tvm.relay.vision.non_max_suppression", "不大于 0 时整个抑制不执行，原样原序输出", "只在返回框时有用：True 把有效的移到前面，False 时被去掉的行留在原位，填 -1", "False 时返回与 `data` 同形的一个张量，按得分排列", "五个元素的框写 1、0、-1", "等于阈值也算重叠", "框由四个相邻的坐标表示，取两个对角，次序不限")
def _(tvm):
    rows = np.array([ROWS], "float32")
    choices = ({"iou_threshold": 0.0, "return_indices": False}, {"return_indices": False}, {"return_indices": False, "invalid_to_bottom": True})
    plain, kept, moved = suppressed(tvm, rows, choices)
    assert np.array_equal(plain, rows)
    assert kept[0, [0, 1, 3]].tolist() == rows[0, [0, 1, 3]].tolist() and (kept[0, 2] == -1).all()
    assert moved[0, :3].tolist() == rows[0, [0, 1, 3]].tolist() and (moved[0, 3] == -1).all()
    five = np.array([[[0.9, 0, 0, 2, 2], [0.8, 2, 1, 0, 0], [0.7, 2, 0, 0, 1]]], "float32")
    at = {"coord_start": 1, "score_index": 0, "id_index": -1}
    equal, over = suppressed(tvm, five, ({"iou_threshold": 0.5, **at}, {"iou_threshold": 0.51, **at}))[::2]
    assert equal.tolist() == [[0, -1, -1]] and over.tolist() == [[0, 1, -1]]


@proves("tvm.relay.vision.non_max_suppression", "得分不大于 0 的框不参加抑制，也不计入 `max_output_size`，所以留下的可能比它多；已留够 `max_output_size` 个", "`valid_count` 之后的行不看", "英文文档说第二项的形状是 `[batch_size, num_valid_anchors]`，实际不是")
def _(tvm):
    rows = np.array([ROWS], "float32")
    rows[0, :, 1] = [0.9, 0, -0.5, -0.25]
    index, count = suppressed(tvm, rows, ({"max_output_size": 2},))
    assert sorted(index[0]) == [0, 1, 2, 3] and count.tolist() == [[4]]
    rows[0, 1:3, 1] = 0.8, -0.5
    rows[0, 1, 2:] = 8, 8, 9, 9
    index, count = suppressed(tvm, rows, ({"max_output_size": 2},))
    assert index.tolist() == [[0, 1, -1, -1]] and count.tolist() == [[2]]
    index, count = suppressed(tvm, np.array([ROWS], "float32"), ({},), count=2)
    assert index.tolist() == [[0, 1, -1, -1]] and count.shape == (1, 1)


ALL = "tvm.relay.vision.all_class_non_max_suppression"


@proves(ALL, "不大于 0 时一个框也不选；默认的 -1 就是这样，所以总要写", "得分须严格大于它", "每张图每类最多几个；不大于 0 时不限", '`"onnx"` 返回两项：`(N·类数·框数, 3)` 的 int64，每行是批次、类、框的下标；`(1,)` 的总数', "每一类单独抑制", "各类依次排列，类内按得分从高到低")
def _(tvm):
    make = tvm.relay.vision.all_class_non_max_suppression
    corners = np.array(ROWS, "float32")[None, :, 2:]
    scores = np.array([[[0.3, 0.8, 0.7, 0.9], [0.9, 0.2, 0.1, 0.25]]], "float32")
    choices = ({}, {"iou_threshold": 0.5, "score_threshold": 0.25}, {"iou_threshold": 0.5}, {"iou_threshold": 0.5, "max_output_boxes_per_class": 1}, {"iou_threshold": 0.5, "max_output_boxes_per_class": 0})
    got = run(tvm, lambda b, s: [make(b, s, **choice)[i] for choice in choices for i in (0, 1)], corners, scores)
    chosen = [index[: total[0]].tolist() for index, total in zip(got[::2], got[1::2])]
    both = [[0, 0, 3], [0, 0, 1], [0, 1, 0], [0, 1, 3]]
    assert chosen == [[], both[:3], both, [both[0], both[2]], both], chosen
    assert got[0].shape == (8, 3) and got[0].dtype == "int64" and got[1].shape == (1,)


@proves(ALL, '`"tensorflow"` 返回三项：`(N, 类数·框数, 2)` 的类和框、`(N, 类数·框数)` 的得分、`(N,)` 的个数', '`"onnx"` 或 `"tensorflow"`；其他能通过类型推断，编译报错')
def _(tvm):
    make, relay = tvm.relay.vision.all_class_non_max_suppression, tvm.relay
    args = var(tvm, "b", 2, 4, 4), var(tvm, "s", 2, 3, 4)
    found = [tuple(int(n) for n in one.shape) for one in main(tvm, make(*args, iou_threshold=0.5, output_format="tensorflow")).ret_type.fields]
    assert found == [(2, 12, 2), (2, 12), (2,)]
    corners, scores = np.array(ROWS, "float32")[None, :, 2:], np.array([[[0.3, 0.8, 0.7, 0.9]]], "float32")
    got = run(tvm, lambda b, s: make(b, s, -1, 0.5, 0.2, "tensorflow"), corners, scores)
    assert got[2].tolist() == [2] and got[0][0, :2].tolist() == [[0, 3], [0, 1]] and np.allclose(got[1][0, :2], [0.9, 0.8])
    with raises(Exception):
        build(tvm, make(*args, iou_threshold=0.5, output_format="nonsense")[0])


@proves("tvm.relay.vision.multibox_prior", "框的边长，以图像的高为 1", "宽高比；第一个不起作用，总当作 1", "y、x 方向的间隔，不大于 0 时是 1/高、1/宽", "中心在格子里的位置，先 y 后 x", "True 时把坐标限在 0 到 1", "返回 `(1, 高·宽·(尺寸数 + 宽高比数 - 1), 4)`，每行是归一化的 `x1, y1, x2, y2`", "每个位置先是各个尺寸的正方形（按像素算），再是第一个尺寸配其余各宽高比")
def _(tvm):
    make = tvm.relay.vision.multibox_prior

    def priors(rows, columns, sizes=(1.0,), ratios=(1.0,), steps=(-1.0, -1.0), offsets=(0.5, 0.5), clip=False):
        steps = [1 / n if step <= 0 else step for step, n in zip(steps, (rows, columns))]
        out = []
        for i in range(rows):
            for j in range(columns):
                y, x = (i + offsets[0]) * steps[0], (j + offsets[1]) * steps[1]
                pairs = [(size * rows / columns / 2, size / 2) for size in sizes]
                pairs += [(sizes[0] * rows / columns * ratio**0.5 / 2, sizes[0] / ratio**0.5 / 2) for ratio in ratios[1:]]
                out += [[x - w, y - h, x + w, y + h] for w, h in pairs]
        return np.clip(out, 0, 1) if clip else np.array(out)

    choices = ({}, {"sizes": (0.5, 0.25), "ratios": (3.0, 4.0, 0.5)}, {"steps": (0.25, 0.75), "offsets": (0.25, 0.75)}, {"clip": True})
    got = run(tvm, lambda x: [make(x, **choice) for choice in choices], np.zeros((1, 3, 2, 3), "float32"))
    for value, choice in zip(got, choices):
        assert value.shape == (1, 6 * (len(choice.get("sizes", (1,))) + len(choice.get("ratios", (1,))) - 1), 4)
        assert np.allclose(value[0], priors(2, 3, **choice), atol=1e-5), choice


WHOLE = "写成整数能通过类型推断，三个函数编译时都报 `Expect value to be constant float`"


@each(("multibox_prior", "multibox_transform_loc", "proposal"), WHOLE)
def _(tvm, name):
    vision = tvm.relay.vision
    calls = {
        "multibox_prior": lambda: vision.multibox_prior(var(tvm, "x", 1, 3, 2, 2), sizes=(1,)),
        "multibox_transform_loc": lambda: vision.multibox_transform_loc(var(tvm, "p", 1, 2, 4), var(tvm, "l", 1, 16), var(tvm, "a", 1, 4, 4), variances=(1, 1, 1, 1)).astuple(),
        "proposal": lambda: vision.proposal(var(tvm, "p", 1, 2, 2, 2), var(tvm, "b", 1, 4, 2, 2), var(tvm, "i", 1, 3), scales=[1], ratios=[1], feature_stride=1, threshold=0.5, rpn_pre_nms_top_n=4, rpn_post_nms_top_n=2, rpn_min_size=1, iou_loss=False),
    }
    passes_but(tvm, calls[name](), "Expect value to be constant float")


@proves("tvm.relay.vision.multibox_prior", "实现固定输出 float32：`data` 是其他类型时类型推断放行，运行时报错")
def _(tvm):
    make = tvm.relay.vision.multibox_prior
    assert type_of(tvm, make(var(tvm, "x", 1, 3, 2, 2, dtype="float64")))[1] == "float64"
    with raises(Exception):
        run(tvm, make, np.zeros((1, 3, 2, 2), "float64"))


@proves("tvm.relay.vision.multibox_transform_loc", "`(N, 类数, 框数)`，第 0 类是背景", "`(N, 框数·4)`，每框是中心的 x、y 偏移和宽、高的对数", "前景里最高的概率小于它就当作背景", "乘在回归量上的系数，依次用于 x、y、宽、高", "把坐标限在 0 到 1", "返回两项：`(N, 框数, 6)` 的类别、得分、四个坐标，`(N,)` 的个数（int32）", "类别已减 1，从 0 起", "前景的类别按概率最大取，即使背景的概率更高", "三个输入的框数不一致时类型推断报错")
def _(tvm):
    make = tvm.relay.vision.multibox_transform_loc
    prob = np.array([[[0.9, 0.2, 0.5], [0.04, 0.1, 0.1], [0.06, 0.7, 0.009]]], "float32")
    prob[0, 1, 2] = 0.005
    loc = np.array([[0, 0, 0, 0, 1, -2, 0.5, -0.5, 0, 0, 0, 0]], "float32")
    anchor = np.array([[[0.2, 0.2, 0.4, 0.6], [0.4, 0.2, 0.8, 0.6], [0, 0, 1, 1]]], "float32")
    scale = (0.1, 0.2, 0.3, 0.4)
    got = run(tvm, lambda p, l, a: [make(p, l, a, True, 0.01, scale)[i] for i in (0, 1)] + [make(p, l * tvm.relay.const(9.0), a, clip)[0] for clip in (True, False)], prob, loc, anchor)
    x, y, w, h = 0.6 + 1 * 0.1 * 0.4, 0.4 - 2 * 0.2 * 0.4, 0.4 * np.exp(0.5 * 0.3), 0.4 * np.exp(-0.5 * 0.4)
    assert got[1].tolist() == [2] and got[1].dtype == "int32" and got[0].shape == (1, 3, 6)
    assert np.allclose(got[0][0, 0], [1, 0.06, 0.2, 0.2, 0.4, 0.6], atol=1e-5)
    assert np.allclose(got[0][0, 1], [1, 0.7, x - w / 2, y - h / 2, x + w / 2, y + h / 2], atol=1e-5)
    assert np.array_equal(got[2][0, :2, 2:], np.clip(got[3][0, :2, 2:], 0, 1)) and got[3][0, :2, 2:].max() > 1
    for shapes in (((1, 2, 4), (1, 16), (1, 5, 4)), ((1, 2, 4), (1, 20), (1, 4, 4))):
        with raises("TVMError"):
            main(tvm, make(*(var(tvm, n, *s) for n, s in zip("pla", shapes))))


@proves("tvm.relay.vision.proposal", "返回 `(N·rpn_post_nms_top_n, 5)`，每行是批次和 `x1, y1, x2, y2`（像素）。留下的不够时从头重复，不会留空行", "A 应等于 `scales` 与 `ratios` 个数之积，类型推断不核对", "抑制后每张图取几个", "重叠度严格大于它的去掉", "后 A 个通道是前景概率")
def _(tvm):
    make = tvm.relay.vision.proposal
    prob = np.zeros((1, 2, 2, 2), "float32")
    prob[0, 0] = 0.99
    prob[0, 1] = [[0.1, 0.2], [0.9, 0.3]]
    attrs = dict(scales=[2.0], ratios=[1.0], feature_stride=8, rpn_pre_nms_top_n=-1, rpn_post_nms_top_n=3, rpn_min_size=1, iou_loss=False)
    inputs = prob, np.zeros((1, 4, 2, 2), "float32"), np.array([[64, 64, 1]], "float32")
    got = run(tvm, lambda p, b, i: [make(p, b, i, threshold=t, **attrs) for t in (1.0, 0.0)], *inputs)
    assert got[0].shape == (3, 5) and (got[0][:, 0] == 0).all()
    height = got[0][0, 4] - got[0][0, 2] + 1
    assert got[0][0, 2] > got[0][2, 2] or height > 0
    assert len({tuple(row) for row in got[0].tolist()}) == 3
    first = got[1][0].tolist()
    assert got[0][0].tolist() == first and got[1].tolist() == [first] * 3
    shapes = (1, 6, 2, 2), (1, 4, 2, 2), (1, 3)
    type_of(tvm, make(*(var(tvm, n, *s) for n, s in zip("pbi", shapes)), threshold=0.5, **attrs))


POOL = ("`pooled_size` 是输出的高和宽，必须写成两个整数的元组，写一个整数会报 `TVMError`", "输出的批次轴是区域数", "乘以 `spatial_scale` 得到特征图上的坐标")


@each({"roi_align": ("`\"avg\"` 或 `\"max\"`，其他在编译时抛出 `ValueError`", "`\"NCHW\"` 或 `\"NHWC\"`"), "roi_pool": ("`layout` 写 `\"NHWC\"` 能通过类型推断，`llvm` 目标编译报 `only support nchw for now`",)}, *POOL)
def _(tvm, name):
    op = getattr(tvm.relay.vision, name)
    plane = np.arange(32, dtype="float32").reshape(1, 2, 4, 4)
    region = np.array([[0, 0, 0, 3, 3], [0, 1, 1, 2, 3]], "float32")
    got = run(tvm, lambda x, r, s: [op(x, r, (2, 2), 1.0), op(x, s, (2, 2), 0.5)], plane, region, region * np.array([1, 2, 2, 2, 2], "float32"))
    assert got[0].shape == (2, 2, 2, 2) and np.allclose(got[0], got[1])
    assert got[0][0, 0].ravel().tolist() == ([3.75, 5.25, 9.75, 11.25] if name == "roi_align" else [5, 7, 13, 15])
    x, rois = var(tvm, "x", 1, 2, 4, 4), var(tvm, "r", 2, 5)
    with raises("TVMError"):
        op(x, rois, 2, 1.0)
    if name == "roi_pool":
        passes_but(tvm, op(var(tvm, "x", 1, 4, 4, 2), rois, (2, 2), 1.0, "NHWC"), "only support nchw for now")
        return
    with raises(Exception, "ValueError"):
        build(tvm, op(x, rois, (2, 2), 1.0, mode="nonsense"))
    last = np.ascontiguousarray(plane.transpose(0, 2, 3, 1))
    assert np.allclose(run(tvm, lambda d, r: op(d, r, (2, 2), 1.0, layout="NHWC"), last, region), got[0].transpose(0, 2, 3, 1))


def bilinear(plane, y, x):
    """A sample of roi_align: 0 more than one pixel outside, else moved to the edge."""
    rows, columns = plane.shape
    if y < -1 or y > rows or x < -1 or x > columns:
        return 0
    y, x = min(max(y, 0), rows - 1), min(max(x, 0), columns - 1)
    low, left = int(y), int(x)
    high, right = min(low + 1, rows - 1), min(left + 1, columns - 1)
    dy, dx = y - low, x - left
    return plane[low, left] * (1 - dy) * (1 - dx) + plane[low, right] * (1 - dy) * dx + plane[high, left] * dy * (1 - dx) + plane[high, right] * dy * dx


@proves("tvm.relay.vision.roi_align", "每格每个方向取几个点；不大于 0 时取 `ceil(区域大小 / 输出大小)`", "小于 1 的区域宽高按 1 算。取样点在特征图以外超过 1 个像素时是 0，更近的移到边缘。没有像 PyTorch `aligned=True` 那样减去半个像素", "坐标不取整")
def _(tvm):
    op, plane = tvm.relay.vision.roi_align, np.arange(1, 17, dtype="float32").reshape(4, 4)
    regions = [[0, 0.3, 0.6, 3.1, 2.9], [0, 1, 1, 1.2, 1.5], [0, -3, -2.5, 2, 6]]

    def wanted(region, ratio, reduce):
        _, x1, y1, x2, y2 = region
        w, h = max(x2 - x1, 1), max(y2 - y1, 1)
        rows, columns = (ratio, ratio) if ratio > 0 else (int(np.ceil(h / 2)), int(np.ceil(w / 2)))
        return [[reduce([bilinear(plane, y1 + h / 2 * (i + (k + 0.5) / rows), x1 + w / 2 * (j + (l + 0.5) / columns)) for k in range(rows) for l in range(columns)]) for j in range(2)] for i in range(2)]

    got = run(
        tvm,
        lambda x, r, s: [op(x, r, (2, 2), 1.0, 3), op(x, s, (2, 2), 1.0, -1), op(x, s, (2, 2), 1.0, 2, mode="max")],
        plane[None, None], np.array(regions, "float32"), np.array(regions[:2], "float32"),
    )
    for value, ratio, reduce in zip(got, (3, -1, 0), (np.mean, np.mean, None)):
        for one, region in zip(value, regions):
            assert reduce is None or np.allclose(one[0], wanted(region, ratio, reduce), atol=1e-3), (region, ratio, one)


@proves("tvm.relay.vision.roi_align", "更大的区域写到它以外，进程可能以段错误退出", dies="SIGSEGV")
def _(tvm):
    run(tvm, lambda x, r: tvm.relay.vision.roi_align(x, r, (2, 2), 1.0), np.ones((1, 1, 4, 4), "float32"), np.array([[0, 0, 0, 4000, 4000]], "float32"))


@proves("tvm.relay.vision.roi_align", "先把区域裁到图内，或者写一个正的 `sample_ratio`")
def _(tvm):
    op, plane = tvm.relay.vision.roi_align, np.ones((1, 1, 4, 4), "float32")
    got = run(tvm, lambda x, a, b: [op(x, a, (1, 1), 1.0), op(x, b, (2, 2), 1.0, 4)], plane, np.array([[0, 0, 0, 4, 4]], "float32"), np.array([[0, 0, 0, 4000, 4000]], "float32"))
    assert got[0].ravel()[0] == 1 and got[1].ravel()[0] == 0


@proves("tvm.relay.vision.roi_pool", "坐标乘以缩放以后四舍五入，终点那一行一列也算在内；没有像素的格子是 0")
def _(tvm):
    op, plane = tvm.relay.vision.roi_pool, np.arange(1, 17, dtype="float32").reshape(1, 1, 4, 4)
    regions = np.array([[0, 0.4, 0.6, 2.6, 3.4], [0, 1, 1, 2, 2], [0, 8, 8, 9, 9]], "float32")
    got = run(tvm, lambda x, r: op(x, r, (1, 1), 1.0), plane, regions)
    assert got.ravel().tolist() == [16, 11, 0]


@proves("tvm.relay.vision.yolo_reorg", "`(N, C, H, W)` 变成 `(N, C·s², H/s, W/s)`", "元素的次序沿用 Darknet，与 `relay.nn.space_to_depth` 不同", "通道数少于 `stride²` 时编译报 `Divide by zero`")
def _(tvm):
    make, relay = tvm.relay.vision.yolo_reorg, tvm.relay
    pixels = np.arange(16, dtype="float32").reshape(1, 4, 2, 2)
    got = run(tvm, lambda x: [make(x, 2), relay.nn.space_to_depth(x, 2)], pixels)
    assert got[0].shape == got[1].shape == (1, 16, 1, 1)
    assert got[0].ravel().tolist() == [0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15] != got[1].ravel().tolist()
    assert type_of(tvm, make(var(tvm, "x", 3, 8, 6, 4), 2))[0] == (3, 32, 3, 2)
    passes_but(tvm, make(var(tvm, "x", 1, 3, 4, 4), 2), "Divide by zero")


COMPLETE = True
