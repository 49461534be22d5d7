"""More probes of docs/reference/api/python/relay/tensor.md: what inputs the operators take, and where they get it wrong."""

import numpy as np
from probes import proves, raises

RELAY = "tvm.relay."
NEWER, OLDEST = ("0.12.0", "0.13.0"), ("0.10.0",)
ANY_TYPE = "`relay.Expr` | 任意形状和类型"
TYPES = ("float16", "float32", "float64", "int8", "int64", "uint8", "bool")


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def main(tvm, expr):
    expr = expr.astuple() if hasattr(expr, "astuple") else expr
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"]


def type_of(tvm, expr):
    found = main(tvm, expr).ret_type
    return tuple(getattr(n, "value", "?") for n in found.shape), found.dtype


def run(tvm, make, *arrays, kind="graph"):
    """What `make` builds of variables of the shapes and types of the arrays; several results where it gives a list."""
    relay = tvm.relay
    names = [var(tvm, f"v{i}", *a.shape, dtype=str(a.dtype)) for i, a in enumerate(arrays)]
    out = make(*names)
    if isinstance(out, list) or hasattr(out, "astuple"):
        out = out.astuple() if hasattr(out, "astuple") else relay.Tuple(out)
    with tvm.transform.PassContext(opt_level=2):
        mod = tvm.IRModule.from_expr(relay.Function(names, out))
        result = relay.create_executor(kind, mod, tvm.cpu(), "llvm").evaluate()(*arrays)
    return result.numpy() if isinstance(result, tvm.nd.NDArray) else [one.numpy() for one in result]


def build(tvm, expr):
    tvm.relay.build(tvm.IRModule.from_expr(expr.astuple() if hasattr(expr, "astuple") else expr), "llvm")


def refused(tvm, *exprs):
    for expr in exprs:
        with raises("TVMError"):
            main(tvm, expr)


def messages(tvm, expr):
    """What a failing type inference says, of diagnostics or of the exception."""
    found = []
    render = tvm.ir.diagnostics.DiagnosticRenderer(lambda ctx: found.extend(d.message for d in ctx.diagnostics))
    tvm.register_func("diagnostics.OverrideRenderer", lambda: render, True)
    try:
        main(tvm, expr)
    except Exception as error:
        found.append(str(error))
    return "\n".join(found)


def grid(dtype="float32"):
    return np.arange(6, dtype=dtype).reshape(2, 3)


@proves(RELAY + "reshape", ANY_TYPE, "True 时 0 就是大小 0；默认 False")
@proves(RELAY + "expand_dims", ANY_TYPE)
@proves(RELAY + "split", ANY_TYPE)
@proves(RELAY + "repeat", ANY_TYPE)
def _(tvm):
    relay = tvm.relay
    makes = lambda v: [relay.reshape(v, (3, 2)), relay.expand_dims(v, 1), *relay.split(v, 3, 1), relay.repeat(v, 2, 1)]
    for dtype in TYPES:
        data = grid("int8").astype(dtype)
        wanted = [data.reshape(3, 2), data[:, None], data[:, :1], data[:, 1:2], data[:, 2:], np.repeat(data, 2, 1)]
        got = run(tvm, makes, data)
        assert all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(got, wanted)), dtype
    assert type_of(tvm, relay.reshape(var(tvm, "s"), (1, 1)))[0] == (1, 1) and type_of(tvm, relay.expand_dims(var(tvm, "s"), 0))[0] == (1,)
    x, none = var(tvm, "x", 2, 3), var(tvm, "z", 2, 0)
    assert type_of(tvm, relay.reshape(x, (0, 3))) == type_of(tvm, relay.reshape(x, (0, 3), allowzero=False)) == ((2, 3), "float32")
    assert type_of(tvm, relay.reshape(none, (0, 7), allowzero=True))[0] == (0, 7)
    refused(tvm, relay.reshape(x, (0, 3), allowzero=True))


@proves(RELAY + "split", "默认 0，负数从末尾数")
def _(tvm):
    relay = tvm.relay
    x = var(tvm, "x", 2, 6)
    shapes = lambda made: [tuple(int(n) for n in one.shape) for one in main(tvm, made).ret_type.fields]
    assert shapes(relay.split(x, 2)) == shapes(relay.split(x, 2, -2)) == [(1, 6)] * 2
    assert shapes(relay.split(x, 3, -1)) == [(2, 2)] * 3
    refused(tvm, relay.split(x, 2, -3), relay.split(x, 2, 2))


@proves(RELAY + "reshape_like", "起点和末尾不核对：取到不存在的轴时报 `IndexError: indexing`，其余越界的照样算")
def _(tvm):
    make = tvm.relay.reshape_like
    a, b = var(tvm, "a", 2, 3), var(tvm, "b", 2, 3)
    assert type_of(tvm, make(a, b, lhs_begin=2, rhs_begin=2))[0] == type_of(tvm, make(a, b, lhs_begin=2, lhs_end=2, rhs_begin=9, rhs_end=9))[0] == (2, 3)
    assert type_of(tvm, make(a, b, lhs_begin=0, lhs_end=7))[0] == (2, 3)
    for beyond in ({"lhs_begin": 5}, {"rhs_end": 9}, {"rhs_begin": -9}):
        with raises("TVMError", "IndexError: indexing"):
            type_of(tvm, make(a, b, **beyond))


@proves(RELAY + "layout_transform", "维数同 `src_layout`")
def _(tvm):
    make = tvm.relay.layout_transform
    assert type_of(tvm, make(var(tvm, "a", 1, 8, 2, 3), "NCHW", "NHWC"))[0] == (1, 2, 3, 8)
    for shape in ((1, 8, 2), (1, 8, 2, 3, 4)):
        refused(tvm, make(var(tvm, "a", *shape), "NCHW", "NHWC"))


@proves(RELAY + "concatenate", "类型、维数、其余各轴必须相同，错误信息是 `relay.concatenate requires all tensors have the same` 加上不符的一项")
def _(tvm):
    make, a = tvm.relay.concatenate, var(tvm, "a", 2, 3)
    words = "relay.concatenate requires all tensors have the same "
    for other, what in ((var(tvm, "b", 2, 3, dtype="int32"), "dtype"), (var(tvm, "b", 2), "ndim"), (var(tvm, "b", 3, 3), "shape")):
        assert words + what in messages(tvm, make([a, other], 1)), what
    assert type_of(tvm, make([a, var(tvm, "b", 2, 9)], 1))[0] == (2, 12)


@proves(RELAY + "sliding_window", "负数的到 `relay.build` 规划内存时才报错，虚拟机到执行时才报错")
def _(tvm):
    made = tvm.relay.sliding_window(var(tvm, "x", 4), 0, [7], [1])
    assert type_of(tvm, made)[0][0] < 0
    with raises(Exception, "negative shape"):
        build(tvm, made)
    executable = tvm.relay.vm.compile(tvm.IRModule.from_expr(made), "llvm")
    with raises(Exception):
        tvm.runtime.vm.VirtualMachine(executable, tvm.cpu()).invoke("main", np.zeros(4, "float32"))
    build(tvm, tvm.relay.sliding_window(var(tvm, "x", 4), 0, [5], [1]))


@proves(RELAY + "trilu", "至少二维")
def _(tvm):
    relay = tvm.relay
    cube = np.arange(24, dtype="int32").reshape(2, 3, 4)
    got = run(tvm, lambda a, b: [relay.trilu(a, 0), relay.trilu(b, 0)], grid(), cube)
    assert np.array_equal(got[0], np.triu(grid())) and np.array_equal(got[1], np.triu(cube))
    with raises(Exception):
        build(tvm, relay.trilu(var(tvm, "x", 3), 0))


@proves(RELAY + "strided_slice", "起点、终点或步长是表达式（常量除外）时，三者要一样长：默认的步长 `[1]` 只够一个起点，多了编译失败")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 4, 5)
    two, one = var(tvm, "b", 2, dtype="int64"), var(tvm, "b", 1, dtype="int64")
    compiled = lambda expr: relay.vm.compile(tvm.IRModule.from_expr(expr), "llvm")
    compiled(relay.strided_slice(x, one, [3]))
    compiled(relay.strided_slice(x, two, [3, 3], [1, 1]))
    compiled(relay.strided_slice(x, relay.const([0, 1]), [3, 3]))
    for made in (relay.strided_slice(x, two, [3, 3]), relay.strided_slice(x, two, [3], [1, 1])):
        with raises(Exception):
            compiled(made)


@proves(RELAY + "strided_slice", "有 `axes` 时不能求导")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 4, 5)
    gradient = lambda expr: relay.transform.FirstOrderGradient()(relay.transform.InferType()(tvm.IRModule.from_expr(expr)))
    gradient(relay.strided_slice(x, [0, 1], [4, 3]))
    with raises(Exception, "axes is not yet supported"):
        gradient(relay.strided_slice(x, [1], [3], axes=[1]))


@proves(RELAY + "strided_set", "步长小于 -1 时一般写到错误的位置，步长 -1 而起点等于这一维的长度时取错 `v` 的元素", "`relay.Expr` | 原来的张量，不改变")
def _(tvm):
    make = tvm.relay.strided_set
    data, two, five = np.zeros(5, "float32"), np.float32([1, 2, 3]), np.float32([1, 2, 3, 4, 5])
    got = run(tvm, lambda x, v, w: [make(x, v, [4], [-6], [-2]), make(x, w, [5], [-6], [-1]), make(x, v, [3], [0], [-1]), make(x, v, [0], [5], [2]), x], data, two, five)
    wanted = [data.copy() for _ in range(4)]
    wanted[0][4::-2], wanted[1][5::-1], wanted[2][3:0:-1], wanted[3][0:5:2] = two, five, two, two
    assert not np.array_equal(got[0], wanted[0]) and not np.array_equal(got[1], wanted[1])
    assert np.array_equal(got[2], wanted[2]) and np.array_equal(got[3], wanted[3]) and not got[4].any()


@proves(RELAY + "slice_like", "`relay.Expr` | 被截的张量", "`axes` 里的轴只与 `shape_like` 的维数比较")
def _(tvm):
    make = tvm.relay.slice_like
    for dtype in TYPES:
        assert type_of(tvm, make(var(tvm, "x", 4, 5, dtype=dtype), var(tvm, "y", 2, 3))) == ((2, 3), dtype)
    assert "exceeds dimension" in messages(tvm, make(var(tvm, "x", 4, 5, 6), var(tvm, "y", 2, 3), [2]))
    assert type_of(tvm, make(var(tvm, "x", 4, 5), var(tvm, "y", 2, 3, 1), [1]))[0] == (4, 3)


@proves(RELAY + "slice_like", "超出 `data` 的维数时不检查，进程可能以段错误退出", dies="SIGSEGV")
def _(tvm):
    main(tvm, tvm.relay.slice_like(var(tvm, "x", 4, 5), var(tvm, "y", 2, 3, 1), [2]))


@proves(RELAY + "take", "默认的 `\"clip\"` 不支持从末尾数的负下标", "整数表达式 | 任意形状")
def _(tvm):
    make, line = tvm.relay.take, np.arange(4, dtype="float32")
    for shape, dtype in (((), "int32"), ((3,), "int64"), ((2, 1, 2), "int8"), ((1, 1), "uint8")):
        index = np.full(shape, 2, dtype)
        assert np.array_equal(run(tvm, lambda v, i: make(v, i, axis=0), line, index), line[index])
    assert run(tvm, lambda v, i: make(v, i, axis=0), line + 1, np.int32([-1, -2])).tolist() == [1, 1]


@proves(RELAY + "gather", "`relay.Expr` | 任意类型", "取的轴，负数从末尾数")
def _(tvm):
    make, index = tvm.relay.gather, np.array([[0, 2], [1, 1]])
    for dtype in TYPES:
        data = grid("int8").astype(dtype)
        got = run(tvm, lambda v, i: [make(v, 1, i), make(v, -1, i)], data, index)
        assert all(one.dtype == data.dtype and np.array_equal(one, np.take_along_axis(data, index, 1)) for one in got)
    refused(tvm, make(var(tvm, "x", 2, 3), 2, var(tvm, "i", 2, 3, dtype="int64")), make(var(tvm, "x", 2, 3), -3, var(tvm, "i", 2, 3, dtype="int64")))


def points(tvm, **more):
    relay, any_ = tvm.relay, tvm.relay.Any()
    made = relay.gather_nd(var(tvm, "x", 2, 3), relay.var("i", shape=(2, any_), dtype="int64"), **more)
    return relay.vm.compile(tvm.IRModule.from_expr(made), "llvm")


@proves(RELAY + "gather_nd", "其他轴未知而用虚拟机时要写明，不写时编译到一半进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    points(tvm, index_rank=2)
    points(tvm)


@proves(RELAY + "gather_nd", "坐标分量的个数。`indices` 的第 0 轴必须已知")
def _(tvm):
    relay = tvm.relay
    x, known = var(tvm, "x", 2, 3), var(tvm, "i", 2, 4, dtype="int64")
    assert type_of(tvm, relay.gather_nd(x, known, index_rank=2))[0] == (4,)
    with raises("TVMError"):
        main(tvm, relay.gather_nd(x, relay.var("i", shape=(relay.Any(), 4), dtype="int64"), index_rank=2))


@proves(RELAY + "scatter_elements", "`relay.Expr` | 原来的张量，不改变", "整数，维数同 `data`，各轴可以比 `data` 短", "同一位置多次写入时怎样合并", "除第一条以外都要与 `data` 等长，`axis` 之后也一样，否则不报错，写到错误的位置", versions=NEWER)
def _(tvm):
    make = tvm.relay.scatter_elements
    data = np.zeros((3, 4), "float32")
    got = run(tvm, lambda d, i, u: [make(d, i, u, axis=1), d], data, np.array([[3], [0]], "int32"), np.float32([[5], [6]]))
    assert got[0].tolist() == [[0, 0, 0, 5], [6, 0, 0, 0], [0] * 4] and not got[1].any()
    twice = np.array([1, 1]), np.float32([2, 3])
    merged = run(tvm, lambda d, i, u: [make(d, i, u, reduction=way) for way in ("update", "add")], np.float32([0, 7]), *twice)
    assert [one.tolist() for one in merged] == [[0, 3], [0, 12]]
    cube = np.zeros((2, 2, 2), "float32")

    def right(index, axis):
        wanted = cube.copy()
        for at in np.ndindex(*index.shape):
            spot = list(at)
            spot[axis] = index[at]
            wanted[tuple(spot)] = 1
        return wanted

    for shape, axis, fine in (((1, 2, 1), 2, True), ((2, 1, 1), 2, False), ((1, 1, 2), 0, True), ((1, 2, 1), 0, False), ((1, 2, 1), 1, True)):
        index = np.ones(shape, "int64")
        made = run(tvm, lambda d, i, u: make(d, i, u, axis=axis), cube, index, np.ones(shape, "float32"))
        assert np.array_equal(made, right(index, axis)) == fine, (shape, axis)
    refused(tvm, make(var(tvm, "d", 3), var(tvm, "i", 3), var(tvm, "u", 3)))


@proves(RELAY + "scatter_nd", "`relay.Expr` | 原来的张量，不改变", "整数，形状 `(M, …)`，第 0 轴是坐标的各分量", "形状是 `indices` 去掉第 0 轴，再接 `data` 余下的轴")
def _(tvm):
    make, data = tvm.relay.scatter_nd, grid()
    got = run(tvm, lambda d, i, u, j, w: [make(d, i, u), make(d, j, w), d], data, np.array([[0, 1], [2, 0]]), np.float32([8, 9]), np.array([[1]]), np.float32([[4, 4, 4]]))
    assert got[0].tolist() == [[0, 1, 8], [9, 4, 5]] and got[1].tolist() == [[0, 1, 2], [4, 4, 4]] and np.array_equal(got[2], data)


@proves(RELAY + "argwhere", "个数要到运行时才知道，所以图执行器不能用")
def _(tvm):
    make, data = tvm.relay.argwhere, np.float32([0, 3, 0, 4])
    assert type_of(tvm, make(var(tvm, "x", 4)))[0] == ("?", 1)
    assert run(tvm, make, data, kind="vm").tolist() == [[1], [3]] and run(tvm, make, data * 0, kind="vm").shape == (0, 1)
    with raises(Exception):
        run(tvm, make, data, kind="graph")


@proves(RELAY + "invert_permutation", "输入应是一维的 int32 排列")
def _(tvm):
    make = tvm.relay.invert_permutation
    order = np.int32([4, 0, 3, 1, 2])
    assert np.array_equal(run(tvm, make, order), np.argsort(order))


@proves(RELAY + "sort", "`relay.Expr` | 类型见[排序与查找](#sorting)", "排序的轴，默认最后一轴；不能是 None")
@proves(RELAY + "argsort", "`relay.Expr` | 类型见[排序与查找](#sorting)", "排序的轴，默认最后一轴；不能是 None", "为真时从小到大，默认 1")
def _(tvm):
    relay, data = tvm.relay, np.array([[3, 1, 2], [9, 7, 8]])
    for dtype in ("float16", "float64", "int64"):
        got = run(tvm, lambda v: [relay.sort(v), relay.argsort(v), relay.argsort(v, axis=-1), relay.argsort(v, is_ascend=0), relay.argsort(v, axis=0)], data.astype(dtype))
        assert np.array_equal(got[0], np.sort(data)) and np.array_equal(got[1], np.argsort(data)) and np.array_equal(got[1], got[2])
        assert np.array_equal(got[3], np.argsort(data)[:, ::-1]) and np.array_equal(got[4], np.argsort(data, 0))
    for op in (relay.sort, relay.argsort):
        with raises(Exception, "Unsupported input dtype"):
            run(tvm, op, data.astype("uint8"))
        with raises(Exception):
            op(var(tvm, "x", 3), axis=None)


@proves(RELAY + "topk", "下标的类型，限制同 `argsort`；数据是 int8、uint8 时还可以是数据的类型")
def _(tvm):
    make, row = tvm.relay.topk, np.array([3, 1, 2])
    take = lambda data, dtype: run(tvm, lambda v: make(v, 2, ret_type="indices", dtype=dtype), row.astype(data))
    for data, dtype in (("float32", "int64"), ("float32", "float32"), ("int8", "int8"), ("uint8", "uint8"), ("int8", "float64")):
        got = take(data, dtype)
        assert got.tolist() == [0, 2] and got.dtype == dtype
    for data, dtype in (("float32", "int8"), ("int8", "uint8"), ("uint8", "int8"), ("int64", "int16")):
        with raises(Exception):
            take(data, dtype)


@proves(RELAY + "unique", "各项（除第 3 项）都与输入等长", "按第 3 项截取", "是否多返回各值的次数")
def _(tvm):
    make, x = tvm.relay.unique, var(tvm, "x", 5, dtype="int32")
    length = lambda made: [type_of(tvm, one)[0][0] for one in made]
    assert length(make(x)) == [5, 5, 5, 1] and length(make(x, return_counts=True)) == [5, 5, 5, 1, 5]
    got = run(tvm, lambda v: make(v, return_counts=True), np.int32([4, 5, 1, 4, 5]))
    assert [len(one) for one in got] == [5, 5, 5, 1, 5] and got[0][: got[3][0]].tolist() == [1, 4, 5]


FILL = RELAY + "sparse_fill_empty_rows"


@proves(FILL, "输出的个数动态，要用虚拟机", "`(N, 2)` 的坐标，必须按行号从小到大排好，不检查，乱序时结果是错的", "`(N,)`，各坐标的值", "`(2,)`，行数和列数", "`(1,)`，补上的值")
def _(tvm):
    make = tvm.relay.sparse_fill_empty_rows
    rest = np.array([3, 3]), np.array([9])
    good = run(tvm, make, np.array([[0, 1], [2, 0]]), np.array([5, 6]), *rest, kind="vm")
    assert [one.tolist() for one in good] == [[[0, 1], [1, 0], [2, 0]], [5, 9, 6], [False, True, False]]
    full = run(tvm, make, np.array([[0, 1], [1, 2], [2, 0]]), np.array([5, 7, 6]), *rest, kind="vm")
    assert full[1].tolist() == [5, 7, 6] and not full[2].any()
    bad = run(tvm, make, np.array([[2, 0], [0, 1]]), np.array([6, 5]), *rest, kind="vm")
    table = lambda made: {tuple(at): int(value) for at, value in zip(made[0].tolist(), made[1])}
    assert table(good) == {(0, 1): 5, (1, 0): 9, (2, 0): 6} != table(bad)
    with raises(Exception):
        run(tvm, make, np.array([[0, 1], [2, 0]]), np.array([5, 6]), *rest, kind="graph")


@proves(RELAY + "sparse_reshape", "`(N, 维数)` 的坐标，整数")
@proves(RELAY + "segment_sum", "至少一维", "一维整数，与第 0 轴等长，每一项的段号")
def _(tvm):
    relay = tvm.relay
    cube = np.array([[0, 1, 1], [1, 0, 0]], "int32")
    got = run(tvm, lambda i, s, n: relay.sparse_reshape(i, s, n), cube, np.int32([2, 2, 2]), np.int32([4, -1]))
    assert [one.tolist() for one in got] == [[[1, 1], [2, 0]], [4, 2]]
    data, ids = np.arange(12, dtype="float32").reshape(3, 2, 2), np.int32([1, 0, 1])
    summed = run(tvm, lambda v, i: relay.segment_sum(v, i, 2), data, ids, kind="vm")
    assert np.array_equal(summed, np.stack([data[1], data[0] + data[2]]))
    with raises(Exception):
        run(tvm, lambda v, i: relay.segment_sum(v, i, 2), np.float32(3), ids, kind="vm")


@proves(RELAY + "einsum", "输出里不能有输入没有的字母，类型推断不查", versions=NEWER)
def _(tvm):
    made = tvm.relay.einsum([var(tvm, "a", 2, 3)], "ij->ik")
    main(tvm, made)
    with raises(Exception):
        build(tvm, made)


@proves(RELAY + "stft", "每段参加计算的长度，也是频率的分母，默认 `n_fft`；与 `n_fft` 不同时结果与 PyTorch 不同", "一维，长度不小于 `win_length`，不核对；默认 `n_fft` 个 1")
def _(tvm):
    make, wave = tvm.relay.stft, np.random.default_rng(0).uniform(-1, 1, (1, 16)).astype("float32")
    window = np.hanning(8).astype("float32")
    got = run(tvm, lambda v, w, o: [make(v, 8, 8), make(v, 8, 8, window=o), make(v, 8, 8, win_length=8), make(v, 8, 8, window=w), make(v, 8, 8, win_length=4)], wave, window, np.ones(8, "float32"))
    whole = lambda frames: np.stack([frames.real, frames.imag], -1)
    assert np.allclose(got[0], got[1], atol=1e-4) and np.allclose(got[0], got[2], atol=1e-4)
    assert np.allclose(got[3][0], whole(np.fft.rfft(wave.reshape(2, 8) * window).T), atol=1e-4)
    angle = np.exp(-2j * np.pi * np.outer(np.arange(5), np.arange(4)) / 4)
    assert np.allclose(got[4][0], whole(angle @ wave.reshape(2, 8)[:, :4].T), atol=1e-4)
    centered = np.fft.rfft(wave.reshape(2, 8) * np.pad(np.ones(4), 2)).T  # what PyTorch computes
    assert not np.allclose(got[4][0], whole(centered), atol=1e-2)
    type_of(tvm, make(var(tvm, "x", 1, 16), 8, window=var(tvm, "w", 3)))
