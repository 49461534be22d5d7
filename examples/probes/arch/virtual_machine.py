"""What the VM compiler emits for each construct, and what the machine checks when it runs."""

import re

import numpy as np
from probes import proves, raises

from tvm import relay

PAGE = "arch/virtual_machine#"
TABLE = PAGE + "指令"


def compiled(tvm, func, level=1, **options):
    mod = func if isinstance(func, tvm.IRModule) else tvm.IRModule.from_expr(func)
    with tvm.transform.PassContext(opt_level=level, **options):
        return relay.vm.compile(mod, "llvm")


def codes(tvm, func, **options):
    text = compiled(tvm, func, **options).bytecode
    return {int(one) for one in re.findall(r"(?m)^\s*\d+: +(\d+) ", text)}


def machine(tvm, executable):
    return tvm.runtime.vm.VirtualMachine(executable, tvm.cpu())


def parse(tvm, text):
    return (relay.parse if hasattr(relay, "parse") else tvm.parser.parse)('#[version = "0.0.5"]\n' + text)


x = relay.var("x", shape=(4,))
c = relay.var("c", shape=(), dtype="bool")
TREE = """
type Tree { Leaf(Tensor[(4), float32]), Node(Tree, Tree) }
def @first(%t: Tree) -> Tensor[(4), float32] {
  match? (%t) { Node(%l, %r) => @first(%l) }
}
def @main(%a: Tensor[(4), float32]) -> Tensor[(4), float32] { @first(Leaf(%a)) }
"""


@proves(TABLE, "`If`、`Match` 的分支汇合处", "`If` 的比较值 1，标签", "分支的末尾", "相对跳转", "函数末尾")
def _(tvm):
    got = codes(tvm, relay.Function([c, x], relay.If(c, relay.exp(x), relay.tanh(x))))
    assert {0, 1, 4, 10, 12, 14} <= got, got
    assert not {0, 10, 12, 14} & codes(tvm, relay.Function([x], relay.exp(x)))


@proves(TABLE, "调用核函数，输出是末尾的几个实参", "`memory.alloc_tensor`，形状是常量", "向分配器要一块内存", "寄存器清空")
@proves(TABLE, "同上，形状在寄存器里", "形状写成主机上的 int64 张量")
def _(tvm):
    fixed = codes(tvm, relay.Function([x], relay.exp(relay.tanh(x))), level=1)
    assert {4, 5, 16, 20} <= fixed and not {6, 17} & fixed, fixed
    dynamic = relay.var("d", shape=(relay.Any(), 4))
    moving = codes(tvm, relay.Function([dynamic], relay.exp(dynamic)))
    assert {6, 17} <= moving, moving


@proves(TABLE, "元组，标签为 0；构造器，标签为它的 `tag`", "`TupleGetItem`，模式里的字段", "常量", "取字段")
def _(tvm):
    t = relay.var("t", type_annotation=relay.TupleType([relay.TensorType((4,)), relay.TensorType((4,))]))
    assert 7 in codes(tvm, relay.Function([x], relay.Tuple([relay.exp(x), x])))
    assert 9 in codes(tvm, relay.Function([t], relay.TupleGetItem(t, 1)))
    assert 11 in codes(tvm, relay.Function([x], relay.add(x, relay.const(np.ones(4, "float32")))))


@proves(TABLE, "调用全局函数", "`Match` 没有一项符合", "抛出 `VM encountered fatal error`", "取标签")
def _(tvm):
    executable = compiled(tvm, parse(tvm, TREE), level=2)
    got = {int(one) for one in re.findall(r"(?m)^\s*\d+: +(\d+) ", executable.bytecode)}
    assert {2, 13, 15} <= got, got
    with raises(Exception, "VM encountered fatal error"):
        machine(tvm, executable).invoke("main", np.ones(4, "float32"))


@proves(TABLE, "同一块内存换一个形状")
@proves(PAGE + "动态形状", "一组里全是 `reshape` 一类的算子时，不调用核函数，换成 `reshape_tensor`")
@proves(PAGE + "动态形状", "例如 `expand_dims`、`squeeze`、`nn.batch_flatten`")
def _(tvm):
    d = relay.var("d", shape=(1, 4, 2))
    for op in (
        lambda v: relay.reshape(v, (8,)),
        lambda v: relay.expand_dims(v, 0),
        lambda v: relay.squeeze(v, [0]),
        relay.nn.batch_flatten,
    ):
        got = codes(tvm, relay.Function([d], op(d)))
        assert 18 in got and 4 not in got, got


@proves(TABLE, "把全局函数当作值；捕获变量的闭包", "调用变量，或调用另一次调用的结果")
def _(tvm):
    y, f = relay.var("y", shape=(4,)), relay.var("f")
    inner = relay.Function([y], relay.add(y, x))
    got = codes(tvm, relay.Function([x], relay.Let(f, inner, relay.Call(f, [relay.Call(f, [x])]))))
    assert {3, 8} <= got, got


@proves(TABLE, "只有一个输出，而且输出有长度为 0 的维时，不调用核函数")
def _(tvm):
    d = relay.var("d", shape=(relay.Any(), 4))
    executable = compiled(tvm, relay.Function([d], relay.exp(d)))
    assert machine(tvm, executable).invoke("main", np.zeros((0, 4), "float32")).shape == (0, 4)
    # A kernel refuses another type; where there is nothing to compute it is not asked.
    assert machine(tvm, executable).invoke("main", np.zeros((0, 4), "float64")).shape == (0, 4)
    with raises(tvm.TVMError):
        machine(tvm, executable).invoke("main", np.zeros((1, 4), "float64"))


@proves(PAGE + "序列化", "返回字节串和库", "魔数 `0xD225DE2F4214151D` 和 TVM 的版本")
def _(tvm, release):
    executable = compiled(tvm, relay.Function([x], relay.exp(x)))
    code, lib = executable.save()
    assert bytes(code[:8]) == (0xD225DE2F4214151D).to_bytes(8, "little") and release.encode() in bytes(code[:40])
    loaded = tvm.runtime.vm.Executable.load_exec(code, lib)
    np.testing.assert_allclose(machine(tvm, loaded).invoke("main", np.zeros(4, "float32")).numpy(), np.ones(4))
    changed = bytearray(code)
    changed[8 + 8 : 8 + 8 + len(release)] = b"9" * len(release)
    with raises(tvm.TVMError):
        tvm.runtime.vm.Executable.load_exec(changed, lib)


@proves(PAGE + "不变的约定", "从它到不了的函数在第一步就被 `RemoveUnusedFunctions` 删除")
@proves(PAGE + "不变的约定", "运行时除了 `main`，留下的 Relay 函数也可以用 `invoke` 按名字调用")
def _(tvm):
    text = """
def @used(%a: Tensor[(4), float32]) -> Tensor[(4), float32] { exp(%a) }
def @lost(%a: Tensor[(4), float32]) -> Tensor[(4), float32] { tanh(%a) }
def @main(%a: Tensor[(4), float32]) -> Tensor[(4), float32] { @used(@used(%a)) }
"""
    executable = compiled(tvm, parse(tvm, text), level=2, disabled_pass=["Inline"])
    vm = machine(tvm, executable)
    assert "lost" not in list(executable.globals) and "used" in list(executable.globals)
    np.testing.assert_allclose(vm.invoke("used", np.zeros(4, "float32")).numpy(), np.ones(4))


@proves(PAGE + "opt_level-为-0", "注册的级别是 1，为 0 时不执行")
def _(tvm):
    assert relay.transform.ToANormalForm().info.opt_level == 1 and relay.transform.LambdaLift().info.opt_level == 1
    with raises(tvm.TVMError):
        compiled(tvm, relay.Function([x], relay.exp(relay.tanh(x))), level=0)
    compiled(tvm, relay.Function([x], relay.exp(relay.tanh(x))), level=1)


@proves(PAGE + "条件不是布尔走错分支", "虚拟机不检查输入的类型", "进入核函数的张量由核函数自己检查类型和静态的维")
def _(tvm):
    vm = machine(tvm, compiled(tvm, relay.Function([c, x], relay.If(c, relay.exp(x), relay.tanh(x)))))
    zero = np.zeros(4, "float32")
    assert vm.invoke("main", np.array(2**32 + 1, "int64"), zero).numpy()[0] == 1
    assert vm.invoke("main", np.array(2, "int64"), zero).numpy()[0] == 0
    with raises(tvm.TVMError):
        vm.invoke("main", np.array(True), np.zeros(5, "float32"))
    with raises(tvm.TVMError):
        vm.invoke("main", np.array(True), np.zeros(4, "float64"))
