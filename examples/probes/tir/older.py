"""Probes of what docs/reference/api/python/tir.md says of 0.12.0 and 0.10.0 only."""

import importlib
import io
from contextlib import redirect_stdout

from probes import proves, raises

OLD, MIDDLE, OLDEST = ("0.10.0", "0.12.0"), ("0.12.0",), ("0.10.0",)


@proves("tvm.tir.BufferLoad", "终点不能省略，`B[0, ::2]` 抛出 `UnboundLocalError`", versions=MIDDLE)
@proves("tvm.tir.BufferLoad", "起点和终点都不能省略：`B[0, :4]`、`B[0, ::2]` 抛出 `TypeError`", versions=OLDEST)
def _(tvm, release):
    buffer = tvm.tir.decl_buffer((4, 8), name="B")
    with raises(UnboundLocalError if release == "0.12.0" else TypeError):
        buffer[0, ::2]
    if release == "0.10.0":
        for wrong in (lambda: buffer[0, :4], lambda: buffer[0, 2:]):
            with raises(TypeError):
                wrong()
    assert isinstance(buffer[0, 0:8:2], tvm.tir.BufferLoad) and isinstance(buffer[0, 0:4], tvm.tir.BufferRegion)


@proves("tvm.tir.BufferLoad", "起点是 int64 的表达式时，步长也要写成 int64 的常量", versions=OLD)
@proves("tvm.tir.BufferLoad", "都写了步长（`B[0, 0:4:1]`）得到带 `Ramp` 的 `BufferLoad`，长度必须是常量，为 1 时就是标量下标", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    buffer, n = tir.decl_buffer((4, 8), name="B"), tir.Var("n", "int64")
    with raises("TVMError"):
        buffer[0, n : n + 4 : 1]
    load = buffer[0, n : n + 4 : tir.const(1, "int64")]
    assert isinstance(load.indices[1], tir.Ramp) and load.dtype == "float32x4"
    assert isinstance(buffer[0, 0:4:1].indices[1], tir.Ramp) and buffer[0, 2:3:1].dtype == "float32"
    with raises(Exception):
        buffer[0, 0 : tir.Var("m", "int32") : 1]


@proves("tvm.tir.Call", "`op` 是 `GlobalVar` 的也能构造，编译时报 `Do not yet support cross function call`", versions=OLD)
def _(tvm):
    tir = tvm.tir
    out, other = tir.decl_buffer((1,), "int32"), tvm.ir.GlobalVar("other")
    call = tir.Call("int32", other, [1])
    assert call.op.same_as(other)
    main = tir.PrimFunc([out], tir.BufferStore(out, call, [0])).with_attr("global_symbol", "main")
    with raises("TVMError", "Do not yet support cross function call"):
        tvm.build(tvm.IRModule({tvm.ir.GlobalVar("main"): main}), target="llvm")


@proves("tvm.tir.PrimFunc", "`script()` 和 `show()`，打印成 TVMScript，`syntax_sugar=False` 时不用 `T.grid` 等简写，`name` 是函数名", versions=MIDDLE)
def _(tvm):
    function = loops(tvm)
    assert "T.grid(4, 8)" in function.script() and "T.grid" not in function.script(syntax_sugar=False)
    assert "def own(" in function.script(name="own") and "def main(" in function.script()
    said = io.StringIO()
    with redirect_stdout(said):
        function.show(style="light")
    assert "prim_func" in said.getvalue()


def loops(tvm):
    tir = tvm.tir
    data, names = tir.decl_buffer((4, 8), name="X"), [tir.Var(name, "int32") for name in "ij"]
    inner = tir.For(names[1], 0, 8, tir.ForKind.SERIAL, tir.BufferStore(data, 1.0, names))
    return tir.PrimFunc([data], tir.For(names[0], 0, 4, tir.ForKind.SERIAL, inner))


@proves("tvm.tir.PrimFunc", "打印成 TVMScript，返回字符串；`tir_prefix` 是 `tir` 模块的简称，函数名总是 `func`", "带颜色地打印，`style` 是 `light`、`dark` 或 Pygments 的样式名；没有装 Pygments 时原样打印", versions=OLDEST)
def _(tvm):
    import sys

    function = loops(tvm).with_attr("global_symbol", "own")
    assert "def func(" in function.script() and "@T.prim_func" in function.script()
    assert "@X.prim_func" in function.script(tir_prefix="X") and isinstance(function.script(), str)

    def shown(**options):
        said = io.StringIO()
        with redirect_stdout(said):
            function.show(**options)
        return said.getvalue()

    for style in ("light", "dark", "monokai"):
        assert "\x1b[" in shown(style=style)
    with raises(Exception):
        shown(style="no-such-style")
    sys.modules["pygments"] = None
    assert function.script().strip() in shown()


@proves("tvm.tir.PrimFunc", "展平以前的 `Buffer`，`tvm.lower` 的展平会填：这时 `buffer_map` 里是一维的，原来的形状在这里", versions=OLDEST)
def _(tvm):
    function = loops(tvm)
    assert len(function.preflattened_buffer_map) == 0
    lowered = tvm.lower(function)["main"]
    shapes = lambda table: [[int(n) for n in one.shape] for one in table.values()]
    assert shapes(lowered.buffer_map) == [[32]] and shapes(lowered.preflattened_buffer_map) == [[4, 8]]


@proves("tvm.tir.Div", "TVMScript 里整数的也打印成 `n / m`，解析器读得回来，Python 的运算符 `/` 却不接受有符号整数", versions=OLDEST)
@proves("tvm.tir.Mod", "`print` 写作 `a % b`，`script()` 写作 `T.truncmod(a, b)`，函数形式是 `tir.truncmod`", versions=OLDEST)
@proves("tvm.tir.Not", "TVMScript 写 `not(a)`", versions=OLDEST)
@proves("tvm.tir.Let", "TVMScript 打印成 `T.let(n, 1, n + 1)`", versions=OLDEST)
@proves("tvm.tir.type_annotation", "TVMScript 打印成 `T.type_annotation(dtype=\"float32\")`", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    n, m = tir.Var("n", "int32"), tir.Var("m", "int32")
    whole = lambda value: tir.PrimFunc([n, m], tir.Evaluate(value)).script()
    assert "n / m" in whole(tir.Div(n, m))
    again = importlib.import_module("tvm.script").from_source(whole(tir.Div(n, m)))
    assert isinstance(again.body.value, tir.Div)
    with raises(RuntimeError):
        n / m
    assert "%" in str(tir.Mod(n, m)) and "T.truncmod(n, m)" in whole(tir.Mod(n, m))
    assert tvm.ir.structural_equal(tir.truncmod(n, m), tir.Mod(n, m), map_free_vars=True)
    assert "not(n < m)" in whole(tir.Not(n < m))
    k = tir.Var("k", "int32")
    assert "T.let(k, 1, k + 1)" in whole(tir.Let(k, 1, k + 1))
    assert 'T.type_annotation(dtype="float32")' in whole(tir.type_annotation("float32"))
