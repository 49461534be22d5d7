"""More probes of docs/reference/api/python/topi/nn/layers.md: inputs, names, and hooks of Arm, Hexagon and CUDA."""

import contextlib

import numpy as np
from probes import proves, raises

RNG = np.random.default_rng(0)
NN = "tvm.topi.nn."
NEW = ("0.12.0", "0.13.0")
QNN = 'disabled_pass=["qnn.Legalize"]'


def uniform(*shape, dtype="float32"):
    return RNG.uniform(-1, 1, shape).astype(dtype)


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def run(tvm, compute, *arrays):
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    out = compute(*inputs)
    out = out if isinstance(out, tvm.te.Tensor) else out[0]
    func = tvm.build(tvm.te.create_schedule(out.op), [*inputs, out], "llvm -opt-level=0")
    result = tvm.nd.array(np.zeros(shape(out), out.dtype))
    func(*map(tvm.nd.array, arrays), result)
    return result.numpy()


def near(left, right, tolerance=1e-4):
    return left.shape == right.shape and np.allclose(left, right, atol=tolerance)


def rewritten(tvm, call, target, how="Legalize"):
    """The body after the pass; None where it is unchanged."""
    mod = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(call))
    with tvm.target.Target(target), tvm.transform.PassContext(opt_level=3):
        out = getattr(tvm.relay.transform, how)()(mod)
    return None if tvm.ir.structural_equal(mod, out) else out["main"].body


def calls_of(tvm, body):
    found = []
    tvm.relay.analysis.post_order_visit(body, lambda n: found.append(n) if isinstance(n, tvm.relay.Call) else None)
    return found


def sizes(call):
    return [tuple(int(n) for n in one.checked_type.shape) for one in call.args]


@proves(NN + "prelu", "| `x` | `te.Tensor` | 任意形状 |")
def _(tvm):
    for dims, axis in (((5,), 0), ((2, 5), 1), ((2, 5, 3), 1), ((2, 3, 4, 5), 3), ((1, 2, 3, 2, 5), -1)):
        x, slope = uniform(*dims), uniform(5)
        wide = slope.reshape([5 if n == axis % len(dims) else 1 for n in range(len(dims))])
        assert near(run(tvm, lambda a, b: tvm.topi.nn.prelu(a, b, axis), x, slope), np.where(x > 0, x, x * wide))


@proves(NN + "batch_norm", "输入，任意维")
def _(tvm):
    for dims in ((4, 3), (2, 3, 4), (1, 3, 2, 4, 5)):
        x, gamma, beta, mean = uniform(*dims), uniform(3), uniform(3), uniform(3)
        var = uniform(3) ** 2 + 1
        wide = lambda one: one.reshape((3,) + (1,) * (len(dims) - 2))
        out = run(tvm, lambda *args: tvm.topi.nn.batch_norm(*args), x, gamma, beta, mean, var)
        assert near(out, (x - wide(mean)) / np.sqrt(wide(var) + 1e-5) * wide(gamma) + wide(beta))
    flat = [tensor(tvm, 3) for _ in range(4)]
    assert shape(tvm.topi.nn.batch_norm(tensor(tvm, 3), *flat, axis=0)[0]) == (3,)


@proves(NN + "layer_norm", "| `data` | `te.Tensor` | 输入 |")
@proves(NN + "instance_norm", "| `data` | `te.Tensor` | 输入 |")
@proves(NN + "group_norm", "| `data` | `te.Tensor` | 输入 |")
def _(tvm):
    nn, one, x = tvm.topi.nn, np.ones((4, 5), "float32"), uniform(2, 4, 5)
    want = (x - x.mean((1, 2), keepdims=True)) / np.sqrt(x.var((1, 2), keepdims=True) + 1e-5)
    for function in (nn.layer_norm, nn.instance_norm):
        assert near(run(tvm, lambda a, b: function(a, b, None, [1, 2]), x, one), want)
        with raises("TVMError"):
            function(5, tensor(tvm, 4, 5), None, [1, 2])
    assert near(run(tvm, lambda a: nn.group_norm(a, None, None, 1, 1, [2]), x), want)
    with raises("TVMError"):
        nn.group_norm(5, None, None, 1, 1, [2])


@proves(NN + "pad", "| `data` | `te.Tensor` | 输入 |", "边缘值和镜像要用 `mirror_pad` 或 Relay 的 `nn.pad`")
@proves(NN + "mirror_pad", "| `data` | `te.Tensor` | 输入 |", "| `name` | str | 计算的名称 |")
@proves(NN + "dilate", "| `data` | `te.Tensor` | 输入 |", "| `name` | str | 计算的名称 |")
def _(tvm):
    nn, x = tvm.topi.nn, uniform(3, 4)
    assert near(run(tvm, lambda a: nn.pad(a, [1, 2], [0, 1]), x), np.pad(x, ((1, 0), (2, 1))))
    assert near(run(tvm, lambda a: nn.mirror_pad(a, [1, 2], [0, 1]), x), np.pad(x, ((1, 0), (2, 1)), "symmetric"))
    wide = np.zeros((3, 7), "float32")
    wide[:, ::2] = x
    assert near(run(tvm, lambda a: nn.dilate(a, [1, 2]), x), wide)
    for function, usual in ((nn.pad, "PadInput"), (nn.mirror_pad, "MirrorPadInput"), (nn.dilate, "DilatedInput")):
        assert function(tensor(tvm, 3, 4), [1, 2]).op.name == usual
        assert function(tensor(tvm, 3, 4), [1, 2], name="own").op.name == "own"
        with raises(Exception):
            function(x.tolist(), [1, 2])
    with raises(TypeError):
        nn.pad(tensor(tvm, 3, 4), [1, 2], mode="edge")
    relay = tvm.relay
    for mode in ("edge", "reflect"):
        body = relay.nn.pad(relay.var("x", shape=(3, 4)), ((1, 0), (2, 1)), pad_mode=mode)
        got = relay.create_executor("graph", tvm.IRModule.from_expr(body), tvm.cpu(), "llvm").evaluate()(x)
        assert near(got.numpy(), np.pad(x, ((1, 0), (2, 1)), mode))


@proves(NN + "dilate", "转置卷积和带膨胀的 Winograd 核用它")
def _(tvm):
    nn = tvm.topi.nn
    found = []

    def names(one):
        found.append(one.op.name)
        for given in one.op.input_tensors:
            names(given)

    names(nn.conv2d_transpose_nchw(tensor(tvm, 1, 2, 4, 4), tensor(tvm, 2, 3, 3, 3), (2, 2), (1, 1), "float32", (0, 0)))
    assert "data_dilate" in found, found
    from tvm.topi.cuda import conv2d_winograd

    calls, kept = [], conv2d_winograd.nn.dilate
    conv2d_winograd.nn.dilate = lambda data, strides, *rest, **options: calls.append(tuple(strides)) or kept(data, strides, *rest, **options)
    with tvm.target.Target("cuda"), contextlib.suppress(Exception):
        conv2d_winograd.winograd_cuda(tvm.autotvm.ConfigEntity(0, None, {}, []), tensor(tvm, 1, 4, 8, 8), tensor(tvm, 4, 4, 3, 3), 1, 1, (2, 2), "float32", pre_computed=False)
    assert calls == [(1, 1, 2, 2)]


@proves(NN + "fifo_buffer", "原来的缓冲")
def _(tvm):
    old, new = uniform(3, 5), uniform(3, 2)
    assert near(run(tvm, lambda a, b: tvm.topi.nn.fifo_buffer(a, b, 1), new, old), np.concatenate([old, new], 1)[:, 2:])


@proves(NN + "depth_to_space", "| `data` | `te.Tensor` | 四维 |")
@proves(NN + "space_to_depth", "| `data` | `te.Tensor` | 四维 |")
def _(tvm):
    nn = tvm.topi.nn
    assert shape(nn.depth_to_space(tensor(tvm, 1, 8, 2, 2), 2)) == (1, 2, 4, 4)
    assert shape(nn.space_to_depth(tensor(tvm, 1, 2, 4, 4), 2)) == (1, 8, 2, 2)
    for function in (nn.depth_to_space, nn.space_to_depth):
        for dims in ((8, 4, 4), (1, 8, 4, 4, 1)):
            with raises(Exception):
                function(tensor(tvm, *dims), 2)


@proves(NN + "upsampling", "四维，或 `layout` 说明的拆块布局")
@proves(NN + "upsampling3d", "五维，或 `layout` 说明的拆块布局")
def _(tvm):
    nn = tvm.topi.nn
    assert shape(nn.upsampling(tensor(tvm, 1, 2, 4, 4), 2, 2)) == (1, 2, 8, 8)
    assert shape(nn.upsampling(tensor(tvm, 1, 2, 4, 4, 4), 2, 2, "NCHW4c")) == (1, 2, 8, 8, 4)
    assert shape(nn.upsampling(tensor(tvm, 2, 2, 4, 4, 1, 4), 2, 2, "NCHW1n4c")) == (2, 2, 8, 8, 1, 4)
    assert shape(nn.upsampling3d(tensor(tvm, 1, 2, 3, 4, 4), 2, 2, 2)) == (1, 2, 6, 8, 8)
    assert shape(nn.upsampling3d(tensor(tvm, 1, 2, 3, 4, 4, 4), 2, 2, 2, "NCDHW4c")) == (1, 2, 6, 8, 8, 4)
    for function, dims, rest in ((nn.upsampling, (2, 4, 4), (2, 2)), (nn.upsampling3d, (1, 2, 4, 4), (2, 2, 2))):
        with raises(Exception):
            function(tensor(tvm, *dims), *rest)


CORTEX = "c -keys=arm_cpu,cpu -mcpu=cortex-m7"


def convolved(tvm, zero=5, bias=None, channels=4):
    """A sum of a quantized convolution and a bias, and what its weights add up to by channel."""
    relay = tvm.relay
    kernel = RNG.integers(-9, 9, (3, 3, 2, channels)).astype("int8")
    kind = lambda value: relay.const(np.array(value))
    scales = kind(np.full(channels, 0.5, "float32"))
    conv = relay.qnn.op.conv2d(
        relay.var("x", shape=(1, 8, 8, 2), dtype="int8"), relay.const(kernel), kind(np.int32(zero)), kind(np.int32(0)), kind(np.float32(0.25)), scales,
        kernel_size=(3, 3), channels=channels, data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32",
    )
    bias = np.arange(channels, dtype="int32") if bias is None else bias
    return relay.add(conv, relay.const(bias)), kernel.astype("int64").sum((0, 1, 2)), bias


@proves(NN + "add_alter_layout", "`add` 的前面是 `qnn.conv2d` 时把输入零点折进偏置常量")
def _(tvm):
    relay, hook = tvm.relay, tvm.topi.nn.add_alter_layout
    call, sums, bias = convolved(tvm)
    with tvm.target.Target(CORTEX):
        out = hook(call.attrs, list(call.args), None, None)
        plain = relay.add(relay.var("x", shape=(4,)), relay.const(np.ones(4, "float32")))
        assert hook(plain.attrs, list(plain.args), None, None) is None
    assert out.op.name == "add" and out.args[0].op.name == "qnn.conv2d"
    assert np.array_equal(out.args[1].data.numpy(), bias - 5 * sums) and out.args[0].args[2].data.numpy() == 0
    with tvm.target.Target("llvm -keys=arm_cpu,cpu -mcpu=cortex-a72"):
        assert hook(call.attrs, list(call.args), None, None) is None


def qnn_dense(tvm, n=32, k=4):
    relay = tvm.relay
    x, w = relay.var("x", shape=(4, k), dtype="uint8"), relay.var("w", shape=(n, k), dtype="int8")
    kind = lambda value: relay.const(value)
    return relay.qnn.op.dense(x, w, kind(np.int32(0)), kind(np.int32(0)), kind(np.float32(1)), kind(np.float32(1)), units=n)


@proves(NN + "qnn_conv2d_alter_layout", f"`qnn` 的算子通常在此之前已被 `qnn.Legalize` 展开，只有 `{QNN}` 时这个钩子才有机会被调用")
@proves(NN + "qnn_dense_alter_layout", f"只有 `{QNN}` 时才有机会被调用")
@proves(NN + "qnn_requantize_alter_layout", f"`relay.build` 里只有 `{QNN}` 时才有机会被调用")
def _(tvm):
    relay, asked = tvm.relay, []
    for name in ("qnn_conv2d_alter_layout", "qnn_dense_alter_layout", "qnn_requantize_alter_layout"):
        getattr(tvm.topi.nn, name).register("demo", lambda *args, name=name: asked.append(name))
    kind = lambda value: relay.const(value)
    added = convolved(tvm)[0]
    scales = kind(np.full(4, 0.125, "float32"))
    lowered = relay.qnn.op.requantize(added, scales, kind(np.int32(0)), kind(np.float32(0.5)), kind(np.int32(3)), axis=3)
    for disabled, names in (([], set()), (["qnn.Legalize"], {"qnn_conv2d_alter_layout", "qnn_dense_alter_layout", "qnn_requantize_alter_layout"})):
        for body in (lowered, qnn_dense(tvm)):
            with tvm.transform.PassContext(opt_level=3, disabled_pass=disabled), contextlib.suppress(Exception):
                relay.build(tvm.IRModule.from_expr(body), "llvm -keys=demo,cpu")
        assert set(asked) == names


@proves(NN + "qnn_dense_alter_layout", "条件是两边都是 8 位整数、N 是 32 的倍数、K 是 4 的倍数")
def _(tvm):
    target = tvm.target.hexagon("v68")
    for n, k, packs in ((32, 4, True), (64, 8, True), (16, 4, False), (48, 4, False), (32, 6, False)):
        body = rewritten(tvm, qnn_dense(tvm, n, k), target, "AlterOpLayout")
        assert (body is not None) == packs
        assert not packs or (body.op.name, body.attrs.weight_layout) == ("qnn.contrib_dense_pack", "NC32n4c")


@proves(NN + "qnn_requantize_alter_layout", "缩放的 int32 位模式装在 float32 常量里，图上显示的数没有意义，输出类型改成 int16")
def _(tvm):
    relay = tvm.relay
    kind = lambda value: relay.const(value)
    scales = np.array([0.1, 0.02, 0.05, 0.03], "float32")
    given = [convolved(tvm)[0], kind(scales), kind(np.int32(0)), kind(np.float32(0.5)), kind(np.int32(3))]
    call = relay.qnn.op.requantize(*given, axis=3)
    with tvm.target.Target(CORTEX):
        out = tvm.topi.nn.qnn_requantize_alter_layout(call.attrs, given, None, None)
    assert out.attrs.out_dtype == "int16"
    made = out.args[1].data.numpy()
    assert made.dtype == "float32" and not np.allclose(made, scales / 0.5)
    assert np.array_equal(made.view("int32"), (scales.astype("float64") / 0.5 * 2**33).astype("int32"))
    with tvm.target.Target("c -keys=arm_cpu,cpu -mcpu=cortex-m0"):
        assert tvm.topi.nn.qnn_requantize_alter_layout(call.attrs, given, None, None) is None


@proves(NN + "dense_legalize", "CUDA 补齐张量核的大小，Hexagon 补到向量长度", versions=NEW)
@proves(NN + "dense_legalize", "CUDA 补齐张量核的大小", versions=("0.10.0",))
def _(tvm, release):
    relay = tvm.relay

    def dense(target, m, n, k, dtype="float16"):
        x, w = relay.var("x", shape=(m, k), dtype=dtype), relay.var("w", shape=(n, k), dtype=dtype)
        body = rewritten(tvm, relay.nn.dense(x, w), target)
        return body and [sizes(one) for one in calls_of(tvm, body) if one.op.name == "nn.dense"][0]

    assert dense("cuda", 15, 15, 15) == [(16, 16), (16, 16)]
    assert dense("cuda", 16, 16, 16) is None and dense("cuda", 15, 15, 15, "float32") is None
    if release != "0.10.0":
        hexagon = tvm.target.hexagon("v68")
        assert dense(hexagon, 4, 60, 8) == [(4, 8), (64, 8)]
        assert dense(hexagon, 4, 64, 8) is None and dense(hexagon, 4, 60, 8, "float32") is None


@proves(NN + "batch_matmul_legalize", "CUDA 上限 float16 和 4、8 位整数，多出的计算超过两倍时放弃")
def _(tvm):
    relay = tvm.relay

    def product(m, n, k, dtype):
        x, y = relay.var("x", shape=(2, m, k), dtype=dtype), relay.var("y", shape=(2, n, k), dtype=dtype)
        body = rewritten(tvm, relay.nn.batch_matmul(x, y), "cuda")
        return body and [sizes(one) for one in calls_of(tvm, body) if one.op.name == "nn.batch_matmul"][0]

    for dtype in ("float16", "int8", "uint8"):
        assert product(15, 15, 15, dtype) == [(2, 16, 16), (2, 16, 16)]
        assert product(5, 5, 5, dtype) is None
    for dtype in ("int4", "uint4"):
        assert product(7, 7, 31, dtype) == [(2, 8, 32), (2, 8, 32)]
    for dtype in ("float32", "int32", "int16"):
        assert product(15, 15, 15, dtype) is None


@proves(NN + "bias_add_legalize", "形参 `_tinfos` 收到的是类型列表")
def _(tvm):
    relay, seen = tvm.relay, []
    tvm.topi.nn.bias_add_legalize.register("demo", lambda attrs, inputs, given: seen.append(given))
    call = relay.nn.bias_add(relay.var("x", shape=(2, 3)), relay.var("b", shape=(3,)))
    assert rewritten(tvm, call, "llvm -keys=demo,cpu") is None
    (given,) = seen
    assert all(isinstance(one, relay.TensorType) for one in given) and [len(one.shape) for one in given] == [2, 1, 2]


@proves(NN + "layout_transform", "| `tensor` | `relay.Expr` | 输入 |")
def _(tvm):
    relay = tvm.relay
    for given in (relay.var("x", shape=(1, 2, 3, 4)), relay.const(uniform(1, 2, 3, 4)), relay.exp(relay.var("x", shape=(1, 2, 3, 4)))):
        out = tvm.topi.nn.layout_transform(given, "NCHW", "NHWC")
        assert isinstance(out, relay.Call) and out.args[0].same_as(given)
    with raises("TVMError"):
        tvm.topi.nn.layout_transform(tensor(tvm, 1, 2, 3, 4), "NCHW", "NHWC")
