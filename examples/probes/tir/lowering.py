"""Probes of docs/reference/api/python/tir/lowering.md."""

import importlib
import os
import re
import tempfile

import numpy as np
from probes import proves, proves_check, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
LATEST = ("0.13.0",)
OLDEST = ("0.10.0",)
T = "tvm.tir.transform."


def is_oldest(tvm):
    return tvm.__version__.startswith("0.10")


def parsed(tvm, source):
    """The function `main` of TVMScript, written for 0.13.0 without `T.decl_buffer`."""
    if is_oldest(tvm):
        head, body = source.split("):\n", 1)
        head = re.sub(r'T\.Buffer\((\([^)]*\)), ("\w+")\)', r"T.Buffer[\1, \2]", head)
        body = re.sub(r'( *)(\w+) = T\.launch_thread\(("[\w.]+"), (\w+)\)', r"\1\2 = T.env_thread(\3)\n\1T.launch_thread(\2, \4)", body)
        source = head + "):\n" + body.replace("T.Buffer(", "T.buffer_decl(")
    function = importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n")
    return function.with_attr("global_symbol", "main")


def module(tvm, *functions):
    return tvm.IRModule({name: one for name, one in zip(("main", "other", "third"), functions)})


def apply(tvm, source, *steps, **config):
    """The module after the passes, given by name or as they are."""
    mod = source if isinstance(source, tvm.IRModule) else module(tvm, source if isinstance(source, tvm.tir.PrimFunc) else parsed(tvm, source))
    with tvm.transform.PassContext(config={key.replace("__", "."): value for key, value in config.items()}):
        for step in steps:
            mod = (getattr(tvm.tir.transform, step)() if isinstance(step, str) else step)(mod)
    return mod


def run(tvm, source, *steps, **config):
    return apply(tvm, source, *steps, **config)["main"]


def bind(tvm, kind, host="llvm"):
    return tvm.tir.transform.BindTarget(tvm.target.Target(kind, host=host))


def text(function):
    """The body as printed, without what the releases print differently."""
    lines = function.script().split("def ", 1)[1].splitlines()[1:]
    lines = [line.strip() for line in lines if not re.search(r"func_attr|^\s*#|T\.(reads|writes|preflattened_buffer)\(|^\s*$", line)]
    body = "\n".join(lines).replace("T.serial(", "range(").replace("T.block()", 'T.block("")').replace("buffer_decl", "Buffer")
    body = re.sub(r', dtype="\w+"\)', ")", body)
    return re.sub(r"(?m)^T\.evaluate\((.*)\)$", r"\1", body)


def nodes(tvm, function, kind):
    found = []
    tvm.tir.stmt_functor.post_order_visit(function.body, lambda node: found.append(node) if isinstance(node, kind) else None)
    return found


def calls(tvm, function, name):
    return [node for node in nodes(tvm, function, tvm.tir.Call) if isinstance(node.op, tvm.ir.Op) and node.op.name == "tir." + name]


def call(tvm, dtype, name, *arguments):
    return tvm.tir.Call(dtype, tvm.ir.Op.get("tir." + name), list(arguments))


# Threads


def two_blocks(first, second, kernels="blockIdx.x"):
    return f"""
def main(A: T.Buffer((8, 64), "float32")):
    for i in T.thread_binding(8, thread="{kernels}"):
        for j in T.thread_binding({first}, thread="threadIdx.x"):
            with T.block("one"):
                T.reads()
                T.writes(A[i, j])
                A[i, j] = T.float32(1)
        for k in T.thread_binding({second}, thread="threadIdx.x"):
            with T.block("two"):
                T.reads()
                T.writes(A[i, k])
                A[i, k] = A[i, k] + T.float32(1)
"""


@proves(T + "UnifyThreadBinding", "不同的块各绑一次 `threadIdx.x`，就靠它合并", "同名的轴长度不同时报错 `should have the same extent. However, there are two loops with extent`", "核函数以最外层的绑定划分，各有各的长度")
def _(tvm):
    tags = lambda function: [loop.thread_binding.thread_tag for loop in nodes(tvm, function, tvm.tir.For) if loop.thread_binding is not None]
    assert sorted(tags(parsed(tvm, two_blocks(32, 32)))) == ["blockIdx.x", "threadIdx.x", "threadIdx.x"]
    unified = run(tvm, two_blocks(32, 32), "UnifyThreadBinding")
    assert sorted(tags(unified)) == ["blockIdx.x", "threadIdx.x"]
    assert [loop.kind for loop in (unified.body.block.body if hasattr(unified.body, "block") else unified.body,)][0] == tvm.tir.ForKind.THREAD_BINDING
    with raises(ValueError, "should have the same extent. However, there are two loops with extent"):
        run(tvm, two_blocks(32, 64), "UnifyThreadBinding")
    separate = """
def main(A: T.Buffer((8, 64), "float32")):
    for j in T.thread_binding(32, thread="threadIdx.x"):
        A[0, j] = T.float32(1)
    for k in T.thread_binding(64, thread="threadIdx.x"):
        A[1, k] = T.float32(1)
"""
    assert [int(loop.extent) for loop in nodes(tvm, run(tvm, separate, "UnifyThreadBinding"), tvm.tir.For)] == [32, 64]


def reduction(loops, bindings="i, k", init="0", combine="C[vi] + A[vi, vk]", where="", after="", extents="8, 32"):
    """C[i] is the combination of A[i, k] over k, below the loops that are given."""
    rows, columns = extents.split(", ")
    lines, indent = [], "    "
    for loop in loops:
        lines.append(f"{indent}for {loop}:")
        indent += "    "
    body = [f'with T.block("sum"):', *([f"    T.where({where})"] if where else []), f'    vi, vk = T.axis.remap("SR", [{bindings}])' if "//" not in bindings and "*" not in bindings else f"    vi = T.axis.spatial({rows}, {bindings.split(', ')[0]})\n{indent}    vk = T.axis.reduce({columns}, {bindings.split(', ')[1]})", "    T.reads(A[vi, vk])", "    T.writes(C[vi])"]
    body += [] if init is None else ["    with T.init():", f"        C[vi] = T.float32({init})"]
    body += [f"    C[vi] = {combine}"]
    lines += [f"{indent}{line}" for line in body] + ([after] if after else [])
    return f'def main(A: T.Buffer(({extents}), "float32"), C: T.Buffer((8,), "float32")):\n' + "\n".join(lines)


THREADS = ["i in range(8)", 'k in T.thread_binding(32, thread="threadIdx.x")']


def reduced(tvm, *arguments, **rest):
    function = run(tvm, reduction(*arguments, **rest), "LowerCrossThreadReduction")
    return function, len(calls(tvm, function, "tvm_thread_allreduce"))


@proves(T + "LowerCrossThreadReduction", "把归约轴绑定到 `threadIdx` 的块换成 `tvm_thread_allreduce` 调用，再由归约轴为 0 的线程写回结果", versions=NEW)
@proves(T + "LowerCrossThreadReduction", "把归约轴绑定到 `threadIdx` 的块换成 `tvm_thread_allreduce` 调用，结果由各个线程都写回一次", versions=OLDEST)
def _(tvm, release):
    function, count = reduced(tvm, THREADS)
    assert count == 1
    back = [realize for realize in nodes(tvm, function, tvm.tir.BlockRealize) if realize.block.name_hint.endswith("write_back")]
    assert len(back) == 1
    assert ("k == 0" in str(back[0].predicate)) == (release != "0.10.0"), back[0].predicate


@proves(T + "LowerCrossThreadReduction", "只有一部分归约循环绑定线程，或块有谓词时，先在线程内归约到 `in_thread_` 缓冲区")
def _(tvm):
    assert "in_thread_" not in reduced(tvm, THREADS)[0].script()
    split = ["i in range(8)", "ko in range(4)", 'ki in T.thread_binding(8, thread="threadIdx.x")']
    function, count = reduced(tvm, split, bindings="i, ko * 8 + ki")
    assert count == 1 and "in_thread_" in function.script()
    function, count = reduced(tvm, THREADS, where="k < 20")
    assert count == 1 and "in_thread_" in function.script()


@proves(T + "LowerCrossThreadReduction", "块要有 `T.init`，绑定是仿射的，而且是输出唯一的写者。不是这样的块不处理，也不提示，留下的代码里几个线程同时写一个位置")
def _(tvm):
    for rest in ({"init": None}, {"bindings": "i, k * k // 32"}):
        function, count = reduced(tvm, THREADS, **rest)
        assert count == 0 and "thread_binding" in function.script(), rest


@proves(T + "LowerCrossThreadReduction", "归约循环是块外面最里的几层，绑定的只有 `threadIdx`，没有 `blockIdx`", "块是第一层归约循环里的最后一个块", "报错 `Cross-thread reduction requires …` 或 `cannot be applied when …`")
def _(tvm):
    with raises(Exception, "Cross-thread reduction requires all the reduction-related loops to be the deepest"):
        reduced(tvm, list(reversed(THREADS)))
    with raises(Exception, "only be bound `threadIdx.x/y/z`"):
        reduced(tvm, [THREADS[0], THREADS[1].replace("threadIdx", "blockIdx")])
    other = '            with T.block("late"):\n                v0, v1 = T.axis.remap("SS", [i, k])\n                T.reads()\n                T.writes(A[v0, v1])\n                A[v0, v1] = T.float32(0)'
    with raises(Exception, "cannot be applied when the reduction block isn't the last block"):
        reduced(tvm, THREADS, after=other)


@proves(T + "LowerCrossThreadReduction", "如加、乘、最大、最小", "报 `No matched reducer`")
def _(tvm):
    for init, combine in (("0", "C[vi] + A[vi, vk]"), ("1", "C[vi] * A[vi, vk]"), ("-3.4028234663852886e+38", "T.max(C[vi], A[vi, vk])"), ("3.4028234663852886e+38", "T.min(C[vi], A[vi, vk])")):
        assert reduced(tvm, THREADS, init=init, combine=combine)[1] == 1
    for init, combine in (("0", "C[vi] - A[vi, vk]"), ("5", "C[vi] + A[vi, vk]")):
        with raises(Exception, "No matched reducer"):
            reduced(tvm, THREADS, init=init, combine=combine)


def virtual(tvm, extent, inner=None, name="vt", tag="vthread", begin=0, flat=True, loop=None):
    """A function in which each virtual thread writes a buffer of its own and reads it back."""
    tir = tvm.tir
    out, handle = tir.decl_buffer((64,), name="A"), tir.Var("a", "handle")
    buffer = tir.decl_buffer((4,) if flat else (2, 2), name="B")
    axis = tir.IterVar(tvm.ir.Range(0, extent), tir.Var(name, "int32"), 1, tag)
    index = [0] if flat else [0, 0]
    i = tir.Var("i", "int32")
    body = tir.stmt_seq(
        tir.BufferStore(buffer, tir.Cast("float32", axis.var), index),
        tir.BufferStore(out, tir.BufferLoad(buffer, index), [axis.var]),
    )
    body = loop(body) if loop else body
    if inner:
        body = tir.For(i, begin, inner, 0, body)
    body = tir.Allocate(buffer.data, "float32", buffer.shape, tir.const(True), body)
    body = tir.AttrStmt(axis, "virtual_thread", extent, body)
    return tir.PrimFunc([handle], body, buffer_map={handle: out})


@proves(T + "InjectVirtualThread", "内容与线程有关的缓冲区每个线程一份", "少于 16 个，又在最里层时复制，否则成为循环")
def _(tvm):
    def shape(extent, **rest):
        function = run(tvm, virtual(tvm, extent, **rest), "InjectVirtualThread")
        return len(nodes(tvm, function, tvm.tir.For)), len(nodes(tvm, function, tvm.tir.BufferStore)), int(nodes(tvm, function, tvm.tir.Allocate)[0].extents[0])

    assert shape(4) == (0, 8, 16)
    assert shape(15)[0] == 0 and shape(16) == (2, 2, 64)


@proves(T + "InjectVirtualThread", "`cthread` 的则全部如此")
def _(tvm):
    tir = tvm.tir

    def size(name):
        out, handle = tir.decl_buffer((64,), name="A"), tir.Var("a", "handle")
        buffer = tir.decl_buffer((4,), name="B")
        axis = tir.IterVar(tvm.ir.Range(0, 2), tir.Var(name, "int32"), 1, name)
        body = tir.stmt_seq(tir.BufferStore(buffer, 1.0, [0]), tir.BufferStore(out, tir.BufferLoad(buffer, [0]), [axis.var]))
        body = tir.AttrStmt(axis, "virtual_thread", 2, tir.Allocate(buffer.data, "float32", [4], tir.const(True), body))
        function = run(tvm, tir.PrimFunc([handle], body, buffer_map={handle: out}), "InjectVirtualThread")
        return int(nodes(tvm, function, tir.Allocate)[0].extents[0])

    assert size("vthread") == 4 and size("cthread") == 8


@proves(T + "InjectVirtualThread", "要先展平，否则断言失败，信息是 `expects rewritten allocations to be flat memory`", "里面的循环下界须是 0，有 `while` 时报错 `WhileNode in InjectVirtualThread not supported yet`")
def _(tvm):
    with raises("TVMError", "expects rewritten allocations to be flat memory"):
        run(tvm, virtual(tvm, 4, flat=False), "InjectVirtualThread")
    run(tvm, virtual(tvm, 4, inner=3), "InjectVirtualThread")
    with raises("TVMError", "is_zero(op->min)"):
        run(tvm, virtual(tvm, 4, inner=3, begin=1), "InjectVirtualThread")
    with raises("TVMError", "WhileNode in InjectVirtualThread not supported yet"):
        run(tvm, virtual(tvm, 4, loop=lambda body: tvm.tir.While(tvm.tir.Var("c", "int32") < 3, body)), "InjectVirtualThread")


def shared(body, scope="shared", tail="", extent=32, dtype="float32", size=64):
    return f"""
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", {extent})
    data = T.allocate([{size}], "{dtype}", "{scope}")
    S = T.Buffer(({size},), "{dtype}", data=data, scope="{scope}")
""" + "\n".join("    " + line for line in body)


def synced(tvm, body, scope="shared", into="shared"):
    return len(calls(tvm, run(tvm, shared(body, into), tvm.tir.transform.ThreadSync(scope)), "tvm_storage_sync"))


WRITE, READ = "S[tx] = A[tx]", "B[tx] = S[31 - tx]"


@proves(T + "ThreadSync", '取值如 `"shared"`、`"shared.dyn"`、`"warp"`、`"global"`，未知的名字报错 `unknown storage scope`', "只看作用域 `storage_scope` 的缓冲区")
def _(tvm):
    for scope in ("shared", "shared.dyn", "warp"):
        assert synced(tvm, [WRITE, READ], scope, scope) == 1
        assert synced(tvm, [WRITE, READ], "shared" if scope != "shared" else "warp", scope) == 0
    with raises("TVMError", "unknown storage scope"):
        synced(tvm, [WRITE, READ], "nowhere")


@proves(T + "ThreadSync", "查的是同一个缓冲区先写后读和先读后写，下标是否真的重叠一般不看", "循环携带的冲突也看")
def _(tvm):
    assert synced(tvm, [READ, WRITE]) == 1 and synced(tvm, [READ, READ]) == 0 and synced(tvm, [WRITE, "S[tx + 1] = A[tx]"]) == 0
    assert synced(tvm, [WRITE, "B[tx] = S[tx + 32]"]) == 1
    assert synced(tvm, ["for i in range(4):", "    S[tx] = A[tx]", "    B[tx] = S[31 - tx]"]) == 2
    assert synced(tvm, ["B[tx] = S[31 - tx] + T.float32(1)"]) == 0


@proves(T + "ThreadSync", "两次访问的下标逐字相同、又都用到最里层的线程轴时，算作没有冲突", versions=NEW)
@proves(T + "ThreadSync", "两次访问的下标逐字相同时，算作没有冲突", "一个线程写 `shared[0]`、各线程再读 `shared[0]`，中间没有同步", versions=OLDEST)
def _(tvm, release):
    assert synced(tvm, [WRITE, "B[tx] = S[tx]"]) == 0
    assert synced(tvm, ["S[0] = A[tx]", "B[tx] = S[0]"]) == (release != "0.10.0")


@proves(T + "ThreadSync", "要在 `if` 里同步时断言失败，信息是 `Cannot insert syncs inside condition`")
def _(tvm):
    with raises("TVMError", "Cannot insert syncs inside condition"):
        synced(tvm, ["if tx < 16:", "    S[tx] = A[tx]", "    B[tx] = S[31 - tx]"])


@proves(T + "ThreadSync", "双缓冲错开的读也不算")
def _(tvm):
    tir = tvm.tir

    def count(double):
        function = parsed(tvm, shared([WRITE, READ]))

        def mark(node):
            if double and isinstance(node, tir.BufferStore) and node.buffer.name == "S":
                return tir.AttrStmt(node.buffer.data, "double_buffer_write", 1, node)
            return None

        return len(calls(tvm, run(tvm, function.with_body(tir.stmt_functor.ir_transform(function.body, None, mark, ["tir.BufferStore"])), tir.transform.ThreadSync("shared")), "tvm_storage_sync"))

    assert count(False) == 1 and count(True) == 0


@proves(T + "ThreadSync", '`"shared"` 还在每个异步等待之后加一次同步，`"global"` 是跨线程块的屏障')
def _(tvm):
    tir = tvm.tir
    function = parsed(tvm, shared(["B[tx] = A[tx]"]))

    def wait(node):
        inner = tir.AttrStmt(tir.const(0), "async_wait_inflight_count", 0, node)
        return tir.AttrStmt(tir.const(0), "async_wait_queue_scope", 0, inner)

    waiting = function.with_body(tir.stmt_functor.ir_transform(function.body, None, lambda node: wait(node), ["tir.BufferStore"]))
    count = lambda one, scope: len(calls(tvm, run(tvm, one, tir.transform.ThreadSync(scope)), "tvm_storage_sync"))
    assert count(function, "shared") == 0 and count(waiting, "shared") == 1 and count(waiting, "shared.dyn") == 0
    barrier = """
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    bx = T.launch_thread("blockIdx.x", 2)
    tx = T.launch_thread("threadIdx.x", 32)
    A[tx] = B[tx]
    B[tx] = A[31 - tx]
"""
    found = calls(tvm, run(tvm, barrier, tir.transform.ThreadSync("global")), "tvm_storage_sync")
    assert found and found[0].args[0].value == "global" and len(found[0].args) == 3


def allreduced(tvm, kind, extent=32, dtype="float32", groups=1, outer=None):
    """Counts of shuffles and synchronizations of a sum over threadIdx.x."""
    te = tvm.te
    source, k = te.placeholder((4, groups, extent), dtype, name="source"), te.reduce_axis((0, extent), "k")
    total = te.compute((4, groups), lambda i, g: te.sum(source[i, g, k], axis=k), name="total")
    schedule = te.create_schedule(total.op)
    schedule[total].bind(total.op.axis[0], te.thread_axis("blockIdx.x"))
    if groups > 1:
        schedule[total].bind(total.op.axis[1], te.thread_axis("threadIdx.y"))
    schedule[total].bind(k, te.thread_axis("threadIdx.x"))
    function = run(tvm, tvm.lower(schedule, [source, total]), bind(tvm, kind), "LowerThreadAllreduce")
    return len(calls(tvm, function, "tvm_warp_shuffle_down")), len(calls(tvm, function, "tvm_storage_sync"))


@proves(
    T + "LowerThreadAllreduce",
    "线程束内的洗牌（shuffle），或共享内存里的树形归约",
    "`cuda`：归约长度大于 1，整除线程束的大小，或者只有一组、长度不超过线程束",
    "`rocm`：类型是 32 位，归约长度恰是线程束的大小",
    "其余用共享内存，`opencl`、`vulkan`、`metal` 都是如此",
    versions=NEW,
)
def _(tvm):
    shuffles = lambda *arguments, **rest: allreduced(tvm, *arguments, **rest)[0] > 0
    assert shuffles("cuda") and shuffles("cuda", 8) and shuffles("cuda", 8, groups=4)
    assert shuffles("cuda", 12) and not shuffles("cuda", 12, groups=4) and not shuffles("cuda", 64)
    assert shuffles("rocm", 64) and not shuffles("rocm", 32) and not shuffles("rocm", 64, dtype="float64")
    assert shuffles("cuda", dtype="float64")
    for kind in ("opencl", "vulkan", "metal"):
        shuffled, synced_ = allreduced(tvm, kind)
        assert shuffled == 0 and synced_ > 0, kind


@proves(T + "LowerThreadAllreduce", "类型 4 到 8 字节的标量（或 float16、half2）", versions=NEW)
def _(tvm):
    shuffles = lambda dtype: allreduced(tvm, "cuda", dtype=dtype)[0] > 0
    assert [shuffles(dtype) for dtype in ("float32", "int32", "float64", "int64", "float16", "int8", "int16")] == [True] * 5 + [False] * 2


def reducing(tvm, extent=32, tag="threadIdx.x", over=None, target="cuda", outer=None):
    tir = tvm.tir
    x, y = tir.Var("x", "float32"), tir.Var("y", "float32")
    out, handle, result = tir.decl_buffer((64,), name="A"), tir.Var("a", "handle"), tir.decl_buffer((1,), name="red", scope="local")
    axis = tir.IterVar(tvm.ir.Range(0, extent), tir.Var("t", "int32"), 1, tag)
    all_reduce = call(tvm, "handle", "tvm_thread_allreduce", tir.const(1, "uint32"), tir.BufferLoad(out, [axis.var]), tir.const(True), tir.BufferLoad(result, [0]), over if over is not None else axis.var)
    reducer = tir.CommReducer([x], [y], [x + y], [tir.const(0.0)])
    body = tir.AttrStmt(reducer, "reduce_scope", call(tvm, "handle", "reinterpret", tir.const(0, "uint64")), tir.Evaluate(all_reduce))
    body = tir.Allocate(result.data, "float32", [1], tir.const(True), tir.stmt_seq(body, tir.BufferStore(out, tir.BufferLoad(result, [0]), [0])))
    body = tir.AttrStmt(axis, "thread_extent", extent, body)
    if outer:
        more = tir.IterVar(tvm.ir.Range(0, 4), tir.Var("v", "int32"), 1, outer)
        body = tir.AttrStmt(more, "thread_extent", 4, body)
    function = tir.PrimFunc([handle], body, buffer_map={handle: out})
    return function.with_attr("target", tvm.target.Target(target)) if target else function


@proves(T + "LowerThreadAllreduce", "函数没有 `target` 属性", "外面某条 `threadIdx` 轴的长度不是常数", "外面有 `vthread`", "归约用的线程轴没有在外面绑定")
def _(tvm):
    lower = lambda **rest: run(tvm, reducing(tvm, **rest), "LowerThreadAllreduce")
    lower()
    with raises("TVMError", "Require the target attribute"):
        lower(target=None)
    with raises("TVMError", "Need constant extent for reduce set"):
        lower(extent=tvm.tir.Var("n", "int32"))
    with raises("TVMError", "vthread do not work with cross thread reduction"):
        lower(outer="vthread")
    with raises("TVMError", "Not all reduce index are presented in the context"):
        lower(over=tvm.tir.Var("other", "int32"))


def warped(tvm, body, target="cuda", extent=32, size=32):
    lines = shared(body, "warp", extent=extent, size=size).strip().splitlines()
    source = "\n".join([lines[0], lines[2], lines[3], lines[1], *lines[4:]])
    function = parsed(tvm, source)
    return run(tvm, function.with_attr("target", tvm.target.Target(target)) if target else function, "LowerWarpMemory")


@proves(T + "LowerWarpMemory", "读别的线程的元素改成 `tvm_warp_shuffle`", "线程束的大小取目标的 `thread_warp_size`，是 1 时（如 `opencl`、`llvm`）什么也不改")
def _(tvm):
    function = warped(tvm, [WRITE, READ])
    assert nodes(tvm, function, tvm.tir.Allocate)[0].buffer_var.type_annotation.storage_scope == "local"
    assert int(nodes(tvm, function, tvm.tir.Allocate)[0].extents[0]) == 1 and len(calls(tvm, function, "tvm_warp_shuffle")) == 1
    assert len(calls(tvm, warped(tvm, [WRITE, "B[tx] = S[tx]"]), "tvm_warp_shuffle")) == 0
    for target in ("opencl", "llvm"):
        same = warped(tvm, [WRITE, READ], target)
        assert nodes(tvm, same, tvm.tir.Allocate)[0].buffer_var.type_annotation.storage_scope == "warp"
    with raises("TVMError", "Expect threadIdx.x 's size"):
        warped(tvm, [WRITE, READ], "cuda -thread_warp_size=16")


@proves(
    T + "LowerWarpMemory",
    "`threadIdx.x` 的长度大于线程束，或不整除它",
    "函数没有 `target` 属性",
    "存的下标不是 `threadIdx.x` 的一次式",
    "一次式里 `threadIdx.x` 的系数不是正的常数，下标里没有它也算",
    "几处写入的系数不同",
    "缓冲区没有写入",
    "读的下标分不出与线程无关的部分",
    "把缓冲区的指针传给了别的函数",
)
def _(tvm):
    def fails(words, body, **rest):
        with raises("TVMError", words):
            warped(tvm, body, **rest)

    for extent in (64, 12):
        fails("Expect threadIdx.x 's size to be no larger than, and a factor of warp size", [WRITE, READ], extent=extent, size=64)
    fails("Require the target attribute", [WRITE, READ], target=None)
    fails("Could not simplify the store index", ["S[tx * tx % 32] = A[tx]", READ])
    fails("require positive constant coefficient on warp index", ["S[31 - tx] = A[tx]", READ])
    fails("require positive constant coefficient on warp index", ["S[0] = A[tx]", READ])
    fails("two different store coefficient to warp index", ["S[tx] = A[tx]", "S[tx * 2] = A[tx]", READ])
    fails("Divide by zero", [READ])
    fails("failed to rewrite load to shuffle", ["S[tx * 2] = A[tx]", "B[tx] = S[tx]"], size=64)
    pointer = 'T.evaluate(T.call_extern("f", data, dtype="int32"))' if is_oldest(tvm) else 'T.call_extern("int32", "f", data)'
    fails("Cannot access address of warp memory directly", [WRITE, pointer])


@proves(T + "LowerWarpMemory", "同一个线程轴有两个轴对象，没有合并", "缓冲区还没有展平成一维", "向量的写入不是步长 1 的 `T.Ramp`", "大小不是常数", "`threadIdx.x` 不是在这个缓冲区的分配里面绑定的")
def _(tvm):
    tir = tvm.tir
    buffer = lambda *shape: tir.decl_buffer(shape, name="S", scope="warp")

    def fails(words, warp, store, twice=False, inside=True, extent=None):
        axis = lambda: tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")
        first = axis()
        body = store(first.var)
        if twice:
            body = tir.AttrStmt(axis(), "thread_extent", 32, body)
        allocate = lambda inner: tir.Allocate(warp.data, "float32", extent or warp.shape, tir.const(True), inner)
        thread = lambda inner: tir.AttrStmt(first, "thread_extent", 32, inner)
        body = allocate(thread(body)) if inside else thread(allocate(body))
        function = tir.PrimFunc([tir.Var("n", "int32")], body).with_attr("target", tvm.target.Target("cuda"))
        with raises("TVMError", words):
            run(tvm, function, "LowerWarpMemory")

    one = buffer(64)
    plain = lambda t: tir.BufferStore(one, 1.0, [t])
    fails("Find two instance of threadIdx.x in the same kernel", one, plain, twice=True)
    fails("Cannot find warp index(threadIdx.x)", one, plain, inside=False)
    fails("warp memory only support constant alloc size", one, plain, extent=[tir.Var("n", "int32")])
    many = buffer(2, 32)
    fails("Expected flat memory to use as warp memory", many, lambda t: tir.BufferStore(many, 1.0, [0, t]))
    fails("can only handle continuous store", one, lambda t: tir.BufferStore(one, tir.Broadcast(1.0, 4), [tir.Ramp(t, 2, 4)]))


def handover(first, second):
    return f"""
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    tx = T.launch_thread("threadIdx.x", 32)
    p = T.allocate([32], "{first}", "shared.dyn")
    q = T.allocate([32], "{second}", "shared.dyn")
    a = T.Buffer((32,), "{first}", data=p, scope="shared.dyn")
    b = T.Buffer((32,), "{second}", data=q, scope="shared.dyn")
    a[tx] = T.cast(A[tx], "{first}")
    b[tx] = T.cast(a[31 - tx], "{second}")
    B[tx] = T.cast(b[31 - tx], "float32")
"""


MERGE = "MergeDynamicSharedMemoryAllocations"


@proves(T + MERGE, "把几个 `shared.dyn` 缓冲区合并成一个 uint8 的分配，放在最外层线程轴之内，生存期不相交的共用空间", "一条语句最后一次读旧的、又第一次写较大的新的时，两者重叠")
def _(tvm):
    merged = run(tvm, handover("float16", "float32"), MERGE)
    (allocate,) = nodes(tvm, merged, tvm.tir.Allocate)
    assert allocate.dtype == "uint8" and int(allocate.extents[0]) == 128 and isinstance(merged.body, tvm.tir.AttrStmt) and merged.body.body.same_as(allocate)
    alive = handover("float16", "float32").replace("    B[tx]", "    B[tx] = T.cast(a[tx], \"float32\")\n    B[tx]")
    assert int(nodes(tvm, run(tvm, alive, MERGE), tvm.tir.Allocate)[0].extents[0]) > 128


@proves(T + MERGE, "新缓冲区要用一个已死的缓冲区的空间，而后者不小于它（16 倍以内）时，断言失败")
def _(tvm):
    for first, second in (("float32", "float16"), ("float32", "float32"), ("float32", "int8")):
        with raises("TVMError", "it != buffer_byte_offsets_.end()"):
            run(tvm, handover(first, second), MERGE)
    run(tvm, handover("float16", "float32"), MERGE)


@proves(T + MERGE, "没合并时 `LowerDeviceKernelLaunch` 断言失败：`Only one dynamic shared memory allocation is allowed`", versions=LATEST)
@proves(T + MERGE, "没合并时 `SplitHostDevice` 断言失败：`Only one dynamic shared memory allocation is allowed`", versions=OLD)
def _(tvm, release):
    steps = ["AnnotateDeviceRegions", "SplitHostDevice", "MakePackedAPI", "LowerDeviceKernelLaunch"] if release == "0.13.0" else ["MakePackedAPI", "SplitHostDevice"]
    with raises("TVMError", "Only one dynamic shared memory allocation is allowed"):
        run(tvm, handover("float16", "float32"), bind(tvm, "cuda"), *steps)
    run(tvm, handover("float16", "float32"), bind(tvm, "cuda"), MERGE, *steps)


@proves(T + MERGE, "缓冲区要先展平")
def _(tvm):
    deep = handover("float16", "float32").replace("[32], ", "[2, 16], ").replace("((32,), \"float16\", data", "((2, 16), \"float16\", data").replace("((32,), \"float32\", data", "((2, 16), \"float32\", data").replace("a[tx]", "a[0, tx]").replace("a[31 - tx]", "a[0, 31 - tx]").replace("b[tx]", "b[0, tx]").replace("b[31 - tx]", "b[0, 31 - tx]")
    with raises("TVMError"):
        run(tvm, deep, MERGE)


def copied(tvm, index="T.ramp(tx * 4, 1, 4)", value=None, dtype="float32", source=None, scope="shared", lanes=4):
    """A function that copies from global to shared memory within async_scope."""
    tir = tvm.tir
    out, handle = tir.decl_buffer((128,), dtype, name="A"), tir.Var("a", "handle")
    buffer = tir.decl_buffer((128,), dtype, name="S", scope=scope)
    t = tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")
    place = tir.Ramp(t.var * lanes, 1, lanes) if lanes > 1 else t.var
    load = tir.BufferLoad(out, [source(t.var) if source else place])
    store = tir.BufferStore(buffer, value(load, t.var) if value else load, [place])
    body = tir.AttrStmt(tir.const(0), "async_scope", 1, store)
    body = tir.AttrStmt(t, "thread_extent", 32, tir.Allocate(buffer.data, dtype, [128], tir.const(True), body))
    return tir.PrimFunc([handle], body, buffer_map={handle: out})


def asynchronous(tvm, **rest):
    return len(calls(tvm, run(tvm, copied(tvm, **rest), "InjectPTXAsyncCopy"), "ptx_cp_async"))


@proves(T + "InjectPTXAsyncCopy", "把 `async_scope` 里从 `global` 到 `shared`、`shared.dyn` 的复制换成 `ptx_cp_async`", "不满足的留作普通的存，不提示。`ramp` 的步长不检查，隔开的元素也被当作连续的复制，不报错而结果是错的")
def _(tvm):
    tir = tvm.tir
    assert asynchronous(tvm) == asynchronous(tvm, scope="shared.dyn") == 1 and asynchronous(tvm, scope="local") == 0
    assert [asynchronous(tvm, lanes=lanes) for lanes in (1, 2, 4, 8)] == [1, 1, 1, 0]
    assert [asynchronous(tvm, lanes=lanes, dtype="int8") for lanes in (1, 2, 4, 8, 16, 32)] == [0, 0, 1, 1, 1, 0]
    assert asynchronous(tvm, source=lambda t: tir.Ramp(t, 3, 4)) == 1
    assert asynchronous(tvm, value=lambda load, t: load + load) == 0


@proves(T + "InjectPTXAsyncCopy", "一次复制须是 4、8 或 16 字节，下标是标量或 `ramp`；`T.if_then_else` 只处理第二个实参是读、第三个是浮点 0 的", versions=NEW[1:])
@proves(T + "InjectPTXAsyncCopy", "一次复制须是 4、8 或 16 字节，右边就是一次读，下标是标量或 `ramp`；带 `T.if_then_else` 的不换", versions=OLDEST)
@proves(T + "InjectPTXAsyncCopy", "一次复制须是 4、8 或 16 字节，下标是标量或 `ramp`", "`T.if_then_else` 只处理第二个实参是读、第三个是浮点 0 的", versions=("0.12.0",))
def _(tvm, release):
    tir = tvm.tir
    choose = lambda other, swap=False: lambda load, t: tir.if_then_else(t < 5, *((other, load) if swap else (load, other)))
    count = lambda other, **rest: asynchronous(tvm, lanes=1, value=choose(other, **rest))
    assert count(tir.const(0.0)) == (release != "0.10.0")
    assert count(tir.const(1.0)) == 0 and count(tir.const(0.0), swap=True) == 0
    broad = lambda load, t: load if False else tir.BufferLoad(load.buffer, [tir.Broadcast(t, 4)])
    assert asynchronous(tvm, value=broad) == 0


@proves(T + "InjectPTXAsyncCopy", "属性 `async_scope` 不论是否改写都去掉，嵌套时报错 `Nested async scopes not supported`", "要先展平")
def _(tvm):
    tir = tvm.tir
    for rest in ({}, {"lanes": 8}):
        assert "async_scope" not in [node.attr_key for node in nodes(tvm, run(tvm, copied(tvm, **rest), "InjectPTXAsyncCopy"), tir.AttrStmt)]
    function = copied(tvm)
    nested = tir.PrimFunc(function.params, tir.AttrStmt(tir.const(0), "async_scope", 1, function.body), buffer_map=function.buffer_map)
    with raises("TVMError", "Nested async scopes not supported"):
        run(tvm, nested, "InjectPTXAsyncCopy")
    deep = tir.decl_buffer((4, 4), name="D")
    inner = tir.decl_buffer((4, 4), name="E", scope="shared")
    flat = tir.AttrStmt(tir.const(0), "async_scope", 1, tir.BufferStore(inner, tir.BufferLoad(deep, [0, 0]), [0, 0]))
    with raises("TVMError"):
        run(tvm, tir.PrimFunc([deep.data, inner.data], flat), "InjectPTXAsyncCopy")


@proves(T + "InjectPTXAsyncCopy", "由 `tir.use_async_copy=True` 打开")
def _(tvm):
    passes = tvm.get_global_func("driver.mixed_mod_passes")
    for on in (False, True):
        with tvm.transform.PassContext(config={"tir.use_async_copy": on}):
            assert ("InjectPTXAsyncCopy" in str(passes(tvm.IRModule({}), tvm.target.Target("cuda", host="llvm")))) == on


def fragments(tvm, fill=True, mma=True, other=16):
    tir = tvm.tir
    buffers = {name: tir.decl_buffer((256,), "float16" if name in "ab" else "float32", name=name, scope=scope) for name, scope in (("a", "wmma.matrix_a"), ("b", "wmma.matrix_b"), ("c", "wmma.accumulator"))}
    source = tir.decl_buffer((256,), "float16", name="G")
    pointer = source.access_ptr("r")
    statements = []
    if fill:
        statements.append(tir.tvm_fill_fragment(buffers["c"].data, 16, 16, 16, 0, tir.const(0.0)))
    statements += [tir.tvm_load_matrix_sync(buffers[name].data, 16, 16, size, 0, pointer, 16, "row_major" if name == "a" else "col_major") for name, size in (("a", 16), ("b", other))]
    if mma:
        statements.append(tir.tvm_mma_sync(*(item for name in "cabc" for item in (buffers[name].data, 0))))
    body = tir.stmt_seq(*(tir.Evaluate(one) for one in statements))
    for buffer in buffers.values():
        body = tir.Allocate(buffer.data, buffer.dtype, [256], tir.const(True), body)
    return tir.PrimFunc([source.data], body)


@proves(T + "InferFragment", "写成分配外面的属性 `fragment_shape`、`fragment_layout`", "依据是 `tvm_load_matrix_sync`、`tvm_store_matrix_sync`、`tvm_fill_fragment` 的实参")
def _(tvm):
    found = {}
    for node in nodes(tvm, run(tvm, fragments(tvm), "InferFragment"), tvm.tir.AttrStmt):
        found.setdefault(node.attr_key, {})[node.node.name] = node.value.value
    assert found["fragment_shape"] == dict.fromkeys("abc", "16, 16, 16")
    assert found["fragment_layout"]["a"] == "row_major" and found["fragment_layout"]["b"] == "col_major"


@proves(T + "InferFragment", "片段前后形状不同时断言失败，`tvm_mma_sync` 之前没有填充或加载的报错 `must be filled (with tvm_fill_fragment) or loaded`")
def _(tvm):
    with raises("TVMError"):
        run(tvm, fragments(tvm, other=8), "InferFragment")
    with raises("TVMError", "must be filled (with tvm_fill_fragment) or loaded"):
        run(tvm, fragments(tvm, fill=False), "InferFragment")
    run(tvm, fragments(tvm, fill=False, mma=False), "InferFragment")


STAGE = """
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        with T.block(""):
            T.reads(A[0:64])
            T.writes(C[0:64])
            S = T.alloc_buffer((64,), "float32", scope="shared")
            for i in range(8):
                with T.block("stage"):
                    T.reads(A[tx * 8 + i])
                    T.writes(S[tx * 8 + i])
                    T.block_attr({"tir.manifest_shared_memory_local_stage": 1})
                    S[tx * 8 + i] = A[tx * 8 + i]
            for i in range(8):
                C[tx * 8 + i] = S[tx * 8 + i]
"""


@proves(T + "ManifestSharedMemoryLocalStage", "先从全局内存读到 `local`，再存进共享内存")
def _(tvm):
    staged = run(tvm, STAGE, "ManifestSharedMemoryLocalStage")
    scopes = [buffer.scope() for block in nodes(tvm, staged, tvm.tir.Block) for buffer in block.alloc_buffers]
    assert sorted(scopes) == ["local", "shared"]
    stores = [store.buffer.scope() for store in nodes(tvm, staged, tvm.tir.BufferStore)]
    assert stores[:2] == ["local", "shared"]
    plain = STAGE.replace('                    T.block_attr({"tir.manifest_shared_memory_local_stage": 1})\n', "")
    assert "local" not in [buffer.scope() for block in nodes(tvm, run(tvm, plain, "ManifestSharedMemoryLocalStage"), tvm.tir.Block) for buffer in block.alloc_buffers]


@proves(T + "ManifestSharedMemoryLocalStage", "块体须是一次对共享内存的存", "每层只有一个子语句", "不符时的 `ValueError` 说 `Expect` 什么", "只有 `block_realize != nullptr`")
def _(tvm):
    fails = lambda kind, words, old, new: [STAGE.replace(old, new) != STAGE or 1 / 0] and raises_in(tvm, kind, words, STAGE.replace(old, new))
    fails(Exception, "Expect", 'scope="shared"', 'scope="global"')
    fails(Exception, "Expect", "                    S[tx * 8 + i] = A[tx * 8 + i]", "                    S[tx * 8 + i] = A[tx * 8 + i]\n                    S[tx * 8 + i] = A[tx * 8 + i]")
    two = '                with T.block("stage"):'
    fails("TVMError", "block_realize != nullptr", two, "                C[0] = A[0]\n" + two)


def raises_in(tvm, kind, words, source, step="ManifestSharedMemoryLocalStage"):
    with raises(kind, words):
        run(tvm, source, step)


def automatic(annotations='"auto_copy": 1, "vector_bytes": 16', reads="A[0:1024]", scope="shared", writes="S[0:1024]"):
    return f"""
def main(A: T.Buffer((1024,), "float32"), D: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        with T.block(""):
            T.reads(A[0:1024])
            T.writes(C[0:1024])
            S = T.alloc_buffer((1024,), "float32", scope="{scope}")
            with T.block("copy"):
                T.reads({reads})
                T.writes({writes})
                T.block_attr({{{annotations}}})
                for i in range(1024):
                    S[i] = A[i]
            for i in range(32):
                C[tx * 32 + i] = S[tx * 32 + i]
"""


@proves(T + "LowerAutoCopy", "合并访问、经寄存器中转", "块上的 `vector_bytes`、`local_stage` 给出向量宽度和要不要中转", versions=NEW)
def _(tvm):
    kinds = lambda function: [loop.kind for loop in nodes(tvm, function, tvm.tir.For)]
    vector, thread = tvm.tir.ForKind.VECTORIZED, tvm.tir.ForKind.THREAD_BINDING
    copied_ = run(tvm, automatic(), "LowerAutoCopy")
    assert vector in kinds(copied_) and kinds(copied_).count(thread) == 2
    assert [int(loop.extent) for loop in nodes(tvm, copied_, tvm.tir.For) if loop.kind == vector] == [4]
    half = run(tvm, automatic('"auto_copy": 1, "vector_bytes": 8'), "LowerAutoCopy")
    assert [int(loop.extent) for loop in nodes(tvm, half, tvm.tir.For) if loop.kind == vector] == [2]
    scopes = lambda function: [buffer.scope() for block in nodes(tvm, function, tvm.tir.Block) for buffer in block.alloc_buffers]
    assert "local" not in scopes(copied_)
    assert "local" in scopes(run(tvm, automatic('"auto_copy": 1, "vector_bytes": 16, "local_stage": 1'), "LowerAutoCopy"))
    assert vector not in kinds(run(tvm, automatic('"vector_bytes": 16'), "LowerAutoCopy"))


@proves(T + "LowerAutoCopy", "块须只写一个缓冲区；读几个缓冲区时，其中一个须是 `wmma.accumulator`，否则断言失败，信息是 `Multiple buffer read`", versions=NEW)
def _(tvm):
    with raises("TVMError", "Multiple buffer read"):
        run(tvm, automatic(reads="A[0:1024], D[0:1024]"), "LowerAutoCopy")
    with raises("TVMError", "writes.size() == 1"):
        run(tvm, automatic(writes="S[0:1024], C[0:1024]"), "LowerAutoCopy")


def permuted(value, rows=32, columns=64):
    return f"""
def main(A: T.Buffer(({rows}, {columns}), "float16")):
    with T.block(""):
        T.reads(A[0:{rows}, 0:{columns}])
        T.writes()
        S = T.alloc_buffer(({rows}, {columns}), "float16", scope="shared.dyn")
        with T.block("copy"):
            T.reads(A[0:{rows}, 0:{columns}])
            T.writes(S[0:{rows}, 0:{columns}])
            T.block_attr({{"permuted_layout": "{value}"}})
            for i in range({rows}):
                for j in range({columns}):
                    S[i, j] = A[i, j]
"""


@proves(T + "InjectPermutedLayout", "值以 `g2s` 开头的块改存的下标", "共享内存的宽度不是 32 的倍数，或者不是 64 的倍数而行数是奇数时，只警告，不改", versions=LATEST)
def _(tvm):
    def changed(*arguments, **rest):
        before = parsed(tvm, permuted(*arguments, **rest))
        return not tvm.ir.structural_equal(run(tvm, before, "InjectPermutedLayout"), before)

    assert changed("g2s_A") and changed("g2s_B") and not changed("other") and not changed("")
    assert not changed("g2s_A", columns=48) and changed("g2s_A", columns=32) and not changed("g2s_A", rows=31, columns=32) and changed("g2s_A", rows=31)
    index = nodes(tvm, run(tvm, permuted("g2s_A"), "InjectPermutedLayout"), tvm.tir.BufferStore)[0].indices[1]
    names = {}
    tvm.tir.stmt_functor.post_order_visit(index, lambda node: names.setdefault(node.name, node) if isinstance(node, tvm.tir.Var) else None)
    function = tvm.tir.PrimFunc([names["i"], names["j"]], tvm.tir.Evaluate(tvm.tir.ret(index))).with_attr("global_symbol", "main")
    place = tvm.build(function, target="llvm")
    for row in (0, 1, 5):
        assert sorted(place(row, column) for column in range(64)) == list(range(64))
        assert place(row, 0) == row * 8


@proves(T + "InjectPermutedLayout", "以 `s2l` 开头的改 `ptx_ldmatrix` 的偏移，第五个字符区分 A 和 B", versions=LATEST)
def _(tvm):
    def source(first, second):
        load = 'T.ptx_ldmatrix("float16", T.bool(False), 4, ".b16", L.data, 0, T.tvm_access_ptr(T.type_annotation("float16"), S.data, 64, 256, 1), 8)'
        extra = f"""        L = T.alloc_buffer((256,), "float16", scope="local")
        with T.block("load"):
            T.reads(S[0:32, 0:64])
            T.writes(L[0:256])
            T.block_attr({{"permuted_layout": "{second}"}})
            {load}
"""
        return permuted(first) + extra

    def offset(first, second):
        function = run(tvm, source(first, second), "InjectPermutedLayout", "Simplify")
        return int(calls(tvm, function, "ptx_ldmatrix")[0].args[6])

    assert offset("g2s_A", "other") == 8
    assert offset("g2s_A", "s2l_A") == 64 + (1 ^ 1) * 8 and offset("g2s_B", "s2l_B") == 64
    assert offset("g2s_A", "s2l_B") == 8


@proves(T + "TransformMmaBufferLayout", "缓冲区换成每个线程的 `local` 片段。形状的末两维依次须是 (32, 8)、(8, 32)、(16, 8) 的倍数而且是常数，否则断言失败", "只有 C 的下标在这里换", versions=LATEST)
def _(tvm):
    # As in tvm.tir.tensor_intrin.cuda, which parses dozens of functions: its import takes longer than a probe may.
    layout = lambda ind: tvm.runtime.convert([(ind[0] // 8) // 2, ind[1] // 8, (ind[0] // 8) % 2, (ind[1] % 8) % 2])
    tvm.register_func("tir.index_map_m16n8k8.matrixC", layout, override=True)
    source = """
def main(A: T.Buffer((64,), "float32"), n: T.int32):
    with T.block(""):
        T.reads()
        T.writes(A[0])
        M = T.alloc_buffer((ROWS, COLUMNS), "float32", scope="m16n8k8.matrixKIND")
        M[1, 2] = T.float32(1)
        A[0] = M[1, 2]
"""

    def shape(kind, rows, columns):
        function = run(tvm, source.replace("ROWS", str(rows)).replace("COLUMNS", str(columns)).replace("KIND", kind), "TransformMmaBufferLayout")
        buffer = nodes(tvm, function, tvm.tir.Block)[0].alloc_buffers[0]
        assert buffer.scope() == "local"
        return [int(one) for one in buffer.shape], len(nodes(tvm, function, tvm.tir.BufferStore)[0].indices)

    assert shape("C", 32, 16) == ([2, 2, 2, 2], 4)
    for kind, rows, columns in (("A", 32, 8), ("B", 8, 32), ("C", 16, 8)):
        for bad in ((rows // 2, columns), (rows, columns // 2), ("n", columns)):
            with raises("TVMError"):
                shape(kind, *bad)


def doubled(tvm, split=None, scope="local", inside=True, pragma=True, pointer=False, size=8):
    """TE's double_buffer, or a hand-written loop over a buffer that is marked."""
    tir = tvm.tir
    out, source = tir.decl_buffer((64,), name="O"), tir.decl_buffer((64,), name="I")
    a, b = tir.Var("a", "handle"), tir.Var("b", "handle")
    buffer, i = tir.decl_buffer((4,), name="B", scope=scope), tir.Var("i", "int32")
    write = tir.BufferStore(buffer, tir.BufferLoad(source, [i if inside else 0]), [0])
    read = tir.BufferStore(out, tir.BufferLoad(buffer, [0]), [i])
    if pointer:
        read = tir.stmt_seq(read, tir.Evaluate(tir.call_extern("int32", "f", buffer.data)))
    marked = tir.AttrStmt(buffer.data, "double_buffer_scope", 1, write)
    loop = lambda body: tir.For(i, 0, size, 0, body)
    body = loop(tir.stmt_seq(marked, read)) if inside else tir.stmt_seq(marked, loop(read))
    body = tir.Allocate(buffer.data, "float32", [4], tir.const(True), body)
    if inside:
        body = loop(tir.Allocate(buffer.data, "float32", [4], tir.const(True), tir.stmt_seq(marked, read)))
    function = tir.PrimFunc([a, b], body, buffer_map={a: source, b: out})
    options = {} if split is None else {"tir__InjectDoubleBuffer": {"split_loop": split}}
    return run(tvm, function, "InjectDoubleBuffer", **options)


@proves(T + "InjectDoubleBuffer", "给标注 `double_buffer_scope` 的缓冲区两份内存，下一次迭代的数据提前写进另一份", "否则断言失败：`Double buffer scope must be inside a loop`")
def _(tvm):
    sizes = [int(one.extents[0]) for one in nodes(tvm, doubled(tvm), tvm.tir.Allocate)]
    assert sizes == [8], sizes
    with raises("TVMError", "Double buffer scope must be inside a loop"):
        doubled(tvm, inside=False)


@proves(T + "InjectDoubleBuffer", "循环展开几份，末尾另写。0 时不拆循环，其余只能是 1 或偶数，否则断言失败，信息是 `It is better to split with multiple of 2`", "只有 `split_loop`（int，默认 1）")
def _(tvm):
    stores = lambda split: len(nodes(tvm, doubled(tvm, split), tvm.tir.BufferStore))
    counts = [stores(split) for split in (0, 1, 2, 4)]
    assert counts[1] == stores(None) and counts[0] <= counts[1] < counts[2] < counts[3], counts
    for odd in (3, 5):
        with raises("TVMError", "It is better to split with multiple of 2"):
            doubled(tvm, odd)


@proves(T + "InjectDoubleBuffer", "缓冲区的指针另被直接使用（如 `access_ptr`）时不做，不一定有提示")
def _(tvm):
    assert [int(one.extents[0]) for one in nodes(tvm, doubled(tvm, pointer=True), tvm.tir.Allocate)] == [4]


@proves(T + "InjectDoubleBuffer", "原语之外还要 `set_scope`：作用域留作默认的阶段，在 `tvm.lower` 里的 `StorageFlatten` 就失败了", "TE 的 `double_buffer` 原语生成这个标注")
def _(tvm):
    te = tvm.te

    def lower(scope):
        source = te.placeholder((8,), name="X")
        twice = te.compute((8,), lambda i: source[i] * 2, name="twice")
        out = te.compute((8,), lambda i: twice[i] + 1, name="Y")
        schedule = te.create_schedule(out.op)
        schedule[twice].compute_at(schedule[out], out.op.axis[0])
        if scope:
            schedule[twice].set_scope(scope)
        schedule[twice].double_buffer()
        return tvm.lower(schedule, [source, out])

    lower("local")
    with raises("TVMError", "Cannot find allocated buffer"):
        lower("")


# Checks


def added(tvm, threads=False):
    te = tvm.te
    source = te.placeholder((8,), name="X")
    out = te.compute((8,), lambda i: source[i] + 1, name="Y")
    schedule = te.create_schedule(out.op)
    if threads:
        schedule[out].bind(out.op.axis[0], te.thread_axis("threadIdx.x"))
    return tvm.lower(schedule, [source, out])


@proves(T + "VerifyMemory", "信息里还有 `Did you forget to bind?`", "忘了绑定线程就是这一条", "检查函数的形参只在线程轴里访问，否则报错")
def _(tvm):
    verify = tvm.tir.transform.VerifyMemory()
    for kind in ("cuda", "opencl", "vulkan", "metal", "rocm"):
        with raises(RuntimeError, "Did you forget to bind?"):
            verify(apply(tvm, added(tvm), bind(tvm, kind)))
        mod = apply(tvm, added(tvm, threads=True), bind(tvm, kind))
        assert tvm.ir.structural_equal(verify(mod), mod)


@proves(T + "VerifyMemory", "函数须有 `target` 属性，`calling_conv` 不是默认值的函数和内部分配的缓冲区不检查", "只看 CUDA、ROCm、OpenCL、Vulkan、Metal、OpenGL 和 FPGA 一类的设备")
def _(tvm):
    verify = tvm.tir.transform.VerifyMemory()
    for kind in ("llvm", "c", "hexagon"):
        verify(apply(tvm, added(tvm), bind(tvm, kind)))
    with raises("TVMError"):
        verify(added(tvm))
    bound = apply(tvm, added(tvm), bind(tvm, "cuda"))
    verify(module(tvm, bound["main"].with_attr("calling_conv", 2)))
    inner = 'def main(A: T.Buffer((8,), "float32")):\n    data = T.allocate([8], "float32", "global")\n    B = T.Buffer((8,), "float32", data=data)\n    for i in range(8):\n        B[i] = T.float32(1)\n'
    verify(apply(tvm, inner, bind(tvm, "cuda")))
    with raises(RuntimeError):
        verify(apply(tvm, inner.replace("B[i]", "A[i]"), bind(tvm, "cuda")))


def scratch(tvm, bytes_, target=None):
    tir = tvm.tir
    buffer = tir.decl_buffer((bytes_,), "int8", name="S", scope="global.vtcm")
    body = tir.Allocate(buffer.data, "int8", [bytes_], tir.const(True), tir.BufferStore(buffer, tir.const(1, "int8"), [0]))
    function = tir.PrimFunc([], body)
    return function.with_attr("target", tvm.target.Target(target)) if target else function


@proves(T + "VerifyVTCMLimit", "超过就报错 `The global.vtcm memory allocation limit has been exceeded`", "上限取自 `hexagon` 目标的 `vtcm-capacity`，是 0 或别的目标时取配置 `tir.vtcm_capacity`，也是 0（默认）时不检查", "`Target(\"hexagon\")` 没有它，报 `key is not in Map`", "`tvm.target.hexagon` 总写上 `vtcm-capacity`", "没有 `target` 属性的函数在形参是 None 时不检查，配置也不看", "传整数立即抛出 `TVMError`", versions=LATEST)
def _(tvm):
    make = tvm.tir.transform.VerifyVTCMLimit
    check = lambda size, target=None, limit=None, **config: run(tvm, scratch(tvm, size, target), make(limit), **config)
    words = "The global.vtcm memory allocation limit has been exceeded"
    small = "hexagon -vtcm-capacity=1024"
    check(1024, small)
    with raises(Exception, words):
        check(1025, small)
    check(1 << 20, "hexagon -vtcm-capacity=0")
    check(1 << 20, "hexagon -vtcm-capacity=0", tir__vtcm_capacity=0)
    check(1 << 20, "llvm")
    for target in ("hexagon -vtcm-capacity=0", "llvm"):
        with raises(Exception, words):
            check(2000, target, tir__vtcm_capacity=1024)
    with raises("TVMError", "key is not in Map"):
        check(16, "hexagon")
    assert int(tvm.target.hexagon("v68").attrs["vtcm-capacity"]) == 0
    check(2000, "hexagon -vtcm-capacity=4096", tir__vtcm_capacity=1024)
    check(2000, tir__vtcm_capacity=1024)
    with raises(Exception, words):
        check(2000, limit=tvm.target.Target(small))
    check(2000, "hexagon -vtcm-capacity=4096", limit=tvm.target.Target(small))
    with raises("TVMError"):
        make(1024)


@proves(T + "VerifyVTCMLimit", "`tvm.build` 传的上限取自 `hexagon` 目标的 `vtcm-capacity`，是 0 或别的目标时取配置 `tir.vtcm_capacity`（默认 0）。`tvm.target.hexagon` 总写上 `vtcm-capacity`，`Target(\"hexagon\")` 没有它，报 `key is not in Map`", versions=("0.12.0",))
def _(tvm):
    passes = tvm.get_global_func("driver.mixed_mod_passes")

    def check(target, **config):
        with tvm.transform.PassContext(config={key.replace("__", "."): value for key, value in config.items()}):
            first = passes(tvm.IRModule({}), tvm.target.Target(target, host="llvm")).passes[:1]
            tvm.transform.Sequential(first)(module(tvm, scratch(tvm, 2000)))

    words = "The global.vtcm memory allocation limit has been exceeded"
    for target in ("hexagon -vtcm-capacity=0", "llvm"):
        check(target)
        with raises(Exception, words):
            check(target, tir__vtcm_capacity=1024)
    check("hexagon -vtcm-capacity=4096", tir__vtcm_capacity=1024)
    with raises(Exception, words):
        check("hexagon -vtcm-capacity=1024")
    with raises("TVMError", "key is not in Map"):
        check("hexagon")
    assert int(tvm.target.hexagon("v68").attrs["vtcm-capacity"]) == 0


@proves(T + "VerifyVTCMLimit", "超过就报错 `The global.vtcm memory allocation limit has been exceeded`", "`limit` 是字节数，0 和负数时不检查；`None` 要到执行时才断言失败。函数的 `target` 属性和配置这里都不看", versions=("0.12.0",))
def _(tvm):
    make = tvm.tir.transform.VerifyVTCMLimit
    check = lambda size, limit, target=None, **config: run(tvm, scratch(tvm, size, target), make(limit), **config)
    check(1024, 1024)
    for size in (1025, 4096):
        with raises(Exception, "The global.vtcm memory allocation limit has been exceeded"):
            check(size, 1024)
    check(1 << 20, 0)
    check(1 << 20, -1)
    check(4096, 0, "hexagon -vtcm-capacity=1024", tir__vtcm_capacity=1024)
    made = make(None)
    with raises("TVMError"):
        run(tvm, scratch(tvm, 16), made)


# Host and device

SCALE = """
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    tx = T.launch_thread("threadIdx.x", 32)
    B[tx] = A[tx] * T.float32(2)
"""
SPLIT = ("AnnotateDeviceRegions", "SplitHostDevice")


def launches(tvm, function):
    return [made for made in calls(tvm, function, "tvm_call_packed") if made.args[0].value.startswith("main_kernel")]


def attributes(tvm, function):
    return [node.attr_key for node in nodes(tvm, function, tvm.tir.AttrStmt)]


@proves(T + "AnnotateDeviceRegions", "在线程轴（`thread_extent`）、`pipeline_exec_scope`、`device_scope` 外面加属性 `target`", "值是去掉主机的目标，由此划出设备代码。目标没有主机的函数不改，没有 `target` 属性时断言失败；手写的 `target` 属性照用", versions=LATEST)
def _(tvm):
    tir = tvm.tir
    marked = run(tvm, SCALE, bind(tvm, "opencl"), "AnnotateDeviceRegions").body
    assert marked.attr_key == "target" and marked.node.kind.name == "opencl" and marked.node.host is None and marked.body.attr_key == "thread_extent"
    for key in ("pipeline_exec_scope", "device_scope", "other"):
        body = tir.AttrStmt(tir.const(0), key, 1, tir.Evaluate(tir.call_extern("int32", "f")))
        function = tir.PrimFunc([], body).with_attr("global_symbol", "main")
        assert (run(tvm, function, bind(tvm, "opencl"), "AnnotateDeviceRegions").body.attr_key == "target") == (key != "other")
    lone = run(tvm, SCALE, tir.transform.BindTarget(tvm.target.Target("opencl")), "AnnotateDeviceRegions")
    assert "target" not in attributes(tvm, lone)
    with raises("TVMError"):
        run(tvm, SCALE, "AnnotateDeviceRegions")
    own = tir.AttrStmt(tvm.target.Target("cuda"), "target", 0, tir.Evaluate(tir.call_extern("int32", "f")))
    mod = apply(tvm, tir.PrimFunc([], own).with_attr("global_symbol", "main"), bind(tvm, "opencl"), *SPLIT)
    assert mod["main_kernel"].attrs["target"].kind.name == "cuda"


@proves(T + "SplitHostDevice", "成为新的函数 `名称_kernel`，原处换成对它的调用。形参是区域用到的变量，指针在前，再按名字排序", "模块级，直接修改传入的模块，再返回 `ConvertSSA` 的结果", versions=LATEST)
def _(tvm):
    source = SCALE.replace("B: T.Buffer", "z: T.int32, b: T.int32, C: T.Buffer").replace("B[tx]", "C[tx + z + b]")
    mod = apply(tvm, source, bind(tvm, "opencl"), "AnnotateDeviceRegions")
    split = tvm.tir.transform.SplitHostDevice()(mod)
    assert sorted(var.name_hint for var in mod.get_global_vars()) == ["main", "main_kernel"]
    kernel = split["main_kernel"]
    assert [param.name for param in kernel.params] == ["A", "C", "b", "z"], kernel.params
    (made,) = nodes(tvm, split["main"], tvm.tir.Call)
    assert made.op.name_hint == "main_kernel"
    assert not any(a.same_as(b) for a in kernel.params for b in split["main"].params)


@proves(T + "SplitHostDevice", "区域是线程轴（`thread_extent`）、`pipeline_exec_scope`、`device_scope` 的属性语句。原处换成 `tvm_call_packed`，末尾加上线程轴的长度和动态共享内存的字节数", "模块里每个 `PrimFunc` 都要有 `target` 和 `global_symbol`，否则断言失败", "各成为一个新的函数 `名称_kernel0`、`名称_kernel1` 等", versions=OLD)
def _(tvm):
    steps = (bind(tvm, "opencl"), "MakePackedAPI", "SplitHostDevice")
    split = apply(tvm, SCALE, *steps)
    assert sorted(var.name_hint for var in split.get_global_vars()) == ["main", "main_kernel0"]
    (packed,) = launches(tvm, split["main"])
    assert packed.args[0].value == "main_kernel0" and int(packed.args[-1]) == 32
    dynamic = apply(tvm, handover("float16", "float32"), bind(tvm, "cuda"), MERGE, "MakePackedAPI", "SplitHostDevice")
    assert [int(one) for one in launches(tvm, dynamic["main"])[0].args[-2:]] == [32, 128]
    function = parsed(tvm, SCALE)
    with raises("TVMError"):
        apply(tvm, function, "SplitHostDevice")
    nameless = tvm.tir.PrimFunc(function.params, function.body, buffer_map=function.buffer_map).with_attr("target", tvm.target.Target("opencl"))
    with raises("TVMError"):
        apply(tvm, nameless, "SplitHostDevice")


@proves(T + "SplitHostDevice", "新函数带有 `calling_conv`（2）、`tir.kernel_launch_params` 和原来的 `target`；原函数的 `target` 变成 `None`，留给主机一侧的 `BindTarget` 去填", versions=("0.12.0",))
@proves(T + "SplitHostDevice", "新函数带有 `calling_conv`（2）、线程轴的列表 `tir.device_thread_axis` 和原来的 `target`，有动态共享内存时还有 `tir.device_use_dyn_shared_memory`；原函数的 `target` 变成 `None`，留给主机一侧的 `BindTarget` 去填", versions=OLDEST)
def _(tvm, release):
    split = apply(tvm, SCALE, bind(tvm, "opencl"), "MakePackedAPI", "SplitHostDevice")
    kernel = split["main_kernel0"].attrs
    assert int(kernel["calling_conv"]) == 2 and kernel["target"].kind.name == "opencl" and split["main"].attrs["target"] is None
    if release == "0.12.0":
        assert list(kernel["tir.kernel_launch_params"]) == ["threadIdx.x"]
    else:
        assert [one.thread_tag for one in kernel["tir.device_thread_axis"]] == ["threadIdx.x"]
        dynamic = apply(tvm, handover("float16", "float32"), bind(tvm, "cuda"), MERGE, "MakePackedAPI", "SplitHostDevice")
        assert "tir.device_use_dyn_shared_memory" in dynamic["main_kernel0"].attrs and "tir.device_use_dyn_shared_memory" not in kernel


HOSTED = """
def main(A: T.Buffer((4, 8), "float32"), n: T.int32):
    for i in range(4):
        A[i, 0] = T.cast(n, "float32")
"""


@proves(T + "MakePackedAPI", "形参变成类型码、值和返回值的指针，`buffer_map` 用完清空", "结果的 `target` 是主机，`calling_conv` 是 `CPackedFunc`（1）", "没有 `global_symbol` 的、目标没有主机的、`calling_conv` 不是默认值的函数不改，带 `global_symbol` 而没有 `target` 属性时断言失败", versions=LATEST)
def _(tvm):
    bound = run(tvm, HOSTED, bind(tvm, "c"))
    packed = run(tvm, bound, "MakePackedAPI")
    assert [param.name for param in packed.params] == ["args", "arg_type_ids", "num_args", "out_ret_value", "out_ret_tcode", "resource_handle"]
    assert len(packed.buffer_map) == 0 and packed.attrs["target"].kind.name == "llvm" and int(packed.attrs["calling_conv"]) == 1
    unchanged = lambda function: tvm.ir.structural_equal(run(tvm, function, "MakePackedAPI"), function)
    bare = tvm.tir.PrimFunc(bound.params, bound.body, buffer_map=bound.buffer_map)
    assert unchanged(bare) and unchanged(run(tvm, HOSTED, tvm.tir.transform.BindTarget(tvm.target.Target("c")))) and unchanged(bound.with_attr("calling_conv", 2))
    with raises("TVMError"):
        run(tvm, HOSTED, "MakePackedAPI")


@proves(T + "MakePackedAPI", "`calling_conv` 不是默认值的函数不改，其余的都要有 `global_symbol` 和 `target` 属性，否则断言失败。目标有没有主机都改，结果的 `target` 不变，`calling_conv` 是 `CPackedFunc`（1）", versions=OLD)
def _(tvm):
    for host in ("llvm", None):
        bound = run(tvm, HOSTED, tvm.tir.transform.BindTarget(tvm.target.Target("c", host=host) if host else tvm.target.Target("c")))
        packed = run(tvm, bound, "MakePackedAPI")
        assert len(packed.params) == 6 and len(packed.buffer_map) == 0 and packed.attrs["target"].kind.name == "c" and int(packed.attrs["calling_conv"]) == 1
    assert tvm.ir.structural_equal(run(tvm, bound.with_attr("calling_conv", 2), "MakePackedAPI").body, bound.body)
    with raises("TVMError"):
        run(tvm, HOSTED, "MakePackedAPI")
    with raises("TVMError"):
        run(tvm, tvm.tir.PrimFunc(bound.params, bound.body, buffer_map=bound.buffer_map).with_attr("target", tvm.target.Target("c")), "MakePackedAPI")


@proves_check(T + "MakePackedAPI", "不符时在运行时抛出 `InternalError`，信息里有 `Assert fail`")
@proves(T + "MakePackedAPI", "查实参的个数、类型码、维数、数据类型、形状、步长、偏移和设备")
def _(tvm, release):
    kernel = tvm.build(parsed(tvm, HOSTED), target="llvm")
    make = lambda shape, dtype="float32": tvm.nd.array(np.zeros(shape, dtype))
    kernel(make((4, 8)), 3)
    for wrong in ((make((4, 8)),), (make((4, 8)), 3, 4), (3, 3), (make((4, 8)), make((4, 8))), (make((32,)), 3), (make((4, 8), "int32"), 3), (make((4, 9)), 3)):
        with raises("InternalError" if release == "0.13.0" else "TVMError", "Assert fail"):
            kernel(*wrong)


@proves(T + "MakePackedAPI", "动态形状里的变量在这里由实参的形状赋值", "函数体用到的变量不是形参也推不出来时断言失败：`are used, but are not passed in as API arguments`", versions=NEW)
@proves(T + "MakePackedAPI", "动态形状里的变量在这里由实参的形状赋值", "函数体用到的变量不是形参也推不出来时报错 `Not all Vars are passed in api_args`", versions=OLDEST)
def _(tvm, release):
    te = tvm.te
    n = te.var("n")
    source = te.placeholder((n,), name="X")
    out = te.compute((n,), lambda i: source[i] + te.Cast("float32", n) if False else source[i] + n.astype("float32"), name="Y")
    kernel = tvm.build(te.create_schedule(out.op), [source, out], "llvm")
    result = tvm.nd.empty((5,))
    kernel(tvm.nd.array(np.zeros(5, "float32")), result)
    assert np.array_equal(result.numpy(), np.full(5, 5, "float32"))
    buffer, handle = tvm.tir.decl_buffer((8,), name="A"), tvm.tir.Var("a", "handle")
    loose = tvm.tir.PrimFunc([handle], tvm.tir.BufferStore(buffer, 1.0, [tvm.tir.Var("m", "int32")]), buffer_map={handle: buffer})
    words = "Not all Vars are passed in api_args" if release == "0.10.0" else "are used, but are not passed in as API arguments"
    with raises("TVMError", words):
        run(tvm, loose.with_attr("global_symbol", "main"), bind(tvm, "llvm"), "MakePackedAPI")


@proves(T + "MakePackedAPI", "标量形参的类型限整数、`handle`、float16、float32、float64，bfloat16 是没有说明的断言失败", "把没有下降的模块放进字典交给 `tvm.build`，看到的也是它，因为块轴还在")
def _(tvm, release):
    tir = tvm.tir
    make = lambda dtype: tir.PrimFunc([tir.Var("x", dtype)], tir.Evaluate(0)).with_attr("global_symbol", "main")
    for dtype in ("int8", "uint16", "int64", "bool", "handle", "float16", "float32", "float64"):
        run(tvm, make(dtype), bind(tvm, "llvm"), "MakePackedAPI")
    with raises("TVMError"):
        run(tvm, make("bfloat16"), bind(tvm, "llvm"), "MakePackedAPI")
    blocks = 'def main(A: T.Buffer((8,), "float32")):\n    for i in range(8):\n        with T.block("b"):\n            v = T.axis.spatial(8, i)\n            A[v] = T.float32(1)\n'
    words = "Not all Vars are passed in api_args" if release == "0.10.0" else "are used, but are not passed in as API arguments"
    with raises("TVMError", words):
        tvm.build({"llvm": module(tvm, parsed(tvm, blocks))})
    tvm.build(module(tvm, parsed(tvm, blocks)), target="llvm")


@proves(T + "MakePackedAPI", "长度是 1 的维也查步长，别的框架给这种维写了别的步长时，报错 `expected to be compact array`", versions=OLD)
def _(tvm):
    packed = run(tvm, HOSTED.replace("(4, 8)", "(1, 8)").replace("range(4)", "range(1)"), bind(tvm, "llvm"), "FlattenBuffer", "MakePackedAPI")
    assert "compact array" in packed.script() and re.search(r"strides", packed.script())


@proves(T + "MakePackedAPI", "元素是 uint16 的缓冲区 0.10.0 不查数据类型，传 float32 的数组也不报错", versions=OLDEST)
def _(tvm):
    source = HOSTED.replace('"float32"), n', '"uint16"), n').replace('"float32")', '"uint16")')
    kernel = tvm.build(parsed(tvm, source), target="llvm")
    kernel(tvm.nd.array(np.zeros((4, 8), "float32")), 3)
    with raises("TVMError"):
        kernel(tvm.nd.array(np.zeros((4, 9), "float32")), 3)


@proves(T + "MakePackedAPI", "末尾几个形参不打包，直接作函数的形参；默认 -1，全部打包，同 0。大于 0 时结果没有 `calling_conv`；等于形参的个数时没有 `args` 等六个形参，也不查实参的个数和类型码；更大时断言失败", versions=OLDEST)
def _(tvm):
    make = lambda count: run(tvm, HOSTED, bind(tvm, "llvm"), tvm.tir.transform.MakePackedAPI(count))
    assert len(make(-1).params) == len(make(0).params) == 6 and "calling_conv" in make(-1).attrs
    assert [param.name for param in make(1).params][-1] == "n" or len(make(1).params) == 7
    assert "calling_conv" not in make(1).attrs and len(make(2).params) == 2 and "num_args" not in make(2).script()
    with raises("TVMError"):
        make(3)


@proves(T + "MakeUnpackedAPI", "形参就是各缓冲区的指针，像普通的 C 函数", "不检查任何实参")
def _(tvm):
    unpacked = run(tvm, HOSTED, bind(tvm, "llvm"), "MakeUnpackedAPI")
    assert [param.dtype for param in unpacked.params] == ["handle", "int32"]
    assert not nodes(tvm, unpacked, tvm.tir.AssertStmt)


@proves(T + "MakeUnpackedAPI", "同样清空 `buffer_map`", versions=NEW)
@proves(T + "MakeUnpackedAPI", "`buffer_map` 不清空，键换成这些指针", versions=OLDEST)
def _(tvm, release):
    unpacked = run(tvm, HOSTED, bind(tvm, "llvm"), "MakeUnpackedAPI")
    assert len(unpacked.buffer_map) == (release == "0.10.0")
    if release == "0.10.0":
        assert unpacked.params[0] in [key for key in unpacked.buffer_map]


@proves(T + "MakeUnpackedAPI", "哪些函数不改与 `MakePackedAPI` 相同；函数末尾返回 0", versions=LATEST)
def _(tvm):
    bound = run(tvm, HOSTED, bind(tvm, "llvm"))
    assert calls(tvm, run(tvm, bound, "MakeUnpackedAPI"), "ret")
    unchanged = lambda function: tvm.ir.structural_equal(run(tvm, function, "MakeUnpackedAPI"), function)
    bare = tvm.tir.PrimFunc(bound.params, bound.body, buffer_map=bound.buffer_map)
    assert unchanged(bare) and unchanged(run(tvm, HOSTED, tvm.tir.transform.BindTarget(tvm.target.Target("c")))) and unchanged(bound.with_attr("calling_conv", 2))
    with raises("TVMError"):
        run(tvm, HOSTED, "MakeUnpackedAPI")


@proves(T + "MakeUnpackedAPI", "哪些函数不改、要有哪些属性，与 `MakePackedAPI` 相同。返回类型写成 `int32`，返回 0 的语句由代码生成补上", versions=OLD)
def _(tvm):
    bound = run(tvm, HOSTED, bind(tvm, "llvm"))
    unpacked = run(tvm, bound, "MakeUnpackedAPI")
    assert unpacked.ret_type == tvm.ir.PrimType("int32") and not calls(tvm, unpacked, "ret")
    with raises("TVMError"):
        run(tvm, HOSTED, "MakeUnpackedAPI")


LAUNCH = (*SPLIT, "MakePackedAPI", "LowerDeviceKernelLaunch")


@proves(T + "LowerDeviceKernelLaunch", "末尾加上线程轴的长度和动态共享内存的字节数。核函数写上 `calling_conv`（2）和 `tir.kernel_launch_params`", "把主机对核函数的调用换成 `tvm_call_packed`", versions=LATEST)
def _(tvm):
    mod = apply(tvm, SCALE, bind(tvm, "opencl"), *LAUNCH)
    (packed,) = launches(tvm, mod["main"])
    assert packed.args[0].value == "main_kernel" and int(packed.args[-1]) == 32 and len(packed.args) == 4
    kernel = mod["main_kernel"].attrs
    assert int(kernel["calling_conv"]) == 2 and list(kernel["tir.kernel_launch_params"]) == ["threadIdx.x"]
    dynamic = apply(tvm, handover("float16", "float32"), bind(tvm, "cuda"), MERGE, *LAUNCH)
    assert [int(one) for one in launches(tvm, dynamic["main"])[0].args[-2:]] == [32, 128]
    assert list(dynamic["main_kernel"].attrs["tir.kernel_launch_params"]) == ["threadIdx.x", "tir.use_dyn_shared_memory"]


@proves(T + "LowerDeviceKernelLaunch", "设备类型相同、目标不同的调用换成 `call_extern`，目标相同的不动", "模块里的 `PrimFunc` 都要有 `target` 属性", "一个函数两种调法都有时报错 `would need to be lowered into a call_extern at some call sites`", versions=LATEST)
def _(tvm):
    tir = tvm.tir
    callee, plain, other = (tvm.ir.GlobalVar(name) for name in ("callee", "main", "other"))
    empty = tir.PrimFunc([], tir.Evaluate(0)).with_attr("global_symbol", "callee")
    calling = lambda: tir.PrimFunc([], tir.Evaluate(tir.Call("void", callee, []))).with_attr("global_symbol", "main")
    host, tuned, gpu = (tvm.target.Target(name) for name in ("llvm", "llvm -mcpu=core2", "cuda"))

    def lowered(own, *callers):
        functions = {callee: empty.with_attr("target", own)}
        functions.update({var: calling().with_attr("target", target) for var, target in zip((plain, other), callers)})
        return tir.transform.LowerDeviceKernelLaunch()(tvm.IRModule(functions))["main"]

    assert calls(tvm, lowered(tuned, host), "call_extern") and not calls(tvm, lowered(host, host), "call_extern")
    assert isinstance(nodes(tvm, lowered(host, host), tir.Call)[0].op, tvm.ir.GlobalVar)
    with raises("TVMError", "would need to be lowered into a call_extern at some call sites"):
        lowered(tuned, host, gpu)
    with raises("TVMError"):
        tir.transform.LowerDeviceKernelLaunch()(tvm.IRModule({callee: empty}))


@proves(T + "DecorateDeviceScope", "给整个函数体包上 `device_scope` 属性")
def _(tvm, release):
    decorated = run(tvm, HOSTED, "DecorateDeviceScope")
    assert decorated.body.attr_key == "device_scope" and tvm.ir.structural_equal(decorated.body.body, parsed(tvm, HOSTED).body, map_free_vars=True)
    steps = SPLIT if release == "0.13.0" else ("MakePackedAPI", "SplitHostDevice")
    count = lambda *first: len(apply(tvm, HOSTED, *first, bind(tvm, "opencl"), *steps).functions)
    assert count() == 1 and count("DecorateDeviceScope") == 2


# Built-in functions and calls


def bare_call(tvm, *statements, device=True, kind="llvm", **attrs):
    """A host function of the statements, below the attributes of the device that MakePackedAPI writes."""
    tir = tvm.tir
    body = tir.stmt_seq(*statements)
    if device:
        for key, value in (("device_id", 0), ("device_type", 1)):
            body = tir.AttrStmt(tir.StringImm("default"), key, value, body)
    function = tir.PrimFunc([], body).with_attr("global_symbol", "main")
    return function.with_attr("target", tvm.target.Target(kind)) if kind else function


def allocation(tvm, count, dtype="float32", scope="global", annotations=None):
    tir = tvm.tir
    extent = count if isinstance(count, tir.PrimExpr) else tir.const(count)
    buffer = tir.decl_buffer((extent,), dtype, name="B", scope=scope)
    return tir.Allocate(buffer.data, dtype, [extent], tir.const(True), tir.Evaluate(tir.call_extern("int32", "f", buffer.data)), annotations)


def lowered_builtins(tvm, *statements, **rest):
    return run(tvm, bare_call(tvm, *statements, **rest), "LowerTVMBuiltin")


@proves(T + "LowerTVMBuiltin", "`call_packed` 的实参写进栈上的数组，`tvm_stack_make_array` 变成 DLTensor 的各个字段")
def _(tvm):
    tir = tvm.tir
    array = tir.decl_buffer((4,), name="A")
    shape = call(tvm, "handle", "tvm_stack_make_shape", tir.const(4))
    made = call(tvm, "handle", "tvm_stack_make_array", array.data, shape, tir.const(0), tir.const(1), tir.const(0.0), tir.const(0))
    function = lowered_builtins(tvm, tir.Evaluate(tir.call_packed("f", made, tir.const(7))))
    assert not calls(tvm, function, "tvm_call_packed") and len(calls(tvm, function, "tvm_call_packed_lowered")) == 1
    assert not calls(tvm, function, "tvm_stack_make_array")
    fields = {int(one.args[2]) for one in calls(tvm, function, "tvm_struct_set")}
    assert {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12} <= fields, fields
    assert {one.args[0].value for one in calls(tvm, function, "tvm_stack_alloca")} == {"arg_tcode", "arg_value", "array", "shape"}


@proves(T + "LowerTVMBuiltin", "只改目标的 `keys` 含 `cpu`，或有 `tir.is_host_func` 的函数", versions=LATEST)
@proves(T + "LowerTVMBuiltin", "它不看目标，给它的函数都改", versions=OLD)
def _(tvm, release):
    packed = tvm.tir.Evaluate(tvm.tir.call_packed("f", tvm.tir.const(7)))
    changed = lambda kind, **attrs: bool(calls(tvm, run(tvm, bare_call(tvm, packed, kind=kind) if not attrs else bare_call(tvm, packed, kind=kind).with_attr("tir.is_host_func", 1), "LowerTVMBuiltin"), "tvm_call_packed_lowered"))
    assert changed("llvm") and changed("c")
    for kind in ("cuda", None):
        assert changed(kind) == (release != "0.13.0")
    assert changed("cuda", host=True)


@proves(T + "LowerTVMBuiltin", "大小是常数、不足 1024 字节、作用域 `global`、设备是 CPU 的留在栈上，其余改成 `TVMBackendAllocWorkspace`", "即外面有 `MakePackedAPI` 加的 `device_type` 属性（没有缓冲区形参的函数没有它），否则断言失败：`Unknown device type in current IR`")
def _(tvm):
    stays = lambda *arguments, **rest: bool(nodes(tvm, lowered_builtins(tvm, allocation(tvm, *arguments, **rest)), tvm.tir.Allocate))
    assert stays(255) and not stays(256) and not stays(tvm.tir.Var("n", "int32"))
    assert not stays(16, scope="shared")
    function = lowered_builtins(tvm, allocation(tvm, 256))
    names = [node.op.name for node in nodes(tvm, function, tvm.tir.Call)]
    assert "tir.TVMBackendAllocWorkspace" in names and "tir.TVMBackendFreeWorkspace" in names
    with raises("TVMError", "Unknown device type in current IR"):
        lowered_builtins(tvm, allocation(tvm, 256), device=False)
    handle, buffer = tvm.tir.Var("a", "handle"), tvm.tir.decl_buffer((4,), name="A")
    named = lambda *params, **rest: tvm.tir.PrimFunc(list(params), allocation(tvm, 256), **rest).with_attr("global_symbol", "main")
    tvm.build(named(handle, buffer_map={handle: buffer}), target="llvm")
    with raises("TVMError", "Unknown device type in current IR"):
        tvm.build(named(), target="llvm")


@proves(T + "LowerTVMBuiltin", "分配上的标注 `disable_lower_builtin` 为 True 时不改")
def _(tvm):
    left = lambda value: bool(nodes(tvm, lowered_builtins(tvm, allocation(tvm, 256, annotations={"disable_lower_builtin": tvm.tir.IntImm("bool", value)})), tvm.tir.Allocate))
    assert left(1) and not left(0)


@proves(T + "LegalizePackedCalls", "不检查实参是不是指针，整数也照样包", "模块里须有这个被调函数。只看独立成句的调用，本函数的形参不再包")
def _(tvm):
    tir = tvm.tir
    buffer, p, own = tir.decl_buffer((4, 5), name="A"), tir.Var("p", "handle"), tir.Var("own", "handle")
    callee = tir.PrimFunc([p], tir.BufferStore(buffer, 1.0, [0, 0]), buffer_map={p: buffer}).with_attr("global_symbol", "other")
    null = call(tvm, "handle", "reinterpret", tir.const(0, "uint64"))
    made = lambda *arguments: call(tvm, "int32", "tvm_call_cpacked", tir.StringImm("other"), *arguments, null)

    def legalized(statement, other=callee):
        mod = module(tvm, tir.PrimFunc([own], statement).with_attr("global_symbol", "main"), *([other] if other else []))
        return calls(tvm, apply(tvm, mod, "LegalizePackedCalls")["main"], "tvm_stack_make_array")

    assert len(legalized(tir.Evaluate(made(tir.Var("q", "handle"))))) == 1
    assert len(legalized(tir.Evaluate(made(tir.const(3))))) == 1 and not legalized(tir.Evaluate(made(own)))
    assert not legalized(tir.Evaluate(tir.call_extern("int32", "f", made(tir.Var("q", "handle")))))
    with raises(Exception):
        legalized(tir.Evaluate(made(tir.Var("q", "handle"))), None)


@proves(T + "LegalizePackedCalls", "形状取自被调用的 `PrimFunc` 的缓冲区，没有对应的缓冲区时维数是 0", versions=NEW)
@proves(T + "LegalizePackedCalls", "形状取自被调用的 `PrimFunc` 的 `preflattened_buffer_map`，没有对应的缓冲区（如没有展平过）时维数是 0", versions=OLDEST)
def _(tvm, release):
    tir = tvm.tir
    buffer, p = tir.decl_buffer((4, 5), name="A"), tir.Var("p", "handle")
    null = call(tvm, "handle", "reinterpret", tir.const(0, "uint64"))
    made = tir.Evaluate(call(tvm, "int32", "tvm_call_cpacked", tir.StringImm("other"), tir.Var("q", "handle"), null))
    caller = tir.PrimFunc([], made).with_attr("global_symbol", "main")

    def dimensions(*steps, mapped=True):
        callee = tir.PrimFunc([p], tir.BufferStore(buffer, 1.0, [0, 0]) if mapped else tir.Evaluate(0), buffer_map={p: buffer} if mapped else {}).with_attr("global_symbol", "other")
        (array,) = calls(tvm, apply(tvm, module(tvm, caller, callee), *steps, "LegalizePackedCalls")["main"], "tvm_stack_make_array")
        return int(array.args[3])

    assert dimensions("FlattenBuffer") == 2 and dimensions(mapped=False) == 0
    assert dimensions() == (0 if release == "0.10.0" else 2)


def intrinsics(tvm, value, kind="llvm", loops=0):
    """What LowerIntrin makes of an expression of x (and of i from 0 to `loops`)."""
    tir = tvm.tir
    buffer, a, x, i = tir.decl_buffer((8,), "int32", name="A"), tir.Var("a", "handle"), tir.Var("x", "int32"), tir.Var("i", "int32")
    body = tir.For(i, 0, 8, 0, tir.BufferStore(buffer, value(x, i), [0]))
    function = tir.PrimFunc([a, x], body, buffer_map={a: buffer})
    function = function.with_attr("target", tvm.target.Target(kind)) if kind else function
    return nodes(tvm, run(tvm, function, "LowerIntrin"), tir.BufferStore)[0].value


@proves(T + "LowerIntrin", "除数是 2 的幂时变成移位和按位与", "被除数可证明非负就变成 `truncdiv`、`truncmod`", "函数须有 `target` 属性")
def _(tvm):
    tir = tvm.tir
    names = lambda value: [node.op.name for node in nodes(tvm, tir.Evaluate(intrinsics(tvm, value)) if False else tir.PrimFunc([], tir.Evaluate(intrinsics(tvm, value))), tir.Call)]
    assert names(lambda x, i: tir.floordiv(x, 8)) == ["tir.shift_right"] and names(lambda x, i: tir.floormod(x, 8)) == ["tir.bitwise_and"]
    assert isinstance(intrinsics(tvm, lambda x, i: tir.floordiv(i, 3)), tir.Div) and isinstance(intrinsics(tvm, lambda x, i: tir.floormod(i, 3)), tir.Mod)
    corrected = intrinsics(tvm, lambda x, i: tir.floordiv(x, 3))
    assert isinstance(corrected, tir.Add) and names(lambda x, i: tir.floordiv(x, 3)) == ["tir.shift_right"]
    with raises("TVMError"):
        intrinsics(tvm, lambda x, i: x, kind=None)


@proves(T + "LowerIntrin", "知道下界就先加一个倍数，都不知道则用余数的符号修正", versions=NEW)
@proves(T + "LowerIntrin", "否则用余数的符号修正，只知道一个负的下界也一样", versions=OLDEST)
def _(tvm, release):
    tir = tvm.tir
    made = intrinsics(tvm, lambda x, i: tir.floordiv(i - 5, 3))
    assert isinstance(made, tir.Sub) == (release != "0.10.0") and ("shift_right" in str(made)) == (release == "0.10.0")


@proves(T + "LowerIntrin", "规则依次是算子属性 `目标.FLowerIntrinsic`、`目标.FLegalize`，`mtriple` 含 `aarch64` 时加上 `目标.aarch64.` 开头的两个，最后是 `default.` 开头的两个。自己加规则用 `tvm.ir.register_intrin_lowering`")
def _(tvm):
    tir = tvm.tir
    tvm.ir.register_op_attr("tir.nextafter", "TVMDocs", 1)
    value = lambda x, i: tir.Cast("int32", tir.nextafter(tir.Cast("float32", x), tir.const(1.0)))
    rule = lambda name: lambda node: tir.call_pure_extern(node.dtype, name, *node.args)
    extern = lambda kind="llvm": nodes(tvm, tir.PrimFunc([], tir.Evaluate(intrinsics(tvm, value, kind))), tir.Call)[-1].args[0].value
    for target, name in (("default", "by_default"), ("llvm.aarch64", "by_triple"), ("llvm", "by_target")):
        tvm.ir.register_intrin_lowering("tir.nextafter", target=target, f=rule(name), level=99)
        expected = {"by_default": ("by_default", "by_default"), "by_triple": ("by_default", "by_triple"), "by_target": ("by_target", "by_target")}[name]
        if name == "by_default":
            continue
        assert extern("llvm -mtriple=aarch64-linux-gnu") == expected[1], name
    assert extern() == "by_target" and extern("llvm -mtriple=aarch64-linux-gnu") == "by_target"


@proves(T + "LowerDeviceStorageAccessInfo", "把 `tvm_access_ptr` 换成 `address_of`，并去掉带标签的特殊内存的分配", "这种作用域形如 `local.acc_buffer`，首地址取自全局函数 `tvm.info.mem.作用域`。没有注册时断言失败，信息是 `Cannot find memory info of`")
def _(tvm):
    tir = tvm.tir
    buffer = tir.decl_buffer((8,), name="A")
    function = run(tvm, tir.PrimFunc([buffer.data], tir.Evaluate(tir.call_extern("int32", "f", buffer.access_ptr("r", offset=3)))), "LowerDeviceStorageAccessInfo")
    assert not calls(tvm, function, "tvm_access_ptr") and int(calls(tvm, function, "address_of")[0].args[0].indices[0]) == 3
    with raises("TVMError", "Cannot find memory info of"):
        run(tvm, tir.PrimFunc([], allocation(tvm, 8, scope="local.docs_buffer")), "LowerDeviceStorageAccessInfo")

    @tvm.register_func("tvm.info.mem.local.docs_buffer")
    def info():
        head = tir.call_extern("handle", "docs_head")
        return tvm.ir.make_node("MemoryInfo", unit_bits=8, max_num_bits=8192, max_simd_bits=128, head_address=head)

    made = run(tvm, tir.PrimFunc([], allocation(tvm, 8, scope="local.docs_buffer")), "LowerDeviceStorageAccessInfo")
    assert not nodes(tvm, made, tir.Allocate) and isinstance(made.body, tir.LetStmt) and made.body.value.args[0].value == "docs_head"


@proves(T + "CombineContextCall", "把重复的 `tvm_thread_context(…)` 提到函数开头，存进变量 `ctx_cache_`；在线程轴、`coproc_uop_scope` 或并行循环里的，只提到那一层的前面")
def _(tvm):
    tir = tvm.tir
    context = lambda: call(tvm, "handle", "tvm_thread_context", tir.call_extern("handle", "ctx"))
    use = lambda: tir.Evaluate(tir.call_extern("int32", "f", context()))
    i = tir.Var("i", "int32")
    axis = tir.IterVar(tvm.ir.Range(0, 4), tir.Var("t", "int32"), 1, "threadIdx.x")
    first, pair = use(), tir.stmt_seq(use(), use())
    inner = {
        "serial": tir.For(i, 0, 4, 0, pair),
        "parallel": tir.For(i, 0, 4, 1, pair),
        "thread": tir.AttrStmt(axis, "thread_extent", 4, pair),
        "uop": tir.AttrStmt(axis, "coproc_uop_scope", 4, pair),
        "other": tir.AttrStmt(axis, "other", 4, pair),
    }
    for name, body in inner.items():
        made = run(tvm, bare_call(tvm, first, body, device=False), "CombineContextCall").body
        assert isinstance(made, tir.LetStmt) and made.var.name == "ctx_cache_"
        assert isinstance(made.body[1], tir.LetStmt) == (name in ("parallel", "thread", "uop")), name


@proves(T + "CombineContextCall", "改哪些函数与 `LowerTVMBuiltin` 相同", versions=LATEST)
@proves(T + "CombineContextCall", "与 `LowerTVMBuiltin` 一样不看目标", versions=OLD)
def _(tvm, release):
    tir = tvm.tir
    use = tir.Evaluate(tir.call_extern("int32", "f", call(tvm, "handle", "tvm_thread_context", tir.call_extern("handle", "ctx"))))
    for kind in ("cuda", None):
        made = run(tvm, bare_call(tvm, use, device=False, kind=kind), "CombineContextCall")
        assert isinstance(made.body, tir.LetStmt) == (release != "0.13.0")


# Data types

BFLOAT = """
def main(A: T.Buffer((4,), "bfloat16")):
    A[3] = A[0] + A[1] + A[2]
"""


@proves(T + "BF16ComputeLegalize", "读写形参时转换", "转换用移位和按位运算，写回时舍入到最近的偶数", versions=NEW)
def _(tvm):
    legal = run(tvm, BFLOAT, "BF16ComputeLegalize")
    sums = nodes(tvm, legal, tvm.tir.Add)
    assert "float32" in {node.dtype for node in sums} and "bfloat16" not in {node.dtype for node in sums}
    assert legal.buffer_map[legal.params[0]].dtype == "bfloat16"
    assert calls(tvm, legal, "shift_left") or calls(tvm, legal, "shift_right")
    source = 'def main(A: T.Buffer((4,), "bfloat16"), x: T.float32):\n    A[0] = T.cast(x, "bfloat16")\n'
    kernel = tvm.build(parsed(tvm, source), target="llvm")
    for value, bits in ((1.0, 0x3F80), (1.00390625, 0x3F80), (1.01171875, 0x3F82), (1.005, 0x3F81)):
        out = tvm.nd.empty((4,), "bfloat16")
        kernel(out, value)
        assert int(out.numpy().view("uint16")[0]) == bits, (value, hex(int(out.numpy().view("uint16")[0])))


@proves(T + "BF16ComputeLegalize", "内部分配的大小是常数、没有别的指针用法的缓冲区整个换成 float32", "bfloat16 的 `let` 语句使它断言失败，因为变量没有跟着换类型", versions=NEW)
def _(tvm):
    inner = """
def main(A: T.Buffer((4,), "bfloat16"), n: T.int32):
    data = T.allocate([SIZE], "bfloat16", "global")
    B = T.Buffer((4,), "bfloat16", data=data)
    B[0] = A[0] + A[1]
    A[2] = B[0]
"""
    kind = lambda source: nodes(tvm, run(tvm, source, "BF16ComputeLegalize"), tvm.tir.Allocate)[0].dtype
    assert kind(inner.replace("SIZE", "4")) == "float32" and kind(inner.replace("SIZE", "n")) == "bfloat16"
    pointer = inner.replace("SIZE", "4") + '    T.evaluate(T.call_extern("int32", "f", data))\n'
    assert kind(pointer) == "bfloat16"
    bound = 'def main(A: T.Buffer((4,), "bfloat16")):\n    with T.LetStmt(A[0] + A[1]) as x:\n        A[2] = x\n'
    with raises("TVMError", "value.dtype() == var.dtype()"):
        run(tvm, bound, "BF16ComputeLegalize")


@proves(T + "BF16StorageLegalize", "`buffer_map` 必须已空，否则断言失败，信息是 `This pass must be called after MakePackedAPI`。形参检查用的仍是 bfloat16", "把剩下的 bfloat16 缓冲区换成 uint16", versions=NEW)
def _(tvm):
    with raises("TVMError", "This pass must be called after MakePackedAPI"):
        run(tvm, BFLOAT, "BF16StorageLegalize")
    steps = ("BF16ComputeLegalize", bind(tvm, "llvm"), "MakePackedAPI", "BF16StorageLegalize")
    legal = run(tvm, BFLOAT, *steps)
    assert {store.buffer.dtype for store in nodes(tvm, legal, tvm.tir.BufferStore)} & {"uint16", "bfloat16"} == {"uint16"}
    kernel = tvm.build(parsed(tvm, BFLOAT), target="llvm")
    kernel(tvm.nd.empty((4,), "bfloat16"))
    with raises("TVMError", "Assert fail"):
        kernel(tvm.nd.empty((4,), "uint16"))


@proves(T + "BF16StorageLegalize", "有缓冲区形参的函数不带 `global_symbol` 时，`MakePackedAPI` 跳过它，于是不论有没有 bfloat16，`tvm.build` 都以这条信息失败", "传 `PrimFunc` 时由 `tvm.lower` 补上，传 `IRModule` 要自己写", versions=LATEST)
def _(tvm):
    whole = parsed(tvm, HOSTED)
    bare = tvm.tir.PrimFunc(whole.params, whole.body, buffer_map=whole.buffer_map)
    with raises("TVMError", "This pass must be called after MakePackedAPI"):
        tvm.build(module(tvm, bare), target="llvm")
    tvm.build(bare, target="llvm")
    tvm.build(module(tvm, whole), target="llvm")


@proves(T + "FP8ComputeLegalize", '`promote_dtype_str` 是运算所用的类型，`"float32"` 或 `"float16"`', "Python 的默认值是 float32，`tvm.lower` 用的却是 C++ 的默认值 float16", "对象是 `e4m3_float8` 和 `e5m2_float8`", versions=LATEST)
def _(tvm):
    def kinds(dtype, step):
        function = step(module(tvm, parsed(tvm, BFLOAT.replace("bfloat16", dtype))))["main"]
        return {node.dtype for node in nodes(tvm, function, tvm.tir.Add) if node.dtype.startswith("float")}

    make = tvm.tir.transform.FP8ComputeLegalize
    for dtype in ("e4m3_float8", "e5m2_float8"):
        assert kinds(dtype, make()) == {"float32"} and kinds(dtype, make("float16")) == {"float16"} and kinds(dtype, make("float32")) == {"float32"}
        assert kinds(dtype, tvm.lower) == {"float16"}


@proves(T + "FP8StorageLegalize", "把剩下的 float8 缓冲区换成 uint8，前提与 `BF16StorageLegalize` 相同", versions=LATEST)
def _(tvm):
    source = BFLOAT.replace("bfloat16", "e5m2_float8")
    with raises("TVMError", "This pass must be called after MakePackedAPI"):
        run(tvm, source, "FP8StorageLegalize")
    legal = run(tvm, source, "FP8ComputeLegalize", bind(tvm, "llvm"), "MakePackedAPI", "FP8StorageLegalize")
    kinds = {store.buffer.dtype for store in nodes(tvm, legal, tvm.tir.BufferStore)}
    assert "uint8" in kinds and not any("float8" in kind for kind in kinds)


@proves(T + "LowerCustomDatatypes", "缓冲区换成同样位数的无符号整数", "没有注册时断言失败，信息是 `lowering function for target llvm type 150 not found` 一类", "函数须有 `target` 属性")
def _(tvm):
    from tvm.target import datatype

    datatype.register("docs", 150)
    source = BFLOAT.replace("bfloat16", "custom[docs]32")
    tir = tvm.tir
    buffer, handle = tir.decl_buffer((4,), "custom[docs]32", name="A"), tir.Var("a", "handle")
    load = lambda index: tir.BufferLoad(buffer, [index])
    function = tir.PrimFunc([handle], tir.BufferStore(buffer, load(0) + load(1), [2]), buffer_map={handle: buffer})
    with raises("TVMError"):
        run(tvm, function, "LowerCustomDatatypes")
    with raises("TVMError", "lowering function for target llvm type 150 not found"):
        run(tvm, function, bind(tvm, "llvm"), "LowerCustomDatatypes")
    datatype.register_op(datatype.create_lower_func({32: "DocsAdd"}), "Add", "llvm", "docs")
    store = nodes(tvm, run(tvm, function, bind(tvm, "llvm"), "LowerCustomDatatypes"), tir.BufferStore)[0]
    assert store.buffer.dtype == "uint32" and store.value.args[0].value == "DocsAdd"


ROUNDING = ("BF16Legalize", "BF16Promote", "BF16CastElimination", "BF16TypeLowering")


@proves(T + "BF16Legalize", "形参缓冲区的类型是 uint16，所以传 uint16 和 bfloat16 的数组都可以", "依次执行下面三个 Pass，返回的是 `Sequential`", versions=OLDEST)
def _(tvm):
    made = tvm.tir.transform.BF16Legalize()
    assert isinstance(made, tvm.transform.Sequential) or "Sequential" in type(made).__name__
    whole = run(tvm, BFLOAT, made)
    assert tvm.ir.structural_equal(whole, run(tvm, BFLOAT, *ROUNDING[1:])) and whole.buffer_map[whole.params[0]].dtype == "uint16"
    kernel = tvm.build(parsed(tvm, BFLOAT), target="llvm")
    for dtype in ("uint16", "bfloat16"):
        kernel(tvm.nd.array(np.zeros(4, "uint16")) if dtype == "uint16" else tvm.nd.empty((4,), "bfloat16"))


@proves(T + "BF16Promote", "操作数前加转换，结果再转回 bfloat16，每一步都舍入", "二元运算和比较只支持标量，向量的断言失败，没有说明的 `t.lanes() == value.dtype().lanes()`", versions=OLDEST)
@proves(T + "BF16CastElimination", "`BF16Promote` 之后连着的几步运算因此只在最后舍入一次", versions=OLDEST)
def _(tvm):
    casts = lambda *steps: len(nodes(tvm, run(tvm, BFLOAT, *steps), tvm.tir.Cast))
    assert casts("BF16Promote") == 6 and casts("BF16Promote", "BF16CastElimination") == 4
    vector = 'def main(A: T.Buffer((8,), "bfloat16")):\n    for i in T.vectorized(4):\n        A[i] = A[i] + A[i + 4]\n'
    with raises("TVMError", "t.lanes() == value.dtype().lanes()"):
        run(tvm, vector, "VectorizeLoop", "BF16Promote")


@proves(T + "BF16Promote", "`+`、`-`、`*`、`/`、`min`、`max`、四种大小比较和所有的调用，如 `T.exp`", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    buffer, handle = tir.decl_buffer((4,), "bfloat16", name="A"), tir.Var("a", "handle")
    x, y = (tir.BufferLoad(buffer, [index]) for index in (0, 1))

    def promoted(value):
        function = tir.PrimFunc([handle], tir.Evaluate(value), buffer_map={handle: buffer})
        return "float32" in {node.dtype for node in nodes(tvm, run(tvm, function, "BF16Promote"), tir.Cast)}

    for kind in (tir.Add, tir.Sub, tir.Mul, tir.Div, tir.Min, tir.Max, tir.LT, tir.LE, tir.GT, tir.GE):
        assert promoted(kind(x, y)), kind
    assert promoted(tir.exp(x)) and not promoted(tir.EQ(x, y)) and not promoted(tir.Select(tir.const(True), x, y))


@proves(T + "BF16TypeLowering", "uint16", versions=OLDEST)
def _(tvm):
    legal = run(tvm, BFLOAT, *ROUNDING[1:])
    assert {store.buffer.dtype for store in nodes(tvm, legal, tvm.tir.BufferStore)} == {"uint16"}


# Constants, instrumentation and debugging


def constants(tvm, *values, nested=False):
    tir = tvm.tir
    out, handle = tir.decl_buffer((1,), name="out"), tir.Var("out", "handle")
    statements = []
    for index, value in enumerate(values):
        buffer = tir.decl_buffer((2,), name=f"p{index}")
        store = tir.BufferStore(out, tir.BufferLoad(buffer, [0]), [0])
        inner = statements.pop() if nested and statements else store
        statements.append(tir.AllocateConst(buffer.data, "float32", [2], tvm.nd.array(np.array(value, "float32")), inner))
    return tir.PrimFunc([handle], tir.stmt_seq(*statements), buffer_map={handle: out})


@proves(T + "ExtractPrimFuncConstants", "语句里记下序号 `irmod_storage_idx`，内容相同的只留一份", "遇到一个常量就不再往里走，嵌套在另一个常量里面的没有收集到")
def _(tvm):
    extract = tvm.tir.transform.ExtractPrimFuncConstants()
    count = lambda *values, **rest: len(extract(module(tvm, constants(tvm, *values, **rest))).attrs["constants"])
    assert count([1, 2]) == 1 and count([1, 2], [3, 4]) == 2 and count([1, 2], [1, 2]) == 1
    assert count([1, 2], [3, 4], nested=True) == 1
    found = nodes(tvm, extract(module(tvm, constants(tvm, [1, 2], [3, 4])))["main"], tvm.tir.AllocateConst)
    assert sorted(int(one.irmod_storage_idx) for one in found) == [0, 1]


def shifted(tvm, value=lambda source, i: source[i + 1]):
    te = tvm.te
    source = te.placeholder((8,), name="X")
    out = te.compute((8,), lambda i: value(source, i), name="Z")
    return source, out


@proves(T + "InstrumentBoundCheckers", "越界时断言失败，信息是 `OUT OF THE BOUNDS`", "对 TE 调度有用，没有这个属性的 TensorIR 函数不加检查", "配置 `tir.instrument_bound_checkers` 把两处一起打开")
def _(tvm):
    source, out = shifted(tvm)
    with tvm.transform.PassContext(config={"tir.instrument_bound_checkers": True}):
        checked = tvm.build(tvm.te.create_schedule(out.op), [source, out], "llvm")
        plain = tvm.lower(tvm.te.create_prim_func([source, out]))["main"]
        fine = tvm.lower(tvm.te.create_schedule(out.op), [source, out])["main"]
    assert not nodes(tvm, plain, tvm.tir.AssertStmt) and nodes(tvm, fine, tvm.tir.AssertStmt)
    with raises("TVMError", "OUT OF THE BOUNDS"):
        checked(tvm.nd.empty((8,)), tvm.nd.empty((8,)))
    tvm.build(tvm.te.create_schedule(out.op), [source, out], "llvm")


def profiled(tvm, source, **config):
    return run(tvm, source, "InstrumentProfileIntrinsics", **{f"tir__{key}": value for key, value in config.items()})


LOOPS = """
def main(A: T.Buffer((64,), "float32")):
    for i in range(4):
        for j in range(4):
            A[i * 4 + j] = T.float32(1)
        for k in range(4):
            A[i * 4 + k] = T.float32(2)
"""


@proves(
    T + "InstrumentProfileIntrinsics",
    "True 时不在函数两端插入",
    "只看层数不超过它的循环；`tir.instr_siblings` 为 True 时不用",
    "只看高度不低于它的循环，最里层的高度是 0",
    "只看有兄弟循环的循环",
    "True 时编号从 0 起；否则接着上一次，计数是进程里全局的",
    "并行循环里面的循环不插入；最外层的并行循环例外，里面照样插入",
    versions=NEW,
)
def _(tvm):
    count = lambda source=LOOPS, **config: len(calls(tvm, profiled(tvm, source, reset_start_id=True, **config), "start_profile_intrinsic"))
    assert count() == 1 and count(lwp_disable_func_prof=True) == 0
    assert count(lwp_min_height=0) == 3 and count(instr_siblings=False, lwp_max_depth=9) == 2
    assert count(instr_siblings=False, lwp_max_depth=0, lwp_min_height=0) == 2 and count(instr_siblings=False, lwp_max_depth=9, lwp_min_height=0) == 4
    assert count(lwp_max_depth=9) == 1
    assert count(instr_siblings=False, lwp_max_depth=1, lwp_min_height=0) == 4
    everything = {"instr_siblings": False, "lwp_max_depth": 9, "lwp_min_height": 0}
    assert count(LOOPS.replace("for i in range(4)", "for i in T.parallel(4)"), **everything) == 4
    deep = 'def main(A: T.Buffer((64,), "float32")):\n    for i in range(4):\n        for j in KIND:\n            for k in range(4):\n                A[i * 16 + j * 4 + k] = T.float32(1)\n'
    assert count(deep.replace("KIND", "range(4)"), **everything) == 4 and count(deep.replace("KIND", "T.parallel(4)"), **everything) == 3
    number = lambda **config: int(calls(tvm, profiled(tvm, LOOPS, **config), "start_profile_intrinsic")[0].args[0])
    first = number(reset_start_id=True)
    assert first == number(reset_start_id=True) == 0 and number() > 0 and number() > 1


@proves(T + "InstrumentProfileIntrinsics", "在函数和循环前后插入 `start_profile_intrinsic`、`end_profile_intrinsic`", "由 `tir.instrument_lwp=True` 打开", versions=NEW)
def _(tvm):
    with tvm.transform.PassContext(config={"tir.instrument_lwp": True}):
        lowered = tvm.lower(parsed(tvm, LOOPS))["main"]
    assert len(calls(tvm, lowered, "start_profile_intrinsic")) == len(calls(tvm, lowered, "end_profile_intrinsic")) >= 1
    assert not calls(tvm, tvm.lower(parsed(tvm, LOOPS))["main"], "start_profile_intrinsic")


@proves(T + "InstallDebugSpans", "打印出来的文本写进当前目录的 `函数名.tir`", "把行号作为 `span` 写进语句和表达式", versions=NEW)
def _(tvm):
    here = tempfile.mkdtemp()
    os.chdir(here)
    function = run(tvm, HOSTED, bind(tvm, "llvm"))
    made = run(tvm, function, "InstallDebugSpans")
    assert os.listdir(here) == ["main.tir"] and "T.prim_func" in open("main.tir").read() or "for " in open("main.tir").read()
    with open("main.tir", "w") as file:
        file.write("old")
    run(tvm, function, "InstallDebugSpans")
    assert open("main.tir").read() != "old"
    stores = nodes(tvm, made, tvm.tir.BufferStore)
    assert stores[0].span is not None and stores[0].span.line > 0


@proves(T + "InstallDebugSpans", "函数须恰有一个，否则报错 `Debug info can only be added to IRModules with a single host function`", versions=LATEST)
@proves(T + "InstallDebugSpans", "模块里须恰有一个函数，否则断言失败：`Debug info can only be added to IRModules with a single function`", versions=("0.12.0",))
def _(tvm, release):
    os.chdir(tempfile.mkdtemp())
    one = run(tvm, HOSTED, bind(tvm, "llvm"))
    words = "Debug info can only be added to IRModules with a single " + ("host function" if release == "0.13.0" else "function")
    with raises("TVMError", words):
        apply(tvm, module(tvm, one, one.with_attr("global_symbol", "other")), "InstallDebugSpans")
    device = run(tvm, HOSTED, bind(tvm, "cuda"))
    if release == "0.13.0":
        apply(tvm, module(tvm, one, device), "InstallDebugSpans")
        with raises("TVMError", words):
            apply(tvm, module(tvm, device), "InstallDebugSpans")
    else:
        with raises("TVMError", words):
            apply(tvm, module(tvm, one, device), "InstallDebugSpans")


@proves(T + "SkipAssert", "删去全部 `assert` 语句，留下它后面的内容", "`MakePackedAPI` 生成的实参检查也就没有了，传错形状会读写越界而不报错")
def _(tvm):
    packed = run(tvm, HOSTED, bind(tvm, "llvm"), "MakePackedAPI")
    skipped = run(tvm, packed, "SkipAssert")
    assert nodes(tvm, packed, tvm.tir.AssertStmt) and not nodes(tvm, skipped, tvm.tir.AssertStmt) and nodes(tvm, skipped, tvm.tir.BufferStore)
    with tvm.transform.PassContext(config={"tir.disable_assert": True}):
        kernel = tvm.build(parsed(tvm, HOSTED), target="llvm")
    kernel(tvm.nd.empty((4, 16)), 3)
    with raises("TVMError", "Assert fail"):
        tvm.build(parsed(tvm, HOSTED), target="llvm")(tvm.nd.empty((4, 16)), 3)


# TE schedules and coprocessors


@proves(T + "StorageFlatten", "只改写带 `from_legacy_te_schedule` 的函数", "把 `BufferRealize` 变成分配，多维读写变成一维")
def _(tvm):
    te = tvm.te
    source = te.placeholder((4, 8), name="X")
    middle = te.compute((4, 8), lambda i, j: source[i, j] * 2, name="M")
    out = te.compute((4, 8), lambda i, j: middle[i, j] + 1, name="Y")
    mod = tvm.driver.build_module.schedule_to_module(te.create_schedule(out.op), [source, out])
    flatten = tvm.tir.transform.StorageFlatten(64)
    assert nodes(tvm, mod["main"], tvm.tir.BufferRealize)
    flat = flatten(mod)["main"]
    assert not nodes(tvm, flat, tvm.tir.BufferRealize) and nodes(tvm, flat, tvm.tir.Allocate)
    assert all(len(load.indices) == 1 for load in nodes(tvm, flat, tvm.tir.BufferLoad))
    plain = parsed(tvm, HOSTED)
    assert tvm.ir.structural_equal(run(tvm, plain, flatten), plain)


@proves(T + "StorageFlatten", "True 时在分配外面记下大小，供 `InstrumentBoundCheckers` 用", "只用于决定预取的步长；`tvm.lower` 用 64")
def _(tvm):
    te = tvm.te
    source = te.placeholder((16, 64), name="X")
    out = te.compute((16, 64), lambda i, j: source[i, j] + 1, name="Y")
    schedule = te.create_schedule(out.op)
    schedule[out].prefetch(source, out.op.axis[0], 1)
    mod = tvm.driver.build_module.schedule_to_module(schedule, [source, out])

    def steps(size, bounds=False):
        flat = tvm.transform.Sequential([tvm.tir.transform.InjectPrefetch(), tvm.tir.transform.StorageFlatten(size, bounds)])(mod)["main"]
        loops = [loop for loop in nodes(tvm, flat, tvm.tir.For) if calls(tvm, tvm.tir.PrimFunc([], loop), "prefetch")]
        return [int(loop.extent) for loop in loops if loop.loop_var.name.startswith("prefetch")], "buffer_bound" in attributes(tvm, flat)

    small, marked = steps(64, True)
    large, unmarked = steps(256)
    assert small != large and marked and not unmarked, (small, large, marked, unmarked)


def textured(tvm, scope, shape=(2, 3, 5, 4), realize=False):
    tir = tvm.tir
    handle, out, o = tir.Var("a", "handle"), tir.decl_buffer((1,), name="O"), tir.Var("o", "handle")
    buffer = tir.decl_buffer(shape, name="A", scope=scope)
    index = [min(1, extent - 1) if isinstance(extent, int) else 0 for extent in shape]
    body = tir.BufferStore(out, tir.BufferLoad(buffer, index), [0])
    if realize:
        body = tir.stmt_seq(tir.BufferStore(buffer, 1.0, index), body)
        body = tir.BufferRealize(buffer, [tvm.ir.Range(0, extent) for extent in shape], tir.const(True), body)
        return tir.PrimFunc([o, *[one for one in shape if not isinstance(one, int)]], body, buffer_map={o: out})
    return tir.PrimFunc([handle, o], body, buffer_map={handle: buffer, o: out})


@proves(T + "TextureFlatten", "| `global.texture` | N - 2 |", "| `global.texture-weight` | 1 |", "| `global.texture-nhwc` | 三维时 1，其余 2 |", "报 `Encountered unknown texture lowering convention`", "读写变成 `texture2d_load`、`texture2d_store`")
def _(tvm):
    def place(scope, shape=(2, 3, 5, 4)):
        (load,) = calls(tvm, run(tvm, textured(tvm, scope, shape), "TextureFlatten"), "texture2d_load")
        simplify = tvm.arith.Analyzer().simplify
        return tuple(int(simplify(one)) for one in load.args[1:4])

    assert place("global.texture") == (1, 1 * 3 + 1, 1)
    assert place("global.texture-weight") == (1 * 5 + 1, 1, 1)
    assert place("global.texture-nhwc") == (1, 1 * 3 + 1, 1) and place("global.texture-nhwc", (2, 3, 4)) == (1, 1, 1)
    assert place("global.texture-nhwc", (2, 3, 5, 7, 4)) == ((1 * 7) + 1, 1 * 3 + 1, 1)
    assert place("global.texture", (2, 3, 5, 7, 4)) == (1, (1 * 3 + 1) * 5 + 1, 1)
    with raises("TVMError", "Encountered unknown texture lowering convention"):
        place("global.texture-other")
    assert not calls(tvm, run(tvm, textured(tvm, "global"), "TextureFlatten"), "texture2d_load")


@proves(T + "TextureFlatten", "TE 的内部缓冲区（`BufferRealize`）要至少三维，最里一维是常数 1 或 4，否则断言失败", "函数的形参不作这两项检查")
def _(tvm):
    flatten = lambda shape, realize=True: run(tvm, textured(tvm, "global.texture", shape, realize), "TextureFlatten")
    for shape in ((2, 3, 4), (2, 3, 1)):
        assert calls(tvm, flatten(shape), "texture2d_store")
    with raises("TVMError", "Only 2d RGBA texture is currently supported"):
        flatten((3, 4))
    with raises("TVMError", "Inner dimension of texture must be vector of length 1 or 4"):
        flatten((2, 3, 2))
    flatten((2, 3, 2), realize=False)
    flatten((3, 4), realize=False)


@proves(T + "TextureFlatten", "最里一维不是常数时后一条里的数是乱的", versions=NEW)
@proves(T + "TextureFlatten", "最里一维不是常数时也报后一条", versions=OLDEST)
def _(tvm):
    with raises("TVMError", "Inner dimension of texture must be vector of length 1 or 4 (RGBA)"):
        run(tvm, textured(tvm, "global.texture", (2, 3, tvm.tir.Var("n", "int32")), True), "TextureFlatten")


@proves(T + "ApplyLayoutTransforms", "按函数属性 `layout_transform_map` 改缓冲区的形状和下标，然后删去这个属性", "属性由 TE 的 `transform_layout` 原语留下，没有时不改。形参也会变，调用者要按新的布局传数据")
def _(tvm):
    te = tvm.te
    source = te.placeholder((4, 8), name="X")
    out = te.compute((4, 8), lambda i, j: source[i, j] + 1, name="Y")
    schedule = te.create_schedule(out.op)
    schedule[source].transform_layout(lambda i, j: [j, i])
    mod = tvm.driver.build_module.schedule_to_module(schedule, [source, out])
    assert "layout_transform_map" in mod["main"].attrs
    applied = tvm.tir.transform.ApplyLayoutTransforms()(mod)["main"]
    assert "layout_transform_map" not in applied.attrs
    assert [int(one) for one in applied.buffer_map[applied.params[0]].shape] == [8, 4]
    data, result = np.arange(32, dtype="float32").reshape(4, 8), tvm.nd.empty((4, 8))
    tvm.build(schedule, [source, out], "llvm")(tvm.nd.array(data.T.copy()), result)
    assert np.array_equal(result.numpy(), data + 1)
    plain = parsed(tvm, HOSTED)
    assert tvm.ir.structural_equal(run(tvm, plain, "ApplyLayoutTransforms"), plain)


@proves(T + "InjectPrefetch", "在语句前插入预取", "只改写带 `from_legacy_te_schedule` 的函数", "偏移加了两次，二维以上的缓冲区在 `StorageFlatten` 里下标的次序又反了")
def _(tvm):
    te = tvm.te
    source = te.placeholder((8, 8), name="X")
    out = te.compute((8, 8), lambda i, j: source[i, j] + 1, name="Y")
    schedule = te.create_schedule(out.op)
    schedule[out].prefetch(source, out.op.axis[0], 1)
    mod = tvm.driver.build_module.schedule_to_module(schedule, [source, out])
    made = tvm.tir.transform.InjectPrefetch()(mod)["main"]
    (prefetch,) = nodes(tvm, made, tvm.tir.Prefetch)
    # What should be the row i + 1.
    assert "i + 2" in str(prefetch.bounds[0].min) or "+ 2" in str(tvm.arith.Analyzer().simplify(prefetch.bounds[0].min)), prefetch.bounds
    foreign = made.without_attr("from_legacy_te_schedule") if hasattr(made, "without_attr") else tvm.tir.PrimFunc(mod["main"].params, mod["main"].body, buffer_map=mod["main"].buffer_map)
    assert not nodes(tvm, run(tvm, tvm.tir.PrimFunc(mod["main"].params, mod["main"].body, buffer_map=mod["main"].buffer_map), "InjectPrefetch"), tvm.tir.Prefetch)


def rolling(tvm, passes=True):
    te = tvm.te
    source = te.placeholder((16,), name="X")
    middle = te.compute((16,), lambda i: source[i] * 2, name="M")
    out = te.compute((14,), lambda i: middle[i] + middle[i + 1] + middle[i + 2], name="Y")
    schedule = te.create_schedule(out.op)
    outer, _ = schedule[out].split(out.op.axis[0], 2)
    schedule[middle].compute_at(schedule[out], outer)
    schedule[middle].rolling_buffer()
    config = {"tir.add_lower_pass": [(0, tvm.tir.transform.InjectRollingBuffer())]} if passes else {}
    with tvm.transform.PassContext(config=config):
        return tvm.lower(schedule, [source, out])["main"], tvm.build(schedule, [source, out], "llvm")


@proves(T + "InjectRollingBuffer", "只用原语而不自己加这一步，标注不起作用", "重叠的部分不重复计算", "因此放在 `tir.add_lower_pass` 的阶段 0")
def _(tvm):
    rolled, kernel = rolling(tvm)
    plain, _ = rolling(tvm, passes=False)
    assert "% 4" in rolled.script() or "bitwise_and" in rolled.script() or rolled.script() != plain.script()
    assert len(nodes(tvm, rolled, tvm.tir.IfThenElse)) + len(calls(tvm, rolled, "likely")) > len(nodes(tvm, plain, tvm.tir.IfThenElse))
    data, out = np.arange(16, dtype="float32"), tvm.nd.empty((14,))
    kernel(tvm.nd.array(data), out)
    assert np.array_equal(out.numpy(), 2 * (data[:14] + data[1:15] + data[2:]))


def copy_intrinsic(tvm, value=lambda source, i: source[i], seen=None, flat=True, body=None, steps=(), key="docs_copy"):
    te = tvm.te
    source = te.placeholder((16,), name="X")
    out = te.compute((8,), lambda i: value(source, i), name="Y")
    schedule = te.create_schedule(out.op)
    schedule[out].pragma(out.op.axis[0], "docs_copy")

    def intrinsic(src, dst, before, after, pad):
        if seen is not None:
            seen.append((src, dst, before, after, pad))
        return tvm.tir.Evaluate(tvm.tir.call_extern("int32", "copy", src.data, dst.data))

    mod = tvm.driver.build_module.schedule_to_module(schedule, [source, out])
    mod = tvm.transform.Sequential([*( [tvm.tir.transform.StorageFlatten(64)] if flat else []), tvm.tir.transform.Simplify()])(mod)
    return tvm.tir.transform.InjectCopyIntrin(key, intrinsic)(mod)["main"]


@proves(T + "InjectCopyIntrin", "标注的名字，不含前缀 `pragma_`", "`(src, dst, pad_before, pad_after, pad_value) -> Stmt`，`src` 和 `dst` 是带步长的缓冲区", "可以隔着类型转换，或以边界条件的 `if_then_else` 表示填充。对不上时报错 `Cannot match copy pattern`", "循环体须是一次存，右边是一次读")
def _(tvm):
    tir, seen = tvm.tir, []
    made = copy_intrinsic(tvm, lambda x, i: x[i * 2], seen)
    assert [one.args[0].value for one in calls(tvm, made, "call_extern")] == ["copy"]
    src, dst, before, after, pad = seen.pop()
    assert [int(one) for one in src.strides] == [2] and [int(one) for one in dst.strides] == [1] and len(before) == len(after) == 0
    assert not calls(tvm, copy_intrinsic(tvm, key="pragma_docs_copy"), "call_extern")
    copy_intrinsic(tvm, lambda x, i: x[i].astype("int8"))
    copy_intrinsic(tvm, lambda x, i: tir.if_then_else(tir.all(i >= 2, i < 6), x[i - 2], tir.const(0.0)), seen)
    _, _, before, after, pad = seen.pop()
    assert [int(one) for one in before] == [2] and [int(one) for one in after] == [2] and pad.value == 0
    with raises("TVMError", "Cannot match copy pattern"):
        copy_intrinsic(tvm, lambda x, i: x[i] + 1)


@proves(T + "InjectCopyIntrin", "缓冲区要先展平，否则信息里出现的是 `InjectDoubleBuffer`")
def _(tvm):
    te = tvm.te
    source = te.placeholder((4, 4), name="X")
    out = te.compute((4, 4), lambda i, j: source[i, j], name="Y")
    schedule = te.create_schedule(out.op)
    schedule[out].pragma(out.op.axis[0], "docs_copy")
    mod = tvm.driver.build_module.schedule_to_module(schedule, [source, out])
    with raises("TVMError", "InjectDoubleBuffer"):
        tvm.tir.transform.InjectCopyIntrin("docs_copy", lambda *arguments: tvm.tir.Evaluate(0))(mod)


def coprocessed(tvm, make, *, names=("docs",)):
    tir = tvm.tir
    buffer, out = tir.decl_buffer((8,), name="B"), tir.decl_buffer((8,), name="O")
    axes = {name: tir.IterVar(tvm.ir.Range(0, 1), tir.Var(name, "int32"), 1, name) for name in names}
    body = tir.Allocate(buffer.data, "float32", [8], tir.const(True), make(buffer, out, axes))
    handle = tir.Var("o", "handle")
    made = run(tvm, tir.PrimFunc([handle], body, buffer_map={handle: out}), "CoProcSync")
    return [node.op.name for node in nodes(tvm, made, tir.Call) if isinstance(node.op, tvm.ir.Op)]


@proves(T + "CoProcSync", "插入的是内建函数 `名称.coproc_sync`、`coproc_dep_push`、`coproc_dep_pop` 和两个屏障，名称取自轴，须已注册，VTA 是 `vta`", "一个函数只能有一个协处理器", "有协处理器的函数在 `coproc_scope` 之外用 `while` 时报错，通常是 `WhileNode not supported in CoProcSync`；写在里面的不报")
def _(tvm):
    tir = tvm.tir
    scope = lambda axis, value, body: tir.AttrStmt(axis, "coproc_scope", value, body)
    write = lambda buffer: tir.BufferStore(buffer, 1.0, [0])
    read = lambda buffer, out: tir.BufferStore(out, tir.BufferLoad(buffer, [0]), [0])
    with raises(Exception, "docs"):
        coprocessed(tvm, lambda b, o, axes: tir.stmt_seq(scope(axes["docs"], 1, write(b)), read(b, o)))
    for name in ("docs", "more"):
        for one in ("coproc_sync", "coproc_dep_push", "coproc_dep_pop", "coproc_read_barrier", "coproc_write_barrier"):
            tvm.ir.register_op_attr(f"tir.{name}.{one}", "TCallEffectKind", 2)
    names = coprocessed(tvm, lambda b, o, axes: tir.stmt_seq(scope(axes["docs"], 1, write(b)), read(b, o)))
    assert "tir.docs.coproc_sync" in names, names
    names = coprocessed(tvm, lambda b, o, axes: tir.stmt_seq(scope(axes["docs"], 1, write(b)), scope(axes["docs"], 2, read(b, o))))
    assert "tir.docs.coproc_dep_push" in names and "tir.docs.coproc_dep_pop" in names, names
    with raises("TVMError", "visitor.coproc_.size() == 1"):
        coprocessed(tvm, lambda b, o, axes: tir.stmt_seq(scope(axes["docs"], 1, write(b)), scope(axes["more"], 1, read(b, o))), names=("docs", "more"))
    loop = lambda body: tir.While(tir.Var("c", "int32") < 3, body)
    with raises("TVMError", "WhileNode not supported in CoProcSync"):
        coprocessed(tvm, lambda b, o, axes: tir.stmt_seq(scope(axes["docs"], 1, write(b)), loop(read(b, o))))
    coprocessed(tvm, lambda b, o, axes: tir.stmt_seq(scope(axes["docs"], 1, loop(write(b))), read(b, o)))


@proves(T + "LiftAttrScope", "遇到分配就停。节点是同一个对象，值是相等的整数常量或同一个表达式对象，才合并", "不在这个属性里的 `while` 报错 `WhileNode not supported in LiftAttrScope`", "不检查提到外面后意思是否不变")
def _(tvm):
    tir = tvm.tir
    axis, other, n = (tir.IterVar(tvm.ir.Range(0, 1), tir.Var("t", "int32"), 1, "docs") for _ in range(2)), None, tir.Var("n", "int32")
    first, second = axis
    mark = lambda node, value, body=None: tir.AttrStmt(node, "docs_key", value, body or tir.Evaluate(tir.call_extern("int32", "f")))
    lift = lambda *statements: run(tvm, tir.PrimFunc([n], tir.stmt_seq(*statements)), tir.transform.LiftAttrScope("docs_key")).body
    count = lambda *statements: len(nodes(tvm, tir.PrimFunc([], lift(*statements)), tir.AttrStmt))
    assert count(mark(first, 1), mark(first, 1)) == 1 and isinstance(lift(mark(first, 1), mark(first, 1)), tir.AttrStmt)
    assert count(mark(first, 1), mark(first, 2)) == 2 and count(mark(first, 1), mark(second, 1)) == 2
    value = n + 1
    assert count(mark(first, value), mark(first, value)) == 1 and count(mark(first, n + 1), mark(first, n + 1)) == 2
    pointer = tir.Var("p", tvm.ir.PointerType(tvm.ir.PrimType("float32")))
    stopped = lift(tir.Allocate(pointer, "float32", [4], tir.const(True), tir.stmt_seq(mark(first, 1), mark(first, 1))))
    assert isinstance(stopped, tir.Allocate) and isinstance(stopped.body, tir.AttrStmt)
    assert isinstance(lift(tir.For(n, 0, 4, 0, mark(first, n))), tir.AttrStmt)
    loop = lambda body: tir.While(n < 3, body)
    with raises("TVMError", "WhileNode not supported in LiftAttrScope"):
        lift(loop(mark(first, 1)))
    lift(mark(first, 1, loop(tir.Evaluate(0))))


COMPLETE = True
