"""More probes of docs/reference/api/python/te/math.md: conditions at an edge, the unit of a minimum, float16."""

import numpy as np
from probes import proves, raises

OLDEST = ("0.10.0",)
NAMES = "tvm.te."


@proves(NAMES + "if_then_else", "下面在两端补 0，边上不会读到 `A[-1]` 和 `A[4]`")
def _(tvm):
    te, tir = tvm.te, tvm.tir
    a = te.placeholder((4,), name="A")
    b = te.compute((6,), lambda i: te.if_then_else(te.all(i >= 1, i < 5), a[i - 1], 0.0), name="B")
    schedule = te.create_schedule(b.op)
    body = tvm.lower(schedule, [a, b])["main"].body.body
    assert body.value.op.name == "tir.if_then_else" and isinstance(body.value.args[1], tir.BufferLoad)
    out = tvm.nd.array(np.full(6, np.nan, "float32"))
    tvm.build(schedule, [a, b], "llvm")(tvm.nd.array(np.float32([1, 2, 3, 4])), out)
    assert out.numpy().tolist() == [0, 1, 2, 3, 4, 0]
    # A condition around an index that would end the process.
    near = te.compute((4,), lambda i: te.if_then_else(a[i] > 0, a[i], a[2**29]), name="N")
    out = tvm.nd.array(np.zeros(4, "float32"))
    tvm.build(te.create_schedule(near.op), [a, near], "llvm")(tvm.nd.array(np.float32([1, 2, 3, 4])), out)
    assert out.numpy().tolist() == [1, 2, 3, 4]


@proves(NAMES + "if_then_else", "| `span` | `tvm.ir.Span` 或 `None` | 源代码里的位置，默认 `None` |")
def _(tvm):
    x, place = tvm.te.var("x"), tvm.ir.Span(tvm.ir.SourceName("file"), 1, 1, 2, 3)
    assert tvm.te.if_then_else(x > 0, x, 0, place).span.same_as(place) and tvm.te.if_then_else(x > 0, x, 0).span is None


@proves(NAMES + "max_value", "求最小值时作单位元")
def _(tvm):
    te = tvm.te
    k = te.reduce_axis((0, 4), name="k")
    for dtype in ("float32", "float64", "int32", "uint8"):
        a = te.placeholder((4,), dtype, name="A")
        unit = te.min(a[k], axis=k).combiner.identity_element[0]
        assert tvm.ir.structural_equal(unit, te.max_value(dtype)), dtype
    value = tvm.te.var("v", "int32")
    assert tvm.arith.Analyzer().can_prove_equal(tvm.tir.min(value, te.max_value("int32")), value)


@proves(NAMES + "erf", "float16 不行，用 `topi.fast_erf`")
def _(tvm):
    te, values = tvm.te, np.float16([-1, 0, 0.5, 2])
    a = te.placeholder((4,), "float16", name="A")
    plain = te.compute((4,), lambda i: te.erf(a[i]), name="B")
    with raises("TVMError"):
        tvm.build(te.create_schedule(plain.op), [a, plain], "llvm")
    fast = tvm.topi.fast_erf(a)
    out = tvm.nd.array(np.zeros(4, "float16"))
    tvm.build(te.create_schedule(fast.op), [a, fast], "llvm")(tvm.nd.array(values), out)
    assert fast.dtype == "float16" and np.allclose(out.numpy(), [-0.8427, 0, 0.5205, 0.9953], atol=2e-3)


@proves(NAMES + "nearbyint", "0.10.0 里只有 `llvm`（包括 Hexagon）能用，`c`、CUDA 等目标报 `Unresolved call Op(tir.nearbyint)`", versions=OLDEST)
def _(tvm):
    te, tir = tvm.te, tvm.tir
    a = te.placeholder((3,), name="A")
    b = te.compute((3,), lambda i: te.nearbyint(a[i]), name="B")
    schedule = te.create_schedule(b.op)
    tvm.build(schedule, [a, b], "llvm")
    with raises("TVMError", "Unresolved call Op(tir.nearbyint)"):
        tvm.build(schedule, [a, b], "c")
    x = tir.Var("x", "float32")
    for kind in ("cuda", "opencl", "metal"):
        target = tvm.target.Target({"kind": "cuda", "arch": "sm_70"} if kind == "cuda" else kind)
        made = tir.transform.LowerIntrin()(tvm.IRModule({"main": tir.PrimFunc([x], tir.Evaluate(te.nearbyint(x))).with_attr("target", target)}))
        assert made["main"].body.value.op.name == "tir.nearbyint", kind
