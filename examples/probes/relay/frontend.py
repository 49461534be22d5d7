"""Probes of docs/reference/api/python/relay/frontend.md."""

import os
import tempfile
from types import SimpleNamespace as fake

import numpy as np
import torch  # once, before the processes of the probes: it takes seconds
from probes import proves, raises, unproved

F = "tvm.relay.frontend."
NEW = ("0.12.0", "0.13.0")


def model(op="Relu", shape=("batch", 4), opset=13):
    """MatMul by a matrix of ones, and one more operator."""
    from onnx import TensorProto, helper, numpy_helper

    nodes = [helper.make_node("MatMul", ["x", "w"], ["t"]), helper.make_node(op, ["t"], ["y"])]
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, size) for name, size in (("x", shape), ("y", None))]
    weights = [numpy_helper.from_array(np.ones((4, 3), "float32"), "w")]
    graph = helper.make_graph(nodes, "example", ends[:1], ends[1:], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])


def first(mod):
    return mod["main"].params[0].type_annotation


@proves(F + "from_onnx", "`from_onnx` 默认把权重变成常量，这时 `params` 是空的", "False 时权重是形参，值在 `params` 里", "输入和权重的名字与模型相同")
def _(tvm):
    mod, params = tvm.relay.frontend.from_onnx(model())
    assert params == {} and [one.name_hint for one in mod["main"].params] == ["x"]
    mod, params = tvm.relay.frontend.from_onnx(model(), freeze_params=False)
    assert list(params) == ["w"] and isinstance(params["w"], tvm.nd.NDArray)
    assert [one.name_hint for one in mod["main"].params] == ["x", "w"]


@proves(F + "from_onnx", "覆盖模型里写的形状；没有列出的输入按模型，其中未知的维是 `relay.Any()`", "覆盖输入的类型；写成字符串（包括默认值）不起作用，一律按模型", "`shape` 里有模型没有的名字，断言失败")
def _(tvm):
    load = tvm.relay.frontend.from_onnx
    assert isinstance(first(load(model())[0]).shape[0], tvm.tir.Any) and first(load(model(), {"x": (2, 4)})[0]).shape[0] == 2
    assert first(load(model(), {"x": (2, 4)}, "float16")[0]).dtype == "float32"
    assert first(load(model("Relu"), {"x": (2, 4)}, {"x": "float16"})[0]).dtype == "float16"
    with raises(AssertionError):
        load(model(), {"other": (2, 4)})


@proves(F + "from_onnx", "`nn.dense` 照样推断出结果的形状", versions=NEW)
@proves(F + "from_onnx", "`nn.dense` 的类型关系发现相乘的两维不等，抛出 `TVMError`", versions=("0.10.0",))
def _(tvm, release):
    load = lambda: tvm.relay.frontend.from_onnx(model(), {"x": (2, 5)})
    if release == "0.10.0":
        with raises("TVMError"):
            load()
    else:
        assert load()[0]["main"].ret_type == tvm.relay.TensorType((2, 3))


@proves(F + "from_onnx", "低于它时给出警告")
@proves(F + "from_onnx", "默认取模型里 `ai.onnx` 的版本", versions=NEW)
@proves(F + "from_onnx", "默认取模型里第一个 `opset_import` 的版本，不看它是哪个域", versions=("0.10.0",))
def _(tvm, release):
    import warnings

    from onnx import helper

    from tvm.relay.frontend import onnx as front

    used = []

    class Spy(front.GraphProto):
        def from_onnx(self, graph, opset, *rest, **more):
            used.append(opset)
            return super().from_onnx(graph, opset, *rest, **more)

    front.GraphProto = Spy
    two = model()
    two.opset_import.insert(0, helper.make_opsetid("com.example", 1))
    front.from_onnx(model())
    front.from_onnx(model(), opset=14)
    assert used == [13, 14]
    try:
        front.from_onnx(two)
    except Exception:
        assert release == "0.10.0"
    assert used[2] == (1 if release == "0.10.0" else 13)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        import logging

        seen = []
        handler = logging.Handler()
        handler.emit = lambda record: seen.append(record.getMessage())
        logging.getLogger("relay.frontend").addHandler(handler)
        logging.getLogger().addHandler(handler)
        front.from_onnx(model(), opset=12)
    assert caught or seen


@proves(F + "from_onnx", "`convert_config` 写进模块级的默认值，对同一进程以后的导入也有效，写错的键没有提示", "`MatMul` 成为 `nn.batch_matmul` 时，是否先把第二个操作数转置")
def _(tvm):
    from onnx import TensorProto, helper

    node = helper.make_node("MatMul", ["a", "b"], ["y"])
    sizes = {"a": (2, 3, 4), "b": (2, 4, 5), "y": None}
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, size) for name, size in sizes.items()]
    made = helper.make_model(helper.make_graph([node], "g", ends[:2], ends[2:]), opset_imports=[helper.make_opsetid("", 13)])
    load = lambda **more: str(tvm.relay.frontend.from_onnx(made, **more)[0])
    assert "transpose(%b" in load(convert_config={"nonsense": 1})
    assert "transpose(%b" not in load(convert_config={"use_nt_batch_matmul": False})
    assert "transpose(%b" not in load()


@proves(F + "from_onnx", "目录，没有就建立；补上节点名的模型存成其中的 `tvm_exported_model_<时间>.onnx`", versions=NEW)
def _(tvm):
    folder = os.path.join(tempfile.mkdtemp(), "new")
    tvm.relay.frontend.from_onnx(model(), export_node_renamed_model_path=folder)
    (name,) = os.listdir(folder)
    assert name.startswith("tvm_exported_model_") and name.endswith(".onnx")


@proves(F + "from_onnx", "`OpNotImplemented` 是 `NotImplementedError` 的子类，捕获后者就够了", "检查器发现的问题只作为警告")
def _(tvm):
    with raises("OpNotImplemented", "NoSuch"):
        tvm.relay.frontend.from_onnx(model("NoSuch"))
    with raises(NotImplementedError):
        tvm.relay.frontend.from_onnx(model("NoSuch"))
    wrong = model()
    wrong.ir_version = 0
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tvm.relay.frontend.from_onnx(wrong)
    assert caught


def traced(swap=False):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = torch.nn.Linear(4, 3)

        def forward(self, a, b):
            return b + torch.i0(self.fc(a)) if swap else torch.i0(self.fc(a)) + b

    return torch.jit.trace(Net().eval(), (torch.zeros(2, 4), torch.zeros(2, 3))), Net()


INFOS = [("a", (2, 4)), ("b", (2, 3))]


def rules(tvm):
    return {"aten::i0": lambda inputs, input_types: tvm.relay.exp(inputs[0])}


@proves(F + "from_pytorch", "普通的 `nn.Module` 没有 `graph` 属性，抛出 `AttributeError`", "补充或替换转换规则，函数的形式是 `(inputs, input_types) -> Expr`")
def _(tvm):
    load, (net, plain) = tvm.relay.frontend.from_pytorch, traced()
    with raises(AttributeError):
        load(plain, INFOS)
    with raises(NotImplementedError, "aten::i0"):
        load(net, INFOS)
    assert "exp(" in str(load(net, INFOS, rules(tvm))[0])


@proves(F + "from_pytorch", "形状不符时报错，类型以图为准，写在 `input_infos` 里的不起作用", "每项是 `(名称, 形状)` 或 `(名称, (形状, 类型))`")
def _(tvm):
    load, (net, _) = tvm.relay.frontend.from_pytorch, traced()
    for wrong in (INFOS[:1], dict(INFOS), [("a", (5, 4)), ("b", (5, 3))]):
        with raises(RuntimeError):
            load(net, wrong, rules(tvm))
    half = [("a", ((2, 4), "float16")), ("b", ((2, 3), "float16"))]
    params = load(net, half, rules(tvm))[0]["main"].params
    assert {one.type_annotation.dtype for one in params} == {"float32"}


@proves(F + "from_pytorch", "权重的名字由算子和序号组成，例如 `aten::linear_0.weight`", "形参的次序是 `input_infos` 的次序，权重在后", "True 时把权重名里的 `.` 和 `:` 换成 `_`", versions=NEW)
@proves(F + "from_pytorch", "权重的名字是 `state_dict` 的键，例如 `fc.weight`。形参的次序是输入在结果里用到的先后", "True 时权重名里的 `.` 换成 `_`", versions=("0.10.0",))
def _(tvm, release):
    net, _ = traced(swap=True)
    names = lambda **more: [one.name_hint for one in tvm.relay.frontend.from_pytorch(net, INFOS, rules(tvm), **more)[0]["main"].params]
    if release == "0.10.0":
        assert names() == ["b", "a", "fc.weight", "fc.bias"]
        assert names(use_parser_friendly_name=True)[2:] == ["fc_weight", "fc_bias"]
    else:
        assert names() == ["a", "b", "aten::linear_0.weight", "aten::linear_0.bias"]
        assert names(use_parser_friendly_name=True)[2:] == ["aten__linear_0_weight", "aten__linear_0_bias"]


@proves(F + "from_pytorch", "结果用不到的输入没有形参")
def _(tvm):
    class Net(torch.nn.Module):
        def forward(self, a, b):
            return torch.exp(a)

    net = torch.jit.trace(Net().eval(), (torch.zeros(2, 4), torch.zeros(2, 3)))
    assert [one.name_hint for one in tvm.relay.frontend.from_pytorch(net, INFOS)[0]["main"].params] == ["a"]


@proves(F + "from_pytorch", "目录，没有就建立；改名后的 TorchScript 图写成其中的 `tvm_exported_c_graph_<时间>.txt`", versions=NEW)
def _(tvm):
    folder = os.path.join(tempfile.mkdtemp(), "new")
    tvm.relay.frontend.from_pytorch(traced()[0], INFOS, rules(tvm), export_renamed_c_graph_path=folder)
    (name,) = os.listdir(folder)
    assert name.startswith("tvm_exported_c_graph_") and name.endswith(".txt")


@proves(F + "from_pytorch", "形状的各维必须是整数，没有动态形状的写法")
def _(tvm):
    with raises(Exception):
        tvm.relay.frontend.from_pytorch(traced()[0], [("a", (tvm.relay.Any(), 4)), ("b", (2, 3))], rules(tvm))


MISSING = {
    "from_tensorflow": ("tensorflow", lambda front: front(fake())),
    "from_keras": ("tensorflow", lambda front: front(fake())),
    "from_tflite": ("tflite", lambda front: front(fake())),
    "from_paddle": ("paddle", lambda front: front(fake())),
    "from_mxnet": ("mxnet", lambda front: front(fake())),
    "from_oneflow": ("oneflow", lambda front: front(fake(), "folder")),
    "from_coreml": ("coremltools", lambda front: front(fake())),
    "from_caffe2": ("caffe2", lambda front: front(fake(), fake())),
}

for name, (package, call) in MISSING.items():

    @proves(F + name, "没有安装就抛出 `ImportError` 或它的子类 `ModuleNotFoundError`")
    def _(tvm, release, name=name, package=package, call=call):
        import sys

        sys.modules[package] = None
        with raises(ImportError):
            call(getattr(tvm.relay.frontend, name))


for name, words, package in (
    ("from_tensorflow", "`\"NCHW\"` 时把 NHWC 的卷积、池化等转成 NCHW", "TensorFlow"),
    ("from_keras", "Keras 的图像是 NHWC，默认却转成 NCHW 的图", "TensorFlow"),
    ("from_tflite", "只支持一个子图，多于一个时断言失败", "tflite"),
    ("from_paddle", "给出时必须列出全部输入，否则抛出 `KeyError`", "PaddlePaddle"),
    ("from_mxnet", "普通的 `Block` 抛出 `NotImplementedError`", "MXNet"),
    ("from_oneflow", "图还没有编译时，用第一个输入的形状生成一个随机张量去编译", "OneFlow"),
    ("from_coreml", "`mlProgram` 等断言失败", "coremltools"),
    ("from_caffe2", "第一个算子的第一个输入被当作数据，不算权重", "Caffe2"),
):
    unproved(F + name, words, reason=f"要装 {package}")


def darknet(*layers):
    """What the front end reads of a network of Darknet."""
    return fake(n=len(layers), layers=list(layers))



@proves(F + "from_darknet", "`from_caffe` 和 `from_darknet` 只读传入的对象，不导入框架", "输入的形状；文档说是字典，实现直接把它当作形状", "输入叫 `data`", "输入的类型，也是权重数组的类型")
def _(tvm):
    from tvm.relay.frontend import darknet as front

    kind = front.LAYERTYPE
    layer = fake(type=kind.SOFTMAX.value, temperature=0, groups=1)
    mod, params = tvm.relay.frontend.from_darknet(darknet(layer), (2, 5), "float64")
    (data,) = mod["main"].params
    assert data.name_hint == "data" and first(mod) == tvm.relay.TensorType((2, 5), "float64") and params == {}


@proves(F + "from_darknet", "转换到那一层时 | `NotImplementedError`")
def _(tvm):
    from tvm.relay.frontend import darknet as front

    unknown = next(kind for kind in front.LAYERTYPE if kind.name in ("CROP", "DETECTION", "NORMALIZATION"))
    with raises(NotImplementedError):
        tvm.relay.frontend.from_darknet(darknet(fake(type=unknown.value)), (2, 5))


def caffe(*layers):
    return fake(input=[], layer=list(layers), layers=[], input_shape=[], input_dim=[])


def caffe_layer(kind, name, bottom=(), top=()):
    return fake(type=kind, name=name, bottom=list(bottom), top=list(top), relu_param=fake(negative_slope=0))


@proves(F + "from_caffe", "输入输出同名且各只有一个的层（如原地的 `ReLU`），输出名改成层名，后面各层的输入名跟着改", "没有列出的是 float32")
def _(tvm):
    made = caffe(
        caffe_layer("Input", "data", top=["data"]),
        caffe_layer("ReLU", "relu1", ["data"], ["data"]),
        caffe_layer("ReLU", "relu2", ["data"], ["out"]),
    )
    weights = caffe()
    mod, params = tvm.relay.frontend.from_caffe(weights, made, {"data": (2, 3)}, {})
    assert made.layer[1].top == ["relu1"] and made.layer[2].bottom == ["relu1"] and made.layer[2].top == ["out"]
    assert first(mod) == tvm.relay.TensorType((2, 3), "float32") and str(mod).count("nn.relu") == 2


@proves(F + "from_caffe", "转换之前，一次列出全部 | `tvm.error.OpNotImplemented`")
def _(tvm):
    made = caffe(
        caffe_layer("Input", "data", top=["data"]),
        caffe_layer("Odd", "a", ["data"], ["b"]),
        caffe_layer("Odder", "c", ["b"], ["d"]),
    )
    with raises("OpNotImplemented", "Odd") as _:
        tvm.relay.frontend.from_caffe(caffe(), made, {"data": (2, 3)}, {})
    with raises("OpNotImplemented", "Odder"):
        tvm.relay.frontend.from_caffe(caffe(), made, {"data": (2, 3)}, {})


@proves(F + "ChangeDatatype", "文档要求写 `\"float\"`，那样什么也匹配不上", "换掉类型是 `src` 的形参，去掉返回类型让它重新推断", "类型是 `src` 的常量外面加一个 `cast`，数值不在这里转换")
def _(tvm):
    relay = tvm.relay
    x = relay.var("x", shape=(2,))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], x + relay.const([1.0, 2.0]))))
    made = {src: relay.frontend.ChangeDatatype(src, "float16")(mod)["main"] for src in ("float32", "float")}
    assert made["float32"].ret_type.dtype == "float16" and made["float"].ret_type.dtype == "float32"
    cast = made["float32"].body.args[1]
    assert cast.op.name == "cast" and cast.args[0].data.dtype == "float32" and made["float32"].params[0].type_annotation.dtype == "float16"


@proves(F + "ChangeDatatype", "算子属性里写着的类型不改", "形参是元组时抛出 `AttributeError`")
def _(tvm):
    relay = tvm.relay
    change = lambda func: relay.frontend.ChangeDatatype("float32", "float16")(relay.transform.InferType()(tvm.IRModule.from_expr(func)))["main"]
    x = relay.var("x", shape=(2,))
    assert change(relay.Function([x], relay.cast(x, "float32"))).ret_type.dtype == "float32"
    pair = relay.var("p", relay.TupleType([relay.TensorType((2,))] * 2))
    with raises(AttributeError):
        change(relay.Function([pair], relay.TupleGetItem(pair, 0)))


@proves(F + "quantize_conv_bias_mkldnn_from_var", "到 int32 的 `qnn.quantize`，零点为 0", "数组时每个通道一个；整数在类型推断时失败", "返回 `relay.Expr`，没有推断类型")
def _(tvm):
    relay = tvm.relay

    def run(scale):
        made = relay.frontend.quantize_conv_bias_mkldnn_from_var(relay.var("bias", shape=(2,)), scale)
        with raises(ValueError):
            made.checked_type
        func = relay.create_executor("graph", tvm.IRModule.from_expr(made), tvm.cpu(), "llvm").evaluate()
        return func(np.array([1.0, -2.0], "float32")).numpy()

    assert run(0.5).dtype == "int32" and list(run(0.5)) == [2, -4]
    for dtype in ("float32", "float64"):
        assert list(run(np.array([0.5, 0.25], dtype))) == [2, -8]
    with raises(Exception):
        run(1)


COMPLETE = True
