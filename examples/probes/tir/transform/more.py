"""More probes of docs/reference/api/python/tir/transform.md: what passes need, and what they are for."""

import importlib

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
OLDEST = ("0.10.0",)
T = "tvm.tir.transform."

SIMPLE = """
def main(a: T.handle):
    A = T.match_buffer(a, (8,), "float32")
    for i in range(8):
        A[i] = T.float32(1)
"""

MATMUL = """
def main(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (16, 16), "float32")
    B = T.match_buffer(b, (16, 16), "float32")
    C = T.match_buffer(c, (16, 16), "float32")
    for i, j, k in T.grid(16, 16, 16):
        with T.block("matmul"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""

SCALE = """
def main(a: T.handle, c: T.handle):
    A = T.match_buffer(a, (8, 16), "float32")
    C = T.match_buffer(c, (8, 16), "float32")
    for i, j in T.grid(8, 16):
        with T.block("scale"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] * T.float32(2)
"""

BLOCKS = """
def main(a: T.handle, c: T.handle):
    A = T.match_buffer(a, (4, 8), "float32")
    C = T.match_buffer(c, (4, 8), "float32")
    for i in range(4):
        with T.block("outer"):
            v = T.axis.spatial(4, i)
            B = T.alloc_buffer((4, 8), "float32")
            for j in range(8):
                B[v, j] = A[v, j]
            for j in range(8):
                C[v, j] = B[v, j]
"""


def parsed(tvm, source):
    return importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n").with_attr("global_symbol", "main")


def applied(tvm, function, *steps):
    mod = tvm.IRModule({"main": function})
    for step in steps:
        mod = (getattr(tvm.tir.transform, step)() if isinstance(step, str) else step)(mod)
    return mod["main"]


def nodes(tvm, body, kind):
    found = []
    tvm.tir.stmt_functor.post_order_visit(body, lambda node: found.append(node) if isinstance(node, kind) else None)
    return found


@proves(T + "BindTarget", "单独调用 `MakePackedAPI`、`LowerIntrin` 等要求目标的 Pass 之前先用它")
def _(tvm):
    function, bind = parsed(tvm, SIMPLE), tvm.tir.transform.BindTarget(tvm.target.Target("llvm", host="llvm"))
    for name in ("MakePackedAPI", "LowerIntrin", "LowerThreadAllreduce"):
        with raises("TVMError", "target"):
            applied(tvm, function, name)
        assert applied(tvm, function, bind, name) is not None


@proves(T + "BindTarget", "属性 `tir.is_host_func` 用过就删", versions=("0.12.0",))
def _(tvm):
    bind = tvm.tir.transform.BindTarget(tvm.target.Target("opencl", host="llvm"))
    assert "tir.is_host_func" not in applied(tvm, parsed(tvm, SIMPLE).with_attr("tir.is_host_func", 1), bind).attrs


@proves(T + "CompactBufferAllocation", "要求是不透明块", versions=OLD)
def _(tvm):
    whole = applied(tvm, parsed(tvm, BLOCKS), "CompactBufferAllocation")
    block = [one for one in nodes(tvm, whole.body, tvm.tir.Block) if one.name_hint == "outer"][0]
    assert [int(one) for one in block.alloc_buffers[0].shape] == [1, 8] and len(block.iter_vars) == 1
    with raises("TVMError"):
        applied(tvm, parsed(tvm, MATMUL), "CompactBufferAllocation")
    opaque = applied(tvm, parsed(tvm, MATMUL), "LowerInitBlock", "ConvertBlocksToOpaque", "CompactBufferAllocation")
    assert all(len(one.iter_vars) == 0 for one in nodes(tvm, opaque.body, tvm.tir.Block))


@proves(T + "LowerMatchBuffer", "`tensorize` 之后的块一般带有它")
def _(tvm):
    desc = SCALE.replace("for i, j in T.grid(8, 16)", "for j in range(16)").replace("(8, 16)", "(16,)").replace("vi, vj = T.axis.remap(\"SS\", [i, j])", "vj = T.axis.spatial(16, j)").replace("vi, vj", "vj")
    head, body = desc.replace('"float32")\n', '"float32", offset_factor=1)\n').split("    for j")
    rooted = '    with T.block("root"):\n        T.reads(A[0:16])\n        T.writes(C[0:16])\n'
    desc = head + rooted + "\n".join("    " + line for line in ("    for j" + body).splitlines())
    impl = head + rooted + '        T.evaluate(T.call_extern("f", C.data, A.data, dtype="int32"))'
    tvm.tir.TensorIntrin.register("probe.f", parsed(tvm, desc), parsed(tvm, impl))
    sch = tvm.tir.Schedule(parsed(tvm, SCALE))
    sch.tensorize(sch.get_loops("scale")[1], "probe.f")
    aliases = [len(one.match_buffers) for one in nodes(tvm, sch.mod["main"].body, tvm.tir.Block)]
    assert max(aliases) == 2
    lowered = applied(tvm, sch.mod["main"], "LowerInitBlock", "ConvertBlocksToOpaque", "LowerMatchBuffer")
    assert all(len(one.match_buffers) == 0 for one in nodes(tvm, lowered.body, tvm.tir.Block))


@proves(T + "RemoveWeightLayoutRewriteBlock", "文档说填的是随机值", versions=NEW)
def _(tvm):
    assert "will be filled with random values" in " ".join(tvm.tir.transform.RemoveWeightLayoutRewriteBlock.__doc__.split())


@proves(T + "RemoveWeightLayoutRewriteBlock", "0.10.0 不处理 `T.allocate_const`：读常量的块照样清空，后面用到的缓冲区就没有分配了", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    weight, packed, handle = tir.decl_buffer((4,), name="W"), tir.decl_buffer((4,), name="P"), tir.Var("c", "handle")
    out = tir.decl_buffer((4,), name="C")

    def moved(name, source, target, **annotations):
        v, i = tir.IterVar((0, 4), tir.Var("v", "int32"), 0), tir.Var("i", "int32")
        region = lambda one: [tir.BufferRegion(one, [tvm.ir.Range.from_min_extent(v.var, 1)])]
        block = tir.Block([v], region(source), region(target), name, tir.BufferStore(target, source[v.var], [v.var]), annotations=annotations)
        return tir.For(i, 0, 4, 0, tir.BlockRealize([i], True, block))

    body = tir.SeqStmt([moved("pack", weight, packed, **{"meta_schedule.layout_rewrite_preproc": tir.const(1)}), moved("use", packed, out)])
    constant = tir.AllocateConst(weight.data, "float32", [4], tvm.nd.array(np.float32([1, 2, 3, 4])), body)
    root = tir.BlockRealize([], True, tir.Block([], [], [], "root", constant, alloc_buffers=[packed]))
    removed = applied(tvm, tir.PrimFunc([handle], root, buffer_map={handle: out}), "RemoveWeightLayoutRewriteBlock")
    stores = nodes(tvm, removed.body, tir.BufferStore)
    assert len(stores) == 1 and stores[0].value.buffer.same_as(packed)
    assert not any(packed in list(one.alloc_buffers) for one in nodes(tvm, removed.body, tir.Block)) and len(removed.buffer_map) == 1


@proves(T + "FlattenBuffer", "紧跟在分配后面的 `T.decl_buffer` 被去掉，别处的留着，LLVM 代码生成不支持", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    data, handle, out = tir.decl_buffer((4, 4), name="B"), tir.Var("a", "handle"), tir.decl_buffer((4,), name="A")
    inside = tir.SeqStmt([tir.BufferStore(data, 1.0, [0, 0]), tir.BufferStore(out, data[0, 0], [0])])
    declared = tir.DeclBuffer(data, inside)
    allocated = lambda body: tir.Allocate(data.data, "float32", [4, 4], tir.const(True), body)
    function = lambda body: tir.PrimFunc([handle], body, buffer_map={handle: out}).with_attr("global_symbol", "main")
    near = function(allocated(declared))
    far = function(allocated(tir.SeqStmt([tir.BufferStore(out, 0.0, [1]), declared])))
    left = lambda one: len(nodes(tvm, applied(tvm, one, "FlattenBuffer").body, tir.DeclBuffer))
    assert (left(near), left(far)) == (0, 1)
    tvm.build(near, target="llvm")
    with raises("TVMError", "tir.DeclBuffer"):
        tvm.build(far, target="llvm")


@proves(T + "RemoveNoOp", "外层因此变空的也一起删", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    n, x, data = tir.Var("n", "int32"), tir.Var("x", "int32"), tir.decl_buffer((4,), name="A")
    body = tir.Evaluate(0)
    body = tir.For(tir.Var("i", "int32"), 0, n, 0, body)
    body = tir.LetStmt(x, n + 1, tir.IfThenElse(n > 3, body, None))
    body = tir.Allocate(tir.Var("p", tvm.ir.PointerType(tvm.ir.PrimType("float32"))), "float32", [4], tir.const(True), tir.For(tir.Var("j", "int32"), 0, 8, 0, body))
    made = applied(tvm, tir.PrimFunc([n, data.data], tir.SeqStmt([body, tir.BufferStore(data, 1.0, [0])])), "RemoveNoOp")
    assert isinstance(made.body, tir.BufferStore)


@proves(T + "NarrowDataType", "可以把循环变量声明成 int32，存的时候再转换", "最后一个循环里 `k` 成了 int32，直接存进 int64 的 `C`", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    data, handle = tir.decl_buffer((8,), "int64", "C"), tir.Var("c", "handle")

    def narrowed(dtype):
        k = tir.Var("k", dtype)
        body = tir.For(k, tir.const(0, dtype), tir.const(8, dtype), 0, tir.BufferStore(data, k.astype("int64"), [k]))
        made = applied(tvm, tir.PrimFunc([handle], body, buffer_map={handle: data}), tir.transform.NarrowDataType(32))
        return made.body.loop_var.dtype, made.body.body.value.dtype

    assert narrowed("int64") == ("int32", "int32") and narrowed("int32") == ("int32", "int64")


def chosen(tvm, choose, **options):
    """A kernel that takes the first of two reads, the second of which is far outside."""
    te = tvm.te
    a = te.placeholder((4,), name="A")
    b = te.compute((4,), lambda i: choose(a[i] > 0, a[i], a[2**30 - 1]), name="B")
    with tvm.transform.PassContext(**options):
        kernel = tvm.build(te.create_schedule(b.op), [a, b], "llvm")
    out = tvm.nd.array(np.zeros(4, "float32"))
    kernel(tvm.nd.array(np.float32([1, 2, 3, 4])), out)
    return out.numpy().tolist()


@proves(T + "RewriteUnsafeSelect", "`T.Select` 的两边可能都求值，读越界的一边不能执行", dies="SIGSEGV")
def _(tvm):
    assert chosen(tvm, tvm.tir.Select) == [1, 2, 3, 4]
    chosen(tvm, tvm.tir.Select, disabled_pass=["tir.RewriteUnsafeSelect"])


@proves(T + "RemoveAssume", "`T.assume` 供证明条件用", versions=NEW)
def _(tvm):
    tir = tvm.tir
    data, handle, n = tir.decl_buffer((4,), "int32", "A"), tir.Var("a", "handle"), tir.Var("n", "int32")

    def simplified(*before, use):
        branch = tir.IfThenElse(n < 5, tir.BufferStore(data, 1, [0]), tir.BufferStore(data, 1, [1]))
        function = tir.PrimFunc([handle, n], tir.stmt_seq(*before, branch), buffer_map={handle: data})
        with tvm.transform.PassContext(config={"tir.Simplify": {"propagate_knowns_to_prove_conditional": use}}):
            return len(nodes(tvm, applied(tvm, function, "Simplify").body, tir.IfThenElse))

    known = tir.Evaluate(tir.assume(n < 3))
    assert simplified(known, use=True) == 0 and simplified(known, use=False) == 1 and simplified(use=True) == 1


@proves(T + "ReduceBranchingThroughOvercompute", "判断的办法是，在条件成立时对一般的分支执行 `RemoveNoOp`，看结果是否与特殊的分支相同", "分支里的循环，长度的界随条件变化时（如 `n < 5` 与 `range(n - 3)`），多半检查失败，信息是 `Trying to update var`", versions=NEW)
def _(tvm):
    tir = tvm.tir
    data, handle, n, m = tir.decl_buffer((4,), "int32", "A"), tir.Var("a", "handle"), tir.Var("n", "int32"), tir.Var("m", "int32")
    last = lambda: tir.BufferStore(data, 7, [3])
    general = lambda: tir.SeqStmt([tir.For(tir.Var("i", "int32"), 0, n - 3, 0, tir.BufferStore(data, data[0] + 1, [0])), last()])

    def left(condition, *branches):
        function = tir.PrimFunc([handle, n, m], tir.IfThenElse(condition, *branches), buffer_map={handle: data})
        return len(nodes(tvm, applied(tvm, function, "ReduceBranchingThroughOvercompute").body, tir.IfThenElse))

    assert left(n < 3, last(), general()) == 0 and left(n >= 3, general(), last()) == 0
    assert left(m < 3, last(), general()) == 1  # says nothing of the loop
    assert left(n < 3, tir.BufferStore(data, 8, [3]), general()) == 1 and left(n < 3, tir.Evaluate(0), general()) == 1
    for condition, branches in ((n < 5, (last(), general())), (n < 3, (general(), last())), (n > 5, (last(), general()))):
        with raises("TVMError", "Trying to update var"):
            left(condition, *branches)


@proves(T + "LoopPartition", "文档字符串写的是虚拟线程，抄错了")
def _(tvm):
    assert tvm.tir.transform.LoopPartition.__doc__.split("\n")[0] == tvm.tir.transform.InjectVirtualThread.__doc__.split("\n")[0] == "Inject virtual thread loops."


CHAIN = """
def main(a: T.handle, d: T.handle):
    A = T.match_buffer(a, (64,), "float32")
    D = T.match_buffer(d, (64,), "float32")
    B = T.decl_buffer((64,))
    for i in range(64):
        B[i] = A[i] + T.float32(1)
    C = T.decl_buffer((64,))
    for i in range(64):
        C[i] = B[63 - i] * T.float32(2)
    E = T.decl_buffer((64,))
    for i in range(64):
        E[i] = C[63 - i] * T.float32(3)
    for i in range(64):
        D[i] = E[i]
"""


@proves(T + "StorageRewrite", "`E` 与 `B` 共用一份内存：`B_2` 和 `B_3` 的指针都是 `B`", "0.12.0 不改 `T.decl_buffer`，它们留在原处，其中 `E` 的已经没有分配", "`tvm.lower` 里轮到这一步时，`FlattenBuffer` 已经去掉了它们", versions=("0.12.0",))
def _(tvm):
    tir = tvm.tir
    body = applied(tvm, parsed(tvm, CHAIN), "StorageRewrite").body
    stores, allocated = nodes(tvm, body, tir.BufferStore), [one.buffer_var for one in nodes(tvm, body, tir.Allocate)]
    first, second, third, _ = (one.buffer.data for one in stores)
    assert third.same_as(first) and not second.same_as(first) and len(allocated) == 2
    declared = {one.buffer.name: one.buffer.data for one in nodes(tvm, body, tir.DeclBuffer)}
    assert sorted(declared) == ["B", "C", "E"] and {name for name, data in declared.items() if any(data.same_as(one) for one in allocated)} == {"B", "C"}
    seen = []
    look = tir.transform.prim_func_pass(lambda one, *_: seen.append(len(nodes(tvm, one.body, tir.DeclBuffer))) or one, opt_level=0)
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(0, look), (1, look)]}):
        tvm.lower(parsed(tvm, CHAIN))
    assert seen == [3, 0]
