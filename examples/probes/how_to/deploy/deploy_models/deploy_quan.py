"""Which operators relay.quantize quantizes, its defaults, and which instructions an int8 convolution gets."""

import inspect

import numpy as np
from probes import proves, raises, unproved

import tvm as _tvm
from tvm import relay

PAGE = "how_to/deploy/deploy_models/deploy_quan#"
TABLE = PAGE + "哪些算子会量化"


def const(*shape):
    return relay.const(np.random.default_rng(0).normal(size=shape).astype("float32"))


def conv(data, inside=8, **options):
    return relay.nn.conv2d(data, const(8, inside, 3, 3), channels=8, kernel_size=(3, 3), padding=(1, 1), **options)


IMAGE = relay.var("x", shape=(1, 8, 8, 8))


def quantize(body, level=3, **options):
    options = {"skip_conv_layers": [], **options}
    mod = relay.transform.InferType()(_tvm.IRModule.from_expr(body))
    with _tvm.transform.PassContext(opt_level=level), relay.quantize.qconfig(**options):
        return relay.transform.InferType()(relay.quantize.quantize(mod))


def kinds(body, name, **options):
    """The types of the first input of each call of an operator after quantization."""
    found = []
    relay.analysis.post_order_visit(
        quantize(body, **options)["main"],
        lambda node: found.append(node.args[0].checked_type.dtype) if isinstance(node, relay.Call) and getattr(node.op, "name", "") == name else None,
    )
    return found


@proves(TABLE, "量化，可用 `skip_conv_layers` 按序号跳过 `nn.conv2d`", "`nn.conv2d`、`nn.conv1d`")
@proves(PAGE + "校准", "跳过第几个 `nn.conv2d`，按访问次序从 0 数")
def _(tvm):
    body = conv(conv(conv(IMAGE)))
    assert kinds(body, "nn.conv2d") == ["int8"] * 3
    assert kinds(body, "nn.conv2d", skip_conv_layers=[0]) == ["float32", "int8", "int8"]
    assert kinds(body, "nn.conv2d", skip_conv_layers=[1]) == ["int8", "float32", "int8"]
    line = relay.nn.conv1d(relay.var("x", shape=(1, 8, 16)), const(8, 8, 3), channels=8, kernel_size=3)
    assert kinds(line, "nn.conv1d") == ["int8"]


@proves(TABLE, "`skip_dense_layer=False` 才量化")
def _(tvm):
    body = relay.nn.dense(relay.var("x", shape=(1, 8)), const(4, 8))
    assert kinds(body, "nn.dense") == ["float32"] and kinds(body, "nn.dense", skip_dense_layer=False) == ["int8"]


@proves(TABLE, "恰有一个输入是量化的值时跟着量化，两个都是就报 `ValueError`（异常的类是 `TVMError`）", versions=("0.12.0", "0.13.0"))
@proves(TABLE, "左边是量化的值、右边不是时跟着量化", versions=("0.10.0",))
@proves(PAGE + "两个量化的结果相乘", "只处理一侧量化的情形，两侧都是就抛出异常", versions=("0.12.0", "0.13.0"))
def _(tvm, release):
    left, right = conv(IMAGE), conv(relay.var("y", shape=(1, 8, 8, 8)))
    with raises(tvm.TVMError, "ValueError"):
        quantize(relay.multiply(left, right))
    assert kinds(conv(relay.multiply(left, const(1, 8, 8, 8))), "nn.conv2d") == ["int8", "int8"]
    if release != "0.10.0":
        assert kinds(relay.multiply(left, right), "nn.conv2d", skip_conv_layers=[1]) == ["int8", "float32"]


@proves(TABLE, "输入是量化的值就直接在整数上算")
def _(tvm):
    for name, after in {
        "nn.relu": relay.nn.relu,
        "clip": lambda x: relay.clip(x, 0, 6),
        "reshape": lambda x: relay.reshape(x, (1, 8, 4, 16)),
        "transpose": lambda x: relay.transpose(x, (0, 1, 3, 2)),
        "strided_slice": lambda x: relay.strided_slice(x, [0, 0, 0, 0], [1, 8, 4, 4]),
        "nn.avg_pool2d": lambda x: relay.nn.avg_pool2d(x, (2, 2)),
        "nn.max_pool2d": lambda x: relay.nn.max_pool2d(x, (2, 2)),
    }.items():
        types = kinds(conv(after(conv(IMAGE))), name)
        assert "int32" in types or "int8" in types, (name, types)


@proves(TABLE, "不量化，输入先换回浮点")
def _(tvm):
    up = lambda x: relay.nn.conv2d_transpose(x, const(8, 8, 3, 3), channels=8, kernel_size=(3, 3))
    for name, after in {"sigmoid": relay.sigmoid, "nn.conv2d_transpose": up, "tanh": relay.tanh}.items():
        assert kinds(after(conv(IMAGE)), name) == ["float32"], name


@proves(TABLE, "会停止标注", "不停止标注", "输入不是量化的值时跳过")
def _(tvm):
    def heads(pool):
        body = conv(relay.nn.relu(conv(IMAGE)))
        aside = relay.nn.conv2d(pool(body), const(8, 8, 1, 1), channels=8, kernel_size=(1, 1))
        return relay.Tuple([relay.sigmoid(aside), conv(body)])

    assert kinds(heads(relay.nn.global_avg_pool2d), "nn.conv2d") == ["int8", "int8", "float32", "float32"]
    assert kinds(heads(lambda x: relay.nn.adaptive_avg_pool2d(x, (1, 1))), "nn.conv2d") == ["int8"] * 4
    assert kinds(conv(relay.add(IMAGE, relay.nn.global_avg_pool2d(IMAGE))), "nn.conv2d") == ["int8"]


@proves(PAGE + "最短的例子", "第一个卷积（`skip_conv_layers=[0]`）", "所有全连接层（`skip_dense_layer=True`）")
@proves(PAGE + "校准", "处处都是 `global_scale`，默认 8.0。不需要数据", "`nbit_input`、`nbit_weight`（默认 8）", "`nbit_activation`（默认 32）、`dtype_activation`（默认 `int32`）", "`rounding`（默认 `UPWARD`）", "`calibrate_chunk_by`（默认 -1）", "`partition_conversions`（默认 `disabled`）")
def _(tvm):
    config = relay.quantize.current_qconfig()
    wanted = {
        "nbit_input": 8, "nbit_weight": 8, "nbit_activation": 32, "dtype_activation": "int32", "global_scale": 8.0, "rounding": "UPWARD",
        "calibrate_mode": "global_scale", "weight_scale": "power2", "skip_dense_layer": True, "calibrate_chunk_by": -1, "partition_conversions": "disabled",
    }
    for name, value in wanted.items():
        assert getattr(config, name) == value, name
    assert kinds(conv(conv(IMAGE)), "nn.conv2d", skip_conv_layers=[0]) == ["float32", "int8"]


@proves(PAGE + "校准", "代价是右移换成定点乘法（`fixed_point_multiply`）")
def _(tvm):
    text = lambda **options: str(quantize(conv(conv(IMAGE)), **options))
    power, largest = text(), text(weight_scale="max")
    assert "right_shift" in power and "fixed_point_multiply" not in power and "fixed_point_multiply" in largest


@proves(PAGE + "只要整数的部分", "`relay.build` 能通过，建图执行器时却报 `no such function in module: quantize_inputs`", "主体里只要有一个浮点的张量，`partition_conversions` 就抛出 `AssertionError`")
def _(tvm):
    parts = quantize(conv(IMAGE), partition_conversions="fully_integral")
    assert {"quantize_inputs", "quantized_main", "dequantize_outputs"} <= {one.name_hint for one in parts.get_global_vars()}
    from tvm.contrib import graph_executor

    lib = relay.build(parts, "llvm")
    with raises(Exception, "no such function in module: quantize_inputs"):
        graph_executor.GraphModule(lib["default"](tvm.cpu()))
    relay.vm.compile(parts, "llvm")
    with raises(AssertionError):
        quantize(conv(relay.sigmoid(conv(IMAGE))), partition_conversions="fully_integral")


@proves(PAGE + "量化后满是-multiply", "带偏置的卷积留着 `nn.bias_add`", "有两个 Pass 是 3 级")
def _(tvm):
    body = relay.nn.bias_add(conv(IMAGE), const(8))
    assert "nn.bias_add" in str(quantize(body, 2)) and "nn.bias_add" not in str(quantize(body, 3))
    assert relay.transform.CanonicalizeOps().info.opt_level == relay.transform.BackwardFoldScaleAxis().info.opt_level == 3


@proves(PAGE + "assertionerrornonetype-和-need-at-least-one-array", "权重还是变量，校准要读它的数值", "`kl_divergence` 和 `percentile` 需要数据")
def _(tvm):
    loose = relay.nn.conv2d(IMAGE, relay.var("w", shape=(8, 8, 3, 3)), channels=8, kernel_size=(3, 3))
    with raises(tvm.TVMError, "AssertionError"):
        quantize(loose)
    for mode in ("kl_divergence", "percentile"):
        with raises(TypeError, "NoneType"):
            quantize(conv(IMAGE), calibrate_mode=mode)


@proves(PAGE + "量化了也没有-int8", "卷积已经变成 `nn.contrib_conv2d_NCHWc`，它没有量化规则")
def _(tvm):
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(conv(IMAGE)))
    with tvm.transform.PassContext(opt_level=3), relay.quantize.qconfig(skip_conv_layers=[]):
        with tvm.target.Target("llvm"):
            early = relay.transform.AlterOpLayout()(relay.transform.CanonicalizeOps()(mod))
        assert "contrib_conv2d_NCHWc" in str(early)
        assert "int8" not in str(relay.quantize.quantize(early))


unproved(PAGE + "an-attempt-has-been-made-to-start-a-new-process", "macOS、Windows 和 Linux 上的 Python 3.14 在子进程里重新导入你的脚本", reason="要有 macOS、Windows 或 Python 3.14")
