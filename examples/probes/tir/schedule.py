"""Probes of docs/reference/api/python/tir/schedule.md."""

import importlib

import numpy as np
from probes import check_error, proves, proves_check, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
LATEST = ("0.13.0",)
OLDEST = ("0.10.0",)
SCHEDULE = "tvm.tir.Schedule"

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

TORN = MAIN.replace("S[vi, vk] = A", "S[vi, 0] = A").replace('"SS", [i, k]', '"SR", [i, k]')
INCREMENT = """
def main(d: T.handle):
    D = T.match_buffer(d, (8,), "float32")
    for i in range(8):
        with T.block("only"):
            vi = T.axis.spatial(8, i)
            D[vi] = D[vi] + T.float32(1)
"""


def parsed(tvm, source):
    return importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n").with_attr("global_symbol", "main")


def scheduled(tvm, source=MAIN, **options):
    return tvm.tir.Schedule(parsed(tvm, source), **{"error_render_level": "fast", **options})


def extents(sch, block):
    return [int(sch.get(loop).extent) for loop in sch.get_loops(sch.get_block(block) if isinstance(block, str) else block)]


def blocks(sch):
    names = []
    import tvm

    visit = lambda node: names.append(node.name_hint) if isinstance(node, tvm.tir.Block) else None
    tvm.tir.stmt_functor.post_order_visit(sch.mod["main"].body, visit)
    return [name for name in names if name != "root"]


def correct(tvm, sch):
    """Whether the schedule of MAIN still computes relu(2 * a @ b)."""
    rng = np.random.default_rng(0)
    a, b = (rng.random((16, 16)).astype("float32") - 0.5 for _ in range(2))
    out = tvm.nd.empty((16, 16))
    tvm.build(sch.mod, target="llvm")(tvm.nd.array(a), tvm.nd.array(b), out)
    return np.allclose(out.numpy(), np.maximum(2 * a @ b, 0), rtol=1e-3, atol=1e-5)


def refused(words):
    return raises("ScheduleError", words)


# The schedule itself


@proves(SCHEDULE, "单个 `PrimFunc` 放进只有 `main` 的模块；传入的对象不变", "函数要通过 `tir.analysis.verify_well_formed`", "下降之后的函数没有块，构造不报错，但取不到块")
def _(tvm):
    function = parsed(tvm, MAIN)
    sch = tvm.tir.Schedule(function)
    assert [one.name_hint for one in sch.mod.get_global_vars()] == ["main"]
    sch.parallel(sch.get_loops("relu")[0])
    assert not tvm.ir.structural_equal(sch.mod["main"], function) and "parallel" not in str(function)
    module = tvm.IRModule({"main": function})
    tvm.tir.Schedule(module).compute_inline("scale")
    assert tvm.ir.structural_equal(module["main"], function)
    bad = """
def main(a: T.handle):
    A = T.match_buffer(a, (4,), "float32")
    for i in range(4):
        with T.block("b"):
            vi = T.axis.spatial(4, i)
            A[vi] = T.cast(i, "float32")
"""
    with raises(Exception):
        scheduled(tvm, bad)
    lowered = tvm.tir.Schedule(tvm.lower(function))
    with raises("ScheduleError"):
        lowered.get_block("matmul")


@proves(SCHEDULE, "采样的种子，1 到 2147483647", "文档字符串允许 -1，实际与 0 一样抛出 `ValueError`", "默认取设备的随机数")
def _(tvm):
    for seed in (1, 2147483647, None):
        scheduled(tvm, seed=seed)
    for seed in (0, -1):
        with raises(ValueError):
            scheduled(tvm, seed=seed)
    draws = lambda seed: [scheduled(tvm, seed=seed).fork_seed() for _ in range(3)]
    assert len(set(draws(5))) == 1 and len(set(draws(None))) > 1


@proves(SCHEDULE, "False 时跳过三类检查：作用域是否 stage pipeline，`parallel`、`vectorize`、`bind` 的数据流，`decompose_reduction` 和 `rfactor` 的归约块与循环", versions=NEW)
def _(tvm):
    for action, arguments in (("parallel", ()), ("vectorize", ()), ("bind", ("threadIdx.x",))):
        sch = scheduled(tvm, INCREMENT)
        with refused("does not have compact dataflow"):
            getattr(sch, action)(sch.get_loops("only")[0], *arguments)
        sch = scheduled(tvm, INCREMENT, enable_check=False)
        getattr(sch, action)(sch.get_loops("only")[0], *arguments)
        assert sch.get(sch.get_loops("only")[0]).kind != tvm.tir.ForKind.SERIAL
    with refused("to be higher than all the loops"):
        sch = scheduled(tvm)
        sch.reorder(*reversed(sch.get_loops("matmul")))
        sch.decompose_reduction("matmul", sch.get_loops("matmul")[1])
    sch = scheduled(tvm, enable_check=False)
    sch.reorder(*reversed(sch.get_loops("matmul")))
    sch.decompose_reduction("matmul", sch.get_loops("matmul")[1])
    sch = scheduled(tvm, TORN)
    with refused("The scope root is not a stage pipeline"):
        sch.reverse_compute_at("relu", sch.get_loops("matmul")[0])
    sch = scheduled(tvm, TORN, enable_check=False)
    sch.reverse_compute_at("relu", sch.get_loops("matmul")[0])
    assert sch.get(sch.get_loops("relu")[0]).same_as(sch.get(sch.get_loops("matmul")[0]))


@proves(SCHEDULE, "报 `ValueError: The loop no longer exists in the IRModule`，块类似", "块、循环和采样值是句柄（`BlockRV`、`LoopRV`、`ExprRV`）")
def _(tvm):
    sch = scheduled(tvm)
    block, loop = sch.get_block("scale"), sch.get_loops("matmul")[0]
    assert type(block).__name__ == "BlockRV" and type(loop).__name__ == "LoopRV"
    factor = sch.sample_categorical([2, 4], [0.5, 0.5])
    assert isinstance(factor, tvm.tir.PrimExpr) and sch.get(factor) in (2, 4)
    sch.split(loop, [None, 4])
    with raises(ValueError, "The loop no longer exists in the IRModule"):
        sch.unroll(loop)
    sch.compute_inline(block)
    with raises(ValueError, "no longer exists in the IRModule"):
        sch.get_loops(block)


@proves(SCHEDULE, "形参类型不对抛出 `TypeError`，`has wrong type`", "写成名称的缓冲区找不到时抛出 `AssertionError`", "表里写 `block` 的形参一般也接受块名")
def _(tvm):
    sch = scheduled(tvm)
    with raises(TypeError, "has wrong type"):
        sch.split("i", [2, None])
    with raises(TypeError, "has wrong type"):
        sch.get_block(3)
    with raises(AssertionError):
        sch.cache_read("matmul", "Z", "local")
    assert len(sch.get_loops("matmul")) == 3 and len(sch.get_producers("matmul")) == 1


@proves(SCHEDULE, "`reorder_block_iter_var`、`read_at`、`write_at`、`can_decompose_padding`", "只接受句柄", versions=NEW)
def _(tvm, release):
    sch = scheduled(tvm)
    block, loop = sch.get_block("matmul"), sch.get_loops("matmul")[0]
    for call in (
        lambda one: sch.reorder_block_iter_var(one, [1, 0, 2]),
        lambda one: sch.read_at(loop, one, 0, "local"),
        lambda one: sch.write_at(loop, one, 0, "local"),
        lambda one: sch.can_decompose_padding(one, loop),
        lambda one: sch.annotate(one, "key", 1),
        lambda one: sch.get_child_blocks(one),
        *([lambda one: sch.unsafe_hide_buffer_access(one, "read", [0]), lambda one: sch.blockize(one)] if release == "0.13.0" else []),
    ):
        with raises(Exception):
            call("matmul")
    sch.annotate(block, "key", 1)
    sch.reorder_block_iter_var(block, [1, 0, 2])


@proves(SCHEDULE, "越界报 `` The input `buffer_index` is out of range ``", "存储作用域无效报 `The input storage scope is invalid`")
def _(tvm):
    for index in (7, -1):
        with refused("The input `buffer_index` is out of range"):
            scheduled(tvm).cache_read("matmul", index, "local")
        with refused("The input `buffer_index` is out of range"):
            scheduled(tvm).set_scope("scale", index, "shared")
    for call in (lambda sch: sch.cache_read("matmul", 0, "nowhere"), lambda sch: sch.cache_write("matmul", 0, "nowhere"), lambda sch: sch.set_scope("scale", 0, "nowhere")):
        with refused("The input storage scope is invalid"):
            call(scheduled(tvm))
    sch = scheduled(tvm)
    assert sch.get(sch.cache_read("matmul", 1, "local")).name_hint == "B_local"


@proves(SCHEDULE, "`read_at`、`write_at` 报 `unknown storage scope`，`cache_index` 不检查", versions=NEW)
def _(tvm):
    for name in ("read_at", "write_at"):
        sch = scheduled(tvm)
        with raises("TVMError", "unknown storage scope"):
            getattr(sch, name)(sch.get_loops("matmul")[0], sch.get_block("matmul"), 0, "nowhere")
    source = """
def main(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (64,), "float32")
    B = T.match_buffer(b, (4, 4), "float32")
    for i, j in T.grid(4, 4):
        with T.block("gather"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi * 4 + vj // 2] + A[vi * 3 + vj // 3] + A[vi * 4 + vj // 2] + A[vi * 3 + vj // 3]
"""
    assert len(scheduled(tvm, source).cache_index("gather", "nowhere")) > 1


# Conditions


@proves(SCHEDULE, "块轴都是空间轴；是它所写缓冲区的唯一写者；读写的缓冲区不重叠 | `Incomplete block`")
def _(tvm):
    one = """
def main(a: T.handle, d: T.handle):
    A = T.match_buffer(a, (8,), "float32")
    D = T.match_buffer(d, (8,), "float32")
    S = T.alloc_buffer((8,), "float32")
    for i in range(8):
        with T.block("first"):
            vi = T.axis.spatial(8, i)
            S[vi] = BODY
    for i in range(8):
        with T.block("last"):
            vi = T.axis.spatial(8, i)
            D[vi] = S[vi]
"""
    scheduled(tvm, one.replace("BODY", "A[vi] + T.float32(1)")).compute_inline("first")
    with refused("Incomplete block"):
        scheduled(tvm, one.replace("BODY", "S[vi] + T.float32(1)")).compute_inline("first")
    with refused("Incomplete block"):
        scheduled(tvm, one.replace("BODY", "A[vi]").replace("spatial", "reduce", 1)).compute_inline("first")
    twice = one.replace("BODY", "A[vi]").replace("    for i in range(8):\n        with T.block(\"last\")", """    for i in range(8):
        with T.block("second"):
            vi = T.axis.spatial(8, i)
            S[vi] = A[vi]
    for i in range(8):
        with T.block("last")""")
    with refused("Incomplete block"):
        scheduled(tvm, twice).compute_inline("first")


@proves(SCHEDULE, "归约块 | 有 `T.init`；绑定仿射；块轴只有空间轴和归约轴；唯一写者；归约轴不出现在输出下标里 | `Not a reduction block`", "都不是时报 `Not a complete or reduction block`")
def _(tvm):
    sch = scheduled(tvm)
    with refused("Not a reduction block"):
        sch.decompose_reduction("scale", sch.get_loops("scale")[0])
    inner = """
def main(a: T.handle, d: T.handle):
    A = T.match_buffer(a, (8, 4), "float32")
    D = T.match_buffer(d, (8,), "float32")
    S = T.alloc_buffer((8, 4), "float32")
    for i, k in T.grid(8, 4):
        with T.block("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi, INDEX] = T.float32(0)
            S[vi, INDEX] = S[vi, INDEX] + A[vi, vk]
    for i in range(8):
        with T.block("last"):
            vi = T.axis.spatial(8, i)
            D[vi] = S[vi, 0]
"""
    sch = scheduled(tvm, inner.replace("INDEX", "0"))
    sch.decompose_reduction("sum", sch.get_loops("sum")[1])
    sch = scheduled(tvm, inner.replace("INDEX", "vk"))
    with refused("Not a reduction block"):
        sch.decompose_reduction("sum", sch.get_loops("sum")[1])
    sch = scheduled(tvm, inner.replace("INDEX", "vk"))
    with refused("Not a complete or reduction block"):
        sch.compute_at("sum", sch.get_loops("last")[0])


@proves(SCHEDULE, "作用域里每个块读的、由同一作用域写出的区域都已写过；没有先读后写的依赖", "The scope root is not a stage pipeline", "循环之下的每个块在这棵子树里是完整块或归约块 | `does not have compact dataflow`")
def _(tvm):
    with refused("is not a stage pipeline"):
        scheduled(tvm, TORN).reverse_compute_inline("relu")
    sch = scheduled(tvm, INCREMENT)
    with refused("does not have compact dataflow"):
        sch.parallel(sch.get_loops("only")[0])


# Members


@proves(SCHEDULE, "当前的 `IRModule`", "到现在为止的轨迹（`tir.schedule.Trace`）", "独立的副本，原来的句柄在副本里也能用；会推进原调度的随机状态")
def _(tvm):
    sch = scheduled(tvm, seed=3)
    assert isinstance(sch.mod, tvm.IRModule) and isinstance(sch.state, tvm.tir.ScheduleState)
    assert type(sch.trace).__name__ == "Trace"
    loop = sch.get_loops("relu")[0]
    other = sch.copy()
    other.parallel(loop)
    assert "parallel" in str(other.mod) and "parallel" not in str(sch.mod)
    moved, still = scheduled(tvm, seed=3), scheduled(tvm, seed=3)
    moved.copy()
    assert moved.fork_seed() != still.fork_seed()


@proves(SCHEDULE, "可以 `apply_to_schedule` 重放、`with_decision` 改采样、`as_json` 存成 JSON")
def _(tvm):
    sch = scheduled(tvm, seed=3)
    tile = sch.sample_perfect_tile(sch.get_loops("matmul")[0], n=2, decision=[4, 4])
    sch.split(sch.get_loops("matmul")[0], factors=tile)
    again = scheduled(tvm)
    sch.trace.apply_to_schedule(again, remove_postproc=False)
    assert tvm.ir.structural_equal(again.mod, sch.mod)
    changed = scheduled(tvm)
    sample = next(one for one in sch.trace.insts if one.kind.name == "SamplePerfectTile")
    sch.trace.with_decision(sample, [8, 2], remove_postproc=False).apply_to_schedule(changed, remove_postproc=False)
    assert extents(changed, "matmul") == [8, 2, 16, 16]
    assert sch.trace.as_json() is not None


@proves(SCHEDULE, "依次取带 `tir.is_entry_func` 属性的、名为 `main` 的；都没有时是 `None`，只有一个函数也是这样", versions=LATEST)
def _(tvm):
    function = parsed(tvm, MAIN)
    assert scheduled(tvm).func_working_on.name_hint == "main"
    assert tvm.tir.Schedule(tvm.IRModule({"other": function})).func_working_on is None
    entry = function.with_attr("tir.is_entry_func", True)
    assert tvm.tir.Schedule(tvm.IRModule({"main": function, "other": entry})).func_working_on.name_hint == "other"


@proves(SCHEDULE, "不记进轨迹，但以后的 `get_block` 会写明函数名")
def _(tvm):
    function = parsed(tvm, MAIN)
    sch = tvm.tir.Schedule(tvm.IRModule({"main": function, "other": parsed(tvm, MAIN).with_attr("global_symbol", "other")}))
    sch.work_on("other")
    assert len(sch.trace.insts) == 0
    sch.parallel(sch.get_loops("relu")[0])
    assert "parallel" in str(sch.mod["other"]) and "parallel" not in str(sch.mod["main"])
    assert 'func_name="other"' in str(sch.trace)


@proves(SCHEDULE, "都没有时 `get_block` 抛出 `ValueError`，`does not know which function to be working on`，模块里只有一个函数也是这样", versions=OLD)
def _(tvm):
    sch = tvm.tir.Schedule(tvm.IRModule({"other": parsed(tvm, MAIN).with_attr("global_symbol", "other")}))
    with raises(ValueError, "does not know which function to be working on"):
        sch.get_block("relu")


@proves(SCHEDULE, "重设随机状态；这里 -1 表示设备随机数，0 当作 1，其余负数报错", "由当前状态派生一个种子，并推进状态")
def _(tvm):
    def after(seed):
        sch = scheduled(tvm)
        sch.seed(seed)
        return [sch.fork_seed(), sch.fork_seed()]

    assert after(5) == after(5) and after(0) == after(1) != after(5) and len(set(after(5))) == 2
    assert after(-1) != after(-1)
    with raises(Exception):
        scheduled(tvm).seed(-2)


@proves(SCHEDULE, "依次打印 `mod` 和 `trace`，带语法高亮", versions=NEW)
def _(tvm):
    import contextlib
    import io

    sch, out = scheduled(tvm), io.StringIO()
    sch.parallel(sch.get_loops("relu")[0])
    with contextlib.redirect_stdout(out):
        sch.show(black_format=False)
    text = out.getvalue()
    assert 0 <= text.index("prim_func") < text.index("apply_trace")


@proves(SCHEDULE, "返回一个句柄的内容的文本，同 `str(sch.get(rand_var))`，不打印", versions=OLDEST)
def _(tvm):
    sch = scheduled(tvm)
    assert sch.show(sch.get_block("relu")) == str(sch.get(sch.get_block("relu")))


@proves(SCHEDULE, "句柄对应的内容：`Block`、`For`，采样值得到 int；`StmtSRef` 得到它的语句", "语句不在 IR 里时报 `The stmt doesn't exist in the IR`", "删去句柄，再用它报 `Cannot find corresponding`；IR 不变")
def _(tvm):
    sch = scheduled(tvm)
    block, loop = sch.get_block("relu"), sch.get_loops("relu")[0]
    assert isinstance(sch.get(block), tvm.tir.Block) and isinstance(sch.get(loop), tvm.tir.For)
    sref = sch.get_sref(block)
    assert isinstance(sref, tvm.tir.StmtSRef) and sch.get(sref).same_as(sch.get(block)) and sch.get_sref(sch.get(block)).same_as(sref)
    assert isinstance(sch.get(sch.sample_categorical([4], [1.0])), int)
    gone = sch.get(loop)
    sch.parallel(loop)
    with raises(Exception, "The stmt doesn't exist in the IR"):
        sch.get_sref(gone)
    before = sch.mod
    sch.remove_rv(block)
    with raises(Exception, "Cannot find corresponding"):
        sch.get(block)
    assert tvm.ir.structural_equal(before, sch.mod)


# Blocks and loops


@proves(SCHEDULE, "一个函数里没有或不止一个时抛出 `ScheduleError`，不是文档字符串说的 `IndexError`", "从外到内的循环，到外面的块为止", "直接的子块，不进入子块内部")
def _(tvm):
    sch = scheduled(tvm)
    with refused(""):
        sch.get_block("conv")
    with refused(""):
        scheduled(tvm, MAIN.replace('"relu"', '"scale"')).get_block("scale")
    assert extents(sch, "matmul") == [16, 16, 16]
    outer = sch.blockize(sch.get_loops("matmul")[1])
    assert len(sch.get_loops(outer)) == 1 and len(sch.get_loops(sch.get_block("matmul"))) == 2
    names = lambda parent: [sch.get(one).name_hint for one in sch.get_child_blocks(parent)]
    assert names(sch.get_block("root")) == ["scale", "matmul_o", "relu"] and names(outer) == ["matmul"]


@proves(SCHEDULE, "同一作用域里它依赖的块", "根块报 `The primitive does not operate on the root block`", "同一作用域里依赖它的块")
def _(tvm):
    sch = scheduled(tvm)
    names = lambda found: [sch.get(one).name_hint for one in found]
    assert names(sch.get_producers("matmul")) == ["scale"] and names(sch.get_consumers("matmul")) == ["relu"]
    assert names(sch.get_producers("scale")) == [] == names(sch.get_consumers("relu"))
    with refused("The primitive does not operate on the root block"):
        sch.get_producers("root")


@proves(SCHEDULE, "所写的缓冲区不都由直接包住它的块分配的那些", versions=NEW)
def _(tvm):
    sch = scheduled(tvm)
    names = lambda: [sch.get(one).name_hint for one in sch.get_output_blocks(sch.get_block("root"))]
    assert names() == ["relu"]
    sch.blockize(sch.get_loops("relu")[1])
    assert sorted(names()) == ["relu", "relu_o"]


# Loops


@proves(SCHEDULE, "切成几层，返回从外到内的循环", "积小于长度报 `The product of factors is not larger than or equal to`，大于时块里多一个 `T.where`", "至多一个 `None`（由长度推算）")
def _(tvm):
    sch = scheduled(tvm)
    parts = sch.split(sch.get_loops("matmul")[0], [2, None, 4])
    assert [int(sch.get(one).extent) for one in parts] == [2, 2, 4] and extents(sch, "matmul") == [2, 2, 4, 16, 16]
    with raises(Exception):
        sch.split(sch.get_loops("matmul")[3], [None, None])
    with refused("The product of factors is not larger than or equal to"):
        sch.split(sch.get_loops("relu")[0], [3, 5])
    assert "T.where" not in sch.mod["main"].script()
    sch.split(sch.get_loops("relu")[0], [3, 6])
    assert "T.where" in sch.mod["main"].script() and correct(tvm, sch)


@proves(SCHEDULE, "循环要从 0 开始，没有标注和线程绑定；原有的并行等种类会丢掉，不作提示")
def _(tvm):
    sch = scheduled(tvm, MAIN.replace("for i, j in T.grid(16, 16):\n        with T.block(\"relu\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])", "for i in T.serial(1, 16):\n      for j in range(16):\n        with T.block(\"relu\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])"))
    with refused(""):
        sch.split(sch.get_loops("relu")[0], [None, 2])
    for prepare in (lambda sch, loop: sch.annotate(loop, "key", 1), lambda sch, loop: sch.bind(loop, "threadIdx.x")):
        sch = scheduled(tvm)
        loop = sch.get_loops("relu")[0]
        prepare(sch, loop)
        with refused(""):
            sch.split(loop, [None, 2])
    sch = scheduled(tvm)
    loop = sch.get_loops("relu")[0]
    sch.parallel(loop)
    outer, inner = sch.split(loop, [None, 2])
    assert [sch.get(one).kind for one in (outer, inner)] == [tvm.tir.ForKind.SERIAL] * 2


@proves(SCHEDULE, "由外到内相邻的循环合成一条，返回它", "外层只能有这一个内层（`The inner loop is not the only child`），内层的长度不依赖外层")
def _(tvm):
    sch = scheduled(tvm)
    i, j, k = sch.get_loops("matmul")
    assert int(sch.get(sch.fuse(i, j)).extent) == 256 and extents(sch, "matmul") == [256, 16] and correct(tvm, sch)
    sch = scheduled(tvm)
    i, j, k = sch.get_loops("matmul")
    with refused(""):
        sch.fuse(j, i)
    sch.reverse_compute_at("relu", i)
    with refused("The inner loop is not the only child"):
        sch.fuse(i, sch.get_loops("matmul")[1])
    triangle = """
def main(d: T.handle):
    D = T.match_buffer(d, (8, 8), "float32")
    for i in range(8):
        for j in range(i + 1):
            with T.block("only"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = T.float32(1)
"""
    sch = scheduled(tvm, triangle)
    with refused(""):
        sch.fuse(*sch.get_loops("only"))


PAIR = """
def main(a: T.handle, d: T.handle, e: T.handle):
    A = T.match_buffer(a, (8, 8), "float32")
    D = T.match_buffer(d, (8, 8), "float32")
    E = T.match_buffer(e, (8, 8), "float32")
    for i, j in T.grid(8, 8):
        with T.block("one"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(8, 8):
        with T.block("two"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = A[vi, vj] * T.float32(2)
"""


@proves(SCHEDULE, "外面到公共祖先的循环也一并合并，返回与给出的循环对应的那条", "至少两条，深度和各层长度相同", "不查块之间的依赖", versions=NEW)
def _(tvm):
    three = PAIR + """    for i, j in T.grid(4, 8):
        with T.block("three"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = A[vi, vj] * T.float32(3)
"""
    sch = scheduled(tvm, three)
    made = sch.merge(sch.get_loops("one")[1], sch.get_loops("two")[1])
    assert len(sch.get_loops("one")) == 2 and all(a.same_as(b) for a, b in zip(map(sch.get, sch.get_loops("one")), map(sch.get, sch.get_loops("two"))))
    assert sch.get(made).same_as(sch.get(sch.get_loops("one")[1]))
    for loops in (lambda s: [s.get_loops("one")[0]], lambda s: [s.get_loops("one")[0], s.get_loops("two")[1]], lambda s: [s.get_loops("two")[0], s.get_loops("three")[0]]):
        sch = scheduled(tvm, three)
        with raises(Exception):
            sch.merge(*loops(sch))
    sch = scheduled(tvm)
    sch.merge(sch.get_loops("scale")[0], sch.get_loops("relu")[0])
    assert not correct(tvm, sch)


@proves(SCHEDULE, "它们是作用域的全部语句时，0.13.0 报 `A SeqStmt of length 1 is prohibited`", versions=LATEST)
def _(tvm):
    sch = scheduled(tvm, PAIR)
    with raises("TVMError", "A SeqStmt of length 1 is prohibited"):
        sch.merge(sch.get_loops("one")[0], sch.get_loops("two")[0])


@proves(SCHEDULE, "在外面加一层长度为 1 的循环，返回它；不能加在根块外面")
def _(tvm):
    sch = scheduled(tvm)
    made = sch.add_unit_loop(sch.get_loops("relu")[0])
    assert int(sch.get(made).extent) == 1 and extents(sch, "relu") == [1, 16, 16]
    sch.add_unit_loop(sch.get_block("relu"))
    assert extents(sch, "relu") == [1, 16, 16, 1]
    with raises(Exception, "Cannot add loops on top of the root block"):
        sch.add_unit_loop(sch.get_block("root"))


@proves(SCHEDULE, "按给出的次序放回它们占的位置，没有提到的循环不动，返回 `None`", "要在一条链上（`the loops are not in a chain`）、不重复", "循环的种类和标注跟着走", "新次序里外层的范围不能依赖内层")
def _(tvm):
    sch = scheduled(tvm)
    i, j, k = sch.get_loops("matmul")
    sch.annotate(k, "key", 7)
    sch.unroll(k)
    assert sch.reorder(k, i) is None
    order = [sch.get(one) for one in sch.get_loops("matmul")]
    assert [str(one.loop_var) for one in order] == [str(sch.get(one).loop_var) for one in (k, j, i)]
    assert order[0].kind == tvm.tir.ForKind.UNROLLED and int(order[0].annotations["key"]) == 7
    with refused("the loops are not in a chain"):
        sch.reorder(i, sch.get_loops("relu")[0])
    with refused(""):
        sch.reorder(i, i)
    triangle = """
def main(d: T.handle):
    D = T.match_buffer(d, (8, 8), "float32")
    for i in range(8):
        for j in range(i + 1):
            with T.block("only"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = T.float32(1)
"""
    sch = scheduled(tvm, triangle)
    with refused(""):
        sch.reorder(*reversed(sch.get_loops("only")))


@proves(SCHEDULE, "改变块轴的次序，`new_order` 要是 0 到 n-1 的排列；循环不动", versions=NEW)
def _(tvm):
    sch = scheduled(tvm)
    block = sch.get_block("matmul")
    loops = [str(sch.get(one).loop_var) for one in sch.get_loops(block)]
    names = [one.var.name for one in sch.get(block).iter_vars]
    sch.reorder_block_iter_var(block, [2, 0, 1])
    assert [one.var.name for one in sch.get(block).iter_vars] == [names[2], names[0], names[1]]
    assert [str(sch.get(one).loop_var) for one in sch.get_loops(block)] == loops and correct(tvm, sch)
    for order in ([0, 0, 1], [0, 1], [1, 2, 3]):
        with raises("TVMError"):
            sch.reorder_block_iter_var(block, order)


@proves(SCHEDULE, "用到这条循环的块轴都是空间轴，否则 `The \"parallel\" cannot be fulfilled`", "改成向量，检查同上", "后四个都返回 `None`，同一条循环后写的取代先写的")
def _(tvm):
    kinds = tvm.tir.ForKind
    for name, kind in (("parallel", kinds.PARALLEL), ("vectorize", kinds.VECTORIZED), ("unroll", kinds.UNROLLED)):
        sch = scheduled(tvm)
        loop = sch.get_loops("matmul")[0]
        assert getattr(sch, name)(loop) is None and sch.get(loop).kind == kind
        if name != "unroll":
            with refused(f'The "{name}" cannot be fulfilled'):
                getattr(sch, name)(sch.get_loops("matmul")[2])
    sch = scheduled(tvm)
    loop = sch.get_loops("relu")[1]
    assert sch.bind(loop, "threadIdx.x") is None
    sch.parallel(loop)
    sch.vectorize(loop)
    assert sch.get(loop).kind == kinds.VECTORIZED


@proves(SCHEDULE, "长度不是常数时这里放行，下降时才报错")
def _(tvm):
    source = """
def main(d: T.handle, n: T.int32):
    D = T.match_buffer(d, (n,), "float32")
    for i in T.serial(0, n):
        with T.block("only"):
            vi = T.axis.spatial(n, i)
            D[vi] = T.float32(1)
"""
    sch = scheduled(tvm, source)
    sch.vectorize(sch.get_loops("only")[0])
    with raises("TVMError"):
        tvm.lower(sch.mod)


@proves(SCHEDULE, "`threadIdx` 也可以绑定归约轴", "开头不是这三种的报 `Unknown threadscope`，后缀不检查", "没有检查；会去掉原来的线程绑定")
def _(tvm):
    sch = scheduled(tvm)
    sch.bind(sch.get_loops("matmul")[2], "threadIdx.x")
    for axis in ("blockIdx.x", "vthread.x"):
        sch = scheduled(tvm)
        with refused('The "bind" cannot be fulfilled'):
            sch.bind(sch.get_loops("matmul")[2], axis)
    sch = scheduled(tvm)
    i, j = sch.get_loops("relu")
    with raises("TVMError", "Unknown threadscope"):
        sch.bind(i, "thread.x")
    sch.bind(i, "threadIdx.q")
    sch.unroll(i)
    assert sch.get(i).thread_binding is None and sch.get(i).kind == tvm.tir.ForKind.UNROLLED
    sch.unroll(sch.get_loops("matmul")[2])


@proves(SCHEDULE, "`preserve_unit_iters` 为 False 时，长度为 1 的循环变量不再出现在块的绑定里")
def _(tvm):
    for preserve in (True, False):
        sch = scheduled(tvm)
        one, rest = sch.split(sch.get_loops("relu")[0], [1, 16], preserve_unit_iters=preserve)
        name = str(sch.get(one).loop_var)
        realize = []
        tvm.tir.stmt_functor.post_order_visit(sch.mod["main"].body, lambda node: realize.append(node) if isinstance(node, tvm.tir.BlockRealize) and node.block.name_hint == "relu" else None)
        used = []
        tvm.tir.stmt_functor.post_order_visit(realize[0].iter_values[0], lambda node: used.append(str(node)) if isinstance(node, tvm.tir.Var) else None)
        assert (name in used) == preserve


# Caches


@proves(SCHEDULE, "搬运的原语在块的前后加一个新块并返回它，新缓冲区叫「原名_作用域」", "先把缓冲区搬进 `storage_scope`，读者改读缓存；`consumer_blocks` 限定改哪几个", "缓冲区至多一个写者（`allowed to be written by single block`）")
def _(tvm):
    sch = scheduled(tvm)
    made = sch.cache_read("matmul", "B", "shared")
    assert sch.get(made).name_hint == "B_shared" and blocks(sch).index("B_shared") < blocks(sch).index("matmul")
    assert [one.buffer.name for one in sch.get(sch.get_block("matmul")).reads] == ["S", "B_shared"]
    assert sch.get(made).writes[0].buffer.scope() == "shared" and correct(tvm, sch)
    sch = scheduled(tvm, PAIR)
    sch.cache_read("one", "A", "local", consumer_blocks=["one"])
    assert [sch.get(sch.get_block(name)).reads[0].buffer.name for name in ("one", "two")] == ["A_local", "A"]
    sch = scheduled(tvm)
    init = sch.decompose_reduction("matmul", sch.get_loops("matmul")[2])
    with refused("allowed to be written by single block"):
        sch.cache_read("relu", "C", "local")


@proves(SCHEDULE, "块改写缓存，随后再搬到原处", "缓冲区只有一个写者")
def _(tvm):
    sch = scheduled(tvm)
    made = sch.cache_write("matmul", 0, "local")
    assert sch.get(made).name_hint == "C_local" and blocks(sch)[-3:] == ["matmul", "C_local", "relu"]
    assert sch.get(sch.get_block("matmul")).writes[0].buffer.name == "C_local"
    assert [one.buffer.name for one in sch.get(sch.get_block("relu")).reads] == ["C"] and correct(tvm, sch)
    sch = scheduled(tvm)
    sch.decompose_reduction("matmul", sch.get_loops("matmul")[2])
    with refused("allowed to be written by single block"):
        sch.cache_write(sch.get_block("matmul_update"), 0, "local")


@proves(SCHEDULE, "`consumer_blocks` 里的块直接读缓存", versions=NEW)
def _(tvm):
    sch = scheduled(tvm)
    sch.cache_write("matmul", 0, "local", consumer_blocks=["relu"])
    assert [one.buffer.name for one in sch.get(sch.get_block("relu")).reads] == ["C_local"] and correct(tvm, sch)


@proves(SCHEDULE, "要 stage pipeline；缓冲区至多一个写者（`allowed to be written by single block`）", "要 stage pipeline；缓冲区只有一个写者", versions=OLDEST)
def _(tvm):
    for call in (lambda sch: sch.cache_read("matmul", 1, "local"), lambda sch: sch.cache_write("relu", 0, "local")):
        with refused("is not a stage pipeline"):
            call(scheduled(tvm, TORN))


@proves(SCHEDULE, "缓存的下标由 `index_map` 从块轴算出，只改这一个读者", "读的区域要是一个点（`is not a single point`）", versions=NEW)
def _(tvm):
    sch = scheduled(tvm)
    made = sch.reindex_cache_read("matmul", 0, "local", lambda i, j, k: (k, i))
    assert [int(n) for n in sch.get(made).writes[0].buffer.shape] == [16, 16]
    reads = sch.get(sch.get_block("matmul")).reads
    assert reads[0].buffer.name == "S_local" and str(reads[0].region[0].min) == "vk" and correct(tvm, sch)
    sch = scheduled(tvm)
    sch.blockize(sch.get_loops("relu")[1])
    with refused("is not a single point"):
        sch.reindex_cache_read("relu_o", 0, "local", lambda i: (i,))
    sch = scheduled(tvm)
    sch.reindex_cache_write("relu", 0, "local", lambda i, j: (j, i))
    assert str(sch.get(sch.get_block("relu")).writes[0].region[0].min) == "vj" and correct(tvm, sch)


@proves(SCHEDULE, "用于原地更新的块：前后各搬一次，返回两个块。块要既读又写这个缓冲区", versions=NEW)
def _(tvm):
    source = """
def main(d: T.handle):
    D = T.match_buffer(d, (8,), "float32")
    for i in range(8):
        with T.block("add"):
            vi = T.axis.spatial(8, i)
            D[vi] = D[vi] + T.float32(1)
"""
    sch = scheduled(tvm, source)
    assert len(sch.cache_inplace("add", 0, "local")) == 2 and len(blocks(sch)) == 3 and blocks(sch)[1] == "add"
    with refused(""):
        scheduled(tvm).cache_inplace("relu", 0, "local")


@proves(SCHEDULE, "缓存的布局改成按块轴排列，名称加 `_reindex`", "块里对它的访问下标要一致（`The indices should be the same`）")
def _(tvm):
    sch = scheduled(tvm, MAIN.replace("S[vi, vk] * B[vk, vj]", "S[vi, vk] * B[vj, vk]"))
    made = sch.reindex("matmul", ("read", 1))
    assert sch.get(made).writes[0].buffer.name == "B_reindex"
    region = sch.get(sch.get_block("matmul")).reads[1].region
    assert [one.min.name for one in region] == ["vj", "vk"]
    source = MAIN.replace("S[vi, vk] * B[vk, vj]", "S[vi, vk] * B[vk, vj] * B[vj, vk]")
    with refused("The indices should be the same"):
        scheduled(tvm, source).reindex("matmul", ("read", 1))


@proves(SCHEDULE, "在 `loop` 里放一个带 `auto_copy` 标注的搬运块", "放在最后一个写者之后", versions=NEW)
def _(tvm):
    sch = scheduled(tvm)
    loop = sch.get_loops("matmul")[0]
    made = sch.read_at(loop, sch.get_block("matmul"), 1, "shared")
    moved = sch.get(made)
    assert int(moved.annotations["auto_copy"]) == 1 and [sch.get(one) for one in sch.get_loops(made)] == [sch.get(loop)]
    assert [part.buffer.name for part in (*moved.reads, *moved.writes)] == ["B", "B_shared"] and moved.writes[0].buffer.scope() == "shared"
    assert [int(axis.extent) for axis in moved.writes[0].region] == [16, 16]
    assert "B_shared" in {part.buffer.name for part in sch.get(sch.get_block("matmul")).reads} and blocks(sch) == ["scale", "B_shared", "matmul", "relu"]
    sch = scheduled(tvm)
    loop = sch.get_loops("matmul")[0]
    made = sch.write_at(loop, sch.get_block("matmul"), 0, "local")
    assert int(sch.get(made).annotations["auto_copy"]) == 1 and blocks(sch).index("matmul") < blocks(sch).index(sch.get(made).name_hint)


@proves(SCHEDULE, "记下标注 `buffer_dim_align`", "`axis` 可以是负数；`factor` 要是正数；函数的形参不行")
def _(tvm):
    sch = scheduled(tvm)
    sch.storage_align("scale", 0, axis=-2, factor=32, offset=8)
    (found,) = sch.get(sch.get_block("scale")).annotations["buffer_dim_align"]
    assert [int(n) for n in found] == [0, 0, 32, 8]
    for options in ({"axis": 5, "factor": 32}, {"axis": 0, "factor": 0}, {"axis": 0, "factor": -2}):
        with refused(""):
            scheduled(tvm).storage_align("scale", 0, offset=8, **options)
    with refused(""):
        scheduled(tvm).storage_align("relu", 0, axis=0, factor=32, offset=8)


@proves(SCHEDULE, "改写出的缓冲区的作用域，名称加「_作用域」；相同时不做事；函数的形参报 `The input buffer is not allocated by a block`")
def _(tvm):
    sch = scheduled(tvm)
    sch.set_scope("scale", 0, "shared")
    buffer = sch.get(sch.get_block("scale")).writes[0].buffer
    assert (buffer.name, buffer.scope()) == ("S_shared", "shared")
    before = sch.mod
    sch.set_scope("scale", 0, "shared")
    assert tvm.ir.structural_equal(before, sch.mod) and sch.get(sch.get_block("scale")).writes[0].buffer.name == "S_shared"
    with refused("The input buffer is not allocated by a block"):
        scheduled(tvm).set_scope("relu", 0, "shared")


@proves(SCHEDULE, "改写出的缓冲区的数据类型，读写处各加一次转换；形参同样不行", versions=NEW)
def _(tvm):
    sch = scheduled(tvm)
    sch.unsafe_set_dtype("scale", 0, "float16")
    assert sch.get(sch.get_block("scale")).writes[0].buffer.dtype == "float16"
    assert isinstance(sch.get(sch.get_block("scale")).body.value, tvm.tir.Cast)
    assert "T.Cast" in sch.mod["main"].script().split('"matmul"')[1]
    with refused("The input buffer is not allocated by a block"):
        scheduled(tvm).unsafe_set_dtype("relu", 0, "float16")


@proves(SCHEDULE, "从块的 `T.reads` 或 `T.writes` 删去几项（`buf_type` 是 `\"read\"` 或 `\"write\"`），块体不变", versions=LATEST)
def _(tvm):
    sch = scheduled(tvm)
    block = sch.get_block("matmul")
    body = sch.get(block).body
    sch.unsafe_hide_buffer_access(block, "read", [0])
    assert [one.buffer.name for one in sch.get(block).reads] == ["B"] and tvm.ir.structural_equal(sch.get(block).body, body, map_free_vars=True)


@proves(SCHEDULE, "块不是输出块，只有先写后读的依赖，已经用 `compute_at` 移进使用者的循环（`the lca of the access location`）", versions=NEW)
def _(tvm):
    source = """
def main(a: T.handle, d: T.handle):
    A = T.match_buffer(a, (16,), "float32")
    D = T.match_buffer(d, (14,), "float32")
    S = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("first"):
            vi = T.axis.spatial(16, i)
            S[vi] = A[vi] + T.float32(1)
    for i in range(14):
        with T.block("last"):
            vi = T.axis.spatial(14, i)
            D[vi] = S[vi] + S[vi + 1] + S[vi + 2]
"""
    with refused(""):
        scheduled(tvm, source).rolling_buffer("last", 0)
    with refused("the lca of the access location"):
        scheduled(tvm, source).rolling_buffer("first", 0)
    sch = scheduled(tvm, source)
    outer, _ = sch.split(sch.get_loops("last")[0], [7, 2])
    sch.compute_at("first", outer)
    sch.rolling_buffer("first", 0)
    assert int(sch.get(sch.get_block("first")).writes[0].buffer.shape[0]) < 16


# Moving computations


@proves(SCHEDULE, "生产者移进使用者的循环 `loop`，每次迭代只算用到的区域", "不是输出块；同一作用域，`loop` 不是它的祖先；使用者都在 `loop` 之下（`Not all required blocks are under the loop scope`）")
def _(tvm):
    sch = scheduled(tvm)
    sch.compute_at("scale", sch.get_loops("matmul")[0])
    assert extents(sch, "scale") == [16, 16] and sch.get(sch.get_loops("scale")[0]).same_as(sch.get(sch.get_loops("matmul")[0])) and correct(tvm, sch)
    sch = scheduled(tvm)
    with refused("Cannot operate on an output block"):
        sch.compute_at("relu", sch.get_loops("matmul")[0])
    with refused("loop not to be the ancestor of block"):
        sch.compute_at("matmul", sch.get_loops("matmul")[0])
    with refused("Not all required blocks are under the loop scope"):
        sch.compute_at("scale", sch.get_loops("relu")[0])


@proves(SCHEDULE, "使用者移进生产者的循环；输出块也可以，生产者都要在 `loop` 之下")
def _(tvm):
    sch = scheduled(tvm)
    sch.reverse_compute_at("relu", sch.get_loops("matmul")[0])
    assert sch.get(sch.get_loops("relu")[0]).same_as(sch.get(sch.get_loops("matmul")[0])) and correct(tvm, sch)
    sch = scheduled(tvm)
    with refused("Not all required blocks are under the loop scope"):
        sch.reverse_compute_at("relu", sch.get_loops("scale")[0])


@proves(SCHEDULE, "块的表达式代入使用者，块和缓冲区消失", "要是没有 `T.init` 的完整块，只写一个缓冲区，不是输出", "`its body pattern does not meet`")
def _(tvm):
    sch = scheduled(tvm)
    sch.compute_inline("scale")
    assert blocks(sch) == ["matmul", "relu"] and [one.name for one in sch.get(sch.get_block("root")).alloc_buffers] == ["C"] and correct(tvm, sch)
    with refused("The block has init statement"):
        sch.compute_inline("matmul")
    with refused("Cannot operate on an output block"):
        sch.compute_inline("relu")
    source = MAIN.replace("            S[vi, vk] = A", "            if vi < 16:\n                S[vi, vk] = A")
    with refused("its body pattern does not meet"):
        scheduled(tvm, source).compute_inline("scale")


@proves(SCHEDULE, "使用者并入它唯一的生产者", "要是没有 `T.init`、没有 `T.where` 的完整块，块体是一次存储")
def _(tvm):
    source = """
def main(a: T.handle, d: T.handle):
    A = T.match_buffer(a, (16,), "float32")
    D = T.match_buffer(d, (16,), "float32")
    S = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("first"):
            vi = T.axis.spatial(16, i)
            S[vi] = A[vi] + T.float32(1)
    for i in range(16):
        with T.block("last"):
            vi = T.axis.spatial(16, i)
            D[vi] = S[vi] * T.float32(2)
"""
    sch = scheduled(tvm, source)
    sch.reverse_compute_inline("last")
    assert blocks(sch) == ["first"] and sch.get(sch.get_block("first")).writes[0].buffer.name == "D"
    sch = scheduled(tvm, source)
    sch.split(sch.get_loops("last")[0], [3, 6])
    with refused(""):
        sch.reverse_compute_inline("last")
    with refused("The block has init statement"):
        scheduled(tvm).reverse_compute_inline("matmul")


@proves(SCHEDULE, "-1 尽量靠后，-2 尽量靠前，不合依赖的数报 `Valid index:`")
def _(tvm):
    for index, order in ((-1, ["A_local", "B_local", "matmul", "relu"]), (-2, ["B_local", "A_local", "matmul", "relu"])):
        sch = scheduled(tvm)
        sch.compute_inline("scale")
        loop = sch.get_loops("matmul")[0]
        first, second = (sch.cache_read("matmul", number, "local") for number in (0, 1))
        sch.compute_at(first, loop)
        sch.compute_at(second, loop, index=index)
        assert blocks(sch) == order and correct(tvm, sch)
    source = MAIN.replace("    for i, j in T.grid(16, 16):\n        with T.block(\"relu\")", """    for i, j in T.grid(16, 16):
        with T.block("other"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = C[vi, vj]
    for i, j in T.grid(16, 16):
        with T.block("relu")""").replace("S[vi, vk] * B[vk, vj]", "S[vi, vk]")
    for index, order in ((-1, ["other", "relu"]), (-2, ["relu", "other"])):
        sch = scheduled(tvm, source)
        loop = sch.get_loops("matmul")[0]
        sch.reverse_compute_at("other", loop)
        sch.reverse_compute_at("relu", loop, index=index)
        assert blocks(sch) == ["scale", "matmul", *order]
    sch = scheduled(tvm)
    with raises(Exception, "Valid index:"):
        sch.reverse_compute_at("relu", sch.get_loops("matmul")[0], index=0)


# Reductions and padding


@proves(SCHEDULE, "把 `T.init` 拆成「原名_init」块，放在 `loop` 之前，返回它；原块改名「原名_update」，原句柄仍指向它", "绑定归约轴的循环不能在 `loop` 之外（`to be higher than all the loops related to reduce block var`）")
def _(tvm):
    sch = scheduled(tvm)
    block = sch.get_block("matmul")
    made = sch.decompose_reduction(block, sch.get_loops(block)[2])
    assert sch.get(made).name_hint == "matmul_init" and sch.get(block).name_hint == "matmul_update" and sch.get(block).init is None
    assert len(sch.get_loops(made)) == 2 and correct(tvm, sch)
    sch = scheduled(tvm)
    i, j, k = sch.get_loops("matmul")
    sch.reorder(k, i, j)
    with refused("to be higher than all the loops related to reduce block var"):
        sch.decompose_reduction("matmul", i)
    sch.decompose_reduction("matmul", k)
    assert correct(tvm, sch)


@proves(SCHEDULE, "把归约循环变成新缓冲区「原名.rf」（打印成「原名_rf」）的一维，返回算部分和的块「块名_rf」，原句柄指向再归约一次的块", "`factor_axis` 在 -(n+1) 到 n 之间", "运算和初值是注册过的（`No matched reducer`）", "循环要是串行的、只绑定归约轴")
def _(tvm):
    for axis, shape in ((0, [4, 16, 16]), (2, [16, 16, 4]), (-1, [16, 16, 4]), (-3, [4, 16, 16])):
        sch = scheduled(tvm)
        block = sch.get_block("matmul")
        outer, _ = sch.split(sch.get_loops(block)[2], [4, None])
        made = sch.rfactor(outer, axis)
        buffer = sch.get(made).writes[0].buffer
        assert sch.get(made).name_hint == "matmul_rf" and buffer.name == "C.rf" and "C_rf" in sch.mod["main"].script() and [int(n) for n in buffer.shape] == shape
        assert sch.get(block).name_hint == "matmul" and sch.get(block).reads[0].buffer.name == "C.rf" and correct(tvm, sch)
    for axis in (3, -4):
        sch = scheduled(tvm)
        with refused(""):
            sch.rfactor(sch.get_loops("matmul")[2], axis)
    sch = scheduled(tvm)
    with refused(""):
        sch.rfactor(sch.get_loops("matmul")[0], 0)
    sch.parallel(sch.get_loops("matmul")[0])
    sch = scheduled(tvm, MAIN.replace("C[vi, vj] + S[vi, vk] * B[vk, vj]", "C[vi, vj] - S[vi, vk] * B[vk, vj]"))
    with refused("No matched reducer"):
        sch.rfactor(sch.get_loops("matmul")[2], 0)
    sch = scheduled(tvm)
    sch.unroll(sch.get_loops("matmul")[2])
    with refused(""):
        sch.rfactor(sch.get_loops("matmul")[2], 0)


@proves(SCHEDULE, "各块轴的长度补成 `padding` 的倍数，输入先搬进补 0 的缓冲区，输出再搬回；返回 `None`", "`padding` 与块轴一样多、都是正数", "not a computation of Einsum pattern", "`pad_einsum` 补的总是 0，归约是求最大、求积时结果可能错，不作提示", versions=LATEST)
def _(tvm):
    sch = scheduled(tvm)
    assert sch.pad_einsum("matmul", [10, 16, 7]) is None
    assert extents(sch, "matmul") == [20, 16, 21] and correct(tvm, sch) and "if_then_else" in sch.mod["main"].script()
    for padding in ([4, 4], [4, 4, 0], [4, 4, -2]):
        with refused(""):
            scheduled(tvm).pad_einsum("matmul", padding)
    with refused("not a computation of Einsum pattern"):
        scheduled(tvm, MAIN.replace("S[vi, vk] * B[vk, vj]", "S[vi, vk] * B[15 - vk, vj]")).pad_einsum("matmul", [4, 4, 4])
    te = tvm.te
    x, r = te.placeholder((2, 5), name="X"), te.reduce_axis((0, 5), name="r")
    largest = te.create_prim_func([x, te.compute((2,), lambda i: te.max(x[i, r], axis=r), name="M")])
    sch = tvm.tir.Schedule(largest)
    sch.pad_einsum("M", [1, 4])
    out = tvm.nd.empty((2,))
    tvm.build(sch.mod, target="llvm")(tvm.nd.array(-np.ones((2, 5), "float32")), out)
    assert list(out.numpy()) == [0, 0]


@proves(SCHEDULE, "各块轴的长度增加 `padding` 个", "`The padding size for the block is invalid`", "否则报 `is not allocated as an intermediate buffer`", "别的报 `not a computation of Einsum pattern`，所以求最大、求积的归约被拒绝", versions=OLD)
def _(tvm):
    with refused("is not allocated as an intermediate buffer"):
        scheduled(tvm).pad_einsum("matmul", [4, 8, 0])
    sch = scheduled(tvm)
    sch.cache_read("matmul", "B", "local")
    for padding in ([4, 8], [4, 8, -1]):
        with refused("The padding size for the block is invalid"):
            sch.pad_einsum("matmul", padding)
    sch.pad_einsum("matmul", [4, 8, 0])
    assert extents(sch, "matmul") == [20, 24, 16] and extents(sch, "relu") == [16, 16]
    for reduction in ("T.max(C[vi, vj], S[vi, vk])", "C[vi, vj] * S[vi, vk]"):
        sch = scheduled(tvm, MAIN.replace("C[vi, vj] + S[vi, vk] * B[vk, vj]", reduction))
        with refused("not a computation of Einsum pattern"):
            sch.pad_einsum("matmul", [4, 8, 0])


@proves(SCHEDULE, "拆成「填常数」和「搬数据」两块，前者放在 `loop` 之前并返回", "to match padding pattern", "上一项能不能做，返回 1 或 0；不改 IR，不记进轨迹")
def _(tvm):
    source = """
def main(a: T.handle, d: T.handle):
    A = T.match_buffer(a, (16,), "float32")
    D = T.match_buffer(d, (20,), "float32")
    for i in range(20):
        with T.block("pad"):
            vi = T.axis.spatial(20, i)
            D[vi] = T.if_then_else(vi < 16, A[vi], T.float32(0), dtype="float32")
"""
    sch = scheduled(tvm, source)
    block, loop = sch.get_block("pad"), sch.get_loops("pad")[0]
    before, steps = sch.mod, len(sch.trace.insts)
    assert sch.can_decompose_padding(block, loop) == 1 and tvm.ir.structural_equal(before, sch.mod) and len(sch.trace.insts) == steps
    made = sch.decompose_padding(block, loop)
    assert blocks(sch)[0] == sch.get(made).name_hint and len(blocks(sch)) == 2 and extents(sch, made) == [20] and extents(sch, block) == [16]
    sch = scheduled(tvm)
    block, loop = sch.get_block("relu"), sch.get_loops("relu")[0]
    assert sch.can_decompose_padding(block, loop) == 0
    with refused("to match padding pattern"):
        sch.decompose_padding(block, loop)


# Tensors and layouts


@proves(SCHEDULE, "循环之下的子树包成一个块，返回它，名称是「原名_o」", "循环之下只能有一个子块，绑定要能分成内外两部分（`can not be blockized`）")
def _(tvm):
    sch = scheduled(tvm)
    made = sch.blockize(sch.get_loops("relu")[1])
    assert sch.get(made).name_hint == "relu_o" and extents(sch, made) == [16] and correct(tvm, sch)
    sch = scheduled(tvm)
    sch.reverse_compute_at("relu", sch.get_loops("matmul")[0])
    with refused(""):
        sch.blockize(sch.get_loops("matmul")[0])
    sch = scheduled(tvm)
    i, j = sch.get_loops("relu")
    fused = sch.fuse(i, j)
    outer, inner = sch.split(fused, [None, 24])
    with refused("can not be blockized"):
        sch.blockize(inner)


@proves(SCHEDULE, "各块有自己的循环，在同一层里相邻，都不是归约块，名称以 `outer_` 开头", "两个块同在一条循环里时报 `Cannot find the BlockRealize`", versions=LATEST)
def _(tvm):
    source = """
def main(a: T.handle, d: T.handle, e: T.handle):
    A = T.match_buffer(a, (4, 8), "float32")
    D = T.match_buffer(d, (4, 8), "float32")
    E = T.match_buffer(e, (4, 8), "float32")
    for i in range(4):
        for j in range(8):
            with T.block("one"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj]
            with T.block("two"):
                vi, vj = T.axis.remap("SS", [i, j])
                E[vi, vj] = A[vi, vj]
"""
    sch = scheduled(tvm, source)
    with raises("TVMError", "Cannot find the BlockRealize"):
        sch.blockize([sch.get_block("one"), sch.get_block("two")])
    apart = source.replace('            with T.block("two")', '        for j in range(8):\n            with T.block("two")')
    sch = scheduled(tvm, apart)
    made = sch.blockize([sch.get_block("one"), sch.get_block("two")])
    assert sch.get(made).name_hint == "outer_one_two_" and extents(sch, made) == [4]
    summed = apart.replace('"SS"', 'AXES')
    for buffer in "DE":
        summed = summed.replace(f"                {buffer}[vi, vj] = A[vi, vj]", f"""                with T.init():
                    {buffer}[INDEX] = T.float32(0)
                {buffer}[INDEX] = {buffer}[INDEX] + A[vi, vj]""")
    for axes, index in (('"SR"', "vi, 0"), ('"RS"', "0, vj")):
        for keep in (True, False):
            sch = scheduled(tvm, summed.replace("AXES", axes).replace("INDEX", index))
            with raises("TVMError", "No reduction iter vars allowed for the outer loops"):
                sch.blockize([sch.get_block("one"), sch.get_block("two")], preserve_unit_iters=keep)


def vector_intrinsic(tvm, name, factor="2"):
    text = """
def {kind}(x: T.handle, y: T.handle):
    X = T.match_buffer(x, (8,), "float32", offset_factor=1)
    Y = T.match_buffer(y, (8,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(X[0:8])
        T.writes(Y[0:8])
"""
    desc = text.format(kind="desc") + f"""        for i in range(8):
            with T.block("step"):
                vi = T.axis.spatial(8, i)
                Y[vi] = X[vi] * T.float32({factor})
"""
    impl = text.format(kind="impl") + '        T.evaluate(T.call_extern("twice8", X.data, Y.data, dtype="int32"))\n'
    tvm.tir.TensorIntrin.register(name, parsed(tvm, desc), parsed(tvm, impl))


@proves(SCHEDULE, "把块或循环之下的计算换成注册过的 `TensorIntrin`，形参只能是名称", "不符报 `The stmt doesn't match the tensor intrin`；名称没有注册报 `is not registered`", "传循环时先 `blockize`")
def _(tvm):
    vector_intrinsic(tvm, "probe.twice8")
    vector_intrinsic(tvm, "probe.thrice8", "3")
    sch = scheduled(tvm)
    _, lanes = sch.split(sch.get_loops("scale")[1], [None, 8])
    sch.tensorize(lanes, "probe.twice8")
    assert "twice8" in str(sch.mod) and "scale_o" in blocks(sch)
    sch = scheduled(tvm)
    _, lanes = sch.split(sch.get_loops("scale")[1], [None, 8])
    with refused("The stmt doesn't match the tensor intrin"):
        sch.tensorize(lanes, "probe.thrice8")
    with raises(Exception, "is not registered"):
        sch.tensorize(lanes, "probe.nothing")
    with raises(TypeError):
        sch.tensorize(lanes, tvm.tir.TensorIntrin.get("probe.twice8"))


@proves(SCHEDULE, "改缓冲区的布局和对它的全部访问，返回 `None`", "函数的形参也可以变换，签名随之改变", "写成 `(\"read\", 0)`、`(\"write\", 0)`、名称或 `Buffer`")
def _(tvm):
    tiled = lambda i, j: [i // 4, j, i % 4]
    for buffer in (("write", 0), "C", None):
        sch = scheduled(tvm)
        target = buffer or sch.get(sch.get_block("matmul")).writes[0].buffer
        assert sch.transform_layout("matmul", target, tiled) is None
        assert [int(n) for n in sch.get(sch.get_block("matmul")).writes[0].buffer.shape] == [4, 16, 4]
        assert [int(n) for n in sch.get(sch.get_block("relu")).reads[0].buffer.shape] == [4, 16, 4] and correct(tvm, sch)
    sch = scheduled(tvm)
    sch.transform_layout("relu", ("write", 0), tiled)
    function = sch.mod["main"]
    assert [int(n) for n in function.buffer_map[function.params[2]].shape] == [4, 16, 4]


@proves(SCHEDULE, "映射使元素变多时要给 `pad_value`（数或新下标的函数），类型与缓冲区相同，浮点缓冲区写 `0.0` 而不是 `0`", "这样丢掉一半信息的映射会放行", "多半在求逆时报错")
def _(tvm):
    padded = lambda i, j: [i // 6, j, i % 6]
    with refused("Transformation would introduce padding"):
        scheduled(tvm).transform_layout("matmul", "B", padded)
    with refused(""):
        scheduled(tvm).transform_layout("matmul", ("write", 0), padded, pad_value=0)
    for value in (0.0, lambda io, j, ii: tvm.tir.const(1.0)):
        sch = scheduled(tvm)
        sch.transform_layout("matmul", ("write", 0), padded, pad_value=value)
        assert [int(n) for n in sch.get(sch.get_block("matmul")).writes[0].buffer.shape] == [3, 16, 6]
    sch = scheduled(tvm)
    sch.transform_layout("matmul", "C", lambda i, j: [i // 2, j])
    assert not correct(tvm, sch)
    with raises("TVMError"):
        scheduled(tvm).transform_layout("matmul", "C", lambda i, j: [i + j, j // 2])


@proves(SCHEDULE, "`assume_injective_transform=True` 不求逆", versions=NEW)
def _(tvm):
    scheduled(tvm).transform_layout("matmul", "C", lambda i, j: [i + j, j // 2], assume_injective_transform=True)


@proves(SCHEDULE, "按映射重做块轴和外面的循环：循环换成新的串行循环", "循环之下只有这一个块，绑定就是循环变量（`not variables of outer loops`）", "新轴不能混合空间轴和归约轴")
def _(tvm):
    sch = scheduled(tvm)
    sch.parallel(sch.get_loops("relu")[0])
    sch.transform_block_layout("relu", lambda i, j: [i * 16 + j])
    assert extents(sch, "relu") == [256] and sch.get(sch.get_loops("relu")[0]).kind == tvm.tir.ForKind.SERIAL and correct(tvm, sch)
    sch = scheduled(tvm)
    sch.split(sch.get_loops("relu")[0], [4, 4])
    with refused("not variables of outer loops"):
        sch.transform_block_layout("relu", lambda i, j: [i * 16 + j])
    with raises("TVMError"):
        scheduled(tvm).transform_block_layout("matmul", lambda i, j, k: [i, j * 16 + k])


@proves(SCHEDULE, "设置展平时保留的分组，如 `[1]` 展平成二维；函数的形参可以，块里用 `match_buffer` 取的子区域报 `IndexError`")
def _(tvm):
    sch = scheduled(tvm)
    sch.set_axis_separator("matmul", ("write", 0), [1])
    buffer = sch.get(sch.get_block("matmul")).writes[0].buffer
    assert [int(n) for n in buffer.axis_separators] == [1]
    assert len(buffer.get_flattened_buffer().shape) == 2
    sch = scheduled(tvm)
    sch.set_axis_separator("relu", ("write", 0), [1])
    assert {one.name: [int(n) for n in one.axis_separators] for one in sch.mod["main"].buffer_map.values()} == {"A": [], "B": [], "D": [1]}
    source = """
def main(d: T.handle):
    D = T.match_buffer(d, (8, 8), "float32")
    for i in range(8):
        with T.block("row"):
            vi = T.axis.spatial(8, i)
            T.reads()
            T.writes(D[vi, 0:8])
            R = T.match_buffer(D[vi, 0:8], (1, 8), "float32", offset_factor=1)
            for j in range(8):
                with T.block("set"):
                    vj = T.axis.spatial(8, j)
                    R[0, vj] = T.float32(1)
"""
    with raises("IndexError", "Could not get the corresponding function"):
        scheduled(tvm, source).set_axis_separator("set", ("write", 0), [1])


# Sampling, annotations, traces


@proves(SCHEDULE, "从整数里按权重取一个，返回采样值；`probs` 要写成浮点数，个数相同；`decision` 是第几个，越界报 `Wrong decision value`")
def _(tvm):
    sch = scheduled(tvm)
    assert sch.get(sch.sample_categorical([10, 20], [0.0, 1.0])) == 20
    assert sch.get(sch.sample_categorical([10, 20], [0.5, 0.5], decision=0)) == 10
    with raises(Exception, "Wrong decision value"):
        sch.sample_categorical([10, 20], [0.5, 0.5], decision=2)
    with raises(Exception):
        sch.sample_categorical([10, 20], [1, 1])
    with raises(Exception):
        sch.sample_categorical([10, 20], [1.0])


@proves(SCHEDULE, "取 n 个积等于长度的因子，最后一个不超过 `max_innermost_factor`（-1 不限）；有限制时 n 至少为 2", "`decision` 里除不尽的因子被静默改掉，也不受上限约束", "长度不是常数时得到 `[-1, 1, …]`，`split` 不接受")
def _(tvm):
    sch = scheduled(tvm, seed=1)
    values = lambda made: [int(sch.get(one)) for one in made]
    loop = sch.get_loops("matmul")[0]
    for _ in range(20):
        found = values(sch.sample_perfect_tile(loop, n=3, max_innermost_factor=4))
        assert np.prod(found) == 16 and found[-1] <= 4
    assert values(sch.sample_perfect_tile(loop, n=1, max_innermost_factor=-1)) == [16]
    with raises(Exception):
        sch.sample_perfect_tile(loop, n=1, max_innermost_factor=4)
    assert values(sch.sample_perfect_tile(loop, n=2, max_innermost_factor=4, decision=[1, 16])) == [1, 16]
    changed = values(sch.sample_perfect_tile(loop, n=2, decision=[3, 5]))
    assert np.prod(changed) == 16 and changed != [3, 5]
    source = """
def main(d: T.handle, n: T.int32):
    D = T.match_buffer(d, (n,), "float32")
    for i in T.serial(0, n):
        with T.block("only"):
            vi = T.axis.spatial(n, i)
            D[vi] = T.float32(1)
"""
    sch = scheduled(tvm, source)
    made = sch.sample_perfect_tile(sch.get_loops("only")[0], n=2)
    assert values(made) == [-1, 1]
    with raises(Exception):
        sch.split(sch.get_loops("only")[0], made)


@proves(SCHEDULE, "从 `partition_pos` 起的因子之积是 `innerpart_factor` 的倍数；长度不是它的倍数时得到 `[-1, 1, …]`", versions=LATEST)
def _(tvm):
    sch = scheduled(tvm, seed=1)
    loop = sch.get_loops("matmul")[0]
    for _ in range(10):
        found = [int(sch.get(one)) for one in sch.sample_partitioned_tile(loop, n=4, partition_pos=2, innerpart_factor=8)]
        assert np.prod(found) == 16 and np.prod(found[2:]) % 8 == 0
    assert [int(sch.get(one)) for one in sch.sample_partitioned_tile(loop, n=3, partition_pos=1, innerpart_factor=3)] == [-1, 1, 1]


@proves(SCHEDULE, "取一个 `compute_at` 的位置：使用者的某条循环，或根标记（-1），能内联时还有内联标记（-2）", "是采样得到的根标记时两个 `compute_at` 不做事，是内联标记时等于内联")
def _(tvm):
    inline = scheduled(tvm)
    inline.compute_at("scale", inline.sample_compute_location("scale", decision=-2))
    assert blocks(inline) == ["matmul", "relu"]
    root = scheduled(tvm)
    before = root.mod
    root.compute_at("scale", root.sample_compute_location("scale", decision=-1))
    assert tvm.ir.structural_equal(before, root.mod)
    sch = scheduled(tvm)
    found = sch.sample_compute_location("scale", decision=0)
    assert sch.get(found).same_as(sch.get(sch.get_loops("matmul")[0]))


@proves(SCHEDULE, "键已经有了就不改，也不作提示", "去掉标注；没有这个键报 `Cannot find annotation key`", "Python 的 int、bool 成为 int32（放不下时报错），float 成为 float32")
def _(tvm):
    sch = scheduled(tvm)
    block = sch.get_block("relu")
    sch.annotate(block, "key", 16)
    sch.annotate(block, "key", 64)
    found = lambda name: sch.get(block).annotations[name]
    assert int(found("key")) == 16 and found("key").dtype == "int32"
    sch.annotate(block, "flag", True)
    sch.annotate(block, "real", 0.5)
    sch.annotate(block, "text", "words")
    sch.annotate(block, "list", [1, "a"])
    assert found("flag").dtype == "int32" and found("real").dtype == "float32" and found("text") == "words" and len(found("list")) == 2
    with raises(Exception):
        sch.annotate(block, "big", 2**40)
    sch.unannotate(block, "key")
    with raises(Exception, "Cannot find annotation key"):
        sch.unannotate(block, "key")


@proves(SCHEDULE, "在轨迹里记一个分界；`remove_postproc=True` 的重放到此为止")
def _(tvm):
    sch = scheduled(tvm)
    sch.parallel(sch.get_loops("relu")[0])
    sch.enter_postproc()
    sch.unroll(sch.get_loops("matmul")[2])
    for remove in (True, False):
        again = scheduled(tvm)
        sch.trace.apply_to_schedule(again, remove_postproc=remove)
        assert "parallel" in str(again.mod) and ("unroll" in str(again.mod)) == (not remove)


# Errors and state


@proves("tvm.tir.ScheduleError", "是 `TVMError` 的子类", "原语名、标出位置的整个 IR、`Error message:` 一句", "`ScheduleError:` 加一句不带名称和位置的说明", "`ScheduleError: (not rendered)`", "用 `CHECK` 写的检查不受它影响")
def _(tvm):
    assert issubclass(tvm.tir.ScheduleError, tvm.TVMError)
    texts = {}
    for level in ("detail", "fast", "none"):
        try:
            scheduled(tvm, error_render_level=level).compute_inline("relu")
        except tvm.tir.ScheduleError as error:
            texts[level] = str(error)
    assert "T.prim_func" in texts["detail"] and "Error message:" in texts["detail"] and "compute-inline" in texts["detail"].replace("_", "-")
    assert "ScheduleError: Cannot operate on an output block" in texts["fast"] and "T.prim_func" not in texts["fast"]
    assert "ScheduleError: (not rendered)" in texts["none"] and "output block" not in texts["none"]
    sch = scheduled(tvm, error_render_level="none")
    loop = sch.get_loops("relu")[0]
    sch.split(loop, [2, None])
    with raises(ValueError, "The loop no longer exists in the IRModule"):
        sch.unroll(loop)


@proves("tvm.tir.ScheduleState", "别的字符串、小于 -1 的数抛出 `ValueError`", "构造时给出的掩码，整数", "语句对应的 `StmtSRef`，不在树里时返回 `None`", "这个块之内的 `BlockScope`")
def _(tvm):
    function = parsed(tvm, MAIN)
    for mask, number in (("none", 0), ("all", 3), (-1, 3), (2, 2)):
        assert tvm.tir.ScheduleState(function, debug_mask=mask).debug_mask in (number, -1 if number == 3 else number)
    for mask in ("full", -2):
        with raises(ValueError):
            tvm.tir.ScheduleState(function, debug_mask=mask)
    state = tvm.tir.ScheduleState(function)
    root = state.mod["main"].body.block
    assert isinstance(state.get_sref(root), tvm.tir.StmtSRef)
    assert state.get_sref(tvm.tir.For(tvm.tir.Var("i", "int32"), 0, 2, 0, tvm.tir.Evaluate(0))) is None
    assert isinstance(state.get_block_scope(state.get_sref(root)), tvm.tir.BlockScope)


@proves("tvm.tir.ScheduleState", "换掉一棵子树：块换块、循环换循环，或循环换 `BlockRealize`", "循环按循环变量自动对应")
@proves("tvm.tir.StmtSRef", "所指的 `Block` 或 `For`；语句已被换掉时是 `None`", "外面最近的块或循环的引用，根块是 `None`", "在所属顺序语句里是第几个，单独一条时是 -1")
def _(tvm):
    tir = tvm.tir
    sch = scheduled(tvm)
    state = sch.state
    loop = sch.get_sref(sch.get_loops("relu")[0])
    inner = sch.get_sref(sch.get_loops("relu")[1])
    assert loop.seq_index == 2 and inner.seq_index == -1 and inner.parent.same_as(loop)
    root = sch.get_sref(sch.get_block("root"))
    assert root.parent is None and loop.parent.same_as(root) and isinstance(loop.stmt, tir.For) and isinstance(root.stmt, tir.Block)
    old = loop.stmt
    state.replace(loop, tir.For(old.loop_var, old.min, old.extent, tir.ForKind.PARALLEL, old.body))
    assert loop.stmt.kind == tir.ForKind.PARALLEL and "parallel" in str(state.mod)
    scale = sch.get_sref(sch.get_block("scale"))
    sch.compute_inline("scale")
    assert scale.stmt is None


@proves("tvm.tir.StmtSRef", "特殊的引用，`compute_at` 见到它就内联", "特殊的引用，`compute_at` 见到它就不做事")
def _(tvm):
    assert isinstance(tvm.tir.StmtSRef.inline_mark(), tvm.tir.StmtSRef) and isinstance(tvm.tir.StmtSRef.root_mark(), tvm.tir.StmtSRef)
    assert not tvm.tir.StmtSRef.inline_mark().same_as(tvm.tir.StmtSRef.root_mark())
    sch = scheduled(tvm)
    for decision, mark in ((-2, tvm.tir.StmtSRef.inline_mark()), (-1, tvm.tir.StmtSRef.root_mark())):
        assert sch.get_sref(sch.sample_compute_location("scale", decision=decision)).same_as(mark)


@proves("tvm.tir.BlockDependenceInfo", "别的抛出 `TypeError`", "它不记录循环，所以子块的 `parent` 直接是包住它的块", "0.13.0 里读它是 `AttributeError`", "块对应的 `StmtSRef`，找不到时返回 `None`")
def _(tvm):
    function = parsed(tvm, MAIN)
    info = tvm.tir.BlockDependenceInfo(function)
    tvm.tir.BlockDependenceInfo(tvm.IRModule({"main": function}))
    with raises(TypeError):
        tvm.tir.BlockDependenceInfo(function.body)
    root = function.body.block
    block = root.body[2].body.body.block
    assert info.get_sref(block).parent.same_as(info.get_sref(root))
    with raises(AttributeError):
        info.mod
    assert info.get_sref(parsed(tvm, PAIR).body.block) is None
    assert isinstance(info.get_block_scope(info.get_sref(root)), tvm.tir.BlockScope)


@proves("tvm.tir.BlockScope", "每条依赖有 `src`、`dst`（`StmtSRef`）和 `kind`：0 先写后读，1 先写后写，2 先读后写", "它比较的是缓冲区，不比较区域；自己对自己不算", "以它为源、别的块依赖它的依赖列表，没有时为空", "它依赖别的块的依赖列表")
def _(tvm):
    source = """
def main(a: T.handle, d: T.handle):
    A = T.match_buffer(a, (16,), "float32")
    D = T.match_buffer(d, (16,), "float32")
    for i in range(8):
        with T.block("first"):
            vi = T.axis.spatial(8, i)
            D[vi] = A[vi] + T.float32(1)
    for i in range(8):
        with T.block("second"):
            vi = T.axis.spatial(8, i)
            D[vi + 8] = A[vi] * T.float32(2)
    for i in range(8):
        with T.block("third"):
            vi = T.axis.spatial(8, i)
            A[vi] = A[vi] + T.float32(1)
    for i in range(8):
        with T.block("fourth"):
            vi = T.axis.spatial(8, i)
            T.reads(D[vi])
            T.writes()
            T.evaluate(D[vi])
"""
    state = tvm.tir.ScheduleState(parsed(tvm, source))
    root = state.mod["main"].body.block
    one = [state.get_sref(part.body.block) for part in root.body]
    scope = state.get_block_scope(state.get_sref(root))
    found = lambda deps: sorted((dep.src.stmt.name_hint, dep.dst.stmt.name_hint, int(dep.kind)) for dep in deps)
    assert found(scope.get_deps_by_src(one[0])) == [("first", "fourth", 0), ("first", "second", 1), ("first", "third", 2)]
    assert found(scope.get_deps_by_dst(one[2])) == [("first", "third", 2), ("second", "third", 2)]
    assert list(scope.get_deps_by_src(one[3])) == []


# Intrinsics


@proves_check("tvm.tir.TensorIntrin", "两个函数的形参个数要相同，类型都是 `handle`，否则抛出 `ValueError`；`buffer_map` 的大小不同时抛出 `InternalError`")
def _(tvm, release):
    tir = tvm.tir
    handle, other = tir.Var("a", "handle"), tir.Var("b", "handle")
    buffer = tir.decl_buffer((4,), "float32")
    nothing = tir.Evaluate(0)
    one = tir.PrimFunc([handle], nothing)
    assert isinstance(tir.TensorIntrin(one, tir.PrimFunc([other], nothing)), tir.TensorIntrin)
    for pair in ((one, tir.PrimFunc([handle, other], nothing)), (one, tir.PrimFunc([tir.Var("n", "int32")], nothing))):
        with raises(ValueError):
            tir.TensorIntrin(*pair)
    with raises(check_error(release)):
        tir.TensorIntrin(one, tir.PrimFunc([other], nothing, buffer_map={other: buffer}))


@proves("tvm.tir.TensorIntrin", "同名已有而 `override` 为 False 时抛出 `ValueError`，`has already been registered`", "按名称取出；没有时抛出 `ValueError`")
def _(tvm):
    vector_intrinsic(tvm, "probe.known")
    with raises(ValueError, "has already been registered"):
        vector_intrinsic(tvm, "probe.known")
    known = tvm.tir.TensorIntrin.get("probe.known")
    tvm.tir.TensorIntrin.register("probe.known", known.desc, known.impl, override=True)
    with raises(ValueError):
        tvm.tir.TensorIntrin.get("probe.nothing")


@proves("tvm.tir.TensorIntrin", "`allow_missing=True` 时返回 `None`", versions=NEW)
def _(tvm):
    assert tvm.tir.TensorIntrin.get("probe.nothing", allow_missing=True) is None


# Index maps


@proves("tvm.tir.IndexMap", "`inverse_index_map` 是函数、`IndexMap` 或 `None`。给出时 `inverse` 直接返回它，不核对对不对", "形参名成为变量名，类型是 int32；有 `*args` 时要给 `ndim`", "返回一个表达式或列表，列表里的 Python 整数抛出 `TypeError`")
def _(tvm):
    make = tvm.tir.IndexMap.from_func
    found = make(lambda row, col: [col, row])
    assert [one.name for one in found.initial_indices] == ["row", "col"] and {one.dtype for one in found.initial_indices} == {"int32"}
    assert len(make(lambda i: i * 2).final_indices) == 1
    with raises(TypeError):
        make(lambda i: [i, 0])
    with raises(Exception):
        make(lambda *indices: indices[::-1])
    assert len(make(lambda *indices: indices[::-1], ndim=3).final_indices) == 3
    wrong = make(lambda i: [i * 2], inverse_index_map=lambda i: [i + 5])
    assert [int(one) for one in wrong.inverse([4]).map_indices([1])] == [6]
    other = make(lambda i: [i + 7])
    assert [int(one) for one in make(lambda i: [i], inverse_index_map=other).inverse([4]).map_indices([1])] == [8]


@proves("tvm.tir.IndexMap", "表示展平时在此分组", "同上，返回映射和分组位置的列表", "两个映射是否能证明相等；个数不同返回 False，不管变量叫什么")
def _(tvm):
    tir = tvm.tir
    separated, groups = tir.IndexMap.from_func_with_separators(lambda i, j: [i, tir.IndexMap.AXIS_SEPARATOR, j])
    assert [int(one) for one in groups] == [1] and len(separated.final_indices) == 2
    with raises(Exception):
        tir.IndexMap.from_func(lambda i, j: [i, tir.IndexMap.AXIS_SEPARATOR, j])
    make = tir.IndexMap.from_func
    assert make(lambda i: [i * 2 + i]).is_equivalent_to(make(lambda n: [n * 3]))
    assert not make(lambda i: [i]).is_equivalent_to(make(lambda i, j: [i, j]))
    assert not make(lambda i: [i * 2]).is_equivalent_to(make(lambda i: [i * 3]))


@proves("tvm.tir.IndexMap", "算出新下标并化简", "除不尽的维向上取整")
def _(tvm):
    tiled = tvm.tir.IndexMap.from_func(lambda i, j: [i // 4, j, i % 4])
    ints = lambda values: [int(one) for one in values]
    assert ints(tiled.map_indices([9, 2])) == [2, 2, 1]
    assert ints(tiled.map_shape([8, 3])) == [2, 3, 4] and ints(tiled.map_shape([10, 3])) == [3, 3, 4]
    assert ints(tiled.inverse([8, 3]).map_indices([2, 1, 3])) == [11, 1]


@proves("tvm.tir.IndexMap", "最小的新下标不是 0 时检查失败，倒序的 `7 - i` 也失败", "按映射重排 `NDArray` 的内容，返回新数组；元素个数要不变", "不是一一对应的多半报 `Could not parse mapping as sum of iterators`", versions=LATEST)
def _(tvm):
    make = tvm.tir.IndexMap.from_func
    for function in (lambda i: [i + 1], lambda i: [7 - i]):
        with raises("TVMError"):
            make(function).map_shape([8])
    rows = np.arange(8, dtype="float32").reshape(4, 2)
    assert np.array_equal(make(lambda i, j: [j, i]).map_ndarray(tvm.nd.array(rows)).numpy(), rows.T)
    with raises(Exception):
        make(lambda i, j: [i // 3, j, i % 3]).map_ndarray(tvm.nd.array(rows))
    with raises("TVMError", "Could not parse mapping as sum of iterators"):
        make(lambda i, j: [i + j]).inverse([4, 4])


@proves("tvm.tir.IndexMap", "返回逆映射和一个条件，条件为真的新下标是填充，没有原下标与它对应；`i % 4` 这样多对一的映射不会被发现")
def _(tvm):
    make = tvm.tir.IndexMap.from_func
    inverse, padding = make(lambda i: [i // 4, i % 4]).non_surjective_inverse([10])
    outer, inner = inverse.initial_indices
    filled = [
        bool(tvm.arith.Analyzer().simplify(tvm.tir.stmt_functor.substitute(padding, {outer: tvm.tir.const(a), inner: tvm.tir.const(b)})))
        for a in range(3)
        for b in range(4)
    ]
    assert filled == [False] * 10 + [True] * 2
    make(lambda i: [i % 4]).non_surjective_inverse([8])


# Layouts


@proves("tvm.tir.Layout", "`len(l)` 是维数，`l[i]` 是第 i 维的字母", "从属轴要有对应的主轴；同一主轴可以拆出几次，如 `NCHW4c2c`", "字母是第几维，没有时是 -1；同一从属轴有几个时取第一个", "从属轴的长度（几个就相乘），写大小写都一样；没有拆分或没有这个轴时是 -1")
def _(tvm):
    layout = tvm.tir.layout("NCHW8c")
    assert len(layout) == 5 and layout[1] == "C" and layout[4] == "c" and "W" in layout and "D" not in layout and layout.name == "NCHW8c"
    twice = tvm.tir.layout("NCHW4c2c")
    assert twice.index_of("c") == 4 and twice.factor_of("C") == 8 == twice.factor_of("c")
    assert layout.index_of("D") == -1 and layout.factor_of("N") == -1 == layout.factor_of("D") and layout.factor_of("C") == 8
    with raises("TVMError"):
        tvm.tir.layout("NHW8c")


@proves("tvm.tir.layout", "`dtype` 是其中变量的类型，要是有符号整数，否则抛出 `TypeError`", versions=NEW)
def _(tvm):
    tvm.tir.layout("NCHW", dtype="int64")
    for dtype in ("uint32", "float32"):
        with raises(TypeError):
            tvm.tir.layout("NCHW", dtype=dtype)


@proves("tvm.tir.layout", "小写字母前没有数字、大写字母前有数字、少了主轴时", "信息里有 `Invalid layout`", "空字符串和 `\"__undef__\"` 返回 `None`", "重复的主轴和末尾多余的数字不检查")
def _(tvm):
    for text in ("NCHWc", "N8CHW", "NHW8c"):
        with raises("TVMError", "Invalid layout"):
            tvm.tir.layout(text)
    assert tvm.tir.layout("") is None and tvm.tir.layout("__undef__") is None
    assert tvm.tir.layout("NCHWC") is not None and tvm.tir.layout("NCHW8") is not None


@proves("tvm.tir.BijectiveLayout", "长度与维数不同时抛出 `TVMError`；元素可以是变量", "源布局的下标换成目标布局的", "目标布局的下标换回来", "主轴除不尽时向上取整，从属轴的常量长度与源布局不符报 `Input shape mismatch at index`", "换回来，检查相同，对照目标布局")
def _(tvm):
    pair = tvm.tir.bijective_layout("NCHW", "NCHW8c")
    ints = lambda values: [int(one) for one in values]
    assert ints(pair.forward_index([0, 19, 2, 3])) == [0, 2, 2, 3, 3] and ints(pair.backward_index([0, 2, 2, 3, 3])) == [0, 19, 2, 3]
    assert ints(pair.forward_shape([1, 20, 7, 7])) == [1, 3, 7, 7, 8] and ints(pair.backward_shape([1, 3, 7, 7, 8])) == [1, 24, 7, 7]
    assert len(pair.forward_index([tvm.tir.Var("n", "int32"), 19, 2, 3])) == 5
    for call in (pair.forward_index, pair.forward_shape):
        with raises("TVMError"):
            call([0, 1])
    with raises("TVMError", "Input shape mismatch at index"):
        pair.backward_shape([1, 3, 7, 7, 4])
    back = tvm.tir.bijective_layout("NCHW8c", "NCHW")
    with raises("TVMError", "Input shape mismatch at index"):
        back.forward_shape([1, 3, 7, 7, 4])


@proves("tvm.tir.bijective_layout", "参数是字符串或 `Layout`", "目标里有源没有的轴，或者一边是空的布局时不报错", "其余情形里，源有目标没有的轴抛出 `TVMError`")
def _(tvm):
    assert isinstance(tvm.tir.bijective_layout(tvm.tir.layout("NCHW"), "NHWC"), tvm.tir.BijectiveLayout)
    assert tvm.tir.bijective_layout("NCHW", "NCHWT") is None
    assert tvm.tir.bijective_layout("NCHW", "__undef__") is None
    with raises("TVMError"):
        tvm.tir.bijective_layout("NCHWT", "NCHW")


COMPLETE = True
