"""Probes of docs/reference/api/python/contrib.md: what runs on a processor."""

import numpy as np
from probes import proves, raises

C = "tvm.contrib."


def run(tvm, compute, *arrays):
    te = tvm.te
    inputs = [te.placeholder(array.shape, str(array.dtype), name=f"in{n}") for n, array in enumerate(arrays)]
    out = compute(*inputs)
    f = tvm.build(te.create_schedule(out.op), [*inputs, out], "llvm")
    result = tvm.nd.array(np.zeros([int(n) for n in out.shape], out.dtype))
    f(*[tvm.nd.array(array) for array in arrays], result)
    return result.numpy()


def drawn(*shape, dtype="float32"):
    return np.random.default_rng(0).normal(size=shape).astype(dtype)


@proves(C + "cblas.matmul", "`(M, K)`；`transa` 为真时是 `(K, M)`", "`(K, N)`；`transb` 为真时是 `(N, K)`", "返回 `(M, N)` 的 `te.Tensor`", "只支持两边都是 float32 或都是 float64")
def _(tvm):
    from tvm.contrib import cblas

    for dtype in ("float32", "float64"):
        for transa in (False, True):
            for transb in (False, True):
                a, b = drawn(3, 4, dtype=dtype), drawn(4, 5, dtype=dtype)
                given = (a.T.copy() if transa else a, b.T.copy() if transb else b)
                made = run(tvm, lambda x, y: cblas.matmul(x, y, transa, transb), *given)
                assert made.shape == (3, 5) and np.allclose(made, a @ b, atol=1e-4)


@proves(C + "cblas.matmul", "`name` 已经固定为 `C`，再写是 `TypeError`", "其他类型能编译，运行时报 `Check failed: (TypeMatch(…))`", "传给 `te.extern`，如 `dtype`、`tag`")
def _(tvm):
    from tvm.contrib import cblas

    a, b = (tvm.te.placeholder((2, 2), name=name) for name in "ab")
    with raises(TypeError):
        cblas.matmul(a, b, name="mine")
    assert cblas.matmul(a, b, tag="mine").op.tag == "mine" and cblas.matmul(a, b).op.name == "C"
    with raises("TVMError", "TypeMatch("):
        run(tvm, cblas.matmul, np.ones((2, 2), "float16"), np.ones((2, 2), "float16"))


@proves(C + "cblas.batch_matmul", "一边的批次是 1 时广播", "B 是两边批次里较大的", "逐个批次调用普通的 GEMM，结果相同", "这一边的后两维对调，默认 False")
def _(tvm):
    from tvm.contrib import cblas

    for sizes in (((2, 3, 4), (2, 4, 5)), ((1, 3, 4), (2, 4, 5)), ((2, 3, 4), (1, 4, 5))):
        a, b = drawn(*sizes[0]), drawn(*sizes[1])
        assert np.allclose(run(tvm, cblas.batch_matmul, a, b), a @ b, atol=1e-4)
    a, b = drawn(2, 3, 4), drawn(2, 4, 5)
    flat = a.transpose(0, 2, 1).copy()
    assert np.allclose(run(tvm, lambda x, y: cblas.batch_matmul(x, y, transa=True), flat, b), a @ b, atol=1e-4)
    assert np.allclose(run(tvm, lambda x, y: cblas.batch_matmul(x, y, iterative=True), a, b), a @ b, atol=1e-4)


@proves(C + "rocblas.batch_matmul", "两边的批次必须相等，定义时断言，不广播", "`(B, M, K)`；`transa` 为真时是 `(B, K, M)`", "返回 `(B, M, N)`")
@proves(C + "rocblas.matmul", "`(M, K)`；`transa` 为真时是 `(K, M)`", "`(K, N)`；`transb` 为真时是 `(N, K)`")
def _(tvm):
    from tvm.contrib import rocblas

    tensor = lambda *shape: tvm.te.placeholder(shape, name="t")
    size = lambda made: [int(n) for n in made.shape]
    assert size(rocblas.matmul(tensor(3, 4), tensor(4, 5))) == [3, 5]
    assert size(rocblas.matmul(tensor(4, 3), tensor(5, 4), True, True)) == [3, 5]
    assert size(rocblas.batch_matmul(tensor(2, 3, 4), tensor(2, 4, 5))) == [2, 3, 5]
    assert size(rocblas.batch_matmul(tensor(2, 4, 3), tensor(2, 4, 5), True)) == [2, 3, 5]
    with raises(AssertionError):
        rocblas.batch_matmul(tensor(1, 3, 4), tensor(2, 4, 5))


@proves(C + "nnpack.convolution_inference_weight_transform", "得 `(O, C, 8, 8)`", "默认的 `AUTO` 总是断言失败，要自己写", "结果的类型")
@proves(C + "nnpack.convolution_inference_without_weight_transform", "核固定当作 3×3", "默认的 `AUTO` 总是断言失败")
@proves(C + "nnpack.fully_connected_inference", "得 `(O,)`，没有批次轴")
def _(tvm):
    from tvm.contrib import nnpack

    tensor = lambda *shape: tvm.te.placeholder(shape, name="t")
    size = lambda made: [int(n) for n in made.shape]
    kinds = nnpack.ConvolutionAlgorithm
    with raises(AssertionError):
        nnpack.convolution_inference_weight_transform(tensor(5, 2, 3, 3))
    data, padding, stride = tensor(1, 2, 8, 8), [1, 1, 1, 1], [1, 1]
    with raises(AssertionError):
        nnpack.convolution_inference_without_weight_transform(data, tensor(5, 2, 8, 8), None, padding, stride)
    for algorithm in (kinds.WT_8x8, kinds.WT_8x8_FP16):
        weights = nnpack.convolution_inference_weight_transform(tensor(5, 2, 3, 3), algorithm=algorithm, dtype="float16")
        assert size(weights) == [5, 2, 8, 8] and weights.dtype == "float16"
        made = nnpack.convolution_inference_without_weight_transform(data, weights, None, padding, stride, algorithm=algorithm)
        assert size(made) == [1, 5, 8, 8]
    assert size(nnpack.fully_connected_inference(tensor(4), tensor(7, 4))) == [7]


@proves(C + "random.randint", "8、16、32 位有符号和无符号整数；不含 `int` 时是 `AssertionError`，int64 在运行时报 `unknown data type`", "小数部分丢掉。`high` 不大于 `low` 时运行报 `high must be bigger than low`", "范围先截到类型能表示的")
def _(tvm):
    from tvm.contrib import random

    for dtype in ("int8", "int16", "int32", "uint8", "uint16", "uint32"):
        made = run(tvm, lambda: random.randint(1, 4, (500,), dtype))
        assert made.dtype == dtype and set(made) == {1, 2, 3}
    assert set(run(tvm, lambda: random.randint(1.9, 4.9, (500,)))) == {1, 2, 3}
    wide = run(tvm, lambda: random.randint(-1000, 1000, (4000,), "int8"))
    assert wide.min() < -100 and wide.max() > 100
    with raises(AssertionError):
        random.randint(0, 3, (2,), "float32")
    with raises("TVMError", "unknown data type"):
        run(tvm, lambda: random.randint(0, 3, (2,), "int64"))
    with raises("TVMError", "high must be bigger than low"):
        run(tvm, lambda: random.randint(3, 3, (2,)))


@proves(C + "random.uniform", "`[low, high)` 上均匀分布的 float32", "`low` 不小于 `high` 时运行报 `high must be bigger than low`")
@proves(C + "random.normal", "正态分布的随机数，float32", "标准差；不是正数时运行报 `standard deviation must be positive`")
def _(tvm):
    from tvm.contrib import random

    flat = run(tvm, lambda: random.uniform(2.0, 4.0, (4000,)))
    assert flat.dtype == "float32" and flat.min() >= 2 and flat.max() < 4 and abs(flat.mean() - 3) < 0.1
    with raises("TVMError", "high must be bigger than low"):
        run(tvm, lambda: random.uniform(4.0, 4.0, (2,)))
    bell = run(tvm, lambda: random.normal(5.0, 2.0, (8000,)))
    assert bell.dtype == "float32" and abs(bell.mean() - 5) < 0.2 and abs(bell.std() - 2) < 0.2
    for wrong in (0.0, -1.0):
        with raises("TVMError", "standard deviation must be positive"):
            run(tvm, lambda: random.normal(0.0, wrong, (2,)))


DENSE = np.array([[0, 2, 0], [1, 0, 3]], "float32")


@proves(C + "sparse.array", "默认的 `None` 报 `expected DLDevice but got NULL`", "不是 `\"csr\"` 时是 `NotImplementedError`", "由元组构造时必须写")
@proves(C + "sparse.CSRNDArray", "其他类型是 `RuntimeError`", "用数组时必须写；用元组时不起作用", "下标可以是 int32 或 int64，从数组构造时是 int32", "还原成稠密的 NumPy 数组", "固定为 `\"csr\"` 的 `stype`", "另发 `DeprecationWarning`")
def _(tvm):
    import warnings

    from tvm.contrib import sparse

    made = sparse.array(DENSE, tvm.cpu())
    assert isinstance(made, sparse.CSRNDArray) and made.stype == "csr" and made.shape == (2, 3) and made.dtype == "float32"
    assert list(made.data.numpy()) == [2, 1, 3] and list(made.indptr.numpy()) == [0, 1, 3] and made.indices.dtype == "int32"
    assert np.array_equal(made.numpy(), DENSE)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert np.array_equal(made.asnumpy(), DENSE)
    assert DeprecationWarning in [one.category for one in caught]
    with raises("TVMError", "expected DLDevice but got NULL"):
        sparse.array(DENSE)
    with raises(NotImplementedError):
        sparse.array(DENSE, tvm.cpu(), stype="coo")
    with raises(RuntimeError):
        sparse.CSRNDArray([1, 2], tvm.cpu())
    parts = (made.data, tvm.nd.array(made.indices.numpy().astype("int64")), tvm.nd.array(made.indptr.numpy().astype("int64")))
    again = sparse.array(parts, shape=(2, 3))
    assert np.array_equal(again.numpy(), DENSE) and again.indices.dtype == "int64"
    with raises(Exception):
        sparse.array(parts)


@proves(C + "sparse.placeholder", "非零元的个数，默认 0，一般要写", "默认 float32", "限 `\"csr\"`")
@proves(C + "sparse.CSRPlaceholderOp", "三个占位符的名称加后缀 `_data`、`_indices`、`_indptr`", "`data (nonzeros,)`、`indices (nonzeros,)`、`indptr (shape[0] + 1,)`，下标固定 int32")
@proves(C + "sparse.SparsePlaceholderOp", "成为同名的属性", "不保存", "`stype` 是 `\"unknown\"`")
def _(tvm):
    from tvm.contrib import sparse

    made = sparse.placeholder((2, 3), 4, name="m")
    assert isinstance(made, sparse.CSRPlaceholderOp) and made.dtype == "float32" and made.stype == "csr"
    size = lambda tensor: [int(n) for n in tensor.shape]
    assert [size(tensor) for tensor in (made.data, made.indices, made.indptr)] == [[4], [4], [3]]
    assert [tensor.op.name for tensor in (made.data, made.indices, made.indptr)] == ["m_data", "m_indices", "m_indptr"]
    assert made.indices.dtype == made.indptr.dtype == "int32"
    assert size(sparse.placeholder((2, 3)).data) == [0]
    with raises(NotImplementedError):
        sparse.placeholder((2, 3), 4, stype="coo")
    base = sparse.SparsePlaceholderOp((2, 3), 4, "int8", "b")
    assert (base.shape, base.dtype, base.name, base.stype) == ((2, 3), "int8", "b", "unknown") and not hasattr(base, "nonzeros")


@proves(C + "relay_viz.interface.VizNode", "三个属性都是只读的", "编号，成为 `identity`", "种类，成为 `type_name`", "说明，成为 `detail`")
@proves(C + "relay_viz.dot.DotGraph", "名称加前缀 `cluster_`", "收 `VizNode`，返回这个节点的属性", "标签是种类和说明两段", "由 `start` 指向 `end`")
def _(tvm):
    from tvm.contrib.relay_viz import dot, interface

    node = interface.VizNode("7", "Call", "what it is")
    assert (node.identity, node.type_name, node.detail) == ("7", "Call", "what it is")
    with raises(AttributeError):
        node.detail = "other"
    graph = dot.DotGraph("main", get_node_attr=lambda given: {"color": "red"} if given.identity == "7" else {})
    graph.node(node)
    graph.edge(interface.VizEdge("7", "8"))
    text = str(graph.digraph)
    assert "cluster_main" in text and "Call" in text and "what it is" in text and "color=red" in text and "7 -> 8" in text
