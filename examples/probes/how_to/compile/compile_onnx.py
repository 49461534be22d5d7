"""What of ONNX is imported, and how: docs/how_to/compile/compile_onnx.md up to its list of mistakes."""

import os
import tempfile

import numpy as np
import onnx
import onnxruntime  # noqa: F401, once, before the processes of the probes
from onnx import TensorProto, helper, numpy_helper
from probes import proves, raises

from tvm import relay

PAGE = "how_to/compile/compile_onnx#"
NEW = ("0.12.0", "0.13.0")
node = helper.make_node


def weight(name, *shape, value=None):
    data = np.random.default_rng(len(name)).normal(0, 0.3, shape) if value is None else np.full(shape, value)
    return numpy_helper.from_array(data.astype("float32"), name)


def integers(name, *values):
    return numpy_helper.from_array(np.array(values, "int64"), name)


def model(nodes, inputs, constants=(), outputs=("y",), opset=13, domains=()):
    value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "g", [value(*one) for one in inputs.items()], [value(one, None) for one in outputs], constants)
    ids = [helper.make_opsetid("", opset), *(helper.make_opsetid(one, 1) for one in domains)]
    return helper.make_model(graph, opset_imports=ids, ir_version=8)


def load(made, *rest, **more):
    return relay.frontend.from_onnx(made, *rest, **more)[0]


def run(tvm, mod, *inputs):
    return relay.create_executor("debug", mod, tvm.cpu(), "llvm").evaluate()(*inputs).numpy()


def names(mod):
    return [one.name_hint for one in mod["main"].params]


@proves(PAGE + "最短的流程", "权重放在外部文件里的也会一并读入")
def _(tvm):
    made = lambda: model([node("MatMul", ["x", "w"], ["y"])], {"x": (2, 64)}, [weight("w", 64, 64)])
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "model.onnx")
        onnx.save(made(), file, save_as_external_data=True, location="weights.bin", size_threshold=0)
        assert os.path.getsize(file) < 4096 < os.path.getsize(os.path.join(folder, "weights.bin"))
        read = onnx.load(file)
    x = np.ones((2, 64), "float32")
    np.testing.assert_allclose(run(tvm, load(read), x), run(tvm, load(made()), x))


for _release in (*NEW, "0.10.0"):

    @proves(PAGE + "最短的流程", f"函数的说明文字提到输入会改名为 `input_0`、参数改名为 `param_0`，{_release} 里并没有这样做", versions=(_release,))
    def _(tvm):
        text = relay.frontend.from_onnx.__doc__
        assert "input_0" in text and "param_0" in text
        mod, params = relay.frontend.from_onnx(model([node("MatMul", ["x", "w"], ["y"])], {"x": (2, 3)}, [weight("w", 3, 4)]), freeze_params=False)
        assert names(mod) == ["x", "w"] and list(params) == ["w"]


@proves(PAGE + "imported", "同一个算子在 opset 13 前后默认值不同")
def _(tvm):
    x = np.arange(24, dtype="float32").reshape(2, 3, 4) / 7
    sums = {}
    for opset in (12, 13):
        got = run(tvm, load(model([node("Softmax", ["x"], ["y"])], {"x": x.shape}, opset=opset)), x)
        sums[opset] = {axis: bool(np.allclose(got.sum(axis), 1)) for axis in (-1, (1, 2))}
    assert sums == {12: {-1: False, (1, 2): True}, 13: {-1: True, (1, 2): False}}


@proves(PAGE + "六个步骤", "失败只发出警告，继续往下走", "没有名字的权重报 `Tensor's name is required.`")
def _(tvm):
    import warnings

    made = model([node("Relu", ["x"], ["y"])], {"x": (2, 3)})
    made.ir_version = 0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert "nn.relu" in str(load(made))
    assert caught
    nameless = model([node("MatMul", ["x", "w"], ["y"])], {"x": (2, 3)}, [weight("", 3, 4)])
    with raises(ValueError, "Tensor's name is required."):
        load(nameless)


@proves(PAGE + "六个步骤", "不是权重的 `graph.input` 各变成一个变量，形状以 `shape` 参数为先", "`shape` 里有多余的名字时断言失败")
@proves(PAGE + "shape", "没有写到的输入照模型里的声明")
@proves(PAGE + "其他信息", "`shape` 的键不是输入名", "其中可能混有权重")
def _(tvm):
    made = model([node("MatMul", ["x", "w"], ["t"]), node("Add", ["t", "b"], ["y"])], {"x": ("n", 3), "b": (4,), "w": (3, 4)}, [weight("w", 3, 4)])
    mod = load(made, shape={"x": (5, 3)})
    assert names(mod) == ["x", "b"]
    assert [list(one.type_annotation.shape) for one in mod["main"].params] == [[5, 3], [4]]
    assert [one.name for one in made.graph.input] == ["x", "b", "w"]
    with raises(AssertionError, "User specified the shape for inputs that weren't found in the graph"):
        load(made, shape={"X": (5, 3)})


def choice(*others, inner="Relu", then="h", otherwise="h"):
    """An If, whose branches read what one of them names: x is an input, h is computed of it or of another one."""
    def branch(op, name):
        return helper.make_graph([node(op, [name], ["r"])], op, [], [helper.make_tensor_value_info("r", TensorProto.FLOAT, (2, 3))])

    nodes = [node("Greater", ["p", "q"], ["c"]), node("Identity", ["x"], ["h"]), node("Abs", ["z"], ["a"]), *others]
    nodes.append(node("If", ["c"], ["y"], then_branch=branch(inner, then), else_branch=branch("Neg", otherwise)))
    return model([one for one in nodes if "x" not in (then, otherwise) or one.op_type != "Identity"], {"x": (2, 3), "z": (2, 3), "p": (1,), "q": (1,)})


IF = "`KeyError: Var(x, …)`、`contains free variables: [Var(x, …`：`If` 的分支直接用了网络的一个输入，而前面的节点没有用过它"


@proves(PAGE + "其他信息", IF, "两个分支都用时报前一句，只有一个用时报后一句", "在 `If` 之前加一个以它为输入的 `Identity`，分支改用 `Identity` 的输出", versions=NEW)
@proves(PAGE + "与-0130-的差别", "`If` 的分支直接用前面的节点没有用过的输入 | 能导入", versions=("0.10.0",))
def _(tvm, release):
    for branches in ({"then": "h", "otherwise": "h"}, {"then": "a", "otherwise": "z"}, {"then": "z", "otherwise": "z"}):
        load(choice(**branches))
    for error, words, branches in (
        (KeyError, "Var(x", {"then": "x", "otherwise": "x"}),
        ("TVMError", "contains free variables: [Var(x", {"then": "a", "otherwise": "x"}),
    ):
        if release == "0.10.0":
            load(choice(**branches))
        else:
            with raises(error, words):
                load(choice(**branches))


@proves(PAGE + "六个步骤", "把这一层缺的全部列出来，抛出 `OpNotImplemented`", "`If`、`Loop`、`Scan` 的子图到转换时才核对")
@proves("how_to/compile/index#counts", "先查全图，一次列全；`If`、`Loop`、`Scan` 的子图到转换时才查")
def _(tvm):
    load(choice())
    missing = [node(op, ["x"], [op]) for op in ("Det", "NoSuch")]
    try:
        load(choice(*missing, inner="Odd"))
    except tvm.error.OpNotImplemented as error:
        assert "Det" in str(error) and "NoSuch" in str(error) and "Odd" not in str(error), error
    with raises("OpNotImplemented", "Odd"):
        load(choice(inner="Odd"))


@proves(PAGE + "六个步骤", "`freeze_params=True` 时执行 `DynamicToStatic`，折不掉的动态算子原样留下")
def _(tvm):
    nodes = [node("Shape", ["x"], ["s"]), node("Gather", ["s", "i"], ["n"]), node("Concat", ["n", "m"], ["t"], axis=0), node("Reshape", ["x", "t"], ["y"])]
    made = lambda batch: model(nodes, {"x": (batch, 3, 4)}, [integers("i", 0), integers("m", -1)])
    assert "dyn." not in str(load(made(2))) and "dyn.reshape" in str(load(made("n")))
    assert "dyn.reshape" in str(load(made(2), freeze_params=False))


@proves(PAGE + "六个步骤", "导入器用 `Conv_0` 这样的类型加序号代替，并写回传进来的 `model`", "没有保留原来的 opset，写的是本机 onnx 的最新版本", versions=NEW)
def _(tvm):
    made = model([node("Conv", ["x", "w"], ["y"])], {"x": (1, 1, 4, 4)}, [weight("w", 1, 1, 3, 3)])
    with tempfile.TemporaryDirectory() as folder:
        assert "Conv_0" in str(load(made, export_node_renamed_model_path=folder))
        assert made.graph.node[0].name == "Conv_0"
        (file,) = os.listdir(folder)
        written = onnx.load(os.path.join(folder, file))
    assert written.graph.node[0].name == "Conv_0"
    assert [one.version for one in written.opset_import] == [onnx.defs.onnx_opset_version()] and made.opset_import[0].version == 13


@proves(PAGE + "六个步骤", "失败时报各算子自己的错误，不说是哪个节点", "没有名字的节点打印成空的", versions=("0.10.0",))
def _(tvm):
    made = model([node("Reshape", ["x", "s"], ["t"], "bad_one"), node("Relu", ["t"], ["y"])], {"x": (2, 3)}, [integers("s", 7)])
    try:
        load(made)
    except Exception as error:
        assert "bad_one" not in str(error)
    else:
        raise AssertionError
    from tvm.relay.frontend import onnx as front

    seen, convert = [], front.GraphProto._convert_operator
    front.GraphProto._convert_operator = lambda self, name, inputs, attrs, opset: seen.append(attrs["tvm_custom"]["name"]) or convert(self, name, inputs, attrs, opset)
    load(model([node("Relu", ["x"], ["y"])], {"x": (2, 3)}))
    assert seen == [""]


@proves(PAGE + "freeze_params", "编译时不传 `params`，运行时用 `set_input` 给")
def _(tvm):
    from tvm.contrib import graph_executor

    mod, params = relay.frontend.from_onnx(model([node("MatMul", ["x", "w"], ["y"])], {"x": (2, 3)}, [weight("w", 3, 4)]), freeze_params=False)
    runner = graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
    x = np.ones((2, 3), "float32")
    runner.set_input("x", x)
    for w in (params["w"].numpy(), np.ones((3, 4), "float32")):
        runner.set_input("w", w)
        runner.run()
        np.testing.assert_allclose(runner.get_output(0).numpy(), x @ w, rtol=1e-5)


@proves(PAGE + "freeze_params", "这样的模块交给 `relay.build` 会失败，即使传了 `params`")
def _(tvm):
    nodes = [node("Shape", ["x"], ["s"]), node("Gather", ["s", "i"], ["n"]), node("Concat", ["n", "m"], ["t"], axis=0), node("Reshape", ["x", "t"], ["y"])]
    made = model(nodes, {"x": (2, 3, 4)}, [integers("i", 0), integers("m", -1)])
    mod, params = relay.frontend.from_onnx(made, freeze_params=False)
    with raises("TVMError", "Cannot allocate memory symbolic tensor shape"):
        relay.build(mod, "llvm", params=params)
    relay.build(load(made), "llvm")


@proves(PAGE + "shape", "把通道数写错，类型推断会报两个形状对不上", "图执行器在编译时就要知道每个张量多大，不能用")
@proves(PAGE + "其他信息", "`Cannot allocate memory symbolic tensor shape`：形状里还有 `?`")
def _(tvm):
    made = model([node("Conv", ["x", "w"], ["y"])], {"x": ("n", 3, 8, 8)}, [weight("w", 4, 3, 3, 3)])
    from tvm.ir import diagnostics

    found = []
    diagnostics.override_renderer(lambda ctx: found.extend(one.message for one in ctx.diagnostics))
    with raises(Exception):
        load(made, shape={"x": (1, 5, 8, 8)})
    assert any("does not match" in one or "Incompatible" in one for one in found), found
    with raises("TVMError", "Cannot allocate memory symbolic tensor shape"):
        relay.build(load(made), "llvm")


@proves(PAGE + "layout", "`from_onnx` 没有布局参数")
@proves(PAGE + "extend", "`from_onnx` 没有留这样的参数，只能替换模块里的 `_get_convert_map`")
def _(tvm):
    import inspect

    given = set(inspect.signature(relay.frontend.from_onnx).parameters)
    assert given <= {"model", "shape", "dtype", "opset", "freeze_params", "convert_config", "export_node_renamed_model_path"}


@proves(PAGE + "opt-level", "不写 `PassContext` 就是这一级", "近似数学，`nn.softmax` 换成 `nn.fast_softmax`")
def _(tvm):
    assert tvm.transform.PassContext().opt_level == tvm.transform.PassContext.current().opt_level == 2
    mod = load(model([node("Softmax", ["x"], ["y"])], {"x": (2, 3)}))
    for level in (3, 4):
        with tvm.transform.PassContext(opt_level=level):
            assert ("fast_softmax" in relay.build(mod, "llvm").get_graph_json()) == (level == 4)


@proves(PAGE + "operators", "导入器不看域，只看 `op_type`。自定义域里同名的算子会被当成表里的那个转换，含义不同也不提示")
def _(tvm):
    made = model([helper.make_node("Relu", ["x"], ["y"], domain="com.example")], {"x": (2, 3)}, domains=["com.example"])
    x = np.float32([[-1, 2, -3], [4, -5, 6]])
    np.testing.assert_array_equal(run(tvm, load(made), x), np.maximum(x, 0))


@proves(PAGE + "operators", "17 个来自 `com.microsoft` 域，例如 `Attention`、`QLinearAdd`、`FastGelu`", "4 个来自 `ai.onnx.ml` 和训练预览域", "表里有、而 onnx 没有注册成标准算子的有 28 个", "其余是 PyTorch 导出的 `ATen` 和早年的实验算子，如 `Affine`、`FC`", versions=NEW)
@proves(PAGE + "operators", "13 个来自 `com.microsoft` 域，例如 `Attention`、`QLinearAdd`、`BiasGelu`", "4 个来自 `ai.onnx.ml` 和训练预览域", "表里有、而 onnx 没有注册成标准算子的有 24 个", versions=("0.10.0",))
def _(tvm, release):
    from onnxruntime.capi.onnxruntime_pybind11_state import get_all_operator_schema

    from tvm.relay.frontend.onnx import _get_convert_map

    table = set(_get_convert_map(onnx.defs.onnx_opset_version()))
    schemas = onnx.defs.get_all_schemas()
    odd = table - {one.name for one in schemas if one.domain == ""}
    microsoft = odd & {one.name for one in get_all_operator_schema() if one.domain == "com.microsoft"}
    other = odd & {one.name for one in schemas if one.domain in ("ai.onnx.ml", "ai.onnx.preview.training")}
    assert (len(odd), len(microsoft), len(other)) == ((24, 13, 4) if release == "0.10.0" else (28, 17, 4)), (sorted(odd), sorted(microsoft), other)
    assert {"ATen", "Affine", "FC"} <= odd - microsoft - other


@proves(PAGE + "operators", "转换函数按「不高于模型 opset 的最大版本」选取")
def _(tvm):
    from tvm.relay.frontend.onnx import OnnxOpConverter

    class Odd(OnnxOpConverter):
        _impl_v1, _impl_v9, _impl_v13 = (staticmethod(lambda *rest, v=v: v) for v in (1, 9, 13))

    assert [Odd.get_converter(opset)() for opset in (1, 8, 9, 12, 13, 30)] == [1, 1, 9, 9, 13, 13]
