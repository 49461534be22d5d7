"""More probes of docs/reference/api/python/tir/math.md: what other targets make of a call, and the fixed point."""

import os
import tempfile

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
OLDEST = ("0.10.0",)
NAMES = "tvm.tir."
INTEGERS = np.int32([1, 2, 3, -1, -2, -3, 100])


def compiled(tvm, function, *arrays, target="llvm", vectorized=False):
    """A function of elements, built; and the type of its result."""
    te = tvm.te
    inputs = [te.placeholder(array.shape, str(array.dtype), name=f"X{k}") for k, array in enumerate(arrays)]
    result = te.compute(arrays[0].shape, lambda i: function(*[one[i] for one in inputs]), name="Y")
    schedule = te.create_schedule(result.op)
    if vectorized:
        schedule[result].vectorize(result.op.axis[0])
    return tvm.build(schedule, [*inputs, result], target), result.dtype


def ran(tvm, function, *arrays, **options):
    kernel, dtype = compiled(tvm, function, *arrays, **options)
    out = tvm.nd.array(np.zeros(arrays[0].shape, dtype))
    kernel(*[tvm.nd.array(array) for array in arrays], out)
    return out.numpy()


def lowered(tvm, function, target, *dtypes):
    """What LowerIntrin makes of a function of variables for a target that need not be built."""
    tir = tvm.tir
    variables = [tir.Var(f"v{k}", dtype) for k, dtype in enumerate(dtypes)]
    kind = tvm.target.Target({"kind": "cuda", "arch": "sm_70"} if target == "cuda" else target)
    main = tir.PrimFunc(variables, tir.Evaluate(function(*variables))).with_attr("target", kind)
    return tir.transform.LowerIntrin()(tvm.IRModule({"main": main}))["main"].body.value


def called(tvm, name, target, *dtypes):
    """The function of the target that a call becomes, or None where the call stays as it is."""
    made = lowered(tvm, getattr(tvm.tir, name), target, *dtypes)
    if made.op.name == "tir.call_pure_extern":
        return made.args[0].value
    return None if made.op.name == f"tir.{name}" else made.op.name


def warned(run):
    """The result of `run`, and what C++ writes to the standard error meanwhile."""
    with tempfile.TemporaryFile("w+") as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            made = run()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        return made, file.read()


def free(tvm, expression):
    found = []
    tvm.tir.stmt_functor.post_order_visit(expression, lambda node: found.append(node) if isinstance(node, tvm.tir.Var) else None)
    return found[0]


def docstring(tvm, name):
    return getattr(tvm.tir, name).__doc__


# Arithmetic


@proves(NAMES + "add", "布尔数相加还是布尔，两个 True 相加得 False，要计数先转换成整数", versions=NEW)
@proves(NAMES + "div", "布尔数相加还是布尔，两个 True 相加得 False，要计数先转换成整数", versions=OLDEST)
def _(tvm):
    one, other = np.array([True, True, False, False]), np.array([True, False, True, False])
    total = ran(tvm, lambda a, b: a + b, one, other)
    assert total.dtype == bool and total.tolist() == [False, True, True, False]
    assert ran(tvm, lambda a, b: a.astype("int32") + b.astype("int32"), one, other).tolist() == [2, 1, 1, 0]


@proves(NAMES + "truncdiv", "不折叠时是 `Div` 节点，到机器上是一条除法指令，不需要修正")
def _(tvm):
    tir, one = tvm.tir, np.int32([7])
    assert isinstance(lowered(tvm, tir.truncdiv, "llvm", "int32", "int32"), tir.Div)
    assert isinstance(lowered(tvm, tir.floordiv, "llvm", "int32", "int32"), tir.Let)
    count = lambda function, word: compiled(tvm, function, one, one)[0].get_source().count(word)
    assert count(tir.truncdiv, " sdiv ") == 1 and count(tir.truncdiv, " srem ") == 0 and count(tir.floordiv, " srem ") + count(tir.floordiv, " select ") + count(tir.floordiv, " mul ") > 0


@proves(NAMES + "floordiv", "不折叠时是 `FloorDiv` 节点，算术分析的化简规则主要围绕它和 `FloorMod`")
@proves("tvm.te.floordiv", "切分循环、换算下标用它：化简的规则主要围绕 `floordiv` 和 `floormod`")
def _(tvm):
    tir, analyzer = tvm.tir, tvm.arith.Analyzer()
    x, y = tvm.te.var("x"), tvm.te.var("y")
    analyzer.bind(y, tvm.ir.Range(0, 8))
    simple = lambda function: analyzer.simplify(function(x * 8 + y, 8))
    assert isinstance(tir.floordiv(x, y), tir.FloorDiv)
    assert simple(tir.floordiv).same_as(x) and simple(tir.floormod).same_as(y)
    assert isinstance(simple(tir.truncdiv), tir.Div) and isinstance(simple(tir.truncmod), tir.Mod)
    a = tvm.te.placeholder((8, 6), name="A")
    b = tvm.te.compute((6, 8), lambda i, j: a[j, i], name="B")
    schedule = tvm.te.create_schedule(b.op)
    schedule[b].fuse(*b.op.axis)
    kinds = []
    tir.stmt_functor.post_order_visit(tvm.lower(schedule, [a, b])["main"].body, lambda node: kinds.append(type(node)))
    assert tir.FloorDiv in kinds and tir.FloorMod in kinds and tir.Div not in kinds and tir.Mod not in kinds


@proves(NAMES + "fmod", "只有 CUDA、OpenCL、Metal 有")
def _(tvm):
    floats = ("float32", "float32")
    assert [called(tvm, "fmod", target, *floats) for target in ("cuda", "opencl", "metal")] == ["fmodf", "fmod", "fmod"]
    for target in ("llvm", "c", "rocm", "nvptx", "vulkan", "webgpu"):
        assert called(tvm, "fmod", target, *floats) is None, target


@proves(NAMES + "fmod", "CPU 上用 `truncmod`")
@proves("tvm.te.fmod", "CPU 上不能用，改用 `truncmod`")
def _(tvm):
    a, b = np.float32([7.5, -7.5, 7.5, -7.5]), np.float32([2, 2, -2, -2])
    assert ran(tvm, tvm.tir.truncmod, a, b).tolist() == np.fmod(a, b).tolist() == [1.5, -1.5, 1.5, -1.5]
    for target in ("llvm", "c"):
        with raises("TVMError", "tir.fmod"):
            compiled(tvm, tvm.tir.fmod, a, b, target=target)


# Bits and conditions


@proves(NAMES + "popcount", "CUDA 的规则只支持 uint32 和 uint64")
def _(tvm):
    found = {dtype: called(tvm, "popcount", "cuda", dtype) for dtype in ("uint32", "uint64", "int32", "int64", "uint8", "uint16")}
    assert found == {"uint32": "__popc", "uint64": "__popcll", "int32": None, "int64": None, "uint8": None, "uint16": None}


@proves(NAMES + "clz", "`x` 为 0 时没有定义，得到的数每次可能不同：`llvm` 的规则把 `is_zero_undef` 设成真，要先用 `if_then_else` 判断")
def _(tvm):
    tir = tvm.tir
    made = lowered(tvm, tir.clz, "llvm", "int32")
    assert made.op.name == "tir.call_llvm_intrin" and made.args[-1].dtype == "int1" and int(made.args[-1].value) & 1 == 1
    safe = ran(tvm, lambda x: tir.if_then_else(x == 0, 32, tir.clz(x)), np.int32([0, 1, 255, -1]))
    assert safe.tolist() == [32, 31, 24, 0]


@proves(NAMES + "all", "在 `llvm` 上 `And` 的两边都计算，不能靠左边防止右边越界")
def _(tvm):
    tir, arrays = tvm.tir, [np.int32([1])] * 2

    def branches(condition):
        source = compiled(tvm, lambda a, b: tir.if_then_else(condition(a, b), a * 3, 0), *arrays)[0].get_source()
        return source.count("br i1")

    both = branches(lambda a, b: tir.all(a > 0, b > 0))
    nested = branches(lambda a, b: tir.if_then_else(a > 0, b > 0, tir.const(False, "bool")))
    assert both < nested


@proves(NAMES + "if_then_else", "两边都能安全计算时用 `tir.Select`")
@proves("tvm.te.if_then_else", "要能向量化、两支都可以计算时，用 `tir.Select`")
def _(tvm):
    tir, te = tvm.tir, tvm.te

    def body(choose):
        a = te.placeholder((8,), "int32", name="A")
        b = te.compute((8,), lambda i: choose(a[i] > 0, a[i], tir.const(0)), name="B")
        schedule = te.create_schedule(b.op)
        schedule[b].vectorize(b.op.axis[0])
        return tvm.lower(schedule, [a, b])["main"].body

    assert isinstance(body(te.if_then_else), tir.For)
    store = body(tir.Select)
    assert isinstance(store, tir.BufferStore) and store.value.dtype == "int32x8"


@proves(NAMES + "floor", "整数的向下取整除法是 `floordiv`：`floor(a / b)` 里整数的 `/` 会抛出异常")
def _(tvm):
    a, b = tvm.te.var("a"), tvm.te.var("b")
    with raises(RuntimeError, "integer divisions"):
        tvm.tir.floor(a / b)
    assert ran(tvm, tvm.tir.floordiv, np.int32([-7, 7]), np.int32([2, 2])).tolist() == [-4, 3]


# Functions


@proves(NAMES + "round", "CUDA 的 float16 用 `hrint`，也取偶数")
@proves("tvm.te.round", "CUDA 的 float16 是取偶数的 `hrint`")
def _(tvm):
    assert [called(tvm, "round", "cuda", dtype) for dtype in ("float16", "float32", "float64")] == ["hrint", "roundf", "round"]


@proves(NAMES + "exp", "整数在 `tvm.build` 里报错", versions=OLD)
def _(tvm):
    with raises("TVMError", "llvm.exp"):
        compiled(tvm, tvm.tir.exp, np.int32([2]))


@proves(NAMES + "exp2", "没有通用的规则，`llvm`、CUDA、OpenCL、Metal 等各有自己的，`c` 目标没有")
def _(tvm):
    assert {kind: called(tvm, "exp2", kind, "float32") for kind in ("llvm", "cuda", "opencl", "metal", "c")} == {
        "llvm": "tir.call_llvm_pure_intrin",
        "cuda": "exp2f",
        "opencl": "exp2",
        "metal": "exp2",
        "c": None,
    }
    with raises("TVMError", "Unresolved call Op(tir.exp2)"):
        compiled(tvm, tvm.tir.exp2, np.float32([1]), target="c")


@proves(NAMES + "erf", "Metal 与 WebGPU 换成多项式近似 `fast_erf_float_expr`，并打印 `fast_erf will be used instead of erf`", versions=NEW)
@proves(NAMES + "erf", "Metal 换成多项式近似 `fast_erf_float_expr`，并打印 `Metal doesn't have built-in erf function. fast_erf will be used instead.`", versions=OLDEST)
def _(tvm, release):
    oldest = release == "0.10.0"
    words = "Metal doesn't have built-in erf function. fast_erf will be used instead." if oldest else "fast_erf will be used instead of erf"
    for kind in ("metal",) if oldest else ("metal", "webgpu"):
        made, printed = warned(lambda kind=kind: lowered(tvm, tvm.tir.erf, kind, "float32"))
        assert words in printed and isinstance(made, (tvm.tir.Div, tvm.tir.Mul)) and "erf" not in str(made)
    made, _ = warned(lambda: lowered(tvm, tvm.tir.erf, "metal", "float32"))
    near = ran(tvm, lambda x: tvm.tir.stmt_functor.substitute(made, {free(tvm, made): x}), np.float32([-1, 0, 0.5, 2]))
    assert np.allclose(near, [-0.8427008, 0, 0.5204999, 0.9953223], atol=1e-4)
    assert called(tvm, "erf", "c", "float32") == "erff"


@proves(NAMES + "sin", "CUDA 的 float32 用快速版本 `__sinf`")
def _(tvm):
    assert [called(tvm, "sin", "cuda", dtype) for dtype in ("float32", "float64", "float16")] == ["__sinf", "sin", "hsin"]


@proves(NAMES + "asin", "OpenCL、CUDA 没有自己的规则，也拼成 `asinf`")
def _(tvm):
    assert [called(tvm, "asin", kind, "float32") for kind in ("opencl", "cuda")] == ["asinf", "asinf"]
    assert [called(tvm, "sin", kind, "float32") for kind in ("opencl", "cuda")] == ["sin", "__sinf"]


@proves(NAMES + "atan", "要分象限用 `atan2`")
@proves("tvm.te.atan", "要按象限区分用 `tir.atan2`")
def _(tvm):
    tir, y, x = tvm.tir, np.float32([1, 1, -1, -1]), np.float32([1, -1, 1, -1])
    quarter = np.pi / 4
    assert np.allclose(ran(tvm, lambda a, b: tir.atan(a / b), y, x), [quarter, -quarter, -quarter, quarter])
    assert np.allclose(ran(tvm, tir.atan2, y, x), [quarter, 3 * quarter, -quarter, -3 * quarter])


@proves(NAMES + "acosh", "文档字符串误写成 acos")
def _(tvm):
    assert "Take acos of input x" in docstring(tvm, "acosh") and np.allclose(ran(tvm, tvm.tir.acosh, np.float32([2])), np.arccosh(2))


@proves(NAMES + "copysign", "`x2` 是整数时得不到它的符号")
def _(tvm):
    made = lowered(tvm, tvm.tir.copysign, "llvm", "float32", "int32")
    assert made.args[0].value == "copysignf" and made.args[2].dtype == "int32"
    sign = [1, -1, -1, 1, -1, 1, 1, -1]
    assert ran(tvm, tvm.tir.copysign, np.float32([3] * 8), np.int32(sign)).tolist() != [3.0 * one for one in sign]
    assert ran(tvm, tvm.tir.copysign, np.float32([3] * 8), np.float32(sign)).tolist() == [3.0 * one for one in sign]


@proves(NAMES + "ldexp", "写成浮点数时不报错，C 函数从整数寄存器里取到的是无关的值")
def _(tvm):
    made = lowered(tvm, tvm.tir.ldexp, "llvm", "float32", "float32")
    assert made.args[0].value == "ldexpf" and made.args[2].dtype == "float32"
    base = np.float32([1] * 4)
    assert ran(tvm, tvm.tir.ldexp, base, np.int32([3, 5, -1, 0])).tolist() == [8, 32, 0.5, 1]
    assert ran(tvm, tvm.tir.ldexp, base, np.float32([3, 5, -1, 0])).tolist() != [8, 32, 0.5, 1]


# Fixed point

FIXED = NAMES + "q_multiply_shift"


def fixed(tvm, values, y, q, s, **options):
    return ran(tvm, lambda x: tvm.tir.q_multiply_shift(x, y, q, s), values, **options)


def exact(values, y, shift):
    """round(x * y / 2^shift), half up, cut to 32 bits."""
    rounded = [(int(x) * y + (1 << (shift - 1))) >> shift for x in values]
    return [(one + 2**31) % 2**32 - 2**31 for one in rounded]


@proves(FIXED, "文档字符串写的 `round(x*y*2^-s)` 没有算上 `q`，`s` 的符号也反了")
def _(tvm):
    assert "round(x*y*2^-s)" in docstring(tvm, "q_multiply_shift")
    for q, s in ((31, 0), (31, 3), (31, -3), (30, 0)):
        assert fixed(tvm, INTEGERS, 3 << 29, q, s).tolist() == exact(INTEGERS, 3 << 29, q - s)


@proves(FIXED, "`y` 等于 `1 << 30` 时不走 `QMultiplyShift`，当作乘 0.5 直接移位", "第二行的两个乘数只差 1，`q` 为 15 时结果却差 2 的 16 次方倍", versions=NEW)
@proves(FIXED, "`y` 等于 `1 << 30` 时不走 `q_multiply_shift` 的乘法，当作乘 0.5 直接移位", "第二行的两个乘数只差 1，`q` 为 15 时结果却差 2 的 16 次方倍", versions=OLDEST)
def _(tvm):
    tir, half = tvm.tir, 1 << 30
    made = lowered(tvm, lambda x: tir.q_multiply_shift(x, half, 31, 0), "llvm", "int32")
    assert made.op.name == "tir.shift_right" and isinstance(made.args[0], tir.Add) and made.dtype == "int32"
    assert isinstance(lowered(tvm, lambda x: tir.q_multiply_shift(x, half + 1, 31, 0), "llvm", "int32"), tir.Cast)
    assert fixed(tvm, INTEGERS, half, 15, 0).tolist() == fixed(tvm, INTEGERS, half, 31, 0).tolist()
    assert [int(fixed(tvm, INTEGERS, y, 15, 0)[-1]) for y in (half, half + 1)] == [50, 50 * 2**16]


@proves(FIXED, "循环向量化时不报错，结果没有定义")
def _(tvm):
    for s in (1, 40, -31):
        with raises("TVMError"):
            fixed(tvm, INTEGERS, 1 << 30, 31, s)
        fixed(tvm, INTEGERS, 1 << 30, 31, s, vectorized=True)
    assert fixed(tvm, INTEGERS, 1 << 30, 31, 2, vectorized=True).tolist() == (INTEGERS * 2).tolist()


@proves(FIXED, "| `x` | 整数表达式 | 被乘数，先转成 int64 |")
def _(tvm):
    for values in (np.int8([100, -100]), np.uint8([200]), np.int16([32767]), INTEGERS, np.int64([100, 2**33])):
        found = fixed(tvm, values, 3 << 29, 31, 0)
        assert found.dtype == "int32" and found.tolist() == exact(values, 3 << 29, 31)
    assert fixed(tvm, np.int8([100]), 3 << 29, 31, 8).tolist() == [19200]


@proves(FIXED, "| `q` | int32 | `y` 的小数位数，通常 31；`s` 不是负数时 0 会移位 -1，结果没有定义 |")
def _(tvm):
    tir = tvm.tir
    for q in (1, 15, 30, 31):
        assert fixed(tvm, INTEGERS, 12345, q, 0).tolist() == exact(INTEGERS, 12345, q)
    shifts = []
    made = lowered(tvm, lambda x: tir.q_multiply_shift(x, 3 << 29, 0, 0), "llvm", "int32")
    tir.stmt_functor.post_order_visit(made, lambda node: shifts.append(node) if isinstance(node, tir.Call) and node.op.name == "tir.shift_left" and isinstance(node.args[0], tir.IntImm) else None)
    assert [int(tvm.arith.Analyzer().simplify(one.args[1])) for one in shifts] == [-1]
    fixed(tvm, INTEGERS, 3 << 29, 0, 0)


@proves(FIXED, "| `s` | int32 | 正数先左移，负数多右移，限 `q - 63` 到 63（`q` 是 31 时从 -32 起），超出时结果没有定义 |")
def _(tvm):
    tir, big = tvm.tir, np.int32([2**31 - 1, -(2**31), 5, -5])
    for s in (-32, -31, -5):
        assert fixed(tvm, big, 3 << 29, 31, s).tolist() == exact(big, 3 << 29, 31 - s), s
    for s in (8, 40):  # the product is cut to 64 bits before the shift to the right
        wrapped = [(int(x) * 2**s * (3 << 29) + 2**30 + 2**63) % 2**64 - 2**63 >> 31 for x in big]
        assert fixed(tvm, big, 3 << 29, 31, s).tolist() == [(one + 2**31) % 2**32 - 2**31 for one in wrapped], s

    def amounts(s):
        found = []
        made = lowered(tvm, lambda x: tir.q_multiply_shift(x, 3 << 29, 31, s), "llvm", "int32")
        tir.stmt_functor.post_order_visit(made, lambda node: found.append(int(tvm.arith.Analyzer().simplify(node.args[1]))) if isinstance(node, tir.Call) else None)
        return min(found), max(found)

    for s, inside in ((-32, True), (-33, False), (63, True), (64, False)):
        low, high = amounts(s)
        assert (0 <= low and high <= 63) == inside, s
        fixed(tvm, big, 3 << 29, 31, s)


AXIS = NAMES + "q_multiply_shift_per_axis"


@proves(AXIS, "| `x` | 整数表达式 | 被乘数，先转成 int64 |", "| `y` | int32 | 定点的乘数，可以是变量 |", "| `q` | int 常量 | 同上 |", versions=NEW)
def _(tvm):
    per_axis = tvm.tir.q_multiply_shift_per_axis
    values, factors = np.int8([100, -100, 127]), np.int32([3 << 29, 1 << 30, 12345])
    found = ran(tvm, lambda x, y: per_axis(x, y, 8, 0, 31, True, False), values, factors)
    assert found.dtype == "int32" and found.tolist() == [exact([int(x) << 8], int(y), 31)[0] for x, y in zip(values, factors)]
    with raises("TVMError", "bits() == 32"):
        ran(tvm, lambda x, y: per_axis(x, y, 0, 0, 31, False, False), INTEGERS, INTEGERS.astype("int64"))
    for q in (15, 31):
        assert ran(tvm, lambda x, q=q: per_axis(x, 12345, 0, 0, q, False, False), INTEGERS).tolist() == exact(INTEGERS, 12345, q)
