"""Probes of docs/reference/api/python/tir/intrin.md."""

import importlib.util
import re

import numpy as np
from probes import check_error, proves, proves_check, raises, unproved

NEW = ("0.12.0", "0.13.0")
OLD = ("0.10.0", "0.12.0")
LATEST = ("0.13.0",)
OLDEST = ("0.10.0",)
T = "tvm.tir."
CUDA = "要有启用 CUDA 的 TVM"


def is_oldest(tvm):
    return tvm.__version__.startswith("0.10")


def build(tvm, body, *params, target="llvm", **attrs):
    """A statement or an expression as a compiled function of variables and buffers."""
    tir = tvm.tir
    handles = [one if isinstance(one, tir.Var) else tir.Var(one.name, "handle") for one in params]
    buffers = {handle: one for handle, one in zip(handles, params) if isinstance(one, tir.Buffer)}
    body = body if isinstance(body, tir.Stmt) else tir.Evaluate(body)
    return tvm.build(tir.PrimFunc(handles, body, buffer_map=buffers).with_attr("global_symbol", "main"), target=target)


def source(tvm, body, *params):
    return build(tvm, body, *params, target="c").get_source()


def buffers(tvm, *names, dtype="float32", size=4):
    return [tvm.tir.decl_buffer((size,), dtype, name=name) for name in names]


def arrays(tvm, *values, dtype="float32"):
    return [tvm.nd.array(np.array(one, dtype)) for one in values]


def returned(tvm, value):
    """`ret` of a Python number needs an expression before 0.13.0."""
    return tvm.tir.Evaluate(tvm.tir.ret(tvm.tir.const(value) if isinstance(value, (int, float)) else value))


# C and LLVM


@proves(T + "call_extern", '`"handle"` 是指针', "符号名", "依次是实参")
def _(tvm):
    tir = tvm.tir
    (a, b), (first, second) = buffers(tvm, "A", "B"), arrays(tvm, [1, 2, 3, 4], [0] * 4)
    made = tir.call_extern("handle", "memcpy", b.data, a.access_ptr("r", offset=1), tir.const(8, "int64"))
    assert made.dtype == "handle" and made.args[0].value == "memcpy"
    build(tvm, made, a, b)(first, second)
    assert second.numpy().tolist() == [2, 3, 0, 0]


@proves(T + "call_extern", '`"void"` 没有返回值', versions=NEW)
@proves(T + "call_extern", '没有返回值写空字符串，0.10.0 不支持 `"void"`', versions=OLDEST)
def _(tvm, release):
    tir = tvm.tir
    if release == "0.10.0":
        with raises(Exception):
            build(tvm, tir.call_extern("void", "srand", tir.const(1)))()
        build(tvm, tir.call_extern("", "srand", tir.const(1)))()
    else:
        build(tvm, tir.call_extern("void", "srand", tir.const(1)))()


@proves(T + "call_extern", "按名字调用外部的 C 函数，当作有副作用，不会被删除")
@proves(T + "call_pure_extern", "调用没有副作用的 C 函数")
def _(tvm):
    tir = tvm.tir
    kept = lambda value: not isinstance(tir.transform.RemoveNoOp()(tvm.IRModule({"main": tir.PrimFunc([], tir.Evaluate(value))}))["main"].body.value, tir.IntImm)
    assert kept(tir.call_extern("int32", "f")) and not kept(tir.call_pure_extern("int32", "f"))
    assert not kept(tir.call_llvm_pure_intrin("float32", "llvm.sqrt", tir.const(1, "uint32"), tir.const(2.0)))
    assert kept(tir.call_llvm_intrin("int32", "llvm.donothing", tir.const(0, "uint32")))


@proves(T + "call_extern", "找不到时编译照样成功，调用时进程以段错误退出，不是异常", dies="SIGSEGV")
def _(tvm):
    build(tvm, returned(tvm, tvm.tir.call_extern("int32", "docs_no_such_symbol")))()


@proves(T + "call_extern", "同一模块里用两种签名调用同一个名字也不报错，第二种的结果不可信", versions=LATEST)
@proves(T + "call_extern", "同一模块里用两种签名调用同一个名字，实参不同时 LLVM 核对失败，只有返回类型不同时不报错", versions=OLD)
def _(tvm, release):
    tir = tvm.tir
    x, y = tir.Var("x", "float32"), tir.Var("y", "float64")
    both = lambda *calls: build(tvm, tir.stmt_seq(*(tir.Evaluate(tir.call_extern(kind, "docs_f", *values)) for kind, *values in calls)), x, y)
    both(("float32", x), ("int32", x))
    for other in (("float32", y), ("float32", x, x)):
        if release == "0.13.0":
            both(("float32", x), other)
        else:
            with raises("TVMError"):
                both(("float32", x), other)


@proves(T + "call_pure_extern", "C 库的数学规则（`erff`、`atanf` 等）下降成它")
def _(tvm):
    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    for value, name in ((tir.erf(x), "erff"), (tir.atan(x), "atanf")):
        function = tir.PrimFunc([x], tir.Evaluate(tir.call_extern("int32", "f", value))).with_attr("target", tvm.target.Target("llvm"))
        made = tir.transform.LowerIntrin()(tvm.IRModule({"main": function}))["main"].body.value.args[1]
        assert made.op.name == "tir.call_pure_extern" and made.args[0].value == name


@proves(T + "call_intrin", "字符串必须以 `tir.` 开头，否则抛出 `ValueError`；没有注册时抛出 `Operator … is not registered`", "写什么就是什么，不与实参核对", "个数不与 `num_inputs` 核对")
def _(tvm):
    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    with raises(ValueError):
        tir.call_intrin("float32", "exp", x)
    with raises("TVMError", "Operator tir.cbrt is not registered"):
        tir.call_intrin("float32", "tir.cbrt", x)
    for name in ("tir.exp", tvm.ir.Op.get("tir.exp")):
        assert tir.call_intrin("int8", name, x).dtype == "int8" and len(tir.call_intrin("float32", name, x, x, x).args) == 3
    assert build(tvm, returned(tvm, tir.call_intrin("float32", "tir.fma", x, x, tir.const(1.0))), x)(3.0) == 10


@proves(T + "call_llvm_intrin", '`dtype` 写 `"void"`，定型的实参个数写 0', versions=NEW)
@proves(T + "call_llvm_intrin", "`dtype` 写空字符串，定型的实参个数写 0", versions=OLDEST)
def _(tvm, release):
    made = tvm.tir.call_llvm_intrin("" if release == "0.10.0" else "void", "llvm.donothing", tvm.tir.const(0, "uint32"))
    build(tvm, made)()
    assert made.op.name == "tir.call_llvm_intrin"


@proves(T + "call_llvm_intrin", "形参同下一条，只是不会被当作无用语句删除")
def _(tvm):
    tir, n = tvm.tir, tvm.tir.Var("n", "int32")
    made = tir.call_llvm_intrin("int32", "llvm.ctpop", tir.const(1, "uint32"), n)
    assert build(tvm, returned(tvm, made), n)(255) == 8
    assert "llvm.ctpop" in build(tvm, tir.Evaluate(made), n).get_source("ll") or made.op.name == "tir.call_llvm_intrin"


@proves(T + "call_llvm_pure_intrin", "返回类型，参与选择重载", "带不带 `.f32` 这样的后缀都可以；构造时换成编号", "后面有几个实参参与选择重载，文档字符串没有写", "真正的实参")
def _(tvm):
    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    one = tir.const(1, "uint32")
    for name in ("llvm.sqrt", "llvm.sqrt.f32"):
        made = tir.call_llvm_pure_intrin("float32", name, one, x)
        assert isinstance(made.args[0], tir.IntImm) and build(tvm, returned(tvm, made), x)(9.0) == 3
    number = tir.call_llvm_pure_intrin("float32", "llvm.sqrt", one, x).args[0]
    for name in (number, int(number.value)):
        assert build(tvm, returned(tvm, tir.call_llvm_pure_intrin("float32", name, one, x)), x)(4.0) == 2
    n = tir.Var("n", "int32")
    saturated = tir.call_llvm_pure_intrin("int8", "llvm.sadd.sat", tir.const(2, "uint32"), n.astype("int8"), tir.const(100, "int8"))
    assert build(tvm, returned(tvm, saturated), n)(50) == 127


@proves(T + "call_llvm_pure_intrin", "漏掉时报 `Downcast from … to IntImm failed.`，数目不对时报 `Cannot find intrinsic declaration`")
def _(tvm):
    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    with raises("TVMError", "to IntImm failed."):
        build(tvm, returned(tvm, tir.call_llvm_pure_intrin("float32", "llvm.sqrt", x)), x)
    with raises("TVMError", "Cannot find intrinsic declaration"):
        build(tvm, returned(tvm, tir.call_llvm_pure_intrin("float32", "llvm.sqrt", tir.const(0, "uint32"), x)), x)


@proves(T + "call_llvm_pure_intrin", "名称写错时 Python 只警告 `Unknown llvm intrinsic function …, falling back to 0`，编译时进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    import warnings

    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = tir.call_llvm_pure_intrin("float32", "llvm.docs", tir.const(1, "uint32"), x)
    assert "falling back to 0" in str(caught[0].message)
    build(tvm, returned(tvm, made), x)


# PackedFunc and PrimFunc


def listening(tvm, name="docs.show", answer=None):
    heard = []

    def show(*arguments):
        heard.append([one.numpy().tolist() if hasattr(one, "numpy") else one for one in arguments])
        return answer() if callable(answer) else answer

    tvm.register_func(name, show, override=True)
    return heard


@proves(T + "call_packed", "整数按 int64、浮点数按 float64 传递，字符串直接传递，向量值报 `Cannot pass vector type through packed API.`", "两个调用的返回类型固定是 int32")
@proves(T + "call_packed", "按名字调用 `PackedFunc`，第一个实参是函数名")
def _(tvm):
    tir, (a,), n = tvm.tir, buffers(tvm, "A"), tvm.tir.Var("n", "int32")
    heard = listening(tvm)
    made = tir.call_packed("docs.show", a, n, 0.5, "text")
    assert made.dtype == "int32" and tir.call_cpacked("docs.show", n).dtype == "int32"
    assert made.args[1].op.name == "tir.tvm_stack_make_array"
    build(tvm, made, a, n)(arrays(tvm, [1, 2, 3, 4])[0], 7)
    assert heard == [[[1, 2, 3, 4], 7, 0.5, "text"]]
    with raises("TVMError", "Cannot pass vector type through packed API."):
        build(tvm, tir.call_packed("docs.show", tir.Broadcast(n, 4)), n)


@proves(T + "call_packed", "第一次调用时才找：没有时抛出 `Cannot find function … in the imported modules or global registry.`", "找到的句柄此后一直用，重新注册同名函数对已经运行过的模块不起作用")
def _(tvm):
    kernel = build(tvm, tvm.tir.call_packed("docs.late"))
    with raises("TVMError", "in the imported modules or global registry."):
        kernel()
    first = listening(tvm, "docs.late")
    kernel()
    second = listening(tvm, "docs.late")
    kernel()
    assert len(first) == 2 and len(second) == 0


@proves(T + "call_packed", "函数返回浮点数而按 int32 读时不报错，读到的是 64 位浮点数的低位")
def _(tvm):
    tir = tvm.tir
    listening(tvm, answer=2.5)
    kernel = build(tvm, returned(tvm, tir.call_packed("docs.show", 1)))
    assert kernel() == np.float64(2.5).view("int64") & 0xFFFFFFFF == 0
    typed = tir.Call("float32", "tir.tvm_call_packed", [tir.StringImm("docs.show"), tir.const(1)])
    assert build(tvm, returned(tvm, typed))() == 2.5


@proves_check(T + "call_packed", "Python 函数的异常成为 `InternalError`，原来的异常写在信息的末尾")
def _(tvm, release):
    def fail():
        raise KeyError("docs reason")

    listening(tvm, answer=fail)
    try:
        build(tvm, tvm.tir.call_packed("docs.show", 1))()
        raise SystemError("no error")
    except Exception as error:
        assert check_error(release) in [one.__name__ for one in type(error).__mro__] and "docs reason" in str(error).strip().splitlines()[-1], str(error)


@proves(T + "call_cpacked", "第一个实参是符号名，最后一个是 `resource_handle`，没有时写空指针。漏写时末一个实参被当作句柄丢掉，被调用者报 `num_args should be 1` 一类的断言", "不查注册表")
def _(tvm):
    tir = tvm.tir
    (a, b), h, g = buffers(tvm, "A", "B"), tir.Var("h", "handle"), tir.Var("g", "handle")
    null = tir.reinterpret("handle", tir.const(0, "uint64"))
    callee = tir.PrimFunc([h], tir.BufferStore(a, 5.0, [0]), buffer_map={h: a}).with_attr("global_symbol", "callee")

    def kernel(*arguments):
        caller = tir.PrimFunc([g], tir.Evaluate(tir.call_cpacked("callee", *arguments)), buffer_map={g: b}).with_attr("global_symbol", "main")
        return tvm.build(tvm.IRModule({"main": caller, "callee": callee}), target="llvm")["main"]

    (out,) = arrays(tvm, [0] * 4)
    kernel(b, null)(out)
    assert out.numpy()[0] == 5
    with raises("TVMError", "num_args should be 1"):
        kernel(b)(out)


@proves(T + "call_cpacked", "`llvm` 后端传给函数的句柄总是空指针")
def _(tvm):
    tir, (b,), h = tvm.tir, buffers(tvm, "B"), tvm.tir.Var("h", "handle")
    call = tir.call_cpacked("docs_callee", b, b.data)
    written = build(tvm, call, b).get_source()
    assert re.search(r"@docs_callee\([^)]*null\)", written), [line for line in written.splitlines() if "docs_callee" in line]


@proves(T + "call_packed_lowered", "五个实参依次是函数名、值的栈、类型码的栈、起点和终点", "个数不是五时 `llvm` 的代码生成检查失败")
@proves(T + "call_cpacked_lowered", "比上一个多末尾的 `resource_handle`，共六个实参")
def _(tvm):
    tir = tvm.tir
    null = tir.reinterpret("handle", tir.const(0, "uint64"))
    target = tvm.target.Target("llvm", host="llvm")
    for made, name, count, last in ((tir.call_packed("f", 1, 2), "tir.tvm_call_packed_lowered", 5, 2), (tir.call_cpacked("f", 1, 2, null), "tir.tvm_call_cpacked_lowered", 6, 3)):
        function = tir.PrimFunc([], tir.Evaluate(made)).with_attr("global_symbol", "main")
        mod = tvm.transform.Sequential([tir.transform.BindTarget(target), tir.transform.MakePackedAPI(), tir.transform.LowerTVMBuiltin()])(tvm.IRModule({"main": function}))
        found = []
        tir.stmt_functor.post_order_visit(mod["main"].body, lambda node: found.append(node) if isinstance(node, tir.Call) and node.op.name == name else None)
        assert len(found) == 1 and len(found[0].args) == count and [int(one) for one in found[0].args[3:5]] == [0, last]
    handle = tir.Var("p", "handle")
    with raises("TVMError"):
        build(tvm, tir.call_packed_lowered("f", handle, handle, 0), handle)


@proves(T + "call_cpacked_lowered", "源码后端只接受变量名的字符串或 `reinterpret(0)`", versions=LATEST)
def _(tvm):
    tir, p = tvm.tir, tvm.tir.Var("p", "handle")
    made = lambda last: tir.Call("int32", "tir.tvm_call_cpacked_lowered", [tir.StringImm("f"), p, p, tir.const(0), tir.const(0), last])
    null = tir.reinterpret("handle", tir.const(0, "uint64"))
    for last in (tir.StringImm("docs_resource"), null):
        assert "f(" in source(tvm, made(last), p)
    with raises("TVMError"):
        source(tvm, made(p), p)


@proves(T + "call_tir", "返回类型固定是 `void`", "字符串被 `assert` 拒绝", "依次对应形参，缓冲区传 `data` 指针，个数和类型不检查", versions=LATEST)
def _(tvm):
    tir, fill = tvm.tir, tvm.ir.GlobalVar("fill")
    made = tir.call_tir(fill, 1, 2, 3)
    assert made.dtype in ("", "void") and made.op.same_as(fill) and len(made.args) == 3
    with raises(AssertionError):
        tir.call_tir("fill", 1)
    p = tir.Var("p", tvm.ir.PointerType(tvm.ir.PrimType("float32")))
    data = tir.decl_buffer((4,), "float32", data=p)
    (b,), g, x = buffers(tvm, "B"), tir.Var("g", "handle"), tir.Var("x", "float32")
    main = tir.PrimFunc([g], tir.Evaluate(tir.call_tir(fill, b.data, 7.0)), buffer_map={g: b}).with_attr("global_symbol", "main")
    mod = tvm.IRModule({fill: tir.PrimFunc([p, x], tir.BufferStore(data, x, [3])), "main": main})
    (out,) = arrays(tvm, [0] * 4)
    tvm.build(mod, target="llvm")["main"](out)
    assert out.numpy()[3] == 7


@proves(T + "call_tir", "把调用换成 `call_cpacked`", "但里面不能再有 `call_packed`，否则验证 LLVM 模块失败", "`c` 目标要求每个函数都有 `global_symbol`", versions=LATEST)
def _(tvm):
    tir, fill = tvm.tir, tvm.ir.GlobalVar("fill")
    main = tir.PrimFunc([], tir.Evaluate(tir.call_tir(fill, 7))).with_attr("global_symbol", "main")
    n = tir.Var("n", "int32")
    heard = listening(tvm)
    inner = tir.PrimFunc([n], tir.Evaluate(tir.call_packed("docs.show", n)))
    whole = lambda callee: tvm.IRModule({fill: callee, "main": main})
    named = inner.with_attr("global_symbol", "fill")
    tvm.build(whole(named), target="llvm")["main"]()
    assert heard == [[7]]
    bound = tvm.transform.Sequential([tir.transform.BindTarget(tvm.target.Target("llvm", host="llvm")), tir.transform.MakePackedAPI()])
    assert "call_cpacked" in bound(whole(named))["main"].script() and "call_cpacked" not in bound(whole(inner))["main"].script()
    with raises("TVMError"):
        tvm.build(whole(inner), target="llvm")
    quiet = tir.PrimFunc([n], tir.Evaluate(tir.call_extern("int32", "abs", n)))
    tvm.build(whole(quiet), target="llvm")
    with raises("TVMError"):
        tvm.build(whole(quiet), target="c")


@proves(T + "trace", "元组抛出异常；最后一项是要返回的值", "函数返回 `None` 时用原值，返回别的时用返回值代替", "源码后端没有实现")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    with raises(Exception):
        tir.trace((1, 2))

    def result(answer, target="llvm"):
        heard = listening(tvm, "docs.trace", answer)
        x = te.placeholder((2,), name="x")
        y = te.compute((2,), lambda i: tir.trace([i, x[i]], "docs.trace") * 2.0, name="y")
        kernel = tvm.build(te.create_schedule(y.op), [x, y], target)
        out = tvm.nd.empty((2,))
        kernel(*arrays(tvm, [1, 2]), out)
        assert heard == [[0, 1.0], [1, 2.0]]
        return out.numpy().tolist()

    assert result(None) == [2, 4] and result(5.5) == [11, 11] and result(5) != [10, 10]
    with raises("TVMError"):
        result(None, "c")


@proves(T + "trace", "下降时不接受 `Buffer`，报 `Trace does not support Buffers`", "函数名，默认的打印整个列表")
def _(tvm):
    tir, (a,) = tvm.tir, buffers(tvm, "A")
    assert tir.trace([tir.const(1)]).args[0].value == "tvm.default_trace_action"
    with raises(Exception, "Trace does not support Buffers"):
        build(tvm, tir.trace([a, tir.const(1)]), a)


@proves(T + "tvm_check_return", "调用返回值不等于 `expected` 时提前返回 `return_unexpected`", "源码后端打印成 `if (f(1) != 0 ) return -1;`；`llvm` 没有实现", versions=NEW)
def _(tvm):
    tir = tvm.tir
    made = tir.tvm_check_return(tir.const(0), tir.const(-1), tir.call_extern("int32", "f", tir.const(1)))
    assert "if (f(1) != 0 ) return -1;" in source(tvm, made)
    with raises("TVMError", "unknown intrinsic"):
        build(tvm, made)


# Pointers and bits


@proves(T + "address_of", "一个元素的地址，结果是 `handle`。实参必须是 `BufferLoad`，如 `tir.BufferLoad(A, [2])`", "不把它记作读写，要参加判断用 `tvm_access_ptr`")
def _(tvm):
    tir, (a, b) = tvm.tir, buffers(tvm, "A", "B")
    first, second = arrays(tvm, [1, 2, 3, 4], [0] * 4)
    pointer = tir.address_of(tir.BufferLoad(a, [2]))
    assert pointer.dtype == "handle"
    build(tvm, tir.call_extern("handle", "memcpy", b.data, pointer, tir.const(8, "int64")), a, b)(first, second)
    assert second.numpy().tolist() == [3, 4, 0, 0]
    shared = tir.decl_buffer((64,), name="S", scope="shared")
    thread = tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")

    def synced(pointer):
        body = tir.stmt_seq(tir.BufferStore(shared, 1.0, [thread.var]), tir.Evaluate(tir.call_extern("int32", "f", pointer)))
        body = tir.AttrStmt(thread, "thread_extent", 32, tir.Allocate(shared.data, "float32", [64], tir.const(True), body))
        return "tvm_storage_sync" in tir.transform.ThreadSync("shared")(tvm.IRModule({"main": tir.PrimFunc([], body)}))["main"].script()

    assert not synced(tir.address_of(tir.BufferLoad(shared, [0]))) and synced(shared.access_ptr("r"))


@proves(T + "address_of", "写成 `A.data` 这样的表达式，编译时进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    (a,) = buffers(tvm, "A")
    build(tvm, tvm.tir.call_extern("handle", "memcpy", a.data, tvm.tir.address_of(a.data), tvm.tir.const(8, "int64")), a)


@proves(T + "tvm_access_ptr", "写成字符串不报错，但元素类型成了 8 字节的 `handle`，`offset` 乘以 8", "起点和长度，单位是元素；`extent` 不进入生成的代码", "缓冲区的 `data`", "1 读，2 写，3 读写")
def _(tvm):
    tir, (a, b) = tvm.tir, buffers(tvm, "A", "B")

    def copied(kind, offset, extent=1):
        first, second = arrays(tvm, [1, 2, 3, 4], [0] * 4)
        pointer = tir.tvm_access_ptr(kind, a.data, offset, extent, 1)
        build(tvm, tir.call_extern("handle", "memcpy", b.data, pointer, tir.const(4, "int64")), a, b)(first, second)
        return second.numpy()[0]

    kind = tir.type_annotation("float32")
    assert copied(kind, 1) == copied(kind, 1, 99) == 2 and copied("float32", 1) == 3
    for access, mask in (("r", 1), ("w", 2), ("rw", 3)):
        assert int(a.access_ptr(access).args[4]) == mask


@proves(T + "reinterpret", "不改位，换一种类型来读", "所以 `reinterpret(\"float32\", 0)` 用在算术里编译失败")
def _(tvm):
    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    assert build(tvm, returned(tvm, tir.reinterpret("int32", x)), x)(1.0) == 0x3F800000
    with raises("TVMError"):
        build(tvm, returned(tvm, tir.reinterpret("float32", tir.const(0, "int32")) + x), x)
    assert build(tvm, returned(tvm, tir.reinterpret("float32", tir.const(0x3F800000, "int32")) + x), x)(1.0) == 2


@proves(T + "reinterpret", "位数必须相同，构造时不检查，`llvm` 报 `Invalid bitcast`", versions=LATEST)
@proves(T + "reinterpret", "位数必须相同，构造和编译时都不检查，不同时结果没有意义", versions=OLD)
def _(tvm, release):
    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    made = tir.reinterpret("int64", x)
    if release == "0.13.0":
        with raises("TVMError", "Invalid bitcast"):
            build(tvm, returned(tvm, made), x)
    else:
        build(tvm, returned(tvm, made), x)


@proves(T + "isnullptr", "指针是不是空，得到布尔。Python 一侧传 `None` 就是空指针")
def _(tvm):
    tir, p = tvm.tir, tvm.tir.Var("p", "handle")
    assert tir.isnullptr(p).dtype == "bool"
    check = build(tvm, returned(tvm, tir.isnullptr(p).astype("int32")), p)
    assert check(None) == 1 and check(*arrays(tvm, [1])) == 0


@proves(T + "lookup_param", "源码后端打印成变量 `__tvm_param__` 加名称；`llvm` 不支持它，编译报错")
def _(tvm):
    tir = tvm.tir
    made = tir.call_extern("int32", "f", tir.lookup_param("p0"))
    assert "__tvm_param__p0" in source(tvm, made)
    with raises("TVMError"):
        build(tvm, made)


# Return, hints and assumptions


@proves(T + "ret", "从 `PrimFunc` 返回一个值，Python 得到 `int` 或 `float`", "它要作为 `Evaluate` 语句，可以在条件和串行循环里提前返回", "整数按 int64、浮点数按 float64")
def _(tvm):
    tir, n, i = tvm.tir, tvm.tir.Var("n", "int32"), tvm.tir.Var("i", "int32")
    stop = tir.IfThenElse(i * i >= n, returned(tvm, i), None)
    root = build(tvm, tir.stmt_seq(tir.For(i, 0, 100, 0, stop), returned(tvm, -1)), n)
    assert root(17) == 5 and root(10**6) == -1 and isinstance(root(17), int)
    x = tir.Var("x", "float32")
    assert isinstance(build(tvm, returned(tvm, x), x)(2.0), float)
    assert build(tvm, returned(tvm, tir.const(2**40, "int64")))() == 2**40 and build(tvm, returned(tvm, tir.const(0.1, "float64")))() == 0.1


@proves(T + "ret", "实际报 `data type handle not supported yet`", "在并行循环里报 `tir.ret cannot be used in parallel scope.`，用在表达式里报 `the tir.ret should be transformed to return zero`")
def _(tvm):
    tir, p, n, i = tvm.tir, tvm.tir.Var("p", "handle"), tvm.tir.Var("n", "int32"), tvm.tir.Var("i", "int32")
    with raises("TVMError", "data type handle not supported yet"):
        build(tvm, returned(tvm, p), p)
    with raises("TVMError", "tir.ret cannot be used in parallel scope."):
        build(tvm, tir.For(i, 0, 4, 1, returned(tvm, i)), n)
    with raises("TVMError", "the tir.ret should be transformed to return zero"):
        build(tvm, tir.call_extern("int32", "f", tir.ret(n)), n)


@proves(T + "ret", "`val` 要是表达式，Python 的数抛出 `AttributeError`", "`c` 目标没有实现它，报 `Unresolved call Op(tir.ret)`", versions=OLD)
def _(tvm):
    for value in (1, 2.0):
        with raises(AttributeError):
            tvm.tir.ret(value)
    with raises("TVMError", "Unresolved call Op(tir.ret)"):
        source(tvm, returned(tvm, 1))


@proves(T + "likely", "常量原样返回", "`split` 除不尽时 TE 用它标记判断，`LoopPartition` 据此把循环切成不用判断的主体和余下的部分，然后去掉所有标记", "常量界的循环默认不切，要打开配置")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    constant = tir.const(True)
    assert tir.likely(constant).same_as(constant) and tir.likely(tir.Var("c", "bool")).op.name == "tir.likely"
    x = te.placeholder((10,), name="x")
    y = te.compute((10,), lambda i: x[i] + 1.0, name="y")

    def text(split, simple=False, partition=False):
        schedule = te.create_schedule(y.op)
        schedule[y].split(y.op.axis[0], split)
        with tvm.transform.PassContext(config={"tir.LoopPartition": {"partition_const_loop": partition}}):
            return tvm.lower(schedule, [x, y], simple_mode=simple).script()

    assert "likely" in text(4, simple=True) and "likely" not in text(5, simple=True)
    assert "likely" not in text(4) and "if " in text(4) and "if " not in text(4, partition=True)


@proves(T + "likely", "用 `disabled_pass` 关掉 `LoopPartition` 时标记留到最后，`llvm` 报 `unknown intrinsic Op(tir.likely)`")
def _(tvm):
    te = tvm.te
    x = te.placeholder((10,), name="x")
    y = te.compute((10,), lambda i: x[i] + 1.0, name="y")
    schedule = te.create_schedule(y.op)
    schedule[y].split(y.op.axis[0], 4)
    tvm.build(schedule, [x, y], "llvm")
    with tvm.transform.PassContext(disabled_pass=["tir.LoopPartition"]):
        with raises("TVMError", "unknown intrinsic Op(tir.likely)"):
            tvm.build(schedule, [x, y], "llvm")


def assuming(tvm):
    tir, (a,), n, g = tvm.tir, buffers(tvm, "A"), tvm.tir.Var("n", "int32"), tvm.tir.Var("g", "handle")
    body = tir.stmt_seq(tir.Evaluate(tir.assume(n >= 4)), tir.IfThenElse(n >= 2, tir.BufferStore(a, 1.0, [0]), None))
    return tvm.IRModule({"main": tir.PrimFunc([g, n], body, buffer_map={g: a}).with_attr("global_symbol", "main")})


@proves(T + "assume", "`Simplify` 默认不利用它，要打开 `tir.Simplify` 的 `propagate_knowns_to_prove_conditional` 或 `propagate_knowns_to_simplify_expressions`", "留下来的 `llvm` 换成 `llvm.assume`，`c` 目标报 `Unresolved call Op(tir.assume)`", versions=NEW)
def _(tvm):
    for known in (False, True):
        for option in ("prove_conditional", "simplify_expressions"):
            with tvm.transform.PassContext(config={"tir.Simplify": {f"propagate_knowns_to_{option}": known}}):
                assert ("if " in tvm.tir.transform.Simplify()(assuming(tvm))["main"].script()) != known
    assert "assume" in tvm.lower(assuming(tvm))["main"].script()
    assert "llvm.assume" in tvm.build(assuming(tvm), target="llvm").get_source()
    with raises("TVMError", "Unresolved call Op(tir.assume)"):
        tvm.build(assuming(tvm), target="c")


@proves(T + "assume", "0.10.0 没有 Pass 利用它", "只有 `RemoveAssume` 认识它。返回的类型是 int32", "留下来的 `llvm` 报 `unknown intrinsic Op(tir.assume)`，`c` 目标报 `Unresolved call Op(tir.assume)`", versions=OLDEST)
def _(tvm):
    assert "if " in tvm.tir.transform.Simplify()(assuming(tvm))["main"].script()
    assert "assume" not in tvm.tir.transform.RemoveAssume()(assuming(tvm))["main"].script()
    assert tvm.tir.assume(tvm.tir.Var("n", "int32") > 1).dtype == "int32"
    with raises("TVMError", "unknown intrinsic Op(tir.assume)"):
        tvm.build(assuming(tvm), target="llvm")
    with raises("TVMError", "Unresolved call Op(tir.assume)"):
        tvm.build(assuming(tvm), target="c")


@proves(T + "assume", "形参的默认值 `None` 不能用，`tir.assume()` 使进程以段错误退出", dies="SIGSEGV")
def _(tvm):
    tvm.tir.assume()


@proves(T + "undef", "类型固定是 int32", "用在别处时报 `Expected removal of BufferStore containing builtin::undef()`", "`tvm.build` 不运行这个 Pass，留到代码生成就报 `unknown intrinsic Op(tir.undef)`", "`RemoveStoreUndef` 删掉存它的语句")
def _(tvm):
    tir, (a,) = tvm.tir, buffers(tvm, "A", dtype="int32")
    assert tir.undef().dtype == "int32"
    store = tir.BufferStore(a, tir.undef(), [0])
    remove = lambda body: tir.transform.RemoveStoreUndef()(tvm.IRModule({"main": tir.PrimFunc([a.data], body)}))["main"].body
    assert isinstance(remove(store), tir.Evaluate)
    with raises("TVMError", "Expected removal of BufferStore containing builtin::undef()"):
        remove(tir.Evaluate(tir.call_extern("int32", "f", tir.undef())))
    with raises("TVMError", "unknown intrinsic Op(tir.undef)"):
        build(tvm, store, a)


@proves(T + "start_profile_intrinsic", "它注册为没有副作用，自己手写的一条会被 `RemoveNoOp` 删掉", "`llvm` 目标打印 `Ignoring profile_intrinsic` 后略过", versions=NEW)
@proves(T + "end_profile_intrinsic", "与开始标记配对的结束标记，`id` 相同", versions=NEW)
def _(tvm):
    tir = tvm.tir
    pair = [tir.start_profile_intrinsic(3), tir.end_profile_intrinsic(3)]
    for made in pair:
        body = tir.transform.RemoveNoOp()(tvm.IRModule({"main": tir.PrimFunc([], tir.Evaluate(made))}))["main"].body
        assert isinstance(body.value, tir.IntImm)
    (a,), n = buffers(tvm, "A"), tir.Var("n", "int32")
    i = tir.Var("i", "int32")
    loop = tir.For(i, 0, n, 0, tir.BufferStore(a, 1.0, [i]))
    with tvm.transform.PassContext(config={"tir.instrument_lwp": True}):
        kernel = build(tvm, tir.stmt_seq(loop, loop), a, n)
        (out,) = arrays(tvm, [0] * 4)
        kernel(out, 4)
        function = tir.PrimFunc([tir.Var("g", "handle"), n], loop).with_attr("global_symbol", "main")
        lowered = tvm.lower(function)["main"]
    assert out.numpy().tolist() == [1] * 4
    ids = {}
    tir.stmt_functor.post_order_visit(lowered.body, lambda node: ids.setdefault(node.op.name, []).append(int(node.args[0])) if isinstance(node, tir.Call) and "profile" in node.op.name else None)
    assert ids and sorted(ids["tir.start_profile_intrinsic"]) == sorted(ids["tir.end_profile_intrinsic"])


@proves(T + "tvm_throw_last_error", "让函数返回 -1", "手写时 Python 的异常是 `Check failed: ret == 0 (-1 vs. 0)`")
def _(tvm):
    with raises("TVMError", "ret == 0 (-1 vs. 0)"):
        build(tvm, tvm.tir.tvm_throw_last_error())()


@proves(T + "tvm_tuple", "只作记号，不能生成代码", "依次是各维的起点和长度，到 `StorageFlatten` 消失")
def _(tvm):
    tir, te = tvm.tir, tvm.te
    assert [int(one) for one in tir.tvm_tuple(1, 2, 3).args] == [1, 2, 3]
    with raises("TVMError"):
        build(tvm, tir.tvm_tuple(1, 2))
    x = te.placeholder((16,), name="x")
    y = te.compute((16,), lambda i: x[i] + 1, name="y")
    schedule = te.create_schedule(y.op)
    p = te.placeholder((4,), name="p")
    q = te.compute((4,), lambda i: p[i] + 1, name="q")
    bind = {one: tir.decl_buffer(one.shape, one.dtype, name=one.op.name, offset_factor=1) for one in (p, q)}
    intrinsic = te.decl_tensor_intrin(q.op, lambda ins, outs: tir.call_packed("f", ins[0], outs[0]), binds=bind)
    _, inner = schedule[y].split(y.op.axis[0], 4)
    schedule[y].tensorize(inner, intrinsic)
    mod = tvm.driver.build_module.schedule_to_module(schedule, [x, y])
    found = []
    tir.stmt_functor.post_order_visit(mod["main"].body, lambda node: found.append(node) if isinstance(node, tir.AttrStmt) and node.attr_key == "buffer_bind_scope" else None)
    assert found and found[0].value.op.name == "tir.tvm_tuple" and [int(one) for one in found[0].value.args[1:]] == [4]
    assert "tvm_tuple" not in tir.transform.StorageFlatten(64)(mod)["main"].script()


# Stacks and workspaces

FIELDS = {1: "handle", 2: "handle", 3: "handle", 4: "int32", 5: "uint8", 6: "uint8", 7: "uint16", 8: "uint64", 9: "int32", 10: "int32"}


def field(tvm, number, dtype, tensor):
    p = tvm.tir.Var("p", "handle")
    value = tvm.tir.tvm_struct_get(p, 0, number, dtype)
    value = tvm.tir.isnullptr(value).astype("int32") if dtype == "handle" else value
    return build(tvm, returned(tvm, value), p)(tensor)


@proves(
    T + "tvm_struct_get",
    "| 1 | `data` | `handle` |",
    "`shape`，指向 int64",
    "`strides`，指向 int64，紧凑的张量是空指针",
    "| 4 | `ndim` | `int32` |",
    "`dtype.code`、`dtype.bits`",
    "| 7 | `dtype.lanes` | `uint16` |",
    "| 8 | `byte_offset` | `uint64` |",
    "| 9、10 | `device_id`、`device_type` | `int32` |",
    "11 不是字段，`llvm` 报 `unknown field code`",
)
def _(tvm):
    tensor = tvm.nd.array(np.zeros((2, 3, 5), "int16"))
    read = {number: field(tvm, number, dtype, tensor) for number, dtype in FIELDS.items()}
    assert read == {1: 0, 2: 0, 3: 1, 4: 3, 5: 0, 6: 16, 7: 1, 8: 0, 9: 0, 10: 1}, read
    with raises("TVMError", "unknown field code"):
        field(tvm, 11, "int32", tensor)
    p = tvm.tir.Var("p", "handle")
    shape = tvm.tir.decl_buffer((3,), "int64", name="shape", data=tvm.tir.Var("s", tvm.ir.PointerType(tvm.ir.PrimType("int64"))))
    body = tvm.tir.LetStmt(shape.data, tvm.tir.tvm_struct_get(p, 0, 2, "handle"), returned(tvm, tvm.tir.BufferLoad(shape, [2])))
    assert build(tvm, body, p)(tensor) == 5


@proves(T + "tvm_struct_get", "第 `index` 个 `DLTensor` 的地址", "数组的指针和第几项", "`int64`、`float64` 或 `handle`，别的检查失败", "字段的编号，见下表")
def _(tvm):
    tir, p = tvm.tir, tvm.tir.Var("p", "handle")
    address = tir.tvm_struct_get(p, 0, 0, "handle")
    assert build(tvm, returned(tvm, tir.tvm_struct_get(address, 0, 4, "int32")), p)(tvm.nd.empty((2, 3))) == 2
    for dtype in ("int64", "float64", "handle"):
        build(tvm, tir.call_extern("int32", "f", tir.tvm_struct_get(p, 1, 12, dtype)), p)
    for dtype in ("int32", "float32"):
        with raises("TVMError"):
            build(tvm, tir.call_extern("int32", "f", tir.tvm_struct_get(p, 1, 12, dtype)), p)


@proves(T + "tvm_struct_set", "0（地址）不能写")
def _(tvm):
    tir, p = tvm.tir, tvm.tir.Var("p", "handle")
    tensor = tvm.nd.empty((2, 3))
    write = lambda number, value: build(tvm, tir.tvm_struct_set(p, 0, number, value), p)
    write(4, tir.const(1))(tensor)
    with raises("TVMError"):
        write(0, p)


@proves(T + "tvm_stack_alloca", "其余报 `Unknown stack alloca type`", "`num` 必须是常量", '`"shape"`（int64）、`"array"`（`DLTensor`）、`"arg_value"`（`TVMValue`）、`"arg_tcode"`（int）')
def _(tvm):
    tir, n = tvm.tir, tvm.tir.Var("n", "int32")
    use = lambda kind, count=2: build(tvm, tir.call_extern("int32", "f", tir.tvm_stack_alloca(kind, count)), n)
    for kind in ("shape", "array", "arg_value", "arg_tcode"):
        use(kind)
    with raises("TVMError", "Unknown stack alloca type"):
        use("other")
    with raises("TVMError"):
        use("shape", n)


@proves(T + "tvm_stack_make_shape", "没有实参表示零维", "写在别处报 `Expect no tvm_stack_make_shape outside of CallNodes`")
def _(tvm):
    tir, (a,) = tvm.tir, buffers(tvm, "A")
    heard = []

    @tvm.register_func("docs.shape", override=True)
    def shape(array):
        heard.append(array.shape)

    for sizes in ((), (2, 2), (4,)):
        made = tir.tvm_stack_make_array(a.data, tir.tvm_stack_make_shape(*sizes), 0, len(sizes), tir.const(0.0), 0)
        build(tvm, tir.call_packed("docs.shape", made), a)(*arrays(tvm, [1, 2, 3, 4]))
    assert heard == [(), (2, 2), (4,)]
    with raises("TVMError", "Expect no tvm_stack_make_shape outside of CallNodes"):
        build(tvm, tir.tvm_stack_make_shape(4), a)


@proves(T + "tvm_stack_make_array", "另一个 `tvm_stack_make_shape`，紧凑时写 0", "维数，不与 `shape` 核对", "只取它的类型，通常是这个类型的常量 0", "元素偏移，乘以元素大小后写进 `byte_offset`", "数据指针；`tvm_stack_make_shape` 的结果", "同样只能放在 `call_packed` 一类调用里")
def _(tvm):
    tir, (a,) = tvm.tir, buffers(tvm, "A")
    heard = []

    @tvm.register_func("docs.array", override=True)
    def array(one):
        heard.append((one.shape, one.dtype, one.numpy().ravel().tolist() if one.dtype != "int8" else None))

    shape = tir.tvm_stack_make_shape
    for made in (
        tir.tvm_stack_make_array(a.data, shape(2), 0, 1, tir.const(0.0), 1),
        tir.tvm_stack_make_array(a.data, shape(2), 0, 1, tir.const(7.0), 2),
        tir.tvm_stack_make_array(a.data, shape(2, 2), 0, 1, tir.const(0.0), 0),
        tir.tvm_stack_make_array(a.data, shape(2), 0, 1, tir.const(0, "int8"), 0),
        tir.tvm_stack_make_array(a.data, shape(2), shape(1), 1, tir.const(0.0), 0),
    ):
        build(tvm, tir.call_packed("docs.array", made), a)(*arrays(tvm, [1, 2, 3, 4]))
    assert heard == [((2,), "float32", [2, 3]), ((2,), "float32", [3, 4]), ((2,), "float32", [1, 2]), ((2,), "int8", None), ((2,), "float32", [1, 2])], heard
    with raises("TVMError"):
        build(tvm, tir.tvm_stack_make_array(a.data, shape(2), 0, 1, tir.const(0.0), 0), a)


@proves(T + "TVMBackendAllocWorkspace", "设备类型和编号，CPU 的类型是 1", '字节数，要写 `tir.const(64, "uint64")`', "元素类型的代码和位数，只是提示")
@proves(T + "TVMBackendFreeWorkspace", "返回 0 表示成功")
def _(tvm):
    tir = tvm.tir
    pointer = tir.Var("w", tvm.ir.PointerType(tvm.ir.PrimType("float32")))
    data = tir.decl_buffer((4,), "float32", data=pointer)
    (out,), code = buffers(tvm, "O"), tir.Var("g", "handle")

    def body(hint=2, bits=32):
        freed = tir.BufferStore(out, tir.Cast("float32", tir.TVMBackendFreeWorkspace(1, 0, pointer)), [1])
        use = tir.stmt_seq(tir.BufferStore(data, 5.0, [0]), tir.BufferStore(out, tir.BufferLoad(data, [0]), [0]), freed)
        made = tir.TVMBackendAllocWorkspace(1, 0, tir.const(64, "uint64"), hint, bits)
        return tir.LetStmt(pointer, made, use)

    for hints in ((2, 32), (0, 8)):
        (result,) = arrays(tvm, [9] * 4)
        build(tvm, body(*hints), out)(result)
        assert result.numpy().tolist()[:2] == [5, 0]


# Vectors


def vectored(tvm, make, size=8, answer=4, target="llvm"):
    tir = tvm.tir
    v, o = tir.decl_buffer((size,), name="V"), tir.decl_buffer((answer,), name="O")
    whole = v.vload([0], f"float32x{size}")
    store = o.vstore([0], make(whole))
    kernel = build(tvm, store, v, o, target=target)
    out = tvm.nd.empty((answer,))
    kernel(tvm.nd.array(np.arange(size, dtype="float32")), out)
    return out.numpy().tolist()


@proves(T + "vectorlow", "长度为奇数时向下取整", "向量的前一半")
@proves(T + "vectorhigh", "长度同 `vectorlow`，所以奇数长的向量丢掉最后一个元素")
@proves(T + "vectorcombine", "首尾相接，`vec1` 在前", "结果的长度按 `vec1` 的两倍计算")
def _(tvm):
    tir = tvm.tir
    assert vectored(tvm, lambda v: tir.vectorlow("float32x4", v)) == [0, 1, 2, 3]
    assert vectored(tvm, lambda v: tir.vectorhigh("float32x4", v)) == [4, 5, 6, 7]
    assert vectored(tvm, lambda v: tir.vectorlow("float32x2", v), 5, 2) == [0, 1] and vectored(tvm, lambda v: tir.vectorhigh("float32x2", v), 5, 2) == [2, 3]
    low, high = (lambda v: tir.vectorlow("float32x4", v)), (lambda v: tir.vectorhigh("float32x4", v))
    assert vectored(tvm, lambda v: tir.vectorcombine("float32x8", high(v), low(v)), answer=8) == [4, 5, 6, 7, 0, 1, 2, 3]
    with raises("TVMError"):
        vectored(tvm, lambda v: tir.vectorlow("float32x2", v), 8, 2)
    with raises("TVMError", "Unresolved call"):
        vectored(tvm, low, target="c")


# Reductions between threads


@proves(T + "tvm_thread_allreduce", "外面必须有 `reduce_scope` 属性说明怎样结合，否则 `LowerThreadAllreduce` 检查失败")
def _(tvm):
    tir = tvm.tir
    red, out = tir.decl_buffer((1,), name="red", scope="local"), tir.decl_buffer((32,), name="O")
    axis = tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")
    x, y = tir.Var("x", "float32"), tir.Var("y", "float32")
    reducer = tir.CommReducer([x], [y], [x + y], [tir.const(0.0)])
    made = tir.Evaluate(tir.tvm_thread_allreduce(tir.const(1, "uint32"), tir.BufferLoad(out, [axis.var]), tir.const(True), tir.BufferLoad(red, [0]), axis.var))

    def lowered(scoped):
        body = tir.AttrStmt(reducer, "reduce_scope", tir.reinterpret("handle", tir.const(0, "uint64")), made) if scoped else made
        body = tir.stmt_seq(body, tir.BufferStore(out, tir.BufferLoad(red, [0]), [0]))
        body = tir.AttrStmt(axis, "thread_extent", 32, tir.Allocate(red.data, "float32", [1], tir.const(True), body))
        function = tir.PrimFunc([out.data], body).with_attr("target", tvm.target.Target("cuda"))
        return tir.transform.LowerThreadAllreduce()(tvm.IRModule({"main": function}))["main"].script()

    assert "tvm_warp_shuffle_down" in lowered(True)
    with raises("TVMError", "reduce_combiner_.empty()"):
        lowered(False)


@proves(T + "tvm_thread_allreduce", "同时归约几个值，uint32 常量", "各个值，然后是条件", "存放结果的各个缓冲区的元素，再后是参加归约的线程变量", "CUDA 上 32 个线程用 `tvm_warp_shuffle_down`，`opencl` 用共享内存和 `tvm_storage_sync`")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    x, k = te.placeholder((4, 32), name="x"), te.reduce_axis((0, 32), "k")
    y = te.compute((4,), lambda i: te.sum(x[i, k], axis=k), name="y")
    schedule = te.create_schedule(y.op)
    schedule[y].bind(k, te.thread_axis("threadIdx.x"))
    mod = tvm.lower(schedule, [x, y])
    found = []
    tir.stmt_functor.post_order_visit(mod["main"].body, lambda node: found.append(node) if isinstance(node, tir.Call) and node.op.name == "tir.tvm_thread_allreduce" else None)
    count, value, condition, result, thread = found[0].args
    assert count.dtype == "uint32" and int(count) == 1 and isinstance(value, tir.BufferLoad) and condition.dtype == "bool" and isinstance(result, tir.BufferLoad) and isinstance(thread, tir.Var)
    for kind, shuffles in (("cuda -arch=sm_70", True), ("opencl", False)):
        text = tir.transform.LowerThreadAllreduce()(tir.transform.BindTarget(tvm.target.Target(kind, host="llvm"))(mod)).script()
        assert ("tvm_warp_shuffle_down" in text) == shuffles and ("tvm_storage_sync" in text) != shuffles


# Tensor Cores


def fragments(tvm):
    return [tvm.tir.decl_buffer((256,), "float16" if name in "ab" else "float32", name=name, scope=f"wmma.{kind}") for name, kind in (("a", "matrix_a"), ("b", "matrix_b"), ("c", "accumulator"))]


@proves(T + "tvm_mma_sync", "八个形参是四个片段和各自的下标", "`InferFragment` 检查四个片段的 `m`、`n`、`k` 相同")
@proves(T + "tvm_fill_fragment", "把片段的全部元素设为 `value`")
@proves(T + "tvm_load_matrix_sync", "因此同一片段两次装入的布局必须相同")
def _(tvm):
    tir, (a, b, c) = tvm.tir, fragments(tvm)
    memory = tir.decl_buffer((256,), "float16", name="G")

    def infer(size=16, second="row_major", other="row_major"):
        load = lambda one, layout, n=16: tir.tvm_load_matrix_sync(one.data, 16, 16, n, 0, memory.access_ptr("r"), 16, layout)
        fill = tir.tvm_fill_fragment(c.data, 16, 16, 16, 0, tir.const(0.0))
        mma = tir.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)
        assert len(mma.args) == 8 and fill.args[5].value == 0
        body = tir.stmt_seq(*(tir.Evaluate(one) for one in (fill, load(a, other), load(a, second), load(b, "col_major", size), mma)))
        for one in (a, b, c):
            body = tir.Allocate(one.data, one.dtype, [256], tir.const(True), body)
        return tir.transform.InferFragment()(tvm.IRModule({"main": tir.PrimFunc([memory.data], body)}))

    infer()
    with raises("TVMError"):
        infer(size=8)
    with raises("TVMError"):
        infer(second="col_major")


@proves(T + "tvm_store_matrix_sync", "`layout` 必须是字符串")
@proves(T + "tvm_bmma_sync", "没有形参选择位运算")
def _(tvm):
    tir, (a, b, c) = tvm.tir, fragments(tvm)
    memory = tir.decl_buffer((256,), "float32", name="G")
    made = tir.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, memory.access_ptr("w"), 16, "row_major")
    assert made.args[7].value == "row_major" and isinstance(made.args[7], tir.StringImm)
    bits = tir.tvm_bmma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)
    assert len(bits.args) == 8 and bits.op.name == "tir.tvm_bmma_sync"


for _name, _words in (
    ("tvm_fill_fragment", "即 `fill_fragment`"),
    ("tvm_load_matrix_sync", "`layout` 在 CUDA 里不出现在调用上，而成为片段类型的一部分"),
    ("tvm_store_matrix_sync", "CUDA 打印成 `nvcuda::wmma::mem_` 加它，否则报 `Invalid parameters`"),
    ("tvm_bmma_sync", "CUDA 打印成 `nvcuda::wmma::bmma_sync`"),
    ("ptx_mma", "此外报 `Cannot find matched MMA configurations.`"),
    ("ptx_mma_sp", "A 为 2:4 稀疏的 `mma.sp`"),
    ("ptx_ldmatrix", "1、2 或 4 个矩阵，否则报 `ldmatrix only accept loading 1/2/4 matrices.`"),
    ("ptx_cp_async", "`bytes` 是 16 时用 `cp.async.cg`，其余用 `cp.async.ca`，个数合不合法由汇编器检查"),
    ("ptx_commit_group", "（`cp.async.commit_group`）"),
    ("mma_store", "只支持 16 和 16，否则报 `Only m == 16 && n == 16 case supported for now`"),
    ("mma_fill", "没有对应的 PTX 指令，打印成赋值 `0.0` 的循环，不能填别的值"),
):
    unproved(T + _name, _words, reason=CUDA)
unproved(T + "ptx_wait_group", "`num` 必须是常量，0 等全部完成", reason=CUDA, versions=LATEST)
unproved(T + "ptx_wait_group", "`num` 原样打印进汇编，写常量；不是常量的这里不检查", reason=CUDA, versions=OLD)


@proves(T + "ptx_mma_sp", "`LowerWarpMemory` 不改写它的下标，三个缓冲区在 `warp` 作用域时报 `Cannot access address of warp memory directly`")
@proves(T + "ptx_mma", "一位乘法用 `\"xor\"` 或 `\"and\"`；其他类型不写", "三个寄存器缓冲区，各跟一个下标")
def _(tvm):
    tir = tvm.tir
    a, b, c, meta = (tir.decl_buffer((64,), "float16", name=name, scope="warp") for name in ("a", "b", "c", "meta"))
    out = tir.decl_buffer((64,), "uint32", name="e", scope="local")
    dense = tir.ptx_mma("float16", "m16n8k16", "row", "col", "fp16", "fp16", "fp16", a.data, 0, b.data, 0, c.data, 0, False)
    binary = tir.ptx_mma("int32", "m8n8k128", "row", "col", "int1", "int1", "int32", a.data, 0, b.data, 0, c.data, 0, False, "xor")
    assert len(binary.args) == len(dense.args) + 1 and binary.args[-1].value == "xor" and dense.args[6].same_as(a.data)
    sparse = tir.ptx_mma_sp("float16", "m16n8k16", "row", "col", "fp16", "fp16", "fp16", a.data, 0, b.data, 0, c.data, 0, out.data, 0, 0, False)
    axis = tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")

    def lower(made):
        writes = [tir.BufferStore(one, tir.const(1.0, "float16"), [axis.var * 2]) for one in (a, b, c)]
        body = tir.AttrStmt(axis, "thread_extent", 32, tir.stmt_seq(*writes, tir.Evaluate(made)))
        for one in (a, b, c):
            body = tir.Allocate(one.data, "float16", [64], tir.const(True), body)
        function = tir.PrimFunc([out.data], body).with_attr("target", tvm.target.Target("cuda"))
        return tir.transform.LowerWarpMemory()(tvm.IRModule({"main": function}))

    lower(dense)
    with raises("TVMError", "Cannot access address of warp memory directly"):
        lower(sparse)


@proves(T + "ptx_cp_async", "`tir.use_async_copy` 打开时由 `InjectPTXAsyncCopy` 把 `async_scope` 里每次 4、8、16 字节的复制换成它")
def _(tvm):
    tir = tvm.tir
    out, shared = tir.decl_buffer((128,), name="A"), tir.decl_buffer((128,), name="S", scope="shared")
    for lanes, expected in ((1, True), (2, True), (4, True), (8, False)):
        place = tir.Ramp(0, 1, lanes) if lanes > 1 else 0
        body = tir.AttrStmt(tir.const(0), "async_scope", 1, tir.BufferStore(shared, tir.BufferLoad(out, [place]), [place]))
        made = tir.transform.InjectPTXAsyncCopy()(tvm.IRModule({"main": tir.PrimFunc([out.data, shared.data], body)}))["main"]
        assert ("ptx_cp_async" in made.script()) == expected


@proves(T + "mma_store", "那是 `tvm.tir.tensor_intrin.cuda` 注册的 Python 函数，没有导入时代码生成失败")
def _(tvm):
    # Importing the module parses dozens of functions, which takes longer than a probe may.
    name = "tir.index_map.shared_16x16_to_ldmatrix_32x8_layout"
    assert tvm.get_global_func(name, allow_missing=True) is None
    path = importlib.util.find_spec("tvm.tir.tensor_intrin").submodule_search_locations[0] + "/cuda.py"
    assert f'register_func("{name}"' in open(path).read()


@proves(T + "call_extern", "`llvm` 模块在进程里找这个符号")
def _(tvm):
    # A function of the C library, which is linked to the process and not to the module.
    assert build(tvm, returned(tvm, tvm.tir.call_extern("int32", "abs", tvm.tir.const(-7))))() == 7


@proves(T + "call_packed", '要浮点的结果，自己写 `tir.Call("float32", "tir.tvm_call_packed", …)`')
def _(tvm):
    tir = tvm.tir
    listening(tvm, answer=0.25)
    for dtype in ("float32", "float64"):
        made = tir.Call(dtype, "tir.tvm_call_packed", [tir.StringImm("docs.show"), tir.const(1)])
        assert build(tvm, returned(tvm, made))() == 0.25


@proves(T + "tvm_check_return", "AOT 的非打包接口用它包住 `call_extern`，源码后端打印成 `if (f(1) != 0 ) return -1;`", versions=NEW)
def _(tvm):
    tir = tvm.tir
    made = tir.tvm_check_return(tir.const(0), tir.const(-1), tir.call_extern("int32", "f", tir.const(1)))
    assert "if (f(1) != 0 ) return -1;" in source(tvm, made)
    x = tvm.relay.var("x", shape=(4,))
    mod = tvm.IRModule.from_expr(tvm.relay.Function([x], tvm.relay.exp(x)))
    executor = tvm.relay.backend.Executor("aot", {"interface-api": "c", "unpacked-api": True})
    runtime = tvm.relay.backend.Runtime("crt")
    with tvm.transform.PassContext(config={"tir.disable_vectorize": True}):
        library = tvm.relay.build(mod, target="c", executor=executor, runtime=runtime)
    text = "".join(one.get_source() for one in [library.lib, *library.lib.imported_modules] if one.type_key == "c")
    assert re.search(r"if \(tvmgen_default_fused_exp\([^;]*\) != 0 \) return -1;", text), text[-800:]


@proves(T + "tvm_access_ptr", "把它换成 `address_of`", "在此之前，线程同步等分析靠 `offset`、`extent`、`rw_mask` 判断依赖，写错了不报错")
def _(tvm):
    tir = tvm.tir
    shared = tir.decl_buffer((64,), name="S", scope="shared")
    thread = tir.IterVar(tvm.ir.Range(0, 32), tir.Var("t", "int32"), 1, "threadIdx.x")

    def synced(mask):
        pointer = tir.tvm_access_ptr(tir.type_annotation("float32"), shared.data, 0, 64, mask)
        body = tir.stmt_seq(tir.BufferStore(shared, 1.0, [thread.var]), tir.Evaluate(tir.call_extern("int32", "f", pointer)))
        body = tir.AttrStmt(thread, "thread_extent", 32, tir.Allocate(shared.data, "float32", [64], tir.const(True), body))
        return "tvm_storage_sync" in tir.transform.ThreadSync("shared")(tvm.IRModule({"main": tir.PrimFunc([], body)}))["main"].script()

    assert synced(1) and not synced(0)
    (a,) = buffers(tvm, "A")
    function = tir.PrimFunc([a.data], tir.Evaluate(tir.call_extern("int32", "f", a.access_ptr("r", offset=2))))
    text = tir.transform.LowerDeviceStorageAccessInfo()(tvm.IRModule({"main": function}))["main"].script()
    assert "address_of" in text and "tvm_access_ptr" not in text


@proves(T + "reinterpret", "常量的浮点 0 直接写 `tir.const(0.0)`", "常量 0 在 `llvm` 上总是变成空指针，不管 `dtype` 是什么", versions=LATEST)
@proves(T + "reinterpret", "常量的浮点 0 直接写 `tir.const(0.0)`", versions=OLD)
def _(tvm, release):
    tir, x = tvm.tir, tvm.tir.Var("x", "float32")
    assert build(tvm, returned(tvm, tir.const(0.0) + x), x)(2.5) == 2.5
    for other in (x, tir.Var("u", "uint32"))[: 2 if release == "0.13.0" else 1]:
        with raises("TVMError"):
            build(tvm, returned(tvm, tir.reinterpret(other.dtype, tir.const(0, "int32")) + other), other)


@proves(T + "ret", "把值写进返回槽，再返回 0")
def _(tvm):
    tir, n = tvm.tir, tvm.tir.Var("n", "int32")
    function = tir.PrimFunc([n], returned(tvm, n + 5)).with_attr("global_symbol", "main")
    steps = [tir.transform.BindTarget(tvm.target.Target("llvm", host="llvm")), tir.transform.MakePackedAPI()]
    body = tvm.transform.Sequential(steps)(tvm.IRModule({"main": function}))["main"].body
    returns, stores = [], []
    tir.stmt_functor.post_order_visit(body, lambda node: returns.append(node.args[0]) if isinstance(node, tir.Call) and node.op.name == "tir.ret" else None)
    tir.stmt_functor.post_order_visit(body, lambda node: stores.append(node) if isinstance(node, tir.BufferStore) else None)
    assert returns and all(int(one) == 0 for one in returns)
    assert [(store.buffer.data.name, store.value.dtype) for store in stores][0] == ("out_ret_value", "int64")


@proves(T + "assume", "`tvm.lower` 和 `tvm.build` 都没有 `RemoveAssume`，要自己加")
def _(tvm):
    tir = tvm.tir
    assert "assume" in tvm.lower(assuming(tvm))["main"].script()
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(3, tir.transform.RemoveAssume())]}):
        assert "assume" not in tvm.lower(assuming(tvm))["main"].script()
        tvm.build(assuming(tvm), target="c")


@proves(T + "assume", "条件里可以有变量和缓冲区的元素", versions=NEW)
def _(tvm):
    tir, (a,), g = tvm.tir, buffers(tvm, "A", dtype="int32"), tvm.tir.Var("g", "handle")
    known = tir.Evaluate(tir.assume(tir.BufferLoad(a, [0]).equal(7) if hasattr(tir.BufferLoad, "equal") else tir.BufferLoad(a, [0]) == 7))
    body = tir.stmt_seq(known, tir.IfThenElse(tir.BufferLoad(a, [0]) > 3, tir.BufferStore(a, 1, [1]), None))
    mod = tvm.IRModule({"main": tir.PrimFunc([g], body, buffer_map={g: a})})
    with tvm.transform.PassContext(config={"tir.Simplify": {"propagate_knowns_to_prove_conditional": True}}):
        assert "if " not in tir.transform.Simplify()(mod)["main"].script()


@proves(T + "start_profile_intrinsic", "给函数和循环编号", versions=NEW)
@proves(T + "end_profile_intrinsic", "两者之间是被测的循环或整个函数体", versions=NEW)
def _(tvm):
    tir, n, g, (a,) = tvm.tir, tvm.tir.Var("n", "int32"), tvm.tir.Var("g", "handle"), buffers(tvm, "A")
    loops = [tir.For(tir.Var("i", "int32"), 0, n, 0, tir.For(tir.Var("j", "int32"), 0, n, 0, tir.BufferStore(a, 1.0, [0]))) for _ in range(2)]
    function = tir.PrimFunc([g, n], tir.stmt_seq(*loops), buffer_map={g: a}).with_attr("global_symbol", "main")
    with tvm.transform.PassContext(config={"tir.instrument_lwp": True, "tir.instr_siblings": False, "tir.reset_start_id": True}):
        body = tvm.lower(function)["main"].body
    kinds = [("start" if "start" in one.value.op.name else "end", int(one.value.args[0])) if isinstance(one, tir.Evaluate) else "loop" for one in body]
    assert kinds[0] == ("start", 0) and kinds[-1] == ("end", 0), kinds
    assert kinds.count("loop") == 2 and len({kind for kind in kinds if kind != "loop"}) == 6, kinds


@proves(T + "tvm_stack_alloca", "`llvm` 分配在函数的入口，循环里不会增长")
def _(tvm):
    tir, n, i = tvm.tir, tvm.tir.Var("n", "int32"), tvm.tir.Var("i", "int32")
    heard = listening(tvm)
    kernel = build(tvm, tir.For(i, 0, n, 0, tir.Evaluate(tir.call_packed("docs.show", i))), n)
    text = kernel.get_source()
    blocks = [block for block in re.split(r"\n(?=[\w.]+:)", text) if " alloca " in block]
    assert blocks and all("entry:" in block for block in blocks)
    kernel(3)
    assert heard == [[0], [1], [2]]


@proves(T + "tvm_stack_make_array", "设备类型和编号取自所在的函数")
def _(tvm):
    tir, (a,) = tvm.tir, buffers(tvm, "A")
    made = tir.tvm_stack_make_array(a.data, tir.tvm_stack_make_shape(4), 0, 1, tir.const(0.0), 0)
    heard = []
    tvm.register_func("docs.device", lambda array: heard.append((array.device.device_type, array.device.device_id)), override=True)
    build(tvm, tir.call_packed("docs.device", made), a)(*arrays(tvm, [1, 2, 3, 4]))
    assert heard == [(1, 0)]
    call = tir.Evaluate(tir.call_packed("docs.device", made))
    for key, value in (("device_id", 3), ("device_type", 4)):
        call = tir.AttrStmt(tir.StringImm("d"), key, value, call)
    function = tir.PrimFunc([a.data], call).with_attr("target", tvm.target.Target("llvm"))
    body = tir.transform.LowerTVMBuiltin()(tvm.IRModule({"main": function}))["main"].body
    sets = {}
    tir.stmt_functor.post_order_visit(body, lambda node: sets.update({int(node.args[2]): node.args[3]}) if isinstance(node, tir.Call) and node.op.name == "tir.tvm_struct_set" else None)
    assert int(sets[9]) == 3 and int(sets[10]) == 4


@proves(T + "tvm_struct_get", "结果的类型，要与字段相同，不检查也不转换")
def _(tvm):
    p = tvm.tir.Var("p", "handle")
    for dtype in ("int64", "uint8", "float32"):
        assert tvm.tir.tvm_struct_get(p, 0, 4, dtype).dtype == dtype


@proves(T + "tvm_struct_set", "`value` 的类型要正好是字段的类型，如 `byte_offset` 是 uint64")
def _(tvm):
    tir, p = tvm.tir, tvm.tir.Var("p", "handle")
    build(tvm, tir.tvm_struct_set(p, 0, 8, tir.const(0, "uint64")), p)
    text = build(tvm, tir.tvm_struct_set(p, 0, 8, tir.const(0, "uint64")), p).get_source()
    assert re.search(r"store i64 0, i64\* %", text) or "store i64 0, ptr" in text


@proves(T + "TVMBackendAllocWorkspace", "CPU 上全局作用域、大小已知且不到 1024 字节的分配留在栈上，主机函数里其余的 `Allocate` 由 `LowerTVMBuiltin` 换成它，并加上判空和释放（标注了 `disable_lower_builtin` 的除外）")
def _(tvm):
    tir = tvm.tir

    def workspace(count, scope="global", annotations=None):
        buffer = tir.decl_buffer((count,), name="B", scope=scope)
        use = tir.Evaluate(tir.call_extern("int32", "f", buffer.data))
        body = tir.Allocate(buffer.data, "float32", [count], tir.const(True), use, annotations)
        for key, value in (("device_id", 0), ("device_type", 1)):
            body = tir.AttrStmt(tir.StringImm("d"), key, value, body)
        function = tir.PrimFunc([], body).with_attr("target", tvm.target.Target("llvm"))
        text = tir.transform.LowerTVMBuiltin()(tvm.IRModule({"main": function}))["main"].script()
        return ["TVMBackendAllocWorkspace" in text, "TVMBackendFreeWorkspace" in text, "isnullptr" in text]

    assert workspace(255) == [False] * 3 and workspace(256) == [True] * 3 and workspace(4, "shared") == [True] * 3
    assert workspace(256, annotations={"disable_lower_builtin": tir.IntImm("bool", 1)}) == [False] * 3


for _name, _words in (
    ("tvm_mma_sync", "就地累加时 `fragment_d` 与 `fragment_c` 写同一个"),
    ("ptx_mma", "`\"row\"`、`\"col\"`；除 `m8n8k4` 的 fp16 以外必须是 `\"row\"` 配 `\"col\"`"),
    ("ptx_mma", "如 `\"m16n8k16\"`"),
    ("ptx_mma", "累加器还有 `\"fp32\"`、`\"int32\"`"),
    ("ptx_mma", "结果饱和，限 4 位和 8 位整数"),
    ("ptx_mma_sp", "`k` 可以大一倍"),
    ("ptx_mma_sp", "记录非零元素位置的缓冲区和偏移，读成一个 32 位无符号数"),
    ("ptx_mma_sp", "由线程束里哪些线程提供元数据"),
    ("ptx_ldmatrix", "8 位且 `trans` 为真时，指令不能转置，改成逐元素读的循环；那时 `num` 必须是 4，`smem_offset` 被当作行间隔"),
    ("ptx_ldmatrix", "是否转置装入"),
    ("ptx_ldmatrix", "只能是 `\".b16\"`"),
    ("ptx_ldmatrix", "目的寄存器缓冲区；共享内存里本线程那一行的位置"),
    ("ptx_commit_group", "CUDA 的代码生成再换成它"),
    ("mma_store", "目的地和行间隔；每个线程的 8 个元素"),
):
    unproved(T + _name, _words, reason=CUDA)
unproved(T + "tvm_fill_fragment", "SPIR-V 要求片段和 `value` 都是浮点，并把 `value` 先转成整数，0.5 会变成 0", reason="要有启用 Vulkan 的 TVM", versions=LATEST)


COMPLETE = True
