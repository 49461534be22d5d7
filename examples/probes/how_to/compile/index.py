"""What holds of every importer: docs/how_to/compile/index.md."""

import inspect

from probes import proves

from tvm import relay

PAGE = "how_to/compile/index#"


@proves(PAGE + "choose", "它支持 ONNX、TensorFlow、Keras、TFLite、PyTorch、PaddlePaddle 和 Relay 自己的文本 `.relay`")
def _(tvm):
    from tvm.driver.tvmc.frontends import ALL_FRONTENDS

    found = {one.name(): one.suffixes() for one in ALL_FRONTENDS}
    assert set(found) == {"onnx", "pb", "keras", "tflite", "pytorch", "paddle", "relay"}, found
    assert found["relay"] == ["relay"]


@proves(PAGE + "inputs", "ONNX | `ModelProto` | `shape`，字典，可省", "`input_infos`，列表，必填", "`shape_dict`，只换输入变量 | `dtype_dict`，同左", "默认把图转成 NCHW；`layout` 可选")
def _(tvm):
    front = relay.frontend
    arguments = lambda function: {name: one.default for name, one in inspect.signature(function).parameters.items()}
    empty = inspect.Parameter.empty
    assert arguments(front.from_onnx)["shape"] is None and arguments(front.from_pytorch)["input_infos"] is empty
    assert {"shape_dict", "dtype_dict"} <= set(arguments(front.from_tflite))
    assert arguments(front.from_keras)["layout"] == "NCHW" and arguments(front.from_keras)["shape"] is None
    assert "shape" in arguments(front.from_darknet) and arguments(front.from_darknet)["dtype"] == "float32"
    assert "shape_dict" in arguments(front.from_paddle) and "dtype" not in arguments(front.from_paddle)
    assert {"shape", "dtype"} <= set(arguments(front.from_mxnet)) and "dtype" not in arguments(front.from_coreml)
    assert "shape" not in arguments(front.from_oneflow)


@proves(PAGE + "inputs", "形状里有 `?`（`relay.Any`）时，图执行器和 AOT 都不能用，要用虚拟机（VM）")
def _(tvm):
    import numpy as np

    make = lambda: tvm.IRModule.from_expr(relay.nn.relu(relay.var("x", shape=(relay.Any(), 2))))
    for executor in ("graph", "aot"):
        try:
            relay.build(make(), "llvm", executor=relay.backend.Executor(executor))
        except Exception:
            continue
        raise AssertionError(executor)
    machine = tvm.runtime.vm.VirtualMachine(relay.vm.compile(make(), "llvm"), tvm.cpu())
    assert machine.run(np.ones((3, 2), "float32")).shape == (3, 2)


@proves(PAGE + "counts", "源码里还有 `from_caffe`（24 种层）和 `from_caffe2`（16 个算子）")
def _(tvm):
    import ast

    from tvm.relay.frontend import caffe, caffe2

    assert len(caffe2._get_convert_map()) == 16
    tree = ast.parse(inspect.getsource(caffe))
    (table,) = [one.value for one in ast.walk(tree) if isinstance(one, ast.Assign) and getattr(one.targets[0], "attr", "") == "convert_map"]
    assert len(table.keys) == 24, len(table.keys)


@proves(PAGE + "limits", "`from_onnx` 和 `from_tensorflow` 的 `convert_config` 改的是模块级的字典")
def _(tvm):
    from tvm.relay.frontend import onnx, tensorflow

    assert isinstance(onnx.ONNX_DEFAULT_CONFIGS, dict) and isinstance(tensorflow.TF_DEFAULT_CONFIGS, dict)
    for function in (relay.frontend.from_onnx, relay.frontend.from_tensorflow):
        assert "convert_config" in inspect.signature(function).parameters


@proves(PAGE + "limits", "PyTorch 有 `custom_convert_map`，TFLite 有 `op_converter`")
def _(tvm):
    assert "custom_convert_map" in inspect.signature(relay.frontend.from_pytorch).parameters
    assert "op_converter" in inspect.signature(relay.frontend.from_tflite).parameters
