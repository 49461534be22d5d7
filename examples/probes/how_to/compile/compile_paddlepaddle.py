"""What the converters of Paddle's operators do, called without Paddle: docs/how_to/compile/compile_paddlepaddle.md."""

import numpy as np
from probes import proves, raises, unproved

from tvm import relay
from tvm.relay.frontend import paddlepaddle as paddle

PAGE = "how_to/compile/compile_paddlepaddle#"
OLD = ("0.10.0", "0.12.0")
x = np.random.default_rng(0).normal(size=(2, 4)).astype("float32")


class Operator:
    """What the converters read of an operator of a program."""

    def __init__(self, kind, inputs, attrs):
        self.type, self.inputs, self.attrs = kind, inputs, attrs

    def input(self, name):
        return [self.inputs[name]] if name in self.inputs else []

    def output(self, name):
        return ["out"]

    def attr(self, name):
        return self.attrs.get(name)


def convert(tvm, kind, attrs=None, **inputs):
    graph = paddle.GraphProto()
    variables = {name: relay.var(name, shape=value.shape, dtype=str(value.dtype)) for name, value in inputs.items()}
    graph.nodes.update(variables)
    paddle._convert_map[kind](graph, Operator(kind, {name: name for name in inputs}, attrs or {}), None)
    body = graph.nodes["out"]
    body = body.astuple() if type(body).__name__ == "TupleWrapper" else body
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(list(variables.values()), body)))
    return relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()(*inputs.values()).numpy()


@proves(PAGE + "silent-errors", "不读 `approximate`，用的是 `erf` 的精确式")
def _(tvm):
    np.testing.assert_array_equal(*(convert(tvm, "gelu", {"approximate": one}, X=x) for one in (True, False)))


@proves(PAGE + "silent-errors", "Paddle 的余数与除数同号，Relay 的 `mod` 与被除数同号，只在有负数时不同")
def _(tvm):
    divisor = np.full_like(x, 0.7)
    np.testing.assert_allclose(convert(tvm, "elementwise_mod", {"axis": -1}, X=x, Y=divisor), np.fmod(x, divisor), atol=1e-5)
    assert (np.fmod(x, divisor) < 0).any()


@proves(PAGE + "silent-errors", "读了 `data_format` 却没有用，池化了错误的轴")
def _(tvm):
    image = np.zeros((1, 8, 8, 4), "float32")
    attrs = {"adaptive": False, "ceil_mode": False, "global_pooling": False, "ksize": [2, 2], "strides": [2, 2], "paddings": [0, 0], "padding_algorithm": "EXPLICIT", "pooling_type": "max", "data_format": "NHWC"}
    assert convert(tvm, "pool2d", attrs, X=image).shape == (1, 8, 4, 2)


@proves(PAGE + "supported-operators", "`floor_mod`、`elementwise_prod` 在表里，却不在转换函数的对照表里，用到会报 `KeyError`")
def _(tvm):
    for kind in ("floor_mod", "elementwise_prod"):
        with raises(KeyError, kind):
            convert(tvm, kind, {"axis": -1}, X=x, Y=x)


@proves(PAGE + "supported-operators", "`layer_norm` 只支持最后一维")
def _(tvm):
    cube = np.ones((2, 3, 4), "float32")
    for axis in (2, -1):
        convert(tvm, "layer_norm", {"begin_norm_axis": axis, "epsilon": 1e-5}, X=cube, Scale=np.ones(4, "float32"), Bias=np.zeros(4, "float32"))
    with raises(AssertionError, "Support only normalization over last one dimension."):
        convert(tvm, "layer_norm", {"begin_norm_axis": 1, "epsilon": 1e-5}, X=cube)


@proves(PAGE + "supported-operators", "没有 `conv3d_transpose`", "没有 `celu`、`maxout`", "没有 `einsum`", "没有 `reduce_amax`、`reduce_amin`", "没有 `expm1`、`atan2`", "控制流（`while`、`conditional_block`）不支持", versions=("0.12.0", "0.13.0"))
@proves(PAGE + "supported-operators", "没有 `einsum`", "没有 `expm1`、`atan2`", "控制流（`while`、`conditional_block`）不支持", versions=("0.10.0",))
def _(tvm):
    absent = "conv3d_transpose max_pool2d_with_index celu maxout einsum reduce_amax reduce_amin roll tril_triu unbind pad expm1 atan2 while conditional_block frobenius_norm".split()
    assert not set(absent) & set(paddle._convert_map)


@proves(PAGE + "与-0130-的差别", "163 项，多了 `p_norm`、`pool3d`、`roi_align`、`set_value`、`softmax_with_cross_entropy`、`tanh_shrink`", versions=("0.12.0",))
@proves(PAGE + "与-0130-的差别", "多了 `conv3d`、`silu`、`mish`、`stack`、`unstack`、`tile`、`where`、`flip`、`index_select`、`top_k_v2`、`one_hot_v2`、`norm`、`p_norm`、`set_value` 等", versions=("0.10.0",))
def _(tvm, release):
    later = "p_norm pool3d roi_align set_value softmax_with_cross_entropy tanh_shrink"
    if release == "0.10.0":
        later = "conv3d silu mish stack unstack tile where flip index_select top_k_v2 one_hot_v2 norm p_norm set_value"
    assert not set(later.split()) & set(paddle._convert_map)
    assert len(paddle._convert_map) == (132 if release == "0.10.0" else 157)


@proves("how_to/compile/index#counts", "PaddlePaddle | `from_paddle` | 163", versions=("0.13.0",))
@proves(PAGE + "supported-operators", "键是 Program 里的算子类型", versions=("0.13.0",))
def _(tvm):
    assert len(paddle._convert_map) == 163 and {"conv2d", "elementwise_add", "reshape2"} <= set(paddle._convert_map)


@proves(PAGE + "silent-errors", "前端固定为 0.5，那也是 Paddle 的默认值", versions=OLD)
@proves(PAGE + "与-0130-的差别", "`hardsigmoid` 的 `offset` | 固定为 0.5 | 读", versions=OLD)
def _(tvm):
    got = convert(tvm, "hard_sigmoid", {"slope": 1 / 6, "offset": 0.3}, X=x)
    np.testing.assert_allclose(got, np.clip(x / 6 + 0.5, 0, 1), rtol=1e-5)


@proves(PAGE + "silent-errors", "前端不读 `threshold`，直接算 `log(exp(x) + 1)`，输入很大时 `exp` 溢出成无穷", versions=OLD)
@proves(PAGE + "与-0130-的差别", "`softplus` 的 `threshold` | 不读，大的输入溢出 | 超过 `threshold` 时直接返回输入", versions=OLD)
def _(tvm):
    got = convert(tvm, "softplus", {"beta": 1.0, "threshold": 20.0}, X=np.float32([1, 100]))
    assert np.isinf(got[1]) and abs(got[0] - np.log1p(np.e)) < 1e-5


@proves(PAGE + "silent-errors", "`dropout(mode=\"downscale_in_infer\")`：推理时 Paddle 要乘 `1 - p`，前端原样传下去", versions=OLD)
def _(tvm):
    np.testing.assert_array_equal(convert(tvm, "dropout", {"dropout_prob": 0.5, "dropout_implementation": "downgrade_in_infer"}, X=x), x)


@proves(PAGE + "supported-operators", "转换函数却把整数种子当成表达式传下去，转换时报错", versions=("0.13.0",))
@proves(PAGE + "supported-operators", "转换时却报 `expected Object but got int`", versions=("0.12.0",))
def _(tvm):
    with raises(Exception, "expected Object but got int"):
        paddle._convert_map["gaussian_random"](paddle.GraphProto(), Operator("gaussian_random", {}, {"mean": 0.0, "std": 1.0, "shape": [2], "seed": 0, "dtype": 5}), None)


unproved(PAGE + "imported-module", "`paddle.jit.load` 会给参数重新编号", reason="要装 PaddlePaddle")
