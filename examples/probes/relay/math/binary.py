"""Probes of docs/reference/api/python/relay/math.md: two tensors."""

import contextlib
import functools

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


NEEDS_EXPR = "实参必须是 `relay.Expr`，Python 的数要先用 `relay.const` 包装，否则调用时报 `TVMError`"
NO_PROMOTION = "类型必须完全相同，不做提升。不同时是 `DiagnosticError`"
BROADCAST = "形状从末尾对齐，大小相同或其中一个是 1"
UNKNOWN = "未知的轴（`relay.Any()`）遇到大于 1 的已知大小，就取已知的大小"
HAS_GRADIENT = "`add`、`subtract`、`multiply`、`divide`；`less_equal` 和 `not_equal` 得 0"
NO_GRADIENT = "`power`、`maximum`、`minimum`、各种取整除法和取余、其余的比较、逻辑和位运算"


def trunc_divide(a, b):
    return np.trunc(a / b).astype(a.dtype)


#: The function in NumPy, and the types that compile, apart from bool.
ARITHMETIC = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": lambda a, b: trunc_divide(a, b) if a.dtype.kind in "iu" else a / b,
    "floor_divide": np.floor_divide,
    "trunc_divide": trunc_divide,
    "mod": np.fmod,
    "floor_mod": np.mod,
    "trunc_mod": np.fmod,
    "power": np.power,
    "maximum": np.maximum,
    "minimum": np.minimum,
}
COMPARE = {name: getattr(np, name) for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")}
LOGICAL = {name: getattr(np, name) for name in ("logical_and", "logical_or", "logical_xor")}
BITS = {name: getattr(np, name) for name in ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift")}
WITH_GRADIENT = ("add", "subtract", "multiply", "divide", "less_equal", "not_equal")


def own_type(name):
    return "bool" if name in LOGICAL else "int32" if name in BITS else "float32"


def check_types(tvm, name):
    """What type inference says of shapes and types, and a Python number as an argument."""
    relay, op = tvm.relay, getattr(tvm.relay, name)
    dtype, result = own_type(name), "bool" if name in COMPARE else own_type(name)
    for shapes, wanted in ((((4, 1, 3), (2, 1)), (4, 2, 3)), (((), (2,)), (2,)), (((0, 3), (1, 3)), (0, 3))):
        assert type_of(tvm, op(*(var(tvm, n, *s, dtype=dtype) for n, s in zip("xy", shapes)))) == (wanted, result)
    with raises("DiagnosticError"):
        type_of(tvm, op(var(tvm, "x", 2, 3, dtype=dtype), var(tvm, "y", 2, dtype=dtype)))
    words = "data types int16 and int64 do not match in Broadcast" + ("CompRel" if name in COMPARE else "Rel")
    with diagnosed(tvm, words):
        type_of(tvm, op(var(tvm, "x", 2, dtype="int16"), var(tvm, "y", 2, dtype="int64")))
    for one in (1, 0.5):
        with raises("TVMError"):
            op(var(tvm, "x", 2), one)
        with raises("TVMError"):
            op(one, var(tvm, "x", 2))
    unknown = relay.var("u", shape=(relay.Any(), 3), dtype=dtype)
    assert type_of(tvm, op(unknown, var(tvm, "y", 5, 3, dtype=dtype)))[0] == (5, 3)
    assert type_of(tvm, op(unknown, var(tvm, "y", 1, 3, dtype=dtype)))[0] == ("?", 3)


def check_gradient(tvm, name):
    if name in WITH_GRADIENT:
        assert tvm.ir.Op.get(name).get_attr("FPrimalGradient") is not None
        return
    with diagnosed(tvm, f"the operator {name} does not have a registered gradient."):
        gradient_text(tvm, getattr(tvm.relay, name)(*(var(tvm, n, 2, dtype=own_type(name)) for n in "xy")))


def check_values(tvm, name, function, *dtypes):
    """Values of each type against NumPy, with both signs where there are any, in one build."""
    op, arrays = getattr(tvm.relay, name), []
    for dtype in dtypes:
        left = np.array([[7, 9, 7, 9, 2, 0]]).astype(dtype)
        right = np.array([[2, 2, 3, 3, 5, 1], [1, 2, 4, 3, 5, 1]]).astype(dtype)
        if np.dtype(dtype).kind in "if" and name not in ("power", "left_shift", "right_shift"):
            left[0, 1::2] *= -1
            right[:, 2:4] *= -1
        arrays += [left, right]
    got = run(tvm, lambda *names: [op(*pair) for pair in zip(names[::2], names[1::2])], *arrays)
    for value, left, right in zip(got, arrays[::2], arrays[1::2]):
        assert same(value, function(left, right), 4e-3 if left.dtype == "float16" else 1e-6), (name, left.dtype, value)


def with_gradient(names):
    return {name: (HAS_GRADIENT if name in WITH_GRADIENT else NO_GRADIENT,) for name in names}


@each(with_gradient(ARITHMETIC), NEEDS_EXPR, NO_PROMOTION, BROADCAST, UNKNOWN, "形参是 `lhs` 和 `rhs`，输出的类型与它们相同")
def _(tvm, name):
    check_types(tvm, name)
    check_gradient(tvm, name)
    check_values(tvm, name, ARITHMETIC[name], *FLOATS, *(() if name == "power" else INTEGERS))


@each(with_gradient(COMPARE), NEEDS_EXPR, "输出的类型总是 `bool`，两边的类型必须相同（诊断信息里是 `BroadcastCompRel`）", BROADCAST, UNKNOWN, "`bool` 之间按 0 和 1 比较")
def _(tvm, name):
    check_types(tvm, name)
    check_gradient(tvm, name)
    check_values(tvm, name, COMPARE[name], *FLOATS, *INTEGERS, "bool")


@each(tuple(COMPARE), "有一边是 NaN 时，`llvm` 目标上六个比较都得 False")
def _(tvm, name):
    left, right = np.array([NAN, NAN, 1], "float32"), np.array([NAN, 1, NAN], "float32")
    op = getattr(tvm.relay, name)
    got = run(tvm, lambda a, b, c, d: [op(a, b), op(c, d)], left, right, left.astype("float64"), right.astype("float64"))
    assert not np.any(got)


@proves("tvm.relay.not_equal", "`not_equal` 也是这样，与 NumPy 不同：浮点数的不等编译成有序的比较 `fcmp one`", "找 NaN 要用 `isnan`")
def _(tvm):
    expr = tvm.relay.not_equal(var(tvm, "x", 3), var(tvm, "y", 3))
    text = tvm.relay.build(tvm.IRModule.from_expr(expr), "llvm -opt-level=0").get_lib().get_source()
    assert "fcmp one" in text and "fcmp une" not in text
    assert np.not_equal(np.float32(NAN), np.float32(NAN))
    assert list(run(tvm, tvm.relay.isnan, np.array([NAN, 0], "float32"))) == [True, False]


@each(with_gradient(LOGICAL), NEEDS_EXPR, NO_PROMOTION, BROADCAST, UNKNOWN, "广播和类型的规则同「两个张量的算术」，输出的类型与输入相同。浮点在编译时报错")
def _(tvm, name):
    check_types(tvm, name)
    check_gradient(tvm, name)
    op = getattr(tvm.relay, name)
    left, right = np.array([[True, False]]), np.array([[True], [False]])
    assert same(run(tvm, op, left, right), LOGICAL[name](left, right))
    for dtype in FLOATS:
        with raises(Exception):
            build(tvm, op(var(tvm, "x", 3, dtype=dtype), var(tvm, "y", 3, dtype=dtype)))


@each(with_gradient(BITS), NEEDS_EXPR, NO_PROMOTION, BROADCAST, UNKNOWN, "输出的类型与输入相同。浮点在编译时报错")
def _(tvm, name):
    check_types(tvm, name)
    check_gradient(tvm, name)
    check_values(tvm, name, BITS[name], *INTEGERS)
    for dtype in FLOATS:
        with raises(Exception):
            build(tvm, getattr(tvm.relay, name)(var(tvm, "x", 3, dtype=dtype), var(tvm, "y", 3, dtype=dtype)))


OPERATORS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "less": lambda a, b: a < b,
    "greater": lambda a, b: a > b,
    "less_equal": lambda a, b: a <= b,
    "greater_equal": lambda a, b: a >= b,
}
SIGNS = {"divide": ("运算符 `/` 也生成它",), "less": ("运算符 `<` 生成它",), "less_equal": ("小于或等于（`<=`）",), "greater": ("运算符 `>` 对应的严格大于",), "greater_equal": ("不小于：`>=`",)}


@each({name: SIGNS.get(name, ()) for name in OPERATORS}, '右边是 Python 的数时报 `TypeError: convert "1" with `const` first`')
def _(tvm, name):
    x, y = var(tvm, "x", 2), var(tvm, "y", 2)
    assert OPERATORS[name](x, y).op.name == name
    with raises("TypeError", 'convert "1" with `const` first'):
        OPERATORS[name](x, 1)


ABSENT = {
    "floor_divide": lambda a, b: a // b,
    "floor_mod": lambda a, b: a % b,
    "power": lambda a, b: a**b,
    "bitwise_and": lambda a, b: a & b,
    "bitwise_or": lambda a, b: a | b,
    "bitwise_xor": lambda a, b: a ^ b,
    "left_shift": lambda a, b: a << b,
    "right_shift": lambda a, b: a >> b,
}


@each(tuple(ABSENT), "没有 `//`、`%`、`**` 和按位运算符")
def _(tvm, name):
    with raises("TypeError"):
        ABSENT[name](var(tvm, "x", 2), var(tvm, "y", 2))


@each(("equal", "not_equal"), "`==` 和 `!=` 比较的是对象，不生成 `equal`")
def _(tvm, name):
    x, y = var(tvm, "x", 2), var(tvm, "y", 2)
    assert (x == y) is False or (x == y) == 0
    assert not isinstance(x == y, tvm.relay.Expr) and not isinstance(x != y, tvm.relay.Expr)


@proves("tvm.relay.add", "两边都未知时，运行时才报 `Incompatible broadcast type`")
def _(tvm):
    relay = tvm.relay
    names = [relay.var(n, shape=(relay.Any(), 3), dtype="float32") for n in "xy"]
    function = relay.create_executor("vm", tvm.IRModule.from_expr(relay.add(*names)), tvm.cpu(), "llvm").evaluate()
    one = lambda n: np.ones((n, 3), "float32")
    assert function(one(2), one(2)).numpy().shape == function(one(1), one(2)).numpy().shape == (2, 3)
    with raises(Exception, "Incompatible broadcast type"):
        function(one(2), one(4))


@proves("tvm.relay.add", "8 位和 16 位的整数溢出时回绕", "`bool` 相加等于异或", "梯度沿广播的轴求和（`collapse_sum_like`）")
@proves("tvm.relay.subtract", "uint8 的 3 - 5 得 254", "对 `rhs` 的梯度取负")
@proves("tvm.relay.multiply", "梯度是 `grad × rhs` 与 `grad × lhs`，各自收缩回原来的形状", "溢出的规则同 `add`")
def _(tvm):
    relay = tvm.relay
    for name in ("add", "subtract", "multiply"):
        arrays, function = [], getattr(np, name)
        for dtype in ("int8", "uint8", "int16", "uint16"):
            info = np.iinfo(dtype)
            arrays += [np.array([info.max, info.min, 3, info.max], dtype), np.array([100, 100, 5, info.max], dtype)]
        got = run(tvm, lambda *v: [getattr(relay, name)(*pair) for pair in zip(v[::2], v[1::2])], *arrays)
        for value, left, right in zip(got, arrays[::2], arrays[1::2]):
            assert same(value, function(left, right)), (name, value)
    assert function(np.uint8(3), np.uint8(5)) == 15 and np.subtract(np.array([3], "uint8"), np.array([5], "uint8"))[0] == 254
    flags = np.array([True, False, True]), np.array([True, True, False])
    assert list(run(tvm, relay.add, *flags)) == [False, True, True]
    left, right = np.arange(1, 7, dtype="float32").reshape(2, 3), np.array([2, 3, 5], "float32")
    ones = np.ones((2, 3), "float32")
    wanted = {"add": (ones, ones), "subtract": (ones, -ones), "multiply": (ones * right, left)}
    for name, (a, b) in wanted.items():
        got = gradients(tvm, getattr(relay, name), left, right)
        assert same(got[0], a) and same(got[1], b.sum(0)), (name, got)
    assert "collapse_sum_like" in gradient_text(tvm, relay.add(var(tvm, "x", 2, 3), var(tvm, "y", 3)))


@proves("tvm.relay.divide", "浮点得商，整数向 0 取整，与 `trunc_divide` 一样", "所以两个 int32 的 `-7 / 2` 是 -3")
@proves("tvm.relay.floor_divide", "商向负无穷取整，-7 除以 2 得 -4；浮点也取整，结果仍是浮点")
@proves("tvm.relay.trunc_divide", "商去掉小数部分，7.5 除以 -2.0 得 -3.0。它与 `divide` 只在浮点上不同")
@proves("tvm.relay.mod", "与 `trunc_mod` 相同：符号跟着 `lhs`，而 NumPy 的 `mod` 跟着除数")
@proves("tvm.relay.floor_mod", "符号跟着 `rhs`，相当于 Python 的 `%`")
@proves("tvm.relay.trunc_mod", "-7 对 2 得 -1")
def _(tvm):
    relay = tvm.relay
    names = ("divide", "trunc_divide", "floor_divide", "mod", "trunc_mod", "floor_mod")
    left = np.array([7, -7, 7, -7, 0], "int32")
    right = np.array([2, 2, -2, -2, 3], "int32")
    got = run(tvm, lambda *v: [getattr(relay, name)(*pair) for name in names for pair in (v[:2], v[2:])], left, right, (left + 0.5).astype("float32"), right.astype("float32"))
    whole, real = dict(zip(names, got[::2])), dict(zip(names, got[1::2]))
    assert list(whole["divide"]) == list(whole["trunc_divide"]) == [3, -3, -3, 3, 0] and whole["floor_divide"][1] == -4
    assert real["divide"][0] == 3.75 and real["trunc_divide"][2] == -3.0 and real["floor_divide"][2] == -4.0
    assert real["floor_divide"].dtype == "float32"
    for kind in (whole, real):
        assert np.array_equal(kind["mod"], kind["trunc_mod"])
    assert list(whole["mod"]) == [1, -1, 1, -1, 0] and list(np.mod(left, right)) == list(whole["floor_mod"]) == [a % b for a, b in zip(left, right)]


for name in ("divide", "floor_divide", "trunc_divide", "mod", "floor_mod", "trunc_mod"):

    @proves(RELAY + name, "整数除以 0 不检查：x86 上进程以浮点异常信号退出", dies="SIGFPE")
    def _(tvm, release=None, name=name):
        run(tvm, getattr(tvm.relay, name), np.array([1], "int32"), np.array([0], "int32"))

    @proves(RELAY + name, "`bool` 也能编译但没有用处")
    def _(tvm, release=None, name=name):
        build(tvm, getattr(tvm.relay, name)(*(var(tvm, n, 3, dtype="bool") for n in "xy")))


@proves("tvm.relay.power", "只支持浮点；整数编译时报 `power only applies to float`", "`power(1, NaN)` 和 `power(0, 0)` 都是 1")
def _(tvm):
    power = tvm.relay.power
    for dtype in ("int32", "int64", "uint8"):
        expr = power(*(var(tvm, n, 3, dtype=dtype) for n in "xy"))
        assert type_of(tvm, expr) == ((3,), dtype)
        with raises(Exception, "power only applies to float"):
            build(tvm, expr)
    got = run(tvm, power, np.array([1, 0, 2, -8, -2], "float32"), np.array([NAN, 0, -1, 1 / 3, 3], "float32"))
    assert list(got[:3]) == [1, 1, 0.5] and np.isnan(got[3]) and got[4] == -8


@proves("tvm.relay.maximum", "比较后选择：NaN 在 `rhs` 时得 NaN，在 `lhs` 时得另一个数，所以两边不对称")
@proves("tvm.relay.minimum", "NaN 的规则与 `maximum` 一样，NumPy 则总是传出 NaN")
def _(tvm):
    nan, one = np.array([NAN], "float32"), np.array([1], "float32")
    ops = tvm.relay.maximum, tvm.relay.minimum
    got = run(tvm, lambda a, b: [value for op in ops for value in (op(a, b), op(b, a))], nan, one)
    assert got[0] == got[2] == 1 and np.isnan(got[1]) and np.isnan(got[3])
    assert np.isnan(np.minimum(nan, one)) and np.isnan(np.minimum(one, nan))


@proves("tvm.relay.equal", "浮点不留误差的余地，要近似相等就比较差的绝对值")
def _(tvm):
    relay = tvm.relay
    left, right = np.array([0.3], "float32"), np.array([0.3], "float32") + np.float32(1e-7)
    got = run(tvm, lambda a, b: [relay.equal(a, b), relay.less(relay.abs(relay.subtract(a, b)), relay.const(1e-6))], left, right)
    assert not got[0][0] and got[1][0]


@proves("tvm.relay.not_equal", "用在求导的图里时梯度是 0")
@proves("tvm.relay.less_equal", "注册了为 0 的梯度，这一点与 `less` 不同")
@proves("tvm.relay.less", "没有注册梯度：出现在要求导的图里会报错")
def _(tvm):
    relay, points = tvm.relay, np.array([1, 2, 3], "float32")
    for name in ("less_equal", "not_equal"):
        make = lambda x, y: relay.add(x, relay.where(getattr(relay, name)(x, y), relay.const(np.ones(3, "float32")), relay.const(np.zeros(3, "float32"))))
        assert [list(one) for one in gradients(tvm, make, points, points[::-1].copy())] == [[1, 1, 1], [0, 0, 0]]
    with diagnosed(tvm, "the operator less does not have a registered gradient."):
        gradient_text(tvm, relay.cast(relay.less(var(tvm, "x", 2), var(tvm, "y", 2)), "float32"))


@proves("tvm.relay.greater_equal", "要注意 NaN 两边都得 False，它不是 `less` 的否定")
def _(tvm):
    ops = tvm.relay.greater_equal, tvm.relay.less
    nan, one = np.array([NAN, 1, NAN], "float32"), np.array([1, NAN, NAN], "float32")
    assert not np.any(run(tvm, lambda a, b: [op(a, b) for op in ops], nan, one))


LIMITED = {"logical_and": ("只接受 `bool`，整数报 `Expected boolean argument`",), "logical_or": ("同样限 `bool`，没有「非零即真」的转换",)}


@each(LIMITED)
def _(tvm, name):
    for dtype in ("int32", "uint8", "int64"):
        expr = getattr(tvm.relay, name)(*(var(tvm, n, 3, dtype=dtype) for n in "xy"))
        type_of(tvm, expr)
        with raises(Exception, "Expected boolean argument"):
            build(tvm, expr)


@proves("tvm.relay.logical_xor", "所以整数也能编译，得到的是位运算的结果而不是真假：6 与 3 得 5")
@proves("tvm.relay.bitwise_xor", "与 `logical_xor` 共用 TIR 的同一个运算")
def _(tvm):
    ops = tvm.relay.logical_xor, tvm.relay.bitwise_xor
    left, right = np.array([6, -8, 3], "int32"), np.array([3, 1, 3], "int32")
    got = run(tvm, lambda a, b: [op(a, b) for op in ops], left, right)
    assert list(got[0]) == list(got[1]) == list(left ^ right) and got[0][0] == 5
    A = tvm.te.placeholder((3,), "int32", "A")
    texts = [str(getattr(tvm.topi, name)(A, A).op.body[0]) for name in ("logical_xor", "bitwise_xor")]
    assert texts[0] == texts[1]


@proves("tvm.relay.bitwise_and", "按位与，整数和 `bool`")
@proves("tvm.relay.bitwise_or", "`bool` 时与 `logical_or` 一样")
def _(tvm):
    names = ("bitwise_and", "bitwise_or", "bitwise_xor", "logical_or")
    left, right = np.array([True, True, False, False]), np.array([True, False, True, False])
    got = dict(zip(names, run(tvm, lambda a, b: [getattr(tvm.relay, name)(a, b) for name in names], left, right)))
    assert list(got["bitwise_and"]) == [True, False, False, False]
    assert list(got["bitwise_or"]) == list(got["logical_or"]) == [True, True, True, False]


@proves("tvm.relay.left_shift", "低位补 0，移出的高位丢掉：int32 的 1 左移 31 位是 -2147483648", "移位数是变量时范围不检查；是标量常量时编译报 `Shift amount must be non-negative`")
@proves("tvm.relay.right_shift", "移位数的检查同 `left_shift`", "有符号数保留符号（-8 右移 1 位得 -4），无符号数高位补 0")
def _(tvm):
    left, right = tvm.relay.left_shift, tvm.relay.right_shift
    arrays = [np.array(a, t) for a, t in (([1, 3, 7], "int32"), ([31, 31, 2], "int32"), ([-8, 8, -1], "int32"), ([1, 1, 5], "int32"), ([200, 255, 1], "uint8"), ([1, 7, 0], "uint8"))]
    a, b, c = run(tvm, lambda *v: [left(*v[:2]), right(*v[2:4]), right(*v[4:])], *arrays)
    assert list(a) == [-2147483648, -2147483648, 28] and list(b) == [-4, 4, -1] and list(c) == [100, 1, 1]
    for op in (left, right):
        run(tvm, op, np.array([1, 1], "int32"), np.array([40, -3], "int32"))
        for amount in (99, 32, -1):
            with raises(Exception, "Shift amount must be non-negative"):
                build(tvm, op(var(tvm, "x", 2, dtype="int32"), tvm.relay.const(amount)))
        build(tvm, op(var(tvm, "x", 2, dtype="int32"), tvm.relay.const(31)))
