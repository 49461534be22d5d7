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
@proves("tvm.te.ScanOp", "保存 `init`、`update`、`state_placeholder` 三个列表")
def _(tvm):
    te = tvm.te
    out = te.scan(*scanned(tvm, steps=5))
    axis = out.op.scan_axis
    assert axis.dom.min == 1 and axis.dom.extent == 4 and axis.iter_type == tvm.tir.IterVar.Ordered
    assert [len(getattr(out.op, name)) for name in ("init", "update", "state_placeholder")] == [1, 1, 1]
    with raises(Exception):
        te.create_prim_func([out])


@proves("tvm.te.ScanOp", "`split` 和 `fuse` 接受它，`reorder`、`bind`、`vectorize` 拒绝")
def _(tvm):
    te = tvm.te
    out = te.scan(*scanned(tvm, steps=5))
    s = te.create_schedule(out.op)
    assert len(s[out].split(out.op.scan_axis, 2)) == 2
    s = te.create_schedule(out.op)
    s[out].fuse(out.op.scan_axis)
    for refused in (
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
