"""Probes of what docs/reference/api/python/runtime.md says of 0.12.0 and 0.10.0 only."""

import ctypes
import os
import subprocess
import tempfile

from probes import proves, raises, unproved

DEVICE = "tvm.runtime.Device"
OLD, OLDEST = ("0.10.0", "0.12.0"), ("0.10.0",)


def adder(tvm, name="f", target="llvm", **more):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + tvm.tir.const(1.0, "float32"), name="b")
    return tvm.build(te.create_schedule(b.op), [a, b], target, name=name, **more)


ROWS = {
    "| 1 | 主机的处理器，名称是 `cpu` |": (1, "cpu"),
    "| 2、3 | NVIDIA 显卡，`cuda`；CUDA 固定在主机上的内存，没有名称 |": (2, "cuda"),
    "| 4 | OpenCL 平台上的设备，`opencl` |": (4, "opencl"),
    "| 7、8 | Vulkan 计算设备，`vulkan`；苹果的图形接口，`metal` |": (7, "vulkan"),
    "| 9 | Verilog 仿真，`vpi` |": (9, "vpi"),
    "| 10 | AMD 显卡，`rocm` |": (10, "rocm"),
    "| 12 | 扩展设备，`ext_dev`，例如 VTA |": (12, "ext_dev"),
    "| 14 | 高通的 DSP，`hexagon` |": (14, "hexagon"),
    "| 15 | 浏览器里的 WebGPU，`webgpu` |": (15, "webgpu"),
}


@proves(DEVICE, *ROWS, "| 13 | 微控制器，没有名称 |", versions=OLDEST)
def _(tvm):
    kind = tvm.runtime.Device
    for code, name in [*ROWS.values(), (8, "metal"), (5, "aocl")]:
        assert kind.MASK2STR[code] == name and tvm.device(name).device_type == code and str(kind(code, 1)) == f"{name}(1)"
    for code in (3, 6, 11, 13):
        assert code not in kind.MASK2STR
        with raises(KeyError):
            str(kind(code, 0))


@proves("tvm.runtime.DataType", "类别有 `int`、`uint`、`float`、`bfloat`、`handle` 和 `custom[名称]`，另有 `bool`（即 `uint1`）", versions=OLD)
def _(tvm):
    kind = tvm.runtime.DataType
    codes = {name: kind(f"{name}{bits}").type_code for name, bits in (("int", 8), ("uint", 8), ("float", 32), ("bfloat", 16), ("handle", 64))}
    assert codes == {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "handle": 3}
    assert (kind("bool").type_code, kind("bool").bits) == (1, 1) and str(kind("uint1")) == "bool"
    from tvm.target import datatype

    datatype.register("probe", 150)
    assert kind("custom[probe]16").type_code == 150
    for other in ("complex64", "double", "char8"):
        with raises(ValueError):
            kind(other)


@proves("tvm.runtime.Module", "源代码模块的扩展名，如 `c`；LLVM 模块和载入的动态库抛出 `TVMError`", versions=OLDEST)
def _(tvm):
    lib = adder(tvm)
    path = os.path.join(tempfile.mkdtemp(), "f.so")
    lib.export_library(path)
    assert adder(tvm, target="c").format == "c"
    for module in (lib, tvm.runtime.load_module(path)):
        with raises("TVMError"):
            module.format


@proves("tvm.runtime.Module", "树里有模块既不能链接又不能存成数据时，例如已经创建的图执行器，打包时才抛出 `TVMError`，信息里有 `does not support SaveToBinary`", versions=OLDEST)
def _(tvm):
    relay, lib = tvm.relay, adder(tvm)
    x = relay.var("x", shape=(4,))
    factory = relay.build(tvm.IRModule.from_expr(relay.Function([x], relay.exp(x))), "llvm")
    lib.import_module(factory["default"](tvm.cpu()))
    with raises("TVMError", "does not support SaveToBinary"):
        lib.export_library(os.path.join(tempfile.mkdtemp(), "f.so"))


@proves("tvm.runtime.system_lib", "各个库的函数注册在同一张表里，没有前缀可以区分", "名称相同而地址不同时，后注册的覆盖先注册的，标准错误里有一条警告", versions=OLD)
def _(tvm):
    """Two libraries that register a function of the same name and one of their own when they are opened."""
    folder = tempfile.mkdtemp()
    source = """
#include <stdint.h>
int TVMBackendRegisterSystemLibSymbol(const char* name, void* ptr);
int32_t same(void* args, int32_t* codes, int32_t count, int64_t* result, int32_t* code, void* handle) { result[0] = NUMBER; code[0] = 0; return 0; }
int32_t own(void* args, int32_t* codes, int32_t count, int64_t* result, int32_t* code, void* handle) { result[0] = 10 * NUMBER; code[0] = 0; return 0; }
__attribute__((constructor)) static void start(void) { TVMBackendRegisterSystemLibSymbol("same", (void*)same); TVMBackendRegisterSystemLibSymbol("own_NUMBER", (void*)own); }
"""
    file = tempfile.TemporaryFile()
    kept = os.dup(2)
    os.dup2(file.fileno(), 2)
    made = tvm.runtime.system_lib()
    for number in (1, 2):
        path = os.path.join(folder, f"lib{number}")
        with open(path + ".c", "w") as out:
            out.write(source.replace("NUMBER", str(number)))
        subprocess.run(["g++", "-x", "c", "-shared", "-fPIC", "-fvisibility=hidden", "-o", path + ".so", path + ".c"], check=True)
        ctypes.CDLL(path + ".so", ctypes.RTLD_LOCAL)
        assert made["own_1"]() == 10
    os.dup2(kept, 2)
    file.seek(0)
    said = file.read().decode()
    assert made["own_2"]() == 20 and tvm.runtime.system_lib() == made
    fresh = tvm.get_global_func("runtime.SystemLib")()
    assert fresh["same"]() == 2 and "same" in said and "overriden" in said.replace("overridden", "overriden"), said


@proves("tvm.runtime.convert_to_object", "| `Object`、`NDArray`、`Module`、`String` | 原样 |", versions=OLDEST)
def _(tvm):
    from tvm.runtime.object_generic import convert_to_object

    lib = adder(tvm)
    for value in (tvm.tir.IntImm("int32", 3), tvm.nd.array([1.0]), lib, tvm.runtime.String("x")):
        assert convert_to_object(value) is value


@proves("tvm.runtime.ObjectPath", "静态方法，起点，打印成 `<root>`", versions=OLD)
def _(tvm):
    root = tvm.runtime.ObjectPath.root()
    assert str(root) == "<root>" and root.parent is None and len(root) == 1
    assert str(root.attr("body")).startswith("<root>")


unproved("tvm.runtime.opencl", "只用一个平台：按驱动给出的次序，第一个有设备的", "平台里有 GPU 就给它们编号，没有 GPU 而有 CPU 上的实现时用后者，所以排在后面的平台里的 GPU 用不到", reason="要有几个 OpenCL 平台", versions=OLDEST)
