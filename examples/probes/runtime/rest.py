"""Probes of what is left of docs/reference/api/python/runtime.md: codes, handles and object files."""

import ctypes
import os
import tempfile

import numpy as np
from probes import proves, raises


def adder(tvm, name):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + tvm.tir.const(1.0, "float32"), name="b")
    return tvm.build(te.create_schedule(b.op), [a, b], "llvm", name=name)


@proves("tvm.runtime.ext_dev", "VTA 用的是它")
def _(tvm):
    import vta

    target = vta.get_env().target
    assert str(target.kind) == "ext_dev" and tvm.runtime.ext_dev().device_type == 12
    assert tvm.device(str(target)) == tvm.runtime.ext_dev(0)


class Managed(ctypes.Structure):
    """The head of DLManagedTensor, up to the type of the elements."""

    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int * 2), ("ndim", ctypes.c_int), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


def dlpack_code(capsule):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return Managed.from_address(get(capsule, b"dltensor")).code


@proves("tvm.runtime.DataTypeCode", "前五个与 DLPack 的编码相同，6 和 7 是 TVM 加的", versions=("0.13.0",))
@proves("tvm.runtime.DataTypeCode", "与 DLPack 的编码相同", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    import torch

    kind = tvm.runtime.DataTypeCode
    for dtype, code in (("int32", kind.INT), ("uint8", kind.UINT), ("float64", kind.FLOAT)):
        assert dlpack_code(np.zeros(3, dtype).__dlpack__()) == code == tvm.runtime.DataType(dtype).type_code
    assert dlpack_code(torch.zeros(3, dtype=torch.bfloat16).__dlpack__()) == kind.BFLOAT == 4
    assert kind.HANDLE == 3 == tvm.runtime.DataType("handle").type_code
    if release == "0.13.0":
        assert (kind.E4M3Float, kind.E5M2Float) == (6, 7)


@proves("tvm.runtime.Module", "`handle` 是 C 层的句柄，不要自己构造")
def _(tvm):
    lib = adder(tvm, "f")
    assert isinstance(lib.handle, ctypes.c_void_p) and lib.handle.value
    with raises(TypeError):
        tvm.runtime.Module()


@proves("tvm.runtime.load_static_library", "自带代码生成的后端用它把外部工具的产物并进制品")
def _(tvm):
    folder = tempfile.mkdtemp()
    made, path = os.path.join(folder, "tool.o"), os.path.join(folder, "whole.so")
    adder(tvm, "from_tool").save(made)
    main = adder(tvm, "f")
    main.import_module(tvm.runtime.load_static_library(made, ["from_tool"]))
    with raises(AttributeError):
        main.get_function("from_tool", query_imports=True)
    main.export_library(path)
    os.remove(made)
    loaded = tvm.runtime.load_module(path)
    a, b = tvm.nd.array(np.arange(4, dtype="float32")), tvm.nd.empty((4,))
    for name in ("f", "from_tool"):
        b.copyfrom(np.zeros(4, "float32"))
        loaded[name](a, b)
        assert b.numpy().tolist() == [1, 2, 3, 4]
