"""Probes of docs/reference/api/python/tir/stmt.md."""

import importlib
import os
import tempfile

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")


class Scene:
    """Two buffers, a variable, a store: what the statements below are made of."""

    def __init__(self, tvm, dtype="float32"):
        tir = tvm.tir
        self.tvm, self.tir = tvm, tir
        self.source, self.target = (tir.decl_buffer((8,), dtype, name) for name in "AB")
        self.i = tir.Var("i", "int32")
        self.true = tir.const(True)

    def store(self, index, value):
        return self.tir.BufferStore(self.target, value, [index])

    def pointer(self, dtype="float32", scope="global", name="tmp"):
        return self.tir.Var(name, self.tvm.ir.PointerType(self.tvm.ir.PrimType(dtype), scope))

    def function(self, body):
        return self.tir.PrimFunc([self.source, self.target], body)

    def script(self, body):
        return self.function(body).script()

    def run(self, body, **config):
        with self.tvm.transform.PassContext(config={key.replace("__", "."): value for key, value in config.items()}):
            kernel = self.tvm.build(self.function(body), target="llvm")
        out = self.tvm.nd.array(np.zeros(8, "float32"))
        kernel(self.tvm.nd.array(np.arange(8, dtype="float32")), out)
        return out.numpy().tolist()

    def tensor(self):
        return self.tvm.te.placeholder((4,), name="T")


# Sequences


@proves("tvm.tir.Stmt", "所有语句的基类", "`tir.Stmt()` 不抛出异常，得到没有句柄的空对象，打印时才抛出 `AttributeError`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    for made in (tir.Evaluate(0), scene.store(0, 1.0), tir.SeqStmt([scene.store(0, 1.0)] * 2)):
        assert isinstance(made, tir.Stmt)
    assert not isinstance(tir.const(1), tir.Stmt)
    empty = tir.Stmt()
    with raises(AttributeError):
        str(empty)


@proves("tvm.tir.SeqStmt", "按次序执行的几条语句；`seq[i]` 和 `len()` 可以直接用在它上面")
def _(tvm):
    scene = Scene(tvm)
    made = tvm.tir.SeqStmt([scene.store(0, 1.0), scene.store(0, 2.0)])
    assert len(made) == 2 and made[1].value.value == 2.0
    assert scene.run(made)[0] == 2.0


@proves("tvm.tir.SeqStmt", "空的报 `An empty SeqStmt is prohibited`，一条的报 `A SeqStmt of length 1 is prohibited`", "先摊平，并丢掉 `Evaluate(0)`，摊平以后只剩一条也报错", versions=("0.13.0",))
def _(tvm):
    tir, store = tvm.tir, Scene(tvm).store(0, 1.0)
    with raises("TVMError", "An empty SeqStmt is prohibited"):
        tir.SeqStmt([])
    with raises("TVMError", "A SeqStmt of length 1 is prohibited"):
        tir.SeqStmt([store])
    assert len(tir.SeqStmt([tir.SeqStmt([store, store]), store, tir.Evaluate(0)])) == 3
    assert len(tir.SeqStmt([store, tir.Evaluate(0)])) == 2
    with raises("TVMError", "length 1"):
        tir.SeqStmt([tir.SeqStmt([tir.Evaluate(0), store])])


@proves("tvm.tir.SeqStmt", "可以是空的，可以只有一条，里面的 `SeqStmt` 和 `Evaluate(0)` 原样留着，都能编译", versions=OLD)
@proves("tvm.tir.stmt_seq", "没有实参得到空的 `SeqStmt`", versions=OLD)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    store = scene.store(0, 1.0)
    nested = tir.SeqStmt([tir.SeqStmt([]), tir.SeqStmt([store]), tir.Evaluate(0)])
    assert len(nested) == 3 and scene.run(nested)[0] == 1.0
    assert isinstance(tir.stmt_seq(), tir.SeqStmt) and len(tir.stmt_seq()) == 0


@proves("tvm.tir.Evaluate", "计算一个表达式，丢掉结果", "TVMScript 里调用写成一行，其余写 `T.evaluate(…)`", versions=NEW)
@proves("tvm.tir.Evaluate", "计算一个表达式，丢掉结果", "TVMScript 打印成 `T.evaluate(…)`", versions=("0.10.0",))
def _(tvm, release):
    tir, scene = tvm.tir, Scene(tvm)
    assert "T.evaluate(" in scene.script(tir.Evaluate(scene.i + 1))
    call = scene.script(tir.Evaluate(tir.call_extern("int32", "f", 1)))
    assert 'T.call_extern("f", 1' in call.replace('"int32", ', "") and ("evaluate" in call) == (release == "0.10.0"), call
    assert scene.run(tir.Evaluate(0)) == [0] * 8


@proves("tvm.tir.stmt_seq", "一条时原样返回，多条时是 `SeqStmt`，不是语句的实参先包成 `Evaluate`", "要写 `stmt_seq(*statements)`")
def _(tvm):
    tir, store = tvm.tir, Scene(tvm).store(0, 1.0)
    assert tir.stmt_seq(store).same_as(store) and isinstance(tir.stmt_seq(store, store), tir.SeqStmt)
    assert isinstance(tir.stmt_seq(store, tir.Var("n", "int32"))[1], tir.Evaluate)
    with raises(Exception):
        tir.stmt_seq([store, store])


@proves("tvm.tir.stmt_seq", "没有实参、传一个列表都报错", versions=("0.13.0",))
def _(tvm):
    with raises("TVMError"):
        tvm.tir.stmt_seq()


@proves("tvm.tir.stmt_list", "递归摊平成 Python 列表，其余的语句得到只含自己的列表。不进入循环、条件的 `body`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    store = scene.store(0, 1.0)
    pair = tir.SeqStmt([store, store])
    loop = tir.For(scene.i, 0, 8, 0, pair)
    flat = tir.stmt_list(tir.SeqStmt([tir.SeqStmt([pair, store]), loop]))
    assert isinstance(flat, list) and len(flat) == 4 and flat[3].same_as(loop)
    assert len(tir.stmt_list(loop)) == 1 and tir.stmt_list(store)[0].same_as(store)


# Bindings


@proves("tvm.tir.BufferStore", "值在前，下标在后。TVMScript 写 `B[i] = value`", "个数等于维数，越界不检查；最后一个可以是 `Ramp`，这时 `value` 是同样长的向量")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    assert "B[3] = T.float32(1)" in scene.script(scene.store(3, 1.0))
    assert scene.store(-5, 1.0).indices[0].value == -5 and scene.store(99, 1.0).indices[0].value == 99
    for wrong in ([], [0, 0]):
        with raises("TVMError"):
            tir.BufferStore(scene.target, 1.0, wrong)
    ramp = tir.Ramp(0, 2, 4)
    assert scene.run(scene.store(ramp, tir.Broadcast(1.0, 4))) == [1, 0, 1, 0, 1, 0, 1, 0]
    for value in (tir.const(1.0), tir.Broadcast(1.0, 2)):
        with raises("TVMError", "Cannot store value with"):
            scene.store(ramp, value)


@proves("tvm.tir.BufferStore", "类型必须与元素相同，不转换：往 float32 里写 1 报 `dtype mismatch on BufferStore`", versions=NEW)
def _(tvm):
    scene = Scene(tvm)
    for value in (1, tvm.tir.const(1, "float64"), tvm.tir.const(1, "float16")):
        with raises(TypeError, "dtype mismatch on BufferStore"):
            scene.store(0, value)


@proves("tvm.tir.BufferStore", "0.10.0 却不检查，往 float32 里写 1 把整数的位模式存进去", versions=("0.10.0",))
def _(tvm):
    scene = Scene(tvm)
    value = scene.run(scene.store(0, 1))[0]
    assert np.float32(value).view("int32") == 1


@proves("tvm.tir.LetStmt", "类型必须与 `var` 相同，不转换；指针变量可以绑定任何 `handle`", "TVMScript 写 `n: T.int32 = value`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    n = tir.Var("n", "int32")
    for value in (1.0, tir.const(1, "int64")):
        with raises("TVMError"):
            tir.LetStmt(n, value, tir.Evaluate(n))
    whole = tir.LetStmt(n, tir.const(3), scene.store(n, 1.0))
    assert "n: T.int32 = 3" in scene.script(whole) and scene.run(whole)[3] == 1.0
    tir.LetStmt(scene.pointer(), tir.Var("other", "handle"), tir.Evaluate(0))
    with raises("TVMError"):
        tir.LetStmt(scene.pointer(), 1, tir.Evaluate(0))


@proves("tvm.tir.LetStmt", "有缩进时是 `with T.LetStmt(value) as n`", versions=NEW)
@proves("tvm.tir.LetStmt", "有缩进时是 `with T.let(n, value)`", versions=("0.10.0",))
def _(tvm, release):
    tir, scene = tvm.tir, Scene(tvm)
    n = tir.Var("n", "int32")
    text = scene.script(tir.SeqStmt([tir.LetStmt(n, tir.const(3), scene.store(n, 1.0)), scene.store(0, 1.0)]))
    assert ("with T.let(n, 3)" if release == "0.10.0" else "with T.LetStmt(3) as n") in text, text


@proves("tvm.tir.AssertStmt", "不是布尔时报 `should have boolean condition`", versions=("0.13.0",))
def _(tvm):
    scene = Scene(tvm)
    for condition in (1, 1.0, True, scene.i):
        with raises("TVMError", "should have boolean condition"):
            tvm.tir.AssertStmt(condition, tvm.tir.StringImm("m"), tvm.tir.Evaluate(0))


@proves("tvm.tir.AssertStmt", "类型在构造时不检查，不是布尔的多半到 LLVM 核对时失败，整数常量却能编译", versions=OLD)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    make = lambda condition: tir.AssertStmt(condition, tir.StringImm("m"), scene.store(0, 1.0))
    assert scene.run(make(tir.const(1)))[0] == 1.0
    with raises(Exception):
        scene.run(tir.For(scene.i, 0, 8, 0, make(scene.i + 1)))


@proves("tvm.tir.AssertStmt", "Python 的 `str` 和 `int` 在这里都抛出 `TVMError`", "字符串接在 `Assert fail:` 和条件之后，整数不出现")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    condition = scene.source[0] > 5.0
    make = lambda message: tir.AssertStmt(condition, message, scene.store(0, 1.0))
    for message in ("text", 7):
        with raises("TVMError"):
            make(message)
    with raises("TVMError"):
        make(tir.const(1.5))
    with raises("TVMError", "too small"):
        scene.run(make(tir.StringImm("too small")))
    try:
        scene.run(make(tir.const(777)))
    except tvm.TVMError as error:
        assert "Assert fail:" in str(error) and "777" not in str(error)
    else:
        raise AssertionError("the assertion held")


@proves("tvm.tir.AssertStmt", "不成立时 `kernel(…)` 抛出 `InternalError`", "`tir.disable_assert`（bool）为真时，编译中的 `SkipAssert` 去掉断言", "TVMScript 写 `assert condition, \"message\"`", versions=("0.13.0",))
@proves("tvm.tir.AssertStmt", "不成立时 `kernel(…)` 抛出 `TVMError`", "`tir.disable_assert`（bool）为真时，编译中的 `SkipAssert` 去掉断言", "TVMScript 写 `assert condition, \"message\"`", versions=OLD)
def _(tvm, release):
    tir, scene = tvm.tir, Scene(tvm)
    check = tir.AssertStmt(scene.source[0] > 5.0, tir.StringImm("message"), scene.store(0, 1.0))
    with raises("InternalError" if release == "0.13.0" else "TVMError", "Assert fail"):
        scene.run(check)
    assert scene.run(check, tir__disable_assert=True)[0] == 1.0
    assert scene.run(tir.AssertStmt(scene.source[1] > 0.0, tir.StringImm("m"), scene.store(0, 1.0)))[0] == 1.0
    text = scene.script(check)
    assert "assert " in text and ', "message"' in text


@proves("tvm.tir.AttrStmt", "未知的名称不起作用，也没有提示；只有 `pragma_` 开头的，`llvm` 会警告 `Unknown pragma`", "Python 的数和字符串不行", "字符串写 `StringImm`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    assert scene.run(tir.AttrStmt(scene.target.data, "nothing_knows_this", 1, scene.store(0, 1.0)))[0] == 1.0
    assert scene.run(tir.AttrStmt(None, "nothing_knows_this", 1, scene.store(0, 1.0)))[0] == 1.0
    for node in (1, 1.5, "text"):
        with raises("TVMError"):
            tir.AttrStmt(node, "a", 1, tir.Evaluate(0))
    with raises("TVMError"):
        tir.AttrStmt(None, "a", "text", tir.Evaluate(0))
    assert tir.AttrStmt(None, "a", tir.StringImm("text"), tir.Evaluate(0)).value.value == "text"
    for key, warns in (("nothing_knows_this", False), ("pragma_nothing_knows_this", True)):
        with tempfile.TemporaryFile() as file:
            kept = os.dup(2)
            os.dup2(file.fileno(), 2)
            try:
                scene.run(tir.AttrStmt(scene.target.data, key, 1, scene.store(0, 1.0)))
            finally:
                os.dup2(kept, 2)
                os.close(kept)
            file.seek(0)
            assert (b"Unknown pragma" in file.read()) == warns, key


@proves("tvm.tir.AttrStmt", "TVMScript 的 `T.realize` 写下的作用域；TE 的下降不产生也不读它")
def _(tvm):
    te, script = tvm.te, importlib.import_module("tvm.script")
    written = script.from_source(
        "@T.prim_func\ndef main(handle: T.handle):\n"
        '    A = T.match_buffer(handle, (8,), "float32")\n    with T.realize(A[0:8], "local"):\n        T.evaluate(0)\n'
    )

    def keys(body):
        found = []
        tvm.tir.stmt_functor.post_order_visit(body, lambda node: found.append(getattr(node, "attr_key", "")))
        return found

    assert "realize_scope" in keys(written.body)
    first = te.compute((8,), lambda i: i, name="first")
    s = te.create_schedule(te.compute((8,), lambda i: first[i], name="second").op)
    s[first].set_scope("local")
    bounds = te.schedule.InferBound(s.normalize())
    assert "realize_scope" not in keys(te.schedule.ScheduleOps(s, bounds))


@proves("tvm.tir.AttrStmt", "打印成 `with T.launch_thread(\"threadIdx.x\", 8)`", "其余的打印成 `T.attr(node, \"name\", value)`", versions=NEW)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    thread = tir.IterVar(None, "tx", tir.IterVar.ThreadIndex, "threadIdx.x")
    assert 'with T.launch_thread("threadIdx.x", 8) as tx' in str(tir.AttrStmt(thread, "thread_extent", 8, scene.store(thread.var, 1.0)))
    assert 'T.attr(B, "my_hint", "text")' in str(tir.AttrStmt(scene.target.data, "my_hint", tir.StringImm("text"), tir.Evaluate(0)))


@proves("tvm.tir.AttrStmt", "TVMScript 先写 `tx = T.env_thread(\"threadIdx.x\")`，再写 `T.launch_thread(tx, 8)`", versions=("0.10.0",))
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    thread = tir.IterVar(None, "tx", tir.IterVar.ThreadIndex, "threadIdx.x")
    text = scene.script(tir.AttrStmt(thread, "thread_extent", 8, scene.store(thread.var, 1.0)))
    assert 'tx = T.env_thread("threadIdx.x")' in text and "T.launch_thread(tx, 8)" in text, text


@proves("tvm.tir.AttrStmt", "TE 的 `pragma` 原语留下的", "`pragma_` 开头")
def _(tvm):
    te = tvm.te
    out = te.compute((8,), lambda i: i, name="out")
    s = te.create_schedule(out.op)
    s[out].pragma(out.op.axis[0], "my_own", 3)
    found = []
    tvm.tir.stmt_functor.post_order_visit(tvm.lower(s, [out])["main"].body, lambda node: found.append(getattr(node, "attr_key", "")))
    assert "pragma_my_own" in found


# Control flow


@proves("tvm.tir.IfThenElse", "没有也要写出 `None`", "应当是布尔，构造时不检查")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    store = scene.store(scene.i, 1.0)
    with raises(TypeError):
        tir.IfThenElse(scene.i < 3, store)
    assert scene.run(tir.For(scene.i, 0, 8, 0, tir.IfThenElse(scene.i < 3, store, None))) == [1] * 3 + [0] * 5
    assert scene.run(tir.For(scene.i, 0, 8, 0, tir.IfThenElse(scene.i < 3, store, scene.store(scene.i, 2.0)))) == [1] * 3 + [2] * 5
    for condition in (scene.i, tir.const(1.0)):
        assert tir.IfThenElse(condition, store, None).condition.same_as(condition)


def conditional(scene, condition, params=()):
    tir = scene.tir
    loop = tir.For(scene.i, 0, 8, 0, tir.IfThenElse(condition, scene.store(scene.i, 1.0), None))
    return tir.PrimFunc([*params, scene.source, scene.target], loop)


@proves("tvm.tir.IfThenElse", "整数（常量除外）、浮点数的条件打印成 `if i:`，编译才失败", "`Expected boolean argument`", versions=("0.13.0",))
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    assert "if i:" in conditional(scene, scene.i).script()
    tvm.build(conditional(scene, tir.const(1)), target="llvm")
    for condition in (scene.i, scene.i % 2, scene.source[scene.i]):
        with raises("TVMError", "Expected boolean argument"):
            tvm.build(conditional(scene, condition), target="llvm")
    n = tir.Var("n", "int32")
    for condition, params in ((n, [n]), (tir.const(1.0), [])):
        with raises(Exception):
            tvm.build(conditional(scene, condition, params), target="llvm")


@proves("tvm.tir.IfThenElse", "条件打印成 `if i:`：常量和循环变量组成的能编译，函数形参的在 LLVM 核对时失败；浮点数的编译失败", versions=OLD)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    assert "if i:" in conditional(scene, scene.i).script()
    for condition in (tir.const(1), scene.i, scene.i - 3):
        tvm.build(conditional(scene, condition), target="llvm")
    n = tir.Var("n", "int32")
    for condition, params in ((n, [n]), (tir.const(1.0), []), (scene.source[scene.i], [])):
        with raises("TVMError"):
            tvm.build(conditional(scene, condition, params), target="llvm")


@proves("tvm.tir.For", "起点和次数（不是终点）；读字段时起点叫 `min`", "常量的位数比循环变量少时自动加宽，多时报 `is narrower than`；不是常量的类型必须与循环变量相同", "负的次数在构造时不检查：`SERIAL`、`PARALLEL` 等于不执行，`VECTORIZED`、`UNROLLED` 编译失败", "浮点的循环变量在构造时也不检查，编译失败")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    store = scene.store(scene.i, 1.0)
    loop = tir.For(scene.i, 2, 5, 0, store)
    assert loop.min == 2 and loop.extent == 5
    assert scene.run(tir.For(scene.i, 2, 5, 3, store)) == [0, 0, 1, 1, 1, 1, 1, 0]
    wide, narrow = tir.Var("w", "int64"), tir.Var("s", "int8")
    assert tir.For(wide, 0, 8, 0, tir.Evaluate(0)).extent.dtype == "int64"
    with raises("TVMError", "is narrower than"):
        tir.For(narrow, 0, 8, 0, tir.Evaluate(0))
    with raises("TVMError"):
        tir.For(wide, 0, tir.Var("n", "int32"), 0, tir.Evaluate(0))
    for kind in (0, 1):
        assert scene.run(tir.For(scene.i, 0, -3, kind, store)) == [0] * 8
    for kind in (2, 3):
        with raises("TVMError"):
            scene.run(tir.For(scene.i, 0, -3, kind, store))
    x = tir.Var("x", "float32")
    with raises(Exception):
        scene.run(tir.For(x, tir.const(0.0), tir.const(8.0), 0, scene.store(0, x)))


@proves("tvm.tir.For", "起点不是 0 时，`SERIAL`、`PARALLEL`、`VECTORIZED` 编译时检查 `is_zero(op->min)` 失败，次数是 1 且没有标注的、被展开的除外")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    n = tir.Var("n", "int32")
    for kind in (0, 1, 2):
        with raises("TVMError", "is_zero(op->min)"):
            scene.run(tir.For(scene.i, 2, 5, kind, scene.store(scene.i, 1.0)))
    for target in ("llvm", "c"):
        with raises("TVMError", "is_zero(op->min)"):
            tvm.build(scene.function(tir.For(scene.i, 2, 5, 0, scene.store(scene.i, 1.0))), target=target)
    with raises("TVMError", "is_zero(op->min)"):
        tvm.build(tir.PrimFunc([n, scene.target], tir.For(scene.i, n, 5, 0, scene.store(scene.i, 1.0))), target="llvm")
    for kind in (0, 1, 2):
        assert scene.run(tir.For(scene.i, 2, 1, kind, scene.store(scene.i, 1.0))) == [0, 0, 1, 0, 0, 0, 0, 0]
        with raises("TVMError", "is_zero(op->min)"):
            scene.run(tir.For(scene.i, 2, 1, kind, scene.store(scene.i, 1.0), None, {"mine": 1}))
    unrolled = tir.For(scene.i, 2, 5, 0, scene.store(scene.i, 1.0), None, {"pragma_auto_unroll_max_step": 16})
    assert scene.run(unrolled) == [0, 0, 1, 1, 1, 1, 1, 0]


@proves("tvm.tir.For", "`THREAD_BINDING` 不报错，起点被丢掉，从 0 算")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    thread = tir.IterVar(None, tir.Var("t", "int32"), tir.IterVar.ThreadIndex, "threadIdx.x")
    stores = []
    for start in (0, 2):
        body = tvm.lower(scene.function(tir.For(scene.i, start, 4, 4, scene.store(scene.i, 1.0), thread)))["main"].body
        tir.stmt_functor.post_order_visit(body, lambda node: stores.append(node) if isinstance(node, tir.BufferStore) else None)
    assert len(stores) == 2 and all(isinstance(store.indices[0], tir.Var) for store in stores)


@proves("tvm.tir.For", "循环变量，每个循环用自己的")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    with raises("TVMError", "different const bound"):
        scene.run(tir.SeqStmt([tir.For(scene.i, 0, extent, 0, scene.store(scene.i, 1.0)) for extent in (8, 4)]))


@proves("tvm.tir.For", "打印这样的循环使进程崩溃", versions=NEW, dies="SIGABRT")
def _(tvm):
    scene = Scene(tvm)
    scene.script(tvm.tir.For(scene.i, 0, 8, 9, scene.store(scene.i, 1.0)))


@proves("tvm.tir.For", "超出 0 到 4 的数不检查，`script()` 报 `Unknown ForKind`", versions=("0.10.0",))
def _(tvm):
    scene = Scene(tvm)
    with raises("TVMError", "Unknown ForKind"):
        scene.script(tvm.tir.For(scene.i, 0, 8, 9, scene.store(scene.i, 1.0)))


@proves("tvm.tir.For", "起点为 0 的写 `range(8)`，别的起点写 `range(2, 10)`", versions=NEW)
@proves("tvm.tir.For", "起点为 0 的打印成 `T.serial(8)`，别的起点是 `T.serial(2, 10)`（终点不是次数）", versions=("0.10.0",))
@proves("tvm.tir.For", "连续几层从 0 开始、没有标注、次数互不依赖的串行循环合成 `T.grid(8, 4)`")
def _(tvm, release):
    tir, scene = tvm.tir, Scene(tvm)
    word = "T.serial" if release == "0.10.0" else "range"
    store, j = scene.store(scene.i, 1.0), tir.Var("j", "int32")
    assert f"{word}(8)" in scene.script(tir.For(scene.i, 0, 8, 0, store))
    assert f"{word}(2, 10)" in scene.script(tir.For(scene.i, 2, 8, 0, store))
    nest = lambda outer, inner, **more: scene.script(tir.For(scene.i, 0, outer, 0, tir.For(j, 0, inner, 0, store), **more))
    assert "T.grid(8, 4)" in nest(8, 4)
    for text in (nest(8, scene.i + 1), nest(8, 4, annotations={"hint": 1})):
        assert "T.grid" not in text, text


@proves("tvm.tir.ForKind", "是 Python 的 `IntEnum`，可以直接写数。读出的 `loop.kind` 是整数", "`SERIAL` | 0", "`PARALLEL` | 1", "`VECTORIZED` | 2", "`UNROLLED` | 3", "`THREAD_BINDING` | 4", "只用于 GPU 一类的目标")
def _(tvm):
    import enum

    tir, scene = tvm.tir, Scene(tvm)
    kinds = tir.ForKind
    assert issubclass(kinds, enum.IntEnum)
    assert [int(kinds[name]) for name in ("SERIAL", "PARALLEL", "VECTORIZED", "UNROLLED", "THREAD_BINDING")] == list(range(5))
    thread = tir.IterVar(None, "tx", 1, "threadIdx.x")
    make = lambda kind: tir.For(scene.i, 0, 8, kind, scene.store(scene.i, scene.source[scene.i] + 1.0), thread)
    assert make(kinds.PARALLEL).kind == 1 and isinstance(make(2).kind, int)
    for kind in (0, 1, 2, 3):
        assert scene.run(make(kind)) == [1, 2, 3, 4, 5, 6, 7, 8]
    with raises(Exception):
        scene.run(make(4))


@proves("tvm.tir.ForKind", "`T.vectorized`，次数必须是常量", "`T.unroll`，次数必须是常量", "在 `llvm` 上不能嵌套", "换成向量运算")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    j, n = tir.Var("j", "int32"), tir.Var("n", "int32")
    store = scene.store(scene.i, 1.0)
    for kind, word in ((2, "vectorized"), (3, "unroll"), (1, "parallel")):
        assert f"T.{word}(8)" in scene.script(tir.For(scene.i, 0, 8, kind, store))
    dynamic = lambda kind: tvm.build(tir.PrimFunc([n, scene.target], tir.For(scene.i, 0, n, kind, store)), target="llvm")
    for kind in (2, 3):
        with raises(Exception):
            dynamic(kind)
    dynamic(1)
    with raises(Exception):
        scene.run(tir.For(scene.i, 0, 8, 1, tir.For(j, 0, 8, 1, store)))
    mod = tvm.IRModule({"main": scene.function(tir.For(scene.i, 0, 8, 2, scene.store(scene.i, scene.source[scene.i])))})
    assert isinstance(tir.transform.VectorizeLoop(True)(mod)["main"].body.indices[0], tir.Ramp)


@proves("tvm.tir.For", "`THREAD_BINDING` 时必须给出，缺少时构造")
def _(tvm):
    scene = Scene(tvm)
    loop = tvm.tir.For(scene.i, 0, 8, 4, scene.store(scene.i, 1.0))
    assert loop.thread_binding is None
    with raises(Exception):
        tvm.build(scene.function(loop), target="llvm")


@proves("tvm.tir.While", "条件成立时反复执行，每次重新计算条件", "条件是常量时报 `The condition should not be trivial`；构造时只要求它是标量，不是布尔的到 LLVM 核对时失败")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    more = scene.store(0, scene.target[0] + 1.0)
    assert scene.run(tir.While(scene.target[0] < 5.0, more))[0] == 5.0
    with raises("TVMError", "The condition should not be trivial"):
        tir.While(tir.const(True), more)
    with raises("TVMError"):
        tir.While(tir.Var("v", "int32x4"), more)
    loose = tir.While(scene.target[0].astype("int32") - 5, more)
    with raises(Exception):
        scene.run(loose)


# Allocation


def staged(scene, condition=None, extents=(8,), dtype="float32", annotations=None, declared=True, used=None):
    """Copies A to B, reversed, by way of an allocation of which `used` elements are written."""
    tir, i = scene.tir, scene.i
    pointer = scene.pointer(dtype)
    tmp = tir.decl_buffer((extents[0],), dtype, data=pointer, name="tmp")
    used = extents[0] if used is None else used
    fill = tir.For(i, 0, used, 0, tir.BufferStore(tmp, scene.source[i % 8], [i]))
    j = tir.Var("j", "int32")
    body = tir.SeqStmt([fill, tir.For(j, 0, 8, 0, scene.store(j, tmp[7 - j]))])
    body = tir.DeclBuffer(tmp, body) if declared else body
    return tir.Allocate(pointer, dtype, list(extents), scene.true if condition is None else condition, body, annotations)


@proves("tvm.tir.Allocate", "元素类型必须与 `dtype` 相同（`bool` 可以配 int8），否则报 `does not match the type annotation`", "作用域由 `buffer_var` 的类型决定", "写 `tir.const(True)`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    nothing = tir.Evaluate(0)
    tir.Allocate(scene.pointer("int8"), "bool", [4], scene.true, nothing)
    for kind, dtype in (("int8", "float32"), ("float32", "float16"), ("bool", "int8")):
        with raises("TVMError", "does not match the type annotation"):
            tir.Allocate(scene.pointer(kind), dtype, [4], scene.true, nothing)
    for condition in (True, 1):
        with raises("TVMError"):
            tir.Allocate(scene.pointer(), "float32", [4], condition, nothing)
    assert tir.Allocate(scene.pointer(scope="local"), "float32", [4], scene.true, nothing).buffer_var.type_annotation.storage_scope == "local"
    assert scene.run(staged(scene)) == [7, 6, 5, 4, 3, 2, 1, 0]


@proves("tvm.tir.Allocate", "运行时为假的条件不起作用，内存照样分配；常量假只使留在栈上的分配编译失败")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    assert scene.run(staged(scene, condition=scene.source[0] > 100.0)) == [7, 6, 5, 4, 3, 2, 1, 0]
    with raises(Exception):
        scene.run(staged(scene, condition=tir.const(False)))
    assert scene.run(staged(scene, condition=tir.const(False), extents=(4096,), declared=False)) == [7, 6, 5, 4, 3, 2, 1, 0]


@proves("tvm.tir.Allocate", "编译时先缩到真正用到的范围", versions=("0.13.0",))
def _(tvm):
    scene = Scene(tvm)
    text = tvm.build(scene.function(staged(scene, extents=(4096,), used=8, declared=False)), target="c").get_source()
    assert "float tmp[8];" in text


@proves("tvm.tir.Allocate", "两者打印成一行 `T.decl_buffer`，其余的是 `T.allocate`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    assert "T.allocate" not in scene.script(staged(scene))
    assert "T.allocate(" in scene.script(staged(scene, annotations={"hint": 1}))
    other = tir.Allocate(pointer := scene.pointer(), "float32", [16], scene.true, tir.DeclBuffer(tir.decl_buffer((8,), data=pointer), tir.Evaluate(0)))
    assert "T.allocate(" in scene.script(other)
    assert "T.allocate(" in scene.script(staged(scene, declared=False))


@proves("tvm.tir.Allocate", "一共不到 1024 字节的分配放在栈上，其余的向运行时申请", "标注 `disable_lower_builtin` 经 `tvm.build` 不起作用")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)

    def asks(body, params=()):
        function = tir.PrimFunc([*params, scene.source, scene.target], body)
        return "TVMBackendAllocWorkspace" in tvm.build(function, target="c").get_source()

    assert not asks(staged(scene, extents=(255,), declared=False))
    assert asks(staged(scene, extents=(256,), declared=False))
    n = tir.Var("n", "int32")
    assert asks(staged(scene, extents=(n,), declared=False), [n])
    quiet = {"disable_lower_builtin": tir.const(True)}
    assert asks(staged(scene, extents=(4096,), annotations=quiet, declared=False))
    assert asks(staged(scene, extents=(n,), annotations=quiet, declared=False), [n])


def constant(scene, data, dtype="float32", kind=None):
    tir = scene.tir
    pointer = scene.pointer(kind or dtype)
    table = tir.decl_buffer((4,), dtype, data=pointer, name="table")
    return tir.AllocateConst(pointer, dtype, [4], data, tir.For(scene.i, 0, 4, 0, scene.store(scene.i, table[scene.i].astype("float32"))))


@proves("tvm.tir.AllocateConst", "带初始内容的常量数组，`llvm` 把它编译成只读的全局变量", "`bool` 也不能配 int8，否则报 `does not match the type annotation`", "不与数据的类型、形状核对", "Python 整数、NumPy 数组报错",
        "字段 `data` 和 `irmod_storage_idx` 有一个是空的；只有序号的不能直接编译")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    values = tvm.nd.array(np.float32([1, 2, 3, 4]))
    assert scene.run(constant(scene, values)) == [1, 2, 3, 4, 0, 0, 0, 0]
    text = tvm.build(scene.function(constant(scene, values)), target="llvm").get_source("ll")
    assert any(" constant [4 x float]" in line for line in text.splitlines())
    for kind, dtype in (("int8", "bool"), ("int32", "float32")):
        with raises("TVMError", "does not match the type annotation"):
            constant(scene, values, dtype, kind)
    constant(scene, tvm.nd.array(np.zeros((9, 9), "int8")))
    for wrong in (3, np.float32([1, 2, 3, 4])):
        with raises(Exception):
            constant(scene, wrong)
    indexed = constant(scene, tir.IntImm("int32", 0))
    assert indexed.data is None and indexed.irmod_storage_idx == 0
    assert constant(scene, values).irmod_storage_idx is None and constant(scene, values).data is not None
    with raises(Exception):
        scene.run(indexed)


@proves("tvm.tir.AllocateConst", "最多前 201 个元素，float16 打印成 16 位的整数", versions=NEW)
@proves("tvm.tir.AllocateConst", "超过 21 个元素时只有前 21 个和省略号，float16 打印成 16 位的整数", versions=("0.10.0",))
def _(tvm, release):
    tir, scene = tvm.tir, Scene(tvm)
    pointer = scene.pointer("int32")
    make = lambda size: tir.AllocateConst(pointer, "int32", [size], tvm.nd.array(np.arange(size, dtype="int32") + 10000), tir.Evaluate(0))
    limit = 21 if release == "0.10.0" else 201
    text = scene.script(make(limit + 50))
    assert str(10000 + limit - 1) in text and str(10000 + limit) not in text, text
    half = tir.AllocateConst(scene.pointer("float16"), "float16", [1], tvm.nd.array(np.float16([1.0])), tir.Evaluate(0))
    assert str(int(np.float16(1.0).view("int16"))) in scene.script(half)


@proves("tvm.tir.DeclBuffer", "声明 `body` 里要用的缓冲区，不分配内存：它的 `data` 必须已经由别的语句或形参定义", "没有 `DeclBuffer` 的缓冲区也能编译", "给一块内存换形状、换类型的写法也是它", versions=NEW)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    view = tir.decl_buffer((2, 4), data=scene.target.data, name="view")
    store = tir.BufferStore(view, 1.0, [1, 3])
    assert scene.run(tir.DeclBuffer(view, store)) == scene.run(store) == [0] * 7 + [1]
    bits = tir.decl_buffer((8,), "int32", data=scene.target.data, name="bits")
    one = int(np.float32(1).view("int32"))
    assert scene.run(tir.DeclBuffer(bits, tir.BufferStore(bits, one, [0])))[0] == 1.0
    assert "T.decl_buffer((2, 4), data=B.data)" in scene.script(tir.DeclBuffer(view, store))
    assert "T.Buffer(" in scene.script(store).split("def ")[1].split("\n", 1)[1]


@proves("tvm.tir.DeclBuffer", "报 `occurred before its declaration`")
def _(tvm):
    scene = Scene(tvm)
    loose = tvm.tir.decl_buffer((4,), name="loose")
    store = tvm.tir.BufferStore(loose, 1.0, [0])
    with raises("TVMError", "occurred before its declaration"):
        scene.run(tvm.tir.DeclBuffer(loose, store))


@proves("tvm.tir.DeclBuffer", "`llvm` 报 `Do not have a default for tir.DeclBuffer`，`c` 一类的后端忽略它", "直接用 `data` 相同的另一个缓冲区，不写 `DeclBuffer`", versions=("0.10.0",))
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    view = tir.decl_buffer((2, 4), data=scene.target.data, name="view")
    store = tir.BufferStore(view, 1.0, [1, 3])
    assert scene.run(store) == [0] * 7 + [1]
    with raises("TVMError", "Do not have a default for tir.DeclBuffer"):
        scene.run(tir.DeclBuffer(view, store))
    tvm.build(scene.function(tir.DeclBuffer(view, store)), target="c")


@proves("tvm.tir.DeclBuffer", "`buffer` 传 `None` 使进程崩溃", versions=NEW, dies="SIGSEGV")
def _(tvm):
    made = tvm.tir.DeclBuffer(None, tvm.tir.Evaluate(0))
    str(made), Scene(tvm).run(made)


# Blocks


def blocked(scene, kind=0, predicate=True, value=None, name="add"):
    tir = scene.tir
    axis = tir.IterVar((0, 8), tir.Var("v", "int32"), kind)
    v = axis.var
    block = tir.Block([axis], [scene.source[v : v + 1]], [scene.target[v : v + 1]], name, scene.store(v, scene.source[v] + 1.0))
    return tir.For(scene.i, 0, 8, 0, tir.BlockRealize([scene.i if value is None else value], predicate, block))


def rooted(scene, body):
    tir = scene.tir
    return tir.BlockRealize([], True, tir.Block([], [], [], "root", body))


@proves("tvm.tir.Block", "要能调度，函数体必须是一个没有轴的根块，TVMScript 的解析器会补上", "没有根块的函数能编译，`Schedule` 也接受，而 `split` 等原语抛出 `IndexError`")
def _(tvm):
    scene = Scene(tvm)

    def split(body):
        schedule = tvm.tir.Schedule(scene.function(body))
        return schedule.split(schedule.get_loops(schedule.get_block("add"))[0], [2, 4])

    assert len(split(rooted(scene, blocked(scene)))) == 2
    assert scene.run(blocked(scene)) == scene.run(rooted(scene, blocked(scene))) == [1, 2, 3, 4, 5, 6, 7, 8]
    with raises(IndexError):
        split(blocked(scene))
    again = importlib.import_module("tvm.script").from_source(scene.script(rooted(scene, blocked(scene))))
    assert again.body.block.name_hint == "root" and len(again.body.block.iter_vars) == 0


@proves("tvm.tir.Block", "各个字段之间不核对", "`Schedule.get_block` 用它", "不给出时是空的字典", "读它是 `AttributeError`", "必须有范围，没有的")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    wrong = tir.Block([], [scene.target[0:8]], [], "wrong", scene.store(0, 1.0))
    assert len(wrong.writes) == 0 and len(wrong.reads) == 1 and len(wrong.annotations) == 0
    with raises(AttributeError):
        wrong.span
    schedule = tir.Schedule(scene.function(rooted(scene, blocked(scene, name="here"))))
    assert schedule.get(schedule.get_block("here")).name_hint == "here"
    assert wrong.init is None and list(wrong.alloc_buffers) == list(wrong.match_buffers) == []


@proves("tvm.tir.Block", "归约的初始化，归约轴都在起点时执行；`with T.init()`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    axis = tir.IterVar((0, 8), tir.Var("v", "int32"), 2)
    block = tir.Block([axis], [scene.source[0:8]], [scene.target[0:1]], "sum", scene.store(0, scene.target[0] + scene.source[axis.var]), init=scene.store(0, 100.0))
    body = rooted(scene, tir.For(scene.i, 0, 8, 0, tir.BlockRealize([scene.i], True, block)))
    assert scene.run(body)[0] == 100 + sum(range(8)) and "with T.init():" in scene.script(body)


@proves("tvm.tir.Block", "打印成 `T.block(\"add\", no_realize=True)`，作函数体编译时报 `Do not have a default for tir.Block`", versions=NEW)
@proves("tvm.tir.Block", "`script()` 报 `Do not know how to print tir.Block`，没有轴的编译时报 `Do not have a default for tir.Block`", versions=("0.10.0",))
def _(tvm, release):
    scene = Scene(tvm)
    block = tvm.tir.Block([], [], [], "add", scene.store(0, 1.0))
    if release == "0.10.0":
        with raises("TVMError", "Do not know how to print tir.Block"):
            scene.script(block)
    else:
        assert 'T.block("add", no_realize=True)' in scene.script(block)
    with raises("TVMError", "Do not have a default for tir.Block"):
        scene.run(block)


@proves("tvm.tir.BlockRealize", "个数同 `block.iter_vars`，不同时抛出 `ValueError`；类型不核对", "为真才执行，`T.where`；Python 的 `bool` 或布尔表达式，整数抛出 `TypeError`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    block = blocked(scene).body.block
    for values in ([], [scene.i, scene.i]):
        with raises(ValueError):
            tir.BlockRealize(values, True, block)
    assert tir.BlockRealize([tir.const(1.5)], True, block).iter_values[0].dtype == "float32"
    for predicate in (1, scene.i):
        with raises(TypeError):
            tir.BlockRealize([scene.i], predicate, block)
    body = rooted(scene, blocked(scene, predicate=scene.i < 3))
    assert scene.run(body) == [1, 2, 3, 0, 0, 0, 0, 0] and "T.where(i < 3)" in scene.script(body)
    assert tir.BlockRealize([scene.i], True, block).predicate.dtype == "bool"


@proves("tvm.tir.BlockRealize", "连续两条以上时打印成 `T.axis.remap(\"SR\", [i, k])` 的简写，S 是数据轴，R 是归约轴")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)

    def script(kinds):
        axes = [tir.IterVar((0, 4), tir.Var(f"v{n}", "int32"), kind) for n, kind in enumerate(kinds)]
        loops = [tir.Var(name, "int32") for name in "ik"][: len(kinds)]
        body = tir.BlockRealize(loops, True, tir.Block(axes, [], [], "b", tir.Evaluate(axes[0].var)))
        for loop in reversed(loops):
            body = tir.For(loop, 0, 4, 0, body)
        return scene.script(rooted(scene, body))

    assert 'T.axis.remap("SR", [i, k])' in script([0, 2])
    assert "remap" not in script([0]) and "remap" not in script([0, 3])


@proves("tvm.tir.BufferRegion", "`B[0:2, 0:8]` 也得到它", "元素不能写成 `(0, 2)` 这样的元组，个数必须等于维数；是否越界不检查", "长度都是 1 时读标量，否则读向量，只有最后一维可以长于 1", "长度不是常量时报 `Cannot convert to BufferLoad`", "它没有 `span`", "有 `min` 和 `extent`")
def _(tvm):
    tir = tvm.tir
    data = tir.decl_buffer((4, 8))
    whole = data[0:2, 0:8]
    assert isinstance(whole, tir.BufferRegion) and whole.region[0].extent == 2 and whole.region[0].min == 0
    with raises(Exception):
        tir.BufferRegion(data, [(0, 2), (0, 8)])
    one = tvm.ir.Range(0, 2)
    for region in ([one], [one, one, one]):
        with raises("TVMError"):
            tir.BufferRegion(data, region)
    tir.BufferRegion(data, [tvm.ir.Range(-5, 99), one])
    with raises(AttributeError):
        whole.span
    assert tir.Evaluate(data[0:1, 3:4]).value.dtype == "float32" and tir.Evaluate(data[0:1, 0:4]).value.dtype == "float32x4"
    with raises("TVMError"):
        tir.Evaluate(data[0:2, 0:8])
    with raises("TVMError", "Cannot convert to BufferLoad"):
        tir.Evaluate(tir.BufferRegion(data, [tvm.ir.Range(0, 1), tvm.ir.Range(0, tir.Var("n", "int32"))]))


@proves("tvm.tir.MatchBufferRegion", "作用域和类型相同，原来的对齐是新的整数倍，都不是 `auto_broadcast`，各维长度可以证明相等（新缓冲区的维数是变量时除外），区域多出的高维长度是 1", "步长和偏移到 `LowerMatchBuffer` 才核对")
def _(tvm):
    tir = tvm.tir
    make = tir.decl_buffer
    source = make((4, 8), data_alignment=64)[1:2, 0:8]
    for fine in (make((8,)), make((1, 8)), make((tir.Var("n", "int32"),)), make((8,), data_alignment=16), make((8,), strides=[7]), make((8,), elem_offset=5)):
        tir.MatchBufferRegion(fine, source)
    wrong = (
        make((8,), scope="shared"), make((8,), "float16"), make((8,), data_alignment=128), make((8,), buffer_type="auto_broadcast"),
        make((7,)), make((2, 8)), make((1, 1, 8)),
    )
    for buffer in wrong:
        with raises("TVMError"):
            tir.MatchBufferRegion(buffer, source)
    with raises("TVMError", "The higher dimension should be 1"):
        tir.MatchBufferRegion(make((8,)), make((4, 8))[0:2, 0:8])


# Reductions


@proves("tvm.tir.comm_reducer", "与 `te.comm_reducer` 是同一个", "`tir.sum`、`tir.min`、`tir.max` 都由它造出", "第四个被当作 `init` 而丢掉")
def _(tvm):
    tir = tvm.tir
    assert tir.comm_reducer is tvm.te.comm_reducer
    value = lambda expression: int(tvm.arith.Analyzer().simplify(expression))
    for name in ("sum", "min", "max"):
        assert getattr(tir, name) is getattr(tvm.te, name)
    assert value(tir.max(1, 2, 3)) == 3 and value(tir.max(1, 2, 3, 4)) == 3 and value(tir.max(1, 2, 3, 4, 5)) == 5


def combiner(tvm, dtype="float32", result=None):
    tir = tvm.tir
    x, y = tir.Var("x", dtype), tir.Var("y", dtype)
    return tir.CommReducer([x], [y], [x + y if result is None else result], [tir.const(0, "float32")])


@proves("tvm.tir.CommReducer", "四个列表的长度要相同，不同时抛出 `ValueError`", "`result` 里用到的变量与单位元的类型也要相同，否则报 `substituting`", "没有用到的变量换成单位元的类型")
def _(tvm):
    tir = tvm.tir
    x, y, zero = tir.Var("x", "float32"), tir.Var("y", "float32"), tir.const(0.0)
    fine = [[x], [y], [x + y], [zero]]
    tir.CommReducer(*fine)
    for place in range(4):
        wrong = [list(one) for one in fine]
        wrong[place] = wrong[place] * 2
        with raises(ValueError):
            tir.CommReducer(*wrong)
    with raises("TVMError", "substituting"):
        combiner(tvm, "int32")
    other = combiner(tvm, "int32", result=tir.const(1.0))
    assert other.lhs[0].dtype == "float32"


@proves("tvm.tir.CommReducer", "打印成 `T.comm_reducer(lambda x, y: x + y, [T.float32(0)])`", versions=NEW)
@proves("tvm.tir.CommReducer", "打印成 `comm_reducer(result=[(x + y)], lhs=[x], rhs=[y], identity_element=[0f])`", versions=("0.10.0",))
def _(tvm, release):
    expected = "T.comm_reducer(lambda x, y: x + y, [T.float32(0)])"
    if release == "0.10.0":
        expected = "comm_reducer(result=[(x + y)], lhs=[x], rhs=[y], identity_element=[0f])"
    assert str(combiner(tvm)).strip() == expected or repr(combiner(tvm)).strip() == expected


@proves("tvm.tir.Reduce", "`src` 是 `source`，`rdom` 是 `axis`", "否则报 `Can only take axis created by reduce_axis`", "类型不检查", "从 0 开始，越界报 `indexing`", "个数同 `src`，只能是 `ProducerLoad` 或常量；没有时写 `[]`",
        "`Reduce` 留在函数里编译时报 `Do not have a default for tir.Reduce`")
def _(tvm):
    tir, te, scene = tvm.tir, tvm.te, Scene(tvm)
    axis, data = te.reduce_axis((0, 4), "k"), te.placeholder((4,))
    value = data[axis].asobject()

    def make(rdom=axis, condition=scene.true, index=0, init=()):
        return tir.Reduce(combiner(tvm), [value], [rdom], condition, index, list(init))

    made = make()
    assert made.source[0].same_as(value) and made.axis[0].same_as(axis) and made.dtype == "float32"
    with raises("TVMError", "Can only take axis created by reduce_axis"):
        make(rdom=tir.IterVar((0, 4), "i", 0))
    make(condition=5), make(condition=1.5)
    with raises(Exception, "indexing"):
        make(index=1)
    make(init=[tir.const(1.0)]), make(init=[te.placeholder((1,))[0]])
    for init in ([tir.Var("x", "float32")], [tir.const(1.0)] * 2):
        with raises("TVMError"):
            make(init=init)
    loose = tir.Reduce(combiner(tvm), [scene.source[0]], [axis], scene.true, 0, [])
    with raises("TVMError", "Do not have a default for tir.Reduce"):
        scene.run(scene.store(0, loose))


# Nodes of TE


@proves("tvm.tir.DataProducer", "`te.Tensor` 的基类", "`tir.DataProducer()` 不抛出异常，得到的是没有句柄的空对象，打印时才抛出 `AttributeError`")
def _(tvm):
    assert issubclass(tvm.te.Tensor, tvm.tir.DataProducer)
    empty = tvm.tir.DataProducer()
    with raises(AttributeError):
        str(empty)


@proves("tvm.tir.ProducerLoad", "TE 的 `A[i]` 参加运算时变成它。下标的个数不检查", "TE 下降时换成 `BufferLoad`")
def _(tvm):
    tir, te = tvm.tir, tvm.te
    data = te.placeholder((4,), name="A")
    out = te.compute((4,), lambda i: data[i] + 1.0, name="out")
    assert isinstance(out.op.body[0].a, tir.ProducerLoad)
    assert len(tir.ProducerLoad(data, [0, 0, 0]).indices) == 3
    kinds = set()
    tir.stmt_functor.post_order_visit(tvm.lower(te.create_schedule(out.op), [data, out])["main"].body, lambda node: kinds.add(type(node).__name__))
    assert "BufferLoad" in kinds and "ProducerLoad" not in kinds


@proves("tvm.tir.ProducerStore", "由 `SchedulePostProcToPrimFunc` 换成 `BufferStore`", "类型不检查", "下标，个数不检查")
@proves("tvm.tir.ProducerRealize", "由 `SchedulePostProcToPrimFunc` 换成 `BufferRealize`", "不是布尔时检查失败")
@proves("tvm.tir.BufferRealize", "由 `StorageFlatten` 换成 `Allocate`", "各维的范围，个数不检查", "应当是布尔，不检查")
def _(tvm):
    tir, te, scene = tvm.tir, tvm.te, Scene(tvm)
    data, nothing = scene.tensor(), tir.Evaluate(0)
    assert len(tir.ProducerStore(data, tir.const(1, "int64"), [0, 0]).indices) == 2
    whole = [tvm.ir.Range(0, 4)]
    tir.ProducerRealize(data, whole, scene.true, nothing)
    for condition in (True, 1):
        with raises("TVMError"):
            tir.ProducerRealize(data, whole, condition, nothing)
    assert len(tir.BufferRealize(scene.target, whole * 3, scene.true, nothing).bounds) == 3
    tir.BufferRealize(scene.target, whole, tir.const(1.5), nothing)

    middle = te.compute((4,), lambda i: data[i] + 1.0, name="middle")
    out = te.compute((4,), lambda i: middle[i] * 2.0, name="out")
    s = te.create_schedule(out.op)

    def names(body):
        kinds = set()
        tir.stmt_functor.post_order_visit(body, lambda node: kinds.add(type(node).__name__))
        return kinds

    body = te.schedule.ScheduleOps(s, te.schedule.InferBound(s))
    assert {"ProducerStore", "ProducerRealize", "ProducerLoad"} <= names(body)
    function = te.schedule.SchedulePostProcToPrimFunc([data, out], body, None)
    assert {"BufferStore", "BufferRealize", "BufferLoad"} <= names(function.body)
    assert not any(name.startswith("Producer") for name in names(function.body))
    mod = tir.transform.StorageFlatten(64)(tvm.IRModule({"main": function.with_attr("from_legacy_te_schedule", True)}))
    assert "Allocate" in names(mod["main"].body) and "BufferRealize" not in names(mod["main"].body)


@proves("tvm.tir.BufferRealize", "打印成 `T.realize(B[0:8])`", versions=NEW)
@proves("tvm.tir.ProducerRealize", "打印成 `T.ProducerRealize(…)`，TVMScript 的解析器里没有这个名称", versions=NEW)
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    realize = tir.BufferRealize(scene.target, [tvm.ir.Range(0, 8)], scene.true, tir.Evaluate(0))
    assert "T.realize(B[0:8])" in str(realize)
    assert 'T.realize(B[0:8], "local")' in str(tir.AttrStmt(scene.target, "realize_scope", tir.StringImm("local"), realize))
    producer = tir.ProducerRealize(scene.tensor(), [tvm.ir.Range(0, 4)], scene.true, tir.Evaluate(0))
    assert "T.ProducerRealize(" in str(producer)
    assert not hasattr(importlib.import_module("tvm.script.parser").tir, "ProducerRealize")


@proves("tvm.tir.ProducerLoad", "没有被化简掉时编译报 `Do not have a default for`")
@proves("tvm.tir.ProducerStore", "没有被化简掉时编译报 `Do not have a default for`")
@proves("tvm.tir.ProducerRealize", "没有被化简掉时编译报 `Do not have a default for`")
@proves("tvm.tir.BufferRealize", "没有被化简掉时编译报 `Do not have a default for`")
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    store, whole = scene.store(0, 1.0), [tvm.ir.Range(0, 4)]
    tmp = tir.decl_buffer((8,), name="tmp")
    twice = tir.SeqStmt([tir.BufferStore(tmp, 2.0, [0]), scene.store(0, tmp[0])])
    nodes = (
        scene.store(0, tir.ProducerLoad(scene.tensor(), [0])),
        tir.ProducerStore(scene.tensor(), 1.0, [0]),
        tir.ProducerRealize(scene.tensor(), whole, scene.true, store),
        tir.BufferRealize(tmp, whole, scene.true, twice),
    )
    for node in nodes:
        try:
            scene.run(node)
        except Exception as error:
            words = ("Do not have a default for", "Need to call StorageFlatten first", "is not allowed in TensorIR")
            assert any(one in str(error) for one in words), str(error)
        else:
            raise AssertionError(f"{type(node).__name__} compiled")


@proves("tvm.tir.Prefetch", "由 TE 的 `prefetch` 原语产生", "换成逐个缓存行的 `tir.prefetch` 调用")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    data = te.placeholder((64,), name="data")
    out = te.compute((64,), lambda i: data[i] + 1.0, name="out")
    s = te.create_schedule(out.op)
    s[out].prefetch(data, out.op.axis[0], 1)
    calls = []
    tir.stmt_functor.post_order_visit(tvm.lower(s, [data, out])["main"].body, lambda node: calls.append(node.op.name) if isinstance(node, tir.Call) else None)
    assert "tir.prefetch" in calls
    body = te.schedule.ScheduleOps(s, te.schedule.InferBound(s))
    keys = []
    tir.stmt_functor.post_order_visit(body, lambda node: keys.append(type(node).__name__ + getattr(node, "attr_key", "")))
    assert any("refetch" in key for key in keys)


@proves("tvm.tir.Load", "一构造就抛出 `TVMError`，信息里写的是 `deprecated Store node`", "改用缓冲区：`tir.decl_buffer(shape, dtype, data=buffer_var)[index]`", versions=("0.10.0",))
@proves("tvm.tir.Store", "同样一构造就抛出 `TVMError`", "Python 的数因此抛出 `AttributeError`", versions=("0.10.0",))
def _(tvm):
    tir, scene = tvm.tir, Scene(tvm)
    memory = scene.pointer()
    with raises("TVMError", "deprecated Store node"):
        tir.Load("float32", memory, 0)
    with raises("TVMError", "deprecated Store node"):
        tir.Store(memory, tir.const(1.0), 0)
    with raises(AttributeError):
        tir.Store(memory, 1.0, 0)
    assert isinstance(tir.decl_buffer((8,), "float32", data=memory)[0], tir.BufferLoad)


COMPLETE = True
