"""Probes of docs/reference/api/python/relay/nn/layers.md."""

import itertools

import numpy as np
from probes import proves, raises, unproved

NEWER = ("0.12.0", "0.13.0")
LATEST = ("0.13.0",)
OLDER = ("0.10.0", "0.12.0")


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    """The function main after type inference."""
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"]


def shape_of(tvm, expr):
    return tuple(getattr(n, "value", "?") for n in typed(tvm, expr).ret_type.shape)


def evaluate(tvm, expr, *values, level=2, kind="graph"):
    with tvm.transform.PassContext(opt_level=level):
        executor = tvm.relay.create_executor(kind, tvm.IRModule.from_expr(expr), tvm.cpu(), "llvm")
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


def listened(tvm):
    """The messages of diagnostics from now on."""
    messages = []
    render = tvm.ir.diagnostics.DiagnosticRenderer(lambda ctx: messages.extend(d.message for d in ctx.diagnostics))
    tvm.register_func("diagnostics.OverrideRenderer", lambda: render, True)
    return messages


def softmax(x, axis=-1):
    grown = np.exp(x - x.max(axis, keepdims=True))
    return grown / grown.sum(axis, keepdims=True)


@proves("tvm.relay.nn.relu", "负数变 0，其余不变。整数和浮点都可以用", "NaN 变成 0")
def _(tvm):
    for dtype in ("float32", "float64", "int8", "int32", "uint8"):
        row = np.array([0, 3, 7], dtype)
        if dtype != "uint8":
            row[1] = -2
        assert list(evaluate(tvm, tvm.relay.nn.relu(var(tvm, "x", 3, dtype=dtype)), row)) == [0, 3 if dtype == "uint8" else 0, 7]
    assert evaluate(tvm, tvm.relay.nn.relu(var(tvm, "x", 1)), np.array([np.nan], "float32"))[0] == 0


@proves("tvm.relay.nn.leaky_relu", "负数乘以 `alpha`，其余不变", "int32 输入配 0.5 时它是 0，负数全部变成 0。NaN 保留")
def _(tvm):
    row = np.array([-2, 0, 3, np.nan], "float32")
    got = evaluate(tvm, tvm.relay.nn.leaky_relu(var(tvm, "x", 4), 0.5), row)
    assert list(got[:3]) == [-1, 0, 3] and np.isnan(got[3])
    assert tvm.relay.nn.leaky_relu(var(tvm, "x", 4)).attrs.alpha == 0.01
    whole = evaluate(tvm, tvm.relay.nn.leaky_relu(var(tvm, "x", 2, dtype="int32"), 0.5), np.array([-8, 3], "int32"))
    assert list(whole) == [0, 3]


@proves("tvm.relay.nn.prelu", "负数乘以所在通道的 `alpha`，其余不变", "形状 `(data.shape[axis],)`，可以没有类型", "通道轴，只能非负：写 -1 时类型推断报 `IndexError: indexing -1`", "任意形状")
def _(tvm):
    nn = tvm.relay.nn
    data, alpha = numbers(2, 3, 4), np.array([0.5, 2, 4], "float32")
    call = nn.prelu(var(tvm, "x", 2, 3, 4), var(tvm, "a", 3))
    assert np.allclose(evaluate(tvm, call, data, alpha), np.where(data > 0, data, data * alpha[:, None]))
    function = typed(tvm, nn.prelu(var(tvm, "x", 2, 3, 4), tvm.relay.var("a"), 2))
    assert list(function.params[1].checked_type.shape) == [4]
    with raises("TVMError", "IndexError: indexing -1"):
        typed(tvm, nn.prelu(var(tvm, "x", 2, 3), var(tvm, "a", 3), -1))
    with raises("TVMError"):
        typed(tvm, nn.prelu(var(tvm, "x", 2, 3), var(tvm, "a")))


@proves("tvm.relay.nn.softmax", "沿 `axis` 归一成和为 1 的概率", "返回值与 `data` 同形状", "注册了梯度", "`axis` 可以是负数")
@proves("tvm.relay.nn.fast_softmax", "没有注册梯度")
@proves("tvm.relay.nn.log_softmax", "softmax 的对数", "`llvm` 目标上可以用任意轴")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(2, 3, 4)
    x = var(tvm, "x", 2, 3, 4)
    axes = (0, 1, 2, -1, -3)
    cases = [(make(x, axis), data) for make in (nn.softmax, nn.fast_softmax, nn.log_softmax) for axis in axes]
    got = evaluate_all(tvm, *cases)
    for at, axis in enumerate(axes):
        right = softmax(data, axis)
        assert np.allclose(got[at], right, atol=1e-6) and np.allclose(got[at + 5], right, atol=1e-6)
        assert np.allclose(got[at + 10], np.log(right), atol=1e-5)
    has = [tvm.ir.Op.get(f"nn.{name}").get_attr("FPrimalGradient") is not None for name in ("softmax", "log_softmax", "fast_softmax")]
    assert has == [True, True, False]


SOFTMAX = ("softmax", "fast_softmax", "log_softmax")
for name in SOFTMAX:

    @proves(f"tvm.relay.nn.{name}", "越界时诊断信息是 `Wrong axis (…) not in expected range`", "整数输入能通过类型推断，编译时报错")
    def _(tvm, release=None, name=name):
        make, messages = getattr(tvm.relay.nn, name), listened(tvm)
        for axis in (2, -3):
            messages.clear()
            with raises("TVMError"):
                typed(tvm, make(var(tvm, "x", 2, 3), axis))
            assert any("Wrong axis (" in one and "not in expected range" in one for one in messages)
        call = make(var(tvm, "x", 2, 3, dtype="int32"))
        assert shape_of(tvm, call) == (2, 3)
        with raises(Exception):
            tvm.relay.build(tvm.IRModule.from_expr(call), "llvm")

    @proves(f"tvm.relay.nn.{name}", "1000 这样的输入不溢出，而含有 +inf 或 NaN 的一行全部是 NaN；-inf 的位置得 0（`log_softmax` 得 -inf），整行都是 -inf 时也是 NaN")
    def _(tvm, release=None, name=name):
        inf, nan = np.inf, np.nan
        rows = np.array([[1000, 0], [inf, 1], [nan, 1], [-inf, 1], [-inf, -inf]], "float32")
        got = evaluate(tvm, getattr(tvm.relay.nn, name)(var(tvm, "x", 5, 2)), rows)
        assert list(got[0]) == ([0, -1000] if name == "log_softmax" else [1, 0])
        assert np.isnan(got[[1, 2, 4]]).all()
        assert list(got[3]) == ([-inf, 0] if name == "log_softmax" else [0, 1])


@proves("tvm.relay.nn.fast_softmax", "由 `FastMath` Pass（4 级）从 `nn.softmax` 换来", "各元素的相对误差不超过 2e-6；float16 和 float64 与 `softmax` 的实现相同")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(nn.softmax(var(tvm, "x", 4))))
    assert "nn.fast_softmax" in str(relay.transform.FastMath()(mod)) and relay.transform.FastMath().info.opt_level == 4
    row = np.linspace(-10, 10, 1000).astype("float32")
    fast = evaluate(tvm, nn.fast_softmax(var(tvm, "x", 1000)), row)
    right = softmax(row.astype("float64"))
    assert 0 < abs(fast / right - 1).max() <= 2e-6
    for dtype in ("float16", "float64"):
        x, values = var(tvm, "x", 9, dtype=dtype), np.linspace(-3, 3, 9).astype(dtype)
        same = evaluate_all(tvm, (nn.softmax(x), values), (nn.fast_softmax(x), values))
        assert np.array_equal(*same)


@proves("tvm.relay.nn.log_softmax", "直接由 `x - max - log(sum)` 算出，小概率不会变成 log(0)", "C++ 里注册的备用实现只限最后一轴")
def _(tvm):
    row = np.array([[0, -200]], "float32")
    assert list(evaluate(tvm, tvm.relay.nn.log_softmax(var(tvm, "x", 1, 2)), row)[0]) == [0, -200]
    compute = tvm.ir.Op.get("nn.log_softmax").get_attr("FTVMCompute")
    A = tvm.te.placeholder((2, 3), name="A")
    for axis in (1, 0):
        function = typed(tvm, tvm.relay.nn.log_softmax(var(tvm, "x", 2, 3), axis))
        if axis:
            compute(function.body.attrs, [A], function.ret_type)
        else:
            with raises("TVMError", "log_softmax currently only works on last dimension"):
                compute(function.body.attrs, [A], function.ret_type)


def normalized(data, axes, epsilon=1e-5):
    return (data - data.mean(axes, keepdims=True)) / np.sqrt(data.var(axes, keepdims=True) + epsilon)


def lifted(values, axis, ndim):
    return values.reshape([-1 if i == axis % ndim else 1 for i in range(ndim)])


@proves("tvm.relay.nn.batch_norm", "`(data - moving_mean) / sqrt(moving_var + epsilon) × gamma + beta`", "均值和方差，形状 `(data.shape[axis],)`", "False 时不加 `beta`、不乘 `gamma`，但两个实参仍要给出", "加在方差上，防止除以 0", "另外两项输出原样返回 `moving_mean` 和 `moving_var`，不会更新")
def _(tvm):
    nn, relay = tvm.relay.nn, tvm.relay
    data = numbers(2, 3, 4)
    for axis in (1, -1, 2):
        n = data.shape[axis]
        stats = [numbers(n, seed=i) for i in (1, 2, 3)] + [np.arange(1, n + 1, dtype="float32")]
        names = [var(tvm, "x", 2, 3, 4), *(var(tvm, name, n) for name in ("g", "b", "m", "v"))]
        gamma, beta, mean, variance = (lifted(one, axis, 3) for one in stats)
        for attrs in ({}, {"epsilon": 0.5}, {"center": False}, {"scale": False}):
            result = nn.batch_norm(*names, axis, **attrs)
            assert type(result) is relay.expr.TupleWrapper and len(result) == 3
            expected = (data - mean) / np.sqrt(variance + attrs.get("epsilon", 1e-5))
            if attrs.get("scale", True):
                expected = expected * gamma
            if attrs.get("center", True):
                expected = expected + beta
            if axis == 1 or (axis == 2 and not attrs):
                assert np.allclose(evaluate(tvm, relay.Function(names, result[0]), data, *stats), expected, atol=1e-4)
    for at in (1, 2):
        assert np.array_equal(evaluate(tvm, relay.Function(names, result[at]), data, *stats), stats[at + 1])
    zero = np.zeros(4, "float32")
    got = evaluate(tvm, relay.Function(names, nn.batch_norm(*names, 2)[0]), data, zero + 1, zero, zero, zero)
    assert np.isfinite(got).all()


@proves("tvm.relay.nn.batch_norm", "通道轴，只能是 -1 或非负数", "只用第 0 项时换成乘加，能折进前面的卷积；用到另外两项时保留算子")
def _(tvm):
    nn, relay = tvm.relay.nn, tvm.relay
    names = [var(tvm, "x", 2, 3, 4), *(var(tvm, name, 3) for name in "gbmv")]
    with raises("TVMError"):
        typed(tvm, nn.batch_norm(*names, -2)[0])
    with raises("TVMError"):
        typed(tvm, nn.batch_norm(*names, 3)[0])

    def simplified(body):
        mod = relay.transform.InferType()(tvm.IRModule.from_expr(body))
        return str(relay.transform.SimplifyInference()(mod)["main"].body)

    result = nn.batch_norm(*names)
    assert "batch_norm" not in simplified(result[0]) and "multiply" in simplified(result[0])
    assert "batch_norm" in simplified(result[1]) and "batch_norm" in simplified(result.astuple())


NORMS = {
    "instance_norm": (lambda data, axis: normalized(data, tuple(i for i in range(1, data.ndim) if i != axis % data.ndim)), (1, -1)),
    "layer_norm": (lambda data, axis: normalized(data, (axis,)), (-1, 1)),
}
for name in NORMS:

    @proves(f"tvm.relay.nn.{name}", "在第 0 轴和 `axis` 以外的各轴上求均值和方差" if name == "instance_norm" else "只在 `axis` 一个轴上求均值和方差来归一化，默认最后一轴，返回值与 `data` 同形状", "归一化以后乘的和加的，形状 `(data.shape[axis],)`，类型同 `data`", "False 时不加 `beta`、不乘 `gamma`，但两个实参仍要给出")
    def _(tvm, release=None, name=name):
        data = numbers(2, 3, 4, 5)
        expect, axes = NORMS[name]
        make, cases, answers = getattr(tvm.relay.nn, name), [], []
        for axis in axes:
            n = data.shape[axis]
            gamma, beta = numbers(n, seed=1), numbers(n, seed=2)
            names = var(tvm, "x", *data.shape), var(tvm, "g", n), var(tvm, "b", n)
            right = expect(data, axis)
            cases.append((make(*names, axis), data, gamma, beta))
            answers.append(right * lifted(gamma, axis, 4) + lifted(beta, axis, 4))
        cases.append((make(*names, axis, center=False), data, gamma, beta))
        answers.append(right * lifted(gamma, axis, 4))
        cases.append((make(*names, axis, scale=False), data, gamma, beta))
        answers.append(right + lifted(beta, axis, 4))
        for (call, *values), expected in zip(cases, answers):
            function = tvm.relay.Function(tvm.relay.analysis.free_vars(call), call)
            assert np.allclose(evaluate(tvm, function, *values), expected, atol=1e-3)
        assert make(*names).attrs.axis == (1 if name == "instance_norm" else -1)
        with raises("TVMError"):
            typed(tvm, make(names[0], var(tvm, "g", 7), names[2], axis))
        with raises("TVMError"):
            typed(tvm, make(names[0], var(tvm, "g", n, dtype="float16"), names[2], axis))


@proves("tvm.relay.nn.instance_norm", "输入至少三维，第 0 轴被当作批次", versions=NEWER)
def _(tvm):
    with raises("TVMError"):
        typed(tvm, tvm.relay.nn.instance_norm(var(tvm, "x", 2, 3), var(tvm, "g", 3), var(tvm, "b", 3)))


@proves("tvm.relay.nn.instance_norm", "二维时没有轴可归约，结果成了在全部元素上归一化，不报错", versions=("0.10.0",))
def _(tvm):
    data, one, zero = numbers(2, 3), np.ones(3, "float32"), np.zeros(3, "float32")
    names = [var(tvm, "x", 2, 3), var(tvm, "g", 3), var(tvm, "b", 3)]
    got = evaluate(tvm, tvm.relay.Function(names, tvm.relay.nn.instance_norm(*names)), data, one, zero)
    assert np.allclose(got, normalized(data, (0, 1)), atol=1e-3)


@proves("tvm.relay.nn.group_norm", "求均值的是组内通道和排在 `axis` 之后的各轴，排在前面的不参与", "NHWC 配 `axis=-1` 不报错，却没有在高宽上求均值", "返回值与 `data` 同形状")
def _(tvm):
    data, gamma, beta = numbers(2, 4, 3, 3), numbers(4, seed=1), numbers(4, seed=2)
    names = [var(tvm, "x", 2, 4, 3, 3), var(tvm, "g", 4), var(tvm, "b", 4)]
    got = evaluate(tvm, tvm.relay.Function(names, tvm.relay.nn.group_norm(*names, 2)), data, gamma, beta)
    right = normalized(data.reshape(2, 2, 2, 3, 3), (2, 3, 4)).reshape(data.shape)
    assert np.allclose(got, right * lifted(gamma, 1, 4) + lifted(beta, 1, 4), atol=1e-3)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    names = [var(tvm, "x", 2, 3, 3, 4), var(tvm, "g", 4), var(tvm, "b", 4)]
    got = evaluate(tvm, tvm.relay.Function(names, tvm.relay.nn.group_norm(*names, 2, -1)), last, gamma, beta)
    right = normalized(last.reshape(2, 3, 3, 2, 2), (4,)).reshape(last.shape)
    assert np.allclose(got, right * gamma + beta, atol=1e-3)


@proves("tvm.relay.nn.group_norm", "组数不能整除通道数时编译报 `reshape` 的大小不符", "有 `relay.Any()` 的轴能通过类型推断，编译或执行时才以别的错误失败")
def _(tvm):
    relay = tvm.relay
    names = [var(tvm, "x", 2, 4, 3), var(tvm, "g", 4), var(tvm, "b", 4)]
    call = relay.nn.group_norm(*names, 3)
    assert shape_of(tvm, call) == (2, 4, 3)
    with raises("TVMError"):
        evaluate(tvm, relay.Function(names, call), numbers(2, 4, 3), numbers(4), numbers(4))
    x = relay.var("x", shape=(relay.Any(), 4, 3), dtype="float32")
    call = relay.nn.group_norm(x, *names[1:], 2)
    assert shape_of(tvm, call) == ("?", 4, 3)
    import os

    child = os.fork()  # it may end the process
    if child == 0:
        try:
            evaluate(tvm, relay.Function([x, *names[1:]], call), numbers(2, 4, 3), numbers(4), numbers(4), kind="vm")
            os._exit(7)
        except Exception:
            os._exit(0)
    assert os.waitpid(child, 0)[1] != 7 << 8


@proves("tvm.relay.nn.l2_normalize", "`x / sqrt(max(sum(x²), eps))`，返回值与 `data` 同形状", "平方和的下限", "求和的轴，省略时对全部元素求和；单个整数报 `TVMError`", "只能是 float32：`eps` 换成了 float32 常量，float16 和 float64 能通过类型推断，编译时报类型不符")
def _(tvm):
    make, data = tvm.relay.nn.l2_normalize, numbers(2, 3, 4)
    data[0, 0] = 0
    x = var(tvm, "x", 2, 3, 4)
    choices = (None, [2], [0, 1], [-1])
    for axis, got in zip(choices, evaluate_all(tvm, *((make(x, 0.5, axis), data) for axis in choices))):
        axes = tuple(range(3)) if axis is None else tuple(axis)
        assert np.allclose(got, data / np.sqrt(np.maximum((data**2).sum(axes, keepdims=True), 0.5)), atol=1e-6)
    with raises("TVMError"):
        make(x, 1e-5, 1)
    for dtype in ("float16", "float64"):
        call = make(var(tvm, "x", 2, 3, dtype=dtype), 1e-5, [1])
        assert typed(tvm, call).ret_type.dtype == dtype
        with raises("TVMError"):
            evaluate(tvm, call, numbers(2, 3, dtype=dtype))


@proves("tvm.relay.nn.lrn", "`x / (bias + alpha/size × 邻近通道的平方和) ** beta`", "窗口里的通道数，必须是奇数", "通道轴，只能是 1 或 3", "公式里的三个常数；按位置传递时注意 `bias` 在 `alpha` 之前", "输入限四维浮点，这些限制编译时才检查")
def _(tvm):
    make, data = tvm.relay.nn.lrn, numbers(1, 6, 2, 3)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    wide = np.pad(data, ((0, 0), (1, 1), (0, 0), (0, 0))) ** 2
    expected = data / (3 + 0.6 / 3 * sum(wide[:, i : i + 6] for i in range(3))) ** 0.5
    one = make(var(tvm, "x", *data.shape), 3, 1, 3.0, 0.6, 0.5)
    got = evaluate_all(tvm, (one, data), (make(var(tvm, "y", *last.shape), 3, 3, 3.0, 0.6, 0.5), last))
    assert np.allclose(got[0], expected, atol=1e-5) and np.allclose(got[1], expected.transpose(0, 2, 3, 1), atol=1e-5)
    for shape, dtype, size, axis in (((1, 6, 2, 3), "float32", 4, 1), ((1, 6, 2, 3), "float32", 3, 2), ((1, 6, 2), "float32", 3, 1), ((1, 6, 2, 3), "int32", 3, 1)):
        call = make(var(tvm, "x", *shape, dtype=dtype), size, axis)
        assert shape_of(tvm, call) == shape
        with raises(Exception):
            tvm.relay.build(tvm.IRModule.from_expr(call), "llvm")


@proves("tvm.relay.nn.dropout", "推理时什么也不做：`SimplifyInference` 用 `data` 代替它", "返回的是 `dropout_raw` 的第 0 项；`rate` 只记录在属性里")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, 3)
    call = relay.nn.dropout(x, 0.75)
    assert isinstance(call, relay.TupleGetItem) or call.index == 0
    assert call.index == 0 and call.tuple_value.op.name == "nn.dropout" and call.tuple_value.attrs.rate == 0.75
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.exp(call)))
    assert "dropout" not in str(relay.transform.SimplifyInference()(mod))
    data = numbers(2, 3)
    assert np.array_equal(evaluate(tvm, relay.nn.dropout(x, 0.75), data, level=0), data)


@proves("tvm.relay.nn.dropout_raw", "类型是两个同形张量（结果和掩码）的元组", "它没有实现：用到整个元组或掩码时，编译报 `nn.dropout doesn't have an FTVMStrategy registered`")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, 3)
    raw = relay.nn.dropout_raw(x)
    fields = typed(tvm, raw).ret_type.fields
    assert [list(one.shape) for one in fields] == [[2, 3]] * 2
    for body in (raw, relay.TupleGetItem(raw, 1)):
        with raises("TVMError", "nn.dropout doesn't have an FTVMStrategy registered"):
            relay.build(tvm.IRModule.from_expr(body), "llvm")


@proves("tvm.relay.nn.cross_entropy", "`-sum(targets × log(predictions)) / N`，得标量", "维数或形状不符时类型推断报 `CrossEntropy: shapes of x and y is inconsistent`", "概率为 0 时是 log(0)")
@proves("tvm.relay.nn.cross_entropy_with_logits", "只算 `-sum(predictions × targets) / N`，里面没有 softmax", "须先对 logits 用 `log_softmax`")
def _(tvm):
    nn = tvm.relay.nn
    p, t = var(tvm, "p", 3, 4), var(tvm, "t", 3, 4)
    logits, labels = numbers(3, 4), np.eye(4, dtype="float32")[[0, 2, 3]]
    chances = softmax(logits)
    right = -(labels * np.log(chances)).sum() / 3
    got = evaluate(tvm, nn.cross_entropy(p, t), chances, labels)
    assert got.shape == () and np.isclose(got, right, atol=1e-5)
    assert np.isclose(evaluate(tvm, nn.cross_entropy_with_logits(p, t), logits, labels), -(logits * labels).sum() / 3)
    assert np.isclose(evaluate(tvm, nn.cross_entropy_with_logits(nn.log_softmax(p), t), logits, labels), right, atol=1e-5)
    assert not np.isfinite(evaluate(tvm, nn.cross_entropy(p, t), np.zeros((3, 4), "float32"), labels))
    for other in (var(tvm, "t", 3, 5), var(tvm, "t", 2, 4)):
        with raises("TVMError", "CrossEntropy: shapes of x and y is inconsistent"):
            typed(tvm, nn.cross_entropy(p, other))
    with raises("TVMError", "CrossEntropy: shapes of x and y is inconsistent"):
        typed(tvm, nn.cross_entropy(p, var(tvm, "t", 3)))


@proves("tvm.relay.nn.nll_loss", '`"mean"` 除以所取权重之和，`"sum"` 求和，`"none"` 不归约', "等于它的目标不计损失和权重", "`(N, C)` 或 `(N, C, d1, …)`，对数概率", "比 `predictions` 少第 1 轴，值是类别号", "`(C,)`，各类别的权重", '目标全被忽略时 `"mean"` 是 NaN', "`reduction` 写错能通过类型推断，运行时以维数不符报错")
def _(tvm):
    make = tvm.relay.nn.nll_loss
    scores, weights = numbers(2, 3, 4), np.array([1, 2, 5], "float32")
    target = np.array([[0, 1, 2, -100], [2, 2, 0, 1]], "int32")
    p, t, w = var(tvm, "p", 2, 3, 4), var(tvm, "t", 2, 4, dtype="int32"), var(tvm, "w", 3)
    each, kept = np.zeros((2, 4)), 0
    for n, i in np.ndindex(2, 4):
        if target[n, i] != -100:
            each[n, i] = -scores[n, target[n, i], i] * weights[target[n, i]]
            kept += weights[target[n, i]]
    got = evaluate_all(tvm, *((make(p, t, w, how), scores, target, weights) for how in ("none", "sum", "mean")))
    assert all(np.allclose(a, b) for a, b in zip(got, (each, each.sum(), each.sum() / kept)))
    other = evaluate(tvm, make(p, t, w, "sum", 2), scores, np.where(target == -100, 2, target), weights)
    assert np.isclose(other, each[target != 2].sum())
    assert np.isnan(evaluate(tvm, make(p, t, w), scores, np.full((2, 4), -100, "int32"), weights))
    flat = make(var(tvm, "p", 2, 3), var(tvm, "t", 2, dtype="int32"), w, "none")
    assert np.allclose(evaluate(tvm, flat, scores[:, :, 0], target[:, 0], weights), each[:, 0])
    wrong = make(p, t, w, "average")
    typed(tvm, wrong)
    with raises("TVMError"):
        evaluate(tvm, wrong, scores, target, weights)


@proves("tvm.relay.nn.pad", '`"constant"`、`"edge"` 或 `"reflect"`（不重复边缘）', "每轴一对 `(前, 后)`，轴数必须与输入相同；负数表示裁掉", '只用于 `"constant"`；转换成 `data` 的类型，int32 输入的 1.7 是 1')
def _(tvm):
    make, data = tvm.relay.nn.pad, numbers(3, 4)
    x = var(tvm, "x", 3, 4)
    pairs = ((2, 1), (0, 3))
    modes = ("constant", "edge", "reflect")
    for mode, got in zip(modes, evaluate_all(tvm, *((make(x, pairs, 9, mode), data) for mode in modes))):
        assert np.array_equal(got, np.pad(data, pairs, mode, **({"constant_values": 9} if mode == "constant" else {})))
    assert np.array_equal(evaluate(tvm, make(x, ((-1, 0), (0, -2))), data), data[1:, :-2])
    with raises("TVMError"):
        typed(tvm, make(x, ((1, 1),)))
    whole = evaluate(tvm, make(var(tvm, "x", 1, dtype="int32"), ((1, 0),), 1.7), np.array([5], "int32"))
    assert list(whole) == [1, 5] and whole.dtype == "int32"


@proves("tvm.relay.nn.pad", "常量在调用时取出其值，其他表达式生成 `dyn.nn.pad`，输出各轴是动态的", "`pad_mode` 不检查：写成别的名称能编译")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 3)
    fixed = relay.nn.pad(x, relay.const(np.array([[1, 2]])))
    assert fixed.op.name == "nn.pad" and shape_of(tvm, fixed) == (6,)
    loose = relay.nn.pad(x, relay.var("p", shape=(1, 2), dtype="int32"))
    assert loose.op.name == "dyn.nn.pad" and shape_of(tvm, loose) == ("?",)
    assert relay.build(tvm.IRModule.from_expr(relay.nn.pad(x, ((1, 1),), 0, "symmetric")), "llvm") is not None


@proves("tvm.relay.nn.pad", "表达式的形状必须是 `()`：`(1,)` 也能通过类型推断，编译报 `Tensor dimension mismatch in read`", versions=OLDER)
def _(tvm):
    x, row = var(tvm, "x", 3), np.array([1, 2, 3], "float32")
    call = tvm.relay.nn.pad(x, ((1, 0),), tvm.relay.const(np.array([9.0], "float32")))
    assert shape_of(tvm, call) == (4,)
    with raises("TVMError", "Tensor dimension mismatch in read"):
        evaluate(tvm, call, row)
    assert list(evaluate(tvm, tvm.relay.nn.pad(x, ((1, 0),), tvm.relay.const(9.0)), row)) == [9, 1, 2, 3]


@proves("tvm.relay.nn.mirror_pad", '`"SYMMETRIC"` 连边缘一起重复，`"REFLECT"` 以边缘为轴；小写在编译时是 `AssertionError`', "每轴一对 `(前, 后)`，不能是负数")
def _(tvm):
    make, data = tvm.relay.nn.mirror_pad, numbers(3, 4)
    x, pairs = var(tvm, "x", 3, 4), ((2, 1), (0, 3))
    got = evaluate_all(tvm, (make(x, pairs), data), (make(x, pairs, "REFLECT"), data))
    assert np.array_equal(got[0], np.pad(data, pairs, "symmetric")) and np.array_equal(got[1], np.pad(data, pairs, "reflect"))
    with raises(Exception, "AssertionError"):
        evaluate(tvm, make(x, pairs, "reflect"), data)
    with raises(Exception):
        evaluate(tvm, make(x, ((-1, 0), (0, 0))), data)


@proves("tvm.relay.nn.mirror_pad", '`"SYMMETRIC"` 大于轴长、`"REFLECT"` 大于轴长减 1 时不报错')
def _(tvm):
    x = var(tvm, "x", 3)
    for mode, wide in (("SYMMETRIC", 4), ("REFLECT", 3)):
        got = evaluate(tvm, tvm.relay.nn.mirror_pad(x, ((wide, 0),), mode), np.array([1, 2, 3], "float32"))
        assert got.shape == (3 + wide,)


@proves("tvm.relay.nn.dilate", "在相邻元素之间插入 `strides - 1` 个 `dilation_value`，首尾不补。各轴的输出大小是 `(n - 1) × stride + 1`", "每轴一个，个数必须等于维数", "插入的值")
def _(tvm):
    data = numbers(3, 4)
    expected = np.full((5, 10), 7, "float32")
    expected[::2, ::3] = data
    x = var(tvm, "x", 3, 4)
    assert np.array_equal(evaluate(tvm, tvm.relay.nn.dilate(x, [2, 3], 7.0), data), expected)
    assert tvm.relay.nn.dilate(x, [2, 3]).attrs.dilation_value == 0
    for strides in ([2], [2, 3, 1]):
        with raises("TVMError"):
            typed(tvm, tvm.relay.nn.dilate(x, strides))


@proves("tvm.relay.nn.fifo_buffer", "返回值的形状同 `buffer`，相当于连接以后取最后一段", "新来的一段，在 `axis` 轴不比 `buffer` 长，其余轴相等", "| `axis` | int | 只能非负 |", "这些限制都在编译时断言")
def _(tvm):
    make = tvm.relay.nn.fifo_buffer
    for axis, new in ((0, (2, 5)), (1, (4, 3)), (1, (4, 5))):
        data, buffer = numbers(*new), numbers(4, 5, seed=1)
        call = make(var(tvm, "d", *new), var(tvm, "b", 4, 5), axis)
        expected = np.concatenate([buffer, data], axis).take(range(new[axis], new[axis] + buffer.shape[axis]), axis)
        assert np.array_equal(evaluate(tvm, call, data, buffer), expected)
    for axis, new in ((-1, (4, 3)), (1, (4, 6)), (1, (3, 2))):
        call = make(var(tvm, "d", *new), var(tvm, "b", 4, 5), axis)
        try:
            typed(tvm, call)
        except tvm.TVMError:
            assert False, "type inference refuses it"
        with raises(Exception):
            tvm.relay.build(tvm.IRModule.from_expr(call), "llvm")


def blocks(data, size, mode):
    n, c, h, w = data.shape
    if mode == "DCR":
        return data.reshape(n, size, size, c // size**2, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(n, -1, h * size, w * size)
    return data.reshape(n, c // size**2, size, size, h, w).transpose(0, 1, 4, 2, 5, 3).reshape(n, -1, h * size, w * size)


@proves("tvm.relay.nn.depth_to_space", "`(N, C, H, W)` 变成 `(N, C/b², H·b, W·b)`", '`"DCR"` 时块内位置变化慢、通道变化快，`"CDR"` 相反（PyTorch 的 `pixel_shuffle`）；其他字符串都按 `"CDR"` 算', "即 b；通道数不能整除 `b²` 时多余的通道被静默丢弃", "NCHW 或 NHWC")
def _(tvm):
    make, data = tvm.relay.nn.depth_to_space, numbers(2, 8, 2, 3)
    x = var(tvm, "x", *data.shape)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    y = var(tvm, "y", *last.shape)
    got = evaluate_all(tvm, *((make(x, 2, mode=mode), data) for mode in ("DCR", "CDR", "xyz")), (make(y, 2, "NHWC"), last))
    assert np.array_equal(got[0], blocks(data, 2, "DCR")) and np.array_equal(got[1], blocks(data, 2, "CDR"))
    assert np.array_equal(got[2], got[1]) and np.array_equal(got[3], got[0].transpose(0, 2, 3, 1))
    odd = make(var(tvm, "x", 1, 7, 1, 1), 2, mode="CDR")
    assert evaluate(tvm, odd, numbers(1, 7, 1, 1)).shape == (1, 1, 2, 2)
    with raises(Exception, "Only NCHW and NHWC layouts are currently supported"):
        evaluate(tvm, make(x, 2, "NCWH"), data)


@proves("tvm.relay.nn.space_to_depth", "`(N, C, H, W)` 变成 `(N, C·b², H/b, W/b)`", '它是 `depth_to_space` 用 `"DCR"` 时的逆变换', "即 b；高宽不能整除它时，末尾的行列被静默丢弃", "NCHW 或 NHWC")
def _(tvm):
    make, data = tvm.relay.nn.space_to_depth, numbers(2, 3, 4, 6)
    x, last = var(tvm, "x", *data.shape), np.ascontiguousarray(data.transpose(0, 2, 3, 1))
    odd = np.pad(data, ((0, 0), (0, 0), (0, 1), (0, 1)))
    got = evaluate_all(tvm, (make(x, 2), data), (make(var(tvm, "y", *last.shape), 2, "NHWC"), last), (make(var(tvm, "z", *odd.shape), 2), odd))
    assert got[0].shape == (2, 12, 2, 3) and np.array_equal(blocks(got[0], 2, "DCR"), data)
    assert np.array_equal(got[1], got[0].transpose(0, 2, 3, 1)) and np.array_equal(got[2], got[0])
    with raises(Exception, "Only NCHW and NHWC layouts are currently supported"):
        evaluate(tvm, make(x, 2, "NCWH"), data)


def to_batch(data, sizes, pads, fill=0):
    data = np.pad(data, [(0, 0), *pads, *[(0, 0)] * (data.ndim - 1 - len(pads))], constant_values=fill)
    n, spatial, rest = data.shape[0], data.shape[1 : 1 + len(sizes)], data.shape[1 + len(sizes) :]
    m = len(sizes)
    split = data.reshape(n, *itertools.chain(*((s // b, b) for s, b in zip(spatial, sizes))), *rest)
    order = [*range(2, 2 * m + 1, 2), 0, *range(1, 2 * m, 2), *range(2 * m + 1, split.ndim)]
    return split.transpose(order).reshape(n * int(np.prod(sizes)), *(s // b for s, b in zip(spatial, sizes)), *rest)


@proves("tvm.relay.nn.space_to_batch_nd", "先填充，再把第 1 轴起的各轴按 `block_shape` 切块，搬到批次", "与 `block_shape` 等长，每轴 `(前, 后)`", "填充值", "每个空间轴的块大小", "类型推断只取整，编译时报 `must be divisible by its block size`")
@proves("tvm.relay.nn.batch_to_space_nd", "`space_to_batch_nd` 的逆变换：把批次拆回各空间轴，再按 `crops` 裁边", "与 `block_shape` 等长，每轴 `(前, 后)` 裁掉几个", "多余的批次丢掉", "裁得一个不剩时编译报 `Incorrect crop sizes`", "第 0 轴是批次，第 1 轴起是空间轴")
def _(tvm):
    nn, data = tvm.relay.nn, numbers(2, 3, 4, 5)
    x, pads = var(tvm, "x", *data.shape), [[1, 0], [0, 2]]
    there = evaluate(tvm, nn.space_to_batch_nd(x, [2, 3], pads, 7.0), data)
    assert np.array_equal(there, to_batch(data, (2, 3), pads, 7))
    y = var(tvm, "y", *there.shape)
    assert np.array_equal(evaluate(tvm, nn.batch_to_space_nd(y, [2, 3], pads), there), data)
    odd = nn.space_to_batch_nd(x, [2, 3], [[0, 0], [0, 0]])
    assert shape_of(tvm, odd) == (12, 1, 1, 5)
    with raises("TVMError", "must be divisible by its block size"):
        evaluate(tvm, odd, data)
    for n, left in ((5, 1), (3, 0)):
        call = nn.batch_to_space_nd(var(tvm, "x", n, 1, 2), [2, 2], [[0, 0], [0, 0]])
        assert shape_of(tvm, call) == (left, 2, 4)
        got = evaluate(tvm, call, numbers(n, 1, 2))
        assert got.shape == (left, 2, 4)
    gone = nn.batch_to_space_nd(var(tvm, "x", 4, 1, 2), [2, 2], [[1, 1], [0, 0]])
    with raises("TVMError", "Incorrect crop sizes"):
        evaluate(tvm, gone, numbers(4, 1, 2))


@proves("tvm.relay.nn.upsampling", "输出是 `round(输入 × 倍数)`，小于 1 就是缩小；常量表达式取出其值，其他表达式生成 `dyn.nn.upsampling`", '`"nearest_neighbor"`、`"bilinear"` 或 `"bicubic"`，后两者也可写 `"linear"`、`"cubic"`；其他在编译时报 `Unknown resize method:`', "编译时只支持 NCHW、NCHWxc、NHWC，以及再拆 N、C 两轴的六维写法（如 NCHW1n4c）", "整数输入的插值截断小数")
def _(tvm):
    relay, make = tvm.relay, tvm.relay.nn.upsampling
    data = numbers(1, 4, 3, 5)
    x = var(tvm, "x", *data.shape)
    assert shape_of(tvm, make(x, 1.5, 0.5)) == (1, 4, 4, 2)  # round(4.5), round(2.5)
    assert make(x, relay.const(2.0), relay.const(2.0)).op.name == "nn.upsampling"
    assert make(x, relay.var("s", shape=()), 2).op.name == "dyn.nn.upsampling"
    got = evaluate_all(tvm, *((make(x, 2, 3, method=how), data) for how in ("nearest_neighbor", "bilinear", "linear", "bicubic", "cubic")))
    assert np.array_equal(got[0], data.repeat(2, 2).repeat(3, 3))
    assert np.array_equal(got[1], got[2]) and np.array_equal(got[3], got[4]) and not np.array_equal(got[1], got[3])
    with raises(Exception, "Unknown resize method:"):
        evaluate(tvm, make(x, 2, 2, method="area"), data)
    for layout, shape in (("NCHW4c", (1, 1, 3, 5, 4)), ("NHWC", (1, 3, 5, 4)), ("NCHW1n4c", (1, 1, 3, 5, 1, 4))):
        y = var(tvm, "y", *shape)
        assert evaluate(tvm, make(y, 2, 2, layout), numbers(*shape)).size == 240
    with raises(Exception):
        evaluate(tvm, make(var(tvm, "y", 4, 3, 5, 1), 2, 2, "CHWN"), numbers(4, 3, 5, 1))
    whole = make(var(tvm, "x", 1, 1, 1, 2, dtype="int32"), 1, 4, method="bilinear")
    assert list(evaluate(tvm, whole, np.array([[[[0, 3]]]], "int32")).ravel()) == [0, 0, 1, 2, 3, 3, 3, 3]


@proves("tvm.relay.nn.upsampling", "坐标的换算：False 是 `asymmetric`，True 是 `align_corners`", "它在编译时交给 `topi.image.resize2d`")
def _(tvm):
    relay, data = tvm.relay, numbers(1, 2, 3, 5)
    x = var(tvm, "x", *data.shape)
    shared = {"layout": "NCHW", "method": "linear"}
    cases = [relay.nn.upsampling(x, 2, 2, method="bilinear", align_corners=corners) for corners in (False, True)]
    cases += [relay.image.resize2d(x, (6, 10), None, coordinate_transformation_mode=mode, **shared) for mode in ("asymmetric", "align_corners")]
    got = evaluate_all(tvm, *((one, data) for one in cases))
    assert np.allclose(got[0], got[2]) and np.allclose(got[1], got[3]) and not np.allclose(got[0], got[1])


@proves("tvm.relay.nn.upsampling", "`align_corners=True` 而某个输出轴大小为 1 时编译报 `Divide by zero`", versions=NEWER)
@proves("tvm.relay.nn.upsampling", "`align_corners=True` 而某个轴缩小到 1 时编译报 `Divide by zero`", versions=("0.10.0",))
def _(tvm, release):
    x = var(tvm, "x", 1, 1, 2, 2)
    with raises(Exception, "Divide by zero"):
        evaluate(tvm, tvm.relay.nn.upsampling(x, 0.5, 2, method="bilinear", align_corners=True), numbers(1, 1, 2, 2))
    flat = tvm.relay.nn.upsampling(var(tvm, "x", 1, 1, 1, 2), 1, 2, method="bilinear", align_corners=True)
    if release == "0.10.0":
        assert evaluate(tvm, flat, numbers(1, 1, 1, 2)).shape == (1, 1, 1, 4)
    else:
        with raises(Exception, "Divide by zero"):
            evaluate(tvm, flat, numbers(1, 1, 1, 2))


@proves("tvm.relay.nn.upsampling3d", "输出是 `round(输入 × 倍数)`", '`"nearest_neighbor"`、`"trilinear"` 或 `"tricubic"`', '`"half_pixel"`、`"align_corners"`、`"asymmetric"`、`"pytorch_half_pixel"` 或 `"tf_half_pixel_for_nn"`', '默认的 `"half_pixel"` 与二维的默认不同，最近邻的结果因此不是均匀重复', "NCDHW（通道可以拆块，如 NCDHW4c）或 NDHWC")
def _(tvm):
    make, data = tvm.relay.nn.upsampling3d, numbers(1, 2, 2, 3, 4)
    x = var(tvm, "x", *data.shape)
    assert shape_of(tvm, make(x, 2, 1.5, 0.6)) == (1, 2, 4, 4, 2)
    modes = ("half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn")
    got = evaluate_all(
        tvm,
        *((make(x, 2, 2, 2, coordinate_transformation_mode=mode), data) for mode in modes),
        *((make(x, 2, 2, 2, method=how), data) for how in ("trilinear", "tricubic")),
    )
    plain = data.repeat(2, 2).repeat(2, 3).repeat(2, 4)
    assert np.array_equal(got[2], plain) and not np.array_equal(got[0], plain)
    assert all(one.shape == plain.shape for one in got)
    assert make(x).attrs.coordinate_transformation_mode == "half_pixel"
    for bad in ({"method": "area"}, {"coordinate_transformation_mode": "none"}):
        with raises(Exception):
            evaluate(tvm, make(x, 2, 2, 2, **bad), data)
    last = np.ascontiguousarray(data.transpose(0, 2, 3, 4, 1))
    y = var(tvm, "y", *last.shape)
    same = evaluate(tvm, make(y, 2, 2, 2, "NDHWC", coordinate_transformation_mode="asymmetric"), last)
    assert np.array_equal(same, plain.transpose(0, 2, 3, 4, 1))
    packed = np.ascontiguousarray(data[:, None].transpose(0, 1, 3, 4, 5, 2))
    z = var(tvm, "z", *packed.shape)
    blocks = evaluate(tvm, make(z, 2, 2, 2, "NCDHW2c", coordinate_transformation_mode="asymmetric"), packed)
    assert np.array_equal(blocks, plain[:, None].transpose(0, 1, 3, 4, 5, 2))


@proves("tvm.relay.nn.bitpack", "把每个整数的低 `bits` 位拆成位平面，沿 `pack_axis` 打包", "轴上的第一个元素落在最高位", "新的位平面轴插在哪里", "被打包的轴，大小必须是字宽的倍数，编译时断言", '`"uint8"`、`"uint16"`、`"uint32"` 或 `"uint64"`', "位平面的个数，最多 8", "输入必须是整数")
def _(tvm):
    make = tvm.relay.nn.bitpack
    data = np.random.default_rng(0).integers(0, 8, (2, 64)).astype("int32")
    x = var(tvm, "x", 2, 64, dtype="int32")
    for width in (8, 16, 32, 64):
        got = evaluate(tvm, make(x, 3, 1, 0, f"uint{width}"), data)
        assert got.shape == (3, 2, 64 // width) and got.dtype == f"uint{width}"
        for plane, n, word in np.ndindex(got.shape):
            row = (data[n, word * width : (word + 1) * width] >> plane) & 1
            assert int("".join(map(str, row)), 2) == int(got[plane, n, word])
    for call in (make(var(tvm, "x", 2, 12, dtype="int32"), 1, 1, 2, "uint8"), make(x, 9, 1, 0, "uint8"), make(x, 1, 1, 0, "int8")):
        with raises(Exception):
            tvm.relay.build(tvm.IRModule.from_expr(call), "llvm")
    with raises(Exception):
        tvm.relay.build(tvm.IRModule.from_expr(make(var(tvm, "x", 2, 64), 1, 1, 0, "uint8")), "llvm")


def windows(data, weight, pad=0):
    data = np.pad(data, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    view = np.lib.stride_tricks.sliding_window_view(data, weight.shape[2:], axis=(2, 3))
    return np.einsum("nchwij,ocij->nohw", view, weight)


@proves("tvm.relay.nn.bitserial_conv2d", "默认的形参在 `llvm` 目标的 NCHW 上算错", '办法是 `out_dtype="int32"`，或者 `pack_dtype` 不宽于 `out_dtype`', "各用几位", "打包的字", "累加和输出的类型", "`unipolar=True`（默认）时权重的每一位表示 -1 或 +1，False 时表示 0 或 1")
def _(tvm):
    rng = np.random.default_rng(0)
    x, w = var(tvm, "x", 1, 32, 5, 5, dtype="int32"), var(tvm, "w", 4, 32, 3, 3, dtype="int32")
    data, kernel = rng.integers(0, 4, (1, 32, 5, 5)).astype("int32"), rng.integers(0, 2, (4, 32, 3, 3)).astype("int32")
    for pack, out, signed in (("uint32", "int16", True), ("uint32", "int32", True), ("uint8", "int16", True), ("uint32", "int32", False)):
        call = tvm.relay.nn.bitserial_conv2d(x, w, channels=4, activation_bits=2, pack_dtype=pack, out_dtype=out, unipolar=signed)
        got = evaluate(tvm, call, data, kernel)
        expected = windows(data, 2 * kernel - 1 if signed else kernel)
        assert got.dtype == out and np.array_equal(got, expected) == ((pack, out) != ("uint32", "int16"))


@proves("tvm.relay.nn.bitserial_conv2d", "`channels` 必须给出；布局限 NCHW 和 NHWC，`llvm` 目标上批次只能是 1，输入通道数必须是 `pack_dtype` 字宽的倍数")
def _(tvm):
    make = tvm.relay.nn.bitserial_conv2d

    def built(shape, weight=(4, 32, 3, 3), **attrs):
        x, w = var(tvm, "x", *shape, dtype="int32"), var(tvm, "w", *weight, dtype="int32")
        attrs = {"channels": 4, "out_dtype": "int32", **attrs}
        return tvm.relay.build(tvm.IRModule.from_expr(make(x, w, **attrs)), "llvm")

    assert built((1, 32, 5, 5)) is not None
    assert built((1, 5, 5, 32), (3, 3, 32, 4), data_layout="NHWC", kernel_layout="HWIO") is not None
    for shape, attrs in (((2, 32, 5, 5), {}), ((1, 32, 5, 5), {"channels": None}), ((1, 16, 5, 5), {"weight": (4, 16, 3, 3)}), ((5, 5, 32, 1), {"data_layout": "HWCN"})):
        with raises(Exception):
            built(shape, **attrs)


@proves("tvm.relay.nn.bitserial_dense", "整数，`(N, 特征数)` 和 `(units, 特征数)`", "返回 `(N, units)`", "必须给出，否则类型推断失败", "默认的组合在这里算得对", "True 时权重的每一位表示 -1 或 +1，False 时表示 0 或 1", "各用几位")
def _(tvm):
    rng = np.random.default_rng(0)
    x, w = var(tvm, "x", 2, 64, dtype="int32"), var(tvm, "w", 8, 64, dtype="int32")
    data, weight = rng.integers(0, 4, (2, 64)).astype("int32"), rng.integers(0, 2, (8, 64)).astype("int32")
    for signed in (True, False):
        got = evaluate(tvm, tvm.relay.nn.bitserial_dense(x, w, 8, data_bits=2, unipolar=signed), data, weight)
        assert got.shape == (2, 8) and got.dtype == "int16"
        assert np.array_equal(got, data @ (2 * weight - 1 if signed else weight).T)
    with raises("TVMError"):
        typed(tvm, tvm.relay.nn.bitserial_dense(x, w))


@proves("tvm.relay.nn.const", "没有写 `dtype` 时，int64 变成 int32，float64 变成 float32，包括 NumPy 数组；2**40 会因此截断", "或者传入 `tvm.nd.NDArray`（它的类型不变）", "这两个是从 `relay` 引入的同一个对象")
def _(tvm):
    make = tvm.relay.nn.const
    assert make is tvm.relay.const and tvm.relay.nn.Constant is tvm.relay.Constant

    def dtype(value, kind=None):
        return make(value, kind).data.dtype

    values = (1, 1.0, True, [1, 2], np.ones(2), np.arange(2), np.float64(1), np.int64(1), np.ones(2, "float16"), np.int8(1))
    assert [dtype(v) for v in values] == ["int32", "float32", "bool", "int32", "float32", "int32", "float32", "int32", "float16", "int8"]
    assert make(2**40).data.numpy() == 0 and make(2**40, "int64").data.numpy() == 2**40
    assert dtype(1.0, "float64") == "float64" and dtype(tvm.nd.array(np.ones(2))) == "float64"


@proves("tvm.relay.nn.Constant", "`data` 必须是 `tvm.nd.NDArray`", "传 NumPy 数组会报 `TypeError`")
def _(tvm):
    assert tvm.relay.nn.Constant(tvm.nd.array(np.ones(2))).data.dtype == "float64"
    with raises(TypeError):
        tvm.relay.nn.Constant(np.ones(2))
    with raises(Exception):
        tvm.relay.nn.Constant(1.0)


WINOGRAD = "contrib_conv2d_winograd_without_weight_transform"


@proves("tvm.relay.nn.contrib_conv2d_nchwc", "算子名是 `nn.contrib_conv2d_NCHWc`", '默认值 `"OIHW"` 与这些核并不相配，但没有核对，`llvm` 上照样能编译和执行', "数据是五维（如 NCHW8c），卷积核一般是六维", "步长、膨胀和 `kernel_size` 必须写成元组，`channels` 和 `kernel_size` 必须给出，卷积核的形状不核对")
def _(tvm):
    make = tvm.relay.nn.contrib_conv2d_nchwc
    data, weight = numbers(1, 16, 5, 5), numbers(24, 16, 3, 3, seed=1)
    packed = np.ascontiguousarray(data.reshape(1, 2, 8, 5, 5).transpose(0, 1, 3, 4, 2))
    kernel = np.ascontiguousarray(weight.reshape(3, 8, 2, 8, 3, 3).transpose(0, 2, 4, 5, 3, 1))
    x, w = var(tvm, "x", *packed.shape), var(tvm, "w", *kernel.shape)
    both = {"channels": 24, "kernel_size": (3, 3)}
    for layout in ({"kernel_layout": "OIHW8i8o"}, {}):
        call = make(x, w, **both, **layout)
        assert call.op.name == "nn.contrib_conv2d_NCHWc"
        got = evaluate(tvm, call, packed, kernel).transpose(0, 1, 4, 2, 3).reshape(1, 24, 3, 3)
        assert np.allclose(got, windows(data, weight))
    assert shape_of(tvm, make(x, var(tvm, "w", 7), **both)) == (1, 3, 3, 3, 8)
    for bad in ({"kernel_size": 3}, {"strides": 2}, {"dilation": 2}):
        with raises("TVMError"):
            make(x, w, **{**both, **bad})
    for partial in ({"channels": 24}, {"kernel_size": (3, 3)}):
        with raises("TVMError", "must be set or inferred by previous pass"):
            typed(tvm, make(x, w, **partial))


@proves("tvm.relay.nn.contrib_depthwise_conv2d_nchwc", '核的布局如 `"OIHW1i8o"`', "会核对卷积核，也能从它推出 `channels` 和 `kernel_size`", "大于 1 时卷积核必须有类型；默认的 1 只在输入只有一个通道时通过类型推断", "x86 的实现要求每个输入通道只有一个输出通道", "`groups` 要写成输入通道数")
def _(tvm):
    data, weight = numbers(1, 16, 5, 5), numbers(16, 1, 3, 3, seed=1)
    packed = np.ascontiguousarray(data.reshape(1, 2, 8, 5, 5).transpose(0, 1, 3, 4, 2))
    kernel = np.ascontiguousarray(weight.reshape(2, 8, 1, 3, 3).transpose(0, 2, 3, 4, 1)[:, :, :, :, None])
    x = var(tvm, "x", *packed.shape)

    def make(w, **attrs):
        both = {"groups": 16, "channels": 16, "kernel_size": (3, 3), "kernel_layout": "OIHW1i8o", **attrs}
        return tvm.relay.nn.contrib_depthwise_conv2d_nchwc(x, w, **both)

    w = var(tvm, "w", *kernel.shape)
    got = evaluate(tvm, make(w), packed, kernel).transpose(0, 1, 4, 2, 3).reshape(1, 16, 3, 3)
    assert np.allclose(got, np.concatenate([windows(data[:, i : i + 1], weight[i : i + 1]) for i in range(16)], 1))
    assert shape_of(tvm, make(w, channels=None, kernel_size=None)) == (1, 2, 3, 3, 8)
    for call in (make(var(tvm, "w", 3, 1, 3, 3, 1, 8)), make(tvm.relay.var("w")), make(w, groups=1)):
        with raises("DiagnosticError"):
            typed(tvm, call)
    single = tvm.relay.nn.contrib_depthwise_conv2d_nchwc
    call = single(var(tvm, "x", 1, 1, 5, 5, 1), var(tvm, "w", 1, 1, 3, 3, 1, 1), data_layout="NCHW1c", kernel_layout="OIHW1i1o", channels=1, kernel_size=(3, 3))
    assert shape_of(tvm, call) == (1, 1, 3, 3, 1)
    call = single(var(tvm, "x", 1, 1, 5, 5, 8), w, groups=8, channels=16, kernel_size=(3, 3), kernel_layout="OIHW1i8o")
    assert shape_of(tvm, call) == (1, 2, 3, 3, 8)
    with raises(Exception, "AssertionError"):
        evaluate(tvm, call, numbers(1, 1, 5, 5, 8), kernel)


@proves("tvm.relay.nn.contrib_conv2d_winograd_weight_transform", "`(O, I, k, k)` 得 `(tile_size+k-1, tile_size+k-1, O, I)`", "`tile_size` 限 2 到 8，`k` 限 3 到 7；核不是正方形时编译报 `Only support NxN kernel`")
def _(tvm):
    def run(tile, *kernel):
        call = tvm.relay.nn.contrib_conv2d_winograd_weight_transform(var(tvm, "w", 2, 3, *kernel), tile)
        got = evaluate(tvm, call, numbers(2, 3, *kernel))
        assert got.shape == shape_of(tvm, call)
        return got.shape

    assert run(4, 3, 3) == (6, 6, 2, 3) and run(2, 4, 4) == (5, 5, 2, 3)
    for tile, kernel, words in ((1, (3, 3), "Unsupported tile size"), (9, (3, 3), "Unsupported tile size"), (4, (2, 2), "Unsupported kernel size"), (4, (8, 8), "Unsupported kernel size"), (4, (3, 5), "Only support NxN kernel")):
        with raises(Exception, words):
            run(tile, *kernel)
    from tvm.topi.nn.winograd_util import winograd_transform_matrices

    for tile, k in ((2, 7), (8, 3), (8, 7)):
        matrices = winograd_transform_matrices(tile, k, "float32")
        assert list(matrices[2].shape) == [tile + k - 1, k]


@proves(f"tvm.relay.nn.{WINOGRAD}", "`llvm` 的 x86 目标上只有 NHWC，而且要启用 AutoScheduler 或 MetaSchedule，否则编译报 `Both AutoScheduler and MetaSchedule are not enabled`", versions=LATEST)
def _(tvm):
    make = getattr(tvm.relay.nn, WINOGRAD)
    both = {"channels": 6, "kernel_size": (3, 3)}
    call = make(var(tvm, "x", 1, 8, 8, 4), var(tvm, "w", 6, 6, 6, 4), 4, data_layout="NHWC", kernel_layout="HWIO", **both)
    assert shape_of(tvm, call) == (1, 6, 6, 6)
    with raises(Exception, "Both AutoScheduler and MetaSchedule are not enabled"):
        tvm.relay.build(tvm.IRModule.from_expr(call), "llvm")
    call = make(var(tvm, "x", 1, 4, 8, 8), var(tvm, "w", 6, 6, 6, 4), 4, **both)
    with raises(Exception, "Unsupported conv2d_winograd_without_weight_transform layout NCHW"):
        tvm.relay.build(tvm.IRModule.from_expr(call), "llvm")


@proves(f"tvm.relay.nn.{WINOGRAD}", "而且要启用 AutoScheduler 或 MetaSchedule", "步长、膨胀、分组都必须是 1")
def _(tvm):
    make = getattr(tvm.relay.nn, WINOGRAD)
    both = {"channels": 6, "kernel_size": (3, 3), "data_layout": "NHWC", "kernel_layout": "HWIO"}
    x, w = var(tvm, "x", 1, 8, 8, 4), var(tvm, "w", 6, 6, 6, 4)

    def built(enabled, **attrs):
        with tvm.transform.PassContext(opt_level=2, config={"relay.backend.use_auto_scheduler": enabled}):
            return tvm.relay.build(tvm.IRModule.from_expr(make(x, w, 4, **both, **attrs)), "llvm")

    assert built(True) is not None
    for enabled, attrs in ((False, {}), (True, {"strides": (2, 2)}), (True, {"dilation": (2, 2)}), (True, {"groups": 2})):
        with raises(Exception):
            built(enabled, **attrs)


@proves("tvm.relay.nn.contrib_conv3d_winograd_weight_transform", "3 到 7 时得 `(tile+kd-1, tile+kh-1, tile+kw-1, O, I)`，否则深度轴原样保留，得 `(tile+kh-1, tile+kw-1, kd, O, I)`", "核的高宽必须相等，否则编译时断言", "实现还要核深等于核高才变换深度，所以核深是 3 到 7 而与核高不等时，两者的形状不符")
def _(tvm):
    def make(*kernel):
        return tvm.relay.nn.contrib_conv3d_winograd_weight_transform(var(tvm, "w", 2, 3, *kernel), 2)

    for kernel, shape in (((3, 3, 3), (4, 4, 4, 2, 3)), ((1, 3, 3), (4, 4, 1, 2, 3)), ((8, 3, 3), (4, 4, 8, 2, 3)), ((4, 3, 3), (5, 4, 4, 2, 3))):
        assert shape_of(tvm, make(*kernel)) == shape
        if kernel[0] == 4:
            with raises("TVMError"):
                evaluate(tvm, make(*kernel), numbers(2, 3, *kernel))
        else:
            assert evaluate(tvm, make(*kernel), numbers(2, 3, *kernel)).shape == shape
    typed(tvm, make(3, 3, 4))
    with raises(Exception, "AssertionError"):
        evaluate(tvm, make(3, 3, 4), numbers(2, 3, 3, 3, 4))


@proves("tvm.relay.nn.contrib_conv3d_winograd_without_weight_transform", "`llvm` 目标编译报 `No generic implemenation`（原文如此）")
@proves("tvm.relay.nn.contrib_conv2d_gemm_without_weight_transform", "`llvm` 的 x86 目标编译报 `No generic implemenation for conv2d_gemm_without_weight_transform`")
def _(tvm):
    nn = tvm.relay.nn
    cube = nn.contrib_conv3d_winograd_without_weight_transform(var(tvm, "x", 1, 4, 8, 8, 8), var(tvm, "w", 4, 4, 4, 6, 4), 2, channels=6, kernel_size=(3, 3, 3))
    with raises(Exception, "No generic implemenation"):
        tvm.relay.build(tvm.IRModule.from_expr(cube), "llvm")
    gemm = nn.contrib_conv2d_gemm_without_weight_transform(var(tvm, "x", 1, 8, 8, 4), var(tvm, "w", 2, 3, 4, 16), channels=8, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWIO")
    with raises(Exception, "No generic implemenation for conv2d_gemm_without_weight_transform"):
        tvm.relay.build(tvm.IRModule.from_expr(gemm), "llvm")


@proves("tvm.relay.nn.contrib_conv2d_winograd_nnpack_weight_transform", "输出固定为 `(O, I, 8, 8)`", "只能是 3（`WT_8x8`）或 6（`WT_8x8_FP16`），否则编译时断言")
def _(tvm):
    from tvm.contrib.nnpack import ConvolutionAlgorithm

    assert (ConvolutionAlgorithm.WT_8x8, ConvolutionAlgorithm.WT_8x8_FP16) == (3, 6)
    for algorithm in (3, 6, 0, 4):
        call = tvm.relay.nn.contrib_conv2d_winograd_nnpack_weight_transform(var(tvm, "w", 6, 4, 3, 3), algorithm)
        assert shape_of(tvm, call) == (6, 4, 8, 8)
        if algorithm in (3, 6):
            assert tvm.relay.build(tvm.IRModule.from_expr(call), "llvm") is not None
        else:
            with raises(Exception, "AssertionError"):
                tvm.relay.build(tvm.IRModule.from_expr(call), "llvm")


unproved("tvm.relay.nn.contrib_conv2d_winograd_nnpack_weight_transform", "运行需要启用 `USE_NNPACK` 的 TVM", reason="要有 NNPACK")


@proves("tvm.relay.nn.contrib_conv2d_gemm_weight_transform", "输出是 `(N/tile_rows, K/tile_cols, tile_rows, tile_cols)`，不足的补齐", "类型推断把 `K` 补到 `tile_cols` 的倍数，实现补到四倍的 `tile_cols`", "两者可能不符而在运行时报错", versions=NEWER)
@proves("tvm.relay.nn.contrib_conv2d_gemm_weight_transform", "输出是 `(N/tile_rows, K/tile_cols, tile_rows, tile_cols)`，不足的补齐", "`K` 补到 `tile_cols` 的倍数", versions=("0.10.0",))
def _(tvm, release):
    def make(*weight, rows=4, cols=4):
        return tvm.relay.nn.contrib_conv2d_gemm_weight_transform(var(tvm, "w", *weight), rows, cols)

    weight = numbers(1, 1, 16, 6)
    got = evaluate(tvm, make(1, 1, 16, 6), weight)
    matrix = np.zeros((16, 8), "float32")
    matrix[:, :6] = weight.reshape(16, 6)
    assert got.shape == (2, 4, 4, 4) and np.array_equal(got, matrix.T.reshape(2, 4, 4, 4).transpose(0, 2, 1, 3))
    assert shape_of(tvm, make(3, 3, 2, 8)) == (2, 5, 4, 4) and shape_of(tvm, make(1, 1, 12, 8)) == (2, 3, 4, 4)
    weight = numbers(1, 1, 10, 8)
    if release == "0.10.0":
        matrix = np.concatenate([weight.reshape(10, 8), np.zeros((2, 8), "float32")])
        got = evaluate(tvm, make(1, 1, 10, 8), weight)
        assert np.array_equal(got, matrix.T.reshape(2, 4, 3, 4).transpose(0, 2, 1, 3))
    else:
        with raises("TVMError"):
            evaluate(tvm, make(1, 1, 10, 8), weight)


COMPLETE = True
