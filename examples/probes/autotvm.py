"""Probes of docs/reference/api/python/autotvm.md."""

import contextlib
import functools
import json
import logging
import os
import signal
import tempfile
import threading

import numpy as np
from probes import proves, raises
from tvm import autotvm, relay, te, tir
from tvm.autotvm.task import space, task as tasks, topi_integration

COMPLETE = True

OLD = ("0.10.0", "0.12.0")
NEW = ("0.12.0", "0.13.0")
TASK = "tvm.autotvm.task.task."
SPACE = "tvm.autotvm.task.space."
DISPATCH = "tvm.autotvm.task.dispatcher."
TOPI = "tvm.autotvm.task.topi_integration."


def scaled(n):
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] * 2.0 + 1.0, name="B")
    s = te.create_schedule(B.op)
    cfg = autotvm.get_config()
    cfg.define_split("tile", B.op.axis[0], num_outputs=2)
    cfg.define_knob("unroll", [0, 16])
    cfg["tile"].apply(s, B, B.op.axis[0])
    if cfg["tile"].size[-1] > 32:
        cfg.raise_error("too long")
    return s, [A, B]


called = autotvm.template("probes/scale", scaled)


def made(target="llvm", n=64):
    return autotvm.task.create("probes/scale", args=(n,), target=target)


def pair(task, index, seconds, target=None, error=0):
    inp = autotvm.MeasureInput(target or task.target, task, task.config_space.get(index))
    return inp, autotvm.MeasureResult((seconds,) if not error else ("tb", RuntimeError("no")), error, 1.0, 5.0)


def written(records, path=None):
    path = path or os.path.join(tempfile.mkdtemp(), "records.log")
    with open(path, "w") as file:
        file.write("".join(autotvm.record.encode(*one) + "\n" for one in records))
    return path


@contextlib.contextmanager
def warnings_of(name="autotvm"):
    """The messages that a logger gets."""
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    logger = logging.getLogger(name)
    logger.addHandler(handler)
    try:
        yield lines
    finally:
        logger.removeHandler(handler)


def endless(function):
    """Fails where the function returns."""

    def late(*_):
        raise TimeoutError("it never returns")

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    with raises(TimeoutError, "it never returns"):
        function()
    signal.setitimer(signal.ITIMER_REAL, 0)


# Short names of the page's head.


@proves(TASK + "template", "多数名称有短的写法：`autotvm.template`、`autotvm.get_config`、`autotvm.measure_option`、`autotvm.LocalBuilder`、`autotvm.LocalRunner`、`autotvm.RPCRunner`、`autotvm.callback`、`autotvm.record`，以及 `autotvm.task.create`、`autotvm.task.DispatchContext`")
def _(tvm):
    assert autotvm.template is tasks.template and autotvm.get_config is tasks.get_config
    methods = tvm.autotvm.measure.measure_methods
    assert autotvm.LocalBuilder is methods.LocalBuilder and autotvm.LocalRunner is methods.LocalRunner
    assert autotvm.RPCRunner is methods.RPCRunner and autotvm.measure_option is tvm.autotvm.measure.measure_option
    assert autotvm.callback is tvm.autotvm.tuner.callback and autotvm.record.encode
    assert autotvm.task.create is tasks.create
    assert autotvm.task.DispatchContext is tvm.autotvm.task.dispatcher.DispatchContext


# Templates and tasks.


@proves(TASK + "template", "任务名称；已经用 `template` 注册过的抛出 `ValueError`", "给出时直接注册，省略时作装饰器用", "返回包装过的函数")
def _(tvm):
    def plain(n):
        return scaled(n)

    wrapped = autotvm.template("probes/once")(plain)
    assert wrapped is not plain and wrapped.__wrapped__ is plain and called.__wrapped__ is scaled
    assert tasks.TASK_TABLE["probes/once"].fcustomized is plain and tasks.TASK_TABLE["probes/scale"].fcustomized is scaled
    with raises(ValueError, "already registered in autoTVM task probes/once"):
        autotvm.template("probes/once", plain)


@proves(TASK + "template", "直接调用它时，先向当前的派发上下文查询配置，再按这个配置执行模板", "没有 `Target` 的范围也能调用，这时查询用的目标是 `None`")
def _(tvm):
    asked = []

    class Asked(autotvm.task.DispatchContext):
        def _query_inside(self, target, workload):
            asked.append((target, workload))
            return made().config_space.get(2)

        def update(self, target, workload, cfg):
            pass

    with Asked():
        s, tensors = called(64)
    assert asked == [(None, ("probes/scale", 64))]
    assert s[tensors[1]].leaf_iter_vars[1].var.name == "i.inner"
    assert s[tensors[1]].leaf_iter_vars[0].var.name == "i.outer"


@proves(TASK + "template", "用关键字实参调用抛出 `AssertionError`", "在 `ApplyHistoryBest` 里没有 `Target` 的范围，调用抛出 `RuntimeError`")
def _(tvm):
    with raises(AssertionError, "Do not support kwargs"):
        called(n=64)
    with autotvm.apply_history_best(None):
        with raises(RuntimeError, "Need a target context"):
            called(64)
        with tvm.target.Target("llvm"):
            called(64)


@proves(TASK + "template", "模板的实参加上任务名称，组成可哈希的「工作负载」（workload），记录和配置都用它作键", "实参只能按位置给出")
def _(tvm):
    task = made()
    assert task.workload == ("probes/scale", 64) and hash(task.workload)
    with autotvm.apply_history_best([pair(task, 2, 1e-6)]) as best, task.target:
        assert best.query(task.target, ("probes/scale", 64)).index == 2
        assert best.query(task.target, ("probes/other", 64)).is_fallback
    with raises(AssertionError):
        called(n=64)


@proves(TASK + "create", "已经注册的名称；没有注册时抛出 `RuntimeError`，信息以 `Attempting to invoke a missing task` 开头")
def _(tvm):
    try:
        autotvm.task.create("probes/nothing", args=(), target="llvm")
    except RuntimeError as error:
        assert str(error).startswith("Attempting to invoke a missing task")
    else:
        raise AssertionError("nothing was raised")


@proves(TASK + "create", "模板的位置实参；张量被序列化成形状和类型", "编译目标，执行模板时它是当前目标", "主机一侧的目标", "执行模板时各旋钮取第一个候选", "并执行一次模板来收集配置空间")
def _(tvm):
    seen = []

    @autotvm.template("probes/tensors")
    def _tensors(X, flag):
        cfg = autotvm.get_config()
        cfg.define_knob("k", [7, 8])
        seen.append((X.op.name, flag, str(tvm.target.Target.current().kind), cfg["k"].val))
        Y = te.compute(X.shape, lambda i: X[i] + 1.0)
        return te.create_schedule(Y.op), [X, Y]

    X = te.placeholder((3,), "float16", name="X")
    for args in ((X, True), [X, True]):
        task = autotvm.task.create("probes/tensors", args=args, target="cuda -arch=sm_70", target_host="llvm")
        assert task.args == (("TENSOR", (3,), "float16"), True)
    assert seen == [("placeholder", True, "cuda", 7)] * 2 and len(task.config_space) == 2
    assert task.target.kind.name == "cuda" and task.target_host.kind.name == "llvm"
    assert autotvm.task.create("probes/tensors", args=(X, 1), target=tvm.target.Target("llvm")).target_host is None


@proves(TASK + "create", "返回 `Task`，它的 `flop` 是模板用 `add_flop` 报告的值，没有报告时由 `compute_flop` 估计；估计不出来抛出 `RuntimeError`")
def _(tvm):
    @autotvm.template("probes/flop")
    def _flop(known):
        A = te.placeholder((4,), name="A")
        B = te.compute((4,), lambda i: A[i], name="B")
        if known:
            autotvm.get_config().add_flop(77)
        return te.create_schedule(B.op), [A, B]

    task = autotvm.task.create("probes/flop", args=(True,), target="llvm")
    assert isinstance(task, tasks.Task) and task.flop == 77
    assert made().flop == 128
    with raises(RuntimeError, "Cannot find float number operation"):
        autotvm.task.create("probes/flop", args=(False,), target="llvm")


@proves(TASK + "get_config", "`create` 收集空间", "实例化候选、应用记录", "没有记录 | `FallbackConfigEntity`", "返回的对象随场合而变")
def _(tvm):
    kinds = []

    @autotvm.template("probes/kinds")
    def kinds_of(n):
        kinds.append(type(autotvm.get_config()).__name__)
        return scaled(n)

    task = autotvm.task.create("probes/kinds", args=(8,), target="llvm")
    task.instantiate(task.config_space.get(0))
    with task.target:
        with autotvm.apply_history_best([pair(task, 1, 1e-6)]):
            kinds_of(8)
        kinds_of(8)
    assert kinds == ["ConfigSpace", "ConfigEntity", "ConfigEntity", "FallbackConfigEntity"]


@proves(TASK + "get_config", "最外层的给一个后备配置，第一次在日志里警告", "`ApplyHistoryBest` 里没有当前目标时抛出 `RuntimeError`", "`ApplyGraphBest` 里会用掉一条记录", "在模板以外调用，由当前的上下文回答")
def _(tvm):
    with warnings_of() as lines:
        assert autotvm.get_config().is_fallback and autotvm.get_config().is_fallback
    assert len(lines) == 1 and lines[0].startswith("Cannot find config")
    with autotvm.apply_history_best(None), raises(RuntimeError, "Need a target context"):
        autotvm.get_config()
    task = made()
    with autotvm.task.ApplyGraphBest([pair(task, 1, 1.0), pair(task, 2, 1.0)]) as graph:
        assert autotvm.get_config().index == 1
        assert graph.query(task.target, task.workload).index == 2


@proves(TASK + "Task", "`name` 是任务名称，`args` 是序列化过的实参的元组", "`func`（模板）；`kwargs` 是空字典", "`config_space`、`flop`、`target`、`target_host`")
def _(tvm):
    task = made()
    assert task.name == "probes/scale" and task.args == (64,) and task.kwargs == {}
    assert isinstance(task.func, tasks.TaskTemplate) and task.func.fcustomized is scaled
    assert isinstance(task.config_space, autotvm.ConfigSpace) and task.flop == 128 and task.target_host is None


@proves(TASK + "Task", "直接构造和从记录读出的任务没有配置空间，`config_space`、`flop`、`target` 都是 `None`", "名称和序列化后的实参组成的元组，是查找记录的键")
def _(tvm):
    read = autotvm.record.decode(autotvm.record.encode(*pair(made(), 1, 1.0)))[0].task
    for task in (tasks.Task("probes/scale", (64,)), read):
        assert task.config_space is None and task.flop is None and task.target is None
        assert task.workload == ("probes/scale", 64)
    assert tasks.Task("t", (te.placeholder((2,)), [1])).workload == ("t", ("TENSOR", (2,), "float32"), (1,))


@proves(TASK + "Task", "用一个配置执行模板，返回 `(调度, 形参列表)`；不会进入 `target` 的范围，模板要读目标时自己写 `with task.target`", "返回后用 `config.valid()` 看模板有没有报错")
def _(tvm):
    targets = []

    @autotvm.template("probes/target")
    def _target(n):
        current = tvm.target.Target.current()
        targets.append(current and current.kind.name)
        return scaled(n)

    task = autotvm.task.create("probes/target", args=(64,), target="llvm")
    good, bad = task.config_space.get(0), task.config_space.get(6)
    s, args = task.instantiate(good)
    assert isinstance(s, te.schedule.Schedule) and [a.op.name for a in args] == ["A", "B"]
    with task.target:
        task.instantiate(bad)
    assert targets == ["llvm", None, "llvm"]
    assert good.valid() and not bad.valid() and bad.errors == ["too long"]


@proves(TASK + "TaskTemplate", "调用对象就是执行模板，序列化的张量实参先还原成占位符", "`template` 注册的函数，有它时只用它", "`register_topi_compute` 注册的计算函数", "`register_topi_schedule` 注册的调度函数")
def _(tvm):
    @autotvm.register_topi_compute("probes/both")
    def _compute(cfg, X):
        return te.compute(X.shape, lambda i: X[i] + 1.0, name="added")

    @autotvm.register_topi_schedule("probes/both")
    def _schedule(cfg, outs):
        return te.create_schedule([out.op for out in outs])

    template = tasks.TASK_TABLE["probes/both"]
    assert type(template) is tasks.TaskTemplate and template.fcustomized is None
    assert template.fcompute is not None and template.fschedule is not None
    packed = ("TENSOR", (4,), "float32")
    assert [t.op.name for t in template(packed)[1]] == ["added", "placeholder"]
    autotvm.template("probes/both", lambda X: ("custom", [X]))
    assert template(packed)[0] == "custom" and isinstance(template(packed)[1][0], te.Tensor)


@proves(TASK + "TaskTemplate", "由计算和调度两个函数组成的模板，返回的形参列表以输出开头，后面是各个占位符")
def _(tvm):
    template = tasks.TaskTemplate()

    def compute(X, Y):
        mid = te.compute(X.shape, lambda i: X[i] + Y[i], name="mid")
        return te.compute(X.shape, lambda i: mid[i] * X[i], name="out")

    template.fcompute, template.fschedule = compute, lambda outs: te.create_schedule([o.op for o in outs])
    X, Y = te.placeholder((2,), name="X"), te.placeholder((2,), name="Y")
    _, args = template(X, Y)
    assert args[0].op.name == "out" and sorted(a.op.name for a in args[1:]) == ["X", "Y"]


@proves(TASK + "MissingTask", "一经调用就抛出 `RuntimeError`", "没有导入模板的进程也能读取和挑选记录", "`taskname` 只用在报错信息里")
def _(tvm):
    missing = tasks.MissingTask("gone")
    assert isinstance(missing, tasks.TaskTemplate) and "gone" not in tasks.TASK_TABLE
    with raises(RuntimeError, "gone"):
        missing(1)
    task = made()
    rows = [autotvm.record.encode(*pair(task, index, seconds)).replace("probes/scale", "probes/gone") for index, seconds in ((1, 2e-6), (3, 1e-6))]
    path = os.path.join(tempfile.mkdtemp(), "a.log")
    with open(path, "w") as file:
        file.write("\n".join(rows) + "\n")
    autotvm.record.pick_best(path, path + ".best")
    (inp, _), = autotvm.record.load_from_file(path + ".best")
    assert inp.config.index == 3 and isinstance(inp.task.func, tasks.MissingTask)


@proves(TASK + "args_to_workload", "`args` 按 `serialize_args` 的规则序列化", "给出 `task_name` 时，它是元组的第一项；默认 `None`，元组里只有实参")
def _(tvm):
    args = [te.placeholder((2,)), [1, "a"]]
    packed = (("TENSOR", (2,), "float32"), (1, "a"))
    assert tasks.serialize_args(args) == packed
    assert tasks.args_to_workload(args, "t") == ("t",) + packed and tasks.args_to_workload(args) == packed


@proves(TASK + "serialize_args", '`("TENSOR", 形状, 类型)`', "元组，各项照这张表处理", "Python 的值", "原样保留")
def _(tvm):
    x = te.placeholder((2, 3), "int8")
    assert tasks.serialize_args([x]) == (("TENSOR", (2, 3), "int8"),)
    nested = tvm.runtime.convert([1, 2])
    assert tasks.serialize_args([(x, [1, tir.const(2)]), nested]) == ((("TENSOR", (2, 3), "int8"), (1, 2)), (1, 2))
    assert tasks.serialize_args([tir.const(3), tir.const(2.5), tir.StringImm("q")]) == (3, 2.5, "q")
    kept = [None, "s", 3, 2.5, True, te.var("n"), tir.Any()]
    assert all(one is other for one, other in zip(tasks.serialize_args(kept), kept))


@proves(TASK + "serialize_args", "字典、bytes、`Target`、NumPy 的整数、`x + 1` 这样的表达式等")
def _(tvm):
    for value in ({}, b"x", tvm.target.Target("llvm"), np.int64(3), te.var("x") + 1, np.float32(1), 1j):
        with raises(RuntimeError, "Do not support type"):
            tasks.serialize_args([value])


@proves(TASK + "serialize_args", "形状里的 `Var`、`Any` 和化简后不是常数的表达式保留下来，这样的记录不能写成 JSON（`TypeError`）", "轴长因此不是常数时，模板要自己调用 `add_flop`", "形状里没有化简的常数表达式被漏掉，`2 + 3` 那一维不见了")
def _(tvm):
    n = te.var("n")
    (_, shape, _), = tasks.serialize_args([te.placeholder((n, tir.Any(), n + 1))])
    assert shape[0].same_as(n) and isinstance(shape[1], tir.Any) and isinstance(shape[2], tir.Add)
    five = tir.Add(tir.const(2), tir.const(3))
    assert tasks.serialize_args([te.placeholder((five, 4))]) == (("TENSOR", (4,), "float32"),)

    @autotvm.template("probes/dynamic")
    def _dynamic(X, known):
        if known:
            autotvm.get_config().add_flop(1)
        Y = te.compute(X.shape, lambda i: X[i] + 1.0)
        return te.create_schedule(Y.op), [X, Y]

    with raises(RuntimeError, "The length of axis is not constant"):
        autotvm.task.create("probes/dynamic", args=(te.placeholder((n,)), False), target="llvm")
    task = autotvm.task.create("probes/dynamic", args=(te.placeholder((n,)), True), target="llvm")
    with raises(TypeError, "is not JSON serializable"):
        autotvm.record.encode(*pair(task, 0, 1.0))


@proves(TASK + "deserialize_args", "返回列表。", "嵌套在元组里的张量不还原，列表也不再是列表", "占位符的名称都是 `placeholder`", "实参里有空元组时抛出 `IndexError`", '把最外层的 `("TENSOR", …)` 还原成占位符')
def _(tvm):
    x = te.placeholder((2, 3), "int8", name="X")
    back = tasks.deserialize_args(tasks.serialize_args([x, [x, 1]]))
    assert isinstance(back, list) and isinstance(back[0], te.Tensor) and back[0].dtype == "int8"
    assert back[0].op.name == "placeholder" and list(back[0].shape) == [2, 3]
    assert back[1] == (("TENSOR", (2, 3), "int8"), 1)
    with raises(IndexError):
        tasks.deserialize_args(((),))


def flop(function, shape=(10,)):
    return tasks.compute_flop(te.create_schedule(te.compute(shape, function).op))


V = te.placeholder((10,), name="V")
K = te.reduce_axis((0, 5), "k")


@proves(TASK + "compute_flop", "加、减、乘、除、取余、极值、比较和逻辑各算一次，不分整数和浮点", "返回整数")
def _(tvm):
    W = te.placeholder((10,), "int32", name="W")
    assert type(flop(lambda i: V[i] + 1.0)) is int
    for one in (lambda i: V[i] + 1.0, lambda i: V[i] - 2.0, lambda i: V[i] * 2.0, lambda i: V[i] / 3.0, lambda i: tir.truncmod(W[i], 3), lambda i: tir.floormod(W[i], 3), lambda i: tir.floordiv(W[i], 3), lambda i: tir.truncdiv(W[i], 3), lambda i: tir.max(V[i], 1.0), lambda i: tir.min(V[i], 1.0), lambda i: V[i] > 0.0, lambda i: W[i] + 1, lambda i: tir.Not(te.placeholder((10,), "bool")[i])):
        assert flop(one) == 10
    for compare in (tir.EQ, tir.NE, tir.LT, tir.LE, tir.GT, tir.GE):
        assert flop(functools.partial(lambda one, i: one(W[i], W[9 - i]), compare)) == 10
    for both in (tir.And, tir.Or):
        assert flop(functools.partial(lambda one, i: one(V[i] > 0.0, V[i] < 1.0), both)) == 30


@proves(TASK + "compute_flop", "归约的每一项算结合函数加源表达式", "函数调用（`exp`、`if_then_else` 等）自身是 0 次，只数实参里的", "`Select` 取两支中多的一支，再加条件", "读取、常量、类型转换自身是 0 次，下标里的运算不数")
def _(tvm):
    assert flop(lambda i: te.sum(V[K] * V[K], axis=K), (1,)) == 5 * 2
    assert flop(lambda i: te.sum(V[K], axis=K), (3,)) == 3 * 5
    assert flop(lambda i: te.exp(V[i] + 1.0)) == 10
    assert flop(lambda i: tir.if_then_else(V[i] > 0.0, V[i] + 1.0, V[i] * 2.0 + 3.0)) == 10 * 4
    assert flop(lambda i: tir.Select(V[i] > 0.0, V[i] + 1.0, V[i] * 2.0 + 3.0)) == 10 * 3
    assert flop(lambda i: (V[(i + 3) % 10] + 1.0).astype("int32")) == 10


@proves(TASK + "compute_flop", "没有去重：从输出往回走，每条读到一个阶段的路径都把它数一次", "同一个阶段里读它几次只算一条", "最后一行是 40 而不是 30：`once` 被两个阶段读，数了两次")
def _(tvm):
    once = te.compute((10,), lambda i: V[i] * 2.0)
    twice = te.compute((10,), lambda i: once[i] + 1.0)
    assert flop(lambda i: once[i] + twice[i]) == 40
    assert flop(lambda i: once[i] + once[9 - i]) == 20


@proves(TASK + "compute_flop", "以下情形抛出 `RuntimeError`，要在模板里调用 `cfg.add_flop`", "总数是 0", "轴长不是常数", "一个 `compute` 有几个输出，包括有几个值的归约", "不支持的表达式，如 `Let` 和 `call_extern` 一族（函数名是字符串）", "有 `extern`、`scan` 等操作")
def _(tvm):
    n = te.var("n")
    X, M = te.placeholder((n,), name="X"), te.placeholder((10, 5), name="M")
    argmax = te.comm_reducer(
        lambda a, b: (tir.Select(a[1] >= b[1], a[0], b[0]), tir.Select(a[1] >= b[1], a[1], b[1])),
        lambda a, b: (tir.const(-1, a), te.min_value(b)),
    )
    x = tir.Var("x", "float32")
    copied = te.extern((10,), [V], lambda ins, outs: tir.call_packed("f", ins[0], outs[0]), dtype="float32")
    state = te.placeholder((4, 10), name="state")
    init = te.compute((1, 10), lambda _, i: 0.0)
    scanned = te.scan(init, te.compute((4, 10), lambda t, i: state[t - 1, i] + 1.0), state)
    cases = (
        (te.compute((10,), lambda i: V[i]), "Cannot find float number operation"),
        (te.compute((n,), lambda i: X[i] + 1.0), "The length of axis is not constant"),
        (te.compute((10,), lambda i: (V[i] + 1.0, V[i] * 2.0))[0], "multiple output"),
        (te.compute((10,), lambda i: argmax((K.var, M[i, K]), axis=K))[0], "multiple output"),
        (te.compute((10,), lambda i: tir.Let(x, V[i], x + 1.0)), "unsupported operator"),
        (te.compute((10,), lambda i: tir.call_pure_extern("float32", "sinf", V[i] + 1.0)), "unsupported operator"),
        (te.compute((10,), lambda i: tir.call_extern("float32", "sinf", V[i] + 1.0)), "unsupported operator"),
        (copied, "is not supported by autotvm"),
        (scanned, "is not supported by autotvm"),
    )
    for tensor, message in cases:
        with raises(RuntimeError, message):
            tasks.compute_flop(te.create_schedule(tensor.op))


@proves(TASK + "FlopCalculationError", "它被捕获后换成 `RuntimeError`", "换成的是父类，所以 `except FlopCalculationError` 接不住，要捕获 `RuntimeError`")
def _(tvm):
    X = te.placeholder((te.var("n"),), name="X")
    try:
        flop(lambda i: X[i] + 1.0, X.shape)
    except RuntimeError as error:
        assert type(error) is RuntimeError and not isinstance(error, tasks.FlopCalculationError)
    assert issubclass(tasks.FlopCalculationError, RuntimeError)


# Spaces.


def demo(filtered=True):
    cfg = autotvm.ConfigSpace()
    cfg.define_split("x", cfg.axis(8), num_outputs=2)
    cfg.define_knob("unroll", [0, 16, 64])
    if filtered:
        cfg.multi_filter(lambda entities: entities["x"].size[-1] * entities["unroll"].val <= 64)
    return cfg


@proves(SPACE + "ConfigSpace", "空间是各旋钮的候选的直积：第 `i` 个旋钮取第几个候选，由序号按「第一个旋钮变化最快」的混合进制展开得到")
def _(tvm):
    cfg = demo(False)
    assert len(cfg) == 12
    got = [(c["x"].size[-1], c["unroll"].val) for c in map(cfg.get, range(12))]
    assert got == [(inner, unroll) for unroll in (0, 16, 64) for inner in (1, 2, 4, 8)]


@proves(SPACE + "ConfigSpace", "`len(空间)` 是合法的配置个数", "直积的大小，不扣除被 `multi_filter` 去掉的", "各旋钮的候选数组成的列表", "序号是否满足 `multi_filter`；序号越界抛出 `AssertionError`", "取出 `ConfigEntity`；越界或被过滤的序号抛出 `IndexError`", versions=NEW)
def _(tvm):
    cfg = demo()
    assert len(cfg) == 8 and cfg.range_length == 12 and cfg.dims == [4, 3]
    assert cfg.is_index_valid(6) and not cfg.is_index_valid(7)
    assert isinstance(cfg.get(6), space.ConfigEntity) and cfg.get(6).index == 6
    for index in (-1, 12):
        with raises(AssertionError):
            cfg.is_index_valid(index)
        with raises(IndexError, "out of range"):
            cfg.get(index)
    with raises(IndexError, "multi-filter"):
        cfg.get(7)


@proves(SPACE + "ConfigSpace", "`len(空间)` 是配置个数", "取出 `ConfigEntity`；越界的序号抛出 `IndexError`", "`len` 第一次读取后就缓存，此后再声明旋钮，结果不更新，0.10.0 也没有清除它的方法；`print` 空间也会读它", "几个旋钮的组合没有办法事先限制", versions=("0.10.0",))
def _(tvm):
    cfg = demo(False)
    assert isinstance(cfg.get(6), space.ConfigEntity)
    assert str(cfg).startswith("ConfigSpace (len=12")
    for index in (-1, 12):
        with raises(IndexError, "out of range"):
            cfg.get(index)
    cfg.define_knob("late", [1, 2])
    assert len(cfg) == 12
    assert not hasattr(cfg, "clear_cache") and not hasattr(cfg, "multi_filter")


@proves(SPACE + "ConfigSpace", "`space_map` 是旋钮名称到候选的字典，`空间[名称]` 是各旋钮的第一个候选", "同名的旋钮再声明一次，后一次代替前一次")
def _(tvm):
    cfg = autotvm.ConfigSpace()
    cfg.define_knob("k", [5, 6])
    assert list(cfg.space_map) == ["k"] and [e.val for e in cfg.space_map["k"].entities] == [5, 6]
    assert cfg["k"].val == 5
    cfg.define_knob("k", [9])
    assert cfg["k"].val == 9 and len(cfg) == 1


@proves(SPACE + "ConfigSpace", "`len`、`range_length`、`dims` 第一次读取后就缓存，此后再声明不带 `filter` 的旋钮，结果不更新，要先调用 `clear_cache()`", "丢掉缓存的大小和合法性，过滤函数还在", versions=NEW)
def _(tvm):
    cfg = demo(False)
    assert (len(cfg), cfg.range_length, cfg.dims) == (12, 12, [4, 3])
    cfg.define_knob("late", [1, 2])
    assert (len(cfg), cfg.range_length, cfg.dims) == (12, 12, [4, 3])
    cfg.define_split("filtered", cfg.axis(4), num_outputs=2, filter=lambda e: e.size[-1] < 4)
    assert (len(cfg), cfg.dims) == (48, [4, 3, 2, 2])
    cfg.define_knob("later", [1, 2])
    cfg.clear_cache()
    assert len(cfg) == 96
    cfg.multi_filter(lambda entities: entities["late"].val == 1)
    assert len(cfg) == 48
    cfg.clear_cache()
    assert len(cfg) == 48


@proves(SPACE + "ConfigSpace", "静态方法；由整数或循环轴造一个 `VirtualAxis`", "与 `axis` 是同一个函数，只为写模板时区分归约轴", "声明怎样切分一条轴，返回切出的各条轴，可以再交给 `define_reorder`", "声明几条轴的排列，返回同样多的轴", "声明展开、向量化或绑定线程")
def _(tvm):
    cfg = autotvm.ConfigSpace()
    assert autotvm.ConfigSpace.axis is autotvm.ConfigSpace.reduce_axis
    B = te.compute((4, 8), lambda i, j: i + j)
    assert cfg.axis(3).length == 3 and cfg.axis(B.op.axis[1]).length == 8 and isinstance(cfg.axis(3), space.VirtualAxis)
    pieces = [*cfg.define_split("i", B.op.axis[0], num_outputs=2), *cfg.define_split("j", B.op.axis[1], num_outputs=3)]
    assert len(pieces) == 5
    assert len(cfg.define_reorder("o", pieces, "all")) == 5 and len(cfg.space_map["o"]) == 120
    assert len(cfg.define_annotate("a", pieces[:2], "try_unroll")) == 2 and len(cfg.space_map["a"]) == 4


@proves(SPACE + "ConfigSpace", "声明任意取值的旋钮，返回空列表；用 `cfg[name].val` 读出。空的候选列表抛出 `IndexError`", "累加这个任务的运算次数，接受 Python 的数和常量表达式；代替 `compute_flop` 的估计")
def _(tvm):
    cfg = autotvm.ConfigSpace()
    assert cfg.define_knob("k", ["a", None]) == [] and cfg["k"].val == "a"
    with raises(IndexError):
        cfg.define_knob("none", [])
    cfg = autotvm.ConfigSpace()
    for value in (1, 2.5, tir.const(3), tir.const(4.0)):
        cfg.add_flop(value)
    assert cfg.flop == 10.5

    @autotvm.template("probes/counted")
    def _counted(n):
        autotvm.get_config().add_flop(5)
        return scaled(n)

    assert autotvm.task.create("probes/counted", args=(64,), target="llvm").flop == 5


@proves(SPACE + "ConfigSpace", "把这个配置记为不合法；不抛出异常，模板继续执行", "没有调用过 `raise_error` 时为 True；要在实例化之后读，信息在 `errors` 里")
def _(tvm):
    task = made()
    config = task.config_space.get(6)
    assert config.valid()
    s, args = task.instantiate(config)
    assert len(args) == 2 and not config.valid() and config.errors == ["too long"]


@proves(SPACE + "ConfigSpace", "限制几个旋钮的组合；`filter` 收到的是名称到取值的字典，不是文档字符串写的整数。第一次用到时对每个序号各调用一次", versions=NEW)
def _(tvm):
    cfg, seen = demo(False), []

    def watch(entities):
        seen.append(dict(entities))
        return True

    cfg.multi_filter(watch)
    assert seen == []
    assert len(cfg) == 12 and cfg.is_index_valid(3) and len(seen) == 12
    assert set(seen[0]) == {"x", "unroll"} and isinstance(seen[0]["x"], space.SplitEntity)
    assert "int" in autotvm.ConfigSpace.multi_filter.__doc__


@proves(SPACE + "ConfigSpace", "左闭右开的一段序号里合法的个数", "往后数第 `n` 个合法的序号，`n` 为负时往前；超出范围返回 `None`，`n` 为 0 抛出 `AssertionError`", "序号变成各旋钮的下标", "各旋钮的下标变回序号", versions=NEW)
def _(tvm):
    cfg = demo()
    valid = [index for index in range(12) if cfg.is_index_valid(index)]
    assert cfg.subrange_length(5, 9) == len([index for index in valid if 5 <= index < 9])
    assert cfg.get_next_index(valid[2], 3) == valid[5] and cfg.get_next_index(valid[5], -3) == valid[2]
    assert cfg.get_next_index(valid[6]) == valid[7] and cfg.get_next_index(valid[7]) is None
    assert cfg.get_next_index(valid[0], -1) is None and cfg.get_next_index(0, 2, end=2) is None
    with raises(AssertionError):
        cfg.get_next_index(0, 0)
    assert [cfg.point2knob(point) for point in (0, 5, 11)] == [[0, 0], [1, 1], [3, 2]]
    assert [cfg.knob2point(cfg.point2knob(point)) for point in range(12)] == list(range(12))


@proves(SPACE + "ConfigSpace", "随机取一个合法而不在 `to_exclude` 里的序号；全部排除时不会返回", "不重复地随机取 `m` 个合法序号，返回 NumPy 数组；`m` 大于空间抛出 `AssertionError`", "随机改动若干旋钮，得到另一个合法的序号；只有一个配置时不会返回，没有旋钮时抛出 `ValueError`", versions=NEW)
def _(tvm):
    cfg = demo()
    valid = [index for index in range(12) if cfg.is_index_valid(index)]
    assert {cfg.get_rand_index(to_exclude=valid[2:]) for _ in range(60)} == set(valid[:2])
    assert {cfg.get_rand_index(2, 5) for _ in range(60)} == {index for index in valid if 2 <= index < 5}
    endless(lambda: cfg.get_rand_index(to_exclude=valid))
    drawn = cfg.sample_ints(8)
    assert isinstance(drawn, np.ndarray) and sorted(drawn) == valid
    with raises(AssertionError):
        cfg.sample_ints(9)
    for point in valid:
        for _ in range(10):
            walked = cfg.random_walk(point)
            assert walked != point and walked in valid
    single = autotvm.ConfigSpace()
    with raises(ValueError):
        single.random_walk(0)
    single = autotvm.ConfigSpace()
    single.define_knob("k", [1])
    endless(lambda: single.random_walk(0))


@proves(SPACE + "ConfigEntity", "在空间里的序号", "调度代码的散列，写进记录", "旋钮名称到取值", "没有用到，传空列表", '`cfg["名称"]` 读出旋钮')
def _(tvm):
    entities = {"k": space.OtherOptionEntity(3)}
    one = space.ConfigEntity(4, "hash", entities, [])
    other = space.ConfigEntity(4, "hash", entities, ["anything"])
    assert one.index == 4 and one["k"].val == 3 and one.to_json_dict()["code_hash"] == "hash"
    assert one.to_json_dict() == other.to_json_dict() and str(one) == str(other)


@proves(SPACE + "ConfigEntity", "在它上面调用 `define_split` 等只返回轴，不会改变取值，所以模板可以原样再执行一遍", "它没有候选的集合，`len(cfg)` 总是 1")
def _(tvm):
    config = demo(False).get(5)
    before = config.to_json_dict()
    assert len(config.define_split("x", config.axis(8), num_outputs=2)) == 2
    assert config.define_knob("unroll", [1, 2]) == [] and len(config.define_reorder("o", [1, 2, 3], "all")) == 3
    assert config.to_json_dict() == before and len(config) == 1 and not config.space_map


@proves(SPACE + "ConfigEntity", "取值排成一维 float32 数组，供 `knob` 特征使用；旋钮的取值不能转成数（如 `\"NCHW\"`）时抛出 `ValueError`，`locate_cache` 的标注抛出 `KeyError`")
def _(tvm):
    cfg = autotvm.ConfigSpace()
    axes = [cfg.axis(4), cfg.axis(8)]
    cfg.define_split("x", axes[0], num_outputs=2)
    cfg.define_reorder("o", axes, "all")
    cfg.define_annotate("a", axes, "try_unroll")
    cfg.define_knob("k", [16])
    feature = cfg.get(0).get_flatten_feature()
    assert feature.dtype == np.float32 and feature.ndim == 1
    assert len(feature) == 2 + 2 + 2 * 11 + 1 and feature[-1] == 16 and list(feature[:2]) == [-1, 1]
    cfg = autotvm.ConfigSpace()
    cfg.define_knob("layout", ["NCHW"])
    with raises(ValueError):
        cfg.get(0).get_flatten_feature()
    cfg = autotvm.ConfigSpace()
    cfg.define_annotate("cache", axes, "locate_cache", num_anchor=1)
    with raises(KeyError):
        cfg.get(0).get_flatten_feature()


@proves(SPACE + "ConfigEntity", "的键是 `OtherOptionEntity` 对象，不是旋钮的名称")
def _(tvm):
    config = demo(False).get(5)
    (key, value), = config.get_other_option().items()
    assert isinstance(key, space.OtherOptionEntity) and value == 16


@proves(SPACE + "ConfigEntity", "变成记录里 `config` 一项的字典", "静态方法，由那个字典重建；未知的旋钮种类抛出 `RuntimeError`")
def _(tvm):
    task = made()
    config = task.config_space.get(3)
    data = json.loads(autotvm.record.encode(*pair(task, 3, 1.0)))["config"]
    assert json.loads(json.dumps(config.to_json_dict())) == data and data["entity"][0] == ["tile", "sp", [-1, 8]]
    back = space.ConfigEntity.from_json_dict(data)
    assert back["tile"].size == [-1, 8] and back.index == 3 and back["unroll"].val == 0
    with raises(RuntimeError, "Invalid config knob type"):
        space.ConfigEntity.from_json_dict({"index": 0, "code_hash": None, "entity": [["k", "zz", 1]]})


@proves(SPACE + "FallbackConfigEntity", "模板通常在看到 `cfg.is_fallback` 之后给它填默认值", "它照常收集旋钮，没有填写的取第一个候选", '已经写过（`cfg["名称"] = 取值`）或者声明过的旋钮，以后的 `define_` 不再改动它')
def _(tvm):
    cfg = space.FallbackConfigEntity()
    assert cfg.is_fallback and not autotvm.ConfigSpace().is_fallback
    cfg["k"] = space.OtherOptionEntity(99)
    cfg.define_knob("k", [1, 2])
    cfg.define_knob("other", [5, 6])
    assert cfg["k"].val == 99 and cfg["other"].val == 5 and list(cfg.space_map) == ["other"]
    cfg.define_knob("other", [7])
    assert cfg["other"].val == 5


@proves(SPACE + "FallbackConfigEntity", "从最内一段起，每段取不超过 `constraints` 的最大因数，`-1` 表示不限；段数不等、旋钮不是切分抛出 `AssertionError`，没有声明过的旋钮抛出 `KeyError`，没有可用的因数抛出 `RuntimeError`")
def _(tvm):
    for length, want in ((128, [4, 8, 4]), (49, [7, 7, 1]), (12, [1, 3, 4])):
        cfg = space.FallbackConfigEntity()
        cfg.define_split("x", cfg.axis(length), num_outputs=3)
        cfg.fallback_split("x", [-1, 8, 4])
        assert cfg["x"].size == want
    cfg.define_knob("k", [1])
    with raises(AssertionError):
        cfg.fallback_split("x", [-1, 4])
    with raises(AssertionError):
        cfg.fallback_split("k", [1])
    with raises(KeyError):
        cfg.fallback_split("nothing", [1])
    with raises(RuntimeError, "Cannot find feasible fallback split entity"):
        cfg.fallback_split("x", [-1, 0, 4])


@proves(SPACE + "FallbackConfigEntity", "在记录里找切分的因数最相近的一条，照它的切法填写；空列表时什么也不改", "默认的写法）时抛出 `ValueError: math domain error`")
def _(tvm):
    def record(size):
        return autotvm.MeasureInput(None, None, space.ConfigEntity(0, None, {"x": space.SplitEntity(size)}, [])), None

    cfg = space.FallbackConfigEntity()
    cfg.define_split("x", cfg.axis(64), num_outputs=2)
    before = list(cfg["x"].size)
    cfg.fallback_with_reference_log([])
    assert cfg["x"].size == before
    cfg.fallback_with_reference_log([record([7, 3]), record([4, 8]), record([1, 2])])
    assert cfg["x"].size == [8, 8]
    with raises(ValueError, "math domain error"):
        cfg.fallback_with_reference_log([record([-1, 4])])


@proves(SPACE + "InstantiationError", "`ValueError` 的子类", "构建候选时发现 `cfg.errors` 不空", "`raise_error` 自己也不抛出它")
def _(tvm):
    assert issubclass(space.InstantiationError, ValueError)
    task = made()
    bad = task.config_space.get(6)
    with task.target:
        task.instantiate(bad)
    build = tvm.autotvm.measure.measure_methods._build_func_common
    with raises("InstantiationError", "too long"):
        build(autotvm.MeasureInput(task.target, task, task.config_space.get(6)))
    build(autotvm.MeasureInput(task.target, task, task.config_space.get(1)))


def checked(tvm, check):
    """Lowers 2,048 threads that read 8 KB of global.vtcm."""
    A = te.placeholder((2048,), name="A")
    B = te.compute((2048,), lambda i: A[i] + 1.0, name="B")
    s = te.create_schedule(B.op)
    s[B].bind(B.op.axis[0], te.thread_axis("threadIdx.x"))
    tvm.lower(s, [A, B])
    plain = te.create_schedule(B.op)
    plain.cache_read(A, "global.vtcm", [B])
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(2, check)]}):
        tvm.lower(s, [A, B])
        tvm.lower(plain, [A, B])


@proves(SPACE + "InstantiationError", "GPU、Hexagon 的资源检查没有通过", versions=("0.12.0",))
@proves(SPACE + "InstantiationError", "或者 GPU 的资源检查没有通过", versions=("0.10.0", "0.13.0"))
def _(tvm):
    verify = tvm.autotvm.measure.measure_methods.gpu_verify_pass
    with raises("TVMError", "InstantiationError"):
        checked(tvm, verify(max_threads_per_block=1024))
    checked(tvm, verify(max_threads_per_block=2048))


@proves(SPACE + "InstantiationError", "GPU、Hexagon 的资源检查没有通过", versions=("0.12.0",))
@proves(SPACE + "InstantiationError", "Hexagon 的紧耦合内存也有检查，但 0.13.0 里它查不出超出的配置", versions=("0.13.0",))
def _(tvm, release):
    verify = tvm.autotvm.measure.measure_methods.vtcm_verify_pass
    if release == "0.13.0":
        checked(tvm, verify(vtcm_capacity=16))
    else:
        with raises("TVMError", "InstantiationError"):
            checked(tvm, verify(vtcm_capacity=16))
    checked(tvm, verify(vtcm_capacity=8192))


@proves(SPACE + "InstantiationError", "构建器把它记成 `error_no` 为 1 的测量结果，不会从 `tune` 抛出")
def _(tvm):
    class Now:
        def submit(self, function, *args, **kwargs):
            done = __import__("concurrent.futures").futures.Future()
            done.set_result(function(*args, **kwargs))
            return done

    class Runner(tvm.autotvm.measure.measure.Runner):
        def get_build_kwargs(self):
            return {}

        def run(self, inputs, results):
            return results

    builder = autotvm.LocalBuilder(n_parallel=1)
    builder.executor = Now()
    seen = []
    tuner = autotvm.tuner.GridSearchTuner(made(), range_idx=(5, 6))
    tuner.next_batch(1)
    tuner.tune(1, autotvm.measure_option(builder, Runner()), callbacks=[lambda _, i, r: seen.extend(r)])
    assert [result.error_no for result in seen] == [1] and isinstance(seen[0].costs[1], space.InstantiationError)


@proves(SPACE + "TransformSpace", "`len` 是候选个数，下标取出一个候选，`entities` 是全部候选", "静态方法；基类没有输出的轴，返回 0")
def _(tvm):
    assert len(space.TransformSpace()) == 0 and space.TransformSpace.get_num_output() == 0
    knob = space.OtherOptionSpace([], None, candidate=[4, 5])
    assert isinstance(knob, space.TransformSpace) and len(knob) == 2 and knob[1] is knob.entities[1] and knob[1].val == 5


@proves(SPACE + "TransformSpace", "模板里不直接构造它和下面的 `…Space`，用 `ConfigSpace` 的 `define_` 一族；各策略的关键字实参列在各个 `…Space` 里")
def _(tvm):
    cfg = autotvm.ConfigSpace()
    axes = [cfg.axis(4), cfg.axis(4)]
    cfg.define_split("s", axes[0], "candidate", num_outputs=2, candidate=[[2, 2]])
    cfg.define_reorder("r", axes, "interval_all", interval=(0, 2))
    cfg.define_annotate("a", axes, "locate_cache", num_anchor=1)
    cfg.define_knob("k", [1])
    kinds = (space.SplitSpace, space.ReorderSpace, space.AnnotateSpace, space.OtherOptionSpace)
    assert tuple(type(one) for one in cfg.space_map.values()) == kinds


@proves(SPACE + "VirtualAxis", "长度的来源；没有范围的线程轴长度为 -1。`IntImm` 等其他类型抛出 `RuntimeError`，长度不是常数的轴抛出 `ValueError`", "默认 `axis_` 加编号；`var` 是 `IterVar` 时改用它的名称", "类属性，下一个自动编号", "一条轴还是一条轴，返回 1")
def _(tvm):
    Axis = space.VirtualAxis
    n = te.var("n")
    B, D = te.compute((4,), lambda i: i), te.compute((n,), lambda i: i)
    assert Axis(4).length == 4 and Axis(B.op.axis[0]).length == 4 and Axis(Axis(7)).length == 7
    assert Axis(te.thread_axis("threadIdx.x")).length == -1
    for value in (tir.const(4), 4.0, "i"):
        with raises(RuntimeError, "Invalid type of axis"):
            Axis(value)
    with raises(ValueError):
        Axis(D.op.axis[0])
    count = Axis.name_ct
    assert Axis(4).name == f"axis_{count}" and Axis.name_ct == count + 1
    assert Axis(B.op.axis[0], "mine").name == "i" and Axis(4, "mine").name == "mine"
    assert Axis.get_num_output(4) == 1


def inner(length, policy="factors", **options):
    cfg = autotvm.ConfigSpace()
    cfg.define_split("x", cfg.axis(length), policy=policy, **options)
    return [entity.size for entity in cfg.space_map["x"].entities]


@proves(SPACE + "SplitSpace", "只用第一条轴", "`factors`：长度的因数；`power2`：不超过长度的 2 的幂；`verbose`：两者的并集；`candidate`：自己列出", "除 `candidate` 外，最外一段写作 `-1`，由其余各段推出，所以过滤时不要用 `size[0]`", "别的策略名抛出 `RuntimeError`")
def _(tvm):
    def last(*args, **options):
        return sorted(size[-1] for size in inner(12, *args, num_outputs=2, **options))

    assert last() == [1, 2, 3, 4, 6, 12] and last("power2") == [1, 2, 4, 8] and last("verbose") == [1, 2, 3, 4, 6, 8, 12]
    assert inner(12, "candidate", num_outputs=2, candidate=[[3, 4], [6, 2]]) == [[3, 4], [6, 2]]
    assert all(size[0] == -1 for policy in ("factors", "power2", "verbose") for size in inner(12, policy, num_outputs=3))
    with raises(RuntimeError, "Invalid policy"):
        inner(12, "halves", num_outputs=2)
    axes = [space.VirtualAxis(4), space.VirtualAxis(100)]
    assert len(space.SplitSpace(axes, "factors", num_outputs=2)) == 3


@proves(SPACE + "SplitSpace", "切成几段，没有给出时抛出 `AssertionError`；除 `candidate` 外要不小于 2，1 抛出 `TypeError`", "每个因数的上限，默认 2³¹；最外一段不受它约束", "是否只要除得尽的；默认在 `factors` 时为 True，其余为 False")
def _(tvm):
    with raises(AssertionError):
        inner(12)
    with raises(TypeError):
        inner(12, num_outputs=1)
    assert inner(12, "candidate", num_outputs=1, candidate=[[12]]) == [[12]]
    assert len(inner(12, num_outputs=3)) == 18
    assert inner(12, num_outputs=2, max_factor=2) == [[-1, 1], [-1, 2]]
    assert inner(2**32, num_outputs=2)[-1] == [-1, 2**31]
    assert [-1, 8] not in inner(12, "power2", num_outputs=2, no_tail=True) and [-1, 8] in inner(12, "power2", num_outputs=2)
    assert [-1, 8] in inner(12, "verbose", num_outputs=2) and [-1, 2, 4] not in inner(12, num_outputs=3)
    assert [-1, 2, 4] in inner(12, num_outputs=3, no_tail=False)


@proves(SPACE + "SplitSpace", "收到 `SplitEntity`，返回假的去掉；一个不剩时，声明旋钮抛出 `IndexError`", "各段的长度；段数不是 `num_outputs` 抛出 `AssertionError`，乘积是否等于轴长不检查", "返回 `num_outputs`；没有给出时抛出 `KeyError`")
def _(tvm):
    kinds = set()

    def small(entity):
        kinds.add(type(entity))
        return entity.size[-1] <= 3

    assert inner(12, num_outputs=2, filter=small) == [[-1, 1], [-1, 2], [-1, 3]] and kinds == {space.SplitEntity}
    with raises(IndexError):
        inner(12, num_outputs=2, filter=lambda entity: False)
    assert inner(12, "candidate", num_outputs=2, candidate=[[5, 5]]) == [[5, 5]]
    with raises(AssertionError):
        inner(12, "candidate", num_outputs=2, candidate=[[3, 2, 2]])
    assert space.SplitSpace.get_num_output([1], "factors", num_outputs=4) == 4
    with raises(KeyError):
        space.SplitSpace.get_num_output([1], "factors")


@proves(SPACE + "SplitEntity", "`size` 是从外到内各段的长度", "从外到内连续 `split`，返回各段的轴；不读 `size[0]`，轴长除不尽时照样切，由边界判断补足")
def _(tvm):
    A = te.placeholder((10,), name="A")
    for first in (-1, 2, 999):
        B = te.compute((10,), lambda i: A[i] + 1.0, name="B")
        s = te.create_schedule(B.op)
        parts = space.SplitEntity([first, 2, 3]).apply(s, B, B.op.axis[0])
        assert [axis.var.name for axis in parts] == ["i.outer", "i.inner.outer", "i.inner.inner"]
        assert [axis.same_as(leaf) for axis, leaf in zip(parts, s[B].leaf_iter_vars)] == [True] * 3
        text = str(tvm.lower(s, [A, B], simple_mode=True))
        assert "if " in text
        out = tvm.nd.empty((10,))
        tvm.build(s, [A, B], "llvm")(tvm.nd.array(np.arange(10, dtype="float32")), out)
        assert list(out.numpy()) == list(range(1, 11))


def orders(axes, policy, **options):
    cfg = autotvm.ConfigSpace()
    cfg.define_reorder("o", axes, policy, **options)
    return [list(entity.perm) for entity in cfg.space_map["o"].entities]


AXES = [space.VirtualAxis(4, name) for name in "abcdef"]


@proves(SPACE + "ReorderSpace", "原来的次序一种", "全排列", "只排列其中一段，其余不动", "列出的几种", "只用于 `interval_all`：左闭右开的 `(起点, 终点)`", "下表的一种，别的名称抛出 `RuntimeError`", "要排列的轴：`define_split`、`cfg.axis` 的返回值，或者循环轴")
def _(tvm):
    three = AXES[:3]
    assert orders(three, "identity") == [[0, 1, 2]]
    assert sorted(orders(three, "all")) == [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    assert orders(AXES[:4], "interval_all", interval=(1, 3)) == [[0, 1, 2, 3], [0, 2, 1, 3]]
    assert orders(three, "candidate", candidate=[three[::-1], three]) == [[2, 1, 0], [0, 1, 2]]
    with raises(RuntimeError, "Invalid policy"):
        orders(three, "random")
    B = te.compute((4, 8), lambda i, j: i + j)
    assert len(orders(list(B.op.axis), "all")) == 2
    cfg = autotvm.ConfigSpace()
    assert len(orders(cfg.define_split("x", cfg.axis(8), num_outputs=3), "all")) == 6


@proves(SPACE + "ReorderSpace", "一种：外层的空间轴在前，最内的空间轴与归约轴交错", "一种：外层空间轴、归约轴、最内的空间轴依次排列", "交错时总是从剩下最多的一条链里取，相等时取前面的", "只用于两种交错：每条原轴切出的各段组成的链")
def _(tvm):
    a, b, c, d, e, f = AXES
    assert orders(AXES, "interleave", spatial=[[a, b], [c, d]], reduce=[[e, f]]) == [[0, 2, 4, 1, 3, 5]]
    assert orders(AXES, "interleave_cuda", spatial=[[a, b], [c, d]], reduce=[[e, f]]) == [[0, 2, 4, 5, 1, 3]]
    assert orders(AXES, "interleave_cuda", spatial=[[a, b, c, d]], reduce=[[e], [f]]) == [[0, 1, 2, 4, 5, 3]]
    assert orders(AXES, "interleave", spatial=[[a], [b, c, d]], reduce=[[e, f]]) == [[1, 2, 4, 0, 3, 5]]


@proves(SPACE + "ReorderSpace", "只用于 `candidate`：要用传给 `axes` 的同一批对象", "`candidate` 里写循环轴本身，或者对它再调用一次 `cfg.axis` 的结果，抛出 `ValueError`", "`policy` 要的关键字实参没有给出时抛出 `KeyError`")
def _(tvm):
    B = te.compute((4, 8), lambda i, j: i + j)
    i, j = B.op.axis
    cfg = autotvm.ConfigSpace()
    with raises(ValueError):
        orders([i, j], "candidate", candidate=[[j, i]])
    mine = [cfg.axis(i), cfg.axis(j)]
    with raises(ValueError):
        orders(mine, "candidate", candidate=[[cfg.axis(j), mine[0]]])
    assert orders(mine, "candidate", candidate=[[mine[1], mine[0]]]) == [[1, 0]]
    for policy in ("interval_all", "candidate", "interleave", "interleave_cuda"):
        with raises(KeyError):
            orders(mine, policy)


@proves(SPACE + "ReorderSpace", "`identity` 的记录不能写成 JSON，抛出 `TypeError`", "重排不改变条数，返回 `len(axes)`")
def _(tvm):
    cfg = autotvm.ConfigSpace()
    cfg.define_reorder("o", AXES, "identity")
    with raises(TypeError, "is not JSON serializable"):
        json.dumps(cfg.get(0).to_json_dict())
    cfg.define_reorder("o", AXES[:2], "all")
    json.dumps(cfg.get(0).to_json_dict())
    assert space.ReorderSpace.get_num_output([1, 2, 3], "all") == 3


@proves(SPACE + "ReorderEntity", "新的第 `i` 条轴是原来的第 `perm[i]` 条", "调用 `reorder` 并返回新次序的轴；给出的轴比声明时少，就跳过超出的下标")
def _(tvm):
    B = te.compute((2, 3, 4), lambda i, j, k: i + j + k, name="B")
    s = te.create_schedule(B.op)
    got = space.ReorderEntity([2, 0, 1]).apply(s, B, list(B.op.axis))
    assert [axis.var.name for axis in got] == ["k", "i", "j"]
    assert [axis.var.name for axis in s[B].leaf_iter_vars] == ["k", "i", "j"]
    s = te.create_schedule(B.op)
    got = space.ReorderEntity([2, 1, 0]).apply(s, B, list(B.op.axis)[:2])
    assert [axis.var.name for axis in got] == ["j", "i"]


def annotations(count, policy, **options):
    cfg = autotvm.ConfigSpace()
    cfg.define_annotate("a", [cfg.axis(4) for _ in range(count)], policy, **options)
    return [list(entity.anns) for entity in cfg.space_map["a"].entities]


@proves(SPACE + "AnnotateSpace", "每条轴独立取其中一种，`try` 就是 `none`；同时有两条以上 `vec` 的去掉", "下表的一种；别的词（如 `vectorize`）抛出 `RuntimeError`", "单写 `vec` 只能给一条轴，几条轴没有候选，声明旋钮时抛出 `IndexError`")
def _(tvm):
    assert annotations(1, "try_unroll_vec") == [["none"], ["unroll"], ["vec"]] == annotations(1, "none_unroll_vec")
    both = annotations(2, "try_unroll_vec")
    assert len(both) == 8 and ["vec", "vec"] not in both and ["vec", "unroll"] in both
    assert annotations(2, "unroll") == [["unroll", "unroll"]] and annotations(1, "vec") == [["vec"]]
    assert len(space.AnnotateSpace(AXES[:2], "vec")) == 0
    with raises(IndexError):
        annotations(2, "vec")
    for policy in ("try_vectorize", "vectorize", "bind_cpu"):
        with raises(RuntimeError, "Invalid policy"):
            annotations(2, policy)


@proves(SPACE + "AnnotateSpace", "一种：6 条以上绑定三维的块和线程，4、5 条绑定两维，2、3 条绑定一维，多出的外层轴合并；更少时抛出 `RuntimeError`", "一种：在块与线程之间加虚拟线程，9 条以上三维，6 到 8 条两维，3 到 5 条一维；更少时抛出 `RuntimeError`", "要标注的轴，从外到内")
def _(tvm):
    for policy, per, least in (("bind_gpu", 2, 2), ("bind_gpu_virtual", 3, 3)):
        for count in range(least, 12):
            (anns,) = annotations(count, policy)
            dims = min(3, count // per)
            assert anns[: count - per * dims] == ["fuse"] * (count - per * dims)
            blocks = [f"blockIdx.{axis}" for axis in "zyx"[3 - dims :]]
            threads = [f"threadIdx.{axis}" for axis in "zyx"[3 - dims :]]
            virtual = ["vthread"] * dims if per == 3 else []
            assert anns[count - per * dims :] == blocks + virtual + threads
        for count in range(least):
            with raises(RuntimeError, "Unhandled case in bind_gpu"):
                annotations(count, policy)


@proves(SPACE + "AnnotateSpace", "从各轴里选 `num_anchor` 条作缓存的挂靠位置，每种选法一个", "只用于 `locate_cache`：选几条轴。没有给出时抛出 `KeyError`，比轴多时声明旋钮抛出 `IndexError`", "等于轴的条数，`bind_gpu` 合并掉的也算在内")
def _(tvm):
    assert annotations(3, "locate_cache", num_anchor=2) == [[0, 1], [0, 2], [1, 2]]
    with raises(KeyError):
        annotations(3, "locate_cache")
    with raises(IndexError):
        annotations(3, "locate_cache", num_anchor=4)
    cfg = autotvm.ConfigSpace()
    assert len(cfg.define_annotate("t", [cfg.axis(4)] * 5, "bind_gpu")) == 5
    assert space.AnnotateSpace.get_num_output([1] * 5, "bind_gpu") == 5


def stage(count=3):
    A = te.placeholder((4,) * count, name="A")
    B = te.compute((4,) * count, lambda *i: A(*i) + 1.0, name="B")
    return te.create_schedule(B.op), A, B


def kinds_of(s, B):
    found = s[B].iter_var_attrs
    return [int(found[axis].iter_type) if axis in found else 0 for axis in s[B].leaf_iter_vars]


@proves(SPACE + "AnnotateEntity", "`anns` 是标注名的列表；用于缓存时是轴的下标", "逐条标注并返回轴，形参见下表", "调度和要标注的阶段", "各条轴；`fuse` 会改动这个列表")
def _(tvm):
    s, _, B = stage()
    axes = list(B.op.axis)
    got = space.AnnotateEntity(["none", "unroll", "vec"]).apply(s, B, axes)
    assert got is axes and kinds_of(s, B) == [0, te.schedule.IterVar.Unrolled, te.schedule.IterVar.Vectorized]
    s, _, B = stage()
    axes = list(B.op.axis)
    space.AnnotateEntity(["fuse", "blockIdx.x", "threadIdx.x"]).apply(s, B.op, axes)
    assert axes[1].var.name == "i0.i1.fused"
    bound = [s[B].iter_var_attrs[axis].bind_thread.var.name for axis in s[B].leaf_iter_vars]
    assert bound == ["blockIdx.x", "threadIdx.x"]


@proves(SPACE + "AnnotateEntity", "各轴的长度；给出 `max_unroll` 或 `vec_size` 时要有", "展开的轴最长多少；超出时只调用 `cfg.raise_error`，照样展开", "允许的向量长度；不在其中时只调用 `cfg.raise_error`，照样向量化", "记录上面两种错误")
def _(tvm):
    def errors(anns, **options):
        cfg = space.ConfigEntity(0, None, {}, [])
        s, _, B = stage()
        space.AnnotateEntity(anns).apply(s, B, list(B.op.axis), axis_lens=[4, 4, 4], cfg=cfg, **options)
        return cfg.errors, kinds_of(s, B)

    IterVar = te.schedule.IterVar
    wrong = errors(["none", "unroll", "vec"], max_unroll=3, vec_size=[8])
    assert wrong == (["Too large factor for unrolling", "Wrong size of lanes in vectorization"], [0, IterVar.Unrolled, IterVar.Vectorized])
    assert errors(["none", "unroll", "vec"], max_unroll=4, vec_size=[4])[0] == []
    s, _, B = stage()
    with raises(TypeError):
        space.AnnotateEntity(["unroll"]).apply(s, B, list(B.op.axis), max_unroll=3)
    with raises(TypeError):
        space.AnnotateEntity(["vec"]).apply(s, B, list(B.op.axis), vec_size=[3])
    with raises(AttributeError):
        space.AnnotateEntity(["unroll"]).apply(s, B, list(B.op.axis), axis_lens=[4, 4, 4], max_unroll=3)


@proves(SPACE + "AnnotateEntity", "用于 `locate_cache`：不标注，改为把第几组张量 `compute_at` 到选中的第几条轴")
def _(tvm):
    s, A, B = stage()
    first, second = s.cache_read(A, "local", [B]), s.cache_write(B, "local")
    space.AnnotateEntity([0, 2]).apply(s, B, list(s[B].op.axis), source=[[first], [second]])
    assert s[first].attach_ivar.same_as(s[B].op.axis[0]) and s[second].attach_ivar.same_as(s[B].op.axis[2])


@proves(SPACE + "OtherOptionSpace", "不用，`define_knob` 传入 `[]` 和 `None`", "各个取值，每个成为一个 `OtherOptionEntity`；没有给出时抛出 `KeyError`", "普通旋钮不产生轴，返回 0")
def _(tvm):
    for candidate in ([1, "a"], (1, "a"), iter([1, "a"])):
        knob = space.OtherOptionSpace(object(), object(), candidate=candidate)
        assert [type(e) for e in knob.entities] == [space.OtherOptionEntity] * 2 and knob[1].val == "a"
    with raises(KeyError):
        space.OtherOptionSpace([], None)
    assert space.OtherOptionSpace.get_num_output([1], None) == 0
    passed = []
    cfg = autotvm.ConfigSpace()
    cfg._add_new_transform = lambda *args, **kwargs: passed.append(args[2:])
    cfg.define_knob("k", [1])
    assert passed == [([], None)]


@proves(SPACE + "OtherOptionEntity", "用 `val` 读出", "要写进记录，它得能表示成 JSON；后备配置里用它指定默认值，如 `cfg[\"unroll\"] = OtherOptionEntity(16)`")
def _(tvm):
    cfg = autotvm.ConfigSpace()
    cfg.define_knob("k", [{1, 2}, 3])
    assert cfg.get(1)["k"].val == 3
    with raises(TypeError, "is not JSON serializable"):
        json.dumps(cfg.get(0).to_json_dict())
    json.dumps(cfg.get(1).to_json_dict())
    fallback = space.FallbackConfigEntity()
    fallback["unroll"] = space.OtherOptionEntity(16)
    fallback.define_knob("unroll", [0, 64])
    assert fallback["unroll"].val == 16


@proves(SPACE + "get_factors", "正整数的全部因数，从小到大；0 抛出 `TypeError`，负数抛出 `ValueError`")
def _(tvm):
    for n in (1, 2, 12, 49, 97, 360, 1001):
        assert space.get_factors(n) == [f for f in range(1, n + 1) if n % f == 0]
    with raises(TypeError):
        space.get_factors(0)
    for n in (-1, -8):
        with raises(ValueError):
            space.get_factors(n)


@proves(SPACE + "get_pow2s", "不超过 `n` 的 2 的幂，从 1 开始；`n` 为 0 或负数抛出 `ValueError`")
def _(tvm):
    for n, want in ((1, [1]), (8, [1, 2, 4, 8]), (12, [1, 2, 4, 8]), (15, [1, 2, 4, 8])):
        assert space.get_pow2s(n) == want
    for n in (0, -4):
        with raises(ValueError):
            space.get_pow2s(n)


# Contexts.


@proves(DISPATCH + "DispatchContext", "派发上下文（dispatch context）回答「这个目标、这个工作负载用什么配置」。它们用在 `with` 里，可以嵌套：里层没有答案时问外层", "查询配置，自己没有就问外层", "类属性，当前最里层的上下文，全部线程共用一个；默认是一个 `FallbackContext`")
def _(tvm):
    Context = autotvm.task.DispatchContext
    outermost = Context.current
    assert isinstance(outermost, autotvm.task.FallbackContext)
    task = made()
    config = task.config_space.get(3)
    with autotvm.task.ApplyConfig(config) as outer, autotvm.apply_history_best(None) as middle:
        assert Context.current is middle and middle.query(task.target, task.workload) is config
        seen = []
        thread = threading.Thread(target=lambda: seen.append(Context.current))
        thread.start()
        thread.join()
        assert seen == [middle] and outer is not middle
    assert Context.current is outermost


@proves(DISPATCH + "DispatchContext", "子类要实现 `_query_inside` 和 `update`", "已经打印过的警告，同样的不再打印", "写入配置，基类抛出 `NotImplementedError`")
def _(tvm):
    base = autotvm.task.DispatchContext()
    for call in (lambda: base.update(None, None, None), lambda: base.query(None, None)):
        with raises(NotImplementedError):
            call()
    with warnings_of() as lines:
        autotvm.task.FallbackContext().query(None, ("probes/w", 1))
        autotvm.task.FallbackContext().query(None, ("probes/w", 1))
        assert len(lines) == 1 and lines[0] in autotvm.task.DispatchContext.warning_messages
        autotvm.task.DispatchContext.warning_messages.clear()
        autotvm.task.FallbackContext().query(None, ("probes/w", 1))
    assert len(lines) == 2


@proves(DISPATCH + "DispatchContext", "`ApplyHistoryBest` | 问外层", "`ApplyGraphBest` | 警告，给后备配置", "`ApplyConfig` | 对任何查询都给同一个配置", "`ApplyFixedConfig` | 抛出异常", "`FallbackContext`（最外层） | 警告，给后备配置")
def _(tvm):
    task, target = made(), tvm.target.Target("llvm")
    config = task.config_space.get(1)
    with autotvm.task.ApplyConfig(config):
        for name in ("probes/a", "probes/b"):
            assert autotvm.task.DispatchContext.current.query(target, (name,)) is config
        with autotvm.apply_history_best([pair(task, 3, 1.0)]) as best:
            assert best.query(target, ("probes/a",)) is config and best.query(target, task.workload).index == 3
        with autotvm.task.ApplyGraphBest([]) as graph, warnings_of() as lines:
            assert graph.query(target, ("probes/a",)).is_fallback and "is missing in ApplyGraphBest" in lines[0]
        with autotvm.task.ApplyFixedConfig([task], []) as fixed, raises(Exception):
            fixed.query(target, ("probes/a",))
    with warnings_of() as lines:
        assert autotvm.task.FallbackContext().query(target, ("probes/z",)).is_fallback and len(lines) == 1


@proves("tvm.autotvm.apply_history_best", "是 `ApplyHistoryBest` 的别名", "`records` 可以是路径、打开的文本文件、`(MeasureInput, MeasureResult)` 元组的序列，或这几种的列表；`None` 得到空的上下文")
def _(tvm):
    assert autotvm.apply_history_best is tvm.autotvm.task.dispatcher.ApplyHistoryBest
    task = made()
    records = [pair(task, 1, 4e-6), pair(task, 3, 2e-6), pair(task, 5, 3e-6)]
    path = written(records)
    from pathlib import Path

    with open(path) as file:
        forms = [path, path.encode(), Path(path), file, records, tuple(records), iter(records), [path, records[:1]], [records[:1], Path(path)]]
        for form in forms:
            with autotvm.apply_history_best(form) as best:
                assert best.query(task.target, task.workload).index == 3
    with autotvm.apply_history_best(None) as best:
        assert best.best_by_targetkey == {} and best.query(task.target, task.workload).is_fallback


@proves("tvm.autotvm.apply_history_best", "`llvm` 的记录也用于 `llvm -mcpu=skylake`，因为两者的键都是 `cpu`；`opencl` 得到后备配置", "再并入一批记录，已有的更快时保留已有的", "指定一个配置，同一个目标查询时优先于记录，`cfg.cost` 改成 0", "最快的是第二条")
def _(tvm):
    task = made()
    with autotvm.apply_history_best([pair(task, 1, 4e-6), pair(task, 3, 2e-6), pair(task, 5, 3e-6)]) as best:
        for name, index in (("llvm", 3), ("llvm -mcpu=skylake", 3), ("opencl", None)):
            found = best.query(tvm.target.Target(name), task.workload)
            assert found.is_fallback if index is None else found.index == index
        best.load([pair(task, 2, 9e-6)])
        assert best.query(task.target, task.workload).index == 3
        best.load([pair(task, 4, 1e-6)])
        assert best.query(task.target, task.workload).index == 4
        mine = task.config_space.get(0)
        best.update(task.target, task.workload, mine)
        assert best.query(task.target, task.workload) is mine and mine.cost == 0


@proves(DISPATCH + "ApplyHistoryBest", "先找 `target.model`（`unknown` 的记录不算），再按次序找 `target.keys` 的每一个；其余选项如 `-mcpu` 不比较", "`error_no` 不为 0 的记录跳过", "没有当前目标时查询抛出 `RuntimeError`，信息以 `Need a target context` 开头", "取平均时间最短的记录")
def _(tvm):
    Target = tvm.target.Target
    task = made()
    model = Target("llvm -model=a")
    records = [pair(task, 1, 1e-6, Target("llvm")), pair(task, 2, 5e-6, model), pair(task, 3, 2e-6, Target("llvm -keys=arm_cpu,cpu")), pair(task, 4, 1e-9, error=4)]
    best = autotvm.apply_history_best(records)
    assert best.query(model, task.workload).index == 2
    assert best.query(Target("llvm -model=b"), task.workload).index == 1
    assert best.query(Target("llvm -keys=arm_cpu,cpu"), task.workload).index == 3
    assert best.query(Target("llvm -keys=cpu,arm_cpu"), task.workload).index == 1
    assert best.query(Target("llvm -mcpu=skylake"), task.workload).index == 1
    assert {key[0] for key in best.best_by_model} == {"a"}
    try:
        best.query(None, task.workload)
    except RuntimeError as error:
        assert str(error).startswith("Need a target context")
    else:
        raise AssertionError("nothing was raised")
    inp = pair(task, 0, 1)[0]
    spread = [(inp, autotvm.MeasureResult((1e-9, 9e-6), 0, 1, 1)), pair(task, 5, 4e-6)]
    assert autotvm.apply_history_best(spread).query(task.target, task.workload).index == 5


@proves(DISPATCH + "ApplyHistoryBest", "读入记录，形式同构造时；放在列表里的一对必须是元组，写成列表抛出 `TypeError`", "没有写 `-model` 的目标记下的配置，任何没有写 `-model` 的目标都查得到：`llvm` 记下的也给 `cuda`")
def _(tvm):
    task = made()
    best = autotvm.apply_history_best(None)
    best.load(written([pair(task, 3, 1.0)]))
    assert best.query(task.target, task.workload).index == 3
    with raises(TypeError):
        best.load([list(pair(task, 3, 1.0))])
    config = task.config_space.get(1)
    best.update(task.target, ("probes/new",), config)
    for name in ("cuda -arch=sm_70", "opencl"):
        assert best.query(tvm.target.Target(name), ("probes/new",)) is config
    assert best.query(tvm.target.Target("opencl -model=x"), ("probes/new",)).is_fallback


@proves(DISPATCH + "ApplyHistoryBest", "布局改写的 Pass 用它把配置转给新的工作负载")
def _(tvm):
    x, w = relay.var("x", shape=(1, 16, 8, 8)), relay.var("w", shape=(16, 16, 3, 3))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.conv2d(x, w, padding=(1, 1), channels=16, kernel_size=(3, 3)))))
    target = tvm.target.Target("llvm")
    (task,) = autotvm.task.extract_from_program(mod, {}, target)
    with autotvm.apply_history_best([pair(task, 0, 1.0)]) as best, target:
        relay.transform.AlterOpLayout()(relay.transform.InferType()(mod))
        names = {workload[0] for _, workload in best._best_user_defined}
    assert names == {"conv2d_NCHWc.x86"}


@proves(DISPATCH + "ApplyConfig", "不论目标和工作负载，一律给出 `config`", "换成 `cfg`，对以后的全部查询生效")
def _(tvm):
    space_ = made().config_space
    one, other = space_.get(1), space_.get(2)
    with autotvm.task.ApplyConfig(one) as context:
        assert context.query(None, None) is one and context.query(tvm.target.Target("cuda -arch=sm_70"), ("x",)) is one
        context.update(None, ("y",), other)
        assert context.query(None, ("x",)) is other


@proves(DISPATCH + "ApplyFixedConfig", "抛出的是 `UnboundLocalError`", "列出的实现成本记为 `1e-6`，其余 100000。单个 str 会被拆成字符，不止一个字符的名称选不中；元组抛出 `TypeError`", "配置取各任务空间的第 0 个", "存下 `cfg`，但查询不读它", "`Task` 的列表")
def _(tvm):
    task = made()
    Fixed = autotvm.task.ApplyFixedConfig
    for names, cost in ((["probes/scale"], 1e-6), ([], 100000), ("probes/scale", 100000)):
        with Fixed([task], names) as context:
            found = context.query(task.target, task.workload)
            assert found.index == 0 and found.cost == cost
            context.update(task.target, task.workload, task.config_space.get(3))
            assert context.query(task.target, task.workload).index == 0
    with Fixed([task], []) as context, raises(UnboundLocalError):
        context.query(task.target, ("probes/other",))
    with raises(TypeError):
        Fixed([task], ("probes/scale",))


@proves(DISPATCH + "ApplyFixedConfig", "让算子策略选中指定的实现")
def _(tvm):
    x, w = relay.var("x", shape=(1, 16, 8, 8)), relay.var("w", shape=(16, 16, 3, 3))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.conv2d(x, w, padding=(1, 1))))
    target = tvm.target.Target("cuda -arch=sm_70")
    every = autotvm.task.extract_from_program(mod, {}, target)
    names = sorted(task.name for task in every)
    assert len(names) > 1
    typed = relay.transform.InferType()(mod)["main"]
    args = [te.placeholder((1, 16, 8, 8)), te.placeholder((16, 16, 3, 3))]
    for name in names:
        with autotvm.task.ApplyFixedConfig(every, [name]), target:
            _, outs = relay.backend.te_compiler.select_implementation(typed.body.op, typed.body.attrs, args, typed.body.checked_type, target)
        assert autotvm.task.get_workload(outs)[0] == name


@proves(DISPATCH + "ApplyGraphBest", "`records` 是路径、打开的文件或记录的序列，次序必须与编译时遇到算子的次序相同，不同时抛出 `AssertionError`", "第几次查询就用第几条记录", "用完之后按 `(str(target), workload)` 查用过的，没有的给后备配置", "计数不会归零：同一个对象再编译一次，就只按目标和工作负载查找，每个得到最后记下的配置", "记住一个工作负载的配置，供记录用完以后的查询")
def _(tvm):
    task, other = made(), made(n=32)
    records = [pair(task, 1, 9.0), pair(other, 2, 1.0), pair(task, 3, 5.0)]
    path = written(records)
    with open(path) as file:
        for form in (path, file, records, iter(records)):
            context = autotvm.task.ApplyGraphBest(form)
            got = [context.query(task.target, one.workload).index for one in (task, other, task)]
            assert got == [1, 2, 3]
    with context:
        assert context.query(task.target, task.workload).index == 3 and context.query(task.target, other.workload).index == 2
        assert context.query(tvm.target.Target("llvm -mcpu=skylake"), task.workload).is_fallback
    with autotvm.task.ApplyGraphBest(records) as context:
        with raises(AssertionError):
            context.query(task.target, other.workload)
        mine = task.config_space.get(5)
        context.update(task.target, ("probes/mine",), mine)
        for one in (task, other, task):
            context.query(task.target, one.workload)
        assert context.query(task.target, ("probes/mine",)) is mine


@proves(DISPATCH + "FallbackContext", "对没有记录的查询新建 `FallbackConfigEntity`，并缓存起来", "第一次会警告 `Cannot find config for target=…`；把 `autotvm.GLOBAL_SCOPE.silent` 设为 True 就不再警告", "删掉一个缓存的配置，没有时不报错", "以 `(str(target), workload)` 为键放进缓存，此后不再警告")
def _(tvm):
    target = tvm.target.Target("llvm")
    context = autotvm.task.FallbackContext()
    with warnings_of() as lines:
        found = context.query(target, ("probes/f", 1))
        assert type(found) is space.FallbackConfigEntity and context.query(target, ("probes/f", 1)) is found
        assert len(lines) == 1 and lines[0].startswith("Cannot find config for target=")
        autotvm.GLOBAL_SCOPE.silent = True
        context.query(target, ("probes/f", 2))
        autotvm.GLOBAL_SCOPE.silent = False
        context.clear_cache(target, ("probes/f", 1))
        context.clear_cache(target, ("probes/nothing",))
        assert context.query(target, ("probes/f", 1)) is not found
        config = made().config_space.get(1)
        context.update(target, ("probes/f", 3), config)
        assert context.query(tvm.target.Target("llvm"), ("probes/f", 3)) is config
        assert (str(target), ("probes/f", 3)) in context.memory
    assert len(lines) == 1


@proves(DISPATCH + "clear_fallback_cache", "从当前上下文往外找到 `FallbackContext`，删掉其中一个缓存的配置；没有缓存时什么也不做", "`target`、`workload` 与查询时的相同")
def _(tvm):
    target, workload = tvm.target.Target("llvm"), ("probes/c", 1)
    outermost = autotvm.task.DispatchContext.current
    with autotvm.apply_history_best(None), autotvm.task.ApplyGraphBest([]), autotvm.apply_history_best(None):
        outermost.query(target, workload)
        outermost.query(target, ("probes/kept",))
        autotvm.task.clear_fallback_cache(tvm.target.Target("cuda -arch=sm_70"), workload)
        assert (str(target), workload) in outermost.memory
        autotvm.task.clear_fallback_cache(target, workload)
        autotvm.task.clear_fallback_cache(target, workload)
    assert (str(target), workload) not in outermost.memory and (str(target), ("probes/kept",)) in outermost.memory


def altered(tvm, target, dtype="float32", layouts=("NCHW", "OIHW"), **options):
    """Workloads whose fallback AlterOpLayout forgot, and whether the convolution is another one afterwards."""
    shapes = {"NCHW": (1, 32, 8, 8), "NHWC": (1, 8, 8, 32), "OIHW": (32, 32, 3, 3), "HWIO": (3, 3, 32, 32)}
    x, w = relay.var("x", shape=shapes[layouts[0]], dtype=dtype), relay.var("w", shape=shapes[layouts[1]], dtype=dtype)
    out = "int32" if "int8" in dtype else dtype
    conv = relay.nn.conv2d(x, w, data_layout=layouts[0], kernel_layout=layouts[1], channels=32, kernel_size=(3, 3), out_dtype=out)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x, w], conv)))
    forgotten = []
    autotvm.task.clear_fallback_cache = lambda target, workload: forgotten.append(workload[0])
    with tvm.target.Target(target):
        after = relay.transform.InferType()(relay.transform.AlterOpLayout()(mod))
    return forgotten, not tvm.ir.structural_equal(mod, after)


@proves(DISPATCH + "clear_fallback_cache", "`AlterOpLayout` 的规则为 `cuda`、`mali`、`bifrost` 的卷积和 `arm_cpu` 的量化卷积查到后备配置时用它", "这时卷积不改写，只有 Vulkan、ROCm 上有点积指令的情形例外")
def _(tvm):
    for target, name in (("cuda -arch=sm_70", "conv2d_nchw.cuda"), ("opencl -device=mali", "conv2d_nchw_spatial_pack.mali"), ("opencl -device=bifrost", "conv2d_nchw_spatial_pack.bifrost")):
        assert altered(tvm, target) == ([name], False), target
    arm = "llvm -device=arm_cpu -mtriple=aarch64-linux-gnu"
    forgotten, changed = altered(tvm, arm, "int8", ("NHWC", "HWIO"))
    assert len(forgotten) == 1 and "quantized" in forgotten[0] and not changed
    assert altered(tvm, arm) == ([], True)
    assert altered(tvm, "vulkan", "int8")[1] is False
    forgotten, changed = altered(tvm, "vulkan -supports_integer_dot_product=1", "int8")
    assert forgotten == ["conv2d_NCHWc_int8.cuda"] and changed


# TOPI and Relay.


@autotvm.register_topi_compute("probes/shift")
def shift(cfg, data, amount):
    cfg.define_knob("seen", [1])
    return te.compute(data.shape, lambda i: data[i] + amount, name="shifted")


@autotvm.register_topi_schedule("probes/shift")
def schedule_shift(cfg, outs):
    s = te.create_schedule([out.op for out in outs])
    cfg.define_split("tile", outs[0].op.axis[0], num_outputs=2)
    return s


@proves(TOPI + "register_topi_compute", "`func` 给出时直接注册，省略时作装饰器用", "调用包装后的函数时不写 `cfg`，它由当前的派发上下文给出", '工作负载写进输出操作的 `attrs["workload"]`，供调度函数找回', "函数多一个形参 `cfg`，放在最前")
def _(tvm):
    got = []

    def compute(cfg, data):
        got.append(cfg)
        return te.compute(data.shape, lambda i: data[i] * 2.0)

    direct = autotvm.register_topi_compute("probes/direct", compute)
    assert tasks.TASK_TABLE["probes/direct"].fcompute is not None
    config = made().config_space.get(1)
    with autotvm.task.ApplyConfig(config), tvm.target.Target("llvm"):
        out = direct(V)
    assert got == [config] and "workload" in out.op.attrs
    assert autotvm.task.get_workload(out) == ("probes/direct", ("TENSOR", (10,), "float32"))


@proves(TOPI + "register_topi_compute", "同名再注册抛出 `ValueError`", "用关键字实参调用抛出 `AssertionError`", "结果必须是一个 `compute` 或 `extern` 的张量", "返回几个张量时抛出 `AttributeError`，`scan` 等别的操作抛出 `RuntimeError`")
def _(tvm):
    with raises(ValueError, "already registered in autoTVM task probes/shift"):
        autotvm.register_topi_compute("probes/shift", lambda cfg, data: data)
    with raises(AssertionError, "Do not support kwargs"):
        shift(V, amount=1.5)

    def scanned(cfg):
        state = te.placeholder((4, 10), name="state")
        init = te.compute((1, 10), lambda _, i: 0.0)
        return te.scan(init, te.compute((4, 10), lambda t, i: state[t - 1, i] + 1.0), state)

    def copied(cfg):
        return te.extern((10,), [V], lambda ins, outs: tir.call_packed("f", ins[0], outs[0]), dtype="float32")

    forms = {
        "many": lambda cfg: te.compute((10,), lambda i: (V[i], V[i])),
        "list": lambda cfg: [te.compute((10,), lambda i: V[i])],
        "scan": scanned,
        "placeholder": lambda cfg: te.placeholder((2,)),
        "extern": copied,
    }
    calls = {name: autotvm.register_topi_compute("probes/" + name, function) for name, function in forms.items()}
    for name, kind in (("many", AttributeError), ("list", AttributeError), ("scan", RuntimeError), ("placeholder", RuntimeError)):
        with raises(kind):
            calls[name]()
    assert "workload" in calls["extern"]().op.attrs


@proves(TOPI + "register_topi_schedule", "`task_name` 要与计算函数的相同，`func` 给出时直接注册", "输出和它的上游没有这个任务的工作负载时抛出 `RuntimeError`，信息以 `Cannot find TOPI workload` 开头", "同名再注册抛出 `ValueError`", "函数的形参是 `cfg` 和输出张量的列表，返回调度")
def _(tvm):
    out = shift(V, 1.5)
    got = []

    def schedule(cfg, outs):
        got.append((cfg.is_fallback, outs))
        return te.create_schedule([one.op for one in outs])

    other = autotvm.register_topi_schedule("probes/other", schedule)
    for outs in ([out], [te.compute((10,), lambda i: V[i])]):
        try:
            other(outs)
        except RuntimeError as error:
            assert str(error).startswith("Cannot find TOPI workload")
        else:
            raise AssertionError("nothing was raised")
    after = te.compute((10,), lambda i: out[i] * 2.0)
    assert isinstance(schedule_shift([after]), te.schedule.Schedule)
    autotvm.register_topi_compute("probes/other", lambda cfg, data: te.compute(data.shape, lambda i: data[i]))
    wanted = [tasks.TASK_TABLE["probes/other"].fcompute(V)]
    assert isinstance(other(wanted), te.schedule.Schedule) and got == [(True, wanted)]
    with raises(ValueError, "already registered in autoTVM task probes/shift"):
        autotvm.register_topi_schedule("probes/shift", schedule)


@proves(TOPI + "get_workload", "没有时返回 `None`", "`outs` 是张量或张量的列表。深度优先，最上游的先得到；图里有几个模板时用 `task_name` 指明要哪一个")
def _(tvm):
    first = shift(V, 1.5)
    middle = te.compute((10,), lambda i: first[i] * 2.0)
    second = shift(middle, 2.5)
    last = te.compute((10,), lambda i: second[i] * 2.0)
    workload = ("probes/shift", ("TENSOR", (10,), "float32"), 1.5)
    assert autotvm.task.get_workload(last) == workload == autotvm.task.get_workload([last])
    assert autotvm.task.get_workload(last, "probes/shift") == workload
    named = autotvm.register_topi_compute("probes/named", lambda cfg, data: te.compute(data.shape, lambda i: data[i] + 1.0))(second)
    assert autotvm.task.get_workload(named, "probes/named")[0] == "probes/named" and autotvm.task.get_workload(named) == workload
    assert autotvm.task.get_workload(te.compute((10,), lambda i: V[i])) is None
    assert autotvm.task.get_workload(last, "probes/none") is None


@proves(TOPI + "get_workload", "被几个算子读取的操作会重复走：没有工作负载的图里，分叉再汇合的结构每多一层，时间就加倍，0.13.0 才记下走过的", versions=OLD)
def _(tvm):
    visits = []

    class Counted:
        def __init__(self, op):
            self.op = op

        @property
        def input_tensors(self):
            visits.append(1)
            return [Given(one.op) for one in self.op.input_tensors]

        attrs = {}

    class Given:
        def __init__(self, op):
            self.op = Counted(op)

    def walked(layers):
        node = V
        for _ in range(layers):
            a, b = doubled(node), doubled(node)
            node = te.compute((10,), functools.partial(lambda x, y, i: x[i] + y[i], a, b))
        visits.clear()
        autotvm.task.get_workload([Given(node.op)])
        return len(visits)

    def doubled(node):
        return te.compute((10,), functools.partial(lambda x, i: x[i] * 2.0, node))

    counts = [walked(layers) for layers in (4, 5, 6)]
    assert 1.8 < counts[1] / counts[0] < 2.2 and 1.8 < counts[2] / counts[1] < 2.2


@proves(TOPI + "TaskExtractEnv", "用 `get()` 取得唯一的对象，自己构造的不会被通知。`with` 开始时清空上次的任务，结束后结果还在。只有 `register_topi_compute` 注册的模板会被记下，`template` 注册的不会", "类属性，唯一的对象；第一次 `get()` 以前是 `None`", "里没有用到，总是 `None`", "返回 `(名称, 序列化的实参)` 的列表")
def _(tvm):
    Env = autotvm.task.TaskExtractEnv
    assert Env.current is None and Env.registered is None
    own = Env()
    with own:
        shift(V, 1.5)
    assert own.get_tasks() == [] and Env.current is None
    env = Env.get()
    assert env is Env.get() is Env.current
    with env:
        shift(V, 1.5)
        called(64)
    want = [("probes/shift", (("TENSOR", (10,), "float32"), 1.5))]
    assert env.get_tasks() == want
    shift(V, 2.5)
    assert env.get_tasks() == want
    with env:
        assert env.get_tasks() == []
    assert Env.registered is None


@proves(TOPI + "TaskExtractEnv", "记下一个任务；`allow_duplicate` 为假时，同样的只记一次", "静态方法，取得唯一的对象，同时改写它的 `allow_duplicate`")
def _(tvm):
    Env = autotvm.task.TaskExtractEnv
    for duplicates, count in ((True, 3), (False, 2)):
        env = Env.get(duplicates)
        env.reset()
        for args in (([1],), ([1],), ([2],)):
            env.add_task("t", args)
        assert len(env.get_tasks()) == count and env.get_tasks()[0] == ("t", ((1,),))
    env = Env.get(True)
    assert env.allow_duplicate is True and Env.get().allow_duplicate is False and env.allow_duplicate is False


@proves(TOPI + "TaskExtractEnv", "在 `with` 里编译模型时，记下调用过的 TOPI 模板；`extract_from_program` 用它取任务", "清空任务，并限定只记这些 Relay 算子下的模板，`None` 不限")
def _(tvm):
    x, w, v = relay.var("x", shape=(2, 8)), relay.var("w", shape=(4, 8)), relay.var("v", shape=(2, 4, 8))
    batch = relay.nn.batch_matmul(relay.expand_dims(x, 1), v)
    mod = tvm.IRModule.from_expr(relay.Function([x, w, v], relay.Tuple([relay.nn.dense(x, w), batch])))
    env = autotvm.task.TaskExtractEnv.get()
    seen = {}
    for label, wanted in (("all", None), ("dense", [relay.op.get("nn.dense")])):
        env.reset(wanted)
        with env:
            relay.build(mod, "llvm")
        seen[label] = {name for name, _ in env.get_tasks()}
    assert any(name.startswith("dense") for name in seen["all"]) and any(name.startswith("batch_matmul") for name in seen["all"])
    assert seen["dense"] and all(name.startswith("dense") for name in seen["dense"])
    names = {task.name for task in autotvm.task.extract_from_program(mod, {}, "llvm")}
    assert names == {name for name, _ in env.get_tasks()} and len(names) > 1
