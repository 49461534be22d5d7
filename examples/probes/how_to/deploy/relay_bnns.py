"""Which operators BNNS executes, and how they have to be written to become one primitive."""

import math

import numpy as np
from probes import proves, raises, unproved

import tvm as _tvm
from tvm import relay

PAGE = "how_to/deploy/relay_bnns#"
OPERATORS = PAGE + "operators"


def var(*shape, dtype="float32", name="x"):
    return relay.var(name, shape=shape, dtype=dtype)


def const(*shape, dtype="float32"):
    return relay.const(np.full(shape, 0.5, dtype))


def typed(body):
    return relay.transform.InferType()(_tvm.IRModule.from_expr(body))


def partition(body, level=3, params=None):
    from tvm.relay.op.contrib.bnns import partition_for_bnns

    with _tvm.transform.PassContext(opt_level=level):
        return partition_for_bnns(body if isinstance(body, _tvm.IRModule) else typed(body), params)


def taken(body, level=3, params=None):
    """The composite functions, or else the operators, that BNNS executes."""
    mod, found = partition(body, level, params), []
    for one in sorted(mod.get_global_vars(), key=lambda var: var.name_hint):
        if one.name_hint == "main":
            continue
        composite, plain = [], []

        def visit(node):
            if isinstance(node, relay.Function) and node.attrs and "Composite" in node.attrs:
                composite.append(str(node.attrs["Composite"]))
            elif isinstance(node, relay.Call) and isinstance(node.op, _tvm.ir.Op):
                plain.append(node.op.name)

        relay.analysis.post_order_visit(mod[one].body, visit)
        found += composite or plain
    return found


def conv(data, weight, **options):
    return relay.nn.conv2d(data, weight, **{"channels": 8, "kernel_size": (3, 3), "padding": (1, 1), **options})


IMAGE = (1, 8, 16, 16)


@proves(OPERATORS, "数据、权重、输出都是 float32，NCHW、四维，权重是常量。分组、逐通道（depthwise）、膨胀都可以")
def _(tvm):
    x, k = var(*IMAGE), const(8, 8, 3, 3)
    for body in (conv(x, k), conv(x, const(8, 4, 3, 3), groups=2), conv(x, const(8, 1, 3, 3), groups=8), conv(x, k, dilation=(2, 2))):
        assert taken(body) == ["nn.conv2d"]
    half = conv(var(*IMAGE, dtype="float16"), const(8, 8, 3, 3, dtype="float16"))
    out = conv(x, k, out_dtype="float16")
    nhwc = conv(var(1, 16, 16, 8), const(3, 3, 8, 8), data_layout="NHWC", kernel_layout="HWIO")
    line = relay.nn.conv1d(var(1, 8, 16), const(8, 8, 3), channels=8, kernel_size=3)
    for body in (conv(x, var(8, 8, 3, 3, name="w")), half, out, nhwc, line):
        assert not taken(body), body


@proves(OPERATORS, "`nn.dense`：数据、权重、输出都是 float32，权重是二维常量")
def _(tvm):
    assert taken(relay.nn.dense(var(1, 8), const(4, 8))) == ["nn.dense"]
    assert not taken(relay.nn.dense(var(1, 8), var(4, 8, name="w")))
    assert not taken(relay.nn.dense(var(1, 8, dtype="int8"), const(4, 8, dtype="int8"), out_dtype="int32"))
    assert not taken(relay.nn.dense(var(1, 8), const(4, 8), out_dtype="float16"))


@proves(OPERATORS, "写成 `nn.bias_add`（轴为 1），或形状如 `(8, 1, 1)`、`(1, 8, 1, 1)` 的 `add`")
@proves(PAGE + "卷积和激活没有合在一起", "标量改成形状如 `(8, 1, 1)` 的常量")
def _(tvm):
    body = conv(var(*IMAGE), const(8, 8, 3, 3))
    for sum_ in (relay.nn.bias_add(body, const(8)), relay.add(body, const(8, 1, 1)), relay.add(body, const(1, 8, 1, 1))):
        assert taken(sum_) == ["bnns.conv2d_bias"], sum_
    for sum_ in (relay.nn.bias_add(body, var(8, name="b")), relay.nn.bias_add(body, const(16), axis=2), relay.add(body, const(16)), relay.add(body, relay.const(1.0))):
        assert taken(sum_) == ["nn.conv2d"], sum_


@proves(OPERATORS, "全连接的偏置：写成 `add`，不检查另一侧是什么。不支持 `nn.bias_add`")
def _(tvm):
    body = relay.nn.dense(var(1, 8), const(4, 8))
    for other in (const(4), var(1, 4, name="r"), relay.const(1.0), const(3, 4)):
        assert taken(relay.add(body, other)) == ["bnns.dense_bias"]
    assert taken(relay.nn.bias_add(body, const(4))) == ["nn.dense"]


@proves(OPERATORS, "卷积之后的 `nn.relu`、`sigmoid`，全连接之后按固定写法展开的 GELU")
@proves(PAGE + "卷积和激活没有合在一起", "没有包含它的模式，留给 TVM")
def _(tvm):
    body = conv(var(*IMAGE), const(8, 8, 3, 3))
    for activation, name in ((relay.nn.relu, "relu"), (relay.sigmoid, "sigmoid")):
        assert taken(activation(body)) == [f"bnns.conv2d_{name}"]
        assert taken(activation(relay.nn.bias_add(body, const(8)))) == [f"bnns.conv2d_bias_{name}"]
    for other in (relay.tanh(body), relay.clip(body, 0, 6), relay.nn.leaky_relu(body, 0.1)):
        assert taken(other) == ["nn.conv2d"]
    dense = relay.add(relay.nn.dense(var(1, 8), const(4, 8)), const(4))
    inner = relay.add(relay.multiply(relay.power(dense, relay.const(3.0)), relay.const(0.044715)), dense)
    inner = relay.add(relay.tanh(relay.multiply(inner, relay.const(math.sqrt(2 / math.pi)))), relay.const(1.0))
    assert taken(relay.multiply(relay.multiply(inner, relay.const(0.5)), dense)) == ["bnns.dense_bias_gelu"]
    erf = relay.multiply(dense, relay.add(relay.erf(dense), relay.const(1.0)))
    assert "bnns.dense_bias_gelu" not in taken(erf)
    assert taken(relay.nn.relu(relay.nn.dense(var(1, 8), const(4, 8)))) == ["nn.dense"]


@proves(OPERATORS, "`nn.max_pool2d`、`nn.avg_pool2d` 及全局池化：float32、NCHW、三维或四维")
def _(tvm):
    pools = (lambda x, **o: relay.nn.max_pool2d(x, (2, 2), **o), lambda x, **o: relay.nn.avg_pool2d(x, (2, 2), **o), relay.nn.global_max_pool2d, relay.nn.global_avg_pool2d)
    for pool in pools:
        assert len(taken(pool(var(*IMAGE)))) == 1
        assert not taken(pool(var(*IMAGE, dtype="float16"))) and not taken(pool(var(1, 16, 16, 8), layout="NHWC"))


@proves(OPERATORS, "float32，三维（轴为 0）或四维（轴为 1），缩放和偏移是常量", "`nn.batch_matmul`：没有条件，也不检查数据类型")
def _(tvm):
    norm = lambda shape, axis, gamma=None: relay.nn.instance_norm(var(*shape), gamma or const(shape[axis]), const(shape[axis]), axis=axis)
    assert taken(norm((8, 4, 4), 0)) == taken(norm(IMAGE, 1)) == ["nn.instance_norm"]
    for body in (norm((8, 4, 4), 1), norm(IMAGE, 3), norm(IMAGE, 1, var(8, name="g")), norm((1, 8, 4, 4, 4), 1)):
        assert not taken(body)
    for dtype in ("float32", "int8", "float64"):
        assert taken(relay.nn.batch_matmul(var(1, 4, 8, dtype=dtype), var(1, 4, 8, dtype=dtype, name="y"))) == ["nn.batch_matmul"]


@proves(PAGE + "划分一个网络", "相邻的算子各成一个函数，因为 `partition_for_bnns` 没有执行 `MergeCompilerRegions`")
def _(tvm):
    body = conv(conv(var(*IMAGE), const(8, 8, 3, 3)), const(8, 8, 3, 3))
    names = [one for one in partition(body).get_global_vars() if one.name_hint != "main"]
    assert len(names) == 2


@proves(PAGE + "批归一化要先化简", "`FoldScaleAxis` 注册在 3 级", "卷积会先变成 `nn.contrib_conv2d_NCHWc`，模式就匹配不上了")
def _(tvm):
    for fold in (relay.transform.ForwardFoldScaleAxis(), relay.transform.BackwardFoldScaleAxis()):
        assert fold.info.opt_level == 3
    body = conv(var(*IMAGE), const(8, 8, 3, 3))
    with tvm.target.Target("llvm"):
        mod = partition(body)
    assert "nn.contrib_conv2d_NCHWc" in str(mod) and 'Compiler="bnns"' not in str(mod)


@proves(PAGE + "nhwc-的模型要先转换", "没有写进 `layouts` 的池化和激活跟着卷积变，转置卷积和 `nn.upsampling` 不变，前后各插一个")
def _(tvm):
    layouts = {"data_layout": "NHWC", "kernel_layout": "HWIO"}
    between = {
        relay.nn.relu: 2,
        lambda x: relay.nn.max_pool2d(x, (2, 2), layout="NHWC"): 2,
        lambda x: relay.nn.global_avg_pool2d(x, layout="NHWC"): 2,
        lambda x: relay.nn.conv2d_transpose(x, const(3, 3, 8, 8), channels=8, kernel_size=(3, 3), **layouts): 4,
        lambda x: relay.nn.upsampling(x, 2, 2, layout="NHWC"): 4,
    }
    for operator, count in between.items():
        body = operator(conv(var(1, 16, 16, 8), const(3, 3, 8, 8), **layouts))
        body = conv(body, const(3, 3, 8, 8), **layouts)
        with tvm.transform.PassContext(opt_level=3):
            passes = [relay.transform.ConvertLayout({"nn.conv2d": ["NCHW", "default"]}), relay.transform.FoldConstant()]
            mod = tvm.transform.Sequential(passes)(typed(body))
        assert str(mod["main"]).count("layout_transform(") == count, mod


@proves(PAGE + "failed-to-find-the-external-codegen-tool-for-relayextbnns", "这个 TVM 没有 BNNS 的代码生成，Linux 上的都没有")
def _(tvm):
    with raises(tvm.TVMError, "Failed to find the external codegen tool for relay.ext.bnns"):
        relay.build(partition(conv(var(*IMAGE), const(8, 8, 3, 3))), "llvm")


@proves(PAGE + "var-has-no-attribute-op", "`check_conv` 却总是沿第 0 个实参往回找卷积", "把两个加数对调，让卷积在左边")
def _(tvm):
    x = var(*IMAGE)
    with raises(AttributeError, "has no attribute op"):
        partition(relay.add(x, conv(x, const(8, 8, 3, 3))))
    assert taken(relay.add(conv(x, const(8, 8, 3, 3)), x)) == ["nn.conv2d"]


@proves(PAGE + "全连接后面的残差被当作偏置", "只检查权重，不看加上的是不是常量", "必要时在两者之间隔一个算子")
def _(tvm):
    dense, rest = relay.nn.dense(var(1, 8), const(4, 8)), var(1, 4, name="r")
    assert taken(relay.add(relay.nn.relu(dense), rest)) == ["nn.dense"]
    assert not taken(relay.add(relay.nn.dense(var(1, 8), var(4, 8, name="w")), rest))


@proves(PAGE + "只有一部分卷积由-bnns-执行", "参数没有绑定，权重还是变量", "写 `partition_for_bnns(mod, params)`")
def _(tvm):
    mod = lambda: typed(conv(var(*IMAGE), var(8, 8, 3, 3, name="w")))
    assert not taken(mod()) and taken(mod(), params={"w": tvm.nd.array(np.ones((8, 8, 3, 3), "float32"))}) == ["nn.conv2d"]


unproved(PAGE + "编译与执行", "运行时（类型 `bnns_json`）初始化时据此造出 BNNS 的原语和权重描述", reason="要有 macOS 上用 USE_BNNS 构建的 TVM")
