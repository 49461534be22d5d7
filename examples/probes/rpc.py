"""Probes of docs/reference/api/python/rpc.md."""

import contextlib
import gc
import os
import socket
import tempfile
import time

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

OLD = ("0.10.0", "0.12.0")


# One server and one tracker for all probes: a process that imports TVM takes seconds to start.
tvm_of_the_file = __import__("tvm")
SHARED = tvm_of_the_file.rpc.Server("127.0.0.1", port=9500, port_end=9700, key="probe", silent=True)
TRACKER = __import__("tvm.rpc.tracker").rpc.tracker.Tracker("127.0.0.1", port=9700, port_end=9900, silent=True)
BOARDS = [
    tvm_of_the_file.rpc.Server("127.0.0.1", port=9500, port_end=9700, key=key, tracker_addr=("127.0.0.1", TRACKER.port), silent=True)
    for key in ("board", "pair", "pair")
]


@contextlib.contextmanager
def server(tvm, **options):
    """The server of the file, or one with options."""
    if not options:
        yield SHARED
        return
    made = tvm.rpc.Server("127.0.0.1", **{"key": "probe", "silent": True, "port": 9500, "port_end": 9700, **options})
    try:
        yield made
    finally:
        made.terminate()


def connected(tvm, made, **options):
    return tvm.rpc.connect("127.0.0.1", made.port, **{"key": "probe", **options})


def adder(tvm, **options):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1.0, name="b")
    return tvm.build(te.create_schedule(b.op), [a, b], "llvm", name="f", **options)


def saved(tvm, suffix="tar"):
    path = os.path.join(tempfile.mkdtemp(), "lib." + suffix)
    adder(tvm).export_library(path)
    return path


@proves("tvm.rpc.connect", "必须与服务器的相同，否则抛出 `TVMError: … cannot find server that matches key=…`", versions=("0.13.0",))
@proves("tvm.rpc.connect", "必须与服务器的相同，否则抛出 `TVMError: … cannot find server that matches key=…`", versions=OLD)
@proves("tvm.rpc.connect", "其他类型抛出 `TypeError`")
def _(tvm):
    with server(tvm) as made:
        with raises("TVMError", "cannot find server that matches key="):
            connected(tvm, made, key="other")
        with raises(TypeError):
            connected(tvm, made, session_constructor_args="rpc.Connect")


@proves("tvm.rpc.connect", "连不上抛出 `InternalError: … Connect to … failed`，不重试。主机名解析不了是 `InternalError: … cannot obtain address of …`；对方不是 RPC 服务器是 `TVMError: … is not TVM RPC server`", versions=("0.13.0",))
@proves("tvm.rpc.connect", "失败都抛出 `TVMError`，不重试。信息里，连不上有 `Connect to … failed`，主机名解析不了有 `cannot obtain address of …`，对方不是 RPC 服务器有 `is not TVM RPC server`", versions=OLD)
def _(tvm, release):
    import struct
    import threading

    kind = check_error(release)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with raises(kind, "Connect to"):
        tvm.rpc.connect("127.0.0.1", port)
    with raises(kind, "cannot obtain address of"):
        tvm.rpc.connect("no-such-host.invalid", port)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()

    def answer():
        peer, _ = listener.accept()
        peer.recv(4)
        peer.sendall(struct.pack("<i", 7))
        time.sleep(1)

    threading.Thread(target=answer, daemon=True).start()
    with raises("TVMError", "is not TVM RPC server"):
        tvm.rpc.connect("127.0.0.1", listener.getsockname()[1])


@proves("tvm.rpc.connect", "让服务器再建一层会话，第一个元素是构造函数的名称")
def _(tvm):
    with server(tvm, key="inner") as inner, server(tvm) as outer:
        remote = connected(tvm, outer, session_constructor_args=["rpc.Connect", "127.0.0.1", inner.port, "inner", False])
        array = tvm.nd.array(np.arange(3.0), remote.cpu())
        assert list(array.numpy()) == [0, 1, 2] and remote.cpu().exist


@proves("tvm.rpc.connect", "正在执行的调用（没有时是下一次调用）抛出 `RPCSessionTimeoutError`，再下一次是 `TVMError`", versions=("0.13.0",))
@proves("tvm.rpc.connect", "抛出 `TVMError`，信息里有 `code=kShutdown`（设备、数组和取函数一类的请求是 `code=1`）", versions=OLD)
def _(tvm, release):
    with server(tvm) as made:
        remote = connected(tvm, made, session_timeout=2)
        ask = remote.get_function("runtime.RuntimeEnabled")
        assert ask("llvm") == 1
        time.sleep(4)
        if release == "0.13.0":
            with raises("RPCSessionTimeoutError"):
                ask("llvm")
            with raises("TVMError"):
                ask("llvm")
        else:
            with raises("TVMError", "code=kShutdown"):
                ask("llvm")


@proves("tvm.rpc.connect", "返回 `RPCSession`", "服务器一次只服务一个会话，正忙时这里一直等")
@proves("tvm.rpc.RPCSession", "没有 `close`：会话在最后一个引用消失时结束，模块、数组和函数的句柄也算引用")
def _(tvm):
    import threading

    with server(tvm) as made:
        first = connected(tvm, made)
        assert isinstance(first, tvm.rpc.RPCSession) and not hasattr(first, "close")
        got = []
        thread = threading.Thread(target=lambda: got.append(connected(tvm, made)), daemon=True)
        thread.start()
        array = tvm.nd.array(np.zeros(1), first.cpu())
        del first
        gc.collect()
        thread.join(3)
        assert thread.is_alive() and got == []
        del array
        gc.collect()
        thread.join(20)
        assert len(got) == 1


@proves("tvm.rpc.RPCSession", "相对路径从服务器为这个会话建的临时目录算起，会话结束时目录删除。绝对路径和 `..` 不受限制，能读写、删除服务器上别的文件")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "outside")
    with server(tvm) as made:
        remote = connected(tvm, made)
        remote.upload(bytearray(b"in"), "inside")
        where = remote.get_function("tvm.rpc.server.workpath")("inside")
        assert open(where, "rb").read() == b"in"
        remote.upload(bytearray(b"out"), path)
        assert open(path, "rb").read() == b"out" and bytes(remote.download(path)) == b"out"
        remote.remove(path)
        assert not os.path.exists(path)
        del remote
        gc.collect()
        deadline = time.monotonic() + 20
        while os.path.exists(where) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert not os.path.exists(where)


@proves("tvm.rpc.RPCSession", "后者必须给 `target`，否则抛出 `ValueError`。`bytes` 会被当成路径。不建子目录，`target` 里的目录不存在时抛出 `RPCError`")
@proves("tvm.rpc.RPCSession", "取回文件的内容，`bytearray`；没有时抛出 `RPCError`", "删除文件，没有也不报错", "对方的全局函数；没有时抛出 `AttributeError`")
def _(tvm):
    with server(tvm) as made:
        remote = connected(tvm, made)
        with raises(ValueError):
            remote.upload(bytearray(b"x"))
        with raises(FileNotFoundError):
            remote.upload(b"content", "a")
        with raises("RPCError"):
            remote.upload(bytearray(b"x"), "no/such/a")
        remote.upload(bytearray(b"x"), "a")
        assert isinstance(remote.download("a"), bytearray) and remote.download("a") == b"x"
        remote.remove("a")
        remote.remove("a")
        with raises("RPCError"):
            remote.download("a")
        assert remote.get_function("runtime.RuntimeEnabled")("llvm") == 1
        with raises(AttributeError):
            remote.get_function("probe.nothing")


@proves("tvm.rpc.RPCSession", "类型的数值加上 128 乘以（会话号加 1），打印成 `remote[0]:cpu(0)`", "设备在不在，用 `.exist` 问对方；`cpu` 的不问，总是 True", "名称是 `cl`，没有 `opencl`")
def _(tvm):
    with server(tvm) as made:
        remote = connected(tvm, made)
        dev = remote.device("llvm", 2)
        assert dev.device_type == 1 + 128 and str(remote.cpu()) == "remote[0]:cpu(0)" and dev.device_id == 2
        assert remote.cpu().exist is True and remote.cpu(9).exist is True and remote.vulkan().exist is False
        assert not hasattr(remote, "opencl")
        kinds = {"cpu": 1, "cuda": 2, "cl": 4, "vulkan": 7, "metal": 8, "rocm": 10, "ext_dev": 12, "webgpu": 15}
        assert all(getattr(remote, name)(1).device_type % 128 == number for name, number in kinds.items())
        assert remote.hexagon().device_type % 128 == tvm.runtime.device("hexagon").device_type


@proves("tvm.rpc.RPCSession", "让对方载入，返回种类为 `rpc` 的模块。`.o`、`.tar` 在那里链接，要有 C++ 编译器", "远程模块的 `time_evaluator` 在对方计时，网络不算在内，`dev` 必须是同一会话的", "对方程序里静态链接的函数，返回远程模块")
def _(tvm):
    with server(tvm) as made:
        remote = connected(tvm, made)
        remote.upload(saved(tvm))
        module = remote.load_module("lib.tar")
        assert module.type_key == "rpc" and remote.system_lib().type_key == "rpc"
        dev = remote.cpu()
        x, y = tvm.nd.array(np.arange(4, dtype="float32"), dev), tvm.nd.array(np.zeros(4, "float32"), dev)
        module["f"](x, y)
        assert list(y.numpy()) == [1, 2, 3, 4]
        assert len(module.time_evaluator("f", dev, number=2, repeat=3)(x, y).results) == 3
        with raises(Exception):
            module.time_evaluator("f", tvm.cpu(), number=2)(x, y)
        with raises("TVMError", "Can not pass in local device"):
            module["f"](tvm.nd.array(np.zeros(4, "float32")), y)


@proves("tvm.rpc.RPCSession", "让对方链接 `.o` 或 `.tar`，取回动态库；`.so`、`.dylib` 原样取回，其他扩展名抛出 `RPCError`")
def _(tvm):
    with server(tvm) as made:
        remote = connected(tvm, made)
        remote.upload(saved(tvm))
        assert bytes(remote.download_linked_module("lib.tar"))[:4] == b"\x7fELF"
        remote.upload(bytearray(b"as it is"), "a.so")
        remote.upload(bytearray(b"as it is"), "a.xyz")
        assert remote.download_linked_module("a.so") == b"as it is"
        with raises("RPCError"):
            remote.download_linked_module("a.xyz")


@proves("tvm.rpc.RPCSession", "远程函数里的相对路径不从这里算，从启动服务器的目录算", versions=OLD)
def _(tvm):
    with server(tvm) as made:
        remote = connected(tvm, made)
        remote.upload(saved(tvm, "so"))
        with raises("RPCError"):
            remote.get_function("runtime.ModuleLoadFromFile")("lib.so", "")
        assert remote.load_module("lib.so").type_key == "rpc"


@proves("tvm.rpc.LocalSession", "接口同 `RPCSession`，但在本进程执行，不经过网络", "模块的种类仍是 `rpc`，设备仍是 `remote[…]`")
def _(tvm):
    local = tvm.rpc.LocalSession()
    assert isinstance(local, tvm.rpc.RPCSession)
    tvm.register_func("probe.process", lambda: os.getpid())
    assert local.get_function("probe.process")() == os.getpid()
    local.upload(saved(tvm))
    assert local.load_module("lib.tar").type_key == "rpc" and str(local.cpu()).startswith("remote[")


@proves_check("tvm.rpc.LocalSession", "错误不包成 `RPCError`，例如没有那个文件时 `download` 抛出 `InternalError`，`load_module` 抛出 `ValueError`；问没有编译的设备的 `.exist`，真正的远程会话得到 False，这里抛出 `InternalError`")
@proves("tvm.rpc.LocalSession", "前一个也改用新的临时目录，先上传的文件就找不到了")
def _(tvm, release):
    local = tvm.rpc.LocalSession()
    with raises(check_error(release)):
        local.vulkan().exist
    with raises(check_error(release), "Cannot open"):
        local.download("none")
    with raises(ValueError, "cannot find file"):
        local.load_module("none.so")
    remote = connected(tvm, SHARED)
    for action in (lambda: remote.download("none"), lambda: remote.load_module("none.so")):
        with raises("RPCError"):
            action()
    local.upload(bytearray(b"x"), "a")
    assert local.download("a") == b"x"
    tvm.rpc.LocalSession()
    with raises(Exception):
        local.download("a")


def minrpc(tvm):
    path = os.path.join(tempfile.mkdtemp(), "program")
    system = tvm.relay.backend.Runtime("cpp", {"system-lib": True})
    adder(tvm, runtime=system).export_library(path, tvm.rpc.with_minrpc(tvm.contrib.cc.create_executable))
    return path


@proves_check("tvm.rpc.PopenSession", "`upload`、`download`、`remove` 抛出 `RPCError`，`load_module` 抛出 `InternalError: … Cannot found remote function tvm.rpc.server.load_module`")
@proves("tvm.rpc.PopenSession", "可执行文件的路径，或它的内容；文件不存在、没有执行权限时抛出 `TVMError`", "能用的是 `system_lib`、设备、计时和 C++ 注册的全局函数")
@proves("tvm.rpc.with_minrpc", "使 `export_library` 得到一个自带最小 RPC 服务器的可执行文件，供 `PopenSession` 启动")
def _(tvm, release):
    path = minrpc(tvm)
    session = tvm.rpc.PopenSession(path)
    dev = session.cpu()
    x, y = tvm.nd.array(np.arange(4, dtype="float32"), dev), tvm.nd.array(np.zeros(4, "float32"), dev)
    lib = session.system_lib()
    lib["f"](x, y)
    assert list(y.numpy()) == [1, 2, 3, 4] and dev.exist
    assert len(lib.time_evaluator("f", dev, number=1, repeat=2)(x, y).results) == 2
    assert session.get_function("runtime.RuntimeEnabled")("cpu") == 1
    for action in (lambda: session.upload(bytearray(b"x"), "a"), lambda: session.download("a"), lambda: session.remove("a")):
        with raises("RPCError"):
            action()
    with raises(check_error(release), "Cannot found remote function tvm.rpc.server.load_module"):
        session.load_module("a")
    content = open(path, "rb").read()
    assert tvm.rpc.PopenSession(content).cpu().exist
    os.chmod(path, 0o644)
    for wrong in ("/nowhere/program", path):
        with raises("TVMError"):
            tvm.rpc.PopenSession(wrong)


@proves("tvm.rpc.with_minrpc", "没有时抛出 `RuntimeError: Cannot find minserver …`", "链接哪个运行时库，设备上一般用 `libtvm_runtime`；找不到时抛出 `RuntimeError`")
@proves("tvm.rpc.with_minrpc", "否则 `export_library` 抛出 `ValueError: … need --system-lib option`")
def _(tvm):
    make = tvm.rpc.with_minrpc
    with raises(RuntimeError, "Cannot find minserver"):
        make(tvm.contrib.cc.create_executable, server="nothing")
    with raises(RuntimeError):
        make(tvm.contrib.cc.create_executable, runtime="libnothing")
    with raises(ValueError, "need --system-lib option"):
        adder(tvm).export_library(os.path.join(tempfile.mkdtemp(), "a"), make(tvm.contrib.cc.create_executable))


@proves("tvm.rpc.with_minrpc", "编译器的命令也接受，但得到的是动态库，`PopenSession` 不能启动")
def _(tvm):
    path = os.path.join(tempfile.mkdtemp(), "program")
    system = tvm.relay.backend.Runtime("cpp", {"system-lib": True})
    adder(tvm, runtime=system).export_library(path, tvm.rpc.with_minrpc("g++"))
    with open(path, "rb") as file:
        assert file.read(18)[16] == 3
    session = None
    with raises("TVMError"):
        session = tvm.rpc.PopenSession(path)
        session.get_function("runtime.RuntimeEnabled")("cpu")


@proves("tvm.rpc.Server", "在新的进程里启动服务器，立即返回。每个连接再开一个子进程和一个临时目录", "可以重复调用")
def _(tvm):
    with server(tvm, key="probe") as made:
        remote = connected(tvm, made)
        code = remote.get_function("runtime.RuntimeEnabled")
        assert code("cpu") == 1
        made.terminate()
        made.terminate()
        with raises("TVMError"):
            code("cpu")


@proves("tvm.rpc.Server", "取 `[port, port_end)` 里第一个空着的，实际的在 `server.port`；都占用时抛出 `ValueError: cannot bind to any port in …`")
def _(tvm):
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        with server(tvm, port=port, port_end=port + 5) as made:
            assert port < made.port < port + 5
        with raises(Exception, "cannot bind to any port in"):
            tvm.rpc.Server("127.0.0.1", port=port, port_end=port + 1, silent=True)


@proves("tvm.rpc.Server", "每个会话的子进程另外打开的动态库", "找不到时服务器照样启动，客户端连接时断线")
def _(tvm):
    with server(tvm, load_library="/nowhere/lib.so") as made:
        with raises("TVMError"):
            remote = connected(tvm, made)
            remote.cpu().exist
            remote.get_function("runtime.RuntimeEnabled")("cpu")


@proves("tvm.rpc.Server", "在服务器进程里、监听以前调用，用来注册自己的全局函数")
def _(tvm):
    def register():
        import tvm

        tvm.register_func("probe.mine", lambda value: value + 1)

    with server(tvm, server_init_callback=register) as made:
        assert connected(tvm, made).get_function("probe.mine")(3) == 4
    assert tvm.get_global_func("probe.mine", allow_missing=True) is None


@proves("tvm.rpc.Server", "0.13.0 里这个选项不能用", versions=("0.13.0",))
@proves("tvm.rpc.Server", "会话的子进程改用 `spawn` 启动", "而且没有 `server_init_callback` 注册的函数", versions=OLD)
def _(tvm, release):
    def register():
        import tvm

        tvm.register_func("probe.mine", lambda value: value + 1)

    with server(tvm, no_fork=True, server_init_callback=register) as made:
        if release == "0.13.0":
            import threading

            # The client may be told, or wait for ever.
            got = []
            thread = threading.Thread(target=lambda: got.append(connected(tvm, made)), daemon=True)
            thread.start()
            thread.join(20)
            assert got == []
        else:
            remote = connected(tvm, made)
            assert remote.get_function("runtime.RuntimeEnabled")("cpu") == 1
            with raises(AttributeError):
                remote.get_function("probe.mine")


unproved("tvm.rpc.Server", "True 时不监听，而是主动连到 `host:port` 的 RPC 代理", reason="要有 RPC 代理")


def tracked(tvm, key, count=1):
    """A session with the tracker, when so many servers of a kind are free."""
    session = tvm.rpc.connect_tracker("127.0.0.1", TRACKER.port)
    deadline = time.monotonic() + 40
    while session.summary()["queue_info"].get(key, {"free": 0})["free"] < count and time.monotonic() < deadline:
        time.sleep(0.2)
    return session


@proves("tvm.rpc.Server", "客户端要给同样的键；在 tracker 里是设备的种类", "注册到这个 tracker")
@proves("tvm.rpc.connect", "经 tracker 注册的服务器每次换一个随机的键，只能由 `TrackerSession.request` 连接")
@proves("tvm.rpc.TrackerSession", "`server_info` 是各服务器的键和地址，`queue_info` 是每个键的 `free`（空闲）和 `pending`（排队）", "上面的内容排成的表", "申请一台设备，返回 `RPCSession`")
def _(tvm):
    session = tracked(tvm, "board")
    info = session.summary()
    assert "server:board" in [one["key"] for one in info["server_info"]] and info["queue_info"]["board"] == {"free": 1, "pending": 0}
    assert "board" in session.text_summary()
    with raises("TVMError"):
        tvm.rpc.connect("127.0.0.1", BOARDS[0].port, key="board")
    remote = session.request("board")
    assert isinstance(remote, tvm.rpc.RPCSession) and session.summary()["queue_info"]["board"]["free"] == 0


@proves("tvm.rpc.TrackerSession", "断开；之后 `request` 会自己重连，`summary` 不会，抛出 `AttributeError`")
def _(tvm):
    session = tracked(tvm, "board")
    session.close()
    with raises(AttributeError):
        session.summary()
    assert session.request("board").cpu().exist


@proves("tvm.rpc.TrackerSession", "`request_and_run` 只在 `func` 抛出 `TVMError` 时重试，其他异常原样抛出", "`request_and_run` 是 `RuntimeError: Failed to run on … after … retry`", "申请一台，返回 `func(session)` 的结果")
def _(tvm):
    session = tracked(tvm, "pair", 2)
    assert session.request_and_run("pair", lambda remote: remote.cpu().exist) is True
    gc.collect()
    calls = []

    def fail(remote):
        calls.append(1)
        raise KeyError("mine")

    with raises(KeyError):
        session.request_and_run("pair", fail)
    assert len(calls) == 1
    gc.collect()
    calls.clear()

    def failing(remote):
        calls.append(1)
        raise tvm.TVMError("mine")

    with raises(RuntimeError, "Failed to run on"):
        session.request_and_run("pair", failing, max_retry=2)
    assert len(calls) == 2


@proves("tvm.rpc.TrackerSession", "排队时大的在前，相同的先来先得", "没有空闲的设备就一直等")
def _(tvm):
    import threading

    session = tracked(tvm, "board")
    held, order = session.request("board"), []

    def ask(priority):
        mine = tvm.rpc.connect_tracker("127.0.0.1", TRACKER.port)
        remote = mine.request("board", priority=priority)
        order.append(priority)
        del remote
        gc.collect()

    threads = [threading.Thread(target=ask, args=(priority,), daemon=True) for priority in (1, 5)]
    for number, thread in enumerate(threads):
        thread.start()
        deadline = time.monotonic() + 10
        while session.summary()["queue_info"]["board"]["pending"] <= number and time.monotonic() < deadline:
            time.sleep(0.1)
    assert order == []
    del held
    gc.collect()
    for thread in threads:
        thread.join(20)
    assert order == [5, 1]


@proves("tvm.rpc.connect_tracker", "连到 tracker，返回 `TrackerSession`", "直接断开（例如 RPC 服务器的端口）就抛出 `OSError: connection reset`")
def _(tvm):
    session = tracked(tvm, "board")
    assert isinstance(session, tvm.rpc.TrackerSession)
    with server(tvm) as made:
        with raises(OSError):
            tvm.rpc.connect_tracker("127.0.0.1", made.port)


@proves("tvm.rpc.connect_tracker", "对方有别的回答就抛出 `RuntimeError: … is not RPC Tracker`")
def _(tvm):
    import struct
    import threading

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()

    def answer():
        peer, _ = listener.accept()
        peer.recv(4)
        peer.sendall(struct.pack("<i", 7))
        time.sleep(1)

    threading.Thread(target=answer, daemon=True).start()
    with raises(RuntimeError, "is not RPC Tracker"):
        tvm.rpc.connect_tracker("127.0.0.1", listener.getsockname()[1])


unproved("tvm.rpc.connect_tracker", "被拒绝时每 5 秒重试，60 秒以后抛出 `RuntimeError: Failed to connect to server …`", reason="要等 60 秒以上")

COMPLETE = True
