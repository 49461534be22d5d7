"""Probes of docs/reference/api/python/relay/index.md."""

import os
import tempfile
import warnings

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

COMPLETE = True
NEW, MIDDLE, OLD = ("0.13.0",), ("0.12.0",), ("0.10.0",)


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def type_of(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"].ret_type


def evaluate(tvm, expr, *values, kind="graph"):
    executor = tvm.relay.create_executor(kind, tvm.IRModule.from_expr(expr), tvm.cpu(), "llvm")
    return executor.evaluate()(*values).numpy()


def constant(tvm, expr, kind="graph"):
    return evaluate(tvm, tvm.relay.Function([], expr), kind=kind)


def module(tvm):
    x, w = var(tvm, "x", 2, 2), var(tvm, "w", 2)
    return tvm.IRModule.from_expr(tvm.relay.Function([x, w], tvm.relay.exp(x) * w))


def doubled(tvm):
    """A model that the target `c` can compile."""
    x, w = var(tvm, "x", 1, 3), var(tvm, "w", 3)
    return tvm.IRModule.from_expr(tvm.relay.Function([x, w], x * w))


def warned(call, kind=Warning):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return len([one for one in caught if issubclass(one.category, kind)])


def logged(call):
    """What a call writes to both outputs of the process."""
    with tempfile.TemporaryFile() as file:
        kept = os.dup(1), os.dup(2)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            call()
        except Exception:
            pass
        finally:
            os.dup2(kept[0], 1)
            os.dup2(kept[1], 2)
        file.seek(0)
        return file.read().decode()


BUILD = "tvm.relay.build"


@proves(BUILD, "也接受 `relay.Function`，有一条 `DeprecationWarning`；其他类型抛出 `ValueError`", "入口是 `main`")
def _(tvm):
    relay, mod = tvm.relay, module(tvm)
    assert warned(lambda: relay.build(mod, "llvm"), DeprecationWarning) == 0
    assert warned(lambda: relay.build(mod["main"], "llvm"), DeprecationWarning) == 1
    for wrong in (mod["main"].body, "main", None):
        with raises(ValueError):
            relay.build(wrong, "llvm")
    with raises(Exception):
        relay.build(tvm.IRModule({"f": mod["main"]}), "llvm")


@proves(BUILD, "省略时取 `with` 里的当前目标，没有就抛出 `ValueError: Target is not set in env or passed as argument.`")
def _(tvm):
    with raises(ValueError, "Target is not set in env or passed as argument."):
        tvm.relay.build(module(tvm))
    with tvm.target.Target("llvm -mcpu=core2"):
        assert tvm.relay.build(module(tvm)).target[0].mcpu == "core2"


@proves(BUILD, "附到全部目标上并有一条弃用的警告；第一个目标已有 `host` 时不起作用")
def _(tvm):
    relay = tvm.relay
    assert warned(lambda: relay.build(module(tvm), "llvm", target_host="llvm")) == 1
    lib = relay.build(module(tvm), tvm.target.Target("llvm", host="llvm -mcpu=core2"), target_host="c")
    assert lib.target[0].host.mcpu == "core2"


@proves(BUILD, '`"graph"` 或 `"aot"`', '`"cpp"` 或 `"crt"`', "返回 `GraphExecutorFactoryModule` 或 `AOTExecutorFactoryModule`，传入的模块不变")
def _(tvm):
    relay, backend, mod = tvm.relay, tvm.relay.backend, doubled(tvm)
    before = tvm.ir.structural_hash(mod)
    params = {"w": np.ones(3, "float32")}
    assert type(relay.build(mod, "llvm", params=params)).__name__ == "GraphExecutorFactoryModule"
    for runtime in ("cpp", "crt"):
        made = relay.build(mod, "c", executor=backend.Executor("aot"), runtime=backend.Runtime(runtime), params=params)
        assert type(made).__name__ == "AOTExecutorFactoryModule"
    assert tvm.ir.structural_hash(mod) == before
    for wrong in (lambda: backend.Executor("vm"), lambda: backend.Runtime("c")):
        with raises(Exception):
            wrong()


@proves(BUILD, "没有这个形参的名称不报错", "形状和类型不与形参的标注核对，使用它的算子不能接受时才在类型推断里失败", "`lib[mod_name](device)` 建立执行器")
def _(tvm):
    relay = tvm.relay
    relay.build(module(tvm), "llvm", params={"nothing": np.ones(3, "float32")})
    wide = relay.build(module(tvm), "llvm", params={"w": np.ones((5, 2, 2), "float32")}, mod_name="net")
    runner = tvm.contrib.graph_executor.GraphModule(wide["net"](tvm.cpu()))
    assert runner.get_output(0).shape == (5, 2, 2)
    with raises(AttributeError):
        wide["default"](tvm.cpu())
    with raises("TVMError"):
        relay.build(module(tvm), "llvm", params={"w": np.ones(3, "float32")})


@proves(BUILD, "绑定的名称不保留，按次序叫 `p0`、`p1` 等，有没有折叠都一样；AOT 的常量写在代码里，`get_params()` 一般是空的")
def _(tvm):
    relay = tvm.relay
    x, w, b = var(tvm, "x", 2, 2), var(tvm, "w", 2), var(tvm, "b", 2)
    mod = tvm.IRModule.from_expr(relay.Function([x, w, b], relay.nn.dense(x * w, relay.ones((2, 2), "float32")) + relay.exp(b)))
    params = {"w": np.ones(2, "float32"), "b": np.ones(2, "float32")}
    for level in (0, 3):
        with tvm.transform.PassContext(opt_level=level):
            names = sorted(relay.build(mod, "llvm", params=params).get_params())
        assert names and names == [f"p{n}" for n in range(len(names))], names
    made = relay.build(mod, "c", executor=relay.backend.Executor("aot"), params=params)
    assert len(made.get_params()) == 0


@proves(BUILD, "优化级别取自 `PassContext`，没有 `with` 时是 2", "不在 AutoTVM 的调优上下文里时，先加载目标的 TopHub 预调参数", "环境变量 `TOPHUB_LOCATION=NONE` 关闭它")
def _(tvm):
    from tvm import autotvm

    levels, asked = [], []

    @tvm.instrument.pass_instrument
    class Level:
        def run_before_pass(self, mod, info):
            levels.append(tvm.transform.PassContext.current().opt_level)

    original = autotvm.tophub.context
    autotvm.tophub.context = lambda *values: asked.append(values) or original(*values)
    with tvm.transform.PassContext(opt_level=3, instruments=[Level()]):
        tvm.relay.build(module(tvm), "llvm")
    assert set(levels) == {3} and len(asked) == 1
    with autotvm.task.ApplyHistoryBest([]):
        tvm.relay.build(module(tvm), "llvm")
    assert len(asked) == 1 and tvm.transform.PassContext.current().opt_level == 2
    assert autotvm.tophub.AUTOTVM_TOPHUB_NONE_LOC == "NONE" and autotvm.tophub.AUTOTVM_TOPHUB_LOC_VAR == "TOPHUB_LOCATION"


@proves("tvm.relay.optimize", "返回 `(模块, 字典)`。字典总是空的", "绑定的参数在返回的模块里，成了常量", "与 `build` 不同，`params` 会改动传入的模块")
def _(tvm):
    mod = module(tvm)
    made, left = tvm.relay.optimize(mod, "llvm", {"w": np.ones(2, "float32")})
    assert isinstance(made, tvm.IRModule) and dict(left) == {} and len(mod["main"].params) == 1
    assert len(made["main"].params) == 1 and "Primitive=1" in str(made)
    other = module(tvm)
    tvm.relay.optimize(other, "llvm")
    assert len(other["main"].params) == 2


EXECUTOR = "tvm.relay.create_executor"


@proves(EXECUTOR, "逐个算子解释；只能一个目标", "其他 `kind` 抛出 `RuntimeError: unknown execution strategy`", "默认是空模块，此时把表达式交给 `evaluate(expr)`")
def _(tvm):
    relay, mod = tvm.relay, module(tvm)
    kinds = [type(relay.create_executor(kind, mod)).__name__ for kind in ("debug", "graph", "vm", "aot")]
    assert kinds == ["Interpreter", "GraphExecutor", "VMExecutor", "AotExecutor"]
    with raises(AssertionError):
        relay.create_executor("debug", mod, tvm.cpu(), ["llvm", "c"])
    with raises(RuntimeError, "unknown execution strategy"):
        relay.create_executor("fast", mod)
    assert relay.create_executor().evaluate(relay.const(2) + relay.const(3)).numpy() == 5


@proves(EXECUTOR, "`ValueError: Graph Executor only supports static graphs`", '| `"vm"` | 虚拟机（VM） | 可以 | `ADT` |')
def _(tvm):
    relay = tvm.relay
    x = relay.var("x", shape=(relay.Any(), 2), dtype="float32")
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.exp(x)))
    data = np.zeros((3, 2), "float32")
    for kind in ("debug", "vm"):
        assert relay.create_executor(kind, mod).evaluate()(data).numpy().shape == (3, 2)
    with raises(ValueError, "Graph Executor only supports static graphs"):
        relay.create_executor("graph", mod).evaluate()
    with raises(ValueError):
        relay.create_executor("aot", mod).evaluate()
    y = var(tvm, "y", 2)
    pair = tvm.IRModule.from_expr(relay.Function([y], relay.Tuple([y, relay.exp(y)])))
    answers = {kind: relay.create_executor(kind, pair).evaluate()(np.zeros(2, "float32")) for kind in ("debug", "graph", "vm")}
    assert type(answers["graph"]) is list and all(type(answers[kind]).__name__ == "ADT" for kind in ("debug", "vm"))


@proves(EXECUTOR, "提前编译（AOT），导出临时动态库，要有 `gcc`", versions=NEW + MIDDLE)
@proves(EXECUTOR, "编译时没有指定执行器，所以运行的仍是图执行器", versions=OLD)
def _(tvm, release):
    from tvm.relay import build_module

    executors, original = [], build_module.build
    build_module.build = lambda *values, **options: executors.append(options.get("executor")) or original(*values, **options)
    y = var(tvm, "y", 2)
    pair = tvm.IRModule.from_expr(tvm.relay.Function([y], tvm.relay.Tuple([y, tvm.relay.exp(y)])))
    answer = tvm.relay.create_executor("aot", pair).evaluate()(np.zeros(2, "float32"))
    assert type(answer) is list and list(answer[1].numpy()) == [1, 1]
    assert (executors[0] is None) == (release == "0.10.0")


@proves(EXECUTOR, "默认是目标的 0 号设备；类型与目标不符时是没有说明的 `AssertionError`", "没有这个名称的忽略；模块里其他函数会丢掉")
def _(tvm):
    relay, mod = tvm.relay, module(tvm)
    assert relay.create_executor("graph", mod).device == tvm.cpu(0)
    with raises(AssertionError):
        relay.create_executor("graph", mod, tvm.cuda(0), "llvm")
    two = module(tvm)
    two["extra"] = relay.Function([], relay.const(1))
    made = relay.create_executor("graph", two, params={"w": np.ones(2, "float32"), "nothing": np.ones(2, "float32")})
    assert [v.name_hint for v in made.mod.get_global_vars()] == ["main"] and len(made.mod["main"].params) == 1


@proves(EXECUTOR, "得到的函数接受位置实参或与形参同名的关键字实参", '`"graph"` 少给实参时不报错')
def _(tvm):
    relay, x, w = tvm.relay, np.zeros((2, 2), "float32"), np.ones(2, "float32")
    for kind in ("debug", "graph", "vm"):
        call = relay.create_executor(kind, module(tvm)).evaluate()
        assert call(x, w).numpy().sum() == call(x, w=w).numpy().sum() == call(x=x, w=w).numpy().sum() == 4
    relay.create_executor("graph", module(tvm)).evaluate()(x)


@proves("tvm.relay.build_config", "前三个形参原样传过去", "要给 Pass 插桩的列表，给函数或整数会报错 `TypeError`", "调用时有一条 `DeprecationWarning`")
def _(tvm):
    config = tvm.relay.build_config
    made = config(1, ["a"], ["b"])
    assert (made.opt_level, list(made.required_pass), list(made.disabled_pass)) == (1, ["a"], ["b"])
    assert config().opt_level == 2 and warned(config, DeprecationWarning) == 1
    for wrong in (lambda *values: None, 1):
        with raises(TypeError):
            config(trace=wrong)
    assert len(config(trace=[tvm.instrument.PassTimingInstrument()]).instruments) == 1


@proves_check("tvm.relay.astext", "返回的字符串接在它后面，返回 None 是 `InternalError`；变量只在第一次出现处，模块顶层的函数不调用")
def _(tvm, release):
    seen = []

    def note(node):
        seen.append(node)
        return " NOTE" if isinstance(node, tvm.relay.Call) else ""

    mod = module(tvm)
    assert tvm.relay.astext(mod, annotate=note).count("NOTE") == 2
    names = [node.name_hint for node in seen if isinstance(node, tvm.relay.Var)]
    assert sorted(names) == ["w", "x"] and not any(isinstance(node, tvm.relay.Function) for node in seen)
    with raises(check_error(release)):
        tvm.relay.astext(mod, annotate=lambda node: None)


@proves("tvm.relay.astext", "False 时省去元数据段，换成一段说明；这样的文本有 `meta[…]` 时不能再解析", "带版本行")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    held = tvm.IRModule.from_expr(relay.Function([x], x + relay.const(np.ones(2, "float32"))))
    full, short = relay.astext(held), relay.astext(held, show_meta_data=False)
    assert full.startswith('#[version = "0.0.5"]') and "meta[relay.Constant][0]" in short
    assert "#[metadata]" in full and "#[metadata]" not in short and "has been omitted" in short
    relay.parse(full)
    with raises(Exception):
        relay.parse(short)


@proves("tvm.relay.pretty_print", "返回不含版本行和元数据段的文本", "没有版本行，`parse` 读不了它")
def _(tvm):
    text = tvm.relay.pretty_print(module(tvm))
    assert "version" not in text and "def @main" in text
    with raises("DiagnosticError"):
        tvm.relay.parse(text)


PARSE = "tvm.relay.parse"


@proves(PARSE, "单独的表达式报错，用 `parse_expr`", "诊断信息和源代码位置（span）里的文件名")
def _(tvm):
    relay = tvm.relay
    with raises("DiagnosticError"):
        relay.parse('#[version = "0.0.5"]\n1 + 2')
    made = relay.parse('#[version = "0.0.5"]\ndef @main(%a: Tensor[(2), float32]) { exp(%a) }', "own.rly")
    assert made["main"].body.span.source_name.name == "own.rly" and str(made["main"].ret_type) == "Tensor[(2), float32]"


@proves(PARSE, "新的定义加进这个模块，可以引用它的函数；传入的对象本身被改动")
def _(tvm):
    mod = tvm.IRModule({"f": module(tvm)["main"]})
    mod = tvm.relay.transform.InferType()(mod)
    text = '#[version = "0.0.5"]\ndef @main(%a: Tensor[(2, 2), float32], %b: Tensor[(2), float32]) { @f(%a, %b) }'
    made = tvm.relay.parse(text, init_module=mod)
    assert sorted(v.name_hint for v in made.get_global_vars()) == ["f", "main"] == sorted(v.name_hint for v in mod.get_global_vars())


@proves(PARSE, "`meta[类型名][下标]` 从这里取值；文本自己有元数据段时，接在其中同类型的条目之后")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    table = {"relay.Constant": [relay.const(np.full(2, 7, "float32"))]}
    own = relay.astext(tvm.IRModule.from_expr(relay.Function([x], x + relay.const(np.ones(2, "float32")))))
    read = lambda text: relay.parse(text, init_meta_table=table)["main"].body.args[1].data.numpy()[0]
    assert read('#[version = "0.0.5"]\ndef @main(%a: Tensor[(2), float32]) { add(%a, meta[relay.Constant][0]) }') == 7
    assert read(own) == 1 and read(own.replace("meta[relay.Constant][0]", "meta[relay.Constant][1]")) == 7


@proves_check(PARSE, "没有版本行时是 `expected text format semantic version`", "| 未知的数据类型，如 `foo` | `TVMError` |", "| 算子没有的属性，或缺少必需的属性（如 `nn.dense` 的 `units`） | `AttributeError` |", "| 没有声明的变量或不存在的 `meta` 条目，作函数体、`let` 的值或调用的实参 | `InternalError`，含 `Found null pointer node` |", "| 没有定义的全局函数，如 `@f` | `InternalError`，信息只有名称 |", "如填充值不是标量的 `full` | `InternalError` |")
def _(tvm, release):
    def read(body, type_="Tensor[(2), float32]"):
        return tvm.relay.parse(f'#[version = "0.0.5"]\ndef @main(%a: {type_}) {{ {body} }}')

    assert "expected text format semantic version" in logged(lambda: tvm.relay.parse("def @main() { 1 }"))
    for wrong in ("add(%a)", "nothing(%a)", "exp(%a"):
        with raises("DiagnosticError"):
            read(wrong)
    with raises("TVMError", "unknown"):
        read("%a", "Tensor[(2), foo]")
    for wrong in ("squeeze(%a, nothing=1)", "nn.dense(%a, %a)"):
        with raises(AttributeError):
            read(wrong)
    with raises(check_error(release)):
        read('full(%a, shape=[2], dtype="float32")')
    for wrong in ("exp(meta[relay.Constant][0])", "exp(%b)", "add(%a, %b)", "%b", "let %c = %b; %c"):
        with raises(check_error(release), "Found null pointer node"):
            read(wrong)
    with raises(check_error(release), "@f"):
        read("@f(%a)")


def proves_crash(body):
    @proves(PARSE, "没有声明的变量或不存在的 `meta` 条目，在 `+` 等运算符的一边 | 进程以段错误退出", dies="SIGSEGV")
    def _(tvm):
        tvm.relay.parse(f'#[version = "0.0.5"]\ndef @main(%a: Tensor[(2), float32]) {{ {body} }}')


for text in ("%a + meta[relay.Constant][0]", "meta[relay.Constant][0] + %a", "%a + %b", "%b * %a"):
    proves_crash(text)


@proves("tvm.relay.parse_expr", "版本行可有可无。不做类型推断，`checked_type` 要等 `InferType` 以后才有")
def _(tvm):
    read = tvm.relay.parse_expr
    for text in ("1 + 2", '#[version = "0.0.5"]\n1 + 2'):
        assert read(text).op.name == "add"
    assert isinstance(read("fn (%x: Tensor[(2), float32]) { exp(%x) }"), tvm.relay.Function)
    with raises(Exception):
        read("1 + 2").checked_type


@proves("tvm.relay.fromtext", "旧的名称，等于只带前两个形参的 `parse`")
def _(tvm):
    text = tvm.relay.astext(module(tvm))
    assert tvm.ir.structural_equal(tvm.relay.fromtext(text, "a"), tvm.relay.parse(text, "a"))
    with raises(TypeError):
        tvm.relay.fromtext(text, "a", tvm.IRModule({}))


@proves("tvm.relay.SpanCheck", "函数本身不变", "`found null-span, i-nodes deep from this span.`", "没有时是 `All spans are null`")
def _(tvm):
    relay, mod = tvm.relay, tvm.relay.transform.InferType()(module(tvm))
    check = relay.SpanCheck()
    same = []
    assert "All spans are null" in logged(lambda: same.append(check(mod)))
    assert tvm.ir.structural_equal(same[0], mod) and isinstance(check, relay.transform.FunctionPass)
    parsed = relay.parse(relay.astext(mod))
    body = parsed["main"].body
    holed = relay.Call(body.op, [relay.exp(body.args[0]), body.args[1]], body.attrs, body.type_args, body.span)
    parsed["main"] = relay.Function(parsed["main"].params, holed, span=parsed["main"].span)
    assert "found null-span, i-nodes deep from this span." in logged(lambda: check(parsed))


WRAPPER = "tvm.relay.TupleWrapper"


@proves(WRAPPER, "可以用下标、`len` 和解包，每一项是 `TupleGetItem`", "下标过大抛出 `IndexError`；负数不检查，`t[-1]` 生成下标为 -1 的节点", "传给算子会报 `TypeError`", "`concatenate`、`stack`、`einsum`、`meshgrid` 会展开它", "取出里面的 Relay 表达式", "总是抛出 `TypeError: astype cannot be used on tuple`")
def _(tvm):
    relay = tvm.relay
    parts = relay.split(var(tvm, "a", 4), 2)
    left, right = parts
    assert len(parts) == 2 and isinstance(left, relay.TupleGetItem) and parts[1].index == 1 and parts[-1].index == -1
    with raises(IndexError):
        parts[2]
    with raises(TypeError):
        relay.exp(parts)
    for join in (lambda t: relay.concatenate(t, 0), lambda t: relay.stack(t, 0), lambda t: relay.einsum(t, "i,i->i"), relay.meshgrid):
        join(parts)
    assert isinstance(parts.astuple(), relay.Call) and "split" in parts.astext()
    with raises(TypeError, "astype cannot be used on tuple"):
        parts.astype("int32")


@proves("tvm.relay.script", "是 `tvm.te.hybrid.script` 同一个对象")
def _(tvm):
    from tvm.te import hybrid

    assert tvm.relay.script is hybrid.script


@proves("tvm.relay.copy_shape_func", "`inputs` 是一个元素的列表，内容是形状张量（`te.Tensor`，int64）；返回也是这样的列表")
def _(tvm):
    shape = tvm.te.placeholder((3,), "int64", name="shape")
    (made,) = tvm.relay.copy_shape_func(None, [shape], None)
    assert made.dtype == "int64" and [int(n) for n in made.shape] == [3]


def proves_filled(name, number):
    @proves(f"tvm.relay.{name}", f"全 {number} 的张量", "`shape` 可以是整数、列表、元组、常量（`relay.Constant`）", "这时生成 `dyn.` 开头的算子，输出各轴是动态的（`?`）", "轴写成 `relay.Any()` 在调用时报 `TVMError`；负数不检查")
    def _(tvm):
        relay = tvm.relay
        make = getattr(relay, name)
        for shape in (3, [3], (3,), relay.const(np.array([3], "int64"))):
            made = make(shape, "float32")
            assert str(type_of(tvm, made)) == "Tensor[(3), float32]" and list(constant(tvm, made)) == [number] * 3
        free = make(var(tvm, "s", 2, dtype="int64"), "float32")
        assert free.op.name == f"dyn.{name}" and str(type_of(tvm, free)) == "Tensor[(?, ?), float32]"
        with raises("TVMError"):
            make((relay.Any(), 2), "float32")
        make((-1,), "float32")
        with raises(TypeError):
            make((1,))


proves_filled("zeros", 0)
proves_filled("ones", 1)


@proves("tvm.relay.zeros", "静态形状时它没有输入，梯度是空列表")
def _(tvm):
    assert len(tvm.relay.zeros((2,), "float32").args) == 0
    call = tvm.relay.zeros((2,), "float32")
    assert list(call.op.get_attr("FPrimalGradient")(call, tvm.relay.ones((2,), "float32"))) == []


@proves("tvm.relay.ones", "`bool` 时是 True")
def _(tvm):
    made = constant(tvm, tvm.relay.ones((2,), "bool"))
    assert made.dtype == np.bool_ and made.all()


@proves("tvm.relay.zeros_like", "与 `data` 同形状、同类型的 0", "`SimplifyExpr` 把形状静态的换成 `zeros`", "梯度是 0")
@proves("tvm.relay.ones_like", "形状和类型取自 `data`，元素全是 1；梯度规则给出 `zeros_like`")
def _(tvm):
    relay = tvm.relay
    for name, number in (("zeros_like", 0), ("ones_like", 1)):
        x = var(tvm, "x", 2, 3, dtype="int8")
        made = getattr(relay, name)(x)
        assert str(type_of(tvm, made)) == "Tensor[(2, 3), int8]"
        assert (evaluate(tvm, made, np.full((2, 3), 5, "int8")) == number).all()
        (found,) = made.op.get_attr("FPrimalGradient")(made, relay.ones((2, 3), "int8"))
        assert found.op.name == "zeros_like"
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.zeros_like(var(tvm, "x", 2))))
    assert relay.transform.SimplifyExpr()(mod)["main"].body.op.name == "zeros"


@proves_check("tvm.relay.full", "不是标量时类型推断以 `InternalError` 失败", "默认是标量", "空字符串表示同 `fill_value`；否则把值转换过去，1.7 转成 int32 是 1", "Python 的数会报 `TVMError`")
def _(tvm, release):
    relay = tvm.relay
    assert str(type_of(tvm, relay.full(relay.const(1.5)))) in ("float32", "Tensor[(), float32]")
    assert list(constant(tvm, relay.full(relay.const(1.7), (2,), "int32"))) == [1, 1]
    assert constant(tvm, relay.full(relay.const(1.5), (2,))).dtype == np.float32
    with raises(check_error(release)):
        type_of(tvm, relay.full(relay.const(np.ones(2, "float32")), (2,)))
    with raises("TVMError"):
        relay.full(1.0, (2,))


@proves("tvm.relay.full", "没有注册梯度，对 `fill_value` 不能求导")
@proves("tvm.relay.reinterpret", "没有注册梯度")
def _(tvm):
    for name in ("full", "reinterpret"):
        assert tvm.ir.Op.get(name).get_attr("FPrimalGradient") is None


@proves("tvm.relay.full_like", "`fill_value` 的小数在整数的 `data` 上截掉")
def _(tvm):
    made = tvm.relay.full_like(var(tvm, "x", 2, dtype="int16"), tvm.relay.const(2.9))
    assert str(type_of(tvm, made)) == "Tensor[(2), int16]" and list(evaluate(tvm, made, np.zeros(2, "int16"))) == [2, 2]


@proves("tvm.relay.arange", "不含 `stop`，长度是 `ceil((stop - start) / step)`", "只给一个时它是 `stop`，从 0 开始", "默认 1，可以是负数", "必须与三个标量的类型相同，否则 `DiagnosticError`")
def _(tvm):
    relay = tvm.relay
    c = lambda value: relay.const(float(value))
    assert list(constant(tvm, relay.arange(c(3)))) == [0, 1, 2]
    assert list(constant(tvm, relay.arange(c(1), c(4)))) == [1, 2, 3]
    assert list(constant(tvm, relay.arange(c(5), c(0), c(-2)))) == [5, 3, 1]
    assert len(constant(tvm, relay.arange(c(0), c(1), c(0.4)))) == 3
    with raises("DiagnosticError"):
        type_of(tvm, relay.arange(relay.const(3), dtype="float32"))
    with raises("TVMError"):
        relay.arange(3)


@proves("tvm.relay.arange", "有变量时长度是 `?`", "常量给出的长度不大于 0（包括步长的方向相反）时，类型推断以 `Invalid arange attributes` 失败")
def _(tvm):
    relay = tvm.relay
    n = relay.var("n", shape=(), dtype="int32")
    assert str(type_of(tvm, relay.arange(n, dtype="int32"))) == "Tensor[(?), int32]"
    for values in ((5.0, 0.0, 1.0), (0.0, 0.0, 1.0), (0.0, 5.0, -1.0), (0.0, 5.0, 0.0)):
        with raises("TVMError", "Invalid arange attributes"):
            type_of(tvm, relay.arange(*(relay.const(value) for value in values)))


@proves("tvm.relay.meshgrid", "每个输入一个输出，形状都是各长度的组合", "一维或标量（算长度 1），类型必须相同，否则 `DiagnosticError`", '`indexing` 为 `"xy"` 时前两个输入对应的轴互换；其他任何字符串都按 `"ij"` 算，不检查', "返回 `TupleWrapper`")
def _(tvm):
    relay, a, b = tvm.relay, var(tvm, "a", 2), var(tvm, "b", 3)
    shapes = lambda data, *given: [str(type_of(tvm, grid)) for grid in relay.meshgrid(data, *given)]
    assert shapes([a, b]) == shapes([a, b], "anything") == ["Tensor[(2, 3), float32]"] * 2
    assert shapes([a, b], "xy") == ["Tensor[(3, 2), float32]"] * 2
    assert shapes([a, b, relay.var("s", shape=())], "xy") == ["Tensor[(3, 2, 1), float32]"] * 3
    assert type(relay.meshgrid([a, b])).__name__ == "TupleWrapper"
    with raises("DiagnosticError"):
        shapes([a, var(tvm, "c", 3, dtype="int32")])
    first, second = np.float32([1, 2]), np.float32([3, 4, 5])
    body = relay.Tuple([*relay.meshgrid([a, b])])
    found = relay.create_executor("graph", tvm.IRModule.from_expr(relay.Function([a, b], body))).evaluate()(first, second)
    for one, expected in zip(found, np.meshgrid(first, second, indexing="ij")):
        assert np.array_equal(one.numpy(), expected)


@proves_check("tvm.relay.one_hot", "负数和不小于 `depth` 的得到全是 `off_value` 的向量", "1.5 在 int32 里是 1", "-2 和更大的数以 `InternalError` 失败")
@proves("tvm.relay.one_hot", "-1 是末尾，或者 0 到 `indices` 的维数", "必须大于 0；常量取出其值，其他表达式生成 `dyn.one_hot`")
def _(tvm, release):
    relay = tvm.relay
    ids = relay.const(np.array([0, -1, 3, 2], "int32"))
    hot = lambda axis=-1, depth=3, on=1.5: relay.one_hot(ids, relay.const(on), relay.const(0.0), depth, axis, "int32")
    assert constant(tvm, hot()).tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert str(type_of(tvm, hot(0))) == "Tensor[(3, 4), int32]" and str(type_of(tvm, hot(1))) == "Tensor[(4, 3), int32]"
    assert hot(depth=relay.const(3)).op.name == "one_hot" and hot(depth=var(tvm, "d", dtype="int32")).op.name == "dyn.one_hot"
    for axis in (-2, 2):
        with raises(check_error(release)):
            type_of(tvm, hot(axis))
    for depth in (0, -1):
        with raises(Exception):
            type_of(tvm, hot(depth=depth))


@proves("tvm.relay.one_hot", "`dyn.one_hot` 没有注册梯度")
def _(tvm):
    assert tvm.ir.Op.get("dyn.one_hot").get_attr("FPrimalGradient") is None
    assert tvm.ir.Op.get("one_hot").get_attr("FPrimalGradient") is not None


@proves("tvm.relay.cast", "浮点到整数截去小数，整数到更窄的整数取低位：300 到 int8 是 44", "类型相同也生成调用，由 `SimplifyExpr` 去掉")
def _(tvm):
    relay = tvm.relay
    assert list(evaluate(tvm, relay.cast(var(tvm, "f", 3), "int32"), np.float32([-1.7, 0.9, 2.5]))) == [-1, 0, 2]
    assert list(evaluate(tvm, relay.cast(var(tvm, "i", 3, dtype="int32"), "int8"), np.int32([127, 128, 300]))) == [127, -128, 44]
    same = relay.cast(var(tvm, "f", 3), "float32")
    assert isinstance(same, relay.Call)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(same))
    assert isinstance(relay.transform.SimplifyExpr()(mod)["main"].body, relay.Var)


@proves("tvm.relay.cast", '未知的名称（如 `"foo"`）在调用时报 `TVMError`；位数不核对：`"float"` 是 float32，`"int33"` 也接受，`"int256"` 成了 int32', "梯度转换回原来的类型")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    with raises("TVMError"):
        relay.cast(x, "foo")
    kinds = [type_of(tvm, relay.cast(x, dtype)).dtype for dtype in ("float", "int33", "int256")]
    assert kinds == ["float32", "int33", "int32"], kinds
    call = relay.cast(x, "float64")
    (found,) = call.op.get_attr("FPrimalGradient")(call, relay.ones((2,), "float64"))
    assert found.op.name in ("cast_like", "cast")


@proves("tvm.relay.cast_like", "转换成另一个张量的类型，不要求形状相同", "对 `dtype_like` 的梯度是 0")
def _(tvm):
    relay = tvm.relay
    x, like = var(tvm, "x", 2), var(tvm, "y", 3, 4, dtype="int8")
    call = relay.cast_like(x, like)
    assert str(type_of(tvm, call)) == "Tensor[(2), int8]"
    found = call.op.get_attr("FPrimalGradient")(call, relay.ones((2,), "int8"))
    assert len(found) == 2 and found[1].op.name == "zeros_like"


@proves("tvm.relay.reinterpret", "不同时类型推断放行，编译时报 `Bitcast requires size match`", versions=NEW + MIDDLE)
def _(tvm):
    relay = tvm.relay
    narrow = relay.reinterpret(var(tvm, "x", 2), "int16")
    assert type_of(tvm, narrow).dtype == "int16"
    with raises("TVMError", "Bitcast requires size match"):
        evaluate(tvm, narrow, np.zeros(2, "float32"))


@proves("tvm.relay.reinterpret", "位宽必须相同；不同时类型推断和编译都放行", versions=OLD)
def _(tvm):
    narrow = tvm.relay.reinterpret(var(tvm, "x", 2), "int16")
    evaluate(tvm, narrow, np.zeros(2, "float32"))


@proves("tvm.relay.reinterpret", "不改变二进制位，换一种类型来读")
def _(tvm):
    bits = evaluate(tvm, tvm.relay.reinterpret(var(tvm, "f", 2), "int32"), np.float32([1.0, -0.0]))
    assert [int(v) & 0xFFFFFFFF for v in bits] == [0x3F800000, 0x80000000]


def folded(tvm, expr):
    relay = tvm.relay
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    return relay.transform.FoldConstant()(mod)["main"].body


@proves("tvm.relay.shape_of", "长度是维数。`dtype` 是输出的类型", "形状静态时由 `FoldConstant` 换成常量，先存成 int32 再转成 `dtype`，所以不小于 2³¹ 的轴写 int64 也会截断")
def _(tvm):
    relay = tvm.relay
    assert list(folded(tvm, relay.shape_of(var(tvm, "x", 2, 3))).data.numpy()) == [2, 3]
    big = folded(tvm, relay.shape_of(relay.var("x", shape=(2**31 + 5,), dtype="int8"), "int64"))
    assert big.data.dtype == "int64" and big.data.numpy()[0] != 2**31 + 5
    rows = relay.var("rows", shape=(relay.Any(), 3), dtype="float32")
    assert list(evaluate(tvm, relay.shape_of(rows, "int64"), np.ones((4, 3), "float32"), kind="vm")) == [4, 3]


@proves("tvm.relay.shape_of", "类型推断给出标量而不是空向量")
def _(tvm):
    assert len(type_of(tvm, tvm.relay.shape_of(tvm.relay.var("s", shape=()))).shape) == 0


@proves("tvm.relay.ndarray_size", "乘积按 int32 算，不小于 2³¹ 时溢出，写 int64 也一样", "标量输入折叠成 0 而不是 1")
def _(tvm):
    relay = tvm.relay
    assert folded(tvm, relay.ndarray_size(var(tvm, "x", 2, 3))).data.numpy() == 6
    big = folded(tvm, relay.ndarray_size(relay.var("x", shape=(65536, 65536), dtype="int8"), "int64"))
    assert big.data.dtype == "int64" and int(big.data.numpy()) != 2**32
    assert folded(tvm, relay.ndarray_size(relay.var("s", shape=()))).data.numpy() == 0


@proves("tvm.relay.copy", "逐元素复制", "梯度原样传回；它是逐元素算子，可以与相邻的算子融合")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    call = relay.copy(x)
    grad = relay.ones((2,), "float32")
    (found,) = call.op.get_attr("FPrimalGradient")(call, grad)
    assert found.same_as(grad) and call.op.get_attr("TOpPattern") == 0
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.exp(relay.copy(relay.exp(x)))))
    assert str(relay.transform.FuseOps(2)(mod)).count("Primitive=1") == 1
    assert list(evaluate(tvm, call, np.float32([1, 2]))) == [1, 2]


@proves("tvm.relay.device_copy", "其他类型抛出 `ValueError: expecting a Device or device name`", "形状和类型不变")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2, dtype="int8")
    for target in (tvm.cuda(0), "cuda"):
        made = relay.device_copy(x, tvm.cpu(), target)
        assert made.attrs.dst_virtual_device.device_type_int == 2 and str(type_of(tvm, made)) == "Tensor[(2), int8]"
    for wrong in (1, None):
        with raises(ValueError, "expecting a Device or device name"):
            relay.device_copy(x, tvm.cpu(), wrong)
