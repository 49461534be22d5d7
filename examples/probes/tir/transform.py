"""Probes of docs/reference/api/python/tir/transform.md."""

import importlib
import re

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
LATEST = ("0.13.0",)
OLDEST = ("0.10.0",)
T = "tvm.tir.transform."


def parsed(tvm, source):
    """The function `main` of TVMScript, written for 0.13.0 without `T.decl_buffer`."""
    if tvm.__version__.startswith("0.10"):
        head, body = source.split("):\n", 1)
        head = re.sub(r'T\.Buffer\((\([^)]*\)), ("\w+")\)', r"T.Buffer[\1, \2]", head)
        body = re.sub(r'( *)(\w+) = T\.launch_thread\(("[\w.]+"), (\d+)\)', r"\1\2 = T.env_thread(\3)\n\1T.launch_thread(\2, \4)", body)
        source = head + "):\n" + body.replace("T.Buffer(", "T.buffer_decl(")
    function = importlib.import_module("tvm.script").from_source("@T.prim_func\n" + source.strip() + "\n")
    return function.with_attr("global_symbol", "main")


def module(tvm, *functions):
    return tvm.IRModule({name: one for name, one in zip(("main", "other", "third"), functions)})


def run(tvm, source, *steps, **config):
    """The function `main` after the passes, given by name or as they are."""
    mod = source if isinstance(source, tvm.IRModule) else module(tvm, source if isinstance(source, tvm.tir.PrimFunc) else parsed(tvm, source))
    with tvm.transform.PassContext(config={key.replace("__", "."): value for key, value in config.items()}):
        for step in steps:
            mod = (getattr(tvm.tir.transform, step)() if isinstance(step, str) else step)(mod)
    return mod["main"] if mod.functions else mod


def text(function):
    """The body as printed, without what the releases print differently."""
    lines = function.script().split("def ", 1)[1].splitlines()[1:]
    lines = [line.strip() for line in lines if not re.search(r"func_attr|^\s*#|T\.(reads|writes|preflattened_buffer)\(|^\s*$", line)]
    body = "\n".join(lines).replace("T.serial(", "range(").replace("T.block()", 'T.block("")').replace("buffer_decl", "Buffer")
    body = re.sub(r', dtype="\w+"\)', ")", body)
    return re.sub(r"(?m)^T\.evaluate\((.*)\)$", r"\1", body)


def same(tvm, function, source):
    return tvm.ir.structural_equal(function.body, parsed(tvm, source).body, map_free_vars=True)


def nodes(tvm, function, kind):
    found = []
    tvm.tir.stmt_functor.post_order_visit(function.body, lambda node: found.append(node) if isinstance(node, kind) else None)
    return found


SIMPLE = """
def main(A: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i] = T.float32(1)
"""
BLOCKS = """
def main(A: T.Buffer((4, 8), "float32"), C: T.Buffer((4,), "float32")):
    B = T.alloc_buffer((4, 8))
    for i in range(4):
        for j in range(8):
            with T.block("scale"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for k in range(8):
            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + B[vi, vk]
"""


# Own passes


@proves(T + "prim_func_pass", "返回 None 就从模块里删去这个函数")
def _(tvm):
    drop = tvm.tir.transform.prim_func_pass(lambda func, mod, ctx: None, opt_level=0, name="drop")
    assert len(drop(module(tvm, parsed(tvm, SIMPLE))).functions) == 0
    keep = tvm.tir.transform.prim_func_pass(lambda func, mod, ctx: func, opt_level=0, name="keep")
    assert len(keep(module(tvm, parsed(tvm, SIMPLE))).functions) == 1


@proves(T + "prim_func_pass", "类要有方法 `transform_function`，形参相同", "装饰函数得到 Pass，装饰类得到一个新的类")
def _(tvm):
    transform = tvm.tir.transform

    @transform.prim_func_pass(opt_level=0)
    class Mark:
        def __init__(self, word):
            self.word = word

        def transform_function(self, func, mod, ctx):
            assert isinstance(mod, tvm.IRModule) and isinstance(ctx, tvm.transform.PassContext)
            return func.with_attr("mark", self.word)

    assert isinstance(Mark, type) and isinstance(Mark("x"), transform.PrimFuncPass)
    assert run(tvm, SIMPLE, Mark("x")).attrs["mark"] == "x"
    made = transform.prim_func_pass(opt_level=0)(lambda func, mod, ctx: func)
    assert isinstance(made, transform.PrimFuncPass)


@proves(T + "prim_func_pass", "注册的级别；不写抛出 `ValueError`", "默认取 `pass_func.__name__`，前面不加 `tir.`")
def _(tvm):
    def nothing(func, mod, ctx):
        return func

    with raises(ValueError):
        tvm.tir.transform.prim_func_pass(nothing)
    made = tvm.tir.transform.prim_func_pass(nothing, opt_level=3)
    assert made.info.name == "nothing" and made.info.opt_level == 3
    assert tvm.tir.transform.prim_func_pass(nothing, opt_level=0, name="mine").info.name == "mine"


@proves(T + "prim_func_pass", "在 `Sequential` 里先执行的 Pass，写注册的函数名（如 `tir.transform.Simplify`，不是 `info.name`），只能是没有形参的；其他类型抛出 `TypeError`")
def _(tvm):
    def seen(func, mod, ctx):
        texts.append(text(func))
        return func

    texts = []
    make = lambda required: tvm.tir.transform.prim_func_pass(seen, opt_level=0, required=required)
    source = SIMPLE.replace("A[i]", "A[i * 4 // 4]")
    for names in (["tir.transform.Simplify"], ("tir.transform.Simplify",), []):
        run(tvm, source, tvm.transform.Sequential([make(names)]))
    run(tvm, source, make(["tir.transform.Simplify"]))
    assert ["A[i] =" in one for one in texts] == [True, True, False, False], texts
    for bad in (["tir.Simplify"], ["tir.transform.NarrowDataType"]):
        with raises(Exception):
            run(tvm, source, tvm.transform.Sequential([make(bad)]))
    with raises(TypeError):
        make("tir.transform.Simplify")


@proves(T + "PrimFuncPass", "函数级 Pass 的类型，供 `isinstance` 判断")
def _(tvm):
    transform = tvm.tir.transform
    assert isinstance(transform.Simplify(), transform.PrimFuncPass)
    assert not isinstance(transform.VerifyMemory(), transform.PrimFuncPass)
    assert not isinstance(transform.HoistIfThenElse(), transform.PrimFuncPass)


@proves(T + "Apply", "对每个 `PrimFunc` 调用 `ftransform(func)`", "名字总是 `Apply`，所以用 `disabled_pass` 分不开两个")
def _(tvm):
    mark = lambda word: tvm.tir.transform.Apply(lambda func: func.with_attr(word, 1))
    assert mark("a").info.name == mark("b").info.name == "Apply"
    both = tvm.transform.Sequential([mark("a"), mark("b")])
    with tvm.transform.PassContext(disabled_pass=["Apply"]):
        assert "a" not in both(module(tvm, parsed(tvm, SIMPLE)))["main"].attrs
    result = both(module(tvm, parsed(tvm, SIMPLE), parsed(tvm, BLOCKS)))
    assert all("a" in func.attrs and "b" in func.attrs for func in result.functions.values())


@proves(T + "Filter", "其余的从模块里删去，Relay 函数不受影响", "留下的函数若还调用被删的，这里不检查")
def _(tvm):
    mod = module(tvm, parsed(tvm, SIMPLE), parsed(tvm, BLOCKS))
    x = tvm.relay.var("x")
    mod["relayed"] = tvm.relay.Function([x], x)
    left = tvm.tir.transform.Filter(lambda func: len(func.params) == 1)(mod)
    assert sorted(var.name_hint for var, _ in left.functions.items()) == ["main", "relayed"]
    other = tvm.ir.GlobalVar("other")
    caller = tvm.tir.PrimFunc([], tvm.tir.Evaluate(tvm.tir.Call("int32", other, [])))
    mod = tvm.IRModule({tvm.ir.GlobalVar("main"): caller, other: parsed(tvm, SIMPLE)})
    assert len(tvm.tir.transform.Filter(lambda func: len(func.params) == 0)(mod).functions) == 1


@proves(T + "Filter", "`tvm.build` 用它按属性 `calling_conv` 分开主机代码和设备代码")
def _(tvm):
    target = tvm.target.Target("opencl", host="llvm")
    for stage, kept in (("host", 1), ("device", 2)):
        sequence = tvm.get_global_func(f"driver.{stage}_mod_passes")(tvm.IRModule({}), target)
        assert "[tir.Filter " in str(sequence)
        for convention in (1, 2):
            function = tvm.tir.PrimFunc([], tvm.tir.Evaluate(0)).with_attr("calling_conv", convention)
            assert len(tvm.transform.Sequential(sequence.passes[:1])(module(tvm, function)).functions) == (convention == kept)


@proves(
    T + "BindTarget",
    "保留；自己没有主机、实参有主机、又有 `global_symbol` 时补上主机",
    "实参的主机，没有时是 `llvm`；主机的主机也是它自己",
    "| 有 `global_symbol` | 实参 |",
    "去掉主机的实参",
    "属性 `tir.is_host_func` 用过就删",
    versions=LATEST,
)
def _(tvm):
    target = tvm.target.Target("opencl", host="llvm -mcpu=core2")
    public = parsed(tvm, SIMPLE)
    private = tvm.tir.PrimFunc(public.params, public.body, buffer_map=public.buffer_map)
    bound = lambda func, to=target: run(tvm, func, tvm.tir.transform.BindTarget(to)).attrs
    own = tvm.target.Target("cuda")
    kept = bound(public.with_attr("target", own))["target"]
    assert kept.kind.name == "cuda" and kept.host.attrs["mcpu"] == "core2"
    assert bound(private.with_attr("target", own))["target"].host is None
    assert bound(public.with_attr("target", tvm.target.Target("cuda", host="c")))["target"].host.kind.name == "c"
    assert bound(public.with_attr("target", own), tvm.target.Target("opencl"))["target"].host is None
    for func in (public, private):
        host = bound(func.with_attr("tir.is_host_func", 1))
        assert host["target"].attrs["mcpu"] == "core2" and host["target"].host.attrs["mcpu"] == "core2"
        assert "tir.is_host_func" not in host
        assert bound(func.with_attr("tir.is_host_func", 1), tvm.target.Target("opencl"))["target"].kind.name == "llvm"
    assert bound(public)["target"].host.kind.name == "llvm" and bound(public)["target"].kind.name == "opencl"
    assert bound(private)["target"].kind.name == "opencl" and bound(private)["target"].host is None


@proves(T + "BindTarget", "`tir.is_host_func` 是 1 的函数写实参的主机，没有主机时是 `llvm`；其余的写实参本身", "已有的 `target` 被覆盖", versions=("0.12.0",))
@proves(T + "BindTarget", "写的是实参本身，已有的 `target` 被覆盖", versions=OLDEST)
def _(tvm, release):
    target = tvm.target.Target("opencl", host="llvm -mcpu=core2")
    bound = lambda func, to=target: run(tvm, func, tvm.tir.transform.BindTarget(to)).attrs["target"]
    func = parsed(tvm, SIMPLE)
    assert bound(func).kind.name == "opencl" and bound(func).host.kind.name == "llvm"
    assert bound(func.with_attr("target", tvm.target.Target("cuda"))).kind.name == "opencl"
    if release == "0.12.0":
        host = func.with_attr("tir.is_host_func", 1)
        assert bound(host).attrs["mcpu"] == "core2"
        assert bound(host, tvm.target.Target("opencl")).kind.name == "llvm"


@proves(T + "BindTarget", "形参必须是 `tvm.target.Target`，字符串抛出 `TVMError`")
def _(tvm):
    with raises("TVMError"):
        tvm.tir.transform.BindTarget("llvm")


@proves(
    T + "AnnotateEntryFunc",
    "模块只有一个函数，或只有一个函数带 `global_symbol` 时",
    "模块的 `executor` 属性是 `aot`，或带 `global_symbol` 的不都是 `PrimFunc` 时，不写",
    versions=LATEST,
)
def _(tvm):
    def marked(mod):
        mod = tvm.tir.transform.AnnotateEntryFunc()(mod)
        return sorted(var.name_hint for var, func in mod.functions.items() if func.attrs and "tir.is_entry_func" in func.attrs)

    public = parsed(tvm, SIMPLE)
    private = tvm.tir.PrimFunc(public.params, public.body, buffer_map=public.buffer_map)
    assert marked(module(tvm, private)) == ["main"]
    assert marked(module(tvm, private, public)) == ["other"]
    assert marked(module(tvm, public, public)) == [] and marked(module(tvm, private, private)) == []
    aot = module(tvm, public).with_attr("executor", tvm.relay.backend.Executor("aot"))
    assert marked(aot) == []
    x = tvm.relay.var("x")
    mixed = module(tvm, public)
    mixed["relayed"] = tvm.relay.Function([x], x).with_attr("global_symbol", "relayed")
    assert marked(mixed) == []


@proves(T + "AnnotateEntryFunc", "LLVM 代码生成凭它导出 `__tvm_main__`，有这个属性而没有 `global_symbol` 时断言失败", versions=LATEST)
def _(tvm):
    function = parsed(tvm, SIMPLE)
    assert "__tvm_main__" in tvm.build(module(tvm, function), target="llvm").get_source()
    assert "__tvm_main__" not in tvm.build(module(tvm, function, function.with_attr("global_symbol", "other")), target="llvm").get_source()
    bare = tvm.tir.PrimFunc([], tvm.tir.Evaluate(0)).with_attr("tir.is_entry_func", True)
    with raises("InternalError"):
        tvm.build(module(tvm, bare), target="llvm")


@proves(T + "AnnotateEntryFunc", "它和 `SplitHostDevice` 一样直接修改传入的模块，要保留原来的就传入副本 `tvm.IRModule(mod.functions)`；副本不带模块的属性，如 `executor`", versions=LATEST)
def _(tvm):
    annotate = tvm.tir.transform.AnnotateEntryFunc()
    mod = module(tvm, parsed(tvm, SIMPLE)).with_attr("executor", tvm.relay.backend.Executor("graph"))
    copy = tvm.IRModule(mod.functions)
    annotate(copy)
    assert "tir.is_entry_func" not in mod["main"].attrs and copy.attrs is None
    annotate(mod)
    assert "tir.is_entry_func" in mod["main"].attrs


@proves(T + "AnnotateEntryFunc", "模块里不止一个函数时断言失败，信息只有检查的式子 `m->functions.size() == 1`", versions=OLD)
def _(tvm):
    function = parsed(tvm, SIMPLE)
    assert run(tvm, SIMPLE, "AnnotateEntryFunc").attrs["tir.is_entry_func"]
    with raises("TVMError", "m->functions.size() == 1"):
        run(tvm, module(tvm, function, function), "AnnotateEntryFunc")


@proves(T + "AnnotateEntryFunc", "`tvm.build` 只在恰有一个函数、模块的 `executor` 属性又不是 `aot` 时才用它", versions=OLD)
def _(tvm):
    function = parsed(tvm, SIMPLE)
    two = module(tvm, function, function.with_attr("global_symbol", "other"))
    assert "__tvm_main__" in tvm.build(module(tvm, function), target="llvm").get_source()
    assert "__tvm_main__" not in tvm.build(two, target="llvm").get_source()
    passes = tvm.get_global_func("driver.mixed_mod_passes")
    listed = lambda mod: "AnnotateEntryFunc" in str(passes(mod, tvm.target.Target("llvm", host="llvm")))
    aot = module(tvm, function).with_attr("executor", tvm.relay.backend.Executor("aot"))
    assert listed(module(tvm, function)) and not listed(aot) and not listed(two)


# Functions with blocks


@proves(T + "LowerInitBlock", "条件是每个归约轴都等于它的下界。没有归约轴时不加 `if`", "块轴还在，条件写的是块轴")
def _(tvm):
    lowered = text(run(tvm, BLOCKS, "LowerInitBlock"))
    assert "if vk == 0:" in lowered and "T.init" not in lowered and "T.axis" in lowered
    shifted = BLOCKS.replace('vi, vk = T.axis.remap("SR", [i, k])', "vi = T.axis.spatial(4, i)\n                vk = T.axis.reduce((2, 10), k + 2)")
    assert "if vk == 2:" in text(run(tvm, shifted.replace("(4, 8)", "(4, 10)"), "LowerInitBlock"))
    twice = """
def main(A: T.Buffer((4, 8), "float32"), C: T.Buffer((1,), "float32")):
    for i, j in T.grid(4, 8):
        with T.block("sum"):
            v0, v1 = T.axis.remap("RR", [i, j])
            with T.init():
                C[0] = T.float32(0)
            C[0] = C[0] + A[v0, v1]
"""
    assert "if v0 == 0 and v1 == 0:" in text(run(tvm, twice, "LowerInitBlock"))
    assert "if" not in text(run(tvm, twice.replace('"RR"', '"SS"'), "LowerInitBlock"))


@proves(T + "PlanAndUpdateBufferAllocationLocation", "祖先是循环时，循环体包进一个没有名字的块，分配放在那里")
def _(tvm):
    planned = text(run(tvm, BLOCKS, "LowerInitBlock", "PlanAndUpdateBufferAllocationLocation")).splitlines()
    assert planned[0] == "for i in range(4):" and planned[1] == 'with T.block(""):' and planned[2].startswith("B = T.alloc_buffer(")


GRID = """
def main(A: T.Buffer((4, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    B = T.alloc_buffer((4, 8), "float32"%s)
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for j in range(8):
            with T.block("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
            with T.block("back"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj]
"""


@proves(T + "PlanAndUpdateBufferAllocationLocation", "有 `blockIdx` 循环时，`global` 的缓冲区移到与这些循环的公共祖先")
def _(tvm):
    place = lambda source: [line.split(" ")[0] for line in text(run(tvm, source, "PlanAndUpdateBufferAllocationLocation")).splitlines()].index("B")
    local = GRID % ', scope="local"'
    assert place(GRID % "") == 2 and place(local) == 3
    free = GRID.replace('T.thread_binding(4, thread="blockIdx.x")', "range(4)") % ""
    assert text(run(tvm, free, "PlanAndUpdateBufferAllocationLocation")).splitlines()[:3] == ["for i, j in T.grid(4, 8):", 'with T.block(""):', text(run(tvm, free, "PlanAndUpdateBufferAllocationLocation")).splitlines()[2]]
    assert place(free) == 2


@proves(T + "PlanAndUpdateBufferAllocationLocation", "下标用到空间轴、归约轴以外的块轴时，移到这些轴的循环之外", versions=NEW)
def _(tvm):
    place = lambda source: [line.split(" ")[0] for line in text(run(tvm, source, "PlanAndUpdateBufferAllocationLocation")).splitlines()].index("B")
    source = (GRID % "").replace("T.thread_binding(4, thread=\"blockIdx.x\")", "range(4)")
    opaque = source.replace('vi, vj = T.axis.remap("SS", [i, j])', "vi = T.axis.opaque(4, i)\n                vj = T.axis.spatial(8, j)")
    assert place(opaque) < place(source)


@proves(T + "PlanAndUpdateBufferAllocationLocation", "没有被访问的分配删去", "块里还有 `T.init`", "后者的信息是 `BufferRealizeNode is not allowed in TensorIR`", "断言失败")
def _(tvm):
    unused = BLOCKS.replace("    for i in range(4):", "    D = T.alloc_buffer((4, 8))\n    for i in range(4):", 1)
    assert text(run(tvm, unused, "LowerInitBlock", "PlanAndUpdateBufferAllocationLocation")).count("alloc_buffer") == 1
    for source in (BLOCKS,):
        with raises("TVMError"):
            run(tvm, source, "PlanAndUpdateBufferAllocationLocation")
    buffer = tvm.tir.decl_buffer((4,), name="B")
    realize = tvm.tir.BufferRealize(buffer, [tvm.ir.Range(0, 4)], tvm.tir.const(True), tvm.tir.BufferStore(buffer, 1.0, [0]))
    with raises("TVMError", "BufferRealizeNode is not allowed in TensorIR"):
        run(tvm, tvm.tir.PrimFunc([], realize), "PlanAndUpdateBufferAllocationLocation")


@proves(T + "PlanAndUpdateBufferAllocationLocation", "形参、`T.allocate` 和 `T.allocate_const` 的缓冲区不动")
def _(tvm):
    source = """
def main(A: T.Buffer((8,), "float32")):
    data = T.allocate([8], "float32", "global")
    B = T.Buffer((8,), "float32", data=data)
    for i in range(4):
        B[i] = A[i]
        A[i] = B[i] + T.float32(1)
"""
    before = parsed(tvm, source)
    assert tvm.ir.structural_equal(run(tvm, before, "PlanAndUpdateBufferAllocationLocation"), before)


OPAQUE = ("LowerInitBlock", "PlanAndUpdateBufferAllocationLocation", "ConvertBlocksToOpaque")


@proves(T + "ConvertBlocksToOpaque", "块还有 `T.init` 时断言失败，信息只有检查的式子 `!block_op->init.defined()`", "谓词或绑定里用到本块的块轴时，信息是 `isn't defined until the body of the block`")
def _(tvm):
    with raises("TVMError", "!block_op->init.defined()"):
        run(tvm, BLOCKS, "ConvertBlocksToOpaque")
    converted = text(run(tvm, BLOCKS, *OPAQUE))
    assert "T.axis" not in converted and "B[i, j] = A[i, j]" in converted
    tir = tvm.tir
    buffer, i = tir.decl_buffer((8,), name="A"), tir.Var("i", "int32")
    axis = tir.IterVar(tvm.ir.Range(0, 8), "v", 0)
    block = tir.Block([axis], [], [], "b", tir.BufferStore(buffer, 1.0, [axis.var]))
    handle = tir.Var("a", "handle")
    for binding, predicate in ((i, axis.var < 4), (axis.var, tir.const(True))):
        body = tir.For(i, 0, 8, 0, tir.BlockRealize([binding], predicate, block))
        with raises("TVMError", "isn't defined until the body of the block"):
            run(tvm, tir.PrimFunc([handle], body, buffer_map={handle: buffer}), "ConvertBlocksToOpaque")


def allocated(tvm, function):
    return [[int(one) if isinstance(one, tvm.tir.IntImm) else one for one in buffer.shape] for block in nodes(tvm, function, tvm.tir.Block) for buffer in block.alloc_buffers]


@proves(T + "CompactBufferAllocation", "按实际访问的区域缩小块里分配的缓冲区，并从下标减去区域的起点", "减法留给 `Simplify` 去算")
def _(tvm):
    compact = run(tvm, BLOCKS, *OPAQUE, "CompactBufferAllocation")
    assert allocated(tvm, compact) == [[1, 8]]
    assert "B[i - i, j]" in text(compact), text(compact)
    assert "B[0, j]" in text(run(tvm, compact, "Simplify"))


def compacted(tvm, size, outer, inner, extent, scope="global", align=""):
    """A function that writes A into B at `inner` and reads all of B back, B allocated below the loop over i."""
    return f"""
def main(A: T.Buffer((64,), "float32")):
    for i in {outer}:
        with T.block(""):
            B = T.alloc_buffer(({size},), "float32", scope="{scope}")
            for j in {extent}:
                with T.block(""):
                    {align}B[{inner}] = A[{inner}]
                    A[{inner}] = B[{inner}]
"""


@proves(T + "CompactBufferAllocation", "为 True 时区域不超出原来的形状，为 False 时按访问的区域算，缓冲区可能变大", versions=LATEST)
@proves(T + "CompactBufferAllocation", "区域不超出原来的形状", versions=OLD)
def _(tvm, release):
    source = compacted(tvm, 8, "range(2)", "j", "range(16)")
    assert allocated(tvm, run(tvm, source, "CompactBufferAllocation")) == [[8]]
    if release == "0.13.0":
        loose = tvm.tir.transform.CompactBufferAllocation(is_strict=False)
        assert allocated(tvm, run(tvm, source, loose)) == [[16]]


@proves(T + "CompactBufferAllocation", "是分配处以内各层循环的并集，共享内存等作用域还要并上线程轴")
def _(tvm):
    size = lambda *arguments: allocated(tvm, run(tvm, compacted(tvm, *arguments), "CompactBufferAllocation", "Simplify"))
    assert size(64, "range(4)", "i * 16 + j", "range(16)") == [[16]]
    assert size(64, 'T.thread_binding(4, thread="threadIdx.x")', "i * 16 + j", "range(16)", "shared") == [[64]]
    assert size(64, 'T.thread_binding(4, thread="threadIdx.x")', "i * 16 + j", "range(16)", "local") == [[16]]


@proves(T + "CompactBufferAllocation", "大小依赖外层循环变量时取常数上界，没有上界就保持原来的那一维")
def _(tvm):
    size = lambda *arguments: allocated(tvm, run(tvm, compacted(tvm, *arguments), "CompactBufferAllocation", "Simplify"))
    assert size(64, "range(4)", "j", "range(i + 1)") == [[4]]
    unbounded = compacted(tvm, 64, "range(n)", "j", "range(i + 1)").replace('"float32")):', '"float32"), n: T.int32):', 1)
    assert allocated(tvm, run(tvm, unbounded, "CompactBufferAllocation", "Simplify")) == [[64]]


@proves(T + "CompactBufferAllocation", "块标注 `buffer_dim_align`（原语 `storage_align`）在这里变成步长")
def _(tvm):
    source = """
def main(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    with T.block(""):
        B = T.alloc_buffer((64, 64), "float32")
        for j in range(8):
            for k in range(8):
                with T.block(""):
                    T.reads([A[j, k]])
                    T.writes([B[j, k]])
                    T.block_attr({"buffer_dim_align": [[0, 0, 32, 4]]})
                    B[j, k] = A[j, k]
        for j in range(8):
            for k in range(8):
                C[j, k] = B[j, k]
"""
    function = run(tvm, source, "CompactBufferAllocation", "Simplify")
    buffer = [one for block in nodes(tvm, function, tvm.tir.Block) for one in block.alloc_buffers][0]
    assert [int(one) for one in buffer.shape] == [8, 8] and [int(one) for one in buffer.strides] == [36, 1]


@proves(T + "CompactBufferAllocation", "块里分配的缓冲区在分配它的范围里没有被访问时，断言失败：`is allocated but not accessed within block scope`")
def _(tvm):
    source = compacted(tvm, 64, "range(4)", "j", "range(4)").replace("B[j] = A[j]", "A[j] = A[j + 4]").replace("A[j] = B[j]", "A[j] = A[j + 8]")
    with raises("TVMError", "is allocated but not accessed within block scope"):
        run(tvm, source, "CompactBufferAllocation")


@proves(T + "CompactBufferAllocation", "要求是不透明块", versions=LATEST)
def _(tvm):
    for steps in ((), ("LowerInitBlock",), ("LowerInitBlock", "PlanAndUpdateBufferAllocationLocation")):
        with raises("TVMError"):
            run(tvm, BLOCKS, *steps, "CompactBufferAllocation")


@proves(T + "CompactBufferAllocation", "块有 `T.init` 时断言失败；还有块轴时不报错，块轴却出现在分配的形状里，成为没有定义的变量", versions=OLD)
def _(tvm):
    with raises("TVMError"):
        run(tvm, BLOCKS, "CompactBufferAllocation")
    sizes = allocated(tvm, run(tvm, BLOCKS, *OPAQUE[:2], "CompactBufferAllocation", "Simplify"))
    assert any(not isinstance(one, int) for shape in sizes for one in shape), sizes


@proves(T + "CompactBufferAllocation", "`T.allocate` 也缩小，只要它的指针只属于一个类型相同的缓冲区", versions=LATEST)
def _(tvm):
    source = """
def main(A: T.Buffer((64,), "float32")):
    for i in range(4):
        data = T.allocate([64], "float32", "global")
        B = T.Buffer((64,), "float32", data=data)
        for j in range(4):
            B[j] = A[j]
            A[j] = B[j]
"""
    size = lambda text: [int(one) for one in nodes(tvm, run(tvm, text, "CompactBufferAllocation"), tvm.tir.Allocate)[0].extents]
    assert size(source) == [4]
    assert size(source.replace("A[j] = B[j]", "C[j] = B[j]").replace("        for", '        C = T.Buffer((64,), "float32", data=data)\n        for')) == [64]


def matched(tvm, alias, rows=(0, 4), shape=(8, 4), body=None, **source):
    """A function with a block in which `alias` stands for the rows of the parameter A."""
    tir, handle = tvm.tir, tvm.tir.Var("a", "handle")
    whole = tir.decl_buffer(shape, name="A", **source)
    region = [tvm.ir.Range(*rows), *(tvm.ir.Range(0, one) for one in shape[1:])]
    match = tir.MatchBufferRegion(alias, tir.BufferRegion(whole, region))
    body = body or tir.BufferStore(alias, 1.0, [1] * len(alias.shape))
    block = tir.Block([], [], [], "b", body, match_buffers=[match])
    return tir.PrimFunc([handle], tir.BlockRealize([], tir.const(True), block), buffer_map={handle: whole})


@proves(T + "LowerMatchBuffer", "对别名的访问改写成对原缓冲区的访问，形状、步长和偏移里的变量换成实际的值")
def _(tvm):
    tir = tvm.tir
    m, s, o = (tir.Var(name, "int32") for name in "mso")
    alias = tir.decl_buffer((m, 4), name="B", strides=[s, 1], elem_offset=o, offset_factor=1)
    body = tir.BufferStore(alias, tir.Cast("float32", m * 10000 + s * 100 + o), [1, 2])
    function = matched(tvm, alias, rows=(4, 8), body=body)
    lowered = run(tvm, function, "LowerMatchBuffer", "Simplify")
    assert len(nodes(tvm, lowered, tir.Block)[0].match_buffers) == 0
    assert "A[5, 2] = T.float32(40416)" in text(lowered), text(lowered)


@proves(T + "LowerMatchBuffer", "作用域、数据类型、对齐和固定的形状，建 `T.match_buffer` 时就检查过，对齐的信息是 `lower alignment requirement`")
def _(tvm):
    decl = tvm.tir.decl_buffer
    for alias in (decl((4, 4), scope="shared"), decl((4, 4), "float16"), decl((4, 5)), decl((3, 4))):
        with raises(Exception):
            matched(tvm, alias)
    with raises("TVMError", "lower alignment requirement"):
        matched(tvm, decl((4, 4), data_alignment=256), data_alignment=64)


@proves(
    T + "LowerMatchBuffer",
    "偏移或步长与实际的不能证明相等，或同一个变量要取两个值。`offset_factor` 和 `elem_offset` 都没有写时偏移是 0，区域不从头开始就报 `.elem_offset`",
    "形状、步长或偏移的整数类型与原缓冲区的不同",
    "不能证明区域的起点是 `offset_factor` 的倍数",
    "别名的 `elem_offset` 是 0，原缓冲区的不是",
    "下列不符抛出 `TVMError`",
)
def _(tvm):
    tir = tvm.tir
    decl, s, o = tir.decl_buffer, tir.Var("s", "int32"), tir.Var("o", "int32")
    lower = lambda alias, **rest: run(tvm, matched(tvm, alias, **rest), "LowerMatchBuffer")
    lower(decl((4, 4)))
    with raises("TVMError", ".elem_offset unmet"):
        lower(decl((4, 4)), rows=(4, 8))
    lower(decl((4, 4), offset_factor=1), rows=(4, 8))
    with raises("TVMError", "The buffer match constraint for"):
        lower(decl((4, 4), strides=[8, 1]))
    lower(decl((4, 4), strides=[4, 1]))
    lower(decl((4, 4), strides=[s, 1]))
    with raises("TVMError", "The buffer match constraint for"):
        lower(decl((4, 4), strides=[s, s]))
    with raises("TVMError", "The data type mismatched"):
        lower(decl((4, 4), strides=[tir.Var("s", "int64"), 1]))
    lower(decl((4, 4), elem_offset=o, offset_factor=16), rows=(4, 8))
    with raises("TVMError", "does not satisfy the offset_factor"):
        lower(decl((4, 4), elem_offset=o, offset_factor=32), rows=(4, 8))
    with raises("TVMError", "Trying to bind a Buffer with offset into one without offset"):
        lower(decl((4, 4)), elem_offset=tir.Var("p", "int32"))


@proves(T + "LowerOpaqueBlock", "块的谓词变成 `if`，`T.alloc_buffer` 变成 `T.allocate` 加", "去掉块，以后只剩循环和语句")
def _(tvm):
    lowered = run(tvm, BLOCKS, *OPAQUE, "CompactBufferAllocation", "LowerOpaqueBlock")
    assert not nodes(tvm, lowered, tvm.tir.Block) and len(nodes(tvm, lowered, tvm.tir.Allocate)) == 1
    declared = nodes(tvm, lowered, tvm.tir.Allocate)[0].body
    assert type(declared).__name__ == "DeclBuffer" or "decl_buffer" in lowered.script()
    guarded = """
def main(A: T.Buffer((8,), "float32"), n: T.int32):
    for i in range(8):
        with T.block(""):
            T.where(i < n)
            A[i] = T.float32(1)
"""
    assert "if i < n:" in text(run(tvm, guarded, "LowerOpaqueBlock"))


def looped(kind):
    return f"""
def main(A: T.Buffer((8,), "float32")):
    for i in {kind}:
        with T.block(""):
            A[i] = T.float32(1)
"""


@proves(T + "LowerOpaqueBlock", "绑定线程的循环变成 `thread_extent` 属性，`vthread` 变成 `virtual_thread` 属性", "长度为 1、没有标注也没有绑定线程的循环删去")
def _(tvm):
    body = lambda kind: run(tvm, looped(kind), "LowerOpaqueBlock").body
    for tag, key in (("threadIdx.x", "thread_extent"), ("blockIdx.y", "thread_extent"), ("vthread", "virtual_thread"), ("vthread.x", "virtual_thread")):
        assert body(f'T.thread_binding(8, thread="{tag}")').attr_key == key
    assert isinstance(body("range(1)"), tvm.tir.BufferStore) and isinstance(body("T.parallel(1)"), tvm.tir.BufferStore)
    assert isinstance(body("range(2)"), tvm.tir.For) and isinstance(body('T.serial(1, annotations={"x": 1})'), tvm.tir.For)
    assert body('T.thread_binding(1, thread="threadIdx.x")').attr_key == "thread_extent"


@proves(T + "LowerOpaqueBlock", "`pragma_` 开头的标注变成属性语句，循环上其余的标注保留（绑定线程的循环则丢掉）", "其余的标注丢掉", versions=LATEST)
@proves(T + "LowerOpaqueBlock", "`pragma_` 开头的标注变成属性语句，循环上其余的标注保留（绑定线程的循环则丢掉），块上其余的标注丢掉", versions=OLD)
def _(tvm):
    body = lambda kind: run(tvm, looped(kind), "LowerOpaqueBlock").body
    annotated = body('T.serial(8, annotations={"pragma_one": 1, "other": 2})')
    assert annotated.attr_key == "pragma_one" and dict(annotated.body.annotations) == {"other": 2}
    bound = body('T.thread_binding(8, thread="threadIdx.x", annotations={"other": 2})')
    assert bound.attr_key == "thread_extent" and isinstance(bound.body, tvm.tir.BufferStore)
    block = looped("range(8)").replace("            A[i]", '            T.block_attr({"pragma_one": 1, "other": 2})\n            A[i]')
    inner = run(tvm, block, "LowerOpaqueBlock").body.body
    assert inner.attr_key == "pragma_one" and isinstance(inner.body, tvm.tir.BufferStore)


@proves(T + "LowerOpaqueBlock", "块上的 `buffer_dim_align` 移到分配上", versions=LATEST)
def _(tvm):
    source = looped("range(8)").replace("    for", '    with T.block(""):\n     B = T.alloc_buffer((8,))\n     for').replace("            A[i]", '            T.writes(B[i])\n            T.block_attr({"buffer_dim_align": [[0, 0, 32, 4]]})\n            B[i]')
    assert "buffer_dim_align" in nodes(tvm, run(tvm, source, "LowerOpaqueBlock"), tvm.tir.Allocate)[0].annotations


@proves(T + "LowerOpaqueBlock", "块还有轴时断言失败，信息 `Non-opaque blocks are not allowed in FlattenBuffer`", "标注的值既不是表达式也不是字符串时，信息是 `Illegal attribute of key`")
def _(tvm):
    with raises("TVMError", "Non-opaque blocks are not allowed in FlattenBuffer"):
        run(tvm, BLOCKS, "LowerInitBlock", "LowerOpaqueBlock")
    with raises("TVMError", "Illegal attribute of key"):
        run(tvm, looped('T.serial(8, annotations={"pragma_one": [1, 2]})'), "LowerOpaqueBlock")
    run(tvm, looped('T.serial(8, annotations={"pragma_one": "word"})'), "LowerOpaqueBlock")


FLAT = (*OPAQUE, "CompactBufferAllocation", "LowerOpaqueBlock", "FlattenBuffer")


@proves(T + "FlattenBuffer", "`buffer_map` 里的形参保持多维，好让运行时检查形状；函数体里用同一个指针的一维别名", versions=NEW)
@proves(T + "FlattenBuffer", "`buffer_map` 里的形参也换成一维的，原来的多维形状记在 `preflattened_buffer_map` 里", versions=OLDEST)
def _(tvm, release):
    flat = run(tvm, BLOCKS, *FLAT)
    shapes = [len(flat.buffer_map[param].shape) for param in flat.params]
    assert shapes == ([1, 1] if release == "0.10.0" else [2, 1])
    if release == "0.10.0":
        assert len(flat.preflattened_buffer_map[flat.params[0]].shape) == 2
    used = {load.buffer.data: load.buffer for load in nodes(tvm, flat, tvm.tir.BufferLoad)}
    assert all(len(buffer.shape) == 1 for buffer in used.values())
    assert flat.buffer_map[flat.params[0]].data in used


@proves(T + "FlattenBuffer", "有 `axis_separators` 的缓冲区按它分成几段，每段一维", "布尔缓冲区变成 int8，读写处加转换")
def _(tvm):
    tir = tvm.tir
    handle = tir.Var("a", "handle")
    buffer = tir.decl_buffer((2, 3, 4, 5), name="A", axis_separators=[1])
    flat = run(tvm, tir.PrimFunc([handle], tir.BufferStore(buffer, 1.0, [1, 2, 3, 4]), buffer_map={handle: buffer}), "FlattenBuffer")
    store = nodes(tvm, flat, tir.BufferStore)[0]
    assert [int(one) for one in store.buffer.shape] == [2, 60] and [int(one) for one in store.indices] == [1, 59]
    buffer = tir.decl_buffer((2, 2), "bool", name="A")
    load = tir.BufferLoad(buffer, [0, 1])
    flat = run(tvm, tir.PrimFunc([handle], tir.BufferStore(buffer, load, [1, 1]), buffer_map={handle: buffer}), "FlattenBuffer")
    store = nodes(tvm, flat, tir.BufferStore)[0]
    assert store.buffer.dtype == "int8" and store.value.dtype == "int8" and isinstance(store.value, tir.Cast)


@proves(T + "FlattenBuffer", "文档要求没有块，实现也接受块，但不接受 `T.match_buffer`：信息是 `Unexpected MatchBufferRegion found`")
def _(tvm):
    flat = run(tvm, BLOCKS, *OPAQUE, "FlattenBuffer")
    assert nodes(tvm, flat, tvm.tir.Block) and all(len(store.indices) == 1 for store in nodes(tvm, flat, tvm.tir.BufferStore))
    with raises("TVMError", "Unexpected MatchBufferRegion found"):
        run(tvm, matched(tvm, tvm.tir.decl_buffer((4, 4))), "FlattenBuffer")


@proves(T + "FlattenBuffer", "`T.decl_buffer` 被去掉", versions=LATEST)
@proves(T + "FlattenBuffer", "紧跟在分配后面的 `T.decl_buffer` 被去掉，别处的留着", versions=("0.12.0",))
def _(tvm, release):
    tir = tvm.tir
    buffer = tir.decl_buffer((4, 4), name="B")
    store = tir.BufferStore(buffer, 1.0, [0, 0])
    near = tir.Allocate(buffer.data, "float32", [4, 4], tir.const(True), tir.DeclBuffer(buffer, store))
    far = tir.Allocate(buffer.data, "float32", [4, 4], tir.const(True), tir.AssertStmt(tir.Var("c", "bool"), tir.StringImm("m"), tir.DeclBuffer(buffer, store)))
    left = lambda body: len(nodes(tvm, run(tvm, tir.PrimFunc([], body), "FlattenBuffer"), tir.DeclBuffer))
    assert [left(near), left(far)] == ([0, 0] if release == "0.13.0" else [0, 1])


REWRITE = """
def main(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
    B = T.alloc_buffer((2, 4, 2), "float32")
    for i, j in T.grid(4, 4):
        with T.block("pack"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.block_attr({"meta_schedule.layout_rewrite_preproc": 1})
            B[vj // 2, vi, vj % 2] = A[vi, vj]
    for i, j in T.grid(4, 4):
        with T.block("use"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vj // 2, vi, vj % 2] + T.float32(1)
"""


@proves(T + "RemoveWeightLayoutRewriteBlock", "空块和外面的循环留着，到 `RemoveNoOp` 才删去", "块读的若是形参，形参换成新布局，调用者要自己传换好的数据")
def _(tvm):
    removed = run(tvm, REWRITE, "RemoveWeightLayoutRewriteBlock")
    assert [int(one) for one in removed.buffer_map[removed.params[0]].shape] == [2, 4, 2]
    assert len(nodes(tvm, removed, tvm.tir.For)) == 4 and len(nodes(tvm, removed, tvm.tir.BufferStore)) == 1
    lowered = run(tvm, removed, *FLAT[1:], "RemoveNoOp")
    assert len(nodes(tvm, lowered, tvm.tir.For)) == 2
    data = np.arange(16, dtype="float32").reshape(4, 4)
    packed = data.reshape(4, 2, 2).transpose(1, 0, 2).copy()
    out = tvm.nd.empty((4, 4))
    tvm.build(removed, target="llvm")(tvm.nd.array(packed), out)
    assert np.array_equal(out.numpy(), data + 1)
    unmarked = REWRITE.replace("preproc", "other")
    assert tvm.ir.structural_equal(run(tvm, unmarked, "RemoveWeightLayoutRewriteBlock"), parsed(tvm, unmarked))


@proves(T + "RemoveWeightLayoutRewriteBlock", "这样的块的体须是一次存，右边是一次读，读的下标都是变量，否则断言失败", versions=NEW)
@proves(T + "RemoveWeightLayoutRewriteBlock", "这样的块的体须是一次存，右边是一次读，否则断言失败", versions=OLDEST)
def _(tvm, release):
    wrong = [REWRITE.replace("= A[vi, vj]\n", "= A[vi, vj] * T.float32(2)\n")]
    wrong += [] if release == "0.10.0" else [REWRITE.replace("= A[vi, vj]\n", "= A[vi, 3 - vj]\n")]
    for source in wrong:
        with raises("TVMError"):
            run(tvm, source, "RemoveWeightLayoutRewriteBlock")


# Simplification

LET = """
def main(A: T.Buffer((16,), "float32"), n: T.int32):
    for i in range(8):
        if i < 8:
            A[i * 4 // 4] = A[i]
        if n < 4:
            if n < 5:
                A[i + 1] = T.float32(1)
"""


@proves(T + "Simplify", "去掉可证明真假的分支，循环变量的范围和外层 `if` 的条件都可用来证明", "把 `A[i] = A[i]` 变成空语句")
def _(tvm):
    simple = run(tvm, LET, "Simplify")
    assert len(nodes(tvm, simple, tvm.tir.IfThenElse)) == 1 and len(nodes(tvm, simple, tvm.tir.BufferStore)) == 1


@proves(T + "Simplify", "它还代入常量、变量和无副作用的整数 `let`")
def _(tvm):
    tir = tvm.tir
    buffer, handle, n = tir.decl_buffer((16,), name="A"), tir.Var("a", "handle"), tir.Var("n", "int32")
    index = tir.decl_buffer((16,), "int32", name="I")

    def kept(dtype, value):
        x = tir.Var("x", dtype)
        body = tir.LetStmt(x, value, tir.BufferStore(buffer, tir.Cast("float32", x), [0]))
        return len(nodes(tvm, run(tvm, tir.PrimFunc([handle, n, index.data], body, buffer_map={handle: buffer}), "Simplify"), tir.LetStmt))

    assert kept("float32", tir.const(2.0)) == 0 and kept("int32", n) == 0 and kept("int32", n * 3 + 1) == 0
    assert kept("float32", tir.Cast("float32", n) * 3.0) == 1
    assert kept("int32", tir.call_extern("int32", "f", n)) == 1


@proves(T + "Simplify", "缓冲区定义里用到的留着", versions=LATEST)
@proves(T + "Simplify", "缓冲区的形状里用到的 `let` 也被去掉，形状却没有跟着代入", versions=OLD)
def _(tvm, release):
    tir = tvm.tir
    handle, n, x = tir.Var("a", tvm.ir.PointerType(tvm.ir.PrimType("float32"))), tir.Var("n", "int32"), tir.Var("x", "int32")
    buffer = tir.decl_buffer((x,), name="A", data=handle)
    body = tir.LetStmt(x, n * 2, tir.BufferStore(buffer, 1.0, [0]))
    assert len(nodes(tvm, run(tvm, tir.PrimFunc([handle, n], body), "Simplify"), tir.LetStmt)) == (release == "0.13.0")


def simplified(tvm, source, **options):
    return text(run(tvm, source, "Simplify", tir__Simplify=options))


KNOWN = """
def main(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int32):
    A[0] = 3
    if A[0] == 3:
        A[1] = A[0]
"""
BOOLEAN = """
def main(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int32):
    if n < 5 and (m == 1 or n < 6):
        A[1] = 1
"""


@proves(
    T + "Simplify",
    "由 `a < b`、`b < c` 推出 `a < c`",
    "跟踪缓冲区里已知的值，用来判断分支",
    "同上，并把读缓冲区换成已知的值",
    "条件整理成「或」的「与」",
    "化简 `and`、`or` 的一边时，用另一边作条件",
    versions=NEW,
)
def _(tvm):
    chain = KNOWN.replace("A[0] = 3\n    if A[0] == 3:\n        A[1] = A[0]", "if n < m and m < A[0]:\n        if n < A[0]:\n            A[1] = 1")
    chain = chain.replace("A[0]", "k").replace("m: T.int32", "m: T.int32, k: T.int32")
    assert simplified(tvm, chain).count("if ") == 2
    assert simplified(tvm, chain, transitively_prove_inequalities=True).count("if ") == 1
    plain = simplified(tvm, KNOWN)
    assert "if " in plain and "A[1] = A[0]" in plain
    proved = simplified(tvm, KNOWN, propagate_knowns_to_prove_conditional=True)
    assert "if " not in proved and "A[1] = A[0]" in proved
    replaced = simplified(tvm, KNOWN, propagate_knowns_to_simplify_expressions=True)
    assert "A[1] = 3" in replaced and "if " not in replaced, replaced
    mixed = BOOLEAN.replace("n < 5 and (m == 1 or n < 6)", "(n == 1 and m == 2) or (n == 1 and m == 7)")
    assert " and (" in simplified(tvm, mixed, convert_boolean_to_and_of_ors=True) or "n == 1 and " in simplified(tvm, mixed, convert_boolean_to_and_of_ors=True)
    assert simplified(tvm, mixed) != simplified(tvm, mixed, convert_boolean_to_and_of_ors=True)
    assert "n < 6" in simplified(tvm, BOOLEAN)
    assert "n < 6" not in simplified(tvm, BOOLEAN, apply_constraints_to_boolean_branches=True)


@proves(T + "Simplify", "字段都是 bool，默认 False", versions=NEW)
def _(tvm):
    names = ("transitively_prove_inequalities", "propagate_knowns_to_prove_conditional", "propagate_knowns_to_simplify_expressions", "convert_boolean_to_and_of_ors", "apply_constraints_to_boolean_branches")
    for source in (KNOWN, BOOLEAN, LET):
        assert simplified(tvm, source) == simplified(tvm, source, **dict.fromkeys(names, False))
    with raises(AttributeError):
        simplified(tvm, KNOWN, other=True)


@proves(T + "Simplify", "`tir.Simplify` 写进 `PassContext` 抛出 `AttributeError`，不会由 `a < b`、`b < c` 推出 `a < c`，也不跟踪缓冲区里的值", versions=OLDEST)
def _(tvm):
    with raises(AttributeError):
        tvm.transform.PassContext(config={"tir.Simplify": {}})
    assert "if " in text(run(tvm, KNOWN, "Simplify"))


@proves(T + "RemoveNoOp", "空循环、空分支、不用的 `let` 和没有副作用的求值，以及写回原值的存。外层因此变空的也一起删", versions=NEW)
@proves(T + "RemoveNoOp", "变量没有用到而里面不空的 `let` 留着，写回原值的存也留着，两者由 `Simplify` 处理", versions=OLDEST)
def _(tvm, release):
    tir = tvm.tir
    old = release == "0.10.0"
    buffer, handle, n = tir.decl_buffer((16,), name="A"), tir.Var("a", "handle"), tir.Var("n", "int32")
    store, x, i = tir.BufferStore(buffer, 1.0, [1]), tir.Var("x", "int32"), tir.Var("i", "int32")
    left = lambda body: run(tvm, tir.PrimFunc([handle, n], tir.stmt_seq(store, body), buffer_map={handle: buffer}), "RemoveNoOp").body
    alone = lambda body: tvm.ir.structural_equal(left(body), store, map_free_vars=True)
    empty = tir.Evaluate(0)
    assert alone(tir.For(i, 0, 8, 0, tir.IfThenElse(n < 3, empty, None)))
    assert alone(tir.Evaluate(n + 1)) and alone(tir.IfThenElse(n < 3, empty, tir.Evaluate(n)))
    assert alone(tir.LetStmt(x, n + 1, empty))
    again = tir.BufferStore(buffer, tir.BufferLoad(buffer, [n]), [n])
    assert alone(again) != old and alone(tir.For(i, 0, 8, 0, again)) != old
    let = left(tir.LetStmt(x, n + 1, tir.BufferStore(buffer, 2.0, [2])))
    assert ("LetStmt" in str(type(let[1]))) == old
    assert not alone(tir.Evaluate(tir.call_extern("int32", "f")))


@proves(T + "RemoveNoOp", "只写不读的分配不算空，标注 `pragma_debug_skip_region` 的区域整段删去")
def _(tvm):
    tir = tvm.tir
    buffer = tir.decl_buffer((16,), name="A")
    store = tir.BufferStore(buffer, 1.0, [1])
    allocate = tir.Allocate(buffer.data, "float32", [16], tir.const(True), store)
    left = lambda body: run(tvm, tir.PrimFunc([buffer.data], body), "RemoveNoOp").body
    assert isinstance(left(tir.Allocate(tir.Var("p", buffer.data.type_annotation), "float32", [16], tir.const(True), store)), (tir.Allocate, tir.BufferStore))
    assert isinstance(run(tvm, tir.PrimFunc([], allocate), "RemoveNoOp").body, tir.Allocate)
    assert isinstance(left(tir.AttrStmt(tir.const(0), "pragma_debug_skip_region", 1, store)), tir.Evaluate)
    assert isinstance(left(tir.AttrStmt(tir.const(0), "pragma_other", 1, store)), tir.AttrStmt)


OVERWRITTEN = """
def main(A: T.Buffer((16,), "int32")):
    for i in range(16):
        A[i] = 1
    for i in range(16):
        A[i] = 2
"""


@proves(T + "RemoveNoOp", "True 时跟踪缓冲区的值，再删去被后来的存覆盖的存", "| `use_dataflow_analysis` | False |", versions=LATEST)
@proves(T + "RemoveNoOp", "配置 `tir.RemoveNoOp` 只有 `use_dataflow_analysis`，默认 False；为 True 时跟踪缓冲区的值，再删去被后来的存覆盖的存", versions=("0.12.0",))
@proves(T + "RemoveNoOp", "0.10.0 没有配置 `tir.RemoveNoOp`，被后来的存覆盖的存不删", versions=OLDEST)
def _(tvm, release):
    count = lambda **options: len(nodes(tvm, run(tvm, OVERWRITTEN, "RemoveNoOp", **options), tvm.tir.BufferStore))
    assert count() == 2
    if release == "0.10.0":
        with raises(AttributeError):
            count(tir__RemoveNoOp={})
    else:
        assert count(tir__RemoveNoOp={"use_dataflow_analysis": False}) == 2
        assert count(tir__RemoveNoOp={"use_dataflow_analysis": True}) == 1


@proves(T + "RemoveNoOp", "大于 0 时，化简超过这个步数就报错；调试用", versions=LATEST)
def _(tvm):
    run(tvm, LET, "RemoveNoOp", tir__RemoveNoOp={"max_simplification_steps": 0})
    with raises("TVMError"):
        run(tvm, LET, "RemoveNoOp", tir__RemoveNoOp={"max_simplification_steps": 1})


CSE = """
def main(A: T.Buffer((64,), "float32"), x: T.int32, y: T.int32):
    A[x * 4 + y] = A[x * 4 + y] + A[y + x * 4]
"""


def eliminated(tvm, source, *options):
    return run(tvm, source, tvm.tir.transform.CommonSubexprElimTIR(*options))


@proves(T + "CommonSubexprElimTIR", "`enable_cse_tir`（bool）为 False 时原样返回", "`identify_equiv_terms`（bool）为 True 时，化简后相同的式子也算重复，如 `x + y` 和 `y + x`")
def _(tvm):
    lets = lambda *options: len(nodes(tvm, eliminated(tvm, CSE, *options), tvm.tir.LetStmt))
    assert lets(False) == 0 and lets() == lets(True) == lets(True, False) == 2 and lets(True, True) == 1
    assert "cse_var_1" in eliminated(tvm, CSE).script() and "cse_var_2" in eliminated(tvm, CSE).script()


@proves(T + "CommonSubexprElimTIR", "含有函数调用或读缓冲区的式子不提，向量的 `ramp` 和 `broadcast` 本身也不提")
def _(tvm):
    tir = tvm.tir
    buffer, handle, n = tir.decl_buffer((64,), "int32", name="A"), tir.Var("a", "handle"), tir.Var("n", "int32")

    def lets(value, index=0):
        body = tir.BufferStore(buffer, value, [index])
        function = tir.PrimFunc([handle, n], tir.stmt_seq(body, body), buffer_map={handle: buffer})
        return len(nodes(tvm, eliminated(tvm, function), tir.LetStmt))

    assert lets(n * 3 + 1) == 1
    assert lets(tir.call_pure_extern("int32", "f", n) + 1) == 0
    assert lets(tir.BufferLoad(buffer, [1]) + 1) == 0
    assert lets(tir.Broadcast(n, 4), tir.Ramp(0, 1, 4)) == 0 and lets(tir.Ramp(n, 2, 4), tir.Ramp(n, 1, 4)) == 0


WIDE = """
def main(A: T.Buffer((64,), "int64"), n: T.int64):
    for i in T.serial(T.int64(8)):
        A[i * T.int64(4)] = T.int64(0)
    for j in T.serial(T.int64(8)):
        A[j * T.int64(68719476736)] = T.int64(0)
    for k in T.serial(n):
        A[k] = T.int64(0)
"""


@proves(T + "NarrowDataType", "从更宽的整数收窄，不加宽", "范围未知的变量（如函数的形参）不动", "一个变量出现的每个式子都要能证明不溢出，它才收窄")
def _(tvm):
    loops = lambda source, bits: [loop.loop_var.dtype for loop in nodes(tvm, run(tvm, source, tvm.tir.transform.NarrowDataType(bits)), tvm.tir.For)]
    assert sorted(loops(WIDE, 32)) == ["int32", "int64", "int64"]
    assert loops(WIDE, 64) == ["int64"] * 3
    assert loops(WIDE.replace("T.serial(T.int64(8))", "range(8)").replace("A[i * T.int64(4)]", "A[i * 4]").replace("A[j * T.int64(68719476736)]", "A[j]"), 64)[:2] == ["int32", "int32"]


@proves(T + "NarrowDataType", "`tvm.lower` 用 32")
def _(tvm):
    lowered = tvm.lower(parsed(tvm, WIDE))["main"]
    assert sorted(loop.loop_var.dtype for loop in nodes(tvm, lowered, tvm.tir.For)) == ["int32", "int64", "int64"]


@proves(T + "NarrowDataType", "存入的值不单独收窄，但其中用到已收窄的循环变量的运算随它变窄，再转换回原来的类型", versions=NEW)
@proves(T + "NarrowDataType", "存入的值不单独收窄，其中的循环变量收窄以后转换回原来的类型再运算", "存入的值恰好就是循环变量时不转换，int64 的缓冲区里每个元素只写了低 32 位，不报错", versions=OLDEST)
def _(tvm, release):
    source = """
def main(A: T.Buffer((64,), "int64"), n: T.int64):
    for i in T.serial(T.int64(8)):
        A[i] = i + T.int64(1)
        A[i + T.int64(8)] = n + T.int64(1)
        A[i + T.int64(16)] = i
"""
    values = [store.value for store in nodes(tvm, run(tvm, source, tvm.tir.transform.NarrowDataType(32)), tvm.tir.BufferStore)]
    assert values[1].dtype == "int64" and values[1].a.dtype == "int64"
    if release == "0.10.0":
        assert isinstance(values[0], tvm.tir.Add) and isinstance(values[0].a, tvm.tir.Cast) and values[2].dtype == "int32"
    else:
        assert isinstance(values[0], tvm.tir.Cast) and values[0].value.dtype == "int32" and values[2].dtype == "int64"


@proves(T + "NarrowDataType", "`let` 的值这样变窄时，变量也变窄", versions=NEW)
def _(tvm):
    source = """
def main(A: T.Buffer((64,), "int64")):
    for i in T.serial(T.int64(8)):
        x: T.int64 = i + T.int64(1)
        A[x] = T.int64(0)
"""
    assert nodes(tvm, run(tvm, source, tvm.tir.transform.NarrowDataType(32)), tvm.tir.LetStmt)[0].var.dtype == "int32"


@proves(T + "RenormalizeSplitPattern", "`(x % 32) // 8` 换成 `x // 8 % 4`，`(x * 4 + y) // 8` 约去公因数，以及 `x < 8` 换成 `x // 8 < 1`", "单独使用时式子不一定变短")
def _(tvm):
    source = """
def main(A: T.Buffer((64,), "int32"), x: T.int32):
    for y in range(4):
        A[x % 32 // 8] = 1
        A[(x * 4 + y) // 8] = 2
        if x < 8:
            A[0] = 3
"""
    before, after = parsed(tvm, source), run(tvm, source, "RenormalizeSplitPattern")
    printed = text(after)
    assert "A[x // 8 % 4] = 1" in printed and "A[(x + y // 4) // 2] = 2" in printed and "if x // 8 < 1:" in printed, printed
    assert len("if x // 8 < 1:") > len("if x < 8:") and "if x < 8:" in text(before)


@proves(T + "RewriteUnsafeSelect", "把分支里读缓冲区或调用不纯的函数的 `T.Select` 换成 `T.if_then_else`", "`T.address_of` 只看它的下标，只读状态的内建函数（如 `T.tvm_struct_get`）也算不纯", "条件是向量时不换", "分支里的 `T.Select` 和 `T.if_then_else` 只看条件，读取只在里层时，外层的 `T.Select` 不换")
def _(tvm):
    tir = tvm.tir
    buffer, n = tir.decl_buffer((8,), name="A"), tir.Var("n", "int32")
    read, one, test = tir.BufferLoad(buffer, [0]), tir.const(1.0), n < 3

    def changed(value):
        function = tir.PrimFunc([buffer.data, n], tir.Evaluate(tir.call_extern("int32", "f", value)))
        value = run(tvm, function, "RewriteUnsafeSelect").body.value.args[1]
        return not isinstance(value, tir.Select)

    assert changed(tir.Select(test, read, one)) and changed(tir.Select(test, one, read)) and not changed(tir.Select(test, one, one))
    assert changed(tir.Select(test, tir.call_extern("float32", "g"), one)) and not changed(tir.Select(test, tir.call_pure_extern("float32", "g"), one))
    null = tir.reinterpret("handle", tir.const(0, "uint64"))
    address = lambda index: tir.address_of(tir.BufferLoad(buffer, [index]))
    assert not changed(tir.Select(test, address(0), null))
    assert changed(tir.Select(test, address(tir.Cast("int32", read)), null))
    assert changed(tir.Select(test, tir.tvm_struct_get(buffer.data, 0, 4, "int32"), 0))
    many = tir.Broadcast(one, 4)
    vector = tir.BufferLoad(buffer, [tir.Ramp(0, 1, 4)])
    assert not changed(tir.Select(tir.Broadcast(test, 4), vector, many)) and changed(tir.Select(test, vector, many))
    assert not changed(tir.Select(test, tir.Select(n < 2, read, one), one))
    assert not changed(tir.Select(test, tir.if_then_else(n < 2, read, one), one))
    assert changed(tir.Select(test, tir.Select(read < 2.0, one, one), one))


def stored(tvm, *statements):
    """A function of A (16 int32) and n whose body are the statements that `statements` make of them."""
    tir = tvm.tir
    buffer, handle, n = tir.decl_buffer((16,), "int32", name="A"), tir.Var("a", "handle"), tir.Var("n", "int32")
    body = tir.stmt_seq(*(make(buffer, n) for make in statements))
    return tir.PrimFunc([handle, n], body, buffer_map={handle: buffer}).with_attr("global_symbol", "main")


@proves(T + "RemoveAssume", "删去独立成句的 `T.assume(…)`，再执行 `RemoveNoOp`")
def _(tvm):
    tir = tvm.tir
    function = stored(tvm, lambda a, n: tir.For(tir.Var("i", "int32"), 0, 4, 0, tir.Evaluate(tir.assume(n < 3))), lambda a, n: tir.BufferStore(a, 1, [0]))
    assert isinstance(run(tvm, function, "RemoveAssume").body, tir.BufferStore)


@proves(T + "RemoveAssume", "LLVM 代码生成把它变成 `llvm.assume`，`c`、`opencl` 等生成源代码的目标没有它，而默认流水线里没有这一步，要自己加", versions=NEW)
@proves(T + "RemoveAssume", "0.10.0 的各个后端都不支持 `T.assume`，`llvm` 报 `unknown intrinsic Op(tir.assume)`，而默认流水线里没有这一步，要自己加", versions=OLDEST)
def _(tvm, release):
    tir = tvm.tir
    function = stored(tvm, lambda a, n: tir.Evaluate(tir.assume(n < 3)), lambda a, n: tir.BufferStore(a, 1, [0]))
    if release == "0.10.0":
        with raises("TVMError", "unknown intrinsic Op(tir.assume)"):
            tvm.build(function, target="llvm")
    else:
        assert "llvm.assume" in tvm.build(function, target="llvm").get_source()
    with raises("TVMError"):
        tvm.build(function, target="c")
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(3, tir.transform.RemoveAssume())]}):
        tvm.build(function, target="c")


@proves(T + "RemoveStoreUndef", "删去右边含有 `T.undef()` 的存，含经过 `let` 用到的", "用在下标等别处时报错 `to remove all instances of builtin::undef()`", "右边另有副作用时，信息是 `must not have other side effects`")
def _(tvm):
    tir = tvm.tir
    undef = tir.undef()
    keep = lambda a, n: tir.BufferStore(a, 1, [0])
    count = lambda make: len(nodes(tvm, run(tvm, stored(tvm, make, keep), "RemoveStoreUndef"), tir.BufferStore))
    x = tir.Var("x", "int32")
    assert count(lambda a, n: tir.BufferStore(a, undef, [n])) == 1 and count(lambda a, n: tir.BufferStore(a, undef + 1, [n])) == 1
    assert count(lambda a, n: tir.LetStmt(x, undef, tir.BufferStore(a, x, [n]))) == 1
    assert count(lambda a, n: tir.BufferStore(a, 2, [n])) == 2
    with raises("TVMError", "to remove all instances of builtin::undef()"):
        count(lambda a, n: tir.BufferStore(a, 2, [undef]))
    with raises("TVMError", "must not have other side effects"):
        count(lambda a, n: tir.BufferStore(a, undef + tir.call_extern("int32", "f"), [n]))


@proves(T + "ReduceBranchingThroughOvercompute", "一个分支是另一个的特例时，去掉 `if`，总执行一般的那个", "配置 `tir.ReduceBranchingThroughOvercompute` 只有 `use_dataflow_analysis`，默认 False；为 True 时用缓冲区已知的值来判断", versions=NEW)
def _(tvm):
    source = """
def main(A: T.Buffer((1,), "int32"), n: T.int32):
    if n < 3:
        T.evaluate(0)
    else:
        for i in range(n - 3):
            A[0] = A[0] + 1
"""
    known = """
def main(A: T.Buffer((1,), "int32"), n: T.int32):
    A[0] = 5
    if n < 3:
        T.evaluate(0)
    else:
        A[0] = 5
"""
    left = lambda source, **options: len(nodes(tvm, run(tvm, source, "ReduceBranchingThroughOvercompute", tir__ReduceBranchingThroughOvercompute=options), tvm.tir.IfThenElse))
    assert left(source) == 0
    assert left(known) == left(known, use_dataflow_analysis=False) == 1 and left(known, use_dataflow_analysis=True) == 0


# Loops

RAGGED = """
def main(A: T.Buffer((16,), "float32")):
    for io in range(3):
        for ii in range(4):
            if T.likely(io * 4 + ii < 10, dtype="bool"):
                A[io * 4 + ii] = T.float32(1)
"""


def partitioned(tvm, source, **options):
    source = source if tvm.__version__.startswith("0.10") or not isinstance(source, str) else source.replace(', dtype="bool")', ")")
    return run(tvm, source, "LoopPartition", "Simplify", "RemoveNoOp", tir__LoopPartition=options)


def branches(tvm, function):
    return len(nodes(tvm, function, tvm.tir.IfThenElse))


@proves(T + "LoopPartition", "结束时去掉剩下的 `T.likely`", "下界和长度都是常数的循环默认不分", "| `partition_const_loop` | False |", "长度是常数的循环也分")
def _(tvm):
    for options in ({}, {"partition_const_loop": False}):
        kept = partitioned(tvm, RAGGED, **options)
        assert branches(tvm, kept) == 1 and "likely" not in kept.script()
    assert branches(tvm, partitioned(tvm, RAGGED, partition_const_loop=True)) == 0
    dynamic = RAGGED.replace("range(3)", "range(n)").replace('"float32")):', '"float32"), n: T.int32):', 1)
    assert len(nodes(tvm, partitioned(tvm, dynamic), tvm.tir.BufferStore)) > 1


@proves(T + "LoopPartition", "循环变量要用在 `T.likely` 里")
def _(tvm):
    plain = RAGGED.replace("T.likely(io * 4 + ii < 10, dtype=\"bool\")", "io * 4 + ii < 10")
    assert branches(tvm, partitioned(tvm, plain, partition_const_loop=True)) == 1


@proves(T + "LoopPartition", "普通的比较也当作条件，但常数的循环同样要先设 `partition_const_loop`", "写成循环的标注时，要由 `LowerOpaqueBlock` 变成属性语句才识别")
def _(tvm):
    plain = RAGGED.replace("T.likely(io * 4 + ii < 10, dtype=\"bool\")", "io * 4 + ii < 10")
    hinted = plain.replace("range(3)", 'T.serial(3, annotations={"pragma_loop_partition_hint": 1})')
    stores = lambda function, **options: len(nodes(tvm, partitioned(tvm, function, **options), tvm.tir.BufferStore))
    lowered = run(tvm, hinted, "LowerOpaqueBlock")
    assert stores(hinted, partition_const_loop=True) == 1 and stores(lowered) == 1
    assert stores(lowered, partition_const_loop=True) == 2


@proves(T + "LoopPartition", "True 时保留分出来的长度为 1 的循环")
def _(tvm):
    def loops(keep):
        with tvm.transform.PassContext(config={"tir.LoopPartition": {"partition_const_loop": True, "no_unroll_loop_with_extent_one": keep}}):
            source = RAGGED if tvm.__version__.startswith("0.10") else RAGGED.replace(', dtype="bool")', ")")
            return len(nodes(tvm, tvm.tir.transform.LoopPartition()(module(tvm, parsed(tvm, source)))["main"], tvm.tir.For))

    assert loops(True) > loops(False)


@proves(T + "LoopPartition", "带 `pragma_loop_partition_hint` 而找不到分点的循环改为展开")
def _(tvm):
    source = """
def main(A: T.Buffer((16,), "float32")):
    for i in T.serial(4, annotations={"pragma_loop_partition_hint": 1}):
        for j in range(10):
            if i + j < 5:
                A[i + j] = T.float32(1)
"""
    lowered = run(tvm, source, "LowerOpaqueBlock")
    kinds = lambda **options: [loop.kind for loop in nodes(tvm, partitioned(tvm, lowered, partition_const_loop=True, **options), tvm.tir.For)]
    assert kinds()[-1] == tvm.tir.ForKind.SERIAL
    assert kinds(unroll_loop_with_partition_hint_no_interval=True)[-1] == tvm.tir.ForKind.UNROLLED


def vectorized(tvm, body, kind="T.vectorized(4)", enable=True, params=""):
    source = f"""
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"){params}):
    for i in {kind}:
{body}
"""
    return run(tvm, source, tvm.tir.transform.VectorizeLoop(enable))


STORE = "        A[i] = B[i] + T.float32(1)"


@proves(T + "VectorizeLoop", "循环变量成为 `ramp`", "`enable_vectorize`（bool）为 False 时改成普通循环，循环上的标注丢掉")
def _(tvm):
    store = vectorized(tvm, STORE).body
    assert isinstance(store.indices[0], tvm.tir.Ramp) and store.value.dtype == "float32x4"
    loop = vectorized(tvm, STORE, 'T.vectorized(4, annotations={"x": 1})', enable=False).body
    assert loop.kind == tvm.tir.ForKind.SERIAL and len(loop.annotations) == 0


@proves(T + "VectorizeLoop", "向量化不了的语句改成标量循环，不提示，主要是条件依赖循环变量的 `if` 和 `T.if_then_else`，以及不可向量化的函数调用")
def _(tvm):
    scalar = lambda body, **rest: len(nodes(tvm, vectorized(tvm, body, **rest), tvm.tir.For))
    assert scalar(STORE) == 0
    assert scalar("        if i < 3:\n            A[i] = T.float32(0)") == 1
    assert scalar("        if n < 3:\n            A[i] = T.float32(0)", params=", n: T.int32") == 0
    assert scalar('        A[i] = T.if_then_else(i < 3, B[i], T.float32(0), dtype="float32")' if tvm.__version__.startswith("0.10") else "        A[i] = T.if_then_else(i < 3, B[i], T.float32(0))") == 1
    call = 'T.call_extern("{}", B[i], dtype="float32")' if tvm.__version__.startswith("0.10") else 'T.call_extern("float32", "{}", B[i])'
    assert scalar("        A[i] = " + call.format("f")) == 1


@proves(T + "VectorizeLoop", "后两种写在 `LetStmt` 的值里时检查 `!need_scalarize_` 失败")
def _(tvm):
    tir = tvm.tir
    A, i, x = tir.decl_buffer((4,), "float32", "A"), tir.Var("i", "int32"), tir.Var("x", "float32")
    read = tir.BufferLoad(A, [i])

    def bound(value):
        loop = tir.For(i, 0, 4, tir.ForKind.VECTORIZED, tir.LetStmt(x, value, tir.BufferStore(A, x, [i])))
        return tir.transform.VectorizeLoop()(module(tvm, tir.PrimFunc([A], loop)))

    bound(read + tir.const(1.0))
    for value in (tir.if_then_else(i < 3, read, tir.const(0.0)), tir.call_extern("float32", "f", read)):
        with raises("TVMError", "!need_scalarize_"):
            bound(value)


@proves(T + "VectorizeLoop", "大小依赖循环变量的分配也改成标量循环")
def _(tvm):
    body = '        data = T.allocate([i + 1], "float32", "global")\n        C = T.Buffer((2,), "float32", data=data)\n        C[0] = B[i]\n        A[i] = C[0]'
    assert len(nodes(tvm, vectorized(tvm, body), tvm.tir.For)) == 1


@proves(T + "VectorizeLoop", "循环里的其余分配扩大到每个分量一份")
def _(tvm):
    body = '        data = T.allocate([2], "float32", "global")\n        C = T.Buffer((2,), "float32", data=data)\n        C[0] = B[i]\n        A[i] = C[0]'
    assert int(nodes(tvm, vectorized(tvm, body), tvm.tir.Allocate)[0].extents[-1]) == 8


@proves(T + "VectorizeLoop", "长度须是大于 1 的常数：不是常数或小于 1 时报错 `Failed to vectorize loop with extent`，等于 1 时检查 `lanes > 1` 失败；下界须是 0", "里面有 `while` 时报错 `A while loop inside a vectorized loop not supported`")
def _(tvm):
    for kind in ("T.vectorized(n)", "T.vectorized(0)"):
        with raises("TVMError", "Failed to vectorize loop with extent"):
            vectorized(tvm, STORE, kind, params=", n: T.int32")
    with raises("TVMError", "lanes > 1"):
        vectorized(tvm, STORE, "T.vectorized(1)")
    with raises("TVMError"):
        vectorized(tvm, STORE, "T.vectorized(1, 5)")
    with raises("TVMError", "A while loop inside a vectorized loop not supported"):
        vectorized(tvm, "        while B[0] < T.float32(3):\n            A[i] = B[i]")


@proves(T + "VectorizeLoop", "它和里面的循环都是")
def _(tvm):
    vectorized(tvm, "        for j in range(2):\n            A[i * 2 + j] = B[i]")
    with raises("TVMError", "is_zero"):
        vectorized(tvm, "        for j in range(1, 3):\n            A[i * 2 + j] = B[i]")


@proves(T + "VectorizeLoop", "里面再有 `T.vectorized` 时只警告，里层的循环留下来，到 `StorageRewrite` 才断言失败")
def _(tvm):
    nested = vectorized(tvm, "        for j in T.vectorized(2):\n            A[i * 2 + j] = B[i]")
    assert [loop.kind for loop in nodes(tvm, nested, tvm.tir.For)] == [tvm.tir.ForKind.VECTORIZED]
    with raises("TVMError", "VectorizeLoop before LiftStorageAlloc"):
        run(tvm, nested, "StorageRewrite")


def unrolled(tvm, source, **options):
    """The kinds of the loops that are left, and how many stores there are."""
    function = run(tvm, source, "UnrollLoop", tir__UnrollLoop=options)
    return [loop.kind for loop in nodes(tvm, function, tvm.tir.For)], len(nodes(tvm, function, tvm.tir.BufferStore))


def nest(*kinds):
    lines, indent = ['def main(A: T.Buffer((4096,), "float32"), n: T.int32):'], "    "
    for depth, kind in enumerate(kinds):
        lines.append(f"{indent}for i{depth} in {kind}:")
        indent += "    "
    return "\n".join([*lines, f"{indent}A[{' + '.join(f'i{depth}' for depth in range(len(kinds)))}] = T.float32(0)"])


@proves(T + "UnrollLoop", "展开 `T.unroll` 的循环，以及满足配置的普通循环", "| `auto_max_step` | 0 | 展开后的语句数不超过它的普通循环自动展开 |", "`T.unroll` 的长度不是常数时报错 `Cannot unroll non-constant loop`", "自动展开要求里面没有未展开的循环")
def _(tvm):
    assert unrolled(tvm, nest("range(4)", "T.unroll(2)")) == ([tvm.tir.ForKind.SERIAL], 2)
    assert unrolled(tvm, nest("range(4)", "T.unroll(2)"), auto_max_step=8) == ([], 8)
    assert unrolled(tvm, nest("range(4)", "T.unroll(2)"), auto_max_step=7) == ([tvm.tir.ForKind.SERIAL], 2)
    with raises("TVMError", "Cannot unroll non-constant loop"):
        unrolled(tvm, nest("T.unroll(n)"))
    assert len(unrolled(tvm, nest("range(2)", "range(n)"), auto_max_step=100)[0]) == 2


@proves(T + "UnrollLoop", "长度不超过它的普通循环自动展开；为 1 时长度 1 的循环总展开")
def _(tvm):
    assert unrolled(tvm, nest("range(4)"), auto_max_extent=4) == ([], 4)
    assert len(unrolled(tvm, nest("range(4)"), auto_max_extent=3)[0]) == 1
    assert len(unrolled(tvm, nest("range(1)", "range(n)"))[0]) == 2
    assert len(unrolled(tvm, nest("range(1)", "range(n)"), auto_max_extent=1)[0]) == 1


@proves(T + "UnrollLoop", "里面已展开的层数不超过它才自动展开，所以默认可以展开 9 层，0 时还展开一层")
def _(tvm):
    deep = nest(*["range(2)"] * 10)
    assert len(unrolled(tvm, deep, auto_max_step=4096)[0]) == 1
    assert len(unrolled(tvm, deep, auto_max_step=4096, auto_max_depth=0)[0]) == 9
    assert len(unrolled(tvm, deep, auto_max_step=4096, auto_max_depth=9)[0]) == 0


@proves(T + "UnrollLoop", "False 时不复制循环体，只把循环标成 `T.unroll`，由下游编译器展开")
def _(tvm):
    assert unrolled(tvm, nest("range(4)"), auto_max_step=8, explicit_unroll=False) == ([tvm.tir.ForKind.UNROLLED], 1)
    assert unrolled(tvm, nest("range(4)"), auto_max_step=8, explicit_unroll=True) == ([], 4)


@proves(T + "UnrollLoop", "`pragma_auto_unroll_max_step` 改 `auto_max_step`，`pragma_unroll_explicit` 改 `explicit_unroll`")
def _(tvm):
    source = nest('T.serial(4, annotations={"pragma_auto_unroll_max_step": 8})')
    assert unrolled(tvm, run(tvm, source, "LowerOpaqueBlock")) == ([], 4)
    both = source.replace("8}", '8, "pragma_unroll_explicit": 0}')
    assert unrolled(tvm, run(tvm, both, "LowerOpaqueBlock")) == ([tvm.tir.ForKind.UNROLLED], 1)


@proves(T + "UnrollLoop", "True 时，循环变量用作 `local`、`warp` 缓冲区下标的循环总展开", versions=NEW)
def _(tvm):
    source = """
def main(A: T.Buffer((16,), "float32")):
    data = T.allocate([16], "float32", "SCOPE")
    B = T.Buffer((16,), "float32", data=data, scope="SCOPE")
    for i in range(16):
        B[i] = A[i]
"""
    for scope, kept in (("local", 0), ("warp", 0), ("shared", 1)):
        assert len(unrolled(tvm, source.replace("SCOPE", scope), unroll_local_access=True)[0]) == kept
        assert len(unrolled(tvm, source.replace("SCOPE", scope))[0]) == 1


def masked(body):
    return 'def main(A: T.Buffer((64,), "float32"), flag: T.int32):\n    for i in range(8):\n        for j in range(8):\n' + body


def order(function):
    """The first words of the lines of the body."""
    return [line.split(" ")[0] for line in text(function).splitlines()]


INNER = "            if flag > 0:\n                A[i * 8 + j] = T.float32(1)"


@proves(T + "HoistIfThenElse", "把条件不依赖循环变量的 `if` 移到循环外面", "有 `else` 时循环复制成两份。`if` 须是循环体的全部内容，同一层有别的语句时不动；条件里读缓冲区的也不动")
def _(tvm):
    hoist = lambda body: run(tvm, masked(body), tvm.tir.transform.HoistIfThenElse())
    assert order(hoist(INNER))[0] == "if"
    both = hoist(INNER + "\n            else:\n                A[i * 8 + j] = T.float32(2)")
    assert order(both)[0] == "if" and len(nodes(tvm, both, tvm.tir.For)) == 4
    assert order(hoist(INNER + "\n            A[0] = T.float32(3)"))[0] == "for"
    assert order(hoist(INNER.replace("flag > 0", "A[63] > T.float32(0)")))[0] == "for"
    assert order(hoist(INNER.replace("flag > 0", "i < 3"))) == ["for", "if", "for", "A[i"]


@proves(T + "HoistIfThenElse", '`variant` 是 None 或 `"basic"`，后者不看配置；其他值不报错，返回 None', "`tir.HoistIfThenElse` 的字段 `support_block_scope_hosting`（源代码就是这样拼的）默认 False；为 True 时，条件用到 `threadIdx.x` 等线程变量的也移动，并可移到线程轴外面")
def _(tvm):
    make = tvm.tir.transform.HoistIfThenElse
    assert make("advanced") is None and make("basic") is not None
    source = """
def main(A: T.Buffer((64,), "float32"), flag: T.int32):
    tx = T.launch_thread("threadIdx.x", 8)
    for j in range(8):
        if CONDITION:
            A[tx * 8 + j] = T.float32(1)
"""
    def place(condition, variant=None, **options):
        printed = text(run(tvm, source.replace("CONDITION", condition), make(variant), tir__HoistIfThenElse=options))
        words = [one for one in re.findall(r"launch_thread|for |if ", printed)]
        return words.index("if ")

    on = {"support_block_scope_hosting": True}
    assert place("tx < 3") == 2 and place("tx < 3", **on) == 1 and place("tx < 3", "basic", **on) == 2
    assert place("flag < 3") == 1 and place("flag < 3", **on) == 0


def expression(tvm, source, conditionals=7, lets=7):
    return run(tvm, source, "HoistExpression", tir__HoistExpression={"hoisted_conditionals": conditionals, "hoisted_let_bindings": lets})


HOISTED = {
    "IfElseStmt": INNER,
    "IfElseExpr": "            A[i * 8 + j] = T.if_then_else(flag > 0, T.float32(1), T.float32(2), dtype=\"float32\")",
    "BooleanExpression": "            if j < 3 and flag > 0:\n                A[i * 8 + j] = T.float32(1)",
}


def hoistable(tvm, member):
    body = HOISTED[member]
    return masked(body if tvm.__version__.startswith("0.10") else body.replace(', dtype="float32")', ")"))


@proves(T + "HoistedConditionals", "| `Never` | 0：不移动条件 |", "1：`if` 语句的条件", "2：`T.if_then_else` 的条件", "4：`and`、`or` 的两边", "15：以上全部")
@proves(T + "HoistExpression", "`hoisted_conditionals` 默认 7，即除 `UsingBlockVar` 以外的 `HoistedConditionals`", "还移动 `let`、`T.if_then_else` 的条件和布尔运算的两边", "移出来的布尔式和 `T.if_then_else` 的条件包住整个循环，真假各一份")
def _(tvm):
    kinds = tvm.tir.transform.HoistedConditionals
    assert kinds.All.value == 15 and kinds.Never.value == 0 and (kinds.All & ~kinds.UsingBlockVar).value == 7
    for member in HOISTED:
        source = hoistable(tvm, member)
        assert order(expression(tvm, source, 0))[0] == "for", member
        assert order(run(tvm, source, "HoistExpression"))[0] == "if", member
        for other in HOISTED:
            assert (order(expression(tvm, source, kinds[other].value))[0] == "if") == (other == member), (member, other)
    for member in ("IfElseExpr", "BooleanExpression"):
        whole = run(tvm, hoistable(tvm, member), "HoistExpression")
        assert whole.body.else_case is not None or member == "BooleanExpression"
    split = run(tvm, hoistable(tvm, "IfElseExpr"), "HoistExpression")
    assert len(nodes(tvm, split, tvm.tir.For)) == 4


@proves(T + "HoistedConditionals", "8：允许用到线程变量的条件，也允许条件和 `let` 移过线程轴；单独写不移动条件")
def _(tvm):
    source = """
def main(A: T.Buffer((64,), "float32"), flag: T.int32):
    tx = T.launch_thread("threadIdx.x", 8)
    for j in range(8):
        if CONDITION:
            A[tx * 8 + j] = T.float32(1)
"""
    def place(condition, conditionals):
        printed = text(expression(tvm, source.replace("CONDITION", condition), conditionals))
        return re.findall(r"launch_thread|for |if ", printed).index("if ")

    assert [place("tx < 3", value) for value in (8, 7, 15)] == [2, 2, 1]
    assert [place("flag < 3", value) for value in (8, 7, 15)] == [2, 1, 0]


@proves(T + "HoistedLetBindings", "0：不移动绑定，用到它们的条件也就不移动", "1：被移动的条件用到的绑定", "2：`let` 语句", "4：`let` 表达式", "7：以上全部")
@proves(T + "HoistExpression", "`hoisted_let_bindings` 默认 7，即全部 `HoistedLetBindings`", "有两个 int 字段，写枚举的 `.value`")
def _(tvm):
    tir, kinds = tvm.tir, tvm.tir.transform.HoistedLetBindings
    assert [kinds[name].value for name in ("Never", "RequiredByConditional", "LetStmt", "LetExpr", "All")] == [0, 1, 2, 4, 7]
    buffer, handle, n = tir.decl_buffer((64,), "int32", name="A"), tir.Var("a", "handle"), tir.Var("n", "int32")
    x, i = tir.Var("x", "float32"), tir.Var("i", "int32")
    value = tir.Cast("float32", n) * 3.0
    bodies = {
        "RequiredByConditional": tir.LetStmt(x, value, tir.IfThenElse(x < 5.0, tir.BufferStore(buffer, 1, [i]), None)),
        "LetStmt": tir.LetStmt(x, value, tir.BufferStore(buffer, tir.Cast("int32", x * x), [i])),
        "LetExpr": tir.BufferStore(buffer, tir.Cast("int32", tir.Let(x, value, x * x)), [i]),
    }

    def moved(body, conditionals, lets):
        function = tir.PrimFunc([handle, n], tir.For(i, 0, 8, 0, body), buffer_map={handle: buffer})
        return not isinstance(expression(tvm, function, conditionals, lets).body, tir.For)

    for name, body in bodies.items():
        assert not moved(body, 7, 0), name
        assert moved(body, 7, 7), name
    for name in ("LetStmt", "LetExpr"):
        for other in ("LetStmt", "LetExpr"):
            assert moved(bodies[name], 0, kinds[other].value) == (name == other), (name, other)
        assert not moved(bodies[name], 7, 1)
    assert moved(bodies["RequiredByConditional"], 7, 1)


@proves(T + "ConvertForLoopsToSerial", "把 `T.parallel` 的循环改成普通循环", "改了一个并行循环就不再往里走，嵌套在里面的并行循环留了下来")
def _(tvm):
    kinds = lambda *loops: [loop.kind for loop in reversed(nodes(tvm, run(tvm, nest(*loops), "ConvertForLoopsToSerial"), tvm.tir.For))]
    kind = tvm.tir.ForKind
    assert kinds("T.parallel(8)") == [kind.SERIAL] and kinds("range(8)", "T.parallel(8)") == [kind.SERIAL] * 2
    assert kinds("T.parallel(8)", "T.parallel(8)") == [kind.SERIAL, kind.PARALLEL]
    assert kinds("T.vectorized(8)") == [kind.VECTORIZED]


def pipelined(annotations, second="C[i] = B[0] + T.float32(1)", extra=""):
    return f"""
def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in T.serial(16, annotations={annotations}):
        with T.block(""):
            T.reads(A[i])
            T.writes(C[i])
            B = T.alloc_buffer((1,))
            with T.block("load"):
                T.reads(A[i])
                T.writes(B[0])
{extra}                B[0] = A[i] * T.float32(2)
            with T.block("use"):
                T.reads(B[0])
                T.writes(C[i])
                {second}
"""


STAGES = '{"software_pipeline_stage": [0, %d], "software_pipeline_order": [%s]%s}'


def versions_of(tvm, annotations, **rest):
    function = run(tvm, pipelined(annotations, **rest), "InjectSoftwarePipeline")
    return [[int(one) for one in buffer.shape] for block in nodes(tvm, function, tvm.tir.Block) for buffer in block.alloc_buffers]


@proves(T + "InjectSoftwarePipeline", "拆成序言、主体、尾声三段", "保存「阶段之差加 1」个版本", "只隔一个阶段，而次序让读在写之前，或读写的区域不相交时不加")
def _(tvm):
    assert versions_of(tvm, STAGES % (1, "0, 1", "")) == [[2, 1]]
    assert versions_of(tvm, STAGES % (3, "0, 1", "")) == [[4, 1]]
    assert versions_of(tvm, STAGES % (1, "1, 0", "")) in ([[1, 1]], [[1]])
    function = run(tvm, pipelined(STAGES % (1, "0, 1", "")), "InjectSoftwarePipeline")
    assert text(function).count("A[") >= 2 and len(nodes(tvm, function, tvm.tir.BufferStore)) == 4
    a, c = np.arange(16, dtype="float32"), tvm.nd.empty((16,))
    tvm.build(parsed(tvm, pipelined(STAGES % (3, "0, 1", ""))), target="llvm")(tvm.nd.array(a), c)
    assert np.array_equal(c.numpy(), a * 2 + 1)


@proves(T + "InjectSoftwarePipeline", "块标注了 `double_buffer_scope` 的缓冲区至少有两个版本")
def _(tvm):
    mark = '                T.block_attr({"double_buffer_scope": 0})\n'
    assert versions_of(tvm, STAGES % (1, "1, 0", ""), extra=mark) == [[2, 1]]
    with raises(Exception, "Index of the buffer exceeds"):
        versions_of(tvm, STAGES % (1, "1, 0", ""), extra=mark.replace(": 0", ": 3"))


@proves(
    T + "InjectSoftwarePipeline",
    "整数列表，主体里的次序，恰好是 0 到 n-1，不能重复",
    "整数列表，每条语句属于第几阶段",
    "标注缺一个、次序重复、长度不符、违反依赖，或 `double_buffer_scope` 的序号越界，都抛出 `ValueError` 或 `TVMError`",
)
def _(tvm, release):
    wrong = {
        '{"software_pipeline_stage": [0, 1]}': "Order of the software pipeline is not defined",
        '{"software_pipeline_order": [0, 1]}': "Stage of the software pipeline is not defined",
        STAGES % (1, "0, 0", ""): "cannot have the same order",
        STAGES % (1, "0, 1, 2", ""): "",
        STAGES % (-1, "0, 1", ""): "cannot depends on statement",
        STAGES % (0, "1, 0", ""): "cannot be reordered",
        '{"software_pipeline_stage": [0], "software_pipeline_order": [0, 1]}': "pipeline_stages.size() == original_order.size()" if release == "0.10.0" else "with different size",
    }
    for annotations, words in wrong.items():
        with raises("ValueError" if words.startswith(("Order", "Stage", "cannot")) else "TVMError", words):
            versions_of(tvm, annotations)
    single = pipelined('{"software_pipeline_stage": [0], "software_pipeline_order": [0]}').split("            with T.block(\"use\")")[0]
    with raises(Exception, "The body of the software pipeline should be SeqStmt"):
        run(tvm, single, "InjectSoftwarePipeline")


@proves(T + "InjectSoftwarePipeline", "可省略；这些阶段异步执行，加上 `async_scope`、提交和等待的属性")
def _(tvm):
    printed = run(tvm, pipelined(STAGES % (1, "0, 1", ', "software_pipeline_async_stages": [0]')), "InjectSoftwarePipeline")
    keys = {node.attr_key for node in nodes(tvm, printed, tvm.tir.AttrStmt)}
    assert {"async_scope", "async_commit_queue_scope", "async_wait_queue_scope"} <= keys, keys
    assert not nodes(tvm, run(tvm, pipelined(STAGES % (1, "0, 1", "")), "InjectSoftwarePipeline"), tvm.tir.AttrStmt)


@proves(T + "InjectSoftwarePipeline", "嵌套的不带谓词的块里的语句也展开来数")
def _(tvm):
    source = pipelined('{"software_pipeline_stage": [0, 1, 1], "software_pipeline_order": [0, 1, 2]}', second="C[i] = B[0]\n                C[i] = C[i] + T.float32(1)")
    assert len(nodes(tvm, run(tvm, source, "InjectSoftwarePipeline"), tvm.tir.For)) == 1
    guarded = source.replace("                C[i] = B[0]", "                T.where(i < 20)\n                C[i] = B[0]")
    with raises(Exception):
        run(tvm, guarded, "InjectSoftwarePipeline")


# Storage


def chain(first="float32", second="float32", size="64", scope="global", loop="i"):
    """B is dead when E is written: the two may share."""
    return f"""
def main(A: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32")):
    b = T.allocate([{size}], "{first}", "{scope}")
    B = T.Buffer(({size},), "{first}", data=b, scope="{scope}")
    c = T.allocate([{size}], "float32", "{scope}")
    C = T.Buffer(({size},), "float32", data=c, scope="{scope}")
    e = T.allocate([{size}], "{second}", "{scope}")
    E = T.Buffer(({size},), "{second}", data=e, scope="{scope}")
    for i in range({size}):
        B[i] = T.cast(A[i], "{first}")
    for i in range({size}):
        C[i] = T.cast(B[{size} - 1 - i], "float32")
    for i in range({size}):
        E[i] = T.cast(C[{size} - 1 - i], "{second}")
    for i in range({size}):
        D[i] = T.cast(E[i], "float32")
"""


def allocations(tvm, source):
    return nodes(tvm, run(tvm, source, "StorageRewrite"), tvm.tir.Allocate)


@proves(T + "StorageRewrite", "让生存期不相交的分配共用内存", "数据类型不同也能共用", "不超过 32 位的常数大小", "`warp`、`local` 和 `wmma.…` 等作用域")
def _(tvm):
    count = lambda **rest: len(allocations(tvm, chain(**rest)))
    assert count() == 2 and count(first="int32") == 2
    assert count(size="1") == 3
    assert count(scope="local") == count(scope="warp") == 3


@proves(T + "StorageRewrite", "逐元素的写回可以与源共用")
def _(tvm):
    source = chain().replace("[64 - 1 - i]", "[i]")
    assert len(allocations(tvm, source)) == 1


@proves(T + "StorageRewrite", "最外层是函数、线程轴或并行循环之内，`pragma` 的区域不算", "把分配移到最外层能放的地方")
def _(tvm):
    source = """
def main(A: T.Buffer((64,), "float32")):
    for i in KIND:
        for j in range(4):
            b = T.allocate([64], "float32", "global")
            B = T.Buffer((64,), "float32", data=b)
            B[j] = A[j]
            A[j + i] = B[j]
"""
    outermost = lambda kind: run(tvm, source.replace("KIND", kind), "StorageRewrite").body
    assert isinstance(outermost("range(4)"), tvm.tir.Allocate)
    parallel = outermost("T.parallel(4)")
    assert isinstance(parallel, tvm.tir.For) and isinstance(parallel.body, tvm.tir.Allocate)
    thread = run(tvm, source.replace("for i in KIND:", 'i = T.launch_thread("threadIdx.x", 4)').replace("        ", "    "), "StorageRewrite").body
    assert isinstance(thread, tvm.tir.AttrStmt) and isinstance(thread.body, tvm.tir.Allocate)


@proves(T + "StorageRewrite", "它还看每个缓冲区的访问：内部的分配全按同一向量宽度访问时，元素类型改成那个向量。函数的形参不改", "要先展平和向量化；还有 `T.vectorized` 的循环时断言失败，信息是 `VectorizeLoop before LiftStorageAlloc`")
def _(tvm):
    source = """
def main(A: T.Buffer((64,), "float32")):
    b = T.allocate([64], "float32", "global")
    B = T.Buffer((64,), "float32", data=b)
    for i in range(16):
        for j in T.vectorized(4):
            B[i * 4 + j] = A[i * 4 + j]
    for i in range(16):
        for j in T.vectorized(4):
            A[i * 4 + j] = B[60 - i * 4 + j] + T.float32(1)
"""
    rewritten = run(tvm, source, "VectorizeLoop", "StorageRewrite")
    assert nodes(tvm, rewritten, tvm.tir.Allocate)[0].dtype == "float32x4"
    assert rewritten.buffer_map[rewritten.params[0]].dtype == "float32"
    mixed = source.replace("    for i in range(16):\n        for j in T.vectorized(4):\n            A", "    for i in range(16):\n        for j in range(4):\n            A")
    assert nodes(tvm, run(tvm, mixed, "VectorizeLoop", "StorageRewrite"), tvm.tir.Allocate)[0].dtype == "float32"
    with raises("TVMError", "VectorizeLoop before LiftStorageAlloc"):
        run(tvm, source, "StorageRewrite")


@proves(T + "ConvertSSA", "重复定义的换成同名的新变量", "块轴、块里分配的缓冲区、`T.allocate_const` 和线程轴不管", "跨函数也算，所以把一段代码挪到另一个函数之后要用它", versions=LATEST)
def _(tvm):
    tir = tvm.tir
    buffer, handle, i = tir.decl_buffer((8,), name="A"), tir.Var("a", "handle"), tir.Var("i", "int32")
    loop = tir.For(i, 0, 8, 0, tir.BufferStore(buffer, 1.0, [i]))
    function = tir.PrimFunc([handle], tir.stmt_seq(loop, loop), buffer_map={handle: buffer})
    mod = tir.transform.ConvertSSA()(module(tvm, function, function))
    seen = [one.loop_var for func in mod.functions.values() for one in nodes(tvm, func, tir.For)]
    assert len(seen) == 4 and not any(a.same_as(b) for k, a in enumerate(seen) for b in seen[:k])
    assert {var.name for var in seen} == {"i"}
    params = [func.params[0] for func in mod.functions.values()]
    assert not params[0].same_as(params[1])
    thread = tir.IterVar(tvm.ir.Range(0, 8), tir.Var("t", "int32"), 1, "threadIdx.x")
    one = tir.AttrStmt(thread, "thread_extent", 8, tir.BufferStore(buffer, 1.0, [thread.var]))
    kept = tir.transform.ConvertSSA()(module(tvm, tir.PrimFunc([handle], tir.stmt_seq(one, one), buffer_map={handle: buffer})))["main"].body
    assert kept[0].node.var.same_as(kept[1].node.var)
    axis = tir.IterVar(tvm.ir.Range(0, 8), "v", 0)
    inner = tir.decl_buffer((8,), name="B")
    block = tir.Block([axis], [], [], "b", tir.BufferStore(inner, 1.0, [axis.var]), alloc_buffers=[inner])
    realize = tir.For(i, 0, 8, 0, tir.BlockRealize([i], tir.const(True), block))
    kept = tir.transform.ConvertSSA()(module(tvm, tir.PrimFunc([handle], tir.stmt_seq(realize, realize), buffer_map={handle: buffer})))["main"]
    assert len(nodes(tvm, kept, tir.For)) == 2 and len(nodes(tvm, kept, tir.Block)) == 1


@proves(T + "ConvertSSA", "`T.allocate_const`", versions=LATEST)
def _(tvm):
    tir = tvm.tir
    buffer = tir.decl_buffer((2,), name="p")
    data = tvm.nd.array(np.array([1, 2], "float32"))
    constant = tir.AllocateConst(buffer.data, "float32", [2], data, tir.Evaluate(tir.call_extern("int32", "f", buffer.data)))
    body = tir.transform.ConvertSSA()(module(tvm, tir.PrimFunc([], tir.stmt_seq(constant, constant))))["main"].body
    assert body[0].buffer_var.same_as(body[1].buffer_var)


def layout_of_constant(tvm, **options):
    """What the constant of a block that only repacks it becomes, and the function that reads it."""
    tir = tvm.tir
    values = np.arange(16, dtype="float32").reshape(4, 4)
    function = parsed(tvm, REWRITE)
    weight = tir.decl_buffer((4, 4), name="W")
    first = function.buffer_map[function.params[0]]
    swap = lambda node: tir.BufferLoad(weight, node.indices) if isinstance(node, tir.BufferLoad) and node.buffer.same_as(first) else None
    body = tir.stmt_functor.ir_transform(function.body, None, swap, ["tir.BufferLoad"])

    def region(node):
        moved = [tir.BufferRegion(weight, one.region) if one.buffer.same_as(first) else one for one in node.reads]
        return tir.Block(node.iter_vars, moved, node.writes, node.name_hint, node.body, node.init, node.alloc_buffers, node.match_buffers, node.annotations)

    body = tir.stmt_functor.ir_transform(body, None, region, ["tir.Block"])
    root = body.block
    constant = tir.AllocateConst(weight.data, "float32", [4, 4], tvm.nd.array(values), root.body)
    body = tir.BlockRealize([], body.predicate, tir.Block([], [], [], "root", constant, alloc_buffers=root.alloc_buffers))
    changed = run(tvm, function.with_body(body), tir.transform.RemoveWeightLayoutRewriteBlock(**options))
    found = nodes(tvm, changed, tir.AllocateConst)
    return values, found[0].data.numpy() if found else None


@proves(T + "RemoveWeightLayoutRewriteBlock", "读的若是 `T.allocate_const`，常量在这里换好", "为 True 时只改常量的形状，内容是原来的数据换个形状解释，数值不对", versions=NEW)
def _(tvm):
    values, rewritten = layout_of_constant(tvm)
    packed = values.reshape(4, 2, 2).transpose(1, 0, 2)
    assert rewritten.shape == (2, 4, 2) and np.array_equal(rewritten, packed)
    _, skipped = layout_of_constant(tvm, skip_ndarray_rewrite=True)
    assert skipped.shape == (2, 4, 2) and np.array_equal(skipped.ravel(), values.ravel())


@proves(T + "LoopPartition", "绑定 `blockIdx` 的轴不拆成几段，而是在最里层的线程加 `if`")
def _(tvm):
    source = """
def main(A: T.Buffer((16,), "float32")):
    bx = T.launch_thread("blockIdx.x", 3)
    tx = T.launch_thread("threadIdx.x", 4)
    if T.likely(bx * 4 + tx < 10, dtype="bool"):
        A[bx * 4 + tx] = T.float32(1)
"""
    split = partitioned(tvm, source, partition_const_loop=True)
    assert re.findall(r"blockIdx|threadIdx|if |else|A\[", text(split))[-4:] == ["if ", "A[", "else", "if "] or branches(tvm, split) == 2, text(split)
    assert isinstance(split.body, tvm.tir.AttrStmt) and isinstance(split.body.body, tvm.tir.AttrStmt) and isinstance(split.body.body.body, tvm.tir.IfThenElse)
    assert branches(tvm, partitioned(tvm, source)) == 1 and len(nodes(tvm, split, tvm.tir.BufferStore)) == 2


@proves(T + "HoistExpression", "后面同样接 `Simplify` 和 `RemoveNoOp`")
@proves(T + "HoistIfThenElse", "再执行 `Simplify` 和 `RemoveNoOp`")
def _(tvm):
    tir = tvm.tir
    for name in ("HoistExpression", "HoistIfThenElse"):
        function = stored(tvm, lambda a, n: tir.For(tir.Var("i", "int32"), 0, 4, 0, tir.Evaluate(0)), lambda a, n: tir.BufferStore(a, n + n - n, [0]))
        assert text(run(tvm, function, name)).splitlines()[-1] == "A[0] = n", name


@proves(T + "StorageRewrite", "不把 `T.address_of` 算作访问：缓冲区只以地址传给外部函数时，在那以前就可能被别的分配占用，结果是错的", versions=OLDEST)
def _(tvm):
    tir = tvm.tir
    first, second, out = (tir.decl_buffer((64,), name=name) for name in "BCD")
    body = tir.stmt_seq(
        tir.BufferStore(first, 1.0, [0]),
        tir.BufferStore(second, 2.0, [0]),
        tir.BufferStore(out, tir.BufferLoad(second, [0]), [0]),
        tir.Evaluate(tir.call_extern("int32", "f", tir.address_of(tir.BufferLoad(first, [0])))),
    )
    for buffer in (first, second):
        body = tir.Allocate(buffer.data, "float32", [64], tir.const(True), body)
    handle = tir.Var("d", "handle")
    assert len(nodes(tvm, run(tvm, tir.PrimFunc([handle], body, buffer_map={handle: out}), "StorageRewrite"), tir.Allocate)) == 1


@proves(T + "PlanAndUpdateBufferAllocationLocation", "形参的别名（`T.buffer_decl(…, data=A.data)`）在块里使用时却被当作新的分配，编译报 `Array declaration of A occurred multiple times`", versions=OLDEST)
def _(tvm):
    source = """
def main(A: T.Buffer((8,), "float32")):
    B = T.Buffer((8,), "float32", data=A.data)
    for i in range(8):
        with T.block("b"):
            v = T.axis.spatial(8, i)
            B[v] = T.float32(1)
"""
    with raises("TVMError", "occurred multiple times"):
        tvm.build(parsed(tvm, source), target="llvm")


@proves(T + "PlanAndUpdateBufferAllocationLocation", "0.10.0 不看块轴的种类", versions=OLDEST)
def _(tvm):
    place = lambda source: [line.split(" ")[0] for line in text(run(tvm, source, "PlanAndUpdateBufferAllocationLocation")).splitlines()].index("B")
    source = (GRID % "").replace('T.thread_binding(4, thread="blockIdx.x")', "range(4)")
    opaque = source.replace('vi, vj = T.axis.remap("SS", [i, j])', "vi = T.axis.opaque(4, i)\n                vj = T.axis.spatial(8, j)")
    assert opaque != source and place(opaque) == place(source) == 2


COMPLETE = True
