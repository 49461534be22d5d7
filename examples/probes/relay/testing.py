"""Probes of docs/reference/api/python/relay/testing.md."""

import functools
import inspect
import sys

import numpy as np
from probes import check_error, proves, proves_check, raises

RELAY = "tvm.relay.testing."
NEWER, OLDEST = ("0.12.0", "0.13.0"), ("0.10.0",)


def each(names, *quotes, versions=None):
    """Registers function(tvm, name) for each name, which may be the keys of a dict with quotes of their own."""

    def register(function):
        for name in names:
            probe = functools.wraps(function)(lambda tvm, *_, name=name: function(tvm, name))
            own = names[name] if isinstance(names, dict) else ()
            proves(RELAY + name, *quotes, *own, versions=versions)(probe)
        return function

    return register


def testing(tvm):
    from tvm.relay import testing

    return testing


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return testing(tvm).run_infer_type(expr)


def shape_of(tvm, expr):
    found = typed(tvm, expr).checked_type
    found = getattr(found, "ret_type", found)
    return tuple(int(n) for n in found.shape)


def parameters(tvm, expr):
    """The shapes of the free or formal variables by name."""
    if not isinstance(expr, tvm.relay.Function):
        expr = tvm.relay.Function(tvm.relay.analysis.free_vars(expr), expr)
    return {one.name_hint: tuple(int(n) for n in one.checked_type.shape) for one in typed(tvm, expr).params}


def calls(tvm, expr, name):
    """The calls of an operator, in the order of a visit."""
    found = []
    tvm.relay.analysis.post_order_visit(expr, lambda node: found.append(node) if isinstance(node, tvm.relay.Call) and getattr(node.op, "name", "") == name else None)
    return found


def kernels(tvm, expr):
    """(channels, kernel, strides, padding) of each convolution."""
    numbers = lambda values: tuple(int(n) for n in values)
    return [(int(c.attrs.channels), numbers(c.attrs.kernel_size), numbers(c.attrs.strides), numbers(c.attrs.padding)[:2]) for c in calls(tvm, expr, "nn.conv2d")]


@proves("tvm.relay.testing.create_workload", "名为 `data` 的形参是输入，其余都当作参数，形状必须是固定的", "默认 `Xavier()`；类都在 `tvm.relay.testing.init`，没有在 `testing` 里导出", "传给 `np.random.seed`，所以会改变整个进程的 NumPy 随机状态", "均匀分布，界限是 `sqrt(3 / ((fan_in + fan_out) / 2))`；少于两维抛出 `ValueError`", "`bias`、`beta`、`mean` | 0", "`gamma`、`var` | 1", "`ValueError: Unknown initialization pattern`", "`Constant()` 让每个浮点权重的元素之和为 1", "上面的界限小于 1 时全是 0")
def _(tvm):
    make, relay = testing(tvm).create_workload, tvm.relay
    names = {"data": (2, 3), "a_weight": (40, 60), "a_bias": (3,), "a_beta": (3,), "a_mean": (3,), "a_gamma": (3,), "a_var": (3,)}

    def net(dtype="float32", **shapes):
        variables = [var(tvm, name, *shape, dtype="float32" if name == "data" else dtype) for name, shape in shapes.items()]
        return relay.Function(variables, relay.Tuple(variables))

    mod, params = make(net(**names))
    assert isinstance(mod, tvm.IRModule) and set(params) == set(names) - {"data"}
    bound, weight = np.sqrt(3 / 50), params["a_weight"].numpy()
    assert abs(weight).max() <= bound and abs(weight).max() > 0.9 * bound and abs(weight.mean()) < 0.01
    for name, value in (("bias", 0), ("beta", 0), ("mean", 0), ("gamma", 1), ("var", 1)):
        assert (params[f"a_{name}"].numpy() == value).all()
    for seed in (0, 3):
        _, again = make(net(**names), seed=seed)
        assert (seed == 0) == np.array_equal(again["a_weight"].numpy(), weight)
    make(net(**names), seed=5)
    first = np.random.rand()
    make(net(**names), seed=5)
    assert np.random.rand() == first
    for shapes, words in (({"a_weight": (4,)}, ""), ({"x": (2, 2)}, "Unknown initialization pattern")):
        with raises("ValueError", words):
            make(net(**shapes))
    init = __import__("tvm.relay.testing.init", fromlist=["Constant"])
    assert not hasattr(testing(tvm), "Xavier") and not hasattr(testing(tvm), "Constant")
    _, constant = make(net(a_weight=(5, 8)), init.Constant())
    assert np.isclose(constant["a_weight"].numpy().sum(), 1)
    _, whole = make(net("int8", a_weight=(40, 60)))
    assert not whole["a_weight"].numpy().any()
    with raises(Exception):
        make(relay.Function([relay.var("a_weight", shape=(relay.Any(), 2))], relay.const(1.0)))


@proves("tvm.relay.testing.create_workload", "名称含 `depthwise` 时分母只用卷积核面积")
def _(tvm):
    make, relay = testing(tvm).create_workload, tvm.relay
    tops = []
    for name in ("depthwise_weight", "plain_weight"):
        weight = var(tvm, name, 64, 1, 3, 3)
        _, params = make(relay.Function([weight], weight))
        tops.append(abs(params[name].numpy()).max())
    assert np.isclose(tops[0], np.sqrt(3 / 9), rtol=0.05) and tops[1] < tops[0] / 2


@proves("tvm.relay.testing.run_infer_type", "返回带有 `checked_type` 的新表达式", "`expr` 是表达式或函数，不接受 `IRModule`。没有绑定的变量当作函数的形参；返回的表达式里它们是另一些变量对象", "类型不合时抛出 `DiagnosticError`", "用 `ICHECK` 检查的类型关系抛出 `TVMError`")
def _(tvm):
    infer, relay, x = testing(tvm).run_infer_type, tvm.relay, var(tvm, "x", 2, 3)
    found = infer(relay.abs(x))
    assert found.checked_type == relay.TensorType((2, 3)) and not found.args[0].same_as(x)
    assert isinstance(infer(relay.Function([x], x)), relay.Function)
    with raises(Exception):
        infer(tvm.IRModule.from_expr(x))
    with raises("DiagnosticError"):
        infer(relay.add(x, var(tvm, "y", 4)))
    with raises("TVMError"):
        infer(relay.reshape(x, (4,)))


@proves("tvm.relay.testing.run_opt_pass", "传入函数得到函数，传入其他表达式得到 `main` 的函数体", "也可以是 `Sequential`；别的可调用对象抛出 `AssertionError`", "先在模块里装入 `Prelude`，供用到 `List` 等类型的程序；默认 `False`", "优化级别取自当前的 `PassContext`", "执行 Pass 后不再推断类型；Pass 加进模块的其他函数不在返回值里")
def _(tvm):
    go, relay = testing(tvm).run_opt_pass, tvm.relay
    three = relay.add(relay.const(1.0), relay.const(2.0))
    fold = relay.transform.FoldConstant()
    assert go(three, fold).data.numpy() == 3 and isinstance(go(relay.Function([], three), fold), relay.Function)
    assert go(three, tvm.transform.Sequential([fold])).data.numpy() == 3
    with raises("AssertionError"):
        go(three, lambda mod: mod)
    with tvm.transform.PassContext(opt_level=0):
        assert isinstance(go(three, tvm.transform.Sequential([fold])), relay.Call)
    seen = []

    @tvm.transform.module_pass(opt_level=0)
    def look(mod, ctx):
        seen.append(len(mod.get_global_type_vars()))
        mod["more"] = relay.Function([], relay.const(1.0))
        mod["main"] = relay.Function([], relay.exp(relay.const(1.0)))
        return mod

    result = go(three, look)
    go(three, look, import_prelude=True)
    assert seen[0] == 0 < seen[1] and result.op.name == "exp"
    with raises("ValueError"):
        result.checked_type


@proves("tvm.relay.testing.count_ops", "返回以算子名为键的 `collections.Counter`", "共享的节点只算一次", "传入 `IRModule` 抛出异常", "程序里有对函数、`GlobalVar`、变量或数据类型的构造器的调用时抛出 `AttributeError`")
def _(tvm):
    import collections

    count, relay, x = testing(tvm).count_ops, tvm.relay, var(tvm, "x", 3)
    total = relay.add(x, x)
    found = count(relay.multiply(total, total))
    assert type(found) is collections.Counter and dict(found) == {"multiply": 1, "add": 1}
    assert dict(count(relay.Function([x], total))) == {"add": 1}
    with raises(Exception):
        count(tvm.IRModule.from_expr(total))
    y = var(tvm, "y", 3)
    mod = testing(tvm).Prelude().mod
    for op in (relay.Function([y], y), relay.GlobalVar("g"), relay.Var("f"), mod.get_type("List")[1]):
        with raises("AttributeError"):
            count(relay.Call(op, [x]))


@proves("tvm.relay.testing.rand", "返回 CPU 上的 `NDArray`", "各维用单独的整数写出，写成元组抛出 `TypeError`，一维都不写抛出 `AttributeError`。整数类型的结果全是 0", "没有种子形参，用 `np.random.seed` 控制")
def _(tvm):
    rand = testing(tvm).rand
    found = rand("float32", 30, 40)
    values = found.numpy()
    assert found.device == tvm.cpu() and values.shape == (30, 40) and values.dtype == "float32" and 0 <= values.min() < 0.05 and 0.95 < values.max() < 1
    with raises("TypeError"):
        rand("float32", (3, 4))
    with raises("AttributeError"):
        rand("float32")
    assert not rand("int32", 50).numpy().any()
    pair = []
    for _ in range(2):
        np.random.seed(7)
        pair.append(rand("float64", 5).numpy())
    assert np.array_equal(*pair)


@proves("tvm.relay.testing.gradient", "与 `relay.transform.gradient` 是同一个对象")
@proves("tvm.relay.testing.enabled_targets", "与 `tvm.testing.enabled_targets` 是同一个对象")
def _(tvm):
    import tvm.testing

    assert testing(tvm).gradient is tvm.relay.transform.gradient
    assert testing(tvm).enabled_targets is tvm.testing.enabled_targets


@proves("tvm.relay.testing.enabled_targets", "返回 `(目标字符串, 设备)` 的列表", "候选的目标取自环境变量 `TVM_TEST_TARGETS`，用分号隔开", "候选全都不可用时记一条警告，改用 `llvm`", "未知的目标种类抛出 `TVMError: Unknown optional runtime`，`c` 也是")
def _(tvm):
    import os

    def given(text):
        os.environ["TVM_TEST_TARGETS"] = text
        return [(target, device) for target, device in testing(tvm).enabled_targets()]

    assert given("llvm;llvm -mcpu=core-avx2") == [("llvm", tvm.cpu()), ("llvm -mcpu=core-avx2", tvm.cpu())]
    assert [target for target, _ in given("rocm")] == ["llvm"]
    for text in ("nonsense", "c"):
        with raises("TVMError", "Unknown optional runtime"):
            given(text)


def squared(tvm, dtype="float64"):
    v = var(tvm, "v", 3, dtype=dtype)
    return tvm.relay.Function([v], tvm.relay.exp(v) * tvm.relay.const(3.0, dtype))


@proves("tvm.relay.testing.check_grad", "不符时抛出 `AssertionError`", "空列表什么都不核对，也不报错", "默认步长适合 `float64`。`float32` 的舍入误差远大于它，正确的梯度也通不过，要放大 `eps` 和容差", "差分 `(f(x+eps) - f(x-eps)) / (2*eps)` 的步长，默认 `1e-6`", "没有返回值")
def _(tvm):
    check, here = testing(tvm).check_grad, [("llvm", tvm.cpu())]
    assert check(squared(tvm), target_devices=here) is None
    with raises("AssertionError"):
        check(squared(tvm, "float32"), target_devices=here)
    check(squared(tvm, "float32"), target_devices=here, eps=1e-2, atol=1e-2, rtol=1e-2)
    check(squared(tvm, "float32"), target_devices=[])
    defaults = {name: one.default for name, one in inspect.signature(check).parameters.items()}
    assert defaults["eps"] == 1e-6 and defaults["atol"] == 1e-5 and defaults["rtol"] == 1e-3 and defaults["executor_kind"] == "debug"


@proves("tvm.relay.testing.check_grad", "返回单个张量；返回元组时抛出 `AttributeError`", "数组在核对时被就地改写，每个元素算完即恢复", "每个都必须是 `inputs` 里的同一个对象", "抛出 `AssertionError: You must test at least one gradient.`")
def _(tvm):
    check, here, relay = testing(tvm).check_grad, [("llvm", tvm.cpu())], tvm.relay
    x, y = var(tvm, "x", 2, dtype="float64"), var(tvm, "y", 2, dtype="float64")
    with raises("AttributeError"):
        check(relay.Function([x], relay.Tuple([x, x])), target_devices=here)
    inputs = [np.array([1.0, 2.0]), np.array([3.0, 4.0])]
    func = relay.Function([x, y], x * y)
    check(func, inputs, target_devices=here)
    assert [one.tolist() for one in inputs] == [[1, 2], [3, 4]]
    check(func, inputs, inputs[1:], target_devices=here)
    with raises("AssertionError", "You must test at least one gradient."):
        check(func, inputs, [inputs[1].copy()], target_devices=here)


def as_python(tvm, release):
    """The converter of 0.10.0 wants the syntax tree of an older Python."""
    if release == "0.10.0" and sys.version_info >= (3, 9):
        testing(tvm).py_converter.__MINOR__ = 8
    return testing(tvm).run_as_python


@proves("tvm.relay.testing.run_as_python", "转换成 Python 后立即执行，返回表达式的值", "张量是 `NDArray`，元组是 `ADT`，函数是 `PackedFunc`，数据类型的值是 `ConstructorValue`", "不能有自由变量，否则执行时抛出 `NameError`", versions=NEWER)
@proves("tvm.relay.testing.run_as_python", "张量是 `NDArray`，元组是 `ADT`，函数是 Python 函数，数据类型的值是 `ConstructorValue`", "不能有自由变量，否则执行时抛出 `NameError`", versions=OLDEST)
def _(tvm, release):
    run, relay = as_python(tvm, release), tvm.relay
    total = relay.add(relay.const(np.float32([1, 2])), relay.const(np.float32([3, 4])))
    assert isinstance(run(total), tvm.nd.NDArray) and run(total).numpy().tolist() == [4, 6]
    pair = run(relay.Tuple([relay.const(1), relay.const(2)]))
    assert type(pair).__name__ == "ADT" and [int(one.numpy()) for one in pair] == [1, 2]
    v = var(tvm, "v", 2)
    function = run(relay.Function([v], v + relay.const(1.0)))
    assert (type(function).__name__ == "PackedFunc") == (release != "0.10.0") and callable(function)
    assert function(tvm.nd.array(np.float32([1, 2]))).numpy().tolist() == [2, 3]
    with raises("NameError"):
        run(v)
    if_true = relay.If(relay.const(True), relay.const(5), relay.const(6))
    w = relay.Var("w")
    let = relay.Let(w, if_true, relay.Tuple([w, w]))
    assert [int(one.numpy()) for one in run(let)] == [5, 5]


@proves("tvm.relay.testing.to_python", "返回 `ast.Module`", "程序的最后把结果赋给变量 `_py_out`", "以 `_lowered_op_` 加散列值为名注册为全局函数", "转换前执行 `SimplifyInference` 和 0 级的 `FuseOps`，所以每个算子各编译成一个核函数")
def _(tvm, release):
    import ast

    as_python(tvm, release)
    relay = tvm.relay
    before = set(tvm._ffi.registry.list_global_func_names()) if hasattr(tvm._ffi.registry, "list_global_func_names") else set()
    body = relay.exp(relay.add(relay.const(np.float32([1, 2])), relay.const(np.float32([3, 4]))))
    program = testing(tvm).to_python(body)
    assert type(program) is ast.Module and "_py_out" in ast.dump(program.body[-1])
    new = [name for name in set(tvm._ffi.registry.list_global_func_names()) - before if name.startswith("_lowered_op_")]
    assert len(new) == 2


@proves("tvm.relay.testing.Prelude", "`mod` 默认是新建的空模块，装好后是属性 `mod`", "数据类型 `List`、`Option`、`Tree`", "如 `map`、`foldl`、`length`，每个都是这个对象的属性", "九种数据类型的张量数组，名称以 `_float32` 等结尾。`bool` 没有", "拼出名称，不查它是否存在；`tensor_t` 得到 `tensor_float32_t`，其他的是 `名称_类型`", "没有时抛出 `ValueError`", "`tensor_t` 的构造函数，`tensor_nil`、`tensor0` 到 `tensor6`", "把形状拼进名称，`Any` 写成 `any`，标量写成 `scalar`", "两个名称都由它补上数据类型和形状，与 `get_ctor` 不同", "`ty_name` 是带数据类型的全名，找不到时抛出 `Exception`")
@proves_check("tvm.relay.testing.Prelude", "同一个模块不能装两次，第二次抛出 `InternalError`")
def _(tvm, release):
    relay, make = tvm.relay, testing(tvm).Prelude
    prelude = make()
    assert isinstance(prelude.mod, tvm.IRModule)
    types = {one.name_hint for one in prelude.mod.get_global_type_vars()}
    assert {"List", "Option", "Tree"} <= types
    assert all(isinstance(getattr(prelude, name), tvm.ir.GlobalVar) for name in ("map", "foldl", "length"))
    arrays = {name for name in types if name.startswith("tensor_") and name.endswith("_t")}
    assert len(arrays) == 9 and "tensor_float32_t" in arrays and "tensor_bool_t" not in arrays
    assert prelude.get_name("tensor_t", "float32") == "tensor_float32_t" and prelude.get_name("nonsense", "int8") == "nonsense_int8"
    with raises("ValueError"):
        prelude.get_global_var("nonsense", "float32")
    assert [prelude.get_tensor_ctor(name, "float32").name_hint for name in ("tensor_nil", "tensor0", "tensor6")] == ["tensor_nil_float32", "tensor0_float32", "tensor6_float32"]
    with raises("Exception"):
        prelude.get_ctor("tensor_float32_t", "nonsense", "float32")
    assert prelude.get_ctor("tensor_float32_t", "tensor1", "float32").name_hint == "tensor1_float32"
    static = prelude.get_name_static
    assert static("tensor_t", "float32", (2, 3)) == "static_tensor_float32_2_3_t"
    assert "any" in static("tensor_t", "float32", (relay.Any(), 3)) and "scalar" in static("tensor_t", "float32", ())
    assert "batch1" in static("tensor_take", "float32", (2, 3), 1)
    from tvm.relay.prelude import StaticTensorArrayOps

    StaticTensorArrayOps(prelude, "float32", (2, 3)).register()
    assert prelude.get_type_static("tensor_t", "float32", (2, 3)).name_hint == static("tensor_t", "float32", (2, 3))
    assert prelude.get_tensor_ctor_static("tensor_constructor", "float32", (2, 3)).belong_to.name_hint == static("tensor_t", "float32", (2, 3))
    for call in (lambda: prelude.get_type("nonsense", "float32"), lambda: prelude.get_type_static("tensor_t", "float32", (9, 9)), lambda: make(prelude.mod)):
        with raises(check_error(release)):
            call()


def nat(tvm):
    prelude = testing(tvm).Prelude()
    prelude.mod.import_from_std("nat.rly")
    return prelude


@proves("tvm.relay.testing.make_nat_expr", "即 `n` 层 `succ`", "负数抛出 `AssertionError`；1.5 这样的小数不报错，按向上取整的层数构造")
@proves("tvm.relay.testing.make_nat_value", "由 Python 整数造出已经求值的自然数 `ConstructorValue`", "每一层递归一次，负数永远到不了 0，最后抛出 `RecursionError`")
@proves("tvm.relay.testing.count", "是 `make_nat_value` 的逆运算", "`n` 必须是 `ConstructorValue`，表达式和别的值抛出 `AssertionError`")
def _(tvm):
    prelude, tests = nat(tvm), testing(tvm)

    def layers(expr):
        return 1 + layers(expr.args[0]) if expr.args else 0

    assert [layers(tests.make_nat_expr(prelude, n)) for n in (0, 3, 1.5)] == [0, 3, 2]
    with raises("AssertionError"):
        tests.make_nat_expr(prelude, -1)
    value = tests.make_nat_value(prelude, 5)
    assert type(value).__name__ == "ConstructorValue" and [tests.count(prelude, tests.make_nat_value(prelude, n)) for n in (0, 5)] == [0, 5]
    with raises("RecursionError"):
        tests.make_nat_value(prelude, -1)
    for other in (tests.make_nat_expr(prelude, 2), 3):
        with raises("AssertionError"):
            tests.count(prelude, other)


@proves("tvm.relay.testing.Prelude", '否则抛出 `InternalError: Cannot find global type var nat`', versions=("0.13.0",))
@proves("tvm.relay.testing.Prelude", "否则抛出 `TVMError: … Cannot find global type var nat`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    prelude, tests = testing(tvm).Prelude(), testing(tvm)
    for name, given in (("make_nat_expr", 1), ("make_nat_value", 1), ("count", tests.make_nat_value(nat(tvm), 1))):
        with raises(check_error(release), "Cannot find global type var nat"):
            getattr(tests, name)(prelude, given)


@proves("tvm.relay.testing.mlp.get_net", "三层全连接的感知机，宽 128、64 和 `num_classes`，末尾是 softmax", "所以 `image_shape` 可以是任意维数", "返回还没有推断类型的 `relay.Function`")
@proves("tvm.relay.testing.mlp.get_workload", "六个参数是 `fc1` 到 `fc3` 的权重和偏置", "返回 `(IRModule, 参数字典)`，种子固定为 0，所以每次的参数相同")
def _(tvm):
    mlp = testing(tvm).mlp
    for image in ((5,), (2, 3, 4), (1, 2, 3, 4)):
        net = mlp.get_net(2, 3, image)
        found = parameters(tvm, net)
        assert found["data"] == (2, *image) and found["fc1_weight"] == (128, int(np.prod(image))) and found["fc2_weight"] == (64, 128) and found["fc3_weight"] == (3, 64)
        assert shape_of(tvm, net) == (2, 3) and net.body.op.name == "nn.softmax"
    with raises("ValueError"):
        net.checked_type
    (mod, params), (_, again) = (mlp.get_workload(2, 3, (5,)) for _ in range(2))
    assert isinstance(mod, tvm.IRModule) and set(params) == {f"fc{i}_{kind}" for i in (1, 2, 3) for kind in ("weight", "bias")}
    assert all(np.array_equal(params[name].numpy(), again[name].numpy()) for name in params)


@proves("tvm.relay.testing.resnet.residual_unit", "输出通道数；瓶颈形式的中间通道数是它的四分之一", "第一个卷积和旁路卷积的步长", "`True` 时旁路就是 `data`，形状必须与输出相容；`False` 时旁路加一个 1×1 卷积", "`True` 是 1×1、3×3、1×1 三个卷积，`False` 是两个 3×3", "`kernel_layout` 默认 `IOHW`，权重前两维与通常的 `OIHW` 相反", "没有末尾的激活")
def _(tvm):
    unit, x = testing(tvm).resnet.residual_unit, var(tvm, "x", 1, 8, 8, 8)
    one, three = (1, 1), (3, 3)
    found = [kernels(tvm, unit(x, 16, (2, 2), False, "u", bottle, kernel_layout="OIHW")) for bottle in (True, False)]
    sizes = [sorted((k[0], k[1]) for k in one_net) for one_net in found]
    assert sizes == [sorted([(4, one), (4, three), (16, one), (16, one)]), sorted([(16, three), (16, three), (16, one)])]
    assert all(sum(k[2] == (2, 2) for k in one_net) == 2 for one_net in found)
    same = unit(x, 8, (1, 1), True, "u", kernel_layout="OIHW")
    assert len(kernels(tvm, same)) == 3 and same.op.name == "add" and shape_of(tvm, same) == (1, 8, 8, 8)
    with raises("TVMError"):
        typed(tvm, unit(x, 16, (1, 1), True, "u", kernel_layout="OIHW"))
    names = parameters(tvm, unit(var(tvm, "x", 1, 6, 8, 8), 16, (1, 1), False, "u"))
    assert (6, 4, 1, 1) in names.values()


@proves("tvm.relay.testing.resnet.resnet", "每个阶段几个单元，第一个单元都用旁路卷积", "必须等于 `units` 的长度，否则抛出 `AssertionError`", "首项是起始卷积的通道数，其后每个阶段一项", "高度不超过 32 时起始是步长 1 的 3×3 卷积；更高时是步长 2 的 7×7 卷积、归一化、ReLU 和最大池化。第一阶段步长 1，其后的阶段步长 2")
def _(tvm):
    build = testing(tvm).resnet.resnet
    small = build([1, 2], 2, [4, 8, 16], 10, (1, 3, 32, 32), False)
    found = kernels(tvm, small)
    assert found[0] == (4, (3, 3), (1, 1), (1, 1)) and sum(k[1] == (1, 1) for k in found) == 2
    assert [k[2] for k in found if k[0] == 16].count((2, 2)) == 2 and all(k[2] == (1, 1) for k in found if k[0] == 8)
    assert shape_of(tvm, small) == (1, 10) and not calls(tvm, small, "nn.max_pool2d")
    large = build([1, 2], 2, [4, 8, 16], 10, (1, 3, 33, 33), False)
    assert kernels(tvm, large)[0] == (4, (7, 7), (2, 2), (3, 3)) and len(calls(tvm, large, "nn.max_pool2d")) == 1
    with raises("AssertionError"):
        build([1, 2], 3, [4, 8, 16], 10, (1, 3, 32, 32))


@proves("tvm.relay.testing.resnet.get_net", "大于 28 | 18、34 | 四个阶段，两个 3×3 卷积的单元", "大于 28 | 50、101、152、200、269 | 四个阶段，瓶颈单元", "不超过 28 | 小于 164，减 2 后是 6 的倍数 | 三个阶段，两个 3×3 卷积的单元", "不超过 28 | 不小于 164，减 2 后是 9 的倍数 | 三个阶段，瓶颈单元", "其他层数抛出 `ValueError: no experiments done on num_layers`。`**kwargs` 被忽略，写错的形参名不会报错", "其他网络用列表抛出 `TypeError`")
@proves("tvm.relay.testing.resnet.get_workload", "默认 18 层，而 `get_net` 默认 50 层", "多余的关键字实参没有作用")
def _(tvm):
    resnet = testing(tvm).resnet
    count = lambda layers, size: len(kernels(tvm, resnet.get_net(1, 10, layers, (3, size, size))))
    # each layer but the last dense one is a convolution, and each stage has one more beside
    assert [count(n, 64) for n in (18, 34, 50)] == [17 + 4, 33 + 4, 49 + 4]
    assert [count(n, 28) for n in (20, 8, 164)] == [19 + 3, 7 + 3, 163 + 3]
    for layers, size in ((17, 64), (20, 64), (18, 28), (49, 28), (165, 28)):
        with raises("ValueError", "no experiments done on num_layers"):
            resnet.get_net(1, 10, layers, (3, size, size))
    for layers in (101, 152, 200, 269):
        resnet.get_net(1, 10, layers, (3, 64, 64))
    resnet.get_net(1, 10, 18, (3, 64, 64), nonsense=1)
    with raises("TypeError"):
        resnet.get_net(1, 10, 18, [3, 64, 64])
    defaults = [inspect.signature(getattr(resnet, name)).parameters["num_layers"].default for name in ("get_net", "get_workload")]
    assert defaults == [50, 18]
    resnet.get_workload(1, 10, 8, (3, 8, 8), nonsense=1)


@proves("tvm.relay.testing.mobilenet.conv_block", "参数名以它加 `_conv`、`_bn` 开头", "卷积的，默认 3×3、步长 1、填充 1", "批归一化没有传入通道轴，总在第 1 维上归一化，所以 `NHWC` 时归一化的是高度")
def _(tvm):
    block = testing(tvm).mobilenet.conv_block
    names = parameters(tvm, block(var(tvm, "x", 1, 3, 10, 12), "b", 8))
    assert set(names) - {"x"} == {"b_conv_weight", "b_bn_gamma", "b_bn_beta", "b_bn_moving_mean", "b_bn_moving_var"} and names["b_bn_gamma"] == (8,)
    assert kernels(tvm, block(var(tvm, "x", 1, 3, 10, 12), "b", 8)) == [(8, (3, 3), (1, 1), (1, 1))]
    last = block(var(tvm, "x", 1, 10, 12, 3), "b", 8, layout="NHWC")
    assert parameters(tvm, last)["b_bn_gamma"] == (10,) and shape_of(tvm, last) == (1, 10, 12, 8)


@proves("tvm.relay.testing.mobilenet.separable_conv_block", "必须等于输入的通道数，否则类型推断失败", "输出的通道数", "逐通道卷积的，默认 3×3 和 1；1×1 卷积不填充", "`True` 时逐通道卷积的步长是 2", "其他值抛出 `ValueError: Invalid layout`", "逐通道卷积的权重名是 `name` 加 `_weight`，不含 `depthwise`")
def _(tvm):
    block, x = testing(tvm).mobilenet.separable_conv_block, var(tvm, "x", 1, 4, 8, 8)
    found = kernels(tvm, block(x, "b", 4, 6, downsample=True))
    assert found == [(4, (3, 3), (2, 2), (1, 1)), (6, (1, 1), (1, 1), (0, 0))] and kernels(tvm, block(x, "b", 4, 6))[0][2] == (1, 1)
    names = parameters(tvm, block(x, "b", 4, 6))
    assert names["b_weight"] == (4, 1, 3, 3) and not any("depthwise" in name for name in names)
    with raises("TVMError"):
        typed(tvm, block(x, "b", 5, 6))
    with raises("ValueError", "Invalid layout"):
        block(x, "b", 4, 6, layout="NCWH")


@proves("tvm.relay.testing.mobilenet.mobile_net", "含批次的输入形状", "各层通道数乘以它再取整；太小时出现 0 个通道，搭建时不报错", "`True` 时可分离卷积块是 8 个，否则 13 个", "`layout` 是别的值时由卷积核布局的检查抛出 `AssertionError: Unknown data layout`")
@proves("tvm.relay.testing.mobilenet.get_workload", "完整宽度的 MobileNet（`alpha` 为 1.0、13 个块）", "`mobilenet` 和 `densenet` 也接受列表")
def _(tvm):
    mobilenet = testing(tvm).mobilenet
    deep = lambda **more: kernels(tvm, mobilenet.mobile_net(10, (1, 3, 64, 64), **more))
    assert [len(deep(is_shallow=shallow)) for shallow in (False, True)] == [1 + 13 * 2, 1 + 8 * 2]
    assert deep(alpha=0.25)[0][0] == 8 and deep()[0][0] == 32 and deep(alpha=0.01)[0][0] == 0
    with raises("AssertionError", "Unknown data layout"):
        mobilenet.mobile_net(10, (1, 3, 64, 64), layout="NCWH")
    mod, _ = mobilenet.get_workload(1, 10, [3, 32, 32])
    assert len(kernels(tvm, mod["main"])) == 27 and kernels(tvm, mod["main"])[0][0] == 32


@proves("tvm.relay.testing.densenet.get_workload", "四个密集块，末尾没有 softmax", "`densenet_size` 是 121、161、169 或 201，其他值抛出 `KeyError`", "块里每一层只接在前一层之后，块的输入也不进入拼接", "169 的起始通道数写成了 69", "最后的平均池化是 7×7")
def _(tvm):
    densenet = testing(tvm).densenet
    with raises("KeyError"):
        densenet.get_workload(100, 10, 1, (3, 32, 32))
    source = inspect.getsource(densenet)
    assert "169: (69," in source and "pool_size=(7, 7)" in source and "softmax" not in source
    block = densenet._make_dense_block(var(tvm, "x", 1, 3, 8, 8), 3, 2, 4, 1)
    assert shape_of(tvm, block) == (1, 12, 8, 8)
    joined = calls(tvm, block, "concatenate")
    assert len(joined) == 1 and len(joined[0].args[0].fields) == 3


@proves("tvm.relay.testing.inception_v3.Conv", "输出的通道数", "默认 1×1、步长 1、不填充", "卷积的权重名是 `{name}{suffix}_conv1_weight`，归一化的是 `{name}{suffix}_bn_` 加后缀", "None 时参数名以 `None` 开头", "批归一化（没有缩放）")
@proves("tvm.relay.testing.inception_v3.Pooling", "`max` 或 `avg`，其他值抛出 `ValueError: Invalid pooling type`；平均池化把填充的 0 也计入个数", "没有作用")
def _(tvm):
    inception, x = testing(tvm).inception_v3, var(tvm, "x", 1, 3, 8, 8)
    call = inception.Conv(x, 5, name="a", suffix="_b")
    assert kernels(tvm, call) == [(5, (1, 1), (1, 1), (0, 0))]
    names = parameters(tvm, call)
    assert names["a_b_conv1_weight"] == (5, 3, 1, 1) and "a_b_bn_beta" in names
    assert not calls(tvm, call, "nn.batch_norm")[0].attrs.scale and call.op.name == "nn.relu"
    assert "None_conv1_weight" in parameters(tvm, inception.Conv(x, 5))
    average = inception.Pooling(x, (3, 3), (1, 1), (1, 1), "avg", "n")
    assert average.attrs.count_include_pad and average.op.name == "nn.avg_pool2d"
    assert tvm.ir.structural_equal(average, inception.Pooling(x, (3, 3), (1, 1), (1, 1), "avg", None))
    assert inception.Pooling(x, (3, 3), (1, 1), (1, 1), "max", "n").op.name == "nn.max_pool2d"
    with raises("ValueError", "Invalid pooling type"):
        inception.Pooling(x, (3, 3), (1, 1), (1, 1), "sum", "n")


#: Arguments, channels of the output for 3 of the input, whether the size stays, kernels of the convolutions.
MODULES = {
    "Inception7A": ((4, 5, 6, 7, 8, 9, "avg", 10, "m"), 4 + 9 + 7 + 10, True),
    "Inception7B": ((4, 5, 6, 7, "avg", "m"), 4 + 7 + 3, False),
    "Inception7C": ((4, 5, 6, 7, 8, 9, 10, 11, 12, "max", 13, "m"), 4 + 7 + 12 + 13, True),
    "Inception7D": ((4, 5, 6, 7, 8, 9, "avg", "m"), 5 + 9 + 3, False),
    "Inception7E": ((4, 5, 6, 7, 8, 9, 10, 11, "avg", 12, "m"), 4 + 6 + 7 + 10 + 11 + 12, True),
}
ONE, THREE, WIDE, TALL = (1, 1), (3, 3), (1, 7), (7, 1)
BUILT = {
    "Inception7A": [(4, ONE), (8, ONE), (9, (5, 5)), (5, ONE), (6, THREE), (7, THREE), (10, ONE)],
    "Inception7B": [(4, THREE), (5, ONE), (6, THREE), (7, THREE)],
    "Inception7C": [(4, ONE), (5, ONE), (6, WIDE), (7, TALL), (8, ONE), (9, TALL), (10, WIDE), (11, TALL), (12, WIDE), (13, ONE)],
    "Inception7D": [(4, ONE), (5, THREE), (6, ONE), (7, WIDE), (8, TALL), (9, THREE)],
    "Inception7E": [(4, ONE), (5, ONE), (6, (1, 3)), (7, (3, 1)), (8, ONE), (9, THREE), (10, (1, 3)), (11, (3, 1)), (12, ONE)],
}
SAID = {
    "Inception7A": ("1×1 支路的通道数", "1×1、5×5 支路先后的通道数", "1×1 和两个 3×3 先后的通道数", "池化的种类（`max` 或 `avg`），其后 1×1 的通道数", "输出通道数是 `num_1x1 + num_5x5 + num_3x3_2 + proj`", "尺寸不变"),
    "Inception7B": ("3×3 支路的通道数", "1×1 和两个 3×3 先后的通道数", "被忽略，总是最大池化", "输出通道数是 `num_3x3 + num_d3x3_2` 加输入的通道数"),
    "Inception7C": ("1×1 支路的通道数", "1×1、1×7、7×1 先后的通道数", "1×1 之后 7×1、1×7 各两次的支路，先后的通道数", "池化的种类（`max` 或 `avg`），其后 1×1 的通道数", "输出通道数是 `num_1x1 + num_d7_2 + num_q7_4 + proj`", "尺寸不变"),
    "Inception7D": ("1×1、步长 2 的 3×3 先后的通道数", "1×1、1×7、7×1、步长 2 的 3×3 先后的通道数", "与 `Inception7B` 不同，在这里有效", "输出通道数是 `num_3x3 + num_d7_3x3` 加输入的通道数"),
    "Inception7E": ("1×1 支路的通道数", "1×1，末端的 1×3 和 3×1 的通道数", "1×1、3×3，末端的 1×3 和 3×1 的通道数", "输出通道数是 `num_1x1 + num_d3_1 + num_d3_2 + num_3x3_d3_1 + num_3x3_d3_2 + proj`", "尺寸不变"),
}
for name in MODULES:

    @proves(f"{RELAY}inception_v3.{name}", *SAID[name], "参数名的开头")
    def _(tvm, release, name=name):
        args, channels, stays = MODULES[name]
        module = getattr(testing(tvm).inception_v3, name)(var(tvm, "x", 1, 3, 17, 17), *args)
        size = 17 if stays else 8
        assert shape_of(tvm, module) == (1, channels, size, size)
        assert sorted((k[0], k[1]) for k in kernels(tvm, module)) == sorted(BUILT[name])
        kind = "max" if name in ("Inception7B", "Inception7C") else "avg"
        assert len(calls(tvm, module, f"nn.{kind}_pool2d")) == 1
        assert all(one == "x" or one.startswith("m_") for one in parameters(tvm, module))


@proves("tvm.relay.testing.inception_v3.get_net", "Inception v3 的函数，四个形参都没有默认值", "最后的平均池化固定为 8×8，边长 299 到 330 的输入恰好剩下一个点。边长从 331 起剩下的点更多，全连接的权重随之变大；小于 299 时得到 0 或负的高和宽（224 是 -2），类型推断却不报错", "全连接的偏置名是 `fc2_bias`，权重名是 `fc1_weight`")
@proves("tvm.relay.testing.inception_v3.get_workload", "默认输入 3×299×299、一千类")
def _(tvm):
    inception = testing(tvm).inception_v3
    assert all(one.default is inspect.Parameter.empty for one in inspect.signature(inception.get_net).parameters.values())
    width = lambda size: parameters(tvm, inception.get_net(1, 10, (3, size, size), "float32"))
    found = width(299)
    assert found["fc1_weight"] == (10, 2048) and found["fc2_bias"] == (10,) and width(330)["fc1_weight"] == (10, 2048) and width(331)["fc1_weight"][1] > 2048
    net = typed(tvm, inception.get_net(1, 10, (3, 224, 224), "float32"))
    pools = calls(tvm, net, "nn.avg_pool2d")
    last = [one for one in pools if int(one.attrs.pool_size[0]) == 8]
    assert len(last) == 1 and [int(n) for n in last[0].checked_type.shape][2:] == [-2, -2]
    defaults = {name: one.default for name, one in inspect.signature(inception.get_workload).parameters.items()}
    assert defaults["image_shape"] == (3, 299, 299) and defaults["num_classes"] == 1000


@proves("tvm.relay.testing.squeezenet.get_net", "八个 fire 模块，用 1×1 卷积和全局平均池化分类", '`version` 是字符串 `"1.0"` 或 `"1.1"`，其他值抛出 `AssertionError`', "两个版本的起始卷积（7×7 共 96 通道、3×3 共 64 通道）和池化的位置不同", "五个形参都没有默认值")
@proves("tvm.relay.testing.squeezenet.get_workload", "默认 1.0 版；里面保留着一个 `nn.dropout`")
def _(tvm):
    squeezenet = testing(tvm).squeezenet
    nets = [squeezenet.get_net(1, (3, 64, 64), 10, version, "float32") for version in ("1.0", "1.1")]
    assert [kernels(tvm, net)[0][:2] for net in nets] == [(96, (7, 7)), (64, (3, 3))]
    for net in nets:
        assert len(kernels(tvm, net)) == 1 + 8 * 3 + 1 and kernels(tvm, net)[-1][:2] == (10, (1, 1))
        assert len(calls(tvm, net, "nn.global_avg_pool2d")) == len(calls(tvm, net, "nn.dropout")) == 1
    for version in ("1.2", 1.0):
        with raises("AssertionError"):
            squeezenet.get_net(1, (3, 64, 64), 10, version, "float32")
    assert all(one.default is inspect.Parameter.empty for one in inspect.signature(squeezenet.get_net).parameters.values())
    assert inspect.signature(squeezenet.get_workload).parameters["version"].default == "1.0"


@proves("tvm.relay.testing.vgg.get_feature", "每一段几个卷积", "每一段的通道数，不能比 `layers` 短", "卷积和偏置之后是否加批归一化", "每一段若干个 3×3 卷积，段末用最大池化把尺寸减半")
@proves("tvm.relay.testing.vgg.get_classifier", "压平后接两个宽 4096 的全连接和一个输出层，不含 softmax", "前两个全连接之后各有 ReLU 和比例 0.5 的 `nn.dropout`，参数名是 `fc6`、`fc7`、`fc8`")
def _(tvm):
    vgg, x = testing(tvm).vgg, var(tvm, "x", 1, 3, 16, 16)
    net = vgg.get_feature(x, [1, 2], [4, 8])
    assert [(k[0], k[1]) for k in kernels(tvm, net)] == [(4, (3, 3)), (8, (3, 3)), (8, (3, 3))] and shape_of(tvm, net) == (1, 8, 4, 4)
    assert not calls(tvm, net, "nn.batch_norm") and len(calls(tvm, vgg.get_feature(x, [1, 2], [4, 8], True), "nn.batch_norm")) == 3
    with raises("IndexError"):
        vgg.get_feature(x, [1, 2], [4])
    head = vgg.get_classifier(x, 7)
    found = parameters(tvm, head)
    assert found["fc6_weight"][0] == found["fc7_weight"][0] == 4096 and found["fc8_weight"] == (7, 4096)
    drops = [node for node in calls(tvm, head, "nn.dropout")]
    assert len(drops) == len(calls(tvm, head, "nn.relu")) == 2 and all(one.attrs.rate == 0.5 for one in drops) and not calls(tvm, head, "nn.softmax")


@proves("tvm.relay.testing.vgg.get_net", "次序与 `get_workload` 不同，这里 `image_shape` 在 `num_classes` 之前", "它数的是卷积和三个全连接", "卷积和偏置之后是否加批归一化，默认 False")
@proves("tvm.relay.testing.vgg.get_workload", "默认 11 层", "16 层、224×224 时参数约 1.38 亿个")
def _(tvm):
    vgg = testing(tvm).vgg
    for layers in (11, 13, 16, 19):
        net = vgg.get_net(1, (3, 32, 32), 10, "float32", layers)
        assert len(kernels(tvm, net)) + len(calls(tvm, net, "nn.dense")) == layers and net.body.op.name == "nn.softmax"
    assert calls(tvm, vgg.get_net(1, (3, 32, 32), 10, "float32", 11, True), "nn.batch_norm")
    order = [list(inspect.signature(one).parameters) for one in (vgg.get_net, vgg.get_workload)]
    assert order[0].index("image_shape") < order[0].index("num_classes") and order[1].index("num_classes") < order[1].index("image_shape")
    assert inspect.signature(vgg.get_workload).parameters["num_layers"].default == 11
    found = parameters(tvm, vgg.get_net(1, (3, 224, 224), 1000, "float32", 16))
    assert sum(int(np.prod(shape)) for name, shape in found.items() if name != "data") == 138357544


@proves("tvm.relay.testing.vgg.get_net", "11、13、16 或 19，其他值抛出 `ValueError: Invalid num_layers`", versions=("0.13.0",))
@proves("tvm.relay.testing.vgg.get_net", "11、13、16 或 19，其他值抛出 `ValueError: Invalide num_layers`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    for layers in (12, 0, "11"):
        with raises("ValueError", "Invalid num_layers" if release == "0.13.0" else "Invalide num_layers"):
            testing(tvm).vgg.get_net(1, (3, 32, 32), 10, "float32", layers)


@proves("tvm.relay.testing.dcgan.deconv2d", "没有用到", "次序是通道、高、宽，与布局无关；通道数取第一项，高和宽只用来算 `output_padding`", "卷积核的高和宽，每边填充 `(k - 1) // 2`", "其他值抛出 `ValueError: Invalid layout`", "默认 2，尺寸加倍", "17×17 的输入和 4×4 的卷积核配 `(6, 99, 99)`，得到的是 35×35")
@proves("tvm.relay.testing.dcgan.deconv2d_bn_relu", "转置卷积之后接批归一化（没有缩放）和 ReLU", "缺少任何一个都抛出 `TypeError`；参数名以 `prefix` 开头")
def _(tvm):
    dcgan = testing(tvm).dcgan
    make = lambda size, oshape, kernel=(4, 4), **more: dcgan.deconv2d(var(tvm, "x", 1, 5, size, size), more.pop("ishape", None), oshape, kernel, "NCHW", "d", **more)
    assert shape_of(tvm, make(17, (6, 99, 99))) == (1, 6, 35, 35) and shape_of(tvm, make(16, (6, 32, 32))) == (1, 6, 32, 32)
    assert tvm.ir.structural_equal(make(16, (6, 32, 32), stride=(2, 2), ishape="anything").attrs, make(16, (6, 32, 32)).attrs)
    assert [int(n) for n in make(16, (6, 32, 32), (5, 5)).attrs.padding] in ([2, 2], [2, 2, 2, 2])
    with raises("ValueError", "Invalid layout"):
        dcgan.deconv2d(var(tvm, "x", 1, 5, 4, 4), None, (6, 8, 8), (4, 4), "NCWH", "d")
    whole = dict(ishape=(5, 4, 4), oshape=(6, 8, 8), kshape=(4, 4), layout="NCHW")
    block = dcgan.deconv2d_bn_relu(var(tvm, "x", 1, 5, 4, 4), "g2", **whole)
    assert block.op.name == "nn.relu" and not calls(tvm, block, "nn.batch_norm")[0].attrs.scale
    assert all(name == "x" or name.startswith("g2") for name in parameters(tvm, block))
    for name in whole:
        with raises("TypeError"):
            dcgan.deconv2d_bn_relu(var(tvm, "x", 1, 5, 4, 4), "g2", **{key: value for key, value in whole.items() if key != name})


@proves("tvm.relay.testing.dcgan.get_net", "输入向量的长度", "高和宽不是 64 时抛出 `AssertionError`，`NHWC` 时也按这个次序写", "通道数的基数，四个中间层依次是它的 8、4、2、1 倍", "代替输入 `data` 的表达式，给出后 `random_len` 和 `dtype` 不用", "输出经过 `tanh`。`layout` 不是 `NCHW`、`NHWC` 时抛出 `ValueError`")
@proves("tvm.relay.testing.dcgan.get_workload", "次序与它不同，`random_len` 在 `ngf` 之后")
def _(tvm):
    dcgan = testing(tvm).dcgan
    net = dcgan.get_net(2, 7, ngf=3)
    assert parameters(tvm, net)["data"] == (2, 7) and shape_of(tvm, net) == (2, 3, 64, 64) and net.body.op.name == "tanh"
    assert [int(one.attrs.channels) for one in calls(tvm, net, "nn.conv2d_transpose")] == [12, 6, 3, 3]
    assert parameters(tvm, net)[next(name for name in parameters(tvm, net) if name.endswith("weight") and len(parameters(tvm, net)[name]) == 2)][0] == 24 * 16
    assert shape_of(tvm, dcgan.get_net(2, 7, ngf=3, layout="NHWC")) == (2, 64, 64, 3)
    with raises("AssertionError"):
        dcgan.get_net(2, oshape=(3, 32, 32))
    with raises("ValueError"):
        dcgan.get_net(2, layout="NCWH")
    given = dcgan.get_net(2, 99, ngf=3, code=var(tvm, "z", 2, 5), dtype="int8")
    names = parameters(tvm, given)
    assert names["z"] == (2, 5) and "data" not in names
    order = [list(inspect.signature(one).parameters) for one in (dcgan.get_net, dcgan.get_workload)]
    assert order[0].index("random_len") < order[0].index("ngf") and order[1].index("random_len") > order[1].index("ngf")


@proves("tvm.relay.testing.lstm.lstm_cell", "得到的函数的形参依次是 `inputs`、`states`（两个张量的元组）、`i2h_weight`、`i2h_bias`、`h2h_weight`、`h2h_bias`，返回 `(h, (h, c))`", "权重是 `(4 * num_hidden, num_hidden)`，四段次序是输入门、遗忘门、候选值、输出门", "`name` 没有作用，变量名不随它变")
def _(tvm):
    relay, cell = tvm.relay, testing(tvm).lstm.lstm_cell(3, 2, name="n")
    assert [one.name_hint for one in cell.params] == ["inputs", "states", "i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias"]
    shapes = [tuple(int(n) for n in one.type_annotation.shape) for one in cell.params if one.name_hint != "states"]
    assert shapes == [(2, 3), (12, 3), (12,), (12, 3), (12,)]
    rng = np.random.default_rng(0)
    x, h, c, wi, bi, wh, bh = (rng.uniform(-1, 1, shape).astype("float32") for shape in ((2, 3), (2, 3), (2, 3), (12, 3), (12,), (12, 3), (12,)))
    const = relay.const
    call = relay.Call(cell, [const(x), relay.Tuple([const(h), const(c)]), const(wi), const(bi), const(wh), const(bh)])
    result = relay.create_executor("vm", tvm.IRModule.from_expr(call), tvm.cpu(), "llvm").evaluate()()
    s = lambda v: 1 / (1 + np.exp(-v))
    i, f, g, o = np.split(x @ wi.T + bi + h @ wh.T + bh, 4, 1)
    after = s(f) * c + s(i) * np.tanh(g)
    out = s(o) * np.tanh(after)
    assert np.allclose(result[0].numpy(), out, atol=1e-5) and np.allclose(result[1][0].numpy(), out, atol=1e-5) and np.allclose(result[1][1].numpy(), after, atol=1e-5)


@proves("tvm.relay.testing.lstm.get_net", "步数，至少是 1，0 时抛出 `RuntimeError`", "每一步有自己的输入和自己的权重，并不共享；各步的输入都叫 `data`", "展开若干步的 LSTM，初始状态是 0，返回最后一步的输出")
@proves("tvm.relay.testing.lstm.get_workload", "每一步四个参数", "直接交给 `relay.build` 报 `primitive functions not set on Relay function by TECompiler`，用虚拟机编译")
def _(tvm):
    lstm, relay = testing(tvm).lstm, tvm.relay
    with raises("RuntimeError"):
        lstm.get_net(0, 4)
    net = lstm.get_net(3, 4)
    names = [one.name_hint for one in net.params]
    assert names.count("data") == 3 and len(names) == 3 + 3 * 4 and len(set(names)) == 1 + 3 * 4
    mod, params = lstm.get_workload(2, 4)
    assert len(params) == 8 and "data" not in params
    with raises(Exception, "primitive functions not set on Relay function by TECompiler"):
        relay.build(mod, "llvm", params=params)
    machine = tvm.runtime.vm.VirtualMachine(relay.vm.compile(mod, "llvm", params=params), tvm.cpu())
    step = np.ones((1, 4), "float32")
    assert machine.invoke("main", step, step).shape == (1, 4)


COMPLETE = True
