"""More probes of docs/reference/api/python/relay/dataflow_pattern.md: what the parameters and methods mean."""

from probes import proves, raises

P = "tvm.relay.dataflow_pattern."
WITH_TEXT = ("0.12.0", "0.13.0")


def dfp(tvm):
    from tvm.relay import dataflow_pattern

    return dataflow_pattern


def variables(tvm, names="xy", shape=(4,)):
    return [tvm.relay.var(name, shape=shape) for name in names]


@proves(P + "match", "要比的模式")
@proves(P + "DFPattern", "以它为根比较一个表达式，返回 1 或 0")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    add = p.is_op("add")(p.is_var(), p.is_var())
    for match in (lambda expr: p.match(add, expr), add.match):
        assert [match(x + y), match(x - y), match(-(x + y))] == [1, 0, 0]
    with raises("TVMError"):
        p.match(x + y, x + y)


@proves(P + "partition", "返回新的表达式", "要划分的整个表达式", "一次只有一个模式")
@proves(P + "DFPattern", "按它划分表达式，形参同名为 `partition` 的函数")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    negative, whole = p.is_op("negative")(p.wildcard()), tvm.relay.Function([x, y], -x + -y)
    with raises("TVMError"):
        p.partition([negative], whole)
    for divide in (lambda **options: p.partition(negative, whole, **options), lambda **options: negative.partition(whole, **options)):
        made = divide(attrs={"Composite": "mine"})
        assert not made.same_as(whole) and isinstance(whole.body.args[0].op, tvm.ir.Op)
        assert [one.op.attrs["Composite"] for one in made.body.args] == ["mine", "mine"]
        assert isinstance(divide(check=lambda expr: False).body.args[0].op, tvm.ir.Op)


@proves(P + "rewrite", "给 `require_type` 的类型推断用；默认是空模块，表达式里有没推断过类型的 `GlobalVar` 时必须给出")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)

    def rule(typed):
        class Rule(p.DFPatternCallback):
            def __init__(self):
                super().__init__(require_type=typed)
                self.pattern = p.is_op("negative")(p.wildcard())

            def callback(self, pre, post, node_map):
                return tvm.relay.abs(post.args[0])

        return Rule()

    mod = tvm.IRModule({"other": tvm.relay.Function([y], y, tvm.relay.TensorType((4,)))})
    expr = tvm.relay.Function([x], -mod.get_global_var("other")(x))
    with raises("TVMError"):
        p.rewrite(rule(True), expr)
    for typed, given in ((True, mod), (False, None)):
        assert p.rewrite(rule(typed), expr, given).body.op.name == "abs"
    assert p.rewrite(rule(True), expr).body.op.name == "abs"  # the variable has its type now
    assert p.rewrite(rule(True), tvm.relay.Function([x], -x)).body.op.name == "abs"


@proves(P + "wildcard", "同一个对象在模式里出现两次，要求两处是同一个表达式节点")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    same = p.wildcard()
    twice, free = same * same, p.wildcard() * p.wildcard()
    first, second = -x, -x
    assert twice.match(first * first) and not twice.match(first * second) and free.match(first * second)


@proves(P + "is_constant", "没有形参，文档字符串里的 `name` 是多余的")
def _(tvm):
    p = dfp(tvm)
    assert "name" in p.is_constant.__doc__
    with raises(TypeError):
        p.is_constant(name="c")


@proves(P + "is_op", "`op_name` 是注册的名称，如 `nn.conv2d`")
@proves(P + "get", "`is_op` 用它查名称")
def _(tvm):
    from unittest import mock

    p = dfp(tvm)
    assert p.is_op("nn.conv2d").expr.same_as(tvm.ir.Op.get("nn.conv2d"))
    with raises("TVMError", "is not registered"):
        p.is_op("conv2d")
    with mock.patch.object(p, "get", wraps=p.get) as asked:
        p.is_op("add")
    assert [call[0] for call in asked.call_args_list] == [("add",)]


@proves(P + "CallPattern", "乘除两个算子写 `(None)` 时只能匹配到本算子的调用")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    for name, expr in (("multiply", x * y), ("divide", x / y)):
        assert p.is_op(name)(None).match(expr)
        for other in (-x, x + y):
            with raises("TVMError", "null array"):
                p.is_op(name)(None).match(other)
    assert not p.is_op("add")(None).match(x * y)


@proves(P + "is_tuple_get_item", "常用于取 `nn.batch_norm`、`split` 的结果")
def _(tvm):
    p, relay, (x,) = dfp(tvm), tvm.relay, variables(tvm, "x")
    pieces = relay.split(x, 2)
    second = p.is_tuple_get_item(p.is_op("split")(p.wildcard()), 1)
    assert second.match(pieces[1]) and not second.match(pieces[0])
    data, *parts = relay.var("data", shape=(1, 2)), *(relay.var(name, shape=(2,)) for name in "gbmv")
    normal = relay.nn.batch_norm(data, *parts)
    assert p.is_tuple_get_item(p.is_op("nn.batch_norm")(None), 0).match(normal[0])


@proves(P + "is_if", "条件为真时的值", "条件为假时的值；不关心的写 `wildcard()`", "| `cond` | `DFPattern` | 条件 |")
@proves(P + "IfPattern", "| `cond` | `DFPattern` | 条件 |")
def _(tvm):
    p, relay, (x, y) = dfp(tvm), tvm.relay, variables(tvm)
    condition = relay.var("c", shape=(), dtype="bool")
    expr = relay.If(condition, x, y)
    for make in (p.is_if, p.IfPattern):
        assert make(p.is_var("c"), p.is_var("x"), p.is_var("y")).match(expr)
        assert make(p.wildcard(), p.is_var("x"), p.wildcard()).match(expr)
        assert not make(p.is_var("c"), p.is_var("y"), p.is_var("x")).match(expr)
        assert not make(p.is_constant(), p.wildcard(), p.wildcard()).match(expr)


@proves(P + "is_let", "被绑定的变量", "它的值", "后面的表达式")
@proves(P + "LetPattern", "被绑定的变量、它的值和后面的表达式，成为同名的字段")
def _(tvm):
    p, relay, (x, y) = dfp(tvm), tvm.relay, variables(tvm)
    expr = relay.Let(x, relay.const(1.0), -y)
    parts = p.is_var("x"), p.is_constant(), p.is_op("negative")(p.wildcard())
    for make in (p.is_let, p.LetPattern):
        assert make(*parts).match(expr)
        for index in range(3):
            changed = list(parts)
            changed[index] = p.is_var("other")
            assert not make(*changed).match(expr)
        made = make(*parts)
        assert made.var.same_as(parts[0]) and made.value.same_as(parts[1]) and made.body.same_as(parts[2])


@proves(P + "dominates", "一个节点的某个输入匹配 `parent` 以后，其余的输入不再看", "产生数据的一端", "途中的节点", "收拢的一端，也是整个模式的根")
@proves(P + "DominatorPattern", "上游产生数据的一端", "途中的节点", "下游收拢的一端")
@proves(P + "DFPattern", "以它为收拢的一端建立支配模式；`path` 默认匹配任何节点")
def _(tvm):
    p, relay, (x,) = dfp(tvm), tvm.relay, variables(tvm, "x")
    top, path, bottom = p.is_op("exp")(p.wildcard()), p.is_op("nn.relu")(p.wildcard()), p.is_op("add")(p.wildcard(), p.wildcard())
    source = relay.exp(x)
    plain = relay.nn.relu(source) + relay.nn.relu(relay.nn.relu(source))
    other = relay.nn.relu(source) + relay.tanh(source)
    for made in (p.dominates(top, path, bottom), p.DominatorPattern(top, path, bottom), bottom.dominates(top, path)):
        assert made.parent.same_as(top) and made.path.same_as(path) and made.child.same_as(bottom)
        assert made.match(plain) and not made.match(other) and not made.match(relay.exp(plain))
        assert made.match(source + relay.tanh(source))
    assert isinstance(bottom.dominates(top).path, p.WildcardPattern) and bottom.dominates(top).match(other)


@proves(P + "has_attr", "`attrs` 是字典，键是属性名")
@proves(P + "DFPattern", "加属性约束，返回 `AttrPattern`", "加元素类型约束，返回 `DataTypePattern`", "加形状约束，返回 `ShapePattern`")
def _(tvm):
    p, (x,) = dfp(tvm), variables(tvm, "x")
    call = p.is_op("reshape")(p.wildcard())
    flat = tvm.relay.reshape(x, (2, 2))
    for made, kind in ((call.has_attr({"newshape": [2, 2]}), p.AttrPattern), (call.has_dtype("float32"), p.DataTypePattern), (call.has_shape((2, 2)), p.ShapePattern)):
        assert type(made) is kind and made.match(flat) and made.pattern.same_as(call)
    for made in (call.has_attr({"newshape": [4, 1]}), call.has_dtype("int8"), call.has_shape((4, 1))):
        assert not made.match(flat)
    with raises(Exception):
        call.has_attr([("newshape", [2, 2])])


@proves(P + "has_shape", "`shape` 是整数或表达式的列表、元组")
def _(tvm):
    p, (x,) = dfp(tvm), variables(tvm, "x", (2, 3))
    for shape in ((2, 3), [2, 3], (tvm.tir.const(2), 3)):
        assert p.has_shape(shape).match(x)
    assert p.has_shape([tvm.relay.Any(), 3]).match(tvm.relay.var("y", shape=(tvm.relay.Any(), 3)))
    with raises("TVMError"):
        p.has_shape(6)


@proves(P + "DFPattern", "运算符和方法都由它提供", "运算符的两侧都要是模式，常量写 `is_expr(relay.const(1.0))`")
def _(tvm):
    p, (x,) = dfp(tvm), variables(tvm, "x")
    for name in "__call__ __or__ __add__ __sub__ __mul__ __truediv__ has_attr has_type match partition dominates optional".split():
        assert name in vars(p.DFPattern) and name not in vars(p.WildcardPattern)
    one = tvm.relay.const(1.0)
    for wrong in (1.0, one):
        with raises(Exception):
            p.wildcard() + wrong
    assert (p.wildcard() + p.is_expr(one)).match(x + one) and not (p.wildcard() + p.is_expr(one)).match(x + tvm.relay.const(2.0))


@proves(P + "astext", "要打印的对象", versions=WITH_TEXT)
def _(tvm):
    p, (x,) = dfp(tvm), variables(tvm, "x")
    for thing, words in ((-x, "negative(%x)"), (tvm.relay.TensorType((4,)), "Tensor[(4), float32]"), (tvm.IRModule.from_expr(-x), "def @main"), (p.is_op("negative")(p.wildcard()), "(Op(negative), [*])")):
        text = p.astext(thing)
        assert words in text and text.splitlines()[0].startswith("#["), text


@proves(P + "make_node", "这里用它由字典造 `DictAttrs`：`make_node(\"DictAttrs\", groups=1)`")
def _(tvm):
    from unittest import mock

    p = dfp(tvm)
    made = p.make_node("DictAttrs", groups=1)
    assert isinstance(made, tvm.ir.attrs.DictAttrs) and made["groups"] == 1
    with mock.patch.object(p, "make_node", wraps=p.make_node) as asked:
        p.has_attr({"groups": 1})
    asked.assert_called_once_with("DictAttrs", groups=1)
