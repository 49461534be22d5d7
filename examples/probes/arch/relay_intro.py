"""How the text of Relay is written, and what the forms of a program promise."""

from probes import proves, raises

from tvm import relay

PAGE = "arch/relay_intro#"
TEXT = PAGE + "文本怎样得来"


def module(tvm, *arguments):
    return tvm.IRModule.from_expr(*arguments)


def text(node):
    return str(node)


def parse(tvm, source):
    return (relay.parse if hasattr(relay, "parse") else tvm.parser.parse)('#[version = "0.0.5"]\n' + source)


@proves(TEXT, "其余的常量（张量、int8、uint8 的标量等），内容在 `astext()` 末尾的 `#[metadata]` 里，`str()` 不带")
@proves(TEXT, "标量常量，依次是 int32、int64、float32、float64、bool；int16、float16 另有后缀")
def _(tvm):
    for value, dtype, words in (
        (2, "int32", "2"),
        (2, "int64", "2i64"),
        (1.5, "float32", "1.5f"),
        (1.5, "float64", "1.5f64"),
        (True, "bool", "True"),
        (2, "int16", "2i16"),
        (1.5, "float16", "1.5f16"),
    ):
        assert text(relay.const(value, dtype)).split(" ")[0].strip() == words, dtype
    for constant in (relay.const([1.0, 2.0]), relay.const(3, "int8"), relay.const(3, "uint8")):
        assert "meta[relay.Constant][0]" in text(constant)
        mod = module(tvm, constant)
        assert "#[metadata]" in mod.astext() and "#[metadata]" not in str(mod)


@proves(TEXT, "一个字段的元组", "自由变量：没有函数或 let 绑定它", "变量绑定了两次", "允许漏掉情形的匹配")
@proves(TEXT, "函数的属性，写在形参后面")
def _(tvm):
    x = relay.var("x", shape=(1,))
    assert "(%x,)" in text(relay.Function([x], relay.Tuple([x])))
    assert "free_var %x" in text(relay.exp(x))
    twice = relay.Tuple([relay.Let(x, relay.const(1.0), x), relay.Let(x, relay.const(2.0), x)])
    assert "-malformed-ir" in text(twice)
    assert "Primitive=1" in text(relay.Function([x], x).with_attr("Primitive", 1))
    assert "match? (" in text(parse(tvm, "type T { A, B }\ndef @f(%t: T) -> int32 { match? (%t) { A => 1 } }")["f"])


@proves(TEXT, "编号在整个模块里递增，不在每个函数里重新开始", "同一个对象第二次出现，直接用第一次的编号")
def _(tvm):
    x, y = relay.var("x", shape=(1,)), relay.var("y", shape=(1,))
    nested = lambda v: relay.Function([v], relay.exp(relay.exp(v)))
    both = text(tvm.IRModule({"f": nested(x), "g": nested(y)}))
    assert both.count("%0 =") == 1 and both.count("%1 =") == 1


@proves(PAGE + "模块和递归", "模块的文本先打印类型定义、再打印函数，各按名字排序", "与加入的次序无关")
def _(tvm):
    x, y = relay.var("x", shape=(1,)), relay.var("x", shape=(1,))
    one = tvm.IRModule({"b": relay.Function([x], x), "a": relay.Function([y], y)})
    assert text(one).index("@a") < text(one).index("@b")
    typed = text(parse(tvm, "def @f(%t: Z) -> Z { %t }\ntype Z { C }\ntype Y { D }"))
    assert typed.index("type Y") < typed.index("type Z") < typed.index("@f")


@proves(PAGE + "代数数据类型", "`match` 必须覆盖所有情形", "`match?` 不检查，运行时遇到漏掉的情形才报错")
@proves(PAGE + "代数数据类型", "图执行器不支持分支、闭包、递归和 ADT")
def _(tvm):
    source = "type T { A, B }\ndef @main(%t: T) -> int32 { match MARK(%t) { A => 1 } }"
    with raises("DiagnosticError"):
        relay.transform.InferType()(parse(tvm, source.replace("match MARK", "match ")))
    relay.transform.InferType()(parse(tvm, source.replace(" MARK", "? ")))
    c, x = relay.var("c", shape=(), dtype="bool"), relay.var("x", shape=(1,))
    branch = module(tvm, relay.Function([c, x], relay.If(c, relay.exp(x), x)))
    with raises(tvm.TVMError):
        relay.build(branch, "llvm")
    relay.vm.compile(branch, "llvm")


@proves(PAGE + "类和文件", "变量按对象区分，不按名字", "两个不同的变量可以同名")
@proves(PAGE + "不变的约定", "新节点没有 `checked_type`，要再执行 `InferType`")
@proves(PAGE + "不变的约定", "出了绑定的作用域不能再用")
def _(tvm):
    x, y = relay.var("x", shape=(1,)), relay.var("x", shape=(1,))
    assert x != y and len(relay.analysis.free_vars(relay.add(x, y))) == 2
    with raises(ValueError):
        relay.exp(x).checked_type
    inner = relay.Let(x, relay.const(1.0), x)
    assert relay.analysis.well_formed(inner) and not relay.analysis.well_formed(relay.Tuple([inner, x]))


@proves(PAGE + "三种范式", "去掉 let，变回图", "每个中间结果都有 let")
@proves(PAGE + "三种范式", "只给要提到外层的节点加 let，每个作用域内部仍是图")
def _(tvm):
    x, c = relay.var("x", shape=(1,)), relay.var("c", shape=(), dtype="bool")
    shared = relay.log(x)
    plain = module(tvm, relay.Function([x], relay.exp(relay.tanh(x))))
    anf = relay.transform.ToANormalForm()(tvm.IRModule(plain.functions))
    assert text(anf).count("let ") == 2
    assert "let " not in text(relay.transform.ToGraphNormalForm()(anf))
    assert "let " not in text(relay.transform.ToBasicBlockNormalForm()(plain))
    branches = module(tvm, relay.Function([c, x], relay.If(c, relay.exp(shared), relay.tanh(shared))))
    assert text(relay.transform.ToBasicBlockNormalForm()(branches)).count("let ") == 1
