"""More probes of docs/reference/api/python/relay/frontend.md: importers that get what stands in for their framework."""

import os
import sys
import tempfile
from types import SimpleNamespace as fake

import numpy as np
import torch  # once, before the processes of the probes: it takes seconds
from probes import proves, raises, unproved

F = "tvm.relay.frontend."


def first(mod):
    return mod["main"].params[0]


def names(mod):
    return [one.name_hint for one in mod["main"].params]


SCRIPTED = """
import torch

class Exp(torch.nn.Module):
    def forward(self, a):
        return torch.exp(a)

class Odd(torch.nn.Module):
    def forward(self, a):
        return torch.i0(a)

class Ones(torch.nn.Module):
    def forward(self, a):
        return a + torch.ones([4])

class Zeros(torch.nn.Module):
    def forward(self, a):
        return a + torch.zeros([4])

class Full(torch.nn.Module):
    def forward(self, a):
        return a + torch.full([4], 2.0)
"""


def scripted():
    """Modules from a file: TorchScript reads their source."""
    folder = tempfile.mkdtemp()
    with open(os.path.join(folder, "scripted_nets.py"), "w") as file:
        file.write(SCRIPTED)
    sys.path.insert(0, folder)
    import scripted_nets

    made = {name: getattr(scripted_nets, name.title())().eval() for name in ("ones", "zeros", "full")}
    return scripted_nets.Exp().eval(), scripted_nets.Odd().eval(), made


@proves(F + "from_pytorch", "`torch.jit.script` 的结果只要其中的算子都能转换也可以", "图里和 `input_infos` 里都没有类型时使用；`torch.ones`、`torch.zeros`、`torch.full` 一类在图里没有写类型时（`torch.jit.script`）也用它")
def _(tvm):
    load, (plain, odd, made) = tvm.relay.frontend.from_pytorch, scripted()
    for name in ("ones", "zeros", "full"):
        text = str(load(torch.jit.script(made[name]), [("a", ((4,), "float32"))], default_dtype="float64")[0]["main"])
        assert 'dtype="float64"' in text and "%a: Tensor[(4), float32]" in text
    net = torch.jit.script(plain)
    kinds = lambda infos, **more: first(load(net, infos, **more)[0]).type_annotation
    assert kinds([("a", (2, 4))]) == tvm.relay.TensorType((2, 4), "float32")
    assert kinds([("a", (2, 4))], default_dtype="float64").dtype == "float64"
    assert kinds([("a", ((2, 4), "float16"))], default_dtype="float64").dtype == "float16"
    traced = torch.jit.trace(plain, torch.zeros(2, 4))
    assert first(load(traced, [("a", (2, 4))], default_dtype="float64")[0]).type_annotation.dtype == "float32"

    with raises(NotImplementedError):
        load(torch.jit.script(odd), [("a", (2, 4))])


@proves(F + "from_onnx", "其他函数把权重留作形参，`torch.jit.freeze` 过的 PyTorch 模型除外：它的权重已是图里的常量")
def _(tvm):
    net = torch.jit.trace(torch.nn.Linear(4, 3).eval(), torch.zeros(2, 4))
    load = lambda one: tvm.relay.frontend.from_pytorch(one, [("a", (2, 4))])
    plain, frozen = load(net), load(torch.jit.freeze(net))
    assert len(plain[1]) == 2 and len(names(plain[0])) == 3
    assert frozen[1] == {} and names(frozen[0]) == ["a"]


@proves(F + "from_tensorflow", "`Const` 节点成为形参，值在 `params` 里；标量的成为常量，字符串的成为没有值的 uint8 形参")
def _(tvm):
    from tvm.relay.frontend.tensorflow import GraphProto

    util = fake(MakeNdarray=lambda tensor: tensor.array, TensorShapeProtoToList=lambda shape: list(shape))
    for name in ("tensorflow", "tensorflow.python"):
        sys.modules[name] = fake(__path__=[])
    sys.modules["tensorflow.python.framework"] = fake(tensor_util=util)
    graph = GraphProto()
    for name, array in (("w", np.float32([1, 2])), ("s", np.array(3.0)), ("t", np.array([b"a", b"b"], object))):
        graph._parse_param("value", fake(tensor=fake(array=array, tensor_shape=array.shape)), name, None)
    assert list(graph._params) == ["w"] and isinstance(graph._nodes["s"][0], tvm.relay.Constant)
    assert graph._nodes["w"][0].type_annotation == tvm.relay.TensorType((2,))
    assert graph._nodes["t"][0].type_annotation == tvm.relay.TensorType((2,), "uint8")


@proves(F + "from_pytorch", "True 时 `params` 里是量化后的整数权重；默认是 float32 的权重，由常量折叠在编译时量化")
def _(tvm):
    quantization = torch.ao.quantization

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.quant, self.fc, self.dequant = quantization.QuantStub(), torch.nn.Linear(4, 3), quantization.DeQuantStub()

        def forward(self, a):
            return self.dequant(self.fc(self.quant(a)))

    torch.backends.quantized.engine = "fbgemm"
    net = Net().eval()
    net.qconfig = quantization.get_default_qconfig("fbgemm")
    quantization.prepare(net, inplace=True)
    net(torch.linspace(-1, 1, 8).reshape(2, 4))
    quantization.convert(net, inplace=True)
    traced = torch.jit.trace(net, torch.zeros(2, 4))
    for keep, dtype in ((False, "float32"), (True, "int8")):
        mod, params = tvm.relay.frontend.from_pytorch(traced, [("a", (2, 4))], keep_quantized_weight=keep)
        weights = [value.dtype for value in params.values() if value.shape == (3, 4)]
        assert weights == [dtype], (keep, weights)


def darknet(*layers):
    return fake(n=len(layers), layers=list(layers))


def yolo(front, count=2):
    return fake(type=front.LAYERTYPE.YOLO.value, n=1, classes=1, total=count, c=6, h=2, w=2, out_c=6, out_h=2, out_w=2, biases=[1.0] * 2 * count, mask=[0])


@proves(F + "from_darknet", "有 RNN 层时另有状态输入 `rnn0_state` 等，不在 `params` 里", "里面已有权重")
def _(tvm):
    from tvm.relay.frontend import darknet as front

    def dense():
        return fake(type=front.LAYERTYPE.CONNECTED.value, outputs=3, inputs=3, weights=[0.5] * 9, biases=[1.0] * 3, batch_normalize=0, dontloadscales=0, activation=front.ACTIVATION.LINEAR)

    layer = fake(type=front.LAYERTYPE.RNN.value, n=1, batch=1, outputs=3, steps=1, input_layer=dense(), self_layer=dense(), output_layer=dense())
    mod, params = tvm.relay.frontend.from_darknet(darknet(layer), (1, 3))
    assert {"data", "rnn0_state"} <= set(names(mod)) and "rnn0_state" not in params and "data" not in params
    assert set(names(mod)) - set(params) == {"data", "rnn0_state"}
    assert sorted(value.shape for value in params.values()) == [(3,)] * 3 + [(3, 3)] * 3
    assert all((value.numpy() == (1 if len(value.shape) == 1 else 0.5)).all() for value in params.values())


@proves(F + "from_darknet", "检测网络的结果是一个元组：最后一层的输出，然后从后往前是各检测层的参数和输出")
def _(tvm):
    from tvm.relay.frontend import darknet as front

    mod, params = tvm.relay.frontend.from_darknet(darknet(yolo(front), yolo(front, 3)), (1, 6, 2, 2))
    fields = mod["main"].body.fields
    kinds = [one.name_hint.split("_")[-1] if isinstance(one, tvm.relay.Var) else "output" for one in fields]
    assert kinds == ["output", "mask", "bias", "attr", "output", "mask", "bias", "attr"]
    assert [one.name_hint[-6] for one in fields if isinstance(one, tvm.relay.Var) and one.name_hint.endswith("_bias")] == ["1", "0"]
    assert set(params) == {one.name_hint for one in fields if isinstance(one, tvm.relay.Var)}


def coreml(*preprocessing, inputs=("image",), outputs=None, kind="neuralNetwork"):
    """A model without layers, and the package that says what a model is."""

    class MLModel:
        def get_spec(self):
            described = fake(input=[fake(name=name) for name in inputs], output=[fake(name=name) for name in outputs or inputs])
            return fake(description=described, WhichOneof=lambda _: kind, **{kind: fake(preprocessing=preprocessing, layers=[])})

    sys.modules["coremltools"] = fake(models=fake(MLModel=MLModel))
    return MLModel()


def step(kind, feature="", **values):
    """A preprocessing step, whose class the importer knows by its name."""
    method = type({"scaler": "NeuralNetworkImageScaler", "meanImage": "NeuralNetworkMeanImage"}[kind], (), values)()
    return fake(WhichOneof=lambda _: kind, featureName=feature, **{kind: method})


def scaler(feature=""):
    return step("scaler", feature, blueBias=1.0, greenBias=2.0, redBias=3.0, channelScale=0.5)


@proves(F + "from_coreml", "模型自带的缩放（`scaler`，含各通道的偏置，次序是蓝、绿、红）也转换进来，成为图的开头", "参数一律转成 float32", "输入的形状，没有列出的输入没有类型标注")
def _(tvm):
    load = tvm.relay.frontend.from_coreml
    mod, params = load(coreml(scaler()), {"image": (1, 3, 2, 2)})
    (bias,) = params.values()
    assert bias.dtype == "float32" and bias.numpy().tolist() == [[[1]], [[2]], [[3]]]
    assert first(mod).type_annotation == tvm.relay.TensorType((1, 3, 2, 2))
    run = tvm.relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()
    got = run(np.full((1, 3, 2, 2), 4, "float32"), bias)[0].numpy()
    assert got[0, :, 0, 0].tolist() == [3, 4, 5]
    bare = load(coreml())[0]
    assert not isinstance(first(bare).type_annotation, tvm.relay.TensorType)


@proves(F + "from_coreml", "减均值图像（`meanImage`）不支持，抛出 `ValueError: value has to be scalar or NDArray`", "只有一个输入时，`scaler` 的 `featureName` 必须是空的，多个输入时不能是空的，否则断言失败")
def _(tvm):
    load, shape = tvm.relay.frontend.from_coreml, {"image": (1, 3, 2, 2), "other": (1, 3, 2, 2)}
    for image in (b"\x00\x01", fake()):
        with raises(ValueError, "value has to be scalar or NDArray"):
            load(coreml(step("meanImage", "image", meanImage=image)), shape)
    with raises(AssertionError):
        load(coreml(scaler("image")), shape)
    mod, _ = load(coreml(scaler("other"), inputs=("image", "other")), shape)
    assert str(mod).count("multiply") == 1
    with raises(AssertionError):
        load(coreml(scaler(), inputs=("image", "other")), shape)


@proves(F + "from_coreml", "只支持 `neuralNetwork`、`neuralNetworkClassifier`、`neuralNetworkRegressor` 三种，`mlProgram` 等断言失败")
def _(tvm):
    for kind in ("neuralNetwork", "neuralNetworkClassifier", "neuralNetworkRegressor"):
        tvm.relay.frontend.from_coreml(coreml(kind=kind), {"image": (1, 3)})
    for kind in ("mlProgram", "pipeline"):
        with raises(AssertionError):
            tvm.relay.frontend.from_coreml(coreml(kind=kind), {"image": (1, 3)})


def keras(backend="tensorflow", order="channels_last"):
    """The package, and a model of an input and a layer that does nothing."""
    classes = {name: type(name, (), {}) for name in ("Model", "InputLayer", "Dropout")}
    sys.modules["keras"] = fake(backend=fake(backend=lambda: backend, image_data_format=lambda: order), engine=fake(training=fake(Model=classes["Model"]), InputLayer=classes["InputLayer"]))
    start, layer, model = classes["InputLayer"](), classes["Dropout"](), classes["Model"]()
    start.name, layer.name = "start", "drop"
    layer.inbound_nodes = [fake(inbound_layers=[start], node_indices=[0], tensor_indices=[0], input_tensors=[None], iterate_inbound=lambda: [(start, 0, 0, None)])]
    model.layers, model._output_coordinates = [start, layer], [(layer, 0, 0)]
    return model


@proves(F + "from_keras", "独立的 `keras` 包须以 TensorFlow 为后端、数据格式为 `channels_last`，否则抛出 `ValueError`", "`\"NCHW\"`、`\"NHWC\"`、`\"NWC\"`、`\"NDHWC\"`，其他值断言失败", "没有列出的输入没有类型标注")
def _(tvm):
    load = tvm.relay.frontend.from_keras
    for wrong in ({"backend": "theano"}, {"order": "channels_first"}):
        with raises(ValueError):
            load(keras(**wrong))
    for layout in ("NCHW", "NHWC", "NWC", "NDHWC"):
        mod, _ = load(keras(), {"start": (1, 4)}, layout)
        assert names(mod) == ["start"] and first(mod).type_annotation == tvm.relay.TensorType((1, 4))
    assert not isinstance(first(load(keras())[0]).type_annotation, tvm.relay.TensorType)
    for layout in ("NCDHW", "nchw", None):
        with raises(AssertionError):
            load(keras(), {"start": (1, 4)}, layout)


@proves(F + "from_keras", "是不是 `tf.keras` 由类型所在的模块名判断，开头须是 `tensorflow.python.keras`")
def _(tvm):
    model = keras()
    tvm.relay.frontend.from_keras(model, {"start": (1, 4)})
    sys.modules["tensorflow"] = None
    type(model).__module__ = "keras.engine.training"
    tvm.relay.frontend.from_keras(model, {"start": (1, 4)})
    type(model).__module__ = "tensorflow.python.keras.engine"
    with raises(ImportError, "Tensorflow"):
        tvm.relay.frontend.from_keras(model, {"start": (1, 4)})


def caffe(*layers):
    return fake(input=[], layer=list(layers), layers=[], input_shape=[], input_dim=[])


def caffe_layer(kind, name, bottom=(), top=(), blobs=()):
    return fake(type=kind, name=name, bottom=list(bottom), top=list(top), blobs=[fake(data=list(one)) for one in blobs], relu_param=fake(negative_slope=0), batch_norm_param=fake(eps=0.0), scale_param=fake(bias_term=True, axis=1))


@proves(F + "from_caffe", "转换时把 `BatchNorm` 和紧跟的 `Scale` 合并成一层", "后面各层的输入名由 `Scale` 的层名改成 `BatchNorm` 的", "从 `.caffemodel` 读出的权重", "输入的形状，没有默认值")
def _(tvm):
    made = caffe(
        caffe_layer("Input", "data", top=["data"]),
        caffe_layer("BatchNorm", "norm", ["data"], ["norm"]),
        caffe_layer("Scale", "scale", ["norm"], ["scale"]),
        caffe_layer("ReLU", "relu", ["scale"], ["out"]),
    )
    weights = caffe(caffe_layer("BatchNorm", "norm", blobs=([2, 4], [8, 32], [2])), caffe_layer("Scale", "scale", blobs=([3, 5], [1, -1])))
    with raises(TypeError):
        tvm.relay.frontend.from_caffe(weights, made, dtype_dict={})
    mod, params = tvm.relay.frontend.from_caffe(weights, made, {"data": (1, 2, 1, 1)}, {})
    assert str(mod).count("nn.batch_norm") == 1 and made.layer[3].bottom == ["norm"]
    run = tvm.relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()
    got = run(np.float32([[[[7]], [[10]]]]), **params).numpy().ravel()
    assert np.allclose(got, [(7 - 1) / 2 * 3 + 1, (10 - 2) / 4 * 5 - 1])  # blobs over the third one


def mxnet(**methods):
    classes = {name: type(name, (), {}) for name in ("Symbol", "Block")}
    hybrid = type("HybridBlock", (classes["Block"],), methods)
    made = []
    sys.modules["mxnet"] = fake(sym=fake(Symbol=classes["Symbol"], Variable=lambda name: made.append(name) or name), gluon=fake(Block=classes["Block"], HybridBlock=hybrid))
    return classes["Symbol"](), classes["Block"](), hybrid(), made


@proves(F + "from_mxnet", "普通的 `Block` 抛出 `NotImplementedError`，其他类型抛出 `ValueError`", "写成字符串时，每个参数都必须是这个类型，否则抛出 `ValueError`", "与 `HybridBlock` 同时给出时抛出 `ValueError`")
def _(tvm):
    load, (symbol, block, hybrid, _) = tvm.relay.frontend.from_mxnet, mxnet()
    with raises(NotImplementedError):
        load(block)
    with raises(ValueError):
        load("text")
    wide = fake(asnumpy=lambda: np.zeros(2, "float64"))
    for more in ({"arg_params": {"w": wide}}, {"aux_params": {"w": wide}}):
        with raises(ValueError, "dtype not expected float32 vs float64"):
            load(symbol, {}, "float32", **more)
        with raises(ValueError, "not used when importing HybridBlock"):
            load(hybrid, {"x": (2,)}, **more)


@proves(F + "from_mxnet", "`HybridBlock` 必须给出，它的键就是输入的名字和次序")
def _(tvm):
    class Called(Exception):
        pass

    def call(self, *inputs):
        raise Called(*inputs)

    _, _, hybrid, made = mxnet(collect_params=lambda self: {}, __call__=call)
    with raises(TypeError):
        tvm.relay.frontend.from_mxnet(hybrid)
    with raises("Called"):
        tvm.relay.frontend.from_mxnet(hybrid, {"second": (2,), "first": (3,)})
    assert made == ["second", "first"]


def paddle(fluid=True):
    """The package, a program that gives back one of its two weights, and the layer of it."""
    classes = {name: type(name, (), {}) for name in ("Program", "TranslatedLayer")}
    called = []
    more = {"fluid": fake(global_scope=lambda: {"w": np.ones(2, "float32"), "v": np.zeros(3, "float32")})} if fluid else {}
    sys.modules["paddle"] = fake(disable_signal_handler=lambda: called.append(1), jit=fake(TranslatedLayer=classes["TranslatedLayer"]), static=fake(Program=classes["Program"]), **more)
    block = fake(vars={"w": fake(persistable=True), "v": fake(persistable=True)}, ops=[fake(type="fetch", input=lambda _: ["w"])])
    block.var = block.vars.get
    program, layer = classes["Program"](), classes["TranslatedLayer"]()
    program.blocks, program.global_block = [block], lambda: block
    weight = lambda name, value: fake(name=name, value=lambda: fake(get_tensor=lambda: value))
    layer.program, layer.buffers = (lambda: program), (lambda: [])
    layer.parameters = lambda: [weight("w", np.ones(2, "float32")), weight("v", np.zeros(3, "float32"))]
    layer._input_spec, layer._output_spec = (lambda: []), (lambda: [fake(name="w")])
    return program, layer, called


@proves(F + "from_paddle", "其他类型抛出 `Exception`", "调用时会执行 `paddle.disable_signal_handler()`", "由 `TranslatedLayer` 导入时，没有用到的参数不进入 `params`；由 `Program` 导入时全部保留")
def _(tvm):
    load, (program, layer, called) = tvm.relay.frontend.from_paddle, paddle()
    with raises(Exception, "Only PaddlePaddle's Program and TranslatedLayer are supported"):
        load("text")
    assert called == [1]
    mod, params = load(program, scope={"w": np.ones(2, "float32"), "v": np.zeros(3, "float32")})
    assert set(params) == {"w", "v"} and names(mod) == ["w"]
    mod, params = load(layer)
    assert set(params) == {"w"} == set(names(mod)) and called == [1] * 3


@proves(F + "from_paddle", "只对 `Program` 有用，默认取 `paddle.fluid.global_scope()`，没有 `paddle.fluid` 的 Paddle 必须给出")
def _(tvm):
    program, layer, _ = paddle()
    assert set(tvm.relay.frontend.from_paddle(program)[1]) == {"w", "v"}
    assert tvm.relay.frontend.from_paddle(layer, scope={})[1]["w"].numpy().tolist() == [1, 1]
    program, layer, _ = paddle(fluid=False)
    with raises(AttributeError):
        tvm.relay.frontend.from_paddle(program)
    assert set(tvm.relay.frontend.from_paddle(layer)[1]) == {"w"}


@proves(F + "ChangeDatatype", "它是函数级 Pass，以模块调用；`params` 要自己转换", "由 Pass 调用，返回改写后的函数")
def _(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(2,)), relay.var("w", shape=(2,))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x, w], x + w)))
    change = relay.frontend.ChangeDatatype("float32", "float16")
    assert isinstance(change, tvm.transform.Pass)
    with raises(Exception):
        change(mod["main"])
    made = change(mod)
    run = relay.create_executor("debug", made, tvm.cpu(), "llvm").evaluate()
    half = np.float16([1, 2])
    assert run(half, half).dtype == "float16"
    with raises(Exception):
        relay.build(made, "llvm", params={"w": np.float32([1, 2])})


@proves(F + "quantize_conv_bias_mkldnn_from_var", "float32 的偏置，通道在第 0 轴")
def _(tvm):
    relay = tvm.relay
    make = lambda shape, dtype="float32": relay.transform.InferType()(tvm.IRModule.from_expr(relay.frontend.quantize_conv_bias_mkldnn_from_var(relay.var("bias", shape=shape, dtype=dtype), np.float32([0.5, 0.25]))))
    assert make((2,))["main"].ret_type == relay.TensorType((2,), "int32")
    for wrong in (((1, 2),), ((2,), "int8")):
        with raises("TVMError"):
            make(*wrong)


for name, package, words in (
    ("from_tensorflow", "TensorFlow", ("还有变量算子时抛出异常 `Graph is not frozen. Provide a frozen graph.`", "没有列出的按图，未知的维是 `relay.Any()`", "默认是图的最后一个节点", "写进模块级的默认值，影响以后的导入", "`relay.frontend.tensorflow2` 里同名的函数保留 TensorFlow 2 图的函数，须另外导入")),
    ("from_keras", "Keras", ("参数一律转成 float32",)),
    ("from_tflite", "tflite", ("前两个字典默认由模型填写，传入的只更新其中的项", "动态范围量化的算子（权重量化、输入输出是浮点）不支持", "函数的属性 `output_tensor_names` 记下输出名，其中字母和数字以外的字符都换成 `_`", "取决于包的版本", "构造时收到 `(model, subgraph, exp_tab)`")),
    ("from_oneflow", "OneFlow", ("形状和类型是从 `repr(graph)` 的文字里读出来的", "`oneflow.save` 保存权重的目录")),
    ("from_caffe2", "Caffe2", ("生成权重的网络", "虽有默认值 None，只要有一个外部输入不是权重就必须给出；没有列出的输入是标量", "输入的类型，字典里没有的是 float32")),
):
    unproved(F + name, *words, reason=f"要装 {package}")
