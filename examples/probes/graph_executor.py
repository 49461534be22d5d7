"""Probes of docs/reference/api/python/graph_executor.md."""

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

COMPLETE = True
GRAPH = "tvm.contrib.graph_executor.GraphModule"
DATA = np.arange(6, dtype="float32").reshape(2, 3)


def compiled(tvm):
    """A dense layer of (2, 3) by four units of ones, whose weight is the parameter `p0`."""
    relay = tvm.relay
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.dense(x, w)))
    return relay.build(mod, "llvm", params={"w": np.ones((4, 3), "float32")})


def executor(tvm, lib=None):
    from tvm.contrib import graph_executor

    return graph_executor.GraphModule((lib or compiled(tvm))["default"](tvm.cpu()))


def first(runner):
    return list(runner.get_output(0).numpy()[:, 0])


def zero_copies(runner, release):
    """The two functions, which the class of 0.10.0 has not."""
    if release == "0.10.0":
        return runner.module["set_input_zero_copy"], runner.module["set_output_zero_copy"]
    return runner.set_input_zero_copy, runner.set_output_zero_copy


@proves(GRAPH, "直接给 `lib`，抛出 `AttributeError: Module has no function 'set_input'`")
def _(tvm):
    from tvm.contrib import graph_executor

    with raises(AttributeError, "Module has no function 'set_input'"):
        graph_executor.GraphModule(compiled(tvm))


@proves(GRAPH, "`lib[\"default\"](dev)` 每次创建一个独立的执行器")
def _(tvm):
    lib = compiled(tvm)
    one, other = executor(tvm, lib), executor(tvm, lib)
    one.run(x=DATA)
    other.run(x=DATA * 2)
    assert first(one) == [3, 12] and first(other) == [6, 24]


@proves(GRAPH, "先按 `set_input(**input_dict)` 放输入，再运行一次；无返回值", "输出数组本身，下次 `run` 会改写它", "要留住结果，用 `numpy()` 或 `out`")
def _(tvm):
    runner = executor(tvm)
    assert runner.run(x=DATA) is None
    output, kept = runner.get_output(0), runner.get_output(0).numpy()
    copied = runner.get_output(0, tvm.nd.empty((2, 4)))
    runner.run(x=DATA * 2)
    assert list(output.numpy()[:, 0]) == [6, 24] and list(kept[:, 0]) == [3, 12] and list(copied.numpy()[:, 0]) == [3, 12]


@proves(GRAPH, "输出的个数", "输入的个数，参数也算", "由名称得序号，没有时是 -1")
def _(tvm):
    runner = executor(tvm)
    assert (runner.get_num_outputs(), runner.get_num_inputs()) == (1, 2)
    assert sorted(runner.get_input_index(name) for name in ("x", "p0", "w")) == [-1, 0, 1]
    assert runner.get_input_index("w") == -1


@proves(GRAPH, "输入数组本身，`index` 是序号或名称；名称不存在时返回 None。给了 `out` 就复制过去")
def _(tvm):
    runner = executor(tvm)
    runner.run(x=DATA)
    array = runner.get_input("x")
    assert array.same_as(runner.get_input("x")) and np.array_equal(array.numpy(), DATA)
    assert runner.get_input(runner.get_input_index("x")).same_as(array)
    assert runner.get_input("nothing") is None
    out = tvm.nd.empty((2, 3))
    assert runner.get_input("x", out) is out and np.array_equal(out.numpy(), DATA)
    array.copyfrom(DATA * 3)
    runner.run()
    assert first(runner) == [9, 36]


@proves(GRAPH, "两个 `ir.Map`：名称到形状、名称到类型。只排除经 `load_params` 加载的参数")
def _(tvm):
    lib = compiled(tvm)
    runner = executor(tvm, lib)
    shapes, kinds = runner.get_input_info()
    assert isinstance(shapes, tvm.ir.Map) and sorted(shapes) == ["p0", "x"] and list(shapes["x"]) == [2, 3]
    assert kinds["p0"] == "float32"
    runner.load_params(tvm.runtime.save_param_dict(lib.get_params()))
    assert list(runner.get_input_info()[0]) == ["x"] and runner.get_num_inputs() == 2


@proves(GRAPH, "`index` 是序号（负数抛出 `InternalError`）或节点名；给了 `out`（`NDArray`，形状相同）就复制过去并返回它，这时 `index` 只能是序号", versions=("0.13.0",))
@proves(GRAPH, "`index` 是序号（负数抛出 `TVMError`）或节点名；给了 `out`（`NDArray`，形状相同）就复制过去并返回它，这时 `index` 只能是序号", versions=("0.12.0",))
def _(tvm, release):
    import json

    lib = compiled(tvm)
    runner = executor(tvm, lib)
    runner.run(x=DATA)
    graph = json.loads(lib.get_graph_json())
    name = graph["nodes"][graph["heads"][0][0]]["name"]
    assert runner.get_output(name).same_as(runner.get_output(0))
    for index in (-1, 1):
        with raises(check_error(release)):
            runner.get_output(index)
    out = tvm.nd.empty((2, 4))
    assert runner.get_output(0, out) is out and list(out.numpy()[:, 0]) == [3, 12]
    with raises(Exception):
        runner.get_output(name, out)
    with raises(Exception):
        runner.get_output(0, tvm.nd.empty((4, 2)))


@proves(GRAPH, "`index` 只能是序号，负数和节点名抛出 `TVMError`；给了 `out`（`NDArray`，形状相同）就复制过去并返回它", versions=("0.10.0",))
def _(tvm):
    import json

    lib = compiled(tvm)
    runner = executor(tvm, lib)
    runner.run(x=DATA)
    graph = json.loads(lib.get_graph_json())
    for index in (-1, graph["nodes"][graph["heads"][0][0]]["name"]):
        with raises("TVMError"):
            runner.get_output(index)
    out = tvm.nd.empty((2, 4))
    assert runner.get_output(0, out) is out and list(out.numpy()[:, 0]) == [3, 12]
    with raises(Exception):
        runner.get_output(0, tvm.nd.empty((4, 2)))


@proves(GRAPH, "总是抛出 `NotImplementedError`")
def _(tvm):
    with raises(NotImplementedError, "debug_executor"):
        executor(tvm).debug_get_output(0, tvm.nd.empty((2, 4)))


@proves_check(GRAPH, "由 `runtime.save_param_dict` 的字节加载参数；图里没有的名称略过，字节数不符抛出 `InternalError`")
def _(tvm, release):
    runner, save = executor(tvm), tvm.runtime.save_param_dict
    runner.load_params(save({"p0": tvm.nd.array(np.full((4, 3), 2, "float32")), "other": tvm.nd.array(np.zeros(9, "float32"))}))
    runner.run(x=DATA)
    assert first(runner) == [6, 24]
    runner.load_params(save({"p0": tvm.nd.array(np.full((3, 4), 3, "float32"))}))
    runner.run()
    assert first(runner) == [9, 36]
    with raises(check_error(release)):
        runner.load_params(save({"p0": tvm.nd.array(np.zeros((4, 4), "float32"))}))


@proves(GRAPH, "与另一个 `GraphModule` 共用参数的内存，后一个实参只用来取名称")
def _(tvm):
    from tvm.contrib import graph_executor

    lib = compiled(tvm)
    one, other = (graph_executor.create(lib.get_graph_json(), lib.lib, tvm.cpu()) for _ in range(2))
    one.load_params(tvm.runtime.save_param_dict(lib.get_params()))
    other.share_params(one, tvm.runtime.save_param_dict({"p0": tvm.nd.array(np.zeros((4, 3), "float32"))}))
    other.run(x=DATA)
    assert first(other) == [3, 12] and other.get_input("p0").same_as(one.get_input("p0"))


@proves(GRAPH, "`module[\"函数名\"]` 取没有包装的函数，例如 `get_output_info`", versions=("0.12.0", "0.13.0"))
def _(tvm):
    runner = executor(tvm)
    info = runner["get_output_info"]()
    ((name, shape),) = info["shape"].items()
    assert list(shape) == [2, 4] and not hasattr(runner, "get_output_info")


@proves_check(GRAPH, "按位置给的名称写错，抛出 `RuntimeError: Could not find …`", "关键字给的写错，什么也不发生", "| 名称不存在 | `RuntimeError` | 忽略 |", "| 序号太大 | `InternalError` | |")
def _(tvm, release):
    runner = executor(tvm)
    runner.run(x=DATA)
    runner.run(X=DATA * 100)
    assert first(runner) == [3, 12]
    with raises(RuntimeError, "Could not find"):
        runner.set_input("X", DATA)
    with raises(check_error(release)):
        runner.set_input(2, DATA)


@proves(GRAPH, "| 值是 Python 列表 | 可以 | `AttributeError`，要先变成数组 |", "| NumPy 数组形状不符 | `ValueError` | 同左 |", "| NumPy 数组类型不符 | 转换 | 同左 |", "| `NDArray` 类型不符，字节数相同 | 不转换，按位复制 | 同左 |")
def _(tvm):
    runner = executor(tvm)
    runner.set_input("x", DATA.tolist())
    runner.run()
    assert first(runner) == [3, 12]
    with raises(AttributeError):
        runner.set_input(x=DATA.tolist())
    for put in (lambda value: runner.set_input("x", value), lambda value: runner.set_input(x=value), lambda value: runner.run(x=value)):
        with raises(ValueError):
            put(DATA.T)
        put(DATA.astype("int64") * 2)
        runner.run()
        assert first(runner) == [6, 24]
        put(tvm.nd.array((DATA * 5).view("int32")))
        runner.run()
        assert first(runner) == [15, 60]


@proves(GRAPH, "英文文档说结果里没有参数", "实际只去掉经 `load_params` 加载的名称")
def _(tvm):
    assert "p0" in executor(tvm).get_input_info()[0]


@proves_check(GRAPH, "与内部的数组相同，不符时抛出 `InternalError`", "数据类型不检查", "名称不存在时没有提示")
def _(tvm, release):
    give, take = zero_copies(executor(tvm), release)
    with raises(check_error(release)):
        give("x", tvm.nd.array(DATA.T.copy()))
    with raises(check_error(release)):
        take(0, tvm.nd.empty((4, 2)))
    with raises(TypeError):
        give("x", DATA)
    give("x", tvm.nd.array(DATA.astype("int64")))
    give("nothing", tvm.nd.array(DATA))
    take("nothing:0", tvm.nd.empty((2, 4)))


@proves(GRAPH, "让输入直接用给出的 `NDArray` 的内存", "让输出直接写进给出的 `NDArray`；`key` 是序号，或 `节点名:序号`", versions=("0.12.0", "0.13.0"))
@proves(GRAPH, "让输入直接用 `value` 的内存；`key` 是序号或名称", "让输出直接写进 `value`；`key` 是序号，或 `节点名:序号`", versions=("0.10.0",))
@proves(GRAPH, "`set_input`、`run(x=…)` 写入旧的内存，不再影响结果；`get_input` 读到旧的", "`get_output` 读到旧的结果")
def _(tvm, release):
    import json

    lib = compiled(tvm)
    runner = executor(tvm, lib)
    graph = json.loads(lib.get_graph_json())
    name = graph["nodes"][graph["heads"][0][0]]["name"]
    give, take = zero_copies(runner, release)
    source, sink, second = tvm.nd.array(DATA), tvm.nd.empty((2, 4)), tvm.nd.empty((2, 4))
    runner.run(x=DATA * 7)
    give("x", source)
    take(0, sink)
    runner.run(x=DATA * 100)
    assert list(sink.numpy()[:, 0]) == [3, 12] and first(runner) == [21, 84]
    assert np.array_equal(runner.get_input("x").numpy(), DATA * 100)
    source.copyfrom(DATA * 5)
    take(f"{name}:0", second)
    give(runner.get_input_index("x"), source)
    runner.run()
    assert list(second.numpy()[:, 0]) == [15, 60] and list(sink.numpy()[:, 0]) == [3, 12]


@proves(GRAPH, "图里没被融合的 `reshape`（`batch_flatten`、`squeeze`、`expand_dims` 等也是，图的 JSON 里是 `__nop`）直接读这个输入，或直接给出这个输出")
def _(tvm):
    import json

    relay = tvm.relay
    x = relay.var("x", shape=(1, 2, 3))
    for op in (lambda v: relay.reshape(v, (6, 1)), relay.nn.batch_flatten, lambda v: relay.squeeze(v, [0]), lambda v: relay.expand_dims(v, 0)):
        for body in (op(x), relay.Tuple([op(x), relay.exp(x)])):
            lib = relay.build(tvm.IRModule.from_expr(relay.Function([x], body)), "llvm")
            nodes = json.loads(lib.get_graph_json())["nodes"]
            assert "__nop" in [node.get("attrs", {}).get("func_name") for node in nodes], nodes


unproved(GRAPH, "这次调用会写坏堆，进程可能崩溃", reason="没有确定的结果")


@proves(GRAPH, "默认运行 `1 + 5 × 5` 次", "False 只测 `run`；True 测放输入、运行、把输出复制回 `device` 的全过程，这时停顿的两个形参不起作用")
def _(tvm):
    import time

    relay = tvm.relay
    calls = []
    tvm.register_func("probe.count", lambda *values: calls.append(1), override=True)
    te = tvm.te
    a = te.placeholder((2,), name="a")
    b = te.extern((2,), [a], lambda ins, outs: tvm.tir.call_packed("probe.count", ins[0], outs[0]), name="b")
    x = relay.var("x", shape=(2,))
    lib = relay.build(tvm.IRModule.from_expr(relay.Function([x], relay.exp(x))), "llvm")
    from tvm.contrib import graph_executor

    own = tvm.build(te.create_schedule(b.op), [a, b], "llvm", name="counted")
    graph = lib.get_graph_json()
    import json

    parsed = json.loads(graph)
    for node in parsed["nodes"]:
        if node["op"] == "tvm_op":
            node["attrs"]["func_name"] = "counted"
    runner = graph_executor.create(json.dumps(parsed), own, tvm.cpu())
    result = runner.benchmark(tvm.cpu())
    assert len(calls) == 26 and len(result.results) == 5
    calls.clear()
    begin = time.monotonic()
    runner.benchmark(tvm.cpu(), number=1, repeat=3, end_to_end=True, cooldown_interval_ms=3000, x=tvm.nd.empty((2,)))
    assert len(calls) == 4 and time.monotonic() - begin < 3
    begin = time.monotonic()
    runner.benchmark(tvm.cpu(), number=1, repeat=3, cooldown_interval_ms=500)
    assert time.monotonic() - begin >= 1


@proves(GRAPH, "测哪个函数；`end_to_end=True` 时不用", "False 时计时以前放好；True 时必须是 `NDArray`，NumPy 数组抛出 `TypeError`，名称写错抛出 `TVMError`")
def _(tvm):
    runner = executor(tvm)
    quick = {"repeat": 1, "number": 1}
    runner.benchmark(tvm.cpu(), x=DATA, **quick)
    assert first(runner) == [3, 12]
    runner.benchmark(tvm.cpu(), "get_num_inputs", x=DATA * 9, **quick)
    assert first(runner) == [3, 12]
    with raises(Exception):
        runner.benchmark(tvm.cpu(), "nothing", **quick)
    runner.benchmark(tvm.cpu(), "nothing", end_to_end=True, x=tvm.nd.array(DATA * 2), **quick)
    assert first(runner) == [6, 24]
    with raises(TypeError):
        runner.benchmark(tvm.cpu(), end_to_end=True, x=DATA, **quick)
    with raises("TVMError"):
        runner.benchmark(tvm.cpu(), end_to_end=True, X=tvm.nd.array(DATA), **quick)


CREATE = "tvm.contrib.graph_executor.create"


@proves(CREATE, "返回 `GraphModule`", "参数不在里面，要自己 `load_params`，否则用的是没有初始化的内存，没有提示")
def _(tvm):
    from tvm.contrib import graph_executor

    lib = compiled(tvm)
    runner = graph_executor.create(lib.get_graph_json(), lib.lib, tvm.cpu())
    assert isinstance(runner, graph_executor.GraphModule)
    runner.run(x=DATA)
    runner.load_params(tvm.runtime.save_param_dict(lib.get_params()))
    runner.run(x=DATA)
    assert first(runner) == [3, 12]


@proves(CREATE, "不是字符串抛出 `AssertionError`，不是 JSON 抛出 `TVMError`，是 JSON 但缺少图的各项抛出 `InternalError`", versions=("0.13.0",))
@proves(CREATE, "不是字符串抛出 `AssertionError`；不是 JSON，或者缺少图的各项，抛出 `TVMError`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    import json

    from tvm.contrib import graph_executor

    lib = compiled(tvm)
    with raises(AssertionError):
        graph_executor.create(json.loads(lib.get_graph_json()), lib.lib, tvm.cpu())
    with raises("TVMError"):
        graph_executor.create("no", lib.lib, tvm.cpu())
    for text in ("{}", '{"nodes": []}'):
        with raises(check_error(release)):
            graph_executor.create(text, lib.lib, tvm.cpu())


@proves_check(CREATE, "给 `lib` 抛出 `TypeError`，缺函数时抛出 `InternalError: … no such function in module`")
def _(tvm, release):
    from tvm.contrib import graph_executor

    lib, relay = compiled(tvm), tvm.relay
    with raises(TypeError):
        graph_executor.create(lib.get_graph_json(), lib, tvm.cpu())
    x = relay.var("x", shape=(2,))
    other = relay.build(tvm.IRModule.from_expr(relay.Function([x], relay.exp(x))), "llvm")
    with raises(check_error(release), "no such function in module"):
        graph_executor.create(lib.get_graph_json(), other.lib, tvm.cpu())


@proves(CREATE, "`Device` 或它的列表", "要么都是远程的，要么都不是")
def _(tvm):
    from tvm.contrib import graph_executor

    lib = compiled(tvm)
    runner = graph_executor.create(lib.get_graph_json(), lib.lib, [tvm.cpu()])
    runner.load_params(tvm.runtime.save_param_dict(lib.get_params()))
    runner.run(x=DATA)
    assert first(runner) == [3, 12]
    for wrong in ("cpu", [1], None):
        with raises(ValueError):
            graph_executor.create(lib.get_graph_json(), lib.lib, wrong)


DEVICE = "tvm.contrib.graph_executor.get_device"


@proves(DEVICE, "返回三项的元组：设备的列表，其中远程的个数，以及依次排列的 `[类型, 编号, 类型, 编号, …]`")
def _(tvm):
    from tvm.contrib import graph_executor

    lib = compiled(tvm).lib
    found = graph_executor.get_device(lib, tvm.cpu(0))
    assert found == ([tvm.cpu(0)], 0, [1, 0])
    assert graph_executor.get_device(lib, [tvm.cpu(0), tvm.cuda(1)])[1:] == (0, [1, 0, 2, 1])


@proves(DEVICE, "远程设备的类型已去掉会话号", "不是 `Device`、或者远程与本机混用，抛出 `ValueError`；设备是远程的而模块不是，或者不是同一个会话，抛出 `AssertionError`")
def _(tvm):
    import os
    import tempfile

    from tvm import rpc
    from tvm.contrib import graph_executor

    lib = compiled(tvm)
    sessions = []
    for n in range(2):
        session = rpc.LocalSession()
        folder = tempfile.mkdtemp()
        path = os.path.join(folder, "lib.tar")
        lib.export_library(path)
        session.upload(path)
        sessions.append((session, session.load_module("lib.tar")))
    (one, module), (other, _) = sessions
    devices, count, flat = graph_executor.get_device(module, one.cpu(0))
    assert count == 1 and flat == [1, 0] and devices[0].device_type > 128
    for wrong in ("cpu", [tvm.cpu(), "cpu"], [one.cpu(0), tvm.cpu(0)]):
        with raises(ValueError):
            graph_executor.get_device(module, wrong)
    with raises(AssertionError):
        graph_executor.get_device(lib.lib, one.cpu(0))
    with raises(AssertionError):
        graph_executor.get_device(module, other.cpu(0))
