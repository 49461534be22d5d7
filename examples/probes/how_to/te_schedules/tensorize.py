"""What a tensor intrinsic declares, and what is checked when it replaces loops."""

import numpy as np
from probes import proves, raises, unproved

from tvm import te, tir

PAGE = "how_to/te_schedules/tensorize#"


def buffer(tensor, strides=None, offset_factor=1, **options):
    strides = [] if strides is None else strides
    return tir.decl_buffer(
        tensor.shape, tensor.dtype, tensor.op.name, strides=strides, offset_factor=offset_factor, **options
    )


def matmul(n=16, dtype="float32", order=1):
    A, W = te.placeholder((n, 16), dtype, name="A"), te.placeholder((n, 16), dtype, name="W")
    k = te.reduce_axis((0, 16), name="k")
    pair = lambda i, j: (A[i, k] * W[j, k]) if order > 0 else (W[j, k] * A[i, k])
    C = te.compute((n, n), lambda i, j: te.sum(pair(i, j), axis=k), name="C")
    return A, W, C, te.create_schedule(C.op)


def intrin(rows=4, depth=4, dtype="float32", factor=1, steps=None, statements=3, seen=None, swap=False, **options):
    """rows dot products: a (depth,), b (rows, depth) -> c (rows,)."""
    a, b = te.placeholder((depth,), dtype, name="a"), te.placeholder((rows, depth), dtype, name="b")
    r = te.reduce_axis((0, depth), name="r")
    pair = lambda i: b[i, r] * a[r] if swap else a[r] * b[i, r]
    c = te.compute((rows,), lambda i: te.sum(pair(i), axis=r), name="c")

    def generate(inputs, outputs):
        if seen is not None:
            seen.extend(inputs[-1].strides)
        call = lambda name: tir.call_packed(name, outputs[0])
        return [call("body"), call("reset"), call("update")][:statements] if statements > 1 else call("body")

    steps = [te.var("ld"), 1] if steps is None else steps
    binds = {a: buffer(a, [1], factor), b: buffer(b, steps, factor), c: buffer(c, [1], 1, **options)}
    return te.decl_tensor_intrin(c.op, generate, name="dots", binds=binds)


def tensorized(declared, depth=4, rows=4, **options):
    A, W, C, s = matmul(**options)
    jo, ji = s[C].split(C.op.axis[1], rows)
    if depth < 16:
        ko, ki = s[C].split(C.op.reduce_axis[0], depth)
        s[C].reorder(C.op.axis[0], jo, ko, ji, ki)
    s[C].tensorize(ji, declared)
    return s, [A, W, C]


def text(tvm, s, args):
    return tvm.lower(s, args)["main"].script()


@proves(PAGE + "three", "归约的循环全在指令里面", "外面还有归约的循环，在它之前", "外面还有归约的循环，每次迭代")
def _(tvm):
    outside = text(tvm, *tensorized(intrin()))
    assert '"reset"' in outside and '"update"' in outside and '"body"' not in outside
    inside = text(tvm, *tensorized(intrin(depth=16), depth=16))
    assert '"body"' in inside and '"reset"' not in inside and '"update"' not in inside


@proves(PAGE + "buffers", "必须是这个步长，不符合就报错", "任意步长，实际的值绑定到 `ld`")
def _(tvm):
    seen = []
    s, args = tensorized(intrin(seen=seen))
    assert seen[0].name == "ld"
    text(tvm, s, args)
    text(tvm, *tensorized(intrin(steps=[16, 1])))
    with raises(tvm.TVMError, "Bind have an unmet assertion"):
        tvm.lower(*tensorized(intrin(steps=[4, 1])))


@proves(PAGE + "buffers", "必须紧密：一个挨一个，没有空隙")
def _(tvm):
    with raises(tvm.TVMError):
        tvm.lower(*tensorized(intrin(steps=[])))
    text(tvm, *tensorized(intrin(depth=16, steps=[]), depth=16))


@proves(PAGE + "buffers", "可以从任意元素开始", "起点必须是 8 的倍数；编译时证明不了，就留下运行时的断言")
@proves(PAGE + "buffers", "起点必须是 0，等于不许取块")
def _(tvm):
    assert "assert" not in text(tvm, *tensorized(intrin(factor=1))).lower()
    assert "assert" in text(tvm, *tensorized(intrin(factor=8))).lower()
    assert "assert" not in text(tvm, *tensorized(intrin(depth=8, factor=8), depth=8)).lower()
    with raises(tvm.TVMError, "Trying to bind a Buffer with offset into one without offset"):
        tvm.lower(*tensorized(intrin(factor=0)))


@proves(PAGE + "buffers", "必须在 `global`，所以上面写 `cache_write(C, \"global\")`")
def _(tvm):
    def cached(where, **options):
        A, W, C, s = matmul()
        acc = s.cache_write(C, where)
        ko, ki = s[acc].split(acc.op.reduce_axis[0], 4)
        jo, ji = s[acc].split(acc.op.axis[1], 4)
        s[acc].reorder(acc.op.axis[0], jo, ko, ji, ki)
        s[acc].tensorize(ji, intrin(**options))
        return text(tvm, s, [A, W, C])

    cached("global")
    cached("local", scope="local")
    with raises(tvm.TVMError, "scope"):
        cached("local")


@proves(PAGE + "match", "`tensorize` 调用时只查这个轴还在循环里，没有被切分、合并过")
@proves(PAGE + "match", "`tensorize` 之后再对同一个轴用 `vectorize`，就盖掉了前者，得到普通的向量循环")
def _(tvm):
    A, W, C, s = matmul()
    declared = intrin(dtype="int8")
    s[C].tensorize(C.op.reduce_axis[0], declared)
    s[C].split(C.op.axis[0], 4)
    with raises(tvm.TVMError, "already been split"):
        s[C].tensorize(C.op.axis[0], declared)
    x = te.placeholder((8, 8), name="x")
    y = te.compute((8, 8), lambda i, j: x[i, j] + 1, name="y")
    s = te.create_schedule(y.op)
    s[y].tensorize(y.op.axis[1], declared)
    s[y].vectorize(y.op.axis[1])
    other = te.create_schedule(y.op)
    other[y].vectorize(y.op.axis[1])
    assert text(tvm, s, [x, y]) == text(tvm, other, [x, y])


@proves(PAGE + "match", "从这个轴往里没有绑定线程；整个阶段只有数据轴和归约轴，没有另一个 `tensorize`")
@proves(PAGE + "match", "`Do not allow thread in tensorize scope`、`Do not allow two tensorized point`")
def _(tvm):
    for kind, words in (("outside", ""), ("inside", "Do not allow thread in tensorize scope"), ("twice", "two tensorized")):
        declared = intrin()
        s, args = tensorized(declared)
        leaves = s[args[2]].leaf_iter_vars
        if kind == "twice":
            s[args[2]].tensorize(leaves[-1], declared)
        else:
            s[args[2]].bind(leaves[0 if kind == "outside" else -2], te.thread_axis("threadIdx.x"))
        if not words:
            text(tvm, s, args)
            continue
        with raises(tvm.TVMError, words):
            tvm.lower(s, args)


@proves(PAGE + "match", "化简以后，结构完全相同", "`Failed to match the compute`；类型不同是 `Failed to match the data type`")
@proves(PAGE + "match", "所以两个输入都换次序反而能通过")
@proves(PAGE + "match", "浮点的 `x * 2` 与 `2 * x` 不同，与 `x + x` 也不同")
def _(tvm):
    def elementwise(program, declared):
        X, a = te.placeholder((8, 8), name="X"), te.placeholder((8,), name="a")
        Y = te.compute((8, 8), lambda i, j: program(X[i, j]), name="Y")
        c = te.compute((8,), lambda i: declared(a[i]), name="c")
        binds = {a: buffer(a, [1]), c: buffer(c, [1])}
        made = te.decl_tensor_intrin(c.op, lambda i, o: tir.call_packed("body", o[0]), name="one", binds=binds)
        s = te.create_schedule(Y.op)
        s[Y].tensorize(Y.op.axis[1], made)
        return text(tvm, s, [X, Y])

    double, reverse, added = (lambda x: x * 2.0), (lambda x: tir.const(2.0, "float32") * x), (lambda x: x + x)
    elementwise(double, double)
    for other in (reverse, added):
        with raises(tvm.TVMError, "Failed to match the compute"):
            elementwise(double, other)
    with raises(tvm.TVMError, "Failed to match the data type"):
        elementwise(double, lambda x: x.astype("int32"))
    text(tvm, *tensorized(intrin()))
    A, W, C, s = matmul(order=-1)
    with raises(tvm.TVMError):
        tvm.lower(*tensorized(intrin(), order=-1))
    text(tvm, *tensorized(intrin(swap=True), order=-1))


@proves(PAGE + "match", "与指令声明的相等")
def _(tvm):
    for options in ({"rows": 8}, {"depth": 8}):
        with raises(tvm.TVMError, "Bind have an unmet assertion"):
            tvm.lower(*tensorized(intrin(**options)))


@proves(PAGE + "missing-update", "返回三个语句，或让归约轴全在里面")
def _(tvm):
    with raises(tvm.TVMError, "Reduction update op"):
        tvm.lower(*tensorized(intrin(statements=1)))
    assert '"body"' in text(tvm, *tensorized(intrin(statements=1, depth=16), depth=16))


@proves(PAGE + "tir", "不作要求，换成没有排好的 `W` 会编译通过而算错", versions=("0.12.0", "0.13.0"))
def _(tvm):
    from tvm.script import from_source

    free = lambda shape: f'T.Buffer(({shape}), "float32", offset_factor=1)'
    head = "@T.prim_func\ndef f"
    params = f"(A: {free('4, 4')}, B: {free('4, 4')}):\n    with T.block('root'):\n"
    access = "        T.reads(A[0:4, 0:4])\n        T.writes(B[0:4, 0:4])\n"
    loop = "        for i, j in T.grid(4, 4):\n            with T.block('b'):\n"
    loop += "                vi, vj = T.axis.remap('SS', [i, j])\n                B[vi, vj] = A[vi, vj] * T.float32({0})\n"
    desc, impl = (from_source(head + params + access + loop.format(factor)) for factor in (2, 3))
    tir.TensorIntrin.register("probe.loose", desc, impl)
    X = te.placeholder((16, 16), name="X")
    Y = te.compute((16, 16), lambda i, j: X[i, j] * 2.0, name="Y")
    s = tir.Schedule(te.create_prim_func([X, Y]))
    i, j = s.get_loops(s.get_block("Y"))
    io, ii = s.split(i, [None, 4])
    jo, ji = s.split(j, [None, 4])
    s.reorder(io, jo, ii, ji)
    s.tensorize(ii, "probe.loose")
    assert "float32(3)" in tvm.lower(s.mod).script()


@proves(PAGE + "own-model", "`pmaddwd` 的中间结果是 32 位，int16 的输入不会溢出，除非四个数全是 -32768")
def _(tvm):
    assert 2 * (-32768) ** 2 == 2**31 and -32768 * -32768 + -32768 * -32767 < 2**31
    assert 2 * -32768 * 32767 > -(2**31)


@proves(PAGE + "tir", "在 `tvm.tir.tensor_intrin` 里")
def _(tvm):
    import tvm.tir.tensor_intrin  # noqa: F401

    for name in ("dot_16x4_vnni", "dot_4x4_i8i8s32_sdot", "wmma_sync_16x16x16_f16f16f32"):
        tir.TensorIntrin.get(name)


unproved(PAGE + "own-model", "Relay 的量化模型会自动用到 VNNI", reason="要有支持 VNNI 的 CPU")
