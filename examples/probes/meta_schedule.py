"""Probes of docs/reference/api/python/meta_schedule.md."""

import contextlib
import logging
import os
import tempfile

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

# Once for all probes: it parses the intrinsics for seconds, and every TuneContext imports it.
__import__("tvm.tir.tensor_intrin")

OLD = ("0.12.0",)
NEW = ("0.13.0",)
TARGET = "llvm -num-cores 1"


def product(tvm, n=64, name="main"):
    te = tvm.te
    a, b, k = te.placeholder((n, n), name="A"), te.placeholder((n, n), name="B"), te.reduce_axis((0, n), "k")
    c = te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    return te.create_prim_func([a, b, c]).with_attr("global_symbol", name)


def module(tvm, n=64):
    return tvm.IRModule({"main": product(tvm, n)})


def quiet():
    logging.getLogger("tvm.meta_schedule").setLevel(logging.WARNING)


def dry(tvm, fail=None, seconds=0.25):
    """A builder and a runner that do nothing, and the sizes of the batches they were given."""
    ms, batches = tvm.meta_schedule, []

    @ms.derived_object
    class Builder(ms.builder.PyBuilder):
        def build(self, build_inputs):
            batches.append(len(build_inputs))
            return [ms.builder.BuilderResult("unused", None) for _ in build_inputs]

    @ms.derived_object
    class Runner(ms.runner.PyRunner):
        def run(self, runner_inputs):
            made = ms.runner.RunnerResult(None, fail) if fail else ms.runner.RunnerResult([seconds], None)
            return [ms.runner.RunnerFuture(lambda: True, lambda: made) for _ in runner_inputs]

    return {"builder": Builder(), "runner": Runner()}, batches


def tuned(tvm, mod=None, trials=6, work=None, parts=None, **options):
    ms = tvm.meta_schedule
    quiet()
    options = {
        "cost_model": "none", "strategy": "replay-trace", "num_tuning_cores": 1, "database": "memory", "seed": 1,
        "measure_callbacks": [ms.measure_callback.AddToDatabase()], **(parts or dry(tvm)[0]), **options,
    }
    return ms.tune_tir(product(tvm) if mod is None else mod, options.pop("target", TARGET), work or tempfile.mkdtemp(), trials, **options)


def context(tvm, strategy="replay-trace", space="post-order-apply", **options):
    options = {"target": TARGET, "num_threads": 1, "rand_state": 1, **options}
    return tvm.meta_schedule.TuneContext(options.pop("mod", product(tvm)), space_generator=space, search_strategy=strategy, **options)


def results(tvm, candidates, seconds=1e-3):
    return [tvm.meta_schedule.runner.RunnerResult([seconds], None) for _ in candidates]


def parallel_rows(sch):
    sch.parallel(sch.get_loops(sch.get_block("C"))[0])
    return True


def record(tvm, database, seconds, n=64, schedule=parallel_rows, mod=None):
    ms = tvm.meta_schedule
    mod = mod or module(tvm, n)
    sch = tvm.tir.Schedule(mod)
    if schedule:
        schedule(sch)
    workload = database.commit_workload(mod)
    args = ms.arg_info.ArgInfo.from_entry_func(mod)
    made = ms.database.TuningRecord(sch.trace, workload, seconds, tvm.target.Target(TARGET), args)
    database.commit_tuning_record(made)
    return made


@contextlib.contextmanager
def printed():
    """What is written to standard output and standard error, also by C++."""
    import sys

    file = tempfile.TemporaryFile()
    kept = [os.dup(1), os.dup(2)]
    for end in (1, 2):
        os.dup2(file.fileno(), end)
    said = []
    try:
        yield said
    finally:
        sys.stdout.flush()
        for end, old in zip((1, 2), kept):
            os.dup2(old, end)
        file.seek(0)
        said.append(file.read().decode())


@proves("tvm.meta_schedule.tune_tir", "日志写进它的 `logs` 目录", "`tune_tir` 会建目录", "默认 `\"json\"`，接着已有的文件写；`\"memory\"` 只在内存里", "返回数据库")
def _(tvm):
    ms, work = tvm.meta_schedule, os.path.join(tempfile.mkdtemp(), "new", "work")
    first = tuned(tvm, work=work, database="json")
    assert isinstance(first, ms.Database) and len(first) == 6
    assert sorted(os.listdir(work)) == ["database_tuning_record.json", "database_workload.json", "logs"]
    assert any(os.path.getsize(os.path.join(work, "logs", name)) for name in os.listdir(os.path.join(work, "logs")))
    assert len(tuned(tvm, work=work, database="json")) == 12
    other = tempfile.mkdtemp()
    tuned(tvm, work=other)
    assert os.listdir(other) == ["logs"]


@proves("tvm.meta_schedule.tune_tir", "取下一批之前才检查，所以几个任务时可能超出；0 时不搜索", "一批测量几个候选，默认 64", versions=NEW)
def _(tvm):
    two = tvm.IRModule({"f": product(tvm, 64, "f"), "g": product(tvm, 32, "g")})
    assert len(tuned(tvm, two, trials=5, num_trials_per_iter=4)) == 8
    assert len(tuned(tvm, two, trials=0)) == 0
    parts, batches = dry(tvm)
    tuned(tvm, trials=70, parts=parts)
    assert batches == [64, 6]


@proves("tvm.meta_schedule.tune_tir", "一批测量几个候选，默认 64", versions=OLD)
def _(tvm):
    parts, batches = dry(tvm)
    tuned(tvm, trials=70, parts=parts)
    assert batches == [64, 6]


@proves("tvm.meta_schedule.tune_tir", "单个任务的上限，默认等于 `max_trials_global`", "模块里的每个 `PrimFunc` 成为一个任务，按名称排序，权重都是 1；没有 `PrimFunc` 时抛出 `ValueError`", "`None` 跳过 `special_space` 里没有指定的函数，一个任务也不剩时抛出 `ValueError`", "按函数名换掉 `space`，值为 `None` 的函数跳过", versions=NEW)
def _(tvm):
    seen = []
    two = tvm.IRModule({"g": product(tvm, 32, "g"), "f": product(tvm, 64, "f")})
    module_of = __import__("sys").modules["tvm.meta_schedule.tir_integration"]
    kept = module_of.tune_tasks

    def tasks(**options):
        seen.append(([task.task_name for task in options["tasks"]], options["task_weights"]))
        return kept(**options)

    module_of.tune_tasks = tasks
    assert len(tuned(tvm, two, trials=20, num_trials_per_iter=4, max_trials_per_task=4)) == 8
    assert seen[-1] == (["f", "g"], [1.0, 1.0])
    tuned(tvm, two, trials=4, special_space={"f": None})
    assert seen[-1][0] == ["g"]
    tuned(tvm, two, trials=4, space=None, special_space={"f": "post-order-apply"})
    assert seen[-1][0] == ["f"]
    for options in ({"space": None}, {"mod": tvm.IRModule({})}):
        with raises(ValueError):
            tuned(tvm, **options)


@proves("tvm.meta_schedule.tune_tir", "有几个函数的模块也是一个任务", "没有 `main` 的抛出 `TVMError`，信息里有 `Multiple PrimFuncs exist in the IRModule`", "`None` 抛出 `ValueError`", "与函数名无关", versions=OLD)
def _(tvm):
    two = tvm.IRModule({"main": product(tvm, 32, "main").with_attr("tir.is_entry_func", True), "f": product(tvm, 64, "f")})
    work = tempfile.mkdtemp()
    assert len(tuned(tvm, product(tvm), trials=4, task_name="mine", work=work)) == 4
    assert any("mine" in name for name in os.listdir(os.path.join(work, "logs")))
    with raises(ValueError):
        tuned(tvm, space=None)
    with raises("TVMError", "Multiple PrimFuncs exist in the IRModule"):
        tuned(tvm, tvm.IRModule({"f": product(tvm, 64, "f"), "g": product(tvm, 32, "g")}))
    assert len(tuned(tvm, two, trials=4)) == 4


@proves("tvm.meta_schedule.tune_tir", "`llvm` 和 `hexagon` 的目标要写 `-num-cores`，否则默认的规则抛出 `TVMError`", "随机种子；`None` 每次不同")
def _(tvm):
    with raises("TVMError"):
        tuned(tvm, target="llvm")

    def traces(seed):
        return [str(one.trace) for one in tuned(tvm, seed=seed).get_all_tuning_records()]

    assert sorted(traces(3)) == sorted(traces(3)) and sorted(traces(None)) != sorted(traces(None))


@proves("tvm.meta_schedule.tune_tir", "默认 `\"xgb\"`；`\"none\"` 与默认的搜索策略不能合用，抛出 `ValueError`", "给出列表就替换默认的三个，`[]` 使数据库保持为空")
def _(tvm):
    with raises(ValueError):
        tuned(tvm, strategy="evolutionary")
    assert len(tuned(tvm, measure_callbacks=[])) == 0
    assert len(tuned(tvm, measure_callbacks=tvm.meta_schedule.measure_callback.AddToDatabase())) == 6


@proves("tvm.meta_schedule.tune_tir", "`\"structural\"`、`\"ignore-ndarray\"`（忽略常量数组的内容）、`\"anchor-block\"`（只比较锚点块）；其他值抛出 `TVMError`")
@proves("tvm.meta_schedule.Database", "内存 | `module_equality`")
def _(tvm):
    ms = tvm.meta_schedule
    for kind in ("structural", "ignore-ndarray", "anchor-block"):
        assert ms.Database.create("memory", module_equality=kind) is not None
    with raises("TVMError"):
        ms.Database.create("memory", module_equality="other")
    te = tvm.te

    def mod(extra):
        a, b, k = te.placeholder((8, 8), name="A"), te.placeholder((8, 8), name="B"), te.reduce_axis((0, 8), "k")
        c = te.compute((8, 8), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
        d = te.compute((8, 8), lambda i, j: c[i, j] + extra, name="D")
        return tvm.IRModule({"main": te.create_prim_func([a, b, d])})

    for kind, same in (("structural", False), ("anchor-block", True)):
        database = ms.Database.create("memory", module_equality=kind)
        database.commit_workload(mod(1.0))
        assert bool(database.has_workload(mod(2.0))) == same


@proves("tvm.meta_schedule.tune_tir", "日志打印到标准输出。调优以前把 `tvm.meta_schedule` 这个日志器设成 `WARNING` 就安静了，文件里仍有全部内容。每次调优会把它改回 `DEBUG`，所以再次调优以前要重新设置")
def _(tvm):
    logger = logging.getLogger("tvm.meta_schedule")
    assert tvm.meta_schedule is not None
    work = tempfile.mkdtemp()
    with printed() as said:
        tuned(tvm, trials=2, work=work)
    assert "Total trials" not in said[0] and logger.level == logging.DEBUG
    text = "".join(open(os.path.join(work, "logs", name)).read() for name in os.listdir(os.path.join(work, "logs")))
    assert "Design space #0" in text


@proves("tvm.meta_schedule.tune_tir", "数据库里只有轨迹和耗时，没有编译好的代码：再用 `Database.query` 取出调度，交给 `tvm.build`")
def _(tvm):
    database, target = tuned(tvm), tvm.target.Target(TARGET)
    kernel = tvm.build(database.query(module(tvm), target).mod, target=target)
    x, y = np.random.rand(2, 64, 64).astype("float32")
    out = tvm.nd.empty((64, 64))
    kernel(tvm.nd.array(x), tvm.nd.array(y), out)
    assert np.allclose(out.numpy(), x @ y, rtol=1e-4)
    assert not any(isinstance(getattr(one, name, None), tvm.runtime.Module) for one in database.get_all_tuning_records() for name in dir(one))


@proves("tvm.meta_schedule.tune_tasks", "空列表抛出 `ValueError`", "与 `tasks` 不等长时抛出 `ValueError`", "每个都要有 `mod`、`target`、`space_generator` 和 `search_strategy`", "它不建目录：数据库是 `\"json\"` 时，`work_dir` 要已经存在", "编译的并行数取第一个任务的 `num_threads`")
def _(tvm):
    ms = tvm.meta_schedule
    quiet()
    parts, _ = dry(tvm)

    def run(tasks, weights, **options):
        options = {**parts, "cost_model": "none", "database": "memory", "work_dir": "unused", **options}
        return ms.tune_tasks(tasks=tasks, task_weights=weights, max_trials_global=2, measure_callbacks=[ms.measure_callback.AddToDatabase()], **options)

    with raises(ValueError):
        run([], [])
    with raises(ValueError):
        run([context(tvm)], [1.0, 2.0])
    assert len(run([context(tvm)], [1.0])) == 2
    for broken in ({"strategy": None}, {"strategy": None, "space": None}, {"mod": None, "strategy": None}):
        with raises(Exception):
            run([context(tvm, **broken)], [1.0])
    with raises(Exception):
        run([context(tvm)], [1.0], database="json", work_dir=os.path.join(tempfile.mkdtemp(), "absent"))
    given = []
    kept = ms.Builder.create
    __import__("sys").modules["tvm.meta_schedule.tune"].Builder = type("Kind", (ms.Builder,), {"create": staticmethod(lambda kind, max_workers: given.append(max_workers) or parts["builder"])})
    with contextlib.suppress(Exception):
        run([context(tvm, num_threads=3)], [1.0], builder="local")
    assert given == [3] and kept


@proves("tvm.meta_schedule.TuneContext", "`PrimFunc` 包成只有 `main` 的模块", "生成空间时抛出 `ValueError`", "有它就必须有 `space_generator`，否则抛出 `ValueError`", "`-1` 取随机的种子，0 当作 1，更小的数抛出 `ValueError`", "其他值（包括文档字符串里写的 `None`）抛出 `ValueError`；`evolutionary` 要求大于 0")
def _(tvm):
    ms = tvm.meta_schedule
    made = context(tvm)
    assert [v.name_hint for v in made.mod.get_global_vars()] == ["main"] and isinstance(made.target, tvm.target.Target)
    assert ms.TuneContext().mod is None
    with raises(ValueError):
        context(tvm, strategy=None, target=None).generate_design_space()
    with raises(ValueError):
        context(tvm, space=None)
    plain = lambda state: ms.TuneContext(rand_state=state, num_threads=1).rand_state
    assert plain(0) == plain(1) == 1 and plain(-1) != plain(-1)
    with raises(ValueError):
        plain(-2)
    for threads in (None, "all"):
        with raises(ValueError):
            ms.TuneContext(num_threads=threads)
    with raises(ValueError):
        context(tvm, strategy="evolutionary", num_threads=0)


@proves("tvm.meta_schedule.TuneContext", "几个方法把工作转给搜索空间和搜索策略，缺了对应的部件时抛出 `ValueError`", "换算成整数以后的线程数", "没有给出时是 `None`", "任务名")
@proves("tvm.meta_schedule.TuneContext", "0.13.0 里读它是 `AttributeError`", versions=NEW)
@proves("tvm.meta_schedule.TuneContext", "0.12.0 里读它是 `AttributeError`", versions=OLD)
def _(tvm):
    empty = tvm.meta_schedule.TuneContext(task_name="mine", num_threads="logical")
    for call in (empty.generate_design_space, empty.post_tuning, empty.generate_measure_candidates, lambda: empty.pre_tuning(3), lambda: empty.notify_runner_results([], [])):
        with raises(ValueError):
            call()
    assert empty.mod is None and empty.task_name == "mine" and empty.num_threads == os.cpu_count()
    with raises(AttributeError):
        empty.logger


@proves("tvm.meta_schedule.TuneContext", "已经初始化的搜索空间；规则、后处理、变异器从这里取", "当前的随机状态，初始化部件时会前进", "对 `mod` 生成搜索空间，返回 `Schedule` 的列表", "复制任务：搜索空间和策略是新的，随机状态由当前状态派生，`mod` 共用", "已经绑定到本任务的搜索策略")
def _(tvm):
    made = context(tvm)
    space = made.space_generator
    assert len(space.sch_rules) and len(space.postprocs) and len(space.mutator_probs) and made.rand_state != 1
    assert all(isinstance(one, tvm.tir.Schedule) for one in made.generate_design_space())
    other = made.clone()
    assert not other.space_generator.same_as(space) and not other.search_strategy.same_as(made.search_strategy)
    assert other.mod.same_as(made.mod) and other.rand_state != made.rand_state
    made.search_strategy.pre_tuning(2, 2, made.generate_design_space())
    assert len(made.search_strategy.generate_measure_candidates()) == 2


@proves("tvm.meta_schedule.TuneContext", "`design_spaces` 默认现场生成；策略是 `evolutionary` 时，数据库和成本模型默认是 `MemoryDatabase` 和 `RandomModel`", "结束搜索，清掉策略的状态", "下一批 `MeasureCandidate`，搜索结束时是 `None`", "把测量结果告诉策略，策略由此前进到下一批")
def _(tvm):
    ms, made = tvm.meta_schedule, context(tvm)
    made.pre_tuning(5, 3)
    sizes = []
    while candidates := made.generate_measure_candidates():
        sizes.append(len(candidates))
        assert isinstance(candidates[0], ms.MeasureCandidate)
        made.notify_runner_results(candidates, results(tvm, candidates))
    assert sizes == [3, 2]
    made.post_tuning()
    made.pre_tuning(1)
    evolves = context(tvm, strategy=ms.SearchStrategy.create("evolutionary", population_size=8, init_min_unmeasured=4))
    evolves.pre_tuning(2)
    assert len(evolves.generate_measure_candidates()) == 2
    evolves.post_tuning()
    with raises(ValueError):
        evolves.search_strategy.pre_tuning(2, 2, evolves.generate_design_space())


@proves("tvm.meta_schedule.ExtractedTask", "按 `module_equality` 相等的只留一个，其余计入权重", "提取时先做 Relay 的优化和算子融合，再把 `main` 里的融合函数下降到 TIR，形状是动态的跳过，用到外部操作（如 `sort`）的默认也跳过（`tir_converter` 为 `allow_extern` 时不跳过）", "融合函数的名称，重复时加编号", "只有这个 Relay 函数的模块", "提取时给出的目标", "它下降成的 TIR 模块，恰好一个，函数名是 `main`", "`main` 里有几个相同的")
def _(tvm):
    relay, ms = tvm.relay, tvm.meta_schedule
    target = tvm.target.Target(TARGET)
    a, b = relay.var("a", shape=(4, 8)), relay.var("b", shape=(8, 8))
    dense = lambda data: relay.nn.relu(relay.nn.dense(data, b))
    model = tvm.IRModule.from_expr(relay.Function([a, b], dense(dense(a))))
    (task,) = ms.relay_integration.extract_tasks(model, target, None)
    assert isinstance(task, ms.ExtractedTask) and task.task_name == "fused_nn_dense_nn_relu" and task.weight == 2
    assert len(task.mod.functions) == 1 and isinstance(list(task.mod.functions.values())[0], relay.Function)
    assert len(task.dispatched) == 1 and [v.name_hint for v in task.dispatched[0].get_global_vars()] == ["main"]
    assert isinstance(task.dispatched[0]["main"], tvm.tir.PrimFunc) and str(task.target.kind) == "llvm"
    wide, any_rows = relay.var("c", shape=(16, 8)), relay.var("d", shape=(relay.Any(), 8))
    several = relay.Tuple([relay.nn.dense(a, b), relay.nn.dense(a, wide), relay.nn.dense(any_rows, b), relay.sort(relay.exp(a))])
    names = lambda mod: sorted(one.task_name for one in ms.relay_integration.extract_tasks(mod, target, None))
    assert names(tvm.IRModule.from_expr(several)) == ["fused_exp", "fused_nn_dense", "fused_nn_dense_1"]
    config = {"relay.backend.use_meta_schedule": True, "relay.backend.tir_converter": "allow_extern"}
    found = ms.relay_integration.extract_tasks(tvm.IRModule.from_expr(several), target, None, pass_config=config)
    assert sorted(one.task_name for one in found) == ["fused_exp", "fused_nn_dense", "fused_nn_dense_1", "fused_sort"]
    x, callee = relay.var("x", shape=(4, 8)), relay.GlobalVar("callee")
    calls = tvm.IRModule({callee: relay.Function([x], relay.tanh(x), relay.TensorType((4, 8)))})
    calls["main"] = relay.Function([a], callee(relay.exp(a)))
    assert names(calls) == ["fused_exp"]


@proves("tvm.meta_schedule.is_meta_schedule_enabled", "没有设置时返回 `False`，设置时返回配置里的 `IntImm`，可以直接作条件", "打开它以后编译 Relay，还要在 `with database:` 里")
def _(tvm):
    ms, relay = tvm.meta_schedule, tvm.relay
    assert ms.is_meta_schedule_enabled() is False
    x = relay.var("x", shape=(4, 8))
    model = tvm.IRModule.from_expr(relay.Function([x], relay.exp(x)))
    for value in (True, False):
        with tvm.transform.PassContext(opt_level=3, config={"relay.backend.use_meta_schedule": value}):
            answer = ms.is_meta_schedule_enabled()
            assert isinstance(answer, tvm.tir.IntImm) and bool(answer) == value
            if value:
                with raises(ValueError, "no `meta_schedule.Database` context is provided"):
                    relay.build(model, TARGET)
                with ms.Database.create("memory"):
                    assert relay.build(model, TARGET) is not None


@proves("tvm.meta_schedule.Profiler", "它属于当前线程；嵌套时各阶段只记到最里面的一个，外层的 `Total` 照常计时", "「阶段到秒数」的字典，离开 `with` 以后才有 `Total`", "还没有离开 `with` 时抛出 `ValueError`", "当前生效的 `Profiler`，没有时是 `None`", "没有生效的 `Profiler` 时不记", "表格文字，单位是分钟，按占比排序")
def _(tvm):
    import threading
    import time

    profiler = tvm.meta_schedule.Profiler
    assert profiler.current() is None
    with profiler.timeit("outside"):
        pass
    with profiler() as outer:
        with profiler.timeit("one"):
            time.sleep(0.05)
        with profiler() as inner:
            assert profiler.current().same_as(inner)
            with profiler.timeit("two"):
                time.sleep(0.1)
        seen = []
        thread = threading.Thread(target=lambda: seen.append(profiler.current()))
        thread.start()
        thread.join()
        assert seen == [None] and "Total" not in outer.get()
        with raises(ValueError):
            outer.table()
    assert sorted(outer.get()) == ["Total", "one"] and sorted(inner.get()) == ["Total", "two"]
    assert 0.05 <= float(outer.get()["one"]) < 5
    assert float(outer.get()["Total"]) >= float(outer.get()["one"]) + float(inner.get()["two"])
    table = outer.table()
    assert "Time (min)" in table and table.index("Total") < table.index("one")


@proves("tvm.meta_schedule.Database", "两个文件，追加写入，打开时全部读入", "`allow_missing=False` 时文件要已经存在")
def _(tvm):
    ms, work = tvm.meta_schedule, tempfile.mkdtemp()
    first = ms.Database.create("json", work_dir=work)
    record(tvm, first, [2.0])
    assert sorted(os.listdir(work)) == ["database_tuning_record.json", "database_workload.json"]
    again = ms.Database.create("json", os.path.join(work, "database_workload.json"), os.path.join(work, "database_tuning_record.json"), allow_missing=False)
    assert len(again) == 1
    record(tvm, again, [3.0])
    assert len(ms.Database.create("json", work_dir=work)) == 2
    with raises(Exception):
        ms.Database.create("json", work_dir=tempfile.mkdtemp(), allow_missing=False)


@proves("tvm.meta_schedule.Database", "几个数据库里最快的记录", "按次序第一个有记录的数据库", "函数接受 `Schedule`，就地改写，返回是否采用", "后三种只能查询，`has_workload`、`len` 等抛出带有 `NotImplementedError` 字样的 `TVMError`")
def _(tvm):
    ms, target, mod = tvm.meta_schedule, tvm.target.Target(TARGET), module(tvm)
    slow, fast, empty = (ms.Database.create("memory") for _ in range(3))
    record(tvm, slow, [3.0])
    record(tvm, fast, [1.0])
    found = lambda database: float(database.query(mod, target, kind="record").run_secs[0])
    union, ordered = ms.Database.create("union", empty, slow, fast), ms.Database.create("ordered_union", empty, slow, fast)
    assert found(union) == 1.0 and found(ordered) == 3.0
    own = ms.Database.create(parallel_rows)
    assert "T.parallel(64)" in own.query(mod, target, kind="ir_module").script()
    assert ms.Database.create(lambda sch: False).query(mod, target) is None
    for database in (union, ordered, own):
        for call in (lambda: database.has_workload(mod), lambda: len(database), database.get_all_tuning_records):
            with raises("TVMError", "NotImplementedError"):
                call()


@proves("tvm.meta_schedule.Database", "记录按平均耗时排序。编译或测量失败的候选也记下，耗时写成 `1e10` 秒，所以 `len(database)` 把它们算在内", "排除这些记录、没有耗时的记录，以及没有任何调度指令的轨迹，后者无论多快都查不到")
def _(tvm):
    ms, mod, target = tvm.meta_schedule, module(tvm), tvm.target.Target(TARGET)
    failed = tuned(tvm, parts=dry(tvm, fail="no")[0])
    assert len(failed) == 6 and failed.query(mod, target) is None
    assert {float(one.run_secs[0]) for one in failed.get_all_tuning_records()} == {1e10}
    database = ms.Database.create("memory")
    record(tvm, database, [1e-9], schedule=None)
    record(tvm, database, None)
    assert len(database) == 2 and database.query(mod, target) is None
    for seconds in ([4.0, 4.0], [1.0, 5.0], [9.0]):
        record(tvm, database, seconds)
    best = database.get_top_k(database.commit_workload(mod), 9)
    assert [[float(n) for n in one.run_secs] for one in best] == [[1.0, 5.0], [4.0, 4.0], [9.0]]


@proves("tvm.meta_schedule.Database", "有没有这个工作负载，返回 1 或 0；只接受 `IRModule`，函数的名称不同也算不同", "存入并返回 `Workload`，已有的直接返回", "`top_k` 为负时抛出 `ValueError`", "全部记录，包括失败的", "JSON 数据库要求它的工作负载已经存入，否则抛出 `TVMError`")
def _(tvm):
    ms, mod = tvm.meta_schedule, module(tvm)
    database = ms.Database.create("memory")
    assert database.has_workload(mod) == 0
    workload = database.commit_workload(mod)
    assert database.has_workload(module(tvm)) == 1 and database.commit_workload(module(tvm)).same_as(workload)
    assert database.has_workload(tvm.IRModule({"other": product(tvm)})) == 0
    with raises("TVMError"):
        database.has_workload(product(tvm))
    with raises(ValueError):
        database.get_top_k(workload, -1)
    made = record(tvm, database, [1e10])
    assert len(database.get_all_tuning_records()) == 1 and len(database.get_top_k(workload, 3)) == 0
    with raises("TVMError"):
        ms.Database.create("json", work_dir=tempfile.mkdtemp()).commit_tuning_record(made)


@proves("tvm.meta_schedule.Database", "最快的几条有效记录，不足时全部", versions=NEW)
@proves("tvm.meta_schedule.Database", "不足时全部，并在标准错误里警告 `Returned tuning records less than requested`", versions=OLD)
def _(tvm, release):
    database = tvm.meta_schedule.Database.create("json", work_dir=tempfile.mkdtemp())
    record(tvm, database, [2.0])
    record(tvm, database, [1.0])
    workload = database.commit_workload(module(tvm))
    with printed() as said:
        assert [float(one.run_secs[0]) for one in database.get_top_k(workload, 5)] == [1.0, 2.0]
    assert ("Returned tuning records less than requested" in said[0]) == (release == "0.12.0")
    assert [float(one.run_secs[0]) for one in database.get_top_k(workload, 1)] == [1.0]


@proves("tvm.meta_schedule.Database", "把每个工作负载最快的有效记录写进另一个数据库", versions=NEW)
def _(tvm):
    ms = tvm.meta_schedule
    database, best = ms.Database.create("memory"), ms.Database.create("memory")
    for seconds, n in (([2.0], 64), ([1.0], 64), ([3.0], 32), ([1e10], 16)):
        record(tvm, database, seconds, n)
    database.dump_pruned(best)
    assert sorted(float(one.run_secs[0]) for one in best.get_all_tuning_records()) == [1.0, 3.0]


@proves("tvm.meta_schedule.Database", "最快的一条记录，没有时是 `None`", "在原模块上重放轨迹得到的 `Schedule`", "调度以后的模块", "`kind` 是 `\"schedule\"`、`\"record\"`、`\"ir_module\"`，其他值抛出 `ValueError`", "JSON 和内存数据库的查询不看 `target` 和 `workload_name`：为一个目标调优的记录，用别的目标也查得到", "`target` 必须是 `Target` 对象，字符串抛出 `TVMError`", "最里面的 `with` 给出的数据库，没有时是 `None`")
def _(tvm):
    ms, mod, other = tvm.meta_schedule, module(tvm), tvm.target.Target("c")
    for database in (ms.Database.create("memory"), ms.Database.create("json", work_dir=tempfile.mkdtemp())):
        assert database.query_tuning_record(mod, other, "x") is None
        record(tvm, database, [2.0])
        assert float(database.query_tuning_record(mod, other, "x").run_secs[0]) == 2.0
        sch = database.query_schedule(mod, other, "x")
        assert isinstance(sch, tvm.tir.Schedule) and "T.parallel" in sch.mod.script()
        assert "T.parallel" in database.query_ir_module(mod, other, "x").script()
        assert isinstance(database.query(mod, other), tvm.tir.Schedule)
        assert isinstance(database.query(mod, other, kind="ir_module"), tvm.IRModule)
        with raises(ValueError):
            database.query(mod, other, kind="trace")
        with raises("TVMError"):
            database.query(mod, "llvm")
    assert ms.Database.current() is None
    with ms.Database.create("memory"):
        with database:
            assert ms.Database.current().same_as(database)
    with raises(ValueError):
        ms.Database.create("sql")


@proves("tvm.meta_schedule.SpaceGenerator", "按次序取规则，把它用到各个块；一条规则给出几个结果就分成几支", "几个生成器的空间合并，要给出 `space_generators`", "自己写的调度，返回 `None`（就地改写）、`Schedule` 或列表。规则、后处理和变异器默认是空的", "返回 `Schedule` 的列表，轨迹里的抽样指令就是可以搜索的选择", "复制，连同各条规则")
def _(tvm):
    ms = tvm.meta_schedule
    whole = context(tvm, strategy=None)
    space = whole.generate_design_space()
    assert len(space) > 1 and any("Sample" in inst.kind.name for inst in space[0].trace.insts)
    sizes = []
    for returned in (lambda sch: None, lambda sch: sch, lambda sch: [sch, sch.copy()]):
        made = context(tvm, strategy=None, space=returned)
        sizes.append(len(made.generate_design_space()))
        assert len(made.space_generator.sch_rules) == len(made.space_generator.postprocs) == len(made.space_generator.mutator_probs) == 0
    assert sizes == [1, 1, 2]
    kinds = [ms.SpaceGenerator.create("post-order-apply"), ms.SpaceGenerator.create(lambda sch: sch)]
    union = ms.SpaceGenerator.create("union", space_generators=kinds)
    assert len(context(tvm, strategy=None, space=union).generate_design_space()) == len(space) + 1
    other = whole.space_generator.clone()
    assert [type(one) for one in other.sch_rules] == [type(one) for one in whole.space_generator.sch_rules]
    assert not other.sch_rules[0].same_as(whole.space_generator.sch_rules[0])


@proves("tvm.meta_schedule.SpaceGenerator", "指定用哪一套规则的 `post-order-apply`", versions=NEW)
@proves("tvm.meta_schedule.SpaceGenerator", "其他名称抛出 `ValueError`", versions=OLD)
def _(tvm, release):
    create = tvm.meta_schedule.SpaceGenerator.create
    if release == "0.12.0":
        with raises(ValueError):
            create("cuda")
        return
    types = lambda rules: [type(one) for one in rules]
    for kind in ("llvm", "cuda", "hexagon"):
        made = create(kind)
        assert types(made.sch_rules) == types(tvm.meta_schedule.ScheduleRule.create(kind))
        assert types(made.postprocs) == types(tvm.meta_schedule.Postproc.create(kind))


@proves("tvm.meta_schedule.SpaceGenerator", "初始化以前可能是 `None`，表示由目标决定", "`-mcpu` 有 VNNI、AVX-512 时，先试对应的张量化；Arm 上先看点积再看 NEON；否则用普通的一套", "`-arch` 不低于 `sm_75` 时用 `cuda-tensorcore`，否则用 `cuda`", "`cuda` 的一套", "各自的一套", "抛出 `TVMError`，信息以 `Unsupported target` 开头")
def _(tvm):
    ms = tvm.meta_schedule

    def rules(target):
        made = ms.TuneContext(product(tvm), target=target, space_generator="post-order-apply", num_threads=1).space_generator
        return [type(one).__name__ for one in made.sch_rules]

    default = lambda kind: [type(one).__name__ for one in ms.ScheduleRule.create(kind)]
    assert ms.SpaceGenerator.create("post-order-apply").sch_rules is None
    limits = " -max_threads_per_block=1024 -max_shared_memory_per_block=49152 -thread_warp_size=32"
    assert rules(TARGET) == default("llvm")
    for target in ("llvm -num-cores 1 -mcpu=cascadelake", "llvm -num-cores 1 -mcpu=skylake-avx512"):
        assert rules(target).index("MultiLevelTilingWithIntrin") < rules(target).index("MultiLevelTiling")
    for features, count in (("+neon", 1), ("+neon,+v8.2a,+dotprod", 2)):
        arm = rules(f"llvm -num-cores 1 -mtriple=aarch64-linux-gnu -mattr={features}")
        assert arm.count("MultiLevelTilingWithIntrin") >= 1 and arm.index("MultiLevelTilingWithIntrin") < arm.index("MultiLevelTiling")
    assert rules("cuda -arch=sm_80" + limits) == default("cuda-tensorcore") and rules("cuda -arch=sm_70" + limits) == default("cuda")
    for target in ("rocm", "vulkan", "metal"):
        assert rules(target + limits) == default("cuda")
    assert rules("hexagon -num-cores 1") == default("hexagon") 
    assert rules("c") != default("llvm")
    with raises("TVMError", "Unsupported target"):
        rules("opencl")


@proves("tvm.meta_schedule.SpaceGenerator", "CUDA 和 Vulkan 的目标还要有 `max_threads_per_block` 和 `max_shared_memory_per_block`：只写 `cuda -arch=sm_80` 或 `vulkan` 时，初始化报错")
def _(tvm):
    for target in ("cuda -arch=sm_80", "vulkan"):
        with raises(Exception, "max_"):
            tvm.meta_schedule.TuneContext(product(tvm), target=target, space_generator="post-order-apply", num_threads=1)


@proves("tvm.meta_schedule.SpaceGenerator", "块上有 `schedule_rule` 标注时，默认规则跳过它，由名称里有目标的键和这个标注的全局函数（如 `meta_schedule.cpu.mine`）调度", "标注是 `\"None\"` 时谁也不调度", "没有注册这个函数时只有警告，仍用默认规则", "同一个函数里有重名的块时，`post-order-apply` 报错", "候选都要依次通过", "只有 `evolutionary` 使用")
def _(tvm):
    te = tvm.te

    def marked(rule):
        sch = tvm.tir.Schedule(module(tvm))
        sch.annotate(sch.get_block("C"), "schedule_rule", rule)
        return context(tvm, strategy=None, mod=sch.mod).generate_design_space()

    def own(sch, block):
        sch.parallel(sch.get_loops(block)[0])
        return [sch]

    tvm.register_func("meta_schedule.cpu.probe", own)
    kinds = lambda space: {inst.kind.name for inst in space.trace.insts}
    (plain,), (by_hand,) = marked("None"), marked("probe")
    assert not any(kind in ("Split", "SamplePerfectTile") for kind in kinds(plain))
    assert "Parallel" in kinds(by_hand) and "Split" not in kinds(by_hand)
    with printed() as said:
        spaces = marked("absent")
    assert "Split" in kinds(spaces[0]) and "Unknown schedule rule" in said[0]
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: a[i] + 1.0, name="B")
    twice = te.create_prim_func([a, te.compute((8,), lambda i: b[i] * 2.0, name="D")])
    body = tvm.tir.stmt_functor.ir_transform(
        twice.body, None, lambda node: tvm.tir.Block(node.iter_vars, node.reads, node.writes, "B", node.body, node.init, node.alloc_buffers, node.match_buffers, node.annotations) if node.name_hint in ("B", "D") else None, ["tir.Block"],
    )
    with raises("TVMError"):
        context(tvm, strategy=None, mod=twice.with_body(body)).generate_design_space()
    calls = []
    ms = tvm.meta_schedule

    @ms.derived_object
    class Never(ms.postproc.PyPostproc):
        def _initialize_with_tune_context(self, context):
            pass

        def apply(self, sch):
            calls.append(1)
            return False

        def clone(self):
            return Never()

    space = ms.space_generator.ScheduleFn(lambda sch: None, [], [Never()], {})
    made = context(tvm, space=space)
    made.pre_tuning(2, 2)
    assert not made.generate_measure_candidates() and calls


@proves("tvm.meta_schedule.ScheduleRule", "返回几个 `Schedule` 就是几个分支；`AutoInline` 等规则不适用时，原样返回那一个", "用到 `block` 上，返回各分支", "得到一条新的规则，多个任务不共用状态", "该目标默认的规则列表", "其他值抛出 `ValueError`")
def _(tvm):
    kind, made = tvm.meta_schedule.ScheduleRule, context(tvm, strategy=None)
    rules = {type(one).__name__: one for one in made.space_generator.sch_rules}
    sch = tvm.tir.Schedule(module(tvm))
    (same,) = rules["AutoInline"].apply(sch, sch.get_block("C"))
    assert len(same.trace.insts) == len(sch.trace.insts)
    assert len(rules["MultiLevelTiling"].apply(sch, sch.get_block("C"))) > 1
    assert not rules["AutoInline"].clone().same_as(rules["AutoInline"])
    with raises(ValueError):
        kind.create("opencl")


@proves("tvm.meta_schedule.Postproc", "就地改写 `sch`，返回是否通过", "改写类把标注变成真正的循环，例如 `RewriteParallelVectorizeUnroll`", "得到独立的一个后处理", "该目标默认的列表，次序就是执行次序", "检查类排除不合法的程序，例如 `VerifyGPUCode`")
def _(tvm):
    ms, made = tvm.meta_schedule, context(tvm, strategy=None)
    post = {type(one).__name__: one for one in made.space_generator.postprocs}
    sch = tvm.tir.Schedule(module(tvm))
    sch.annotate(sch.get_block("root"), "meta_schedule.parallel", 64)
    assert post["RewriteParallelVectorizeUnroll"].apply(sch) and "T.parallel(" in sch.mod.script()
    assert not post["RewriteLayout"].clone().same_as(post["RewriteLayout"])
    assert type(ms.Postproc.create("llvm")[0]).__name__ == "DisallowDynamicLoop"
    with raises(ValueError):
        ms.Postproc.create("opencl")
    gpu = "cuda -arch=sm_70 -max_threads_per_block={} -max_shared_memory_per_block=49152 -thread_warp_size=32"
    for threads, passes in ((1024, True), (16, False)):
        target = gpu.format(threads)
        verify = {type(one).__name__: one for one in context(tvm, strategy=None, target=target).space_generator.postprocs}["VerifyGPUCode"]
        sch = tvm.tir.Schedule(module(tvm))
        i, j, _ = sch.get_loops(sch.get_block("C"))
        sch.bind(i, "blockIdx.x")
        sch.bind(j, "threadIdx.x")
        assert bool(verify.apply(sch)) == passes


@proves("tvm.meta_schedule.Mutator", "返回新的轨迹；没有可以改的地方时返回 `None`", "`MutateParallel` 改并行度的标注，其余四个改一个抽样结果", "「变异器到概率」的字典，不是列表", "得到独立的一个变异器")
def _(tvm):
    ms, made = tvm.meta_schedule, context(tvm, strategy=None)
    mutators = {type(one).__name__: one for one in made.space_generator.mutator_probs}
    assert isinstance(ms.Mutator.create("llvm"), (dict, tvm.ir.Map))
    trace = tvm.tir.Schedule(module(tvm)).trace
    assert all(one.apply(trace) is None for one in mutators.values())
    sch = made.generate_design_space()[0]
    changed = mutators["MutateTileSize"].apply(sch.trace)
    chosen = lambda trace: [str(trace.decisions[inst]) if inst in trace.decisions else None for inst in trace.insts]
    differ = [one for one in zip(chosen(changed), chosen(sch.trace)) if one[0] != one[1]]
    assert len(differ) == 1 and len(changed.insts) == len(sch.trace.insts)
    assert not mutators["MutateUnroll"].clone().same_as(mutators["MutateUnroll"])
    with raises(ValueError):
        ms.Mutator.create("opencl")


PARAMETERS = (("population_size", 512), ("init_measured_ratio", 0.2), ("init_min_unmeasured", 50), ("max_fail_count", 5), ("genetic_num_iters", 4), ("genetic_mutate_prob", 0.85), ("genetic_max_fail_count", 10), ("eps_greedy", 0.05))


@proves("tvm.meta_schedule.SearchStrategy", *(f"| `{name}` | {value} |" for name, value in PARAMETERS), "其他名称抛出 `ValueError`")
@proves("tvm.meta_schedule.Mutator", "再乘以进化搜索的 `genetic_mutate_prob`（默认 0.85）")
def _(tvm):
    create = tvm.meta_schedule.SearchStrategy.create
    assert all(getattr(create(), name) == value for name, value in PARAMETERS)
    with raises(ValueError):
        create("random")
    with raises(TypeError):
        create("evolutionary", 512)


@proves("tvm.meta_schedule.SearchStrategy", "随机挑一个空间，重新抽样", "每个候选重新生成一次空间，再从中挑一个", "开始搜索；两次之间没有 `post_tuning` 时抛出 `ValueError`", "结束，可以再次 `pre_tuning`", "下一批候选，次数用完时是 `None`；没有 `pre_tuning` 时检查失败", "前进到下一批；不调用它，`replay-trace` 会一直停在同一批的位置", "复制设置，不复制进行中的状态")
def _(tvm):
    calls = []

    def space(sch):
        calls.append(1)
        i, _, _ = sch.get_loops(sch.get_block("C"))
        sch.split(i, sch.sample_perfect_tile(i, n=2))

    for strategy, generated in (("replay-trace", 0), ("replay-func", 5)):
        made = context(tvm, strategy=strategy, space=space)
        one = made.search_strategy
        with raises("TVMError"):
            one.generate_measure_candidates()
        made.pre_tuning(5, 5)
        with raises(ValueError):
            made.pre_tuning(5, 5)
        calls.clear()
        candidates = made.generate_measure_candidates()
        assert len(candidates) == 5 and len(calls) == generated
        assert len({str(one.sch.trace) for one in candidates}) > 1
        again = made.generate_measure_candidates()
        assert again is not None and len(again) == 5
        made.notify_runner_results(candidates, results(tvm, candidates))
        assert made.generate_measure_candidates() is None
        with raises("TVMError"):
            one.clone().generate_measure_candidates()
        made.post_tuning()
        made.pre_tuning(1, 1)


@proves("tvm.meta_schedule.SearchStrategy", "数据库、成本模型、变异器、后处理", "与 `TuneContext` 的同名方法不同，这里没有默认的数据库和成本模型", "一次调优里 `\"evolutionary\"` 不重复测量相同的程序（数据库里以前的记录不算在内），所以空间很小时，记录会少于试验次数", "累计 5 批没有新的候选，任务就结束")
def _(tvm):
    ms = tvm.meta_schedule
    small = lambda: ms.SearchStrategy.create("evolutionary", population_size=8, init_min_unmeasured=2, genetic_num_iters=1)

    def space(sch):
        i, _, _ = sch.get_loops(sch.get_block("C"))
        sch.split(i, sch.sample_perfect_tile(i, n=2, max_innermost_factor=4))

    generator = lambda: ms.space_generator.ScheduleFn(space, [], [], {})
    made = context(tvm, strategy=small(), space=generator())
    with raises(ValueError):
        made.search_strategy.pre_tuning(4, 2, made.generate_design_space())
    database = ms.Database.create("memory")
    for _ in range(2):
        made = context(tvm, strategy=small(), space=generator())
        made.pre_tuning(40, 4, database=database)
        batches, seen = [], []
        while (candidates := made.generate_measure_candidates()) is not None:
            batches.append(len(candidates))
            seen += [one.sch.mod.script() for one in candidates]
            for one in candidates:
                database.commit_tuning_record(ms.database.TuningRecord(one.sch.trace, database.commit_workload(made.mod), [1.0], made.target, one.args_info))
            made.notify_runner_results(candidates, results(tvm, candidates))
        assert 0 < len(seen) == len(set(seen)) < 40 and batches.count(0) == 4


@proves("tvm.meta_schedule.SearchStrategy", "样本接连通不过后处理，凑不够 `init_min_unmeasured` 个时，记一条警告，任务也就此结束")
def _(tvm):
    ms = tvm.meta_schedule

    def space(sch):
        i, j, _ = sch.get_loops(sch.get_block("C"))
        sch.bind(i, "blockIdx.x")
        sch.bind(j, "threadIdx.x")

    for threads, ends in ((16, True), (1024, False)):
        target = f"cuda -arch=sm_70 -max_threads_per_block={threads} -max_shared_memory_per_block=49152 -thread_warp_size=32"
        strategy = ms.SearchStrategy.create("evolutionary", population_size=4, init_min_unmeasured=2)
        logger = logging.getLogger(f"probe.{threads}")
        logger.setLevel(logging.DEBUG)
        said, handler = [], logging.Handler()
        handler.emit = lambda one: said.append((one.levelname, one.getMessage()))
        logger.addHandler(handler)
        generator = ms.space_generator.ScheduleFn(space, [], [ms.postproc.VerifyGPUCode()], {})
        made = context(tvm, strategy=strategy, space=generator, target=target, logger=logger)
        made.pre_tuning(4, 2)
        assert (made.generate_measure_candidates() is None) == ends
        assert any(level == "WARNING" and "Cannot sample enough initial population" in text for level, text in said) == ends


@proves("tvm.meta_schedule.MeasureCandidate", "抽样已经定下来的 `Schedule`，程序在 `sch.mod`", "各实参的 `TensorInfo`（数据类型和形状），可由 `ms.arg_info.ArgInfo.from_entry_func(mod)` 得到；只支持张量形参")
def _(tvm):
    ms = tvm.meta_schedule
    made = context(tvm)
    made.pre_tuning(1, 1)
    (one,) = made.generate_measure_candidates()
    assert isinstance(one.sch, tvm.tir.Schedule) and all(v is not None for v in one.sch.trace.decisions.values())
    infos = ms.arg_info.ArgInfo.from_entry_func(module(tvm))
    assert [(info.dtype, list(info.shape)) for info in infos] == [("float32", [64, 64])] * 3
    x = tvm.tir.Var("x", "int32")
    scalar = tvm.tir.PrimFunc([x], tvm.tir.Evaluate(x)).with_attr("global_symbol", "main")
    with raises(ValueError):
        ms.arg_info.ArgInfo.from_entry_func(tvm.IRModule({"main": scalar}))


@proves("tvm.meta_schedule.CostModel", "默认积累到 100 个样本（`num_warmup_samples`）才用模型，此前是随机数", "随机数，`seed` 可以固定", "返回 `None`，适合不用成本模型的 `replay-trace`", "`num_tuning_cores` 只对 `xgb` 有效，其他名称会把它去掉")
def _(tvm):
    ms = tvm.meta_schedule
    create = ms.CostModel.create
    assert create("none") is None and create("none", num_tuning_cores=3) is None
    made = context(tvm)
    made.pre_tuning(8, 8)
    candidates = made.generate_measure_candidates()
    random = lambda: create("random", seed=3, num_tuning_cores=2).predict(made, candidates)
    assert np.array_equal(random(), random()) and random().dtype == "float64" and len(random()) == 8
    assert create("xgb").num_warmup_samples == 100 and create("xgb", num_tuning_cores=3).config.nthread == 3
    times = [ms.runner.RunnerResult([1e-3 * (n + 1)], None) for n in range(8)]
    for warmup, same in ((20, False), (4, True)):
        model = create("xgb", num_warmup_samples=warmup, num_tuning_cores=1)
        model.update(made, candidates, times)
        assert np.array_equal(model.predict(made, candidates), model.predict(made, candidates)) == same
    with raises(ValueError):
        create("linear")


@proves("tvm.meta_schedule.CostModel", "从文件恢复；`xgb` 连同训练样本一起恢复。还没有训练过的 `xgb` 存成的文件读不回来，抛出 `TVMError`", "写进文件，`xgb` 是一个 tar 包，`random` 是随机状态", "用测量结果训练；`random` 什么也不做", "`float64` 数组，每个候选一个分数")
def _(tvm):
    import tarfile

    ms, folder = tvm.meta_schedule, tempfile.mkdtemp()
    made = context(tvm)
    made.pre_tuning(8, 8)
    candidates = made.generate_measure_candidates()
    model = ms.CostModel.create("xgb", num_warmup_samples=4, num_tuning_cores=1)
    path = os.path.join(folder, "model.tar")
    model.save(path)
    with raises("TVMError"):
        ms.CostModel.create("xgb", num_tuning_cores=1).load(path)
    model.update(made, candidates, [ms.runner.RunnerResult([1e-3 * (n + 1)], None) for n in range(8)])
    model.save(path)
    assert tarfile.is_tarfile(path)
    other = ms.CostModel.create("xgb", num_warmup_samples=4, num_tuning_cores=1)
    other.load(path)
    assert other.data_size == 8 and np.allclose(other.predict(made, candidates), model.predict(made, candidates))
    first, path = ms.CostModel.create("random", seed=3), os.path.join(folder, "random.npy")
    first.update(made, candidates, results(tvm, candidates))
    first.save(path)
    second = ms.CostModel.create("random", seed=4)
    second.load(path)
    scores = first.predict(made, candidates)
    assert np.array_equal(scores, second.predict(made, candidates)) and scores.shape == (8,) and scores.dtype == "float64"


unproved("tvm.meta_schedule.CostModel", "用 PyTorch 的神经网络", reason="建立时要下载训练好的参数")


@proves("tvm.meta_schedule.FeatureExtractor", "每个被写入的缓冲区是一行，写入常量的语句不计", "`extract_workload=True` 时，再加上 8 列关于整个工作负载的特征", "其他名称的报错是 `Unknown CostModel`", "`NDArray` 的列表，每个候选一个矩阵，行数随程序而变", "`buffers_per_store`（默认 5）、`arith_intensity_curve_num_samples`（10）、`cache_line_bytes`（64）")
def _(tvm):
    ms, te = tvm.meta_schedule, tvm.te
    made = context(tvm)
    info = ms.arg_info.ArgInfo.from_entry_func
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: a[i] + 1.0, name="B")
    two = tvm.IRModule({"main": te.create_prim_func([a, te.compute((8,), lambda i: b[i] * 2.0, name="D")])})
    candidates = [ms.MeasureCandidate(tvm.tir.Schedule(mod), info(mod)) for mod in (module(tvm), two)]
    shapes = []
    for extra in (False, True):
        found = ms.FeatureExtractor.create("per-store-feature", extract_workload=extra).extract_from(made, candidates)
        assert all(isinstance(one, tvm.nd.NDArray) for one in found)
        shapes.append([one.shape for one in found])
    assert shapes == [[(1, 164), (2, 164)], [(1, 172), (2, 172)]]
    with raises(ValueError, "Unknown CostModel"):
        ms.FeatureExtractor.create("other")
    default = ms.FeatureExtractor.create("per-store-feature")
    assert (default.buffers_per_store, default.arith_intensity_curve_num_samples, default.cache_line_bytes) == (5, 10, 64)


@proves("tvm.meta_schedule.FeatureExtractor", "只写常量的程序一行也没有，抛出 `TVMError`", versions=OLD)
def _(tvm):
    ms, te = tvm.meta_schedule, tvm.te
    mod = tvm.IRModule({"main": te.create_prim_func([te.compute((8,), lambda i: tvm.tir.const(1, "float32"), name="B")])})
    candidate = ms.MeasureCandidate(tvm.tir.Schedule(mod), ms.arg_info.ArgInfo.from_entry_func(mod))
    with raises("TVMError"):
        ms.FeatureExtractor.create("per-store-feature").extract_from(context(tvm), [candidate])


def scheduled(tvm, kind="gradient", trials=8, per=2, tasks=2, callbacks=None, **options):
    """Tunes products with a scheduler, which it returns with the order of the tasks."""
    ms, order = tvm.meta_schedule, []
    quiet()
    parts, _ = dry(tvm)

    @ms.derived_object
    class Order(ms.measure_callback.PyMeasureCallback):
        def apply(self, scheduler, task, candidates, built, ran):
            order.append((task, len(candidates), len(built), len(ran), [one.error_msg for one in ran]))

    scheduler = ms.TaskScheduler.create(kind, **options)
    contexts = [context(tvm, mod=product(tvm, 16 * (n + 1))) for n in range(tasks)]
    scheduler.tune(contexts, [1.0] * tasks, trials, trials, per, parts["builder"], parts["runner"], callbacks or [Order()], ms.Database.create("memory"), None)
    return scheduler, order


@proves("tvm.meta_schedule.TaskScheduler", "轮流取还没有结束的任务", "所以总次数不够每个任务一批时，排在后面的任务一次也测不到", "各任务的 `TaskRecord`，`tune` 以后才有", "这次调优用的回调", "这次调优的数据库", "这次调优的成本模型，可以是 `None`", "还有几个任务没有结束", "选下一个任务的编号，全部结束时是 -1", "已经结束的再来一次会检查失败", "没有在测量时检查失败", "其他名称抛出 `ValueError`")
def _(tvm):
    ms = tvm.meta_schedule
    scheduler, order = scheduled(tvm, "round-robin", tasks=3, trials=12)
    assert [one[0] for one in order] == [0, 1, 2, 0, 1, 2]
    for kind in ("round-robin", "gradient"):
        assert {one[0] for one in scheduled(tvm, kind, tasks=3, trials=3)[1]} == {0, 1}
    assert len(scheduler.tasks_) == 3 and len(scheduler.measure_callbacks_) == 1 and scheduler.remaining_tasks_ == 0
    assert isinstance(scheduler.database_, ms.Database) and scheduler.cost_model_ is None
    assert scheduler.next_task_id() == -1 and len(ms.TaskScheduler.create().tasks_ or []) == 0
    for call in (scheduler.terminate_task, scheduler.join_running_task):
        with raises("TVMError"):
            call(0)
    scheduler.touch_task(0)
    with raises(ValueError):
        ms.TaskScheduler.create("random")


@proves("tvm.meta_schedule.TaskScheduler", "`\"gradient\"`（默认）先让每个任务各测一批", "`alpha`（0.2）和 `window_size`（3）决定收益怎样估计", "整个循环；各项都要是对象，字符串由 `tune_tasks` 换算", "把统计表写进日志：浮点运算量、权重、速度、时延、试验次数")
def _(tvm):
    ms = tvm.meta_schedule
    _, order = scheduled(tvm, trials=10, tasks=3)
    assert [one[0] for one in order][:3] == [0, 1, 2]
    made = ms.TaskScheduler.create()
    assert type(made).__name__ == "GradientBased" and (made.alpha, made.window_size) == (0.2, 3)
    ms.TaskScheduler.create("gradient", alpha=0.5, window_size=2, seed=4)
    with raises(Exception):
        made.tune([context(tvm)], [1.0], 2, 2, 2, "local", "local", [], "memory", "random")
    logger = logging.getLogger("tvm.meta_schedule")
    said, handler = [], logging.Handler()
    handler.emit = lambda one: said.append(one.getMessage())
    scheduler, _ = scheduled(tvm)
    for name in ("tvm.meta_schedule", "tvm.meta_schedule.task_scheduler.task_scheduler"):
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(logging.DEBUG)
    scheduler.print_tuning_statistics()
    text = "".join(said)
    assert all(word in text for word in ("FLOP", "Weight", "Speed (GFLOPS)", "Latency (us)", "Trials")) and logger


@proves("tvm.meta_schedule.MeasureCallback", "后三个列表等长，下标对应；失败的项 `error_msg` 不是 `None`", "`\"default\"` 依次是三个：`AddToDatabase` 写数据库，`RemoveBuildArtifact` 删掉编译出的目录，`UpdateCostModel` 训练成本模型", "只接受 `\"default\"`，返回列表")
def _(tvm):
    ms = tvm.meta_schedule
    names = [type(one).__name__ for one in ms.MeasureCallback.create("default")]
    assert names == ["AddToDatabase", "RemoveBuildArtifact", "UpdateCostModel"]
    with raises(ValueError):
        ms.MeasureCallback.create("none")
    _, order = scheduled(tvm, trials=3, tasks=1, per=3)
    assert order == [(0, 3, 3, 3, [None] * 3)]
    seen = []

    @ms.derived_object
    class Own(ms.measure_callback.PyMeasureCallback):
        def apply(self, scheduler, task, candidates, built, ran):
            seen.extend(one.error_msg for one in ran)

    tuned(tvm, trials=2, parts=dry(tvm, fail="broken")[0], measure_callbacks=[Own()])
    assert seen == ["broken", "broken"]


@proves("tvm.meta_schedule.Builder", "由 `BuilderInput` 的列表得到等长的 `BuilderResult`；失败和超时不抛出，写在 `error_msg` 里", "在子进程里调用 `tvm.build`，导出成临时目录里的 tar 包", "其他名称抛出 `ValueError`")
def _(tvm):
    ms, target = tvm.meta_schedule, tvm.target.Target("llvm")
    builder = ms.Builder.create("local", max_workers=1)
    sch = tvm.tir.Schedule(module(tvm))
    sch.bind(sch.get_loops(sch.get_block("C"))[0], "threadIdx.x")
    one = ms.builder.BuilderInput
    good, bad = builder.build([one(module(tvm), target), one(sch.mod, target)])
    assert good.error_msg is None and good.artifact_path.endswith(".tar") and os.path.exists(good.artifact_path)
    assert tempfile.gettempdir() in good.artifact_path and bad.artifact_path is None and bad.error_msg
    with raises(ValueError):
        ms.Builder.create("rpc")


@proves("tvm.meta_schedule.Builder", "一个候选的时限，秒", "| `max_workers` | 逻辑核数 |", "子进程启动时执行的函数")
def _(tvm):
    ms, target = tvm.meta_schedule, tvm.target.Target("llvm")

    def start():
        import os

        os.environ["PROBE"] = "started"

    def tells(mod, target, params):
        import os
        import time

        if "16" in str(mod):
            time.sleep(60)
        raise RuntimeError("it was " + os.environ.get("PROBE", "not"))

    inputs = [ms.builder.BuilderInput(module(tvm, n), target) for n in (64, 16)]
    told, late = ms.Builder.create("local", max_workers=1, timeout_sec=4, f_build=tells, initializer=start).build(inputs)
    assert "it was started" in told.error_msg and "Timeout" in late.error_msg
    import inspect

    local = inspect.signature(ms.builder.LocalBuilder._inst if hasattr(ms.builder.LocalBuilder, "_inst") else ms.builder.LocalBuilder).parameters
    assert local["timeout_sec"].default == 30 and local["max_workers"].default is None
    assert ms.builder.local_builder.cpu_count(logical=True) == os.cpu_count()


@proves("tvm.meta_schedule.Builder", "代替编译和导出的函数，或注册过的名称；没有注册时，建立对象就报错")
def _(tvm):
    with raises(Exception):
        tvm.meta_schedule.Builder.create("local", max_workers=1, f_build="probe.absent")


@proves("tvm.meta_schedule.Runner", "在一个子进程里逐个运行，`run` 返回时已经全部做完", "`done()` 看是否做完，`result()` 取 `RunnerResult`", "一个候选的时限，秒", "备几套实参，各测一遍", "建 `\"local\"` 时去掉 `max_workers`，因为它只用一个子进程", "| `evaluator_config` | `number=3`、`repeat=1`、`min_repeat_ms=100` |")
def _(tvm):
    ms, target = tvm.meta_schedule, tvm.target.Target("llvm")
    path = os.path.join(tempfile.mkdtemp(), "f.tar")
    tvm.build(module(tvm, 16), target=target).export_library(path)
    info = ms.arg_info.ArgInfo.from_entry_func(module(tvm, 16))
    inputs = [ms.runner.RunnerInput(path, "llvm", info)] * 2
    config = ms.runner.EvaluatorConfig(number=1, repeat=2, min_repeat_ms=0)
    runner = ms.Runner.create("local", max_workers=5, evaluator_config=config, alloc_repeat=3)
    futures = runner.run(inputs)
    assert [one.done() for one in futures] == [True, True] and runner.pool._threadpool._max_workers == 1
    made = [one.result() for one in futures]
    assert all(isinstance(one, ms.runner.RunnerResult) and len(one.run_secs) == 6 and one.error_msg is None for one in made)
    default = ms.runner.EvaluatorConfig._normalized(None)
    assert (default.number, default.repeat, default.min_repeat_ms) == (3, 1, 100)


@proves("tvm.meta_schedule.Runner", "存了下来，但没有用到", "补完还缺任何一项就抛出 `ValueError`", "`rpc_config` 缺的项取环境变量 `TVM_TRACKER_HOST`、`TVM_TRACKER_PORT`、`TVM_TRACKER_KEY`")
@proves("tvm.meta_schedule.Runner", "环境变量里的端口没有换成整数，连接 tracker 时失败，所以 `tracker_port` 要写在 `RPCConfig` 里", versions=OLD)
def _(tvm, release):
    import inspect

    ms = tvm.meta_schedule
    source = inspect.getsource(__import__("sys").modules["tvm.meta_schedule.runner.local_runner"])
    assert source.count("self.cooldown_sec") == 1
    config = ms.runner.RPCConfig
    names = ("TVM_TRACKER_HOST", "TVM_TRACKER_PORT", "TVM_TRACKER_KEY")
    for name in names:
        os.environ.pop(name, None)
    with raises(ValueError):
        config._normalized(config(tracker_host="127.0.0.1", tracker_port=9190))
    os.environ.update(zip(names, ("127.0.0.1", "9191", "board")))
    made = config._normalized(config(tracker_key="own"))
    assert (made.tracker_host, made.tracker_key) == ("127.0.0.1", "own") and int(made.tracker_port) == 9191
    assert isinstance(made.tracker_port, int) == (release == "0.13.0")


@proves("tvm.meta_schedule.derived_object", "继承别的类抛出 `AssertionError`，继承已经装饰过的类也是；中间隔着一个类时，那个类里的方法算作没有改写。装饰的结果是 `Runner` 等的子类，不再是 `PyRunner` 的子类。没有改写的方法通常在调用时才报错，信息里有 `method not implemented`", "`PyTaskScheduler` 缺少 `next_task_id` 时，建立对象就报错", "`PyDatabase` 的三个查询、`PyTaskScheduler` 的 `tune` 和 `join_running_task` 有默认的实现，可以不改写")
def _(tvm):
    ms = tvm.meta_schedule

    class Plain:
        pass

    for base in (Plain, ms.derived_object(type("One", (ms.runner.PyRunner,), {}))):
        with raises(AssertionError):
            ms.derived_object(type("Two", (base,), {}))
    runner = ms.derived_object(type("Empty", (ms.runner.PyRunner,), {}))()
    assert isinstance(runner, ms.Runner) and not isinstance(runner, ms.runner.PyRunner)
    between = type("Between", (ms.runner.PyRunner,), {"run": lambda self, runner_inputs: []})
    for one in (runner, ms.derived_object(type("Last", (between,), {}))()):
        with raises("TVMError", "method not implemented"):
            one.run([])
    with raises(ValueError):
        ms.derived_object(type("Empty", (ms.task_scheduler.PyTaskScheduler,), {}))()

    @ms.derived_object
    class First(ms.task_scheduler.PyTaskScheduler):
        def next_task_id(self):
            for index, task in enumerate(self._outer().tasks_):
                if not task.is_terminated:
                    if task.runner_futures is not None:
                        self._outer().join_running_task(index)
                    return index
            return -1

    quiet()
    parts, _ = dry(tvm)
    scheduler, database = First(), ms.Database.create("memory")
    scheduler.tune([context(tvm)], [1.0], 4, 4, 2, parts["builder"], parts["runner"], [ms.measure_callback.AddToDatabase()], database, None)
    assert len(database) == 4

    @ms.derived_object
    class Kept(ms.database.PyDatabase):
        def __init__(self):
            super().__init__()
            self.inner = ms.Database.create("memory")

        def has_workload(self, mod):
            return self.inner.has_workload(mod)

        def commit_workload(self, mod):
            return self.inner.commit_workload(mod)

        def commit_tuning_record(self, one):
            self.inner.commit_tuning_record(one)

        def get_top_k(self, workload, top_k):
            return self.inner.get_top_k(workload, top_k)

        def get_all_tuning_records(self):
            return self.inner.get_all_tuning_records()

        def __len__(self):
            return len(self.inner)

    kept = Kept()
    record(tvm, kept, [2.0])
    assert kept.query(module(tvm), tvm.target.Target(TARGET), kind="record") is not None


COMPLETE = True
