"""More probes of docs/reference/api/python/relay/analysis.md: numbers of results, graphs of calls, and what is not checked."""

import inspect
import re

import numpy as np
from probes import proves, raises

NAMES = "tvm.relay.analysis."


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape or (4,), dtype=dtype)


def typed(tvm, mod):
    return tvm.relay.transform.InferType()(mod if isinstance(mod, tvm.IRModule) else tvm.IRModule.from_expr(mod))


@proves(NAMES + "free_vars", "返回 `relay.Var` 的 `Array`", "包成函数时常用它作形参：`relay.Function(relay.analysis.free_vars(body), body)`")
def _(tvm):
    relay = tvm.relay
    x, y = var(tvm, "x"), var(tvm, "y")
    body = relay.abs(x) + y
    free = relay.analysis.free_vars(body)
    assert isinstance(free, tvm.ir.Array) and all(isinstance(one, relay.Var) for one in free)
    assert list(relay.analysis.free_vars(relay.Function(free, body))) == []


@proves(NAMES + "free_type_vars", "同样不分作用范围", "另外两个同类函数的形参相同")
def _(tvm):
    relay, analysis = tvm.relay, tvm.relay.analysis
    t = relay.TypeVar("t")
    x, y = relay.Var("x", t), relay.Var("y", t)
    bound = relay.Function([x], x, None, [t])  # here `t` is bound, beside it `y` has it free
    assert list(analysis.free_type_vars(relay.Tuple([bound, y]))) == [] and list(analysis.free_type_vars(y)) == [t]
    kinds = [inspect.signature(getattr(analysis, name)) for name in ("free_type_vars", "bound_type_vars", "all_type_vars")]
    assert kinds[0] == kinds[1] == kinds[2]


@proves(NAMES + "check_constant", "规则就是常量折叠判断实参用的 `IsComplexConstant`")
def _(tvm):
    relay, one = tvm.relay, tvm.relay.const([1.0, 2.0])
    for fields in ((one, one), (one, relay.annotation.on_device(one, tvm.cpu())), (one, relay.exp(var(tvm, "x", 2))), (one, var(tvm, "x", 2))):
        args = relay.Tuple(fields)
        folded = relay.transform.FoldConstant()(typed(tvm, relay.concatenate(args, 0)))
        assert isinstance(folded["main"].body, relay.Constant) == bool(relay.analysis.check_constant(args))


@proves(NAMES + "check_basic_block_normal_form", "写出一个该提升的表达式")
def _(tvm):
    relay, both = tvm.relay, tvm.relay.exp(var(tvm, "x"))
    branch = relay.If(relay.var("c", shape=(), dtype="bool"), both, relay.abs(both))
    with raises("TVMError", "Op(exp)"):
        relay.analysis.check_basic_block_normal_form(tvm.IRModule.from_expr(branch)["main"])


@proves(NAMES + "detect_feature", "`a` 是表达式或模块")
def _(tvm):
    detect, body = tvm.relay.analysis.detect_feature, tvm.relay.abs(var(tvm, "x"))
    mod = tvm.IRModule.from_expr(body)
    assert detect(mod) == detect(mod["main"]) == detect(body) | {tvm.relay.analysis.Feature.fFunction}


def quantized(tvm, operator):
    relay = tvm.relay
    real = operator(relay.qnn.op.dequantize(var(tvm, "q", 1, 4, dtype="int8"), relay.const(0.5), relay.const(0)))
    return typed(tvm, relay.qnn.op.quantize(real, relay.const(0.5), relay.const(0), out_dtype="int8"))


@proves(NAMES + "list_fake_quantized_op_freqs", "它们是 `relay.transform.FakeQuantizationToInteger` 的对象", "返回算子名到次数的 `ir.Map`，不含这两个算子自己", "它不判断算子有没有整数版本")
def _(tvm):
    relay = tvm.relay
    for operator, name, left in ((relay.nn.relu, "nn.relu", False), (lambda real: relay.cumsum(real, 1), "cumsum", True)):
        mod = quantized(tvm, operator)
        found = relay.analysis.list_fake_quantized_op_freqs(mod)
        assert isinstance(found, tvm.ir.Map) and {str(key): int(n) for key, n in found.items()} == {name: 1}
        assert (name in relay.analysis.list_op_freqs(relay.transform.FakeQuantizationToInteger()(mod))) == left


MACS = NAMES + "get_total_mac_number"


def macs(tvm, body):
    return tvm.relay.analysis.get_total_mac_number(typed(tvm, body)["main"])


@proves(MACS, "公式要用的动态维没有检查：`nn.dense` 和 `nn.batch_matmul` 得到没有意义的数")
def _(tvm):
    nn, some = tvm.relay.nn, tvm.relay.Any()
    found = macs(tvm, nn.dense(var(tvm, "x", some, 4), var(tvm, "w", 3, 4))), macs(tvm, nn.batch_matmul(var(tvm, "a", 1, some, 4), var(tvm, "b", 1, 3, 4)))
    assert all(isinstance(one, int) for one in found)  # whatever lies in memory where the extent would be


@proves(MACS, "`nn.conv2d` 可能使进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    macs(tvm, tvm.relay.nn.conv2d(var(tvm, "x", tvm.relay.Any(), 4, 8, 8), var(tvm, "w", 6, 4, 3, 3), kernel_size=(3, 3)))


@proves(MACS, "规则注册在 `FMacCount` 属性里", "两次 `batch_matmul` 的计算量都是 2 × 3 × 4 × 5 = 120，第二个少算了")
def _(tvm):
    nn, op = tvm.relay.nn, tvm.relay.op.get
    for name in ("nn.conv2d", "nn.conv2d_transpose", "nn.dense", "nn.batch_matmul"):
        assert op(name).get_attr("FMacCount") is not None
    assert op("nn.conv1d").get_attr("FMacCount") is None
    a = var(tvm, "a", 2, 3, 4)
    assert macs(tvm, nn.batch_matmul(a, var(tvm, "b", 2, 5, 4))) == 120
    assert macs(tvm, nn.batch_matmul(a, var(tvm, "t", 2, 4, 5), transpose_b=False)) == 96


@proves(NAMES + "count_layers", "返回 int", "有三处与「最深的链」不符", "第一个是对的", "第二个应为 1，第四个应为 2")
def _(tvm):
    relay, data = tvm.relay, var(tvm, "data", 1, 4)
    weights = [var(tvm, f"w{n}", 4, 4) for n in range(3)]
    left, right = (relay.nn.dense(data, weight) for weight in weights[:2])
    deep = relay.nn.dense(left, weights[2])
    layers = [left + right, relay.concatenate([left, right], 0), deep + left, left + deep]
    found = [relay.analysis.count_layers(body, ["nn.dense"]) for body in layers]
    assert found == [1, 2, 2, 1] and type(found[0]) is int

    def deepest(node):
        args = [deepest(one) for one in (node.args if isinstance(node, relay.Call) else node.fields if isinstance(node, relay.Tuple) else [])]
        return max(args, default=0) + (isinstance(node, relay.Call) and node.op.name == "nn.dense")

    assert [deepest(body) for body in layers] == [1, 1, 2, 2]
    fused = relay.transform.FuseOps(1)(typed(tvm, left + right))
    assert relay.analysis.count_layers(fused, ["nn.dense"]) == 0


@proves(NAMES + "search_fc_transpose", "供 `relay.data_dep_optimization.simplify_fc_transpose` 使用：把权重预先转置，省掉运行时的 `transpose`")
def _(tvm):
    relay = tvm.relay
    x, w = var(tvm, "x", 1, 4), var(tvm, "w", 4, 3)
    body = relay.nn.dense(x, relay.transpose(w, [1, 0]))
    values = np.arange(12, dtype="float32").reshape(4, 3)
    func = typed(tvm, body)["main"]
    assert [str(name) for name in relay.analysis.search_fc_transpose(func)] == ["w"]
    made, params = relay.data_dep_optimization.simplify_fc_transpose.convert(func, {"w": tvm.nd.array(values)})
    assert list(params) == ["w.T"] and np.array_equal(params["w.T"].numpy(), values.T)
    assert sorted(map(str, relay.analysis.list_op_freqs(tvm.IRModule.from_expr(made)))) == ["nn.dense"]


EXTRACT = NAMES + "extract_intermdeiate_expr"


@proves(EXTRACT, "名称里的拼写就是这样", "局部函数、`if`、`match`、引用的建立和读写打印时也各占一个号，`let` 的右边不占号，有这些时也对不上", "编号从 0 起，先数各个实参（从左到右），再数自己", "`exp(a) * 2 + abs(tanh(a))` 里 `tanh` 打印成 `%1`，编号是 2")
def _(tvm):
    relay, x, p, r = tvm.relay, var(tvm, "x"), var(tvm, "p"), tvm.relay.var("r")
    assert not hasattr(relay.analysis, "extract_intermediate_expr")
    after = lambda value: relay.Tuple([value, value])
    branch = relay.If(relay.var("c", shape=(), dtype="bool"), relay.exp(x), relay.abs(x))
    match = relay.Match(relay.exp(x), [relay.Clause(relay.PatternWildcard(), relay.abs(x))])
    kept = relay.RefCreate(relay.exp(x))
    found = {
        "fn": relay.Function([p], relay.exp(p))(relay.abs(x)),
        "if": branch,
        "match": match,
        "ref": kept,
        "ref_read": relay.RefRead(kept),
        "ref_write": relay.RefWrite(kept, x),
    }

    def agree(mod):
        """Whether the printed numbers are those to extract by."""
        heads = []
        for at, head in re.findall(r"%(\d+) = ([\w.]+)", str(mod["main"])):
            try:
                body = relay.analysis.extract_intermdeiate_expr(mod, int(at))["main"].body
            except tvm.TVMError:
                return False
            heads.append(isinstance(body, relay.Call) and isinstance(body.op, tvm.ir.Op) and body.op.name == head)
        return all(heads)

    assert agree(tvm.IRModule.from_expr(after(relay.nn.relu(relay.exp(x)))))
    wide = tvm.IRModule.from_expr(relay.exp(x) * relay.const(2.0) + relay.abs(relay.tanh(x)))
    assert "%1 = tanh" in str(wide["main"]) and not agree(wide)
    names = [relay.analysis.extract_intermdeiate_expr(wide, n)["main"].body.op.name for n in range(5)]
    assert names == ["exp", "multiply", "tanh", "abs", "add"]
    for word, value in found.items():
        mod = tvm.IRModule.from_expr(after(value))
        assert re.search(rf"%\d+ = {word}\b", str(mod["main"])) and not agree(mod), str(mod["main"])
    bound = tvm.IRModule.from_expr(relay.Let(r, relay.exp(x), relay.nn.relu(relay.abs(r))))
    assert "let %r = exp" in str(bound["main"]) and "%0 = abs" in str(bound["main"])
    assert relay.analysis.extract_intermdeiate_expr(bound, 0)["main"].body.op.name == "exp"


CALIBRATE = NAMES + "get_calibration_data"


def partitioned(tvm, *bodies):
    """A module whose main calls functions of an external compiler, one after another."""
    relay, x = tvm.relay, var(tvm, "x")
    mod, called = tvm.IRModule(), relay.negative(x)
    for n, body in enumerate(bodies):
        p = var(tvm, f"p{n}")
        mod[f"ext_{n}"] = relay.Function([p], body(p)).with_attr({"Compiler": "mylib", "global_symbol": f"ext_{n}"})
    mod = typed(tvm, mod)
    results = [mod.get_global_var(f"ext_{n}")(called) for n in range(len(bodies))]
    mod["main"] = relay.Function([x], relay.Tuple(results))
    return typed(tvm, mod)


VALUES = np.array([1, -2, 3, -4], "float32")


@proves(CALIBRATE, "函数体是返回元组的调用（如 `split`）或 let 时只列出第一项，后面的函数的记录也跟着错位")
def _(tvm):
    relay, name = tvm.relay, tvm.relay.var("name")
    halves = lambda p: relay.split(p, 2).astuple()
    bound = lambda p: relay.Let(name, relay.exp(p), relay.Tuple([p, name]))
    for first in (halves, bound):
        found = relay.analysis.get_calibration_data(partitioned(tvm, first, relay.abs), {"x": VALUES})
        record = {key.name_hint: value for key, value in found.items()}
        assert len(record["ext_0"]["outputs"]) == 1
        assert not np.array_equal(record["ext_1"]["inputs"][0].numpy(), -VALUES)
    found = relay.analysis.get_calibration_data(partitioned(tvm, relay.exp, relay.abs), {"x": VALUES})
    assert all(np.array_equal(value["inputs"][0].numpy(), -VALUES) for value in found.values())


@proves(CALIBRATE, "这些函数会被内联，在 `llvm` 目标上编译，所以不需要外部的代码生成", "划分以后、推断过类型的模块；不改变")
def _(tvm):
    relay = tvm.relay
    assert tvm.get_global_func("relay.ext.mylib", allow_missing=True) is None
    mod = partitioned(tvm, relay.abs)
    text = str(mod)
    with tvm.target.Target("cuda"):
        (record,) = relay.analysis.get_calibration_data(mod, {"x": VALUES}).values()
    assert np.array_equal(record["outputs"][0].numpy(), abs(VALUES)) and str(mod) == text
    plain = tvm.IRModule({name: func for name, func in mod.functions.items() if name.name_hint != "main"})
    x = var(tvm, "x")
    plain["main"] = relay.Function([x], plain.get_global_var("ext_0")(relay.negative(x)))
    with raises("TVMError"):
        relay.analysis.get_calibration_data(plain, {"x": VALUES})


@proves(CALIBRATE, "实参不能是元组")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x")
    p = relay.Var("p", relay.TupleType([relay.TensorType((4,))] * 2))
    mod = typed(tvm, tvm.IRModule({"ext_0": relay.Function([p], relay.TupleGetItem(p, 0)).with_attr({"Compiler": "mylib", "global_symbol": "ext_0"})}))
    mod["main"] = relay.Function([x], mod.get_global_var("ext_0")(relay.Tuple([x, x])))
    with raises("TVMError"):
        relay.analysis.get_calibration_data(typed(tvm, mod), {"x": VALUES})


CALLS = NAMES + "CallGraph"


@proves(CALLS, "`str(图)` 从没有别的函数引用的函数起逐层打印，被调用者可能排在它的另一个调用者前面")
def _(tvm):
    relay, mod = tvm.relay, tvm.IRModule()
    for name, callees in (("low", []), ("b", ["low"]), ("a", ["b"]), ("main", ["low", "a"])):
        q = var(tvm, "q")
        body = q
        for callee in callees:
            body = mod.get_global_var(callee)(body)
        mod[name] = relay.Function([q], relay.abs(body))
    order = re.findall(r"Call graph node: (\w+)", str(relay.analysis.CallGraph(mod)))
    assert order[0] == "main" and sorted(order[1:3]) == ["a", "low"] and order[3] == "b"  # `b` calls `low`


@proves(CALLS, "模块里有这种 `PrimFunc`，或有从外面到不了的互相递归时，抛出 `TVMError`")
def _(tvm):
    relay, kind = tvm.relay, tvm.relay.TensorType((4,), "float32")
    A = tvm.te.placeholder((2,))
    prim = tvm.te.create_prim_func([A, tvm.te.compute((2,), lambda i: A[i])])
    a, b, x, y = relay.GlobalVar("a"), relay.GlobalVar("b"), var(tvm, "x"), var(tvm, "y")
    pair = tvm.IRModule()
    pair[a] = relay.Function([x], b(x), kind)
    pair[b] = relay.Function([y], a(y), kind)
    for mod in (tvm.IRModule({"p": prim}), pair):
        graph = relay.analysis.CallGraph(mod)
        with raises("TVMError"):
            str(graph)
    z = var(tvm, "z")
    pair["main"] = relay.Function([z], a(z))
    assert "Call graph node: b" in str(relay.analysis.CallGraph(pair))


@proves(NAMES + "AnnotatedRegionSet", "已标注的程序，标注之外的节点不属于任何区域")
def _(tvm):
    from tvm.relay.op.annotation import compiler_begin, compiler_end

    relay, x = tvm.relay, var(tvm, "x")
    before = relay.negative(x)
    inside = relay.abs(compiler_begin(before, "mylib"))
    after = relay.exp(compiler_end(inside, "mylib"))
    regions = relay.analysis.AnnotatedRegionSet(after, *(tvm.ir.Op.get(f"annotation.compiler_{side}") for side in ("begin", "end")))
    assert [regions.get_region(node) is None for node in (x, before, inside, after)] == [True, True, False, True]
