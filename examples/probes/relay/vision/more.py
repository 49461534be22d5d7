"""More probes of docs/reference/api/python/relay/vision.md: parameters of `proposal`, rows that nobody writes, and what reads past the input."""

import numpy as np
from probes import proves, raises

VISION = "tvm.relay.vision."


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def variables(tvm, arrays):
    return [var(tvm, f"v{at}", *one.shape, dtype=str(one.dtype)) for at, one in enumerate(arrays)]


def run(tvm, make, *arrays):
    names = variables(tvm, arrays)
    mod = tvm.IRModule.from_expr(tvm.relay.Function(names, make(*names)))
    made = tvm.relay.create_executor("graph", mod, tvm.cpu(), "llvm").evaluate()(*arrays)
    return made.numpy() if hasattr(made, "numpy") else [one.numpy() for one in made]


def framed(tvm, values, fill):
    """An array that lies inside a longer one, so that what is read past its end is known."""
    whole = np.full(4096, fill, values.dtype)
    step = 64 // values.itemsize
    start = (-whole.ctypes.data) % 64 // values.itemsize + step
    part = whole[start : start + values.size].reshape(values.shape)
    part[...] = values
    return tvm.nd.from_dlpack(part.__dlpack__())


def kept_rows(tvm, make, fill, *arrays):
    """The first result, written over an array that was full of `fill`."""
    names = variables(tvm, arrays)
    made = tvm.relay.build(tvm.IRModule.from_expr(tvm.relay.Function(names, make(*names))), "llvm")
    module = tvm.contrib.graph_executor.GraphModule(made["default"](tvm.cpu()))
    for at, one in enumerate(arrays):
        module.set_input(f"v{at}", one)
    results = [module.get_output(at) for at in range(module.get_num_outputs())]
    first = tvm.nd.array(np.full(results[0].shape, fill, results[0].dtype))
    module.module["set_output_zero_copy"](0, first)
    module.run()
    return first.numpy(), [module.get_output(at).numpy() for at in range(1, len(results))]


@proves(VISION + "get_valid_counts", "`(N, 框数, 每框的元素数)`，必须是三维")
def _(tvm):
    typed = lambda expr: tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"].ret_type
    for shape in ((4, 6), (1, 1, 4, 6)):
        with raises("TVMError"):
            typed(tvm.relay.vision.get_valid_counts(var(tvm, "x", *shape), 0.5).astuple())
    made = typed(tvm.relay.vision.get_valid_counts(var(tvm, "x", 2, 4, 6), 0.5).astuple())
    assert [int(n) for n in made.fields[1].shape] == [2, 4, 6]


@proves(VISION + "non_max_suppression", "已留够 `max_output_size` 个，或排在 `top_k` 之后，才去掉", "先用 `get_valid_counts` 过滤可以避开", "| `return_indices` | bool | True 时返回下标 |")
def _(tvm):
    vision = tvm.relay.vision
    rows = np.float32([[[0, 0.9, 0, 0, 2, 2], [0, 0.8, 4, 4, 6, 6], [0, 0, 8, 8, 9, 9], [0, -1, 8, 8, 9, 9]]])
    index = np.arange(4, dtype="int32")[None]
    nms = lambda **options: run(tvm, lambda d, c, i: vision.non_max_suppression(d, c, i, **options)[0], rows, np.int32([4]), index)
    assert nms().tolist() == [[0, 1, 2, 3]]  # the last two overlap, and score nothing
    assert nms(max_output_size=2).tolist() == [[0, 1, -1, -1]] and nms(top_k=3).tolist() == [[0, 1, 2, -1]]

    def filtered(d):
        count, kept, at = vision.get_valid_counts(d, 0)
        return vision.non_max_suppression(kept, count, at)[0]

    assert run(tvm, filtered, rows).tolist() == [[0, 1, -1, -1]]
    boxes = run(tvm, lambda d, c, i: vision.non_max_suppression(d, c, i, return_indices=False), rows, np.int32([4]), index)
    assert boxes.shape == rows.shape


@proves(VISION + "all_class_non_max_suppression", "`\"onnx\"` 的结果在总数之后的行没有初始化，要自己截断", "`(N, 框数, 4)` 和 `(N, 类数, 框数)`")
def _(tvm):
    boxes = np.float32([[[0, 0, 2, 2], [0, 0, 2, 2], [4, 4, 6, 6]]])
    scores = np.float32([[[0.9, 0.8, 0.7], [0.1, 0.1, 0.6]]])
    make = lambda b, s: tvm.relay.vision.all_class_non_max_suppression(b, s, iou_threshold=0.5, score_threshold=0.2).astuple()
    for fill in (77, 55):
        rows, (total,) = kept_rows(tvm, make, fill, boxes, scores)
        assert rows.shape == (6, 3) and total.tolist() == [3]
        assert rows[:3].tolist() == [[0, 0, 0], [0, 0, 2], [0, 1, 2]] and (rows[3:] == fill).all()


@proves(VISION + "multibox_transform_loc", "背景不占行，个数之后的行没有初始化", "`(1, 框数, 4)`，`multibox_prior` 的输出")
def _(tvm):
    vision = tvm.relay.vision
    feature = np.zeros((1, 1, 1, 2), "float32")
    anchors = run(tvm, lambda x: vision.multibox_prior(x, sizes=(0.5,)), feature)
    assert anchors.shape == (1, 2, 4)
    prob, loc = np.float32([[[0.9, 0.1], [0.001, 0.9]]]), np.zeros((1, 8), "float32")  # the first box is background
    make = lambda p, l, a: vision.multibox_transform_loc(p, l, a).astuple()
    for fill in (77, 55):
        rows, (count,) = kept_rows(tvm, make, fill, prob, loc, anchors)
        assert count.tolist() == [1] and np.allclose(rows[0, 0, 2:], np.clip(anchors[0, 1], 0, 1), atol=1e-6) and (rows[0, 1] == fill).all()


PROPOSAL = VISION + "proposal"


def proposed(prob, delta, info, scales, ratios, stride, count, small, shift):
    """Boxes of the first image by score, where nothing is suppressed."""
    _, anchors, height, width = prob.shape
    found = []
    for h, w, k in np.ndindex(height, width, anchors // 2):
        ratio, scale = ratios[k // len(scales)], scales[k % len(scales)]
        wide = np.floor(np.sqrt(np.floor(stride * stride / ratio)) + 0.5) * scale
        tall = np.floor(wide / scale * ratio + 0.5) * scale
        middle = 0.5 * (stride - 1)
        box = np.array([middle - 0.5 * (wide - 1), middle - 0.5 * (tall - 1), middle + 0.5 * (wide - 1), middle + 0.5 * (tall - 1)])
        box += [w * stride, h * stride] * 2
        d = delta[0, 4 * k : 4 * k + 4, h, w]
        if shift:
            box += d
        else:
            size = box[2:] - box[:2] + 1
            at, size = d[:2] * size + box[:2] + 0.5 * (size - 1), np.exp(d[2:]) * size
            box = np.concatenate([at - 0.5 * (size - 1), at + 0.5 * (size - 1)])
        box = np.clip(box, 0, [info[1] - 1, info[0] - 1] * 2)
        least, score = small * info[2], prob[0, anchors // 2 + k, h, w]
        if (box[2:] - box[:2] + 1 < least).any():
            box, score = box + np.array([-1, -1, 1, 1]) * least / 2, -1
        found.append((-score, len(found), box))
    return np.array([box for _, _, box in sorted(found, key=lambda one: one[:2])][:count])


@proves(PROPOSAL, "`(N, 4A, H, W)`，回归量", "`(N, 3)`，原图的高、宽和缩放", "框的大小（以 `feature_stride` 为单位）和高宽比", "特征图一格对应的像素数", "True 时回归量直接加在四个坐标上，False 时按中心和对数宽高解码")
@proves(PROPOSAL, "乘以 `im_info` 的缩放后，宽或高比它小的框得分改成 -1，四边还各外扩它的一半；这样的框不去掉，仍可能输出")
def _(tvm):
    rng = np.random.default_rng(0)
    scales, ratios = [1.0, 2.0], [0.5, 2.0]
    prob, delta = rng.random((1, 8, 2, 3)).astype("float32"), rng.normal(0, 0.3, (1, 16, 2, 3)).astype("float32")
    cases = [(16, 1, False), (16, 1, True), (8, 1, False), (16, 12, False), (16, 12, True)]
    for stride, small, shift in cases:
        info = np.float32([[40, 56, 1.5]])
        attrs = dict(scales=scales, ratios=ratios, feature_stride=stride, threshold=1.0, rpn_pre_nms_top_n=-1, rpn_post_nms_top_n=24, rpn_min_size=small, iou_loss=shift)
        got = run(tvm, lambda p, b, i: tvm.relay.vision.proposal(p, b, i, **attrs), prob, delta, info)
        right = proposed(prob, delta, info[0], scales, ratios, stride, 24, small, shift)
        assert got.shape == (24, 5)
        key = lambda rows: np.array(sorted(np.round(rows, 2).tolist()))
        assert np.allclose(key(got[:, 1:]), key(right), atol=0.05), (stride, small, shift)
        if small == 1:
            assert np.allclose(got[:, 1:], right, atol=0.05)


@proves(PROPOSAL, "抑制前取几个；不大于 0 取全部")
def _(tvm):
    prob = np.float32([[[[0, 0, 0]], [[0.5, 0.9, 0.7]]]])
    for before, distinct in ((0, 3), (-1, 3), (2, 2), (1, 1)):
        attrs = dict(scales=[1.0], ratios=[1.0], feature_stride=8, threshold=1.0, rpn_pre_nms_top_n=before, rpn_post_nms_top_n=3, rpn_min_size=1, iou_loss=False)
        got = run(tvm, lambda p, b, i: tvm.relay.vision.proposal(p, b, i, **attrs), prob, np.zeros((1, 4, 1, 3), "float32"), np.float32([[64, 64, 1]]))
        assert len({tuple(row) for row in got.tolist()}) == distinct and got[0].tolist() == [0, 8, 0, 15, 7]


@proves(VISION + "roi_align", "特征图，布局见 `layout`", "区域、输出的高和宽、坐标的倍数")
def _(tvm):
    plane, region = np.arange(32, dtype="float32").reshape(1, 2, 4, 4), np.float32([[0, 0, 0, 3, 3]])
    align = lambda scale, **more: lambda x, r: tvm.relay.vision.roi_align(x, r, (2, 3), scale, sample_ratio=2, **more)
    first = run(tvm, align(1.0), plane, region)
    assert first.shape == (1, 2, 2, 3)
    twice = np.float32([[0, 0, 0, 6, 6]])
    assert np.allclose(run(tvm, align(0.5), plane, twice), first)
    last = np.ascontiguousarray(plane.transpose(0, 2, 3, 1))
    assert np.allclose(run(tvm, align(1.0, layout="NHWC"), last, region), first.transpose(0, 2, 3, 1))


@proves(VISION + "yolo_reorg", "批次必须是 1：`reorg` 把批次的下标也乘以 `stride²`，从第二张图起读到输入以外，没有任何报错")
def _(tvm):
    for batch, past in ((1, False), (2, True)):
        x = var(tvm, "x", batch, 4, 2, 2)
        made = tvm.relay.build(tvm.IRModule.from_expr(tvm.relay.vision.yolo_reorg(x, 2)), "llvm")
        found = []
        for fill in (50, 77):
            module = tvm.contrib.graph_executor.GraphModule(made["default"](tvm.cpu()))
            module.module["set_input_zero_copy"]("x", framed(tvm, np.arange(batch * 16, dtype="float32").reshape(batch, 4, 2, 2), fill))
            module.run()
            found.append(module.get_output(0).numpy())
        assert np.array_equal(found[0][0], found[1][0]) and np.array_equal(*found) != past
