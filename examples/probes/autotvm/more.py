"""More probes of docs/reference/api/python/autotvm.md: who makes tasks, templates and configurations."""

from probes import proves

TASK = "tvm.autotvm.task.task."


def template(tvm):
    """A registered template with one split."""
    te, autotvm = tvm.te, tvm.autotvm

    @autotvm.template("probe/scale")
    def scale(n):
        cfg = autotvm.get_config()
        a = te.placeholder((n,), name="A")
        b = te.compute((n,), lambda i: a[i] * 2.0, name="B")
        schedule = te.create_schedule(b.op)
        cfg.define_split("x", b.op.axis[0], num_outputs=2)
        cfg["x"].apply(schedule, b, b.op.axis[0])
        return schedule, [a, b]

    return scale


@proves(TASK + "Task", "由 `create` 建立，不要直接构造")
@proves(TASK + "TaskTemplate", "`template` 等装饰器建立它")
def _(tvm):
    from tvm.autotvm.task import task as home

    template(tvm)
    assert isinstance(home.TASK_TABLE["probe/scale"], home.TaskTemplate)
    made, bare = tvm.autotvm.task.create("probe/scale", (16,), "llvm"), home.Task("probe/scale", (16,))
    assert isinstance(made, home.Task) and len(made.config_space) == 5 and made.flop == 16 and str(made.target.kind) == "llvm"
    assert bare.config_space is None and bare.flop is None and bare.target is None

    @tvm.autotvm.register_topi_compute("probe/own")
    def own(cfg, *args):
        return None

    @tvm.autotvm.register_topi_schedule("probe/own")
    def own_schedule(cfg, outs):
        return None

    assert type(home.TASK_TABLE["probe/own"]) is home.TaskTemplate


@proves(TASK + "compute_flop", "它只用来把时间换算成 FLOPS")
def _(tvm):
    template(tvm)
    autotvm = tvm.autotvm
    task = autotvm.task.create("probe/scale", (16,), "llvm")
    said = []
    inputs = [autotvm.MeasureInput(task.target, task, task.config_space.get(0))]
    results = [autotvm.MeasureResult([2e-9], 0, 0.0, 0.0)]

    class Tuner:
        ttl, best_flops, best_iter, n_trial = None, 0, 0, 1

    from tvm.autotvm.tuner import callback

    show = callback.progress_bar(1)
    shown = []
    callback.format_si_prefix = lambda value, unit: shown.append(value) or value
    for one in (task.flop, 2 * task.flop):
        task.flop = one
        shown.clear()
        show(Tuner(), inputs, results)
        said.append(max(shown))
    assert said == [16 / 2e-9, 32 / 2e-9]


@proves("tvm.autotvm.task.space.ConfigEntity", "由 `ConfigSpace.get` 得到")
def _(tvm):
    template(tvm)
    space = tvm.autotvm.task.create("probe/scale", (16,), "llvm").config_space
    entities = [space.get(index) for index in range(len(space))]
    kind = tvm.autotvm.task.space.ConfigEntity
    assert all(type(one) is kind for one in entities) and [one.index for one in entities] == list(range(5))
    assert sorted(one["x"].size[-1] for one in entities) == [1, 2, 4, 8, 16]


@proves("tvm.autotvm.task.dispatcher.ApplyConfig", "只适合里面只有一个模板时使用")
def _(tvm):
    template(tvm)
    autotvm = tvm.autotvm
    config = autotvm.task.create("probe/scale", (16,), "llvm").config_space.get(3)
    with autotvm.task.ApplyConfig(config) as context:
        for target in ("llvm", "cuda -arch=sm_80"):
            for workload in (("probe/scale", 16), ("another", 8)):
                assert context.query(tvm.target.Target(target), workload) is config


@proves("tvm.autotvm.task.space.ConfigSpace", "只能用 `define_split` 的 `filter` 限制一个旋钮", versions=("0.10.0",))
def _(tvm):
    space = tvm.autotvm.task.space.ConfigSpace
    axis = lambda: tvm.autotvm.task.space.VirtualAxis(16, "x")
    few, all_of_them = space(), space()
    few.define_split("x", axis(), num_outputs=2, filter=lambda entity: entity.size[-1] >= 4)
    all_of_them.define_split("x", axis(), num_outputs=2)
    assert (len(few), len(all_of_them)) == (3, 5)
    assert not hasattr(space, "multi_filter")
