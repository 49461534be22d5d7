"""More probes of docs/reference/api/python/auto_scheduler.md: searches, records and what follows from them."""

import contextlib
import os
import sys
import tempfile

import numpy as np
from probes import proves, raises

POLICY = "tvm.auto_scheduler.SketchPolicy"


def matmul(tvm):
    def function(n, m, k):
        te = tvm.te
        a, b = te.placeholder((n, k), name="A"), te.placeholder((k, m), name="B")
        r = te.reduce_axis((0, k), "r")
        free = {"layout_free_placeholders": [b]}
        return [a, b, te.compute((n, m), lambda i, j: te.sum(a[i, r] * b[r, j], axis=r), name="C", attrs=free)]

    return tvm.auto_scheduler.register_workload("matmul", function, override=True)


def task_of(tvm, shape=(64, 64, 64), target="llvm", **options):
    matmul(tvm)
    ansor = tvm.auto_scheduler
    options.setdefault("hardware_params", ansor.HardwareParams(num_cores=4, target="llvm"))
    return ansor.SearchTask(func="matmul", args=shape, target=target, **options)


def split_by(task, factor=8):
    state = task.compute_dag.get_init_state()
    out = task.compute_dag.tensors[-1]
    state.split(out, state[out].iters[1], [factor])
    return state


def record(tvm, path, task, seconds=1e-3, factor=8):
    ansor = tvm.auto_scheduler
    result = ansor.MeasureResult([seconds], 0, None, 0.0, 0.0)
    ansor.save_records(path, [ansor.MeasureInput(task, split_by(task, factor))], [result])


def log_in():
    return os.path.join(tempfile.mkdtemp(), "log.json")


def measures(tvm, trials, path):
    """Options of a tuning whose results come at once, without building and running."""
    ansor = tvm.auto_scheduler
    built = ansor.measure.BuildResult("", [], 0, None, 0.0)
    tvm.register_func("auto_scheduler.local_builder.build", lambda inputs, *_: [built for _ in inputs], override=True)
    ran = ansor.MeasureResult([1e-3], 0, None, 0.0, 0.0)
    tvm.register_func("auto_scheduler.local_runner.run", lambda inputs, *_: [ran for _ in inputs], override=True)
    return ansor.TuningOptions(trials, verbose=0, measure_callbacks=[ansor.RecordToFile(path)])


@contextlib.contextmanager
def printed():
    """What is written to standard output and standard error, also by C++."""
    file, kept, said = tempfile.TemporaryFile(), [os.dup(1), os.dup(2)], []
    for end in (1, 2):
        os.dup2(file.fileno(), end)
    try:
        yield said
    finally:
        sys.stdout.flush()
        for end, old in zip((1, 2), kept):
            os.dup2(old, end)
        file.seek(0)
        said.append(file.read().decode())


@proves("tvm.auto_scheduler.HardwareParams", "远程设备或没有设备时用它代替查询")
def _(tvm):
    ansor = tvm.auto_scheduler
    matmul(tvm)
    given = ansor.HardwareParams(-1, 16, 64, 49152, 2**31 - 1, 512, 8, 32)
    assert not tvm.cuda().exist
    with raises("TVMError", "device_api"):
        ansor.SearchTask(func="matmul", args=(8, 8, 8), target="cuda")
    made = ansor.SearchTask(func="matmul", args=(8, 8, 8), target="cuda", hardware_params=given)
    assert made.hardware_params.max_threads_per_block == 512


@proves("tvm.auto_scheduler.TaskScheduler", "下面只给两次测量，两个任务各得一次，真正的调优按每个任务几百次给")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    tasks = [task_of(tvm, (n, 16, 16)) for n in (16, 32)]
    scheduler = ansor.TaskScheduler(tasks, [1, 9], callbacks=[])
    scheduler.tune(measures(tvm, 2, path), [ansor.EmptyPolicy(one) for one in tasks])
    assert list(scheduler.task_cts) == [1, 1]
    assert {one.task.workload_key for one, _ in ansor.load_records(path)} == {one.workload_key for one in tasks}


@proves(POLICY, "下面三个方法供调试，真正的搜索在 C++ 里")
def _(tvm):
    ansor, path, calls = tvm.auto_scheduler, log_in(), []
    for name in ("generate_sketches", "sample_initial_population", "evolutionary_search"):
        setattr(ansor.SketchPolicy, name, lambda *args, **options: calls.append(args))
    task = task_of(tvm, (16, 16, 16))
    policy = ansor.SketchPolicy(task, params={"evolutionary_search_population": 8, "sample_init_min_population": 4}, seed=1, verbose=0)
    task.tune(measures(tvm, 2, path), policy)
    assert len(list(ansor.load_records(path))) == 2 and not calls


@proves(POLICY, "构造时执行，即 `PreloadMeasuredStates`、`PreloadCustomSketchRule`")
def _(tvm):
    ansor, path, task = tvm.auto_scheduler, log_in(), task_of(tvm)
    record(tvm, path, task)
    with printed() as said:
        ansor.SketchPolicy(task, verbose=1, init_search_callbacks=[ansor.PreloadMeasuredStates(path)])
    assert "Loaded 1 measurement records" in said[0]
    asked = []

    def meets(policy, state, stage):
        asked.append(stage)
        return ansor.PreloadCustomSketchRule.PASS

    rule = ansor.PreloadCustomSketchRule(meets, lambda policy, state, stage: [], "probe")
    with printed() as said:
        policy = ansor.SketchPolicy(task, verbose=1, init_search_callbacks=[rule])
    assert "probe" in said[0] and not asked
    policy.generate_sketches()
    assert asked


@proves(POLICY, "参数的默认值，见下表")
def _(tvm):
    kind = tvm.auto_scheduler.SketchPolicy
    assert len(kind.DEFAULT_PARAMS) == 12 and kind.DEFAULT_PARAMS["evolutionary_search_population"] == 2048
    given = {"eps_greedy": 0.5}
    kind(task_of(tvm), params=given, verbose=0)
    assert given == {**kind.DEFAULT_PARAMS, "eps_greedy": 0.5}


@proves("tvm.auto_scheduler.XGBModel", "样本不超过 `num_warmup_sample` 个时，两次预测不同，因为给出的还是随机数")
@proves("tvm.auto_scheduler.XGBModel", "下面先换掉旧的回调，改成固定训练 100 棵树，代价是没有提前停止", versions=("0.10.0",))
def _(tvm, release):
    if release == "0.10.0":
        import xgboost
        from tvm.auto_scheduler.cost_model import xgb_model

        after = lambda self, model, epoch, log: epoch >= 99
        kind = type("Trees", (xgboost.callback.TrainingCallback,), {"after_iteration": after})
        xgb_model.custom_callback = lambda **options: kind()
    ansor, path, task = tvm.auto_scheduler, log_in(), task_of(tvm)
    for seconds, factor in ((1e-3, 8), (2e-3, 4), (3e-3, 16)):
        record(tvm, path, task, seconds, factor)
    states = [split_by(task, factor) for factor in (2, 8, 32)]
    for warmup, same in ((3, False), (2, True)):
        model = ansor.XGBModel(verbose_eval=0, num_warmup_sample=warmup)
        model.update_from_file(path)
        assert release != "0.10.0" or model.bst.num_boosted_rounds() == 100
        first, second = (model.predict(task, states) for _ in range(2))
        assert np.array_equal(first, second) == same and len(first) == 3


@proves("tvm.auto_scheduler.RecordToFile", "文件不会清空，重新开始调优前要自己删除")
def _(tvm):
    ansor, path, task = tvm.auto_scheduler, log_in(), task_of(tvm, (16, 16, 16))
    record(tvm, path, task, seconds=1e-9)
    task.tune(measures(tvm, 2, path), ansor.EmptyPolicy(task))
    assert len(list(ansor.load_records(path))) == 3
    assert ansor.load_best_record(path, task.workload_key)[1].costs[0].value == 1e-9
    os.remove(path)
    task.tune(measures(tvm, 2, path), ansor.EmptyPolicy(task))
    assert len(list(ansor.load_records(path))) == 2


@proves("tvm.auto_scheduler.RecordReader", "`filename` 是文件名", "文件里有四条记录，跳过一条，读两条，再迭代就剩一条")
def _(tvm):
    ansor, path, task = tvm.auto_scheduler, log_in(), task_of(tvm)
    for seconds in (1.0, 2.0, 3.0, 4.0):
        record(tvm, path, task, seconds)
    reader = ansor.RecordReader(path)
    costs = lambda results: [one.costs[0].value for one in results]
    inputs, results = reader.read_lines(max_lines=2, skip_lines=1)
    assert len(inputs) == 2 and costs(results) == [2.0, 3.0]
    assert costs(result for _, result in reader) == [4.0] and list(reader) == []


@proves("tvm.auto_scheduler.save_records", "合并几个文件、挑出一部分记录时使用")
def _(tvm):
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    first, second, merged, fast = (log_in() for _ in range(4))
    record(tvm, first, task, 1.0)
    record(tvm, second, task, 2.0)
    for path in (first, second):
        ansor.save_records(merged, *zip(*ansor.load_records(path)))
    costs = lambda path: [result.costs[0].value for _, result in ansor.load_records(path)]
    assert costs(merged) == [1.0, 2.0]
    ansor.save_records(fast, *zip(*(one for one in ansor.load_records(merged) if one[1].costs[0].value < 1.5)))
    assert costs(fast) == [1.0]


@proves("tvm.auto_scheduler.load_best_record", "最后两行里，`NO_REWRITE` 仍插入了转换布局的阶段，因为它被当作没有传，任务自己的选项是 `INSERT_TRANSFORM_STAGE`", "下面把前面写好的切分当作最快的记录存进文件")
def _(tvm):
    ansor, path, task = tvm.auto_scheduler, log_in(), task_of(tvm)
    record(tvm, path, task, seconds=1e-3, factor=4)
    record(tvm, path, task, seconds=1e-9, factor=8)
    best, result = ansor.load_best_record(path, task.workload_key)
    assert result.costs[0].value == 1e-9 and len(best.state.transform_steps) == 1
    options = ansor.LayoutRewriteOption
    assert task.layout_rewrite_option == options.INSERT_TRANSFORM_STAGE and options.NO_REWRITE == 0
    shapes = []
    for option in (options.NO_REWRITE, options.REWRITE_FOR_PRE_TRANSFORMED):
        schedule, tensors = task.apply_best(path, layout_rewrite_option=option)
        stages = sum("transform" in stage.op.name for stage in schedule.stages)
        shapes.append((len(tensors[1].shape), stages))
    assert shapes == [(2, 1), (3, 0)]
    task = task_of(tvm, layout_rewrite_option=options.NO_REWRITE)
    schedule, _ = task.apply_best(path, layout_rewrite_option=options.NO_REWRITE)
    assert not any("transform" in stage.op.name for stage in schedule.stages)


@proves("tvm.auto_scheduler.is_auto_scheduler_enabled", "算子策略据此选择适合 AutoScheduler 的计算")
def _(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(4, 64)), relay.var("w", shape=(32, 64))
    call = relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.dense(x, w)))["main"].body
    target, tensors = tvm.target.Target("llvm"), [tvm.te.placeholder(shape) for shape in ((4, 64), (32, 64))]
    names = []
    for use in (False, True):
        with target, tvm.transform.PassContext(config={"relay.backend.use_auto_scheduler": use}):
            made, outputs = relay.backend.te_compiler.select_implementation(call.op, call.attrs, tensors, call.checked_type, target, use_autotvm=False)
        names.append((made.name, "layout_free_placeholders" in outputs[0].op.attrs))
    assert names[0][0].endswith(".x86") and not names[0][1] and names[1] == ("dense.generic", True)


@proves("tvm.auto_scheduler.get_shape_from_rewritten_layout", "`axis_names` 是轴名的列表，结果按它的次序")
def _(tvm):
    shape = tvm.auto_scheduler.get_shape_from_rewritten_layout
    assert [int(one) for one in shape("4i8j2i3k", ["k", "i", "j"])] == [3, 8, 8]
    assert [int(one) for one in shape("4i8j2i3k", ["i", "j", "k"])] == [8, 8, 3]
