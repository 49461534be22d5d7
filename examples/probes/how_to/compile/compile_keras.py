"""What the converters of Keras's layers do, called with what stands in for the layers: docs/how_to/compile/compile_keras.md."""

from types import SimpleNamespace as fake

import numpy as np
from probes import proves, raises, unproved

from tvm import relay
from tvm.relay.frontend import keras
from tvm.relay.frontend.common import ExprTable

PAGE = "how_to/compile/compile_keras#"
OLD = ("0.10.0", "0.12.0")
rng = np.random.default_rng(0)
x = rng.normal(size=(1, 4, 6, 3)).astype("float32")  # NHWC


def layer(kind, **values):
    made = type(kind, (), {"data_format": "channels_last", **values})()
    made.get_weights = lambda: values.get("weights", [])
    return made


def convert(tvm, made, *inputs, layout="NHWC", input_shape=None):
    variables = [relay.var(f"x{i}", shape=one.shape) for i, one in enumerate(inputs)]
    etab = ExprTable()
    body = keras._convert_map[type(made).__name__](variables if len(variables) > 1 else variables[0], made, etab, data_layout=layout, input_shape=input_shape)
    weights = [one for one in relay.analysis.free_vars(body) if one not in variables]
    values = [etab.params[one.name_hint] for one in weights]
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([*variables, *weights], body)))
    return relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()(*inputs, *values).numpy()


def named(name):
    return fake(__name__=name)


@proves(PAGE + "silent-errors", "`ReLU` 只处理「有上限、阈值为 0」这一种，`negative_slope` 和单独的 `threshold` 被忽略", "整层变成 `negative_slope * (x - threshold)`，默认斜率下全是 0")
def _(tvm):
    relu = lambda **more: convert(tvm, layer("ReLU", **{"max_value": None, "negative_slope": 0.0, "threshold": 0.0, **more}), x, input_shape=x.shape)
    np.testing.assert_allclose(relu(max_value=0.5), np.clip(x, 0, 0.5))
    for more in ({"negative_slope": 0.1}, {"threshold": 0.5}):
        np.testing.assert_allclose(relu(**more), np.maximum(x, 0))
    assert not relu(max_value=2.0, threshold=0.5).any()
    np.testing.assert_allclose(relu(max_value=2.0, threshold=0.5, negative_slope=0.3), 0.3 * (x - 0.5), rtol=1e-5)


@proves(PAGE + "supported-layers", "`Activation` 和层内激活只支持十一种，没有 `swish`、`gelu`")
def _(tvm):
    known = "linear softmax sigmoid tanh relu softplus elu selu relu6 softsign hard_sigmoid".split()
    assert len(known) == 11
    for name in known:
        convert(tvm, layer("Activation", activation=named(name)), x)
    for name in ("swish", "gelu", "exponential", "mish"):
        with raises("OpNotImplemented", name):
            convert(tvm, layer("Activation", activation=named(name)), x)


@proves(PAGE + "supported-layers", "`Dense` 的输入只能是二维，或形状为 `(1, 1, n)`")
def _(tvm):
    dense = layer("Dense", weights=[np.ones((3, 2), "float32")], use_bias=False, activation=named("linear"))
    assert convert(tvm, dense, np.ones((4, 3), "float32"), input_shape=(4, 3)).shape == (4, 2)
    assert convert(tvm, dense, np.ones((1, 1, 3), "float32"), input_shape=[(1, 1, 3)] * 3).shape == (1, 1, 2)
    with raises("OpAttributeInvalid", "is not valid for operator Dense."):
        convert(tvm, dense, np.ones((1, 5, 3), "float32"), input_shape=[(1, 5, 3)] * 3)


@proves(PAGE + "supported-layers", "归一化的轴固定为第 1 轴（NCHW，或不到四维）或第 3 轴，不读 `axis`")
@proves(PAGE + "silent-errors", "序列数据的 `BatchNormalization` 固定取第 1 轴。长度与通道数不等时报错，恰好相等就算错")
def _(tvm):
    mean = np.float32([1, 2, 3])
    norm = layer("BatchNormalization", axis=-1, scale=False, center=False, epsilon=0.0, weights=[mean, np.ones(3, "float32")])
    np.testing.assert_allclose(convert(tvm, norm, x, input_shape=x.shape), x - mean, rtol=1e-4, atol=1e-6)
    first = x.transpose(0, 3, 1, 2).copy()
    np.testing.assert_allclose(convert(tvm, norm, first, layout="NCHW", input_shape=x.shape), first - mean.reshape(3, 1, 1), rtol=1e-4, atol=1e-6)
    square = rng.normal(size=(1, 3, 3)).astype("float32")
    np.testing.assert_allclose(convert(tvm, norm, square, input_shape=square.shape), square - mean.reshape(3, 1), rtol=1e-4, atol=1e-6)
    with raises("DiagnosticError"):
        convert(tvm, norm, rng.normal(size=(1, 5, 3)).astype("float32"), input_shape=(1, 5, 3))


@proves(PAGE + "supported-layers", "`layout=\"NCHW\"` 时 `Concatenate` 把 `axis` 的 -1 换成 1，其余加 1：四维输入写 3 反而越界，三维输入写 -1 合并错轴", versions=("0.13.0",))
@proves(PAGE + "silent-errors", "`layout` 是 `\"NHWC\"` 或输入不到四维时沿最后一轴拼接，其余沿第 1 轴，所以 `\"NDHWC\"` 的五维输入拼在深度上", versions=OLD)
@proves(PAGE + "supported-layers", "`Concatenate` 不读 `axis`", versions=OLD)
def _(tvm, release):
    def joined(shape, axis, layout):
        one = np.zeros(shape, "float32")
        return convert(tvm, layer("Concatenate", axis=axis), one, one, layout=layout, input_shape=[shape, shape]).shape

    if release == "0.13.0":
        assert joined((1, 3, 4, 6), -1, "NCHW") == (1, 6, 4, 6) and joined((1, 3, 4, 6), 1, "NCHW") == (1, 3, 8, 6)
        with raises(Exception):
            joined((1, 3, 4, 6), 3, "NCHW")
        assert joined((1, 5, 3), -1, "NCHW") == (1, 10, 3)
    else:
        for axis in (1, 2, -1):
            assert joined((1, 4, 6, 3), axis, "NHWC") == (1, 4, 6, 6) and joined((1, 3, 4, 6), axis, "NCHW") == (1, 6, 4, 6)
            assert joined((1, 2, 3, 4, 5), axis, "NDHWC") == (1, 4, 3, 4, 5)
        assert joined((1, 5, 3), 1, "NCHW") == (1, 5, 6)


@proves(PAGE + "supported-layers", "`Cropping2D` 只在 NCHW 下正确", versions=OLD)
@proves(PAGE + "与-0130-的差别", "`Cropping2D`，NHWC 布局 | 裁剪宽和通道 | 裁剪高和宽", versions=OLD)
def _(tvm):
    crop = layer("Cropping2D", cropping=((1, 1), (1, 1)))
    first = np.zeros((1, 3, 8, 8), "float32")
    assert convert(tvm, crop, first, layout="NCHW", input_shape=(1, 8, 8, 3)).shape == (1, 3, 6, 6)
    assert convert(tvm, crop, np.zeros((1, 8, 8, 3), "float32"), input_shape=(1, 8, 8, 3)).shape == (1, 8, 6, 2)


@proves(PAGE + "supported-layers", "没有 `Conv1DTranspose`", "没有 `LayerNormalization`", "没有一维的填充、裁剪和放大", "预处理层（`Rescaling`、`Normalization`）、`MultiHeadAttention`、`Bidirectional`、`ConvLSTM2D` 都不在表里", "共 55 种")
@proves("how_to/compile/index#counts", "55 种层")
def _(tvm):
    absent = "Conv1DTranspose LayerNormalization ZeroPadding1D Cropping1D UpSampling1D Rescaling Normalization MultiHeadAttention Bidirectional ConvLSTM2D MaxPooling1D AveragePooling1D GlobalMaxPooling1D TFOpLambda".split()
    assert len(keras._convert_map) == 55 and not set(absent) & set(keras._convert_map)


@proves(PAGE + "supported-layers", "`Lambda`。只支持 `l2_normalize`")
def _(tvm):
    with raises(Exception):
        convert(tvm, layer("Lambda", function=lambda t: t + 1), x)


@proves(PAGE + "supported-layers", "`InputLayer`、`Dropout`、`AlphaDropout`、`SpatialDropout1D`、`SpatialDropout2D`、`GaussianDropout`、`GaussianNoise`")
def _(tvm):
    skipped = {name for name, function in keras._convert_map.items() if function.__name__ == "_default_skip"}
    assert skipped == {"InputLayer", "Dropout", "AlphaDropout", "SpatialDropout1D", "SpatialDropout2D", "GaussianDropout", "GaussianNoise"}


@proves(PAGE + "supports-data_format--channels_last-only", "后者只支持 `channels_last`")
def _(tvm):
    with raises(ValueError, "Keras frontend currently supports data_format = channels_last only."):
        convert(tvm, layer("Cropping2D", data_format="channels_first", cropping=((1, 1), (1, 1))), x, input_shape=x.shape)


@proves(PAGE + "supported-layers", "有个 `_check_unsupported_layers`，但没有被调用")
def _(tvm):
    import inspect

    assert inspect.getsource(keras).count("_check_unsupported_layers(") == 1
    import pathlib

    folder = pathlib.Path(keras.__file__).parent
    assert not [file for file in folder.glob("*.py") if file.name != "keras.py" and "_check_unsupported_layers" in file.read_text()]


@proves(PAGE + "supported-layers", "`UpSampling2D` 的高宽倍数不同就报 `Height must equal width for operator Upsample.`", versions=OLD)
@proves(PAGE + "与-0130-的差别", "`UpSampling2D((2, 3))` | 报错 | 能导入", versions=OLD)
def _(tvm):
    with raises(Exception, "Height must equal width for operator Upsample."):
        convert(tvm, layer("UpSampling2D", size=(2, 3), interpolation="nearest"), x, input_shape=x.shape)


unproved(PAGE + "subclassed", "子类化的模型只有 `call`，没有层与层的连接", reason="要装 TensorFlow")
