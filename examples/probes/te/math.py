"""Probes of docs/reference/api/python/te/math.md."""

import math

import numpy as np
from probes import check_error, proves, proves_check, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
ARITHMETIC = ("add", "subtract", "multiply")
DIVISIONS = ("div", "truncdiv", "floordiv", "indexdiv")
REMAINDERS = ("truncmod", "floormod", "indexmod")
ROUNDING = ("ceil", "floor", "trunc", "round", "nearbyint")
FLOATS = "exp log log2 log10 sqrt rsqrt sigmoid sin cos tan sinh cosh tanh".split()
LIBRARY = "erf asin acos atan asinh acosh atanh".split()
PAIR = ((7, 2), (-7, 2), (7, -2), (-7, -2))


def kernel_of(tvm, function, *arrays, target="llvm", vectorized=False):
    te = tvm.te
    inputs = [te.placeholder(array.shape, str(array.dtype), name=f"X{k}") for k, array in enumerate(arrays)]
    result = te.compute(arrays[0].shape, lambda i: function(*[one[i] for one in inputs]), name="Y")
    schedule = te.create_schedule(result.op)
    if vectorized:
        schedule[result].vectorize(result.op.axis[0])
    return schedule, [*inputs, result], result.dtype


def ran(tvm, function, *arrays):
    """What a function of elements gives on a CPU."""
    schedule, args, dtype = kernel_of(tvm, function, *arrays)
    out = tvm.nd.array(np.zeros(arrays[0].shape, dtype))
    tvm.build(schedule, args, "llvm")(*[tvm.nd.array(array) for array in arrays], out)
    return out.numpy()


def at(tvm, name, *values, dtype="float32"):
    """What `te.<name>` gives on a CPU for one argument at several numbers."""
    return ran(tvm, getattr(tvm.te, name), np.array(values, dtype)).tolist()


def constant(tvm, value, dtype):
    return tvm.tir.const(value, dtype)


def kind(node):
    return type(node).__name__


# What holds for all


@proves("tvm.te.div", "整个张量不行", "零维的例外，四则运算、条件、`abs` 和取整等把它当作自己的元素，`te.exp` 等仍报错")
def _(tvm):
    te = tvm.te
    a, zero = te.placeholder((2,), name="A"), te.placeholder((), name="Z")
    for whole in (lambda: te.div(a, a), lambda: te.exp(a), lambda: te.abs(a)):
        with raises(Exception):
            whole()
    assert kind(te.div(zero, zero)) == "Div" and kind(te.abs(zero)) == "Call" and kind(te.floor(zero)) == "Call"
    assert te.if_then_else(te.var("c", "bool"), zero, 1.0).dtype == "float32"
    with raises(Exception):
        te.exp(zero)


@proves("tvm.te.add", "整个张量不行，`te.add(A, B)`、`te.exp(A)` 都报错")
def _(tvm):
    a = tvm.te.placeholder((2,), name="A")
    for name in ARITHMETIC:
        with raises(Exception):
            getattr(tvm.te, name)(a, a)


for name in [*ARITHMETIC, *DIVISIONS, "truncmod"]:

    @proves(f"tvm.te.{name}", "那个浮点类型；float16 与 Python 的 `2` 仍是 float16" if name in ("add", "div") else "源代码里的位置")
    def _(tvm, release, name=name):
        te = tvm.te
        function = getattr(te, name)
        if name in ("add", "div"):
            assert function(te.var("x", "float16"), 2).dtype == "float16" and function(te.var("x", "float32"), te.var("n", "int64")).dtype == "float32"
        n, m = te.var("n"), te.var("m")
        span = tvm.ir.Span(tvm.ir.SourceName("file"), 1, 1, 1, 1)
        assert tvm.ir.structural_equal(function(n, m, span), function(n, m)) and function(n, m, span).span is not None


@proves("tvm.te.div", "位数多的一方；Python 的 `2.5` 是 float32，所以与 float16 相加得到 float32", "位数多的一方；位数相同时无符号")
@proves("tvm.te.add", "位数多的一方；Python 的 `2.5` 是 float32，所以与 float16 相加得到 float32", "位数多的一方；位数相同时无符号")
def _(tvm):
    te = tvm.te
    for left, right, expected in (
        ("float16", "float64", "float64"),
        ("int8", "int32", "int32"),
        ("uint8", "uint64", "uint64"),
        ("int64", "uint32", "int64"),
        ("int8", "uint16", "uint16"),
        ("int32", "uint32", "uint32"),
    ):
        a, b = te.var("a", left), te.var("b", right)
        assert (a + b).dtype == expected == (b + a).dtype == te.div(a, b).dtype
    assert (te.var("x", "float16") + 2.5).dtype == "float32"


@proves("tvm.te.div", "整数、float32、float64 的常量折叠，float16、bfloat16 的不折叠", "只折叠 int32 和 int64", versions=OLD)
@proves("tvm.te.div", "整数、float32、float64 的常量折叠，float16、bfloat16、float8 的不折叠", "只折叠 int32 和 int64", versions=("0.13.0",))
@proves("tvm.te.power", "`power`、`fmod`：不折叠")
def _(tvm, release):
    te = tvm.te
    folds = lambda function, dtype: not kind(function(constant(tvm, 7, dtype), constant(tvm, 2, dtype))) in ("Div", "Mod", "FloorDiv", "FloorMod", "Call", "Add", "Sub", "Mul")
    for dtype in ("int8", "uint16", "int32", "uint64", "float32", "float64"):
        assert folds(te.div, dtype) and folds(lambda a, b: a + b, dtype) and folds(lambda a, b: a * b, dtype), dtype
    for dtype in ("int8", "uint16", "int32", "uint64"):
        assert folds(te.truncdiv, dtype) and folds(te.floordiv, dtype)
    for dtype in ("float16", "bfloat16") + (("e4m3_float8", "e5m2_float8") if release == "0.13.0" else ()):
        assert not folds(te.div, dtype) and not folds(lambda a, b: a - b, dtype)
    for function in (te.truncmod, te.floormod):
        assert [folds(function, dtype) for dtype in ("int8", "uint8", "int16", "int32", "int64", "uint32", "uint64")] == [False, False, False, True, True, False, False]
    for function in (te.power, te.fmod):
        assert not folds(function, "float32") and not folds(function, "float64")


@proves_check("tvm.te.div", "整数常量按类型的位数回绕，不报溢出：两个 `int8`，127 加 2 得 -127；2 写成 Python 的数时先统一成 int32，得 129", "折叠的结果不小于 2 的 63 次方时抛出 `InternalError`")
def _(tvm, release):
    big = constant(tvm, 127, "int8")
    assert int(big + constant(tvm, 2, "int8")) == -127 and int(big + 2) == 129
    half = constant(tvm, 2**62, "uint64")
    with raises(check_error(release)):
        half + half
    assert int(half + constant(tvm, 1, "uint64")) == 2**62 + 1


# Arithmetic


@proves("tvm.te.add", "即 `lhs + rhs`", "一方是标量常量 0 时返回另一方，类型不同时先转换")
@proves("tvm.te.subtract", "即 `lhs - rhs`")
@proves("tvm.te.multiply", "即 `lhs * rhs`", "int32 的常量 2³⁰ 乘 4 折叠成 0")
def _(tvm):
    te = tvm.te
    n, m, x = te.var("n"), te.var("m"), te.var("x", "float32")
    for name, expected in zip(ARITHMETIC, (n + m, n - m, n * m)):
        assert tvm.ir.structural_equal(getattr(te, name)(n, m), expected)
    assert te.add(x, 0.0).same_as(x) and te.add(0, x).same_as(x)
    assert tvm.ir.structural_equal(te.add(n, constant(tvm, 0, "int64")), n.astype("int64"))
    assert int(te.multiply(2**30, 4)) == 0


@proves_check("tvm.te.subtract", "0 减正数，以及 uint64 的不够减，抛出 `InternalError`", "两个 `uint8`，1 减 2 是 255（2 写成 Python 的数时统一成 int32，得 -1）")
def _(tvm, release):
    te = tvm.te
    one = lambda value, dtype: constant(tvm, value, dtype)
    assert int(te.subtract(one(1, "uint8"), one(2, "uint8"))) == 255 and int(te.subtract(one(1, "uint16"), one(2, "uint16"))) == 65535
    assert int(te.subtract(one(1, "uint8"), 2)) == -1
    for left, right, dtype in ((0, 1, "uint8"), (0, 1, "uint32"), (1, 2, "uint64")):
        with raises(check_error(release)):
            te.subtract(one(left, dtype), one(right, dtype))
    assert ran(tvm, te.subtract, np.uint8([1, 0]), np.uint8([2, 1])).tolist() == [255, 255]


# Divisions


@proves("tvm.te.truncdiv", "与 C 的 `/` 相同，-7 除以 2 得 -3", "已知两边非负时与 `floordiv` 结果相同而更省")
@proves("tvm.te.truncmod", "符号随被除数，与 C 的 `%` 相同，-7 对 2 得 -1")
@proves("tvm.te.floordiv", "即 `a // b`，-7 除以 2 得 -4，与 Python 相同")
@proves("tvm.te.floormod", "即 `a % b`，符号随除数，-7 对 2 得 1")
@proves("tvm.te.div", "整数相除时向零取整，同 `truncdiv`")
def _(tvm):
    te = tvm.te
    expected = {
        "div": [3, -3, -3, 3],
        "truncdiv": [3, -3, -3, 3],
        "floordiv": [a // b for a, b in PAIR],
        "truncmod": [1, -1, 1, -1],
        "floormod": [a % b for a, b in PAIR],
    }
    for name, values in expected.items():
        function = getattr(te, name)
        assert [int(function(a, b)) for a, b in PAIR] == values, name
        assert ran(tvm, function, *(np.int32(side) for side in zip(*PAIR))).tolist() == values, name
    n, m = te.var("n"), te.var("m")
    assert kind(te.truncdiv(n, m)) == "Div" and kind(te.floordiv(n, m)) == "FloorDiv"
    assert tvm.ir.structural_equal(te.floordiv(n, m), n // m) and tvm.ir.structural_equal(te.floormod(n, m), n % m)


@proves("tvm.te.indexmod", "实现就是 `floormod`，所以负数也有确定的结果")
@proves("tvm.te.indexdiv", "直接调用 `floordiv`，没有另外利用非负的假定")
def _(tvm):
    te = tvm.te
    n, m = te.var("n"), te.var("m")
    assert tvm.ir.structural_equal(te.indexdiv(n, m), te.floordiv(n, m)) and tvm.ir.structural_equal(te.indexmod(n, m), te.floormod(n, m))
    assert [int(te.indexmod(a, b)) for a, b in PAIR] == [a % b for a, b in PAIR]
    assert [int(te.indexdiv(a, b)) for a, b in PAIR] == [a // b for a, b in PAIR]


@proves("tvm.te.div", "`/` 遇到两个有符号整数抛出 `RuntimeError`", "除数是常量 0 时，整数和浮点数都立即抛出 `Divide by zero`", "运行时的浮点 0 按 IEEE 754 得到无穷或 NaN")
def _(tvm):
    te = tvm.te
    n, x = te.var("n"), te.var("x", "float32")
    with raises(RuntimeError):
        n / te.var("m")
    for value, zero in ((n, 0), (x, 0.0), (x, 0)):
        with raises("TVMError", "Divide by zero"):
            te.div(value, zero)
    found = ran(tvm, te.div, np.float32([1, -1, 0]), np.float32([0, 0, 0]))
    assert found[0] == np.inf and found[1] == -np.inf and np.isnan(found[2])


@proves("tvm.te.div", "例外是浮点常量 0 除以 0，0.10.0 得到 0", versions=("0.10.0",))
def _(tvm):
    assert tvm.te.div(0.0, 0.0).value == 0


for name in DIVISIONS[1:]:

    @proves_check(f"tvm.te.{name}", "整数和布尔，浮点数抛出 `InternalError` | 报 `Divide by zero` | 进程以 SIGFPE 退出")
    def _(tvm, release, name=name):
        te = tvm.te
        function = getattr(te, name)
        with raises(check_error(release)):
            function(te.var("x", "float32"), te.var("y", "float32"))
        assert function(te.var("p", "bool"), te.var("q", "bool")).dtype == "bool"
        for dtype in ("int8", "uint16", "int32", "int64"):
            with raises("TVMError", "Divide by zero"):
                function(te.var("n", dtype), constant(tvm, 0, dtype))


for name in REMAINDERS[1:]:

    @proves_check(f"tvm.te.{name}", "整数和布尔，浮点数抛出 `InternalError` | int32、int64 报 `Divide by zero`")
    def _(tvm, release, name=name):
        te = tvm.te
        function = getattr(te, name)
        with raises(check_error(release)):
            function(te.var("x", "float32"), te.var("y", "float32"))
        for dtype in ("int32", "int64"):
            with raises("TVMError", "Divide by zero"):
                function(te.var("n", dtype), constant(tvm, 0, dtype))
        for dtype in ("int8", "uint32", "uint64"):
            assert kind(function(te.var("n", dtype), constant(tvm, 0, dtype))) == "FloorMod"


for name in (*DIVISIONS, *REMAINDERS):

    @proves(f"tvm.te.{name}", "进程以 SIGFPE 退出", dies="SIGFPE")
    def _(tvm, release, name=name):
        ran(tvm, getattr(tvm.te, name), np.int32([7]), np.int32([0]))


@proves("tvm.te.truncmod", "浮点数的取余用它：`llvm` 目标上 float16、float32、float64 都能编译", "整数时进程以 SIGFPE 退出，浮点得 NaN", "int32、int64 报 `Divide by zero`")
def _(tvm):
    te = tvm.te
    for dtype in ("float16", "float32", "float64"):
        found = ran(tvm, te.truncmod, np.array([7.5, -7.5, 1], dtype), np.array([2, 2, 0], dtype))
        assert found[:2].tolist() == [1.5, -1.5] and np.isnan(found[2])
    for dtype in ("int32", "int64"):
        with raises("TVMError", "Divide by zero"):
            te.truncmod(te.var("n", dtype), constant(tvm, 0, dtype))
    assert kind(te.truncmod(te.var("n", "int8"), constant(tvm, 0, "int8"))) == "Mod"


@proves("tvm.te.fmod", "`fmod` 不统一", "`fmod` 没有它", "结果的类型取 `x`，不检查也不转换操作数", "`llvm` 目标在 `tvm.build` 里报 `unknown intrinsic Op(tir.fmod)`")
def _(tvm):
    te = tvm.te
    assert te.fmod(te.var("n", "int8"), te.var("y", "float64")).dtype == "int8"
    with raises(TypeError):
        te.fmod(te.var("x", "float32"), te.var("y", "float32"), None)
    assert te.fmod(te.var("x", "float32"), 2).args[1].dtype == "int32"
    with raises("TVMError", "unknown intrinsic Op(tir.fmod)"):
        ran(tvm, te.fmod, np.float32([7.5]), np.float32([2]))


@proves("tvm.te.fmod", "`x` 不能是 Python 的数", versions=OLD)
@proves("tvm.te.exp", "抛出 `AttributeError`", versions=OLD)
def _(tvm):
    for call in (lambda: tvm.te.fmod(2.0, 1.0), *(lambda name=name: getattr(tvm.te, name)(2.0) for name in (*FLOATS, *LIBRARY, "popcount"))):
        with raises(AttributeError):
            call()


@proves("tvm.te.power", "统一类型以后必须是 float16、float32 或 float64，两个整数和 bfloat16 抛出 `power only applies to float`", "一方是整数时先转成另一方的浮点类型", "负数的非整数次方是 NaN，`0.0` 的 0 次方是 1")
def _(tvm):
    te = tvm.te
    for dtype in ("int32", "uint8", "bfloat16", "bool"):
        with raises("TVMError", "power only applies to float"):
            te.power(te.var("x", dtype), te.var("y", dtype))
    for dtype in ("float16", "float32", "float64"):
        assert te.power(te.var("x", dtype), 2).dtype == dtype and te.power(te.var("n"), te.var("y", dtype)).dtype == dtype
    found = ran(tvm, te.power, np.float32([2, -8, 0, -2]), np.float32([3, 1 / 3, 0, 3]))
    assert found[0] == 8 and np.isnan(found[1]) and found[2] == 1 and found[3] == -8


# Conditions


@proves("tvm.te.if_then_else", "只计算选中的一支，可以用来防止越界读取", "类型照[四则运算与取余](#arithmetic)的规则统一，可以含有会越界的读取", "整数抛出异常，Python 的 `True`、`False` 可以；是常量时直接返回其中一支")
def _(tvm):
    te = tvm.te
    with raises("TVMError", "boolean type"):
        te.if_then_else(te.var("n"), 1, 2)
    assert int(te.if_then_else(True, 1, 2)) == 1 and int(te.if_then_else(False, 1, 2)) == 2
    flag = te.var("flag", "bool")
    assert te.if_then_else(flag, 1, te.var("x", "float16")).dtype == "float16"
    n, m = te.var("n"), te.var("m")
    assert te.if_then_else(constant(tvm, True, "bool"), n, m).same_as(n) and te.if_then_else(constant(tvm, False, "bool"), n, m).same_as(m)
    a = te.placeholder((4,), name="A")
    padded = te.compute((6,), lambda i: te.if_then_else(te.all(i >= 1, i < 5), a[i - 1000000 * te.if_then_else(i == 0, 1, 0) - 1], 0.0), name="padded")
    result = tvm.nd.empty((6,))
    tvm.build(te.create_schedule(padded.op), [a, padded], "llvm")(tvm.nd.array(np.float32([1, 2, 3, 4])), result)
    assert list(result.numpy()) == [0, 1, 2, 3, 4, 0]


@proves("tvm.te.all", "把若干布尔表达式连成一个 `And`，常量当场折叠", "没有实参抛出 `ValueError`，信息里写的是 `Any must take at least 1 argument`", "它变成整数，被类型检查拒绝")
@proves("tvm.te.any", "把若干布尔表达式连成一个 `Or`，常量当场折叠", "只有一个实参时原样返回，不检查是不是布尔")
def _(tvm):
    te = tvm.te
    p, q, n = te.var("p", "bool"), te.var("q", "bool"), te.var("n")
    assert kind(te.all(p, q, p)) == "And" and kind(te.any(p, q, p)) == "Or"
    yes, no = constant(tvm, True, "bool"), constant(tvm, False, "bool")
    assert te.all(p, yes).same_as(p) and te.any(p, no).same_as(p) and int(te.all(p, no)) == 0 and int(te.any(p, yes)) == 1
    for function in (te.all, te.any):
        with raises(ValueError, "Any must take at least 1 argument"):
            function()
        with raises(Exception):
            function(p, True)
        assert function(n).same_as(n)


@proves("tvm.te.isnan", "结果是布尔；整数得到常量 False，float16 先转成 float32，bfloat16 和 `handle` 抛出 `not supported for isnan op`")
@proves("tvm.te.isinf", "展开成与无穷的比较；整数得到常量 False，bfloat16 和 `handle` 抛出 `not supported for finiteness ops`")
@proves("tvm.te.isfinite", "由上面两个函数拼成；整数得到常量 True，bfloat16 和 `handle` 抛出异常")
def _(tvm):
    te = tvm.te
    values = np.array([1, np.nan, np.inf, -np.inf])
    for dtype in ("float16", "float32", "float64"):
        found = [ran(tvm, lambda x: function(x).astype("int32"), values.astype(dtype)).tolist() for function in (te.isnan, te.isinf, te.isfinite)]
        assert found == [[0, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0]], dtype
    for dtype in ("int32", "uint8", "bool"):
        n = te.var("n", dtype)
        assert [bool(function(n)) for function in (te.isnan, te.isinf, te.isfinite)] == [False, False, True]
    half = te.isnan(te.var("h", "float16"))
    assert half.dtype == "bool" and kind(half.args[0]) == "Cast" and half.args[0].dtype == "float32"
    assert kind(te.isinf(te.var("x", "float32"))) == "And" and kind(te.isfinite(te.var("x", "float32"))) == "And"
    for dtype in ("bfloat16", "handle"):
        x = te.var("x", dtype)
        with raises("TVMError", "not supported for isnan op"):
            te.isnan(x)
        with raises("TVMError", "not supported for finiteness ops"):
            te.isinf(x)
        with raises("TVMError"):
            te.isfinite(x)


@proves("tvm.te.max_value", "返回常量表达式", "支持整数、无符号数（包括布尔）、float16、float32、float64、bfloat16", "向量类型也不行", "bfloat16 返回的是 float32 的最大值")
@proves("tvm.te.min_value", "浮点数是最负的有限值，不是最小的正数；无符号数是 0")
def _(tvm):
    te = tvm.te
    for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"):
        assert te.max_value(dtype).value == np.iinfo(dtype).max and te.min_value(dtype).value == np.iinfo(dtype).min
    assert te.max_value("bool").value == 1 and te.min_value("uint64").value == 0
    for dtype in ("float16", "float32", "float64"):
        assert te.max_value(dtype).value == np.finfo(dtype).max and te.min_value(dtype).value == np.finfo(dtype).min < 0
    assert te.max_value("bfloat16").value == np.finfo("float32").max and te.max_value("bfloat16").dtype == "bfloat16"
    for dtype in ("float32x4", "int32x2"):
        with raises("TVMError"):
            te.max_value(dtype)


@proves("tvm.te.max_value", "uint64 的是 `tir.large_uint_imm` 调用")
def _(tvm):
    made = tvm.te.max_value("uint64")
    assert kind(made) == "Call" and made.op.name == "tir.large_uint_imm"


@proves("tvm.te.max_value", "`handle`、float8 报 `Cannot decide max_value`", versions=("0.13.0",))
@proves("tvm.te.max_value", "`handle` 报 `Cannot decide max_value`", versions=OLD)
@proves("tvm.te.min_value", "自定义类型要先注册自己的最小值函数，其余限制同 `max_value`")
def _(tvm, release):
    te = tvm.te
    for dtype in ("handle",) + (("e4m3_float8", "e5m2_float8") if release == "0.13.0" else ()):
        with raises("TVMError", "Cannot decide max_value"):
            te.max_value(dtype)
        with raises("TVMError", "Cannot decide min_value"):
            te.min_value(dtype)
    tvm.target.datatype.register("probe", 150)
    with raises("TVMError", "No minimum function registered"):
        te.min_value("custom[probe]32")


# Functions of one number


def compiles(tvm, name, dtype):
    try:
        schedule, args, _ = kernel_of(tvm, getattr(tvm.te, name), np.zeros(1, dtype))
        tvm.build(schedule, args, "llvm")
        return ""
    except tvm.TVMError as error:
        return str(error)


for name in ("abs", *ROUNDING, *FLOATS, *LIBRARY, "popcount"):

    @proves(f"tvm.te.{name}", "结果的类型与 `x` 相同", "不行的在 `tvm.build` 里报 `unknown intrinsic` 或 `Cannot find intrinsic declaration`")
    def _(tvm, release, name=name):
        works = {
            **dict.fromkeys(("abs", *ROUNDING), ("float16", "float32", "float64", "int32")),
            **dict.fromkeys(FLOATS, ("float16", "float32", "float64")),
            **dict.fromkeys(LIBRARY, ("float32", "float64")),
            "popcount": ("int32",),
        }[name]
        for dtype in ("float16", "float32", "float64", "int32"):
            assert getattr(tvm.te, name)(tvm.te.var("x", dtype)).dtype == dtype
            message = compiles(tvm, name, dtype)
            assert (message == "") == (dtype in works), (dtype, message)
            assert message == "" or "unknown intrinsic" in message or "Cannot find intrinsic declaration" in message


@proves("tvm.te.exp", "`te.exp(2)` 不能编译，要写 `te.exp(2.0)`", versions=("0.13.0",))
def _(tvm):
    out = lambda value: tvm.te.compute((1,), lambda i: tvm.te.exp(value), name="out")
    made = out(2.0)
    tvm.build(tvm.te.create_schedule(made.op), [made], "llvm")
    made = out(2)
    with raises("TVMError"):
        tvm.build(tvm.te.create_schedule(made.op), [made], "llvm")


def stays_vector(tvm, name):
    """Whether a vectorized loop computes the function on whole vectors."""
    schedule, args, _ = kernel_of(tvm, getattr(tvm.te, name), np.zeros(4, "float32"), vectorized=True)
    loops = []
    body = tvm.lower(schedule, args)["main"].body
    tvm.tir.stmt_functor.post_order_visit(body, lambda node: loops.append(node) if isinstance(node, tvm.tir.For) else None)
    return not loops


for name in (*ROUNDING, *FLOATS, *LIBRARY):

    @proves(
        f"tvm.te.{name}",
        "多数函数按整个向量计算",
        "`nearbyint`、`rsqrt`、`erf`、反三角和反双曲函数没有注册 `TVectorizable`，会退回逐个计算",
        versions=NEW,
    )
    @proves(
        f"tvm.te.{name}",
        "多数函数按整个向量计算",
        "`nearbyint`、`rsqrt`、`sigmoid`、`erf`、反三角和反双曲函数没有注册 `TVectorizable`，会退回逐个计算",
        versions=("0.10.0",),
    )
    def _(tvm, release, name=name):
        alone = {"nearbyint", "rsqrt", *LIBRARY} | ({"sigmoid"} if release == "0.10.0" else set())
        assert stays_vector(tvm, name) == (name not in alone)


@proves("tvm.te.abs", "float16、float32、float64 是 `tir.fabs`，有符号整数展开成 `Select`，无符号数原样返回，bfloat16 抛出 `not supported for absolute op`", "int32 的 -2147483648 没有对应的正数，结果还是它自己", "它拒绝 bfloat16")
def _(tvm):
    te = tvm.te
    for dtype in ("float16", "float32", "float64"):
        assert te.abs(te.var("x", dtype)).op.name == "tir.fabs"
    assert kind(te.abs(te.var("n", "int16"))) == "Select"
    n = te.var("n", "uint8")
    assert te.abs(n).same_as(n)
    with raises("TVMError", "not supported for absolute op"):
        te.abs(te.var("x", "bfloat16"))
    te.exp(te.var("x", "bfloat16"))
    assert at(tvm, "abs", -(2**31), -5, dtype="int32") == [-(2**31), 5]


@proves("tvm.te.ceil", "向正无穷取整，结果仍是浮点数；-0.5 得 -0", "整数原样返回，常量当场算出，下面四个取整函数也一样")
@proves("tvm.te.floor", "-0.5 得 -1")
@proves("tvm.te.trunc", "-2.5 得 -2")
def _(tvm):
    te = tvm.te
    found = at(tvm, "ceil", -0.5, 1.2)
    assert found == [0, 2] and math.copysign(1, found[0]) == -1
    assert at(tvm, "floor", -0.5, 1.7) == [-1, 1] and at(tvm, "trunc", -2.5, 2.5) == [-2, 2]
    n = te.var("n")
    for name in ROUNDING:
        assert getattr(te, name)(n).same_as(n) and kind(getattr(te, name)(1.25)) == "FloatImm"
    assert [getattr(te, name)(-2.5).value for name in ("ceil", "floor", "trunc")] == [-2, -3, -2]


@proves("tvm.te.round", "正好一半时，CPU 上运行时远离零，常量折叠却取偶数")
@proves("tvm.te.nearbyint", "正好一半时取偶数，与 NumPy 的 `round` 相同，折叠和运行一致")
def _(tvm):
    halves = (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)
    even = np.round(halves).tolist()
    assert at(tvm, "round", *halves) == [-3, -2, -1, 1, 2, 3] and at(tvm, "nearbyint", *halves) == even
    for name in ("round", "nearbyint"):
        assert [getattr(tvm.te, name)(half).value for half in halves] == even
        assert at(tvm, name, 1.2, 1.7, -1.2) == [1, 2, -1]


@proves("tvm.te.exp", "上溢成正无穷，float16 大约从 11.09 起，float32 大约从 88.73 起", "`log(1 + exp(x))` 在 89 处已是无穷")
def _(tvm):
    assert np.isinf(at(tvm, "exp", 88.7, 88.73)).tolist() == [False, True]
    assert np.isinf(at(tvm, "exp", 11.08, 11.1, dtype="float16")).tolist() == [False, True]
    assert ran(tvm, lambda x: tvm.te.log(1.0 + tvm.te.exp(x)), np.float32([89])).tolist() == [np.inf]


@proves("tvm.te.log", "0 得负无穷，负数得 NaN")
@proves("tvm.te.log2", "定义域同 `log`；没有注册求导规则，`gradient` 不接受")
@proves("tvm.te.log10", "需要求导时改写成 `te.log(x)` 乘常数")
def _(tvm):
    te = tvm.te
    for name, base in (("log", math.e), ("log2", 2), ("log10", 10)):
        found = at(tvm, name, 0, -1, base**3)
        assert found[0] == -np.inf and np.isnan(found[1]) and abs(found[2] - 3) < 1e-5
    x = te.placeholder((1,), name="x")
    for function in (te.log2, te.log10):
        with raises("TVMError", "is not implemented"):
            te.gradient(te.compute((1,), lambda i: function(x[i]), name="y"), x)
    te.gradient(te.compute((1,), lambda i: te.log(x[i]) * 0.5, name="y"), x)


@proves("tvm.te.sqrt", "负数得 NaN，-0 得 -0")
@proves("tvm.te.rsqrt", "CPU 上就是 `1 / sqrt(x)`，不用近似指令，0 得无穷")
@proves("tvm.te.sigmoid", "下降成 `1 / (1 + exp(-x))`，两端正确地趋于 0 和 1")
def _(tvm):
    found = at(tvm, "sqrt", -1, -0.0, 9)
    assert np.isnan(found[0]) and math.copysign(1, found[1]) == -1 and found[1:] == [0, 3]
    values = np.float32([3, 7, 0.1])
    assert at(tvm, "rsqrt", 0) == [np.inf] and np.array_equal(ran(tvm, tvm.te.rsqrt, values), np.float32(1) / np.sqrt(values))
    assert at(tvm, "sigmoid", -200, 200, 0) == [0, 1, 0.5]


@proves("tvm.te.sin", "单位是弧度；无穷得 NaN")
@proves("tvm.te.cos", "自变量是弧度")
@proves("tvm.te.tan", "`llvm` 目标用 `sin(x) / cos(x)` 计算")
@proves("tvm.te.asin", "值域 -π/2 到 π/2；自变量不在 -1 到 1 之间得 NaN")
@proves("tvm.te.acos", "值域 0 到 π，定义域与 `asin` 一样")
@proves("tvm.te.atan", "无穷得到 ±π/2")
def _(tvm):
    near = lambda found, *expected: np.allclose(found, expected, atol=1e-6, equal_nan=True)
    assert near(at(tvm, "sin", math.pi / 2, np.inf), 1, np.nan) and near(at(tvm, "cos", math.pi), -1)
    x = np.float32([0.3, 1.2])
    assert np.array_equal(ran(tvm, tvm.te.tan, x), ran(tvm, lambda v: tvm.te.sin(v) / tvm.te.cos(v), x))
    assert near(at(tvm, "asin", -1, 1, 1.1, -1.1), -math.pi / 2, math.pi / 2, np.nan, np.nan)
    assert near(at(tvm, "acos", -1, 1, 1.1, -1.1), math.pi, 0, np.nan, np.nan)
    assert near(at(tvm, "atan", np.inf, -np.inf), math.pi / 2, -math.pi / 2)


@proves("tvm.te.sinh", "自变量接近 0 时误差大", "float32 的 `1e-5` 处相对误差超过千分之一", "`x + x * x * x / 6` 更准")
@proves("tvm.te.tanh", "大的自变量不会上溢成 NaN", "`llvm` 上接近 0 时与 `sinh` 有同样的误差")
@proves("tvm.te.cosh", "比精确值更早上溢")
@proves("tvm.te.asinh", "在全部实数上有定义", "CPU 上小的自变量没有 `sinh` 那种误差")
def _(tvm):
    x = np.float32([1e-5])
    error = lambda found, exact: abs(float(found[0]) / exact(np.float64(x[0])) - 1)
    assert error(at(tvm, "sinh", 1e-5), np.sinh) > 1e-3
    assert error(ran(tvm, lambda v: v + v * v * v / 6.0, x), np.sinh) < 1e-6
    assert error(at(tvm, "tanh", 1e-5), np.tanh) > 1e-3 and at(tvm, "tanh", 1000, -1000) == [1, -1]
    assert error(at(tvm, "asinh", 1e-5), np.arcsinh) < 1e-6 and np.isfinite(at(tvm, "asinh", -1e30, 1e30)).all()
    assert at(tvm, "cosh", 89) == [np.inf] and np.isfinite(np.float32(np.cosh(np.float64(89))))


@proves("tvm.te.acosh", "自变量小于 1 时得 NaN")
@proves("tvm.te.atanh", "绝对值大于 1 时得 NaN")
def _(tvm):
    found = at(tvm, "acosh", 0.5, -3, 1)
    assert np.isnan(found[:2]).all() and found[2] == 0
    found = at(tvm, "atanh", 1.5, -1.5, 0.5)
    assert np.isnan(found[:2]).all() and abs(found[2] - math.atanh(0.5)) < 1e-6


@proves("tvm.te.erf", "CPU 上调用 C 库的 `erff`、`erf`；float16 不行")
def _(tvm):
    for dtype, symbol in (("float32", "erff"), ("float64", "erf")):
        schedule, args, _ = kernel_of(tvm, tvm.te.erf, np.zeros(1, dtype))
        assert f"@{symbol}(" in tvm.build(schedule, args, "llvm").get_source()
    assert compiles(tvm, "erf", "float16") != ""
    assert abs(at(tvm, "erf", 0.5)[0] - math.erf(0.5)) < 1e-6


for name in ("tan", "sinh", "cosh", "tanh"):

    @proves(f"tvm.te.{name}", "`c` 目标调用 C 库")
    def _(tvm, release, name=name):
        schedule, args, _ = kernel_of(tvm, getattr(tvm.te, name), np.zeros(1, "float32"))
        assert f"{name}f(" in tvm.build(schedule, args, "c").get_source()
        assert f"{name}f(" not in tvm.build(schedule, args, "llvm").get_source()


@proves("tvm.te.popcount", "只用于整数，结果的类型同 `x`", "int32 的 -1 是 32")
def _(tvm):
    assert at(tvm, "popcount", -1, 0, 7, dtype="int32") == [32, 0, 3]
    assert at(tvm, "popcount", 255, 7, dtype="uint8") == [8, 3]


COMPLETE = True
