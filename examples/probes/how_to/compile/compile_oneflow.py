"""What the converters of OneFlow's operators do, called without OneFlow: docs/how_to/compile/compile_oneflow.md."""

import sys
from types import SimpleNamespace as fake

import numpy as np
from probes import proves, raises, unproved

from tvm import relay
from tvm.relay.frontend import oneflow

PAGE = "how_to/compile/compile_oneflow#"
x = np.random.default_rng(0).normal(size=(2, 3, 4, 4)).astype("float32")


def convert(tvm, name, attrs, *inputs):
    variables = [relay.var(f"m.part_input.{i}", shape=one.shape, dtype=str(one.dtype)) for i, one in enumerate(inputs)]
    body = oneflow.get_convert_map()[name](variables, attrs, {})
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(variables, body)))
    return relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()(*inputs).numpy()


@proves(PAGE + "supported-operators", "共 84 个")
@proves(PAGE + "supported-operators", "`layer_norm`、`group_norm`、`instance_norm`", "`elu`、`celu`、`mish`、`hardswish`、`log_softmax`（源码里有 `Elu`、`LogSoftmax` 等类，但没有进表）", "嵌入和查表（`gather`）、循环层、`split`、`abs`，比较运算只有 `scalar_logical_greater`，没有逻辑运算")
def _(tvm):
    table = set(oneflow.get_convert_map())
    assert len(table) == 84
    assert not table & set("layer_norm group_norm instance_norm elu celu mish hardswish log_softmax gather embedding split abs conv1d conv3d maxpool_1d maxpool_3d avgpool_1d avgpool_3d".split())
    assert hasattr(oneflow, "Elu") and hasattr(oneflow, "LogSoftmax")
    assert {name for name in table if "logical" in name or "equal" in name or "less" in name} == {"scalar_logical_greater"}


@proves(PAGE + "unreliable-converters", "`cast` 转成输入自己的类型，等于没有转")
def _(tvm):
    assert convert(tvm, "cast", {"dtype": "int32"}, x).dtype == "float32"


@proves(PAGE + "unreliable-converters", "`scalar_mul`、`scalar_div` 会转成 float32，`scalar_add`、`scalar_pow` 不转，与 float32 的输入对不上类型")
def _(tvm):
    whole = lambda: {"has_int_operand": True, "int_operand": 2, "has_float_operand": False}
    np.testing.assert_allclose(convert(tvm, "scalar_mul", whole(), x), x * 2)
    np.testing.assert_allclose(convert(tvm, "scalar_div", whole(), x), x / 2)
    for name in ("scalar_add", "scalar_pow"):
        with raises("DiagnosticError"):
            convert(tvm, name, whole(), x)


@proves(PAGE + "unreliable-converters", "`softplus` 不读 `beta`；`pow` 的转换函数少了一个名字，一用就抛异常")
def _(tvm):
    np.testing.assert_allclose(convert(tvm, "softplus", {"beta": 3.0, "threshold": 20.0}, x), np.log1p(np.exp(x)), rtol=1e-4, atol=1e-6)
    with raises(Exception):
        convert(tvm, "pow", {}, x, x)


@proves(PAGE + "unreliable-converters", "两个输入一样长时，文字里都有 `_input.` 的相减、都没有的相除，同一个表达式占了两个位置", "`broadcast_mul` 和 `broadcast_add` 用同一段代码，但不看长短，猜不出时按原来的次序计算")
def _(tvm):
    for pattern in ("m.part_input.{}", "m.part{}.weight"):
        names = [relay.var(pattern.format(i), shape=(2, 3)) for i in range(2)]
        made = {op: oneflow.get_convert_map()[op](list(names), {}, {}).args for op in ("broadcast_sub", "broadcast_div", "broadcast_add", "broadcast_mul")}
        doubled = {op for op, (left, right) in made.items() if left.same_as(right)}
        assert doubled == {"broadcast_sub" if "_input." in pattern else "broadcast_div"}
        assert all(made[op][0].same_as(names[0]) for op in ("broadcast_add", "broadcast_mul"))


@proves(PAGE + "unreliable-converters", "`broadcast_sub` 把文字较长的放在后面，`broadcast_div` 放在前面")
def _(tvm):
    short = relay.var("m.part_input.0", shape=(2, 3))
    long = relay.nn.relu(relay.exp(relay.var("m.part_input.1", shape=(2, 3))))
    for op, want in (("broadcast_sub", 1), ("broadcast_div", 0)):
        for inputs in ([short, long], [long, short]):
            made = oneflow.get_convert_map()[op](list(inputs), {}, {})
            assert tvm.ir.structural_equal(made.args[want], long, True), (op, made)


@proves(PAGE + "expected-object-but-got-functionhandle", "`dropout` 的转换函数返回了转换器 `AttrCvt`，忘了调用它")
def _(tvm):
    made = oneflow.get_convert_map()["dropout"]([relay.var("m.part_input.0", shape=(2, 3))], {"rate": 0.5}, {})
    assert not isinstance(made, relay.Expr) and type(made).__name__ == "AttrCvt"


@proves(PAGE + "cannot-access-local-variable-kernel", "卷积的转换函数在表达式的文字里找 `_input.` 和 `.weight`，以此分辨数据和卷积核，参数另起了名字就找不到")
def _(tvm):
    attrs = lambda: {"strides": [1, 1], "padding_before": [0, 0], "kernel_size": [3, 3], "dilation_rate": [1, 1], "groups": 1, "filters": 2, "data_format": "channels_first"}
    data = relay.var("m.part_input.0", shape=(1, 3, 8, 8))
    make = lambda name: oneflow.get_convert_map()["conv2d"]([data, relay.var(name, shape=(2, 3, 3, 3))], attrs(), {})
    assert "nn.conv2d" in str(make("m.conv.weight"))
    with raises(UnboundLocalError, "kernel"):
        make("m.kernel")


@proves(PAGE + "workflow", "没有装 OneFlow 时，报错在第一步")
def _(tvm):
    sys.modules["oneflow"] = None
    with raises(ImportError):
        relay.frontend.from_oneflow(fake(), "folder")


unproved(PAGE + "workflow", "没有编译过时，前端会按第一个输入的形状自己编译一次", reason="要装 OneFlow")
