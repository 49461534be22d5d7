"""More probes of docs/reference/api/python/runtime.md: devices, modules, conversions and reports."""

import ctypes
import importlib.util
import os
import subprocess
import sys
import tempfile
import threading
import time
import types

import numpy as np
from probes import proves, proves_check, raises, check_error, unproved

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
DEVICE = "tvm.runtime.Device"
MODULE = "tvm.runtime.Module"
LOAD = "tvm.runtime.load_module"
REPORT = "tvm.runtime.Report"


def adder(tvm, name="f", target="llvm"):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + tvm.tir.const(1.0, "float32"), name="b")
    return tvm.build(te.create_schedule(b.op), [a, b], target, name=name)


def arrays(tvm):
    return tvm.nd.array(np.arange(4, dtype="float32")), tvm.nd.array(np.zeros(4, "float32"))


def calls_python(tvm, calls, also=lambda: None):
    """A compiled function of one array that appends to `calls`."""
    tvm.register_func("probe.counted", lambda: (also(), calls.append(1)) and None, override=True)
    out = tvm.te.extern((1,), [], lambda ins, outs: tvm.tir.call_packed("probe.counted"), dtype="float32", name="out")
    return tvm.build(tvm.te.create_schedule(out.op), [out], "llvm", name="f")


def built(tvm):
    """What relay.build makes of x + x."""
    x = tvm.relay.var("x", shape=(2,))
    return tvm.relay.build(tvm.IRModule.from_expr(x + x), "llvm")


def in_a_new_process(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 0, done.stderr[-300:]
    return [int(word) for word in done.stdout.split()]


@proves(
    DEVICE,
    "3，CUDA 固定在主机上的内存",
    "4，OpenCL 平台上的设备",
    "8，苹果的图形接口",
    "9，Verilog 仿真",
    "10，AMD 显卡",
    "11，ROCm 固定在主机上的内存",
    "12，扩展设备，例如 VTA",
    "13，CUDA 的统一内存",
    "14，oneAPI 的统一共享内存",
    "15，浏览器里的 WebGPU",
    "32，Intel FPGA 的 OpenCL",
    "35，微控制器",
    versions=NEW,
)
def _(tvm):
    kinds = {
        "kDLCUDAHost": (3, "cuda_host"),
        "kDLOpenCL": (4, "opencl"),
        "kDLMetal": (8, "metal"),
        "kDLVPI": (9, "vpi"),
        "kDLROCM": (10, "rocm"),
        "kDLROCMHost": (11, "rocm_host"),
        "kDLExtDev": (12, "ext_dev"),
        "kDLCUDAManaged": (13, "cuda_managed"),
        "kDLOneAPI": (14, "oneapi"),
        "kDLWebGPU": (15, "webgpu"),
        "kDLAOCL": (32, "aocl"),
        "kOpenGL": (34, "opengl"),
        "kDLMicroDev": (35, "microdev"),
    }
    device = tvm.runtime.Device
    for member, (number, name) in kinds.items():
        assert getattr(device, member) == number and str(device(number, 1)) == f"{name}(1)", member


@proves(DEVICE, "没有它的设备接口", "的运行时里没有它的实现", versions=NEW)
@proves(DEVICE, "运行时里也没有它的实现", versions=("0.10.0",))
def _(tvm):
    there = [name for name in tvm._ffi.registry.list_global_func_names() if name.startswith("device_api.")]
    assert "device_api.cpu" in there
    assert not [name for name in there if "opengl" in name.lower() or "oneapi" in name.lower()]


@proves(DEVICE, "从数值到名称的字典，打印设备时用")
def _(tvm):
    names = tvm.runtime.Device.MASK2STR
    assert str(tvm.cpu(2)) == f"{names[1]}(2)"
    names[1] = "abacus"
    assert str(tvm.cpu(2)) == "abacus(2)"


@proves(DEVICE, "同类设备里的第几个，从 0 起")
@proves("tvm.runtime.device", "第几个")
def _(tvm):
    assert tvm.runtime.device("cuda").device_id == 0 and tvm.runtime.device("cuda", 3).device_id == 3
    # An interface of the device is asked about the number that was given.
    asked = []
    tvm.runtime.Device._GetDeviceAttr = lambda self, kind, number, key: asked.append((kind, number)) or 1
    assert tvm.runtime.device("cuda", 3).exist and asked == [(2, 3)]


@proves(DEVICE, "一般用 `device` 或 `cpu` 一类的函数得到")
def _(tvm):
    made = [tvm.runtime.device("cpu", 1), tvm.cpu(1), tvm.cuda(), tvm.rpc.LocalSession().cpu()]
    assert all(type(one) is tvm.runtime.Device for one in made)


@proves(DEVICE, "远程设备的属性经网络问对方；CPU 的 `exist` 不问，总是 True")
def _(tvm):
    server = tvm.rpc.Server("127.0.0.1", port=9500, port_end=9700, key="probe", silent=True)
    remote = tvm.rpc.connect("127.0.0.1", server.port, key="probe")
    dev = remote.cpu()
    assert dev.exist is True and dev.warp_size is None
    server.terminate()
    with raises("TVMError"):
        dev.warp_size
    with raises("TVMError"):
        remote.vulkan().exist
    assert dev.exist is True


@proves(DEVICE, "最高时钟频率，单位 kHz；只有 CUDA、ROCm、OpenCL", "驱动的版本，字符串；只有 OpenCL 和 Vulkan", "一个线程块的共享内存，单位字节；Metal 和 CPU 没有")
def _(tvm):
    cpu = tvm.cpu()
    assert cpu.max_clock_rate is None and cpu.driver_version is None and cpu.max_shared_memory_per_block is None


@proves(DEVICE, "传的属性号是 12")
def _(tvm):
    asked = []
    tvm.runtime.Device._GetDeviceAttr = lambda self, kind, number, key: asked.append(key) or "1.2"
    dev = tvm.cpu()
    assert dev.texture_spatial_limit() == dev.driver_version == "1.2" and asked == [12, 12]


unproved(DEVICE, "一起执行的线程数；Metal 固定是 1", "字符串，如 CUDA 的计算能力 `8.6`", "厂商写的型号", "Vulkan 和 Metal 是 None", "编译 TVM 时所用开发包的版本，整数", reason="要有显卡")
unproved(DEVICE, "释放上面建的流", "让当前线程在这个设备上的操作进入给出的流", reason="CPU 没有流，要有显卡")
unproved("tvm.runtime.opencl", "各个平台的 GPU 排在一起编号，平台之间的次序不固定", reason="要有几个 OpenCL 平台", versions=NEW)


@proves("tvm.runtime.enabled", "CUDA 运行时", "OpenCL 运行时", "同名的运行时", "对应的代码生成或运行时")
def _(tvm):
    for names, function in (
        (("cuda", "gpu", "nvptx", "nvptx -mcpu=sm_80"), "device_api.cuda"),
        (("opencl", "cl", "sdaccel"), "device_api.opencl"),
        (("metal", "mtl"), "device_api.metal"),
        (("vulkan",), "device_api.vulkan"),
        (("hexagon",), "device_api.hexagon"),
        (("rocm", "rocm -mcpu=gfx900"), "device_api.rocm"),
        (("rpc",), "device_api.rpc"),
        (("stackvm",), "target.build.stackvm"),
        (("tflite",), "target.runtime.tflite"),
    ):
        if tvm.get_global_func(function, allow_missing=True):
            tvm._ffi.registry.remove_global_func(function)
        assert [tvm.runtime.enabled(name) for name in names] == [0] * len(names), function
        tvm.register_func(function, lambda *args: None)
        assert [tvm.runtime.enabled(name) for name in names] == [1] * len(names), function


@proves("tvm.runtime.num_threads", "设得比核数（有大小核时是大核数）多也不会超过它")
def _(tvm):
    made = in_a_new_process("import tvm; print(tvm.runtime.num_threads())", TVM_NUM_THREADS=str(os.cpu_count() + 3))
    assert 1 <= made[0] <= os.cpu_count()


@proves("tvm.runtime.num_threads", "要更多的线程，得在第一次用到之前设环境变量，或者换一个主机线程")
def _(tvm):
    code = """
import os, threading, tvm
print(tvm.runtime.num_threads())
os.environ["TVM_NUM_THREADS"] = "2"
tvm.get_global_func("runtime.config_threadpool")(-1, 2)
print(tvm.runtime.num_threads())
other = threading.Thread(target=lambda: print(tvm.runtime.num_threads()))
other.start()
other.join()
"""
    most = min(2, os.cpu_count())
    assert in_a_new_process(code, TVM_NUM_THREADS="1") == [1, 1, most]
    assert in_a_new_process("import tvm; print(tvm.runtime.num_threads())", TVM_NUM_THREADS="2") == [most]


@proves("tvm.runtime.DataType", "从类别的数值到名称前缀，打印时用")
def _(tvm):
    kind = tvm.runtime.DataType
    kind.CODE2STR[0] = "whole"
    assert str(kind("int8")) == "whole8" and str(kind("int8x2")) == "whole8x2" and str(kind("uint8")) == "uint8"


@proves("tvm.runtime.DataType", "装了 `ml_dtypes` 时多三种，即 `bfloat16` 和两种 float8", versions=("0.13.0",))
@proves("tvm.runtime.DataType", "装了 `ml_dtypes` 也没有 `bfloat16`", versions=OLD)
def _(tvm, release):
    path = tvm._ffi.runtime_ctypes.__file__

    def table(module):
        sys.modules["ml_dtypes"] = module
        spec = importlib.util.spec_from_file_location("tvm._ffi.again", path)
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return set(made.DataType.NUMPY2STR.values())

    plain = table(None)
    fake = types.ModuleType("ml_dtypes")
    fake.bfloat16, fake.float8_e4m3fn, fake.float8_e5m2 = "V2", "V3", "V5"
    more = table(fake)
    assert "bfloat16" not in plain and "float32" in plain
    assert more - plain == ({"bfloat16", "e4m3_float8", "e5m2_float8"} if release == "0.13.0" else set())


@proves(MODULE, "`load_module` 返回的对象里都是它")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "lib.so")
    lib = adder(tvm)
    lib.export_library(path)
    made = [lib, tvm.runtime.load_module(path), built(tvm).module, built(tvm).get_lib()]
    assert all(isinstance(one, tvm.runtime.Module) for one in made)


@proves(MODULE, "没有关键字形参", "LLVM 模块的 `implements_function` 和 `get_function` 不一致", "直接导入的模块，列表")
def _(tvm):
    f, g, h = adder(tvm, "f"), adder(tvm, "g"), adder(tvm, "h")
    x, y = arrays(tvm)
    with raises(TypeError):
        f(x, b=y)
    f.import_module(g)
    g.import_module(h)
    assert isinstance(f.imported_modules, list) and f.imported_modules == [g] and g.imported_modules == [h]
    for name in ("g", "h"):
        assert f.implements_function(name, True) == 0 and f.get_function(name, True) is not None


@proves(MODULE, "返回的对象有 `results`（秒，`repeat` 个）、`mean`、`median`、`min`、`max`、`std`", "计时之前先空跑一次", "得到一个计时函数")
def _(tvm):
    calls = []
    f = calls_python(tvm, calls)
    timer = f.time_evaluator("f", tvm.cpu(), number=0, repeat=1)
    assert calls == []
    timer(tvm.nd.empty((1,)))
    assert len(calls) == 1
    result = calls_python(tvm, calls, lambda: time.sleep(0.02)).time_evaluator("f", tvm.cpu(), number=2, repeat=3)(tvm.nd.empty((1,)))
    times = np.array(result.results)
    assert len(times) == 3 and times.min() >= 0.02 and times.min() < 20
    for name in ("mean", "median", "min", "max", "std"):
        assert np.isclose(getattr(result, name), getattr(np, name)(times)), name


@proves(MODULE, "停顿多少毫秒，0 不停", "第 0 次测量之后就停第一次")
def _(tvm):
    f = adder(tvm)
    x, y = arrays(tvm)

    def took(**options):
        start = time.monotonic()
        f.time_evaluator("f", tvm.cpu(), number=1, **options)(x, y)
        return time.monotonic() - start

    assert took(repeat=3, cooldown_interval_ms=300) >= 0.9
    assert 0.5 <= took(repeat=3, cooldown_interval_ms=500, repeats_to_cooldown=3) < 1.0
    took(repeat=3, cooldown_interval_ms=0, repeats_to_cooldown=0)  # else it dies of a division by zero


unproved(MODULE, "测得恰为 0 的次数到这个数就不再放大", reason="这里的计时器测不出恰为 0 的时间")


@proves(MODULE, "远程模块必须给同一会话的设备")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "lib.so")
    adder(tvm).export_library(path)
    session = tvm.rpc.LocalSession()
    session.upload(path)
    module = session.load_module("lib.so")
    other = tvm.rpc.LocalSession()
    dev = session.cpu()
    x, y = [tvm.nd.array(one.numpy(), dev) for one in arrays(tvm)]
    assert len(module.time_evaluator("f", dev, number=1, repeat=2)(x, y).results) == 2
    for wrong in (tvm.cpu(), other.cpu()):
        with raises("TVMError"):
            module.time_evaluator("f", wrong, number=1)(x, y)


@proves(MODULE, "其余的模块打包成数据，交给 `fcompile` 合成一个文件", "转给 `fcompile`")
def _(tvm):
    seen = []

    def compiler(path, objects, **options):
        seen.append((objects, options, [open(one, "rb").read() for one in objects]))

    folder = tempfile.mkdtemp()
    lib = adder(tvm)
    lib.export_library(os.path.join(folder, "a.so"), compiler)
    built(tvm).module.export_library(os.path.join(folder, "b.so"), compiler, options=["-O2"])
    alone, packed = seen
    assert alone[1] == {} and packed[1] == {"options": ["-O2"]}
    assert len(packed[0]) > len(alone[0]) and all(one[:4] == b"\x7fELF" for one in alone[2])
    # The factory is data; it is told by the name of what loads it.
    assert any(b"GraphExecutorFactory" in one for one in packed[2]) and not any(b"GraphExecutorFactory" in one for one in alone[2])


@proves(MODULE, "`cc=\"aarch64-linux-gnu-g++\"`")
def _(tvm):
    with raises(Exception, "no-such-compiler"):
        adder(tvm).export_library(os.path.join(tempfile.mkdtemp(), "a.so"), cc="no-such-compiler")


@proves(MODULE, "连同导入的模块写成一个文件")
@proves(LOAD, "`g` 原来在导入的模块里", "两个都是 LLVM 模块，链接以后合成一个库，载入时没有树")
def _(tvm):
    folder, lib = tempfile.mkdtemp(), adder(tvm, "f")
    lib.import_module(adder(tvm, "g"))
    lib.export_library(os.path.join(folder, "a.so"))
    assert os.listdir(folder) == ["a.so"]
    loaded = tvm.runtime.load_module(os.path.join(folder, "a.so"))
    x, y = arrays(tvm)
    for name in ("f", "g"):
        y.copyfrom(np.zeros(4, "float32"))
        loaded.get_function(name)(x, y)
        assert list(y.numpy()) == [1, 2, 3, 4]
    assert loaded.imported_modules == []


@proves(MODULE, "第 1 位：导出时存成数据，由载入函数恢复", versions=NEW)
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "a.so")
    factory = built(tvm).module
    assert factory.is_binary_serializable and factory.get_property_mask() & 1
    factory.export_library(path)
    assert tvm.runtime.load_module(path).type_key == factory.type_key == "GraphExecutorFactory"


@proves(MODULE, "`stackvm` 模块只能导出成 `.stackvm`，否则抛出 `ValueError`；`save` 不看扩展名，写的都是这种格式")
@proves(LOAD, "`stackvm`、`VMExecutable` | 各自的载入函数")
def _(tvm):
    folder = tempfile.mkdtemp()
    a = tvm.te.placeholder((4,), "int32", name="a")
    b = tvm.te.compute((4,), lambda i: a[i] + 1, name="b")
    vm = tvm.build(tvm.te.create_schedule(b.op), [a, b], "stackvm", name="f")
    x, y = [tvm.nd.array(one.numpy().astype("int32")) for one in arrays(tvm)]
    for name in ("b.so", "b.tar"):
        with raises(ValueError, "can only be saved as stackvm format"):
            vm.export_library(os.path.join(folder, name))
    vm.export_library(os.path.join(folder, "a.stackvm"))
    vm.save(os.path.join(folder, "a.xyz"))
    for name, kind in (("a.stackvm", ""), ("a.xyz", "stackvm")):
        loaded = tvm.runtime.load_module(os.path.join(folder, name), kind)
        loaded["f"](x, y)
        assert loaded.type_key == "stackvm" and list(y.numpy()) == [1, 2, 3, 4]
    with raises(Exception):
        tvm.runtime.load_module(os.path.join(folder, "a.xyz"))
    v = tvm.relay.var("x", shape=(2,))
    executable = tvm.relay.vm.compile(tvm.IRModule.from_expr(v + v), "llvm")
    path = os.path.join(folder, "a.VMExecutable")
    executable.mod.save(path)
    assert tvm.runtime.load_module(path).type_key == "VMExecutable"


@proves_check(LOAD, "没有注册 `runtime.module.loadfile_格式` 的抛出 `InternalError`，信息里有 `is not registered, resolved to`")
def _(tvm, release):
    path = os.path.join(tempfile.mkdtemp(), "a.probe")
    open(path, "w").write("x")
    with raises(check_error(release), "is not registered, resolved to"):
        tvm.runtime.load_module(path)
    tvm.register_func("runtime.module.loadfile_probe", lambda path, fmt: adder(tvm))
    assert tvm.runtime.load_module(path).type_key == "llvm"


@proves(LOAD, "`Binary was created using {cuda} but a loader of that name is not registered.`")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "a.so")
    built(tvm).module.export_library(path)
    assert tvm.runtime.load_module(path) is not None
    tvm._ffi.registry.remove_global_func("runtime.module.loadbinary_GraphExecutorFactory")
    other = path.replace("a.so", "b.so")
    os.rename(path, other)
    with raises("TVMError", "Binary was created using {GraphExecutorFactory} but a loader of that name is not registered."):
        tvm.runtime.load_module(other)


unproved(LOAD, "还能直接载入 CUDA 的 `cubin` 和 `ptx`", reason="要有 CUDA、ROCm 等的运行时")


def registers(tvm, name, calls):
    """Registers a C function under a name in the table of the process, as static code does when it starts."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 2, ctypes.c_int, *[ctypes.c_void_p] * 3)
    made = kind(lambda *args: calls.append(name) or 0)
    tvm._ffi.base._LIB.TVMBackendRegisterSystemLibSymbol(ctypes.c_char_p(name.encode()), ctypes.cast(made, ctypes.c_void_p))
    return made


@proves("tvm.runtime.system_lib", "返回 `Module`")
def _(tvm):
    calls = []
    keep = registers(tvm, "probe_f", calls)
    lib = tvm.runtime.system_lib()
    assert isinstance(lib, tvm.runtime.Module)
    lib.get_function("probe_f")()
    assert calls == ["probe_f"] and keep


@proves("tvm.runtime.system_lib", "先找 `前缀 + 名称`，没有再找名称本身", versions=("0.13.0",))
def _(tvm):
    calls = []
    keep = [registers(tvm, name, calls) for name in ("pre_f", "f", "g")]
    lib = tvm.runtime.system_lib("pre_")
    lib.get_function("f")()
    lib.get_function("g")()
    tvm.runtime.system_lib().get_function("f")()
    assert calls == ["pre_f", "g", "f"] and keep
    with raises(AttributeError):
        lib.get_function("h")


PACKED = "tvm.runtime.PackedFunc"


@proves(PACKED, "由 `tvm.get_global_func`、`Module.get_function` 得到，或由 `convert` 包装 Python 函数")
def _(tvm):
    made = [tvm.get_global_func("runtime.RuntimeEnabled"), adder(tvm).get_function("f"), tvm.runtime.convert(len)]
    assert all(isinstance(one, tvm.runtime.PackedFunc) for one in made)


@proves(PACKED, "`Device`、`NDArray`、`Module`、`PackedFunc`、`Object` | 本身")
def _(tvm):
    seen = []
    keep = tvm.runtime.convert(lambda *args: seen.extend(args))
    array, lib, func, node = tvm.nd.array(np.zeros(3)), adder(tvm), tvm.get_global_func("runtime.RuntimeEnabled"), tvm.tir.Var("n", "int32")
    keep(tvm.cuda(2), array, lib, func, node)
    assert seen[0] == tvm.cuda(2) and seen[2] == lib and seen[4].same_as(node)
    assert isinstance(seen[3], tvm.runtime.PackedFunc) and seen[3]("cpu") == 1
    array.copyfrom(np.ones(3))
    assert list(seen[1].numpy()) == [1, 1, 1]


@proves(PACKED, "其他可以调用的对象 | 包装成 `PackedFunc`")
def _(tvm):
    class Adds:
        def __call__(self, value):
            return value + 1

    kinds, results = [], []
    ask = tvm.runtime.convert(lambda f: (kinds.append(type(f)), results.append(f(4))) and None)
    for one in (Adds(), lambda value: value + 2, abs):
        ask(one)
    assert kinds == [tvm.runtime.PackedFunc] * 3 and results == [5, 6, 4]


@proves("tvm.runtime.ShapeTuple", "有 `len`、下标和切片")
def _(tvm):
    made = tvm.runtime.ShapeTuple([4, 5, 6, 7])
    assert len(made) == 4 and [made[0], made[3], made[-2]] == [4, 7, 6] and made[1:3] == [5, 6] and made[::2] == [4, 6]
    with raises(IndexError):
        made[4]


@proves("tvm.runtime.convert_to_object", "`Object`、`NDArray`、`Module`、`PackedFunc`、`String` | 原样", versions=NEW)
@proves("tvm.runtime.convert_to_object", "`ObjectGeneric` | `asobject()` 的结果")
def _(tvm, release):
    convert = tvm.runtime.convert_to_object
    values = [tvm.tir.Var("n", "int32"), tvm.nd.array([1]), tvm.runtime.String("s")]
    if release != "0.10.0":
        values += [adder(tvm), tvm.get_global_func("runtime.RuntimeEnabled")]
    assert all(convert(one) is one for one in values)

    class Mine(tvm.runtime.ObjectGeneric):
        def asobject(self):
            return values[0]

    assert convert(Mine()) is values[0] and convert([Mine()])[0].same_as(values[0])


@proves("tvm.runtime.const", "省略 `dtype` 时，bool 是 `bool`，int 是 `int32`，放不下时是 `int64`", "源代码的位置")
def _(tvm):
    const = tvm.runtime.const
    assert [const(one).dtype for one in (False, 0, -(2**31), 2**31 - 1, 2**31, -(2**31) - 1)] == ["bool", "int32", "int32", "int32", "int64", "int64"]
    span = tvm.ir.Span(tvm.ir.SourceName("a"), 1, 1, 2, 3)
    for value in (3, 2.5, True):
        assert const(value, span=span).span.same_as(span) and const(value).span is None


def doubled(tvm):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    return te.create_prim_func([a, te.compute((4,), lambda i: a[i] * 2.0, name="b")])


@proves("tvm.runtime.Scriptable", "返回 TVMScript 的字符串", versions=NEW)
def _(tvm):
    func = doubled(tvm)
    for one in (func, tvm.IRModule({"main": func})):
        assert isinstance(one.script(), str) and tvm.ir.structural_equal(tvm.script.from_source(one.script()), one)


@proves("tvm.runtime.Scriptable", "打印不能写成文本的常量，即 `metadata = tvm.ir.load_json(…)`；False 时是一行注释", versions=NEW)
@proves("tvm.runtime.Scriptable", "只有含换行的字符串这样打印；函数属性里的 `NDArray` 一类不会打印，抛出 `TVMError`", versions=("0.12.0",))
def _(tvm, release):
    func = doubled(tvm)
    text = func.with_attr("note", "two\nlines")
    array = func.with_attr("data", tvm.nd.array(np.zeros(2)))
    if release == "0.12.0":
        with raises("TVMError"):
            array.script()
    for one in [text] + [array] * (release != "0.12.0"):
        assert "metadata = tvm.ir.load_json(" in one.script(show_meta=True)
        plain = one.script()
        assert "load_json(" not in plain and any(line.startswith("#") and "Metadata omitted" in line for line in plain.splitlines())
    assert "metadata" not in func.with_attr("note", "one line").script(show_meta=True)


@proves("tvm.runtime.ObjectPath", "再走数组的一个元素", "再走字典的一个值")
def _(tvm):
    root = tvm.runtime.ObjectPath.root()
    find = tvm.ir.base.get_first_structural_mismatch
    convert = tvm.runtime.convert
    assert find(convert([1, 2]), convert([1, 3]))[0].parent == root.array_index(1)
    assert find(convert({"k": 1}), convert({"k": 2}))[0].parent == root.map_value("k")
    assert str(root.array_index(1)) == "<root>[1]" and not (root.array_index(1) == root.array_index(2))


@proves("tvm.runtime.ObjectPathPair", "左边对象里的位置", "右边对象里的位置；数组或字典少一项时两边的不一样")
def _(tvm):
    n = tvm.tir.Var("n", "int32")
    find = tvm.get_global_func("node.GetFirstStructuralMismatch")
    found = find(n * 2, n * 3, False)
    assert isinstance(found, tvm.runtime.ObjectPathPair)
    assert str(found.lhs_path) == str(found.rhs_path) == "<root>.b.value"
    found, root, convert = find([1, 2, 3], [1, 2], False), tvm.runtime.ObjectPath.root(), tvm.runtime.convert
    assert found.lhs_path == root.array_index(2) and found.rhs_path == root.missing_array_element(2)
    found = find(convert({"a": 1}), convert({"a": 1, "b": 2}), False)
    assert found.lhs_path == root.missing_map_entry() and found.rhs_path == root.map_value("b")


def calls(tvm, *names):
    from tvm.runtime import profiling

    return [{"Name": tvm.runtime.String(name), "Count": profiling.Count(1), "Duration (us)": profiling.Duration(float(i))} for i, name in enumerate(names)]


@proves(REPORT, "False 而 `aggregate` 为 True 时，次序是散列的次序")
def _(tvm):
    names = [f"op{i}" for i in range(12)]
    made = tvm.runtime.Report(calls(tvm, *names), {}, {})

    def rows(**options):
        return [line.split()[0] for line in str(made.table(**options)).splitlines() if line.startswith("op")]

    assert rows(sort=False, aggregate=False) == names and rows() == names[::-1]
    hashed = rows(sort=False)
    assert sorted(hashed) == sorted(names) and hashed not in (names, names[::-1])


@proves(REPORT, "按设备名（如 `cpu0`）汇总的数据，打印在 `Total` 行", "线程数、执行器等，打印在表的下面", "给人看的表")
def _(tvm):
    from tvm.runtime import profiling

    metrics = {"cpu0": {"Duration (us)": profiling.Duration(77.0), "Device": tvm.runtime.String("cpu0")}}
    made = tvm.runtime.Report(calls(tvm, "a", "b"), metrics, {"Executor": tvm.runtime.String("Probe")})
    lines = str(made.table()).splitlines()
    total = [line for line in lines if line.startswith("Total")]
    assert len(total) == 1 and "77.00" in total[0] and "cpu0" in total[0]
    told = [i for i, line in enumerate(lines) if "Executor" in line]
    assert told and "Probe" in lines[told[0]] and told[0] > lines.index(total[0])
    assert "Total" not in tvm.runtime.Report(calls(tvm, "a"), {}, {}).table()
