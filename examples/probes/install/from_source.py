"""What a build from source has: the libraries, the options that libinfo shows, and the requirements of Python."""

import os
import subprocess
import sys

import numpy as np
from probes import proves, raises, unproved

from tvm import relay

PAGE = "install/from_source#"


def folder(tvm):
    return os.path.dirname(tvm._ffi.libinfo.find_lib_path()[0])


@proves(PAGE + "构建得到什么", "编译器和运行时，静态链接了 LLVM", "只有运行时，约 4 MB，去掉符号约 3 MB")
def _(tvm):
    whole, part = (os.path.getsize(os.path.join(folder(tvm), name)) / 1e6 for name in ("libtvm.so", "libtvm_runtime.so"))
    assert whole > 100 and 3 < part < 6, (whole, part)
    needed = subprocess.run(["readelf", "-d", os.path.join(folder(tvm), "libtvm.so")], capture_output=True, text=True).stdout
    assert "NEEDED" in needed and "libLLVM" not in needed


@proves(PAGE + "cmake-的输出怎么读", "构建之后，在 Python 里读 `add_lib_info` 记下的那些")
def _(tvm):
    info = {str(key): str(value) for key, value in tvm.support.libinfo().items()}
    assert info["USE_LLVM"] != "OFF" and "USE_LIBBACKTRACE" in info
    for option in ("USE_PIPELINE_EXECUTOR", "USE_VTA_FSIM"):
        assert option not in info, option


@proves(PAGE + "选项", "`USE_GRAPH_EXECUTOR`、`USE_AOT_EXECUTOR`、`USE_PROFILER`、`USE_RPC`、`USE_SORT`、`USE_RANDOM` 默认就是开的")
def _(tvm):
    info = {str(key): str(value) for key, value in tvm.support.libinfo().items()}
    for option in ("USE_GRAPH_EXECUTOR", "USE_AOT_EXECUTOR", "USE_PROFILER", "USE_RPC", "USE_SORT", "USE_RANDOM"):
        assert info[option] == "ON", option


@proves(PAGE + "选项", "为 Arm Compute Library 划分模型，不在本机运行", "为 TensorRT、CLML 划分模型，不在本机运行")
def _(tvm):
    info = {str(key): str(value) for key, value in tvm.support.libinfo().items()}
    for option, function in (("USE_TENSORRT_CODEGEN", "relay.ext.tensorrt.is_runtime_enabled"), ("USE_ARM_COMPUTE_LIB", "relay.op.is_arm_compute_runtime_enabled")):
        assert info[option] == "ON" and not tvm.get_global_func(function)(), option


@proves(PAGE + "为-gpu-构建", "为 `True`，才说明运行时找到了设备")
def _(tvm):
    info = {str(key): str(value) for key, value in tvm.support.libinfo().items()}
    for device, option in ((tvm.cuda(), "USE_CUDA"), (tvm.rocm(), "USE_ROCM"), (tvm.vulkan(), "USE_VULKAN"), (tvm.metal(), "USE_METAL")):
        if info[option] == "OFF":
            assert not device.exist, option


@proves(PAGE + "为什么静态链接-llvm", "Python 包用 `RTLD_GLOBAL` 加载 `libtvm.so`")
def _(tvm):
    import ctypes
    import inspect

    assert "RTLD_GLOBAL" in inspect.getsource(tvm._ffi.base._load_lib)
    assert hasattr(ctypes.CDLL(None), "TVMGetLastError")


@proves(PAGE + "numpy-124-以上与-pytorch-前端", "NumPy 1.24 删去了 `np.int`，而 PyTorch 前端还用它求切片的边界和插值的输出尺寸", "`np.int = int`")
def _(tvm):
    import torch

    class Half(torch.nn.Module):
        def forward(self, x):
            return x[:, : x.shape[1] // 2]

    def imported():
        trace = torch.jit.trace(Half(), torch.zeros(1, 8, 4))
        return str(relay.frontend.from_pytorch(trace, [("x", (1, 8, 4))])[0])

    minor = tuple(map(int, np.__version__.split(".")[:2]))
    assert minor >= (1, 24) and not hasattr(np, "int")
    before = imported()
    np.int = int
    after = imported()
    assert "dyn.strided_slice" in before and "dyn.strided_slice" not in after, (before, after)


@proves(PAGE + "导入时报-npfloat_-was-removed", "`python/tvm/_ffi/runtime_ctypes.py` 用了 NumPy 2 删去的名字")
def _(tvm):
    import inspect

    from tvm._ffi import runtime_ctypes

    assert "np.float_" in inspect.getsource(runtime_ctypes)


@proves(PAGE + "python-一侧", "`tvmc` 写成 `python -m tvm.driver.tvmc`")
def _(tvm):
    run = subprocess.run([sys.executable, "-m", "tvm.driver.tvmc", "--help"], capture_output=True, text=True)
    assert run.returncode == 0 and "compile" in run.stdout


unproved(PAGE + "为-gpu-构建", "`Build with CUDA … support`", "`Build with ROCM support`", "`Build with Vulkan support`", reason="要有各家的工具包")
