"""Which operators decide on a layout, which follow it, and what the conversion asks of its argument."""

from probes import proves, raises

from tvm import relay

PAGE = "arch/convert_layout#"
KINDS = PAGE + "三类算子"
WRONG = PAGE + "desired-写得不对"
NHWC = {"nn.conv2d": ["NHWC", "default"]}


def conv(x, **options):
    weight = relay.var("w", shape=(4, 4, 3, 3))
    return relay.nn.conv2d(x, weight, channels=4, kernel_size=(3, 3), padding=(1, 1), **options)


def transforms(tvm, expression, desired=None, level=3):
    mod = tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(expression), expression))
    with tvm.transform.PassContext(opt_level=level):
        result = tvm.transform.Sequential([relay.transform.ConvertLayout(desired or NHWC)])(mod)
    found = []
    keep = lambda node: found.append(node.attrs) if getattr(getattr(node, "op", None), "name", "") == "layout_transform" else None
    relay.analysis.post_order_visit(result["main"], keep)
    return [(str(attrs.src_layout), str(attrs.dst_layout)) for attrs in found]


def image():
    return relay.var("x", shape=(1, 4, 8, 8))


@proves(KINDS, "写进 `desired` 才改", "没有写进去的照「跟随」处理")
@proves(PAGE + "什么也没有变", "`ConvertLayout` 的级别是 3，默认的 2 会跳过它，或者网络里的算子不在 `desired` 里")
def _(tvm):
    assert ("NCHW", "NHWC") in transforms(tvm, conv(image()))
    assert transforms(tvm, conv(image()), level=2) == []
    assert transforms(tvm, conv(image()), {"nn.conv3d": ["NDHWC", "default"]}) == []
    assert transforms(tvm, relay.nn.relu(image())) == []


@proves(KINDS, "实参先转回旧布局，再照原样计算", "两样都没有")
def _(tvm):
    back = ("NHWC", "NCHW")
    assert transforms(tvm, relay.reshape(relay.nn.relu(conv(image())), (1, -1))).count(back) == 1
    middle = conv(relay.reshape(conv(image()), (1, 4, 8, 8)))
    assert transforms(tvm, middle).count(back) == 2
    assert transforms(tvm, conv(relay.nn.relu(conv(image())))).count(back) == 1


@proves(KINDS, "依赖的 `CanonicalizeOps` 已经把它换成 `expand_dims` 和 `add`", "却不会挡路")
def _(tvm):
    biased = relay.nn.bias_add(conv(image()), relay.var("b", shape=(4,)))
    assert transforms(tvm, conv(relay.nn.relu(biased))).count(("NHWC", "NCHW")) == 1
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(biased))
    names = set(relay.analysis.list_op_freqs(relay.transform.CanonicalizeOps()(mod)))
    assert {"expand_dims", "add"} <= names and "nn.bias_add" not in names


@proves(PAGE + "最短的例子", "Pass 本身，级别 3，依赖 `InferType` 和 `CanonicalizeOps`")
def _(tvm):
    info = relay.transform.ConvertLayout(NHWC).info
    assert info.opt_level == 3 and list(info.required) == ["InferType", "CanonicalizeOps"]


@proves(PAGE + "一个调用怎样改写", "同一个张量给两个卷积用，只转换一次")
def _(tvm):
    x = image()
    weights = [relay.var(name, shape=(4, 4, 3, 3)) for name in "uv"]
    both = relay.add(*(relay.nn.conv2d(x, w, channels=4, kernel_size=(3, 3)) for w in weights))
    assert transforms(tvm, both).count(("NCHW", "NHWC")) == 1


@proves(PAGE + "预测插入几次", "不同就退回旧布局，于是多两次", "加法让 `x` 也转成 NHWC")
@proves(PAGE + "预测插入几次", "去掉 H、W 的 `mean` 输出是 `NC`，新旧布局相同，不必转回。保留维度时要转")
def _(tvm):
    back, there = ("NHWC", "NCHW"), ("NCHW", "NHWC")
    x = image()
    assert transforms(tvm, relay.add(conv(x), x)).count(back) == 1
    joined = transforms(tvm, relay.nn.relu(relay.concatenate([conv(x), relay.var("y", shape=(1, 4, 8, 8))], axis=1)))
    assert joined.count(back) == 1 and joined.count(there) == 1
    assert back not in transforms(tvm, relay.mean(conv(x), axis=[2, 3]))
    assert back in transforms(tvm, relay.mean(conv(x), axis=[2, 3], keepdims=True))


@proves(WRONG, "`nn.conv2d` 要两项，数据的布局不能是 `default`", "`default` 的权重只配 NCHW、NHWC 和 HWNC")
@proves(WRONG, "`AssertionError` 或 `ValueError`", "分块布局必须写权重，例如 `[\"NCHW8c\", \"OIHW8i8o\"]`")
def _(tvm):
    for layouts in (["NHWC"], ["default", "OIHW"], ["NCHW8c", "default"]):
        with raises(Exception):
            transforms(tvm, conv(image()), {"nn.conv2d": layouts})
    for layouts in (["NCHW", "default"], ["NHWC", "default"], ["HWNC", "default"]):
        transforms(tvm, conv(image()), {"nn.conv2d": layouts})
    x, w = relay.var("x", shape=(1, 8, 8, 8)), relay.var("w", shape=(8, 8, 3, 3))
    blocked = relay.nn.conv2d(x, w, channels=8, kernel_size=(3, 3))
    assert ("NCHW", "NCHW8c") in transforms(tvm, blocked, {"nn.conv2d": ["NCHW8c", "OIHW8i8o"]})


@proves(PAGE + "转换成对出现越改越多", "让夹在屏障之间的卷积保持原样")
def _(tvm):
    middle = conv(relay.reshape(conv(image()), (1, 4, 8, 8)))
    with relay.transform.LayoutConfig(skip_layers=[1]):
        skipped = transforms(tvm, middle)
    assert skipped.count(("NHWC", "NCHW")) == 1 and transforms(tvm, middle).count(("NHWC", "NCHW")) == 2


@proves(PAGE + "与-alteroplayout-的分工", "`relay.build` 里，级别 3，只有一个目标时")
def _(tvm):
    assert relay.transform.AlterOpLayout().info.opt_level == 3
    log = []

    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            log.append(info.name)

    for level in (2, 3):
        log.clear()
        with tvm.transform.PassContext(opt_level=level, instruments=[Names()]):
            relay.optimize(tvm.IRModule.from_expr(conv(image())), "llvm")
        assert ("AlterOpLayout" in log) is (level == 3)
