"""Which operators TensorRT executes, what the options of its target do, and what fails later."""

import json

import numpy as np
from probes import proves, raises, unproved

import tvm as _tvm
from tvm import relay

PAGE = "how_to/deploy/relay_tensorrt#"
OPERATORS = PAGE + "operators"
EXPLICIT = {"use_implicit_batch": False}


def target(**options):
    return _tvm.target.Target({"kind": "tensorrt", **options})


def var(*shape, dtype="float32", name="x"):
    return relay.var(name, shape=shape, dtype=dtype)


def const(*shape, dtype="float32"):
    return relay.const((np.arange(np.prod(shape)).reshape(shape) / 100 + 0.1).astype(dtype))


def partition(body, level=3, **options):
    from tvm.relay.op.contrib import tensorrt

    mod = body if isinstance(body, _tvm.IRModule) else _tvm.IRModule.from_expr(body)
    mod = relay.transform.InferType()(mod)
    with _tvm.transform.PassContext(opt_level=level):
        return tensorrt.partition_for_tensorrt(mod, target=target(**options))


def taken(body, level=3, **options):
    """The patterns that TensorRT executes, a list for each subgraph."""
    mod, found = partition(body, level, **options), []
    for name in sorted(one.name_hint for one in mod.get_global_vars() if one.name_hint != "main"):
        names = []
        relay.analysis.post_order_visit(
            mod[name].body,
            lambda node: names.append(str(node.attrs["Composite"])[len("tensorrt.") :])
            if isinstance(node, relay.Function) and node.attrs and "Composite" in node.attrs
            else None,
        )
        found.append(names)
    return found


def yes(body, *rest, **options):
    assert taken(body, *rest, **options), f"TVM executes {body}"


def no(body, *rest, **options):
    found = taken(body, *rest, **options)
    assert not found, f"TensorRT executes {found}"


def conv(data, weight, rank=2, **options):
    size = weight.checked_type.shape[2:] if not isinstance(weight, relay.Constant) else weight.data.shape[2:]
    options = {"channels": 4, "kernel_size": tuple(size), **options}
    return getattr(relay.nn, f"conv{rank}d")(data, weight, **options)


@proves(OPERATORS, "打开 `use_fp16` 后也可以是 float16", "实参里有整数张量的算子都留给 TVM", "隐式批次（`use_implicit_batch`，默认打开）时第 0 维可以是 `relay.Any()`，显式批次时不行")
def _(tvm):
    half, unknown = var(2, 8, dtype="float16"), relay.nn.relu(var(relay.Any(), 8))
    no(relay.exp(half))
    yes(relay.exp(half), use_fp16=True)
    yes(relay.exp(var(2, 8)), use_fp16=True)
    for dtype in ("int32", "int8", "float64", "bool"):
        no(relay.clip(var(2, 8, dtype=dtype), 0, 1), use_fp16=True)
    yes(unknown)
    no(unknown, **EXPLICIT)
    no(relay.nn.relu(var(2, relay.Any())))


@proves(OPERATORS, "权重是常量。数据和权重的布局依次为 NCW 与 OIW、NCHW 与 OIHW、NCDHW 与 OIDHW", "`nn.conv3d` 要 6.0.1")
def _(tvm):
    for rank in (1, 2, 3):
        data, kernel = var(1, 3, *[8] * rank), (4, 3, *[3] * rank)
        yes(conv(data, const(*kernel), rank))
        no(relay.transform.InferType()(tvm.IRModule.from_expr(getattr(relay.nn, f"conv{rank}d")(data, var(*kernel, name="w"), channels=4, kernel_size=(3,) * rank))))
        last, first = "DHW"[3 - rank :], var(1, *[8] * rank, 3)
        layouts = {"data_layout": f"N{last}C", "kernel_layout": f"{last}IO"}
        swapped = getattr(relay.nn, f"conv{rank}d")(first, const(*[3] * rank, 3, 4), channels=4, kernel_size=(3,) * rank, **layouts)
        assert not taken(swapped, 2)
    volume = conv(var(1, 3, 8, 8, 8), const(4, 3, 3, 3, 3), 3)
    no(volume, tensorrt_version=[5, 1, 5])
    yes(volume, tensorrt_version=[6, 0, 1])


@proves(OPERATORS, "2D 和 3D 的 `out_layout` 为空或与数据相同")
def _(tvm):
    for layout, accepted in (("NCHW", True), ("", True), ("NHWC", False)):
        (yes if accepted else no)(conv(var(1, 3, 8, 8), const(4, 3, 3, 3), out_layout=layout), 2)


@proves(OPERATORS, "权重是二维常量。输入二到四维", "隐式批次时两侧维数相同")
def _(tvm):
    for shape in ((2, 8), (2, 3, 8), (2, 3, 4, 8)):
        yes(relay.nn.dense(var(*shape), const(4, 8)))
    for shape in ((8,), (2, 2, 3, 4, 8)):
        no(relay.nn.dense(var(*shape), const(4, 8)))
    no(relay.nn.dense(var(2, 8), var(4, 8, name="w")))
    yes(relay.nn.batch_matmul(var(2, 3, 8), const(2, 4, 8)))


@proves(OPERATORS, "四个参数是常量。轴为 1 或 3。输入不超过五维（五维要 6.0.1）")
def _(tvm):
    def norm(shape, axis, parameters=None):
        size = shape[axis]
        return relay.nn.batch_norm(var(*shape), *(parameters or [const(size) for _ in range(4)]), axis=axis)[0]

    yes(norm((1, 4, 8, 6), 1))
    yes(norm((1, 4, 8, 6), 3))
    no(norm((1, 4, 8, 6), 2))
    no(norm((1, 4, 8, 6), 1, [const(4), const(4), const(4), var(4, name="v")]))
    no(norm((1, 4, 2, 2, 2, 2), 1))
    yes(norm((1, 4, 2, 2, 2), 1), tensorrt_version=[6, 0, 1])
    no(norm((1, 4, 2, 2, 2), 1), tensorrt_version=[5, 1, 5])


@proves(OPERATORS, "`nn.bias_add`：输入二到四维")
def _(tvm):
    for shape in ((2, 4), (2, 4, 5), (2, 4, 5, 6)):
        yes(relay.nn.bias_add(var(*shape), const(4)), 2)
    no(relay.nn.bias_add(var(2, 4, 5, 6, 7), const(4)), 2)


@proves(OPERATORS, "`ceil_mode` 要 5.1.5。`nn.avg_pool2d` 的填充不对称时不能写 `count_include_pad=True`", "NCDHW。要 6.0.1")
def _(tvm):
    image, old = var(1, 4, 8, 8), {"tensorrt_version": [5, 0, 0]}
    for pool in (relay.nn.max_pool2d, relay.nn.avg_pool2d):
        yes(pool(image, (2, 2)), **old)
        no(pool(image, (2, 2), ceil_mode=True), **old)
        yes(pool(image, (2, 2), ceil_mode=True), tensorrt_version=[5, 1, 5])
        no(pool(var(1, 8, 8, 4), (2, 2), layout="NHWC"), 2)
    for pool in (relay.nn.global_max_pool2d, relay.nn.global_avg_pool2d):
        yes(pool(image), **old)
        no(pool(var(1, 8, 8, 4), layout="NHWC"), 2)
    for padding, include, accepted in (((0, 1, 0, 1), True, True), ((0, 0, 1, 1), True, False), ((0, 0, 1, 1), False, True)):
        pooled = relay.nn.avg_pool2d(image, (2, 2), padding=padding, count_include_pad=include)
        (yes if accepted else no)(pooled)
    for pool in (relay.nn.max_pool3d, relay.nn.avg_pool3d):
        yes(pool(var(1, 4, 8, 8, 8), (2, 2, 2)))
        no(pool(var(1, 4, 8, 8, 8), (2, 2, 2)), tensorrt_version=[5, 1, 5])
        no(pool(var(1, 8, 8, 8, 4), (2, 2, 2), layout="NDHWC"))


@proves(OPERATORS, "输出 1×1。不检查布局")
def _(tvm):
    for pool in (relay.nn.adaptive_max_pool2d, relay.nn.adaptive_avg_pool2d):
        for layout in ("NCHW", "NHWC"):
            yes(pool(var(1, 4, 8, 8), (1, 1), layout=layout))
            no(pool(var(1, 4, 8, 8), (2, 2), layout=layout))


@proves(OPERATORS, "`add`：隐式批次时没有标量。显式批次时，有一侧是常量、有一侧超过三维、两侧第 0 维相等而不是 1 的不行")
def _(tvm):
    image = var(2, 4, 8, 8)
    no(relay.add(image, relay.const(1.0)))
    yes(relay.add(image, relay.const(1.0)), **EXPLICIT)
    no(relay.add(image, const(2, 4, 8, 8)), **EXPLICIT)
    yes(relay.add(image, const(2, 4, 8, 8)))
    yes(relay.add(image, var(2, 4, 8, 8, name="y")), **EXPLICIT)
    yes(relay.add(image, const(1, 4, 8, 8)), **EXPLICIT)
    yes(relay.add(var(2, 4, 8), const(2, 4, 8)), **EXPLICIT)


@proves(OPERATORS, "`multiply`：两侧形状都是 `(300, 64, 7, 7)` 或 `(300, 1, 1, 1)` 的不行")
def _(tvm):
    big, small = var(300, 64, 7, 7), var(300, 1, 1, 1, name="y")
    for pair in ((big, small), (big, big), (small, small)):
        no(relay.multiply(*pair))
    yes(relay.multiply(big, const(1, 64, 7, 7)))
    yes(relay.multiply(var(2, 8), var(2, 8, name="y")))


@proves(OPERATORS, "`subtract`、`divide`、`power`、`maximum`、`minimum`：没有别的条件")
@proves(OPERATORS, "`nn.relu`、`sigmoid`、`tanh`、`clip`、`exp`、`log`、`sqrt`、`abs`、`negative`、`floor`、`nn.batch_flatten`：没有别的条件")
@proves(OPERATORS, "`nn.leaky_relu`、`sin`、`cos`、`atan`、`ceil`、`erf`：要 5.1.5。`erf` 要 7.0.0")
def _(tvm):
    x, old = var(2, 4, 8), {"tensorrt_version": [5, 0, 0]}
    for name in ("subtract", "divide", "power", "maximum", "minimum"):
        for other in (relay.const(2.0), var(2, 4, 8, name="y"), const(1, 1, 8)):
            yes(getattr(relay, name)(x, other), **old)
    free = [relay.nn.relu(x), relay.clip(x, 0, 6), relay.nn.batch_flatten(x)]
    free += [getattr(relay, name)(x) for name in ("sigmoid", "tanh", "exp", "log", "sqrt", "abs", "negative", "floor")]
    later = [relay.nn.leaky_relu(x, 0.1)] + [getattr(relay, name)(x) for name in ("sin", "cos", "atan", "ceil")]
    for body in free:
        yes(body, **old)
    for body in later:
        no(body, **old)
        yes(body, tensorrt_version=[5, 1, 5])
    no(relay.erf(x), tensorrt_version=[6, 0, 1])


@proves(OPERATORS, "`nn.softmax`：隐式批次时轴不是 0", "没有 `exclude`。隐式批次时要写 `axis`，其中没有 0")
def _(tvm):
    x = var(2, 4, 8)
    yes(relay.nn.softmax(x))
    no(relay.nn.softmax(x, axis=0))
    yes(relay.nn.softmax(x, axis=0), **EXPLICIT)
    for reduce in (relay.sum, relay.prod, relay.max, relay.min, relay.mean):
        yes(reduce(x, axis=[1, 2]))
        for options in ({}, {"axis": [0, 1]}):
            no(reduce(x, **options))
            yes(reduce(x, **options), **EXPLICIT)
        no(reduce(x, axis=[1], exclude=True), **EXPLICIT)


@proves(OPERATORS, "`newshape` 里没有 -2、-3、-4。隐式批次时不改变第 0 维，两侧都不是标量", "隐式批次时第 0 维不动", "`expand_dims`、`split`：隐式批次时 `axis` 不是 0")
def _(tvm):
    x = var(2, 4, 8)
    for shape in ((2, 32), (0, -1), (-1, 4, 8)):
        yes(relay.reshape(x, shape))
    for shape in ((4, -1), (-1,)):
        no(relay.reshape(x, shape))
        yes(relay.reshape(x, shape), **EXPLICIT)
    for shape in ((0, -2), (0, -3), (0, -4, 2, 2, 0)):
        no(relay.reshape(x, shape), **EXPLICIT)
    no(relay.reshape(var(1), ()))
    yes(relay.reshape(var(1), ()), **EXPLICIT)
    yes(relay.transpose(x, (0, 2, 1)))
    for body in (relay.transpose(x, (1, 0, 2)), relay.expand_dims(x, 0), relay.split(x, 2, axis=0)[0]):
        no(body)
        yes(body, **EXPLICIT)
    yes(relay.expand_dims(x, 1))
    yes(relay.split(x, 2, axis=1)[0])


@proves(OPERATORS, "实参是当场写出的元组，里面没有常量。隐式批次时 `axis` 不是 0")
def _(tvm):
    x = var(2, 4, 8)
    yes(relay.concatenate([x, x], axis=1))
    no(relay.concatenate([x, const(2, 4, 8)], axis=1))
    pair = relay.var("p", relay.TupleType([relay.TensorType((2, 4))] * 2))
    no(relay.op._make.concatenate(pair, 1))


@proves(OPERATORS, "步长为正。每一维至少留一个元素。隐式批次时不切第 0 维。要 5.1.5")
def _(tvm):
    x = var(2, 4, 8)
    good = relay.strided_slice(x, [0, 1, 2], [2, 3, 6])
    yes(good)
    no(good, tensorrt_version=[5, 0, 0])
    no(relay.strided_slice(x, [1, 0, 0], [2, 4, 8]))
    yes(relay.strided_slice(x, [1, 0, 0], [2, 4, 8]), **EXPLICIT)
    no(relay.strided_slice(x, [0, 3, 0], [2, 0, 8], strides=[1, -1, 1]), **EXPLICIT)
    no(relay.strided_slice(x, [0, 2, 0], [2, 2, 8]), **EXPLICIT)


@proves(OPERATORS, "NCHW 与 NHWC 之间，或 NCDHW 与 NDHWC 之间")
def _(tvm):
    for first, second in (("NCHW", "NHWC"), ("NCDHW", "NDHWC")):
        for pair in ((first, second), (second, first)):
            yes(relay.layout_transform(var(1, *[8] * (len(first) - 1)), *pair))
    no(relay.layout_transform(var(1, 8, 8, 8), "NCHW", "NCHW4c"))
    no(relay.layout_transform(var(1, 8, 8), "NCW", "NWC"))


@proves(OPERATORS, "也没有链接就当作 6.0.1", "`nn.dropout` 在划分前由 `RemoveDropoutPass` 删掉")
def _(tvm):
    from tvm.relay.op.contrib import tensorrt

    assert tensorrt.get_tensorrt_version() == (6, 0, 1)
    with target(tensorrt_version=[7, 2, 3]):
        assert tensorrt.get_tensorrt_version() == (7, 2, 3)
    x = var(2, 4, 8)
    assert "dropout" not in str(partition(relay.nn.relu(relay.nn.dropout(x, 0.5))))


@proves(OPERATORS, "几个输入的第 0 维不同，或者有标量输入，这个子图就整个改由 TVM 执行", "换成显式批次才能交由 TensorRT 执行")
def _(tvm):
    body = relay.add(var(1, 8), var(4, 8, name="y"))
    no(body)
    yes(body, **EXPLICIT)
    scalar = relay.multiply(relay.exp(var(2, 8)), relay.var("s", shape=()))
    no(scalar)
    yes(scalar, **EXPLICIT)


@proves(OPERATORS, "得到 `'NoneType' object is not subscriptable`。把轴写全即可")
def _(tvm):
    with raises(TypeError, "'NoneType' object is not subscriptable"):
        partition(relay.transpose(var(2, 4, 8)))
    yes(relay.transpose(var(2, 4, 8)), **EXPLICIT)
