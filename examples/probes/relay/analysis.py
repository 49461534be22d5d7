"""Probes of docs/reference/api/python/relay/analysis.md."""

import functools

import numpy as np
from probes import check_error, proves, proves_check, raises

RELAY = "tvm.relay.analysis."


def each(names, *quotes, versions=None):
    """Registers function(tvm, name) for each name, which may be the keys of a dict with quotes of their own."""

    def register(function):
        for name in names:
            probe = functools.wraps(function)(lambda tvm, *_, name=name: function(tvm, name))
            own = names[name] if isinstance(names, dict) else ()
            proves(RELAY + name, *quotes, *own, versions=versions)(probe)
        return function

    return register


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape or (4,), dtype=dtype)


def typed(tvm, expr):
    mod = expr if isinstance(expr, tvm.IRModule) else tvm.IRModule.from_expr(expr)
    return tvm.relay.transform.InferType()(mod)


def hints(found):
    return [one.name_hint for one in found]


def prelude(tvm):
    mod = tvm.IRModule()
    mod.import_from_std("prelude.rly")
    return (mod, *mod.get_type("List"))


TAKES = ("free_vars", "bound_vars", "all_vars", "well_formed", "all_dtypes", "check_constant", "check_basic_block_normal_form")


@each(TAKES, "形参名是 `expr` 的函数接受一个 Relay 表达式，函数也是表达式；没有特别说明时不接受 `IRModule`，传入会抛出 `tvm.TVMError`")
def _(tvm, name):
    x = var(tvm, "x")
    mod = typed(tvm, tvm.relay.Function([x], tvm.relay.abs(x)))
    function = getattr(tvm.relay.analysis, name)
    function(mod["main"])
    with raises("TVMError"):
        function(mod)


@each(("list_op_freqs", "list_fake_quantized_op_freqs", "extract_intermdeiate_expr"), "统计和取出一类函数的 `mod` 从 `main` 看起，没有 `main` 时抛出 `ValueError`")
def _(tvm, name):
    x = var(tvm, "x")
    mod = tvm.IRModule({"other": tvm.relay.Function([x], tvm.relay.abs(x))})
    args = (0,) if name.startswith("extract") else ()
    with raises("ValueError"):
        getattr(tvm.relay.analysis, name)(mod, *args)


@proves("tvm.relay.analysis.free_vars", "按后序遍历里第一次出现的次序", "不分作用范围：一处绑定了，别处自由的也不算", "遍历不会从 `GlobalVar` 走进它的函数")
@proves("tvm.relay.analysis.bound_vars", "函数形参、let 的左边和模式里的变量，没有用到的形参也算", "得到其中 `PatternVar` 的变量")
@proves("tvm.relay.analysis.all_vars", "绑定的在进入函数或 let 时就计入，所以排在函数体的变量之前")
def _(tvm):
    relay, analysis = tvm.relay, tvm.relay.analysis
    x, y, z, unused = (var(tvm, name) for name in ("x", "y", "z", "unused"))
    func = relay.Function([x, unused], relay.abs(x) + y)
    assert hints(analysis.free_vars(func)) == ["y"] and hints(analysis.bound_vars(func)) == ["x", "unused"]
    assert hints(analysis.all_vars(func)) == ["x", "unused", "y"]
    assert hints(analysis.free_vars((z + y) * z + x)) == ["z", "y", "x"]
    outside = relay.Tuple([x, relay.Function([x], x)])
    assert hints(analysis.free_vars(outside)) == []
    let = relay.Let(z, y, x)
    assert hints(analysis.bound_vars(let)) == ["z"] and hints(analysis.all_vars(let)) == ["z", "y", "x"]
    assert hints(analysis.bound_vars(relay.PatternTuple([relay.PatternVar(y), relay.PatternWildcard()]))) == ["y"]
    mod = tvm.IRModule({"f": relay.Function([], x)})
    assert hints(analysis.free_vars(mod.get_global_var("f")())) == []
    made = relay.Function(analysis.free_vars(x + y), x + y)
    assert hints(made.params) == ["x", "y"]


@proves("tvm.relay.analysis.free_type_vars", "没有绑定的类型变量", "没有类型标注的变量没有类型变量", "用到代数数据类型的构造器时必须给出它的定义，否则报 `There is no definition of`；默认是空模块", "返回 `ir.TypeVar` 的 `Array`")
@proves("tvm.relay.analysis.bound_type_vars", "列在函数或函数类型的 `type_params` 里的类型变量，以及构造器所属类型定义的类型变量")
@proves("tvm.relay.analysis.all_type_vars", "各列一次，次序是遍历时第一次遇到的次序")
def _(tvm):
    relay, analysis = tvm.relay, tvm.relay.analysis
    a, b = relay.TypeVar("a"), relay.TypeVar("b")
    x, y = relay.Var("x", a), relay.Var("y", b)
    func = relay.Function([x, y], x, a, [a])
    assert hints(analysis.free_type_vars(func)) == ["b"] and hints(analysis.bound_type_vars(func)) == ["a"]
    assert sorted(hints(analysis.all_type_vars(func))) == ["a", "b"]
    assert hints(analysis.all_type_vars(relay.TupleType([b, a, b]))) == ["b", "a"]
    assert hints(analysis.free_type_vars(relay.FuncType([a], b, [a]))) == ["b"]
    assert hints(analysis.free_type_vars(relay.Var("plain"))) == []
    mod, _, *constructors = prelude(tvm)
    with raises("TVMError", "There is no definition of"):
        analysis.free_type_vars(constructors[0])
    assert len(analysis.bound_type_vars(constructors[0], mod)) == 1


@proves("tvm.relay.analysis.post_order_visit", "先子后父地访问每个节点，各调用一次 `fvisit(节点)`，返回值不看", "被调用的 `Op` 也是节点，先于实参。函数的形参先于函数体。共用的子表达式只访问一次", "回调里的 `ValueError`、`TypeError`、`KeyError`、`IndexError`、`AttributeError` 仍是原来的类，其他内建异常和自己定义的变成 `tvm.TVMError`，原来的类名只在信息里")
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x"), var(tvm, "y")
    shared, seen = x + x, []
    visit = relay.analysis.post_order_visit
    visit(shared * shared, lambda node: seen.append(type(node).__name__) or "ignored")
    assert seen == ["Op", "Op", "Var", "Call", "Call"]
    seen.clear()
    visit(relay.Function([y], relay.abs(x)), lambda node: seen.append(getattr(node, "name_hint", type(node).__name__)))
    assert seen.index("y") < seen.index("x") < seen.index("Call")

    class Own(Exception):
        pass

    def failing(kind):
        def visitor(node):
            raise kind("words")

        return visitor

    for kind in (ValueError, TypeError, KeyError, IndexError, AttributeError):
        with raises(kind):
            visit(x, failing(kind))
    for kind in (ZeroDivisionError, OSError, Own):
        try:
            visit(x, failing(kind))
        except Exception as error:
            assert type(error) is tvm.TVMError and kind.__name__ in str(error), type(error)
        else:
            raise AssertionError("nothing was raised")


@proves("tvm.relay.analysis.all_dtypes", "没有推断过类型的节点不算，全都没有推断时是空集，变量的标注和常量也不例外", "返回 Python 的 set，元素是字符串")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x")
    func = relay.Function([x], relay.cast(x + relay.const(1.0), "int8"))
    assert relay.analysis.all_dtypes(func) == set()
    found = relay.analysis.all_dtypes(typed(tvm, func)["main"])
    assert type(found) is set and {str(one) for one in found} == {"float32", "int8"}


@proves("tvm.relay.analysis.well_formed", "同一个变量作两个函数的形参、在同一个函数里列两次、又自由又绑定，都返回 0", "同一个函数对象用两次没有问题", "它不检查类型，单纯的自由变量也不算错", "写着 bool 的 C++ 函数在 Python 里返回 0 或 1")
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x"), var(tvm, "y")
    good = relay.analysis.well_formed
    bad = (relay.Tuple([relay.Function([x], x), relay.Function([x], x)]), relay.Function([x, x], x), relay.Tuple([x, relay.Function([x], x)]), relay.Let(x, y, relay.Let(x, y, x)), relay.Tuple([relay.Function([x], x), x]))
    for expr in bad:
        assert good(expr) == 0 and good(expr) is not False
    same = relay.Function([x], x)
    for expr in (relay.Tuple([same, same]), x + y, relay.abs(relay.Tuple([x])), relay.Function([x], x + y)):
        assert good(expr) == 1


@proves("tvm.relay.analysis.check_kind", "返回 `ir.TypeKind` 的整数值", "`PrimType` 抛出 `TVMError`", "`TypeCall` 的类型要在里面有定义；默认是空模块", "元组、引用、函数的参数和返回值里只能有种类 `Type` 的部分", "`TypeCall` 的实参个数不对时，信息也是 `is undefined`")
def _(tvm):
    relay, check, kinds = tvm.relay, tvm.relay.analysis.check_kind, tvm.ir.TypeKind
    mod, list_var, *_ = prelude(tvm)
    element = relay.TensorType(())
    plain = (element, relay.TupleType([element]), relay.FuncType([element], element), relay.RefType(element), relay.TypeVar("a"))
    assert [check(one) for one in plain] == [kinds.Type] * 5
    assert check(list_var) == kinds.AdtHandle and check(mod[list_var], mod) == kinds.TypeData
    assert (check(list_var(element), mod), int(check(mod[list_var], mod))) == (0, 6)
    with raises("TVMError"):
        check(tvm.ir.PrimType("int32"))
    with raises("TVMError"):
        check(list_var(element))
    with raises("TVMError", "is undefined"):
        check(list_var(element, element), mod)
    shape = relay.TypeVar("s", kinds.ShapeVar)
    for one in (relay.TupleType([shape]), relay.RefType(shape), relay.FuncType([shape], element), relay.FuncType([element], shape)):
        with raises("TVMError"):
            check(one)


@proves("tvm.relay.analysis.check_constant", "空元组也是。不计算：两个常量相加返回 0", "带 `on_device` 标注的常量也算")
def _(tvm):
    relay, check = tvm.relay, tvm.relay.analysis.check_constant
    one = relay.const(1.0)
    yes = (one, relay.Tuple([]), relay.Tuple([one, relay.Tuple([one])]), relay.annotation.on_device(one, tvm.cpu()))
    no = (one + one, relay.Tuple([one, var(tvm, "x")]), var(tvm, "x"))
    assert [check(expr) for expr in (*yes, *no)] == [1] * 4 + [0] * 3


@proves("tvm.relay.analysis.check_basic_block_normal_form", "符合时返回 1；不符合时不返回 0，而是抛出 `TVMError`", "没有包成函数时，几个分支共用的自由变量也算不符合", "用 `relay.transform.ToBasicBlockNormalForm` 可以得到这种形式")
def _(tvm):
    relay, check, x = tvm.relay, tvm.relay.analysis.check_basic_block_normal_form, var(tvm, "x")
    condition = relay.var("c", shape=(), dtype="bool")
    both = relay.exp(x)
    branch = relay.If(condition, both, relay.abs(both))
    mod = tvm.IRModule.from_expr(branch)
    with raises("TVMError", "violates the basic block normal form"):
        check(mod["main"])
    assert check(relay.transform.ToBasicBlockNormalForm()(typed(tvm, mod))["main"]) == 1
    plain = relay.If(condition, relay.exp(x), relay.abs(x))
    assert check(relay.Function([condition, x], plain)) == 1
    with raises("TVMError", "violates the basic block normal form"):
        check(plain)


@proves("tvm.relay.analysis.unmatched_cases", "全部覆盖时返回空的 `Array`", "一个分支都没有时，结果是一个通配符", "构造器所属的类型要在里面有定义，否则报 `There is no definition of`", "只写了 `Nil` 的列表匹配，缺的是 `Cons(_, _)`")
def _(tvm):
    relay, find = tvm.relay, tvm.relay.analysis.unmatched_cases
    mod, _, *constructors = prelude(tvm)
    cons, nil = (next(c for c in constructors if c.name_hint == name) for name in ("Cons", "Nil"))
    empty, unit = relay.PatternConstructor(nil, []), relay.Tuple([])
    match = lambda *patterns: relay.Match(relay.var("v"), [relay.Clause(pattern, unit) for pattern in patterns], False)
    found = find(match(empty), mod)
    assert [(case.constructor.name_hint, [type(one).__name__ for one in case.patterns]) for case in found] == [("Cons", ["PatternWildcard"] * 2)]
    whole = relay.PatternConstructor(cons, [relay.PatternWildcard(), relay.PatternWildcard()])
    assert len(find(match(empty, whole), mod)) == len(find(match(relay.PatternWildcard()), mod)) == 0
    assert [type(one).__name__ for one in find(match(), mod)] == ["PatternWildcard"]
    with raises("TVMError", "There is no definition of"):
        find(match(empty))


MEMBERS = {"fVar": "有局部变量，形参也算", "fGlobalVar": "引用了模块里的函数", "fConstant": "有常量", "fTuple": "构造元组", "fTupleGetItem": "取元组的一项", "fFunction": "有函数，最外层的也算", "fOp": "用到算子", "fCall": "有调用", "fLet": "有 let", "fIf": "有条件分支", "fRefCreate": "建立可变引用", "fRefRead": "读引用", "fRefWrite": "写引用", "fConstructor": "用到代数数据类型的构造器，只在模式里出现的不算", "fMatch": "有模式匹配", "fGraph": "有共用的子表达式；变量、算子一类的原子重复出现不算", "fLetRec": "let 的右边用到左边的变量，即局部递归"}


@proves("tvm.relay.analysis.Feature", *(f"`{name}` | {at}：{words}" for at, (name, words) in enumerate(MEMBERS.items())))
def _(tvm):
    relay, detect, x, y = tvm.relay, tvm.relay.analysis.detect_feature, var(tvm, "x"), var(tvm, "y")
    assert {one.name: int(one) for one in relay.analysis.Feature} == {name: at for at, name in enumerate(MEMBERS)}
    names = lambda *args: {one.name for one in detect(*args)}
    mod, _, *constructors = prelude(tvm)
    nil = next(c for c in constructors if c.name_hint == "Nil")
    shared, unit, one = relay.abs(x), relay.Tuple([]), relay.const(1.0)
    condition = relay.var("c", shape=(), dtype="bool")
    f = relay.Var("f")
    cases = (
        (x, {"fVar"}),
        (relay.Function([x], one), {"fVar", "fFunction", "fConstant"}),
        (relay.GlobalVar("g"), {"fGlobalVar"}),
        (unit, {"fTuple"}),
        (relay.TupleGetItem(x, 0), {"fVar", "fTupleGetItem"}),
        (shared, {"fVar", "fOp", "fCall"}),
        (relay.Tuple([shared, shared]), {"fVar", "fOp", "fCall", "fTuple", "fGraph"}),
        (relay.add(x, x), {"fVar", "fOp", "fCall"}),
        (relay.Tuple([relay.abs(x), relay.abs(x)]), {"fVar", "fOp", "fCall", "fTuple"}),
        (relay.Let(x, one, one), {"fVar", "fLet", "fConstant"}),
        (relay.If(condition, one, one), {"fVar", "fIf", "fConstant"}),
        (relay.RefCreate(one), {"fRefCreate", "fConstant"}),
        (relay.RefRead(x), {"fRefRead", "fVar"}),
        (relay.RefWrite(x, y), {"fRefWrite", "fVar"}),
        (nil, {"fConstructor"}),
        (relay.Match(x, [relay.Clause(relay.PatternConstructor(nil, []), y)]), {"fMatch", "fVar"}),
        (relay.Let(f, relay.Function([], f()), f), {"fVar", "fLet", "fLetRec", "fFunction", "fCall"}),
    )
    for expr, wanted in cases:
        assert names(expr) - ({"fGraph"} if expr.same_as(cases[10][0]) or expr.same_as(cases[9][0]) else set()) == wanted, (expr, names(expr))


@proves("tvm.relay.analysis.detect_feature", "两者必须一个是表达式、一个是模块，结果取并集，次序不限，同类的两个抛出 `TVMError`", "含 `PrimFunc` 的抛出 `TVMError`", "带 `Primitive` 属性的函数不进去看，只得到 `fFunction`", "返回 `Feature` 的集合")
def _(tvm):
    relay, detect, x = tvm.relay, tvm.relay.analysis.detect_feature, var(tvm, "x")
    func = relay.Function([x], relay.abs(x))
    mod = tvm.IRModule.from_expr(func)
    names = lambda *args: {one.name for one in detect(*args)}
    assert names(mod) == {"fVar", "fFunction", "fOp", "fCall"} and isinstance(detect(mod), set)
    assert names(relay.Tuple([]), mod) == names(mod, relay.Tuple([])) == names(mod) | {"fTuple"}
    for pair in ((x, x), (mod, mod)):
        with raises("TVMError"):
            detect(*pair)
    assert names(func.with_attr("Primitive", 1)) == {"fFunction"}
    A = tvm.te.placeholder((2,))
    prim = tvm.te.create_prim_func([A, tvm.te.compute((2,), lambda i: A[i])])
    with raises("TVMError"):
        detect(tvm.IRModule({"main": func, "p": prim}))


def network(tvm):
    """Three dense layers, the first shared by the others."""
    relay = tvm.relay
    weights = [var(tvm, f"w{i}", 4, 4) for i in range(3)]
    data = var(tvm, "data", 1, 4)
    first = relay.nn.relu(relay.nn.dense(data, weights[0]))
    return data, weights, relay.nn.dense(first, weights[1]) + relay.nn.dense(first, weights[2])


@proves("tvm.relay.analysis.list_op_freqs", "返回算子名到整数的 `ir.Map`", "融合得到的局部函数会进去数；`main` 调用的其他全局函数不看，同一个局部函数对象调用两次只数一次。传表达式抛出 `TVMError`")
def _(tvm):
    relay, count = tvm.relay, tvm.relay.analysis.list_op_freqs
    mod = tvm.IRModule.from_expr(network(tvm)[2])
    wanted = {"add": 1, "nn.dense": 3, "nn.relu": 1}
    plain = lambda found: {str(name): int(number) for name, number in found.items()}
    assert plain(count(mod)) == wanted and isinstance(count(mod), tvm.ir.Map)
    assert plain(count(relay.transform.FuseOps(2)(typed(tvm, mod)))) == wanted
    x, y, z = (var(tvm, name) for name in "xyz")
    local = relay.Function([y], relay.abs(y))
    assert plain(count(tvm.IRModule.from_expr(relay.Function([x], local(local(x)))))) == {"abs": 1}
    both = tvm.IRModule({"other": relay.Function([z], relay.exp(z))})
    both["main"] = relay.Function([x], both.get_global_var("other")(relay.abs(x)))
    assert plain(count(both)) == {"abs": 1}
    with raises("TVMError"):
        count(mod["main"])


def quantize(tvm, value):
    return tvm.relay.qnn.op.quantize(value, tvm.relay.const(0.5), tvm.relay.const(0), out_dtype="int8")


def dequantize(tvm, value):
    return tvm.relay.qnn.op.dequantize(value, tvm.relay.const(0.5), tvm.relay.const(0))


@proves("tvm.relay.analysis.list_fake_quantized_op_freqs", "即没有 `qnn.dequantize` 挡住的，这一整段不算", "不含这两个算子自己；两个 `qnn.quantize` 共用的算子数两次", "只看 `main`，先推断类型")
@proves_check("tvm.relay.analysis.list_fake_quantized_op_freqs", "遇到函数的调用（融合或划分以后的模块）则是 `InternalError`")
def _(tvm, release):
    relay, count = tvm.relay, tvm.relay.analysis.list_fake_quantized_op_freqs
    plain = lambda expr: {str(name): int(number) for name, number in count(tvm.IRModule.from_expr(expr)).items()}
    real = dequantize(tvm, var(tvm, "q", 1, 4, dtype="int8"))
    middle = relay.nn.relu(relay.reshape(real, (4, 1)))
    assert plain(quantize(tvm, middle)) == {"nn.relu": 1, "reshape": 1}
    assert plain(quantize(tvm, relay.nn.relu(var(tvm, "data", 1, 4)))) == {}
    assert plain(quantize(tvm, relay.nn.relu(real) + var(tvm, "data", 1, 4))) == {}
    assert plain(relay.Tuple([quantize(tvm, middle), quantize(tvm, relay.abs(middle))])) == {"nn.relu": 2, "reshape": 2, "abs": 1}
    y = var(tvm, "y", 1, 4)
    with raises(check_error(release)):
        plain(quantize(tvm, relay.Function([y], relay.abs(y))(real)))


@proves("tvm.relay.analysis.get_total_mac_number", "表达式要先推断类型，否则得到 0", "输出元素数 × 卷积核面积 × 输入通道 ÷ `groups`", "要写明 `kernel_size`，否则抛出 `TVMError`", "批次 × 输入 × 输出", "两个输入必须都是二维，否则抛出 `TVMError`", "`x` 的批次 × `m` × `k` × `y` 的第 1 维", "`transpose_b=False` 时第 1 维是 `k`，结果不对；`x` 的批次是 1、靠广播时少算", "其他算子算 0，包括 `nn.conv1d`、`nn.conv3d`、`nn.matmul` 和 `qnn.dense`。共用的调用只算一次，融合得到的函数会进去数")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    count = relay.analysis.get_total_mac_number
    macs = lambda body: count(typed(tvm, body)["main"])
    v = lambda name, *shape: var(tvm, name, *shape)
    conv = lambda groups, **more: nn.conv2d(v("x", 2, 4, 7, 8), v("w", 6, 4 // groups, 3, 2), groups=groups, **more)
    assert macs(conv(1, kernel_size=(3, 2), channels=6)) == 2 * 6 * 5 * 7 * 6 * 4 == 2 * macs(conv(2, kernel_size=(3, 2), channels=6))
    with raises("TVMError"):
        macs(conv(1))
    assert macs(nn.dense(v("x", 3, 4), v("w", 5, 4))) == 60 and count(nn.dense(v("x", 3, 4), v("w", 5, 4))) == 0
    with raises("TVMError"):
        macs(nn.dense(v("x", 2, 3, 4), v("w", 5, 4)))
    a, b, t = v("a", 2, 3, 4), v("b", 2, 5, 4), v("t", 2, 4, 5)
    assert macs(nn.batch_matmul(a, b)) == 120 and macs(nn.batch_matmul(a, t, transpose_b=False)) == 2 * 3 * 4 * 4
    assert macs(nn.batch_matmul(v("a", 1, 3, 4), b)) == 60
    zero = (nn.conv1d(v("x", 1, 2, 5), v("w", 3, 2, 3), kernel_size=3, channels=3), nn.matmul(v("x", 2, 3), v("y", 3, 4)), relay.abs(a))
    assert [macs(one) for one in zero] == [0, 0, 0]
    shared = nn.dense(v("x", 3, 4), v("w", 5, 4))
    assert macs(shared + shared) == 60
    fused = relay.transform.FuseOps(2)(typed(tvm, nn.relu(shared)))
    assert count(fused["main"]) == 60


@proves("tvm.relay.analysis.get_total_mac_number", "输出比输入大时高估：转置卷积的每个输出并不都用到整个卷积核")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    call = nn.conv2d_transpose(var(tvm, "x", 1, 2, 4, 4), var(tvm, "w", 2, 3, 3, 3), kernel_size=(3, 3), channels=3, strides=(2, 2))
    mod = typed(tvm, call)
    out = [int(n) for n in mod["main"].ret_type.shape]
    assert relay.analysis.get_total_mac_number(mod["main"]) == np.prod(out) * 9 * 2 > 4 * 4 * 2 * 3 * 9


@proves("tvm.relay.analysis.count_layers", "模块取 `main`", "算子名，没有注册的抛出 `TVMError`；写成一个字符串会被拆成字母，同样报错", "元组、`If`、`let`、`match` 等的各部分之间不退回计数，并行的两支会相加", "共用的子表达式只在第一次到达时计算，结果随实参的次序变", "不进入被调用的函数，融合以后的模块得到 0")
def _(tvm):
    relay, count = tvm.relay, tvm.relay.analysis.count_layers
    data, weights, body = network(tvm)
    left, right = (relay.nn.dense(data, weight) for weight in weights[:2])
    deep = relay.nn.dense(left, weights[2])
    layers = [left + right, relay.concatenate([left, right], axis=0), deep + left, left + deep]
    assert [count(one, ["nn.dense"]) for one in layers] == [1, 2, 2, 1]
    arms = [relay.Clause(relay.PatternWildcard(), relay.nn.dense(data, weight)) for weight in weights[:2]]
    parted = [relay.Match(data, arms, False), relay.RefWrite(relay.RefCreate(left), right)]
    assert [count(one, ["nn.dense"]) for one in parted] == [2, 2]
    mod = tvm.IRModule.from_expr(deep)
    assert count(mod, ["nn.dense"]) == count(mod["main"], ["nn.dense"]) == 2 and type(count(mod, ["nn.dense"])) is int
    for names in (["nonsense"], "nn.dense"):
        with raises("TVMError"):
            count(mod, names)
    assert count(relay.transform.FuseOps(2)(typed(tvm, mod)), ["nn.dense"]) == 0


@proves("tvm.relay.analysis.search_fc_transpose", "返回权重变量的名称", "`w` 必须是变量，常量不算；被调用的函数里面不找", "`transpose` 的轴不检查", "同一个变量用两次就列两次")
def _(tvm):
    relay, find = tvm.relay, tvm.relay.analysis.search_fc_transpose
    x, w = var(tvm, "x", 3, 4), var(tvm, "w", 4, 4)
    fc = relay.nn.dense(x, relay.transpose(w, [1, 0]))
    names = lambda expr: [str(one) for one in find(expr)]
    assert names(fc) == ["w"] and names(relay.nn.dense(x, w)) == []
    assert names(relay.nn.dense(x, relay.transpose(w, [0, 1]))) == ["w"]
    assert names(relay.nn.dense(x, relay.transpose(relay.const(np.zeros((4, 4), "float32"))))) == []
    assert names(fc + relay.nn.dense(x + x, relay.transpose(w, [1, 0]))) == ["w", "w"]
    inner = relay.Function([x, w], fc)
    assert names(inner(var(tvm, "a", 3, 4), var(tvm, "b", 4, 4))) == []


@proves("tvm.relay.analysis.extract_fused_functions", "返回字典，键是 `ir.GlobalVar`（名称是函数结构散列的十进制），不是英文文档字符串写的 int；结构相同的函数只有一个", "`opt_level` 为 0 时取函数的那一步（级别 1）被跳过，得到的是模块原来的全局函数", "传入的模块不变")
def _(tvm):
    relay, extract = tvm.relay, tvm.relay.analysis.extract_fused_functions
    mod = tvm.IRModule.from_expr(network(tvm)[2])
    before = mod.astext()
    found = extract(mod)
    assert type(found) is dict and all(isinstance(key, tvm.ir.GlobalVar) and key.name_hint.lstrip("-").isdigit() for key in found)
    assert mod.astext() == before and len(found) == 3
    x = var(tvm, "x", 4, 4)
    twice = relay.nn.dense(relay.nn.dense(x, var(tvm, "w", 4, 4)), var(tvm, "v", 4, 4))
    assert len(extract(tvm.IRModule.from_expr(twice))) == 1
    with tvm.transform.PassContext(opt_level=0):
        assert hints(extract(mod)) == ["main"]


@proves("tvm.relay.analysis.extract_intermdeiate_expr", "最后一个没有名称的结果接着编号", "只有调用、元组和取元组项参加编号，局部函数和分支里面的也算", "超出范围抛出 `TVMError`。自由变量成为新模块的形参")
def _(tvm):
    relay, extract = tvm.relay, tvm.relay.analysis.extract_intermdeiate_expr
    x, y = var(tvm, "x"), var(tvm, "y")
    mod = tvm.IRModule.from_expr(relay.nn.relu(relay.exp(x) + relay.abs(y)))
    top = lambda number: extract(mod, number)["main"]
    assert [top(i).body.op.name for i in range(4)] == ["exp", "abs", "add", "nn.relu"]
    assert hints(top(1).params) == ["y"] and hints(top(2).params) == ["x", "y"]
    with raises("TVMError"):
        extract(mod, 4)
    z = var(tvm, "z")
    local = relay.Function([z], relay.sqrt(relay.exp(z)))
    inside = tvm.IRModule.from_expr(relay.TupleGetItem(relay.Tuple([local(x)]), 0))
    kinds = []
    for i in range(9):
        try:
            kinds.append(type(extract(inside, i)["main"].body).__name__)
        except tvm.TVMError:
            break
    assert sorted(kinds) == ["Call", "Call", "Call", "Tuple", "TupleGetItem"], kinds


def partitioned(tvm, body=None, times=1):
    """A module whose main calls a function of an external compiler."""
    relay, x, p = tvm.relay, var(tvm, "x"), var(tvm, "p")
    external = relay.Function([p], (body or relay.abs)(p)).with_attr({"Compiler": "mylib", "global_symbol": "ext_0"})
    mod = typed(tvm, tvm.IRModule({"ext_0": external}))
    called = relay.negative(x)
    for _ in range(times):
        called = mod.get_global_var("ext_0")(called)
    mod["main"] = relay.Function([x], relay.nn.relu(called) if body is None else called)
    return typed(tvm, mod)


@proves("tvm.relay.analysis.get_calibration_data", "`main` 的全部输入，缺一个抛出 `KeyError`", "多余的名称不看", "返回字典，键是函数的 `ir.GlobalVar`，值是 `{\"inputs\": [...], \"outputs\": [...]}`", "函数体直接是元组时，各项依次列在 `outputs` 里", "没有这样的函数时是空字典", "同一个函数在 `main` 里调用两次报 `Repeated function call`")
def _(tvm):
    relay, get = tvm.relay, tvm.relay.analysis.get_calibration_data
    values = np.array([1, -2, 3, -4], "float32")
    (name, record), = get(partitioned(tvm), {"x": values, "other": values}).items()
    assert isinstance(name, tvm.ir.GlobalVar) and name.name_hint == "ext_0"
    assert np.array_equal(record["inputs"][0].numpy(), -values) and np.array_equal(record["outputs"][0].numpy(), abs(values))
    assert record["inputs"][0].device == tvm.cpu()
    with raises("KeyError"):
        get(partitioned(tvm), {"y": values})
    (_, record), = get(partitioned(tvm, lambda p: relay.Tuple([relay.abs(p), relay.negative(p)])), {"x": values}).items()
    assert [one.numpy().tolist() for one in record["outputs"]] == [[1, 2, 3, 4], [1, -2, 3, -4]]
    x = var(tvm, "x")
    assert get(typed(tvm, relay.Function([x], relay.abs(x))), {"x": values}) == {}
    with raises("TVMError", "Repeated function call"):
        get(partitioned(tvm, times=2), {"x": values})


@proves("tvm.relay.analysis.CallGraph", "模块里没有这个名称时抛出 `ValueError`，另建的同名 `GlobalVar` 查不到，其他类型抛出 `TypeError`", "传入的模块", "被几处引用。同一个函数里，引用几次都算一次", "引用了几个全局函数，同上去重", "是否直接调用自己；互相递归返回 0", "一个函数的文本，含内存地址", "建立时算好；以后加进模块的函数查不到", "没有被引用的 `PrimFunc` 不在图里")
def _(tvm):
    relay, x, y, z = tvm.relay, var(tvm, "x"), var(tvm, "y"), var(tvm, "z")
    mod = tvm.IRModule({"low": relay.Function([y], relay.abs(y))})
    low = mod.get_global_var("low")
    mod["main"] = relay.Function([x], low(x) + low(relay.exp(x)))
    again = relay.GlobalVar("again")
    mod[again] = relay.Function([z], again(z), relay.TensorType((4,), "float32"))
    graph = relay.analysis.CallGraph(mod)
    assert graph.module.same_as(mod) and "at: 0x" in graph.print_var("main")
    assert (graph.ref_count("low"), graph.global_call_count("main"), graph.ref_count(low)) == (1, 1, 1)
    assert (graph.is_recursive("low"), graph.is_recursive("again")) == (0, 1)
    with raises("ValueError"):
        graph.ref_count("nonsense")
    with raises("TVMError"):
        graph.ref_count(relay.GlobalVar("low"))
    with raises("TypeError"):
        graph.ref_count(1)
    a, b = relay.GlobalVar("a"), relay.GlobalVar("b")
    kind = relay.TensorType((4,), "float32")
    pair = tvm.IRModule()
    pair[a] = relay.Function([x], b(x), kind)
    pair[b] = relay.Function([y], a(y), kind)
    both = relay.analysis.CallGraph(pair)
    assert both.is_recursive("a") == both.is_recursive("b") == 0 and both.ref_count("a") == 1
    mod["late"] = relay.Function([], relay.const(1.0))
    with raises(Exception):
        graph.ref_count("late")
    A = tvm.te.placeholder((2,))
    prim = tvm.te.create_prim_func([A, tvm.te.compute((2,), lambda i: A[i])])
    with raises(Exception):
        relay.analysis.CallGraph(tvm.IRModule({"p": prim})).ref_count("p")


@proves("tvm.relay.analysis.AnnotatedRegionSet", "写字符串抛出 `TVMError`", "`len(集合)` 是区域的个数", "可读的字段有 `id`、`target`、`nodes`、`args`（开始标注）和 `rets`（结束标注）", "有结束而没有开始、首尾的编译器名称不同、同一个调用的实参有的在区域里有的不在，都在构造时抛出 `TVMError`", "节点所在的区域，两端的标注也在里面；不属于任何区域时是 `None`")
def _(tvm):
    from tvm.relay.op.annotation import compiler_begin, compiler_end

    relay, x, y = tvm.relay, var(tvm, "x"), var(tvm, "y")
    markers = [tvm.ir.Op.get(f"annotation.compiler_{side}") for side in ("begin", "end")]
    build = lambda expr: relay.analysis.AnnotatedRegionSet(expr, *markers)
    begin = compiler_begin(x, "mylib")
    inside = relay.abs(begin)
    end = compiler_end(relay.exp(inside), "mylib")
    outside = relay.nn.relu(end)
    regions = build(outside)
    region = regions.get_region(inside)
    assert len(regions) == len(regions.regions) == 1 and region.target == "mylib" and isinstance(region.id, int)
    assert (len(region.nodes), len(region.args), len(region.rets)) == (4, 1, 1)
    assert regions.get_region(begin).same_as(region) and regions.get_region(end).same_as(region)
    assert regions.get_region(outside) is None and regions.get_region(x) is None
    bad = (compiler_end(relay.abs(x), "mylib"), compiler_end(relay.abs(compiler_begin(x, "a")), "b"), compiler_end(relay.add(compiler_begin(x, "a"), y), "a"))
    for expr in bad:
        with raises("TVMError"):
            build(expr)
    with raises("TVMError"):
        relay.analysis.AnnotatedRegionSet(outside, "annotation.compiler_begin", "annotation.compiler_end")


@proves("tvm.relay.analysis.cpu", "就是 `tvm.cpu`")
def _(tvm):
    assert tvm.relay.analysis.cpu is tvm.cpu


COMPLETE = True
