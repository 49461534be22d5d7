"""Probes of docs/reference/api/python/tir/math.md."""

import math

import numpy as np
from probes import check_error, proves, proves_check, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
ROUNDING = ("ceil", "floor", "trunc", "round", "nearbyint")
ALL_TYPES = ("float16", "float32", "float64", "int32", "uint8")
FLOATS = "exp exp2 exp10 log log2 log10 sqrt rsqrt sigmoid sin cos tan sinh cosh tanh".split()
LIBRARY = "log1p erf asin acos atan asinh acosh atanh".split()
BINARY = "atan2 hypot copysign nextafter".split()
PAIRS = ((7, 2), (-7, 2), (7, -2), (-7, -2))


def kernel_of(tvm, function, *arrays, vectorized=False):
    te = tvm.te
    inputs = [te.placeholder(array.shape, str(array.dtype), name=f"X{k}") for k, array in enumerate(arrays)]
    result = te.compute(arrays[0].shape, lambda i: function(*[one[i] for one in inputs]), name="Y")
    schedule = te.create_schedule(result.op)
    if vectorized:
        schedule[result].vectorize(result.op.axis[0])
    return schedule, [*inputs, result], result.dtype


def ran(tvm, function, *arrays, **options):
    """What a function of elements gives on a CPU."""
    schedule, args, dtype = kernel_of(tvm, function, *arrays, **options)
    out = tvm.nd.array(np.zeros(arrays[0].shape, dtype))
    tvm.build(schedule, args, "llvm")(*[tvm.nd.array(array) for array in arrays], out)
    return out.numpy()


def at(tvm, name, *values, dtype="float32"):
    """What `tir.<name>` gives on a CPU for one argument at several numbers."""
    return ran(tvm, getattr(tvm.tir, name), np.array(values, dtype)).tolist()


def source_of(tvm, name, dtype, target, count=1):
    schedule, args, _ = kernel_of(tvm, getattr(tvm.tir, name), *[np.zeros(1, dtype)] * count)
    return tvm.build(schedule, args, target).get_source()


def var(tvm, dtype="int32", name="v"):
    return tvm.tir.Var(name, dtype)


def kind(node):
    return type(node).__name__


def near(found, *expected):
    return np.allclose(found, expected, rtol=1e-5, atol=1e-6, equal_nan=True)


# What holds for all


@proves("tvm.tir.div", "整个张量在调用时抛出异常", "`exp`、`log`、`sqrt`、`fmod` 等仍抛出异常", "Python 的 `int` 成为 int32（放不下时 int64），`float` 成为 float32", versions=NEW)
@proves("tvm.tir.div", "整个张量在调用时抛出异常", "`exp`、`log`、`sqrt`、`fmod` 等仍抛出异常", "Python 的 `int` 成为 int32（放不下时抛出 `TVMError`），`float` 成为 float32", versions=("0.10.0",))
def _(tvm, release):
    tir, te = tvm.tir, tvm.te
    whole, zero = te.placeholder((2,), name="A"), te.placeholder((), name="Z")
    for function in (tir.exp, tir.abs, tir.floor, lambda x: tir.div(x, x)):
        with raises(Exception):
            function(whole)
    for function in (tir.abs, tir.floor, tir.isnan, lambda x: tir.div(x, x), lambda x: tir.power(x, x)):
        assert isinstance(function(zero), tvm.tir.PrimExpr)
    for function in (tir.exp, tir.log, tir.sqrt, lambda x: tir.fmod(x, x)):
        with raises(Exception):
            function(zero)
    if release == "0.10.0":
        with raises("TVMError"):
            tir.floor(2**40)
    else:
        assert tir.floor(2**40).dtype == "int64"
    assert tir.floor(7).dtype == "int32" and tir.floor(2.5).dtype == "float32"


@proves("tvm.tir.exp", "`tir.exp(2.0)` 抛出 `AttributeError: 'float' object has no attribute 'dtype'`", versions=OLD)
@proves("tvm.tir.popcount", "`popcount` 的第一个实参不能是 Python 的数", versions=OLD)
def _(tvm):
    for name in (*FLOATS, *LIBRARY, "popcount"):
        with raises(AttributeError, "object has no attribute 'dtype'"):
            getattr(tvm.tir, name)(2.0)


for name, words in (
    ("div", "立即折叠，取余只折叠 int32、int64"),
    ("truncmod", "立即折叠，取余只折叠 int32、int64"),
    ("floormod", "立即折叠，取余只折叠 int32、int64"),
    ("shift_right", "只折叠 int32、int64"),
    ("shift_left", "只折叠 int32、int64"),
):

    @proves(f"tvm.tir.{name}", words)
    def _(tvm, release, name=name):
        function = getattr(tvm.tir, name)
        folds = lambda dtype: kind(function(tvm.tir.const(7, dtype), tvm.tir.const(2, dtype))) == "IntImm"
        for dtype in ("int32", "int64"):
            assert folds(dtype)
        for dtype in ("int8", "uint8", "int16", "uint32", "uint64"):
            assert folds(dtype) == (name == "div"), dtype


for name in (*ROUNDING, "abs", "isnan", "isinf", "isfinite"):

    @proves(f"tvm.tir.{name}", "取整与判断", "立即折叠")
    def _(tvm, release, name=name):
        for value, dtype in ((1.5, "float32"), (-2.5, "float64"), (3, "int32")):
            assert kind(getattr(tvm.tir, name)(tvm.tir.const(value, dtype))) in ("FloatImm", "IntImm")


for name in (*FLOATS, *LIBRARY):

    @proves(f"tvm.tir.{name}", "原样放进调用，不检查也不统一", "不折叠")
    def _(tvm, release, name=name):
        function = getattr(tvm.tir, name)
        assert kind(function(tvm.tir.const(0.5, "float32"))) == "Call"
        for dtype in ("float16", "int32", "uint8", "bfloat16", "float64"):
            assert function(var(tvm, dtype)).dtype == dtype


WORKS = {
    **dict.fromkeys(("abs", *ROUNDING, "isnan", "isinf", "isfinite"), ALL_TYPES),
    **dict.fromkeys(FLOATS, ALL_TYPES[:3]),
    **dict.fromkeys(LIBRARY, ALL_TYPES[1:3]),
    **dict.fromkeys(("bitwise_not", "popcount", "clz"), ALL_TYPES[3:]),
    **dict.fromkeys(("add", "subtract", "multiply", "div", "truncmod"), ALL_TYPES),
    **dict.fromkeys("truncdiv floordiv floormod indexdiv indexmod bitwise_and bitwise_or bitwise_xor shift_left shift_right".split(), ALL_TYPES[3:]),
    **dict.fromkeys(("pow", "power"), ALL_TYPES[:3]),
    **dict.fromkeys(BINARY, ALL_TYPES[1:3]),
}

for name in WORKS:

    @proves(f"tvm.tir.{name}", "编译不了的调用，一部分在调用时就被类型检查拒绝，其余在 `tvm.build` 里报错")
    def _(tvm, release, name=name):
        count = 1 if name in (*FLOATS, *LIBRARY, *ROUNDING, "abs", "isnan", "isinf", "isfinite", "bitwise_not", "popcount", "clz") else 2
        function = lambda x, dtype: getattr(tvm.tir, name)(*[x.astype(dtype)] * count)
        together = lambda x: sum((function(x, dtype).astype("float32") for dtype in WORKS[name]), tvm.tir.const(0.0))
        schedule, args, _ = kernel_of(tvm, together, np.zeros(1, "float32"))
        tvm.build(schedule, args, "llvm")
        for dtype in set(ALL_TYPES) - set(WORKS[name]):
            with raises("TVMError"):
                source_of(tvm, name, dtype, "llvm", count)


for name in ("exp2", "exp10", "popcount", "clz", "abs", "trunc"):

    @proves(f"tvm.tir.{name}", "`exp2`、`exp10`、`popcount`、`clz`、`fmod` 和浮点数的 `abs`、`trunc`", "都报 `Unresolved call`")
    def _(tvm, release, name=name):
        with raises("TVMError", "Unresolved call"):
            source_of(tvm, name, "int32" if name in ("popcount", "clz") else "float32", "c")


# Arithmetic


@proves("tvm.tir.add", "不折叠时是 `Add` 节点，与常量 0 相加返回另一个操作数。布尔数相加还是布尔")
@proves("tvm.tir.multiply", "不折叠时是 `Mul` 节点，乘常量 1 返回另一个操作数，乘常量 0 返回这个 0")
def _(tvm):
    tir = tvm.tir
    n, x, p = var(tvm), var(tvm, "float32"), var(tvm, "bool")
    assert kind(tir.add(n, var(tvm))) == "Add" and tir.add(n, 0).same_as(n) and tir.add(0.0, x).same_as(x)
    assert tir.add(p, var(tvm, "bool")).dtype == "bool"
    assert kind(tir.multiply(n, var(tvm))) == "Mul" and tir.multiply(n, 1).same_as(n) and tir.multiply(1.0, x).same_as(x)
    assert tir.multiply(n, 0).value == 0 and tir.multiply(x, 0.0).value == 0
    assert ran(tvm, lambda v: tir.multiply(v, 0.0), np.float32([np.nan, np.inf])).tolist() == [0, 0]


@proves("tvm.tir.multiply", "把浮点的 `a * b + c` 换成 `llvm.fmuladd`")
def _(tvm):
    schedule, args, _ = kernel_of(tvm, lambda a, b, c: a * b + c, *[np.zeros(1, "float32")] * 3)
    assert "llvm.fmuladd" in tvm.build(schedule, args, "llvm").get_source("ll")


@proves_check("tvm.tir.subtract", "0 减去正数抛出 `InternalError`（`which will cause a negative uint`），1 减 2 却回绕成最大值，uint64 的则也抛出 `InternalError`", "不折叠时是 `Sub` 节点，减常量 0 返回 `lhs`", "`x - x` 在这里不化简")
def _(tvm, release):
    tir = tvm.tir
    n = var(tvm)
    assert kind(tir.subtract(n, n)) == "Sub" and tir.subtract(n, 0).same_as(n)
    const = tir.const
    for dtype in ("uint8", "uint32", "uint64"):
        with raises(check_error(release), "which will cause a negative uint"):
            tir.subtract(const(0, dtype), const(3, dtype))
    assert [int(tir.subtract(const(1, dtype), const(2, dtype))) for dtype in ("uint8", "uint16", "uint32")] == [2**8 - 1, 2**16 - 1, 2**32 - 1]
    with raises(check_error(release)):
        tir.subtract(const(1, "uint64"), const(2, "uint64"))


@proves("tvm.tir.div", "整数时同 `truncdiv`，不像 `/` 那样抛出异常", "除数是常量 0 或 0.0 时立即抛出 `Divide by zero`", "运行时的浮点 0 按 IEEE 754 得到无穷或 NaN")
def _(tvm):
    tir = tvm.tir
    n, x = var(tvm), var(tvm, "float32")
    assert tvm.ir.structural_equal(tir.div(n, 2), tir.truncdiv(n, 2))
    with raises(RuntimeError):
        n / 2
    for value, zero in ((n, 0), (x, 0.0)):
        with raises("TVMError", "Divide by zero"):
            tir.div(value, zero)
    assert near(ran(tvm, tir.div, np.float32([1, -1, 0]), np.float32([0, 0, 0])), np.inf, -np.inf, np.nan)


@proves("tvm.tir.div", "浮点常量 0 除以 0 例外，0.10.0 得到 0", versions=("0.10.0",))
def _(tvm):
    assert tvm.tir.div(0.0, 0.0).value == 0


@proves("tvm.tir.power", "得到 `tir.pow` 的调用，在 `llvm` 上是 `llvm.pow`", "两个整数和 bfloat16 抛出 `power only applies to float`", "`pow(NaN, 0)` 和 `pow(1, NaN)` 都是 1")
def _(tvm):
    tir = tvm.tir
    x = var(tvm, "float32")
    assert tir.power(x, 2).op.name == "tir.pow" and tir.power(x, 2).args[1].dtype == "float32"
    assert "llvm.pow" in source_of(tvm, "power", "float32", "llvm", 2)
    for dtype in ("int32", "uint8", "bfloat16"):
        with raises("TVMError", "power only applies to float"):
            tir.power(var(tvm, dtype), var(tvm, dtype))
    assert ran(tvm, tir.power, np.float32([np.nan, 1]), np.float32([0, np.nan])).tolist() == [1, 1]


@proves("tvm.tir.pow", "与 `power` 的函数体相同的另一个名称", "会盖掉 Python 自己的 `pow`")
def _(tvm):
    names, x = {}, var(tvm, "float32")
    assert tvm.ir.structural_equal(tvm.tir.pow(x, 2.0), tvm.tir.power(x, 2.0))
    exec("from tvm.tir import *", names)
    assert names["pow"] is tvm.tir.pow


# Divisions

EXPECTED = {
    "truncdiv": [3, -3, -3, 3],
    "floordiv": [a // b for a, b in PAIRS],
    "ceildiv": [4, -3, -2, 5],
    "truncmod": [1, -1, 1, -1],
    "floormod": [a % b for a, b in PAIRS],
    "indexdiv": [a // b for a, b in PAIRS],
    "indexmod": [a % b for a, b in PAIRS],
}
NODES = {"truncdiv": "Div", "floordiv": "FloorDiv", "truncmod": "Mod", "floormod": "FloorMod"}
QUOTES = {
    "truncdiv": ("向零取整的商；不折叠时是 `Div` 节点",),
    "floordiv": ("向下取整的商；不折叠时是 `FloorDiv` 节点",),
    "ceildiv": ("写成 `floordiv(lhs + rhs - 1, rhs)`，所以只对正的除数正确",),
    "truncmod": ("余数的符号随被除数；不折叠时是 `Mod` 节点",),
    "floormod": ("余数的符号随除数；不折叠时是 `FloorMod` 节点",),
    "indexdiv": ("转给 `floordiv`", "既不检查也没有利用"),
    "indexmod": ("转给 `floormod`",),
}

for name, quotes in QUOTES.items():

    @proves(f"tvm.tir.{name}", *quotes)
    def _(tvm, release, name=name):
        function = getattr(tvm.tir, name)
        assert [int(function(a, b)) for a, b in PAIRS] == EXPECTED[name]
        assert ran(tvm, function, *(np.int32(side) for side in zip(*PAIRS))).tolist() == EXPECTED[name]
        made = function(var(tvm), var(tvm, name="w"))
        assert kind(made) == NODES.get(name, {"d": "FloorDiv", "m": "FloorMod"}[name[-3] if name != "indexmod" else "m"])

    @proves(f"tvm.tir.{name}", "在 x86-64 上进程以 SIGFPE 退出", dies="SIGFPE")
    def _(tvm, release, name=name):
        ran(tvm, getattr(tvm.tir, name), np.int32([7]), np.int32([0]))


for name in ("truncdiv", "floordiv", "ceildiv", "floormod", "indexdiv", "indexmod"):

    @proves_check(f"tvm.tir.{name}", "除 `truncmod`、`fmod` 以外只接受整数，浮点数在调用时抛出 `InternalError`", "除数是常量 0 时抛出 `Divide by zero`，但两个取余只检查 int32 和 int64")
    def _(tvm, release, name=name):
        function = getattr(tvm.tir, name)
        with raises(check_error(release)):
            function(var(tvm, "float32"), var(tvm, "float32", "w"))
        for dtype in ("int8", "int32", "int64", "uint32"):
            if name.endswith("mod") and dtype in ("int8", "uint32"):
                assert kind(function(var(tvm, dtype), tvm.tir.const(0, dtype))) == "FloorMod"
                continue
            with raises("TVMError", "Divide by zero"):
                function(var(tvm, dtype), tvm.tir.const(0, dtype))


def lowered(tvm, function, dtype="int32", **options):
    """The value that a function of an element has after the intrinsics are lowered for a CPU."""
    schedule, args, _ = kernel_of(tvm, function, *[np.zeros(4, dtype)], **options)
    target = tvm.target.Target("llvm", host="llvm")
    module = tvm.tir.transform.BindTarget(target)(tvm.lower(schedule, args))
    stores = []
    body = tvm.tir.transform.LowerIntrin()(module)["main"].body
    tvm.tir.stmt_functor.post_order_visit(body, lambda node: stores.append(node) if isinstance(node, tvm.tir.BufferStore) else None)
    return stores[-1].value


@proves("tvm.tir.floordiv", "下降时，除数是 2 的幂换成右移")
@proves("tvm.tir.floormod", "除数是 2 的幂时下降成按位与")
def _(tvm):
    assert lowered(tvm, lambda v: tvm.tir.floordiv(v, 8)).op.name == "tir.shift_right"
    assert lowered(tvm, lambda v: tvm.tir.floormod(v, 8)).op.name == "tir.bitwise_and"


@proves("tvm.tir.ceildiv", "`lhs + rhs - 1` 还可能先溢出，uint8 的 250 除以 10 得到 0")
def _(tvm):
    assert int(tvm.tir.ceildiv(2**31 - 1, 2)) == -(2**30)
    assert ran(tvm, lambda a: tvm.tir.ceildiv(a, tvm.tir.const(10, "uint8")), np.uint8([250, 240])).tolist() == [0, 24]


@proves("tvm.tir.ceildiv", "无符号数除以变量时 `tvm.build` 抛出异常，`LowerIntrin` 的化简产生了无符号的 -1", versions=NEW)
def _(tvm):
    schedule, args, _ = kernel_of(tvm, tvm.tir.ceildiv, np.uint8([7]), np.uint8([2]))
    tvm.lower(schedule, args)
    with raises("TVMError", "Literal value -1 is negative for unsigned integer type uint8"):
        tvm.build(schedule, args, "llvm")


@proves("tvm.tir.ceildiv", "无符号数除以变量，0.10.0 能编译", versions=("0.10.0",))
def _(tvm):
    assert ran(tvm, tvm.tir.ceildiv, np.uint8([7]), np.uint8([2])).tolist() == [4]


@proves("tvm.tir.truncmod", "不检查类型，浮点数在 `llvm` 上成为 `frem`，可以代替 `fmod`")
def _(tvm):
    assert ran(tvm, tvm.tir.truncmod, np.float32([7.5, -7.5]), np.float32([2, 2])).tolist() == [1.5, -1.5]
    assert "frem" in source_of(tvm, "truncmod", "float32", "llvm", 2)


@proves("tvm.tir.fmod", "`llvm` 与 `c` 都没有它的规则", "它不统一类型，`fmod(x, 2)` 里的 2 仍是 int32", "没有规则的报 `unknown intrinsic Op(tir.…)`")
def _(tvm):
    assert tvm.tir.fmod(var(tvm, "float32"), 2).args[1].dtype == "int32"
    with raises("TVMError", "unknown intrinsic Op(tir.fmod)"):
        source_of(tvm, "fmod", "float32", "llvm", 2)
    with raises("TVMError", "Unresolved call"):
        source_of(tvm, "fmod", "float32", "c", 2)


# Bits


@proves("tvm.tir.bitwise_and", "两个布尔表达式也可以，得到的是 `tir.bitwise_and` 的调用而不是 `And` 节点", "有一边不是整数或布尔时抛出 `Expected integer argument`", "`2**40` 这样的数抛出异常")
@proves("tvm.tir.bitwise_or", "类型不同时先统一，所以 uint8 与 int32 得到 int32")
@proves("tvm.tir.bitwise_xor", "与自己异或不会变成 0")
@proves("tvm.tir.bitwise_not", "即 `~x`。常量也保留成调用，`tir.bitwise_not(12)` 不是 -13")
def _(tvm):
    tir = tvm.tir
    n, p = var(tvm), var(tvm, "bool")
    assert tir.bitwise_and(p, var(tvm, "bool")).op.name == "tir.bitwise_and"
    assert tir.bitwise_or(var(tvm, "uint8"), n).dtype == "int32"
    assert kind(tir.bitwise_xor(n, n)) == "Call" and int(tir.bitwise_xor(12, 10)) == 6
    assert kind(tir.bitwise_not(12)) == "Call" and tvm.ir.structural_equal(tir.bitwise_not(n), ~n)
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "shift_right"):
        with raises(Exception, "Expected integer argument"):
            getattr(tir, name)(var(tvm, "float32"), n)
        with raises(Exception):
            getattr(tir, name)(var(tvm, "int64"), 2**40)
    with raises(Exception):
        tir.bitwise_not(var(tvm, "float32"))
    a, b = np.int32([12, -7]), np.int32([10, 3])
    for name, expected in (("bitwise_and", a & b), ("bitwise_or", a | b), ("bitwise_xor", a ^ b)):
        assert np.array_equal(ran(tvm, getattr(tir, name), a, b), expected)
    assert np.array_equal(ran(tvm, tir.bitwise_not, a), ~a)


@proves("tvm.tir.shift_left", "移位 0 时直接返回 `x`（int32、int64）", "移位量是 int32、int64 的常量时必须在 0 到位数减 1 之间；变量和其他类型不检查", "放不进 int32 时抛出异常而不回绕", "在 `llvm` 上是 `shl`")
@proves("tvm.tir.shift_right", "有符号数补符号位，无符号数补 0")
def _(tvm):
    tir = tvm.tir
    n, byte = var(tvm), var(tvm, "uint8")
    assert tir.shift_left(n, 0).same_as(n) and tir.shift_right(n, 0).same_as(n)
    for function in (tir.shift_left, tir.shift_right):
        for amount in (33, -1, 32):
            with raises("TVMError", "Shift amount must be non-negative"):
                function(n, amount)
        assert kind(function(byte, tir.const(9, "uint8"))) == "Call" and kind(function(n, var(tvm))) == "Call"
    with raises("TVMError", "exceeds maximum of int32"):
        tir.shift_left(1, 31)
    assert " shl " in source_of(tvm, "shift_left", "int32", "llvm", 2)
    assert ran(tvm, tir.shift_right, np.int32([-7, 7]), np.int32([1, 1])).tolist() == [-4, 3]
    assert ran(tvm, tir.shift_right, np.uint32([2**32 - 2]), np.uint32([1])).tolist() == [2**31 - 1]


@proves("tvm.tir.popcount", "类型同 `x`，负数按补码数，int32 的 -1 得 32")
@proves("tvm.tir.clz", "按 `x` 自己的位数算，结果是 int32")
def _(tvm):
    tir = tvm.tir
    assert at(tvm, "popcount", -1, 0, 7, dtype="int32") == [32, 0, 3] and tir.popcount(var(tvm, "uint8")).dtype == "uint8"
    assert at(tvm, "clz", 1, 255, -1, dtype="int32") == [31, 24, 0] and at(tvm, "clz", 1, 255, dtype="uint8") == [7, 0]
    assert tir.clz(var(tvm, "uint8")).dtype == tir.clz(var(tvm, "int64")).dtype == "int32"


# Conditions


@proves("tvm.tir.all", "`all(a, b, c)` 是 `And(And(a, b), c)`，有常量时当场化简", "Python 的 `True` 变成 int32 而被拒绝", "没有实参时抛出的信息写的是 `Any must take at least 1 argument`")
@proves("tvm.tir.any", "得到 `Or`", "只有一个实参时原样返回，整数也不拒绝")
def _(tvm):
    tir = tvm.tir
    a, b, c = (var(tvm, "bool", name) for name in "abc")
    assert tvm.ir.structural_equal(tir.all(a, b, c), tir.And(tir.And(a, b), c)) and tvm.ir.structural_equal(tir.any(a, b, c), tir.Or(tir.Or(a, b), c))
    true, false = tir.const(True, "bool"), tir.const(False, "bool")
    assert tir.all(a, true).same_as(a) and tir.any(a, false).same_as(a) and not bool(tir.all(a, false))
    for function in (tir.all, tir.any):
        with raises(Exception):
            function(a, True)
        with raises(ValueError, "Any must take at least 1 argument"):
            function()
        n = var(tvm)
        assert function(n).same_as(n)


@proves("tvm.tir.if_then_else", "整数抛出 `if_then_else only accept the condition to be boolean type.`；是常量时直接返回一边", "按 `BinaryOpMatchTypes` 统一类型", "条件随向量的各元素而变时，`VectorizeLoop` 退回逐个计算")
def _(tvm):
    tir = tvm.tir
    n, m, flag = var(tvm), var(tvm), var(tvm, "bool")
    with raises("TVMError", "if_then_else only accept the condition to be boolean type."):
        tir.if_then_else(n, 1, 2)
    assert tir.if_then_else(tir.const(True, "bool"), n, m).same_as(n)
    assert tir.if_then_else(flag, 1, var(tvm, "float64")).dtype == "float64"
    schedule, args, _ = kernel_of(tvm, lambda x: tir.if_then_else(x > 0.0, x, 0.0), np.zeros(4, "float32"), vectorized=True)
    loops = []
    tvm.tir.stmt_functor.post_order_visit(tvm.lower(schedule, args)["main"].body, lambda node: loops.append(node) if isinstance(node, tir.For) else None)
    assert len(loops) == 1
    assert ran(tvm, lambda x: tir.if_then_else(x > 0.0, x, 0.0), np.float32([-1, 2])).tolist() == [0, 2]


@proves("tvm.tir.isnan", "float16 先转成 float32；bfloat16、`handle` 抛出 `not supported for isnan op`", "判断的结果是布尔。整数参加 `isnan`、`isinf`、`isfinite` 时立即得到常量")
@proves("tvm.tir.isinf", "展开成 `fabs(x) == inf and not isnan(x)`，没有自己的调用")
@proves("tvm.tir.isfinite", "由 `isinf` 和 `isnan` 拼成，表达式里 `x` 出现三次")
def _(tvm):
    tir = tvm.tir
    x = var(tvm, "float32")
    half = tir.isnan(var(tvm, "float16"))
    assert half.dtype == "bool" and half.args[0].dtype == "float32"
    for dtype in ("bfloat16", "handle"):
        with raises("TVMError", "not supported for isnan op"):
            tir.isnan(var(tvm, dtype))
    assert [kind(function(var(tvm, "uint8"))) for function in (tir.isnan, tir.isinf, tir.isfinite)] == ["IntImm"] * 3
    made = tir.isinf(x)
    assert kind(made) == "And" and kind(made.a) == "EQ" and made.a.a.op.name == "tir.fabs" and kind(made.b) == "Not" and made.b.a.op.name == "tir.isnan"
    def uses(node):
        if node.same_as(x):
            return 1
        parts = [getattr(node, field) for field in ("a", "b") if hasattr(node, field)] + list(getattr(node, "args", []))
        return sum(uses(part) for part in parts)

    assert uses(tir.isfinite(x)) == 3
    values = np.float32([1, np.nan, np.inf, -np.inf])
    found = [ran(tvm, lambda v: function(v).astype("int32"), values).tolist() for function in (tir.isnan, tir.isinf, tir.isfinite)]
    assert found == [[0, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0]]


@proves("tvm.tir.infinity", "正无穷的 `FloatImm`", "`dtype` 限标量的 float16、float32、float64，整数与 bfloat16 抛出 `Cannot decide infinity for type`", "负无穷写 `-tir.infinity(\"float32\")`")
def _(tvm):
    for dtype in ("float16", "float32", "float64"):
        made = tvm.tir.infinity(dtype)
        assert kind(made) == "FloatImm" and made.value == math.inf and made.dtype == dtype
    for dtype in ("int32", "uint8", "bfloat16"):
        with raises("TVMError", "Cannot decide infinity for type"):
            tvm.tir.infinity(dtype)
    with raises("TVMError"):
        tvm.tir.infinity("float32x4")
    assert ran(tvm, lambda v: v * 0.0 + -tvm.tir.infinity("float32"), np.float32([1])).tolist() == [-math.inf]


# Rounding


@proves("tvm.tir.abs", "float16、float32、float64 是 `tir.fabs` 的调用，有符号整数是 `Select(x >= 0, x, 0 - x)`，无符号数原样返回", "抛出 `not supported for absolute op`", "int8 的常量 -128 折叠时抛出 `exceeds maximum of int8`，运行时 int32 的最小值还是它自己")
def _(tvm):
    tir = tvm.tir
    for dtype in ("float16", "float32", "float64"):
        assert tir.abs(var(tvm, dtype)).op.name == "tir.fabs"
    n, u = var(tvm, "int16"), var(tvm, "uint8")
    assert tvm.ir.structural_equal(tir.abs(n), tir.Select(n >= tir.const(0, "int16"), n, tir.const(0, "int16") - n)) and tir.abs(u).same_as(u)
    for dtype in ("bfloat16", "handle"):
        with raises("TVMError", "not supported for absolute op"):
            tir.abs(var(tvm, dtype))
    with raises("TVMError", "exceeds maximum of int8"):
        tir.abs(tir.const(-128, "int8"))
    assert at(tvm, "abs", -(2**31), -3, dtype="int32") == [-(2**31), 3]


@proves("tvm.tir.ceil", "在 `llvm` 上是 `llvm.ceil`，`c` 目标是 `ceilf`、`ceil`。-0.5 得 -0")
@proves("tvm.tir.floor", "NaN 与无穷不变")
@proves("tvm.tir.trunc", "所以 `c` 目标不能用")
@proves("tvm.tir.round", "CPU 上的 `llvm.round` 远离零，常量却用 C++ 的 `std::nearbyint` 折叠，得到偶数")
@proves("tvm.tir.nearbyint", "一半时取偶数，折叠与运行一致，也与 NumPy 的 `round` 相同")
def _(tvm):
    tir = tvm.tir
    assert "llvm.ceil" in source_of(tvm, "ceil", "float32", "llvm")
    assert "ceilf(" in source_of(tvm, "ceil", "float32", "c") and "ceil(" in source_of(tvm, "ceil", "float64", "c")
    found = at(tvm, "ceil", -0.5)
    assert found == [0] and math.copysign(1, found[0]) == -1
    assert near(at(tvm, "floor", np.nan, np.inf, -np.inf, -0.5), np.nan, np.inf, -np.inf, -1)
    assert at(tvm, "trunc", -2.5, 2.5) == [-2, 2]
    halves = (-2.5, -0.5, 0.5, 1.5, 2.5)
    assert at(tvm, "round", *halves) == [-3, -1, 1, 2, 3] and "llvm.round" in source_of(tvm, "round", "float32", "llvm")
    assert at(tvm, "nearbyint", *halves) == np.round(halves).tolist()
    for name in ("round", "nearbyint"):
        assert [getattr(tir, name)(half).value for half in halves] == np.round(halves).tolist()
    for name in ROUNDING:
        for dtype in ("int32", "bool"):
            n = var(tvm, dtype)
            assert getattr(tir, name)(n).same_as(n)


def stays_vector(tvm, name):
    schedule, args, _ = kernel_of(tvm, getattr(tvm.tir, name), np.zeros(4, "float32"), vectorized=True)
    loops = []
    tvm.tir.stmt_functor.post_order_visit(tvm.lower(schedule, args)["main"].body, lambda node: loops.append(node) if isinstance(node, tvm.tir.For) else None)
    return not loops


@proves("tvm.tir.nearbyint", "没有注册 `TVectorizable`，所以在 `vectorize` 的循环里退回逐个计算")
@proves("tvm.tir.log1p", "不能向量化")
@proves("tvm.tir.erf", "逐个计算")
def _(tvm):
    assert [stays_vector(tvm, name) for name in ("nearbyint", "log1p", "erf", "round", "exp")] == [False, False, False, True, True]


@proves("tvm.tir.nearbyint", "`c`、CUDA、OpenCL 等报 `Unresolved call Op(tir.nearbyint)`", versions=("0.10.0",))
@proves("tvm.tir.sigmoid", "0.10.0 没有注册 `TVectorizable`，`vectorize` 的循环里退回逐个计算", versions=("0.10.0",))
def _(tvm):
    with raises("TVMError", "Unresolved call Op(tir.nearbyint)"):
        source_of(tvm, "nearbyint", "float32", "c")
    assert not stays_vector(tvm, "sigmoid")


# Functions

PLACES = {
    **dict.fromkeys("exp exp2 log log2 log10 sqrt sin cos".split(), "tir.call_llvm_pure_intrin"),
    **dict.fromkeys("exp10 rsqrt sigmoid tan sinh cosh tanh".split(), None),
    **dict.fromkeys(LIBRARY, "tir.call_pure_extern"),
}

for name, place in PLACES.items():

    @proves(f"tvm.tir.{name}", "这一族的调用到 `LowerIntrin` 才换掉，在 `llvm` 上有三种去处")
    def _(tvm, release, name=name, place=place):
        schedule, args, _ = kernel_of(tvm, getattr(tvm.tir, name), np.zeros(1, "float32"))
        assert f"{name}(" in str(tvm.lower(schedule, args))
        value = lowered(tvm, getattr(tvm.tir, name), "float32")
        plain = kind(value) == "Call" and kind(value.args[-1]) == "BufferLoad"
        assert (value.op.name if plain else None) == place


@proves("tvm.tir.exp10", "`exp(x * 2.302585093)`", "float64 的结果也就只有约十位可信")
@proves("tvm.tir.tan", "`sin(x) / cos(x)`")
@proves("tvm.tir.rsqrt", "`1 / sqrt(x)`", "0 得无穷，-0 得负无穷")
@proves("tvm.tir.sigmoid", "`1 / (1 + exp(-x))`")
@proves("tvm.tir.sinh", "`(exp(x) - exp(-x)) / 2`")
@proves("tvm.tir.cosh", "`(exp(x) + exp(-x)) / 2`")
def _(tvm):
    tir = tvm.tir
    x = np.float64([0.3, 1.7, 5.1])
    for name, formula in (
        ("exp10", lambda v: tir.exp(v * tir.const(2.302585093, "float64"))),
        ("tan", lambda v: tir.sin(v) / tir.cos(v)),
        ("rsqrt", lambda v: tir.const(1, "float64") / tir.sqrt(v)),
        ("sigmoid", lambda v: tir.const(1, "float64") / (tir.const(1, "float64") + tir.exp(-v))),
        ("sinh", lambda v: (tir.exp(v) - tir.exp(-v)) / tir.const(2, "float64")),
        ("cosh", lambda v: (tir.exp(v) + tir.exp(-v)) / tir.const(2, "float64")),
    ):
        assert np.allclose(ran(tvm, getattr(tir, name), x), ran(tvm, formula, x), rtol=1e-14), name
    assert 1e-11 < abs(at(tvm, "exp10", 5.1, dtype="float64")[0] / 10**5.1 - 1) < 1e-9
    assert at(tvm, "rsqrt", 0.0, -0.0) == [math.inf, -math.inf]


@proves("tvm.tir.sinh", "`sinh`、`tanh` 在 0 附近两个相近的数相减，float32 的 `1e-8` 得到 0", "`exp` 先溢出，所以 float32 在 88.73 处就是无穷")
@proves("tvm.tir.tanh", "大的自变量不溢出，±无穷得 ±1，NaN 保留", "误差集中在 0 附近")
@proves("tvm.tir.cosh", "0 附近没有相消，溢出的位置同 `sinh`")
@proves("tvm.tir.asinh", "小的自变量没有 `llvm` 目标上 `sinh` 那种误差")
@proves("tvm.tir.log1p", "小的 `x` 不损失精度")
def _(tvm):
    assert at(tvm, "sinh", 1e-8) == [0] == at(tvm, "tanh", 1e-8)
    assert near(at(tvm, "tanh", 1e4, np.inf, -np.inf, np.nan), 1, 1, -1, np.nan)
    assert np.isinf(at(tvm, "sinh", 88.7, 88.73)).tolist() == [False, True] == np.isinf(at(tvm, "cosh", 88.7, 88.73)).tolist()
    assert at(tvm, "cosh", 1e-4) == [1]
    tiny = float(np.float32(1e-8))
    assert abs(at(tvm, "asinh", 1e-8)[0] / tiny - 1) < 1e-6 and abs(at(tvm, "log1p", 1e-8)[0] / tiny - 1) < 1e-6


@proves("tvm.tir.exp", "自变量约在 11.09（float16）、88.73（float32）、709.78（float64）以上得到无穷")
@proves("tvm.tir.log", "0 得负无穷，负数得 NaN")
@proves("tvm.tir.log2", "0 得负无穷，负数得 NaN；`te.gradient` 没有它的求导规则")
@proves("tvm.tir.log10", "`llvm` 有自己的 `llvm.log10`，不是由 `log` 除以常数得到")
@proves("tvm.tir.sqrt", "在 `llvm` 上成为 `llvm.sqrt`。负数得 NaN，-0 得 -0")
def _(tvm):
    for dtype, below, above in (("float16", 11.08, 11.1), ("float32", 88.7, 88.73), ("float64", 709.7, 709.8)):
        assert np.isinf(at(tvm, "exp", below, above, dtype=dtype)).tolist() == [False, True]
    for name in ("log", "log2"):
        assert near(at(tvm, name, 0, -1), -np.inf, np.nan)
    x = tvm.te.placeholder((1,), name="x")
    with raises("TVMError", "is not implemented"):
        tvm.te.gradient(tvm.te.compute((1,), lambda i: tvm.tir.log2(x[i]), name="y"), x)
    assert "llvm.log10" in source_of(tvm, "log10", "float32", "llvm") and "llvm.sqrt" in source_of(tvm, "sqrt", "float32", "llvm")
    found = at(tvm, "sqrt", -1, -0.0)
    assert np.isnan(found[0]) and math.copysign(1, found[1]) == -1


@proves("tvm.tir.exp", "Python 的 `tir.exp(2)` 也是 int32，要写 `2.0`", versions=("0.13.0",))
def _(tvm):
    assert tvm.tir.exp(2).dtype == "int32" and tvm.tir.exp(2.0).dtype == "float32"


@proves("tvm.tir.sigmoid", "float16 的自变量小于约 -11.09 时 `exp(-x)` 已经溢出，结果是 0")
@proves("tvm.tir.sin", "自变量是弧度，无穷得 NaN")
@proves("tvm.tir.cos", "自变量大到 `1e20` 时在 CPU 上仍然准确")
@proves("tvm.tir.asin", "自变量的绝对值大于 1 得 NaN")
@proves("tvm.tir.acos", "值域 0 到 π，定义域外得 NaN")
@proves("tvm.tir.atan", "无穷得 ±π/2")
@proves("tvm.tir.acosh", "自变量小于 1 时是 NaN")
@proves("tvm.tir.atanh", "±1 得 ±无穷，绝对值更大得 NaN")
def _(tvm):
    assert at(tvm, "sigmoid", -12, dtype="float16") == [0] and 0 < at(tvm, "sigmoid", -12)[0] < 1e-5
    assert near(at(tvm, "sin", math.pi / 2, np.inf), 1, np.nan)
    assert abs(at(tvm, "cos", 1e20)[0] - math.cos(float(np.float32(1e20)))) < 1e-6
    assert near(at(tvm, "asin", 1.5, -1.5, 1), np.nan, np.nan, math.pi / 2) and near(at(tvm, "acos", 1, -1, 2), 0, math.pi, np.nan)
    assert near(at(tvm, "atan", np.inf, -np.inf), math.pi / 2, -math.pi / 2) and near(at(tvm, "acosh", 0.5, -2, 1), np.nan, np.nan, 0)
    assert near(at(tvm, "atanh", 1, -1, 2), np.inf, -np.inf, np.nan)


for name in ("tan", "sinh", "cosh", "tanh"):

    @proves(f"tvm.tir.{name}", "`c` 目标调用 C 库")
    def _(tvm, release, name=name):
        assert f"{name}f(" in source_of(tvm, name, "float32", "c") and f"{name}f(" not in source_of(tvm, name, "float32", "llvm")


@proves("tvm.tir.erf", "`llvm` 与 `c` 上调用 C 库的 `erff`、`erf`")
def _(tvm):
    assert "@erff(" in source_of(tvm, "erf", "float32", "llvm") and "@erf(" in source_of(tvm, "erf", "float64", "llvm")


# Functions of two numbers

for name in (*BINARY, "ldexp"):

    @proves(f"tvm.tir.{name}", "结果的类型取 `x1`，函数名也由它决定，`x2` 的类型不检查", "float16 和整数不能编译，也都不能向量化")
    def _(tvm, release, name=name):
        function = getattr(tvm.tir, name)
        assert function(var(tvm, "float32"), var(tvm, "float64")).dtype == "float32" and function(var(tvm, "float64"), var(tvm, "int8")).dtype == "float64"
        second = "int32" if name == "ldexp" else "float32"
        schedule, args, _ = kernel_of(tvm, function, np.zeros(4, "float32"), np.zeros(4, second), vectorized=True)
        assert f"@{name}f(float" in tvm.build(schedule, args, "llvm").get_source()
        loops = []
        tvm.tir.stmt_functor.post_order_visit(tvm.lower(schedule, args)["main"].body, lambda node: loops.append(node) if isinstance(node, tvm.tir.For) else None)
        assert len(loops) == 1
        for dtype in ("float16", "int32"):
            schedule, args, _ = kernel_of(tvm, function, np.zeros(1, dtype), np.zeros(1, "int32" if name == "ldexp" else dtype))
            with raises("TVMError"):
                tvm.build(schedule, args, "llvm")


@proves("tvm.tir.hypot", "float64 的 4.0 交给 `hypotf`，被当成别的 float32", "中间结果不溢出：`hypot(3e38, 1)` 得 3e38，自己写的平方和得无穷")
@proves("tvm.tir.atan2", "结果在 -π 到 π。`atan2(0, -0.0)` 是 π，`atan2(5, inf)` 是 0")
@proves("tvm.tir.copysign", "取 `x1` 的大小和 `x2` 的符号，-0.0 也算负")
@proves("tvm.tir.nextafter", "两者相等时返回 `x2`，`nextafter(0, 1)` 是最小的次正规数")
@proves("tvm.tir.ldexp", "`x1` 乘 2 的 `x2` 次方，`x2` 要是 int32，与 C 相同", "上溢得无穷")
def _(tvm):
    tir, f = tvm.tir, np.float32
    assert ran(tvm, tir.hypot, f([3]), np.float64([4]))[0] != 5 and ran(tvm, tir.hypot, f([3]), f([4]))[0] == 5
    assert near(ran(tvm, tir.hypot, f([3e38]), f([1])) / f(3e38), 1)
    assert np.isinf(ran(tvm, lambda x, y: tir.sqrt(x * x + y * y), f([3e38]), f([1])))[0]
    assert near(ran(tvm, tir.atan2, f([0, 5, -1, 1]), f([-0.0, np.inf, -1, -1])), math.pi, 0, -3 * math.pi / 4, 3 * math.pi / 4)
    assert ran(tvm, tir.copysign, f([2, -2, 3]), f([-0.0, 0.0, -5])).tolist() == [-2, 2, -3]
    assert ran(tvm, tir.nextafter, f([0, 0.0, 1]), f([1, -0.0, 2])).tolist() == [float(np.nextafter(f(0), f(1))), 0, float(np.nextafter(f(1), f(2)))]
    assert ran(tvm, tir.ldexp, f([1, 1.5, -2]), np.int32([3, -1, 200])).tolist() == [8, 0.75, -math.inf]


# Fixed point


@proves("tvm.tir.q_multiply_shift", "`round(x * y * 2^(s - q))`", "中间用 int64，最后截回 int32，溢出不饱和；一半时向正无穷取整", "变量在 `tvm.build` 里报 `Check failed: (broadcast_node != nullptr)`")
def _(tvm):
    tir = tvm.tir
    values = np.int32([1, 2, 3, -1, -2, -3, 100])
    scaled = lambda y, q, s: ran(tvm, lambda x: tir.q_multiply_shift(x, tir.const(y, "int32"), q, s), values).tolist()
    for y, q, s in ((3 << 29, 31, 0), (3 << 29, 31, 2), (3 << 28, 31, 0), (5, 1, 0)):
        assert scaled(y, q, s) == [math.floor(int(x) * y * 2.0 ** (s - q) + 0.5) for x in values]
    full = ran(tvm, lambda x: tir.q_multiply_shift(x, tir.const(3 << 29, "int32"), 31, 4), np.int32([2**31 - 1]))
    assert full[0] == np.int64(math.floor((2**31 - 1) * (3 << 29) * 2.0 ** (4 - 31) + 0.5)).astype("int32")
    schedule, args, _ = kernel_of(tvm, lambda x, y: tir.q_multiply_shift(x, y, 31, 0), values, values)
    with raises("TVMError", "(broadcast_node != nullptr)"):
        tvm.build(schedule, args, "llvm")


@proves("tvm.tir.q_multiply_shift", "当作乘 0.5 直接移位。这条路不看 `q`", "`s` 为 0 时 int32 的 2147483647 得 -1073741824", "`s` 要是 -30 到 32 的常量，而且不能是 1，否则编译失败")
def _(tvm):
    tir = tvm.tir
    half = lambda q, s, *values: ran(tvm, lambda x: tir.q_multiply_shift(x, tir.const(1 << 30, "int32"), q, s), np.int32(values)).tolist()
    assert half(15, 0, 100) == [50] == half(31, 0, 100) and half(31, 0, 2**31 - 1) == [-(2**30)]
    assert half(31, 3, 100) == [400] and half(31, -30, 5) == [0]
    for shift in (1, -31, 33):
        with raises("TVMError"):
            half(31, shift, 5)


@proves("tvm.tir.q_multiply_shift_per_axis", "结果是 `round((x << ls) * y >> (rs + q))`", "为 False 时不做左移，`ls` 被忽略", "通用的实现不看它，右移照做", "乘数和移位量可以是变量，没有上面那条特殊的路", versions=NEW)
def _(tvm):
    data = [np.int32(v) for v in ([8, 16, -8, 100], [3 << 29, 1 << 30, 1 << 30, 3 << 29], [0, 1, 0, 2], [0, 0, 1, 0])]
    for left in (True, False):
        for right in (True, False):
            found = ran(tvm, lambda x, y, ls, rs: tvm.tir.q_multiply_shift_per_axis(x, y, ls, rs, 31, left, right), *data).tolist()
            expected = [math.floor((int(x) << (int(l) if left else 0)) * int(y) / 2 ** (int(r) + 31) + 0.5) for x, y, l, r in zip(*data)]
            assert found == expected, (found, expected)


COMPLETE = True
