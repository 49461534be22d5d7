"""Which operators the Arm Compute Library executes, and what is written into the JSON of a subgraph."""

import json

import numpy as np
from probes import proves, raises, unproved

import tvm as _tvm
from tvm import relay

PAGE = "how_to/deploy/relay_arm#"
OPERATORS = PAGE + "哪些算子由-acl-执行"
NEW, OLD = ("0.12.0", "0.13.0"), ("0.10.0",)
IMAGE = (1, 16, 16, 8)


def var(*shape, dtype="float32", name="x"):
    return relay.var(name, shape=shape, dtype=dtype)


def const(*shape, dtype="float32"):
    return relay.const(np.full(shape, 1, dtype))


def typed(body):
    return relay.transform.InferType()(_tvm.IRModule.from_expr(body))


def partition(body, level=3, **options):
    from tvm.relay.op.contrib import arm_compute_lib

    with _tvm.transform.PassContext(opt_level=level):
        return arm_compute_lib.partition_for_arm_compute_lib(body if isinstance(body, _tvm.IRModule) else typed(body), **options)


def taken(body, **options):
    """The operators that ACL executes, a list for each function."""
    mod, found = partition(body, **options), []
    for one in sorted(mod.get_global_vars(), key=lambda var: var.name_hint):
        names = []
        relay.analysis.post_order_visit(mod[one].body, lambda node: names.append(node.op.name) if isinstance(node, relay.Call) and isinstance(node.op, _tvm.ir.Op) else None)
        if one.name_hint != "main":
            found.append(names)
    return found


def conv(data, weight, layout="NHWC", kernel_layout="HWIO", **options):
    options = {"channels": 8, "kernel_size": (3, 3), "padding": (1, 1), **options}
    return relay.nn.conv2d(data, weight, data_layout=layout, kernel_layout=kernel_layout, **options)


def deep(size, stride=1):
    weight = const(size, size, 8, 1)
    return conv(var(*IMAGE), weight, kernel_layout="HWOI", groups=8, kernel_size=(size, size), strides=(stride, stride))


@proves(OPERATORS, "数据 NHWC、批次为 1、float32，输出也是。前可接 `nn.pad`，后可接 `nn.bias_add`、`nn.relu`。不分组")
def _(tvm):
    x, k = var(*IMAGE), const(3, 3, 8, 8)
    body = conv(relay.nn.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0))), k)
    assert len(taken(relay.nn.relu(relay.nn.bias_add(body, const(8), axis=3)))[0]) == 4
    assert len(taken(relay.nn.relu(conv(x, k)))[0]) == 2
    half = conv(var(*IMAGE, dtype="float16"), const(3, 3, 8, 8, dtype="float16"))
    for other in (half, conv(x, k, out_dtype="float64"), conv(var(2, 16, 16, 8), k), conv(x, const(3, 3, 4, 8), groups=2)):
        assert not taken(other), other


@proves(OPERATORS, "另要卷积核是 3×3 或 5×5，步长是 1×1 或 2×2")
def _(tvm):
    for size, stride, accepted in ((3, 1, True), (5, 2, True), (3, 3, False), (1, 1, False), (7, 1, False)):
        assert bool(taken(deep(size, stride))) == accepted, (size, stride)


@proves(OPERATORS, "`nn.dense`：float32，权重二维。后可接常量的 `nn.bias_add`")
def _(tvm):
    body = relay.nn.dense(var(1, 8), const(4, 8))
    assert taken(body) == [["nn.dense"]] and len(taken(relay.nn.bias_add(body, const(4)))[0]) == 2
    assert taken(relay.nn.bias_add(body, var(4, name="b"))) == [["nn.dense"]]
    assert not taken(relay.nn.dense(var(1, 8, dtype="float16"), const(4, 8, dtype="float16")))


def quantized(dtype, scale=None, zero=0, layout="NHWC", groups=1, dense=False, requantize=True):
    scale = relay.const(0.5) if scale is None else scale
    zero_point, weight_zero, one = relay.const(zero), relay.const(0), relay.const(0.5)
    if dense:
        body = relay.qnn.op.dense(var(1, 8, dtype=dtype), const(4, 8, dtype=dtype), zero_point, weight_zero, one, scale, units=4)
    else:
        body = relay.qnn.op.conv2d(
            var(*IMAGE, dtype=dtype), const(3, 3, 8 // groups, 8, dtype=dtype), zero_point, weight_zero, one, scale,
            kernel_size=(3, 3), channels=8, data_layout=layout, kernel_layout="HWIO", groups=groups,
        )
    if not requantize:
        return body
    return relay.qnn.op.requantize(body, relay.const(0.25), relay.const(0), one, relay.const(0), out_dtype=dtype)


@proves(OPERATORS, "int8 或 uint8，后接 `qnn.requantize`。缩放和零点都是标量，不支持逐通道量化", versions=NEW)
@proves(PAGE + "与-0130-的差别", "只划分 uint8；不检查是不是逐通道量化", versions=OLD)
@proves(OPERATORS, "量化的只支持 uint8", versions=OLD)
def _(tvm, release):
    new, channels = release != "0.10.0", relay.const(np.full(8, 0.5, "float32"))
    for dense in (False, True):
        assert taken(quantized("uint8", dense=dense)) and bool(taken(quantized("int8", dense=dense))) == new
        assert not taken(quantized("uint8", dense=dense, requantize=False))
    assert bool(taken(quantized("uint8", scale=channels))) == (not new)
    assert not taken(quantized("uint8", groups=2))


@proves(OPERATORS, "NHWC，float32、int8 或 uint8，没有膨胀", versions=NEW)
@proves(OPERATORS, "NHWC，float32 或 uint8，前者没有膨胀", versions=OLD)
def _(tvm, release):
    for dtype, accepted in (("float32", True), ("uint8", True), ("int8", release != "0.10.0"), ("float16", False), ("int32", False)):
        for pool in (lambda x: relay.nn.max_pool2d(x, (2, 2), layout="NHWC"), lambda x: relay.nn.global_max_pool2d(x, layout="NHWC")):
            assert bool(taken(pool(var(*IMAGE, dtype=dtype)))) == accepted, dtype
    assert not taken(relay.nn.max_pool2d(var(*IMAGE), (2, 2), dilation=(2, 2), layout="NHWC"))
    assert not taken(relay.nn.max_pool2d(var(*IMAGE), (2, 2)))


@proves(OPERATORS, "量化时写成 `cast` 到 int32、池化、`cast` 回去", versions=NEW)
@proves(OPERATORS, "量化时写成 `cast` 到 int32、池化、`cast` 回 uint8", versions=OLD)
@proves(OPERATORS, "NHWC，float32，前者没有膨胀")
def _(tvm, release):
    average = lambda x, **options: relay.nn.avg_pool2d(x, (2, 2), layout="NHWC", **options)
    for pool in (average, lambda x: relay.nn.global_avg_pool2d(x, layout="NHWC")):
        assert taken(pool(var(*IMAGE))) and not taken(pool(var(*IMAGE, dtype="uint8")))
        for dtype, accepted in (("uint8", True), ("int8", release != "0.10.0"), ("int16", False)):
            body = relay.cast(pool(relay.cast(var(*IMAGE, dtype=dtype), "int32")), dtype)
            assert bool(taken(body)) == accepted, dtype
    assert not taken(average(var(*IMAGE), dilation=(2, 2)))


@proves(OPERATORS, "合成 L2 池化。条件同 `nn.avg_pool2d`")
def _(tvm):
    square = lambda size, **options: relay.sqrt(relay.nn.avg_pool2d(relay.power(var(*IMAGE), relay.const(float(size))), (2, 2), **options))
    assert taken(square(2, layout="NHWC")) == [["power", "nn.avg_pool2d", "sqrt"]]
    assert taken(square(3, layout="NHWC")) == [["nn.avg_pool2d"]]
    assert not taken(square(2))


@proves(OPERATORS, "`reshape` 不限类型，后两个要 float32")
def _(tvm):
    for dtype in ("float32", "float16", "int64", "uint8"):
        x, y = (var(2, 8, dtype=dtype, name=name) for name in "xy")
        assert taken(relay.reshape(x, (16,)))
        for operator in (relay.add, relay.maximum):
            assert bool(taken(operator(x, y))) == (dtype == "float32")


@proves(OPERATORS, "`qnn.add`：int8 或 uint8，不支持逐通道量化", versions=NEW)
@proves(OPERATORS, "`qnn.add`：uint8", versions=OLD)
def _(tvm, release):
    for dtype, accepted in (("uint8", True), ("int8", release != "0.10.0")):
        x, y = (var(2, 8, dtype=dtype, name=name) for name in "xy")
        body = relay.qnn.op.add(x, y, *[relay.const(0.5), relay.const(0)] * 3)
        assert bool(taken(body)) == accepted


@proves(OPERATORS, "默认不划分，传 `disabled_ops=[]` 才会", "轴在 -4 到 3 之间")
def _(tvm):
    pair = [var(*IMAGE), var(*IMAGE, name="y")]
    assert not taken(relay.concatenate(pair, 3)) and taken(relay.concatenate(pair, 3), disabled_ops=[])
    deep = [var(1, 2, 3, 4, 5), var(1, 2, 3, 4, 5, name="y")]
    assert taken(relay.concatenate(deep, 3), disabled_ops=[]) and not taken(relay.concatenate(deep, 4), disabled_ops=[])
    for dtype, accepted in (("uint8", True), ("float16", False), ("int32", False)):
        pair = [var(*IMAGE, dtype=dtype), var(*IMAGE, dtype=dtype, name="y")]
        assert bool(taken(relay.concatenate(pair, 3), disabled_ops=[])) == accepted
    given = relay.var("p", relay.TupleType([relay.TensorType(IMAGE)] * 2))
    assert not taken(relay.op._make.concatenate(given, 3), disabled_ops=[])


@proves(OPERATORS, "单独的激活、Softmax、乘法都留给 TVM", "只有 `nn.relu` 能并进卷积，`clip`（ReLU6）不行")
def _(tvm):
    x = var(*IMAGE)
    for body in (relay.nn.relu(x), relay.sigmoid(x), relay.tanh(x), relay.clip(x, 0, 6), relay.nn.softmax(x), relay.multiply(x, var(*IMAGE, name="y"))):
        assert not taken(body), body
    for activation in (lambda y: relay.clip(y, 0, 6), relay.sigmoid, lambda y: relay.nn.leaky_relu(y, 0.1)):
        assert taken(activation(conv(x, const(3, 3, 8, 8)))) == [["nn.conv2d"]]


@proves(PAGE + "通过了划分仍会出错", "JSON 里只有宽度，设备上照补 0", "先用 `FoldExplicitPadding` 合并")
def _(tvm):
    def written(mod):
        with tvm.transform.PassContext(opt_level=3):
            lib = relay.build(partition(mod), "llvm")
        (module,) = [one for one in lib.get_lib().imported_modules if one.type_key == "arm_compute_lib"]
        return json.loads(module.get_source())["nodes"][-1]["attrs"]

    border = ((0, 0), (1, 1), (1, 1), (0, 0))
    reflect = conv(relay.nn.pad(var(*IMAGE), border, pad_mode="reflect"), const(3, 3, 8, 8), padding=(0, 0))
    attrs = written(typed(reflect))
    assert attrs["padding"][0] == ["1"] * 4 and not any("pad_value" in key or "mode" in key for key in attrs)
    both = typed(conv(relay.nn.pad(var(*IMAGE), border), const(3, 3, 8, 8), padding=(2, 2)))
    assert written(both)["padding"][0] == ["1"] * 4
    assert written(relay.transform.FoldExplicitPadding()(both))["padding"][0] == ["3"] * 4


@proves(PAGE + "check-failed-isopcurrent_call-nnconv2d", "转换权重布局的 `ConvertLayout` 注册在 3 级，默认的 2 级会跳过它")
def _(tvm):
    assert relay.transform.ConvertLayout({}).info.opt_level == 3 and tvm.transform.PassContext().opt_level == 2
    body = conv(var(*IMAGE), const(3, 3, 8, 8))
    assert ["OHWI" in str(partition(body, level)) for level in (2, 3)] == [False, True]


@proves(PAGE + "without-runtime-enabled", "执行之前先用 `is_arm_compute_runtime_enabled()` 检查", "能编译、能造出执行器，`run` 时报错")
def _(tvm):
    from tvm.contrib import graph_executor
    from tvm.relay.op.contrib import arm_compute_lib

    assert not arm_compute_lib.is_arm_compute_runtime_enabled()
    with tvm.transform.PassContext(opt_level=3):
        lib = relay.build(partition(conv(var(*IMAGE), const(3, 3, 8, 8))), "llvm")
    runner = graph_executor.GraphModule(lib["default"](tvm.cpu()))
    with raises(tvm.TVMError, "without runtime enabled"):
        runner.run()


unproved(PAGE + "在设备上执行", "运行时链接 ACL，执行划分出的算子", reason="要有 AArch64 的设备和链接了 ACL 的运行时")
