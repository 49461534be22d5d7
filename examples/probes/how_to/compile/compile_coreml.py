"""What the converters of CoreML's layers do, called with what stands in for the messages of a model: docs/how_to/compile/compile_coreml.md."""

import re
from types import SimpleNamespace as fake

import numpy as np
from probes import proves, raises

from tvm import relay
from tvm.relay.frontend import coreml
from tvm.relay.frontend.common import ExprTable

PAGE = "how_to/compile/compile_coreml#"
rng = np.random.default_rng(0)


def plain(value):
    return (value if isinstance(value, np.ndarray) else value.numpy()).astype("float32")


def convert(tvm, name, op, *inputs):
    """What the converter of a layer makes of arrays."""
    variables = [relay.var(f"x{i}", shape=one.shape) for i, one in enumerate(inputs)]
    etab = ExprTable()
    body = coreml._convert_map[name](op, variables if len(variables) > 1 else variables[0], etab)
    weights = [one for one in relay.analysis.free_vars(body) if one not in variables]
    function = relay.create_executor("debug", tvm.IRModule.from_expr(relay.Function([*variables, *weights], body)), tvm.cpu(), "llvm").evaluate()
    return function(*inputs, *(plain(etab.params[one.name_hint]) for one in weights)).numpy()


def activation(kind, **values):
    return fake(WhichOneof=lambda _: kind, **{kind: fake(**values)})


x = rng.normal(size=(1, 3, 4, 6)).astype("float32")


@proves(PAGE + "supported-layers", "`LINEAR`、`RELU`、`LEAKYRELU`、`TANH`、`SCALED_TANH`、`SIGMOID`、`SIGMOID_HARD` 正确")
def _(tvm):
    for kind, values, want in (
        ("linear", {"alpha": 2.0, "beta": 1.0}, 2 * x + 1),
        ("ReLU", {}, np.maximum(x, 0)),
        ("leakyReLU", {"alpha": 0.1}, np.where(x > 0, x, 0.1 * x)),
        ("tanh", {}, np.tanh(x)),
        ("scaledTanh", {"alpha": 2.0, "beta": 0.5}, 2 * np.tanh(0.5 * x)),
        ("sigmoid", {}, 1 / (1 + np.exp(-x))),
        ("sigmoidHard", {"alpha": 0.3, "beta": 0.4}, np.clip(0.3 * x + 0.4, 0, 1)),
    ):
        np.testing.assert_allclose(convert(tvm, "ActivationParams", activation(kind, **values), x), want, rtol=1e-4, atol=1e-6, err_msg=kind)


@proves(PAGE + "supported-layers", "`SOFTPLUS` 在输入大于 88 时溢出成无穷")
def _(tvm):
    large = np.float32([[87, 89, 100, 3]])
    got = convert(tvm, "ActivationParams", activation("softplus"), large)[0]
    assert np.isinf(got[1:3]).all() and np.allclose(got[[0, 3]], np.log1p(np.exp(large[0, [0, 3]])), rtol=1e-5), got


@proves(PAGE + "silent-errors", "对所有 `x` 都算 `alpha * (exp(x) - 1)`，正数那一半错了", "`PARAMETRICSOFTPLUS` 也错，`beta` 误读成 `alpha`")
def _(tvm):
    np.testing.assert_allclose(convert(tvm, "ActivationParams", activation("ELU", alpha=0.7), x), 0.7 * (np.exp(x) - 1), rtol=1e-4, atol=1e-6)
    made = activation("parametricSoftplus", alpha=fake(floatValue=[2.0]), beta=fake(floatValue=[5.0]))
    got = convert(tvm, "ActivationParams", made, x)
    np.testing.assert_allclose(got, 2 * np.log(np.exp(x) + 2), rtol=1e-4)
    assert not np.allclose(got, 2 * np.log1p(np.exp(5 * x)))


@proves(PAGE + "silent-errors", "另外三个激活一用就抛异常，是前端自己的笔误（`as_type`、`op.nn`、`PReLU` 的权重没有取出来）")
def _(tvm):
    for kind, words in (("thresholdedReLU", "as_type"), ("softsign", "nn"), ("PReLU", "value has to be scalar or NDArray")):
        with raises((AttributeError, ValueError)[kind == "PReLU"], words):
            convert(tvm, "ActivationParams", activation(kind, alpha=0.5 if kind != "PReLU" else fake()), x)


@proves(PAGE + "silent-errors", "不读 `scale` 和 `shift`", "`ADD` 只有一个输入时 `alpha` 是加数，前端只在它大于 0 时才加")
def _(tvm):
    kinds = dict(zip(("SQRT", "RSQRT", "INVERSE", "POWER", "EXP"), range(5)))
    unary = fake(type=4, scale=2.0, shift=1.0, epsilon=0.0, alpha=1.0, **kinds)
    np.testing.assert_allclose(convert(tvm, "UnaryFunctionLayerParams", unary, x), np.exp(x), rtol=1e-5)
    for alpha, want in ((2.0, x + 2), (-1.0, x)):
        np.testing.assert_allclose(convert(tvm, "AddLayerParams", fake(alpha=alpha), x), want, rtol=1e-5)


@proves(PAGE + "silent-errors", "前端先展平，成了对全部元素归一", "应当除以通道、高、宽全部元素的范数，前端只沿通道")
@proves(PAGE + "imported-module", "输入本来就是二维时没有影响")
def _(tvm):
    got = convert(tvm, "SoftmaxLayerParams", fake(), x)
    assert got.shape == (1, 72) and abs(got.sum() - 1) < 1e-5
    flat = x.reshape(12, 6)
    assert np.allclose(convert(tvm, "SoftmaxLayerParams", fake(), flat), np.exp(flat) / np.exp(flat).sum(1, keepdims=True), atol=1e-6)
    got = convert(tvm, "L2NormalizeLayerParams", fake(epsilon=1e-12), x)
    np.testing.assert_allclose(got, x / np.sqrt((x**2).sum(1, keepdims=True)), rtol=1e-4)


@proves(PAGE + "silent-errors", "`Scale` 的权重逐通道时正确。有通道、高、宽三维的，被当成五维的去广播：多半类型推断失败，宽等于通道数时没有提示，结果多出一维")
def _(tvm):
    def scaled(x, *size):
        data = rng.normal(size=size).astype("float32")
        return data, convert(tvm, "ScaleLayerParams", fake(scale=fake(floatValue=list(data.ravel())), shapeScale=list(size), hasBias=False), x)

    data, got = scaled(x, 3)
    np.testing.assert_allclose(got, x * data.reshape(1, 3, 1, 1), rtol=1e-5)
    with raises("DiagnosticError"):
        scaled(x, 3, 4, 6)
    assert scaled(x[..., :3], 3, 4, 3)[1].shape == (3, 4, 3, 4, 3)


def edges(*amounts):
    return fake(paddingAmounts=fake(borderAmounts=[fake(startEdgeSize=one, endEdgeSize=one) for one in amounts]))


def pooling(padding, **more):
    values = {"globalPooling": False, "type": 1, "kernelSize": [2, 2], "stride": [2, 2], "avgPoolExcludePadding": False, **more}
    return fake(WhichOneof=lambda _: padding, valid=edges(1, 1), includeLastPixel=fake(paddingAmounts=[0, 0]), same=fake(), **values)


@proves(PAGE + "supported-layers", "池化：只有最大和平均；填充只支持 `VALID` 和 `INCLUDE_LAST_PIXEL`，没有 `SAME`")
@proves(PAGE + "silent-errors", "平均池化不计填充，不看 `exclude_pad_area`")
def _(tvm):
    ones = np.ones((1, 3, 4, 4), "float32")
    for exclude in (False, True):
        assert (convert(tvm, "PoolingLayerParams", pooling("valid", avgPoolExcludePadding=exclude), ones) == 1).all()
    assert convert(tvm, "PoolingLayerParams", pooling("includeLastPixel"), ones).shape == (1, 3, 2, 2)
    with raises("OpAttributeUnImplemented", "same is not supported"):
        convert(tvm, "PoolingLayerParams", pooling("same"), ones)
    for whole in (False, True):
        with raises("OpNotImplemented", "Only Max and Average Pooling"):
            convert(tvm, "PoolingLayerParams", pooling("valid", type=2, globalPooling=whole), ones)


def convolution(padding, kernel=3, mode=0, **more):
    values = {"isDeconvolution": False, "outputChannels": 2, "kernelChannels": 3, "kernelSize": [kernel] * 2, "stride": [1, 1], "dilationFactor": [], "nGroups": 1, "hasBias": False, **more}
    weights = fake(floatValue=list(rng.normal(size=values["outputChannels"] * values["kernelChannels"] * kernel**2)))
    return fake(WhichOneof=lambda _: padding, valid=edges(0, 0), same=fake(asymmetryMode=mode), weights=weights, **values)


@proves(PAGE + "supported-layers", "分组、膨胀、转置卷积都有", "`same` 的 `asymmetryMode` 只支持 `BOTTOM_RIGHT_HEAVY`")
@proves(PAGE + "silent-errors", "`same` 填充没有计入膨胀")
def _(tvm):
    name = "ConvolutionLayerParams"
    assert convert(tvm, name, convolution("valid"), x).shape == (1, 2, 2, 4)
    assert convert(tvm, name, convolution("valid", nGroups=3, kernelChannels=1, outputChannels=6), x).shape == (1, 6, 2, 4)
    assert convert(tvm, name, convolution("valid", isDeconvolution=True), x).shape == (1, 2, 6, 8)
    wide = rng.normal(size=(1, 3, 8, 8)).astype("float32")
    assert convert(tvm, name, convolution("same"), wide).shape == (1, 2, 8, 8)
    assert convert(tvm, name, convolution("same", dilationFactor=[2, 2]), wide).shape == (1, 2, 6, 6)
    with raises(AssertionError, "Only support BOTTOM_RIGHT_HEAVY mode"):
        convert(tvm, name, convolution("same", mode=1), x)


@proves(PAGE + "cannot-reshape-array-of-size-0", "前端只读 `floatValue`")
@proves(PAGE + "supported-layers", "权重必须是 float32")
def _(tvm):
    half = convolution("valid")
    half.weights = fake(floatValue=[], float16Value=b"\x00" * 108)
    with raises(ValueError, "cannot reshape array of size 0"):
        convert(tvm, "ConvolutionLayerParams", half, x)


@proves(PAGE + "supported-layers", "批归一化不支持实例归一化（`instanceNormalization`）", "填充只能填 0", "放大的高宽倍数要相同")
def _(tvm):
    with raises("OpNotImplemented", "instance normalization"):
        convert(tvm, "BatchnormLayerParams", fake(instanceNormalization=True), x)
    with raises("OpAttributeUnImplemented", "5.0 is not supported in operator Padding"):
        convert(tvm, "PaddingLayerParams", fake(WhichOneof=lambda _: "constant", constant=fake(value=5.0)), x)
    with raises("OpNotImplemented", "Non-constant padding"):
        convert(tvm, "PaddingLayerParams", fake(WhichOneof=lambda _: "reflection"), x)
    with raises(Exception):
        convert(tvm, "UpsampleLayerParams", fake(scalingFactor=[2, 3], mode=0), x)
    assert convert(tvm, "UpsampleLayerParams", fake(scalingFactor=[2, 2], mode=0), x).shape == (1, 3, 8, 12)


@proves(PAGE + "supported-layers", "归约：和、平均、积、最小、最大、`argmax`；没有 `logSum`、`sumSquare`、`L1`、`L2`")
def _(tvm):
    modes = dict(zip(("SUM", "AVG", "PROD", "LOGSUM", "SUMSQUARE", "L1", "L2", "MAX", "MIN", "ARGMAX"), range(10)))
    axes = dict(zip(("CHW", "HW", "C", "H", "W"), range(5)))
    for name, mode in modes.items():
        reduce = lambda: convert(tvm, "ReduceLayerParams", fake(axis=4, mode=mode, **modes, **axes), x)
        if name in ("LOGSUM", "SUMSQUARE", "L1", "L2"):
            with raises("OpAttributeUnImplemented"):
                reduce()
        else:
            want = {"SUM": "sum", "AVG": "mean", "PROD": "prod", "MAX": "max", "MIN": "min", "ARGMAX": "argmax"}[name]
            np.testing.assert_allclose(reduce(), getattr(np, want)(x, axis=-1, keepdims=True), rtol=1e-4, atol=1e-6)


@proves(PAGE + "supported-layers", "没有：循环层（`LSTM`、`GRU`）、`Bias`、`Slice`、`Dot`，以及 Core ML 3 以后的全部新层", "表里有 25 种")
@proves("how_to/compile/index#counts", "25 种层")
def _(tvm):
    assert len(coreml._convert_map) == 25
    assert not [name for name in coreml._convert_map if re.match("(UniDirectionalLSTM|BiDirectional|SimpleRecurrent|GRU|Bias|Slice|DotProduct|.*(ND|Static|Broadcastable)Layer)", name)]
