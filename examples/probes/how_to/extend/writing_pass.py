"""How the tools for one's own Pass walk a program, and where a Pass that was added to lowering gets to run."""

from probes import proves, raises

from tvm import relay, te, tir

PAGE = "how_to/extend/writing_pass#"
TOOLS = PAGE + "遍历和改写的工具"


def kernel(n=4):
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] + 1, name="B")
    return te.create_prim_func([A, B])


def loop():
    """for i in 2: for j in 3: Evaluate(i + j)."""
    i, j = tir.Var("i", "int32"), tir.Var("j", "int32")
    inner = tir.For(j, 0, 3, tir.ForKind.SERIAL, tir.Evaluate(i + j))
    return tir.For(i, 0, 2, tir.ForKind.SERIAL, inner)


def kinds(walk, *arguments):
    seen = []
    walk(loop(), lambda node: seen.append(type(node).__name__) or True, *arguments)
    return seen


@proves(TOOLS, "先子后父", "先父后子", "必须返回布尔值；`False` 就不进入子节点")
def _(tvm):
    after, before = kinds(tir.stmt_functor.post_order_visit), kinds(tir.stmt_functor.pre_order_visit)
    assert after[-1] == "For" and before[0] == "For" and sorted(after) == sorted(before)
    seen = []
    tir.stmt_functor.pre_order_visit(loop(), lambda node: seen.append(type(node).__name__) or False)
    assert seen == ["For"]


@proves(TOOLS, "返回了节点，就不再进入子节点，也不调用 `post`", "先于子节点", "后于子节点", "返回新节点；`None` 表示不改")
@proves(TOOLS, "它只对这些类型调用回调")
def _(tvm):
    log = []

    def note(when, answer=None):
        def callback(node):
            log.append((when, type(node).__name__, getattr(getattr(node, "loop_var", None), "name", "")))
            return answer

        return callback

    same = tir.stmt_functor.ir_transform(loop(), note("pre"), note("post"), ["tir.For"])
    assert tvm.ir.structural_equal(same, loop(), map_free_vars=True)
    assert [(when, name) for when, _, name in log] == [("pre", "i"), ("pre", "j"), ("post", "j"), ("post", "i")]
    log.clear()
    replaced = tir.Evaluate(0)
    assert tir.stmt_functor.ir_transform(loop(), note("pre", replaced), note("post"), ["tir.For"]).same_as(replaced)
    assert [(when, name) for when, _, name in log] == [("pre", "i")]


@proves(TOOLS, "把变量换成表达式", "同一个表达式对象被引用两处，也只算一次")
def _(tvm):
    v = tir.Var("v", "int32")
    swapped = tir.stmt_functor.substitute(tir.Evaluate(v + 1), {v: tir.IntImm("int32", 5)})
    assert tvm.ir.structural_equal(tvm.arith.Analyzer().simplify(swapped.value), tir.IntImm("int32", 6))
    shared = tir.call_extern("int32", "f", v)
    seen = []
    tir.stmt_functor.post_order_visit(tir.Evaluate(shared + shared), seen.append)
    assert sum(isinstance(node, tir.Call) for node in seen) == 1


@proves(PAGE + "一个会展开小循环的-pass", "模块里有几个 PrimFunc 就调用几次", "也能装饰一个类，构造函数的参数就是 Pass 的参数")
def _(tvm):
    @tir.transform.prim_func_pass(opt_level=0)
    class Count:
        def __init__(self, start):
            self.found = start

        def transform_function(self, func, mod, ctx):
            self.found += 1
            return func

    count = Count(10)
    count(tvm.IRModule({"f": kernel(), "g": kernel(8)}))
    assert count.found == 12


@proves(PAGE + "接入-tvmlower", "TensorIR 有 `T.block`，TE 调度的中间张量是 `BufferRealize`")
@proves(PAGE + "接入-tvmlower", "没有块，缓冲区默认展平成一维，标为向量化、展开的循环还在")
@proves(PAGE + "接入-tvmlower", "向量化的循环已变成向量表达式，标为展开的循环已展开")
def _(tvm):
    def phases(program, args=None):
        seen = {}

        def look(phase):
            def run(func, mod, ctx):
                names = seen.setdefault(phase, set())
                keep = lambda node: names.add(type(node).__name__ + str(getattr(node, "kind", "")))
                tir.stmt_functor.post_order_visit(func.body, keep)
                return func

            return tir.transform.prim_func_pass(run, opt_level=0)

        with tvm.transform.PassContext(config={"tir.add_lower_pass": [(phase, look(phase)) for phase in range(4)]}):
            tvm.lower(program, args)
        return seen

    schedule = tir.Schedule(te.create_prim_func(list(program())))
    i, j = schedule.get_loops(schedule.get_block("C"))
    schedule.vectorize(j)
    schedule.unroll(i)
    seen = phases(schedule.mod)
    assert "Block" in seen[0] and not any("Block" in seen[phase] for phase in (1, 2, 3))
    vector, unrolled = (f"For{int(kind)}" for kind in (tir.ForKind.VECTORIZED, tir.ForKind.UNROLLED))
    assert {vector, unrolled} <= seen[1] and not {vector, unrolled} & seen[2] and "Ramp" in seen[2] and "Ramp" not in seen[1]
    A, B, C = program(keep=True)
    assert "BufferRealize" in phases(te.create_schedule(C.op), [A, C])[0]


def program(keep=False):
    A = te.placeholder((2, 8), name="A")
    B = te.compute((2, 8), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((2, 8), lambda i, j: B[i, j] * 2, name="C")
    return (A, B, C) if keep else (A, C)


@proves(PAGE + "接入-relaybuild", "折叠常量时另用一个全新的 `PassContext` 编译，插入的 Pass 不作用在那里")
@proves(PAGE + "插进去的-pass-没有执行", "插入的 Pass 也在 `Sequential` 里，按级别筛选，默认的级别是 2")
def _(tvm):
    ran = []

    def run(func, mod, ctx):
        ran.append(func)
        return func

    def build(level, expression):
        ran.clear()
        added = tir.transform.prim_func_pass(run, opt_level=level)
        with tvm.transform.PassContext(config={"tir.add_lower_pass": [(1, added)]}):
            expression()
        return len(ran)

    x = relay.var("x", shape=(4,))
    mod = tvm.IRModule.from_expr(relay.add(x, relay.exp(relay.const([1.0, 2.0, 3.0, 4.0]))))
    assert build(0, lambda: relay.build(mod, "llvm")) == 1
    assert build(0, lambda: relay.transform.FoldConstant()(mod)) == 0
    assert build(3, lambda: relay.build(mod, "llvm")) == 0


@proves(PAGE + "用模式匹配", "模式里的同一个 `wildcard` 用了两次，就要求两处是同一个节点")
@proves(PAGE + "用模式匹配", "结构相同的两个节点不算，可以先用 `EliminateCommonSubexpr` 合并")
def _(tvm):
    from tvm.relay.dataflow_pattern import is_op, wildcard

    x = relay.var("x", shape=(4,))
    once, twice = wildcard(), relay.exp(x)
    pattern = is_op("multiply")(once, is_op("sigmoid")(once))
    assert pattern.match(relay.multiply(twice, relay.sigmoid(twice)))
    assert pattern.match(relay.multiply(relay.sigmoid(twice), twice))
    apart = relay.multiply(relay.exp(x), relay.sigmoid(relay.exp(x)))
    assert not pattern.match(apart)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(apart))
    assert pattern.match(relay.transform.EliminateCommonSubexpr()(mod)["main"].body)


@proves(PAGE + "用-exprmutator", "漏写 `super().visit_call(call)`，这个调用的实参就不会被访问")
@proves(PAGE + "用-exprmutator", "共享的子图只改写一次，改写后仍然共享")
def _(tvm):
    class Visit(relay.ExprMutator):
        def __init__(self, deep):
            super().__init__()
            self.deep, self.seen = deep, []

        def visit_call(self, call):
            self.seen.append(call.op.name)
            call = super().visit_call(call) if self.deep else call
            return relay.tanh(call.args[0]) if call.op.name == "exp" else call

    x = relay.var("x", shape=(4,))
    shared = relay.exp(x)
    deep, shallow = Visit(True), Visit(False)
    result = deep.visit(relay.add(shared, shared))
    shallow.visit(relay.add(shared, shared))
    assert deep.seen == ["add", "exp"] and shallow.seen == ["add"]
    assert result.args[0].same_as(result.args[1]) and result.args[0].op.name == "tanh"


@proves(PAGE + "observed-100-rewrite-passes", "或者用 `rewrite_once=True` 只做一轮")
def _(tvm):
    from tvm.relay.dataflow_pattern import DFPatternCallback, is_op, rewrite, wildcard

    class Wrap(DFPatternCallback):
        def __init__(self, once):
            super().__init__(rewrite_once=once)
            self.pattern = is_op("exp")(wildcard())

        def callback(self, pre, post, node_map):
            return relay.negative(post)

    x = relay.var("x", shape=(4,))
    assert rewrite(Wrap(True), relay.exp(x)).op.name == "negative"
    with raises(tvm.TVMError, "Observed 100 rewrite passes"):
        rewrite(Wrap(False), relay.exp(x))
