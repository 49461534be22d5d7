"""What TFLite's importer converts: docs/how_to/compile/compile_tflite.md."""

import re
import sys
from types import SimpleNamespace as fake

from probes import proves, raises, unproved

from tvm import relay

PAGE = "how_to/compile/compile_tflite#"
NEW = ("0.12.0", "0.13.0")

GROUPS = (
    "逐元素算术与比较（35）：`ABS`、`ADD`、`ADD_N`、`SUB`、`MUL`、`DIV`、`FLOOR_DIV`、`FLOOR_MOD`、`POW`、`NEG`、`MAXIMUM`、`MINIMUM`、`SQUARED_DIFFERENCE`、`SQUARE`、`SQRT`、`RSQRT`、`EXP`、`LOG`、`CEIL`、`FLOOR`、`ROUND`、`SIN`、`COS`、`TAN`、`EQUAL`、`NOT_EQUAL`、`GREATER`、`GREATER_EQUAL`、`LESS`、`LESS_EQUAL`、`LOGICAL_AND`、`LOGICAL_OR`、`LOGICAL_NOT`、`SELECT`、`WHERE`",
    "激活（11）：`RELU`、`RELU6`、`RELU_N1_TO_1`、`LEAKY_RELU`、`PRELU`、`ELU`、`HARD_SWISH`、`LOGISTIC`、`TANH`、`SOFTMAX`、`LOG_SOFTMAX`",
    "卷积与池化（6）：`CONV_2D`、`DEPTHWISE_CONV_2D`、`TRANSPOSE_CONV`、`MAX_POOL_2D`、`AVERAGE_POOL_2D`、`L2_POOL_2D`",
    "归一化（2）：`L2_NORMALIZATION`、`LOCAL_RESPONSE_NORMALIZATION`",
    "归约与排序（9）：`SUM`、`MEAN`、`REDUCE_MAX`、`REDUCE_MIN`、`REDUCE_PROD`、`REDUCE_ANY`、`ARG_MAX`、`ARG_MIN`、`TOPK_V2`",
    "形状、索引与类型（31）：`CAST`、`SHAPE`、`RESHAPE`、`EXPAND_DIMS`、`SQUEEZE`、`TRANSPOSE`、`CONCATENATION`、`PACK`、`UNPACK`、`SPLIT`、`SPLIT_V`、`SLICE`、`STRIDED_SLICE`、`GATHER`、`GATHER_ND`、`TILE`、`PAD`、`PADV2`、`MIRROR_PAD`、`FILL`、`RANGE`、`ZEROS_LIKE`、`ONE_HOT`、`REVERSE_V2`、`REVERSE_SEQUENCE`、`MATRIX_DIAG`、`MATRIX_SET_DIAG`、`DEPTH_TO_SPACE`、`SPACE_TO_DEPTH`、`BATCH_TO_SPACE_ND`、`SPACE_TO_BATCH_ND`",
    "图像与检测（4）：`RESIZE_BILINEAR`、`RESIZE_NEAREST_NEIGHBOR`、`NON_MAX_SUPPRESSION_V5`、`DETECTION_POSTPROCESS`",
    "量化与稀疏（5）：`QUANTIZE`、`DEQUANTIZE`、`FAKE_QUANT`、`DENSIFY`、`SPARSE_TO_DENSE`",
)
MATRICES = "矩阵与循环（3）：`FULLY_CONNECTED`、`BATCH_MATMUL`、`UNIDIRECTIONAL_SEQUENCE_LSTM`"
OLD_MATRICES = "矩阵与循环（2）：`FULLY_CONNECTED`、`UNIDIRECTIONAL_SEQUENCE_LSTM`"


def operators():
    """The table of a converter, which asks the package only for the names of its codes."""
    for name in ("ActivationFunctionType", "BuiltinOperator", "BuiltinOptions"):
        sys.modules[f"tflite.{name}"] = fake(**{name: type(name, (), {})})
    sys.modules["tflite"] = fake()
    return relay.frontend.tflite.OperatorConverter(None, None, None).convert_map


@proves(PAGE + "operators", *GROUPS, MATRICES, "转换表有 106 项", versions=NEW)
@proves(PAGE + "operators", *GROUPS, OLD_MATRICES, "转换表有 105 项", versions=("0.10.0",))
@proves(PAGE + "与-0130-的差别", "105 项，没有 `BATCH_MATMUL`", versions=("0.10.0",))
def _(tvm, release):
    listed = []
    for group in (*GROUPS, OLD_MATRICES if release == "0.10.0" else MATRICES):
        names = re.findall(r"`(\w+)`", group)
        assert len(names) == int(re.search(r"（(\d+)）", group)[1]), group
        listed += names
    table = set(operators())
    assert len(set(listed)) == len(listed) == len(table) and set(listed) == table, set(listed) ^ table
    assert ("BATCH_MATMUL" in table) == (release != "0.10.0")


@proves(PAGE + "operators", "没有的包括：`GELU`、`CUMSUM`、`SELECT_V2`、`BROADCAST_TO`、`SCATTER_ND`、`CONV_3D`、`IF`、`WHILE`，除 `UNIDIRECTIONAL_SEQUENCE_LSTM` 以外的循环网络，以及哈希表和变量", versions=NEW)
@proves(PAGE + "operators", "没有的包括：`BATCH_MATMUL`、`GELU`、`CUMSUM`、`SELECT_V2`", versions=("0.10.0",))
def _(tvm):
    table = operators()
    assert not set("GELU CUMSUM SELECT_V2 BROADCAST_TO SCATTER_ND CONV_3D IF WHILE RNN LSTM SVDF BIDIRECTIONAL_SEQUENCE_LSTM UNIDIRECTIONAL_SEQUENCE_RNN HASHTABLE READ_VARIABLE VAR_HANDLE".split()) & set(table)


@proves(PAGE + "operators", "`WHERE` 按三个输入的 `SELECT` 转换")
def _(tvm):
    table = operators()
    assert table["WHERE"].__func__ is table["SELECT"].__func__


@proves(PAGE + "operators", "自定义算子 `TFLite_Detection_PostProcess`")
@proves(PAGE + "其他信息", "`The tflite package must be installed`：没有装 `tflite`")
def _(tvm):
    assert "DETECTION_POSTPROCESS" in operators()
    for name in ("tflite.ActivationFunctionType", "tflite"):
        sys.modules[name] = None
    with raises(ImportError, "The tflite package must be installed"):
        relay.frontend.tflite.OperatorConverter(None, None, None)


unproved(PAGE + "quantized", "权重不足 1024 个数的层不会被转换器量化", reason="要装 TensorFlow")
