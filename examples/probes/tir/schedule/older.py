"""More probes of docs/reference/api/python/tir/schedule.md: what earlier releases ask of `pad_einsum`, and self-checks."""

import importlib

from probes import proves, raises

OLD = ("0.10.0", "0.12.0")
OLDEST = ("0.10.0",)
NAMES = "tvm.tir."
SCHEDULE = NAMES + "Schedule"
COMPUTE = "S[vi, vk] = A[vi, vk] * T.float32(2)"
PRODUCT = "C[vi, vj] + S[vi, vk] * B[vk, vj]"

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

REDUCED = MAIN.replace("for i, k in T.grid(16, 16)", "for i, k, r in T.grid(16, 16, 16)").replace('vi, vk = T.axis.remap("SS", [i, k])', 'vi, vk, vr = T.axis.remap("SSR", [i, k, r])')
REDUCED = REDUCED.replace(COMPUTE, "with T.init():\n                S[vi, vk] = T.float32(0)\n            S[vi, vk] = S[vi, vk] + A[vi, vr]")


def scheduled(tvm, source=MAIN, **options):
    function = importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n").with_attr("global_symbol", "main")
    return tvm.tir.Schedule(function, **{"error_render_level": "fast", **options})


def padded(tvm, source=MAIN, before=None):
    sch = scheduled(tvm, source)
    if before:
        before(sch)
    sch.cache_read("matmul", "B", "local")
    sch.pad_einsum("matmul", [4, 8, 0])
    return [int(sch.get(loop).extent) for loop in sch.get_loops("matmul")]


@proves(SCHEDULE, "作用域是 stage pipeline，块是归约块，它的生产者都是完整块", versions=OLD)
def _(tvm):
    assert padded(tvm) == [20, 24, 16]
    torn = MAIN.replace("S[vi, vk] = A", "S[vi, 0] = A")
    for source, words in (
        (torn, "scope root"),
        (MAIN.replace("            with T.init():\n                C[vi, vj] = T.float32(0)\n", ""), "Not a reduction block"),
        (REDUCED, "Incomplete block"),
    ):
        assert source != MAIN
        with raises("ScheduleError", words):
            padded(tvm, source)


@proves(SCHEDULE, "这些块的轴直接绑定循环变量，各自的循环之下只有这一个块", versions=OLD)
def _(tvm):
    for name in ("matmul", "scale"):
        for change in (lambda sch: sch.fuse(*sch.get_loops(name)[:2]), lambda sch: sch.split(sch.get_loops(name)[0], [4, 4])):
            with raises("ScheduleError", "The binding values of the block are not variables of outer loops"):
                padded(tvm, before=change)
    for move in (lambda sch: sch.reverse_compute_at("relu", sch.get_loops("matmul")[1]), lambda sch: sch.compute_at("scale", sch.get_loops("matmul")[0])):
        with raises("ScheduleError", "The loop is required to have only one child block"):
            padded(tvm, before=move)
    assert padded(tvm, before=lambda sch: sch.fuse(*sch.get_loops("relu"))) == [20, 24, 16]


@proves(SCHEDULE, "两项倒过来写成 `积 + C[…]` 时检查失败，信息是 `key is not in Map`", "生产者的块体是一次存储，左边的下标是单个变量（`The producer block cannot be padded`）", versions=OLD)
def _(tvm):
    with raises("TVMError", "key is not in Map"):
        padded(tvm, MAIN.replace(PRODUCT, "S[vi, vk] * B[vk, vj] + C[vi, vj]"))
    for body in (COMPUTE.replace("vi, vk] =", "vi, 15 - vk] ="), "if vi < 16:\n                " + COMPUTE, COMPUTE + "\n            " + COMPUTE):
        with raises("ScheduleError", "The producer block cannot be padded"):
            padded(tvm, MAIN.replace(COMPUTE, body))


@proves(SCHEDULE, "`can_decompose_padding` 和写成 `block_or_loop` 的只接受句柄", versions=OLDEST)
def _(tvm):
    sch = scheduled(tvm)
    loop = sch.get_loops("scale")[0]
    for call in (lambda: sch.can_decompose_padding("scale", loop), lambda: sch.get_child_blocks("scale"), lambda: sch.annotate("scale", "key", 1)):
        with raises(Exception):
            call()
    assert sch.can_decompose_padding(sch.get_block("scale"), loop) == 0 and len(sch.get_child_blocks(loop)) == 1
    sch.annotate(sch.get_block("scale"), "key", 1)
    sch.compute_inline("scale")


@proves(SCHEDULE, "| `debug_mask` | str 或 int | 每步之后的自检，见 `ScheduleState` |", versions=OLDEST)
@proves(NAMES + "ScheduleState", "| 2 | 每个改写的原语之后，从头重算每个块的三个标志，与缓存的比较 | `Schedule verification failed`", "`Wrong affine_binding`、`Wrong region_cover`、`Wrong stage_pipeline`")
def _(tvm):
    tir = tvm.tir

    def changed(mask):
        """Puts another binding into the IR behind the schedule, so that what is cached no longer holds."""
        sch = scheduled(tvm, debug_mask=mask)
        sref = sch.get_sref(sch.get_loops("scale")[1])
        loop = sref.stmt
        realize = loop.body
        square = tir.floormod(loop.loop_var * loop.loop_var, 16)
        body = tir.BlockRealize([realize.iter_values[0], square], realize.predicate, realize.block)
        sch.state.replace(sref, tir.For(loop.loop_var, loop.min, loop.extent, loop.kind, body))
        sch.parallel(sch.get_loops("relu")[0])

    for mask in ("none", 0, 1):
        changed(mask)
    for mask in (2, 3, "all"):
        for flag in ("affine_binding", "region_cover", "stage_pipeline"):
            with raises("TVMError", f"Wrong {flag}"):
                changed(mask)
        with raises("TVMError", "Schedule verification failed"):
            changed(mask)


@proves(NAMES + "IndexMap", "`non_surjective_inverse` 不看它", versions=OLDEST)
def _(tvm):
    made = tvm.tir.IndexMap.from_func(lambda i: [i // 4, i % 4], inverse_index_map=lambda i, j: [i * 0 + 7])
    given, (found, padding) = made.inverse([10]), made.non_surjective_inverse([10])
    assert [int(one) for one in given.map_indices([1, 2])] == [7] and [int(one) for one in found.map_indices([1, 2])] == [6]
    assert padding is not None


NESTS = """
def main(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (8, 8), "float32")
    B = T.match_buffer(b, (8, 8), "float32")
    for i, j in T.grid(8, 8):
        with T.block("one"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = T.float32(1)
    for i, j in T.grid(8, 8):
        with T.block("two"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.float32(2)
    for i in range(8):
        with T.block("three"):
            vi = T.axis.spatial(8, i)
            B[vi, 0] = T.float32(3)
"""


@proves(SCHEDULE, "其中返回循环的是前四个", versions=("0.12.0", "0.13.0"))
@proves(SCHEDULE, "其中返回循环的是前三个", versions=OLDEST)
def _(tvm, release):
    loop = type(scheduled(tvm, NESTS).get_loops("one")[0])
    calls = {
        "split": lambda sch, i, j: sch.split(i, [2, 4])[0],
        "fuse": lambda sch, i, j: sch.fuse(i, j),
        "merge": lambda sch, i, j: sch.merge(i, sch.get_loops("two")[0]),
        "add_unit_loop": lambda sch, i, j: sch.add_unit_loop(i),
        "reorder": lambda sch, i, j: sch.reorder(j, i),
        "reorder_block_iter_var": lambda sch, i, j: sch.reorder_block_iter_var(sch.get_block("one"), [1, 0]),
        "parallel": lambda sch, i, j: sch.parallel(i),
        "vectorize": lambda sch, i, j: sch.vectorize(j),
        "bind": lambda sch, i, j: sch.bind(i, "threadIdx.x"),
        "unroll": lambda sch, i, j: sch.unroll(i),
    }
    returns = []
    for name, call in calls.items():
        sch = scheduled(tvm, NESTS)
        if not hasattr(sch, name):
            assert release == "0.10.0" and name in ("merge", "reorder_block_iter_var")
            continue
        made = call(sch, *sch.get_loops("one"))
        assert made is None or isinstance(made, loop)
        returns += [name] if made is not None else []
    assert returns == [name for name in ("split", "fuse", "merge", "add_unit_loop") if name != "merge" or release != "0.10.0"]
