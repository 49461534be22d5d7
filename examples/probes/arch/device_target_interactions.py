"""How a target is made of its parts, what a device interface has to have, and where a device is missed."""

import numpy as np
from probes import proves, raises

import tvm as _tvm
from tvm import te

PAGE = "arch/device_target_interactions#"
NEW = ("0.12.0", "0.13.0")


def schedule(bind=None):
    A = te.placeholder((8,), name="A")
    B = te.compute((8,), lambda i: A[i] * 2, name="B")
    made = te.create_schedule(B.op)
    if bind:
        made[B].bind(made[B].op.axis[0], te.thread_axis("threadIdx.x"))
    return made, [A, B]


def build(target, bind=None, name="twice"):
    made, arguments = schedule(bind)
    return _tvm.build(made, arguments, target, name=name)


@proves(PAGE + "三样东西", "种类注册时写明的设备类型（可以用 `-target_device_type` 改写）", "`llvm` 和 `c` 的代码都在 CPU 上运行", versions=NEW)
@proves(PAGE + "三样东西", "`llvm` 和 `c` 的代码都在 CPU 上运行", versions=("0.10.0",))
def _(tvm, release):
    kind = lambda text: tvm.target.Target(text).get_target_device_type() if release != "0.10.0" else tvm.target.Target(text).kind.device_type
    assert kind("llvm") == kind("c") == 1 and kind("cuda") == 2 and kind("ext_dev") == 12
    if release != "0.10.0":
        assert kind("llvm -target_device_type=12") == 12


@proves(PAGE + "三样东西", "能编译出源码或机器码，不能在这份 TVM 上运行")
def _(tvm):
    built = build("metal -host=llvm", "threadIdx.x")
    assert "kernel void" in built.imported_modules[0].get_source() and not tvm.metal().exist


@proves(PAGE + "目标", "键从前往后是 `-keys` 里写的、`-device` 的值、种类的默认键，最后一项在没有写 `-keys` 时才加。去掉重复")
def _(tvm):
    keys = lambda text: list(tvm.target.Target(text).keys)
    assert keys("opencl") == ["opencl", "gpu"] and keys("opencl -device=mali") == ["mali", "opencl", "gpu"]
    assert keys("opencl -keys=a,b -device=c") == ["a", "b", "c"] and keys("opencl -keys=gpu,gpu") == ["gpu"]
    assert keys("opencl -device=gpu") == ["gpu", "opencl"]


@proves(PAGE + "目标", "其余每一项都必须是种类注册过的选项，并按注册的类型解析", "由 `kind` 找到种类", "`host` 单独成为一个 `Target`")
def _(tvm):
    with raises(ValueError, "nosuch"):
        tvm.target.Target("llvm -nosuch=1")
    with raises(ValueError):
        tvm.target.Target("opencl -max_num_threads=many")
    with raises(ValueError, "not defined"):
        tvm.target.Target("nosuch")
    assert tvm.target.Target("opencl", host="llvm").host.kind.name == "llvm"
    assert int(tvm.target.Target("opencl -max_num_threads=64").attrs["max_num_threads"]) == 64


@proves(PAGE + "目标", "识别出 Arm 的 A 系列，就由 `MergeKeys` 补上键 `arm_cpu`", versions=NEW)
def _(tvm):
    assert "arm_cpu" in tvm.target.Target("llvm -mtriple=aarch64-linux-gnu").keys
    assert "arm_cpu" not in tvm.target.Target("llvm -mtriple=x86_64-linux-gnu").keys


@proves(PAGE + "目标", "探测本机的显卡，探测不到就给一个默认值")
def _(tvm):
    assert str(tvm.target.Target("cuda").attrs["arch"]).startswith("sm_")


@proves(PAGE + "一次编译怎样拆成两半", "设备模块导入（import）到主机模块里，主机函数按名字找到核函数", "整个循环留在主机函数里")
def _(tvm):
    assert [one.type_key for one in build("metal -host=llvm", "x").imported_modules] == ["metal"]
    whole = build(tvm.target.Target("ext_dev", host="llvm"))
    assert whole.type_key == "llvm" and not whole.imported_modules


@proves(PAGE + "一次编译怎样拆成两半", "对 GPU 和 FPGA 一类的设备类型，`VerifyMemory` 在这之前报错", "`ext_dev` 不在它的清单里，能编译")
@proves(PAGE + "did-you-forget-to-bind", "为 GPU 编译没有绑定线程的调度时报错", "给循环绑定 `blockIdx`、`threadIdx`")
def _(tvm):
    for target in ("metal", "opencl"):
        with raises(Exception, "Did you forget to bind?"):
            build(tvm.target.Target(target, host="llvm"))
        build(tvm.target.Target(target, host="llvm"), "x")
    build(tvm.target.Target("ext_dev", host="llvm"))


@proves(PAGE + "设备接口", "不小于 128 的是 RPC 的远程设备")
def _(tvm):
    from tvm import rpc

    server = rpc.Server("127.0.0.1", port=9290, port_end=9490)
    remote = rpc.connect("127.0.0.1", server.port)
    assert remote.cpu().device_type % 128 == 1 and remote.cpu().device_type >= 128
    server.terminate()


@proves(PAGE + "加一种设备", "`ext_dev` 是 TVM 留给外部设备的类型（12），种类和名字都已注册，只缺代码生成和设备接口")
@proves(PAGE + "device-api--is-not-enabled", "`tvm.nd.array(…, dev)` 报错，`dev.exist` 是 `False`", "没有注册 `device_api.名字`")
def _(tvm):
    assert tvm.device("ext_dev").device_type == 12 and tvm.target.Target("ext_dev").kind.name == "ext_dev"
    assert not tvm.get_global_func("target.build.ext_dev", True) and not tvm.get_global_func("device_api.ext_dev", True)
    assert not tvm.ext_dev().exist
    with raises(tvm.TVMError, "Device API ext_dev is not enabled"):
        tvm.nd.array(np.zeros(4, "float32"), tvm.ext_dev())


@proves(PAGE + "加上代码生成", "它可以用 Python 注册，收到的是只剩核函数的 `IRModule` 和目标，返回一个运行时模块")
def _(tvm):
    seen = []

    @tvm.register_func("target.build.ext_dev")
    def generate(mod, target):
        seen.append((list(mod.functions.values()), target.kind.name))
        return tvm.get_global_func("runtime.CSourceModuleCreate")("", "c", [], [])

    build(tvm.target.Target("ext_dev", host="llvm"), "x")
    ((functions, kind),) = seen
    assert len(functions) == 1 and kind == "ext_dev"
    assert int(functions[0].attrs["calling_conv"]) == 2


@proves(PAGE + "targetbuild-is-not-enabled", "编译的最后一步报错", "换种类，或打开对应的选项重新构建")
def _(tvm):
    for target in ("cuda", "ext_dev"):
        with raises(Exception, f"target.build.{target} is not enabled"):
            build(tvm.target.Target(target, host="llvm"), "x")


@proves(PAGE + "device_type-has-an-unsatisfied-constraint", "运行时断言失败")
def _(tvm):
    built, array = build(tvm.target.Target("ext_dev", host="llvm")), tvm.nd.array(np.zeros(8, "float32"))
    with raises(tvm.TVMError, "device_type"):
        built(array, array)
