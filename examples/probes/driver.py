"""Probes of docs/reference/api/python/driver.md."""

import numpy as np
from probes import proves, raises, unproved

COMPLETE = True


def scheduled(tvm, shape=(4,), dtype="float32"):
    te = tvm.te
    a = te.placeholder(shape, dtype, name="A")
    b = te.compute(shape, lambda *i: a(*i) + te.const(1, dtype), name="B")
    return te.create_schedule(b.op), [a, b]


def passes(tvm, config=None, **options):
    """The names of the passes that `lower` runs, in order."""
    names = []

    @tvm.instrument.pass_instrument
    class Record:
        def run_before_pass(self, mod, info):
            names.append(str(info.name))

    schedule, args = scheduled(tvm)
    with tvm.transform.PassContext(config=config or {}, instruments=[Record()]):
        tvm.lower(schedule, args, **options)
    return names


def buffers(func):
    """The buffers of the parameters, as they were before they were flattened."""
    return (getattr(func, "preflattened_buffer_map", None) or func.buffer_map).values()


def marked(tvm, seen, name):
    @tvm.tir.transform.prim_func_pass(opt_level=0, name=name)
    def mark(func, mod, ctx):
        seen.append(name)
        return func

    return mark


@proves("tvm.lower", "目标（target）不参与：与目标有关的 Pass 在 `build` 里", "返回 `IRModule`")
def _(tvm):
    schedule, args = scheduled(tvm)
    plain = tvm.lower(schedule, args)
    assert isinstance(plain, tvm.IRModule)
    with tvm.target.Target("cuda -arch=sm_80", host="llvm"):
        schedule, args = scheduled(tvm)
        other = tvm.lower(schedule, args)
    assert tvm.ir.structural_equal(plain["main"].body, other["main"].body, map_free_vars=True)
    assert "target" not in dict(other["main"].attrs.items())


@proves("tvm.lower", "其他类型抛出 `ValueError`")
def _(tvm):
    for wrong in (3, None, "main", [scheduled(tvm)[0]]):
        with raises(ValueError, "Expected input to be an IRModule, PrimFunc or te.Schedule"):
            tvm.lower(wrong)


@proves("tvm.lower", "生成的函数的形参，次序就是调用时的次序", "`tir.Var` 组成的列表")
def _(tvm):
    te = tvm.te
    n = te.var("n")
    schedule, (a, b) = scheduled(tvm, (n,))
    params = [p.name for p in tvm.lower(schedule, [n, b, a])["main"].params]
    assert [p[:1].lower() for p in params] == ["n", "b", "a"], params
    schedule, (a, b) = scheduled(tvm)
    run = tvm.build(schedule, [b, a], "llvm")
    out = tvm.nd.empty((4,))
    run(out, tvm.nd.array(np.arange(4, dtype="float32")))
    assert list(out.numpy()) == [1, 2, 3, 4]


@proves("tvm.lower", "对调度省略 `args` 不会得到异常", "以段错误退出", dies="SIGSEGV")
def _(tvm):
    tvm.lower(scheduled(tvm)[0])


@proves("tvm.lower", "`build` 先检查了这一点，抛出 `ValueError: args must be given for build from schedule`")
def _(tvm):
    with raises(ValueError, "args must be given for build from schedule"):
        tvm.build(scheduled(tvm)[0])


@proves("tvm.lower", "生成的函数的名称；`inp` 是模块时不用", "它自己的 `global_symbol` 不起作用，函数总是叫 `name`")
def _(tvm):
    schedule, args = scheduled(tvm)
    mod = tvm.lower(schedule, args, name="add_one")
    assert [v.name_hint for v in mod.get_global_vars()] == ["add_one"]
    assert [v.name_hint for v in tvm.lower(mod, name="other").get_global_vars()] == ["add_one"]
    func = mod["add_one"].with_attr("global_symbol", "own")
    for options, name in (({}, "main"), ({"name": "other"}, "other")):
        lowered = tvm.lower(func, **options)
        assert [v.name_hint for v in lowered.get_global_vars()] == [name]
        assert lowered[name].attrs["global_symbol"] == name


@proves("tvm.lower", "指定张量用哪个缓冲区，例如为了给出步长或对齐", "默认每个形参一个缓冲区，紧密排列")
def _(tvm):
    schedule, (a, b) = scheduled(tvm, (4, 4))
    func = tvm.lower(schedule, [a, b])["main"]
    assert [len(buffer.strides) for buffer in buffers(func)] == [0, 0]
    own = tvm.tir.decl_buffer((4, 4), strides=[8, 1], name="own", data_alignment=128)
    run = tvm.build(schedule, [a, b], "llvm", binds={a: own})
    with raises(Exception):
        run(tvm.nd.empty((4, 4)), tvm.nd.empty((4, 4)))
    assert any(buffer.same_as(own) for buffer in buffers(tvm.lower(schedule, [a, b], binds={a: own})["main"]))


@proves("tvm.lower", "某一维是单个变量时步长也是变量，用到外部操作或张量化的调度除外")
def _(tvm):
    te = tvm.te

    def strides(shape, extern=False):
        schedule, args = scheduled(tvm, shape)
        if extern:
            a = args[0]
            c = te.extern(shape, [a], lambda ins, outs: tvm.tir.call_packed("probe.none", ins[0], outs[0]))
            schedule, args = te.create_schedule(c.op), [a, c]
        return [len(b.strides) for b in buffers(tvm.lower(schedule, args)["main"])]

    n = te.var("n")
    assert strides((n, 4)) == [2, 2] and strides((4, n)) == [2, 2]
    assert strides((n + 1, 4)) == [0, 0] and strides((4, 4)) == [0, 0]
    assert strides((n, 4), extern=True) == [0, 0]


@proves("tvm.lower", "True 时跳过 `LoopPartition`", "英文文档说它跳过，其实 `UnrollLoop` 照样执行")
def _(tvm):
    full, simple = passes(tvm), passes(tvm, simple_mode=True)
    assert "tir.LoopPartition" in full and "tir.LoopPartition" not in simple
    assert [name for name in full if name != "tir.LoopPartition"] == simple
    schedule, args = scheduled(tvm)
    schedule[args[1]].unroll(args[1].op.axis[0])
    text = str(tvm.lower(schedule, args, simple_mode=True)["main"].body)
    assert "for" not in text and text.count("T.float32(1)") + text.count("1f") >= 4, text


@proves("tvm.lower", "阶段 0 在最前，1、2 在各自阶段的末尾，3 和更大的数在第三阶段的 `HoistIfThenElse` 之后；负数抛出 `TVMError`")
def _(tvm):
    seen = []
    config = {"tir.add_lower_pass": [(n, marked(tvm, seen, f"mark{n}")) for n in (7, 3, 2, 1, 0)]}
    names = passes(tvm, config)
    assert seen == ["mark0", "mark1", "mark2", "mark7", "mark3"]
    assert names[:2] == ["sequential", "mark0"]
    assert names.index("mark1") + 1 == names.index("tir.LoopPartition")
    assert names[names.index("mark2") - 1] == "tir.UnrollLoop"
    assert names.index("tir.HoistIfThenElse") < names.index("mark7") < names.index("tir.CommonSubexprElimTIR")
    assert names.index("tir.HoistIfThenElse") > names.index("tir.RewriteUnsafeSelect")
    with raises("TVMError"):
        passes(tvm, {"tir.add_lower_pass": [(-1, marked(tvm, seen, "no"))]})


@proves("tvm.lower", "True 时 `vectorize` 的循环变成普通循环")
def _(tvm):
    def lowered(**config):
        schedule, args = scheduled(tvm)
        schedule[args[1]].vectorize(args[1].op.axis[0])
        found = []
        with tvm.transform.PassContext(config=config):
            body = tvm.lower(schedule, args)["main"].body
        tvm.tir.stmt_functor.post_order_visit(body, lambda node: found.append(type(node).__name__))
        return "Ramp" in found, "For" in found

    assert lowered() == (True, False) and lowered(**{"tir.disable_vectorize": True}) == (False, True)


@proves("tvm.lower", "True 时不合并中间缓冲区")
def _(tvm):
    te = tvm.te

    def allocations(**config):
        a = te.placeholder((64,), name="A")
        stages = [a]
        for n in range(4):
            previous = stages[-1]
            stages.append(te.compute((64,), lambda i: previous[63 - i] * 2.0, name=f"B{n}"))
        found = []
        with tvm.transform.PassContext(config=config):
            body = tvm.lower(te.create_schedule(stages[-1].op), [a, stages[-1]])["main"].body
        tvm.tir.stmt_functor.post_order_visit(
            body, lambda node: found.append(node) if isinstance(node, tvm.tir.Allocate) else None
        )
        return len(found)

    assert (allocations(), allocations(**{"tir.disable_storage_rewrite": True})) == (2, 3)


@proves("tvm.lower", "True 时不提取公共子表达式")
def _(tvm):
    te = tvm.te

    def lets(**config):
        x, y = te.var("x"), te.var("y")
        b = te.compute((4,), lambda i: tvm.tir.exp((x * y + i).astype("float32")) + (x * y + i) * (x * y + i), name="b")
        found = []
        with tvm.transform.PassContext(config=config):
            body = tvm.lower(te.create_schedule(b.op), [x, y, b])["main"].body
        tvm.tir.stmt_functor.post_order_visit(body, lambda node: found.append(type(node).__name__))
        return found.count("LetStmt")

    assert lets() > 0 and lets(**{"tir.disable_cse_tir": True}) == 0


@proves("tvm.lower", "True 时给 TE 调度里的存加越界检查，右边有 `if_then_else` 的可能不加；TensorIR 函数没有")
def _(tvm):
    def asserts(**config):
        te = tvm.te
        a = te.placeholder((4,), name="a")
        b = te.compute((8,), lambda i: a[i], name="b")
        found = []
        with tvm.transform.PassContext(config=config):
            body = tvm.lower(te.create_schedule(b.op), [a, b])["main"].body
        tvm.tir.stmt_functor.post_order_visit(body, lambda node: found.append(type(node).__name__))
        return found.count("AssertStmt")

    found = []
    assert asserts() == 0 and asserts(**{"tir.instrument_bound_checkers": True}) > 0
    a = tvm.te.placeholder((4,), name="a")
    with tvm.transform.PassContext(config={"tir.instrument_bound_checkers": True}):
        choice = tvm.te.compute((8,), lambda i: tvm.tir.if_then_else(i < 6, a[i], 0.0), name="b")
        lowered = tvm.lower(tvm.te.create_schedule(choice.op), [a, choice])
        plain = tvm.lower(tvm.te.create_prim_func([a, tvm.te.compute((8,), lambda i: a[i], name="b")]))
    for mod in (lowered, plain):
        tvm.tir.stmt_functor.post_order_visit(mod["main"].body, lambda node: found.append(type(node).__name__))
    assert "BufferStore" in found and "AssertStmt" not in found


@proves("tvm.build", "`inputs` 是字典时不下降，值要先经 `tvm.lower`", "默认取 `with` 里的当前目标，没有时是 `llvm`；`inputs` 是字典时不用")
def _(tvm):
    schedule, args = scheduled(tvm)
    mod = tvm.lower(schedule, args)
    assert tvm.build(mod).type_key == "llvm"
    with tvm.target.Target("c"):
        assert tvm.build(mod).type_key == "c"
        assert tvm.build(mod, target="llvm").type_key == "llvm"
        assert tvm.build({"llvm": mod}).type_key == "llvm"
    assert tvm.build({"llvm": mod}, target="c").type_key == "llvm"
    names = []

    @tvm.instrument.pass_instrument
    class Record:
        def run_before_pass(self, module, info):
            names.append(str(info.name))

    with tvm.transform.PassContext(instruments=[Record()]):
        tvm.build({"llvm": mod})
    assert "tir.StorageFlatten" not in names and "tir.UnrollLoop" not in names


@proves("tvm.build", "`runtime.Module` 的子类，多两个属性：`name` 是传入的名称，`ir_module_by_target` 是各目标下降以后的 IR")
def _(tvm):
    schedule, args = scheduled(tvm)
    built = tvm.build(schedule, args, "llvm", name="foo")
    assert isinstance(built, tvm.runtime.Module) and type(built).__name__ == "OperatorModule" and built.name == "foo"
    ((target, mod),) = built.ir_module_by_target.items()
    assert target.kind.name == "llvm" and isinstance(mod, tvm.IRModule)


@proves("tvm.build", "字典用于一次编译多个目标，值不能是调度")
def _(tvm):
    schedule, args = scheduled(tvm)
    first, second = tvm.lower(schedule, args, name="first"), tvm.lower(schedule, args, name="second")
    both = tvm.build({"llvm": first, "llvm -mcpu=core2": second})
    assert both.implements_function("first") and both.implements_function("second")
    with raises(ValueError):
        tvm.build({"llvm": schedule})


@proves("tvm.build", "列表里的调度没有 `args`，会使进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    tvm.build([scheduled(tvm)[0]], target="llvm")


@proves("tvm.build", "已不推荐，写 `Target(target, host=…)`，否则有一条 Python 警告")
def _(tvm):
    import warnings

    schedule, args = scheduled(tvm)
    for options, count in (({"target": "llvm", "target_host": "llvm"}, 1), ({"target": tvm.target.Target("llvm", host="llvm")}, 0)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            tvm.build(schedule, args, **options)
        assert len([one for one in caught if "target_host" in str(one.message)]) == count


@proves("tvm.build", "`cpp` 使 LLVM 生成的代码在启动时注册自己", "`crt` 多包一层 C 运行时的元数据模块，主机端必须是 `c` 或 `llvm`")
def _(tvm):
    schedule, args = scheduled(tvm, dtype="int32")
    runtime = tvm.relay.backend.Runtime
    plain, own = (tvm.build(schedule, args, "llvm", runtime=runtime("cpp", {"system-lib": flag})) for flag in (False, True))
    word = "TVMBackendRegisterSystemLibSymbol"
    assert word in own.get_source("ll") and word not in plain.get_source("ll")
    crt = runtime("crt", {"system-lib": True})
    assert [m.type_key for m in tvm.build(schedule, args, "c", runtime=crt).imported_modules] == ["c"]
    assert tvm.build(schedule, args, "c").imported_modules == []
    tvm.build(schedule, args, "llvm", runtime=crt)
    tvm.build(schedule, args, "stackvm")
    with raises(Exception):
        tvm.build(schedule, args, "stackvm", runtime=crt)


def functions(lib):
    return [name for name in ("main", "default_function", "f", "g") if lib.implements_function(name)]


@proves("tvm.build", "调度或单个 `PrimFunc` 生成的函数名", "`IRModule` 里的函数保留自己的名称，`name` 只写进返回值的属性", "列表里的 `IRModule` 也是这样")
def _(tvm):
    schedule, args = scheduled(tvm)
    mod = tvm.lower(schedule, args, name="g")
    assert functions(tvm.build(schedule, args, name="f")) == ["f"]
    assert functions(tvm.build(schedule, args)) == ["default_function"]
    assert functions(tvm.build(mod["g"], name="f")) == ["f"]
    for inputs in (mod, [mod]):
        built = tvm.build(inputs, name="f")
        assert functions(built) == ["g"] and built.name == "f"


@proves("tvm.build", "`PrimFunc` 都按默认名称 `main` 下降，所以两个放进一个列表会冲突")
def _(tvm):
    schedule, args = scheduled(tvm)
    func = tvm.lower(schedule, args, name="g")["g"]
    assert functions(tvm.build([func], name="f")) == ["main"]
    with raises("TVMError", "Check failed"):
        tvm.build([func, func])


@proves("tvm.build", "没有给出主机端时，取第一个设备类型是 CPU 的目标", "没有这样的目标时用 `llvm`")
def _(tvm):
    schedule, args = scheduled(tvm)
    mod = tvm.lower(schedule, args)
    (target,) = tvm.build(mod, target="llvm -mcpu=core2").ir_module_by_target
    assert target.host.kind.name == "llvm" and target.host.mcpu == "core2"
    (target,) = tvm.build(mod, target="c").ir_module_by_target
    assert target.host.kind.name == "c"
    (target,) = tvm.build({"ext_dev": mod}).ir_module_by_target
    assert target.host.kind.name == "llvm"


unproved("tvm.build", "没有编译 LLVM 的 TVM 用 `stackvm`", reason="这里的 TVM 都编译了 LLVM")


@proves("tvm.build", "少了它，`build` 报错 `Expect PrimFunc to have the global_symbol attribute`", versions=("0.10.0", "0.12.0"))
def _(tvm):
    schedule, args = scheduled(tvm)
    func = tvm.lower(schedule, args)["main"]
    bare = tvm.tir.PrimFunc(func.params, func.body, func.ret_type, func.buffer_map)
    with raises("TVMError", "Expect PrimFunc to have the global_symbol attribute"):
        tvm.build(tvm.IRModule({"main": func, "f": bare}), target="llvm")
