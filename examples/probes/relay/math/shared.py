"""More probes of docs/reference/api/python/relay/math.md: the parameters that reductions share, and what the examples show."""

import numpy as np
from probes import proves, raises

RELAY = "tvm.relay."


def var(tvm, name, *shape, dtype="float32"):
    return tvm.relay.var(name, shape=shape, dtype=dtype)


def typed(tvm, expr):
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"].ret_type


def evaluate(tvm, expr, *values):
    made = tvm.relay.create_executor("graph", tvm.IRModule.from_expr(expr), tvm.cpu(), "llvm").evaluate()(*values)
    return made.numpy() if hasattr(made, "numpy") else [one.numpy() for one in made]


REDUCE = {
    "sum": np.sum,
    "prod": np.prod,
    "max": np.max,
    "min": np.min,
    "argmax": np.argmax,
    "all": np.all,
    "any": np.any,
    "mean": np.mean,
    "variance": np.var,
    "std": np.std,
    "mean_variance": lambda *args, **more: (np.mean(*args, **more), np.var(*args, **more)),
    "mean_std": lambda *args, **more: (np.mean(*args, **more), np.std(*args, **more)),
    "logsumexp": lambda *args, **more: np.log(np.sum(np.exp(args[0]), *args[1:], **more)),
}
WORDS = {"argmax": "其余形参见归约", "variance": "| `data`、`axis`、`keepdims`、`exclude` | | 见归约 |", "logsumexp": "`data`、`axis`、`keepdims` 见归约"}
ROWS = ["要归约的轴，负数从末尾数", "归约的轴留下，大小为 1"]
EXCLUDE = "改为归约 `axis` 以外的轴；没有 `axis` 时能通过类型推断，编译时报 `Cannot set exclude when axis=None`"

for name, right in REDUCE.items():
    quotes = [WORDS.get(name, "形参见归约"), *ROWS, *([] if name == "logsumexp" else [EXCLUDE])]

    @proves(RELAY + name, *quotes)
    def _(tvm, release=None, name=name, right=right):
        make = getattr(tvm.relay, name)
        rng = np.random.default_rng(0)
        data = rng.random((2, 3, 4)).astype("float32")
        if name in ("all", "any"):
            data = rng.random((2, 3, 4)) < 0.5
        x = var(tvm, "x", *data.shape, dtype=str(data.dtype))
        whole = lambda made: made.astuple() if hasattr(made, "astuple") else made
        parts = lambda value: list(value) if isinstance(value, (list, tuple)) else [value]
        pairs = [({}, None), ({"axis": 1}, 1), ({"axis": -1}, -1), ({"axis": 1, "keepdims": True}, 1)]
        if name != "argmax":
            pairs += [({"axis": (0, 2)}, (0, 2)), ({"axis": (-1, 0), "keepdims": True}, (2, 0))]
            pairs += [] if name == "logsumexp" else [({"axis": 1, "exclude": True, "keepdims": True}, (0, 2)), ({"axis": (0, 1), "exclude": True, "keepdims": True}, 2)]
        else:
            pairs += [({"axis": (0, 1), "exclude": True}, 2)]
        calls = [whole(make(x, **attrs)) for attrs, _ in pairs]
        flat = [tvm.relay.TupleGetItem(one, at) for one in calls for at in range(2)] if name.startswith("mean_") else calls
        found = evaluate(tvm, tvm.relay.Function([x], tvm.relay.Tuple(flat)), data)
        wanted = [part for attrs, axis in pairs for part in parts(right(data, axis=axis, keepdims=attrs.get("keepdims", False)))]
        for got, one in zip(found, wanted):
            assert got.shape == np.shape(one) and np.allclose(got, one, atol=1e-5), (name, got.shape)
        with raises("TVMError", "Axis out of bounds in reduce operator"):
            typed(tvm, whole(make(x, axis=3)))
        if name != "logsumexp":
            alone = whole(make(x, exclude=True))
            typed(tvm, alone)
            with raises(Exception, "Cannot set exclude when axis=None"):
                tvm.relay.build(tvm.IRModule.from_expr(alone), "llvm")


@proves(RELAY + "exp", "四个常用函数在同一组数上的结果，以及整数的写法")
def _(tvm):
    relay, points = tvm.relay, np.float32([-1, 0, 4])
    right = {"exp": np.exp, "sqrt": np.sqrt, "tanh": np.tanh, "sigmoid": lambda x: 1 / (1 + np.exp(-x))}
    with np.errstate(invalid="ignore"):
        for name, function in right.items():
            assert np.allclose(evaluate(tvm, getattr(relay, name)(var(tvm, "x", 3)), points), function(points), atol=1e-6, equal_nan=True)
    n = var(tvm, "n", 2, dtype="int32")
    with raises("TVMError", "Cannot find intrinsic declaration, possible type mismatch"):
        relay.build(tvm.IRModule.from_expr(relay.exp(n)), "llvm")
    assert np.allclose(evaluate(tvm, relay.exp(relay.cast(n, "float32")), np.int32([0, 1])), [1, np.e])


@proves(RELAY + "clip", "要用张量作界限，改用 `maximum` 和 `minimum`")
def _(tvm):
    relay, x, low, high = tvm.relay, var(tvm, "x", 3), var(tvm, "low", 3), var(tvm, "high", 3)
    with raises(Exception):
        relay.clip(x, low, high)
    body = relay.Function([x, low, high], relay.minimum(relay.maximum(x, low), high))
    assert evaluate(tvm, body, np.float32([-5, 0, 5]), np.float32([-1, 1, 0]), np.float32([1, 2, 3])).tolist() == [-1, 1, 3]


FIXED = RELAY + "fixed_point_multiply"


@proves(FIXED, "`multiplier` 是 `1 << 30` 时改用移位", "右移之前的舍入项按 int32 相加，靠近上限会溢出：`shift` 为 0 时 2147483647 得 -1073741824")
def _(tvm):
    values = np.int32([2147483647, 100, 3, -3])
    run = lambda multiplier: evaluate(tvm, tvm.relay.fixed_point_multiply(var(tvm, "x", 4, dtype="int32"), multiplier, 0), values)
    assert run(1 << 30).tolist() == [-1073741824, 50, 2, -1]
    assert run((1 << 30) + 2)[0] > 0  # computed in 64 bits


@proves(RELAY + "multiply", "下面 uint8 的 300 成了 44")
def _(tvm):
    x, y = var(tvm, "x", 1, dtype="uint8"), var(tvm, "y", 1, dtype="uint8")
    assert evaluate(tvm, tvm.relay.Function([x, y], tvm.relay.multiply(x, y)), np.uint8([100]), np.uint8([3])).tolist() == [44]


@proves(RELAY + "max", "初值是类型里最小的有限数，所以全是负无穷时得到 -3.4e38")
@proves(RELAY + "mean_std", "不保留轴时对平均值用不带轴的 `squeeze`，原有的大小为 1 的轴也一起去掉，两项的形状因此可能不同")
def _(tvm):
    relay = tvm.relay
    assert evaluate(tvm, relay.max(var(tvm, "x", 1)), np.float32([-np.inf])) == np.finfo("float32").min
    fields = typed(tvm, relay.mean_std(var(tvm, "x", 1, 3), axis=1).astuple()).fields
    assert [len(one.shape) for one in fields] == [0, 1]
    fields = typed(tvm, relay.mean_variance(var(tvm, "x", 1, 3), axis=1).astuple()).fields
    assert [len(one.shape) for one in fields] == [1, 1]
