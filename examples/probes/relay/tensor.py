"""Probes of docs/reference/api/python/relay/tensor.md."""

import contextlib
import functools

import numpy as np
from probes import check_error, proves, proves_check, raises

RELAY = "tvm.relay."
NAN = np.nan
NEWER, LATEST, OLDEST, BEFORE = ("0.12.0", "0.13.0"), ("0.13.0",), ("0.10.0",), ("0.10.0", "0.12.0")


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
    if isinstance(out, list) or hasattr(out, "astuple"):
        out = out.astuple() if hasattr(out, "astuple") else relay.Tuple(out)
    with tvm.transform.PassContext(opt_level=level):
        mod = tvm.IRModule.from_expr(relay.Function(names, out))
        result = relay.create_executor(kind, mod, tvm.cpu(), "llvm").evaluate()(*arrays)
    return result.numpy() if isinstance(result, tvm.nd.NDArray) else [one.numpy() for one in result]


def gradients(tvm, make, *arrays):
    """The gradients of the sum of what `make` builds, for each array."""
    relay = tvm.relay
    names = [var(tvm, f"v{i}", *a.shape, dtype=str(a.dtype)) for i, a in enumerate(arrays)]
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(names, make(*names))))
    mod = relay.transform.FirstOrderGradient()(mod)
    result = relay.create_executor("vm", mod, tvm.cpu(), "llvm -opt-level=0").evaluate()(*arrays)
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


def fields(tvm, expr):
    """The shapes and types of a tuple."""
    return [(tuple(getattr(n, "value", "?") for n in one.shape), one.dtype) for one in main(tvm, expr).ret_type.fields]


def unknown(tvm, name, *shape, dtype="float32"):
    """A variable whose None axes are unknown."""
    return tvm.relay.var(name, shape=[tvm.relay.Any() if n is None else n for n in shape], dtype=dtype)


def refused(tvm, *exprs):
    """Type inference refuses each; pairs of a class and an expression ask for the class."""
    for expr in exprs:
        with raises("TVMError"):
            type_of(tvm, expr)


def passes_but(tvm, expr, words=""):
    """Type inference lets it through, and the build fails."""
    found = main(tvm, expr)
    with raises(Exception, words):
        build(tvm, expr)
    return found


def grid(dtype="float32"):
    return np.arange(6, dtype=dtype).reshape(2, 3)


GRADED = "reshape reshape_like reverse_reshape expand_dims squeeze transpose concatenate stack where take gather_nd strided_slice collapse_sum_like collapse_sum_to"
UNGRADED = "split tile repeat broadcast_to reverse gather sort argsort topk trilu matrix_set_diag scatter_nd strided_set"
OPS = {"reverse_reshape": "contrib_reverse_reshape"}


@each(GRADED.split(), "注册了梯度的有 `reshape`、`reshape_like`、`reverse_reshape`、`expand_dims`、`squeeze`、`transpose`、`concatenate`、`stack`、`where`、`take`、`gather_nd`、`strided_slice`、`collapse_sum_like` 和 `collapse_sum_to`")
def _(tvm, name):
    assert tvm.ir.Op.get(OPS.get(name, name)).get_attr("FPrimalGradient") is not None


@each(UNGRADED.split(), "其他的在要求导的图里会报错")
def _(tvm, name):
    assert tvm.ir.Op.get(name).get_attr("FPrimalGradient") is None


CONSTANTS = "`reshape`、`squeeze`、`tile`、`broadcast_to`、`strided_slice`、`topk` 的形状、轴、次数还可以写常量（`relay.Constant`），等于写数；写其他表达式时生成 `dyn.` 开头的算子，由它决定的轴是未知的 `?`"
WITH_CONSTANT = {
    "reshape": lambda relay, x, v: relay.reshape(x, v([3, 2])),
    "squeeze": lambda relay, x, v: relay.squeeze(relay.expand_dims(x, 0), v([0])),
    "tile": lambda relay, x, v: relay.tile(x, v([2, 1])),
    "broadcast_to": lambda relay, x, v: relay.broadcast_to(x, v([4, 2, 3])),
    "strided_slice": lambda relay, x, v: relay.strided_slice(x, v([0, 1]), v([2, 3]), v([1, 1])),
    "topk": lambda relay, x, v: relay.topk(x, v(2), ret_type="values"),
}


@each(tuple(WITH_CONSTANT), CONSTANTS)
def _(tvm, name):
    relay, make, x = tvm.relay, WITH_CONSTANT[name], var(tvm, "x", 2, 3)
    plain = make(relay, x, lambda value: value)
    const = make(relay, x, lambda value: relay.const(value, "int64"))
    assert plain.op.name == const.op.name == name and type_of(tvm, plain) == type_of(tvm, const) and len(const.args) == 1
    moving = make(relay, x, lambda value: relay.var("v", shape=np.shape(value), dtype="int64"))
    assert moving.op.name == f"dyn.{name}" and "?" in type_of(tvm, moving)[0]


@each(("repeat", "split", "reverse_reshape", "sliding_window"), "`repeat`、`split`、`reverse_reshape`、`sliding_window` 不接受常量")
def _(tvm, name):
    relay, x = tvm.relay, var(tvm, "x", 2, 3)
    two = relay.const(2)
    calls = {
        "repeat": lambda: relay.repeat(x, two, 0),
        "split": lambda: relay.split(x, two, 0),
        "reverse_reshape": lambda: relay.reverse_reshape(x, relay.const([3, 2])),
        "sliding_window": lambda: relay.sliding_window(x, 0, relay.const([2, 3]), [1, 1]),
    }
    with raises(Exception):
        type_of(tvm, calls[name]())


@proves("tvm.relay.reshape", "照抄输入同一位置的轴；`allowzero=True` 时就是大小 0", "输入没有这个轴", "由其余的轴推出", "写了两个：`One and only one dim can be inferred`；`allowzero=True` 时还写了 0：`Divide by zero`", "照抄输入剩下的全部轴", "合并输入的下两个轴", "输入剩下的不足两个轴", "拆开输入的下一个轴，后面两个数是拆成的大小，其中一个可以是 -1", "后面不足两个数，或两个数都是 -1：`Split dims cannot both be -1.`")
def _(tvm):
    reshape, x = tvm.relay.reshape, var(tvm, "x", 2, 3, 4)
    for shape, wanted in (((0, -1), (2, 12)), ((-1, 0), (8, 3)), ((2, -2), (2, 3, 4)), ((-3, 4), (6, 4)), ((0, -3), (2, 12)), ((-4, 1, 2, -2), (1, 2, 3, 4)), ((-4, -1, 2, -2), (1, 2, 3, 4)), ((-4, 2, -1, 3, 4), (2, 1, 3, 4)), ((-1,), (24,)), ((4, 3, 2), (4, 3, 2))):
        assert type_of(tvm, reshape(x, shape)) == (wanted, "float32"), shape
    assert type_of(tvm, reshape(var(tvm, "e", 0, 3), (0, 5), allowzero=True))[0] == (0, 5)
    assert type_of(tvm, reshape(var(tvm, "e", 0, 3), (5, 0), allowzero=True))[0] == (5, 0)
    for shape, words in (((2, 3, 4, 0), ""), ((-1, -1), "One and only one dim can be inferred"), ((2, 3, -3), ""), ((2, 3, 4, -4, 1, 1), ""), ((2, 3, -4, 4), ""), ((-4, -1, -1, -2), "Split dims cannot both be -1.")):
        with raises("TVMError", words):
            type_of(tvm, reshape(x, shape))
    with raises("TVMError", "Divide by zero"):
        type_of(tvm, reshape(var(tvm, "e", 0, 3), (0, -1), allowzero=True))
    assert same(run(tvm, lambda v: reshape(v, (3, -1)), grid()), grid().reshape(3, 2))


@proves_check("tvm.relay.reshape", "元素个数不同是 `InternalError`")
@proves("tvm.relay.reshape", "更小的数报 `Unsupported special value`", "输入或输出有未知的轴时不查，`(?, 3)` 可以写成 `(5, 5)`", "小数被截掉，3.7 当作 3；不是整数的字符串抛出 `RuntimeError: Unrecognized shape type`，None、`relay.Any()`、`tir.Var` 是 `TypeError`", "int、整数序列或 `relay.Expr` | 各轴的大小，可以写下面的特殊值")
def _(tvm, release):
    reshape, x = tvm.relay.reshape, var(tvm, "x", 2, 3)
    with raises("TVMError", "Unsupported special value"):
        type_of(tvm, reshape(x, (-5, 6)))
    for shape in ((7,), (2, 2), (0, 4)):
        with raises(check_error(release)):
            type_of(tvm, reshape(x, shape))
    assert type_of(tvm, reshape(unknown(tvm, "u", None, 3), (5, 5)))[0] == (5, 5)
    assert type_of(tvm, reshape(x, (3.7, 2)))[0] == (3, 2)
    assert type_of(tvm, reshape(x, 6))[0] == type_of(tvm, reshape(x, [6]))[0] == (6,)
    with raises("RuntimeError", "Unrecognized shape type"):
        reshape(x, ("a", 2))
    for one in (None, tvm.relay.Any(), tvm.tir.Var("n", "int32")):
        with raises("TypeError"):
            reshape(x, (one, 2))


@proves("tvm.relay.reverse_reshape", "从右向左解释特殊值的 `reshape`，算子名是 `contrib_reverse_reshape`；-4 拆成的两个大小因此写在它前面", "`newshape` 只能是整数或整数序列，没有 `allowzero`", "这里对应右起第一个轴（4）")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, 3, 4)
    make = relay.reverse_reshape
    assert make(x, (-1, 0)).op.name == "contrib_reverse_reshape"
    assert type_of(tvm, make(x, (-1, 0)))[0] == (6, 4) and type_of(tvm, relay.reshape(x, (-1, 0)))[0] == (8, 3)
    assert type_of(tvm, make(x, (-2, 2, 2, -4)))[0] == (2, 3, 2, 2)
    assert type_of(tvm, make(x, 24))[0] == (24,)
    with raises("TypeError"):
        make(x, (2, 12), allowzero=True)


@proves("tvm.relay.reshape_like", "只用它的形状", "`data` 里被替换的、`shape_like` 里取来的第一个轴；负数从末尾数，不能是 None", "那一段的末尾，不含；负数从末尾数，None 是全部余下的轴", "有动态的轴时不检查")
@proves_check("tvm.relay.reshape_like", "替换前后的元素个数必须相同，否则 `InternalError`")
def _(tvm, release):
    make, a, b = tvm.relay.reshape_like, var(tvm, "a", 2, 12), var(tvm, "b", 9, 3, 4, dtype="int8")
    shape = lambda *args, **more: type_of(tvm, make(*args, **more))
    assert shape(a, b, 1, None, 1) == shape(a, b, lhs_begin=-1, rhs_begin=-2) == ((2, 3, 4), "float32")
    assert shape(var(tvm, "c", 9, 12, 5), b, 1, 2, 1, 3)[0] == shape(var(tvm, "c", 9, 12, 5), b, 1, -1, 1, 3)[0] == (9, 3, 4, 5)
    with raises(check_error(release)):
        shape(a, b)
    with raises(Exception):
        make(a, b, lhs_begin=None)
    assert shape(unknown(tvm, "u", None, 5), b)[0] == (9, 3, 4)


@proves("tvm.relay.expand_dims", "在 -ndim-1 与 ndim 之间", "插入几个轴，不能是负数，0 时不变", "写成 `relay.const` 也算动态，输出各轴都是 `?`；列表抛出 `ValueError: Unknown type for axis`")
def _(tvm):
    make, x = tvm.relay.expand_dims, var(tvm, "x", 2, 3)
    for axis, count, wanted in ((0, 1, (1, 2, 3)), (2, 1, (2, 3, 1)), (-1, 2, (2, 3, 1, 1)), (-3, 1, (1, 2, 3)), (1, 0, (2, 3))):
        assert type_of(tvm, make(x, axis, count))[0] == wanted
    refused(tvm, make(x, 3), make(x, -4), make(x, 0, -1))
    assert type_of(tvm, make(x, tvm.relay.const(0)))[0] == ("?", "?", "?")
    with raises("ValueError", "Unknown type for axis"):
        make(x, [0])


@proves("tvm.relay.squeeze", "`axis` 是 None 时去掉所有这样的轴，是空列表时一个也不去", "指定的轴越界、大小不是 1 时类型推断失败，大小未知时放行", "形状里有未知的轴时 `axis` 不能是 None，否则报 `axis needs to be defined for dynamic input`")
def _(tvm):
    make, x = tvm.relay.squeeze, var(tvm, "x", 1, 3, 1)
    for axis, wanted in ((None, (3,)), ([], (1, 3, 1)), ([0], (3, 1)), ([-1, 0], (3,)), ((2,), (1, 3))):
        assert type_of(tvm, make(x, axis))[0] == wanted
    refused(tvm, make(x, [3]), make(x, [-4]), make(x, [1]))
    some = unknown(tvm, "u", None, 1)
    assert type_of(tvm, make(some, [0]))[0] == (1,)
    with raises(Exception, "axis needs to be defined for dynamic input"):
        type_of(tvm, make(some))


@proves("tvm.relay.squeeze", "`axis` 是列表或元组，不能写一个整数：`squeeze(x, 0)` 在调用时抛出 `TVMError`，信息是 `expected Object but got int`；标量的 `relay.const(0)` 是 `TypeError`", versions=OLDEST)
def _(tvm):
    x = var(tvm, "x", 1, 3)
    with raises("TVMError", "expected Object but got int"):
        tvm.relay.squeeze(x, 0)
    with raises("TypeError"):
        tvm.relay.squeeze(x, tvm.relay.const(0))


@proves("tvm.relay.transpose", "按 `axes` 重排各轴，None 时次序颠倒", "`axes` 必须列出全部的轴，不能重复；空元组不等于 None，对多维输入是错误")
def _(tvm):
    make, x = tvm.relay.transpose, var(tvm, "x", 2, 3, 4)
    assert type_of(tvm, make(x))[0] == (4, 3, 2) and type_of(tvm, make(x, (0, -1, 1)))[0] == (2, 4, 3)
    refused(tvm, make(x, (0, 1)), make(x, (0, 1, 1)), make(x, (0, 1, -2)), make(x, (0, 1, 3)), make(x, ()))
    data = np.arange(24, dtype="float16").reshape(2, 3, 4)
    assert same(run(tvm, lambda v: make(v, (2, 0, 1)), data), data.transpose(2, 0, 1))


@proves("tvm.relay.layout_transform", "两个名称的主轴必须相同，维数要相符，否则类型推断失败", "通道数不是块的倍数时块数向上取整：15 个通道得 2 块")
def _(tvm):
    make, x = tvm.relay.layout_transform, var(tvm, "x", 1, 15, 2, 2)
    assert type_of(tvm, make(x, "NCHW", "NCHW8c"))[0] == (1, 2, 2, 2, 8) and type_of(tvm, make(x, "NCHW", "NHWC"))[0] == (1, 2, 2, 15)
    refused(tvm, make(x, "NCHW", "NCW"), make(x, "NCW", "NWC"), make(x, "NCHW", "NCDHW"))
    data = np.arange(32, dtype="float32").reshape(1, 16, 1, 2)
    assert same(run(tvm, lambda v: make(v, "NCHW", "NCHW8c"), data), data.reshape(1, 2, 8, 1, 2).transpose(0, 1, 3, 4, 2))


@proves("tvm.relay.concatenate", "`data` 是列表、`relay.Tuple` 或 `TupleWrapper`；空列表和不是整数的 `axis` 抛出 `ValueError`", "错误信息是 `relay.concatenate requires all tensors have the same` 加上不符的一项；`axis` 越界是 `DiagnosticError`")
def _(tvm):
    relay = tvm.relay
    make, a, b = relay.concatenate, var(tvm, "a", 2, 3), var(tvm, "b", 2, 3)
    pair = relay.Tuple([a, b])
    whole = relay.split(var(tvm, "c", 4, 3), 2, 0)
    for data in ([a, b], (a, b), pair, whole):
        assert type_of(tvm, make(data, -1))[0] == (2, 6) and type_of(tvm, make(data, 0))[0] == (4, 3)
    for data, axis in (([], 0), ([a, b], 1.0), ([a, b], None)):
        with raises("ValueError"):
            make(data, axis)
    for other in (var(tvm, "d", 2, 3, dtype="int32"), var(tvm, "d", 2), var(tvm, "d", 3, 3)):
        found = []
        render = tvm.ir.diagnostics.DiagnosticRenderer(lambda ctx: found.extend(d.message for d in ctx.diagnostics))
        tvm.register_func("diagnostics.OverrideRenderer", lambda: render, True)
        try:
            type_of(tvm, make([a, other], 1))
        except tvm.TVMError as error:
            found.append(str(error))
        assert any("relay.concatenate requires all tensors have the same" in one for one in found)
    for axis in (2, -3):
        with raises("DiagnosticError"):
            type_of(tvm, make([a, b], axis))
    assert same(run(tvm, lambda x, y: make([x, y], 1), grid(), grid() + 9), np.concatenate([grid(), grid() + 9], 1))


@proves("tvm.relay.stack", "`axis` 是新轴在输出里的位置，从 -N-1 到 N（N 是输入的维数）", "输入的第 `axis` 维是否相同不检查，按第一个张量算，例如 `(2, 3)` 和 `(5, 3)` 沿 0 轴得到 `(2, 2, 3)`")
def _(tvm):
    make, a, b = tvm.relay.stack, var(tvm, "a", 2, 3), var(tvm, "b", 2, 3)
    for axis, wanted in ((0, (2, 2, 3)), (2, (2, 3, 2)), (-1, (2, 3, 2)), (-3, (2, 2, 3))):
        assert type_of(tvm, make([a, b], axis))[0] == wanted
    refused(tvm, make([a, b], 3), make([a, b], -4), make([a, var(tvm, "c", 2, 3, dtype="int32")], 0), make([a, var(tvm, "c", 5, 3)], 1))
    assert type_of(tvm, make([a, var(tvm, "c", 5, 3)], 0))[0] == (2, 2, 3)
    assert same(run(tvm, lambda x, y: make([x, y], 1), grid(), grid() + 9), np.stack([grid(), grid() + 9], 1))


@proves_check("tvm.relay.split", "不能整除是 `InternalError`")
@proves("tvm.relay.split", "返回 `TupleWrapper`", "整数时等分", "序列时给出切点，必须严格递增且在轴之内，0 也不行", "越过末尾的切点也是错误，NumPy 则得到空块")
def _(tvm, release):
    make, x = tvm.relay.split, var(tvm, "x", 6, 2)
    assert type(make(x, 3)) is tvm.relay.expr.TupleWrapper
    assert [one[0] for one in fields(tvm, make(x, (1, 4)))] == [(1, 2), (3, 2), (2, 2)]
    assert [one[0] for one in fields(tvm, make(x, 2, -1))] == [(6, 1)] * 2
    with raises(check_error(release)):
        main(tvm, make(x, 4))
    for cuts in ((4, 1), (2, 2), (0, 3), (3, 7)):
        with raises("TVMError"):
            main(tvm, make(x, cuts))
    assert np.split(np.zeros(6), (3, 7))[2].size == 0


@proves("tvm.relay.repeat", "至少为 1", "必须写，没有 NumPy 的展平；负数从末尾数")
@proves("tvm.relay.tile", "`reps` 与形状从末尾对齐，较短的一方补 1。`reps` 是序列或一维的 `relay.Expr`，整数报 `TVMError`；序列的每一项大于 0")
@proves("tvm.relay.reverse", "`axis` 是单个整数，不接受 None")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, 3)
    with raises(Exception):
        relay.repeat(x, 2, None)
    with raises(Exception):
        relay.reverse(x, None)
    refused(tvm, relay.repeat(x, 0, 0), relay.repeat(x, -1, 0), relay.tile(x, (2, 0)))
    with raises("TVMError"):
        relay.tile(x, 2)
    assert type_of(tvm, relay.tile(x, relay.const([2, 1])))[0] == (4, 3)
    type_of(tvm, relay.tile(x, var(tvm, "reps", 2, dtype="int32")))
    calls = {
        "repeat": (lambda v: relay.repeat(v, 2, -1), np.repeat(grid(), 2, -1)),
        "tile": (lambda v: relay.tile(v, (2,)), np.tile(grid(), 2)),
        "more": (lambda v: relay.tile(v, (2, 1, 2)), np.tile(grid(), (2, 1, 2))),
        "reverse": (lambda v: relay.reverse(v, -1), grid()[:, ::-1]),
    }
    for got, (_, wanted) in zip(run(tvm, lambda v: [make(v) for make, _ in calls.values()], grid()), calls.values()):
        assert same(got, wanted)


@proves("tvm.relay.reverse_sequence", "一维，长度必须等于批次，否则类型推断失败；大于轴长时颠倒整个轴，0 时不动", "被颠倒的轴、批次轴", "每个批次只颠倒前若干个元素，其余不动")
def _(tvm):
    make, data = tvm.relay.reverse_sequence, np.arange(8, dtype="float32").reshape(2, 4)
    got = run(tvm, lambda v, a, b: [make(v, a), make(v, b, seq_axis=0, batch_axis=1)], data, np.array([2, 9], "int32"), np.array([0, 2, 1, 0], "int64"))
    assert got[0].tolist() == [[1, 0, 2, 3], [7, 6, 5, 4]] and got[1].tolist() == [[0, 5, 2, 3], [4, 1, 6, 7]]
    x = var(tvm, "x", 2, 4)
    refused(tvm, make(x, var(tvm, "s", 3, dtype="int32")), make(x, var(tvm, "s", 2, 1, dtype="int32")), make(x, var(tvm, "s", 2)))


@proves("tvm.relay.sliding_window", "从 `axis` 起的各轴变成「窗口个数」，窗口本身作为新的轴接在末尾", "第一个滑动的轴，不能是负数", "`window_shape` 不足时类型推断仍放行，形状是错的，编译才报错", "窗口比轴长时类型推断得到 0 或负数的轴，不报错")
@proves_check("tvm.relay.sliding_window", "`strides` 比它少是 `InternalError`")
def _(tvm, release):
    make, x = tvm.relay.sliding_window, var(tvm, "x", 2, 6)
    assert type_of(tvm, make(x, 1, [3], [2]))[0] == (2, 2, 3)
    assert type_of(tvm, make(x, 0, [1, 3], [1, 1]))[0] == (2, 4, 1, 3)
    assert type_of(tvm, make(x, 1, [7], [1]))[0] == (2, 0, 7) and type_of(tvm, make(x, 1, [9], [1]))[0][1] < 0
    refused(tvm, make(x, -1, [3], [1]))
    passes_but(tvm, make(x, 0, [2], [1]))
    with raises(check_error(release)):
        type_of(tvm, make(x, 0, [1, 3], [1]))
    line = np.arange(5, dtype="float32")
    assert run(tvm, lambda v: make(v, 0, [3], [2]), line).tolist() == [[0, 1, 2], [2, 3, 4]]


@proves("tvm.relay.broadcast_to", "类型推断直接采用 `shape`，不核对能否广播；不能广播时编译才报 `DiagnosticError`")
@proves("tvm.relay.broadcast_to_like", "与 `broadcast_to` 不同，它在类型推断里核对形状，而且两者的数据类型必须相同")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, 3)
    assert type_of(tvm, relay.broadcast_to(x, (4, 5)))[0] == (4, 5)
    with raises("DiagnosticError"):
        build(tvm, relay.broadcast_to(x, (4, 5)))
    refused(tvm, relay.broadcast_to_like(x, var(tvm, "y", 4, 5)), relay.broadcast_to_like(x, var(tvm, "y", 2, 3, dtype="int32")))
    got = run(tvm, lambda v, w: [relay.broadcast_to(v, (4, 2, 3)), relay.broadcast_to_like(v, w)], grid(), np.zeros((4, 2, 3), "float32"))
    assert all(same(one, np.broadcast_to(grid(), (4, 2, 3))) for one in got)


@proves("tvm.relay.collapse_sum_like", "把多出来和被广播的轴求和，收缩到 `collapse_type` 的形状", "两者的类型要相同，`collapse_type` 要能广播成 `data` 的形状，否则 `DiagnosticError`")
@proves("tvm.relay.collapse_sum_to", "列表或元组先变成 int32 常量", "形状不相容时类型推断放行，没有 `collapse_sum_like` 的检查")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, 3)
    got = run(tvm, lambda v, w: [relay.collapse_sum_like(v, w), relay.collapse_sum_to(v, (3,)), relay.collapse_sum_to(v, [2, 1])], grid(), np.zeros((1, 3), "float32"))
    assert got[0].tolist() == [[3, 5, 7]] and got[1].tolist() == [3, 5, 7] and got[2].tolist() == [[3], [12]]
    for other in (var(tvm, "y", 5), var(tvm, "y", 4, 2, 3), var(tvm, "y", 1, 3, dtype="int32")):
        with raises("DiagnosticError"):
            type_of(tvm, relay.collapse_sum_like(x, other))
    assert type_of(tvm, relay.collapse_sum_to(x, (5,)))[0] == (5,)
    assert relay.collapse_sum_to(x, (3,)).args[1].data.dtype == "int32"


for name in ("collapse_sum_like",):

    @proves(RELAY + name, "有未知的轴时类型推断放行，编译报 `All elements of ishape must be constant integers`", versions=BEFORE)
    def _(tvm, release, name=name):
        relay, u = tvm.relay, unknown(tvm, "u", None, 3)
        expr = relay.collapse_sum_like(u, var(tvm, "y", 3)) if name.endswith("like") else relay.collapse_sum_to(u, (3,))
        type_of(tvm, expr)
        with raises(Exception, "All elements of ishape must be constant integers"):
            relay.vm.compile(tvm.IRModule.from_expr(expr), "llvm")


@proves("tvm.relay.trilu", "`upper=True` 保留 `列 - 行 ≥ k`，False 保留 `列 - 行 ≤ k`", "对角线的偏移，整数或标量表达式", "一维输入能通过类型推断，编译时 `IndexError`")
def _(tvm):
    make, data = tvm.relay.trilu, np.arange(1, 13, dtype="float32").reshape(1, 3, 4)
    got = run(tvm, lambda v, k: [make(v, n, up) for n in (-1, 0, 2) for up in (True, False)] + [make(v, k)], data, np.array(1, "int32"))
    wanted = [function(data[0], n)[None] for n in (-1, 0, 2) for function in (np.triu, np.tril)] + [np.triu(data[0], 1)[None]]
    assert all(same(a, b) for a, b in zip(got, wanted))
    passes_but(tvm, make(var(tvm, "x", 3), 0), "IndexError")


@proves("tvm.relay.trilu", "接 `dense`、`nn.softmax` 这样不融合的没有问题", "用 `relay.annotation.stop_fusion(relay.trilu(…))` 隔开，或者用 `opt_level=0` 编译", "报 `variables [i1] are used, but are not passed in as API arguments`", versions=NEWER)
@proves("tvm.relay.trilu", "接 `dense` 这样不融合的没有问题", "用 `relay.annotation.stop_fusion(relay.trilu(…))` 隔开，或者用 `opt_level=0` 编译", "编译失败，报 `Not all Vars are passed in api_args`", versions=OLDEST)
def _(tvm, release):
    relay, words = tvm.relay, "Not all Vars are passed in api_args" if release == "0.10.0" else "variables [i1] are used, but are not passed in as API arguments"
    upper = relay.trilu(var(tvm, "x", 3, 4), 0)
    for after in (relay.exp, lambda v: relay.reshape(v, (12,))):
        with raises(Exception, words):
            build(tvm, after(upper))
    build(tvm, relay.nn.dense(upper, var(tvm, "w", 2, 4)))
    build(tvm, relay.exp(relay.annotation.stop_fusion(upper)))
    with tvm.transform.PassContext(opt_level=0):
        build(tvm, relay.exp(upper))


@proves("tvm.relay.matrix_set_diag", "一条对角线时是 `(…, 长度)`，一条带时是 `(…, 条数, 最大长度)`，先上后下；长度不核对", "偏移，正数在上方；下界大于上界时类型推断失败", "较短的对角线靠哪边：前半是上方的，后半是下方的")
def _(tvm):
    make, square = tvm.relay.matrix_set_diag, np.zeros((3, 3), "float32")
    band = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 0]], "float32")
    left = np.array([[1, 2, 0], [3, 4, 5], [0, 6, 7]], "float32")
    got = run(
        tvm,
        lambda v, line, a, b: [make(v, line, k=1), make(v, a, k=(-1, 1)), make(v, b, k=(-1, 1), align="LEFT_RIGHT")],
        square, np.array([7, 8], "float32"), band, left,
    )
    assert got[0].tolist() == [[0, 7, 0], [0, 0, 8], [0, 0, 0]]
    assert got[1].tolist() == got[2].tolist() == [[3, 1, 0], [6, 4, 2], [0, 7, 5]]
    x = var(tvm, "x", 3, 3)
    refused(tvm, make(x, var(tvm, "d", 3, 3), k=(1, -1)))
    type_of(tvm, make(x, var(tvm, "d", 9), k=0))


@proves("tvm.relay.strided_slice", "每轴一个，不足的轴取全部；负数从末尾数，越界的收进范围", "默认 1；负数倒着取", "`begin` 的各项对应哪些轴", "所以两条以上的轴要写出 `strides`，否则报 `must have the same length`", "`\"size\"` 时 `end` 是长度，-1 表示到末尾，步长不用；其他字符串按 `\"end\"` 算")
def _(tvm):
    make, data = tvm.relay.strided_slice, np.arange(24, dtype="float32").reshape(2, 3, 4)
    cases = (
        (([1], [2]), {}, data[1:2]),
        (([0, -2], [9, 9]), {}, data[:, -2:]),
        (([0, 0, -1], [2, 3, -9], [1, 1, -2]), {}, data[:, :, ::-2]),
        (([1], [3]), {"axes": [2]}, data[:, :, 1:3]),
        (([1, 0], [3, 4], [1, 2]), {"axes": [1, 2]}, data[:, 1:3, ::2]),
        (([0, 1], [2, -1]), {"slice_mode": "size"}, data[0:2, 1:]),
        (([0, 1], [2, 2]), {"slice_mode": "other"}, data[0:2, 1:2]),
    )
    got = run(tvm, lambda v: [make(v, *args, **more) for args, more, _ in cases], data)
    assert all(same(one, wanted) for one, (_, _, wanted) in zip(got, cases))
    with raises("TVMError", "must have the same length"):
        type_of(tvm, make(var(tvm, "x", 2, 3, 4), [0, 0], [1, 1], axes=[1, 2]))


@proves("tvm.relay.strided_slice", "起点、终点都写明时，步长为正而起点大于终点的类型推断失败，步长为负而起点小于终点的也失败；相等时得到大小为 0 的轴", "动态的起点不能用，`AssertionError`")
def _(tvm):
    make, x = tvm.relay.strided_slice, var(tvm, "x", 5)
    refused(tvm, make(x, [3], [1]), make(x, [1], [3], [-1]))
    assert type_of(tvm, make(x, [2], [2]))[0] == type_of(tvm, make(x, [2], [2], [-1]))[0] == (0,)
    with raises("AssertionError"):
        make(x, var(tvm, "b", 1, dtype="int64"), [3], axes=[0])


@proves("tvm.relay.strided_slice", "不能是 0，写 0 时进程以浮点异常信号退出", dies="SIGFPE")
def _(tvm):
    type_of(tvm, tvm.relay.strided_slice(var(tvm, "x", 5), [0], [5], [0]))


@proves("tvm.relay.strided_set", "返回新的张量", "列表先变成常量", "形状和类型在类型推断里不检查，多出的元素不用", "步长，None 时都是 1")
def _(tvm):
    make, relay = tvm.relay.strided_set, tvm.relay
    call = make(var(tvm, "x", 2, 3), var(tvm, "v", 1, 2), [0, 1], [1, 3])
    assert isinstance(call.args[2], relay.Constant)
    got = run(tvm, lambda x, v: [make(x, v, [0, 1], [1, 3]), x], grid(), np.array([[8, 9]], "float32"))
    assert got[0].tolist() == [[0, 8, 9], [3, 4, 5]] and same(got[1], grid())
    for shape, dtype in (((7, 7), "float32"), ((1,), "int8")):
        assert type_of(tvm, make(var(tvm, "x", 2, 3), var(tvm, "v", *shape, dtype=dtype), [0, 1], [1, 3])) == ((2, 3), "float32")
    more = run(tvm, lambda x, v: make(x, v, [0, 1], [1, 3]), grid(), np.array([[8, 9, 7, 7]], "float32"))
    assert more.tolist() == [[0, 8, 9], [3, 4, 5]]


@proves_check("tvm.relay.slice_like", "它的轴更长时是 `InternalError`，不会补齐")
@proves("tvm.relay.slice_like", "None 时比较两者共有的前几个轴，给出时只截这些轴")
def _(tvm, release):
    make, x = tvm.relay.slice_like, var(tvm, "x", 4, 5, 6)
    assert type_of(tvm, make(x, var(tvm, "y", 2, 3)))[0] == (2, 3, 6)
    assert type_of(tvm, make(x, var(tvm, "y", 2, 3, 9), [1]))[0] == (4, 3, 6)
    with raises(check_error(release)):
        type_of(tvm, make(x, var(tvm, "y", 9, 3)))
    data = np.arange(12, dtype="float32").reshape(3, 4)
    assert same(run(tvm, make, data, np.zeros((2, 3), "float32")), data[:2, :3])


@proves("tvm.relay.take", "None 先展平，`batch_dims` 不起作用；正好等于维数时类型推断放行，编译报 `axis out of bounds`", '`"clip"` 收进范围，-1 成了 0；`"wrap"` 取模，-1 是最后一个', "其他名称按 `\"wrap\"` 算，没有提示", "输出是 `data` 去掉这个轴、换上 `indices` 的形状")
@proves_check("tvm.relay.take", "更大的和小于 -ndim 的是 `InternalError`")
def _(tvm, release):
    make, x = tvm.relay.take, var(tvm, "x", 2, 3, 4)
    assert type_of(tvm, make(x, var(tvm, "i", 5, 6, dtype="int32"), axis=1))[0] == (2, 5, 6, 4)
    assert type_of(tvm, make(x, var(tvm, "i", dtype="int32"), axis=-1))[0] == (2, 3)
    line, at = np.arange(4, dtype="float32"), np.array([0, 3, -1, 7], "int32")
    got = run(tvm, lambda v, i, w: [make(v, i, axis=0, mode=mode) for mode in ("clip", "wrap", "nonsense")] + [make(w, i)], line, at, grid())
    assert [one.tolist() for one in got] == [[0, 3, 0, 3], [0, 3, 3, 3], [0, 3, 3, 3], [0, 3, 0, 5]]
    index = var(tvm, "i", 2, dtype="int32")
    passes_but(tvm, make(x, index, axis=3), "axis out of bounds")
    for axis in (4, -4):
        with raises(check_error(release)):
            type_of(tvm, make(x, index, axis=axis))


@proves("tvm.relay.take", "大小不同到编译时才报 `should be equal to indices.shape`", "不为 0 时 `mode` 只能是 `\"clip\"`，其余的编译失败", "前几个轴是批次，与 `indices` 的前几个轴对应")
def _(tvm):
    make, x = tvm.relay.take, var(tvm, "x", 2, 3)
    index = np.array([[0, 2], [1, 1]], "int32")
    got = run(tvm, lambda v, i: make(v, i, axis=1, batch_dims=1), grid(), index)
    assert got.tolist() == [[0, 2], [4, 4]]
    passes_but(tvm, make(x, var(tvm, "i", 5, 2, dtype="int32"), axis=1, batch_dims=1), "should be equal to indices.shape")
    passes_but(tvm, make(x, var(tvm, "i", 2, 2, dtype="int32"), axis=1, batch_dims=1, mode="wrap"))


def take_gradient(tvm, index, axis):
    """Of one take: compiling it is slow, so that each probe has one."""
    relay = tvm.relay
    return gradients(tvm, lambda v: relay.take(v, relay.const(np.array(index, "int32")), axis=axis), grid())[0].tolist()


@proves("tvm.relay.take", "越界的下标没有梯度")
def _(tvm):
    assert take_gradient(tvm, [0, 0, 9], 0) == [[2, 2, 2], [0, 0, 0]]


@proves("tvm.relay.take", "负的 `axis` 求导不报错而梯度是错的，要写成非负数")
def _(tvm):
    assert take_gradient(tvm, [0, 0, 2], -1) != [[2, 0, 1]] * 2


@proves("tvm.relay.take", "要写成非负数", "求导限静态形状的 `data`、标量或一维的 `indices`，且 `batch_dims` 为 0，否则 `OpError`（`data` 有未知的轴时是 `TypeError`）")
def _(tvm):
    relay = tvm.relay
    assert take_gradient(tvm, [0, 0, 2], 1) == [[2, 0, 1]] * 2
    take = lambda index, **more: relay.take(var(tvm, "x", 2, 3), relay.const(np.array(index, "int32")), axis=1, **more)
    for expr in (take([[0, 1]]), take([0, 1], batch_dims=1)):
        with raises("OpError"):
            gradient_text(tvm, expr)
    with raises("TypeError"):
        gradient_text(tvm, relay.take(unknown(tvm, "u", None, 3), relay.const(np.array([0], "int32")), axis=1))


@proves("tvm.relay.gather", "输出与 `indices` 同形状，`out[i][j] = data[i][indices[i][j]]`（`axis` 为 1）", "有符号整数；维数和 `axis` 以外的各轴与 `data` 相同，沿 `axis` 至少长 1，否则类型推断失败", "也不支持负数：按展平的地址读")
def _(tvm):
    make, x = tvm.relay.gather, var(tvm, "x", 2, 3)
    got = run(tvm, lambda v, i, j: [make(v, 1, i), make(v, 1, j)], grid(), np.array([[0, 2], [1, 1]]), np.array([[3, 0], [-1, 0]]))
    assert got[0].tolist() == [[0, 2], [4, 4]] and got[1].tolist() == [[3, 0], [2, 3]]
    index = lambda *shape, dtype="int64": var(tvm, "i", *shape, dtype=dtype)
    refused(tvm, make(x, 1, index(2)), make(x, 1, index(3, 2)), make(x, 1, index(2, 2, dtype="uint32")), make(x, 1, index(2, 2, dtype="float32")), make(x, 1, index(2, 0)))


@proves("tvm.relay.gather_nd", "形状 `(M, …)` 时取 `data` 的前 M 个轴，余下的轴留在输出末尾", "前几个轴是批次；不为 0 时不能求导", "M 大于维数时类型推断失败", "浮点的下标却放行", "负数和越界的按展平的地址读", "第 0 轴的约定与 ONNX、TensorFlow 的末轴相反")
def _(tvm):
    make, x = tvm.relay.gather_nd, var(tvm, "x", 2, 3)
    got = run(tvm, lambda v, a, b, c, d: [make(v, a), make(v, b), make(v, c, batch_dims=1), make(v, d)], grid(), np.array([[0, 1], [2, 0]]), np.array([[1]]), np.array([[2, 0]]), np.array([[0, 1], [3, -1]]))
    assert got[0].tolist() == [2, 3] and got[1].tolist() == [[3, 4, 5]] and got[2].tolist() == [2, 3] and got[3].tolist() == [3, 2]
    refused(tvm, make(x, var(tvm, "i", 3, 4, dtype="int64")))
    assert type_of(tvm, make(x, var(tvm, "i", 2, 4)))[0] == (4,)
    passes_but(tvm, make(x, var(tvm, "i", 2, 2, dtype="int64"), batch_dims=1))
    with raises(Exception):
        gradients(tvm, lambda v: make(v, tvm.relay.const(np.array([[2, 0]])), batch_dims=1), grid())


@proves("tvm.relay.adv_index", "`inputs` 的第一项是数据，其余是对应前几个轴的下标，它们互相广播。下标比轴多时类型推断失败", "负数的下标不支持，读到的是别的位置")
def _(tvm):
    make = tvm.relay.adv_index
    got = run(tvm, lambda d, i, j, k: [make([d, i, j]), make([d, i, k]), make([d, i])], grid(), np.array([0, 1]), np.array([2, 0]), np.array([[1], [0]]))
    assert got[0].tolist() == [2, 3] and got[1].tolist() == grid()[np.array([0, 1]), np.array([[1], [0]])].tolist() and same(got[2], grid())
    index = [var(tvm, n, 2, dtype="int64") for n in "abc"]
    refused(tvm, make([var(tvm, "x", 2, 3), *index]))
    assert run(tvm, lambda d, i, j: make([d, i, j]), grid(), np.array([1]), np.array([-1])).tolist() == [2] != grid()[1, -1]


@proves("tvm.relay.scatter_elements", "替换", "与原值累计", "每次取旧值与新值的平均，因此三个数的结果不是它们的平均；整数编译失败", "负数下标从末尾数", "`gather` 的逆", versions=NEWER)
def _(tvm):
    make, ways = tvm.relay.scatter_elements, ("update", "add", "mul", "min", "max", "mean")
    arrays = np.array([1, 2, 3, 4], "float32"), np.array([0, 0, -1]), np.array([10, 20, 30], "float32")
    got = run(tvm, lambda *v: [make(*v, reduction=way) for way in ways], *arrays)
    assert [one.tolist() for one in got] == [[20, 2, 3, 30], [31, 2, 3, 34], [200, 2, 3, 120], [1, 2, 3, 4], [20, 2, 3, 30], [12.75, 2, 3, 17]]
    whole = [var(tvm, n, 4, dtype=t) for n, t in (("d", "int32"), ("i", "int64"), ("u", "int32"))]
    passes_but(tvm, make(*whole, reduction="mean"))
    back = run(tvm, lambda d, i, u: make(d, i, u, axis=1), np.zeros((2, 3), "float32"), np.array([[0, 2], [1, 0]]), np.array([[5, 6], [7, 8]], "float32"))
    assert back.tolist() == [[5, 0, 6], [8, 7, 0]]


@proves("tvm.relay.scatter_elements", "其他名称编译时抛出 `TVMError`，信息里写着 `NotImplementedError`", "越界到编译才报 `IndexError`", "形状和类型在类型推断里不核对", versions=NEWER)
def _(tvm):
    make = tvm.relay.scatter_elements
    args = var(tvm, "d", 4), var(tvm, "i", 3, dtype="int64"), var(tvm, "u", 3)
    passes_but(tvm, make(*args, reduction="nonsense"), "NotImplementedError")
    passes_but(tvm, make(*args, axis=2), "IndexError")
    type_of(tvm, make(*args[:2], var(tvm, "u", 7, 7, dtype="int8")))


@proves("tvm.relay.scatter_nd", "`\"update\"`、`\"add\"`、`\"mul\"`、`\"min\"` 或 `\"max\"`，没有 `\"mean\"`", versions=NEWER)
@proves("tvm.relay.scatter_nd", "`\"update\"` 或 `\"add\"`，其他的能通过类型推断，编译时抛出 `TVMError`，信息里有 `scatter_nd mode not in [update, add]`", versions=OLDEST)
def _(tvm, release):
    make = tvm.relay.scatter_nd
    ways = {"update": 5, "add": 6, "mul": 5, "min": 1, "max": 5}
    if release == "0.10.0":
        ways = {"update": 5, "add": 6}
    arrays = np.ones((2, 3), "float32"), np.array([[1], [2]]), np.array([5], "float32")
    for got, (way, value) in zip(run(tvm, lambda *v: [make(*v, mode=way) for way in ways], *arrays), ways.items()):
        assert got.tolist() == [[1, 1, 1], [1, 1, value]], (way, got)
    args = var(tvm, "d", 2, 3), var(tvm, "i", 2, 1, dtype="int64"), var(tvm, "u", 1)
    with raises(Exception, "scatter_nd mode not in [update, add]" if release == "0.10.0" else ""):
        build(tvm, make(*args, mode="mean"))


@proves("tvm.relay.scatter_nd", "坐标的排列同 `gather_nd`", "`updates` 的形状与 `data` 对不上时，类型推断放行，编译报 `AssertionError: Dimension of updates`", "也不支持负数，按展平的地址写")
def _(tvm):
    make = tvm.relay.scatter_nd
    got = run(tvm, lambda d, i, u: make(d, i, u, mode="add"), np.zeros((2, 3), "float32"), np.array([[0, 1], [2, -1]]), np.array([5, 7], "float32"))
    assert got.tolist() == [[0, 0, 12], [0, 0, 0]]
    passes_but(tvm, make(var(tvm, "d", 2, 3), var(tvm, "i", 1, 4, dtype="int64"), var(tvm, "u", 4, 5)), "Dimension of updates")


@proves("tvm.relay.where", "非 0 取 `x`，否则取 `y`", "三者互相广播", "类型必须相同，否则类型推断失败", "可以是整数或浮点，不必是 bool", "NaN 在 `llvm` 上按假处理", "条件不传梯度")
def _(tvm):
    make = tvm.relay.where
    nine = np.full(3, 9, "float32")
    got = run(tvm, lambda a, b, c, x, y: [make(a, x, y), make(b, x, y), make(c, x, y)], np.array([[True], [False]]), np.array([[0, -2, 1]], "int32"), np.array([NAN, 0, 0.5], "float32"), grid(), nine)
    assert got[0].tolist() == [[0, 1, 2], [9, 9, 9]] and got[1].tolist() == [[9, 1, 2], [9, 4, 5]] and got[2].tolist() == [[9, 9, 2], [9, 9, 5]]
    refused(tvm, make(var(tvm, "c", 2, dtype="bool"), var(tvm, "x", 2), var(tvm, "y", 2, dtype="int32")))
    found = gradients(tvm, make, np.array([1, 0, 2], "float32"), np.ones(3, "float32"), nine)
    assert [one.tolist() for one in found] == [[0, 0, 0], [1, 0, 1], [0, 1, 0]]


@proves("tvm.relay.argwhere", "非 0 元素的坐标，`(个数, 维数)` 的 int32，按行优先的次序", "所以图执行器不能用；超过五维和零维时，编译都报 `Does not support rank higher than 5 in argwhere`")
def _(tvm):
    relay = tvm.relay
    got = run(tvm, relay.argwhere, np.array([[0, 1], [2, 0]], "float32"), kind="vm")
    assert got.dtype == "int32" and got.tolist() == [[0, 1], [1, 0]]
    with raises(Exception):
        run(tvm, relay.argwhere, np.array([[0, 1]], "float32"))
    for shape in ((), (1,) * 6):
        with raises(Exception, "Does not support rank higher than 5 in argwhere"):
            relay.vm.compile(tvm.IRModule.from_expr(relay.argwhere(var(tvm, "x", *shape))), "llvm")


@proves("tvm.relay.sequence_mask", "一维，每个批次一个长度；长度不等于批次时 `DiagnosticError`", "填充值", "序列轴，限 0 或 1，另一个是批次；负数和 2 以上类型推断失败", "把每个序列有效长度以后的元素换成 `mask_value`")
def _(tvm):
    make, x = tvm.relay.sequence_mask, var(tvm, "x", 2, 3)
    got = run(tvm, lambda v, a, b: [make(v, a, mask_value=-1), make(v, b, axis=1)], grid(), np.array([1, 2, 0], "int32"), np.array([2, 9], "int32"))
    assert got[0].tolist() == [[0, 1, -1], [-1, 4, -1]] and got[1].tolist() == [[0, 1, 0], [3, 4, 5]]
    with raises("DiagnosticError"):
        type_of(tvm, make(x, var(tvm, "n", 2, dtype="int32")))
    refused(tvm, make(x, var(tvm, "n", 3, dtype="int32"), axis=-1), make(x, var(tvm, "n", 3, dtype="int32"), axis=2), make(x, var(tvm, "n", 3, 1, dtype="int32")))


@proves("tvm.relay.unravel_index", "输出 `(维数, 下标数)`", "`shape` 必须是表达式，元组报 `TVMError`；越界的下标不报错，坐标会回绕", "多维的 `indices` 能通过类型推断，编译报 `Tensor dimension mismatch`，先展平")
@proves("tvm.relay.invert_permutation", "排列的逆：`out[data[i]] = i`", "类型推断不检查维数、类型和是否重复")
def _(tvm):
    relay = tvm.relay
    make, shape = relay.unravel_index, relay.const([2, 3])
    got = run(tvm, lambda i, j: [make(i, shape), relay.invert_permutation(j)], np.array([0, 4, 5, 7], "int32"), np.array([2, 0, 3, 1], "int32"))
    assert got[0][:, :3].tolist() == [[0, 1, 1], [0, 1, 2]] and got[0][1, 3] == 1 and got[1].tolist() == [1, 3, 0, 2]
    with raises("TVMError"):
        make(var(tvm, "i", 2, dtype="int32"), (2, 3))
    passes_but(tvm, make(var(tvm, "i", 2, 2, dtype="int32"), shape), "Tensor dimension mismatch")
    for one in (var(tvm, "p", 4), var(tvm, "p", 2, 2, dtype="int32")):
        type_of(tvm, relay.invert_permutation(one))


@proves("tvm.relay.invert_permutation", "其他类型到编译才失败，int64 是 `TypeError: dtype mismatch on BufferStore`", versions=NEWER)
def _(tvm):
    passes_but(tvm, tvm.relay.invert_permutation(var(tvm, "p", 4, dtype="int64")), "dtype mismatch on BufferStore")
    for dtype in ("float32", "uint8", "int8"):
        passes_but(tvm, tvm.relay.invert_permutation(var(tvm, "p", 4, dtype=dtype)))


@proves("tvm.relay.sort", "为真时从小到大", "排序的轴，默认最后一轴", "`llvm` 目标上，待排的数据支持 float16、float32、float64、int32 和 int64", "其他整数和 bool 运行时报 `Unsupported input dtype`")
@proves("tvm.relay.argsort", "值相等时保持原来的次序", "限 int32、int64、float32、float64，其余运行时报 `Unsupported output dtype`")
def _(tvm):
    relay, ties = tvm.relay, np.array([[1, 2, 1, 2], [3, 0, 9, 0]])
    types = ("float16", "float32", "float64", "int32", "int64")
    arrays = [ties.astype(dtype) for dtype in types]
    got = run(tvm, lambda *v: [relay.sort(one, is_ascend=up) for one in v for up in (True, False)] + [relay.argsort(v[1], is_ascend=False, dtype=dtype) for dtype in ("int32", "int64", "float32", "float64")] + [relay.sort(v[1], axis=0)], *arrays)
    for value, data in zip(got[:10:2], arrays):
        assert same(value, np.sort(data))
    for value, data in zip(got[1:10:2], arrays):
        assert same(value, np.sort(data)[:, ::-1])
    for value, dtype in zip(got[10:14], ("int32", "int64", "float32", "float64")):
        assert value.tolist() == [[1, 3, 0, 2], [2, 0, 1, 3]] and value.dtype == dtype
    assert same(got[14], np.sort(arrays[1], 0))
    for dtype in ("int8", "uint8", "bool"):
        with raises(Exception, "Unsupported input dtype"):
            run(tvm, relay.sort, np.array([1, 0]).astype(dtype))
    with raises(Exception, "Unsupported output dtype"):
        run(tvm, lambda v: relay.argsort(v, dtype="int8"), ties.astype("float32"))


@each(("sort", "argsort"), "`sort` 和 `argsort` 的 `axis` 越界能通过类型推断：不小于维数的运行时报 `Axis out of boundary`", "`None` 都不接受")
def _(tvm, name):
    op = getattr(tvm.relay, name)
    type_of(tvm, op(var(tvm, "x", 3), axis=1))
    with raises(Exception, "Axis out of boundary"):
        run(tvm, lambda v: op(v, axis=1), np.array([1, 0], "float32"))
    with raises(Exception):
        op(var(tvm, "x", 3), axis=None)


@proves("tvm.relay.topk", "小于 1 时取全部", "`\"both\"` 返回 `TupleWrapper`，`\"values\"` 或 `\"indices\"` 只返回一个；其他类型推断失败", "True 时取最小的 k 个", "`topk` 还支持 int8 和 uint8", "`topk` 的在类型推断里查")
def _(tvm):
    make, x = tvm.relay.topk, var(tvm, "x", 2, 3)
    assert type(make(x)) is tvm.relay.expr.TupleWrapper
    assert fields(tvm, make(x, 2)) == [((2, 2), "float32"), ((2, 2), "int32")]
    for kind, dtype in (("values", "float32"), ("indices", "int64")):
        assert type_of(tvm, make(x, 2, ret_type=kind, dtype="int64")) == ((2, 2), dtype)
    refused(tvm, make(x, 2, axis=2, ret_type="values"), make(x, 2, axis=-3, ret_type="values"))
    with raises("TVMError"):
        type_of(tvm, make(x, 2, ret_type="nonsense"))
    row = np.array([[3, 1, 2]])
    arrays = [row.astype(dtype) for dtype in ("float32", "int8", "uint8", "int64", "float16")]
    got = run(tvm, lambda *v: [make(one, 2, ret_type=kind) for one in v for kind in ("values", "indices")] + [make(v[0], k, ret_type="values", is_ascend=True) for k in (2, 0)], *arrays)
    for value, index in zip(got[:10:2], got[1:10:2]):
        assert value.tolist() == [[3, 2]] and index.tolist() == [[0, 2]]
    assert got[10].tolist() == [[1, 2]] and got[11].tolist() == [[1, 2, 3]]


@proves("tvm.relay.searchsorted", "False 时插在相等元素之前，True 时之后", "多维时两者除末轴外必须相同", "或多维而各行分别查找", "限 32 和 64 位的整数（有无符号都可以），其他的编译失败")
@proves_check("tvm.relay.searchsorted", "一维序列可以查任意形状的 `values`，标量除外（`InternalError`）")
def _(tvm, release):
    make = tvm.relay.searchsorted
    ordered, wanted = np.array([1, 2, 2, 3], "float32"), np.array([[0, 2, 9]], "float32")
    rows, values = np.array([[1, 2, 3], [4, 5, 6]], "float32"), np.array([[2], [6]], "float32")
    got = run(tvm, lambda a, b, c, d: [make(a, b), make(a, b, right=True, dtype="int64"), make(c, d)], ordered, wanted, rows, values)
    assert got[0].tolist() == [[0, 1, 4]] and got[1].tolist() == [[0, 3, 4]] and got[1].dtype == "int64" and got[2].tolist() == [[1], [2]]
    s = var(tvm, "s", 4)
    with raises(check_error(release)):
        type_of(tvm, make(s, var(tvm, "v")))
    refused(tvm, make(var(tvm, "s", 2, 4), var(tvm, "v", 3, 1)))
    for dtype in ("uint32", "uint64"):
        (found,) = run(tvm, lambda a, b: [make(a, b, dtype=dtype)], ordered, wanted)
        assert found.dtype == dtype and found.tolist() == [[0, 1, 4]]
    for dtype in ("int8", "int16", "uint8", "float32"):
        with raises(Exception):
            build(tvm, make(s, var(tvm, "v", 2), dtype=dtype))


@proves("tvm.relay.unique", "必须是一维", "True 时不同的值从小到大排列，False 时按首次出现的次序", "不同的值", "各值首次出现的下标", "每个输入在第 0 项里的位置", "不同值的个数，长为 1", "各值的次数，只在 `return_counts` 时有")
def _(tvm):
    make, data = tvm.relay.unique, np.array([4, 5, 1, 4, 5], "int32")
    got = run(tvm, lambda v: make(v, return_counts=True), data)
    values, first, inverse, counts = np.unique(data, True, True, True)
    assert [one.tolist() for one in (got[0][:3], got[1][:3], got[2], got[3], got[4][:3])] == [values.tolist(), first.tolist(), inverse.tolist(), [3], counts.tolist()]
    loose = run(tvm, lambda v: make(v, is_sorted=False), data)
    assert len(loose) == 4 and loose[0][:3].tolist() == [4, 5, 1] and loose[2].tolist() == [0, 1, 2, 0, 1]
    with raises("TVMError"):
        main(tvm, make(var(tvm, "x", 2, 3)))


@proves("tvm.relay.sparse_to_dense", "标量、`(N,)` 或 `(N, 维数)`；浮点和无符号整数时类型推断失败", "稠密的形状", "标量或 `(N,)`", "其余位置的值；0 换成 int32 常量，其他 Python 的数报 `TVMError`", "同一坐标出现两次时后一个覆盖前一个")
def _(tvm):
    make, relay = tvm.relay.sparse_to_dense, tvm.relay
    arrays = np.array([1, 1, 3], "int32"), np.array([3, 4, 5], "int32"), np.array([[0, 1], [1, 2]], "int32"), np.array([7, 8], "int32"), np.array(2, "int32"), np.array(6, "int32")
    got = run(tvm, lambda i, v, j, w, k, u: [make(i, (4,), v), make(j, (2, 3), w, relay.const(-1)), make(k, (4,), u)], *arrays)
    assert [one.tolist() for one in got] == [[0, 4, 0, 5], [[-1, 7, -1], [-1, -1, 8]], [0, 0, 6, 0]]
    for dtype in ("float32", "uint32"):
        refused(tvm, make(var(tvm, "i", 3, dtype=dtype), (4,), var(tvm, "v", 3, dtype="int32")))
    with raises("TVMError"):
        make(var(tvm, "i", 3, dtype="int32"), (4,), var(tvm, "v", 3, dtype="int32"), 1)
    assert make(var(tvm, "i", 3, dtype="int32"), (4,), var(tvm, "v", 3, dtype="int32")).args[2].data.dtype == "int32"


@proves("tvm.relay.sparse_fill_empty_rows", "给没有元素的行补一个 `default_value`（第 0 列）", "返回元组：新的坐标、新的值、各行原来是否为空")
def _(tvm):
    arrays = np.array([[0, 1], [2, 0]]), np.array([5, 6]), np.array([4, 3]), np.array([9])
    got = run(tvm, tvm.relay.sparse_fill_empty_rows, *arrays, kind="vm")
    assert [one.tolist() for one in got] == [[[0, 1], [1, 0], [2, 0], [3, 0]], [5, 9, 6, 9], [False, True, False, True]]


@proves("tvm.relay.sparse_reshape", "与 `sparse_indices` 同类型，否则编译失败；新形状可以有一个 -1", "元素个数是否相同、能否整除都不检查，坐标可能落在新形状以外", "返回 `TupleWrapper`：新坐标和推出的新形状")
def _(tvm):
    make = tvm.relay.sparse_reshape
    index, shape = np.array([[0, 1], [1, 2]]), np.array([2, 3])
    got = run(tvm, lambda i, s, n: make(i, s, n), index, shape, np.array([-1]))
    assert [one.tolist() for one in got] == [[[1], [5]], [6]]
    odd = run(tvm, lambda i, s, n: make(i, s, n), index, shape, np.array([2]))
    assert odd[0].tolist() == [[1], [5]] and odd[1].tolist() == [2]
    assert type(make(*(var(tvm, n, *s, dtype="int64") for n, s in (("i", (2, 2)), ("s", (2,)), ("n", (1,)))))) is tvm.relay.expr.TupleWrapper
    mixed = make(var(tvm, "i", 2, 2, dtype="int64"), var(tvm, "s", 2, dtype="int32"), var(tvm, "n", 1, dtype="int64"))
    with raises(Exception):
        build(tvm, mixed.astuple())


@proves("tvm.relay.segment_sum", "按段号对第 0 轴求和", "省略或写 0 时取最大段号加 1", "输出的轴总是动态的，写明 `num_segments` 也一样")
def _(tvm):
    make, data, ids = tvm.relay.segment_sum, np.arange(4, dtype="float32"), np.array([0, 3, 3, 0], "int32")
    got = run(tvm, lambda v, i: [make(v, i, 5), make(v, i), make(v, i, 0)], data, ids, kind="vm")
    assert [one.tolist() for one in got] == [[3, 0, 0, 3, 0], [3, 0, 0, 3], [3, 0, 0, 3]]
    assert type_of(tvm, make(var(tvm, "x", 4), var(tvm, "i", 4, dtype="int32"), 5))[0] == ("?",)


@proves("tvm.relay.einsum", "可以省略 `->`，可以用 `...`，重复的下标取对角线", "`data` 是列表，类型必须相同；输入的个数、维数或大小不符在类型推断时失败，大小 1 例外，会广播", versions=NEWER)
@proves("tvm.relay.einsum", "可以省略 `->`，可以用 `...`，重复的下标取对角线", "`data` 是列表，类型必须相同", "大小 1 例外，会广播", versions=OLDEST)
def _(tvm):
    make, square = tvm.relay.einsum, np.arange(9, dtype="float32").reshape(3, 3)
    got = run(tvm, lambda a, b: [make([a, a], "ij,kj->ik"), make([a, b], "ij,jk"), make([b], "ii->i"), make([b], "...j->...")], grid(), square)
    assert same(got[0], grid() @ grid().T) and same(got[1], grid() @ square) and same(got[2], np.diag(square)) and same(got[3], square.sum(1))
    x, y = var(tvm, "x", 2, 3), var(tvm, "y", 2, 3, dtype="int32")
    refused(tvm, make([x, y], "ij,ij->i"), make([x], "ij,ij->i"), make([x], "ijk->i"), make([x, var(tvm, "z", 4, 5)], "ij,jk->ik"))
    assert type_of(tvm, make([x, var(tvm, "z", 1, 3)], "ij,ij->ij"))[0] == (2, 3)


@proves("tvm.relay.stft", "决定频率的个数、段数和 `normalized` 的除数", "相邻两段的距离，默认 `n_fft // 4`；`n_fft` 小于 4 时要写明，否则类型推断报 `Divide by zero`", "结果除以 `sqrt(n_fft)`", "True 时只留 `n_fft // 2 + 1` 个频率，否则 `n_fft` 个", "输出是 `(批次, 频率, 段数, 2)`，末轴是实部和虚部，段数是 `(长度 - n_fft) // hop_length + 1`；首尾不填充")
def _(tvm):
    make, x = tvm.relay.stft, var(tvm, "x", 3, 20)
    assert type_of(tvm, make(x, 8))[0] == (3, 5, 7, 2) and type_of(tvm, make(x, 8, 5, onesided=False))[0] == (3, 8, 3, 2)
    with raises(Exception, "Divide by zero"):
        type_of(tvm, make(x, 3))
    wave = np.random.default_rng(0).uniform(-1, 1, (1, 16)).astype("float32")
    got = run(tvm, lambda v: [make(v, 8, 8), make(v, 8, 8, normalized=True)], wave)
    frames = np.fft.rfft(wave.reshape(2, 8)).T
    wanted = np.stack([frames.real, frames.imag], -1)[None].astype("float32")
    assert same(got[0], wanted, 1e-4) and same(got[1], wanted / np.float32(np.sqrt(8)), 1e-4)


@proves("tvm.relay.stft", "一维的 `(长度,)` 能通过类型推断，编译失败", "信号比 `n_fft` 短时段数是 0 或负数，类型推断不报错", "只有一段时 `llvm` 编译失败，报 `lanes > 1`")
def _(tvm):
    make = tvm.relay.stft
    passes_but(tvm, make(var(tvm, "x", 16), 8))
    assert type_of(tvm, make(var(tvm, "x", 1, 4), 8, 2))[0][2] <= 0
    passes_but(tvm, make(var(tvm, "x", 1, 8), 8), "lanes > 1")


@proves("tvm.relay.dft", "沿末轴的离散傅里叶变换，实部和虚部分开给出，也分开返回（`TupleWrapper`）", "True 时做逆变换并除以长度，默认 False", "类型推断不查，运行时才报错")
def _(tvm):
    make, real = tvm.relay.dft, np.array([[1, 2, 3, 4]], "float32")
    got = run(tvm, lambda a, b: make(a, b), real, real * 2)
    wanted = np.fft.fft(real + 2j * real)
    assert np.allclose(got[0], wanted.real, atol=1e-4) and np.allclose(got[1], wanted.imag, atol=1e-4)
    back = run(tvm, lambda a, b: make(a, b, inverse=True), *got)
    assert np.allclose(back[0], real, atol=1e-4) and np.allclose(back[1], real * 2, atol=1e-4)
    main(tvm, make(var(tvm, "a", 4), var(tvm, "b", 5)))
    with raises(Exception):
        run(tvm, lambda a, b: make(a, b), np.zeros(4, "float32"), np.zeros(5, "float32"))


@proves("tvm.relay.scatter", "`axis` 为 1 时 `out[i][indices[i][j]] = updates[i][j]`，没有写到的照抄 `data`，`data` 自己不变。同一位置写几次，留下行优先次序的最后一次", "负数加一次轴长", "类型推断只查 `indices` 是不是整数，输出取 `data` 的形状和类型", versions=OLDEST)
@proves("tvm.relay.scatter_add", "把 `updates` 累加到 `data` 的各位置上，同一位置的几次都算", versions=OLDEST)
def _(tvm):
    relay = tvm.relay
    arrays = np.array([1, 2, 3, 4], "float32"), np.array([0, 0, -1]), np.array([10, 20, 30], "float32"), np.zeros((2, 3), "float32"), np.array([[0, 2], [1, 0]]), np.array([[5, 6], [7, 8]], "float32")
    got = run(tvm, lambda d, i, u, e, j, w: [relay.scatter(d, i, u, 0), relay.scatter_add(d, i, u, 0), relay.scatter(e, j, w, 1), d], *arrays)
    assert [one.tolist() for one in got] == [[20, 2, 3, 30], [31, 2, 3, 34], [[5, 0, 6], [8, 7, 0]], [1, 2, 3, 4]]
    assert type_of(tvm, relay.scatter(var(tvm, "d", 4), var(tvm, "i", 3, dtype="int64"), var(tvm, "u", 7, 7, dtype="int8"), 0)) == ((4,), "float32")
    refused(tvm, relay.scatter(var(tvm, "d", 4), var(tvm, "i", 3), var(tvm, "u", 3), 0))


SCATTERS = {
    "scatter": ("一到四维；有符号整数或浮点，uint8、bool 等编译报 `The data type should be either int or float!`", "int8、int16、uint8 的下标编译报 `mismatched types`，五维以上编译报 `scatter only support for 1-4 dimensions`", "越界到编译才报没有说明的 `AssertionError`"),
    "scatter_add": ("形参、限制和错误同 `scatter`，五维以上的信息换成 `scatter_add only support for 1-4 dimensions`",),
}


@each(SCATTERS, versions=OLDEST)
def _(tvm, name):
    op = getattr(tvm.relay, name)
    args = lambda *shape, data="float32", index="int64": [var(tvm, "d", *shape, dtype=data), var(tvm, "i", *shape, dtype=index), var(tvm, "u", *shape, dtype=data)]
    passes_but(tvm, op(*args(1, 1, 1, 1, 2), 0), f"{name} only support for 1-4 dimensions")
    passes_but(tvm, op(*args(2, data="uint8"), 0), "The data type should be either int or float!" if name == "scatter" else "")
    passes_but(tvm, op(*args(2, index="int8"), 0), "mismatched types" if name == "scatter" else "")
    passes_but(tvm, op(*args(2), 3), "AssertionError")


COMPLETE = True
