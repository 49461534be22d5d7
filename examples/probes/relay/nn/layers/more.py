"""More probes of docs/reference/api/python/relay/nn/layers.md: parameters that entries share, and what reads past the input."""

import numpy as np
from probes import proves, raises


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"]


def shape_of(tvm, expr):
    return tuple(int(n) for n in typed(tvm, expr).ret_type.shape)


def evaluate(tvm, expr, *values, level=2):
    with tvm.transform.PassContext(opt_level=level):
        return tvm.relay.create_executor("graph", tvm.IRModule.from_expr(expr), tvm.cpu(), "llvm").evaluate()(*values).numpy()


def close(got, right):
    return got.shape == right.shape and np.allclose(got, right, atol=1e-5)


@proves("tvm.relay.nn.leaky_relu", "`alpha` 先转换成输入的类型：int32 输入配 0.5 时它是 0，负数全部变成 0")
@proves("tvm.relay.nn.prelu", "标量的斜率用 `leaky_relu`")
def _(tvm):
    nn, values = tvm.relay.nn, np.array([-4, -1, 0, 3])
    ints, floats = (evaluate(tvm, nn.leaky_relu(var(tvm, "x", 4, dtype=dtype), 0.5), values.astype(dtype)) for dtype in ("int32", "float32"))
    assert ints.tolist() == [0, 0, 0, 3] and floats.tolist() == [-2, -0.5, 0, 3]
    with raises("TVMError"):
        typed(tvm, nn.prelu(var(tvm, "x", 1, 4), tvm.relay.const(0.5)))


@proves("tvm.relay.nn.fast_softmax", "只有 float32 用近似，在 ±10 之间均匀取 1000 个数，各元素的相对误差不超过 2e-6")
def _(tvm):
    values = np.linspace(-10, 10, 1000)
    for dtype in ("float32", "float64"):
        given = values.astype(dtype).astype("float64")
        right = np.exp(given - 10) / np.exp(given - 10).sum()
        x = var(tvm, "x", 1000, dtype=dtype)
        fast, exact = (evaluate(tvm, make(x, 0), values.astype(dtype)) for make in (tvm.relay.nn.fast_softmax, tvm.relay.nn.softmax))
        assert np.array_equal(fast, exact) == (dtype == "float64")
        assert (abs(fast - right) / right).max() < (2e-6 if dtype == "float32" else 1e-12)


def scaled(tvm, name, data, axis=1, **options):
    """A normalization over `data` with gamma 1 to n and beta -1 to -n."""
    n = data.shape[axis]
    rest = [np.arange(1, n + 1, dtype="float32"), -np.arange(1, n + 1, dtype="float32")]
    if name == "batch_norm":
        rest += [np.full(n, 0.5, "float32"), np.full(n, 4, "float32")]
    inputs = [var(tvm, f"p{at}", *one.shape) for at, one in enumerate([data, *rest])]
    given = [2] if name == "group_norm" else []
    call = getattr(tvm.relay.nn, name)(*inputs, *given, axis=axis, **options)
    return evaluate(tvm, tvm.relay.Function(inputs, call[0] if name == "batch_norm" else call), data, *rest)


for name, words in (("batch_norm", "其余形参见「归一化」的表"), ("instance_norm", "形参见「归一化」的表"), ("layer_norm", "形参见「归一化」的表"), ("group_norm", "其余形参见「归一化」的表")):
    rows = ["归一化以后乘的和加的，形状 `(data.shape[axis],)`，类型同 `data`", "加在方差上，防止除以 0", "False 时不加 `beta`、不乘 `gamma`，但两个实参仍要给出"]

    @proves(f"tvm.relay.nn.{name}", words, *rows)
    def _(tvm, release=None, name=name):
        data = np.random.default_rng(0).normal(size=(2, 4, 3, 5)).astype("float32")
        axes = {"instance_norm": (2, 3), "layer_norm": (1,)}.get(name)
        if axes:
            mean, variance = data.mean(axes, keepdims=True), data.var(axes, keepdims=True)
        elif name == "group_norm":
            halves = data.reshape(2, 2, -1)
            mean, variance = (np.repeat(one, 2, 1)[..., None] for one in (halves.mean(2, keepdims=True), halves.var(2, keepdims=True)))
        else:
            mean, variance = 0.5, 4
        gamma = np.arange(1, 5).reshape(4, 1, 1)
        for epsilon in (1e-5, 2.0):
            plain = (data - mean) / np.sqrt(variance + epsilon)
            assert close(scaled(tvm, name, data, epsilon=epsilon), (plain * gamma - gamma).astype("float32"))
        assert close(scaled(tvm, name, data, epsilon=2.0, center=False), (plain * gamma).astype("float32"))
        assert close(scaled(tvm, name, data, epsilon=2.0, scale=False), (plain - gamma).astype("float32"))
        for bad in (var(tvm, "g", 3), var(tvm, "g", 4, dtype="float64")):
            rest = [var(tvm, one, 4) for one in "mv"] if name == "batch_norm" else []
            given = [2] if name == "group_norm" else []
            call = getattr(tvm.relay.nn, name)(var(tvm, "x", *data.shape), bad, var(tvm, "b", 4), *rest, *given, axis=1)
            with raises("TVMError"):
                typed(tvm, call[0] if name == "batch_norm" else call)


@proves("tvm.relay.nn.batch_norm", "返回三项的 `TupleWrapper`，第 0 项是结果")
def _(tvm):
    made = tvm.relay.nn.batch_norm(var(tvm, "x", 1, 2, 2), *(var(tvm, name, 2) for name in "gbmv"))
    assert isinstance(made, tvm.relay.expr.TupleWrapper) and made.size == 3
    assert shape_of(tvm, made[0]) == (1, 2, 2) and shape_of(tvm, made[1]) == (2,)


@proves("tvm.relay.nn.layer_norm", "PyTorch 的 `LayerNorm` 有多个归一化轴时，先把它们 `reshape` 成一轴")
def _(tvm):
    relay, data = tvm.relay, np.random.default_rng(0).normal(size=(2, 3, 4)).astype("float32")
    x = relay.reshape(var(tvm, "x", 2, 3, 4), (2, 12))
    got = evaluate(tvm, relay.reshape(relay.nn.layer_norm(x, relay.const(np.ones(12, "float32")), relay.const(np.zeros(12, "float32"))), (2, 3, 4)), data)
    right = (data - data.mean((1, 2), keepdims=True)) / np.sqrt(data.var((1, 2), keepdims=True) + 1e-5)
    assert close(got, right)


@proves("tvm.relay.nn.cross_entropy", "`targets` 是同形状的概率或独热向量，不是类别号")
def _(tvm):
    nn, p = tvm.relay.nn, np.float32([[0.5, 0.5], [0.25, 0.75]])
    x, t = var(tvm, "p", 2, 2), var(tvm, "t", 2, 2)
    for targets in (np.float32([[1, 0], [0, 1]]), np.float32([[0.5, 0.5], [0.1, 0.9]])):
        assert np.isclose(evaluate(tvm, nn.cross_entropy(x, t), p, targets), -(targets * np.log(p)).sum() / 2)
    with raises("TVMError"):
        typed(tvm, nn.cross_entropy(x, var(tvm, "t", 2, dtype="int32")))


def framed(tvm, values, fill):
    """An array that lies inside a longer one, so that what is read past its end is known."""
    whole = np.full(4096, fill, values.dtype)
    start = (-whole.ctypes.data) % 64 // values.itemsize + 64 // values.itemsize
    part = whole[start : start + values.size].reshape(values.shape)
    part[...] = values
    return tvm.nd.from_dlpack(part.__dlpack__())


def past_the_end(tvm, expr, values):
    """Whether the value of `expr` depends on what lies after the memory of its input x."""
    made = tvm.relay.build(tvm.IRModule.from_expr(expr), "llvm")
    found = []
    for fill in (50, 77):
        module = tvm.contrib.graph_executor.GraphModule(made["default"](tvm.cpu()))
        module.module["set_input_zero_copy"]("x", framed(tvm, values, fill))
        module.run()
        found.append(module.get_output(0).numpy())
    return not np.array_equal(*found)


@proves("tvm.relay.nn.pad", "`\"reflect\"` 的填充数不小于轴长时也是这样")
def _(tvm):
    pad = lambda before, after: tvm.relay.nn.pad(var(tvm, "x", 3), ((before, after),), pad_mode="reflect")
    assert not past_the_end(tvm, pad(2, 2), np.float32([1, 2, 3])) and past_the_end(tvm, pad(3, 0), np.float32([1, 2, 3]))


@proves("tvm.relay.nn.mirror_pad", "| `data` | `relay.Expr` | 任意形状 |", "`\"SYMMETRIC\"` 大于轴长、`\"REFLECT\"` 大于轴长减 1 时不报错，读到越界的内存")
def _(tvm):
    nn, row = tvm.relay.nn, np.float32([1, 2, 3])
    for shape in ((3,), (1, 2, 3, 1, 2)):
        assert shape_of(tvm, nn.mirror_pad(var(tvm, "x", *shape), [[1, 1]] * len(shape))) == tuple(n + 2 for n in shape)
    for mode, most in (("SYMMETRIC", 3), ("REFLECT", 2)):
        pad = lambda before: nn.mirror_pad(var(tvm, "x", 3), [[before, 0]], mode)
        assert not past_the_end(tvm, pad(most), row) and past_the_end(tvm, pad(most + 1), row)


@proves("tvm.relay.nn.dilate", "| `data` | `relay.Expr` | 任意形状 |")
def _(tvm):
    for shape in ((3,), (2, 1, 3, 2)):
        data = np.random.default_rng(0).normal(size=shape).astype("float32")
        right = np.full([2 * n - 1 for n in shape], 7, "float32")
        right[(slice(None, None, 2),) * len(shape)] = data
        assert close(evaluate(tvm, tvm.relay.nn.dilate(var(tvm, "x", *shape), [2] * len(shape), 7.0), data), right)


@proves("tvm.relay.nn.fifo_buffer", "现有的内容")
def _(tvm):
    d, b = var(tvm, "d", 2), var(tvm, "b", 5)
    body = tvm.relay.Function([d, b], tvm.relay.nn.fifo_buffer(d, b, 0))
    assert evaluate(tvm, body, np.float32([8, 9]), np.float32([1, 2, 3, 4, 5])).tolist() == [3, 4, 5, 8, 9]


@proves("tvm.relay.nn.depth_to_space", "| `data` | `relay.Expr` | 四维 |")
@proves("tvm.relay.nn.space_to_depth", "| `data` | `relay.Expr` | 四维 |")
def _(tvm):
    nn = tvm.relay.nn
    assert shape_of(tvm, nn.depth_to_space(var(tvm, "x", 1, 8, 2, 3), 2)) == (1, 2, 4, 6) and shape_of(tvm, nn.space_to_depth(var(tvm, "x", 1, 2, 4, 6), 2)) == (1, 8, 2, 3)
    for make in (nn.depth_to_space, nn.space_to_depth):
        for shape in ((8, 2, 2), (1, 8, 2, 2, 2)):
            with raises("TVMError"):
                evaluate(tvm, make(var(tvm, "x", *shape), 2), np.zeros(shape, "float32"))


@proves("tvm.relay.nn.space_to_batch_nd", "填充以后必须能整除")
@proves("tvm.relay.nn.batch_to_space_nd", "| `block_shape` | 整数列表 | 每个空间轴的块大小 |")
def _(tvm):
    nn, data = tvm.relay.nn, np.arange(20, dtype="float32").reshape(1, 5, 4, 1)
    x = var(tvm, "x", *data.shape)
    there = nn.space_to_batch_nd(x, [3, 2], [[0, 1], [0, 0]])
    assert shape_of(tvm, there) == (6, 2, 2, 1)
    assert np.array_equal(evaluate(tvm, nn.batch_to_space_nd(there, [3, 2], [[0, 1], [0, 0]]), data), data)
    uneven = nn.space_to_batch_nd(x, [3, 2], [[0, 0], [0, 0]])
    assert shape_of(tvm, uneven) == (6, 1, 2, 1)
    with raises("TVMError", "must be divisible by its block size"):
        evaluate(tvm, uneven, data)


@proves("tvm.relay.nn.upsampling3d", "| `data` | `relay.Expr` | `(N, C, D, H, W)` |")
def _(tvm):
    assert shape_of(tvm, tvm.relay.nn.upsampling3d(var(tvm, "x", 1, 2, 3, 4, 5), 2, 3, 4)) == (1, 2, 6, 12, 20)


@proves("tvm.relay.nn.bitpack", "生成的计算的名称")
def _(tvm):
    call = tvm.relay.nn.bitpack(var(tvm, "x", 8, dtype="int32"), 1, 0, 1, "uint8", "Mine")
    assert call.attrs.name == "Mine"
    assert "Mine" in str(tvm.topi.nn.bitpack(tvm.te.placeholder((8,), dtype="int32"), 1, 0, 1, "uint8", "Mine").op.name)


@proves("tvm.relay.nn.bitserial_conv2d", "高宽两个方向的填充要么都是 0，要么都不是 0，否则不填充而读到越界的内存")
def _(tvm):
    rng = np.random.default_rng(0)
    data, kernel = rng.integers(0, 2, (1, 8, 5, 5)).astype("int32"), rng.integers(0, 2, (4, 8, 3, 3)).astype("int32")
    x, w = var(tvm, "x", *data.shape, dtype="int32"), var(tvm, "w", *kernel.shape, dtype="int32")
    for padding, holds in (((0, 0), True), ((1, 2), True), ((0, 1), False), ((1, 0), False)):
        grown = np.pad(data, [(0, 0), (0, 0), (padding[0],) * 2, (padding[1],) * 2])
        windows = np.lib.stride_tricks.sliding_window_view(grown, (3, 3), axis=(2, 3))
        right = np.einsum("nchwij,ocij->nohw", windows, kernel)
        call = tvm.relay.nn.bitserial_conv2d(x, w, padding=padding, channels=4, pack_dtype="uint8", out_dtype="int16", unipolar=False)
        got = evaluate(tvm, call, data, kernel)
        assert got.shape == right.shape and np.array_equal(got, right) == holds


@proves("tvm.relay.nn.contrib_conv2d_nchwc", "x86 的 int8 实现用七维的核，如 `\"OIHW4i16o4i\"`")
def _(tvm):
    relay = tvm.relay
    call = relay.nn.conv2d(var(tvm, "x", 1, 16, 8, 8, dtype="uint8"), var(tvm, "w", 16, 16, 3, 3, dtype="int8"), channels=16, kernel_size=(3, 3), out_dtype="int32")
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(call))
    with tvm.target.Target("llvm -mcpu=skylake-avx512"):
        made = relay.transform.AlterOpLayout()(mod)
    found = []
    relay.analysis.post_order_visit(made["main"].body, lambda node: found.append(node) if isinstance(node, relay.Call) and node.op.name == "nn.contrib_conv2d_NCHWc" else None)
    assert len(found) == 1 and str(found[0].attrs.kernel_layout) == "OIHW4i16o4i" and len(found[0].args[1].checked_type.shape) == 7
