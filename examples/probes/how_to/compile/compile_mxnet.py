"""What the converters of MXNet's operators do, called without MXNet: docs/how_to/compile/compile_mxnet.md."""

import numpy as np
from probes import proves, raises, unproved

from tvm import relay
from tvm.relay.frontend import mxnet
from tvm.relay.frontend.common import StrAttrsDict

PAGE = "how_to/compile/compile_mxnet#"
rng = np.random.default_rng(0)
x = rng.uniform(-2, 2, (3, 4)).astype("float32")


def convert(tvm, name, *inputs, **attrs):
    variables = [relay.var(f"x{i}", shape=one.shape) for i, one in enumerate(inputs)]
    body = mxnet._convert_map[name](variables, StrAttrsDict({key: str(value) for key, value in attrs.items()}))
    if isinstance(body, relay.TupleWrapper if hasattr(relay, "TupleWrapper") else tuple):
        body = body.astuple()
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(variables, body)))
    return relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()(*inputs).numpy()


def softmax(x, axis):
    made = np.exp(x - x.max(axis, keepdims=True))
    return made / made.sum(axis, keepdims=True)


@proves(PAGE + "silent-errors", "`softmax`、`log_softmax` 不读 `temperature`", "`SoftmaxActivation` 的默认模式应当沿最后一维，前端沿了批次")
def _(tvm):
    np.testing.assert_allclose(convert(tvm, "softmax", x, temperature=2.0), softmax(x, 1), rtol=1e-5)
    np.testing.assert_allclose(convert(tvm, "log_softmax", x, temperature=2.0), np.log(softmax(x, 1)), rtol=1e-4)
    np.testing.assert_allclose(convert(tvm, "SoftmaxActivation", x), softmax(x, 0), rtol=1e-5)


@proves(PAGE + "silent-errors", "`log2`、`log10` 忘了取对数，算成 `x / ln 2`", "`expm1`、`log1p` 的转换函数写法不对，一用就抛 `TypeError`")
def _(tvm):
    np.testing.assert_allclose(convert(tvm, "log2", x), x / np.log(2), rtol=1e-5)
    np.testing.assert_allclose(convert(tvm, "log10", x), x / np.log(10), rtol=1e-5)
    for name in ("expm1", "log1p"):
        with raises(TypeError, "takes 0 positional arguments"):
            convert(tvm, name, x)


@proves(PAGE + "silent-errors", "`hard_sigmoid` 不读 `alpha` 和 `beta`，固定为 0.2 和 0.5", "MXNet 的余数与除数同号，Relay 的 `mod` 与被除数同号，有负数时不同", "MXNet 给一维张量，前端给零维")
def _(tvm):
    np.testing.assert_allclose(convert(tvm, "hard_sigmoid", x, alpha=0.3, beta=0.1), np.clip(0.2 * x + 0.5, 0, 1), rtol=1e-5)
    divisor = np.full_like(x, 0.7)
    np.testing.assert_allclose(convert(tvm, "broadcast_mod", x, divisor), np.fmod(x, divisor), atol=1e-5)
    assert convert(tvm, "sum", x).shape == ()


@proves(PAGE + "silent-errors", "不读 `layout`，NHWC 会池化错误的轴")
@proves(PAGE + "supported-operators", "池化只有二维和三维")
def _(tvm):
    image = rng.normal(size=(1, 8, 8, 4)).astype("float32")
    assert convert(tvm, "Pooling", image, pool_type="max", kernel=(2, 2), stride=(2, 2), layout="NHWC").shape == (1, 8, 4, 2)
    cube = rng.normal(size=(1, 2, 4, 4, 4)).astype("float32")
    assert convert(tvm, "Pooling", cube, pool_type="avg", kernel=(2, 2, 2), stride=(2, 2, 2)).shape == (1, 2, 2, 2, 2)
    with raises("OpAttributeInvalid", "Only 2D kernels are supported for operator Pool2D."):
        convert(tvm, "Pooling", image[0], pool_type="max", kernel=(2,))


@proves(PAGE + "supported-operators", "`LeakyReLU` 的 `leaky`、`prelu`、`elu`、`gelu`、`rrelu`", "没有 `selu`", "`Activation` 没有 `softsign`")
def _(tvm):
    np.testing.assert_allclose(convert(tvm, "LeakyReLU", x, act_type="leaky", slope=0.1), np.where(x > 0, x, 0.1 * x), rtol=1e-5)
    np.testing.assert_allclose(convert(tvm, "LeakyReLU", x, act_type="elu", slope=0.5), np.where(x > 0, x, 0.5 * (np.exp(x) - 1)), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(convert(tvm, "LeakyReLU", x, act_type="rrelu", lower_bound=0.2, upper_bound=0.4), np.where(x > 0, x, 0.3 * x), rtol=1e-5)
    assert convert(tvm, "LeakyReLU", x, act_type="gelu").shape == x.shape
    np.testing.assert_allclose(convert(tvm, "LeakyReLU", x, np.full(4, 0.2, "float32"), act_type="prelu"), np.where(x > 0, x, 0.2 * x), rtol=1e-5)
    with raises("OpNotImplemented", "selu"):
        convert(tvm, "LeakyReLU", x, act_type="selu")
    for kind in ("relu", "sigmoid", "tanh", "softrelu"):
        convert(tvm, "Activation", x, act_type=kind)
    with raises("OpNotImplemented", "softsign"):
        convert(tvm, "Activation", x, act_type="softsign")


@proves(PAGE + "supported-operators", "`nn.PReLU()` 默认只有一个斜率，类型推断失败")
def _(tvm):
    with raises("DiagnosticError"):
        convert(tvm, "LeakyReLU", x, np.full(1, 0.2, "float32"), act_type="prelu")


@proves(PAGE + "supported-operators", "没有 `linalg_gemm2`", "有 `_cond`，没有 `_foreach`、`_while_loop`", "归约、排序：没有 `prod`、`norm`、`sort`", "批、层、实例、组归一化，`LRN`，`L2Normalization`", "SSD 和 Faster R-CNN 的专用算子、`ROIAlign`、NMS")
def _(tvm):
    table = set(mxnet._convert_map) | set(mxnet._identity_list)
    assert not table & {"linalg_gemm2", "_linalg_gemm2", "_foreach", "_while_loop", "prod", "norm", "sort"}
    assert {"_cond", "BatchNorm", "LayerNorm", "InstanceNorm", "GroupNorm", "LRN", "L2Normalization"} <= table
    assert {"_contrib_MultiBoxPrior", "_contrib_MultiBoxDetection", "_contrib_Proposal", "ROIPooling", "_contrib_ROIAlign", "_contrib_box_nms"} <= table


@proves(PAGE + "supported-operators", "一到三维卷积和转置卷积、可变形卷积")
def _(tvm):
    for spatial in (1, 2, 3):
        image = rng.normal(size=(1, 2, *[5] * spatial)).astype("float32")
        weight = rng.normal(size=(2, 2, *[3] * spatial)).astype("float32")
        kernel = "(" + ",".join(["3"] * spatial) + ",)" if spatial == 1 else str((3,) * spatial)
        for name, size in (("Convolution", 3), ("Deconvolution", 7)):
            got = convert(tvm, name, image, weight, kernel=kernel, num_filter=2, no_bias=True)
            assert got.shape == (1, 2, *[size] * spatial), (name, got.shape)
    assert "_contrib_DeformableConvolution" in mxnet._convert_map


@proves(PAGE + "supported-operators", "`transpose` 要写 `axes`")
def _(tvm):
    assert convert(tvm, "transpose", x, axes=(1, 0)).shape == (4, 3)
    with raises(Exception):
        convert(tvm, "transpose", x)


@proves(PAGE + "silent-errors", "浮点属性写成单元素元组 `(0.3,)` 时会报错：`could not convert string to float: ''`，要写成 `[0.3]`")
def _(tvm):
    read = lambda text: StrAttrsDict({"sizes": text}).get_float_tuple("sizes")
    assert read("[0.3]") == (0.3,)
    with raises(ValueError, "could not convert string to float: ''"):
        read("(0.3,)")


@proves(PAGE + "supported-operators", "`dot` 的两个输入都要是二维，否则报 `module 'tvm.error' has no attribute 'OpAttributeUnimplemented'`", versions=("0.10.0",))
@proves(PAGE + "与-0130-的差别", "`dot` 的输入不是二维 | 报 `AttributeError`", versions=("0.10.0",))
def _(tvm):
    assert convert(tvm, "dot", x, x.T.copy()).shape == (3, 3)
    for left, right in ((x[0], x[0]), (x, x[0]), (x.reshape(1, 3, 4), x.T.copy())):
        with raises(AttributeError, "has no attribute 'OpAttributeUnimplemented'"):
            convert(tvm, "dot", left, right)


unproved(PAGE + "import-order", "次序反了，`import mxnet` 会让进程直接崩溃（`Segmentation fault`）", reason="要装 MXNet")
