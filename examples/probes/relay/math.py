"""Probes of docs/reference/api/python/relay/math.md."""

import contextlib
import functools
import math

import numpy as np
from probes import check_error, proves, raises

RELAY = "tvm.relay."
INTEGERS = ("int8", "int32", "int64", "uint8")
FLOATS = ("float16", "float32", "float64")
INF, NAN = np.inf, np.nan


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
    several = isinstance(out, list) or hasattr(out, "astuple")
    if several:
        out = out.astuple() if hasattr(out, "astuple") else relay.Tuple(out)
    with tvm.transform.PassContext(opt_level=level):
        mod = tvm.IRModule.from_expr(relay.Function(names, out))
        result = relay.create_executor(kind, mod, tvm.cpu(), "llvm").evaluate()(*arrays)
    return [one.numpy() for one in result] if several else result.numpy()


def gradients(tvm, make, *arrays):
    """The gradients of the sum of what `make` builds, for each array."""
    relay = tvm.relay
    names = [var(tvm, f"v{i}", *a.shape, dtype=str(a.dtype)) for i, a in enumerate(arrays)]
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(names, make(*names))))
    mod = relay.transform.FirstOrderGradient()(mod)
    result = relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()(*arrays)
    return [one.numpy() for one in result[1]]


def gradient_text(tvm, expr):
    mod = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    return str(tvm.relay.transform.FirstOrderGradient()(mod)["main"].body)


@contextlib.contextmanager
def diagnosed(tvm, words):
    """Fails unless the block ends with a DiagnosticError one of whose messages has the words."""
    messages = []
    render = tvm.ir.diagnostics.DiagnosticRenderer(lambda ctx: messages.extend(d.message for d in ctx.diagnostics))
    tvm.register_func("diagnostics.OverrideRenderer", lambda: render, True)
    with raises("DiagnosticError"):
        yield
    assert any(words in one for one in messages), messages


def same(got, want, tolerance=1e-6):
    """Equal in shape, type and value."""
    got, want = np.asarray(got), np.asarray(want)
    return got.shape == want.shape and got.dtype == want.dtype and np.allclose(
        got.astype("float64"), want.astype("float64"), rtol=tolerance, atol=tolerance, equal_nan=True
    )


ROW = "`exp`、`log`、`log2`、`log10`、`sqrt`、`rsqrt`、`sin`、`cos`、`tan`、`sinh`、`cosh`、`tanh`、`sigmoid` | 可以 | 可以 | 报错 | 报错 |"
INVERSE = "`acos`、`acosh`、`asin`、`asinh`、`atan`、`atanh` | 报错 `unknown intrinsic` | 可以 | 报错 | 报错 |"
ROUNDING = "`floor`、`ceil`、`round`、`trunc`、`abs` | 可以 | 可以 | 可以 | 原样 |"
ANY_SHAPE = "形参只有 `data`（任意形状），输出的形状和类型与它相同"
NAN_STAYS = "除 `sign` 外，输入 NaN 得 NaN"
HAS_GRADIENT = "三角、双曲和它们的反函数，`exp`、`log`、`log2`、`log10`、`sqrt`、`sigmoid`、`erf`、`abs`、`negative`、`clip`"
NO_GRADIENT = "`rsqrt`、`floor`、`ceil`、`round`、`trunc`、`sign`、`isnan` 等判断、`fixed_point_multiply`"
UNIT, POSITIVE, MORE = np.array([-0.75, -0.25, 0.5, 0.9]), np.array([0.25, 0.5, 2, 9]), np.array([1.25, 1.5, 2, 9])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def erf(x):
    return np.vectorize(math.erf, otypes=["float64"])(x.astype("float64")).astype(x.dtype)


#: The function in NumPy, inputs, and the derivative where one is registered.
UNARY = {
    "exp": (np.exp, UNIT, np.exp),
    "log": (np.log, POSITIVE, lambda x: 1 / x),
    "log2": (np.log2, POSITIVE, lambda x: 1 / (x * np.log(2))),
    "log10": (np.log10, POSITIVE, lambda x: 1 / (x * np.log(10))),
    "sqrt": (np.sqrt, POSITIVE, lambda x: 0.5 / np.sqrt(x)),
    "rsqrt": (lambda x: 1 / np.sqrt(x), POSITIVE, None),
    "sin": (np.sin, UNIT, np.cos),
    "cos": (np.cos, UNIT, lambda x: -np.sin(x)),
    "tan": (np.tan, UNIT, lambda x: 1 / np.cos(x) ** 2),
    "sinh": (np.sinh, UNIT, np.cosh),
    "cosh": (np.cosh, UNIT, np.sinh),
    "tanh": (np.tanh, UNIT, lambda x: 1 - np.tanh(x) ** 2),
    "sigmoid": (sigmoid, UNIT, lambda x: sigmoid(x) * (1 - sigmoid(x))),
    "acos": (np.arccos, UNIT, lambda x: -1 / np.sqrt(1 - x * x)),
    "acosh": (np.arccosh, MORE, lambda x: 1 / np.sqrt(x * x - 1)),
    "asin": (np.arcsin, UNIT, lambda x: 1 / np.sqrt(1 - x * x)),
    "asinh": (np.arcsinh, UNIT, lambda x: 1 / np.sqrt(1 + x * x)),
    "atan": (np.arctan, UNIT, lambda x: 1 / (1 + x * x)),
    "atanh": (np.arctanh, UNIT, lambda x: 1 / (1 - x * x)),
    "erf": (erf, UNIT, lambda x: 2 / np.sqrt(np.pi) * np.exp(-x * x)),
    "floor": (np.floor, UNIT, None),
    "ceil": (np.ceil, UNIT, None),
    "round": (lambda x: np.sign(x) * np.floor(abs(x) + 0.5), UNIT, None),
    "trunc": (np.trunc, UNIT, None),
    "abs": (np.abs, UNIT, np.sign),
    "negative": (np.negative, UNIT, lambda x: -np.ones_like(x)),
    "sign": (np.sign, UNIT, None),
}
PLAIN = list(UNARY)[:13]
INVERSES = list(UNARY)[13:19]
ROUNDS = ("floor", "ceil", "round", "trunc", "abs")


NEEDS_EXPR = "实参必须是 `relay.Expr`，Python 的数要先用 `relay.const` 包装，否则调用时报 `TVMError`"
NO_SHAPE_FUNCTION = "没有形状函数，编译报 `cannot find ShapeFunc`"
STATIC = ("log10", "sin", "cos", "sinh", "cosh", *INVERSES, "erf", "trunc", "abs", "sign")
TOLERANCE = {"float16": 4e-3, "float32": 2e-6, "float64": 1e-12}


def check_floats(tvm, name, dtypes, *others):
    """Values of each type, with no axis, with an empty one, and NaN; and of the other inputs, in one build."""
    function, points, _ = UNARY[name]
    op = getattr(tvm.relay, name)
    arrays = [points.astype(dtype) for dtype in dtypes]
    arrays += [np.full(shape, points[-1], "float32") for shape in ((), (0, 3), (2, 1, 3))]
    arrays += [np.array([NAN], dtype) for dtype in ("float32", "float64")]
    got = run(tvm, lambda *names: [op(one) for one in names], *arrays, *others)
    for value, data in zip(got, arrays[:-2]):
        tolerance = 1e-7 if name == "erf" else TOLERANCE[str(data.dtype)]
        assert same(value, function(data).astype(data.dtype), tolerance), (name, data, value)
    for value in got[len(arrays) - 2 : len(arrays)]:
        assert np.isnan(value[0]) == (name != "sign")
    return got[len(arrays) :]


def refused(tvm, name, dtypes, words=""):
    """Passes type inference, and fails in the build."""
    for dtype in dtypes:
        expr = getattr(tvm.relay, name)(var(tvm, "x", 3, dtype=dtype))
        assert type_of(tvm, expr) == ((3,), dtype)
        with raises(Exception, words):
            build(tvm, expr)


def check_call(tvm, name):
    """The argument has to be an expression; the gradient; a shape with an unknown axis."""
    relay, op = tvm.relay, getattr(tvm.relay, name)
    for number in (1, 0.5):
        with raises("TVMError"):
            op(number)
    assert op(relay.const(0.5)).op.name == name
    function, points, derivative = UNARY.get(name, (None, None, None))
    if derivative:
        points = points.astype("float32")
        make = lambda x: relay.multiply(op(x), relay.const(3.0))
        assert np.allclose(gradients(tvm, make, points)[0], 3 * derivative(points), rtol=1e-4)
    else:
        with diagnosed(tvm, f"the operator {name} does not have a registered gradient."):
            gradient_text(tvm, op(var(tvm, "x", 2)))
    check_dynamic(tvm, name)


def check_dynamic(tvm, name):
    relay, op = tvm.relay, getattr(tvm.relay, name)
    expr = op(relay.var("x", shape=(relay.Any(), 2), dtype="float32"))
    assert type_of(tvm, expr)[0] == ("?", 2)
    if name in STATIC or name.startswith("is"):
        with raises(Exception, f"cannot find ShapeFunc for {name}"):
            relay.vm.compile(tvm.IRModule.from_expr(expr), "llvm")
    else:
        relay.vm.compile(tvm.IRModule.from_expr(expr), "llvm")


#: What `check_call` compares with a number is also the formula of these entries.
FORMULAS = {
    "exp": "梯度是 `grad × exp(x)`",
    "log": "梯度是 `grad / x`",
    "log2": "梯度的分母是 `log(2)·x`",
    "log10": "求导时除以 `log(10)·x`",
    "sin": "导数用 `cos`",
    "cos": "求导得到取负的正弦 `-sin(x)`",
    "tan": "导数是 `1 / cos²(x)`",
    "cosh": "它与 `sinh` 互为导数",
    "atan": "导数 `1 / (1 + x²)`",
    "asinh": "导数的分母是 `sqrt(1 + x²)`",
    "sigmoid": "梯度 `y × (1 - y)`",
}


def with_own(names):
    """The quotes that `check_call` proves of each name alone."""
    own = {}
    for name in names:
        own[name] = [HAS_GRADIENT if UNARY[name][2] else NO_GRADIENT]
        own[name] += [FORMULAS[name]] if name in FORMULAS else []
        own[name] += [NO_SHAPE_FUNCTION] if name in STATIC else []
    return own


@each(with_own(PLAIN), ROW, ANY_SHAPE, NAN_STAYS, NEEDS_EXPR)
def _(tvm, name):
    check_floats(tvm, name, FLOATS)
    refused(tvm, name, ("int32", "uint8", "bool"))
    check_call(tvm, name)


@each(with_own(INVERSES), INVERSE, ANY_SHAPE, NAN_STAYS, NEEDS_EXPR)
def _(tvm, name):
    check_floats(tvm, name, FLOATS[1:])
    refused(tvm, name, ("int32", "uint8", "bool"))
    refused(tvm, name, ("float16",), "unknown intrinsic")
    check_call(tvm, name)


@each(with_own(ROUNDS), ROUNDING, ANY_SHAPE, NAN_STAYS, NEEDS_EXPR)
def _(tvm, name):
    others = [np.array([0, 1, 3] if dtype in ("uint8", "bool") else [-3, 0, 2]).astype(dtype) for dtype in (*INTEGERS, "bool")]
    for got, data in zip(check_floats(tvm, name, FLOATS, *others), others):
        assert same(got, abs(data) if name == "abs" else data)
    check_call(tvm, name)


@each(with_own(("erf", "negative", "sign")), ANY_SHAPE, NEEDS_EXPR, NAN_STAYS)
def _(tvm, name):
    check_floats(tvm, name, FLOATS)
    check_call(tvm, name)


@proves("tvm.relay.exp", "在反向图里重算一次而不复用结果")
@proves("tvm.relay.tanh", "梯度用前向的结果：`1 - tanh²`")
@proves("tvm.relay.sigmoid", "用前向的结果")
def _(tvm):
    x = var(tvm, "x", 2)
    count = lambda name: gradient_text(tvm, getattr(tvm.relay, name)(x)).count(f" {name}(")
    assert [count(name) for name in ("exp", "tanh", "sigmoid")] == [2, 1, 1]


@each(("exp", "tanh", "erf"), "`opt_level=4` 时 `FastMath` 把 `exp`、`tanh`、`erf` 换成近似算法")
def _(tvm, name):
    op, data = getattr(tvm.relay, name), np.linspace(-3, 3, 999).astype("float32")
    plain, three, fast = (run(tvm, op, data, level=level) for level in (2, 3, 4))
    assert same(plain, three, 0) and not same(plain, fast, 0) and same(plain, fast, 1e-4)
    mod = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(op(var(tvm, "x", 2))))
    assert f"fast_{name}(" in str(tvm.relay.transform.FastMath()(mod))
    assert tvm.relay.transform.FastMath().info.opt_level == 4


@each(("exp", "log", "log2", "log10", "sqrt", "sin", "cos"), "整数的报错大多是 `Cannot find intrinsic declaration, possible type mismatch`；先用 `relay.cast` 转成浮点")
def _(tvm, name):
    refused(tvm, name, ("int32",), "Cannot find intrinsic declaration, possible type mismatch")
    whole = np.array([1, 2], "int32")
    got = run(tvm, lambda x: getattr(tvm.relay, name)(tvm.relay.cast(x, "float32")), whole)
    assert same(got, UNARY[name][0](whole.astype("float32")), 2e-6)


def special(tvm, name, given, wanted):
    op = getattr(tvm.relay, name)
    for got in run(tvm, lambda *names: [op(one) for one in names], np.array(given, "float32"), np.array(given, "float64")):
        assert same(got, np.array(wanted, got.dtype)), (name, got)
        here = ~np.isnan(got)
        assert list(np.signbit(got[here])) == list(np.signbit(np.array(wanted)[here])), (name, got)


SPECIAL = {
    "log": ([0.0, -1.0], [-INF, NAN], "0 得负无穷，负数得 NaN"),
    "sqrt": ([-1.0, 4.0], [NAN, 2.0], "平方根，负数得 NaN"),
    "rsqrt": ([0.0, -0.0, 4.0], [INF, -INF, 0.5], "0 得正无穷，-0 得负无穷"),
    "sin": ([INF, -INF, 0.0], [NAN, NAN, 0.0], "输入无穷得 NaN"),
    "tanh": ([50.0, -50.0], [1.0, -1.0], "值在 ±1 之间"),
    "asin": ([1.0, -1.0, 1.5, -1.5], [np.pi / 2, -np.pi / 2, NAN, NAN], "结果在 ±π/2 内；定义域 [-1, 1] 以外是 NaN"),
    "acos": ([1.0, -1.0, 1.5, -1.5], [0.0, np.pi, NAN, NAN], "1 得 0，-1 得 π；超出 [-1, 1] 得 NaN"),
    "atan": ([INF, -INF, 1.0], [np.pi / 2, -np.pi / 2, np.pi / 4], "正无穷得 π/2"),
    "asinh": ([-100.0, 0.0, 1e6], [np.arcsinh(-100.0), 0.0, np.arcsinh(1e6)], "对任何实数都有定义"),
    "acosh": ([0.5, -2.0, 1.0], [NAN, NAN, 0.0], "小于 1 的输入得 NaN"),
    "atanh": ([1.0, -1.0, 2.0, -2.0], [INF, -INF, NAN, NAN], "在 ±1 处无穷，绝对值更大时得 NaN"),
    "sign": ([-3.0, 0.0, 0.5, NAN], [-1.0, 0.0, 1.0, 0.0], "负数 -1，正数 1，其他是 0。NaN 得 0"),
    "floor": ([-0.5, 2.5], [-1.0, 2.0], "向下取整，-0.5 得 -1。输出仍是浮点类型"),
    "ceil": ([-0.5, 2.5], [-0.0, 3.0], "向上取整到不小于输入的整数，-0.5 得 -0"),
    "trunc": ([-2.5, 2.5, 0.0], [-2.0, 2.0, 0.0], "即向 0 取整，-2.5 得 -2"),
    "round": ([-2.5, -0.5, 0.5, 1.5, 2.5, 1.25], [-3.0, -1.0, 1.0, 2.0, 3.0, 1.0], "正好一半时远离 0，而 NumPy 取偶数"),
}
for name, (given, wanted, quote) in SPECIAL.items():

    @proves(RELAY + name, quote)
    def _(tvm, release, name=name, given=given, wanted=wanted):
        special(tvm, name, given, wanted)


CALLED = {"log2": ("log2",), "tan": ("sin", "cos"), "sinh": ("exp",), "cosh": ("exp",)}
BY = {
    "log2": ("调用后端的 `log2` 而不是 `log(x) / log(2)`",),
    "tan": ("按 `sin(x) / cos(x)` 计算",),
    "sinh": ("由两个 `exp` 组成",),
    "cosh": ("`(exp(x) + exp(-x)) / 2`",),
}


@each(BY)
def _(tvm, name):
    def called(name):
        factory = tvm.relay.build(tvm.IRModule.from_expr(getattr(tvm.relay, name)(var(tvm, "x", 2))), "llvm -opt-level=0")
        text = factory.get_lib().get_source()
        return {one for one in ("log2", "log", "sin", "cos", "tan", "exp", "sinh", "cosh") if f"@llvm.{one}." in text or f"@{one}f(" in text}

    assert called(name) == set(CALLED[name])


@proves("tvm.relay.sinh", "所以无符号整数报的错是 `cannot make uint from negative value`")
def _(tvm):
    refused(tvm, "sinh", ("uint8", "uint32"), "cannot make uint from negative value")


@proves("tvm.relay.sqrt", "梯度写成 `0.5 × power(x, -0.5)`，而 `power` 没有梯度，所以不能求二阶导数")
def _(tvm):
    relay = tvm.relay
    assert "power(" in gradient_text(tvm, relay.sqrt(var(tvm, "x", 2)))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.sqrt(var(tvm, "x", 2))))
    once = relay.transform.gradient(mod["main"], mode="first_order")
    x = var(tvm, "y", 2)
    body = relay.TupleGetItem(relay.TupleGetItem(relay.Call(once, [x]), 1), 0)
    again = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], body)))
    with raises("TVMError", "input has operators with missing gradients"):
        relay.transform.gradient(again["main"], mode="higher_order")


@proves("tvm.relay.rsqrt", "没有梯度，训练时写成 `1 / sqrt(x)`")
def _(tvm):
    relay, points = tvm.relay, np.array([0.25, 4], "float32")
    make = lambda x: relay.divide(relay.const(1.0), relay.sqrt(x))
    assert np.allclose(gradients(tvm, make, points)[0], -0.5 * points**-1.5, rtol=1e-5)
    assert np.allclose(run(tvm, make, points), run(tvm, relay.rsqrt, points))


@proves("tvm.relay.acos", "在两端求导除以 0")
def _(tvm):
    assert not np.isfinite(gradients(tvm, tvm.relay.acos, np.array([1, -1], "float32"))[0]).any()


@proves("tvm.relay.erf", "整数输入的结果截掉小数", "`erf` | 可以 | 可以 | 算出来再截成整数 | 可以 |")
def _(tvm):
    check_floats(tvm, "erf", FLOATS)
    for dtype in INTEGERS:
        data = np.array([0, 1, 2, 9], dtype)
        assert list(run(tvm, tvm.relay.erf, data)) == list(np.trunc(erf(data.astype("float32"))).astype(dtype))
    assert run(tvm, tvm.relay.erf, np.array([False, True])).dtype == bool


@proves("tvm.relay.abs", "0 处的梯度取 +1；无符号整数原样返回")
def _(tvm):
    assert list(gradients(tvm, tvm.relay.abs, np.array([-2, 0, 3], "float32"))[0]) == [-1, 1, 1]
    data = np.array([0, 200, 255], "uint8")
    assert same(run(tvm, tvm.relay.abs, data), data)


@proves("tvm.relay.negative", "uint8 的 1 得 255", "`negative` | 可以 | 可以 | 可以，uint8、uint16 回绕 | 原样 |", "也就是 `-x`")
def _(tvm):
    check_floats(tvm, "negative", FLOATS)
    for dtype in ("int8", "int32", "int64", "uint8", "uint16"):
        data = np.array([0, 1, 3], dtype)
        assert same(run(tvm, tvm.relay.negative, data), (-data.astype("int64")).astype(dtype)), dtype
    data = np.array([True, False])
    assert same(run(tvm, tvm.relay.negative, data), data)
    assert (-var(tvm, "x", 2)).op.name == "negative"


@proves("tvm.relay.sign", "`sign` | 可以 | 可以 | 有符号可以，无符号报错 | 报错 |", "与 NumPy 的 NaN 不同")
def _(tvm):
    check_floats(tvm, "sign", FLOATS)
    for dtype in INTEGERS[:3]:
        assert list(run(tvm, tvm.relay.sign, np.array([-5, 0, 7], dtype))) == [-1, 0, 1]
    refused(tvm, "sign", ("uint8", "uint32", "bool"))
    assert np.isnan(np.sign(np.float32(NAN))) and run(tvm, tvm.relay.sign, np.array([NAN], "float32"))[0] == 0


@proves("tvm.relay.logical_not", "只接受 `bool`；其他类型先与 0 比较", "`logical_not` | 报错 | 报错 | 报错 | 可以 |")
@proves("tvm.relay.bitwise_not", "int32 的 0 得 -1，uint8 的 0 得 255，`bool` 时等于逻辑非", "`bitwise_not` | 报错 | 报错 | 可以 | 可以 |")
def _(tvm):
    relay, data = tvm.relay, np.array([True, False])
    assert list(run(tvm, relay.logical_not, data)) == list(run(tvm, relay.bitwise_not, data)) == [False, True]
    refused(tvm, "logical_not", (*FLOATS, *INTEGERS))
    refused(tvm, "bitwise_not", FLOATS)
    for dtype in INTEGERS:
        whole = np.array([0, 1, 100], dtype)
        assert same(run(tvm, relay.bitwise_not, whole), ~whole)
    assert list(run(tvm, lambda x: relay.logical_not(relay.not_equal(x, relay.const(0))), np.array([0, 3], "int32"))) == [True, False]


JUDGES = {"isnan": "是不是 NaN", "isinf": "是不是正无穷或负无穷，NaN 得 False", "isfinite": "既不是无穷也不是 NaN 的元素得 True"}
for name, quote in JUDGES.items():

    @proves(RELAY + name, quote, "三个判断返回同形状的 `bool`；整数的输入也能编译，结果是常数", NEEDS_EXPR, NO_GRADIENT, NO_SHAPE_FUNCTION)
    def _(tvm, release, name=name):
        check_call(tvm, name)
        op, data = getattr(tvm.relay, name), np.array([[0, NAN, INF], [-INF, -1, 1e30]])
        for dtype in FLOATS:
            values = data.astype(dtype)
            assert same(run(tvm, op, values), getattr(np, name)(values)), dtype
        for dtype in INTEGERS:
            assert list(run(tvm, op, np.array([-1 if dtype[0] == "i" else 1, 0], dtype))) == [name == "isfinite"] * 2
        assert run(tvm, op, np.zeros((0, 2), "float32")).shape == (0, 2) and run(tvm, op, np.zeros((), "float32")).shape == ()


@proves("tvm.relay.isnan", "不能用 `not_equal(x, x)` 代替：`llvm` 目标上它对 NaN 也得 False")
def _(tvm):
    assert list(run(tvm, lambda x: tvm.relay.not_equal(x, x), np.array([NAN, 1], "float32"))) == [False, False]


@proves("tvm.relay.clip", "把每个元素限制在 `[a_min, a_max]` 之内", "输入，类型不变", "不能是表达式；整数输入时截去小数，1.9 成了 1", "`a_min` 大于 `a_max` 不报错，结果全是 `a_min`。NaN 得 `a_max`")
def _(tvm):
    relay, clip = tvm.relay, tvm.relay.clip
    for dtype in (*FLOATS, "int8", "int32", "int64"):
        data = np.array([-9, -1, 0, 1, 9], dtype)
        assert same(run(tvm, lambda x: clip(x, -2, 3), data), np.clip(data, -2, 3).astype(dtype))
    whole = np.array([-3, 0, 3], "int32")
    assert list(run(tvm, lambda x: clip(x, -1.9, 1.9), whole)) == [-1, 0, 1]
    for dtype in ("float32", "int32"):
        assert list(run(tvm, lambda x: clip(x, 2, -2), np.array([-3, 0, 3], dtype))) == [2, 2, 2]
    assert run(tvm, lambda x: clip(x, -2, 3), np.array([NAN], "float32"))[0] == 3
    with raises("TVMError"):
        clip(var(tvm, "x", 2), relay.const(0.0), 1.0)


@proves("tvm.relay.clip", "超出类型的范围时编译报 `exceeds minimum` 或 `exceeds maximum`，无符号数的负界限报 `cannot make uint from negative value`", HAS_GRADIENT)
def _(tvm):
    clip = tvm.relay.clip
    for low, high, dtype, words in ((-200, 9, "int8", "exceeds minimum"), (0, 200, "int8", "exceeds maximum"), (-1, 9, "uint8", "cannot make uint from negative value")):
        expr = clip(var(tvm, "x", 2, dtype=dtype), low, high)
        type_of(tvm, expr)
        with raises(Exception, words):
            build(tvm, expr)
    got = gradients(tvm, lambda x: clip(x, -1, 1), np.array([-2, 0.5, 2], "float32"))[0]
    assert list(got) == [0, 1, 0]


def rescaled(data, multiplier, shift):
    from fractions import Fraction

    exact = [Fraction(int(v)) * multiplier * Fraction(2) ** (shift - 31) for v in data]
    return [int((v + Fraction(1, 2)).__floor__()) for v in exact]


@proves("tvm.relay.fixed_point_multiply", "`data × multiplier × 2^(shift - 31)`，四舍五入", "Q31 定点数，`1 << 30` 是 0.5", "再左移几位，负数是右移", "正好一半时朝正无穷方向进位，与 `round` 不同")
def _(tvm):
    data = np.array([0, 1, -1, 3, -3, 5, 100, -100, 12345, -54321], "int32")
    for multiplier, shift in ((1 << 30, 0), (1 << 30, -2), (1 << 30, 3), (3 << 29, 0), (3 << 29, 2), (3 << 29, -4), (1234567890, 1)):
        got = run(tvm, lambda x: tvm.relay.fixed_point_multiply(x, multiplier, shift), data)
        assert got.dtype == "int32" and list(got) == rescaled(data, multiplier, shift), (multiplier, shift, got)
    assert rescaled([1, -1, -3], 1 << 30, 0) == [1, 0, -1]


@proves("tvm.relay.fixed_point_multiply", "只能是 int32：浮点在编译时报错，int8 运行时报类型不符", NO_GRADIENT)
def _(tvm):
    make = lambda x: tvm.relay.fixed_point_multiply(x, 1 << 30, 0)
    with raises(Exception):
        build(tvm, make(var(tvm, "x", 3)))
    build(tvm, make(var(tvm, "x", 3, dtype="int8")))
    with raises(Exception):
        run(tvm, make, np.array([1, 2, 3], "int8"))
    with diagnosed(tvm, "the operator fixed_point_multiply does not have a registered gradient."):
        gradient_text(tvm, make(var(tvm, "x", 2, dtype="int32")))


@proves("tvm.relay.fixed_point_multiply", "`shift` 为 0 时 2147483647 得 -1073741824；其他乘数在 int64 里算，没有这个问题", "这时 `shift` 限 -30 到 32，而且不能是 1，否则结果没有定义；只有循环没有被向量化时（例如形状是 `(1,)`）编译才失败")
def _(tvm):
    make = tvm.relay.fixed_point_multiply
    top = np.array([2147483647], "int32")
    assert run(tvm, lambda x: make(x, 1 << 30, 0), top)[0] == -1073741824
    assert run(tvm, lambda x: make(x, (1 << 30) + 1, 0), top)[0] == rescaled(top, (1 << 30) + 1, 0)[0]
    for shift in (1, -31, 33):
        with raises(Exception):
            build(tvm, make(var(tvm, "x", 1, dtype="int32"), 1 << 30, shift))
        for shape in ((3,), (16,), (5, 7)):
            build(tvm, make(var(tvm, "x", *shape, dtype="int32"), 1 << 30, shift))
    for shift in (-30, 0, 2, 32):
        build(tvm, make(var(tvm, "x", 1, dtype="int32"), 1 << 30, shift))
