"""More probes of docs/reference/api/python/te.md: what the parameters of the functions that define and convert mean."""

import contextlib
import io

import numpy as np
from probes import proves, raises

NEWER = ("0.12.0", "0.13.0")


def run(tvm, outputs, args, *values, target="llvm"):
    """The last of `values` after the operations ran on all of them."""
    made = tvm.build(tvm.te.create_schedule([one.op for one in outputs]), args, target)
    arrays = [tvm.nd.array(value) for value in values]
    made(*arrays)
    return arrays[-1].numpy()


def nodes(tvm, statement, kind):
    found = []
    tvm.tir.stmt_functor.post_order_visit(statement, lambda node: found.append(node) if isinstance(node, kind) else None)
    return found


def inner(tvm, function, name):
    """The block of a function that has this name."""
    (block,) = [one for one in nodes(tvm, function.body, tvm.tir.Block) if one.name_hint == name]
    return block


@proves("tvm.te.reduce_axis", "循环变量的名称", "记在轴上的线程标签")
def _(tvm):
    te = tvm.te
    k = te.reduce_axis((0, 6), name="inside", thread_tag="threadIdx.x")
    assert k.var.name == "inside" and k.thread_tag == "threadIdx.x" and te.reduce_axis((0, 6)).thread_tag == ""
    k = te.reduce_axis((0, 6), name="inside")
    A = te.placeholder((4, 6), name="A")
    S = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name="S")
    body = tvm.lower(te.create_schedule(S.op), [A, S])["main"].body
    assert sorted(loop.loop_var.name for loop in nodes(tvm, body, tvm.tir.For)) == ["i", "inside"]


@proves("tvm.te.Tensor", "由 `placeholder`、`compute` 等返回")
@proves("tvm.te.compute", "返回 `Tensor`；`fcompute` 返回两个以上的表达式时返回元组", "操作的名称")
def _(tvm):
    te = tvm.te
    A = te.placeholder((4,), name="A")
    B = te.compute((4,), lambda i: A[i], name="plain")
    E = te.extern((4,), [A], lambda ins, outs: tvm.tir.Evaluate(0))
    pair = te.compute((4,), lambda i: (A[i], A[i] + 1.0))
    assert all(type(one) is te.Tensor for one in (A, B, E, *pair)) and isinstance(pair, tuple) and len(pair) == 2
    assert B.op.name == B.name == "plain"


@proves("tvm.te.compute", "附加信息；`create_prim_func` 把它们抄成块的标注，例外是：`layout_free_placeholders` 里的函数形参改记在函数的 `layout_free_buffers`，`const_matrix`、`auto_scheduler_simplify_const_tensor_indices` 和 `workload` 被去掉", versions=NEWER)
def _(tvm):
    te = tvm.te
    A, W = te.placeholder((4,), name="A"), te.placeholder((4,), name="W")
    M = te.compute((4,), lambda i: W[i] * 2.0, name="M")
    dropped = {"const_matrix": True, "auto_scheduler_simplify_const_tensor_indices": ["i"], "workload": ["one"]}
    attrs = {"mark": 3, "layout_free_placeholders": [W, M], **dropped}
    B = te.compute((4,), lambda i: A[i] + W[i] + M[i], name="B", attrs=attrs)
    assert int(B.op.attrs["mark"]) == 3
    function = te.create_prim_func([A, W, B])
    assert [int(one) for one in function.attrs["layout_free_buffers"]] == [1]
    found = inner(tvm, function, "B").annotations
    assert int(found["mark"]) == 3 and [one.name for one in found["layout_free_placeholders"]] == ["M"]
    assert not set(dropped) & {str(key) for key in found.keys()}
    B = te.compute((4,), lambda i: A[i] + W[i], name="B", attrs={"layout_free_placeholders": [W]})
    assert "layout_free_placeholders" not in inner(tvm, te.create_prim_func([A, W, B]), "B").annotations


@proves("tvm.te.compute", "附加信息；`create_prim_func` 把它们抄成块的标注，`layout_free_placeholders` 例外：里面的函数形参改记在函数的 `layout_free_buffers`，其余的丢掉", versions=("0.10.0",))
def _(tvm):
    te = tvm.te
    A, W = te.placeholder((4,), name="A"), te.placeholder((4,), name="W")
    M = te.compute((4,), lambda i: W[i] * 2.0, name="M")
    attrs = {"mark": 3, "workload": ["one"], "layout_free_placeholders": [W, M]}
    B = te.compute((4,), lambda i: A[i] + W[i] + M[i], name="B", attrs=attrs)
    function = te.create_prim_func([A, W, B])
    assert [int(one) for one in function.attrs["layout_free_buffers"]] == [1]
    found = inner(tvm, function, "B").annotations
    assert int(found["mark"]) == 3 and "workload" in found and "layout_free_placeholders" not in found


@proves("tvm.te.comm_reducer", "`expr` 是元组时一次归约多个值", "接受类型名，返回单位元；归约多个值时接受多个类型名，返回元组", "写进归约函数的文档字符串")
def _(tvm):
    te, asked = tvm.te, []

    def identity(*names):
        asked.append(names)
        made = tuple(te.const(index + 1, name) for index, name in enumerate(names))
        return made if len(made) > 1 else made[0]

    reducer = te.comm_reducer(lambda a, b: a + b, identity, name="probed_name")
    assert "probed_name" in reducer.__doc__ and "probed_name" not in te.sum.__doc__
    A = te.placeholder((3,), name="A")
    k = te.reduce_axis((0, 3), name="k")
    S = te.compute((1,), lambda i: reducer(A[k], axis=k), name="S")
    assert asked == [("float32",)]
    assert run(tvm, [S], [A, S], np.float32([1, 2, 3]), np.zeros(1, "float32")).tolist() == [7]
    both = te.comm_reducer(lambda a, b: (a[0] + b[0], a[1] + b[1]), identity)
    k = te.reduce_axis((0, 3), name="k")
    one, two = te.compute((1,), lambda i: both((A[k], k.var), axis=k), name="T")
    assert asked[1] == ("float32", "int32") and (one.dtype, two.dtype) == ("float32", "int32")
    found = np.zeros(1, "float32"), np.zeros(1, "int32")
    assert run(tvm, [one], [A, one, two], np.float32([1, 2, 3]), *found).tolist() == [5]


@proves("tvm.te.comm_reducer", "返回的函数有两种用法")
def _(tvm):
    te, reducer = tvm.te, tvm.te.comm_reducer(lambda a, b: a * b, lambda name: tvm.te.const(1, name))
    A, k = te.placeholder((3,), name="A"), te.reduce_axis((0, 3))
    assert isinstance(reducer(A[k], axis=k), tvm.tir.Reduce) and isinstance(reducer(A[k], [k]), tvm.tir.Reduce)
    assert isinstance(reducer(A[0], A[1]), tvm.tir.Mul)


@proves("tvm.te.scan", "最初几步的值，第 0 维是初值的步数", "以后每一步怎样算，下标的第一个是步数", "`update` 用来读状态的占位符，形状与 `update` 相同")
def _(tvm):
    te = tvm.te
    X, state = te.placeholder((5, 2), name="X"), te.placeholder((5, 2), name="state")
    first = te.compute((2, 2), lambda t, j: X[t, j] * 10.0, name="first")
    later = te.compute((5, 2), lambda t, j: state[t - 1, j] + state[t - 2, j] + t, name="later")
    total = te.scan(first, later, state, inputs=[X])
    data, expected = np.arange(10, dtype="float32").reshape(5, 2), np.zeros((5, 2))
    expected[:2] = data[:2] * 10
    for step in range(2, 5):
        expected[step] = expected[step - 1] + expected[step - 2] + step
    assert np.array_equal(run(tvm, [total], [X, total], data, np.zeros((5, 2), "float32")), expected)
    with raises("TVMError"):
        te.scan(first, later, te.placeholder((4, 2), name="state"), inputs=[X])


@proves("tvm.te.scan", "扫描的外部输入；划出哪些阶段属于循环内部")
def _(tvm):
    te = tvm.te
    for outside in (True, False):
        X, state = te.placeholder((5, 2), name="X"), te.placeholder((5, 2), name="state")
        twice = te.compute((5, 2), lambda t, j: X[t, j] * 2.0, name="twice")
        first = te.compute((1, 2), lambda t, j: X[0, j], name="first")
        later = te.compute((5, 2), lambda t, j: state[t - 1, j] + twice[t, j], name="later")
        total = te.scan(first, later, state, inputs=[twice if outside else X])
        assert list(total.op.inputs) == [twice if outside else X]
        schedule = te.create_schedule(total.op)
        assert (schedule[twice].group is None) == outside and schedule[later].group is not None


@proves("tvm.te.extern", "一个或多个输出的形状", "一个外部操作在调度里只有一个不能切分的阶段")
def _(tvm):
    te, A = tvm.te, tvm.te.placeholder((4,), name="A")
    nothing = lambda ins, outs: tvm.tir.Evaluate(0)
    lengths = lambda made: [int(size) for size in made.shape]
    assert lengths(te.extern(4, [A], nothing)) == [4] and lengths(te.extern((4, 2), [A], nothing)) == [4, 2]
    pair = te.extern([(4,), (2, 3)], [A], nothing, dtype=["float32", "int8"])
    assert [lengths(one) for one in pair] == [[4], [2, 3]]
    schedule = te.create_schedule(pair[0].op)
    assert len(schedule.stages) == 2 and len(schedule[pair[0]].leaf_iter_vars) == 0
    with raises("TVMError"):
        schedule[pair[0]].split(te.reduce_axis((0, 4)), factor=2)


@proves("tvm.te.extern", "下面把排序交给一个注册过的 Python 函数，它收到的是 `NDArray`")
def _(tvm):
    seen = []
    tvm.register_func("probe.language.copy", lambda source, target: seen.append((source, target)) or target.copyfrom(source), override=True)
    A = tvm.te.placeholder((4,), name="A")
    B = tvm.te.extern((4,), [A], lambda ins, outs: tvm.tir.call_packed("probe.language.copy", ins[0], outs[0]))
    assert run(tvm, [B], [A, B], np.float32([3, 1, 4, 1]), np.zeros(4, "float32")).tolist() == [3, 1, 4, 1]
    assert all(isinstance(one, tvm.nd.NDArray) for one in seen[0])


@proves("tvm.te.extern", "自己声明的缓冲区，个数要相等；输入的缓冲区不能带步长，各维必须与张量的维是同一个对象")
def _(tvm):
    te, tir, A = tvm.te, tvm.tir, tvm.te.placeholder((4,), name="A")
    copy = lambda ins, outs: outs[0].vstore(0, ins[0].vload(0))
    declared = tir.decl_buffer(A.shape, "float32", "declared")
    target = tir.decl_buffer((4,), "float32", "target")
    made = te.extern((4,), [A], copy, in_buffers=declared, out_buffers=[target])
    assert made.op.input_placeholders[0].same_as(declared) and made.op.output_placeholders[0].same_as(target)
    for options in ({"in_buffers": [declared, declared]}, {"out_buffers": [target, target]}):
        with raises("RuntimeError"):
            te.extern((4,), [A], copy, **options)
    with raises("TVMError", "same_as"):
        te.extern((4,), [A], copy, in_buffers=[tir.decl_buffer((4,), "float32")])
    with raises("TVMError", "strides"):
        te.extern((4,), [A], copy, in_buffers=[tir.decl_buffer(A.shape, "float32", strides=[1])])


@proves("tvm.te.extern_primfunc", "按次序对应函数里被读的缓冲区")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    x, y, z = (tir.decl_buffer((1,), "float32", name) for name in "xyz")
    for params, expected in (([x, y, z], -1), ([y, x, z], 1)):
        function = tir.PrimFunc(params, tir.BufferStore(z, x[0] - y[0], [0]))
        inputs = [te.placeholder(buffer.shape, name="input") for buffer in params[:2]]
        made = te.extern_primfunc(inputs, function)
        values = np.float32([1]), np.float32([2]), np.zeros(1, "float32")
        assert run(tvm, [made], [*inputs, made], *values).tolist() == [expected]


def traced(tvm, *action, dtype="float32"):
    A = tvm.te.placeholder((2,), dtype, name="A")
    return A, tvm.te.compute((2,), lambda i: tvm.te.trace([i, A[i]], *action) + tvm.te.const(1, dtype), name="B")


@proves("tvm.te.trace", "只有 `llvm` 目标能用")
def _(tvm):
    for target in ("c", "stackvm"):
        A, B = traced(tvm, dtype="int32")
        with raises("TVMError"):
            tvm.build(tvm.te.create_schedule(B.op), [A, B], target)
        plain = tvm.te.compute((2,), lambda i: A[i] + 1)
        tvm.build(tvm.te.create_schedule(plain.op), [A, plain], target)


@proves("tvm.te.trace", "用 `tvm.register_func` 注册的函数名；默认的那个打印整个列表")
def _(tvm):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        A, B = traced(tvm)
        found = run(tvm, [B], [A, B], np.float32([5, 7]), np.zeros(2, "float32"))
    assert found.tolist() == [6, 8] and printed.getvalue().splitlines() == ["[0, 5.0]", "[1, 7.0]"]
    seen = []
    tvm.register_func("probe.language.see", lambda *values: seen.append(values), override=True)
    A, B = traced(tvm, "probe.language.see")
    run(tvm, [B], [A, B], np.float32([5, 7]), np.zeros(2, "float32"))
    assert seen == [(0, 5.0), (1, 7.0)]
    A, B = traced(tvm, "probe.language.nothing")
    with raises("TVMError"):
        run(tvm, [B], [A, B], np.float32([5, 7]), np.zeros(2, "float32"))


@proves("tvm.te.ComputeOp", "归约时各输出的 `body` 共用一个结合函数")
def _(tvm):
    te, k = tvm.te, tvm.te.reduce_axis((0, 3))
    both = te.comm_reducer(lambda a, b: (a[0] + b[0], a[1] * b[1]), lambda s, t: (te.const(0, s), te.const(1, t)))
    A = te.placeholder((3,), name="A")
    one, two = te.compute((1,), lambda i: both((A[k], A[k]), axis=k))
    first, second = one.op.body
    assert first.combiner.same_as(second.combiner) and (int(first.value_index), int(second.value_index)) == (0, 1)


@proves("tvm.te.create_schedule", "返回 `Schedule`")
@proves("tvm.te.Stage", "原语在原地修改")
def _(tvm):
    te, A = tvm.te, tvm.te.placeholder((8,), name="A")
    B = te.compute((8,), lambda i: A[i] + 1.0, name="B")
    schedule = te.create_schedule(B.op)
    assert type(schedule) is te.Schedule
    stage = schedule[B]
    made = stage.split(B.op.axis[0], factor=2)
    assert list(stage.leaf_iter_vars) == list(schedule[B].leaf_iter_vars) == list(made)
    assert stage.reorder(*reversed(made)) is None and list(schedule[B].leaf_iter_vars) == [made[1], made[0]]


PREFETCH = "在 `var` 的循环里预取以后第 `offset` 次迭代要读的数据；{} 有两处错：多维张量的地址不对；在某一维每次迭代只读一个元素时，提前的次数加倍"


@proves("tvm.te.Stage", PREFETCH.format("0.13.0"), versions=("0.13.0",))
@proves("tvm.te.Stage", PREFETCH.format("0.12.0"), versions=("0.12.0",))
@proves("tvm.te.Stage", PREFETCH.format("0.10.0"), versions=("0.10.0",))
def _(tvm):
    te, analyzer = tvm.te, tvm.arith.Analyzer()

    def address(shape, offset, at, factor=None):
        """Where the first prefetch in iteration `at` of the first loop points."""
        A = te.placeholder(shape, name="A")
        B = te.compute(shape, lambda *index: A(*index) + 1.0, name="B")
        schedule = te.create_schedule(B.op)
        axis = schedule[B].split(B.op.axis[0], factor=factor)[0] if factor else B.op.axis[0]
        schedule[B].prefetch(A, axis, offset)
        body = tvm.lower(schedule, [A, B])["main"].body
        values = {loop.loop_var: tvm.tir.const(at if loop.loop_var.name.startswith("i0") else 0) for loop in nodes(tvm, body, tvm.tir.For)}
        (call,) = [one for one in nodes(tvm, body, tvm.tir.Call) if one.op.name == "tir.prefetch"]
        (index,) = call.args[0].args[0].indices
        return int(analyzer.simplify(tvm.tir.stmt_functor.substitute(index, values)))

    for offset in (1, 3):
        assert [address((256,), offset, at, 16) for at in (0, 3)] == [16 * offset, 16 * (3 + offset)]
        assert [address((256,), offset, at) for at in (0, 3)] == [2 * offset, 3 + 2 * offset]
    assert not {address((4, 64), 1, at) for at in (0, 1)} & {64, 128, 192}


@proves("tvm.te.decl_tensor_intrin", "返回 `TensorIntrin`")
def _(tvm):
    te, A = tvm.te, tvm.te.placeholder((4,), name="A")
    B = te.compute((4,), lambda i: A[i] + 1.0, name="B")
    made = te.decl_tensor_intrin(B.op, lambda ins, outs: tvm.tir.Evaluate(0))
    assert type(made) is te.tensor_intrin.TensorIntrin and made.op == B.op


def external(tvm, source, packed, declared):
    """An external operation that adds one to the first element, or to all of them by a packed function."""
    te, tir = tvm.te, tvm.tir
    tvm.register_func("probe.language.increase", lambda one, other: other.copyfrom(np.array(one.numpy() + 1)), override=True)
    store = lambda ins, outs: outs[0].vstore(0, ins[0].vload(0) + 1.0)
    call = lambda ins, outs: tir.call_packed("probe.language.increase", ins[0], outs[0])
    buffers = {"in_buffers": [tir.decl_buffer(source.shape)], "out_buffers": [tir.decl_buffer((4,))]} if declared else {}
    return te.extern((4,), [source], call if packed else store, **buffers)


def converted(tvm, packed, declared=False, before=False, after=False):
    """The first element of what a function with an external operation makes of 3."""
    te, A = tvm.te, tvm.te.placeholder((4,), name="A")
    B = te.compute((4,), lambda i: A[i] * 2.0, name="B") if before else A
    C = external(tvm, B, packed, declared)
    D = te.compute((4,), lambda i: C[i] * 10.0, name="D") if after else C
    arrays = tvm.nd.array(np.float32([3, 0, 0, 0])), tvm.nd.array(np.zeros(4, "float32"))
    tvm.build(te.create_prim_func([A, D]), target="llvm")(*arrays)
    return float(arrays[1].numpy()[0])


@proves("tvm.te.create_prim_func", "支持 `placeholder`、`compute`、`extern`", "`extern` 的输入或输出是中间结果时，要自己声明 `in_buffers` 和 `out_buffers`，否则编译可能报 `elem_offset` 没有传入", versions=NEWER)
def _(tvm):
    for packed in (True, False):
        assert converted(tvm, packed) == 4
        found = [converted(tvm, packed, True, before, after) for before in (True, False) for after in (True, False)]
        assert found == [70, 7, 40, 4]
        with raises("TVMError", "elem_offset"):
            converted(tvm, packed, after=True)
    with raises("TVMError", "elem_offset"):
        converted(tvm, True, before=True)


@proves("tvm.te.create_prim_func", "支持 `placeholder`、`compute`、`extern`", "`extern` 的语句直接读取 `compute` 的结果时编译失败，交给外部函数则可以", versions=("0.10.0",))
def _(tvm):
    for declared in (True, False):
        assert converted(tvm, True, declared, before=True) == 7 and converted(tvm, False, declared, after=True) == 40
        with raises("TVMError"):
            converted(tvm, False, declared, before=True)


@proves("tvm.te.gradient", "被求导的结果")
def _(tvm):
    te, x = tvm.te, tvm.te.placeholder((2,), name="x")
    y = te.compute((3,), lambda i: x[0] * x[1] * i, name="y")
    (made,) = te.gradient(y, x)
    found = run(tvm, [made], [x, made], np.float32([2, 5]), np.zeros((3, 2), "float32"))
    assert found.tolist() == [[0, 0], [5, 2], [10, 4]]
    with raises("TVMError"):
        te.gradient([y], x)


@proves("tvm.te.gradient", "其余数学函数，浮点数的 `truncmod`")
def _(tvm):
    te, tir, x = tvm.te, tvm.tir, tvm.te.placeholder((1,), name="x")
    others = "sin cos tan asin acos atan sinh cosh asinh acosh atanh exp2 exp10 log2 log10 log1p rsqrt erf nearbyint".split()
    functions = [getattr(tir, name) for name in others]
    functions += [lambda a: tir.atan2(a, a), lambda a: tir.hypot(a, a), lambda a: tir.copysign(a, a), lambda a: tir.fmod(a, a), lambda a: te.truncmod(a, a)]
    for function in functions:
        y = te.compute((1,), lambda i: function(x[i]))
        with raises("TVMError", "is not implemented"):
            te.gradient(y, x)


SOURCE = """def scaled(a, n, factor):
    out = output_tensor((a.shape[0],), "float32")
    for i in range(n):
        out[i] = a[i] * float32(factor)
    return out
"""


@proves("tvm.te.hybrid.HybridModule", "`src` 是不带 `import` 和装饰器的函数源代码")
def _(tvm):
    module = tvm.te.hybrid.HybridModule(SOURCE)
    assert module.get_source() == "import tvm\n@tvm.te.hybrid.script\n" + SOURCE
    with raises(SyntaxError):
        tvm.te.hybrid.HybridModule("import tvm\n" + SOURCE)


@proves("tvm.te.hybrid.source_to_op", "各形参的张量、变量或常量")
def _(tvm):
    te, A, n = tvm.te, tvm.te.placeholder((3,), name="A"), tvm.te.var("n")
    made = te.hybrid.source_to_op(SOURCE, [A, n, te.const(4, "int32")], {}, {})
    assert isinstance(made, te.Tensor) and isinstance(made.op, te.HybridOp) and list(made.op.inputs) == [A]
    built = tvm.build(te.create_schedule(made.op), [A, n, made], "llvm")
    result = tvm.nd.array(np.zeros(3, "float32"))
    built(tvm.nd.array(np.float32([1, 2, 3])), 2, result)
    assert result.numpy().tolist() == [4, 8, 0]


@proves("tvm.te.hybrid.source_to_op", "`script` 内部用的就是它")
def _(tvm):
    import importlib.util
    import os
    import tempfile
    from unittest import mock

    path = os.path.join(tempfile.mkdtemp(), "scaled.py")
    with open(path, "w") as file:
        file.write("from tvm import te\n\n\n@te.hybrid.script\n" + SOURCE)
    spec = importlib.util.spec_from_file_location("scaled_of_a_probe", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    args = (tvm.te.placeholder((3,), name="A"), tvm.te.var("n"), tvm.te.const(4, "int32"))
    with mock.patch.object(tvm.te.hybrid, "source_to_op", return_value="asked") as asked:
        assert module.scaled(*args) == "asked"
    assert "def scaled" in asked.call_args[0][0] and asked.call_args[0][1] == args
    assert isinstance(module.scaled(*args), tvm.te.Tensor)
