"""Record the tuning runs that figures/autoscheduler/index.ts draws.

    TOPHUB_LOCATION=NONE TVM_NUM_THREADS=1 python record.py tuners tuners.json

A time in the result is the least of many short runs of the network that was built with the records of the first
so many trials, not the time that the tuner measured: other programs of the machine disturb it less.
"""
import json
import logging
import os
import platform
import sys
import tempfile
import time

import numpy as np
import scipy.sparse
import tvm
from tvm import auto_scheduler as ansor
from tvm import autotvm, relay, te
from tvm import meta_schedule as ms
from tvm.auto_scheduler import measure
from tvm.contrib import graph_executor

TARGET = "llvm -mcpu=skylake-avx512"
rng = np.random.default_rng(0)


@tvm._ffi.register_func("auto_scheduler.local_builder.build", override=True)
def build_here(inputs, _timeout, _parallel, _build_func, _verbose):
    """Build in this process: starting workers for each batch would take longer than the builds."""
    build = measure.tar.tar
    return [
        ansor.measure.BuildResult(*measure._local_build_worker(i.serialize(), build, 0))
        for i in inputs
    ]


def values(*shape):
    fan_in = np.prod(shape[1:]) if len(shape) > 1 else 1
    return relay.const((rng.normal(size=shape) / np.sqrt(fan_in)).astype("float32"))


def convolve(data, cin, cout, size=3, stride=1, groups=1):
    data = relay.nn.conv2d(
        data,
        values(cout, cin // groups, size, size),
        strides=(stride, stride),
        padding=(size // 2, size // 2),
        groups=groups,
        channels=cout,
        kernel_size=(size, size),
    )
    return relay.nn.relu(relay.nn.bias_add(data, values(cout)))


def convert(mod):
    with tvm.transform.PassContext(opt_level=3):
        return tvm.transform.Sequential(
            [
                relay.transform.InferType(),
                relay.transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]}),
                relay.transform.FoldConstant(),
            ]
        )(mod)


def milliseconds(lib, shape):
    runner = graph_executor.GraphModule(lib["default"](tvm.cpu()))
    runner.set_input("x", rng.normal(size=shape).astype("float32"))
    return round(min(runner.benchmark(tvm.cpu(), number=1, repeat=2000).results) * 1e3, 4)


def built(mod, shape, **config):
    with tvm.transform.PassContext(opt_level=3, config=config):
        return milliseconds(relay.build(mod, TARGET), shape)


def first_lines(source, count, target):
    with open(source) as file, open(target, "w") as out:
        out.writelines(line for line, _ in zip(file, range(count)))


def ansor_options(trials, per_round, log):
    return ansor.TuningOptions(
        num_measure_trials=trials,
        num_measures_per_round=per_round,
        builder=ansor.LocalBuilder(n_parallel=32),
        runner=ansor.LocalRunner(number=3, min_repeat_ms=50),
        measure_callbacks=[ansor.RecordToFile(log)],
        verbose=0,
    )


def ansor_steps(mod, shape, log, steps):
    rows = []
    for count in steps:
        first_lines(log, count, "first.json")
        with ansor.ApplyHistoryBest("first.json"):
            rows.append([count, built(mod, shape, **{"relay.backend.use_auto_scheduler": True})])
    return rows


def tuners(steps=(8, 16, 32, 64, 96, 128)):
    """One convolution, three tuners."""
    shape, series, spent = (1, 64, 28, 28), {}, {}
    mod = tvm.IRModule.from_expr(convolve(relay.var("x", shape=shape), 64, 64))
    nhwc = convert(mod)
    default = {"NCHW": built(mod, shape), "NHWC": built(nhwc, shape)}

    begin = time.time()
    task = autotvm.task.extract_from_program(mod["main"], {}, TARGET)[0]
    options = autotvm.measure_option(
        autotvm.LocalBuilder(n_parallel=2, do_fork=True),
        autotvm.LocalRunner(number=3, repeat=1, min_repeat_ms=50, cooldown_interval=0),
    )
    autotvm.tuner.XGBTuner(task, plan_size=32).tune(
        steps[-1], options, callbacks=[autotvm.callback.log_to_file("autotvm.json")]
    )
    spent["AutoTVM"] = round(time.time() - begin)
    series["AutoTVM"] = []
    for count in steps:
        first_lines("autotvm.json", count, "first.json")
        with autotvm.apply_history_best("first.json"):
            series["AutoTVM"].append([count, built(mod, shape)])

    begin = time.time()
    cores = ansor.HardwareParams(num_cores=1, target=TARGET)
    tasks, weights = ansor.extract_tasks(nhwc["main"], {}, TARGET, hardware_params=cores)
    ansor.TaskScheduler(tasks, weights, callbacks=[]).tune(ansor_options(steps[-1], 32, "ansor.json"))
    spent["AutoScheduler"] = round(time.time() - begin)
    series["AutoScheduler"] = ansor_steps(nhwc, shape, "ansor.json", steps)

    begin = time.time()
    target = tvm.target.Target(TARGET + " -num-cores=1")
    logging.getLogger("tvm.meta_schedule").setLevel(logging.ERROR)
    ms.relay_integration.tune_relay(
        nhwc,
        {},
        target,
        "ms",
        steps[-1],
        num_trials_per_iter=32,
        num_tuning_cores=2,
        runner=ms.runner.LocalRunner(
            evaluator_config=ms.runner.EvaluatorConfig(number=3, repeat=1, min_repeat_ms=50)
        ),
    )
    spent["MetaSchedule"] = round(time.time() - begin)
    series["MetaSchedule"] = []
    os.makedirs("first")
    for count in steps:
        first_lines("ms/database_workload.json", 1000, "first/database_workload.json")
        first_lines("ms/database_tuning_record.json", count, "first/database_tuning_record.json")
        database = ms.database.JSONDatabase(work_dir="first", module_equality="structural")
        lib = ms.relay_integration.compile_relay(database, nhwc, target, {})
        series["MetaSchedule"].append([count, milliseconds(lib, shape)])
    return {
        "series": series,
        "default": default,
        "seconds": spent,
        "configurations": len(task.config_space),
    }


def network(rounds=4, per_round=12):
    """The network of the page autoschedule_x86, tuned by the task scheduler."""
    shape = (1, 3, 64, 64)
    x = convolve(relay.var("x", shape=shape), 3, 16, stride=2)
    for _ in range(2):
        x = relay.add(convolve(x, 16, 16), x)
    x = convolve(convolve(x, 16, 16, groups=16), 16, 32, size=1)
    x = relay.nn.batch_flatten(relay.nn.global_avg_pool2d(x))
    mod = tvm.IRModule.from_expr(
        relay.nn.softmax(relay.nn.bias_add(relay.nn.dense(x, values(10, 32), units=10), values(10)))
    )
    nhwc = convert(mod)
    default = {"NCHW": built(mod, shape), "NHWC": built(nhwc, shape)}
    cores = ansor.HardwareParams(num_cores=1, target=TARGET)
    tasks, weights = ansor.extract_tasks(nhwc["main"], {}, TARGET, hardware_params=cores)
    trials = rounds * per_round * len(tasks)
    begin = time.time()
    ansor.TaskScheduler(tasks, weights, callbacks=[]).tune(
        ansor_options(trials, per_round, "network.json"),
        search_policy_params={"evolutionary_search_population": 512},
    )
    seconds = round(time.time() - begin)
    inputs, _ = ansor.RecordReader("network.json").read_lines()
    keys = [task.workload_key for task in tasks]
    measured = [keys.index(item.task.workload_key) for item in inputs]
    steps = [per_round * len(tasks) * step // 2 for step in range(2, 2 * rounds + 1)]
    return {
        "series": {"AutoScheduler": ansor_steps(nhwc, shape, "network.json", steps)},
        "default": default,
        "seconds": seconds,
        "tasks": [
            {"name": task.desc, "weight": weight, "trials": measured.count(index)}
            for index, (task, weight) in enumerate(zip(tasks, weights))
        ],
    }


@ansor.register_workload
def spmm(n, k, m, blocks, rows, cols):
    """The computation of the page autoschedule_custom."""
    data = te.placeholder((blocks, rows, cols), name="W_data")
    index = te.placeholder((blocks,), name="W_index", dtype="int32")
    start = te.placeholder((n // rows + 1,), name="W_start", dtype="int32")
    x = te.placeholder((k, m), name="X")

    def block(nb, r, j):
        e = te.reduce_axis((0, start[nb + 1] - start[nb]), name="e")
        c = te.reduce_axis((0, cols), name="c")
        at = start[nb] + e
        return te.sum(data[at, r, c] * x[index[at] * cols + c, j], axis=[e, c])

    flop = {"FLOP": 2 * blocks * rows * cols * m}
    out = te.compute((n // rows, rows, m), block, name="Block", attrs=flop)
    zero = te.const(0, "float32")
    return [
        data,
        index,
        start,
        x,
        te.compute((n, m), lambda i, j: te.max(out[i // rows, i % rows, j], zero), name="Y"),
    ]


@ansor.register_workload
def dense_relu(n, k, m):
    w, x = te.placeholder((n, k), name="W"), te.placeholder((k, m), name="X")
    r = te.reduce_axis((0, k), name="r")
    y = te.compute((n, m), lambda i, j: te.sum(w[i, r] * x[r, j], axis=r), name="Mul")
    zero = te.const(0, "float32")
    return [w, x, te.compute((n, m), lambda i, j: te.max(y[i, j], zero), name="Y")]


def applies(_policy, state, stage_id):
    found = state.stages[stage_id].op.name == "Y"
    rule = ansor.PreloadCustomSketchRule
    return rule.APPLY_AND_SKIP_REST if found else rule.PASS


def apply(policy, state, stage_id):
    s = ansor.loop_state.State(state, policy.search_task.compute_dag)
    block, y = s.stages[stage_id - 1].op, s.stages[stage_id].op
    rows = int(block.output(0).shape[1])
    nb, r, j, e, c = s[block].iters
    j0, j1, j2 = s.split(block, j, [None, None])
    split_j = len(s.transform_steps) - 1
    r0, r1 = s.split(block, r, [None])
    s.reorder(block, [nb, j0, r0, j1, e, c, r1, j2])
    i, jj = s[y].iters
    i0, i1 = s.split(y, i, [rows])
    jj0, jj1 = s.follow_split(y, jj, split_j, 1)
    s.reorder(y, [i0, jj0, i1, jj1])
    s.compute_at(block, y, jj0)
    return [[s.state_object, stage_id - 2]]


def sparse(densities=(0.05, 0.1, 0.2, 0.3, 0.5, 0.8), trials=(24, 64)):
    """Sparse by dense at several densities against dense by dense, each tuned."""
    n, k, m, rows, cols = 512, 512, 128, 16, 4
    params = {"evolutionary_search_population": 256}

    def tuned(task, log, count, arrays, callbacks=None):
        policy = ansor.SketchPolicy(
            task, ansor.XGBModel(verbose_eval=0), dict(params), 1, 0, init_search_callbacks=callbacks
        )
        task.tune(ansor_options(count, 8, log), policy)
        func = tvm.build(*task.apply_best(log), TARGET)
        buffers = [tvm.nd.array(array) for array in (*arrays, np.empty((n, m), "float32"))]
        timer = func.time_evaluator(func.entry_name, tvm.cpu(), number=1, repeat=2000)
        return round(min(timer(*buffers).results) * 1e3, 4)

    cores = ansor.HardwareParams(num_cores=1, target=TARGET)
    x = rng.normal(size=(k, m)).astype("float32")
    w = rng.normal(size=(n, k)).astype("float32")
    task = ansor.SearchTask(dense_relu, (n, k, m), target=TARGET, hardware_params=cores)
    dense = tuned(task, "dense.json", trials[1], (w, x))
    rows_out = []
    for density in densities:
        mask = rng.random((n // rows, k // cols)) < density
        full = w * np.kron(mask, np.ones((rows, cols))).astype("float32")
        bsr = scipy.sparse.bsr_matrix(full, blocksize=(rows, cols))
        task = ansor.SearchTask(
            spmm,
            (n, k, m, len(bsr.indices), rows, cols),
            target=TARGET,
            hardware_params=cores,
            task_inputs={"W_index": tvm.nd.array(bsr.indices), "W_start": tvm.nd.array(bsr.indptr)},
        )
        rule = ansor.PreloadCustomSketchRule(applies, apply, "spmm")
        arrays = (bsr.data, bsr.indices, bsr.indptr, x)
        rows_out.append([density, tuned(task, f"{density}.json", trials[0], arrays, [rule])])
    return {"series": {"sparse": rows_out}, "dense": dense}


def main():
    kind, output = sys.argv[1:]
    output = os.path.abspath(output)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        data = globals()[kind]()
        os.chdir("/")
    threads = os.environ.get("TVM_NUM_THREADS")
    data["machine"] = f"{platform.machine()}, {os.cpu_count()} CPUs, TVM_NUM_THREADS={threads}"
    data["target"] = TARGET
    with open(output, "w") as file:
        json.dump(data, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
