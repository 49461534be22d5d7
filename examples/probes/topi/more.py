"""More probes of docs/reference/api/python/topi/image.md and topi/tensor.md: what is outside, types, names from elsewhere."""

import os
import sys

import numpy as np
from probes import proves, raises

RNG = np.random.default_rng(0)
TOPI = "tvm.topi."
IMAGE = "tvm.topi.image."


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def run(tvm, compute, *arrays, results=None):
    """The outputs, in views of larger arrays where `results` gives them."""
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    outs = compute(*inputs)
    single = isinstance(outs, tvm.te.Tensor)
    outs = [outs] if single else list(outs)
    kernel = tvm.build(tvm.te.create_schedule([o.op for o in outs]), [*inputs, *outs], "llvm -opt-level=0")
    results = results or [tvm.nd.array(np.full(shape(o), 7, o.dtype)) for o in outs]
    kernel(*map(tvm.nd.array, arrays), *results)
    return results[0].numpy() if single else [r.numpy() for r in results]


def numbers(*size, dtype="float32"):
    return np.arange(np.prod(size)).reshape(size).astype(dtype)


@proves(IMAGE + "resize2d", "各维由 `layout` 说明")
@proves(IMAGE + "resize3d", "各维由 `layout` 说明")
def _(tvm):
    image = tvm.topi.image
    for layout, given, want in (("NCHW", (1, 3, 4, 5), (1, 3, 8, 9)), ("NHWC", (1, 4, 5, 3), (1, 8, 9, 3)), ("NCHW4c", (1, 2, 4, 5, 4), (1, 2, 8, 9, 4))):
        assert shape(image.resize2d(tensor(tvm, *given), [0.0] * 4, (8, 9), layout)) == want
    for layout, given, want in (("NCDHW", (1, 3, 4, 5, 6), (1, 3, 8, 9, 7)), ("NDHWC", (1, 4, 5, 6, 3), (1, 8, 9, 7, 3)), ("NCDHW4c", (1, 2, 4, 5, 6, 4), (1, 2, 8, 9, 7, 4))):
        assert shape(image.resize3d(tensor(tvm, *given), [0.0] * 6, (8, 9, 7), layout)) == want


@proves(IMAGE + "get_closest_index", "| `rounding_method` | str | 见下表 |")
def _(tvm):
    closest, at = tvm.topi.image.get_closest_index, tvm.tir.Var("x", "float32")
    for name in ("round", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil"):
        assert closest(at, name, None).dtype == "int32"
    for name in ("nearest", "Round", ""):
        with raises(ValueError, "known rounding method"):
            closest(at, name, None)


@proves(IMAGE + "get_1d_pixel", "批次和通道都拆块时的块内下标；用不到，`\"NCW\"`、`\"NWC\"` 以外的布局抛出 `NameError`")
@proves(IMAGE + "get_2d_pixel", "| `ib`、`ic` | 表达式 | 批次和通道都拆块时的块内下标 |")
def _(tvm):
    tir = tvm.tir
    n, c, y, x, cc, ib, ic = (tir.Var(name, "int32") for name in ("n", "c", "y", "x", "cc", "ib", "ic"))
    line = lambda layout, *sizes: tvm.topi.image.get_1d_pixel(tensor(tvm, *sizes), layout, 5, n, c, x, cc, ib, ic)
    for layout, sizes in (("NCW", (2, 3, 5)), ("NWC", (2, 5, 3))):
        assert line(layout, *sizes).dtype == "float32"
    for layout, sizes in (("NCW4c", (2, 3, 5, 4)), ("NCW2n4c", (2, 3, 5, 2, 4)), ("WCN", (5, 3, 2))):
        with raises(NameError):
            line(layout, *sizes)
    made = tvm.topi.image.get_2d_pixel(tensor(tvm, 2, 3, 5, 6, 2, 4), "NCHW2n4c", 5, 6, n, c, y, x, cc, ib, ic)
    load = made.value if isinstance(made, tir.Cast) else made
    assert [load.indices[place].same_as(one) for place, one in ((0, n), (1, c), (4, ib), (5, ic))] == [True] * 4


@proves(TOPI + "decl_buffer", "这里的算子用它给 `te.extern` 的输出定形状")
def _(tvm):
    seen, kept = [], tvm.topi.scan.decl_buffer
    tvm.topi.scan.decl_buffer = lambda *args, **options: seen.append(kept(*args, **options)) or seen[-1]
    out = tvm.topi.cumsum(tensor(tvm, 3, 4), 1)
    assert isinstance(out.op, tvm.te.ExternOp) and [one.same_as(seen[0]) for one in out.op.output_placeholders] == [True]
    assert shape(seen[0]) == shape(out) == (3, 4)


@proves(TOPI + "InvalidShapeError", "AutoTVM 提取任务时捕获它并改成警告")
def _(tvm):
    import logging

    relay, said = tvm.relay, []
    home = sys.modules["tvm.autotvm.task.relay_integration"]

    def refuses(*args, **options):
        raise tvm.topi.InvalidShapeError("probe")

    x, w = relay.var("x", shape=(4, 8)), relay.var("w", shape=(8, 8))
    mod = tvm.IRModule.from_expr(relay.nn.dense(x, w))
    extract = lambda: home.extract_from_program(mod["main"], {}, "llvm")
    assert extract()
    handler = logging.Handler()
    handler.emit = lambda one: said.append((one.levelname, one.getMessage()))
    home.logger.addHandler(handler)
    home.create = refuses
    assert extract() == [] and any(level == "WARNING" and "Invalid shape" in text for level, text in said), said


@proves(TOPI + "InvalidShapeError", "但 0.13.0 的 TOPI 自己没有地方抛出它", versions=("0.13.0",))
@proves(TOPI + "InvalidShapeError", "但 0.12.0 的 TOPI 自己没有地方抛出它", versions=("0.12.0",))
@proves(TOPI + "InvalidShapeError", "但 0.10.0 的 TOPI 自己没有地方抛出它", versions=("0.10.0",))
def _(tvm):
    found = []
    for folder, _, files in os.walk(os.path.dirname(tvm.topi.__file__)):
        for name in files:
            if name.endswith(".py"):
                found += [line for line in open(os.path.join(folder, name)) if "InvalidShapeError" in line]
    assert sorted(line.split("InvalidShapeError")[0].strip() for line in found) == ["class", "from .utils import"]


@proves(IMAGE + "pad", "膨胀用它填 0")
def _(tvm):
    found = []

    def walk(one):
        found.append(one)
        for given in one.op.input_tensors:
            walk(given)

    walk(tvm.topi.image.dilation2d_nchw(tensor(tvm, 1, 2, 5, 5), tensor(tvm, 2, 3, 3), 1, 1, 1))
    (padded,) = [one for one in found if "pad" in one.op.tag]
    assert shape(padded) == (1, 2, 7, 7) and padded.op.body[0].args[2].value == 0


@proves(TOPI + "strided_slice", "| `a` | `te.Tensor` | 任意类型 |")
def _(tvm):
    for dtype in ("float16", "float32", "float64", "int8", "int64", "uint8", "bool"):
        x = numbers(4, 6, dtype=dtype)
        out = run(tvm, lambda a: tvm.topi.strided_slice(a, [1, 0], [3, 6], [1, 2]), x)
        assert out.dtype == x.dtype and np.array_equal(out, x[1:3, ::2])


@proves(TOPI + "gather", "`indices` 的值要在 0 到 `data.shape[axis] - 1` 之间，负数不从末尾数，越界不检查，读到别的位置", "比 `data` 长也不检查，同样越界")
def _(tvm):
    tvm_array, data = tvm.nd.array(numbers(6, 4)), numbers(2, 4) + 8  # the rows 2 and 3 of the larger array
    inputs = [tensor(tvm, 2, 4), tensor(tvm, 1, 4, dtype="int32")]
    out = tvm.topi.gather(inputs[0], 0, inputs[1])
    kernel = lambda given, made: tvm.build(tvm.te.create_schedule(made.op), [*given, made], "llvm -opt-level=0")
    view = tvm_array._create_view((2, 4))
    result = tvm.nd.empty((1, 4))
    kernel(inputs, out)(view, tvm.nd.array(np.array([[0, 1, 2, 5]], "int32")), result)
    assert result.numpy().tolist() == [[0, 5, 10, 23]]  # rows 2 and 5 are outside
    wide = [tensor(tvm, 2, 4), tensor(tvm, 2, 6, dtype="int32")]
    out = tvm.topi.gather(wide[0], 0, wide[1])
    result = tvm.nd.empty((2, 6))
    kernel(wide, out)(view, tvm.nd.array(np.zeros((2, 6), "int32")), result)
    assert shape(out) == (2, 6) and result.numpy()[0].tolist() == [0, 1, 2, 3, 4, 5]
    # A negative number does not count from the end: it is the row before.
    inputs = [tvm.te.placeholder((3, 4), "float32"), tensor(tvm, 1, 4, dtype="int32")]
    buffer = tvm.tir.decl_buffer((3, 4), offset_factor=1)
    out = tvm.topi.gather(inputs[0], 0, inputs[1])
    made = tvm.build(tvm.te.create_schedule(out.op), [*inputs, out], "llvm -opt-level=0", binds={inputs[0]: buffer})
    later = tvm_array._create_view((3, 4))
    later.handle.contents.byte_offset = 2 * 4 * 4
    result = tvm.nd.empty((1, 4))
    made(later, tvm.nd.array(np.array([[-1, 0, 0, -2]], "int32")), result)
    assert result.numpy().tolist() == [[4, 9, 10, 3]] and data[0, 0] == 8


@proves(TOPI + "argwhere", "写小了会越界写")
def _(tvm):
    whole = tvm.nd.array(np.full((8, 1), 7, "int32"))
    small = whole._create_view((2, 1))
    inputs = tensor(tvm, 2, 1), tensor(tvm, 6)
    out = tvm.topi.argwhere(*inputs)
    kernel = tvm.build(tvm.te.create_schedule(out.op), [inputs[1], out], "llvm -opt-level=0")
    kernel(tvm.nd.array(np.ones(6, "float32")), small)
    assert whole.numpy().ravel().tolist() == [0, 1, 2, 3, 4, 5, 7, 7]


@proves(TOPI + "hybrid_argwhere_1d", "下面四个只差维数")
def _(tvm):
    for rank in range(1, 6):
        x = RNG.integers(0, 2, (3,) * rank).astype("float32")
        rows = np.argwhere(x)
        function = getattr(tvm.topi, f"hybrid_argwhere_{rank}d")
        given = tensor(tvm, *x.shape)
        out = function(tvm.runtime.convert(rows.shape), given)
        kernel = tvm.build(tvm.te.create_schedule(out.op), [given, out], "llvm -opt-level=0")
        result = tvm.nd.array(np.zeros(rows.shape, "int32"))
        kernel(tvm.nd.array(x), result)
        assert np.array_equal(result.numpy(), rows)


@proves(TOPI + "hybrid_argwhere_5d", "更高维的要先用 `reshape` 合并几个轴，再自己拆开坐标")
def _(tvm):
    x = RNG.integers(0, 2, (2, 3, 2, 2, 2, 2)).astype("float32")
    rows = np.argwhere(x)
    with raises(Exception, "Does not support rank higher than 5 in argwhere"):
        tvm.topi.argwhere(tensor(tvm, len(rows), 6), tensor(tvm, *x.shape))
    found = run(tvm, lambda a: tvm.topi.argwhere(tensor(tvm, len(rows), 5), tvm.topi.reshape(a, (6, 2, 2, 2, 2))), x)
    assert np.array_equal(np.column_stack([found[:, 0] // 3, found[:, 0] % 3, found[:, 1:]]), rows)


@proves(TOPI + "topk", "| `data` | `te.Tensor` | 类型见上表 |")
def _(tvm):
    for dtype in ("float16", "float32", "float64", "int32", "int64", "int8", "uint8"):
        x = np.array([3, 1, 4, 2], dtype)
        values, places = run(tvm, lambda a: tvm.topi.topk(a, 2), x)
        assert values.tolist() == [4, 3] and places.tolist() == [2, 0] and values.dtype == dtype
    for dtype in ("int16", "uint32"):
        with raises("TVMError", "Unsupported input dtype"):
            run(tvm, lambda a: tvm.topi.topk(a, 2), np.array([3, 1, 4, 2], dtype))


@proves(TOPI + "binary_search", "`searchsorted` 的 CPU 和 GPU 实现共用它", versions=("0.12.0", "0.13.0"))
def _(tvm):
    homes = sys.modules["tvm.topi.searchsorted"], sys.modules["tvm.topi.cuda.searchsorted"]
    assert homes[0].binary_search is homes[1].binary_search is tvm.topi.binary_search
    calls, kept = [], tvm.topi.binary_search
    for home in homes:
        home.binary_search = lambda *args, home=home: calls.append(home) or kept(*args)
    given = tensor(tvm, 8), tensor(tvm, 3)
    homes[0].searchsorted(*given)
    with tvm.target.Target("cuda"):
        homes[1].searchsorted(*given, False, "int64")
    assert calls == list(homes)


@proves(TOPI + "sparse_fill_empty_rows", "| `sparse_values` | `te.Tensor` | `(N,)` |")
def _(tvm):
    places, values = np.array([[0, 1], [2, 0]], "int64"), np.array([5, 6], "int64")
    sizes = [tvm.runtime.convert(size) for size in ((3, 2), (3,), (3,))]
    compute = lambda i, v, s, d: tvm.topi.sparse_fill_empty_rows(i, v, s, d, *sizes)
    made = run(tvm, compute, places, values, np.array([3, 2], "int64"), np.array([9], "int64"))
    assert made[0].tolist() == [[0, 1], [1, 0], [2, 0]] and made[1].tolist() == [5, 9, 6] and made[2].astype(int).tolist() == [0, 1, 0]


@proves(TOPI + "sparse.dense", "稀疏的一个必须是 `CSRPlaceholderOp`，即 `sparse.placeholder` 的结果")
def _(tvm):
    from tvm.contrib import sparse

    given = sparse.placeholder((3, 4), 5, dtype="float32", name="S")
    assert type(given).__name__ == "CSRPlaceholderOp"
    assert shape(tvm.topi.sparse.dense(given, tensor(tvm, 2, 4))) == (3, 2)
    assert shape(tvm.topi.sparse.dense(tensor(tvm, 2, 4), given)) == (2, 3)
    arrays = sparse.array(np.eye(3, 4, dtype="float32"), device=tvm.cpu())
    for wrong in ((arrays, tensor(tvm, 2, 4)), (tensor(tvm, 3, 4), tensor(tvm, 2, 4))):
        with raises(NotImplementedError):
            tvm.topi.sparse.dense(*wrong)
