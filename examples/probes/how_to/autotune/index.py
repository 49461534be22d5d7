"""What the three tuners start from, what targets they have rules for, and what their records are matched by."""

import json
import os
import tempfile

from probes import proves, raises, unproved

from tvm import auto_scheduler, autotvm, relay, te

PAGE = "how_to/autotune/index#"
STORED = PAGE + "stored"
CHOOSE = PAGE + "choose"


@auto_scheduler.register_workload
def probe_add(n):
    A = te.placeholder((n, n), name="A")
    k = te.reduce_axis((0, n), name="k")
    return [A, te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="S")]


@autotvm.template("probe/add")
def template(n):
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] + 1, name="B")
    s = te.create_schedule(B.op)
    cfg = autotvm.get_config()
    cfg.define_split("tile", B.op.axis[0], num_outputs=2)
    cfg["tile"].apply(s, B, B.op.axis[0])
    return s, [A, B]


def record(tvm, target="llvm -mcpu=core-avx2"):
    task = autotvm.task.create("probe/add", args=(64,), target=target)
    config = task.config_space.get(3)
    result = autotvm.MeasureResult((0.001,), 0, 0.1, 0)
    return task, config, autotvm.measure.MeasureInput(task.target, task, config), result


@proves(STORED, "没有，只有任务名、参数和旋钮的取值", "`input`（目标、任务、参数）、`config`、`result`")
def _(tvm):
    _, _, measured, result = record(tvm)
    row = json.loads(autotvm.record.encode(measured, result))
    assert {"input", "config", "result"} <= set(row)
    assert row["input"][0].startswith("llvm") and row["input"][1:3] == ["probe/add", [64]]
    assert row["config"]["entity"][0][:2] == ["tile", "sp"]


@proves(STORED, "型号，其次是任何一个键；任务名和参数")
@proves(STORED, "也只比较型号和键，`-mcpu`、`-arch`、`-mtriple` 都不看")
def _(tvm):
    task, config, measured, result = record(tvm)
    best = autotvm.task.ApplyHistoryBest([(measured, result)])
    arm = tvm.target.Target("llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72 -keys=arm_cpu,cpu")
    assert str(best.query(arm, task.workload)) == str(config)
    opencl = tvm.target.Target("opencl", host="llvm")
    assert best.query(opencl, task.workload).is_fallback


@proves(STORED, "没有，只有工作负载的键和变换的步骤", "`i`（任务、步骤）、`r`（结果）")
def _(tvm):
    task = auto_scheduler.SearchTask(
        func=probe_add, args=(16,), target="llvm", hardware_params=auto_scheduler.HardwareParams(2, target="llvm")
    )
    state = task.compute_dag.get_init_state()
    made = auto_scheduler.MeasureInput(task, state)
    failed = auto_scheduler.MeasureResult([1e10], 4, "words", 0.1, 0)
    row = json.loads(auto_scheduler.measure_record.dump_record_to_string(made, failed))
    assert {"i", "r"} <= set(row) and row["r"][0] == [1e10] and row["r"][1] == 4
    assert json.loads(row["i"][0][0])[0].endswith("probe_add")


@proves(STORED, "核数取本机的，或 `HardwareParams`")
def _(tvm):
    task = auto_scheduler.SearchTask(func=probe_add, args=(16,), target="llvm")
    assert 1 <= task.hardware_params.num_cores <= os.cpu_count()
    given = auto_scheduler.HardwareParams(num_cores=7, target="llvm")
    task = auto_scheduler.SearchTask(func=probe_add, args=(16,), target="llvm", hardware_params=given)
    assert task.hardware_params.num_cores == 7


@proves(PAGE + "wrong-file", "会自己建两个文件，但不建目录")
def _(tvm):
    from tvm import meta_schedule as ms

    database = ms.database.JSONDatabase
    with tempfile.TemporaryDirectory() as folder:
        pair = [os.path.join(folder, name) for name in ("w.json", "r.json")]
        database(path_workload=pair[0], path_tuning_record=pair[1])
        assert all(os.path.exists(one) for one in pair)
        missing = [os.path.join(folder, "no", name) for name in ("w.json", "r.json")]
        with raises(Exception, ""):
            database(path_workload=missing[0], path_tuning_record=missing[1])


@proves(PAGE + "templates", "没有 Hexagon 的模板")
@proves(PAGE + "templates", "例外是 CUDA 的 `correlation_nchw`、`scatter` 和 `scatter_via_sort`", versions=("0.10.0",))
@proves(PAGE + "templates", "例外是 CUDA 的 `correlation_nchw` 和 `scatter_via_sort`", versions=("0.12.0", "0.13.0"))
def _(tvm, release):
    import tvm.relay.op.strategy  # noqa: F401

    names = list(autotvm.task.task.TASK_TABLE)
    assert not [name for name in names if "hexagon" in name]
    usual = ("conv", "dense", "matmul", "gemm", "deformable", "winograd", "group")
    others = {name for name in names if not any(word in name for word in usual) and name != "probe/add"}
    others = {name for name in others if not any(word in name for word in ("blas", "mkl", "dnnl", "cudnn", "miopen"))}
    expected = {"correlation_nchw", "scatter_via_sort"} | ({"scatter"} if release == "0.10.0" else set())
    assert {name.split(".")[0] for name in others} == expected, others


@proves(CHOOSE, "`arm_cpu` 没有它的模板")
@proves(PAGE + "templates", "AutoTVM 的任务是一个算子的一种实现，全连接有两种，就是两个任务")
def _(tvm):
    data, weight = relay.var("data", shape=(1, 64)), relay.var("weight", shape=(32, 64))
    mod = tvm.IRModule.from_expr(relay.nn.dense(data, weight))
    params = {}
    tasks = autotvm.task.extract_from_program(mod, target="llvm", params=params)
    assert sorted(one.name for one in tasks) == ["dense_nopack.x86", "dense_pack.x86"]
    arm = autotvm.task.extract_from_program(mod, target="llvm -keys=arm_cpu,cpu -device=arm_cpu", params=params)
    assert not [one.name for one in arm if "arm_cpu" in one.name]


unproved(CHOOSE, "NVIDIA GPU，float32", reason="要有 NVIDIA GPU")
