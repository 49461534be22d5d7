"""More probes of docs/reference/api/python/tir.md: what both sides of an expression do, buffers and functions."""

import importlib
import inspect
import os
import signal

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0",)


def kernel(tvm, make, dtype="float32", target="llvm", size=8):
    """What make(buffer of inputs, index) gives on 0, 1, 2, …"""
    tir = tvm.tir
    data, i = tir.decl_buffer((size,), "int32", "data"), tir.Var("i", "int32")
    out = tir.decl_buffer((size,), dtype, "out")
    body = tir.For(i, 0, size, tir.ForKind.SERIAL, tir.BufferStore(out, make(data, i), [i]))
    made = tvm.build(tir.PrimFunc([data, out], body), target=target)

    def run():
        result = tvm.nd.array(np.zeros(size, dtype))
        made(tvm.nd.array(np.arange(size, dtype="int32")), result)
        return result.numpy().tolist()

    return run


def ends_with(action):
    """Name of the signal that ends a process which does this; None where it lives."""
    child = os.fork()
    if child == 0:
        action()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else None


def counted(tvm):
    calls = []
    tvm.register_func("probe.counted", lambda: calls.append(1) or 1, override=True)
    return calls, tvm.tir.call_packed("probe.counted")


def reads_far(tvm, make):
    """How a process ends that stores make(n, m, element far outside), where n and m are -1 and 1 at run time."""
    tir = tvm.tir
    n, m, far = (tir.Var(name, "int32") for name in ("n", "m", "far"))
    data, out = tir.decl_buffer((8,), "int32", "data"), tir.decl_buffer((1,), "int32", "out")
    body = tir.BufferStore(out, make(n, m, data[far]), [0])
    made = tvm.build(tir.PrimFunc([n, m, far, data, out], body), target="llvm -opt-level=0")
    arrays = tvm.nd.empty((8,), "int32"), tvm.nd.empty((1,), "int32")
    return ends_with(lambda: made(-1, 1, 1 << 30, *arrays))


@proves("tvm.tir.IterVar", "下面的情况要自己写 `axis.var`")
def _(tvm):
    tir, k = tvm.tir, tvm.te.reduce_axis((0, 8), "k")
    assert (k + 1).a.same_as(k.var) and (k < 3).a.same_as(k.var)
    for wrong in (lambda axis: -axis, lambda axis: axis / 2, lambda axis: ~axis, tir.exp, tir.sqrt, tir.popcount):
        with raises(AttributeError):
            wrong(k)
    for right in (lambda axis: -axis, lambda axis: ~axis, tir.exp, tir.popcount):
        assert isinstance(right(k.var), tir.PrimExpr)
    buffer = tir.decl_buffer((8,))
    with raises("TVMError"):
        tir.BufferLoad(buffer, [k])
    assert tir.BufferLoad(buffer, [k.var]).indices[0].same_as(k.var)
    assert (k == 0) is False and isinstance(tir.Select(k.var == 0, 1.0, 2.0).condition, tir.EQ)


@proves("tvm.tir.Or", "两边都要是布尔，都会计算，不能靠左边防止右边越界读取，那要用 `tir.if_then_else` 或语句")
def _(tvm):
    tir = tvm.tir
    with raises("TVMError"):
        tir.Or(tir.const(1, "int32"), tir.const(True))
    for guard, dies in ((tir.Or, "SIGSEGV"), (lambda left, right: tir.if_then_else(left, True, right), None)):
        assert reads_far(tvm, lambda n, m, far: tir.Cast("int32", guard(n < 0, far > 0))) == dies
    calls, call = counted(tvm)
    both = kernel(tvm, lambda data, i: tir.Cast("float32", tir.Or(data[i] >= 0, call > 0)))
    assert both() == [1.0] * 8 and len(calls) == 8
    calls.clear()
    one = kernel(tvm, lambda data, i: tir.Cast("float32", tir.if_then_else(data[i] >= 0, True, call > 0)))
    assert one() == [1.0] * 8 and not calls


@proves("tvm.tir.Not", "TVMScript 写 `not a`", versions=NEW)
def _(tvm):
    source = "@T.prim_func\ndef main(a: T.handle, n: T.int32):\n    A = T.match_buffer(a, (8,), 'bool')\n    A[0] = not n < 3\n"
    function = importlib.import_module("tvm.script").from_source(source)
    assert isinstance(function.body.value, tvm.tir.Not)
    assert "not n < 3" in function.script()


@proves("tvm.tir.Select", "要防止越界或除以 0，用 `tir.if_then_else`")
def _(tvm):
    tir = tvm.tir
    divide = lambda data, i: tir.truncdiv(tir.const(8), data[i])
    safe = kernel(tvm, lambda data, i: tir.if_then_else(data[i] > 0, divide(data, i), -1), "int32")
    assert safe() == [-1, 8, 4, 2, 2, 1, 1, 1]
    reads = kernel(tvm, lambda data, i: tir.if_then_else(i < 4, data[i], data[tir.if_then_else(i < 4, 1 << 28, 0)]), "int32")
    assert reads() == [0, 1, 2, 3, 0, 0, 0, 0]
    # The divisor is a variable, so that nothing of the value is rewritten to if_then_else.
    i, out, n = tir.Var("i", "int32"), tir.decl_buffer((1,), "int32"), tir.Var("n", "int32")
    for pick, dies in ((tir.Select, "SIGFPE"), (tir.if_then_else, None)):
        body = tir.BufferStore(out, pick(n > 0, tir.truncdiv(tir.const(8), n), tir.const(-1)), [0])
        made = tvm.build(tir.PrimFunc([n, out], body), target="llvm -opt-level=0")
        assert ends_with(lambda: made(0, tvm.nd.empty((1,), "int32"))) == dies


@proves("tvm.tir.Select", "留下的外层两边都计算，里层分支的读取没有外层条件的保护，仍会越界")
def _(tvm):
    tir = tvm.tir
    one, two = tir.const(1), tir.const(2)
    assert reads_far(tvm, lambda n, m, far: tir.Select(n > 0, tir.Select(m > 0, far, one), two)) == "SIGSEGV"
    assert reads_far(tvm, lambda n, m, far: tir.if_then_else(n > 0, tir.Select(m > 0, far, one), two)) is None
    # Only the inner condition guards the read.
    assert reads_far(tvm, lambda n, m, far: tir.Select(m > 0, tir.Select(n > 0, far, one), two)) is None
    assert reads_far(tvm, lambda n, m, far: tir.Select(n > 0, far, two)) is None


@proves("tvm.tir.Ramp", "| `base` | 标量表达式 | 第一个元素 |")
def _(tvm):
    tir, n = tvm.tir, tvm.tir.Var("n", "int32")
    assert tir.Ramp(n + 1, 2, 4).base.a.same_as(n)
    with raises("TVMError"):
        tir.Ramp(tir.Broadcast(1, 4), 1, 4)
    data, out = tir.decl_buffer((8,), "int32"), tir.decl_buffer((2,), "int32")
    body = tir.BufferStore(out, tir.BufferLoad(data, [tir.Ramp(3, 2, 2)]), [tir.Ramp(0, 1, 2)])
    result = tvm.nd.empty((2,), "int32")
    tvm.build(tir.PrimFunc([data, out], body), target="llvm")(tvm.nd.array(np.arange(8, dtype="int32")), result)
    assert result.numpy().tolist() == [3, 5]


@proves("tvm.tir.BufferLoad", "`buffer[…]` 里带切片时的结果有两种")
@proves("tvm.tir.Buffer", "`buffer[…]` 建读取或区域，见 `BufferLoad`", "写入要建 `BufferStore`")
def _(tvm):
    tir, buffer = tvm.tir, tvm.tir.decl_buffer((4, 8), name="B")
    assert isinstance(buffer[1, 2], tir.BufferLoad)
    assert isinstance(buffer[0, 0:4], tir.BufferRegion) and isinstance(buffer[0:2, 3], tir.BufferRegion)
    for load, dtype in ((buffer[0, 0:4:1], "float32x4"), (buffer[0, 0:8:2], "float32x4"), (buffer[0, 2:3:1], "float32")):
        assert isinstance(load, tir.BufferLoad) and load.dtype == dtype
    with raises(TypeError):
        buffer[0, 0] = 1.0
    store = tir.BufferStore(buffer, 1.0, [0, 0])
    assert isinstance(store, tir.Stmt) and store.buffer.same_as(buffer)


@proves("tvm.tir.Let", "| `var` | `Var` | 被绑定的变量 |", "| `body` | 表达式 | 用到 `var` 的表达式 |")
def _(tvm):
    tir, n = tvm.tir, tvm.tir.Var("n", "int32")
    made = tir.Let(n, 5, n * n + 1)
    assert made.var.same_as(n) and made.dtype == made.body.dtype
    assert kernel(tvm, lambda data, i: tir.Let(n, data[i] + 1, n * n), "int32")() == [(one + 1) ** 2 for one in range(8)]
    with raises("TVMError"):
        tir.Let(tir.IntImm("int32", 1), 5, n)


@proves("tvm.tir.CallEffectKind", "C++ 里还有 4、5、6（只作实参、嵌入信息、改变控制流），Python 没有给它们名称")
def _(tvm):
    kind = tvm.tir.CallEffectKind
    named = {name: getattr(kind, name) for name in dir(kind) if name[0].isupper()}
    values = {int(getattr(one, "value", one)) for one in named.values()}
    assert values == {0, 1, 2, 3}
    of = lambda name: int(tvm.ir.Op.get(name).get_attr("TCallEffectKind"))
    assert of("tir.tvm_access_ptr") == 4 and of("tir.ret") == 6
    every = {of(name) for name in tvm.ir.Op.list_op_names() if name.startswith("tir.") and tvm.ir.Op.get(name).get_attr("TCallEffectKind") is not None}
    assert every <= {0, 1, 2, 3, 4, 5, 6} and 5 in every


@proves("tvm.tir.type_annotation", "打印成 `T.type_annotation(\"float32\")`", versions=NEW)
def _(tvm):
    assert str(tvm.tir.type_annotation("float32")).strip().endswith('T.type_annotation("float32")')


@proves("tvm.tir.decl_buffer", "`offset_factor` 的文档字符串说「`elem_offset` 不是 `None` 时才建变量」，代码相反", "| `name` | str | 打印用 |")
def _(tvm):
    tir = tvm.tir
    words = " ".join(tir.decl_buffer.__doc__.split())
    assert "we will created a Var for elem_offset if elem_offset is not None" in words
    made, given = tir.decl_buffer((4,), offset_factor=8), tir.decl_buffer((4,), offset_factor=8, elem_offset=16)
    assert isinstance(made.elem_offset, tir.Var) and given.elem_offset.value == 16
    one, other = tir.decl_buffer((4,), name="same"), tir.decl_buffer((4,), name="same")
    assert one.name == other.name == "same" and not one.same_as(other)
    assert "same" in str(tir.BufferLoad(one, [0]))
    assert tvm.ir.structural_equal(tir.PrimFunc([one], tir.Evaluate(one[0])), tir.PrimFunc([tir.decl_buffer((4,), name="b")], tir.Evaluate(0))) is False


@proves("tvm.tir.decl_buffer", "下面三个缓冲区分别要求没有偏移、偏移是 8 的倍数、任意偏移，`big` 的切片从第 4 个元素开始")
def _(tvm):
    tir = tvm.tir
    target, i = tir.decl_buffer((4,), name="target"), tir.Var("i", "int32")
    big = tvm.nd.array(np.arange(16, dtype="float32"))

    def copied(factor, first):
        source = tir.decl_buffer((4,), name="s", offset_factor=factor)
        view = big._create_view((4,))
        view.handle.contents.byte_offset = first * 4
        body = tir.For(i, 0, 4, tir.ForKind.SERIAL, tir.BufferStore(target, source[i], [i]))
        out = tvm.nd.empty((4,))
        tvm.build(tir.PrimFunc([source, target], body), target="llvm")(view, out)
        return out.numpy().tolist()

    for factor, first in ((0, 4), (8, 4)):
        with raises("TVMError"):
            copied(factor, first)
    assert copied(1, 4) == [4, 5, 6, 7] and copied(8, 8) == [8, 9, 10, 11] and copied(0, 0) == [0, 1, 2, 3]


@proves("tvm.tir.Buffer", "`access_mask` 是 `\"r\"`、`\"w\"`、`\"rw\"` 或上面的掩码，只供分析用，不阻止写入", "指向数据的指针，传给外部函数")
def _(tvm):
    tir, kind = tvm.tir, tvm.tir.Buffer
    buffer = tir.decl_buffer((16,), name="S")
    masks = [int(buffer.access_ptr(one).args[4]) for one in ("r", "w", "rw", kind.READ, kind.WRITE, kind.READ | kind.WRITE)]
    assert masks == [1, 2, 3, 1, 2, 3]
    pointer = buffer.access_ptr("r")
    assert pointer.dtype == "handle" and pointer.args[1].same_as(buffer.data)
    # memset through a pointer that is only for reading
    body = tir.Evaluate(tir.call_extern("handle", "memset", pointer, 0, 64))
    data = tvm.nd.array(np.ones(16, "float32"))
    tvm.build(tir.PrimFunc([buffer], body), target="llvm")(data)
    assert not data.numpy().any()


def scale(tvm):
    tir = tvm.tir
    n, factor, a = tir.Var("n", "int32"), tir.Var("factor", "float32"), tir.Var("a", "handle")
    data, i = tir.decl_buffer((n,), name="X"), tir.Var("i", "int32")
    body = tir.For(i, 0, n, tir.ForKind.SERIAL, tir.BufferStore(data, data[i] * factor, [i]))
    return tir.PrimFunc([a, factor], body, buffer_map={a: data})


@proves("tvm.tir.PrimFunc", "把一些形参或动态形状固定下来，见下", "值有两种")
def _(tvm):
    tir, function = tvm.tir, scale(tvm)
    a, factor = function.params
    made = function.specialize({a: tir.decl_buffer((8,))})
    assert len(made.params) == 2 and int(made.body.extent) == 8 and int(made.buffer_map[made.params[0]].shape[0]) == 8
    made = function.specialize({factor: tir.const(3.0)})
    assert len(made.params) == 1 and isinstance(made.body.extent, tir.Var)
    assert any(isinstance(one, tir.FloatImm) for one in (made.body.body.value.a, made.body.body.value.b))
    with raises(ValueError):
        function.specialize({a: tir.const(1)})
    with raises(Exception):
        function.specialize({factor: tir.decl_buffer((8,))})


@proves("tvm.tir.PrimFunc", "`with_attr(key, value)` 或 `with_attr(dict)`，返回带新属性的副本", "从基类得来的还有")
def _(tvm, release):
    function = scale(tvm)
    assert function.attrs is None
    one, other = function.with_attr("a", 1), function.with_attr({"a": 1, "b": "x"})
    assert function.attrs is None and int(one.attrs["a"]) == 1 and set(other.attrs.keys()) == {"a", "b"}
    assert one.body.same_as(function.body)
    for name in ("with_attr", "script", "show")[: 1 if release == "0.10.0" else 3]:
        assert name not in vars(tvm.tir.PrimFunc) and inspect.isfunction(getattr(tvm.tir.PrimFunc, name))


@proves("tvm.tir.PrimFunc", "`script()` 和 `show()`，打印成 TVMScript，`syntax_sugar=False` 时不用 `T.grid` 等简写，`name` 是函数名", versions=("0.13.0",))
def _(tvm):
    tir = tvm.tir
    data, loops = tir.decl_buffer((4, 8), name="X"), [tir.Var(name, "int32") for name in "ij"]
    inner = tir.For(loops[1], 0, 8, tir.ForKind.SERIAL, tir.BufferStore(data, 1.0, loops))
    function = tir.PrimFunc([data], tir.For(loops[0], 0, 4, tir.ForKind.SERIAL, inner))
    assert "T.grid(4, 8)" in function.script() and "T.grid" not in function.script(syntax_sugar=False)
    assert "def own(" in function.script(name="own") and "def main(" in function.script()
    said = importlib.import_module("io").StringIO()
    with importlib.import_module("contextlib").redirect_stdout(said):
        function.show(style="light")
    assert "prim_func" in said.getvalue()
