"""What sparse_dense and scatter_nd do: docs/how_to/relay/build_network.md."""

import numpy as np
from probes import proves, raises
from scipy import sparse

from tvm import relay

PAGE = "how_to/relay/build_network#"
matrix = sparse.random(6, 6, 0.5, format="csr", random_state=0, dtype="float32")
D = np.random.default_rng(0).normal(size=(4, 6)).astype("float32")


def constants():
    return [relay.const(getattr(matrix, name), dtype) for name, dtype in (("data", "float32"), ("indices", "int32"), ("indptr", "int32"))]


def run(tvm, body, *inputs, **more):
    mod = tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(body), body))
    return relay.create_executor("graph", mod, tvm.cpu(), "llvm").evaluate()(*inputs).numpy()


@proves(PAGE + "loops", "计算 | `S @ D.T` | `D @ S.T`", "稠密矩阵 `D` | （特征数，节点数） | （特征数，节点数）", "结果 | （节点数，特征数） | （特征数，节点数），还要转置")
def _(tvm):
    d = relay.var("d", shape=D.shape)
    left = run(tvm, relay.nn.sparse_dense(d, tuple(constants()), sparse_lhs=True), D)
    right = run(tvm, relay.nn.sparse_dense(d, tuple(constants())), D)
    np.testing.assert_allclose(left, matrix @ D.T, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(right, D @ matrix.T.toarray(), rtol=1e-4, atol=1e-6)


@proves(PAGE + "结果的形状不对或是一堆垃圾", "只用稠密矩阵的第 0 维推断形状，不核对第 1 维与稀疏矩阵的列数")
def _(tvm):
    d = relay.var("d", shape=(6, 4))
    made = relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.sparse_dense(d, tuple(constants()), sparse_lhs=True)))
    assert [int(one) for one in made["main"].ret_type.shape] == [6, 6]


@proves(PAGE + "computedtype-is-expected-to-be-float64", "不写 `dtype` 时会把 float64 的数组转成 float32，把 int64 转成 int32")
def _(tvm):
    assert relay.const(np.ones(2)).data.dtype == "float32" and relay.const(np.ones(2, "int64")).data.dtype == "int32"


@proves(PAGE + "cannot-find-shapefunc-for-nnsparse_dense", "`nn.sparse_dense` 没有注册形状函数", "类型推断接受 `?`，虚拟机（VM）编译时报错")
def _(tvm):
    d = relay.var("d", shape=(relay.Any(), 6))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.sparse_dense(d, tuple(constants()), sparse_lhs=True)))
    with raises("TVMError", "cannot find ShapeFunc for nn.sparse_dense"):
        relay.vm.compile(mod, "llvm")


@proves(PAGE + "own-model", "累加的起点不能是 0，要换成很小的数，否则负的最大值变成 0", versions=("0.12.0", "0.13.0"))
def _(tvm):
    out, updates = relay.var("o", shape=(2, 3)), relay.var("u", shape=(2, 3))
    body = relay.scatter_nd(out, relay.const(np.array([[0, 0]]), "int32"), updates, "max")
    values = np.float32([[-1, -2, -3], [-3, -1, -5]])
    for start, want in ((0, 0), (-1e30, values.max(0))):
        np.testing.assert_array_equal(run(tvm, body, np.full((2, 3), start, "float32"), values)[0], np.broadcast_to(np.float32(want), 3))


@proves(PAGE + "own-model", "0.10.0 的 `scatter_nd` 只会 `\"update\"` 和 `\"add\"`", versions=("0.10.0",))
@proves(PAGE + "与-0130-的差别", "x86 上 `scatter_nd` 的方式 | `update`、`add` | 另有 `mul`、`min`、`max`", versions=("0.10.0",))
def _(tvm):
    out, updates = relay.var("o", shape=(2, 3)), relay.var("u", shape=(2, 3))
    for mode in ("update", "add", "mul", "min", "max"):
        body = relay.scatter_nd(out, relay.const(np.array([[0, 1]]), "int32"), updates, mode)
        build = lambda: relay.build(tvm.IRModule.from_expr(relay.Function([out, updates], body)), "llvm")
        if mode in ("update", "add"):
            build()
        else:
            with raises(Exception):
                build()
