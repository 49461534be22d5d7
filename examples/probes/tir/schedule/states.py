"""More probes of docs/reference/api/python/tir/schedule.md: states, references and their checks, caches, maps, layouts."""

import importlib

import numpy as np
from probes import check_error, proves, proves_check, raises

NEW = ("0.12.0", "0.13.0")
LATEST = ("0.13.0",)
OLDEST = ("0.10.0",)
NAMES = "tvm.tir."
SCHEDULE = NAMES + "Schedule"

MAIN = """
def main(a: T.handle, b: T.handle, d: T.handle):
    A = T.match_buffer(a, (16, 16), "float32")
    B = T.match_buffer(b, (16, 16), "float32")
    D = T.match_buffer(d, (16, 16), "float32")
    S = T.alloc_buffer((16, 16), "float32")
    C = T.alloc_buffer((16, 16), "float32")
    for i, k in T.grid(16, 16):
        with T.block("scale"):
            vi, vk = T.axis.remap("SS", [i, k])
            S[vi, vk] = A[vi, vk] * T.float32(2)
    for i, j, k in T.grid(16, 16, 16):
        with T.block("matmul"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + S[vi, vk] * B[vk, vj]
    for i, j in T.grid(16, 16):
        with T.block("relu"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], T.float32(0))
"""

INCREMENT = """
def main(d: T.handle):
    D = T.match_buffer(d, (8,), "float32")
    for i in range(8):
        with T.block("only"):
            vi = T.axis.spatial(8, i)
            D[vi] = D[vi] + T.float32(1)
"""

INDICES = """
def main(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (64,), "float32")
    B = T.match_buffer(b, (64,), "float32")
    for i, j in T.grid(8, 8):
        with T.block("copy"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi * 8 + vj] = A[vi * 8 + vj] + A[vj * 8 + vi] + A[vi * 8 + vj]
"""


def parsed(tvm, source=MAIN):
    return importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n").with_attr("global_symbol", "main")


def scheduled(tvm, source=MAIN, **options):
    return tvm.tir.Schedule(parsed(tvm, source), **{"error_render_level": "fast", **options})


def correct(tvm, sch):
    """Whether the schedule of MAIN still computes relu(2 * a @ b)."""
    rng = np.random.default_rng(0)
    a, b = (rng.random((16, 16)).astype("float32") - 0.5 for _ in range(2))
    out = tvm.nd.empty((16, 16))
    tvm.build(sch.mod, target="llvm")(tvm.nd.array(a), tvm.nd.array(b), out)
    return np.allclose(out.numpy(), np.maximum(2 * a @ b, 0), rtol=1e-3, atol=1e-5)


def message(call):
    try:
        call()
    except Exception as error:
        return str(error)
    return None


def state(tvm, mask, source=MAIN):
    return tvm.tir.ScheduleState(tvm.IRModule({"main": parsed(tvm, source)}), debug_mask=mask)


def doubled(tvm, mask):
    """What a state says of a root block that is replaced by one with the same loop twice."""
    made = state(tvm, mask)
    root = made.mod["main"].body.block
    new = tvm.tir.Block([], [], [], "root", tvm.tir.SeqStmt([root.body[0]] * 2), alloc_buffers=root.alloc_buffers)
    return message(lambda: made.replace(made.get_sref(root), new, {root: new}))


# The schedule


@proves(SCHEDULE, "其余的拒绝多数是 `ScheduleError`")
def _(tvm):
    for action in (
        lambda sch: sch.compute_inline("matmul"),
        lambda sch: sch.get_block("conv"),
        lambda sch: sch.compute_at("scale", sch.get_loops("relu")[0]),
        lambda sch: sch.parallel(sch.get_loops("matmul")[2]),
        lambda sch: sch.reorder(sch.get_loops("matmul")[0], sch.get_loops("relu")[0]),
        lambda sch: sch.cache_read("matmul", 99, "local"),
        lambda sch: sch.decompose_reduction("relu", sch.get_loops("relu")[0]),
    ):
        with raises("ScheduleError"):
            action(scheduled(tvm))


@proves(SCHEDULE, "| `state` | 当前的 `ScheduleState` |")
@proves(NAMES + "ScheduleState", "| `mod` | 当前的 `IRModule` |")
def _(tvm):
    sch = scheduled(tvm)
    assert isinstance(sch.state, tvm.tir.ScheduleState) and isinstance(sch.state.mod, tvm.IRModule)
    sch.compute_inline("scale")
    assert tvm.ir.structural_equal(sch.state.mod, sch.mod) and "scale" not in str(sch.state.mod["main"])


@proves(SCHEDULE, "每步之后的自检", versions=NEW)
@proves(NAMES + "ScheduleState", "没有更新好 `region_cover` 和 `stage_pipeline`", versions=NEW)
@proves(NAMES + "ScheduleState", "0.13.0 的 `cache_inplace` 就通不过后一种自检", versions=LATEST)
@proves(NAMES + "ScheduleState", "0.12.0 的 `cache_inplace` 就通不过后一种自检", versions=("0.12.0",))
def _(tvm):
    tried = {mask: message(lambda: scheduled(tvm, INCREMENT, debug_mask=mask).cache_inplace("only", 0, "local")) for mask in (0, 1, 2, 3)}
    assert tried[0] is None and tried[1] is None
    for mask in (2, 3):
        assert "Wrong region_cover" in tried[mask] and "Wrong stage_pipeline" in tried[mask] and "Wrong affine_binding" not in tried[mask]


@proves(SCHEDULE, "| `error_render_level` | str | 报错写多少")
@proves(NAMES + "ScheduleError", "`error_render_level` 决定信息写多少")
def _(tvm):
    long, short, none = (message(lambda: scheduled(tvm, error_render_level=level).compute_inline("relu")) for level in ("detail", "fast", "none"))
    assert len(long) > len(short) > 0 and "not rendered" in none and "relu" in long and "relu" not in short
    with raises(Exception):
        scheduled(tvm, error_render_level="loud")


@proves(SCHEDULE, "下面两步也都放行而结果错误，前一步打乱了先写后读的次序，后一步让两行写到同一处", versions=NEW)
@proves(SCHEDULE, "下面一步也放行而结果错误，它让两行写到同一处", versions=OLDEST)
def _(tvm, release):
    squeezed = scheduled(tvm)
    squeezed.transform_layout("matmul", ("write", 0), lambda i, j: [i // 2, j])
    assert correct(tvm, scheduled(tvm)) and not correct(tvm, squeezed)
    store = squeezed.get(squeezed.get_block("matmul")).writes[0]
    assert "vi // 2" in str(store) or "floordiv(vi, 2)" in str(store)
    if release != "0.10.0":
        merged = scheduled(tvm)
        merged.merge(merged.get_loops("scale")[0], merged.get_loops("relu")[0])
        assert not correct(tvm, merged)


@proves(SCHEDULE, "同上，用于写", versions=NEW)
def _(tvm):
    sch = scheduled(tvm)
    block = sch.reindex_cache_write("scale", 0, "local", lambda i, k: (k, i))
    assert str(sch.get(sch.get_block("scale")).writes[0]) == "S_local[vk, vi]"
    assert [one.buffer.name for one in sch.get(block).writes] == ["S"] and [one.buffer.name for one in sch.get(block).reads] == ["S_local"]
    assert str(sch.get(sch.get_block("matmul")).reads[0]).startswith("S[") and correct(tvm, sch)


@proves(SCHEDULE, "把下标里的计算先算进缓存，返回新块的列表；`cse_thresh` 是重复几次才缓存，0 是全部，负数报错", versions=NEW)
def _(tvm, release):
    sch = scheduled(tvm, INDICES)
    made = sch.cache_index("copy", "local")
    assert len(made) == 2 and [one.buffer.name for block in made for one in sch.get(block).writes] == ["index_var_0", "index_var_1"]
    assert "B[index_var_" in str(sch.get(sch.get_block("copy")).body)
    if release == "0.12.0":
        count = lambda times: len(scheduled(tvm, INDICES).cache_index("copy", "local", times))
        assert [count(times) for times in (0, 1, 2, 3, 4)] == [2, 2, 1, 1, 0]
    with raises("TVMError", "cse_thresh should not be negative"):
        scheduled(tvm, INDICES).cache_index("copy", "local", -1)


@proves(SCHEDULE, "要缓存的不到两个时，0.13.0 报 `A SeqStmt of length 1` 或 `An empty SeqStmt is prohibited`", versions=LATEST)
def _(tvm):
    for times, words in ((2, "A SeqStmt of length 1"), (3, "A SeqStmt of length 1"), (4, "An empty SeqStmt is prohibited")):
        with raises("InternalError", words):
            scheduled(tvm, INDICES).cache_index("copy", "local", times)


def annotated(tvm, make):
    sch = scheduled(tvm)
    block = sch.get_block("matmul")
    sch.annotate(block, "key", make(sch))
    return sch.get(block).annotations["key"]


@proves(SCHEDULE, "类型：str、int、float 或采样值")
def _(tvm):
    assert annotated(tvm, lambda sch: "text") == "text" and annotated(tvm, lambda sch: 3) == 3
    assert annotated(tvm, lambda sch: 2.5).value == 2.5 and annotated(tvm, lambda sch: sch.sample_categorical([4], [1.0])) == 4
    for wrong in (None, b"bytes", object()):
        with raises(TypeError, "has wrong type"):
            annotated(tvm, lambda sch: wrong)


@proves(SCHEDULE, "类型：上一项，或由它组成的列表、以 str 为键的字典", versions=NEW)
@proves(SCHEDULE, "类型：上一项，或由它组成的列表，或以 str 为键、值是这两种的字典；列表里不能再有列表和字典", versions=OLDEST)
def _(tvm):
    assert list(annotated(tvm, lambda sch: [1, "a"])) == [1, "a"]
    assert annotated(tvm, lambda sch: {"a": sch.sample_categorical([4], [1.0])})["a"] == 4
    assert list(annotated(tvm, lambda sch: {"a": [1, 2]})["a"]) == [1, 2]
    for wrong in ({1: 2}, [[1]], [{"a": 1}], {"a": {"b": 1}}):
        with raises(TypeError, "has wrong type"):
            annotated(tvm, lambda sch: wrong)


# States


@proves(NAMES + "ScheduleState", "`debug_mask` 是位掩码，非零时 `replace` 还检查替换前后的语句种类")
def _(tvm):
    def mixed(mask):
        made = state(tvm, mask)
        loop = made.mod["main"].body.block.body[0]
        return message(lambda: made.replace(made.get_sref(loop), loop.body.body.block))

    assert mixed(0) is None
    for mask in (1, 2, 3):
        assert "src_stmt" in mixed(mask), mixed(mask)


@proves(NAMES + "ScheduleState", "| `\"none\"`、0 | 不检查 |", "| 1 | 每次 `replace` 和每个改写的原语之后，引用的树与 IR 是否一致", "| `\"all\"`、3、-1 | 两样都做 |")
def _(tvm, release):
    for mask in ("none", 0, 2):
        assert doubled(tvm, mask) is None, mask
    for mask in (1, 3, -1, "all"):
        assert "incorrect seq_index" in doubled(tvm, mask), mask
    made = state(tvm, 1)
    root = made.mod["main"].body.block
    new = tvm.tir.Block([], [], [], "root", tvm.tir.SeqStmt([root.body[0]] * 2), alloc_buffers=root.alloc_buffers)
    with raises(check_error(release)):
        made.replace(made.get_sref(root), new, {root: new})


@proves(NAMES + "ScheduleState", "| 2 | 每个改写的原语之后，从头重算每个块的三个标志，与缓存的比较", "| `\"all\"`、3、-1 | 两样都做 |", versions=NEW)
def _(tvm):
    for mask in ("none", 0, 1):
        assert message(lambda: scheduled(tvm, INCREMENT, debug_mask=mask).cache_inplace("only", 0, "local")) is None
    for mask in (2, 3, -1, "all"):
        assert "Schedule verification failed" in message(lambda: scheduled(tvm, INCREMENT, debug_mask=mask).cache_inplace("only", 0, "local"))
    scheduled(tvm, debug_mask=2).compute_inline("scale")


@proves(NAMES + "StmtSRef", "由 `get_sref` 得到")
def _(tvm):
    sch = scheduled(tvm)
    loop = sch.get_loops("matmul")[1]
    for made in (sch.get_sref(loop), sch.state.get_sref(sch.get(loop))):
        assert isinstance(made, tvm.tir.StmtSRef) and made.stmt.same_as(sch.get(loop))


@proves(NAMES + "BlockDependenceInfo", "| `get_block_scope(block_sref)` | 这个块之内的 `BlockScope`，用它查子块的依赖 |", versions=LATEST)
@proves(NAMES + "BlockScope", "用 `ScheduleState` 的 `get_block_scope` 取得", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    function = parsed(tvm)
    holder = tvm.tir.BlockDependenceInfo(function) if release == "0.13.0" else state(tvm, 0)
    root = function.body.block if release == "0.13.0" else holder.mod["main"].body.block
    scope = holder.get_block_scope(holder.get_sref(root))
    matmul = root.body[1].body.body.body.block
    assert isinstance(scope, importlib.import_module("tvm.tir.schedule").BlockScope)
    assert [dep.src.stmt.name_hint for dep in scope.get_deps_by_dst(holder.get_sref(matmul))] == ["scale"]
    assert [dep.dst.stmt.name_hint for dep in scope.get_deps_by_src(holder.get_sref(matmul))] == ["relu"]


# Maps and layouts


@proves(NAMES + "IndexMap", "通常由 `from_func` 从函数得到", "原下标，`Var` 的列表", "新下标，用原下标写成的表达式")
def _(tvm):
    tir = tvm.tir
    made = tir.IndexMap.from_func(lambda i, j: [i // 4, j, i % 4])
    assert isinstance(made, tir.IndexMap) and [v.name for v in made.initial_indices] == ["i", "j"]
    i, j = made.initial_indices
    assert all(isinstance(v, tir.Var) for v in (i, j))
    for found, expected in zip(made.final_indices, (i // 4, j, i % 4)):
        assert tvm.ir.structural_equal(found, expected)
    by_hand = tir.IndexMap([i, j], [i // 4, j, i % 4], None)
    assert [int(n) for n in by_hand.map_indices([9, 2])] == [2, 2, 1]


def round_trip(tvm, function, *shape):
    """Whether the inverse of a map leads every index of a shape back to where it came from."""
    made = tvm.tir.IndexMap.from_func(function)
    back = made.inverse(list(shape))
    return all([int(n) for n in back.map_indices(made.map_indices(list(place)))] == list(place) for place in np.ndindex(*shape))


@proves(NAMES + "IndexMap", "只支持换序、切分、合并、倒序和加减常数", versions=NEW)
@proves(NAMES + "IndexMap", "只支持换序、切分、合并和加减常数", versions=OLDEST)
def _(tvm, release):
    assert round_trip(tvm, lambda i, j: [j, i], 4, 6) and round_trip(tvm, lambda i: [i // 4, i % 4], 16)
    assert round_trip(tvm, lambda i, j: [i * 6 + j], 4, 6) and round_trip(tvm, lambda i: [i + 3], 8) and round_trip(tvm, lambda i: [i - 2], 8)
    assert round_trip(tvm, lambda i: [7 - i], 8) == (release != "0.10.0")
    for function, shape in ((lambda i: [i * i], [8]), (lambda i: [i ^ 1], [8]), (lambda i, j: [i, i + j], [4, 4])):
        with raises("TVMError"):
            tvm.tir.IndexMap.from_func(function).inverse(shape)


@proves(NAMES + "IndexMap", "不是一一对应的多半报 `Could not parse mapping as sum of iterators`", versions=NEW)
@proves(NAMES + "IndexMap", "不是一一对应的报 `Index transformation was not bijective`。倒序的 `7 - i` 不报错，得到的逆映射 `axis0 - 7` 是错的", versions=OLDEST)
def _(tvm, release):
    for function in (lambda i, j: [i, i], lambda i, j: [i + j, j + i]):
        with raises("TVMError", "not bijective" if release == "0.10.0" else "Could not parse mapping"):
            tvm.tir.IndexMap.from_func(function).inverse([4, 4])
    if release == "0.10.0":
        back = tvm.tir.IndexMap.from_func(lambda i: [7 - i]).inverse([8])
        assert int(back.map_indices([5])[0]) == -2


@proves(NAMES + "IndexMap", "按映射重排 `NDArray` 的内容，返回新数组；元素个数要不变", versions=NEW)
def _(tvm):
    data = np.arange(24, dtype="float32").reshape(8, 3)
    source = tvm.nd.array(data)
    made = tvm.tir.IndexMap.from_func(lambda i, j: [i // 4, j, i % 4]).map_ndarray(source)
    assert np.array_equal(made.numpy(), data.reshape(2, 4, 3).transpose(0, 2, 1)) and np.array_equal(source.numpy(), data)
    with raises("TVMError"):
        tvm.tir.IndexMap.from_func(lambda i, j: [i // 5, j, i % 5]).map_ndarray(source)


@proves(NAMES + "Layout", "由 `tir.layout` 得到")
@proves(NAMES + "BijectiveLayout", "由 `tir.bijective_layout` 得到")
def _(tvm):
    tir = tvm.tir
    assert isinstance(tir.layout("NCHW8c"), tir.Layout) and isinstance(tir.bijective_layout("NCHW", "NCHW8c"), tir.BijectiveLayout)
    for call in (lambda: tir.Layout("NCHW"), lambda: tir.BijectiveLayout("NCHW", "NHWC")):
        with raises(TypeError):
            call()


@proves(NAMES + "BijectiveLayout", "参数是列表，长度与维数不同时抛出 `TVMError`")
def _(tvm):
    pair = tvm.tir.bijective_layout("NCHW", "NCHW8c")
    for name, right in (("forward_index", 4), ("backward_index", 5), ("forward_shape", 4), ("backward_shape", 5)):
        method = getattr(pair, name)
        assert len(method([8] * right)) == 9 - right
        for wrong in ([8] * (right - 1), [8] * (right + 1), [], 8):
            with raises("TVMError"):
                method(wrong)
