"""Probes of docs/reference/api/python/topi.md: element by element, casts, fixed point, arithmetic."""

import functools
import math
import re
import warnings

import numpy as np
from probes import check_error, proves, proves_check, raises

warnings.simplefilter("ignore")
np.seterr(all="ignore")

RNG = np.random.default_rng(0)
TOPI = "tvm.topi."
OLD, NEW = ("0.10.0",), ("0.12.0", "0.13.0")


def each(names, *quotes, versions=None):
    """Registers function(tvm, name) for each name, which may be the keys of a dict with quotes of their own."""

    def register(function):
        for name in names:
            probe = functools.wraps(function)(lambda tvm, *_, name=name: function(tvm, name))
            proves(TOPI + name, *quotes, *(names[name] if isinstance(names, dict) else ()), versions=versions)(probe)
        return function

    return register


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def build(tvm, op, *arrays, vectorize=False, target="llvm -opt-level=0"):
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    out = op(*inputs)
    schedule = tvm.te.create_schedule(out.op)
    if vectorize:
        schedule[out].vectorize(schedule[out].op.axis[-1])
    return tvm.build(schedule, [*inputs, out], target), out


def run(tvm, op, *arrays, **more):
    function, out = build(tvm, op, *arrays, **more)
    result = tvm.nd.array(np.zeros(shape(out), out.dtype))
    function(*map(tvm.nd.array, arrays), result)
    return result.numpy()


def run_each(tvm, op, *arrays):
    """What a function of one tensor gives on each array, in one module."""
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    outs = [op(x) for x in inputs]
    kernel = tvm.build(tvm.te.create_schedule([out.op for out in outs]), [*inputs, *outs], "llvm -opt-level=0")
    results = [tvm.nd.array(np.zeros(shape(out), out.dtype)) for out in outs]
    kernel(*map(tvm.nd.array, arrays), *results)
    return [result.numpy() for result in results]


def op_of(tvm, name):
    return getattr(tvm.topi, name)


def source(tvm, name, dtype="float32", kind="ll", vectorize=True):
    """The code of a loop over 8 elements, vectorized."""
    return build(tvm, op_of(tvm, name), np.zeros(8, dtype), vectorize=vectorize, target="llvm")[0].get_source(kind)


def nodes(tvm, expression):
    """The classes of the nodes of an expression and the names of what it calls."""
    found = set()

    def visit(node):
        found.add(type(node).__name__)
        if isinstance(node, tvm.tir.Call):
            found.add(node.op.name)

    tvm.tir.stmt_functor.post_order_visit(tvm.tir.Evaluate(expression), visit)
    return found


def f32(*values):
    return np.array(values, "float32")


def near(left, right, tolerance=1e-5):
    return np.allclose(left.astype("float64"), right.astype("float64"), rtol=tolerance, atol=tolerance, equal_nan=True)


# What one tensor becomes

FLOATS = {
    "exp": np.exp, "log": np.log, "log2": np.log2, "log10": np.log10, "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x), "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "sin": np.sin, "cos": np.cos,
    "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
}
LIBRARY = {
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh,
    "acosh": lambda x: np.arccosh(1 + x), "atanh": np.arctanh, "erf": np.vectorize(math.erf, otypes=[float]),
}
ROUNDING = {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "identity": np.copy, "round": lambda x: np.trunc(x + np.copysign(0.5, x))}
SIGNED = {"negative": np.negative, "sign": np.sign}
JUDGES = {"isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite}
FAST = {"fast_exp": np.exp, "fast_tanh": np.tanh, "fast_erf": np.vectorize(math.erf, otypes=[float])}
ALL = {**FLOATS, **LIBRARY, **ROUNDING, **SIGNED, **FAST, "abs": np.abs}
INTEGERS = ("int8", "int32", "int64", "uint8", "uint32")

ROWS = {
    **{n: "`sin`、`cos`、`tan`、`sinh`、`cosh`、`tanh` | 可以 | 可以 | 报错 | 报错 |" for n in FLOATS},
    **{n: "`atanh`、`erf` | 报错 | 可以 | 报错 | 报错 |" for n in LIBRARY},
    **{n: "`trunc`、`identity` | 可以 | 可以 | 原样 | 原样 |" for n in ROUNDING},
    **{n: "`negative`、`sign` | 可以 | 可以 | 有符号可以，无符号报错 | 报错 |" for n in SIGNED},
    **{n: "`isnan`、`isinf`、`isfinite` | 可以 | 可以 | 常数 | 常数 |" for n in JUDGES},
    "fast_exp": "`fast_exp`、`fast_tanh` | 同 `exp`、`tanh` | float32 用近似 | 报错 | 报错 |",
    "fast_tanh": "`fast_exp`、`fast_tanh` | 同 `exp`、`tanh` | float32 用近似 | 报错 | 报错 |",
    "fast_erf": "`fast_erf` | 用近似 | float32 用近似 | 报错 | 报错 |",
    "abs": "`abs` | 可以 | 可以 | 可以 | 原样 |",
}


def argument(name):
    x = RNG.uniform(-0.9, 0.9, (2, 3))
    x = np.abs(x) + 0.01 if name in ("log", "log2", "log10", "sqrt", "rsqrt") else x * (3 if name in ROUNDING else 1)
    return x


@each({name: (row,) for name, row in ROWS.items()}, "函数不转换类型", "返回同样形状的张量", "空张量和零维张量都可以", "逐元素函数")
def _(tvm, name):
    op = op_of(tvm, name)
    kinds = []
    for dtype in ("float16", "float32", "float64", *INTEGERS, "bool"):
        integer, boolean = dtype in INTEGERS, dtype == "bool"
        if (
            (name in LIBRARY and dtype == "float16")
            or (name in {**FLOATS, **LIBRARY, **FAST} and (integer or boolean))
            or (name in SIGNED and (boolean or dtype.startswith("u")))
        ):
            if dtype in ("float16", "int32", "uint8", "bool"):
                with raises("TVMError"):
                    build(tvm, op, np.zeros((2, 3), dtype))
            continue
        kinds.append(dtype)
    arrays = [(np.array([[0, 1, 5], [3, 1, 0]]) if k in INTEGERS or k == "bool" else argument(name)).astype(k) for k in kinds]
    one = np.float32(1 if name == "acosh" else 0.5)
    sizes = [(), (0,), (2, 0, 3), (1, 2, 3, 1)]
    arrays = [a + 1 if name == "acosh" else a for a in arrays] + [np.full(size, one) for size in sizes]
    outs = run_each(tvm, op, *arrays)
    assert [out.shape for out in outs] == [a.shape for a in arrays]
    assert op(tensor(tvm, 2, 3)).op.tag == tvm.topi.tag.ELEMWISE
    for dtype, values, out in zip([*kinds, *["float32"] * 4], arrays, outs):
        if name in JUDGES:
            assert out.dtype == bool and np.array_equal(out, JUDGES[name](values))
            continue
        same = dtype in INTEGERS or dtype == "bool"
        want = values if same and name not in SIGNED else ALL[name](values - 1 if name == "acosh" else values)
        tolerance = {"float16": 6e-2 if name == "fast_erf" else 4e-3, "float32": 2e-5, "float64": 1e-12}.get(dtype, 0)
        assert out.dtype == dtype, (dtype, out.dtype)
        assert out.size == 0 or near(out, np.asarray(want), tolerance), (dtype, out, want)


@each(list(FLOATS), "有 LLVM 内建函数的报 `Cannot find intrinsic declaration, possible type mismatch`")
def _(tvm, name):
    assert op_of(tvm, name)(tensor(tvm, 2, dtype="int32")).dtype == "int32"
    if name in ("exp", "log", "log2", "log10", "sqrt", "sin", "cos"):
        with raises("TVMError", "Cannot find intrinsic declaration, possible type mismatch"):
            build(tvm, op_of(tvm, name), np.zeros(2, "int32"))
    # What is expanded either reaches such a function or fails at a constant.


@each(list(LIBRARY), "靠 C 库的（表的第二行）报 `unknown intrinsic Op(tir.…)`")
def _(tvm, name):
    for dtype in ("float16", "int32"):
        with raises("TVMError", f"unknown intrinsic Op(tir.{name})"):
            build(tvm, op_of(tvm, name), np.zeros(2, dtype))


@each(list(SIGNED), "`negative` 和 `sign` 的报错在定义时出现，信息是 `cannot make uint from negative value`")
def _(tvm, name):
    for dtype in ("uint8", "bool", "uint32"):
        with raises("TVMError", "cannot make uint from negative value"):
            op_of(tvm, name)(tensor(tvm, 2, dtype=dtype))


@each(list(ROWS), "NumPy 数组抛出 `TypeError`", "标量的版本在 `te` 里，`te.exp` 反过来不接受张量")
def _(tvm, name):
    op = op_of(tvm, name)
    with raises(TypeError):
        op(np.zeros(2, "float32"))
    for wrong in (1.5, tvm.tir.Var("v", "float32")):
        with raises(Exception):
            op(wrong)
    with raises(Exception):
        tvm.te.exp(tensor(tvm, 2))


@proves(TOPI + "exp", "成为 TIR 的 `tir.exp`", "float16 从 11.09 起、float32 从 88.73 起得到无穷", "自然指数")
def _(tvm):
    assert tvm.topi.exp(tensor(tvm, 2)).op.body[0].op.name == "tir.exp"
    half = np.array([11.08, 11.09, 12], "float16")
    assert np.isinf(run(tvm, tvm.topi.exp, half)).tolist() == [False, True, True]
    assert np.isinf(run(tvm, tvm.topi.exp, f32(88.72, 88.73, 100))).tolist() == [False, True, True]


@proves(TOPI + "log", "0 得负无穷，负数得 NaN")
@proves(TOPI + "log10", "常用对数，0 和负数的结果与 `log` 相同")
def _(tvm):
    for name in ("log", "log10"):
        out = run(tvm, op_of(tvm, name), f32(0, -0.0, -1, 1))
        assert np.isneginf(out[:2]).all() and np.isnan(out[2]) and out[3] == 0


@proves(TOPI + "log", "`log1p` 没有 TOPI 版本，要在 `te.compute` 里写 `tir.log1p`")
def _(tvm):
    assert not hasattr(tvm.topi, "log1p")
    out = run(tvm, lambda x: tvm.te.compute(x.shape, lambda *i: tvm.tir.log1p(x(*i))), f32(1e-8, 1))
    assert near(out, np.log1p([1e-8, 1]), 1e-7)


@proves(TOPI + "log2", "在 `llvm` 上是 LLVM 的 `llvm.log2`，不经过自然对数")
def _(tvm):
    code = source(tvm, "log2")
    assert "llvm.log2" in code and "llvm.log." not in code


@proves(TOPI + "sqrt", "负数得 NaN，-0 仍是 -0")
def _(tvm):
    out = run(tvm, tvm.topi.sqrt, f32(-1, -0.0, 4))
    assert np.isnan(out[0]) and out[1] == 0 and np.signbit(out[1]) and out[2] == 2


@proves(TOPI + "rsqrt", "下降时展开成 `1 / sqrt(x)`，不使用近似指令", "0 得正无穷，-0 得负无穷")
def _(tvm):
    assert run(tvm, tvm.topi.rsqrt, f32(0, -0.0)).tolist() == [np.inf, -np.inf]
    code = source(tvm, "rsqrt")
    assert "llvm.sqrt" in code and "fdiv" in code
    assert "rsqrt" not in source(tvm, "rsqrt", kind="asm").replace("tvm_rsqrt", "")


@proves(TOPI + "sigmoid", "展开成 `1 / (1 + exp(-x))`", "float16 的 `exp` 先溢出，所以 -11.1 以下得 0，而真值 1.5e-5 是 float16 能表示的")
def _(tvm):
    code = source(tvm, "sigmoid")
    assert "llvm.exp." in code and "fdiv" in code and "fadd" in code
    assert run(tvm, tvm.topi.sigmoid, np.array([-11.1, -20], "float16")).tolist() == [0, 0]
    assert run(tvm, tvm.topi.sigmoid, np.array([-11], "float16"))[0] > 0
    true = 1 / (1 + np.exp(11.1))
    assert np.float16(true) > 0 and 1.45e-5 < true < 1.55e-5


@proves(TOPI + "sigmoid", "`tir.sigmoid` 没有标为可以向量化，向量化的循环在 TIR 里退回逐个元素", versions=OLD)
def _(tvm):
    out = tvm.topi.sigmoid(tensor(tvm, 8))
    schedule = tvm.te.create_schedule(out.op)
    schedule[out].vectorize(out.op.axis[0])
    text = str(tvm.lower(schedule, [out.op.input_tensors[0], out]))
    assert "for" in text and "x8" not in text and "ramp" not in text
    other = tvm.topi.exp(tensor(tvm, 8))
    schedule = tvm.te.create_schedule(other.op)
    schedule[other].vectorize(other.op.axis[0])
    assert "ramp" in str(tvm.lower(schedule, [other.op.input_tensors[0], other]))


@proves(TOPI + "sin", "自变量是弧度", "无穷得 NaN")
@proves(TOPI + "cos", "0 得 1，无穷同样得 NaN")
def _(tvm):
    for name in ("sin", "cos"):
        out = run(tvm, op_of(tvm, name), f32(np.inf, -np.inf, np.pi / 2, 0))
        assert np.isnan(out[:2]).all() and near(out[2:], np.array([1, 0] if name == "sin" else [0, 1]))


@proves(TOPI + "tan", "`llvm` 上展开成 `sin(x) / cos(x)`，所以能够向量化")
def _(tvm):
    code = source(tvm, "tan")
    assert "llvm.sin.v" in code and "llvm.cos.v" in code and "@tan" not in code


@each({
    "asin": ("[-1, 1] 以外得 NaN", "反三角、反双曲六个函数调用 C 库的 `asinf` 等，向量化的循环退回逐个元素调用"),
    "acos": ("1 得 0，-1 得 π；定义域与 `asin` 相同",),
    "atan": ("正负无穷得 ±π/2",),
    "asinh": ("全体实数都有定义，无穷得同号的无穷",),
    "acosh": ("小于 1 的输入得 NaN，1 得 0",),
    "atanh": ("±1 得 ±inf，绝对值更大得 NaN",),
})
def _(tvm, name):
    code = source(tvm, name)
    assert f"call float @{name}f(float" in code and "x float> @a" not in code
    call = lambda *values: run(tvm, op_of(tvm, name), f32(*values))
    if name in ("asin", "acos"):
        assert np.isnan(call(1.001, -1.001, np.inf)).all() and np.isfinite(call(1, -1)).all()
    if name == "acos":
        assert near(call(1, -1), np.array([0, np.pi]))
    if name == "atan":
        assert near(call(np.inf, -np.inf), np.array([np.pi / 2, -np.pi / 2]))
    if name == "asinh":
        assert call(np.inf, -np.inf).tolist() == [np.inf, -np.inf] and np.isfinite(call(-1e30, 1e30, 0)).all()
    if name == "acosh":
        assert np.isnan(call(0.999, -5)).all() and call(1)[0] == 0
    if name == "atanh":
        assert call(1, -1).tolist() == [np.inf, -np.inf] and np.isnan(call(1.5, -2)).all()


@proves(TOPI + "atan", "两个自变量的 `atan2` 没有 TOPI 版本，要写 `tir.atan2`")
def _(tvm):
    assert not hasattr(tvm.topi, "atan2")
    atan2 = lambda a, b: tvm.te.compute(a.shape, lambda *i: tvm.tir.atan2(a(*i), b(*i)))
    assert near(run(tvm, atan2, f32(1, -1), f32(-1, -1)), np.arctan2([1, -1], [-1, -1]))


@proves(TOPI + "sinh", "`llvm` 上展开成 `(exp(x) - exp(-x)) / 2`", "靠近 0 时两项相消，float32 的 1e-8 得 0")
@proves(TOPI + "cosh", "由两个指数相加得到，没有相消的问题")
@proves(TOPI + "tanh", "按符号在两个式子里选一个，大的输入不会变成 NaN", "绝对值很小时 `1 - exp(-2x)` 相消，float32 的 1e-8 也得 0")
def _(tvm):
    assert run(tvm, tvm.topi.sinh, f32(1e-8))[0] == 0 and run(tvm, tvm.topi.tanh, f32(1e-8))[0] == 0
    assert run(tvm, tvm.topi.tanh, f32(1e4, -1e4, np.inf)).tolist() == [1, -1, 1]
    x = np.linspace(-20, 20, 101).astype("float32")
    assert np.allclose(run(tvm, tvm.topi.cosh, x), np.cosh(x.astype("float64")), rtol=1e-5, atol=0)
    for name, sign in (("sinh", "fsub"), ("cosh", "fadd")):
        code = source(tvm, name)
        assert code.count("call <8 x float> @llvm.exp.") + code.count("call <4 x float> @llvm.exp.") in (2, 4) and sign in code
        assert f"@{name}" not in code


# Errors and approximations


@proves(TOPI + "erf", "`llvm` 上调用 C 库的 `erff`、`erf`")
def _(tvm):
    assert "@erff(float" in source(tvm, "erf") and "@erf(double" in source(tvm, "erf", "float64")


def lowered_erf(tvm, target):
    out = tvm.topi.erf(tensor(tvm, 8))
    module = tvm.lower(tvm.te.create_schedule(out.op), [out.op.input_tensors[0], out])
    module = tvm.tir.transform.Apply(lambda f: f.with_attr("target", tvm.target.Target(target)))(module)
    return str(tvm.tir.transform.LowerIntrin()(module)["main"])


@proves(TOPI + "erf", "Metal 和 WebGPU 没有这个函数，自动换成 `fast_erf` 的多项式", versions=NEW)
def _(tvm):
    for target in ("metal", "webgpu"):
        text = lowered_erf(tvm, target)
        assert "erf(" not in text and "T.max" in text or "max(" in text
    assert "erf" in lowered_erf(tvm, "llvm")


@proves(TOPI + "erf", "Metal 没有这个函数，自动换成 `fast_erf` 的多项式", versions=OLD)
def _(tvm):
    assert "max(" in lowered_erf(tvm, "metal") and "max(" not in lowered_erf(tvm, "webgpu")


@proves(TOPI + "erf_legalize", "默认返回 `None`，即不改", "float32 以外的类型返回「转成 float32、求 `erf`、再转回」的表达式", "目标的键里有 `cpu` 时", "`attrs` | `tvm.ir.Attrs` | 不使用", "`inputs` | 列表 | `erf` 的实参，Relay 表达式", "`types` | 列表 | 实参的类型，读第一个的 `dtype`")
def _(tvm):
    relay, legalize = tvm.relay, tvm.topi.math.erf_legalize
    for dtype in ("float32", "float16", "float64", "int32"):
        x = relay.var("x", shape=(2,), dtype=dtype)
        types = [relay.TensorType((2,), dtype), relay.TensorType((9,), "int8")]
        assert legalize(None, [x], types) is None
        with tvm.target.Target("nvidia/geforce-gtx-1080-ti"):
            assert legalize(None, [x], types) is None
        with tvm.target.Target("llvm"):
            out = legalize(None, [x], types)
        if dtype == "float32":
            assert out is None
        else:
            want = relay.cast(relay.erf(relay.cast(x, "float32")), dtype)
            assert tvm.ir.structural_equal(out, want, map_free_vars=True)


@proves(TOPI + "erf_legalize", "Relay 的 `erf` 因此支持 float16 和整数，而 `topi.erf` 不支持；优化级别 0 不执行 `Legalize`，就都不支持", "代价是 float64 也先降到 float32，精度比 `topi.erf` 低")
def _(tvm):
    relay = tvm.relay

    def evaluate(value, level=3):
        module = tvm.IRModule.from_expr(relay.erf(relay.var("x", shape=value.shape, dtype=str(value.dtype))))
        with tvm.transform.PassContext(opt_level=level):
            return relay.create_executor("graph", module, tvm.cpu(), "llvm").evaluate()(value).numpy()

    for dtype in ("float16", "int32"):
        assert evaluate(np.array([0, 1], dtype)).dtype == dtype
        with raises("TVMError"):
            build(tvm, tvm.topi.erf, np.array([0, 1], dtype))
        with raises("TVMError"):
            evaluate(np.array([0, 1], dtype), level=0)
    half = np.array([0.5])
    assert abs(run(tvm, tvm.topi.erf, half)[0] - math.erf(0.5)) < 1e-15
    assert 1e-10 < abs(evaluate(half)[0] - math.erf(0.5)) < 1e-6


@proves(TOPI + "fast_exp", "`fast_exp` | float32 | ±88.376 | 相对约 4.1e-6（±80 内） | NaN |", "88.377 起得无穷（`exp` 是 88.73），-87.7 以下得 0（`exp` 还有非规格化数）")
def _(tvm):
    x = np.linspace(-80, 80, 2**18 + 1).astype("float32")
    error = np.abs(run(tvm, tvm.topi.fast_exp, x) / np.exp(x.astype("float64")) - 1).max()
    assert 3.5e-6 < error < 4.2e-6, error
    assert np.isnan(run(tvm, tvm.topi.fast_exp, f32(np.nan))[0])
    edge = f32(88.37, 88.377, -87.7, -87.6, -88)
    fast, full = run(tvm, tvm.topi.fast_exp, edge), run(tvm, tvm.topi.exp, edge)
    assert np.isinf(fast).tolist() == [False, True, False, False, False] and np.isfinite(full).all()
    assert (fast[2:] == 0).tolist() == [True, False, True] and (full[2:] > 0).all()


@proves(TOPI + "fast_tanh", "`fast_tanh` | float32 | ±9 | 绝对约 4.1e-7 | NaN |", "很小的输入比 `tanh` 准，两端可能略大于 1，例如 1.0000001")
def _(tvm):
    x = np.linspace(-20, 20, 2**18 + 1).astype("float32")
    out = run(tvm, tvm.topi.fast_tanh, x)
    error = np.abs(out - np.tanh(x.astype("float64"))).max()
    assert 3e-7 < error < 4.2e-7, error
    assert np.isnan(run(tvm, tvm.topi.fast_tanh, f32(np.nan))[0]) and out.max() > 1
    assert len(set(out[x > 9].tolist())) == 1
    tiny = f32(1e-8)
    assert np.allclose(run(tvm, tvm.topi.fast_tanh, tiny), tiny, rtol=1e-3, atol=0) and run(tvm, tvm.topi.tanh, tiny)[0] == 0


@proves(TOPI + "fast_erf", "`fast_erf` | float32、float16 | ±4 | 绝对约 4.7e-7；float16 约 0.04 | 最大值，不是 NaN |", "float64 仍调用 `erf`", "float16 也走近似，3 得 1.01，无穷得 1.04", "NaN 被截断成上界，结果不再是 NaN")
def _(tvm):
    x = np.linspace(0, 4.2, 2**17 + 1).astype("float32")
    want = np.vectorize(math.erf, otypes=[float])(x.astype("float64"))
    error = np.abs(run(tvm, tvm.topi.fast_erf, x) - want).max()
    assert 4e-7 < error < 5e-7, error
    half = x.astype("float16")
    error = np.abs(run(tvm, tvm.topi.fast_erf, half).astype("float64") - np.vectorize(math.erf, otypes=[float])(half.astype("float64"))).max()
    assert 0.03 < error < 0.05, error
    assert run(tvm, tvm.topi.fast_erf, np.array([3, np.inf], "float16")).astype("float32").round(2).tolist() == [np.float32(1.01), np.float32(1.04)]
    out = run(tvm, tvm.topi.fast_erf, f32(np.nan, np.inf))
    assert out[0] == out[1]
    assert "@erf(double" in source(tvm, "fast_erf", "float64") and "erf" not in source(tvm, "fast_erf").replace("fast_erf", "")


@each(list(FAST), "三个 `fast_` 函数用多项式代替库函数，不调用函数", "Relay 在 `opt_level=4` 时由 `FastMath` 把 `exp`、`tanh`、`erf` 换成它们")
def _(tvm, name):
    code = source(tvm, name)
    assert "llvm.exp." not in code and "@tanh" not in code and "@erff" not in code
    relay, plain = tvm.relay, name[len("fast_"):]
    module = tvm.IRModule.from_expr(getattr(relay, plain)(relay.var("x", shape=(8,), dtype="float32")))
    for level, found in ((3, False), (4, True)):
        with tvm.transform.PassContext(opt_level=level):
            optimized, _ = relay.optimize(module, "llvm")
        assert (name in str(optimized)) == found, (level, str(optimized))


@each(list(FAST), "`fast_tanh`、`fast_erf` 在 TIR 里就能向量化；`fast_exp` 含 `reinterpret`，向量化的循环在 TIR 里退回标量")
def _(tvm, name):
    x = tensor(tvm, 8)
    out = op_of(tvm, name)(x)
    schedule = tvm.te.create_schedule(out.op)
    schedule[out].vectorize(out.op.axis[0])
    for stage in schedule.stages:
        if isinstance(stage.op, tvm.te.ComputeOp) and stage.op != out.op:  # fast_tanh clamps first
            stage.compute_inline()
    text = str(tvm.lower(schedule, [x, out])["main"])
    assert ("for " in text or "T.serial" in text or "range(8)" in text) == (name == "fast_exp"), text


# Rounding and signs


@proves(TOPI + "floor", "-0.5 得 -1；浮点输入的结果仍是浮点")
@proves(TOPI + "ceil", "-0.5 得 -0，符号位留着")
@proves(TOPI + "trunc", "去掉小数部分，即向零取整")
@proves(TOPI + "round", "四舍五入，`llvm` 上正好一半时远离零，与 NumPy 的逢半取偶不同")
def _(tvm):
    halves = f32(-2.5, -0.5, 0.5, 1.5, 2.5)
    for name, want in (("floor", [-3, -1, 0, 1, 2]), ("ceil", [-2, 0, 1, 2, 3]), ("trunc", [-2, 0, 0, 1, 2]), ("round", [-3, -1, 1, 2, 3])):
        for dtype in ("float16", "float32", "float64"):
            out = run(tvm, op_of(tvm, name), halves.astype(dtype))
            assert out.dtype == dtype and out.tolist() == want, (name, out)
    assert np.signbit(run(tvm, tvm.topi.ceil, halves)[1]) and np.round(0.5) == 0


@proves(TOPI + "round", "标量常量也例外：`te.round` 对常量立即折叠，按逢半取偶")
def _(tvm):
    assert [tvm.te.round(tvm.tir.const(v, "float32")).value for v in (0.5, 1.5, 2.5)] == [0, 2, 2]


@proves(TOPI + "round", "CUDA 的 float16 生成的是逢半取偶的 `hrint`")
def _(tvm):
    out = tvm.topi.round(tensor(tvm, 8, dtype="float16"))
    module = tvm.lower(tvm.te.create_schedule(out.op), [out.op.input_tensors[0], out])
    module = tvm.tir.transform.Apply(lambda f: f.with_attr("target", tvm.target.Target("nvidia/geforce-gtx-1080-ti")))(module)
    assert "hrint" in str(tvm.tir.transform.LowerIntrin()(module)["main"])


@proves(TOPI + "abs", "有符号整数展开成 `Select(x >= 0, x, -x)`，int8 的 -128 仍是 -128", "无符号数和 bool 原样返回")
def _(tvm):
    tir, out = tvm.tir, tvm.topi.abs(tensor(tvm, 2, dtype="int8"))
    assert isinstance(out.op.body[0], tir.Select) and isinstance(out.op.body[0].condition, tir.GE)
    assert run(tvm, tvm.topi.abs, np.array([-128, -3, 4], "int8")).tolist() == [-128, 3, 4]
    for dtype in ("uint8", "bool"):
        assert isinstance(tvm.topi.abs(tensor(tvm, 2, dtype=dtype)).op.body[0], tir.ProducerLoad)


@proves(TOPI + "negative", "写成乘以 -1", "这里无符号数报错，0.0 得 -0.0", "Relay 的 `negative` 是另一份实现 `0 - x`，uint8 能编译并且回绕，0.0 得 0.0")
def _(tvm):
    body = tvm.topi.negative(tensor(tvm, 2)).op.body[0]
    assert isinstance(body, tvm.tir.Mul) and body.b.value == -1
    assert np.signbit(run(tvm, tvm.topi.negative, f32(0))[0])
    relay = tvm.relay

    def evaluate(value):
        module = tvm.IRModule.from_expr(relay.negative(relay.var("x", shape=value.shape, dtype=str(value.dtype))))
        return relay.create_executor("graph", module, tvm.cpu(), "llvm").evaluate()(value).numpy()

    assert evaluate(np.array([1, 0], "uint8")).tolist() == [255, 0] and not np.signbit(evaluate(f32(0))[0])


@proves(TOPI + "sign", "负数得 -1，正数得 1，其余得 0；NaN 也得 0，与 NumPy 不同")
def _(tvm):
    assert run(tvm, tvm.topi.sign, f32(-2, 3, 0, -0.0, np.nan, np.inf)).tolist() == [-1, 1, 0, 0, 0, 1] and np.isnan(np.sign(np.nan))


@proves(TOPI + "identity", "原样复制到新的张量")
def _(tvm):
    x = f32(np.nan, -0.0, 1)
    out = run(tvm, tvm.topi.identity, x)
    assert out.tobytes() == x.tobytes() and isinstance(tvm.topi.identity(tensor(tvm, 2)).op, tvm.te.ComputeOp)


@each(list(JUDGES), "返回同样形状的 bool `te.Tensor`", "整数和 bool 的输入得到常数，不读内容：`isnan`、`isinf` 是 False，`isfinite` 是 True", "bfloat16 的输入在定义时报 `Data type bfloat16 not supported`")
def _(tvm, name):
    for dtype in ("int8", "uint64", "bool"):
        out = op_of(tvm, name)(tensor(tvm, 2, dtype=dtype))
        assert out.dtype == "bool" and bool(out.op.body[0].value) == (name == "isfinite")
    with raises("TVMError", "Data type bfloat16 not supported"):
        op_of(tvm, name)(tensor(tvm, 2, dtype="bfloat16"))


@proves(TOPI + "isnan", "float16 先转成 float32 再判断", "是不是 NaN")
@proves(TOPI + "isinf", "是不是正负无穷，写成 `abs(x) == inf` 并且不是 NaN")
@proves(TOPI + "isfinite", "既不是无穷也不是 NaN，即 `isinf` 与 `isnan` 都为假")
def _(tvm):
    values = [np.nan, np.inf, -np.inf, 0, -1]
    for dtype in ("float16", "float32", "float64"):
        x = np.array(values, dtype)
        for name, judge in JUDGES.items():
            assert np.array_equal(run(tvm, op_of(tvm, name), x), judge(x))
    found = lambda name, dtype: nodes(tvm, op_of(tvm, name)(tensor(tvm, 2, dtype=dtype)).op.body[0])
    assert "Cast" in found("isnan", "float16") and "Cast" not in found("isnan", "float32")
    assert {"tir.fabs", "tir.isnan", "EQ", "And", "Not"} <= found("isinf", "float32")


@proves(TOPI + "isfinite", "常用来在除法、对数之后挑出能用的元素，如 `topi.where(topi.isfinite(x), x, zeros)`")
def _(tvm):
    topi = tvm.topi
    out = run(tvm, lambda x: topi.where(topi.isfinite(x), x, topi.full_like(x, 0.0)), f32(np.nan, -np.inf, 2))
    assert out.tolist() == [0, 0, 2]


def relay_run(tvm, call, *values):
    """What a Relay call gives on arrays."""
    relay = tvm.relay
    given = [relay.var(f"x{k}", shape=v.shape, dtype=str(v.dtype)) for k, v in enumerate(values)]
    module = tvm.IRModule.from_expr(relay.Function(given, call(*given)))
    return relay.create_executor("graph", module, tvm.cpu(), "llvm").evaluate()(*values).numpy()


# Limits, casts, constants


@proves(TOPI + "clip", "把元素限制在 `[a_min, a_max]` 以内，类型不变", "`x` | `te.Tensor` | 输入 |", "先转成 `x` 的类型，整数类型截去小数", "`a_min` 大于 `a_max` 时结果全是 `a_min`，NaN 得 `a_max`")
def _(tvm):
    clip = lambda x, low, high: run(tvm, lambda t: tvm.topi.clip(t, low, high), x)
    for dtype in ("float16", "float32", "float64", "int8", "int32", "uint8"):
        x = np.array([0, 3, 9], dtype)
        out = clip(x, 2, 5)
        assert out.dtype == dtype and out.tolist() == [2, 3, 5]
    assert clip(np.array([-3, 0, 3], "int32"), -1.5, 1.9).tolist() == [-1, 0, 1]
    assert clip(f32(-5, 0, 5), 3, -3).tolist() == [3, 3, 3]
    assert clip(f32(np.nan), -1, 1)[0] == 1
    assert clip(f32(2), np.float32(3), np.int64(4))[0] == 3


@proves(TOPI + "clip", "表达式可以是变量或零维张量的元素 `B()`", "`a_min`、`a_max` | 数或 `PrimExpr`", versions=NEW)
def _(tvm):
    te = tvm.te
    x, b, n = te.placeholder((3,), "int32"), te.placeholder((), "float32"), te.var("n")
    out = tvm.topi.clip(x, b(), n)
    result = tvm.nd.array(np.zeros(3, "int32"))
    tvm.build(te.create_schedule(out.op), [x, b, n, out], "llvm")(tvm.nd.array(np.array([-9, 0, 9], "int32")), tvm.nd.array(np.float32(-1.5)), 4, result)
    assert result.numpy().tolist() == [-1, 0, 4]


@proves(TOPI + "clip", "界限不能是 `None` 或张量，报 `only accept int or float`", versions=NEW)
@proves(TOPI + "clip", "界限不能是表达式，变量和 `tir.const` 的结果也不行；它与 `None`、张量一样报 `only accept int or float`", "`a_min`、`a_max` | Python 或 NumPy 的数", versions=OLD)
def _(tvm, release):
    wrong = [None, tensor(tvm, 3)]
    if release == "0.10.0":
        wrong += [tvm.te.var("n"), tvm.tir.const(1, "float32"), tensor(tvm)()]
    for one in wrong:
        with raises(Exception, "only accept int or float"):
            tvm.topi.clip(tensor(tvm, 3), one, 5)


@proves(TOPI + "clip", "数超出类型的范围在定义时报错，例如 uint8 的 -1", "Relay 的 `clip` 编译时也报错")
def _(tvm):
    for dtype, low, high in (("uint8", -1, 10), ("int8", 0, 1000), ("uint8", 0, 256)):
        with raises("TVMError"):
            tvm.topi.clip(tensor(tvm, 3, dtype=dtype), low, high)
    x = np.array([0, 100, 255], "uint8")
    with raises("TVMError"):
        relay_run(tvm, lambda t: tvm.relay.clip(t, -1.0, 10.0), x)


@proves(TOPI + "clip", "除非两个界限都盖过类型的范围，这时它被去掉", versions=("0.13.0",))
def _(tvm):
    x = np.array([0, 100, 255], "uint8")
    assert relay_run(tvm, lambda t: tvm.relay.clip(t, -1.0, 1000.0), x).tolist() == [0, 100, 255]
    module = tvm.IRModule.from_expr(tvm.relay.clip(tvm.relay.var("x", shape=(3,), dtype="uint8"), -1.0, 1000.0))
    assert "clip" not in str(tvm.relay.optimize(module, "llvm")[0])


@proves(TOPI + "cast", "转换数据类型；`x` 是表达式或 Python 的数时返回表达式", "`x` | `te.Tensor`、`PrimExpr` 或数 | 输入 |", "目标类型；未知的名称报 `unknown type`", "Python 的数超出范围则抛出异常，例如 `topi.cast(300, \"int8\")`")
def _(tvm):
    cast = tvm.topi.cast
    assert cast(tvm.te.var("n"), "float32").dtype == "float32" and cast(2.7, "int32").value == 2
    assert isinstance(cast(tensor(tvm, 2), "int8"), tvm.te.Tensor)
    with raises(Exception, "unknown type"):
        cast(tensor(tvm, 2), "integer")
    with raises("TVMError"):
        cast(300, "int8")


@proves(TOPI + "cast", "源代码的位置；`x` 是张量时不使用")
def _(tvm):
    span = tvm.ir.Span(tvm.ir.SourceName("here"), 1, 1, 1, 1)
    assert tvm.topi.cast(tvm.te.var("n"), "int8", span).span is not None
    assert tvm.topi.cast(tensor(tvm, 2), "int8", span).op.body[0].span is None


@proves(TOPI + "cast", "浮点到整数向零截断，整数到更窄的整数取低位，-1 到 uint8 是 255", "转成 bool 是「不等于 0」，但 NaN 得 False，而 NumPy 得 True")
def _(tvm):
    cast = lambda x, dtype: run(tvm, lambda t: tvm.topi.cast(t, dtype), x).tolist()
    for kind in ("float16", "float32", "float64"):
        for dtype in ("int8", "int32", "int64"):
            assert cast(np.array([-1.9, 1.9, 0.5], kind), dtype) == [-1, 1, 0]
        assert cast(np.array([0.4, 0, -0.0, np.nan], kind), "bool") == [True, False, False, False]
    assert cast(np.array([-1, 300, -129], "int32"), "uint8") == [255, 44, 127] and cast(np.array([-1, 300, 128], "int32"), "int8") == [-1, 44, -128]
    assert np.array([np.nan]).astype(bool)[0] and cast(np.array([2, 0], "int8"), "bool") == [True, False]


@proves(TOPI + "reinterpret", "按另一种类型解释同样的位，不改变内容：float32 的 1.0 成为 int32 的 1065353216")
def _(tvm):
    assert run(tvm, lambda t: tvm.topi.reinterpret(t, "int32"), f32(1)).tolist() == [1065353216]
    for start, end in (("float16", "uint16"), ("int64", "float64"), ("int8", "uint8")):
        x = np.arange(-3, 3).astype(start)
        assert run(tvm, lambda t: tvm.topi.reinterpret(t, end), x).tobytes() == x.tobytes()


@proves(TOPI + "reinterpret", "两个类型的总位数必须相同，否则定义时报 `Bitcast requires size match`；bool 算 1 位，不能变成 uint8", versions=NEW)
def _(tvm):
    for start, end in (("float32", "int64"), ("float32", "int16"), ("bool", "uint8")):
        with raises("TVMError", "Bitcast requires size match"):
            tvm.topi.reinterpret(tensor(tvm, 2, dtype=start), end)


@proves(TOPI + "reinterpret", "这里不检查：float32 变成 int64 或 int16 也能编译和执行", versions=OLD)
def _(tvm):
    for end in ("int64", "int16"):
        run(tvm, lambda t: tvm.topi.reinterpret(t, end), f32(1, 2), target="llvm")


@proves(TOPI + "full", "造一个填满同一个值的张量，只有输出，没有输入", "各维长度，可以含变量；单个整数报 `expected Object but got int`", "`dtype` | str | 元素的类型 |", "先转成 `dtype`，整数类型截去小数")
def _(tvm):
    full = tvm.topi.full
    for dtype in ("float16", "float64", "int8", "uint8", "int64"):
        out = run(tvm, lambda: full((2, 3), dtype, 2.9))
        assert out.dtype == dtype and near(out, np.full((2, 3), 2 if "int" in dtype else 2.9), 1e-3)
    assert len(full((2,), "int8", 1).op.input_tensors) == 0
    n = tvm.te.var("n")
    assert full([n, 2], "float32", 0).shape[0].same_as(n) and shape(full((), "int8", 1)) == ()
    with raises("TVMError", "expected Object but got int"):
        full(3, "float32", 0)


@proves(TOPI + "full", "常量超出范围抛出异常（float16 的 1e6、bool 的 2 也是）", "Python 的浮点数先当作 float32，所以 float64 的 1e300 也不行；零维张量的值不检查，int8 时 300 成为 44")
def _(tvm):
    full = tvm.topi.full
    for dtype, value in (("int8", 300), ("uint8", -1), ("float16", 1e6), ("bool", 2), ("float64", 1e300)):
        with raises(Exception):
            full((2,), dtype, value)
    assert run(tvm, lambda b: full((2,), "int8", b()), np.array(300, "int32")).tolist() == [44, 44]
    assert run(tvm, lambda b: full((2,), "int8", b), np.array(300, "int32")).tolist() == [44, 44]


@proves(TOPI + "full_like", "造一个形状和类型照抄 `x` 的常数张量，`fill_value` 的规则同 `full`；`x` 的内容不会被读取")
def _(tvm):
    x = tensor(tvm, 2, 3, dtype="int8")
    out = tvm.topi.full_like(x, 2.9)
    assert shape(out) == (2, 3) and out.dtype == "int8" and out.op.body[0].value == 2 and len(out.op.input_tensors) == 0
    with raises("TVMError"):
        tvm.topi.full_like(x, 300)


@proves(TOPI + "elemwise_sum", "把列表里的张量逐元素相加，在一个阶段里完成", "`xs` 是 `te.Tensor` 的列表或元组", "为空时报 `must have at least one input tensor`，直接给一个张量也报错", "类型不同时按 `add` 的规则提升", "维数不同报 `Tensor dimension mismatch in read`")
def _(tvm):
    total = tvm.topi.elemwise_sum
    a, b = np.arange(3, dtype="float32"), np.arange(3, 6, dtype="float32")
    assert run(tvm, lambda x, y: total([x, y, x]), a, b).tolist() == (2 * a + b).tolist()
    ts = [tensor(tvm, 3), tensor(tvm, 3), tensor(tvm, 3, dtype="float64")]
    out = total(tuple(ts))
    assert len(out.op.input_tensors) == 3 and out.dtype == "float64" and out.op.tag == "elemwise"
    with raises("TVMError", "must have at least one input tensor"):
        total([])
    with raises(Exception):
        total(ts[0])
    with raises("TVMError", "Tensor dimension mismatch in read"):
        total([ts[0], tensor(tvm, 1, 3)])


@proves(TOPI + "elemwise_sum", "这里不广播：形状取第一个的", "长度不同却不检查，后面的更长时多出的被丢掉")
def _(tvm):
    total = tvm.topi.elemwise_sum
    assert shape(total([tensor(tvm, 3), tensor(tvm, 1)])) == (3,)
    assert run(tvm, lambda x, y: total([x, y]), f32(1, 2), f32(10, 20, 30)).tolist() == [11, 22]


@proves(TOPI + "elemwise_sum", "更短时读到界外")
def _(tvm):
    out = tvm.topi.elemwise_sum([tensor(tvm, 3), tensor(tvm, 1)])
    a, b = out.op.input_tensors
    function = tvm.lower(tvm.te.create_schedule(out.op), [a, b, out], simple_mode=True)
    index = []
    tvm.tir.stmt_functor.post_order_visit(function["main"].body, lambda n: index.append((n.buffer.shape, n.indices[0])) if isinstance(n, tvm.tir.BufferLoad) else None)
    assert any(int(s[0]) == 1 and isinstance(i, tvm.tir.Var) for s, i in index)  # the loop runs to 3


# Fixed point


def fixed(tvm, x, multiplier, shift, **more):
    return run(tvm, lambda t: tvm.topi.fixed_point_multiply(t, multiplier, shift), x, **more)


@proves(TOPI + "fixed_point_multiply", "全部元素乘以 `multiplier × 2^(shift - 31)`，取整后返回 int32 张量", "乘数写成 Q31 定点数：`1 << 30` 是 0.5，`(1 << 31) - 1` 接近 1", "正好一半时向正无穷进位，结果是 int32，放不下的高位丢掉", "正数放大，负数缩小", "英文文档写的 `2^(-shift)` 符号反了")
def _(tvm):
    x = np.array([1, 3, -1, -3, 100, 7, -7], "int32")
    for multiplier, shift in ((1 << 30, 0), (1 << 30, 4), (1 << 30, -3), ((1 << 31) - 1, 0), (1431655765, 3), (1431655765, -2), (-1431655765, 1)):
        want = np.floor(x.astype("float64") * multiplier * 2.0 ** (shift - 31) + 0.5)
        out = fixed(tvm, x, multiplier, shift)
        assert out.dtype == "int32" and out.tolist() == want.tolist(), (multiplier, shift)
    wide = (((1 << 30) << 4) * 1431655765 + (1 << 30)) >> 31
    assert wide > 1 << 32 and fixed(tvm, np.array([1 << 30], "int32"), 1431655765, 4)[0] == np.int64(wide).astype("int32")


@proves(TOPI + "fixed_point_multiply", "整数或 bool，返回的都是 int32")
def _(tvm):
    for dtype in ("int8", "uint8", "int16", "int32", "int64", "uint32", "bool"):
        x = np.array([1, 0], dtype)
        out = fixed(tvm, x, 1431655765, 2)
        assert out.dtype == "int32" and out.tolist() == [3, 0], dtype


@proves(TOPI + "fixed_point_multiply", "放得进 int32，否则定义时报错")
def _(tvm):
    for wrong in (1 << 31, -(1 << 31) - 1):
        with raises("TVMError"):
            tvm.topi.fixed_point_multiply(tensor(tvm, 2, dtype="int32"), wrong, 0)


@proves(TOPI + "fixed_point_multiply", "缩小时舍入项先加到输入上，int32、uint32 的输入靠近上限会溢出：2147483647 乘以 0.5 得 -1073741824", "其他乘数在 int64 里算，没有这个问题", "`multiplier` 恰好是 `1 << 30` 时改用移位")
def _(tvm):
    top = np.array([2147483647], "int32")
    assert fixed(tvm, top, 1 << 30, 0).tolist() == [-1073741824]
    assert abs(int(fixed(tvm, top, (1 << 30) + 1, 0)[0]) - (1 << 30)) <= 1
    text = lambda multiplier: build(tvm, lambda t: tvm.topi.fixed_point_multiply(t, multiplier, 0), top)[0].get_source("ll")
    assert "mul nsw i64" in text((1 << 30) + 1) and "i64 " not in [l for l in text(1 << 30).splitlines() if " mul " in l]


@proves(TOPI + "fixed_point_multiply", "这条路径的 `shift` 限 -30 到 32，超出时编译失败，为 1（也就是乘以 1.0）时也失败")
def _(tvm):
    x = np.array([64, -64], "int32")
    for shift in (-30, 0, 2, 5):
        assert fixed(tvm, x, 1 << 30, shift).tolist() == np.floor(x * 2.0 ** (shift - 1) + 0.5).tolist()
    fixed(tvm, x, 1 << 30, 32)
    for shift, words in ((-31, ""), (1, "Shift amount must be non-negative"), (33, "Shift amount must be non-negative")):
        with raises("TVMError", words):
            fixed(tvm, x, 1 << 30, shift)
    relay_call = lambda value: relay_run(tvm, lambda t: tvm.relay.fixed_point_multiply(t, 1 << 30, 1), value)
    with raises("TVMError", "Shift amount must be non-negative"):
        relay_call(x[:1])


@proves(TOPI + "fixed_point_multiply", "循环向量化以后没有这项检查，结果没有意义，Relay 的同名算子常是这样")
def _(tvm):
    x = np.full(8, 64, "int32")
    op = lambda t: tvm.topi.fixed_point_multiply(t, 1 << 30, 1)
    build(tvm, op, x, vectorize=True)
    assert relay_run(tvm, lambda t: tvm.relay.fixed_point_multiply(t, 1 << 30, 1), x).tolist() != [64] * 8


@proves(TOPI + "fixed_point_multiply", "限 -32 到 63")
def _(tvm):
    x = np.array([2147483647, 3, -5], "int32")
    for shift in (-32, 63):
        wide = (x.astype("int64") << max(shift, 0)) * np.int64(1431655765) + (np.int64(1) << np.int64(30 - min(shift, 0)))
        assert fixed(tvm, x, 1431655765, shift).tolist() == (wide >> np.int64(31 - min(shift, 0))).astype("int32").tolist()


PER_AXIS = TOPI + "fixed_point_multiply_per_axis"


def per_axis(tvm, x, scale, left, right, flags=(1, 1), axes=(1,)):
    op = lambda *ts: tvm.topi.fixed_point_multiply_per_axis(*ts, *flags, list(axes))
    return run(tvm, op, x, *[np.array(v, "int32") for v in (scale, left, right)])


@proves(PER_AXIS, "每个通道用自己的乘数和移位", "各通道的 Q31 乘数", "乘之前左移、乘之后右移的位数", "0 时忽略 `lshift`", "默认的实现不看它，`rshift` 总是生效", "`y`、`lshift`、`rshift` 对应 `x` 的哪几条轴，可以是负数；单个整数抛出 `TypeError`", "`x` | `te.Tensor` | 输入 |")
def _(tvm):
    x, half = np.full((2, 3), 8, "int32"), 1 << 30
    assert per_axis(tvm, x, [half] * 3, [0, 2, 0], [0, 0, 1])[0].tolist() == [4, 16, 2]
    assert per_axis(tvm, x, [half, half * 3 // 2, half], [0, 2, 0], [0, 0, 1], (0, 0), (-1,))[0].tolist() == [4, 6, 2]
    out = per_axis(tvm, x, np.full((3, 2), half), np.array([[0, 1]] * 3), np.zeros((3, 2)), axes=(1, 0))
    assert out.tolist() == [[4] * 3, [8] * 3] and out.dtype == "int32"
    ts = [tensor(tvm, 2, 3, dtype="int32")] + [tensor(tvm, 3, dtype="int32")] * 3
    with raises(TypeError):
        tvm.topi.fixed_point_multiply_per_axis(*ts, 1, 1, 1)


@proves(PER_AXIS, "各通道的 Q31 乘数；其他类型编译时检查失败", "乘之后右移的位数；其他类型编译时检查失败")
def _(tvm):
    for which in range(1, 4):
        arrays = [np.full((1, 3), 8, "int32")] + [np.ones(3, "int64" if k == which else "int32") for k in (1, 2, 3)]
        with raises("TVMError", "Check failed"):
            build(tvm, lambda *ts: tvm.topi.fixed_point_multiply_per_axis(*ts, 1, 1, [1]), *arrays)


# Two operands

ARITHMETIC = ("add", "subtract", "multiply", "divide", "floor_divide", "mod", "floor_mod", "power", "maximum", "minimum", "left_shift", "right_shift")


@each(ARITHMETIC, "有一个是张量就返回张量，都不是就返回折叠过的表达式", "形状从末尾对齐，两边相同或有一边是 1，否则定义时报 `Incompatible broadcast dims`", "两个张量的算术和比较，形状相同时也是")
def _(tvm, name):
    op, dtype = op_of(tvm, name), "float32" if name == "power" else "int32"
    t = lambda *dims: tensor(tvm, *dims, dtype=dtype)
    number = 2.0 if name == "power" else 2
    for out, tag in ((op(t(2, 3), number), "elemwise"), (op(number, t(2, 3)), "elemwise"), (op(t(2, 3), t(2, 3)), "broadcast")):
        assert isinstance(out, tvm.te.Tensor) and out.op.tag == tag and shape(out) == (2, 3)
    assert shape(op(t(2, 1, 4), t(3, 1))) == (2, 3, 4) and shape(op(t(), t(0, 2))) == (0, 2)
    folded = op(7 if name != "power" else 7.0, number)
    want = {"add": 9, "subtract": 5, "multiply": 14, "divide": 3, "floor_divide": 3, "mod": 1, "floor_mod": 1, "maximum": 7, "minimum": 2, "left_shift": 28, "right_shift": 1}
    assert not isinstance(folded, tvm.te.Tensor)
    assert name == "power" or folded.value == want[name]
    for a, b in (((2, 3), (2,)), ((3,), (0,)), ((2, 3), (3, 2))):
        with raises("TVMError", "Incompatible broadcast dims"):
            op(t(*a), t(*b))


@each(ARITHMETIC, "未知的长度遇到 1 以外的已知长度，就取已知的，两个不同的未知长度取较大的", "`(n,)` 加 `(3,)` 得 `(3,)`")
def _(tvm, name):
    n, m, dtype = tvm.te.var("n"), tvm.te.var("m"), "float32" if name == "power" else "int32"
    t = lambda *dims: tvm.te.placeholder(dims, dtype)
    op = op_of(tvm, name)
    assert shape(op(t(n), t(3))) == (3,) and shape(op(t(3), t(n))) == (3,)
    assert op(t(n), t(1)).shape[0].same_as(n) and op(t(n), t(n)).shape[0].same_as(n)
    larger = op(t(n), t(m)).shape[0]
    assert isinstance(larger, tvm.tir.Max) and {larger.a.name, larger.b.name} == {"n", "m"}


@proves(TOPI + "add", "这时不生成运行时的检查", "实际的 `n` 是 8 时只用前 3 个")
def _(tvm):
    x, y = tvm.te.placeholder((tvm.te.var("n"),)), tensor(tvm, 3)
    out = tvm.topi.add(x, y)
    result = tvm.nd.array(np.zeros(3, "float32"))
    tvm.build(tvm.te.create_schedule(out.op), [x, y, out], "llvm")(tvm.nd.array(np.arange(8, dtype="float32")), tvm.nd.array(f32(1, 1, 1)), result)
    assert result.numpy().tolist() == [1, 2, 3]


PROMOTION = [name for name in ARITHMETIC if name not in ("power", "left_shift", "right_shift", "floor_divide", "floor_mod")]


@each(
    PROMOTION,
    "浮点与浮点 | 位数多的；bfloat16 与 float16 得 float16",
    "整数与整数 | 位数多的；位数相同而符号不同时无符号，int8 加 uint8 得 uint8",
    "Python 的浮点数 | 当作 float32，NumPy 的浮点标量也是",
    "浮点与整数或 bool | 那个浮点类型",
)
def _(tvm, name):
    op = op_of(tvm, name)
    t = lambda dtype: tensor(tvm, 2, dtype=dtype)
    table = (
        ("float16", "float32", "float32"), ("float64", "float32", "float64"), ("bfloat16", "float16", "float16"),
        ("float16", "int32", "float16"), ("float32", "bool", "float32"), ("float16", "int64", "float16"),
        ("int8", "int32", "int32"), ("uint8", "int16", "int16"), ("int8", "uint16", "uint16"), ("int8", "uint8", "uint8"),
        ("int64", "uint64", "uint64"), ("bool", "int8", "int8"), ("uint8", "uint64", "uint64"),
    )
    for a, b, want in table:
        assert op(t(a), t(b)).dtype == want and op(t(b), t(a)).dtype == want, (a, b)
    for dtype, number, want in (
        ("int8", 1, "int32"), ("uint8", 1, "int32"), ("int64", 1, "int64"), ("int32", True, "int32"),
        ("int8", True, "int32"), ("float16", 1, "float16"), ("float16", 1.5, "float32"), ("int64", 1.5, "float32"),
        ("float64", 1.5, "float64"), ("float16", np.float64(1.5), "float32"), ("float16", np.float16(1.5), "float32"),
    ):
        assert op(t(dtype), number).dtype == want, (dtype, number)


@each(PROMOTION, "Python 的整数 | 当作 int32，放不下时 int64；bool 也是 int32", versions=NEW)
def _(tvm, name):
    op = op_of(tvm, name)
    assert [op(tensor(tvm, 2, dtype="int8"), number).dtype for number in (7, True, 1 << 31, -(1 << 40))] == ["int32", "int32", "int64", "int64"]


@each(PROMOTION, "Python 的整数 | 当作 int32，放不下时检查失败，要写成 `tir.const(1 << 40, \"int64\")`；bool 也是 int32", versions=OLD)
def _(tvm, name):
    op, t = op_of(tvm, name), tensor(tvm, 2, dtype="int8")
    assert op(t, 7).dtype == op(t, True).dtype == "int32" and op(t, tvm.tir.const(1 << 40, "int64")).dtype == "int64"
    with raises("TVMError"):
        op(t, 1 << 40)


@proves(TOPI + "add", "int32 的 70000 与 float16 相加得 inf", "int8、uint8 的张量加 Python 的 1 得 int32，float16 的张量加 1.5 得 float32，int64 的张量加 1.5 也得 float32", "要留在原来的类型，写 `tir.const(1, A.dtype)`", "float64 的张量与 Python 的 0.1 相加不损失精度，因为常量里存的是双精度")
def _(tvm):
    add = tvm.topi.add
    assert np.isinf(run(tvm, add, np.array([70000], "int32"), np.zeros(1, "float16")))[0]
    for dtype in ("int8", "uint8", "float16", "int64", "bool"):
        assert add(tensor(tvm, 2, dtype=dtype), tvm.tir.const(1, dtype)).dtype == dtype
    assert run(tvm, lambda x: add(x, 0.1), np.zeros(1))[0] == 0.1


@proves(TOPI + "add", "例如 `topi.add(1, 2)` 是常量 3")
@proves_check(TOPI + "add", "NumPy 数组和列表抛出 `TypeError` 或 `InternalError`")
def _(tvm, release):
    assert tvm.topi.add(1, 2).value == 3
    for name in ARITHMETIC:
        for wrong in (np.zeros(2), [1, 2]):
            try:
                op_of(tvm, name)(tensor(tvm, 2), wrong)
            except Exception as error:
                assert type(error).__name__ in ("TypeError", check_error(release)), error
            else:
                raise AssertionError(name)


@proves(TOPI + "multiply", "常量 0 会提前化简而不顾 NaN 和无穷：`topi.multiply(A, 0)` 和 `topi.divide(0.0, A)` 处处得 0")
@proves(TOPI + "divide", "常量 0 会提前化简而不顾 NaN 和无穷：`topi.multiply(A, 0)` 和 `topi.divide(0.0, A)` 处处得 0")
def _(tvm):
    x = f32(np.nan, np.inf, 0, 1)
    assert run(tvm, lambda t: tvm.topi.multiply(t, 0), x).tolist() == [0] * 4
    assert run(tvm, lambda t: tvm.topi.divide(0.0, t), x).tolist() == [0] * 4


@each(("add", "subtract", "multiply"), "8 位和 16 位的整数溢出时回绕；32 位及以上的整数加减乘交给 LLVM 时声明为不溢出")
def _(tvm, name):
    op = op_of(tvm, name)
    for dtype in ("int8", "uint8", "int16", "uint16"):
        a = np.array([np.iinfo(dtype).max, np.iinfo(dtype).min, 100], dtype)
        b = np.array([7, 9, 100], dtype)
        assert np.array_equal(run(tvm, op, a, b), getattr(np, name)(a, b)), dtype
    for dtype, declared in (("int16", False), ("int32", True), ("int64", True)):
        code = build(tvm, op, np.zeros(2, dtype), np.zeros(2, dtype))[0].get_source("ll")
        word = {"add": "add", "subtract": "sub", "multiply": "mul"}[name]
        assert bool(re.search(rf" {word} nsw i{dtype[3:]} %\w+, %\w+$", code, re.M)) == declared, dtype


@proves(TOPI + "broadcast_to", "把张量扩展到指定的形状，规则同上，但 `data` 不能缩小", "零维张量可以扩展成任意形状", "可以含变量；维数比 `data` 少时报 `Not a broadcast`，某一维比 `data` 小时检查失败，没有 -1 的写法")
def _(tvm):
    to = tvm.topi.broadcast_to
    for dtype in ("float32", "bool", "int8"):
        x = np.array([[1], [0]], dtype)
        assert np.array_equal(run(tvm, lambda t: to(t, (3, 2, 4)), x), np.broadcast_to(x, (3, 2, 4)))
    assert run(tvm, lambda t: to(t, [2, 2]), np.array(5, "float32")).tolist() == [[5, 5], [5, 5]]
    n = tvm.te.var("n")
    assert to(tensor(tvm, 1), (n,)).shape[0].same_as(n) and to(tensor(tvm, 1), (2,)).op.tag == "broadcast"
    with raises("TVMError", "Not a broadcast"):
        to(tensor(tvm, 1, 3), (3,))
    for wrong in ((1,), (2,), (-1,)):
        with raises("TVMError"):
            to(tensor(tvm, 3), wrong)


@proves(TOPI + "add", "bool 相加是异或，True 加 True 得 False")
@proves(TOPI + "multiply", "逐元素相乘，bool 相乘等于「与」")
def _(tvm):
    a, b = np.array([True, True, False, False]), np.array([True, False, True, False])
    assert np.array_equal(run(tvm, tvm.topi.add, a, b), a ^ b) and np.array_equal(run(tvm, tvm.topi.multiply, a, b), a & b)


@proves(TOPI + "subtract", "两个 uint8 相减在 0 以下回绕，而 uint8 的张量减 Python 的 1 在 int32 里计算，0 减 1 得 -1")
def _(tvm):
    zero, one = np.zeros(1, "uint8"), np.ones(1, "uint8")
    assert run(tvm, tvm.topi.subtract, zero, one).tolist() == [255]
    assert run(tvm, lambda x: tvm.topi.subtract(x, 1), zero).tolist() == [-1]


def quotients(tvm, name, dtype):
    a, b = np.array([7, -7, 7, -7], dtype), np.array([2, 2, -2, -2], dtype)
    return run(tvm, op_of(tvm, name), a + (np.array(0.5, dtype) if "float" in dtype else 0), b).tolist()


@proves(TOPI + "divide", "浮点得商，整数向零取整，-7 除以 2 得 -3", "张量里的 0.0 得无穷或 NaN")
@proves(TOPI + "floor_divide", "商向负无穷取整：整数用 `floordiv`，浮点是 `floor(a / b)`")
@proves(TOPI + "mod", "余数，符号跟着 `lhs`，与 Python 和 NumPy 的 `%` 不同")
@proves(TOPI + "floor_mod", "与 `floor_divide` 配对的余数，符号跟着 `rhs`；浮点是 `a - floor(a / b) * b`")
def _(tvm):
    for dtype in ("int8", "int32", "int64"):
        assert quotients(tvm, "divide", dtype) == [3, -3, -3, 3] and quotients(tvm, "floor_divide", dtype) == [3, -4, -4, 3]
        assert quotients(tvm, "mod", dtype) == [1, -1, 1, -1] and quotients(tvm, "floor_mod", dtype) == [1, 1, -1, -1]
    for dtype in ("float32", "float64"):
        assert quotients(tvm, "divide", dtype) == [3.75, -3.25, -3.75, 3.25] and quotients(tvm, "floor_divide", dtype) == [3, -4, -4, 3]
        assert quotients(tvm, "mod", dtype) == [1.5, -0.5, 1.5, -0.5] and quotients(tvm, "floor_mod", dtype) == [1.5, 1.5, -0.5, -0.5]
    out = run(tvm, tvm.topi.divide, f32(1, 0), f32(0, 0))
    assert np.isinf(out[0]) and np.isnan(out[1])


@each({"divide": ("除数是常量 0 时定义就报 `Divide by zero`",), **{n: ("整数除以 0 见 [`divide`](#tvm.topi.divide)",) for n in ("floor_divide", "mod", "floor_mod")}})
def _(tvm, name):
    with raises("TVMError", "Divide by zero"):
        op_of(tvm, name)(tensor(tvm, 2, dtype="int32"), 0)


@proves(TOPI + "divide", "浮点的常量 0.0 也不例外", versions=NEW)
@proves(TOPI + "divide", "浮点的常量 0.0 也一样，只有 `topi.divide(0.0, 0.0)` 得常量 0", versions=OLD)
def _(tvm, release):
    with raises("TVMError", "Divide by zero"):
        tvm.topi.divide(tensor(tvm, 2), 0.0)
    if release == "0.10.0":
        assert tvm.topi.divide(0.0, 0.0).value == 0
    else:
        with raises("TVMError", "Divide by zero"):
            tvm.topi.divide(0.0, 0.0)


def _dies(name, a, b):
    @proves(TOPI + name, SIGNAL[name], dies="SIGFPE")
    @proves(TOPI + "divide", "`floor_divide`、`mod`、`floor_mod` 同样", dies="SIGFPE")
    def _(tvm):
        run(tvm, op_of(tvm, name), np.array([a], "int32"), np.array([b], "int32"))


SIGNAL = {name: "整数除以 0 见 [`divide`](#tvm.topi.divide)" for name in ("floor_divide", "mod", "floor_mod")}
SIGNAL["divide"] = "整数除以张量里的 0 不检查，x86 上进程以浮点异常信号（SIGFPE）退出，有符号整数的最小值除以 -1 也是"
for _name in SIGNAL:
    _dies(_name, 1, 0)
    _dies(_name, -(1 << 31), -1)


@proves(TOPI + "floor_divide", "用哪一个看 `lhs` 的类型，所以 `lhs` 是整数而 `rhs` 是浮点时报错，反过来可以")
@proves(TOPI + "floor_mod", "整数在左、浮点在右时同样报错")
def _(tvm):
    for name in ("floor_divide", "floor_mod"):
        op = op_of(tvm, name)
        with raises("TVMError"):
            op(tensor(tvm, 4, dtype="int32"), tensor(tvm, 4))
        assert op(tensor(tvm, 4), tensor(tvm, 4, dtype="int32")).dtype == "float32"
    assert run(tvm, tvm.topi.floor_divide, f32(-7), np.array([2], "int32")).tolist() == [-4]


@proves(TOPI + "mod", "浮点的常量除数 0.0 在这里不报错，得 NaN")
def _(tvm):
    assert np.isnan(run(tvm, lambda x: tvm.topi.mod(x, 0.0), f32(1, -2))).all()


@proves(TOPI + "power", "提升以后必须是浮点，否则定义时报 `power only applies to float`：int32 的张量写 `power(A, 2.0)` 可以，`power(A, 2)` 不行", "负数的分数次方得 NaN，`power(1, NaN)` 得 1")
def _(tvm):
    power, x = tvm.topi.power, np.array([2, -3], "int32")
    assert run(tvm, lambda t: power(t, 2.0), x).tolist() == [4, 9]
    for given in ((tensor(tvm, 2, dtype="int32"), 2), (tensor(tvm, 2, dtype="bool"), tensor(tvm, 2, dtype="int8"))):
        with raises("TVMError", "power only applies to float"):
            power(*given)
    out = run(tvm, power, f32(-8, 1, 2), f32(1 / 3, np.nan, 0.5))
    assert np.isnan(out[0]) and out[1] == 1 and near(out[2:], f32(2**0.5))


@proves(TOPI + "maximum", "取较大的一个，实现是「`lhs > rhs` 时选 `lhs`，否则选 `rhs`」", "NaN 在 `lhs` 时被丢掉，在 `rhs` 时留下：`topi.maximum(A, 0)` 把 NaN 变成 0，`topi.maximum(0, A)` 保留它")
@proves(TOPI + "minimum", "取较小的一个，NaN 的规则同 `maximum`；英文文档的第一句误写成「最大」")
def _(tvm):
    x, zero = f32(np.nan, 1, -1), f32(0, 0, 0)
    for name, want in (("maximum", [1, 0]), ("minimum", [0, -1])):
        op = op_of(tvm, name)
        assert run(tvm, op, x, zero).tolist() == [0, *want]
        late = run(tvm, op, zero, x)
        assert np.isnan(late[0]) and late[1:].tolist() == want
        assert run(tvm, lambda t: op(t, 0), x)[0] == 0 and np.isnan(run(tvm, lambda t: op(0, t), x)[0])
    assert tvm.topi.minimum.__doc__.strip().lower().startswith("take element-wise maximum")


@proves(TOPI + "left_shift", "两边都要是整数或 bool，否则报 `Expected integer argument`", "提升以后是 int32 或 int64 时，常量的移位数必须在 0 到位数减 1 之间，否则定义时报 `Shift amount must be non-negative`；其他类型的常量和张量里的移位数不检查", "int8 的张量左移 Python 的 7 先提升到 int32，1 得 128")
@proves(TOPI + "right_shift", "有符号数保留符号，-8 右移 1 位得 -4；无符号数补 0", "移位数的规则同 `left_shift`")
def _(tvm):
    left, right, const = tvm.topi.left_shift, tvm.topi.right_shift, tvm.tir.const
    t = lambda dtype: tensor(tvm, 2, dtype=dtype)
    for op in (left, right):
        for given in ((t("float32"), t("int32")), (t("int32"), t("float32")), (t("int32"), 1.5)):
            with raises("TVMError", "Expected integer argument"):
                op(*given)
        op(t("bool"), t("int32"))
        for wrong in ((t("int32"), 32), (t("int32"), -1), (t("int64"), const(64, "int64")), (t("int8"), 32)):
            with raises("TVMError", "Shift amount must be non-negative"):
                op(*wrong)
        op(t("int8"), const(9, "int8")), op(t("uint32"), const(40, "uint32")), op(t("int32"), t("int32"))
        op(t("int32"), 31), op(t("int64"), 63)
    assert run(tvm, lambda x: left(x, 7), np.array([1], "int8")).tolist() == [128]
    assert run(tvm, right, np.array([-8, 8], "int8"), np.array([1, 1], "int8")).tolist() == [-4, 4]
    assert run(tvm, right, np.array([248], "uint8"), np.array([1], "uint8")).tolist() == [124]


# What the page says before its entries


@proves(TOPI + "add", "整个 `te.Tensor` 的 `+`、`-`、`*`、`/` 和 `astype` 就是这里的 `add`、`subtract`、`multiply`、`divide` 和 `cast`", "取负是乘以 -1", "两边都是有符号整数（或 Python 的整数）时 `/` 抛出 `RuntimeError`", "整数里有一边无符号或是 bool 时不报错，同 `divide`，向零取整")
def _(tvm):
    a, i, u = tensor(tvm, 2, 3), tensor(tvm, 2, dtype="int32"), tensor(tvm, 2, dtype="uint8")
    names = [(a + a).op.name, (a - a).op.name, (a * a).op.name, (a / a).op.name]
    assert names == ["T_add", "T_subtract", "T_multiply", "T_divide"] and a.astype("int8").dtype == "int8"
    assert (-a).op.body[0].b.value == -1 and isinstance((-a).op.body[0], tvm.tir.Mul)
    for given in ((i, i), (i, 2)):
        with raises(RuntimeError):
            given[0] / given[1]
    assert run(tvm, lambda x, y: x / y, np.array([-7], "int32"), np.array([True])).tolist() == [-7]
    assert (i / u).dtype == "int32"


@proves(TOPI + "add", "`//`、`%`、位运算和 `<`、`<=`、`>`、`>=` 没有接管，用在一维以上的张量上报 `Tensor dimension mismatch in read`", "不报错，`A == 2` 就是 `False`", "`**` 抛出 `TypeError`")
def _(tvm):
    a = tensor(tvm, 2, dtype="int32")
    for use in (lambda: a // a, lambda: a % a, lambda: a & a, lambda: a | a, lambda: a < a, lambda: a >= a, lambda: a > 1, lambda: a <= 1):
        with raises("TVMError", "Tensor dimension mismatch in read"):
            use()
    assert (a == 2) is False and (a != 2) is True and a == a
    with raises(TypeError):
        a**2


@proves(TOPI + "exp", "`exp`、`clip` 等 Python 实现自带 `te.tag_scope`，写在另一个 `te.tag_scope` 里抛出 `ValueError: nested op_tag is not allowed for now`", "在 Python 里替换 `topi.exp` 不影响它们")
def _(tvm):
    for use in (lambda: tvm.topi.exp(tensor(tvm, 2)), lambda: tvm.topi.clip(tensor(tvm, 2), 0, 1)):
        with raises(ValueError, "nested op_tag is not allowed for now"):
            with tvm.te.tag_scope("elemwise"):
                use()
    tvm.topi.exp = tvm.topi.math.exp = None
    assert near(relay_run(tvm, tvm.relay.exp, f32(0, 1)), np.exp([0, 1]))


@proves(TOPI + "exp", "`topi.x86.schedule_reduce` 把归约之前的前三类阶段内联进去，遇到没有标签的阶段就抛出 `RuntimeError: Unsupported operator`", "不核对目标，在 `cuda` 目标里也照样返回", "`topi.generic.schedule_injective` 只接受 `llvm`")
def _(tvm):
    te, topi = tvm.te, tvm.topi
    a = tensor(tvm, 2, 3)
    total = topi.sum(topi.exp(a), axis=1)
    with tvm.target.Target("nvidia/geforce-gtx-1080-ti"):
        topi.x86.schedule_reduce([total]), topi.x86.schedule_injective([topi.exp(a)])
        with raises(Exception):
            topi.generic.schedule_injective([topi.exp(a)])
    with tvm.target.Target("llvm"):
        topi.generic.schedule_injective([topi.exp(a)])
        with raises("TVMError"):
            topi.generic.schedule_reduce([total])
    plain = te.compute((2, 3), lambda i, j: a[i, j] + 1)
    with raises(RuntimeError, "Unsupported operator"):
        topi.x86.schedule_reduce([topi.sum(plain, axis=1)])
    tagged = te.compute((2, 3), lambda i, j: a[i, j] + 1, tag=topi.tag.ELEMWISE)
    topi.x86.schedule_reduce([topi.sum(tagged, axis=1)])


COMPLETE = True
