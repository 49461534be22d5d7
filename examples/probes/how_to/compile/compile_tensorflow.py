"""What TensorFlow's importers convert, called without TensorFlow: docs/how_to/compile/compile_tensorflow.md."""

import re

import numpy as np
from probes import proves, raises, unproved

from tvm import relay
from tvm.relay.frontend import tensorflow_ops

PAGE = "how_to/compile/compile_tensorflow#"

GROUPS = (
    "逐元素算术与比较（47）：`Abs`、`Add`、`AddN`、`AddV2`、`Sub`、`Mul`、`RealDiv`、`FloorDiv`、`Mod`、`FloorMod`、`TruncateMod`、`Pow`、`Neg`、`Maximum`、`Minimum`、`SquaredDifference`、`Square`、`Sqrt`、`Rsqrt`、`Exp`、`Expm1`、`Log`、`Log1p`、`Erf`、`Ceil`、`Floor`、`Round`、`Rint`、`Sign`、`ClipByValue`、`Equal`、`NotEqual`、`Greater`、`GreaterEqual`、`Less`、`LessEqual`、`LogicalAnd`、`LogicalOr`、`LogicalNot`、`IsFinite`、`IsInf`、`IsNan`、`LeftShift`、`RightShift`、`Select`、`SelectV2`、`Where`",
    "三角与双曲函数（13）：`Sin`、`Cos`、`Tan`、`Sinh`、`Cosh`、`Tanh`、`Asin`、`Acos`、`Atan`、`Asinh`、`Acosh`、`Atanh`、`Atan2`",
    "激活（10）：`Relu`、`Relu6`、`LeakyRelu`、`Elu`、`Selu`、`Sigmoid`、`Softplus`、`Softsign`、`Softmax`、`LogSoftmax`",
    "卷积与池化（10）：`Conv2D`、`Conv2DBackpropInput`、`DepthwiseConv2dNative`、`Conv3D`、`Conv3DBackpropInputV2`、`Dilation2D`、`MaxPool`、`MaxPool3D`、`AvgPool`、`AvgPool3D`",
    "矩阵与偏置（5）：`MatMul`、`BatchMatMul`、`BatchMatMulV2`、`Einsum`、`BiasAdd`",
    "归一化与循环（6）：`FusedBatchNorm`、`FusedBatchNormV2`、`FusedBatchNormV3`、`BatchNormWithGlobalNormalization`、`LRN`、`LSTMBlockCell`",
    "归约与排序（16）：`Sum`、`Mean`、`Max`、`Min`、`Prod`、`All`、`Any`、`EuclideanNorm`、`ArgMax`、`ArgMin`、`TopKV2`、`Unique`、`UniqueWithCounts`、`Bincount`、`DenseBincount`、`SegmentSum`",
    "形状、索引与类型（39）：`Identity`、`IdentityN`、`StopGradient`、`Cast`、`Shape`、`Rank`、`Size`、`Reshape`、`ExpandDims`、`Squeeze`、`Transpose`、`Concat`、`ConcatV2`、`Pack`、`Unpack`、`Split`、`SplitV`、`Slice`、`StridedSlice`、`Gather`、`GatherV2`、`GatherNd`、`Tile`、`Pad`、`PadV2`、`MirrorPad`、`BroadcastTo`、`BroadcastArgs`、`Fill`、`Range`、`ZerosLike`、`OneHot`、`ReverseV2`、`InvertPermutation`、`UnravelIndex`、`DepthToSpace`、`SpaceToDepth`、`BatchToSpaceND`、`SpaceToBatchND`",
    "图像与检测（10）：`ResizeBilinear`、`ResizeBicubic`、`ResizeNearestNeighbor`、`CropAndResize`、`DecodeJpeg`、`NonMaxSuppressionV2`、`NonMaxSuppressionV3`、`NonMaxSuppressionV4`、`NonMaxSuppressionV5`、`CombinedNonMaxSuppression`",
    "稀疏（11）：`SparseToDense`、`SparseTensorDenseMatMul`、`SparseTensorDenseAdd`、`SparseReshape`、`SparseFillEmptyRows`、`SparseSegmentSum`、`SparseSegmentSumWithNumSegments`、`SparseSegmentMean`、`SparseSegmentMeanWithNumSegments`、`SparseSegmentSqrtN`、`SparseSegmentSqrtNWithNumSegments`",
    "TensorArray（8）：`TensorArrayV3`、`TensorArrayReadV3`、`TensorArrayWriteV3`、`TensorArrayGatherV3`、`TensorArrayScatterV3`、`TensorArrayConcatV3`、`TensorArraySplitV3`、`TensorArraySizeV3`",
    "检查与空操作（3）：`Assert`、`CheckNumerics`、`NoOp`",
)


@proves(PAGE + "operators", *GROUPS)
@proves("how_to/compile/index#counts", "178，后者多 5")
def _(tvm):
    from tvm.relay.frontend import tensorflow2_ops

    listed = []
    for group in GROUPS:
        names = re.findall(r"`(\w+)`", group)
        assert len(names) == int(re.search(r"（(\d+)）", group)[1]), group
        listed += names
    assert len(set(listed)) == len(listed) == 178 and set(listed) == set(tensorflow_ops._convert_map)
    assert len(tensorflow2_ops._convert_map) == 5


@proves(PAGE + "operators", "`tensorflow2` 另有 `TensorListFromTensor`、`TensorListGetItem`、`TensorListReserve`、`TensorListSetItem`、`TensorListStack`")
def _(tvm):
    from tvm.relay.frontend import tensorflow2_ops

    assert set(tensorflow2_ops._convert_map) == {"TensorList" + one for one in ("FromTensor", "GetItem", "Reserve", "SetItem", "Stack")}


def convert(tvm, name, *inputs, **attrs):
    variables = [relay.var(f"x{i}", shape=one.shape, dtype=str(one.dtype)) if isinstance(one, np.ndarray) else one for i, one in enumerate(inputs)]
    attrs = {"_output_shapes": [None], "_node_name": name, "_input_shapes": {}, "T": fake_type(), **attrs}
    body = tensorflow_ops._convert_map[name](list(variables), attrs, {}, tvm.IRModule())
    formal = [one for one in variables if isinstance(one, relay.Var)]
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(formal, body)))
    return relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()(*(one for one in inputs if isinstance(one, np.ndarray))).numpy()


def fake_type():
    from types import SimpleNamespace

    return SimpleNamespace(name="float32")


x = np.arange(16, dtype="float32").reshape(1, 4, 4, 1)


@proves(PAGE + "operators", "忽略属性 `half_pixel_centers`", "导入后却按 `asymmetric` 取样：没有提示，数值不同")
def _(tvm):
    size = relay.const(np.array([2, 2], "int32"))
    for name in ("ResizeBilinear", "ResizeNearestNeighbor", "ResizeBicubic"):
        got = [convert(tvm, name, x, size, align_corners=False, half_pixel_centers=half) for half in (False, True)]
        np.testing.assert_array_equal(*got)
    np.testing.assert_allclose(convert(tvm, "ResizeBilinear", x, size, align_corners=False, half_pixel_centers=True).ravel(), [0, 2, 8, 10])


@proves(PAGE + "operators", "`CheckNumerics` 只是复制输入，`Assert` 变成常量 0，条件不再检查")
def _(tvm):
    bad = np.float32([np.nan, np.inf, 1])
    np.testing.assert_array_equal(convert(tvm, "CheckNumerics", bad, message=b"stop"), bad)
    made = tensorflow_ops._convert_map["Assert"]([relay.const(False), relay.const(1.0)], {}, {}, tvm.IRModule())
    assert isinstance(made, relay.Constant) and made.data.numpy() == 0


@proves(PAGE + "operators", "`DecodeJpeg` 把输入原样传下去，只在导入时警告")
def _(tvm):
    import warnings

    image = relay.var("image", shape=(2, 2, 3), dtype="uint8")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = tensorflow_ops._convert_map["DecodeJpeg"]([image], {}, {}, tvm.IRModule())
    assert caught and (made is image or made.same_as(image) or made.op.name == "copy")


@proves(PAGE + "operators", "`Select`（`tf.compat.v1.where`）的条件是一维、两个值是矩阵时，TensorFlow 按行选，导入后却当作沿最后一轴广播", "行列数不等时类型推断失败，相等就算错", versions=("0.10.0",))
@proves(PAGE + "与-0130-的差别", "`Select` 的条件是一维 | 沿最后一轴广播，报错或算错 | 按行选", versions=("0.10.0",))
def _(tvm):
    condition = np.array([True, False])
    ones, zeros = np.ones((2, 2), "float32"), np.zeros((2, 2), "float32")
    np.testing.assert_array_equal(convert(tvm, "Select", condition, ones, zeros), [[1, 0], [1, 0]])
    with raises("DiagnosticError"):
        convert(tvm, "Select", condition, np.ones((2, 3), "float32"), np.zeros((2, 3), "float32"))


@proves(PAGE + "imported", "因为 `nn.dense` 的权重是转置的。原来写了 `transpose_b=True` 就不插 `transpose`")
def _(tvm):
    left, right = relay.var("a", shape=(2, 3)), relay.var("b", shape=(3, 4))
    made = lambda flag: str(tensorflow_ops._convert_map["MatMul"]([left, right if not flag else relay.var("b", shape=(4, 3))], {"transpose_a": False, "transpose_b": flag, "_node_name": "m"}, {}, tvm.IRModule()))
    assert "transpose" in made(False) and "nn.dense" in made(False)
    assert "transpose(" not in made(True) and "nn.dense" in made(True)


unproved(PAGE + "two-importers", "加 `lower_control_flow=False`，循环就不拆，留成一个 `StatelessWhile` 节点", reason="要装 TensorFlow")
