"""Probes of docs/reference/api/python/ir/passes.md."""

import re

from probes import check_error, proves, proves_check, raises, unproved

COMPLETE = True
NEW, MIDDLE, OLD = ("0.13.0",), ("0.12.0",), ("0.10.0",)


def module(tvm):
    relay = tvm.relay
    x, y = relay.var("x", shape=(4,)), relay.var("y", shape=(4,))
    return tvm.IRModule.from_expr(relay.Function([x, y], relay.add(x, y)))


def marking(tvm, seen, name, level=0, required=None):
    @tvm.transform.module_pass(opt_level=level, name=name, required=required)
    def mark(mod, ctx):
        seen.append(name)
        return mod

    return mark


def logged(call):
    """What a call writes to the standard error of the process."""
    import os
    import tempfile

    with tempfile.TemporaryFile() as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            call()
        finally:
            os.dup2(kept, 2)
        file.seek(0)
        return file.read().decode()


@proves("tvm.ir.SourceName", "同名的在进程里是同一个对象")
def _(tvm):
    a, b, c = (tvm.ir.SourceName(name) for name in ("a.py", "a.py", "b.py"))
    assert a.same_as(b) and not a.same_as(c)


@proves("tvm.ir.Span", "`source_name` 必须是 `SourceName`，写字符串抛出 `TVMError`；行列不检查范围", "形参的次序是两个行号在前、两个列号在后")
def _(tvm):
    span = tvm.ir.Span(tvm.ir.SourceName("a"), 9, 2, -3, 4)
    assert (span.line, span.end_line, span.column, span.end_column) == (9, 2, -3, 4)
    with raises("TVMError"):
        tvm.ir.Span("a", 1, 1, 1, 1)


unproved("tvm.ir.Span", "ONNX、PyTorch、TensorFlow 和 TFLite 的前端默认填写", reason="这里没有装全四个框架", versions=NEW + MIDDLE)


@proves("tvm.ir.SequentialSpan", "嵌套的会展平；自己的行列都是 0，`source_name` 是 `None`")
def _(tvm):
    one, two = (tvm.ir.Span(tvm.ir.SourceName(name), 1, 2, 3, 4) for name in "ab")
    inner = tvm.ir.SequentialSpan([one, two])
    outer = tvm.ir.SequentialSpan([inner, one])
    assert len(outer.spans) == 3 and outer.source_name is None
    assert (outer.line, outer.end_line, outer.column, outer.end_column) == (0, 0, 0, 0)


@proves("tvm.ir.WorkspacePoolInfo", "字符串和单个目标抛出 `TVMError`", "属性抄进池对象自己的同名字段，如 `pool.size_hint_bytes`", "默认不限大小")
def _(tvm):
    ir, c = tvm.ir, tvm.target.Target("c")
    for wrong in (c, "c", ["c"]):
        with raises("TVMError"):
            ir.WorkspacePoolInfo("p", wrong)
    assert ir.WorkspacePoolInfo("p", [c]).size_hint_bytes == -1
    pool = ir.WorkspacePoolInfo("p", [c], ir.PoolInfoProperties(size_hint_bytes=8, read_latency_cycles=3))
    assert (pool.size_hint_bytes, pool.read_latency_cycles, pool.pool_name) == (8, 3, "p")


@proves("tvm.ir.ConstantPoolInfo", "已放进池里的常量，默认为空")
def _(tvm):
    pool = tvm.ir.ConstantPoolInfo("p", [tvm.target.Target("c")])
    assert len(pool.constant_info_array) == 0 and pool.size_hint_bytes == -1
    with raises("TVMError"):
        tvm.ir.ConstantPoolInfo("p", "c")


@proves("tvm.ir.PoolInfoProperties", "值都是 32 位整数，放不下时检查失败，浮点数抛出 `TVMError`，负数不检查", "键写字符串抛出 `TVMError`")
def _(tvm):
    make = tvm.ir.PoolInfoProperties
    assert make(size_hint_bytes=-7).size_hint_bytes == -7
    default = make()
    assert (default.size_hint_bytes, default.clock_frequency_hz, default.read_bandwidth_bytes_per_cycle, default.write_bandwidth_bytes_per_cycle) == (-1,) * 4
    assert (default.read_latency_cycles, default.write_latency_cycles) == (0, 0)
    for value in (2**31, 1.5):
        with raises("TVMError"):
            make(size_hint_bytes=value)
    make(target_burst_bytes={tvm.target.Target("c"): 4})
    with raises("TVMError"):
        make(target_burst_bytes={"c": 4})


def planned(tvm, size):
    """Builds a model whose workspace has to fit in a pool."""
    relay, ir = tvm.relay, tvm.ir
    x = relay.var("x", shape=(1, 64))
    body = x
    for _ in range(3):
        body = relay.nn.softmax(body)
    pools = ir.WorkspaceMemoryPools([ir.WorkspacePoolInfo("p", [tvm.target.Target("c")], ir.PoolInfoProperties(size_hint_bytes=size))])
    options = {"unpacked-api": True, "interface-api": "c"}
    with tvm.transform.PassContext(config={"tir.usmp.enable": True, "tir.disable_vectorize": True}):
        return relay.build(
            tvm.IRModule.from_expr(relay.Function([x], body)),
            tvm.target.Target("c"),
            executor=relay.backend.Executor("aot", options),
            runtime=relay.backend.Runtime("crt"),
            workspace_memory_pools=pools,
        )


@proves("tvm.ir.PoolInfoProperties", "装不下时规划报 `the space available in the provided pools exceeded`")
def _(tvm):
    planned(tvm, 1 << 16)
    with raises("TVMError", "the space available in the provided pools exceeded"):
        planned(tvm, 16)


@proves("tvm.ir.PoolInfo", "两种内存池的基类，只用于 `isinstance`")
def _(tvm):
    ir, c = tvm.ir, tvm.target.Target("c")
    assert isinstance(ir.WorkspacePoolInfo("p", [c]), ir.PoolInfo) and isinstance(ir.ConstantPoolInfo("p", [c]), ir.PoolInfo)


@proves("tvm.ir.WorkspaceMemoryPools", "误放的 `ConstantPoolInfo` 在这里不报错")
@proves("tvm.ir.ConstantMemoryPools", "元素不是 `ConstantPoolInfo` 时抛出 `TVMError`")
def _(tvm):
    ir, c = tvm.ir, tvm.target.Target("c")
    work, constant = ir.WorkspacePoolInfo("w", [c]), ir.ConstantPoolInfo("k", [c])
    assert [pool.pool_name for pool in ir.WorkspaceMemoryPools([work, constant]).pools] == ["w", "k"]
    assert ir.ConstantMemoryPools([constant]).pools[0].pool_name == "k"
    with raises("TVMError"):
        ir.ConstantMemoryPools([work])


PASS = "tvm.transform.Pass"


@proves(PASS, "`pass(mod)` 对模块执行它并返回新模块；传别的东西抛出 `TVMError`")
def _(tvm):
    infer, mod = tvm.relay.transform.InferType(), module(tvm)
    assert isinstance(infer(mod), tvm.IRModule)
    for wrong in (mod["main"], None, 3):
        with raises("TVMError"):
            infer(wrong)


@proves(PASS, "直接调用时不看优化级别、不看 `disabled_pass`、不执行 `required`，只经过插桩", "`PassInfo`：`opt_level`、`name`、`required`")
def _(tvm):
    seen = []
    mark = marking(tvm, seen, "probe", level=4, required=["NoSuchPass"])
    with tvm.transform.PassContext(opt_level=0, disabled_pass=["probe"]):
        mark(module(tvm))
    assert seen == ["probe"]
    assert (mark.info.opt_level, mark.info.name, list(mark.info.required)) == (4, "probe", ["NoSuchPass"])

    @tvm.instrument.pass_instrument
    class Skip:
        def should_run(self, mod, info):
            return info.name != "probe"

    with tvm.transform.PassContext(instruments=[Skip()]):
        mark(module(tvm))
    assert seen == ["probe"]


@proves(PASS, "直接构造不报错，但得到没有内容的对象")
def _(tvm):
    tvm.transform.Pass()


@proves("tvm.transform.ModulePass", "一次处理整个模块的 Pass，由 `module_pass` 造出；逐个函数处理的是 `relay.transform.FunctionPass` 和 TIR 的 `PrimFuncPass`")
def _(tvm):
    assert isinstance(marking(tvm, [], "m"), tvm.transform.ModulePass)
    assert isinstance(tvm.relay.transform.FoldConstant(), tvm.relay.transform.FunctionPass)
    assert not isinstance(tvm.relay.transform.FoldConstant(), tvm.transform.ModulePass)
    assert isinstance(tvm.tir.transform.Simplify(), tvm.tir.transform.PrimFuncPass)


@proves("tvm.transform.PassInfo", "默认 `None`，读回来也是 `None`；写成一个字符串抛出 `TVMError`")
def _(tvm):
    assert tvm.transform.PassInfo(1, "p").required is None
    assert list(tvm.transform.PassInfo(1, "p", ["a"]).required) == ["a"]
    with raises("TVMError"):
        tvm.transform.PassInfo(1, "p", "a")


@proves("tvm.transform.PassInfo", "`required_pass`、`disabled_pass` 按它匹配，区分大小写", "在 `Sequential` 里先执行的 Pass；从全局函数按名称构造，不能有形参", "`Sequential` 里，上下文的级别不低于它才执行")
def _(tvm):
    seen = []
    run = tvm.transform.Sequential([marking(tvm, seen, "Probe", 2)])
    for level, options, ran in ((1, {}, 0), (2, {}, 1), (3, {"disabled_pass": ["probe"]}, 1), (3, {"disabled_pass": ["Probe"]}, 0), (0, {"required_pass": ["Probe"]}, 1), (0, {"required_pass": ["probe"]}, 0)):
        seen.clear()
        with tvm.transform.PassContext(opt_level=level, **options):
            run(module(tvm))
        assert len(seen) == ran, (level, options)
    names = []

    @tvm.instrument.pass_instrument
    class Record:
        def run_before_pass(self, mod, info):
            names.append(str(info.name))

    with tvm.transform.PassContext(instruments=[Record()]):
        tvm.transform.Sequential([marking(tvm, seen, "Probe", 0, ["SimplifyInference"])])(module(tvm))
    assert names.index("SimplifyInference") < names.index("Probe")
    with raises("TVMError", "expects 1 arguments, but 0 were provided"):
        tvm.transform.Sequential([marking(tvm, seen, "Probe", 0, ["FoldConstant"])])(module(tvm))


SEQUENTIAL = "tvm.transform.Sequential"


@proves(SEQUENTIAL, "单个 Pass 抛出 `TypeError`，列表里的普通函数抛出 `TVMError`；为空时原样返回模块", "自己也是 Pass，可以嵌套", versions=NEW + MIDDLE)
@proves(SEQUENTIAL, "单个 Pass 抛出 `TypeError`，列表里的普通函数抛出 `ValueError`；为空时原样返回模块", "自己也是 Pass，可以嵌套", versions=OLD)
def _(tvm, release):
    make, infer, mod = tvm.transform.Sequential, tvm.relay.transform.InferType(), module(tvm)
    with raises(TypeError):
        make(infer)
    with raises(ValueError if release == "0.10.0" else "TVMError"):
        make([lambda m: m])
    assert make()(mod).same_as(mod) and make([])(mod).same_as(mod)
    assert isinstance(make((make([infer]),)), tvm.transform.Pass)


@proves(SEQUENTIAL, "它作为别的 `Sequential` 的成员时要求的级别；直接调用时不看，也不约束成员", "作为成员时先执行的 Pass，直接调用时不看；名称在执行时才查，没有就报 `Cannot use … to create the pass`，建立时要实参的（如 `FoldConstant`）报 `expects 1 arguments`")
def _(tvm):
    seen, make = [], tvm.transform.Sequential
    with tvm.transform.PassContext(opt_level=1):
        inner = make([marking(tvm, seen, "a", 1), marking(tvm, seen, "b", 2)], opt_level=3)
        inner(module(tvm))
        assert seen == ["a"]
        make([inner])(module(tvm))
        assert seen == ["a"]
    needy = make([marking(tvm, seen, "c")], required=["NoSuchPass"])
    needy(module(tvm))
    assert seen == ["a", "c"]
    with raises("TVMError", "Cannot use NoSuchPass to create the pass"):
        make([needy])(module(tvm))
    with raises("TVMError", "expects 1 arguments"):
        make([make(required=["FoldConstant"])])(module(tvm))


@proves(SEQUENTIAL, "在 `disabled_pass` 里的跳过，在 `required_pass` 里的执行，其余看级别", "依赖不看级别和 `disabled_pass`")
def _(tvm):
    seen, names = [], []

    @tvm.instrument.pass_instrument
    class Record:
        def run_before_pass(self, mod, info):
            names.append(str(info.name))

    both = marking(tvm, seen, "both", 3)
    with tvm.transform.PassContext(opt_level=0, required_pass=["both"], disabled_pass=["both"]):
        tvm.transform.Sequential([both])(module(tvm))
    assert seen == []
    with tvm.transform.PassContext(opt_level=0, disabled_pass=["CanonicalizeOps"], instruments=[Record()]):
        tvm.transform.Sequential([marking(tvm, seen, "m", 0, ["CanonicalizeOps"])])(module(tvm))
    assert tvm.relay.transform.CanonicalizeOps().info.opt_level > 0
    assert "CanonicalizeOps" in names and seen == ["m"]


MAKE = "tvm.transform.module_pass"


@proves(MAKE, "得到的是类，实例化以后才是 Pass", "必须给出，否则抛出 `ValueError`", "默认是函数或类的名称", "写成字符串抛出 `TypeError`")
def _(tvm):
    make = tvm.transform.module_pass

    @make(opt_level=1)
    class Own:
        def transform_module(self, mod, ctx):
            return mod

    assert isinstance(Own, type) and isinstance(Own(), tvm.transform.Pass) and Own().info.name == "Own"

    @make(opt_level=1)
    def named(mod, ctx):
        return mod

    assert named.info.name == "named"
    with raises(ValueError):
        make(lambda mod, ctx: mod)
    with raises(TypeError):
        make(lambda mod, ctx: mod, opt_level=1, required="InferType")


@proves(MAKE, "`mod` 是传入的那个模块，不是副本：就地修改会改到调用者的。返回 `None` 抛出 `TVMError`", "类缺少 `transform_module` 到执行时才是 `AttributeError`")
def _(tvm):
    make, mod = tvm.transform.module_pass, module(tvm)

    def add(given, ctx):
        given["added"] = tvm.relay.Function([], tvm.relay.const(1))
        return given

    make(add, opt_level=0)(mod)
    assert len(mod.functions) == 2
    with raises("TVMError"):
        make(lambda given, ctx: None, opt_level=0)(mod)

    @make(opt_level=0)
    class Empty:
        pass

    with raises(AttributeError):
        Empty()(mod)


@proves(MAKE, "`PassContext` 的 `testing.immutable_module` 为 True 时，改了传入的模块就报错")
def _(tvm):
    def add(given, ctx):
        given["added"] = tvm.relay.Function([], tvm.relay.const(1))
        return given

    with tvm.transform.PassContext(config={"testing.immutable_module": True}):
        tvm.transform.module_pass(lambda given, ctx: given, opt_level=0)(module(tvm))
        with raises("TVMError", "Immutable module has been modified"):
            tvm.transform.module_pass(add, opt_level=0)(module(tvm))


@proves("tvm.transform.PrintIR", "把当时的模块打印到标准错误的 Pass，插在流水线里看中间结果；级别 0，原样返回模块")
@proves("tvm.transform.PrintIR", "第一行以 `PrintIR(header):` 结尾")
def _(tvm):
    mod, printer = module(tvm), tvm.transform.PrintIR("标题")
    assert printer.info.opt_level == 0
    same = []
    text = logged(lambda: same.append(printer(mod)))
    assert same[0].same_as(mod) and text.splitlines()[0].endswith("PrintIR(标题):") and "add(%x, %y)" in text


@proves("tvm.transform.PrintIR", "模块里有 Relay 函数时打印 Relay 文本，`show_meta_data=True` 才带常量的数据；没有时打印 TVMScript，`show_meta_data` 不起作用", versions=NEW + MIDDLE)
@proves("tvm.transform.PrintIR", "Relay 文本，`PrimFunc` 是旧的 TIR 文本而不是 TVMScript。`show_meta_data=True` 才带元数据段", versions=OLD)
def _(tvm, release):
    import numpy as np

    relay, te = tvm.relay, tvm.te
    x = relay.var("x", shape=(2,))
    held = tvm.IRModule.from_expr(relay.Function([x], x + relay.const(np.ones(2, "float32"))))
    plain, meta = (logged(lambda: tvm.transform.PrintIR("", flag)(held)) for flag in (False, True))
    assert "#[metadata]" in meta and "#[metadata]" not in plain
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1.0, name="b")
    lowered = tvm.lower(te.create_schedule(b.op), [a, b])
    texts = [logged(lambda: tvm.transform.PrintIR("", flag)(lowered)) for flag in (False, True)]
    assert all(("@T.prim_func" in text) == (release != "0.10.0") for text in texts)
    if release != "0.10.0":
        assert texts[0].splitlines()[1:] == texts[1].splitlines()[1:]


CONTEXT = "tvm.transform.PassContext"


@proves(CONTEXT, "用 `with` 进入；嵌套时只看最里面的，不继承外层", "当前线程最里层的上下文，没有时是级别 2 的默认上下文", "上下文属于线程，新线程从默认的级别 2 开始")
def _(tvm):
    import threading

    make, levels = tvm.transform.PassContext, []
    assert make.current().opt_level == 2
    with make(opt_level=3, disabled_pass=["a"]):
        with make(opt_level=1) as inner:
            assert make.current().same_as(inner) and list(inner.disabled_pass) == []
        assert make.current().opt_level == 3
        thread = threading.Thread(target=lambda: levels.append(make.current().opt_level))
        thread.start()
        thread.join()
    assert levels == [2]


@proves(CONTEXT, "不检查范围；浮点数抛出 `TVMError`", "写成一个字符串不报错，被拆成单个的字母", "优先于 `required_pass`；同样不能写成一个字符串")
def _(tvm):
    make = tvm.transform.PassContext
    assert make(opt_level=-5).opt_level == -5 and make(opt_level=99).opt_level == 99
    with raises("TVMError"):
        make(opt_level=2.0)
    assert list(make(required_pass="ab").required_pass) == ["a", "b"] == list(make(disabled_pass="ab").disabled_pass)
    assert sorted(make(required_pass={"x", "y"}).required_pass) == ["x", "y"] and list(make(required_pass=("x",)).required_pass) == ["x"]


@proves(CONTEXT, "键未知（信息列出全部键）、类型不符都是 `AttributeError`，值是 `None` 检查失败", "字段名未知是 `AttributeError`；没有配置对象的项（bool、int、str、列表）写字典是 `TVMError`", "值为字典时变成那一项的配置对象，如 `tir.UnrollLoop`")
def _(tvm):
    make = lambda key, value: tvm.transform.PassContext(config={key: value})
    with raises(AttributeError, "tir.disable_vectorize"):
        make("nothing", 1)
    with raises(AttributeError):
        make("tir.disable_vectorize", "yes")
    with raises(Exception):
        make("tir.disable_vectorize", None)
    loop = make("tir.UnrollLoop", {"auto_max_step": 7}).config["tir.UnrollLoop"]
    assert loop.auto_max_step == 7 and type(loop).__name__ != "dict"
    with raises(AttributeError):
        make("tir.UnrollLoop", {"nothing": 7})
    for key in ("tir.disable_vectorize", "relay.FuseOps.max_depth", "tir.add_lower_pass"):
        with raises("TVMError"):
            make(key, {"a": 1})


@proves(CONTEXT, "bool 和 int 在配置里是同一种类型", "全部配置项，值是 `{\"type\": 类型键}`，bool 和 int 都是 `IntImm`")
def _(tvm):
    found = tvm.transform.PassContext.list_configs()
    assert found["tir.disable_vectorize"]["type"] == "IntImm" == found["relay.FuseOps.max_depth"]["type"]
    tvm.transform.PassContext(config={"tir.disable_vectorize": 1, "relay.FuseOps.max_depth": True})


@proves(CONTEXT, "按次序调用", "先让原来的插桩执行 `exit_pass_ctx`，再换上新的、执行 `enter_pass_ctx`")
def _(tvm):
    seen = []

    def make(name):
        @tvm.instrument.pass_instrument
        class Own:
            def enter_pass_ctx(self):
                seen.append(f"{name} enters")

            def exit_pass_ctx(self):
                seen.append(f"{name} leaves")

            def run_before_pass(self, mod, info):
                seen.append(name)

        return Own()

    with tvm.transform.PassContext(instruments=[make("a"), make("b")]) as context:
        marking(tvm, [], "p")(module(tvm))
        context.override_instruments([make("c")])
    assert seen == ["a enters", "b enters", "a", "b", "a leaves", "b leaves", "c enters", "c leaves"]


INSTRUMENT = "tvm.instrument.PassInstrument"


@proves(INSTRUMENT, "从上下文的 `instruments` 读回来的对象，类型显示为 `PassTimingInstrument`")
@proves(INSTRUMENT, "子类有自己的 `__init__` 时要调用 `super().__init__()`，否则对象没有内容，用 ctypes 时放进 `PassContext` 就是 `AttributeError: handle is not set`")
def _(tvm):
    class Own(tvm.instrument.PassInstrument):
        pass

    class Broken(tvm.instrument.PassInstrument):
        def __init__(self):
            self.value = 1

    context = tvm.transform.PassContext(instruments=[Own()])
    assert type(context.instruments[0]).__name__ == "PassTimingInstrument"
    with raises(AttributeError, "handle is not set"):
        tvm.transform.PassContext(instruments=[Broken()])


@proves(INSTRUMENT, "抛出异常时，已进入的插桩退出，上下文的插桩清空", "离开 `with` 时，或被 `override_instruments` 换下时")
def _(tvm):
    seen = []

    class Good(tvm.instrument.PassInstrument):
        def enter_pass_ctx(self):
            seen.append("in")

        def exit_pass_ctx(self):
            seen.append("out")

    class Bad(tvm.instrument.PassInstrument):
        def enter_pass_ctx(self):
            raise ValueError("no")

        def exit_pass_ctx(self):
            seen.append("never")

    context = tvm.transform.PassContext(instruments=[Good(), Bad()])
    with raises(Exception):
        with context:
            pass
    assert seen == ["in", "out"] and len(context.instruments) == 0


@proves(INSTRUMENT, "返回 False 就跳过这个 Pass；重写了却没有返回值，检查失败；Pass 在 `required_pass` 里时不问", "Pass 执行之前，被跳过的不调用", "Pass 执行之后，`mod` 是新的模块；被跳过的、抛出异常的不调用")
def _(tvm):
    seen = []

    def instrument(answer):
        class Own(tvm.instrument.PassInstrument):
            def should_run(self, mod, info):
                return answer

            def run_before_pass(self, mod, info):
                seen.append("before")

            def run_after_pass(self, mod, info):
                seen.append(f"after {len(mod.functions)}")

        return Own()

    def add(mod, ctx):
        fresh = tvm.IRModule(dict(mod.functions.items()))
        fresh["added"] = tvm.relay.Function([], tvm.relay.const(1))
        return fresh

    def fail(mod, ctx):
        raise ValueError("no")

    own = tvm.transform.module_pass(add, opt_level=0, name="own")

    def run(answer, what=own, **options):
        seen.clear()
        with tvm.transform.PassContext(instruments=[instrument(answer)], **options):
            what(module(tvm))
        return list(seen)

    assert run(True) == ["before", "after 2"] and run(False) == [] and run(False, required_pass=["own"]) == ["before", "after 2"]
    with raises(Exception):
        run(None)
    with raises(Exception):
        run(True, tvm.transform.module_pass(fail, opt_level=0))
    assert seen == ["before"]


@proves("tvm.instrument.pass_instrument", "把普通的类变成 `PassInstrument` 的子类，不必写 `super().__init__()`", "已经是 `PassInstrument` 子类的原样返回；不是类时抛出 `TypeError`")
def _(tvm):
    decorate = tvm.instrument.pass_instrument

    @decorate
    class Own:
        def __init__(self, value):
            self.value = value

    assert issubclass(Own, tvm.instrument.PassInstrument) and Own(3).value == 3
    tvm.transform.PassContext(instruments=[Own(3)])

    class Already(tvm.instrument.PassInstrument):
        pass

    assert decorate(Already) is Already
    with raises(TypeError):
        decorate(lambda: None)


TIMING = "tvm.instrument.PassTimingInstrument"


@proves(TIMING, "不是 `PassInstrument` 的子类", "离开 `with` 时记录清空，所以要在里面调用；没有记录时是空字符串和一条警告", "按嵌套缩进的文本，每行是总时间（微秒）、方括号里除去内层的时间、占总计和占上一层的百分比")
def _(tvm):
    timing = tvm.instrument.PassTimingInstrument()
    assert not isinstance(timing, tvm.instrument.PassInstrument)
    with tvm.transform.PassContext(instruments=[timing]):
        tvm.relay.transform.FoldConstant()(module(tvm))
        lines = timing.render().splitlines()
    assert [re.sub(r"[\d.]+", "N", line) for line in lines] == ["FoldConstant: Nus [Nus] (N%; N%)", "\tInferType: Nus [Nus] (N%; N%)"]
    numbers = [[float(n) for n in re.findall(r"[\d.]+", line)] for line in lines]
    assert numbers[0][2] == 100 and abs(numbers[0][0] - numbers[0][1] - numbers[1][0]) <= 2
    assert timing.render() == "" and "no passes have been profiled" in logged(timing.render)


@proves(TIMING, "计时中有 Pass 抛出异常以后，这个线程里的 `render()` 都抛出 `TVMError`")
def _(tvm):
    import threading

    def fail(mod, ctx):
        raise ValueError("no")

    timing = tvm.instrument.PassTimingInstrument()
    with raises(Exception):
        with tvm.transform.PassContext(instruments=[timing]):
            tvm.transform.module_pass(fail, opt_level=0)(module(tvm))
    with raises("TVMError"):
        timing.render()
    other = []
    thread = threading.Thread(target=lambda: other.append(timing.render()))
    thread.start()
    thread.join()
    assert other == [""]
