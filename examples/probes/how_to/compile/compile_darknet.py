"""What the importer of Darknet converts and refuses: docs/how_to/compile/compile_darknet.md."""

from types import SimpleNamespace as fake

from probes import proves, raises

from tvm import relay
from tvm.relay.frontend import darknet

PAGE = "how_to/compile/compile_darknet#"
KIND, ACT = darknet.LAYERTYPE, darknet.ACTIVATION


def load(*layers, shape=(1, 4, 6, 6)):
    return relay.frontend.from_darknet(fake(n=len(layers), layers=list(layers)), shape)


@proves(PAGE + "supported-layers", "激活有六种：`linear`、`logistic`、`relu`、`leaky`、`tanh`、`elu`")
@proves(PAGE + "can-only-concatenate-str", "激活不在六种之内，前端想报「不支持」，拼错误消息时却把字典接在了字符串后面")
def _(tvm):
    known = ("LINEAR", "LOGISTIC", "RELU", "LEAKY", "TANH", "ELU")
    x = relay.var("x", shape=(2, 2))
    kinds = {name: value for name, value in vars(ACT).items() if name.isupper()}
    assert set(known) <= set(kinds)
    for name, value in kinds.items():
        if name in known:
            darknet._darknet_activations(x, {}, {"activation": value})
        else:
            with raises(TypeError, "can only concatenate str"):
                darknet._darknet_activations(x, {}, {"activation": value})


@proves(PAGE + "import-and-build", "`leaky` 的斜率固定为 0.1")
def _(tvm):
    x = relay.var("x", shape=(2, 2))
    made = darknet._darknet_activations(x, {}, {"activation": ACT.LEAKY})
    assert abs(made.attrs.alpha - 0.1) < 1e-12


@proves(PAGE + "supported-layers", "`batchnorm`、`crop`、`deconvolutional`、`detection`、`local`、`normalization` 等", "`gru`、`lstm`、`crnn` 不支持", "遇到第一个不支持的层就停")
@proves("how_to/compile/index#counts", "13 种层")
def _(tvm):
    refused = {kind.name for kind, function in darknet._DARKNET_CONVERT_MAP.items() if function is darknet._darknet_not_support}
    assert {"BATCHNORM", "CROP", "DECONVOLUTIONAL", "DETECTION", "LOCAL", "NORMALIZATION", "GRU", "LSTM", "CRNN"} <= refused
    assert len(darknet._DARKNET_CONVERT_MAP) - len(refused) == 13
    for name in ("CROP", "LOCAL", "DETECTION", "NORMALIZATION"):
        with raises(NotImplementedError):
            load(fake(type=KIND[name].value))


@proves(PAGE + "supported-layers", "跳过：`cost`、`blank`。不产生算子")
def _(tvm):
    softmax = fake(type=KIND.SOFTMAX.value, temperature=0, groups=1)
    for skipped in ("COST", "BLANK"):
        assert str(load(softmax, fake(type=KIND[skipped].value), shape=(2, 5))[0]) == str(load(softmax, shape=(2, 5))[0])


@proves(PAGE + "supported-layers", "`avgpool` 是全局平均，特征图要是正方形：高宽不等时窗口成了 0，导入不报错，输出的形状是错的")
def _(tvm):
    pool = lambda h, w: load(fake(type=KIND.AVGPOOL.value, w=w, h=h, c=4, pad=0, stride=1, size=0), shape=(1, 4, h, w))[0]
    attrs = lambda mod: [int(one) for one in mod["main"].body.attrs.pool_size]
    assert attrs(pool(6, 6)) == [6, 6]
    assert attrs(pool(6, 8)) == [0, 0]
    shape = relay.transform.InferType()(pool(6, 8))["main"].ret_type.shape
    assert [int(one) for one in shape][2:] != [1, 1]


@proves(PAGE + "import-and-build", "输入固定叫 `data`", "参数按「类型加层号」命名，例如 `LAYERTYPE_CONVOLUTIONAL0_weight`")
def _(tvm):
    mod, params = load(fake(type=KIND.SOFTMAX.value, temperature=0, groups=1), shape=(2, 5))
    assert [one.name_hint for one in mod["main"].params] == ["data"] and params == {}
    assert darknet._get_params_name(darknet._get_params_prefix(KIND.CONVOLUTIONAL, 0), "weight").replace(".", "_") == "LAYERTYPE_CONVOLUTIONAL0_weight"


@proves(PAGE + "三个来源的-route-少了通道", "只拼接前两个来源，其余的丢掉了")
def _(tvm):
    inputs = [relay.var(f"x{i}", shape=(1, 2, 4, 4)) for i in range(3)]
    made = darknet._darknet_route(inputs, {}, {}, "")
    assert len(made.args[0].fields) == 2


@proves(PAGE + "import-and-build", "批归一化的 `epsilon` 是 1e-6")
def _(tvm):
    import inspect

    assert "epsilon" in inspect.getsource(darknet) and "0.000001" in inspect.getsource(darknet)
