"""Probes of docs/reference/api/python/relay/nn.md."""

import itertools

import numpy as np
from probes import proves, raises

NEWER = ("0.12.0", "0.13.0")
LATEST = ("0.13.0",)
OLDER = ("0.10.0", "0.12.0")


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    """The function main after type inference."""
    mod = expr if isinstance(expr, tvm.IRModule) else tvm.IRModule.from_expr(expr)
    return tvm.relay.transform.InferType()(mod)["main"]


def shape_of(tvm, expr):
    return tuple(getattr(n, "value", "?") for n in typed(tvm, expr).ret_type.shape)


def evaluate(tvm, expr, *values, level=2, target="llvm", kind="graph"):
    with tvm.transform.PassContext(opt_level=level):
        executor = tvm.relay.create_executor(kind, tvm.IRModule.from_expr(expr), tvm.cpu(), target)
        return executor.evaluate()(*values).numpy()


def evaluate_all(tvm, *cases):
    """The values of several expressions from one build; a case is an expression and the values of its free variables."""
    relay, given = tvm.relay, {}
    for expr, *values in cases:
        given.update((hash(one), (one, value)) for one, value in zip(relay.analysis.free_vars(expr), values))
    variables, values = zip(*given.values())
    function = relay.Function(variables, relay.Tuple([expr for expr, *_ in cases]))
    executor = relay.create_executor("graph", tvm.IRModule.from_expr(function), tvm.cpu(), "llvm")
    return [one.numpy() for one in executor.evaluate()(*values)]


def numbers(*shape, dtype="float32", seed=0):
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


def padded(values, pads, fill=0):
    """`values` with its last axes padded by pairs (before, after)."""
    return np.pad(values, [(0, 0)] * (values.ndim - len(pads)) + list(pads), constant_values=fill)


def convolve(data, weight, strides, pads, dilation, groups=1):
    """The convolution of channels-first data, as the page gives its size."""
    data = padded(data, pads)
    kernel = weight.shape[2:]
    sizes = [(n - ((k - 1) * d + 1)) // s + 1 for n, k, d, s in zip(data.shape[2:], kernel, dilation, strides)]
    out = np.zeros((data.shape[0], weight.shape[0], *sizes))
    inputs, outputs = data.shape[1] // groups, weight.shape[0] // groups
    for at in itertools.product(*map(range, kernel)):
        window = tuple(
            slice(i * d, i * d + (n - 1) * s + 1, s) for i, d, n, s in zip(at, dilation, sizes, strides)
        )
        for g in range(groups):
            part = data[(slice(None), slice(g * inputs, (g + 1) * inputs), *window)]
            rows = slice(g * outputs, (g + 1) * outputs)
            out[:, rows] += np.einsum("nc...,oc->no...", part, weight[(rows, slice(None), *at)])
    return out


def spread(data, weight, strides, pads, extra, groups=1):
    """The transposed convolution of channels-first data."""
    kernel = weight.shape[2:]
    full = [s * (n - 1) + k + e for n, k, s, e in zip(data.shape[2:], kernel, strides, extra)]
    inputs, outputs = data.shape[1] // groups, weight.shape[1]
    out = np.zeros((data.shape[0], outputs * groups, *full))
    for at in itertools.product(*map(range, kernel)):
        window = tuple(slice(i, i + (n - 1) * s + 1, s) for i, n, s in zip(at, data.shape[2:], strides))
        for g in range(groups):
            rows = slice(g * inputs, (g + 1) * inputs)
            part = np.einsum("nc...,co->no...", data[:, rows], weight[(rows, slice(None), *at)])
            out[(slice(None), slice(g * outputs, (g + 1) * outputs), *window)] += part
    return out[(..., *(slice(a, n - b) for (a, b), n in zip(pads, full)))]


def gradient(tvm, expr, *values):
    """What `relay.transform.gradient` of the sum of an expression gives for its variables."""
    relay = tvm.relay
    variables = relay.analysis.free_vars(expr)
    function = typed(tvm, relay.Function(variables, expr))
    mod = tvm.IRModule.from_expr(relay.transform.gradient(function, mode="first_order"))
    mod = relay.transform.ToGraphNormalForm()(relay.transform.InferType()(mod))
    executor = relay.create_executor("vm", relay.transform.InferType()(mod), tvm.cpu(), "llvm")
    return [one.numpy() for one in executor.evaluate()(*values)[1]]


@proves("tvm.relay.nn.get_pad_tuple1d", "返回 `(左, 右)`", "`padding` 是整数或长为 1 时两侧相同，长为 2 时原样返回")
def _(tvm):
    pad = tvm.relay.nn.get_pad_tuple1d
    assert pad(3) == pad((3,)) == pad([3]) == pad(tvm.runtime.convert([3])) == (3, 3)
    assert pad((1, 4)) == pad([1, 4]) == (1, 4)


@proves("tvm.relay.nn.get_pad_tuple1d", "其余长度抛出 `ValueError: Size of padding can only be 1 or 2`，其余类型抛出 `Unknown padding option`")
def _(tvm):
    for padding in ((), (1, 2, 3)):
        with raises(ValueError, "Size of padding can only be 1 or 2"):
            tvm.relay.nn.get_pad_tuple1d(padding)
    for padding in ("SAME", None, 1.0):
        with raises(ValueError, "Unknown padding option"):
            tvm.relay.nn.get_pad_tuple1d(padding)


@proves("tvm.relay.nn.get_pad_tuple2d", "返回 `(上, 左, 下, 右)`。整数用于四边；长为 2 是 `(高, 宽)`，长为 4 不变")
def _(tvm):
    pad = tvm.relay.nn.get_pad_tuple2d
    assert pad(3) == (3, 3, 3, 3) and pad((1, 2)) == (1, 2, 1, 2) and pad([1, 2, 3, 4]) == (1, 2, 3, 4)
    assert pad(tvm.runtime.convert([1, 2])) == (1, 2, 1, 2)


@proves("tvm.relay.nn.get_pad_tuple2d", "长为 1 的元组在这里不合法，字符串 `\"SAME\"` 也不支持，都抛出 `ValueError`")
def _(tvm):
    for padding in ((1,), "SAME", (1, 2, 3)):
        with raises(ValueError):
            tvm.relay.nn.get_pad_tuple2d(padding)


@proves("tvm.relay.nn.get_pad_tuple3d", "返回 `(前, 上, 左, 后, 下, 右)`。接受整数、长为 3 的 `(深, 高, 宽)` 或长为 6 的完整写法，其余抛出 `ValueError`")
def _(tvm):
    pad = tvm.relay.nn.get_pad_tuple3d
    assert pad(2) == (2,) * 6 and pad((1, 2, 3)) == (1, 2, 3, 1, 2, 3) and pad(range(6)[:0] or [0, 1, 2, 3, 4, 5]) == (0, 1, 2, 3, 4, 5)
    for padding in ((1,), (1, 2), (1, 2, 3, 4), "SAME", None):
        with raises(ValueError):
            pad(padding)


@proves("tvm.relay.nn.conv2d", "空间轴的输出大小是 `(输入 + 两侧填充 - ((核 - 1) × 膨胀 + 1)) // 步长 + 1`", "| `strides`、`dilation` | int 或 `(高, 宽)` | 步长和膨胀；整数用于两轴 |", "| `padding` | int、`(高, 宽)` 或 `(上, 左, 下, 右)` | 各边填几个 0 |", "各边填几个 0")
def _(tvm):
    nn = tvm.relay.nn
    data, weight = numbers(2, 4, 9, 11), numbers(6, 4, 3, 2, seed=1)
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
    for strides, padding, dilation in itertools.product((1, (2, 3)), (1, (0, 2), (1, 0, 2, 3)), (2, (1, 3))):
        top, left, bottom, right = nn.get_pad_tuple2d(padding)
        two = [(n, n) if isinstance(n, int) else n for n in (strides, dilation)]
        expected = convolve(data, weight, two[0], [(top, bottom), (left, right)], two[1])
        call = nn.conv2d(x, w, strides, padding, dilation)
        assert shape_of(tvm, call) == expected.shape
    assert np.allclose(evaluate(tvm, call, data, weight), expected)
    with raises(ValueError):
        nn.conv2d(x, w, padding=(1,))


@proves("tvm.relay.nn.conv2d", "卷积核比填充后的输入还大时不报错，得到 0 或负数的轴", "动态的轴仍是动态的")
def _(tvm):
    nn = tvm.relay.nn
    assert shape_of(tvm, nn.conv2d(var(tvm, "x", 1, 4, 2, 2), var(tvm, "w", 6, 4, 3, 4))) == (1, 6, 0, -1)
    x = tvm.relay.var("x", shape=(tvm.relay.Any(), 4, tvm.relay.Any(), 8))
    assert shape_of(tvm, nn.conv2d(x, var(tvm, "w", 6, 4, 3, 3))) == ("?", 6, "?", 6)


@proves("tvm.relay.nn.conv2d", "`groups` 为 1 并写了 `channels` 和 `kernel_size` 时，可以是没有类型的变量", "与 `channels` 都给出时推出卷积核的形状，否则从卷积核读出并核对", "输出通道数")
def _(tvm):
    nn, x = tvm.relay.nn, var(tvm, "x", 1, 4, 8, 8)
    function = typed(tvm, nn.conv2d(x, tvm.relay.var("w"), channels=6, kernel_size=(3, 5)))
    assert list(function.params[1].checked_type.shape) == [6, 4, 3, 5]
    assert list(function.ret_type.shape) == [1, 6, 6, 4]
    for partial in ({}, {"channels": 6}, {"kernel_size": 3}):
        with raises("DiagnosticError"):
            typed(tvm, nn.conv2d(x, tvm.relay.var("w"), **partial))
    w = var(tvm, "w", 6, 4, 3, 3)
    for good in ({}, {"channels": 6}, {"kernel_size": 3}, {"channels": 6, "kernel_size": 3}):
        assert shape_of(tvm, nn.conv2d(x, w, **good)) == (1, 6, 6, 6)
    for bad in ({"channels": 5}, {"kernel_size": 5}, {"kernel_size": (3, 5)}, {"channels": 5, "kernel_size": 3}):
        with raises("DiagnosticError"):
            typed(tvm, nn.conv2d(x, w, **bad))
    with raises("DiagnosticError"):
        typed(tvm, nn.conv2d(x, var(tvm, "w", 6, 3, 3, 3)))


@proves("tvm.relay.nn.conv2d", "把输入通道分成几组，每组的卷积核只看本组的 `C / groups` 个通道；等于 `C` 是逐通道卷积", "| NCHW | OIHW | `(N, C, H, W)` | `(O, C/groups, kh, kw)` | `(N, O, 输出高, 输出宽)` |", "NCHW 配 OIHW，NHWC 配 HWIO")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(2, 4, 6, 7)
    cases, answers = [], []
    for groups, outputs in ((1, 6), (2, 6), (4, 4), (4, 8)):
        weight = numbers(outputs, 4 // groups, 3, 2, seed=1)
        expected = convolve(data, weight, (1, 2), [(1, 1), (0, 0)], (1, 1), groups)
        call = nn.conv2d(var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape), (1, 2), (1, 0), groups=groups)
        cases.append((call, data, weight))
        answers.append(expected)
        last = np.ascontiguousarray(data.transpose(0, 2, 3, 1)), np.ascontiguousarray(weight.transpose(2, 3, 1, 0))
        if groups in (1, 2):
            x, w = (var(tvm, name, *value.shape) for name, value in zip("xw", last))
            call = nn.conv2d(x, w, (1, 2), (1, 0), groups=groups, channels=outputs, kernel_size=(3, 2), data_layout="NHWC", kernel_layout="HWIO")
            cases.append((call, *last))
            answers.append(expected.transpose(0, 2, 3, 1))
    for got, expected in zip(evaluate_all(tvm, *cases), answers):
        assert got.shape == expected.shape and np.allclose(got, expected)


@proves("tvm.relay.nn.conv2d", "| NHWC | HWIO | `(N, H, W, C)` | `(kh, kw, C/groups, O)` | `(N, 输出高, 输出宽, O)` |", "| NHWC，逐通道 | HWOI | `(N, H, W, C)` | `(kh, kw, C, m)` | `(N, 输出高, 输出宽, C·m)` |")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(1, 4, 6, 7)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    x = var(tvm, "x", *last.shape)
    weight = numbers(8, 1, 3, 2, seed=1)  # (C·m, 1, kh, kw), m = 2
    expected = convolve(data, weight, (1, 1), [(0, 0), (0, 0)], (1, 1), 4).transpose(0, 2, 3, 1)
    hwoi = np.ascontiguousarray(weight.reshape(4, 2, 3, 2).transpose(2, 3, 0, 1))
    call = nn.conv2d(x, var(tvm, "w", *hwoi.shape), groups=4, channels=8, kernel_size=(3, 2), data_layout="NHWC", kernel_layout="HWOI")
    got = evaluate(tvm, call, last, hwoi)
    assert got.shape == (1, 4, 6, 8) and np.allclose(got, expected)
    weight = numbers(5, 4, 3, 2, seed=1)
    hwio = np.ascontiguousarray(weight.transpose(2, 3, 1, 0))
    got = evaluate(tvm, nn.conv2d(x, var(tvm, "w", *hwio.shape), data_layout="NHWC", kernel_layout="HWIO"), last, hwio)
    assert got.shape == (1, 4, 6, 5)
    assert np.allclose(got, convolve(data, weight, (1, 1), [(0, 0), (0, 0)], (1, 1)).transpose(0, 2, 3, 1))


@proves("tvm.relay.nn.conv2d", "| NCHW8c | OIHW8i8o | `(N, C/8, H, W, 8)` | `(O/8, C/8, kh, kw, 8, 8)` | `(N, O/8, 输出高, 输出宽, 8)` |", "布局拆块时是五维")
def _(tvm):
    data, weight = numbers(1, 16, 5, 5), numbers(24, 16, 3, 3, seed=1)
    blocks = np.ascontiguousarray(data.reshape(1, 2, 8, 5, 5).transpose(0, 1, 3, 4, 2))
    kernel = np.ascontiguousarray(weight.reshape(3, 8, 2, 8, 3, 3).transpose(0, 2, 4, 5, 3, 1))
    x, w = var(tvm, "x", *blocks.shape), var(tvm, "w", *kernel.shape)
    call = tvm.relay.nn.conv2d(x, w, channels=24, kernel_size=3, data_layout="NCHW8c", kernel_layout="OIHW8i8o")
    got = evaluate(tvm, call, blocks, kernel)
    expected = convolve(data, weight, (1, 1), [(0, 0)] * 2, (1, 1))
    assert got.shape == (1, 3, 3, 3, 8)
    assert np.allclose(got.transpose(0, 1, 4, 2, 3).reshape(1, 24, 3, 3), expected)


@proves("tvm.relay.nn.conv2d", "输入和卷积核的布局", "HWCN 配 HWIO")
def _(tvm):
    data, weight = numbers(2, 4, 5, 6), numbers(3, 4, 3, 2, seed=1)
    last, kernel = np.ascontiguousarray(data.transpose(2, 3, 1, 0)), np.ascontiguousarray(weight.transpose(2, 3, 1, 0))
    x, w = var(tvm, "x", *last.shape), var(tvm, "w", *kernel.shape)
    got = evaluate(tvm, tvm.relay.nn.conv2d(x, w, data_layout="HWCN", kernel_layout="HWIO"), last, kernel)
    assert np.allclose(got, convolve(data, weight, (1, 1), [(0, 0)] * 2, (1, 1)).transpose(2, 3, 1, 0))
    for layouts in ({"data_layout": "CHWN"}, {"data_layout": "NHWC"}, {"kernel_layout": "HWIO"}):
        names = {"data_layout": "NCHW", "kernel_layout": "OIHW", **layouts}
        x = var(tvm, "x", *({"N": 2, "C": 4, "H": 5, "W": 6}[axis] for axis in names["data_layout"]))
        w = var(tvm, "w", *({"O": 3, "I": 4, "H": 3, "W": 2}[axis] for axis in names["kernel_layout"]))
        call = tvm.relay.nn.conv2d(x, w, **layouts)
        typed(tvm, call)
        with raises(Exception):
            evaluate(tvm, call, numbers(1), numbers(1))


@proves("tvm.relay.nn.conv2d", "`out_layout` 与 `data_layout` 不同时，`llvm` 目标上 `opt_level=3` 可用，更低的级别运行时报形状不符", "输出的布局，空字符串表示同 `data_layout`")
def _(tvm):
    data, weight = numbers(1, 4, 8, 9), numbers(5, 4, 3, 3, seed=1)
    shared = {"channels": 5, "kernel_size": 3}
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
    call = tvm.relay.nn.conv2d(x, w, out_layout="NHWC", **shared)
    assert shape_of(tvm, call) == (1, 6, 7, 5) and shape_of(tvm, tvm.relay.nn.conv2d(x, w, **shared)) == (1, 5, 6, 7)
    expected = convolve(data, weight, (1, 1), [(0, 0)] * 2, (1, 1)).transpose(0, 2, 3, 1)
    assert np.allclose(evaluate(tvm, call, data, weight, level=3), expected)
    for level in (0, 1, 2):
        with raises("TVMError", "shape"):
            evaluate(tvm, call, data, weight, level=level)


@proves("tvm.relay.nn.conv2d", "累加和输出的类型，空字符串表示同 `data`", '两个 int8 输入要写 `out_dtype="int32"`，否则在 int8 里溢出')
def _(tvm):
    x, w = var(tvm, "x", 1, 4, 3, 3, dtype="int8"), var(tvm, "w", 1, 4, 3, 3, dtype="int8")
    tens = np.full((1, 4, 3, 3), 10, "int8")
    narrow, wide = (tvm.relay.nn.conv2d(x, w, out_dtype=dtype) for dtype in ("", "int32"))
    assert evaluate(tvm, narrow, tens, tens).item() == np.int8(3600 % 256) and typed(tvm, narrow).ret_type.dtype == "int8"
    assert evaluate(tvm, wide, tens, tens).item() == 3600 and typed(tvm, wide).ret_type.dtype == "int32"


@proves("tvm.relay.nn.conv2d", "NCHW、不分组而没有写 `kernel_size`，`opt_level=3` 编译报 `The kernel size and channels of a Conv must be set or inferred by previous pass`")
def _(tvm):
    data, weight = numbers(1, 4, 8, 8), numbers(6, 4, 3, 3)
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
    for partial in ({}, {"channels": 6}):
        call = tvm.relay.nn.conv2d(x, w, **partial)
        with raises("TVMError", "The kernel size and channels of a Conv must be set or inferred by previous pass"):
            evaluate(tvm, call, data, weight, level=3)
        assert evaluate(tvm, call, data, weight, level=2).shape == (1, 6, 6, 6)
    assert evaluate(tvm, tvm.relay.nn.conv2d(x, w, kernel_size=3), data, weight, level=3).shape == (1, 6, 6, 6)
    grouped = tvm.relay.nn.conv2d(x, var(tvm, "w", 6, 2, 3, 3), groups=2)
    assert evaluate(tvm, grouped, data, numbers(6, 2, 3, 3), level=3).shape == (1, 6, 6, 6)


@proves("tvm.relay.nn.conv2d", "`groups` 大于 1 时卷积核必须有类型，否则诊断信息是 `Weight shape must be specified when groups is greater than 1.`", "逐通道时，NCHW 的卷积核写成 `(C·m, 1, kh, kw)` 或 `(C, m, kh, kw)`，后一种要同时写 `channels` 和 `kernel_size`")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(1, 4, 8, 8)
    x = var(tvm, "x", *data.shape)
    messages = []
    mod = tvm.IRModule.from_expr(nn.conv2d(x, tvm.relay.var("w"), groups=2, channels=6, kernel_size=3))
    tvm.register_func("diagnostics.OverrideRenderer", lambda: tvm.ir.diagnostics.DiagnosticRenderer(lambda ctx: messages.extend(d.message for d in ctx.diagnostics)), True)
    with raises("DiagnosticError"):
        typed(tvm, mod)
    assert "Weight shape must be specified when groups is greater than 1." in messages
    flat = numbers(8, 1, 3, 3, seed=1)
    both = {"groups": 4, "channels": 8, "kernel_size": 3}
    expected = convolve(data, flat, (1, 1), [(0, 0)] * 2, (1, 1), 4)
    for shape in ((8, 1, 3, 3), (4, 2, 3, 3)):
        got = evaluate(tvm, nn.conv2d(x, var(tvm, "w", *shape), **both), data, flat.reshape(shape))
        assert np.allclose(got, expected)
    assert shape_of(tvm, nn.conv2d(x, var(tvm, "w", 8, 1, 3, 3), groups=4)) == (1, 8, 6, 6)
    for partial in ({}, {"channels": 8}, {"kernel_size": 3}):
        with raises("DiagnosticError"):
            typed(tvm, nn.conv2d(x, var(tvm, "w", 4, 2, 3, 3), groups=4, **partial))


@proves("tvm.relay.nn.conv2d", "类型推断不核对 `groups` 能否整除通道数，也不核对两个输入的类型是否相同")
def _(tvm):
    nn, x = tvm.relay.nn, var(tvm, "x", 1, 4, 8, 8)
    assert shape_of(tvm, nn.conv2d(x, var(tvm, "w", 6, 1, 3, 3), groups=3)) == (1, 6, 6, 6)
    assert shape_of(tvm, nn.conv2d(x, var(tvm, "w", 5, 2, 3, 3), groups=2)) == (1, 5, 6, 6)
    assert typed(tvm, nn.conv2d(x, var(tvm, "w", 6, 4, 3, 3, dtype="float16"))).ret_type.dtype == "float32"


@proves("tvm.relay.nn.conv2d", "分组而 `kernel_layout` 含字母 G 时按 `GOIHW` 解释，只供 DNNL 用")
def _(tvm):
    nn, x = tvm.relay.nn, var(tvm, "x", 1, 4, 8, 8)
    call = nn.conv2d(x, var(tvm, "w", 2, 3, 2, 3, 3), groups=2, channels=6, kernel_size=3, kernel_layout="GOIHW")
    assert shape_of(tvm, call) == (1, 6, 6, 6)
    with raises(Exception):
        evaluate(tvm, call, numbers(1, 4, 8, 8), numbers(2, 3, 2, 3, 3))
    with raises("TVMError"):
        typed(tvm, nn.conv2d(x, var(tvm, "w", 1, 6, 4, 3, 3), channels=6, kernel_size=3, kernel_layout="GOIHW"))


@proves("tvm.relay.nn.conv2d", "`nn.conv2d`（只限 NCHW、OIHW，膨胀和 `groups` 都为 1）")
def _(tvm):
    x, w = var(tvm, "x", 1, 2, 5, 5), var(tvm, "w", 3, 2, 3, 3)
    data, weight = numbers(1, 2, 5, 5), numbers(3, 2, 3, 3, seed=1)
    slopes = gradient(tvm, tvm.relay.nn.conv2d(x, w, channels=3, kernel_size=3), data, weight)
    assert slopes[0].shape == data.shape and slopes[1].shape == weight.shape
    step = np.zeros_like(weight)
    step[1, 1, 2, 0] = 1
    change = convolve(data, weight + step, (1, 1), [(0, 0)] * 2, (1, 1)).sum() - convolve(data, weight, (1, 1), [(0, 0)] * 2, (1, 1)).sum()
    assert slopes[1][1, 1, 2, 0] == change
    for attrs in ({"dilation": 2}, {"groups": 2}):
        kernel = var(tvm, "w", 2, 2 // attrs.get("groups", 1), 3, 3)
        call = tvm.relay.nn.conv2d(x, kernel, channels=2, kernel_size=3, **attrs)
        try:
            got = gradient(tvm, call, data, numbers(2, 2 // attrs.get("groups", 1), 3, 3))
        except Exception:
            continue
        raise AssertionError(f"{attrs}: {[one.shape for one in got]}")


@proves("tvm.relay.nn.conv1d", "输入 `(N, C, W)`，卷积核 `(O, C/groups, W)`，输出 `(N, O, 输出宽)`", "`strides`、`dilation`、`kernel_size` 是整数或一个数的元组，`padding` 还可以是 `(左, 右)`", "NCW 配 OIW，NWC 配 WIO")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(2, 4, 12)
    cases, answers = [], []
    for groups, one, padding in ((1, 2, (1, 3)), (2, (2,), 1), (4, (2,), (1,))):
        weight = numbers(8, 4 // groups, 3, seed=1)
        left, right = nn.get_pad_tuple1d(padding)
        expected = convolve(data, weight, (2,), [(left, right)], (2,), groups)
        attrs = {"strides": one, "padding": padding, "dilation": one, "groups": groups, "channels": 8}
        attrs["kernel_size"] = 3 if one == 2 else (3,)
        cases.append((nn.conv1d(var(tvm, "x", 2, 4, 12), var(tvm, "w", *weight.shape), **attrs), data, weight))
        last = np.ascontiguousarray(data.transpose(0, 2, 1)), np.ascontiguousarray(weight.transpose(2, 1, 0))
        x, w = (var(tvm, name, *value.shape) for name, value in zip("xw", last))
        cases.append((nn.conv1d(x, w, data_layout="NWC", kernel_layout="WIO", **attrs), *last))
        answers += [expected, expected.transpose(0, 2, 1)]
    for got, expected in zip(evaluate_all(tvm, *cases), answers):
        assert got.shape == expected.shape and np.allclose(got, expected)


for version, kind in ((LATEST, "InternalError"), (OLDER, "TVMError")):

    @proves("tvm.relay.nn.conv1d", "分组时必须同时写 `channels` 和 `kernel_size`，这时卷积核也可以没有类型", f"类型推断就要求 `C` 等于卷积核的第二轴，没有除以 `groups`，抛出 `{kind}`", versions=version)
    def _(tvm, release=None, kind=kind):
        nn, x = tvm.relay.nn, var(tvm, "x", 1, 4, 9)
        both = {"channels": 6, "kernel_size": 3}
        assert shape_of(tvm, nn.conv1d(x, tvm.relay.var("w"), groups=2, **both)) == (1, 6, 7)
        for partial in ({}, {"channels": 6}, {"kernel_size": 3}):
            with raises(kind, "AssertEQ(dshape_ncw[1], wshape[1])"):
                typed(tvm, nn.conv1d(x, var(tvm, "w", 6, 2, 3), groups=2, **partial))
            assert shape_of(tvm, nn.conv1d(x, var(tvm, "w", 6, 4, 3), groups=2, **partial)) == (1, 6, 7)


@proves("tvm.relay.nn.conv1d", "一维和三维的实现不核对 `kernel_layout`：配错时在编译或运行时失败", "各轴的大小凑巧相同（例如一维的核长等于输出通道数）就没有提示，结果是错的")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(1, 9, 4)
    x = var(tvm, "x", *data.shape)
    with raises("TVMError"):
        evaluate(tvm, nn.conv1d(x, var(tvm, "w", 6, 4, 3), data_layout="NWC"), data, numbers(6, 4, 3))
    with raises("TVMError"):
        cube = var(tvm, "x", 1, 5, 5, 5, 4)
        evaluate(tvm, nn.conv3d(cube, var(tvm, "w", 6, 4, 3, 3, 3), data_layout="NDHWC"), numbers(1, 5, 5, 5, 4), numbers(6, 4, 3, 3, 3))
    weight = numbers(3, 4, 3, seed=1)
    got = evaluate(tvm, nn.conv1d(x, var(tvm, "w", 3, 4, 3), data_layout="NWC"), data, weight)
    expected = convolve(data.transpose(0, 2, 1), weight, (1,), [(0, 0)], (1,)).transpose(0, 2, 1)
    assert got.shape == expected.shape and not np.allclose(got, expected)


@proves("tvm.relay.nn.conv3d", "输入 `(N, C, D, H, W)`，卷积核 `(O, C/groups, D, H, W)`，输出 `(N, O, 输出深, 输出高, 输出宽)`", "`strides`、`dilation`、`kernel_size` 是整数或 `(深, 高, 宽)`，`padding` 还可以是 `(前, 上, 左, 后, 下, 右)`", "NCDHW 配 OIDHW，NDHWC 配 DHWIO")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(1, 4, 5, 6, 7)
    cases, answers = [], []
    for groups, attrs in (
        (1, {"strides": (1, 2, 1), "padding": (0, 1, 2, 1, 0, 1), "dilation": (2, 1, 1), "kernel_size": (2, 3, 1)}),
        (4, {"strides": 1, "padding": 1, "dilation": 1, "kernel_size": 3}),
    ):
        kernel = attrs["kernel_size"] if groups == 1 else (3, 3, 3)
        weight = numbers(4, 4 // groups, *kernel, seed=1)
        front, top, left, back, bottom, right = nn.get_pad_tuple3d(attrs["padding"])
        three = [(n,) * 3 if isinstance(n, int) else n for n in (attrs["strides"], attrs["dilation"])]
        expected = convolve(data, weight, three[0], [(front, back), (top, bottom), (left, right)], three[1], groups)
        x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
        cases.append((nn.conv3d(x, w, groups=groups, channels=4, **attrs), data, weight))
        last = np.ascontiguousarray(data.transpose(0, 2, 3, 4, 1)), np.ascontiguousarray(weight.transpose(2, 3, 4, 1, 0))
        x, w = (var(tvm, name, *value.shape) for name, value in zip("xw", last))
        call = nn.conv3d(x, w, groups=groups, channels=4, data_layout="NDHWC", kernel_layout="DHWIO", **attrs)
        cases.append((call, *last))
        answers += [expected, expected.transpose(0, 2, 3, 4, 1)]
    for got, expected in zip(evaluate_all(tvm, *cases), answers):
        assert got.shape == expected.shape and np.allclose(got, expected)


@proves("tvm.relay.nn.conv3d", "写了 `channels` 和 `kernel_size` 时，分组的卷积核也可以没有类型", "逐通道的卷积核不能写成 `(C, m, …)`，`kernel_layout` 不能含字母 G")
def _(tvm):
    nn, x = tvm.relay.nn, var(tvm, "x", 1, 4, 5, 5, 5)
    assert shape_of(tvm, nn.conv3d(x, tvm.relay.var("w"), groups=2, channels=6, kernel_size=3)) == (1, 6, 3, 3, 3)
    with raises("DiagnosticError"):
        typed(tvm, nn.conv3d(x, var(tvm, "w", 4, 2, 3, 3, 3), groups=4, channels=8, kernel_size=3))
    with raises("TVMError"):
        typed(tvm, nn.conv3d(x, var(tvm, "w", 2, 3, 2, 3, 3, 3), groups=2, channels=6, kernel_size=3, kernel_layout="GOIDHW"))


@proves("tvm.relay.nn.conv3d", "由卷积核推断而形状不符时是 `InternalError`", versions=LATEST)
@proves("tvm.relay.nn.conv3d", "由卷积核推断而形状不符时是 `TVMError`", versions=OLDER)
def _(tvm, release):
    nn, x = tvm.relay.nn, var(tvm, "x", 1, 4, 5, 5, 5)
    for weight, attrs in (((6, 3, 3, 3, 3), {}), ((6, 4, 3, 3, 3), {"channels": 5}), ((6, 4, 3, 3, 3), {"kernel_size": 2})):
        with raises("InternalError" if release == "0.13.0" else "TVMError", "convolution.cc"):
            typed(tvm, nn.conv3d(x, var(tvm, "w", *weight), **attrs))


@proves("tvm.relay.nn.conv3d", "没有注册梯度")
@proves("tvm.relay.nn.max_pool1d", "没有注册梯度")
@proves("tvm.relay.nn.max_pool3d", "没有注册梯度")
@proves("tvm.relay.nn.avg_pool1d", "没有注册梯度")
@proves("tvm.relay.nn.avg_pool3d", "没有注册梯度")
@proves("tvm.relay.nn.global_max_pool2d", "没有注册梯度")
def _(tvm):
    def has(name):
        return tvm.ir.Op.get(name).get_attr("FPrimalGradient") is not None

    listed = "conv2d dense matmul batch_matmul bias_add batch_flatten max_pool2d avg_pool2d global_avg_pool2d relu softmax log_softmax cross_entropy cross_entropy_with_logits"
    assert all(has(f"nn.{name}") for name in listed.split())
    others = [name for name in tvm.ir.Op.list_op_names() if name.startswith("nn.") and name[3:] not in listed.split()]
    assert [name for name in others if has(name)] == []


@proves("tvm.relay.nn.conv3d", "CPU 上 NDHWC 分组时，`groups` 不能小于输入、输出通道各自的分块，否则编译时是没有说明的 `AssertionError`", "输出的分块是输出通道数不超过 4 的最大因子，输入的是输入通道数不超过它的最大因子")
def _(tvm):
    def block(n, most):
        return max(i for i in range(1, most + 1) if n % i == 0)

    for groups, inputs, outputs in ((2, 4, 6), (4, 4, 8), (2, 2, 2), (3, 6, 6), (2, 6, 10), (2, 2, 4), (2, 8, 2)):
        x, w = var(tvm, "x", 1, 3, 3, 3, inputs), var(tvm, "w", 3, 3, 3, inputs // groups, outputs)
        call = tvm.relay.nn.conv3d(x, w, groups=groups, channels=outputs, kernel_size=3, data_layout="NDHWC", kernel_layout="DHWIO")
        values = numbers(1, 3, 3, 3, inputs), numbers(3, 3, 3, inputs // groups, outputs)
        most = block(outputs, 4)
        if groups >= max(most, block(inputs, most)):
            assert evaluate(tvm, call, *values).shape == (1, 1, 1, 1, outputs)
        else:
            with raises(Exception, "AssertionError"):
                evaluate(tvm, call, *values)


def deformed(tvm, data, offset, weight, **attrs):
    shapes = (var(tvm, name, *value.shape) for name, value in zip("xow", (data, offset, weight)))
    call = tvm.relay.nn.deformable_conv2d(*shapes, channels=weight.shape[0], kernel_size=(3, 3), **attrs)
    return evaluate(tvm, call, data, offset, weight)


@proves("tvm.relay.nn.deformable_conv2d", "偏移全为 0 时结果与 `conv2d` 相同，采样点越出输入时取 0", "每个采样点先按 `offset` 平移，再双线性插值", "每个核位置先 y 后 x")
def _(tvm):
    data, weight = numbers(1, 4, 6, 7), numbers(3, 4, 3, 3, seed=1)
    zero = np.zeros((1, 18, 4, 5), "float32")
    assert np.allclose(deformed(tvm, data, zero, weight), convolve(data, weight, (1, 1), [(0, 0)] * 2, (1, 1)))
    assert not deformed(tvm, data, zero + 100, weight).any()
    down = zero.copy()
    down[:, 0::2] = 1  # the y of each place
    moved = np.concatenate([data[:, :, 1:], np.zeros((1, 4, 1, 7), "float32")], 2)
    assert np.allclose(deformed(tvm, data, down, weight), convolve(moved, weight, (1, 1), [(0, 0)] * 2, (1, 1)))
    half = zero.copy()
    half[:, 1::2] = 0.5
    mean = (data[..., :-1] + data[..., 1:]) / 2
    expected = convolve(mean, weight, (1, 1), [(0, 0)] * 2, (1, 1))
    assert np.allclose(deformed(tvm, data, half, weight)[..., :4], expected)


@proves("tvm.relay.nn.deformable_conv2d", "形状由类型推断给出：`(N, 2·kh·kw·deformable_groups, 输出高, 输出宽)`", "输入通道分几组，各组有自己的偏移", "不能省略，`None` 在调用时报 `TVMError`", "| `strides`、`dilation`、`kernel_size` | `(高, 宽)` | 必须是元组 |")
def _(tvm):
    relay, x, w = tvm.relay, var(tvm, "x", 2, 4, 8, 9), var(tvm, "w", 6, 4, 3, 2)
    attrs = {"channels": 6, "kernel_size": (3, 2)}
    function = typed(tvm, relay.nn.deformable_conv2d(x, relay.var("o"), w, deformable_groups=2, strides=(2, 1), **attrs))
    offset = next(p for p in function.params if p.name_hint == "o")
    assert list(offset.checked_type.shape) == [2, 24, 3, 8] and list(function.ret_type.shape) == [2, 6, 3, 8]
    for bad in ({"channels": None}, {"strides": 2}, {"dilation": 2}, {"kernel_size": 3}):
        with raises("TVMError"):
            relay.nn.deformable_conv2d(x, relay.var("o"), w, **{**attrs, **bad})
    data, weight = numbers(1, 4, 5, 5), numbers(1, 4, 3, 3, seed=1)
    offset = np.zeros((1, 36, 3, 3), "float32")
    offset[:, 18:] = 100  # the second half of the channels is read outside
    got = deformed(tvm, data, offset, weight, deformable_groups=2)
    assert np.allclose(got, convolve(data[:, :2], weight[:, :2], (1, 1), [(0, 0)] * 2, (1, 1)))


@proves("tvm.relay.nn.deformable_conv2d", "大于 1 能通过类型推断，编译报 `deformable_conv2d_nchw does not support groups > 1`", "NCHW 配 OIHW，或 NHWC 配 HWIO")
def _(tvm):
    data = numbers(1, 4, 5, 6)
    with raises(Exception, "deformable_conv2d_nchw does not support groups > 1"):
        deformed(tvm, data, np.zeros((1, 18, 3, 4), "float32"), numbers(6, 2, 3, 3), groups=2)
    weight = numbers(2, 4, 3, 3, seed=1)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    offset = np.zeros((1, 3, 4, 18), "float32")
    kernel = np.ascontiguousarray(weight.transpose(2, 3, 1, 0))
    shapes = (var(tvm, name, *value.shape) for name, value in zip("xow", (last, offset, kernel)))
    call = tvm.relay.nn.deformable_conv2d(*shapes, channels=2, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWIO")
    expected = convolve(data, weight, (1, 1), [(0, 0)] * 2, (1, 1)).transpose(0, 2, 3, 1)
    assert np.allclose(evaluate(tvm, call, last, offset, kernel), expected)


@proves("tvm.relay.nn.conv2d_backward_weight", "返回的形状按 `OIHW` 是 `(O, C/groups, kh, kw)`", "| `kernel_size` | int 或 `(高, 宽)` | 必须给出 |", "只有逐通道时必须给出", "空字符串表示同 `grad`", "`conv2d` 输出的梯度")
def _(tvm):
    nn = tvm.relay.nn
    data, grad = numbers(2, 4, 6, 7), numbers(2, 6, 4, 5, seed=1)
    x, g = var(tvm, "x", *data.shape), var(tvm, "g", *grad.shape)
    call = nn.conv2d_backward_weight(g, x, kernel_size=3)
    assert shape_of(tvm, call) == (6, 4, 3, 3)
    got = evaluate(tvm, tvm.relay.Function([g, x], call), grad, data)
    zero = np.zeros((6, 4, 3, 3), "float32")
    for at in ((0, 0, 0, 0), (5, 3, 2, 1)):
        step = zero.copy()
        step[at] = 1
        assert np.isclose(got[at], (convolve(data, step, (1, 1), [(0, 0)] * 2, (1, 1)) * grad).sum())
    with raises("TVMError"):
        typed(tvm, nn.conv2d_backward_weight(g, x))
    same = var(tvm, "g", 2, 4, 4, 5)
    with raises("TVMError"):
        typed(tvm, nn.conv2d_backward_weight(same, x, kernel_size=3, groups=4))
    assert shape_of(tvm, nn.conv2d_backward_weight(same, x, kernel_size=3, groups=4, channels=4)) == (4, 1, 3, 3)
    assert shape_of(tvm, nn.conv2d_backward_weight(g, x, kernel_size=3, groups=2)) == (6, 2, 3, 3)
    half = var(tvm, "g", *grad.shape, dtype="float16")
    assert typed(tvm, nn.conv2d_backward_weight(half, x, kernel_size=3)).ret_type.dtype == "float16"
    assert typed(tvm, nn.conv2d_backward_weight(half, x, kernel_size=3, out_dtype="float64")).ret_type.dtype == "float64"


@proves("tvm.relay.nn.conv2d_backward_weight", "`opt_level=0` 不跑它，编译报 `conv2d_backward_weight is currently only supported with cudnn`", "靠 `Legalize`（1 级）拆成 `tile`、`reshape` 和一个 `conv2d`", "别的布局能通过类型推断，编译时可能是 `AssertionError`", "返回值的布局")
def _(tvm):
    nn, relay = tvm.relay.nn, tvm.relay
    data, grad = numbers(2, 4, 6, 7), numbers(2, 6, 4, 5, seed=1)
    x, g = var(tvm, "x", *data.shape), var(tvm, "g", *grad.shape)
    function = relay.Function([g, x], nn.conv2d_backward_weight(g, x, kernel_size=3))
    with raises(Exception, "conv2d_backward_weight is currently only supported with cudnn"):
        evaluate(tvm, function, grad, data, level=0)
    assert evaluate(tvm, function, grad, data, level=1).shape == (6, 4, 3, 3)
    mod = relay.transform.Legalize()(relay.transform.InferType()(tvm.IRModule.from_expr(function)))
    text = mod["main"].astext(show_meta_data=False)
    assert all(name in text for name in (" tile(", " reshape(", " nn.conv2d(")) and "backward_weight" not in text
    last = {"grad_layout": "NHWC", "data_layout": "NHWC", "kernel_layout": "HWIO"}
    x, g = var(tvm, "x", 2, 6, 7, 4), var(tvm, "g", 2, 4, 5, 6)
    function = relay.Function([g, x], nn.conv2d_backward_weight(g, x, kernel_size=3, **last))
    assert shape_of(tvm, function) == (3, 3, 4, 6)
    with raises(Exception, "AssertionError"):
        evaluate(tvm, function, numbers(2, 4, 5, 6), numbers(2, 6, 7, 4))


def correlated(one, two, kernel, most, stride1, stride2, pads, multiply):
    top, left, bottom, right = pads
    one, two = (padded(value, [(top, bottom), (left, right)]) for value in (one, two))
    n, channels, height, width = one.shape
    border, radius = most + (kernel - 1) // 2, most // stride2
    steps = [-(-(size - 2 * border) // stride1) for size in (height, width)]
    out = np.zeros((n, (2 * radius + 1) ** 2, *steps))
    for q, (dy, dx) in enumerate(itertools.product(range(-radius, radius + 1), repeat=2)):
        for i, j in itertools.product(*map(range, steps)):
            y, x = i * stride1 + most, j * stride1 + most
            a = one[:, :, y : y + kernel, x : x + kernel]
            b = two[:, :, y + dy * stride2 :, x + dx * stride2 :][:, :, :kernel, :kernel]
            out[:, q, i, j] = (a * b if multiply else abs(a - b)).sum((1, 2, 3)) / (kernel**2 * channels)
    return out


@proves("tvm.relay.nn.correlation", "True 用乘积，False 用差的绝对值", "通道数是 `(2·(max_displacement // stride2) + 1)²`，每个值再除以 `kernel_size² × 通道数`", "第一张图的步长；邻域内位移的步长", "小块的边长", "邻域的半径", "两张图都填 0；元组长为 2 或 4")
def _(tvm):
    one, two = numbers(1, 2, 9, 10), numbers(1, 2, 9, 10, seed=1)
    a, b = var(tvm, "a", *one.shape), var(tvm, "b", *two.shape)
    for kernel, most, stride1, stride2, padding, multiply in ((3, 2, 1, 1, 2, True), (1, 3, 2, 2, (1, 2), False), (3, 2, 2, 1, (0, 1, 2, 3), True)):
        call = tvm.relay.nn.correlation(a, b, kernel, most, stride1, stride2, padding, multiply, "NCHW")
        expected = correlated(one, two, kernel, most, stride1, stride2, tvm.relay.nn.get_pad_tuple2d(padding), multiply)
        got = evaluate(tvm, call, one, two)
        assert got.shape == expected.shape and np.allclose(got, expected, atol=1e-5)


@proves("tvm.relay.nn.correlation", "必须是奇数，编译时才检查", "长为 1 能通过类型推断，编译时报 `invalid padding`", '只能是 `"NCHW"`，否则类型推断报 `layout not supported.`', "两个输入的形状必须相同，类型推断不查，编译时断言")
def _(tvm):
    one, two = numbers(1, 2, 9, 9), numbers(1, 2, 9, 8)
    a, b = var(tvm, "a", *one.shape), var(tvm, "b", *one.shape)
    make = tvm.relay.nn.correlation
    for call, other, words in (
        (make(a, b, 2, 1, 1, 1, 1, True, "NCHW"), one, "kernel_size should be"),
        (make(a, b, 3, 1, 1, 1, (1,), True, "NCHW"), one, "invalid padding"),
        (make(a, var(tvm, "b", *two.shape), 3, 1, 1, 1, 1, True, "NCHW"), two, "data1 and data2 should have the same shape"),
    ):
        typed(tvm, call)
        with raises(Exception, words):
            evaluate(tvm, call, one, other)
    with raises("TVMError", "layout not supported."):
        typed(tvm, make(a, b, 3, 1, 1, 1, 1, True, "NHWC"))


@proves("tvm.relay.nn.conv2d_transpose", "空间轴的输出大小是 `步长 × (输入 - 1) + (核 - 1) × 膨胀 + 1 - 两侧填充 + output_padding`", "从输出的各边裁掉几个元素", "在输出的末端补长", "能分组编译", "| `weight` | `relay.Expr` | 卷积核，`(C, O/groups, kh, kw)` |", "分几组；输出通道数 `O`")
def _(tvm):
    data = numbers(1, 4, 4, 5)
    for groups, strides, padding, extra in ((1, (2, 3), 1, (1, 0)), (2, (2, 1), (1, 0), (0, 0)), (4, (3, 3), (0, 1, 2, 1), (2, 1))):
        weight = numbers(4, 3, 3, 2, seed=1)
        top, left, bottom, right = tvm.relay.nn.get_pad_tuple2d(padding)
        expected = spread(data, weight, strides, [(top, bottom), (left, right)], extra, groups)
        x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
        attrs = {"groups": groups, "channels": 3 * groups, "kernel_size": (3, 2), "output_padding": extra}
        got = evaluate(tvm, tvm.relay.nn.conv2d_transpose(x, w, strides, padding, **attrs), data, weight)
        assert got.shape == expected.shape and np.allclose(got, expected)
    call = tvm.relay.nn.conv2d_transpose(x, w, dilation=(2, 3), channels=3, kernel_size=(3, 2))
    assert shape_of(tvm, call) == (1, 3, 8, 8)


@proves("tvm.relay.nn.conv2d_transpose", "| `strides`、`dilation`、`kernel_size` | `(高, 宽)` | 必须是元组 |", "必须小于步长，否则编译时是没有说明的 `AssertionError`", "`dilation` 不为 1 能通过类型推断，`llvm` 目标编译时报 `not support dilate now`", "类型推断把输出通道算成 `O/groups`，运行时以形状不符报错")
def _(tvm):
    make = tvm.relay.nn.conv2d_transpose
    data, weight = numbers(1, 4, 4, 5), numbers(4, 3, 3, 2, seed=1)
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
    for bad in ({"strides": 2}, {"dilation": 1}, {"kernel_size": 3}, {"output_padding": 1}):
        with raises("TVMError"):
            make(x, w, **bad)
    for strides, extra in (((1, 1), (1, 0)), ((2, 2), (0, 2))):
        with raises(Exception, "AssertionError"):
            evaluate(tvm, make(x, w, strides, output_padding=extra), data, weight)
    with raises(Exception, "not support dilate now"):
        evaluate(tvm, make(x, w, dilation=(2, 2)), data, weight)
    grouped = make(x, w, groups=2)
    assert shape_of(tvm, grouped) == (1, 3, 6, 6)
    with raises("TVMError", "shape"):
        evaluate(tvm, grouped, data, weight)


@proves("tvm.relay.nn.conv2d_transpose", "NHWC 由 `Legalize`（1 级）换成 NCHW，`opt_level=0` 编译报 `only support nchw for now`", "`data_layout` 是 NHWC 时写 IOHW、OIHW、HWIO、HWOI 都可以")
def _(tvm):
    data, weight = numbers(1, 4, 4, 5), numbers(4, 3, 3, 2, seed=1)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    expected = spread(data, weight, (1, 1), [(0, 0)] * 2, (0, 0)).transpose(0, 2, 3, 1)
    x = var(tvm, "x", *last.shape)
    for layout in ("IOHW", "OIHW", "HWIO", "HWOI"):
        kernel = np.ascontiguousarray(weight.transpose(*("IOHW".index(axis) for axis in layout)))
        call = tvm.relay.nn.conv2d_transpose(x, var(tvm, "w", *kernel.shape), channels=3, kernel_size=(3, 2), data_layout="NHWC", kernel_layout=layout)
        got = evaluate(tvm, call, last, kernel, level=1)
        assert got.shape == expected.shape and np.allclose(got, expected), layout
        with raises(Exception, "only support nchw for now"):
            evaluate(tvm, call, last, kernel, level=0)


@proves("tvm.relay.nn.conv2d_transpose", "分组而 `kernel_layout` 含字母 G 时按 `GIOHW` 解释", "输出的布局和类型，空字符串表示同 `data`")
def _(tvm):
    x = var(tvm, "x", 1, 4, 4, 5, dtype="float16")
    attrs = {"channels": 6, "kernel_size": (3, 2)}
    call = tvm.relay.nn.conv2d_transpose(x, tvm.relay.var("w"), groups=2, kernel_layout="GIOHW", **attrs)
    function = typed(tvm, call)
    assert list(function.params[1].checked_type.shape) == [2, 2, 3, 3, 2]
    assert function.ret_type.dtype == "float16" and list(function.ret_type.shape) == [1, 6, 6, 6]
    call = tvm.relay.nn.conv2d_transpose(x, tvm.relay.var("w"), out_dtype="float32", out_layout="NHWC", **attrs)
    assert typed(tvm, call).ret_type.dtype == "float32" and shape_of(tvm, call) == (1, 6, 6, 6)


@proves("tvm.relay.nn.conv1d_transpose", "输入 `(N, C, W)`，卷积核 `(C, O, W)`，输出 `(N, O, 输出宽)`", "编译时只支持 NCW 且 `groups` 为 1", "都必须写成元组，整数在调用时报 `TVMError`")
def _(tvm):
    make = tvm.relay.nn.conv1d_transpose
    data, weight = numbers(2, 4, 6), numbers(4, 3, 3, seed=1)
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
    got = evaluate(tvm, make(x, w, (2,), (1, 0), output_padding=(1,)), data, weight)
    expected = spread(data, weight, (2,), [(1, 0)], (1,))
    assert got.shape == expected.shape and np.allclose(got, expected)
    for bad in ({"strides": 2}, {"padding": 1}, {"kernel_size": 3}, {"dilation": 1}, {"output_padding": 1}):
        with raises("TVMError"):
            make(x, w, **bad)
    with raises(Exception, "conv1d_transpose dilation is not supported"):
        evaluate(tvm, make(x, w, dilation=(2,)), data, weight)
    grouped = make(x, var(tvm, "w", 4, 3, 3), groups=2, channels=6, kernel_size=(3,))
    assert shape_of(tvm, grouped) == (2, 6, 8)
    with raises(Exception):
        evaluate(tvm, grouped, data, weight)
    last = make(var(tvm, "x", 2, 6, 4), w, data_layout="NWC", channels=3, kernel_size=(3,))
    assert shape_of(tvm, last) == (2, 8, 3)
    with raises(Exception):
        evaluate(tvm, last, numbers(2, 6, 4), weight)


@proves("tvm.relay.nn.conv3d_transpose", "输入 `(N, C, D, H, W)`，卷积核 `(C, O, D, H, W)`，编译时 `groups` 只能是 1", "`strides`、`kernel_size`、`dilation` 和 `padding` 可以是整数，`output_padding` 不行", "`opt_level=0` 编译报 `only support ncdhw for now`")
def _(tvm):
    make = tvm.relay.nn.conv3d_transpose
    data, weight = numbers(1, 4, 3, 4, 5), numbers(4, 2, 2, 2, 2, seed=1)
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
    attrs = {"channels": 2, "kernel_size": 2}
    got = evaluate(tvm, make(x, w, 2, 1, 1, output_padding=(0, 1, 0), **attrs), data, weight)
    expected = spread(data, weight, (2, 2, 2), [(1, 1)] * 3, (0, 1, 0))
    assert got.shape == expected.shape and np.allclose(got, expected)
    with raises("TVMError"):
        make(x, w, output_padding=1)
    with raises(Exception, "only support groups == 1"):
        evaluate(tvm, make(x, w, groups=2, channels=4, kernel_size=2), data, weight)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 4, 1))
    call = make(var(tvm, "x", *last.shape), w, data_layout="NDHWC", **attrs)
    got = evaluate(tvm, call, last, weight, level=1)
    assert np.allclose(got, spread(data, weight, (1, 1, 1), [(0, 0)] * 3, (0, 0, 0)).transpose(0, 2, 3, 4, 1))
    with raises(Exception, "only support ncdhw for now"):
        evaluate(tvm, call, last, weight, level=0)


@proves("tvm.relay.nn.conv3d_transpose", "把高和宽两个方向的核大小弄反：核的高宽不等就得到错误的形状，运行失败")
def _(tvm):
    make = tvm.relay.nn.conv3d_transpose
    data, weight = numbers(1, 4, 4, 4, 4), numbers(4, 2, 1, 3, 2)
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *weight.shape)
    for partial in ({}, {"channels": 2}, {"kernel_size": (1, 3, 2)}):
        call = make(x, w, **partial)
        assert shape_of(tvm, call) == (1, 2, 4, 5, 6)
        with raises("TVMError"):
            evaluate(tvm, call, data, weight)
    call = make(x, w, channels=2, kernel_size=(1, 3, 2))
    assert np.allclose(evaluate(tvm, call, data, weight), spread(data, weight, (1, 1, 1), [(0, 0)] * 3, (0, 0, 0)))


@proves("tvm.relay.nn.conv1d_transpose", "`kernel_layout` 里 O 和 I 的意思，在 `conv1d_transpose` 和 `conv3d_transpose` 中与实际相反：默认的 OIW、OIDHW，第一轴其实是输入通道", "在输入与输出的通道数不同时类型推断失败", versions=("0.10.0",))
@proves("tvm.relay.nn.conv3d_transpose", "`kernel_layout` 可以写 OIDHW、IODHW、DHWIO 和 DHWOI，O 与 I 都按上面的相反意思", versions=("0.10.0",))
def _(tvm):
    nn = tvm.relay.nn
    data, weight = numbers(1, 4, 3, 4, 5), numbers(4, 2, 2, 2, 2, seed=1)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 4, 1))
    expected = spread(data, weight, (1, 1, 1), [(0, 0)] * 3, (0, 0, 0)).transpose(0, 2, 3, 4, 1)
    for layout in ("OIDHW", "IODHW", "DHWIO", "DHWOI"):
        kernel = np.ascontiguousarray(weight.transpose(*("OIDHW".index(axis) for axis in layout)))
        call = nn.conv3d_transpose(var(tvm, "x", *last.shape), var(tvm, "w", *kernel.shape), channels=2, kernel_size=2, data_layout="NDHWC", kernel_layout=layout)
        assert np.allclose(evaluate(tvm, call, last, kernel), expected), layout
    both = {"channels": 2, "kernel_size": (2,)}
    x, w = var(tvm, "x", 1, 4, 5), var(tvm, "w", 4, 2, 2)
    assert shape_of(tvm, nn.conv1d_transpose(x, w, **both)) == (1, 2, 6)
    with raises("TVMError"):
        typed(tvm, nn.conv1d_transpose(x, w, kernel_layout="IOW", **both))


@proves("tvm.relay.nn.conv2d", "不分组、不膨胀，结果就多出 256 乘以权重之和", "NCHW 配 OIHW，NHWC 配 HWOI，NCHWxc", "`conv2d` 的卷积核布局配错，编译时是没有说明的 `AssertionError`", versions=("0.10.0",))
def _(tvm):
    nn = tvm.relay.nn
    data, weight = numbers(1, 16, 5, 5, dtype="int8"), numbers(16, 16, 3, 3, dtype="int8", seed=1)
    x, w = (var(tvm, name, *value.shape, dtype="int8") for name, value in zip("xw", (data, weight)))
    call = nn.conv2d(x, w, channels=16, kernel_size=3, out_dtype="int32")
    right = convolve(data.astype("int64"), weight.astype("int64"), (1, 1), [(0, 0)] * 2, (1, 1))
    assert np.array_equal(evaluate(tvm, call, data, weight), right)
    wrong = evaluate(tvm, call, data, weight, target="llvm -mcpu=nehalem")
    assert np.array_equal(wrong, right + 256 * weight.astype("int64").sum((1, 2, 3))[None, :, None, None])
    call = nn.conv2d(var(tvm, "x", 1, 5, 5, 4), var(tvm, "w", 3, 3, 1, 4), groups=4, channels=4, kernel_size=3, data_layout="NHWC", kernel_layout="HWIO")
    for one, values in ((call, (numbers(1, 5, 5, 4), numbers(3, 3, 1, 4))), (nn.conv2d(var(tvm, "x", 1, 5, 5, 4), var(tvm, "w", 6, 4, 3, 3), data_layout="NHWC"), (numbers(1, 5, 5, 4), numbers(6, 4, 3, 3)))):
        with raises(Exception, "AssertionError"):
            evaluate(tvm, one, *values)


@proves("tvm.relay.nn.dense", "`data` 乘 `weight` 的转置。返回 `(…, units)`", "`(…, 特征数)`", "`(units, 特征数)`；写了 `units` 时可以没有类型", "给出时由它推出 `weight` 的形状并核对，省略时从 `weight` 读出")
def _(tvm):
    nn, relay = tvm.relay.nn, tvm.relay
    data, weight = numbers(3, 4), numbers(5, 4, seed=1)
    x, w = var(tvm, "x", 3, 4), var(tvm, "w", 5, 4)
    for units in (None, 5):
        assert np.allclose(evaluate(tvm, nn.dense(x, w, units), data, weight), data @ weight.T)
    assert shape_of(tvm, nn.dense(var(tvm, "x", 2, 3, 4), w)) == (2, 3, 5) and shape_of(tvm, nn.dense(var(tvm, "x", 4), w)) == (5,)
    function = typed(tvm, nn.dense(x, relay.var("w"), 7))
    assert list(function.params[1].checked_type.shape) == [7, 4] and list(function.ret_type.shape) == [3, 7]
    for call in (nn.dense(x, relay.var("w")), nn.dense(x, w, 6), nn.dense(x, var(tvm, "w", 5, 6), 5)):
        with raises("DiagnosticError"):
            typed(tvm, call)


@proves("tvm.relay.nn.dense", "`llvm` 目标的实现只支持二维", "三维的 `data` 在 `llvm` 目标上编译报 `ValueError: too many values to unpack`，要先 `reshape`", '两个 int8 相乘要写 `"int32"`', "累加和输出的类型，空字符串表示同 `data`")
def _(tvm):
    nn = tvm.relay.nn
    data, weight = numbers(2, 3, 4), numbers(5, 4, seed=1)
    x, w = var(tvm, "x", 2, 3, 4), var(tvm, "w", 5, 4)
    with raises(Exception, "too many values to unpack"):
        evaluate(tvm, nn.dense(x, w), data, weight)
    flat = nn.dense(tvm.relay.reshape(x, (-1, 4)), w)
    assert np.allclose(evaluate(tvm, flat, data, weight), data.reshape(-1, 4) @ weight.T)
    tens = np.full((1, 4), 10, "int8")
    a, b = var(tvm, "a", 1, 4, dtype="int8"), var(tvm, "b", 1, 4, dtype="int8")
    assert evaluate(tvm, nn.dense(a, b), tens, tens).item() == 400 - 512
    assert evaluate(tvm, nn.dense(a, b, out_dtype="int32"), tens, tens).item() == 400


@proves("tvm.relay.nn.dense", "没有写 `units` 时，两侧的特征数不等也能通过类型推断", versions=NEWER)
def _(tvm):
    assert shape_of(tvm, tvm.relay.nn.dense(var(tvm, "x", 3, 4), var(tvm, "w", 5, 6))) == (3, 5)


@proves("tvm.relay.nn.dense", "两侧的特征数不等时类型推断失败：没有写 `units` 是 `TVMError`，信息里有 `MatmulRel: input dimension doesn't match`，写了是 `DiagnosticError`", versions=("0.10.0",))
def _(tvm):
    x, w = var(tvm, "x", 3, 4), var(tvm, "w", 5, 6)
    with raises("TVMError", "MatmulRel: input dimension doesn't match"):
        typed(tvm, tvm.relay.nn.dense(x, w))
    with raises("DiagnosticError"):
        typed(tvm, tvm.relay.nn.dense(x, w, 5))


@proves("tvm.relay.nn.matmul", "返回 `(m, n)`", "`(m, k)`，`transpose_a=True` 时是 `(k, m)`", "`(k, n)`，`transpose_b=True` 时是 `(n, k)`", "只转置 `tensor_b` 时生成的是 `nn.dense`", "其余三种生成 `nn.matmul`", "即 n；给出时由它推出 `tensor_b` 的形状并核对，省略时从 `tensor_b` 读出")
def _(tvm):
    left, right = numbers(3, 4), numbers(4, 5, seed=1)
    cases = []
    for ta, tb in itertools.product((False, True), repeat=2):
        values = np.ascontiguousarray(left.T if ta else left), np.ascontiguousarray(right.T if tb else right)
        a, b = (var(tvm, name, *value.shape) for name, value in zip("ab", values))
        for units in (None, 5):
            call = tvm.relay.nn.matmul(a, b, units, transpose_a=ta, transpose_b=tb)
            assert call.op.name == ("nn.dense" if tb and not ta else "nn.matmul")
            cases.append((call, *values))
        untyped = typed(tvm, tvm.relay.nn.matmul(a, tvm.relay.var("b"), 5, transpose_a=ta, transpose_b=tb))
        assert list(untyped.params[1].checked_type.shape) == list(values[1].shape)
        with raises("DiagnosticError"):
            typed(tvm, tvm.relay.nn.matmul(a, b, 6, transpose_a=ta, transpose_b=tb))
    assert all(np.allclose(got, left @ right) for got in evaluate_all(tvm, *cases))


@proves("tvm.relay.nn.matmul", "`tensor_a` 多于二维时编译报 `only support 2-dim matmul`", "累加和输出的类型，空字符串表示同 `tensor_a`")
def _(tvm):
    make = tvm.relay.nn.matmul
    call = make(var(tvm, "a", 2, 3, 4), var(tvm, "b", 4, 5))
    assert shape_of(tvm, call) == (2, 3, 5)
    with raises(Exception, "only support 2-dim matmul"):
        evaluate(tvm, call, numbers(2, 3, 4), numbers(4, 5))
    tens = np.full((1, 4), 10, "int8")
    a, b = var(tvm, "a", 1, 4, dtype="int8"), var(tvm, "b", 4, 1, dtype="int8")
    assert evaluate(tvm, make(a, b), tens, tens.T).item() == 400 - 512
    assert evaluate(tvm, make(a, b, out_dtype="int32"), tens, tens.T).item() == 400


@proves("tvm.relay.nn.matmul", "形状函数把行数算错，运行报形状不符、得到错误的形状，或者进程中止")
def _(tvm):
    import os

    relay = tvm.relay
    left, right = numbers(4, 3), numbers(4, 5, seed=1)
    a = relay.var("a", shape=(4, relay.Any()), dtype="float32")
    mod = tvm.IRModule.from_expr(relay.nn.matmul(a, var(tvm, "b", 4, 5), transpose_a=True))
    child = os.fork()
    if child == 0:
        try:
            got = relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()(left, right).numpy()
            os._exit(7 if got.shape == (3, 5) and np.allclose(got, left.T @ right) else 1)
        except Exception:
            os._exit(2)
    _, status = os.waitpid(child, 0)
    assert not (os.WIFEXITED(status) and os.WEXITSTATUS(status) == 7)


@proves("tvm.relay.nn.matmul", "不带 `-libs` 时相乘的轴还必须是静态的，未知时编译报 `TypeError: int() argument must be`", versions=OLDER)
def _(tvm):
    relay = tvm.relay
    a = relay.var("a", shape=(3, relay.Any()), dtype="float32")
    b = relay.var("b", shape=(relay.Any(), 5), dtype="float32")
    with raises(Exception, "int() argument must be"):
        evaluate(tvm, relay.nn.matmul(a, b), numbers(3, 4), numbers(4, 5), kind="vm")


@proves("tvm.relay.nn.batch_matmul", "返回 `(b, m, n)`。注意 `transpose_b` 默认是 True", "`(b, m, k)`，`transpose_a=True` 时是 `(b, k, m)`", "`(b, n, k)`，`transpose_b=False` 时是 `(b, k, n)`")
def _(tvm):
    left, right = numbers(2, 3, 4), numbers(2, 4, 5, seed=1)
    cases = []
    for ta, tb in itertools.product((False, True), repeat=2):
        values = [np.ascontiguousarray(v.transpose(0, 2, 1) if t else v) for v, t in ((left, ta), (right, tb))]
        a, b = (var(tvm, name, *value.shape) for name, value in zip("ab", values))
        call = tvm.relay.nn.batch_matmul(a, b, transpose_a=ta, transpose_b=tb)
        cases.append((call, *values))
    assert all(np.allclose(got, left @ right) for got in evaluate_all(tvm, *cases))
    assert tvm.relay.nn.batch_matmul(a, b).attrs.transpose_b and not tvm.relay.nn.batch_matmul(a, b).attrs.transpose_a


@proves("tvm.relay.nn.batch_matmul", "批次可以不同，只要其中一个是 1；其余的不等，以及 `k` 不等，类型推断报 `BatchDot: …`", "累加和输出的类型，空字符串表示同 `tensor_a`")
def _(tvm):
    make = tvm.relay.nn.batch_matmul
    for one, two in (((1, 3, 4), (6, 5, 4)), ((6, 3, 4), (1, 5, 4))):
        values = numbers(*one), numbers(*two, seed=1)
        got = evaluate(tvm, make(var(tvm, "a", *one), var(tvm, "b", *two)), *values)
        assert np.allclose(got, values[0] @ values[1].transpose(0, 2, 1))
    for one, two in (((2, 3, 4), (6, 5, 4)), ((2, 3, 4), (2, 5, 3))):
        with raises("TVMError", "BatchDot: "):
            typed(tvm, make(var(tvm, "a", *one), var(tvm, "b", *two)))
    tens = np.full((1, 1, 4), 10, "int8")
    a, b = (var(tvm, name, 1, 1, 4, dtype="int8") for name in "ab")
    assert evaluate(tvm, make(a, b), tens, tens).item() == 400 - 512
    assert evaluate(tvm, make(a, b, out_dtype="int32"), tens, tens).item() == 400


def mixed(tvm, one, two, target="llvm", **attrs):
    a, b = var(tvm, "a", *one, dtype="uint8"), var(tvm, "b", *two, dtype="int8")
    values = numbers(*one, dtype="int8").astype("uint8") % 5, numbers(*two, dtype="int8", seed=1)
    call = tvm.relay.nn.batch_matmul(a, b, **attrs)
    expected = values[0].astype("int32") @ values[1].astype("int32").transpose(0, 2, 1)
    return np.array_equal(evaluate(tvm, call, *values, target=target), expected)


@proves("tvm.relay.nn.batch_matmul", "例外是 x86 上不转置 `tensor_a`、转置 `tensor_b` 的 uint8 乘 int8（`n` 是 16 的倍数、`k` 是 4 的倍数）", '这个实现不广播批次，结果固定是 int32，所以两个批次要相同，并写 `out_dtype="int32"`', versions=NEWER)
def _(tvm):
    assert mixed(tvm, (2, 3, 8), (2, 16, 8), out_dtype="int32")
    for one, two, attrs in (((2, 3, 8), (1, 16, 8), {"out_dtype": "int32"}), ((1, 3, 8), (2, 16, 8), {"out_dtype": "int32"}), ((2, 3, 8), (2, 16, 8), {})):
        try:
            assert not mixed(tvm, one, two, **attrs)
        except tvm.TVMError:
            pass
    assert mixed(tvm, (2, 3, 8), (1, 15, 8), out_dtype="int32")


@proves("tvm.relay.nn.contrib_dense_pack", "输出的列数是权重第 0 轴乘第 2 轴", "二维 `(N, 特征数)`", "一般是 `(units // t, 特征数, t)`", '写成 `"NC8n"` 一类；默认的 `"NC"` 在 `llvm` 上也能编译，结果相同', "空字符串表示同 `data`")
def _(tvm):
    data, weight = numbers(3, 4), numbers(16, 4, seed=1)
    packed = np.ascontiguousarray(weight.reshape(2, 8, 4).transpose(0, 2, 1))
    x, w = var(tvm, "x", 3, 4), var(tvm, "w", 2, 4, 8)
    for layout, units in (("NC8n", 16), ("NC8n", 99), ("NC8n", None), ("NC", None)):
        call = tvm.relay.nn.contrib_dense_pack(x, w, layout, units)
        assert shape_of(tvm, call) == (3, 16) and typed(tvm, call).ret_type.dtype == "float32"
        assert np.allclose(evaluate(tvm, call, data, packed), data @ weight.T)
    assert typed(tvm, tvm.relay.nn.contrib_dense_pack(x, w, "NC8n", out_dtype="float64")).ret_type.dtype == "float64"
    with raises("TVMError"):
        typed(tvm, tvm.relay.nn.contrib_dense_pack(var(tvm, "x", 2, 3, 4), w, "NC8n"))


@proves("tvm.relay.nn.contrib_dense_pack", 'uint8 乘 int8 得 int32 的实现用 `"NC16n4c"`，权重是四维的 `(units // 16, 特征数 // 4, 16, 4)`')
def _(tvm, release):
    target = "llvm" if release == "0.13.0" else "llvm -mcpu=cascadelake"
    x, w = var(tvm, "x", 3, 8, dtype="uint8"), var(tvm, "w", 2, 2, 16, 4, dtype="int8")
    call = tvm.relay.nn.contrib_dense_pack(x, w, "NC16n4c", out_dtype="int32")
    assert shape_of(tvm, call) == (3, 32)
    with tvm.transform.PassContext(opt_level=2):
        library = tvm.relay.build(tvm.IRModule.from_expr(call), target)
    if target == "llvm":
        data, weight = numbers(3, 8).astype("uint8") % 5, numbers(32, 8, dtype="int8", seed=1)
        packed = np.ascontiguousarray(weight.reshape(2, 16, 2, 4).transpose(0, 2, 1, 3))
        module = tvm.contrib.graph_executor.GraphModule(library["default"](tvm.cpu()))
        module.run(x=data, w=packed)
        assert np.array_equal(module.get_output(0).numpy(), data.astype("int32") @ weight.T.astype("int32"))


@proves("tvm.relay.nn.bias_add", "沿 `axis` 轴加上偏置", "返回值与 `data` 同形状、同类型", "形状 `(data.shape[axis],)`，类型同 `data`，不提升；可以没有类型", "任意维数，不能是标量", "可以是负数；越界时诊断信息是 `The axis in bias_add must be in range for the shape`")
def _(tvm):
    nn, relay = tvm.relay.nn, tvm.relay
    data, bias = numbers(2, 3, 4), numbers(3, seed=1)
    for axis in (1, -2):
        got = evaluate(tvm, nn.bias_add(var(tvm, "x", 2, 3, 4), var(tvm, "b", 3), axis), data, bias)
        assert np.allclose(got, data + bias[:, None])
    assert np.allclose(evaluate(tvm, nn.bias_add(var(tvm, "x", 3), var(tvm, "b", 3), 0), bias, bias), 2 * bias)
    half = typed(tvm, nn.bias_add(var(tvm, "x", 2, 3, dtype="float16"), relay.var("b")))
    assert str(half.params[1].checked_type) == "Tensor[(3), float16]" or list(half.params[1].checked_type.shape) == [3]
    assert half.params[1].checked_type.dtype == half.ret_type.dtype == "float16" and list(half.ret_type.shape) == [2, 3]
    for bias in (var(tvm, "b", 3, dtype="float16"), var(tvm, "b"), var(tvm, "b", 1), var(tvm, "b", 1, 3)):
        with raises("DiagnosticError"):
            typed(tvm, nn.bias_add(var(tvm, "x", 2, 3), bias))
    messages = []
    tvm.register_func("diagnostics.OverrideRenderer", lambda: tvm.ir.diagnostics.DiagnosticRenderer(lambda ctx: messages.extend(d.message for d in ctx.diagnostics)), True)
    for data, axis in ((var(tvm, "x", 2, 3), 2), (var(tvm, "x", 2, 3), -3), (var(tvm, "x"), 0), (var(tvm, "x"), -1)):
        messages.clear()
        with raises("TVMError"):
            typed(tvm, nn.bias_add(data, relay.var("b"), axis))
        assert any("The axis in bias_add must be in range for the shape" in one for one in messages)


@proves("tvm.relay.nn.batch_flatten", "`(N, C, H, W)` 得 `(N, C·H·W)`", "一维输入 `(n,)` 得 `(n, 1)`，标量不能推断", "其余各轴里有动态轴时，合成的轴也是动态的")
def _(tvm):
    flatten, data = tvm.relay.nn.batch_flatten, numbers(2, 3, 4, 5)
    assert np.array_equal(evaluate(tvm, flatten(var(tvm, "x", 2, 3, 4, 5)), data), data.reshape(2, 60))
    assert shape_of(tvm, flatten(var(tvm, "x", 6))) == (6, 1)
    with raises("TVMError"):
        typed(tvm, flatten(var(tvm, "x")))
    unknown = tvm.relay.Any()
    assert shape_of(tvm, flatten(tvm.relay.var("x", shape=(2, unknown, 3)))) == (2, "?")
    assert shape_of(tvm, flatten(tvm.relay.var("x", shape=(unknown, 2, 3)))) == ("?", 6)


def compressed(tvm, matrix, block=None, tuples=False):
    import scipy.sparse as sp
    from collections import namedtuple

    kept = sp.csr_matrix(matrix) if block is None else sp.bsr_matrix(matrix, blocksize=block)
    parts = [tvm.relay.const(one) for one in (kept.data, kept.indices.astype("int32"), kept.indptr.astype("int32"))]
    return tuple(parts) if tuples else namedtuple("Sparse", "data indices indptr")(*parts)


MATRIX = np.array([[0, 2, 0, 0], [1, 0, 3, 0], [0, 0, 0, 4], [5, 0, 0, 0]], "float32")


@proves("tvm.relay.nn.sparse_dense", "False 算 `D · Sᵀ`，True 算 `S · Dᵀ`", "格式可以是 CSR 或 BSR，由 `data` 的维数（1 或 3）区分", "带有 `data`、`indices`、`indptr` 的命名元组，或依次是这三项的元组")
def _(tvm):
    dense = numbers(3, 4)
    d = var(tvm, "d", 3, 4)
    for block, tuples in ((None, False), (None, True), ((2, 2), False)):
        parts = compressed(tvm, MATRIX, block, tuples)
        assert len(typed(tvm, parts[0]).ret_type.shape) == (1 if block is None else 3)
        assert np.allclose(evaluate(tvm, tvm.relay.nn.sparse_dense(d, parts), dense), dense @ MATRIX.T)
        assert np.allclose(evaluate(tvm, tvm.relay.nn.sparse_dense(d, parts, True), dense), MATRIX @ dense.T)


@proves("tvm.relay.nn.sparse_dense", "三维能通过类型推断，但得到的形状是错的", "里面是 NumPy 数组，直接传入会报 `TypeError`")
def _(tvm):
    import scipy.sparse as sp

    parts = compressed(tvm, MATRIX)
    assert shape_of(tvm, tvm.relay.nn.sparse_dense(var(tvm, "d", 2, 3, 4), parts)) == (2, 4)
    for make in (tvm.relay.nn.sparse_dense, tvm.relay.nn.sparse_add):
        with raises(TypeError):
            make(var(tvm, "d", 4, 4), sp.csr_matrix(MATRIX))


def transposed(tvm, data, indices, indptr):
    values = [np.asarray(data, "float32"), np.asarray(indices, "int32"), np.asarray(indptr, "int32")]
    variables = [var(tvm, n, *v.shape, dtype=v.dtype.name) for n, v in zip(("data", "indices", "indptr"), values)]
    result = tvm.relay.nn.sparse_transpose(variables)
    assert type(result) is tvm.relay.expr.TupleWrapper and len(result) == 3
    function = tvm.relay.Function(variables, result.astuple())
    executor = tvm.relay.create_executor("graph", tvm.IRModule.from_expr(function), tvm.cpu(), "llvm")
    return [one.numpy() for one in executor.evaluate()(*values)]


@proves("tvm.relay.nn.sparse_transpose", "转置一个 n×n 的 CSR 稀疏矩阵，返回同样格式的 `relay.expr.TupleWrapper`，依次是 `data`、`indices`、`indptr`", "各行的元素按原来的行号从小到大排列", "列比行少的矩阵，转置后多出空的行", "n 取 `indptr` 的长度减 1", "`(n + 1,)`，int32，各行的起点")
def _(tvm):
    import scipy.sparse as sp

    full = np.array([[0, 2, 7], [1, 0, 3], [6, 5, 0]], "float32")
    kept = sp.csr_matrix(full)
    data, indices, indptr = transposed(tvm, kept.data, kept.indices, kept.indptr)
    assert np.array_equal(sp.csr_matrix((data, indices, indptr), (3, 3)).toarray(), full.T)
    assert list(indices) == [1, 2, 0, 2, 0, 1]
    kept = sp.csr_matrix(full[:, :2])
    data, indices, indptr = transposed(tvm, kept.data, kept.indices, kept.indptr)
    assert list(indptr) == [0, 2, 4, 4]


@proves("tvm.relay.nn.sparse_transpose", "`data`、`indices` 不是一维时类型推断失败", "int64 的索引在运行时报类型不符", "`(nnz,)`，任意类型，输出的类型与它相同", "BSR 的 `data` 是三维的，不支持")
def _(tvm):
    relay = tvm.relay

    def build(data, indices, dtype="int32"):
        parts = [var(tvm, "d", *data), var(tvm, "i", *indices, dtype=dtype), var(tvm, "p", 3, dtype=dtype)]
        return relay.Function(parts, relay.nn.sparse_transpose(parts).astuple())

    for bad in (((2, 1), (2,)), ((2,), (2, 1)), ((1, 2, 2), (1,))):
        with raises("TVMError"):
            typed(tvm, build(*bad))
    wide = build((2,), (2,), "int64")
    assert typed(tvm, wide).ret_type.fields[1].dtype == "int64"
    executor = relay.create_executor("graph", tvm.IRModule.from_expr(wide), tvm.cpu(), "llvm")
    with raises("TVMError"):
        executor.evaluate()(numbers(2), np.array([0, 1]), np.array([0, 1, 2]))
    for dtype in ("float64", "int8"):
        parts = [relay.var("d", shape=(2,), dtype=dtype), var(tvm, "i", 2, dtype="int32"), var(tvm, "p", 3, dtype="int32")]
        function = relay.Function(parts, relay.nn.sparse_transpose(parts).astuple())
        run = relay.create_executor("graph", tvm.IRModule.from_expr(function), tvm.cpu(), "llvm").evaluate()
        got = run(np.array([1, 2], dtype), np.array([1, 0], "int32"), np.array([0, 1, 2], "int32"))
        assert got[0].dtype == dtype and list(got[0].numpy()) == [2, 1]


@proves("tvm.relay.nn.sparse_add", "返回与 `dense_mat` 同形状的稠密矩阵", "两者的数据类型必须相同，`data` 和 `indices` 必须是一维，否则类型推断报错")
def _(tvm):
    relay, dense = tvm.relay, numbers(4, 4)
    parts = compressed(tvm, MATRIX)
    assert np.allclose(evaluate(tvm, relay.nn.sparse_add(var(tvm, "d", 4, 4), parts), dense), dense + MATRIX)
    flat = [var(tvm, "a", 5), var(tvm, "i", 5, dtype="int32"), var(tvm, "p", 5, dtype="int32")]
    assert shape_of(tvm, relay.nn.sparse_add(var(tvm, "d", 4, 4), flat)) == (4, 4)
    for at, bad in ((0, var(tvm, "a", 5, dtype="float64")), (0, var(tvm, "a", 5, 1)), (1, var(tvm, "i", 5, 1, dtype="int32"))):
        wrong = [*flat[:at], bad, *flat[at + 1 :]]
        with raises("TVMError"):
            typed(tvm, relay.nn.sparse_add(var(tvm, "d", 4, 4), wrong))


@proves("tvm.relay.nn.sparse_add", "稀疏矩阵的形状没有记录在三项里，越界的列号不会被发现")
def _(tvm):
    relay = tvm.relay
    variables = [var(tvm, "d", 2, 2), var(tvm, "a", 1), var(tvm, "i", 1, dtype="int32"), var(tvm, "p", 3, dtype="int32")]
    function = relay.Function(variables, relay.nn.sparse_add(variables[0], variables[1:]))
    values = np.zeros((2, 2), "float32"), np.ones(1, "float32"), np.array([2], "int32"), np.array([0, 1, 1], "int32")
    got = evaluate(tvm, function, *values)  # column 2 of row 0 lies where row 1 begins
    assert got.shape == (2, 2) and got[1, 0] == 1


def pooled(data, size, strides, pads, dilation, ceil, average=False, include=False):
    """Pooling of the last axes."""
    axes = len(size)
    low = -np.inf if not average else 0
    sizes = []
    for n, k, s, (a, b), d in zip(data.shape[-axes:], size, strides, pads, dilation):
        span = n + a + b - ((k - 1) * d + 1)
        sizes.append((-(-span // s) if ceil else span // s) + 1)
    grown = padded(data.astype("float64"), [(a, b + s * k * d) for (a, b), s, k, d in zip(pads, strides, size, dilation)], low)
    real = padded(np.ones(data.shape), [(a, b + s * k * d) for (a, b), s, k, d in zip(pads, strides, size, dilation)])
    inside = padded(np.ones([n + a + b for n, (a, b) in zip(data.shape[-axes:], pads)]), [(0, s * k * d) for s, k, d in zip(strides, size, dilation)])
    parts, counts, covered = [], [], []
    for at in itertools.product(*map(range, size)):
        window = tuple(slice(i * d, i * d + (n - 1) * s + 1, s) for i, d, n, s in zip(at, dilation, sizes, strides))
        parts.append(grown[(..., *window)])
        counts.append(real[(..., *window)])
        covered.append(inside[window])
    if not average:
        return np.max(parts, 0)
    return np.sum(parts, 0) / (np.sum(covered, 0) if include else np.maximum(np.sum(counts, 0), 1))


SHAPES = {1: (1, 2, 9), 2: (1, 2, 8, 9), 3: (1, 2, 5, 6, 7)}
PAD = {1: (1, 0), 2: (1, 0, 0, 1), 3: (1, 0, 1, 0, 1, 1)}

for kind, dims in itertools.product(("max", "avg"), (1, 2, 3)):
    words = {1: "输入 `(N, C, W)`，输出 `(N, C, 输出宽)`", 2: "输出 `(N, C, 输出高, 输出宽)`", 3: "输入 `(N, C, D, H, W)`，输出 `(N, C, 输出深, 输出高, 输出宽)`"}[dims]
    row = {1: "1 个数或 2 个数：左、右", 2: "2 个数或 4 个数：上、左、下、右", 3: "3 个数或 6 个数：前、上、左、后、下、右"}
    table = {1: "1 个或 2 个数：左、右", 2: "2 个或 4 个数：上、左、下、右", 3: "3 个或 6 个数：前、上、左、后、下、右"}[dims]

    @proves(f"tvm.relay.nn.{kind}_pool{dims}d", words, table, "空间轴的输出大小公式同卷积；`ceil_mode=True` 时除法向上取整", "返回的张量类型不变，只有空间轴改变")
    def _(tvm, release=None, name=f"{kind}_pool{dims}d", dims=dims):
        make = getattr(tvm.relay.nn, name)
        data = numbers(*SHAPES[dims])
        x = var(tvm, "x", *data.shape)
        cases, answers = [(make(x), data)], [data]  # the defaults
        for size, strides, padding, dilation, ceil in ((2, 2, PAD[dims], 1, False), ((3,) * dims, (2,) * dims, 1, (1,) * dims, True), (2, 1, (1,) * dims, (2,) * dims, False)):
            full = getattr(tvm.relay.nn, f"get_pad_tuple{dims}d")(padding)
            pads = list(zip(full[:dims], full[dims:]))
            many = [(n,) * dims if isinstance(n, int) else n for n in (size, strides, dilation)]
            expected = pooled(data, many[0], many[1], pads, many[2], ceil, "avg" in name)
            cases.append((make(x, size, strides, dilation, padding, ceil_mode=ceil), data))
            answers.append(expected)
        for got, expected in zip(evaluate_all(tvm, *cases), answers):
            assert got.shape == expected.shape and np.allclose(got, expected)
        with raises(ValueError, "Size of padding can only be"):
            make(x, 2, padding=(1,) * 5)


for dims in (1, 2, 3):

    @proves(f"tvm.relay.nn.avg_pool{dims}d", "平均池化的分母算不算填充的元素", *(["默认不计填充，与 PyTorch 的默认相反"] if dims == 2 else ["默认分母只数窗口里真实的元素"]))
    def _(tvm, release=None, dims=dims):
        make, data = getattr(tvm.relay.nn, f"avg_pool{dims}d"), np.ones(SHAPES[dims], "float32")
        x = var(tvm, "x", *data.shape)
        assert np.allclose(evaluate(tvm, make(x, 2, padding=1), data), 1)
        got = evaluate(tvm, make(x, 2, padding=1, count_include_pad=True), data)
        assert got.flat[0] == 0.5**dims and got[(0, 0) + (1,) * dims] == 1


@proves("tvm.relay.nn.max_pool2d", "也可以拆块成五维、六维", "必须含有各空间轴，且空间轴不能再拆块", "`layout` 缺空间轴，或者空间轴拆了块，类型推断报 `Invalid layout`")
def _(tvm):
    make, data = tvm.relay.nn.max_pool2d, numbers(2, 8, 4, 4)
    expected = data.reshape(2, 8, 2, 2, 2, 2).max((3, 5))
    blocks = np.ascontiguousarray(data.reshape(2, 2, 4, 4, 4).transpose(0, 1, 3, 4, 2))
    got = evaluate(tvm, make(var(tvm, "x", *blocks.shape), 2, 2, layout="NCHW4c"), blocks)
    assert np.array_equal(got.transpose(0, 1, 4, 2, 3).reshape(expected.shape), expected)
    six = np.ascontiguousarray(data.reshape(1, 2, 2, 4, 4, 4).transpose(0, 2, 4, 5, 1, 3))
    got = evaluate(tvm, make(var(tvm, "x", *six.shape), 2, 2, layout="NCHW2n4c"), six)
    assert np.array_equal(got.transpose(0, 4, 1, 5, 2, 3).reshape(expected.shape), expected)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    got = evaluate(tvm, make(var(tvm, "x", *last.shape), 2, 2, layout="NHWC"), last)
    assert np.array_equal(got, expected.transpose(0, 2, 3, 1))
    for layout, shape in (("NCH", (1, 2, 4)), ("NCW", (1, 2, 4)), ("NCHW2h", (1, 2, 2, 4, 2)), ("NCHW2w", (1, 2, 4, 2, 2))):
        with raises("TVMError", "Invalid layout"):
            typed(tvm, make(var(tvm, "x", *shape), 2, layout=layout))


@proves("tvm.relay.nn.max_pool2d", "空，或与 `layout` 相同；不同时 `opt_level=3` 编译报 `Pooling input/output layouts mismatch`，更低的级别不看它", "最大池化填该类型的最小值", "最大池化在那里得到类型的最小值")
def _(tvm):
    make, data = tvm.relay.nn.max_pool2d, numbers(1, 2, 4, 4)
    x = var(tvm, "x", *data.shape)
    for out in ("", "NCHW"):
        assert evaluate(tvm, make(x, 2, out_layout=out), data, level=3).shape == (1, 2, 3, 3)
    other = make(x, 2, out_layout="NHWC")
    assert evaluate(tvm, other, data, level=2).shape == (1, 2, 3, 3)
    with raises("TVMError", "Pooling input/output layouts mismatch"):
        evaluate(tvm, other, data, level=3)
    for dtype, least in (("float32", np.finfo("float32").min), ("int8", -128), ("uint8", 0), ("int32", -(2**31))):
        x = var(tvm, "x", 1, 1, 2, 2, dtype=dtype)
        got = evaluate(tvm, make(x, 1, padding=1), np.ones((1, 1, 2, 2), dtype))
        assert got[0, 0, 0, 0] == least and got[0, 0, 1, 1] == 1
        got = evaluate(tvm, make(x, 1, strides=3, ceil_mode=True), np.ones((1, 1, 2, 2), dtype))
        assert list(got.ravel()) == [1, least, least, least]


@proves("tvm.relay.nn.max_pool2d", "反向时调用 `max_pool2d_grad`，但不把 `dilation` 传过去，所以膨胀的池化求导结果不对")
def _(tvm, release=None, names=("max_pool2d",)):
    data = np.arange(16, dtype="float32").reshape(1, 1, 4, 4)
    x = var(tvm, "x", *data.shape)
    for name in names:
        make = getattr(tvm.relay.nn, name)
        call = make(x, 2)
        function = typed(tvm, tvm.relay.Function([x], call))
        text = str(tvm.relay.transform.gradient(function, mode="first_order"))
        assert f"nn.{name}_grad" in text
        right = gradient(tvm, call, data)[0]
        expected = np.zeros((4, 4))
        if name == "max_pool2d":
            expected[1:, 1:] = 1
        else:
            for i, j in itertools.product(range(3), repeat=2):
                expected[i : i + 2, j : j + 2] += 0.25
        assert np.allclose(right[0, 0], expected)
        wide = gradient(tvm, make(x, 2, dilation=2), data)[0][0, 0]
        true = np.zeros((4, 4))
        for i, j in itertools.product(range(2), repeat=2):
            if name == "max_pool2d":
                true[i + 2, j + 2] += 1
            else:
                true[i : i + 3 : 2, j : j + 3 : 2] += 0.25
        assert not np.allclose(wide, true)


@proves("tvm.relay.nn.avg_pool2d", "注册了梯度，求导不看 `dilation`")
def _(tvm, release=None, differentiate=_):
    differentiate(tvm, names=("avg_pool2d",))


@proves("tvm.relay.nn.avg_pool2d", "float16 的和也在 float16 里算，四个 60000 的平均是 inf")
def _(tvm):
    values = np.full((1, 1, 2, 2), 60000, "float16")
    assert np.isinf(evaluate(tvm, tvm.relay.nn.avg_pool2d(var(tvm, "x", 1, 1, 2, 2, dtype="float16"), 2), values)).all()


@proves("tvm.relay.nn.avg_pool2d", "整数的平均按类型做除法，int32 向零取整", "int8、int16、uint8 的平均池化能编译，运行时以类型不符报错，要先转换成 int32", "平均池化在 `count_include_pad=False` 时得到 0，否则分母可能是 0 或负数，浮点得到 NaN 或 0", "整个落在输入之外的窗口不会被去掉")
def _(tvm):
    make = tvm.relay.nn.avg_pool2d
    odd = np.array([[[[-1, -2], [0, 0]]]])
    assert evaluate(tvm, make(var(tvm, "x", 1, 1, 2, 2, dtype="int32"), 2), odd.astype("int32")).item() == 0
    for dtype in ("int8", "int16", "uint8"):
        mod = tvm.IRModule.from_expr(make(var(tvm, "x", 1, 1, 2, 2, dtype=dtype), 2))
        module = tvm.contrib.graph_executor.GraphModule(tvm.relay.build(mod, "llvm")["default"](tvm.cpu()))
        with raises("TVMError", "type"):
            module.run(x=np.ones((1, 1, 2, 2), dtype))
    ones, x = np.ones((1, 1, 2, 2), "float32"), var(tvm, "x", 1, 1, 2, 2)
    assert list(evaluate(tvm, make(x, 1, strides=3, ceil_mode=True), ones).ravel()) == [1, 0, 0, 0]
    include = evaluate(tvm, make(x, 1, strides=3, ceil_mode=True, count_include_pad=True), ones).ravel()
    assert include[0] == 1 and all(np.isnan(one) or one == 0 for one in include[1:])


def spread_back(grad, data, size, strides, pads, include=None):
    """The gradient of pooling: of the maximum, or of the average with or without padding."""
    (top, bottom), (left, right) = pads
    low = -np.inf if include is None else 0
    grown = np.pad(data.astype("float64"), ((top, bottom), (left, right)), constant_values=low)
    real = np.pad(np.ones(data.shape), ((top, bottom), (left, right)))
    out = np.zeros(grown.shape)
    for i, j in np.ndindex(grad.shape):
        part = (slice(i * strides[0], i * strides[0] + size[0]), slice(j * strides[1], j * strides[1] + size[1]))
        if include is None:
            at = np.unravel_index(np.argmax(grown[part]), grown[part].shape)
            out[part][at] += grad[i, j]
        else:
            out[part] += grad[i, j] / (size[0] * size[1] if include else max(real[part].sum(), 1))
    return out[top : top + data.shape[0], left : left + data.shape[1]]


@proves("tvm.relay.nn.max_pool2d_grad", "把 `out_grad` 送回每个窗口里最大的那个位置", "返回值的形状同 `data`", "并列时取行优先次序的第一个", "与正向的池化相同")
def _(tvm, release=None, kinds=(None,)):
    data, cases, answers = numbers(5, 6), [], []
    for size, strides, padding in (((2, 2), (2, 2), (0, 0)), ((3, 2), (2, 1), (1, 0)), ((3, 3), (1, 2), (1, 0, 0, 1))):
        top, left, bottom, right = padding * 2 if len(padding) == 2 else padding
        sizes = (5 + top + bottom - size[0]) // strides[0] + 1, (6 + left + right - size[1]) // strides[1] + 1
        grad = np.arange(1, 1 + sizes[0] * sizes[1], dtype="float32").reshape(sizes)
        x, g = var(tvm, "x", 1, 1, 5, 6), var(tvm, "g", 1, 1, *sizes)
        for include in kinds:
            name = "max_pool2d_grad" if include is None else "avg_pool2d_grad"
            more = {} if include is None else {"count_include_pad": include}
            call = getattr(tvm.relay.nn, name)(g, x, size, strides, padding, **more)
            cases.append((call, grad[None, None], data[None, None]))
            answers.append(spread_back(grad, data, size, strides, [(top, bottom), (left, right)], include))
    for got, expected in zip(evaluate_all(tvm, *cases), answers):
        assert got.shape == (1, 1, 5, 6) and np.allclose(got[0, 0], expected)


@proves("tvm.relay.nn.avg_pool2d_grad", "把 `out_grad` 平摊到每个窗口的元素上", "False 时只数真实的元素，True 时总是窗口的大小", "返回值的形状同 `data`")
def _(tvm, release=None, spread=_):
    spread(tvm, kinds=(False, True))


@proves("tvm.relay.nn.max_pool2d_grad", "窗口里全是类型的最小值（uint8 的 0）或负无穷时，这个窗口的梯度丢掉", "池化输出的梯度，形状不核对", "`(高, 宽)`，不能是整数", "长为 1、2 或 4，不能是整数", "| `out_layout` | str | 不看 |")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    for dtype, low in (("uint8", 0), ("float32", -np.inf), ("float32", np.finfo("float32").min), ("int32", -(2**31))):
        data = np.full((1, 1, 2, 4), low, dtype)
        data[..., 2:] = 1
        x, g = var(tvm, "x", *data.shape, dtype=dtype), var(tvm, "g", 1, 1, 1, 2, dtype=dtype)
        call = nn.max_pool2d_grad(g, x, (2, 2), (2, 2))
        got = evaluate(tvm, relay.Function([g, x], call), np.array([[[[5, 7]]]], dtype), data)
        assert got[..., :2].sum() == 0 and got[..., 2:].sum() == 7
    x, g = var(tvm, "x", 1, 1, 4, 4), var(tvm, "g", 1, 1, 9, 9)
    for padding in ((0,), (0, 0), (0, 0, 0, 0)):
        assert shape_of(tvm, nn.max_pool2d_grad(g, x, (2, 2), (2, 2), padding)) == (1, 1, 4, 4)
    for bad in ({"pool_size": 2}, {"strides": 2}, {"padding": 1}):
        with raises("TVMError"):
            nn.max_pool2d_grad(g, x, **{"pool_size": (2, 2), **bad})
    g = var(tvm, "g", 1, 1, 2, 2)
    call = nn.max_pool2d_grad(g, x, (2, 2), (2, 2), out_layout="NHWC")
    assert evaluate(tvm, relay.Function([g, x], call), numbers(1, 1, 2, 2), numbers(1, 1, 4, 4), level=3).shape == (1, 1, 4, 4)


@proves("tvm.relay.nn.avg_pool2d_grad", "所以 `ceil_mode=True` 而窗口伸出填充时与正向不同")
def _(tvm):
    relay, nn, ones = tvm.relay, tvm.relay.nn, np.ones((1, 1, 3, 3), "float32")
    x, g = var(tvm, "x", 1, 1, 3, 3), var(tvm, "g", 1, 1, 2, 2)
    shared = {"ceil_mode": True, "count_include_pad": True}
    forward = evaluate(tvm, nn.avg_pool2d(x, (2, 2), (2, 2), **shared), ones)
    assert forward.shape == (1, 1, 2, 2) and forward[0, 0, 1, 1] == 1  # the divisor there is 1
    back = evaluate(tvm, relay.Function([g, x], nn.avg_pool2d_grad(g, x, (2, 2), (2, 2), **shared)), np.ones((1, 1, 2, 2), "float32"), ones)
    assert back[0, 0, 2, 2] == 0.25


def adaptive(data, sizes, reduce):
    out = np.zeros((*data.shape[: -len(sizes)], *sizes))
    for at in np.ndindex(*sizes):
        window = tuple(slice(i * n // o, -(-(i + 1) * n // o)) for i, n, o in zip(at, data.shape[-len(sizes) :], sizes))
        out[(..., *at)] = reduce(data[(..., *window)], tuple(range(data.ndim - len(sizes), data.ndim)))
    return out


for kind, dims in itertools.product(("max", "avg"), (1, 2, 3)):
    shapes = {1: "`(N, C, W)` 得 `(N, C, output_size)`", 2: "`(N, C, H, W)` 得 `(N, C, 输出高, 输出宽)`", 3: "`(N, C, D, H, W)` 得 `(N, C, 输出深, 输出高, 输出宽)`"}[dims]
    quotes = [shapes]
    if dims == 1:
        quotes.append("`output_size` 是整数或一个元素的元组，省略时大小不变")
        if kind == "max":
            quotes += ["第 i 个窗口从 `floor(i·输入/输出)` 到 `ceil((i+1)·输入/输出)`，相邻窗口可能重叠，输出可以比输入长"]
        else:
            quotes += ["窗口的划分同 `adaptive_max_pool1d`"]
    elif dims == 2:
        quotes = [shapes] if kind == "max" else ["返回 `(N, C, 输出高, 输出宽)`"]
        quotes.append("写成整数在调用时报 `TVMError`，超过两个元素在类型推断报错" if kind == "max" else "`(高, 宽)`，一个元素时用于两轴，省略时大小不变；整数在调用时报 `TVMError`，超过两个元素在类型推断报错")
        if kind == "max":
            quotes.append("`output_size` 是 `(高, 宽)` 或用于两轴的一个元素的元组，省略时大小不变")
    else:
        quotes.append("`output_size` 是长为 1 或 3 的元组，省略时大小不变" if kind == "avg" else "`output_size` 是长为 1 或 3 的元组，省略或空元组时大小不变，整数在调用时报 `TVMError`")
        if kind == "avg":
            quotes.append("长为 2 时类型推断失败")

    @proves(f"tvm.relay.nn.adaptive_{kind}_pool{dims}d", *quotes)
    def _(tvm, release=None, kind=kind, dims=dims):
        make, data = getattr(tvm.relay.nn, f"adaptive_{kind}_pool{dims}d"), numbers(*SHAPES[dims])
        x = var(tvm, "x", *data.shape)
        reduce = np.max if kind == "max" else np.mean
        choices = ((2, 4, 3)[:dims], (9, 11, 8)[:dims], (3,), None, ())
        for size, got in zip(choices, evaluate_all(tvm, *((make(x, size), data) for size in choices))):
            sizes = data.shape[-dims:] if not size else size * dims if len(size) == 1 else size
            assert got.shape == data.shape[:2] + tuple(sizes) and np.allclose(got, adaptive(data, sizes, reduce), atol=1e-6)
        if dims == 1:
            assert shape_of(tvm, make(x, 4)) == (1, 2, 4)
        else:
            with raises("TVMError"):
                make(x, 2)
        too_many = {1: (1, 2), 2: (1, 2, 3), 3: (1, 2)}[dims]
        with raises("TVMError"):
            typed(tvm, make(x, too_many))


for version, kind in ((LATEST, "InternalError"), (OLDER, "TVMError")):

    @proves("tvm.relay.nn.adaptive_max_pool3d", f"类型推断抛出 `{kind}`，信息的末尾是 `IndexError: indexing 2 on an array of size 2`", versions=version)
    def _(tvm, release=None, kind=kind):
        with raises(kind, "IndexError: indexing 2 on an array of size 2"):
            typed(tvm, tvm.relay.nn.adaptive_max_pool3d(var(tvm, "x", 1, 2, 4, 4, 4), (2, 2)))


for kind, dims in itertools.product(("max", "avg"), (1, 2, 3)):
    quotes = [{1: "`(N, C, W)` 得 `(N, C, 1)`", 2: "`(N, C, H, W)` 得 `(N, C, 1, 1)`", 3: "`(N, C, D, H, W)` 得 `(N, C, 1, 1, 1)`"}[dims]]
    if dims != 2:
        quotes.append(f"图里是 `output_size` {'为' if dims == 1 else '全为'} 1 的 `nn.adaptive_{kind}_pool{dims}d`")
    quotes.append("空，或与 `layout` 相同；不同时 `opt_level=3` 编译报 `Pooling input/output layouts mismatch`，更低的级别不看它")

    @proves(f"tvm.relay.nn.global_{kind}_pool{dims}d", *quotes)
    def _(tvm, release=None, kind=kind, dims=dims):
        make, data = getattr(tvm.relay.nn, f"global_{kind}_pool{dims}d"), numbers(*SHAPES[dims])
        x = var(tvm, "x", *data.shape)
        call = make(x)
        assert call.op.name == (f"nn.global_{kind}_pool2d" if dims == 2 else f"nn.adaptive_{kind}_pool{dims}d")
        if dims != 2:
            assert list(call.attrs.output_size) == [1] * dims
        axes = tuple(range(2, data.ndim))
        reduce = np.max if kind == "max" else np.mean
        last = np.ascontiguousarray(np.moveaxis(data, 1, -1))
        layout = {1: "NWC", 2: "NHWC", 3: "NDHWC"}[dims]
        other = make(x, out_layout=layout)
        got = evaluate_all(tvm, (call, data), (make(var(tvm, "x", *last.shape), layout), last), (other, data))
        expected = reduce(data, axes, keepdims=True)
        for one, right in zip(got, (expected, np.moveaxis(expected, 1, -1), expected)):
            assert one.shape == right.shape and np.allclose(one, right, atol=1e-6)
        with raises("TVMError", "Pooling input/output layouts mismatch"):
            evaluate(tvm, other, data, level=3)


@proves("tvm.relay.nn.global_avg_pool2d", "int8 输入的和在 int8 里溢出：四个 100 的平均是 -28，要先转换成 int32", "`nn.global_avg_pool2d`（只限 NCHW、NHWC）")
def _(tvm):
    hundreds = np.full((1, 1, 2, 2), 100, "int8")
    x = var(tvm, "x", 1, 1, 2, 2, dtype="int8")
    assert evaluate(tvm, tvm.relay.nn.global_avg_pool2d(x), hundreds).item() == -28
    assert evaluate(tvm, tvm.relay.nn.global_avg_pool2d(tvm.relay.cast(x, "int32")), hundreds).item() == 100
    data = numbers(1, 2, 2, 4)
    for layout in ("NCHW", "NHWC"):
        call = tvm.relay.nn.global_avg_pool2d(var(tvm, "x", *data.shape), layout)
        assert np.allclose(gradient(tvm, call, data)[0], 1 / (8 if layout == "NCHW" else 4))
    with raises(Exception):
        gradient(tvm, tvm.relay.nn.global_avg_pool2d(var(tvm, "x", *data.shape), "CHWN"), data)


COMPLETE = True
