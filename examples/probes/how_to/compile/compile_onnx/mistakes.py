"""What of ONNX is imported wrongly or refused: the list of operators and the mistakes of docs/how_to/compile/compile_onnx.md."""

import numpy as np
import onnxruntime  # once, before the processes of the probes
from onnx import TensorProto, helper, numpy_helper
from probes import proves, raises

from tvm import relay

PAGE = "how_to/compile/compile_onnx#"
OTHER = PAGE + "其他信息"
DIFFERENCE = PAGE + "与-0130-的差别"
NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
node = helper.make_node
rng = np.random.default_rng(0)


def weight(name, *shape, data=None):
    return numpy_helper.from_array((rng.normal(0, 0.3, shape) if data is None else np.array(data)).astype("float32"), name)


def integers(name, *values, dtype="int64"):
    return numpy_helper.from_array(np.array(values, dtype), name)


def model(nodes, inputs, constants=(), outputs=("y",), opset=13, kinds={}):
    value = lambda name, shape: helper.make_tensor_value_info(name, kinds.get(name, TensorProto.FLOAT), shape)
    graph = helper.make_graph(nodes, "g", [value(*one) for one in inputs.items()], [value(one, None) for one in outputs], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def load(made, **more):
    return relay.frontend.from_onnx(made, **more)[0]


def run(made, **inputs):
    """What TVM computes, and what ONNX Runtime computes."""
    import tvm

    evaluate = relay.create_executor("vm", load(made), tvm.cpu(), "llvm").evaluate()
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    return evaluate(*inputs.values()).numpy(), session.run(None, inputs)[0]


def data(*shape):
    return rng.normal(size=shape).astype("float32")


@proves(PAGE + "归约只算了第一个轴", "导出时把 opset 降到 12（没有 `ReduceSum` 时 17 也行）")
def _(tvm):
    for op, opset in (("ReduceSum", 12), ("ReduceMean", 17), ("ReduceMax", 17), ("ReduceL2", 17)):
        np.testing.assert_allclose(*run(model([node(op, ["x"], ["y"], axes=[1, 2])], {"x": (2, 3, 4)}, opset=opset), x=data(2, 3, 4)), rtol=1e-5)


@proves(PAGE + "归约只算了第一个轴", "`ReduceL1`、`ReduceL2`、`ReduceLogSum`、`ReduceSumSquare` 只有支持属性的旧转换函数，opset 18 时它把 `axes` 当成 `sum` 的第二个位置实参")
def _(tvm):
    for op in ("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceSumSquare"):
        with raises(TypeError, "sum() got multiple values for argument 'axis'"):
            load(model([node(op, ["x", "a"], ["y"])], {"x": (2, 3, 4)}, [integers("a", 1, 2)], opset=18))


@proves(PAGE + "归约只算了第一个轴", "`IndexError: index 0 is out of bounds for axis 0 with size 0`：`axes` 是空张量。去掉这个输入就行")
def _(tvm):
    with raises(IndexError, "index 0 is out of bounds for axis 0 with size 0"):
        load(model([node("ReduceSum", ["x", "a"], ["y"])], {"x": (2, 3)}, [integers("a")]))
    np.testing.assert_allclose(*run(model([node("ReduceSum", ["x"], ["y"])], {"x": (2, 3)}), x=data(2, 3)), rtol=1e-5)


@proves(PAGE + "pad-width-pairs-与维数不符", "第三个输入（填充值）也只在恰有三个输入时才读，所以 `axes` 写全了所有的轴时，填的是 0", "把 `pads` 写全，去掉 `axes`")
def _(tvm):
    constants = [integers("p", 0, 1, 0, 1), weight("v", data=7.0), integers("a", 0, 1)]
    x = data(2, 3)
    got, want = run(model([node("Pad", ["x", "p", "v", "a"], ["y"])], {"x": (2, 3)}, constants, opset=18), x=x)
    assert got[0, 0] == 0 and want[0, 0] == 7
    np.testing.assert_array_equal(*run(model([node("Pad", ["x", "p", "v"], ["y"])], {"x": (2, 3)}, constants[:2], opset=18), x=x))


@proves(PAGE + "动态形状下-shape-的-start-不起作用", "用 `shape` 参数定下形状")
def _(tvm):
    made = model([node("Shape", ["x"], ["y"], start=1)], {"x": ("n", 3, 4)}, opset=15, kinds={"y": TensorProto.INT64})
    assert load(made, shape={"x": (2, 3, 4)})["main"].ret_type.shape[0] == 2


@proves(PAGE + "dtypefloat16-没有效果", "导入后执行 `relay.transform.ToMixedPrecision`，它会在需要的地方插入 `cast`")
def _(tvm):
    mod = load(model([node("MatMul", ["x", "w"], ["y"])], {"x": (2, 3)}, [weight("w", 3, 4)]))
    text = str(relay.transform.ToMixedPrecision("float16")(relay.transform.InferType()(mod)))
    assert 'cast(%x, dtype="float16")' in text, text


@proves(OTHER, "`'str' object has no attribute 'graph'`：传了路径")
def _(tvm):
    with raises(AttributeError, "'str' object has no attribute 'graph'"):
        relay.frontend.from_onnx("model.onnx")


@proves(OTHER, "`Dynamic Split not yet supported`、`Dynamic Reduce is not supported yet!`：`split`、`axes` 由网络算出")
def _(tvm):
    kinds = {"n": TensorProto.INT64}
    with raises(Exception, "Dynamic Split not yet supported"):
        load(model([node("Split", ["x", "n"], ["y", "z"])], {"x": (4, 3), "n": (2,)}, outputs=("y", "z"), kinds=kinds))
    with raises(Exception, "Dynamic Reduce is not supported yet!"):
        load(model([node("ReduceSum", ["x", "n"], ["y"])], {"x": (4, 3), "n": (1,)}, kinds=kinds))


@proves(OTHER, "`indices_or_sections need to be able to divide input.shape[axis]`：opset 18 的 `Split` 用 `num_outputs` 且除不尽", "改用 `split` 写明各段长度")
def _(tvm):
    split = lambda inputs, constants, **more: model([node("Split", inputs, ["y", "z"], **more)], {"x": (5, 3)}, constants, ("y", "z"), 18)
    from tvm.ir import diagnostics

    found = []
    diagnostics.override_renderer(lambda ctx: found.extend(one.message for one in ctx.diagnostics))
    try:
        load(split(["x"], [], num_outputs=2))
    except Exception as error:
        found.append(str(error))
    assert any("indices_or_sections need to be able to divide input.shape[axis]" in one for one in found), found
    assert [list(one.shape) for one in load(split(["x", "s"], [integers("s", 3, 2)]))["main"].ret_type.fields] == [[3, 3], [2, 3]]


@proves(OTHER, "`no value in Constant`：`Constant` 用 `value_float`、`value_ints` 等属性，转换函数只支持 `value`", versions=("0.13.0",))
@proves(OTHER, "`module 'tvm' has no attribute 'errors'`：`Constant` 用 `value_float`、`value_ints` 等属性，转换函数只支持 `value`，报错的那一句又写错了模块名", versions=OLD)
def _(tvm, release):
    words = "no value in Constant" if release == "0.13.0" else "module 'tvm' has no attribute 'errors'"
    for more in ({"value_float": 1.0}, {"value_ints": [1, 2]}, {"value_floats": [1.0]}, {"value_int": 3}):
        with raises(Exception, words):
            load(model([node("Constant", [], ["c"], **more), node("Add", ["x", "c"], ["y"])], {"x": (2,)}))


def recurrent(op, gates):
    inputs = ["x", "w", "r", "", "s"]
    constants = [weight("w", 1, gates * 2, 3), weight("r", 1, gates * 2, 2), integers("s", 4, 2, dtype="int32")]
    return run(model([node(op, inputs, ["y"], hidden_size=2)], {"x": (4, 2, 3)}, constants), x=data(4, 2, 3))


@proves(OTHER, "`RNN`、`LSTM` 的结果不对：输入 `sequence_lens` 不被读取，每个序列都按最长的算", "同样长的序列不受影响", versions=NEW)
@proves(OTHER, "`RNN`、`GRU`、`LSTM` 的结果不对：输入 `sequence_lens` 不被读取，每个序列都按最长的算", "同样长的序列不受影响", versions=("0.10.0",))
def _(tvm, release):
    for op, gates in (("RNN", 1), ("LSTM", 4), ("GRU", 3)):
        got, want = recurrent(op, gates)
        np.testing.assert_allclose(got[:, :, 0], want[:, :, 0], rtol=1e-4, atol=1e-6)
        assert np.allclose(got, want, atol=1e-5) == (op == "GRU" and release != "0.10.0"), op


def unsqueezed(axes, direct):
    nodes = [node("Unsqueeze", ["x" if direct else "t", "a"], ["y"])]
    made = model(nodes if direct else [node("Relu", ["x"], ["t"]), *nodes], {"x": (2, 3)}, [integers("a", *axes)])
    return tuple(int(one) for one in load(made)["main"].ret_type.shape)


@proves(OTHER, "中间结果 `(2, 3)` 插入 -1、-2 得到 `(2, 1, 3, 1)`，应为 `(2, 3, 1, 1)`；网络的输入 `(2, 3)` 插入 -2、1 得到 `(2, 1, 3, 1)`，应为 `(2, 1, 1, 3)`", "换算出的位置超出了当时的范围：中间结果 `(2, 3)` 插入 -4、-3，网络的输入 `(2, 3)` 插入 -1、0", versions=NEW)
@proves(OTHER, "`axes` 有几个负数时，逐个插入，负数按当时的维数解释，位置算错：`(2, 3)` 插入 -1、-2 得到 `(2, 1, 3, 1)`，应为 `(2, 3, 1, 1)`", "负数超出了当时的范围：`(2, 3)` 插入 -4、-3，或者 -4、1", versions=("0.10.0",))
def _(tvm, release):
    from tvm.ir import diagnostics

    found = []
    diagnostics.override_renderer(lambda ctx: found.extend(one.message for one in ctx.diagnostics))
    assert unsqueezed((-1, -2), False) == (2, 1, 3, 1)
    assert unsqueezed((2, 3), False) == (2, 3, 1, 1)
    if release != "0.10.0":
        assert unsqueezed((-2, 1), True) == (2, 1, 3, 1)
    for axes, direct in (((-4, -3), False), (((-4, 1), True) if release == "0.10.0" else ((-1, 0), True))):
        try:
            unsqueezed(axes, direct)
        except Exception as error:
            assert any("expand_dims only accepts `axis` in [-data.ndim - 1, data.ndim]" in one for one in (*found, str(error))), axes
        else:
            raise AssertionError(axes)


def matmul(first):
    return model([node("MatMul", ["x", "v"], ["y"])], {"x": first}, [weight("v", 4)])


@proves(OTHER, "`BatchDot: shapes of x and y is inconsistent`：`MatMul` 的第一个输入是三维以上，第二个是一维", "先把它变成一列，结果再去掉那一维", versions=NEW)
@proves(OTHER, "`Dimension mismatch: axes has 2 elements, but data.ndim = 1`：`MatMul` 的第二个输入是一维，第一个是矩阵", "第一个是三维以上时，说的是 `BatchDot: shapes of x and y is inconsistent`，办法相同", versions=("0.10.0",))
@proves(DIFFERENCE, "`MatMul` 的第二个输入是一维，第一个是矩阵或向量 | 报错 | 能导入", versions=("0.10.0",))
def _(tvm, release):
    from tvm.ir import diagnostics

    found = []
    diagnostics.override_renderer(lambda ctx: found.extend(one.message for one in ctx.diagnostics))

    def words(first):
        try:
            load(matmul(first))
        except Exception as error:
            return "\n".join([*found, str(error)])
        return ""

    assert "shapes of x and y is inconsistent" in words((2, 3, 4))
    if release == "0.10.0":
        assert "axes has 2 elements, but data.ndim = 1" in words((3, 4)) and words((4,))
    else:
        assert words((3, 4)) == words((4,)) == ""
    column = [node("MatMul", ["x", "v"], ["t"]), node("Squeeze", ["t", "a"], ["y"])]
    np.testing.assert_allclose(*run(model(column, {"x": (2, 3, 4)}, [weight("v", 4, 1), integers("a", 2)]), x=data(2, 3, 4)), rtol=1e-4, atol=1e-6)


@proves(OTHER, "`Field 'shape' of 'type' is required but missing`：来自 onnx 的检查器，只是警告")
def _(tvm):
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        load(model([node("Relu", ["x"], ["y"])], {"x": (2, 3)}))
    assert any("Field 'shape' of 'type' is required but missing" in str(one.message) for one in caught)
