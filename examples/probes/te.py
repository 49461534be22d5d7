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
    assert str(tvm.te.placeholder((n + 1, 2)).shape[0]) == "n + 1"


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


@proves("tvm.te.const", "默认类型是 `int32`", "`te.const(2.5)` 是 2", "浮点数写进整数类型时向零截断")
def _(tvm):
    assert tvm.te.const(7).dtype == "int32"
    assert tvm.te.const(2.5).value == 2 and tvm.te.const(-2.5).value == -2


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


@proves("tvm.te.const", "`None` 时由值推断：bool、`int32`（放不下时 `int64`）、`float32`（放不下的、无穷和 NaN 是 `float64`）")
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
