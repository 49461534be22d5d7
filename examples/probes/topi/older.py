"""Probes of what the pages of tvm.topi below docs/reference/api/python say of 0.10.0 only."""

import contextlib
import os
import tempfile
import warnings

import numpy as np
from probes import proves, raises

TOPI = "tvm.topi."
NN = "tvm.topi.nn."
ONLY = {"versions": ("0.10.0",)}
np.seterr(all="ignore")


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def kernel(tvm, compute, *arrays):
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    out = compute(*inputs)
    return tvm.build(tvm.te.create_schedule(out.op), [*inputs, out], "llvm -opt-level=0"), out


def run(tvm, compute, *arrays):
    made, out = kernel(tvm, compute, *arrays)
    result = tvm.nd.array(np.full(shape(out), 7, out.dtype))
    made(*map(tvm.nd.array, arrays), result)
    return result.numpy()


@contextlib.contextmanager
def printed():
    file, kept, said = tempfile.TemporaryFile(), os.dup(2), []
    os.dup2(file.fileno(), 2)
    try:
        yield said
    finally:
        os.dup2(kept, 2)
        file.seek(0)
        said.append(file.read().decode())


@proves(TOPI + "scatter", "两样都不检查：短了就读到界外，类型不同时按位写进去，结果没有意义", **ONLY)
@proves(TOPI + "scatter_add", "同 `scatter`", "形状同 `indices`；与原值相加的类型要与 `data` 相同，不检查", **ONLY)
def _(tvm):
    zero, spots = np.zeros(4, "float32"), np.array([0, 1], "int64")
    # Three values are there, but the tensor of updates has one: the next are behind it.
    whole = tvm.nd.array(np.array([5, 6, 8], "float32"))
    for function in (tvm.topi.scatter, tvm.topi.scatter_add):
        made, _ = kernel(tvm, function, zero, spots, np.zeros(1, "float32"))
        result = tvm.nd.array(zero)
        made(tvm.nd.array(zero), tvm.nd.array(spots), whole._create_view((1,)), result)
        assert result.numpy().tolist() == [5, 6, 0, 0]
    numbers = np.array([3, 9], "int32")
    bits = run(tvm, tvm.topi.scatter, zero, spots, numbers)
    assert np.array_equal(bits[:2].view("int32"), numbers) and bits[0] != 3
    assert run(tvm, lambda a, i, u: tvm.topi.scatter_add(a, i, u, -1), zero, np.array([0, -1], "int64"), np.array([3, 9], "float32")).tolist() == [3, 0, 0, 9]


@proves(TOPI + "scatter_add", "int32 可以加到 float32 上", "float64 加到 float32 上、浮点加到整数上得到的数没有意义", **ONLY)
def _(tvm):
    spots = np.array([0, 1], "int64")
    add = lambda start, values: run(tvm, tvm.topi.scatter_add, np.full(4, start[1], start[0]), spots, np.array(values[1], values[0]))[:2]
    assert add(("float32", 1), ("int32", [3, 9])).tolist() == [4, 10]
    for start, values in ((("float32", 1), ("float64", [3, 9])), (("int32", 1), ("float32", [3, 9]))):
        assert add(start, values).tolist() != [4, 10]


@proves(TOPI + "scatter_nd", "同一坐标按次序逐个写", "| `data` | `te.Tensor` | 原来的值 |", **ONLY)
def _(tvm):
    start, spots, values = np.float32([1, 2, 3, 4]), np.array([[0, 0, 2]], "int64"), np.float32([10, 20, 30])
    write = lambda mode: run(tvm, lambda a, i, u: tvm.topi.x86.scatter_nd(a, i, u, mode), start, spots, values).tolist()
    assert write("update") == [20, 2, 30, 4] and write("add") == [31, 2, 33, 4]


@proves(TOPI + "binary_search", "`searchsorted` 的 CPU 和 GPU 实现共用它", **ONLY)
def _(tvm):
    import sys

    homes = [sys.modules[name] for name in ("tvm.topi.searchsorted", "tvm.topi.cuda.searchsorted")]
    assert homes[0].binary_search is homes[1].binary_search is tvm.topi.binary_search
    calls, kept = [], tvm.topi.binary_search
    for home in homes:
        home.binary_search = lambda *args, home=home: calls.append(home) or kept(*args)
    given = tensor(tvm, 8), tensor(tvm, 3)
    homes[0].searchsorted(*given, False, "int64")
    with tvm.target.Target("cuda"):
        homes[1].searchsorted(*given, False, "int64")
    assert calls == homes


@proves(TOPI + "einsum", "各轴的长度都要是常数", "变量在标准错误打印 `expr must be a constant integer`，留在输出里的轴成为 -1", **ONLY)
def _(tvm):
    n = tvm.te.var("n")
    with printed() as said:
        out = tvm.topi.einsum("ij->ji", tensor(tvm, 3, n))
    assert "expr must be a constant integer" in said[0] and shape(out) == (-1, 3)
    with printed() as said:
        assert shape(tvm.topi.einsum("ij->ji", tensor(tvm, 3, 4))) == (4, 3)
    assert "constant" not in said[0]


@proves(TOPI + "einsum", "缩并的轴是变量时，这句不停地打印，函数不返回", **ONLY)
def _(tvm):
    import signal
    import time

    file = tempfile.TemporaryFile()
    child = os.fork()
    if child == 0:
        os.dup2(file.fileno(), 2)
        tvm.topi.einsum("ij->i", tensor(tvm, 3, tvm.te.var("n")))
        os._exit(0)
    time.sleep(3)
    assert os.waitpid(child, os.WNOHANG) == (0, 0)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    file.seek(0)
    assert file.read(10**7).count(b"expr must be a constant integer") > 1000


@proves(TOPI + "AssertStmt", "用 `ib.emit` 放进手写的循环，信息接在条件之后打印", "断言管到的语句；只断言、不带别的语句时写 `Evaluate(0)`", **ONLY)
def _(tvm):
    topi, tir = tvm.topi, tvm.tir

    def guarded(ins, outs):
        ib = tir.ir_builder.create()
        source, target = ib.buffer_ptr(ins[0]), ib.buffer_ptr(outs[0])
        with ib.for_range(0, 3) as i:
            ib.emit(topi.AssertStmt(source[i] >= 0.0, topi.StringImm("negative input"), topi.Evaluate(0)))
            target[i] = source[i]
        return ib.get()

    copy = lambda a: topi.extern(a.shape, [a], guarded, dtype=a.dtype)
    assert run(tvm, copy, np.float32([1, 2, 3])).tolist() == [1, 2, 3]
    with raises("TVMError", "), negative input"):
        run(tvm, copy, np.float32([1, -2, 3]))
    body = tir.Evaluate(tir.call_extern("int32", "f"))
    assert topi.AssertStmt(tir.const(True), topi.StringImm("x"), body).body.same_as(body)
    with raises("TVMError"):
        topi.AssertStmt(tir.const(True), topi.StringImm("x"), tir.const(1))


@proves(TOPI + "StringImm", "`value` 必须是 `str`，从同名的属性读回", **ONLY)
def _(tvm):
    assert tvm.topi.StringImm("words").value == "words"
    with raises("TVMError"):
        tvm.topi.StringImm(3)


def legalized(tvm, call, target):
    mod = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(call))
    with tvm.target.Target(target), tvm.transform.PassContext(opt_level=3):
        out = tvm.relay.transform.Legalize()(mod)
    return mod, out, not tvm.ir.structural_equal(mod, out)


def evaluated(tvm, mod, *arrays):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with tvm.autotvm.task.FallbackContext(), tvm.transform.PassContext(opt_level=0):
            return tvm.relay.create_executor("graph", mod, tvm.cpu(), "llvm").evaluate()(*arrays).numpy()


@proves(NN + "conv2d_legalize", "该减的加上了，每个输出通道因此多出这个通道的权重之和的 256 倍", "输入已经是 uint8 的卷积不经过补偿，没有这个错误", **ONLY)
def _(tvm):
    relay, rng = tvm.relay, np.random.default_rng(0)

    def wrong(dtype):
        data, weights = rng.integers(0, 9, (1, 4, 5, 5)).astype(dtype), rng.integers(-9, 9, (16, 4, 3, 3)).astype("int8")
        x, w = relay.var("x", shape=data.shape, dtype=dtype), relay.var("w", shape=weights.shape, dtype="int8")
        call = relay.nn.conv2d(x, w, channels=16, kernel_size=(3, 3), out_dtype="int32")
        plain, made, changed = legalized(tvm, call, "llvm -mcpu=nehalem")
        results = [evaluated(tvm, mod, data, weights) for mod in (plain, made)]
        return changed, results[1] - results[0], weights.astype("int64").sum((1, 2, 3)) * 256

    changed, extra, want = wrong("int8")
    assert changed and np.array_equal(extra, np.broadcast_to(want[None, :, None, None], extra.shape))
    _, extra, _ = wrong("uint8")
    assert not extra.any()


@proves(NN + "conv3d_transpose_legalize", "布局名里的 `O` 指输入通道、`I` 指输出通道，默认的 `OIDHW` 第一轴因此是输入通道", **ONLY)
def _(tvm):
    relay = tvm.relay
    x, w = relay.var("x", shape=(1, 4, 5, 5, 5)), relay.var("w", shape=(4, 6, 3, 3, 3))
    call = relay.nn.conv3d_transpose(x, w, channels=6, kernel_size=(3, 3, 3))
    assert call.attrs.kernel_layout == "OIDHW"
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(call))
    assert int(mod["main"].ret_type.shape[1]) == 6
    turned = relay.nn.conv3d_transpose(x, relay.var("w", shape=(6, 4, 3, 3, 3)), channels=6, kernel_size=(3, 3, 3))
    with raises(Exception):
        relay.transform.InferType()(tvm.IRModule.from_expr(turned))


@proves(NN + "batch_matmul_legalize", "CUDA 的实现不看这两个属性，一律按 CPU 要求的写法读形状和补齐，其他写法在需要补齐时类型推断失败", **ONLY)
def _(tvm):
    relay = tvm.relay

    def product(size, m=15, **options):
        x, y = relay.var("x", shape=(2, m, size), dtype="float16"), relay.var("y", shape=(2, size, m) if not options.get("transpose_b", True) else (2, m, size), dtype="float16")
        return legalized(tvm, relay.nn.batch_matmul(x, y, **options), "cuda")[2]

    assert product(15) and not product(16, 16, transpose_b=False)
    with raises(Exception):
        product(13, transpose_b=False)


@proves(NN + "dense_pack", "同 `dense`", **ONLY)
def _(tvm):
    import inspect

    mine, other = (inspect.signature(one).parameters for one in (tvm.topi.nn.dense_pack, tvm.topi.nn.dense))
    assert all(mine[name].default is other[name].default is None for name in ("bias", "out_dtype"))


@proves(NN + "global_pool", "| `layout` | str | 默认 `\"NCHW\"` |", **ONLY)
def _(tvm):
    pool = tvm.topi.nn.global_pool
    assert shape(pool(tensor(tvm, 2, 3, 4, 5), "avg")) == shape(pool(tensor(tvm, 2, 3, 4, 5), "avg", "NCHW")) == (2, 3, 1, 1)
    assert shape(pool(tensor(tvm, 2, 4, 5, 3), "avg", "NHWC")) == (2, 1, 1, 3)


@proves(NN + "conv2d_winograd_nhwc", "填充，没有默认值", "`weight` 是不是已经变换过，默认 False", **ONLY)
@proves(NN + "conv2d_winograd_nhwc_without_weight_transform", "| 其余 | | 同 `conv2d_winograd_nhwc` |", **ONLY)
def _(tvm):
    import inspect

    whole, rest = tvm.topi.nn.conv2d_winograd_nhwc, tvm.topi.nn.conv2d_winograd_nhwc_without_weight_transform
    mine, other = (inspect.signature(one).parameters for one in (whole, rest))
    assert [name for name in mine if name != "pre_computed"] == list(other) and mine["pre_computed"].default is False
    assert mine["padding"].default is inspect.Parameter.empty
    for padding, size in ((1, 8), ((1, 1), 8), ([1, 1, 1, 1], 8), ("SAME", 8), ("VALID", 6)):
        given = tensor(tvm, 1, 8, 8, 4), tensor(tvm, 3, 3, 4, 8)
        assert shape(whole(*given, 1, padding, 1, "float32")) == (1, size, size, 8)
    assert shape(whole(tensor(tvm, 1, 8, 8, 4), tensor(tvm, 6, 6, 8, 4), 1, 1, 1, "float32", True)) == (1, 8, 8, 8)


@proves(NN + "conv2d_winograd_nhwc", "高不大于宽这一条会影响 Relay：自动调度或 MetaSchedule 打开时，x86 对浮点、3 × 3、步长和膨胀为 1、输出通道在 64 与 512 之间的 NHWC 卷积会用它", **ONLY)
def _(tvm):
    relay, target = tvm.relay, tvm.target.Target("llvm")

    def chosen(outs, search, **options):
        x, w = relay.var("x", shape=(1, 8, 8, 16)), relay.var("w", shape=(3, 3, 16, outs))
        call = relay.nn.conv2d(x, w, channels=outs, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="HWIO", **options)
        call = relay.transform.InferType()(tvm.IRModule.from_expr(call))["main"].body
        with target, tvm.transform.PassContext(config={f"relay.backend.{search}": True}):
            return relay.backend.te_compiler.select_implementation(call.op, call.attrs, [tensor(tvm, 1, 8, 8, 16), tensor(tvm, 3, 3, 16, outs)], call.checked_type, target, use_autotvm=False)[0].name

    for search in ("use_auto_scheduler", "use_meta_schedule"):
        assert [chosen(outs, search) == "conv2d_nhwc.winograd" for outs in (64, 65, 511, 512)] == [False, True, True, False]
        assert chosen(128, search, strides=(2, 2)) != "conv2d_nhwc.winograd"
