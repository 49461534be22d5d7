"""Probes of docs/reference/api/python/relay/dataflow_pattern.md."""

import numpy as np
from probes import check_error, proves, proves_check, raises

P = "tvm.relay.dataflow_pattern."
NEW = ("0.12.0", "0.13.0")


def dfp(tvm):
    from tvm.relay import dataflow_pattern

    return dataflow_pattern


def variables(tvm, names="xy", shape=(4,), dtype="float32"):
    return [tvm.relay.var(name, shape=shape, dtype=dtype) for name in names]


def rule(tvm, pattern, answer, **options):
    """A callback, whose answer gets what TVM gives it."""

    class Rule(dfp(tvm).DFPatternCallback):
        def __init__(self):
            super().__init__(**options)
            self.pattern = pattern
            self.calls = 0

        def callback(self, pre, post, node_map):
            self.calls += 1
            return answer(pre, post, node_map)

    return Rule()


@proves(P + "match", "判断模式的根与这个表达式是否匹配，不往子表达式里找", "包括函数和算子；传 `IRModule` 抛出 `TVMError`", "返回 1 或 0，不是 `bool`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    negative = p.is_op("negative")(p.wildcard())
    assert negative.match(-x) == 1 and negative.match(tvm.relay.exp(-x)) == 0 and type(p.match(negative, -x)) is int
    assert p.match(p.wildcard(), tvm.ir.Op.get("add")) == 1 and p.match(p.wildcard(), tvm.relay.Function([x], x)) == 1
    with raises("TVMError"):
        p.match(p.wildcard(), tvm.IRModule())


@proves(P + "match", "带类型约束的模式在匹配时做类型推断，推断失败就抛出异常")
@proves(P + "TypePattern", "先推断类型，再比较里层的模式，所以里层不符时推断失败也会报错")
def _(tvm):
    p, x, y = dfp(tvm), *[tvm.relay.var(name, shape=shape) for name, shape in (("x", (2,)), ("y", (3,)))]
    with raises(Exception):
        p.is_op("exp")(p.wildcard()).has_shape((2,)).match(x + y)
    with raises(Exception):
        p.is_op("exp")(p.wildcard()).has_type(tvm.relay.TensorType((2,))).match(x + y)


@proves(P + "partition", "把每处互不重叠的匹配放进一个新函数，原处换成对它的调用", "给每个新函数另加的属性", "函数总带属性 `PartitionedFromPattern`，已经带它的函数不再进去找")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    negative = p.is_op("negative")(p.wildcard())
    made = p.partition(negative, -(-x), {"Composite": "mine"})
    assert isinstance(made.op, tvm.relay.Function) and isinstance(made.args[0].op, tvm.relay.Function)
    assert made.op.attrs["Composite"] == "mine" and "PartitionedFromPattern" in made.op.attrs.keys()
    again = p.partition(negative, made)
    assert str(again) == str(made)


@proves_check(P + "partition", "收到匹配到的表达式，返回真才划分；必须有返回值，`None` 抛出 `InternalError`")
def _(tvm, release):
    p, (x, y) = dfp(tvm), variables(tvm)
    negative, seen = p.is_op("negative")(p.wildcard()), []

    def check(expr):
        seen.append(expr)
        return False

    made = p.partition(negative, -x, check=check)
    assert isinstance(made.op, tvm.ir.Op) and isinstance(seen[0], tvm.relay.Call)
    with raises(check_error(release)):
        p.partition(negative, -x, check=lambda expr: None)


@proves(P + "partition", "每个叶子一个形参，函数体只用最后一个：`x + x` 得到两个形参的函数，0.13.0 只有一个", versions=("0.10.0",))
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    assert len(p.is_op("add")(p.wildcard(), p.wildcard()).partition(x + x).op.params) == 2


@proves(P + "rewrite", "反复用回调改写表达式，直到一轮下来没有变化", "每轮按次序使用；没有设 `pattern` 的抛出 `AssertionError`", "不接受 `IRModule`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    inner = p.wildcard()
    first = rule(tvm, p.is_op("negative")(inner), lambda pre, post, found: tvm.relay.exp(found[inner][0]))
    other = p.wildcard()
    second = rule(tvm, p.is_op("exp")(other), lambda pre, post, found: tvm.relay.tanh(found[other][0]))
    made = p.rewrite([first, second], -(-x))
    assert str(made).count("tanh") == 2 and "exp" not in str(made) and "negative" not in str(made)
    with raises(AssertionError):
        p.rewrite(p.DFPatternCallback(), -x)
    with raises("TVMError"):
        p.rewrite(first, tvm.IRModule.from_expr(-x))


@proves(P + "rewrite", "返回新的表达式，新建的节点没有类型", "计到 100 还没有停就抛出 `Observed 100 rewrite passes`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    inner = p.wildcard()
    grow = rule(tvm, p.is_op("negative")(inner), lambda pre, post, found: tvm.relay.exp(post))
    with raises("TVMError", "Observed 100 rewrite passes"):
        p.rewrite(grow, -x)
    assert grow.calls == 100
    made = p.rewrite(rule(tvm, p.is_op("negative")(inner), lambda pre, post, found: tvm.relay.exp(found[inner][0])), -x)
    with raises(ValueError):
        made.checked_type


@proves(P + "DFPatternCallback", "True 时每次使用之前推断类型，`pre.checked_type` 才能读", "不想改就返回 `post`", "只用这一个回调改写")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    seen = []
    typed = rule(tvm, p.is_op("negative")(p.wildcard()), lambda pre, post, found: seen.append(pre.checked_type) or post, require_type=True)
    assert tvm.ir.structural_equal(typed.rewrite(tvm.relay.Function([x], -x)).body.op, tvm.ir.Op.get("negative"))
    assert seen[0] == tvm.relay.TensorType((4,))
    untyped = rule(tvm, p.is_op("negative")(p.wildcard()), lambda pre, post, found: pre.checked_type and post)
    with raises(Exception):
        untyped.rewrite(tvm.relay.Function([x], -x))


@proves(P + "DFPatternCallback", "True 时，第一次使表达式有变化之后，以后的轮次不再用它；同一轮里仍可调用多次", versions=NEW)
@proves(P + "DFPatternCallback", "True 时全部回调只做一轮，同一轮里仍可调用多次。只看列表里最后一个回调的，别的写了不起作用", versions=("0.10.0",))
def _(tvm, release):
    p, (x, y) = dfp(tvm), variables(tvm)
    grow = lambda **options: rule(tvm, p.is_op("negative")(p.wildcard()), lambda pre, post, found: tvm.relay.exp(post), **options)
    once = grow(rewrite_once=True)
    assert str(once.rewrite(-(-x))).count("exp") == 2 and once.calls == 2
    with raises("TVMError", "Observed"):
        grow().rewrite(-x)
    idle = lambda: rule(tvm, p.is_op("sqrt")(p.wildcard()), lambda pre, post, found: post)
    if release == "0.10.0":
        with raises("TVMError", "Observed"):
            p.rewrite([grow(rewrite_once=True), idle()], -x)
    else:
        assert str(p.rewrite([grow(rewrite_once=True), idle()], -x)).count("exp") == 1
    assert str(p.rewrite([idle(), grow(rewrite_once=True)], -x)).count("exp") == 1


@proves(P + "rewrite", "只交换两个自由变量不算变化")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    swap = lambda: rule(tvm, p.is_op("add")(p.wildcard(), p.wildcard()), lambda pre, post, found: tvm.relay.add(*reversed(pre.args)))
    assert p.rewrite(swap(), x + y).args[0].same_as(y)
    with raises("TVMError", "Observed 100 rewrite passes"):
        p.rewrite(swap(), tvm.relay.Function([x, y], x + y))


@proves(P + "DFPatternCallback", "返回 `None` 一般报空指针", "匹配的正好是整个函数体")
@proves(P + "DFPatternCallback", "基类的实现抛出 `NotImplementedError`", versions=("0.13.0",))
@proves(P + "DFPatternCallback", "得到 `TypeError: exceptions must derive from BaseException`", versions=("0.10.0", "0.12.0"))
def _(tvm, release):
    p, (x, y) = dfp(tvm), variables(tvm)
    none = lambda: rule(tvm, p.is_op("negative")(p.wildcard()), lambda pre, post, found: None)
    with raises(Exception):
        none().rewrite(tvm.relay.Function([x], tvm.relay.exp(-x)))
    func = tvm.relay.Function([x], -x)
    assert tvm.ir.structural_equal(none().rewrite(func), func)
    with raises(NotImplementedError if release == "0.13.0" else TypeError):
        p.DFPatternCallback().callback(None, None, None)


@proves(P + "wildcard", "新建一个匹配任何表达式的模式", "每次调用得到另一个对象。同一个对象在模式里出现两次，要求两处是同一个表达式节点")
@proves(P + "WildcardPattern", "打印成 `*`；划分时，它匹配到的算子和函数以外的表达式成为形参")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    one = p.wildcard()
    assert isinstance(one, p.WildcardPattern) and str(one).strip() == "*" and not one.same_as(p.wildcard())
    for expr in (x, -x, tvm.relay.const(1.0), tvm.relay.Tuple([x]), tvm.ir.Op.get("add")):
        assert one.match(expr)
    same = p.is_op("add")(one, one)
    assert same.match(x + x) and not same.match(x + y) and not same.match((-x) + (-x))
    made = p.CallPattern(p.wildcard(), [p.wildcard(), p.wildcard()]).partition(x + tvm.relay.const(np.ones(4, "float32")))
    assert len(made.op.params) == 2


@proves(P + "is_var", "`name` 非空时还要求 `name_hint` 相等，不支持通配符")
@proves(P + "VarPattern", "文档字符串里的 `type_annotation` 并不存在")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    assert isinstance(p.is_var("x"), p.VarPattern) and p.VarPattern("x").name == "x"
    assert p.is_var().match(x) and p.is_var("x").match(x) and not p.is_var("x").match(y)
    assert not p.is_var("*").match(x) and not p.is_var().match(tvm.ir.GlobalVar("x"))
    with raises(AttributeError):
        p.is_var().type_annotation


@proves(P + "is_constant", "匹配 `Constant`，不看数值；没有形参")
@proves(P + "ConstantPattern", "它匹配到的常量留在函数里，而通配符匹配到的常量成为形参")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    assert p.is_constant().match(tvm.relay.const(3)) and not p.is_constant().match(x)
    with raises(TypeError):
        p.is_constant("name")
    table = tvm.relay.const(np.ones(4, "float32"))
    sizes = [len(p.is_op("add")(p.wildcard(), right).partition(x + table).op.params) for right in (p.is_constant(), p.wildcard())]
    assert sizes == [1, 2]


@proves(P + "is_expr", "匹配与 `expr` 结构相等的表达式", "Python 的数要写成 `relay.const(1.0)`，否则抛出 `TVMError`")
@proves(P + "ExprPattern", "`is_expr` 和 `is_op` 都返回它", "其实任何表达式都可以")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    const = tvm.relay.const
    assert p.is_expr(const(1.0)).match(const(1.0)) and not p.is_expr(const(1.0)).match(const(2.0))
    assert p.is_expr(-x).match(-x) and not p.is_expr(-x).match(-y)
    assert isinstance(p.is_expr(x), p.ExprPattern) and isinstance(p.is_op("add"), p.ExprPattern)
    with raises("TVMError"):
        p.is_expr(1.0)


@proves(P + "is_op", "匹配算子本身；再加一对括号 `is_op(\"add\")(a, b)` 才匹配对它的调用")
@proves_check(P + "is_op", "没有注册的名称在构造时就抛出 `InternalError`，信息是 `Operator … is not registered`")
def _(tvm, release):
    p, (x, y) = dfp(tvm), variables(tvm)
    assert p.is_op("add").match(tvm.ir.Op.get("add")) and not p.is_op("add").match(x + y)
    assert p.is_op("add")(p.wildcard(), p.wildcard()).match(x + y)
    with raises(check_error(release), "Operator nothing is not registered"):
        p.is_op("nothing")


@proves(P + "CallPattern", "`None` 不看实参，写法是 `op(None)`；个数不同就不匹配。元素是表达式或 Python 的数时抛出 `TVMError`", "算子、函数或变量", "通常写成 `op(a, b)`，也可以用运算符 `+`、`-`、`*`、`/`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    w = p.wildcard
    assert p.is_op("add")(None).match(x + y) and not p.is_op("add")(w()).match(x + y)
    for wrong in (x, 1):
        with raises("TVMError"):
            p.CallPattern(p.is_op("add"), [w(), wrong])
    made = [(w() + w(), x + y), (w() - w(), x - y), (w() * w(), x * y), (w() / w(), x / y)]
    for pattern, expr in made:
        assert isinstance(pattern, p.CallPattern) and pattern.match(expr)
    func = tvm.relay.Function([x], x)
    assert p.CallPattern(p.FunctionPattern(None, w()), [w()]).match(func(y)) and p.is_var("f")(w()).match(tvm.relay.Call(tvm.relay.var("f"), [x]))


@proves(P + "CallPattern", "遇到对别的算子、函数的调用，抛出 `cannot index a null array`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    for name, own in (("multiply", x * y), ("divide", x / y)):
        pattern = p.is_op(name)(None)
        assert pattern.match(own)
        with raises("TVMError", "cannot index a null array"):
            pattern.match(x + y)


@proves(P + "FunctionPattern", "`None` 不看形参；空列表只匹配没有形参的函数", "要看 `Composite` 等属性，在外面加 `has_attr`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    with_one, with_none = tvm.relay.Function([x], -x), tvm.relay.Function([], tvm.relay.const(1.0))
    w = p.wildcard
    assert p.FunctionPattern(None, w()).match(with_one) and p.FunctionPattern(None, w()).match(with_none)
    assert not p.FunctionPattern([], w()).match(with_one) and p.FunctionPattern([], w()).match(with_none)
    assert not p.FunctionPattern([w()], p.is_op("exp")(w())).match(with_one)
    named = p.FunctionPattern(None, w()).has_attr({"Composite": "mine"})
    assert named.match(with_one.with_attr("Composite", "mine")) and not named.match(with_one)


@proves(P + "FunctionPattern", "`match` 正常，划分和改写抛出 `TVMError`，信息是 `IndexError: key is not in Map`", versions=("0.10.0",))
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    w = p.wildcard
    pattern = p.FunctionPattern([w()], w())(w()) | p.is_op("negative")(w())
    assert pattern.match(-x)
    with raises("TVMError", "key is not in Map"):
        pattern.partition(-x)


@proves(P + "is_tuple", "匹配成员个数相同、逐个相符的元组；`fields` 为 `None` 时匹配任何元组")
@proves(P + "TuplePattern", "可以用 `len` 和下标取出成员的模式；越界抛出 `IndexError`", "`fields` 是 `None` 时没有长度，`len` 抛出 `TypeError`", "不支持，调用就抛出 `TypeError`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    pair = tvm.relay.Tuple([x, y])
    made = p.is_tuple([p.is_var("x"), p.wildcard()])
    assert made.match(pair) and not made.match(tvm.relay.Tuple([x])) and not made.match(tvm.relay.Tuple([y, x]))
    assert p.is_tuple(None).match(pair) and not p.is_tuple(None).match(x)
    assert isinstance(made, p.TuplePattern) and len(made) == 2 and isinstance(made[0], p.VarPattern)
    with raises(IndexError):
        made[2]
    with raises(TypeError):
        len(p.is_tuple(None))
    with raises(TypeError):
        made.astype("int8")


@proves(P + "is_tuple_get_item", "`index` 为 `None` 时不看是第几个", "`relay.Tuple([x, y])[0]` 得到的是 `x` 自己，不是 `TupleGetItem`")
@proves(P + "TupleGetItemPattern", "没有给出的下标在内部存成 -1，所以传 -1 表示任意成员，不是最后一个")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    items = [tvm.relay.TupleGetItem(tvm.relay.split(x, 2).astuple(), index) for index in (0, 1)]
    made = p.is_tuple_get_item
    assert [made(p.wildcard(), 0).match(item) for item in items] == [1, 0]
    assert [made(p.wildcard()).match(item) for item in items] == [1, 1]
    assert [p.TupleGetItemPattern(p.wildcard(), -1).match(item) for item in items] == [1, 1]
    assert made(p.wildcard()).index == -1 and tvm.relay.Tuple([x, y])[0].same_as(x)


@proves(P + "is_if", "三处都要匹配")
@proves(P + "IfPattern", "三个形参成为同名的字段", "不能写 `None`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    cond = tvm.relay.var("c", shape=(), dtype="bool")
    expr = tvm.relay.If(cond, x, -y)
    w = p.wildcard
    assert p.is_if(w(), w(), w()).match(expr) and p.is_if(p.is_var("c"), p.is_var("x"), p.is_op("negative")(w())).match(expr)
    for wrong in ((p.is_var("x"), w(), w()), (w(), p.is_var("y"), w()), (w(), w(), p.is_var())):
        assert not p.is_if(*wrong).match(expr)
    parts = (p.is_var("c"), w(), w())
    made = p.IfPattern(*parts)
    assert isinstance(p.is_if(*parts), p.IfPattern) and made.cond.same_as(parts[0]) and made.false_branch.same_as(parts[2])
    with raises(Exception):
        p.is_if(w(), None, w()).match(expr)


@proves(P + "is_let", "就在 `var` 和 `body` 里用同一个模式对象")
@proves(P + "LetPattern", "嵌套的 `Let` 要嵌套着写，一个模式只管一层")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    a, b = variables(tvm, "ab")
    w = p.wildcard
    one = tvm.relay.Let(a, -x, tvm.relay.exp(a))
    assert p.is_let(w(), p.is_op("negative")(w()), p.is_op("exp")(w())).match(one)
    bound = p.is_var()
    used = p.is_let(bound, w(), p.is_op("exp")(bound))
    assert used.match(one) and not used.match(tvm.relay.Let(a, -x, tvm.relay.exp(y)))
    nested = tvm.relay.Let(a, -x, tvm.relay.Let(b, -a, tvm.relay.exp(b)))
    assert isinstance(used, p.LetPattern) and not p.is_let(w(), w(), p.is_op("exp")(w())).match(nested)
    assert p.is_let(w(), w(), p.is_let(w(), w(), p.is_op("exp")(w()))).match(nested)


@proves(P + "AltPattern", "写法是 `left | right`；先试左边，选定以后不回头", "`wildcard() | 1` 抛出 `TVMError`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    w = p.wildcard
    made = p.is_op("exp")(w()) | p.is_op("negative")(w())
    assert isinstance(made, p.AltPattern) and made.match(-x) and made.match(tvm.relay.exp(x)) and not made.match(x)
    with raises("TVMError"):
        w() | 1
    # The left is chosen and not taken back.
    same = p.wildcard()
    assert p.is_op("add")(same | p.is_var("y"), same).match(x + x) and not p.is_op("add")(same | p.is_var("x"), same).match(x + y)


@proves(P + "dominates", "三个形参都没有默认值；方法 `child.dominates(parent)` 的 `path` 默认是 `wildcard()`", "途中的节点要符合 `path`")
@proves(P + "DominatorPattern", "三者的次序是从上游到下游，与方法的写法相反")
@proves_check(P + "dominates", "`add(conv, tanh(conv))` 因此也匹配，用它划分抛出 `InternalError`")
def _(tvm, release):
    p, relay = dfp(tvm), tvm.relay
    x, w = relay.var("x", shape=(1, 2, 4, 4)), relay.var("w", shape=(2, 2, 1, 1))
    conv = relay.nn.conv2d(x, w, kernel_size=(1, 1), channels=2)
    parent = p.is_op("nn.conv2d")(p.wildcard(), p.wildcard())
    path = p.is_op("nn.relu")(p.wildcard())
    child = p.is_op("add")(p.wildcard(), p.wildcard())
    with raises(TypeError):
        p.dominates(parent, path)
    made = p.dominates(parent, path, child)
    assert isinstance(made, p.DominatorPattern) and made.parent.same_as(parent) and made.child.same_as(child)
    assert made.match(relay.nn.relu(conv) + relay.nn.relu(conv)) and not made.match(relay.tanh(conv) + relay.tanh(conv))
    assert child.dominates(parent).match(relay.tanh(conv) + relay.tanh(conv)) and isinstance(child.dominates(parent).path, p.WildcardPattern)
    odd = conv + relay.tanh(conv)
    assert made.match(odd)
    with raises(check_error(release)):
        made.partition(odd)


@proves(P + "has_attr", "要求算子、调用或函数带有这些属性，值也相等", "属性名拼错只会不匹配，不报错。变量、常量、元组等没有属性，连 `has_attr({})` 也不匹配", "`pattern` 为 `None` 时取 `wildcard()`")
@proves(P + "AttrPattern", "`attrs` 必须是 `DictAttrs`，传字典抛出 `TVMError`", "其实按匹配到的是算子、调用还是函数，分别比较各自的属性")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    relay = tvm.relay
    relu, flat = relay.nn.relu(x), relay.reshape(x, (2, 2))
    assert [p.has_attr({"TOpPattern": 0}).match(one) for one in (relu.op, relu)] == [1, 0]
    shape = lambda value: p.is_op("reshape")(p.wildcard()).has_attr({"newshape": value})
    assert shape([2, 2]).match(flat) and not shape([4]).match(flat)
    assert not p.has_attr({"newshapes": [2, 2]}).match(flat)
    for bare in (x, relay.const(1.0), relay.Tuple([x])):
        assert not p.has_attr({}).match(bare)
    func = relay.Function([x], relu).with_attr("Composite", "mine")
    assert p.has_attr({"Composite": "mine"}).match(func) and isinstance(p.has_attr({}), p.AttrPattern)
    with raises("TVMError"):
        p.AttrPattern(p.wildcard(), {"a": 1})


@proves(P + "has_type", "要求推断出的类型与 `ttype` 结构相等；`ttype` 可以是 `TensorType`、`TupleType` 等")
@proves(P + "TypePattern", "完整类型约束的类")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    four = tvm.relay.TensorType((4,))
    assert p.has_type(four).match(-x) and not p.has_type(tvm.relay.TensorType((4,), "int8")).match(-x)
    pair = tvm.relay.TupleType([four, four])
    assert p.has_type(pair).match(tvm.relay.Tuple([x, y])) and isinstance(p.has_type(four), p.TypePattern)


@proves(P + "has_shape", "要求是这个形状的张量，不看数据类型；元组类型的表达式不匹配", "动态的一维写 `relay.Any()`，它不匹配固定的长度")
@proves(P + "ShapePattern", "Python 的 4 是 int32，与 int64 的 4 不等")
def _(tvm):
    p, relay = dfp(tvm), tvm.relay
    x, b = relay.var("x", shape=(4,)), relay.var("b", shape=(4,), dtype="int8")
    assert p.has_shape((4,)).match(x) and p.has_shape([4]).match(b) and not p.has_shape((5,)).match(x)
    assert not p.has_shape((4,)).match(relay.Tuple([x])) and isinstance(p.has_shape((4,)), p.ShapePattern)
    open_ = relay.var("o", shape=(relay.Any(),))
    assert p.has_shape((relay.Any(),)).match(open_) and not p.has_shape((relay.Any(),)).match(x)
    wide = relay.var("w", shape=(tvm.tir.const(4, "int64"),))
    assert not p.has_shape((4,)).match(wide) and p.has_shape((tvm.tir.const(4, "int64"),)).match(wide)


@proves(P + "has_dtype", "要求是这种元素类型的张量，不看形状；未知的类型名在构造时抛出 `TVMError`")
@proves(P + "DataTypePattern", "打印出来的开头也是 `TypePattern`")
def _(tvm):
    p, relay = dfp(tvm), tvm.relay
    x, b = relay.var("x", shape=(4,)), relay.var("b", shape=(2, 3), dtype="int8")
    made = p.has_dtype("int8")
    assert made.match(b) and not made.match(x) and not made.match(relay.Tuple([b])) and isinstance(made, p.DataTypePattern)
    with raises("TVMError"):
        p.has_dtype("itn8")
    assert str(made).strip().startswith("TypePattern")


@proves(P + "DFPattern", "`p(a, b)` 得到 `CallPattern`，`|` 得到 `AltPattern`，`+`、`-`、`*`、`/` 得到对 `add`、`subtract`、`multiply`、`divide` 的调用", "加类型约束，返回 `TypePattern`", "后面可以再跟一个由 `option_constructor` 造出的使用者")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    w = p.wildcard()
    assert isinstance(w(w), p.CallPattern) and isinstance(w | w, p.AltPattern)
    names = [pattern.op.expr.name for pattern in (w + w, w - w, w * w, w / w)]
    assert names == ["add", "subtract", "multiply", "divide"]
    four = tvm.relay.TensorType((4,))
    kinds = [w.has_attr({}), w.has_type(four), w.has_dtype("int8"), w.has_shape((4,))]
    assert [type(one) for one in kinds] == [p.AttrPattern, p.TypePattern, p.DataTypePattern, p.ShapePattern]
    block = p.is_op("negative")(w).optional(lambda inner: p.is_op("exp")(inner))
    assert block.match(-x) and block.match(tvm.relay.exp(-x)) and not block.match(tvm.relay.tanh(-x))


@proves(P + "DFPattern", "开头有一行版本号；对模式 `annotate` 不起作用", versions=NEW)
def _(tvm):
    w = dfp(tvm).wildcard()
    assert w.astext().startswith("#[version") and w.astext(annotate=lambda node: "HERE") == w.astext()


@proves(P + "register_df_node", "C++ 里没有这个节点就抛出 `Cannot find type`", "直接装饰一个类时，类型名是 `relay.dataflow_pattern.` 加类名；也可以传完整的类型名")
def _(tvm):
    p = dfp(tvm)

    class NoSuchPattern(p.DFPattern):
        pass

    with raises(Exception, "Cannot find type"):
        p.register_df_node(NoSuchPattern)

    class VarPattern(p.DFPattern):
        pass

    assert p.register_df_node(VarPattern) is VarPattern and type(p.AltPattern(p.wildcard(), p.is_var()).right) is VarPattern
    mine = type("Mine", (p.DFPattern,), {})
    p.register_df_node("relay.dataflow_pattern.WildcardPattern")(mine)
    assert type(p.AltPattern(p.wildcard(), p.is_var()).left) is mine


@proves(P + "Expr", "就是 `relay.expr.RelayExpr`", "还没有推断时抛出 `ValueError`")
@proves(P + "get", "按名称取出已经注册的算子 `Op`")
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    assert p.Expr is tvm.relay.expr.RelayExpr and p.get("add").same_as(tvm.ir.Op.get("add"))
    with raises(ValueError):
        (-x).checked_type


@proves(P + "astext", "开头有一行版本号", "False 时略去元数据节（大的常量），换成一段说明", "只对表达式有效", versions=NEW)
@proves(P + "pretty_print", "没有版本号，也不打印元数据节；`print(模式)` 用的就是它", versions=NEW)
def _(tvm):
    p, (x, y) = dfp(tvm), variables(tvm)
    expr = x + tvm.relay.const(np.arange(4, dtype="float32"))
    assert p.astext(expr).startswith("#[version") and "b64ndarrays" in p.astext(expr)
    assert "b64ndarrays" not in p.astext(expr, show_meta_data=False) and "omitted" in p.astext(expr, show_meta_data=False)
    assert "HERE" in p.astext(expr, annotate=lambda node: "HERE")
    assert "HERE" not in p.astext(p.wildcard(), annotate=lambda node: "HERE")
    text = p.pretty_print(expr)
    assert "#[version" not in text and "b64ndarrays" not in text and p.pretty_print(p.is_var("x")) == str(p.is_var("x"))


@proves(P + "make_node", "`type_key` 没有注册时抛出 `InternalError`；缺字段时抛出 `TVMError`，信息是 `require field …`", versions=("0.13.0",))
@proves(P + "make_node", "`type_key` 没有注册、缺字段时都抛出 `TVMError`，后者的信息是 `require field …`", versions=("0.10.0", "0.12.0"))
@proves(P + "make_node", "缺必填的字段时是 `AttributeError`")
def _(tvm, release):
    make = dfp(tvm).make_node
    with raises(check_error(release)):
        make("relay.Nothing")
    with raises("TVMError", "require field"):
        make("IntImm", dtype="int32", value=1)
    with raises(AttributeError):
        make("relay.attrs.ReshapeAttrs")
    assert make("DictAttrs", groups=1)["groups"] == 1


COMPLETE = True
