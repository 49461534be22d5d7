"""Probes of docs/reference/api/python/tir.md."""

import importlib

import numpy as np
from probes import proves, raises

NEW = ("0.12.0", "0.13.0")
BINARY = ("Add", "Sub", "Mul", "Div", "Mod", "FloorDiv", "FloorMod", "Min", "Max")
COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")


def variables(tvm, *dtypes):
    return [tvm.tir.Var(f"v{number}", dtype) for number, dtype in enumerate(dtypes or ("int32", "int32"))]


def same(tvm, a, b):
    return tvm.ir.structural_equal(a, b, map_free_vars=True)


def kernel_of(tvm, node, arrays):
    """A function that stores `node` of the elements of the arrays, and its type."""
    tir = tvm.tir
    size = len(arrays[0])
    buffers = [tir.decl_buffer((size,), str(array.dtype), f"in{k}") for k, array in enumerate(arrays)]
    i = tir.Var("i", "int32")
    value = node(*[buffer[i] for buffer in buffers])
    out = tir.decl_buffer((size,), value.dtype, "out")
    body = tir.For(i, 0, size, tir.ForKind.SERIAL, tir.BufferStore(out, value, [i]))
    return tvm.build(tir.PrimFunc([*buffers, out], body), target="llvm"), value.dtype


def computed(tvm, node, *arrays):
    """What `node` gives on the elements of the arrays on a CPU."""
    kernel, dtype = kernel_of(tvm, node, arrays)
    result = tvm.nd.array(np.zeros(len(arrays[0]), dtype))
    kernel(*[tvm.nd.array(array) for array in arrays], result)
    return result.numpy().tolist()


def ints(*values, dtype="int32"):
    return np.array(values, dtype)


# What holds for all nodes


@proves("tvm.tir.Var", "节点建好以后不能改", "给字段赋值不报错，只改了那个 Python 对象，节点不变")
@proves("tvm.tir.Add", "构造函数的形参同时是字段名，如 `add.a`、`load.indices`", "不写就是 `None`")
def _(tvm):
    n, m = variables(tvm)
    node = tvm.tir.Add(n, m)
    assert node.a.same_as(n) and node.b.same_as(m) and node.span is None
    buffer = tvm.tir.decl_buffer((4,))
    assert [int(one) for one in tvm.tir.BufferLoad(buffer, [3]).indices] == [3]
    node.a = m
    assert same(tvm, tvm.tir.Evaluate(node).value, tvm.tir.Add(n, m)) and str(node).count("v1") == str(tvm.tir.Add(n, m)).count("v1")


@proves("tvm.tir.Call", "`None` 传进不能为空的字段时，有的构造函数不检查，进程以段错误退出", "`None` 使进程崩溃", dies="SIGSEGV")
def _(tvm):
    tvm.tir.Call("float32", "tir.exp", [None])


@proves("tvm.tir.Add", "`bool` 和 `int` 成为 `int32`（放不下时 `int64`），`float` 成为 `float32`", versions=NEW)
@proves("tvm.tir.Add", "`bool` 和 `int` 成为 `int32`（放不下时抛出 `TVMError`），`float` 成为 `float32`", versions=("0.10.0",))
@proves("tvm.tir.Call", "`bool` 成为布尔常量", "float32 放不下的 `float` 成为 `float64`", "会自动转换")
def _(tvm, release):
    tir = tvm.tir
    for value, dtype in ((True, "int32"), (7, "int32"), (1.5, "float32")):
        assert tir.Add(tir.Var("x", dtype), value).b.dtype == dtype
    if release == "0.10.0":
        with raises("TVMError"):
            tir.Add(tir.Var("x", "int64"), 2**40)
    else:
        assert tir.Add(tir.Var("x", "int64"), 2**40).b.dtype == "int64"
    args = tir.Call("int32", "tir.call_extern", ["f", True, 1, 2**40, 1.5, 1e300]).args
    assert isinstance(args[0], tir.StringImm)
    assert [arg.dtype for arg in args[1:]] == ["bool", "int32", "int64", "float32", "float64"]
    with raises(Exception):
        tir.Evaluate("text")


# Operators


def sum_type(tvm, left, right):
    return (tvm.tir.Var("a", left) + tvm.tir.Var("b", right)).dtype


@proves("tvm.tir.Add", "标量先广播成同样的长度；长度不同的两个向量报 `Cannot match type`", "两个浮点数（float16、32、64） | 位数多的一方",
        "那个浮点类型，哪怕它位数少", "符号相同的整数 | 位数多的一方", "位数相同时无符号", "与 `int32` 相加得 `int32`，两个 `bool` 相加仍是 `bool`")
def _(tvm):
    expected = {
        ("float32", "float32x4"): "float32x4",
        ("int8x4", "float16"): "float16x4",
        ("float16", "float64"): "float64",
        ("float32", "float16"): "float32",
        ("int64", "float16"): "float16",
        ("bfloat16", "float16"): "float16",
        ("bfloat16", "int64"): "bfloat16",
        ("int8", "int32"): "int32",
        ("uint64", "uint8"): "uint64",
        ("int8", "uint16"): "uint16",
        ("int64", "uint32"): "int64",
        ("int32", "uint32"): "uint32",
        ("bool", "int32"): "int32",
        ("bool", "bool"): "bool",
    }
    for (left, right), dtype in expected.items():
        assert sum_type(tvm, left, right) == dtype == sum_type(tvm, right, left), (left, right)
    with raises("TVMError", "Cannot match type"):
        sum_type(tvm, "float32x2", "float32x4")
    with raises("TVMError", "cannot make uint from negative value"):
        tvm.tir.Var("a", "uint32") + tvm.tir.const(-1, "int32")


@proves("tvm.tir.Add", "浮点数和整数、bfloat16、float8 | 那个浮点类型，哪怕它位数少", "bfloat16 和整数、float8 | bfloat16", "float8 和整数 | float8", versions=("0.13.0",))
def _(tvm):
    for left, right, dtype in (("e4m3_float8", "float16", "float16"), ("e4m3_float8", "bfloat16", "bfloat16"), ("e5m2_float8", "int64", "e5m2_float8")):
        assert sum_type(tvm, left, right) == dtype == sum_type(tvm, right, left), (left, right)
    with raises("TVMError", "Cannot match type"):
        sum_type(tvm, "e4m3_float8", "e5m2_float8")


@proves("tvm.tir.Add", "报 `Cannot match type` 或 `Can't cast a handle`")
def _(tvm):
    for other, words in (("int32", "Cannot match type"), ("float32", "Can't cast a handle")):
        with raises("TVMError", words):
            sum_type(tvm, "handle", other)


@proves("tvm.tir.Add", "直接写 `tir.Add(a, b)` 没有前两步：类型不同就报错，常量原样留下")
def _(tvm):
    assert isinstance(tvm.tir.Add(2, 3), tvm.tir.Add)
    with raises(TypeError, "mismatched types"):
        tvm.tir.Add(tvm.tir.Var("n", "int32"), 1.5)


@proves("tvm.tir.Div", "`/` 的两边都是有符号整数时抛出 `RuntimeError`", "浮点数或无符号整数得到 `Div`")
@proves("tvm.tir.FloorDiv", "要求整数，浮点数抛出异常")
def _(tvm):
    n, m = variables(tvm)
    for call in (lambda: n / m, lambda: n / 2, lambda: 2 / n):
        with raises(RuntimeError):
            call()
    for dtype in ("float32", "uint8"):
        a, b = variables(tvm, dtype, dtype)
        assert isinstance(a / b, tvm.tir.Div)
    x, y = variables(tvm, "float32", "float32")
    for call in (lambda: x // y, lambda: x % y):
        with raises(Exception):
            call()
    assert isinstance(n // m, tvm.tir.FloorDiv) and isinstance(n % m, tvm.tir.FloorMod)


@proves("tvm.tir.Mul", "`-x` 是 `x * -1`，无符号数报 `cannot make uint from negative value`", "`x` 不是常量时，`-x` 也建这个节点，`b` 是 -1")
def _(tvm):
    n, u = variables(tvm, "int32", "uint32")
    assert isinstance(-n, tvm.tir.Mul) and (-n).b.value == -1
    assert isinstance(-tvm.tir.const(3), tvm.tir.IntImm)
    with raises("TVMError", "cannot make uint from negative value"):
        -u


@proves("tvm.tir.Not", "`~` 不接受浮点数", "`~` 作用于布尔得到的是 `tir.bitwise_not` 调用", "形参要是布尔表达式")
def _(tvm):
    flag, n, x = variables(tvm, "bool", "int32", "float32")
    assert (~flag).op.name == "tir.bitwise_not"
    with raises(Exception):
        ~x
    assert tvm.tir.Not(flag).dtype == "bool"
    with raises("TVMError"):
        tvm.tir.Not(n)


@proves("tvm.tir.Call", "变成 `tir.bitwise_and` 等调用，两边要是整数或布尔；int32、int64 的常量当场折叠，移位的位数是常量时检查范围", "`~` 不折叠")
def _(tvm):
    tir = tvm.tir
    n, m, x = variables(tvm, "int32", "int32", "float32")
    made = {"tir.bitwise_and": n & m, "tir.bitwise_or": n | m, "tir.bitwise_xor": n ^ m, "tir.shift_left": n << m, "tir.shift_right": n >> m}
    assert all(node.op.name == name for name, node in made.items())
    with raises(Exception):
        x & n
    for dtype in ("int32", "int64"):
        assert (tir.const(6, dtype) & tir.const(3, dtype)).value == 2 and (tir.const(1, dtype) << tir.const(3, dtype)).value == 8
    assert not isinstance(tir.const(6, "int8") & tir.const(3, "int8"), tir.IntImm)
    assert isinstance(~tir.const(1), tir.Call)
    assert (n << 0).same_as(n) and (n >> 0).same_as(n)
    for count in (-1, 32):
        with raises("TVMError"):
            n << count


@proves("tvm.tir.Add", "没有 `**`、`abs()`、`round()`、`divmod()`")
def _(tvm):
    x = tvm.tir.Var("x", "float32")
    for call in (lambda: x**2, lambda: abs(x), lambda: round(x), lambda: divmod(x, 2)):
        with raises(TypeError):
            call()


@proves("tvm.tir.Add", "整数按位数回绕，uint64 的结果不小于 2 的 63 次方时抛出 `InternalError`", versions=("0.13.0",))
@proves("tvm.tir.Add", "整数按位数回绕，uint64 的结果不小于 2 的 63 次方时抛出 `TVMError`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    const = tvm.tir.const
    assert (const(127, "int8") + const(2, "int8")).value == -127
    assert (const(200, "uint8") * const(2, "uint8")).value == 144
    assert (const(1, "uint8") - const(2, "uint8")).value == 255
    assert (const(2**31 - 1) + const(1)).value == -(2**31)
    with raises("InternalError" if release == "0.13.0" else "TVMError"):
        const(2**62, "uint64") + const(2**62, "uint64")


@proves("tvm.tir.Add", "`x + 0`、`x - 0`、`x * 1`、`x * 0`、`x / 1`、`0 / x`、`x // 1`、`0 // x`", "不做代数化简", "`x * 0.0` 折叠成 0")
def _(tvm):
    tir = tvm.tir
    n, x = variables(tvm, "int32", "float32")
    for kept in (n + 0, 0 + n, n - 0, n * 1, n // 1):
        assert kept.same_as(n)
    for kept in (x + 0.0, x * 1.0, x / 1.0):
        assert kept.same_as(x)
    assert (n * 0).value == 0 and (0 // n).value == 0 and (x * 0.0).value == 0 and (0.0 / x).value == 0
    assert isinstance(n - n, tir.Sub) and isinstance(n + 1 + 1, tir.Add) and isinstance(0 - n, tir.Sub)


@proves("tvm.tir.FloorMod", "`%`、`tir.truncmod` | int32 和 int64 的两个常量，`0 % x`，`x % 1`；别的位数和无符号整数不折叠")
def _(tvm):
    tir = tvm.tir
    for dtype in ("int32", "int64"):
        n = tir.Var("n", dtype)
        assert (tir.const(-7, dtype) % tir.const(2, dtype)).value == 1
        assert tir.truncmod(tir.const(-7, dtype), tir.const(2, dtype)).value == -1
        assert (n % 1).value == 0 and (tir.const(0, dtype) % n).value == 0
    for dtype in ("int8", "int16", "uint8", "uint32"):
        assert not isinstance(tir.const(7, dtype) % tir.const(2, dtype), tir.IntImm)


@proves("tvm.tir.Min", "两个整数常量或两个浮点常量，不限位数；`min(x, x)` 得 `x`")
def _(tvm):
    tir = tvm.tir
    for dtype in ("int8", "uint64", "float16", "float64"):
        a, b = tir.const(1, dtype), tir.const(2, dtype)
        assert tir.min(a, b).value == 1 and tir.max(a, b).value == 2
        assert (a < b).dtype == "bool" and bool((a < b).value) and not (a > b).value
    n = tir.Var("n", "int32")
    assert tir.min(n, n).same_as(n)


@proves("tvm.tir.And", "有一方是布尔常量")
def _(tvm):
    tir = tvm.tir
    flag = tir.Var("f", "bool")
    yes, no = tir.const(True), tir.const(False)
    assert tir.all(flag, yes).same_as(flag) and not tir.all(flag, no).value
    assert tir.any(no, flag).same_as(flag) and tir.any(yes, flag).value == 1


@proves("tvm.tir.Add", "float16、bfloat16、float8 的两个常量相加不折叠", versions=("0.13.0",))
@proves("tvm.tir.Add", "float16、bfloat16 的两个常量相加不折叠", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    for dtype in ("float16", "bfloat16") + (("e4m3_float8",) if release == "0.13.0" else ()):
        two = tvm.tir.FloatImm(dtype, 2.0)
        assert isinstance(two + two, tvm.tir.Add)
    for dtype in ("float32", "float64"):
        assert (tvm.tir.const(2, dtype) + tvm.tir.const(2, dtype)).value == 4


@proves("tvm.tir.Div", "除以常量 0 时立即报 `Divide by zero`，浮点数的 `/` 也一样")
def _(tvm):
    n, x, u = variables(tvm, "int32", "float32", "uint8")
    for call in (lambda: n // 0, lambda: n % 0, lambda: x / 0.0, lambda: u / tvm.tir.const(0, "uint8"), lambda: tvm.tir.const(1.0) / 0.0):
        with raises("TVMError", "Divide by zero"):
            call()
    assert isinstance(u % tvm.tir.const(0, "uint8"), tvm.tir.FloorMod)


@proves("tvm.tir.EQ", "得到的类型取决于左边", "`EqualOp`，还不是节点；用到表达式的地方才变成 `EQ`", "`a` 与 `b` 是不是同一个对象",
        "右边也是常量时比较值，否则抛出 `ValueError`", "Python 的 `bool`，是不是同一个对象", "两个值相等的 `FloatImm` 用 `if` 比较是假", "由 `a.equal(b)` 或 `EqualOp` 转换得到")
def _(tvm):
    tir = tvm.tir
    n, m = variables(tvm)
    three = tir.const(3)
    assert type(n == m).__name__ == "EqualOp" and not isinstance(n == m, tvm.runtime.Object)
    assert bool(n == n) and not bool(n == m) and not bool(n == three)
    assert isinstance(tir.Evaluate(n == m).value, tir.EQ) and isinstance(n.equal(m), tir.EQ) and isinstance((n == m).asobject(), tir.EQ)
    assert isinstance(three == n, tir.EQ) and bool(three == tir.const(3)) and not bool(three == tir.const(4))
    with raises(ValueError):
        bool(three == n)
    assert not bool(tir.const(1.5) == tir.const(1.5))
    buffer = tir.decl_buffer((4,))
    assert (buffer == buffer) is True and (buffer == tir.decl_buffer((4,))) is False
    assert (tir.StringImm("a") == "a") is True


@proves("tvm.tir.LT", "`<`、`>` 等得到节点或折叠成的常量", "抛出 `ValueError: Cannot use and / or / not operator to Expr`", "抛出 `ValueError`，要写 `tir.all(n < m, m < 3)`")
def _(tvm):
    n, m = variables(tvm)
    assert isinstance(n < m, tvm.tir.LT) and (tvm.tir.const(1) < 2).value == 1
    for call in (lambda: n and m, lambda: not n, lambda: bool(n < m), lambda: n < m < 3):
        with raises(ValueError, "Cannot use and / or / not operator to Expr"):
            call()
    assert bool(tvm.tir.const(1)) is True


# Variables and axes


@proves("tvm.tir.Var", "身份是对象本身，同名的两个变量不同", "指针变量的 `dtype` 是 `handle`，元素类型在 `type_annotation` 里",
        "`Var(\"p\", \"handle\")` 没有元素类型，不能用在那里", "是带元素类型和作用域的指针")
def _(tvm):
    tir = tvm.tir
    a, b = tir.Var("n", "int32"), tir.Var("n", "int32")
    assert not a.same_as(b) and not tvm.ir.structural_equal(a, b)
    assert tir.Var("v", "float32x4").dtype == "float32x4"
    kind = tvm.ir.PointerType(tvm.ir.PrimType("float32"), "shared")
    pointer = tir.Var("p", kind)
    assert pointer.dtype == "handle" and pointer.type_annotation.element_type.dtype == "float32"
    assert tir.decl_buffer((4,), data=pointer).scope() == "shared"
    with raises("TVMError"):
        tir.decl_buffer((4,), data=tir.Var("p", "handle"))


@proves("tvm.tir.Var", "不能作标识符的字符换成下划线，重名时加后缀")
def _(tvm):
    tir = tvm.tir
    names = [tir.Var("a.b", "int32"), tir.Var("n", "int32"), tir.Var("n", "int32")]
    text = tir.PrimFunc(names, tir.Evaluate(names[0] + names[1] * names[2])).script()
    assert "a_b" in text and "a.b" not in text and "n_1" in text


@proves("tvm.tir.SizeVar", "`arith.Analyzer` 由此化简 `tir.max(n, 0)` 这样的式子", "传 `tvm.ir.Type` 报错")
def _(tvm):
    tir, analyzer = tvm.tir, tvm.arith.Analyzer()
    n, v = tir.SizeVar("n", "int32"), tir.Var("v", "int32")
    assert isinstance(n, tir.Var) and analyzer.simplify(tir.max(n, 0)).same_as(n)
    assert not analyzer.simplify(tir.max(v, 0)).same_as(v)
    with raises(Exception):
        tir.SizeVar("n", tvm.ir.PrimType("int32"))


@proves("tvm.tir.SizeVar", "TVMScript 写作 `T.int32(is_size_var=True)`", versions=NEW)
def _(tvm):
    n = tvm.tir.SizeVar("n", "int32")
    buffer = tvm.tir.decl_buffer((n,))
    text = tvm.tir.PrimFunc([buffer], tvm.tir.Evaluate(n + 1)).script()
    assert "T.int32(is_size_var=True)" in text, text


@proves("tvm.tir.SizeVar", "打印成 `T.var(\"int32\")`，读回来是 `Var`", versions=("0.10.0",))
def _(tvm):
    n = tvm.tir.SizeVar("n", "int32")
    text = tvm.tir.PrimFunc([tvm.tir.decl_buffer((n,))], tvm.tir.Evaluate(n + 1)).script()
    assert 'T.var("int32")' in text, text
    again = importlib.import_module("tvm.script").from_source(text)
    assert type(again.buffer_map[again.params[0]].shape[0]) is tvm.tir.Var


@proves("tvm.tir.SizeVar", "运行时不检查它的值")
def _(tvm):
    tir = tvm.tir
    n, out = tir.SizeVar("n", "int32"), tir.decl_buffer((1,), "int32")
    kernel = tvm.build(tir.PrimFunc([n, out], tir.BufferStore(out, n, [0])), target="llvm")
    result = tvm.nd.array(ints(0))
    kernel(-5, result)
    assert result.numpy()[0] == -5


@proves("tvm.tir.IterVar", "元组的个数不是 2 时抛出 `TypeError: need to be list of ranges`，不是元组也不是 `Range` 时是 `dom need to be Range`",
        "是字符串时自动建变量，类型取自范围的长度，必须是有符号整数", "`Var` 的类型与长度不同时是 `AssertionError`", "下表的数，不检查范围", "这里不检查")
def _(tvm):
    tir = tvm.tir
    with raises(TypeError, "need to be list of ranges"):
        tir.IterVar((0, 4, 1), "i", 0)
    with raises(TypeError, "dom need to be Range"):
        tir.IterVar(4, "i", 0)
    made = tir.IterVar((2, 6), "i", 0)
    assert made.dom.min == 2 and made.dom.extent == 4 and made.var.dtype == "int32"
    assert tir.IterVar((0, tir.Var("n", "int64")), "i", 0).var.dtype == "int64"
    for dtype in ("uint32", "float32"):
        with raises("TVMError"):
            tir.IterVar(tvm.ir.Range(tir.const(0, dtype), tir.Var("n", dtype)), "i", 0)
    with raises(AssertionError):
        tir.IterVar((0, 4), tir.Var("i", "int64"), 0)
    assert tir.IterVar(None, "i", 99).iter_type == 99
    assert tir.IterVar(None, "i", 1, "nothing.q").thread_tag == "nothing.q"


@proves("tvm.tir.IterVar", "`DataPar` | 0", "`ThreadIndex` | 1", "`CommReduce` | 2", "`Ordered` | 3", "`Unrolled` | 5", "`Vectorized` | 6", "`Parallelized` | 7", "`Tensorized` | 8")
def _(tvm):
    names = ("DataPar", "ThreadIndex", "CommReduce", "Ordered", None, "Unrolled", "Vectorized", "Parallelized", "Tensorized")
    for number, name in enumerate(names):
        assert name is None or getattr(tvm.tir.IterVar, name) == number
    te = tvm.te
    out = te.compute((8, 8, 8), lambda i, j, k: i, name="out")
    s = te.create_schedule(out.op)
    i, j, k = out.op.axis
    s[out].unroll(j), s[out].parallel(i), s[out].vectorize(k)
    kinds = {axis.var.name: int(s[out].iter_var_attrs[axis].iter_type) for axis in (i, j, k)}
    assert kinds == {"i": 7, "j": 5, "k": 6}


@proves("tvm.tir.IterVar", "`Opaque` | 4", versions=NEW)
@proves("tvm.tir.IterVar", "`DimInfo` | 4", versions=("0.10.0",))
def _(tvm, release):
    assert getattr(tvm.tir.IterVar, "DimInfo" if release == "0.10.0" else "Opaque") == 4


@proves("tvm.tir.IterVar", "块里写 `T.axis.spatial`", "块里写 `T.axis.reduce`", "块里写 `T.axis.scan`", "块里写 `T.axis.opaque`")
def _(tvm):
    tir = tvm.tir
    for kind, word in ((0, "spatial"), (2, "reduce"), (3, "scan"), (4, "opaque")):
        axis = tir.IterVar((0, 8), "v", kind)
        i = tir.Var("i", "int32")
        block = tir.Block([axis], [], [], "b", tir.Evaluate(axis.var))
        loop = tir.For(i, 0, 8, 0, tir.BlockRealize([i * 1], tir.const(True), block))
        root = tir.BlockRealize([], tir.const(True), tir.Block([], [], [], "root", loop))
        assert f"T.axis.{word}(" in tir.PrimFunc([], root).script()


@proves("tvm.tir.IterVar", "它能直接参加 `+`、`*`、`//`、`<` 等运算，等于用 `var`",
        "所以 `/`、`-axis`、`~axis` 和取第一个实参的类型的函数", "报 `AttributeError`；浮点表达式除以它不报错", "作 `Buffer` 的下标抛出 `TVMError`（TE 张量的下标可以）",
        "`axis == 0` 是两个对象的比较，得到 Python 的 `False`（`!=` 得到 `True`）")
def _(tvm):
    tir, te = tvm.tir, tvm.te
    axis = te.reduce_axis((0, 8), "k")
    for made, plain in ((axis + 1, axis.var + 1), (axis * 2, axis.var * 2), (axis // 2, axis.var // 2), (axis < 3, axis.var < 3)):
        assert same(tvm, made, plain)
    for call in (lambda: axis / 2, lambda: -axis, lambda: ~axis, *(lambda name=name: getattr(tir, name)(axis) for name in ("exp", "sqrt", "sin", "popcount"))):
        with raises(AttributeError):
            call()
    with raises(AttributeError):
        tir.fmod(axis, 2.0)
    assert isinstance(tir.Var("x", "float32") / axis, tir.Div)
    with raises("TVMError"):
        tir.decl_buffer((8,))[axis]
    te.placeholder((8,))[axis].asobject()
    assert (axis == 0) is False and (axis != 0) is True


@proves("tvm.tir.IterVar", "放进 `tir.Select` 不报错而结果是错的", versions=NEW)
def _(tvm):
    axis = tvm.te.reduce_axis((0, 8), "k")
    assert isinstance(tvm.tir.Select(axis == 0, 1.0, 2.0).condition, tvm.tir.IntImm)


@proves("tvm.tir.IterVar", "放进 `tir.if_then_else` 不报错而结果是错的，`tir.Select` 报没有说明的 `is_bool` 检查失败", versions=("0.10.0",))
def _(tvm):
    axis = tvm.te.reduce_axis((0, 8), "k")
    assert tvm.tir.if_then_else(axis == 0, 1.0, 2.0).value == 2.0
    with raises("TVMError", "is_bool"):
        tvm.tir.Select(axis == 0, 1.0, 2.0)


@proves("tvm.tir.Any", "`dtype` 是 int32", "报 `Do not have a default for tir.Any`", "`tvm.ir.structural_equal` 认为两个 `Any` 相等，`tir.analysis.expr_deep_equal` 认为不同的对象不相等")
def _(tvm):
    tir = tvm.tir
    a, b = tir.Any(), tir.Any()
    assert a.dtype == "int32" and isinstance(tvm.relay.Any(), tir.Any)
    assert tvm.ir.structural_equal(a, b) and not tir.analysis.expr_deep_equal(a, b) and tir.analysis.expr_deep_equal(a, a)
    out = tir.decl_buffer((1,), "int32")
    with raises("TVMError", "Do not have a default for tir.Any"):
        tvm.build(tir.PrimFunc([out], tir.BufferStore(out, a, [0])), target="llvm")


@proves("tvm.tir.Any", "打印成 `T.Any()`", versions=NEW)
@proves("tvm.tir.Any", "打印成 `?`", versions=("0.10.0",))
def _(tvm, release):
    assert str(tvm.tir.Any()).strip() == ("?" if release == "0.10.0" else "T.Any()")


# Constants


@proves("tvm.tir.IntImm", "类型在前", "值超出类型的范围、类型不是整数、是向量，都抛出", "`IntImm(\"int64\", 2**63)` 不报错而变成负数", "得到 `tir.large_uint_imm` 调用",
        "`int(c)`、`c.value` 取出值，`bool(c)` 看是不是 0", "它没有 `__index__`", "`tir.const(2**64 + 5)` 是 5")
def _(tvm, release):
    tir = tvm.tir
    for dtype, value in (("int8", 128), ("int8", -129), ("uint8", 256), ("uint8", -1), ("bool", 2), ("float32", 1), ("int32x4", 1), ("int32", 2**31)):
        with raises("InternalError" if release == "0.13.0" else "TVMError"):
            tir.IntImm(dtype, value)
    assert tir.IntImm("int64", 2**63).value == -(2**63)
    assert tir.const(2**63, "uint64").op.name == "tir.large_uint_imm"
    assert tir.const(2**64 + 5).value == 5
    five = tir.IntImm("int16", 5)
    assert int(five) == 5 and five.value == 5 and bool(five) and not bool(tir.IntImm("int16", 0))
    with raises(TypeError):
        range(five)
    with raises(TypeError):
        [0] * 9 and [1, 2][tir.IntImm("int32", 1)]


@proves("tvm.tir.IntImm", "打印成 `T.bool(True)`", versions=NEW)
@proves("tvm.tir.IntImm", "打印成 `True`", versions=("0.10.0",))
def _(tvm, release):
    assert str(tvm.tir.IntImm("bool", 1)).strip() == ("True" if release == "0.10.0" else "T.bool(True)")


@proves("tvm.tir.FloatImm", "报 `exceeds maximum` 或 `exceeds minimum`", "无穷和 NaN 可以", "`FloatImm(\"float16\", 0.1).value` 还是 0.1", "`float(c)` 取出值，`int(c)` 抛出 `TypeError`，`bool(c)` 抛出 `ValueError`")
def _(tvm):
    make = tvm.tir.FloatImm
    for dtype, value in (("float16", 65505.0), ("float32", 1e39)):
        with raises("TVMError", "exceeds maximum"):
            make(dtype, value)
        with raises("TVMError", "exceeds minimum"):
            make(dtype, -value)
    for dtype in ("float16", "float32", "float64", "bfloat16"):
        assert make(dtype, float("inf")).value == float("inf") and np.isnan(make(dtype, float("nan")).value)
    tenth = make("float16", 0.1)
    assert tenth.value == 0.1 and float(tenth) == 0.1
    with raises(TypeError):
        int(tenth)
    with raises(ValueError):
        bool(tenth)


@proves("tvm.tir.FloatImm", "浮点常量，类型可以是 float16、32、64、bfloat16、float8", versions=("0.13.0",))
def _(tvm):
    for dtype in ("bfloat16", "e4m3_float8", "e5m2_float8"):
        assert tvm.tir.FloatImm(dtype, 1.5).dtype == dtype
        with raises("TVMError", "exceeds maximum"):
            tvm.tir.FloatImm(dtype, 1e300)
    with raises("TVMError"):
        tvm.tir.FloatImm("int32", 1.0)


@proves("tvm.tir.FloatImm", "bfloat16 的不检查", versions=("0.10.0", "0.12.0"))
def _(tvm):
    assert tvm.tir.FloatImm("bfloat16", 1e300).value == 1e300


@proves("tvm.tir.StringImm", "`dtype` 是 `handle`", "`==` 直接比较字符串，可以与 Python 的 `str` 比")
def _(tvm):
    text = tvm.tir.StringImm("a")
    assert text.dtype == "handle" and text.value == "a"
    assert (text == "a") is True and (text == tvm.tir.StringImm("a")) is True and (text == "b") is False and (text != "b") is True


@proves("tvm.tir.min_value", "有符号整数是最负的数，无符号是 0，浮点数是最大值的相反数", "与 `te.min_value` 是同一个函数")
@proves("tvm.tir.max_value", "这种类型最大的有限值", "`uint64` 的最大值是 `tir.large_uint_imm` 调用，不是 `IntImm`", "bfloat16 的结果是 float32 的最大值", "同时是 `tir.min` 归约的单位元")
def _(tvm):
    tir = tvm.tir
    low, high = tir.min_value, tir.max_value
    assert low is tvm.te.min_value and high is tvm.te.max_value
    for bits in (4, 8, 16, 32, 64):
        assert low(f"int{bits}").value == -(2 ** (bits - 1)) and high(f"int{bits}").value == 2 ** (bits - 1) - 1
        assert low(f"uint{bits}").value == 0
        assert bits == 64 or high(f"uint{bits}").value == 2**bits - 1
    assert high("uint64").op.name == "tir.large_uint_imm"
    for dtype in ("float16", "float32", "float64"):
        assert high(dtype).value == float(np.finfo(dtype).max) == -low(dtype).value
    assert high("bfloat16").value == float(np.finfo("float32").max)
    axis = tvm.te.reduce_axis((0, 4))
    least = tvm.te.min(tvm.te.placeholder((4,))[axis], axis=axis)
    assert least.combiner.identity_element[0].value == high("float32").value


@proves("tvm.tir.max_value", "`handle` 报 `Cannot decide`，向量类型检查失败")
@proves("tvm.tir.min_value", "`handle` 报 `Cannot decide`，向量类型检查失败")
def _(tvm, release):
    for function in (tvm.tir.min_value, tvm.tir.max_value):
        for dtype in ("handle",) + (("e4m3_float8",) if release == "0.13.0" else ()):
            with raises("TVMError", "Cannot decide"):
                function(dtype)
        for dtype in ("int32x4", "float32x2"):
            with raises("TVMError"):
                function(dtype)


# Arithmetic


def proved_binary(name):
    @proves(f"tvm.tir.{name}", "两边的类型（包括向量的长度）必须相同，结果也是这个类型；不同时报 `mismatched types`")
    def _(tvm):
        tir = tvm.tir
        node = getattr(tir, name)
        for dtype in ("int8", "uint64", "float32", "float16x4"):
            a, b = variables(tvm, dtype, dtype)
            made = node(a, b)
            assert type(made) is node and made.dtype == dtype and made.a.same_as(a) and made.b.same_as(b)
        for left, right in (("int32", "int64"), ("int32", "uint32"), ("float32", "float32x4"), ("int32x2", "int32x4")):
            with raises(TypeError, "mismatched types"):
                node(*variables(tvm, left, right))
        assert type(node(6, 3)) is node


for _name in BINARY:
    proved_binary(_name)


def proved_comparison(name):
    @proves(f"tvm.tir.{name}", "比较节点的两边类型必须相同，结果是同样长度的 `bool`")
    def _(tvm):
        node = getattr(tvm.tir, name)
        for dtype, result in (("int8", "bool"), ("float32", "bool"), ("float16x4", "uint1x4")):
            assert node(*variables(tvm, dtype, dtype)).dtype in (result, result.replace("bool", "uint1"))
        with raises(TypeError, "mismatched types"):
            node(*variables(tvm, "int32", "int64"))


for _name in COMPARISONS:
    proved_comparison(_name)


@proves("tvm.tir.Add", "得到同样的节点才写成运算符，否则写成 `T.Add(2, 3)` 这样的调用，读回来不会被折叠", versions=("0.13.0",))
@proves("tvm.tir.Add", "得到同一种节点才写成运算符，否则写成 `T.Add(2, 3)` 这样的调用，读回来不会被折叠", versions=("0.12.0",))
@proves("tvm.tir.Min", "`Min`、`Max`、`Mod` 总写成 `T.min`、`T.max`、`T.truncmod`，常量读回来会折叠", versions=NEW)
@proves("tvm.tir.Div", "整数的打印成 `T.Div(n, m)`，因为运算符 `/` 不接受整数", versions=NEW)
@proves("tvm.tir.Mod", "打印成 `T.truncmod(a, b)`", versions=NEW)
def _(tvm):
    tir = tvm.tir
    n, m = tir.Var("n", "int32"), tir.Var("m", "int32")
    assert str(tir.Add(n, m)) == "n + m" and str(tir.Add(2, 3)) == "T.Add(2, 3)" and str(tir.Add(n, 0)) == "T.Add(n, 0)"
    assert str(tir.Div(n, m)) == "T.Div(n, m)" and str(tir.FloorDiv(n, m)) == "n // m"
    for node, text in ((tir.Min, "T.min"), (tir.Max, "T.max"), (tir.Mod, "T.truncmod")):
        assert str(node(n, m)) == f"{text}(n, m)" and str(node(7, 2)) == f"{text}(7, 2)"

    def again(value):
        script = tir.PrimFunc([], tir.Evaluate(value)).script()
        return tvm.script.from_source(script).body.value

    assert isinstance(again(tir.Add(2, 3)), tir.Add) and isinstance(again(tir.Max(2, 3)), tir.IntImm)


@proves("tvm.tir.Add", "32 位以上的整数在 `llvm` 里带「不溢出」的标记（nsw、nuw）", "8 和 16 位按位数回绕")
@proves("tvm.tir.Sub", "32 位以上的整数溢出时结果不能依赖", "8 和 16 位按位数回绕")
def _(tvm):
    for name, word in (("Add", "add"), ("Sub", "sub")):
        node = getattr(tvm.tir, name)
        for dtype, flag in (("int32", "nsw"), ("int64", "nsw"), ("uint32", "nuw")):
            kernel, _ = kernel_of(tvm, node, [ints(*range(64), dtype=dtype)] * 2)
            text = kernel.get_source("ll")
            lines = [line for line in text.splitlines() if f" = {word} " in line and "<" in line]
            assert lines and all(flag in line for line in lines), lines
    for dtype in ("int8", "int16"):
        top = np.iinfo(dtype).max
        one, most = ints(1, 1, dtype=dtype), ints(top, top, dtype=dtype)
        assert computed(tvm, tvm.tir.Add, most, one) == [-top - 1] * 2
        assert computed(tvm, tvm.tir.Sub, ints(-top - 1, 5, dtype=dtype), one) == [top, 4]


@proves("tvm.tir.Sub", "运算符在折叠时拒绝无符号的常量 0 减去正的常量，报 `will cause a negative uint`")
def _(tvm):
    const = tvm.tir.const
    with raises("TVMError", "will cause a negative uint"):
        const(0, "uint8") - const(1, "uint8")
    assert (const(1, "uint8") - const(2, "uint8")).value == 255


@proves("tvm.tir.Div", "整数向零取整，浮点数是普通的除法", "`tir.truncdiv` 和 `tir.div` 建它")
@proves("tvm.tir.Mod", "余数的符号随 `a`，与 C 的 `%` 相同，浮点数也可以编译", "函数形式是 `tir.truncmod`；Python 的 `%` 不建这个节点")
@proves("tvm.tir.FloorDiv", "向下取整的除法，即 `//`")
@proves("tvm.tir.FloorMod", "除数为正时结果不小于 0、小于除数")
def _(tvm):
    tir = tvm.tir
    left, right = ints(7, -7, 7, -7), ints(2, 2, -2, -2)
    expected = {"Div": [3, -3, -3, 3], "FloorDiv": [3, -4, -4, 3], "Mod": [1, -1, 1, -1], "FloorMod": [1, 1, -1, -1]}
    for name, values in expected.items():
        assert computed(tvm, getattr(tir, name), left, right) == values, name
    assert computed(tvm, tir.Div, np.float32([7, -7]), np.float32([2, 2])) == [3.5, -3.5]
    assert computed(tvm, tir.Mod, np.float32([7.5, -7.5]), np.float32([2, 2])) == [1.5, -1.5]
    n, m = variables(tvm)
    assert isinstance(tir.truncdiv(n, m), tir.Div) and isinstance(tir.div(n, m), tir.Div) and isinstance(tir.truncmod(n, m), tir.Mod)
    assert not isinstance(n % m, tir.Mod)


@proves("tvm.tir.FloorDiv", "构造时不检查类型", "编译失败")
def _(tvm):
    with raises(Exception):
        computed(tvm, tvm.tir.FloorDiv, np.float32([7]), np.float32([2]))


@proves("tvm.tir.Min", "`llvm` 上是 `a < b ? a : b`，所以任一方是 NaN 时得 `b`")
@proves("tvm.tir.Max", "`a > b ? a : b`：`Max(x, 0.0)` 把 NaN 变成 0，`Max(0.0, x)` 保留 NaN")
def _(tvm):
    nan = float("nan")
    left, right = np.float32([nan, 5, 1]), np.float32([5, nan, 2])
    for name, last in (("Min", 1), ("Max", 2)):
        values = computed(tvm, getattr(tvm.tir, name), left, right)
        assert values[0] == 5 and np.isnan(values[1]) and values[2] == last, values
    zero = tvm.tir.const(0.0)
    assert computed(tvm, lambda x: tvm.tir.Max(x, zero), np.float32([nan])) == [0]
    assert np.isnan(computed(tvm, lambda x: tvm.tir.Max(zero, x), np.float32([nan])))


@proves("tvm.tir.Cast", "类型转换，类型在前。向量的长度必须相同", "浮点数转整数向零取整", "类型相同时原样返回", "新类型放不下就抛出异常，不回绕", "标量转向量时广播；`handle` 不能转换", "直接构造 `Cast` 没有这些")
def _(tvm):
    tir = tvm.tir
    n, x = variables(tvm, "int32", "float32")
    with raises("TVMError"):
        tir.Cast("float32x4", n)
    assert computed(tvm, lambda value: tir.Cast("int32", value), np.float32([2.7, -2.7])) == [2, -2]
    assert n.astype("int32").same_as(n) and isinstance(tir.Cast("int32", n), tir.Cast)
    assert tir.const(3).astype("float32").value == 3.0 and isinstance(tir.Cast("float32", 3), tir.Cast)
    with raises("TVMError"):
        tir.const(300).astype("int8")
    assert isinstance(n.astype("int32x4"), tir.Broadcast)
    with raises("TVMError"):
        tir.Var("p", "handle").astype("int64")


@proves("tvm.tir.Cast", "TVMScript 打印成 `T.Cast(\"float32\", n)`", versions=NEW)
@proves("tvm.tir.Cast", "TVMScript 打印成 `T.cast(n, \"float32\")`", versions=("0.10.0",))
def _(tvm, release):
    n = tvm.tir.Var("n", "int32")
    text = tvm.tir.PrimFunc([n], tvm.tir.Evaluate(tvm.tir.Cast("float32", n))).script()
    assert ('T.cast(n, "float32")' if release == "0.10.0" else 'T.Cast("float32", n)') in text, text


# Comparisons and logic


@proves("tvm.tir.NE", "在 `llvm` 上浮点比较有一方是 NaN 时都为假，连 `NE` 也是", "「有序且不等」（`fcmp one`）", "`x != x` 判断不出 NaN", "由 `a != b` 转换得到")
@proves("tvm.tir.EQ", "在 `llvm` 上浮点比较有一方是 NaN 时都为假")
@proves("tvm.tir.Not", "`Not(EQ)` 化简成 `NE`，`Not(a < b)` 化简成 `b <= a`，所以也是假")
def _(tvm):
    tir = tvm.tir
    nan = float("nan")
    left, right = np.float32([nan, 1, nan]), np.float32([1, nan, nan])

    def truth(node):
        return computed(tvm, lambda a, b: tir.Cast("float32", node(a, b)), left, right)

    for name in COMPARISONS:
        assert truth(getattr(tir, name)) == [0, 0, 0], name
    assert truth(lambda a, b: tir.Not(tir.EQ(a, b))) == [0, 0, 0]
    assert truth(lambda a, b: tir.Not(tir.LT(a, b))) == [0, 0, 0]
    n, m = variables(tvm)
    assert isinstance((n != m).asobject(), tir.NE)
    kernel, _ = kernel_of(tvm, lambda a: tir.Cast("float32", tir.NE(a, a)), [left])
    assert "fcmp une" not in kernel.get_source("ll")
    simplify = tvm.arith.Analyzer().simplify
    assert same(tvm, simplify(tir.Not(n < m)), m <= n) and isinstance(simplify(tir.Not(n.equal(m))), tir.NE)


@proves("tvm.tir.EQ", "`bool()` 它抛出 `ValueError`")
@proves("tvm.tir.LE", "即 `a <= b`；`n <= n` 不折叠，用 `arith.Analyzer` 才得到真")
@proves("tvm.tir.GT", "构造时保持原样，`arith.Analyzer` 和 `Simplify` 把它改写成 `b < a`")
@proves("tvm.tir.GE", "化简成 `b <= a`；`n` 是 `SizeVar` 时 `n >= 0` 化简成真")
def _(tvm):
    tir, simplify = tvm.tir, tvm.arith.Analyzer().simplify
    n, m = variables(tvm)
    with raises(ValueError):
        bool(n.equal(m))
    assert isinstance(n <= n, tir.LE) and simplify(n <= n).value == 1
    assert isinstance(n > m, tir.GT) and same(tvm, simplify(n > m), m < n)
    assert isinstance(n >= m, tir.GE) and same(tvm, simplify(n >= m), m <= n)
    assert simplify(tir.SizeVar("s", "int32") >= 0).value == 1


def proved_logic(name, function):
    @proves(f"tvm.tir.{name}", "两边要是同样长度的布尔：不是布尔时报没有说明的 `is_bool` 检查失败，长度不同时报 `mismatched types`", f"`tir.{function}` 建它")
    def _(tvm):
        tir = tvm.tir
        node = getattr(tir, name)
        f, g, n, wide = variables(tvm, "bool", "bool", "int32", "uint1x4")
        assert node(f, g).dtype == "bool" and type(getattr(tir, function)(f, g)) is node
        for wrong in (lambda: node(f, n), lambda: node(n, f), lambda: node(f, True)):
            with raises("TVMError", "is_bool"):
                wrong()
        with raises("TVMError", "mismatched types"):
            node(f, wide)
        assert node(f, tir.const(True)).dtype == "bool"


proved_logic("And", "all")
proved_logic("Or", "any")


@proves("tvm.tir.And", "都会计算，没有短路：`llvm` 上是 `and i1`")
def _(tvm):
    a, b = variables(tvm)
    out = tvm.tir.decl_buffer((1,), "int32")
    value = tvm.tir.Cast("int32", tvm.tir.And(a > 0, b > 5))
    text = tvm.build(tvm.tir.PrimFunc([a, b, out], tvm.tir.BufferStore(out, value, [0])), target="llvm").get_source("ll")
    assert "and i1" in text


@proves("tvm.tir.Select", "标量，或与值同样长的向量", "类型必须相同，这里不统一，否则报 `mismatched types`", "条件是常量也不折叠")
def _(tvm):
    tir = tvm.tir
    flag, n, wide, other = variables(tvm, "bool", "int32", "uint1x4", "uint1x2")
    four = tir.Broadcast(1.0, 4)
    assert tir.Select(flag, four, four).dtype == tir.Select(wide, four, four).dtype == "float32x4"
    with raises("TVMError"):
        tir.Select(other, four, four)
    with raises("TVMError"):
        tir.Select(n, 1.0, 2.0)
    with raises("TVMError", "mismatched types"):
        tir.Select(flag, 1, 2.0)
    assert isinstance(tir.Select(tir.const(True), 1.0, 2.0), tir.Select)


@proves("tvm.tir.Select", "布尔表达式或 Python `bool`", versions=NEW)
@proves("tvm.tir.Select", "int32 和 Python 的 `bool`（变成 int32）报错", versions=("0.10.0",))
def _(tvm, release):
    if release == "0.10.0":
        with raises("TVMError"):
            tvm.tir.Select(True, 1.0, 2.0)
    else:
        assert tvm.tir.Select(True, 1.0, 2.0).condition.dtype == "bool"


@proves("tvm.tir.Select", "`RewriteUnsafeSelect` 把条件是标量、值里含有缓冲区读取或有副作用的调用的 `Select` 改成 `if_then_else`", "条件已经成为向量的不改",
        "遇到值里的 `Select` 和 `if_then_else`，它只看里层的条件，不看里层的分支，所以外层可能留下")
def _(tvm):
    tir = tvm.tir
    data, flag, wide = tir.decl_buffer((8,)), tir.Var("f", "bool"), tir.Var("w", "uint1x4")

    def rewritten(value):
        mod = tvm.IRModule({"main": tir.PrimFunc([flag, wide, data], tir.Evaluate(value))})
        return tir.transform.RewriteUnsafeSelect()(mod)["main"].body.value

    def is_call(value):
        return isinstance(value, tir.Call) and value.op.name == "tir.if_then_else"

    assert is_call(rewritten(tir.Select(flag, data[0], tir.const(1.0))))
    assert is_call(rewritten(tir.Select(flag, tir.call_extern("float32", "f"), tir.const(1.0))))
    assert isinstance(rewritten(tir.Select(flag, tir.const(2.0), tir.const(1.0))), tir.Select)
    vector = data.vload([0], "float32x4")
    assert isinstance(rewritten(tir.Select(wide, vector, vector)), tir.Select)
    nested = rewritten(tir.Select(flag, tir.Select(flag, data[0], tir.const(1.0)), tir.const(2.0)))
    assert isinstance(nested, tir.Select) and is_call(nested.true_value)


# Vectors


@proves("tvm.tir.Ramp", "类型与 `base` 相同", "大于 1；不能是表达式", "缓冲区的最后一个下标用它就是向量读写")
def _(tvm):
    tir = tvm.tir
    n, wide, m = variables(tvm, "int32", "int32x4", "int64")
    made = tir.Ramp(n, 2, 4)
    assert made.dtype == "int32x4" and made.base.same_as(n) and made.lanes == 4
    for wrong in (lambda: tir.Ramp(n, 1, 1), lambda: tir.Ramp(wide, 1, 4), lambda: tir.Ramp(m, 1, 4), lambda: tir.Ramp(n, wide, 4)):
        with raises("TVMError"):
            wrong()
    with raises(Exception):
        tir.Ramp(n, 1, n)
    data, out = (tir.decl_buffer((8,), name=name) for name in ("data", "out"))
    body = tir.BufferStore(out, tir.BufferLoad(data, [tir.Ramp(1, 2, 4)]), [tir.Ramp(0, 1, 4)])
    result = tvm.nd.array(np.zeros(8, "float32"))
    tvm.build(tir.PrimFunc([data, out], body), target="llvm")(tvm.nd.array(np.arange(8, dtype="float32")), result)
    assert result.numpy().tolist() == [1, 3, 5, 7, 0, 0, 0, 0]


@proves("tvm.tir.Ramp", "步长是常量时打印成切片 `B[0:8:2]`", versions=NEW)
def _(tvm):
    data = tvm.tir.decl_buffer((8,), name="B")
    assert str(tvm.tir.BufferLoad(data, [tvm.tir.Ramp(0, 2, 4)])).endswith("B[0:8:2]")
    assert "T.Ramp" in str(tvm.tir.BufferLoad(data, [tvm.tir.Ramp(0, tvm.tir.Var("n", "int32"), 4)]))


@proves("tvm.tir.Broadcast", "把标量重复 `lanes` 次；`lanes` 不大于 1、`value` 已经是向量，都是检查失败", "向量常量也这样表示，运算符不折叠它们")
def _(tvm):
    tir = tvm.tir
    assert tir.Broadcast(1.5, 4).dtype == "float32x4"
    for wrong in (lambda: tir.Broadcast(1, 1), lambda: tir.Broadcast(1, 0), lambda: tir.Broadcast(tir.Broadcast(1, 2), 4)):
        with raises("TVMError", "Check failed"):
            wrong()
    assert isinstance(tir.const(1, "int32x4"), tir.Broadcast)
    assert isinstance(tir.Broadcast(1.5, 4) + tir.Broadcast(2.0, 4), tir.Add)


@proves("tvm.tir.Shuffle", "结果的长度是 `indices` 的个数", "元素类型要相同，`indices` 不能比总长度多", "下标的值在构造时不检查", "否则报 `Shuffled indeces are suppose to be int`")
def _(tvm):
    tir = tvm.tir
    a, b, c = variables(tvm, "int32x2", "int32x4", "float32x2")
    assert tir.Shuffle([a, b], [0, 5, 2]).dtype == "int32x3" and tir.Shuffle([a], [1]).dtype == "int32"
    for wrong in (lambda: tir.Shuffle([a, c], [0]), lambda: tir.Shuffle([a], [0, 1, 0]), lambda: tir.Shuffle([], [0])):
        with raises("TVMError"):
            wrong()
    assert tir.Shuffle([a], [99]).dtype == "int32"
    data, out, n = tir.decl_buffer((4,), name="data"), tir.decl_buffer((4,), name="out"), tir.Var("n", "int32")

    def build(indices):
        value = tir.Shuffle([data.vload([0], "float32x2"), data.vload([2], "float32x2")], indices)
        return tvm.build(tir.PrimFunc([n, data, out], out.vstore([0], value)), target="llvm")

    result = tvm.nd.array(np.zeros(4, "float32"))
    build([3, 0, 2, 1])(0, tvm.nd.array(np.float32([10, 11, 12, 13])), result)
    assert result.numpy().tolist() == [13, 10, 12, 11]
    with raises("TVMError", "Shuffled indeces are suppose to be int"):
        build([n, 0, 2, 1])


# Loads, bindings and calls


@proves("tvm.tir.BufferLoad", "读缓冲区的一个元素，即 `buffer[i, j]`", "下标的个数必须等于维数，越界不检查", "只有最后一个下标可以是向量，结果的长度是元素的长度乘下标的长度")
def _(tvm):
    tir = tvm.tir
    data, vectors = tir.decl_buffer((4, 8)), tir.decl_buffer((8,), "float32x2")
    assert isinstance(data[1, 2], tir.BufferLoad) and data[-1, 99].indices[1].value == 99 and data[-1, 99].indices[0].value == -1
    for wrong in ([1], [1, 2, 3]):
        with raises("TVMError", "cannot be indexed"):
            tir.BufferLoad(data, wrong)
    with raises("TVMError", "Only the last index"):
        tir.BufferLoad(data, [tir.Ramp(0, 1, 4), 0])
    assert tir.BufferLoad(vectors, [tir.Ramp(0, 1, 4)]).dtype == "float32x8"


@proves("tvm.tir.BufferLoad", "不写步长（`B[0, 0:4]`）得到 `BufferRegion`，不能用 Python 的运算符", "有一处写了就算", "长度必须是常量，为 1 时就是标量下标", versions=NEW)
def _(tvm):
    tir = tvm.tir
    data, n = tir.decl_buffer((4, 8)), tir.Var("n", "int32")
    assert isinstance(data[0, 0:4], tir.BufferRegion)
    with raises(TypeError):
        data[0, 0:4] + 1.0
    strided = data[0, 0:4:1]
    assert isinstance(strided, tir.BufferLoad) and isinstance(strided.indices[1], tir.Ramp)
    assert isinstance(data[0:1, 0:8:2], tir.BufferLoad) and data[0:1, 0:8:2].indices[0].value == 0
    assert data[0, 3:4:1].indices[1].value == 3
    with raises(Exception):
        data[0, 0:n:1]


@proves("tvm.tir.BufferLoad", "得到 `BufferRegion`，不能用 Python 的运算符，作节点的操作数时变成向量读取")
def _(tvm):
    tir = tvm.tir
    data = tir.decl_buffer((4, 8))
    assert tir.Evaluate(data[0, 0:4]).value.dtype == "float32x4"
    assert tir.Evaluate(data[0, 3:4]).value.dtype == "float32"
    with raises("TVMError"):
        tir.Evaluate(data[0:2, 0:4])


@proves("tvm.tir.Let", "整个表达式的类型随 `body`", "类型必须与 `var` 相同，不转换")
def _(tvm):
    tir = tvm.tir
    n = tir.Var("n", "int32")
    assert tir.Let(n, 1, n.astype("float32")).dtype == "float32"
    with raises("TVMError"):
        tir.Let(n, 1.0, n)
    assert computed(tvm, lambda a: tir.Let(n, a + 1, n * n), ints(2, 3)) == [9, 16]


@proves("tvm.tir.Let", "打印成 `T.Let(n + 1, where={n: 1})`", versions=NEW)
def _(tvm):
    n = tvm.tir.Var("n", "int32")
    assert str(tvm.tir.Let(n, 1, n + 1)) == "T.Let(n + 1, where={n: 1})"


@proves("tvm.tir.Call", "写什么就是什么，不与算子核对", "否则抛出 `ValueError: Cannot handle str op argument`", "`IterVar`、`BufferRegion`；个数不检查，类型不与算子核对")
def _(tvm):
    tir = tvm.tir
    x = tir.Var("x", "float32")
    assert tir.Call("int8", "tir.exp", [1, "s"]).dtype == "int8" and len(tir.Call("float32", "tir.exp", []).args) == 0
    with raises(ValueError, "Cannot handle str op argument"):
        tir.Call("float32", "exp", [x])
    axis, data = tir.IterVar((0, 4), "i", 0), tir.decl_buffer((8,))
    args = tir.Call("float32", "tir.exp", [axis, data[0:4]]).args
    assert args[0].same_as(axis.var) and isinstance(args[1], tir.BufferLoad) and args[1].dtype == "float32x4"
    assert isinstance(tir.Call("float32", tvm.ir.Op.get("tir.exp"), [x]).op, tvm.ir.Op)
    assert isinstance(tir.Call("float32", tvm.ir.GlobalVar("f"), [x]).op, tvm.ir.GlobalVar)


@proves("tvm.tir.CallEffectKind", "`ExprAnnotation` | 0，只是标注，可以当作没有，如 `tir.likely`", "`Pure` | 1，结果由实参决定，如 `tir.exp`", "`ReadState` | 2", "`UpdateState` | 3", "`Opaque` | 也是 3",
        "成员不是数，值在 `.value`", "记在算子的 `TCallEffectKind` 属性里")
def _(tvm):
    kinds = tvm.tir.CallEffectKind
    assert [getattr(kinds, name).value for name in ("ExprAnnotation", "Pure", "ReadState", "UpdateState", "Opaque")] == [0, 1, 2, 3, 3]
    assert not isinstance(kinds.Pure, int)
    effect = lambda name: int(tvm.ir.Op.get(name).get_attr("TCallEffectKind"))
    assert [effect(name) for name in ("tir.likely", "tir.exp", "tir.call_extern", "tir.tvm_access_ptr", "tir.ret")] == [0, 1, 3, 4, 6]


@proves("tvm.tir.CallEffectKind", "`RemoveNoOp`、`Simplify` 等 Pass 由它决定能不能删除或移动一次调用", "公共子表达式消除不看它，所有的调用都不合并")
def _(tvm):
    tir = tvm.tir
    x = tir.Var("x", "float32")

    def kept(value):
        mod = tvm.IRModule({"main": tir.PrimFunc([x], tir.Evaluate(value))})
        return isinstance(tir.transform.RemoveNoOp()(mod)["main"].body.value, tir.Call)

    assert not kept(tir.exp(x)) and kept(tir.call_extern("float32", "f", x))
    out = tir.decl_buffer((2,))
    heavy = tir.exp(x)
    twice = tir.SeqStmt([tir.BufferStore(out, heavy, [0]), tir.BufferStore(out, heavy, [1])])
    mod = tvm.IRModule({"main": tir.PrimFunc([x, out], twice)})
    assert not isinstance(tir.transform.CommonSubexprElimTIR()(mod)["main"].body, tir.LetStmt)


@proves("tvm.tir.type_annotation", "没有值、只带类型的占位调用，作 `tir.tvm_access_ptr` 的第一个实参")
def _(tvm):
    made = tvm.tir.type_annotation("float32x4")
    assert made.dtype == "float32x4" and made.op.name == "tir.type_annotation" and len(made.args) == 0
    first = tvm.tir.decl_buffer((4,), "int8").access_ptr("r").args[0]
    assert first.op.name == "tir.type_annotation" and first.dtype == "int8"


# Buffers


@proves("tvm.tir.decl_buffer", "元组或单个整数、表达式", "负数、浮点数不检查；`()` 是标量", "默认 `float32`；`bool` 按 int8 存放", "元素类型可以不同", "个数与维数不同在这里不报错", "不给出是 0",
        "空字符串是 `global`", "给出 `data` 时不看它，作用域由指针决定", "小于等于 0 时取 64")
def _(tvm):
    tir = tvm.tir
    make, n = tir.decl_buffer, tir.Var("n", "int32")
    assert make(4).shape[0] == 4 and make(n).shape[0].same_as(n) and len(make(()).shape) == 0
    assert make((-3,)).shape[0].value == -3 and len(make((2.5,)).shape) == 1
    assert make((4,)).dtype == "float32" and make((4,), "bool").dtype == "bool"
    assert make((4,), "bool").data.type_annotation.element_type.dtype == "int8"
    first = make((4,), "float32", scope="shared")
    other = make((8,), "float16", data=first.data, scope="local")
    assert other.data.same_as(first.data) and other.scope() == "shared" and make((4,)).scope() == "global"
    assert len(make((4,), strides=[1, 2, 3]).strides) == 3
    assert make((4,)).elem_offset.value == 0
    assert [make((4,), data_alignment=value).data_alignment for value in (-1, 0, -7, 128)] == [64, 64, 64, 128]


@proves("tvm.tir.decl_buffer", "不为 0 又没有给出 `elem_offset` 时，新建一个变量作偏移", "给出的常量 `elem_offset` 不是它的倍数时，这里不报错", "`auto_broadcast` 时步长是变量", "其余的字符串都当作普通的", "次序和范围到展平时才检查")
def _(tvm):
    tir = tvm.tir
    make = tir.decl_buffer
    assert isinstance(make((4,), offset_factor=8).elem_offset, tir.Var)
    assert make((4,), offset_factor=8, elem_offset=4).elem_offset.value == 4
    wide = make((4, 4), buffer_type="auto_broadcast")
    assert all(isinstance(stride, tir.Var) for stride in wide.strides) and wide.buffer_type == 2
    assert make((4,), buffer_type="nonsense").buffer_type == 1 == make((4,)).buffer_type
    for wrong in ([2, 1], [9], [0]):
        buffer = make((4, 4, 4), axis_separators=wrong)
        with raises("TVMError"):
            buffer.get_flattened_buffer()
    assert len(make((4, 4, 4), axis_separators=[1]).get_flattened_buffer().shape) == 2


def called_with(tvm, source, array):
    tir = tvm.tir
    out, i = tir.decl_buffer((4,), name="out"), tir.Var("i", "int32")
    index = [i] if len(source.shape) == 1 else [i % 2, i // 2]
    body = tir.For(i, 0, 4, 0, tir.BufferStore(out, source[tuple(index)].astype("float32"), [i]))
    result = tvm.nd.array(np.zeros(4, "float32"))
    tvm.build(tir.PrimFunc([source, out], body), target="llvm")(array, result)
    return result.numpy().tolist()


@proves("tvm.tir.decl_buffer", "维数、形状、类型、步长、偏移不符在调用时报错，对齐不检查", "传入带偏移的数组报错", "`elem_offset` 是它的倍数")
def _(tvm):
    make = tvm.tir.decl_buffer
    array = tvm.nd.array(np.arange(4, dtype="float32"))
    assert called_with(tvm, make((4,)), array) == [0, 1, 2, 3]
    assert called_with(tvm, make((4,), data_alignment=4096), array) == [0, 1, 2, 3]
    for wrong in (np.zeros((2, 2), "float32"), np.zeros(5, "float32"), np.zeros(4, "float64")):
        with raises("TVMError"):
            called_with(tvm, make((4,)), tvm.nd.array(wrong))
    with raises("TVMError"):
        called_with(tvm, make((4,), strides=[2]), array)

    def moved(factor, first):
        view = tvm.nd.array(np.arange(16, dtype="float32"))
        view = view._create_view((4,)) if hasattr(view, "_create_view") else view
        view.handle.contents.byte_offset = first * 4
        return called_with(tvm, make((4,), offset_factor=factor), view)

    for factor, first in ((0, 4), (8, 4)):
        with raises("TVMError"):
            moved(factor, first)
    assert moved(1, 4) == [4, 5, 6, 7] and moved(8, 8) == [8, 9, 10, 11]


@proves("tvm.tir.decl_buffer", "长度为 1 的维步长取 0")
def _(tvm):
    tir = tvm.tir
    rows, columns = tir.Var("r", "int32"), tir.Var("c", "int32")
    source = tir.decl_buffer((rows, columns), buffer_type="auto_broadcast")
    assert called_with(tvm, source, tvm.nd.array(np.float32([[1, 2]]))) == [1, 1, 2, 2]
    assert called_with(tvm, source, tvm.nd.array(np.float32([[1, 2], [3, 4]]))) == [1, 3, 2, 4]


@proves("tvm.tir.Buffer", "1，`access_ptr` 的掩码：读", "2，掩码：写", "`buffer_type`（1 普通，2 自动广播）", "字段与 `decl_buffer` 的形参同名")
def _(tvm):
    tir = tvm.tir
    assert (tir.Buffer.READ, tir.Buffer.WRITE) == (1, 2)
    buffer = tir.decl_buffer((4,))
    for name in ("data", "dtype", "shape", "strides", "elem_offset", "name", "data_alignment", "offset_factor", "buffer_type", "axis_separators"):
        getattr(buffer, name)


@proves("tvm.tir.Buffer", "元素类型不同或长度除不尽时报 `Cannot load`", "得到 `BufferStore`；类型不同报 `Cannot store`，不转换", "内存作用域，默认 `global`")
def _(tvm):
    tir = tvm.tir
    buffer, vectors = tir.decl_buffer((8,)), tir.decl_buffer((8,), "float32x4")
    assert buffer.vload([0], "float32x4").dtype == "float32x4" and buffer.vload(0).dtype == "float32"
    for load in (lambda: buffer.vload([0], "int32"), lambda: vectors.vload([0], "float32x6")):
        with raises("TVMError", "Cannot load"):
            load()
    assert isinstance(buffer.vstore([0], tir.const(1.0)), tir.BufferStore)
    with raises("TVMError", "Cannot store"):
        buffer.vstore([0], 1)
    assert buffer.scope() == "global" and tir.decl_buffer((8,), scope="local").scope() == "local"


@proves("tvm.tir.Buffer", "`data` 不变；已经平坦的返回自己", versions=("0.13.0",))
@proves("tvm.tir.Buffer", "`data` 不变；已经平坦的也得到一个新的对象", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    flat, deep = tvm.tir.decl_buffer((8,)), tvm.tir.decl_buffer((4, 8))
    assert flat.get_flattened_buffer().same_as(flat) == (release == "0.13.0")
    made = deep.get_flattened_buffer()
    assert [int(one) for one in made.shape] == [32] and made.data.same_as(deep.data)


@proves("tvm.tir.Buffer", "各下标在展平的缓冲区里的位置，是列表；形参也要是列表，文档字符串说可以是单个表达式，其实报错", "展平后的长度取第一维的步长乘长度，所以列优先的缓冲区算出的长度偏小")
def _(tvm):
    strided = tvm.tir.decl_buffer((4, 8), strides=(1, 4))
    assert [int(one) for one in strided.offset_of([1, 2])] == [9]
    assert [int(one) for one in strided.get_flattened_buffer().shape] == [4]
    assert [int(one) for one in tvm.tir.decl_buffer((4, 8)).offset_of([1, 2])] == [10]
    with raises(Exception):
        tvm.tir.decl_buffer((8,)).offset_of(tvm.tir.const(1))


@proves("tvm.tir.Buffer", "`access_ptr` 得到一次 `tir.tvm_access_ptr` 调用", "别的字母抛出 `ValueError: Unknown access_mask`", "`offset` 从 `elem_offset` 往后数，按元素计", "默认到结尾，可以算成负数而不报错")
def _(tvm):
    buffer = tvm.tir.decl_buffer((16,), elem_offset=2)
    made = buffer.access_ptr("rw", offset=8)
    assert made.op.name == "tir.tvm_access_ptr" and [int(one) for one in made.args[2:]] == [10, 8, 3]
    assert [int(buffer.access_ptr(mask).args[4]) for mask in ("r", "w", tvm.tir.Buffer.READ | tvm.tir.Buffer.WRITE)] == [1, 2, 3]
    with raises(ValueError, "Unknown access_mask"):
        buffer.access_ptr("x")
    assert int(buffer.access_ptr("r", offset=20).args[3]) == -4 and int(buffer.access_ptr("r", extent=5).args[3]) == 5


@proves("tvm.tir.Buffer", "这时丢掉 `offset`，指针仍在开头", "`content_lanes` 大于 1 时按向量计数")
def _(tvm):
    buffer = tvm.tir.decl_buffer((16,))
    assert [int(one) for one in buffer.access_ptr("r", content_lanes=4, offset=8).args[2:4]] == [0, 2]


# PrimFunc


@proves("tvm.tir.PrimFunc", "`Buffer` 会自动建一个 `handle` 形参，写进 `buffer_map`；别的类型抛出 `TypeError: params can only contain Var or Buffer`",
        "默认无返回值；写了也不核对函数体", "传入的字典会被添上 `params` 里的缓冲区", "普通字典不行，用 `with_attr`", "没有属性时 `attrs` 是 `None`")
def _(tvm):
    tir = tvm.tir
    nothing, buffer, given = tir.Evaluate(0), tir.decl_buffer((4,)), {}
    function = tir.PrimFunc([buffer], nothing, buffer_map=given)
    assert function.params[0].dtype == "handle" and function.buffer_map[function.params[0]].same_as(buffer)
    assert len(given) == 1 and function.attrs is None
    with raises(TypeError, "params can only contain Var or Buffer"):
        tir.PrimFunc([tir.const(1)], nothing)
    with raises(Exception):
        tir.PrimFunc([], nothing, attrs={"a": 1})
    assert function.with_attr("a", 1).attrs["a"] == 1 and function.with_attr({"b": 2}).attrs["b"] == 2 and function.attrs is None
    assert tir.PrimFunc([], nothing, ret_type=tvm.ir.PrimType("int32")).ret_type.dtype == "int32"


@proves("tvm.tir.PrimFunc", "编译时报 `are used, but are not passed in as API arguments`", versions=NEW)
@proves("tvm.tir.PrimFunc", "编译时报 `Not all Vars are passed in api_args`", versions=("0.10.0",))
def _(tvm, release):
    out = tvm.tir.decl_buffer((4,), "int32")
    words = "Not all Vars are passed in api_args" if release == "0.10.0" else "are used, but are not passed in as API arguments"
    with raises("TVMError", words):
        tvm.build(tvm.tir.PrimFunc([out], tvm.tir.BufferStore(out, tvm.tir.Var("n", "int32"), [0])), target="llvm")


@proves("tvm.tir.PrimFunc", "换掉函数体，形参、缓冲区和属性不变")
def _(tvm):
    tir = tvm.tir
    function = tir.PrimFunc([tir.decl_buffer((4,))], tir.Evaluate(0)).with_attr("a", 1)
    other = function.with_body(tir.Evaluate(5))
    assert other.body.value.value == 5 and other.attrs["a"] == 1 and other.params[0].same_as(function.params[0])
    assert function.body.value.value == 0


@proves("tvm.tir.PrimFunc", "直接 `tvm.build` 一个函数时不需要 `global_symbol` 属性；编译只有这一个函数的 `IRModule` 就必须有，否则有缓冲区形参的报 `This pass must be called after MakePackedAPI`，没有的报 `The entry func must be exposed externally`", versions=("0.13.0",))
@proves("tvm.tir.PrimFunc", "直接 `tvm.build` 一个函数时不需要 `global_symbol` 属性；编译 `IRModule` 时里面的函数都必须有，否则报 `Expect PrimFunc to have the global_symbol attribute`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    out = tvm.tir.decl_buffer((4,), "int32")
    function = tvm.tir.PrimFunc([out], tvm.tir.BufferStore(out, 1, [0]))
    tvm.build(function, target="llvm")
    tvm.build(tvm.IRModule({"main": function.with_attr("global_symbol", "main")}), target="llvm")
    scalar = tvm.tir.PrimFunc([tvm.tir.Var("n", "int32")], tvm.tir.Evaluate(0))
    words = ["Expect PrimFunc to have the global_symbol attribute"] * 2
    if release == "0.13.0":
        words = ["This pass must be called after MakePackedAPI", "The entry func must be exposed externally"]
    for alone, expected in zip((function, scalar), words):
        with raises("TVMError", expected):
            tvm.build(tvm.IRModule({"main": alone}), target="llvm")


def scaling(tvm, shape, **options):
    """A function of a buffer of that shape and a factor, its params."""
    tir = tvm.tir
    factor, i = tir.Var("factor", "float32"), tir.Var("i", "int32")
    data = tir.decl_buffer(shape, name="X", **options)
    body = tir.For(i, 0, data.shape[0], 0, tir.BufferStore(data, data[i] * factor, [i]))
    function = tir.PrimFunc([data, factor], body)
    return function, *function.params


@proves("tvm.tir.PrimFunc", "以形参为键（不能是形状里的变量），返回新的函数", "求出原来那些变量的值，形参保留", "形参被去掉，函数体里换成这个值", "类型不核对，`int32` 的形参可以给 1.5")
def _(tvm):
    tir = tvm.tir
    n = tir.Var("n", "int32")
    function, handle, factor = scaling(tvm, (n,))
    made = function.specialize({handle: tir.decl_buffer((8,))})
    assert int(made.buffer_map[made.params[0]].shape[0]) == 8 and len(made.params) == 2 and int(made.body.extent) == 8
    assert function.body.extent.same_as(n)
    assert len(function.specialize({factor: tir.const(1.0)}).params) == 1
    with raises("ValueError"):
        function.specialize({n: tir.const(8)})
    count, out = tir.Var("count", "int32"), tir.decl_buffer((1,), "int32")
    odd = tir.PrimFunc([count, out], tir.Evaluate(tir.Cast("int64", count))).specialize({count: tir.const(1.5)})
    assert odd.body.value.value.dtype == "float32"


@proves("tvm.tir.PrimFunc", "维数、步长的个数、`data_alignment` 和 `offset_factor` 必须与原来相同；原来写成 `n * 2` 或常量而与给出的不同，报 `exprected an independent Var`", "给出的 `dtype` 和作用域不核对，也不起作用")
def _(tvm):
    make, n = tvm.tir.decl_buffer, tvm.tir.Var("n", "int32")
    function, handle, _ = scaling(tvm, (n,))
    for wrong in (make((8, 8)), make((8,), strides=[1]), make((8,), data_alignment=128), make((8,), offset_factor=4, elem_offset=0)):
        with raises(ValueError, "mismatched"):
            function.specialize({handle: wrong})
    kept = function.specialize({handle: make((8,), "int8", scope="shared")})
    buffer = kept.buffer_map[kept.params[0]]
    assert buffer.dtype == "float32" and buffer.scope() == "global"
    for shape in ((n * 2,), (4,)):
        function, handle, _ = scaling(tvm, shape)
        with raises(TypeError, "exprected an independent Var"):
            function.specialize({handle: make((8,))})


@proves("tvm.tir.PrimFunc", "只改写函数形参和块里 `alloc_buffers` 的缓冲区", "形状里的变量原样留下，成为没有定义的变量")
def _(tvm):
    tir = tvm.tir
    n = tir.Var("n", "int32")
    data, staged = tir.decl_buffer((n,), name="X"), tir.decl_buffer((n,), name="tmp")
    inner = tir.Block([], [], [], "root", tir.BufferStore(staged, data[0], [0]), alloc_buffers=[staged])
    function = tir.PrimFunc([data], tir.BlockRealize([], tir.const(True), inner))
    fixed = function.specialize({function.params[0]: tir.decl_buffer((8,))})
    assert int(fixed.body.block.alloc_buffers[0].shape[0]) == 8
    view = tir.decl_buffer((n,), data=data.data, name="view")
    function = tir.PrimFunc([data], tir.BufferStore(view, data[0], [0]))
    fixed = function.specialize({function.params[0]: tir.decl_buffer((8,))})
    assert fixed.body.buffer.shape[0].same_as(n)


COMPLETE = True
