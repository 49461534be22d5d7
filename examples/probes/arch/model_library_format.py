"""What export_model_library_format writes, and what it refuses."""

import json
import os
import re
import tarfile
import tempfile

import numpy as np
from probes import proves, raises

import tvm as _tvm
from tvm import relay, te

PAGE = "arch/model_library_format#"
FILES = PAGE + "什么写成哪个文件"
NEW = ("0.12.0", "0.13.0")


def network(name="x", dtype="float32"):
    x = relay.var(name, shape=(1, 8), dtype=dtype)
    return _tvm.IRModule.from_expr(relay.nn.relu(relay.nn.dense(x, relay.const(np.ones((4, 8), dtype)))))


def build(mod=None, target="c", kind="aot", runtime="crt", mod_name="default", config=None, **options):
    from tvm.relay.backend import Executor, Runtime

    config = {"tir.disable_vectorize": True, **(config or {})}
    with _tvm.transform.PassContext(opt_level=3, config=config):
        return relay.build(mod or network(), target, executor=Executor(kind, options), runtime=Runtime(runtime), mod_name=mod_name)


def export(modules, **options):
    """The archive's members, and the text of metadata.json."""
    from tvm import micro

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "out.tar")
        micro.export_model_library_format(modules, file)
        with tarfile.open(file) as archive:
            members = [one.name.replace("./", "", 1) for one in archive.getmembers() if one.isfile()]
            owners = {one.name.replace("./", "", 1): one.uname for one in archive.getmembers()}
            read = lambda name: archive.extractfile("./" + name).read().decode()
            return members, json.loads(read("metadata.json")), owners, {one: read(one) for one in members if one.startswith("codegen") and not one.endswith(".o")}


def only(members, *folders):
    return sorted(one for one in members if one.startswith(folders))


@proves(FILES, "`codegen/host/src/<名字>_lib<n>.c`", "`codegen/host/lib/<名字>_lib<n>.o`", "类型为 `llvm` 的模块，另行编号")
def _(tvm):
    c = only(export(build(mod_name="net"))[0], "codegen")
    assert c and all(re.fullmatch(r"codegen/host/src/net_lib\d\.c", one) for one in c)
    llvm = only(export(build(target="llvm", kind="graph", runtime="cpp", mod_name="net"))[0], "codegen")
    assert "codegen/host/lib/net_lib0.o" in llvm


@proves(FILES, "执行器选项 `interface-api` 为 `c`")
def _(tvm):
    plain = export(build())[0]
    given = export(build(**{"interface-api": "c", "unpacked-api": True}))[0]
    assert "codegen/host/include/tvmgen_default.h" in given and not only(plain, "codegen/host/include")


@proves(FILES, "`executor-config/graph/<名字>.graph`", "AOT 并且运行时是 `crt`", "`parameters/<名字>.params`", "`src/<名字>.relay`")
@proves(PAGE + "metadatajson", "AOT 加 `crt` 时才有", "`[\"graph\"]` 或 `[\"aot\"]`", versions=NEW)
def _(tvm, release):
    for kind, runtime in (("graph", "crt"), ("aot", "crt"), ("graph", "cpp"), ("aot", "cpp")):
        target = "llvm" if runtime == "cpp" else "c"
        members, metadata, *_ = export(build(kind=kind, runtime=runtime, target=target, mod_name="net"))
        assert only(members, "executor-config") == (["executor-config/graph/net.graph"] if kind == "graph" else [])
        assert bool(only(members, "runtime", "templates")) == ((kind, runtime) == ("aot", "crt")), (kind, runtime)
        assert "parameters/net.params" in members and "src/net.relay" in members
        if release != "0.10.0":
            entry = metadata["modules"]["net"]
            assert entry["executors"] == [kind] and bool(entry.get("external_dependencies")) == ((kind, runtime) == ("aot", "crt"))


@proves(PAGE + "metadatajson", "格式的版本，这个版本的 TVM 写 7（`_GENERATED_VERSION`）", "模型名到条目的字典，每个 `relay.build` 一项")
def _(tvm):
    _, metadata, *_ = export([build(mod_name="first"), build(mod_name="second")])
    assert metadata["version"] == 7 and sorted(metadata["modules"]) == ["first", "second"]
    entry = metadata["modules"]["first"]
    assert entry["model_name"] == "first" and entry["style"] == "full-model" and all(isinstance(one, str) for one in entry["target"])


@proves(PAGE + "内存表", "输出的名字是 `output`，有几个时是 `output0`、`output1`", "在 AOT 且运行时为 `crt` 时默认启用，由配置 `tir.usmp.enable` 改变", versions=NEW)
@proves(PAGE + "内存表", "USMP 由配置 `tir.usmp.enable` 打开，默认关闭", versions=("0.10.0",))
def _(tvm, release):
    x = relay.var("x", shape=(1, 8))
    two = tvm.IRModule.from_expr(relay.Tuple([relay.exp(x), relay.tanh(x)]))
    if release != "0.10.0":
        main = lambda factory: export(factory)[1]["modules"]["default"]["memory"]["functions"]["main"][0]
        assert list(main(build())["outputs"]) == ["output"] and list(main(build(two))["outputs"]) == ["output0", "output1"]
    pools = lambda **options: "global_workspace" in "".join(export(build(**options))[3].values())
    assert pools() == (release != "0.10.0") and pools(config={"tir.usmp.enable": True}) and not pools(config={"tir.usmp.enable": False})


@proves(PAGE + "内存表", "选项 `link-params` 把权重移进算子，就是 0", "输入加输出；输出是元组时偏大")
def _(tvm):
    main = lambda factory: export(factory)[1]["modules"]["default"]["memory"]["functions"]["main"][0]
    assert main(build(kind="graph", **{"link-params": True}))["constants_size_bytes"] == 0
    assert main(build(kind="graph"))["constants_size_bytes"] == 4 * 8 * 4
    assert main(build(kind="graph"))["io_size_bytes"] == 4 * (8 + 4)


@proves(PAGE + "invariants", "归档里的属主是 root，`runtime/` 和 `templates/` 除外", versions=NEW)
@proves(PAGE + "invariants", "模型名在归档里唯一", "`codegen/` 里只有能直接编译或链接的文件")
def _(tvm):
    with raises(AssertionError):
        export([build(mod_name="same"), build(mod_name="same")])
    owners = export(build())[2]
    assert all(owner == "root" for name, owner in owners.items() if not name.startswith(("runtime", "templates")))
    assert {os.path.splitext(one)[1] for one in only(export(build())[0], "codegen")} == {".c"}


@proves(PAGE + "单个算子的归档", "没有 `modules` 一层，没有参数和图", "目标不是 `c`、`llvm` 时报 `Operator has non-DSO-exportable target`", "形状不是常数时报 `NonStaticShapeError`")
def _(tvm):
    def operator(length, target=None):
        A = te.placeholder((length,), name="A")
        B = te.compute((length,), lambda i: A[i] + 1, name="B")
        schedule = te.create_schedule(B.op)
        if target:
            schedule[B].bind(schedule[B].op.axis[0], te.thread_axis("threadIdx.x"))
        runtime = tvm.relay.backend.Runtime("crt", {"system-lib": True})
        return tvm.build(schedule, [A, B], target or tvm.target.Target("c", host="c"), runtime=runtime, name="add")

    members, metadata, *_ = export(operator(8))
    assert "modules" not in metadata and metadata["style"] == "operator" and not only(members, "parameters", "executor-config")
    with raises("NonStaticShapeError"):
        export(operator(te.var("n")))
    with raises(Exception, "Operator has non-DSO-exportable target"):
        export(operator(8, tvm.target.Target("opencl", host="c")))


@proves(PAGE + "dont-know-how-to-export", "虚拟机的结果不能导出", "算子多于一个")
def _(tvm):
    with raises(Exception):
        export(relay.vm.compile(network(), "llvm"))
    A = te.placeholder((8,), name="A")
    B = te.compute((8,), lambda i: A[i] + 1, name="B")
    one = lambda: tvm.build(te.create_schedule(B.op), [A, B], "c", name="add")
    with raises(RuntimeError, "Multiple operator is not supported."):
        export([one(), one()])


@proves(PAGE + "nonetype-object-has-no-attribute-group", "只匹配 `float`、`int`、`uint` 加位数", "在边界处 `cast` 成 `uint8`", versions=NEW)
def _(tvm):
    x = relay.var("x", shape=(4,), dtype="bool")
    with raises(AttributeError, "'NoneType' object has no attribute 'group'"):
        export(build(tvm.IRModule.from_expr(relay.logical_not(x))))
    y = relay.var("x", shape=(4,), dtype="uint8")
    export(build(tvm.IRModule.from_expr(relay.cast(relay.logical_not(relay.cast(y, "bool")), "uint8"))))


@proves(PAGE + "导出时间差几个小时", "代码用 `datetime.now()`，是本地时间，却写上了表示世界时的 `Z`")
def _(tvm):
    import datetime
    import time

    os.environ["TZ"] = "Etc/GMT-9"
    time.tzset()
    text = export(build())[1]["modules"]["default"]["export_datetime"]
    written = datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%SZ")
    assert abs((written - datetime.datetime.utcnow()).total_seconds() - 9 * 3600) < 60
