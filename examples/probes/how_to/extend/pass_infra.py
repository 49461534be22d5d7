"""Which Passes a context lets run, what a configuration may hold, and which Passes cannot be disabled or required."""

import threading

from probes import proves, raises

from tvm import relay

PAGE = "how_to/extend/pass_infra#"
NAMES = PAGE + "名字级别和依赖"


def network(tvm):
    data, weight = relay.var("data", shape=(1, 8)), relay.var("weight", shape=(4, 8))
    return tvm.IRModule.from_expr(relay.nn.relu(relay.nn.dense(data, weight)))


def recorder(tvm, ran):
    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            ran.append(info.name)

    return Names()


def optimized(tvm, **options):
    ran = []
    with tvm.transform.PassContext(instruments=[recorder(tvm, ran)], **options):
        relay.optimize(network(tvm), "llvm")
    return ran


@proves(PAGE + "哪些会执行", "没有写 `PassContext` 时，`opt_level` 是 2，而 `EliminateCommonSubexpr` 的级别是 3")
@proves(PAGE + "哪些会执行", "级别只是门槛，不影响次序，执行的次序就是列表的次序")
def _(tvm):
    assert tvm.transform.PassContext.current().opt_level == 2
    assert relay.transform.EliminateCommonSubexpr().info.opt_level == 3
    ran = []
    make = lambda level: tvm.transform.module_pass(lambda mod, ctx: ran.append(level) or mod, opt_level=level, name="p")
    with tvm.transform.PassContext(opt_level=3):
        tvm.transform.Sequential([make(3), make(0), make(4), make(1)])(network(tvm))
    assert ran == [3, 0, 1]


@proves(PAGE + "哪些会执行", "的级别是 0，但在 `opt_level=0` 时每个算子各成一个函数，等于不融合")
def _(tvm):
    counts = []
    for level in (0, 1):
        with tvm.transform.PassContext(opt_level=level):
            text = str(tvm.transform.Sequential([relay.transform.FuseOps()])(network(tvm)))
        counts.append(text.count("Primitive=1"))
    assert relay.transform.FuseOps().info.opt_level == 0 and counts == [2, 1]


@proves(NAMES, "`BatchingOps`、`MergeCompilerRegions`、`PartitionGraph` 返回没有起名的 `Sequential`，名字都是 `sequential`")
@proves(NAMES, "注册的名字前面多一个空格，要禁用它就得写上这个空格")
@proves(NAMES, "写错了只是不起作用，没有提示")
def _(tvm):
    for name in ("BatchingOps", "MergeCompilerRegions", "PartitionGraph"):
        assert getattr(relay.transform, name)().info.name == "sequential", name
    assert relay.transform.FoldExplicitPadding().info.name == " FoldExplicitPadding"
    with tvm.transform.PassContext(disabled_pass=["NoSuchPass"], required_pass=["NoSuchPass"]):
        relay.transform.InferType()(network(tvm))


@proves(NAMES, "其中 `FastMath` 用近似公式换掉 `exp`、`erf`、`tanh` 和 `nn.softmax`")
def _(tvm):
    x = relay.var("x", shape=(1, 4))
    assert relay.transform.FastMath().info.opt_level == 4
    for op in (relay.exp, relay.erf, relay.tanh, relay.nn.softmax):
        changed = relay.transform.FastMath()(tvm.IRModule.from_expr(op(x)))
        assert any("fast_" in name for name in relay.analysis.list_op_freqs(changed)), op


@proves(NAMES, "`InferType`、`InlineGlobals`、`LabelOps`、`AnnotateMemoryScope` 在 `OptimizeImpl` 里是直接调用的，禁用不起作用")
def _(tvm):
    names = ["InferType", "InlineGlobals", "LabelOps", "AnnotateMemoryScope"]
    ran = optimized(tvm, opt_level=3, disabled_pass=names)
    assert all(name in ran for name in names), ran


@proves(NAMES, "`PlanDevices` 和 `FuseOps` 是后段所必需的，禁用后 `relay.build` 报错")
def _(tvm):
    for name in ("PlanDevices", "FuseOps"):
        with raises(tvm.TVMError):
            with tvm.transform.PassContext(opt_level=3, disabled_pass=[name]):
                relay.build(network(tvm), "llvm")
    with tvm.transform.PassContext(opt_level=3):
        relay.build(network(tvm), "llvm")


@proves(NAMES, "核函数上的 Pass 名字以 `tir.` 开头，例如 `tir.StorageRewrite`，禁用的办法相同")
def _(tvm):
    seen = []
    for disabled in ([], ["tir.StorageRewrite"]):
        ran = []
        with tvm.transform.PassContext(instruments=[recorder(tvm, ran)], disabled_pass=disabled):
            relay.build(network(tvm), "llvm")
        seen.append("tir.StorageRewrite" in ran)
    assert seen == [True, False]


@proves(PAGE + "给-pass-传配置", "整数，或者 `True`、`False`", "字典，由 TVM 转换成那个节点", "字符串", "列表")
def _(tvm):
    options = tvm.transform.PassContext.list_configs()
    values = {"IntImm": (3, True), "runtime.String": ("words",), "Array": ([],)}
    for kind, tried in values.items():
        key = next(key for key, info in options.items() if info["type"] == kind)
        for value in tried:
            tvm.transform.PassContext(config={key: value})
    tvm.transform.PassContext(config={"tir.UnrollLoop": {"explicit_unroll": False}})


@proves(PAGE + "作用域嵌套与线程", "内层没有写 `opt_level`，得到的是默认的 2，外层的 `disabled_pass` 也没有了")
@proves(PAGE + "作用域嵌套与线程", "新线程的栈是空的，用的是它自己的默认上下文")
def _(tvm):
    current = tvm.transform.PassContext.current
    seen = []
    with tvm.transform.PassContext(opt_level=3, disabled_pass=["FuseOps"]):
        with tvm.transform.PassContext():
            seen.append((current().opt_level, list(current().disabled_pass or [])))
        worker = threading.Thread(target=lambda: seen.append((current().opt_level, list(current().disabled_pass or []))))
        worker.start()
        worker.join()
    assert seen == [(2, []), (2, [])]


@proves(PAGE + "改了-opt_level-不起作用", "给 Python 对象赋值只改了 Python 的属性，C++ 里的字段还是 2")
def _(tvm):
    ran = []
    with tvm.transform.PassContext(instruments=[recorder(tvm, ran)]) as ctx:
        try:
            ctx.opt_level = 3
        except AttributeError:
            pass
        tvm.transform.Sequential([relay.transform.EliminateCommonSubexpr()])(network(tvm))
    assert "EliminateCommonSubexpr" not in ran


@proves(PAGE + "配置的键或值不对", "键没有注册，值的类型不对，或者配置节点没有这个字段", "构造 `PassContext` 时报 `AttributeError`")
def _(tvm):
    for config in ({"tir.no_such": 1}, {"tir.disable_vectorize": "yes"}, {"tir.UnrollLoop": {"no_such": 1}}):
        with raises(AttributeError):
            tvm.transform.PassContext(config=config)


@proves(PAGE + "没有类型的模块", "放进 `Sequential`，或者先调用 `relay.transform.InferType()`")
def _(tvm):
    relay.transform.FuseOps(2)(relay.transform.InferType()(network(tvm)))
    tvm.transform.Sequential([relay.transform.FuseOps(2)])(network(tvm))
