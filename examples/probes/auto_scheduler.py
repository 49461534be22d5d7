"""Probes of docs/reference/api/python/auto_scheduler.md."""

import contextlib
import json
import os
import tempfile

import numpy as np
from probes import proves, raises, unproved

OLD = ("0.10.0", "0.12.0")
NEW = ("0.12.0", "0.13.0")


def matmul(tvm, rename=None):
    """A registered function of a product whose second input may be rewritten."""

    def function(n, m, k):
        te = tvm.te
        a, b = te.placeholder((n, k), name="A"), te.placeholder((k, m), name="B")
        r = te.reduce_axis((0, k), "r")
        free = {"layout_free_placeholders": [b]}
        return [a, b, te.compute((n, m), lambda i, j: te.sum(a[i, r] * b[r, j], axis=r), name="C", attrs=free)]

    return tvm.auto_scheduler.register_workload(rename or "matmul", function, override=True)


def task_of(tvm, shape=(64, 64, 64), target="llvm", **options):
    matmul(tvm)
    ansor = tvm.auto_scheduler
    if target == "llvm":
        options.setdefault("hardware_params", ansor.HardwareParams(num_cores=4, target="llvm"))
    return ansor.SearchTask(func="matmul", args=shape, target=target, **options)


def split_by(task, factor=8):
    """A state that splits the second loop."""
    state = task.compute_dag.get_init_state()
    out = task.compute_dag.tensors[-1]
    state.split(out, state[out].iters[1], [factor])
    return state


def record(tvm, path, task, seconds=1e-3, error=0, factor=8):
    ansor = tvm.auto_scheduler
    result = ansor.MeasureResult([seconds], error, None, 0.0, 0.0)
    ansor.save_records(path, [ansor.MeasureInput(task, split_by(task, factor))], [result])


def log_in(folder=None):
    return os.path.join(folder or tempfile.mkdtemp(), "log.json")


@contextlib.contextmanager
def printed():
    """What is written to standard output, also by C++."""
    file = tempfile.TemporaryFile()
    kept = os.dup(1)
    os.dup2(file.fileno(), 1)
    said = []
    try:
        yield said
    finally:
        import sys

        sys.stdout.flush()
        os.dup2(kept, 1)
        file.seek(0)
        said.append(file.read().decode())


@contextlib.contextmanager
def warned(level="WARNING"):
    """Messages of the logger `auto_scheduler`."""
    import logging

    logger, said = logging.getLogger("auto_scheduler"), []
    handler = logging.Handler()
    handler.emit = lambda one: said.append(one.getMessage())
    logger.addHandler(handler)
    logger.setLevel(level)
    try:
        yield said
    finally:
        logger.removeHandler(handler)


@proves("tvm.auto_scheduler.register_workload", "名称取 `__qualname__`，所以嵌套函数叫 `outer.<locals>.f`；都不是抛出 `ValueError`", "返回原来的函数")
def _(tvm):
    ansor = tvm.auto_scheduler

    def inner():
        return [tvm.te.placeholder((1,))]

    assert ansor.register_workload(inner) is inner
    assert json.loads(ansor.make_workload_key(inner, ())) == [inner.__qualname__]
    assert "<locals>.inner" in inner.__qualname__
    with raises(ValueError):
        ansor.register_workload(3)


@proves("tvm.auto_scheduler.register_workload", "与字符串的 `func_name` 一起用；省略时返回装饰器", "为 False 时，同名的再注册抛出 `RuntimeError`")
def _(tvm):
    ansor, first, second = tvm.auto_scheduler, lambda: None, lambda: [tvm.te.placeholder((3,), name="p")]
    assert ansor.register_workload("named", first) is first
    with raises(RuntimeError):
        ansor.register_workload("named")(second)
    assert ansor.register_workload("named", override=True)(second) is second
    assert ansor.ComputeDAG('["named"]').tensors[0].op.name == "p"


@proves("tvm.auto_scheduler.register_workload", "注册时不调用它，也不检查返回值；返回元组也可以，用到时变成列表")
def _(tvm):
    ansor, calls = tvm.auto_scheduler, []
    ansor.register_workload("broken", lambda: calls.append(1))
    assert calls == []
    with raises("TVMError"):
        ansor.ComputeDAG('["broken"]')
    assert calls == [1]
    ansor.register_workload("pair", lambda: (tvm.te.placeholder((3,), name="p"),))
    assert len(ansor.ComputeDAG('["pair"]').tensors) == 1


@proves("tvm.auto_scheduler.make_workload_key", "`func` 是函数或名称，只按名称查找，没有注册抛出 `ValueError`", "`args` 是元组、列表或 `None`", "`int`、`float`、字符串和它们的元组")
def _(tvm):
    ansor = tvm.auto_scheduler
    ansor.register_workload("matmul", lambda: None)

    def other():
        pass

    other.__qualname__ = "matmul"
    assert ansor.make_workload_key(other, None) == '["matmul"]' == ansor.make_workload_key("matmul", ())
    assert json.loads(ansor.make_workload_key("matmul", [1, 2.5, "a", (3, "b")])) == ["matmul", 1, 2.5, "a", [3, "b"]]
    with raises(ValueError):
        ansor.make_workload_key("absent", ())
    with raises(ValueError):
        ansor.make_workload_key(lambda: None, ())


@proves("tvm.auto_scheduler.make_workload_key", '张量记成 `["TENSOR", [4, 5], "float16"]` 这样，用到任务时换成新的占位符', "元组经过 JSON，函数收到的是列表")
def _(tvm):
    ansor, te, seen = tvm.auto_scheduler, tvm.te, []

    def function(a, pads):
        seen.append((a, pads))
        return [a, te.compute(a.shape, lambda *i: a(*i) + tvm.tir.const(1, a.dtype), name="b")]

    ansor.register_workload("adds", function)
    a = te.placeholder((4, 5), "float16", name="a")
    key = ansor.make_workload_key("adds", (a, (1, 2)))
    assert json.loads(key) == ["adds", ["TENSOR", [4, 5], "float16"], [1, 2]]
    ansor.ComputeDAG(key)
    (given, pads), = seen
    assert given.op != a.op and list(given.shape) == [4, 5] and given.dtype == "float16" and pads == [1, 2]


@proves("tvm.auto_scheduler.make_workload_key", "NumPy 整数和 `IntImm` 抛出 `TypeError`，先用 `int()` 转换", "字典抛出 `AssertionError`")
def _(tvm):
    ansor = tvm.auto_scheduler
    matmul(tvm)
    for value in (np.int64(3), tvm.tir.IntImm("int32", 3)):
        with raises(TypeError):
            ansor.make_workload_key("matmul", (value,))
        assert ansor.make_workload_key("matmul", (int(value),)) == '["matmul", 3]'
    with raises(AssertionError):
        ansor.make_workload_key("matmul", ({"a": 1},))


@proves("tvm.auto_scheduler.ComputeDAG", "任务的键；函数没有注册抛出 `KeyError`", "元组抛出 `ValueError`")
def _(tvm):
    ansor = tvm.auto_scheduler
    function = matmul(tvm)
    assert [t.op.name for t in ansor.ComputeDAG('["matmul", 4, 4, 4]').tensors] == ["A", "B", "C"]
    with raises(KeyError):
        ansor.ComputeDAG('["absent", 4]')
    with raises(ValueError):
        ansor.ComputeDAG(tuple(function(4, 4, 4)))


@proves("tvm.auto_scheduler.ComputeDAG", "次序就是生成函数的形参次序", "漏掉输入在这里不报错，到 `tvm.build` 才失败")
def _(tvm):
    a, b, c = matmul(tvm)(4, 4, 4)
    dag = tvm.auto_scheduler.ComputeDAG([c, b, a])
    assert [t.op.name for t in dag.apply_steps_from_state(dag.get_init_state())[1]] == ["C", "B", "A"]
    dag = tvm.auto_scheduler.ComputeDAG([a, c])
    schedule, tensors = dag.apply_steps_from_state(dag.get_init_state())
    with raises("TVMError"):
        tvm.build(schedule, tensors, "llvm")


@proves("tvm.auto_scheduler.ComputeDAG", "取其中的操作和张量；切分、内联等变换不带过来", "字段有 `tensors`、`ops`、`flop_ct`、`init_state`")
def _(tvm):
    a, b, c = matmul(tvm)(4, 4, 4)
    d = tvm.te.compute((4, 4), lambda i, j: c[i, j] + 1.0, name="D")
    schedule = tvm.te.create_schedule(d.op)
    schedule[d].split(d.op.axis[0], 2)
    schedule[c].compute_inline()
    schedule.cache_write(c, "local")
    dag = tvm.auto_scheduler.ComputeDAG(schedule)
    assert len(dag.ops) == 5 and [t.op.name for t in dag.tensors] == ["A", "B", "D"]
    assert isinstance(dag.init_state, tvm.auto_scheduler.loop_state.StateObject) and dag.flop_ct == 2 * 4**3 + 4**2
    made, tensors = dag.apply_steps_from_state(dag.get_init_state())
    assert len(made[tensors[2]].leaf_iter_vars) == 2
    assert "inline" not in str(dag.get_init_state()).lower()


@proves("tvm.auto_scheduler.ComputeDAG", "没有任何变换的 `State`，循环变换的起点", "补全各循环的长度，返回新的 `State`；从记录读出的状态没有循环结构，先用它恢复")
def _(tvm):
    ansor = tvm.auto_scheduler
    task = task_of(tvm)
    state = task.compute_dag.get_init_state()
    assert isinstance(state, ansor.loop_state.State) and len(state.transform_steps) == 0
    path = log_in()
    record(tvm, path, task)
    inp, _ = ansor.load_best_record(path)
    whole = task.compute_dag.infer_bound_from_state(inp.state)
    out = task.compute_dag.tensors[-1]
    assert len(inp.state.stages) == 0 and isinstance(whole, ansor.loop_state.State)
    assert [int(i.range.extent) for i in whole[out].iters] == [64, 8, 8, 64]
    attached = split_by(task, 16)
    copied = attached.cache_write(out, "local")
    attached.compute_at(copied, out, attached[out].iters[1])
    assert attached[copied].iters[0].range is None
    assert all(i.range is not None for i in task.compute_dag.infer_bound_from_state(attached)[copied].iters)


@proves("tvm.auto_scheduler.ComputeDAG", "把状态里记录的步骤作用到新建的调度，返回调度和张量列表", "没有步骤的状态不改写布局", "按状态的切分改写 `layout_free_placeholders` 的形状和下标，返回新的图")
def _(tvm):
    ansor = tvm.auto_scheduler
    dag = task_of(tvm).compute_dag
    pre = ansor.LayoutRewriteOption.REWRITE_FOR_PRE_TRANSFORMED
    schedule, tensors = dag.apply_steps_from_state(split_by(task_of(tvm)))
    assert isinstance(schedule, tvm.te.Schedule) and len(schedule[tensors[2]].leaf_iter_vars) == 4
    assert tvm.build(schedule, tensors, "llvm") is not None
    _, tensors = dag.apply_steps_from_state(split_by(task_of(tvm)), pre)
    assert [int(n) for n in tensors[1].shape] == [8, 8, 64]
    _, tensors = dag.apply_steps_from_state(dag.get_init_state(), pre)
    assert [int(n) for n in tensors[1].shape] == [64, 64]
    made = dag.rewrite_layout_from_state(split_by(task_of(tvm)))
    assert [int(n) for n in made.tensors[1].shape] == [8, 8, 64] and [int(n) for n in dag.tensors[1].shape] == [64, 64]
    assert "B[floordiv(j, 8), floormod(j, 8)" in str(made) or "B[" in str(made).splitlines()[2]


@proves("tvm.auto_scheduler.ComputeDAG", "把步骤写成 TE 调度的 Python 语句；只返回字符串，不执行")
def _(tvm):
    task = task_of(tvm)
    code = task.compute_dag.print_python_code_from_state(split_by(task))
    assert isinstance(str(code), str) and "C_j_o, C_j_i = s[C].split(C_j, factor=8)" in code
    a, b, c = task.compute_dag.tensors
    schedule = tvm.te.create_schedule(c.op)
    exec(str(code), {"s": schedule, "C": c, "tuple": tuple})
    assert len(schedule[c].leaf_iter_vars) == 4


@proves("tvm.auto_scheduler.ComputeDAG", "图的文字的 MD5 和各张量的形状组成的 JSON；形状不同哈希也可能不同，与 `make_workload_key` 的键无关")
def _(tvm):
    import hashlib

    ansor, te = tvm.auto_scheduler, tvm.te
    dag = task_of(tvm).compute_dag
    key = json.loads(dag.workload_key())
    text = tvm.get_global_func("auto_scheduler.ComputeDAGPrintDAG")(dag, True)
    assert key == [hashlib.md5(str(text).encode()).hexdigest(), [64, 64], [64, 64], [64, 64]]
    assert dag.workload_key() != task_of(tvm).workload_key
    assert json.loads(task_of(tvm, (32, 32, 32)).compute_dag.workload_key())[0] == key[0]

    def flipped(n):
        a = te.placeholder((n,), name="a")
        return json.loads(ansor.ComputeDAG([a, te.compute((n,), lambda i: a[n - 1 - i], name="b")]).workload_key())[0]

    assert flipped(4) != flipped(8)


@proves("tvm.auto_scheduler.ComputeDAG", "一个操作里的迭代变量重名、含有 `te.extern` 这样的操作，构造时抛出 `TVMError`")
def _(tvm):
    te, ansor = tvm.te, tvm.auto_scheduler
    a, r = te.placeholder((4, 4), name="a"), te.reduce_axis((0, 4), "i")
    b = te.compute((4,), lambda i: te.sum(a[i, r], axis=r), name="b")
    with raises("TVMError", "duplicated iterator names"):
        ansor.ComputeDAG([a, b])
    made = te.extern((4, 4), [a], lambda ins, outs: tvm.tir.Evaluate(0), dtype="float32")
    with raises("TVMError"):
        ansor.ComputeDAG([a, made])


@proves("tvm.auto_scheduler.ComputeDAG", '形状是变量时能建立，但 `flop_ct` 为 -1', '给 `te.compute` 加 `attrs={"FLOP": 次数}` 可以代替估算', versions=NEW)
@proves("tvm.auto_scheduler.ComputeDAG", "输出的形状里有变量也抛出 `TVMError`，信息里有 `Expect an IntImm`", '只有归约轴的长度是变量时能建立，`flop_ct` 为 -1', '给 `te.compute` 加 `attrs={"FLOP": 次数}` 可以代替估算', versions=("0.10.0",))
def _(tvm, release):
    te, ansor = tvm.te, tvm.auto_scheduler
    n = te.var("n")

    def sums(rows, columns, **options):
        a, r = te.placeholder((rows, columns), name="a"), te.reduce_axis((0, columns), "r")
        return ansor.ComputeDAG([a, te.compute((rows,), lambda i: te.sum(a[i, r], axis=r), name="b", **options)])

    assert sums(4, n).flop_ct == -1 and sums(4, 8).flop_ct == 32
    assert sums(4, n, attrs={"FLOP": 7}).flop_ct == 7
    if release == "0.10.0":
        with raises("TVMError", "Expect an IntImm"):
            sums(n, 8)
    else:
        assert sums(n, 8).flop_ct == -1 and sums(n, 8, attrs={"FLOP": 7}).flop_ct == 7


@proves("tvm.auto_scheduler.SearchTask", "都给时前者优先；都没有抛出 `AssertionError`", "不给出时由键建立", "`target` 必须给出，否则抛出 `AssertionError`", "任务的键")
def _(tvm):
    ansor = tvm.auto_scheduler
    small, large = (json.dumps(["matmul", n, n, n]) for n in (4, 8))
    matmul(tvm)
    both = ansor.SearchTask(func="matmul", args=(4, 4, 4), workload_key=large, target="llvm")
    assert both.workload_key == small and int(both.compute_dag.tensors[0].shape[0]) == 4
    assert int(ansor.SearchTask(workload_key=large, target=tvm.target.Target("llvm")).compute_dag.tensors[0].shape[0]) == 8
    given = ansor.SearchTask(workload_key=large, compute_dag=both.compute_dag, target="llvm")
    assert given.compute_dag.same_as(both.compute_dag)
    with raises(AssertionError):
        ansor.SearchTask(target="llvm")
    with raises(AssertionError):
        ansor.SearchTask(workload_key=small)


@proves("tvm.auto_scheduler.SearchTask", "没有启用这种运行时就报 `Cannot find … device_api in registry`，这时必须自己给出")
def _(tvm):
    ansor = tvm.auto_scheduler
    for target, kind in (("cuda", "cuda"), ("rocm", "rocm"), ("vulkan", "vulkan"), ("opencl", "opencl")):
        if tvm.get_global_func(f"device_api.{kind}", allow_missing=True):
            continue
        with raises("TVMError", "device_api in registry"):
            task_of(tvm, target=target)
        own = ansor.HardwareParams(1, 16, 64, 1024, 1024, 256, 1, 32)
        assert task_of(tvm, target=target, hardware_params=own).hardware_params.warp_size == 32
    assert task_of(tvm, target="opencl -device=mali").hardware_params.max_threads_per_block == 256


@proves("tvm.auto_scheduler.SearchTask", "（包括 Adreno）要查询本机的设备", versions=("0.10.0",))
def _(tvm):
    with raises("TVMError", "device_api in registry"):
        task_of(tvm, target="opencl -device=adreno")


@proves("tvm.auto_scheduler.SearchTask", "默认 `get_target_default(target)`", "进度表里显示的说明")
def _(tvm):
    ansor = tvm.auto_scheduler
    assert task_of(tvm).layout_rewrite_option == 1 and task_of(tvm, layout_rewrite_option=2).layout_rewrite_option == 2
    task = task_of(tvm, desc="my task")
    scheduler = ansor.TaskScheduler([task], callbacks=[ansor.task_scheduler.PrintTableInfo()])
    scheduler.tune_option, scheduler.tic, scheduler.ct, scheduler.num_measures_per_round = ansor.TuningOptions(1), 0, 0, 1
    with printed() as said:
        scheduler.callbacks[0].pre_tune(scheduler, 0)
    assert "my task" in said[0]


@proves("tvm.auto_scheduler.SearchTask", "名称是占位符的名称；元组抛出 `ValueError`", "同一任务同名的输入再注册抛出 `RuntimeError`", "`名称.形状_类型.npy`，内容是以空格分隔的文字，不是 NumPy 的格式")
def _(tvm):
    os.chdir(tempfile.mkdtemp())
    data = tvm.nd.array(np.arange(16, dtype="float32").reshape(4, 4))
    task = task_of(tvm, (4, 4, 4), task_inputs={"A": data}, task_inputs_save_to_file=True)
    assert list(task.task_input_names) == ["A"]
    assert list(task_of(tvm, (4, 4, 4), task_inputs=["A"]).task_input_names) == ["A"]
    assert open("A.4_4_float32.npy").read().split(" ")[:3] == ["0.0", "1.0", "2.0"]
    with raises(Exception):
        np.load("A.4_4_float32.npy")
    with raises(RuntimeError):
        task_of(tvm, (4, 4, 4), task_inputs={"A": data})
    task_of(tvm, (4, 4, 4), task_inputs={"A": data}, task_inputs_overwrite=True)
    task_of(tvm, (8, 8, 8), task_inputs={"A": data})
    with raises(ValueError):
        task_of(tvm, (4, 4, 4), task_inputs=("A",))


@proves("tvm.auto_scheduler.SearchTask", "取出本任务最快的记录，返回调度和张量列表；没有记录抛出 `RuntimeError`", "返回最快的调度的文字，不打印。`schedule` 是 Python 语句，`cuda` 是 CUDA 源代码且目标必须是 CUDA；其他值抛出 `ValueError`")
def _(tvm):
    task, path = task_of(tvm), log_in()
    with raises(RuntimeError):
        task.apply_best(path)
    for factor, seconds in ((4, 2e-3), (16, 1e-3), (32, 3e-3)):
        record(tvm, path, task, seconds, factor=factor)
    record(tvm, path, task_of(tvm, (128, 64, 64)), 1e-9, factor=2)
    schedule, tensors = task.apply_best(path)
    assert isinstance(schedule, tvm.te.Schedule) and len(tensors) == 3
    with printed() as said:
        code = task.print_best(path)
    assert "factor=16" in code and said == [""]
    with raises(AssertionError):
        task.print_best(path, "cuda")
    with raises(ValueError):
        task.print_best(path, "python")


@proves("tvm.auto_scheduler.SearchTask", "`apply_best` 和 `print_best` 不比较目标", "传 `NO_REWRITE` 等于没有传（它的值是 0），仍用任务自己的选项")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    own = ansor.HardwareParams(1, 16, 64, 1024, 1024, 256, 1, 32)
    record(tvm, path, task_of(tvm, target="cuda", hardware_params=own))
    task = task_of(tvm)
    assert "factor=8" in task.print_best(path)

    def stages(**options):
        return len(task.apply_best(path, **options)[0].stages)

    assert stages() == stages(layout_rewrite_option=ansor.LayoutRewriteOption.NO_REWRITE) == 4
    assert stages(layout_rewrite_option=ansor.LayoutRewriteOption.REWRITE_FOR_PRE_TRANSFORMED) == 3


@proves("tvm.auto_scheduler.HardwareParams", "各项默认 `None`，由 `target` 的默认值补齐；不给 `target` 时八项都要写，缺一项抛出 `TVMError`")
@proves("tvm.auto_scheduler.HardwareParams", "TVM 线程池的最大并发数", "64，不看 `-mcpu`", "| `cache_line_bytes` | 缓存行的字节数 | 64 | 64 | 64 |")
def _(tvm):
    ansor = tvm.auto_scheduler
    params = ansor.HardwareParams(vector_unit_bytes=32, target="llvm -mcpu=core-avx2")
    assert params.vector_unit_bytes == 32 and params.cache_line_bytes == 64
    assert params.num_cores == tvm.runtime.num_threads() and params.max_threads_per_block == params.warp_size == 0
    assert ansor.HardwareParams(target="llvm -mcpu=core-avx2").vector_unit_bytes == 64
    ansor.HardwareParams(1, 2, 3, 4, 5, 6, 7, 8)
    with raises("TVMError"):
        ansor.HardwareParams(1, 2, 3, 4, 5, 6, 7)


FIELDS = ("num_cores", "vector_unit_bytes", "cache_line_bytes", "max_shared_memory_per_block", "max_local_memory_per_block", "max_threads_per_block", "max_vthread_extent", "warp_size")
SIZES = ("一个线程块的共享内存，字节 | 0 | 32768 | 32768 |", "一个线程块的线程数 | 0 | 256 | 1024 |", "虚拟线程的最大长度 | 0 | 1 | 2 |", "线程束的线程数 | 0 | 1 | 8 |", "目标不在表里（如 `hexagon`）时报 `No default hardware parameters for target`", "只用来取默认值")


@proves("tvm.auto_scheduler.HardwareParams", *SIZES, "Mali 不限（2147483647），Adreno 32768 | 不限（2147483647） |", versions=NEW)
@proves("tvm.auto_scheduler.HardwareParams", *SIZES, "局部内存，字节 | 0 | 不限（2147483647） | 不限（2147483647） |", versions=("0.10.0",))
def _(tvm, release):
    def params(target):
        made = tvm.auto_scheduler.HardwareParams(target=target, target_host="llvm")
        return [getattr(made, name) for name in FIELDS]

    big = 2**31 - 1
    assert params("llvm")[1:] == [64, 64, 0, 0, 0, 0, 0]
    assert params(tvm.target.Target("opencl -device=mali")) == [-1, 16, 64, 32768, big, 256, 1, 1]
    assert params("metal") == [-1, 16, 64, 32768, big, 1024, 2, 8]
    if release != "0.10.0":
        assert params("opencl -device=adreno") == [-1, 16, 64, 32768, 32768, 256, 1, 1]
    with raises("TVMError", "No default hardware parameters for target"):
        params("hexagon")


@proves("tvm.auto_scheduler.LayoutRewriteOption", "值 0，不改写", "值 1，函数里加一个转换布局的阶段，形参的形状不变", "值 2，形参直接是新布局，形状变了", "没有这种标注的计算，三者没有区别")
def _(tvm):
    ansor, te = tvm.auto_scheduler, tvm.te
    option, task = ansor.LayoutRewriteOption, task_of(tvm)
    names = (option.NO_REWRITE, option.INSERT_TRANSFORM_STAGE, option.REWRITE_FOR_PRE_TRANSFORMED)
    assert names == (0, 1, 2)

    def applied(dag, state, value):
        schedule, tensors = dag.apply_steps_from_state(state, value)
        return len(schedule.stages), [int(n) for n in tensors[1].shape]

    made = [applied(task.compute_dag, split_by(task), value) for value in names]
    assert made == [(3, [64, 64]), (4, [64, 64]), (3, [8, 8, 64])]
    a = te.placeholder((8, 8), name="a")
    dag = ansor.ComputeDAG([a, te.compute((8, 8), lambda i, j: a[j, i], name="b")])
    state = dag.get_init_state()
    state.split(dag.tensors[1], state[dag.tensors[1]].iters[0], [2])
    assert {str(applied(dag, state, value)) for value in names} == {"(2, [8, 8])"}


@proves("tvm.auto_scheduler.LayoutRewriteOption", "`llvm` 和 `-device=mali` 的目标返回 1，`in_relay_integration=True` 时返回 2；其余（包括 `c` 和 CUDA）返回 0。`target` 必须是 `Target`，字符串抛出 `AttributeError`")
def _(tvm):
    default = tvm.auto_scheduler.LayoutRewriteOption.get_target_default
    for text, plain, relay in (("llvm", 1, 2), ("opencl -device=mali", 1, 2), ("c", 0, 0), ("cuda", 0, 0), ("opencl", 0, 0)):
        target = tvm.target.Target(text)
        assert (default(target), default(target, True)) == (plain, relay)
    with raises(AttributeError):
        default("llvm")


def network(tvm, dynamic=False):
    relay = tvm.relay
    rows = relay.Any() if dynamic else 4
    x, w, v = (relay.var(n, shape=s) for n, s in (("x", (rows, 8)), ("w", (8, 8)), ("v", (8, 8))))
    body = relay.nn.relu(relay.nn.dense(relay.nn.relu(relay.nn.dense(x, w)), v))
    return relay.Function([x, w, v], relay.exp(relay.nn.softmax(body)))


@proves("tvm.auto_scheduler.extract_tasks", "`IRModule` 或 `relay.Function`", "`None` 或空字典也可以", "写进每个任务的目标", "各任务共用", "返回任务的列表和权重（int）的列表；权重是同一计算在网络里出现的次数", "把「键到计算图的文字」写进这个 JSON 文件")
def _(tvm):
    os.chdir(tempfile.mkdtemp())
    ansor = tvm.auto_scheduler
    params = ansor.HardwareParams(num_cores=3, target="llvm")
    tasks, weights = ansor.extract_tasks(
        network(tvm), None, "llvm -mcpu=core-avx2", "llvm", hardware_params=params, dump_workload_to_dag_log="dags.json"
    )
    dense = [i for i, task in enumerate(tasks) if "dense" in task.desc]
    assert len(dense) == 1 and weights[dense[0]] == 2 and all(type(weight) is int for weight in weights)
    assert all(task.target.mcpu == "core-avx2" and task.hardware_params.num_cores == 3 for task in tasks)
    assert json.load(open("dags.json")) == {task.workload_key: str(task.compute_dag) for task in tasks}
    again, _ = ansor.extract_tasks(tvm.IRModule.from_expr(network(tvm)), {}, tvm.target.Target("llvm"))
    assert len(again) == len(tasks)


@proves("tvm.auto_scheduler.extract_tasks", "为 True 时也取没有归约的任务", "输入或输出有动态形状的算子不取", "VM 用来算分配大小的 `prod` 会成为任务")
def _(tvm):
    ansor, relay = tvm.auto_scheduler, tvm.relay
    x = relay.var("x", shape=(4, 8))
    simple = relay.Function([x], relay.exp(x))
    assert ansor.extract_tasks(simple, {}, "llvm") == ([], [])
    assert len(ansor.extract_tasks(simple, {}, "llvm", include_simple_tasks=True)[0]) == 1
    assert len(ansor.extract_tasks(network(tvm), {}, "llvm")[0]) > 0
    described = [task.desc for task in ansor.extract_tasks(network(tvm, dynamic=True), {}, "llvm")[0]]
    assert described and all("prod" in text for text in described)


@proves("tvm.auto_scheduler.extract_tasks", "抽取时 `PassContext` 的级别，应与编译时相同")
def _(tvm):
    levels = []
    kept = tvm.relay.vm.VMCompiler.lower
    tvm.relay.vm.VMCompiler.lower = lambda self, *rest: levels.append(tvm.transform.PassContext.current().opt_level) or kept(self, *rest)
    for options in ({}, {"opt_level": 1}):
        tvm.auto_scheduler.extract_tasks(network(tvm), {}, "llvm", **options)
    assert levels == [3, 1]


@proves("tvm.auto_scheduler.extract_tasks", "抽取时一并交给编译器的目标，如 CUTLASS", versions=NEW)
def _(tvm):
    given = []
    tvm.relay.vm.VMCompiler.lower = lambda self, mod, target: given.append(target)
    other = tvm.target.Target("c")
    tvm.auto_scheduler.extract_tasks(network(tvm), {}, "llvm", other_targets=[other])
    assert [str(target.kind) for target in given[0]] == ["llvm", "c"]


@proves("tvm.auto_scheduler.extract_tasks", "信息以 `Task extraction had the following errors:` 开头。这时不恢复警告的级别，以后编译时缺少记录也不再提示", "别的异常（如 `ValueError`）只在标准错误打印回溯，函数照常返回，任务不全", "用 VM 编译器在另一个线程里下降一遍")
def _(tvm):
    import threading

    ansor, threads = tvm.auto_scheduler, []
    context = ansor.DispatchContext.current

    def fails(error):
        def lower(*_):
            threads.append(threading.current_thread())
            raise error

        tvm.relay.vm.VMCompiler.lower = lower

    assert context.verbose == 1
    fails(ValueError("no"))
    assert ansor.extract_tasks(network(tvm), {}, "llvm") == ([], []) and context.verbose == 1
    fails(tvm.TVMError("no"))
    with raises("TVMError", "Task extraction had the following errors:"):
        ansor.extract_tasks(network(tvm), {}, "llvm")
    assert threads[0] is not threading.current_thread()
    assert context.verbose == 0
    with warned() as said:
        context.query(tvm.target.Target("llvm"), "key", True, None, "f")
    assert said == []


@proves("tvm.auto_scheduler.extract_tasks", "不能在 `with ApplyHistoryBest(…)` 里调用，那时抛出 `AttributeError`")
def _(tvm):
    with tvm.auto_scheduler.ApplyHistoryBest(None):
        with raises(AttributeError):
            tvm.auto_scheduler.extract_tasks(network(tvm), {}, "llvm")


@proves("tvm.auto_scheduler.register_task_input_check_func", "名称取 `__qualname__`；都不是抛出 `ValueError`", "与字符串的 `func_name` 一起用；省略时返回装饰器", "为 False 时，同名的再注册抛出 `RuntimeError`", "返回原来的函数")
def _(tvm):
    register = tvm.auto_scheduler.register_task_input_check_func
    table = tvm.auto_scheduler.measure.TASK_INPUT_CHECK_FUNC_REGISTRY

    def check(args):
        return {}

    assert register(check) is check and table[check.__qualname__] is check
    with raises(RuntimeError):
        register(check)
    other = lambda args: {}
    assert register(check.__qualname__, other, override=True) is other and table[check.__qualname__] is other
    assert register("decorated")(check) is check
    with raises(ValueError):
        register(3)


@proves("tvm.auto_scheduler.register_task_input_check_func", "它接受输入和输出张量的列表，返回「张量到缓冲区名称」的字典", "注册的各个函数都会执行，结果合并", "它影响 `extract_tasks` 记下的输入名称")
def _(tvm):
    ansor, seen = tvm.auto_scheduler, []

    def names(args):
        seen.append([type(arg) for arg in args])
        return {args[0]: "first"}

    ansor.register_task_input_check_func("one", names)
    ansor.register_task_input_check_func("two", lambda args: {args[1]: "second"})
    tasks, _ = ansor.extract_tasks(network(tvm), {}, "llvm")
    (dense,) = [task for task in tasks if "dense" in task.desc]
    assert sorted(dense.task_input_names) == ["first", "second"]
    assert all(kind is tvm.te.Tensor for kinds in seen for kind in kinds) and 3 in [len(kinds) for kinds in seen]


@proves("tvm.auto_scheduler.register_task_input_check_func", "也影响测量，数据由 `SearchTask` 的 `task_inputs` 提供")
def _(tvm):
    ansor = tvm.auto_scheduler
    ansor.register_task_input_check_func("by name", lambda args: {arg: arg.op.name for arg in args if arg.op.name == "A"})
    data = np.arange(16, dtype="float32").reshape(4, 4)
    task = task_of(tvm, (4, 4, 4), task_inputs={"A": tvm.nd.array(data)})
    built = ansor.measure.BuildResult("", task.compute_dag.tensors, 0, None, 0.0)
    given = ansor.measure.prepare_runner_args(ansor.MeasureInput(task, split_by(task)), built)
    assert np.array_equal(given[0], data) and given[1:] == [None, None]


def quick(tvm, path=None, **options):
    """Options of a short measurement."""
    ansor = tvm.auto_scheduler
    trials = options.pop("trials", 2)
    callbacks = [ansor.RecordToFile(path)] if path else None
    runner = options.pop("runner", None) or ansor.LocalRunner(min_repeat_ms=0)
    builder = options.pop("builder", None) or ansor.LocalBuilder(n_parallel=1)
    return ansor.TuningOptions(trials, verbose=0, builder=builder, runner=runner, measure_callbacks=callbacks, **options)


def without_devices(tvm, costs=1e-3, error=0):
    """Replaces building and running by results at once; returns the sizes of the batches."""
    ansor, batches = tvm.auto_scheduler, []
    result = ansor.measure.BuildResult

    def build(inputs, timeout, n_parallel, build_func="default", verbose=1):
        batches.append(len(inputs))
        return [result("", [], 0, None, 0.0) for _ in inputs]

    def run(inputs, built, *_):
        return [ansor.MeasureResult([costs], error, None, 0.0, 0.0) for _ in inputs]

    tvm.register_func("auto_scheduler.local_builder.build", build, override=True)
    tvm.register_func("auto_scheduler.local_runner.run", run, override=True)
    return batches


SMALL = {"evolutionary_search_population": 16, "sample_init_min_population": 8}


def sketch(tvm, task, model=None, **options):
    options.setdefault("verbose", 0)
    params = {**SMALL, **options.pop("params", {})}
    return tvm.auto_scheduler.SketchPolicy(task, model or tvm.auto_scheduler.RandomModel(), params, **options)


def count(path, tvm):
    return len(list(tvm.auto_scheduler.load_records(path))) if os.path.exists(path) else 0


@proves("tvm.auto_scheduler.TuningOptions", "0、1 和负数都只搜索不测量，也就没有记录", "少于任务数抛出 `ValueError`", "`TaskScheduler.tune` 里是全部任务的总数")
def _(tvm):
    without_devices(tvm)
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    for trials, measured in ((0, 0), (1, 0), (-3, 0), (2, 2)):
        path = log_in()
        task.tune(quick(tvm, path, trials=trials), sketch(tvm, task))
        assert count(path, tvm) == measured
    tasks = [task, task_of(tvm, (32, 32, 32))]
    with raises(ValueError):
        ansor.TaskScheduler(tasks, callbacks=[]).tune(quick(tvm, trials=1), "sketch.random", dict(SMALL))
    path = log_in()
    ansor.TaskScheduler(tasks, callbacks=[]).tune(quick(tvm, path, trials=5), "sketch.random", dict(SMALL))
    assert 5 <= count(path, tvm) <= 6


@proves("tvm.auto_scheduler.TuningOptions", "连续这么多次测量没有变快就停；默认 `None` 和 0 都是不提前停")
def _(tvm):
    without_devices(tvm)
    task = task_of(tvm)
    for early, expected in ((None, 12), (0, 12), (3, 4), (5, 6)):
        path = log_in()
        options = quick(tvm, path, trials=12, early_stopping=early, num_measures_per_round=2)
        task.tune(options, sketch(tvm, task))
        assert count(path, tvm) == expected, (early, count(path, tvm))


@proves("tvm.auto_scheduler.TuningOptions", "每轮测量多少个，之后重新训练成本模型", "一批最多是编译器 `n_parallel` 的两倍")
def _(tvm):
    batches = without_devices(tvm)
    ansor, updates, task = tvm.auto_scheduler, [], task_of(tvm)

    class Counts(ansor.cost_model.cost_model.PythonBasedModel):
        def update(self, inputs, results):
            updates.append(len(inputs))

        def predict(self, task, states):
            return np.random.uniform(size=len(states))

    options = quick(tvm, trials=10, num_measures_per_round=5, builder=ansor.LocalBuilder(n_parallel=2))
    task.tune(options, sketch(tvm, task, Counts()))
    assert updates == [5] and batches == [4, 1, 4, 1]


@proves("tvm.auto_scheduler.TuningOptions", "0 不输出，1 是进度，2 还打印每个程序；`SearchTask.tune` 里只管测量，搜索的进度由 `SketchPolicy` 自己的 `verbose`（默认 1）决定")
def _(tvm):
    without_devices(tvm)
    ansor, task = tvm.auto_scheduler, task_of(tvm)

    def said(measuring, searching):
        with printed() as text:
            options = ansor.TuningOptions(2, verbose=measuring, builder=ansor.LocalBuilder(n_parallel=1), runner=ansor.LocalRunner())
            task.tune(options, sketch(tvm, task, verbose=searching))
        return text[0]

    assert said(0, 0) == "" and "programs to measure" in said(1, 0) and "GFLOPS" not in said(1, 0)
    assert "GFLOPS" in said(2, 0) and "for i" in said(2, 0)
    assert "Generate Sketches" in said(0, 1) and "programs to measure" not in said(0, 1)
    with printed() as text:
        ansor.SketchPolicy(task, params=dict(SMALL)).generate_sketches()
    assert "Generate Sketches" in text[0]


@proves("tvm.auto_scheduler.TuningOptions", "`'local'` 是 `LocalBuilder()`；其他字符串抛出 `ValueError`，其他类型抛出 `TypeError`", "`'local'` 是 `LocalRunner()`，报错同上", "不写就没有记录")
def _(tvm):
    ansor = tvm.auto_scheduler
    options = ansor.TuningOptions()
    assert isinstance(options.builder, ansor.LocalBuilder) and isinstance(options.runner, ansor.LocalRunner)
    assert options.measure_callbacks is None and options.num_measures_per_round == 64 and options.verbose == 1
    for name in ("builder", "runner"):
        with raises(ValueError):
            ansor.TuningOptions(**{name: "rpc"})
        with raises(TypeError):
            ansor.TuningOptions(**{name: 3})


@proves("tvm.auto_scheduler.TuningOptions", "连续出错超过 150 次时改用 `verbose=2` 输出")
def _(tvm):
    without_devices(tvm, costs=1e10, error=4)
    ansor, task = tvm.auto_scheduler, task_of(tvm)

    def said(trials):
        with printed() as text:
            options = quick(tvm, trials=trials, builder=ansor.LocalBuilder(n_parallel=25))
            task.tune(options, ansor.EmptyPolicy(task))
        return text[0]

    assert "No: " not in said(151) and "No: 152" in said(152)


@proves("tvm.auto_scheduler.TaskScheduler", "空列表抛出 `AssertionError`", "`gradient` 或 `round-robin`（轮流），其他值抛出 `AssertionError`", "0.13.0 只保存，没有用到", versions=("0.13.0",))
@proves("tvm.auto_scheduler.TaskScheduler", "空列表抛出 `AssertionError`", "`gradient` 或 `round-robin`（轮流），其他值抛出 `AssertionError`", "0.12.0 只保存，没有用到", versions=("0.12.0",))
@proves("tvm.auto_scheduler.TaskScheduler", "空列表抛出 `AssertionError`", "`gradient` 或 `round-robin`（轮流），其他值抛出 `AssertionError`", "0.10.0 只保存，没有用到", versions=("0.10.0",))
def _(tvm):
    import inspect

    ansor = tvm.auto_scheduler
    with raises(AssertionError):
        ansor.TaskScheduler([])
    with raises(AssertionError):
        ansor.TaskScheduler([task_of(tvm)], strategy="greedy", callbacks=[])
    assert ansor.TaskScheduler([task_of(tvm)], gamma=0.7, callbacks=[]).gamma == 0.7
    assert inspect.getsource(ansor.task_scheduler).count("gamma") == 3


@proves("tvm.auto_scheduler.TaskScheduler", "目标函数是时延的加权和；默认各为 1", "接受各任务当前的最短时延（秒），返回要减小的值；给出时权重不起作用")
def _(tvm):
    ansor = tvm.auto_scheduler
    tasks = [task_of(tvm), task_of(tvm, (32, 32, 32))]
    score = lambda **options: ansor.TaskScheduler(tasks, callbacks=[], **options)._compute_score([2.0, 3.0])
    assert score() == 5 and score(task_weights=[10, 1]) == 23
    assert score(task_weights=[10, 1], objective_func=max) == 3


@proves("tvm.auto_scheduler.TaskScheduler", "先把每个任务各调一轮，再按策略分配，直到用完测量次数", "每轮的个数不超过它除以任务数的商", "每个任务一个策略的列表")
def _(tvm):
    without_devices(tvm)
    ansor = tvm.auto_scheduler
    tasks = [task_of(tvm), task_of(tvm, (32, 32, 32)), task_of(tvm, (16, 16, 16))]

    class Order(ansor.task_scheduler.TaskSchedulerCallback):
        def pre_tune(self, scheduler, task):
            order.append(task)

    for strategy, expected in (("round-robin", [0, 1, 2, 0, 1, 2]), ("gradient", None)):
        order, path = [], log_in()
        scheduler = ansor.TaskScheduler(tasks, strategy=strategy, callbacks=[Order()])
        scheduler.tune(quick(tvm, path, trials=11), [sketch(tvm, task) for task in tasks])
        assert scheduler.num_measures_per_round == 3 and order[:3] == [0, 1, 2] and len(order) == 4
        if expected:
            assert order == expected[:4]
    with raises(AssertionError):
        ansor.TaskScheduler(tasks, callbacks=[]).tune(quick(tvm, trials=9), [1, 2, 3])
    with raises(ValueError):
        ansor.TaskScheduler(tasks, callbacks=[]).tune(quick(tvm, trials=9), "sketch.none")


@proves("tvm.auto_scheduler.TaskScheduler", "`search_policy` 是 `default`（同 `sketch.xgb`）、`sketch.xgb`、`sketch.random`", "`search_policy_params` 是 `SketchPolicy` 的 `params`", "`XGBModel` 的文件：存在时读入，每次更新后又写回它", "上一项的文件存在时，模型不再用记录训练")
def _(tvm):
    ansor, made = tvm.auto_scheduler, []

    class Model:
        def __init__(self, **options):
            made.append(options)

        def load(self, path):
            made.append("load")

        def update_from_file(self, path):
            made.append("train")

    scheduler = ansor.task_scheduler
    kept = {name: getattr(scheduler, name) for name in ("XGBModel", "SketchPolicy")}
    scheduler.XGBModel = Model
    scheduler.SketchPolicy = lambda task, model, **options: (model, options)

    def policies(name, params=None, **options):
        return scheduler.make_search_policies(name, params, [1, 2], 5, 0, **options)

    for name in ("default", "sketch.xgb"):
        made.clear()
        (model, options), second = policies(name, {"a": 1})
        assert isinstance(model, Model) and second[0] is model and options["params"] == {"a": 1}
        assert made[0]["num_warmup_sample"] == 10 and made[0]["model_file"] is None
    assert isinstance(policies("sketch.random")[0][0], ansor.RandomModel)
    file = log_in()
    made.clear()
    policies("default", load_model_file=file, load_log_file="log")
    assert made[0]["model_file"] == file and made[1:] == ["train"]
    open(file, "w").close()
    made.clear()
    policies("default", load_model_file=file, load_log_file="log")
    assert made[1:] == ["load"] and len(kept) == 2


@proves("tvm.auto_scheduler.TaskScheduler", "从记录恢复进度、已测的程序和成本模型")
def _(tvm):
    without_devices(tvm)
    ansor, path, task = tvm.auto_scheduler, log_in(), task_of(tvm)
    ansor.TaskScheduler([task], callbacks=[]).tune(quick(tvm, path, trials=4), "sketch.random", dict(SMALL))
    before = {str(inp.state.transform_steps) for inp, _ in ansor.load_records(path)}
    again = ansor.TaskScheduler([task], load_log_file=path, callbacks=[])
    again.tune(quick(tvm, path, trials=4), "sketch.random", dict(SMALL))
    assert again.best_costs[0] == 1e-3 and again.task_cts == [2] and count(path, tvm) == 8
    assert len({str(ansor.measure_record._ffi_api.SerializeMeasureInput(inp)) for inp, _ in ansor.load_records(path)}) == 8
    assert before


@proves("tvm.auto_scheduler.TaskScheduler", "过去的变化看几轮", "梯度里过去的变化占的比重，其余是对将来的估计", "估计将来的时延时用，也用来把太慢的任务移出相似组")
def _(tvm):
    ansor, te = tvm.auto_scheduler, tvm.te

    def tagged(n):
        a, r = te.placeholder((n, n), name="a"), te.reduce_axis((0, n), "r")
        tag = {"auto_scheduler_task_scheduler_tag": "sum"}
        out = te.compute((n,), lambda i: te.sum(a[i, r], axis=r), name="b", attrs=tag)
        key = ansor.workload_registry.register_workload_tensors(f'["sum{n}"]', [a, out])
        return ansor.SearchTask(workload_key=key, target="llvm")

    def group(beta):
        tasks = [tagged(64), tagged(65)]
        scheduler = ansor.TaskScheduler(tasks, beta=beta, callbacks=[])
        assert len(set(scheduler.task_tags)) == 1
        scheduler.best_costs, scheduler.task_cts = np.array([1e-3, 3e-3]), [1, 7]
        scheduler._adjust_similarity_group(1)
        return scheduler.group_task_ids[0]

    assert group(2) == [0] and group(4) == [0, 1]

    def chosen(costs, histories, alpha=0.2, window=1, beta=2, tasks=None):
        """The task that the gradient takes next."""
        scheduler = ansor.TaskScheduler(tasks or [task_of(tvm), task_of(tvm, (32, 32, 32))], alpha=alpha, beta=beta, backward_window_size=window, callbacks=[])
        order = []

        def tune(index):
            order.append(index)
            scheduler.ct += 1
            if len(order) > 2:
                scheduler.ct = 100

        def restored(*_):
            scheduler.task_cts = [len(one) for one in histories]
            scheduler.task_costs_history = [list(one) for one in histories]
            scheduler.best_costs = np.array(costs)

        scheduler._tune_task, scheduler._adjust_similarity_group = tune, lambda index: None
        scheduler._restore_status, scheduler.load_log_file = restored, None
        restored()
        scheduler.tune(quick(tvm, trials=50), [sketch(tvm, task) for task in scheduler.tasks])
        return order[-1]

    falls, flat = [9.0, 5.0, 1.0], [1.1, 1.1, 1.1]
    assert chosen([1.0, 1.1], [falls, flat], alpha=1.0) == 0
    assert chosen([1.0, 1.1], [falls, flat], alpha=0.0) == 1
    old = [9.0, 1.0, 1.0]
    assert chosen([1.0, 1.0], [old, [1.2, 1.2, 1.0]], alpha=1.0, window=1) == 1
    assert chosen([1.0, 1.0], [old, [1.2, 1.2, 1.0]], alpha=1.0, window=2) == 0


@proves("tvm.auto_scheduler.TaskScheduler", "默认打印进度表，并写当前目录的 `total_latency.tsv`，构造时删掉旧的；不要就传 `[]`")
def _(tvm):
    os.chdir(tempfile.mkdtemp())
    without_devices(tvm)
    ansor = tvm.auto_scheduler
    open("total_latency.tsv", "w").write("old")
    ansor.TaskScheduler([task_of(tvm)], callbacks=[])
    assert os.path.exists("total_latency.tsv")
    scheduler = ansor.TaskScheduler([task_of(tvm)])
    assert not os.path.exists("total_latency.tsv")
    options = ansor.TuningOptions(2, verbose=1, builder=ansor.LocalBuilder(n_parallel=1), runner=ansor.LocalRunner())
    with printed() as said:
        scheduler.tune(options, "sketch.random", dict(SMALL))
    assert "Task Description" in said[0] and "EstimatedLatency(ms)\t1.000" in open("total_latency.tsv").read()


@proves("tvm.auto_scheduler.TaskScheduler", "`per_task_early_stopping` 是一个任务多少次没有变快就不再分给它", "少于任务数时抛出 `ValueError`")
def _(tvm):
    without_devices(tvm)
    ansor = tvm.auto_scheduler
    tasks = [task_of(tvm), task_of(tvm, (32, 32, 32))]
    scheduler = ansor.TaskScheduler(tasks, strategy="round-robin", callbacks=[])
    options = quick(tvm, trials=100, num_measures_per_round=2)
    scheduler.tune(options, "sketch.random", dict(SMALL), per_task_early_stopping=3)
    assert scheduler.dead_tasks == {0, 1} and scheduler.task_cts == [3, 3]
    with raises(ValueError):
        ansor.TaskScheduler(tasks, callbacks=[]).tune(quick(tvm, trials=1), "sketch.random")


@proves("tvm.auto_scheduler.SketchPolicy", "CPU 和 GPU 各有一套规则；Mali 列出的规则同 CPU，但多级切分用 GPU 的结构。其他设备（如 `hexagon`）报 `No default sketch rules for target`")
def _(tvm):
    own = tvm.auto_scheduler.HardwareParams(1, 16, 64, 1024, 1024, 256, 1, 1)

    def sketches(target, **params):
        made = sketch(tvm, task_of(tvm, target=target, hardware_params=own), params=params).generate_sketches()
        return [str(one) for one in made]

    tiles = lambda texts: max(text.count("for i_c") + text.count("for i.") for text in texts)
    host, mali, cuda = (sketches(target) for target in ("llvm", "opencl -device=mali", "cuda"))
    assert len(host) == 3 and "shared" in str(cuda) and "shared" not in str(mali)
    short = sketches("opencl -device=mali", gpu_multi_level_tiling_structure="SSSRS")
    assert tiles(short) < tiles(mali) and sketches("llvm", gpu_multi_level_tiling_structure="SSSRS") == host
    assert sketches("opencl -device=mali", cpu_multi_level_tiling_structure="SRS") == mali
    with raises("TVMError", "No default sketch rules for target"):
        sketches("hexagon")


@proves("tvm.auto_scheduler.SketchPolicy", "GPU 的结构，最外面至少要三级 S；写成 `SSRS`，抽样时进程因 SIGFPE 结束", dies="SIGFPE")
def _(tvm):
    own = tvm.auto_scheduler.HardwareParams(1, 16, 64, 49152, 2**31 - 1, 1024, 8, 32)
    task = task_of(tvm, target="cuda", hardware_params=own)
    assert sketch(tvm, task).sample_initial_population()
    sketch(tvm, task, params={"gpu_multi_level_tiling_structure": "SSRS"}).sample_initial_population()


@proves("tvm.auto_scheduler.SketchPolicy", "演化也至多 2 代", "覆盖 `DEFAULT_PARAMS`；缺的键会补进你传入的字典，未知的键被忽略，没有提示", "0 不输出", "返回成本模型评分最高的至多 `out_size` 个")
def _(tvm):
    ansor, task = tvm.auto_scheduler, task_of(tvm)

    class Model(ansor.cost_model.cost_model.PythonBasedModel):
        def predict(self, task, states):
            rounds.append(len(states))
            return [len(str(state)) for state in states]

    for model, most in ((ansor.RandomModel(), 2), (Model(), 4)):
        rounds, given = [], {**SMALL, "nonsense": 1}
        with printed() as said:
            policy = ansor.SketchPolicy(task, model, given, verbose=1)
            found = policy.evolutionary_search(policy.sample_initial_population(), 5)
        assert f"GA Iter: {most}\t" in said[0] and len(found) == 5
        assert given["evolutionary_search_num_iters"] == 4 and given["nonsense"] == 1
    with printed() as said:
        policy = sketch(tvm, task, Model())
        best = policy.evolutionary_search(policy.sample_initial_population(), 3)
    scores = [len(str(state)) for state in best]
    assert said == [""] and len(best) == 3 and scores == sorted(scores, reverse=True)


@proves("tvm.auto_scheduler.SketchPolicy", "随机种子；`None` 和 0 都是随机取一个")
def _(tvm):
    task = task_of(tvm)

    def sampled(seed):
        return [str(one) for one in sketch(tvm, task, seed=seed).sample_initial_population()]

    assert sampled(5) == sampled(5) and sampled(0) != sampled(0) and sampled(None) != sampled(None)


@proves("tvm.auto_scheduler.SketchPolicy", "返回全部草图（`StateObject` 的列表），切分的长度还没有填；`True` 时同时打印", "返回随机填好的程序，个数不定；一直抽到 `sample_init_min_population` 个，连续 5 批没有新的就把这个数减半")
def _(tvm):
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    policy = sketch(tvm, task)
    with printed() as said:
        sketches = policy.generate_sketches(True)
    assert "=" * 20 + " 0 " + "=" * 20 in said[0]
    assert all(isinstance(one, ansor.loop_state.StateObject) for one in sketches)
    assert any("None" in str(one) for one in sketches)
    filled = policy.sample_initial_population()
    assert len(filled) >= 8 and not any("None" in str(one) for one in filled)
    a = tvm.te.placeholder((1,), name="a")
    key = ansor.workload_registry.register_workload_tensors('["one"]', [a, tvm.te.compute((1,), lambda i: a[i], name="b")])
    one = ansor.SearchTask(workload_key=key, target="llvm")
    with printed() as said:
        made = sketch(tvm, one, verbose=1).sample_initial_population()
    assert "#Target has been reduced to 4" in said[0] and len(made) < 8


@proves("tvm.auto_scheduler.SketchPolicy", "缺的键会补进你传入的字典", *(
    f"| `{name}` | {value} |" for name, value in (
        ("eps_greedy", 0.05), ("retry_search_one_round_on_empty", 1), ("sample_init_min_population", 50),
        ("sample_init_use_measured_ratio", 0.2), ("evolutionary_search_population", 2048), ("evolutionary_search_num_iters", 4),
        ("evolutionary_search_mutation_prob", 0.85), ("cpu_multi_level_tiling_structure", "`SSRSRS`"),
        ("gpu_multi_level_tiling_structure", "`SSSRRSRS`"), ("max_innermost_split_factor", 64), ("max_vectorize_size", 16),
        ("disable_change_compute_location", 0))))
def _(tvm):
    assert tvm.auto_scheduler.SketchPolicy.DEFAULT_PARAMS == {
        "eps_greedy": 0.05, "retry_search_one_round_on_empty": 1, "sample_init_min_population": 50,
        "sample_init_use_measured_ratio": 0.2, "evolutionary_search_population": 2048, "evolutionary_search_num_iters": 4,
        "evolutionary_search_mutation_prob": 0.85, "cpu_multi_level_tiling_structure": "SSRSRS",
        "gpu_multi_level_tiling_structure": "SSSRRSRS", "max_innermost_split_factor": 64, "max_vectorize_size": 16,
        "disable_change_compute_location": 0,
    }
    given = dict(SMALL)
    tvm.auto_scheduler.SketchPolicy(task_of(tvm), params=given, verbose=0)
    assert given["eps_greedy"] == 0.05 and given["evolutionary_search_population"] == 16


@proves("tvm.auto_scheduler.SketchPolicy", "最内层切分的上限", "CPU 多级切分的结构，S 是数据轴，R 是归约轴", "向量化的最大长度", "初始程序抽到多少个为止")
def _(tvm):
    import re

    task = task_of(tvm, (256, 256, 256))

    def programs(**params):
        return sketch(tvm, task, params={"sample_init_min_population": 40, **params}, seed=1).sample_initial_population()

    def longest(**params):
        found = re.findall(r"vectorize \S+ \(0,(\d+)\)", "".join(str(one) for one in programs(**params)))
        return max(map(int, found))

    def innermost(**params):
        found = re.findall(r" (?:i|j|i_c|j_c)\.3 \(0,(\d+)\)", "".join(str(one) for one in programs(**params)))
        return max(map(int, found))

    assert longest() > 4 >= longest(max_vectorize_size=4)
    assert innermost() > 4 >= innermost(max_innermost_split_factor=4)
    assert len(programs()) >= 40 > len(programs(sample_init_min_population=5)) >= 5
    loops = lambda structure: [
        line.split()[1][0] for line in str(sketch(tvm, task, params={"cpu_multi_level_tiling_structure": structure}).generate_sketches()[0]).splitlines() if "for" in line
    ]
    assert loops("SRS") == list("ijrij") and loops("SSRSRS") == list("ijijrijrij")


@proves("tvm.auto_scheduler.SketchPolicy", "为 1 时不随机改变计算的位置")
def _(tvm):
    te, ansor = tvm.te, tvm.auto_scheduler
    a, r = te.placeholder((32, 32), name="a"), te.reduce_axis((0, 32), "r")
    b = te.compute((32, 32), lambda i, j: te.exp(a[i, j]), name="b")
    c = te.compute((32, 32), lambda i, j: te.sum(b[i, r] * b[r, j], axis=r), name="c")
    key = ansor.workload_registry.register_workload_tensors('["moves"]', [a, c])
    task = ansor.SearchTask(workload_key=key, target="llvm")

    def moved(fixed):
        policy = sketch(tvm, task, params={"sample_init_min_population": 30, "disable_change_compute_location": fixed})
        return any("s[b].compute_at" in task.compute_dag.print_python_code_from_state(one) for one in policy.sample_initial_population())

    assert moved(0) and not moved(1)


@proves("tvm.auto_scheduler.SketchPolicy", "每轮测量里随机程序的比例", "已测的程序最多占 `evolutionary_search_population` 的比例", "每一代的个数", "变异的概率", "演化几代", "一轮没有新程序时重试几次")
def _(tvm):
    without_devices(tvm)
    ansor, task = tvm.auto_scheduler, task_of(tvm)

    class Model(ansor.cost_model.cost_model.PythonBasedModel):
        def update(self, inputs, results):
            pass

        def predict(self, task, states):
            sizes.append(len(states))
            return [len(str(state)) for state in states]

    def evolved(**params):
        policy = sketch(tvm, task, Model(), params=params, seed=3)
        first = policy.sample_initial_population()
        sizes.clear()
        found = policy.evolutionary_search(first, 1000)
        return list(sizes), {str(one) for one in found} - {str(one) for one in first}

    sizes = []
    assert evolved(evolutionary_search_population=24)[0][1:] == [24] * 4
    assert len(evolved(evolutionary_search_num_iters=2)[0]) == 3
    assert evolved(evolutionary_search_mutation_prob=0.0)[1] == set() != evolved(evolutionary_search_mutation_prob=1.0)[1]

    path = log_in()
    for factor in (2, 4, 8, 16, 32, 64):
        record(tvm, path, task, factor=factor)

    def started(ratio):
        """How many programs the first generation has beyond the sampled ones."""
        callbacks = [ansor.PreloadMeasuredStates(path)]
        params = {"sample_init_use_measured_ratio": ratio, "evolutionary_search_num_iters": 0, "evolutionary_search_population": 16}
        policy = sketch(tvm, task, Model(), params=params, init_search_callbacks=callbacks)
        sizes.clear()
        task.tune(quick(tvm, trials=1), policy)
        return sizes[-1] - sum(sizes[:-1])

    assert started(0.0) <= 0 and started(0.25) - started(0.0) == 4

    with printed() as said:
        one = ansor.SearchTask(
            workload_key=ansor.workload_registry.register_workload_tensors(
                '["one"]', [tvm.te.placeholder((1,), name="a"), tvm.te.compute((1,), lambda i: i, name="b")]
            ),
            target="llvm",
        )
        for retries in (0, 3):
            print("retries", retries, flush=True)
            options = quick(tvm, trials=64, num_measures_per_round=32)
            one.tune(options, sketch(tvm, one, verbose=1, params={"retry_search_one_round_on_empty": retries}))
    none, three = said[0].split("retries 3")
    assert three.count("EvolutionarySearch") - none.count("EvolutionarySearch") == 3


@proves("tvm.auto_scheduler.EmptyPolicy", "不能是 `PreloadCustomSketchRule`（检查失败，`TVMError`）", "`num_measure_trials` 是 3 就把同一个程序测量 3 次、记录 3 条", "它可以用来得到不优化的基线")
def _(tvm):
    without_devices(tvm)
    ansor, task, path = tvm.auto_scheduler, task_of(tvm), log_in()
    with raises("TVMError"):
        ansor.EmptyPolicy(task, [ansor.PreloadCustomSketchRule(lambda *_: 0, lambda *_: [])])
    task.tune(quick(tvm, path, trials=3), ansor.EmptyPolicy(task, [ansor.PreloadMeasuredStates(path)]))
    steps = [len(inp.state.transform_steps) for inp, _ in ansor.load_records(path)]
    assert steps == [0, 0, 0]


@proves("tvm.auto_scheduler.PreloadMeasuredStates", "测过的程序不再测，成功的作为演化的起点", "不存在时什么也不读，不抛异常", "采用的是键相同、目标种类相同的记录，`-mcpu` 之类不比较；出错的记录也算测过", "它不训练成本模型")
def _(tvm):
    without_devices(tvm)
    ansor, te, path = tvm.auto_scheduler, tvm.te, log_in()
    own = ansor.HardwareParams(1, 64, 64, 1024, 1024, 256, 1, 1)

    class Model(ansor.cost_model.cost_model.PythonBasedModel):
        def update(self, inputs, results):
            raise AssertionError("trained")

        def predict(self, task, states):
            return np.random.uniform(size=len(states))

    def loaded(task, file=path):
        with printed() as said:
            sketch(tvm, task, Model(), verbose=1, init_search_callbacks=[ansor.PreloadMeasuredStates(file)])
        text = said[0]
        return 0 if "No measurement records found" in text else int(text.split("Loaded ")[1].split()[0])

    assert loaded(task_of(tvm), path + "absent") == 0
    for factor, target, error, shape in (
        (4, "llvm", 0, (64, 64, 64)), (8, "llvm -mcpu=core-avx2", 0, (64, 64, 64)), (16, "llvm", 4, (64, 64, 64)),
        (32, "cuda", 0, (64, 64, 64)), (2, "llvm", 0, (32, 64, 64)),
    ):
        record(tvm, path, task_of(tvm, shape, target, hardware_params=own), 1e10 if error else 1e-3, error, factor)
    assert loaded(task_of(tvm)) == 3

    a = te.placeholder((1,), name="a")
    key = ansor.workload_registry.register_workload_tensors('["one"]', [a, te.compute((1,), lambda i: a[i], name="b")])
    one, file = ansor.SearchTask(workload_key=key, target="llvm"), log_in()
    one.tune(quick(tvm, file, trials=64), sketch(tvm, one))
    before = count(file, tvm)
    one.tune(quick(tvm, file, trials=64), sketch(tvm, one, init_search_callbacks=[ansor.PreloadMeasuredStates(file)]))
    assert 0 < before == count(file, tvm)
    one.tune(quick(tvm, file, trials=64), sketch(tvm, one))
    assert count(file, tvm) > before


@proves("tvm.auto_scheduler.PreloadCustomSketchRule", "`(policy, state, stage_id)`，返回下面三个常量之一", "返回 `[[新的状态, 下一个 stage_id], …]`；有几项就分出几张草图，阶段号小于 0 表示完成", "输出里显示的名称", "值 0，不用这条规则，试后面的", "值 1，用这条规则，后面的也试", "值 2，用这条规则，这个阶段不再试别的")
def _(tvm):
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    rule, seen = ansor.PreloadCustomSketchRule, []
    assert (rule.PASS, rule.APPLY, rule.APPLY_AND_SKIP_REST) == (0, 1, 2)

    def sketches(answer, branches=1):
        def meets(policy, state, stage):
            seen.append((type(policy), type(state), stage))
            return answer if stage == 2 else rule.PASS

        def apply(policy, state, stage):
            return [[state, -1]] * branches

        with printed() as said:
            policy = sketch(tvm, task, verbose=1, init_search_callbacks=[rule(meets, apply, "my rule")])
            made = policy.generate_sketches()
        assert 'Custom sketch rule "my rule" added' in said[0]
        return len(made)

    plain = len(sketch(tvm, task).generate_sketches())
    assert sketches(rule.PASS) == plain < sketches(rule.APPLY)
    assert sketches(rule.APPLY_AND_SKIP_REST) == 1 and sketches(rule.APPLY_AND_SKIP_REST, 2) == 2
    assert seen[0][0] is ansor.SketchPolicy and seen[0][1] is ansor.loop_state.StateObject and seen[0][2] == 2


@proves("tvm.auto_scheduler.RandomModel", "随机数来自 `numpy.random`，要重复结果就用 `numpy.random.seed`", "接受测量的结果，但什么也不学", "返回 0 到 1 之间的 float 列表，与程序的内容无关")
def _(tvm):
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    model, state = ansor.RandomModel(), split_by(task).state_object
    np.random.seed(3)
    first = model.predict(task, [state, state])
    assert model.update([], []) is None
    np.random.seed(3)
    model.update([ansor.MeasureInput(task, state)], [ansor.MeasureResult([1.0], 0, None, 0.0, 0.0)])
    assert model.predict(task, [state, state]) == first and first[0] != first[1]
    assert isinstance(first, list) and all(type(one) is float and 0 <= one <= 1 for one in first)


def trees(tvm, release):
    """Lets 0.10.0 train with the xgboost that is here, as its page does."""
    if release != "0.10.0":
        return
    import xgboost
    from tvm.auto_scheduler.cost_model import xgb_model

    def after(self, model, epoch, log):
        return epoch >= 19

    kind = type("Trees", (xgboost.callback.TrainingCallback,), {"after_iteration": after})
    xgb_model.custom_callback = lambda **options: kind()


def measured(tvm, task, trials):
    """Inputs and results of sampled programs, the shorter their text the faster."""
    ansor = tvm.auto_scheduler
    states = sketch(tvm, task, params={"sample_init_min_population": trials}, seed=7).sample_initial_population()[:trials]
    inputs = [ansor.MeasureInput(task, state) for state in states]
    results = [ansor.MeasureResult([1e-6 * len(str(state))], 0, None, 0.0, 0.0) for state in states]
    return inputs, results


@proves("tvm.auto_scheduler.XGBModel", "没有安装 xgboost 时构造抛出 `ImportError`")
def _(tvm):
    import sys

    sys.modules["xgboost"] = None
    tvm.auto_scheduler.cost_model.xgb_model.xgb = None
    with raises(ImportError, "XGBoost is required for XGBModel"):
        tvm.auto_scheduler.XGBModel()


@proves("tvm.auto_scheduler.XGBModel", "1.6 以上到第一次训练时抛出 `ImportError`，经 `tune` 到这里时是 `TVMError`", versions=("0.10.0",))
def _(tvm):
    without_devices(tvm)
    task = task_of(tvm)
    with raises(ImportError):
        tvm.auto_scheduler.XGBModel().update(*measured(tvm, task, 4))
    with raises("TVMError"):
        task.tune(quick(tvm, trials=4, num_measures_per_round=2), sketch(tvm, task, tvm.auto_scheduler.XGBModel()))


@proves("tvm.auto_scheduler.XGBModel", "样本数超过它才用训练出的模型，此前给随机数", "加入新样本，用全部样本从头训练；没有样本时直接返回", "返回各程序的评分数组，越大越快", "每个写操作一个评分，加起来是整个程序的")
def _(tvm, release):
    trees(tvm, release)
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    inputs, results = measured(tvm, task, 24)
    states = [one.state for one in inputs]
    model = ansor.XGBModel(verbose_eval=0, num_warmup_sample=10)
    model.update([], [])
    assert model.bst is None and model.inputs == []
    model.update(inputs[:10], results[:10])
    assert model.bst is not None and not np.array_equal(model.predict(task, states), model.predict(task, states))
    first = model.bst
    model.update(inputs[10:], results[10:])
    assert len(model.inputs) == 24 and model.bst is not first
    scores = model.predict(task, states)
    assert np.array_equal(scores, model.predict(task, states)) and isinstance(scores, np.ndarray)
    assert np.corrcoef(scores, [1 / one.costs[0].value for one in results])[0, 1] > 0.5


@proves("tvm.auto_scheduler.XGBModel", "在上一个的后面依次接上每个程序的写操作个数和各自的评分，拼成一个数组", "不能下降的程序是负无穷")
def _(tvm, release):
    trees(tvm, release)
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    inputs, results = measured(tvm, task, 12)
    model = ansor.XGBModel(verbose_eval=0, num_warmup_sample=2)
    model.update(inputs, results)
    states = [one.state for one in inputs[:3]]
    packed, scores = list(model.predict_stages(task, states)), model.predict(task, states)
    assert np.allclose(packed[:3], scores)
    at = 3
    for score in scores:
        writes = int(packed[at])
        assert writes >= 1 and np.isclose(sum(packed[at + 1 : at + 1 + writes]), score)
        at += 1 + writes
    assert at == len(packed)
    for threads, valid in ((1024, True), (4, False)):
        own = ansor.HardwareParams(1, 16, 64, 49152, 49152, threads, 8, 32)
        wide = task_of(tvm, target="cuda", hardware_params=own)
        state = wide.compute_dag.get_init_state()
        out = wide.compute_dag.tensors[-1]
        state.bind(out, state[out].iters[0], "threadIdx.x")
        state.bind(out, state[out].iters[1], "blockIdx.x")
        assert (ansor.XGBModel().predict(wide, [state.state_object])[0] != float("-inf")) == valid


@proves("tvm.auto_scheduler.XGBModel", "每次更新后把模型写进这个文件；不会从它读取", "写出模型；还没有训练过时抛出 `AttributeError`", "读入模型，并把 `num_warmup_sample` 设为 -1，立即用于预测")
def _(tvm, release):
    trees(tvm, release)
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    inputs, results = measured(tvm, task, 12)
    path = os.path.join(tempfile.mkdtemp(), "model.json")
    open(path, "w").write("nonsense")
    model = ansor.XGBModel(verbose_eval=0, model_file=path, num_warmup_sample=2)
    assert model.bst is None
    with raises(AttributeError):
        model.save(path)
    model.update(inputs, results)
    other = ansor.XGBModel(verbose_eval=0)
    other.load(path)
    states = [one.state for one in inputs]
    assert other.num_warmup_sample == -1
    assert np.allclose(other.predict(task, states), model.predict(task, states))


@proves("tvm.auto_scheduler.XGBModel", "新样本不到上次训练样本数的五分之一时跳过训练", "XGBoost 的种子；`None` 和 0 都是 43，预热时的随机数不受它控制")
def _(tvm, release):
    trees(tvm, release)
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    inputs, results = measured(tvm, task, 14)
    for adaptive in (False, True):
        model = ansor.XGBModel(verbose_eval=0, adaptive_training=adaptive)
        model.update(inputs[:10], results[:10])
        first = model.bst
        model.update(inputs[10:11], results[10:11])
        assert (model.bst is first) == adaptive
        model.update(inputs[11:12], results[11:12])
        assert model.bst is not first
    assert [ansor.XGBModel(seed=seed).xgb_params["seed"] for seed in (None, 0, 5)] == [43, 43, 5]
    state = inputs[0].state
    assert ansor.XGBModel(seed=5).predict(task, [state])[0] != ansor.XGBModel(seed=5).predict(task, [state])[0]


@proves("tvm.auto_scheduler.XGBModel", "用记录文件的前 `n_lines` 条训练，`None` 是全部")
def _(tvm, release):
    trees(tvm, release)
    ansor, task, path = tvm.auto_scheduler, task_of(tvm), log_in()
    for factor in (2, 4, 8, 16, 32):
        record(tvm, path, task, factor * 1e-3, factor=factor)
    for lines, expected in ((3, 3), (None, 5)):
        model = ansor.XGBModel(verbose_eval=0)
        model.update_from_file(path, lines)
        assert len(model.inputs) == expected and model.bst is not None


@proves("tvm.auto_scheduler.XGBModel", "记一条 DEBUG 信息（默认的级别下看不到），0 不记；只检查偶数轮，所以奇数（如默认的 25）实际隔两倍的轮数", versions=NEW)
def _(tvm):
    import logging

    ansor, task = tvm.auto_scheduler, task_of(tvm)
    assert logging.getLogger("auto_scheduler").getEffectiveLevel() > logging.DEBUG
    inputs, results = measured(tvm, task, 12)

    def rounds(every):
        with warned("DEBUG") as said:
            ansor.XGBModel(verbose_eval=every).update(inputs, results)
        return [int(text.split("XGB iter:")[1].split()[0]) for text in said if "XGB iter:" in text]

    assert rounds(0) == [] and rounds(4)[:3] == [0, 4, 8] and rounds(5)[:3] == [0, 10, 20]
    assert rounds(25)[:2] == [0, 50]


unproved("tvm.auto_scheduler.XGBModel", "记一条 DEBUG 信息（默认的级别下看不到），0 不记；只检查偶数轮，所以奇数（如默认的 25）实际隔两倍的轮数", reason="要有低于 1.6 的 xgboost", versions=("0.10.0",))


@proves("tvm.auto_scheduler.XGBModel", "`TaskScheduler` 设为任务数乘每轮的测量数")
@proves("tvm.auto_scheduler.SearchTask", "搜索，返回 `None`，结果从记录读取；默认策略是 `SketchPolicy` 加 `XGBModel`，只有这时 `adaptive_training` 起作用")
def _(tvm):
    ansor, made = tvm.auto_scheduler, []
    module = __import__("sys").modules["tvm.auto_scheduler.search_task"]

    class Model:
        def __init__(self, **options):
            made.append(options)

    kept, module.XGBModel = module.XGBModel, Model
    module.SketchPolicy = lambda task, model: made.append(type(model)) or ansor.EmptyPolicy(task)
    task = task_of(tvm)
    without_devices(tvm)
    assert task.tune(quick(tvm), adaptive_training=True) is None and made == [{"adaptive_training": True}, Model]
    made.clear()
    assert task.tune(quick(tvm), ansor.EmptyPolicy(task), adaptive_training=True) is None and made == []
    ansor.task_scheduler.XGBModel = lambda **options: made.append(options) or ansor.RandomModel()
    ansor.TaskScheduler([task, task_of(tvm, (32, 32, 32))], callbacks=[]).tune(quick(tvm, trials=6), "default", dict(SMALL))
    assert made[0]["num_warmup_sample"] == 6 and kept


def inline(tvm):
    """Builds and runs in this process: one that imports TVM takes seconds to start. Returns what undoes it."""
    measure = tvm.auto_scheduler.measure
    kept = measure.PopenWorker, measure.PopenPoolExecutor

    class Worker:
        def send(self, function, args, *_):
            self.result = function(*args)

        def recv(self):
            return self.result

    class Pool:
        def __init__(self, *_):
            pass

        def map_with_error_catching(self, function, values):
            from tvm.contrib.popen_pool import MapResult

            results = []
            for value in values:
                try:
                    results.append(MapResult(measure.StatusKind.COMPLETE, function(value)))
                except Exception as error:
                    results.append(MapResult(measure.StatusKind.EXCEPTION, error))
            return results

    measure.PopenWorker, measure.PopenPoolExecutor = Worker, Pool

    def undo():
        measure.PopenWorker, measure.PopenPoolExecutor = kept

    return undo


@proves("tvm.auto_scheduler.LocalBuilder", "每个程序的编译时限，秒", "`'default'` 打成 tar，`'ndk'` 用 Android NDK 链接；函数要有 `output_format` 属性。其他字符串抛出 `ValueError`", "同时编译几个；每批测量是它的两倍")
def _(tvm):
    undo = inline(tvm)
    ansor, task = tvm.auto_scheduler, task_of(tvm, (8, 8, 8))
    one = ansor.MeasureInput(task, split_by(task, 2))
    (built,) = ansor.LocalBuilder(n_parallel=1).build([one], verbose=0)
    assert built.error_no == 0 and built.filename.endswith(".tar") and os.path.exists(built.filename)
    assert isinstance(ansor.LocalBuilder(build_func="ndk"), ansor.LocalBuilder)
    assert ansor.measure.BuildFunc.build_func is tvm.contrib.ndk.create_shared
    with raises(ValueError):
        ansor.LocalBuilder(build_func="so")

    def plain(path, files, **_):
        open(path, "w").close()

    def error_of(function, **options):
        return ansor.LocalBuilder(n_parallel=1, build_func=function, **options).build([one], verbose=0)[0]

    made = error_of(plain)
    assert made.error_no == 2 and "output_format" in made.error_msg
    plain.output_format = "mine"
    made = error_of(plain)
    assert made.error_no == 0 and made.filename.endswith(".mine")

    def slow(path, files, **_):
        __import__("time").sleep(30)

    slow.output_format = "mine"
    undo()
    assert error_of(slow, timeout=4).error_no == 6


@proves("tvm.auto_scheduler.LocalBuilder", "前一个使用时就断言失败，信息是 `BuildFunc.name: ndk, but args is: default` 这样的一行", "两个都用自定义函数时不报错，前一个用的是后一个的函数")
def _(tvm):
    ansor = tvm.auto_scheduler
    first = ansor.LocalBuilder(n_parallel=1)
    ansor.LocalBuilder(build_func="ndk")
    task = task_of(tvm, (8, 8, 8))
    with raises("TVMError", "BuildFunc.name: ndk, but args is: default"):
        first.build([ansor.MeasureInput(task, split_by(task, 2))], verbose=0)

    def named(end):
        def make(path, files, **_):
            open(path, "w").close()

        make.output_format = end
        return make

    inline(tvm)
    first = ansor.LocalBuilder(n_parallel=1, build_func=named("one"))
    ansor.LocalBuilder(n_parallel=1, build_func=named("two"))
    (built,) = first.build([ansor.MeasureInput(task, split_by(task, 2))], verbose=0)
    assert built.filename.endswith(".two")


def heavy(tvm):
    """A task whose program runs for a while, and its build."""
    undo = inline(tvm)
    te, ansor = tvm.te, tvm.auto_scheduler
    a, r = te.placeholder((16,), name="a"), te.reduce_axis((0, 2**26), "r")
    out = te.compute((1,), lambda i: te.sum(te.sin(a[tvm.tir.indexmod(r, 16)] + r.astype("float32")), axis=r), name="b")
    key = ansor.workload_registry.register_workload_tensors('["heavy"]', [a, out])
    task = ansor.SearchTask(workload_key=key, target="llvm")
    inputs = [ansor.MeasureInput(task, task.compute_dag.get_init_state())]
    built = ansor.LocalBuilder(n_parallel=1).build(inputs, verbose=0)
    undo()
    return inputs, built


def light(tvm, programs=1, **options):
    ansor, task = tvm.auto_scheduler, task_of(tvm, (8, 8, 8), **options)
    inputs = [ansor.MeasureInput(task, split_by(task, 2))] * programs
    undo = inline(tvm)
    built = ansor.LocalBuilder(n_parallel=1).build(inputs, verbose=0)
    undo()
    return inputs, built


@proves("tvm.auto_scheduler.LocalRunner", "超过时 `error_no` 是 4", "测量几次，结果就有几个时间", "两个程序之间停几秒")
def _(tvm):
    import time

    ansor = tvm.auto_scheduler
    (late,) = ansor.LocalRunner(timeout=4, number=200, min_repeat_ms=0).run(*heavy(tvm), verbose=0)
    assert late.error_no == 4 and late.costs[0].value == 1e10 and "TimeoutError" in late.error_msg
    times = []
    for pause in (0.0, 2.0):
        programs = light(tvm, 2)
        inline(tvm)
        start = time.time()
        results = ansor.LocalRunner(repeat=3, min_repeat_ms=0, cooldown_interval=pause).run(*programs, verbose=0)
        times.append(time.time() - start)
        assert [len(one.costs) for one in results] == [3, 3] and all(one.error_no == 0 for one in results)
    assert times[1] - times[0] > 2


@proves("tvm.auto_scheduler.LocalRunner", "一个程序的时限，秒，默认 10", "结果就有几个时间，默认 1", "两个程序之间停几秒，默认 0", "一次测量运行几遍，取平均，默认 3", "一次测量至少多少毫秒，默认 100；不够就自动增加 `number`", "`number` 和 `min_repeat_ms` 自动变成 1 和 0", "有几个设备时用第几个，默认 0")
def _(tvm):
    ansor = tvm.auto_scheduler
    import shutil
    import time

    inputs, built = light(tvm)
    kept = shutil.copy(built[0].filename, tempfile.mkdtemp())
    took = []
    inline(tvm)
    for least in (0, 2000):
        start = time.time()
        (result,) = ansor.LocalRunner(number=1, min_repeat_ms=least).run(inputs, built, verbose=0)
        took.append(time.time() - start)
        assert result.error_no == 0
        os.mkdir(os.path.dirname(built[0].filename))
        shutil.copy(kept, built[0].filename)
    assert took[1] - took[0] > 1.5

    def given(**options):
        """What a runner hands to the function that runs: timeout, number, repeat, least, pause, flush, verbose, device."""
        kept = []
        tvm.register_func("auto_scheduler.local_runner.run", lambda inputs, built, *rest: kept.extend(rest) or [], override=True)
        ansor.LocalRunner(**options).run([], [], verbose=0)
        return kept

    assert given() == [10, 3, 1, 100, 0.0, 0, 0, 0]
    assert given(number=7, min_repeat_ms=50, enable_cpu_cache_flush=True, device=2) == [10, 1, 1, 0, 0.0, 1, 0, 2]


@proves("tvm.auto_scheduler.LocalRunner", "没有用 `task_inputs` 指定的输入由 `random_fill` 填充，所以运行时要启用 `USE_RANDOM`", "在本机的一个子进程里逐个运行程序")
def _(tvm):
    ansor, asked = tvm.auto_scheduler, []
    kept = tvm.get_global_func
    tvm.get_global_func = lambda name, *rest: asked.append(name) or (None if "random_fill" in name else kept(name, *rest))
    inputs, built = light(tvm)
    evaluated = ansor.measure._timed_eval_func(inputs[0].serialize(), built[0], [None] * 3, 1, 1, 0, 0, False, 0, 0)
    assert "tvm.contrib.random.random_fill" in asked and evaluated[1] == 4 and "USE_RANDOM" in evaluated[2]
    workers = []
    worker = ansor.measure.PopenWorker
    ansor.measure.PopenWorker = lambda: workers.append(1) or worker()
    tvm.get_global_func = kept
    assert all(one.error_no == 0 for one in ansor.LocalRunner(min_repeat_ms=0).run(*light(tvm, 2), verbose=0)) and workers == [1]


@proves("tvm.auto_scheduler.LocalRunner", "每次测量前把第一个以外的实参清出 CPU 缓存，更接近整网里的时延", "最先另有一遍预热，不计")
def _(tvm):
    ansor, asked = tvm.auto_scheduler, []
    inputs, built = light(tvm)

    class Module:
        entry_name = "f"

        def time_evaluator(self, name, dev, **options):
            asked.append(options)
            raise RuntimeError

    ansor.measure.module.load_module = lambda path: Module()
    for flush in (False, True):
        folder = tempfile.mkdtemp()
        result = ansor.measure.BuildResult(os.path.join(folder, "f.tar"), built[0].args, 0, None, 0.0)
        ansor.measure._timed_eval_func(inputs[0].serialize(), result, [None] * 3, 1, 1, 0, 0, flush, 0, 0)
    assert [one["f_preproc"] for one in asked] == ["", "cache_flush_cpu_non_first_arg"]

    calls = []
    tvm.register_func("probe.counts", lambda *_: calls.append(1))
    n, body = tvm.te.var("n"), tvm.tir.call_packed("probe.counts", 1)
    made = tvm.te.extern((1,), [], lambda ins, outs: body, dtype="float32")
    function = tvm.build(tvm.te.create_schedule(made.op), [made], "llvm")
    function.time_evaluator(function.entry_name, tvm.cpu(), number=3, repeat=2)(tvm.nd.empty((1,)))
    assert len(calls) == 1 + 3 * 2 and n is not None


@proves("tvm.auto_scheduler.RPCRunner", "构造时会请求一次设备，`timeout` 秒内没有得到就抛出 `RuntimeError`", "请求本身立即出错（例如主机名不能解析）时，构造仍打印 `Get devices for measurement successfully!`，到测量时才失败", "设备在 tracker 上注册的名称", "tracker 的地址")
def _(tvm):
    from tvm.rpc.tracker import Tracker

    ansor = tvm.auto_scheduler
    tracker = Tracker("127.0.0.1", port=9100, port_end=9300, silent=True)
    with raises(RuntimeError, "Cannot get remote devices"):
        ansor.RPCRunner("absent", "127.0.0.1", tracker.port, timeout=1)
    tracker.terminate()
    import threading

    threading.excepthook = lambda *_: None
    with printed() as said:
        runner = ansor.RPCRunner("board", "no-such-host.invalid", 9190, timeout=20)
    assert "Get devices for measurement successfully!" in said[0]
    inputs, built = light(tvm)
    inline(tvm)
    (result,) = runner.run(inputs, built, verbose=0)
    assert result.error_no != 0


@proves("tvm.auto_scheduler.RPCRunner", "请求设备的优先级，大的在前，默认 1", "同时用几台设备，默认 1", "RPC 会话的时限，秒，默认 10", "含义和默认值见 `LocalRunner` 的表", "含义见同一张表，但 `number` 要自己写成 1，`min_repeat_ms` 写成 0")
def _(tvm):
    ansor, kept = tvm.auto_scheduler, []
    ansor.measure.check_remote = lambda key, host, port, priority, timeout: True
    tvm.register_func("auto_scheduler.rpc_runner.run", lambda inputs, built, *rest: kept.append(list(rest)) or [], override=True)
    make = lambda **options: ansor.RPCRunner("board", "127.0.0.1", 9190, **options)
    make().run([], [], verbose=0)
    assert kept[-1] == ["board", "127.0.0.1", 9190, 1, 1, 10, 3, 1, 100, 0.0, 0, 0, 0]
    make(enable_cpu_cache_flush=True, priority=5, n_parallel=2, device=3).run([], [], verbose=0)
    assert kept[-1] == ["board", "127.0.0.1", 9190, 5, 2, 10, 3, 1, 100, 0.0, 1, 0, 3]


@proves("tvm.auto_scheduler.RPCRunner", "RPC 会话的时限，秒，默认 10；超过时 `error_no` 是 4")
def _(tvm):
    ansor = tvm.auto_scheduler
    _, built = light(tvm)

    def late(*_):
        raise tvm.error.RPCSessionTimeoutError

    ansor.measure._rpc_run = late
    assert ansor.measure._rpc_run_worker((None, built[0]) + (None,) * 5 + (3,) + (None,) * 5 + (0, 0))[1] == 4


@proves("tvm.auto_scheduler.LocalRPCMeasureContext", "含义和默认值见 `RPCRunner` 的表", "一次测量至少多少毫秒，默认 0，不是 100", "含义和默认值见 `LocalRunner` 的表", "把它的 `runner` 字段（一个 `RPCRunner`）传给 `TuningOptions`")
@proves("tvm.auto_scheduler.LocalRPCMeasureContext", "在本机起一个 tracker 和一个 RPC 服务器，供测量 GPU 程序时隔离环境", "端口从 9000 到 10000 之间找", "它被回收时，两个服务就停止", "它不能用在 `with` 里")
def _(tvm):
    import gc

    ansor, given = tvm.auto_scheduler, []
    context = ansor.LocalRPCMeasureContext()
    assert 9000 <= context.tracker.port < 10000 and 9000 <= context.server.port < 10000
    inputs, built = light(tvm)
    inline(tvm)
    (fine,) = context.runner.run(inputs, built, verbose=0)
    assert fine.error_no == 0 and isinstance(context.runner, ansor.RPCRunner)
    tvm.register_func("auto_scheduler.rpc_runner.run", lambda inputs, built, *rest: given.extend(rest) or [], override=True)
    context.runner.run([], [], verbose=0)
    assert given[2] == context.tracker.port and given[3:] == [1, 1, 10, 3, 1, 0, 0.0, 0, 0, 0]
    with raises(Exception):
        with context:
            pass
    stopped = []
    for one in (context.tracker, context.server):
        kept = one.terminate
        one.terminate = lambda kept=kept: stopped.append(1) or kept()
    del one
    del context
    gc.collect()
    assert len(stopped) >= 2


@proves("tvm.auto_scheduler.MeasureInput", "`state` 可以是 `State` 或 `StateObject`", "`task.compute_dag` 是 `None`，`state.stages` 是空的，只有变换的步骤", "`auto_scheduler.measure.recover_measure_input(inp, rebuild_state=True)`，函数要已经注册")
def _(tvm):
    ansor, task, path = tvm.auto_scheduler, task_of(tvm), log_in()
    state = split_by(task)
    assert ansor.MeasureInput(task, state).state.same_as(ansor.MeasureInput(task, state.state_object).state)
    record(tvm, path, task)
    ((inp, _),) = ansor.load_records(path)
    assert inp.task.compute_dag is None and len(inp.state.stages) == 0 and len(inp.state.transform_steps) == 1
    whole = ansor.measure.recover_measure_input(inp, rebuild_state=True)
    assert whole.task.compute_dag is not None and len(whole.state.stages) == 3
    ansor.workload_registry.WORKLOAD_FUNC_REGISTRY.clear()
    with raises(KeyError):
        ansor.measure.recover_measure_input(inp, rebuild_state=True)


@proves("tvm.auto_scheduler.MeasureInput", "返回两项的列表：JSON，以及注册表里的那个函数或张量，用来送进子进程", "静态方法，从上一个的结果恢复，同时补上注册和计算图")
def _(tvm):
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    data = ansor.MeasureInput(task, split_by(task)).serialize()
    registry = ansor.workload_registry.WORKLOAD_FUNC_REGISTRY
    assert isinstance(data, list) and json.loads(data[0])[0][0] == task.workload_key
    assert data[1] == ("matmul", registry["matmul"])
    registry.clear()
    made = ansor.MeasureInput.deserialize(data)
    assert "matmul" in registry and made.task.compute_dag is not None and len(made.state.transform_steps) == 1


@proves("tvm.auto_scheduler.MeasureResult", "失败时是 `1e10`。读出来是 `FloatImm`，数值在 `.value`", "错误信息；`None` 变成空字符串", "编译加运行一共几秒", "完成的时刻，`time.time()`")
def _(tvm):
    import time

    ansor = tvm.auto_scheduler
    made = ansor.MeasureResult([0.5, 2.5], 0, None, 0.25, 9.5)
    assert [one.value for one in made.costs] == [0.5, 2.5] and isinstance(made.costs[0], tvm.tir.FloatImm)
    assert made.error_msg == "" and (made.all_cost, made.timestamp) == (0.25, 9.5)
    start = time.time()
    inputs, built = light(tvm)
    inline(tvm)
    (good,) = ansor.LocalRunner(min_repeat_ms=0).run(inputs, built, verbose=0)
    assert start < good.timestamp < time.time() and built[0].time_cost < good.all_cost < time.time() - start
    failed = ansor.measure.BuildResult("", [], 2, "no", 0.0)
    (bad,) = ansor.LocalRunner().run(inputs, [failed], verbose=0)
    assert [one.value for one in bad.costs] == [1e10] and bad.error_no == 2 and bad.error_msg == "no"


@proves("tvm.auto_scheduler.MeasureResult", "0 成功；1 应用步骤出错，2 主机编译出错，3 设备上加载出错，4 运行出错或超时，6 编译超时。5 结果错误、7 运行超时、8 未知不会出现")
def _(tvm):
    import inspect

    ansor, task = tvm.auto_scheduler, task_of(tvm, (8, 8, 8))
    kind = ansor.measure.MeasureErrorNo
    assert (kind.WRONG_ANSWER, kind.BUILD_TIMEOUT, kind.RUN_TIMEOUT, kind.UNKNOWN_ERROR) == (5, 6, 7, 8)
    source = inspect.getsource(ansor.measure)
    assert source.count("WRONG_ANSWER") == source.count("UNKNOWN_ERROR") == 1

    class Late:
        def send(self, *_):
            pass

        def recv(self):
            raise TimeoutError

    assert type(ansor.measure.call_func_with_timeout(Late(), 1, None)) is Exception
    state = split_by(task, 2)
    good = ansor.MeasureInput(task, state).serialize()
    worker = ansor.measure._local_build_worker
    assert worker(good, tvm.contrib.tar.tar, 0)[2] == 0
    kept = ansor.measure.build_module.build
    ansor.measure.build_module.build = None
    assert worker(good, tvm.contrib.tar.tar, 0)[2] == 2
    ansor.measure.build_module.build = kept
    broken = [good[0].replace('"SP", 2, 1', '"SP", 2, 9'), good[1]]
    assert broken[0] != good[0] and worker(broken, tvm.contrib.tar.tar, 0)[2] == 1
    folder = tempfile.mkdtemp()
    open(os.path.join(folder, "f.tar"), "w").write("nonsense")
    result = ansor.measure.BuildResult(os.path.join(folder, "f.tar"), task.compute_dag.tensors, 0, None, 0.0)
    assert ansor.measure._timed_eval_func(good, result, [None] * 3, 1, 1, 0, 0, False, 0, 0)[1] == 3
    assert ansor.measure._timed_eval_func(good, light(tvm)[1][0], [None] * 2, 1, 1, 0, 0, False, 0, 0)[1] == 4


@proves("tvm.auto_scheduler.RecordToFile", "每批测量之后把结果追加到文件，包括失败的", "`filename` 所在的目录不存在时自动建立。文件不会清空", versions=None)
def _(tvm):
    without_devices(tvm, costs=1e10, error=4)
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    path = os.path.join(tempfile.mkdtemp(), "a", "b", "log.json")
    for times in (1, 2):
        task.tune(quick(tvm, path, trials=3), ansor.EmptyPolicy(task))
        assert count(path, tvm) == 3 * times
    assert {res.error_no for _, res in ansor.load_records(path)} == {4}


@proves("tvm.auto_scheduler.RecordReader", "可以用 `for inp, res in reader` 迭代", "读的位置只向前，读完以后再读得到空的结果", "先跳过 `skip_lines` 条，再读至多 `max_lines` 条，返回输入和结果两个 `Array`；`None` 和 0 都是读到末尾")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    for factor in (2, 4, 8, 16, 32):
        record(tvm, path, task_of(tvm), factor * 1.0, factor=factor)
    reader = ansor.RecordReader(path)
    inputs, results = reader.read_lines(2, 1)
    assert isinstance(inputs, tvm.ir.container.Array) and [res.costs[0].value for res in results] == [4.0, 8.0]
    assert [res.costs[0].value for _, res in reader] == [16.0, 32.0]
    assert [len(one) for one in reader.read_lines()] == [0, 0] and list(reader) == []
    assert len(ansor.RecordReader(path).read_lines(0)[0]) == len(ansor.RecordReader(path).read_lines(None)[0]) == 5


@proves("tvm.auto_scheduler.RecordReader", "键是旧格式（没有实参）时给出警告，读取时已自动执行", "以 `#` 或空格开头的行跳过。读的时候文件不存在，只有一条 `auto_scheduler` 日志的警告", "记录文件每行一个 JSON，含任务的键、目标、变换的步骤和测量结果")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    record(tvm, path, task_of(tvm))
    line = open(path).read()
    (key, target, *_), (stages, steps) = json.loads(line)["i"]
    assert key == task_of(tvm).workload_key and target.startswith("llvm") and len(steps) == 1 and json.loads(line)["r"][0] == [1e-3]
    open(path, "w").write("# comment\n not this\n" + line + line.replace('[\\"matmul\\", 64, 64, 64]', '[\\"old\\"]'))
    with warned() as said:
        assert len(list(ansor.load_records(path))) == 2
    assert len(said) == 1 and "old format workload key" in said[0]
    with warned() as said:
        assert list(ansor.load_records(path + "absent")) == []
    assert len(said) == 1 and "does not exist" in said[0]


@proves("tvm.auto_scheduler.load_records", "英文文档写的是列表，其实返回 `zip` 的迭代器，只能遍历一次；文件不存在时是空的", "每项是 `(MeasureInput, MeasureResult)`")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    record(tvm, path, task_of(tvm))
    read = ansor.load_records(path)
    ((inp, res),) = read
    assert isinstance(inp, ansor.MeasureInput) and isinstance(res, ansor.MeasureResult) and list(read) == []
    assert type(read) is zip and list(ansor.load_records(path + "absent")) == []


@proves("tvm.auto_scheduler.save_records", "把给出的记录追加到文件末尾，目录不存在时建立", "记录文件；已有的内容留着", "写几条由它的长度决定", "多的不写，少了抛出 `TVMError`，前面的已经写进文件，后面跟着没有写完的一条")
def _(tvm):
    ansor, task = tvm.auto_scheduler, task_of(tvm)
    path = os.path.join(tempfile.mkdtemp(), "new", "log.json")
    one, result = ansor.MeasureInput(task, split_by(task)), ansor.MeasureResult([1.0], 0, None, 0.0, 0.0)
    ansor.save_records(path, [one], [result, result])
    assert count(path, tvm) == 1
    with raises("TVMError"):
        ansor.save_records(path, [one, one], [result])
    text = open(path).read()
    assert text.count("\n") == 2 and text.splitlines()[2].startswith('{"i":') and not text.endswith("}")


@proves("tvm.auto_scheduler.load_best_record", "取出平均时间最短的一条成功的记录", "`None` 时不同任务的时间直接相比", "比较目标的种类（`llvm`、`cuda` 等），不看 `-mcpu`、`-mtriple`；字符串抛出 `AttributeError`", "没有合适的是 `(None, None)`", "任务的键", "记录文件")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    own = ansor.HardwareParams(1, 64, 64, 1024, 1024, 256, 1, 1)
    for factor, seconds, target, error, shape in (
        (2, 5.0, "llvm -mcpu=core-avx2", 0, (64, 64, 64)), (4, 1.0, "llvm", 4, (64, 64, 64)),
        (8, 2.0, "cuda", 0, (64, 64, 64)), (16, 0.5, "llvm", 0, (32, 64, 64)),
    ):
        record(tvm, path, task_of(tvm, shape, target, hardware_params=own), seconds, error, factor)
    ansor.save_records(path, [ansor.load_best_record(path)[0]], [ansor.MeasureResult([0.1, 0.7], 0, None, 0.0, 0.0)])
    key = task_of(tvm).workload_key
    best = lambda **options: ansor.load_best_record(path, **options)[1].costs[0].value
    assert best() == 0.1 and best(workload_key=key) == 2.0
    assert best(workload_key=key, target=tvm.target.Target("llvm -mtriple=aarch64-linux-gnu")) == 5.0
    assert ansor.load_best_record(path, key, tvm.target.Target("c")) == (None, None)
    assert ansor.load_best_record(path + "absent") == (None, None)
    with raises(AttributeError):
        ansor.load_best_record(path, key, "llvm")


@proves("tvm.auto_scheduler.load_best_record", "也考虑同一函数、实参各能被整除的记录（如要 128，有 64），时间按倍数折算；反过来不行")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    for shape, seconds in (((64, 64, 64), 3.0), ((32, 64, 64), 1.0)):
        record(tvm, path, task_of(tvm, shape), seconds, factor=4)
    key = lambda *shape: ansor.make_workload_key("matmul", shape)
    best = lambda *shape: ansor.load_best_record(path, key(*shape), include_compatible=True)[1]
    assert best(64, 64, 64).costs[0].value == 1.0 and best(128, 64, 64).costs[0].value == 1.0
    assert best(96, 64, 64).costs[0].value == 1.0 and best(16, 64, 64) is None and best(64, 32, 64) is None
    record(tvm, path, task_of(tvm, (64, 64, 64)), 1.9, factor=8)
    assert best(64, 64, 64).costs[0].value == 1.9
    assert ansor.load_best_record(path, key(128, 64, 64)) == (None, None)


@proves("tvm.auto_scheduler.ApplyHistoryBest", "几个文件合在一起取最好的；`None` 是空的。文件不存在时只有警告", "合计只读前多少条", "str、`Path`、它们的列表，或记录的迭代器", "再读入一批，与已有的比较，留下更快的；出错的记录不用")
def _(tvm):
    import pathlib

    ansor, task = tvm.auto_scheduler, task_of(tvm)
    first, second, failed = log_in(), log_in(), log_in()
    record(tvm, first, task, 3.0, factor=2)
    record(tvm, first, task, 2.0, factor=4)
    record(tvm, second, task, 1.0, factor=8)
    record(tvm, failed, task, 0.1, 4, factor=16)

    def found(context):
        state = context.query(tvm.target.Target("llvm"), task.workload_key, False, task.compute_dag, "f")
        return state and task.compute_dag.print_python_code_from_state(state).split("factor=")[1].split(")")[0]

    history = ansor.ApplyHistoryBest
    with history(None):
        assert found(history(first)) == found(history(pathlib.Path(first))) == "4"
        assert found(history([first, pathlib.Path(second)])) == "8" and found(history(ansor.load_records(first))) == "4"
        assert found(history([first, second], n_lines=1)) == "2" and found(history([first, second], n_lines=2)) == "4"
        with history(None) as empty:
            assert found(empty) is None
            with warned() as said:
                empty.load(first + "absent")
            assert len(said) == 1 and "does not exist" in said[0]
        context = history(first)
        context.load(failed)
        assert found(context) == "4"
        context.load(second)
        assert found(context) == "8"
        context.load(first)
        assert found(context) == "8"
        context.update(tvm.target.Target("llvm"), task.workload_key, split_by(task, 32).state_object)
        assert found(context) == "32"


@proves("tvm.auto_scheduler.ApplyHistoryBest", "先按目标的 `-model` 找，再依次按 `Target.keys` 里的各项找，`-mcpu` 不比较", "也会用于 `-keys=arm_cpu,cpu` 的目标", "规则同 `load_best_record`", "手工指定一个程序，优先于记录")
def _(tvm):
    ansor, path = tvm.auto_scheduler, log_in()
    task = task_of(tvm)
    for target, factor, seconds in (("llvm -mcpu=core-avx2", 2, 1.0), ("llvm -model=mine", 4, 3.0), ("llvm -keys=arm_cpu,cpu", 8, 2.0)):
        own = ansor.HardwareParams(1, 64, 64, 1024, 1024, 256, 1, 1)
        record(tvm, path, task_of(tvm, target=target, hardware_params=own), seconds, factor=factor)

    def found(text, context, shape=(64, 64, 64)):
        key = ansor.make_workload_key("matmul", shape)
        with ansor.ApplyHistoryBest(None), context:
            state = context.query(tvm.target.Target(text), key, False, task.compute_dag, "f")
        return state and task.compute_dag.print_python_code_from_state(state).split("factor=")[1].split(")")[0]

    context = ansor.ApplyHistoryBest(path)
    assert found("llvm -model=mine", context) == "4" and found("llvm", context) == "2"
    assert found("llvm -keys=arm_cpu,cpu", context) == "8" and found("cuda", context) is None
    only = log_in()
    record(tvm, only, task)
    assert found("llvm -keys=arm_cpu,cpu -mtriple=aarch64-linux-gnu", ansor.ApplyHistoryBest(only)) == "8"
    assert found("llvm", ansor.ApplyHistoryBest(only), (128, 64, 64)) is None
    assert found("llvm", ansor.ApplyHistoryBest(only, include_compatible=True), (128, 64, 64)) == "8"
    assert found("llvm", ansor.ApplyHistoryBest(only, include_compatible=True), (32, 64, 64)) is None


@proves("tvm.auto_scheduler.ApplyHistoryBest", "找不到时问外层；最外层对含归约的任务给出警告，采用 TOPI 的调度", "静态方法，返回 `(字典的一项, 函数名或哈希, 实参)`；没有的层次会当场建立")
def _(tvm):
    ansor, path, task = tvm.auto_scheduler, log_in(), task_of(tvm)
    record(tvm, path, task)
    target = tvm.target.Target("llvm")
    with ansor.ApplyHistoryBest(path):
        with ansor.ApplyHistoryBest(None) as inner:
            assert inner.query(target, task.workload_key, True, task.compute_dag, "f") is not None
    with ansor.ApplyHistoryBest(None) as alone:
        for reduces, warnings in ((False, 0), (True, 1)):
            with warned() as said:
                assert alone.query(target, f'["other", {warnings}]', reduces, task.compute_dag, "f") is None
            assert len(said) == warnings
        assert "A fallback TOPI schedule is used" in said[0]
    table = {}
    entry, name, args = ansor.ApplyHistoryBest.get_workload_entry(table, "cpu", '["f", 1, [2, "a"]]')
    assert table == {"cpu": {"f": {}}} and entry is table["cpu"]["f"] and (name, args) == ("f", (1, 2, "a"))
    config = {"relay.backend.use_auto_scheduler": True}
    with tvm.transform.PassContext(opt_level=3, config=config):
        assert tvm.relay.build(tvm.IRModule.from_expr(network(tvm)), "llvm") is not None


@proves("tvm.auto_scheduler.ApplyHistoryBestOrSample", "没有记录的任务当场搜索，测量几个程序", "`None` 就是全部现搜；兼容的记录总是考虑", "没有归约的任务不搜索，直接问外层", "`XGBModel` 的文件；不给出时随机评分", "每个任务测量几个；要写 2 以上", "测量经 `LocalRPCMeasureContext` 在本机进行", "其实不测量就没有记录可读，查询里的循环一遍遍搜索，不会结束", "1 也一样", "`has_complex_op` 为 True（或允许搜索简单任务）时先查记录再搜索；为 False 时只查记录，没有就问外层")
def _(tvm, release):
    trees(tvm, release)
    ansor, task, tuned = tvm.auto_scheduler, task_of(tvm), []
    dispatcher = ansor.dispatcher
    sample, target = ansor.ApplyHistoryBestOrSample, tvm.target.Target("llvm")

    class Context:
        def __init__(self, **_):
            self.runner = ansor.LocalRunner()
            contexts.append(1)

    contexts = []
    dispatcher.LocalRPCMeasureContext = Context
    dispatcher.SketchPolicy = lambda task, model, **_: ansor.EmptyPolicy(task)
    dispatcher.XGBModel, kept = (lambda: loaded), dispatcher.XGBModel

    class Loaded(ansor.cost_model.cost_model.PythonBasedModel):
        def load(self, path):
            self.path = path

    loaded = Loaded()
    without_devices(tvm)
    tune = ansor.SearchTask.tune

    def counted(self, options, policy):
        tuned.append(options.num_measure_trials)
        if len(tuned) > 5:
            raise KeyboardInterrupt
        tune(self, options, policy)

    ansor.SearchTask.tune = counted

    def ask(context, reduces=True, shape=(64, 64, 64)):
        tuned.clear()
        key = ansor.make_workload_key("matmul", shape)
        with ansor.ApplyHistoryBest(None), context:
            return context.query(target, key, reduces, task.compute_dag, "f")

    assert ask(sample(None, num_measure=2)) is not None and tuned == [2] and contexts == [1]
    for trials in (-1, 1):
        with raises(KeyboardInterrupt):
            ask(sample(None, num_measure=trials))
        assert tuned == [trials] * 6
    assert sample(None).num_measure == -1
    assert ask(sample(None, num_measure=2), reduces=False) is None and tuned == []
    assert ask(sample(None, True, num_measure=2), reduces=False) is not None and tuned == [2]
    path = log_in()
    record(tvm, path, task)
    assert ask(sample(path, num_measure=2), shape=(128, 64, 64)) is not None and tuned == []
    assert ask(sample(path, num_measure=2), reduces=False) is not None and tuned == []
    assert isinstance(sample(None).cost_model, ansor.RandomModel)
    assert sample(None, cost_model_file="file").cost_model is loaded and loaded.path == "file" and kept


@proves("tvm.auto_scheduler.DispatchContext", "子类实现 `_query_inside` 和 `update`，基类的这两个抛出 `NotImplementedError`", "类属性，当前最里层的上下文；最外层是 `FallbackContext`，所有线程共用", "先查自己再查外层，返回 `StateObject` 或 `None`；`has_complex_op` 决定最外层要不要警告", "由子类规定怎样记下一个程序")
def _(tvm):
    import threading

    ansor, task = tvm.auto_scheduler, task_of(tvm)
    kind, target = ansor.DispatchContext, tvm.target.Target("llvm")
    assert type(kind.current).__name__ == "FallbackContext"
    for call in (kind().update, kind()._query_inside):
        with raises(NotImplementedError):
            call(target, "key", None)
    given = split_by(task).state_object

    class Own(kind):
        def _query_inside(self, target, key, name):
            return given if key == "mine" else None

    with Own() as outer, Own() as inner:
        seen = []
        thread = threading.Thread(target=lambda: seen.append(kind.current))
        thread.start()
        thread.join()
        assert kind.current is inner and seen == [inner] and inner._old_ctx is outer
        assert inner.query(target, "mine", True, None, "f") is given
        for reduces in (False, True):
            with warned() as said:
                assert inner.query(target, f"other {reduces}", reduces, None, "f") is None
            assert len(said) == reduces
    assert type(kind.current).__name__ == "FallbackContext"


@proves("tvm.auto_scheduler.is_auto_scheduler_enabled", "没有设置时是 Python 的 False；设置过时返回 TIR 的布尔常量，可以直接用在 `if` 里", "英文文档列出的形参 `enabled` 不存在", "编译网络要同时用两个 `with`", "少了后者就不查记录")
def _(tvm):
    ansor, enabled, asked = tvm.auto_scheduler, tvm.auto_scheduler.is_auto_scheduler_enabled, []
    assert enabled() is False
    for value in (True, False):
        with tvm.transform.PassContext(config={"relay.backend.use_auto_scheduler": value}):
            answer = enabled()
            assert isinstance(answer, tvm.tir.IntImm) and answer.dtype == "bool" and bool(answer) == value
            assert [1 for _ in "x" if answer] == [1] * value
    with raises(TypeError):
        enabled(enabled=True)

    class Own(ansor.DispatchContext):
        def _query_inside(self, target, key, name):
            asked.append(key)

    for use in (False, True):
        with Own(), tvm.transform.PassContext(opt_level=3, config={"relay.backend.use_auto_scheduler": use}):
            tvm.relay.build(tvm.IRModule.from_expr(network(tvm)), "llvm")
        assert bool(asked) == use


@proves("tvm.auto_scheduler.get_shape_from_rewritten_layout", "由改写后的布局算出各轴原来的长度：同名的各段相乘", "结果按它的次序；文字里没有的轴是 1，文字里有而列表里没有的抛出 `TVMError`", "布局的文字由长度和轴名交替组成，如 `4i8j2i`，从外到内")
def _(tvm):
    shape = tvm.auto_scheduler.get_shape_from_rewritten_layout
    assert [int(n) for n in shape("4i8j2i", ["j", "i", "k"])] == [8, 8, 1]
    with raises("TVMError"):
        shape("4i8j2i", ["i"])


@proves("tvm.auto_scheduler.remove_index_check", "让这个 `te.Tensor` 的 `A[i, j]` 不再检查下标的个数", "替换的是这一个对象的 `__call__`，返回 `None`；`A(i, j)` 的写法查的是类，仍然检查")
def _(tvm):
    a, b = (tvm.te.placeholder((4, 2, 3), name=name) for name in "ab")
    assert tvm.auto_scheduler.remove_index_check(a) is None
    assert len(a[0, 1].asobject().indices) == 2
    with raises(ValueError):
        a(0, 1)
    with raises(ValueError):
        b[0, 1].asobject()


@proves("tvm.auto_scheduler.rewrite_compute_body", "把计算里对权重的读取改成新布局的下标，返回新的张量", "`new_layout` 是布局的文字，轴名是原来下标里的变量名。操作有几个输出时返回元组", "恰好一个，否则分别是检查失败和 `AssertionError`")
def _(tvm):
    ansor, te = tvm.auto_scheduler, tvm.te
    a, b, c = matmul(tvm)(8, 8, 8)
    made = ansor.rewrite_compute_body(c, "2j8r4j")
    load = made.op.body[0].source[0].b
    assert isinstance(made, te.Tensor) and load.producer.op == b.op and len(load.indices) == 3
    j, r = c.op.axis[1].var, c.op.reduce_axis[0].var
    for index, expected in zip(load.indices, (tvm.tir.floormod(tvm.tir.floordiv(j, 4), 2), tvm.tir.floormod(r, 8), tvm.tir.floormod(j, 4))):
        analyzer = tvm.arith.Analyzer()
        for one, extent in ((j, 8), (r, 8)):
            analyzer.update(one, tvm.arith.ConstIntBound(0, extent - 1))
        assert analyzer.simplify(index - expected).value == 0
    pair = te.compute((8,), lambda i: (b[i, i], b[i, i] + 1.0), name="pair", attrs={"layout_free_placeholders": [b]})
    with raises(Exception):
        ansor.rewrite_compute_body(pair[0], "8k8i")
    w = te.placeholder((8,), name="w")
    pair = te.compute((8,), lambda i: (w[i], w[i] + 1.0), name="pair", attrs={"layout_free_placeholders": [w]})
    assert type(ansor.rewrite_compute_body(pair[0], "4i2i")) is tuple
    plain = te.compute((8, 8), lambda i, j: a[i, j], name="plain")
    with raises("TVMError"):
        ansor.rewrite_compute_body(plain, "8i8j")
    both = te.compute((8, 8), lambda i, j: a[i, j] + b[i, j], name="both", attrs={"layout_free_placeholders": [a, b]})
    with raises(AssertionError):
        ansor.rewrite_compute_body(both, "8i8j")


@proves("tvm.auto_scheduler.rewrite_tensor_shape", "原地改掉一个占位符的形状，返回 `None`", "只接受 `te.placeholder` 的结果，其他张量检查失败。个数和元素总数都不核对，已经引用这个占位符的计算也一起受影响")
def _(tvm):
    ansor, te = tvm.auto_scheduler, tvm.te
    a = te.placeholder((8,), name="a")
    b = te.compute((8,), lambda i: a[i], name="b")
    assert ansor.rewrite_tensor_shape(a, (3, 5)) is None
    assert [int(n) for n in a.shape] == [3, 5] and [int(n) for n in b.op.input_tensors[0].shape] == [3, 5]
    with raises("TVMError"):
        ansor.rewrite_tensor_shape(b, (8,))


@proves("tvm.auto_scheduler.auto_schedule", "任何调用都抛出 `ValueError`", "三个形参都不读取；它的报错信息里写的是另一个名称 `auto_scheduler.create_task`")
@proves("tvm.auto_scheduler.create_task", "五个形参都不读取。调用只会得到 `ValueError`，信息里有升级说明的地址")
def _(tvm):
    ansor = tvm.auto_scheduler
    with raises(ValueError, "auto_scheduler.create_task"):
        ansor.auto_schedule(3, 4, 5)
    with raises(ValueError, "https://github.com/apache/tvm/pull/7028"):
        ansor.create_task(3, 4, 5, 6, 7)


COMPLETE = True
