"""More probes of docs/reference/api/python/tir/lowering.md: who runs a pass, what it leaves out, and words of the docs."""

import contextlib
import os
import tempfile

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
LATEST = ("0.13.0",)
OLD = ("0.10.0", "0.12.0")
T = "tvm.tir.transform."
MERGE = "MergeDynamicSharedMemoryAllocations"


def bind(tvm, kind, host="llvm"):
    return tvm.tir.transform.BindTarget(tvm.target.Target(kind, host=host))


def copy(tvm, name="main"):
    """A function of two buffers that copies without a thread axis."""
    tir = tvm.tir
    buffers = [tir.decl_buffer((8,), name=name) for name in "AB"]
    handles = [tir.Var(name, "handle") for name in "ab"]
    i = tir.Var("i", "int32")
    body = tir.For(i, 0, 8, tir.ForKind.SERIAL, tir.BufferStore(buffers[1], tir.BufferLoad(buffers[0], [i]), [i]))
    return tir.PrimFunc(handles, body, buffer_map=dict(zip(handles, buffers))).with_attr("global_symbol", name)


def apply(tvm, function, *steps):
    mod = function if isinstance(function, tvm.IRModule) else tvm.IRModule({"main": function})
    for step in steps:
        mod = (getattr(tvm.tir.transform, step)() if isinstance(step, str) else step)(mod)
    return mod


def nodes(tvm, function, kind):
    found = []
    tvm.tir.stmt_functor.post_order_visit(function.body, lambda node: found.append(node) if isinstance(node, kind) else None)
    return found


def calls(tvm, function, name):
    return [node for node in nodes(tvm, function, tvm.tir.Call) if isinstance(node.op, tvm.ir.Op) and node.op.name == "tir." + name]


@contextlib.contextmanager
def ran(tvm, **options):
    """Names of the passes that run, in order."""
    names = []

    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            names.append(info.name)

    with tvm.transform.PassContext(instruments=[Names()], **options):
        yield names


@contextlib.contextmanager
def printed():
    """What is written to standard error, also by C++."""
    file, kept, said = tempfile.TemporaryFile(), os.dup(2), []
    os.dup2(file.fileno(), 2)
    try:
        yield said
    finally:
        os.dup2(kept, 2)
        file.seek(0)
        said.append(file.read().decode())


def handover(tvm, kinds=("float16", "float32")):
    """Two buffers in dynamic shared memory: a statement reads the first for the last time and writes the second."""
    tir = tvm.tir
    first, last = (tir.decl_buffer((32,), name=name) for name in "AB")
    handles = [tir.Var(name, "handle") for name in "ab"]
    small, large = (tir.decl_buffer((32,), dtype, name=name, scope="shared.dyn") for name, dtype in zip("sl", kinds))
    axis = tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")
    t = axis.var
    body = tir.stmt_seq(
        tir.BufferStore(small, tir.BufferLoad(first, [t]).astype(small.dtype), [t]),
        tir.BufferStore(large, tir.BufferLoad(small, [31 - t]).astype(large.dtype), [t]),
        tir.BufferStore(last, tir.BufferLoad(large, [31 - t]).astype("float32"), [t]),
    )
    for buffer in (large, small):
        body = tir.Allocate(buffer.data, buffer.dtype, [32], tir.const(True), body)
    body = tir.AttrStmt(axis, "thread_extent", 32, body)
    return tir.PrimFunc(handles, body, buffer_map=dict(zip(handles, (first, last)))).with_attr("global_symbol", "main")


@proves(T + MERGE, "线程互相覆盖，结果错而不报错", "`a` 和 `b` 的下标都没有偏移，是同一段内存", "0.13.0 的共用有两个错误", versions=LATEST)
@proves(T + MERGE, "线程互相覆盖，结果错而不报错", "下标都没有偏移，是同一段内存", "0.12.0 的共用有两个错误", versions=("0.12.0",))
@proves(T + MERGE, "线程互相覆盖，结果错而不报错", "下标都没有偏移，是同一段内存", "0.10.0 的共用有两个错误", versions=("0.10.0",))
def _(tvm):
    merged = apply(tvm, handover(tvm), MERGE)["main"]
    (allocate,) = nodes(tvm, merged, tvm.tir.Allocate)
    stores = [node for node in nodes(tvm, merged, tvm.tir.BufferStore) if node.buffer.name in "sl"]
    assert len(stores) == 2 and all(node.buffer.data.same_as(allocate.buffer_var) for node in stores)
    thread = stores[0].indices[0]
    assert all(node.indices[0].same_as(thread) for node in stores)
    # One thread after the other, as between two synchronisations.
    memory, given = np.zeros(128, "uint8"), np.arange(32, dtype="float32")
    small, large = memory[:64].view("float16"), memory.view("float32")
    small[:] = given
    for t in range(32):
        large[t] = small[31 - t]
    assert not np.array_equal(large, given[::-1])
    # The other error.
    with raises("TVMError", "it != buffer_byte_offsets_.end()"):
        apply(tvm, handover(tvm, ("float32", "float16")), MERGE)


@proves(T + MERGE, "同步此前已由 `ThreadSync` 插好，补不上")
def _(tvm):
    sequence = tvm.get_global_func("driver.mixed_mod_passes")(tvm.IRModule({}), tvm.target.Target("cuda -arch=sm_80", host="llvm"))
    names = str(sequence).split("[", 1)[1].split("]", 1)[0].split()
    order = [name.strip(",") for name in names]
    assert order.index("tir.ThreadSync") + 1 == order.index("tir." + MERGE) - 1 and order[order.index("tir." + MERGE) - 1] == "tir.ThreadSync"
    synced = apply(tvm, handover(tvm), tvm.tir.transform.ThreadSync("shared.dyn"), MERGE)["main"]
    kinds = ["sync" if isinstance(one, tvm.tir.Evaluate) else one.buffer.name for one in nodes(tvm, synced, (tvm.tir.BufferStore, tvm.tir.Evaluate))]
    assert kinds == ["s", "sync", "l", "sync", "B"]  # none between reading s and writing l


@proves(T + "VerifyMemory", "模块级，不改写")
@proves(T + "VerifyVTCMLimit", "模块级，不改写", versions=NEW)
def _(tvm, release):
    mod = apply(tvm, copy(tvm), bind(tvm, "llvm"))
    passes = [tvm.tir.transform.VerifyMemory()]
    if release != "0.10.0":
        passes.append(tvm.tir.transform.VerifyVTCMLimit(tvm.target.hexagon("v68") if release == "0.13.0" else 64))
    for one in passes:
        assert isinstance(one, tvm.transform.ModulePass)
        assert tvm.ir.structural_equal(one(mod), mod) and one(mod)["main"].same_as(mod["main"])
    assert not isinstance(tvm.tir.transform.ThreadSync("shared"), tvm.transform.ModulePass)


@proves(T + "VerifyVTCMLimit", "`limit` 是 `Target` 或 None，即没有 `target` 属性的函数所用的目标", versions=LATEST)
def _(tvm):
    tir = tvm.tir
    pointer = tir.Var("p", tvm.ir.PointerType(tvm.ir.PrimType("int8"), "global.vtcm"))
    function = tir.PrimFunc([], tir.Allocate(pointer, "int8", [100], tir.const(True), tir.Evaluate(0)))
    small, large = (tvm.target.hexagon("v68", vtcm_capacity=size) for size in (50, 200))
    verify = tir.transform.VerifyVTCMLimit
    with raises(Exception, "The global.vtcm memory allocation limit has been exceeded"):
        apply(tvm, function, verify(small))
    for limit in (large, None):
        apply(tvm, function, verify(limit))
    apply(tvm, function.with_attr("target", large), verify(small))
    with raises(Exception, "The global.vtcm memory allocation limit has been exceeded"):
        apply(tvm, function.with_attr("target", small), verify(None))


def aot(tvm, **options):
    return tvm.relay.backend.Executor("aot", options)


@proves(T + "MakeUnpackedAPI", "AOT 执行器设 `unpacked-api` 时用它")
@proves(T + "LegalizePackedCalls", "AOT 执行器用，模块里须有这个被调函数")
@proves(T + "ExtractPrimFuncConstants", "`relay.build` 在下降 Relay 之后执行")
def _(tvm):
    relay = tvm.relay
    x = relay.var("x", shape=(4, 8))
    model = tvm.IRModule.from_expr(relay.exp(x) + relay.const(np.ones((4, 8), "float32")))
    runtime = relay.backend.Runtime("crt")
    found = {}
    options = {"tir.disable_vectorize": True}
    for name, executor in (("graph", relay.backend.Executor("graph")), ("packed", aot(tvm)), ("unpacked", aot(tvm, **{"unpacked-api": True, "interface-api": "c"}))):
        with ran(tvm, opt_level=3, config=options) as names:
            relay.build(model, tvm.target.Target("c"), executor=executor, runtime=runtime)
        found[name] = names
    assert [("tir.MakeUnpackedAPI" in names, "tir.MakePackedAPI" in names) for names in found.values()] == [(False, True), (False, True), (True, False)]
    assert ["tir.LegalizePackedCalls" in names for names in found.values()] == [False, True, False]
    for names in found.values():
        at = names.index("tir.ExtractPrimFuncConstants")
        assert max(n for n, name in enumerate(names) if name == "FuseOps" or name == "LowerTE") < at < names.index("tir.BindTarget")


@proves(T + "DecorateDeviceScope", "没有线程轴的函数也就能由 `AnnotateDeviceRegions` 和 `SplitHostDevice` 整个移到设备上", versions=LATEST)
@proves(T + "DecorateDeviceScope", "没有线程轴的函数也就能由 `SplitHostDevice` 整个移到设备上", versions=OLD)
def _(tvm, release):
    steps = (bind(tvm, "opencl"), *(("AnnotateDeviceRegions",) if release == "0.13.0" else ("MakePackedAPI",)), "SplitHostDevice")
    assert len(apply(tvm, copy(tvm), *steps).functions) == 1
    moved = apply(tvm, copy(tvm), "DecorateDeviceScope", *steps)
    kernel = "main_kernel" if release == "0.13.0" else "main_kernel0"
    assert sorted(one.name_hint for one in moved.get_global_vars()) == ["main", kernel]
    assert not nodes(tvm, moved["main"], tvm.tir.For) and nodes(tvm, moved[kernel], tvm.tir.For)


@proves(T + "LowerDeviceStorageAccessInfo", "文档要求放在所有存储访问的分析之后")
@proves(T + "InjectCopyIntrin", "文档字符串抄错了")
def _(tvm):
    words = " ".join(tvm.tir.transform.LowerDeviceStorageAccessInfo.__doc__.split())
    assert "Run this pass after all storage access analysis finish" in words
    assert tvm.tir.transform.InjectCopyIntrin.__doc__.split("\n")[0] == tvm.tir.transform.InjectVirtualThread.__doc__.split("\n")[0]


@proves(T + "InstrumentBoundCheckers", "右边有 `T.if_then_else` 的存可能不检查")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    source = te.placeholder((8,), name="X")

    def asserts(value):
        out = te.compute((8,), value, name="Z")
        with tvm.transform.PassContext(config={"tir.instrument_bound_checkers": True}):
            lowered = tvm.lower(te.create_schedule(out.op), [source, out])["main"]
        return len(nodes(tvm, lowered, tir.AssertStmt))

    assert asserts(lambda i: source[i + 1]) == 1
    assert asserts(lambda i: tir.if_then_else(i > 0, source[i + 1], 0.0)) == 0
    assert asserts(lambda i: source[i + 1] + tir.if_then_else(i > 0, source[i], 0.0)) == 1


@proves(T + "InstrumentProfileIntrinsics", "别的 LLVM 目标忽略它们")
def _(tvm):
    with tvm.transform.PassContext(config={"tir.instrument_lwp": True, "tir.instr_siblings": False, "tir.lwp_max_depth": 3, "tir.lwp_min_height": 0}):
        assert len(calls(tvm, tvm.lower(copy(tvm))["main"], "start_profile_intrinsic")) == 2
        made = tvm.build(copy(tvm), target="llvm")
    plain = tvm.build(copy(tvm), target="llvm")
    strip = lambda built: [line for line in built.get_source("ll").splitlines() if " = " in line or "call" in line or "br" in line]
    assert len(strip(made)) == len(strip(plain)) and "profile" not in made.get_source("ll")
    data, out = tvm.nd.array(np.arange(8, dtype="float32")), tvm.nd.empty((8,))
    made(data, out)
    assert np.array_equal(out.numpy(), data.numpy())


@proves(T + "InstallDebugSpans", "由 `tir.enable_debug=True` 打开", versions=NEW)
def _(tvm):
    os.chdir(tempfile.mkdtemp())
    for enabled in (False, True):
        with ran(tvm, config={"tir.enable_debug": enabled}) as names:
            tvm.build(copy(tvm), target="llvm")
        assert ("tir.InstallDebugSpans" in names) == enabled == bool(os.listdir("."))


@proves(T + "StorageFlatten", "内部是七个 Pass，包括解开 `tensorize` 的缓冲区绑定和 `ApplyLayoutTransforms`")
def _(tvm):
    te = tvm.te
    source = te.placeholder((8,), name="X")
    out = te.compute((8,), lambda i: source[i] * 2, name="Y")
    mod = tvm.driver.build_module.schedule_to_module(te.create_schedule(out.op), [source, out])
    with ran(tvm) as names:
        tvm.tir.transform.StorageFlatten(64)(mod)
    inner = [name for name in names if name not in ("tir.StorageFlatten", "tir.StorageFlatten_impl", "sequential")]
    assert len(inner) == 7 and "tir.BufferBindUnwrapper" in inner and "tir.ApplyLayoutTransforms" in inner, names


def texture(tvm, scope, shape):
    tir = tvm.tir
    handle, out, o = tir.Var("a", "handle"), tir.decl_buffer((1,), name="O"), tir.Var("o", "handle")
    buffer = tir.decl_buffer(shape, name="A", scope=scope)
    body = tir.BufferStore(out, tir.BufferLoad(buffer, [extent - 1 for extent in shape]), [0])
    function = tir.PrimFunc([handle, o], body, buffer_map={handle: buffer, o: out})
    (load,) = calls(tvm, apply(tvm, function, "TextureFlatten")["main"], "texture2d_load")
    return [int(tvm.arith.Analyzer().simplify(one)) for one in load.args[1:4]]


@proves(T + "TextureFlatten", "作用域决定 N 维里前几维并成高，其余的并成宽，最里一维是通道")
def _(tvm):
    for scope, rows in (("global.texture", 3), ("global.texture-weight", 1), ("global.texture-nhwc", 2)):
        shape = (2, 3, 5, 7, 4)
        height, width = np.prod(shape[:rows]), np.prod(shape[rows:-1])
        assert texture(tvm, scope, shape) == [width - 1, height - 1, 3]


@proves(T + "TextureFlatten", "供 OpenCL（Adreno）用")
def _(tvm):
    te = tvm.te

    def source(kind):
        given = te.placeholder((8, 16, 4), name="X")
        out = te.compute((8, 16, 4), lambda i, j, k: given[i, j, k] + 1.0, name="Y")
        schedule = te.create_schedule(out.op)
        for stage in (schedule.cache_read(given, "global.texture", [out]), out):
            outer, inner = schedule[stage].split(schedule[stage].fuse(*stage.op.axis[:2]), 16)
            schedule[stage].bind(outer, te.thread_axis("blockIdx.x"))
            schedule[stage].bind(inner, te.thread_axis("threadIdx.x"))
            schedule[stage].vectorize(stage.op.axis[2])
        return tvm.build(schedule, [given, out], tvm.target.Target(kind, host="llvm")).imported_modules[0].get_source()

    text = source("opencl")
    assert "image2d_t X_global_texture" in text and "READ_IMAGEF(X_global_texture" in text
    with raises("TVMError", "texture2d_load"):
        source("metal")


def prefetching(tvm, index=lambda numbers, i, j: i):
    te = tvm.te
    source, numbers = te.placeholder((8, 8), name="X"), te.placeholder((8, 8), "int32", name="I")
    out = te.compute((8, 8), lambda i, j: source[index(numbers, i, j), j] + 1, name="Y")
    schedule = te.create_schedule(out.op)
    schedule[out].prefetch(source, out.op.axis[0], 1)
    return source, numbers, out, schedule


@proves(T + "InjectPrefetch", "0.13.0 预取的地址是错的，结果不受影响", "下面本该是下一行的 `A_1[i * 8 + 8]`", versions=LATEST)
@proves(T + "InjectPrefetch", "0.12.0 预取的地址是错的，结果不受影响", "下面本该是下一行的 `A_1[i * 8 + 8]`", versions=("0.12.0",))
@proves(T + "InjectPrefetch", "0.10.0 预取的地址是错的，结果不受影响", "下面本该是下一行的 `A[i * 8 + 8]`", versions=("0.10.0",))
def _(tvm):
    source, _, out, schedule = prefetching(tvm)
    lowered = tvm.lower(schedule, [source, out])["main"]
    (fetch,) = calls(tvm, lowered, "prefetch")
    found = fetch.args[0].args[0].indices[0]
    i = [node for node in nodes(tvm, lowered, tvm.tir.For)][-1].loop_var
    at = tvm.arith.Analyzer()
    place = lambda value: int(at.simplify(tvm.tir.stmt_functor.substitute(found, {node.loop_var: (value if node.loop_var.same_as(i) else 0) for node in nodes(tvm, lowered, tvm.tir.For)})))
    assert [place(value) for value in range(3)] == [2, 3, 4] != [8, 16, 24]
    data, result = np.random.rand(8, 8).astype("float32"), tvm.nd.empty((8, 8))
    tvm.build(schedule, [source, out], "llvm")(tvm.nd.array(data), result)
    assert np.array_equal(result.numpy(), data + 1)


def prefetched(tvm, index):
    """The statements left of the mark, and what is said."""
    source, numbers, out, schedule = prefetching(tvm, index)
    mod = tvm.driver.build_module.schedule_to_module(schedule, [source, numbers, out])
    with printed() as said:
        made = tvm.tir.transform.InjectPrefetch()(mod)["main"]
    marks = [node for node in nodes(tvm, made, tvm.tir.AttrStmt) if node.attr_key == "prefetch_scope"]
    return len(marks), len(nodes(tvm, made, tvm.tir.Prefetch)), "Cannot decide prefetch region" in said[0]


@proves(T + "InjectPrefetch", "区域推不出来时警告 `Cannot decide prefetch region`，去掉标注")
def _(tvm):
    assert prefetched(tvm, lambda numbers, i, j: i) == (0, 1, False)
    for index in (lambda numbers, i, j: tvm.tir.call_pure_extern("int32", "f", i), lambda numbers, i, j: numbers[0, j], lambda numbers, i, j: numbers[i, j]):
        assert prefetched(tvm, index) == (0, 0, True)


@proves(T + "InjectPrefetch", "下标由另一个张量读出、只随预取的轴变（如在 `i` 上预取 `A[I[i], j]`），这时进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    assert prefetched(tvm, lambda numbers, i, j: numbers[0, 0]) == (0, 1, False)
    prefetched(tvm, lambda numbers, i, j: numbers[i, 0])


def rolled(tvm, low, extent=4):
    """Injects into a function whose inner buffer starts at low(loop variable)."""
    tir = tvm.tir
    buffer, out = tir.decl_buffer((64,), name="M"), tir.decl_buffer((64,), name="O")
    handle, i = tir.Var("o", "handle"), tir.Var("i", "int32")
    start = low(i)
    body = tir.stmt_seq(tir.BufferStore(buffer, 1.0, [start]), tir.BufferStore(out, tir.BufferLoad(buffer, [start]), [i]))
    body = tir.BufferRealize(buffer, [tvm.ir.Range.from_min_extent(start, extent)], tir.const(True), tir.AttrStmt(buffer, "rolling_buffer_scope", tir.const(True), body))
    function = tir.PrimFunc([handle], tir.For(i, 0, 8, tir.ForKind.SERIAL, body), buffer_map={handle: out})
    made = apply(tvm, function, "InjectRollingBuffer")["main"]
    return nodes(tvm, made, tir.BufferRealize)[0].bounds[0].extent, made


@proves(T + "InjectRollingBuffer", "区域的下界须是常数、循环变量或它乘以常数，可再除以常数，至少一维含循环变量，否则断言失败，信息里有 `Rolling buffer injection failed`", versions=NEW)
@proves(T + "InjectRollingBuffer", "区域的下界须是常数、循环变量或它乘以常数，可再除以常数（0.10.0 算步长时漏掉这个除数），至少一维含循环变量，否则断言失败，信息里有 `Rolling buffer injection failed`", versions=("0.10.0",))
def _(tvm):
    tir = tvm.tir
    for low in (lambda i: i, lambda i: i * 2, lambda i: tir.floordiv(i, 2), lambda i: tir.floordiv(i * 3, 2)):
        extent, made = rolled(tvm, low)
        assert int(extent) == 4 and "rolling_buffer_scope" not in [node.attr_key for node in nodes(tvm, made, tir.AttrStmt)]
    for low in (lambda i: i + 1, lambda i: i * i, lambda i: tir.IntImm("int32", 3), lambda i: i * 2 + 1):
        with raises("TVMError", "Rolling buffer injection failed"):
            rolled(tvm, low)


@proves(T + "InjectCopyIntrin", "其中 `the 'min' value of body 'Fonode' is 0` 写反了，意思是下界不为 0")
def _(tvm):
    tir = tvm.tir

    def inject(low):
        first, last = (tir.decl_buffer((16,), name=name) for name in "AB")
        handles = [tir.Var(name, "handle") for name in "ab"]
        i, axis = tir.Var("i", "int32"), tir.IterVar(tvm.ir.Range(0, 8), "x", 0)
        loop = tir.For(i, low, 8, tir.ForKind.SERIAL, tir.BufferStore(last, tir.BufferLoad(first, [i]), [i]))
        body = tir.AttrStmt(axis, "pragma_docs_copy", tir.const(0), loop)
        function = tir.PrimFunc(handles, body, buffer_map=dict(zip(handles, (first, last))))
        return apply(tvm, function, tir.transform.InjectCopyIntrin("docs_copy", lambda src, dst, *_: tir.Evaluate(tir.call_extern("int32", "f", src.data))))

    assert calls(tvm, inject(0)["main"], "call_extern")
    with raises("TVMError", "the 'min' value of body 'Fonode' is 0"):
        inject(1)


@proves(T + "LiftAttrScope", "VTA 用的 `attr_key` 是 `coproc_uop_scope` 和 `coproc_scope`")
def _(tvm):
    import vta

    keys, kept = [], tvm.tir.transform.LiftAttrScope
    tvm.tir.transform.LiftAttrScope = lambda key: keys.append(key) or kept(key)
    vta.build_config()
    assert sorted(keys) == ["coproc_scope", "coproc_uop_scope"]
