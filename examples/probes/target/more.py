"""More probes of docs/reference/api/python/target.md: options and keys of kinds, and who dispatches by them."""

import warnings

from probes import proves, raises, unproved

TARGET = "tvm.target.Target"


@proves(TARGET, "这个种类有哪些选项，看 `TargetKind.options`")
@proves("tvm.target.TargetKind", "名称在它的 `name` 字段")
def _(tvm):
    make = tvm.target.Target
    for kind in ("llvm", "c", "opencl", "stackvm"):
        options = make(kind).kind.options
        assert make(kind).kind.name == kind
        values = {"runtime.String": "x", "IntImm": "1", "Array": "x"}
        tried = [name for name in options if options[name] in values and name not in ("tag", "from_device", "keys", "device", "opt-level", "fast-math-ninf")][:4]
        for name in tried:
            assert make(f"{kind} -{name}={values[options[name]]}").attrs.get(name) is not None
        with raises(ValueError):
            make(f"{kind} -no-such-option=1")
    assert "mattr" in make("llvm").kind.options and "mattr" not in make("opencl").kind.options
    with raises(ValueError):
        make("opencl -mattr=+neon")


@proves(TARGET, "**键**（`keys`）决定派发：`generic_func`、算子策略依次用每个键去找")
@proves("tvm.target.generic_func", "`register(key, func=None, override=False)` 注册一个实现，`key` 是键或键的列表")
def _(tvm):
    make = tvm.target.Target

    @tvm.target.generic_func
    def which():
        return "default"

    which.register("first", lambda: "first")
    which.register(["second", "third"])(lambda: "later")
    for keys, found in (("first,second", "first"), ("second,first", "later"), ("none,third", "later"), ("none", "default")):
        with make(f"llvm -keys={keys}"):
            assert which() == found
    with raises(ValueError):
        which.register("first", lambda: "other")
    which.register("first", lambda: "other", override=True)
    relay = tvm.relay
    x, w = relay.var("x", shape=(4, 8)), relay.var("w", shape=(8, 8))
    call = relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.dense(x, w)))["main"].body
    tensors = [tvm.te.placeholder(shape) for shape in ((4, 8), (8, 8))]

    def names(keys):
        target = make(f"llvm -keys={keys}")
        with target:
            strategy = call.op.get_attr("FTVMStrategy")(call.attrs, tensors, call.checked_type, target)
        return [one.name for part in strategy.specializations for one in part.implementations]

    assert all(name.endswith(".x86") for name in names("cpu,gpu")) and not any(name.endswith(".x86") for name in names("gpu,cpu"))
    assert names("unknown") == ["dense.generic"]


@proves(TARGET, "**默认属性**由种类补上")
def _(tvm):
    make = tvm.target.Target
    bare = lambda kind: {str(name) for name in make(kind).attrs.keys()}
    assert {"max_num_threads", "thread_warp_size"} <= bare("opencl") and not bare("llvm")
    assert int(make("opencl").attrs["thread_warp_size"]) == 1 and int(make("opencl -thread_warp_size=8").attrs["thread_warp_size"]) == 8


unproved(TARGET, "用那个设备的真实数值补上没有写的属性", reason="要有 Vulkan 设备")


@proves("tvm.target.hexagon", "上面把 `num_cores` 拼错了，结果仍是默认的 4")
def _(tvm):
    assert int(tvm.target.hexagon("v66", hvx=64, num_core=2).attrs["num-cores"]) == 4
    assert int(tvm.target.hexagon("v66", hvx=64, num_cores=2).attrs["num-cores"]) == 2


@proves("tvm.target.bifrost", "不能用 AutoTVM 调优")
def _(tvm):
    relay = tvm.relay
    tvm.autotvm.tophub.load_reference_log = lambda *_: []  # nothing is downloaded

    def tasks(**options):
        x, w = relay.var("x", shape=(1, 8, 16, 16)), relay.var("w", shape=(8, 8 // options["groups"], 3, 3))
        mod = tvm.IRModule.from_expr(relay.nn.conv2d(x, w, channels=8, kernel_size=(3, 3), **options))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [one.name for one in tvm.autotvm.task.extract_from_program(mod["main"], target=tvm.target.bifrost(), params={})]

    assert tasks(groups=8) == [] and all(name.endswith(".bifrost") for name in tasks(groups=1)) and tasks(groups=1)


@proves("tvm.target.vta", "一般不直接调用，由 `vta.get_env().target` 给出，`model` 是那里的配置名")
def _(tvm):
    import vta

    env = vta.get_env()
    assert str(env.target) == str(tvm.target.vta(model=env.MODEL)) and env.target.model == env.MODEL


@proves("tvm.target.VirtualDevice", "设备规划的 Pass 用它标注 Relay")
def _(tvm):
    relay, kind = tvm.relay, tvm.target.VirtualDevice
    x = relay.var("x", shape=(4,))
    body = relay.annotation.on_device(relay.exp(x), tvm.cpu(), constrain_result=True)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(body))
    assert mod["main"].virtual_device_.device_type == -1
    config = tvm.target.make_compilation_config(tvm.transform.PassContext.current(), tvm.target.Target("llvm"))
    planned = relay.transform.PlanDevices(config)(mod)["main"]
    for one in (planned.virtual_device_, planned.params[0].virtual_device_):
        assert isinstance(one, kind) and one.device_type == tvm.cpu().device_type and str(one.target.kind) == "llvm"


@proves("tvm.target.override_native_generic_func", "Relay 的算子策略（如 `conv2d_strategy`）就是这样注册的")
@proves("tvm.target.GenericFunc", "调用它就按当前目标派发")
def _(tvm):
    native = tvm.target.get_native_generic_func("conv2d_strategy")
    asked = []
    for key in ("probe", "other"):
        native.register(lambda *args, key=key: asked.append((key, len(args))), key)
    for key in ("other", "probe"):
        with tvm.target.Target(f"llvm -keys={key},cpu"):
            native(1, 2, 3, 4)
    assert asked == [("other", 4), ("probe", 4)]
    relay = tvm.relay
    kept = tvm.ir.Op.get("nn.conv2d").get_attr("FTVMStrategy")
    assert isinstance(kept, tvm.target.GenericFunc) and kept.same_as(native)
    assert callable(relay.op.strategy.conv2d_strategy) and hasattr(relay.op.strategy.conv2d_strategy, "register")


@proves(TARGET, "| `metal` | `metal,gpu` | 线程数 256，`thread_warp_size=16`，共享内存 32768 字节，`max_function_args=31` |", versions=("0.12.0",))
@proves(TARGET, "| `metal` | `metal,gpu` | `max_num_threads=256`、`thread_warp_size=16`、`max_function_args=31`；没有共享内存和 `max_threads_per_block` 的选项 |", versions=("0.10.0",))
def _(tvm, release):
    metal = tvm.target.Target("metal")
    given = {str(name): int(value) for name, value in metal.attrs.items()}
    want = {"max_num_threads": 256, "thread_warp_size": 16, "max_function_args": 31}
    assert [str(key) for key in metal.keys] == ["metal", "gpu"]
    for option in ("max_shared_memory_per_block", "max_threads_per_block"):
        assert (option in metal.kind.options) == (release != "0.10.0")
    if release == "0.10.0":
        assert given == want
    else:
        assert given["max_shared_memory_per_block"] == 32768 and given["max_threads_per_block"] == 256 and want.items() <= given.items()


@proves(TARGET, "Arm 的 A 系列要自己写 `-device=arm_cpu`，或者用 `tvm.target.arm_cpu`", versions=("0.10.0",))
def _(tvm):
    keys = lambda target: [str(key) for key in target.keys]
    make = tvm.target.Target
    assert keys(make("llvm -mtriple=aarch64-linux-gnu")) == keys(make("llvm -mcpu=cortex-a72")) == ["cpu"]
    assert keys(make("llvm -device=arm_cpu -mtriple=aarch64-linux-gnu")) == keys(tvm.target.arm_cpu("rasp4b64")) == ["arm_cpu", "cpu"]
