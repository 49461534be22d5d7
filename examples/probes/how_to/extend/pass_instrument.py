"""When the five callbacks of an instrument are called, and which Passes an instrument does not see."""

from probes import proves, raises

from tvm import relay

PAGE = "how_to/extend/pass_instrument#"
CALLBACKS = PAGE + "五个回调"
SKIP = PAGE + "跳过-pass"
FAIL = PAGE + "回调出了异常"
KINDS = ("enter_pass_ctx", "should_run", "run_before_pass", "run_after_pass", "exit_pass_ctx")


def network(tvm):
    x = relay.var("x", shape=(4,))
    return tvm.IRModule.from_expr(relay.add(x, relay.add(relay.const(1.0), relay.const(2.0))))


def spy(tvm, log, name="one", fails=None, skips=()):
    """An instrument that logs (name, callback) and raises in `fails`."""

    def note(kind):
        log.append((name, kind))
        if kind == fails:
            raise RuntimeError("planned")

    @tvm.instrument.pass_instrument
    class Spy:
        def enter_pass_ctx(self):
            note("enter_pass_ctx")

        def should_run(self, mod, info):
            note("should_run")
            return info.name not in skips

        def run_before_pass(self, mod, info):
            note("run_before_pass")

        def run_after_pass(self, mod, info):
            note("run_after_pass")

        def exit_pass_ctx(self):
            note("exit_pass_ctx")

    return Spy()


def step(tvm, ran=None, name="step", body=lambda mod: mod, required=()):
    def run(mod, ctx):
        if ran is not None:
            ran.append(name)
        return body(mod)

    return tvm.transform.module_pass(run, opt_level=0, name=name, required=list(required))


@proves(CALLBACKS, "进入 `with` 时一次", "退出 `with` 时一次", "确定要执行之后、执行之前", "问完全部 `should_run` 才开始调用 `run_before_pass`，退出时也是甲在前")
@proves(CALLBACKS, "每个 Pass 之前，名字在 `required_pass` 里的不问", "必须是布尔值；有一个插桩返回 `False` 就跳过")
def _(tvm):
    log = []
    with tvm.transform.PassContext(instruments=[spy(tvm, log, "a"), spy(tvm, log, "b")]):
        step(tvm)(network(tvm))
    assert log == [(name, kind) for kind in KINDS for name in "ab"]
    log.clear()
    with tvm.transform.PassContext(instruments=[spy(tvm, log)], required_pass=["step"]):
        step(tvm)(network(tvm))
    assert [kind for _, kind in log] == [kind for kind in KINDS if kind != "should_run"]
    log.clear()
    with tvm.transform.PassContext(instruments=[spy(tvm, log, "a", skips=["step"]), spy(tvm, log, "b")]):
        step(tvm)(network(tvm))
    assert "run_before_pass" not in [kind for _, kind in log]


@proves(CALLBACKS, "Pass 正常结束之后，`mod` 是结果", "有 `name`、`opt_level` 和 `required`")
def _(tvm):
    seen = []

    @tvm.instrument.pass_instrument
    class Last:
        def run_after_pass(self, mod, info):
            seen.append((mod, info.name, info.opt_level, list(info.required)))

    made = network(tvm)
    with tvm.transform.PassContext(instruments=[Last()]):
        result = step(tvm, body=lambda mod: made, required=["InferType"])(network(tvm))
    assert len(seen) == 1 and seen[0][0].same_as(result) and result.same_as(made)
    assert seen[0][1:] == ("step", 0, ["InferType"])


@proves(SKIP, "`Sequential` 的成员", "直接调用的 Pass", "作为依赖执行的 Pass", "仍然跳过", "不问，照样执行")
def _(tvm):
    def executed(how, **options):
        ran = []
        tvm.register_func("relay._transform.probe_step", lambda: step(tvm, ran, "probe_step"), override=True)
        with tvm.transform.PassContext(**options):
            if how == "direct":
                step(tvm, ran, "probe_step")(network(tvm))
            elif how == "member":
                tvm.transform.Sequential([step(tvm, ran, "probe_step")])(network(tvm))
            else:
                tvm.transform.Sequential([step(tvm, name="outer", required=["probe_step"])])(network(tvm))
        return bool(ran)

    disabled = {"disabled_pass": ["probe_step"]}
    skipped = lambda: {"instruments": [spy(tvm, [], skips=["probe_step"])]}
    assert [executed(how, **disabled) for how in ("member", "direct", "needed")] == [False, True, True]
    assert [executed(how, **skipped()) for how in ("member", "direct", "needed")] == [False, False, False]
    assert not executed("member", required_pass=["probe_step"], **disabled)
    assert executed("member", required_pass=["probe_step"], **skipped())


@proves(PAGE + "看不到的-pass", "它不合并外层的 `instruments`", "这次编译用 `PassContext::Create()`，不带你的插桩")
def _(tvm):
    log, names = [], []

    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            names.append(info.name)

    with tvm.transform.PassContext(instruments=[spy(tvm, log)]):
        with tvm.transform.PassContext():
            step(tvm)(network(tvm))
    assert [kind for _, kind in log] == ["enter_pass_ctx", "exit_pass_ctx"]
    with tvm.transform.PassContext(instruments=[Names()]):
        folded = relay.transform.FoldConstant()(network(tvm))
    assert relay.analysis.list_op_freqs(folded)["add"] == 1 and not any(name.startswith("tir.") for name in names)


@proves(PAGE + "不写-with-也插桩", "先对旧的调用 `exit_pass_ctx`，再对新的调用 `enter_pass_ctx`")
@proves(PAGE + "不写-with-也插桩", "换上的插桩一直有效，用完要换回空列表")
def _(tvm):
    log = []
    current = tvm.transform.PassContext.current()
    current.override_instruments([spy(tvm, log, "old")])
    step(tvm)(network(tvm))
    log.clear()
    current.override_instruments([spy(tvm, log, "new")])
    assert log == [("old", "exit_pass_ctx"), ("new", "enter_pass_ctx")]
    current.override_instruments([])
    log.clear()
    step(tvm)(network(tvm))
    assert log == []


def outcome(tvm, fails):
    """Who left the context, and how many instruments are left in it."""
    log = []
    made = [spy(tvm, log, "a"), spy(tvm, log, "b", fails), spy(tvm, log, "c")]
    ctx = tvm.transform.PassContext(instruments=made)
    with raises(Exception, "planned"):
        with ctx:
            log.append(("body", "body"))
            step(tvm)(network(tvm))
    return [name for name, kind in log if kind == "exit_pass_ctx"], ("body", "body") in log


@proves(FAIL, "已经进入的立即退出，全部插桩被清空，`with` 的内容不执行")
@proves(FAIL, "插桩不变，`with` 负责让三个都退出", "排在后面的不再退出，插桩被清空")
def _(tvm):
    assert outcome(tvm, "enter_pass_ctx") == (["a"], False)
    for kind in KINDS[1:4]:
        assert outcome(tvm, kind) == (["a", "b", "c"], True), kind
    assert outcome(tvm, "exit_pass_ctx") == (["a", "b"], True)


@proves(FAIL, "这时它的 `run_after_pass` 不会被调用")
def _(tvm):
    def fail(mod):
        raise ValueError("stop")

    log = []
    with raises(Exception, "stop"):
        with tvm.transform.PassContext(instruments=[spy(tvm, log)]):
            step(tvm, body=fail)(network(tvm))
    assert [kind for _, kind in log] == ["enter_pass_ctx", "should_run", "run_before_pass", "exit_pass_ctx"]


@proves(PAGE + "计时", "`render` 要在退出 `with` 之前调用，因为退出时记录被清空")
@proves(PAGE + "计时", "每行是名字、总时间（微秒）、方括号里的自身时间")
def _(tvm):
    timing = tvm.instrument.PassTimingInstrument()
    with tvm.transform.PassContext(instruments=[timing]):
        step(tvm)(network(tvm))
        inside = timing.render()
    assert inside.startswith("step: ") and "us [" in inside and timing.render() == ""
