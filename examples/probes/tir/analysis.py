"""Probes of docs/reference/api/python/tir/analysis.md."""

import importlib

from probes import check_error, proves, proves_check, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
LATEST = ("0.13.0",)

MATMUL = """
def main(a: T.handle, b: T.handle, d: T.handle):
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
        with T.block("relu"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], T.float32(0))
"""

COPY = """
def main(a: T.handle, b: T.handle, n: T.int32):
    A = T.match_buffer(a, (8,), "float32")
    B = T.match_buffer(b, (8,), "float32")
    for i in range(8):
        with T.block("copy"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[INDEX]
"""


def parsed(tvm, source=MATMUL):
    return importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n").with_attr("global_symbol", "main")


def lowered(tvm, source=MATMUL):
    return tvm.lower(parsed(tvm, source))["main"]


def matmul_block(function):
    return function.body.block.body[0].body.body.body.block


def nested(tvm, *allocations, parallel=False):
    """A function with allocations (type, length, scope), one inside the other or one after the other."""
    tir = tvm.tir
    made = []
    body = None
    for number, (dtype, length, scope) in enumerate(allocations):
        pointer = tir.Var(f"p{number}", tvm.ir.PointerType(tvm.ir.PrimType(dtype), scope))
        inside = body if body is not None and not parallel else tir.Evaluate(0)
        body = tir.Allocate(pointer, dtype, [length], tir.const(True, "bool"), inside)
        made.append(body)
    return tir.PrimFunc([], tir.SeqStmt(made) if parallel else body).with_attr("global_symbol", "main")


# Checks


@proves("tvm.tir.analysis.verify_ssa", "定义包括形参、循环变量、`LetStmt`、`Allocate`", "实际返回整数 1 或 0", "不查变量用之前有没有定义", "`Let` 表达式可以用同一个变量重复绑定相同的值")
def _(tvm):
    tir = tvm.tir
    verify = tir.analysis.verify_ssa
    i, n, free = (tir.Var(name, "int32") for name in ("i", "n", "free"))
    function = lambda body, *params: tir.PrimFunc(list(params), body)
    loop = lambda body=tir.Evaluate(0): tir.For(i, 0, 2, tir.ForKind.SERIAL, body)
    good = verify(function(loop()))
    assert good == 1 and type(good) is int and verify(function(loop(tir.Evaluate(free)))) == 1
    let = lambda body: tir.LetStmt(n, tir.const(1), body)
    for body, params in ((loop(loop()), ()), (tir.SeqStmt([loop(), loop()]), ()), (let(let(tir.Evaluate(0))), ()), (loop(), (i,))):
        assert verify(function(body, *params)) == 0
    same = tir.Let(n, tir.const(1), n + 0 * n)
    assert verify(function(tir.Evaluate(tir.Let(n, tir.const(1), n) + tir.Let(n, tir.const(1), n)))) == 1
    assert verify(function(tir.Evaluate(tir.Let(n, tir.const(1), n) + tir.Let(n, tir.const(2), n)))) == 0


@proves("tvm.tir.analysis.verify_well_formed", "块体、`T.init`、`T.reads`、`T.writes` 里直接写循环变量就不合格", "False 时返回 0", "没有块轴的块可以用循环变量；未定义的变量、越界都不查")
def _(tvm):
    verify = tvm.tir.analysis.verify_well_formed
    assert verify(parsed(tvm)) == 1
    bad = parsed(tvm, COPY.replace("INDEX", "i"))
    assert verify(bad, False) == 0
    with raises("TVMError"):
        verify(bad)
    plain = COPY.replace("            vi = T.axis.spatial(8, i)\n", "").replace("vi", "i").replace("INDEX", "i + 100")
    assert verify(parsed(tvm, plain), False) == 1 and verify(parsed(tvm, COPY.replace("INDEX", "vi + 100")), False) == 1


@proves("tvm.tir.analysis.verify_well_formed", "信息里有 `Loop iterator var … is defined outside of any block`", versions=NEW)
@proves("tvm.tir.analysis.verify_well_formed", "信息里有 `outside defined var … is used inside the current block`", versions=("0.10.0",))
def _(tvm, release):
    with raises("TVMError", "is used inside the current block" if release == "0.10.0" else "is defined outside of any block"):
        tvm.tir.analysis.verify_well_formed(parsed(tvm, COPY.replace("INDEX", "i")))


@proves("tvm.tir.analysis.verify_memory", "别的目标，包括 CPU 和 WebGPU，都返回 1", "函数要有 `target` 属性，否则抛出 `TVMError`，`Require the target attribute`", "`calling_conv` 不是默认值的函数（如设备函数）也返回 1", "绑定正确、还没有下降的 TensorIR 得到 0", "查的设备是 CUDA、ROCm、OpenCL、Vulkan、Metal、OpenGL、SDAccel 和 AOCL")
def _(tvm):
    verify = tvm.tir.analysis.verify_memory
    sch = tvm.tir.Schedule(parsed(tvm))
    sch.reverse_compute_at("relu", sch.get_loops("matmul")[1])
    plain = tvm.lower(sch.mod)["main"]
    for loop, thread in zip(sch.get_loops("matmul"), ("blockIdx.x", "threadIdx.x")):
        sch.bind(loop, thread)
    bound = tvm.lower(sch.mod)["main"]
    on = lambda function, kind: verify(function.with_attr("target", tvm.target.Target(kind, host="llvm")))
    for kind in ("cuda", "rocm", "opencl", "vulkan", "metal", "sdaccel", "aocl"):
        assert (on(plain, kind), on(bound, kind), on(sch.mod["main"], kind)) == (0, 1, 0), kind
    for kind in ("llvm", "c", "webgpu"):
        assert on(plain, kind) == 1
    with raises("TVMError", "Require the target attribute"):
        verify(bound)
    assert on(plain.with_attr("calling_conv", 2), "cuda") == 1


@proves("tvm.tir.analysis.verify_gpu_code", "没有写的项不限，名称未知时抛出 `TVMError`，`Invalid check item`", "一个线程块的线程数；TE 里还没有展开的 `vthread` 也乘进去", "TensorIR 绑定的不计", "一个核函数里同一维绑定两次而长度不同，不论限制总返回 0", "这一维的线程数", "启动几个核函数", "`shared`、`local` 的 `Allocate` 加起来的字节数", "没有下降的 TensorIR 里两样都没有")
def _(tvm):
    verify = tvm.tir.analysis.verify_gpu_code
    sch = tvm.tir.Schedule(parsed(tvm))
    sch.reverse_compute_at("relu", sch.get_loops("matmul")[1])
    sch.set_scope("matmul", 0, "local")
    for loop, thread in zip(sch.get_loops("matmul"), ("blockIdx.x", "threadIdx.x")):
        sch.bind(loop, thread)
    bound = tvm.lower(sch.mod)["main"]
    for limits, expected in (
        ({}, 1),
        ({"max_thread_x": 16}, 1),
        ({"max_thread_x": 15}, 0),
        ({"max_thread_y": 1}, 1),
        ({"max_threads_per_block": 15}, 0),
        ({"max_kernels": 0}, 0),
        ({"max_kernels": 1}, 1),
        ({"max_local_memory_per_block": 4}, 1),
        ({"max_local_memory_per_block": 3}, 0),
        ({"max_shared_memory_per_block": 0}, 1),
        ({"max_thread_x": 16, "max_kernels": 0}, 0),
    ):
        assert verify(bound, limits) == expected, limits
    with raises("TVMError", "Invalid check item"):
        verify(bound, {"max_blocks": 1})
    assert verify(sch.mod["main"], {"max_thread_x": 8}) == 1

    tir, te = tvm.tir, tvm.te
    buffer = tir.decl_buffer((8,), "float32", "B")
    store = tir.BufferStore(buffer, tir.FloatImm("float32", 1.0), [0])
    bind = lambda name, size, inside: tir.AttrStmt(te.thread_axis((0, size), name), "thread_extent", size, inside)
    inside = tir.SeqStmt([bind("threadIdx.x", 8, store), bind("threadIdx.x", 4, store)])
    assert verify(tir.PrimFunc([buffer.data], bind("blockIdx.x", 2, inside)), {}) == 0

    limits, found = ({"max_vthread": 2}, {"max_threads_per_block": 8}), []
    look = tir.transform.prim_func_pass(lambda one, *_: found.append([verify(one, limit) for limit in limits]) or one, opt_level=0)
    a = te.placeholder((64,), name="a")
    b = te.compute((64,), lambda i: a[i] + 1.0, name="b")
    s = te.create_schedule(b.op)
    outer, rest = s[b].split(b.op.axis[0], nparts=2)
    middle, inner = s[b].split(rest, nparts=4)
    for axis, name in ((outer, "blockIdx.x"), (middle, "vthread"), (inner, "threadIdx.x")):
        s[b].bind(axis, te.thread_axis(name))
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(0, look), (3, look)]}):
        tvm.lower(s, [a, b])
    assert found == [[0, 0], [1, 1]], found
    free = tir.Schedule(te.create_prim_func([a, b]))
    for loop, name in zip(free.split(free.get_loops("b")[0], [2, 4, 8]), ("blockIdx.x", "vthread.x", "threadIdx.x")):
        free.bind(loop, name)
    lowered = tir.transform.LowerOpaqueBlock()(tir.transform.ConvertBlocksToOpaque()(free.mod))["main"]
    assert [verify(lowered, limit) for limit in limits] == [1, 1]


@proves("tvm.tir.analysis.OOBChecker", "超出形状就抛出 `ScheduleError`，否则原样返回函数", "上界不小于长度，或下界小于 0，能够证明 | 报错", "上下界与长度的大小证明不了，如形参 `n` | 放过", "同一个变量出现几次（`A[i * 2 - i]`）", "右端其实不含 n")
def _(tvm):
    check = lambda index: tvm.tir.analysis.OOBChecker()(tvm.IRModule({"main": parsed(tvm, COPY.replace("INDEX", index))}))
    module = tvm.IRModule({"main": parsed(tvm)})
    assert tvm.ir.structural_equal(tvm.tir.analysis.OOBChecker()(module), module)
    for index in ("vi", "n", "vi * 0 + n", "7 - vi"):
        check(index)
    for index in ("vi + 1", "vi - 1", "vi * 2"):
        with raises("ScheduleError", "Out of bounds memory access"):
            check(index)
    with raises("ScheduleError", "outside the range [0, 8]"):
        check("vi + 1")
    with raises("ScheduleError"):
        check("vi // 2 * 2 - vi // 2")


# Regions and variables


@proves("tvm.tir.analysis.get_block_access_region", "返回三个列表", "不在里面的缓冲区不算", "有 `T.init` 的块，读的列表里没有它自己写的缓冲区", "块轴原样保留；同一缓冲区的几处访问合成一个包围区域")
@proves("tvm.tir.analysis.get_block_read_write_region", "只返回读和写两个列表，不透明的访问在两边各列一次")
def _(tvm):
    analysis, tir = tvm.tir.analysis, tvm.tir
    function = parsed(tvm)
    block = matmul_block(function)
    buffers = {one.data: one for one in [*function.buffer_map.values(), *function.body.block.alloc_buffers]}
    names = lambda regions: [one.buffer.name for one in regions]
    reads, writes, opaque = analysis.get_block_access_region(block, buffers)
    assert (names(reads), names(writes), names(opaque)) == (["A", "B"], ["C"], [])
    assert [one.min.name for one in reads[0].region] == ["vi", "vk"]
    fewer = {data: one for data, one in buffers.items() if one.name != "A"}
    assert names(analysis.get_block_access_region(block, fewer)[0]) == ["B"]
    assert [names(part) for part in analysis.get_block_read_write_region(block, buffers)] == [["A", "B"], ["C"]]
    buffer = tir.decl_buffer((8,), "float32", "X")
    body = tir.Evaluate(tir.call_extern("int32", "f", buffer.data))
    hidden = tir.Block([], [], [], "hidden", body)
    assert [len(part) for part in analysis.get_block_access_region(hidden, {buffer.data: buffer})] == [0, 0, 1]
    assert [names(part) for part in analysis.get_block_read_write_region(hidden, {buffer.data: buffer})] == [["X"], ["X"]]
    twice = tir.Block([], [], [], "twice", tir.SeqStmt([tir.BufferStore(buffer, buffer[1] + buffer[5], [0]), tir.Evaluate(0), tir.BufferStore(buffer, buffer[0], [2])]))
    region = analysis.get_block_access_region(twice, {buffer.data: buffer})[1][0].region[0]
    assert (int(region.min), int(region.extent)) == (0, 3)


@proves("tvm.tir.analysis.detect_buffer_access_lca", "返回 `Buffer` 到 `For` 或 `Block` 的字典")
def _(tvm):
    function = parsed(tvm)
    lca = tvm.tir.analysis.detect_buffer_access_lca(function)
    found = {one.name: lca[one] for one in lca}
    assert found["A"].name_hint == "matmul" and found["C"].name_hint == "root" and found["D"].name_hint == "relu"
    sch = tvm.tir.Schedule(function)
    sch.reverse_compute_at("relu", sch.get_loops("matmul")[1])
    lca = tvm.tir.analysis.detect_buffer_access_lca(sch.mod["main"])
    assert {one.name: lca[one].loop_var.name for one in lca if one.name == "C"} == {"C": "j"}


@proves("tvm.tir.analysis.undefined_vars", "每个一次，次序是首次出现的次序", "`defs` 里的变量当作已定义", "缓冲区的数据变量、形状里的变量也算；块轴和 `alloc_buffers` 不认作定义", "变量重复定义时抛出 `TVMError`，`the Stmt is not SSA`", "先使用后定义（`defs` 里的又被定义也算）是 `has been used before definition`；同一线程轴的 `thread_extent` 可以重复", "只接受 `Stmt` 和 `PrimExpr`，不接受 `PrimFunc`", versions=LATEST)
@proves("tvm.tir.analysis.Var", "按对象区分而不按名称", versions=LATEST)
def _(tvm):
    tir, find = tvm.tir, tvm.tir.analysis.undefined_vars
    n, m, other = tir.Var("n", "int32"), tir.Var("m", "int32"), tir.Var("n", "int32")
    found = find(m * 2 + n + m)
    assert len(found) == 2 and found[0].same_as(m) and found[1].same_as(n)
    assert len(find(n + other)) == 2 and [one.name for one in find(n + m, [n])] == ["m"]
    function = parsed(tvm)
    assert {one.name for one in find(function.body)} >= {"vi", "vj", "C", "D", "A"}
    buffer = tir.decl_buffer((n,), "float32", "X")
    assert {one.name for one in find(tir.BufferStore(buffer, 1.0, [0]))} == {"X", "n"}
    i = tir.Var("i", "int32")
    loop = tir.For(i, 0, 2, 0, tir.Evaluate(0))
    with raises("TVMError", "the Stmt is not SSA"):
        find(tir.SeqStmt([loop, loop]))
    for early in (lambda: find(tir.SeqStmt([tir.Evaluate(i), loop])), lambda: find(loop, [i])):
        with raises("TVMError", "has been used before definition"):
            early()
    axis = tvm.te.thread_axis((0, 8), "threadIdx.x")
    kernel = tir.AttrStmt(axis, "thread_extent", 8, tir.Evaluate(axis.var))
    assert len(find(tir.SeqStmt([kernel, kernel]))) == 0
    with raises(Exception):
        find(function)


@proves("tvm.tir.analysis.expr_deep_equal", "返回 1 或 0；变量要是同一个对象，不做改名，也不化简", "`x + 1` 与 `1 + x` 不等，`int32` 的 1 与 `int64` 的 1 不等")
def _(tvm):
    equal = tvm.tir.analysis.expr_deep_equal
    x, other = tvm.tir.Var("x", "int32"), tvm.tir.Var("x", "int32")
    assert [equal(x + 1, one) for one in (x + 1, 1 + x, other + 1, x + 2 - 1)] == [1, 0, 0, 0]
    assert equal(tvm.tir.const(1, "int32"), tvm.tir.const(1, "int64")) == 0


@proves("tvm.tir.analysis.find_anchor_block", "有几个时取运算量最大的，没有时返回 `None`", "依次取带 `tir.is_entry_func` 属性的、名为 `main` 的、唯一的", versions=NEW)
def _(tvm):
    find = tvm.tir.analysis.find_anchor_block
    function = parsed(tvm)
    assert find(tvm.IRModule({"main": function})).name_hint == "matmul" == find(tvm.IRModule({"other": function})).name_hint
    assert find(tvm.IRModule({"main": parsed(tvm, COPY.replace("INDEX", "vi"))})) is None
    copy = parsed(tvm, COPY.replace("INDEX", "vi"))
    assert find(tvm.IRModule({"main": copy, "other": function})) is None
    assert find(tvm.IRModule({"main": copy, "other": function.with_attr("tir.is_entry_func", True)})).name_hint == "matmul"
    two = MATMUL.replace("D[vi, vj] = T.max(C[vi, vj], T.float32(0))", "with T.init():\n                D[vi, vj] = T.float32(0)\n            D[vi, vj] = D[vi, vj] + C[vi, vj]").replace('"SS", [i, j])\n            with', '"SR", [i, j])\n            with').replace("D[vi, vj]", "D[vi, 0]")
    assert find(tvm.IRModule({"main": parsed(tvm, two)})).name_hint == "matmul"


# Sizes


@proves("tvm.tir.analysis.calculate_workspace_bytes", "嵌套的相加，并列的取最大。不分作用域，`local` 和 `shared` 也算在内", "每一块先向上取整到 `workspace_byte_alignment` 的倍数", "带块的 TensorIR 里还没有 `Allocate`，结果是 0", "它不乘向量的长度")
def _(tvm):
    count = tvm.tir.analysis.calculate_workspace_bytes
    sizes = (("float32", 3, "global"), ("int8", 5, "local"))
    assert count(nested(tvm, *sizes), 1) == 17 and count(nested(tvm, *sizes), 16) == 32
    assert count(nested(tvm, *sizes, parallel=True), 1) == 12 and count(nested(tvm, ("float32", 3, "shared")), 1) == 12
    assert count(nested(tvm, ("float32x8", 4, "global")), 1) == 16
    assert count(parsed(tvm), 1) == 0 and count(lowered(tvm), 1) == 1024


@proves("tvm.tir.analysis.calculate_workspace_bytes", "函数里有分配时，对齐写 0 会使进程因除以零而终止", dies="SIGFPE")
def _(tvm):
    tvm.tir.analysis.calculate_workspace_bytes(nested(tvm, ("float32", 3, "global")), 0)


@proves("tvm.tir.analysis.calculate_workspace_bytes", "长度不是常数的分配算 0")
def _(tvm):
    assert tvm.tir.analysis.calculate_workspace_bytes(nested(tvm, ("float32", tvm.tir.Var("n", "int32"), "global")), 1) == 0


@proves("tvm.tir.analysis.calculate_constant_bytes", "数的是 `AllocateConst` 嵌在函数里的常量", "并列的常量也只取最大的一支")
def _(tvm):
    import numpy as np

    tir, count = tvm.tir, tvm.tir.analysis.calculate_constant_bytes

    def constant(size, body):
        pointer = tir.Var(f"c{size}", tvm.ir.PointerType(tvm.ir.PrimType("float32")))
        return tir.AllocateConst(pointer, "float32", [size], tvm.nd.array(np.zeros(size, "float32")), body)

    nothing = tir.Evaluate(0)
    assert count(tir.PrimFunc([], constant(3, constant(5, nothing))), 1) == 32
    assert count(tir.PrimFunc([], tir.SeqStmt([constant(3, nothing), constant(5, nothing)])), 1) == 20
    assert count(lowered(tvm), 1) == 0


@proves("tvm.tir.analysis.calculate_allocated_bytes", "返回两层字典：函数名、作用域、字节数。传 `PrimFunc` 时函数名固定写作 `main`；没有分配的函数得到空字典。别的类型抛出 `TypeError`", versions=LATEST)
def _(tvm):
    count = tvm.tir.analysis.calculate_allocated_bytes
    function = nested(tvm, ("float32", 3, "global"), ("int8", 5, "local"), ("float32x8", 4, "global"))
    plain = lambda found: {name: {scope: int(size) for scope, size in inner.items()} for name, inner in found.items()}
    assert plain(count(function)) == {"main": {"global": 140, "local": 5}} and plain(count(function.with_attr("global_symbol", "other"))).keys() == {"main"}
    assert plain(count(tvm.IRModule({"other": function}))) == {"other": {"global": 140, "local": 5}}
    assert plain(count(parsed(tvm))) == {"main": {}}
    with raises(TypeError):
        count(function.body)


@proves("tvm.tir.analysis.calculate_allocated_bytes", "返回作用域到字节数的字典；没有分配的函数得到空字典。只接受 `PrimFunc`，`IRModule` 等别的类型抛出 `TVMError`", versions=("0.12.0",))
def _(tvm):
    count = tvm.tir.analysis.calculate_allocated_bytes
    function = nested(tvm, ("float32", 3, "global"), ("int8", 5, "local"))
    assert {scope: int(size) for scope, size in count(function).items()} == {"global": 12, "local": 5} and len(count(parsed(tvm))) == 0
    with raises("TVMError"):
        count(tvm.IRModule({"main": function}))


@proves("tvm.tir.analysis.estimate_tir_flops", "返回浮点数", "传 `PrimFunc` 抛出 `TypeError`", "各 1 次，整数也算；向量也只算 1 次", "下标里的运算、比较运算及其两边 | 0", "自己 0，加上全部参数", "当作每次迭代都执行", "长度不是常数报 `Expect the extent of a loop to be IntImm`")
def _(tvm):
    tir, count = tvm.tir, tvm.tir.analysis.estimate_tir_flops
    x, y = tir.decl_buffer((64,), "float32", "X"), tir.decl_buffer((64,), "int32", "Y")
    store = lambda value, buffer=x, index=0: tir.BufferStore(buffer, value, [index])
    i, n = tir.Var("i", "int32"), tir.Var("n", "int32")
    found = count(tvm.IRModule({"main": parsed(tvm)}))
    assert isinstance(found, float) and found == 16 * 16 * 8 * 2 + 16 * 16
    with raises(TypeError):
        count(parsed(tvm))
    a, b = x[0], x[1]
    for value in (a + b, a - b, a * b, tir.max(a, b), tir.min(a, b), tir.Div(a, b)):
        assert count(store(value)) == 1
    assert count(store(y[0] // y[1] + y[2] % y[3], y)) == 3
    assert count(store(a, x, i * 4 + 3)) == 0 and count(store(tir.Select(a + b > b * a, a, b))) == 0
    assert count(store(tir.exp(a + b))) == 1 and count(store((a * b).astype("float64"), tir.decl_buffer((4,), "float64"))) == 1
    assert count(tir.For(i, 0, 7, 0, store(a + b))) == 7
    with raises("TVMError", "Expect the extent of a loop to be IntImm"):
        count(tir.For(i, 0, n, 0, store(a + b)))
    for refused in (tir.Evaluate(0), tir.While(a > b, store(a))):
        with raises("TVMError", "Do not have a default for"):
            count(refused)


@proves("tvm.tir.analysis.estimate_tir_flops", "函数有 `estimated_flops` 属性时直接用属性的值", versions=NEW)
def _(tvm):
    assert tvm.tir.analysis.estimate_tir_flops(tvm.IRModule({"main": parsed(tvm).with_attr("estimated_flops", 7)})) == 7


@proves("tvm.tir.analysis.get_vtcm_compaction_passes", "一共 11 个，从 `LowerInitBlock` 到 `StorageRewrite`", "要先用 `list` 转换", versions=LATEST)
def _(tvm):
    passes = tvm.tir.analysis.get_vtcm_compaction_passes()
    names = [one.info.name for one in passes]
    assert len(names) == 11 and names[0] == "tir.LowerInitBlock" and names[-1] == "tir.StorageRewrite"
    with raises(Exception):
        tvm.transform.Sequential(passes)
    made = tvm.transform.Sequential(list(passes))(tvm.IRModule({"main": parsed(tvm)}))
    assert "main" in tvm.tir.analysis.calculate_allocated_bytes(made)


# Memory scopes


@proves("tvm.tir.analysis.get_prim_func_arg_and_result_memory_constraints", "返回字符串的列表，最后一个是结果，空字符串表示没有约束", "张量个数要与 `PrimFunc` 的缓冲区形参相同，否则检查失败")
@proves("tvm.tir.analysis.apply_prim_func_arg_and_result_memory_constraints", "按作用域的列表改写形参缓冲区，返回新的 `PrimFunc`", "长度是实参个数加一，不检查，结果总取最后一项")
def _(tvm):
    relay, analysis = tvm.relay, tvm.tir.analysis
    kind = relay.FuncType([relay.TensorType((16, 8)), relay.TensorType((8, 16))], relay.TensorType((16, 16)))
    function = parsed(tvm)
    get = analysis.get_prim_func_arg_and_result_memory_constraints
    assert list(get(function, kind)) == ["global"] * 3
    scopes = ["global.texture", "", "global"]
    made = analysis.apply_prim_func_arg_and_result_memory_constraints(function, kind, scopes)
    assert list(get(made, kind)) == scopes and list(get(function, kind)) == ["global"] * 3
    assert made.buffer_map[made.params[0]].scope() == "global.texture"
    with raises("TVMError"):
        get(function, relay.FuncType([relay.TensorType((16, 8))], relay.TensorType((16, 16))))
    for given, expected in ((["a", "b"], ["a", "b", "b"]), (["a", "b", "c", "d"], ["a", "b", "d"])):
        made = analysis.apply_prim_func_arg_and_result_memory_constraints(function, kind, given)
        assert list(get(made, kind)) == expected


# Visits and rewrites


@proves("tvm.tir.stmt_functor.post_order_visit", "返回值不看", "同一个对象只访问一次，共享的子表达式也是；结构相同而对象不同的各访问一次")
@proves("tvm.tir.stmt_functor.pre_order_visit", "`fvisit` 返回 True 才进入子节点，返回 False 就跳过它们", "忘记写 `return`（即 `None`）抛出 `TVMError`")
def _(tvm):
    tir, functor = tvm.tir, tvm.tir.stmt_functor
    n = tir.Var("n", "int32")

    def kinds(visit, node, answer=None):
        seen = []
        visit(node, lambda one: (seen.append(type(one).__name__), answer)[1])
        return seen

    statement = tir.Evaluate(n * 2)
    assert kinds(functor.post_order_visit, statement) == ["Var", "IntImm", "Mul", "Evaluate"] == kinds(functor.post_order_visit, statement, False)
    assert kinds(functor.pre_order_visit, statement, True) == ["Evaluate", "Mul", "Var", "IntImm"]
    assert kinds(functor.pre_order_visit, statement, False) == ["Evaluate"]
    with raises("TVMError"):
        kinds(functor.pre_order_visit, statement)
    shared = n * 2
    assert kinds(functor.post_order_visit, tir.Evaluate(tir.Add(shared, shared))).count("Mul") == 1
    assert kinds(functor.post_order_visit, tir.Evaluate(tir.Add(n * 2, n * 2))).count("Mul") == 2


@proves("tvm.tir.stmt_functor.ir_transform", "返回新的语句，原来的不变", "返回节点就用它替换，不再进入子节点，也不再调用 `postorder`", "`None` 和空列表是全部", "语句换成语句，表达式换成表达式，换错种类抛出 `TVMError`", "不接受表达式", "种类的名称写错时抛出 `TVMError`", "共享的子节点每处各调用一次")
def _(tvm):
    tir = tvm.tir
    change = tir.stmt_functor.ir_transform
    n = tir.Var("n", "int32")
    i, j = tir.Var("i", "int32"), tir.Var("j", "int32")
    inner = tir.For(j, 0, 3, 0, tir.Evaluate(n))
    outer = tir.For(i, 0, 2, 0, inner)
    calls = []
    made = change(outer, lambda loop: tir.Evaluate(7), lambda loop: calls.append(loop), ["tir.For"])
    assert made.value.value == 7 and not calls and isinstance(outer, tir.For)
    order = []
    change(outer, lambda loop: order.append("in " + loop.loop_var.name), lambda loop: order.append("out " + loop.loop_var.name), ["tir.For"])
    assert order == ["in i", "in j", "out j", "out i"]
    for enable in (None, []):
        seen = []
        change(tir.Evaluate(n * 2), None, lambda node: seen.append(type(node).__name__), enable)
        assert {"Evaluate", "Mul", "Var"} <= set(seen)
    with raises("TVMError"):
        change(outer, None, lambda loop: tir.const(1), ["tir.For"])
    with raises("TVMError"):
        change(outer, None, lambda loop: None, ["tir.Loop"])
    with raises(Exception):
        change(n * 2, None, lambda node: None)
    shared, count = n * 2, []
    change(tir.Evaluate(tir.Add(shared, shared)), None, lambda node: count.append(node), ["tir.Mul"])
    assert len(count) == 2


@proves("tvm.tir.stmt_functor.substitute", "返回同类的节点，不化简", "数据类型要与变量相同，否则抛出 `TVMError`，`substituting`", "只换使用，不换定义：`For` 的循环变量、块轴在定义处还是原来的变量")
def _(tvm):
    tir = tvm.tir
    x, y = tir.Var("x", "int32"), tir.Var("y", "int32")
    made = tir.stmt_functor.substitute(x * 1 + y, {x: y + 0})
    assert isinstance(made, tir.Add) and isinstance(tir.stmt_functor.substitute(tir.Evaluate(x), {x: y}), tir.Evaluate)
    kept = tir.stmt_functor.substitute(tir.Mul(x, y), {x: tir.const(1)})
    assert isinstance(kept, tir.Mul)
    with raises("TVMError", "substituting"):
        tir.stmt_functor.substitute(x + y, {x: tir.const(1, "int64")})
    loop = tir.stmt_functor.substitute(tir.For(x, 0, 4, 0, tir.Evaluate(x)), {x: y})
    assert loop.loop_var.same_as(x) and loop.body.value.same_as(y)


@proves("tvm.tir.stmt_functor.renew_defs", "形参、循环变量、块轴、缓冲区和分配全部换成新的对象，行为不变", "类型是 `handle` 的形参要都在 `buffer_map` 里")
def _(tvm):
    tir = tvm.tir
    function = parsed(tvm)
    fresh = tir.stmt_functor.renew_defs(function)
    assert tvm.ir.structural_equal(fresh, function) and not any(a.same_as(b) for a, b in zip(fresh.params, function.params))
    assert not fresh.buffer_map[fresh.params[0]].same_as(function.buffer_map[function.params[0]])
    assert not matmul_block(fresh).iter_vars[0].var.same_as(matmul_block(function).iter_vars[0].var)
    with raises("TVMError"):
        tir.stmt_functor.renew_defs(tir.PrimFunc([tir.Var("p", "handle")], tir.Evaluate(0)))


# Names from elsewhere

for name, quote in (
    ("Block", "就是 `tir.Block`"),
    ("Buffer", "就是 `tir.Buffer`"),
    ("BufferRegion", "就是 `tir.BufferRegion`"),
    ("IRModule", "就是 `tvm.ir.IRModule`，也就是 `tvm.IRModule`"),
    ("Object", "就是 `tvm.runtime.Object`"),
    ("PrimExpr", "就是 `tir.PrimExpr`"),
    ("PrimFunc", "就是 `tir.PrimFunc`"),
    ("Stmt", "就是 `tir.Stmt`"),
    ("Var", "就是 `tir.Var`"),
):

    @proves(f"tvm.tir.analysis.{name}", quote)
    def _(tvm, release, name=name):
        own = {"IRModule": tvm.IRModule, "Object": tvm.runtime.Object}.get(name) or getattr(tvm.tir, name)
        assert getattr(importlib.import_module("tvm.tir.analysis.analysis"), name) is own and getattr(tvm.tir.analysis, name) is own


COMPLETE = True
