"""Probes of docs/reference/api/python/topi/nn.md: convolutions."""

import contextlib
import functools
import itertools

import numpy as np
from probes import proves, raises, unproved

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


#: What each function of one fixed layout takes: its data and kernel layouts, and whether it takes groups.
CONVOLUTIONS = {
    "conv1d_ncw": ("NCW", "OIW", False),
    "conv1d_nwc": ("NWC", "WIO", False),
    "group_conv1d_ncw": ("NCW", "OIW", True),
    "group_conv1d_nwc": ("NWC", "WIO", True),
    "conv2d_nchw": ("NCHW", "OIHW", False),
    "conv2d_nhwc": ("NHWC", "HWIO", False),
    "conv2d_hwcn": ("HWCN", "HWIO", False),
    "group_conv2d_nchw": ("NCHW", "OIHW", True),
    "group_conv2d_nhwc": ("NHWC", "HWIO", True),
    "conv3d_ncdhw": ("NCDHW", "OIDHW", True),
    "conv3d_ndhwc": ("NDHWC", "DHWIO", True),
}
SHAPES = {
    "conv1d_ncw": ("`(N, C, W)`", "`(O, C, KW)`", "返回 `(N, O, OW)`"),
    "conv1d_nwc": ("`(N, W, C)`", "`(KW, C, O)`，输出通道在最后", "返回 `(N, OW, O)`"),
    "group_conv1d_ncw": ("`(N, C, W)`", "`(O, C/groups, KW)`", "返回 `(N, O, OW)`", "通道在前的一维分组卷积"),
    "group_conv1d_nwc": ("`(N, W, C)`", "`(KW, C/groups, O)`", "返回 `(N, OW, O)`"),
    "conv2d_nchw": ("`(N, C, H, W)`", "`(O, C, KH, KW)`", "返回 `(N, O, OH, OW)`"),
    "conv2d_nhwc": ("`(N, H, W, C)`", "`(KH, KW, C, O)`", "返回 `(N, OH, OW, O)`"),
    "conv2d_hwcn": ("`(H, W, C, N)`", "`(KH, KW, C, O)`", "返回 `(OH, OW, O, N)`"),
    "group_conv2d_nchw": ("`(N, C, H, W)`", "`(O, C/groups, KH, KW)`", "返回 `(N, O, OH, OW)`", "第 g 组的输入通道只参与第 g 组的输出通道"),
    "group_conv2d_nhwc": ("`(N, H, W, C)`", "`(KH, KW, C/groups, O)`", "返回 `(N, OH, OW, O)`", "第 g 组是输出通道里连续的第 g 段"),
    "conv3d_ncdhw": ("`(N, C, D, H, W)`", "`(O, C/groups, KD, KH, KW)`", "返回 `(N, O, OD, OH, OW)`"),
    "conv3d_ndhwc": ("`(N, D, H, W, C)`", "`(KD, KH, KW, C/groups, O)`", "返回 `(N, OD, OH, OW, O)`"),
}


def case(name, groups, spatial=7):
    """Arrays of different sizes on each axis, channels first, and the same in the layout of the function."""
    layout, filters, _ = CONVOLUTIONS[name]
    dim = len(layout) - 2
    letters = "DHW"[3 - dim :]
    data = uniform(2, 4, *[spatial + i for i in range(dim)])
    kernel = uniform(6, 4 // groups, *[2 + i for i in range(dim)])
    return data, kernel, to(data, "NC" + letters, layout), to(kernel, "OI" + letters, filters)


@each(SHAPES)
def _(tvm, name):
    layout, _, grouped = CONVOLUTIONS[name]
    function = getattr(tvm.topi.nn, name)
    dim = len(layout) - 2
    letters = "DHW"[3 - dim :]
    for groups in (1, 2) if grouped else (1,):
        data, kernel, a, b = case(name, groups)
        stride, dilation = tuple([2, 1, 1][:dim]), tuple([1, 2, 1][:dim])
        more = {"groups": groups} if grouped else {}
        out = run(tvm, lambda x, w: function(x, w, stride, 1, dilation, **more), a, b)
        expected = convolve(data, kernel, stride, 1, dilation, groups)
        assert near(out, to(expected, "NC" + letters, layout)), (name, groups)


@each(CONVOLUTIONS.keys(), "长度不对是没有说明的 `AssertionError`，NumPy 整数是 `TypeError`", "各轴的长度可以是变量，只有分组时通道数必须是常数")
def _(tvm, name):
    layout, _, grouped = CONVOLUTIONS[name]
    function = getattr(tvm.topi.nn, name)
    _, _, a, b = case(name, 1)
    x, w = tensor(tvm, *a.shape), tensor(tvm, *b.shape)
    more = {"groups": 1} if grouped else {}
    for at in ("stride", "dilation"):
        for wrong, kind in (((1,) * (len(layout) - 1), AssertionError), (np.int64(1), TypeError)):
            given = [wrong, 0, 1] if at == "stride" else [1, 0, wrong]
            try:
                function(x, w, *given, **more)
            except kind as error:
                assert kind is TypeError or str(error) == ""
            else:
                raise AssertionError((name, at))
    for axis, letter in enumerate(layout):
        dims = list(a.shape)
        dims[axis] = tvm.te.var("n")
        out = function(tensor(tvm, *dims), w, 1, 0, 1, **more)
        assert isinstance(out.shape[axis], tvm.tir.IntImm) == (letter == "C")
        if letter == "C" and grouped:
            with raises(AssertionError, "input channels must divide group size"):
                function(tensor(tvm, *dims), w, 1, 0, 1, groups=2)


@each([name for name, of in CONVOLUTIONS.items() if of[2]], "组数，须整除两侧的通道数，否则 `AssertionError: input channels must divide group size` 或 `output channels …`")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    _, _, a, b = case(name, 1)
    x, w = tensor(tvm, *a.shape), tensor(tvm, *b.shape)
    with raises(AssertionError, "input channels must divide group size"):
        function(x, w, 1, 0, 1, groups=3)
    with raises(AssertionError, "output channels must divide group size"):
        function(x, w, 1, 0, 1, groups=4)


@each(("conv1d_ncw", "conv1d_nwc", "group_conv1d_ncw", "group_conv1d_nwc"), "默认依次是 1、`\"VALID\"`、1、None")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    data, kernel, a, b = case(name, 1)
    out = run(tvm, lambda x, w: function(x, w), a, b)
    assert near(out, to(convolve(data, kernel), "NCW", CONVOLUTIONS[name][0]))
    assert function(*[tensor(tvm, *v.shape, dtype="int8") for v in (a, b)]).dtype == "int8"


@each(("group_conv1d_ncw", "group_conv1d_nwc"), "组数，默认 1")
def _(tvm, name):
    import inspect

    assert inspect.signature(getattr(tvm.topi.nn, name)).parameters["groups"].default == 1


@each({
    "conv2d": ("前三个没有默认值",),
    "conv2d_nchw": ("没有默认值", "默认取 `Input` 的"),
    "conv2d_hwcn": ("前三个没有默认值",),
    "group_conv2d_nchw": ("前四个没有默认值",),
    "group_conv2d_nhwc": ("前四个没有默认值",),
    "conv3d_ncdhw": ("没有默认值；不分组写 1", "默认取 `Input` 的"),
})
def _(tvm, name):
    import inspect

    function = getattr(tvm.topi.nn, name)
    parameters = inspect.signature(function).parameters
    for one in ("stride", "strides", "padding", "dilation", "groups"):
        assert one not in parameters or parameters[one].default is inspect.Parameter.empty
    key = "conv2d_nchw" if name == "conv2d" else name
    _, _, a, b = case(key, 1)
    more = {"groups": 1} if "groups" in parameters else {}
    given = [tensor(tvm, *v.shape, dtype="int8") for v in (a, b)]
    assert function(*given, 1, 0, 1, **more).dtype == "int8"
    assert function(*given, 1, 0, 1, **more, out_dtype="int32").dtype == "int32"


@each(("conv2d_nhwc", "conv3d_ndhwc"), "默认是 `\"float32\"`，不是输入的类型；None 才取 `Input` 的", "没有默认值", "的默认值是 `\"float32\"`，整数和 float64 的输入也得到 float32")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    _, _, a, b = case(name, 1)
    more = {"groups": 1} if name == "conv3d_ndhwc" else {}
    for dtype in ("int8", "float64", "float16"):
        given = [tensor(tvm, *v.shape, dtype=dtype) for v in (a, b)]
        assert function(*given, 1, 0, 1, **more).dtype == "float32"
        assert function(*given, 1, 0, 1, **more, out_dtype=None).dtype == dtype
    with raises(TypeError):
        function(*given)


@proves(NN + "conv2d_nhwc", "卷积核带有 `layout_free_placeholders` 标记")
def _(tvm):
    x, w = tensor(tvm, 1, 5, 5, 2), tensor(tvm, 3, 3, 2, 4)
    marked = tvm.topi.nn.conv2d_nhwc(x, w, 1, 0, 1).op.attrs["layout_free_placeholders"]
    assert len(marked) == 1 and marked[0].same_as(w)
    plain = tvm.topi.nn.conv2d_nchw(tensor(tvm, 1, 2, 5, 5), tensor(tvm, 4, 2, 3, 3), 1, 0, 1)
    assert "layout_free_placeholders" not in plain.op.attrs


@proves(NN + "conv3d_ndhwc", "后一个的拼写与别处的 `meta_schedule_original_shape` 不同")
def _(tvm):
    import inspect

    assert "meta_schedule_origin_shape" in inspect.signature(tvm.topi.nn.conv3d_ndhwc).parameters
    assert "meta_schedule_original_shape" in inspect.signature(tvm.topi.nn.conv2d_nhwc).parameters


@proves(NN + "group_conv2d_nchw", "`groups` 等于 `C` 时就是逐通道卷积，结果同 `depthwise_conv2d_nchw`，只是卷积核的头两轴合成一轴")
def _(tvm):
    nn, data, kernel = tvm.topi.nn, uniform(2, 3, 6, 7), uniform(3, 2, 3, 3)
    deep = run(tvm, lambda x, w: nn.depthwise_conv2d_nchw(x, w, 1, 1, 1), data, kernel)
    flat = run(tvm, lambda x, w: nn.group_conv2d_nchw(x, w, 1, 1, 1, 3), data, kernel.reshape(6, 1, 3, 3))
    assert near(deep, flat)


def conv(tvm, a, b, *rest, **more):
    return run(tvm, lambda x, w: tvm.topi.nn.conv(x, w, *rest, **more), a, b)


@proves(NN + "conv", "一到三个空间轴的卷积", "其余字母依次是空间轴", "各维由 `data_layout` 说明", "各维由 `kernel_layout` 说明，输入通道是 `C / groups`", "返回的各维按 `data_layout` 排列", "前四个没有默认值")
def _(tvm):
    for letters, layouts in (("W", ("NCW", "WCN", "CWN")), ("HW", ("NHWC", "CHWN", "HNWC")), ("DHW", ("NCDHW", "DHWCN"))):
        dim = len(letters)
        for layout, filters in zip(layouts, itertools.cycle(("O" + letters + "I", letters + "IO", "I" + letters + "O"))):
            data, kernel = uniform(2, 4, *range(6, 6 + dim)), uniform(6, 2, *range(2, 2 + dim))
            out = conv(tvm, to(data, "NC" + letters, layout), to(kernel, "OI" + letters, filters), 2, 1, 1, 2, layout, filters)
            assert near(out, to(convolve(data, kernel, 2, 1, 1, 2), "NC" + letters, layout)), layout
    with raises(Exception):
        tvm.topi.nn.conv(tensor(tvm, 1, 2, 5, 5, 5, 5), tensor(tvm, 2, 2, 2, 2, 2, 2), 1, 0, 1, 1, "NCABDE")
    with raises(TypeError):
        tvm.topi.nn.conv(tensor(tvm, 1, 2, 5, 5), tensor(tvm, 2, 2, 3, 3), data_layout="NCHW")


@proves(NN + "conv", "空字符串（默认）时，`C` 在空间轴之前取 `OIHW`，否则取 `HWIO`")
def _(tvm):
    data, kernel = uniform(2, 4, 6, 7), uniform(6, 4, 2, 3)
    for layout in ("NCHW", "CNHW", "NHWC", "HWCN"):
        filters = "OIHW" if layout.index("C") < layout.index("H") else "HWIO"
        out = conv(tvm, to(data, "NCHW", layout), to(kernel, "OIHW", filters), 1, 0, 1, 1, layout)
        assert near(out, to(convolve(data, kernel), "NCHW", layout)), layout


@proves(NN + "conv", "`op.tag` 是 `conv2d_nchw` 一类的名称，分组时前面加 `group_`")
def _(tvm):
    x, w = tensor(tvm, 1, 4, 5, 5), tensor(tvm, 6, 4, 3, 3)
    assert tvm.topi.nn.conv(x, w, 1, 0, 1, 1, "NCHW").op.tag == "conv2d_nchw"
    assert tvm.topi.nn.conv(x, tensor(tvm, 6, 2, 3, 3), 1, 0, 1, 2, "NCHW").op.tag == "group_conv2d_nchw"
    assert tvm.topi.nn.conv(tensor(tvm, 1, 5, 4), tensor(tvm, 3, 4, 6), 1, 0, 1, 1, "NWC").op.tag == "conv1d_nwc"


@proves(NN + "conv", "拆块的布局如 `NCHW4c` 抛出 `IndexError`")
def _(tvm):
    x, w = tensor(tvm, 1, 2, 5, 5, 4), tensor(tvm, 2, 2, 3, 3, 4, 4)
    with raises(IndexError):
        tvm.topi.nn.conv(x, w, 1, 0, 1, 1, "NCHW4c", "OIHW4i4o")


@proves(NN + "conv", "缺少字母的布局不一定报错，得到的轴没有意义")
def _(tvm):
    out = tvm.topi.nn.conv(tensor(tvm, 2, 9, 8, 4), tensor(tvm, 6, 4, 3, 3), 1, 0, 1, 1, "NHW", "OIHW")
    assert shape(out) not in ((2, 7, 6, 6), (2, 6, 7, 6))


@proves(NN + "conv", "见[卷积](#convolution)", "整数 | 各空间轴两侧都补这么多", "每轴一个数，两侧相同", "先是各轴之前，再是各轴之后；二维是 `(上, 左, 下, 右)`", "不补；共补「膨胀后的核 - 1」")
def _(tvm):
    data, kernel = uniform(1, 2, 6, 7), uniform(3, 2, 3, 2)
    for padding, pairs in (
        (2, [(2, 2), (2, 2)]),
        ((1, 2), [(1, 1), (2, 2)]),
        ([1, 2], [(1, 1), (2, 2)]),
        ((0, 1, 2, 3), [(0, 2), (1, 3)]),
        ("VALID", [(0, 0), (0, 0)]),
        ("SAME", [(2, 2), (1, 1)]),
    ):
        out = conv(tvm, data, kernel, 1, padding, 2, 1, "NCHW")
        assert near(out, convolve(data, kernel, 1, pairs, 2)), padding


@proves(NN + "conv", "不看步长，步长为 1 时输出同输入一样大。核是偶数时多出的一个补在前面")
def _(tvm):
    data, kernel = uniform(1, 2, 6, 6), uniform(3, 2, 4, 4)
    for stride in (1, 2, 3):
        out = conv(tvm, data, kernel, stride, "SAME", 1, 1, "NCHW")
        assert near(out, convolve(data, kernel, stride, [(2, 1), (2, 1)]))
    assert conv(tvm, data, kernel, 1, "SAME", 1, 1, "NCHW").shape[2:] == (6, 6)


@proves(NN + "conv", "NumPy 整数、`tvm.ir.Array`、`None` 抛出 `ValueError: Unknown padding option …`，长度不对抛出 `Size of padding can only be …`")
def _(tvm):
    x, w = tensor(tvm, 1, 4, 9, 9), tensor(tvm, 6, 4, 3, 3)
    for padding in (np.int64(1), tvm.runtime.convert([1, 1]), None, "same"):
        with raises(ValueError, "Unknown padding option"):
            tvm.topi.nn.conv(x, w, 1, padding, 1, 1, "NCHW")
        with raises(ValueError, "Unknown padding option"):
            tvm.topi.nn.depthwise_conv2d_nchw(x, tensor(tvm, 4, 1, 3, 3), 1, padding, 1)
    for padding in ((1,), (1, 1, 1), ()):
        with raises(ValueError, "Size of padding can only be"):
            tvm.topi.nn.conv(x, w, 1, padding, 1, 1, "NCHW")


@proves(NN + "conv", "`None` 取第一个输入的类型，int8 会溢出，float16 超过 65504 得 inf", "是结果的类型，也是相乘之前转换到的类型，即累加的类型")
def _(tvm):
    ones = lambda value, dtype: np.full((1, 8, 1, 1), value, dtype)
    call = lambda value, dtype, out=None: conv(tvm, ones(value, dtype), ones(value, dtype), 1, 0, 1, 1, "NCHW", "", out).ravel()[0]
    assert call(10, "int8") == np.int64(800).astype("int8") and call(10, "int8", "int32") == 800
    assert np.isinf(call(200, "float16")) and call(200, "float16", "float32") == 320000


@proves(NN + "conv", "卷积核的输入通道数。多出的部分被忽略")
def _(tvm):
    data, kernel = uniform(1, 2, 5, 5), uniform(3, 4, 3, 3)
    assert near(conv(tvm, data, kernel, 1, 0, 1, 1, "NCHW"), convolve(data, kernel[:, :2]))


@proves(NN + "conv", "少了就读到缓冲区之外", "核比填充后的输入大。定义时不报错，输出轴是 0 或负数")
def _(tvm):
    x = tensor(tvm, 1, 4, 5, 5)
    assert tvm.topi.nn.conv(x, tensor(tvm, 6, 2, 3, 3), 1, 0, 1, 1, "NCHW").op.reduce_axis[0].dom.extent.value == 4
    sizes = [shape(tvm.topi.nn.conv(x, tensor(tvm, 6, 4, k, k), 1, 0, 1, 1, "NCHW"))[2] for k in (6, 7)]
    assert sizes == [0, -1]


@proves(NN + "conv", "步长为负、膨胀为 0 或负数", "步长为 0 在由 `conv` 定义的函数里是 `ZeroDivisionError`")
def _(tvm):
    x, w = tensor(tvm, 1, 4, 9, 9), tensor(tvm, 6, 4, 3, 3)
    for stride, dilation in ((-1, 1), (1, 0), (1, -1)):
        tvm.topi.nn.conv(x, w, stride, 0, dilation, 1, "NCHW")
    for function in (tvm.topi.nn.conv2d_nchw, tvm.topi.nn.conv2d):
        with raises(ZeroDivisionError):
            function(x, w, 0, 0, 1)


@each(("depthwise_conv2d_nchw", "depthwise_conv2d_nhwc"), "在逐通道卷积和池化里报 `Divide by zero`")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    with raises("TVMError", "Divide by zero"):
        function(tensor(tvm, 1, 4, 4, 4), tensor(tvm, *((4, 1, 3, 3) if name.endswith("nchw") else (3, 3, 4, 1))), 0, 0, 1)


@proves(NN + "conv", "输出是 `(输入 + 前填充 + 后填充 - 膨胀后的核) // 步长 + 1`，膨胀后的核是 `(核 - 1) × 膨胀 + 1`")
def _(tvm):
    for size, kernel, before, after, stride, dilation in itertools.product((9, 12), (2, 3), (0, 2), (1,), (1, 3), (1, 2)):
        out = tvm.topi.nn.conv1d_ncw(tensor(tvm, 1, 1, size), tensor(tvm, 1, 1, kernel), stride, (before, after), dilation)
        assert shape(out)[2] == (size + before + after - ((kernel - 1) * dilation + 1)) // stride + 1


@proves(NN + "conv1d", "输入，默认 `(N, C, W)`", "卷积核，默认 `(O, C, KW)`", "`\"NCW\"`（默认）或 `\"NWC\"`", "空字符串时随 `data_layout` 取这两个之一", "返回的各维按 `data_layout` 排列", "步长和膨胀，默认 1", "默认 `\"VALID\"`", "一维卷积，布局可选，不分组")
def _(tvm):
    data, kernel = uniform(2, 4, 9), uniform(6, 4, 3)
    conv1d = tvm.topi.nn.conv1d
    assert near(run(tvm, lambda x, w: conv1d(x, w), data, kernel), convolve(data, kernel))
    a = to(data, "NCW", "NWC")
    for filters, more in (("WIO", {}), ("OIW", {"kernel_layout": "OIW"})):
        out = run(tvm, lambda x, w: conv1d(x, w, data_layout="NWC", **more), a, to(kernel, "OIW", filters))
        assert near(out, to(convolve(data, kernel), "NCW", "NWC"))


@proves(NN + "conv1d", "int、一个或两个元素的元组，或 str", "int 或一个元素的元组", "默认取输入的")
def _(tvm):
    x, w = tensor(tvm, 1, 2, 9, dtype="int8"), tensor(tvm, 3, 2, 3, dtype="int8")
    width = lambda padding: shape(tvm.topi.nn.conv1d(x, w, padding=padding))[2]
    assert [width(p) for p in (1, (1,), (1, 2), "SAME", "VALID")] == [9, 9, 10, 9, 7]
    assert shape(tvm.topi.nn.conv1d(x, w, (2,), 0, (2,))) == (1, 3, 3)
    assert tvm.topi.nn.conv1d(x, w).dtype == "int8"


@proves(NN + "conv2d", "输入，默认 `(N, C, H, W)`", "卷积核，默认 `(O, C, KH, KW)`", "默认 `\"NCHW\"`，也可以是 `\"NHWC\"`、`\"HWCN\"` 等", "空字符串时，`C` 在空间轴之前取前者，否则取后者", "返回的各维按 `data_layout` 排列")
def _(tvm):
    data, kernel = uniform(2, 4, 6, 7), uniform(6, 4, 2, 3)
    assert near(run(tvm, lambda x, w: tvm.topi.nn.conv2d(x, w, 1, 0, 1), data, kernel), convolve(data, kernel))
    for layout in ("NCHW", "NHWC", "HWCN"):
        filters = "OIHW" if layout == "NCHW" else "HWIO"
        a, b = to(data, "NCHW", layout), to(kernel, "OIHW", filters)
        out = run(tvm, lambda x, w: tvm.topi.nn.conv2d(x, w, 1, 0, 1, layout), a, b)
        assert near(out, to(convolve(data, kernel), "NCHW", layout))


@proves(NN + "conv2d", "Relay 的策略不用它")
def _(tvm):
    import inspect
    import tvm.relay.op.strategy as strategies

    for name in ("generic", "x86", "cuda", "arm_cpu"):
        source = inspect.getsource(__import__(f"tvm.relay.op.strategy.{name}", fromlist=["x"]))
        assert "nn.conv2d(" not in source and "nn.conv2d)" not in source and "nn.conv2d_nchw" in inspect.getsource(strategies.generic)


@proves(NN + "conv2d_nchw", "通用、hls 和 hexagon 的策略直接用它")
def _(tvm):
    import inspect

    for name in ("generic", "hls", "hexagon"):
        source = inspect.getsource(__import__(f"tvm.relay.op.strategy.{name}", fromlist=["x"]))
        assert "wrap_compute_conv2d(topi.nn.conv2d_nchw)" in source, name


@proves(NN + "group_conv1d_ncw", "x86 的 `nn.conv1d` 在 `groups` 大于 1 时用它；通用策略的 `conv1d_strategy` 不看 `groups`")
def _(tvm):
    from tvm.relay.op import op as ops

    x, w = tvm.relay.var("x", shape=(1, 4, 9)), tvm.relay.var("w", shape=(6, 2, 3))
    call = tvm.relay.nn.conv1d(x, w, channels=6, kernel_size=3, groups=2)
    call = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(call))["main"].body
    given = [tensor(tvm, 1, 4, 9), tensor(tvm, 6, 2, 3)]
    tags = {}
    for target in ("llvm", "ext_dev"):
        with tvm.target.Target(target) as now:
            chosen = ops.get("nn.conv1d").get_attr("FTVMStrategy")(call.attrs, given, call.checked_type, now)
            tags[target] = chosen.specializations[0].implementations[0].compute(call.attrs, given, call.checked_type)[0].op.tag
    assert tags == {"llvm": "group_conv1d_ncw", "ext_dev": "conv1d_ncw"}


unproved(NN + "conv2d_nhwc", "自动调度可以改写它的布局", reason="要有调优的记录")


def packed(data, kernel, b, k):
    """The blocked layouts of channels-first arrays, without groups or with a kernel of fewer input channels."""
    n, c, h, w = data.shape
    o, i, kh, kw = kernel.shape
    blocks = data.reshape(n, c // b, b, h, w).transpose(0, 1, 3, 4, 2).copy()
    filters = kernel.reshape(o // k, k, i // b, b, kh, kw).transpose(0, 2, 4, 5, 3, 1).copy()
    return blocks, filters


def unpacked(out):
    n, chunks, h, w, k = out.shape
    return out.transpose(0, 1, 4, 2, 3).reshape(n, chunks * k, h, w)


@proves(NN + "conv2d_NCHWc", "`(N, C/b, H, W, b)`", "返回 `(N, O/k, OH, OW, k)`", "不影响结果：块的大小", "要放在 `with tvm.target.Target(…)` 里，否则报 `Target context required`", "累加和结果的类型，默认 `\"float32\"`")
def _(tvm):
    data, kernel = uniform(1, 8, 6, 7), uniform(6, 8, 3, 2)
    a, b = packed(data, kernel, 4, 2)
    for layouts in (("NCHW4c", "NCHW2c"), ("what", "ever"), (None, None)):
        with tvm.target.Target("llvm"):
            out = run(tvm, lambda x, w: tvm.topi.nn.conv2d_NCHWc(x, w, (2, 1), 1, (1, 2), *layouts), a, b)
        assert near(unpacked(out), convolve(data, kernel, (2, 1), 1, (1, 2)))
    with raises(Exception, "Target context required"):
        tvm.topi.nn.conv2d_NCHWc(tensor(tvm, *a.shape), tensor(tvm, *b.shape), 1, 1, 1, "", "")
    with tvm.target.Target("llvm"):
        given = [tensor(tvm, *v.shape, dtype="int8") for v in (a, b)]
        assert tvm.topi.nn.conv2d_NCHWc(*given, 1, 1, 1, "", "").dtype == "float32"


@proves(NN + "conv2d_NCHWc", "`(O/k, C/groups/b, KH, KW, b, k)`", "块的大小和组数从形状读出", "组数须整除 `C/b` 和 `O/k`，即一块不能跨两组", "不整除时报除以 0，或者没有提示而结果错误", versions=("0.12.0", "0.13.0"))
def _(tvm):
    def grouped(c, o, b, k, groups):
        data, kernel = uniform(1, c, 6, 6), uniform(o, c // groups, 3, 3)
        b_inner = min(b, c // groups)
        blocks = data.reshape(1, c // b, b, 6, 6).transpose(0, 1, 3, 4, 2).copy()
        filters = kernel.reshape(o // k, k, c // groups // b_inner, b_inner, 3, 3).transpose(0, 2, 4, 5, 3, 1).copy()
        with tvm.target.Target("llvm"):
            out = run(tvm, lambda x, w: tvm.topi.nn.conv2d_NCHWc(x, w, 1, 1, 1, "", ""), blocks, filters)
        return near(unpacked(out), convolve(data, kernel, 1, 1, 1, groups))

    assert grouped(8, 8, 2, 2, 2) and grouped(8, 8, 2, 2, 4) and grouped(8, 4, 4, 2, 2)
    assert not grouped(8, 12, 4, 4, 2)
    assert not grouped(4, 8, 4, 4, 2)
    with raises(Exception, "zero"):
        grouped(8, 4, 4, 4, 2)


@proves(NN + "conv2d_NCHWc", "`(O/k, C/b, KH, KW, b, k)`", "不能分组：第二轴是 `C/groups/b` 的卷积核不报错，结果是错的", versions=("0.10.0",))
def _(tvm):
    data, kernel = uniform(1, 8, 6, 6), uniform(8, 4, 3, 3)
    a, b = packed(data, kernel, 2, 2)
    with tvm.target.Target("llvm"):
        out = run(tvm, lambda x, w: tvm.topi.nn.conv2d_NCHWc(x, w, 1, 1, 1, "", ""), a, b)
    assert not near(unpacked(out), convolve(data, kernel, 1, 1, 1, 2))


@proves(NN + "conv2d_NCHWc_int8", "必须是七维的", versions=("0.10.0",))
def _(tvm):
    with raises(ValueError):
        tvm.topi.nn.conv2d_NCHWc_int8(tensor(tvm, 1, 2, 7, 7, 8), tensor(tvm, 2, 2, 3, 3, 8, 4), 1, 1, 1, "", "")


@proves(NN + "depthwise_conv2d_nhwc", "没有选择布局的形参", versions=("0.10.0",))
def _(tvm):
    with raises(TypeError):
        tvm.topi.nn.depthwise_conv2d_nhwc(tensor(tvm, 1, 6, 6, 2), tensor(tvm, 3, 3, 2, 1), 1, 0, 1, kernel_layout="HWOI")


@proves(NN + "conv2d_NCHWc_int8", "`(N, C/b, H, W, b)`，不检查是不是 int8", "`(O/k, C/groups/b, KH, KW, b/n_elems, k, n_elems)`", "不影响结果", "返回 `(N, O/k, OH, OW, k)`，不需要目标的作用域", "累加和结果的类型，默认 `\"int32\"`", "卷积核末轴的长度，须整除 `b`，默认 4", "分组又膨胀时形状对而数值错")
def _(tvm):
    def check(n_elems, groups, dilation, dtype="int8", b=8, **more):
        draw = lambda *dims: RNG.integers(-8, 8, dims).astype(dtype)
        data, kernel = draw(1, 16, 7, 7), draw(8, 16 // groups, 3, 3)
        blocks, filters = packed(data, kernel, b, 4)
        o, i, kh, kw, _, k = filters.shape
        filters = filters.reshape(o, i, kh, kw, b // n_elems, n_elems, k).transpose(0, 1, 2, 3, 4, 6, 5).copy()
        layouts = ("NCHW8c", "NCHW4c") if n_elems == 4 else ("", None)
        out = run(tvm, lambda x, w: tvm.topi.nn.conv2d_NCHWc_int8(x, w, 1, 1, dilation, *layouts, **more), blocks, filters)
        expected = convolve(data.astype("int32"), kernel.astype("int32"), 1, 1, dilation, groups)
        assert out.shape == (1, 2, *expected.shape[2:], 4) and out.dtype == "int32"
        return np.array_equal(unpacked(out), expected)

    assert check(4, 1, 1) and check(4, 1, 2) and check(4, 2, 1)
    assert check(4, 1, 1, "int16") and check(4, 1, 1, "float32")
    assert not check(4, 2, 2)
    data, kernel = tensor(tvm, 1, 2, 7, 7, 8, dtype="int8"), tensor(tvm, 2, 2, 3, 3, 4, 4, 2, dtype="int8")
    out = tvm.topi.nn.conv2d_NCHWc_int8(data, kernel, 1, 1, 1, "", "", n_elems=2)
    assert sorted(int(axis.dom.extent) for axis in out.op.reduce_axis) == [2, 2, 3, 3, 4]
    uneven = tvm.topi.nn.conv2d_NCHWc_int8(data, kernel, 1, 1, 1, "", "", n_elems=3)
    assert sorted(int(axis.dom.extent) for axis in uneven.op.reduce_axis) == [2, 2, 3, 3, 3]


@each(["conv2d_NCHWc", "conv2d_NCHWc_int8"], "int、元组或列表，填充还可以是 str | 见卷积，没有默认值")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    x = tensor(tvm, 1, 2, 9, 9, 4)
    w = tensor(tvm, 2, 2, 3, 3, *((1, 8, 4) if name.endswith("int8") else (4, 8)))
    with tvm.target.Target("llvm"):
        size = lambda *given: shape(function(x, w, *given, "", ""))[2:4]
        assert size(1, "SAME", 1) == (9, 9) and size([2, 1], "VALID", (1, 2)) == (4, 5)
        assert size((1, 1), (0, 1, 2, 3), [1, 1]) == (9, 11) and size(1, [1, 0], 1) == (9, 7)
        with raises(TypeError):
            function(x, w)


@proves(NN + "unpack_NCHWc_to_nchw", "同时转换到 `out_dtype`；两个形参都必写")
def _(tvm):
    blocks = uniform(2, 3, 4, 5, 2) * 10
    out = run(tvm, lambda x: tvm.topi.nn.unpack_NCHWc_to_nchw(x, "int32"), blocks)
    assert out.dtype == "int32" and np.array_equal(out, unpacked(blocks).astype("int32"))
    with raises(TypeError):
        tvm.topi.nn.unpack_NCHWc_to_nchw(tensor(tvm, 2, 3, 4, 5, 2))


def deep(data, kernel, *rest):
    """Depthwise: data (N, C, H, W), kernel (C, m, KH, KW)."""
    c, m, kh, kw = kernel.shape
    return convolve(data, kernel.reshape(c * m, 1, kh, kw), *rest, c)


@proves(NN + "depthwise_conv2d_nchw", "`(N, C, H, W)`", "`(C, m, KH, KW)`；PyTorch 的 `(C·m, 1, KH, KW)` 要先 `reshape`", "返回 `(N, C·m, OH, OW)`，第 `c` 个输出通道来自第 `c // m` 个输入通道", "int 或两个元素的元组、列表", "没有默认值", "默认取 `Input` 的")
def _(tvm):
    data, kernel = uniform(2, 3, 6, 7), uniform(3, 2, 3, 2)
    for stride, dilation in ((1, 1), ((2, 1), [1, 2]), ([1, 3], 2)):
        out = run(tvm, lambda x, w: tvm.topi.nn.depthwise_conv2d_nchw(x, w, stride, 1, dilation), data, kernel)
        assert near(out, deep(data, kernel, stride, 1, dilation))
    given = [tensor(tvm, *v.shape, dtype="int8") for v in (data, kernel)]
    assert tvm.topi.nn.depthwise_conv2d_nchw(*given, 1, 0, 1).dtype == "int8"
    with raises(TypeError):
        tvm.topi.nn.depthwise_conv2d_nchw(*given)


@proves(NN + "depthwise_conv2d_nchw", "卷积核第一轴与 `C` 不符时不报错")
def _(tvm):
    for channels in (1, 2, 5):
        out = tvm.topi.nn.depthwise_conv2d_nchw(tensor(tvm, 1, 3, 6, 6), tensor(tvm, channels, 2, 3, 3), 1, 0, 1)
        assert shape(out) == (1, 6, 4, 4)


@proves(NN + "depthwise_conv2d_nhwc", "`(N, H, W, C)`", "`(KH, KW, C, m)`", "返回 `(N, OH, OW, C·m)`，第 `c` 个输出通道来自第 `c // m` 个输入通道", "int 或两个元素的元组、列表", "默认取 `Input` 的", "没有默认值")
def _(tvm):
    data, kernel = uniform(2, 3, 6, 7), uniform(3, 2, 3, 2)
    a, b = to(data, "NCHW", "NHWC"), to(kernel, "OIHW", "HWOI")
    for stride, dilation in ((1, 1), ((2, 1), [1, 2])):
        out = run(tvm, lambda x, w: tvm.topi.nn.depthwise_conv2d_nhwc(x, w, stride, 1, dilation), a, b)
        assert near(out, to(deep(data, kernel, stride, 1, dilation), "NCHW", "NHWC"))
    given = [tensor(tvm, *v.shape, dtype="int8") for v in (a, b)]
    assert tvm.topi.nn.depthwise_conv2d_nhwc(*given, 1, 0, 1).dtype == "int8"


@proves(NN + "depthwise_conv2d_nhwc", "`\"HWIO\"` 时 `Filter` 是 `(KH, KW, m, C)`；其他字符串都当作默认的 `\"HWOI\"`", versions=("0.12.0", "0.13.0"))
def _(tvm):
    data, kernel = uniform(2, 3, 6, 7), uniform(3, 2, 3, 2)
    expected = to(deep(data, kernel, 1, 0, 1), "NCHW", "NHWC")
    for layout, have in (("HWIO", "HWIO"), ("HWOI", "HWOI"), ("OIHW", "HWOI"), ("", "HWOI")):
        a, b = to(data, "NCHW", "NHWC"), to(kernel, "OIHW", have)
        out = run(tvm, lambda x, w: tvm.topi.nn.depthwise_conv2d_nhwc(x, w, 1, 0, 1, layout), a, b)
        assert near(out, expected), layout


@proves(NN + "depthwise_conv2d_NCHWc", "调用就抛出 `ValueError: missing register for topi.nn.depthwise_conv2d_NCHWc`，在目标的作用域内也一样", "x86 用 `topi.x86` 的同名函数")
def _(tvm):
    given = (tensor(tvm, 1, 2, 6, 6, 4), tensor(tvm, 2, 1, 3, 3, 1, 4), 1, 0, 1, "NCHW4c", "NCHW4c")
    for target in (None, "llvm", "cuda", "llvm -device=arm_cpu", "opencl -device=mali"):
        with tvm.target.Target(target) if target else contextlib.nullcontext():
            with raises(ValueError, "missing register for topi.nn.depthwise_conv2d_NCHWc"):
                tvm.topi.nn.depthwise_conv2d_NCHWc(*given)
    with tvm.target.Target("llvm"):
        assert shape(tvm.topi.x86.depthwise_conv2d_NCHWc(*given, "float32")) == (1, 2, 4, 4, 4)


@proves(NN + "depthwise_conv2d_backward_input_nhwc", "`(KH, KW, C, m)`", "输出的梯度 `(N, OH, OW, C·m)`", "输出的形状；只要求有四个，值没有用到", "输入的形状，也是结果的形状", "返回 `(N, H, W, C)`，与 PyTorch 的自动求导相同", "前向的步长", "前向的[填充](#conventions)")
def _(tvm):
    for stride, pad, pairs in ((1, 1, [(1, 1)] * 2), ((2, 1), (0, 1, 2, 0), [(0, 2), (1, 0)]), (3, 0, [(0, 0)] * 2)):
        kernel = uniform(3, 2, 3, 2)
        probe = deep(uniform(2, 3, 7, 8), kernel, stride, pairs, 1)
        grad = uniform(*probe.shape)
        ishape = (2, 7, 8, 3)
        out = run(
            tvm,
            lambda w, g: tvm.topi.nn.depthwise_conv2d_backward_input_nhwc(w, g, (0, 0, 0, 0), ishape, stride, pad),
            to(kernel, "OIHW", "HWOI"),
            to(grad, "NCHW", "NHWC"),
        )
        assert out.shape == ishape
        for _ in range(3):
            data = uniform(2, 3, 7, 8)
            forward = (deep(data, kernel, stride, pairs, 1) * grad).sum()
            assert abs(forward - (to(data, "NCHW", "NHWC") * out).sum()) < 1e-3
    with raises(ValueError):
        tvm.topi.nn.depthwise_conv2d_backward_input_nhwc(tensor(tvm, 3, 3, 2, 1), tensor(tvm, 1, 4, 4, 2), (1, 4, 4), (1, 6, 6, 2), 1, 0)


@proves(NN + "depthwise_conv2d_backward_weight_nhwc", "前向的输入 `(N, H, W, C)`", "输出的梯度 `(N, OH, OW, C·m)`", "输出的形状；只用到批次", "卷积核的形状 `(KH, KW, C, m)`；第三个没有用到，取自 `Input`", "返回 `(KH, KW, C, m)`", "前向的步长", "前向的[填充](#conventions)")
def _(tvm):
    for stride, pad, pairs in ((1, 1, [(1, 1)] * 2), ((2, 1), (0, 1, 2, 0), [(0, 2), (1, 0)])):
        data = uniform(2, 3, 7, 8)
        grad = uniform(*deep(data, uniform(3, 2, 3, 2), stride, pairs, 1).shape)
        out = run(
            tvm,
            lambda x, g: tvm.topi.nn.depthwise_conv2d_backward_weight_nhwc(x, g, (2, 0, 0, 0), (3, 2, 99, 2), stride, pad),
            to(data, "NCHW", "NHWC"),
            to(grad, "NCHW", "NHWC"),
        )
        assert out.shape == (3, 2, 3, 2)
        for _ in range(3):
            kernel = uniform(3, 2, 3, 2)
            forward = (deep(data, kernel, stride, pairs, 1) * grad).sum()
            assert abs(forward - (to(kernel, "OIHW", "HWOI") * out).sum()) < 1e-3


@proves(NN + "depthwise_conv2d_backward_weight_nhwc", "`C` 必须是常数", "`OH`、`OW` 必须是常数", "该是常数的地方写了变量，抛出 `AttributeError`")
def _(tvm):
    n = tvm.te.var("n")
    backward = tvm.topi.nn.depthwise_conv2d_backward_weight_nhwc
    for data, grad in (((1, 6, 6, n), (1, 4, 4, 2)), ((1, 6, 6, 2), (1, n, 4, 2)), ((1, 6, 6, 2), (1, 4, n, 2))):
        with raises(AttributeError):
            backward(tensor(tvm, *data), tensor(tvm, *grad), (1, 4, 4, 2), (3, 3, 2, 1), 1, 0)
    backward(tensor(tvm, n, 6, 6, 2), tensor(tvm, n, 4, 4, 2), (n, 4, 4, 2), (3, 3, 2, 1), 1, 0)
