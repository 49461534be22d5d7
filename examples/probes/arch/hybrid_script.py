"""Where running and compiling a hybrid script differ, and what a schedule may do to one."""

import numpy as np
from probes import proves, raises

from tvm import te
from tvm.te.hybrid.parser import source_to_op
from tvm.te.hybrid.utils import _is_tvm_arg_types

PAGE = "arch/hybrid_script#"
SIM = PAGE + "软件模拟"
SECOND = PAGE + "第二遍生成-tir"


def run(tvm, source, array, schedule=lambda s, out: None):
    placeholder = te.placeholder(array.shape, str(array.dtype), name="a")
    out = source_to_op(source, [placeholder], {}, {})
    out = out.op.output(0) if isinstance(out, te.Tensor) else out[0]
    s = te.create_schedule(out.op)
    schedule(s, out)
    result = tvm.nd.empty(tuple(int(d) for d in out.shape), out.dtype)
    tvm.build(s, [placeholder, out], "llvm")(tvm.nd.array(array), result)
    return result.numpy()


def body(source, shape=(4,), dtype="float32"):
    made = source_to_op(source, [te.placeholder(shape, dtype, name="a")], {}, {})
    return str((made if isinstance(made, te.Tensor) else made[0]).op.body)


def demo(*lines, dtype="float32"):
    inside = "\n".join("    " + line for line in lines)
    return f'def demo(a):\n    out = output_tensor((4,), "{dtype}")\n{inside}\n    return out\n'


VALUES = np.array([0.5, 1.5, 2.5, 3.5], "float32")


@te.hybrid.script
def pair(a, b):
    out = output_tensor((4,), "float32")  # noqa: F821
    for i in range(4):
        out[i] = a[i] * b
    return out


@te.hybrid.script
def least(a):
    out = output_tensor((4,), "float32")  # noqa: F821
    for i in range(4):
        out[i] = min(a[i], 1.0, 0.75)
    return out


@te.hybrid.script
def unbounded(a):
    out = output_tensor((4,), "float32")  # noqa: F821
    for i in range(4):
        out[i] = inf("float32")  # noqa: F821
    return out


@proves(PAGE + "paths", "是 NumPy 数组或 Python 的数，就走模拟", "其余的实参必须是同一类，否则报 `ValueError`")
@proves(PAGE + "paths", "第一个实参是 `Tensor`、`Array`、`Var` 或常量表达式，就走编译")
def _(tvm):
    A = te.placeholder((4,), name="a")
    assert pair(VALUES, 2.0).tolist() == [1, 3, 5, 7]
    for first in (A, tvm.runtime.convert([A]), te.var("n"), tvm.tir.const(2.0, "float32")):
        assert _is_tvm_arg_types([first]) is True
    for first in (VALUES, 2.0, 3):
        assert _is_tvm_arg_types([first]) is False
    for arguments in ((A, VALUES), (VALUES, te.var("b"))):
        with raises(ValueError):
            _is_tvm_arg_types(arguments)


@proves(SIM, "`numpy.iinfo` 不接受，报 `ValueError`", "Python 的，实参个数不限", "恰好两个实参")
@proves(SIM, "有限的最大值、最小值")
def _(tvm):
    with raises(ValueError):
        unbounded(VALUES)
    top = run(tvm, demo("for i in range(4):", '    out[i] = inf("float32") if i > 1 else ninf("float32")'), VALUES)
    assert top[3] == np.finfo("float32").max and top[0] == np.finfo("float32").min
    assert least(VALUES).tolist() == [0.5, 0.75, 0.75, 0.75]
    with raises(ValueError, "should have 2 elements"):
        body(demo("out[0] = min(a[0], 1.0, 0.75)"))


@proves(SIM, "由第一次赋值定下，以后不转换，不同就报 `dtype mismatch on BufferStore`", versions=("0.12.0", "0.13.0"))
def _(tvm):
    with raises(Exception, "dtype mismatch on BufferStore"):
        run(tvm, demo("for i in range(4):", "    out[i] = a[i] * 2.0", dtype="int32"), VALUES)


@proves(SIM, "由第一次赋值定下，以后不转换也不检查", versions=("0.10.0",))
def _(tvm):
    wrong = run(tvm, demo("for i in range(4):", "    out[i] = a[i] * 2.0", dtype="int32"), VALUES)
    assert wrong.view("float32").tolist() == [1, 3, 5, 7]


@proves(SIM, "报错，要写 `//`")
def _(tvm):
    ints = np.arange(4, dtype="int32")
    loop = lambda value: demo("for i in range(4):", f"    out[i] = {value}", dtype="int32")
    with raises(Exception, "multiple types of integer divisions"):
        run(tvm, loop("a[i] / 2"), ints)
    assert run(tvm, loop("a[i] // 2"), ints).tolist() == [0, 0, 1, 1]


@proves(PAGE + "第一遍变量的用法", "`if` 不算一层，在分支里首次赋值的变量，分支之外也能用", "条件若在编译时化简成假，报 `KeyError`")
@proves(PAGE + "第一遍变量的用法", "is used out of the scope it is defined!")
def _(tvm):
    branch = lambda condition: demo(
        f"if {condition}:", "    first = a[0]", "for i in range(4):", "    out[i] = first"
    )
    assert run(tvm, branch("a[1] > 1.0"), VALUES).tolist() == [0.5] * 4
    with raises(KeyError):
        body(branch("2 > 3"))
    with raises(ValueError, "is used out of the scope it is defined!"):
        body(demo("for i in range(4):", "    inner = a[i]", "    out[i] = inner", "out[0] = inner"))


@proves(SECOND, "右侧化简后是常数，而且以后没有再赋值：编译时的常数，不占存储", "长度为 1 的缓冲区，在记下的那层分配")
def _(tvm):
    constant = body(demo("one = 1.0 + 1.0", "for i in range(4):", "    out[i] = a[i] * one"))
    again = body(demo("one = 1.0", "for i in range(4):", "    one += 1.0", "    out[i] = a[i] * one"))
    assert "one" not in constant and "one" in again


@proves(SECOND, "相应种类的 `For`，从 0 起", "起止都是常数", "不能是第一次赋值", "条件化简成常数时只留一支")
@proves(SECOND, "不能在 `range` 一类的循环里")
def _(tvm):
    for name in ("range", "unroll", "parallel", "vectorize"):
        for arguments in ("4", "0, 4"):
            text = body(demo(f"for i in {name}({arguments}):", "    out[i] = a[i]"))
            assert (name == "range" or name.rstrip("e") in text), text
    assert "for" not in body(demo("for i in const_range(1, 3):", "    out[i] = a[i]"))
    with raises(ValueError, "cannot be an AugAssign"):
        body(demo("late += 1.0", "out[0] = late"))
    one = body(demo("if 2 > 1:", "    out[0] = a[0]", "else:", "    out[1] = a[1]"))
    assert "out[0]" in one and "out[1]" not in one and "if" not in one
    with raises(ValueError, "Return should not be in a loop body!"):
        body('def demo(a):\n    out = output_tensor((4,), "float32")\n    for i in range(4):\n        return out\n')


@proves(SECOND, "没有 `For`，外面加 `thread_extent`；其中不能首次赋值第 3 种变量")
def _(tvm):
    text = body(demo('for i in bind("threadIdx.x", 4):', "    out[i] = a[i]"))
    assert "for" not in text and "threadIdx.x" in text
    with raises(ValueError, "Single variable not supported"):
        body(demo('for i in bind("threadIdx.x", 4):', "    inner = a[i]", "    out[i] = inner"))


@proves(SECOND, "`tir.all`、`tir.any`", "常数或形状的表达式", "同名的 TIR 函数、`Max`、`Cast`", "`Select`")
def _(tvm):
    lines = (
        "for i in range(a.shape[0]):",
        "    low = max(a[i], 1.0)",
        "    out[i] = exp(low) if a[i] > 0.0 and a[i] < 3.0 or i == 3 else float32(i)",
    )
    got = run(tvm, demo(*lines), VALUES)
    np.testing.assert_allclose(got, np.exp(np.maximum(VALUES, 1)), rtol=1e-5)
    chained = run(tvm, demo("for i in range(4):", "    out[i] = 1.0 if 0.0 < a[i] < 2.0 else 0.0"), VALUES)
    assert chained.tolist() == [1, 1, 0, 0]


@proves(SECOND, "`not` 有对应的方法，但它调用 Python 的 `not`")
def _(tvm):
    with raises(ValueError, "Cannot use and / or / not operator to Expr"):
        body(demo("for i in range(4):", "    if not a[i] > 1.0:", "        out[i] = a[i]"))


@proves(PAGE + "hybridop-与调度", "写成 `nparts`，`LoopSpliter` 仍去取 `factor`")
@proves(PAGE + "hybridop-与调度", "`pragma` 不在 `ApplySchedule` 处理的标记里，写了没有效果")
@proves(PAGE + "hybridop-与调度", "`compute_at` 能用，但每次都重算整个输出")
def _(tvm):
    source = demo("for i in range(4):", "    out[i] = a[i]")
    with raises(Exception, "is null in the binary operator"):
        run(tvm, source, VALUES, lambda s, out: s[out].split(out.op.axis[0], nparts=2))
    texts = []
    for mark in (False, True):
        A = te.placeholder((4,), name="a")
        made = source_to_op(source, [A], {}, {})
        made = made if isinstance(made, te.Tensor) else made[0]
        s = te.create_schedule(made.op)
        if mark:
            s[made].pragma(made.op.axis[0], "auto_unroll_max_step", 16)
        texts.append(tvm.lower(s, [A, made])["main"].script())
    assert texts[0] == texts[1]
    user = te.compute((4,), lambda i: made[i] + 1, name="user")
    s = te.create_schedule(user.op)
    s[made].compute_at(s[user], user.op.axis[0])
    text = tvm.lower(s, [A, user])["main"].script()
    assert "grid(4, 4)" in text or text.count("(4)") >= 2, text


@proves(PAGE + "不变的约定", "没有 `return` 报 `No valid return found in the function body!`", "输入不应写入，编译时不检查")
def _(tvm):
    with raises(Exception, "No valid return found in the function body!"):
        body('def demo(a):\n    out = output_tensor((4,), "float32")\n    out[0] = a[0]\n')
    body(demo("a[0] = 1.0", "out[0] = a[0]"))
