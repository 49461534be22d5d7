"""More probes of docs/reference/api/python/relay/testing.md: the details of the tools, and the building blocks of the networks."""

import inspect

import numpy as np
from probes import check_error, proves, proves_check, raises

R = "tvm.relay.testing."
NEWER, OLDEST = ("0.12.0", "0.13.0"), ("0.10.0",)


def testing(tvm):
    from tvm.relay import testing

    return testing


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def shape_of(tvm, expr):
    found = testing(tvm).run_infer_type(expr).checked_type
    return tuple(int(n) for n in getattr(found, "ret_type", found).shape)


def calls(tvm, expr, name):
    found = []
    tvm.relay.analysis.post_order_visit(expr, lambda node: found.append(node) if isinstance(node, tvm.relay.Call) and getattr(node.op, "name", "") == name else None)
    return found


def parameters(tvm, expr):
    """The shapes and types of the free or formal variables by name."""
    if not isinstance(expr, tvm.relay.Function):
        expr = tvm.relay.Function(tvm.relay.analysis.free_vars(expr), expr)
    found = testing(tvm).run_infer_type(expr).params
    return {one.name_hint: (tuple(int(n) for n in one.checked_type.shape), one.checked_type.dtype) for one in found}


@proves(R + "create_workload", "初值由名称的结尾决定")
def _(tvm):
    names = ("weight_bias", "bias_weight", "my_gamma", "gamma_beta")
    variables = [var(tvm, name, 4, 5) for name in names]
    _, params = testing(tvm).create_workload(tvm.relay.Function(variables, tvm.relay.Tuple(variables)))
    kinds = [np.unique(params[name].numpy()).tolist() for name in names]
    assert kinds[0] == [0] and len(kinds[1]) == 20 and kinds[2] == [1] and kinds[3] == [0]
    with raises(ValueError):
        bad = var(tvm, "weight_x", 4, 5)
        testing(tvm).create_workload(tvm.relay.Function([bad], bad))


@proves(R + "count_ops", "融合之后的程序和 `lstm` 网络都是这样")
def _(tvm):
    tests, relay, x = testing(tvm), tvm.relay, var(tvm, "x", 3)
    plain = tests.run_infer_type(relay.Function([x], relay.exp(x)))
    assert dict(tests.count_ops(plain)) == {"exp": 1}
    for net in (tests.run_opt_pass(plain, relay.transform.FuseOps(0)), tests.lstm.get_net(1, 4)):
        with raises(AttributeError):
            tests.count_ops(net)


@proves(R + "rand", "`dtype` 写在最前，各维用单独的整数写出，写成元组抛出 `TypeError`，一维都不写抛出 `AttributeError`", "整数类型的结果全是 0，因为小数部分被截去")
def _(tvm):
    rand = testing(tvm).rand
    assert rand("float64", 2, 3).shape == (2, 3) and rand("float64", 2, 3).dtype == "float64"
    with raises(TypeError):
        rand("float32", (2, 3))
    with raises(AttributeError):
        rand("float32")
    for dtype in ("int8", "int64", "uint8"):
        assert not rand(dtype, 99).numpy().any() and rand(dtype, 99).dtype == dtype


def check(tvm, func, *values, **options):
    return testing(tvm).check_grad(func, *values, target_devices=[("llvm", tvm.cpu())], **options)


def cubed(tvm, *shape):
    v = var(tvm, "v", *shape, dtype="float64")
    return tvm.relay.Function([v], v * v * v)


@proves(R + "check_grad", "输出不是标量时，比较的是全部元素之和的梯度", "默认步长适合 `float64`", "`np.testing.assert_allclose` 的容差，默认 `1e-5`、`1e-3`")
def _(tvm):
    check(tvm, cubed(tvm, 2, 3), [np.arange(1.0, 7).reshape(2, 3)])
    seen, real = [], np.testing.assert_allclose

    def spy(got, wanted, **more):
        seen.append((got, wanted, more))
        return real(got, wanted, **more)

    np.testing.assert_allclose = spy
    x, y = var(tvm, "x", 2, 3, dtype="float64"), var(tvm, "y", 3, dtype="float64")
    check(tvm, tvm.relay.Function([x, y], x * y), [np.ones((2, 3)), np.arange(3.0)])
    (_, to_x, more), (_, to_y, _) = seen
    assert np.allclose(to_x, [[0, 1, 2]] * 2) and np.allclose(to_y, [2, 2, 2])  # sums over all that was broadcast
    assert more == {"atol": 1e-5, "rtol": 1e-3}


@proves(R + "check_grad", "默认的输入集中在 0 附近，用 `scale`、`mean` 移开才能查到别处", "随机输入的标准差和均值；`scale` 默认是 `10 * eps`，即 `1e-5`")
def _(tvm):
    import tvm.relay.testing as module

    seen, real = [], module._np_randn_from_type

    def spy(kind, **more):
        seen.append((real(kind, **more), more))
        return seen[-1][0]

    module._np_randn_from_type = spy
    check(tvm, cubed(tvm, 200))
    check(tvm, cubed(tvm, 200), scale=0.5, mean=3)
    (near, first), (far, second) = seen
    assert abs(first["scale"] - 1e-5) < 1e-12 and first["mean"] == 0 and abs(near).max() < 1e-4
    assert second == {"scale": 0.5, "mean": 3} and abs(far.mean() - 3) < 0.3 and 0.3 < far.std() < 0.7


@proves(R + "check_grad", "与 `inputs` 一样长而次序不同时，列表比较抛出 `ValueError`，数组只有一个元素时除外")
def _(tvm):
    x, y = (var(tvm, name, 2, dtype="float64") for name in "xy")
    arrays = [np.array([1.0, 2]), np.array([3.0, 4])]
    with raises(ValueError):
        check(tvm, tvm.relay.Function([x, y], x * y), arrays, arrays[::-1])
    x, y = (var(tvm, name, 1, dtype="float64") for name in "xy")
    arrays = [np.array([1.0]), np.array([3.0])]
    check(tvm, tvm.relay.Function([x, y], x * y * y), arrays, arrays[::-1])


@proves(R + "check_grad", "交给 `gradient` 的 `mode`", "`relay.create_executor` 的种类，默认 `debug`；`vm`、`graph` 不支持默认 `mode` 产生的引用，`graph` 要配 `first_order`")
def _(tvm):
    func, values = cubed(tvm, 2), [np.array([1.0, 2])]
    for kind in ("vm", "graph"):
        with raises(Exception):
            check(tvm, func, values, executor_kind=kind)
    for kind in ("debug", "graph"):
        check(tvm, func, values, executor_kind=kind, mode="first_order")
    with raises(Exception):
        check(tvm, func, values, mode="nonsense")


@proves(R + "enabled_targets", "没有设置时是源代码里的 `DEFAULT_TEST_TARGETS`", "没有 LLVM 时抛出 `TVMError`")
def _(tvm):
    import os

    from tvm.testing import utils

    os.environ.pop("TVM_TEST_TARGETS", None)
    utils.DEFAULT_TEST_TARGETS = ["llvm -mcpu=core-avx2"]
    assert [target for target, _ in testing(tvm).enabled_targets()] == ["llvm -mcpu=core-avx2"]
    tvm.runtime.enabled = lambda kind: False
    with raises("TVMError"):
        testing(tvm).enabled_targets()


def older(tvm, release):
    """The converter of 0.10.0 wants the syntax tree of an older Python."""
    if release == "0.10.0":
        testing(tvm).py_converter.__MINOR__ = 8
    return testing(tvm)


@proves(R + "to_python", "要看源代码，用标准库的 `ast.unparse`，不必安装 `astor`", "程序里有算子时，语法树引用本进程里注册的核函数")
@proves(R + "run_as_python", "算子照常编译执行，只有算子之间的控制由 Python 承担")
def _(tvm, release):
    import ast
    import re

    tests, relay = older(tvm, release), tvm.relay
    body = relay.If(relay.const(True), relay.exp(relay.const(np.float32([0, 1]))), relay.const(np.float32([0, 1])))
    text = ast.unparse(tests.to_python(body))
    (name,) = set(re.findall(r"get_global_func\('(_lowered_op_[^']*)'\)", text))
    assert "if" in text and tvm.get_global_func(name) is not None
    assert np.allclose(tests.run_as_python(body).numpy(), np.exp([0, 1]))


@proves_check(R + "Prelude", "有 `tensor_t` 有意义；没有时抛出 `InternalError`", "没有注册过的形状抛出 `InternalError`")
@proves(R + "Prelude", "名称以 `_float32` 等结尾", "下面的 `canonical` 是不带数据类型的名称", "要先用 `tvm.relay.prelude` 的 `StaticTensorArrayOps(prelude, dtype, shape).register()` 定义", "按带形状的名称查函数", "固定形状类型的构造函数，`tensor_nil` 或 `tensor_constructor`", "执行装入，由构造函数调用；再调用一次会因重复定义而失败")
def _(tvm, release):
    from tvm.relay.prelude import StaticTensorArrayOps

    tests = testing(tvm)
    prelude = tests.Prelude()
    assert prelude.get_type("tensor_t", "float32").name_hint == "tensor_float32_t"
    assert prelude.get_global_var("tensor_array", "int8").name_hint == "tensor_array_int8"
    for call in (lambda: prelude.get_type("tensor_array", "float32"), lambda: prelude.get_type("tensor_t", "bool"), lambda: prelude.get_type_static("tensor_t", "float32", (2, 3))):
        with raises(check_error(release)):
            call()
    with raises("Exception"):
        prelude.get_global_var_static("tensor_array", "float32", (2, 3))
    StaticTensorArrayOps(prelude, "float32", (2, 3)).register()
    found = prelude.get_global_var_static("tensor_array", "float32", (2, 3))
    assert isinstance(found, tvm.ir.GlobalVar) and found.name_hint == prelude.get_name_static("tensor_array", "float32", (2, 3))
    for name in ("tensor_nil", "tensor_constructor"):
        assert isinstance(prelude.get_tensor_ctor_static(name, "float32", (2, 3)), tvm.relay.adt.Constructor)
    with raises("Exception"):
        prelude.get_tensor_ctor_static("tensor1", "float32", (2, 3))
    with raises("TVMError"):
        prelude.load_prelude()


@proves(R + "Prelude", "它用 `zero` 和 `succ` 两个构造函数表示 0 和加 1")
@proves(R + "make_nat_value", "它可以作为解释器的实参")
def _(tvm):
    tests, relay = testing(tvm), tvm.relay
    prelude = tests.Prelude()
    prelude.mod.import_from_std("nat.rly")
    nat, *made = prelude.mod.get_type("nat")
    assert sorted(one.name_hint for one in made) == ["succ", "zero"]
    n = relay.Var("n", nat())
    succ = next(one for one in made if one.name_hint == "succ")
    run = relay.create_executor("debug", prelude.mod, tvm.cpu(), "llvm").evaluate(relay.Function([n], succ(n)))
    assert tests.count(prelude, run(tests.make_nat_value(prelude, 3))) == 4


@proves(R + "resnet.resnet", "四个整数的元组 | 含批次的输入形状", "全部单元的形式")
def _(tvm):
    build = testing(tvm).resnet.resnet
    made = {form: build([1, 2], 2, [4, 8, 16], 10, (5, 3, 16, 16), form) for form in (True, False)}
    for form, net in made.items():
        sizes = [int(one.attrs.kernel_size[0]) for one in calls(tvm, net, "nn.conv2d")]
        # the first one, then per unit 3 or 2, and one beside per stage
        assert len(sizes) == 1 + 3 * (3 if form else 2) + 2 and sizes.count(3) == (1 + 3 if form else 1 + 6)
        assert parameters(tvm, net)["data"][0] == (5, 3, 16, 16) and shape_of(tvm, net) == (5, 10)


@proves(R + "mobilenet.conv_block", "四维的特征图", "输出的通道数", "批归一化的，默认 `1e-5`", "`NCHW` 或 `NHWC`")
@proves(R + "mobilenet.separable_conv_block", "两个批归一化的，默认 `1e-5`")
def _(tvm):
    net, x = testing(tvm).mobilenet, var(tvm, "x", 2, 4, 8, 8)
    epsilons = lambda made: [round(float(one.attrs.epsilon), 7) for one in calls(tvm, made, "nn.batch_norm")]
    assert shape_of(tvm, net.conv_block(x, "b", 6)) == (2, 6, 8, 8) and shape_of(tvm, net.conv_block(var(tvm, "x", 2, 8, 8, 4), "b", 6, layout="NHWC")) == (2, 8, 8, 6)
    assert epsilons(net.conv_block(x, "b", 6)) == [1e-5] and epsilons(net.conv_block(x, "b", 6, epsilon=0.5)) == [0.5]
    assert epsilons(net.separable_conv_block(x, "b", 4, 6)) == [1e-5] * 2 and epsilons(net.separable_conv_block(x, "b", 4, 6, epsilon=0.5)) == [0.5] * 2
    for wrong in (lambda: shape_of(tvm, net.conv_block(var(tvm, "x", 4, 8, 8), "b", 6)), lambda: net.conv_block(x, "b", 6, layout="NCWH")):
        with raises(Exception):
            wrong()


@proves(R + "mobilenet.get_workload", "第二行是 112 而不是通道数 32，即上面说的 `NHWC` 问题：类型推断通过，得到的却不是原来的 MobileNet")
def _(tvm):
    get = testing(tvm).mobilenet.get_workload
    made = {layout: get(layout=layout, image_shape=shape)[1] for layout, shape in (("NHWC", (224, 224, 3)), ("NCHW", (3, 224, 224)))}
    assert made["NHWC"]["conv_block_1_bn_gamma"].shape == (112,) and made["NCHW"]["conv_block_1_bn_gamma"].shape == (32,)


@proves(R + "densenet.get_workload", "64×64 在这里得到负的尺寸而不报错", "`batch_size` 默认是 4")
def _(tvm):
    densenet = testing(tvm).densenet
    assert inspect.signature(densenet.get_workload).parameters["batch_size"].default == 4
    net = densenet._make_dense_net(64, 32, [6, 12, 24, 16], (4, 3, 64, 64), "float32", 4, 10)
    typed = testing(tvm).run_infer_type(net)
    (last,) = [one for one in calls(tvm, typed, "nn.avg_pool2d") if int(one.attrs.pool_size[0]) == 7]
    assert int(last.checked_type.shape[0]) == 4 and int(last.checked_type.shape[2]) < 0


@proves(R + "inception_v3.Conv", "`NCHW` 的特征图")
@proves(R + "inception_v3.Pooling", "`NCHW` 的特征图", "窗口的大小、步长、填充")
@proves(R + "inception_v3.Inception7A", "`NCHW` 的特征图")
@proves(R + "inception_v3.Inception7B", "`NCHW` 的特征图")
@proves(R + "inception_v3.Inception7C", "`NCHW` 的特征图")
@proves(R + "inception_v3.Inception7D", "`NCHW` 的特征图")
@proves(R + "inception_v3.Inception7E", "`NCHW` 的特征图", "池化的种类（`max` 或 `avg`），其后 1×1 的通道数")
def _(tvm):
    inception, x = testing(tvm).inception_v3, var(tvm, "x", 2, 3, 17, 21)
    assert shape_of(tvm, inception.Conv(x, 5)) == (2, 5, 17, 21)
    assert shape_of(tvm, inception.Pooling(x, (5, 3), (3, 2), (1, 0), "max", "n")) == (2, 3, (17 + 2 - 5) // 3 + 1, (21 - 3) // 2 + 1)
    assert shape_of(tvm, inception.Inception7A(x, 1, 1, 1, 2, 1, 3, "avg", 4, "m")) == (2, 10, 17, 21)
    assert shape_of(tvm, inception.Inception7B(x, 1, 1, 1, 2, "max", "m")) == (2, 6, 8, 10)
    assert shape_of(tvm, inception.Inception7C(x, 1, 1, 1, 2, 1, 1, 1, 1, 3, "avg", 4, "m")) == (2, 10, 17, 21)
    assert shape_of(tvm, inception.Inception7D(x, 1, 2, 1, 1, 1, 3, "avg", "m")) == (2, 8, 8, 10)
    for pool in ("max", "avg"):
        made = inception.Inception7E(x, 1, 1, 2, 3, 1, 1, 4, 5, pool, 6, "m")
        assert shape_of(tvm, made) == (2, 21, 17, 21) and len(calls(tvm, made, f"nn.{pool}_pool2d")) == 1
        (proj,) = [one for one in calls(tvm, made, "nn.conv2d") if int(one.attrs.channels) == 6]
        assert [int(n) for n in proj.attrs.kernel_size] == [1, 1]
    with raises(ValueError):
        inception.Inception7E(x, 1, 1, 2, 3, 1, 1, 4, 5, "sum", 6, "m")


@proves(R + "squeezenet.get_net", "布局固定为 `NCHW`")
@proves(R + "vgg.get_feature", "`relay.Expr` | 输入，`NCHW`")
def _(tvm):
    tests = testing(tvm)
    net = tests.squeezenet.get_net(1, (3, 64, 64), 10, "1.1", "float32")
    assert {str(one.attrs.data_layout) for one in calls(tvm, net, "nn.conv2d")} == {"NCHW"}
    assert "layout" not in inspect.signature(tests.squeezenet.get_net).parameters
    assert shape_of(tvm, tests.vgg.get_feature(var(tvm, "x", 2, 3, 16, 24), [1, 1], [4, 5])) == (2, 5, 4, 6)


@proves(R + "vgg.get_workload", "只看结构时用 `get_net` 和 `run_infer_type`，不会分配这些内存")
def _(tvm):
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = parameters(tvm, testing(tvm).vgg.get_net(1, (3, 224, 224), 1000, "float32", 16))
    assert sum(int(np.prod(shape)) for name, (shape, _) in found.items() if name != "data") == 138357544
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # of KiB


@proves(R + "lstm.lstm_cell", "形参 `num_hidden` 是隐藏状态的宽度，`batch_size` 是批次的大小，`dtype` 是各变量的类型")
@proves(R + "lstm.get_net", "输入和状态的宽度", "批次的大小和各变量的类型")
def _(tvm):
    lstm = testing(tvm).lstm
    cell = lstm.lstm_cell(3, 2, "float16")
    kinds = [one.type_annotation for one in cell.params]
    tensor = tvm.relay.TensorType
    assert kinds[0] == tensor((2, 3), "float16") and list(kinds[1].fields) == [tensor((2, 3), "float16")] * 2
    assert {one.dtype for one in kinds if isinstance(one, tensor)} == {"float16"}
    net = testing(tvm).run_infer_type(lstm.get_net(2, 3, 5, "float16"))
    assert net.ret_type == tensor((5, 3), "float16")
    assert {one.checked_type.dtype for one in net.params} == {"float16"}
    assert [one.checked_type for one in net.params if one.name_hint == "data"] == [tensor((5, 3), "float16")] * 2


@proves(R + "lstm.get_workload", "各步的输入同名，各步不同时只能按位置传入")
def _(tvm):
    lstm, relay = testing(tvm).lstm, tvm.relay
    mod, params = lstm.get_workload(2, 4)
    run = relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()
    order = [one.name_hint for one in mod["main"].params]
    first, second = (np.full((1, 4), value, "float32") for value in (1, 5))
    place = lambda *steps: run(*arrange(order, steps, params)).numpy()
    assert place(first, second).shape == (1, 4) and not np.allclose(place(first, second), place(second, first))
    assert np.array_equal(run(data=second, **params).numpy(), place(second, second))  # by name, all steps get the same


def arrange(order, steps, params):
    rest = iter(steps)
    return [next(rest) if name == "data" else params[name] for name in order]


@proves(R + "dcgan.deconv2d_bn_relu", "`**kwargs` 是 `deconv2d` 的 `ishape`、`oshape`、`kshape`、`layout`")
def _(tvm):
    dcgan, x = testing(tvm).dcgan, var(tvm, "x", 1, 5, 4, 4)
    whole = dict(ishape=(5, 4, 4), oshape=(6, 8, 8), kshape=(4, 4), layout="NCHW")
    made = calls(tvm, dcgan.deconv2d_bn_relu(x, "g", **whole), "nn.conv2d_transpose")[0]
    alone = dcgan.deconv2d(x, name="g_deconv", **whole)
    assert tvm.ir.structural_equal(made.attrs, alone.attrs) and int(made.attrs.channels) == 6
