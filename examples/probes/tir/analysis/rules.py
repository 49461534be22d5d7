"""More probes of docs/reference/api/python/tir/analysis.md: what the checks see, how regions and sizes are counted."""

import importlib

from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
OLDEST = ("0.10.0",)
LATEST = ("0.13.0",)
NAMES = "tvm.tir.analysis."
FUNCTOR = "tvm.tir.stmt_functor."

LOOP = """
def main(a: T.handle, b: T.handle, c: T.handle, n: T.int32):
    A = T.match_buffer(a, (8,), "float32")
    B = T.match_buffer(b, (8, 4), "float32")
    I = T.match_buffer(c, (8,), "int32")
    for i in range(LENGTH):
        BODY
"""

BLOCK = """with T.block("x"):
            v = T.axis.KIND(LENGTH, i)
            STATEMENTS"""

MATMUL = """
def main(a: T.handle, b: T.handle, d: T.handle, n: T.int32):
    A = T.match_buffer(a, (16, 8), "float32")
    B = T.match_buffer(b, (8, 16), "float32")
    D = T.match_buffer(d, (16, 16), "float32")
    C = T.alloc_buffer((16, 16), "float32")
    for i, j, k in T.grid(16, 16, 8):
        with T.block("matmul"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(16, 16):
        with T.block("last"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = LAST
"""


def parsed(tvm, source):
    return importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n").with_attr("global_symbol", "main")


def looped(tvm, body, length=8):
    return parsed(tvm, LOOP.replace("BODY", body).replace("LENGTH", str(length)))


def blocked(tvm, *lines, kind="spatial", **options):
    return looped(tvm, BLOCK.replace("KIND", kind).replace("STATEMENTS", "\n            ".join(lines)), **options)


def matmul(tvm, last="T.max(C[vi, vj], T.float32(0))"):
    return parsed(tvm, MATMUL.replace("LAST", last))


def module(tvm, function):
    return tvm.IRModule({"main": function})


def blocks(tvm, function):
    found = {}
    tvm.tir.stmt_functor.post_order_visit(function.body, lambda node: found.update({node.name_hint: node}) if isinstance(node, tvm.tir.Block) else None)
    return found


def pointer(tvm, name, dtype="float32", scope="global"):
    return tvm.tir.Var(name, tvm.ir.PointerType(tvm.ir.PrimType(dtype), scope))


# Checks


@proves(NAMES + "verify_ssa", "块轴也不算")
def _(tvm):
    tir = tvm.tir
    axis = tir.IterVar((0, 8), tir.Var("v", "int32"), 0)
    block = tir.Block([axis], [], [], "x", tir.Evaluate(axis.var))
    i, j = tir.Var("i", "int32"), tir.Var("j", "int32")
    twice = lambda one, other: tir.PrimFunc([], tir.SeqStmt([tir.For(var, 0, 8, 0, tir.BlockRealize([var], True, block)) for var in (one, other)]))
    assert tir.analysis.verify_ssa(twice(i, j)) == 1 and tir.analysis.verify_ssa(twice(i, i)) == 0


@proves(NAMES + "verify_well_formed", "未定义的变量、越界都不查")
def _(tvm):
    tir = tvm.tir
    verify = tir.analysis.verify_well_formed
    axis = tir.IterVar((0, 8), tir.Var("v", "int32"), 0)
    realize = lambda value: tir.BlockRealize([0], True, tir.Block([axis], [], [], "x", tir.Evaluate(value)))
    assert verify(tir.PrimFunc([], realize(tir.Var("free", "int32"))), False) == 1
    assert verify(blocked(tvm, "A[v + 100] = T.float32(0)"), False) == 1
    assert verify(tir.PrimFunc([], tir.For(axis.var, 0, 8, 0, tir.BlockRealize([0], True, tir.Block([tir.IterVar((0, 8), tir.Var("w", "int32"), 0)], [], [], "x", tir.Evaluate(axis.var))))), False) == 0


@proves(NAMES + "verify_gpu_code", "文档字符串说的是另一个函数")
def _(tvm):
    of = tvm.tir.analysis
    assert "illegal host side direct memory access" in of.verify_gpu_code.__doc__ and "illegal host side direct memory access" in of.verify_memory.__doc__


@proves(NAMES + "verify_gpu_code", "| `max_vector_bytes` | 一次向量读写、转换或向量分配的字节数 |", versions=NEW)
@proves(NAMES + "verify_gpu_code", "| `max_vector_bytes` | 一次向量读写或向量分配的字节数；0.10.0 不看类型转换 |", versions=OLDEST)
def _(tvm, release):
    tir = tvm.tir
    data, four = tir.decl_buffer((64,), "float32", "X"), tir.Ramp(0, 1, 4)
    fits = lambda body, limit: tir.analysis.verify_gpu_code(tir.PrimFunc([], body), {"max_vector_bytes": limit})
    load, store = tir.Evaluate(data[four]), tir.BufferStore(data, tir.Broadcast(tir.const(1.0), 4), [four])
    space = tir.Allocate(pointer(tvm, "p", "float32x4"), "float32x4", [2], tir.const(True), tir.Evaluate(0))
    for body in (load, store, space):
        assert (fits(body, 16), fits(body, 15)) == (1, 0)
    cast = tir.Evaluate(tir.Cast("float32x4", tir.Broadcast(tir.Var("b", "int8"), 4)))
    assert (fits(cast, 16), fits(cast, 15)) == (1, int(release == "0.10.0"))
    for scalar in (tir.Evaluate(data[0]), tir.BufferStore(data, tir.const(1.0), [0]), tir.Allocate(pointer(tvm, "p"), "float32", [9], tir.const(True), tir.Evaluate(0))):
        assert fits(scalar, 0) == 1


def oob(tvm, function):
    """What OOBChecker says of a function: a line for each access, none where it lets the function pass."""
    try:
        tvm.tir.analysis.OOBChecker()(module(tvm, function))
    except tvm.tir.ScheduleError as error:
        return [line.replace("Error message: ", "") for line in str(error).splitlines() if "Out of bounds memory" in line]
    return []


@proves(NAMES + "OOBChecker", "每个下标的区间由循环、块轴和 `if`、`if_then_else` 的条件推出，与那一维的长度比较", "块的谓词和 `Select` 的条件不看")
def _(tvm):
    assert oob(tvm, looped(tvm, "A[i] = T.float32(0)")) == [] and len(oob(tvm, looped(tvm, "A[i] = T.float32(0)", length=9))) == 1
    assert oob(tvm, blocked(tvm, "A[v] = T.float32(0)")) == [] and len(oob(tvm, blocked(tvm, "A[v] = T.float32(0)", length=9))) == 1
    assert oob(tvm, looped(tvm, "if i < 8:\n            A[i] = T.float32(0)", length=9)) == []
    assert oob(tvm, looped(tvm, 'B[0, 0] = T.if_then_else(i < 8, A[i], T.float32(0), dtype="float32")', length=9)) == []
    assert len(oob(tvm, looped(tvm, "B[0, 0] = T.Select(i < 8, A[i], T.float32(0))", length=9))) == 1
    assert len(oob(tvm, blocked(tvm, "T.where(i < 8)", "A[v] = T.float32(0)", length=9))) == 1


@proves(NAMES + "OOBChecker", "信息逐处写明缓冲区、第几维、下标和区间")
def _(tvm):
    found = oob(tvm, looped(tvm, "B[i, 5] = A[i]", length=9))
    assert [line.split(" is outside")[0] for line in found] == [
        "Out of bounds memory access on buffer B dimension 0. index i with bounds [0, 8]",
        "Out of bounds memory access on buffer B dimension 1. index 5 with bounds [5, 5]",
        "Out of bounds memory access on buffer A dimension 0. index i with bounds [0, 8]",
    ]


@proves(NAMES + "OOBChecker", "指针和 `access_ptr` 的访问不看", "| 含有随循环变化的读取（`A[I[i]]`），区间没有界限 | 检查中断，抛出 `TVMError`，`Cannot match type handle vs int32` |")
def _(tvm):
    tir = tvm.tir
    data = tir.decl_buffer((8,), "float32", "X")
    far = data.access_ptr("r", offset=100)
    assert oob(tvm, tir.PrimFunc([], tir.Evaluate(tir.call_extern("int32", "f", data.data, far)))) == []
    assert len(oob(tvm, tir.PrimFunc([], tir.Evaluate(data[100])))) == 1
    assert oob(tvm, looped(tvm, "B[0, 0] = A[I[n]]")) == []
    with raises("TVMError", "Cannot match type handle vs int32"):
        oob(tvm, looped(tvm, "B[0, 0] = A[I[i]]"))


# Regions


@proves(NAMES + "get_block_access_region", "块里的循环变量按范围放宽，块轴原样保留", "直接用到数据变量的算不透明")
def _(tvm):
    tir = tvm.tir
    a, b, c = (tir.decl_buffer(shape, "float32", name) for shape, name in (((8,), "A"), ((8, 4), "B"), ((5, 6), "C")))
    v, j = tir.Var("v", "int32"), tir.Var("j", "int32")
    body = tir.For(j, 0, 3, 0, tir.BufferStore(b, a[v] + tir.call_extern("float32", "f", c.data), [v, j + 1]))
    block = tir.Block([tir.IterVar((0, 8), v, 0)], [], [], "x", body)
    reads, writes, opaque = tir.analysis.get_block_access_region(block, {one.data: one for one in (a, b, c)})
    plain = lambda region: [(one.min if isinstance(one.min, tir.Var) else int(one.min), int(one.extent)) for one in region.region]
    assert reads[0].region[0].min.same_as(v) and int(reads[0].region[0].extent) == 1
    assert writes[0].region[0].min.same_as(v) and plain(writes[0])[1] == (1, 3)
    assert [one.buffer.name for one in opaque] == ["C"] and plain(opaque[0]) == [(0, 5), (0, 6)]


@proves(NAMES + "get_block_access_region", "`access_ptr` 按读写掩码归类，区域算作整个缓冲区")
def _(tvm):
    tir = tvm.tir
    data = tir.decl_buffer((8,), "float32", "A")
    for mask, at in (("r", 0), ("w", 1), ("rw", 2)):
        block = tir.Block([], [], [], "x", tir.Evaluate(tir.call_extern("int32", "f", data.access_ptr(mask, offset=2, extent=3))))
        found = tir.analysis.get_block_access_region(block, {data.data: data})
        assert [len(part) for part in found] == [int(k == at) for k in range(3)]
        one = found[at][0].region[0]
        assert (int(one.min), int(one.extent)) == (0, 8)


@proves(NAMES + "get_block_access_region", "TVMScript 里没有写的 `T.reads`、`T.writes` 由它补全", "这时有不透明的访问就报 `Can not auto detect buffer access region`，要自己写")
def _(tvm):
    block = blocks(tvm, blocked(tvm, "A[v] = B[v, 2]"))["x"]
    assert [one.buffer.name for one in block.reads] == ["B"] and int(block.reads[0].region[1].min) == 2 and block.writes[0].region[0].min.same_as(block.iter_vars[0].var)
    opaque = 'T.evaluate(T.call_extern("f", A.data, dtype="int32"))'
    written = blocks(tvm, blocked(tvm, "T.reads(A[v])", "T.writes()", opaque))["x"]
    assert len(written.reads) == 1 and len(written.writes) == 0
    report = []
    importlib.import_module("tvm.ir.diagnostics").override_renderer(lambda context: report.extend(one.message for one in context.diagnostics))
    with raises("DiagnosticError"):
        blocked(tvm, opaque)
    assert any("Can not auto detect buffer access region" in message for message in report)


@proves(NAMES + "get_block_read_write_region", "`compute_inline` 等原语改写块体之后，用它重求块的区域", "手写的 `T.reads`、`T.writes` 与块体是否一致，也可以用它对照")
def _(tvm):
    find = tvm.tir.analysis.get_block_read_write_region
    text = lambda regions: [str(one) for one in regions]

    def computed(function, name):
        block = blocks(tvm, function)[name]
        buffers = [*function.buffer_map.values(), *blocks(tvm, function)["root"].alloc_buffers]
        return block, [text(part) for part in find(block, {one.data: one for one in buffers})]

    wide = blocked(tvm, "T.reads(B[0:8, 0:4])", "T.writes(A[0:8])", "A[v] = B[v, 2]")
    block, found = computed(wide, "x")
    assert found == [["B[v, 2]"], ["A[v]"]] and text(block.reads) == ["B[0:8, 0:4]"]
    source = MATMUL.replace("C[vi, vj] + A[vi, vk] * B[vk, vj]", "A[vi, 0]").replace("            with T.init():\n                C[vi, vj] = T.float32(0)\n", "").replace("SSR", "SSS").replace("LAST", "C[vi, vj]")
    sch = tvm.tir.Schedule(parsed(tvm, source.replace("T.grid(16, 16, 8)", "T.grid(16, 16, 1)")))
    sch.compute_inline("matmul")
    block, found = computed(sch.mod["main"], "last")
    assert text(block.reads) == found[0] == ["A[vi, 0]"] and text(block.writes) == found[1]


NESTED = """
def main(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (8, 8), "float32")
    B = T.match_buffer(b, (8, 8), "float32")
    L = T.alloc_buffer((8, 8), "float32", scope="local")
    for i in OUTER:
        for j in range(8):
            with T.block("x"):
                vi = T.axis.spatial(8, i)
                vj = T.axis.KIND(8, j)
                A[vi, vj] = L[vi, vj] + B[vi, 0]
"""


def ancestors(tvm, outer="range(8)", kind="spatial"):
    found = tvm.tir.analysis.detect_buffer_access_lca(parsed(tvm, NESTED.replace("OUTER", outer).replace("KIND", kind)))
    return {buffer.name: node.name_hint if isinstance(node, tvm.tir.Block) else node.loop_var.name for buffer, node in found.items()}


@proves(NAMES + "detect_buffer_access_lca", "找不到这样的语句时值是 `None`")
def _(tvm):
    tir = tvm.tir
    data, handle = tir.decl_buffer((8,), "float32", "A"), tir.Var("a", "handle")
    loops = [tir.For(var, 0, 8, 0, tir.BufferStore(data, 1.0, [var])) for var in (tir.Var("i", "int32"), tir.Var("j", "int32"))]
    found = lambda body: tir.analysis.detect_buffer_access_lca(tir.PrimFunc([handle], body, buffer_map={handle: data}))
    assert dict(found(tir.SeqStmt(loops)).items()) == {data: None} and found(loops[0])[data].same_as(loops[0])


@proves(NAMES + "detect_buffer_access_lca", "`global` 作用域的缓冲区，结果不会比 `blockIdx` 的循环更靠里")
def _(tvm, release):
    bound = 'T.thread_binding(0, 8, thread="blockIdx.x")'
    assert ancestors(tvm) == {"A": "x", "B": "x", "L": "x"} and ancestors(tvm, bound) == {"A": "i", "B": "i", "L": "x"}
    assert ancestors(tvm, bound.replace("blockIdx", "threadIdx")) == {"A": "x", "B": "x", "L": "x"}


@proves(NAMES + "detect_buffer_access_lca", "绑定了不透明块轴的访问算在那条循环之外", versions=NEW)
@proves(NAMES + "detect_buffer_access_lca", "块轴的种类 0.10.0 不看：不透明的块轴也当作只用这一次迭代的数据，求出的语句可能太靠里", versions=OLDEST)
def _(tvm, release):
    outside = "x" if release == "0.10.0" else "i"
    assert ancestors(tvm, kind="opaque") == {"A": outside, "L": outside, "B": "x"}


@proves(NAMES + "undefined_vars", "块轴和 `alloc_buffers` 不认作定义，所以带块的 IR 里它们也列出来", versions=LATEST)
def _(tvm):
    found = {one.name for one in tvm.tir.analysis.undefined_vars(matmul(tvm).body)}
    assert {"vi", "vj", "vk", "C"} <= found and not {"i", "j", "k"} & found


@proves(NAMES + "expr_deep_equal", "要允许约束变量改名时用 `tvm.ir.structural_equal`，要证明数学上相等用 `arith.Analyzer.can_prove_equal`")
def _(tvm):
    tir = tvm.tir
    a, b, x = (tir.Var(name, "int32") for name in "abx")
    one, other = tir.Let(a, x, a + 1), tir.Let(b, x, b + 1)
    equal = tir.analysis.expr_deep_equal
    assert equal(one, other) == 0 and tvm.ir.structural_equal(one, other)
    assert equal(x * 2, x + x) == 0 and tvm.arith.Analyzer().can_prove_equal(x * 2, x + x)


@proves(NAMES + "find_anchor_block", 'MetaSchedule 的 `module_equality="anchor-block"` 按它把融合方式不同、核心相同的函数认作一类', versions=NEW)
def _(tvm):
    from tvm.meta_schedule.database import MemoryDatabase

    relu, copy = module(tvm, matmul(tvm)), module(tvm, matmul(tvm, "C[vi, vj] + T.float32(1)"))
    for equality, same in (("structural", False), ("anchor-block", True)):
        database = MemoryDatabase(module_equality=equality)
        database.commit_workload(relu)
        assert database.has_workload(relu) and database.has_workload(copy) == same


@proves(NAMES + "find_anchor_block", "有几个候选时，用 `estimate_tir_flops` 比较它们所在的最外层循环，所以循环长度要是常数", versions=NEW)
def _(tvm):
    find = tvm.tir.analysis.find_anchor_block
    last = "D[vi, vj] + C[vi, vj]"
    init = "            with T.init():\n                D[vi, vj] = T.float32(0)\n            D[vi, vj] ="
    two = MATMUL.replace("            D[vi, vj] =", init).replace('"SS", [i, j]', '"SR", [i, j]').replace("D[vi, vj]", "D[vi, 0]").replace("LAST", last.replace("vi, vj] +", "vi, 0] +"))
    assert find(module(tvm, parsed(tvm, two))).name_hint == "matmul"
    assert find(module(tvm, parsed(tvm, two.replace("T.grid(16, 16, 8)", "T.grid(1, 1, 1)")))).name_hint == "last"
    with raises("TVMError", "Expect the extent of a loop"):
        find(module(tvm, parsed(tvm, two.replace("T.grid(16, 16, 8)", "T.grid(n, 16, 8)"))))
    alone = MATMUL.replace("LAST", "C[vi, vj]").replace("T.grid(16, 16, 8)", "T.grid(n, 16, 8)")
    assert find(module(tvm, parsed(tvm, alone))).name_hint == "matmul"


# Sizes


@proves(NAMES + "calculate_workspace_bytes", "下面的 `z` 占 128 字节，它算成 16")
def _(tvm):
    tir = tvm.tir
    space = tir.PrimFunc([], tir.Allocate(pointer(tvm, "z", "float32x8"), "float32x8", [4], tir.const(True), tir.Evaluate(0)))
    assert tir.analysis.calculate_workspace_bytes(space, 1) == 16


@proves(NAMES + "calculate_workspace_bytes", "`calculate_allocated_bytes` 算得对", versions=NEW)
@proves(NAMES + "calculate_workspace_bytes", "0.10.0 没有按作用域统计的 `calculate_allocated_bytes`", versions=OLDEST)
def _(tvm, release):
    tir = tvm.tir
    space = tir.PrimFunc([], tir.Allocate(pointer(tvm, "z", "float32x8"), "float32x8", [4], tir.const(True), tir.Evaluate(0)))
    assert hasattr(tir.analysis, "calculate_allocated_bytes") == (release != "0.10.0")
    if release != "0.10.0":
        found = tir.analysis.calculate_allocated_bytes(space)
        assert int((found["main"] if release == "0.13.0" else found)["global"]) == 128


def flops(tvm, value, dtype="float32"):
    tir = tvm.tir
    return tir.analysis.estimate_tir_flops(tir.BufferStore(tir.decl_buffer((4,), dtype), value, [0]))


@proves(NAMES + "estimate_tir_flops", "| `cast`、`not`、`and`、`or` | 自己 0，加上操作数 |")
def _(tvm):
    tir = tvm.tir
    a, b = tir.Var("a", "float32"), tir.Var("b", "float32")
    truth = tir.Cast("bool", a + b)
    assert flops(tvm, tir.Cast("float64", a), "float64") == 0 and flops(tvm, tir.Cast("float64", a + b), "float64") == 1
    for condition, count in ((tir.Not(truth), 1), (tir.And(truth, truth), 2), (tir.Or(truth, truth), 2), (tir.Not(a > b), 0), (tir.Or(a > b, b > a), 0)):
        assert flops(tvm, condition, "bool") == count


@proves(NAMES + "estimate_tir_flops", "| `Select`、`IfThenElse` | 条件加上两支中多的一支，按数据类型分别取")
def _(tvm):
    tir = tvm.tir
    a, b, c = tir.Var("a", "float32"), tir.Var("b", "float32"), tir.Var("c", "int32")
    truth = tir.Cast("bool", a + b)
    assert flops(tvm, tir.Select(truth, a + b + a, a * b)) == 3 and flops(tvm, tir.Select(a > b, a * b, a + b + a)) == 2
    mixed = tir.Select(a > b, a + b + a, (c * c + c * c).astype("float32"))
    assert flops(tvm, mixed) == 2 + 3
    data, whole = tir.decl_buffer((4,), "float32"), tir.decl_buffer((4,), "int32")
    branch = tir.IfThenElse(truth, tir.BufferStore(data, a + b + a, [0]), tir.BufferStore(whole, c * c + c * c, [0]))
    assert tir.analysis.estimate_tir_flops(branch) == 1 + 2 + 3


@proves(NAMES + "estimate_tir_flops", "0.10.0 遇到没有 `else` 的 `if`，进程以段错误退出", dies="SIGSEGV", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    tir.analysis.estimate_tir_flops(tir.IfThenElse(tir.Var("a", "bool"), tir.BufferStore(tir.decl_buffer((4,)), 1.0, [0]), None))


@proves(NAMES + "estimate_tir_flops", "函数的 `estimated_flops` 属性 0.10.0 不看", versions=OLDEST)
def _(tvm):
    function = matmul(tvm)
    count = lambda one: tvm.tir.analysis.estimate_tir_flops(module(tvm, one))
    assert count(function.with_attr("estimated_flops", 7)) == count(function) == 16 * 16 * 8 * 2 + 16 * 16


REFUSED = "`AttrStmt`、`AssertStmt`、`While`、`Evaluate`、`Let` 表达式、`Broadcast` | 抛出 `TVMError`，`Do not have a default for` |"


@proves(NAMES + "estimate_tir_flops", "| `Allocate`、" + REFUSED, "末一行意味着它用于下降之前的 TensorIR，下降之后的函数多半算不了", versions=LATEST)
@proves(NAMES + "estimate_tir_flops", "| `Allocate`、`DeclBuffer`、" + REFUSED, "末一行意味着它用于下降之前的 TensorIR，下降之后的函数多半算不了", versions=OLD)
def _(tvm, release):
    tir = tvm.tir
    data, a = tir.decl_buffer((64,), "float32", "X"), tir.Var("a", "float32")
    inside = tir.BufferStore(data, a + a, [0])
    count = tir.analysis.estimate_tir_flops
    declared = tir.DeclBuffer(data, inside)
    refused = [
        tir.Allocate(pointer(tvm, "p"), "float32", [4], tir.const(True), inside),
        tir.AttrStmt(data, "key", 1, inside),
        tir.AssertStmt(a > a, tir.StringImm("no"), inside),
        tir.While(a > a, inside),
        tir.Evaluate(0),
        tir.BufferStore(data, tir.Let(a, tir.const(1.0), a), [0]),
        tir.BufferStore(data, tir.Broadcast(a, 4), [tir.Ramp(0, 1, 4)]),
    ]
    if release == "0.13.0":
        assert count(declared) == 1
    else:
        refused.append(declared)
    for body in refused:
        with raises("TVMError", "Do not have a default for"):
            count(body)
    function = matmul(tvm)
    assert count(function.body) > 0
    with raises("TVMError", "Do not have a default for"):
        count(tvm.lower(function)["main"].body)


@proves(NAMES + "get_vtcm_compaction_passes", "执行之后再交给 `calculate_allocated_bytes`，看 `global.vtcm` 一项", versions=LATEST)
def _(tvm):
    sch = tvm.tir.Schedule(matmul(tvm))
    sch.set_scope("matmul", 0, "global.vtcm")
    size = lambda: {key: int(one) for key, one in tvm.tir.analysis.calculate_allocated_bytes(tvm.transform.Sequential(list(tvm.tir.analysis.get_vtcm_compaction_passes()))(sch.mod))["main"].items()}
    assert size() == {"global.vtcm": 1024}
    sch.reverse_compute_at("last", sch.get_loops("matmul")[0])
    assert size() == {"global.vtcm": 64}


# Memory scopes

COPY = """
def main(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (8,), "float32")
    B = T.match_buffer(b, (8,), "float32", scope="global.texture")
    C = T.match_buffer(c, (8,), "float32")
    for i in range(8):
        with T.block("x"):
            v = T.axis.spatial(8, i)
            M = T.match_buffer(A[v], (1,), offset_factor=1)
            C[v] = M[0] + B[v]
"""


def one_type(tvm):
    return tvm.relay.TensorType((8,))


@proves(NAMES + "get_prim_func_arg_and_result_memory_constraints", '没有另写作用域的缓冲区是 `"global"`，这也是一条约束', "Relay 的元组在 `PrimFunc` 里是几个缓冲区，它们的作用域要一致")
def _(tvm):
    relay, analysis, kind = tvm.relay, tvm.tir.analysis, one_type(tvm)
    get = analysis.get_prim_func_arg_and_result_memory_constraints
    function = parsed(tvm, COPY)
    assert list(get(function, relay.FuncType([kind, kind], kind))) == ["global", "global.texture", "global"]
    paired = relay.FuncType([relay.TupleType([kind, kind])], kind)
    with raises("TVMError", "buffer_memory_scope == memory_scope"):
        get(function, paired)
    assert list(get(parsed(tvm, COPY.replace(', scope="global.texture"', "")), paired)) == ["global", "global"]


@proves(NAMES + "apply_prim_func_arg_and_result_memory_constraints", "函数体、块的 `T.reads`、`T.writes` 和 `match_buffer` 里的缓冲区一起换掉", "文档字符串说它还在试验", "| `func` | `tir.PrimFunc` | 要改写的函数，不变 |", "它在 Relay 里的类型，张量个数与缓冲区形参相同")
def _(tvm):
    relay, tir, kind = tvm.relay, tvm.tir, one_type(tvm)
    apply = tir.analysis.apply_prim_func_arg_and_result_memory_constraints
    function = parsed(tvm, COPY)
    made = apply(function, relay.FuncType([kind, kind], kind), ["one", "two", "three"])
    scopes = lambda one: [one.buffer_map[param].scope() for param in one.params]
    assert scopes(made) == ["one", "two", "three"] and scopes(function) == ["global", "global.texture", "global"]
    buffers, block = [made.buffer_map[param] for param in made.params], blocks(tvm, made)["x"]
    assert [one.buffer.scope() for one in block.reads] == ["one", "two"] and block.writes[0].buffer.same_as(buffers[2])
    assert block.body.buffer.same_as(buffers[2]) and block.body.value.b.buffer.same_as(buffers[1]) and block.match_buffers[0].source.buffer.same_as(buffers[0])
    with raises("TVMError"):
        apply(function, relay.FuncType([kind], kind), ["", ""])
    assert "experimental" in apply.__doc__.lower()


# Visits and rewrites


@proves(FUNCTOR + "ir_transform", "表达式的数据类型变了不检查，只有二元运算的两边因此不同时抛出 `TypeError`")
def _(tvm):
    tir = tvm.tir
    n, data = tir.Var("n", "int32"), tir.decl_buffer((4,), "int32")
    change = lambda body, kind: tir.stmt_functor.ir_transform(body, None, lambda node: tir.const(1.5), [kind])
    assert change(tir.Evaluate(n), "tir.Var").value.dtype == "float32"
    assert change(tir.BufferStore(data, n, [0]), "tir.Var").value.dtype == "float32"
    with raises(TypeError, "mismatched types"):
        change(tir.Evaluate(n + n * 2), "tir.Mul")


@proves(FUNCTOR + "ir_transform", "要删掉一条语句，返回 `tir.Evaluate(0)`，`SeqStmt` 里的当场去掉", versions=LATEST)
@proves(FUNCTOR + "ir_transform", "要删掉一条语句，返回 `tir.Evaluate(0)`，它由 `RemoveNoOp` 去掉", versions=OLD)
def _(tvm, release):
    tir = tvm.tir
    data, other = tir.decl_buffer((4,), "float32"), tir.decl_buffer((4,), "float32")
    body = tir.SeqStmt([tir.BufferStore(one, 1.0, [0]) for one in (data, other, data)])
    made = tir.stmt_functor.ir_transform(body, None, lambda store: tir.Evaluate(0) if store.buffer.same_as(other) else None, ["tir.BufferStore"])
    assert len(made) == (2 if release == "0.13.0" else 3)
    clean = tir.transform.RemoveNoOp()(module(tvm, tir.PrimFunc([], made)))["main"].body
    assert len(clean) == 2 and all(one.buffer.same_as(data) for one in clean)


@proves(FUNCTOR + "ir_transform", "子节点改完之后，用新的节点调用。返回 `None` 保留，返回节点就替换")
def _(tvm):
    tir = tvm.tir
    i, n = tir.Var("i", "int32"), tir.Var("n", "int32")
    seen = []

    def after(node):
        if isinstance(node, tir.For):
            seen.append(node)
            return None
        return tir.const(7) if node.same_as(n) else None

    made = tir.stmt_functor.ir_transform(tir.For(i, 0, 4, 0, tir.Evaluate(n)), None, after, ["tir.For", "tir.Var"])
    assert seen[0].body.value.value == 7 and isinstance(made, tir.For) and made.body.value.value == 7 and made.loop_var.same_as(i)


@proves(FUNCTOR + "substitute", "键是缓冲区的数据变量时，读写里的缓冲区跟着换，值只能是变量", "块的 `T.reads`、`T.writes` 里的缓冲区不跟着换，与块体不再一致", versions=LATEST)
@proves(FUNCTOR + "substitute", "键是缓冲区的数据变量时，读写里的缓冲区跟着换，值只能是变量", "块的 `T.reads`、`T.writes` 里的缓冲区和 `DeclBuffer` 声明的缓冲区不跟着换，与块体不再一致", "缓冲区的形状、步长和偏移里的变量不换", versions=OLD)
def _(tvm, release):
    tir, latest = tvm.tir, release == "0.13.0"
    substitute, n, m = tir.stmt_functor.substitute, tir.Var("n", "int32"), tir.Var("m", "int32")
    data = tir.decl_buffer((n,), "float32", "X", strides=[n], elem_offset=n)
    fresh = pointer(tvm, "fresh")
    store = tir.BufferStore(data, data[1], [0])
    made = substitute(store, {data.data: fresh})
    assert made.buffer.data.same_as(fresh) and made.value.buffer.same_as(made.buffer)
    with raises("TVMError"):
        substitute(store, {data.data: tir.call_extern("handle", "f")})
    region = [tir.BufferRegion(data, [tvm.ir.Range(0, 1)])]
    block = substitute(tir.Block([], region, region, "x", store), {data.data: fresh})
    assert block.body.buffer.data.same_as(fresh) and block.reads[0].buffer.same_as(data) and block.writes[0].buffer.same_as(data)
    declared = substitute(tir.DeclBuffer(data, tir.Evaluate(0)), {data.data: fresh})
    assert declared.buffer.data.same_as(fresh) == latest
    changed = substitute(store, {n: m}).buffer
    for one in (changed.shape[0], changed.strides[0], changed.elem_offset):
        assert one.same_as(m if latest else n)


@proves(FUNCTOR + "renew_defs", "同一个函数的体要用两次时（例如拼进一个函数）先用它，避免一个变量定义两次")
def _(tvm):
    tir = tvm.tir
    function = looped(tvm, "A[i] = T.float32(0)")
    joined = lambda one, other: tir.PrimFunc([], tir.SeqStmt([one.body, other.body]))
    assert tir.analysis.verify_ssa(joined(function, function)) == 0 and tir.analysis.verify_ssa(joined(function, tir.stmt_functor.renew_defs(function))) == 1
