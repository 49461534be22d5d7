"""More probes of docs/reference/api/python/tir/stmt.md: what each field of a statement means, run where it can be."""

import importlib

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
LATEST = ("0.13.0",)
NAMES = "tvm.tir."


class Scene:
    """Two buffers, a variable, a store: what the statements below are made of."""

    def __init__(self, tvm):
        tir = tvm.tir
        self.tvm, self.tir = tvm, tir
        self.source, self.target = (tir.decl_buffer((8,), "float32", name) for name in "AB")
        self.i, self.n = tir.Var("i", "int32"), tir.Var("n", "int32")
        self.true, self.nothing = tir.const(True), tir.Evaluate(0)

    def store(self, index, value=1.0):
        return self.tir.BufferStore(self.target, value, [index])

    def pointer(self, dtype="float32", scope="global", name="tmp"):
        return self.tir.Var(name, self.tvm.ir.PointerType(self.tvm.ir.PrimType(dtype), scope))

    def loop(self, body, var=None, **options):
        return self.tir.For(self.i if var is None else var, 0, 8, 0, body, **options)

    def function(self, body, *params):
        return self.tir.PrimFunc([self.source, self.target, *params], body).with_attr("global_symbol", "main")

    def script(self, body, *params):
        return self.function(body, *params).script()

    def built(self, body, target="llvm"):
        return self.tvm.build(self.function(body), target=target)

    def run(self, body):
        out = self.tvm.nd.array(np.zeros(8, "float32"))
        self.built(body)(self.tvm.nd.array(np.arange(8, dtype="float32")), out)
        return out.numpy().tolist()


def ones(*places):
    return [float(place in places) for place in range(8)]


def kinds(tvm, body):
    names = []
    tvm.tir.stmt_functor.post_order_visit(body, lambda node: names.append(getattr(node, "attr_key", type(node).__name__)))
    return names


def rooted(scene, body, **options):
    tir = scene.tir
    return tir.BlockRealize([], True, tir.Block([], [], [], "root", body, **options))


def parsed(tvm, source):
    return importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n")


# Sequences


@proves(NAMES + "SeqStmt", "条数可能是一时用 `stmt_seq`，它不另加 `SeqStmt`", versions=LATEST)
def _(tvm):
    scene = Scene(tvm)
    for stmts in ([scene.store(0)], [scene.store(0), scene.store(1)]):
        made = tvm.tir.stmt_seq(*stmts)
        assert isinstance(made, tvm.tir.SeqStmt) == (len(stmts) == 2)
        assert scene.run(made) == ones(*range(len(stmts)))


@proves(NAMES + "Evaluate", "`Evaluate(0)` 是空语句")
def _(tvm):
    scene = Scene(tvm)
    with_nothing = tvm.tir.SeqStmt([scene.store(2), scene.nothing, scene.store(5)])
    assert scene.run(scene.nothing) == ones() and scene.run(with_nothing) == ones(2, 5)
    left = kinds(tvm, tvm.lower(scene.function(with_nothing))["main"].body)
    assert left.count("BufferStore") == 2 and "Evaluate" not in left


@proves(NAMES + "stmt_list", "下面的 0 先成为 `Evaluate(0)`", "第一个实参是 `SeqStmt`，要摊平，`Evaluate(0)` 就被丢掉", versions=LATEST)
@proves(NAMES + "stmt_list", "下面的 0 成为 `Evaluate(0)`，也算一条", versions=OLD)
def _(tvm, release):
    tir, store = tvm.tir, Scene(tvm).store(0)
    flat = tir.stmt_list(tir.stmt_seq(tir.stmt_seq(store, store), 0))
    assert len(flat) == (2 if release == "0.13.0" else 3)
    plain = tir.stmt_list(tir.stmt_seq(store, 0))
    assert len(plain) == 2 and isinstance(plain[1], tir.Evaluate) and plain[1].value.value == 0


# Bindings


@proves(NAMES + "BufferStore", "写到哪里")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    made = scene.store(3, scene.source[4])
    assert made.buffer.same_as(scene.target) and scene.run(made) == [0, 0, 0, 4, 0, 0, 0, 0]
    with raises(Exception):
        tir.BufferStore(scene.target.data, 1.0, [0])


@proves(NAMES + "LetStmt", "被绑定的变量", "用到 `var` 的语句")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    made = tir.LetStmt(scene.n, tir.const(3), scene.store(scene.n))
    assert made.var.same_as(scene.n) and scene.run(made) == ones(3)
    assert tir.LetStmt(scene.n, tir.const(6), made.body).body.same_as(made.body)
    assert scene.run(tir.LetStmt(scene.n, tir.const(6), made.body)) == ones(6)


@proves(NAMES + "AssertStmt", "没有要包住的语句时，写 `Evaluate(0)`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    check = lambda limit: tir.SeqStmt([tir.AssertStmt(scene.source[1] > limit, tir.StringImm("small"), scene.nothing), scene.store(0)])
    assert scene.run(check(0.5)) == ones(0)
    with raises("TVMError", "small"):
        scene.run(check(5.0))


@proves(NAMES + "AttrStmt", "标注的名称", "标注管的范围")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    made = tir.AttrStmt(scene.target.data, "my_hint", 7, scene.store(0))
    assert (made.attr_key, int(made.value)) == ("my_hint", 7) and isinstance(made.body, tir.BufferStore)
    pair = tir.SeqStmt([made, scene.store(1)])
    assert scene.run(pair) == ones(0, 1)
    with raises(Exception):
        tir.AttrStmt(scene.target.data, 3, 7, scene.store(0))
    with raises(Exception):
        tir.AttrStmt(scene.target.data, "my_hint", "text", scene.store(0))


@proves(NAMES + "AttrStmt", "缓冲区变量的对齐字节数")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    memory = scene.pointer()
    tmp = tir.decl_buffer((4096,), data=memory, name="tmp")
    vector = lambda var, body: tir.For(var, 0, 8, tir.ForKind.VECTORIZED, body)
    j = tir.Var("j", "int32")
    use = tir.SeqStmt([vector(scene.i, tir.BufferStore(tmp, scene.source[scene.i], [scene.i * 513])), scene.loop(scene.store(j, tmp[j * 513]), j)])
    made = tir.Allocate(memory, "float32", [4096], scene.true, use)
    function = scene.function(tir.AttrStmt(tir.const(0), "device_type", 1, tir.AttrStmt(tir.const(0), "device_id", 0, made)))
    mod = tvm.IRModule({"main": function.with_attr("target", tvm.target.Target("llvm", host="llvm"))})
    mod = tir.transform.LowerTVMBuiltin()(tir.transform.VectorizeLoop()(mod))
    found = []
    tir.stmt_functor.post_order_visit(mod["main"].body, lambda node: found.append(node) if getattr(node, "attr_key", "") == "storage_alignment" else None)
    assert [node.node.name for node in found] == ["tmp"] and int(found[0].value) == 64, found


@proves(NAMES + "AttrStmt", "TE 下降的中间标注", "TE 的下降不产生也不读它")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    x = te.placeholder((8,), name="x")
    y = te.compute((8,), lambda i: x[i] + 1.0, name="y")
    z = te.compute((8,), lambda i: y[i] * 2.0, name="z")
    bind = lambda tensor, scope="global": tir.decl_buffer(tensor.shape, tensor.dtype, scope=scope, offset_factor=1)

    def body(ins, outs):
        return tir.call_packed("f", ins[0].access_ptr("r"), outs[0].access_ptr("w"))

    p = te.placeholder((8,), name="p")
    q = te.compute((8,), lambda i: p[i] * 2.0, name="q")
    intrin = te.decl_tensor_intrin(q.op, body, binds={p: bind(p, "local"), q: bind(q)})
    s = te.create_schedule(z.op)
    s[y].set_scope("local")
    s[z].tensorize(z.op.axis[0], intrin)
    scheduled = te.schedule.ScheduleOps(s, te.schedule.InferBound(s))
    raw = te.schedule.SchedulePostProcToPrimFunc([x, z], scheduled, None)
    after = kinds(tvm, tvm.lower(s, [x, z])["main"].body)
    assert "buffer_bind_scope" in kinds(tvm, raw.body) and "buffer_bind_scope" not in after
    for stage in (kinds(tvm, scheduled), kinds(tvm, raw.body), after):
        assert "realize_scope" not in stage


@proves(NAMES + "AttrStmt", "代码生成把里面放进单独的函数；外部操作")
def _(tvm):
    tir, te, scene = tvm.tir, tvm.te, Scene(tvm)
    made = tir.AttrStmt(tir.const(0), "compute_scope", tir.StringImm("apart"), scene.store(0))
    defined = lambda body: any(line.startswith("define") and "apart" in line for line in scene.built(body).get_source("ll").splitlines())
    assert defined(made) and scene.run(made) == ones(0)
    assert not defined(tir.AttrStmt(tir.const(0), "another_scope", tir.StringImm("apart"), scene.store(0)))
    x = te.placeholder((8,), name="x")
    out = te.extern((8,), [x], lambda ins, outs: tir.call_packed("f", ins[0], outs[0]), name="out", dtype="float32")
    s = te.create_schedule(out.op)
    assert "extern_scope" in kinds(tvm, te.schedule.ScheduleOps(s, te.schedule.InferBound(s)))


# Control flow


@proves(NAMES + "IfThenElse", "TVMScript 写 `if`、`else`", "成立时执行")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    both = scene.loop(tir.IfThenElse(scene.i < 3, scene.store(scene.i), scene.store(scene.i, 2.0)))
    assert scene.run(both) == [1, 1, 1, 2, 2, 2, 2, 2]
    lines = [line.strip() for line in scene.script(both).splitlines()]
    assert "if i < 3:" in lines and "else:" in lines
    alone = scene.loop(tir.IfThenElse(scene.i < 3, scene.store(scene.i), None))
    assert scene.run(alone) == ones(0, 1, 2) and "else:" not in scene.script(alone)


@proves(NAMES + "IfThenElse", "整数的条件打印成 `if i:`：常量和循环变量组成的能编译，函数形参的在 LLVM 核对时失败", versions=OLD)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    made = scene.loop(tir.IfThenElse(scene.i, scene.store(scene.i), None))
    assert "if i:" in scene.script(made)
    assert scene.run(made)[1:] == ones(*range(1, 8))[1:]
    assert scene.run(tir.IfThenElse(tir.const(1), scene.store(0), None)) == ones(0)
    with raises("TVMError"):
        tvm.build(scene.function(tir.IfThenElse(scene.n, scene.store(0), None), scene.n), target="llvm")


@proves(NAMES + "For", "循环体")
def _(tvm):
    scene = Scene(tvm)
    made = scene.loop(scene.store(scene.i, scene.source[7 - scene.i]))
    assert made.body.buffer.same_as(scene.target) and scene.run(made) == [7, 6, 5, 4, 3, 2, 1, 0]


@proves(NAMES + "For", "给 Pass 看的标注，如 `pragma_auto_unroll_max_step`")
def _(tvm):
    scene = Scene(tvm)
    loops = lambda **options: kinds(tvm, tvm.lower(scene.function(scene.loop(scene.store(scene.i), **options)))["main"].body).count("For")
    step = tvm.tir.const(16)
    assert loops() == 1 and loops(annotations={"pragma_auto_unroll_max_step": step}) == 0
    assert loops(annotations={"pragma_auto_unroll_max_step": tvm.tir.const(4)}) == 1


@proves(NAMES + "ForKind", "不检查它们有没有写同一个元素")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    made = tir.For(scene.i, 0, 8, tir.ForKind.PARALLEL, scene.store(0, scene.source[scene.i] + 1.0))
    out = scene.run(made)
    assert out[0] in range(1, 9) and out[1:] == [0] * 7


@proves(NAMES + "While", "循环体要改变条件里读的缓冲区，因为变量绑定以后不能改")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    again = tir.LetStmt(scene.n, tir.const(0), tir.While(scene.n < 3, tir.LetStmt(scene.n, scene.n + 1, scene.store(0))))
    assert tir.analysis.verify_ssa(scene.function(again)) == 0
    counted = tir.While(scene.target[7] < 3.0, tir.SeqStmt([scene.store(0, scene.target[0] + 2.0), scene.store(7, scene.target[7] + 1.0)]))
    assert scene.run(counted) == [6, 0, 0, 0, 0, 0, 0, 3] and tir.analysis.verify_ssa(scene.function(counted)) == 1


# Allocation


@proves(NAMES + "Allocate", "元素的类型", "各维的长度", "使用这块内存的语句", "读写要经过一个 `data` 是 `buffer_var` 的 `Buffer`", "给 Pass 看的标注")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    memory = scene.pointer()
    tmp = tir.decl_buffer((8,), data=memory, name="tmp")
    j = tir.Var("j", "int32")
    use = tir.SeqStmt([
        scene.loop(tir.BufferStore(tmp, scene.source[scene.i], [scene.i])),
        scene.loop(scene.store(j, tmp[7 - j]), j),
    ])
    made = tir.Allocate(memory, "float32", [2, 4], scene.true, use, {"hint": tir.const(1)})
    assert (made.dtype, [int(n) for n in made.extents], int(made.annotations["hint"])) == ("float32", [2, 4], 1)
    assert scene.run(made) == [7, 6, 5, 4, 3, 2, 1, 0] and "float tmp[8]" in scene.built(made, "c").get_source()
    with raises(Exception):
        tir.BufferStore(memory, 1.0, [0])


@proves(NAMES + "AllocateConst", "使用这个数组的语句")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    memory = scene.pointer(name="table")
    table = tir.decl_buffer((8,), data=memory, name="table")
    values = tvm.nd.array(np.arange(8, dtype="float32") * 3)
    make = lambda body: tir.AllocateConst(memory, "float32", [8], values, body)
    read = scene.loop(scene.store(scene.i, table[scene.i]))
    assert scene.run(make(read)) == [0, 3, 6, 9, 12, 15, 18, 21]


@proves(NAMES + "DeclBuffer", "TVMScript 写 `T.decl_buffer((2, 4), data=B.data)`", versions=NEW)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    view = tir.decl_buffer((2, 4), data=scene.target.data, name="view")
    text = scene.script(tir.DeclBuffer(view, tir.BufferStore(view, 1.0, [1, 3])))
    assert "view = T.decl_buffer((2, 4), data=B.data)" in text
    again = importlib.import_module("tvm.script").from_source(text)
    assert isinstance(again.body, tir.DeclBuffer) and [int(n) for n in again.body.buffer.shape] == [2, 4]


# Blocks

BLOCKS = """
def main(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (8, 8), "float32")
    B = T.match_buffer(b, (8, 8), "float32")
    C = T.alloc_buffer((8, 8), "float32")
    for i in range(8):
        with T.block("rows"):
            vi = T.axis.spatial(8, i)
            T.reads(A[vi, 0:8])
            T.writes(C[vi, 0:8])
            row = T.match_buffer(A[vi, 0:8], (8,), offset_factor=1)
            for j in range(8):
                C[vi, j] = row[j]
    for i, j in T.grid(8, 8):
        with T.block("copy"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = C[vi, vj] + A[vi, 7 - vj]
"""


@proves(NAMES + "Block", "TVMScript 里不写时由解析器求出", "读的区域，`BufferRegion` 的列表，`T.reads`", "写的区域，`T.writes`")
def _(tvm):
    block = parsed(tvm, BLOCKS).body.block.body[1].body.body.block
    places = lambda regions: [(region.buffer.name, [str(r.min).replace(": int32", "") for r in region.region]) for region in regions]
    assert all(isinstance(region, tvm.tir.BufferRegion) for region in [*block.reads, *block.writes])
    reads = dict(places(block.reads))
    assert sorted(reads) == ["A", "C"] and reads["C"] == ["vi", "vj"] and reads["A"][0] == "vi" and "7 - vj" in reads["A"][1]
    assert places(block.writes) == [("B", ["vi", "vj"])]
    text = parsed(tvm, BLOCKS).script()
    assert "T.reads(" in text and "C[vi, vj], A[vi, 7 - vj]" in text and "T.writes(B[vi, vj])" in text, text


@proves(NAMES + "Block", "块里分配的缓冲区，`T.alloc_buffer`", "`MatchBufferRegion` 的列表，块里的 `T.match_buffer`", "块体")
@proves(NAMES + "MatchBufferRegion", "新的缓冲区，在块里使用", "`BufferRegion`，它代表哪一块")
def _(tvm):
    tir, function = tvm.tir, parsed(tvm, BLOCKS)
    root = function.body.block
    assert [b.name for b in root.alloc_buffers] == ["C"] and isinstance(root.body, tir.SeqStmt) and "C = T.alloc_buffer(" in function.script()
    match = root.body[0].body.block.match_buffers[0]
    assert isinstance(match, tir.MatchBufferRegion) and match.buffer.name == "row" and match.source.buffer.name == "A"
    assert [int(r.extent) for r in match.source.region] == [1, 8] and "row = T.match_buffer(A[vi, 0:8]" in function.script().replace(" : ", ":")
    rng = np.random.default_rng(0)
    a, b = rng.random((8, 8)).astype("float32"), tvm.nd.array(np.zeros((8, 8), "float32"))
    tvm.build(function.with_attr("global_symbol", "main"), target="llvm")(tvm.nd.array(a), b)
    assert np.allclose(b.numpy(), a + a[:, ::-1])


@proves(NAMES + "BlockRealize", "要执行的 `Block`", "同 `Block`，读不出来")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    block = tir.Block([], [], [], "b", scene.store(4))
    made = tir.BlockRealize([], True, block)
    assert made.block.same_as(block) and scene.run(made) == ones(4)
    for node in (made, block):
        with raises(AttributeError):
            node.span


@proves(NAMES + "BufferRegion", "`region` 是 `tvm.ir.Range` 的列表")
def _(tvm):
    data = tvm.tir.decl_buffer((4, 8))
    made = tvm.tir.BufferRegion(data, [tvm.ir.Range(0, 2), tvm.ir.Range(3, 8)])
    assert made.buffer.same_as(data) and [(int(r.min), int(r.extent)) for r in made.region] == [(0, 2), (3, 5)]
    for wrong in ([(0, 2), (3, 8)], [0, 3], None):
        with raises(Exception):
            tvm.tir.BufferRegion(data, wrong)


# Reductions


@proves(NAMES + "CommReducer", "结合运算的左、右操作数", "由它们算出的结果", "| `identity_element` | 表达式的列表 | 单位元 |")
@proves(NAMES + "Reduce", "| `combiner` | `CommReducer` | 结合运算 |", "被归约的值")
def _(tvm):
    tir, te = tvm.tir, tvm.te
    x, y = tir.Var("x", "float32"), tir.Var("y", "float32")
    data = te.placeholder((4,), name="data")

    def reduced(result, identity, values):
        made = tir.CommReducer([x], [y], [result], [tir.const(identity)])
        k = te.reduce_axis((0, 4), "k")
        out = te.compute((1,), lambda i: tir.Reduce(made, [data[k] * 2.0], [k], tir.const(True), 0, []), name="out")
        got = tvm.nd.array(np.zeros(1, "float32"))
        tvm.build(te.create_schedule(out.op), [data, out], "llvm")(tvm.nd.array(np.float32(values)), got)
        return float(got.numpy()[0])

    assert reduced(x + y, 0.0, [1, 2, 3, 4]) == 20 and reduced(x + y, 100.0, [1, 2, 3, 4]) == 120
    assert reduced(x * y, 1.0, [1, 2, 3, 1]) == 96
    assert reduced(y, 0.0, [1, 2, 3, 4]) == 8 and reduced(x, 5.0, [1, 2, 3, 4]) == 5


# Nodes of TE


@proves(NAMES + "ProducerStore", "写哪个张量")
@proves(NAMES + "ProducerRealize", "哪个张量", "各维的范围", "用到它的语句", "放在哪种内存，默认不指定")
def _(tvm):
    tir, te, scene = tvm.tir, tvm.te, Scene(tvm)
    tensor, whole = te.placeholder((4,), name="T"), [tvm.ir.Range(0, 4)]
    store = tir.ProducerStore(tensor, 1.0, [0])
    assert store.producer.same_as(tensor)
    plain = tir.ProducerRealize(tensor, whole, scene.true, store)
    assert plain.producer.same_as(tensor) and plain.body.same_as(store) and plain.storage_scope == ""
    assert [(int(r.min), int(r.extent)) for r in plain.bounds] == [(0, 4)]
    assert tir.ProducerRealize(tensor, whole, scene.true, store, "local").storage_scope == "local"
    middle = te.compute((4,), lambda i: tensor[i] + 1.0, name="middle")
    out = te.compute((4,), lambda i: middle[i] * 2.0, name="out")
    s = te.create_schedule(out.op)
    s[middle].set_scope("shared")
    found = []
    tir.stmt_functor.post_order_visit(te.schedule.ScheduleOps(s, te.schedule.InferBound(s)), lambda n: found.append(n) if isinstance(n, tir.ProducerRealize) else None)
    made = next(node for node in found if node.producer.op.name == "middle")
    assert made.storage_scope == "shared" and int(made.bounds[0].extent) == 4


@proves(NAMES + "BufferRealize", "哪个缓冲区", "用到它的语句")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    made = tir.BufferRealize(scene.target, [tvm.ir.Range(0, 8)], scene.true, scene.store(0))
    assert made.buffer.same_as(scene.target) and isinstance(made.body, tir.BufferStore) and int(made.bounds[0].extent) == 8


@proves(NAMES + "BufferRealize", "作用域写在外面的 `realize_scope` 标注里时，合成 `T.realize(B[0:8], \"local\")`", versions=NEW)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    inner = tir.BufferRealize(scene.target, [tvm.ir.Range(0, 8)], scene.true, scene.nothing)
    text = str(tir.AttrStmt(scene.target, "realize_scope", tir.StringImm("local"), inner))
    assert 'T.realize(B[0:8], "local")' in text and "realize_scope" not in text
    assert '"local"' not in str(inner)
