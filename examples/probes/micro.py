"""Probes of docs/reference/api/python/micro.md: with C compiled for this machine, servers of projects that only take notes,
and a transport that plays the firmware's side of the handshake."""

import binascii
import contextlib
import importlib
import io
import json
import logging
import os
import struct
import sys
import tarfile
import tempfile
import types
from pathlib import Path

import numpy as np
from probes import proves, raises, unproved

COMPLETE = True
M = "tvm.micro."
NEW, OLDEST = ("0.12.0", "0.13.0"), ("0.10.0",)
SERVER = """
import json, pathlib, shutil, sys
sys.path.insert(0, {api!r})
import server

HERE = pathlib.Path(__file__).parent
TEMPLATE = not (HERE / "model.tar").exists()


class Handler(server.ProjectAPIHandler):
    def note(self, name, options):
        with open(HERE / "notes", "a") as notes:
            notes.write(json.dumps([name, options]) + "\\n")
        if options.get("size") == 13:
            raise ValueError("thirteen")

    def server_info_query(self, tvm_version):
        options = [
            server.ProjectOption("size", optional=["build"], type="int", default=7, help="a size"),
            server.ProjectOption("board", required=["generate_project"], type="str", help="a board"),
        ]
        return server.ServerInfo("mine", TEMPLATE, "" if TEMPLATE else HERE / "model.tar", options)

    def generate_project(self, model_library_format_path, standalone_crt_dir, project_dir, options):
        self.note("generate", options)
        project_dir.mkdir()
        shutil.copy(__file__, project_dir)
        shutil.copy(model_library_format_path, project_dir / "model.tar")

    def build(self, options):
        self.note("build", options)

    def flash(self, options):
        self.note("flash", options)

    def open_transport(self, options):
        self.note("open", options)
        return server.TransportTimeouts(1, 2, 3)

    def close_transport(self):
        pass

    def read_transport(self, n, timeout_sec):
        return b"x"

    def write_transport(self, data, timeout_sec):
        pass


server.main(Handler())
"""


def template_of(tvm):
    """The directory of a template whose server starts without TVM and notes what it is asked."""
    folder = Path(tempfile.mkdtemp()) / "template"
    folder.mkdir()
    api = str(Path(tvm.micro.project.client.__file__).parent)
    (folder / "microtvm_api_server.py").write_text(SERVER.replace("{api!r}", repr(api)))
    return folder


def notes(folder):
    return [json.loads(line) for line in open(Path(folder) / "notes")]


def built(tvm, executor, name=None, dtype="float32", **options):
    relay = tvm.relay
    x = relay.var("x", shape=(1, 4), dtype=dtype)
    body = relay.logical_not(x) if dtype == "bool" else relay.negative(x)
    backend = relay.backend
    with tvm.transform.PassContext(opt_level=3, config={"tir.disable_vectorize": True}):
        return relay.build(tvm.IRModule.from_expr(relay.Function([x], body)), "c", executor=backend.Executor(executor, options), runtime=backend.Runtime("crt", {"system-lib": True}), **({"mod_name": name} if name else {}))


def operator(tvm, dtype="float32", target="c", shape=(4,)):
    te = tvm.te
    A = te.placeholder(shape, dtype, name="A")
    B = te.compute(shape, lambda i: A[i], name="B")
    runtime = tvm.relay.backend.Runtime("crt", {"system-lib": True}) if target == "c" else None
    return tvm.build(te.create_schedule(B.op), [A, B], tvm.target.Target(target, host=target), name="f", runtime=runtime)


@proves(M + "export_model_library_format", "返回它的 `pathlib.Path`", "`relay.build` 的结果，可以几个一起；或 `tvm.build` 的结果，只能一个。`relay.build` 结果里的 `.lib` 不收", "归档的路径，不压缩；已有的文件被覆盖", "`AssertionError: Multiple modules should have unique names.`", "`RuntimeError: Multiple operator is not supported.`", "`NotImplementedError: Don't know how to export module of type …`", "| 算子的形状里有变量 | `NonStaticShapeError` |", "AOT 的模型用 `crt` 运行时的话，归档里另有 C 运行时的源码，不必再找 `get_standalone_crt_dir`")
def _(tvm):
    micro = tvm.micro
    file = Path(tempfile.mkdtemp()) / "a.tar"
    file.write_text("old")
    aot, other, graph, one = built(tvm, "aot"), built(tvm, "graph", "second"), built(tvm, "graph"), operator(tvm)

    def names(given, where=file):
        made = micro.export_model_library_format(given, where)
        assert isinstance(made, Path) and made == file
        with open(made, "rb") as archive:
            assert archive.read(2) != b"\x1f\x8b"
        return tarfile.open(made, "r:").getnames()

    assert "./runtime/src" in names(aot, str(file))
    for given in (graph, one, operator(tvm, target="llvm"), [one]):
        assert "./metadata.json" in names(given) and "./runtime" not in names(given)
    together = names([aot, other])
    assert "./src/default.relay" in together and "./src/second.relay" in together
    for given, kind, words in (
        ([aot, graph], AssertionError, "Multiple modules should have unique names."),
        ([one, one], RuntimeError, "Multiple operator is not supported."),
        ([], RuntimeError, "Multiple operator is not supported."),
        ([aot, one], NotImplementedError, "Don't know how to export module of type "),
        (aot.lib, NotImplementedError, "Don't know how to export module of type "),
        (3, NotImplementedError, "Don't know how to export module of type "),
        (operator(tvm, shape=(tvm.te.var("n"),)), "NonStaticShapeError", "non-IntImm"),
    ):
        with raises(kind, words):
            micro.export_model_library_format(given, file)


@proves(M + "export_model_library_format", "| 输入、输出的类型是 bool 或 bfloat16 | `AttributeError: 'NoneType' object has no attribute 'group'` |", versions=NEW)
@proves(M + "export_model_library_format", "| 算子的形参有无符号整数或 bfloat16，如 `uint8` | `AttributeError: 'NoneType' object has no attribute 'group'` |", versions=OLDEST)
def _(tvm, release):
    export = lambda given: tvm.micro.export_model_library_format(given, Path(tempfile.mkdtemp()) / "a.tar")
    old = release == "0.10.0"
    for dtype in ("float16", "float32", "float64", "int8", "int64", "uint8", "uint32", "bool", "bfloat16"):
        fails = dtype == "bfloat16" or (dtype.startswith("uint") if old else dtype == "bool")
        made = operator(tvm, dtype)
        with raises(AttributeError, "'NoneType' object has no attribute 'group'") if fails else contextlib.nullcontext():
            export(made)
    for executor in ("aot", "graph"):
        with contextlib.nullcontext() if old else raises(AttributeError, "'NoneType' object has no attribute 'group'"):
            export(built(tvm, executor, dtype="bool"))
        export(built(tvm, executor, dtype="int8"))


@proves(M + "export_model_library_format", "| AOT 模型的形参有元组 | `AttributeError`，末尾是 `has no attribute shape` |", versions=NEW)
def _(tvm):
    relay = tvm.relay
    pair = relay.var("p", relay.TupleType([relay.TensorType((2,)), relay.TensorType((2,))]))
    func = relay.Function([pair], relay.TupleGetItem(pair, 0) + relay.TupleGetItem(pair, 1))
    backend = relay.backend
    with tvm.transform.PassContext(opt_level=3, config={"tir.disable_vectorize": True}):
        made = relay.build(tvm.IRModule.from_expr(func), "c", executor=backend.Executor("aot"), runtime=backend.Runtime("crt", {"system-lib": True}))
    with raises(AttributeError, "has no attribute shape"):
        tvm.micro.export_model_library_format(made, Path(tempfile.mkdtemp()) / "a.tar")


@proves(M + "export_model_library_format", "| 目标不能导出 | `UnsupportedInModelLibraryFormatError` |")
@proves(M + "UnsupportedInModelLibraryFormatError", "算子的目标不是 `llvm` 或 `c` 时抛出，例如 `stackvm`；模型里有不能链接成库的子模块时也是", "直接继承 `Exception`，捕获 `TVMError` 得不到它")
def _(tvm):
    micro = tvm.micro
    kind = micro.UnsupportedInModelLibraryFormatError
    assert kind.__bases__ == (Exception,)
    export = lambda given: micro.export_model_library_format(given, Path(tempfile.mkdtemp()) / "a.tar")
    with raises(kind, "stackvm"):
        export(operator(tvm, "int32", "stackvm"))
    for target in ("c", "llvm"):
        export(operator(tvm, "int32", target))
    model = built(tvm, "graph")
    export(model)
    x = tvm.relay.var("x", shape=(4,))
    executable = tvm.relay.vm.compile(tvm.IRModule.from_expr(tvm.relay.Function([x], tvm.relay.exp(x))), "llvm")
    model.lib.import_module(executable.module if hasattr(executable, "module") else executable.mod)
    with raises(kind, "VMExecutable"):
        export(model)


@proves(M + "export_model_library_format", "编译时没有启用 `USE_MICRO`，`import tvm.micro` 就抛出 `ImportError: micro tvm is not enabled. …`", "板子的目标由 `tvm.target.target.micro` 给出，不在这个模块里")
def _(tvm):
    assert "stm32f746xx" in tvm.target.target.MICRO_SUPPORTED_MODELS and str(tvm.target.target.micro("host").kind) == "c"
    assert not hasattr(tvm.micro, "micro")
    del importlib.import_module("tvm.micro.base")._rpc_connect
    for name in ("tvm.micro.session", "tvm.micro"):
        sys.modules.pop(name)
    with raises(ImportError, "micro tvm is not enabled. "):
        importlib.import_module("tvm.micro")


@proves(M + "get_microtvm_template_projects", "返回 str", "抛出 `ValueError: platform … is not supported.`", "动态库旁边没有 `microtvm_template_projects` 目录时抛出 `MicroTVMTemplateProjectNotFoundError`", "这些目录随 TVM 的动态库一起，在编译 TVM 时建立；`platform` 只有 `crt`、`zephyr`、`arduino` 三个值", versions=NEW)
@proves(M + "get_microtvm_template_projects", "返回 str", "`platform` 只有 `crt`、`zephyr`、`arduino` 三个值，其余抛出 `ValueError: platform … is not supported.`", "`crt` 的模板在独立的 C 运行时里，另两个在动态库旁边的 `microtvm_template_projects` 里，没有这个目录时抛出 `MicroTVMTemplateProjectNotFoundError`", versions=OLDEST)
@proves(M + "get_standalone_crt_dir", "返回 str，第一次的结果存在进程里；找不到时抛出 `CrtNotFoundError`")
def _(tvm, release):
    from tvm._ffi import libinfo

    micro, build = tvm.micro, importlib.import_module("tvm.micro.build")
    beside = os.path.dirname(libinfo.find_lib_path()[0])
    runtime = micro.get_standalone_crt_dir()
    assert type(runtime) is str and runtime == os.path.join(beside, "standalone_crt") and os.path.isdir(runtime)
    for platform in ("crt", "zephyr", "arduino"):
        where = micro.get_microtvm_template_projects(platform)
        inside = os.path.join(runtime, "template/host") if (release, platform) == ("0.10.0", "crt") else os.path.join(beside, "microtvm_template_projects", platform)
        assert type(where) is str and where == inside and os.path.isfile(os.path.join(where, "microtvm_api_server.py"))
    with raises(ValueError, "platform esp is not supported."):
        micro.get_microtvm_template_projects("esp")
    libinfo.find_lib_path = lambda *given: ["/nowhere/libtvm.so"]
    assert micro.get_standalone_crt_dir() == runtime
    with raises("MicroTVMTemplateProjectNotFoundError"):
        micro.get_microtvm_template_projects("zephyr")
    build.STANDALONE_CRT_DIR = None
    with raises("CrtNotFoundError"):
        micro.get_standalone_crt_dir()


@proves(M + "copy_crt_config_header", "没有返回值", "规定运行时的上限，例如数据包的大小和函数名的长度", "取哪个模板的", "目标文件，或已有的目录；规则同 `shutil.copy`")
def _(tvm):
    folder = Path(tempfile.mkdtemp())
    for platform in ("crt", "zephyr"):
        assert tvm.micro.copy_crt_config_header(platform, folder) is None
        tvm.micro.copy_crt_config_header(platform, folder / "own.h")
        text = (folder / "crt_config.h").read_text()
        assert text == (folder / "own.h").read_text()
        assert text == (Path(tvm.micro.get_microtvm_template_projects(platform)) / "crt_config/crt_config.h").read_text()
        assert "TVM_CRT_MAX_PACKET_SIZE_BYTES" in text and "MAX_STRLEN_FUNCTION_NAME" in text
    with raises(FileNotFoundError):
        tvm.micro.copy_crt_config_header("crt", folder / "no/own.h")


FILLED = "选项是字典，名称由服务器声明，没有写的填上默认值，而且直接填进传入的字典（空的除外）"


@proves(M + "generate_project", FILLED, "必需的没有写不报错，值成为 None", versions=NEW)
@proves(M + "generate_project", "选项是字典，名称由服务器声明；没有写的不填，由服务器自己处理", "必需的没有写，这里不报错", versions=OLDEST)
@proves(M + "generate_project", "返回 `GeneratedProject`", "| `template_project_dir` | str 或 Path | 模板的目录", "| `module` | 模块 | 同 `export_model_library_format` 的 `mods` |", "| `generated_project_dir` | str 或 Path | 新目录", "有模板没有声明的名称时抛出 `ValueError`", "模板里没有模型，生成的工程里有；两者都由各自目录里的服务器程序执行命令", "目录里没有服务器时抛出 `ProjectAPIServerNotFoundError`，服务器处理请求时失败抛出 `ServerError`，服务器没有启动或中途退出抛出 `ConnectionShutdownError`")
def _(tvm, release):
    micro = tvm.micro
    template = template_of(tvm)
    model, new = built(tvm, "aot"), release != "0.10.0"
    place = lambda name: template.parent / name
    given = {"board": "b"}
    project = micro.generate_project(template, model, place("one"), given)
    assert type(project) is micro.GeneratedProject and (place("one") / "model.tar").exists()
    assert given == project.options == ({"board": "b", "size": 7} if new else {"board": "b"})
    assert notes(template) == [["generate", given]]
    project.build()
    assert notes(place("one")) == [["build", given]]
    empty = {}
    project = micro.generate_project(str(template), [built(tvm, "graph")], str(place("two")), empty)
    assert empty == {} and project.options == ({"board": None, "size": 7} if new else {})
    project = micro.generate_project(template, operator(tvm), place("three"))
    assert project.options == ({"board": None, "size": 7} if new else None)
    with raises(ValueError, "include non valid ProjectOptions"):
        micro.generate_project(template, model, place("four"), {"bord": "b"})
    with raises("ServerError", "thirteen"):
        micro.generate_project(template, model, place("four"), {"size": 13, "board": "b"})
    dead = template.parent / "dead"
    dead.mkdir()
    (dead / "microtvm_api_server.py").write_text("import sys\nsys.exit(3)\n")
    with raises("ConnectionShutdownError", "got EOF reading reply"):
        micro.generate_project(dead, model, place("four"))
    for load in (lambda: micro.generate_project(template.parent, model, place("four")), lambda: micro.GeneratedProject.from_directory(template.parent, {})):
        with raises("ProjectAPIServerNotFoundError"):
            load()


@proves(M + "TemplateProject", "`api_client` 是工程 API 的客户端；目录其实是生成的工程时抛出 `NotATemplateProjectError`", "类方法，启动那个目录的服务器并连接", "由已有的归档生成，`project_dir` 要是 str；返回 `GeneratedProject`", "连接时服务器报告的字典：平台名、选项的声明、协议版本等", "先把编译结果导出到临时目录，再做上面一步；AOT 的模型和算子也收")
@proves(M + "GeneratedProject", "目录其实是模板时抛出 `TemplateProjectError`。这里不检查选项的名称，原样交给服务器", "类方法，打开以前生成的目录；不再需要模型", "返回供 `Session` 使用的通道，这时还没有打开", "同 `TemplateProject` 的，但 `is_template` 为 False")
@proves(M + "GeneratedProject", "补齐默认值以后的字典；可以赋值，新的值不再补齐", versions=NEW)
@proves(M + "GeneratedProject", "传入的字典，没有给时是 None；可以赋值", versions=OLDEST)
def _(tvm, release):
    micro, new = tvm.micro, release != "0.10.0"
    folder = template_of(tvm)
    template = micro.TemplateProject.from_directory(folder)
    info = template.info()
    assert info["platform_name"] == "mine" and info["is_template"] is True and "protocol_version" in info
    assert [option["name"] for option in info["project_options"]] == ["size", "board"]
    assert micro.TemplateProject(template._api_client).info() == info
    archive = folder.parent / "model.tar"
    micro.export_model_library_format(built(tvm, "aot"), archive)
    where = str(folder.parent / "one")
    project = template.generate_project_from_mlf(archive, where, {"board": "b"})
    assert type(project) is micro.GeneratedProject
    with raises(TypeError):
        template.generate_project_from_mlf(archive, folder.parent / "two", {"board": "b"})
    for name, given in (("three", built(tvm, "aot")), ("four", operator(tvm))):
        assert type(micro.TemplateProject.from_directory(folder).generate_project(given, str(folder.parent / name), {})) is micro.GeneratedProject
    with raises("NotATemplateProjectError"):
        micro.TemplateProject.from_directory(where)
    with raises("TemplateProjectError"):
        micro.GeneratedProject.from_directory(folder, {})
    again = micro.GeneratedProject.from_directory(where, {"unknown": 1})
    assert again.info() == {**info, "is_template": False, "model_library_format_path": where + "/model.tar"}
    again.flash()
    assert notes(where)[-1] == ["flash", again.options] and again.options["unknown"] == 1 and ("size" in again.options) == new
    again.options = {"size": 5}
    again.build()
    assert notes(where)[-1] == ["build", {"size": 5}] and again.options == {"size": 5}
    assert new or micro.GeneratedProject.from_directory(where, None).options is None
    transport = again.transport()
    assert isinstance(transport, importlib.import_module("tvm.micro.transport").Transport) and notes(where)[-1][0] == "build"
    with raises(AssertionError, "Transport not yet opened"):
        transport.timeouts()
    transport.open()
    assert notes(where)[-1][0] == "open" and tuple(transport.timeouts()) == (1, 2, 3)


@contextlib.contextmanager
def quiet():
    saved, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        os.dup2(saved, 1)


def compiled(tvm, release, executor):
    """A model, and its project for this machine, compiled by the first probe that needs it."""
    os.environ["MAKEFLAGS"] = "-j4"
    if release == "0.10.0":
        os.environ["CFLAGS"] = "-Wno-error=stringop-overread"
    model, place = built(tvm, executor), Path(tempfile.gettempdir()) / f"probes-of-micro-{executor}"
    with quiet():
        if (place / "model.tar").exists():
            return model, tvm.micro.GeneratedProject.from_directory(place, {"verbose": False})
        template = tvm.micro.get_microtvm_template_projects("crt")
        project = tvm.micro.generate_project(template, model, place, {"verbose": False})
        project.build()
    return model, project


@proves(M + "Session", "要用 `with`：进入时打开通道、握手，离开时关闭", "固件里静态链接的函数，返回种类为 `rpc` 的模块", "在固件里建立执行器，返回远程模块；模型的名称固定是 `default`", "进入以后还有 `device`，是固件的处理器。没有进入就调用成员，抛出 `AttributeError`")
@proves(M + "Session", "离开以后再调用，抛出 `TVMError: … the connection was previously closed`", versions=NEW)
@proves(M + "Session", "离开以后再调用，抛出 `ValueError`，末行是 `I/O operation on closed file.`", versions=OLDEST)
@proves(M + "create_local_aot_executor", "为固件里的 AOT 模型返回一个 `AotModule`，在主机上设输入、运行、取输出", "`session` 是已经进入的 `Session`")
@proves(M + "GeneratedProject", "编译固件；`crt` 模板里已有 `build` 目录时失败", "一个对象只能用于一次会话：会话结束时服务器也关闭，再调用抛出 `ConnectionShutdownError: connection already closed`", versions=NEW)
@proves(M + "GeneratedProject", "编译固件；`crt` 模板可以重复调用，只编译改过的", "再调用抛出 `ValueError: I/O operation on closed file.`", versions=OLDEST)
@proves(M + "GeneratedProject", "把固件写进板子；`crt` 模板没有板子，什么也不做")
def _(tvm, release):
    from tvm.runtime.executor.aot_executor import AotModule

    micro = tvm.micro
    _, project = compiled(tvm, release, "aot")
    files = lambda: sorted(path for path in Path(project.info()["model_library_format_path"]).parent.rglob("*"))
    before = files()
    project.flash()
    assert files() == before
    with quiet(), contextlib.nullcontext() if release == "0.10.0" else raises("ServerError", "FileExistsError"):
        project.build()
    session = micro.Session(project.transport())
    for member in (session.get_system_lib, session.create_aot_executor, lambda: session.device):
        with raises(AttributeError):
            member()
    with session as entered:
        assert entered is session and "cpu" in str(session.device) and session.get_system_lib().type_key == "rpc"
        remote = session.create_aot_executor()
        assert isinstance(remote, tvm.runtime.Module) and remote.type_key == "rpc"
        session.create_aot_executor = lambda: remote  # the memory of the firmware has room for one
        model = AotModule(remote) if release == "0.10.0" else micro.create_local_aot_executor(session)
        assert type(model) is AotModule
        model.get_input(0).copyfrom(np.arange(4, dtype="float32")[None])
        model.run()
        assert model.get_output(0).numpy().tolist() == [[0, -1, -2, -3]]
    if release == "0.10.0":
        with raises(ValueError, "I/O operation on closed file."):
            session.get_system_lib()
        with raises(ValueError, "I/O operation on closed file."):
            project.flash()
    else:
        with raises("TVMError", "the connection was previously closed"):
            session.get_system_lib()
        with raises("ConnectionShutdownError", "connection already closed"):
            project.flash()


@proves(M + "create_local_graph_executor", "在主机上解释计算图，只有算子在设备上执行；返回 `GraphModule`", "计算图，`lib.get_graph_json()`", "算子所在的，`session.get_system_lib()`", "数组放在哪里，`session.device`")
@proves(M + "create_local_debug_executor", "返回 `GraphModuleDebug`，它的 `run` 把时间打印成表，保留中间结果", "计算图，`lib.get_graph_json()`", "算子所在的，`session.get_system_lib()`", "数组放在哪里，`session.device`", "存放中间结果的目录，默认是新建的临时目录")
def _(tvm, release):
    from tvm.contrib import graph_executor
    from tvm.contrib.debugger.debug_executor import GraphModuleDebug

    model, project = compiled(tvm, release, "graph")
    given = np.arange(4, dtype="float32")[None]
    with tvm.micro.Session(project.transport()) as session:
        of = (model.get_graph_json(), session.get_system_lib(), session.device)
        plain = tvm.micro.create_local_graph_executor(*of)
        assert type(plain) is graph_executor.GraphModule and plain.module.type_key != "rpc"
        plain.run(x=given)
        assert plain.get_output(0).numpy().tolist() == [[0, -1, -2, -3]]
        folder = tempfile.mkdtemp()
        debug = tvm.micro.create_local_debug_executor(*of, dump_root=folder)
        assert type(debug) is GraphModuleDebug
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            debug.run(number=1, repeat=1, min_repeat_ms=0, x=given)
        text = out.getvalue()
        assert "tvmgen_default_fused_negative" in text and "Time(us)" in text
        (kept,) = os.listdir(folder)
        assert {"output_tensors.params", "_tvmdbg_graph_dump.json"} <= set(os.listdir(os.path.join(folder, kept)))
        own = tvm.micro.create_local_debug_executor(*of)._dump_root
        assert os.path.dirname(own) == tempfile.gettempdir() and os.path.isdir(own)


unproved(M + "create_local_graph_executor", "固件因此不必带图执行器，但每个算子往返一次", reason="说的是固件的大小和通信的次数")


def packet(session, kind, body=b""):
    """A packet of the protocol between host and firmware."""
    payload = struct.pack("<HB", session, kind) + body
    head = b"\xff\xfd" + (struct.pack("<I", len(payload)) + payload).replace(b"\xff", b"\xff\xff")
    return head + struct.pack("<H", binascii.crc_hqx(head, 0xFFFF)).replace(b"\xff", b"\xff\xff")


def firmware(tvm, reply=True, before=0, after=0, timeouts=(0, 0, 0)):
    """A transport whose other side sends `before` messages of termination, answers a handshake, and sends `after` more."""
    module = importlib.import_module("tvm.micro.transport")

    class Firmware(module.Transport):
        def __init__(self):
            self.log, self.sent, self.starts = [], b"", 0
            self.queue = b"\xfe" + packet(0, 2) * before

        def timeouts(self):
            return module.TransportTimeouts(*timeouts)

        def open(self):
            self.log.append("open")

        def close(self):
            self.log.append("close")

        def write(self, data, timeout_sec):
            self.sent += bytes(data)
            start = b"\xff\xfd\x04\x00\x00\x00"
            while start in self.sent:
                at = self.sent.index(start) + len(start)
                if len(self.sent) < at + 6:
                    return
                nonce, self.sent = self.sent[at], self.sent[at + 6 :]
                self.starts += 1
                if reply:
                    session = nonce | (5 << 8)
                    self.queue += packet(session, 1, b"\x01") + packet(session, 2) * after

        def read(self, n, timeout_sec):
            self.log.append(timeout_sec)
            if not self.queue:
                raise module.IoTimeoutError()
            given, self.queue = self.queue[:n], self.queue[n:]
            return given

    return Firmware()


@proves(M + "SessionTerminatedError", "信息是 `remote device terminated connection`", "还在握手时收到的结束消息不算，收到几次都一样", "它直接继承 `Exception`，捕获 `TVMError` 得不到它")
@proves(M + "Session", "默认的 None 不能用，进入时抛出 `AttributeError`", "出现在日志和错误信息里", "隔多久重发握手（0 不重发）、等待握手多久（0 不限）、会话中等待多久（0 不限）")
def _(tvm):
    micro = tvm.micro
    from tvm.micro.transport import TransportTimeouts

    with raises(AttributeError):
        micro.Session().__enter__()
    kind = micro.SessionTerminatedError
    assert kind.__bases__ == (Exception,)
    other = firmware(tvm, before=3)
    session = micro.Session(other).__enter__()
    assert "cpu" in str(session.device) and other.log[0] == "open" and other.log[1] is None
    other = firmware(tvm, after=1)
    with raises(kind, "remote device terminated connection"):
        micro.Session(other).__enter__().get_system_lib()
    for times, starts in (((0, 0.3, 0), 1), ((0.1, 0.35, 0), 4)):
        for own, override in ((times, None), ((9, 9, 9), TransportTimeouts(*times))):
            other = firmware(tvm, reply=False, timeouts=own)
            with raises("TVMError", "session start handshake failed after"):
                micro.Session(other, timeout_override=override).__enter__()
            assert other.starts == starts and other.log[-1] == "close"
    other = firmware(tvm, timeouts=(0, 0, 0.2))
    with raises("TVMError", "failed to read reply message after timeout 0.2s"):
        micro.Session(other).__enter__().get_system_lib()
    seen = io.StringIO()
    log = logging.getLogger("tvm.micro.transport")
    log.setLevel(logging.DEBUG)
    log.addHandler(logging.StreamHandler(seen))
    log.propagate = False
    micro.Session(firmware(tvm), session_name="mine").__enter__()
    assert seen.getvalue().startswith("mine: opening transport\n") and "mine: read" in seen.getvalue()


unproved(M + "SessionTerminatedError", "固件启动时就发它，所以常常是板子重启了", reason="要有板子")
unproved(M + "generate_project", "gcc 12 对 C 运行时有一个警告，它的 `Makefile` 又写着 `-Werror`", "不写，`build` 抛出 `ServerError`", reason="取决于 gcc 的版本", versions=OLDEST)


@proves(M + "Session", "`crt` 模板的固件进程中途结束时，`TVMError` 的末行是 `AttributeError: 'Handler' object has no attribute 'disconnect_transport'`", "这是模板的服务器写错了方法名，真正的原因是连接断了", "0.13.0 已经改正", versions=("0.10.0", "0.12.0"))
def _(tvm):
    import importlib.util

    file = os.path.join(tvm.micro.get_microtvm_template_projects("crt"), "microtvm_api_server.py")
    spec = importlib.util.spec_from_file_location("server_of_crt", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    handler = module.Handler()
    begin, end = os.pipe()
    os.close(end)  # what a process leaves that has ended
    handler._proc = types.SimpleNamespace(stdout=open(begin, "rb"))
    with raises(AttributeError, "'Handler' object has no attribute 'disconnect_transport'"):
        handler.read_transport(1, 1.0)
    assert hasattr(handler, "close_transport")


@proves(M + "TransportLogger", "`Session` 总是用它，级别是 `DEBUG`，所以打开 `tvm.micro.transport` 的日志就能看到", "每条记录的开头", "真正收发的通道", "默认是 `tvm.micro.transport`", "所有记录用的级别，错误也是", "十六进制右边照原样显示的字符：数字、字母和标点；其余的显示成点", "里面那个通道的三个时限", "先记一条再打开", "记录以后关闭里层", "最多收 `n` 字节并返回；超时和其他异常记录以后原样抛出", "发送；没有返回值，与 `Transport` 规定的字节数不同", "第一行是打开，然后是握手的字节")
def _(tvm):
    import string

    from tvm.micro.transport import IoTimeoutError, Transport

    Logger = tvm.micro.TransportLogger
    events = []

    class Child(Transport):
        def timeouts(self):
            return "three"

        def open(self):
            events.append("open")

        def close(self):
            events.append("close")

        def read(self, n, timeout_sec):
            if n == 0:
                raise IoTimeoutError()
            if n < 0:
                raise KeyError("mine")
            return b"aZ9!\x00 \n~\x7f"[:n]

        def write(self, data, timeout_sec):
            if not data:
                raise IoTimeoutError()
            return len(data)

    class Keep(logging.Handler):
        def emit(self, record):
            events.append((record.levelno, record.getMessage()))

    own = logging.getLogger("probe")
    own.setLevel(1)
    own.propagate = False
    own.addHandler(Keep())
    logger = Logger("mine", Child(), own, 7)
    assert Logger.PRINTABLE == string.digits + string.ascii_letters + string.punctuation
    assert Logger("x", Child()).logger.name == "tvm.micro.transport" and Logger("x", Child()).level == logging.INFO
    assert logger.timeouts() == "three"
    logger.open()
    logger.close()
    assert events == [(7, "mine: opening transport"), "open", (7, "mine: closing transport"), "close"]
    assert logger.read(9, None) == b"aZ9!\x00 \n~\x7f" and logger.read(2, 1.0) == b"aZ"
    assert events[-2][1].endswith("aZ9!...~.") and "61 5a 39 21 00 20 0a 7e 7f" in events[-2][1]
    assert logger.write(b"ab", None) is None and "61 62" in events[-1][1]
    for work, kind in ((lambda: logger.read(0, 1.0), IoTimeoutError), (lambda: logger.read(-1, 1.0), KeyError), (lambda: logger.write(b"", 1.0), IoTimeoutError)):
        before = len(events)
        with raises(kind):
            work()
        assert len(events) == before + 1
    assert all(level == 7 and words.startswith("mine: ") for level, words in (event for event in events if type(event) is tuple))
    session = tvm.micro.Session(firmware(tvm)).__enter__()
    assert type(session.transport) is Logger and session.transport.level == logging.DEBUG


@proves(M + "autotvm_build_func", "函数体是空的，起作用的是属性 `output_format`，值为 `.model-library-format`，由 `_WrappedBuildFunc` 读取", "两者一起用：`autotvm_build_func` 是 `LocalBuilder` 的 `build_func`，`AutoTvmModuleLoader` 的对象是 `RPCRunner` 的 `module_loader`")
def _(tvm):
    from tvm import autotvm
    from tvm.autotvm.measure.measure_methods import _WrappedBuildFunc

    micro = tvm.micro
    assert micro.autotvm_build_func() is None and micro.autotvm_build_func.output_format == ".model-library-format"
    assert _WrappedBuildFunc(micro.autotvm_build_func).build_func is micro.autotvm_build_func
    builder = autotvm.LocalBuilder(build_func=micro.autotvm_build_func)
    assert builder.build_func.build_func is micro.autotvm_build_func
    loader = micro.AutoTvmModuleLoader("/there", {})
    assert autotvm.RPCRunner("key", "host", 1, module_loader=loader).module_loader is loader


@proves(M + "AutoTvmModuleLoader", "模板；其他类型抛出 `TypeError: Incorrect type …`", "这些步骤在 RPC 服务器的进程里做，所以路径是那台机器上的")
@proves(M + "AutoTvmModuleLoader", "模板的选项。默认的 None 能构造，测量时却抛出 `TypeError`，没有选项也要写 `{}`", "选项里有 `board`，而设备的键不含 `$local$device` 时，键会写成选项 `serial_number`，覆盖原有的值", versions=NEW)
@proves(M + "AutoTvmModuleLoader", "模板的选项；默认的 None 不给选项", versions=OLDEST)
def _(tvm, release):
    build = importlib.import_module("tvm.micro.build")
    asked = []

    class Tracker:
        def request(self, key, **given):
            asked.append(given["session_constructor_args"])
            return types.SimpleNamespace(get_function=lambda name: lambda: name)

    build._rpc.connect_tracker = lambda host, port: Tracker()
    result = types.SimpleNamespace(filename=os.path.join(tempfile.mkdtemp(), "a.tar"))
    Path(result.filename).write_bytes(b"archive")

    def measured(options, key="key", **more):
        with tvm.micro.AutoTvmModuleLoader(Path("/template"), options, **more)({"host": "h", "port": 1, "device_key": key, "priority": 1, "timeout": 1}, result) as (remote, library):
            assert library == "runtime.SystemLib"
        return asked[-1]

    with raises(TypeError, "Incorrect type"):
        tvm.micro.AutoTvmModuleLoader(3)
    given = measured({"a": 1})
    assert given[:4] == ["tvm.micro.compile_and_create_micro_session", b"archive", "/template", '{"a": 1}']
    tvm.micro.AutoTvmModuleLoader("/template")
    if release == "0.10.0":
        assert measured(None)[3] == "null"
        return
    with raises(TypeError):
        measured(None)
    assert given[4:] == [None, False] and measured({}, project_dir=Path("/p"), use_existing=True)[4:] == ["/p", True]
    assert json.loads(measured({"board": "b"})[3]) == {"board": "b", "serial_number": "key"}
    assert json.loads(measured({"board": "b", "serial_number": "mine"})[3])["serial_number"] == "key"
    assert json.loads(measured({"board": "b"}, "x$local$device")[3]) == {"board": "b"}


@proves(M + "AutoTvmModuleLoader", "工程放在哪里，留着供调试，要还不存在；默认用临时目录", "True 时不生成，重新构建 `project_dir` 里的 `generated-project`，这个候选的归档不使用", versions=NEW)
@proves(M + "AutoTvmModuleLoader", "每个候选的归档和工程放在一个临时目录里，固件启动以后就删掉，不能指定地方留着供调试", versions=OLDEST)
def _(tvm, release):
    module = importlib.import_module("tvm.micro.session")
    template = template_of(tvm)

    class Session:
        _rpc = types.SimpleNamespace(_sess="session")

        def __init__(self, transport_context_manager):
            where.append(Path(transport_context_manager._api_client.server_info_query("")["model_library_format_path"]).parent)
            assert where[-1].exists() and [one[0] for one in notes(where[-1])] == ["build", "flash"]

        def __enter__(self):
            return self

    module.Session, where = Session, []
    create = tvm.get_global_func("tvm.micro.compile_and_create_micro_session")
    assert create(bytearray(b"archive"), str(template), "{}") == "session" if release == "0.10.0" else create(bytearray(b"archive"), str(template), "{}", None, False) == "session"
    assert where[0].name == "generated-project" and not where[0].exists()
    if release == "0.10.0":
        return
    kept = template.parent / "kept"
    create(bytearray(b"archive"), str(template), "{}", str(kept), False)
    assert where[-1] == kept / "generated-project" and where[-1].exists() and (where[-1] / "model.tar").read_bytes() == b"archive"
    with raises("TVMError", "FileExistsError"):
        create(bytearray(b"archive"), str(template), "{}", str(kept), False)
    (where[-1] / "notes").unlink()
    (where[-1] / "build").mkdir()
    create(bytearray(b"other"), "/nowhere", "{}", str(kept), True)
    assert (kept / "generated-project/model.tar").read_bytes() == b"archive" and not (kept / "generated-project/build").exists()
