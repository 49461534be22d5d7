"""What primitives of stages and buffers check, and what pragmas do."""

import subprocess
import sys

from probes import proves, raises

from tvm import te, tir

PAGE = "how_to/te_schedules/primitive#"
SUMMARY = PAGE + "summary"


def mat(rows=4, cols=8):
    A = te.placeholder((rows, cols), name="A")
    B = te.compute((rows, cols), lambda i, j: A[i, j] + 1, name="B")
    return A, B, te.create_schedule(B.op)


def chain(rows=16, cols=16):
    A, B, _ = mat(rows, cols)
    C = te.compute((rows, cols), lambda i, j: B[i, j] * 2, name="C")
    return A, B, C, te.create_schedule(C.op)


def body(tvm, schedule, args, **config):
    with tvm.transform.PassContext(config={"tir.disable_cse_tir": True, **config}):
        return tvm.lower(schedule, args)["main"].script()


@proves(PAGE + "compute-inline", "报错：`can only inline compute op with 1 output`")
@proves(PAGE + "compute-inline", "报错：`can only inline compute op`")
@proves(PAGE + "compute-inline", "报错：`Reductions are only allowed at the top level of compute`")
def _(tvm):
    A = te.placeholder((8, 8), name="A")
    k = te.reduce_axis((0, 8), name="k")
    two = te.compute((8, 8), lambda i, j: (A[i, j], A[i, j] * 2), name="two")
    summed = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name="summed")
    extern = te.extern((8, 8), [A], lambda i, o: tir.call_packed("x", i[0], o[0]), name="extern")
    for maker, words in (
        (lambda: two[0], "can only inline compute op with 1 output"),
        (lambda: extern, "can only inline compute op"),
        (lambda: summed, "Reductions are only allowed at the top level of compute"),
    ):
        inner = maker()
        code = (lambda i: inner[i] + 1) if inner is summed else (lambda i, j: inner[i, j] + 1)
        D = te.compute(inner.shape, code, name="D")
        s = te.create_schedule(D.op)
        s[inner].compute_inline()
        with raises(tvm.TVMError, words):
            tvm.lower(s, [A, D])


@proves(PAGE + "compute-inline", "不报错，改为在最外面算", "使用者读几次，算式就抄几份")
def _(tvm):
    A, B, _ = mat()
    C = te.extern((4, 8), [B], lambda i, o: tir.call_packed("probe.copy", i[0], o[0]), name="C")
    s = te.create_schedule(C.op)
    s[B].compute_inline()
    text = body(tvm, s, [A, C])
    assert "allocate([32]" in text and "probe.copy" in text
    D = te.compute((4, 8), lambda i, j: B[i, j] * B[i, j] - B[i, 0], name="D")
    s = te.create_schedule(D.op)
    s[B].compute_inline()
    assert body(tvm, s, [A, D]).count("float32(1)") == 3


@proves(SUMMARY, "每个读者确实读它", "由 `te.compute` 算出；数据轴没有与归约轴合并")
@proves(PAGE + "cache-read", "没有列出的照旧读原来的张量")
def _(tvm):
    A, B, C, s = chain()
    with raises(tvm.TVMError, "Cannot find"):
        s.cache_read(A, "local", [C])
    with raises(tvm.TVMError):
        s.cache_write(A, "local")
    k = te.reduce_axis((0, 8), name="k")
    X = te.placeholder((4, 8), name="X")
    Y = te.compute((4,), lambda i: te.sum(X[i, k], axis=k), name="Y")
    s = te.create_schedule(Y.op)
    s[Y].fuse(Y.op.axis[0], k)
    with raises(tvm.TVMError):
        s.cache_write(Y, "local")
    two = te.compute((4, 8), lambda i, j: X[i, j] * 2, name="two")
    three = te.compute((4, 8), lambda i, j: X[i, j] * 3 + two[i, j], name="three")
    s = te.create_schedule(three.op)
    cached = s.cache_read(X, "local", [two])
    assert s[two].op.input_tensors[0] == cached and X in s[three].op.input_tensors


@proves(PAGE + "cache-write", "计算、归约轴都归新的阶段，原来的 `B` 只搬运")
def _(tvm):
    k = te.reduce_axis((0, 8), name="k")
    X = te.placeholder((4, 8), name="X")
    Y = te.compute((4,), lambda i: te.sum(X[i, k], axis=k), name="Y")
    s = te.create_schedule(Y.op)
    cache = s.cache_write(Y, "local")
    assert len(cache.op.reduce_axis) == 1 and len(s[Y].op.reduce_axis) == 0
    assert isinstance(s[Y].op.body[0], tir.ProducerLoad)


@proves(SUMMARY, "不是输出")
@proves(SUMMARY, "在循环里；先 `set_scope`，或用在 `cache_read` 得到的阶段上")
@proves(PAGE + "double-buffer-error", "或用在 `cache_read` 得到的阶段上，它的作用域是给定的；设成 `global` 也行")
def _(tvm):
    A, B, C, s = chain()
    for primitive in (s[C].double_buffer, s[C].rolling_buffer):
        with raises(tvm.TVMError, "on output"):
            primitive()
    s[B].set_scope("global")
    s[B].double_buffer()
    with raises(tvm.TVMError):
        tvm.lower(s, [A, C])
    s[B].compute_at(s[C], C.op.axis[0])
    assert "double_buffer_write" in body(tvm, s, [A, C])
    A, B, s = mat()
    cached = s.cache_read(A, "local", [B])
    s[cached].compute_at(s[B], B.op.axis[0])
    s[cached].double_buffer()
    assert "double_buffer_write" in body(tvm, s, [A, B])


@proves(PAGE + "set-scope", "在线程（`threadIdx`）里面的是 `local`，在线程块里面的是 `shared`，其余是 `global`")
def _(tvm):
    for name, scope in (("threadIdx.x", "local"), ("blockIdx.x", "shared"), (None, "global")):
        A, B, C, s = chain()
        s[B].compute_at(s[C], C.op.axis[0])
        if name:
            s[C].bind(C.op.axis[0], te.thread_axis(name))
        assert f'allocate([16], "float32", "{scope}")' in body(tvm, s, [A, C]), scope


@proves(SUMMARY, "轴要取自 `op.axis`，给切分出来的轴或用于输出没有作用")
@proves(PAGE + "storage-align", "给切分出来的轴，或用于输出，没有作用，也不报错")
def _(tvm):
    A, B, C, s = chain(4, 8)
    before = body(tvm, s, [A, C])
    s[C].storage_align(C.op.axis[0], 4, 1)
    assert body(tvm, s, [A, C]) == before
    outer, _ = s[B].split(B.op.axis[0], 2)
    split = body(tvm, s, [A, C])
    s[B].storage_align(outer, 4, 1)
    assert body(tvm, s, [A, C]) == split
    s[B].storage_align(B.op.axis[0], 4, 1)
    assert body(tvm, s, [A, C]) != split


@proves(SUMMARY, "数据轴没有切分、合并过，彼此相邻；映射可逆，各维除得尽")
@proves(PAGE + "transform-layout", "`lambda` 写新下标，必须可逆")
def _(tvm):
    swap = lambda i, j: [j, i]
    for change in (lambda s, B: s[B].split(B.op.axis[0], 2), lambda s, B: s[B].fuse(*B.op.axis)):
        _, B, _, s = chain(4, 8)
        change(s, B)
        with raises(tvm.TVMError, "already been split"):
            s[B].transform_layout(swap)
    A = te.placeholder((4, 8, 2), name="A")
    k = te.reduce_axis((0, 2), name="k")
    B = te.compute((4, 8), lambda i, j: te.sum(A[i, j, k], axis=k), name="B")
    C = te.compute((4, 8), lambda i, j: B[i, j] * 2, name="C")
    s = te.create_schedule(C.op)
    s[B].reorder(B.op.axis[0], k, B.op.axis[1])
    with raises(tvm.TVMError, "already been reordered"):
        s[B].transform_layout(swap)
    for change in (lambda i, j: [i, i], lambda i, j: [i, j // 3, j % 3]):
        _, B, _, s = chain(4, 8)
        with raises(tvm.TVMError):
            s[B].transform_layout(change)


@proves(SUMMARY, "轴没有被切分、合并过")
@proves(PAGE + "lost", "`unroll`、`parallel`、`bind`、`pragma` 都一样，`fuse` 也会丢")
def _(tvm):
    A, B, s = mat()
    s[B].split(B.op.axis[1], 4)
    for primitive in (lambda: s[B].pragma(B.op.axis[1], "x"), lambda: s[B].prefetch(A, B.op.axis[1], 1)):
        with raises(tvm.TVMError, "already been split"):
            primitive()
    thread = te.thread_axis("threadIdx.x")
    marks = (
        lambda st, axis: st.unroll(axis),
        lambda st, axis: st.parallel(axis),
        lambda st, axis: st.bind(axis, thread),
        lambda st, axis: st.pragma(axis, "auto_unroll_max_step", 64),
    )
    shapes = (lambda st, i, j: st.split(j, 4), lambda st, i, j: st.fuse(i, j))
    for shape in shapes:
        A, B, s = mat()
        shape(s[B], *B.op.axis)
        plain = body(tvm, s, [A, B])
        for mark in marks:
            A, B, s = mat()
            mark(s[B], B.op.axis[1])
            assert body(tvm, s, [A, B]) != body(tvm, te.create_schedule(B.op), [A, B])
            shape(s[B], *B.op.axis)
            assert body(tvm, s, [A, B]) == plain


@proves(PAGE + "pragma", "为假时只把循环标成展开，交给代码生成", "整段去掉，用来量其余部分的时间", "等于同名原语")
def _(tvm):
    A, B, s = mat(2, 2)
    s[B].pragma(B.op.axis[0], "auto_unroll_max_step", 16)
    s[B].pragma(B.op.axis[0], "unroll_explicit", False)
    assert "T.unroll" in body(tvm, s, [A, B])
    A, B, C, s = chain()
    s[B].pragma(B.op.axis[0], "debug_skip_region")
    text = body(tvm, s, [A, C])
    assert "float32(1)" not in text and "float32(2)" in text
    for name in ("unroll", "vectorize"):
        A, B, s = mat()
        s[B].pragma(B.op.axis[1], name)
        other = te.create_schedule(B.op)
        getattr(other[B], name)(B.op.axis[1])
        assert body(tvm, s, [A, B]) == body(tvm, other, [A, B])


@proves(PAGE + "pragma", "展开后的语句数不超过这个值的就展开", "次数是常数的普通循环，从里往外")
def _(tvm):
    def loops(steps, cols=4):
        A, B, s = mat(4, cols)
        s[B].pragma(B.op.axis[0], "auto_unroll_max_step", steps)
        text = body(tvm, s, [A, B])
        return text.count("for "), text.count("float32(1)")

    assert loops(3) == (1, 1) and loops(4)[1] == 4 and loops(15)[1] == 4 and loops(16) == (0, 16)
    assert loops(1000, te.var("n"))[1] == 1


@proves(PAGE + "pragma", "拼错的键不报错，只有 LLVM 的 CPU 代码生成会警告 `Unknown pragma`，C 源码类的目标没有这条警告")
def _(tvm):
    code = """
import sys, tvm
from tvm import te
A = te.placeholder((4,), name="A")
B = te.compute((4,), lambda i: A[i] + 1, name="B")
s = te.create_schedule(B.op)
s[B].pragma(B.op.axis[0], "no_such_key", 1)
tvm.build(s, [A, B], sys.argv[1])
print("built")
"""
    for target, warned in (("llvm", True), ("c", False)):
        run = subprocess.run([sys.executable, "-c", code, target], capture_output=True, text=True)
        assert run.stdout.strip() == "built" and ("Unknown pragma" in run.stderr) is warned, run.stderr


@proves(PAGE + "pragma", "按这个轴拆，判断没有标 `T.likely` 也拆；长度是常数时还要打开 `partition_const_loop`")
@proves(PAGE + "split", "轴的长度是变量时它自动拆，是常数时要打开配置 `tir.LoopPartition` 的 `partition_const_loop`")
def _(tvm):
    def conditions(length, hint=False, split=True, **config):
        A = te.placeholder((length,), name="A")
        code = lambda i: A[i] + 1 if split else te.if_then_else(i < 6, A[i], 0.0)
        B = te.compute((length,), code, name="B")
        s = te.create_schedule(B.op)
        axis = s[B].split(B.op.axis[0], 4)[0] if split else B.op.axis[0]
        if hint:
            s[B].pragma(axis, "loop_partition_hint")
        text = body(tvm, s, [A, B], **config)
        return text.count("if_then_else") or text.count("for ")

    const = {"tir.LoopPartition": {"partition_const_loop": True}}
    assert conditions(te.var("n")) > conditions(10)
    assert conditions(10, **const) != conditions(10)
    assert conditions(10, hint=True, split=False) == conditions(10, split=False)
    assert conditions(10, hint=True, split=False, **const) != conditions(10, split=False, **const)


@proves(PAGE + "vectorize", "退回标量的情形还有循环次数依赖这个轴、有实参依赖它而又不能向量化的调用", "`while` 循环则直接报错")
def _(tvm):
    def vectorized(inner):
        builder = tir.ir_builder.create()
        out = builder.pointer("float32", name="out")
        with builder.for_range(0, 4, name="v", kind="vectorize") as v:
            inner(builder, out, v)
        module = tvm.IRModule({"main": tir.PrimFunc([out.asobject()], builder.get())})
        return str(tir.transform.VectorizeLoop()(module))

    def triangle(builder, out, v):
        with builder.for_range(0, v, name="w"):
            out[v] = 1.0

    def call(builder, out, v):
        out[v] = tir.call_extern("float32", "probe", v)

    def loop(builder, out, v):
        with builder.while_loop(out[v] < 1.0):
            out[v] = 1.0

    for inner in (triangle, call):
        assert "v.s" in vectorized(inner) or "v_s" in vectorized(inner)
    with raises(tvm.TVMError, "A while loop inside a vectorized loop not supported"):
        vectorized(loop)


@proves(PAGE + "prefetch", "没有切分的提前次数加倍")
def _(tvm):
    U = te.placeholder((256,), name="U")
    W = te.compute((256,), lambda i: U[i] * 2, name="W")
    s = te.create_schedule(W.op)
    s[W].prefetch(U, W.op.axis[0], 3)
    assert "i + 6" in body(tvm, s, [U, W])
