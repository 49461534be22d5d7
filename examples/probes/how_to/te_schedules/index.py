"""What a TE schedule records, and how its primitives compare with those of tir.Schedule."""

import re

from probes import proves, raises

from tvm import te, tir

PAGE = "how_to/te_schedules/index#"
TABLE = PAGE + "table"


def program():
    A = te.placeholder((64, 64), name="A")
    B = te.compute((64, 64), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((64, 64), lambda i, j: B[i, j] * 2, name="C")
    D = te.compute((64, 64), lambda i, j: B[i, j] + C[i, j], name="D")
    return A, B, C, D, te.create_schedule(D.op)


def total():
    A = te.placeholder((64, 64), name="A")
    k = te.reduce_axis((0, 64), name="k")
    return A, te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name="S")


def tensors(tvm, *tensors_):
    schedule = tir.Schedule(te.create_prim_func(list(tensors_)))
    return schedule, schedule.get_block


def record(stage):
    return (
        [iv.var.name for iv in stage.leaf_iter_vars],
        [str(one).split("(")[0] for one in stage.relations],
        sorted(iv.var.name for iv in stage.iter_var_attrs),
        stage.attach_type,
    )


@proves(PAGE + "record", "`split`、`tile`、`fuse`、`reorder`、`transform_layout`、`env_threads`")
@proves(PAGE + "record", "`split`、`tile`、`fuse`、`transform_layout`")
@proves(PAGE + "record", "`vectorize`、`unroll`、`parallel`、`bind`、`tensorize`、`pragma`、`prefetch`、`storage_align`")
@proves(PAGE + "record", "`compute_at`、`compute_inline`、`compute_root`")
def _(tvm):
    x, y = te.placeholder((64,), name="x"), te.placeholder((64,), name="y")
    z = te.compute((64,), lambda i: x[i] + y[i], name="z")
    intrin = te.decl_tensor_intrin(z.op, lambda i, o: tir.call_packed("none"))
    for name, arguments, changed in (
        ("split", lambda A, D, i, j: (i, 4), {0, 1}),
        ("tile", lambda A, D, i, j: (i, j, 4, 4), {0, 1}),
        ("fuse", lambda A, D, i, j: (i, j), {0, 1}),
        ("transform_layout", lambda A, D, i, j: (lambda a, b: [b, a],), {0, 1}),
        ("reorder", lambda A, D, i, j: (j, i), {0}),
        ("vectorize", lambda A, D, i, j: (j,), {2}),
        ("unroll", lambda A, D, i, j: (j,), {2}),
        ("parallel", lambda A, D, i, j: (j,), {2}),
        ("bind", lambda A, D, i, j: (j, te.thread_axis("threadIdx.x")), {2}),
        ("tensorize", lambda A, D, i, j: (j, intrin), {2}),
        ("pragma", lambda A, D, i, j: (j, "key"), {2}),
        ("prefetch", lambda A, D, i, j: (A, j, 1), {2}),
        ("storage_align", lambda A, D, i, j: (i, 4, 1), {2}),
        ("compute_inline", lambda A, D, i, j: (), {3}),
    ):
        A, _, _, D, s = program()
        before = record(s[D])
        getattr(s[D], name)(*arguments(A, D, *D.op.axis))
        after = record(s[D])
        assert {place for place in range(4) if before[place] != after[place]} == changed, name
    _, B, _, D, s = program()
    places = [s[B].attach_type]
    s[B].compute_at(s[D], D.op.axis[0])
    places.append(s[B].attach_type)
    assert s[B].attach_stage == s[D] and s[B].attach_ivar == D.op.axis[0]
    s[B].compute_root()
    assert [*places, s[B].attach_type] == [1, 4, 1]


@proves(PAGE + "record", "改计算定义，添一个阶段", "改阶段自己的字段", "把几个阶段编成一组")
def _(tvm):
    A, B, _, D, s = program()
    before = record(s[B])
    s[B].set_scope("local")
    s[B].double_buffer()
    s[B].rolling_buffer()
    s[B].set_store_predicate(tir.const(True))
    assert record(s[B]) == before and s[B].scope == "local" and s[B].double_buffer and s[B].rolling_buffer
    count = len(s.stages)
    old = s[D].op
    s.cache_write(D, "local")
    assert len(s.stages) == count + 1 and not s[D].op.same_as(old)
    s.cache_read(A, "local", [B])
    assert len(s.stages) == count + 2
    assert s.create_group(outputs=B, inputs=A) in list(s.groups)
    A, S = total()
    s = te.create_schedule(S.op)
    s.rfactor(S, s[S].split(S.op.reduce_axis[0], 8)[0])
    assert len(s.stages) == 3


@proves(PAGE + "lowering", "挂靠的轴后来被合并，而它是合并时最里面的一个，改挂到合并后的轴", "关系里多出 `rebase`")
def _(tvm):
    _, B, C, D, s = program()
    s[C].compute_inline()
    s[B].compute_at(s[D], D.op.axis[1])
    s[D].fuse(*D.op.axis)
    normal = s.normalize()
    assert normal[B].attach_ivar.var.name == "i.j.fused"
    assert any(str(one).startswith("rebase") for one in normal[B].relations)


@proves(PAGE + "lowering", "配置要在 `create_schedule` 时打开，以后再打开无效", versions=("0.12.0", "0.13.0"))
@proves(PAGE + "lowering", "之后的原语不必写在 `with` 里", "`rfactor` 不留记录", versions=("0.12.0", "0.13.0"))
def _(tvm):
    _, _, _, D, late = program()
    with tvm.transform.PassContext(config={"te.keep_schedule_record": True}):
        _, _, _, E, early = program()
        A, S = total()
        reduced = te.create_schedule(S.op)
        late[D].split(D.op.axis[0], 4)
    early[E].split(E.op.axis[0], 4)
    assert len(late.primitive_record) == 0 and list(early.primitive_record) == ["vanilla", "split"]
    reduced.rfactor(S, reduced[S].split(S.op.reduce_axis[0], 8)[0])
    assert list(reduced.primitive_record) == ["vanilla", "split"]


@proves(PAGE + "tir", "只能用 TE，`te.create_prim_func` 只接受 `te.placeholder`、`te.compute` 和 `te.extern`")
def _(tvm):
    x = te.placeholder((4,), name="x")
    copied = te.extern((4,), [x], lambda i, o: tir.call_packed("copy", i[0], o[0]), name="copied")
    te.create_prim_func([x, copied])
    start, state = te.placeholder((1, 4), name="start"), te.placeholder((8, 4), name="state")
    first = te.compute((1, 4), lambda _, i: start[0, i], name="first")
    update = te.compute((8, 4), lambda t, i: state[t - 1, i] + 1, name="update")
    with raises(Exception, "Only te.placeholder and te.compute are allowed for now"):
        te.create_prim_func([start, te.scan(first, update, state, inputs=[start])])

    y = te.placeholder((4,), name="y")
    z = te.compute((4,), lambda i: y[i] + 1, name="z")
    intrin = te.decl_tensor_intrin(z.op, lambda i, o: tir.call_packed("none"))
    big = te.placeholder((8, 4), name="big")
    with raises(Exception, "Unsupported Operation"):
        te.create_prim_func([big, te.compute((8, 4), lambda i: intrin(big[i, 0:4]), name="called")])


@proves(TABLE, "后者一次可切成多层；`None` 的一项由总长推算", "两边的 `fuse` 都要求相邻；后者还查循环是否在一条链上、中间有没有别的语句")
def _(tvm):
    A, B, C, D, _ = program()
    s, get = tensors(tvm, A, D)
    i, j = s.get_loops(get("D"))
    assert [int(s.get(one).extent) for one in s.split(i, factors=[2, None, 4])] == [2, 8, 4]
    other, _ = s.get_loops(get("C"))
    with raises("ScheduleError"):
        s.fuse(other, j)
    with raises("ScheduleError"):
        s.reorder(j, other)
    A, S = total()
    s, get = tensors(tvm, A, S)
    i, k = s.get_loops(get("S"))
    s.decompose_reduction(get("S"), k)
    for primitive in (s.fuse, s.reorder):
        with raises("ScheduleError"):
            primitive(*((i, k) if primitive == s.fuse else (k, i)))


@proves(TABLE, "后者拒绝归约轴；TE 的 `parallel` 不检查", "都不检查轴的种类", "不调用它，初始化是循环里的一个判断")
def _(tvm):
    A, S = total()
    for name in ("vectorize", "parallel"):
        s, get = tensors(tvm, A, S)
        with raises("ScheduleError"):
            getattr(s, name)(s.get_loops(get("S"))[1])
    s, get = tensors(tvm, A, S)
    s.unroll(s.get_loops(get("S"))[1])
    old = te.create_schedule(S.op)
    old[S].parallel(S.op.reduce_axis[0])
    old = te.create_schedule(S.op)
    old[S].unroll(S.op.reduce_axis[0])
    plain, _ = tensors(tvm, A, S)
    loops = [re.search(r"\bif \(?\w+ == 0", tvm.lower(*one)["main"].script()) for one in ((plain.mod,), (old, [A, S]))]
    assert loops[0] and not loops[1]


@proves(TABLE, "`None` 的一项由总长推算", "后者返回新的块", "键要自己加前缀")
def _(tvm):
    A, S = total()
    s, get = tensors(tvm, A, S)
    block = s.rfactor(s.split(s.get_loops(get("S"))[1], factors=[8, None])[0], 0)
    assert isinstance(block, tir.schedule.BlockRV)
    s, get = tensors(tvm, A, S)
    s.annotate(s.get_loops(get("S"))[0], "pragma_key", 1)
    assert "pragma_key" in s.mod.script()


@proves(TABLE, "没有同名原语", "判断和线程可以直接写进 TVMScript")
def _(tvm):
    for name in ("tile", "compute_root", "double_buffer", "pragma", "prefetch", "set_store_predicate", "env_threads"):
        assert hasattr(te.schedule.Stage, name) and not hasattr(tir.Schedule, name), name
    assert not hasattr(tir.Schedule, "create_group")
    for name in ("reverse_compute_at", "reverse_compute_inline", "decompose_reduction", "transform_block_layout"):
        assert hasattr(tir.Schedule, name) and not hasattr(te.schedule.Stage, name), name


@proves(PAGE + "empty-slice", "省略的起点总当作 0，终点总当作长度，步长为负时就得到空列表")
def _(tvm):
    array = tvm.runtime.convert([1, 2, 3])
    assert len(array[::-1]) == 0 and len(array[2:0:-1]) == 2


@proves(PAGE + "not-part", "`cache_write` 同样会换：数据轴照旧，归约轴归了新的阶段")
def _(tvm):
    A, S = total()
    s = te.create_schedule(S.op)
    s.cache_write(S, "local")
    s[S].split(S.op.axis[0], 8)
    with raises(tvm.TVMError, "is not part of the schedule"):
        s[S].split(S.op.reduce_axis[0], 8)


@proves(PAGE + "not-found", "写了两遍 `te.compute`，拿着另一份的张量来取，也是这样")
def _(tvm):
    A, _ = total()
    twice = [te.compute((64,), lambda i: A[i, 0], name="T") for _ in range(2)]
    with raises(Exception, "Cannot find the operation"):
        te.create_schedule(twice[0].op)[twice[1]]
