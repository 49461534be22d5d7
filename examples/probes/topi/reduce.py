"""Probes of docs/reference/api/python/topi/reduce.md: comparisons, logic, bits, reductions, scalars."""

import functools
import itertools

import numpy as np
from probes import proves, raises

np.seterr(all="ignore")
RNG = np.random.default_rng(0)
TOPI = "tvm.topi."
OLD, NEW = ("0.10.0",), ("0.12.0", "0.13.0")
LATEST, BEFORE = ("0.13.0",), ("0.10.0", "0.12.0")


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


def run_all(tvm, jobs):
    """The results of [(function, arrays…), …], in one module."""
    inputs, outs = [], []
    for op, *arrays in jobs:
        own = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
        inputs += own
        outs.append(op(*own))
    kernel = tvm.build(tvm.te.create_schedule([out.op for out in outs]), [*inputs, *outs], "llvm -opt-level=0")
    results = [tvm.nd.array(np.zeros(shape(out), out.dtype)) for out in outs]
    kernel(*[tvm.nd.array(a) for _, *arrays in jobs for a in arrays], *results)
    return [result.numpy() for result in results]


def run(tvm, op, *arrays):
    return run_all(tvm, [(op, *arrays)])[0]


def op_of(tvm, name):
    return getattr(tvm.topi, name)


def f32(*values):
    return np.array(values, "float32")


# Comparisons

COMPARISONS = {"equal": np.equal, "not_equal": np.not_equal, "less": np.less, "less_equal": np.less_equal, "greater": np.greater, "greater_equal": np.greater_equal}
OF = {
    "equal": ("逐元素相等",),
    "not_equal": ("逐元素不等，除 NaN 以外是 `equal` 的否定",),
    "less": ("小于",),
    "less_equal": ("不大于，`lhs` 与 `rhs` 相等或同为正无穷时得 True",),
    "greater": ("严格大于",),
    "greater_equal": ("大于或等于，遇到 NaN 时不是 `less` 的否定",),
}


@each(OF, "结果的类型是 `bool`，广播和实参的种类与 `add` 相同，两边都不是张量时返回表达式")
def _(tvm, name):
    op, reference = op_of(tvm, name), COMPARISONS[name]
    a, b = RNG.integers(0, 3, (2, 1, 4)), RNG.integers(0, 3, (3, 1))
    kinds = ("float16", "float32", "float64", "int8", "uint8", "int64", "bool")
    jobs = [(op, a.astype(k), b.astype(k)) for k in kinds] + [(op, f32(np.inf, -np.inf, 0), f32(np.inf, 0, -0.0)), (op, np.zeros((0, 2), "int8"), np.zeros((), "int8")), (lambda x: op(x, 1), a)]
    outs = run_all(tvm, jobs)
    for (_, *given), out in zip(jobs[:-1], outs):
        assert out.dtype == bool and np.array_equal(out, reference(*given))
    assert np.array_equal(outs[-1], reference(a, 1))
    folded = op(2, 1)
    assert not isinstance(folded, tvm.te.Tensor) and folded.dtype == "bool" and bool(folded.value) == reference(2, 1)
    with raises("TVMError", "Incompatible broadcast dims"):
        op(tensor(tvm, 2), tensor(tvm, 3))


@each(list(COMPARISONS), "位数相同而符号不同时转成无符号：int8 的 -1 大于 uint8 的 1", "float16 与 Python 的浮点数在 float32 里比较，float16 的 0.1 因此不等于 0.1", "`llvm` 目标上有 NaN 时六个比较都得 False，`not_equal` 也不例外：后端对 `!=` 生成的是 LLVM 的有序比较 `fcmp one`")
def _(tvm, name):
    op, reference = op_of(tvm, name), COMPARISONS[name]
    half = np.array([0.1], "float16")
    mixed, scalar, *nan = run_all(tvm, [(op, np.array([-1], "int8"), np.array([1], "uint8")), (lambda x: op(x, 0.1), half), *[(op, np.array([np.nan, 1, np.nan], k), np.array([1, np.nan, np.nan], k)) for k in ("float16", "float32", "float64")]])
    assert mixed[0] == reference(255, 1) and scalar[0] == reference(np.float32(half[0]), np.float32(0.1))
    assert not np.any(nan)
    if name == "not_equal":
        out = op(tensor(tvm, 2), tensor(tvm, 2))
        code = tvm.build(tvm.te.create_schedule(out.op), [*out.op.input_tensors, out], "llvm").get_source("ll")
        assert "fcmp one" in code


@proves(TOPI + "not_equal", "`x != x` 在 `llvm` 上不能判断 NaN，要用 `isnan`；`topi.not_equal(x, 0)` 也把 NaN 当作 0", "`c` 目标生成的是 C 的 `!=`，得 True", "Relay 的 `not_equal` 同样如此", "整数到 bool 的转换常用 `topi.not_equal(x, 0)`")
def _(tvm):
    topi, relay, x = tvm.topi, tvm.relay, f32(np.nan, 1)
    same, zero, known = run_all(tvm, [(lambda a: topi.not_equal(a, a), x), (lambda a: topi.not_equal(a, 0), x), (topi.isnan, x)])
    assert same.tolist() == [False, False] and zero.tolist() == [False, True] and known.tolist() == [True, False]
    out = topi.not_equal(tensor(tvm, 2), tensor(tvm, 2))
    assert "!=" in tvm.build(tvm.te.create_schedule(out.op), [*out.op.input_tensors, out], "c").get_source()
    v = relay.var("x", shape=(2,))
    module = tvm.IRModule.from_expr(relay.Function([v], relay.not_equal(v, v)))
    assert not relay.create_executor("graph", module, tvm.cpu(), "llvm").evaluate()(x).numpy().any()


@proves(TOPI + "equal", "`te.Tensor` 的 `==` 问的是「是不是同一个输出」，不生成这个算子；两个零维张量用它抛出 `ValueError`")
def _(tvm):
    a, b = tensor(tvm, 2), tensor(tvm, 2)
    assert bool(a == a) and not bool(a == b) and not isinstance(a == b, tvm.te.Tensor)
    with raises(ValueError):
        tensor(tvm) == tensor(tvm)


@proves(TOPI + "less", "整个张量没有接管 `<` 运算符，要调用这个函数")
def _(tvm):
    with raises("TVMError"):
        tensor(tvm, 2) < tensor(tvm, 2)


@proves(TOPI + "greater", "张量与 Python 的数相比，常数要放得进提升后的类型：uint32 的张量与 -1 相比在定义时报 `cannot make uint from negative value`，uint8 的先提升到 int32，可以")
def _(tvm):
    with raises("TVMError", "cannot make uint from negative value"):
        tvm.topi.greater(tensor(tvm, 2, dtype="uint32"), -1)
    assert run(tvm, lambda x: tvm.topi.greater(x, -1), np.array([0, 255], "uint8")).all()


# Logic and bits

LOGIC = {"logical_and": np.logical_and, "logical_or": np.logical_or}
BITS = {"logical_xor": np.bitwise_xor, "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor}


@each(list(LOGIC), "`logical_and`、`logical_or`、`logical_not` | bool | bool |", "没有「非零即真」的转换。Python 的 `True` 当作 int32，所以 `topi.logical_and(B, True)` 报错，要写 `tir.const(True, \"bool\")`", "类型在定义时检查，报 `Expected boolean argument` 或 `Expected integer argument`")
def _(tvm, name):
    op, a, b = op_of(tvm, name), np.array([[True], [False]]), np.array([True, False])
    out, scalar = run_all(tvm, [(op, a, b), (lambda x: op(x, tvm.tir.const(True, "bool")), b)])
    assert out.dtype == bool and np.array_equal(out, LOGIC[name](a, b)) and np.array_equal(scalar, LOGIC[name](b, True))
    for dtype in ("int8", "float32", "uint8"):
        with raises("TVMError", "Expected boolean argument"):
            op(tensor(tvm, 2, dtype=dtype), tensor(tvm, 2, dtype=dtype))
    with raises("TVMError", "Expected boolean argument"):
        op(tensor(tvm, 2, dtype="bool"), True)


@proves(TOPI + "logical_and", "逻辑与，成为 TIR 的 `And`；有一边是常量时立即化简")
@proves(TOPI + "logical_or", "逻辑或，即 TIR 的 `Or`")
def _(tvm):
    b, const = tensor(tvm, 2, dtype="bool"), tvm.tir.const
    for name, kind, keeps in (("logical_and", tvm.tir.And, True), ("logical_or", tvm.tir.Or, False)):
        op = op_of(tvm, name)
        assert isinstance(op(b, b).op.body[0], kind)
        assert isinstance(op(b, const(keeps, "bool")).op.body[0], tvm.tir.ProducerLoad)
        assert isinstance(op(const(not keeps, "bool"), b).op.body[0], tvm.tir.IntImm)


@proves(TOPI + "logical_or", "`llvm` 上两边的元素都会读出，没有短路；`c` 一类目标生成的是 `||`")
def _(tvm):
    out = tvm.topi.logical_or(tensor(tvm, 2, dtype="bool"), tensor(tvm, 2, dtype="bool"))
    build = lambda target: tvm.build(tvm.te.create_schedule(out.op), [*out.op.input_tensors, out], target).get_source(*(("ll",) if "llvm" in target else ()))
    assert "||" in build("c")
    code = build("llvm -opt-level=0")
    body = code[code.index("define internal i32 @default_function_compute_") if "define internal i32 @default_function_compute_" in code else 0 :]
    assert " or i1 " in body or " or i8 " in body


@proves(TOPI + "logical_not", "逻辑非，只有一个操作数；整数要先与 0 比较")
@proves(TOPI + "bitwise_not", "按位取反：int32 的 0 得 -1，uint8 的 0 得 255，bool 时就是逻辑非", "`bitwise_not` | 整数、bool | 不变 |")
def _(tvm):
    topi, flags = tvm.topi, np.array([True, False])
    outs = run_all(tvm, [(topi.logical_not, flags), (topi.bitwise_not, np.array([0, -8], "int32")), (topi.bitwise_not, np.array([0, 5], "uint8")), (topi.bitwise_not, flags), (topi.bitwise_not, np.array([7], "int8"))])
    assert [o.tolist() for o in outs] == [[False, True], [-1, 7], [255, 250], [False, True], [-8]]
    assert [str(o.dtype) for o in outs] == ["bool", "int32", "uint8", "bool", "int8"]
    with raises("TVMError", "Expected boolean argument"):
        topi.logical_not(tensor(tvm, 2, dtype="int32"))
    with raises("TVMError", "Expected integer argument"):
        topi.bitwise_not(tensor(tvm, 2))


@each(("logical_not", "bitwise_not"), "`logical_not` 和 `bitwise_not` 的英文文档说可以接受表达式，实际只接受张量，否则报 `Expected Tensor`")
def _(tvm, name):
    assert "Expr" in op_of(tvm, name).__doc__
    with raises(Exception, "Expected Tensor"):
        op_of(tvm, name)(tvm.tir.const(True, "bool"))


@each(list(BITS), "`logical_xor`、`bitwise_and`、`bitwise_or`、`bitwise_xor` | 整数、bool | 按 `add` 的规则提升 |")
def _(tvm, name):
    op, reference = op_of(tvm, name), BITS[name]
    a, b = np.array([[6], [-8], [0]]), np.array([3, -2, 1])
    kinds = ("int8", "int32", "int64", "uint8", "bool")
    outs = run_all(tvm, [(op, a.astype(k), b.astype(k)) for k in kinds])
    for kind, out in zip(kinds, outs):
        assert out.dtype == kind and np.array_equal(out, reference(a.astype(kind), b.astype(kind)))
    t = lambda dtype: tensor(tvm, 2, dtype=dtype)
    assert op(t("int8"), t("uint8")).dtype == "uint8" and op(t("int8"), t("int64")).dtype == "int64" and op(t("bool"), True).dtype == "int32"
    for wrong in ((t("float32"), t("int32")), (t("int32"), 1.5)):
        with raises("TVMError", "Expected integer argument"):
            op(*wrong)


@proves(TOPI + "logical_xor", "实现就是按位异或，所以整数也能通过，得到位运算的结果而不是真假：6 与 3 得 5")
@proves(TOPI + "bitwise_and", "按位与；负数按补码，-8 与 -2 得 -8", "bool 的张量与 `True` 做按位与则得到 int32")
@proves(TOPI + "bitwise_or", "按位或，int8 的张量或 Python 的 1 得到 int32")
@proves(TOPI + "bitwise_xor", "按位异或，与自己异或得 0")
def _(tvm):
    topi, x = tvm.topi, np.array([6, -8], "int8")
    y = np.array([3, -2], "int8")
    outs = run_all(tvm, [(topi.logical_xor, x, y), (topi.bitwise_and, x, y), (lambda a: topi.bitwise_or(a, 1), x), (lambda a: topi.bitwise_xor(a, a), x)])
    assert outs[0][0] == 5 and outs[1][1] == -8 and outs[2].dtype == "int32" and outs[2].tolist() == [7, -7] and not outs[3].any()
    assert topi.bitwise_and(tensor(tvm, 2, dtype="bool"), True).dtype == "int32"


# Reductions

NUMBERS = {"sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min}
INDICES = {"argmax": np.argmax, "argmin": np.argmin}
TRUTHS = {"all": np.all, "any": np.any}
REDUCTIONS = [*NUMBERS, *INDICES, *TRUTHS]


def sample(name, dtype="int32"):
    return RNG.integers(0, 2, (2, 3, 4)).astype("bool") if name in TRUTHS else RNG.permutation(24).reshape(2, 3, 4).astype(dtype)


@each(REDUCTIONS, "要归约的轴，负数从末尾数；默认 `None`，即全部", "真时归约的轴留下，长度为 1；默认 False", "里重复的轴算一次，次序不影响结果")
def _(tvm, name):
    op, x = op_of(tvm, name), sample(name)
    reference = {**NUMBERS, **TRUTHS}.get(name)
    jobs = [((lambda a, axis=axis, keep=keep: op(a, axis, keep)), x) for axis in (None, 1, -1, (0, 2), [-1, 1], (2, 0, 2)) for keep in (False, True)]
    outs = run_all(tvm, jobs)
    for (axis, keep), out in zip(itertools.product((None, 1, -1, (0, 2), [-1, 1], (2, 0, 2)), (False, True)), outs):
        axes = tuple(range(3)) if axis is None else tuple({a % 3 for a in ([axis] if isinstance(axis, int) else axis)})
        if name in INDICES:
            rest = [a for a in range(3) if a not in axes]
            flat = x.transpose([*rest, *sorted(axes)]).reshape([x.shape[a] for a in rest] + [-1])
            want = INDICES[name](flat, -1)
            want = np.expand_dims(want, tuple(axes)) if keep else want
            assert out.dtype == "int32"
        else:
            want = reference(x, axis=axes, keepdims=keep).astype(x.dtype)
            assert out.dtype == x.dtype
        assert out.shape == want.shape and np.array_equal(out, want), (axis, keep)
    assert op(tensor(tvm, 2, 3, dtype="bool" if name in TRUTHS else "float32")).op.tag == ("comm_reduce_idx" if name in INDICES else "comm_reduce")


@each([*NUMBERS, *INDICES], "至少一维，零维报 `Cannot reduce a 0 dim Tensor`")
def _(tvm, name):
    with raises("TVMError", "Cannot reduce a 0 dim Tensor"):
        op_of(tvm, name)(tensor(tvm))


@each(REDUCTIONS, "太小（三维的 -4）是没有说明的 `Check failed: val >= 0`", "浮点数、`tir.IntImm`、NumPy 数组也都报错")
def _(tvm, name):
    op, t = op_of(tvm, name), tensor(tvm, 2, 3, 4, dtype="bool" if name in TRUTHS else "float32")
    with raises("TVMError", "val >= 0"):
        op(t, -4)
    for wrong in (1.0, tvm.tir.IntImm("int32", 1), np.array([1])):
        with raises(Exception):
            op(t, wrong)


@each(REDUCTIONS, "太大报 `exceeds the maximum dimension`", "空元组表示一条轴也不归约，与 NumPy 相同", versions=LATEST)
def _(tvm, name):
    op, t = op_of(tvm, name), tensor(tvm, 2, 3, 4, dtype="bool" if name in TRUTHS else "float32")
    for axis in (3, 4, (0, 3)):
        with raises("TVMError", "exceeds the maximum dimension"):
            op(t, axis)
    assert shape(op(t, ())) == shape(op(t, [])) == (2, 3, 4)


@each(REDUCTIONS, "大于维数报 `exceeds the maximum dimension`", "恰好等于维数时漏过这项检查", "空元组和空列表等于 `None`，归约全部的轴；NumPy 的空元组则一条轴也不归约", "空的序列也是", versions=BEFORE)
def _(tvm, name):
    op, t = op_of(tvm, name), tensor(tvm, 2, 3, 4, dtype="bool" if name in TRUTHS else "float32")
    with raises("TVMError", "exceeds the maximum dimension"):
        op(t, 4)
    with raises("TVMError", "indexing 3 on an array of size 3"):
        op(t, 3)
    assert shape(op(t, ())) == shape(op(t, [])) == () and np.sum(np.ones((2, 3)), ()).shape == (2, 3)


@proves(TOPI + "sum", "两边不一致使 `relay.sum(x, axis=())` 在执行时报 `ndim is expected to equal`", versions=LATEST)
@proves(TOPI + "sum", "Relay 与这里一致：`relay.sum(x, axis=())` 是全部元素的和", versions=BEFORE)
def _(tvm, release):
    relay = tvm.relay
    x = relay.var("x", shape=(2, 3))
    evaluate = relay.create_executor("graph", tvm.IRModule.from_expr(relay.sum(x, axis=())), tvm.cpu(), "llvm").evaluate()
    given = np.ones((2, 3), "float32")
    if release == "0.13.0":
        with raises("TVMError", "ndim is expected to equal"):
            evaluate(given)
    else:
        assert evaluate(given).numpy() == 6


NAN = {"sum": (np.nan, np.nan), "prod": (np.nan, np.nan), "max": (0, np.nan), "min": (0, np.nan), "argmax": (2, 2), "argmin": (2, 2)}
ROWS = {
    "sum": "`sum` | 0 | NaN | NaN |",
    "prod": "`prod` | 1 | NaN | NaN | 与 `all` 相同 |",
    "max": "`max` | 类型的最小有限数 | 0 | NaN | 可以 |",
    "min": "`min` | 类型的最大有限数 | 0 | NaN | 可以 |",
    "argmax": "`argmax`、`argmin` | -1 | 2 | 2 | 可以 |",
    "argmin": "`argmax`、`argmin` | -1 | 2 | 2 | 可以 |",
    "all": "`all` | True | 报错 | 报错 | 可以 |",
    "any": "`any` | False | 报错 | 报错 | 可以 |",
}


@each({name: (row,) for name, row in ROWS.items()}, "累加用输入的类型，不自动放宽。按元素的次序从初值开始，初值也是空轴的结果")
def _(tvm, name):
    op, flags = op_of(tvm, name), np.array([[True, True], [True, False], [False, False]])
    along = lambda a: op(a, -1)
    if name in TRUTHS:
        empty, out = run_all(tvm, [(along, np.zeros((2, 0), "bool")), (along, flags)])
        assert empty.tolist() == [name == "all"] * 2 and np.array_equal(out, TRUTHS[name](flags, -1))
        return
    first, last = (run(tvm, along, np.array([v], "float32"))[0] for v in ([1, np.nan, 0], [0, 1, np.nan]))
    assert np.array_equal([first, last], NAN[name], equal_nan=True)
    for dtype in ("float32", "int8", "uint8"):
        info = np.finfo(dtype) if dtype == "float32" else np.iinfo(dtype)
        want = {"sum": 0, "prod": 1, "max": info.min, "min": info.max}.get(name, -1)
        assert run(tvm, along, np.zeros((1, 0), dtype)).tolist() == [want], dtype
    if name in ("prod", "max", "min"):
        out = run(tvm, along, flags)
        assert np.array_equal(out, (np.any if name == "max" else np.all)(flags, -1))


@proves(TOPI + "sum", "沿轴求和，类型不变：int8 的 100 加 100 得 -56，float16 累加 1 到 2048 就不再变", "先 `cast` 到更宽的类型再求和")
def _(tvm):
    topi, x = tvm.topi, np.array([100, 100], "int8")
    assert run(tvm, topi.sum, x) == -56 and run(tvm, lambda a: topi.sum(topi.cast(a, "int32")), x) == 200
    assert run(tvm, topi.sum, np.ones(4096, "float16")) == 2048


@proves(TOPI + "sum", "bool 的和是「有没有真」，计数也要先 `cast`", "`sum` | 0 | NaN | NaN | 与 `any` 相同 |", versions=NEW)
@proves(TOPI + "sum", "`llvm` 目标上 bool 的和是异或，即真的个数是不是奇数，两个 True 得 False", "`sum` | 0 | NaN | NaN | 异或 |", versions=OLD)
def _(tvm, release):
    rows = np.array([[True, True, False], [True, True, True], [False, False, False], [False, True, False]])
    out = run(tvm, lambda a: tvm.topi.sum(a, 1), rows)
    assert np.array_equal(out, rows.sum(1) % 2 == 1 if release == "0.10.0" else rows.any(1))


@proves(TOPI + "prod", "沿轴求积，8 位和 16 位的整数溢出后只剩低位，uint8 的 200 × 100 得 32")
def _(tvm):
    assert run(tvm, tvm.topi.prod, np.array([200, 100], "uint8")) == 32
    x = np.array([300, 300, 7], "int16")
    assert run(tvm, tvm.topi.prod, x) == np.prod(x, dtype="int16")


@proves(TOPI + "max", "沿轴取最大值。初值是类型的最小有限数，所以 float32 的全是负无穷时得到 -3.4e38 而不是负无穷", "遇到 NaN 就换成 NaN，下一个元素再换掉它，所以结果取决于 NaN 在哪里")
@proves(TOPI + "min", "沿轴取最小值；全是正无穷时得到 3.4e38，空的 int32 得 2147483647")
def _(tvm):
    top = np.finfo("float32").max
    assert run(tvm, tvm.topi.max, f32(-np.inf, -np.inf)) == -top and run(tvm, tvm.topi.min, f32(np.inf)) == top
    assert run(tvm, tvm.topi.min, np.zeros(0, "int32")) == 2147483647


@proves(TOPI + "argmax", "最大值的下标，归约几条轴时是按轴的次序展平以后的下标", "并列时取哪一个：False 第一个，True 最后一个", "初值是「下标 -1、类型的最小有限数」，它也参加并列的比较", "`select_last_index=False` | `True` |", "全是类型的最小值：uint8 的 0、bool 的 False、int8 的 -128 | -1 | 最后一个 |", "全是负无穷 | -1 | -1 |", "空轴 | -1 | -1 |")
@proves(TOPI + "argmin", "最小值的下标，结果的类型同 `argmax`", "得到 -1 的是另一端：全为类型的最大值（uint8 的 255、bool 的 True）或正无穷", "并列时取哪一个：False 第一个，True 最后一个")
def _(tvm):
    rows = f32(1, 5, 5, 2, 2, 4).reshape(2, 3)
    for name, sign, low in (("argmax", 1, lambda k: np.iinfo(k).min), ("argmin", -1, lambda k: np.iinfo(k).max)):
        op = op_of(tvm, name)
        for last in (False, True):
            call = lambda x: run(tvm, lambda a: op(a, 1, select_last_index=last), x)
            assert call(rows * sign)[0] == (2 if last else 1)
            for kind in ("uint8", "int8"):
                assert call(np.full((1, 3), low(kind), kind)).tolist() == [2 if last else -1]
            assert call(np.full((1, 3), name == "argmin")).tolist() == [2 if last else -1]
            assert call(f32(-np.inf, -np.inf).reshape(1, 2) * sign).tolist() == [-1] and call(np.zeros((1, 0), "float32")).tolist() == [-1]


@proves(TOPI + "argmax", "结果是 int32；归约的轴用 int64 写长度时是 int64", "对可能全 0 的 uint8 或掩码先 `cast` 到 int32", "NaN 换掉前面的结果，又被下一个元素换掉，这时的下标没有意义")
def _(tvm):
    topi = tvm.topi
    assert topi.argmax(tensor(tvm, 4)).dtype == "int32" and topi.argmax(tensor(tvm, tvm.tir.const(4, "int64"))).dtype == "int64"
    assert run(tvm, lambda a: topi.argmax(topi.cast(a, "int32")), np.zeros(3, "uint8")) == 0
    assert run(tvm, topi.argmax, f32(9, np.nan, 1, 0)) == 2


@each(list(TRUTHS), "其他类型定义时报 `Expected boolean argument for tvm::")
def _(tvm, name):
    for dtype in ("int8", "float32", "uint8"):
        with raises("TVMError", f"Expected boolean argument for tvm::{name}"):
            op_of(tvm, name)(tensor(tvm, 2, dtype=dtype))


@proves(TOPI + "collapse_sum", "把广播过的张量求和，收回到 `target_shape`", "从末尾逐轴比较，`data` 多出的轴和 `target_shape` 里为 1 的轴被求和；维数比 `data` 多时报 `Invalid collapse`", "对不上的轴也被求和，再按 `target_shape` 写出，得到错误的结果", "bool 的输入做的是异或，与 `sum` 不同", versions=LATEST)
def _(tvm):
    op, grid = tvm.topi.collapse_sum, np.arange(6, dtype="float32").reshape(2, 3)
    for size, want in (((3,), grid.sum(0)), ((2, 1), grid.sum(1, keepdims=True)), ((1,), [15]), ((), 15), ((2, 3), grid), ((1, 3), grid.sum(0, keepdims=True)), ((4,), [15] * 4)):
        assert np.array_equal(run(tvm, lambda a: op(a, size), grid), want), size
    with raises("TVMError", "Invalid collapse"):
        op(tensor(tvm, 3), (1, 3))
    assert run(tvm, lambda a: op(a, (1,)), np.array([True, True])).tolist() == [False]


# Scalars


@each({"div": ("向零取整的整除，浮点时是普通的除法", "被除数和除数；`b` 是常量 0 时报 `Divide by zero`"), "floordiv": ("向负无穷取整的整除", "被除数和除数；浮点检查失败，而张量的 `floor_divide` 可以"), "floormod": ("与 `floordiv` 配对的余数，结果的符号跟着 `b`", "被除数和除数；浮点检查失败")}, "返回 `PrimExpr`，不接受一维以上的张量", "前三个与 `te` 里的同名函数是同一个对象", "源代码的位置")
def _(tvm, name):
    op = op_of(tvm, name)
    want = {"div": lambda a, b: int(a / b), "floordiv": lambda a, b: a // b, "floormod": lambda a, b: a % b}[name]
    for a, b in itertools.product((7, -7), (2, -2)):
        assert op(a, b).value == want(a, b)
    assert op is getattr(tvm.te, name) and isinstance(op(tvm.te.var("n"), 2), tvm.tir.PrimExpr)
    if name == "div":
        assert op(7.0, 2.0).value == 3.5
        with raises("TVMError", "Divide by zero"):
            op(tvm.te.var("n"), 0)
    else:
        with raises("TVMError"):
            op(7.0, 2.0)
        with raises("TVMError"):
            op(tvm.te.var("x", "float32"), tvm.te.var("y", "float32"))
    with raises(Exception):
        op(tensor(tvm, 2, dtype="int32"), tensor(tvm, 2, dtype="int32"))
    span = tvm.ir.Span(tvm.ir.SourceName("here"), 1, 1, 1, 1)
    assert op(tvm.te.var("n"), tvm.te.var("m"), span).span is not None


def ceil_log2_of(tvm, dtype, *values, target="llvm"):
    with tvm.target.Target(target):
        return run(tvm, lambda x: tvm.te.compute(x.shape, lambda i: tvm.topi.ceil_log2(x(i))), np.array(values, dtype))


@proves(TOPI + "ceil_log2", "不小于以 2 为底的对数的最小整数", "浮点直接生成 `ceil(log2(x))`，结果仍是浮点", "`x` 是数或标量表达式；`te.compute` 里的 `A[i]` 不行，写 `A(i)`", "抛出 `AttributeError: 'NoneType' object has no attribute 'kind'`", "其他 | 转成 float64 求 `log2` 再取整；2⁵³ + 1 得 53，少 1 |")
def _(tvm):
    op = tvm.topi.ceil_log2
    assert ceil_log2_of(tvm, "int32", 1, 2, 3, 4, 5, 1 << 30).tolist() == [0, 1, 2, 2, 3, 30]
    assert ceil_log2_of(tvm, "int64", 2**53, 2**53 + 1).tolist() == [53, 53]
    with raises(Exception, "only accept int or float"):
        op(tensor(tvm, 4)[0])
    x = tvm.te.var("x", "float32")
    assert op(x).dtype == "float32" and op(5.0).dtype == "float32"
    for wrong in (5, tvm.te.var("n")):
        with raises(AttributeError, "'NoneType' object has no attribute 'kind'"):
            op(wrong)


@proves(TOPI + "ceil_log2", "`vulkan` | 用前导零的个数 `clz`；int8 这样一位数字的类型抛出 `ValueError` |")
def _(tvm):
    with tvm.target.Target("vulkan"):
        assert "clz" in str(tvm.topi.ceil_log2(tvm.te.var("n")))
        with raises(ValueError):
            tvm.topi.ceil_log2(tvm.te.var("n", "int8"))


@proves(TOPI + "ceil_log2", "设备名含 `adreno` | 转成 float32 求 `log2` 再取整 |", versions=LATEST)
def _(tvm):
    for target, dtype in (("opencl -device=adreno", "float32"), ("opencl", "float64"), ("llvm", "float64")):
        with tvm.target.Target(target):
            found = []
            tvm.tir.stmt_functor.post_order_visit(tvm.tir.Evaluate(tvm.topi.ceil_log2(tvm.te.var("n"))), lambda n: found.append(n.dtype) if isinstance(n, tvm.tir.Call) else None)
            assert set(found) == {dtype}


# Indices of slices


def positions(tvm, b, e, s, z):
    """Which places of an array the slice has, with their order."""
    te, topi = tvm.te, tvm.topi
    B, E, S = (te.var(name) for name in "bes")
    inside = te.compute((z,), lambda i: topi.within_index(B, E, S, i))
    order = te.compute((z,), lambda i: topi.make_idx(B, E, S, tvm.tir.const(z, "int32"), i))
    kernel = tvm.build(te.create_schedule([inside.op, order.op]), [B, E, S, inside, order], "llvm")
    found, index = tvm.nd.array(np.zeros(z, "bool")), tvm.nd.array(np.zeros(z, "int32"))
    kernel(b, e, s, found, index)
    return {int(i): int(index.numpy()[i]) for i in np.flatnonzero(found.numpy())}, index.numpy().tolist()


@proves(TOPI + "within_index", "位置 `i` 在不在切片 `b:e:s` 里，返回布尔表达式", "起点和终点（不含），不接受从末尾数的负数", "原数组里的位置", "`s` 为负时 `e` 同样不含，取到开头要写 `e = -1`，这里的 -1 不从末尾数", "`s` 小于 -1 时一般是错的")
@proves(TOPI + "make_idx", "位置 `i` 是切片里的第几个，只在 `within_index` 为真时有意义；`i` 不在起点与终点之间时返回占位的 88", "起点恰好也是这样的余数才对", "不从起点数，选中的是除以 `-s` 余 `-s - 1` 的位置")
def _(tvm):
    n = tvm.te.var("n")
    assert tvm.topi.within_index(n, n, n, n).dtype == "bool"
    right = {place: k for k, place in enumerate(range(1, 8, 3))}
    found, order = positions(tvm, 1, 8, 3, 10)
    assert found == right and order[0] == order[8] == order[9] == 88
    assert positions(tvm, 8, 1, -3, 10)[0] == {8: 0, 5: 1, 2: 2} and positions(tvm, 8, 1, -2, 10)[0] == {7: 0, 5: 1, 3: 2}
    assert positions(tvm, 3, -1, -1, 10)[0] == {3: 0, 2: 1, 1: 2, 0: 3} and positions(tvm, -2, 10, 1, 10)[0].keys() == set(range(10))


@proves(TOPI + "make_idx", "这一维的长度，`b` 超过它时改成 `z - 1`", "起点越过末尾时，NumPy 先把它收到末尾，`within_index` 不收", "`b` 恰好等于 `z` 时 `make_idx` 也不收：步长 -1 的次序从 1 数起，每个都大 1")
def _(tvm):
    found, _ = positions(tvm, 5, -1, -1, 5)
    assert found == {4: 1, 3: 2, 2: 3, 1: 4, 0: 5}
    assert positions(tvm, 9, -1, -1, 5)[0] == {4: 0, 3: 1, 2: 2, 1: 3, 0: 4}
    assert positions(tvm, 7, -1, -2, 5)[0] == {1: 1, 3: 0} and np.arange(5)[7::-2].tolist() == [4, 2, 0]


@proves(TOPI + "within_index", "运行时为 0 会除以 0，进程以 SIGFPE 退出", dies="SIGFPE")
def _(tvm):
    positions(tvm, 0, 3, 0, 4)


@proves(TOPI + "within_index", "`i` 与 `b` 或 `e` 都是 Python 的数时在 `Select` 里检查失败", versions=NEW)
@proves(TOPI + "within_index", "比较的两边都是 Python 的数时在 `Select` 里检查失败，所以 `s` 不能是 Python 的数", "写成 `tir.const(2)` 这样的常量就可以", versions=OLD)
def _(tvm, release):
    op, n, const = tvm.topi.within_index, tvm.te.var("n"), tvm.tir.const
    for given in ((1, n, const(1), 3), (n, 5, const(1), 3)):
        with raises("TVMError"):
            op(*given)
    assert op(1, 5, const(1), n).dtype == "bool" and op(const(1), const(5), const(2), const(3)).dtype == "bool"
    if release == "0.10.0":
        with raises("TVMError"):
            op(n, n, 2, n)
    else:
        assert op(n, n, 2, n).dtype == "bool"


COMPLETE = True
