"""Probes of docs/reference/api/python/vta.md, on the functional simulator."""

import contextlib
import ctypes
import importlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import types
import urllib.error

import numpy as np
from probes import proves, raises, unproved

COMPLETE = True


def run(code, **variables):
    return subprocess.run([sys.executable, "-c", code], env={**os.environ, **variables}, capture_output=True, text=True)


@proves("vta.get_env", "没有另外指定时，来自 `vta_config.json`", "文件在 `3rdparty/vta-hw/config`，设了环境变量 `VTA_HW_PATH` 时在它的 `config` 里。`import vta` 时读取一次，以后改文件不影响已经启动的进程", "包在源代码的 `vta/python`")
@proves("vta.get_env", "没有检出时 `import vta` 失败", versions=("0.12.0", "0.13.0"))
@proves("vta.get_env", "没有它时 `import vta` 失败", versions=("0.10.0",))
def _(tvm):
    import vta
    from vta.environment import get_vta_hw_path

    env, real = vta.get_env(), get_vta_hw_path()
    assert type(env) is vta.Environment and real.endswith("3rdparty/vta-hw") and os.path.dirname(vta.__file__).endswith("vta/python/vta")
    config = json.load(open(real + "/config/vta_config.json"))
    assert {key: env.cfg_dict[key] for key in config} == config
    folder = tempfile.mkdtemp()
    shutil.copytree(real + "/config", folder + "/config")
    file = folder + "/config/vta_config.json"
    json.dump({**config, "LOG_BLOCK": 5}, open(file, "w"))
    code = f"import vta, os; a = vta.get_env().BLOCK_IN; os.remove({file!r}); print(a, vta.get_env().BLOCK_IN)"
    ran = run(code, VTA_HW_PATH=folder)
    assert ran.stdout.split() == ["32", "32"], ran.stderr
    ran = run("import vta", VTA_HW_PATH=tempfile.mkdtemp())
    assert ran.returncode == 1 and "RuntimeError: Cannot find config in" in ran.stderr


def config(**other):
    import vta

    return {**{key: value for key, value in vta.get_env().cfg_dict.items() if key not in ADDED}, **other}


ADDED = {"LOG_BLOCK_IN", "LOG_BLOCK_OUT", "LOG_OUT_WIDTH", "LOG_OUT_BUFF_SIZE"}


@proves("vta.Environment", "构造时会往里面添四个键（`LOG_BLOCK_IN`、`LOG_BLOCK_OUT`、`LOG_OUT_WIDTH`、`LOG_OUT_BUFF_SIZE`）", "构造时不检查", "用于缓存和下载比特流的路径", "取以 2 为底的对数：3 是 8 位，5 是 32 位；输出的位数同输入", "一条矩阵乘指令的批次和边长的对数", "微指令、输入、权重、累加器缓冲区字节数的对数", "缺了 `LOG_` 开头的键抛出 `KeyError`，缺了 `TARGET` 抛出 `AttributeError`，缺了 `HW_VER` 到找比特流时才报错", "是去掉 `LOG_` 之后的值", "`BITSTREAM` 和 `MODEL` 是由配置拼成的名称", "配置的字典，包括添上的四个键")
def _(tvm):
    import vta

    given = config()
    before = set(given)
    env = vta.Environment(given)
    assert set(given) - before == ADDED and env.cfg_dict == given
    assert vta.Environment(config(TARGET="nothing")).TARGET == "nothing"
    keys = [key for key in given if key.startswith("LOG_") and key not in ADDED]
    assert len(keys) == 9
    for key in keys:
        less = config()
        del less[key]
        with raises(KeyError, key):
            vta.Environment(less)
    less = config()
    del less["TARGET"]
    with raises(AttributeError):
        vta.Environment(less)
    less = config()
    del less["HW_VER"]
    with vta.Environment(less):
        with raises(AttributeError, "HW_VER"):
            vta.get_bitstream_path()
    os.environ["VTA_CACHE_PATH"] = tempfile.mkdtemp()
    other = vta.Environment(config(HW_VER="1.2", LOG_INP_WIDTH=4, LOG_WGT_WIDTH=2, LOG_ACC_WIDTH=6, LOG_BATCH=1, LOG_BLOCK=5, LOG_UOP_BUFF_SIZE=6, LOG_INP_BUFF_SIZE=7, LOG_WGT_BUFF_SIZE=8, LOG_ACC_BUFF_SIZE=9))
    assert [other.inp_dtype, other.wgt_dtype, other.acc_dtype, other.out_dtype] == ["int16", "int4", "int64", "int16"]
    assert (other.INP_WIDTH, other.OUT_WIDTH, other.BATCH, other.BLOCK_IN, other.BLOCK_OUT) == (16, 16, 2, 32, 32)
    assert (other.UOP_BUFF_SIZE, other.INP_BUFF_SIZE, other.WGT_BUFF_SIZE, other.ACC_BUFF_SIZE) == (64, 128, 256, 512)
    assert other.INP_ELEM_BYTES == 2 * 32 * 2 and other.LOG_OUT_BUFF_SIZE == 9 + 4 - 6
    assert other.BITSTREAM == "2x32_i16w4a64_6_7_8_9" and other.MODEL == "sim_" + other.BITSTREAM
    with other:
        assert vta.get_bitstream_path().endswith("/sim/1_2/" + other.BITSTREAM + ".bit")


@proves("vta.Environment", "用 `with` 暂时换成另一份", "类属性，当前的配置，`get_env` 返回它；整个进程共用，不分线程", "| `DEBUG_DUMP_INSN` | 调试位 2", "| `DEBUG_DUMP_UOP` | 调试位 4", "| `DEBUG_SKIP_READ_BARRIER` | 调试位 8", "| `DEBUG_SKIP_WRITE_BARRIER` | 调试位 16", "输入缓冲区的作用域名 `local.inp_buffer`", "权重缓冲区的作用域名 `local.wgt_buffer`", "累加器的作用域名 `local.acc_buffer`", "内部用的 `DevContext`：存储编号、指令编号、任务队列；第一次读时建立", "这份配置的副本，搬运和运算都换成空操作", "平时是 `dma_copy`，`mock` 里是 `skip_dma_copy`", "平时是 `alu`，`mock` 里是 `skip_alu`", "矩阵乘指令的 `TensorIntrin`，传给 `Stage.tensorize`", "VTA 的目标：`ext_dev`，`-device=vta`，`-model` 是 `MODEL`", "`pynq`、`de10nano` 是 32 位 Arm，`ultra96` 是 64 位 Arm，仿真和 `intelfocl` 是 `llvm`；其他 `TARGET` 抛出 `ValueError`", "开发板上的 CPU：`arm_cpu` 目标，`-model` 是 `TARGET`")
def _(tvm):
    import threading

    import vta

    env, Environment = vta.get_env(), vta.Environment
    wider = Environment(config(LOG_BLOCK=5))
    seen = []
    with wider as entered:
        assert entered is wider and vta.get_env() is wider is Environment.current
        thread = threading.Thread(target=lambda: seen.append(vta.get_env()))
        thread.start()
        thread.join()
    assert seen == [wider] and vta.get_env() is env
    assert (env.DEBUG_DUMP_INSN, env.DEBUG_DUMP_UOP, env.DEBUG_SKIP_READ_BARRIER, env.DEBUG_SKIP_WRITE_BARRIER) == (2, 4, 8, 16)
    assert (env.inp_scope, env.wgt_scope, env.acc_scope) == ("local.inp_buffer", "local.wgt_buffer", "local.acc_buffer")
    assert wider._dev_ctx is None and wider.dev is wider.dev and type(wider.dev).__name__ == "DevContext"
    assert wider.dev.MEM_ID_WGT == 1 and wider.dev.ALU_OPCODE_ADD == 2 and wider.dev.QID_COMPUTE == 2
    mock = wider.mock
    assert type(mock) is Environment and mock is not wider and mock is mock.mock and mock.cfg_dict == wider.cfg_dict
    assert (wider.dma_copy, mock.dma_copy, wider.alu, mock.alu) == ("dma_copy", "skip_dma_copy", "alu", "skip_alu")
    assert isinstance(wider.gemm, tvm.te.tensor_intrin.TensorIntrin) and isinstance(mock.gemm, tvm.te.tensor_intrin.TensorIntrin)
    assert "tir.vta.uop_push" in str(wider.gemm.body) and "tir.vta.uop_push" not in str(mock.gemm.body)
    target = wider.target
    assert str(target.kind) == "ext_dev" and target.attrs["device"] == "vta" and target.model == wider.MODEL
    hosts = {name: Environment(config(TARGET=name)) for name in ("pynq", "de10nano", "ultra96", "sim", "tsim", "intelfocl", "other")}
    assert hosts["pynq"].target_host == hosts["de10nano"].target_host == "llvm -mtriple=armv7-none-linux-gnueabihf"
    assert hosts["ultra96"].target_host == "llvm -mtriple=aarch64-linux-gnu"
    assert {hosts[name].target_host for name in ("sim", "tsim", "intelfocl")} == {"llvm"}
    with raises(ValueError, "Unknown target other"):
        hosts["other"].target_host
    cpu = hosts["pynq"].target_vta_cpu
    assert "arm_cpu" in list(cpu.keys) and cpu.model == "pynq"


@proves("vta.Environment", "的代码没有读它，运行时用的是驱动里自己的 `VTA_MAX_XFER`（`1 << 25`）", "`1 << 22`")
def _(tvm):
    import vta
    from vta.environment import get_vta_hw_path

    assert vta.Environment.MAX_XFER == 1 << 22
    root = os.path.dirname(os.path.dirname(os.path.dirname(vta.__file__)))
    found = []
    for folder, _, files in os.walk(root):
        for name in files:
            if name.endswith(".py"):
                found += [line for line in open(os.path.join(folder, name)) if "MAX_XFER" in line]
    assert [line.strip() for line in found] == ["MAX_XFER = 1 << 22"]
    assert "#define VTA_MAX_XFER (1<<25)" in open(get_vta_hw_path() + "/include/vta/driver.h").read()


def addition(tvm, env, depth=4):
    te = tvm.te
    shape = (1, depth, env.BATCH, env.BLOCK_OUT)
    A, B = (te.placeholder(shape, env.acc_dtype, name=name) for name in "AB")
    a_buf = te.compute(shape, lambda *i: A(*i), name="a_buf")
    b_buf = te.compute(shape, lambda *i: B(*i), name="b_buf")
    total = te.compute(shape, lambda *i: a_buf(*i) + b_buf(*i), name="total")
    C = te.compute(shape, lambda *i: total(*i).astype(env.inp_dtype), name="C")
    schedule = te.create_schedule(C.op)
    for stage in (a_buf, b_buf, total):
        schedule[stage].set_scope(env.acc_scope)
    for stage in (a_buf, b_buf, C):
        schedule[stage].pragma(stage.op.axis[0], env.dma_copy)
    schedule[total].pragma(total.op.axis[0], env.alu)
    return schedule, [A, B, C]


def printed(tvm, function, shape):
    """What the runtime prints while the function runs, and its result."""
    device = tvm.ext_dev(0)
    numbers = np.arange(np.prod(shape), dtype="int32").reshape(shape) % 50
    given = [tvm.nd.array(numbers, device), tvm.nd.array(numbers, device), tvm.nd.array(np.zeros(shape, "int8"), device)]
    libc = ctypes.CDLL(None)
    libc.fflush(None)
    saved, (handle, file) = os.dup(1), tempfile.mkstemp()
    os.dup2(handle, 1)
    try:
        function(*given)
        libc.fflush(None)
    finally:
        os.dup2(saved, 1)
    assert np.array_equal(given[2].numpy(), (2 * numbers).astype("int8"))
    return open(file, errors="replace").read()


@proves("vta.build_config", "返回带有 VTA 各个 Pass 的 `PassContext`", "`Environment` 的调试位之和；非零时在函数开头插入 `VTASetDebugMode`", "转给 `PassContext`，如 `opt_level`（默认 2）、`disabled_pass`", "Pass 列在 `tir.add_lower_pass` 里：搬运变成 DMA 指令、运算分到队列、插入队列之间的同步、生成微指令等", "代码写成了 `kwargs[config]`，抛出 `TypeError: unhashable type: 'dict'`", "要另加配置项，取出返回值的 `config` 自己拼一个 `PassContext`")
@proves("vta.lower", "套上 `build_config()` 再调用 `tvm.lower`", "它检查外层有没有 VTA 的配置时，键名少写了 `tir.`，所以总是另套一层默认的，外层 `with` 的 `debug_flag`、`opt_level` 和其他配置都不起作用", "需要它们时，在 `with vta.build_config(…)` 里直接用 `tvm.lower`")
def _(tvm):
    import vta

    env = vta.get_env()
    context = vta.build_config()
    assert isinstance(context, tvm.transform.PassContext) and context.opt_level == 2 and list(context.config) == ["tir.add_lower_pass"]
    given = vta.build_config(opt_level=3, disabled_pass=["tir.UnrollLoop"])
    assert given.opt_level == 3 and list(given.disabled_pass) == ["tir.UnrollLoop"]
    names = [str(one[1].info.name) for one in context.config["tir.add_lower_pass"]]
    for name in ("InjectCopyIntrin", "AnnotateALUCoProcScope", "InjectCoProcSync", "InjectALUIntrin"):
        assert any(name in one for one in names), names
    schedule, args = addition(tvm, env)
    with context:
        plain = str(tvm.lower(schedule, args))
    assert "VTALoadBuffer2D" in plain and "coproc_sync" in plain and "VTASetDebugMode" not in plain
    assert str(vta.lower(schedule, args)) == plain
    with raises(TypeError, "unhashable type: 'dict'"):
        vta.build_config(config={"tir.disable_vectorize": True})
    for flag in (2, 6):
        with vta.build_config(debug_flag=flag):
            text = str(tvm.lower(schedule, args))
            assert str(vta.lower(schedule, args)) == plain
        assert "VTASetDebugMode" in text and f", {flag}" in text[text.index("VTASetDebugMode") :].splitlines()[0]
        assert text.index("VTASetDebugMode") < text.index("VTALoadBuffer2D")
    mixed = tvm.transform.PassContext(config={**context.config, "tir.disable_vectorize": True})
    with mixed:
        assert str(tvm.lower(schedule, args)) == plain


@proves("vta.lower", "外层 `with` 的 `debug_flag`、`opt_level` 和其他配置都不起作用")
@proves("vta.build", "套上 `build_config()` 再调用 `tvm.build`；外层已经有下降 Pass 的列表时不套", "外层是普通的 `PassContext` 时，它的设置同样被默认的 `build_config()` 代替", "返回的模块里，VTA 的指令是对运行时函数的调用，如 `VTALoadBuffer2D`、`VTAUopPush`")
def _(tvm):
    import vta

    env = vta.get_env()
    schedule, args = addition(tvm, env)
    target = tvm.target.Target(env.target, host=env.target_host)
    seen = []

    @tvm.instrument.pass_instrument
    class Note:
        def run_before_pass(self, mod, info):
            seen.append(info.name)

    def passes(work, context):
        seen.clear()
        with context:
            work(schedule, args)
        return list(seen)

    plain = lambda: tvm.transform.PassContext(instruments=[Note()])
    assert passes(vta.lower, plain()) == passes(lambda *given: vta.build(*given, target), plain()) == []
    own = tvm.transform.PassContext(config=vta.build_config().config, instruments=[Note()])
    assert len(passes(lambda *given: vta.build(*given, target), own)) > 5
    function = vta.build(schedule, args, target)
    code = function.get_source()
    assert "VTALoadBuffer2D" in code and "VTAUopPush" in code
    with vta.build_config(debug_flag=2):
        assert "VTASetDebugMode" in vta.build(schedule, args, target).get_source()
    assert "VTASetDebugMode" not in code


@proves("vta.Environment", "每次同步之前打印要执行的指令", "微指令第一次生成时打印；运行时还有一个 32，让指令逐条串行，Python 里没有对应的名称")
def _(tvm):
    import vta
    from vta.testing import simulator

    assert simulator.enabled()
    env = vta.get_env()
    schedule, args = addition(tvm, env)
    shape = [int(n) for n in args[0].shape]
    target = tvm.target.Target(env.target, host=env.target_host)
    made = {}
    for flag in (0, env.DEBUG_DUMP_INSN, env.DEBUG_DUMP_UOP):
        with vta.build_config(debug_flag=flag):
            made[flag] = tvm.build(schedule, args, target)
    assert printed(tvm, made[0], shape) == ""
    words = printed(tvm, made[4], shape)
    assert "uop" in words.lower() and printed(tvm, made[4], shape) == ""
    words = printed(tvm, made[2], shape)
    assert "INSTRUCTION 0" in words and "LOAD" in words and "INSTRUCTION 0" in printed(tvm, made[2], shape)
    header = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(vta.__file__))), "runtime/runtime.h")
    assert "#define VTA_DEBUG_FORCE_SERIAL (1 << 5)" in open(header).read()
    assert not [name for name in dir(vta.Environment) if name.startswith("DEBUG") and getattr(vta.Environment, name) == 32]


for flag, words in (("READ", "不在加速器读数据之前把 CPU 的缓存写回"), ("WRITE", "不在加速器写完之后作废 CPU 的缓存")):
    unproved("vta.Environment", words, reason="要有带缓存的开发板")
unproved("vta.Environment", "与原来的混用，可以单独量某一部分的时间", "网络里不交给 VTA 的部分、或整个在 CPU 上运行时用它", reason="要有开发板")


class Board:
    """A session that notes what it is asked."""

    def __init__(self):
        self.asked = []

    def get_function(self, name):
        return lambda *given: self.asked.append((name, *given))

    def upload(self, path):
        self.asked.append(("upload", path))


@proves("vta.program_fpga", "是 `LocalSession` 时在本机编程，仿真的目标什么也不做", "本机的文件，不存在时抛出 `AssertionError`；默认按当前配置的名称在缓存里找，没有就下载", "缓存目录是 `~/.vta_cache`，可以用环境变量 `VTA_CACHE_PATH` 换；`de10nano` 没有缓存的比特流时直接返回，不下载", "下载到 404 时抛出 `RuntimeError`", "仿真的目标虽然不需要比特流，没有缓存时也会先下载，没有网络就失败", "这两个函数的 `remote` 是 `rpc.connect` 或 `rpc.LocalSession` 得到的会话")
def _(tvm):
    import vta
    from vta import program_bitstream

    bitstream = importlib.import_module("vta.bitstream")
    local, home = tvm.rpc.LocalSession(), tempfile.mkdtemp()
    downloads = []
    bitstream.download = lambda url, path: downloads.append((url, path)) or open(path, "w").close()
    os.environ.pop("VTA_CACHE_PATH", None)
    os.environ["HOME"] = home
    with raises(AssertionError):
        vta.program_fpga(local, "/no/such.bit")
    env = vta.get_env()
    assert vta.program_fpga(local) is None and len(downloads) == 1
    cached = os.path.join(home, ".vta_cache/sim", env.HW_VER.replace(".", "_"), env.BITSTREAM + ".bit")
    assert downloads[0][1] == cached and downloads[0][0].endswith(f"/sim/{env.HW_VER}/{env.BITSTREAM}.bit")
    vta.program_fpga(local)
    assert len(downloads) == 1
    board = Board()
    vta.program_fpga(board)
    name = os.path.basename(cached)
    assert board.asked == [("upload", cached), ("tvm.contrib.vta.init", name)]
    other = os.path.join(home, "own.bit")
    open(other, "w").close()
    programmed = []
    program_bitstream.pynq_bitstream_program = programmed.append
    with vta.Environment(config(TARGET="pynq")):
        vta.program_fpga(local, other)
    assert programmed == [other]
    os.environ["VTA_CACHE_PATH"] = tempfile.mkdtemp()
    assert vta.get_bitstream_path().startswith(os.environ["VTA_CACHE_PATH"] + "/sim/")
    board = Board()
    with vta.Environment(config(TARGET="de10nano")):
        assert vta.program_fpga(board) is None and board.asked == [] and len(downloads) == 1

    def missing(url, path):
        raise urllib.error.HTTPError(url, 404, "Not Found", None, None)

    def cut(url, path):
        raise urllib.error.URLError("no network")

    bitstream.download = missing
    with raises(RuntimeError, "is not available"):
        vta.program_fpga(local)
    bitstream.download = cut
    with raises(urllib.error.URLError):
        vta.program_fpga(local)


unproved("vta.program_fpga", "自己编译的配置通常没有现成的比特流", reason="说的是下载的网站上有什么")


@proves("vta.reconfig_runtime", "会话没有注册这个函数（如 `LocalSession`）时抛出 `AttributeError`")
@proves("vta.program_fpga", "远端要运行 `python -m vta.exec.rpc_server`，它注册了用到的函数")
@proves("vta.reconfig_runtime", "远端保留自己的 `TARGET`，其余参数用发去的", "远端的 `vta_config.json` 若是上一次这样写下的、内容又相同，就跳过。样例配置缺四个推出的键，判为不同。不跳过时编译动态库并改写这个文件", "会话里已经加载了运行时，远端报错 `Can only reconfig in the beginning of session...`")
def _(tvm):
    import vta

    with raises(AttributeError):
        vta.reconfig_runtime(tvm.rpc.LocalSession())
    sent = Board()
    wider = vta.Environment(config(LOG_BLOCK=5, TARGET="pynq"))
    with wider:
        vta.reconfig_runtime(sent)
    assert sent.asked == [("tvm.contrib.vta.reconfig_runtime", wider.pkg.cfg_json)]

    server = importlib.import_module("vta.exec.rpc_server")
    kept, compiled = {}, []

    class Written(io.StringIO):
        def close(self):
            kept["text"] = self.getvalue()
            super().close()

    server.find_libvta = lambda name: ["/the/libvta.so"]
    server.open = lambda path, mode="r": Written() if mode == "w" else io.StringIO(kept["text"])
    server.cc = types.SimpleNamespace(create_shared=lambda *given: compiled.append(given))
    server.ctypes = types.SimpleNamespace(CDLL=lambda *given: None, RTLD_GLOBAL=0)
    server.os.path.isfile = lambda path: path.endswith("vta_config.json")
    server.server_start()
    for name in ("tvm.contrib.vta.init", "tvm.contrib.vta.reconfig_runtime"):
        assert tvm.get_global_func(name, allow_missing=True) is not None
    reconfig = tvm.get_global_func("tvm.contrib.vta.reconfig_runtime")
    sample = config()
    kept["text"] = json.dumps(sample)
    reconfig(json.dumps(sample))
    written = json.loads(kept["text"])
    assert len(compiled) == 1 and compiled[0][0] == "/the/libvta.so" and set(written) - set(sample) == ADDED
    reconfig(json.dumps(sample))
    assert len(compiled) == 1
    reconfig(wider.pkg.cfg_json)
    written = json.loads(kept["text"])
    assert len(compiled) == 2 and written["TARGET"] == "sim" and written["LOG_BLOCK"] == 5
    reconfig(wider.pkg.cfg_json)
    assert len(compiled) == 2
    server.ctypes.CDLL = lambda *given: "loaded"
    with contextlib.suppress(Exception):
        tvm.get_global_func("tvm.rpc.server.load_module")("none.so")
    with raises("TVMError", "Can only reconfig in the beginning of session..."):
        reconfig(wider.pkg.cfg_json)
