"""Probes of docs/reference/api/python/ir.md."""

import numpy as np
from probes import check_error, proves, proves_check, raises

NEW = ("0.12.0", "0.13.0")


def tensor(tvm, *shape):
    return tvm.relay.TensorType(shape)


def identity(tvm, name="x"):
    x = tvm.relay.var(name, shape=(4,))
    return tvm.relay.Function([x], x)


def shapes(tvm):
    """A data type of two constructors, and its module."""
    header = tvm.ir.GlobalTypeVar("Shape")
    made = [tvm.ir.Constructor(name, [tensor(tvm)], header) for name in ("Circle", "Square")]
    mod = tvm.IRModule()
    mod[header] = tvm.ir.TypeData(header, [], made)
    return mod, header, made


@proves("tvm.ir.IRModule", "其他类型的键抛出 `TypeError`；同名的两个 `GlobalVar` 检查失败。不检查值是不是函数、有没有自由变量")
def _(tvm):
    with raises(TypeError):
        tvm.IRModule({1: identity(tvm)})
    with raises("TVMError"):
        tvm.IRModule({tvm.ir.GlobalVar("f"): identity(tvm), tvm.ir.GlobalVar("f"): identity(tvm)})
    free = tvm.relay.Function([], tvm.relay.var("x", shape=(4,)))
    assert len(tvm.IRModule({"f": free, tvm.ir.GlobalVar("g"): identity(tvm)}).functions) == 2


@proves("tvm.ir.IRModule", "`GlobalTypeVar` 没有散列值，抛出 `TypeError`；改用 `mod[header] = TypeData`")
def _(tvm):
    mod, header, _ = shapes(tvm)
    with raises(TypeError):
        tvm.IRModule({}, {header: mod[header]})
    assert mod[header].header.name_hint == "Shape" and len(mod.type_definitions) == 1


@proves("tvm.ir.IRModule", "非空的值总是抛出 `NameError: name 'ast' is not defined`；改用 `with_attr`", versions=NEW)
def _(tvm):
    with raises(NameError, "name 'ast' is not defined"):
        tvm.IRModule({}, attrs={"a": 1})
    assert tvm.IRModule({}, attrs={}).attrs is None or len(tvm.IRModule({}, attrs={}).attrs.keys()) == 0


@proves("tvm.ir.IRModule", "没有 `attrs` 形参，模块的属性用 `with_attr` 加", versions=("0.10.0",))
def _(tvm):
    with raises(TypeError):
        tvm.IRModule({}, attrs={})
    assert tvm.IRModule().with_attr("a", tvm.runtime.convert("b")).get_attr("a") == "b"


@proves_check("tvm.ir.IRModule", "Relay 表达式会包成没有形参的函数，含自由变量的表达式或 Relay 函数被拒绝，抛出 `InternalError`")
@proves("tvm.ir.IRModule", "`update_func` 和 `from_expr` 对函数也这样检查，构造函数和 `update` 不检查。没有 `len`、`in` 和遍历，用 `mod.functions`")
def _(tvm, release):
    mod, x = tvm.IRModule(), tvm.relay.var("x", shape=(4,))
    mod["one"] = tvm.relay.const(1.0)
    assert len(mod["one"].params) == 0 and isinstance(mod["one"], tvm.relay.Function)
    free = tvm.relay.Function([], x)
    for wrong in (x + x, free):
        with raises(check_error(release)):
            mod["two"] = wrong
    with raises(check_error(release)):
        mod.update_func(mod.get_global_var("one"), free)
    with raises(check_error(release)):
        tvm.IRModule.from_expr(free)
    mod.update({"two": free})
    assert len(mod.functions) == 2
    for action in (lambda: len(mod), lambda: "one" in mod, lambda: list(iter(mod))):
        with raises(Exception):
            action()


@proves("tvm.ir.IRModule", "同名的函数换成对方的；就地修改，返回 `None`")
def _(tvm):
    mod, other = tvm.IRModule({"f": identity(tvm)}), tvm.IRModule({"f": identity(tvm, "y"), "g": identity(tvm)})
    assert mod.update(other) is None
    assert mod["f"].params[0].name_hint == "y" and len(mod.functions) == 2


@proves("tvm.ir.IRModule", "`var` 必须是 `GlobalVar`，名称已有而对象不同时检查失败")
def _(tvm):
    mod = tvm.IRModule({"f": identity(tvm)})
    mod.update_func(mod.get_global_var("f"), identity(tvm, "y"))
    assert mod["f"].params[0].name_hint == "y"
    mod.update_func(tvm.ir.GlobalVar("g"), identity(tvm))
    for wrong in ("f", tvm.ir.GlobalVar("f")):
        with raises("TVMError"):
            mod.update_func(wrong, identity(tvm))


@proves("tvm.ir.IRModule", "没有时抛出 `ValueError`，信息里列出全部名称", "没有时是 `TVMError`，不列候选", "按整数标签取构造器，标签是 `Constructor.tag`", "元组：类型的 `GlobalTypeVar`，后面是它的各个构造器")
def _(tvm):
    mod, header, made = shapes(tvm)
    mod["one"], mod["two"] = identity(tvm), identity(tvm)
    with raises(ValueError, "one"):
        mod.get_global_var("three")
    try:
        mod.get_global_type_var("Nothing")
    except tvm.TVMError as error:
        assert "Shape" not in str(error)
    else:
        raise AssertionError("found")
    assert sorted(var.name_hint for var in mod.get_global_vars()) == ["one", "two"]
    assert [var.name_hint for var in mod.get_global_type_vars()] == ["Shape"]
    assert mod.get_constructor(made[1].tag).name_hint == "Square"
    assert [getattr(one, "name_hint") for one in mod.get_type("Shape")] == ["Shape", "Circle", "Square"]
    assert isinstance(mod.get_type("Shape"), tuple)


@proves("tvm.ir.IRModule", "把表达式变成模块的 `main`，自由变量成为形参；函数带 `global_symbol` 时用那个名称，`main` 已被 `functions` 占用时叫 `main_1`；`functions` 的键只能是 `GlobalVar`")
def _(tvm):
    make, x = tvm.IRModule.from_expr, tvm.relay.var("x", shape=(4,))
    names = lambda mod: sorted(var.name_hint for var in mod.get_global_vars())
    assert len(make(x + tvm.relay.var("y", shape=(4,)))["main"].params) == 2
    assert names(make(identity(tvm).with_attr("global_symbol", "mine"))) == ["mine"]
    assert names(make(x + x, {tvm.ir.GlobalVar("main"): identity(tvm)})) == ["main", "main_1"]
    with raises("TVMError"):
        make(x + x, {"f": identity(tvm)})


@proves("tvm.ir.IRModule", "并入自己，再返回推断过类型的新模块；`nat.rly` 要在 `prelude.rly` 之后；没有这个文件时是 `DiagnosticError`，但同一个模块对同一个名称只读一次，再次调用不报错")
def _(tvm):
    mod = tvm.IRModule()
    with raises(Exception):
        tvm.IRModule().import_from_std("nat.rly")
    typed = mod.import_from_std("prelude.rly")
    assert not typed.same_as(mod) and len(mod.get_global_vars()) > 5
    assert len(mod.import_from_std("nat.rly").get_global_vars()) > len(typed.get_global_vars())
    with raises("DiagnosticError"):
        mod.import_from_std("nothing.rly")
    mod.import_from_std("nothing.rly")


@proves("tvm.ir.IRModule", "模块的属性，没有时是 `None`", "返回多一项属性的副本，函数共用；值必须是 TVM 对象、列表、字典或 `None`，写 `1`、`\"v\"` 抛出 `TVMError`，要先经 `tvm.runtime.convert`")
def _(tvm):
    mod = tvm.IRModule({"f": identity(tvm)})
    for wrong in (1, "v", 1.5):
        with raises("TVMError"):
            mod.with_attr("a", wrong)
    for right in ([1], {"k": 1}, tvm.runtime.convert("v")):
        assert mod.with_attr("a", right).get_attr("a") is not None
    assert mod.get_attr("a") is None and mod.with_attr("a", [1])["f"].same_as(mod["f"])


@proves("tvm.ir.IRModule", "`annotate` 是表达式到字符串的函数，结果直接接在每个子表达式后面；`show_meta_data=False` 时省略常量的数据")
def _(tvm):
    x = tvm.relay.var("x", shape=(4,))
    mod = tvm.IRModule.from_expr(x + tvm.relay.const(np.arange(4, dtype="float32")))
    assert "HERE" in mod.astext(annotate=lambda expr: "HERE") and "HERE" not in mod.astext()
    assert "b64ndarrays" in mod.astext() and "b64ndarrays" not in mod.astext(show_meta_data=False)


@proves("tvm.ir.IRModule", "TVMScript，只有 `PrimFunc`，Relay 函数不打印也不报错", "`print(mod)` 是不含版本行和元数据段的 `astext`", versions=("0.10.0",))
def _(tvm):
    a = tvm.te.placeholder((4,), name="a")
    func = tvm.te.create_prim_func([a, tvm.te.compute((4,), lambda i: a[i] + 1.0, name="b")])
    mod = tvm.IRModule({"low": func, "high": identity(tvm)})
    text = mod.script(tir_prefix="Q")
    assert "def low" in text and "high" not in text and "@Q.prim_func" in text
    assert "#[version" in mod.astext() and "#[version" not in str(mod) and "@high" in str(mod)


@proves("tvm.ir.GlobalVar", "同名的两个不是同一个键，要从模块里取", "实参全是 Relay 表达式（或没有实参）得到 `relay.Call`")
def _(tvm):
    var, x = tvm.ir.GlobalVar("f"), tvm.relay.var("x")
    mod = tvm.IRModule({var: identity(tvm)})
    assert var in mod.functions and tvm.ir.GlobalVar("f") not in mod.functions
    assert isinstance(var(x), tvm.relay.Call) and isinstance(var(), tvm.relay.Call)
    assert mod.get_global_var("f").same_as(var)


@proves("tvm.ir.GlobalVar", "全是数或 TIR 表达式得到 TIR 调用，混用抛出 `RuntimeError`", versions=("0.13.0",))
@proves("tvm.ir.GlobalVar", "有别的实参抛出 `RuntimeError`，`Do not know how to handle GlobalVar.__call__`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    var, x, n = tvm.ir.GlobalVar("f"), tvm.relay.var("x"), tvm.tir.Var("n", "int32")
    if release == "0.13.0":
        assert isinstance(var(1, n), tvm.tir.Call)
        wrong = [(x, 1), (1, x), ("s",)]
    else:
        wrong = [(1, n), (x, 1), ("s",)]
    for arguments in wrong:
        with raises(RuntimeError, "Do not know how to handle GlobalVar.__call__"):
            var(*arguments)


@proves("tvm.ir.GlobalVar", "文本格式，即 `@` 加名称，前面有一行版本号", "`type_annot` 写进 `checked_type`")
def _(tvm):
    lines = tvm.ir.GlobalVar("f").astext().splitlines()
    assert lines[0].startswith("#[version") and lines[-1] == "@f"
    kind = tvm.ir.FuncType([], tensor(tvm, 2))
    assert tvm.ir.GlobalVar("f", kind).checked_type == kind


@proves("tvm.ir.BaseFunc", "没有属性的函数是 `None`，取下标之前要先判断", "返回改了属性的副本，原函数不变；字典可以一次写几项；值经 `convert`，所以与 `IRModule.with_attr` 不同，可以写数和字符串")
@proves("tvm.ir.BaseFunc", "`relay.Function` 和 `tir.PrimFunc` 的基类")
def _(tvm):
    func = identity(tvm)
    assert func.attrs is None
    tagged = func.with_attr({"a": 1, "b": "s"})
    assert tagged.attrs["a"] == 1 and tagged.attrs["b"] == "s" and func.attrs is None
    assert func.with_attr("c", 2.5).attrs["c"].value == 2.5
    assert issubclass(tvm.relay.Function, tvm.ir.BaseFunc) and issubclass(tvm.tir.PrimFunc, tvm.ir.BaseFunc)


@proves("tvm.ir.CallingConv", "0：按缓冲区和标量传参，没有这个属性时就是它", "1：PackedFunc 的 C 接口，由 [`MakePackedAPI`](tvm:src/tir/transforms/make_packed_api.cc) 写入")
def _(tvm):
    conv = tvm.ir.CallingConv
    assert (conv.DEFAULT, conv.C_PACKED_FUNC, conv.DEVICE_KERNEL_LAUNCH) == (0, 1, 2)
    a = tvm.te.placeholder((4,), name="a")
    mod = tvm.lower(tvm.te.create_schedule(tvm.te.compute((4,), lambda i: a[i] + 1.0, name="b").op), [a])
    assert "calling_conv" not in mod["main"].attrs.keys()
    mod = tvm.tir.transform.Apply(lambda f: f.with_attr("target", tvm.target.Target("llvm", host="llvm")))(mod)
    assert tvm.tir.transform.MakePackedAPI()(mod)["main"].attrs["calling_conv"] == 1


@proves("tvm.ir.CallingConv", "2：设备上的核函数，由 [`LowerDeviceKernelLaunch`](tvm:src/tir/transforms/lower_device_kernel_launch.cc) 写入", versions=("0.13.0",))
@proves("tvm.ir.CallingConv", "2：设备上的核函数，由 [`SplitHostDevice`](tvm:src/tir/transforms/split_host_device.cc) 写入", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    te, passes = tvm.te, tvm.tir.transform
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1.0, name="b")
    s = te.create_schedule(b.op)
    s[b].bind(b.op.axis[0], te.thread_axis("threadIdx.x"))
    mod = tvm.lower(s, [a, b])
    mod = passes.Apply(lambda f: f.with_attr({"target": tvm.target.Target("cuda", host="llvm"), "global_symbol": "main"}))(mod)
    steps = [passes.SplitHostDevice()]
    if release == "0.13.0":
        steps = [passes.AnnotateDeviceRegions(), passes.SplitHostDevice(), passes.MakePackedAPI(), passes.LowerDeviceKernelLaunch()]
    convention = lambda: {int(f.attrs["calling_conv"]) for f in mod.functions.values() if "calling_conv" in f.attrs.keys()}
    for step in steps:
        assert 2 not in convention()
        mod = step(mod)
    assert 2 in convention()


@proves("tvm.ir.BaseExpr", "Relay 和 TIR 的表达式的共同基类")
@proves("tvm.ir.RelayExpr", "`relay.Expr` 是它的别名；函数和算子也是它的子类")
def _(tvm):
    assert issubclass(tvm.ir.PrimExpr, tvm.ir.BaseExpr) and issubclass(tvm.ir.RelayExpr, tvm.ir.BaseExpr)
    assert tvm.relay.Expr is tvm.ir.RelayExpr
    assert all(issubclass(kind, tvm.ir.RelayExpr) for kind in (tvm.ir.Op, tvm.ir.BaseFunc, tvm.tir.PrimFunc))


@proves("tvm.ir.RelayExpr", "还没有推断时抛出 `ValueError`，`ir.Op` 没有这一项，抛出 `AttributeError`")
def _(tvm):
    x = tvm.relay.var("x", shape=(4,))
    with raises(ValueError):
        (x + x).checked_type
    with raises(AttributeError):
        tvm.ir.Op.get("add").checked_type
    typed = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(x + x))
    assert typed["main"].body.checked_type == tensor(tvm, 4)


@proves("tvm.ir.PrimExpr", "`dtype` 是类型的字符串", "Python 数、`runtime.String`、`te.Tensor`（取它的零维元素）、`tir.IterVar`（取循环变量）和 `tir.BufferRegion`")
def _(tvm):
    tir, made = tvm.tir, lambda value: tvm.tir.Evaluate(value).value
    assert isinstance(made(3), tir.IntImm) and isinstance(made(1.5), tir.FloatImm)
    assert isinstance(made(tvm.runtime.convert("s")), tir.StringImm)
    assert isinstance(made(tvm.te.placeholder((), name="a")), tir.ProducerLoad)
    axis = tvm.te.reduce_axis((0, 4), name="k")
    assert made(axis).same_as(axis.var)
    region = tir.BufferRegion(tir.decl_buffer((4,)), [tvm.ir.Range(0, 4)])
    assert isinstance(made(region), tir.BufferLoad) and made(3).dtype == "int32"


@proves("tvm.ir.PrimExpr", "直接给是 `TVMError`。下标的列表里除了表达式只接受 Python 数；`tir.Call` 的实参列表还可以写字符串、`IterVar` 和 `BufferRegion`")
def _(tvm):
    tir = tvm.tir
    with raises("TVMError"):
        tir.Evaluate("s")
    buffer, axis, scalar = tir.decl_buffer((4,)), tvm.te.reduce_axis((0, 4), name="k"), tvm.te.placeholder((), name="a")
    region = tir.BufferRegion(buffer, [tvm.ir.Range(0, 1)])
    for index in ("s", tvm.runtime.convert("s"), axis, scalar, region):
        with raises("TVMError"):
            tir.BufferLoad(buffer, [index])
    assert tir.BufferLoad(buffer, [1]).indices[0].value == 1
    text, var, load = tir.Call("int32", "tir.tvm_call_packed", ["s", axis, region]).args
    assert isinstance(text, tir.StringImm) and var.same_as(axis.var) and isinstance(load, tir.BufferLoad)
    with raises("TVMError"):
        tir.Call("int32", "tir.tvm_call_packed", [scalar])


@proves("tvm.ir.Range", "只给一个数时从 0 开始", "起点；没有 `end` 时是长度", "终点小于起点时是负数，浮点数也不报错")
@proves("tvm.ir.Range", "`Range(0, 4) == Range(0, 4)` 是 False", "只折叠常量，起点是 0 时就是 `end`")
def _(tvm):
    made, n = tvm.ir.Range, tvm.tir.Var("n", "int32")
    assert [(int(r.min), int(r.extent)) for r in (made(4), made(2, 6), made(5, 2))] == [(0, 4), (2, 4), (5, -3)]
    assert made(0.5, 2.5).extent.value == 2.0
    assert made(0, 4) != made(0, 4) and tvm.ir.structural_equal(made(0, 4), made(0, 4))
    assert made(0, n).extent.same_as(n) and isinstance(made(n, n + 3).extent, tvm.tir.Sub)


@proves("tvm.ir.Range", "直接给出起点和长度，两者的数据类型不要求相同")
def _(tvm):
    made = tvm.ir.Range.from_min_extent(tvm.tir.const(1, "int64"), 3)
    assert (made.min.dtype, made.extent.dtype) == ("int64", "int32")


@proves("tvm.ir.Range", "这个 0 总是 int32", versions=("0.10.0",))
def _(tvm):
    assert tvm.ir.Range(tvm.tir.const(4, "int64")).min.dtype == "int32"


@proves("tvm.ir.Op", "直接构造抛出 `RuntimeError`，要用 `get`", "同名的算子只有一个对象", "没有注册时抛出 `TVMError`，信息是 `Operator … is not registered`", "版本号一行加算子的名称")
def _(tvm):
    op = tvm.ir.Op
    with raises(RuntimeError):
        op()
    assert op.get("add").same_as(op.get("add"))
    with raises("TVMError", "Operator nothing is not registered"):
        op.get("nothing")
    lines = op.get("add").astext().splitlines()
    assert lines[0].startswith("#[version") and lines[-1] == "add"


@proves("tvm.ir.Op", "这个算子的属性，没有时是 `None`；整张表里没有这个属性名时抛出 `TVMError`", "有没有算子注册过这个属性名，不看是不是这个算子；返回 0 或 1")
def _(tvm):
    add, exp = tvm.ir.Op.get("add"), tvm.ir.Op.get("exp")
    add.set_attr("probe.a", 3)
    assert add.get_attr("probe.a") == 3 and exp.get_attr("probe.a") is None
    assert exp.has_attr("probe.a") == 1 and exp.has_attr("probe.b") == 0
    with raises("TVMError"):
        add.get_attr("probe.b")


@proves("tvm.ir.Op", "`plevel` 高于已有的才覆盖，更低的不作声地忽略，相等则检查失败，必须大于 0", "清除属性和它的 `plevel`")
def _(tvm):
    add = tvm.ir.Op.get("add")
    add.set_attr("probe.a", 1)
    add.set_attr("probe.a", 2, plevel=5)
    assert add.get_attr("probe.a") == 1
    add.set_attr("probe.a", 3, plevel=11)
    assert add.get_attr("probe.a") == 3
    for level in (11, 0):
        with raises("TVMError"):
            add.set_attr("probe.a", 4, plevel=level)
    add.reset_attr("probe.a")
    assert add.get_attr("probe.a") is None
    add.set_attr("probe.a", 5, plevel=1)
    assert add.get_attr("probe.a") == 5


@proves("tvm.ir.Op", "属性名从未注册过时不能用", dies="SIGSEGV")
def _(tvm):
    add = tvm.ir.Op.get("add")
    add.reset_attr("probe.never")
    add.get_attr("probe.never")


def demo(tvm, relation=None, inputs=1):
    tvm.relay.op.op.register("probe.op", "for the probe")
    op = tvm.ir.Op.get("probe.op")
    if inputs is not None:
        op.set_num_inputs(inputs)
    if relation:
        op.add_type_rel("ProbeRelation", relation)
    return op


def typed(tvm, op, *arguments):
    call = tvm.relay.Call(op, list(arguments))
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(call))["main"].ret_type


@proves("tvm.ir.Op", "函数接受输入类型的列表和 `attrs`，返回输出类型或 `None`；注册为全局函数 `tvm.relay.type_relation.` 加 `rel_name`", "类型关系的形参由它决定")
def _(tvm):
    seen = []

    def relation(types, attrs):
        seen.append((len(types), attrs))
        return tvm.relay.TensorType([*types[0].shape, 7])

    op, x = demo(tvm, relation), tvm.relay.var("x", shape=(4,))
    assert typed(tvm, op, x) == tensor(tvm, 4, 7) and seen[-1][0] == 1
    assert tvm.get_global_func("tvm.relay.type_relation.ProbeRelation", allow_missing=True) is not None


@proves("tvm.ir.Op", "这个名称注册过时用注册过的，给出的函数不起作用，也没有提示；不给函数又没有注册过则检查失败")
def _(tvm):
    tvm.relay.op.op.register("probe.first", "")
    first = tvm.ir.Op.get("probe.first")
    first.set_num_inputs(1)
    first.add_type_rel("ProbeRelation", lambda types, attrs: tensor(tvm, 1))
    second = demo(tvm, lambda types, attrs: tensor(tvm, 2))
    x = tvm.relay.var("x", shape=(4,))
    assert typed(tvm, first, x) == tensor(tvm, 1) and typed(tvm, second, x) == tensor(tvm, 1)
    with raises("TVMError"):
        second.add_type_rel("NoSuchRelation")


@proves("tvm.ir.Op", "不调用 `set_num_inputs` 时接受任意个数的输入，在这之后才调用则每次推断都报错")
def _(tvm):
    op = demo(tvm, lambda types, attrs: tensor(tvm, len(types)), inputs=None)
    x = tvm.relay.var("x", shape=(4,))
    assert [typed(tvm, op, *[x] * n) for n in (1, 3)] == [tensor(tvm, 1), tensor(tvm, 3)]
    op.set_num_inputs(1)
    with raises(Exception):
        typed(tvm, op, x)


@proves("tvm.ir.Op", "在 `arguments` 末尾加一条说明，不改变 `num_inputs`", "写文档用的级别", "输入的个数", "没有这个类型时检查失败", "全部算子的名称，`tir.` 开头的是 TIR 的")
def _(tvm):
    op = demo(tvm)
    op.add_argument("data", "Tensor", "the input")
    op.set_support_level(3)
    op = tvm.ir.Op.get("probe.op")
    assert op.num_inputs == 1 and len(op.arguments) == 1 and op.support_level == 3
    op.set_attrs_type_key("relay.attrs.LeakyReluAttrs")
    with raises("TVMError"):
        op.set_attrs_type_key("relay.attrs.Nothing")
    names = [str(name) for name in tvm.ir.Op.list_op_names()]
    assert {"probe.op", "nn.conv2d", "tir.exp"} <= set(names)


@proves("tvm.ir.Op", "没有类型关系的算子用在 Relay 里", dies="SIGSEGV")
def _(tvm):
    typed(tvm, demo(tvm), tvm.relay.var("x", shape=(4,)))


@proves("tvm.ir.register_op_attr", "算子不存在时会新建", "写错时没有提示，多出一个没有类型关系的算子", "省略时返回装饰器", "返回 `value`", "覆盖已有的值要写更大的数")
def _(tvm):
    register = tvm.ir.register_op_attr
    assert register("probe.new", "probe.a", 3) == 3 and tvm.ir.Op.get("probe.new").get_attr("probe.a") == 3

    @register("add", "probe.a")
    def supported(expr):
        return True

    add = tvm.ir.Op.get("add")
    assert callable(supported) and bool(add.get_attr("probe.a")(None))
    with raises("TVMError"):
        register("add", "probe.a", lambda expr: False)
    register("add", "probe.a", lambda expr: False, level=11)
    assert not add.get_attr("probe.a")(None)


@proves("tvm.ir.register_op_attr", "`num_inputs` 改的是输入个数，`attrs_type_key` 抛出 `TVMError`")
def _(tvm):
    register = tvm.ir.register_op_attr
    register("probe.new", "num_inputs", 5, level=129)
    assert tvm.ir.Op.get("probe.new").num_inputs == 5
    register("probe.other", "num_inputs", 5, level=128)
    assert tvm.ir.Op.get("probe.other").num_inputs != 5
    with raises("TVMError"):
        register("probe.new", "attrs_type_key", "relay.attrs.LeakyReluAttrs", level=129)


def lowered(tvm, target="llvm"):
    x = tvm.tir.Var("x", "float32")
    func = tvm.tir.PrimFunc([x], tvm.tir.Evaluate(tvm.tir.exp(x))).with_attr("target", tvm.target.Target(target))
    return tvm.tir.transform.LowerIntrin()(tvm.IRModule({"main": func}))["main"].body.value


@proves("tvm.ir.register_intrin_lowering", "存为 `目标.FLowerIntrinsic` 属性", "接受 `tir.Call`，返回替换的表达式，结果还会再下降", "省略时返回装饰器", "覆盖要用更大的数，相等则检查失败，更小的不作声地忽略")
def _(tvm):
    register = tvm.ir.register_intrin_lowering
    register("tir.exp", "llvm", f=lambda call: tvm.tir.const(1, "float32"), level=5)
    assert not isinstance(lowered(tvm), tvm.tir.FloatImm)
    with raises("TVMError"):
        register("tir.exp", "llvm", f=lambda call: call, level=10)
    kinds = []

    @register("tir.exp", "llvm", level=11)
    def rule(call):
        kinds.append(type(call))
        return tvm.tir.sin(call.args[0])

    assert callable(rule) and kinds == []
    made = lowered(tvm)
    assert kinds == [tvm.tir.Call] and made.op.name == "tir.call_llvm_pure_intrin"
    assert tvm.ir.Op.get("tir.exp").get_attr("llvm.FLowerIntrinsic") is not None


@proves("tvm.ir.register_intrin_lowering", "`default` 对各种目标有效，排在后面", "返回原来的调用就轮到后面的规则，返回 `None` 检查失败")
def _(tvm):
    register, one = tvm.ir.register_intrin_lowering, tvm.tir.const(7, "float32")
    register("tir.exp", "default", f=lambda call: one, level=500)
    assert not isinstance(lowered(tvm), tvm.tir.FloatImm)
    register("tir.exp", "llvm", f=lambda call: call, level=11)
    assert lowered(tvm).value == 7
    register("tir.exp", "llvm", f=lambda call: None, level=12)
    with raises(Exception):
        lowered(tvm)


@proves("tvm.ir.structural_equal", "变量名和源代码的位置不算", "所以列表、字典和数也能比较", "名称不同也相等", "同一个对象才相等；`map_free_vars=True` 时按出现的次序对应", "返回 bool")
def _(tvm):
    equal, n, m = tvm.ir.structural_equal, tvm.tir.Var("n", "int32"), tvm.tir.Var("m", "int32")
    assert equal(identity(tvm, "x"), identity(tvm, "y")) is True
    assert equal([1, {"k": 2}], [1, {"k": 2}]) is True and equal(3, 4) is False and equal([1, 2], [1]) is False
    assert equal(n + 1, n + 1) and not equal(n + 1, m + 1) and equal(n + 1, m + 1, map_free_vars=True)
    assert not equal(n + n, n + m, map_free_vars=True)
    span = tvm.ir.Span(tvm.ir.SourceName("a"), 1, 1, 1, 2)
    assert equal(tvm.tir.const(1, span=span), tvm.tir.const(1)) and not equal(tvm.tir.const(1), tvm.tir.const(1, "int64"))


@proves("tvm.ir.structural_equal", "不相等；常量、`TupleGetItem`、空元组和 TIR 表达式不分共用与否")
def _(tvm):
    relay, equal = tvm.relay, tvm.ir.structural_equal
    x = relay.var("x", shape=(4,))
    pair = lambda make: (lambda one: relay.Function([x], relay.Tuple([one, one])))(make())
    twice = lambda make: relay.Function([x], relay.Tuple([make(), make()]))
    assert not equal(pair(lambda: relay.add(x, x)), twice(lambda: relay.add(x, x)))
    for make in (lambda: relay.const(1.0), lambda: relay.Tuple([])):
        assert equal(pair(make), twice(make))
    item = relay.Tuple([x, x])
    assert equal(pair(lambda: relay.TupleGetItem(item, 0)), twice(lambda: relay.TupleGetItem(item, 0)))
    n = tvm.tir.Var("n", "int32")
    shared = n + 1
    assert equal(shared * shared, (n + 1) * (n + 1))


@proves("tvm.ir.structural_equal", "相差小于 1e-9 就相等，`NaN` 与 `NaN` 不相等", "逐位比较，`NaN` 与 `NaN` 相等", "参加比较")
def _(tvm):
    equal, imm = tvm.ir.structural_equal, lambda value: tvm.tir.FloatImm("float64", value)
    assert equal(imm(1.0), imm(1.0 + 5e-10)) and not equal(imm(1.0), imm(1.0 + 1e-8))
    assert not equal(imm(float("nan")), imm(float("nan")))
    const = lambda value: tvm.relay.const(np.array([value]), "float64")
    assert equal(const(float("nan")), const(float("nan"))) and not equal(const(1.0), const(1.0 + 5e-10))
    assert not equal(const(0.0), const(-0.0))
    func = identity(tvm)
    assert not equal(tvm.IRModule({"f": func}), tvm.IRModule({"g": func}))
    assert not equal(func, func.with_attr("a", 1))


@proves("tvm.ir.structural_equal", "填过就不相等；原来都写全的相等")
def _(tvm):
    infer = tvm.relay.transform.InferType()
    x = tvm.relay.var("x", shape=(4,))
    bare = tvm.IRModule.from_expr(tvm.relay.Function([x], x))
    full = tvm.IRModule.from_expr(tvm.relay.Function([x], x, tensor(tvm, 4)))
    assert not tvm.ir.structural_equal(bare, infer(bare)) and tvm.ir.structural_equal(full, infer(full))


@proves("tvm.ir.structural_equal", "各有自己的 `GlobalVar` 对象，按没有定义的变量算，不相等；`map_free_vars=True` 时名称相同的可以对应", versions=("0.10.0",))
def _(tvm):
    def made():
        var, x = tvm.ir.GlobalVar("f"), tvm.relay.var("x", shape=(4,))
        return tvm.IRModule({var: identity(tvm), "g": tvm.relay.Function([x], var(x))})

    assert not tvm.ir.structural_equal(made(), made()) and tvm.ir.structural_equal(made(), made(), map_free_vars=True)


@proves("tvm.ir.assert_structural_equal", "不相等时抛出 `ValueError`", "相等时返回 `None`")
@proves("tvm.ir.assert_structural_equal", "指出第一处不同的路径", versions=NEW)
@proves("tvm.ir.assert_structural_equal", "打印第一处不同的两个对象，不给出它们在原来的对象里的路径", versions=("0.10.0",))
def _(tvm, release):
    n, m = tvm.tir.Var("n", "int32"), tvm.tir.Var("m", "int32")
    with raises(ValueError, "caused by lhs:" if release == "0.10.0" else "<root>.b.value"):
        tvm.ir.assert_structural_equal(n * 2, n * 3)
    assert tvm.ir.assert_structural_equal(n * 2, n * 2) is None
    assert tvm.ir.assert_structural_equal(n * 2, m * 2, map_free_vars=True) is None


@proves("tvm.ir.structural_hash", "单独的 int、float、bool、str 抛出 `TVMError`，函数抛出 `TypeError`", "字典或 `None`（得 0）", "`map_free_vars=True` 时按出现的次序", "可以是负数")
def _(tvm):
    code = tvm.ir.structural_hash
    for wrong in (1, 1.5, True, "s"):
        with raises("TVMError"):
            code(wrong)
    with raises(TypeError):
        code(print)
    assert code(None) == 0 and code([1, 2]) == code((1, 2)) != code([2, 1]) and isinstance(code({"k": 1}), int)
    n, m = tvm.tir.Var("n", "int32"), tvm.tir.Var("m", "int32")
    assert code(n + 1) != code(m + 1) and code(n + 1, map_free_vars=True) == code(m + 1, map_free_vars=True)
    signs = {code(one) > 0 for one in [[letter] for letter in "abcdefghij"] + [tvm.relay.const(float(n)) for n in range(9)]}
    assert signs == {True, False}


@proves("tvm.ir.structural_hash", "只差一点、算作相等的两个值，散列不同")
def _(tvm):
    a, b = (tvm.tir.FloatImm("float64", value) for value in (1.0, 1.0 + 5e-10))
    assert tvm.ir.structural_equal(a, b) and tvm.ir.structural_hash(a) != tvm.ir.structural_hash(b)


@proves("tvm.ir.save_json", "带 TVM 的版本号", "单独的 int、str 抛出 `TVMError`", "写的时候不报错，内容却没有写进去，读回时抛出 `TypeError`；要保存函数，用 `EnvFunc`", "数组用 base64")
def _(tvm, release):
    import json

    tree = json.loads(tvm.ir.save_json(tvm.relay.const(np.arange(4, dtype="float32"))))
    assert tree["attrs"]["tvm_version"] == release and len(tree["b64ndarrays"]) == 1
    for wrong in (1, "s"):
        with raises("TVMError"):
            tvm.ir.save_json(wrong)
    a = tvm.te.placeholder((2,), name="a")
    lib = tvm.build(tvm.te.create_schedule(tvm.te.compute((2,), lambda i: a[i], name="b").op), [a], "llvm")
    text = tvm.ir.save_json(tvm.runtime.convert({"f": lib}))
    with raises(TypeError):
        tvm.ir.load_json(text)
    env = tvm.ir.EnvFunc.get("tvm.relay.type_relation.Broadcast")
    assert tvm.ir.load_json(tvm.ir.save_json(env)).name == env.name


@proves("tvm.ir.load_json", "不是 JSON 的文本抛出 `json.JSONDecodeError`", "读回的变量是新对象，没有定义的变量与原来的不相等", "值是 `NaN` 的 `FloatImm` 写得出、读不回，也是这一句", "版本号不是 0.6 至 0.8 时抛出 `ValueError`")
def _(tvm, release):
    load, save = tvm.ir.load_json, tvm.ir.save_json
    with raises("JSONDecodeError"):
        load("not json")
    n = tvm.tir.Var("n", "int32")
    assert not tvm.ir.structural_equal(load(save(n)), n) and tvm.ir.structural_equal(load(save(identity(tvm))), identity(tvm))
    for text in (save(tvm.tir.FloatImm("float64", float("nan"))), save(identity(tvm)).replace("relay.Var", "relay.Vax")):
        with raises(ValueError, f"Cannot update from version {release}"):
            load(text)


@proves("tvm.ir.make_node", "不经过它的构造函数；`Op` 和 `EnvFunc` 不行", "包括 `span=None`，也不能多", "`IntImm` 例子缺了它，抛出 `TVMError: IntImm: require field span`", "`int8` 的 1000 不报错")
def _(tvm):
    make = tvm.ir.make_node
    assert make("IntImm", dtype="int8", value=1000, span=None).value == 1000
    with raises("TVMError", "IntImm: require field span"):
        make("IntImm", dtype="int8", value=1)
    with raises("TVMError"):
        make("IntImm", dtype="int8", value=1, span=None, other=1)
    for key in ("Op", "EnvFunc"):
        with raises(Exception):
            make(key, name="add")


@proves("tvm.ir.make_node", "有默认值的可以不写", "多余的字段、值超出上下界，都抛出 `AttributeError`", "`DictAttrs` 接受任意的键")
def _(tvm):
    make = tvm.ir.make_node
    assert make("relay.attrs.LeakyReluAttrs").alpha == 0.25
    with raises(AttributeError):
        make("relay.attrs.ReshapeAttrs")
    with raises(AttributeError):
        make("relay.attrs.LeakyReluAttrs", other=1)
    assert list(make("DictAttrs", a=1, b="x").keys()) == ["a", "b"]


@proves("tvm.ir.Node", "`IRModule`、类型和表达式的 Python 基类", "`tir.Stmt` 直接继承 `runtime.Object`")
def _(tvm):
    assert not issubclass(tvm.tir.Stmt, tvm.ir.Node) and issubclass(tvm.tir.Stmt, tvm.runtime.Object)
    kinds = (tvm.ir.Range, tvm.ir.Type, tvm.ir.BaseExpr, tvm.IRModule, tvm.relay.Expr, tvm.tir.PrimExpr)
    assert issubclass(tvm.ir.Node, tvm.runtime.Object)
    assert all(issubclass(kind, tvm.ir.Node) for kind in kinds)


@proves("tvm.ir.Node", "没有自己的成员", versions=NEW)
def _(tvm):
    assert [name for name in vars(tvm.ir.Node) if not name.startswith("_")] == []


@proves("tvm.ir.Node", "`str(节点)` 是不含版本行和元数据段的 `astext`", versions=("0.10.0",))
def _(tvm):
    func = identity(tvm)
    assert func.astext().startswith("#[version") and not str(func).startswith("#[version")


@proves("tvm.ir.EnvFunc", "可以直接调用", "每次 `get` 得到另一个对象，`==` 是 False", "没有这个全局函数时抛出 `TVMError`，信息是 `Cannot find global function`", "它引用的 `PackedFunc`")
def _(tvm):
    tvm.register_func("probe.twice", lambda value: value * 2)
    get = tvm.ir.EnvFunc.get
    env = get("probe.twice")
    assert env(3) == 6 and env.func(4) == 8 and not (env == get("probe.twice"))
    assert isinstance(env.func, tvm.runtime.PackedFunc)
    with raises("TVMError", "Cannot find global function"):
        get("probe.nothing")
    assert "probe.twice" in tvm.ir.save_json(env)


def conv_attrs(tvm):
    relay = tvm.relay
    data, weight = relay.var("d", shape=(1, 2, 4, 4)), relay.var("w", shape=(3, 2, 3, 3))
    return relay.nn.conv2d(data, weight, padding=1, channels=3, kernel_size=(3, 3)).attrs


@proves("tvm.ir.Attrs", "`attrs.名称` 和 `attrs[\"名称\"]` 都能读", "赋值不报错，但只改这个 Python 对象，C++ 里的值不变。没有这个字段时抛出 `AttributeError`。不支持 `in`，用 `keys()`", "字段名的列表，次序同 C++ 的声明", "`name`、`type_info`（带默认值）、`description`")
def _(tvm):
    attrs = conv_attrs(tvm)
    assert attrs.groups == attrs["groups"] == 1
    before = tvm.ir.save_json(attrs)
    attrs.groups = 7
    assert tvm.ir.save_json(attrs) == before
    with raises(AttributeError):
        attrs.nothing
    with raises(Exception):
        "groups" in attrs
    assert list(attrs.keys())[:3] == ["strides", "padding", "dilation"]
    info = {str(one.name): one for one in attrs.list_field_info()}
    assert "default=1" in info["groups"].type_info and info["groups"].description


@proves("tvm.ir.Attrs", "元素没有 `value` 时（如 `Var`、字符串）抛出 `AttributeError`，字段是单个数或 `None` 时是 `TypeError`", "声明为表达式的字段（如 `channels`）得到 `IntImm`", "与 `get_int` 的实现相同，也不转换")
def _(tvm):
    attrs = conv_attrs(tvm)
    assert attrs.get_int_tuple("padding") == (1, 1, 1, 1)
    x, n = tvm.relay.var("x", shape=(4,)), tvm.tir.Var("n", "int32")
    for wrong in (attrs, tvm.relay.sum(x).attrs):
        with raises(TypeError):
            wrong.get_int_tuple("groups" if wrong is attrs else "axis")
    with raises(AttributeError):
        tvm.relay.layout_transform(x, "NCHW", "NHWC").attrs.get_int_tuple("src_layout")
    with raises(AttributeError):
        tvm.relay.nn.conv2d(x, x, padding=(n, n)).attrs.get_int_tuple("padding")
    assert isinstance(attrs.get_int("channels"), tvm.tir.IntImm) and isinstance(attrs.get_str("groups"), int)


@proves("tvm.ir.DictAttrs", "支持 `[]`、`in`、`len`", "没有的键抛出 `TVMError` 而不是 `KeyError`。`list_field_info()` 总是空的")
def _(tvm):
    attrs = identity(tvm).with_attr({"a": 1, "b": "s"}).attrs
    assert attrs["a"] == 1 and "a" in attrs and "c" not in attrs and len(attrs) == 2
    assert sorted(map(str, attrs.keys())) == ["a", "b"] and len(attrs.items()) == 2
    with raises("TVMError"):
        attrs["c"]
    assert len(attrs.list_field_info()) == 0


@proves_check("tvm.ir.Array", "切片得到 Python 列表，但取到长度以外的下标时抛出 `InternalError`（例如三个元素的 `[0:4]`），`[::-1]` 得到空列表")
@proves("tvm.ir.Array", "下标可以是负数，越界抛出 `IndexError`", "不能改、不能相加；`==` 比较的是同一个对象", "整数元素变成 `IntImm`，字符串变成 `runtime.String`")
def _(tvm, release):
    array = tvm.runtime.convert([1, 2, 3])
    assert array[-1] == 3 and isinstance(array[0], tvm.tir.IntImm) and isinstance(array[0:2], list)
    assert array[::-1] == []
    for index in (3, -4):
        with raises(IndexError):
            array[index]
    with raises(check_error(release)):
        array[0:4]
    with raises(TypeError):
        array[0] = 1
    with raises(TypeError):
        array + array
    assert array != tvm.runtime.convert([1, 2, 3])
    assert isinstance(tvm.runtime.convert(["s"])[0], tvm.runtime.String)


@proves("tvm.ir.Map", "字符串键按内容查找，其他对象按同一个对象查找", "Python int 不能用来查。没有的键抛出 `TVMError`", "没有这个键时返回 `default`", "键值对的列表")
def _(tvm):
    table = tvm.runtime.convert({"a": 1, "b": 2})
    assert table["a"] == 1 and "b" in table and table.get("c", 5) == 5 and table.get("c") is None
    assert sorted(table) == ["a", "b"] and isinstance(table.items(), list) or len(table.items()) == 2
    assert sorted(table.keys()) == ["a", "b"] and sorted(map(int, table.values())) == [1, 2]
    with raises("TVMError"):
        table["c"]
    numbers = tvm.runtime.convert({1: "x"})
    with raises(Exception):
        numbers[1]
    with raises(TypeError):
        table["a"] = 2


@proves("tvm.ir.Type", "`==` 和 `!=` 按结构比较。没有散列值，不能作 Python 字典的键", "与自己的 `==` 互相调用，总是抛出 `RecursionError`")
def _(tvm):
    kind = tensor(tvm, 2, 3)
    assert kind == tensor(tvm, 2, 3) and kind != tensor(tvm, 3, 2)
    with raises(TypeError):
        {kind: 1}
    with raises(RecursionError):
        kind.same_as(kind)


@proves("tvm.ir.TensorType", "`()` 是标量；单个整数和字符串抛出 `TVMError`，负数和浮点数不检查", "类型名，未知的抛出 `TVMError`")
def _(tvm):
    kind = tvm.ir.TensorType
    assert len(kind(()).shape) == 0 and kind((-1, 2.5)).shape[0].value == -1
    for wrong in (3, "s"):
        with raises("TVMError"):
            kind(wrong)
    with raises("TVMError"):
        kind((2,), "flaot32")
    n = tvm.tir.Var("n", "int32")
    assert kind((tvm.relay.Any(), n + 1)).dtype == "float32"


@proves("tvm.ir.TensorType", "`int64` 的 2 与 `int32` 的 2 不相等；两个 `Any` 相等，两个不同的变量不相等", "有符号维或浮点数的维时抛出 `TypeError`")
def _(tvm):
    kind, tir = tvm.ir.TensorType, tvm.tir
    assert kind((2,)) != kind((tir.const(2, "int64"),))
    assert kind((tvm.relay.Any(),)) == kind((tvm.relay.Any(),))
    assert kind((tir.Var("n", "int32"),)) != kind((tir.Var("n", "int32"),))
    assert kind([2, 3]).concrete_shape == (2, 3)
    for dim in (tvm.relay.Any(), tir.Var("n", "int32"), 2.5):
        with raises(TypeError):
            kind((dim,)).concrete_shape


@proves("tvm.ir.TupleType", "空列表是没有返回值的类型")
def _(tvm):
    assert len(tvm.ir.TupleType([tensor(tvm, 2), tensor(tvm)]).fields) == 2
    func = tvm.tir.PrimFunc([], tvm.tir.Evaluate(0))
    assert func.ret_type == tvm.ir.TupleType([]) or func.ret_type == tvm.ir.PrimType("")


@proves("tvm.ir.FuncType", "列在这里的变量，比较时名称不同也相等，没有列出的不相等", "各形参的类型", "类型之间的关系，算子的 `op_type` 里有")
def _(tvm):
    a, b = tvm.ir.TypeVar("a"), tvm.ir.TypeVar("b")
    made = tvm.ir.FuncType
    assert made([a], a, [a]) == made([b], b, [b]) and made([a], a) != made([b], b)
    assert len(tvm.ir.Op.get("add").op_type.type_constraints) > 0 and len(made([a, b], a).arg_types) == 2


@proves("tvm.ir.PrimType", "空字符串是 `void`，未知的名称抛出 `TVMError`")
def _(tvm):
    assert tvm.ir.PrimType("").dtype in ("void", "handle0x0", "") and tvm.ir.PrimType("float32x4").dtype == "float32x4"
    with raises("TVMError"):
        tvm.ir.PrimType("flaot32")


@proves("tvm.ir.PointerType", "写字符串抛出 `TVMError`", "空字符串与 `global` 相等")
def _(tvm):
    made, one = tvm.ir.PointerType, tvm.ir.PrimType("int32")
    with raises("TVMError"):
        made("int32")
    assert made(one) == made(one, "global") and made(one) != made(one, "shared")


@proves("tvm.ir.RelayRefType", "`relay.RefCreate` 的结果是它")
def _(tvm):
    mod = tvm.IRModule.from_expr(tvm.relay.RefCreate(tvm.relay.const(1.0)))
    typed = tvm.relay.transform.InferType()(mod)["main"].ret_type
    assert isinstance(typed, tvm.ir.RelayRefType) and typed.value == tensor(tvm)


@proves("tvm.ir.IncompleteType", "`==` 只与自己相等，`structural_equal` 用 `map_free_vars=True` 时，`kind` 相同的两个可以相等")
def _(tvm):
    made, kinds = tvm.relay.ty.IncompleteType, tvm.ir.TypeKind
    a, b, c = made(), made(), made(kinds.ShapeVar)
    assert a == a and a != b
    assert tvm.ir.structural_equal(a, b, map_free_vars=True) and not tvm.ir.structural_equal(a, c, map_free_vars=True)


@proves("tvm.ir.TypeVar", "同名的两个不相等。`var(…)` 得到 `TypeCall`", "不检查是不是合法的值；读回来是 int")
def _(tvm):
    made = tvm.ir.TypeVar
    assert made("a") != made("a") and isinstance(made("a")(tensor(tvm)), tvm.ir.TypeCall)
    assert made("a", 77).kind == 77 and type(made("a").kind) is int


@proves("tvm.ir.GlobalTypeVar", "`var(实参)` 是它的一个实例", "同名的两个不相等")
def _(tvm):
    made = tvm.ir.GlobalTypeVar
    assert made("A") != made("A") and isinstance(made("A")(tensor(tvm)), tvm.ir.TypeCall) and made("A").kind == 5


@proves("tvm.ir.TypeCall", "构造时只检查它们是 `Type`，不是就抛出 `TVMError`")
def _(tvm):
    assert isinstance(tvm.ir.TypeCall(tensor(tvm), [tensor(tvm)]), tvm.ir.TypeCall)
    with raises("TVMError"):
        tvm.ir.TypeCall("List", [tensor(tvm)])
    with raises("TVMError"):
        tvm.ir.TypeCall(tensor(tvm), [1])


@proves("tvm.ir.TypeData", "必须与各构造器的 `belong_to` 是同一个对象", "次序决定标签的低位")
@proves("tvm.ir.Constructor", "实参个数到类型推断才检查", "`tag` 在加入模块以前是 `-1`，加入时由类型名的散列值和序号算出")
def _(tvm):
    header = tvm.ir.GlobalTypeVar("Other")
    assert tvm.ir.Constructor("A", [], header).tag == -1
    mod, header, made = shapes(tvm)
    assert made[1].tag - made[0].tag == 1 and shapes(tvm)[2][0].tag == made[0].tag
    call = made[0]()
    assert isinstance(call, tvm.relay.Call)
    with raises(Exception):
        mod["f"] = tvm.relay.Function([], call)
        tvm.relay.transform.InferType()(mod)
    other = tvm.IRModule()
    with raises(Exception):
        other[header] = tvm.ir.TypeData(header, [], [tvm.ir.Constructor("A", [], tvm.ir.GlobalTypeVar("Shape"))])
        x = tvm.relay.var("x", header())
        other["f"] = tvm.relay.Function([], tvm.ir.Constructor("A", [], tvm.ir.GlobalTypeVar("Shape"))(), header())
        tvm.relay.transform.InferType()(other)


@proves("tvm.ir.TypeConstraint", "`TypeRelation` 是它的子类")
def _(tvm):
    assert issubclass(tvm.ir.TypeRelation, tvm.ir.TypeConstraint) and issubclass(tvm.ir.TypeConstraint, tvm.ir.Type)


@proves("tvm.ir.TypeRelation", "写字符串抛出 `TVMError`", "先输入，后输出", "`args` 里前几个是输入")
def _(tvm):
    func = tvm.ir.EnvFunc.get("tvm.relay.type_relation.Broadcast")
    args = [tensor(tvm, 2)] * 3
    made = tvm.ir.TypeRelation(func, args, 2, None)
    assert made.num_inputs == 2 and len(made.args) == 3 and made.attrs is None
    with raises("TVMError"):
        tvm.ir.TypeRelation("tvm.relay.type_relation.Broadcast", args, 2, None)


@proves("tvm.ir.TypeKind", "形状表达式里的变量", "没有给出类型实参的 `GlobalTypeVar`", "没有类型默认属于这一种", "函数的形参和返回值、元组的元素、引用的内容只能用它，由 `check_kind` 检查")
def _(tvm):
    kinds, check = tvm.ir.TypeKind, tvm.relay.analysis.check_kind
    assert [kinds.Type, kinds.ShapeVar, kinds.BaseType, kinds.Constraint, kinds.AdtHandle, kinds.TypeData] == [0, 1, 2, 4, 5, 6]
    assert check(tensor(tvm, 2)) == kinds.Type and check(tvm.ir.TypeVar("n", kinds.ShapeVar)) == kinds.ShapeVar
    assert check(tvm.ir.TypeVar("n", kinds.BaseType)) == kinds.BaseType and check(tvm.ir.TypeVar("n")) == kinds.Type
    wrong = tvm.ir.TypeVar("n", kinds.ShapeVar)
    for kind in (tvm.ir.TupleType([wrong]), tvm.ir.FuncType([wrong], tensor(tvm)), tvm.ir.RelayRefType(wrong)):
        with raises("TVMError"):
            check(kind)


@proves("tvm.ir.TensorAffineType", "写 Python 数抛出 `TVMError`，要用 `relay.const`", "逐通道量化的轴，参加比较", "它不是 `Type` 的子类")
def _(tvm):
    made, const = tvm.ir.TensorAffineType, tvm.relay.const
    with raises("TVMError"):
        made(0.5, 0, "int8")
    scale, zero = const(0.5), const(0)
    assert not isinstance(made(scale, zero, "int8"), tvm.ir.Type) and made(scale, zero, "int8").axis == -1
    assert not tvm.ir.structural_equal(made(scale, zero, "int8", 0), made(scale, zero, "int8", 1))
    q, s, z = 5.0, 0.5, 3.0
    x = tvm.relay.var("x", shape=(1,), dtype="int8")
    back = tvm.relay.qnn.op.dequantize(x, const(s), const(3))
    func = tvm.relay.create_executor("graph", tvm.IRModule.from_expr(back), tvm.cpu(), "llvm").evaluate()
    assert func(np.array([5], "int8")).numpy()[0] == (q - z) * s != q * s + z


@proves("tvm.ir.TupleAffineType", "不能嵌套，也不能混入其他类型")
def _(tvm):
    one = tvm.ir.TensorAffineType(tvm.relay.const(0.5), tvm.relay.const(0), "int8")
    made = tvm.ir.TupleAffineType
    assert len(made([one, one]).types) == 2
    for wrong in (made([one]), tensor(tvm, 2)):
        with raises("TVMError"):
            made([one, wrong])


COMPLETE = True
