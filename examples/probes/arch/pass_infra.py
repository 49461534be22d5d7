"""How one call of a Pass goes, and how the three kinds take functions out of a module and put them back."""

import subprocess
import sys
import threading

from probes import proves, raises

from tvm import relay, te, tir

PAGE = "arch/pass_infra#"
GRAIN = PAGE + "三种粒度怎样取放函数"
CALL = PAGE + "一次调用"


def module(tvm, value=1.0):
    x = relay.var("x", shape=(4,))
    return tvm.IRModule.from_expr(relay.Function([x], relay.add(x, relay.const(value))))


def kernel(tvm, name="kernel"):
    A = te.placeholder((4,), name="A")
    B = te.compute((4,), lambda i: A[i] + 1, name="B")
    return te.create_prim_func([A, B])


def recorder(tvm, log, run=True, name="one"):
    @tvm.instrument.pass_instrument
    class Record:
        def should_run(self, mod, info):
            log.append((name, "should_run", info.name))
            return run

        def run_before_pass(self, mod, info):
            log.append((name, "before", info.name))

        def run_after_pass(self, mod, info):
            log.append((name, "after", info.name))

    return Record()


def nothing(tvm, **options):
    return tvm.transform.module_pass(lambda mod, ctx: mod, opt_level=0, name="nothing", **options)


@proves(CALL, "名字不在 `required_pass` 里时，问每个插桩的 `should_run`")
@proves(CALL, "全部为真才调用 `run_before_pass`；有一个为假，模块原样返回，后两步都不做")
def _(tvm):
    step, mod = nothing(tvm), module(tvm)
    for first, second, kinds in ((True, True, ["before", "before", "after", "after"]), (True, False, [])):
        log = []
        pair = [recorder(tvm, log, first, "a"), recorder(tvm, log, second, "b")]
        with tvm.transform.PassContext(instruments=pair):
            assert step(mod).same_as(mod)
        assert [kind for _, kind, _ in log if kind != "should_run"] == kinds
        assert [who for who, kind, _ in log if kind == "should_run"] == ["a", "b"]
    log = []
    with tvm.transform.PassContext(instruments=[recorder(tvm, log, False)], required_pass=["nothing"]):
        step(mod)
    assert [kind for _, kind, _ in log] == ["before", "after"]


@proves(CALL, "优化级别不在这三步里", "对每个成员，`PassEnabled` 为假就跳过")
def _(tvm):
    log = []
    high = tvm.transform.module_pass(lambda mod, ctx: mod, opt_level=9, name="high")
    with tvm.transform.PassContext(opt_level=0, instruments=[recorder(tvm, log)]):
        high(module(tvm))
        tvm.transform.Sequential([high], name="list")(module(tvm))
    assert [name for _, kind, name in log if kind == "before"] == ["high", "list"]


@proves(GRAIN, "模块、上下文", "函数、模块、上下文", "自己决定")
@proves(GRAIN, "原来的引用", "浅拷贝")
def _(tvm):
    seen = {}

    def whole(mod, ctx):
        seen["module"] = mod
        assert isinstance(ctx, tvm.transform.PassContext)
        return mod

    def single(kind):
        def run(func, mod, ctx):
            seen[kind] = mod
            assert isinstance(ctx, tvm.transform.PassContext) and isinstance(func, tvm.ir.BaseFunc)
            return func

        return run

    mod = relay.transform.InferType()(module(tvm))
    tvm.transform.module_pass(whole, opt_level=0)(mod)
    result = relay.transform.function_pass(single("function"), opt_level=0)(mod)
    assert seen["module"].same_as(mod) and not result.same_as(mod) and not seen["function"].same_as(mod)
    assert list(seen["function"].functions) == list(mod.functions)


@proves(GRAIN, "每个函数算完立即写回", "全部算完以后一起写回")
def _(tvm):
    def mark(func, mod, ctx):
        marked.append(sum(bool(f and f.attrs and "seen" in f.attrs) for f in mod.functions.values()))
        return func.with_attr("seen", 1)

    two = tvm.IRModule({"f": kernel(tvm), "g": kernel(tvm)})
    relay_two = tvm.IRModule({"f": module(tvm)["main"], "g": module(tvm, 2.0)["main"]})
    marked = []
    relay.transform.function_pass(mark, opt_level=0)(relay_two)
    assert marked == [0, 0]
    marked.clear()
    result = tir.transform.prim_func_pass(mark, opt_level=0)(two)
    assert marked == [0, 1]
    assert all("seen" in f.attrs for f in result.functions.values())
    assert not any(f.attrs and "seen" in f.attrs for f in two.functions.values())


@proves(GRAIN, "返回空", "报错")
def _(tvm):
    with raises(Exception, ""):
        tvm.transform.module_pass(lambda mod, ctx: None, opt_level=0)(module(tvm))


@proves(GRAIN, "渲染诊断，再执行 `InferType`")
def _(tvm):
    def fresh(func, mod, ctx):
        return relay.Function(func.params, relay.exp(func.params[0]))

    log = []
    with tvm.transform.PassContext(instruments=[recorder(tvm, log)]):
        result = relay.transform.function_pass(fresh, opt_level=0, name="fresh")(module(tvm))
    assert [name for _, kind, name in log if kind == "before"] == ["fresh", "InferType"]
    assert result["main"].body.checked_type.shape[0] == 4
    log = []
    with tvm.transform.PassContext(instruments=[recorder(tvm, log)]):
        tir.transform.prim_func_pass(lambda f, m, c: f, opt_level=0, name="plain")(tvm.IRModule({"k": kernel(tvm)}))
    assert [name for _, kind, name in log if kind == "before"] == ["plain"]


@proves(PAGE + "依赖", "依赖每次都重新执行，不记录「已经做过」", "依赖不受 `opt_level` 和 `disabled_pass` 限制")
@proves(PAGE + "依赖", "依赖的依赖不解决")
def _(tvm):
    ran = []

    def make(name, required=(), level=0):
        def run(mod, ctx):
            ran.append(name)
            return mod

        return tvm.transform.module_pass(run, opt_level=level, name=name, required=list(required))

    tvm.register_func("relay._transform.ProbeDeep", lambda: make("ProbeDeep"))
    tvm.register_func("relay._transform.ProbeDep", lambda: make("ProbeDep", ["ProbeDeep"], level=9))
    with tvm.transform.PassContext(opt_level=0, disabled_pass=["ProbeDep"]):
        tvm.transform.Sequential([make("a", ["ProbeDep"]), make("b", ["ProbeDep"])])(module(tvm))
    assert ran == ["ProbeDep", "a", "ProbeDep", "b"]


@proves(PAGE + "passcontext", "每个线程有一个栈和一个默认的上下文", "取栈顶，栈空时取默认的")
def _(tvm):
    levels = []
    current = tvm.transform.PassContext.current
    default = current()
    with tvm.transform.PassContext(opt_level=3), tvm.transform.PassContext(opt_level=1):
        worker = threading.Thread(target=lambda: levels.append((current().opt_level, current().same_as(default))))
        worker.start()
        worker.join()
        levels.append(current().opt_level)
    assert levels == [(2, False), 1] and current().same_as(default)


@proves(PAGE + "passcontext", "值是字典，就按注册的类型构造节点，其余的值必须是注册的类型")
def _(tvm):
    with tvm.transform.PassContext(config={"tir.UnrollLoop": {"auto_max_step": 7}}) as ctx:
        assert ctx.config["tir.UnrollLoop"].auto_max_step == 7
    for config in ({"tir.UnrollLoop": 3}, {"tir.UnrollLoop": {"no_such": 1}}, {"probe.no_such": 1}):
        with raises(Exception, ""):
            tvm.transform.PassContext(config=config)


@proves(PAGE + "passcontext", "其中有错误，就打印到标准错误并抛出 `DiagnosticError`", versions=("0.12.0", "0.13.0"))
@proves(PAGE + "passcontext", "其中有错误，就打印到标准输出并抛出 `DiagnosticError`", versions=("0.10.0",))
def _(tvm, release):
    code = """
import tvm
from tvm import relay
x, y = relay.var("x", shape=(1, 8)), relay.var("y", shape=(3,))
try:
    relay.transform.InferType()(tvm.IRModule.from_expr(relay.add(x, y)))
except tvm.error.DiagnosticError:
    print("caught")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    words = run.stdout if release == "0.10.0" else run.stderr
    assert "Incompatible broadcast" in words and "caught" in run.stdout


@proves(PAGE + "不变的约定", "Pass 的名字不要求唯一，`disabled_pass` 对同名的全部生效")
@proves(PAGE + "不变的约定", "除非 Pass 或回调抛出异常")
def _(tvm):
    ran, log = [], []
    named = [
        tvm.transform.module_pass(lambda mod, ctx, i=i: ran.append(i) or mod, opt_level=0, name="same") for i in (1, 2)
    ]
    with tvm.transform.PassContext(disabled_pass=["same"]):
        tvm.transform.Sequential(named)(module(tvm))
    assert ran == []

    def fail(mod, ctx):
        raise ValueError("stop")

    with raises(Exception, "stop"):
        with tvm.transform.PassContext(instruments=[recorder(tvm, log)]):
            tvm.transform.module_pass(fail, opt_level=0, name="fail")(module(tvm))
    assert [kind for _, kind, _ in log] == ["should_run", "before"]


@proves(PAGE + "类和文件", "`relay.transform.FuseOps()` 只是调用注册在全局函数表里的 `relay._transform.FuseOps`")
@proves(PAGE + "类和文件", "按次序执行一组 Pass，本身也是 Pass")
def _(tvm):
    assert type(tvm.get_global_func("relay._transform.FuseOps")(2)) is type(relay.transform.FuseOps(2))
    assert issubclass(tvm.transform.Sequential, tvm.transform.Pass)
    for name in ("enter_pass_ctx", "exit_pass_ctx", "should_run", "run_before_pass", "run_after_pass"):
        assert hasattr(tvm.ir.instrument.PassInstrument, name)
