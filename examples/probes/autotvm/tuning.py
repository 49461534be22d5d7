"""Probes of docs/reference/api/python/autotvm/tuning.md."""

import contextlib
import inspect
import io
import json
import logging
import os
import random
import re
import runpy
import socket
import sys
import tempfile
import threading
import time
import warnings
from concurrent.futures import Future
from pathlib import Path

import numpy as np
from probes import proves, raises, unproved
from tvm import autotvm, rpc, te
from tvm.autotvm import record
from tvm.autotvm.measure import measure, measure_methods as methods
from tvm.autotvm.tuner import callback, xgboost_cost_model
from tvm.rpc.tracker import PriorityScheduler, Tracker

COMPLETE = True

OLD = ("0.10.0", "0.12.0")
NEW = ("0.12.0", "0.13.0")
MEASURE = "tvm.autotvm.measure."
METHODS = "tvm.autotvm.measure.measure_methods."
TUNER = "tvm.autotvm.tuner."
CALLBACK = "tvm.autotvm.tuner.callback."
RECORD = "tvm.autotvm.record."

# One tracker and one server for all probes: a process that imports TVM takes seconds to start.
TRACKER = Tracker("127.0.0.1", port=9700, port_end=9900, silent=True)
ADDRESS = ("127.0.0.1", TRACKER.port)
# The name that LocalRunner gives its server, so that one can stand for the other.
KEY = f"$local$device${TRACKER.port}"
BOARD = rpc.Server("127.0.0.1", port=9500, port_end=9700, key=KEY, tracker_addr=ADDRESS, silent=True)


@autotvm.template("probes/tuned")
def tuned(n, unrolls=1):
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] * 2.0 + 1.0, name="B")
    s = te.create_schedule(B.op)
    cfg = autotvm.get_config()
    cfg.define_split("tile", B.op.axis[0], num_outputs=2)
    cfg.define_knob("unroll", list(range(unrolls)))
    cfg["tile"].apply(s, B, B.op.axis[0])
    if cfg["tile"].size[-1] > 32:
        cfg.raise_error("too long")
    return s, [A, B]


@autotvm.template("probes/scatter")
def scattered(n):
    return tuned.__wrapped__(n)


def made(n=64, unrolls=1, name="probes/tuned", target="llvm"):
    return autotvm.task.create(name, args=(n, unrolls) if name == "probes/tuned" else (n,), target=target)


def inputs_of(task, *indices):
    return [autotvm.MeasureInput(task.target, task, task.config_space.get(index)) for index in indices]


def good(seconds, *more):
    return autotvm.MeasureResult((seconds, *more), 0, 1.0, 5.0)


def failed(number=4):
    error = RuntimeError("no")
    return autotvm.MeasureResult(("tb", ("tb", error) if number == 2 else error), number, 1.0, 6.0)


class Now:
    """In place of the pool of processes: works here, or fails as the pool would."""

    def __init__(self, failure=None):
        self.failure = failure
        self.calls = []

    def submit(self, function, *args, **kwargs):
        self.calls.append((function, args, kwargs))
        done = Future()
        try:
            if self.failure is not None:
                raise self.failure
            done.set_result(function(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def builder_here(failure=None, **options):
    made_builder = autotvm.LocalBuilder(**{"n_parallel": 1, **options})
    made_builder.executor = Now(failure)
    return made_builder


def runner_here(failure=None, **options):
    made_runner = autotvm.RPCRunner(KEY, *ADDRESS, **{"n_parallel": 1, "number": 1, "cooldown_interval": 0, **options})
    made_runner.executor = Now(failure)
    return made_runner


class Given(measure.Runner):
    """A runner that answers seconds, or a failure for None."""

    def __init__(self, seconds, n_parallel=1):
        super().__init__(n_parallel=n_parallel)
        self.seconds = seconds
        self.seen = []

    def get_build_kwargs(self):
        return {}

    def run(self, inputs, results):
        self.seen.append([inp.config.index for inp in inputs])
        return [failed() if self.seconds(inp) is None else good(self.seconds(inp)) for inp in inputs]


class Unbuilt(measure.Builder):
    def build(self, inputs):
        return [None] * len(inputs)


def tune_with(tuner, seconds, n_trial=1000, n_parallel=1, **options):
    runner = Given(seconds)
    tuner.tune(n_trial, autotvm.measure_option(Unbuilt(n_parallel=n_parallel), runner), **options)
    return runner.seen


@contextlib.contextmanager
def lines_of(name):
    lines = []
    handler = logging.Handler()
    handler.emit = lambda one: lines.append((one.levelno, one.getMessage()))
    logger = logging.getLogger(name)
    logger.addHandler(handler)
    try:
        yield lines
    finally:
        logger.removeHandler(handler)


# Building and measuring.


def answers(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@proves(METHODS + "LocalRunner", "候选失败不会抛出异常，而是成为 `error_no` 不为 0 的结果", "测到了时间", "配置不合法", "运行器经 RPC 执行并计时", "在本机测量：自动启动 tracker 和 RPC 服务器", "候选逐个测量。服务器另是一个进程，候选崩溃不会带走调优的进程", "在 9000 到 10000 的端口里启动 tracker 和服务器，返回服务器和 tracker；它们释放时服务就结束")
def _(tvm):
    task = made()
    runner = autotvm.LocalRunner(number=1, repeat=5, cooldown_interval=0)
    runner.executor = Now()
    builder = builder_here()
    server, tracker = runner.set_task(task)
    assert type(server) is rpc.Server and type(tracker) is Tracker
    ports = (server.port, tracker.port)
    assert all(9000 <= port <= 10000 and answers(port) for port in ports) and runner.port == tracker.port
    assert runner.n_parallel == 1 and runner.host == "127.0.0.1" and server.proc.is_alive()
    builder.set_task(task)
    inputs = inputs_of(task, 2, 6)
    ok, bad = runner.run(inputs, builder.build(inputs))
    assert ok.error_no == 0 and len(ok.costs) == 3 and all(cost > 0 for cost in ok.costs)
    assert bad.error_no == 1 and len(bad.costs) == 2
    del server, tracker
    deadline = time.time() + 15
    while any(map(answers, ports)) and time.time() < deadline:
        time.sleep(0.2)
    assert not any(map(answers, ports))


@proves(METHODS + "LocalBuilder", "或编译的子进程崩溃", "构建器在子进程里编译候选", "在本机的子进程里编译候选，导出成运行器能加载的文件")
def _(tvm):
    task = made()
    here = os.getpid()

    def die_there(inp, path, **options):
        if os.getpid() != here:
            os._exit(3)

    builder = autotvm.LocalBuilder(n_parallel=1)
    builder.set_task(task)
    builder.build_func = die_there
    (dead,) = builder.build(inputs_of(task, 1))
    assert dead.error_no == 4 and isinstance(dead.costs[1], ChildProcessError)


@proves(MEASURE + "MeasureResult", "编译或导出时有其他异常", "编译的子进程崩溃", "编译超时", "（`error_no` 为 2 时第二项是 `(回溯, 异常)` 元组）", "编译超时、编译的子进程崩溃和编号 7 的记成 `timeout`", "成功时是各次计时的秒数（三次以上时去掉最大和最小的）；失败时是两项：回溯的文字和异常对象", "上表的编号")
def _(tvm):
    task = made()

    def broken(path, files, options=None):
        raise KeyError("mine")

    broken.output_format = "tar"
    builder = builder_here(build_func=broken)
    builder.set_task(task)
    good_one, bad_one = builder.build(inputs_of(task, 1, 6))
    assert good_one.error_no == 2 and isinstance(good_one.costs[0], str)
    text, error = good_one.costs[1]
    assert isinstance(error, KeyError) and "KeyError" in text
    assert bad_one.error_no == 1 and isinstance(bad_one.costs[0], str) and "too long" in str(bad_one.costs[1])
    for failure, number in ((TimeoutError(), 6), (ChildProcessError("x"), 4)):
        builder = builder_here(failure, timeout=7)
        builder.set_task(task)
        (result,) = builder.build(inputs_of(task, 1))
        assert result.error_no == number and result.costs[1] is failure and result.all_cost == 7
    (result,) = runner_here(TimeoutError(), timeout=3).run(inputs_of(task, 1), [None])
    assert result.error_no == 7 and isinstance(result.costs[1], TimeoutError) and result.all_cost == 3


@proves(MEASURE + "MeasureResult", "运行时抛出 `TVMError`", "以及运行时的其他异常", "测完的时刻，Unix 时间的秒", "构建和运行一共用的秒数")
def _(tvm):
    task = made()
    built = methods.BuildResult("f.tar", (), None, 100.0)
    for error, number in ((tvm.TVMError("there"), 4), (ValueError("here"), 7)):

        def loader(remote, result, error=error):
            raise error

        (result,) = runner_here(module_loader=lambda remote, result, error=error: loader(remote, result, error), timeout=9).run(inputs_of(task, 1), [built])
        assert result.error_no == number and abs(result.timestamp - time.time()) < 30
        assert (100 <= result.all_cost < 130) if number == 4 else result.all_cost == 9
        assert isinstance(result.costs[1], RuntimeError if number == 4 else ValueError)


@proves(MEASURE + "MeasureResult", "包括执行超过运行器的 `timeout`（RPC 会话到时）")
def _(tvm):
    task = made(name="probes/tuned", n=4096)
    builder = builder_here()
    builder.set_task(task)
    built = builder.build(inputs_of(task, 1))
    (result,) = runner_here(timeout=2, number=10**9).run(inputs_of(task, 1), built)
    assert result.error_no == 4 and result.all_cost < 30


@proves(MEASURE + "MeasureResult", "内建的构建器和运行器不产生", "不比较结果，不产生", "`UNKNOWN_ERROR` | 没有用到")
def _(tvm):
    folder = Path(autotvm.__file__).parent
    text = "\n".join(path.read_text() for path in folder.rglob("*.py"))
    for name in ("COMPILE_DEVICE", "WRONG_ANSWER", "UNKNOWN_ERROR"):
        assert len(re.findall(r"MeasureErrorNo\." + name, text)) == 0
        assert name in measure.MeasureErrorNo.__members__
    for name in ("COMPILE_HOST", "RUNTIME_DEVICE", "BUILD_TIMEOUT", "RUN_TIMEOUT"):
        assert len(re.findall(r"MeasureErrorNo\." + name, text)) > 0


@proves(METHODS + "LocalRunner", "会话的时限；整个测量的时限是它的两倍")
def _(tvm):
    runner = autotvm.LocalRunner(timeout=7)
    assert runner.timeout == 7 and runner.executor._timeout == 14


@proves(METHODS + "RPCRunner", "整个测量（含等待设备）超过 `timeout` 乘 `n_parallel + 1`", "会话的时限；整个测量（含等待设备）的时限是它乘 `n_parallel + 1`", "分批测量，返回 `MeasureResult` 的列表；构建失败的结果原样传过去")
def _(tvm):
    task = made()
    assert autotvm.RPCRunner("nobody", *ADDRESS, timeout=2, n_parallel=3).executor._timeout == 8
    runner = autotvm.RPCRunner("nobody", *ADDRESS, timeout=2, n_parallel=1)
    built, wrong = methods.BuildResult("f.tar", (), None, 1.0), failed(2)
    before = time.time()
    results = runner.run(inputs_of(task, 1, 2, 3), [wrong, built, wrong])
    assert [result.error_no for result in results] == [2, 7, 2] and results[0].costs[0] == "tb" and results[0].timestamp == wrong.timestamp
    assert time.time() - before > 3.5 and isinstance(results[1].costs[1], TimeoutError)
    asked = []
    runner = runner_here(timeout=5, module_loader=lambda remote, result: asked.append(remote))
    runner.run(inputs_of(task, 1), [built])
    assert asked[0]["timeout"] == 5 and asked[0]["device_key"] == KEY and asked[0]["priority"] == 1


@proves(MEASURE + "measure_option", '`"local"` 等于默认的 `LocalBuilder()`，其他字符串抛出 `ValueError`', '`"local"` 等于默认的 `LocalRunner()`，规则同上', "把构建器和运行器组成 `Tuner.tune` 要的字典")
def _(tvm):
    option = autotvm.measure_option("local", "local")
    assert set(option) == {"builder", "runner"}
    assert type(option["builder"]) is autotvm.LocalBuilder and type(option["runner"]) is autotvm.LocalRunner
    plain = autotvm.LocalRunner()
    for name in ("timeout", "number", "repeat", "min_repeat_ms", "cooldown_interval", "n_parallel"):
        assert getattr(option["runner"], name) == getattr(plain, name)
    assert option["builder"].timeout == autotvm.LocalBuilder().timeout and option["builder"].n_parallel == os.cpu_count()
    builder, runner = autotvm.LocalBuilder(), autotvm.LocalRunner()
    assert autotvm.measure_option(builder, runner) == {"builder": builder, "runner": runner}
    for given in (("remote", "local"), ("local", "remote")):
        with raises(ValueError, "Invalid"):
            autotvm.measure_option(*given)


@proves(METHODS + "LocalBuilder", "编译一个候选的时限", "一批编译几个；`None` 是 CPU 的核数，也就是 `tune` 每批的大小。不是 `None` 或 1 时必须写 `do_fork=True`，否则抛出 `AssertionError`", "除了放开上面的限制，没有别的作用")
def _(tvm):
    assert autotvm.LocalBuilder().n_parallel == os.cpu_count() and autotvm.LocalBuilder(n_parallel=1).n_parallel == 1
    with raises(AssertionError, "do_fork=False"):
        autotvm.LocalBuilder(n_parallel=0)
    for count in (2, 8):
        with raises(AssertionError, "do_fork=False"):
            autotvm.LocalBuilder(n_parallel=count)
        assert autotvm.LocalBuilder(n_parallel=count, do_fork=True).n_parallel == count
    one, other = autotvm.LocalBuilder(timeout=3), autotvm.LocalBuilder(timeout=3, do_fork=True)
    assert one.executor._timeout == other.executor._timeout == 3 and type(one.executor) is type(other.executor)
    assert set(vars(one)) == set(vars(other)) and vars(one.build_func) == vars(other.build_func)
    assert tune_with(autotvm.tuner.GridSearchTuner(made()), lambda inp: 1.0, n_parallel=3) == [[0, 1, 2], [3, 4, 5], [6]]


@proves(METHODS + "LocalBuilder", "可用的键是 `build_option`（`PassContext` 的配置）和 `checks`；后者运行器也会给出", "里这种重复在开始调优时抛出 `NameError`", versions=NEW)
@proves(METHODS + "LocalBuilder", "可用的键是 `build_option`（`PassContext` 的配置）和 `check_gpu`（资源的上限）；GPU 目标的 `check_gpu` 运行器也会给出，这种重复在开始调优时抛出 `NameError`", versions=("0.10.0",))
def _(tvm, release):
    task = made()
    key = "check_gpu" if release == "0.10.0" else "checks"
    seen = []
    real = methods.build

    def watched(*args, **kwargs):
        seen.append(dict(tvm.transform.PassContext.current().config))
        return real(*args, **kwargs)

    methods.build = watched
    builder = builder_here(build_kwargs={"build_option": {"tir.disable_vectorize": True}, key: {}})
    builder.set_task(task)
    assert builder.build(inputs_of(task, 1))[0].error is None
    assert seen[0]["tir.disable_vectorize"] == 1
    wrong = builder_here(build_kwargs={"opt_level": 1})
    wrong.set_task(task)
    assert wrong.build(inputs_of(task, 1))[0].error_no == 2
    runner = runner_here()
    runner.task = task
    assert (key in runner.get_build_kwargs()) == (release != "0.10.0")
    with raises(NameError):
        builder.set_task(task, {key: {}})
    builder.set_task(task, {})


@proves(METHODS + "LocalBuilder", '`"default"` 打包成 tar，`"ndk"` 用安卓的编译器链接，`"stackvm"` 用栈式解释器，其他字符串抛出 `ValueError`；函数要有 `output_format` 属性，否则抛出 `AttributeError`', "传给 `tvm.build`，如 microTVM 的 `crt`")
def _(tvm):
    from tvm.contrib import ndk, stackvm, tar

    task = made()
    for name, function in (("default", tar.tar), ("ndk", ndk.create_shared), ("stackvm", stackvm.build)):
        assert autotvm.LocalBuilder(build_func=name).build_func.build_func is function
    with raises(ValueError, "Invalid build_func"):
        autotvm.LocalBuilder(build_func="cmake")
    with raises(AttributeError, "output_format"):
        autotvm.LocalBuilder(build_func=lambda path, files: None)
    builder = builder_here()
    builder.set_task(task)
    assert builder.build(inputs_of(task, 1))[0].filename.endswith(".tar")
    seen = []
    methods.build = lambda *args, **kwargs: seen.append(kwargs["runtime"])
    runtime = tvm.relay.backend.Runtime("crt")
    builder = builder_here(runtime=runtime)
    builder.set_task(task)
    builder.build(inputs_of(task, 1))
    assert seen == [runtime]


@proves(METHODS + "LocalBuilder", "按 `n_parallel` 分批编译，返回与输入一样多的结果：成功的是 `BuildResult`，失败的已经是 `MeasureResult`。每次调用先删除上一次的临时文件夹")
def _(tvm):
    task = made()
    builder = builder_here(n_parallel=2, do_fork=True)
    builder.set_task(task)
    real, open_ones, most = builder.executor.submit, [], []

    class Waited:
        def __init__(self, done):
            open_ones.append(self)
            most.append(len(open_ones))
            self.done = done

        def result(self):
            open_ones.remove(self)
            return self.done.result()

    builder.executor.submit = lambda *args, **kwargs: Waited(real(*args, **kwargs))
    results = builder.build(inputs_of(task, 1, 6, 2))
    assert most == [1, 2, 1]
    assert [type(one).__name__ for one in results] == ["BuildResult", "MeasureResult", "BuildResult"]
    assert os.path.exists(results[0].filename)
    builder.build([])
    assert not os.path.exists(os.path.dirname(results[0].filename))


@proves(METHODS + "RPCRunner", "设备注册在 tracker 上的键", "tracker 的地址；`None` 时读环境变量 `TVM_TRACKER_HOST`、`TVM_TRACKER_PORT`，没有设时抛出 `KeyError`", "申请的优先级，大的优先")
def _(tvm):
    for name in ("TVM_TRACKER_HOST", "TVM_TRACKER_PORT"):
        os.environ.pop(name, None)
    with raises(KeyError, "TVM_TRACKER_HOST"):
        methods.request_remote("board")
    os.environ["TVM_TRACKER_HOST"] = "127.0.0.1"
    with raises(KeyError, "TVM_TRACKER_PORT"):
        methods.request_remote("board", None, None)
    os.environ["TVM_TRACKER_PORT"] = str(TRACKER.port)
    runner = autotvm.RPCRunner(KEY, None, None)
    runner.set_task(made())
    given = []

    class Owner:
        pending_matchkeys = {"a", "b", "c"}

    scheduler = PriorityScheduler("board")
    for priority in (1, 5, 3):
        scheduler.request("user", priority, lambda value, priority=priority: given.append(priority) or True)
    for key in ("a", "b", "c"):
        scheduler.put((Owner, "addr", key))
    assert given == [5, 3, 1]


class Remote:
    """A session that notes what is asked of it."""

    def __init__(self):
        self.filled = []

    def device(self, name, index=0):
        return tvm_of_the_file.cpu()

    def get_function(self, name):
        assert name == "tvm.contrib.random.random_fill"
        return self.filled.append


tvm_of_the_file = __import__("tvm")


def asked(task, costs=(3.0, 1.0, 2.0), **options):
    """What a measurement asks of a module, its session, and the result."""
    remote, notes = Remote(), {}

    class Module:
        entry_name = "main"

        def time_evaluator(self, name, dev, **kwargs):
            notes.update(kwargs)

            def run(*args):
                notes["args"] = args
                return type("Times", (), {"results": costs})

            return run

    @contextlib.contextmanager
    def loader(remote_kwargs, build_result):
        yield remote, Module()

    ref_input = options.pop("ref_input", None)
    runner = runner_here(module_loader=loader, **options)
    if ref_input is not None:
        runner.ref_input = ref_input
    built = methods.BuildResult("f.tar", (((4,), "float32"), ((2,), "int8")), None, 1.0)
    (result,) = runner.run(inputs_of(task, 1), [built])
    return notes, remote, result


@proves(METHODS + "RPCRunner", "计时几次；达到 3 次时，最大和最小的各去掉一个，所以默认的 3 只留下一个时间，5 留下三个", "代替默认的上传和加载，microTVM 用它", "取平均的执行次数，是一次计时")
@proves(METHODS + "LocalRunner", "计时几次；达到 3 次时，最大和最小的各去掉一个", "代替默认的上传和加载", "取平均的执行次数，是一次计时")
def _(tvm):
    task = made()
    for costs, kept in (((3.0, 1.0, 2.0), (2.0,)), ((5.0, 1.0, 4.0, 2.0, 3.0), (2.0, 3.0, 4.0)), ((2.0, 1.0), (2.0, 1.0)), ((1.0,), (1.0,))):
        notes, _, result = asked(task, costs, number=7, repeat=len(costs), min_repeat_ms=11)
        assert result.costs == kept and result.error_no == 0
        assert (notes["number"], notes["repeat"], notes["min_repeat_ms"], notes["f_preproc"]) == (7, len(costs), 11, "")
    local = autotvm.LocalRunner(number=7, repeat=2, min_repeat_ms=3, cooldown_interval=4, enable_cpu_cache_flush=True, module_loader=max)
    assert (local.number, local.repeat, local.min_repeat_ms, local.cooldown_interval) == (7, 2, 3, 4)
    assert local.enable_cpu_cache_flush is True and local.module_loader is max and isinstance(local, autotvm.RPCRunner)


def counted(tvm, **options):
    """How often a function of its own is called by time_evaluator, and before how many of them f_preproc is."""
    calls = []
    tvm.register_func("probes.count", lambda *args: calls.append("run"), override=True)
    tvm.register_func("probes.before", lambda *args: calls.append("before"), override=True)
    A = te.placeholder((1,), name="A")
    B = te.extern((1,), [A], lambda ins, outs: tvm.tir.call_packed("probes.count"), dtype="float32")
    built = tvm.build(te.create_schedule(B.op), [A, B], "llvm")
    a = tvm.nd.array(np.zeros(1, "float32"))
    built.time_evaluator(built.entry_name, tvm.cpu(), **options)(a, a)
    return calls


@proves(METHODS + "RPCRunner", "一次计时不足这个时间，就自动增加 `number`；GPU 常用 150", "取平均的执行次数，是一次计时")
@proves(METHODS + "LocalRunner", "一次计时不足这个时间，就自动增加 `number`")
def _(tvm):
    assert len(counted(tvm, number=4, repeat=3)) == 1 + 4 * 3
    assert len(counted(tvm, number=1, repeat=1, min_repeat_ms=30)) > 20
    notes, _, _ = asked(made(), min_repeat_ms=150)
    assert notes["min_repeat_ms"] == 150


@proves(METHODS + "RPCRunner", "每次计时前清空 CPU 缓存里除第一个以外的实参；要配合 `number=1`")
@proves(METHODS + "LocalRunner", "每次计时前清空 CPU 缓存里除第一个以外的实参；要配合 `number=1`")
def _(tvm):
    notes, _, _ = asked(made(), enable_cpu_cache_flush=True)
    assert notes["f_preproc"] == "cache_flush_cpu_non_first_arg"
    calls = counted(tvm, number=2, repeat=3, f_preproc="probes.before")
    assert calls == ["run"] + ["before", "run", "run"] * 3
    flush = tvm.get_global_func("cache_flush_cpu_non_first_arg")
    array = tvm.nd.array(np.zeros(4, "float32"))
    flush("not an array", array)
    with raises(Exception):
        flush(array, "not an array")


@proves(METHODS + "RPCRunner", "每运行一个候选后的停顿，构建失败的不停")
@proves(METHODS + "LocalRunner", "每运行一个候选后的停顿")
def _(tvm):
    slept = []
    methods.time = type("Clock", (), {"time": staticmethod(time.time), "sleep": staticmethod(slept.append)})
    task = made()
    _, _, result = asked(task, cooldown_interval=0.75)
    assert slept == [0.75] and result.error_no == 0
    runner = runner_here(cooldown_interval=0.75)
    runner.run(inputs_of(task, 1), [failed(2)])
    assert slept == [0.75]
    runner = runner_here(cooldown_interval=0.5, module_loader=lambda *_: (_ for _ in ()).throw(tvm.TVMError("x")))
    assert runner.run(inputs_of(task, 1), [methods.BuildResult("f", (), None, 1.0)])[0].error_no == 4
    assert slept == [0.75, 0.5]


@proves(METHODS + "RPCRunner", "没有设 `ref_input` 时，输入由远程的 `tvm.contrib.random.random_fill` 填写，任务名里有 `scatter` 的不填", "固定的输入数组的列表，供稀疏等对内容有要求的算子；设置时有一条 `RuntimeWarning`")
def _(tvm):
    notes, remote, _ = asked(made())
    assert [one.shape for one in remote.filled] == [(4,), (2,)] and [one.dtype for one in notes["args"]] == ["float32", "int8"]
    _, remote, _ = asked(made(name="probes/scatter"))
    assert remote.filled == []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        notes, remote, _ = asked(made(), ref_input=[np.full(3, 7, "int32")])
    assert [one.category for one in caught if "fixed input" in str(one.message)] == [RuntimeWarning]
    assert remote.filled == [] and list(notes["args"][0].numpy()) == [7, 7, 7] and len(notes["args"]) == 1


@proves(METHODS + "RPCRunner", "同时测量几个，应不多于设备数；默认是本机的核数")
def _(tvm):
    assert autotvm.RPCRunner(KEY, *ADDRESS).n_parallel == os.cpu_count()
    task = made()
    runner = runner_here(n_parallel=2, module_loader=lambda *_: (_ for _ in ()).throw(tvm.TVMError("x")))
    real, open_ones, most = runner.executor.submit, [], []

    class Waited:
        def __init__(self, done):
            open_ones.append(self)
            most.append(len(open_ones))
            self.done = done

        def result(self):
            open_ones.remove(self)
            return self.done.result()

    runner.executor.submit = lambda *args, **kwargs: Waited(real(*args, **kwargs))
    built = methods.BuildResult("f", (), None, 1.0)
    assert len(runner.run(inputs_of(task, 1, 2, 3), [built] * 3)) == 3 and most == [1, 2, 1]


@proves(METHODS + "RPCRunner", "开始调优前检查设备。申请到的设备不可用（如那台机器没有这种 GPU）时，10 秒后再申请一台，仍不可用就抛出 `RuntimeError`；没有第二台，或者键写错、没有注册时一直等待")
def _(tvm):
    cuda = type("Task", (), {"target": tvm.target.Target("cuda -arch=sm_70"), "name": "t"})()
    tvm.rpc.server.Server = lambda **options: BOARD
    tvm.rpc.tracker.Tracker = lambda **options: TRACKER
    caught = []

    def start(runner, task):
        def wait():
            try:
                runner.set_task(task)
            except RuntimeError as error:
                caught.append(str(error))

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        return thread

    runner = autotvm.LocalRunner()
    single, nobody = start(runner, cuda), start(autotvm.RPCRunner("nobody", *ADDRESS), made())
    time.sleep(14)
    assert single.is_alive() and nobody.is_alive() and runner.key == KEY
    # The second board that the check waits for.
    second = rpc.Server("127.0.0.1", port=9500, port_end=9700, key=KEY, tracker_addr=ADDRESS, silent=True)
    single.join(20)
    assert len(caught) == 1 and caught[0].startswith("Cannot get remote devices from the tracker") and second
    assert nobody.is_alive()


@proves(METHODS + "LocalRunner", "本机没有目标要的设备时（如没有 GPU 而目标是 `cuda`）一直等待")
def _(tvm):
    cuda = type("Task", (), {"target": tvm.target.Target("cuda -arch=sm_70"), "name": "t"})()
    tvm.rpc.server.Server = lambda **options: BOARD
    tvm.rpc.tracker.Tracker = lambda **options: TRACKER
    runner = autotvm.LocalRunner()
    thread = threading.Thread(target=runner.set_task, args=(cuda,), daemon=True)
    thread.start()
    time.sleep(15)
    assert thread.is_alive() and runner.key == KEY


@proves(METHODS + "RPCRunner", "返回构建时的检查：CUDA、OpenCL、ROCm、Vulkan 目标向设备查询线程和共享内存的上限，Hexagon 取 VTCM 的大小", "其他目标为空", versions=NEW)
@proves(METHODS + "RPCRunner", "返回构建时的检查：CUDA、OpenCL、ROCm、Vulkan 目标向设备查询线程和共享内存的上限，放在 `check_gpu` 里；其他目标为空", versions=("0.10.0",))
def _(tvm, release):
    class Gpu:
        max_thread_dimensions = [7, 8, 9]
        max_shared_memory_per_block = 5
        max_threads_per_block = 6

    methods.request_remote = lambda *args: type("Remote", (), {"device": staticmethod(lambda *args: Gpu)})
    runner = runner_here()
    gpu = {"max_shared_memory_per_block": 5, "max_threads_per_block": 6, "max_thread_x": 7, "max_thread_y": 8, "max_thread_z": 9}
    old = release == "0.10.0"
    for name in ("cuda -arch=sm_70", "opencl", "rocm -mcpu=gfx900", "vulkan"):
        runner.task = type("Task", (), {"target": tvm.target.Target(name)})
        assert runner.get_build_kwargs() == ({"check_gpu": gpu} if old else {"checks": {"gpu": gpu}}), name
    runner.task = made()
    assert runner.get_build_kwargs() == ({} if old else {"checks": {}})
    if not old:
        runner.task = type("Task", (), {"target": tvm.target.hexagon("v68", vtcm_capacity=4096)})
        assert runner.get_build_kwargs() == {"checks": {"hexagon": {"vtcm_capacity": 4096}}}


@proves(METHODS + "RPCRunner", "（0.13.0 里不起作用）", versions=("0.13.0",))
def _(tvm):
    A = te.placeholder((2048,), name="A")
    B = te.compute((2048,), lambda i: A[i] + 1.0, name="B")
    s = te.create_schedule(B.op)
    s.cache_read(A, "global.vtcm", [B])
    check = methods.vtcm_verify_pass(vtcm_capacity=16)
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(2, check)]}):
        assert "global.vtcm" in str(tvm.lower(s, [A, B]))


@proves(MEASURE + "create_measure_batch", "返回的函数接受 `MeasureInput` 的列表，先全部构建再运行，返回 `MeasureResult` 的列表。它的 `n_parallel` 是构建器的，`attach_objects` 留住本机的 tracker 和服务器", "`tune` 内部用它；自己写搜索循环时也可以用")
def _(tvm):
    task, order = made(), []

    class Builder(measure.Builder):
        def build(self, inputs):
            order.append(("build", len(inputs)))
            return list(range(len(inputs)))

    class Runner(Given):
        def set_task(self, task):
            super().set_task(task)
            return "kept"

        def run(self, inputs, results):
            order.append(("run", results))
            return super().run(inputs, results)

    builder = Builder(n_parallel=5)
    batch = autotvm.measure.create_measure_batch(task, autotvm.measure_option(builder, Runner(lambda inp: 1.0)))
    results = batch(inputs_of(task, 1, 2, 3))
    assert order == [("build", 3), ("run", [0, 1, 2])] and [type(one) for one in results] == [autotvm.MeasureResult] * 3
    assert batch.n_parallel == 5 and batch.attach_objects == "kept"


@proves(MEASURE + "MeasureInput", "命名元组 `(target, task, config)`：在哪个目标上、为哪个任务、测哪个配置")
@proves(MEASURE + "MeasureResult", "命名元组 `(costs, error_no, all_cost, timestamp)`，一次测量的结果")
def _(tvm):
    assert autotvm.MeasureInput._fields == ("target", "task", "config") and issubclass(autotvm.MeasureInput, tuple)
    assert autotvm.MeasureResult._fields == ("costs", "error_no", "all_cost", "timestamp") and issubclass(autotvm.MeasureResult, tuple)
    task = made()
    (inp,) = inputs_of(task, 3)
    assert inp[0] is task.target and inp[1] is task and inp[2].index == 3


# Tuners.


@proves(TUNER + "Tuner", "`task` 是 `create` 得到的任务，`kwargs` 只存进 `param`", "还有没有没试过的配置；子类必须实现", "返回至多 `batch_size` 个 `ConfigEntity`，基类里没有实现", "用一批结果改进以后的选择，基类里是空操作", "用旧记录作起点，基类抛出 `NotImplementedError`")
def _(tvm):
    tuner = autotvm.tuner.Tuner(made(), anything=3)
    assert tuner.param == {"anything": 3} and tuner.update([1], [2]) is None
    for call in (tuner.has_next, lambda: tuner.next_batch(1), lambda: tuner.load_history([])):
        with raises(NotImplementedError):
            call()
    batch = autotvm.tuner.GridSearchTuner(made()).next_batch(3)
    assert len(batch) == 3 and type(batch[0]) is autotvm.ConfigEntity


@proves(TUNER + "Tuner", "调优以后读 `best_config`、`best_flops`（每秒运算次数）、`best_measure_pair`、`best_iter`", "清除最好的配置和 FLOPS；`best_iter` 和已试过的序号不清除，不能用来重新开始", "测量至多 `n_trial` 个配置，没有返回值，形参见下表", "最多测量几个配置；空间试完了就提前结束", "`autotvm.measure_option` 的返回值")
def _(tvm):
    task = made()
    tuner = autotvm.tuner.GridSearchTuner(task)
    option = autotvm.measure_option(Unbuilt(n_parallel=2), Given(lambda inp: 1e-6 if inp.config.index == 3 else 2e-6))
    assert tuner.tune(5, option) is None and sum(map(len, option["runner"].seen)) == 5
    assert tuner.best_config.index == 3 and tuner.best_iter == 3 and abs(tuner.best_flops - task.flop / 1e-6) < 1
    assert tuner.best_measure_pair[0].config.index == 3 and tuner.best_measure_pair[1].costs == (1e-6,)
    tuner.reset()
    assert tuner.best_config is None and tuner.best_flops == 0 and tuner.best_measure_pair is None and tuner.best_iter == 3
    assert [one.index for one in tuner.next_batch(9)] == [5, 6]
    assert sum(map(len, tune_with(autotvm.tuner.GridSearchTuner(task), lambda inp: 1.0, n_trial=100))) == 7


@proves(TUNER + "Tuner", "从最好的一个起（连它在内）数满这么多个，仍没有更好的就停；只在一批结束时检查。`None` 和 0 不提前停")
def _(tvm):
    def tested(early, best, n_parallel=1):
        tuner = autotvm.tuner.GridSearchTuner(made(unrolls=4))
        seen = tune_with(tuner, lambda inp: 1.0 if inp.config.index == best else 2.0, n_parallel=n_parallel, early_stopping=early)
        return sum(map(len, seen))

    assert tested(4, 0) == 4 and tested(4, 2) == 6 and tested(1, 9) == 1 and tested(20, 3) == 23
    assert tested(4, 0, 3) == 6 and tested(5, 2, 4) == 8
    assert tested(None, 0) == tested(0, 0) == 28
    tuner = autotvm.tuner.GridSearchTuner(made(unrolls=4))
    assert sum(map(len, tune_with(tuner, lambda inp: None, early_stopping=5))) == 5


@proves(TUNER + "Tuner", "每批之后依次调用，实参是调优器、输入、结果", "回调是 `tune` 的 `callbacks` 里的函数，每批测量之后调用一次；自己写的只要接受 `(tuner, inputs, results)`")
def _(tvm):
    seen = []
    tuner = autotvm.tuner.GridSearchTuner(made())

    def first(tuner, inputs, results):
        seen.append(("first", tuner, [inp.config.index for inp in inputs], len(results)))

    tune_with(tuner, lambda inp: 1.0, n_parallel=4, callbacks=[first, lambda *args: seen.append(("second", len(args)))])
    assert seen == [("first", tuner, [0, 1, 2, 3], 4), ("second", 3), ("first", tuner, [4, 5, 6], 3), ("second", 3)]


@proves(TUNER + "Tuner", "日志里 FLOPS 的单位，取 `yzafpnµm kMGTPEZY` 里的一个字符，没有的字符抛出 `ValueError`；不要前缀写一个空格，空字符串会当作 `y`")
@proves(CALLBACK + "progress_bar", "FLOPS 的单位，规则同 `tune`")
def _(tvm):
    logger = logging.getLogger("autotvm")
    logger.setLevel(logging.DEBUG)

    def shown(prefix):
        with lines_of("autotvm") as lines:
            tune_with(autotvm.tuner.GridSearchTuner(made()), lambda inp: 1e-9, n_trial=1, si_prefix=prefix)
        return next(text for _, text in lines if text.startswith("No: "))

    # 128 operations in 1e-9 seconds.
    assert "GFLOPS: 128.00/128.00" in shown("G") and "kFLOPS: 128000000.00/" in shown("k") and "MFLOPS: 128000.00/" in shown("M")
    assert "\t FLOPS: 128000000000.00/" in shown(" ")
    assert "\tFLOPS: 1" in shown("") and shown("").split("FLOPS: ")[1].split("/")[0] == shown("y").split("FLOPS: ")[1].split("/")[0]
    assert "TFLOPS: 0.13/" in shown("T")
    logger.setLevel(logging.NOTSET)
    for prefix in ("q", "K"):
        with raises(ValueError):
            shown(prefix)
        with raises(ValueError):
            callback.progress_bar(1, si_prefix=prefix)
    for prefix in "yzafpn\xb5m kMGTPEZY":
        callback.progress_bar(1, si_prefix=prefix)


@proves(TUNER + "Tuner", "连续失败超过几次就把 `autotvm` 的日志切换到 DEBUG，默认 150", "一个配置都没有成功时 `tune` 不抛出异常，只警告 `Could not find any valid schedule for task`，把错误写进临时文件")
def _(tvm):
    logger = logging.getLogger("autotvm")
    assert autotvm.tuner.Tuner(made()).error_ct_threshold == 150

    def level(threshold, wrong):
        logger.setLevel(logging.WARNING)
        tuner = autotvm.tuner.GridSearchTuner(made(unrolls=2))
        tuner.set_error_threshold(threshold)
        tune_with(tuner, lambda inp: None if inp.config.index < wrong else 1.0, n_trial=wrong)
        return logger.level

    with lines_of(None) as lines:
        assert level(3, 4) == logging.DEBUG and level(3, 3) == logging.WARNING
    texts = [text for _, text in lines if text.startswith("Could not find any valid schedule for task")]
    assert len(texts) == 2
    assert "no" in Path(re.search(r"written to (\S+)\.", texts[0]).group(1)).read_text()
    logger.setLevel(logging.WARNING)
    with lines_of(None) as lines:
        tuner = autotvm.tuner.GridSearchTuner(made())
        tune_with(tuner, lambda inp: None if inp.config.index else 1.0)
    assert not any("Could not find" in text for _, text in lines)


@proves(TUNER + "Tuner", "调优器的用法相同：构造，`tune`，再看 `best_config` 或记录文件", "按序号", "随机，不重复", "上一代交叉、变异", "`GridSearchTuner` | 按序号 | 否", "`RandomTuner` | 随机，不重复 | 否", "`GATuner` | 上一代交叉、变异 | 否")
def _(tvm):
    old = [(inp, good(1.0)) for inp in inputs_of(made(), 0, 1, 2, 3)]
    for kind in (autotvm.tuner.GridSearchTuner, autotvm.tuner.RandomTuner, autotvm.tuner.GATuner):
        tuner = kind(made())
        assert tuner.load_history(old) is None
        seen = [index for batch in tune_with(tuner, lambda inp: 1e-6 * (1 + inp.config.index)) for index in batch]
        assert sorted(seen) == list(range(7)) and tuner.best_config.index == 0
        if kind is autotvm.tuner.GridSearchTuner:
            assert seen == list(range(7))


@proves(TUNER + "Tuner", "0.13.0 新增的 `DropletTuner` 上游的参考没有列出", versions=("0.13.0",))
@proves(TUNER + "Tuner", "`DropletTuner` 到 0.13.0 才有", versions=OLD)
def _(tvm, release):
    assert hasattr(autotvm.tuner, "DropletTuner") == (release == "0.13.0")


@proves(TUNER + "GridSearchTuner", "`range_idx` 是序号的范围 `(起点, 终点)`，两端都含，默认是整个空间；必须是元组，越界抛出 `AssertionError`", "接着上次的序号往后取，跳过不合法的", "按序号从小到大试，次序固定", "`load_history` 不起作用", versions=NEW)
@proves(TUNER + "RandomTuner", "`range_idx` 的规则同 `GridSearchTuner`", versions=NEW)
def _(tvm):
    for kind in (autotvm.tuner.GridSearchTuner, autotvm.tuner.RandomTuner):
        assert sorted(one.index for one in kind(made(), (2, 4)).next_batch(9)) == [2, 3, 4]
        assert [one.index for one in kind(made(), (3, 3)).next_batch(9)] == [3]
        assert sorted(one.index for one in kind(made()).next_batch(99)) == list(range(7))
        for wrong in ([0, 3], (0, 7), (-1, 3), (4, 2)):
            with raises(AssertionError):
                kind(made(), wrong)
    tuner = autotvm.tuner.GridSearchTuner(made())
    tuner.load_history([])
    assert [one.index for one in tuner.next_batch(2)] == [0, 1] and [one.index for one in tuner.next_batch(3)] == [2, 3, 4]
    task = made()
    task.config_space.multi_filter(lambda entities: entities["tile"].size[-1] % 4 == 0)
    assert [one.index for one in autotvm.tuner.GridSearchTuner(task).next_batch(9)] == [2, 3, 4, 5, 6]


@proves(TUNER + "GridSearchTuner", "`range_idx` 是序号的范围 `(起点, 终点)`，两端都含，默认是整个空间；必须是元组，起点要小于终点、不小于 0，否则抛出 `AssertionError`。终点不检查，超出空间时到取出那个序号才抛出 `IndexError`", "接着上次的序号往后取", "按序号从小到大试，次序固定", "`load_history` 不起作用", versions=("0.10.0",))
@proves(TUNER + "RandomTuner", "`range_idx` 的规则同 `GridSearchTuner`", versions=("0.10.0",))
def _(tvm):
    for kind in (autotvm.tuner.GridSearchTuner, autotvm.tuner.RandomTuner):
        assert sorted(one.index for one in kind(made(), (2, 4)).next_batch(9)) == [2, 3, 4]
        assert sorted(one.index for one in kind(made()).next_batch(99)) == list(range(7))
        for wrong in ([0, 3], (-1, 3), (4, 2), (3, 3)):
            with raises(AssertionError):
                kind(made(), wrong)
        far = kind(made(), (5, 8))
        with raises(IndexError):
            far.next_batch(9)
    tuner = autotvm.tuner.GridSearchTuner(made())
    tuner.load_history([])
    assert [one.index for one in tuner.next_batch(2)] == [0, 1] and [one.index for one in tuner.next_batch(3)] == [2, 3, 4]


@proves(TUNER + "RandomTuner", "随机数来自 Python 的 `random`，要重复结果就用 `random.seed`，只设 NumPy 的种子不行", versions=NEW)
@proves(TUNER + "RandomTuner", "随机数来自 NumPy，要重复结果就用 `numpy.random.seed`；0.13.0 来自 Python 的 `random`", versions=("0.10.0",))
@proves(TUNER + "RandomTuner", "随机试，不重复")
def _(tvm, release):
    def drawn(seed):
        seed(0)
        return [one.index for one in autotvm.tuner.RandomTuner(made(unrolls=40)).next_batch(60)]

    works, fails = (np.random.seed, random.seed) if release == "0.10.0" else (random.seed, np.random.seed)
    assert drawn(works) == drawn(works) and drawn(fails) != drawn(fails)
    assert len(set(drawn(works))) == 60 and drawn(works) != sorted(drawn(works))


@proves(TUNER + "RandomTuner", "在范围里抽没有试过的合法序号，抽完时返回的可能不足一批", versions=NEW)
@proves(TUNER + "RandomTuner", "在范围里抽没有试过的序号，抽完时返回的可能不足一批", versions=("0.10.0",))
def _(tvm):
    tuner = autotvm.tuner.RandomTuner(made(), (0, 5))
    first, second = tuner.next_batch(4), tuner.next_batch(4)
    assert len(first) == 4 and len(second) == 2 and not tuner.has_next() and tuner.next_batch(4) == []
    assert sorted(one.index for one in first + second) == [0, 1, 2, 3, 4, 5]


@proves(TUNER + "GATuner", "每一代的个体数，不超过空间的大小；试验数少于它时等于随机搜索；1 到产生下一代时抛出 `ValueError`", "留作下一代父母的最好个体数，它们不直接进入下一代；0 反而把历代的个体全部留作父母；大于 `pop_size` 抛出 `AssertionError`", "一个配置是一个个体，每个旋钮是一个基因，分数是测得的 FLOPS")
def _(tvm):
    GA = autotvm.tuner.GATuner
    assert GA(made()).pop_size == 7 and GA(made(unrolls=40)).pop_size == 100
    with raises(AssertionError):
        GA(made(), pop_size=4, elite_num=5)

    def generation(tuner, scores):
        inputs = [autotvm.MeasureInput(tuner.task.target, tuner.task, config) for config in tuner.next_batch(len(scores))]
        tuner.update(inputs, [good(1e-6 / score) for score in scores])

    alone = GA(made(unrolls=4), pop_size=1, elite_num=1)
    with raises(ValueError):
        generation(alone, [1])
    tuner = GA(made(unrolls=20), pop_size=5, elite_num=2, mutation_prob=0)
    before = [list(gene) for gene in tuner.genes]
    assert len(before) == 5 and all(len(gene) == 2 for gene in before) and tuner.elites == []
    generation(tuner, [1, 9, 2, 8, 3])
    assert sorted(tuner.elites) == sorted([before[1], before[3]]) and len(tuner.genes) == 5
    flops = tuner.task.flop / 1e-6
    assert sorted(round(score / flops) for score in tuner.elite_scores) == [8, 9]
    every = GA(made(unrolls=20), pop_size=5, elite_num=0)
    for count in (5, 10, 15):
        generation(every, [1, 2, 3, 4, 5])
        assert len(every.elites) == count


@proves(TUNER + "GATuner", "每个旋钮随机改变的概率，0 到 1", "攒满一代的分数后，按分数的比例选父母，产生下一代；失败的个体是 0 分", "依次取当前一代的个体；取完还不够一批时从头再取，这些会重复测量", "空操作，两个形参都不用")
def _(tvm, release):
    GA = autotvm.tuner.GATuner
    tuner = GA(made(unrolls=200), pop_size=4, elite_num=1, mutation_prob=0)
    batch = [config.index for config in tuner.next_batch(6)]
    assert batch[4:] == batch[:2] and len(set(batch[:4])) == 4
    tuner = GA(made(unrolls=200), pop_size=4, elite_num=1, mutation_prob=0)
    assert tuner.load_history(None, "anything") is None
    parents = [list(gene) for gene in tuner.genes]
    configs = tuner.next_batch(4)
    inputs = [autotvm.MeasureInput(tuner.task.target, tuner.task, config) for config in configs]
    tuner.update(inputs[:3], [good(1e-6), failed(), good(1e-6)])
    assert [list(gene) for gene in tuner.genes] == parents and tuner.scores[1] == 0
    tuner.update(inputs[3:], [failed()])
    if release != "0.10.0":
        knobs = [{gene[place] for gene in (parents[0], parents[2])} for place in (0, 1)]
        assert all(gene[0] in knobs[0] and gene[1] in knobs[1] for gene in tuner.genes)
        tuner = GA(made(unrolls=200), pop_size=60, elite_num=1, mutation_prob=1)
        parents = {gene[1] for gene in tuner.genes}
        configs = tuner.next_batch(60)
        tuner.update([autotvm.MeasureInput(tuner.task.target, tuner.task, config) for config in configs], [good(1e-6)] * 60)
        assert not {gene[1] for gene in tuner.genes} <= parents


@proves(TUNER + "GATuner", "交叉得到的个体可能与测过的相同，会再测一次", "没试过的不多于一代时，改为把它们全部列出", "当前一代没有取完，或者空间里还有没试过的", versions=NEW)
def _(tvm):
    tuner = autotvm.tuner.GATuner(made(unrolls=8), pop_size=12, mutation_prob=0)
    seen = [index for batch in tune_with(tuner, lambda inp: 1e-6 * (1 + inp.config.index), n_trial=48) for index in batch]
    assert len(seen) == 48 > len(set(seen))
    tuner = autotvm.tuner.GATuner(made(), pop_size=4)
    first = [config.index for config in tuner.next_batch(4)]
    inputs = inputs_of(tuner.task, *first)
    assert tuner.has_next()
    tuner.update(inputs, [good(1.0)] * 4)
    rest = [config.index for config in tuner.next_batch(3)]
    assert sorted(first + rest) == list(range(7)) and not tuner.has_next()


@proves(TUNER + "GATuner", "交叉得到的个体与测过的相同时，继续变异到不同为止", "没试过的不足一代时，最后一代就少于 `pop_size` 个，一批（构建器的 `n_parallel`）跨过它的末尾，`tune` 抛出 `IndexError: list index out of range`", "当前一代没有取完，或者空间里还有没试过的", versions=("0.10.0",))
def _(tvm):
    tuner = autotvm.tuner.GATuner(made(unrolls=8), pop_size=12, mutation_prob=0)
    seen = [index for batch in tune_with(tuner, lambda inp: 1e-6 * (1 + inp.config.index), n_trial=48) for index in batch]
    assert len(seen) == len(set(seen)) == 48
    with raises(IndexError, "list index out of range"):
        tune_with(autotvm.tuner.GATuner(made(unrolls=2), pop_size=10), lambda inp: 1e-6, n_trial=100, n_parallel=5)
    tuner = autotvm.tuner.GATuner(made(), pop_size=7)
    assert tuner.has_next()
    tuner.next_batch(7)
    assert not tuner.has_next()


class Pool:
    """In place of the pool that extracts features."""

    def __init__(self, max_workers=None, initializer=None, initargs=()):
        self.workers = max_workers
        if initializer is not None:
            initializer(*initargs)

    def map_with_error_catching(self, function, given):
        kinds = xgboost_cost_model.StatusKind
        answers = []
        for one in given:
            try:
                answers.append(type("Answer", (), {"status": kinds.COMPLETE, "value": function(one)}))
            except Exception as error:
                answers.append(type("Answer", (), {"status": kinds.EXCEPTION, "value": error}))
        return answers


def learner(task=None, **options):
    xgboost_cost_model.PopenPoolExecutor = Pool
    return autotvm.tuner.XGBTuner(task or made(unrolls=16), **{"num_threads": 1, "feature_type": "knob", "loss_type": "reg", **options})


def speed(inp):
    return 1e-6 * (1 + inp.config.index % 5)


@proves(TUNER + "XGBTuner", "其他值抛出 `RuntimeError`", "其他值抛出 `AssertionError`", "浮点数（包括 `2.0`）到第一次训练时抛出 `TypeError`", "0 等于 `None`，其他小于 1 的抛出 `AssertionError`")
def _(tvm, release):
    with raises(RuntimeError, "Invalid feature type"):
        learner(feature_type="loops")
    with raises(RuntimeError, "Invalid loss type"):
        learner(loss_type="mse")
    for optimizer in ("random", object(), None):
        with raises(AssertionError):
            learner(optimizer=optimizer)
    for ratio in (0.5, -1):
        with raises(AssertionError):
            learner(diversity_filter_ratio=ratio)
    assert not learner(diversity_filter_ratio=0).diversity_filter_ratio
    tuner = learner(plan_size=8, diversity_filter_ratio=2.0)
    tuner.cost_model.fit = lambda *args: None
    tuner.cost_model.predict = lambda xs, output_margin=False: np.zeros(len(xs))
    with raises(TypeError, "float"):
        tune_with(tuner, speed, n_trial=8)
    mine = autotvm.tuner.model_based_tuner.ModelOptimizer()
    assert learner(optimizer=mine).model_optimizer is mine


@proves(TUNER + "XGBTuner", "每测这么多就重新训练一次；没有用 `load_history` 训练过时，第一次训练以前是随机选的，试验数少于它就等于随机搜索", "每一轮计划的最后 5% 随机选（个数向下取整，`plan_size` 小于 20 时没有）")
def _(tvm):
    tuner, trained = learner(plan_size=8), []
    tuner.cost_model.fit = lambda xs, ys, size: trained.append(len(xs))
    tuner.model_optimizer.find_maximums = lambda model, count, visited: [one for one in range(112) if one not in visited][:count]
    seen = [index for batch in tune_with(tuner, speed, n_trial=27) for index in batch]
    assert trained == [8, 16, 24] and seen[8:16] == [one for one in range(112) if one not in seen[:8]][:8]
    assert seen[:8] != sorted(seen[:8])
    for size, planned in ((19, 19), (20, 19), (59, 57), (60, 57)):
        tuner = learner(plan_size=size)
        tuner.trials = list(range(size))
        drawn = []
        if hasattr(tuner.space, "get_rand_index"):
            tuner.space.get_rand_index = lambda to_exclude: drawn.append(1) or next(one for one in range(111, 0, -1) if one not in to_exclude)
        else:
            np.random.randint = lambda high: drawn.append(1) or next(one for one in range(high - 1, 0, -1) if one not in tuner.visited)
        indices = [config.index for config in tuner.next_batch(size)]
        assert indices[:planned] == list(range(planned)) and len(drawn) == size - planned


@proves(TUNER + "XGBTuner", "先选这么多倍的候选，再从中挑旋钮最多样的", "没有试过的配置不够 `plan_size` 个时 `tune` 抛出 `ValueError`，所以只用在大空间上")
def _(tvm):
    tuner, asked_for = learner(plan_size=4, diversity_filter_ratio=3), []
    tuner.cost_model.fit = lambda *args: None
    tuner.cost_model.predict = lambda xs, output_margin=False: np.zeros(len(xs))

    def find(model, count, visited):
        asked_for.append(count)
        return [0, 7, 14, 1, 8, 15, 2, 9, 16, 3, 10, 17]

    tuner.model_optimizer.find_maximums = find
    tune_with(tuner, speed, n_trial=4)
    assert asked_for == [12] and len(tuner.trials) == 4
    picked = [(one % 7, one // 7) for one in tuner.trials]
    assert len({a for a, _ in picked}) + len({b for _, b in picked}) > 4 + 1
    small = learner(made(), plan_size=4, diversity_filter_ratio=2)
    small.cost_model.fit = lambda *args: None
    small.cost_model.predict = lambda xs, output_margin=False: np.zeros(len(xs))
    with raises(ValueError):
        tune_with(small, speed, n_trial=7)


@proves(TUNER + "XGBTuner", "`itervar` 从循环提取，较准；`knob` 直接用旋钮的数值，快；`curve` 适合跨形状；其他值抛出 `RuntimeError`")
def _(tvm):
    task = made(unrolls=4)
    config = task.config_space.get(3)
    names = {"itervar": "_extract_itervar_feature_index", "knob": "_extract_knob_feature_index", "curve": "_extract_curve_feature_index"}
    found = {}
    for kind, function in names.items():
        model = learner(task, feature_type=kind).cost_model
        assert model.feature_extract_func is getattr(xgboost_cost_model, function)
        found[kind] = model._get_feature([3])[0]
    assert list(found["knob"]) == list(config.get_flatten_feature())
    assert len(found["itervar"]) > 20 and len(found["curve"]) > 20 and len(found["itervar"]) != len(found["curve"])


@proves(TUNER + "XGBTuner", "训练的线程数和提取特征的进程数，`None` 由 xgboost 和 CPU 的核数决定", "退火打印 DEBUG 日志的间隔，训练用它的一半；0 不打印", "与基类相同，结束时关闭提取特征的进程池")
def _(tvm):
    model = learner(num_threads=3).cost_model
    assert model.xgb_params["nthread"] == 3 and model.pool.workers == 3
    model = learner(num_threads=None).cost_model
    assert "nthread" not in model.xgb_params and model.pool.workers is None
    for given, half in ((50, 25), (9, 4), (0, 0)):
        tuner = learner(log_interval=given)
        assert tuner.model_optimizer.log_interval == given and tuner.cost_model.log_interval == half
    logging.getLogger("autotvm").setLevel(logging.DEBUG)
    for given, some in ((5, True), (0, False)):
        tuner = learner(log_interval=given, plan_size=8)
        tuner.cost_model.predict = lambda xs, output_margin=False: np.random.rand(len(xs))
        with lines_of("autotvm") as lines:
            tuner.model_optimizer.find_maximums(tuner.cost_model, 8, set())
        assert any("max-0" in text for _, text in lines) == some
    tuner = learner()
    assert tuner.cost_model.pool is not None
    tune_with(tuner, speed, n_trial=3)
    assert tuner.cost_model.pool is None and tuner.best_config is not None


@proves(TUNER + "XGBTuner", "`load_history` 能用的旧记录少于 `min_seed_records`（默认 500）时不训练，也不提示", "`XGBTuner` | 成本模型预测好的 | 是", "用 XGBoost 预测配置的快慢，模拟退火找出预测最好的再去测量", versions=NEW)
def _(tvm):
    task = made(unrolls=16)
    history = [(inp, good(speed(inp))) for inp in inputs_of(task, *range(30))]
    other = [(inp, good(1e-6)) for inp in inputs_of(made(name="probes/scatter"), *range(7))]
    assert inspect.signature(autotvm.tuner.XGBTuner.load_history).parameters["min_seed_records"].default == 500
    for count, planned in ((30, 8), (31, 0)):
        tuner = learner(task, plan_size=8)
        with lines_of("autotvm") as lines:
            tuner.load_history(history + other, min_seed_records=count)
        assert len(tuner.trials) == planned and (tuner.cost_model.base_model is not None) == bool(planned)
        assert not [text for number, text in lines if number >= logging.INFO]
    tuner = learner(task, plan_size=16)
    seen = [index for batch in tune_with(tuner, speed, n_trial=48) for index in batch]
    assert len(set(seen)) == 48 and tuner.train_ct == 3 and tuner.cost_model.bst is not None


@proves(TUNER + "XGBTuner", "`load_history` 能用的旧记录少于 `min_seed_records`（默认 500）时不训练，也不提示", versions=("0.10.0",))
def _(tvm):
    task = made(unrolls=16)
    history = [(inp, good(speed(inp))) for inp in inputs_of(task, *range(30))]
    other = [(inp, good(1e-6)) for inp in inputs_of(made(name="probes/scatter"), *range(7))]
    assert inspect.signature(autotvm.tuner.XGBTuner.load_history).parameters["min_seed_records"].default == 500
    tuner = learner(task, plan_size=8)
    with lines_of("autotvm") as lines:
        tuner.load_history(history + other, min_seed_records=31)
    assert len(tuner.trials) == 0 and tuner.cost_model.base_model is None
    assert not [text for number, text in lines if number >= logging.INFO]
    # With enough of them it trains, which this release cannot with xgboost 1.6 or newer.
    with raises(ImportError):
        tuner.load_history(history + other, min_seed_records=30)


@proves(TUNER + "XGBTuner", "`reg` 预测归一化的速度；`rank`、`rank-binary` 学次序，xgboost 2.0 以上用 `rank` 到第一次训练时抛出 `RuntimeError`，要用 `rank-binary`；其他值抛出 `RuntimeError`", versions=("0.13.0",))
def _(tvm):
    tuner = learner(plan_size=16, loss_type="reg")
    assert tuner.cost_model.xgb_params["objective"] == "reg:linear"
    seen = []
    real = xgboost_cost_model.xgb.DMatrix
    xgboost_cost_model.xgb.DMatrix = lambda data, label=None: seen.append(label) or real(data, label)
    tune_with(tuner, speed, n_trial=16)
    assert max(seen[0]) == 1.0 and min(seen[0]) < 0.5
    xgboost_cost_model.xgb.DMatrix = real
    for kind in ("rank", "rank-binary"):
        tuner = learner(plan_size=16, loss_type=kind)
        assert tuner.cost_model.xgb_params["objective"] == "rank:pairwise"
        tune_with(tuner, speed, n_trial=16)
        assert tuner.cost_model.bst is not None
    xgboost_cost_model.xgb.__version__ = "2.0.0"
    with raises(RuntimeError, "Use 'rank-binary' instead of 'rank'"):
        tune_with(learner(plan_size=16, loss_type="rank"), speed, n_trial=16)
    tune_with(learner(plan_size=16, loss_type="rank-binary"), speed, n_trial=16)


@proves(TUNER + "XGBTuner", "`rank` 学次序，`reg` 预测归一化的速度；其他值抛出 `RuntimeError`，0.13.0 的 `rank-binary` 也是", versions=OLD)
def _(tvm):
    for kind, objective in (("rank", "rank:pairwise"), ("reg", "reg:linear")):
        assert learner(loss_type=kind).cost_model.xgb_params["objective"] == objective
    for kind in ("rank-binary", "mse"):
        with raises(RuntimeError, "Invalid loss type"):
            learner(loss_type=kind)


unproved(TUNER + "XGBTuner", "xgboost 2.0 以上用默认的 `rank`，第一次训练时抛出", reason="要有 xgboost 2.0", versions=("0.12.0",))


@proves(TUNER + "XGBTuner", "0.10.0 用的是旧的回调接口，xgboost 1.6 以上到第一次训练时抛出", versions=("0.10.0",))
def _(tvm):
    import xgboost

    assert tuple(map(int, xgboost.__version__.split(".")[:2])) >= (1, 6)
    with raises(ImportError):
        tune_with(learner(plan_size=8), speed, n_trial=8)


@proves(TUNER + "XGBTuner", "要安装 xgboost，否则抛出 `ImportError`")
def _(tvm):
    xgboost_cost_model.xgb = None
    sys.modules["xgboost"] = None
    with raises(ImportError, "XGBoost is required"):
        learner()


# Callbacks.


@proves(CALLBACK + "log_to_file", "把每个结果作为一行追加到文件，包括失败的", "路径以追加方式打开，已有的记录还在；打开的文件由调用者关闭", "`json` 或 `pickle`；写错时到第一批测完才抛出 `RuntimeError`。`pickle` 的文件不能用 `load_from_file` 读")
def _(tvm):
    task = made()
    pairs = list(zip(inputs_of(task, 1, 2), (good(1.0), failed())))
    for make in (str, Path):
        path = os.path.join(tempfile.mkdtemp(), "a.log")
        Path(path).write_text("# kept\n")
        note = autotvm.callback.log_to_file(make(path))
        note(None, *zip(*pairs))
        note(None, *zip(*pairs))
        rows = Path(path).read_text().splitlines()
        assert rows[0] == "# kept" and len(rows) == 5 and [json.loads(row)["result"][1] for row in rows[1:]] == [0, 4, 0, 4]
    out = io.StringIO()
    autotvm.callback.log_to_file(out)(None, *zip(*pairs))
    assert not out.closed and out.getvalue().count("\n") == 2
    wrong = autotvm.callback.log_to_file(path, "yaml")
    with raises(RuntimeError, "Invalid log protocol"):
        wrong(None, *zip(*pairs))
    packed = os.path.join(tempfile.mkdtemp(), "p.log")
    autotvm.callback.log_to_file(packed, "pickle")(None, *zip(*pairs[:1]))
    with raises("JSONDecodeError"):
        list(record.load_from_file(packed))


@proves(CALLBACK + "log_to_database", "把结果存进数据库对象，只要求 `db` 有 `save(inp, res)` 方法")
def _(tvm):
    kept = []
    db = type("Db", (), {"save": lambda self, inp, res: kept.append((inp.config.index, res.error_no))})()
    callback.log_to_database(db)(None, inputs_of(made(), 1, 2), [good(1.0), failed()])
    assert kept == [(1, 0), (2, 4)]


class Best:
    best_flops = 5e9


def printed(level, root, results=None):
    logger, main = logging.getLogger("autotvm"), logging.getLogger()
    logger.setLevel(level)
    main.setLevel(root)
    task = made()
    with contextlib.redirect_stdout(io.StringIO()) as out:
        bar = callback.progress_bar(2, prefix="mine")
        begin = out.getvalue()
        for _ in range(3):
            bar(Best, inputs_of(task, 1, 2), results or [good(128e-9), good(64e-9)])
        middle = out.getvalue()[len(begin) :]
        del bar
        end = out.getvalue()[len(begin) + len(middle) :]
    return begin, middle, end


@proves(CALLBACK + "progress_bar", "显示的总数，不影响何时停止", "写在行首的文字", "「当前」是一批里最后一个成功的", "在标准输出打印进度、当前和最好的 FLOPS")
def _(tvm):
    begin, middle, end = printed(logging.NOTSET, logging.WARNING)
    assert begin.startswith("\rmine Current/Best:") and "(0/2)" in begin and end == " Done.\n"
    assert "(6/2)" in middle and middle.count("\r") == 3 and "   2.00/   5.00 GFLOPS" in middle
    _, middle, _ = printed(logging.NOTSET, logging.WARNING, [good(128e-9), failed()])
    assert "   1.00/   5.00 GFLOPS" in middle
    with contextlib.redirect_stdout(io.StringIO()):
        assert sum(map(len, tune_with(autotvm.tuner.GridSearchTuner(made()), lambda inp: 1.0, callbacks=[callback.progress_bar(2)]))) == 7


@proves(CALLBACK + "progress_bar", "给它设 DEBUG，什么也不打印", "设更高的级别（如 INFO），只少开头的一行和结尾的 `Done.`", "只在根日志上打开 DEBUG，反过来只剩这两处", "打印什么取决于 `autotvm` 的日志级别")
def _(tvm):
    assert printed(logging.DEBUG, logging.WARNING) == ("", "", "")
    for level in (logging.INFO, logging.WARNING, logging.ERROR):
        begin, middle, end = printed(level, logging.WARNING)
        assert begin == end == "" and "FLOPS" in middle
    begin, middle, end = printed(logging.NOTSET, logging.DEBUG)
    assert "FLOPS" in begin and middle == "" and end == " Done.\n"


@proves(CALLBACK + "Monitor", "对象自己就是回调", "清空两个列表", "各次试验的 FLOPS，NumPy 数组；失败的是 0", "各次测完的 Unix 时间，与分数一一对应")
def _(tvm):
    task, monitor = made(), autotvm.callback.Monitor()
    monitor(None, inputs_of(task, 1, 2), [good(2e-6), failed()])
    monitor(None, inputs_of(task, 3), [good(1e-6, 3e-6)])
    scores, times = monitor.trial_scores(), monitor.trial_timestamps()
    assert isinstance(scores, np.ndarray) and np.allclose(scores, [64e6, 0, 64e6]) and list(times) == [5.0, 6.0, 5.0]
    monitor.reset()
    assert len(monitor.trial_scores()) == len(monitor.trial_timestamps()) == 0


# Records.


def one(index=3, result=None, task=None):
    return inputs_of(task or made(), index)[0], result or good(2e-6, 4e-6)


def file_of(*rows):
    path = os.path.join(tempfile.mkdtemp(), "a.log")
    Path(path).write_text("".join(row + "\n" for row in rows))
    return path


@proves(RECORD + "encode", "不带换行符", "结果；JSON 里失败的 `costs` 写成 `[1e9]`，回溯和异常不保存", "`json` 或 `pickle`，其他的抛出 `RuntimeError`", "目标、任务和配置")
def _(tvm):
    row = record.encode(*one())
    data = json.loads(row)
    assert "\n" not in row and data["result"] == [[2e-6, 4e-6], 0, 1.0, 5.0]
    assert data["input"][1:3] == ["probes/tuned", [64, 1]] and data["config"]["index"] == 3 and data["input"][0].startswith("llvm")
    assert json.loads(record.encode(*one(result=failed())))["result"] == [[1e9], 4, 1.0, 6.0]
    assert "\n" not in record.encode(*one(), "pickle") and record.encode(*one(), protocol="pickle").count("\t") == 5
    with raises(RuntimeError, "Invalid log protocol"):
        record.encode(*one(), "yaml")


@proves(RECORD + "decode", "还原的任务没有配置空间和 `flop`，`config.cost` 设成平均时间。不核对模板是否变过，也不要求模板已经注册", "`protocol` 与 `encode` 时的相同")
def _(tvm):
    for protocol in ("json", "pickle"):
        inp, res = record.decode(record.encode(*one(), protocol), protocol)
        assert type(inp) is autotvm.MeasureInput and type(res) is autotvm.MeasureResult and res.costs == (2e-6, 4e-6)
        assert inp.task.config_space is None and inp.task.flop is None and abs(inp.config.cost - 3e-6) < 1e-12
        assert inp.config["tile"].size == [-1, 8] and inp.task.workload == ("probes/tuned", 64, 1)
    row = record.encode(*one()).replace("probes/tuned", "probes/gone").replace('"tile"', '"renamed"')
    assert record.decode(row)[0].task.name == "probes/gone" and record.decode(row)[0].config["renamed"].size == [-1, 8]


@proves(RECORD + "decode", "0.1 版的旧格式返回 `None`", "`pickle` 的失败记录读不回来，抛出 `TypeError`（`error_no` 为 2 的是 `ValueError`）", "JSON 记录的目标里的 `-target` 改成 `-mtriple`", "`protocol` 不是 `json`、`pickle` 的抛出 `RuntimeError`")
def _(tvm):
    assert record.decode(json.dumps({"v": 0.1})) is None and record.decode("a\tb\tc\td", "pickle") is None
    for number, kind in ((4, TypeError), (1, TypeError), (2, ValueError)):
        row = record.encode(*one(result=failed(number)), "pickle")
        with raises(kind):
            record.decode(row, "pickle")
    data = json.loads(record.encode(*one()))
    data["input"][0] = "llvm -target=aarch64-linux-gnu"
    assert record.decode(json.dumps(data))[0].target.attrs["mtriple"] == "aarch64-linux-gnu"
    with raises(RuntimeError, "Invalid log protocol"):
        record.decode(record.encode(*one()), "yaml")


@proves(RECORD + "load_from_file", "每行给出 `(MeasureInput, MeasureResult)`", "它是生成器：文件不存在时，到第一次取值才抛出 `FileNotFoundError`。`#` 开头的行和 0.1 版的旧记录跳过；空行不跳过，抛出 `JSONDecodeError`")
def _(tvm):
    row = record.encode(*one())
    got = list(record.load_from_file(file_of("# note", json.dumps({"v": 0.1}), row, row)))
    assert len(got) == 2 and type(got[0][0]) is autotvm.MeasureInput and type(got[0][1]) is autotvm.MeasureResult
    missing = record.load_from_file("/nowhere/at/all.log")
    assert inspect.isgenerator(missing)
    with raises(FileNotFoundError):
        next(missing)
    with raises("JSONDecodeError"):
        list(record.load_from_file(file_of(row, "", row)))


@proves(RECORD + "load_from_buffer", "从打开的文本文件或 `StringIO` 读记录", "`#` 开头的行跳过，空行抛出 `JSONDecodeError`。二进制文件抛出 `TypeError`")
def _(tvm):
    row = record.encode(*one())
    assert len(list(record.load_from_buffer(io.StringIO(f"# note\n{row}\n{row}\n")))) == 2
    with open(file_of(row)) as file:
        got = record.load_from_buffer(file)
        assert inspect.isgenerator(got) and len(list(got)) == 1
    with raises("JSONDecodeError"):
        list(record.load_from_buffer(io.StringIO(f"{row}\n\n")))
    with open(file_of(row), "rb") as file, raises(TypeError):
        list(record.load_from_buffer(file))


@proves(RECORD + "measure_str_key", "由目标、任务名、实参和配置拼成的字符串，用于去重", "`include_config=False` 时不含配置，同一任务的各个配置得到同一个键")
def _(tvm):
    key = record.measure_str_key
    first, second, other = one(1)[0], one(2)[0], one(1, task=made(32))[0]
    elsewhere = autotvm.MeasureInput(tvm.target.Target("llvm -mcpu=skylake"), first.task, first.config)
    named = one(1, task=made(name="probes/scatter"))[0]
    assert key(first) == key(one(1)[0]) and len({key(inp) for inp in (first, second, other, elsewhere, named)}) == 5
    assert key(first, False) == key(second, False) and len({key(inp, False) for inp in (first, other, elsewhere, named)}) == 4
    assert isinstance(key(first), str) and "probes/tuned" in key(first) and str(first.config) in key(first)


def picked(rows, out=None):
    path = out or os.path.join(tempfile.mkdtemp(), "best.log")
    record.pick_best(file_of(*(record.encode(*row) for row in rows)), path)
    return [(inp.config.index, float(np.mean(res.costs)), res.error_no) for inp, res in record.load_from_file(path)]


@proves(RECORD + "pick_best", "已经存在时，它的记录一起参加挑选，然后重写", "文档字符串说也可以是文件，实际上 `StringIO` 抛出 `TypeError`；`Path` 抛出 `AttributeError`", "JSON 的记录文件", "「最好」是平均时间最短的")
def _(tvm):
    rows = [one(1, good(3e-6)), one(2, good(1e-6, 2e-6)), one(3, good(2e-6)), one(1, good(9e-6), made(32))]
    assert picked(rows) == [(2, 1.5e-6, 0), (1, 9e-6, 0)]
    out = file_of(record.encode(*one(5, good(1e-7))), record.encode(*one(2, good(1e-3), made(16))))
    assert picked(rows, out) == [(1, 9e-6, 0), (5, 1e-7, 0), (2, 1e-3, 0)]
    path = file_of(*(record.encode(*row) for row in rows))
    with raises(TypeError):
        record.pick_best(path, io.StringIO())
    with raises(AttributeError):
        record.pick_best(path, Path(tempfile.mkdtemp()) / "b.log")
    packed = file_of(record.encode(*one(), "pickle"))
    with raises("JSONDecodeError"):
        record.pick_best(packed, packed + ".best")


@proves(RECORD + "pick_best", "按目标的型号和每个键各选一条，所以 `llvm` 不同 `-mcpu` 的记录会互相淘汰", "同一个配置测过几次时，写出的是其中的第一条。它可能更慢，也可能是失败的；失败的用不上，这个工作负载得到后备配置")
def _(tvm):
    task = made()

    def on(name, index, seconds):
        return autotvm.MeasureInput(tvm.target.Target(name), task, task.config_space.get(index)), good(seconds)

    assert picked([on("llvm -mcpu=skylake", 1, 3e-6), on("llvm -mcpu=core-avx2", 2, 2e-6)]) == [(2, 2e-6, 0)]
    several = [on("llvm -model=a", 1, 3e-6), on("llvm -model=b", 2, 2e-6), on("llvm", 3, 1e-6), on("opencl", 4, 9e-6)]
    assert picked(several) == [(1, 3e-6, 0), (2, 2e-6, 0), (3, 1e-6, 0), (4, 9e-6, 0)]
    assert picked([one(1, good(8e-6)), one(2, good(5e-6)), one(1, good(1e-6))]) == [(1, 8e-6, 0)]
    out = os.path.join(tempfile.mkdtemp(), "best.log")
    assert [error for *_, error in picked([one(1, failed()), one(1, good(1e-6))], out)] == [4]
    with autotvm.apply_history_best(out) as best:
        assert best.query(task.target, task.workload).is_fallback


@proves(RECORD + "pick_best", "命令行的写法是 `python -m tvm.autotvm.record --mode pick --i 文件`，写进 `文件.best.log`")
@proves(RECORD + "split_workload", "命令行的 `--mode split` 也一样")
def _(tvm):
    path = file_of(*(record.encode(*row) for row in (one(1, good(3e-6)), one(2, good(1e-6)))))

    def command(mode):
        sys.argv = ["record", "--mode", mode, "--i", path]
        runpy.run_module("tvm.autotvm.record", run_name="__main__")

    command("pick")
    assert [inp.config.index for inp, _ in record.load_from_file(path + ".best.log")] == [2]
    with raises(AttributeError, "map"):
        command("split")


@proves(RECORD + "split_workload", "里不能用", "它调用进程池没有的 `map`，抛出 `AttributeError`", "替代的办法是用 `load_from_file` 读出，按 `measure_str_key(inp, False)` 分组，再用 `encode` 写回")
def _(tvm):
    rows = [record.encode(*row) for row in (one(1), one(1, task=made(32)), one(2))]
    path = file_of(*rows)
    for clean in (True, False):
        with raises(AttributeError, "map"):
            record.split_workload(path, clean)
    groups = {}
    for inp, res in record.load_from_file(path):
        groups.setdefault(record.measure_str_key(inp, False), []).append(record.encode(inp, res))
    assert [[record.decode(row)[0].config.index for row in group] for group in groups.values()] == [[1, 2], [1]]
