"""More probes of docs/reference/api/python/tir/analysis.md: members of the classes that the module also holds."""

import contextlib
import io

from probes import proves, raises

NAMES = "tvm.tir.analysis."
NEW = ("0.12.0", "0.13.0")
OLDEST = ("0.10.0",)


@proves(NAMES + "Buffer", "访问掩码 1", "访问掩码 2", "生成 `tvm_access_ptr` 调用", "生成读取的表达式", "生成写入的语句", "存储作用域", "展平之后的缓冲区", "下标在展平之后的位置")
def _(tvm):
    tir = tvm.tir
    data = tir.analysis.Buffer and tir.decl_buffer((4, 8), "float32", "B", strides=[10, 1], elem_offset=3, scope="shared")
    assert (data.READ, data.WRITE, data.scope()) == (1, 2, "shared")
    assert data.access_ptr("r").op.name == "tir.tvm_access_ptr" and int(data.access_ptr("w").args[-1]) == 2
    assert isinstance(data.vload([1, 2]), tir.BufferLoad) and isinstance(data.vstore([1, 2], tir.const(1.0)), tir.BufferStore)
    assert len(data.get_flattened_buffer().shape) == 1 and [int(n) for n in data.offset_of([1, 2])] == [15]


@proves(NAMES + "BufferRegion", "| `buffer` | 哪个缓冲区 |", "各维的 `Range`")
def _(tvm):
    data = tvm.tir.decl_buffer((4, 8))
    made = tvm.tir.analysis.BufferRegion(data, [tvm.ir.Range(0, 2), tvm.ir.Range(3, 8)])
    assert made.buffer.same_as(data) and [(int(r.min), int(r.extent)) for r in made.region] == [(0, 2), (3, 5)]


@proves(NAMES + "Block", "块轴，`IterVar` 的列表", "声明的读区域", "声明的写区域", "块名", "归约的初始化，没有时是 `None`", "标注的字典")
def _(tvm):
    tir = tvm.tir
    data = tir.decl_buffer((8,))
    axis = tir.IterVar((0, 8), tir.Var("v", "int32"), 0)
    made = tir.analysis.Block([axis], [data[0:4]], [data[4:8]], "name", tir.Evaluate(0), annotations={"key": tir.const(1)})
    assert made.iter_vars[0].same_as(axis) and made.name_hint == "name" and made.init is None and int(made.annotations["key"]) == 1
    assert (int(made.reads[0].region[0].min), int(made.writes[0].region[0].min)) == (0, 4)
    assert tir.analysis.Block([], [], [], "b", tir.Evaluate(0), init=tir.Evaluate(1)).init.value == 1


@proves(NAMES + "Block", "| `body` | 块体 |", "| `alloc_buffers` | 在这个块里分配的缓冲区 |", "| `match_buffers` | 子区域的别名 |", "构造时可以给出，读它是 `AttributeError`")
def _(tvm):
    tir = tvm.tir
    data, own, part = tir.decl_buffer((8,)), tir.decl_buffer((2,)), tir.decl_buffer((4,))
    body, place = tir.Evaluate(7), tvm.ir.Span(tvm.ir.SourceName("file"), 1, 1, 2, 3)
    alias = tir.MatchBufferRegion(part, tir.BufferRegion(data, [tvm.ir.Range(4, 8)]))
    made = tir.analysis.Block([], [], [], "b", body, alloc_buffers=[own], match_buffers=[alias], span=place)
    assert made.body.same_as(body) and list(made.alloc_buffers) == [own]
    with raises(AttributeError):
        getattr(made, "span")
    assert made.match_buffers[0].buffer.same_as(part) and int(made.match_buffers[0].source.region[0].min) == 4
    assert len(tir.analysis.Block([], [], [], "b", body).alloc_buffers) == 0


def function(tvm, name="exp"):
    x = tvm.relay.var("x", shape=(2,))
    return tvm.relay.Function([x], getattr(tvm.relay, name)(x))


MODULE = NAMES + "IRModule"


@proves(MODULE, "| `update(other)` | 并入另一个模块 |", "| `update_func(var, func)` | 加入或替换函数 |", "| `get_global_var(name)` | 按名称取 `GlobalVar` |", "| `get_global_vars()` | 全部 `GlobalVar` |")
def _(tvm):
    made = tvm.tir.analysis.IRModule({"a": function(tvm)})
    called = lambda name: made[name].body.op.name
    made.update(tvm.IRModule({"a": function(tvm, "log"), "b": function(tvm, "tanh")}))
    assert sorted(one.name_hint for one in made.get_global_vars()) == ["a", "b"] and (called("a"), called("b")) == ("log", "tanh")
    made.update_func(made.get_global_var("a"), function(tvm, "sqrt"))
    made.update_func(tvm.ir.GlobalVar("c"), function(tvm, "sigmoid"))
    assert (called("a"), called("c"), len(made.get_global_vars())) == ("sqrt", "sigmoid", 3)
    assert isinstance(made.get_global_var("b"), tvm.ir.GlobalVar) and made.get_global_var("b").name_hint == "b"


@proves(MODULE, "| `get_global_type_vars()` | 全部 `GlobalTypeVar` |", "| `get_global_type_var(name)` | 按名称取 `GlobalTypeVar` |", "| `get_constructor(tag)` | 按标签取构造器 |", "| `get_type(name)` | 取类型和它的构造器 |", "| `import_from_std(file_to_import)` | 并入自带的 Relay 源文件 |")
def _(tvm):
    made = tvm.tir.analysis.IRModule({"mine": function(tvm)})
    assert len(made.get_global_type_vars()) == 0
    made.import_from_std("prelude.rly")
    assert sorted(one.name_hint for one in made.get_global_type_vars()) == ["List", "Option", "Tree"]
    assert {"mine", "map", "foldl"} <= {one.name_hint for one in made.get_global_vars()}
    kind = made.get_global_type_var("List")
    found = made.get_type("List")
    assert found[0] == kind and [one.name_hint for one in found[1:]] == ["Cons", "Nil"]
    assert all(made.get_constructor(one.tag).same_as(one) for one in found[1:]) and found[1].tag != found[2].tag


@proves(MODULE, "| `from_expr(expr, functions=None, type_defs=None)` | 从 Relay 表达式建立 |", "| `get_attr(attr_key)` | 取属性 |", "| `with_attr(attr_key, attr_value)` | 多一项属性的副本 |")
def _(tvm):
    from_expr = tvm.tir.analysis.IRModule.from_expr
    made = from_expr(tvm.relay.exp(tvm.relay.var("x", shape=(2,))), {tvm.ir.GlobalVar("other"): function(tvm, "log")})
    assert made["main"].body.op.name == "exp" and made["other"].body.op.name == "log" and len(made["main"].params) == 1
    given = function(tvm)
    assert from_expr(given)["main"].body.same_as(given.body)
    prelude = tvm.IRModule()
    prelude.import_from_std("prelude.rly")
    assert len(from_expr(given, type_defs=prelude.type_definitions).get_type("List")) == 3
    more = made.with_attr("key", tvm.runtime.String("value"))
    assert more.get_attr("key") == "value" and made.get_attr("key") is None and not more.same_as(made)


@proves(MODULE, "| `astext(show_meta_data=True, annotate=None)` | Relay 文本 |", versions=NEW)
def _(tvm):
    made = tvm.tir.analysis.IRModule({"main": function(tvm)})
    noted = made.astext(annotate=lambda node: " /* call */" if isinstance(node, tvm.relay.Call) else "")
    assert 'version = "0.0.5"' in made.astext() and "def @main(%x: Tensor[(2), float32])" in made.astext() and "exp(%x) /* call */" in noted


def stored(tvm):
    """A function that stores to a buffer whose length is a parameter."""
    tir = tvm.tir
    n, handle = tir.Var("n", "int32"), tir.Var("a", "handle")
    data = tir.decl_buffer((n,), "float32", "A")
    return tir.analysis.PrimFunc([handle, n], tir.BufferStore(data, 1.0, [n - 1]), buffer_map={handle: data})


def printed(one):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        one.show()
    return out.getvalue()


@proves(MODULE, "| `script(tir_prefix='T', show_meta=False)` | TVMScript 的文本 |", "| `show(style=None)` | 带颜色地打印 TVMScript |", versions=OLDEST)
@proves(NAMES + "PrimFunc", "| `script(tir_prefix='T', show_meta=False)` | 打印成 TVMScript |", "| `show(style=None)` | 带颜色地打印 |", versions=OLDEST)
def _(tvm):
    one = stored(tvm)
    for whole in (one, tvm.tir.analysis.IRModule({"main": one})):
        assert "@TT.prim_func" in whole.script(tir_prefix="TT") and "@T.prim_func" in whole.script()
        assert "\x1b[" in printed(whole) and "prim_func" in printed(whole)


@proves(NAMES + "Object", "| `legacy_repr()` | 旧式的打印，不用 TVMScript |", versions=NEW)
@proves(NAMES + "Object", "| `same_as(other)` | 是不是同一个对象 |", versions=OLDEST)
def _(tvm, release):
    one = stored(tvm)
    assert isinstance(one, tvm.tir.analysis.Object) and one.same_as(one) and not one.same_as(stored(tvm)) and tvm.ir.structural_equal(one, stored(tvm))
    if release != "0.10.0":
        assert one.legacy_repr().startswith("PrimFunc([a, n])") and "A[(n - 1)] = 1f" in one.legacy_repr() and "T." not in one.legacy_repr()
        assert "T.prim_func" in str(one) and tvm.tir.analysis.IRModule({"main": one}).legacy_repr().startswith("IRModule({")


@proves(NAMES + "PrimFunc", "| `with_body(new_body, span=None)` | 换了函数体的副本 |", "| `specialize(param_map)` | 把形参定成具体的形状或数的副本 |")
def _(tvm):
    tir, one = tvm.tir, stored(tvm)
    handle, n = one.params
    other = one.with_attr("key", 3).with_body(tir.Evaluate(0))
    assert isinstance(other.body, tir.Evaluate) and int(other.attrs["key"]) == 3 and other.params[0].same_as(handle) and isinstance(one.body, tir.BufferStore)
    number = one.specialize({n: 8})
    assert len(number.params) == 1 and int(number.buffer_map[number.params[0]].shape[0]) == 8 and int(number.body.indices[0]) == 7
    shaped = one.specialize({handle: tir.decl_buffer((5,), "float32")})
    assert int(shaped.body.indices[0]) == 4 and len(one.params) == 2 and one.buffer_map[handle].shape[0].same_as(n)
