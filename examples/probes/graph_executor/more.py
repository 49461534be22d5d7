"""More probes of docs/reference/api/python/graph_executor.md: whose memory is read and written."""

import os

import numpy as np
from probes import proves, raises

GRAPH = "tvm.contrib.graph_executor.GraphModule"
DATA = np.arange(6, dtype="float32").reshape(2, 3)


def compiled(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.dense(x, w)))
    return relay.build(mod, "llvm", params={"w": np.ones((4, 3), "float32")})


def executor(tvm, lib=None):
    from tvm.contrib import graph_executor

    return graph_executor.GraphModule((lib or compiled(tvm))["default"](tvm.cpu()))


def first(runner):
    return list(runner.get_output(0).numpy()[:, 0])


def zero_copies(runner):
    """The two functions, which the class of 0.10.0 has not."""
    return [runner.module[name] for name in ("set_input_zero_copy", "set_output_zero_copy")]


@proves(GRAPH, "`module` 是 `lib[\"default\"](dev)` 或 `debug_executor` 创建的模块")
def _(tvm):
    from tvm.contrib import graph_executor
    from tvm.contrib.debugger import debug_executor

    lib = compiled(tvm)
    debugger = debug_executor.create(lib.get_graph_json(), lib.lib, tvm.cpu())
    for module in (lib["default"](tvm.cpu()), debugger.module):
        runner = graph_executor.GraphModule(module)
        runner.load_params(tvm.runtime.save_param_dict(lib.get_params()))
        runner.run(x=DATA)
        assert first(runner) == [3, 12]


@proves(GRAPH, "第二行没有再取输出，值却变了：`get_output` 给出的是执行器自己的数组")
def _(tvm):
    runner = executor(tvm)
    runner.run(x=DATA)
    output = runner.get_output(0)
    assert output.numpy()[:, 0].tolist() == [3, 12]
    runner.run(x=DATA * 2)
    assert output.numpy()[:, 0].tolist() == [6, 24]


@proves(GRAPH, "所以上面第一次的结果里有参数 `p0`")
def _(tvm):
    lib = compiled(tvm)
    runner = executor(tvm, lib)
    assert sorted(runner.get_input_info()[0]) == ["p0", "x"]
    runner.load_params(tvm.runtime.save_param_dict(lib.get_params()))
    assert sorted(runner.get_input_info()[0]) == ["x"]


@proves(GRAPH, "只换核函数看到的指针", "换过以后，下面几个方法访问的仍是原来那块内存")
def _(tvm):
    runner = executor(tvm)
    give, take = zero_copies(runner)
    runner.run(x=DATA)
    before, result = runner.get_input("x"), runner.get_output(0)
    source, sink = tvm.nd.array(DATA * 2), tvm.nd.empty((2, 4))
    give("x", source)
    take(0, sink)
    runner.run()
    assert sink.numpy()[:, 0].tolist() == [6, 24]
    # What the methods give is where it was, with what was there.
    assert np.array_equal(runner.get_input("x").numpy(), DATA) and first(runner) == [3, 12]
    assert np.array_equal(before.numpy(), DATA) and result.numpy()[:, 0].tolist() == [3, 12]
    runner.set_input("x", DATA * 9)
    runner.run()
    assert sink.numpy()[:, 0].tolist() == [6, 24] and np.array_equal(source.numpy(), DATA * 2)


def reshaped(tvm):
    """A graph whose first output is a view of the input, and whose second is computed from the view by a kernel of its own."""
    relay = tvm.relay
    x = relay.var("x", shape=(2, 3))
    view = relay.reshape(x, (6, 1))
    body = relay.Tuple([view, relay.nn.dense(view, relay.const(np.ones((1, 1), "float32")))])
    return executor(tvm, relay.build(tvm.IRModule.from_expr(relay.Function([x], body)), "llvm"))


@proves(GRAPH, "它的输出只是输入那块内存的视图，换了以后相邻的核函数照旧读写原来的内存，也不报错")
@proves(GRAPH, "这时用 `set_input` 和 `get_output`")
def _(tvm):
    runner = reshaped(tvm)
    runner.set_input("x", DATA)
    assert np.array_equal(runner.get_output(0).numpy(), DATA.reshape(6, 1))  # nothing has run
    runner.run()
    assert np.array_equal(runner.get_output(1).numpy().ravel(), DATA.ravel())
    runner.run(x=DATA * 3)
    assert np.array_equal(runner.get_output(1).numpy().ravel(), DATA.ravel() * 3)
    begin, end = os.pipe()
    child = os.fork()
    if child == 0:
        # The call damages the heap, so the process may end in it.
        source = tvm.nd.array(DATA * 5)
        zero_copies(runner)[0]("x", source)
        runner.run()
        os.write(end, runner.get_output(1).numpy().astype("float32").tobytes())
        os._exit(0)
    os.close(end)
    said = os.read(begin, 4096)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or np.array_equal(np.frombuffer(said, "float32"), DATA.ravel() * 3)


@proves(GRAPH, "把值复制进输入，规则见下")
def _(tvm):
    runner, value = executor(tvm), tvm.nd.array(DATA)
    runner.set_input("x", value)
    value.copyfrom(DATA * 100)
    runner.run()
    assert first(runner) == [3, 12]
    mine = DATA.copy()
    runner.set_input(x=mine)
    mine[:] = 0
    runner.run()
    assert first(runner) == [3, 12]


@proves(GRAPH, "反复运行并计时，见下", "在哪里同步和计时，应是创建执行器的设备")
def _(tvm):
    runner = executor(tvm)
    result = runner.benchmark(tvm.cpu(), repeat=4, number=2, x=DATA)
    assert len(result.results) == 4 and 0 < result.min <= result.mean and first(runner) == [3, 12]
    with raises("TVMError", "is not enabled"):
        runner.benchmark(tvm.device("ext_dev"), repeat=1, number=1)


@proves(GRAPH, "`runner.module[\"函数名\"]` 取没有包装的函数，例如零拷贝的 `set_input_zero_copy` 和 `set_output_zero_copy`", "0.10.0 的 `GraphModule` 没有对应的方法，要从执行器模块取出函数来用", "`value` 要是 `NDArray`，NumPy 数组抛出 `TypeError`", versions=("0.10.0",))
def _(tvm):
    runner = executor(tvm)
    give, take = zero_copies(runner)
    assert not hasattr(runner, "set_input_zero_copy") and not hasattr(runner, "set_output_zero_copy")
    source, sink = tvm.nd.array(DATA), tvm.nd.empty((2, 4))
    give("x", source)
    take(0, sink)
    runner.run()
    assert sink.numpy()[:, 0].tolist() == [3, 12]
    for function, key, value in ((give, "x", DATA), (take, 0, np.zeros((2, 4), "float32"))):
        with raises(TypeError):
            function(key, value)
