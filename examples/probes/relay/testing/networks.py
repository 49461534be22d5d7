"""More probes of docs/reference/api/python/relay/testing.md: the parameters that the networks share."""

from probes import proves, raises

R = "tvm.relay.testing."
ROWS = ["输入 `data` 的第 0 维", "输出的宽度", "不含批次的输入形状；`mobilenet` 和 `densenet` 也接受列表，其他网络用列表抛出 `TypeError`", "所以写 `float16` 得到整个半精度的网络"]

#: For each network the shape of a small image, and what else it is given.
NETWORKS = {
    "mlp": ((1, 8, 8), {}),
    "resnet": ((3, 28, 28), {"num_layers": 8}),
    "mobilenet": ((3, 224, 224), {}),
    "densenet": ((3, 224, 224), {}),
    "inception_v3": ((3, 299, 299), {}),
    "squeezenet": ((3, 64, 64), {}),
}
WORDS = {"resnet": "其余形参见网络的共同规则", "densenet": "其余形参见网络的共同规则"}


def testing():
    from tvm.relay import testing

    return testing


def dims(kind):
    return [int(n) for n in kind.shape]


def holds(tvm, make, name):
    """Checks the table for a function that gives a module or a function."""
    image, more = NETWORKS[name]
    classes = "classes" if name == "densenet" else "num_classes"

    def made(**given):
        found = make(**{"batch_size": 2, classes: 5, "image_shape": image, **more, **given})
        mod, params = found if isinstance(found, tuple) else (testing().run_infer_type(found), {})
        return (mod["main"] if isinstance(mod, tvm.IRModule) else mod), params

    main, params = made()
    data = next(one for one in main.params if one.name_hint == "data")
    assert dims(data.checked_type) == [2, *image] and dims(main.ret_type) == [2, 5]
    half, params = made(dtype="float16")
    assert half.ret_type.dtype == "float16" and all(one.checked_type.dtype == "float16" for one in half.params)
    assert all(str(value.dtype) == "float16" for value in params.values())
    if name in ("mobilenet", "densenet"):
        assert dims(made(image_shape=list(image))[0].ret_type) == [2, 5]
    else:
        with raises("TypeError"):
            made(image_shape=list(image))


for name in NETWORKS:

    @proves(f"{R}{name}.get_workload", WORDS.get(name, "形参见网络的共同规则"), *ROWS)
    def _(tvm, release=None, name=name):
        holds(tvm, getattr(testing(), name).get_workload, name)


@proves(R + "mlp.get_net", "形参见网络的共同规则")
def _(tvm):
    holds(tvm, testing().mlp.get_net, "mlp")


@proves(R + "resnet.get_net", "其余形参见网络的共同规则", "只改变算子，`image_shape` 要自己换成对应的次序")
def _(tvm):
    resnet = testing().resnet
    holds(tvm, resnet.get_net, "resnet")
    made = testing().run_infer_type(resnet.get_net(2, 5, 8, (28, 28, 3), "NHWC"))
    assert dims(made.params[0].checked_type) == [2, 28, 28, 3] and dims(made.ret_type) == [2, 5]


@proves(R + "vgg.get_workload", "形参见 `get_net`")
def _(tvm):
    vgg = testing().vgg
    for options in ({}, {"num_layers": 13, "batch_norm": True}):
        whole, _ = vgg.get_workload(2, 5, (3, 32, 32), "float32", **options)
        net = testing().run_infer_type(vgg.get_net(2, (3, 32, 32), 5, "float32", **options))
        assert tvm.ir.structural_equal(whole["main"].body, net.body, True)
    with raises(Exception):
        vgg.get_workload(2, 5, (3, 32, 32), num_layers=12)


@proves(R + "lstm.get_workload", "形参见 `get_net`")
def _(tvm):
    lstm = testing().lstm
    whole, _ = lstm.get_workload(2, 4, 3, "float32")
    net = testing().run_infer_type(lstm.get_net(2, 4, 3, "float32"))
    assert [dims(one.checked_type) for one in whole["main"].params] == [dims(one.checked_type) for one in net.params]
    assert tvm.ir.structural_equal(whole["main"].body, net.body, True)
    half = testing().run_infer_type(lstm.get_net(2, 4, 3, "float16"))
    assert half.params[0].checked_type.dtype == "float16"


@proves(R + "mobilenet.get_workload", "要缩小的版本，把 `mobile_net` 的结果交给 `create_workload`")
def _(tvm):
    nets = testing()
    whole, small = nets.mobilenet.mobile_net(), nets.mobilenet.mobile_net(alpha=0.25, is_shallow=True, data_shape=(1, 3, 64, 64))
    count = lambda net: sum(value.numpy().size for value in nets.create_workload(net)[1].values())
    assert count(small) < count(whole) / 4


@proves(R + "Prelude", "数据类型 `List`、`Option`、`Tree`")
def _(tvm):
    prelude = testing().Prelude()
    names = {one.name_hint for one in prelude.mod.get_global_type_vars()}
    assert {"List", "Option", "Tree"} <= names and "tensor_float32_t" in names and "tensor_bool_t" not in names
