"""The options of the target `tensorrt`, the JSON of a subgraph, and the messages of the page."""

import json
import logging

import numpy as np
from probes import proves, raises, unproved

import tvm as _tvm
from tvm import relay

PAGE = "how_to/deploy/relay_tensorrt#"
OPTIONS = PAGE + "目标的选项"
OPERATORS = PAGE + "operators"
EXPLICIT = {"use_implicit_batch": False}
NEW = ("0.12.0", "0.13.0")


def target(**options):
    return _tvm.target.Target({"kind": "tensorrt", **options})


def var(*shape, name="x"):
    return relay.var(name, shape=shape)


def const(*shape):
    return relay.const(np.full(shape, 0.5, "float32"))


def partition(body, params=None, level=3, **options):
    from tvm.relay.op.contrib import tensorrt

    mod = body if isinstance(body, _tvm.IRModule) else relay.transform.InferType()(_tvm.IRModule.from_expr(body))
    with _tvm.transform.PassContext(opt_level=level):
        return tensorrt.partition_for_tensorrt(mod, params, target=target(**options))


def subgraphs(mod):
    return [one.name_hint for one in mod.get_global_vars() if one.name_hint != "main"]


def built(body, level=3, **options):
    """The nodes of the subgraphs' JSON that are layers."""
    with _tvm.transform.PassContext(opt_level=level):
        lib = relay.build(partition(body, level=level, **options), target=[_tvm.target.Target("llvm"), target(**options)])
    modules = [one for one in lib.get_lib().imported_modules if one.type_key == "tensorrt"]
    return [node for one in modules for node in json.loads(one.get_source())["nodes"] if node["op"] == "kernel"]


@proves(OPTIONS, "`tensorrt_version`（空）", "`use_implicit_batch`（是）", "`remove_no_mac_subgraphs`（否）", "`max_workspace_size`（1 GiB）", "`use_fp16`（否）", "`use_uint8`（否）")
def _(tvm):
    attrs = tvm.target.Target("tensorrt").attrs
    assert set(attrs) == {"tensorrt_version", "use_implicit_batch", "remove_no_mac_subgraphs", "max_workspace_size", "use_fp16", "use_uint8"}
    assert list(attrs["tensorrt_version"]) == [] and bool(attrs["use_implicit_batch"]) and int(attrs["max_workspace_size"]) == 1 << 30
    assert not any(bool(attrs[name]) for name in ("remove_no_mac_subgraphs", "use_fp16", "use_uint8"))


@proves(OPTIONS, "没有卷积、全连接、矩阵乘、归约的子图改由 TVM 执行")
def _(tvm):
    x = var(2, 4, 8)
    image = relay.nn.conv2d(var(1, 3, 8, 8), const(4, 3, 3, 3), channels=4, kernel_size=(3, 3))
    heavy = [image, relay.nn.dense(var(2, 8), const(4, 8)), relay.nn.batch_matmul(x, var(2, 4, 8, name="y")), relay.sum(x, axis=[1]), relay.mean(x, axis=[1])]
    for body in heavy:
        assert len(subgraphs(partition(relay.exp(body), remove_no_mac_subgraphs=True))) == 1, body
    for body in (relay.nn.softmax(relay.exp(x)), relay.nn.max_pool2d(var(1, 3, 8, 8), (2, 2))):
        assert subgraphs(partition(body)) and not subgraphs(partition(body, remove_no_mac_subgraphs=True))


@proves(OPTIONS, "写进 JSON", "编译时由 `SaveGlobalAttributes` 写进 JSON")
@proves(OPTIONS, "工作区上限，字节")
def _(tvm):
    (node,) = built(relay.exp(var(2, 8)), use_uint8=True, max_workspace_size=4096, tensorrt_version=[7, 2, 3])
    attrs = {name: value[0] for name, value in node["attrs"].items()}
    assert (attrs["use_uint8"], attrs["max_workspace_size"], attrs["tensorrt_version"]) == (["1"], ["4096"], ["7", "2", "3"])


@proves(PAGE + "划分一个网络", "`nn.bias_add` 变成了 `add`，因为 3 级的 `ConvertLayout` 先执行 `CanonicalizeOps`")
def _(tvm):
    body = relay.nn.bias_add(var(2, 4), const(4))
    assert "nn.bias_add" in str(partition(body, level=2)) and "nn.bias_add" not in str(partition(body))


@proves(OPERATORS, "`SetStridedSliceNodeAttribute` 不读 `axes`，JSON 里的起点和长度少了几维", "隐式批次下，划分把第一个起点和终点当作第 0 维的，多半因此留给 TVM", versions=NEW)
def _(tvm):
    x = var(2, 4, 8)
    (node,) = built(relay.strided_slice(x, [1], [3], axes=[1]), **EXPLICIT)
    assert (node["attrs"]["start"][0], node["attrs"]["size"][0]) == (["1"], ["2"])
    assert not subgraphs(partition(relay.strided_slice(x, [1], [3], axes=[1])))
    assert not subgraphs(partition(relay.strided_slice(x, [0], [3], axes=[2])))


@proves(OPERATORS, "把第一个起点和终点当作第 0 维的，隐式批次时多半因此留给 TVM", versions=("0.10.0",))
@proves(PAGE + "与-0130-的差别", "划分时报 `Index out of range`，或者留给 TVM", versions=("0.10.0",))
def _(tvm):
    x = var(2, 4, 8)
    assert not subgraphs(partition(relay.strided_slice(x, [1], [3], axes=[1])))
    with raises(IndexError, "Index out of range"):
        partition(relay.strided_slice(x, [1], [3], axes=[1]), **EXPLICIT)


@proves(OPERATORS, "划分不检查这几种", "自适应池化不是 NCHW", "显式批次下，`nn.bias_add` 的偏置、`nn.conv2d_transpose` 的权重是变量", "显式批次下四维输入的 `nn.dense`", "划分只与 0 比较")
def _(tvm):
    assert subgraphs(partition(relay.nn.adaptive_avg_pool2d(var(1, 8, 8, 4), (1, 1), layout="NHWC")))
    for options in (EXPLICIT, {}):
        assert subgraphs(partition(relay.nn.bias_add(var(2, 4), var(4, name="b")), level=2, **options)) == (["tvmgen_default_tensorrt_main_0"] if options else [])
    kernel = var(3, 4, 3, 3, name="w")
    assert subgraphs(partition(relay.nn.conv2d_transpose(var(1, 4, 8, 8), kernel, channels=3, kernel_size=(3, 3), kernel_layout="OIHW"), level=2, **EXPLICIT))
    assert subgraphs(partition(relay.nn.dense(var(2, 3, 4, 8), const(4, 8)), **EXPLICIT))
    assert subgraphs(partition(relay.nn.softmax(var(2, 3, 4, 8), axis=-4)))
    assert subgraphs(partition(relay.expand_dims(var(2, 3, 4), axis=-4)))


@proves(PAGE + "imported", "把 `params` 绑进传给它的 `mod`，所以换一组选项再划分，要先重新导入")
def _(tvm):
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.dense(var(2, 8), var(4, 8, name="w"))))
    partition(mod, {"w": tvm.nd.array(np.ones((4, 8), "float32"))})
    assert [one.name_hint for one in mod["main"].params] == ["x"]


@proves(PAGE + "imported", "改成 `torch.flatten` 也一样；写成 `x.reshape(x.shape[0], -1)` 就没有 `squeeze`")
def _(tvm):
    import torch

    for flatten, has in ((lambda x: torch.flatten(x, 1), True), (lambda x: x.reshape(x.shape[0], -1), False)):
        class Net(torch.nn.Module):
            def forward(self, x):
                return flatten(torch.relu(x))

        trace = torch.jit.trace(Net().eval(), torch.zeros(1, 3, 4, 4))
        mod, _ = relay.frontend.from_pytorch(trace, [("image", (1, 3, 4, 4))])
        assert ("squeeze" in str(mod)) == has


@proves(PAGE + "注册了却从不匹配的算子", "`nn.pad` 有两个实参、`nn.layer_norm` 有三个、`nn.conv3d_transpose` 有两个，模式却按一个写。`squeeze` 有一个，模式按两个写")
def _(tvm):
    from tvm.relay.op.contrib.tensorrt import pattern_table

    for name, inputs, wanted in (("nn.pad", 2, 1), ("nn.layer_norm", 3, 1), ("nn.conv3d_transpose", 2, 1), ("squeeze", 1, 2)):
        assert relay.op.get(name).num_inputs == inputs
        patterns = [pattern for key, pattern, _ in pattern_table() if key == f"tensorrt.{name}"]
        assert patterns and all(len(one.args) == wanted for one in patterns), name


@proves(PAGE + "module_lookupdef-或-invalid-config-option", "0.13.0 只返回模块，选项都在目标里", versions=("0.13.0",))
@proves(PAGE + "module_lookupdef-或-invalid-config-option", "0.12.0 只返回模块，选项都在目标里", versions=("0.12.0",))
@proves(PAGE + "module_lookupdef-或-invalid-config-option", "0.10.0 只返回模块，选项都在目标里", versions=("0.10.0",))
def _(tvm):
    assert isinstance(partition(relay.exp(var(2, 8))), tvm.IRModule)


@proves(PAGE + "tensorrt-runtime-is-not-enabled", "先用 `is_tensorrt_runtime_enabled()` 检查")
def _(tvm):
    from tvm.relay.op.contrib import tensorrt

    assert not tensorrt.is_tensorrt_runtime_enabled() and tensorrt.is_tensorrt_compiler_enabled()


@proves(PAGE + "找出某个算子没有通过的原因", "没有处理器（handler）时，Python 只打印 WARNING 以上的", "名为 `TensorRT` 的日志，级别是 INFO")
def _(tvm):
    seen, log = [], logging.getLogger("TensorRT")
    assert not log.handlers and logging.lastResort.level == logging.WARNING
    handler = logging.Handler()
    handler.emit = lambda record: seen.append((record.levelname, record.getMessage()))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    partition(relay.nn.softmax(var(2, 8), axis=0))
    assert ("INFO", "nn.softmax: can't modify batch dimension.") in seen


unproved(PAGE + "运行时的环境变量", "每种批次大小各建一个引擎", "引擎存到这个目录，下次加载时直接用", reason="要有 NVIDIA GPU 和 TensorRT")
