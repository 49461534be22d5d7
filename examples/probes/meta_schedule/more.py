"""More probes of docs/reference/api/python/meta_schedule.md: what the parts get, the runner's own functions, a dry run."""

import contextlib
import logging
import os
import sys
import tempfile
import typing

from probes import proves, raises

# Once for all probes: it parses the intrinsics for seconds, and every TuneContext imports it.
__import__("tvm.tir.tensor_intrin")

NEW = ("0.13.0",)
TARGET = "llvm -num-cores 1"
CONTEXT = "tvm.meta_schedule.TuneContext"
SPACE = "tvm.meta_schedule.SpaceGenerator"


def product(tvm, n=64):
    te = tvm.te
    a, b, k = te.placeholder((n, n), name="A"), te.placeholder((n, n), name="B"), te.reduce_axis((0, n), "k")
    c = te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    return te.create_prim_func([a, b, c]).with_attr("global_symbol", "main")


def module(tvm, n=64):
    return tvm.IRModule({"main": product(tvm, n)})


def quiet():
    logging.getLogger("tvm.meta_schedule").setLevel(logging.WARNING)


def dry(tvm, path="unused", done=lambda: True):
    """A builder and a runner that do nothing."""
    ms = tvm.meta_schedule

    @ms.derived_object
    class Builder(ms.builder.PyBuilder):
        def build(self, build_inputs):
            return [ms.builder.BuilderResult(path() if callable(path) else path, None) for _ in build_inputs]

    @ms.derived_object
    class Runner(ms.runner.PyRunner):
        def run(self, runner_inputs):
            return [ms.runner.RunnerFuture(done, lambda: ms.runner.RunnerResult([0.25], None)) for _ in runner_inputs]

    return {"builder": Builder(), "runner": Runner()}


def tuned(tvm, trials=4, **options):
    ms = tvm.meta_schedule
    quiet()
    options = {
        "cost_model": "none", "strategy": "replay-trace", "num_tuning_cores": 1, "database": "memory", "seed": 1,
        "measure_callbacks": [ms.measure_callback.AddToDatabase()], **dry(tvm), **options,
    }
    return ms.tune_tir(product(tvm), TARGET, tempfile.mkdtemp(), trials, **options)


def context(tvm, strategy="replay-trace", space="post-order-apply", **options):
    options = {"target": TARGET, "num_threads": 1, "rand_state": 1, **options}
    return tvm.meta_schedule.TuneContext(options.pop("mod", product(tvm)), space_generator=space, search_strategy=strategy, **options)


@contextlib.contextmanager
def heard(*names):
    """What the loggers say, one by one."""
    said, handler = [], logging.Handler()
    handler.emit = lambda one: said.append((one.name, one.getMessage()))
    for name in names:
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield said


def annotated(kind):
    """Names of the classes and the words that a type annotation lists."""
    found = set()
    for one in typing.get_args(kind):
        if typing.get_origin(one) is typing.Literal:
            found |= set(typing.get_args(one))
        elif typing.get_origin(one) is list:
            found.add(("list", typing.get_args(one)[0].__forward_arg__))
        elif isinstance(one, typing.ForwardRef):
            found.add(one.__forward_arg__)
        else:
            found.add(one)
    return found


@proves("tvm.meta_schedule.tune_tir", "怎样在空间里挑候选")
def _(tvm):
    ms, made = tvm.meta_schedule, []
    own = ms.SearchStrategy.create("replay-func")
    for strategy in ("replay-trace", "replay-func", own):
        assert len(tuned(tvm, strategy=strategy)) == 4
    small = ms.SearchStrategy.create("evolutionary", population_size=8, init_min_unmeasured=4)
    assert len(tuned(tvm, strategy=small, cost_model="random")) == 4
    with raises(ValueError):
        tuned(tvm, strategy="random")


@proves("tvm.meta_schedule.tune_tir", "搜索和并行编译用几个核")
def _(tvm):
    ms, given, module_of = tvm.meta_schedule, [], sys.modules["tvm.meta_schedule.tune"]
    parts = dry(tvm)
    kind = type("Kind", (ms.Builder,), {"create": staticmethod(lambda kind, max_workers: given.append(max_workers) or parts["builder"])})
    module_of.Builder, kept = kind, module_of.TaskScheduler.create

    def scheduler(*args):
        made = kept(*args)
        tune = made.tune

        def counted(tasks, *rest, **options):
            given.append(tasks[0].num_threads)
            return tune(tasks, *rest, **options)

        made.tune = counted
        return made

    module_of.TaskScheduler = type("Other", (ms.TaskScheduler,), {"create": staticmethod(scheduler)})
    expected = {3: 3, "logical": os.cpu_count(), "physical": ms.utils.cpu_count(logical=False)}
    for cores, number in expected.items():
        given.clear()
        tuned(tvm, num_tuning_cores=cores, builder="local")
        assert given == [number, number]
    with raises(ValueError):
        tuned(tvm, num_tuning_cores="all")


@proves("tvm.meta_schedule.tune_tasks", "返回数据库")
def _(tvm):
    ms = tvm.meta_schedule
    quiet()
    options = {**dry(tvm), "cost_model": "none", "work_dir": "unused", "measure_callbacks": [ms.measure_callback.AddToDatabase()]}
    own = ms.Database.create("memory")
    for given in (own, "memory"):
        made = ms.tune_tasks(tasks=[context(tvm)], task_weights=[1.0], max_trials_global=2, database=given, **options)
        assert isinstance(made, ms.Database) and len(made) == 2
    assert len(own) == 2


@proves(CONTEXT, "交给 `SpaceGenerator.create`")
def _(tvm):
    ms, given = tvm.meta_schedule, []
    home = sys.modules["tvm.meta_schedule.space_generator"]
    own = ms.SpaceGenerator.create("post-order-apply")
    kept = home.SpaceGenerator
    home.SpaceGenerator = type("Kind", (kept,), {"create": staticmethod(lambda kind: given.append(kind) or kept.create("post-order-apply"))})
    function = lambda sch: None
    for space in ("post-order-apply", function):
        context(tvm, space=space)
    assert given == ["post-order-apply", function]
    home.SpaceGenerator = kept
    assert context(tvm, space=own).space_generator.same_as(own)


@proves(CONTEXT, "出现在日志和统计表里")
def _(tvm):
    ms = tvm.meta_schedule
    with heard("tvm.meta_schedule.tune_context", "tvm.meta_schedule.task_scheduler.gradient_based") as said:
        scheduler = ms.TaskScheduler.create()
        parts = dry(tvm)
        scheduler.tune([context(tvm, task_name="mine")], [1.0], 2, 2, 2, parts["builder"], parts["runner"], [], ms.Database.create("memory"), None)
    assert any(name.endswith("tune_context") and "[Task #0: mine] Trial #1" in message for name, message in said)
    assert any(line.split("|")[1].strip() == "mine" for name, message in said if name.endswith("gradient_based") for line in message.splitlines() if line.count("|") > 3)


@proves(CONTEXT, "默认取本模块的日志器")
def _(tvm):
    small = tvm.meta_schedule.SearchStrategy.create("evolutionary", population_size=8, init_min_unmeasured=4)
    own = logging.getLogger("probe.own")
    for options, name in (({}, "tvm.meta_schedule.tune_context"), ({"logger": own}, "probe.own")):
        with heard("tvm.meta_schedule.tune_context", "probe.own") as said:
            made = context(tvm, strategy=small.clone(), **options)
            made.pre_tuning(2)
            made.generate_measure_candidates()
        assert {one for one, _ in said} == {name}


@proves(CONTEXT, "自己走一遍这个循环，可以不编译就看到候选", "| `target` | `Target` 对象 |")
def _(tvm):
    calls, ms, kept = [], tvm.meta_schedule, tvm.build
    sys.modules["tvm.driver.build_module"].build = tvm.build = lambda *args, **options: calls.append(1) or kept(*args, **options)
    made = context(tvm)
    made.pre_tuning(4, 2)
    seen = []
    while candidates := made.generate_measure_candidates():
        seen += [one.sch.mod.script() for one in candidates]
        made.notify_runner_results(candidates, [ms.runner.RunnerResult([1e-3], None) for _ in candidates])
    assert len(seen) == 4 and len(set(seen)) > 1 and not calls
    assert isinstance(made.target, tvm.target.Target) and str(made.target.kind) == "llvm"


@proves("tvm.meta_schedule.Profiler", "本机测量的子进程里的时间记不到外面")
def _(tvm):
    ms, target = tvm.meta_schedule, tvm.target.Target("llvm")
    path = os.path.join(tempfile.mkdtemp(), "f.tar")
    tvm.build(module(tvm, 16), target=target).export_library(path)
    info = ms.arg_info.ArgInfo.from_entry_func(module(tvm, 16))
    config = ms.runner.EvaluatorConfig(number=1, repeat=1, min_repeat_ms=0)
    with ms.Profiler() as profiler:
        (future,) = ms.Runner.create("local", evaluator_config=config).run([ms.runner.RunnerInput(path, "llvm", info)])
    assert future.result().error_msg is None and list(profiler.get()) == ["Total"]
    work = sys.modules["tvm.meta_schedule.runner.local_runner"]._worker_func
    with ms.Profiler() as profiler:
        work(None, None, None, config, 1, path, "llvm", tuple(one.as_json() for one in info))
    assert "LocalRunner/run_evaluator" in profiler.get()


@proves("tvm.meta_schedule.Database", "放在 `with` 里成为编译用的当前数据库", "所以一个目标用一个目录")
def _(tvm):
    ms, relay = tvm.meta_schedule, tvm.relay
    x = relay.var("x", shape=(4, 8))
    model = tvm.IRModule.from_expr(relay.Function([x], relay.exp(x)))
    (task,) = ms.relay_integration.extract_tasks(model, tvm.target.Target(TARGET), None)
    database = ms.Database.create("memory")
    mod = task.dispatched[0]
    sch = tvm.tir.Schedule(mod)
    block = sch.get_child_blocks(sch.get_block("root"))[0]
    sch.annotate(block, "probe", 1)
    args = ms.arg_info.ArgInfo.from_entry_func(mod)
    database.commit_tuning_record(ms.database.TuningRecord(sch.trace, database.commit_workload(mod), [1.0], tvm.target.Target(TARGET), args))
    # Found for any target, so a database of another target must not be the current one.
    for target in (TARGET, "c", "cuda"):
        assert database.query(mod, tvm.target.Target(target), kind="record") is not None
    asked = []

    @ms.derived_object
    class Asked(ms.database.PyDatabase):
        def has_workload(self, mod):
            return database.has_workload(mod)

        def commit_workload(self, mod):
            return database.commit_workload(mod)

        def get_top_k(self, workload, top_k):
            asked.append(top_k)
            return database.get_top_k(workload, top_k)

        def query_tuning_record(self, mod, target, workload_name=None):
            asked.append(workload_name)
            return database.query_tuning_record(mod, target, workload_name)

        def query_schedule(self, mod, target, workload_name=None):
            asked.append(workload_name)
            return database.query_schedule(mod, target, workload_name)

        def query_ir_module(self, mod, target, workload_name=None):
            asked.append(workload_name)
            return database.query_ir_module(mod, target, workload_name)

        def __len__(self):
            return len(database)

    with Asked(), tvm.transform.PassContext(opt_level=3, config={"relay.backend.use_meta_schedule": True}):
        relay.build(model, TARGET)
    assert asked
    asked.clear()
    with Asked():
        relay.build(model, TARGET)
    assert not asked and ms.Database.current() is None


@proves("tvm.meta_schedule.Database", "类型标注：对象，或 `\"json\"`、`\"memory\"`", "`create(kind='json', *args, **kwargs)`")
@proves("tvm.meta_schedule.SearchStrategy", "类型标注：对象，或上表的三个名称")
@proves("tvm.meta_schedule.CostModel", "类型标注：对象，或 `\"xgb\"`、`\"mlp\"`、`\"random\"`")
@proves("tvm.meta_schedule.FeatureExtractor", "类型标注：对象，或 `\"per-store-feature\"`")
@proves("tvm.meta_schedule.TaskScheduler", "类型标注：对象，或 `\"gradient\"`、`\"round-robin\"`")
@proves("tvm.meta_schedule.Builder", "类型标注：对象，或 `\"local\"`")
@proves("tvm.meta_schedule.Runner", "类型标注：对象，或 `\"local\"`、`\"rpc\"`")
@proves("tvm.meta_schedule.MeasureCallback", "类型标注：对象、对象的列表或 `\"default\"`")
def _(tvm):
    ms = tvm.meta_schedule
    expected = (
        (ms.Database.DatabaseType, {"Database", "json", "memory"}),
        (ms.SearchStrategy.SearchStrategyType, {"SearchStrategy", "replay-func", "replay-trace", "evolutionary"}),
        (ms.CostModel.CostModelType, {"CostModel", "xgb", "mlp", "random"}),
        (ms.FeatureExtractor.FeatureExtractorType, {"FeatureExtractor", "per-store-feature"}),
        (ms.TaskScheduler.TaskSchedulerType, {"TaskScheduler", "gradient", "round-robin"}),
        (ms.Builder.BuilderType, {"Builder", "local"}),
        (ms.Runner.RunnerType, {"Runner", "local", "rpc"}),
        (ms.MeasureCallback.CallbackListType, {"MeasureCallback", ("list", "MeasureCallback"), "default"}),
    )
    for kind, names in expected:
        assert annotated(kind) == names
    work = tempfile.mkdtemp()
    assert type(ms.Database.create(work_dir=work)).__name__ == "JSONDatabase" and len(os.listdir(work)) == 2


@proves(SPACE, "类型标注：自写的调度函数的三种形式", "类型标注：对象、函数或名称", "`create(kind='post-order-apply', *args, **kwargs)`")
def _(tvm):
    kind, schedule = tvm.meta_schedule.SpaceGenerator, tvm.tir.Schedule
    forms = typing.get_args(kind.ScheduleFnType)
    assert [typing.get_args(one) for one in forms] == [([schedule], type(None)), ([schedule], schedule), ([schedule], typing.List[schedule])]
    assert annotated(kind.SpaceGeneratorType) == {"SpaceGenerator", *forms, "post-order-apply", "union"}
    assert type(kind.create()).__name__ == "PostOrderApply"


@proves(SPACE, "没有指定规则时，由任务的目标决定", versions=NEW)
@proves(SPACE, "没有指定时由任务的目标决定", versions=("0.12.0",))
def _(tvm):
    ms = tvm.meta_schedule
    rules = lambda space, target: [type(one).__name__ for one in ms.TuneContext(product(tvm), target=target, space_generator=space, num_threads=1).space_generator.sch_rules]
    default = lambda kind: [type(one).__name__ for one in ms.ScheduleRule.create(kind)]
    found = {target: rules("post-order-apply", target) for target in (TARGET, "hexagon -num-cores 1")}
    assert found == {TARGET: default("llvm"), "hexagon -num-cores 1": default("hexagon")} and found[TARGET] != default("hexagon")
    few = [ms.schedule_rule.AutoInline(True, True, True, False, False, False)]
    assert rules(ms.space_generator.PostOrderApply(sch_rules=few), TARGET) == ["AutoInline"]


@proves(SPACE, "缺的在目标里写明，例如 `-max_threads_per_block=1024`")
def _(tvm):
    make = lambda target: tvm.meta_schedule.TuneContext(product(tvm), target=target, space_generator="post-order-apply", num_threads=1)
    threads, shared = "-max_threads_per_block=1024", "-max_shared_memory_per_block=49152"
    for target, absent in ((f"cuda -arch=sm_80 {shared}", "max_threads_per_block"), (f"cuda -arch=sm_80 {threads}", "max_shared_memory_per_block"), (f"vulkan {threads}", "max_shared_memory_per_block")):
        with raises(Exception, absent):
            make(target)
    for target in ("cuda -arch=sm_80", "vulkan"):
        assert len(make(f"{target} {shared} {threads}").space_generator.sch_rules)


@proves("tvm.meta_schedule.ScheduleRule", "各目标的默认规则，按执行次序")
def _(tvm):
    ms, order = tvm.meta_schedule, []

    def rule(name):
        @ms.derived_object
        class Own(ms.schedule_rule.PyScheduleRule):
            def _initialize_with_tune_context(self, context):
                pass

            def apply(self, sch, block):
                order.append(name)
                return [sch]

            def clone(self):
                return self

        return Own()

    space = ms.space_generator.PostOrderApply(sch_rules=[rule("first"), rule("second")], postprocs=[], mutator_probs={})
    context(tvm, space=space, strategy=None).generate_design_space()
    assert order == ["first"] * 2 + ["second"] * 2  # root and C
    names = {kind: [type(one).__name__ for one in ms.ScheduleRule.create(kind)] for kind in ("llvm", "cuda", "hexagon")}
    assert names["llvm"][:3] == ["ApplyCustomRule", "InlineConstantScalars", "AutoInline"] and names["llvm"][-1] == "RandomComputeLocation"
    assert names["cuda"][:2] == ["ApplyCustomRule", "MultiLevelTiling"] and names["cuda"][-1] == "AutoBind"
    assert names["hexagon"][-2:] == ["MultiLevelTilingWideVector", "ParallelizeVectorizeUnroll"]


@proves("tvm.meta_schedule.TaskScheduler", "测量都做完了就收取结果，否则立即返回")
def _(tvm):
    ms, state, seen = tvm.meta_schedule, {"done": False}, []

    @ms.derived_object
    class Touches(ms.task_scheduler.PyTaskScheduler):
        def next_task_id(self):
            outer = self._outer()
            task = outer.tasks_[0]
            if task.runner_futures is not None:
                outer.touch_task(0)
                seen.append(task.runner_futures is not None)
                state["done"] = True
                outer.touch_task(0)
                seen.append(task.runner_futures is not None)
            return -1 if task.is_terminated else 0

    quiet()
    parts, database = dry(tvm, done=lambda: state["done"]), ms.Database.create("memory")
    Touches().tune([context(tvm)], [1.0], 4, 4, 2, parts["builder"], parts["runner"], [ms.measure_callback.AddToDatabase()], database, None)
    assert seen[:2] == [True, False] and len(database) == 4


@proves("tvm.meta_schedule.Runner", "代替分配、计时和收尾的函数，或注册过的名称", "子进程启动时执行的函数")
def _(tvm):
    ms, target = tvm.meta_schedule, tvm.target.Target("llvm")
    work = tempfile.mkdtemp()
    path = os.path.join(work, "f.tar")
    tvm.build(module(tvm, 16), target=target).export_library(path)
    info = ms.arg_info.ArgInfo.from_entry_func(module(tvm, 16))
    inputs = [ms.runner.RunnerInput(path, "llvm", info)]

    def start():
        import os

        import tvm

        os.environ["PROBE"] = "started"
        tvm.register_func("probe.cleanup", lambda: open(os.path.join(work, "cleaned"), "w").close(), override=True)

    def allocate(device, args_info, repeat):
        return [[len(args_info), repeat]]

    def evaluate(made, device, config, repeated):
        import os

        assert os.environ["PROBE"] == "started"
        return [float(repeated[0][0]), float(repeated[0][1])]

    runner = ms.Runner.create("local", alloc_repeat=7, f_alloc_argument=allocate, f_run_evaluator=evaluate, f_cleanup="probe.cleanup", initializer=start)
    (made,) = [one.result() for one in runner.run(inputs)]
    assert made.error_msg is None and [float(one) for one in made.run_secs] == [3.0, 7.0]
    assert os.path.exists(os.path.join(work, "cleaned"))
    with raises(Exception):
        ms.Runner.create("local", f_run_evaluator="probe.absent")


@proves("tvm.meta_schedule.Runner", "`\"rpc\"`：经 RPC tracker 在别的机器上运行")
def _(tvm):
    from tvm.meta_schedule.testing.local_rpc import LocalRPC

    ms, target = tvm.meta_schedule, tvm.target.Target("llvm")
    path = os.path.join(tempfile.mkdtemp(), "f.tar")
    tvm.build(module(tvm, 16), target=target).export_library(path)
    info = ms.arg_info.ArgInfo.from_entry_func(module(tvm, 16))
    with LocalRPC(silent=True) as rpc:
        config = ms.runner.RPCConfig(tracker_host="127.0.0.1", tracker_port=rpc.tracker_port, tracker_key=rpc.tracker_key, session_timeout_sec=20)
        evaluator = ms.runner.EvaluatorConfig(number=1, repeat=2, min_repeat_ms=0)
        runner = ms.Runner.create("rpc", rpc_config=config, evaluator_config=evaluator, max_workers=1)
        (future,) = runner.run([ms.runner.RunnerInput(path, "llvm", info)])
        made = future.result()
        assert made.error_msg is None and len(made.run_secs) == 2
        # The measurement loads the module from the folder of the server, to which it was sent.
        gone = ms.runner.RunnerInput(os.path.join(tempfile.mkdtemp(), "absent.tar"), "llvm", info)
        assert runner.run([gone])[0].result().error_msg


@proves("tvm.meta_schedule.MeasureCallback", "只想加一个动作时，把它接在这个列表后面")
def _(tvm):
    ms, calls = tvm.meta_schedule, []

    @ms.derived_object
    class Own(ms.measure_callback.PyMeasureCallback):
        def apply(self, scheduler, task, candidates, built, ran):
            calls.append(([os.path.exists(one.artifact_path) for one in built], len(scheduler.database_)))

    def path():
        name = os.path.join(tempfile.mkdtemp(), "made")
        open(name, "w").close()
        return name

    callbacks = [*ms.MeasureCallback.create("default"), Own()]
    database = tuned(tvm, measure_callbacks=callbacks, **dry(tvm, path))
    assert len(database) == 4 and calls == [([False] * 4, 4)]


@proves("tvm.meta_schedule.derived_object", "被装饰的类直接继承带 `Py` 前缀的类，例如 `ms.runner.PyRunner`、`ms.database.PyDatabase`", "下面的构建器和测量器什么也不做，可以用来试一个搜索空间是否走得通")
def _(tvm):
    ms = tvm.meta_schedule
    for base, result in ((ms.runner.PyRunner, ms.Runner), (ms.database.PyDatabase, ms.Database), (ms.builder.PyBuilder, ms.Builder)):
        assert issubclass(ms.derived_object(type("Own", (base,), {})), result)
    with raises(AssertionError):
        ms.derived_object(type("Own", (ms.Runner,), {}))
    calls = []

    def space(sch):
        calls.append(1)
        sch.parallel(sch.get_loops(sch.get_block("C"))[0])

    assert len(tuned(tvm, space=space)) == 4 and calls

    def broken(sch):
        sch.get_block("absent")

    with raises(Exception):
        tuned(tvm, space=broken)


@proves("tvm.meta_schedule.derived_object", "`RemoveBuildArtifact` 会删目录，这里不能用")
def _(tvm):
    ms, work = tvm.meta_schedule, tempfile.mkdtemp()
    remove = [ms.measure_callback.RemoveBuildArtifact()]
    kept = os.path.join(work, "kept")
    open(kept, "w").close()
    tuned(tvm, 1, measure_callbacks=remove, **dry(tvm, os.path.join(work, "artifact")))
    assert not os.path.exists(work)
    with raises(Exception):
        tuned(tvm, 1, measure_callbacks=remove)


@proves("tvm.meta_schedule.Database", "记录多了以后，只留每个工作负载最快的一条要自己写：取出记录，连同工作负载存入另一个数据库", versions=("0.12.0",))
def _(tvm):
    ms, target, mod = tvm.meta_schedule, tvm.target.Target(TARGET), module(tvm)
    database, best = (ms.Database.create("memory") for _ in range(2))
    assert not hasattr(database, "dump_pruned")
    for seconds in ([3.0], [1.0], [2.0]):
        sch = tvm.tir.Schedule(mod)
        sch.parallel(sch.get_loops(sch.get_block("C"))[0])
        database.commit_tuning_record(ms.database.TuningRecord(sch.trace, database.commit_workload(mod), seconds, target, ms.arg_info.ArgInfo.from_entry_func(mod)))
    record = database.query(mod, target, kind="record")
    best.commit_tuning_record(ms.database.TuningRecord(record.trace, best.commit_workload(mod), record.run_secs, record.target, record.args_info))
    assert len(database) == 3 and [float(one.run_secs[0]) for one in best.get_all_tuning_records()] == [1.0]
    assert "T.parallel" in best.query(mod, target, kind="ir_module").script()


@proves(SPACE, "要指定用哪一套规则，把名称分别交给 `ms.space_generator.PostOrderApply` 的 `sch_rules`、`postprocs`、`mutator_probs`", versions=("0.12.0",))
def _(tvm):
    ms = tvm.meta_schedule
    made = ms.space_generator.PostOrderApply(sch_rules="cuda", postprocs="cuda", mutator_probs="cuda")
    names = lambda parts: sorted(type(one).__name__ for one in parts)
    assert names(made.sch_rules) == names(ms.ScheduleRule.create("cuda")) and names(made.postprocs) == names(ms.Postproc.create("cuda"))
    assert names(made.mutator_probs) == names(ms.Mutator.create("cuda"))
