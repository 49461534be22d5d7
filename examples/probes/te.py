"""Probes of docs/reference/api/python/te.md."""

import numpy as np
from probes import proves, raises


def simplified(tvm, expression):
    return tvm.arith.Analyzer().simplify(expression)


@proves("tvm.te.placeholder", "单个 Python 整数抛出 `TVMError`", "`()` 是标量")
def _(tvm):
    assert len(tvm.te.placeholder(()).shape) == 0
    assert list(tvm.te.placeholder((4,)).shape) == [4]
    with raises("TVMError"):
        tvm.te.placeholder(4)


@proves("tvm.te.placeholder", "或单个 `PrimExpr`", "每一维是整数或整数表达式")
def _(tvm):
    n = tvm.te.var("n")
    assert tvm.te.placeholder(n).shape[0].same_as(n)
    assert tvm.ir.structural_equal(tvm.te.placeholder((n + 1, 2)).shape[0], n + 1)


@proves("tvm.te.placeholder", "默认 `float32`", "不必唯一")
def _(tvm):
    a, b = tvm.te.placeholder((2,), name="A"), tvm.te.placeholder((2,), name="A")
    assert a.dtype == "float32" and a.op.name == b.op.name and a != b
    assert tvm.te.placeholder((2,), "int8").dtype == "int8"


@proves("tvm.te.placeholder", "负的维数和浮点数的维数在这里不检查")
def _(tvm):
    assert tvm.te.placeholder((-3,)).shape[0].value == -3
    assert len(tvm.te.placeholder((2.5,)).shape) == 1


@proves("tvm.te.var", "新建一个 `tir.Var`", "同名的两个不相等")
def _(tvm):
    a, b = tvm.te.var("n"), tvm.te.var("n")
    assert type(a) is tvm.tir.Var and not a.same_as(b)
    assert not tvm.ir.structural_equal(a, b) and hash(a) != hash(b)


@proves("tvm.te.var", "`dtype` 可以是任何合法的类型名")
def _(tvm):
    for dtype in ("int64", "float16", "bool", "uint8", "handle", "float32x4"):
        assert tvm.te.var("x", dtype).dtype == dtype


@proves("tvm.te.size_var", "新建一个 `tir.SizeVar`", "分析器认定它不小于 0", "比 `var` 多化简掉一些边界判断")
def _(tvm):
    n, v = tvm.te.size_var("n"), tvm.te.var("v")
    assert type(n) is tvm.tir.SizeVar
    assert simplified(tvm, tvm.tir.max(n, 0)).same_as(n)
    assert not simplified(tvm, tvm.tir.max(v, 0)).same_as(v)
    assert bool(simplified(tvm, n >= 0)) and not isinstance(simplified(tvm, v >= 0), tvm.tir.IntImm)


@proves("tvm.te.size_var", "它不检查运行时的值", "`dtype` 写成浮点数也不报错")
def _(tvm):
    assert tvm.te.size_var("x", "float32").dtype == "float32"
    n = tvm.te.size_var("n")
    out = tvm.te.compute((1,), lambda i: n + i, name="out")
    f = tvm.build(tvm.te.create_schedule(out.op), [n, out], "llvm")
    result = tvm.nd.array(np.zeros(1, "int32"))
    f(-5, result)
    assert result.numpy()[0] == -5


@proves("tvm.te.const", "默认类型是 `int32`", "`te.const(2.5)` 是 2", "浮点数写进整数类型时向零截断", versions=("0.12.0", "0.13.0"))
def _(tvm):
    assert tvm.te.const(7).dtype == "int32"
    assert tvm.te.const(2.5).value == 2 and tvm.te.const(-2.5).value == -2


@proves("tvm.te.const", "`te.const(2.5)` 是 float32 的 2.5", "浮点数写进整数类型时向零截断", '`te.const(2.5, "int32")` 是 2', versions=("0.10.0",))
def _(tvm):
    assert tvm.te.const(2.5).value == 2.5 and tvm.te.const(2.5).dtype == "float32"
    assert tvm.te.const(2.5, "int32").value == 2 and tvm.te.const(-2.5, "int32").value == -2


@proves("tvm.te.const", '写 `te.const(2, dtype="int8")` 抛出 `TypeError`，不给实参抛出 `NotImplementedError`', versions=("0.10.0",))
def _(tvm):
    with raises(TypeError):
        tvm.te.const(2, dtype="int8")
    with raises(NotImplementedError):
        tvm.te.const()


@proves("tvm.te.const", "`np.bool_` 抛出 `TypeError`")
def _(tvm):
    with raises(TypeError):
        tvm.te.const(np.bool_(True))
    assert tvm.te.const(bool(np.bool_(True)), None).dtype == "bool"


@proves("tvm.te.const", "数组（包括零维的 `ndarray` 和 `NDArray`）报错")
def _(tvm):
    for value in (np.array([1]), np.array(1), tvm.nd.array(np.array(1))):
        with raises(Exception):
            tvm.te.const(value)


@proves("tvm.te.const", "由值推断：bool、`int32`（放不下时 `int64`）、`float32`（放不下的、无穷和 NaN 是 `float64`）")
def _(tvm):
    def kind(value):
        return tvm.te.const(value, None).dtype

    assert [kind(v) for v in (True, 1, 2**31, 2**31 - 1, -(2**31))] == ["bool", "int32", "int64", "int32", "int32"]
    assert [kind(v) for v in (1.0, 1e39, float("inf"), float("nan"))] == ["float32", "float64", "float64", "float64"]


@proves("tvm.te.const", "NumPy 标量取自己的类型", "带 `x4` 这样的向量类型得到 `Broadcast`")
def _(tvm):
    for dtype in ("int8", "uint16", "float16", "float64"):
        assert tvm.te.const(np.dtype(dtype).type(1), None).dtype == dtype
    assert isinstance(tvm.te.const(1, "int32x4"), tvm.tir.Broadcast)


@proves("tvm.te.const", "超出范围的整数、`uint8` 的负数、`float16` 的 `1e6` 抛出异常")
def _(tvm):
    for value, dtype in ((128, "int8"), (2**31, "int32"), (-1, "uint8"), (1e6, "float16")):
        with raises(Exception):
            tvm.te.const(value, dtype)


@proves("tvm.te.const", '`te.const(2**63, "int64")` 是负数', "`te.const(2**64 + 5)` 是 5")
def _(tvm):
    assert tvm.te.const(2**63, "int64").value == -(2**63)
    assert tvm.te.const(2**64 + 5).value == 5


@proves("tvm.te.const", "2 的 63 次方到 64 次方的 Python 整数成为 `tir.large_uint_imm` 调用", "NumPy 的这种标量抛出 `TypeError`")
def _(tvm):
    big = tvm.te.const(2**63, "uint64")
    assert isinstance(big, tvm.tir.Call) and big.op.name == "tir.large_uint_imm"
    with raises(TypeError):
        tvm.te.const(np.uint64(2**63), "uint64")


@proves("tvm.te.reduce_axis", "新建一条归约轴（`IterVar`，类型 `CommReduce`）", "元组是左闭右开的两个端点")
def _(tvm):
    k = tvm.te.reduce_axis((2, 5), name="k")
    assert isinstance(k, tvm.tir.IterVar) and k.iter_type == tvm.tir.IterVar.CommReduce
    assert k.dom.min == 2 and k.dom.extent == 3 and k.var.name == "k"


@proves("tvm.te.reduce_axis", "单个整数、三个数的元组抛出 `TypeError`")
def _(tvm):
    for dom in (5, (0, 5, 1)):
        with raises(TypeError):
            tvm.te.reduce_axis(dom)


@proves("tvm.te.reduce_axis", "端点是 `int64` 变量时就是 `int64`")
def _(tvm):
    n = tvm.te.var("n", "int64")
    assert tvm.te.reduce_axis((0, n)).var.dtype == "int64"


@proves("tvm.te.reduce_axis", "同一条归约轴用在同一个调度的两个 `compute` 里，下降时检查失败", "`create_prim_func` 不受影响")
def _(tvm):
    te = tvm.te
    k = te.reduce_axis((0, 4), name="k")
    a = te.placeholder((4,), name="a")
    b = te.compute((1,), lambda i: te.sum(a[k], axis=k), name="b")
    c = te.compute((1,), lambda i: te.sum(a[k] * b[0], axis=k), name="c")
    with raises(Exception, "Check failed"):
        tvm.lower(te.create_schedule(c.op), [a, c])
    assert te.create_prim_func([a, c]) is not None


@proves("tvm.te.thread_axis", "是字符串时当作 `tag`", "默认等于 `tag`", "不给出时抛出 `ValueError`")
def _(tvm):
    axis = tvm.te.thread_axis("threadIdx.x")
    assert axis.thread_tag == "threadIdx.x" and axis.var.name == "threadIdx.x" and axis.dom is None
    with raises(ValueError):
        tvm.te.thread_axis((0, 4))


@proves("tvm.te.thread_axis", "标签写错在这里不报错，到下降时才是 `Unknown threadscope`", "`threadIdx.q`、`vthread.x` 这样的发现不了")
def _(tvm):
    te = tvm.te

    def lowered(tag):
        out = te.compute((8,), lambda i: i * 2, name="out")
        s = te.create_schedule(out.op)
        s[out].bind(out.op.axis[0], te.thread_axis(tag))
        return tvm.lower(s, [out])

    with raises("TVMError", "Unknown threadscope"):
        lowered("thread.x")
    lowered("threadIdx.q")
    lowered("vthread.x")


@proves("tvm.te.thread_axis", "`dom` 给出的长度不约束绑定", "启动的仍是 8 个线程")
def _(tvm):
    te = tvm.te
    out = te.compute((8,), lambda i: i * 2, name="out")
    s = te.create_schedule(out.op)
    s[out].bind(out.op.axis[0], te.thread_axis((0, 4), "threadIdx.x"))
    body = tvm.lower(s, [out])["main"].body
    extents = []
    tvm.tir.stmt_functor.post_order_visit(
        body, lambda n: extents.append(int(n.value)) if getattr(n, "attr_key", "") == "thread_extent" else None
    )
    assert extents == [8]


@proves("tvm.te.Tensor", "`A[i, j]` 和 `A(i, j)` 都取一个元素，前者允许写成 `A[i][j]`", "下标个数不对抛出 `ValueError`")
def _(tvm):
    a = tvm.te.placeholder((2, 3), name="a")
    reads = [a[0, 1].asobject(), a(0, 1), a[0][1].asobject()]
    assert all(tvm.ir.structural_equal(reads[0], other, map_free_vars=True) for other in reads)
    for wrong in (lambda: a(0), lambda: a[0].asobject(), lambda: a[0, 1, 2].asobject()):
        with raises(ValueError):
            wrong()


@proves("tvm.te.Tensor", "越界不检查")
def _(tvm):
    a = tvm.te.placeholder((2, 3), name="a")
    tvm.lower(tvm.te.create_schedule(tvm.te.compute((1,), lambda i: a[5, 7], name="b").op), [a])


@proves("tvm.te.Tensor", "由 TOPI 接管，得到新张量", "`A == B` 比较是不是同一个输出", "两个零维张量相比抛出 `ValueError`")
def _(tvm):
    te = tvm.te
    a, b, scalar = te.placeholder((2, 3), name="a"), te.placeholder((3,), name="b"), te.placeholder((), name="s")
    for made in (a + b, a - b, a * b, a / b):
        assert isinstance(made, te.Tensor) and [int(n) for n in made.shape] == [2, 3]
    assert (a == a.op.output(0)) and not (a == te.placeholder((2, 3), name="a"))
    with raises(ValueError):
        scalar == te.placeholder((), name="t")


@proves("tvm.te.Tensor", "读它总是 `AttributeError`", versions=("0.13.0",))
def _(tvm):
    with raises(AttributeError):
        tvm.te.compute((2,), lambda i: i).axis


@proves("tvm.te.Tensor", "维数，即 `len(shape)`", "它是操作的第几个输出，从 0 开始", "有多个输出的操作后面加 `.v0`、`.v1`")
def _(tvm):
    first, second = tvm.te.compute((2, 3), lambda i, j: (i, j), name="pair")
    assert first.ndim == 2 and (first.value_index, second.value_index) == (0, 1)
    assert (first.name, second.name) == ("pair.v0", "pair.v1")
    assert tvm.te.compute((2,), lambda i: i, name="one").name == "one"


@proves("tvm.te.TensorSlice", "下标给齐了才能参加运算", "下标没有给齐也能读", "变成 `ProducerLoad` 表达式")
def _(tvm):
    a = tvm.te.placeholder((2, 3), "float16", name="a")
    assert a[0].dtype == "float16"
    assert isinstance(a[0, 1].asobject(), tvm.tir.ProducerLoad)
    assert isinstance(a[0, 1] + tvm.te.const(1, "float16"), tvm.tir.PrimExpr)
    with raises(Exception):
        a[0] + tvm.te.const(1, "float16")


@proves("tvm.te.compute", "浮点数截成整数，单个 Python 整数抛出 `TypeError`")
def _(tvm):
    assert [int(n) for n in tvm.te.compute((2.7,), lambda i: i).shape] == [2]
    with raises(TypeError):
        tvm.te.compute(4, lambda i: i)


@proves("tvm.te.compute", "名称就是循环变量的名称；可以有 `*args`，不能有默认值、关键字形参和 `**kwargs`")
def _(tvm):
    te = tvm.te
    assert [axis.var.name for axis in te.compute((2, 3), lambda row, col: row + col).op.axis] == ["row", "col"]
    assert te.compute((2, 3), lambda *index: index[0]).ndim == 2
    for function in (lambda i, n=1: i, lambda i, *, n: i, lambda i, **rest: i):
        with raises(Exception):
            te.compute((2,), function)


@proves("tvm.te.compute", "默认 `i0`、`i1`……", "个数必须与剩下的维数相等")
def _(tvm):
    te = tvm.te
    name = lambda tensor: [axis.var.name for axis in tensor.op.axis]
    assert name(te.compute((2, 3), lambda *index: index[0])) == ["i0", "i1"]
    assert name(te.compute((2, 3), lambda *index: index[0], varargs_names=["a", "b"])) == ["a", "b"]
    with raises(Exception):
        te.compute((2, 3), lambda *index: index[0], varargs_names=["a"])


@proves("tvm.te.compute", "在 `tag_scope` 里不能再写")
@proves("tvm.te.tag_scope", "里面的调用自己再写 `tag` 抛出 `ValueError`，两层嵌套也是", "影响 `compute`、`scan`、`extern`")
def _(tvm):
    te = tvm.te
    with te.tag_scope("a"):
        assert te.compute((2,), lambda i: i).op.tag == "a"
        made = te.extern((2,), [], lambda ins, outs: tvm.tir.Evaluate(0), dtype="float32")
        assert made.op.tag == "a"
        with raises(ValueError):
            te.compute((2,), lambda i: i, tag="b")
        with raises(ValueError):
            with te.tag_scope("b"):
                pass

    @te.tag_scope("c")
    def named():
        return te.compute((2,), lambda i: i)

    assert named().op.tag == "c"


@proves("tvm.te.compute", "返回两个以上的表达式时返回元组，只有一个元素的列表仍得到 `Tensor`", "元素类型由表达式决定", "`fcompute` 在定义时执行一次")
def _(tvm):
    te, calls = tvm.te, []

    def body(i):
        calls.append(1)
        return i.astype("float64")

    assert te.compute((2,), body).dtype == "float64" and len(calls) == 1
    assert isinstance(te.compute((2,), lambda i: (i, i)), tuple)
    assert isinstance(te.compute((2,), lambda i: [i]), te.Tensor)


@proves("tvm.te.compute", "`te.sum(…) + 1` 报 `Reductions are only allowed at the top level of compute`")
def _(tvm):
    te = tvm.te
    a, k = te.placeholder((4,), name="a"), te.reduce_axis((0, 4))
    with raises(Exception, "Reductions are only allowed at the top level of compute"):
        te.compute((1,), lambda i: te.sum(a[k], axis=k) + 1)


@proves("tvm.te.compute", "函数的形参比维数少时，多出的维被丢掉，而不是广播")
def _(tvm):
    a = tvm.te.placeholder((4, 6), name="a")
    assert [int(n) for n in tvm.te.compute((4, 6), lambda i: a[i, 0]).shape] == [4]


@proves("tvm.te.comm_reducer", "个数不是 2 时调用归约函数才抛出 `AssertionError`", "`where` 为假的项跳过", "得到 `Reduce`")
def _(tvm):
    te = tvm.te
    a, k = te.placeholder((6,), "int32", name="a"), te.reduce_axis((0, 6))
    wrong = te.comm_reducer(lambda x, y, z: x, lambda t: te.const(0, t))
    with raises(AssertionError):
        wrong(a[k], axis=k)
    total = te.comm_reducer(lambda x, y: x + y, lambda t: te.const(0, t), name="total")
    made = total(a[k], axis=k, where=k.var % 2 == 0)
    assert isinstance(made, tvm.tir.Reduce)
    out = te.compute((1,), lambda i: total(a[k], axis=k, where=k.var % 2 == 0), name="out")
    result = tvm.nd.array(np.zeros(1, "int32"))
    tvm.build(te.create_schedule(out.op), [a, out], "llvm")(tvm.nd.array(np.arange(6, dtype="int32")), result)
    assert result.numpy()[0] == 0 + 2 + 4


@proves("tvm.te.comm_reducer", "`init` 代替单位元作初值", "`create_prim_func` 不看它们")
def _(tvm):
    te = tvm.te
    a, k = te.placeholder((3,), "int32", name="a"), te.reduce_axis((0, 3))
    out = te.compute((1,), lambda i: te.sum(a[k], axis=k, init=te.const(100)), name="out")
    values, result = tvm.nd.array(np.array([1, 2, 3], "int32")), tvm.nd.array(np.zeros(1, "int32"))
    tvm.build(te.create_schedule(out.op), [a, out], "llvm")(values, result)
    assert result.numpy()[0] == 106
    tvm.build(te.create_prim_func([a, out]), target="llvm")(values, result)
    assert result.numpy()[0] == 6


@proves("tvm.te.comm_reducer", "如 `te.max(n, 3)`", "`te.max(1, 2, 3, 4)` 得 3")
def _(tvm):
    te = tvm.te
    n = te.var("n")
    assert tvm.ir.structural_equal(te.max(n, 3), tvm.tir.Max(n, tvm.tir.const(3)), map_free_vars=True)
    assert int(simplified(tvm, te.max(1, 2, 3, 4))) == 3 and int(simplified(tvm, te.max(1, 5, 3))) == 5


def scanned(tvm, steps=3, dtype="float32"):
    te = tvm.te
    state = te.placeholder((steps, 2), dtype, name="state")
    first = te.compute((1, 2), lambda _, j: te.const(1, dtype), name="first")
    later = te.compute((steps, 2), lambda t, j: state[t - 1, j] + te.const(1, dtype), name="later")
    return first, later, state


@proves("tvm.te.scan", "三者个数不同抛出 `ValueError`", "形状不配、类型不同抛出 `TVMError`", "多个状态时是列表")
def _(tvm):
    te = tvm.te
    first, later, state = scanned(tvm)
    assert isinstance(te.scan(first, later, state), te.Tensor)
    with raises(ValueError):
        te.scan([first], [later, later], [state])
    with raises("TVMError"):
        te.scan(first, later, te.placeholder((4, 2), name="wrong"))
    with raises("TVMError"):
        te.scan(first, later, te.placeholder((3, 2), "int32", name="wrong"))
    other = scanned(tvm)
    assert len(te.scan([first, other[0]], [later, other[1]], [state, other[2]])) == 2


@proves("tvm.te.scan", "步数轴的范围是 `init` 的步数到 `update` 的步数，类型是 `Ordered`", "不能用 `create_prim_func` 转成 TensorIR")
@proves("tvm.te.ScanOp", "保存 `init`、`update`、`state_placeholder`、`inputs` 等列表")
def _(tvm):
    te = tvm.te
    out = te.scan(*scanned(tvm, steps=5))
    axis = out.op.scan_axis
    assert axis.dom.min == 1 and axis.dom.extent == 4 and axis.iter_type == tvm.tir.IterVar.Ordered
    assert [len(getattr(out.op, name)) for name in ("init", "update", "state_placeholder", "inputs")] == [1, 1, 1, 0]
    with raises(Exception):
        te.create_prim_func([out])


@proves("tvm.te.ScanOp", "可以 `split`，拆出的两个轴可以再 `fuse`；`reorder`、`bind`、`vectorize` 拒绝")
def _(tvm):
    te = tvm.te
    out = te.scan(*scanned(tvm, steps=5))
    s = te.create_schedule(out.op)
    assert s[out].fuse(*s[out].split(out.op.scan_axis, 2)).iter_type == tvm.tir.IterVar.Ordered
    for refused in (
        lambda stage: stage.fuse(out.op.scan_axis, out.op.spatial_axis_[0]),
        lambda stage: stage.reorder(*stage.split(out.op.scan_axis, 2)[::-1]),
        lambda stage: stage.bind(out.op.scan_axis, te.thread_axis("threadIdx.x")),
        lambda stage: stage.vectorize(out.op.scan_axis),
    ):
        s = te.create_schedule(out.op)
        with raises("TVMError", "Check failed"):
            refused(s[out])


@proves("tvm.te.extern", "为空时必须给出 `dtype`", "其他返回值抛出 `ValueError`", "输入的类型不止一种时抛出 `ValueError`", "多个输出时是列表")
def _(tvm):
    te = tvm.te
    nothing = lambda ins, outs: tvm.tir.Evaluate(0)
    assert te.extern((2,), [], nothing, dtype="int8").dtype == "int8"
    with raises(Exception):
        te.extern((2,), [], nothing)
    with raises(ValueError):
        te.extern((2,), [], lambda ins, outs: 1, dtype="int8")
    a, b = te.placeholder((2,), "int8", name="a"), te.placeholder((2,), "int32", name="b")
    with raises(ValueError):
        te.extern((2,), [a, b], nothing)
    assert te.extern((2,), [a], nothing).dtype == "int8"
    assert len(te.extern([(2,), (3,)], [a], nothing, dtype=["int8", "int32"])) == 2


@proves("tvm.te.extern", "`dtype` 是一个字符串而形状有两个时，`fcompute` 只得到一个输出缓冲区", "给出 `out_buffers` 时不看 `dtype`")
def _(tvm):
    te, seen = tvm.te, []

    def remember(ins, outs):
        seen.append(len(outs))
        return tvm.tir.Evaluate(0)

    made = te.extern([(2,), (3,)], [], remember, dtype="int8")
    assert seen == [1] and isinstance(made, te.Tensor)
    buffer = tvm.tir.decl_buffer((2,), "float64")
    assert te.extern((2,), [], remember, dtype="int8", out_buffers=[buffer]).dtype == "float64"


@proves("tvm.te.tag_scope", "范围内一个操作都没有定义时，结束时有一条 Python 警告")
def _(tvm):
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with tvm.te.tag_scope("unused"):
            pass
    assert len(caught) == 1


def traced(tvm, answer, name):
    te = tvm.te
    tvm.register_func(name, lambda *values: answer(values[-1]), override=True)
    a = te.placeholder((2,), name="a")
    b = te.compute((2,), lambda i: te.trace([i, a[i]], name), name="b")
    result = tvm.nd.empty((2,))
    tvm.build(te.create_schedule(b.op), [a, b], "llvm")(tvm.nd.array(np.float32([1.5, 3])), result)
    return list(result.numpy())


@proves("tvm.te.trace", "回调有返回值时，表达式的值就是它", "回调返回 `None` 时才是原来的值", "不报错，得到的值是错的")
def _(tvm):
    assert traced(tvm, lambda value: min(value, 2.0), "probe.a") == [1.5, 2.0]
    assert traced(tvm, lambda value: None, "probe.b") == [1.5, 3.0]
    assert traced(tvm, lambda value: 2, "probe.c") != [2.0, 2.0]


@proves("tvm.te.trace", "不是列表时抛出 `Exception`", "返回的表达式，类型同最后一个实参")
def _(tvm):
    a = tvm.te.placeholder((2,), "float64", name="a")
    with raises(Exception):
        tvm.te.trace(a[0])
    assert tvm.te.trace([0, a[0].asobject()]).dtype == "float64"


@proves("tvm.te.ComputeOp", "`axis` 是数据轴，`reduce_axis` 是归约轴，`body` 是各输出的表达式", "所以轴要从 `schedule[C].op` 重新取")
def _(tvm):
    te = tvm.te
    a, k = te.placeholder((4, 8), name="a"), te.reduce_axis((0, 8), name="k")
    c = te.compute((4,), lambda i: te.sum(a[i, k], axis=k), name="c")
    assert len(c.op.axis) == 1 and len(c.op.reduce_axis) == 1 and len(c.op.body) == 1
    s = te.create_schedule(c.op)
    cached = s.cache_write(c, "local")
    assert len(s[c].op.reduce_axis) == 0 and len(s[cached].op.reduce_axis) == 1


@proves("tvm.te.PlaceholderOp", "没有计算，也没有 `axis`", "不能被内联")
def _(tvm):
    a = tvm.te.placeholder((2,), name="a")
    assert not hasattr(a.op, "axis")
    b = tvm.te.compute((2,), lambda i: a[i], name="b")
    s = tvm.te.create_schedule(b.op)
    s[a].compute_inline()
    with raises(Exception):
        tvm.lower(s, [a, b])


@proves("tvm.te.create_schedule", "传张量（少写 `.op`）或元组抛出 `TVMError`", "它们依赖的每个操作各得一个阶段")
def _(tvm):
    te = tvm.te
    a = te.placeholder((2,), name="a")
    b = te.compute((2,), lambda i: a[i] + 1, name="b")
    assert [stage.op.name for stage in te.create_schedule([b.op]).stages] == ["a", "b"]
    for wrong in (b, (b.op,)):
        with raises("TVMError"):
            te.create_schedule(wrong)


@proves("tvm.te.create_schedule", "第一项是 `vanilla`；`tile` 记成两次 `split` 和一次 `reorder`", "`cache_read`、`cache_write` 记成 `set_scope`", versions=("0.12.0", "0.13.0"))
def _(tvm):
    te = tvm.te
    a = te.placeholder((8, 8), name="a")
    b = te.compute((8, 8), lambda i, j: a[i, j] + 1, name="b")
    with tvm.transform.PassContext(config={"te.keep_schedule_record": True}):
        s = te.create_schedule(b.op)
        s[b].tile(*b.op.axis, 2, 2)
        s.cache_read(a, "local", [b])
    names = [str(name) for name in s.primitive_record]
    assert names[:4] == ["vanilla", "split", "split", "reorder"] and names[-1] == "set_scope", names


@proves("tvm.te.Stage", "`Stage` 不保持调度存活", "不存下调度的写法，0.13.0 的进程以段错误退出", versions=("0.13.0",), dies="SIGSEGV")
@proves("tvm.te.Stage", "不存下调度的写法，0.12.0 的进程以段错误退出", versions=("0.12.0",), dies="SIGSEGV")
def _(tvm):
    out = tvm.te.compute((8,), lambda i: i, name="out")
    tvm.te.create_schedule(out.op)[out].split(out.op.axis[0], 2)


@proves("tvm.te.compute", "`fcompute` 忘了 `return` 时", dies="SIGSEGV")
def _(tvm):
    tvm.te.compute((8,), lambda i: None)


@proves("tvm.te.Stage", "除了返回轴的和返回自己的 `set_scope`，其余返回 `None`", "`split` 的 `factor`、`nparts` 都给或都不给抛出 `ValueError`")
def _(tvm):
    te = tvm.te
    a = te.placeholder((8, 8), name="a")
    out = te.compute((8, 8), lambda i, j: a[i, j], name="out")
    s = te.create_schedule(out.op)
    stage, (i, j) = s[out], out.op.axis
    for arguments in ({}, {"factor": 2, "nparts": 4}):
        with raises(ValueError):
            stage.split(i, **arguments)
    outer, inner = stage.split(i, factor=2)
    assert isinstance(outer, tvm.tir.IterVar) and isinstance(stage.fuse(outer, inner), tvm.tir.IterVar)
    assert stage.set_scope("global").same_as(stage)
    for made in (stage.vectorize(j), stage.unroll(j), stage.pragma(j, "auto_unroll_max_step", 1), stage.reorder(j)):
        assert made is None


# Functions of TIR as operations


def scaled(tvm, in_place=False):
    """A function that doubles four numbers, with a block; in place where asked."""
    tir = tvm.tir
    x, y = tir.decl_buffer((4,), "float32", "x"), tir.decl_buffer((4,), "float32", "y")
    target = x if in_place else y
    i, v = tir.Var("i", "int32"), tir.Var("v", "int32")
    store = tir.BufferStore(target, x[v] * tir.const(2.0), [v])
    region = lambda buffer: tvm.tir.BufferRegion(buffer, [tvm.ir.Range.from_min_extent(v, 1)])
    axis = tir.IterVar(tvm.ir.Range(0, 4), v, tir.IterVar.DataPar)
    block = tir.Block([axis], [region(x)], [region(target)], "double", store)
    body = tir.For(i, 0, 4, tir.ForKind.SERIAL, tir.BlockRealize([i], True, block))
    return tir.PrimFunc([x] if in_place else [x, y], body), x


@proves("tvm.te.extern_primfunc", "个数、形状不配抛出 `AssertionError`", "手写同样的数字会以 `same_as` 的检查失败告终")
def _(tvm):
    te = tvm.te
    function, buffer = scaled(tvm)
    right = te.placeholder(buffer.shape, name="right")
    assert isinstance(te.extern_primfunc([right], function), te.Tensor)
    for wrong in ([], [right, right], [te.placeholder((5,))], [te.placeholder((2, 2))]):
        with raises(AssertionError):
            te.extern_primfunc(wrong, function)
    with raises("TVMError", "same_as"):
        te.extern_primfunc([te.placeholder((4,))], function)


@proves("tvm.te.extern_primfunc", "带块（block）的函数要经 `create_prim_func` 编译", "直接建调度再 `tvm.build` 报块变量没有定义", "转给 `extern`，如 `name`、`dtype`")
def _(tvm):
    te = tvm.te
    function, buffer = scaled(tvm)
    a = te.placeholder(buffer.shape, name="a")
    b = te.extern_primfunc([a], function, name="doubled")
    assert b.op.name == "doubled" and isinstance(b.op, te.ExternOp)
    result = tvm.nd.empty((4,))
    tvm.build(te.create_prim_func([a, b]), target="llvm")(tvm.nd.array(np.float32([1, 2, 3, 4])), result)
    assert list(result.numpy()) == [2, 4, 6, 8]
    with raises("TVMError", "v"):
        tvm.build(te.create_schedule(b.op), [a, b], "llvm")


@proves("tvm.te.extern_primfunc", "被读的缓冲区是输入，只写的是输出；没有只写的缓冲区时，就把既读又写的最后一个当作输出")
def _(tvm):
    tir, te = tvm.tir, tvm.te
    x, y, z = (tir.decl_buffer((4,), "float32", name) for name in "xyz")
    store = lambda target, value: tir.BufferStore(target, value, [0])
    both = tir.PrimFunc([z, x, y], tir.SeqStmt([store(y, x[0] + z[0]), store(x, x[0] * tir.const(2.0))]))
    inputs = [te.placeholder(buffer.shape, name=name) for buffer, name in ((z, "z"), (x, "x"))]
    made = te.extern_primfunc(inputs, both)
    assert [one.name for one in made.op.output_placeholders] == ["y"]
    assert [one.name for one in made.op.input_placeholders] == ["z", "x"]
    inplace = tir.PrimFunc([z, x], tir.SeqStmt([store(z, z[0] + x[0]), store(x, x[0] * tir.const(2.0))]))
    made = te.extern_primfunc([te.placeholder(z.shape, name="z")], inplace)
    assert [one.name for one in made.op.output_placeholders] == ["x"]


@proves("tvm.te.ExternOp", "没有可以切分的轴", "语句在 `body`，缓冲区在 `input_placeholders` 和 `output_placeholders`")
def _(tvm):
    te = tvm.te
    a = te.placeholder((2,), name="a")
    b = te.extern((2,), [a], lambda ins, outs: outs[0].vstore(0, ins[0].vload(0)), name="b")
    assert type(b.op) is te.ExternOp and isinstance(b.op.body, tvm.tir.BufferStore)
    assert len(b.op.input_placeholders) == len(b.op.output_placeholders) == 1
    assert len(te.create_schedule(b.op)[b].leaf_iter_vars) == 0


# Tensor intrinsics


def vector_add(tvm, length=4, **options):
    """An intrinsic that adds vectors, and what it was asked with."""
    te, seen = tvm.te, []
    a, b = te.placeholder((length,), name="a"), te.placeholder((length,), name="b")
    c = te.compute((length,), lambda i: a[i] + b[i], name="c")

    def compute(ins, outs, *scalars):
        seen.append((list(ins), list(outs), *scalars))
        return tvm.tir.call_extern("int32", "vector_add", ins[0].access_ptr("r"), ins[1].access_ptr("r"), outs[0].access_ptr("w"))

    return te.decl_tensor_intrin(c.op, compute, **options), seen


@proves("tvm.te.TensorComputeOp", "在 `compute` 里调用 `TensorIntrin` 时产生", "`fcompute` 的形参可以少于维数", "名为 `ax0`、`ax1`……，不能再调度")
@proves("tvm.te.decl_tensor_intrin", "它也可以在 `compute` 里直接调用，实参是带切片的 `TensorSlice`，结果是 `TensorComputeOp`")
@proves("tvm.te.TensorSlice", "带 `a:b` 的切片不能运算，只供张量内建函数的调用描述区域")
def _(tvm):
    te = tvm.te
    intrinsic, _ = vector_add(tvm)
    assert type(intrinsic).__name__ == "TensorIntrin"
    a, b = te.placeholder((3, 4), name="a"), te.placeholder((3, 4), name="b")
    c = te.compute((3, 4), lambda i: intrinsic(a[i, 0:4], b[i, 0:4]), name="c")
    assert type(c.op) is te.TensorComputeOp
    assert [axis.var.name for axis in c.op.axis] == ["i", "ax0"]
    s = te.create_schedule(c.op)
    assert [axis.var.name for axis in s[c].leaf_iter_vars] == ["i"]
    s[c].split(c.op.axis[0], 2)
    with raises("TVMError"):
        s[c].split(c.op.axis[1], 2)
    with raises(Exception):
        a[0, 0:4] + 1.0


@proves("tvm.te.decl_tensor_intrin", "传张量抛出 `TypeError`，输入不是占位符抛出 `ValueError`")
def _(tvm):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1, name="b")
    c = te.compute((4,), lambda i: b[i] + 1, name="c")
    nothing = lambda ins, outs: tvm.tir.Evaluate(0)
    with raises(TypeError):
        te.decl_tensor_intrin(b, nothing)
    with raises(ValueError):
        te.decl_tensor_intrin(c.op, nothing)
    te.decl_tensor_intrin(b.op, nothing)


@proves("tvm.te.decl_tensor_intrin", "返回一条语句或表达式，或三条：整个计算、归约的初始化、归约的更新，末尾的可以省略", "报错信息里的名称")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    a, k = te.placeholder((4,), name="a"), te.reduce_axis((0, 4))
    c = te.compute((1,), lambda i: te.sum(a[k], axis=k), name="c")
    nothing = tir.Evaluate(0)
    parts = lambda made: [part is not None for part in (made.body, made.reduce_init, made.reduce_update)]
    for body, expected in (
        (nothing, [True, False, False]),
        (tir.const(0), [True, False, False]),
        ([nothing, nothing], [True, True, False]),
        ([nothing, nothing, nothing], [True, True, True]),
    ):
        made = te.decl_tensor_intrin(c.op, lambda ins, outs: body, name="special")
        assert parts(made) == expected and made.name == "special"


@proves("tvm.te.decl_tensor_intrin", "没有列出的张量用紧密排列的缓冲区", "调用时另外传入的标量", "传给没有列在 `binds` 里的 `tir.decl_buffer`", "有 `scalar_params` 时多一个形参")
def _(tvm):
    _, seen = vector_add(tvm)
    assert [len(buffer.strides) for buffer in seen[0][0]] == [0, 0] and len(seen[0]) == 2
    _, seen = vector_add(tvm, default_buffer_params={"offset_factor": 4})
    assert all(buffer.offset_factor == 4 for buffer in seen[0][0] + seen[0][1])
    scalar = tvm.te.var("scale")
    _, seen = vector_add(tvm, scalar_params=[scalar])
    assert seen[0][2][0].same_as(scalar)
    te = tvm.te
    a = te.placeholder((4,), name="a")
    c = te.compute((4,), lambda i: a[i] + 1, name="c")
    own, got = tvm.tir.decl_buffer((4,), strides=[te.var("s")]), []
    te.decl_tensor_intrin(c.op, lambda ins, outs: got.extend([*ins, *outs]) or tvm.tir.Evaluate(0), binds={a: own}, default_buffer_params={"offset_factor": 2})
    assert got[0].same_as(own) and own.offset_factor != 2 and got[1].offset_factor == 2


@proves("tvm.te.decl_tensor_intrin", "供 `Stage.tensorize` 替换循环")
@proves("tvm.te.Stage", "轴以内的计算整个换成一个张量内建函数；是否匹配到下降时才检查")
def _(tvm):
    te = tvm.te
    intrinsic, _ = vector_add(tvm, default_buffer_params={"offset_factor": 1})

    def lowered(inner):
        a, b = te.placeholder((8,), name="a"), te.placeholder((8,), name="b")
        c = te.compute((8,), lambda i: a[i] + b[i], name="c")
        s = te.create_schedule(c.op)
        _, axis = s[c].split(c.op.axis[0], inner)
        s[c].tensorize(axis, intrinsic)
        return str(tvm.lower(s, [a, b, c]))

    assert "vector_add" in lowered(4)
    with raises("TVMError"):
        lowered(2)


# Conditions of implementations


@proves("tvm.te.SpecializedCondition", "`conditions` 是一个条件或条件的列表", "`with` 以外是 `None`", "返回当前线程最里层的条件")
def _(tvm):
    te = tvm.te
    n, current = te.var("n"), te.SpecializedCondition.current
    assert current() is None
    with te.SpecializedCondition(n > 4) as outer:
        assert len(outer.clauses) == 1 and current().same_as(outer)
        with te.SpecializedCondition([n > 4, n % 2 == 0]) as inner:
            assert len(inner.clauses) == 2 and current().same_as(inner)
        assert current().same_as(outer)
    assert current() is None


@proves("tvm.te.SpecializedCondition", "`with` 里的 `OpStrategy.add_implementation` 把实现注册在这个条件之下", "选择实现时，每个条件都能化简成真才采用", "形状未知、证明不了的条件等于不成立", "它不影响 TE 的调度")
def _(tvm):
    import importlib

    te, relay = tvm.te, tvm.relay
    strategy = relay.op.OpStrategy()
    n, small = te.var("n"), te.const(3)
    true, false = te.const(8) > 4, te.const(2) > 4
    for conditions, name in (([true], "true"), ([true, false], "both"), ([n > 4], "unknown"), ([small + 5 > 4, true], "list")):
        with te.SpecializedCondition(conditions):
            strategy.add_implementation(lambda *a: None, lambda *a: None, name)
    strategy.add_implementation(lambda *a: None, lambda *a: None, "always")
    assert len(strategy.specializations) == 5
    compiler = importlib.import_module("tvm.relay.backend.te_compiler")
    op = relay.op.get("add")
    kept = op.get_attr("FTVMStrategy")
    op.reset_attr("FTVMStrategy")
    op.set_attr("FTVMStrategy", tvm.target.generic_func(lambda *a: strategy))
    found = compiler.get_valid_implementations(op, None, [], None, tvm.target.Target("llvm"))
    assert sorted(one.name for one in found) == ["always", "list", "true"], [one.name for one in found]
    out = te.compute((8,), lambda i: i, name="out")
    with te.SpecializedCondition(n > 100):
        text = str(tvm.lower(te.create_schedule(out.op), [out]))
    assert text == str(tvm.lower(te.create_schedule(out.op), [out]))


# Functions of a whole schedule


def chained(tvm):
    te = tvm.te
    a = te.placeholder((8,), name="a")
    b = te.compute((8,), lambda i: a[i] + 1, name="b")
    c = te.compute((8,), lambda i: b[i] * 2, name="c")
    return a, b, c, te.create_schedule(c.op)


@proves("tvm.te.Schedule", "键不是张量或操作、或者不在这个调度里，抛出 `ValueError`", "`stages` 是按依赖次序的列表，`outputs` 是输出操作")
def _(tvm):
    a, b, c, s = chained(tvm)
    assert s[c].same_as(s[c.op]) and isinstance(s[b], tvm.te.Stage)
    assert [stage.op.name for stage in s.stages] == ["a", "b", "c"] and [op.name for op in s.outputs] == ["c"]
    for key in ("c", 0, tvm.te.placeholder((8,))):
        with raises(ValueError):
            s[key]


@proves("tvm.te.Schedule", "把不从 0 开始的循环改成从 0 开始", "`compute_at` 用的轴后来被切分时，改挂到内层轴，后来作为内层被合并时，改挂到合并后的轴；原调度不变")
def _(tvm):
    te = tvm.te
    a, b, c, s = chained(tvm)
    axis = c.op.axis[0]
    s[b].compute_at(s[c], axis)
    _, inner = s[c].split(axis, 2)
    done = s.normalize()
    assert s[b].attach_ivar.same_as(axis) and done[b].attach_ivar.same_as(inner)

    x = te.compute((4, 4), lambda i, j: i, name="x")
    y = te.compute((4, 4), lambda i, j: x[i, j] + j, name="y")
    s = te.create_schedule(y.op)
    i, j = y.op.axis
    s[x].compute_at(s[y], j)
    fused = s[y].fuse(i, j)
    assert s.normalize()[x].attach_ivar.same_as(fused)

    k = te.reduce_axis((2, 6), name="k")
    z = te.compute((1,), lambda i: te.sum(a[k], axis=k), name="z")
    s = te.create_schedule(z.op)
    assert s[z].leaf_iter_vars[1].dom.min == 2
    made = s.normalize()[z]
    assert s[z].leaf_iter_vars[1].same_as(z.op.reduce_axis[0]) and not made.leaf_iter_vars[1].same_as(z.op.reduce_axis[0])
    loops = []
    body = tvm.lower(s, [a, z])["main"].body
    tvm.tir.stmt_functor.post_order_visit(body, lambda node: loops.append(node) if isinstance(node, tvm.tir.For) else None)
    assert [(int(loop.min), int(loop.extent)) for loop in loops] == [(0, 4)] and "+ 2" in str(body)


@proves("tvm.te.Schedule", "返回代表整组的 `Stage`，对它 `compute_at` 就是移动整组", "不移动，或者组里有输出时，下降会失败")
@proves("tvm.te.Stage", "编在组里的阶段放回组的最外层")
def _(tvm):
    te = tvm.te

    def scheduled(move, outputs=None):
        a, b, c, _ = chained(tvm)
        d = te.compute((8,), lambda i: c[i] - 1, name="d")
        s = te.create_schedule(d.op)
        group = s.create_group(outputs or c, a)
        assert isinstance(group, te.Stage)
        if move:
            group.compute_at(s[d], d.op.axis[0])
        return s, [a, d]

    assert tvm.lower(*scheduled(True)) is not None
    with raises("TVMError"):
        tvm.lower(*scheduled(False))
    a, b, c, s = chained(tvm)
    s.create_group(c, a)
    with raises("TVMError"):
        tvm.lower(s, [a, c])
    a, b, c, s = chained(tvm)
    d = te.compute((8,), lambda i: c[i] - 1, name="d")
    s = te.create_schedule(d.op)
    group = s.create_group(c, a)
    s[b].compute_at(s[c], c.op.axis[0])
    s[b].compute_root()
    assert s[b].group.same_as(group)


@proves("tvm.te.Schedule", "新增把 `tensor` 搬进 `scope` 的阶段，`readers` 改读缓存，返回缓存张量", "读者没有读它时抛出 `TVMError`", "`readers` 为空时留下没有人读的搬运")
def _(tvm):
    a, b, c, s = chained(tvm)
    cached = s.cache_read(a, "shared", [b])
    assert isinstance(cached, tvm.te.Tensor) and s[cached].scope == "shared"
    assert [one.same_as(cached) or one == cached for one in s[b].op.input_tensors] == [True]
    with raises("TVMError"):
        chained(tvm)[3].cache_read(a, "shared", [c])
    a, b, c, s = chained(tvm)
    with raises("TVMError"):
        s.cache_read(a, "shared", [c])
    a, b, c, s = chained(tvm)
    unused = s.cache_read(b, "local", [])
    assert len(s.stages) == 4 and s[c].op.input_tensors[0] != unused and s[c].op.input_tensors[0].op.name == "b"
    assert "b_local" in str(tvm.lower(s, [a, c])).replace(".", "_")


@proves("tvm.te.Schedule", "先算进缓存再搬到原处，返回缓存张量", "归约轴不能切分、合并过", "只接受 `compute` 的结果，多输出要把全部输出放进列表，只给一个不报错，其余的输出没有人写")
def _(tvm):
    te = tvm.te
    a, b, c, s = chained(tvm)
    outer, _ = s[c].split(c.op.axis[0], 2)
    cached = s.cache_write(c, "local")
    assert s[c].op.input_tensors[0] == cached and len(cached.shape) == 2
    with raises("TVMError"):
        chained(tvm)[3].cache_write(a, "local")
    k = te.reduce_axis((0, 8), name="k")
    d = te.compute((1,), lambda i: te.sum(a[k], axis=k), name="d")
    s = te.create_schedule(d.op)
    s[d].split(k, 2)
    with raises("TVMError"):
        s.cache_write(d, "local")
    first, second = te.compute((8,), lambda i: (a[i], a[i] + 1), name="pair")
    s = te.create_schedule(first.op)
    s.cache_write(first, "local")
    outputs = [tvm.nd.array(np.full(8, -1, "float32")) for _ in range(2)]
    tvm.build(s, [a, first, second], "llvm")(tvm.nd.array(np.arange(8, dtype="float32")), *outputs)
    assert [one.numpy()[3] for one in outputs] == [3, -1]
    s = te.create_schedule(first.op)
    assert len(s.cache_write([first, second], "local")) == 2


@proves("tvm.te.Schedule", "位置是 `factor_axis`（`-1` 是最后），原张量改为再归约一次；返回新张量，多输出时是 `Array`")
def _(tvm):
    te = tvm.te
    a, k = te.placeholder((4, 8), name="a"), te.reduce_axis((0, 8), name="k")
    for place, shape in ((0, [2, 4]), (1, [4, 2]), (-1, [4, 2])):
        c = te.compute((4,), lambda i: te.sum(a[i, k], axis=k), name="c")
        s = te.create_schedule(c.op)
        outer, _ = s[c].split(k, nparts=2)
        made = s.rfactor(c, outer, place)
        assert isinstance(made, te.Tensor) and [int(n) for n in made.shape] == shape
        assert len(s[c].op.reduce_axis) == 1 and s[c].op.input_tensors[0] == made
    pair = te.comm_reducer(lambda x, y: (x[0] + y[0], x[1] * y[1]), lambda t, u: (te.const(0, t), te.const(1, u)))
    first, second = te.compute((4,), lambda i: pair((a[i, k], a[i, k]), axis=k), name="two")
    s = te.create_schedule(first.op)
    assert len(s.rfactor(first, s[first].split(k, 2)[0])) == 2


# Conversion to TensorIR


def matmul(tvm):
    te = tvm.te
    a, b, k = te.placeholder((4, 8), name="a"), te.placeholder((8, 4), name="b"), te.reduce_axis((0, 8), name="k")
    c = te.compute((4, 4), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="c")
    return a, b, c, te.compute((4, 4), lambda i, j: c[i, j] + 1, name="d")


@proves("tvm.te.create_prim_func", "用到的占位符必须全部列出，否则检查失败", "次序照写", "列出中间结果，它就成为形参而不是函数里分配的缓冲区", "结果的 `global_symbol` 是 `main`")
def _(tvm):
    te = tvm.te
    a, b, c, d = matmul(tvm)
    names = lambda function: [function.buffer_map[one].name for one in function.params]
    function = te.create_prim_func((d, b, a))
    assert names(function) == ["d", "b", "a"] and function.attrs["global_symbol"] == "main"
    assert [one.name for one in function.body.block.alloc_buffers] == ["c"]
    function = te.create_prim_func([a, b, c, d])
    assert names(function) == ["a", "b", "c", "d"] and len(function.body.block.alloc_buffers) == 0
    with raises("TVMError", "Check failed"):
        te.create_prim_func([a, d])


@proves("tvm.te.create_prim_func", "每个 `compute` 成为一个块", "有多个输出又不是归约的，每个输出各成一块", "名称取自操作，重名时加后缀")
def _(tvm):
    te = tvm.te

    def blocks(*tensors):
        found = []
        visit = lambda node: found.append(node.name_hint) if isinstance(node, tvm.tir.Block) else None
        tvm.tir.stmt_functor.post_order_visit(te.create_prim_func(list(tensors)).body, visit)
        return [name for name in found if name != "root"]

    a, b, c, d = matmul(tvm)
    assert blocks(a, b, d) == ["c", "d"]
    first, second = te.compute((2,), lambda i: (i, i + 1), name="pair")
    assert blocks(first, second) == ["pair_v0", "pair_v1"] or len(blocks(first, second)) == 2
    x = te.placeholder((2,), name="x")
    y = te.compute((2,), lambda i: x[i] + 1, name="same")
    z = te.compute((2,), lambda i: y[i] + 1, name="same")
    assert blocks(x, z) == ["same", "same_1"]
    k = te.reduce_axis((0, 2))
    pair = te.comm_reducer(lambda p, q: (p[0] + q[0], p[1] * q[1]), lambda t, u: (te.const(0, t), te.const(1, u)))
    assert len(blocks(x, *te.compute((1,), lambda i: pair((x[k], x[k]), axis=k), name="two"))) == 1


@proves("tvm.te.create_prim_func", "统一下标和形状的类型，如 `int64`；默认不改", versions=("0.12.0", "0.13.0"))
def _(tvm):
    te = tvm.te
    a, b, c, d = matmul(tvm)
    kinds = lambda function: {function.body.block.body[0].loop_var.dtype, function.buffer_map[function.params[0]].shape[0].dtype}
    assert kinds(te.create_prim_func([a, b, d])) == {"int32"}
    assert kinds(te.create_prim_func([a, b, d], index_dtype_override="int64")) == {"int64"}


@proves("tvm.te.create_prim_func", "归约的 `where` 和 `init` 在这里被静默丢弃，结果与 TE 调度不同")
def _(tvm):
    te = tvm.te
    a, k = te.placeholder((4,), "int32", name="a"), te.reduce_axis((0, 4))
    c = te.compute((1,), lambda i: te.sum(a[k], axis=k, where=k.var > 1), name="c")
    values = tvm.nd.array(np.array([1, 2, 3, 4], "int32"))

    def ran(kernel):
        result = tvm.nd.array(np.zeros(1, "int32"))
        kernel(values, result)
        return result.numpy()[0]

    assert ran(tvm.build(te.create_schedule(c.op), [a, c], "llvm")) == 7
    assert ran(tvm.build(te.create_prim_func([a, c]), target="llvm")) == 10


@proves("tvm.te.create_prim_func", "扫描、混合脚本和 `TensorComputeOp` 报 `Unsupported Operation`", "信息里说只允许前两种，`extern` 其实可以")
def _(tvm):
    te = tvm.te
    out = te.scan(*scanned(tvm))
    for words in ("Unsupported Operation", "Only te.placeholder and te.compute are allowed"):
        with raises(Exception, words):
            te.create_prim_func([out])
    intrinsic, _ = vector_add(tvm)
    a, b = te.placeholder((3, 4), name="a"), te.placeholder((3, 4), name="b")
    with raises(Exception, "Unsupported Operation"):
        te.create_prim_func([a, b, te.compute((3, 4), lambda i: intrinsic(a[i, 0:4], b[i, 0:4]), name="c")])
    x = te.placeholder((2,), name="x")
    with raises(Exception, "Unsupported Operation"):
        te.create_prim_func([x, te.hybrid.source_to_op(PRODUCT, [x], {}, {})])
    assert te.create_prim_func([x, te.extern((2,), [x], lambda ins, outs: tvm.tir.Evaluate(0), name="e")]) is not None


@proves("tvm.te.create_prim_func", "`ops` 里不能有标量变量；动态形状的变量从缓冲区的形状得到")
def _(tvm):
    te = tvm.te
    n = te.var("n")
    a = te.placeholder((n,), name="a")
    b = te.compute((n,), lambda i: a[i] * 2, name="b")
    with raises("TVMError"):
        te.create_prim_func([n, a, b])
    kernel = tvm.build(te.create_prim_func([a, b]), target="llvm")
    for size in (3, 5):
        result = tvm.nd.empty((size,))
        kernel(tvm.nd.array(np.ones(size, "float32")), result)
        assert list(result.numpy()) == [2] * size


# Gradients


def differentiated(tvm, formula, value, dtype="float32"):
    """The derivative of a formula at a number."""
    te = tvm.te
    x = te.placeholder((1,), dtype, name="x")
    y = te.compute((1,), lambda i: formula(x[i]), name="y")
    (made,) = te.gradient(y, x, te.compute((1,), lambda i: te.const(1, y.dtype), name="head"))
    result = tvm.nd.array(np.zeros(1, made.dtype))
    tvm.build(te.create_schedule(made.op), [x, made], "llvm")(tvm.nd.array(np.array([value], dtype)), result)
    return float(result.numpy()[0])


@proves("tvm.te.gradient", "可以：四则运算、`max`、`min`、`Select`、`if_then_else`、类型转换，`exp`、`log`、`sigmoid`、`sqrt`、`tanh`、`power`、`abs`")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    for formula, value, expected in (
        (lambda x: x * x + x - 1.0 / x, 2.0, 5.25),
        (lambda x: tir.max(x, 3.0), 2.0, 0.0),
        (lambda x: tir.min(x, 3.0), 2.0, 1.0),
        (lambda x: tir.Select(x > 1.0, x * 2.0, x), 2.0, 2.0),
        (lambda x: te.if_then_else(x > 3.0, x * 2.0, x), 2.0, 1.0),
        (lambda x: (x * x).astype("float64"), 2.0, 4.0),
        (te.exp, 1.0, np.e),
        (te.log, 2.0, 0.5),
        (te.sigmoid, 0.0, 0.25),
        (te.sqrt, 4.0, 0.25),
        (te.tanh, 0.0, 1.0),
        (lambda x: te.power(x, 3.0), 2.0, 12.0),
        (te.abs, -2.0, -1.0),
    ):
        found = differentiated(tvm, formula, value)
        assert abs(found - expected) < 1e-4, (found, expected)


@proves("tvm.te.gradient", "导数取 0：`floor`、`ceil`、`trunc`、`round`，整数和布尔表达式", "报 `is not implemented`：其余数学函数，浮点数的 `truncmod`；`compute` 以外的操作")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    for function in (te.floor, te.ceil, te.trunc, te.round):
        assert differentiated(tvm, function, 1.5) == 0
    assert differentiated(tvm, lambda x: x.astype("int32").astype("float32"), 1.5) == 0
    assert differentiated(tvm, lambda x: (x > 1.0).astype("float32"), 1.5) == 0
    others = [te.sin, te.cos, te.log2, te.log10, te.rsqrt, te.erf, te.nearbyint, te.atan, tir.log1p]
    for function in [*others, lambda x: te.truncmod(x, 2.0)]:
        with raises("TVMError", "is not implemented"):
            differentiated(tvm, function, 1.5)
    a = te.placeholder((2,), name="a")
    b = te.extern((2,), [a], lambda ins, outs: tir.Evaluate(0), name="b")
    with raises("TVMError", "is not implemented"):
        te.gradient(b, a)


@proves("tvm.te.gradient", "`Tensor` 或列表", "元组报错", "没有 `init` 的归约")
def _(tvm):
    te = tvm.te
    x, k = te.placeholder((3,), name="x"), te.reduce_axis((0, 3))
    y = te.compute((1,), lambda i: te.sum(x[k] * x[k], axis=k), name="y")
    assert [int(n) for n in te.gradient(y, [x])[0].shape] == [1, 3]
    with raises("TVMError"):
        te.gradient(y, (x,))
    k = te.reduce_axis((0, 3))
    z = te.compute((1,), lambda i: te.sum(x[k], axis=k, init=te.const(1.0, "float32")), name="z")
    with raises("TVMError", "with initialization is not implemented"):
        te.gradient(z, x)


@proves("tvm.te.gradient", "返回 `Array`，每个张量的形状是前缀加输入的形状", "与输出无关的输入得到全零", "形状是 `前缀 + output.shape`；维数少于 `output` 的报错，各维的长度不检查；默认是单位张量，得到雅可比矩阵")
def _(tvm):
    te = tvm.te
    x, other = te.placeholder((3,), name="x"), te.placeholder((5,), name="other")
    y = te.compute((3, 2), lambda i, j: x[i] * 2.0, name="y")
    shape = lambda tensor: [int(n) for n in tensor.shape]
    made = te.gradient(y, [x, other], te.placeholder((7, 3, 2), name="head"))
    assert isinstance(made, tvm.ir.Array) and [shape(one) for one in made] == [[7, 3], [7, 5]]
    result = tvm.nd.array(np.ones((7, 5), "float32"))
    tvm.build(te.create_schedule(made[1].op), [made[1]], "llvm")(result)
    assert not result.numpy().any()
    assert shape(te.gradient(y, x)[0]) == [3, 2, 3]
    with raises("TVMError"):
        te.gradient(y, x, te.placeholder((3,), name="head"))
    te.gradient(y, x, te.placeholder((9, 9), name="head"))


# Hybrid scripts

PRODUCT = """def product(a):
    out = output_tensor((a.shape[0],), "float32")
    for i in range(a.shape[0]):
        out[i] = a[i] * 2.0
    return out
"""


def imported(tvm, source, **names):
    """The functions of a source text that `inspect` can read."""
    import importlib.util
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write("from tvm import te\n" + source)
    spec = importlib.util.spec_from_file_location("scripts_of_a_probe", file.name)
    module = importlib.util.module_from_spec(spec)
    for name, value in names.items():
        setattr(module, name, value)
    spec.loader.exec_module(module)
    return module


@proves("tvm.te.hybrid.script", "`Tensor`、`Var`、常量表达式或它们的 `Array` 时编译，返回输出张量", "NumPy 数组和 Python 数时按 Python 执行", "两类混用、或者是普通列表，抛出 `ValueError`")
@proves("tvm.te.HybridOp", "`tag` 固定是 `HybridOp`")
def _(tvm):
    te = tvm.te
    scripts = imported(tvm, "@te.hybrid.script\n" + PRODUCT + """
@te.hybrid.script
def plus(a, n):
    out = output_tensor((2,), "float32")
    for i in range(2):
        out[i] = a[i] + n
    return out

@te.hybrid.script
def first(arrays):
    out = output_tensor((2,), "float32")
    for i in range(2):
        out[i] = arrays[0][i]
    return out
""")
    a = te.placeholder((2,), name="a")
    made = scripts.product(a)
    assert isinstance(made, te.Tensor) and type(made.op) is te.HybridOp and made.op.tag == "HybridOp"
    assert list(scripts.product(np.float32([1, 2]))) == [2, 4]
    assert list(scripts.plus(np.float32([1, 2]), 3)) == [4, 5]
    assert isinstance(scripts.plus(a, te.var("n", "float32")), te.Tensor)
    assert isinstance(scripts.plus(a, te.const(1.0, "float32")), te.Tensor)
    assert isinstance(scripts.first(tvm.runtime.convert([a])), te.Tensor)
    for arguments in ((a, 3), (np.float32([1, 2]), te.var("n", "float32")), ([1, 2], 3)):
        with raises(ValueError):
            scripts.plus(*arguments)
    with raises(ValueError):
        scripts.first([a])


@proves("tvm.te.hybrid.script", "编译要用 `inspect.getsource` 取得源代码，在交互式解释器里输入的函数不行")
def _(tvm):
    names = {}
    exec(compile("from tvm import te\n@te.hybrid.script\n" + PRODUCT, "<stdin>", "exec"), names)
    assert list(names["product"](np.float32([1, 2]))) == [2, 4]
    with raises(Exception):
        names["product"](tvm.te.placeholder((2,)))


@proves("tvm.te.HybridOp", "嵌套的由外到内，并列的后写的在前；没有 `const_range` 展开的和 `bind` 的循环")
def _(tvm):
    te = tvm.te
    source = """def loops(a):
    out = output_tensor((4, 4), "float32")
    for first in range(4):
        for inside in range(4):
            out[first, inside] = a[first]
    for second in range(4):
        for times in const_range(2):
            out[second, times] = a[second]
    return out
"""
    made = te.hybrid.source_to_op(source, [te.placeholder((4,), name="a")], {}, {})
    assert [axis.var.name for axis in made.op.axis] == ["second", "first", "inside"]
    bound = source.replace("range(4):\n        for times", 'bind("threadIdx.x", 4):\n        for times')
    made = te.hybrid.source_to_op(bound, [te.placeholder((4,), name="a")], {}, {})
    assert [axis.var.name for axis in made.op.axis] == ["first", "inside"]


@proves("tvm.te.hybrid.source_to_op", "返回输出张量", "一个函数的源代码", "英文文档写成列表，列表抛出 `AttributeError`", "函数捕获的名称和值")
def _(tvm):
    import ast

    te = tvm.te
    a = te.placeholder((2,), name="a")
    assert isinstance(te.hybrid.source_to_op(PRODUCT, [a], {}, {}), te.Tensor)
    assert isinstance(te.hybrid.source_to_op(ast.parse(PRODUCT).body[0], [a], {}, {}), te.Tensor)
    with raises(AttributeError):
        te.hybrid.source_to_op(PRODUCT, [a], ["factor"], {})
    captured = PRODUCT.replace("2.0", "factor")
    with raises(Exception):
        te.hybrid.source_to_op(captured, [a], {}, {})
    assert isinstance(te.hybrid.source_to_op(captured, [a], {}, {"factor": 3.0}), te.Tensor)


@proves("tvm.te.hybrid.build", "`name` 是函数名", "`parallel`、`vectorize` 等标注会丢失")
@proves("tvm.te.hybrid.HybridModule", "源代码，包括补上的两行；空模块是 `None`")
def _(tvm):
    te = tvm.te
    a = te.placeholder((8,), name="a")
    c = te.compute((8,), lambda i: a[i] * 2.0, name="c")
    s = te.create_schedule(c.op)
    s[c].parallel(c.op.axis[0])
    made = te.hybrid.build(s, [a], [c], name="kernel")
    source = made.get_source()
    assert isinstance(made, te.hybrid.HybridModule) and "def kernel(a)" in source and "parallel" not in source
    assert source.startswith("import tvm\n@tvm.te.hybrid.script\n")
    assert te.hybrid.HybridModule().get_source() is None
    assert list(made(np.arange(8, dtype="float32"))) == [2.0 * n for n in range(8)]
    assert isinstance(made(te.placeholder((8,), name="a")), te.Tensor)


@proves("tvm.te.hybrid.HybridModule", "不能捕获外面的名称", "构造时自动补上并执行；不给出时得到空模块，再用 `load`", "路径没有 `.py` 时加上")
def _(tvm):
    import os
    import tempfile

    te, a = tvm.te, tvm.te.placeholder((2,), name="a")
    module = te.hybrid.HybridModule(PRODUCT)
    assert list(module(np.float32([1, 2]))) == [2, 4] and isinstance(module(a), te.Tensor)
    with raises(Exception):
        te.hybrid.HybridModule(PRODUCT.replace("2.0", "factor"))(a)
    path = os.path.join(tempfile.mkdtemp(), "saved")
    module.save(path)
    assert os.path.exists(path + ".py")
    empty = te.hybrid.HybridModule()
    empty.load(path + ".py")
    assert list(empty(np.float32([1, 2]))) == [2, 4]


@proves("tvm.te.hybrid.HybridModule", "函数的个数不对抛出 `ValueError`，没有 `import tvm` 抛出 `NameError`（也没有装饰器时是 `KeyError`），还有别的名称时是没有说明的 `AssertionError`")
def _(tvm):
    import os
    import tempfile

    script = "@tvm.te.hybrid.script\n" + PRODUCT
    folder = tempfile.mkdtemp()
    for number, (text, error) in enumerate((
        ("import tvm\n", ValueError),
        ("import tvm\n" + script + script.replace("product", "other"), ValueError),
        (script, NameError),
        (PRODUCT, KeyError),
        ("import tvm\nfactor = 2\n" + script, AssertionError),
    )):
        path = os.path.join(folder, f"{number}.py")
        with open(path, "w") as file:
            file.write(text)
        with raises(error):
            tvm.te.hybrid.HybridModule().load(path)


@proves("tvm.te.hybrid.decorate", "用 `fwrapped(func, *args)` 包住函数并保留它的签名", "来自 `tvm._ffi.base`，与混合脚本无关")
def _(tvm):
    import inspect

    def own(first, second=2):
        return first + second

    made = tvm.te.hybrid.decorate(own, lambda function, *values: ("wrapped", function(*values)))
    assert made(1) == ("wrapped", 3) and list(inspect.signature(made).parameters) == ["first", "second"]
    assert tvm.te.hybrid.decorate is tvm._ffi.base.decorate


COMPLETE = True
