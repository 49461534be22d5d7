"""Probes of what docs/reference/api/python/tir/lowering.md says of 0.12.0 and 0.10.0 only."""

import importlib

import numpy as np
from probes import proves, raises

T = "tvm.tir.transform."
MERGE = "MergeDynamicSharedMemoryAllocations"
OLD, MIDDLE, OLDEST = ("0.10.0", "0.12.0"), ("0.12.0",), ("0.10.0",)


def bind(tvm, kind, host="llvm"):
    return tvm.tir.transform.BindTarget(tvm.target.Target(kind, host=host))


def apply(tvm, function, *steps):
    mod = function if isinstance(function, tvm.IRModule) else tvm.IRModule({"main": function.with_attr("global_symbol", "main")})
    for step in steps:
        mod = (getattr(tvm.tir.transform, step)() if isinstance(step, str) else step)(mod)
    return mod


def nodes(tvm, function, kind):
    found = []
    tvm.tir.stmt_functor.post_order_visit(function.body, lambda node: found.append(node) if isinstance(node, kind) else None)
    return found


def calls(tvm, function, name):
    return [node for node in nodes(tvm, function, tvm.tir.Call) if isinstance(node.op, tvm.ir.Op) and node.op.name == "tir." + name]


def storing(tvm, make, *buffers):
    """A function of the buffers that stores make(buffers)[…] into the first element of the last."""
    tir = tvm.tir
    handles = [tir.Var(f"h{n}", "handle") for n in range(len(buffers))]
    body = tir.BufferStore(buffers[-1], make(*buffers), [0])
    return tir.PrimFunc(handles, body, buffer_map=dict(zip(handles, buffers)))


def threads(tvm, value):
    """A kernel of 32 threads that stores value(A, t, extra scalars) into B."""
    tir = tvm.tir
    first, last = (tir.decl_buffer((64,), name=name) for name in "AB")
    handles, scalars = [tir.Var(name, "handle") for name in "ab"], [tir.Var(name, "int32") for name in "zy"]
    axis = tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")
    body = tir.AttrStmt(axis, "thread_extent", 32, tir.BufferStore(last, value(first, axis.var, *scalars), [axis.var]))
    return tir.PrimFunc([*handles, *scalars], body, buffer_map=dict(zip(handles, (first, last))))


@proves(T + MERGE, "`a_1` 和 `b_1` 是 `buf_dyn_shmem` 的别名，下标都没有偏移，是同一段内存", "`T.decl_buffer` 的 `a` 和 `b` 在 0.12.0 里没有跟着改，已经不用了", versions=MIDDLE)
def _(tvm):
    source = """
@T.prim_func
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    tx = T.launch_thread("threadIdx.x", 32)
    a = T.decl_buffer((32,), "float16", scope="shared.dyn")
    b = T.decl_buffer((32,), "float32", scope="shared.dyn")
    a[tx] = T.Cast("float16", A[tx])
    b[tx] = T.Cast("float32", a[31 - tx])
    B[tx] = b[31 - tx]
"""
    merged = apply(tvm, importlib.import_module("tvm.script").from_source(source), MERGE)["main"]
    (allocate,) = nodes(tvm, merged, tvm.tir.Allocate)
    declared = [node.buffer for node in nodes(tvm, merged, tvm.tir.DeclBuffer)]
    stores = [node.buffer for node in nodes(tvm, merged, tvm.tir.BufferStore)][:2]
    assert len(declared) == 2 and all(one.data.same_as(allocate.buffer_var) for one in stores)
    assert not any(one.data.same_as(allocate.buffer_var) or one.same_as(used) for one in declared for used in stores)


@proves(T + "SplitHostDevice", "形参是区域用到的变量，指针在前，各按首次出现的次序", versions=OLD)
@proves(T + "SplitHostDevice", "模块级，返回 `ConvertSSA` 的结果，`ConvertSSA` 本身没有 Python 函数", versions=MIDDLE)
@proves(T + "SplitHostDevice", "模块级", versions=OLDEST)
def _(tvm, release):
    split = apply(tvm, threads(tvm, lambda a, t, z, y: a[t + z] + a[t + y + z]), bind(tvm, "opencl"), "MakePackedAPI", "SplitHostDevice")
    names = [one.name for one in split["main_kernel0"].params]
    assert names == ["B", "A", "z", "y"], names
    turned = apply(tvm, threads(tvm, lambda a, t, z, y: a[t + y] + a[t + z]), bind(tvm, "opencl"), "MakePackedAPI", "SplitHostDevice")
    assert [one.name for one in turned["main_kernel0"].params][2:] == ["y", "z"]
    assert isinstance(tvm.tir.transform.SplitHostDevice(), tvm.transform.ModulePass)
    if release == "0.12.0":
        assert not hasattr(tvm.tir.transform, "ConvertSSA")
        assert not any(a.same_as(b) for a in split["main_kernel0"].params for b in split["main"].params)


@proves(T + "BF16StorageLegalize", "不论函数里有没有 bfloat16 都查，所以单独试用时要放在 `MakePackedAPI` 之后", versions=MIDDLE)
def _(tvm):
    for dtype in ("float32", "bfloat16"):
        function = storing(tvm, lambda a, b: a[0], *[tvm.tir.decl_buffer((4,), dtype) for _ in range(2)])
        with raises("TVMError", "This pass must be called after MakePackedAPI"):
            apply(tvm, function, "BF16StorageLegalize")
        apply(tvm, function, bind(tvm, "llvm"), "MakePackedAPI", "BF16StorageLegalize")


def allreduced(tvm, kind, extent=32, dtype="float32", groups=1):
    """How many shuffles and how many synchronisations a sum over threads becomes."""
    te = tvm.te
    source, k = te.placeholder((4, groups, extent), dtype, name="X"), te.reduce_axis((0, extent), "k")
    total = te.compute((4, groups), lambda i, j: te.sum(source[i, j, k], axis=k), name="Y")
    schedule = te.create_schedule(total.op)
    schedule[total].bind(total.op.axis[0], te.thread_axis("blockIdx.x"))
    if groups > 1:
        schedule[total].bind(total.op.axis[1], te.thread_axis("threadIdx.y"))
    schedule[total].bind(k, te.thread_axis("threadIdx.x"))
    made = apply(tvm, tvm.lower(schedule, [source, total]), bind(tvm, kind), "LowerThreadAllreduce")["main"]
    return len(calls(tvm, made, "tvm_warp_shuffle_down")), len(calls(tvm, made, "tvm_storage_sync"))


@proves(
    T + "LowerThreadAllreduce",
    "用洗牌的条件是目标为 `cuda` 或 `rocm`，类型 4 到 8 字节的标量（或 float16、half2），归约的线程连续",
    "`cuda`：归约长度大于 1，整除线程束的大小，或者只有一组、长度不超过线程束",
    "`rocm`：类型是 32 位，归约长度恰是线程束的大小",
    "其余用共享内存，`opencl`、`vulkan`、`metal` 都是如此",
    versions=OLDEST,
)
def _(tvm):
    shuffles = lambda *arguments, **rest: allreduced(tvm, *arguments, **rest)[0] > 0
    assert shuffles("cuda") and shuffles("cuda", 8) and shuffles("cuda", 8, groups=4)
    assert shuffles("cuda", 12) and not shuffles("cuda", 12, groups=4) and not shuffles("cuda", 64)
    assert shuffles("rocm", 64) and not shuffles("rocm", 32) and not shuffles("rocm", 64, dtype="float64")
    assert [shuffles("cuda", dtype=dtype) for dtype in ("float32", "int32", "float64", "int64", "float16", "int8", "int16")] == [True] * 5 + [False] * 2
    for kind in ("opencl", "vulkan", "metal"):
        shuffled, synced = allreduced(tvm, kind)
        assert shuffled == 0 and synced > 0


@proves(T + "MakePackedAPI", "`buffer_map` 用完清空，`preflattened_buffer_map` 留着；两个都有时以后者的形状为准", versions=OLDEST)
def _(tvm):
    tir, te = tvm.tir, tvm.te
    a = te.placeholder((2, 3), name="A")
    b = te.compute((2, 3), lambda i, j: a[i, j] + 1.0, name="B")
    lowered = tvm.lower(te.create_schedule(b.op), [a, b])
    (flat,) = {len(one.shape) for one in lowered["main"].buffer_map.values()}
    (deep,) = {len(one.shape) for one in lowered["main"].preflattened_buffer_map.values()}
    assert (flat, deep) == (1, 2)
    packed = apply(tvm, lowered, bind(tvm, "llvm"), "MakePackedAPI")["main"]
    assert len(packed.buffer_map) == 0 and len(packed.preflattened_buffer_map) == 2
    made = tvm.build(lowered, target="llvm")
    made(*[tvm.nd.empty((2, 3)) for _ in range(2)])
    with raises("TVMError", "ndim"):
        made(*[tvm.nd.empty((6,)) for _ in range(2)])


@proves(T + "BF16Promote", "调用外部函数时实参也成了 float32", "`Select` 不用改", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    buffers = lambda: [tir.decl_buffer((4,), "bfloat16", name=name) for name in "AB"]
    promoted = apply(tvm, storing(tvm, lambda a, b: tir.call_extern("bfloat16", "f", a[0]), *buffers()), "BF16Promote")["main"]
    (call,) = calls(tvm, promoted, "call_extern")
    assert call.args[1].dtype == "float32"
    choose = storing(tvm, lambda a, b: tir.Select(tir.Var("c", "bool"), a[0], a[1]), *buffers())
    (select,) = nodes(tvm, apply(tvm, choose, "BF16Promote")["main"], tir.Select)
    assert select.dtype == select.true_value.dtype == "bfloat16"


@proves(T + "BF16TypeLowering", "与 float32 的转换换成移位和按位运算，转成 bfloat16 时舍入到最近的偶数，别的类型先转成 float32", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    values = np.array([1.0, -2.71828, 1 + 2**-8, 1 + 3 * 2**-8, 65537.0, 1e-30], "float32")
    bits = values.view("uint32")
    want = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("uint16")
    for dtype in ("float32", "float64"):
        source, out = tir.decl_buffer((6,), dtype, name="A"), tir.decl_buffer((6,), "bfloat16", name="B")
        i, handles = tir.Var("i", "int32"), [tir.Var(name, "handle") for name in "ab"]
        body = tir.For(i, 0, 6, tir.ForKind.SERIAL, tir.BufferStore(out, tir.Cast("bfloat16", source[i]), [i]))
        function = tir.PrimFunc(handles, body, buffer_map=dict(zip(handles, (source, out))))
        lowered = apply(tvm, function, "BF16TypeLowering")
        assert calls(tvm, lowered["main"], "shift_right") and calls(tvm, lowered["main"], "reinterpret")
        result = tvm.nd.array(np.zeros(6, "uint16"))
        tvm.build(lowered, target="llvm")(tvm.nd.array(values.astype(dtype)), result)
        assert np.array_equal(result.numpy(), want)


@proves(T + "BF16TypeLowering", "分配的作用域从 `shared` 变成了空字符串", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    staged, out = tir.decl_buffer((4,), "bfloat16", name="S", scope="shared"), tir.decl_buffer((4,), "bfloat16", name="B")
    handle = tir.Var("b", "handle")
    body = tir.Allocate(staged.data, "bfloat16", [4], tir.const(True), tir.BufferStore(out, staged[0], [0]))
    lowered = apply(tvm, tir.PrimFunc([handle], body, buffer_map={handle: out}), "BF16TypeLowering")["main"]
    (allocate,) = nodes(tvm, lowered, tir.Allocate)
    assert allocate.dtype == "uint16" and allocate.buffer_var.type_annotation.storage_scope == ""
