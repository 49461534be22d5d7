"""Probes of docs/reference/api/python/topi/nn/layers.md."""

import functools
import itertools

import numpy as np
from probes import proves, raises

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


def uniform(*shape, dtype="float32"):
    return RNG.uniform(-1, 1, shape).astype(dtype)


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def run(tvm, compute, *arrays):
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    outs = compute(*inputs)
    outs = [outs] if isinstance(outs, tvm.te.Tensor) else list(outs)
    func = tvm.build(tvm.te.create_schedule([o.op for o in outs]), [*inputs, *outs], "llvm -opt-level=0")
    results = [tvm.nd.array(np.zeros(shape(o), o.dtype)) for o in outs]
    func(*map(tvm.nd.array, arrays), *results)
    return results[0].numpy() if len(results) == 1 else [r.numpy() for r in results]


def near(left, right, tolerance=1e-4):
    return left.shape == right.shape and np.allclose(left, right, atol=tolerance, equal_nan=True)


def soft(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


@proves(NN + "relu", "`max(x, 0)`，0 取输入的类型", "`relu` | 可以 | 可以 | 可以 | 变成 0")
def _(tvm):
    for dtype in ("float16", "float32", "float64", "int8", "int32", "uint8"):
        x = np.array([-3, 0, 5]).astype(dtype)
        out = run(tvm, tvm.topi.nn.relu, x)
        assert out.dtype == dtype and np.array_equal(out, np.maximum(x, np.zeros(1, dtype)))
    assert run(tvm, tvm.topi.nn.relu, np.array([np.nan], "float32"))[0] == 0


@proves(NN + "leaky_relu", "`alpha` 没有默认值，先转换成输入的类型：int32 输入配 0.5 时它是 0", "`leaky_relu`、`prelu` | 可以 | 可以 | 可以 | 保留", "正数不变，其余乘以 `alpha`")
def _(tvm):
    call = lambda x: run(tvm, lambda t: tvm.topi.nn.leaky_relu(t, 0.5), x)
    assert call(np.array([-4, 0, 4], "float32")).tolist() == [-2, 0, 4]
    assert call(np.array([-4, 4], "int32")).tolist() == [0, 4]
    assert np.isnan(call(np.array([np.nan], "float32"))[0])
    with raises(TypeError):
        tvm.topi.nn.leaky_relu(tensor(tvm, 2))


@proves(NN + "prelu", "正数不变，其余乘以所在通道的斜率", "一维，长度等于 `x.shape[axis]`，否则定义时是没有文字的 `AssertionError`", "通道轴，默认 1；可以是负数，Relay 的 `nn.prelu` 不可以", "（例如 float16 的 `x` 配 float32 的 `slope`）报 `mismatched types`")
def _(tvm):
    x, s = uniform(2, 3, 4), uniform(3)
    want = np.where(x > 0, x, x * s[:, None])
    for axis in ((), (1,), (-2,)):
        assert near(run(tvm, lambda a, b: tvm.topi.nn.prelu(a, b, *axis), x, s), want)
    for slope in ((4,), (3, 1), (1,)):
        try:
            tvm.topi.nn.prelu(tensor(tvm, 2, 3, 4), tensor(tvm, *slope))
        except AssertionError as error:
            assert str(error) == ""
        else:
            raise AssertionError(slope)
    with raises("TVMError", "mismatched types"):
        tvm.topi.nn.prelu(tensor(tvm, 2, 3, 4, dtype="float16"), tensor(tvm, 3))
    relay = tvm.relay
    call = relay.nn.prelu(relay.var("x", shape=(2, 3, 4)), relay.var("s", shape=(3,)), axis=-2)
    with raises(Exception):
        relay.transform.InferType()(tvm.IRModule.from_expr(call))


SOFT = {
    "softmax": ("由求最大值、取指数、求和、相除四步组成", "沿 `axis` 归一成和为 1"),
    "fast_softmax": ("它只对 float32 用近似，float16、float64 的结果与 `softmax` 一致", "指数换成 `topi.math.fast_exp`，多出一步 `T_softmax_delta`"),
    "log_softmax": ("softmax 的对数，由 `x - max - log(sum)` 算出，小概率不会成为 log(0)", "指数没有单独的一步，写在求和里"),
}


@each(SOFT, "`axis` 可以是负数")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    x = uniform(2, 3, 4) * 5
    for axis in (-1, 0, 1, -2):
        want = np.log(soft(x.astype("float64"), axis)) if name == "log_softmax" else soft(x, axis)
        assert near(run(tvm, lambda t: function(t, axis), x), want, 1e-3)
    names, todo = [], [function(tensor(tvm, 2, 4))]
    while todo:
        one = todo.pop()
        names.append(one.op.name)
        todo.extend(one.op.input_tensors)
    assert ("T_softmax_exp" in names) == (name == "softmax") and ("T_softmax_delta" in names) == (name == "fast_softmax")
    assert "T_softmax_maxelem" in names
    if name == "log_softmax":
        assert np.isfinite(run(tvm, function, np.array([[0, 500]], "float32"))).all()
    if name == "fast_softmax":
        for dtype in ("float64", "float16", "float32"):
            x = uniform(2, 64, dtype=dtype) * 3
            same = np.array_equal(run(tvm, function, x), run(tvm, tvm.topi.nn.softmax, x))
            assert same == (dtype != "float32"), dtype


@each(list(SOFT), "含有正无穷或全是负无穷的一行与 NaN 一样", "太大时实际是 `IndexError: Index out of range`，太小时是 `ValueError: Need to provide … index in tensor`，小于 `-2 * ndim` 又是 `IndexError`", "该轴全是 NaN")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    x = uniform(4, 3)
    x[0, 1], x[1, 2], x[2] = np.nan, np.inf, -np.inf
    out = run(tvm, function, x)
    if name != "fast_softmax":
        assert np.isnan(out[:3]).all() and np.isfinite(out[3]).all()
    else:
        assert np.isfinite(out[3]).all()
    t = tensor(tvm, 4, 3)
    with raises(IndexError, "ndex out of range"):
        function(t, 2)
    with raises(ValueError, "Need to provide"):
        function(t, -3)
    with raises(IndexError):
        function(t, -5)


@each({"softmax": ("编译时报 `Cannot find intrinsic declaration`",), "fast_softmax": ()}, "定义时 `RuntimeError`，信息 `TVM supports multiple types of integer divisions`")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    for dtype in ("int8", "int32"):
        with raises(RuntimeError, "TVM supports multiple types of integer divisions"):
            function(tensor(tvm, 2, 4, dtype=dtype))
    with raises(Exception, "Cannot find intrinsic declaration"):
        run(tvm, function, np.ones((2, 4), "uint8"))


@proves(NN + "log_softmax", "`log_softmax` | 可以 | 编译时报 `Cannot find intrinsic declaration` | 同左")
def _(tvm):
    for dtype in ("int32", "uint8"):
        with raises(Exception, "Cannot find intrinsic declaration"):
            run(tvm, tvm.topi.nn.log_softmax, np.ones((2, 4), dtype))
    for dtype in ("float16", "float32", "float64"):
        run(tvm, tvm.topi.nn.log_softmax, np.ones((2, 4), dtype))


@proves(NN + "softmax_common", "归一化的轴，可以是负数", "True 用 `topi.math.fast_exp`，False 用 `te.exp`", "直接调用时结果没有 `softmax_output` 标签", "识别不出它，静默给出默认调度", "浮点，至少一维")
def _(tvm):
    with raises(IndexError):
        tvm.topi.nn.softmax_common(tensor(tvm), 0, False)
    x = uniform(2, 64) * 3
    for fast, name in ((True, "fast_softmax"), (False, "softmax")):
        out = run(tvm, lambda t: tvm.topi.nn.softmax_common(t, -1, fast), x)
        assert np.array_equal(out, run(tvm, getattr(tvm.topi.nn, name), x))
        assert tvm.topi.nn.softmax_common(tensor(tvm, 2, 4), -1, fast).op.tag == ""
    assert not is_parallel(tvm, lambda t: tvm.topi.nn.softmax_common(t, -1, False)) and is_parallel(tvm, tvm.topi.nn.softmax)


def is_parallel(tvm, function):
    """Whether the schedule of x86 knows the operator."""
    x = tensor(tvm, 2, 4)
    out = function(x)
    with tvm.target.Target("llvm"):
        return "parallel" in str(tvm.lower(tvm.topi.x86.schedule_softmax([out]), [x, out]))


@proves(NN + "softmax", "`topi.x86.schedule_softmax` 靠第一列的标签辨认三种变体")
def _(tvm):
    for name in SOFT:
        assert is_parallel(tvm, getattr(tvm.topi.nn, name)), name


def batch_norm(tvm, arrays, **more):
    return run(tvm, lambda *a: tvm.topi.nn.batch_norm(*a, **more), *arrays)


def batch_case(axis=1):
    size = (2, 3, 4)[axis]
    return uniform(2, 3, 4) * 4, uniform(size), uniform(size), uniform(size), uniform(size) + 2


@proves(NN + "batch_norm", "返回列表 `[结果, 均值, 方差]`", "`(C,)`，相乘的系数和相加的偏置", "`(C,)`，滑动的均值和方差", "通道轴，默认 1；推理时可以是负数，训练时负数抛出 `ValueError`", "加在方差上，默认 1e-5", "False 时不加 `beta`、不乘 `gamma`", "默认 False，原样返回 `moving_mean`、`moving_var`", versions=("0.12.0", "0.13.0"))
def _(tvm):
    for axis in (None, 1, -2, 2):
        x, gamma, beta, mean, var = arrays = batch_case(axis or 1)
        wide = (1, -1, 1) if axis in (None, 1, -2) else (1, 1, -1)
        for scale, center, eps in ((None, None, None), (False, True, 0.5), (True, False, 1e-3)):
            out, m, v = batch_norm(tvm, arrays, axis=axis, epsilon=eps, center=center, scale=scale)
            want = (x - mean.reshape(wide)) / np.sqrt(var.reshape(wide) + (1e-5 if eps is None else eps))
            want = want if scale is False else want * gamma.reshape(wide)
            want = want if center is False else want + beta.reshape(wide)
            assert near(out, want) and np.array_equal(m, mean) and np.array_equal(v, var)
    given = [tensor(tvm, *a.shape) for a in batch_case()]
    assert len(tvm.topi.nn.batch_norm(*given)) == 3
    with raises(ValueError):
        tvm.topi.nn.batch_norm(*given, axis=-2, training=True)


@proves(NN + "batch_norm", "True 时用这一批的统计量，后两项返回更新过的滑动值", "新统计量的权重，默认 0.1；训练时必须在 0 与 1 之间，否则 `AssertionError`", "更新滑动方差用的是除以 N 的方差，PyTorch 用的是除以 N−1 的", "`momentum` 的方向与 PyTorch 相同，与 Keras 相反", versions=("0.12.0", "0.13.0"))
def _(tvm):
    x, gamma, beta, mean, var = arrays = batch_case()
    for momentum in (None, 0.25):
        out, m, v = batch_norm(tvm, arrays, training=True, momentum=momentum)
        part, mu, sigma = momentum or 0.1, x.mean((0, 2)), x.var((0, 2))
        wide = lambda a: a[None, :, None]
        assert near(out, (x - wide(mu)) / np.sqrt(wide(sigma) + 1e-5) * wide(gamma) + wide(beta), 1e-3)
        assert near(m, (1 - part) * mean + part * mu) and near(v, (1 - part) * var + part * sigma)
        assert not near(v, (1 - part) * var + part * x.var((0, 2), ddof=1))
    given = [tensor(tvm, *a.shape) for a in arrays]
    for momentum in (-0.1, 1.1):
        with raises(AssertionError):
            tvm.topi.nn.batch_norm(*given, training=True, momentum=momentum)
        tvm.topi.nn.batch_norm(*given, momentum=momentum)


@proves(NN + "batch_norm", "没有训练模式", "后两项是 `moving_mean`、`moving_var` 乘以 1", "`(C,)`，均值和方差", "通道轴，默认 1，可以是负数", "加在方差上，默认 1e-5", "False 时不加 `beta`、不乘 `gamma`", versions=("0.10.0",))
def _(tvm):
    x, gamma, beta, mean, var = arrays = batch_case()
    wide = lambda a: a[None, :, None]
    for axis, scale, center, eps in ((None, None, None, None), (-2, False, True, 0.5), (1, True, False, None)):
        out, m, v = batch_norm(tvm, arrays, axis=axis, epsilon=eps, center=center, scale=scale)
        want = (x - wide(mean)) / np.sqrt(wide(var) + (1e-5 if eps is None else eps))
        want = want if scale is False else want * wide(gamma)
        want = want if center is False else want + wide(beta)
        assert near(out, want) and np.array_equal(m, mean) and np.array_equal(v, var)
    with raises(TypeError):
        batch_norm(tvm, arrays, training=True)


@proves(NN + "batch_norm", "`epsilon` 是 float32 常量，所以 float16 和 int32 的输入得到 float32 的结果", "长度不核对")
def _(tvm):
    for dtype in ("float16", "int32", "float32"):
        given = [tensor(tvm, 2, 3, 4, dtype=dtype)] + [tensor(tvm, 7, dtype="float32" if dtype == "int32" else dtype) for _ in range(4)]
        assert tvm.topi.nn.batch_norm(*given)[0].dtype == "float32"


def normal(x, axes, eps=1e-5):
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + eps)


@each({
    "layer_norm": ("形状是 `axis` 各轴的大小，按轴号从小到大排列，与 `axis` 里的顺序无关", "形状同 `gamma`；None 不加", "求均值的轴，可以有负数", "加在方差上，默认 1e-5"),
    "instance_norm": ("与 `layer_norm` 同一个实现", "NCHW 写 `axis=[2, 3]` 时是 `(H, W)`，不是 `(C,)`；`beta` 可以是 None", "求均值的轴", "加在方差上，默认 1e-5"),
})
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    x, gamma, beta = uniform(2, 3, 4, 5) * 3, uniform(4, 5), uniform(4, 5)
    for axis in ([2, 3], [3, 2], [-1, -2], [-2, 3]):
        out = run(tvm, lambda a, g, b: function(a, g, b, axis), x, gamma, beta)
        assert near(out, normal(x, (2, 3)) * gamma + beta, 1e-3), axis
    out = run(tvm, lambda a, g: function(a, g, None, [2, 3], 0.5), x, gamma)
    assert near(out, normal(x, (2, 3), 0.5) * gamma, 1e-3)
    function(tensor(tvm, 2, 3, 4, 5), tensor(tvm, 9, 9), None, [2, 3])


@each({"layer_norm": ("维数不符时报 `Tensor dimension mismatch in read`，长度不核对", "`axis` 是单个整数时报 `expected Object but got int`", "`axis` 含全部的轴时也报维数不符", "一维输入要先加一轴"), "instance_norm": ("`(C,)` 的参数报 `Tensor dimension mismatch in read`",)})
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    x = tensor(tvm, 2, 3, 4, 5)
    with raises("TVMError", "Tensor dimension mismatch in read"):
        function(x, tensor(tvm, 3), tensor(tvm, 3), [2, 3])
    with raises("TVMError", "expected Object but got int"):
        function(x, tensor(tvm, 5), None, 3)
    with raises(Exception, "dimension"):
        function(tensor(tvm, 5), tensor(tvm, 5), None, [0])


@proves(NN + "layer_norm", "`gamma` 是 `None` 时进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    tvm.topi.nn.layer_norm(tensor(tvm, 2, 3), None, None, [1])


@proves(NN + "layer_norm", "均值很大时结果不可用，先减去一个估计的中心再归一化", "方差是 `E[x²] - E[x]²`")
def _(tvm):
    x, one = uniform(1, 64), np.ones(64, "float32")
    call = lambda a: run(tvm, lambda t, g: tvm.topi.nn.layer_norm(t, g, None, [-1]), a.astype("float32"), one)
    assert not near(call(x + 3000), normal((x + 3000).astype("float64"), 1), 0.05)
    assert near(call((x + 3000) - 3000), normal(x, 1), 0.01)


@proves(NN + "instance_norm", "再用 `scale_shift_nchw` 乘加通道的参数")
def _(tvm):
    x, one, scale, shift = uniform(2, 3, 4, 5) * 3, np.ones((4, 5), "float32"), uniform(3), uniform(3)

    def compute(a, g, s, b):
        return tvm.topi.nn.scale_shift_nchw(tvm.topi.nn.instance_norm(a, g, None, [2, 3]), s, b)

    want = normal(x, (2, 3)) * scale[:, None, None] + shift[:, None, None]
    assert near(run(tvm, compute, x, one, scale, shift), want, 1e-3)


def grouped(x, groups, channel, axes):
    moved = np.moveaxis(x, channel, 1)
    flat = moved.reshape(x.shape[0], groups, -1)
    return np.moveaxis(normal(flat, (2,)).reshape(moved.shape), 1, channel)


@proves(NN + "group_norm", "在组内的通道连同 `axes` 各轴上归一化", "`(C,)`，None 不乘、不加", "通道轴，可以是负数", "NHWC 写 `channel_axis=3, axes=[1, 2]` 也正确", "加在方差上，默认 1e-5")
def _(tvm):
    for channel, axes, dims in ((1, [2, 3], (2, 6, 4, 5)), (3, [1, 2], (2, 4, 5, 6)), (-1, [1, 2], (2, 4, 5, 6))):
        x, gamma, beta = uniform(*dims) * 3, uniform(6), uniform(6)
        wide = [1] * 4
        wide[channel] = 6
        want = grouped(x, 3, channel % 4, axes)
        out = run(tvm, lambda a, g, b: tvm.topi.nn.group_norm(a, g, b, 3, channel, axes), x, gamma, beta)
        assert near(out, want * gamma.reshape(wide) + beta.reshape(wide), 1e-3), channel
        out = run(tvm, lambda a: tvm.topi.nn.group_norm(a, None, None, 3, channel, axes), x)
        assert near(out, want, 1e-3)


@proves(NN + "group_norm", "不能整除通道数时没有提示，结果是错的，大于通道数时报 `Divide by zero`", "含有通道轴时定义时报 `axes can not contain channel axis`")
def _(tvm):
    x, one = tensor(tvm, 2, 6, 4, 5), tensor(tvm, 6)
    tvm.topi.nn.group_norm(x, one, one, 4, 1, [2, 3])
    with raises("TVMError", "Divide by zero"):
        tvm.topi.nn.group_norm(x, one, one, 7, 1, [2, 3])
    with raises("TVMError", "axes can not contain channel axis"):
        tvm.topi.nn.group_norm(x, one, one, 2, 1, [1, 2, 3])


@proves(NN + "lrn", "`x / (bias + alpha / size × 邻近通道的平方和) ** beta`，边上缺的通道按 0 计", "通道轴，只能是 1（默认）或 3", "三个系数，默认 1e-4、0.75、2", "邻近通道的个数，必须是奇数", "四维浮点", "不符时都在定义时报错", "三个系数的顺序与 Relay 的 `nn.lrn`（`bias` 在前）不同")
def _(tvm):
    import inspect

    x = uniform(2, 7, 4, 7)
    for axis in (1, 3):
        squares = np.apply_along_axis(lambda v: np.convolve(v, np.ones(3), "same"), axis, x * x)
        out = run(tvm, lambda t: tvm.topi.nn.lrn(t, 3, axis, 0.5, 0.7, 1.5), x)
        assert near(out, x / (1.5 + 0.5 / 3 * squares) ** 0.7)
    t = tensor(tvm, 2, 7, 4, 7)
    for bad in (lambda: tvm.topi.nn.lrn(t, 2), lambda: tvm.topi.nn.lrn(t, 3, 2), lambda: tvm.topi.nn.lrn(tensor(tvm, 2, 7, 4), 3), lambda: tvm.topi.nn.lrn(tensor(tvm, 2, 7, 4, 7, dtype="int32"), 3)):
        with raises(Exception):
            bad()
    names = lambda function: [n for n in inspect.signature(function).parameters if n in ("alpha", "beta", "bias")]
    assert names(tvm.topi.nn.lrn) == ["alpha", "beta", "bias"] and names(tvm.relay.nn.lrn) == ["bias", "alpha", "beta"]
    defaults = inspect.signature(tvm.topi.nn.lrn).parameters
    assert [defaults[n].default for n in ("axis", "alpha", "beta", "bias")] == [1, 1e-4, 0.75, 2]


SCALE = {
    "scale_shift_nchw": ("`Input[b, c, i, j] * Scale[c] + Shift[c]`", "`(N, C, H, W)`", "`Input` 的维数少了，是 lambda 缺少实参的 `TypeError`；多了是 `ValueError: Need to provide … index in tensor`"),
    "scale_shift_nhwc": ("`Input[b, i, j, c] * Scale[c] + Shift[c]`", "`(N, H, W, C)`；维数不符时的错误同 `scale_shift_nchw`"),
    "scale_shift_nchwc": ("`(N, C/c, H, W, c)`；维数不符时的错误同 `scale_shift_nchw`", "`(C/c, c)`，长度不核对"),
}


@each(SCALE, "长度不核对")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    dims, own, wide = {
        "scale_shift_nchw": ((2, 3, 4, 5), (3,), (3, 1, 1)),
        "scale_shift_nhwc": ((2, 3, 4, 5), (5,), (5,)),
        "scale_shift_nchwc": ((2, 3, 4, 5, 6), (3, 6), (3, 1, 1, 6)),
    }[name]
    x, scale, shift = uniform(*dims), uniform(*own), uniform(*own)
    assert near(run(tvm, function, x, scale, shift), x * scale.reshape(wide) + shift.reshape(wide))
    long = tensor(tvm, *[n + 9 for n in own])
    assert shape(function(tensor(tvm, *dims), long, long)) == dims
    with raises(TypeError):
        function(tensor(tvm, *dims[1:]), long, long)
    with raises(ValueError, "Need to provide"):
        function(tensor(tvm, 1, *dims), long, long)


def nll_case():
    x, w = uniform(4, 3, 2), uniform(3) + 2
    targets = RNG.integers(0, 3, (4, 2)).astype("int32")
    targets[0, 0] = -7
    pick = np.take_along_axis(x, np.maximum(targets, 0)[:, None], 1)[:, 0]
    weight = np.where(targets == -7, 0, w[np.maximum(targets, 0)])
    return x, targets, w, -pick * weight, weight


@proves(NN + "nll_loss", "`(C,)`，各类别的权重", "`\"mean\"` 除以所取权重之和，`\"sum\"` 求和，其余的字符串不归约", "等于它的目标损失和权重都记 0；没有默认值", "全部目标被忽略时 `\"mean\"` 是 NaN", "整数类别号，不检查范围")
def _(tvm):
    x, targets, w, losses, weight = nll_case()
    call = lambda how, ignored=-7, at=targets: run(tvm, lambda *a: tvm.topi.nn.nll_loss(*a, how, ignored), x, at, w)
    assert near(call("none"), losses.astype("float32")) and near(call("other"), losses.astype("float32"))
    assert np.allclose(call("sum"), losses.sum(), atol=1e-4) and np.allclose(call("mean"), losses.sum() / weight.sum(), atol=1e-4)
    assert np.isnan(call("mean", 1, np.ones((4, 2), "int32")))


@proves(NN + "nll_loss", "`(N, C, d1, …)` 或 `(C,)` 的对数概率", "`(N, d1, …)` 或 `()` 的整数类别号", versions=("0.12.0", "0.13.0"))
def _(tvm):
    x, _, w, _, _ = nll_case()
    one = run(tvm, lambda *a: tvm.topi.nn.nll_loss(*a, "sum", -1), x[0, :, 0].copy(), np.array(2, "int32"), w)
    assert np.allclose(one, -x[0, 2, 0] * w[2])


@proves(NN + "nll_loss", "一维的 `(C,)` 报 `indexing 0 on an array of size 0`", versions=("0.10.0",))
def _(tvm):
    with raises(Exception, "indexing 0 on an array of size 0"):
        tvm.topi.nn.nll_loss(tensor(tvm, 3), tensor(tvm, dtype="int32"), tensor(tvm, 3), "sum", -1)


@proves(NN + "pad", "`pad_after` 的信息里第二个数误取了 `pad_before` 的个数", versions=("0.10.0", "0.12.0"))
def _(tvm):
    with raises(ValueError, "Input dimension and pad_after dismatch : 2 vs 2"):
        tvm.topi.nn.pad(tensor(tvm, 3, 4), [1, 1], [1])


@proves(NN + "layer_norm", "（空列表在这里等于全部的轴）", versions=("0.12.0",))
def _(tvm):
    with raises(Exception, "dimension"):
        tvm.topi.nn.layer_norm(tensor(tvm, 2, 3), tensor(tvm, 3), None, [])


@proves(NN + "pad", "每轴一个，负数表示裁掉；`pad_after` 为 `None` 或空列表时同 `pad_before`；个数不符时是 `ValueError`，信息 `Input dimension and pad_before dismatch` 一类", "Python 数转换成输入的类型，int32 输入的 1.7 是 1", "`PrimExpr` 不转换，float32 的常量使 int32、float16 的输入变成 float32 的结果", "这一步计算的名称和属性")
def _(tvm):
    pad, x = tvm.topi.nn.pad, uniform(3, 4)
    assert near(run(tvm, lambda t: pad(t, [1, 0], [0, 2], 7.0), x), np.pad(x, [(1, 0), (0, 2)], constant_values=7))
    for after in (None, []):
        assert near(run(tvm, lambda t: pad(t, [1, 2], after), x), np.pad(x, [(1, 1), (2, 2)]))
    assert near(run(tvm, lambda t: pad(t, [-1, 0], [0, -1]), x), x[1:, :-1])
    assert not isinstance(pad(tensor(tvm, 3, 4), [tvm.te.var("n"), 0], [0, 0]).shape[0], tvm.tir.IntImm)
    with raises(ValueError, "Input dimension and pad_before dismatch"):
        pad(tensor(tvm, 3, 4), [1])
    with raises(ValueError, "Input dimension and pad_after dismatch"):
        pad(tensor(tvm, 3, 4), [1, 1], [1])
    out = run(tvm, lambda t: pad(t, [1], [0], 1.7), np.zeros(1, "int32"))
    assert out.dtype == "int32" and out.tolist() == [1, 0]
    for dtype in ("int32", "float16"):
        assert pad(tensor(tvm, 3, dtype=dtype), [1], None, tvm.tir.const(1.5, "float32")).dtype == "float32"
    named = pad(tensor(tvm, 3), [1], None, 0.0, "mine", {"a": "b"})
    assert named.op.name == "mine" and named.op.attrs["a"] == "b" and pad(tensor(tvm, 3), [1]).op.name == "PadInput"


@each(["pad", "mirror_pad"], "的结果标签含 `injective`")
def _(tvm, name):
    assert "injective" in getattr(tvm.topi.nn, name)(tensor(tvm, 3), [1]).op.tag


@proves(NN + "mirror_pad", "`\"SYMMETRIC\"`（默认）连边缘一起重复，`\"REFLECT\"` 以边缘为轴；其他（小写也是）抛出 `AssertionError`", "每轴一个；`pad_after` 为 `None` 时同 `pad_before`", "只折返一次：填充数大于轴长（`\"REFLECT\"` 时不小于轴长）时下标越界，不报错")
def _(tvm):
    x = uniform(3, 4)
    for mode in ("SYMMETRIC", "REFLECT"):
        for before, after in (([1, 2], [0, 1]), ([2, 1], None)):
            out = run(tvm, lambda t: tvm.topi.nn.mirror_pad(t, before, after, mode), x)
            assert near(out, np.pad(x, list(zip(before, after or before)), mode.lower()))
    assert near(run(tvm, lambda t: tvm.topi.nn.mirror_pad(t, [3, 0]), x), np.pad(x, [(3, 3), (0, 0)], "symmetric"))
    for mode in ("symmetric", "EDGE"):
        with raises(AssertionError):
            tvm.topi.nn.mirror_pad(tensor(tvm, 3), [1], None, mode)
    tvm.topi.nn.mirror_pad(tensor(tvm, 3), [9])


@proves(NN + "dilate", "在相邻元素之间插入 `strides - 1` 个 `dilation_value`，输出每轴 `(n - 1) × stride + 1`", "每轴一个，个数不符时是 `ValueError`；0 报 `Divide by zero`", "插入的值，默认 0.0，转换成输入的类型")
def _(tvm):
    x = np.arange(6, dtype="int32").reshape(2, 3)
    out = run(tvm, lambda t: tvm.topi.nn.dilate(t, [3, 2], 1.7), x)
    want = np.full((4, 5), 1, "int32")
    want[::3, ::2] = x
    assert np.array_equal(out, want) and out.dtype == "int32"
    assert 0 in run(tvm, lambda t: tvm.topi.nn.dilate(t, [2]), np.ones(2, "float32"))
    with raises(ValueError):
        tvm.topi.nn.dilate(tensor(tvm, 2, 3), [1])
    with raises("TVMError", "Divide by zero"):
        tvm.topi.nn.dilate(tensor(tvm, 2, 3), [0, 1])


@proves(NN + "fifo_buffer", "把 `data` 接到 `buffer` 末尾，从头丢掉同样多，形状同 `buffer`", "`axis` 轴不长于 `buffer`，其他轴相等", "沿哪一轴接，只能非负", "维数、`axis` 的范围和大小都在定义时断言", "符号形状抛出 `ValueError`")
def _(tvm):
    for ndim in (1, 2, 3, 4, 5):
        for axis in range(ndim):
            dims = list(range(4, 4 + ndim))
            buffer = uniform(*dims)
            dims[axis] = 2
            data = uniform(*dims)
            out = run(tvm, lambda d, b: tvm.topi.nn.fifo_buffer(d, b, axis), data, buffer)
            whole = np.concatenate([buffer, data], axis)
            assert near(out, whole.take(range(2, whole.shape[axis]), axis))
    for data, buffer, axis in (((2,), (4, 4), 0), ((2, 4), (4, 4), 2), ((2, 4), (4, 4), -2), ((5, 4), (4, 4), 0), ((2, 3), (4, 4), 0)):
        with raises(AssertionError):
            tvm.topi.nn.fifo_buffer(tensor(tvm, *data), tensor(tvm, *buffer), axis)
    with raises(ValueError):
        tvm.topi.nn.fifo_buffer(tensor(tvm, tvm.te.var("n"), 4), tensor(tvm, 4, 4), 0)


def depth(x, b, mode):
    n, c, h, w = x.shape
    c //= b * b
    x = x[:, : c * b * b]
    if mode == "DCR":
        return x.reshape(n, b, b, c, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(n, c, h * b, w * b)
    return x.reshape(n, c, b, b, h, w).transpose(0, 1, 4, 2, 5, 3).reshape(n, c, h * b, w * b)


@proves(NN + "depth_to_space", "`(N, C, H, W)` 得 `(N, C/b², H·b, W·b)`", "`C` 不能整除 `b²` 时多余的通道丢掉", "NCHW（默认）或 NHWC，否则是 `ValueError`", "`\"DCR\"`（默认）是 TensorFlow 的次序；其他任何字符串都按 `\"CDR\"`")
def _(tvm):
    function = tvm.topi.nn.depth_to_space
    for mode in ("DCR", "CDR", "CRD", "dcr"):
        x = uniform(2, 9, 3, 4)
        want = depth(x, 2, "DCR" if mode == "DCR" else "CDR")
        if mode != "DCR":
            x = x[:, :8].copy()
        assert near(run(tvm, lambda t: function(t, 2, "NCHW", mode), x), want), mode
        out = run(tvm, lambda t: function(t, 2, "NHWC", mode), x.transpose(0, 2, 3, 1).copy())
        assert near(out.transpose(0, 3, 1, 2), want)
    assert near(run(tvm, lambda t: function(t, 2), x), depth(x, 2, "DCR"))
    with raises(ValueError):
        function(tensor(tvm, 2, 8, 3, 4), 2, "HWCN")


@proves(NN + "space_to_depth", "`(N, C, H, W)` 得 `(N, C·b², H/b, W/b)`", "次序对应 `depth_to_space` 的 `\"DCR\"`", "高宽不能整除时末尾的行列被静默丢弃", "NCHW（默认）或 NHWC，否则是 `ValueError`")
def _(tvm):
    x = uniform(2, 3, 5, 7)
    out = run(tvm, lambda t: tvm.topi.nn.space_to_depth(t, 2), x)
    assert near(depth(out, 2, "DCR"), x[:, :, :4, :6])
    last = run(tvm, lambda t: tvm.topi.nn.space_to_depth(t, 2, "NHWC"), x.transpose(0, 2, 3, 1).copy())
    assert near(last.transpose(0, 3, 1, 2), out)
    with raises(ValueError):
        tvm.topi.nn.space_to_depth(tensor(tvm, 2, 8, 4, 4), 2, "HWCN")


@proves(NN + "space_to_batch_nd", "先填充，再把第 1 轴起的各轴切块、搬到批次", "各空间轴的块大小；填充以后必须整除，否则定义时报 `must be divisible by its block size`", "与 `block_shape` 等长，否则报 `Paddings must be provided for each spatial dimension`；两者不等长时报 `pad_before.size() == pad_after.size()`", "填充的值，默认 0.0", "`(N, 空间轴…, 其余…)`")
def _(tvm):
    function, x = tvm.topi.nn.space_to_batch_nd, uniform(2, 3, 4, 5)
    out = run(tvm, lambda t: function(t, [2, 3], [1, 0], [0, 2], 7.0), x)
    p = np.pad(x, [(0, 0), (1, 0), (0, 2), (0, 0)], constant_values=7)
    want = p.reshape(2, 2, 2, 2, 3, 5).transpose(2, 4, 0, 1, 3, 5).reshape(12, 2, 2, 5)
    assert near(out, want)
    assert run(tvm, lambda t: function(t, [2, 2], [1, 0], [0, 0]), x).min() <= 0
    t = tensor(tvm, 2, 3, 4, 5)
    for given, words in ((([2, 3], [0, 0], [0, 0]), "must be divisible by its block size"), (([2, 2], [1], [1]), "Paddings must be provided for each spatial dimension"), (([2, 2], [1, 0], [0]), "pad_before.size() == pad_after.size()")):
        with raises(Exception, words):
            function(t, *given)


@proves(NN + "space_to_batch_nd", "浮点数时成为 float32 常量，整数成为 int32 常量，再与输入的类型提升", "有填充时，float16、int32、uint8 的输入配 0.0 都得到 float32 的结果，配 0 依次得到 float16、int32、int32，要保持类型就写 `tir.const(0, 类型)`", "批次必须是常数：符号的批次不报错，输出的批次却是负数")
def _(tvm):
    function = tvm.topi.nn.space_to_batch_nd
    for dtype, whole in (("float16", "float16"), ("int32", "int32"), ("uint8", "int32")):
        call = lambda *value: function(tensor(tvm, 2, 3, 4, dtype=dtype), [2], [1], [0], *value).dtype
        assert (call(), call(0.0), call(0), call(tvm.tir.const(0, dtype))) == ("float32", "float32", whole, dtype)
    assert int(function(tensor(tvm, tvm.te.var("n"), 4, 4), [2], [0], [0]).shape[0]) < 0


@proves(NN + "batch_to_space_nd", "`space_to_batch_nd` 的逆变换", "不能整除时不报错，多余的批次丢掉", "各空间轴两端裁掉多少；裁得太多时报 `Incorrect crop sizes`", "各空间轴的块大小")
def _(tvm):
    x = uniform(2, 3, 4, 5)

    def back(t):
        return tvm.topi.nn.batch_to_space_nd(tvm.topi.nn.space_to_batch_nd(t, [2, 3], [1, 0], [0, 2]), [2, 3], [1, 0], [0, 2])

    assert near(run(tvm, back, x), x)
    function, t = tvm.topi.nn.batch_to_space_nd, tensor(tvm, 9, 2, 2, 5)
    assert shape(function(t, [2, 2], [0, 0], [0, 0])) == (2, 4, 4, 5)
    with raises(Exception, "Incorrect crop sizes"):
        function(t, [2, 2], [3, 0], [3, 0])


@proves(NN + "flatten", "保留第 0 轴，其余合成一轴。一维输入 `(n,)` 得 `(n, 1)`，零维输入抛出 `IndexError`")
def _(tvm):
    x = uniform(2, 3, 4)
    assert near(run(tvm, tvm.topi.nn.flatten, x), x.reshape(2, 12))
    assert shape(tvm.topi.nn.flatten(tensor(tvm, 5))) == (5, 1)
    with raises(IndexError):
        tvm.topi.nn.flatten(tensor(tvm))


PADS = {
    "get_pad_tuple": 2,
    "get_pad_tuple1d": 1,
    "get_pad_tuple3d": 3,
    "get_pad_tuple_generic": 2,
}


@each({"get_pad_tuple": ("返回 `(上, 左, 下, 右)`",), "get_pad_tuple1d": ("返回 `(左, 右)`",), "get_pad_tuple3d": ("返回 `(前, 上, 左, 后, 下, 右)`",), "get_pad_tuple_generic": ("任意维，维数取自 `kernel`", "返回两个列表：各轴前端和各轴后端",)},
      "整数 p | 各边都是 p", "与空间轴等长的元组或列表 | 每轴两端相同", "两倍长的元组或列表 | 原样：先各轴的前端，再各轴的后端", "`\"VALID\"` | 全 0", "每轴共 `kernel - 1`，奇数时多的一个在前端")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), PADS[name]
    kernel = (3, 4, 6)[-dim:]
    flat = lambda out: list(out[0]) + list(out[1]) if name.endswith("generic") else list(out)
    one, two = list(range(1, 1 + dim)), list(range(1, 1 + 2 * dim))
    for kind in (tuple, list):
        assert flat(function(kind(one), kernel)) == one * 2 and flat(function(kind(two), kernel)) == two
    assert flat(function(2, kernel)) == [2] * 2 * dim and flat(function("VALID", kernel)) == [0] * 2 * dim
    assert flat(function("SAME", kernel)) == [k // 2 for k in kernel] + [(k - 1) // 2 for k in kernel]


@each({"get_pad_tuple": (), "get_pad_tuple1d": ("接受长度 1 或 2，报错的信息却写「can only be 2 or 4」",), "get_pad_tuple3d": (), "get_pad_tuple_generic": ()}, "长度不符时是 `ValueError`，信息以 `Size of padding can only be` 开头", "未知的字符串、NumPy 的整数和 `tvm.ir.Array` 报 `Unknown padding option`")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), PADS[name]
    kernel = (3,) * dim
    with raises(ValueError, "Size of padding can only be 2 or 4" if dim == 1 else "Size of padding can only be"):
        function((1,) * (2 * dim + 1), kernel)
    for padding in ("same", np.int64(1), tvm.runtime.convert([1] * dim)):
        with raises(ValueError, "Unknown padding option"):
            function(padding, kernel)


@proves(NN + "concatenate", "就是 `topi.concatenate`，沿 `axis` 连接张量")
@proves(NN + "strided_slice", "就是 `topi.strided_slice`，按步长取子区间")
def _(tvm):
    assert tvm.topi.nn.concatenate is tvm.topi.concatenate
    assert tvm.topi.nn.strided_slice is tvm.topi.strided_slice


@proves(NN + "layout_transform", "按两个布局的字母生成 `relay.transpose`", "与同名的 `topi.layout_transform` 不是一个", "现在和要的布局，字母须相同，否则是 `ValueError: Incompatible layouts: … vs …`，所以不能拆块", "布局相同时原样返回")
def _(tvm):
    x = tvm.relay.var("x", shape=(1, 2, 3, 4))
    out = tvm.topi.nn.layout_transform(x, "NCHW", "HWCN")
    assert out.op.name == "transpose" and [int(a) for a in out.attrs.axes] == [2, 3, 1, 0]
    assert tvm.topi.nn.layout_transform(x, "NCHW", "NCHW").same_as(x)
    assert tvm.topi.nn.layout_transform is not tvm.topi.layout_transform
    for layout in ("NCHW4c", "NCDHW"):
        with raises(ValueError, "Incompatible layouts: NCHW vs"):
            tvm.topi.nn.layout_transform(x, "NCHW", layout)


@proves(NN + "simplify", "`PrimExpr` 交给 `tvm.arith.Analyzer` 化简，其他对象原样返回")
def _(tvm):
    n = tvm.te.var("n")
    assert tvm.topi.nn.simplify(n + 1 - 1).same_as(n) and tvm.topi.nn.simplify("x") == "x" and tvm.topi.nn.simplify(3) == 3


@proves(NN + "get_const_int", "取出整数常量，化简后仍不是常量时抛出 `ValueError: Expect value to be constant int`")
def _(tvm):
    n = tvm.te.var("n")
    assert tvm.topi.nn.get_const_int(n - n + 3) == 3 and tvm.topi.nn.get_const_int(5) == 5
    with raises(ValueError, "Expect value to be constant int"):
        tvm.topi.nn.get_const_int(n)


@proves(NN + "get_const_tuple", "把形状里的常量变成 Python 整数", "变量、`tir.Any` 和不能化成常量的表达式留在原位")
def _(tvm):
    n, anything = tvm.te.var("n"), tvm.tir.Any()
    out = tvm.topi.nn.get_const_tuple([tvm.tir.IntImm("int32", 3), n - n + 4, n, anything, n + 1])
    assert out[:2] == (3, 4) and type(out[0]) is int and out[2].same_as(n) and out[3].same_as(anything) and isinstance(out[4], tvm.tir.Add)


@proves(NN + "equal_const_int", "判断表达式是否等于某个整数，不能化成常量时是 `False`")
def _(tvm):
    n, equal = tvm.te.var("n"), tvm.topi.nn.equal_const_int
    assert equal(n - n + 3, 3) and equal(3, 3) and not equal(n, 3) and not equal(tvm.tir.IntImm("int32", 4), 3)


@proves(NN + "upsampling", "目标大小是 `round(输入 × 倍数)`，常数的高宽正好一半时取偶数（4.5 得 4，5.5 得 6）；得 0 时报 `Divide by zero`", "NCHW（默认）、NHWC、NCHW4c 或 NCHW1n4c 一类；否则报 `not support this layout … yet` 或 `layout is not supported`", "False（默认）用 `asymmetric` 坐标，True 用 `align_corners`，后者在目标的高或宽是 1 时报 `Divide by zero`")
def _(tvm):
    up = tvm.topi.nn.upsampling
    assert [shape(up(tensor(tvm, 1, 2, n, n), 0.5, 1.5))[2] for n in (9, 11, 6)] == [4, 6, 3]
    with raises("TVMError", "Divide by zero"):
        up(tensor(tvm, 1, 2, 4, 4), 0.1, 2)
    assert shape(up(tensor(tvm, 1, 4, 4, 2), 2, 3, "NHWC")) == (1, 8, 12, 2)
    assert shape(up(tensor(tvm, 1, 2, 4, 4, 4), 2, 3, "NCHW4c")) == (1, 2, 8, 12, 4)
    for layout, words in (("HWCN", "not support this layout HWCN yet"), ("NCHWx", "layout is not supported")):
        with raises(Exception, words):
            up(tensor(tvm, 1, 2, 4, 4), 2, 2, layout)
    with raises("TVMError", "Divide by zero"):
        up(tensor(tvm, 1, 2, 4, 4), 0.25, 1, align_corners=True)
    x = np.arange(4, dtype="float32").reshape(1, 1, 2, 2)
    assert run(tvm, lambda t: up(t, 2, 2, "NCHW", "bilinear", True), x)[0, 0, 0, 3] == 1
    assert run(tvm, lambda t: up(t, 2, 2), x)[0, 0, 0].tolist() == [0, 0, 1, 1]


@proves(NN + "upsampling", "开头的 `bi` 被去掉，所以 `\"linear\"`、`\"cubic\"` 也可以；其余报 `Unknown resize method:`", "给出时不看倍数，原样作为输出的形状，批次和通道也不核对；Python 整数是 `AttributeError`", "所以 int32 的最近邻也只保留 24 位：2**24 + 1 变成 2**24")
def _(tvm):
    up, x = tvm.topi.nn.upsampling, uniform(1, 2, 4, 4)
    for long, brief in (("bilinear", "linear"), ("bicubic", "cubic")):
        one, other = (run(tvm, lambda t: up(t, 2, 2, "NCHW", method), x) for method in (long, brief))
        assert np.array_equal(one, other)
    with raises(Exception, "Unknown resize method:"):
        up(tensor(tvm, 1, 2, 4, 4), 2, 2, "NCHW", "nearest")
    dims = [tvm.tir.IntImm("int32", n) for n in (7, 9, 5, 6)]
    assert shape(up(tensor(tvm, 1, 2, 4, 4), 2, 2, output_shape=dims)) == (7, 9, 5, 6)
    with raises(AttributeError):
        up(tensor(tvm, 1, 2, 4, 4), 2, 2, output_shape=[1, 2, 5, 6])
    out = run(tvm, lambda t: up(t, 2, 2), np.full((1, 1, 1, 1), 2**24 + 1, "int32"))
    assert out.dtype == "int32" and out.max() == 2**24


@proves(NN + "upsampling3d", "NCDHW（默认）、NDHWC，或六维的 NCDHW4c 一类；否则报 `not support this layout … yet`", "开头的 `tri` 被去掉", "默认 `\"half_pixel\"`，与二维的 `asymmetric` 不同，最近邻因此不是均匀重复；未知的名称报 `Unsupported coordinate_transformation_mode`", "只用来取深、高、宽，Python 整数也可以", "三个倍数")
def _(tvm):
    up = tvm.topi.nn.upsampling3d
    assert shape(up(tensor(tvm, 1, 2, 3, 4, 5), 2, 3, 4)) == (1, 2, 6, 12, 20)
    assert shape(up(tensor(tvm, 1, 3, 4, 5, 2), 2, 3, 4, "NDHWC")) == (1, 6, 12, 20, 2)
    assert shape(up(tensor(tvm, 1, 2, 3, 4, 5, 4), 2, 3, 4, "NCDHW4c")) == (1, 2, 6, 12, 20, 4)
    with raises(ValueError, "not support this layout DHWCN yet"):
        up(tensor(tvm, 1, 2, 3, 4, 5), 2, 3, 4, "DHWCN")
    with raises(Exception, "Unsupported coordinate_transformation_mode"):
        up(tensor(tvm, 1, 2, 3, 4, 5), 2, 3, 4, coordinate_transformation_mode="other")
    out = up(tensor(tvm, 1, 2, 3, 4, 5), 2, 3, 4, output_shape=[9, 9, 7, 8, 9])
    assert shape(out) == (1, 2, 7, 8, 9)
    x = uniform(1, 1, 2, 2, 2)
    one, other = (run(tvm, lambda t: up(t, 2, 2, 2, "NCDHW", method), x) for method in ("trilinear", "linear"))
    assert np.array_equal(one, other)
    even = np.repeat(x, 2, 4)
    assert not near(run(tvm, lambda t: up(t, 1, 1, 2), x), even)
    flat = run(tvm, lambda t: up(t, 1, 1, 2, coordinate_transformation_mode="asymmetric"), x)
    assert near(flat, even)


def quantized(tvm, name, data, code, scale, zero, axis=-1):
    given = [data, np.array(code, "int32"), np.array(scale, "float32"), np.array(zero, "float32")]
    return run(tvm, lambda *a: getattr(tvm.topi.nn, name)(*a, axis), *given)


@proves(NN + "simulated_quantize", "`clip(round(data / scale) + zero_point)`", "`round` 逢半远离零，NaN 变成上限。int32 的上限在 float32 里是 2147483648", "长度为 1 或通道数，其他长度不报错，循环取用", "0 不量化，1 是 int8，2 是 uint8，3 是 int32，其他数同 0", "通道轴", "编码，int32")
def _(tvm):
    data = np.array([[-300.0, -2.5, 0.5, 1.5, 400.0, np.nan]], "float32")
    half = np.sign(data) * np.floor(np.abs(data) + 0.5)
    for code, low, high in ((1, -128, 127), (2, 0, 255), (3, -(2**31), 2**31)):
        want = np.where(np.isnan(data), high, np.clip(half + 3, low, high)).astype("float32")
        assert np.array_equal(quantized(tvm, "simulated_quantize", data, code, [1], [3]), want), code
    for code in (0, 7, -1):
        assert np.array_equal(quantized(tvm, "simulated_quantize", data, code, [2], [3]), data, equal_nan=True)
    x = uniform(4, 3) * 9
    out = quantized(tvm, "simulated_quantize", x, 1, [1, 2, 4, 8], [0, 1, 2, 3], 0)
    scale, zero = np.array([1, 2, 4, 8])[:, None], np.array([0, 1, 2, 3])[:, None]
    assert near(out, np.round(x / scale) + zero)
    out = quantized(tvm, "simulated_quantize", x, 1, [1, 2], [0, 1], 0)
    assert near(out, np.round(x / scale[[0, 1, 0, 1]].clip(1, 2)) + zero[[0, 1, 0, 1]])


@each({"simulated_quantize": ("签名写默认 `None`，但省略时在定义时是 `AssertionError`", "零维是 `IndexError`", "全用 float16、数据和缩放都是整数时在定义时报错；float16、整数的数据配 float32 的缩放得到 float32"), "simulated_dequantize": ("签名写默认 `None`，但不能省略",)})
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    code, one = tensor(tvm, dtype="int32"), tensor(tvm, 1)
    with raises(AssertionError):
        function(tensor(tvm, 2, 3), code)
    if name == "simulated_quantize":
        with raises(IndexError):
            function(tensor(tvm), code, one, one)
        for dtype in ("float16", "int32"):
            with raises(Exception):
                function(tensor(tvm, 2, 3, dtype=dtype), code, *[tensor(tvm, 1, dtype=dtype)] * 2)
            assert function(tensor(tvm, 2, 3, dtype=dtype), code, one, one).dtype == "float32"


@proves(NN + "simulated_dequantize", "编码 1、2、3 的结果相同，0 原样返回", "长度为 1 或通道数", "通道轴，默认 -1", "编码，int32", "`simulated_quantize` 的结果", "模拟反量化：`(data - zero_point) * scale`")
def _(tvm):
    x = np.round(uniform(4, 3) * 9)
    for code in (1, 2, 3):
        assert near(quantized(tvm, "simulated_dequantize", x, code, [0.5], [3]), (x - 3) * 0.5)
    assert np.array_equal(quantized(tvm, "simulated_dequantize", x, 0, [0.5], [3]), x)
    wide = quantized(tvm, "simulated_dequantize", x, 1, [1, 2, 4], [0, 1, 2])
    assert near(wide, (x - np.array([0, 1, 2])) * np.array([1, 2, 4]))


def csr(matrix):
    rows = [np.nonzero(row)[0] for row in matrix]
    return matrix[matrix != 0], np.concatenate(rows).astype("int32"), np.cumsum([0] + [len(r) for r in rows]).astype("int32")


def bsr(matrix, r, c):
    data, indices, indptr = [], [], [0]
    for i in range(0, len(matrix), r):
        for j in range(0, matrix.shape[1], c):
            if matrix[i : i + r, j : j + c].any():
                data.append(matrix[i : i + r, j : j + c])
                indices.append(j // c)
        indptr.append(len(indices))
    return np.array(data), np.array(indices, "int32"), np.array(indptr, "int32")


def sparse_matrix():
    matrix = np.kron(RNG.integers(0, 2, (3, 4)), np.ones((2, 3))) * (uniform(6, 12) + 2)
    matrix[0, :3] = 2
    return matrix.astype("float32")


@each({"sparse_dense": ("D，二维", "S，CSR 或 BSR", "False（默认）得 `D @ S.T`，True 得 `S @ D.T`",), "sparse_dense_sp_rhs": ("稀疏权重的全连接 `data @ W.T`", "`(n, k)` 的 W", "返回 `(m, n)`", "稠密，`(m, k)`"), "sparse_dense_sp_lhs": ("稀疏输入乘稠密权重 `X @ weight.T`", "`(m, k)` 的 X", "返回 `(m, n)`", "稠密，`(n, k)`")}, "`indptr` 是 `(行数 / bs_r + 1,)`", "格式由 `data` 的维数判断，一维是 CSR，三维是 BSR，其他是 `AssertionError`")
def _(tvm, name):
    S, D = sparse_matrix(), uniform(5, 12)
    for parts in (csr(S), bsr(S, 2, 3)):
        if name != "sparse_dense_sp_lhs":
            assert near(run(tvm, getattr(tvm.topi.nn, name), D, *parts), D @ S.T)
        if name == "sparse_dense":
            assert near(run(tvm, lambda *a: tvm.topi.nn.sparse_dense(*a, True), D, *parts), S @ D.T)
        if name == "sparse_dense_sp_lhs":
            assert near(run(tvm, tvm.topi.nn.sparse_dense_sp_lhs, *parts, D), S @ D.T)
    flat = tensor(tvm, 3, 4), tensor(tvm, 3, dtype="int32"), tensor(tvm, 3, dtype="int32")
    dense = tensor(tvm, 5, 12)
    with raises(AssertionError):
        getattr(tvm.topi.nn, name)(*((*flat, dense) if name.endswith("lhs") else (dense, *flat)))


@proves(NN + "sparse_dense_sp_rhs", "CSR 是一步计算，标签 `sparse_dense_sp_rhs_csrmm`；BSR 是分块乘和拼回两步，`FLOP` 属性按稠密矩阵的次数计")
def _(tvm):
    dense, ints = tensor(tvm, 5, 12), lambda n: tensor(tvm, n, dtype="int32")
    one = tvm.topi.nn.sparse_dense_sp_rhs(dense, tensor(tvm, 9), ints(9), ints(7))
    assert one.op.tag == "sparse_dense_sp_rhs_csrmm" and all(isinstance(t.op, tvm.te.PlaceholderOp) for t in one.op.input_tensors)
    two = tvm.topi.nn.sparse_dense_sp_rhs(dense, tensor(tvm, 4, 2, 3), ints(4), ints(4))
    (block,) = two.op.input_tensors
    assert int(block.op.attrs["FLOP"]) == 2 * 5 * 6 * 12 and all(isinstance(t.op, tvm.te.PlaceholderOp) for t in block.op.input_tensors)


@proves(NN + "sparse_add", "同样大小的矩阵，限 CSR，否则是 `AssertionError: only CSR format is supported`", "它是 `te.extern`，循环不能再调度", "只有一行的矩阵编译报 `Check failed: lanes > 1`", "稠密，二维")
def _(tvm):
    S, D = sparse_matrix(), uniform(6, 12)
    assert near(run(tvm, tvm.topi.nn.sparse_add, D, *csr(S)), D + S)
    with raises(AssertionError, "only CSR format is supported"):
        tvm.topi.nn.sparse_add(tensor(tvm, 6, 12), tensor(tvm, 4, 2, 3), tensor(tvm, 4, dtype="int32"), tensor(tvm, 4, dtype="int32"))
    out = tvm.topi.nn.sparse_add(*[tensor(tvm, *a.shape, dtype=str(a.dtype)) for a in (D, *csr(S))])
    assert isinstance(out.op, tvm.te.ExternOp)
    with raises(Exception, "Check failed: lanes > 1"):
        run(tvm, tvm.topi.nn.sparse_add, D[:1].copy(), *csr(S[:1]))


@proves(NN + "sparse_transpose", "返回列表 `[data, indices, indptr]`，形状与输入相同，后两个固定是 int32", "`(nnz,)` | 非零元素，任意类型", "`(nnz,)` | 整数，列号", "`(n + 1,)` | 整数，各行的起点", "不是一维时是 `AssertionError`，如 `error in data dimension`", "行数取自 `sparse_indptr`，列数当作与它相等：列比行少时结果末尾多出空行")
def _(tvm):
    S = sparse_matrix()
    square = np.concatenate([S, np.zeros((6, 12), "float32")])
    for dtype in ("float32", "float64", "int32"):
        data, indices, indptr = csr(np.round(square * 4).astype(dtype))
        out = run(tvm, tvm.topi.nn.sparse_transpose, data, indices, indptr)
        want = csr(np.ascontiguousarray(np.round(square * 4).astype(dtype).T))
        assert all(np.array_equal(a, b) for a, b in zip(out, want)) and out[1].dtype == out[2].dtype == "int32"
    out = run(tvm, tvm.topi.nn.sparse_transpose, *csr(S[:, :4].copy()))
    assert out[2].shape == (7,) and out[2][4] == out[2][5] == out[2][6]
    with raises(AssertionError, "error in data dimension"):
        tvm.topi.nn.sparse_transpose(tensor(tvm, 3, 3), tensor(tvm, 3, dtype="int32"), tensor(tvm, 4, dtype="int32"))


@each({"try_get_sparse_input": ("注册，一般不直接调用",), "try_get_conv2d_sparse_input": ("由自动调度使用，一般不直接调用",)})
def _(tvm, name):
    from tvm.auto_scheduler import measure

    assert name in measure.TASK_INPUT_CHECK_FUNC_REGISTRY


@proves(NN + "try_get_sparse_input", "名字如 `sparse_dense_bsr_8_8_2_4_4_5_W_data`，依次是 N、K、块的行列、`indices` 和 `indptr` 的长度" , "只支持稀疏权重的 BSR，其他计算得到空字典", "块数恰好等于 `indptr` 的长度时分不清两者，同样是空字典")
def _(tvm):
    def found(blocks, r=2, c=4, rows=5):
        given = tensor(tvm, 3, 8), tensor(tvm, blocks, r, c), tensor(tvm, blocks, dtype="int32"), tensor(tvm, rows, dtype="int32")
        out = tvm.topi.nn.sparse_dense_sp_rhs(*given)
        return {name: given.index(t) for t, name in tvm.topi.nn.try_get_sparse_input([*given, out]).items()}

    names = {"sparse_dense_bsr_8_8_2_4_4_5_W_" + part: at for part, at in (("data", 1), ("indices", 2), ("indptr", 3))}
    assert found(4) == names and found(5) == {}
    given = tensor(tvm, 3, 8), tensor(tvm, 4), tensor(tvm, 4, dtype="int32"), tensor(tvm, 9, dtype="int32")
    assert len(tvm.topi.nn.try_get_sparse_input([*given, tvm.topi.nn.sparse_dense_sp_rhs(*given)])) == 0
    assert len(tvm.topi.nn.try_get_sparse_input([tensor(tvm, 3), 5, "x"])) == 0


@proves(NN + "try_get_conv2d_sparse_input", "名字以 `sparse_conv2d_bsr` 开头", "输出形状按 NHWC 解读，所以 NCHW 的卷积一般得到空字典")
def _(tvm):
    def found(layout):
        dims = (1, 4, 6, 8) if layout == "NHWC" else (1, 8, 4, 6)
        given = tensor(tvm, *dims), tensor(tvm, 3, 2, 4), tensor(tvm, 3, dtype="int32"), tensor(tvm, 5, dtype="int32")
        return tvm.topi.nn.try_get_conv2d_sparse_input([*given, tvm.topi.nn.sparse_conv2d(*given, layout)])

    assert len(found("NHWC")) == 3 and all(name.startswith("sparse_conv2d_bsr") for name in found("NHWC").values())
    assert len(found("NCHW")) == 0


HOOKS = {
    "batch_matmul_legalize": "cpu cuda",
    "bitserial_conv2d_legalize": "arm_cpu",
    "conv2d_infer_layout": "cpu intel_graphics",
    "conv2d_transpose_legalize": "",
    "conv3d_alter_layout": "cuda gpu",
    "conv3d_transpose_legalize": "",
    "depthwise_conv2d_infer_layout": "cpu intel_graphics",
    "matmul_legalize": "",
    "sparse_dense_alter_layout": "cuda gpu rocm",
}
NEW_HOOKS = {
    "add_alter_layout": "arm_cpu",
    "bias_add_legalize": "arm_cpu",
    "conv2d_alter_layout": "adreno arm_cpu bifrost cpu cuda gpu hexagon intel_graphics mali",
    "conv2d_legalize": "arm_cpu cpu cuda gpu hexagon",
    "dense_alter_layout": "arm_cpu cpu hexagon",
    "dense_legalize": "cpu cuda hexagon",
    "qnn_conv2d_alter_layout": "arm_cpu hexagon",
    "qnn_dense_alter_layout": "hexagon",
    "qnn_requantize_alter_layout": "arm_cpu",
}


@each(list(HOOKS), "它们是目标泛型函数（`tvm.target.generic_func`）")
def _(tvm, name):
    assert sorted(getattr(tvm.topi.nn, name).dispatch_dict) == HOOKS[name].split()


@each(list(NEW_HOOKS), "它们是目标泛型函数（`tvm.target.generic_func`）", versions=("0.12.0", "0.13.0"))
def _(tvm, name):
    assert sorted(getattr(tvm.topi.nn, name).dispatch_dict) == NEW_HOOKS[name].split()


def rewritten(tvm, call, target, how="Legalize", **config):
    """The body after the pass; None where it is unchanged."""
    mod = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(call))
    settings = {f"relay.backend.{key}": value for key, value in config.items()}
    with tvm.target.Target(target), tvm.transform.PassContext(opt_level=3, config=settings):
        out = getattr(tvm.relay.transform, how)()(mod)
    return None if tvm.ir.structural_equal(mod, out) else out["main"].body


def ops_of(tvm, body):
    names = []
    tvm.relay.analysis.post_order_visit(body, lambda n: names.append(n.op.name) if isinstance(n, tvm.relay.Call) else None)
    return names


@proves(NN + "conv2d_transpose_legalize", "默认实现把 NHWC 的转置卷积加上 `transpose` 变成 NCHW，核的布局统一成 IOHW", "目标的 `-libs` 含 `cudnn` 时不改")
def _(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 5, 5, 4)), relay.var("w", shape=(3, 3, 6, 4))
    call = relay.nn.conv2d_transpose(x, w, channels=6, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWOI")
    body = rewritten(tvm, call, "llvm")
    assert ops_of(tvm, body) == ["transpose", "transpose", "nn.conv2d_transpose", "transpose"]
    conv = body.args[0]
    assert (conv.attrs.data_layout, conv.attrs.kernel_layout) == ("NCHW", "IOHW")
    assert rewritten(tvm, call, "cuda -libs=cudnn") is None


@proves(NN + "conv3d_transpose_legalize", "默认实现把 NDHWC 变成 NCDHW", "其他的和 NCDHW 的卷积不改", versions=("0.13.0",))
def _(tvm):
    relay = tvm.relay

    def call(layout, kernel):
        sizes = {"N": 1, "C": 4, "D": 5, "H": 5, "W": 5, "I": 4, "O": 6}
        x = relay.var("x", shape=[sizes[c] for c in layout])
        w = relay.var("w", shape=[3 if c in "DHW" else sizes[c] for c in kernel])
        return relay.nn.conv3d_transpose(x, w, channels=6, kernel_size=(3, 3, 3), data_layout=layout, kernel_layout=kernel)

    assert rewritten(tvm, call("NCDHW", "IODHW"), "llvm") is None
    for kernel in ("DHWIO", "DHWOI", "OIDHW", "IODHW"):
        names = ops_of(tvm, rewritten(tvm, call("NDHWC", kernel), "llvm"))
        assert "nn.conv3d_transpose" in names and names[-1] == "transpose", kernel


@proves(NN + "matmul_legalize", "没有目标注册它")
def _(tvm):
    relay = tvm.relay
    call = relay.nn.matmul(relay.var("x", shape=(4, 8)), relay.var("y", shape=(8, 5)))
    assert rewritten(tvm, call, "llvm") is None and not tvm.topi.nn.matmul_legalize.dispatch_dict


@proves(NN + "conv2d_alter_layout", "换成 `nn.contrib_conv2d_NCHWc` 一类", "要换成 NCHWc 的卷积没有写 `kernel_size` 时，报 `The kernel size and channels of a Conv must be set or inferred by previous pass`；`channels` 由这里补上", "选中的是 AutoScheduler、MetaSchedule 的 Winograd 时，拆成权重变换和卷积两步")
def _(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 16, 8, 8)), relay.var("w", shape=(32, 16, 3, 3))
    for given in ({"channels": 32}, {}):
        body = rewritten(tvm, relay.nn.conv2d(x, w, kernel_size=(3, 3), **given), "llvm", "AlterOpLayout")
        assert "nn.contrib_conv2d_NCHWc" in ops_of(tvm, body)
    with raises(Exception, "The kernel size and channels of a Conv must be set or inferred by previous pass"):
        rewritten(tvm, relay.nn.conv2d(x, w, channels=32), "llvm", "AlterOpLayout")
    x, w = relay.var("x", shape=(1, 8, 8, 16)), relay.var("w", shape=(3, 3, 16, 128))
    call = relay.nn.conv2d(x, w, channels=128, kernel_size=(3, 3), padding=(1, 1), data_layout="NHWC", kernel_layout="HWIO")
    for search in ("use_auto_scheduler", "use_meta_schedule"):
        names = ops_of(tvm, rewritten(tvm, call, "llvm", "AlterOpLayout", **{search: True}))
        assert names[-2:] == ["nn.contrib_conv2d_winograd_weight_transform", "nn.contrib_conv2d_winograd_without_weight_transform"], names


@proves(NN + "conv3d_alter_layout", "没有记录时不改，CPU 没有注册")
def _(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 16, 8, 8, 8)), relay.var("w", shape=(32, 16, 3, 3, 3))
    call = relay.nn.conv3d(x, w, channels=32, kernel_size=(3, 3, 3))
    for target in ("llvm", "cuda"):
        assert rewritten(tvm, call, target, "AlterOpLayout") is None


@proves(NN + "dense_alter_layout", "把 `nn.dense` 换成权重预先打包的 `nn.contrib_dense_pack`", "布局是 `NC16n4c`")
def _(tvm):
    relay = tvm.relay

    def layout(mcpu, dtype, n=32, k=64):
        x, w = relay.var("x", shape=(4, k), dtype=dtype[0]), relay.var("w", shape=(n, k), dtype=dtype[1])
        body = rewritten(tvm, relay.nn.dense(x, w, out_dtype="int32" if "int" in dtype[0] else None), f"llvm -mcpu={mcpu}", "AlterOpLayout")
        return body and body.attrs.weight_layout

    assert layout("cascadelake", ("uint8", "int8")) == "NC16n4c"
    for n, k in ((24, 64), (32, 62)):
        assert layout("cascadelake", ("uint8", "int8"), n, k) != "NC16n4c"
    assert layout("haswell", ("uint8", "int8")) != "NC16n4c"
    assert layout("cascadelake", ("float32", "float32")) == "NC32n"


@proves(NN + "dense_legalize", "N 补到 16、K 补到 4 的倍数", "把 int8 × int8 的全连接改成 uint8 × int8 加补偿项", "写了 `units` 而 N 不是 16 的倍数就类型推断失败，不写没有问题", versions=("0.12.0", "0.13.0"))
def _(tvm):
    relay = tvm.relay

    def dense(n, k, mcpu="cascadelake", **more):
        x, w = relay.var("x", shape=(4, k), dtype="int8"), relay.var("w", shape=(n, k), dtype="int8")
        return rewritten(tvm, relay.nn.dense(x, w, out_dtype="int32", **more), f"llvm -mcpu={mcpu}")

    found = []
    tvm.relay.analysis.post_order_visit(dense(20, 30), lambda n: found.append(n) if isinstance(n, relay.Call) and n.op.name == "nn.dense" else None)
    types = [tuple(int(d) for d in arg.checked_type.shape) for arg in found[0].args]
    assert types == [(4, 32), (32, 32)] and found[0].args[0].checked_type.dtype == "uint8"
    assert dense(20, 30, "haswell") is None
    with raises(Exception):
        dense(20, 32, units=20)
    assert dense(32, 32, units=32) is not None


@proves(NN + "dense_legalize", "CPU 有 VNNI 时，把 int8 × int8 的全连接改成 uint8 × int8 减去补偿项", "N 必须是 16、K 必须是 4 的倍数，不是就不改，0.10.0 不补齐", versions=("0.10.0",))
def _(tvm):
    relay = tvm.relay

    def dense(n, k, mcpu="cascadelake"):
        x, w = relay.var("x", shape=(4, k), dtype="int8"), relay.var("w", shape=(n, k), dtype="int8")
        return rewritten(tvm, relay.nn.dense(x, w, out_dtype="int32"), f"llvm -mcpu={mcpu}")

    names = ops_of(tvm, dense(32, 64))
    assert "nn.dense" in names and names[-1] == "subtract", names
    for n, k, mcpu in ((20, 64, "cascadelake"), (32, 30, "cascadelake"), (32, 64, "skylake-avx512"), (32, 64, "haswell")):
        assert dense(n, k, mcpu) is None


@proves(NN + "conv2d_infer_layout", "返回 `((输入形状, 布局),), ((输出形状, 布局),)`", "没有注册的目标抛出 `ValueError: missing register for topi.nn.conv2d_infer_layout`", "由 `conv2d_NCHWc` 的工作负载和配置里的 `tile_ic`、`tile_oc` 算出拆块以后的形状与布局")
@proves(NN + "depthwise_conv2d_infer_layout", "CPU 的实现算输出大小时忽略膨胀，膨胀不是 1 时得到的形状偏大", "返回的写法同 `conv2d_infer_layout`")
def _(tvm):
    from tvm.autotvm.task.space import SplitEntity

    tiles = {"tile_ic": SplitEntity([-1, 4]), "tile_oc": SplitEntity([-1, 8])}
    shapes = [("TENSOR", dims, "float32") for dims in ((1, 16, 14, 14), (16, 1, 3, 3))]
    workload = lambda dilation: ("", *shapes, (1, 1), (1, 1, 1, 1), (dilation, dilation), "NCHW", "NCHW", "float32")
    with tvm.target.Target("llvm"):
        for dilation, (plain, deep) in ((1, (14, 14)), (2, (12, 14))):
            for name, size in (("conv2d_infer_layout", plain), ("depthwise_conv2d_infer_layout", deep)):
                got = getattr(tvm.topi.nn, name)(workload(dilation), tiles)
                assert tuple(got[0]) == (((1, 4, 14, 14, 4), "NCHW4c"),) and tuple(got[1]) == (((1, 2, size, size, 8), "NCHW8c"),), got
    for name in ("conv2d_infer_layout", "depthwise_conv2d_infer_layout"):
        with tvm.target.Target("cuda"), raises(ValueError, f"missing register for topi.nn.{name}"):
            getattr(tvm.topi.nn, name)(workload(1), tiles)


@proves(NN + "conv2d_legalize", "CPU（`-mcpu` 有 SSE4.2，不写 `-mcpu` 时没有）把 int8 × int8 改成 uint8 × int8 加补偿项", "分组和带膨胀的卷积不改")
def _(tvm):
    relay = tvm.relay

    def conv(target, dtype="int8", groups=1, **more):
        x, w = relay.var("x", shape=(1, 16, 8, 8), dtype=dtype), relay.var("w", shape=(32, 16 // groups, 3, 3), dtype=dtype)
        out = {"out_dtype": "int32"} if dtype == "int8" else {}
        return rewritten(tvm, relay.nn.conv2d(x, w, channels=32, kernel_size=(3, 3), groups=groups, **more, **out), target)

    found = []
    tvm.relay.analysis.post_order_visit(conv("llvm -mcpu=nehalem"), lambda n: found.append(n) if isinstance(n, relay.Call) else None)
    (inner,) = [n for n in found if n.op.name == "nn.conv2d"]
    assert inner.args[0].checked_type.dtype == "uint8" and inner.args[1].checked_type.dtype == "int8"
    for target, more in (("llvm", {}), ("llvm -mcpu=core2", {}), ("llvm -mcpu=nehalem", {"groups": 2}), ("llvm -mcpu=nehalem", {"dilation": (2, 2)}), ("llvm -mcpu=nehalem", {"dtype": "float32"})):
        assert conv(target, **more) is None, (target, more)


@proves(NN + "batch_matmul_legalize", "CPU 上要求 `transpose_a=False`、`transpose_b=True`")
def _(tvm):
    relay = tvm.relay

    def changed(a, b):
        x = relay.var("x", shape=(2, 32, 32), dtype="int8")
        y = relay.var("y", shape=(2, 32, 32), dtype="int8")
        call = relay.nn.batch_matmul(x, y, out_dtype="int32", transpose_a=a, transpose_b=b)
        return rewritten(tvm, call, "llvm -mcpu=cascadelake") is not None

    assert [changed(a, b) for a, b in itertools.product((False, True), repeat=2)] == [False, True, False, False]


@proves(NN + "bitserial_conv2d_legalize", "核不是常量时抛出 `AttributeError`", "`arm_cpu` 上把 NHWC 位串行卷积的核转成 HWIO")
def _(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 8, 8, 32), dtype="uint8"), relay.var("w", shape=(3, 3, 32, 16), dtype="uint8")
    more = dict(channels=16, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWIO", pack_dtype="uint8", out_dtype="int16")
    with raises(Exception, "AttributeError"):
        rewritten(tvm, relay.nn.bitserial_conv2d(x, w, **more), "llvm -device=arm_cpu")


@proves(NN + "sparse_dense_alter_layout", "CPU 没有注册", "GPU 上把稀疏权重每行的块数补到线程束大小的倍数，换成 `nn.internal.sparse_dense_padded`")
def _(tvm):
    relay = tvm.relay
    S = np.zeros((32, 64), "float32")
    S[:, ::5] = 1
    parts = [relay.const(a) for a in bsr(S, 1, 1)]
    call = relay.nn.sparse_dense(relay.var("x", shape=(4, 64)), parts)
    assert rewritten(tvm, call, "llvm", "AlterOpLayout") is None
    assert "nn.internal.sparse_dense_padded" in ops_of(tvm, rewritten(tvm, call, "cuda", "AlterOpLayout"))


@proves(NN + "sparse_dense_alter_layout", "条件是三个稀疏张量都是常量，而且输入的列数除以块的行数不小于线程束的大小", "它不看 `sparse_lhs`：True 时也换，得到的是转置，两边的行数不等时类型推断失败")
def _(tvm):
    relay = tvm.relay

    def changed(columns, rows=32, variable=None, r=1, lhs=False, outs=4):
        S = np.zeros((rows, columns), "float32")
        S[:, ::5] = 1
        parts = [relay.const(a) for a in bsr(S, r, 1)]
        if variable is not None:
            kind = parts[variable].data
            parts[variable] = relay.var("p", shape=kind.shape, dtype=str(kind.dtype))
        call = relay.nn.sparse_dense(relay.var("x", shape=(outs, columns)), parts, sparse_lhs=lhs)
        body = rewritten(tvm, call, "cuda", "AlterOpLayout")
        return body is not None and "nn.internal.sparse_dense_padded" in ops_of(tvm, body)

    assert changed(64) and changed(32) and not changed(31) and not changed(64, r=4) and changed(128, r=4)
    assert not any(changed(64, variable=at) for at in range(3))
    assert changed(64, lhs=True, outs=32)
    with raises(Exception):
        changed(64, lhs=True, outs=4)


COMPLETE = True
