"""What partition_for_vitis_ai does with the answer of PyXIR, told by a stand-in, and the messages without it."""

import sys
import types

import numpy as np
from probes import proves, raises, unproved

import tvm as _tvm
from tvm import relay

PAGE = "how_to/deploy/vitis_ai#"


def stand_in(supported):
    """A module that takes the place of PyXIR and says which operators the DPU executes."""

    def from_relay(mod, params, postprocessing=None):
        layers = []

        def visit(node):
            if isinstance(node, relay.Call):
                layers.append(types.SimpleNamespace(name=node.op.name, attrs={"relay_id": [hash(node)]}, target="cpu"))

        relay.analysis.post_order_visit(mod["main"].body, visit)
        return types.SimpleNamespace(layers=layers, get_layers=lambda: layers)

    def partition(graph, targets):
        for layer in graph.layers:
            layer.target = targets[0] if layer.name in supported else "cpu"
        return graph

    pyxir, frontend, tvm = (types.ModuleType(name) for name in ("pyxir", "pyxir.frontend", "pyxir.frontend.tvm"))
    pyxir.partition, pyxir.frontend, frontend.tvm, tvm.from_relay = partition, frontend, tvm, from_relay
    sys.modules.update({"pyxir": pyxir, "pyxir.frontend": frontend, "pyxir.frontend.tvm": tvm})


def partition(body, supported):
    stand_in(supported)
    from tvm.relay.op.contrib import vitis_ai

    vitis_ai.pyxir = None
    return vitis_ai.partition_for_vitis_ai(relay.transform.InferType()(_tvm.IRModule.from_expr(body)), dpu="DPUCZDX8G-zcu104")


def conv(data, inside=8):
    weight = relay.const(np.ones((8, inside, 3, 3), "float32"))
    return relay.nn.conv2d(data, weight, padding=(1, 1), channels=8, kernel_size=(3, 3))


IMAGE = relay.var("x", shape=(1, 8, 8, 8))


@proves(PAGE + "用替身看划分的过程", "划分之前把 `nn.conv2d`、`image.resize2d` 换成 NHWC", "但它没有转换布局的规则，不变", "池化和激活自动跟着变")
def _(tvm):
    for body, name in (
        (conv(IMAGE), "nn.conv2d"),
        (relay.image.resize2d(IMAGE, (4, 4), layout="NCHW"), "image.resize2d"),
    ):
        mod = partition(body, {name})
        (function,) = (mod[one] for one in mod.get_global_vars() if one.name_hint != "main")
        assert '"NHWC"' in str(function) and name in str(function), name
    kept = partition(relay.nn.upsampling(IMAGE, 2, 2), {"nn.upsampling"})
    assert "tvmgen_default_vitis_ai_main_0" in str(kept) and "NHWC" not in str(kept)
    pooled = partition(relay.nn.max_pool2d(relay.nn.relu(conv(IMAGE)), (2, 2)), {"nn.conv2d", "nn.relu", "nn.max_pool2d"})
    (function,) = (pooled[one] for one in pooled.get_global_vars() if one.name_hint != "main")
    assert 'layout="NHWC"' in str(function)


@proves(PAGE + "用替身看划分的过程", "划分之后再把 `main` 里剩下的这两种算子换回 NCHW")
@proves(PAGE + "不支持的算子会打断子图", "划分之后换回 NCHW 的只有上面说的两种算子")
def _(tvm):
    mod = partition(conv(relay.nn.max_pool2d(conv(IMAGE), (2, 2))), set())
    assert 'data_layout="NHWC"' not in str(mod["main"]) and len(mod.get_global_vars()) == 1
    split = partition(conv(relay.nn.max_pool2d(conv(IMAGE), (2, 2))), {"nn.conv2d"})
    assert len(split.get_global_vars()) == 3 and 'layout="NHWC"' in str(split["main"])


@proves(PAGE + "please-pass-vitis-ai-dpu-identifier", "没有写 `dpu`", "划分时报 `ValueError`")
@proves(PAGE + "the-pyxir-package-is-required", "划分时报 `ImportError`", "这个 Python 里没有 PyXIR")
def _(tvm):
    from tvm.relay.op.contrib.vitis_ai import partition_for_vitis_ai

    mod = relay.transform.InferType()(tvm.IRModule.from_expr(conv(IMAGE)))
    with raises(ImportError, "pyxir"):
        partition_for_vitis_ai(mod, dpu="DPUCADF8H")
    with raises(ValueError, "Please pass Vitis AI DPU identifier"):
        partition_for_vitis_ai(mod)


@proves(PAGE + "invalid-config-option-relayextvitis_aioptions", "建立 `PassContext` 时报 `AttributeError`", "先用 `vitis_ai_available()` 检查")
def _(tvm):
    from tvm.contrib.target.vitis_ai import vitis_ai_available

    assert not vitis_ai_available()
    with raises(AttributeError, "Invalid config option 'relay.ext.vitis_ai.options'"):
        tvm.transform.PassContext(config={"relay.ext.vitis_ai.options": {"dpu": "DPUCADF8H"}})


unproved(PAGE + "编译与量化", "头 N 次 `run` 在 CPU 上执行，收集激活的范围", reason="要有 PyXIR 和用 USE_VITIS_AI 构建的 TVM")
