"""What each scheduling primitive returns, checks at once, and leaves to lowering."""

from probes import proves, raises

from tvm import te, tir

PAGE = "how_to/te_schedules/primitive#"
SUMMARY = PAGE + "summary"


def mat(rows=4, cols=8):
    A = te.placeholder((rows, cols), name="A")
    B = te.compute((rows, cols), lambda i, j: A[i, j] + 1, name="B")
    return A, B, te.create_schedule(B.op)


def chain(rows=16, cols=16):
    A, B, _ = mat(rows, cols)
    C = te.compute((rows, cols), lambda i, j: B[i, j] * 2, name="C")
    return A, B, C, te.create_schedule(C.op)


def total():
    A = te.placeholder((4, 8), name="A")
    k = te.reduce_axis((0, 8), name="k")
    B = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name="B")
    return A, B, te.create_schedule(B.op)


def scan():
    state, start = te.placeholder((8, 4), name="state"), te.placeholder((1, 4), name="start")
    first = te.compute((1, 4), lambda _, i: start[0, i], name="first")
    half = te.compute((8, 4), lambda t, i: state[t - 1, i] * 2, name="half")
    update = te.compute((8, 4), lambda t, i: half[t, i] + 1, name="update")
    out = te.scan(first, update, state, inputs=[start])
    return half, update, out, te.create_schedule(out.op)


def threads():
    _, _, out, s = scan()
    s[out].env_threads([te.thread_axis("threadIdx.x")])
    return s, s[out], *s[out].leaf_iter_vars


def body(tvm, schedule, args, **config):
    with tvm.transform.PassContext(config={"tir.disable_cse_tir": True, **config}):
        return tvm.lower(schedule, args)["main"].script()


@proves(SUMMARY, "轴还没切过；轴是数据轴、归约轴或扫描轴；`factor` 和 `nparts` 恰好一个")
@proves(PAGE + "split", "`factor` 是内层的长度，`nparts` 是外层的长度，只能给一个")
def _(tvm):
    _, B, s = mat()
    i, _ = B.op.axis
    for options in ({}, {"factor": 2, "nparts": 2}):
        with raises(ValueError, "nparts"):
            s[B].split(i, **options)
    outer, inner = s[B].split(i, nparts=2)
    assert (outer.var.name, inner.var.name) == ("i.outer", "i.inner")
    with raises(tvm.TVMError, "already been split"):
        s[B].split(i, factor=2)
    _, R, s = total()
    s[R].split(R.op.reduce_axis[0], factor=2)
    _, _, out, s = scan()
    s[out].split(out.op.scan_axis, factor=2)
    _schedule, stage, thread, *_ = threads()
    with raises(tvm.TVMError, "Cannot split on"):
        stage.split(thread, factor=2)


@proves(SUMMARY, "外、内两个轴", "合并后的轴", "四个轴", "缓存张量", "新的轴；对占位符是 `None`")
def _(tvm):
    _, B, s = mat()
    assert len(s[B].split(B.op.axis[0], factor=2)) == 2
    assert isinstance(s[B].fuse(*s[B].leaf_iter_vars[:2]), tir.IterVar)
    A, B, s = mat()
    assert len(s[B].tile(*B.op.axis, 2, 2)) == 4
    A, B, s = mat()
    assert isinstance(s.cache_read(A, "local", [B]), te.Tensor) and isinstance(s.cache_write(B, "local"), te.Tensor)
    A, B, C, s = chain()
    assert len(s[B].transform_layout(lambda i, j: [j // 4, i, j % 4])) == 3
    assert s[A].transform_layout(lambda i, j: [j // 4, i, j % 4]) is None
    A, B, C, s = chain()
    i, j = B.op.axis
    for call in (
        lambda: s[B].reorder(j, i),
        lambda: s[B].vectorize(i),
        lambda: s[B].unroll(i),
        lambda: s[B].parallel(i),
        lambda: s[B].bind(j, te.thread_axis("threadIdx.x")),
        lambda: s[B].pragma(i, "unroll"),
        lambda: s[B].prefetch(A, i, 1),
        lambda: s[B].double_buffer(),
        lambda: s[B].rolling_buffer(),
    ):
        assert call() is None


@proves(SUMMARY, "相邻；还没切过；种类同上")
@proves(PAGE + "fuse", "写成 `fuse(j, i)` 也可以，循环次序不变，只有名字倒过来", "三个以上的轴从左到右依次合并")
def _(tvm):
    _, B, s = mat()
    i, j = B.op.axis
    assert s[B].fuse(j, i).var.name == "j.i.fused"
    A, B, s = mat()
    s[B].fuse(*reversed(list(B.op.axis)))
    assert body(tvm, s, [A, B]).count("[j_i_fused]") == 2
    _, B, s = mat()
    outer, inner = s[B].split(B.op.axis[0], 2)
    with raises(tvm.TVMError, "consecutive"):
        s[B].fuse(outer, B.op.axis[1])
    with raises(tvm.TVMError, "already been split"):
        s[B].fuse(B.op.axis[0], B.op.axis[1])
    assert s[B].fuse(outer, inner, B.op.axis[1]).var.name == "i.outer.i.inner.fused.j.fused"
    _schedule, stage, thread, time, *_ = threads()
    with raises(tvm.TVMError, "Cannot fuse"):
        stage.fuse(thread, time)


@proves(PAGE + "fuse", "不给实参时，在最外面加一个只走一次的轴，零维的输出没有轴可用时需要它")
def _(tvm):
    X = te.placeholder((), name="X")
    Y = te.compute((), lambda: X() + 1, name="Y")
    s = te.create_schedule(Y.op)
    assert len(s[Y].leaf_iter_vars) == 0
    axis = s[Y].fuse()
    assert s[Y].leaf_iter_vars[0].same_as(axis)
    assert int(te.schedule.InferBound(s.normalize())[axis].extent) == 1
    _, B, s = mat()
    s[B].fuse()
    assert [one.var.name for one in s[B].leaf_iter_vars] == ["singleton", "i", "j"]


@proves(SUMMARY, "没有重复；还没切过；是数据轴、归约轴或线程轴")
@proves(PAGE + "reorder", "只有列出的轴互换位置，没有列出的留在原处")
def _(tvm):
    _, B, s = mat()
    i, j = B.op.axis
    with raises(tvm.TVMError, "Same axis can not appear more than once"):
        s[B].reorder(i, i)
    io, ii = s[B].split(i, 2)
    with raises(tvm.TVMError, "already been split"):
        s[B].reorder(j, i)
    s[B].reorder(j, io)
    assert [one.var.name for one in s[B].leaf_iter_vars] == ["j", "i.inner", "i.outer"]
    _schedule, stage, thread, time, *_ = threads()
    stage.reorder(thread)
    _, R, s = total()
    s[R].reorder(R.op.reduce_axis[0], R.op.axis[0])
    with raises(tvm.TVMError, "Cannot reorder IterVar"):
        stage.reorder(time, thread)


@proves(SUMMARY, "轴没有被切分、合并过；不是归约轴、扫描轴或线程轴", "长度是常数")
@proves(PAGE + "vectorize", "轴的长度必须是常数")
@proves(PAGE + "unroll", "长度不是常数时，下降就报错")
def _(tvm):
    _, B, s = mat()
    s[B].split(B.op.axis[1], 4)
    for primitive in (s[B].vectorize, s[B].unroll, s[B].parallel):
        with raises(tvm.TVMError, "already been split"):
            primitive(B.op.axis[1])
    _, R, s = total()
    with raises(tvm.TVMError, "Cannot vectorize"):
        s[R].vectorize(R.op.reduce_axis[0])
    s[R].unroll(R.op.reduce_axis[0])
    s[R].parallel(R.op.reduce_axis[0])
    _, _, out, s = scan()
    with raises(tvm.TVMError, "Cannot vectorize"):
        s[out].vectorize(out.op.scan_axis)
    _schedule, stage, thread, *_ = threads()
    with raises(tvm.TVMError, "Cannot vectorize"):
        stage.vectorize(thread)
    for name in ("vectorize", "unroll"):
        A, B, s = mat(4, te.var("n"))
        getattr(s[B], name)(B.op.axis[1])
        with raises(tvm.TVMError):
            tvm.lower(s, [A, B])


@proves(SUMMARY, "没有套在另一个并行里")
@proves(PAGE + "parallel", "不检查轴的种类，归约轴也会照办", "并行里再套并行，到生成代码时才报错")
def _(tvm):
    A, B, s = total()
    s[B].parallel(B.op.reduce_axis[0])
    tvm.build(s, [A, B], "llvm")
    A, B, s = mat()
    for axis in B.op.axis:
        s[B].parallel(axis)
    tvm.lower(s, [A, B])
    with raises(tvm.TVMError, "Nested parallel loop is not supported"):
        tvm.build(s, [A, B], "llvm")


@proves(SUMMARY, "轴没有被切分、合并过；是数据轴或归约轴；第二个实参是线程轴")
def _(tvm):
    thread = te.thread_axis("threadIdx.x")
    _, B, s = mat()
    with raises(tvm.TVMError, "Cannot rebase by"):
        s[B].bind(B.op.axis[0], B.op.axis[1])
    s[B].split(B.op.axis[1], 4)
    with raises(tvm.TVMError, "already been split"):
        s[B].bind(B.op.axis[1], thread)
    _, R, s = total()
    s[R].bind(R.op.reduce_axis[0], thread)
    _, _, out, s = scan()
    with raises(tvm.TVMError, "Cannot bind"):
        s[out].bind(out.op.scan_axis, thread)


@proves(SUMMARY, "轴是那个阶段当前的轴；不跨扫描和 `create_group` 的边界；自己不是扫描的组")
@proves(SUMMARY, "不是扫描的组")
@proves(PAGE + "compute-inline", "报错：`(it != rmap->end()) is false`")
def _(tvm):
    A, B, C, s = chain()
    outer, _ = s[C].split(C.op.axis[0], 4)
    with raises(tvm.TVMError, "Cannot find the axis"):
        s[B].compute_at(s[C], C.op.axis[0])
    group = s.create_group(outputs=B, inputs=A, include_inputs=False)
    with raises(tvm.TVMError, "within the same group"):
        s[B].compute_at(s[C], outer)
    group.compute_at(s[C], outer)
    half, update, out, s = scan()
    with raises(tvm.TVMError, "within the same group"):
        s[half].compute_at(s[out], out.op.scan_axis)
    (group,) = s.groups
    for primitive in (group.compute_inline, group.compute_root, lambda: group.compute_at(s[out], out.op.scan_axis)):
        with raises(tvm.TVMError, "Cannot specify compute_at for scan updates"):
            primitive()
    s[update].compute_root()
    s[update].compute_inline()
    with raises(tvm.TVMError, "it != rmap->end()"):
        tvm.lower(s, [out.op.inputs[0], out])
