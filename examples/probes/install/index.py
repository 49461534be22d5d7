"""Which parts an installed TVM has, how Python finds the library, and which one wins."""

import os
import shutil
import subprocess
import sys
import tempfile

from probes import proves, raises

PAGE = "install/index#"
FIND = PAGE + "python-怎样找到动态库"
PRINT = "import tvm; print('\\n'.join(tvm._ffi.libinfo.find_lib_path()))"


def python(code, folder="/tmp", **environment):
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TVM_")}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**clean, **environment}, cwd=folder)


def found(**environment):
    run = python(PRINT, **environment)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def copied(tvm, folder, *names):
    source = os.path.dirname(tvm._ffi.libinfo.find_lib_path()[0])
    for name in names:
        os.symlink(os.path.join(source, name), os.path.join(folder, name))


@proves(PAGE + "为什么不能用-pip", "`from tvm import te`、`from tvm import topi`")
def _(tvm):
    from tvm import auto_scheduler, micro, relay, te, topi  # noqa: F401


@proves(PAGE + "装好的东西有哪几块", "它用 `ctypes` 加载动态库", "表里有两千多个函数，绝大多数在加载动态库时就注册好了")
def _(tvm):
    import ctypes

    from tvm._ffi import base

    assert isinstance(base._LIB, ctypes.CDLL)
    assert 2000 < len(tvm._ffi.registry.list_global_func_names()) < 4000


@proves(PAGE + "开发机和设备", "Python 包就改为加载 `libtvm_runtime.so`", "Relay 则不能用，因为实现它的 C++ 代码不在运行时库里")
@proves(FIND, "设了 `TVM_USE_RUNTIME_LIB` 时只找后一个")
def _(tvm):
    assert [os.path.basename(one) for one in found(TVM_USE_RUNTIME_LIB="1")] == ["libtvm_runtime.so"]
    run = python("import tvm; tvm.nd.array([1.0]); from tvm import relay", TVM_USE_RUNTIME_LIB="1")
    assert run.returncode and "relay" in run.stderr


@proves(FIND, "一个也没有才按同样的次序找 `libtvm_runtime.so`")
def _(tvm):
    assert [os.path.basename(one) for one in found()][0] == "libtvm.so"


@proves(FIND, "环境变量 `TVM_LIBRARY_PATH`，只能是一个目录", "环境里的目录排在源码的 `build` 之前", "第一项就是实际加载的")
@proves("install/from_source#导入的是另一份-libtvmso", "查找动态库的次序是 `TVM_LIBRARY_PATH`、`LD_LIBRARY_PATH`、`PATH`、Python 包目录，然后才是源码的 `build`")
def _(tvm):
    names = ("libtvm.so", "libtvm_runtime.so")
    with tempfile.TemporaryDirectory() as base:
        folders = {}
        for key in ("TVM_LIBRARY_PATH", "LD_LIBRARY_PATH", "PATH"):
            folders[key] = os.path.join(base, key)
            os.mkdir(folders[key])
            copied(tvm, folders[key], *names)
        # find_lib_path resolves links, so that the directories are asked in place of what is found.
        code = "import os, tvm; print('\\n'.join(tvm._ffi.libinfo.get_dll_directories()))"
        run = python(code, **folders)
        asked = [one for one in run.stdout.split() if one.startswith(os.path.realpath(base))]
        assert [os.path.basename(one) for one in asked] == ["TVM_LIBRARY_PATH", "LD_LIBRARY_PATH", "PATH"], asked
        rest = run.stdout.split()[run.stdout.split().index(asked[-1]) + 1 :]
        package = os.path.realpath(os.path.dirname(tvm.__file__))
        builds = [one for one in rest if os.path.basename(one) == "build"]
        assert package in rest and (not builds or rest.index(package) < rest.index(builds[0])), rest
        two = os.pathsep.join((folders["TVM_LIBRARY_PATH"], folders["PATH"]))
        both = python(code, TVM_LIBRARY_PATH=two).stdout.split()
        assert folders["PATH"] not in both


@proves(FIND, "指到一个没有动态库的目录不会出错，只是被跳过")
def _(tvm):
    with tempfile.TemporaryDirectory() as folder:
        assert found(TVM_LIBRARY_PATH=folder) == found()


@proves(FIND, "报错会列出找过的每个地方")
def _(tvm):
    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, "a", "b", "c", "tvm")
        shutil.copytree(os.path.join(os.path.dirname(tvm.__file__), "_ffi"), os.path.join(inner, "_ffi"))
        with open(os.path.join(inner, "__init__.py"), "w") as file:
            file.write("from ._ffi import libinfo\nlibinfo.find_lib_path()\n")
        code = f"import sys; sys.path.insert(0, {os.path.dirname(inner)!r}); import tvm"
        run = python(code, PATH="", LD_LIBRARY_PATH="", PYTHONPATH="")
        assert "Cannot find libraries" in run.stderr and os.path.join(inner, "libtvm.so") in run.stderr, run.stderr[-800:]


@proves(PAGE + "import-tvm-成功里面却什么也没有", "`tvm.__version__` 报 `AttributeError`，`tvm.__file__` 是 `None`")
def _(tvm):
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "tvm"))
        clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        code = "import tvm; print(tvm.__file__, hasattr(tvm, '__version__'))"
        run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=folder, env=clean)
        assert run.stdout.split() == ["None", "False"], run
