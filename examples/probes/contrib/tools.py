"""Probes of docs/reference/api/python/contrib/tools.md.

Tools that a machine rarely has are small scripts here, first in PATH: they prove which command TVM runs, and what it does
with what comes back.
"""

import contextlib
import ctypes
import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import types
import warnings

import numpy as np
from probes import proves, raises, unproved

COMPLETE = True
C = "tvm.contrib."
NEW, OLD = ("0.13.0",), ("0.10.0", "0.12.0")
SEVEN = 'extern "C" int seven() { return 7; }\n'
REMEMBER = """#!/bin/sh
printf '%s\\n' "$@" >> "$0.args"
"""
MAKE = """
while [ $# -gt 0 ]; do [ "$1" = -o ] && printf made > "$2"; shift; done
"""


class Fakes:
    """A new directory, first in PATH, for scripts that note their arguments."""

    def __init__(self, alone=False):
        self.path = tempfile.mkdtemp()
        if alone:
            for name in ("sh", "which", "printf", "mkdir"):
                os.symlink(shutil.which(name), self(name))
        os.environ["PATH"] = self.path if alone else f"{self.path}:{os.environ['PATH']}"

    def __call__(self, name):
        return os.path.join(self.path, name)

    def add(self, name, body=MAKE):
        os.makedirs(os.path.dirname(self(name)), exist_ok=True)
        with open(self(name), "w") as script:
            script.write(REMEMBER + body)
        os.chmod(self(name), 0o755)
        return self(name)

    def asked(self, name):
        """The arguments since the last call."""
        with open(self(name) + ".args") as noted:
            words = noted.read().splitlines()
        os.remove(self(name) + ".args")
        return words


def written(name, text, folder=None):
    path = os.path.join(folder or tempfile.mkdtemp(), name)
    with open(path, "w") as file:
        file.write(text)
    return path


def message(work, kind=RuntimeError):
    """What the exception says that `work` raises."""
    try:
        work()
    except kind as error:
        return str(error)
    raise AssertionError("nothing was raised")


def adder(tvm, target="llvm"):
    A = tvm.te.placeholder((4,), name="A")
    B = tvm.te.compute((4,), lambda i: A[i] + 1, name="B")
    return tvm.build(tvm.te.create_schedule(B.op), [A, B], target, name="adder")


@proves(C + "cc.get_cc", "环境变量 `CXX`，其次 `CC`，再在 `PATH` 里依次找 `g++`、`gcc`、`clang++`、`clang`、`c++`、`cc`", "环境变量的值不检查是否存在；都没有，或者系统是 Windows 时返回 `None`", "`g++` 排在 `gcc` 之前")
def _(tvm):
    from tvm.contrib import cc

    for name in ("CXX", "CC"):
        os.environ.pop(name, None)
    first, second = Fakes(alone=True), tempfile.mkdtemp()
    os.environ["PATH"] += ":" + second
    assert cc.get_cc() is None
    for name in ("cc", "c++", "clang", "clang++", "gcc"):
        first.add(name)
        assert cc.get_cc() == first(name)
    shutil.copy(first("gcc"), os.path.join(second, "g++"))
    assert cc.get_cc() == os.path.join(second, "g++")
    os.environ["CC"] = "nowhere"
    assert cc.get_cc() == "nowhere"
    os.environ["CXX"] = "nowhere++"
    assert cc.get_cc() == "nowhere++"
    sys.platform = "win32"
    assert cc.get_cc() is None


@proves(C + "cc.create_shared", "没有返回值", "输出的路径，后缀不限", "目标文件或源文件", "加在命令末尾的选项；写成一个字符串会被拆成单个字符", "编译器命令，默认 `get_cc()`；写 `\"nvcc\"` 时用 `--shared`，不加 `-fPIC`", "Linux 上固定加 `-shared -fPIC`，不加优化选项", "`get_cc()` 得 `None` 时是 `TypeError`", "编译失败时信息以 `Compilation error:` 开头，并附上完整的命令")
@proves(C + "cc.create_executable", "没有返回值", "输出的路径，后缀决定编成什么", "目标文件或源文件", "加在命令末尾的选项", "编译器命令，默认 `get_cc()`", "`-shared -fPIC`，编成动态库", "`-c`，只编译不链接", "| 其他 | 没有 |", "`cc` 写 `\"nvcc\"` 时，动态库加的是 `--shared`，`.obj` 不加 `-c`", "编译失败时是 `RuntimeError`，信息以 `Compilation error:` 开头")
def _(tvm):
    from tvm.contrib import cc

    fakes = Fakes()
    fake, _, _ = fakes.add("mine"), fakes.add("nvcc"), fakes.add("other")
    work = tempfile.mkdtemp()
    out = lambda name: os.path.join(work, name)
    assert cc.create_shared(out("a.bin"), ["a.o", "b.o"], ["-x"], fake) is None
    assert fakes.asked("mine") == ["-shared", "-fPIC", "-o", out("a.bin"), "a.o", "b.o", "-x"]
    cc.create_shared(out("a.so"), "a.cc", "-O2", fake)
    assert fakes.asked("mine") == ["-shared", "-fPIC", "-o", out("a.so"), "a.cc", "-", "O", "2"]
    cc.create_shared(out("a.so"), "a.cu", cc="nvcc")
    assert fakes.asked("nvcc") == ["--shared", "-o", out("a.so"), "a.cu"]
    for name, more in (("a", []), ("a.exe", []), ("a.o", []), ("a.so", ["-shared", "-fPIC"]), ("a.dylib", ["-shared", "-fPIC"]), ("a.obj", ["-c"])):
        assert cc.create_executable(out(name), "a.o", ["-x"], fake) is None
        assert fakes.asked("mine") == [*more, "-o", out(name), "a.o", "-x"]
    for name, more in (("a", []), ("a.so", ["--shared"]), ("a.dylib", ["--shared"]), ("a.obj", [])):
        cc.create_executable(out(name), "a.o", cc="nvcc")
        assert fakes.asked("nvcc") == [*more, "-o", out(name), "a.o"]
    real, cc.get_cc = cc.get_cc, lambda: None
    with raises(TypeError):
        cc.create_shared(out("a.so"), "a.o")
    cc.get_cc = real
    os.environ["CXX"] = fakes("other")
    for make in (cc.create_shared, cc.create_executable):
        make(out("b"), ["b.o"])
        assert fakes.asked("other")[-1] == "b.o"
    fakes.add("broken", "echo the reason; exit 1\n")
    for make in (cc.create_shared, cc.create_executable):
        text = message(lambda: make(out("c"), ["c.o"], cc=fakes("broken")))
        assert text.startswith("Compilation error:\nthe reason") and text.endswith(f"-o {out('c')} c.o") and fakes("broken") in text
        with raises(FileNotFoundError):
            make(out("c"), ["c.o"], cc="/no/such/compiler")


@proves(C + "cc.create_shared", "信息里是子进程的输出；程序根本不存在时是 Python 的 `FileNotFoundError`")
@proves(C + "cc.get_cc", "`.c` 文件一般也按 C++ 编译，函数名被修饰")
def _(tvm):
    from tvm.contrib import cc

    work = tempfile.mkdtemp()
    source = written("seven.cc", SEVEN + "int main() { return seven(); }\n", work)
    cc.create_shared(work + "/a.so", source)
    assert ctypes.CDLL(work + "/a.so").seven() == 7
    cc.create_executable(work + "/a", source)
    assert subprocess.run([work + "/a"]).returncode == 7
    plain = written("nine.c", "int nine() { return 9; }\n", work)
    cc.create_shared(work + "/n.so", plain, cc="g++")
    library = ctypes.CDLL(work + "/n.so")
    assert not hasattr(library, "nine") and library._Z4ninev() == 9
    with raises(RuntimeError, "Compilation error:"):
        cc.create_executable(work + "/b", written("b.cc", "int f() { return 1; }\n", work))
    with raises(RuntimeError, "no_such_name"):
        cc.create_shared(work + "/b", written("b.cc", "int f() { return no_such_name; }\n", work))
    with raises(FileNotFoundError):
        cc.create_shared(work + "/b.so", source, cc="/no/such/compiler")


@proves(C + "cc.create_shared", "Windows 上忽略 `cc`，用 `clang -O2`，后缀是 `.so`、`.dll` 才加 `-shared`")
@proves(C + "cc.create_staticlib", "Windows 上是 `ValueError`")
def _(tvm, release):
    from tvm.contrib import cc

    fakes = Fakes()
    fakes.add("clang"), fakes.add("mine")
    out = os.path.join(tempfile.mkdtemp(), "a.dll")
    sys.platform = "win32"
    cc.create_shared(out, ["a.obj"], ["-x"], cc=fakes("mine"))
    assert fakes.asked("clang") == ["-O2", "-shared", "-o", out, "a.obj", "-x"] and not os.path.exists(fakes("mine.args"))
    cc.create_shared(out + "x", ["a.obj"])
    assert fakes.asked("clang") == ["-O2", "-o", out + "x", "a.obj"]
    if release == "0.13.0":
        with raises(ValueError, "Unsupported platform"):
            cc.create_staticlib("liba.a", ["a.o"])


@proves(C + "cc.create_staticlib", "用 `ar -crs` 打成静态库，没有返回值", "已有的文件被替换，不追加", "`.tar` 先解开，放进去的是里面的文件", "归档命令，默认 `ar`", "`ar` 失败时是 `RuntimeError`，信息以 `AR error:` 开头；`.tar` 解不开时以 `Tar error:` 开头")
def _(tvm):
    from tvm.contrib import cc, tar

    work = tempfile.mkdtemp()
    one, two = written("one.o", "1", work), written("two.o", "2", work)
    packed = os.path.join(work, "two.tar")
    tar.tar(packed, [two])
    members = lambda: subprocess.run(["ar", "t", out], capture_output=True, text=True).stdout.split()
    out = os.path.join(work, "all.a")
    assert cc.create_staticlib(out, [one, packed]) is None and members() == ["one.o", "two.o"]
    cc.create_staticlib(out, [two])
    assert members() == ["two.o"]
    assert message(lambda: cc.create_staticlib(out, ["/no/such.o"])).startswith("AR error:")
    assert message(lambda: cc.create_staticlib(out, [written("bad.tar", "no archive", work)])).startswith("Tar error:")
    fakes = Fakes()
    fakes.add("mine", 'printf made > "$2"\n')
    cc.create_staticlib(out, [one], ar="mine")
    words = fakes.asked("mine")
    assert words[0] == "-crs" and words[2] == one and open(out).read() == "made"


@proves(C + "cc.cross_compiler", "编译器命令（经 `create_shared` 调用），或与 `create_shared` 同样调用的函数", "每次都加的选项", "默认取 `compile_func` 的同名属性，没有时是 `\"so\"`", "写编译器命令时取到的是 `create_shared` 的，即本机编译器的三元组", "每次都加的文件", "返回的函数每次调用都把新的选项接到同一个列表上，所以选项在各次调用之间累积，传进来的 `options` 列表也被改写")
def _(tvm):
    from tvm.contrib import cc

    fakes = Fakes()
    fakes.add("mine")
    out = os.path.join(tempfile.mkdtemp(), "a.so")
    made = cc.cross_compiler("mine", ["-a"], add_files=["more.o"])
    made(out, ["a.o"])
    assert fakes.asked("mine") == ["-shared", "-fPIC", "-o", out, "a.o", "more.o", "-a"]
    assert made.output_format == "so" and made.get_target_triple is cc.create_shared.get_target_triple
    seen, given = [], ["-a"]
    plain = lambda output, objects, options: seen.append((output, objects, list(options)))
    made = cc.cross_compiler(plain, given)
    assert made.output_format == "so" and made.get_target_triple is None
    made("x", ["a.o"], options=["-g"])
    made("y", ["b.o"], ["-h"])
    assert seen == [("x", ["a.o"], ["-a", "-g"]), ("y", ["b.o"], ["-a", "-g", "-h"])] and given == ["-a", "-g", "-h"]
    plain.output_format, plain.get_target_triple = "bin", lambda: "triple"
    made = cc.cross_compiler(plain)
    assert made.output_format == "bin" and made.get_target_triple() == "triple"
    made = cc.cross_compiler(plain, None, "own", lambda: "mine")
    assert made.output_format == "own" and made.get_target_triple() == "mine"
    module = adder(tvm)
    module.export_library(out, fcompile=cc.cross_compiler("cc"))
    assert tvm.runtime.load_module(out)["adder"] is not None


@proves(C + "cc.cross_compiler", "它看函数的属性 `object_format`（目标文件的格式）和 `get_target_triple`（模块里没有 LLVM 代码时，由它得到打包用的目标三元组）", versions=("0.12.0", "0.13.0"))
@proves(C + "cc.cross_compiler", "`get_target_triple`（模块里没有 LLVM 和 C 代码时，由它得到打包用的目标三元组", versions=("0.10.0",))
@proves(C + "cc.cross_compiler", "AutoTVM 和 AutoScheduler 的构建函数另看 `output_format`，作产物的后缀")
def _(tvm, release):
    from tvm.autotvm.measure.measure_methods import _WrappedBuildFunc

    seen, asked = [], []

    def compile_it(output, objects, options=None):
        seen.append([os.path.basename(one) for one in objects])

    compile_it.object_format = "bc"
    compile_it.get_target_triple = lambda: asked.append(1) or "x86_64-linux-gnu"
    adder(tvm).export_library("none.so", fcompile=compile_it)
    assert seen[-1] == ["lib0.bc"] and asked == []
    adder(tvm, "c").export_library("none.so", fcompile=compile_it)
    assert seen[-1][0] == "lib0.c" and asked == ([] if release == "0.10.0" else [1])
    if release == "0.10.0":
        tvm.get_global_func("runtime.SourceModuleCreate")("code", "txt").export_library("none.so", fcompile=compile_it)
        assert seen[-1] == [] and asked == [1]
    with raises(AttributeError, "output_format"):
        _WrappedBuildFunc(compile_it)
    compile_it.output_format = "so"
    _WrappedBuildFunc(compile_it)


@proves(C + "cc.get_target_by_dump_machine", "它执行 `编译器 -dumpmachine`，得到三元组，末尾带换行", "`compiler` 是 `None` 或命令返回非零时结果是 `None`，命令不存在时抛出 `FileNotFoundError`")
def _(tvm):
    from tvm.contrib import cc

    fakes = Fakes()
    fakes.add("mine", "echo cpu-os-abi\n"), fakes.add("broken", "echo oh; exit 1\n")
    assert cc.get_target_by_dump_machine("mine")() == "cpu-os-abi\n" and fakes.asked("mine") == ["-dumpmachine"]
    real = cc.get_target_by_dump_machine("cc")()
    assert real.count("-") >= 2 and real.endswith("\n")
    assert cc.get_target_by_dump_machine(None)() is None and cc.get_target_by_dump_machine("broken")() is None
    late = cc.get_target_by_dump_machine("/no/such/compiler")
    with raises(FileNotFoundError):
        late()


@proves(C + "clang.create_llvm", "用 clang 把 C++ 编译成 LLVM 文本 IR 并返回，结果可以交给 `import_llvm` 编译指示", "文件名或源代码；超过一个时 clang 报 `cannot specify -o when generating multiple output files`", "同时写到这个文件", "额外选项，如 `[\"-O2\"]`", "clang 的命令，默认 `find_clang()` 的第一个", "只有一行、又含点的代码（如 `1.5f`）一般被当成文件名，clang 报找不到文件", "在代码里加一个换行即可", "源代码存成 `.cc`，函数名按 C++ 修饰，需要 `extern \"C\"`")
def _(tvm):
    from tvm.contrib import clang

    work = tempfile.mkdtemp()
    text = clang.create_llvm(SEVEN)
    assert "@seven()" in text and "target triple" in text
    assert "@_Z4fivev()" in clang.create_llvm("int five() { return 5; }\n")
    out = os.path.join(work, "out.ll")
    assert clang.create_llvm([written("a.cc", SEVEN, work)], out) == open(out).read()
    assert "alloca" in clang.create_llvm('extern "C" int f(int x) { return x; }\n')
    assert "alloca" not in clang.create_llvm('extern "C" int f(int x) { return x; }\n', options=["-O2"])
    with raises(RuntimeError, "cannot specify -o when generating multiple output files"):
        clang.create_llvm([SEVEN, "int g();\n"])
    line = 'extern "C" float f() { return 1.5f; }'
    with raises(RuntimeError, "no such file"):
        clang.create_llvm(line)
    assert "@f()" in clang.create_llvm(line + "\n")
    fakes = Fakes()
    fakes.add("mine")
    assert clang.create_llvm(SEVEN, out, ["-x"], cc="mine") == "made"
    words = fakes.asked("mine")
    assert words[:-1] == ["-S", "-emit-llvm", "-x", "-o", out] and words[-1].endswith("input0.cc")
    first = clang.find_clang()[0]
    clang.find_clang = lambda required=True: ["mine", first]
    assert clang.create_llvm(SEVEN, out) == "made"
    te = tvm.te
    A = te.placeholder((4,), "int32", name="A")
    B = te.compute((4,), lambda i: A[i] + tvm.tir.call_extern("int32", "seven"), name="B")
    schedule = te.create_schedule(B.op)
    schedule[B].pragma(B.op.axis[0], "import_llvm", text)
    f = tvm.build(schedule, [A, B], "llvm")
    result = tvm.nd.array(np.zeros(4, "int32"))
    f(tvm.nd.array(np.arange(4, dtype="int32")), result)
    assert list(result.numpy()) == [7, 8, 9, 10]


@proves(C + "clang.find_clang", "返回路径的列表，与 TVM 所用 LLVM 同一大版本的（`clang-14`）排在前面", "一个也没有时抛出 `RuntimeError: cannot find clang`，`required=False` 时返回空列表")
@proves(C + "rocm.find_lld", "返回路径的列表，与 TVM 所用 LLVM 同一大版本的（`ld.lld-14`）排在前面", "一个也没有时抛出 `RuntimeError: cannot find ld.lld`，`required=False` 时返回空列表", "`rocm_link` 用其中的第一个")
def _(tvm):
    from tvm.contrib import clang, rocm, utils

    major = tvm.target.codegen.llvm_version_major()
    fakes = Fakes()
    utils.which = lambda given: fakes(given) if os.path.exists(fakes(given)) else None
    for find, name in ((clang.find_clang, "clang"), (rocm.find_lld, "ld.lld")):
        assert find(required=False) == []
        with raises(RuntimeError, f"cannot find {name}"):
            find()
        fakes.add(name)
        assert find() == [fakes(name)]
        fakes.add(f"{name}-{major}"), fakes.add(f"{name}-1")
        found = find()
        assert found == [fakes(f"{name}-{major}"), fakes(name)]
    rocm.rocm_link("in.o", os.path.join(fakes.path, "out"))
    assert fakes.asked(f"ld.lld-{major}")[:2] == ["--no-undefined", "-shared"]


@proves(C + "ndk.create_shared", "没有返回值。编译器由环境变量 `TVM_NDK_CC` 给出，没有时是 `RuntimeError`", "输出的路径", "目标文件或源文件", "代替而不是追加默认的 `-shared -fPIC -lm`，自己写选项时要把它们也写上")
def _(tvm):
    from tvm.contrib import ndk

    fakes = Fakes()
    fakes.add("mine"), fakes.add("broken", "echo the reason; exit 1\n")
    out = os.path.join(tempfile.mkdtemp(), "a.so")
    os.environ.pop("TVM_NDK_CC", None)
    with raises(RuntimeError, "TVM_NDK_CC"):
        ndk.create_shared(out, ["a.o"])
    os.environ["TVM_NDK_CC"] = "mine"
    assert ndk.create_shared(out, "a.o") is None
    assert fakes.asked("mine") == ["-o", out, "a.o", "-shared", "-fPIC", "-lm"]
    ndk.create_shared(out, ["a.o", "b.cc"], ["-O2"])
    assert fakes.asked("mine") == ["-o", out, "a.o", "b.cc", "-O2"]
    os.environ["TVM_NDK_CC"] = "broken"
    with raises(RuntimeError, "the reason"):
        ndk.create_shared(out, ["a.o"])


@proves(C + "emcc.create_tvmjs_wasm", "`wasm_runtime.bc`、`tvmjs_support.bc`、`webgpu_runtime.bc`，找不到时是 `RuntimeError`", "输出的路径", "目标文件；里面已有 `wasm_runtime.bc` 时不再自动加它", "加在命令末尾的选项", "编译器命令，默认 `emcc`", "没有返回值")
@proves(C + "emcc.create_tvmjs_wasm", "0.10.0 把这几个文件追加到传入的列表末尾，所以同一个列表用第二次时它们会重复", versions=("0.10.0",))
def _(tvm, release):
    from tvm.contrib import emcc

    fakes = Fakes()
    fakes.add("emcc"), fakes.add("mine")
    out = os.path.join(tempfile.mkdtemp(), "a.wasm")
    with raises(RuntimeError, "Cannot find libraries"):
        emcc.create_tvmjs_wasm(out, ["a.bc"])
    libs = [written(name, "", fakes.path) for name in ("wasm_runtime.bc", "tvmjs_support.bc", "webgpu_runtime.bc")]
    ordered = lambda own, found: [*own, *found] if release == "0.10.0" else [*found, *own]
    assert emcc.create_tvmjs_wasm(out, "a.bc", ["-x", "-y"]) is None
    words = fakes.asked("emcc")
    assert words[:3] == ["-O3", "-std=c++17", "--no-entry"]
    assert words[words.index("-o") + 1 :] == [out, *ordered(["a.bc"], libs), "-x", "-y"]
    own = ["/mine/wasm_runtime.bc", "a.bc"]
    emcc.create_tvmjs_wasm(out, list(own), cc="mine")
    words = fakes.asked("mine")
    assert words[words.index("-o") + 1 :] == [out, *ordered(own, libs[1:])]
    kept = ["a.bc"]
    emcc.create_tvmjs_wasm(out, kept)
    assert kept == (["a.bc", *libs] if release == "0.10.0" else ["a.bc"])


COMPILED = ("用 `nvcc -O3` 编译 CUDA 源代码，返回 `bytearray`", "CUDA 源代码", "`\"ptx\"`、`\"cubin\"`、`\"fatbin\"`，否则是 `ValueError`", "字符串成为 `-arch` 的值，列表原样加进命令；默认由 `get_target_compute_version` 得出", "额外的选项；元组是 `ValueError`", "产物写到这里，不再删掉", "编译失败时信息里先是整段源代码，再是 `Compilation error:`", "产物是空文件也算失败")


@proves(C + "nvcc.compile_cuda", *COMPILED)
def _(tvm):
    from tvm.contrib import nvcc

    fakes = Fakes()
    fakes.add("nvcc")
    for kind in ("ptx", "cubin", "fatbin"):
        made = nvcc.compile_cuda("code", kind, arch="sm_70")
        assert type(made) is bytearray and made == b"made"
        words = fakes.asked("nvcc")
        assert words[:5] == [f"--{kind}", "-O3", "-arch", "sm_70", "-o"] and words[-1].endswith("my_kernel.cu")
    with raises(ValueError, "target_format"):
        nvcc.compile_cuda("code", "sass", arch="sm_70")
    kept = os.path.join(fakes.path, "kept.ptx")
    nvcc.compile_cuda("code", arch=["-gencode", "mine"], options="-x", path_target=kept)
    words = fakes.asked("nvcc")
    assert words[2:6] == ["-gencode", "mine", "-x", "-o"] and words[6] == kept and open(kept).read() == "made"
    nvcc.compile_cuda("code", arch="sm_70", options=["-x", "-y"])
    assert fakes.asked("nvcc")[4:6] == ["-x", "-y"]
    with raises(ValueError, "options"):
        nvcc.compile_cuda("code", arch="sm_70", options=("-x",))
    with tvm.target.Target("cuda -arch=sm_86"):
        nvcc.compile_cuda("code")
    assert fakes.asked("nvcc")[2:4] == ["-gencode", "arch=compute_86,code=sm_86"]
    fakes.add("nvcc", "echo the reason; exit 1\n")
    with raises(RuntimeError, "the code\nCompilation error:\nthe reason"):
        nvcc.compile_cuda("the code", arch="sm_70")
    fakes.add("nvcc", MAKE.replace("printf made", "printf ''"))
    with raises(RuntimeError, "empty result"):
        nvcc.compile_cuda("the code", arch="sm_70")


@proves(C + "nvcc.tvm_callback_cuda_compile", "注册为同名全局函数，CUDA 代码生成用它把源代码编成 fatbin")
@proves(C + "nvcc.tvm_callback_cuda_compile", "`target` 没有用到", versions=NEW)
def _(tvm, release):
    from tvm.contrib import nvcc

    fakes = Fakes()
    fakes.add("nvcc")
    with tvm.target.Target("cuda -arch=sm_86"):
        for target in (None, tvm.target.Target("cuda -arch=sm_70")):
            made = tvm.get_global_func("tvm_callback_cuda_compile")(*(("code", target) if release == "0.13.0" else ("code",)))
            words = fakes.asked("nvcc")
            assert made == b"made" and words[0] == "--fatbin" and "arch=compute_86,code=sm_86" in words


unproved(C + "nvcc.tvm_callback_cuda_compile", "换成自己的，可以查看或修改生成的源代码", reason="要有 CUDA")
unproved(C + "nvcc.tvm_callback_cuda_compile", "自己的函数只收到 `code` 一个实参；0.13.0 另传目标，两种版本都要用时写成 `code, target=None`", reason="要有 CUDA", versions=OLD)


def only(*known):
    """Makes os.path.exists say yes to these paths only, among those where CUDA and ROCm are looked for."""
    real = os.path.exists
    os.path.exists = lambda path: path in known if path.startswith(("/usr/local/cuda", "/opt/rocm")) else real(path)


@proves(C + "nvcc.find_cuda_path", "依次看环境变量 `CUDA_PATH`（不检查）、`PATH` 里 `nvcc` 的上两级、有 `bin/nvcc` 的 `/usr/local/cuda`；都没有时是 `RuntimeError: Cannot find cuda path`")
@proves(C + "rocm.find_rocm_path", "环境变量 `ROCM_PATH` 优先，它的值不检查；没有时取 `PATH` 里 `hipcc` 的上两级，再没有时看 `/opt/rocm` 里有没有 `bin/hipcc`", "都没有时是 `RuntimeError: Cannot find ROCm path`")
def _(tvm, release):
    from tvm.contrib import nvcc, rocm

    cases = [(nvcc.find_cuda_path, "CUDA_PATH", "nvcc", "/usr/local/cuda", "Cannot find cuda path")]
    if release == "0.13.0":
        cases.append((rocm.find_rocm_path, "ROCM_PATH", "hipcc", "/opt/rocm", "Cannot find ROCm path"))
    for find, variable, tool, place, message in cases:
        os.environ.pop(variable, None)
        fakes = Fakes(alone=True)
        only()
        with raises(RuntimeError, message):
            find()
        only(f"{place}/bin/{tool}")
        assert find() == place
        os.environ["PATH"] += ":" + fakes("kit/bin")
        fakes.add(f"kit/bin/{tool}")
        assert find() == os.path.realpath(fakes("kit"))
        os.environ[variable] = "/nowhere"
        assert find() == "/nowhere"


@proves(C + "nvcc.get_cuda_version", "返回 int 的元组，如 `(11, 8, 89)`（英文文档写的是 float）", "`cuda_path` 是 CUDA 的根目录，默认 `find_cuda_path()`", "先读里面的 `version.txt` 或 `lib/cuda/version.txt`，都没有时执行 `bin/nvcc --version`")
@proves(C + "nvcc.have_cudagraph", "不低于 10.0 时是 True", "找不到 CUDA 时是 False，而 `CUDA_PATH` 指错时抛出 `FileNotFoundError`")
def _(tvm):
    from tvm.contrib import nvcc

    fakes = Fakes(alone=True)
    os.environ["CUDA_PATH"] = fakes.path
    fakes.add("bin/nvcc", "echo 'Cuda compilation tools, release 11.8, V11.8.89'\n")
    assert nvcc.get_cuda_version() == (11, 8, 89) and fakes.asked("bin/nvcc") == ["--version"]
    os.makedirs(os.path.join(fakes.path, "lib/cuda"))
    written("lib/cuda/version.txt", "CUDA Version 10.1.243\n", fakes.path)
    assert nvcc.get_cuda_version() == (10, 1, 243)
    written("version.txt", "CUDA Version 9.2.148\n", fakes.path)
    assert nvcc.get_cuda_version() == (9, 2, 148) and nvcc.have_cudagraph() is False
    other = os.path.dirname(written("version.txt", "CUDA Version 10.0.130\n"))
    assert nvcc.get_cuda_version(other) == (10, 0, 130)
    os.environ["CUDA_PATH"] = other
    assert nvcc.have_cudagraph() is True
    os.environ["CUDA_PATH"] = "/nowhere"
    with raises(FileNotFoundError):
        nvcc.have_cudagraph()
    del os.environ["CUDA_PATH"]
    only()
    assert nvcc.have_cudagraph() is False


@proves(C + "nvcc.find_libdevice_path", "注册为 `tvm_callback_libdevice_path`", "CUDA 9.0、9.1、10.0 到 10.2、11.0 到 11.3 固定是 `libdevice.10.bc`", "其余的在目录里找不高于 `arch`（整数，如 70）的最高一份，名称里没有架构的 `libdevice.10.bc` 总可以用", "都没有时是 `TVMError`，里面是 `RuntimeError: Cannot find libdevice for arch`")
@proves(C + "nvcc.callback_libdevice_path", "找不到时发出警告，返回空字符串", "`version.txt` 的内容不是版本号时仍抛出 `ValueError`", "注册的却是 `find_libdevice_path`")
def _(tvm):
    from tvm.contrib import nvcc

    root = os.environ["CUDA_PATH"] = tempfile.mkdtemp()
    folder = os.path.join(root, "nvvm/libdevice")
    os.makedirs(folder)

    def version(text):
        written("version.txt", f"CUDA Version {text}\n", root)

    found = lambda arch: os.path.basename(nvcc.find_libdevice_path(arch))
    for text in ("9.0.1", "9.1.1", "10.0.1", "10.1.1", "10.2.1", "11.0.1", "11.1.1", "11.2.1", "11.3.1"):
        version(text)
        assert nvcc.find_libdevice_path(70) == os.path.join(folder, "libdevice.10.bc")
    for text in ("8.0.61", "9.2.1", "11.4.1", "12.0.1"):
        version(text)
        with raises("TVMError", "RuntimeError: Cannot find libdevice for arch 70"):
            nvcc.find_libdevice_path(70)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert nvcc.callback_libdevice_path(70) == "" and len(caught) == 1
    for arch in (30, 50, 20):
        written(f"libdevice.compute_{arch}.10.bc", "", folder)
    assert [found(arch) for arch in (20, 49, 50, 70)] == [f"libdevice.compute_{arch}.10.bc" for arch in (20, 30, 50, 50)]
    with raises("TVMError"):
        found(10)
    assert nvcc.callback_libdevice_path(70) == nvcc.find_libdevice_path(70) == tvm.get_global_func("tvm_callback_libdevice_path")(70)
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    written("libdevice.10.bc", "", folder)
    assert found(10) == found(90) == "libdevice.10.bc"
    version("unknown")
    with raises(ValueError):
        nvcc.callback_libdevice_path(70)


@proves(C + "nvcc.get_target_compute_version", "依次看 `target` 的 `arch`、当前目标、0 号 GPU；给了 `target` 就不看当前目标", "都没有时抛出 `ValueError`，信息以 `No CUDA architecture was specified or GPU detected.` 开头", "`sm_` 后面必须恰好两个字符，`sm_100` 抛出 `ValueError: too many values to unpack`", "返回字符串，如 `\"8.6\"`")
@proves(C + "nvcc.get_target_compute_version", "没有 GPU 时 `Target(\"cuda\")` 的默认 `arch` 是 `sm_50`", versions=("0.12.0", "0.13.0"))
@proves(C + "nvcc.get_target_compute_version", "没有 GPU 时 `Target(\"cuda\")` 的默认 `arch` 是 `sm_20`", versions=("0.10.0",))
@proves(C + "nvcc.have_tensorcore", "主版本不低于 7 时是 True", "不写 `compute_version` 时先看 0 号 GPU，没有 GPU 才看 `target` 的 `arch`，两者都没有时警告并返回 False", "`arch` 的 `sm_` 后面必须恰好两个字符，`sm_100` 抛出 `ValueError`")
def _(tvm, release):
    from tvm.contrib import nvcc

    Target, version, tensor = tvm.target.Target, nvcc.get_target_compute_version, nvcc.have_tensorcore
    assert Target("cuda").arch == ("sm_20" if release == "0.10.0" else "sm_50")
    assert version(Target("cuda -arch=sm_86")) == "8.6"
    for wrong, words in (("sm_100", "too many values to unpack"), ("sm_9", "not enough values")):
        with raises(ValueError, words):
            version(Target(f"cuda -arch={wrong}"))
        with raises(ValueError):
            tensor(target=Target(f"cuda -arch={wrong}"))
    none = "No CUDA architecture was specified or GPU detected."
    assert message(version, ValueError).startswith(none)
    with Target("cuda -arch=sm_70"):
        assert version() == "7.0" and version(Target("cuda -arch=sm_61")) == "6.1"
        with raises(ValueError, none):
            version(Target("llvm"))
    assert [tensor(one) for one in ("6.9", "7.0", "9.0")] == [False, True, True]
    assert tensor(target=Target("cuda -arch=sm_75")) and not tensor(target=Target("cuda -arch=sm_61"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert tensor() is False and tensor(target=Target("llvm")) is False and len(caught) == 2
    tvm.cuda = lambda number: types.SimpleNamespace(exist=number == 0, compute_version="7.5")
    assert version() == version(Target("llvm")) == "7.5" and version(Target("cuda -arch=sm_61")) == "6.1"
    assert tensor(target=Target("cuda -arch=sm_61")) is True


LEVELS = ["3.5", "5.0", "5.2", "5.3", "5.4", "6.0", "6.1", "7.0", "7.5", "8.0", "8.6", "8.9", "9.0", "10.0"]


@proves(C + "nvcc.have_fp16", "5.3，或 6.0 以上时是 True", "名为 `have_*`、形参是 `compute_version` 的函数只看计算能力的数字，不需要 GPU")
@proves(C + "nvcc.have_int8", "主版本不低于 6 时是 True", "次版本不看，而 dp4a 指令从 6.1 才有，6.0 也得 True")
@proves(C + "nvcc.have_bf16", "主版本不低于 8 时是 True")
@proves(C + "nvcc.have_fp8", "恰好 8.9，或主版本不低于 9 时是 True")
def _(tvm, release):
    from tvm.contrib import nvcc

    having = lambda name: [one for one in LEVELS if getattr(nvcc, name)(one)]
    assert having("have_fp16") == ["5.3", *LEVELS[5:]]
    assert having("have_int8") == LEVELS[5:]
    assert having("have_tensorcore") == LEVELS[7:]
    assert having("have_bf16") == LEVELS[9:]
    if release == "0.13.0":
        assert having("have_fp8") == ["8.9", "9.0", "10.0"]


@proves(C + "nvcc.parse_compute_version", "返回两个 int 的元组：`\"8.6\"` 得 `(8, 6)`，第三段起不看", "没有小数点或不是数字时是 `RuntimeError: Compute version parsing error`")
@proves(C + "rocm.parse_compute_version", "返回两个 int 的元组：`\"9.0\"` 得 `(9, 0)`，`\"9.0.6\"` 的第三段不看", "没有小数点或不是数字时（如 `\"gfx90a\"`）抛出 `RuntimeError`，信息以 `Compute version parsing error:` 开头", "`compute_version` 是 str")
@proves(C + "rocm.have_matrixcore", "主版本不低于 8 时是 True", "不写 `compute_version` 时取 0 号设备，没有设备是 `RuntimeError: No ROCm runtime found`")
def _(tvm, release):
    from tvm.contrib import nvcc, rocm

    for module in (nvcc, rocm) if release == "0.13.0" else (nvcc,):
        parse = module.parse_compute_version
        assert parse("8.6") == (8, 6) and parse("9.0.6") == (9, 0) and parse("12.10.x") == (12, 10)
        for wrong in ("8", "a.b", "gfx90a", ""):
            with raises(RuntimeError, "Compute version parsing error: "):
                parse(wrong)
    if release == "0.13.0":
        assert [rocm.have_matrixcore(one) for one in ("7.9", "8.0", "9.0")] == [False, True, True]
        with raises(RuntimeError, "No ROCm runtime found"):
            rocm.have_matrixcore()
        tvm.rocm = lambda number: types.SimpleNamespace(exist=True, compute_version="9.0" if number == 0 else "1.0")
        assert rocm.have_matrixcore() is True


@proves(C + "rocm.callback_rocm_link", "只接受位置实参，里面的 Python 异常一般变成 `TVMError`", "`ValueError`、`TypeError`、`AttributeError`、`KeyError`、`IndexError` 仍是原来的类", "原来的类型和信息写在它的文字里")
def _(tvm, release):
    from tvm.contrib import nvcc, rocm

    functions = [rocm.callback_rocm_bitcode_path, rocm.callback_rocm_link, nvcc.find_libdevice_path, nvcc.tvm_callback_cuda_compile]
    functions += [rocm.get_rocm_arch] if release == "0.13.0" else []
    for function in functions:
        assert isinstance(function, tvm.runtime.PackedFunc)
        with raises(TypeError, "keyword"):
            function(arch=70)
    for kind in (ValueError, TypeError, AttributeError, KeyError, IndexError, RuntimeError, FileNotFoundError, OSError, AssertionError):

        def fail(*given):
            raise kind("my words")

        rocm.rocm_link = fail
        kept = kind in (ValueError, TypeError, AttributeError, KeyError, IndexError)
        with raises(kind if kept else "TVMError", f"{kind.__name__}: "):
            rocm.callback_rocm_link(bytearray(b"x"))
        with raises(kind if kept else RuntimeError, "my words"):
            rocm.callback_rocm_link(bytearray(b"x"))


@proves(C + "rocm.get_rocm_arch", "注册为 `tvm_callback_rocm_get_arch`", "没有写 `-mcpu` 的 rocm 目标由它补上架构", "目录不存在、`rocminfo` 失败时往标准输出打印一行，返回 `gfx900`；输出里没有架构时也返回它", "目录存在而没有 `bin/rocminfo` 时报 `TVMError`，里面是 `FileNotFoundError`")
def _(tvm):
    from tvm.contrib import rocm

    def arch(path):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            found = rocm.get_rocm_arch(path)
        return found, out.getvalue().count("\n")

    assert arch("/nowhere") == ("gfx900", 1)
    fakes = Fakes()
    with raises("TVMError", "FileNotFoundError"):
        rocm.get_rocm_arch(fakes.path)
    fakes.add("bin/rocminfo", "echo '  Name:    AMD Ryzen'; echo '  Name:        gfx90a'; echo '  Name:  gfx1030'\n")
    assert arch(fakes.path) == ("gfx90a", 0)
    fakes.add("bin/rocminfo", "echo nothing\n")
    assert arch(fakes.path) == ("gfx900", 0)
    fakes.add("bin/rocminfo", "exit 3\n")
    assert arch(fakes.path) == ("gfx900", 1)
    tvm.register_func("tvm_callback_rocm_get_arch", lambda *given: "gfx777", override=True)
    assert tvm.target.Target("rocm").mcpu == "gfx777" and tvm.target.Target("rocm -mcpu=gfx1").mcpu == "gfx1"


BITCODE = ["oclc_daz_opt_on", "ocml", "oclc_correctly_rounded_sqrt_off", "oclc_correctly_rounded_sqrt_on", "oclc_daz_opt_off", "oclc_finite_only_off", "oclc_finite_only_on", "oclc_unsafe_math_off", "oclc_unsafe_math_on", "oclc_wavefrontsize64_on"]


@proves(C + "rocm.callback_rocm_bitcode_path", "返回路径的 `Array`，注册为 `tvm_callback_rocm_bitcode_path`", "默认目录是 `/opt/rocm/amdgcn/bitcode/`，没有时是 `/opt/rocm/lib/`", "缺少必需的文件时是 `TVMError`，里面是 `could not find bitcode`；`irif` 和 `oclc_isa_version_*` 可以没有")
@proves(C + "rocm.callback_rocm_bitcode_path", "0.10.0 必需的文件里有 `hc` 和 `ockl`，没有它们的 ROCm 用不了；0.13.0 不要求这两个", versions=("0.10.0",))
def _(tvm, release):
    from tvm.contrib import rocm

    needed = BITCODE + (["hc", "ockl"] if release == "0.10.0" else ["oclc_abi_version_500"])
    folder = tempfile.mkdtemp()
    for name in needed:
        written(f"{name}.bc", "", folder)
    found = rocm.callback_rocm_bitcode_path(folder)
    assert isinstance(found, tvm.ir.Array) and {os.path.basename(one) for one in found} == {f"{name}.bc" for name in needed}
    written("irif.bc", "", folder), written("oclc_isa_version_906.amdgcn.bc", "", folder)
    assert len(rocm.callback_rocm_bitcode_path(folder)) == len(needed) + 2
    for name in needed:
        os.rename(f"{folder}/{name}.bc", f"{folder}/away")
        with raises("TVMError", f"could not find bitcode {name}"):
            rocm.callback_rocm_bitcode_path(folder)
        os.rename(f"{folder}/away", f"{folder}/{name}.bc")
    for known in ("/opt/rocm/amdgcn/bitcode/", "/opt/rocm/lib/"):
        rocm.exists = lambda path: path.startswith(known)
        assert {os.path.dirname(one) + "/" for one in tvm.get_global_func("tvm_callback_rocm_bitcode_path")()} == {known}


@proves(C + "rocm.rocm_link", "用 `ld.lld --no-undefined -shared` 把可重定位的 ELF 链接成共享的，没有返回值", "可重定位的 ELF 文件", "输出的路径", "链接器，默认 `find_lld()` 的第一个", "失败时是 `RuntimeError`，信息以 `Linking error using ld.lld:` 开头")
@proves(C + "rocm.callback_rocm_link", "`obj_bin` 是它的内容（`bytearray`），返回 HSA 代码对象的 `bytearray`", "注册为 `tvm_callback_rocm_link`")
def _(tvm):
    from tvm.contrib import rocm

    fakes = Fakes()
    fakes.add("mine"), fakes.add("broken", "echo the reason; exit 1\n"), fakes.add("lld", 'cat "$3" > "$5"; printf x >> "$5"\n')
    out = os.path.join(fakes.path, "out")
    assert rocm.rocm_link("in.o", out, "mine") is None and fakes.asked("mine") == ["--no-undefined", "-shared", "in.o", "-o", out]
    assert message(lambda: rocm.rocm_link("in.o", out, "broken")).startswith("Linking error using ld.lld:\nthe reason")
    rocm.find_lld = lambda: ["lld", "broken"]
    for link in (rocm.callback_rocm_link, tvm.get_global_func("tvm_callback_rocm_link")):
        made = link(bytearray(b"object"))
        assert type(made) is bytearray and made == b"objectx"


unproved(C + "rocm.callback_rocm_link", "ROCm 代码生成用它", reason="要有 ROCm")


@proves(C + "spirv.optimize", "`spv_bin` 是字节（`bytes`、`bytearray`），返回 `bytearray`", "环境变量 `VULKAN_SDK` 存在时用其中的 `bin/spirv-opt`", "它失败时是 `RuntimeError`，找不到它时是 `FileNotFoundError`")
def _(tvm):
    from tvm.contrib import spirv

    fakes = Fakes()
    body = 'cat "$2" > "$4"; printf %s >> "$4"\n'
    fakes.add("spirv-opt", body % "a"), fakes.add("bin/spirv-opt", body % "b")
    os.environ.pop("VULKAN_SDK", None)
    for given in (b"code", bytearray(b"code")):
        made = spirv.optimize(given)
        assert type(made) is bytearray and made == b"codea" and fakes.asked("spirv-opt")[0] == "-O"
    os.environ["VULKAN_SDK"] = fakes.path
    assert spirv.optimize(b"code") == b"codeb"
    fakes.add("bin/spirv-opt", "echo the reason; exit 1\n")
    with raises(RuntimeError, "the reason"):
        spirv.optimize(b"code")
    os.environ["VULKAN_SDK"] = "/no/such"
    with raises(FileNotFoundError):
        spirv.optimize(b"code")


XCRUN = """
for word in "$@"; do
  case "$word" in
    clang) echo "$(dirname "$0")/clang";;
    --show-sdk-path) echo /the/sdk;;
    coremlcompiler) [ -n "$NO_MODEL" ] || mkdir "${3%.mlmodel}.mlmodelc";;
  esac
done
"""


@proves(C + "xcode.xcrun", "返回去掉首尾空白的输出（字节串）", "不检查返回码")
@proves(C + "xcode.create_dylib", "没有返回值", "输出的路径", "目标文件或源文件", "`arm64`、`x86_64` 等；当作 `fcompile` 时由 `export_library` 的关键字实参传入", "其他的在没有写 `min_os_version` 时是 `RuntimeError: Unsupported sdk`", "写了就加 `-mios-version-min`，对 macOS 也是")
@proves(C + "xcode.create_dylib", "iOS 默认 13.0", versions=("0.12.0", "0.13.0"))
@proves(C + "xcode.create_dylib", "`iphoneos` 默认 13.0，模拟器没有默认值", versions=("0.10.0",))
def _(tvm, release):
    from tvm.contrib import xcode

    fakes = Fakes()
    fakes.add("xcrun", XCRUN), fakes.add("clang")
    out = os.path.join(fakes.path, "a.dylib")

    def minimum(sdk="macosx", version=None):
        assert xcode.create_dylib(out, ["a.o", "b.o"], "arm64", sdk, version) is None
        words = fakes.asked("clang")
        assert words[:5] == ["-dynamiclib", "-arch", "arm64", "-isysroot", "/the/sdk"] and words[6:] == ["-o", out, "a.o", "b.o"]
        assert fakes.asked("xcrun") == ["-sdk", sdk, "-find", "clang", "-sdk", sdk, "--show-sdk-path"]
        return words[5]

    assert minimum() == "" and minimum("iphoneos") == "-mios-version-min=13.0"
    assert minimum("iphonesimulator") == ("" if release == "0.10.0" else "-mios-version-min=13.0")
    assert minimum("macosx", "11.0") == minimum("watchos", "11.0") == "-mios-version-min=11.0"
    with raises(RuntimeError, "Unsupported sdk"):
        xcode.create_dylib(out, "a.o", "arm64", "watchos")
    adder(tvm).export_library(out, fcompile=xcode.create_dylib, arch="x86_64", sdk="macosx")
    words = fakes.asked("clang")
    assert words[2] == "x86_64" and words[-1].endswith("lib0.o") and open(out).read() == "made"
    fakes.add("xcrun", "echo; echo '  words '; exit 3\n")
    assert xcode.xcrun(["x"]) == b"words"


@proves(C + "xcode.compile_metal", "把 Metal 源代码编成 metallib，语言版本 2.3，返回它的 `bytearray`", "Metal 源代码", "产物写到这里，不再删掉", "其他的是 `RuntimeError: Unsupported sdk`", "写了就加 `-mios-version-min`，对 macOS 也是", "编译失败时不抛异常：错误写到标准错误，返回 `None`")
def _(tvm, release):
    from tvm.contrib import xcode

    fakes = Fakes()
    fakes.add("xcrun")
    made = xcode.compile_metal("code")
    words = fakes.asked("xcrun")
    assert type(made) is bytearray and made == b"made"
    assert words[:5] == ["-sdk", "macosx", "metal", "-std=macos-metal2.3", "-O3"] and words[9:12] == ["-sdk", "macosx", "metallib"]
    kept = os.path.join(fakes.path, "kept")
    xcode.compile_metal("code", kept, "iphoneos")
    words = fakes.asked("xcrun")
    assert words[1:5] == ["iphoneos", "metal", "-std=ios-metal2.3", "-mios-version-min=13.0"] and open(kept).read() == "made"
    xcode.compile_metal("code", min_os_version="12.0")
    assert "-mios-version-min=12.0" in fakes.asked("xcrun")
    for version in (None, "1.0"):
        with raises(RuntimeError, "Unsupported sdk"):
            xcode.compile_metal("code", sdk="watchos", min_os_version=version)
    fakes.add("xcrun", "echo the reason; exit 1\n")
    with contextlib.redirect_stderr(io.StringIO()) as complaint:
        assert xcode.compile_metal("code") is None
    assert complaint.getvalue().startswith("Compilation error:\nthe reason")


@proves(C + "xcode.compile_coreml", "保存 CoreML 模型并编成 `.mlmodelc`，返回它的路径", "它的 `short_description` 被改写成输入输出名称的 JSON", "文件名，不带后缀", "放两个文件的目录，要已经存在", "编译器没有产出 `.mlmodelc` 时是 `RuntimeError: Compile failed`")
def _(tvm):
    from tvm.contrib import xcode

    fakes = Fakes()
    fakes.add("xcrun", XCRUN)
    model = types.SimpleNamespace(input_description=["a", "b"], output_description=["c"], save=lambda path: written(os.path.basename(path), "", os.path.dirname(path)))
    folder = tempfile.mkdtemp()
    made = xcode.compile_coreml(model, "mine", folder)
    assert made == folder + "/mine.mlmodelc" and sorted(os.listdir(folder)) == ["mine.mlmodel", "mine.mlmodelc"]
    assert model.short_description == '{"inputs": ["a", "b"], "outputs": ["c"]}'
    assert fakes.asked("xcrun") == ["coremlcompiler", "compile", folder + "/mine.mlmodel", folder]
    with raises(FileNotFoundError):
        xcode.compile_coreml(model, "mine", folder + "/deeper")
    os.environ["NO_MODEL"] = "1"
    with raises(RuntimeError, "Compile failed"):
        xcode.compile_coreml(model, "other", folder)


unproved(C + "xcode.compile_coreml", "供 CoreML 运行时读取", reason="要有 Xcode 和 coremltools")
unproved(C + "xcode.create_dylib", "`\"macosx\"`、`\"iphoneos\"`、`\"iphonesimulator\"`", reason="要有 Xcode")
unproved(C + "xcode.compile_metal", "`\"macosx\"`、`\"iphoneos\"`、`\"iphonesimulator\"`", reason="要有 Xcode")


@proves(C + "tar.tar", "内容用 gzip 压缩，与后缀无关", "文件都放在根目录，只留文件名，重名时是 `ValueError: duplicate file name`", "`export_library` 的文件名以 `.tar` 结尾时默认用它，此时不调用编译器")
@proves(C + "tar.untar", "用系统的 `tar -xf` 解开归档，返回 `None`", "归档的路径；压缩的格式由 `tar` 自己识别", "已经存在的目录，里面的同名文件被覆盖", "归档或目录不存在、格式不对时，`tar` 失败，抛出 `RuntimeError`，信息以 `Tar error:` 开头，后面是 `tar` 的输出")
@proves(C + "tar.normalize_file_list_by_unpacking_tars", "把列表里以 `.tar` 结尾的文件解到 `temp` 的子目录，换成里面的各个文件，其余保持原样", "子目录叫 `temp0`、`temp1`，所以同一个 `temp` 用第二次时抛出 `FileExistsError`")
def _(tvm, release):
    from tvm.contrib import tar, utils

    work, other = tempfile.mkdtemp(), tempfile.mkdtemp()
    one, two = written("one.txt", "1", work), written("two.txt", "2", other)
    for name in ("a.tar", "b.zip", "c"):
        packed = os.path.join(work, name)
        tar.tar(packed, [one, two])
        assert open(packed, "rb").read(2) == b"\x1f\x8b" and sorted(tarfile.open(packed).getnames()) == ["one.txt", "two.txt"]
    with raises(ValueError, "duplicate file name one.txt"):
        tar.tar(packed, [one, written("one.txt", "3", other)])
    into = tempfile.mkdtemp()
    written("one.txt", "old", into)
    assert tar.untar(packed, into) is None and open(into + "/one.txt").read() == "1"
    with tarfile.open(work + "/plain", "w") as plain, tarfile.open(work + "/bz", "w:bz2") as squeezed:
        plain.add(two, "three"), squeezed.add(two, "four")
    for name, member in (("plain", "three"), ("bz", "four")):
        tar.untar(f"{work}/{name}", into)
        assert open(f"{into}/{member}").read() == "2"
    for file, folder in (("/no/such", into), (packed, "/no/such"), (one, into)):
        text = message(lambda: tar.untar(file, folder))
        assert text.startswith("Tar error:\n") and len(text) > len("Tar error:\n")
    os.environ["CXX"] = "/no/such/compiler"
    packed = os.path.join(work, "m.tar")
    adder(tvm).export_library(packed)
    assert tarfile.open(packed).getnames() == ["lib0.o"]
    if release == "0.13.0":
        temp = utils.tempdir()
        first, second = work + "/a.tar", work + "/again.tar"
        tar.tar(second, [two])
        names = tar.normalize_file_list_by_unpacking_tars(temp, ["x.o", first, "c.tgz", second])
        assert names[0] == "x.o" and names[3] == "c.tgz" and names[4] == temp.relpath("temp1/two.txt")
        assert {os.path.relpath(one, temp.temp_dir) for one in names[1:3]} == {"temp0/one.txt", "temp0/two.txt"}
        with raises(FileExistsError):
            tar.normalize_file_list_by_unpacking_tars(temp, [second])


@proves(C + "utils.TempDirectory", "对象被回收或进程退出时删掉的目录", "写成 `tempdir().relpath(…)` 时，得到路径的时候目录已经没有了", "必须还不存在，上一级必须存在，结束时同样删掉", "True 时不删；没有指定路径的放在系统临时目录的 `tvm-debug-mode-tempdirs` 下，按创建的次序编号。默认取 `set_keep_for_debug` 的状态", "待删目录的集合；退出的清理执行以后是 `None`", "删掉集合里的全部目录，此后不能再新建；由 `atexit` 调用", "上下文管理器，其中新建的目录默认保留", "立即删除（要保留的不删），可以重复调用；此后 `path` 和 `relpath` 是 `TypeError`，`listdir()` 列出的却是当前目录", "`pathlib.Path`", "目录下的路径，字符串；`目录 / 名称` 得到 `Path`", "目录的内容")
@proves(C + "utils.tempdir", "新建一个临时目录，返回 TempDirectory，两个形参的含义见那里")
@proves(C + "utils.DirectoryCreatedPastAtExit", "在 `remove_tempdirs` 之后新建临时目录时的异常")
def _(tvm):
    import pathlib

    from tvm.contrib import utils

    assert not os.path.exists(os.path.dirname(utils.tempdir().relpath("x")))
    folder = utils.tempdir()
    path = folder.path
    assert type(folder) is utils.TempDirectory and isinstance(path, pathlib.Path) and str(path) in folder.TEMPDIRS
    assert folder.relpath("a") == str(path) + "/a" and folder / "a" == path / "a"
    (folder / "a").write_text("x")
    assert folder.listdir() == ["a"]
    folder.remove()
    folder.remove()
    assert not path.exists()
    for use in (lambda: folder.path, lambda: folder.relpath("a")):
        with raises(TypeError):
            use()
    os.chdir(os.path.dirname(written("here", "")))
    assert folder.listdir() == ["here"]
    own = os.path.abspath("own")
    folder = utils.tempdir(own)
    assert os.path.isdir(own)
    del folder
    assert not os.path.exists(own)
    os.mkdir(own)
    for wrong, kind in ((own, FileExistsError), (own + "/a/b", FileNotFoundError)):
        with raises(kind):
            utils.tempdir(wrong)
    kept = [utils.tempdir(keep_for_debug=True)]
    with utils.TempDirectory.set_keep_for_debug():
        kept.append(utils.TempDirectory())
        gone = utils.tempdir(keep_for_debug=False)
    paths = [str(one.path) for one in kept]
    assert os.path.dirname(os.path.dirname(paths[0])) == tempfile.gettempdir() + "/tvm-debug-mode-tempdirs"
    assert os.path.dirname(paths[0]) == os.path.dirname(paths[1]) and [os.path.basename(one) for one in paths] == ["00000", "00001"]
    assert str(gone.path) in gone.TEMPDIRS and not set(paths) & gone.TEMPDIRS
    kept[0].remove()
    del kept
    assert all(map(os.path.isdir, paths))
    last = utils.tempdir()
    where = last.path
    utils.TempDirectory.remove_tempdirs()
    assert not where.exists() and utils.TempDirectory.TEMPDIRS is None and os.path.isdir(paths[0])
    with raises(utils.DirectoryCreatedPastAtExit):
        utils.tempdir()


@proves(C + "utils.TempDirectory", "进程退出时删掉的目录")
@proves(C + "pickle_memoize.memoize", "TVM 自己也用这个装饰器，所以 `import tvm` 就会在当前目录建它", "文件在当前目录的 `.pkl_memoize_py3` 里")
def _(tvm):
    work = tempfile.mkdtemp()
    code = "from tvm.contrib import utils; global_one = utils.tempdir(); print(global_one.temp_dir); f = lambda: g; g = [global_one, f]"
    ran = subprocess.run([sys.executable, "-c", code], cwd=work, capture_output=True, text=True)
    made = ran.stdout.split()[-1]
    assert os.path.isabs(made) and not os.path.exists(made)
    assert os.listdir(work) == [".pkl_memoize_py3"]


def child_gets(lock):
    """Whether another process gets a lock within a second."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(1)
        lock()
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


@proves(C + "utils.filelock", "给文件 `path` 加锁，返回 FileLock，拿到锁之前一直等待")
@proves(C + "utils.FileLock", "进程之间的排他锁，用 `fcntl.lockf`", "文件以写方式打开，原有的内容被清空", "同一进程里第二次加锁不会等待，而且关闭其中任何一个就放掉了进程的锁；没有 `fcntl` 的系统（Windows）上不加锁", "放锁并关闭文件，可以重复调用；不能用 `with`")
def _(tvm):
    from tvm.contrib import utils

    file = written("lock", "content")
    lock = utils.filelock(file)
    assert type(lock) is utils.FileLock and os.path.getsize(file) == 0
    assert not child_gets(lambda: utils.filelock(file))
    lock.release()
    lock.release()
    assert lock.lock_file is None and child_gets(lambda: utils.filelock(file))
    first, second = utils.FileLock(file), utils.FileLock(file)
    second.release()
    assert first.lock_file is not None and child_gets(lambda: utils.FileLock(file))
    first.release()
    with raises((TypeError, AttributeError)[sys.version_info < (3, 11)]):
        with utils.FileLock(file):
            pass
    third = utils.FileLock(file)
    assert not child_gets(lambda: utils.FileLock(file))
    third.release()
    utils.fcntl = None
    fourth = utils.FileLock(file)
    assert child_gets(lambda: utils.FileLock(file)) and fourth.lock_file is not None


@proves(C + "utils.is_source_path", "存在的路径是 True，含换行或没有点是 False，其余在最后一个点之后的部分首尾没有空白时是 True")
@proves(C + "utils.which", "找不到时返回 `None`", "依次看当前目录、`/bin` 和 `PATH`，所以与系统的 `which` 不同，当前目录里的同名文件优先")
def _(tvm):
    from tvm.contrib import utils

    source = utils.is_source_path
    os.chdir(tempfile.mkdtemp())
    odd = "a\nb"
    assert not source(odd) and not source("plain")
    for name in (odd, "plain"):
        written(name, "", os.getcwd())
        assert source(name)
    assert source("none.c") and source("a b.c d") and source("x.") and not source("none.c ") and not source("x. c") and not source("a.c\n")
    fakes = Fakes()
    fakes.add("mine"), fakes.add("sh")
    assert utils.which("mine") == fakes("mine") and utils.which("no-such-tool") is None and utils.which("sh") == "/bin/sh"
    for name in ("mine", "sh"):
        shutil.copy(fakes("mine"), name)
        assert utils.which(name) == name
    os.chmod("mine", 0o644)
    assert utils.which("mine") == fakes("mine")


CALLS = []


@proves(C + "pickle_memoize.memoize", "按实参记住返回值", "与函数名合成文件名 `key.函数名.pkl`", "True 时退出前写文件，下次运行接着用；False 时只在本进程有效", "实参限字符串、整数、浮点数和它们的元组，闭包里的变量按装饰时的值算进键（以后改了也不另算），其他类型是 `AssertionError`", "实参相等就命中，`1`、`1.0`、`True` 是同一个键")
@proves(C + "pickle_memoize.Cache", "`key` 是 `.pkl_memoize_py3` 里的文件名", "文件读不出来时从空的开始，不报错", "`save_at_exit` 为真时退出前调用 `save()`", "类的字典，文件名到 `Cache`", "有新结果时写文件，并打印 `Save memoize result to …`")
def _(tvm):
    from tvm.contrib import pickle_memoize

    os.chdir(tempfile.mkdtemp())
    memoize, Cache = pickle_memoize.memoize, pickle_memoize.Cache

    def named(key, keep=False, add=None):
        if add is None:

            @memoize(key, keep)
            def f(x):
                CALLS.append(1)
                return x

        else:

            @memoize(key, keep)
            def f(x):
                CALLS.append(1)
                return x, add

        return f

    f = named("a")
    assert [f(1), f(1.0), f(True), f("s"), f((1, "s"))] == [1, 1, 1, "s", (1, "s")] and len(CALLS) == 3
    for wrong in ([1], None, (1, None), {}):
        with raises(AssertionError):
            f(wrong)
    assert "a.f.pkl" in Cache.cache_by_key and Cache.cache_by_key["a.f.pkl"].path == ".pkl_memoize_py3/a.f.pkl"
    same = named("shared", add=1)
    other = named("shared", add=2)
    assert same(1) == (1, 1) and other(1) == (1, 2)  # the variable of the closure is a part of the key

    def changed():
        added = 1

        @memoize("changed")
        def f(x):
            return x + added

        first, added = f(1), 10
        return first, f(1), f(2)

    assert changed() == (2, 2, 12)
    keeping = named("kept", True, 7)
    keeping(3)

    def leave():
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            pickle_memoize._atexit()
        return out.getvalue()

    text = leave()
    assert "Save memoize result to .pkl_memoize_py3/kept.f.pkl\n" in text and "a.f.pkl" not in text
    assert os.path.exists(".pkl_memoize_py3/kept.f.pkl") and not os.path.exists(".pkl_memoize_py3/a.f.pkl")
    del Cache.cache_by_key["kept.f.pkl"]
    before = len(CALLS)
    named("kept", True, 7)(3)
    assert len(CALLS) == before and "kept" not in leave()
    written("bad.pkl", "no pickle", ".pkl_memoize_py3")
    assert Cache("bad.pkl", True).cache == {}


@proves(C + "pickle_memoize.memoize", "两者都相同的函数共用缓存", "`1`、`1.0`、`True` 是同一个键", "函数改了代码要自己删掉缓存")
def _(tvm):
    from tvm.contrib import pickle_memoize

    os.chdir(tempfile.mkdtemp())

    @pickle_memoize.memoize("one")
    def f(x):
        return ("old", x)

    f(1)

    @pickle_memoize.memoize("one")
    def f(x):
        return ("new", x)

    assert f(1) == f(1.0) == f(True) == ("old", 1) and f(2) == ("new", 2)

    @pickle_memoize.memoize("two")
    def f(x):
        return ("new", x)

    assert f(1) == ("new", 1)
