"""More probes of docs/reference/api/python/te.md: the primitives of a stage."""

import numpy as np
from probes import proves, raises

STAGE = "tvm.te.Stage"


def one(tvm, *shape):
    """A tensor of two operations: B doubles A."""
    te = tvm.te
    A = te.placeholder(shape or (8,), name="A")
    B = te.compute(A.shape, lambda *i: A(*i) * 2.0, name="B")
    return A, B, te.create_schedule(B.op)


def two(tvm, *shape):
    te = tvm.te
    A = te.placeholder(shape or (8,), name="A")
    B = te.compute(A.shape, lambda *i: A(*i) * 2.0, name="B")
    C = te.compute(A.shape, lambda *i: B(*i) + 1.0, name="C")
    return A, B, C, te.create_schedule(C.op)


def total(tvm):
    te = tvm.te
    A = te.placeholder((4, 6), name="A")
    k = te.reduce_axis((0, 6), name="k")
    S = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name="S")
    return A, S, te.create_schedule(S.op)


def lowered(tvm, schedule, args, **options):
    return tvm.lower(schedule, args, **options)["main"].body


def loops(tvm, schedule, args):
    """Extents of the loops from the outside, with their kinds, and whether a condition guards the statement."""
    found = []
    tvm.tir.stmt_functor.post_order_visit(lowered(tvm, schedule, args), lambda node: found.append(node))
    made = [(int(node.extent), int(node.kind)) for node in found if isinstance(node, tvm.tir.For) and isinstance(node.extent, tvm.tir.IntImm)]
    return made[::-1], any(isinstance(node, tvm.tir.IfThenElse) or (isinstance(node, tvm.tir.Call) and node.op.name == "tir.likely") for node in found)


def call(tvm, schedule, args, *values, target="llvm"):
    made = tvm.build(schedule, args, target)
    arrays = [tvm.nd.array(value) for value in values]
    made(*arrays)
    return arrays[-1].numpy()


SERIAL, PARALLEL, VECTORIZED, UNROLLED = range(4)


@proves(STAGE, "`factor` 是内层长度，`nparts` 是外层长度", "大于轴的长度时按轴的长度", "除不尽时加边界判断")
def _(tvm):
    for options, extents in (({"factor": 2}, [4, 2]), ({"nparts": 2}, [2, 4])):
        A, B, schedule = one(tvm)
        outer, inner = schedule[B].split(B.op.axis[0], **options)
        found, guarded = loops(tvm, schedule, [A, B])
        assert [extent for extent, _ in found] == extents and not guarded
    A, B, schedule = one(tvm)
    schedule[B].split(B.op.axis[0], factor=3)
    assert loops(tvm, schedule, [A, B])[1]
    for options, extents in (({"factor": 20}, [1, 8]), ({"nparts": 20}, [8, 1])):
        A, B, schedule = one(tvm)
        outer, inner = schedule[B].split(B.op.axis[0], **options)
        bounds = tvm.te.schedule.InferBound(schedule.normalize())
        assert [int(bounds[outer].extent), int(bounds[inner].extent)] == extents


@proves(STAGE, "绑定了线程或长度不是常数时除外")
def _(tvm):
    A, B, schedule = one(tvm)
    outer, inner = schedule[B].split(B.op.axis[0], factor=20)
    schedule[B].bind(inner, tvm.te.thread_axis("threadIdx.x"))
    assert int(tvm.te.schedule.InferBound(schedule.normalize())[inner].extent) == 20
    n = tvm.te.var("n")
    A, B, schedule = one(tvm, n)
    outer, inner = schedule[B].split(B.op.axis[0], factor=20)
    assert int(tvm.te.schedule.InferBound(schedule.normalize())[inner].extent) == 20


@proves(STAGE, "0 到下降时报 `Divide by zero`，负数不报错，下降成空的循环")
def _(tvm):
    A, B, schedule = one(tvm)
    schedule[B].split(B.op.axis[0], factor=0)
    with raises("TVMError", "Divide by zero"):
        tvm.lower(schedule, [A, B])
    A, B, schedule = one(tvm)
    schedule[B].split(B.op.axis[0], factor=-2)
    assert isinstance(lowered(tvm, schedule, [A, B]), tvm.tir.Evaluate)


@proves(STAGE, "合并相邻的几条轴，返回合并后的轴；次序写反也按实际的内外合并；没有实参时在最外面加一条长度为 1 的轴")
def _(tvm):
    results = []
    for turn in (False, True):
        A, B, schedule = one(tvm, 4, 6)
        axes = list(B.op.axis)[:: -1 if turn else 1]
        fused = schedule[B].fuse(*axes)
        assert list(schedule[B].leaf_iter_vars) == [fused]
        results.append(lowered(tvm, schedule, [A, B]))
        assert loops(tvm, schedule, [A, B])[0] == [(24, SERIAL)]
    A, B, schedule = one(tvm, 4, 6, 2)
    with raises("TVMError"):
        schedule[B].fuse(B.op.axis[0], B.op.axis[2])
    extra = schedule[B].fuse()
    assert schedule[B].leaf_iter_vars[0] == extra
    assert int(tvm.te.schedule.InferBound(schedule.normalize())[extra].extent) == 1


@proves(STAGE, "指定输出放在哪种内存，如 `shared`、`local`；返回阶段自己")
def _(tvm):
    A, B, C, schedule = two(tvm)
    assert schedule[B].set_scope("local").same_as(schedule[B])
    found = []
    tvm.tir.stmt_functor.post_order_visit(lowered(tvm, schedule, [A, C]), lambda node: found.append(node) if isinstance(node, tvm.tir.Allocate) else None)
    assert [node.buffer_var.type_annotation.storage_scope for node in found] == ["local"]


@proves(STAGE, "轴改由线程执行；轴必须是数据轴或归约轴，后者用于跨线程归约")
def _(tvm):
    A, B, schedule = one(tvm)
    thread = tvm.te.thread_axis("threadIdx.x")
    schedule[B].bind(B.op.axis[0], thread)
    found = []
    tvm.tir.stmt_functor.post_order_visit(lowered(tvm, schedule, [A, B]), lambda node: found.append(node))
    assert not any(isinstance(node, tvm.tir.For) for node in found)
    assert [node.node.thread_tag for node in found if isinstance(node, tvm.tir.AttrStmt) and node.attr_key == "thread_extent"] == ["threadIdx.x"]
    A, S, schedule = total(tvm)
    schedule[S].bind(S.op.reduce_axis[0], tvm.te.thread_axis("threadIdx.x"))
    assert "tvm_thread_allreduce" in str(lowered(tvm, schedule, [A, S]))
    opaque = tvm.tir.IterVar((0, 4), "o", 3)  # opaque
    with raises("TVMError"):
        schedule[S].bind(opaque, tvm.te.thread_axis("threadIdx.y"))


@proves(STAGE, "条件为假时不写；归约的初始化不受它约束，照样写")
def _(tvm):
    A, B, schedule = one(tvm)
    schedule[B].set_store_predicate(B.op.axis[0].var < 3)
    value = call(tvm, schedule, [A, B], np.ones(8, "float32"), np.full(8, 9, "float32"))
    assert value.tolist() == [2] * 3 + [9] * 5
    A, S, schedule = total(tvm)
    schedule[S].set_store_predicate(S.op.axis[0].var < 1)
    value = call(tvm, schedule, [A, S], np.ones((4, 6), "float32"), np.full(4, 9, "float32"))
    assert value.tolist() == [6, 0, 0, 0]


@proves(STAGE, "每次迭代只算用到的部分（外部操作和混合脚本每次都算全部）；`scope` 必须是它当前的轴")
def _(tvm):
    A, B, C, schedule = two(tvm)
    outer, inner = schedule[C].split(C.op.axis[0], factor=2)
    schedule[B].compute_at(schedule[C], outer)
    assert int(tvm.te.schedule.InferBound(schedule.normalize())[B.op.axis[0]].extent) == 2
    A, B, C, schedule = two(tvm)
    schedule[C].split(C.op.axis[0], factor=2)
    with raises("TVMError"):
        schedule[B].compute_at(schedule[C], C.op.axis[0])
    te, A = tvm.te, tvm.te.placeholder((8,), name="A")
    B = te.extern(A.shape, [A], lambda ins, outs: tvm.tir.call_packed("probe.copy", ins[0], outs[0]), name="B", dtype="float32")
    C = te.compute(A.shape, lambda i: B[i] + 1.0, name="C")
    schedule = te.create_schedule(C.op)
    schedule[B].compute_at(schedule[C], C.op.axis[0])
    body = lowered(tvm, schedule, [A, C])
    sizes = []
    tvm.tir.stmt_functor.post_order_visit(body, lambda node: sizes.append(int(node.extents[0])) if isinstance(node, tvm.tir.Allocate) else None)
    assert sizes == [8]


@proves(STAGE, "不单独计算，表达式代入使用者", "外部操作的输入不报错，改在最外面算")
def _(tvm):
    A, B, C, schedule = two(tvm)
    schedule[B].compute_inline()
    assert len(loops(tvm, schedule, [A, C])[0]) == 1
    te, A = tvm.te, tvm.te.placeholder((8,), name="A")
    B = te.compute(A.shape, lambda i: A[i] * 2.0, name="B")
    C = te.extern(A.shape, [B], lambda ins, outs: tvm.tir.call_packed("probe.copy", ins[0], outs[0]), name="C", dtype="float32")
    schedule = te.create_schedule(C.op)
    schedule[B].compute_inline()
    assert loops(tvm, schedule, [A, C])[0] == [(8, SERIAL)]


@proves(STAGE, "归约、输出、有多个输出的和不是 `compute` 的不行，到下降时才报错")
def _(tvm):
    te = tvm.te
    A = te.placeholder((4, 6), name="A")
    k = te.reduce_axis((0, 6), name="k")
    S = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name="S")
    C = te.compute((4,), lambda i: S[i] + 1.0, name="C")
    schedule = te.create_schedule(C.op)
    schedule[S].compute_inline()
    with raises("TVMError"):
        tvm.lower(schedule, [A, C])


@proves(STAGE, "撤销前两个，放回最外层")
def _(tvm):
    for undo in (lambda schedule, B, C: schedule[B].compute_inline(), lambda schedule, B, C: schedule[B].compute_at(schedule[C], C.op.axis[0])):
        A, B, C, schedule = two(tvm)
        plain = lowered(tvm, schedule, [A, C])
        A, B, C, schedule = two(tvm)
        undo(schedule, B, C)
        schedule[B].compute_root()
        assert len(loops(tvm, schedule, [A, C])[0]) == 2


@proves(STAGE, "把给出的轴按这个次序放回它们原来占的位置，没有提到的轴不动")
def _(tvm):
    A, B, schedule = one(tvm, 2, 3, 4)
    i, j, k = B.op.axis
    schedule[B].reorder(k, i)
    assert list(schedule[B].leaf_iter_vars) == [k, j, i]


@proves(STAGE, "两次 `split` 加一次 `reorder`；返回 x 外、y 外、x 内、y 内")
def _(tvm):
    A, B, schedule = one(tvm, 8, 12)
    axes = schedule[B].tile(*B.op.axis, 2, 3)
    assert list(schedule[B].leaf_iter_vars) == list(axes)
    assert [extent for extent, _ in loops(tvm, schedule, [A, B])[0]] == [4, 4, 2, 3]


@proves(STAGE, "轴变成向量；长度必须是常数，归约轴被拒绝")
def _(tvm):
    A, B, schedule = one(tvm)
    schedule[B].vectorize(B.op.axis[0])
    assert loops(tvm, schedule, [A, B])[0] == [] and "Ramp" in str(type(lowered(tvm, schedule, [A, B]).indices[0]))
    n = tvm.te.var("n")
    A, B, schedule = one(tvm, n)
    schedule[B].vectorize(B.op.axis[0])
    with raises("TVMError"):
        tvm.lower(schedule, [A, B])
    A, S, schedule = total(tvm)
    with raises("TVMError"):
        schedule[S].vectorize(S.op.reduce_axis[0])


@proves(STAGE, "展开循环，归约轴也可以；长度必须是常数，到下降时才检查")
def _(tvm):
    A, S, schedule = total(tvm)
    schedule[S].unroll(S.op.reduce_axis[0])
    assert [extent for extent, _ in loops(tvm, schedule, [A, S])[0]] == [4]
    A, B, schedule = one(tvm, tvm.te.var("n"))
    schedule[B].unroll(B.op.axis[0])
    with raises("TVMError"):
        tvm.lower(schedule, [A, B])


@proves(STAGE, "各次迭代分给线程池；归约轴不被拒绝，但几个线程会同时写同一个元素", "先 `vectorize` 再 `parallel` 同一条轴，留下后者")
def _(tvm):
    A, B, schedule = one(tvm)
    schedule[B].vectorize(B.op.axis[0])
    schedule[B].parallel(B.op.axis[0])
    assert loops(tvm, schedule, [A, B])[0] == [(8, PARALLEL)]
    A, S, schedule = total(tvm)
    schedule[S].parallel(S.op.reduce_axis[0])
    assert (6, PARALLEL) in loops(tvm, schedule, [A, S])[0]


@proves(STAGE, "在循环外包一层 `pragma_` 开头的属性，名称不检查；绑定了线程的轴上不起作用；`unroll`、`vectorize` 等于同名原语")
def _(tvm):
    def keys(schedule, args):
        found = []
        tvm.tir.stmt_functor.post_order_visit(lowered(tvm, schedule, args), lambda node: found.append(node.attr_key) if isinstance(node, tvm.tir.AttrStmt) else None)
        return found

    A, B, schedule = one(tvm)
    schedule[B].pragma(B.op.axis[0], "no_such_pragma", 3)
    assert "pragma_no_such_pragma" in keys(schedule, [A, B])
    A, B, schedule = one(tvm)
    schedule[B].bind(B.op.axis[0], tvm.te.thread_axis("threadIdx.x"))
    schedule[B].pragma(B.op.axis[0], "no_such_pragma", 3)
    assert "pragma_no_such_pragma" not in keys(schedule, [A, B])
    bodies = []
    for apply in (lambda stage, axis: stage.pragma(axis, "unroll"), lambda stage, axis: stage.unroll(axis)):
        A, B, schedule = one(tvm)
        apply(schedule[B], B.op.axis[0])
        bodies.append(loops(tvm, schedule, [A, B])[0])
    assert bodies == [[], []]


@proves(STAGE, "让 `axis` 这一维的步长除以 `factor` 余 `offset`；只对中间结果的、`op.axis` 里的轴起作用，用于输出或切分出来的轴时没有作用，也没有提示")
def _(tvm):
    def size(apply):
        A, B, C, schedule = two(tvm, 4, 6)
        apply(schedule, B, C)
        found = []
        tvm.tir.stmt_functor.post_order_visit(lowered(tvm, schedule, [A, C]), lambda node: found.append(node) if isinstance(node, tvm.tir.Allocate) else None)
        return int(np.prod([int(extent) for extent in found[0].extents]))

    plain = size(lambda schedule, B, C: None)
    assert plain == 24
    assert size(lambda schedule, B, C: schedule[B].storage_align(B.op.axis[0], 16, 1)) >= 3 * 17 + 6
    assert size(lambda schedule, B, C: schedule[C].storage_align(C.op.axis[0], 16, 1)) == plain

    def split(schedule, B, C):
        outer, inner = schedule[B].split(B.op.axis[0], factor=2)
        schedule[B].storage_align(outer, 16, 1)

    assert size(split) == plain


@proves(STAGE, "0.13.0 里要先 `set_scope`，否则下降时报 `Cannot find allocated buffer`", versions=("0.13.0",))
@proves(STAGE, "0.12.0 里要先 `set_scope`，否则下降时报 `Cannot find allocated buffer`", versions=("0.12.0",))
@proves(STAGE, "0.10.0 里要先 `set_scope`，否则下降时报 `Cannot find allocated buffer`", versions=("0.10.0",))
def _(tvm):
    for scope in (None, "local"):
        A, B, C, schedule = two(tvm, 4, 8)
        schedule[B].compute_at(schedule[C], C.op.axis[0])
        if scope:
            schedule[B].set_scope(scope)
        schedule[B].double_buffer()
        if scope:
            tvm.lower(schedule, [A, C])
        else:
            with raises("TVMError", "Cannot find allocated buffer"):
                tvm.lower(schedule, [A, C])


@proves(STAGE, "缓冲区变两份，轮流写和读；不能用于输出")
def _(tvm):
    def size(double):
        A, B, C, schedule = two(tvm, 4, 8)
        schedule[B].compute_at(schedule[C], C.op.axis[0])
        schedule[B].set_scope("local")
        if double:
            schedule[B].double_buffer()
        found = []
        tvm.tir.stmt_functor.post_order_visit(lowered(tvm, schedule, [A, C]), lambda node: found.append(node) if isinstance(node, tvm.tir.Allocate) else None)
        return int(np.prod([int(extent) for extent in found[0].extents]))

    assert size(True) == 2 * size(False)
    A, B, schedule = one(tvm)
    with raises("TVMError"):
        schedule[B].double_buffer()


@proves(STAGE, "`tvm.lower` 只加一行标注，循环照旧", "不能用于输出")
def _(tvm):
    te = tvm.te

    def made(roll):
        A = te.placeholder((10,), name="A")
        B = te.compute((10,), lambda i: A[i] * 2.0, name="B")
        C = te.compute((8,), lambda i: B[i] + B[i + 1] + B[i + 2], name="C")
        schedule = te.create_schedule(C.op)
        outer, inner = schedule[C].split(C.op.axis[0], factor=2)
        schedule[B].compute_at(schedule[C], outer)
        if roll:
            schedule[B].rolling_buffer()
        return A, C, schedule

    extents = []
    for roll in (False, True):
        A, C, schedule = made(roll)
        extents.append(loops(tvm, schedule, [A, C])[0])
        assert call(tvm, schedule, [A, C], np.arange(10, dtype="float32"), np.zeros(8, "float32")).tolist() == [6.0 * i + 6 for i in range(8)]
        assert ("rolling_buffer_scope" in str(lowered(tvm, schedule, [A, C]))) == roll
    assert extents[0] == extents[1]
    A, B, schedule = one(tvm)
    with raises("TVMError"):
        schedule[B].rolling_buffer()


@proves(STAGE, "改变输出在内存里的存放次序，循环随之改成新的行优先次序，返回新的轴；映射要可逆且除得尽", "占位符只换布局，返回 `None`")
def _(tvm):
    A, B, schedule = one(tvm, 4, 6)
    axes = schedule[B].transform_layout(lambda i, j: [j, i])
    assert len(axes) == 2 and list(schedule[B].leaf_iter_vars) == list(axes)
    assert [extent for extent, _ in loops(tvm, schedule, [A, B])[0]] == [6, 4]
    A, B, schedule = one(tvm, 4, 6)
    with raises("TVMError"):
        schedule[B].transform_layout(lambda i, j: [i // 3, j, i % 3])
        tvm.lower(schedule, [A, B])
    A, B, schedule = one(tvm, 4, 6)
    assert schedule[A].transform_layout(lambda i, j: [j, i]) is None


@proves(STAGE, "只用于扫描：让整个扫描在这些线程里启动一次；只能设一次")
def _(tvm):
    A, B, schedule = one(tvm)
    thread = tvm.te.thread_axis((0, 4), "threadIdx.x")
    with raises("TVMError"):
        schedule[B].env_threads([thread])
    te = tvm.te
    X = te.placeholder((3, 4), name="X")
    state = te.placeholder((3, 4), name="state")
    init = te.compute((1, 4), lambda _, i: X[0, i])
    update = te.compute((3, 4), lambda t, i: state[t - 1, i] + X[t, i])
    scan = te.scan(init, update, state, inputs=[X])
    schedule = te.create_schedule(scan.op)
    schedule[scan].env_threads([thread])
    with raises("TVMError"):
        schedule[scan].env_threads([thread])


@proves("tvm.te.Schedule", "`schedule[张量或操作]` 取出其中一个 `Stage`")
def _(tvm):
    A, B, schedule = one(tvm)
    assert isinstance(schedule[B], tvm.te.schedule.Stage) and schedule[B].same_as(schedule[B.op]) and schedule[A].op == A.op


@proves("tvm.te.create_schedule", "`ops` 是一个操作或操作的列表")
def _(tvm):
    A, B, _ = one(tvm)
    assert len(tvm.te.create_schedule([B.op]).stages) == len(tvm.te.create_schedule(B.op).stages) == 2


@proves("tvm.te.create_schedule", "以后 `Stage` 的每条原语都把调度的副本记进 `schedule_record`，名称记进 `primitive_record`，第一项是 `vanilla`", versions=("0.12.0", "0.13.0"))
def _(tvm):
    A, B, _ = one(tvm)
    with tvm.transform.PassContext(config={"te.keep_schedule_record": True}):
        schedule = tvm.te.create_schedule(B.op)
    schedule[B].split(B.op.axis[0], factor=2)
    assert [str(name) for name in schedule.primitive_record] == ["vanilla", "split"] and len(schedule.schedule_record) == 2


@proves("tvm.te.Tensor", "算出它的操作，`ComputeOp`、`PlaceholderOp` 等", "各维长度组成的 `Array`，元素是表达式")
def _(tvm):
    A, B, _ = one(tvm)
    assert isinstance(A.op, tvm.te.PlaceholderOp) and isinstance(B.op, tvm.te.ComputeOp)
    assert isinstance(A.shape, tvm.ir.Array) and isinstance(A.shape[0], tvm.tir.IntImm)
