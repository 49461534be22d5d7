"""Messages while a compiled model is run, saved, loaded and reached by RPC."""

import os
import tempfile

import numpy as np
from probes import proves, raises

from tvm import relay, rpc, te
from tvm.contrib import graph_executor

STAGE = "how_to/errors#"


def network(tvm):
    x = relay.var("x", shape=(1, 8))
    return relay.build(tvm.IRModule.from_expr(relay.nn.relu(x)), target="llvm")


def runner(tvm):
    return graph_executor.GraphModule(network(tvm)["default"](tvm.cpu()))


def add_one(tvm):
    A = te.placeholder((64,), name="A")
    B = te.compute((64,), lambda i: A[i] + 1, name="B")
    return tvm.build(te.create_schedule(B.op), [A, B], "llvm")


@proves(STAGE + "graph-inputs", "名字写错没有提示，也不设置任何输入", "`runner.run(data=…)` 同样")
def _(tvm):
    run = runner(tvm)
    ones = np.ones((1, 8), "float32")
    run.set_input("x", ones)
    run.set_input(data=2 * ones)
    run.run(data=3 * ones)
    np.testing.assert_array_equal(run.get_output(0).numpy(), ones)


@proves(STAGE + "graph-inputs", "用 `get_input_info` 核对名字")
def _(tvm):
    run = runner(tvm)
    with raises(RuntimeError, "Could not find 'data' in graph's inputs"):
        run.set_input("data", np.ones((1, 8), "float32"))
    assert list(run.get_input_info()[0]) == ["x"]


@proves(STAGE + "ndarray-shape", "NumPy 数组会先转成编译时的类型，float64 转 float32、浮点数转整数都不提示")
def _(tvm):
    run = runner(tvm)
    run.set_input("x", np.full((1, 8), 0.5, "float64"))
    run.run()
    assert run.get_output(0).dtype == "float32" and run.get_output(0).numpy()[0, 0] == 0.5
    x = relay.var("x", shape=(2,), dtype="int32")
    lib = relay.build(tvm.IRModule.from_expr(relay.abs(x)), target="llvm")
    whole = graph_executor.GraphModule(lib["default"](tvm.cpu()))
    whole.set_input("x", np.array([1.75, -2.25]))
    whole.run()
    np.testing.assert_array_equal(whole.get_output(0).numpy(), [1, 2])


@proves(STAGE + "ndarray-shape", "`vs` 前面是传入的形状，后面是编译时的")
def _(tvm):
    with raises(ValueError, "(2, 8) vs (1, 8)"):
        runner(tvm).set_input("x", np.zeros((2, 8), "float32"))


@proves(STAGE + "output-index", "括号里先是序号，后是输出的个数", "先看 `runner.get_num_outputs()`")
def _(tvm):
    run = runner(tvm)
    assert run.get_num_outputs() == 1
    with raises(tvm.TVMError, "(3 vs. 1)"):
        run.get_output(3)


@proves(STAGE + "no-function", "`relay.build` 的结果按 `mod_name` 取，默认是 `default`，不是函数名 `main`")
def _(tvm):
    lib = network(tvm)
    lib["default"](tvm.cpu())
    with raises(AttributeError, "Module has no function 'main'"):
        lib["main"]
    x = relay.var("x", shape=(1, 8))
    named = relay.build(tvm.IRModule.from_expr(relay.nn.relu(x)), target="llvm", mod_name="net")
    named["net"](tvm.cpu())


@proves(STAGE + "device-api", "这份运行时没有编进这种设备", "设备的名字不对", "用 `tvm.cuda(0).exist` 事先查")
def _(tvm):
    with raises(tvm.TVMError, "Device API cuda is not enabled"):
        graph_executor.GraphModule(network(tvm)["default"](tvm.cuda()))
    with raises(ValueError, "Unknown device type gpu0"):
        tvm.device("gpu0")
    assert not tvm.cuda(0).exist


@proves(STAGE + "assert-fail", "实参与编译时不符")
@proves(STAGE + "assert-fail", "`num_args should be`", "`ndim is expected to equal`", "`dtype is expected to be`")
def _(tvm):
    function = add_one(tvm)
    good = tvm.nd.array(np.zeros(64, "float32"))
    for words, *arguments in (
        ("num_args should be 2", good),
        ("ndim is expected to equal 1", tvm.nd.array(np.zeros((8, 8), "float32")), good),
        ("unsatisfied constraint", tvm.nd.array(np.zeros(63, "float32")), good),
        ("dtype is expected to be float32", tvm.nd.array(np.zeros(64)), good),
    ):
        with raises(tvm.TVMError, words):
            function(*arguments)
    function(good, good)
    assert good.numpy()[0] == 1


@proves(STAGE + "handle-type", "这个函数不收 NumPy 数组，PyTorch 的张量也一样")
@proves(STAGE + "handle-type", "核函数的实参用 `tvm.nd.array` 包起来，Relay 表达式里用 `relay.const`")
def _(tvm):
    ones = np.ones(64, "float32")
    with raises(TypeError, "Don't know how to handle type <class 'numpy.ndarray'>"):
        add_one(tvm)(ones, tvm.nd.array(ones))
    x = relay.var("x", shape=(64,))
    with raises(TypeError, "Don't know how to handle type <class 'numpy.ndarray'>"):
        relay.add(x, ones)
    relay.add(x, relay.const(ones))


@proves(STAGE + "converting-argument", "`argument 1` 是从 0 起数的实参", "Relay 里的数包成 `relay.const(1.0)`")
def _(tvm):
    x = relay.var("x", shape=(8,))
    with raises(tvm.TVMError, "error while converting argument 1"):
        relay.add(x, 1)
    with raises(tvm.TVMError, "error while converting argument 0"):
        relay.add(1, x)
    relay.add(x, relay.const(1.0))


@proves(STAGE + "cannot-find-file", "远程加载找的是服务器临时目录里的文件，先上传")
def _(tvm):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "net.tar")
        add_one(tvm).save(os.path.join(folder, "net.o"))
        server = rpc.Server("127.0.0.1", port=9290, port_end=9490)
        remote = rpc.connect("127.0.0.1", server.port)
        with raises(Exception, "cannot find file"):
            remote.load_module("net.o")
        remote.upload(os.path.join(folder, "net.o"))
        remote.load_module("net.o")
        server.terminate()
        assert not os.path.exists(file)


@proves(STAGE + "failed-to-load", "最后一个冒号后面是系统的话")
@proves(STAGE + "failed-to-load", "`resolved to` 之后是它要找的函数")
def _(tvm):
    with tempfile.TemporaryDirectory() as folder:
        for name, words in (
            ("broken.so", "broken.so: file too short"),
            ("net.onnx2", "resolved to (runtime.module.loadfile_onnx2)"),
        ):
            file = os.path.join(folder, name)
            with open(file, "w") as out:
                out.write("x")
            with raises(tvm.TVMError, words):
                tvm.runtime.load_module(file)


@proves(STAGE + "params-format", "不是 `relay.save_param_dict` 的产物")
def _(tvm):
    with raises(tvm.TVMError, "Invalid parameters file format"):
        relay.load_param_dict(b"not parameters")
    saved = relay.save_param_dict({"w": tvm.nd.array(np.ones(2, "float32"))})
    assert list(relay.load_param_dict(bytes(saved))) == ["w"]


@proves(STAGE + "no-linker", "`export_library` 抛出 `FileNotFoundError`", "或导出 `.tar`，到目标机上再链接")
def _(tvm):
    lib = network(tvm)
    with tempfile.TemporaryDirectory() as folder:
        with raises(FileNotFoundError, "aarch64-linux-gnu-none"):
            lib.export_library(os.path.join(folder, "net.so"), cc="aarch64-linux-gnu-none")
        lib.export_library(os.path.join(folder, "net.tar"))
        assert os.path.getsize(os.path.join(folder, "net.tar")) > 0


@proves(STAGE + "connect-failed", "那个地址和端口没有 RPC 服务器")
@proves(STAGE + "connect-failed", "连 tracker 的说法是 `Failed to connect to server`")
def _(tvm):
    from tvm.rpc import base

    with raises(tvm.TVMError, "Connect to 127.0.0.1:9 failed"):
        rpc.connect("127.0.0.1", 9)
    with raises(RuntimeError, "Failed to connect to server"):
        base.connect_with_retry(("127.0.0.1", 9), timeout=0.5, retry_period=0.1)


@proves(STAGE + "report", "`tvm.support.libinfo()` 里的 `GIT_COMMIT_HASH`")
def _(tvm):
    assert "GIT_COMMIT_HASH" in tvm.support.libinfo()
