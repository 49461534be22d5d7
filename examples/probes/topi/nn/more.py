"""More probes of docs/reference/api/python/topi/nn.md and nn/products.md: what tuning fills in, and what is the same."""

import inspect

import numpy as np
from probes import proves, raises

RNG = np.random.default_rng(0)
NN = "tvm.topi.nn."
NEW = ("0.12.0", "0.13.0")
FILLED = "| `auto_scheduler_rewritten_layout`、`meta_schedule_original_shape` | str、列表 |"


def uniform(*shape):
    return RNG.uniform(-1, 1, shape).astype("float32")


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def run(tvm, compute, *arrays):
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    out = compute(*inputs)
    func = tvm.build(tvm.te.create_schedule(out.op), [*inputs, out], "llvm -opt-level=0")
    result = tvm.nd.array(np.zeros(shape(out), out.dtype))
    func(*map(tvm.nd.array, arrays), result)
    return result.numpy()


def near(left, right, tolerance=1e-4):
    return left.shape == right.shape and np.allclose(left, right, atol=tolerance)


def packed(weight, j, k, inner):
    """(…, j, k) as (…, j / inner, k, inner): the layout `{j / inner}j{k}k{inner}j`."""
    return np.ascontiguousarray(weight.reshape(*weight.shape[:-2], j // inner, inner, k).swapaxes(-1, -2))


@proves(NN + "dense", f"{FILLED} 由调优框架填写，手写时不给 |")
@proves(NN + "matmul", f"{FILLED} 由调优框架填写，手写时不给 |")
@proves(NN + "batch_matmul", f"{FILLED} 由自动调度器和 MetaSchedule 改写权重布局时填写，手写时不给 |")
def _(tvm):
    nn, x, w = tvm.topi.nn, uniform(3, 4), uniform(8, 4)
    assert near(run(tvm, lambda a, b: nn.dense(a, b, None, None, "2j4k4j"), x, packed(w, 8, 4, 4)), x @ w.T)
    assert near(run(tvm, lambda a, b: nn.matmul(a, b, None, None, False, True, "2j4k4j"), x, packed(w, 8, 4, 4)), x @ w.T)
    y, z = uniform(2, 3, 4), uniform(2, 8, 4)
    assert near(run(tvm, lambda a, b: nn.batch_matmul(a, b, auto_scheduler_rewritten_layout="2b2j4k4j"), y, packed(z, 8, 4, 4)), y @ z.swapaxes(1, 2))
    for function, sizes, original in ((nn.dense, ((3, 4), (2, 4, 4)), [8, 4]), (nn.batch_matmul, ((2, 3, 4), (2, 2, 4, 4)), [2, 8, 4])):
        given = [tensor(tvm, *one) for one in sizes]
        out = function(*given, meta_schedule_original_shape=original)
        assert shape(given[1]) == tuple(original) and shape(out)[-2:] == (3, 8)
        options = inspect.signature(function).parameters
        assert options["auto_scheduler_rewritten_layout"].default == "" and options["meta_schedule_original_shape"].default is None


@proves(NN + "dense_pack", "| `bias`、`out_dtype` | `te.Tensor`、str | 同 `dense` |", versions=NEW)
def _(tvm):
    parameters = [inspect.signature(one).parameters for one in (tvm.topi.nn.dense_pack, tvm.topi.nn.dense)]
    assert all(parameters[0][name].default is parameters[1][name].default is None for name in ("bias", "out_dtype"))


@proves(NN + "bitpack", "| `data` | `te.Tensor` | 整数 |")
@proves(NN + "binarize_pack", "要拼的数")
def _(tvm):
    nn, numbers = tvm.topi.nn, RNG.integers(0, 4, (2, 8)).astype("uint8")
    out = run(tvm, lambda a: nn.bitpack(a, 2, 1, 1, "uint8"), numbers)
    bits = lambda place: np.packbits((numbers >> place) & 1, axis=1)[:, 0]
    assert out.dtype == "uint8" and np.array_equal(out[:, :, 0], np.stack([bits(0), bits(1)], 1))
    with raises("TVMError"):
        nn.bitpack(tensor(tvm, 2, 8), 2, 1, 1, "uint8")
    for dtype in ("float32", "int32"):
        x = RNG.integers(-3, 3, (2, 32)).astype(dtype)
        want = np.packbits(x >= 0, axis=1).view(">u4").astype("uint32")
        assert np.array_equal(run(tvm, nn.binarize_pack, x), want)


@proves(NN + "conv2d_nhwc", f"{FILLED} 由调优框架填写 |")
def _(tvm):
    nn, x, w = tvm.topi.nn, uniform(1, 6, 6, 4), uniform(3, 3, 4, 8)
    want = run(tvm, lambda a, b: nn.conv2d_nhwc(a, b, 1, 0, 1), x, w)
    turned = np.ascontiguousarray(w.transpose(3, 2, 0, 1))
    assert near(run(tvm, lambda a, b: nn.conv2d_nhwc(a, b, 1, 0, 1, "float32", "8ff4rc3ry3rx"), x, turned), want)
    given = tensor(tvm, 1, 6, 6, 4), tensor(tvm, 8, 4, 3, 3)
    out = nn.conv2d_nhwc(*given, 1, 0, 1, meta_schedule_original_shape=[3, 3, 4, 8])
    assert shape(given[1]) == (3, 3, 4, 8) and shape(out) == (1, 4, 4, 8)


@proves(NN + "conv2d_winograd_nchw", f"{FILLED} 由调优框架填写，但不起作用：默认的实现传下去时错了一位，`cuda`、`gpu` 类目标的实现不看它们 |", versions=NEW)
def _(tvm):
    function, weight, layout = tvm.topi.nn.conv2d_winograd_nchw, (6, 6, 4, 8), "8co4ci6eps6nu"
    call = lambda given, **options: function(tensor(tvm, 1, 4, 8, 8), given, 1, 1, 1, "float32", True, **options)

    def attributes(out):
        (inverse,) = out.op.input_tensors
        return inverse.op.input_tensors[0].op.attrs

    # One place further on is what the implementation calls write_cache_level.
    assert attributes(call(tensor(tvm, *weight), auto_scheduler_rewritten_layout=layout))["meta_schedule.write_cache_level"] == layout
    for options in ({"auto_scheduler_rewritten_layout": layout}, {"meta_schedule_original_shape": list(weight)}):
        for target in ("llvm", "cuda"):
            turned = tensor(tvm, 8, 4, 6, 6)
            with tvm.target.Target(target), raises(AssertionError):
                call(turned, **options)
            assert shape(turned) == (8, 4, 6, 6)
            with tvm.target.Target(target):
                assert shape(call(tensor(tvm, *weight), **options)) == (1, 8, 8, 8)


@proves(NN + "conv2d_winograd_nhwc", f"{FILLED} 由调优框架填写；`cuda`、`gpu` 类目标的实现不看它们 |")
def _(tvm):
    nn, x, w = tvm.topi.nn, uniform(1, 8, 8, 4), uniform(6, 6, 8, 4)
    call = lambda a, b, **options: nn.conv2d_winograd_nhwc(a, b, 1, 1, 1, "float32", True, **options)
    turned = np.ascontiguousarray(w.transpose(2, 3, 0, 1))
    layout = {"auto_scheduler_rewritten_layout": "8co4ci6eps6nu"}
    assert near(run(tvm, lambda a, b: call(a, b, **layout), x, turned), run(tvm, call, x, w))
    given = tensor(tvm, *x.shape), tensor(tvm, *turned.shape)
    assert shape(call(*given, meta_schedule_original_shape=list(w.shape))) == (1, 8, 8, 8) and shape(given[1]) == w.shape
    for options in (layout, {"meta_schedule_original_shape": list(w.shape)}):
        with tvm.target.Target("cuda"), raises(Exception):
            call(tensor(tvm, *x.shape), tensor(tvm, *turned.shape), **options)
        with tvm.target.Target("cuda"):
            assert shape(call(tensor(tvm, *x.shape), tensor(tvm, *w.shape), **options)) == (1, 8, 8, 8)


@proves(NN + "conv2d_winograd_nchw_without_weight_transform", "| 其余 | | 同 `conv2d_winograd_nchw` |", versions=NEW)
@proves(NN + "conv2d_winograd_nhwc_without_weight_transform", "| 其余 | | 同 `conv2d_winograd_nhwc` |", versions=NEW)
def _(tvm):
    for layout in ("nchw", "nhwc"):
        whole, rest = (getattr(tvm.topi.nn, f"conv2d_winograd_{layout}{end}") for end in ("", "_without_weight_transform"))
        mine, other = (inspect.signature(one).parameters for one in (whole, rest))
        assert [name for name in mine if name != "pre_computed"] == list(other)
        assert all(mine[name].default == other[name].default for name in other)


@proves(NN + "conv3d_ncdhw", "| `stride`、`padding`、`dilation` | int、元组或列表，填充还可以是 str | 见卷积，没有默认值 |")
def _(tvm):
    function = tvm.topi.nn.conv3d_ncdhw
    given = lambda: (tensor(tvm, 1, 2, 6, 6, 6), tensor(tvm, 4, 2, 3, 3, 3))
    for stride, padding, dilation in ((1, 1, 1), ((1, 1, 1), (1, 1, 1), (1, 1, 1)), ([1] * 3, [1] * 3, [1] * 3), (1, "SAME", 1)):
        assert shape(function(*given(), stride, padding, dilation, 1)) == (1, 4, 6, 6, 6)
    assert shape(function(*given(), 1, "VALID", 1, 1)) == (1, 4, 4, 4, 4)
    with raises(TypeError):
        function(*given())
    names = inspect.signature(function).parameters
    assert all(names[name].default is inspect.Parameter.empty for name in ("stride", "padding", "dilation"))


@proves(NN + "conv2d_winograd_nhwc", "这会影响 Relay：自动调度或 MetaSchedule 打开时，x86 对浮点、3 × 3、步长和膨胀为 1、输出通道在 64 与 512 之间的 NHWC 卷积会用它", versions=NEW)
def _(tvm):
    relay, target = tvm.relay, tvm.target.Target("llvm")

    def chosen(outs=128, kernel=3, dtype="float32", search="use_auto_scheduler", **options):
        x, w = relay.var("x", shape=(1, 8, 8, 16), dtype=dtype), relay.var("w", shape=(kernel, kernel, 16, outs), dtype=dtype)
        call = relay.nn.conv2d(x, w, channels=outs, kernel_size=(kernel, kernel), data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32" if dtype == "int8" else "", **options)
        call = relay.transform.InferType()(tvm.IRModule.from_expr(call))["main"].body
        tensors = [tensor(tvm, 1, 8, 8, 16, dtype=dtype), tensor(tvm, kernel, kernel, 16, outs, dtype=dtype)]
        with target, tvm.transform.PassContext(config={f"relay.backend.{search}": True} if search else {}):
            return relay.backend.te_compiler.select_implementation(call.op, call.attrs, tensors, call.checked_type, target, use_autotvm=False)[0].name

    for search in ("use_auto_scheduler", "use_meta_schedule"):
        assert [chosen(outs, search=search) == "conv2d_nhwc.winograd" for outs in (64, 65, 511, 512)] == [False, True, True, False]
    for options in ({"search": None}, {"kernel": 5}, {"dtype": "int8"}, {"strides": (2, 2)}, {"dilation": (2, 2)}):
        assert chosen(**options) != "conv2d_nhwc.winograd"


@proves(NN + "declaration_conv2d_transpose_impl", "形参的含义见 `conv2d_transpose_nchw`")
def _(tvm):
    mine, other = (list(inspect.signature(one).parameters) for one in (tvm.topi.nn.declaration_conv2d_transpose_impl, tvm.topi.nn.conv2d_transpose_nchw))
    assert len(mine) == len(other) and [name.lower() for name in mine[2:]] == [name.lower() for name in other[2:]]
