"""Probes of docs/reference/api/python/runtime.md."""

import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

NEW = ("0.12.0", "0.13.0")


def adder(tvm, name="f", target="llvm", step=1.0):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + tvm.tir.const(step, "float32"), name="b")
    return tvm.build(te.create_schedule(b.op), [a, b], target, name=name)


def arrays(tvm):
    return tvm.nd.array(np.arange(4, dtype="float32")), tvm.nd.array(np.zeros(4, "float32"))


def in_a_new_process(code, **environment):
    """What another interpreter prints: for what is read once in a process."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 0, done.stderr[-300:]
    return done.stdout.split()


@proves("tvm.runtime.Device", "构造时不检查设备是否存在，也不检查类型的数值", "数值未知时，打印它抛出 `KeyError`")
def _(tvm):
    assert tvm.runtime.Device(2, 99).device_id == 99
    with raises(KeyError):
        str(tvm.runtime.Device(77, 0))


@proves("tvm.runtime.Device", "两个设备的类型和编号都相同时相等，可以作字典的键")
def _(tvm):
    device = tvm.runtime.Device
    assert device(1, 0) == tvm.cpu(0) and device(1, 0) != device(1, 1) and device(1, 0) != device(2, 0)
    assert {device(2, 1): "a"}[tvm.cuda(1)] == "a"


@proves_check("tvm.runtime.Device", "除 `exist` 以外的属性抛出 `InternalError`")
def _(tvm, release):
    dev = tvm.metal(0)
    assert dev.exist is False
    for name in ("warp_size", "max_threads_per_block", "compute_version", "device_name", "max_clock_rate"):
        with raises(check_error(release), "Device API metal is not enabled."):
            getattr(dev, name)


@proves("tvm.runtime.Device", "CPU 的任何编号都是 True")
def _(tvm):
    assert tvm.cpu(0).exist is True and tvm.cpu(1234).exist is True


@proves("tvm.runtime.Device", "CPU 是 None", "没有这个值的设备（CPU、Metal、Hexagon）不返回 None，而是抛出 `TypeError`")
def _(tvm):
    assert tvm.cpu().max_threads_per_block is None and tvm.cpu().warp_size is None
    with raises(TypeError):
        tvm.cpu().max_thread_dimensions


@proves("tvm.runtime.Device", "CPU 没有流，得到空指针", "CPU 上立即返回")
def _(tvm):
    assert tvm.cpu().create_raw_stream().value is None
    tvm.cpu().sync()
    tvm.cpu().sync(None)


KINDS = {
    "kDLCPU": (1, "cpu"),
    "kDLCUDA": (2, "cuda"),
    "kDLOpenCL": (4, "opencl"),
    "kDLVulkan": (7, "vulkan"),
    "kDLMetal": (8, "metal"),
    "kDLVPI": (9, "vpi"),
    "kDLROCM": (10, "rocm"),
    "kDLExtDev": (12, "ext_dev"),
    "kDLWebGPU": (15, "webgpu"),
    "kDLHexagon": (16, "hexagon"),
}


@proves("tvm.runtime.Device", "1，主机的处理器，字符串是 `cpu`", "2，NVIDIA 显卡", "7，Vulkan 计算设备", "16，高通的 DSP", versions=NEW)
def _(tvm):
    for member, (number, name) in KINDS.items():
        assert getattr(tvm.runtime.Device, member) == number
        assert str(tvm.runtime.device(name, 3)) == f"{name}(3)" and tvm.runtime.device(name).device_type == number


@proves("tvm.runtime.Device", "33，Xilinx 的 SDAccel；字符串 `sdaccel` 得到的却是 `kDLOpenCL`", versions=NEW)
@proves("tvm.runtime.Device", "Xilinx 的 SDAccel，没有名称，`sdaccel` 得到的却是 4", versions=("0.10.0",))
def _(tvm, release):
    assert tvm.runtime.device("sdaccel").device_type == 4
    if release != "0.10.0":
        assert tvm.runtime.Device.kDLSDAccel == 33


@proves("tvm.runtime.Device", "0.10.0 的 `Device` 没有 `kDLCPU` 一类的常量", "没有名称的几种打印时抛出 `KeyError`", versions=("0.10.0",))
def _(tvm):
    assert not hasattr(tvm.runtime.Device, "kDLCPU")
    assert tvm.runtime.device("hexagon").device_type == 14 and tvm.runtime.device("aocl").device_type == 5
    for number in (3, 6, 11, 13):
        with raises(KeyError):
            str(tvm.runtime.Device(number, 0))


@proves("tvm.runtime.Device", "从名称到数值的字典，`device` 用它；`llvm`、`c`、`stackvm` 都是 1，`nvptx` 是 2")
def _(tvm):
    names = tvm.runtime.Device.STR2MASK
    assert [names[name] for name in ("llvm", "c", "stackvm", "nvptx")] == [1, 1, 1, 2]


@proves("tvm.runtime.Device", "远程设备的数值再加上 128 乘以（会话号加 1）")
def _(tvm):
    server = tvm.rpc.LocalSession()
    dev = server.cpu(0)
    index = server._tbl_index if hasattr(server, "_tbl_index") else tvm.rpc._ffi_api.SessTableIndex(server._sess)
    assert dev.device_type == 1 + 128 * (index + 1)


@proves("tvm.runtime.device", "字符串只看第一个词，所以可以直接给目标字符串", "合法的名称是 `Device.STR2MASK` 的键")
def _(tvm):
    assert tvm.runtime.device("llvm -mcpu=haswell", 2) == tvm.cpu(2)
    for name, number in tvm.runtime.Device.STR2MASK.items():
        assert tvm.runtime.device(name).device_type == number


@proves("tvm.runtime.device", "名称未知时抛出 `ValueError: Unknown device type …`", "`gpu`、`oneapi`、`microdev` 都不是合法的名称；整数不检查")
def _(tvm):
    for name in ("gpu", "oneapi", "microdev", "abacus"):
        with raises(ValueError, "Unknown device type"):
            tvm.runtime.device(name)
    assert tvm.runtime.device(77, 1).device_type == 77


@proves("tvm.runtime.cpu", "`cpu(3)` 和 `cpu(0)` 是同一块内存、同一组线程，但 `Device` 不相等")
def _(tvm):
    assert tvm.cpu(3) != tvm.cpu(0)
    first = tvm.nd.array(np.arange(4, dtype="float32"), tvm.cpu(3))
    assert first.device == tvm.cpu(3) and list(first.copyto(tvm.cpu(0)).numpy()) == [0, 1, 2, 3]


@proves_check("tvm.runtime.cpu", "两种编号的数组混在一次调用里，编译好的函数抛出 `InternalError`，信息里有 `device_id has an unsatisfied constraint`")
def _(tvm, release):
    f = adder(tvm)
    x, y = arrays(tvm)
    f(x, y)
    f(tvm.nd.array(x.numpy(), tvm.cpu(3)), tvm.nd.array(y.numpy(), tvm.cpu(3)))
    with raises(check_error(release), "device_id has an unsatisfied constraint"):
        f(x, tvm.nd.array(y.numpy(), tvm.cpu(3)))


@proves("tvm.runtime.cuda", "没有显卡、没有编译 CUDA 时也能构造，用 `exist` 问有没有")
def _(tvm):
    assert tvm.runtime.cuda(5).device_id == 5 and str(tvm.runtime.cuda()) == "cuda(0)"
    assert tvm.runtime.cuda(5).exist is False


@proves("tvm.runtime.gpu", "`cuda` 的旧名，每次调用发出一条 `UserWarning`")
def _(tvm):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = [tvm.runtime.gpu(1), tvm.runtime.gpu(1)]
    assert made == [tvm.cuda(1)] * 2 and [one.category for one in caught] == [UserWarning] * 2


for name, number in (("rocm", 10), ("opencl", 4), ("vulkan", 7), ("metal", 8), ("vpi", 9), ("ext_dev", 12)):
    words = {
        "rocm": ("AMD 显卡",),
        "opencl": ("`tvm.cl` 是它的别名",),
        "vulkan": ("支持计算的 Vulkan 设备",),
        "metal": ("`tvm.mtl` 是它的别名",),
        "vpi": ("没有注册它的设备接口，构造以后只能作标记",),
        "ext_dev": ("留给插件的设备类型",),
    }[name]

    @proves(f"tvm.runtime.{name}", *words)
    def _(tvm, release, name=name, number=number):
        made = getattr(tvm.runtime, name)(2)
        assert (made.device_type, made.device_id, str(made)) == (number, 2, f"{name}(2)")
        assert getattr(tvm.runtime, name)() == tvm.runtime.device(name, 0)
        assert getattr(tvm, {"opencl": "cl", "metal": "mtl"}.get(name, name))(2) == made
        if name in ("vpi", "ext_dev"):
            assert tvm.get_global_func(f"device_api.{name}", allow_missing=True) is None
            with raises("TVMError"):
                tvm.nd.empty((1,), device=made)


@proves("tvm.runtime.ext_dev", "自己的运行时注册 `device_api.ext_dev` 以后就能分配内存")
def _(tvm):
    cpu = tvm.get_global_func("device_api.cpu")
    tvm.register_func("device_api.ext_dev", cpu)
    assert tvm.nd.empty((2,), device=tvm.ext_dev()).shape == (2,)


unproved("tvm.runtime.opencl", "一个 GPU 也没有时才用 CPU 上的实现", reason="要有几个 OpenCL 设备", versions=NEW)
unproved("tvm.runtime.vulkan", "独立显卡排在集成的前面", reason="要有 Vulkan")


@proves("tvm.runtime.enabled", "返回 1 或 0，不看机器上有没有硬件", "总是 1")
def _(tvm):
    assert tvm.runtime.enabled("cpu") == 1 and tvm.runtime.enabled("llvm") == 1
    for names, function in (
        (("cuda", "gpu", "nvptx", "nvptx -mcpu=sm_80"), "device_api.cuda"),
        (("opencl", "cl", "sdaccel"), "device_api.opencl"),
        (("metal", "mtl"), "device_api.metal"),
        (("vulkan",), "device_api.vulkan"),
        (("hexagon",), "device_api.hexagon"),
        (("rpc",), "device_api.rpc"),
        (("rocm", "rocm -mcpu=gfx900"), "device_api.rocm"),
        (("stackvm",), "target.build.stackvm"),
        (("tflite",), "target.runtime.tflite"),
    ):
        there = tvm.get_global_func(function, allow_missing=True) is not None
        assert {tvm.runtime.enabled(name) for name in names} == {int(there)}, names


@proves("tvm.runtime.enabled", "LLVM 是否支持这个目标；`llvm -mtriple=xx` 是 0，不合法的选项抛出 `ValueError`")
def _(tvm):
    assert tvm.runtime.enabled("llvm -mcpu=haswell") == 1 and tvm.runtime.enabled("llvm -mtriple=xx") == 0
    with raises(ValueError):
        tvm.runtime.enabled("llvm -no-such-option=1")


@proves("tvm.runtime.enabled", "其他字符串（包括 `c`、`ext_dev`、`webgpu`、`opencl -device=mali`）抛出 `TVMError: Unknown optional runtime …`")
def _(tvm):
    for name in ("c", "ext_dev", "webgpu", "opencl -device=mali", "cuda -arch=sm_80", ""):
        with raises("TVMError", "Unknown optional runtime"):
            tvm.runtime.enabled(name)


@proves("tvm.runtime.num_threads", "先看环境变量 `TVM_NUM_THREADS`，再看 `OMP_NUM_THREADS`", "至少是 1", "之后在同一个线程里改环境变量不再改变这个数")
def _(tvm):
    code = "import os, tvm; a = tvm.runtime.num_threads(); os.environ['TVM_NUM_THREADS'] = '7'; print(a, tvm.runtime.num_threads())"
    assert in_a_new_process(code, TVM_NUM_THREADS="1", OMP_NUM_THREADS="2") == ["1", "1"]
    assert in_a_new_process(code, TVM_NUM_THREADS="", OMP_NUM_THREADS="1") in (["1", "1"],)
    assert min(map(int, in_a_new_process(code))) >= 1


@proves("tvm.runtime.num_threads", "全局函数 `runtime.config_threadpool` 只能把它改小，或者改回来，不能超过线程池建立时的个数")
def _(tvm):
    first = tvm.runtime.num_threads()
    configure = tvm.get_global_func("runtime.config_threadpool")
    configure(-1, 1)
    assert tvm.runtime.num_threads() == 1
    configure(-1, first + 50)
    assert tvm.runtime.num_threads() == first


@proves("tvm.runtime.DataType", "`np.float32` 这样的 NumPy 类抛出 `AssertionError`", "多数接口直接收字符串")
def _(tvm):
    kind = tvm.runtime.DataType
    assert kind(np.dtype("float32")) == kind("float32") and kind(np.dtype("bool")) == kind("bool")
    for wrong in (np.float32, 32, None):
        with raises(AssertionError):
            kind(wrong)


@proves("tvm.runtime.DataType", "省略位数时是 32，`handle` 是 64，所以 `bfloat` 是没有意义的 `bfloat32`", "位数存在一个字节里，不检查范围：`int300` 变成 `int44`")
def _(tvm):
    kind = tvm.runtime.DataType
    for name, printed in (("int", "int32"), ("uint", "uint32"), ("float", "float32"), ("bfloat", "bfloat32")):
        assert str(kind(name)) == printed
    assert kind("handle").bits == 64 and str(kind("int300")) == "int44" and str(kind("int7x3")) == "int7x3"


@proves("tvm.runtime.DataType", "`boolx4`、`complex64` 抛出 `ValueError`", "定义了相等，没有定义散列：不能作字典的键，与字符串比较抛出 `AttributeError`")
def _(tvm):
    kind = tvm.runtime.DataType
    for wrong in ("boolx4", "complex64", "flaot32"):
        with raises(ValueError):
            kind(wrong)
    assert kind("int8") == kind("int8") and kind("int8") != kind("int8x4")
    with raises(TypeError):
        {kind("int8"): 1}
    with raises(AttributeError):
        kind("int8") == "int8"


@proves("tvm.runtime.DataType", "另有 `bool`（即 `uint1`）和 `void`", versions=("0.13.0",))
def _(tvm):
    kind = tvm.runtime.DataType
    assert kind("bool") == kind("uint1") and str(kind("void")) == "void" and kind("void").type_code == 3
    assert [kind(name).type_code for name in ("e4m3_float8", "e5m2_float8")] == [6, 7]


@proves("tvm.runtime.DataType", "`void`、`e4m3_float8`、`e5m2_float8` 也是", "`float8` 不报错", versions=("0.10.0", "0.12.0"))
def _(tvm):
    for wrong in ("void", "e4m3_float8", "e5m2_float8"):
        with raises(ValueError):
            tvm.runtime.DataType(wrong)
    assert tvm.runtime.DataType("float8").type_code == 2


@proves("tvm.runtime.DataType", "常用名称的快表，直接给出三个字段")
def _(tvm):
    for name, fields in tvm.runtime.DataType.STR2DTYPE.items():
        made = tvm.runtime.DataType(name)
        assert (made.type_code, made.bits, made.lanes) == (fields["type_code"], fields["bits"], fields["lanes"])


@proves("tvm.runtime.DataTypeCode", "0，有符号整数", "1，无符号整数，布尔值也在内", "2，IEEE 浮点数", "4，截短尾数的半精度")
def _(tvm):
    code, kind = tvm.runtime.DataTypeCode, tvm.runtime.DataType
    assert [code.INT, code.UINT, code.FLOAT, code.HANDLE, code.BFLOAT] == [0, 1, 2, 3, 4]
    for name, number in (("int8", 0), ("uint8", 1), ("bool", 1), ("float16", 2), ("handle", 3), ("bfloat16", 4)):
        assert kind(name).type_code == number


@proves("tvm.runtime.DataTypeCode", "6，4 位指数、3 位尾数的 float8", "7，5 位指数、2 位尾数的 float8", "位数和道数都是 0 时表示 `void`", versions=("0.13.0",))
def _(tvm):
    code = tvm.runtime.DataTypeCode
    assert (code.E4M3Float, code.E5M2Float) == (6, 7)
    kind = tvm.runtime.DataType("int8")
    kind.type_code, kind.bits, kind.lanes = code.HANDLE, 0, 0
    assert str(kind) == "void"


@proves("tvm.runtime.DataTypeCode", "Python 一侧打印成 `handle0x0`", versions=("0.10.0", "0.12.0"))
def _(tvm):
    kind = tvm.runtime.DataType("int8")
    kind.type_code, kind.bits, kind.lanes = 3, 0, 0
    assert str(kind) == "handle0x0"


@proves("tvm.runtime.Module", "键不是字符串时抛出 `ValueError`", "`module(…)` 调用入口函数", "两个模块相等，意思是同一个句柄")
def _(tvm):
    f, other = adder(tvm), adder(tvm)
    x, y = arrays(tvm)
    f(x, y)
    assert list(y.numpy()) == [1, 2, 3, 4] and f != other
    f.import_module(other)
    assert f.imported_modules == [other]
    with raises(ValueError):
        f[0]


@proves("tvm.runtime.Module", "有没有这个函数，返回 1 或 0；C 源代码模块不能调用，也答得出。LLVM 模块不看 `query_imports`")
def _(tvm):
    f = adder(tvm, "f")
    f.import_module(adder(tvm, "g"))
    assert (f.implements_function("f"), f.implements_function("h")) == (1, 0)
    assert f.implements_function("g", True) == 0 and f.get_function("g", True) is not None
    source = adder(tvm, "f", "c")
    assert source.type_key == "c" and source.implements_function("f") == 1


@proves("tvm.runtime.Module", "没有时抛出 `AttributeError: Module has no function …`。`query_imports` 为 True 时也找导入的模块")
def _(tvm):
    f = adder(tvm, "f")
    f.import_module(adder(tvm, "g"))
    x, y = arrays(tvm)
    f.get_function("g", query_imports=True)(x, y)
    assert list(y.numpy()) == [1, 2, 3, 4]
    for name in ("g", "h"):
        with raises(AttributeError, "Module has no function"):
            f.get_function(name)


@proves_check("tvm.runtime.Module", "会成环时抛出 `InternalError`")
def _(tvm, release):
    f, g = adder(tvm, "f"), adder(tvm, "g")
    f.import_module(g)
    with raises(check_error(release)):
        g.import_module(f)


@proves("tvm.runtime.Module", "如 `llvm`、`c`、`library`（从动态库载入）、`rpc`（远程）")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "lib.so")
    lib = adder(tvm)
    lib.export_library(path)
    session = tvm.rpc.LocalSession()
    session.upload(path)
    kinds = [lib, adder(tvm, target="c"), tvm.runtime.load_module(path), session.load_module("lib.so")]
    assert [one.type_key for one in kinds] == ["llvm", "c", "library", "rpc"]


@proves("tvm.runtime.Module", "源代码模块的扩展名，如 `c`；LLVM 模块和载入的动态库抛出 `TVMError`", versions=NEW)
@proves("tvm.runtime.Module", "空或 `ll` 是 LLVM IR，`s`、`asm` 是汇编，其他抛出 `TVMError`；载入的动态库没有")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "lib.so")
    lib, source = adder(tvm), adder(tvm, target="c")
    lib.export_library(path)
    loaded = tvm.runtime.load_module(path)
    assert source.format == "c"
    for one in (lib, loaded):
        with raises("TVMError"):
            one.format
    assert "define" in lib.get_source() and lib.get_source("ll") == lib.get_source()
    assert ".text" in lib.get_source("asm") and lib.get_source("s") == lib.get_source("asm")
    with raises("TVMError"):
        lib.get_source("xyz")
    with raises("TVMError"):
        loaded.get_source()


@proves("tvm.runtime.Module", "三个性质合成的整数：1 可序列化，2 可运行，4 可链接进动态库", "C 源代码模块是 False", "第 3 位：导出时变成目标文件，参与链接。`llvm`、`c`、`static_library`", versions=NEW)
def _(tvm):
    lib, source = adder(tvm), adder(tvm, target="c")
    path = os.path.join(tempfile.mkdtemp(), "lib.o")
    lib.save(path)
    static = tvm.runtime.load_static_library(path, ["f"])
    assert lib.get_property_mask() == 2 + 4
    assert (lib.is_runnable, bool(source.is_runnable)) == (True, False)
    assert all(one.is_dso_exportable for one in (lib, source, static))
    x = tvm.relay.var("x", shape=(2,))
    factory = tvm.relay.build(tvm.IRModule.from_expr(x + x), "llvm").module
    assert factory.is_binary_serializable and not factory.is_dso_exportable and not lib.is_binary_serializable


@proves("tvm.runtime.Module", "1 表示导出时变成目标文件，参与链接：`llvm`、`c`、`static_library`；其余的是 0", versions=("0.10.0",))
def _(tvm):
    lib, source = adder(tvm), adder(tvm, target="c")
    path = os.path.join(tempfile.mkdtemp(), "lib.o")
    lib.save(path)
    static = tvm.runtime.load_static_library(path, ["f"])
    assert [one.is_dso_exportable for one in (lib, source, static)] == [1, 1, 1]
    x = tvm.relay.var("x", shape=(2,))
    assert tvm.relay.build(tvm.IRModule.from_expr(x + x), "llvm").module.is_dso_exportable == 0


@proves("tvm.runtime.Module", "只存自己，不存导入的模块。LLVM 模块由 `fmt`、省略时由扩展名决定：`o`、`obj`、`s`、`asm`、`ll`、`bc`；`so` 不行")
def _(tvm):
    folder, lib = tempfile.mkdtemp(), adder(tvm, "f")
    lib.import_module(adder(tvm, "g"))
    for suffix in ("o", "obj", "s", "asm", "ll", "bc"):
        lib.save(os.path.join(folder, "a." + suffix))
        assert os.path.getsize(os.path.join(folder, "a." + suffix)) > 0
    with raises("TVMError"):
        lib.save(os.path.join(folder, "a.so"))
    lib.save(os.path.join(folder, "a.so"), "ll")
    for name in ("a.ll", "a.so"):
        text = open(os.path.join(folder, name)).read()
        assert "@f(" in text and "@g(" not in text


@proves_check("tvm.runtime.Module", "编译好的函数检查个数、类型和形状，不符时抛出 `InternalError`，信息里有 `Assert fail`；NumPy 数组不能直接传，抛出 `TypeError`")
def _(tvm, release):
    f = adder(tvm)
    x, y = arrays(tvm)
    for wrong in ((x,), (x, tvm.nd.array(np.zeros(4, "int32"))), (x, tvm.nd.array(np.zeros(5, "float32")))):
        with raises(check_error(release), "Assert fail"):
            f(*wrong)
    with raises(TypeError):
        f(x, np.zeros(4, "float32"))
    with raises(TypeError):
        f(a=x, b=y)


@proves("tvm.runtime.Module", "或函数已有属性 `tir.is_entry_func`，才有入口", "信息里有 `Symbol __tvm_main__ is not presented`。`c` 目标的模块编成库以后也取不到，抛出 `AttributeError`")
@proves("tvm.runtime.Module", "编译时模块里只有一个函数、只有一个函数带 `global_symbol`，", "没有时 LLVM 模块抛出 `InternalError`", versions=("0.13.0",))
@proves("tvm.runtime.Module", "编译时模块里只有一个函数，", "没有时 LLVM 模块抛出 `TVMError`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    func = te.create_prim_func([a, te.compute((4,), lambda i: a[i] + 1.0, name="b")])
    plain = func.with_attr("global_symbol", "two")
    made = lambda **names: tvm.build(
        tvm.IRModule({key: func.with_attr("global_symbol", value) for key, value in names.items()}), target="llvm"
    )
    assert made(one="one").entry_func is not None
    with raises(check_error(release), "Symbol __tvm_main__ is not presented"):
        made(one="one", two="two").entry_func
    func = func.with_attr("tir.is_entry_func", True)
    assert tvm.build(tvm.IRModule({"one": func.with_attr("global_symbol", "one"), "two": plain}), target="llvm").entry_func is not None
    if release == "0.13.0":
        tir = tvm.tir
        data = tir.decl_buffer((4,), "float32", data=tir.Var("p", tvm.ir.PointerType(tvm.ir.PrimType("float32"))))
        whole, handle, fill = tir.decl_buffer((4,), "float32"), tir.Var("h", "handle"), tvm.ir.GlobalVar("fill")
        main = tir.PrimFunc([handle], tir.Evaluate(tir.call_tir(fill, whole.data)), buffer_map={handle: whole})
        inner = tir.PrimFunc([data.data], tir.BufferStore(data, tir.FloatImm("float32", 7.0), [3]))
        assert tvm.build(tvm.IRModule({fill: inner, "main": main.with_attr("global_symbol", "main")}), target="llvm").entry_func is not None
    path = os.path.join(tempfile.mkdtemp(), "a.so")
    adder(tvm, target="c").export_library(path)
    with raises(AttributeError):
        tvm.runtime.load_module(path).entry_func


@proves("tvm.runtime.Module", "没有时立即抛出 `TVMError`", "结果是平均；0 得到 `inf`", "测量几次，结果有几个数；0 在计算统计量时抛出 `ValueError`")
def _(tvm):
    f = adder(tvm)
    x, y = arrays(tvm)
    with raises("TVMError"):
        f.time_evaluator("nothing", tvm.cpu())
    assert len(f.time_evaluator("f", tvm.cpu(), number=2, repeat=5)(x, y).results) == 5
    with raises(ValueError):
        f.time_evaluator("f", tvm.cpu(), number=1, repeat=0)(x, y)
    assert f.time_evaluator("f", tvm.cpu(), number=0, repeat=1)(x, y).results[0] == float("inf")


def counted(tvm, **options):
    calls = []
    tvm.register_func("probe.before", lambda *args: calls.append(len(args)), override=True)
    x, y = arrays(tvm)
    adder(tvm).time_evaluator("f", tvm.cpu(), f_preproc="probe.before", **options)(x, y)
    return calls


@proves("tvm.runtime.Module", "每次测量之前以同样的实参调用一次，不计时")
def _(tvm):
    assert counted(tvm, number=3, repeat=4) == [2] * 4


@proves("tvm.runtime.Module", "总共调用 `1 + number × repeat` 次", "不足时放大 `number` 重测", "放大以后的 `number` 留给后面的测量")
def _(tvm):
    calls = []
    tvm.register_func("probe.counted", lambda: calls.append(1), override=True)
    te = tvm.te
    out = te.extern((1,), [], lambda ins, outs: tvm.tir.call_packed("probe.counted"), dtype="float32", name="out")
    f = tvm.build(te.create_schedule(out.op), [out], "llvm", name="f")
    array = tvm.nd.empty((1,))
    f.time_evaluator("f", tvm.cpu(), number=3, repeat=4)(array)
    assert len(calls) == 1 + 3 * 4
    calls.clear()
    timer = f.time_evaluator("f", tvm.cpu(), number=1, repeat=1, min_repeat_ms=20)
    timer(array)
    assert len(calls) > 2
    # Short ones are thrown away: the last one alone took what was asked for.
    first = len(calls)
    calls.clear()
    timer(array)
    assert len(calls) > 2 and len(calls) <= first * 4


@proves("tvm.runtime.Module", "给了停顿时间而它是 0，进程以除零错误结束", dies="SIGFPE")
def _(tvm):
    x, y = arrays(tvm)
    adder(tvm).time_evaluator("f", tvm.cpu(), number=1, cooldown_interval_ms=1, repeats_to_cooldown=0)(x, y)


@proves("tvm.runtime.Module", "以 `.tar` 结尾时打包目标文件，不链接；其他任何扩展名都链接成动态库，`.a` 也是")
def _(tvm):
    import tarfile

    folder, lib = tempfile.mkdtemp(), adder(tvm)
    lib.export_library(os.path.join(folder, "a.tar"))
    assert any(name.endswith(".o") for name in tarfile.open(os.path.join(folder, "a.tar")).getnames())
    for name in ("a.so", "a.a", "a.xyz"):
        lib.export_library(os.path.join(folder, name))
        header = open(os.path.join(folder, name), "rb").read(18)
        assert header[:4] == b"\x7fELF" and header[16] == 3, name


@proves("tvm.runtime.Module", "`fcompile(文件, 目标文件列表, **kwargs)`", "列表不空时，中间文件的路径会追加到它里面", "放中间文件的目录", "返回 `fcompile` 的返回值")
def _(tvm):
    folder, lib, seen = tempfile.mkdtemp(), adder(tvm), []

    def compiler(path, objects, **options):
        seen.append((path, list(objects), options))
        return "made"

    extra = [os.path.join(folder, "extra.o")]
    work = os.path.join(folder, "work")
    os.mkdir(work)
    made = lib.export_library(os.path.join(folder, "a.so"), compiler, addons=extra, workspace_dir=work, level=3)
    path, objects, options = seen[0]
    assert made == "made" and path.endswith("a.so") and options["level"] == 3
    assert objects[0] == os.path.join(folder, "extra.o") and len(objects) > 1 and len(extra) > 1
    assert any(name.endswith(".o") for name in os.listdir(work))


@proves("tvm.runtime.Module", "抛出 `AssertionError: Module … should be either dso exportable or binary serializable.`，例如已经创建的图执行器", versions=NEW)
@proves("tvm.runtime.Module", "整棵树只有它时没有文件可链接，链接器报错，抛出 `RuntimeError`", versions=("0.10.0",))
def _(tvm, release):
    x = tvm.relay.var("x", shape=(2,))
    lib = tvm.relay.build(tvm.IRModule.from_expr(x + x), "llvm")
    executor = tvm.contrib.graph_executor.GraphModule(lib["default"](tvm.cpu())).module
    with raises(*((RuntimeError,) if release == "0.10.0" else (AssertionError, "should be either dso exportable"))):
        executor.export_library(os.path.join(tempfile.mkdtemp(), "a.so"))


@proves("tvm.runtime.Module", "从动态库载入的模块不能再导出")
@proves("tvm.runtime.Module", "树里还有别的模块时抛出 `TVMError`，信息里有 `does not support SaveToBinary`", versions=NEW)
@proves("tvm.runtime.Module", "树里还有别的模块时报的是别的错误，例如 `TVMError`", versions=("0.10.0",))
def _(tvm):
    folder = tempfile.mkdtemp()
    adder(tvm).export_library(os.path.join(folder, "a.so"))
    loaded = tvm.runtime.load_module(os.path.join(folder, "a.so"))
    with raises(RuntimeError):
        loaded.export_library(os.path.join(folder, "b.so"))
    loaded.import_module(adder(tvm, "g"))
    with raises("TVMError", "does not support SaveToBinary"):
        loaded.export_library(os.path.join(folder, "b.so"))
    assert not os.path.exists(os.path.join(folder, "b.so"))


@proves("tvm.runtime.load_module", "文件不存在时抛出 `ValueError: cannot find file …`", "打开动态库，恢复其中打包的模块，返回导出时的根模块；根是 LLVM 模块时种类是 `library`，`relay.build` 的是 `GraphExecutorFactory`")
def _(tvm):
    import pathlib

    with raises(ValueError, "cannot find file"):
        tvm.runtime.load_module("/nowhere/a.so")
    path = pathlib.Path(tempfile.mkdtemp()) / "a.so"
    adder(tvm).export_library(str(path))
    for where in (path, str(path)):
        assert tvm.runtime.load_module(where).type_key == "library"
    assert tvm.runtime.load_module(str(path), "dso").type_key == "library"
    x = tvm.relay.var("x", shape=(2,))
    tvm.relay.build(tvm.IRModule.from_expr(tvm.relay.exp(x)), "llvm").export_library(str(path.with_name("net.so")))
    assert tvm.runtime.load_module(path.with_name("net.so")).type_key == "GraphExecutorFactory"


@proves("tvm.runtime.load_module", "先用 C++ 编译器链接，旁边多一个 `路径.so`，再打开它", "`.o` 和 `.tar` 只由路径认出，不能写成 `fmt=\"o\"`")
def _(tvm):
    folder, lib = tempfile.mkdtemp(), adder(tvm)
    for name in ("a.o", "a.tar"):
        path = os.path.join(folder, name)
        lib.save(path) if name == "a.o" else lib.export_library(path)
        assert tvm.runtime.load_module(path).type_key == "library" and os.path.exists(path + ".so")
    os.rename(os.path.join(folder, "a.o"), os.path.join(folder, "plain"))
    with raises("TVMError"):
        tvm.runtime.load_module(os.path.join(folder, "plain"), "o")


@proves("tvm.runtime.load_module", "交给 LLVM 即时编译，种类是 `llvm`")
@proves_check("tvm.runtime.load_module", "抛出 `InternalError`，信息里有 `is not registered, resolved to`；LLVM 的 `.bc` 就是这样，要写 `fmt=\"ll\"`")
def _(tvm, release):
    folder, lib = tempfile.mkdtemp(), adder(tvm)
    for name in ("a.ll", "a.bc"):
        lib.save(os.path.join(folder, name))
    x, y = arrays(tvm)
    loaded = tvm.runtime.load_module(os.path.join(folder, "a.ll"))
    loaded["f"](x, y)
    assert loaded.type_key == "llvm" and list(y.numpy()) == [1, 2, 3, 4]
    with raises(check_error(release), "is not registered, resolved to"):
        tvm.runtime.load_module(os.path.join(folder, "a.bc"))
    assert tvm.runtime.load_module(os.path.join(folder, "a.bc"), "ll").type_key == "llvm"


@proves_check("tvm.runtime.load_static_library", "目标文件，内容读进内存；打不开时抛出 `InternalError`")
@proves("tvm.runtime.load_static_library", "供 `implements_function` 回答；不核对。给一个字符串抛出 `TVMError`", "返回种类为 `static_library` 的 `Module`")
def _(tvm, release):
    path = os.path.join(tempfile.mkdtemp(), "a.o")
    adder(tvm).save(path)
    static = tvm.runtime.load_static_library(path, ["f", "not_there"])
    os.remove(path)
    assert static.type_key == "static_library" and static.implements_function("not_there") == 1
    assert static.implements_function("other") == 0
    with raises(check_error(release)):
        tvm.runtime.load_static_library(path, ["f"])
    adder(tvm).save(path)
    with raises("TVMError"):
        tvm.runtime.load_static_library(path, "f")


@proves("tvm.runtime.load_static_library", "`get_function` 只提供 `get_func_names`，它返回给出的 `func_names`；其他名称都抛出 `AttributeError`")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "a.o")
    adder(tvm).save(path)
    static = tvm.runtime.load_static_library(path, ["f", "g"])
    assert [str(name) for name in static.get_function("get_func_names")()] == ["f", "g"]
    with raises(AttributeError):
        static.get_function("f")


@proves("tvm.runtime.load_static_library", "不链接、不能调用，留给以后的 `export_library`")
def _(tvm):
    folder = tempfile.mkdtemp()
    adder(tvm).save(os.path.join(folder, "a.o"))
    static = tvm.runtime.load_static_library(os.path.join(folder, "a.o"), ["f"])
    static.export_library(os.path.join(folder, "a.so"))
    x, y = arrays(tvm)
    tvm.runtime.load_module(os.path.join(folder, "a.so"))["f"](x, y)
    assert list(y.numpy()) == [1, 2, 3, 4]


@proves("tvm.runtime.system_lib", "同一前缀在进程里始终是同一个模块，不同前缀是不同的模块", versions=("0.13.0",))
def _(tvm):
    assert tvm.runtime.system_lib() == tvm.runtime.system_lib("") != tvm.runtime.system_lib("a_")
    assert tvm.runtime.system_lib("a_") == tvm.runtime.system_lib("a_")


@proves("tvm.runtime.system_lib", "返回 `Module`，在进程里始终是同一个", versions=("0.10.0", "0.12.0"))
def _(tvm):
    assert tvm.runtime.system_lib() == tvm.runtime.system_lib()


@proves("tvm.runtime.system_lib", "照样得到模块，取函数时才抛出 `AttributeError`", "`relay.build` 和 `tvm.build` 都写 `runtime=Runtime(\"cpp\", {\"system-lib\": True})`")
def _(tvm):
    with raises(AttributeError):
        tvm.runtime.system_lib()["f"]
    te = tvm.te
    a = te.placeholder((4,), name="a")
    s = te.create_schedule(te.compute((4,), lambda i: a[i] + 1.0, name="b").op)
    made = tvm.build(
        s, [a, s.outputs[0].output(0)], "llvm", runtime=tvm.relay.backend.Runtime("cpp", {"system-lib": True}), name="f"
    )
    assert "TVMBackendRegisterSystemLibSymbol" in made.get_source()
    assert "TVMBackendRegisterSystemLibSymbol" not in adder(tvm).get_source()


@proves("tvm.runtime.system_lib", "0.13.0 的目标不再支持 `-system-lib`", versions=("0.13.0",))
@proves("tvm.runtime.system_lib", "0.12.0 的目标不再支持 `-system-lib`", versions=("0.12.0",))
@proves("tvm.runtime.system_lib", "0.10.0 的目标不支持 `-system-lib`", versions=("0.10.0",))
def _(tvm):
    with raises(Exception):
        tvm.target.Target("llvm -system-lib")


@proves("tvm.runtime.save_param_dict", "把参数字典存成 `bytearray`", "所以 Python 数的列表成为 int64 或 float64；键不是字符串时抛出 `TVMError`")
def _(tvm):
    blob = tvm.runtime.save_param_dict({"a": [1, 2], "b": [0.5], "c": np.ones((2, 3), "float16")})
    assert isinstance(blob, bytearray)
    kinds = {name: value.dtype for name, value in tvm.runtime.load_param_dict(blob).items()}
    assert kinds == {"a": "int64", "b": "float64", "c": "float16"}
    with raises("TVMError"):
        tvm.runtime.save_param_dict({1: np.ones(2)})


@proves("tvm.runtime.save_param_dict_to_file", "内容与 `save_param_dict` 的返回值相同", "`path` 必须是字符串，`Path` 抛出 `TypeError`")
@proves("tvm.runtime.load_param_dict_from_file", "从文件读参数，逐个数组读入", "文件打不开时抛出 `TVMError: … Unable to open file`", "`path` 必须是字符串，`Path` 抛出 `TypeError`")
def _(tvm):
    import pathlib

    path = os.path.join(tempfile.mkdtemp(), "params")
    params = {"w": tvm.nd.array(np.arange(6, dtype="float32").reshape(2, 3))}
    tvm.runtime.save_param_dict_to_file(params, path)
    assert open(path, "rb").read() == bytes(tvm.runtime.save_param_dict(params))
    assert np.array_equal(tvm.runtime.load_param_dict_from_file(path)["w"].numpy(), params["w"].numpy())
    with raises(TypeError):
        tvm.runtime.save_param_dict_to_file(params, pathlib.Path(path))
    with raises(TypeError):
        tvm.runtime.load_param_dict_from_file(pathlib.Path(path))
    with raises("TVMError", "Unable to open file"):
        tvm.runtime.load_param_dict_from_file("/nowhere/params")


@proves("tvm.runtime.load_param_dict", "返回 `tvm.ir.Map`（不是 Python 字典），值是 `NDArray`。收 `bytes` 和 `bytearray`；字符串抛出 `TypeError`", "载入时总在 CPU")
def _(tvm):
    blob = tvm.runtime.save_param_dict({"w": np.ones(3)})
    for given in (blob, bytes(blob)):
        loaded = tvm.runtime.load_param_dict(given)
        assert isinstance(loaded, tvm.ir.Map) and not isinstance(loaded, dict)
        assert isinstance(loaded["w"], tvm.nd.NDArray) and loaded["w"].device == tvm.cpu(0)
    with raises(TypeError):
        tvm.runtime.load_param_dict("text")


@proves_check("tvm.runtime.load_param_dict", "文件头不对时抛出 `InternalError: … Invalid parameters file format`")
@proves("tvm.runtime.load_param_dict", "最后一个数组缺了末尾几个字节时照常返回")
def _(tvm, release):
    with raises(check_error(release), "Invalid parameters file format"):
        tvm.runtime.load_param_dict(b"x" * 64)
    blob = tvm.runtime.save_param_dict({"w": np.ones((2, 3), "float32")})
    assert tvm.runtime.load_param_dict(blob[:-3])["w"].shape == (2, 3)


def kind_of(tvm, value):
    return tvm.runtime.convert(lambda given: type(given).__name__)(value)


@proves(
    "tvm.runtime.PackedFunc",
    "int、bool、NumPy 整数 | 64 位整数；超出的高位被静默丢弃",
    "float、NumPy 浮点数 | double",
    "str、`DataType` | 字符串",
    "bytes、bytearray | 字节",
    "None | 空",
    "list、tuple | `ir.Array`",
    "dict | `ir.Map`",
)
def _(tvm):
    same = tvm.runtime.convert(lambda value: value)
    for value, kind in (
        (1, "int"),
        (True, "int"),
        (np.int8(3), "int"),
        (1.5, "float"),
        (np.float32(2), "float"),
        ("s", "str"),
        (tvm.runtime.DataType("int8"), "str"),
        (b"b", "bytearray"),
        (bytearray(b"b"), "bytearray"),
        (None, "NoneType"),
        ([1], "Array"),
        ((1, 2), "Array"),
        ({"k": 1}, "Map"),
        (tvm.cpu(), "Device"),
        (tvm.nd.array([1]), "NDArray"),
        (adder(tvm), "Module"),
        (print, "PackedFunc"),
    ):
        assert kind_of(tvm, value) == kind, (value, kind)
    assert same(2**70) == 0 and same(2**64 + 5) == 5 and same(2**63) == -(2**63)


@proves("tvm.runtime.PackedFunc", "其余的类型（NumPy 数组、集合等）抛出 `TypeError: Don't know how to handle type …`，没有关键字形参")
def _(tvm):
    same = tvm.runtime.convert(lambda value: value)
    for wrong in (np.zeros(2), {1}, range(3)):
        with raises(TypeError, "Don't know how to handle type"):
            same(wrong)
    with raises(TypeError):
        same(value=1)


@proves("tvm.runtime.PackedFunc", "`ObjectGeneric`（如 `A[i]`） | `asobject()` 的结果", "`ctypes.c_void_p` | 指针")
def _(tvm):
    import ctypes

    a = tvm.te.placeholder((2,), name="a")
    assert kind_of(tvm, a[0]) == "ProducerLoad" and kind_of(tvm, ctypes.c_void_p(8)) == "c_void_p"


@proves("tvm.runtime.PackedFunc", "返回元组时，调用者得到 None", "返回列表可以")
def _(tvm):
    assert tvm.runtime.convert(lambda: (1, 2))() is None
    assert len(tvm.runtime.convert(lambda: [1, 2])()) == 2


@proves("tvm.runtime.PackedFunc", "类型名注册过的保持类型，没有注册的变成 `TVMError`")
def _(tvm):
    def fail(error):
        def function():
            raise error

        return tvm.runtime.convert(function)

    with raises(ValueError, "bad"):
        fail(ValueError("bad"))()
    with raises("TVMError"):
        fail(NotImplementedError("bad"))()


@proves("tvm.runtime.Object", "字段按属性读取，`dir()` 列得出；没有的名称抛出 `AttributeError`", "默认的 `==` 和散列看是不是同一个对象", "TIR 表达式的 `==` 生成比较的表达式")
def _(tvm):
    call = tvm.relay.add(tvm.relay.var("x"), tvm.relay.var("y"))
    assert {"op", "args", "attrs"} <= set(dir(call))
    with raises(AttributeError):
        call.nothing
    a, b = tvm.runtime.convert([1]), tvm.runtime.convert([1])
    assert a != b and hash(a) != hash(b) and tvm.ir.structural_equal(a, b)
    assert isinstance((tvm.tir.Var("n", "int32") == 1).asobject(), tvm.tir.EQ)


@proves("tvm.runtime.Object", "`pickle` 经 JSON 存取，存不进 JSON 的对象不行")
def _(tvm):
    import pickle

    func = tvm.relay.Function([], tvm.relay.const(1.0))
    assert tvm.ir.structural_equal(pickle.loads(pickle.dumps(func)), func)
    with raises(Exception):
        pickle.loads(pickle.dumps(tvm.runtime.convert({"f": adder(tvm)})))


@proves("tvm.runtime.Object", "例如 `(x + 1)` 而不是 `x + 1`", versions=NEW)
def _(tvm):
    x = tvm.tir.Var("x", "int32")
    assert (x + 1).legacy_repr() == "(x + 1)" and repr(x + 1) == "x + 1"


@proves("tvm.runtime.Object", "`repr` 是旧的文本格式，例如 `(x + 1)`、`(int64)3`", "写成 `(x: int32 + 1)`、`3i64`", "表达式、语句和缓冲区没有这个方法", versions=("0.10.0",))
def _(tvm):
    x, three = tvm.tir.Var("x", "int32"), tvm.tir.const(3, "int64")
    assert repr(x + 1) == "(x + 1)" and str(x + 1) == "(x: int32 + 1)"
    assert repr(three) == "(int64)3" and str(three) == "3i64"
    for one in (x, tvm.tir.Evaluate(0), tvm.tir.decl_buffer((2,))):
        assert not hasattr(one, "script")


@proves("tvm.runtime.ObjectGeneric", "自己的 Python 类继承它，就能传给要 `Object` 的地方", "基类的抛出 `NotImplementedError`", "TVM 里的例子是 `te.Tensor` 的切片 `A[i]`")
def _(tvm):
    class Pair(tvm.runtime.ObjectGeneric):
        def asobject(self):
            return tvm.runtime.convert([1, 2])

    assert len(tvm.runtime.convert(Pair())) == 2 and kind_of(tvm, Pair()) == "Array"
    with raises(NotImplementedError):
        tvm.runtime.ObjectGeneric().asobject()
    assert isinstance(tvm.te.placeholder((2,))[0], tvm.runtime.ObjectGeneric)


@proves("tvm.runtime.String", "比较、散列、切片都同 `str`，运算的结果是普通的 `str`。它不是 `Object` 的子类")
def _(tvm):
    made = tvm.runtime.String("abc")
    assert made == "abc" and hash(made) == hash("abc") and {"abc": 1}[made] == 1
    assert type(made[1:]) is str and type(made + "d") is str and not issubclass(tvm.runtime.String, tvm.runtime.Object)
    assert isinstance(made, str) and isinstance(list(tvm.runtime.convert({"k": 1}))[0], tvm.runtime.String)


@proves("tvm.runtime.String", "构造时给数或列表抛出 `TVMError`", "Python 一侧是 `b'…'` 的写法，C++ 一侧是原来的字节")
def _(tvm):
    for wrong in (1, 1.5, ["a"]):
        with raises("TVMError"):
            tvm.runtime.String(wrong)
    made = tvm.runtime.String(b"abc")
    assert str.__str__(made) == "b'abc'"
    assert tvm.ir.structural_hash([made]) == tvm.ir.structural_hash(["abc"])


@proves("tvm.runtime.ShapeTuple", "NumPy 整数、`ir.Array` 抛出 `AssertionError`；负数不检查，超出 64 位的丢掉高位")
def _(tvm):
    made = tvm.runtime.ShapeTuple
    for wrong in ([np.int64(3)], tvm.runtime.convert([1, 2]), [1.5]):
        with raises(AssertionError):
            made(wrong)
    assert list(made([-3])) == [-3] and list(made((2**64 + 5,))) == [5]


@proves_check("tvm.runtime.ShapeTuple", "取到长度以外的下标时抛出 `InternalError`（例如三个数的 `[0:4]`）")
@proves("tvm.runtime.ShapeTuple", "`[::-1]` 是空列表。可以与元组比较，没有散列", "切片返回列表")
def _(tvm, release):
    made = tvm.runtime.ShapeTuple((1, 2, 3))
    assert len(made) == 3 and made[0] == 1 and made[-1] == 3 and made[0:2] == [1, 2] and made == (1, 2, 3)
    assert made[::-1] == []
    with raises(check_error(release)):
        made[0:4]
    with raises(TypeError):
        hash(made)


@proves("tvm.runtime.convert", "与 `convert_to_object` 是同一回事", versions=NEW)
def _(tvm):
    for value in (1, 1.5, True, "s", [1], {"k": 1}, print, adder(tvm)):
        first, second = tvm.runtime.convert(value), tvm.runtime.convert_to_object(value)
        assert type(first) is type(second)
    assert tvm.runtime.convert(None) is None and tvm.runtime.convert_to_object(None) is None


@proves("tvm.runtime.convert", "其他可以调用的包装成 `PackedFunc`", "`convert(lib)` 得到的是 `PackedFunc`，不是模块", versions=("0.10.0",))
def _(tvm):
    packed = tvm.runtime.convert(print)
    assert isinstance(packed, tvm.runtime.PackedFunc) and tvm.runtime.convert(packed) is packed
    assert isinstance(tvm.runtime.convert(adder(tvm)), tvm.runtime.PackedFunc)


@proves("tvm.runtime.convert_to_object", "bool | `tir.IntImm`，类型 `bool`", "其他数 | `tir.IntImm` 或 `tir.FloatImm`", "str | `String`", "list、tuple | `ir.Array`", "None | None；在列表里是空引用")
def _(tvm):
    convert = tvm.runtime.convert_to_object
    assert convert(True).dtype == "bool" and isinstance(convert(True), tvm.tir.IntImm)
    assert convert(3).dtype == "int32" and convert(2**31).dtype == "int64" and convert(0.5).dtype == "float32"
    assert isinstance(convert("s"), tvm.runtime.String) and isinstance(convert((1, 2)), tvm.ir.Array)
    assert convert(None) is None and convert([None])[0] is None
    a = tvm.te.placeholder((2,), name="a")
    assert isinstance(convert(a[0]), tvm.tir.ProducerLoad)
    array = tvm.nd.array([1])
    assert convert(array) is array


@proves("tvm.runtime.convert_to_object", "键只能是对象、字符串或数，否则抛出 `ValueError`")
@proves("tvm.runtime.convert_to_object", "（NumPy 数组、bytes、集合、`range`、`Device`）抛出 `ValueError: don't know how to convert type …`", versions=NEW)
@proves("tvm.runtime.convert_to_object", "（函数、`PackedFunc`、NumPy 数组、bytes、集合、`range`、`Device`）抛出 `ValueError: don't know how to convert type …`", "列表和字典里不能有函数", versions=("0.10.0",))
def _(tvm, release):
    convert = tvm.runtime.convert_to_object
    with raises(ValueError):
        convert({(1, 2): 1})
    old = [print, tvm.runtime.convert(print), [print], {"a": print}] if release == "0.10.0" else []
    for wrong in (np.zeros(2), b"x", {1}, range(3), tvm.cpu(), *old):
        with raises(ValueError, "don't know how to convert type"):
            convert(wrong)


@proves("tvm.runtime.convert_to_object", "可以调用的 | `PackedFunc`", versions=NEW)
def _(tvm):
    assert isinstance(tvm.runtime.convert_to_object(print), tvm.runtime.PackedFunc)
    assert isinstance(tvm.runtime.convert_to_object([print])[0], tvm.runtime.PackedFunc)


@proves("tvm.runtime.convert_to_object", "只写进最外层的数，列表的元素没有")
def _(tvm):
    span = tvm.ir.Span(tvm.ir.SourceName("a"), 1, 1, 1, 2)
    assert tvm.runtime.convert_to_object(3, span).span is not None
    assert tvm.runtime.convert_to_object([3], span)[0].span is None


@proves("tvm.runtime.const", "NumPy 标量可以（`np.bool_` 除外），数组不行", "有 `dtype` 属性就用它")
def _(tvm):
    const = tvm.runtime.const
    for kind in ("int8", "uint16", "float16", "float64"):
        assert const(np.dtype(kind).type(1)).dtype == kind
    for wrong in (np.bool_(True), np.array([1])):
        with raises(Exception):
            const(wrong)
    assert tvm.tir.const is const or tvm.tir.const(3).value == const(3).value


@proves("tvm.runtime.const", "bool 是 `bool`，int 是 `int32`，放不下时是 `int64`；float 是 `float32`，放不下时是 `float64`", "NaN 和无穷大也算放不下，所以是 `float64`")
def _(tvm):
    kinds = [tvm.runtime.const(value).dtype for value in (True, 2**31 - 1, 2**31, -(2**31), 1.0, 1e39)]
    assert kinds == ["bool", "int32", "int64", "int32", "float32", "float64"]
    assert {tvm.runtime.const(float(value)).dtype for value in ("nan", "inf", "-inf")} == {"float64"}


@proves("tvm.runtime.const", "ctypes 接口静默回绕", "大的无符号数要写 `dtype=\"uint64\"`，得到的是 `tir.large_uint_imm` 的调用")
def _(tvm):
    const = tvm.runtime.const
    assert const(2**63).value == -(2**63) and const(2**64 + 3).value == 3
    assert const(2**63, "uint64").op.name == "tir.large_uint_imm" and isinstance(const(5, "uint64"), tvm.tir.IntImm)


@proves_check("tvm.runtime.const", "不足 64 位的类型放不下时抛出 `InternalError`，信息里有 `exceeds maximum of` 或 `exceeds minimum of`")
@proves("tvm.runtime.const", "整数类型的小数部分丢掉，方向是零", "向量类型得到 `tir.Broadcast`")
def _(tvm, release):
    const = tvm.runtime.const
    assert const(-1.7, "int32").value == -1 and const(1.7, "int32").value == 1
    assert isinstance(const(1, "int8x4"), tvm.tir.Broadcast) and isinstance(const(2.0**70, "int64"), tvm.tir.IntImm)
    for value, kind, words in ((300, "int8", "maximum"), (-129, "int8", "minimum"), (1e6, "float16", "maximum")):
        with raises(check_error(release), f"exceeds {words} of"):
            const(value, kind)


@proves("tvm.runtime.const", "无符号类型的负数抛出 `TVMError`，信息里有 `cannot make uint from negative value`", versions=("0.13.0",))
@proves("tvm.runtime.const", "无符号类型的负数是 `cannot make uint from negative value`", "`bfloat16` 不检查", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    with raises("TVMError", "cannot make uint from negative value"):
        tvm.runtime.const(-1, "uint8")
    if release != "0.13.0":
        assert tvm.runtime.const(1e39, "bfloat16").dtype == "bfloat16"


def doubled(tvm):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    return te.create_prim_func([a, te.compute((4,), lambda i: a[i] * 2.0, name="b")])


@proves("tvm.runtime.Scriptable", "`IRModule`、`tir.PrimFunc`、TIR 的表达式和语句、`tir.Buffer` 都是它的子类。Relay 的表达式和 `te.Tensor` 不是", "含 Relay 函数的 `IRModule` 得到的是 Relay 的文本格式")
def _(tvm):
    kinds = (tvm.IRModule, tvm.tir.PrimFunc, tvm.tir.Add, tvm.tir.For, tvm.tir.Buffer)
    assert all(issubclass(kind, tvm.runtime.Scriptable) for kind in kinds)
    assert not any(issubclass(kind, tvm.runtime.Scriptable) for kind in (tvm.relay.Call, tvm.te.Tensor))
    x = tvm.relay.var("x", shape=(2,))
    assert "def @main" in tvm.IRModule.from_expr(x + x).script()


@proves("tvm.runtime.Scriptable", "换掉打印出来的函数名或模块的类名", "两个命名空间的前缀，`import` 那行也跟着变；前者只在模块里出现")
def _(tvm):
    func = doubled(tvm)
    mod = tvm.IRModule({"main": func})
    assert "def twice(" in func.script(name="twice") and "class Mine" in mod.script(name="Mine")
    text = mod.script(ir_prefix="J", tir_prefix="U")
    assert "import ir as J" in text and "import tir as U" in text and "@J.ir_module" in text and "@U.prim_func" in text
    assert "ir as" not in func.script(ir_prefix="J").replace("tir as", "")


@proves("tvm.runtime.Scriptable", "语法糖里的 `T.Buffer` 始终写出", "`float_dtype=\"float32\"` 把 `T.float32(1)` 变成 `1`，`void` 表示一个也不省", "行首加行号", "0 得到的不再是合法的 Python")
def _(tvm):
    func = doubled(tvm)
    assert "T.float32(2)" in func.script() and "T.float32" not in func.script(float_dtype="float32")
    assert 'T.Buffer((4,), "float32")' in func.script(buffer_dtype="float32")
    assert func.script(print_line_numbers=True).splitlines()[0].strip().startswith("1")
    compile(func.script(indent_spaces=2), "a", "exec")
    with raises(SyntaxError):
        compile(func.script(indent_spaces=0), "a", "exec")


@proves("tvm.runtime.Scriptable", "False 时写出根块、`match_buffer` 等完整形式", "给这些路径（`ObjectPath`）或对象加下划线 `^^^`", "字典，值是写在那里的注释", "其余写成 `(... 5 lines skipped ...)`；-1 不省略")
def _(tvm):
    func = doubled(tvm)
    text = func.script(syntax_sugar=False)
    assert 'with T.block("root")' in text and "T.match_buffer(" in text and "T.match_buffer(" not in func.script()
    block = func.body.block.body.body
    lined = func.script(obj_to_underline=[block])
    assert "^^^" in lined and "skipped" not in lined and "^^^" not in func.script()
    assert "lines skipped ...)" in func.script(obj_to_underline=[block], num_context_lines=1)
    assert "# hello" in func.script(obj_to_annotate={block: "hello"})
    path = tvm.runtime.ObjectPath.root().attr("body").attr("block").attr("body").attr("body")
    assert "^^^" in func.script(path_to_underline=[path]) and "# hi" in func.script(path_to_annotate={path: "hi"})


@proves("tvm.runtime.Scriptable", "打印单个表达式时，先打印其中变量的定义", "常量是这个类型时写成裸的数")
def _(tvm):
    n = tvm.tir.Var("n", "int64")
    assert (n + 1).script() != (n + 1).script(verbose_expr=True) and "n = T.int64()" in (n + 1).script(verbose_expr=True)
    assert "T.int64(1)" in (n + 1).script() and "T.int64" not in (n + 1).script(int_dtype="int64")


@proves("tvm.runtime.Scriptable", "默认看环境变量 `TVM_PYGMENTIZE_STYLE`", "没有装 Black 或 Pygments 时有警告，照样打印")
def _(tvm):
    import contextlib
    import io

    func, out = doubled(tvm), io.StringIO()
    sys.modules["black"] = sys.modules["pygments"] = None
    with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        func.show()
    assert "def main" in out.getvalue() and caught


@proves("tvm.runtime.ObjectPath", "直接构造抛出 `ValueError`，从 `root` 开始一步一步接", "去掉最后一步；起点的是 None", "`len(path)` 是步数")
def _(tvm):
    with raises(ValueError):
        tvm.runtime.ObjectPath()
    root = tvm.runtime.ObjectPath.root()
    path = root.attr("body").array_index(2).map_value("k")
    assert str(path) == '<root>.body[2]["k"]' and len(path) == 4 and len(root) == 1
    assert root.parent is None and path.parent == root.attr("body").array_index(2)


@proves("tvm.runtime.ObjectPath", "前 `length` 步，起点算一步；超出范围抛出 `IndexError`", "自己是不是另一条路径的开头，相等也算；返回 1 或 0")
def _(tvm):
    root = tvm.runtime.ObjectPath.root()
    path = root.attr("body").array_index(2)
    assert path.get_prefix(1) == root and path.get_prefix(3) == path
    for wrong in (0, 4, -1):
        with raises(IndexError):
            path.get_prefix(wrong)
    assert [root.is_prefix_of(path), path.is_prefix_of(path), path.is_prefix_of(root)] == [1, 1, 0]


@proves("tvm.runtime.ObjectPath", "None 表示不知道哪个字段，这样的两条路径不相等", "这个元素应该有而没有", "缺了字典的一项")
def _(tvm):
    root = tvm.runtime.ObjectPath.root()
    assert not (root.attr(None) == root.attr(None)) and root.attr("a") == root.attr("a")
    a, b = tvm.runtime.convert([1, 2, 3]), tvm.runtime.convert([1, 2])
    assert "missing" in str(root.missing_array_element(1)) and "missing" in str(root.missing_map_entry())


@proves("tvm.runtime.ObjectPath", "`==` 比较内容，散列却看对象，所以内容相同的两条路径在字典里是两个键", versions=NEW)
def _(tvm):
    root = tvm.runtime.ObjectPath.root()
    a, b = root.attr("body"), root.attr("body")
    assert a == b and len({a: 1, b: 2}) == 2


@proves("tvm.runtime.ObjectPath", "`==` 比较内容，返回 1 或 0；没有散列，不能作字典的键", versions=("0.10.0",))
def _(tvm):
    root = tvm.runtime.ObjectPath.root()
    assert (root.attr("a") == root.attr("a")) == 1 and (root.attr("a") == root.attr("b")) == 0
    with raises(TypeError):
        hash(root)


@proves("tvm.runtime.ObjectPath", "名称只影响打印和比较，默认打印成 `<root>`", versions=("0.13.0",))
def _(tvm):
    root = tvm.runtime.ObjectPath.root
    assert str(root()) == "<root>" and "mod" in str(root("mod")) and not (root("mod") == root())


@proves("tvm.runtime.ObjectPathPair", "结构比较时，第一处不同在两边各自的位置", "拆成 Python 的元组，没有不同时返回 None")
def _(tvm):
    find = tvm.ir.base.get_first_structural_mismatch
    n = tvm.tir.Var("n", "int32")
    found = find(n * 2, n * 3)
    assert isinstance(found, tuple) and [str(path) for path in found] == ["<root>.b.value"] * 2
    assert find(n * 2, n * 2) is None


def report(tvm, *calls):
    from tvm.runtime import profiling

    made = []
    for name, us in calls:
        call = {"Name": tvm.runtime.String(name), "Count": profiling.Count(1)}
        if us is not None:
            call["Duration (us)"] = profiling.Duration(us)
        made.append(call)
    return tvm.runtime.Report(made, {}, {})


@proves("tvm.runtime.Report", "不能是 Python 的数")
def _(tvm):
    with raises("TVMError"):
        str(tvm.runtime.Report([{"Name": tvm.runtime.String("a"), "Duration (us)": 3.0}], {}, {}))


@proves("tvm.runtime.Report", "直接 `print` 得到 `table()` 的默认形式", "三个形参同时是字段，可以读取", "每次调用一行，列按名称排序；没有汇总行")
def _(tvm):
    made = report(tvm, ("add", 30.0), ("dense", 40.0))
    assert str(made) == str(made.table()) and len(made.calls) == 2 and len(made.configuration) == 0
    assert len(made.device_metrics) == 0
    assert made.csv().split("\n")[:3] == ["Count,Duration (us),Name", '1,30,"add"', '1,40,"dense"']
    assert made.csv().strip().count("\n") == 2


@proves("tvm.runtime.Report", "`sort` 按 `Duration (us)` 从大到小，两行以上而没有这一列时报错", "每次调用都要有 `Name`，否则报错", "时间、次数、百分比相加")
def _(tvm):
    from tvm.runtime import profiling

    made = report(tvm, ("add", 30.0), ("dense", 40.0), ("add", 20.0))
    rows = [line.split()[:2] for line in str(made.table()).splitlines()[1:3]]
    assert rows == [["add", "50.00"], ["dense", "40.00"]]
    bare = report(tvm, ("add", None), ("dense", None))
    with raises(Exception):
        bare.table()
    assert "add" in bare.table(sort=False)
    nameless = tvm.runtime.Report([{"Count": profiling.Count(1)}], {}, {})
    with raises(Exception):
        nameless.table()


@proves("tvm.runtime.Report", "`col_sums` 加一行 `Sum`，比值不加", "比值取平均")
def _(tvm):
    from tvm.runtime import profiling

    calls = [{"Name": tvm.runtime.String("a"), "Duration (us)": profiling.Duration(2.0), "R": profiling.Ratio(r)} for r in (1.0, 3.0)]
    made = tvm.runtime.Report(calls, {}, {})
    table = str(made.table())
    row, total = [next(line for line in table.splitlines() if line.startswith(word)) for word in ("a ", "Sum")]
    assert "4.00" in row and row.split()[-1] == "2" and "4.00" in total and total.split()[-1] != "2"
    assert "Sum" not in made.table(col_sums=False)


@proves("tvm.runtime.Report", "三部分都在，数字带单位", "由上面的字符串恢复；`{}` 得到空报告")
def _(tvm):
    import json

    made = report(tvm, ("add", 30.0))
    read = json.loads(made.json())
    assert set(read) == {"calls", "device_metrics", "configuration"}
    assert read["calls"][0]["Duration (us)"] == {"microseconds": 30.0}
    assert tvm.runtime.Report.from_json(made.json()).json() == made.json()
    assert len(tvm.runtime.Report.from_json("{}").calls) == 0


COMPLETE = True
