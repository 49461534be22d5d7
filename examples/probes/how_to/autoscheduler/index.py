"""What the automatic tuners take as tasks."""

from probes import proves

from tvm import auto_scheduler, relay
from tvm import meta_schedule as ms

PAGE = "how_to/autoscheduler/index#"
THREE = PAGE + "三种调优器"


@proves(THREE, "默认不是任务", "也是任务", versions=("0.12.0", "0.13.0"))
def _(tvm):
    x = relay.var("x", shape=(8, 8))
    mod = tvm.IRModule.from_expr(relay.exp(x))
    simple = lambda **options: auto_scheduler.extract_tasks(mod, {}, "llvm", **options)[0]
    assert len(simple()) == 0 and len(simple(include_simple_tasks=True)) == 1
    tasks = ms.relay_integration.extract_tasks(mod, tvm.target.Target("llvm -num-cores 2"), {})
    assert len(tasks) == 1
