"""Probes of docs/reference/api/python/relay/transform/forms.md."""

import numpy as np
from probes import proves, proves_check, raises, check_error, unproved

COMPLETE = True
NAMES = "tvm.relay.transform."
NEW = ("0.12.0", "0.13.0")


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def ops(tvm, mod):
    return {str(name): int(n) for name, n in tvm.relay.analysis.list_op_freqs(mod).items()}


KNOWN = set()


def know(tvm, compiler, *operators):
    """Lets an external compiler take operators; registering twice is an error."""
    for name in operators:
        if (compiler, name) not in KNOWN:
            tvm.ir.register_op_attr(name, "target." + compiler)(lambda expr: True)
            KNOWN.add((compiler, name))


def parse(tvm, source):
    """A typed module of text."""
    read = tvm.relay.parse if hasattr(tvm.relay, "parse") else tvm.parser.parse
    return tvm.relay.transform.InferType()(read('#[version = "0.0.5"]\n' + source))


def text(mod):
    return mod.astext(show_meta_data=False)


def names(mod):
    return sorted(v.name_hint for v in mod.get_global_vars())


def with_prim_func(tvm, mod):
    from tvm import te

    A = te.placeholder((2,), name="A")
    mod = tvm.IRModule(dict(mod.functions.items()), dict(mod.type_definitions.items()))
    mod["prim"] = te.create_prim_func([A, te.compute((2,), lambda i: A[i] + 1.0)])
    return mod


def compiler_function(tvm, compiler="demo", symbol="f", body=None):
    """A function literal of an external compiler."""
    y = var(tvm, "y", 2)
    func = tvm.relay.Function([y], (body or tvm.relay.exp)(y), tvm.relay.TensorType((2,)))
    func = func.with_attr("Compiler", compiler)
    return func.with_attr("global_symbol", symbol) if symbol else func


def run(tvm, mod, *values):
    return tvm.relay.create_executor("debug", mod=mod).evaluate()(*values)


# Other compilers


@proves(NAMES + "MergeComposite", "每项是 `(名称, 模式)` 或 `(名称, 模式, 检查函数)`", "检查函数收到匹配的表达式，返回 False 就不合并", "包成一个复合函数，带属性 `Composite`")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    relay, x = tvm.relay, var(tvm, "x", 2)
    mod = typed(tvm, relay.exp(relay.nn.relu(x + x)))
    pattern = is_op("nn.relu")(is_op("add")(wildcard(), wildcard()))
    seen = []

    def check(expr):
        seen.append(expr)
        return len(seen) > 1

    merge = lambda table: text(relay.transform.MergeComposite(table)(mod)).count('Composite="demo.add_relu"')
    assert merge([("demo.add_relu", pattern)]) == 1
    assert merge([("demo.add_relu", pattern, check)]) == 0 and merge([("demo.add_relu", pattern, check)]) == 1
    assert seen[0].op.name == "nn.relu"


@proves(NAMES + "MergeComposite", "排在前面的先匹配")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    relay, x = tvm.relay, var(tvm, "x", 2)
    mod = typed(tvm, relay.nn.relu(relay.exp(x)))
    both, one = is_op("nn.relu")(is_op("exp")(wildcard())), is_op("nn.relu")(wildcard())
    merged = lambda table: text(relay.transform.MergeComposite(table)(mod))
    assert 'Composite="d.both"' in merged([("d.both", both), ("d.one", one)])
    assert 'Composite="d.both"' not in merged([("d.one", one), ("d.both", both)])


@proves(NAMES + "MergeComposite", "`AnnotateTarget` 靠第一个句点之前的部分认领")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    relay, x = tvm.relay, var(tvm, "x", 2)
    mod = typed(tvm, relay.exp(x))
    for name, taken in (("demo.a.b", 1), ("demox.a", 0), ("ademo.demo", 0)):
        merged = relay.transform.MergeComposite([(name, is_op("exp")(wildcard()))])(mod)
        parts = relay.transform.PartitionGraph()(relay.transform.AnnotateTarget("demo")(merged))
        assert len(parts.get_global_vars()) == 1 + taken, name


@proves(NAMES + "MergeComposite", "第一项就错时抛出 `UnboundLocalError`，后面的会沿用上一项", "模块必须有 `main`，即使要改的函数另有名字")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    relay, x = tvm.relay, var(tvm, "x", 2)
    mod = typed(tvm, relay.exp(relay.sqrt(x)))
    exp, sqrt = is_op("exp")(wildcard()), is_op("sqrt")(wildcard())
    with raises(UnboundLocalError):
        relay.transform.MergeComposite([("d.exp",)])
    merged = text(relay.transform.MergeComposite([("d.exp", exp), ("d.sqrt", sqrt, None, None)])(mod))
    assert 'Composite="d.exp"' in merged and 'Composite="d.sqrt"' not in merged
    other = tvm.IRModule()
    other["other"] = mod["main"]
    with raises(Exception, "main"):
        relay.transform.MergeComposite([("d.exp", exp)])(other)


@proves(NAMES + "AnnotateTarget", "算子的属性 `target.名称` 是判断能否执行的函数", "都不认领的标为 `default`", "写错的名称没有提示，全部算子标为 `default`")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    tvm.ir.register_op_attr("exp", "target.short")(lambda expr: int(expr.checked_type.shape[0]) < 4)
    annotate = relay.transform.AnnotateTarget
    for size, taken in ((2, True), (8, False)):
        mod = typed(tvm, relay.sqrt(relay.exp(var(tvm, "x", size))))
        assert ('compiler="short"' in text(annotate("short")(mod))) == taken
        assert 'compiler="default"' in text(annotate("short")(mod))
    unknown = text(annotate("no_such_compiler")(mod))
    assert "no_such_compiler" not in unknown and unknown.count("compiler_begin") == unknown.count('compiler_begin(') > 0
    assert unknown.count('compiler="default"') == unknown.count("compiler_begin(") + unknown.count("compiler_end(")


@proves(NAMES + "AnnotateTarget", "复合函数看 `Composite` 的前缀", "都能执行时取排在前面的", "str 或 str 的列表")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    relay, x = tvm.relay, var(tvm, "x", 2)
    know(tvm, "first", "exp")
    know(tvm, "second", "exp")
    mod = typed(tvm, relay.exp(x))
    for order in (["first", "second"], ["second", "first"]):
        found = text(relay.transform.AnnotateTarget(order)(mod))
        assert f'compiler="{order[0]}"' in found and f'compiler="{order[1]}"' not in found
    merged = relay.transform.MergeComposite([("third.exp", is_op("exp")(wildcard()))])(mod)
    assert 'compiler="third"' in text(relay.transform.AnnotateTarget(["first", "third"])(merged))


@proves(NAMES + "AnnotateTarget", "False 时它们留在外面", "元组、取元组元素和引用的建立、读、写是否也归入区域")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    know(tvm, "demo", "exp", "sqrt", "concatenate")
    mod = typed(tvm, relay.concatenate([relay.exp(x), relay.sqrt(x)], axis=0))
    for include, regions in ((True, 1), (False, 3)):
        annotated = relay.transform.MergeCompilerRegions()(relay.transform.AnnotateTarget("demo", include)(mod))
        parts = relay.transform.PartitionGraph()(annotated)
        assert len(parts.get_global_vars()) - 1 == regions, (include, names(parts))
    cell = typed(tvm, relay.RefRead(relay.RefCreate(relay.exp(x))))
    count = lambda include: text(relay.transform.AnnotateTarget("demo", include)(cell)).count("compiler_begin(")
    assert count(True) > count(False)


@proves(NAMES + "AnnotateTarget", "`If` 自己总在外面，只标注条件和两个分支", "已经标给某个编译器的算子保持不变")
def _(tvm):
    relay, x, flag = tvm.relay, var(tvm, "x", 2), var(tvm, "flag", dtype="bool")
    know(tvm, "demo", "exp", "sqrt", "logical_not")
    mod = typed(tvm, relay.Function([flag, x], relay.If(relay.logical_not(flag), relay.exp(x), relay.sqrt(x))))
    once = relay.transform.AnnotateTarget("demo")(mod)
    assert text(once).count('compiler_end(') == 3 and isinstance(once["main"].body, relay.If)
    know(tvm, "later", "exp", "sqrt", "logical_not")
    again = relay.transform.AnnotateTarget("later")(once)
    assert 'compiler="demo"' in text(again) and 'compiler="later"' not in text(again)


@proves(NAMES + "MergeCompilerRegions", "把属于同一个编译器的相邻区域并成一个", "若从上游区域到这里还经过别的编译器，就保持分开", "图里没有标注时不变")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    know(tvm, "demo", "exp", "sqrt", "add")
    know(tvm, "other", "nn.relu")

    def regions(expr):
        annotated = transform.AnnotateTarget(["demo", "other"])(typed(tvm, expr))
        return names(transform.PartitionGraph()(transform.MergeCompilerRegions()(annotated)))

    assert len(regions(relay.exp(relay.sqrt(x)))) == 2
    first = relay.exp(x)
    assert len(regions(first + relay.nn.relu(first))) == 4  # main, demo, other, demo
    plain = typed(tvm, relay.exp(x))
    assert tvm.ir.structural_equal(transform.MergeCompilerRegions()(plain), plain)


def partitioned(tvm, name="net", bind=True):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    know(tvm, "demo", "nn.relu", "add")
    model = typed(tvm, relay.exp(relay.nn.relu(x + relay.const(np.array([1, 2], "float32")))))
    annotated = transform.MergeCompilerRegions()(transform.AnnotateTarget("demo")(model))
    return transform.PartitionGraph(name, bind)(annotated)


@proves(NAMES + "PartitionGraph", "原处换成调用，并去掉标注为 `default` 的标记", "函数带属性 `Compiler`、`Primitive`、`Inline`、`global_symbol`", "`tvmgen_名称_编译器_原函数_序号`；空串和 None 时没有这一段")
def _(tvm):
    parts = partitioned(tvm)
    assert "compiler_begin" not in text(parts)
    (outer,) = [v for v in parts.get_global_vars() if v.name_hint != "main"]
    assert outer.name_hint == "tvmgen_net_demo_main_0" and parts["main"].body.args[0].op == outer
    assert set(parts[outer].attrs.keys()) == {"Compiler", "Primitive", "Inline", "global_symbol"}
    for name in ("", None):
        assert names(partitioned(tvm, name)) == ["main", "tvmgen_demo_main_0"]


@proves(NAMES + "PartitionGraph", "True 时常量留在新函数里；False 时成为它的形参，由调用处传入")
def _(tvm):
    for bind, count in ((True, 1), (False, 2)):
        parts = partitioned(tvm, bind=bind)
        assert len(parts["tvmgen_net_demo_main_0"].params) == count
        call = parts["main"].body.args[0]
        assert [isinstance(arg, tvm.relay.Constant) for arg in call.args] == [False, True][:count]


@proves_check(NAMES + "PartitionGraph", "模块里有 `PrimFunc` 时抛出 `InternalError`")
def _(tvm, release):
    with raises(check_error(release)):
        tvm.relay.transform.PartitionGraph()(with_prim_func(tvm, typed(tvm, tvm.relay.exp(var(tvm, "x", 2)))))


@proves(NAMES + "mangle_module_name", "空串和 None 得到 `tvmgen`", "只检查是否全为 ASCII 字符，否则抛出 `ValueError`", "空格、句点和连字符都能通过")
def _(tvm):
    mangle = tvm.relay.transform.mangle_module_name
    assert (mangle(""), mangle(None), mangle("net")) == ("tvmgen", "tvmgen", "tvmgen_net")
    assert mangle("a b.c-d") == "tvmgen_a b.c-d"
    for name in ("网络", "né"):
        with raises(ValueError):
            mangle(name)


@proves(NAMES + "InlineCompilerFunctionsBoundTo", "把列出的 `Compiler` 函数连同其中的复合函数展开到调用处", "按对象比较，取自这个模块", "空列表不做任何事")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    mod = transform.MergeComposite([("whole.exp", is_op("exp")(is_op("sqrt")(wildcard())))])(typed(tvm, relay.nn.relu(relay.exp(relay.sqrt(x)))))
    parts = transform.PartitionGraph()(transform.AnnotateTarget("whole")(mod))
    outer = [v for v in parts.get_global_vars() if v.name_hint != "main"]
    assert len(outer) == 1
    inline = transform.InlineCompilerFunctionsBoundTo
    flat = inline(outer)(parts)
    assert ops(tvm, flat) == {"nn.relu": 1, "exp": 1, "sqrt": 1} and "Composite" not in text(flat) and names(flat) == ["main"]
    assert tvm.ir.structural_equal(inline([])(parts), parts)
    same_name = relay.GlobalVar(outer[0].name_hint)
    assert names(inline([same_name])(parts)) == names(parts)


@proves(NAMES + "InlineCompilerFunctionsBoundTo", "没有 `Compiler` 属性的也删，例如误写了 `main`")
def _(tvm):
    parts = partitioned(tvm)
    gone = tvm.relay.transform.InlineCompilerFunctionsBoundTo([parts.get_global_var("main")])(parts)
    assert names(gone) == ["tvmgen_net_demo_main_0"]


@proves_check(NAMES + "InlineCompilerFunctionsBoundTo", "调用处对应的函数没有 `Compiler` 属性时抛出 `InternalError`")
def _(tvm, release):
    relay, x, y = tvm.relay, var(tvm, "x", 2), var(tvm, "y", 2)
    mod, helper = tvm.IRModule(), relay.GlobalVar("helper")
    mod[helper] = relay.Function([y], relay.exp(y), relay.TensorType((2,)))
    mod["main"] = relay.Function([x], helper(x))
    mod = relay.transform.InferType()(mod)
    with raises(check_error(release)):
        relay.transform.InlineCompilerFunctionsBoundTo([helper])(mod)


OUTLINE = NAMES + "OutlineCompilerFunctionsWithExistingGlobalSymbols"


@proves(OUTLINE, "把直接调用的，或先用 `let` 起名再调用的、带 `Compiler` 属性的函数字面量提成全局函数", "名字取自函数的 `global_symbol`", "只处理 `Compiler` 等于它的函数；空串是全部")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    outline = relay.transform.OutlineCompilerFunctionsWithExistingGlobalSymbols
    f = relay.var("f")
    bound = relay.Let(f, compiler_function(tvm, "own", "g", relay.sqrt), relay.Call(f, [x]))
    mod = typed(tvm, relay.Function([x], relay.Call(compiler_function(tvm), [x]) + bound))
    for name, found in (("", ["f", "g", "main"]), ("demo", ["f", "main"]), ("own", ["g", "main"]), ("no", ["main"])):
        assert names(outline(name)(mod)) == found, name
    assert names(outline()(mod)) == ["f", "g", "main"]


@proves_check(OUTLINE, "没有这个属性就抛出 `InternalError`")
def _(tvm, release):
    relay, x = tvm.relay, var(tvm, "x", 2)
    mod = typed(tvm, relay.Function([x], relay.Call(compiler_function(tvm, symbol=None), [x])))
    with raises(check_error(release)):
        relay.transform.OutlineCompilerFunctionsWithExistingGlobalSymbols()(mod)


@proves(OUTLINE, "两个函数的 `global_symbol` 相同时只留第一个，第二处也改成调用它，不比较内容")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    calls = [relay.Call(compiler_function(tvm, body=body), [x]) for body in (relay.exp, relay.sqrt)]
    made = relay.transform.OutlineCompilerFunctionsWithExistingGlobalSymbols()(typed(tvm, relay.Function([x], relay.Tuple(calls))))
    first, second = made["main"].body
    assert names(made) == ["f", "main"] and first.op == second.op
    assert ("exp" in text(made)) != ("sqrt" in text(made))


@proves(OUTLINE, "模块里原有同名的全局函数时不加新的，调用处指向一个不在模块里的 `GlobalVar`：类型推断能通过，执行和编译时报错")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    mod = typed(tvm, relay.Function([x], relay.Call(compiler_function(tvm), [x])))
    y = var(tvm, "y", 2)
    old = mod.get_global_vars()[0]
    mod[relay.GlobalVar("f")] = relay.Function([y], relay.tanh(y))
    mod = relay.transform.InferType()(mod)
    made = relay.transform.OutlineCompilerFunctionsWithExistingGlobalSymbols()(mod)
    assert names(made) == ["f", "main"] and "tanh" in text(made) and "exp" not in text(made)
    assert made["main"].body.op != made.get_global_var("f") and old.name_hint == "main"
    made = relay.transform.InferType()(made)
    with raises(Exception):
        run(tvm, made, np.ones(2, "float32"))
    with raises(Exception):
        relay.build(made, "llvm")


MARK = NAMES + "MarkCompilerFunctionsAsExtern"


@proves(MARK, "属性全部清空，只留 `Extern=1`", "实现不改调用处")
def _(tvm):
    parts = partitioned(tvm)
    mark = tvm.relay.transform.MarkCompilerFunctionsAsExtern
    marked = mark("demo")(parts)
    func = marked["tvmgen_net_demo_main_0"]
    assert dict(func.attrs.items()) == {"Extern": 1}
    assert tvm.ir.structural_equal(marked["main"].body.args[0].op, marked.get_global_var("tvmgen_net_demo_main_0"))
    assert "call_lowered" not in text(marked)


@proves(MARK, "`compiler_filter` 的含义同上")
def _(tvm):
    parts = partitioned(tvm)
    mark = tvm.relay.transform.MarkCompilerFunctionsAsExtern
    for name, done in (("", True), ("demo", True), ("own", False)):
        assert ("Extern" in mark(name)(parts)["tvmgen_net_demo_main_0"].attrs.keys()) == done


@proves_check(NAMES + "CollagePartition", "`PassContext` 里必须有 `relay.collage.tvm_max_depth`（候选子图的最大深度，正整数），用到 BYOC 时还要 `relay.collage.byoc_max_depth`，缺少时抛出 `InternalError`")
def _(tvm, release):
    from tvm.target import Target, make_compilation_config

    relay = tvm.relay
    mod = typed(tvm, relay.exp(var(tvm, "x", 2)))
    plan = lambda config, targets: relay.transform.CollagePartition(make_compilation_config(tvm.transform.PassContext(), targets))
    llvm = [Target("llvm", host="llvm")]
    with raises(check_error(release), "relay.collage.tvm_max_depth"):
        plan({}, llvm)(mod)
    with tvm.transform.PassContext(config={"relay.collage.tvm_max_depth": 0}):
        with raises(check_error(release)):
            plan({}, llvm)(mod)
    with tvm.transform.PassContext(config={"relay.collage.tvm_max_depth": 1}):
        with raises(check_error(release), "relay.collage.byoc_max_depth"):
            plan({}, [Target("cuda", host="llvm"), Target("tensorrt", host="llvm")])(mod)


@proves(NAMES + "CollagePartition", "链接命令固定是 `nvcc`")
def _(tvm):
    import inspect

    measure = inspect.getsource(__import__("tvm.relay.collage.collage", fromlist=["collage"]))
    assert '"nvcc"' in measure or "'nvcc'" in measure


@proves(NAMES + "CollagePartition", "由 `tvm.target.make_compilation_config` 生成，列出全部目标，包括表示 BYOC 的目标")
def _(tvm):
    from tvm.target import Target, make_compilation_config

    config = make_compilation_config(tvm.transform.PassContext(), [Target("cuda", host="llvm"), Target("tensorrt", host="llvm")])
    assert [target.kind.name for target in config.primitive_targets][:2] == ["cuda", "tensorrt"]


# Devices and lifetimes


def both_devices(tvm):
    from tvm.target import Target, make_compilation_config

    return make_compilation_config(tvm.transform.PassContext(), [Target("llvm", host="llvm"), Target("cuda", host="llvm")])


@proves(NAMES + "PlanDevices", "在边界插入 `device_copy`", "没有约束的部分用配置的默认设备", "结果写进函数的 `virtual_device`", "依据是图里已有的 `on_device` 和 `device_copy`", "目标、主机和默认设备，由 `tvm.target.make_compilation_config` 生成")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    config = both_devices(tvm)
    plan = relay.transform.PlanDevices(config)
    assert "device_copy" not in ops(tvm, plan(typed(tvm, relay.exp(x + x))))
    mixed = plan(typed(tvm, relay.exp(relay.annotation.on_device(x + x, tvm.cuda(0)))))
    assert ops(tvm, mixed)["device_copy"] == 1
    kind = lambda function: int(function.virtual_device_.device_type_int)
    assert kind(mixed["main"]) == config.default_primitive_virtual_device.device_type_int
    copied = plan(typed(tvm, relay.op.device_copy(relay.exp(x), tvm.cuda(0), tvm.cpu(0))))
    assert int(copied["main"].params[0].virtual_device_.device_type_int) == tvm.cuda(0).device_type


@proves(NAMES + "PlanDevices", "虚拟机的 `vm.shape_of` 的结果和 `vm.reshape_tensor` 的形状固定在主机上，普通的 `shape_of` 没有这个约束")
def _(tvm):
    from tvm.target import Target, make_compilation_config

    relay, x = tvm.relay, var(tvm, "x", 2)
    config = make_compilation_config(tvm.transform.PassContext(), [Target("cuda", host="llvm")])

    def device_of_result(expr):
        planned = relay.transform.PlanDevices(config)(typed(tvm, relay.Function([x], expr)))
        return int(planned["main"].virtual_device_.device_type_int)

    cpu, gpu = tvm.cpu().device_type, tvm.cuda().device_type
    assert device_of_result(relay.op.vm.shape_of(x)) == cpu and device_of_result(relay.shape_of(x)) == gpu
    shape = var(tvm, "shape", 2, dtype="int64")
    call = tvm.relay.op.vm.reshape_tensor(x, shape, (1, 2))
    planned = relay.transform.PlanDevices(config)(typed(tvm, relay.Function([x, shape], call)))
    assert [int(param.virtual_device_.device_type_int) for param in planned["main"].params] == [gpu, cpu]


@proves(NAMES + "ManifestLifetimes", "在变量最后一次使用之后插入 `memory.kill`", "输入应是 A 范式")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    mod = typed(tvm, relay.exp(relay.sqrt(x)))
    assert "memory.kill" not in ops(tvm, transform.ManifestLifetimes()(mod))
    anf = transform.InferType()(transform.ToANormalForm()(mod))
    killed = [line for line in text(transform.ManifestLifetimes()(anf)).split("\n") if "let" in line]
    uses = [i for i, line in enumerate(killed) if "sqrt(%x)" in line]
    assert any("memory.kill(%x)" in line for line in killed[uses[0] + 1 :])
    assert not any("memory.kill(%x)" in line for line in killed[: uses[0]])


@proves(NAMES + "ManifestLifetimes", "它先消去变量之间的别名")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    a, b, c = (var(tvm, name, 2) for name in "abc")
    lets = relay.Let(a, relay.exp(x), relay.Let(b, a, relay.Let(c, relay.sqrt(b), c)))
    made = text(transform.ManifestLifetimes()(typed(tvm, relay.Function([x], lets))))
    assert "%b" not in made and "sqrt(%a)" in made


# Normal forms and global functions


@proves(NAMES + "ToANormalForm", "每个中间结果用 `let` 起名，按后序排列", "新变量没有类型，之后要再执行 `InferType`", "带 `Compiler` 属性的函数不变")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    anf = transform.ToANormalForm()(typed(tvm, relay.exp(relay.sqrt(x))))
    body, order = anf["main"].body, []
    while isinstance(body, relay.Let):
        if isinstance(body.value, relay.Call):
            order.append(body.value.op.name)
        assert body.var.type_annotation is None
        with raises(ValueError):
            body.var.checked_type
        body = body.body
    assert order == ["sqrt", "exp"] and isinstance(body, relay.Var)
    mod = tvm.IRModule()
    y = var(tvm, "y", 2)
    mod["main"] = relay.Function([y], relay.exp(relay.sqrt(y)))
    mod["other"] = compiler_function(tvm, body=lambda z: relay.exp(relay.sqrt(z)))
    made = transform.ToANormalForm()(transform.InferType()(mod))
    assert isinstance(made["main"].body, relay.Let) and isinstance(made["other"].body, relay.Call)


@proves(NAMES + "ToANormalForm", "共享的结果只算一次，放在各使用处作用域的最近公共祖先")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    x, flag = var(tvm, "x", 2), var(tvm, "flag", dtype="bool")
    shared, once = relay.exp(x), relay.tanh(x)
    branches = relay.If(flag, shared + once, shared)
    body = transform.ToANormalForm()(typed(tvm, relay.Function([flag, x], branches)))["main"].body
    outer = []
    while isinstance(body, relay.Let):
        outer.append(body.value)
        body = body.body
    names_of = [value.op.name for value in outer if isinstance(value, relay.Call)]
    assert names_of == ["exp"]  # tanh stays in the branch that uses it
    inner = [value for value in outer if isinstance(value, relay.If)]
    assert len(inner) == 1 and "tanh" in str(inner[0].true_branch) and "tanh" not in str(inner[0].false_branch)


@proves_check(NAMES + "ToANormalForm", "函数有自由变量，或模块里有 `PrimFunc` 时抛出 `InternalError`")
def _(tvm, release):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    with raises(check_error(release)):
        transform.ToANormalForm()(with_prim_func(tvm, typed(tvm, relay.exp(x))))
    with raises(check_error(release), "FreeVars"):
        transform.ToANormalForm()(tvm.IRModule({"main": relay.Function([], relay.exp(x))}))


@proves(NAMES + "ToANormalFormExpr", "立即返回新的表达式", "`e` 是 `relay.Expr`，可以含自由变量，也可以是 `Function`")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    convert = relay.transform.ToANormalFormExpr
    assert isinstance(convert(relay.exp(relay.sqrt(x))), relay.Let)
    assert isinstance(convert(relay.Function([x], relay.exp(relay.sqrt(x)))).body, relay.Let)


@proves(NAMES + "ToBasicBlockNormalForm", "只给跨作用域共享的结果加 `let`，其余保持数据流形式", "`If` 的两个分支都用到的值因此提到 `If` 之外，只算一次", "没有控制流的图不变")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    x, flag = var(tvm, "x", 2), var(tvm, "flag", dtype="bool")
    block = transform.ToBasicBlockNormalForm()
    shared = relay.exp(x)
    branches = relay.Function([flag, x], relay.If(flag, shared, relay.sqrt(relay.tanh(shared))))
    body = block(typed(tvm, branches))["main"].body
    assert isinstance(body, relay.Let) and body.value.op.name == "exp" and isinstance(body.body, relay.If)
    assert str(body).count("let %") == 1
    plain = typed(tvm, relay.Function([x], shared + relay.sqrt(shared)))
    assert tvm.ir.structural_equal(block(plain), plain)


@proves(NAMES + "ToGraphNormalForm", "把 `let` 代回使用处，还原成数据流图", "没有使用者的绑定随之消失，不论有没有副作用")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    make = lambda: typed(tvm, relay.Function([x], relay.exp(x) + relay.sqrt(x)))
    anf = transform.InferType()(transform.ToANormalForm()(make()))
    assert "let %" in text(anf) and tvm.ir.structural_equal(transform.ToGraphNormalForm()(anf), make())
    cell = relay.Var("cell", relay.RefType(relay.TensorType((2,))))
    write = relay.Let(relay.Var("unit"), relay.RefWrite(cell, x), relay.RefRead(cell))
    made = transform.ToGraphNormalForm()(typed(tvm, relay.Function([cell, x], write)))
    assert isinstance(made["main"].body, relay.RefRead)


@proves_check(NAMES + "ToGraphNormalForm", "函数级 Pass 结尾的检查抛出 `InternalError`，信息里有 `contains free variables`")
def _(tvm, release):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    f = relay.Var("f", relay.FuncType([relay.TensorType((2,))], relay.TensorType((2,))))
    y = var(tvm, "y", 2)
    again = relay.Function([y], relay.Call(f, [y]), relay.TensorType((2,)))
    mod = typed(tvm, relay.Function([x], relay.Let(f, again, relay.Call(f, [x]))))
    with raises(check_error(release), "contains free variables"):
        transform.ToGraphNormalForm()(mod)


@proves(NAMES + "ToCPS", "立即返回函数", "`mod` 用默认值 None 总会抛出 `TVMError`", "写 `to_cps`，或自己传模块")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    mod = typed(tvm, relay.Function([x], relay.exp(x)))
    with raises("TVMError", "Expect a not null value of IRModule"):
        transform.ToCPS(mod["main"])
    assert isinstance(transform.ToCPS(mod["main"], mod), relay.Function)
    assert isinstance(transform.to_cps(mod["main"]), relay.Function)


@proves(NAMES + "to_cps", "给函数加一个续延形参", "返回新的 `Function`", "默认是空模块", "被调用的函数的 CPS 形式以 `名字_cps` 加进这个模块，返回的函数调用它们")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    mod, helper, x, y = tvm.IRModule(), relay.GlobalVar("helper"), var(tvm, "x", 2), var(tvm, "y", 2)
    mod[helper] = relay.Function([y], relay.exp(y), relay.TensorType((2,)))
    mod["main"] = relay.Function([x], helper(x))
    mod = transform.InferType()(mod)
    before = len(mod["main"].params)
    made = transform.to_cps(mod["main"], mod)
    assert len(made.params) == before + 1 and len(mod["main"].params) == before
    assert "helper_cps" in names(mod) and "@helper_cps" in str(made)


@proves(NAMES + "to_cps", "先用 `ToANormalForm` 再 `InferType`", "里面每个函数都不能有共享的子表达式")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    shared = relay.exp(x)
    make = lambda: typed(tvm, relay.Function([x], shared + shared))
    mod = make()
    with raises(Exception, "has unsupported feature: [fGraph, ]"):
        transform.to_cps(mod["main"], mod)
    anf = transform.InferType()(transform.ToANormalForm()(make()))
    assert len(transform.to_cps(anf["main"], anf).params) == 2
    other = tvm.IRModule()
    other["other"] = mod["main"]
    y = var(tvm, "y", 2)
    other["main"] = relay.Function([y], relay.exp(y))
    other = transform.InferType()(other)
    with raises(Exception, "fGraph"):
        transform.to_cps(other["main"], other)


@proves_check(NAMES + "to_cps", "已有这个名字时抛出 `InternalError`")
def _(tvm, release):
    relay, transform = tvm.relay, tvm.relay.transform
    mod, helper, x, y = tvm.IRModule(), relay.GlobalVar("helper"), var(tvm, "x", 2), var(tvm, "y", 2)
    mod[helper] = relay.Function([y], relay.exp(y), relay.TensorType((2,)))
    mod["main"] = relay.Function([x], helper(x))
    mod["helper_cps"] = relay.Function([], relay.const(1.0))
    mod = transform.InferType()(mod)
    with raises(check_error(release)):
        transform.to_cps(mod["main"], mod)


@proves(NAMES + "un_cps", "得到没有续延形参的函数", "`func` 必须已推断类型，最后一个形参是续延", "它包一层调用，不还原函数体")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    mod = typed(tvm, relay.Function([x], relay.exp(x)))
    cps = transform.to_cps(mod["main"], mod)
    typed_cps = typed(tvm, cps)
    back = transform.un_cps(typed_cps["main"])
    assert len(back.params) == 1 and isinstance(back.body, relay.Call) and isinstance(back.body.op, relay.Function)
    assert len(back.body.op.params) == 2
    with raises(Exception):
        transform.un_cps(relay.Function(list(cps.params), cps.body, None, list(cps.type_params)))


@proves_check(NAMES + "un_cps", "普通函数抛出 `InternalError`")
def _(tvm, release):
    relay, x = tvm.relay, var(tvm, "x", 2)
    with raises(check_error(release)):
        relay.transform.un_cps(typed(tvm, relay.Function([x], relay.exp(x)))["main"])


@proves(NAMES + "EtaExpand", "展开没有直接调用的代数数据类型构造器", "展开 Relay 的全局函数，调用处的也展开", "匿名函数照抄原函数的属性，带 `Compiler`、`Extern` 的也一样", "只有 `PrimFunc` 等不是 Relay 函数的不变")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    source = """type Box[A] { Full(A), Empty }
def @helper(%x: float32) -> float32 { exp(%x) }
def @twice(%f: fn(float32) -> Box[float32], %x: float32) -> Box[float32] { %f(%x) }
def @main(%x: float32) -> Box[float32] { @twice(Full, @helper(%x)) }"""
    expand = lambda *flags: transform.EtaExpand(*flags)(parse(tvm, source))["main"].body
    made = expand(True, False)
    assert isinstance(made.args[0], relay.Function) and type(made.args[0].body.op).__name__ == "Constructor"
    assert isinstance(made.op, relay.GlobalVar) and isinstance(made.args[1].op, relay.GlobalVar)
    both = expand(False, True)
    assert isinstance(both.op, relay.Function) and isinstance(both.args[1].op, relay.Function)
    assert type(both.args[0]).__name__ == "Constructor"
    x = var(tvm, "x", 2)
    outer = tvm.IRModule()
    outer["own"] = compiler_function(tvm, symbol="own").with_attr("Extern", 1)
    outer["main"] = relay.Function([x], relay.Call(outer.get_global_var("own"), [x]))
    literal = transform.EtaExpand(False, True)(transform.InferType()(outer))["main"].body.op
    assert literal.attrs["Compiler"] == "demo" and int(literal.attrs["Extern"]) == 1


@proves(NAMES + "EtaExpand", "must expand at least one language feature")
def _(tvm):
    with raises(Exception, "must expand at least one language feature"):
        tvm.relay.transform.EtaExpand()(typed(tvm, tvm.relay.exp(var(tvm, "x", 2))))


def lifted(tvm, expr):
    return tvm.relay.transform.LambdaLift()(typed(tvm, expr))


@proves(NAMES + "LambdaLift", "没有捕获变量的直接提出；有捕获的提成一个返回函数的函数，带属性 `Closure=1`，原处换成传入捕获变量的调用", "名字是 `lifted_name` 加结构的散列值", "标为 `Primitive` 的不动", "只带 `Compiler` 的匿名函数照样提出")
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x", 2), var(tvm, "y", 2)
    made = lifted(tvm, relay.Function([x], relay.Call(relay.Function([y], relay.exp(y)), [x])))
    (new,) = [name for name in names(made) if name != "main"]
    assert new.startswith("lifted_name") and new[len("lifted_name"):].isdigit() and isinstance(made["main"].body.op, relay.GlobalVar)
    made = lifted(tvm, relay.Function([x], relay.Call(relay.Function([y], y + x), [x])))
    (new,) = [name for name in names(made) if name != "main"]
    func = made[new]
    assert int(func.attrs["Closure"]) == 1 and isinstance(func.ret_type, relay.FuncType) and isinstance(func.body, relay.Function)
    called = made["main"].body.op
    assert isinstance(called, relay.Call) and called.op.name_hint == new and len(called.args) == 1
    primitive = relay.Function([y], relay.exp(y)).with_attr("Primitive", tvm.tir.IntImm("int32", 1))
    assert names(lifted(tvm, relay.Function([x], relay.Call(primitive, [x])))) == ["main"]
    own = relay.Function([y], relay.exp(y)).with_attr("Compiler", "demo")
    assert len(names(lifted(tvm, relay.Function([x], relay.Call(own, [x]))))) == 2


@proves(NAMES + "LambdaLift", "带 `Compiler` 的全局函数整个不动")
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x", 2), var(tvm, "y", 2)
    inner = lambda: relay.Function([x], relay.Call(relay.Function([y], relay.exp(y)), [x]))
    mod = tvm.IRModule()
    mod["main"] = inner().with_attr("Compiler", "demo")
    assert names(relay.transform.LambdaLift()(tvm.relay.transform.InferType()(mod))) == ["main"]


def inlining(tvm, attributes, body, extra=None):
    relay = tvm.relay
    mod, helper, arg, start = tvm.IRModule(), relay.GlobalVar("helper"), var(tvm, "arg", 2), var(tvm, "start", 2)
    func = relay.Function([arg], (extra or (lambda mod, helper, arg: relay.exp(arg)))(mod, helper, arg), relay.TensorType((2,)))
    for key, value in attributes.items():
        func = func.with_attr(key, tvm.tir.IntImm("int32", value) if isinstance(value, int) else value)
    mod[helper] = func
    mod["main"] = relay.Function([start], body(helper, start), relay.TensorType((2,)))
    return relay.transform.InferType()(mod)


@proves(NAMES + "Inline", "展开到调用处，并从模块删去", "带 `Compiler` 的不展开函数体，换成对函数字面量的调用", "没有调用者的即使带 `Inline=1` 也留在模块里")
def _(tvm):
    relay, inline = tvm.relay, tvm.relay.transform.Inline()
    call = lambda helper, start: helper(start)
    made = inline(inlining(tvm, {"Inline": 1}, call))
    assert names(made) == ["main"] and "exp" in text(made)
    assert names(inline(inlining(tvm, {}, call))) == ["helper", "main"]
    made = inline(inlining(tvm, {"Inline": 1, "Compiler": "demo"}, call))
    assert names(made) == ["main"] and isinstance(made["main"].body.op, relay.Function)
    assert names(inline(inlining(tvm, {"Inline": 1}, lambda helper, start: relay.tanh(start)))) == ["helper", "main"]


@proves(NAMES + "Inline", "递归的不展开")
def _(tvm):
    mod = inlining(tvm, {"Inline": 1}, lambda helper, start: helper(start), lambda mod, helper, arg: tvm.relay.exp(helper(arg)))
    try:
        made = tvm.relay.transform.Inline()(mod)
    except Exception as error:
        assert "is marked as inline but not inlined" in str(error)
    else:
        assert "helper" in names(made)


@proves_check(NAMES + "Inline", "同一个调用者里调用两次的函数会抛出 `InternalError`", "最后抛出 `InternalError`，信息是 `is marked as inline but not inlined`")
def _(tvm, release):
    relay, inline = tvm.relay, tvm.relay.transform.Inline()
    with raises(check_error(release)):
        inline(inlining(tvm, {"Inline": 1}, lambda helper, start: helper(helper(start))))

    def calls_other(mod, helper, arg):
        other, y = relay.GlobalVar("other"), var(tvm, "y", 2)
        mod[other] = relay.Function([y], relay.exp(y), relay.TensorType((2,)))
        return other(arg)

    with raises(check_error(release), "is marked as inline but not inlined"):
        inline(inlining(tvm, {"Inline": 1}, lambda helper, start: helper(start), calls_other))


@proves(NAMES + "RemoveUnusedFunctions", "删去从入口函数出发调用不到的全局函数", "默认 `[\"main\"]`")
def _(tvm):
    relay, remove = tvm.relay, tvm.relay.transform.RemoveUnusedFunctions
    used = inlining(tvm, {}, lambda helper, start: helper(start))
    unused = lambda: inlining(tvm, {}, lambda helper, start: relay.tanh(start))
    assert names(remove()(used)) == ["helper", "main"] and names(remove()(unused())) == ["main"]
    assert names(remove(["helper"])(unused())) == ["helper"]
    with raises(Exception):
        remove(["nothing"])(unused())


@proves(NAMES + "PartialEvaluate", "选定常量条件的分支，展开已知的函数，实参全是常量的张量算子也当场算出", "结果里有很多没有用的 `let`", "不接受共享的子表达式，先用 `ToANormalForm`")
def _(tvm):
    relay, transform = tvm.relay, tvm.relay.transform
    x, y = var(tvm, "x", 2), var(tvm, "y", 2)

    def evaluated(expr):
        anf = transform.ToANormalForm()(typed(tvm, expr))
        made = transform.InferType()(transform.PartialEvaluate()(anf))
        return made, transform.DeadCodeElimination()(made)

    made, clean = evaluated(relay.Function([x], relay.If(relay.const(True), relay.exp(x), relay.sqrt(x))))
    assert ops(tvm, made) == {"exp": 1} and "if" not in text(made)
    assert text(made).count("let %") > text(clean).count("let %")
    made, clean = evaluated(relay.Function([x], relay.Call(relay.Function([y], relay.exp(y)), [x])))
    assert "fn (%y" not in text(clean) and ops(tvm, clean) == {"exp": 1}
    made, clean = evaluated(relay.Function([], relay.const(1.0) + relay.const(2.0)))
    assert ops(tvm, clean) == {}
    shared = relay.exp(x)
    with raises(Exception):
        transform.PartialEvaluate()(typed(tvm, relay.Function([x], shared + shared)))


@proves(NAMES + "PartialEvaluate", "它没有形参，只能当 Pass 用")
def _(tvm):
    with raises(TypeError):
        tvm.relay.transform.PartialEvaluate(tvm.relay.const(1.0))


HIGHER = """def @apply_to(%f: fn(float32) -> float32, %x: float32) -> float32 { %f(%x) }
def @main(%x: float32) -> float32 { @apply_to(fn(%y: float32) -> float32 { exp(%y) }, %x) }"""


@proves(NAMES + "Defunctionalization", "立即返回新的 `Function`", "往里面添加数据类型、`apply` 函数和各高阶函数的特化版本，原来的不删")
def _(tvm):
    relay = tvm.relay
    mod = parse(tvm, HIGHER)
    types = len(mod.type_definitions)
    made = relay.transform.Defunctionalization(mod["main"], mod)
    assert isinstance(made, relay.Function)
    assert [name.split("(")[0] for name in names(mod)] == ["applyFuncType", "apply_to", "apply_toFuncType", "main"] and len(mod.type_definitions) == types + 1


@proves_check(NAMES + "Defunctionalization", "不能有类型形参，形参和返回值不能是函数", "返回函数的函数、存进数据类型的函数和 `let` 绑定的函数不支持，违反时抛出 `InternalError`")
def _(tvm, release):
    relay = tvm.relay
    apply_to = "def @apply_to(%f: fn(float32) -> float32, %x: float32) -> float32 { %f(%x) }\n"
    wrong = [
        "def @main[A](%x: A) -> A { %x }",
        apply_to + "def @main(%f: fn(float32) -> float32) -> float32 { @apply_to(%f, 1f) }",
        apply_to + "def @main(%x: float32) -> float32 { let %f = fn(%y: float32) -> float32 { exp(%y) }; @apply_to(%f, %x) }",
        "def @make(%x: float32) -> fn(float32) -> float32 { fn(%y: float32) -> float32 { add(%y, %x) } }\n" + apply_to
        + "def @main(%x: float32) -> float32 { @apply_to(@make(%x), %x) }",
    ]
    for source in wrong:
        mod = parse(tvm, source)
        with raises(check_error(release)):
            relay.transform.Defunctionalization(mod["main"], mod)


# Differentiation


@proves(NAMES + "FirstOrderGradient", "把模块里的每个函数换成同时返回梯度的函数", "前两项得到的函数返回 `(原来的结果, (每个形参的梯度, …))`", "输出不是标量时，得到的是各元素之和的梯度")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    grad = transform.InferType()(transform.FirstOrderGradient()(typed(tvm, relay.Function([x], x * x))))
    value, (slope,) = run(tvm, grad, np.array([1, 3], "float32"))
    assert value.numpy().tolist() == [1, 9] and slope.numpy().tolist() == [2, 6]


@proves(NAMES + "FirstOrderGradient", "算子没有注册梯度时给出诊断并抛出 `DiagnosticError`")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    with raises("DiagnosticError"):
        relay.transform.FirstOrderGradient()(typed(tvm, relay.Function([x], relay.argsort(x))))


@proves_check(NAMES + "FirstOrderGradient", "有 `If`、`let`、引用、模式匹配或全局函数的调用时抛出 `InternalError`", "模块里有 `PrimFunc` 时也抛出 `InternalError`")
def _(tvm, release):
    relay, first, x = tvm.relay, tvm.relay.transform.FirstOrderGradient(), var(tvm, "x", 2)
    v = var(tvm, "v", 2)
    box = parse(tvm, 'type Box[A] { Full(A) }\ndef @main(%x: float32) -> float32 { match (Full(%x)) { Full(%y) => exp(%y) } }')
    mods = [
        typed(tvm, relay.Function([x], relay.If(relay.const(True), relay.exp(x), x))),
        typed(tvm, relay.Function([x], relay.Let(v, relay.exp(x), v))),
        typed(tvm, relay.Function([x], relay.RefRead(relay.RefCreate(x)))),
        box,
        inlining(tvm, {}, lambda helper, start: helper(start)),
        with_prim_func(tvm, typed(tvm, relay.exp(x))),
    ]
    for mod in mods:
        with raises(check_error(release)):
            first(mod)


GRADIENT = NAMES + "gradient"


@proves(GRADIENT, "默认支持控制流和高阶函数", "`GlobalVar` 要同时给 `mod`", "`\"first_order\"` 转给 `FirstOrderGradient` 并警告已不推荐", "其他值抛出 `Exception: unknown mode`", "`first_order` 时给了抛出 `RuntimeError`")
def _(tvm):
    import warnings

    relay, gradient, x = tvm.relay, tvm.relay.transform.gradient, var(tvm, "x", 2)
    flag = var(tvm, "flag", dtype="bool")
    mod = typed(tvm, relay.Function([x], relay.If(relay.const(True), x * relay.const(3.0), x)))
    made = typed(tvm, gradient(mod["main"]))
    value, (slope,) = run(tvm, made, np.array([1, 2], "float32"))
    assert slope.numpy().tolist() == [3, 3]
    assert isinstance(gradient(mod.get_global_var("main"), mod), relay.Function)
    with raises(Exception):
        gradient(mod.get_global_var("main"))
    plain = typed(tvm, relay.Function([x], relay.exp(x)))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert isinstance(gradient(plain["main"], mode="first_order"), relay.Function)
    assert len(caught) == 1
    with raises(RuntimeError):
        gradient(plain["main"], plain, mode="first_order")
    with raises(Exception, "unknown mode"):
        gradient(plain["main"], mode="third")


@proves(GRADIENT, "`higher_order` 不接受共享的子表达式", "可以再执行 `PartialEvaluate` 和 `DeadCodeElimination` 展平", "它的结果有很多引用和闭包")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    shared = relay.exp(x)
    with raises(Exception, "fGraph"):
        transform.gradient(typed(tvm, relay.Function([x], shared + shared))["main"])
    made = typed(tvm, transform.gradient(typed(tvm, relay.Function([x], relay.exp(relay.tanh(x))))["main"]))
    assert "ref(" in text(made) and text(made).count("fn (") > 1
    flat = transform.InferType()(transform.PartialEvaluate()(transform.InferType()(transform.ToANormalForm()(made))))
    flat = transform.DeadCodeElimination()(flat)
    assert "fn (%" not in text(flat).split("{", 1)[1] or text(flat).count("fn (") < text(made).count("fn (")


@proves(GRADIENT, "input has operators with missing gradients")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    with raises(Exception, "input has operators with missing gradients"):
        relay.transform.gradient(typed(tvm, relay.Function([x], relay.argsort(x)))["main"])


LAZY = NAMES + "LazyGradientInit"


def lazy(tvm, expr):
    relay, transform = tvm.relay, tvm.relay.transform
    mod = tvm.IRModule()
    mod.import_from_std("gradient.rly")
    mod["main"] = expr
    return transform.InferType()(transform.LazyGradientInit()(transform.InferType()(mod)))


@proves(LAZY, "用数据类型 `GradCell` 表示梯度", "对外不变", "模块里会多出 `gradient.rly` 定义的函数", "`zeros_like(x) * y` 得到 `y` 而不是 0，不报错；`zeros` 没有这个错误")
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x", 2), var(tvm, "y", 2)
    values = np.array([1, 2], "float32"), np.array([3, 4], "float32")
    made = lazy(tvm, relay.Function([x, y], relay.zeros_like(x) * y))
    assert "GradCell" in text(made) and len(names(made)) > 1
    assert str(made["main"].checked_type.ret_type) == "Tensor[(2), float32]"
    assert run(tvm, made, *values).numpy().tolist() == [3, 4]
    made = lazy(tvm, relay.Function([x, y], relay.zeros((2,), "float32") * y))
    assert run(tvm, made, *values).numpy().tolist() == [0, 0]


@proves(LAZY, "不接受共享的子表达式，且须先推断类型")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    shared = relay.exp(x)
    with raises(Exception):
        lazy(tvm, relay.Function([x], shared + shared))
    mod = tvm.IRModule()
    mod["main"] = relay.Function([x], relay.exp(x))
    with raises(Exception):
        relay.transform.LazyGradientInit()(mod)


# Sparse weights

DENSE = NAMES + "DenseToSparse"


@proves(DENSE, "权重 `w` 变成形参 `w.data`、`w.indices`、`w.indptr`，类型依次是 float32、int32、int32", "每项五个数：`data` 的三维、`indices` 的长度、`indptr` 的长度", "名字对不上的权重不改写")
def _(tvm):
    relay, to_sparse = tvm.relay, tvm.relay.transform.DenseToSparse
    make = lambda: typed(tvm, relay.nn.dense(var(tvm, "a", 1, 4), var(tvm, "weights", 8, 4)))
    made = to_sparse(["weights"], [[4, 1, 4, 5, 9]])(make())
    found = {param.name_hint: (tuple(int(n) for n in param.type_annotation.shape), param.type_annotation.dtype) for param in made["main"].params}
    assert found == {
        "a": ((1, 4), "float32"),
        "weights.data": ((4, 1, 4), "float32"),
        "weights.indices": ((5,), "int32"),
        "weights.indptr": ((9,), "int32"),
    }
    assert ops(tvm, made) == {"nn.sparse_dense": 1}
    assert ops(tvm, to_sparse(["other"], [[4, 1, 4, 5, 9]])(make())) == {"nn.dense": 1}


@proves_check(DENSE, "长度不等时抛出 `InternalError`")
def _(tvm, release):
    relay = tvm.relay
    with raises(check_error(release)):
        relay.transform.DenseToSparse(["weights", "more"], [[4, 1, 4, 5, 9]])(typed(tvm, relay.nn.dense(var(tvm, "a", 1, 4), var(tvm, "weights", 8, 4))))


@proves(DENSE, "原有的按在函数体里首次出现的次序排在前面，新的都在最后，没有用到的消失")
def _(tvm):
    relay = tvm.relay
    unused, b, a, weights = var(tvm, "unused", 2), var(tvm, "b", 1, 8), var(tvm, "a", 1, 4), var(tvm, "weights", 8, 4)
    func = relay.Function([unused, b, weights, a], relay.nn.dense(a, weights) + b)
    made = relay.transform.DenseToSparse(["weights"], [[4, 1, 4, 5, 9]])(typed(tvm, func))
    assert [param.name_hint for param in made["main"].params] == ["a", "b", "weights.data", "weights.indices", "weights.indptr"]


@proves(DENSE, "在 `Sequential` 里执行到时抛出 `TVMError`，级别不够时整个跳过")
def _(tvm):
    relay = tvm.relay
    make = lambda: typed(tvm, relay.nn.dense(var(tvm, "a", 1, 4), var(tvm, "weights", 8, 4)))
    chain = tvm.transform.Sequential([relay.transform.DenseToSparse(["weights"], [[4, 1, 4, 5, 9]])])
    with tvm.transform.PassContext(opt_level=4):
        with raises("TVMError"):
            chain(make())
    with tvm.transform.PassContext(opt_level=0):
        assert ops(tvm, chain(make())) == {"nn.dense": 1}


CONV = NAMES + "Conv2dToSparse"


@proves(CONV, "权重是形参", "每项五个数（`data` 三维）或四个数（`data` 二维），后两个是 `indices` 和 `indptr` 的长度", "卷积核的边长，写进新算子", "不检查原卷积的步长、填充和分组，条件要自己保证")
def _(tvm):
    relay = tvm.relay

    def convert(shape, size=1, kernel=1, space=4, **options):
        weight = var(tvm, "w", 16, 16 // options.get("groups", 1), kernel, kernel)
        conv = relay.nn.conv2d(var(tvm, "d", 1, 16, space, space), weight, kernel_size=(kernel, kernel), channels=16, **options)
        return relay.transform.Conv2dToSparse(["w"], [shape], "NCHW", size)(typed(tvm, conv))

    for shape, data in (([4, 4, 4, 4, 5], (4, 4, 4)), ([64, 1, 64, 17], (64, 1))):
        made = convert(shape)
        assert ops(tvm, made) == {"nn.sparse_conv2d": 1}
        params = {param.name_hint: tuple(int(n) for n in param.type_annotation.shape) for param in made["main"].params}
        assert params["w.data"] == data and params["w.indices"] == (shape[-2],) and params["w.indptr"] == (shape[-1],)
    assert [int(n) for n in convert([4, 4, 4, 4, 5], 3)["main"].body.attrs.kernel_size] == [3, 3]
    for options in ({"strides": (2, 2), "space": 1}, {"padding": (1, 1), "kernel": 3}, {"groups": 4}):
        assert ops(tvm, convert([4, 4, 4, 4, 5], **options)) == {"nn.sparse_conv2d": 1}, options


@proves_check(CONV, "不与原卷积核对，其他值使类型推断抛出 `InternalError`")
def _(tvm, release):
    relay = tvm.relay
    weight = var(tvm, "w", 16, 16, 1, 1)
    conv = lambda: typed(tvm, relay.nn.conv2d(var(tvm, "d", 1, 16, 16, 16), weight, kernel_size=(1, 1), channels=16))
    made = relay.transform.Conv2dToSparse(["w"], [[4, 4, 4, 4, 5]], "NHWC", 1)(conv())
    assert made["main"].body.attrs.layout == "NHWC"
    with raises(check_error(release)):
        relay.transform.InferType()(relay.transform.Conv2dToSparse(["w"], [[4, 4, 4, 4, 5]], "CHWN", 1)(conv()))


CONV2 = NAMES + "Conv2dToSparse2"


def pruned(tvm, weight=None, layout="NCHW", **options):
    relay = tvm.relay
    if weight is None:
        weight = np.zeros((16, 16, 1, 1), "float32")
        weight[:4, :4] = 1
    size = weight.shape[2]
    shape = (1, weight.shape[1], 6, 6)
    return typed(tvm, relay.nn.conv2d(var(tvm, "i", *shape), relay.const(weight), channels=weight.shape[0], kernel_size=(size, size), **options))


@proves(CONV2, "级别是 5", "与卷积的 `data_layout` 不同就跳过", "只看卷积核的第一维是否相等", "全零块所占的比例不小于它才改写", "步长的第一维不是 1 时跳过")
def _(tvm):
    make = tvm.relay.transform.Conv2dToSparse2
    sparse = lambda mod, *values: "nn.sparse_conv2d" in ops(tvm, make(*values)(mod))
    assert make("NCHW", 1, (4, 4), 0.5).info.opt_level == 5
    assert sparse(pruned(tvm), "NCHW", 1, (4, 4), 0.5)
    assert sparse(pruned(tvm), "NCHW", 1, (4, 4), 15 / 16) and not sparse(pruned(tvm), "NCHW", 1, (4, 4), 0.94)
    assert not sparse(pruned(tvm), "NHWC", 1, (4, 4), 0.5) and not sparse(pruned(tvm), "NCHW", 3, (4, 4), 0.5)
    assert not sparse(pruned(tvm, strides=(2, 1)), "NCHW", 1, (4, 4), 0.5)


@proves(CONV2, "填充、膨胀和分组不检查", "行数不能整除时类型推断报错")
def _(tvm):
    make = tvm.relay.transform.Conv2dToSparse2
    with raises("DiagnosticError"):
        make("NCHW", 1, (4, 4), 0.5)(pruned(tvm, padding=(1, 1)))
    assert "nn.sparse_conv2d" in ops(tvm, make("NCHW", 1, (4, 4), 0.5)(pruned(tvm, dilation=(2, 2))))
    with raises("DiagnosticError"):
        make("NCHW", 1, (5, 5), 0.5)(pruned(tvm))


@proves_check(CONV2, "权重全为 0 或不是 float32 时抛出 `InternalError`")
def _(tvm, release):
    relay, make = tvm.relay, tvm.relay.transform.Conv2dToSparse2
    with raises(check_error(release)):
        make("NCHW", 1, (4, 4), 0.5)(pruned(tvm, np.zeros((16, 16, 1, 1), "float32")))
    weight = np.zeros((16, 16, 1, 1), "float16")
    weight[:4, :4] = 1
    mod = typed(tvm, relay.nn.conv2d(var(tvm, "i", 1, 16, 6, 6, dtype="float16"), relay.const(weight), channels=16, kernel_size=(1, 1)))
    with raises(check_error(release)):
        make("NCHW", 1, (4, 4), 0.5)(mod)


@proves(CONV2, "`NCHW` 的 3×3 要求块只有一列，否则能改写，编译时却断言失败", "CPU 上只有 1×1 和 3×3 有实现，别的改写以后不能编译")
def _(tvm):
    relay, make = tvm.relay, tvm.relay.transform.Conv2dToSparse2

    def convert(size, block):
        weight = np.zeros((16, 16, size, size), "float32")
        weight[:4, :4] = 1
        mod = relay.transform.InferType()(tvm.IRModule.from_expr(pruned_call(tvm, weight)))
        made = make("NCHW", size, block, 0.5)(mod)
        assert ops(tvm, made) == {"nn.sparse_conv2d": 1}
        return made

    with tvm.transform.PassContext(opt_level=0):
        relay.build(convert(1, (4, 4)), "llvm")
        relay.build(convert(3, (4, 1)), "llvm")
        with raises(Exception, "AssertionError"):
            relay.build(convert(3, (4, 4)), "llvm")
        with raises(Exception):
            relay.build(convert(5, (4, 1)), "llvm")


def pruned_call(tvm, weight):
    relay, size = tvm.relay, weight.shape[2]
    return relay.nn.conv2d(var(tvm, "i", 1, weight.shape[1], 8, 8), relay.const(weight), channels=weight.shape[0], kernel_size=(size, size), padding=(size // 2, size // 2) if size == 3 else (0, 0))


FC = NAMES + "SimplifyFCTranspose"


@proves(FC, "`w.T` 是新的形参", "不看 `transpose` 的 `axes`，按交换两维处理")
def _(tvm):
    relay, x, w = tvm.relay, var(tvm, "x", 1, 4), var(tvm, "w", 4, 4)
    for axes in ((1, 0), (0, 1)):
        made = relay.transform.SimplifyFCTranspose(["w"])(typed(tvm, relay.nn.dense(x, relay.transpose(w, axes))))
        assert [param.name_hint for param in made["main"].params] == ["x", "w.T"] and ops(tvm, made) == {"nn.dense": 1}
    wide = relay.transform.SimplifyFCTranspose(["v"])(typed(tvm, relay.nn.dense(x, relay.transpose(var(tvm, "v", 4, 8), (1, 0)))))
    assert [int(n) for n in wide["main"].params[1].type_annotation.shape] == [8, 4]


@proves_check(FC, "必须包含图中每一个这样的权重，漏掉一个就抛出 `InternalError`")
def _(tvm, release):
    relay, x = tvm.relay, var(tvm, "x", 1, 4)
    dense = lambda name: relay.nn.dense(x, relay.transpose(var(tvm, name, 4, 4), (1, 0)))
    with raises(check_error(release)):
        relay.transform.SimplifyFCTranspose(["u"])(typed(tvm, dense("u") + dense("v")))


@proves(FC, "转置过的数值由调用者准备，`relay.data_dep_optimization.simplify_fc_transpose.convert` 会一起做")
def _(tvm):
    relay, x, w = tvm.relay, var(tvm, "x", 1, 4), var(tvm, "w", 4, 8)
    func = typed(tvm, relay.nn.dense(x, relay.transpose(w, (1, 0))))["main"]
    value = np.arange(32, dtype="float32").reshape(4, 8)
    made, params = relay.data_dep_optimization.simplify_fc_transpose.convert(func, {"w": tvm.nd.array(value)})
    assert list(params) == ["w.T"] and (params["w.T"].numpy() == value.T).all()


@proves(DENSE, "两个列表由 `relay.analysis.sparse_dense.process_params` 生成")
def _(tvm):
    relay = tvm.relay
    weight = np.zeros((8, 4), "float32")
    weight[0] = 1
    func = typed(tvm, relay.nn.dense(var(tvm, "a", 1, 4), var(tvm, "weights", 8, 4)))["main"]
    found = relay.analysis.sparse_dense.process_params(func, {"weights": tvm.nd.array(weight)}, (4, 1), 0.5)
    made = relay.transform.DenseToSparse(found.weight_name, found.weight_shape)(tvm.IRModule.from_expr(func))
    assert [str(name) for name in found.weight_name] == ["weights"] and ops(tvm, made) == {"nn.sparse_dense": 1}


@proves(NAMES + "to_cps", "同时修改 `mod`")
def _(tvm):
    mod = inlining(tvm, {}, lambda helper, start: helper(start))
    tvm.relay.transform.to_cps(mod["main"], mod)
    assert names(mod) == ["helper", "helper_cps", "main"]


@proves(NAMES + "RemoveUnusedFunctions", "`PrimFunc` 内部的调用不追踪，只被它们调用的函数会被删去")
def _(tvm):
    tir, relay, x = tvm.tir, tvm.relay, var(tvm, "x", 2)
    mod = with_prim_func(tvm, typed(tvm, relay.Function([x], x)))
    inner, outer = tvm.ir.GlobalVar("inner"), tvm.ir.GlobalVar("outer")
    mod[inner] = mod["prim"]
    mod[outer] = tir.PrimFunc([], tir.Evaluate(tir.Call("int32", inner, [])))
    mod["main"] = relay.Function([x], relay.Call(outer, [x]))
    assert names(relay.transform.RemoveUnusedFunctions()(mod)) == ["main", "outer"]


@proves(NAMES + "RemoveUnusedFunctions", "模块里没有的名字和 `PrimFunc` 的名字抛出异常")
def _(tvm):
    remove, mod = tvm.relay.transform.RemoveUnusedFunctions, with_prim_func(tvm, typed(tvm, var(tvm, "x", 2)))
    for name in ("nothing", "prim"):
        with raises(Exception):
            remove([name])(mod)


@proves(NAMES + "FirstOrderGradient", "多个函数各自处理，并给出警告", "允许变量、常量、元组、算子、函数和调用")
def _(tvm):
    relay, transform, x = tvm.relay, tvm.relay.transform, var(tvm, "x", 2)
    mod = typed(tvm, relay.Function([x], relay.TupleGetItem(relay.Tuple([relay.exp(x), relay.const(1.0)]), 0)))
    mod["other"] = mod["main"]
    made = transform.InferType()(transform.FirstOrderGradient()(mod))
    for name in ("main", "other"):
        assert isinstance(made[name].checked_type.ret_type, relay.TupleType)
