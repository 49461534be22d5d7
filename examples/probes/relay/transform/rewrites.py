"""More probes of docs/reference/api/python/relay/transform.md: what single rewrites need, and what they get wrong."""

import numpy as np
from probes import proves, proves_check, raises, check_error

NAMES = "tvm.relay.transform."


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def ops(tvm, mod):
    return {str(name): int(n) for name, n in tvm.relay.analysis.list_op_freqs(mod).items()}


def after(tvm, name, expr, *values, **options):
    """The operators that a pass leaves of an expression."""
    return ops(tvm, getattr(tvm.relay.transform, name)(*values, **options)(typed(tvm, expr)))


def run(tvm, expr, *values):
    """The value of a function, without the passes of `relay.build`."""
    with tvm.transform.PassContext(opt_level=0, disabled_pass=["SimplifyExpr"]):
        made = tvm.relay.create_executor("debug", mod=expr if isinstance(expr, tvm.IRModule) else tvm.IRModule.from_expr(expr))
        return made.evaluate()(*values).numpy()


def simplified(tvm, func):
    return tvm.relay.transform.InferType()(tvm.relay.transform.SimplifyExpr()(typed(tvm, func)))


@proves(NAMES + "build_config", "前三个形参原样传给 `PassContext`")
def _(tvm):
    made = tvm.relay.transform.build_config(1, ["a"], ["b"])
    assert isinstance(made, tvm.transform.PassContext)
    assert (made.opt_level, list(made.required_pass), list(made.disabled_pass)) == (1, ["a"], ["b"])


@proves(NAMES + "InferType", "`PrimFunc` 不检查")
def _(tvm):
    tir = tvm.tir
    mod = tvm.IRModule()
    mod["prim"] = tir.PrimFunc([], tir.Evaluate(tir.Var("free", "int32") + 1))
    assert "prim" in [v.name_hint for v in tvm.relay.transform.InferType()(mod).get_global_vars()]


@proves(NAMES + "InferType", "以后按变量查找时（如 `ChangeBatch`），要取自推断以后的模块")
def _(tvm):
    relay, small = tvm.relay, var(tvm, "small", 1, 3)
    mod = tvm.IRModule.from_expr(relay.Function([small], relay.exp(small)))
    made = relay.transform.InferType()(mod)
    new = made["main"].params[0]
    assert not new.same_as(small)
    shape = lambda key: [int(n) for n in relay.transform.ChangeBatch({key: 0}, 4)(made)["main"].ret_type.shape]
    assert shape(new) == [4, 3] and shape(small) == [1, 3]


SIMPLIFY = NAMES + "SimplifyExpr"


@proves(SIMPLIFY, "`x + x` 变成 `x * 2`", "相邻的常量加法或乘法合并", "`(x + c1) * c2` 换成先乘后加", versions=("0.13.0",))
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    simple = lambda expr: simplified(tvm, relay.Function([x], expr))["main"].body
    double = simple(x + x)
    assert double.op.name == "multiply" and 2 in [arg.data.numpy() for arg in double.args if isinstance(arg, relay.Constant)]
    c = relay.const
    assert ops(tvm, simplified(tvm, (x + c(1.0)) + c(2.0))) == {"add": 1}
    assert ops(tvm, simplified(tvm, (x * c(3.0)) * c(2.0))) == {"multiply": 1}
    moved = simple((x + c(1.0)) * c(2.0))
    assert moved.op.name == "add" and moved.args[0].op.name == "multiply"


@proves(SIMPLIFY, "二次式的系数只看第一个元素，系数是向量时结果是错的", versions=("0.13.0",))
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x", 2), var(tvm, "y", 2)
    func = relay.Function([x, y], x * x + relay.const(np.float32([2, 5])) * x * y + y * y)
    made = simplified(tvm, func)
    values = np.float32([1, 1]), np.float32([1, 1])
    assert run(tvm, func, *values).tolist() == [4, 7] and run(tvm, made, *values).tolist() != [4, 7]


@proves(SIMPLIFY, "int32 的根取整，`x * x + 3 * x * y + y * y` 变成 `(x + 2 * y) * (x + 0 * y)`", versions=("0.13.0",))
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x", 1, dtype="int32"), var(tvm, "y", 1, dtype="int32")
    func = relay.Function([x, y], x * x + relay.const(3) * x * y + y * y)
    made = simplified(tvm, func)
    values = np.int32([1]), np.int32([1])
    assert run(tvm, func, *values).tolist() == [5] and run(tvm, made, *values).tolist() == [3]


@proves(SIMPLIFY, "覆盖数据类型全部取值的 `clip` 删去，跟在 `qnn.requantize`、`qnn.add` 后面的除外", versions=("0.13.0",))
def _(tvm):
    relay = tvm.relay
    q = var(tvm, "q", 4, dtype="uint8")
    assert after(tvm, "SimplifyExpr", relay.clip(q, 0, 255)) == {} and after(tvm, "SimplifyExpr", relay.clip(q, 0, 254)) == {"clip": 1}
    one, zero = relay.const(1.0), relay.const(0)
    wide = var(tvm, "w", 4, dtype="int32")
    for made in (relay.qnn.op.requantize(wide, one, zero, one, zero, out_dtype="uint8"), relay.qnn.op.add(q, q, one, zero, one, zero, one, zero)):
        assert after(tvm, "SimplifyExpr", relay.clip(made, 0, 255))["clip"] == 1


@proves(SIMPLIFY, "uint64 的 `clip` 抛出 `InternalError`", versions=("0.13.0",))
@proves(SIMPLIFY, "转成 uint64 的 `cast` 后面紧跟 `clip`，抛出 `TVMError`", versions=("0.12.0",))
def _(tvm, release):
    relay = tvm.relay
    data = var(tvm, "q", 4, dtype="uint64") if release == "0.13.0" else relay.cast(var(tvm, "q", 4, dtype="uint8"), "uint64")
    with raises(check_error(release)):
        after(tvm, "SimplifyExpr", relay.clip(data, 0, 255))


@proves(SIMPLIFY, "`qnn.dequantize` 之后的 `argmax`、`argmin`、`argsort` 改用整数输入", "比例为负，或沿所求的轴逐通道时，结果是错的", versions=("0.13.0",))
def _(tvm):
    relay, q = tvm.relay, var(tvm, "q", 3, dtype="int8")
    zero = relay.const(0)
    for name in ("argmax", "argmin", "argsort"):
        func = relay.Function([q], getattr(relay, name)(relay.qnn.op.dequantize(q, relay.const(0.5), zero), axis=0))
        assert ops(tvm, simplified(tvm, func)) == {name: 1}
    made = simplified(tvm, relay.Function([q], relay.argmax(relay.qnn.op.dequantize(q, relay.const(-0.5), zero), axis=0)))
    assert run(tvm, made, np.int8([1, 5, 3])) == 1  # -0.5 times these is largest at 0
    scales = relay.const(np.float32([10, 1, 1]))
    made = simplified(tvm, relay.Function([q], relay.argmax(relay.qnn.op.dequantize(q, scales, relay.const(np.int32([0, 0, 0])), axis=0), axis=0)))
    assert run(tvm, made, np.int8([3, 5, 4])) == 1  # 30, 5, 4


@proves(SIMPLIFY, "`NCHW2c` 到 `NCHW4c` 再到 `NCHW8c` 成了什么也不做，类型推断报错")
def _(tvm):
    relay, data = tvm.relay, var(tvm, "d", 1, 4, 2, 2, 2)
    twice = relay.layout_transform(relay.layout_transform(data, "NCHW2c", "NCHW4c"), "NCHW4c", "NCHW8c")
    with raises("DiagnosticError"):
        simplified(tvm, relay.Function([data], twice))


@proves(NAMES + "FoldConstant", "`shape_of` 和 `ndarray_size` 只要形状是静态的就能算")
def _(tvm):
    relay, x, d = tvm.relay, var(tvm, "x", 2, 3), tvm.relay.var("d", shape=(tvm.relay.Any(), 3))
    for name in ("shape_of", "ndarray_size"):
        assert after(tvm, "FoldConstant", relay.Function([x], getattr(relay, name)(x))) == {}
        assert name in after(tvm, "FoldConstant", relay.Function([d], getattr(relay, name)(d)))


@proves(NAMES + "FoldScaleAxis", "`BackwardFoldScaleAxis`、`ForwardFoldScaleAxis`、`FoldConstant`")
def _(tvm):
    made = tvm.relay.transform.FoldScaleAxis()
    assert isinstance(made, tvm.transform.Sequential)
    seen = []

    @tvm.instrument.pass_instrument
    class Note:
        def run_before_pass(self, mod, info):
            seen.append(info.name)

    with tvm.transform.PassContext(opt_level=3, instruments=[Note()]):
        made(typed(tvm, tvm.relay.exp(var(tvm, "x", 2))))
    order = [name for name in seen if name.startswith(("Backward", "Forward", "FoldConstant"))]
    assert order == ["BackwardFoldScaleAxis", "ForwardFoldScaleAxis", "FoldConstant"]


BACK = NAMES + "BackwardFoldScaleAxis"


def stays(tvm, body):
    """Whether a multiplication after what is given is left where it is."""
    made = tvm.relay.transform.BackwardFoldScaleAxis()(typed(tvm, body))["main"].body
    return isinstance(made, tvm.relay.Call) and made.op.name == "multiply"


def ones(tvm, *shape, dtype="float32"):
    return tvm.relay.const(np.ones(shape, dtype))


@proves(BACK, "接收的算子是 `nn.conv2d`、`nn.conv3d`、`nn.dense`", "卷积的 `groups` 为 1，或每组恰有一个输入和一个输出通道", "任一条不满足，乘法留在原处，不提示")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    two = lambda *shape: relay.const(np.full(shape, 2, "float32"))
    image = var(tvm, "i", 1, 4, 4, 4)
    assert not stays(tvm, nn.conv2d(image, ones(tvm, 3, 4, 1, 1)) * two(3, 1, 1))
    assert not stays(tvm, nn.conv3d(var(tvm, "v", 1, 4, 4, 4, 4), ones(tvm, 3, 4, 1, 1, 1)) * two(3, 1, 1, 1))
    assert not stays(tvm, nn.dense(var(tvm, "a", 1, 4), ones(tvm, 3, 4)) * two(3))
    assert stays(tvm, nn.conv1d(var(tvm, "s", 1, 4, 4), ones(tvm, 3, 4, 1)) * two(3, 1))
    assert stays(tvm, nn.batch_matmul(var(tvm, "b", 1, 2, 4), ones(tvm, 1, 3, 4)) * two(3))
    assert not stays(tvm, nn.conv2d(image, ones(tvm, 4, 1, 1, 1), groups=4, channels=4, kernel_size=(1, 1)) * two(4, 1, 1))
    assert stays(tvm, nn.conv2d(image, ones(tvm, 4, 2, 1, 1), groups=2, channels=4, kernel_size=(1, 1)) * two(4, 1, 1))


@proves(BACK, "另一边要么沿通道轴逐通道（标量不行），要么也是同形状的、能接收的卷积或 `nn.dense`", "乘数要逐通道，或者是零维的标量", versions=("0.12.0", "0.13.0"))
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    image = var(tvm, "i", 1, 4, 4, 4)
    conv = lambda: nn.conv2d(image, ones(tvm, 3, 4, 1, 1))
    rows = relay.const(np.full((3, 1, 1), 2, "float32"))
    assert not stays(tvm, (conv() + ones(tvm, 3, 1, 1)) * rows) and not stays(tvm, (conv() - ones(tvm, 3, 1, 1)) * rows)
    assert stays(tvm, (conv() + relay.const(1.0)) * rows)
    assert not stays(tvm, (conv() + conv()) * rows) and stays(tvm, (conv() + relay.exp(conv())) * rows)
    assert not stays(tvm, conv() * relay.const(2.0)) and stays(tvm, conv() * relay.const(np.full((1, 3, 4, 4), 2, "float32")))


@proves(BACK, "这时乘数必须已是没有负值的常量，float16 的不行")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    for dtype, left in (("float32", False), ("float16", True)):
        conv = nn.conv2d(var(tvm, "i", 1, 4, 4, 4, dtype=dtype), ones(tvm, 3, 4, 1, 1, dtype=dtype))
        assert stays(tvm, nn.relu(conv) * relay.const(np.full((3, 1, 1), 2, dtype))) == left
        factor = var(tvm, "f", 3, 1, 1, dtype=dtype)
        assert stays(tvm, nn.relu(conv) * factor)


@proves(BACK, "数据与卷积核的布局要么都分块，要么都不分块")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    blocked = var(tvm, "b", 1, 1, 4, 4, 4)
    rows = relay.const(np.full((1, 1, 1, 4), 2, "float32"))
    both = nn.conv2d(blocked, ones(tvm, 1, 1, 1, 1, 4, 4), channels=4, kernel_size=(1, 1), data_layout="NCHW4c", kernel_layout="OIHW4i4o")
    assert stays(tvm, nn.relu(both) * relay.const(np.full((1, 1, 1, 4), -2, "float32")))
    half = nn.conv2d(blocked, ones(tvm, 4, 4, 1, 1), channels=4, kernel_size=(1, 1), data_layout="NCHW4c", kernel_layout="OIHW")
    assert stays(tvm, half * rows)


@proves(BACK, "int8 权重、int32 结果的卷积，乘进权重以后类型推断报错")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    conv = nn.conv2d(var(tvm, "i", 1, 4, 4, 4, dtype="int8"), ones(tvm, 3, 4, 1, 1, dtype="int8"), out_dtype="int32")
    with raises("DiagnosticError"):
        relay.transform.BackwardFoldScaleAxis()(typed(tvm, conv * relay.const(np.full((3, 1, 1), 2, "int32"))))


FORWARD = NAMES + "ForwardFoldScaleAxis"


def scaled(tvm):
    image = var(tvm, "i", 1, 4, 4, 4)
    return image * tvm.relay.const(np.full((4, 1, 1), 2, "float32"))


@proves(FORWARD, "乘积的每个使用者都必须能接收")
def _(tvm):
    relay, nn = tvm.relay, tvm.relay.nn
    product = scaled(tvm)
    conv = lambda: nn.conv2d(product, var(tvm, "w", 3, 4, 1, 1))
    left = lambda expr: any(isinstance(one, relay.Call) and one.op.name == "multiply" and "i" in [v.name_hint for v in relay.analysis.free_vars(one)] for one in calls(tvm, expr))
    assert not left(conv()) and left(relay.Tuple([conv(), relay.exp(product)]))


def calls(tvm, expr):
    found = []
    made = tvm.relay.transform.ForwardFoldScaleAxis()(typed(tvm, expr))
    tvm.relay.analysis.post_order_visit(made["main"].body, lambda node: found.append(node) if isinstance(node, tvm.relay.Call) else None)
    return found


@proves_check(FORWARD, "使用者的通道轴不同时（如一个卷积是 `NCHW`，一个是 `NHWC`）抛出 `InternalError`")
def _(tvm, release):
    relay, nn = tvm.relay, tvm.relay.nn
    product = scaled(tvm)
    first = nn.conv2d(product, var(tvm, "w", 3, 4, 1, 1))
    second = nn.conv2d(product, var(tvm, "u", 1, 1, 4, 3), data_layout="NHWC", kernel_layout="HWIO", channels=3, kernel_size=(1, 1))
    with raises(check_error(release)):
        relay.transform.ForwardFoldScaleAxis()(typed(tvm, relay.Tuple([first, second])))


PAD = NAMES + "FoldExplicitPadding"


def padded(tvm, consume, value=0.0, dtype="float32", shape=(1, 4, 4, 4), widths=((0, 0), (0, 0), (1, 1), (1, 1)), **options):
    relay = tvm.relay
    data = var(tvm, "d", *shape, dtype=dtype)
    return after(tvm, "FoldExplicitPadding", consume(relay.nn.pad(data, widths, pad_value=value, **options))).get("nn.pad", 0)


@proves(PAD, "填充值等于输入零点的标量，类型也相同（int32）；不看 `pad_mode`")
def _(tvm):
    relay = tvm.relay

    def conv(zero):
        one = relay.const(1.0)
        weight = var(tvm, "w", 3, 4, 3, 3, dtype="int8")
        return lambda body: relay.qnn.op.conv2d(body, weight, relay.const(zero), relay.const(0), one, one, (3, 3), 3)

    values = {"dtype": "int8"}
    assert padded(tvm, conv(2), relay.const(2, "int32"), **values) == 0 and padded(tvm, conv(2), relay.const(3, "int32"), **values) == 1
    assert padded(tvm, conv(2), relay.const(2, "int8"), **values) == 1
    assert padded(tvm, conv(2), relay.const(2, "int32"), pad_mode="edge", **values) == 0


@proves(PAD, "匹配到的 `nn.pad` 用变量作填充值时，进程以段错误退出", dies="SIGSEGV", versions=("0.10.0",))
def _(tvm):
    kernel = var(tvm, "w", 2, 4, 3, 3)
    padded(tvm, lambda body: tvm.relay.nn.conv2d(body, kernel), var(tvm, "value"))


@proves(PAD, "除 `qnn.conv2d` 以外，还要求 `pad_mode=\"constant\"`", "`count_include_pad` 为 False 时，原来的 `padding` 还必须全为 0，折叠后它变成 True")
def _(tvm, release):
    relay, kernel = tvm.relay, var(tvm, "w", 2, 4, 3, 3)
    conv = lambda body: relay.nn.conv2d(body, kernel)
    assert padded(tvm, conv) == 0 and padded(tvm, conv, pad_mode="edge") == 1
    assert release == "0.10.0" or padded(tvm, conv, var(tvm, "value")) == 1
    pool = lambda **options: lambda body: relay.nn.avg_pool2d(body, (3, 3), **options)
    assert padded(tvm, pool()) == 0 and padded(tvm, pool(padding=(1, 1))) == 1
    assert padded(tvm, pool(padding=(1, 1), count_include_pad=True)) == 0
    data = var(tvm, "d", 1, 4, 4, 4)
    folded = relay.transform.FoldExplicitPadding()(typed(tvm, pool()(relay.nn.pad(data, ((0, 0), (0, 0), (1, 1), (1, 1))))))
    assert bool(folded["main"].body.attrs.count_include_pad)


@proves(PAD, "Python 的数成为 float32 或 int32 常量，所以 int8 的数据要写 `relay.const(-128, \"int8\")`")
def _(tvm):
    relay = tvm.relay
    pool = lambda body: relay.nn.max_pool2d(body, (3, 3))
    assert padded(tvm, pool, -128, dtype="int8") == 1 and padded(tvm, pool, relay.const(-128, "int8"), dtype="int8") == 0


@proves_check(PAD, "填充值符合而布局分块（如 `NCHW4c`）的池化、卷积，抛出 `InternalError`")
def _(tvm, release):
    relay = tvm.relay
    pool = lambda body: relay.nn.avg_pool2d(body, (3, 3), layout="NCHW4c", count_include_pad=True)
    with raises(check_error(release)):
        padded(tvm, pool, shape=(1, 1, 4, 4, 4), widths=((0, 0), (0, 0), (1, 1), (1, 1), (0, 0)))


ATROUS = NAMES + "FlattenAtrousConv"


def atrous(tvm, pads=((2, 2), (2, 2)), block=(2, 2), crops=((0, 0), (0, 0)), **options):
    relay = tvm.relay
    image, kernel = var(tvm, "image", 1, 8, 8, 4), var(tvm, "kernel", 3, 3, 4, 4)
    blocks = relay.nn.space_to_batch_nd(image, list(block), [list(pad) for pad in pads])
    inner = relay.nn.conv2d(blocks, kernel, channels=4, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWIO", **options)
    return typed(tvm, relay.nn.batch_to_space_nd(inner, list(block), [list(crop) for crop in crops]))


@proves(ATROUS, "膨胀率取自 `block_shape`", "步长总是 1，填充总是使输出与输入同样大小", "输出形状变了时，类型推断报错", "填充的总量相同而位置不同（如只在前面补的因果卷积）", "它的级别是 0")
def _(tvm):
    flatten = tvm.relay.transform.FlattenAtrousConv()
    made = flatten(atrous(tvm, pads=((2, 2), (4, 4)), block=(2, 4)))["main"].body
    assert [int(n) for n in made.attrs.dilation] == [2, 4] and [int(n) for n in made.attrs.strides] == [1, 1]
    with raises("DiagnosticError"):
        flatten(atrous(tvm, pads=((0, 0), (0, 0))))
    causal = flatten(atrous(tvm, pads=((4, 0), (4, 0))))["main"].body
    assert [int(n) for n in causal.attrs.padding] == [2, 2, 2, 2] and flatten.info.opt_level == 0


@proves(NAMES + "DivToMul", "除数的元素不止一个时结果是错的，没有提示", versions=("0.13.0",))
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 4)
    made = relay.transform.DivToMul()(typed(tvm, x / relay.const(np.float32([2, 4, 8, 16]))))
    assert ops(tvm, made) == {"multiply": 1}
    assert made["main"].body.args[1].data.numpy().tolist() != [0.5, 0.25, 0.125, 0.0625]


DEAD = NAMES + "DeadCodeElimination"


@proves(DEAD, "数据流形式的图没有 `let`，不受影响", "默认保留可能有副作用的绑定", "True 时不管副作用，没有使用者就删")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    plain = typed(tvm, relay.exp(x) + x)
    assert tvm.ir.structural_equal(relay.transform.DeadCodeElimination()(plain), plain)
    cell = relay.Var("cell", relay.RefType(relay.TensorType((2,))))
    func = relay.Function([cell, x], relay.Let(relay.Var("unit"), relay.RefWrite(cell, x), x))
    bodies = [relay.transform.DeadCodeElimination(False, ignore)(typed(tvm, func))["main"].body for ignore in (False, True)]
    assert isinstance(bodies[0], relay.Let) and isinstance(bodies[1], relay.Var)


@proves(NAMES + "SplitArgs", "外层的 `concatenate` 被拆时，它的输入里已经拆过的恢复原样，所以嵌套的只有外层拆开")
def _(tvm):
    relay = tvm.relay
    inner = relay.concatenate([var(tvm, f"a{n}", 1) for n in range(6)], 0)
    outer = relay.concatenate([inner] + [var(tvm, f"b{n}", 1) for n in range(6)], 0)
    made = relay.transform.SplitArgs(5)(typed(tvm, outer))
    sizes = []
    relay.analysis.post_order_visit(made["main"].body, lambda node: sizes.append(len(node.fields)) if isinstance(node, relay.Tuple) else None)
    assert 6 in sizes and max(size for size in sizes if size != 6) <= 5


COMBINE = NAMES + "CombineParallelConv2D"


@proves(COMBINE, "卷积核大小、步长、填充、膨胀、布局和输出类型必须相同")
def _(tvm):
    relay, d = tvm.relay, var(tvm, "d", 1, 3, 8, 8)

    def left(*options):
        convs = [relay.nn.conv2d(d, var(tvm, f"w{n}", 2, 3, 3, 3), channels=2, kernel_size=(3, 3), **one) for n, one in enumerate(options)]
        return after(tvm, "CombineParallelConv2D", relay.Tuple(convs), 2)["nn.conv2d"]

    assert left({}, {}) == 1
    for other in ({"strides": (2, 2)}, {"padding": (1, 1)}, {"dilation": (2, 2)}, {"out_dtype": "float64"}):
        assert left({}, other) == 2, other


@proves(COMBINE, "几个 `groups` 相同的分组或逐通道卷积也会合并，输入与输出通道的对应变了，结果是错的，没有提示")
def _(tvm):
    relay, d = tvm.relay, var(tvm, "d", 1, 4, 3, 3)
    random = np.random.RandomState(0)
    weights = [relay.const(random.rand(4, 1, 1, 1).astype("float32")) for _ in range(2)]
    whole = relay.const(random.rand(4, 4, 1, 1).astype("float32"))
    convs = [relay.nn.conv2d(d, weight, groups=4, channels=4, kernel_size=(1, 1)) for weight in weights]
    func = relay.Function([d], relay.concatenate([relay.nn.conv2d(d, whole, channels=4, kernel_size=(1, 1))] + convs, 1))
    made = relay.transform.CombineParallelConv2D(2)(typed(tvm, func))
    value = random.rand(1, 4, 3, 3).astype("float32")
    assert not np.allclose(run(tvm, func, value), run(tvm, made, value))


DENSE = NAMES + "CombineParallelDense"


@proves(DENSE, "两种都要求 `out_dtype` 相同", "叠成的向量沿最后一轴广播：类型推断报错，输出维恰等于支数时不报错而结果是错的")
def _(tvm):
    relay, a = tvm.relay, var(tvm, "a", 2, 4)
    dense = lambda n, size=5, dtype="": relay.nn.dense(a, var(tvm, f"w{n}", size, 4), out_dtype=dtype)
    for flag in (True, False):
        mixed = relay.Tuple([dense(0), dense(1), dense(2, dtype="float64")])
        assert after(tvm, "CombineParallelDense", mixed, to_batch=flag)["nn.dense"] == 3
    by = lambda size: relay.Tuple([dense(n, size) * relay.const(float(n)) for n in range(3)])
    with raises("DiagnosticError"):
        after(tvm, "CombineParallelDense", by(5))
    func = typed(tvm, by(3))
    made = relay.transform.CombineParallelDense()(func)
    values = [np.ones([int(n) for n in param.checked_type.shape], "float32") for param in func["main"].params]
    results = [tvm.relay.create_executor("debug", mod=mod).evaluate()(*values) for mod in (func, made)]
    assert not all(np.allclose(one.numpy(), two.numpy()) for one, two in zip(*results))


@proves(NAMES + "CombineParallelBatchMatmul", "第二个矩阵的批次大小和数据类型必须相同", "那个实参若靠广播（标量，或最后一轴是 1），拼起来的形状不对，类型推断报错")
def _(tvm):
    relay, b = tvm.relay, var(tvm, "b", 2, 2, 4)
    product = lambda n, batch=2: relay.nn.batch_matmul(b, var(tvm, f"m{n}", batch, 3, 4))
    left = lambda *batches: after(tvm, "CombineParallelBatchMatmul", relay.Tuple([product(n, batch) for n, batch in enumerate(batches)]))["nn.batch_matmul"]
    assert left(2, 2, 2) == 1 and left(2, 2, 1) == 3
    for add in (lambda n: var(tvm, f"c{n}", 1, 1, 1), lambda n: relay.const(1.0)):
        with raises("DiagnosticError"):
            after(tvm, "CombineParallelBatchMatmul", relay.Tuple([product(n) + add(n) for n in range(3)]))


FUSE = NAMES + "FuseOps"


@proves(FUSE, "组是带 `Primitive=1` 的函数", "一组最多几个节点")
def _(tvm):
    relay, x = tvm.relay, var(tvm, "x", 2)
    body = x
    for _ in range(6):
        body = relay.exp(body)
    mod = typed(tvm, body)
    assert int(relay.transform.FuseOps(1)(mod)["main"].body.op.attrs["Primitive"]) == 1
    for depth, groups in ((3, 2), (2, 3), (256, 1)):
        with tvm.transform.PassContext(config={"relay.FuseOps.max_depth": depth}):
            assert str(relay.transform.FuseOps(1)(mod)).count("Primitive=1") == groups


@proves_check(NAMES + "DefuseOps", "同一个函数有两个同名的形参时抛出 `InternalError`")
def _(tvm, release):
    relay, x, a, b = tvm.relay, var(tvm, "x", 2), var(tvm, "p", 2), var(tvm, "p", 2)
    mod = typed(tvm, relay.Function([x], relay.Call(relay.Function([a, b], a + b), [x, relay.exp(x)])))
    with raises(check_error(release)):
        relay.transform.DefuseOps()(mod)


@proves(NAMES + "DefuseOps", "因此 `MergeComposite` 生成的复合函数也会展开")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    relay, x = tvm.relay, var(tvm, "x", 2)
    mod = relay.transform.MergeComposite([("d.exp", is_op("exp")(wildcard()))])(typed(tvm, relay.exp(x)))
    assert "Composite" in str(mod) and "Composite" not in str(relay.transform.DefuseOps()(mod))


def convolution(tvm, **options):
    given = {"channels": 16, "kernel_size": (3, 3), **options}
    return tvm.relay.nn.conv2d(var(tvm, "i", 1, 16, 8, 8), var(tvm, "k", 16, 16, 3, 3), **given)


LEGALIZE = NAMES + "Legalize"


@proves(LEGALIZE, "规则返回 None 表示不改写", "返回的不是 `Call` 时抛出")
def _(tvm, release):
    relay = tvm.relay
    answer = [None]
    tvm.ir.register_op_attr("exp", "FTVMProbe")(lambda attrs, inputs, types: answer[0])
    mod = typed(tvm, relay.exp(var(tvm, "x", 2)))
    legalize = relay.transform.Legalize("FTVMProbe")
    assert tvm.ir.structural_equal(legalize(mod), mod)
    answer[0] = relay.const(1.0)
    with raises(check_error(release), "Can only replace the original operator with another call node"):
        legalize(mod)


MIXED = NAMES + "ToMixedPrecision"


@proves_check(MIXED, "图里有对全局函数、构造器或变量的调用时抛出 `InternalError`")
def _(tvm, release):
    relay, x, y = tvm.relay, var(tvm, "x", 2), var(tvm, "y", 2)
    mod, helper = tvm.IRModule(), relay.GlobalVar("helper")
    mod[helper] = relay.Function([y], relay.exp(y), relay.TensorType((2,)))
    mod["main"] = relay.Function([x], helper(x))
    with raises(check_error(release)):
        relay.transform.ToMixedPrecision()(relay.transform.InferType()(mod))


RECAST = NAMES + "recast"


@proves(RECAST, "直接返回改写的结果，不是 Pass", "相邻两层之间有一对 `cast`", "算子的输入转成的类型", "写进算子的 `out_dtype` 属性；没有这个属性的算子不用它", "数值没有缩放，转成整数时绝对值小于 1 的数都变成 0")
def _(tvm):
    relay, d, w = tvm.relay, var(tvm, "d", 1, 3, 4, 4), var(tvm, "w", 3, 3, 1, 1)
    func = relay.Function([d, w], relay.nn.conv2d(relay.nn.conv2d(d, w), w))
    made = relay.transform.recast(typed(tvm, func)["main"], "int8", "int32")
    assert isinstance(made, relay.Function)
    body = typed(tvm, made)["main"].body
    assert body.op.name == "cast" and body.args[0].attrs.out_dtype == "int32"
    inner = body.args[0].args[0]
    assert inner.op.name == "cast" and inner.checked_type.dtype == "int8" and inner.args[0].op.name == "cast" and inner.args[0].checked_type.dtype == "float32"
    half = np.full((1, 3, 4, 4), 0.9, "float32")
    assert not run(tvm, made, half, np.ones((3, 3, 1, 1), "float32")).any()
    plain = typed(tvm, relay.transform.recast(typed(tvm, relay.Function([d], relay.nn.relu(d)))["main"], "float16", "float64", ops=["nn.relu"]))
    assert plain["main"].body.args[0].checked_type.dtype == "float16"


CHANGE = NAMES + "ChangeBatch"


@proves(CHANGE, "要改的变量，和它的哪一维是批次", "新的大小")
def _(tvm):
    relay, a, b = tvm.relay, var(tvm, "a", 1, 3), var(tvm, "b", 3, 1)
    mod = typed(tvm, relay.Function([a, b], relay.Tuple([relay.exp(a), relay.exp(b)])))
    first, second = mod["main"].params
    made = relay.transform.ChangeBatch({first: 0, second: 1}, 5)(mod)["main"].ret_type.fields
    assert [[int(n) for n in one.shape] for one in made] == [[5, 3], [3, 5]]


FLEXIBLE = NAMES + "FlexibleShapeDispatch"


@proves(FLEXIBLE, "变化的轴，各个输入相同", "True 时把不在表里的大小填充到下一个更大的桶，再切掉多余的输出；超过最大的桶仍走动态的函数", "哪些形参的这一轴会变，默认只有第 0 个", "输出的同一轴是否跟着变；不变时必须写 False")
def _(tvm):
    relay, x, y = tvm.relay, var(tvm, "x", 3, 1), var(tvm, "y", 3, 1)
    make = lambda body, params, **options: relay.transform.FlexibleShapeDispatch([2, 4], axis=1, **options)(tvm.IRModule.from_expr(relay.Function(params, body)))
    vm = lambda mod: relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()
    value = lambda n: np.ones((3, n), "float32")
    both = vm(make(x + y, [x, y], input_indices=[0, 1], auto_pad=True))
    assert [both(value(n), value(n)).shape for n in (2, 3, 4, 7)] == [(3, n) for n in (2, 3, 4, 7)]
    total = vm(make(relay.sum(x), [x], auto_pad=True, pad_value=0.0, affects_output=False))
    assert [float(total(value(n)).numpy()) for n in (2, 3, 5)] == [6, 9, 15]
    filled = vm(make(relay.sum(x), [x], auto_pad=True, pad_value=1.0, affects_output=False))
    assert float(filled(value(3)).numpy()) == 12
