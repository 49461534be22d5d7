"""More probes of docs/reference/api/python/ir.md: modules, operators, containers and types."""

import subprocess
import sys

import numpy as np
from probes import check_error, proves, raises

NEW = ("0.12.0", "0.13.0")
MODULE = "tvm.ir.IRModule"


def tensor(tvm, *shape):
    return tvm.relay.TensorType(shape)


def doubled(tvm):
    x = tvm.relay.var("x", shape=(4,))
    return tvm.relay.Function([x], tvm.relay.add(x, x))


def lists(tvm):
    """A data type with one variable, and its module."""
    ir = tvm.ir
    header, a = ir.GlobalTypeVar("List"), ir.TypeVar("a")
    cons = ir.Constructor("Cons", [a, header(a)], header)
    nil = ir.Constructor("Nil", [], header)
    mod = tvm.IRModule()
    mod[header] = ir.TypeData(header, [a], [cons, nil])
    return mod, header, cons, nil


def inferred(tvm, mod):
    return tvm.relay.transform.InferType()(mod)


@proves(MODULE, "`tvm.IRModule` 是同一个类", "`mod[名称]` 取函数，`mod[GlobalTypeVar]` 取类型定义")
def _(tvm):
    assert tvm.IRModule is tvm.ir.IRModule
    mod, header, *_ = lists(tvm)
    func = doubled(tvm)
    mod["f"] = func
    assert tvm.ir.structural_equal(mod["f"], func) and isinstance(mod["f"], tvm.relay.Function)
    assert isinstance(mod[header], tvm.ir.TypeData) and mod[header].header == header
    assert [str(one.name_hint) for one in mod[header].constructors] == ["Cons", "Nil"]
    for missing in ("g", "List", tvm.ir.GlobalTypeVar("List")):
        with raises(Exception):
            mod[missing]


@proves(MODULE, "全部函数的 `GlobalVar`，次序不定", "全部类型定义的 `GlobalTypeVar`")
def _(tvm):
    mod, header, *_ = lists(tvm)
    names = [f"f{i}" for i in range(8)]
    for name in names:
        mod[name] = doubled(tvm)
    found = mod.get_global_vars()
    assert sorted(one.name_hint for one in found) == names and all(one == mod.get_global_var(one.name_hint) for one in found)
    assert [str(one.name_hint) for one in mod.get_global_type_vars()] == ["List"]


@proves("tvm.ir.PrimExpr", "Python 字符串要先经 `tvm.runtime.convert`")
def _(tvm, release):
    tir, text = tvm.tir, tvm.runtime.convert("s")
    with raises("TVMError"):
        tir.Evaluate("s")
    assert isinstance(tir.Evaluate(text).value, tir.StringImm)
    buffer = tir.decl_buffer((4,), "float32")
    for index in ["s"] + [text] * (release != "0.10.0"):
        with raises("TVMError"):
            tir.BufferLoad(buffer, [index])
    assert tir.BufferLoad(buffer, [1]).indices[0].value == 1
    assert isinstance(tir.Call("int32", "tir.call_extern", ["name"]).args[0], tir.StringImm)


@proves("tvm.ir.Range", "终点，不含")
def _(tvm):
    te = tvm.te
    k = te.reduce_axis(tvm.ir.Range(2, 6), name="k")
    total = te.compute((1,), lambda i: te.sum(k.var.astype("int32"), axis=k), name="total")
    out = tvm.nd.array(np.zeros(1, "int32"))
    tvm.build(te.create_schedule(total.op), [total], "llvm")(out)
    assert out.numpy()[0] == 2 + 3 + 4 + 5


@proves("tvm.ir.Op", "另有 `name`、`num_inputs`、`arguments`、`support_level` 等字段")
def _(tvm):
    op = tvm.ir.Op.get("nn.dense")
    assert op.name == "nn.dense" and op.num_inputs == 2 and op.support_level == 1
    assert [str(one.name) for one in op.arguments] == ["data", "weight"]


@proves("tvm.ir.register_op_attr", "下面注册 BYOC 用的判断函数，再用更大的 `level` 换掉它", "名称写错的 `addd` 也成了算子")
def _(tvm):
    def annotated():
        mod = inferred(tvm, tvm.IRModule.from_expr(doubled(tvm)))
        return 'compiler="probe"' in str(tvm.relay.transform.AnnotateTarget("probe")(mod)["main"])

    register = tvm.ir.register_op_attr
    assert not annotated()
    register("add", "target.probe", lambda expr: True)
    assert annotated()
    register("add", "target.probe", lambda expr: False, level=11)
    assert not annotated()
    assert "addd" not in tvm.ir.Op.list_op_names()
    register("addd", "target.probe", lambda expr: True)
    assert "addd" in tvm.ir.Op.list_op_names() and tvm.ir.Op.get("addd").name == "addd"


@proves("tvm.ir.register_intrin_lowering", "带前缀的全名，如 `tir.exp`")
def _(tvm):
    te = tvm.te

    def result():
        a = te.placeholder((1,), name="a")
        b = te.compute((1,), lambda i: te.exp(a[i]), name="b")
        x, y = tvm.nd.array(np.zeros(1, "float32")), tvm.nd.array(np.zeros(1, "float32"))
        tvm.build(te.create_schedule(b.op), [a, b], "llvm")(x, y)
        return y.numpy()[0]

    seven = lambda call: tvm.tir.const(7.0, call.dtype)
    register = tvm.ir.register_intrin_lowering
    register("exp", "llvm", f=seven, level=150)
    assert abs(result() - 1.0) < 1e-5
    register("tir.exp", "llvm", f=seven, level=150)
    assert result() == 7.0


@proves("tvm.ir.structural_equal", "True 时没有定义的变量按出现的次序对应")
def _(tvm):
    a, b, c, d = [tvm.tir.Var(name, "int32") for name in "abcd"]
    equal = tvm.ir.structural_equal
    assert not equal(a + b, c + d) and equal(a + b, c + d, map_free_vars=True)
    assert equal(a + b, b + a, True) and not equal(a + a, c + d, True) and not equal(a + b, c + c, True)


HASHES = """
import tvm
n = [tvm.tir.Var("n", "int32") for _ in range(4)]
print(*[tvm.ir.structural_hash(one + 1, free) for free in (False, True) for one in n])
"""


@proves("tvm.ir.structural_hash", "按内存地址散列，每次运行都不同")
def _(tvm):
    runs = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", HASHES], capture_output=True, text=True, timeout=28)
        assert done.returncode == 0, done.stderr[-300:]
        runs.append(done.stdout.split())
    (first, second) = runs
    assert len(set(first[:4])) == 4 and not set(first[:4]) & set(second[:4])
    assert set(first[4:]) == set(second[4:]) and len(set(first[4:])) == 1


@proves("tvm.ir.save_json", "`PackedFunc` 和 `runtime.Module` 写的时候不报错，内容却没有写进去，读回时抛出 `TypeError`")
def _(tvm):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1.0, name="b")
    lib = tvm.build(te.create_schedule(b.op), [a, b], "llvm", name="probe_function")
    for one in (tvm.get_global_func("runtime.RuntimeEnabled"), lib):
        text = tvm.ir.save_json(one)
        assert "RuntimeEnabled" not in text and "probe_function" not in text
        with raises(TypeError):
            tvm.ir.load_json(text)


@proves("tvm.ir.load_json", "读不了时按 0.6 至 0.8 的旧格式升级一次再试", "因此当前版本的文件损坏时，看到的也是 `Cannot update from version", "与版本无关")
def _(tvm, release):
    text = tvm.ir.save_json(doubled(tvm))
    assert isinstance(tvm.ir.load_json(text), tvm.relay.Function)
    broken = text.replace("relay.Var", "relay.Vax")
    with raises(ValueError, f"Cannot update from version {release}"):
        tvm.ir.load_json(broken)
    upgraded, compact = [], tvm.ir.json_compact
    old = compact.upgrade_json
    compact.upgrade_json = lambda given: upgraded.append(given) or text
    try:
        assert isinstance(tvm.ir.load_json(broken), tvm.relay.Function) and upgraded == [broken]
        tvm.ir.load_json(text)
        assert len(upgraded) == 1
        compact.upgrade_json = lambda given: upgraded.append(given) or broken
        with raises(Exception):
            tvm.ir.load_json(broken)
        assert len(upgraded) == 2
    finally:
        compact.upgrade_json = old
    for version in ("0.5.0", "0.9.0", "0.13.0", "9.9.9"):
        with raises(ValueError, f"Cannot update from version {version}"):
            tvm.ir.load_json(broken.replace(release, version))
    for version in ("0.6.0", "0.7.0", "0.8.0"):
        with raises(Exception) as _:
            tvm.ir.load_json(broken.replace(release, version))
        try:
            tvm.ir.load_json(broken.replace(release, version))
        except Exception as error:
            assert "Cannot update from version" not in str(error)


@proves("tvm.ir.make_node", "`Op` 和 `EnvFunc` 不行，用它们的 `get`")
def _(tvm):
    for key, kind, name in (("Op", tvm.ir.Op, "add"), ("EnvFunc", tvm.ir.EnvFunc, "tvm.relay.type_relation.Broadcast")):
        for fields in ({}, {"name": name}):
            with raises(Exception):
                tvm.ir.make_node(key, **fields)
        assert kind.get(name).name == name


@proves("tvm.ir.EnvFunc", "读回 JSON 的进程里要有同名的全局函数")
def _(tvm):
    register = lambda: tvm.register_func("probe.env", lambda value: value + 1)
    register()
    text = tvm.ir.save_json(tvm.ir.EnvFunc.get("probe.env"))
    assert tvm.ir.load_json(text)(2) == 3
    tvm._ffi.registry.remove_global_func("probe.env")
    with raises(Exception):
        tvm.ir.load_json(text)
    register()
    assert tvm.ir.load_json(text).func(4) == 5


@proves("tvm.ir.DictAttrs", "键的列表", "键值对的列表")
def _(tvm):
    made = tvm.ir.make_node("DictAttrs", a=1, b="x")
    keys, items = made.keys(), made.items()
    assert isinstance(keys, list) and isinstance(items, list)
    assert sorted(keys) == ["a", "b"] and {str(key): getattr(value, "value", value) for key, value in items} == {"a": 1, "b": "x"}


@proves("tvm.ir.Array", "`==` 比较的是同一个对象，比较内容先转成 `list` 或用 `structural_equal`")
def _(tvm):
    first, second, other = [tvm.runtime.convert(values) for values in ([1, 2], [1, 2], [1, 3])]
    assert first == first and not first == second and first != second
    assert list(first) == list(second) and list(first) != list(other) and list(first) == [1, 2]
    assert tvm.ir.structural_equal(first, second) and not tvm.ir.structural_equal(first, other)


@proves("tvm.ir.Map", "遍历得到键，次序不定", "键的迭代器", "值的生成器")
def _(tvm):
    names = [f"k{i}" for i in range(20)]
    made = tvm.runtime.convert({name: i for i, name in enumerate(names)})
    found = list(made)
    assert sorted(found) == sorted(names) and found != names
    keys, values = made.keys(), made.values()
    assert next(keys) == found[0] and next(values).value == names.index(found[0])
    assert list(keys) == found[1:] and [one.value for one in values] == [names.index(name) for name in found[1:]]
    with raises(TypeError):
        len(made.values())


@proves("tvm.ir.Type", "没有散列值，不能作 Python 字典的键、不能放进集合")
def _(tvm):
    for one in (tensor(tvm, 2), tvm.ir.TupleType([]), tvm.ir.PrimType("int32"), tvm.ir.TypeVar("a"), tvm.ir.GlobalTypeVar("L")):
        for action in (lambda: {one: 1}, lambda: {one}, lambda: hash(one)):
            with raises(TypeError):
                action()


@proves("tvm.ir.TensorType", "维数的数据类型也参加比较：`int64` 的 2 与 `int32` 的 2 不相等")
def _(tvm):
    const = tvm.tir.const
    kinds = [tensor(tvm, const(2, kind)) for kind in ("int32", "int64", "int32", "int64")]
    assert kinds[0] == kinds[2] == tensor(tvm, 2) and kinds[1] == kinds[3] and kinds[0] != kinds[1]
    assert kinds[0].concrete_shape == kinds[1].concrete_shape == (2,)


@proves("tvm.ir.FuncType", "返回类型，没有返回值写 `TupleType([])`")
def _(tvm):
    x = tvm.relay.var("x", shape=(4,))
    mod = inferred(tvm, tvm.IRModule.from_expr(tvm.relay.Function([x], tvm.relay.Tuple([]))))
    nothing = tvm.ir.TupleType([])
    made = tvm.ir.FuncType([tensor(tvm, 4)], nothing)
    assert mod["main"].checked_type == made and made.ret_type == nothing
    assert made != tvm.ir.FuncType([tensor(tvm, 4)], tensor(tvm))


@proves("tvm.ir.TypeVar", "`kind` 是 `TypeKind` 或它的整数，不检查是不是合法的值")
def _(tvm):
    make, kinds = tvm.ir.TypeVar, tvm.ir.TypeKind
    assert make("a", kinds.ShapeVar).kind == make("a", 1).kind == 1 and make("a").kind == kinds.Type == 0
    assert make("a", 99).kind == 99


@proves("tvm.ir.TypeCall", "`func` 应为 `GlobalTypeVar`，`args` 是类型实参的列表", "由 `relay.analysis.check_kind` 检查，要给出模块")
def _(tvm):
    call, check = tvm.ir.TypeCall, tvm.relay.analysis.check_kind
    mod, header, *_ = lists(tvm)
    one = tensor(tvm, 2)
    assert check(call(header, [one]), mod) == tvm.ir.TypeKind.Type
    with raises("TVMError"):
        check(call(header, [one]))
    # Wrong number of arguments, no name of a data type, an argument that is none.
    for wrong in (call(header, []), call(header, [one, one]), call(one, [one]), call(header, [header])):
        with raises("TVMError"):
            check(wrong, mod)


@proves("tvm.ir.TypeData", "构造器里用到的类型变量")
@proves("tvm.ir.Constructor", "各字段的类型，可以空", "构造器的名称", "它属于哪个类型，与 `TypeData` 的 `header` 是同一个对象")
def _(tvm):
    mod, header, cons, nil = lists(tvm)
    assert (cons.name_hint, len(cons.inputs), len(nil.inputs)) == ("Cons", 2, 0)
    assert cons.belong_to == header and "Cons" in str(cons)
    mod["main"] = tvm.relay.Function([], cons(tvm.relay.const(1.0), nil()))
    assert inferred(tvm, mod)["main"].ret_type == header(tensor(tvm))
    mod["main"] = tvm.relay.Function([], cons(tvm.relay.const(1.0)))
    with raises("TVMError"):
        inferred(tvm, mod)
    # A variable that is not told is free.
    a, other = tvm.ir.TypeVar("a"), tvm.ir.GlobalTypeVar("Other")
    box = tvm.ir.Constructor("Box", [a], other)
    with raises("TVMError", "free type variables"):
        bare = tvm.IRModule()
        bare[other] = tvm.ir.TypeData(other, [], [box])
        bare["main"] = tvm.relay.Function([], box(tvm.relay.const(1.0)))


@proves("tvm.ir.TypeConstraint", "只用于 `isinstance`，直接构造得到没有内容的对象，用 ctypes 时打印就是 `AttributeError: handle is not set`")
def _(tvm):
    assert tvm._ffi.base.__name__ and "_ctypes" in tvm.runtime.Object.__bases__[0].__module__
    made = tvm.ir.TypeConstraint()
    with raises(AttributeError, "handle is not set"):
        repr(made)
    with raises(AttributeError, "handle is not set"):
        str(made)
    relation = tvm.ir.TypeRelation(tvm.ir.EnvFunc.get("tvm.relay.type_relation.Broadcast"), [tensor(tvm, 2)] * 3, 2, None)
    assert isinstance(relation, tvm.ir.TypeConstraint) and isinstance(made, tvm.ir.TypeConstraint)


@proves("tvm.ir.TypeRelation", "调用的属性")
@proves("tvm.ir.TypeKind", "4：类型关系", "6：代数数据类型的定义")
def _(tvm):
    seen = []
    tvm.relay.op.op.register("probe.seen", "Tells its attributes")
    op = tvm.ir.Op.get("probe.seen")
    op.set_num_inputs(1)
    op.add_type_rel("ProbeSeen", lambda types, attrs: seen.append(attrs) or types[0])
    x = tvm.relay.var("x", shape=(4,))
    attrs = tvm.ir.make_node("relay.attrs.LeakyReluAttrs", alpha=0.5)
    inferred(tvm, tvm.IRModule.from_expr(tvm.relay.Call(op, [x], attrs)))
    assert seen and seen[0].alpha == 0.5
    make, func = tvm.ir.TypeRelation, tvm.ir.EnvFunc.get("tvm.relay.type_relation.Broadcast")
    args, check = [tensor(tvm, 2)] * 3, tvm.relay.analysis.check_kind
    assert make(func, args, 2, None).attrs is None and make(func, args, 2, attrs).attrs.alpha == 0.5
    mod, header, *_ = lists(tvm)
    assert check(make(func, args, 2, attrs), mod) == 4 == tvm.ir.TypeKind.Constraint
    assert check(mod[header], mod) == 6 == tvm.ir.TypeKind.TypeData


@proves("tvm.ir.TensorAffineType", "供 `relay.transform.FakeQuantizationToInteger` 推导", "量化后的类型", "英文文档字符串写成 `x_q * scale + zero_point`，与 `qnn.dequantize` 的公式不符")
def _(tvm):
    relay, seen = tvm.relay, []
    const = relay.const

    def integer(expr, types):
        seen.append(types[expr.args[0]])
        return [relay.nn.relu(expr.args[0]), types[expr.args[0]]]

    tvm.ir.register_op_attr("nn.relu", "FTVMFakeQuantizationToInteger", integer, level=11)
    x = relay.var("x", shape=(1, 4), dtype="int8")
    body = relay.qnn.op.quantize(relay.nn.relu(relay.qnn.op.dequantize(x, const(0.5), const(3))), const(0.5), const(3))
    relay.transform.FakeQuantizationToInteger()(inferred(tvm, tvm.IRModule.from_expr(body)))
    (kind,) = seen
    assert isinstance(kind, tvm.ir.TensorAffineType) and kind.dtype == "int8"
    assert kind.scale.data.numpy() == 0.5 and kind.zero_point.data.numpy() == 3
    assert "x_q * scale + zero_point" in tvm.ir.TensorAffineType.__doc__
    back = relay.Function([x], relay.qnn.op.dequantize(x, const(0.5), const(3)))
    given = np.array([[5, 3, 1, 0]], "int8")
    made = relay.create_executor("graph", tvm.IRModule.from_expr(back), tvm.cpu(), "llvm").evaluate()(given).numpy()
    assert np.allclose(made, (given - 3.0) * 0.5) and not np.allclose(made, given * 0.5 + 3)
