"""The list of operators, the convolutions of unknown size and the differences between releases of docs/how_to/compile/compile_onnx.md."""

import re

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from probes import proves, raises

from tvm import relay

PAGE = "how_to/compile/compile_onnx#"
DIFFERENCE = PAGE + "与-0130-的差别"
NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
node = helper.make_node
rng = np.random.default_rng(0)

ALL = (
    "三角与双曲函数（12）：`Acos`、`Acosh`、`Asin`、`Asinh`、`Atan`、`Atanh`、`Cos`、`Cosh`、`Sin`、`Sinh`、`Tan`、`Tanh`",
    "矩阵与全连接（5）：`MatMul`、`Gemm`、`FC`、`Einsum`、`LinearRegressor`",
    "循环网络与注意力（4）：`RNN`、`LSTM`、`GRU`、`Attention`",
    "归约与排序（14）：`ReduceMax`、`ReduceMin`、`ReduceSum`、`ReduceMean`、`ReduceProd`、`ReduceLogSum`、`ReduceLogSumExp`、`ReduceSumSquare`、`ReduceL1`、`ReduceL2`、`ArgMax`、`ArgMin`、`TopK`、`CumSum`",
    "检测（3）：`NonMaxSuppression`、`RoiAlign`、`MaxRoiPool`",
    "损失与优化器（5）：`NegativeLogLikelihoodLoss`、`SoftmaxCrossEntropyLoss`、`Adagrad`、`Adam`、`Momentum`",
)
SINCE_0_12 = (
    "逐元素算术与比较（39）：`Add`、`Sub`、`Mul`、`Div`、`Mod`、`Pow`、`Neg`、`Abs`、`Reciprocal`、`Floor`、`Ceil`、`Round`、`Sign`、`Sqrt`、`Exp`、`Log`、`Erf`、`Max`、`Min`、`Sum`、`Mean`、`Clip`、`Equal`、`Greater`、`GreaterOrEqual`、`Less`、`LessOrEqual`、`And`、`Or`、`Xor`、`Not`、`Where`、`IsInf`、`IsNaN`、`BitShift`、`BitwiseAnd`、`BitwiseNot`、`BitwiseOr`、`BitwiseXor`",
    "激活（21）：`Relu`、`LeakyRelu`、`PRelu`、`Elu`、`Selu`、`Celu`、`Gelu`、`FastGelu`、`BiasGelu`、`Sigmoid`、`HardSigmoid`、`HardSwish`、`Softplus`、`Softsign`、`ThresholdedRelu`、`Shrink`、`ScaledTanh`、`ParametricSoftplus`、`Softmax`、`LogSoftmax`、`Hardmax`",
    "卷积、池化与上采样（12）：`Conv`、`ConvTranspose`、`AveragePool`、`MaxPool`、`LpPool`、`MaxUnpool`、`GlobalAveragePool`、`GlobalMaxPool`、`GlobalLpPool`、`Resize`、`Upsample`、`GridSample`",
    "归一化与 Dropout（9）：`BatchNormalization`、`SpatialBN`、`InstanceNormalization`、`LayerNormalization`、`SkipLayerNormalization`、`EmbedLayerNormalization`、`MeanVarianceNormalization`、`LRN`、`Dropout`",
    "形状、索引与类型（36）：`Identity`、`Cast`、`CastLike`、`Reshape`、`Flatten`、`Expand`、`Concat`、`Split`、`Slice`、`Transpose`、`DepthToSpace`、`SpaceToDepth`、`Gather`、`GatherElements`、`GatherND`、`Scatter`、`ScatterElements`、`ScatterND`、`Compress`、`Size`、`Shape`、`Squeeze`、`Unsqueeze`、`Pad`、`Tile`、`NonZero`、`Unique`、`OneHot`、`ReverseSequence`、`Trilu`、`EyeLike`、`Constant`、`ConstantOfShape`、`Range`、`Affine`、`Scale`",
    "量化（18）：`QuantizeLinear`、`DequantizeLinear`、`DynamicQuantizeLinear`、`QLinearConv`、`QLinearMatMul`、`QLinearAdd`、`QLinearMul`、`QLinearConcat`、`QLinearAveragePool`、`QLinearGlobalAveragePool`、`QLinearLeakyRelu`、`QLinearSigmoid`、`QLinearSoftmax`、`QGemm`、`QAttention`、`ConvInteger`、`MatMulInteger`、`MatMulInteger16`",
    "控制流、序列与可选值（14）：`If`、`Loop`、`Scan`、`SequenceConstruct`、`SequenceEmpty`、`SequenceInsert`、`SequenceErase`、`SequenceLength`、`SequenceAt`、`ConcatFromSequence`、`SplitToSequence`、`Optional`、`OptionalHasElement`、`OptionalGetElement`",
    "随机数（6）：`Bernoulli`、`Multinomial`、`RandomNormal`、`RandomNormalLike`、`RandomUniform`、`RandomUniformLike`",
    "其他（2）：`DFT`、`ATen`",
)


@proves(PAGE + "operators", *ALL, *SINCE_0_12, versions=NEW)
def _(tvm):
    listed = set()
    for group in ALL + SINCE_0_12:
        names = re.findall(r"`(\w+)`", group)
        assert len(names) == len(set(names)) == int(re.search(r"（(\d+)）", group)[1]) and not listed & set(names), group
        listed.update(names)
    table = set(relay.frontend.onnx._get_convert_map(onnx.defs.onnx_opset_version()))
    assert listed == table, listed ^ table


GONE = "多了 `LayerNormalization`、`GridSample`、`CastLike`、`Bernoulli`、`DFT`，四个按位运算，序列和可选值的八个，`FastGelu`、`QAttention`、`QGemm`、`QLinearSoftmax`"


@proves(DIFFERENCE, GONE, versions=("0.10.0",))
@proves(PAGE + "operators", *ALL, versions=("0.10.0",))
def _(tvm):
    table = set(relay.frontend.onnx._get_convert_map(onnx.defs.onnx_opset_version()))
    later = {name for group in ALL + SINCE_0_12 for name in re.findall(r"`(\w+)`", group)} - table
    named = set(re.findall(r"`(\w+)`", GONE))
    assert named <= later and all(set(re.findall(r"`(\w+)`", group)) <= table for group in ALL)
    rest = later - named
    bitwise = {name for name in rest if name.startswith("Bitwise")}
    assert len(bitwise) == 4 and len(rest - bitwise) == 8, rest
    assert all("Sequence" in name or "Optional" in name for name in rest - bitwise)


def convolution(size, kernel=3, groups=1, stride=1, channels=(8, 8)):
    value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    weights = numpy_helper.from_array(rng.normal(size=(channels[1], channels[0] // groups, kernel, kernel)).astype("float32"), "w")
    conv = node("Conv", ["x", "w"], ["y"], group=groups, strides=[stride] * 2, pads=[kernel // 2] * 4)
    batch, height, width = size
    graph = helper.make_graph([conv], "g", [value("x", (batch, channels[0], height, width))], [value("y", None)], [weights])
    return relay.frontend.from_onnx(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8))[0]


HEIGHT, WIDTH, BATCH, BOTH = (1, "h", 16), (1, 16, "w"), ("n", 16, 16), (1, "h", "w")


def compiles(tvm, level, *rest, **more):
    with tvm.transform.PassContext(opt_level=level):
        relay.vm.compile(convolution(*rest, **more), "llvm")


@proves(PAGE + "shape", "分组的（含逐通道），宽未定：调度要切分输出的宽，报 `Invalid type of axis`", "不分组、高度方向步长不为 1 的 1×1 卷积，高未定：报 `floordiv by zero`", versions=NEW)
def _(tvm):
    for groups in (2, 8):
        with raises(Exception, "Invalid type of axis"):
            compiles(tvm, 2, WIDTH, groups=groups)
    with raises(Exception, "floordiv by zero"):
        compiles(tvm, 2, HEIGHT, kernel=1, stride=2)


@proves(PAGE + "shape", "`opt_level=3`，不分组的 1×1 卷积，高或宽未定：报 `object cannot be interpreted as an integer`", versions=NEW)
def _(tvm):
    for size in (HEIGHT, WIDTH):
        with raises(Exception, "object cannot be interpreted as an integer"):
            compiles(tvm, 3, size, kernel=1)
        compiles(tvm, 2, size, kernel=1)


@proves(PAGE + "shape", "`opt_level=3`，一个通道对应一个输出的逐通道卷积，批次或高未定：报 `cannot find ShapeFunc for nn.contrib_depthwise_conv2d_NCHWc`", versions=NEW)
def _(tvm):
    for size in (BATCH, HEIGHT):
        with raises(Exception, "cannot find ShapeFunc for nn.contrib_depthwise_conv2d_NCHWc"):
            compiles(tvm, 3, size, groups=8)
        compiles(tvm, 2, size, groups=8)


@proves(PAGE + "shape", "下面几种编译失败，别的在 `opt_level` 至少为 1 时能编译", versions=NEW)
def _(tvm):
    with raises("TVMError", "set opt_level >= 1"):
        compiles(tvm, 0, BATCH)
    for level in (1, 2, 3):
        for size in (HEIGHT, WIDTH, BATCH, BOTH):
            compiles(tvm, level, size)
        compiles(tvm, level, HEIGHT, groups=2)
        compiles(tvm, level, HEIGHT, stride=2)
        compiles(tvm, level, BATCH, groups=2)
        compiles(tvm, level, BATCH, groups=8, channels=(8, 16))
    compiles(tvm, 2, WIDTH, kernel=1, stride=2)


@proves(PAGE + "shape", "宽未定：调度要切分输出的宽，编译失败，报 `Invalid type of axis`", versions=("0.10.0",))
def _(tvm):
    for more in ({}, {"groups": 8}, {"groups": 2}, {"kernel": 1}):
        with raises(Exception, "Invalid type of axis"):
            compiles(tvm, 2, WIDTH, **more)


@proves(PAGE + "shape", "只有高未定，不分组的 1×1 卷积：调度要比较输出的高，报 `Cannot use and / or / not operator to Expr`。别的卷积在 `opt_level` 为 1 或 2 时能编译", versions=("0.10.0",))
def _(tvm):
    with raises(Exception, "Cannot use and / or / not operator to Expr"):
        compiles(tvm, 2, HEIGHT, kernel=1)
    for more in ({}, {"groups": 2}, {"groups": 8}, {"stride": 2}):
        for level in (1, 2):
            compiles(tvm, level, HEIGHT, **more)


def single(op, inputs, constants=(), opset=13, kind=TensorProto.FLOAT, **attrs):
    value = lambda name, shape: helper.make_tensor_value_info(name, kind, shape)
    names = [*inputs, *(one.name for one in constants)]
    graph = helper.make_graph([node(op, names, ["y"], **attrs)], "g", [value(*one) for one in inputs.items()], [value("y", None)], constants)
    return lambda: relay.frontend.from_onnx(helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8))[0]


def integers(name, data):
    return numpy_helper.from_array(np.array(data, "int64"), name)


@proves(PAGE + "其他信息", "`KeyError: 'strides'`：`LpPool` 写了 `auto_pad=SAME_UPPER` 或 `SAME_LOWER` 而没有写 `strides`", versions=OLD)
@proves(DIFFERENCE, "`LpPool` 用 `SAME_UPPER`、`SAME_LOWER` 填充，没有 `strides` | `KeyError: 'strides'`", versions=OLD)
def _(tvm):
    for mode in ("SAME_UPPER", "SAME_LOWER"):
        with raises(KeyError, "strides"):
            single("LpPool", {"x": (1, 2, 4, 4)}, kernel_shape=[2, 2], auto_pad=mode)()
        single("LpPool", {"x": (1, 2, 4, 4)}, kernel_shape=[2, 2], auto_pad=mode, strides=[1, 1])()


@proves(PAGE + "其他信息", "`IndexError: indexing 3 on an array of size 3`：`ScatterND` 的 `indices`，除最后一轴外的轴数多于最后一轴的长度，又没有指到最里面一维", versions=OLD)
@proves(DIFFERENCE, "没有指到最里面一维时报 `IndexError: indexing … on an array of size …`", versions=OLD)
def _(tvm):
    for shape in ((2, 2, 3), (2, 2, 3, 2)):
        updates = numpy_helper.from_array(np.zeros(shape, "float32"), "u")
        size = len(shape) - 1  # of the data: the last axis of the indices is one long
        with raises(Exception, f"indexing {size} on an array of size {size}"):
            relay.build(single("ScatterND", {"x": (4, *shape[2:])}, [integers("i", [[[0], [1]], [[2], [3]]]), updates])(), "llvm")
    flat = numpy_helper.from_array(np.zeros((4, 3), "float32"), "u")
    relay.build(single("ScatterND", {"x": (4, 3)}, [integers("i", [[0], [1], [2], [3]]), flat])(), "llvm")


@proves(PAGE + "其他信息", "`expected int but got Object`：opset 11 到 15 的 `ScatterElements`", "导出到 opset 16 以上", versions=("0.12.0",))
@proves(DIFFERENCE, "opset 11 到 15 的 `ScatterElements` | 导入报 `expected int but got Object`", versions=("0.12.0",))
def _(tvm):
    updates = numpy_helper.from_array(np.zeros((1, 2), "float32"), "u")
    for opset in (11, 13, 15, 16):
        load = single("ScatterElements", {"x": (2, 2)}, [integers("i", [[0, 1]]), updates], opset)
        if opset == 16:
            load()
        else:
            with raises(Exception, "expected int but got Object"):
                load()


@proves(PAGE + "其他信息", "`Found null pointer node while traversing AST`：`Pad` 有三个输入，第三个写成空名字", versions=("0.10.0",))
@proves(PAGE + "其他信息", "`not supported for frontend ONNX: LayerNormalization`", versions=("0.10.0",))
def _(tvm):
    pads = integers("p", [0, 0, 1, 1])
    made = single("Pad", {"x": (2, 2)}, [pads])
    made()
    value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    graph = helper.make_graph([node("Pad", ["x", "p", ""], ["y"])], "g", [value("x", (2, 2))], [value("y", None)], [pads])
    with raises(Exception, "Found null pointer node while traversing AST"):
        relay.frontend.from_onnx(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8))
    with raises("OpNotImplemented", "not supported for frontend ONNX: LayerNormalization"):
        single("LayerNormalization", {"x": (2, 2), "s": (2,)}, opset=17)()
