"""Probes of docs/reference/api/python/topi/tensor.md: shapes, indices, sorting, scans, sparse tensors."""

import functools
import inspect

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

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


def run(tvm, compute, *arrays, fill=7, sizes=None):
    """The outputs as arrays; what nobody writes stays `fill`."""
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    outs = compute(*inputs)
    single = isinstance(outs, tvm.te.Tensor)
    outs = [outs] if single else list(outs)
    schedule = tvm.te.create_schedule(list(dict.fromkeys(o.op for o in outs)))
    kernel = tvm.build(schedule, [*inputs, *outs], "llvm -opt-level=0")
    results = [tvm.nd.array(np.full(size or shape(o), fill, o.dtype)) for o, size in zip(outs, sizes or [None] * len(outs))]
    kernel(*map(tvm.nd.array, arrays), *results)
    return results[0].numpy() if single else [r.numpy() for r in results]


def ints(*values, dtype="int32"):
    return np.array(values, dtype)


def f32(*values):
    return np.array(values, "float32")


def numbers(*size, dtype="float32"):
    return np.arange(np.prod(size)).reshape(size).astype(dtype)


CUBE = numbers(2, 3, 4)
DTYPES = ("float16", "float32", "int8", "uint8", "bool", "int64")

# Shapes and layouts


@proves(TOPI + "reshape", "按行优先的次序换成 `newshape`", "-1 原样成为输出的一维", "元素个数不核对：少了就截断，多了从头再取", "没有 Relay 那些特殊值，-1 也不会推出来")
def _(tvm):
    call = lambda x, size: run(tvm, lambda t: tvm.topi.reshape(t, size), x)
    for dtype in DTYPES:
        x = CUBE.astype(dtype)
        assert np.array_equal(call(x, (4, 6)), x.reshape(4, 6))
    assert shape(tvm.topi.reshape(tensor(tvm, 2, 3), (-1, 3))) == (-1, 3)
    assert call(numbers(6), (4,)).tolist() == [0, 1, 2, 3] and call(numbers(3), (5,)).tolist() == [0, 1, 2, 0, 1]
    assert shape(tvm.topi.reshape(tensor(tvm, 2, 3), (0, -2))) == (0, -2)
    assert call(np.array(5, "float32"), (1, 1)).tolist() == [[5]] and call(f32(5), ()).shape == ()


@proves(TOPI + "reshape", "任一形状里有 0 时不读输入，结果填 0", "单个整数报错，写成 `(n,)`；各维可以是含变量的表达式")
def _(tvm):
    assert run(tvm, lambda t: tvm.topi.reshape(t, (2,)), np.zeros((0, 3), "float32")).tolist() == [0, 0]
    assert len(tvm.topi.reshape(tensor(tvm, 0, 3), (2,)).op.input_tensors) == 0
    with raises("TVMError"):
        tvm.topi.reshape(tensor(tvm, 6), 6)
    n = tvm.te.var("n")
    out = tvm.topi.reshape(tvm.te.placeholder((n, 4)), (n * 2, 2))
    x = out.op.input_tensors[0]
    result = tvm.nd.array(np.zeros((6, 2), "float32"))
    tvm.build(tvm.te.create_schedule(out.op), [x, out], "llvm")(tvm.nd.array(numbers(3, 4)), result)
    assert np.array_equal(result.numpy(), numbers(6, 2))


@proves(TOPI + "reshape", "常量的长度一律转成 int32，放不下时报 `exceeds maximum of int32`；0.13.0 保留 int64", versions=("0.10.0", "0.12.0"))
def _(tvm):
    assert tvm.topi.reshape(tensor(tvm, 6), (tvm.tir.const(6, "int64"),)).shape[0].dtype == "int32"
    with raises(Exception, "exceeds maximum of int32"):
        tvm.topi.reshape(tensor(tvm, 6), (1 << 40,))


@proves(TOPI + "expand_dims", "在 `axis` 处插入 `num_newaxis` 个长为 1 的轴", "第一个新轴的位置，-ndim-1 到 ndim；越界报 `expand_dims only accepts`", "新轴的个数，默认 1；0 时形状不变，负数报 `expand_dims only accepts`", "任意形状")
def _(tvm):
    op, x = tvm.topi.expand_dims, tensor(tvm, 2, 3)
    wanted = {-3: (1, 2, 3), -2: (2, 1, 3), -1: (2, 3, 1), 0: (1, 2, 3), 1: (2, 1, 3), 2: (2, 3, 1)}
    assert {axis: shape(op(x, axis)) for axis in wanted} == wanted
    assert shape(op(x, 1, 2)) == (2, 1, 1, 3) and shape(op(x, -1, 2)) == (2, 3, 1, 1) and shape(op(x, 1, 0)) == (2, 3)
    assert run(tvm, lambda t: op(t, 0), np.array(5, "float32")).tolist() == [5]
    assert np.array_equal(run(tvm, lambda t: op(t, -2, 2), CUBE), CUBE.reshape(2, 3, 1, 1, 4))
    for wrong in ((-4,), (3,), (0, -1)):
        with raises("TVMError", "expand_dims only accepts"):
            op(x, *wrong)


@proves(TOPI + "expand_like", "把 `a` 沿 `axis` 列出的轴复制，扩展成 `shape_like` 的形状", "只用它的形状", "保留下来的轴", "输出里新增的轴；个数加上 `a` 的维数应等于 `shape_like` 的维数，否则 `ValueError: shape inconsistent when expand_like`")
def _(tvm):
    x, like = numbers(2, 4), np.zeros((2, 3, 4), "int8")
    out = run(tvm, lambda a, b: tvm.topi.expand_like(a, b, [1]), x, like)
    assert out.dtype == "float32" and np.array_equal(out, np.broadcast_to(x[:, None], (2, 3, 4)))
    assert np.array_equal(run(tvm, lambda a, b: tvm.topi.expand_like(a, b, [-1, 0]), numbers(3), like), np.broadcast_to(numbers(3)[:, None], (2, 3, 4)))
    with raises(ValueError, "shape inconsistent when expand_like"):
        tvm.topi.expand_like(tensor(tvm, 2, 4), tensor(tvm, 2, 3, 4), [0, 1])


@proves(TOPI + "expand_like", "一维的 `a` 可以扩展到全部的轴，用第 0 个元素填满，长度是不是 1 不检查，多出的元素不用", "保留下来的轴是否等长也不检查")
def _(tvm):
    out = run(tvm, lambda a, b: tvm.topi.expand_like(a, b, [0, 1]), f32(5, 6), np.zeros((2, 3), "float32"))
    assert (out == 5).all()
    assert shape(tvm.topi.expand_like(tensor(tvm, 9), tensor(tvm, 2, 3), [0])) == (2, 3)


@proves(TOPI + "squeeze", "`None` 去掉全部，空列表一个也不去", "`axis` 可以是整数或序列", "指定的轴长度不是 1 时报 `must have size 1`，动态的轴不查", "`None` 不去掉动态的轴")
def _(tvm):
    op, n = tvm.topi.squeeze, tvm.te.var("n")
    x = tensor(tvm, 1, 3, 1)
    assert shape(op(x)) == (3,) and shape(op(x, [])) == (1, 3, 1) and shape(op(x, 0)) == (3, 1)
    assert shape(op(x, (-1,))) == (1, 3) and shape(op(x, [0, 2])) == (3,) and shape(op(tensor(tvm, 1))) == ()
    assert np.array_equal(run(tvm, op, numbers(1, 3, 1)), numbers(3))
    with raises("TVMError", "must have size 1"):
        op(x, 1)
    assert shape(op(tvm.te.placeholder((n, 3)), 0)) == (3,) and len(op(tvm.te.placeholder((n, 1))).shape) == 1


@proves_check(TOPI + "transpose", "必须列出全部的轴：三维输入写 `(1, 0)` 是 `InternalError`")
@proves(TOPI + "transpose", "按 `axes` 重排各轴；`None` 和空元组都颠倒次序", "负数从末尾数；重复报 `repeated axis in transpose`，越界报 `is invalid for the`")
def _(tvm, release):
    op, x = tvm.topi.transpose, tensor(tvm, 2, 3, 4)
    for axes in ((1, 2, 0), (2, 0, 1), [0, -1, 1]):
        assert np.array_equal(run(tvm, lambda t: op(t, axes), CUBE), CUBE.transpose(axes))
    assert shape(op(x)) == shape(op(x, ())) == (4, 3, 2) and np.array_equal(run(tvm, op, CUBE), CUBE.T)
    for axes, words in (((0, 1, 1), "repeated axis in transpose"), ((0, 1, -2), "repeated axis in transpose"), ((0, 1, 3), "is invalid for the"), ((0, 1, -4), "is invalid for the")):
        with raises("TVMError", words):
            op(x, axes)
    with raises(check_error(release)):
        op(x, (1, 0))


unproved(TOPI + "transpose", "写 `(2, 0)` 时写到内存的界外，进程可能崩溃", reason="没有定义的行为，每次运行不同")


@proves_check(TOPI + "layout_transform", "主轴要相同，维数要相符，否则 `InternalError`；两者相等时原样返回 `array`")
@proves(TOPI + "layout_transform", "换布局，如 `\"NCHW\"` 到 `\"NCHW8c\"`；不足一块的通道补 0", "各维由 `src_layout` 说明", "换回去得到补齐以后的通道数，补的 0 不会去掉")
def _(tvm, release):
    op, x = tvm.topi.layout_transform, tensor(tvm, 1, 5)
    five = numbers(1, 5) + 1
    blocked = run(tvm, lambda t: op(t, "NC", "NC4c"), five)
    assert blocked.tolist() == [[[1, 2, 3, 4], [5, 0, 0, 0]]]
    assert run(tvm, lambda t: op(t, "NC4c", "NC"), blocked).tolist() == [[1, 2, 3, 4, 5, 0, 0, 0]]
    image = numbers(2, 8, 2, 3)
    assert np.array_equal(run(tvm, lambda t: op(t, "NCHW", "NHWC"), image), image.transpose(0, 2, 3, 1))
    assert np.array_equal(run(tvm, lambda t: op(t, "NCHW", "NCHW4c"), image), image.reshape(2, 2, 4, 2, 3).transpose(0, 1, 3, 4, 2))
    assert op(x, "NC", "NC").same_as(x)
    for layouts in (("NC", "NH"), ("NCH", "NHC")):
        with raises(check_error(release)):
            op(x, *layouts)


@proves(TOPI + "layout_transform", "写进操作的属性，供后端认出要用的调度规则", versions=NEW)
def _(tvm):
    out = tvm.topi.layout_transform(tensor(tvm, 1, 5), "NC", "CN", "rule")
    assert out.op.attrs["schedule_rule"] == "rule"


@proves(TOPI + "shape", "各维的长度组成的一维张量，长为 ndim；动态的维数在运行时由传入的缓冲区得到")
@proves(TOPI + "ndarray_size", "元素个数，零维张量")
def _(tvm):
    te, topi = tvm.te, tvm.topi
    n = te.var("n")
    x = te.placeholder((n, 3))
    for op, want in ((topi.shape, [5, 3]), (topi.ndarray_size, 15)):
        out = op(x)
        result = tvm.nd.array(np.zeros(shape(out), out.dtype))
        tvm.build(te.create_schedule(out.op), [x, out], "llvm")(tvm.nd.array(np.zeros((5, 3), "float32")), result)
        assert out.dtype == "int32" and result.numpy().tolist() == want and op(x, "int64").dtype == "int64"
    assert shape(topi.shape(tensor(tvm, 2, 3, 4))) == (3,) and shape(topi.ndarray_size(tensor(tvm, 2))) == ()


@proves(TOPI + "ndarray_size", "`dtype` 放不下时，静态的个数报 `exceeds maximum of`，动态的回绕", "静态的各维先按自己的类型相乘：int32 的 65536 × 65536 回绕成 0，`dtype` 是 int64 也不报错")
def _(tvm):
    body = tvm.topi.ndarray_size(tensor(tvm, 65536, 65536), "int64").op.body[0]
    assert body.value == 0 and body.dtype == "int64"
    with raises(Exception, "exceeds maximum of"):
        tvm.topi.ndarray_size(tensor(tvm, 20, 20), "int8")
    x = tvm.te.placeholder((tvm.te.var("n"), 20))
    out = tvm.topi.ndarray_size(x, "int8")
    result = tvm.nd.array(np.zeros((), "int8"))
    tvm.build(tvm.te.create_schedule(out.op), [x, out], "llvm")(tvm.nd.array(np.zeros((20, 20), "float32")), result)
    assert result.numpy() == np.int64(400).astype("int8")


# Joining and splitting


@proves_check(TOPI + "concatenate", "维数不同和空列表是 `InternalError`，`axis` 越界报 `concatenate only accepts`")
@proves(TOPI + "concatenate", "沿已有的轴连接；其余各轴是否相等不检查，以第一个为准", "类型不同时按 TIR 的规则提升，int32 与 float32 得 float32")
def _(tvm, release):
    op = tvm.topi.concatenate
    a, b = numbers(2, 3), numbers(2, 1) + 100
    for axis, parts in ((1, (a, b)), (-1, (b, a, b)), (0, (a, a))):
        assert np.array_equal(run(tvm, lambda *ts: op(ts, axis), *parts), np.concatenate(parts, axis))
    assert shape(op([tensor(tvm, 2, 3), tensor(tvm, 9, 1)], 1)) == (2, 4)
    assert op([tensor(tvm, 2, dtype="int32"), tensor(tvm, 2)]).dtype == "float32"
    for wrong in ([tensor(tvm, 2), tensor(tvm, 2, 2)], []):
        with raises(check_error(release)):
            op(wrong)
    for axis in (2, -3):
        with raises("TVMError", "concatenate only accepts"):
            op([tensor(tvm, 2, 3)] * 2, axis)


@proves(TOPI + "stack", "沿新的轴叠起若干张量，输出的其余各轴取自第一个，其他张量的形状不核对", "`a` 是张量的列表，单个张量报错")
def _(tvm):
    op, a, b = tvm.topi.stack, numbers(2, 3), numbers(2, 3) + 100
    for axis in (0, 1, 2, -1, -3):
        assert np.array_equal(run(tvm, lambda *ts: op(ts, axis), a, b, a), np.stack([a, b, a], axis)), axis
    assert shape(op([tensor(tvm, 2, 3), tensor(tvm, 9, 9)], 0)) == (2, 2, 3)
    with raises("TVMError"):
        op(tensor(tvm, 2, 3), 0)


@proves(TOPI + "split", "沿 `axis` 拆成几块，返回张量的 `Array`", "至少一维", "等分的块数；除不尽报 `num_sections must be an integer factor`", "切点，严格递增且大于 0，否则报 `split_indices must be sorted`；NumPy 数组是 `TypeError`", "沿哪个轴，默认 0，可以是负数；太大报 `axis out of bounds`", "切点越过末尾不报错，最后一块的长度是负数")
def _(tvm):
    op, x, t = tvm.topi.split, numbers(6, 4), tensor(tvm, 6, 4)
    assert isinstance(op(t, 2), tvm.ir.Array)
    for how, axis in ((3, 0), ((1, 4), 0), ([2], 1), (2, -1), ((1, 3), -2)):
        outs = run(tvm, lambda a: op(a, how, axis), x)
        assert all(np.array_equal(o, w) for o, w in zip(outs, np.split(x, how, axis))) and len(outs) == len(np.split(x, how, axis))
    for wrong, words in ((4, "num_sections must be an integer factor"), ((3, 2), "split_indices must be sorted"), ((0,), "split_indices must be sorted"), ((2, 2), "split_indices must be sorted")):
        with raises("TVMError", words):
            op(t, wrong)
    with raises(TypeError):
        op(t, np.array([2, 3]))
    with raises("TVMError", "axis out of bounds"):
        op(t, 2, 2)
    with raises("TVMError"):
        op(tensor(tvm), 1)
    assert [int(o.shape[0]) for o in op(t, (2, 9))] == [2, 7, -3]


@proves(TOPI + "repeat", "每个元素沿 `axis` 连续重复 `repeats` 次", "至少一维", "重复的次数，至少是 1，否则报 `repeat only accepts`", "沿哪个轴，可以是负数；不能是 `None`，没有 NumPy 的展平")
@proves_check(TOPI + "repeat", "报错信息说 `axis` 可以是 ndim 和 -ndim-1，其实也是 `InternalError`")
def _(tvm, release):
    op, t = tvm.topi.repeat, tensor(tvm, 2, 3, 4)
    for axis in (0, 1, -1):
        assert np.array_equal(run(tvm, lambda a: op(a, 3, axis), CUBE), np.repeat(CUBE, 3, axis))
    for repeats, axis in ((0, 0), (-1, 0), (2, 4), (2, -5)):
        with raises("TVMError", "repeat only accepts"):
            op(t, repeats, axis)
    with raises(Exception):
        op(t, 2, None)
    with raises("TVMError"):
        op(tensor(tvm), 2, 0)
    for axis in (3, -4):
        with raises(check_error(release)):
            op(t, 2, axis)


@proves(TOPI + "tile", "把整个张量重复 `reps` 次，`reps` 与形状从末尾对齐，短的一方补 1", "`reps` 是整数的序列；有 0 时得到空张量")
def _(tvm):
    for reps in ((2,), (1, 2, 3), [2, 1, 1, 2], (2, 2)):
        assert np.array_equal(run(tvm, lambda a: tvm.topi.tile(a, reps), CUBE), np.tile(CUBE, reps)), reps
    assert shape(tvm.topi.tile(tensor(tvm, 2, 3), (0, 2))) == (0, 6)
    with raises(Exception):
        tvm.topi.tile(tensor(tvm, 2), 2)


@proves(TOPI + "flip", "沿一个轴颠倒次序，默认第 0 轴")
@proves_check(TOPI + "flip", "`None` 是 `InternalError`，不是全部的轴")
def _(tvm, release):
    op = tvm.topi.flip
    assert np.array_equal(run(tvm, op, CUBE), CUBE[::-1])
    for axis in (1, -1, -3):
        assert np.array_equal(run(tvm, lambda a: op(a, axis), CUBE), np.flip(CUBE, axis))
    with raises(check_error(release)):
        op(tensor(tvm, 2), None)


@proves(TOPI + "reverse_sequence", "每个批次只颠倒前 `seq_lengths[i]` 个元素", "任意类型", "一维，与批次等长；小于等于 1 时不动，大于轴长按轴长算；浮点到编译才报错", "被颠倒的轴、批次轴，可以是负数")
def _(tvm):
    op = tvm.topi.reverse_sequence
    for dtype in ("float32", "bool", "int8"):
        x = RNG.integers(0, 9, (5, 4)).astype(dtype)
        want = x.copy()
        for i, n in enumerate((-3, 1, 2, 4, 9)):
            n = min(n, 4)
            if n > 1:
                want[i, :n] = x[i, :n][::-1]
        for kind in ("int32", "int64"):
            assert np.array_equal(run(tvm, lambda a, n: op(a, n, -1, -2), x, ints(-3, 1, 2, 4, 9, dtype=kind)), want)
    assert np.array_equal(run(tvm, lambda a, n: op(a, n, 0, 1), np.ascontiguousarray(x.T), ints(-3, 1, 2, 4, 9)), want.T)
    for wrong in (tensor(tvm, 3, dtype="int32"), tensor(tvm, 5, 1, dtype="int32")):
        with raises("TVMError"):
            op(tensor(tvm, 5, 4), wrong)
    op(tensor(tvm, 5, 4), tensor(tvm, 5))
    with raises("TVMError"):
        run(tvm, op, x.astype("float32"), np.ones(5, "float32"))


@proves(TOPI + "sliding_window", "取滑动窗口：从 `axis` 起每轴变成窗口的个数，窗口本身接在末尾", "任意类型", "第一个滑动的轴，不能是负数", "从 `axis` 到末尾每轴一个，个数不对当场报错", "窗口的个数是 `(轴长 - 窗口) // 步长 + 1`，窗口更长时是 0 或负数，定义和编译都不报错")
def _(tvm):
    op, t = tvm.topi.sliding_window, tensor(tvm, 2, 7, 9)
    for dtype in ("float32", "int8"):
        x = numbers(2, 7, 9, dtype=dtype)
        want = np.lib.stride_tricks.sliding_window_view(x, (3, 2), (1, 2))[:, ::2, ::3]
        assert np.array_equal(run(tvm, lambda a: op(a, 1, [3, 2], [2, 3]), x), want)
    for wrong in ((-1, [3], [1]), (1, [3], [1]), (2, [3], [1, 1]), (3, [], [])):
        with raises("TVMError"):
            op(t, *wrong)
    assert [int(op(t, 2, [w], [2]).shape[2]) for w in (9, 10, 11, 13)] == [1, 0, 0, -1]


# Values


@proves(TOPI + "arange", "等差数列，默认类型是 float32；只给一个实参时它是 `stop`", "起点和终点（不含）；`stop` 是 `None` 时 `start` 当作终点，起点是 0", "步长，默认 1，可以是负数；0 报 `Divide by zero`", "元素的类型", "方向不对时长度是负数而不是空", "整数类型配小数步长时每项截断")
def _(tvm):
    op = tvm.topi.arange
    call = lambda *given: run(tvm, lambda: op(*given))
    assert op(5).dtype == "float32" and call(5).tolist() == [0, 1, 2, 3, 4] and call(2, 9, 3, "int32").tolist() == [2, 5, 8]
    assert call(5, 0, -2, "int8").tolist() == [5, 3, 1] and shape(op(5, 0)) == (-5,)
    assert call(0, 2, 0.5, "int32").tolist() == [0, 0, 1, 1] and call(0, 1, 0.25).tolist() == [0, 0.25, 0.5, 0.75]
    for step in (0, 0.0):
        with raises("TVMError", "Divide by zero"):
            op(0, 5, step)
    n = tvm.te.var("n")
    assert not isinstance(op(0, n).shape[0], tvm.tir.IntImm)


@proves(TOPI + "arange", "元素的个数按 float32 算：超过 2 的 24 次方时可能偏多或偏少")
def _(tvm):
    assert shape(tvm.topi.arange(2**24 + 1)) == (2**24,) and shape(tvm.topi.arange(2**24 + 3)) == (2**24 + 4,)


@proves(TOPI + "meshgrid", "由若干一维张量（或标量）造坐标网格，每个输入得一个输出", "`\"xy\"` 交换前两轴，其他任何字符串都按 `\"ij\"` 算")
def _(tvm):
    a, b, c = numbers(2), numbers(3) + 10, numbers(4) + 20
    for how, want in (("ij", "ij"), ("xy", "xy"), ("whatever", "ij")):
        outs = run(tvm, lambda *ts: tvm.topi.meshgrid(ts, how), a, b, c)
        assert all(np.array_equal(o, w) for o, w in zip(outs, np.meshgrid(a, b, c, indexing=want)))
    outs = run(tvm, lambda *ts: tvm.topi.meshgrid(ts, "ij"), a, np.array(5, "float32"))
    assert outs[1].tolist() == [[5], [5]]


@proves(TOPI + "one_hot", "下标所在的位置取 `on_value`，其余取 `off_value`", "下标，任意形状", "转换成 `dtype`", "新轴的长度；越界和负数的下标得到整行 `off_value`", "新轴的位置；负数只能是 -1，即最后", "输出的类型", "数、表达式或零维张量")
def _(tvm):
    op = tvm.topi.one_hot
    x = ints(0, 2, -1, 3)
    for dtype in ("float32", "int8", "bool"):
        want = np.zeros((4, 3), dtype)
        want[0, 0] = want[1, 2] = 1
        call = lambda axis: run(tvm, lambda t: op(t, tvm.tir.const(1), tvm.tir.const(0), 3, axis, dtype), x)
        assert np.array_equal(call(-1), want) and np.array_equal(call(1), want) and np.array_equal(call(0), want.T)
    plain = run(tvm, lambda t: op(t, 5, -2, 3, -1, "float32"), x.reshape(2, 2))
    assert plain.shape == (2, 2, 3) and plain[0, 0].tolist() == [5, -2, -2] and plain[1, 0].tolist() == [-2] * 3
    value = run(tvm, lambda t, on: op(t, on(), 0, 3, -1, "float32"), x, np.array(9, "float32"))
    assert value[0].tolist() == [9, 0, 0]
    with raises(Exception):
        run(tvm, lambda t: op(t, 1, 0, 3, -2, "float32"), x.reshape(2, 2))


@proves(TOPI + "const_vector", "把一维的数列变成常量张量，每个元素是一层 `Select`", "类型取自 NumPy：整数列表是 int64，小数是 float64；布尔和二维的抛出 `TypeError`")
def _(tvm):
    op = tvm.topi.const_vector
    assert op([1, 2]).dtype == "int64" and op([1.5]).dtype == "float64" and op(np.array([1], "int8")).dtype == "int8"
    assert run(tvm, lambda: op([3, 1, 2])).tolist() == [3, 1, 2]
    assert str(op([3, 1, 2]).op.body[0]).lower().count("select") == 3
    for wrong in ([True, False], [[1, 2]]):
        with raises(TypeError):
            op(wrong)


@proves(TOPI + "trilu", "取最后两轴的上三角或下三角，其余填 0", "`(…, 行, 列)`", "对角线的偏移，要有 `dtype`，写成 `tir.const(0, \"int32\")`；Python 的整数抛出 `AttributeError`", "真保留 `列 - 行 ≥ k`，假保留 `列 - 行 ≤ k`")
def _(tvm):
    for dtype in ("float32", "int8", "bool"):
        x = (CUBE + 1).astype(dtype)
        for k in (-1, 0, 2):
            for upper in (True, False):
                out = run(tvm, lambda t: tvm.topi.trilu(t, tvm.tir.const(k, "int64"), upper), x)
                assert np.array_equal(out, (np.triu if upper else np.tril)(x, k)), (k, upper)
    with raises(AttributeError):
        tvm.topi.trilu(tensor(tvm, 2, 2), 0, True)


@proves(TOPI + "trilu", "零维的 int32 张量要写 `k()`：直接传张量，默认的调度编译时报 `are used, but are not passed in as API arguments`", versions=NEW)
@proves(TOPI + "trilu", "零维的 int32 张量要写 `k()`：直接传张量，默认的调度编译时报 `Not all Vars are passed in api_args`", versions=OLD)
def _(tvm, release):
    k = np.array(1, "int32")
    assert np.array_equal(run(tvm, lambda t, o: tvm.topi.trilu(t, o(), True), numbers(3, 3), k), np.triu(numbers(3, 3), 1))
    with raises("TVMError", "Not all Vars are passed in api_args" if release == "0.10.0" else "are used, but are not passed in as API arguments"):
        run(tvm, lambda t, o: tvm.topi.trilu(t, o, True), numbers(3, 3), k)


@proves(TOPI + "trilu", "两轴的长度要是同一种整数，一个 int32、一个 int64 时抛出 `TypeError`，信息是 `mismatched types`", versions=OLD)
def _(tvm):
    with raises(TypeError, "mismatched types"):
        tvm.topi.trilu(tvm.te.placeholder((3, tvm.tir.const(4, "int64"))), tvm.tir.const(0, "int32"), True)


@proves(TOPI + "matrix_set_diag", "用 `diagonal` 替换最后两轴的一条对角线或一条带", "`(…, 行, 列)`", "一条时是 `(…, 长度)`，一条带时是 `(…, 条数, 最大长度)`，先上后下；长度不核对", "偏移，正数在上方；下界大于上界时原样返回数据", "短的对角线靠哪边，前半管上方、后半管下方；只看首尾是不是 `RIGHT`，大小写有别")
def _(tvm):
    op, x = tvm.topi.matrix_set_diag, np.zeros((3, 4), "float32")
    call = lambda d, *more: run(tvm, lambda a, b: op(a, b, *more), x, np.asarray(d, "float32"))
    assert call([1, 2, 3]).tolist() == [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0]]
    assert call([1, 2, 3], 1).tolist() == [[0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3]]
    band = [[0, 9, 8], [1, 2, 3], [4, 5, 0]]
    assert call(band, (-1, 2), "RIGHT_LEFT").shape == (3, 4)
    right = call([[11, 12, 13], [1, 2, 3], [0, 5, 6]], (-1, 1), "LEFT_RIGHT")
    assert right.tolist() == [[1, 11, 0, 0], [5, 2, 12, 0], [0, 6, 3, 13]]
    left = call([[11, 12, 13], [1, 2, 3], [5, 6, 0]], (-1, 1), "RIGHT_LEFT")
    assert left.tolist() == right.tolist()
    assert np.array_equal(call([[11, 12, 13], [1, 2, 3], [5, 6, 0]], (-1, 1), "right_right"), call([[11, 12, 13], [1, 2, 3], [5, 6, 0]], (-1, 1), "LEFT_LEFT"))
    assert np.array_equal(call([[1, 2]], (1, 0)), x)
    assert shape(op(tensor(tvm, 3, 4), tensor(tvm, 1))) == (3, 4)


# Slices


@proves(TOPI + "strided_slice", "按起点、终点和步长取子块", "不足的轴取全部；负数从末尾数，越界的收进范围", "默认 1；负数倒着取", "`\"end\"`；`\"size\"` 时 `end` 是长度，负数表示到末尾，步长不用", "各项对应哪些轴，不能是负数；有它时 `strides` 也必须写")
def _(tvm):
    op, line = tvm.topi.strided_slice, numbers(5)
    call = lambda x, *given, **more: run(tvm, lambda t: op(t, *given, **more), x)
    for begin, end, step in ((1, 99, 1), (-4, -1, 1), (4, 0, -2), (-1, -6, -2), (-99, 99, 2), (2, 2, 1)):
        stop = None if end == -6 else end
        assert call(line, [begin], [end], [step]).tolist() == line[begin:stop:step].tolist(), (begin, end, step)
    assert np.array_equal(call(CUBE, [1, 0], [2, 2]), CUBE[1:2, 0:2])
    assert np.array_equal(call(CUBE, [1], [3], [2], axes=[2]), CUBE[:, :, 1:3:2])
    assert call(line, [1], [2], slice_mode="size").tolist() == [1, 2] and call(line, [1], [-1], slice_mode="size").tolist() == [1, 2, 3, 4]
    assert call(line, [0], [4], [2], slice_mode="size").tolist() == [0, 1, 2, 3]
    for more in ({"axes": [-1], "strides": [1]}, {"axes": [1]}):
        with raises(Exception):
            op(tensor(tvm, 2, 3), [0], [1], **more)


@proves(TOPI + "strided_slice", "起点在终点之后（按步长的方向）报 `is invalid for axis=`，相等得空", "取末尾的 2 个（`[-2], [2]`）被拒绝", "倒着取到头，终点要写成 `-n-1`，-1 是最后一个", "`\"size\"` 配负的起点有错：先相加再判断符号")
def _(tvm):
    op, t = tvm.topi.strided_slice, tensor(tvm, 5)
    for given in (([3], [1]), ([1], [3], [-1]), ([0], [-1], [-1])):
        with raises("TVMError", "is invalid for axis="):
            op(t, *given)
    assert shape(op(t, [2], [2])) == (0,)
    with raises("TVMError", "is invalid for axis="):
        op(t, [-2], [2], slice_mode="size")
    assert shape(op(t, [-3], [2], slice_mode="size")) == (2,) and shape(op(t, [-1], [-6], [-1])) == (5,)


@proves(TOPI + "strided_slice", "0 使进程以浮点异常信号退出", dies="SIGFPE")
def _(tvm):
    tvm.topi.strided_slice(tensor(tvm, 5), [0], [3], [0])


@proves(TOPI + "strided_slice", "列表里的 `None` 表示取到头，但 `begin` 的第一项不能是它，进程会以段错误退出")
def _(tvm):
    assert shape(tvm.topi.strided_slice(tensor(tvm, 5, 6), [1, None], [None, 4])) == (4, 4)


@proves(TOPI + "strided_slice", "但 `begin` 的第一项不能是它，进程会以段错误退出", dies="SIGSEGV")
def _(tvm):
    tvm.topi.strided_slice(tensor(tvm, 5, 6), [None, 1], [3, 4])


@proves(TOPI + "strided_slice", "负数不换算，`slice_mode` 不看，张量配 `axes` 抛出 `AssertionError`，变量的列表不能省略 `strides`", "长度算不出的轴是新的变量，由调用者传入的缓冲区决定，终点不起作用", "`[n, 0]` 到 `[m, 5]` 以 `[1, 2]` 为步长，第二维是 2 而不是 3")
def _(tvm):
    te, op = tvm.te, tvm.topi.strided_slice
    n, m, t = te.var("n"), te.var("m"), tensor(tvm, 6, 6)
    with raises(AssertionError):
        op(t, te.placeholder((1,), "int32"), te.placeholder((1,), "int32"), axes=[0])
    with raises(Exception):
        op(t, [n], [m])
    out = op(t, [n, 0], [m, 5], [1, 2])
    assert isinstance(out.shape[0], tvm.tir.Var) and int(out.shape[1]) == 2
    assert int(op(t, [n, -3], [m, -1], [1, 1], slice_mode="size").shape[1]) == 2
    begin, end = te.placeholder((1,), "int64"), te.placeholder((1,), "int64")
    x = tensor(tvm, 6)
    out = op(x, begin, end)
    kernel = tvm.build(te.create_schedule(out.op), [x, begin, end, out], "llvm")
    result = tvm.nd.array(np.zeros(2, "float32"))
    kernel(tvm.nd.array(numbers(6)), tvm.nd.array(ints(3, dtype="int64")), tvm.nd.array(ints(99, dtype="int64")), result)
    assert result.numpy().tolist() == [3, 4]


@proves(TOPI + "strided_slice", "起点、终点和步长都是常量而数据的轴是变量时，这条轴的长度也是新的变量，终点不起作用；没有列出的轴也是这样，写了 `axes` 的除外", "负的起点仍从末尾数")
def _(tvm):
    te, op = tvm.te, tvm.topi.strided_slice
    n, m = te.var("n"), te.var("m")
    x = te.placeholder((n, m))
    out = op(x, [1], [3], [1])
    assert all(isinstance(d, tvm.tir.Var) and not d.same_as(n) and not d.same_as(m) for d in out.shape)
    assert op(x, [1], [3], [1], axes=[0]).shape[1].same_as(m)
    x = te.placeholder((n,))
    out = op(x, [-2], [0], [1])
    result = tvm.nd.array(np.zeros(2, "float32"))
    tvm.build(te.create_schedule(out.op), [x, out], "llvm")(tvm.nd.array(numbers(6)), result)
    assert result.numpy().tolist() == [4, 5]


def index_of_load(tvm, out, x):
    """The index that the only read of a computed tensor uses."""
    found = []
    tvm.tir.stmt_functor.post_order_visit(tvm.tir.Evaluate(out.op.body[0]), lambda n: found.append(n.indices[0]) if isinstance(n, tvm.tir.ProducerLoad) else None)
    return found[0]


@proves(TOPI + "strided_slice", "但越界只收一头：顺着取时小于 0 的收到 0，倒着取时过大的收到末尾；另一头读到界外")
def _(tvm):
    te, op, analyzer = tvm.te, tvm.topi.strided_slice, tvm.arith.Analyzer()
    n = te.var("n")

    def first(begin, step):
        x = te.placeholder((n,))
        out = op(x, [begin], [99], [step])
        values = {n: tvm.tir.const(6, "int32"), out.op.axis[0].var: tvm.tir.const(0, "int32")}
        return int(analyzer.simplify(tvm.tir.stmt_functor.substitute(index_of_load(tvm, out, x), values)))

    assert [first(-9, 1), first(9, 1), first(9, -1), first(-9, -1)] == [0, 9, 5, -3]


@proves(TOPI + "strided_set", "把 `v` 写进子块，返回新张量", "原来的值，也是输出的形状", "写进去的值，维数要与 `a` 相同，各轴多出的不用", "起点和终点（不含）；可以比维数短，负数从末尾数", "步长；`None` 都是 1", "类型不同时结果按 TIR 的规则提升")
def _(tvm):
    op = tvm.topi.strided_set
    x, v = np.zeros((4, 5), "float32"), numbers(4, 5) + 1
    for x, v, begin, end, steps in ((x, v, [1], [3], None), (x, v, [-3, 1], [-1, 5], None), (x[0], v[0], [0], [4], [2]), (x[0], v[0], [4], [0], [-1])):
        given = [x, v, ints(*begin), ints(*end)] + ([ints(*steps)] if steps else [])
        where = tuple(slice(b, e, s) for b, e, s in zip(begin, end, steps or [1] * 9))
        want = x.copy()
        want[where] = v[tuple(slice(0, n) for n in want[where].shape)]
        assert np.array_equal(run(tvm, op, *given), want), (begin, end, steps)
    out = op(tensor(tvm, 4, dtype="int32"), tensor(tvm, 4), tensor(tvm, 1, dtype="int32"), tensor(tvm, 1, dtype="int32"))
    assert out.dtype == "float32"


@proves(TOPI + "strided_set", "列表是 `AttributeError`，其他类型抛出 `TypeError`")
def _(tvm):
    op, t = tvm.topi.strided_set, tensor(tvm, 4)
    good = tensor(tvm, 1, dtype="int32")
    for at in range(3):
        for wrong, kind in (([1], AttributeError), (tensor(tvm, 1, dtype="int64"), TypeError)):
            given = [good] * 3
            given[at] = wrong
            with raises(kind):
                op(t, t, *given)


@proves(TOPI + "strided_set", "步长小于 -1 时一般写到错误的位置，步长 -1 而起点等于这一维的长度时取错 `v` 的元素")
def _(tvm):
    call = lambda begin, end, step: run(tvm, tvm.topi.strided_set, np.zeros(10, "float32"), numbers(12) + 1, ints(begin), ints(end), ints(step))
    want = np.zeros(10)
    want[8:1:-2] = [1, 2, 3, 4]
    assert not np.array_equal(call(8, 1, -2), want)
    assert call(10, 0, -1)[9] != 1 and call(9, 0, -1)[9] == 1


# Gather and scatter


@proves(TOPI + "take", "按下标沿一个轴取，输出是 `a` 去掉这个轴、换上 `indices` 的形状", "任意形状", "`None` 先展平，此时 `batch_dims` 不起作用；越界报 `axis out of bounds`", "`\"clip\"` 收进范围，-1 成了 0；`\"wrap\"` 取模；`\"fast\"` 不检查；其他字符串按 `\"wrap\"` 算", "任意类型")
def _(tvm):
    take, at = tvm.topi.take, ints(0, -1, 3, 9).reshape(2, 2)
    for dtype in ("float32", "int8", "bool"):
        x = CUBE.astype(dtype)
        for axis in (0, 1, -1, None):
            size = x.size if axis is None else x.shape[axis]
            for mode, places in (("clip", np.clip(at, 0, size - 1)), ("wrap", at % size), ("raise", at % size)):
                out = run(tvm, lambda a, i: take(a, i, axis, mode=mode), x, at)
                assert np.array_equal(out, np.take(x, places, axis)), (axis, mode)
    assert np.array_equal(run(tvm, lambda a, i: take(a, i, 1, mode="fast"), CUBE, ints(2, 0, dtype="int64")), CUBE[:, [2, 0]])
    t, i = tensor(tvm, 2, 3), tensor(tvm, 2, dtype="int32")
    assert shape(take(t, i, None, 1)) == (2,)
    for axis in (2, -3):
        with raises("TVMError", "axis out of bounds"):
            take(t, i, axis)


@proves_check(TOPI + "take", "`batch_dims` 不为 0 时只能用 `\"clip\"`：其余两种没有按批次换算位置，定义时是 `InternalError`")
@proves(TOPI + "take", "前几个轴是批次，两个张量的这几个轴要相等；不能是负数，不能大于 `axis`")
def _(tvm, release):
    take, x, at = tvm.topi.take, CUBE, ints(0, 2, 1, 9).reshape(2, 2)
    out = run(tvm, lambda a, i: take(a, i, 1, 1), x, at)
    assert np.array_equal(out, np.stack([x[b][np.clip(at[b], 0, 2)] for b in range(2)]))
    t, i = tensor(tvm, 2, 3, 4), tensor(tvm, 2, 2, dtype="int32")
    for given in ((t, tensor(tvm, 3, 2, dtype="int32"), 1, 1), (t, i, 1, -1), (t, i, 0, 1)):
        with raises("TVMError"):
            take(*given)
    for mode in ("wrap", "fast"):
        with raises(check_error(release)):
            take(t, i, 1, 1, mode)


@proves(TOPI + "take_legalize", "数据的形状是动态的时，在它前面插入 `stop_fusion`", "`take` 的属性，照抄进新的调用", "`take` 的两个实参", "实参的类型，只看第一个是不是动态的", "形状是静态的时返回 `None`，即不改")
def _(tvm):
    relay = tvm.relay
    data, at = relay.var("d", shape=(relay.Any(), 3)), relay.var("i", shape=(2,), dtype="int32")
    call = relay.take(data, at, axis=1, mode="wrap")
    dynamic, static = relay.TensorType((relay.Any(), 3)), relay.TensorType((2, 3))
    out = tvm.topi.take_legalize(call.attrs, [data, at], [dynamic, static])
    assert out.op.name == "take" and out.args[0].op.name == "annotation.stop_fusion" and out.args[0].args[0].same_as(data)
    assert int(out.attrs.axis) == 1 and out.attrs.mode == "wrap"
    assert tvm.topi.take_legalize(call.attrs, [data, at], [static, dynamic]) is None


@proves(TOPI + "gather", "沿 `axis` 逐位置取：`out[i][j] = data[i][indices[i][j]]`（`axis` 为 1）", "形状同 `indices`，类型同 `data`", "至少一维，任意类型", "取值的轴，从 -N 到 N - 1，负数从末尾数；越界是没有说明的 `Check failed`", "整数，维数与 `data` 相同，否则检查失败；`axis` 轴的长度是常数 0 时也是", "其余各轴可以比 `data` 短；比 `data` 长也不检查")
def _(tvm):
    op = tvm.topi.gather
    at = RNG.integers(0, 3, (2, 5, 2)).astype("int32")
    for dtype in ("float32", "int8", "bool", "float16"):
        x = (CUBE % 3).astype(dtype)
        for kind in ("int32", "uint8", "int64"):
            out = run(tvm, lambda a, i: op(a, 1, i), x, at.astype(kind))
            assert out.dtype == dtype and np.array_equal(out, np.take_along_axis(x[:, :, :2], at, 1))
    assert np.array_equal(run(tvm, lambda a, i: op(a, -2, i), CUBE, at), np.take_along_axis(CUBE[:, :, :2], at, 1))
    t, i = tensor(tvm, 2, 3), tensor(tvm, 2, 3, dtype="int32")
    for axis in (2, -3):
        try:
            op(t, axis, i)
        except Exception as error:
            assert str(error).strip().splitlines()[-1].rstrip().rstrip(":").rstrip().endswith((")", "0")) and "Check failed" in str(error)
        else:
            raise AssertionError(axis)
    for wrong in (tensor(tvm, 2, dtype="int32"), tensor(tvm, 2, 3), tensor(tvm, 2, 0, dtype="int32")):
        with raises("TVMError"):
            op(t, 1, wrong)
    with raises("TVMError"):
        op(tensor(tvm), 0, tensor(tvm, dtype="int32"))
    assert shape(op(t, 1, tensor(tvm, 9, 3, dtype="int32"))) == (9, 3)


def first_load(tvm, out):
    """The indices with which a computed tensor reads its data."""
    found = []
    tvm.tir.stmt_functor.post_order_visit(tvm.tir.Evaluate(out.op.body[0]), lambda n: found.append(list(n.indices)) if isinstance(n, tvm.tir.ProducerLoad) else None)
    return found


@each(("gather", "gather_nd", "adv_index"), "不检查，负数和越界的下标读写别的位置，甚至缓冲区以外")
def _(tvm, name):
    t, i = tensor(tvm, 5), tensor(tvm, 1 if name == "gather_nd" else 4, *([4] if name == "gather_nd" else []), dtype="int32")
    out = {"gather": lambda: tvm.topi.gather(t, 0, i), "gather_nd": lambda: tvm.topi.gather_nd(t, i), "adv_index": lambda: tvm.topi.adv_index(t, [i])}[name]()
    assert any(isinstance(index[0], tvm.tir.ProducerLoad) for index in first_load(tvm, out))  # the value itself, not clipped
    if name == "gather_nd":
        x = numbers(2, 3)
        assert run(tvm, tvm.topi.gather_nd, x, ints(1, -1).reshape(2, 1)).tolist() == [2]


@proves(TOPI + "gather", "Relay 的 [`gather`](../relay/tensor.md#tvm.relay.gather) 则要求其余各轴与 `data` 相等")
def _(tvm):
    relay = tvm.relay
    call = relay.gather(relay.var("d", shape=(2, 3)), 1, relay.var("i", shape=(1, 3), dtype="int32"))
    with raises("TVMError"):
        relay.transform.InferType()(tvm.IRModule.from_expr(call))


@proves_check(TOPI + "gather_nd", "M 大于维数是 `InternalError`")
@proves(TOPI + "gather_nd", "按坐标取：`indices` 的第 0 轴是坐标的各分量，形状 `(M, …)` 对应 `a` 的前 M 个轴", "没有 `batch_dims`", "浮点的坐标截成 int32")
def _(tvm, release):
    op = tvm.topi.gather_nd
    at = ints(0, 1, 1, 2, 0, 1).reshape(2, 3)
    assert np.array_equal(run(tvm, op, CUBE, at), CUBE[at[0], at[1]])
    assert np.array_equal(run(tvm, op, CUBE, at[:1] % 2), CUBE[at[0] % 2])
    assert np.array_equal(run(tvm, op, CUBE, at + np.float32(0.9)), CUBE[at[0], at[1]])
    assert list(inspect.signature(op).parameters) == ["a", "indices"]
    with raises(check_error(release)):
        op(tensor(tvm, 2, 3), tensor(tvm, 3, 1, dtype="int32"))


@proves(TOPI + "adv_index", "NumPy 的高级索引 `data[i, j, …]`：`indices` 是张量的列表，互相广播，对应前几个轴", "比轴多时报 `too many indices for data!`", "布尔张量不是掩码")
def _(tvm):
    op = tvm.topi.adv_index
    i, j = ints(0, 1).reshape(2, 1), ints(2, 0, 1)
    assert np.array_equal(run(tvm, lambda a, b, c: op(a, [b, c]), CUBE, i, j), CUBE[i, j])
    assert np.array_equal(run(tvm, lambda a, b: op(a, [b]), CUBE, j % 2), CUBE[j % 2])
    with raises("TVMError", "too many indices for data!"):
        op(tensor(tvm, 2), [tensor(tvm, 1, dtype="int32")] * 2)
    assert shape(op(tensor(tvm, 2), [tensor(tvm, 2, dtype="bool")])) == (2,)


@proves(TOPI + "scatter_elements", "复制 `data`，再沿 `axis` 逐位置写入", "`\"update\"` | 替换；沿 `axis` 后写的生效", "`\"add\"`、`\"mul\"`、`\"min\"`、`\"max\"` | 与原值累计", "`\"mean\"` | 每次取旧值与新值的平均，三个数的结果不是它们的平均", "维数与 `data` 相同；负数从末尾数", "沿哪个轴，默认 0，可以是负数", "至少一维")
def _(tvm):
    op = tvm.topi.scatter_elements
    start, at, values = f32(1, 2, 3, 4), ints(0, 0, -1, dtype="int64"), f32(10, 20, 30)
    want = {"update": [20, 2, 3, 30], "add": [31, 2, 3, 34], "mul": [200, 2, 3, 120], "min": [1, 2, 3, 4], "max": [20, 2, 3, 30], "mean": [12.75, 2, 3, 17]}
    for reduction, result in want.items():
        assert run(tvm, lambda a, i, u: op(a, i, u, 0, reduction), start, at, values).tolist() == result, reduction
    assert run(tvm, op, start, at, values).tolist() == want["update"]
    at = RNG.permuted(np.tile(np.arange(4), (2, 3, 1)), axis=2)
    want = CUBE.copy()
    np.put_along_axis(want, at, CUBE + 50, 2)
    for axis in (2, -1):
        assert np.array_equal(run(tvm, lambda a, i, u: op(a, i, u, axis), CUBE, at, CUBE + 50), want)


@proves(TOPI + "scatter_elements", "其他字符串立即抛出 `NotImplementedError`", "整数数据的 `\"mean\"` 抛出 `RuntimeError`", "与 `data` 同类型，否则 `ValueError`", "与 `indices` 同形状，不检查")
def _(tvm):
    op = tvm.topi.scatter_elements
    t, i = tensor(tvm, 4), tensor(tvm, 3, dtype="int32")
    with raises(NotImplementedError):
        op(t, i, tensor(tvm, 3), 0, "sum")
    with raises(RuntimeError):
        op(*[tensor(tvm, 4, dtype="int32")] * 3, 0, "mean")
    with raises(ValueError):
        op(t, i, tensor(tvm, 3, dtype="float64"))
    assert shape(op(t, i, tensor(tvm, 2))) == (4,)


@proves(TOPI + "scatter_elements", "`indices` 的各轴可以比 `data` 短", "除第一条以外都要与 `data` 等长，`axis` 之后也一样，否则不报错，写到错误的位置")
def _(tvm):
    call = lambda size, axis: run(tvm, lambda a, i, u: tvm.topi.scatter_elements(a, i, u, axis), np.zeros((3, 3, 3), "float32"), np.zeros(size, "int32"), np.ones(size, "float32"))

    def right(size, axis):
        want = np.zeros((3, 3, 3), "float32")
        places = [slice(0, n) for n in size]
        places[axis] = slice(0, 1)
        want[tuple(places)] = 1
        return np.array_equal(call(size, axis), want)

    assert right((2, 3, 1), 2) and right((1, 2, 3), 0) and right((1, 2, 1), 1)
    assert not right((2, 2, 1), 2) and not right((1, 2, 2), 0)


@proves(TOPI + "scatter_nd", "复制 `data`，再按坐标写入，坐标的排列同 `gather_nd`", "原来的值", "`\"update\"`、`\"add\"`、`\"mul\"`、`\"min\"`、`\"max\"`，没有默认值", "同一坐标按次序逐个写", versions=NEW)
def _(tvm):
    op = tvm.topi.scatter_nd
    start, at, values = f32(1, 2, 3, 4), ints(0, 0, 3).reshape(1, 3), f32(10, 20, 30)
    want = {"update": [20, 2, 3, 30], "add": [31, 2, 3, 34], "mul": [200, 2, 3, 120], "min": [1, 2, 3, 4], "max": [20, 2, 3, 30]}
    for mode, result in want.items():
        assert run(tvm, lambda a, i, u: op(a, i, u, mode), start, at, values).tolist() == result, mode
    at, block = ints(1, 0, 2, 1).reshape(2, 2), -numbers(2, 4) - 1
    want = CUBE.copy()
    want[at[0], at[1]] = block
    if at[0].max() < 2:
        assert np.array_equal(run(tvm, lambda a, i, u: op(a, i, u, "update"), CUBE, at, block), want)
    with raises(TypeError):
        op(tensor(tvm, 4), tensor(tvm, 1, 3, dtype="int32"), tensor(tvm, 3))


@proves(TOPI + "scatter_nd", "其他是 `NotImplementedError`", versions=NEW)
@proves(TOPI + "scatter_nd", "静态的形状当场核对，不符抛出 `AssertionError`", "第 0 轴是坐标的各分量；浮点抛出 `AssertionError`", "要写的值，`indices` 去掉第 0 轴，接上 `data` 的后几个轴")
def _(tvm, release):
    op, t = tvm.topi.scatter_nd, tensor(tvm, 4, 5)
    i = lambda *dims: tensor(tvm, *dims, dtype="int32")
    for at, new in ((i(3, 2), tensor(tvm, 2)), (i(1, 3), tensor(tvm, 2, 5)), (i(1, 3), tensor(tvm, 3, 4)), (tensor(tvm, 1, 3), tensor(tvm, 3, 5))):
        with raises(AssertionError):
            op(t, at, new, "update")
    if release != "0.10.0":
        assert shape(op(t, i(1, 3), tensor(tvm, 3, 5), "update")) == shape(op(t, i(2, 3), tensor(tvm, 3), "update")) == (4, 5)
        with raises(NotImplementedError):
            op(t, i(1, 3), tensor(tvm, 3, 5), "mean")


@proves(TOPI + "scatter_nd", "0.10.0 里不能用", "形参核对通过以后抛出 `NameError`", "CPU 上换成 `topi.x86.scatter_nd`", "`topi.x86.scatter_nd` 接受 `\"update\"` 和 `\"add\"`，其他是 `NotImplementedError`", versions=OLD)
def _(tvm):
    start, at, values = f32(1, 2, 3, 4), ints(0, 0, 3).reshape(1, 3), f32(10, 20, 30)
    with raises(NameError):
        tvm.topi.scatter_nd(*[tensor(tvm, *a.shape, dtype=str(a.dtype)) for a in (start, at, values)], "add")
    for mode, want in (("add", [31, 2, 3, 34]), ("update", [20, 2, 3, 30])):
        assert run(tvm, lambda a, i, u: tvm.topi.x86.scatter_nd(a, i, u, mode), start, at, values).tolist() == want
    with raises(NotImplementedError):
        run(tvm, lambda a, i, u: tvm.topi.x86.scatter_nd(a, i, u, "mul"), start, at, values)


@proves(TOPI + "scatter", "复制 `data`，再沿 `axis` 逐位置写入", "循环按 `indices` 的行优先次序，同一位置以最后写的为准", "维数与 `data` 相同，各轴可以更短", versions=OLD)
@proves(TOPI + "scatter_add", "与 `scatter` 相同，但把 `updates` 加到原来的值上，同一位置的几次写入都计入", "int32 可以加到 float32 上", versions=OLD)
def _(tvm):
    topi, const = tvm.topi, tvm.tir.const
    start, at, values = f32(1, 2, 3, 4), ints(0, 0, -1, dtype="int64"), f32(10, 20, 30)
    assert run(tvm, topi.scatter, start, at, values).tolist() == [20, 2, 3, 30]
    assert run(tvm, topi.scatter_add, start, at, values).tolist() == [31, 2, 3, 34]
    assert run(tvm, topi.scatter_add, start, at, ints(10, 20, 30)).tolist() == [31, 2, 3, 34]
    out = run(tvm, lambda a, i, u: topi.scatter(a, i, u, const(1)), numbers(2, 3), ints(0, -1, dtype="int64").reshape(1, 2), f32(10, 20).reshape(1, 2))
    assert out.tolist() == [[10, 1, 20], [3, 4, 5]]


@proves(TOPI + "scatter", "一到四维；维数更多时 `ValueError: scatter only support for 1-4 dimensions`，bool 也是 `ValueError`", "可以是负数；越界和零维的 `data` 是没有说明的 `AssertionError`。二维以上不能写 Python 的整数，要写 `tir.const(1)`", "int8、uint8 在定义时报 `mismatched types`", "二维以上写 Python 的整数时，混合脚本抛出 `ValueError: Expecting a Var, Tensor or ConstExpr instance but <class 'int'> get!`", versions=OLD)
def _(tvm):
    op, const = tvm.topi.scatter, tvm.tir.const
    t = lambda n, dtype="float32": tensor(tvm, *[2] * n, dtype=dtype)
    for n in (1, 2, 3, 4):
        op(t(n), t(n, "int32"), t(n), const(-1))
    with raises(ValueError, "scatter only support for 1-4 dimensions"):
        op(t(5), t(5, "int32"), t(5), const(0))
    with raises(ValueError):
        op(t(1, "bool"), t(1, "int32"), t(1, "bool"))
    for dtype in ("int8", "uint8"):
        with raises(Exception, "mismatched types"):
            op(t(1), t(1, dtype), t(1))
    for axis in (const(2), const(-3)):
        with raises(AssertionError):
            op(t(2), t(2, "int32"), t(2), axis)
    with raises(AssertionError):
        op(t(0), t(0, "int32"), t(0))
    for given in ((), (1,)):
        with raises(ValueError, "Expecting a Var, Tensor or ConstExpr instance but <class 'int'> get!"):
            op(t(2), t(2, "int32"), t(2), *given)


@proves(TOPI + "where", "按条件逐元素选择，三者互相广播", "非 0 取 `x`；可以是整数或浮点，但 `llvm` 上 NaN 取 `y`，与 NumPy 相反", "条件成立、不成立时的值；类型不同报 `x and y must have the same dtype`", "生成的是 `Select`，两边都会计算")
def _(tvm):
    op, x, y = tvm.topi.where, numbers(2, 1, 3), -numbers(4, 1)
    for dtype in ("bool", "int8", "float32", "uint8"):
        c = ints(0, 1, 2).astype(dtype)
        assert np.array_equal(run(tvm, op, c, x, y), np.where(c, x, y))
    nan = f32(np.nan)
    assert run(tvm, op, nan, f32(1), f32(2)).tolist() == [2] and np.where(nan, 1, 2).tolist() == [1]
    with raises("TVMError", "x and y must have the same dtype"):
        op(tensor(tvm, 2, dtype="bool"), tensor(tvm, 2), tensor(tvm, 2, dtype="float64"))
    out = op(tensor(tvm, 2, dtype="bool"), tensor(tvm, 2), tensor(tvm, 2))
    assert isinstance(out.op.body[0], tvm.tir.Select)


@proves(TOPI + "sequence_mask", "把每个序列有效长度以后的元素换成 `mask_value`", "至少二维，否则 `AssertionError`", "一维，每个批次一个；长度是否等于批次不检查", "转换成 `data` 的类型", "序列轴，限 0 或 1；另一个是批次轴")
def _(tvm):
    op = tvm.topi.sequence_mask
    for dtype in ("float32", "int8"):
        x, n = numbers(3, 4, 2, dtype=dtype), ints(0, 2, 3, 9)
        want = x.copy()
        for b in range(4):
            want[n[b] :, b] = -2
        assert np.array_equal(run(tvm, lambda a, k: op(a, k, -2.9 if dtype == "int8" else -2), x, n), want)
        assert np.array_equal(run(tvm, lambda a, k: op(a, k, -2, 1), np.ascontiguousarray(x.swapaxes(0, 1)), n), want.swapaxes(0, 1))
    t = tensor(tvm, 3, 4)
    with raises(AssertionError):
        op(tensor(tvm, 3), tensor(tvm, 1, dtype="int32"))
    for axis in (2, -1):
        with raises(Exception):
            op(t, tensor(tvm, 4, dtype="int32"), 0, axis)
    assert shape(op(t, tensor(tvm, 9, dtype="int32"))) == (3, 4)


@proves(TOPI + "unravel_index", "把展平后的下标换成各轴的坐标，输出 `(维数, 下标数)`", "`shape` 必须是一维张量，可以用 `const_vector` 造；越界的下标回绕，-1 成了最后一个", "`indices` 只能是标量或一维")
def _(tvm):
    op = tvm.topi.unravel_index
    call = lambda at: run(tvm, lambda i: op(i, tvm.topi.const_vector([2, 3, 4])), at)
    at = ints(0, 5, 23, 12, dtype="int64")
    assert np.array_equal(call(at), np.stack(np.unravel_index(at, (2, 3, 4))))
    assert call(ints(24, dtype="int64"))[:, 0].tolist() == [0, 0, 0] and call(ints(-1, dtype="int64"))[:, 0].tolist() == [1, 2, 3]
    assert call(np.array(5, "int64")).tolist() == [0, 1, 1]
    with raises("TVMError"):
        run(tvm, lambda i: op(i, tvm.topi.const_vector([2, 3])), at.reshape(2, 2))


@proves(TOPI + "invert_permutation", "排列的逆，`out[data[i]] = i`", "`data` 只能是一维的 int32", "重复的数使其他位置没有写入，留着缓冲区原来的内容")
def _(tvm):
    op = tvm.topi.invert_permutation
    x = ints(2, 0, 3, 1)
    assert np.array_equal(run(tvm, op, x), np.argsort(x)) and run(tvm, op, ints(0, 0, 2)).tolist() == [1, 7, 2]


@proves(TOPI + "invert_permutation", "int64 也抛出 `TypeError: dtype mismatch on BufferStore`", versions=NEW)
def _(tvm):
    with raises(TypeError, "dtype mismatch on BufferStore"):
        run(tvm, tvm.topi.invert_permutation, ints(1, 0, dtype="int64"))


@proves(TOPI + "invert_permutation", "其他整数类型不报错而结果错误", "写入的是 4 个字节，int64 的高 32 位留着缓冲区原来的内容", versions=OLD)
def _(tvm):
    out = run(tvm, tvm.topi.invert_permutation, ints(1, 0, dtype="int64"), fill=-1)
    assert out.tolist() == [-(1 << 32) + 1, -(1 << 32)]


@each({f"hybrid_argwhere_{n}d": words for n, words in enumerate((("一维 `condition` 的混合脚本，`argwhere` 调用它", "这里的 `output_shape` 就是形状，写成 `tvm.runtime.convert((2, 1))`；普通的元组被混合脚本拒绝"), ("二维的版本：两层循环，每行写行号和列号",), ("三层循环的版本，输出有三列",), ("用于四维的 `condition`",), ("维数最高的一个",)), 1)})
def _(tvm, name):
    n = int(name[-2])
    for dtype in ("bool", "float32", "int8"):
        mask = RNG.integers(0, 2, (2, 3, 2, 3, 2)[:n]).astype(dtype)
        mask.flat[0] = 1
        want = np.argwhere(mask)
        size = tvm.runtime.convert(want.shape)
        assert np.array_equal(run(tvm, lambda c: getattr(tvm.topi, name)(size, c), mask), want)
    with raises(Exception):
        getattr(tvm.topi, name)(want.shape, tensor(tvm, *mask.shape))


@proves(TOPI + "argwhere", "非 0 元素的坐标，int32，按行优先的次序", "取它的形状作输出的形状，应是 `(个数, 维数)`", "一到五维；其他维数报 `Does not support rank higher than 5 in argwhere`，零维也是这句", "个数写大了，多出的行没有写入")
def _(tvm):
    op = tvm.topi.argwhere
    for n in range(1, 6):
        mask = RNG.integers(0, 2, (3, 2, 2, 2, 3)[:n]).astype("float32")
        mask.flat[0] = 1
        want = np.argwhere(mask)
        out = run(tvm, lambda s, c: op(s, c), np.zeros(want.shape, "float32"), mask)
        assert out.dtype == "int32" and np.array_equal(out, want)
    assert run(tvm, lambda s, c: op(s, c), np.zeros((2, 1), "float32"), f32(0, 1)).tolist() == [[1], [7]]
    for n in (0, 6):
        with raises(ValueError, "Does not support rank higher than 5 in argwhere"):
            op(tensor(tvm, 1, n), tensor(tvm, *[2] * n))


# Sorting and searching

SORTED = ("float16", "float32", "float64", "int32", "int64")


@proves(TOPI + "sort", "不小于维数的，运行时报 `Axis out of boundary`")
def _(tvm):
    with raises(tvm.TVMError, "Axis out of boundary"):
        sort_along(tvm, 2)


@proves(TOPI + "sort", "`None` 和小于负维数的不检查", "进程可能结束", dies="SIGSEGV")
def _(tvm):
    sort_along(tvm, None)


def sort_along(tvm, axis):
    te, topi = tvm.te, tvm.topi
    x = te.placeholder((3, 4), name="x")
    y = topi.sort(x, axis=axis)
    data = [tvm.nd.array(np.ones((3, 4), "float32")) for _ in range(2)]
    tvm.build(te.create_schedule(y.op), [x, y], "llvm")(*data)


@proves(TOPI + "sort", "沿 `axis` 排序。返回排好的值，不是英文文档说的下标", "沿哪个轴，默认最后一个；可以是负数", "真（默认）从小到大，假从大到小", "`sort` | float16、float32、float64、int32、int64 |", "类型见[上表](#sorting)")
def _(tvm):
    op = tvm.topi.sort
    x = RNG.integers(-9, 9, (2, 3, 4))
    for dtype in SORTED:
        given = x.astype(dtype)
        assert np.array_equal(run(tvm, op, given), np.sort(given))
    for axis in (0, 1, -2):
        assert np.array_equal(run(tvm, lambda a: op(a, axis, False), x), -np.sort(-x, axis))


@proves(TOPI + "argsort", "排序后的下标，相等的保持原来的次序，降序时也是", "`argsort` | 同上 | int32、int64、float32、float64 |", "下标的类型；默认 float32", "同 [`sort`](#tvm.topi.sort)", "类型见[上表](#sorting)")
def _(tvm):
    op = tvm.topi.argsort
    x = RNG.integers(0, 3, (2, 9))
    for dtype in SORTED:
        given = x.astype(dtype)
        assert np.array_equal(run(tvm, op, given), np.argsort(given, kind="stable")) and op(tensor(tvm, 2, dtype=dtype)).dtype == "float32"
    for kind in ("int32", "int64", "float64"):
        out = run(tvm, lambda a: op(a, is_ascend=False, dtype=kind), x)
        assert out.dtype == kind and np.array_equal(out, np.argsort(-x, kind="stable"))
    assert np.array_equal(run(tvm, lambda a: op(a, axis=0), x), np.argsort(x, 0, kind="stable"))


@proves(TOPI + "argsort", "每行只排前几个，其余位置填自己的下标；此时数据限 float32，输出固定是 int32，`dtype` 不起作用")
def _(tvm):
    op = tvm.topi.argsort
    x, n = f32(3, 1, 2, 0, 9, 8, 7, 6).reshape(2, 4), ints(3, 2)
    out = run(tvm, lambda a, k: op(a, k, dtype="float64"), x, n)
    assert out.dtype == "int32" and out.tolist() == [[1, 2, 0, 3], [1, 0, 2, 3]]
    with raises("TVMError"):
        run(tvm, op, x.astype("float64"), n)


@each(("sort", "argsort", "topk"), "其他类型运行时报 `Unsupported input dtype` 或 `Unsupported output dtype`", "类型到运行时才检查")
def _(tvm, name):
    op = getattr(tvm.topi, name)
    op(tensor(tvm, 4, dtype="int16"))
    with raises("TVMError", "Unsupported input dtype"):
        run(tvm, op, ints(1, 2, dtype="int16"))
    if name != "sort":
        with raises("TVMError", "Unsupported output dtype"):
            run(tvm, lambda a: op(a, dtype="int16"), f32(1, 2))


@each(("sort", "argsort"), "的轴也是：太大报 `Axis out of boundary`", "英文文档说默认展平，其实默认末轴")
def _(tvm, name):
    op = getattr(tvm.topi, name)
    op(tensor(tvm, 4), axis=5)
    with raises("TVMError", "Axis out of boundary"):
        run(tvm, lambda a: op(a, axis=1), f32(2, 1))


def _none_axis(name):
    @proves(TOPI + name, "`axis=None` 也是段错误", dies="SIGSEGV")
    def _(tvm):
        run(tvm, lambda a: getattr(tvm.topi, name)(a, axis=None), f32(2, 1))


_none_axis("sort"), _none_axis("argsort")


@proves(TOPI + "topk", "沿 `axis` 的前 k 个，已排好；相等时下标小的在前", "`topk` | 同上，加 int8、uint8 | 同 `argsort`；int8、uint8 的数据还可以用自己的类型 |", "`\"both\"` 返回两个张量的列表，`\"values\"`、`\"indices\"` 返回一个；其他是 `AssertionError`", "真时取最小的 k 个", "下标的类型")
def _(tvm):
    op = tvm.topi.topk
    x = RNG.integers(0, 4, (2, 9))
    for dtype in (*SORTED, "int8", "uint8"):
        given = x.astype(dtype)
        order = np.argsort(-x, kind="stable")[:, :3]
        values, at = run(tvm, lambda a: op(a, 3), given)
        assert values.dtype == dtype and at.dtype == "int64" and np.array_equal(at, order) and np.array_equal(values, np.take_along_axis(given, order, 1))
    for dtype in ("int8", "uint8"):
        assert np.array_equal(run(tvm, lambda a: op(a, 3, ret_type="indices", dtype=dtype), x.astype(dtype)), order)
    least = run(tvm, lambda a: op(a, 2, 0, "values", True, "int32"), x)
    assert np.array_equal(least, np.sort(x, 0)[:2])
    assert np.array_equal(run(tvm, lambda a: op(a, 2, ret_type="indices", is_ascend=True, dtype="float32"), x), np.argsort(x, kind="stable")[:, :2])
    with raises(AssertionError):
        op(tensor(tvm, 4), ret_type="all")


@proves(TOPI + "topk", "0 和 -1 时取全部，更小的负数运行时报错；大于轴长时多出的位置不写入", versions=NEW)
@proves(TOPI + "topk", "小于 1 时取全部", versions=OLD)
def _(tvm, release):
    op, x = tvm.topi.topk, f32(1, 3, 2)
    for k in (0, -1):
        assert run(tvm, lambda a: op(a, k, ret_type="values"), x).tolist() == [3, 2, 1]
    if release == "0.10.0":
        assert run(tvm, lambda a: op(a, -5, ret_type="values"), x).tolist() == [3, 2, 1]
    else:
        with raises(Exception):
            run(tvm, lambda a: op(a, -5, ret_type="values"), x)
        assert run(tvm, lambda a: op(a, 5, ret_type="values"), x, fill=-7).tolist() == [3, 2, 1, -7, -7]


@proves(TOPI + "topk", "不是 Python 整数（包括 `np.int64` 和表达式）时值被忽略，由输出缓冲区的长度决定")
def _(tvm):
    for k in (np.int64(1), tvm.tir.const(1)):
        out = run(tvm, lambda a: tvm.topi.topk(a, k, ret_type="values"), f32(1, 3, 2, 0), sizes=[(3,)])
        assert out.tolist() == [3, 2, 1]


@proves(TOPI + "searchsorted", "在升序的末轴里二分查找插入位置", "一维时可查任意形状（零维除外）的 `values`；多维时两者除末轴外要相同，各行分别查找", "假时插在相等的元素之前，真时之后", "下标的类型，写 int32 或 int64")
def _(tvm):
    op = tvm.topi.searchsorted
    line, values = f32(1, 2, 2, 5), RNG.integers(0, 7, (2, 3)).astype("float32")
    for right in (False, True):
        for dtype in ("int32", "int64", "uint32"):
            out = run(tvm, lambda s, v: op(s, v, right, dtype), line, values)
            assert out.dtype == dtype and np.array_equal(out, np.searchsorted(line, values, "right" if right else "left"))
    rows = np.sort(RNG.integers(0, 9, (2, 5)), 1)
    out = run(tvm, op, rows, values.astype("int64"))
    assert np.array_equal(out, np.stack([np.searchsorted(r, v) for r, v in zip(rows, values)])) and op(tensor(tvm, 2), tensor(tvm, 2)).dtype == "int64"
    with raises(Exception):
        run(tvm, op, line, np.array(2, "float32"))


@proves(TOPI + "searchsorted", "8 位和 16 位的整数抛出 `ValueError`，浮点报 `Expected integer argument`")
def _(tvm):
    for dtype in ("int8", "int16", "uint8"):
        with raises(ValueError):
            tvm.topi.searchsorted(tensor(tvm, 4), tensor(tvm, 2), out_dtype=dtype)
    with raises("TVMError", "Expected integer argument"):
        tvm.topi.searchsorted(tensor(tvm, 4), tensor(tvm, 2), out_dtype="float32")


@proves(TOPI + "binary_search", "往 `ir_builder` 里写一段二分查找的循环，返回结果的表达式", "正在写的程序", "序列在缓冲区里的起点（展平的下标）和长度", "序列所在的缓冲区", "要找的值", "同 `searchsorted`")
def _(tvm):
    def search(ins, outs):
        ib = tvm.tir.ir_builder.create()
        sequence, values, out = (ib.buffer_ptr(b) for b in (*ins, *outs))
        with ib.for_range(0, 3) as i:
            out[i] = tvm.topi.binary_search(ib, 2, 4, sequence, values[i], True, "int32")
        return ib.get()

    line, values = f32(-9, -9, 1, 2, 2, 5, -9), f32(0, 2, 9)
    out = run(tvm, lambda s, v: tvm.te.extern((3,), [s, v], search, dtype="int32"), line, values)
    assert out.tolist() == np.searchsorted(line[2:6], values, "right").tolist()


@proves(TOPI + "unique", "去掉一维张量里重复的值", "所以数据的类型同 `sort`", "真（默认）时值从小到大，假时按首次出现的次序", "是否再返回各值的次数，默认 False", "返回列表，依次是不同的值、首次出现的下标、每个输入在第 0 项里的位置、不同值的个数（长为 1），`return_counts` 为真时再加各值的次数", "除个数以外都与输入等长，第 0、1 项和次数要按个数截取", "二维的输入不报错")
def _(tvm):
    op = tvm.topi.unique
    x = ints(4, 5, 1, 4, 5, 4)
    assert len(op(tensor(tvm, 6))) == 4 and isinstance(op(tensor(tvm, 6)), list) and len(op(tensor(tvm, 6), True, True)) == 5
    for dtype in SORTED:
        values, first, inverse, n, counts = run(tvm, lambda a: op(a, True, True), x.astype(dtype))
        n = int(n[0])
        want = np.unique(x, True, True, True)
        assert n == 3 and all(np.array_equal(a, w) for a, w in zip((values[:n], first[:n], inverse, counts[:n]), want))
        assert all(len(part) == 6 for part in (values, first, inverse, counts))
    values, first, inverse, n, counts = run(tvm, lambda a: op(a, False, True), x)
    assert values[:3].tolist() == [4, 5, 1] and first[:3].tolist() == [0, 1, 2] and inverse.tolist() == [0, 1, 2, 0, 1, 0] and counts[:3].tolist() == [3, 2, 1]
    with raises("TVMError", "Unsupported input dtype"):
        run(tvm, op, x.astype("int16"))
    op(tensor(tvm, 2, 3))


# Scans

SCANS = {"cumsum": np.cumsum, "cumprod": np.cumprod}


@each({"cumsum": ("沿哪个轴，可以是负数；默认 None，先展平", "累计和输出的类型；默认 None，取 `data` 的", "真时不含自己，从 0 开始", "任意形状；零维时 `axis` 只能是 None"), "cumprod": ("同 [`cumsum`](#tvm.topi.cumsum)", "真时不含自己，第一个是 1")}, "`axis` 为 `None` 时展平，结果是一维", "累计用的类型就是输出的类型，默认同输入，没有 NumPy 的提升，所以 int8 会溢出", "轴越界抛出 `IndexError`")
def _(tvm, name):
    op, reference = getattr(tvm.topi, name), SCANS[name]
    x = RNG.integers(1, 4, (2, 3, 2))
    for dtype in ("float32", "float64", "int8", "int32", "int64"):
        given = x.astype(dtype)
        for axis in (None, 1, -1):
            assert np.array_equal(run(tvm, lambda a: op(a, axis), given), reference(given, axis, dtype)), (dtype, axis)
    out = run(tvm, lambda a: op(a, 1, "int64"), x.astype("int8"))
    assert out.dtype == "int64" and np.array_equal(out, reference(x, 1))
    out = run(tvm, lambda a: op(a, 1, exclusive=True), x.astype("float32"))
    assert (out[:, 0] == (0 if name == "cumsum" else 1)).all() and np.array_equal(out[:, 1:], reference(x, 1)[:, :-1])
    for axis in (3, -4):
        with raises(IndexError):
            op(tensor(tvm, 2, 3, 4), axis)
    assert run(tvm, op, np.array(3, "float32")).tolist() == [3]
    with raises(IndexError):
        op(tensor(tvm), 0)


@proves(TOPI + "cumsum", "bool 的两个 True 相加得 False", "每一行由一个线程按次序累计，行与行并行")
def _(tvm):
    assert run(tvm, lambda a: tvm.topi.cumsum(a, 0), np.array([True, True])).tolist() == [True, False]
    out = tvm.topi.cumsum(tensor(tvm, 4, 5), 1)
    text = str(tvm.lower(tvm.te.create_schedule(out.op), [out.op.input_tensors[0], out])["main"])
    assert "parallel" in text and (text.count("parallel") == 1)


@proves(TOPI + "scanop", "用任意的二元运算做前缀累计，前两个函数是它的特例", "接受累计值和当前值两个表达式；CPU 实现从左到右", "单位元，只在 `exclusive` 为真时用作第一项", "操作的名称和标签", "任意形状；零维时 `axis` 只能是 None", "同 [`cumsum`](#tvm.topi.cumsum)")
def _(tvm):
    te, op, x = tvm.te, tvm.topi.scanop, f32(1, 3, 2, 9, 4)
    assert run(tvm, lambda a: op(a, te.max, te.min_value("float32"), "cummax", 0), x).tolist() == [1, 3, 3, 9, 9]
    assert run(tvm, lambda a: op(a, lambda total, value: total * 2 - value, 0, "odd"), x).tolist() == [1, -1, -4, -17, -38]
    assert run(tvm, lambda a: op(a, te.max, -5, "cummax", 0, None, True), x).tolist() == [-5, 1, 3, 3, 9]
    assert run(tvm, lambda a: op(a, te.max, 0, "cummax"), np.array(3, "float32")).tolist() == [3]
    with raises(IndexError):
        op(tensor(tvm), te.max, 0, "cummax", 0)
    assert op(tensor(tvm, 4), te.max, 0, "cummax").op.name == op(tensor(tvm, 4), te.max, 0, "cummax").op.tag == "cummax"


# Sparse tensors


@proves(TOPI + "sparse_to_dense", "由坐标和值造稠密张量，同一坐标后一个覆盖前一个", "标量、`(N,)` 或 `(N, 维数)`；无符号和浮点报 `only accepts integer values`", "稠密的形状；界外的坐标忽略", "标量或 `(N,)`", "其余位置的值；与值的类型不同时按 TIR 的规则提升")
def _(tvm):
    op = tvm.topi.sparse_to_dense
    assert run(tvm, lambda i, v: op(i, [4], v, -1.0), ints(1, 3, 1, 9), f32(5, 6, 7, 8)).tolist() == [-1, 7, -1, 6]
    assert run(tvm, lambda i, v: op(i, [2, 3], v), ints(0, 1, 1, 2).reshape(2, 2), f32(5, 6)).tolist() == [[0, 5, 0], [0, 0, 6]]
    assert run(tvm, lambda i, v: op(i, [3], v), np.array(2, "int32"), np.array(5, "float32")).tolist() == [0, 0, 5]
    for dtype in ("uint8", "float32"):
        with raises("TVMError", "only accepts integer values"):
            op(tensor(tvm, 2, dtype=dtype), [3], tensor(tvm, 2))
    assert op(tensor(tvm, 2, dtype="int32"), [3], tensor(tvm, 2, dtype="int8"), 1.5).dtype == "float32"


@proves(TOPI + "sparse_to_dense", "每个坐标展开成一层条件，代码的长度与 N 成正比", "N 是变量时不报错，只在标准错误打印 `expr must be a constant integer`，结果全是默认值")
def _(tvm):
    op = tvm.topi.sparse_to_dense
    body = lambda n: str(op(tensor(tvm, n, dtype="int32"), [9], tensor(tvm, n)).op.body[0]).count("if_then_else")
    assert body(20) == 2 * body(10) == 20
    n = tvm.te.var("n")
    out = op(tvm.te.placeholder((n,), "int32"), [3], tvm.te.placeholder((n,)), 4.0)
    assert isinstance(out.op.body[0], tvm.tir.FloatImm) and out.op.body[0].value == 4


@proves(TOPI + "sparse_fill_empty_rows", "给没有元素的行在第 0 列补一个 `default_value`，返回新的坐标、新的值和各行原来是否为空", "`(N, 维数)`，按行优先排好", "稠密的形状，一维", "一维，取第 0 个", "三个输出的形状，写成 `tvm.runtime.convert((4, 2))`", "值转换成 int64，浮点数的小数丢失", "开头或中间连续几行为空时，只有第一行的标记写成 1，其余的没有写入")
def _(tvm):
    def fill(coordinates, entries, rows, total):
        sizes = [tvm.runtime.convert(s) for s in ((total, 2), (total,), (rows,))]
        given = [np.array(coordinates, "int64").reshape(-1, 2), entries, ints(rows, 3, dtype="int64"), ints(9, 5, dtype="int64")]
        return [part.tolist() for part in run(tvm, lambda *t: tvm.topi.sparse_fill_empty_rows(*t, *sizes), *given)]

    assert fill([[0, 1], [2, 0]], f32(5.7, 6), 3, 3) == [[[0, 1], [1, 0], [2, 0]], [5, 9, 6], [0, 1, 0]]
    assert fill([[0, 1], [3, 0]], f32(5, 6), 4, 4) == [[[0, 1], [1, 0], [2, 0], [3, 0]], [5, 9, 9, 6], [0, 1, 7, 0]]
    assert fill([[2, 1]], ints(5), 3, 3)[2] == [1, 7, 0]
    assert fill([[0, 1]], ints(5), 3, 3) == [[[0, 1], [1, 0], [2, 0]], [5, 9, 9], [0, 1, 1]]


@proves(TOPI + "sparse_reshape", "稀疏张量换形状：重新计算坐标，返回新坐标和推出的新形状", "`(N, 原维数)`", "一维；新形状可以有一个 -1，除不尽时截断而不报错；三个输入的类型要相同，否则 `ValueError`", "两个输出的形状：`(N, 新维数)` 和 `(新维数,)`")
def _(tvm):
    def reshape(coordinates, before, after, dtype="int64"):
        given = [np.array(v, dtype) for v in (coordinates, before, after)]
        return [p.tolist() for p in run(tvm, lambda *t: tvm.topi.sparse_reshape(*t, (len(coordinates), len(after)), (len(after),)), *given)]

    at = np.array([[0, 2], [1, 0], [1, 3]])
    for after in ([4, 2], [2, 2, 2], [8]):
        flat = at[:, 0] * 4 + at[:, 1]
        want = np.stack(np.unravel_index(flat, after), 1)
        assert reshape(at, [2, 4], after) == [want.tolist(), after]
    assert reshape(at, [2, 4], [-1, 2], "int32")[1] == [4, 2] and reshape(at, [2, 4], [-1, 3])[1] == [2, 3]
    with raises(ValueError):
        tvm.topi.sparse_reshape(tensor(tvm, 3, 2, dtype="int64"), tensor(tvm, 2, dtype="int32"), tensor(tvm, 2, dtype="int64"), (3, 2), (2,))


def csr(tvm, matrix, compute, *dense, dtype="float32"):
    import scipy.sparse as sp
    from tvm.contrib import sparse

    given = sp.csr_matrix(matrix)
    A = sparse.placeholder(given.shape, given.nnz, dtype, name="A")
    inputs = [tensor(tvm, *d.shape, dtype=str(d.dtype)) for d in dense]
    out = compute(A, *inputs)
    kernel = tvm.build(tvm.te.create_schedule(out.op), [A.data, A.indices, A.indptr, *inputs, out], "llvm")
    result = tvm.nd.array(np.zeros(shape(out), out.dtype))
    kernel(*map(tvm.nd.array, (given.data, given.indices, given.indptr, *dense)), result)
    return result.numpy()


MATRIX = f32(0, 2, 0, 1, 0, 3).reshape(2, 3)


@proves(TOPI + "sparse.csrmm", "CSR 矩阵乘稠密矩阵，得 `(m, n)`", "编译时把它的 `data`、`indices`、`indptr` 分别列为形参", "`(k, n)`，类型要与 `a` 相同，否则 `AssertionError`", "按行相加，长度应是 m：英文文档写的 n 和公式里的矩阵 C 都不对")
@proves(TOPI + "sparse.csrmv", "CSR 矩阵乘列向量，得 `(m, 1)`", "`(k, 1)`，类型要与 `a` 相同，否则 `AssertionError`", "按行相加，长度应是 m，英文文档写的是 1", "`(m, k)`")
def _(tvm):
    from tvm.contrib import sparse

    mm, mv = tvm.topi.sparse.csrmm, tvm.topi.sparse.csrmv
    b, x, c = numbers(3, 4), numbers(3, 1) + 1, f32(10, 20)
    assert np.array_equal(csr(tvm, MATRIX, mm, b), MATRIX @ b) and np.array_equal(csr(tvm, MATRIX, mm, b, c), MATRIX @ b + c[:, None])
    assert np.array_equal(csr(tvm, MATRIX, mv, x), MATRIX @ x) and np.array_equal(csr(tvm, MATRIX, mv, x, c), MATRIX @ x + c[:, None])
    A = sparse.placeholder((2, 3), 3, "float32")
    for op in (mm, mv):
        with raises(AssertionError):
            op(A, tensor(tvm, 3, 4, dtype="float64"))


@proves(TOPI + "sparse.dense", "全连接 `X·Wᵀ + b`，`data` 和 `weight` 恰有一个是 CSR", "`(m, k)`", "`(n, k)`", "`(n,)`，按输出的列相加", "返回 `(m, n)`", "英文文档说的 `CSRNDArray` 和两个都稠密，抛出 `NotImplementedError`")
def _(tvm):
    from tvm.contrib import sparse

    op, w, bias = tvm.topi.sparse.dense, numbers(4, 3), numbers(4) + 10
    assert np.array_equal(csr(tvm, MATRIX, op, w, bias), MATRIX @ w.T + bias) and np.array_equal(csr(tvm, MATRIX, op, w), MATRIX @ w.T)
    assert np.array_equal(csr(tvm, MATRIX, lambda a, d, c: op(d, a, c), w, f32(10, 20)), w @ MATRIX.T + f32(10, 20))
    with raises(NotImplementedError):
        op(tensor(tvm, 2, 3), tensor(tvm, 4, 3))
    with raises(NotImplementedError):
        op(sparse.array(MATRIX, device=tvm.cpu()), tensor(tvm, 4, 3))


@proves(TOPI + "sparse.csrmm", "它的长度是 1 时编译报 `lanes > 1`：前者是 `b` 的列数（改用 `csrmv`）")
@proves(TOPI + "sparse.dense", "后者是稠密一侧的行数")
def _(tvm):
    with raises("TVMError", "lanes > 1"):
        csr(tvm, MATRIX, tvm.topi.sparse.csrmm, numbers(3, 1))
    with raises("TVMError", "lanes > 1"):
        csr(tvm, MATRIX, tvm.topi.sparse.dense, numbers(1, 3))


# Contractions and spectra


@proves(TOPI + "matmul", "二维矩阵乘，两侧可以各自转置", "`(m, k)`；`transp_a` 为真时 `(k, m)`", "`(k, n)`；`transp_b` 为真时 `(n, k)`", "是否转置着存放，默认都是 False", "返回 `(m, n)`", "缩并的长度取自 `a`，与 `b` 是否相等不检查", "没有 `out_dtype`：int8 相乘在 int8 里累计，会溢出")
def _(tvm):
    op, a, b = tvm.topi.matmul, numbers(2, 3), numbers(3, 4)
    assert np.array_equal(run(tvm, op, a, b), a @ b)
    for ta in (False, True):
        for tb in (False, True):
            given = [np.ascontiguousarray(v.T) if t else v for v, t in ((a, ta), (b, tb))]
            assert np.array_equal(run(tvm, lambda x, y: op(x, y, ta, tb), *given), a @ b)
    assert shape(op(tensor(tvm, 2, 3), tensor(tvm, 9, 4))) == (2, 4)
    out = op(tensor(tvm, 2, 3), tensor(tvm, 9, 4))
    assert int(out.op.reduce_axis[0].dom.extent) == 3
    assert run(tvm, op, ints(100, 100, dtype="int8").reshape(1, 2), ints(1, 1, dtype="int8").reshape(2, 1)).tolist() == [[-56]]


@proves(TOPI + "tensordot", "缩并 `a` 的后几个轴与 `b` 的前几个轴", "各缩并一个轴", "各缩并几个轴", "负轴写在 `a` 一侧不报错，得到错误的形状，写在 `b` 一侧报 `IndexError: indexing`；长度是否相等不检查", "两个操作数")
def _(tvm):
    op = tvm.topi.tensordot
    b = numbers(3, 4, 5)
    for axes, other in ((2, b), (1, numbers(4, 2)), ((1, 0), b), (((0, 2), (1, 0)), numbers(4, 2, 3)), (((1,), (2,)), numbers(5, 1, 3)), (0, numbers(2))):
        assert np.array_equal(run(tvm, lambda x, y: op(x, y, axes), CUBE, other), np.tensordot(CUBE, other, axes)), axes
    a, b = tensor(tvm, 2, 3), tensor(tvm, 3, 4)
    assert shape(op(a, b, (-1, 0))) == (2, 3, 4)
    for axis in (-1, -2):
        with raises(Exception, f"IndexError: indexing {axis}"):
            op(a, b, (1, axis))
    assert shape(op(a, tensor(tvm, 9, 4), 1)) == (2, 4)


@proves(TOPI + "einsum", "爱因斯坦求和", "张量逐个传入；英文文档说的「多一层括号」是错的", "可以省略 `->`，输出是恰好出现一次的字母，按字母次序（大写在前），`...` 在最前", "同一个输入里重复的字母取对角线", "长为 1 的轴可以广播", "字母限英文大小写，空格忽略")
def _(tvm):
    op, a = tvm.topi.einsum, numbers(2, 3)
    for equation, given in (("ij,kj->ik", (a, a)), ("ij,jk", (a, numbers(3, 4))), ("ba", (a,)), ("bA", (a,)), ("ii", (numbers(3, 3),)), (" i i -> i", (numbers(3, 3),)), ("...ij,...jk", (CUBE, numbers(2, 4, 3))), ("ij,jk,kl->il", (a, numbers(3, 4), numbers(4, 2)))):
        assert np.array_equal(run(tvm, lambda *ts: op(equation, *ts), *given), np.einsum(equation, *given)), equation
    one = run(tvm, lambda x, y: op("ij,ij->ij", x, y), a, numbers(1, 3) + 1)
    assert np.array_equal(one, a * (numbers(1, 3) + 1))
    with raises("TVMError"):
        op("i1->i", tensor(tvm, 2, 2))
    with raises(Exception):
        op("ij,jk", (tensor(tvm, 2, 3), tensor(tvm, 3, 4)))


@proves(TOPI + "einsum", "输出里重复的字母（`i->ii`）NumPy 拒绝，这里沿其余的轴复制", versions=NEW)
@proves(TOPI + "einsum", "输出里重复的字母（`i->ii`）和输入没有的字母都报错，与 NumPy 相同", versions=OLD)
def _(tvm, release):
    if release == "0.10.0":
        for equation in ("i->ii", "i->ij"):
            with raises("TVMError"):
                tvm.topi.einsum(equation, tensor(tvm, 3))
    else:
        out = run(tvm, lambda x: tvm.topi.einsum("i->ii", x), f32(1, 2))
        assert out.tolist() in ([[1, 1], [2, 2]], [[1, 2], [1, 2]])
    with raises(ValueError):
        np.einsum("i->ii", f32(1, 2))


@proves(TOPI + "einsum", "输出里有输入没有的字母，进程以段错误退出", versions=NEW, dies="SIGSEGV")
def _(tvm):
    tvm.topi.einsum("i->ij", tensor(tvm, 3))


@proves(TOPI + "dft", "沿末轴的离散傅里叶变换，实部和虚部分开，返回两个张量", "实部和虚部，形状相同", "真时做逆变换并除以长度", "按定义直接求和")
def _(tvm):
    re, im = (RNG.uniform(-1, 1, (2, 6)).astype("float32") for _ in range(2))
    for inverse, reference in ((False, np.fft.fft), (True, np.fft.ifft)):
        out = run(tvm, lambda a, b: tvm.topi.dft(a, b, inverse), re, im)
        want = reference(re + 1j * im)
        assert len(out) == 2 and np.allclose(out[0], want.real, atol=1e-4) and np.allclose(out[1], want.imag, atol=1e-4)


@proves(TOPI + "dft", "角度按 float32 计算，float64 的输入也只有 float32 的精度")
def _(tvm):
    re = RNG.uniform(-1, 1, (1, 64))
    out = run(tvm, lambda a, b: tvm.topi.dft(a, b, False), re, np.zeros((1, 64)))
    error = np.abs(out[0] - np.fft.fft(re).real).max()
    assert out[0].dtype == "float64" and 1e-9 < error < 1e-2


def stft(tvm, x, n_fft, hop, win, window, normalized, onesided, columns, rows):
    size = (x.shape[0], rows, columns, 2)
    return run(tvm, lambda d, w: tvm.topi.stft(d, n_fft, hop, win, w, normalized, onesided, size), x, window)


@proves(TOPI + "stft", "短时傅里叶变换", "`(批次, 长度)`", "只用于 `normalized` 的除数", "相邻两段的距离", "每段的长度和窗", "结果除以 `sqrt(n_fft)`", "不起作用，频率的个数由 `output_shape` 决定", "`(批次, 频率, 段数, 2)`", "频率按 `win_length` 而不是 `n_fft` 计算：两者相等时与 PyTorch（`center=False`）一致，不等时结果不同", "段的循环是向量化的，只有一段时编译报 `lanes > 1`")
def _(tvm):
    x, window = RNG.uniform(-1, 1, (2, 12)).astype("float32"), RNG.uniform(0, 1, 4).astype("float32")
    spans = np.stack([x[:, 2 * s : 2 * s + 4] for s in range(5)], 1) * window
    want = np.fft.fft(spans, axis=-1).swapaxes(1, 2)[:, :3]
    want = np.stack([want.real, want.imag], -1)
    for onesided in (True, False):
        assert np.allclose(stft(tvm, x, 4, 2, 4, window, False, onesided, 5, 3), want, atol=1e-4)
    assert np.allclose(stft(tvm, x, 9, 2, 4, window, True, True, 5, 3), want / 3, atol=1e-4)
    with raises("TVMError", "lanes > 1"):
        stft(tvm, x, 4, 2, 4, window, False, True, 1, 3)


@proves(TOPI + "sort", "没有 `axis`，不能切分")
def _(tvm):
    for out in (tvm.topi.sort(tensor(tvm, 4)), tvm.topi.cumsum(tensor(tvm, 4)), tvm.topi.topk(tensor(tvm, 4))[0]):
        assert isinstance(out.op, tvm.te.ExternOp) and not hasattr(out.op, "axis")


@proves(TOPI + "argwhere", "`te.create_prim_func` 不接受")
def _(tvm):
    x = tensor(tvm, 4)
    with raises(TypeError, "HybridOp"):
        tvm.te.create_prim_func([x, tvm.topi.argwhere(tensor(tvm, 4, 1), x)])


@proves(TOPI + "reshape", "各轴可以切分、重排、绑定线程")
def _(tvm):
    out = tvm.topi.reshape(tensor(tvm, 4), (2, 2))
    schedule = tvm.te.create_schedule(out.op)
    outer, _ = schedule[out].split(out.op.axis[0], 2)
    schedule[out].reorder(out.op.axis[1], outer)


COMPLETE = True
