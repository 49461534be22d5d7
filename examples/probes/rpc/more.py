"""More probes of docs/reference/api/python/rpc.md: what a server does between sessions, and what a tracker retries."""

import contextlib
import gc
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
SERVER = "tvm.rpc.Server"
SESSION = "tvm.rpc.RPCSession"
TRACKED = "tvm.rpc.TrackerSession"
PORTS = {"port": 9500, "port_end": 9700}


def register():
    import os

    import tvm

    tvm.register_func("probe.process", os.getpid)
    tvm.register_func("probe.parent", os.getppid)
    tvm.register_func("probe.crash", os.abort)


# One tracker and its servers for all probes: a process that imports TVM takes seconds to start.
tvm_of_the_file = __import__("tvm")
TRACKER = __import__("tvm.rpc.tracker").rpc.tracker.Tracker("127.0.0.1", port=9700, port_end=9900, silent=True)
SHARED, *BOARDS = [
    tvm_of_the_file.rpc.Server("127.0.0.1", key=key, silent=True, server_init_callback=register, tracker_addr=tracker, **PORTS)
    for key, tracker in (("probe", None), *((key, ("127.0.0.1", TRACKER.port)) for key in ("alone", "twins", "twins")))
]


@contextlib.contextmanager
def server(tvm, host="127.0.0.1", **options):
    made = tvm.rpc.Server(host, **{"key": "probe", "silent": True, **PORTS, **options})
    try:
        yield made
    finally:
        made.terminate()


def connected(tvm, made=SHARED, **options):
    return tvm.rpc.connect("127.0.0.1", made.port, **{"key": "probe", **options})


def tracked(tvm, key, count=1):
    """A session with the tracker, when so many servers of a kind are free."""
    session = tvm.rpc.connect_tracker("127.0.0.1", TRACKER.port)
    wait_for(lambda: free(session, key) >= count, 40)
    return session


def free(session, key):
    return session.summary()["queue_info"].get(key, {"free": 0})["free"]


def wait_for(condition, seconds):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.1)
    return condition()


def in_thread(action):
    """Starts the action; returns its thread and a list that will hold the result or the error."""
    got = []

    def run():
        try:
            got.append(action())
        except Exception as error:  # the probe asks for its type
            got.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, got


def saved(tvm):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1.0, name="b")
    path = os.path.join(tempfile.mkdtemp(), "lib.so")
    tvm.build(te.create_schedule(b.op), [a, b], "llvm", name="f").export_library(path)
    return path


def added(tvm, session, path):
    """One piece of code for any session: what the function of the library makes of 0 to 3."""
    session.upload(path)
    dev = session.cpu()
    x, y = tvm.nd.array(np.arange(4, dtype="float32"), dev), tvm.nd.array(np.zeros(4, "float32"), dev)
    session.load_module("lib.so").get_function("f")(x, y)
    return list(y.numpy())


@proves("tvm.rpc.LocalSession", "用来让同一段代码既能在本机又能在远程运行")
@proves("tvm.rpc.connect", "实参都要在同一会话的设备上")
def _(tvm):
    path = saved(tvm)
    remote, local = connected(tvm), tvm.rpc.LocalSession()
    assert added(tvm, remote, path) == added(tvm, local, path) == [1, 2, 3, 4]
    there = tvm.nd.array(np.zeros(4, "float32"), remote.cpu())
    f = remote.load_module("lib.so").get_function("f")
    f(there, there)
    for wrong in (tvm.cpu(), local.cpu()):
        with raises("TVMError"):
            f(there, tvm.nd.array(np.zeros(4, "float32"), wrong))


LOGGED = """
import sys, tvm
remote = tvm.rpc.connect("127.0.0.1", int(sys.argv[1]), key="probe", enable_logging=sys.argv[2] == "1")
tvm.nd.array([1.0, 2.0], remote.cpu()).numpy()
"""


@proves("tvm.rpc.connect", "把收发的消息逐条写进日志")
def _(tvm):
    texts = [
        subprocess.run([sys.executable, "-c", LOGGED, str(SHARED.port), on], capture_output=True, text=True, timeout=25)
        for on in "01"
    ]
    plain, logged = [text.stdout + text.stderr for text in texts]
    assert "CopyToRemote" in logged and "CopyFromRemote" in logged and "CopyToRemote" not in plain


@proves(
    SESSION,
    "对方的处理器",
    "对方的 NVIDIA 显卡",
    "对方的 OpenCL 设备",
    "经 Vulkan 使用的图形处理器",
    "苹果设备的图形处理器",
    "对方的 AMD 显卡",
    "加速器等扩展设备",
    "手机里的 Hexagon DSP",
    "浏览器里的 WebGPU",
)
def _(tvm):
    remote = connected(tvm)
    for name in ("cpu", "cuda", "cl", "vulkan", "metal", "rocm", "ext_dev", "hexagon", "webgpu"):
        made = getattr(remote, name)(1)
        assert made == remote.device(name, 1) and getattr(remote, name)().device_id == 0, name
        assert made.device_type - 128 == tvm.runtime.device(name).device_type and str(made).startswith("remote[0]:"), name


@proves(SESSION, "构造设备不经过网络")
def _(tvm):
    with server(tvm) as made:
        remote = connected(tvm, made)
        made.terminate()
        assert str(remote.cuda(3)) == "remote[0]:cuda(3)"
        assert remote.cpu().exist is True
        with raises("TVMError"):
            remote.cuda(3).exist


@proves(SERVER, "每个连接再开一个子进程和一个临时目录，同时只服务一个")
def _(tvm):
    found = []
    for _ in range(2):
        remote = connected(tvm)
        place = os.path.dirname(remote.get_function("tvm.rpc.server.workpath")("a"))
        found.append((remote.get_function("probe.process")(), remote.get_function("probe.parent")(), place))
        thread, second = in_thread(lambda: connected(tvm))
        thread.join(2)
        assert second == [] and os.path.isdir(place)
        del remote
        gc.collect()
        thread.join(15)
        assert len(second) == 1
        second.clear()
        gc.collect()
    (first, parent, here), (other, same, there) = found
    assert first != other and here != there and parent == same and parent not in (first, other, os.getpid())


@proves(SERVER, "对象回收时服务器也结束，所以要留着引用")
def _(tvm):
    made = tvm.rpc.Server("127.0.0.1", key="probe", silent=True, **PORTS)
    port = made.port
    tvm.rpc.connect("127.0.0.1", port, key="probe")
    del made
    gc.collect()

    def gone():
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", port)) != 0

    assert wait_for(gone, 10)


@proves(SERVER, "监听的地址，默认是全部网卡")
def _(tvm):
    with server(tvm, host="0.0.0.0") as made, socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", made.port)) == 0
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", SHARED.port)) != 0
    made = tvm.rpc.Server(key="probe", silent=True, **PORTS)
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", made.port)) == 0
    made.terminate()


@proves(SERVER, "报给 tracker 的地址")
def _(tvm):
    session = tvm.rpc.connect_tracker("127.0.0.1", TRACKER.port)
    address = ("127.0.0.1", TRACKER.port)

    def told(key):
        return [one["addr"][0] for one in session.summary()["server_info"] if one["key"] == f"server:{key}"]

    with server(tvm, key="named", tracker_addr=address, custom_addr="127.0.0.3"), server(tvm, key="plain", tracker_addr=address):
        assert wait_for(lambda: told("named") and told("plain"), 20)
        assert told("named") == ["127.0.0.3"] and told("plain") == ["127.0.0.1"]


SILENT = """
import sys, time, tvm
server = tvm.rpc.Server("127.0.0.1", key="probe", port=9500, port_end=9700, silent=sys.argv[1] == "1")
remote = tvm.rpc.connect("127.0.0.1", server.port, key="probe")
remote.upload(bytearray(b"hello"), "note.txt")
remote.download("note.txt")
time.sleep(1)
server.terminate()
"""


@proves(SERVER, "Python 的日志只记录错误级别；C++ 的日志（如 `Download …`）照样打印", versions=("0.13.0",))
def _(tvm):
    for silent in "01":
        done = subprocess.run([sys.executable, "-c", SILENT, silent], capture_output=True, text=True, timeout=40)
        told = done.stdout + done.stderr
        assert "Download" in told and ("start serving at" in told) == (silent == "0")


@proves(SERVER, "允许马上重用刚释放的端口", versions=NEW)
@proves(SERVER, "刚结束的服务器的端口可能还要等一会儿才空出来，这时取到下一个", versions=("0.10.0",))
def _(tvm, release):
    def just_released():
        """A port on which a server has closed a connection, and ended."""
        with server(tvm) as made, socket.create_connection(("127.0.0.1", made.port)) as one:
            one.sendall(bytes(4))
            assert one.recv(4) == b""
        return made.port

    port = just_released()
    if release == "0.10.0":
        with server(tvm, port=port, port_end=port + 20) as again:
            assert again.port > port
        return
    with server(tvm, port=port, port_end=port + 1) as again:
        assert again.port == port
    port = just_released()
    with raises(Exception, "cannot bind to any port in"):
        tvm.rpc.Server("127.0.0.1", port=port, port_end=port + 1, reuse_addr=False, silent=True)


@proves(SERVER, "监听的套接字等待的秒数，到时再等；与会话的时限无关", versions=NEW)
def _(tvm):
    with server(tvm, timeout=1) as made:
        time.sleep(2.5)
        remote = connected(tvm, made)
        time.sleep(2.5)
        assert remote.get_function("runtime.RuntimeEnabled")("cpu") == 1


@proves("tvm.rpc.with_minrpc", "目标是 `c` 的，带不带都不行，配 `create_executable` 时抛出的是 `TypeError`", versions=("0.12.0", "0.13.0"))
@proves("tvm.rpc.with_minrpc", "目标是 `c` 的，带不带都不行", versions=("0.10.0",))
def _(tvm, release):
    te = tvm.te
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1.0, name="b")
    runtime = tvm.relay.backend.Runtime
    path = os.path.join(tempfile.mkdtemp(), "program")
    for options in ({}, {"system-lib": True}):
        lib = tvm.build(te.create_schedule(b.op), [a, b], "c", name="f", runtime=runtime("cpp", options))
        with raises(ValueError if release == "0.10.0" else TypeError):
            lib.export_library(path, tvm.rpc.with_minrpc(tvm.contrib.cc.create_executable))
        assert not os.path.exists(path)


@proves(TRACKED, "平常用 `connect_tracker` 得到", "设备的种类，即服务器的 `key`", "同 `connect`")
def _(tvm):
    session = tvm.rpc.TrackerSession(("127.0.0.1", TRACKER.port))
    assert wait_for(lambda: free(session, "twins") == 2 and free(session, "alone") == 1, 30)
    remote = session.request("twins", session_timeout=2)
    assert (free(session, "twins"), free(session, "alone")) == (1, 1)
    ask = remote.get_function("runtime.RuntimeEnabled")
    assert ask("cpu") == 1
    time.sleep(3.5)
    with raises("TVMError"):
        ask("cpu")


@proves(TRACKED, "同 `connect`；`request_and_run` 没有")
def _(tvm):
    session = tracked(tvm, "alone")
    inner = ["rpc.Connect", "127.0.0.1", SHARED.port, "probe", False]
    remote = session.request("alone", session_constructor_args=inner)
    assert remote.get_function("probe.parent")() == SHARED.proc._proc.pid
    with raises(TypeError):
        session.request_and_run("alone", len, session_constructor_args=inner)


@proves(TRACKED, "用时接近 `session_timeout` 时不再重试，抛出 `RuntimeError: Session timeout when running …`")
def _(tvm):
    session, calls = tracked(tvm, "twins", 2), []

    def late(remote):
        calls.append(1)
        time.sleep(2)
        raise tvm.TVMError("late")

    with raises(RuntimeError, "Session timeout when running late"):
        session.request_and_run("twins", late, session_timeout=2, max_retry=3)
    assert len(calls) == 1


@proves(TRACKED, "第二次申请因此永远等下去", "只有一台设备时写 `session_timeout` 或 `max_retry=1`")
def _(tvm):
    session, calls = tracked(tvm, "alone"), []

    def fails(remote):
        calls.append(1)
        raise tvm.TVMError("mine")

    with raises(RuntimeError, "Failed to run on"):
        session.request_and_run("alone", fails, max_retry=1)
    assert len(calls) == 1
    gc.collect()
    session = tracked(tvm, "alone")
    calls.clear()
    thread, got = in_thread(lambda: session.request_and_run("alone", fails))
    thread.join(8)
    assert thread.is_alive() and got == [] and len(calls) == 1
    watcher = tvm.rpc.connect_tracker("127.0.0.1", TRACKER.port)
    assert watcher.summary()["queue_info"]["alone"] == {"free": 0, "pending": 1}


@proves(TRACKED, "写了 `session_timeout` 的等到它到时，对方的进程崩溃时立即得到设备")
def _(tvm):
    session, calls = tracked(tvm, "alone"), []

    def fails(remote):
        calls.append(time.monotonic())
        raise tvm.TVMError("mine")

    thread, got = in_thread(lambda: session.request_and_run("alone", fails, session_timeout=5))
    thread.join(25)
    assert len(calls) == 2 and isinstance(got[0], RuntimeError) and calls[1] - calls[0] > 4
    got.clear()
    gc.collect()
    session = tracked(tvm, "alone")
    calls.clear()

    def crashes(remote):
        calls.append(time.monotonic())
        if len(calls) == 1:
            remote.get_function("probe.crash")()
        return "done"

    thread, got = in_thread(lambda: session.request_and_run("alone", crashes, session_timeout=60))
    thread.join(25)
    assert got == ["done"] and len(calls) == 2
