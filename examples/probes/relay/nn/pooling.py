"""More probes of docs/reference/api/python/relay/nn.md: the parameters that entries share, and the edges of convolutions."""

import contextlib
import itertools

import numpy as np
from probes import proves, raises


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"]


def shape_of(tvm, expr):
    return tuple(int(n) for n in typed(tvm, expr).ret_type.shape)


def evaluate(tvm, expr, *values, **config):
    with tvm.transform.PassContext(**config):
        made = tvm.relay.create_executor("graph", tvm.IRModule.from_expr(expr), tvm.cpu(), "llvm").evaluate()(*values)
    return made.numpy() if hasattr(made, "numpy") else [one.numpy() for one in made]


def numbers(*shape, dtype="float32", seed=0):
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


SHAPES = {1: (1, 2, 9), 2: (1, 2, 8, 9), 3: (1, 2, 5, 6, 7)}
LAST = {1: "NWC", 2: "NHWC", 3: "NDHWC"}
WRONG = {
    1: (("NC", (1, 2)), ("NCW2w", (1, 2, 4, 2))),
    2: (("NCW", (1, 2, 4)), ("NCHW2h", (1, 2, 2, 4, 2)), ("NCHW2w", (1, 2, 4, 2, 2))),
    3: (("NCHW", (1, 2, 4, 4)), ("NCDHW2d", (1, 2, 2, 4, 4, 2)), ("NCDHW2w", (1, 2, 4, 4, 2, 2))),
}
KINDS = [f"{start}{kind}" for start in ("", "adaptive_", "global_") for kind in ("max", "avg")]

for kind, dims in itertools.product(KINDS, (1, 2, 3)):
    words = "`layout`、`out_layout` 见「池化」的表" if "_" in kind else "形参见「池化」的表"
    if (kind, dims) == ("adaptive_avg", 2):
        words = "| `layout`、`out_layout` | str | 见「池化」的表 |"
    rows = ["必须含有各空间轴，且空间轴不能再拆块", "空，或与 `layout` 相同；不同时 `opt_level=3` 编译报 `Pooling input/output layouts mismatch`，更低的级别不看它"]

    @proves(f"tvm.relay.nn.{kind}_pool{dims}d", words, *rows)
    def _(tvm, release=None, kind=kind, dims=dims):
        pool = getattr(tvm.relay.nn, f"{kind}_pool{dims}d")
        make = lambda data, **attrs: pool(data, **attrs) if kind.startswith("global") else pool(data, (2,) * dims, **attrs)
        data = var(tvm, "x", *SHAPES[dims])
        plain = shape_of(tvm, make(data))
        moved = var(tvm, "x", 1, *SHAPES[dims][2:], 2)
        assert shape_of(tvm, make(moved, layout=LAST[dims])) == (1, *plain[2:], 2) and plain[:2] == (1, 2)
        for layout, shape in WRONG[dims]:
            with raises("TVMError", "Invalid layout"):
                typed(tvm, make(var(tvm, "x", *shape), layout=layout))
        values = numbers(*SHAPES[dims])
        other, results = make(data, out_layout=LAST[dims]), []
        for out in ("", LAST[dims]):
            results.append(evaluate(tvm, make(data, out_layout=out), values, opt_level=2))
        assert results[0].shape == plain and np.array_equal(*results)
        with raises("TVMError", "Pooling input/output layouts mismatch"):
            evaluate(tvm, other, values, opt_level=3)


@proves("tvm.relay.nn.max_pool2d", "注册了梯度")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 1, 1, 2, 2)
    function = typed(tvm, relay.Function([x], relay.nn.max_pool2d(x, 2)))
    made = relay.transform.InferType()(tvm.IRModule.from_expr(relay.transform.gradient(function, mode="first_order")))
    made = relay.transform.InferType()(relay.transform.ToGraphNormalForm()(made))
    _, (grad,) = relay.create_executor("vm", made, tvm.cpu(), "llvm").evaluate()(np.float32([[[[1, 2], [4, 3]]]]))
    assert grad.numpy().ravel().tolist() == [0, 0, 1, 0]


@proves("tvm.relay.nn.max_pool2d_grad", "池化的输入")
@proves("tvm.relay.nn.avg_pool2d_grad", "其余形参见 `max_pool2d_grad` 的表")
def _(tvm):
    relay, nn, x = tvm.relay, tvm.relay.nn, var(tvm, "x", 1, 1, 4, 4)
    for name in ("max_pool2d_grad", "avg_pool2d_grad"):
        make = lambda g, *values, **attrs: getattr(nn, name)(g, x, *values, **attrs)
        grad = var(tvm, "g", 1, 1, 2, 2)
        for given in ({"pool_size": 2}, {"pool_size": (2, 2), "strides": 2}, {"pool_size": (2, 2), "padding": 0}):
            with raises("TVMError"):
                make(grad, **given)
        results = []
        for padding, n in (((1,), 3), ((1, 1), 3), ((1, 1, 1, 1), 3), ((0, 0), 2)):
            g = var(tvm, "g", 1, 1, n, n)
            body = relay.Function([g, x], make(g, (2, 2), (2, 2), padding, out_layout="NHWC"))
            results.append(evaluate(tvm, body, np.ones((1, 1, n, n), "float32"), np.arange(16, dtype="float32").reshape(1, 1, 4, 4)))
        assert all(one.shape == (1, 1, 4, 4) for one in results)
        assert np.array_equal(results[0], results[1]) and np.array_equal(results[0], results[2]) and not np.array_equal(results[0], results[3])
        last = var(tvm, "x", 1, 4, 4, 1)
        g = var(tvm, "g", 1, 2, 2, 1)
        assert shape_of(tvm, relay.Function([g, last], getattr(nn, name)(g, last, (2, 2), (2, 2), layout="NHWC"))) == (1, 4, 4, 1)


@proves("tvm.relay.nn.adaptive_avg_pool2d", "| `data` | `relay.Expr` | `(N, C, H, W)` |")
def _(tvm):
    assert shape_of(tvm, tvm.relay.nn.adaptive_avg_pool2d(var(tvm, "x", 2, 3, 8, 6), (4, 3))) == (2, 3, 4, 3)


@proves("tvm.relay.nn.conv2d", "最后一行的输出有两个大小为 0 的轴，而没有任何报错", "`O` 即 `channels`，`kh`、`kw` 是核的高和宽")
def _(tvm):
    nn = tvm.relay.nn
    assert shape_of(tvm, nn.conv2d(var(tvm, "x", 1, 4, 2, 2), var(tvm, "w", 6, 4, 3, 3))) == (1, 6, 0, 0)
    shapes = {"NCHW": ("OIHW", (1, 4, 8, 9), (6, 4, 3, 5)), "NHWC": ("HWIO", (1, 8, 9, 4), (3, 5, 4, 6))}
    for layout, (kernel, data, weight) in shapes.items():
        call = nn.conv2d(var(tvm, "x", *data), tvm.relay.var("w"), channels=6, kernel_size=(3, 5), data_layout=layout, kernel_layout=kernel)
        assert tuple(int(n) for n in typed(tvm, call).params[1].checked_type.shape) == weight


def shared(tvm, name, data, kernel, other, **attrs):
    """What holds for a convolution as the table of `conv2d` says."""
    relay, make, x = tvm.relay, getattr(tvm.relay.nn, name), var(tvm, "x", *data)
    rest = [var(tvm, "o", 1, 2 * int(np.prod(kernel)), *(n - k + 1 for n, k in zip(data[2:], kernel)))] if name == "deformable_conv2d" else []
    call = lambda **more: make(x, *rest, relay.var("w"), channels=6, kernel_size=kernel, **attrs, **more)
    out = (data[0], 6, *(n - k + 1 for n, k in zip(data[2:], kernel)))
    if name != "deformable_conv2d":
        plain = typed(tvm, call())
        assert tuple(int(n) for n in plain.params[1].checked_type.shape) == (6, data[1], *kernel)
    weighted = lambda **more: make(x, *rest, var(tvm, "w", 6, data[1], *kernel), **{"channels": 6, "kernel_size": kernel, **attrs, **more})
    assert shape_of(tvm, weighted()) == out and typed(tvm, weighted()).ret_type.dtype == "float32"
    assert typed(tvm, weighted(out_dtype="float64")).ret_type.dtype == "float64"
    assert shape_of(tvm, weighted(out_layout=other)) == (data[0], *out[2:], 6)
    with raises("TVMError"):
        typed(tvm, weighted(channels=5))


@proves("tvm.relay.nn.conv1d", "其余形参的含义见 `conv2d` 的表")
def _(tvm):
    shared(tvm, "conv1d", (2, 4, 9), (3,), "NWC")


@proves("tvm.relay.nn.conv3d", "其余形参的含义见 `conv2d` 的表")
def _(tvm):
    shared(tvm, "conv3d", (2, 4, 5, 6, 7), (2, 3, 4), "NDHWC")


@proves("tvm.relay.nn.deformable_conv2d", "其余形参的含义见 `conv2d` 的表")
def _(tvm):
    shared(tvm, "deformable_conv2d", (1, 4, 6, 7), (2, 3), "NHWC")


@proves("tvm.relay.nn.conv3d", "用自动调度器或 MetaSchedule 编译时没有这条限制")
def _(tvm, release):
    relay = tvm.relay
    x, w = var(tvm, "x", 1, 3, 3, 3, 4), var(tvm, "w", 3, 3, 3, 2, 8)
    call = relay.nn.conv3d(x, w, groups=2, channels=8, kernel_size=3, data_layout="NDHWC", kernel_layout="DHWIO")
    values = numbers(1, 3, 3, 3, 4), numbers(3, 3, 3, 2, 8)
    with raises(Exception, "AssertionError"):
        evaluate(tvm, call, *values)
    parts = [np.einsum("dhwi,dhwio->o", values[0][0, ..., 2 * g : 2 * g + 2], values[1][..., 4 * g : 4 * g + 4]) for g in (0, 1)]
    for name in ("relay.backend.use_auto_scheduler", "relay.backend.use_meta_schedule"):
        kept = tvm.meta_schedule.database.MemoryDatabase() if "meta" in name else contextlib.nullcontext()
        with kept, tvm.transform.PassContext(opt_level=3, config={name: True}):
            made = relay.build(tvm.IRModule.from_expr(call), "llvm")
        module = tvm.contrib.graph_executor.GraphModule(made["default"](tvm.cpu()))
        module.run(x=values[0], w=values[1])
        assert np.allclose(module.get_output(0).numpy().ravel(), np.concatenate(parts))


def weight_gradients(tvm, inputs, outputs, **attrs):
    """What `conv2d_backward_weight` gives, and the right answer."""
    nn, relay = tvm.relay.nn, tvm.relay
    data, shape = numbers(1, inputs, 6, 7), (outputs, inputs // attrs["groups"], 3, 3)
    x, w = var(tvm, "x", *data.shape), var(tvm, "w", *shape)
    forward = nn.conv2d(x, w, channels=outputs, kernel_size=(3, 3), **attrs)
    grad = numbers(*shape_of(tvm, forward), seed=1)
    g = var(tvm, "g", *grad.shape)
    got = evaluate(tvm, relay.Function([g, x], nn.conv2d_backward_weight(g, x, kernel_size=(3, 3), channels=outputs, **attrs)), grad, data)
    run = relay.create_executor("graph", tvm.IRModule.from_expr(relay.Function([x, w], forward)), tvm.cpu(), "llvm").evaluate()
    right = np.zeros(shape, "float32")
    for at in np.ndindex(*shape):
        step = np.zeros(shape, "float32")
        step[at] = 1
        right[at] = (run(data, step).numpy() * grad).sum()
    return got, right


BACK = "tvm.relay.nn.conv2d_backward_weight"


@proves(BACK, "`strides`、`padding`、`dilation`、`groups` 与 `conv2d` 那次调用相同", "`conv2d` 的输入，布局是 `data_layout`")
def _(tvm):
    for attrs in ({"strides": (2, 1), "padding": (1, 2), "dilation": (1, 2), "groups": 1}, {"padding": 1, "groups": 4}):
        assert np.allclose(*weight_gradients(tvm, 4, 8, **attrs))


@proves(BACK, "`groups` 大于 1 又不是逐通道时，它把各组的输入通道配错，结果是错的，没有提示")
def _(tvm):
    for inputs, outputs, groups in ((4, 4, 2), (6, 6, 3), (6, 6, 2)):
        got, right = weight_gradients(tvm, inputs, outputs, groups=groups)
        assert got.shape == right.shape and not np.allclose(got, right)


@proves("tvm.relay.nn.conv1d_transpose", "各形参的含义见 `conv2d_transpose` 的表")
@proves("tvm.relay.nn.conv3d_transpose", "其余形参的含义见 `conv2d_transpose` 的表")
def _(tvm):
    for name, data, kernel, layout in (("conv1d_transpose", (1, 4, 7), (3,), "NWC"), ("conv3d_transpose", (1, 4, 5, 5, 5), (3, 3, 3), "NDHWC")):
        n, x = len(kernel), var(tvm, "x", *data)
        make = lambda **attrs: getattr(tvm.relay.nn, name)(x, var(tvm, "w", 4, 6, *kernel), **{"channels": 6, "kernel_size": kernel, **attrs})
        size = 2 * (data[2] - 1) + 3
        assert shape_of(tvm, make(strides=(2,) * n)) == (1, 6) + (size,) * n
        assert shape_of(tvm, make(strides=(2,) * n, padding=(1,) * n)) == (1, 6) + (size - 2,) * n
        assert shape_of(tvm, make(strides=(2,) * n, output_padding=(1,) * n)) == (1, 6) + (size + 1,) * n
        assert shape_of(tvm, make(strides=(2,) * n, out_layout=layout)) == (1,) + (size,) * n + (6,)
        assert typed(tvm, make(out_dtype="float64")).ret_type.dtype == "float64"


@proves("tvm.relay.nn.conv2d_transpose", "返回 `(N, O, 输出高, 输出宽)`", "| `data` | `relay.Expr` | 输入，`(N, C, H, W)` |")
def _(tvm):
    made = tvm.relay.nn.conv2d_transpose(var(tvm, "x", 2, 4, 5, 6), var(tvm, "w", 4, 3, 3, 2), strides=(2, 3), channels=3, kernel_size=(3, 2))
    assert shape_of(tvm, made) == (2, 3, 2 * 4 + 2 + 1, 3 * 5 + 1 + 1)


@proves("tvm.relay.nn.sparse_dense", "| `sparse_mat` | 命名元组或元组 | 见上面 |")
@proves("tvm.relay.nn.sparse_transpose", "`x` 的写法见上面", "| `indices` | `(nnz,)`，int32，列号 |")
def _(tvm):
    from collections import namedtuple

    relay, nn = tvm.relay, tvm.relay.nn
    values = np.float32([2, 1, 3]), np.int32([1, 0, 1]), np.int32([0, 1, 3])  # [[0, 2], [1, 3]]
    parts = [relay.const(one) for one in values]
    named = namedtuple("CSR", "data indices indptr")(*parts)
    dense = [evaluate(tvm, nn.sparse_dense(var(tvm, "d", 2, 2), one), np.eye(2, dtype="float32")).tolist() for one in (tuple(parts), named)]
    assert dense == [[[0, 1], [2, 3]]] * 2
    for one in (tuple(parts), named):
        turned = evaluate(tvm, relay.Function([], nn.sparse_transpose(one).astuple()))
        assert [part.tolist() for part in turned] == [[1, 2, 3], [1, 0, 1], [0, 1, 3]] and turned[1].dtype == "int32"
    mixed = named._replace(data=np.float32([2, 1, 3]))
    for make in (lambda: nn.sparse_dense(var(tvm, "d", 2, 2), mixed), lambda: nn.sparse_transpose(mixed)):
        with raises("TypeError"):
            make()


@proves("tvm.relay.nn.sparse_transpose", "列号不小于 n 时写到缓冲区以外", dies="SIGSEGV")
def _(tvm):
    relay = tvm.relay
    parts = var(tvm, "d", 1), var(tvm, "i", 1, dtype="int32"), var(tvm, "p", 2, dtype="int32")
    run = relay.create_executor("graph", tvm.IRModule.from_expr(relay.Function(parts, relay.nn.sparse_transpose(parts).astuple())), tvm.cpu(), "llvm").evaluate()
    run(np.float32([1]), np.int32([2**31 - 1]), np.int32([0, 1]))  # far enough that nothing is mapped there
