"""Probes of docs/reference/api/python/relay/math.md: reductions and scans."""

import contextlib
import functools

import numpy as np
from probes import check_error, proves, proves_check, raises

RELAY = "tvm.relay."
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


AXES = "要归约的轴，负数从末尾数；None"
KEEP = "归约的轴留下，大小为 1"
EXCLUDE = "改为归约 `axis` 以外的轴；没有 `axis` 时能通过类型推断，编译时报 `Cannot set exclude when axis=None`"
OUT_OF_BOUNDS = "越界时 `InternalError` 含 `Axis out of bounds in reduce operator`"
EMPTY_TUPLE = "空元组 `()` 在类型推断里等于全部的轴，算子的实现却一个轴也不归约（`exclude=True` 时例外，归约全部）。所以图执行器和虚拟机运行时报形状不符"
EMPTY_TUPLE_BEFORE = "空元组 `()` 与 None 一样，归约全部的轴；加上 `exclude=True` 还是归约全部，不报错，与 None 不同"
HAS_GRADIENT = "`sum`、`mean`、`max`、`variance`，以及由它们拼成的 `std`、`mean_variance`、`mean_std`、`logsumexp`"
NO_GRADIENT = "`min`、`prod`、`all`、`any`、`argmax`、`argmin`、`cumsum`、`cumprod`"
LATEST, BEFORE = ("0.13.0",), ("0.10.0", "0.12.0")
REDUCERS = {
    "sum": np.sum,
    "prod": np.prod,
    "max": np.max,
    "min": np.min,
    "mean": np.mean,
    "variance": np.var,
    "std": np.std,
    "argmax": None,
    "argmin": None,
    "all": np.all,
    "any": np.any,
}
GRADIENT = {name: (HAS_GRADIENT if name in ("sum", "mean", "max", "variance", "std") else NO_GRADIENT,) for name in REDUCERS}
CHOICES = ({}, {"axis": 1}, {"axis": -1}, {"axis": (0, 2)}, {"axis": [2, 1]}, {"axis": (0, -1), "keepdims": True}, {"keepdims": True}, {"axis": 1, "exclude": True}, {"axis": (0, 2), "exclude": True, "keepdims": True})


def reduced(function, data, axis=None, keepdims=False, exclude=False):
    """What NumPy gives for the parameters of Relay."""
    axes = range(data.ndim) if axis is None else [a % data.ndim for a in (axis if isinstance(axis, (tuple, list)) else [axis])]
    if exclude:
        axes = [a for a in range(data.ndim) if a not in axes]
    return function(data, tuple(sorted(axes)), keepdims)


def flat_index(choose):
    """argmax or argmin of several axes, which are flattened in the order of their numbers."""

    def function(data, axes, keepdims):
        rest = [a for a in range(data.ndim) if a not in axes]
        moved = data.transpose(rest + list(axes)).reshape([data.shape[a] for a in rest] + [-1])
        shape = [1 if a in axes else n for a, n in enumerate(data.shape)]
        return choose(moved, -1).astype("int32").reshape(shape if keepdims else [data.shape[a] for a in rest])

    return function


def in_numpy(name):
    if name in ("argmax", "argmin"):
        return flat_index(getattr(np, name))
    function = REDUCERS[name]
    return lambda data, axes, keepdims: np.asarray(function(data, axis=axes, keepdims=keepdims), data.dtype)


@each(GRADIENT, AXES, KEEP, "改为归约 `axis` 以外的轴")
def _(tvm, name):
    op = getattr(tvm.relay, name)
    data = np.random.default_rng(0).integers(-4, 5, (2, 3, 4)).astype("float32")
    if name in ("all", "any"):
        data = data > (3 if name == "any" else -4)
    values = run(tvm, lambda x: [op(x, **choice) for choice in CHOICES], data)
    for got, choice in zip(values, CHOICES):
        assert same(got, reduced(in_numpy(name), data, **choice), 1e-5), (name, choice, got)
    x = var(tvm, "x", 2, 3, dtype=str(data.dtype))
    if HAS_GRADIENT in GRADIENT[name]:
        assert len(gradients(tvm, lambda v: op(v, axis=1), np.array([[1, 2, 4]], "float32"))) == 1
    else:
        with diagnosed(tvm, f"the operator {name} does not have a registered gradient."):
            gradient_text(tvm, op(x))


for name in REDUCERS:

    @proves_check(RELAY + name, OUT_OF_BOUNDS)
    def _(tvm, release, name=name):
        op = getattr(tvm.relay, name)
        for axis in (2, -3, (0, 5)):
            with raises(check_error(release), "Axis out of bounds in reduce operator"):
                type_of(tvm, op(var(tvm, "x", 2, 3, dtype="bool" if name in ("all", "any") else "float32"), axis=axis))


@each(tuple(REDUCERS), "没有 `axis` 时能通过类型推断，编译时报 `Cannot set exclude when axis=None`")
def _(tvm, name):
    expr = getattr(tvm.relay, name)(var(tvm, "x", 2, 3, dtype="bool" if name in ("all", "any") else "float32"), exclude=True)
    type_of(tvm, expr)
    with raises(Exception, "Cannot set exclude when axis=None"):
        build(tvm, expr)


SIMPLE = ("sum", "prod", "max", "min", "argmax", "argmin", "mean", "all", "any")


@each(SIMPLE, EMPTY_TUPLE, versions=LATEST)
def _(tvm, name):
    op = getattr(tvm.relay, name)
    data = np.ones((2, 3), "bool" if name in ("all", "any") else "float32")
    assert type_of(tvm, op(var(tvm, "x", 2, 3, dtype=str(data.dtype)), axis=()))[0] == ()
    for kind in ("graph", "vm"):
        with raises(Exception):
            run(tvm, lambda x: op(x, axis=()), data, kind=kind)
    assert same(*run(tvm, lambda x: [op(x, axis=(), exclude=True), op(x)], data))


@each(SIMPLE, EMPTY_TUPLE_BEFORE, versions=BEFORE)
def _(tvm, name):
    op = getattr(tvm.relay, name)
    data = np.ones((2, 3), "bool" if name in ("all", "any") else "float32")
    a, b, c = run(tvm, lambda x: [op(x, axis=(), exclude=True), op(x, axis=()), op(x)], data)
    assert same(a, c) and same(b, c) and a.shape == ()


@proves("tvm.relay.sum", "轴不能重复：`axis=(1, 1)` 对二维输入会让进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    build(tvm, tvm.relay.sum(var(tvm, "x", 2, 3), axis=(1, 1)))


@proves("tvm.relay.sum", "累加用输入的类型：uint8 在 256 处回绕，float16 累加 1 到 2048 就不再变", "结果的类型不变")
@proves("tvm.relay.prod", "8 位和 16 位的整数溢出后只剩低位", "`prod` | 1 | NaN | 可以 | 可以 |")
@proves("tvm.relay.sum", "`sum` | 0 | NaN | 可以 | 可以 |", "bool 的和仍是 bool", versions=("0.12.0", "0.13.0"))
@proves("tvm.relay.sum", "| `sum` | 0 | NaN | 可以 | 见 `sum` |", "bool 的和仍是 bool，而且是逐个异或：两个 True 得 False", versions=("0.10.0",))
def _(tvm, release):
    relay = tvm.relay
    arrays = [np.array([200, 100], "uint8"), np.ones(4096, "float16"), np.array([30000, 30000], "int16"), np.array([True, True]), np.zeros(0, "float32"), np.array([1, NAN, 0], "float32"), np.array([5, -3], "int32")]
    got = run(tvm, lambda *v: [relay.sum(one) for one in v] + [relay.prod(one) for one in v[2:]], *arrays)
    sums, products = got[:7], got[7:]
    assert sums[0] == 44 and sums[1] == 2048 and sums[2] == 60000 - 65536 and sums[4] == 0 and np.isnan(sums[5]) and sums[6] == 2
    assert sums[3].dtype == bool and sums[3] == (release != "0.10.0")
    assert all(value.dtype == data.dtype for value, data in zip(sums, arrays))
    assert products[0] == np.int16(30000 * 30000 & 0xFFFF) - 0 or products[0] == np.array(30000 * 30000).astype("int16")
    assert products[1] and products[2] == 1 and np.isnan(products[3]) and products[4] == -15


@proves("tvm.relay.mean", "`mean`、`variance`、`std` 例外，float16 在 float32 里累加", versions=("0.12.0", "0.13.0"))
@proves("tvm.relay.mean", "所以 float16 的 4096 个 1 平均得 0.5", versions=("0.10.0",))
def _(tvm, release):
    relay = tvm.relay
    got = run(tvm, lambda x: [relay.mean(x), relay.variance(x), relay.std(x)], np.ones(4096, "float16"))
    assert got[0] == (0.5 if release == "0.10.0" else 1) and got[0].dtype == "float16"
    if release != "0.10.0":
        assert got[1] == got[2] == 0


@proves("tvm.relay.max", "`max`、`min` | 最小、最大的有限数 | 0，见 `max` | 可以 | 可以 |", "初值是类型里最小的有限数，所以全是负无穷时得到 -3.4e38", "比较遇到 NaN 会丢掉前面的结果，`[1, NaN, 0]` 得 0")
@proves("tvm.relay.min", "`max`、`min` | 最小、最大的有限数 | 0，见 `max` | 可以 | 可以 |", "对 NaN 同样不可靠")
def _(tvm):
    relay = tvm.relay
    arrays = [np.zeros(0, "float32"), np.array([1, NAN, 0], "float32"), np.array([-INF], "float32"), np.array([INF], "float32"), np.array([3, -5, 2], "int32"), np.array([True, False])]
    got = run(tvm, lambda *v: [op(one) for one in v for op in (relay.max, relay.min)], *arrays)
    top = np.finfo("float32").max
    assert got[0] == -top and got[1] == top and got[2] == got[3] == 0 and got[4] == -top and got[7] == top
    assert (got[8], got[9]) == (3, -5) and got[10] and not got[11] and got[10].dtype == bool


@proves("tvm.relay.max", "梯度平均分给并列的最大值")
@proves("tvm.relay.min", "没有注册梯度，训练时写 `-max(-x)`")
def _(tvm):
    relay, data = tvm.relay, np.array([[1, 5, 5], [4, 2, 4]], "float32")
    assert gradients(tvm, lambda x: relay.max(x, axis=1), data)[0].tolist() == [[0, 0.5, 0.5], [0.5, 0, 0.5]]
    least = lambda x: relay.negative(relay.max(relay.negative(x), axis=1))
    assert list(run(tvm, least, data)) == [1, 2] and gradients(tvm, least, data)[0].tolist() == [[1, 0, 0], [0, 1, 0]]


INDEX = "`argmax`、`argmin` | -1 | 2 | 可以 | 见 `argmax` |"


@proves("tvm.relay.argmax", INDEX, "`select_last_index` 为 False 时取并列的第一个，True 时取最后一个", "多个轴时按轴号从小到大展平再数")
@proves("tvm.relay.argmin", INDEX, "不取最后一个时，全等于类型的最大值得 -1，全为 True 的 bool 也是")
def _(tvm):
    relay = tvm.relay
    rows, less = np.array([[1, 5, 5], [4, 2, 4]], "float32"), np.array([[5, 1, 1], [2, 4, 2]], "float32")
    empty, nan, ones = np.zeros(0, "float32"), np.array([1, NAN, 0], "float32"), np.ones(3, "bool")
    cube = np.zeros((2, 3, 4), "float32")
    cube[1, 0, 3] = 1
    got = run(
        tvm,
        lambda a, b, c, d, e, f: [relay.argmax(a, 1), relay.argmax(a, 1, select_last_index=True), relay.argmin(b, 1), relay.argmin(b, 1, select_last_index=True), relay.argmax(c), relay.argmin(c), relay.argmax(d), relay.argmin(e), relay.argmin(e, select_last_index=True), relay.argmax(f, axis=(2, 0)), relay.argmin(d), relay.argmax(e)],
        rows, less, empty, nan, ones, cube,
    )
    assert list(got[0]) == list(got[2]) == [1, 0] and list(got[1]) == list(got[3]) == [2, 2]
    assert got[4] == got[5] == -1 and got[6] == 2 and got[10] == 2 and got[7] == -1 and got[8] == 2 and got[11] == 0
    assert list(got[9]) == [1 * 4 + 3, 0, 0]
    assert run(tvm, relay.argmin, np.full(2, 255, "uint8")) == -1


@proves("tvm.relay.argmax", "`select_last_index` 为 False 而元素全等于类型的最小值时得 -1", "全 0 的 uint8 就是这样；为 True 时仍得最后一个。浮点数全是负无穷时，两种写法都得 -1")
def _(tvm):
    op = tvm.relay.argmax
    arrays = [np.zeros(3, "uint8"), np.full(3, -128, "int8"), np.full(3, -INF, "float32")]
    got = run(tvm, lambda *v: [op(one, select_last_index=last) for one in v for last in (False, True)], *arrays)
    assert [int(one) for one in got] == [-1, 2, -1, 2, -1, -1]


@proves("tvm.relay.argmax", "一般是 int32，第 0 轴用 int64 写的输入得 int64", "标量输入在类型推断时失败")
@proves("tvm.relay.argmin", "形参与 `argmax` 相同")
def _(tvm):
    import inspect

    relay = tvm.relay
    for op in (relay.argmax, relay.argmin):
        long = relay.var("x", shape=(tvm.tir.IntImm("int64", 2), 3))
        last = relay.var("y", shape=(2, tvm.tir.IntImm("int64", 3)))
        assert [type_of(tvm, op(one, 1))[1] for one in (long, last)] == ["int64", "int32"]
        with raises("TVMError"):
            type_of(tvm, op(var(tvm, "x")))
    assert str(inspect.signature(relay.argmax)) == str(inspect.signature(relay.argmin))


@proves("tvm.relay.all", "`all`、`any` | 浮点报错 | 浮点报错 | 报错 | 可以 |", "只接受 bool：其他类型能通过类型推断，编译时报 `Expected boolean argument for tvm::all`")
@proves("tvm.relay.any", "`all`、`any` | 浮点报错 | 浮点报错 | 报错 | 可以 |", "对类型的限制与 `all` 一样，先用 `not_equal` 换成 bool")
def _(tvm):
    relay = tvm.relay
    for op, words in ((relay.all, "Expected boolean argument for tvm::all"), (relay.any, "Expected boolean argument for tvm::any")):
        for dtype in (*FLOATS, "int32", "uint8"):
            expr = op(var(tvm, "x", 3, dtype=dtype))
            assert type_of(tvm, expr) == ((), dtype)
            with raises(Exception, words):
                build(tvm, expr)
    flags = run(tvm, lambda x, y: [op(relay.not_equal(x, relay.const(0.0))) for op in (relay.all, relay.any)] + [relay.all(y), relay.any(y)], np.array([0, 2], "float32"), np.zeros(0, "bool"))
    assert [bool(one) for one in flags] == [False, True, True, False]


@proves("tvm.relay.any", "没有形状函数，编译报 `cannot find ShapeFunc`")
def _(tvm):
    relay = tvm.relay
    x = relay.var("x", shape=(relay.Any(), 2), dtype="bool")
    with raises(Exception, "cannot find ShapeFunc for any"):
        relay.vm.compile(tvm.IRModule.from_expr(relay.any(x, axis=1)), "llvm")
    relay.vm.compile(tvm.IRModule.from_expr(relay.all(x, axis=1)), "llvm")


DIVIDED = {
    "mean": ("`mean` | 编译报 `Divide by zero` | NaN |",),
    "variance": ("`variance`、`mean_variance` | 编译报 `Divide by zero` | NaN | 见 `variance` | 报错 |",),
    "mean_variance": ("`variance`、`mean_variance` | 编译报 `Divide by zero` | NaN | 见 `variance` | 报错 |",),
    "std": ("`std`、`mean_std` | 编译报 `Divide by zero` | NaN | 报错 | 报错 |",),
    "mean_std": ("`std`、`mean_std` | 编译报 `Divide by zero` | NaN | 报错 | 报错 |",),
}


@each(DIVIDED)
def _(tvm, name):
    op = getattr(tvm.relay, name)
    whole = lambda x: op(x).astuple() if name.startswith("mean_") else op(x)
    with raises(Exception, "Divide by zero"):
        build(tvm, whole(var(tvm, "x", 0)))
    with raises(Exception):
        build(tvm, whole(var(tvm, "x", 4, dtype="bool")))
    assert np.isnan(run(tvm, op, np.array([1, NAN, 0], "float32"))).all()
    if name.endswith("std"):
        for dtype in ("int32", "int64"):
            with raises(Exception):
                build(tvm, whole(var(tvm, "x", 4, dtype=dtype)))


@proves("tvm.relay.mean", "整数时除法向 0 取整：和为 -3、个数为 4 得 0", "int8 超过 127 个、uint8 超过 255 个时编译报 `exceeds maximum of int8` 或 `exceeds maximum of uint8`", "先求和再除以个数", versions=("0.12.0", "0.13.0"))
@proves("tvm.relay.mean", "整数时除法向 0 取整：和为 -3、个数为 4 得 0", "先求和再除以个数", versions=("0.10.0",))
def _(tvm):
    mean = tvm.relay.mean
    got = run(tvm, lambda *v: [mean(one) for one in v], np.array([-3, 0, 0, 0], "int32"), np.array([1, 5, 5], "int64"))
    assert [int(one) for one in got] == [0, 3]
    for dtype, n in (("int8", 127), ("uint8", 255)):
        build(tvm, mean(var(tvm, "x", n, dtype=dtype)))
        with raises(Exception, f"exceeds maximum of {dtype}"):
            build(tvm, mean(var(tvm, "x", n + 1, dtype=dtype)))


@proves("tvm.relay.mean", "个数超过 65504 时编译报 `exceeds maximum of float16`；int8 超过 127 个、uint8 超过 255 个也报这一类错", versions=("0.10.0",))
def _(tvm):
    for dtype, n in (("int8", 128), ("uint8", 256), ("float16", 65505)):
        with raises(Exception, f"exceeds maximum of {dtype}"):
            build(tvm, tvm.relay.mean(var(tvm, "x", n, dtype=dtype)))


@proves("tvm.relay.variance", "True 时除以 `n - 1`，`n` 为 1 时编译报 `Divide by zero`")
@proves("tvm.relay.std", "即 `sqrt(variance)`，`unbiased` 的含义同 `variance`", "求导在方差为 0 处除以 0")
def _(tvm):
    relay, rows = tvm.relay, np.array([[1, 5, 5], [4, 2, 4]], "float32")
    got = run(tvm, lambda x: [op(x, axis=1, unbiased=one) for op in (relay.variance, relay.std) for one in (False, True)], rows)
    wanted = [function(rows, axis=1, ddof=one) for function in (np.var, np.std) for one in (0, 1)]
    assert all(same(a, b, 1e-5) for a, b in zip(got, wanted))
    with raises(Exception, "Divide by zero"):
        build(tvm, relay.variance(var(tvm, "x", 1), unbiased=True))
    assert not np.isfinite(gradients(tvm, lambda x: relay.std(x, axis=1), np.ones((1, 3), "float32"))[0]).any()


@proves("tvm.relay.variance", "给出已有的平均值，形状要保留归约的轴；它不等于真正的平均值时，结果是对它的均方偏差", versions=("0.12.0", "0.13.0"))
def _(tvm):
    relay, rows = tvm.relay, np.array([[1, 5, 5], [4, 2, 4]], "float32")
    give = lambda mean: run(tvm, lambda x: relay.variance(x, axis=1, with_mean=relay.const(mean)), rows)
    assert list(give(np.zeros((2, 1), "float32"))) == [17, 12]
    assert same(give(rows.mean(1, keepdims=True)), rows.var(1), 1e-5)
    with raises("TVMError"):
        give(np.zeros(2, "float32"))


@proves("tvm.relay.variance", "整数只有 int64 和 uint64 能执行，更窄的运行时报类型不符", "`[1, 5, 5]` 的平均成了 3，方差是 4", versions=("0.12.0", "0.13.0"))
@proves("tvm.relay.variance", "`[1, 5, 5]` 的平均成了 3，方差是 4", "能执行的有 int32、uint32 和 int64，更窄的运行时报类型不符", versions=("0.10.0",))
@proves("tvm.relay.mean_variance", "窄于 64 位的整数的 `variance`、`mean_variance` 例外，运行时才报类型不符", versions=("0.12.0", "0.13.0"))
def _(tvm, release):
    relay = tvm.relay
    works = ("int32", "uint32", "int64") if release == "0.10.0" else ("int64", "uint64")
    for dtype in {"int8", "uint8", "int16", "int32", "uint32", "int64", *works}:
        row = np.array([1, 5, 5], dtype)
        build(tvm, relay.variance(var(tvm, "x", 3, dtype=dtype)))
        if dtype in works:
            assert run(tvm, relay.variance, row) == 4
        else:
            for op in (relay.variance, relay.mean_variance):
                with raises(Exception):
                    run(tvm, op, row)


@proves("tvm.relay.mean_variance", "返回 `TupleWrapper`", "`exclude=True` 且不保留轴时类型推断失败")
@proves("tvm.relay.mean_std", "没有 `unbiased`", "不保留轴时对平均值用不带轴的 `squeeze`，原有的大小为 1 的轴也一起去掉，两项的形状因此可能不同")
def _(tvm):
    relay, rows = tvm.relay, np.array([[1, 5, 5], [4, 2, 4]], "float32")
    for op, function in ((relay.mean_variance, np.var), (relay.mean_std, np.std)):
        assert type(op(var(tvm, "x", 2, 3), 1)) is relay.expr.TupleWrapper
        for keep in (False, True):
            mean, other = run(tvm, lambda x: op(x, axis=1, keepdims=keep), rows)
            assert same(mean, rows.mean(1, keepdims=keep), 1e-5) and same(other, function(rows, axis=1, keepdims=keep), 1e-5)
    with raises("TVMError"):
        main(tvm, relay.mean_variance(var(tvm, "x", 2, 3), axis=1, exclude=True))
    main(tvm, relay.mean_variance(var(tvm, "x", 2, 3), axis=1, exclude=True, keepdims=True))
    with raises("TypeError"):
        relay.mean_std(var(tvm, "x", 2, 3), 1, unbiased=True)
    shapes = lambda op: [tuple(int(n) for n in one.shape) for one in main(tvm, op(var(tvm, "x", 1, 3), axis=1)).ret_type.fields]
    assert shapes(relay.mean_std) == [(), (1,)] and shapes(relay.mean_variance) == [(1,), (1,)]


@proves("tvm.relay.mean_variance", "平均值与方差的元组，平均值只算一次", versions=("0.12.0", "0.13.0"))
def _(tvm):
    text = str(main(tvm, tvm.relay.mean_variance(var(tvm, "x", 2, 3), axis=1)).body)
    assert text.count(" mean(") == 1


@proves("tvm.relay.logsumexp", "先减去最大值以免上溢，没有 `exclude`", "由 `max`、`exp`、`sum`、`log` 拼成，整数编译时报错", "`axis` 为 None 时求导的结果编译报 `The fill value should be a scalar`，要写明轴", HAS_GRADIENT)
def _(tvm):
    relay, data = tvm.relay, np.array([[1000, 1000], [0, 0]], "float32")
    got = run(tvm, lambda x: [relay.logsumexp(x, 1), relay.logsumexp(x, -1, True), relay.logsumexp(x)], data)
    assert np.allclose(got[0], np.log(2) + [1000, 0]) and got[1].shape == (2, 1) and np.allclose(got[2], np.log(2) + 1000)
    with raises("TypeError"):
        relay.logsumexp(var(tvm, "x", 2, 2), 1, exclude=True)
    text = str(main(tvm, relay.logsumexp(var(tvm, "x", 2, 2), 1)).body)
    assert all(f" {one}(" in text for one in ("max", "exp", "sum", "log"))
    with raises(Exception):
        build(tvm, relay.logsumexp(var(tvm, "x", 2, 2, dtype="int32"), 1))
    small = np.array([[0, 1]], "float32")
    assert np.allclose(gradients(tvm, lambda x: relay.logsumexp(x, 1), small)[0], np.exp(small) / np.exp(small).sum())
    with raises(Exception, "The fill value should be a scalar"):
        gradients(tvm, relay.logsumexp, small)


SCANS = {"cumsum": (np.cumsum, 0), "cumprod": (np.cumprod, 1)}


SCANS_OWN = {"cumsum": ('uint8 会回绕，给 `dtype="int32"` 避免',), "cumprod": ("沿轴的前缀积，形参同 `cumsum`",)}


@each(SCANS_OWN, "None 先展平成一维", "累加和输出的类型，None 同 `data`；bool 也不提升", "True 时第 i 项不含自己，第一项是 0（积是 1）", NO_GRADIENT)
def _(tvm, name):
    function, first = SCANS[name]
    op, grid = getattr(tvm.relay, name), np.array([[1, 2, 3], [3, 4, 2]], "float32")
    narrow, flags = np.array([200, 100], "uint8"), np.array([True, True])
    got = run(
        tvm,
        lambda x, y, z: [op(x), op(x, axis=1), op(x, axis=-2), op(x, axis=1, exclusive=True), op(y, axis=0), op(y, axis=0, dtype="int32"), op(z, axis=0), op(x, axis=1, exclusive=False)],
        grid, narrow, flags,
    )
    assert same(got[0], function(grid)) and same(got[1], function(grid, 1)) and same(got[2], function(grid, 0)) and same(got[7], got[1])
    assert got[3][:, 0].tolist() == [first, first] and same(got[3][:, 1:], function(grid, 1)[:, :-1])
    assert same(got[4], function(narrow, dtype="uint8")) and same(got[5], function(narrow, dtype="int32")) and got[6].dtype == bool
    with diagnosed(tvm, f"the operator {name} does not have a registered gradient."):
        gradient_text(tvm, op(var(tvm, "x", 2), axis=0))


@each(("cumsum", "cumprod"), "越界能通过类型推断，编译时 `IndexError`")
def _(tvm, name):
    for axis in (2, -3):
        expr = getattr(tvm.relay, name)(var(tvm, "x", 2, 3), axis=axis)
        assert type_of(tvm, expr)[0] == (2, 3)
        with raises(Exception, "IndexError" if axis > 0 else ""):
            build(tvm, expr)
