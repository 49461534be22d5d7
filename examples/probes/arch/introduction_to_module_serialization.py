"""What of a tree of modules goes into a shared library, and what comes back."""

import ctypes
import os
import struct
import tempfile

import numpy as np
from probes import proves, raises

import tvm as _tvm
from tvm import relay, te

PAGE = "arch/introduction_to_module_serialization#"
NEW = ("0.12.0", "0.13.0")


def host(name="add", target="llvm"):
    A = te.placeholder((8,), name="A")
    B = te.compute((8,), lambda i: A[i] + 1, name="B")
    return _tvm.build(te.create_schedule(B.op), [A, B], target, name=name)


def mixed(name="twice"):
    A = te.placeholder((8,), name="A")
    B = te.compute((8,), lambda i: A[i] * 2, name="B")
    schedule = te.create_schedule(B.op)
    schedule[B].bind(B.op.axis[0], te.thread_axis("threadIdx.x"))
    return _tvm.build(schedule, [A, B], _tvm.target.Target("opencl", host="llvm"), name=name)


def saved(module, name="lib.so", **options):
    folder = tempfile.mkdtemp()
    file = os.path.join(folder, name)
    module.export_library(file, **options)
    return file


def blob(file):
    """The bytes of __tvm_dev_mblob without the length, or None."""
    library = ctypes.CDLL(file)
    try:
        start = ctypes.addressof(ctypes.c_char.in_dll(library, "__tvm_dev_mblob"))
    except ValueError:
        return None
    (size,) = struct.unpack("<Q", ctypes.string_at(start, 8))
    return ctypes.string_at(start + 8, size)


def first(data):
    """The number of items, and the name of the first."""
    count, size = struct.unpack("<QQ", data[:16])
    return count, data[16 : 16 + size].decode()


@proves(PAGE + "导出的过程", "没有导入的模块就没有字节流", "根有导入的模块时，打包字节流")
@proves(PAGE + "字节流的格式", "正文先写项数，然后逐项", "`_import_tree`：名字，接着是两个 `uint64` 数组，CSR 形式的父子关系")
def _(tvm):
    assert blob(saved(host())) is None
    data = blob(saved(mixed()))
    assert first(data) == (3, "_lib") and b"opencl" in data
    tail = data[data.index(b"_import_tree") + len("_import_tree") :]
    assert struct.unpack(f"<{len(tail) // 8}Q", tail) == (3, 0, 1, 1, 1, 1)


@proves(PAGE + "导出的过程", "`llvm` 和 `static_library` 是 `.o`，`c` 默认是 `.c`", "启用了 LLVM 并且知道 LLVM 目标，就生成 `devc.o`")
def _(tvm):
    import tarfile

    names = lambda module: sorted(tarfile.open(saved(module, "lib.tar")).getnames())
    assert names(host()) == ["lib0.o"] and names(host(target="c")) == ["lib0.c"]
    assert names(mixed()) == ["devc.o", "lib0.o"]


@proves(PAGE + "导出的过程", "文件名以 `.tar` 结尾用 `tar`，否则用 `cc.create_shared`；`fcompile` 可以替换它")
def _(tvm):
    seen = []

    def link(output, objects, **options):
        seen.append([os.path.basename(one) for one in objects])
        open(output, "w").close()

    saved(host(), "lib.any", fcompile=link)
    assert seen == [["lib0.o"]]


@proves(PAGE + "numbering", "根的编号是 0，还原时取 `modules[0]`", "几个 `llvm` 模块加载后成为一个 `library`")
def _(tvm):
    root, child = host("first"), host("second")
    root.import_module(child)
    loaded = tvm.runtime.load_module(saved(root))
    assert loaded.type_key == "library" and not loaded.imported_modules
    assert loaded.get_function("first") and loaded.get_function("second")
    if tvm.get_global_func("device_api.opencl", True):
        loaded = tvm.runtime.load_module(saved(mixed()))
        assert loaded.type_key == "library" and [one.type_key for one in loaded.imported_modules] == ["opencl"]


@proves(PAGE + "numbering", "同一模块被导入两次，只写一份")
def _(tvm):
    once, twice = mixed("a"), mixed("a")
    twice.import_module(twice.imported_modules[0])
    assert first(blob(saved(once)))[0] == first(blob(saved(twice)))[0] == 3


@proves(PAGE + "加载的过程", "LLVM 生成的库因此不必链接 `libtvm_runtime`", "没有，根就是一个 `library`", "`load_module` 经 `runtime.module.loadfile_so` 打开库")
def _(tvm):
    import subprocess

    file = saved(host())
    needed = subprocess.run(["readelf", "-d", file], capture_output=True, text=True).stdout
    assert "Dynamic section" in needed and "libtvm" not in needed
    assert tvm.get_global_func("runtime.module.loadfile_so")(file, "so").type_key == "library"


@proves(PAGE + "一个-relay-模型", "正文有三项：`GraphExecutorFactory`、`_lib` 和 `_import_tree`", "用图执行器时，参数和图都在库里，一个文件就够部署")
def _(tvm):
    from tvm.contrib import graph_executor

    weight = relay.const(np.ones((4, 8), "float32"))
    mod = tvm.IRModule.from_expr(relay.nn.dense(relay.var("x", shape=(1, 8)), weight))
    file = saved(relay.build(mod, "llvm"))
    data = blob(file)
    assert first(data) == (3, "GraphExecutorFactory") and b"_lib" in data and b"_import_tree" in data
    runner = graph_executor.GraphModule(tvm.runtime.load_module(file)["default"](tvm.cpu()))
    runner.run(x=np.ones((1, 8), "float32"))
    np.testing.assert_array_equal(runner.get_output(0).numpy(), np.full((1, 4), 8, "float32"))


@proves(PAGE + "最短的例子", "前两种都没有的模块，`_collect_from_import_tree` 用断言拒绝", "能直接执行，与写出无关", versions=NEW)
def _(tvm):
    from tvm.contrib import graph_executor

    mod = tvm.IRModule.from_expr(relay.exp(relay.var("x", shape=(8,))))
    runner = relay.build(mod, "llvm")["default"](tvm.cpu())
    with raises(Exception):
        saved(runner)
    assert host().is_dso_exportable and not host().is_binary_serializable and host().is_runnable


@proves(PAGE + "a-loader-of-that-name-is-not-registered", "整个库打不开", "字节流里的类型没有加载函数，又不能跳过")
def _(tvm):
    file = saved(mixed())
    with open(file, "rb") as source:
        data = source.read()
    with open(file + ".so", "wb") as changed:
        changed.write(data.replace(struct.pack("<Q", 6) + b"opencl", struct.pack("<Q", 6) + b"nosuch"))
    with raises(tvm.TVMError, "nosuch"):
        tvm.runtime.load_module(file + ".so")


@proves(PAGE + "cannot-export-due-to-multiple-dso-exportables", "导出失败，而树里没有环", "让可链接的模块相邻")
def _(tvm):
    inner, outer = host("inner"), mixed("outer")
    outer.imported_modules[0].import_module(inner)
    with raises(Exception, "Cannot export due to multiple dso-exportables"):
        saved(outer)
    other = mixed("outer")
    other.import_module(inner)
    saved(other)


@proves(PAGE + "no-input-files", "带导入的则说不支持 `SaveToBinary`", versions=("0.13.0",))
@proves(PAGE + "no-input-files", "加载回来的库再导出，链接器说没有输入文件")
def _(tvm):
    with raises(RuntimeError, "no input files"):
        saved(tvm.runtime.load_module(saved(host())))
    if tvm.get_global_func("device_api.opencl", True):
        with raises(Exception, "SaveToBinary"):
            saved(tvm.runtime.load_module(saved(mixed())))
