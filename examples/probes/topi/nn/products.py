"""Probes of docs/reference/api/python/topi/nn/products.md: products of matrices, few bits and pooling."""

import functools
import itertools
import logging

import numpy as np
from probes import proves, raises

RNG = np.random.default_rng(0)
NN = "tvm.topi.nn."


def each(names, *quotes, versions=None):
    """Registers function(tvm, name) for each name, which may be the keys of a dict with quotes of their own."""

    def register(function):
        for name in names:
            probe = functools.wraps(function)(lambda tvm, *_, name=name: function(tvm, name))
            proves(NN + name, *quotes, *(names[name] if isinstance(names, dict) else ()), versions=versions)(probe)
        return function

    return register


def uniform(*shape):
    return RNG.uniform(-1, 1, shape).astype("float32")


def tensor(tvm, *shape, dtype="float32"):
    return tvm.te.placeholder(shape, dtype)


def shape(out):
    return tuple(int(n) for n in out.shape)


def evaluate(tvm, outs, inputs, arrays, target="llvm -opt-level=0"):
    """The outputs as arrays, with the default schedule; LLVM's own passes would take most of the time."""
    func = tvm.build(tvm.te.create_schedule([o.op for o in outs]), [*inputs, *outs], target)
    results = [tvm.nd.array(np.zeros(shape(o), o.dtype)) for o in outs]
    func(*map(tvm.nd.array, arrays), *results)
    return [r.numpy() for r in results]


def run(tvm, compute, *arrays, **more):
    inputs = [tvm.te.placeholder(a.shape, str(a.dtype)) for a in arrays]
    return evaluate(tvm, [compute(*inputs)], inputs, arrays, **more)[0]


def near(left, right, tolerance=1e-4):
    return left.shape == right.shape and np.allclose(left, right, atol=tolerance)


def convolve(data, kernel, stride=1, pad=0, dilation=1, groups=1):
    """Channels first, any number of spatial axes; `pad` is a number or pairs."""
    dim = data.ndim - 2
    each = lambda value: [value] * dim if isinstance(value, int) else list(value)
    strides, dilations = each(stride), each(dilation)
    pads = [(pad, pad)] * dim if isinstance(pad, int) else pad
    data = np.pad(data, [(0, 0), (0, 0), *pads])
    span = [(k - 1) * d + 1 for k, d in zip(kernel.shape[2:], dilations)]
    axes = tuple(range(2, 2 + dim))
    windows = np.lib.stride_tricks.sliding_window_view(data, span, axes)
    windows = windows[(slice(None),) * 2 + tuple(slice(None, None, s) for s in strides)]
    windows = windows[(Ellipsis,) + tuple(slice(None, None, d) for d in dilations)]
    size, outs = data.shape[1] // groups, kernel.shape[0] // groups
    parts = []
    for g in range(groups):
        part = windows[:, g * size : (g + 1) * size]
        part = np.tensordot(part, kernel[g * outs : (g + 1) * outs], ([1, *range(2 + dim, 2 + 2 * dim)], list(range(1, 2 + dim))))
        parts.append(np.moveaxis(part, -1, 1))
    return np.concatenate(parts, 1)


def to(array, have, want):
    return np.ascontiguousarray(array.transpose([have.index(letter) for letter in want]))


@proves(NN + "dense", "`data` 乘 `weight` 的转置，再加上可选的 `bias`", "它就是 `matmul(…, False, True)`", "`(m, k)`", "`(n, k)`", "返回 `(m, n)`", "默认 None，不加")
def _(tvm):
    a, b, c = uniform(2, 3), uniform(5, 3), uniform(5)
    assert near(run(tvm, tvm.topi.nn.dense, a, b), a @ b.T)
    assert near(run(tvm, tvm.topi.nn.dense, a, b, c), a @ b.T + c)
    assert near(run(tvm, lambda x, w, d: tvm.topi.nn.matmul(x, w, d, None, False, True), a, b, c), a @ b.T + c)


@each({"dense": ("`(n,)`，长度不核对",), "matmul": ("`(n,)`，加到每一行；默认 None",)})
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    x, w = tensor(tvm, 2, 3), tensor(tvm, 3, 3)
    for size in (1, 2, 7):
        assert shape(function(x, w, tensor(tvm, size))) == (2, 3)
    with raises(AssertionError):
        function(x, w, tensor(tvm, 2, 3))
    a, b, c = uniform(2, 3), np.eye(3, dtype="float32"), uniform(3)
    assert near(run(tvm, function, a, b, c), a + c)


@each({"dense": ("结果的类型，也是相乘前转换到的类型；默认 None，取 `data` 的",), "matmul": ("结果的类型，也是相乘前转换到的类型；默认 None，取 `tensor_a` 的",), "batch_matmul": ("结果的类型，也是相乘前转换到的类型；None 取 `tensor_a` 的",)})
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    lead = (1,) if name == "batch_matmul" else ()
    a, b = np.full((*lead, 2, 2), 100, "int8"), np.full((*lead, 2, 2), 100, "int16")
    assert run(tvm, function, a, b).dtype == "int8"
    assert np.all(run(tvm, lambda x, w: function(x, w, None, "int32"), a, b) == 20000)


@proves(NN + "matmul", "`(m, k)`；`transpose_a=True` 时 `(k, m)`", "`(k, n)`；`transpose_b=True` 时 `(n, k)`", "是否转置着存放，默认都是 False", "返回 `(m, n)`", "只转置 `tensor_b` 时 `op.tag` 是 `dense`，其余三种是 `matmul`；有 `bias` 时都是 `broadcast`")
def _(tvm):
    a, b, c = uniform(2, 3), uniform(3, 5), uniform(5)
    assert near(run(tvm, tvm.topi.nn.matmul, a, b), a @ b)
    for ta, tb in itertools.product((False, True), repeat=2):
        call = lambda x, w, d=None: tvm.topi.nn.matmul(x, w, d, None, ta, tb)
        given = a.T.copy() if ta else a, b.T.copy() if tb else b
        assert near(run(tvm, call, *given), a @ b)
        shapes = [tensor(tvm, *v.shape) for v in given]
        assert call(*shapes).op.tag == ("dense" if (ta, tb) == (False, True) else "matmul")
        assert call(*shapes, tensor(tvm, 5)).op.tag == "broadcast"


@proves(NN + "matmul", "`tensor_a` 不是二维时 `AssertionError: only support 2-dim matmul`，`tensor_b` 不是二维时 `ValueError`")
def _(tvm):
    for dims in ((3,), (1, 2, 3)):
        with raises(AssertionError, "only support 2-dim matmul"):
            tvm.topi.nn.matmul(tensor(tvm, *dims), tensor(tvm, 3, 3))
        with raises(ValueError):
            tvm.topi.nn.matmul(tensor(tvm, 3, 3), tensor(tvm, *dims))


@proves(NN + "dense", "报错和动态的 `k` 见 `matmul`", versions=("0.12.0", "0.13.0"))
@proves(NN + "matmul", "信息里的 `{in_dim} vs {red_dim}` 原样出现，数字没有填进去", versions=("0.12.0", "0.13.0"))
def _(tvm):
    for function in (tvm.topi.nn.matmul, tvm.topi.nn.dense):
        with raises(AssertionError, "{in_dim} vs {red_dim}"):
            function(tensor(tvm, 2, 3), tensor(tvm, 4, 5))


@proves(NN + "matmul", "`k` 不等时是没有文字的 `AssertionError`", versions=("0.10.0",))
def _(tvm):
    try:
        tvm.topi.nn.matmul(tensor(tvm, 2, 3), tensor(tvm, 4, 5))
    except AssertionError as error:
        assert str(error) == ""
    else:
        raise AssertionError("accepted")


@proves(NN + "matmul", "动态的 `k` 要用 `te.size_var`（不核对），`te.var` 抛出 `TypeError`", versions=("0.13.0",))
def _(tvm):
    n, k = tvm.te.var("n"), tvm.te.size_var("k")
    for a, b in (((2, k), (5, 7)), ((2, 7), (k, 5)), ((2, k), (k, 5))):
        tvm.topi.nn.matmul(tensor(tvm, *a), tensor(tvm, *b))
    for a, b in (((2, n), (n, 5)), ((2, n), (3, 5)), ((2, 3), (n, 5))):
        with raises(TypeError):
            tvm.topi.nn.matmul(tensor(tvm, *a), tensor(tvm, *b))
    tvm.topi.nn.matmul(tensor(tvm, n, 3), tensor(tvm, 3, tvm.te.var("m")))


@proves(NN + "dense", "报错和动态的 `k` 见 `matmul`", versions=("0.10.0",))
@proves(NN + "matmul", "`k` 必须是常数：`te.var` 和 `te.size_var` 都抛出 `TypeError`", "`dense` 也一样，另两轴可以是变量", versions=("0.10.0", "0.12.0"))
def _(tvm):
    for k in (tvm.te.var("n"), tvm.te.size_var("k")):
        with raises(TypeError):
            tvm.topi.nn.matmul(tensor(tvm, 2, k), tensor(tvm, k, 5))
        with raises(TypeError):
            tvm.topi.nn.dense(tensor(tvm, 2, k), tensor(tvm, 5, k))
    tvm.topi.nn.matmul(tensor(tvm, tvm.te.var("n"), 3), tensor(tvm, 3, tvm.te.var("m")))


@proves(NN + "batch_matmul", "返回形状 `(B, M, N)`", "`(B, M, K)`；`transpose_a=True` 时 `(B, K, M)`", "`transpose_b=True`（默认）时 `(B, N, K)`，否则 `(B, K, N)`", "批次为 1 的一边广播")
def _(tvm):
    for one, other in ((4, 4), (1, 4), (4, 1)):
        a, b = uniform(one, 2, 3), uniform(other, 5, 3)
        expected = a @ b.transpose(0, 2, 1)
        assert near(run(tvm, tvm.topi.nn.batch_matmul, a, b), expected)
        for ta, tb in itertools.product((False, True), repeat=2):
            given = [np.ascontiguousarray(v.transpose(0, 2, 1)) if t else v for v, t in ((a, ta), (b, not tb))]
            out = run(tvm, lambda x, w: tvm.topi.nn.batch_matmul(x, w, transpose_a=ta, transpose_b=tb), *given)
            assert near(out, expected)


@proves(NN + "batch_matmul", "给出时不核对，也不检查批次。默认 None，由输入推出", "输入不是三维、K 不相等（`tensor_b` 的 K 是变量时不比较）、批次既不相等也没有一个是 1，都是 `AssertionError`")
def _(tvm):
    function, three = tvm.topi.nn.batch_matmul, tensor(tvm, 2, 5, 3)
    assert shape(function(tensor(tvm, 4, 2, 3), three, (9, 8, 7))) == (9, 8, 7)
    for a, b in (((2, 3), (2, 5, 3)), ((2, 2, 3), (5, 3)), ((2, 2, 3), (2, 5, 4)), ((3, 2, 3), (2, 5, 3))):
        with raises(AssertionError):
            function(tensor(tvm, *a), tensor(tvm, *b))
    k = tvm.te.var("k")
    function(tensor(tvm, 2, 2, 3), tensor(tvm, 2, 5, k))
    with raises(AssertionError):
        function(tensor(tvm, 2, 2, k), three)


@proves(NN + "batch_matmul", "两边不同时只有警告")
def _(tvm):
    heard = []
    handler = logging.Handler()
    handler.emit = lambda record: heard.append(record.getMessage())
    logging.getLogger("topi").addHandler(handler)
    pair = tensor(tvm, 2, 2, 3, dtype="int8"), tensor(tvm, 2, 5, 3, dtype="int16")
    assert tvm.topi.nn.batch_matmul(*pair).dtype == "int8" and "different data type" in heard[0]
    tvm.topi.nn.batch_matmul(*pair, out_dtype="int32")
    assert len(heard) == 1


@proves(NN + "dense_pack", "用到没有导入的 `get_const_tuple`，调用就是 `NameError`", "x86 用 `topi.x86.dense_pack`", "`(m, k)`", "`(n // t, k, t)`", "没有自己策略的目标会在 `nn.contrib_dense_pack` 处遇到它")
def _(tvm):
    from tvm.relay.op import op as ops

    with raises(NameError, "get_const_tuple"):
        tvm.topi.nn.dense_pack(tensor(tvm, 2, 3), tensor(tvm, 1, 3, 8))
    relay = tvm.relay
    call = relay.nn.contrib_dense_pack(relay.var("x", shape=(2, 3)), relay.var("w", shape=(2, 3, 4)), "NC4n")
    call = relay.transform.InferType()(tvm.IRModule.from_expr(call))["main"].body
    given = [tensor(tvm, 2, 3), tensor(tvm, 2, 3, 4)]
    for target, kind in (("ext_dev", Exception), ("llvm", None)):
        with tvm.target.Target(target) as now:
            chosen = ops.get("nn.contrib_dense_pack").get_attr("FTVMStrategy")(call.attrs, given, call.checked_type, now)
            compute = chosen.specializations[0].implementations[0].compute
            if kind:
                with raises(kind, "name 'get_const_tuple' is not defined"):
                    compute(call.attrs, given, call.checked_type)
            else:
                assert shape(compute(call.attrs, given, call.checked_type)[0]) == (2, 8)


def step_lstm(x, wi, wh, layout="IFGO", bi=0, bh=0, h=None, c=None, proj=None, peep=(0, 0, 0), reverse=False):
    steps, batch, _ = x.shape
    hidden = wi.shape[0] // 4
    sigmoid = lambda v: 1 / (1 + np.exp(-v))
    c = np.zeros((batch, hidden)) if c is None else c
    h = np.zeros((batch, hidden if proj is None else proj.shape[0])) if h is None else h
    hs, cs = [], []
    for t in reversed(range(steps)) if reverse else range(steps):
        gates = x[t] @ wi.T + bi + h @ wh.T + bh
        part = {letter: gates[:, i * hidden : (i + 1) * hidden] for i, letter in enumerate(layout)}
        i, f = sigmoid(part["I"] + peep[0] * c), sigmoid(part["F"] + peep[1] * c)
        c = f * c + i * np.tanh(part["G"])
        h = sigmoid(part["O"] + peep[2] * c) * np.tanh(c)
        h = h if proj is None else h @ proj.T
        hs.append(h)
        cs.append(c)
    return np.array(hs, "float32"), np.array(cs, "float32")


def run_lstm(tvm, arrays, **more):
    names = list(arrays)
    inputs = {name: tensor(tvm, *arrays[name].shape) for name in names}
    outs = tvm.topi.nn.lstm(**inputs, **more)
    return evaluate(tvm, list(outs), [inputs[name] for name in names], [arrays[name] for name in names])


LSTM = {"Xs": (3, 2, 4), "Wi": (20, 4), "Wh": (20, 5)}


@proves(NN + "lstm", "各步的隐状态 `(步数, 批次, 隐层或投影)` 和细胞状态 `(步数, 批次, 隐层)`", "`(步数, 批次, 输入)`", "`(4·隐层, 输入)`、`(4·隐层, 隐层或投影)`", "四个门的次序", "默认 `\"IFGO\"`", "输出按计算的次序排列，没有倒回来。默认 False", "默认 sigmoid、tanh、tanh")
def _(tvm):
    arrays = {name: uniform(*dims) for name, dims in LSTM.items()}
    for layout, reverse in (("IFGO", False), ("IOFG", True)):
        more = {"weight_layout": layout, "reverse": True} if reverse else {}
        got = run_lstm(tvm, arrays, **more)
        want = step_lstm(*arrays.values(), layout, reverse=reverse)
        assert all(near(g, w) for g, w in zip(got, want)), layout
    got = run_lstm(tvm, arrays, f_act=lambda v: v * 0.0 + 1.0)
    assert not near(got[1], want[1])


@proves(NN + "lstm", "偏置 `(4·隐层,)`，默认不加", "初值 `(批次, 隐层或投影)`、`(批次, 隐层)`，默认 0", "投影矩阵 `(投影, 隐层)`，默认不投影", "窥孔权重 `(批次, 隐层)`；`p_i` 和 `p_f` 要一起给，只给一个时被忽略")
def _(tvm):
    arrays = {name: uniform(*dims) for name, dims in {**LSTM, "Wh": (20, 6), "Bi": (20,), "Bh": (20,), "h_init": (2, 6), "c_init": (2, 5), "proj": (6, 5)}.items()}
    peep = {name: uniform(2, 5) for name in ("p_i", "p_f", "p_o")}
    plain = [arrays[name] for name in ("Xs", "Wi", "Wh")]
    rest = dict(bi=arrays["Bi"], bh=arrays["Bh"], h=arrays["h_init"], c=arrays["c_init"], proj=arrays["proj"])
    for names in (("p_i", "p_f", "p_o"), ("p_i", "p_o"), ("p_f",), ()):
        got = run_lstm(tvm, {**arrays, **{name: peep[name] for name in names}})
        pair = "p_i" in names and "p_f" in names
        used = (peep["p_i"] if pair else 0, peep["p_f"] if pair else 0, peep["p_o"] if "p_o" in names else 0)
        want = step_lstm(*plain, peep=used, **rest)
        assert all(near(g, w) for g, w in zip(got, want)), names


@proves(NN + "lstm", "是 `IFGO` 的一个排列，否则 `AssertionError`", "第一维不能被 4 整除时 `AssertionError`", "状态固定是 float32：float64 的输入报类型不符，float16 的结果是 float32")
def _(tvm):
    def call(dtype="float32", rows=20, **more):
        dims = {**LSTM, "Wi": (rows, 4)}
        return tvm.topi.nn.lstm(*[tensor(tvm, *d, dtype=dtype) for d in dims.values()], **more)

    for layout in ("IFG", "IFGG", "ifgo", "IFGOO"):
        with raises(AssertionError, "not a permutation"):
            call(weight_layout=layout)
    with raises(AssertionError, "not divisible by 4"):
        call(rows=18)
    with raises(Exception):
        call("float64")
    assert [out.dtype for out in call("float16")] == ["float32", "float32"]


def words(data, bits, axis, width):
    """The bits of each element in words along an axis, the first in the highest bit; bits are a new last axis."""
    data = np.moveaxis(data.astype("uint64"), axis, -1)
    parts = data.reshape(*data.shape[:-1], -1, width)
    place = (np.uint64(1) << np.arange(width - 1, -1, -1, dtype="uint64"))
    out = [(((parts >> np.uint64(b)) & np.uint64(1)) * place).sum(-1) for b in range(bits)]
    return np.moveaxis(np.stack(out, -1), -2, axis)


@proves(NN + "bitpack", "取低几位，1 到 8；超出的高位丢掉", "沿哪一轴拼，靠前的元素在高位", "新增的轴插在哪里，长为 `bits`，第 0 项是最低位", "字的类型：`\"uint8\"`、`\"uint16\"`、`\"uint32\"` 或 `\"uint64\"`，其他抛出 `UnboundLocalError`", "返回类型为 `pack_type`、多一维的张量，`pack_axis` 轴除以字长")
def _(tvm):
    data = RNG.integers(0, 127, (3, 64, 2)).astype("int32")
    for pack, bits, at in (("uint8", 3, 3), ("uint16", 1, 0), ("uint32", 2, 1), ("uint32", 8, 2), ("uint64", 7, 1)):
        width = int(pack[4:])
        out = run(tvm, lambda x: tvm.topi.nn.bitpack(x, bits, 1, at, pack), data)
        assert out.dtype == pack and np.array_equal(out, np.moveaxis(words(data, bits, 1, width), -1, at).astype(pack)), pack
    for wrong in ("int32", "uint4", "float32"):
        with raises(UnboundLocalError):
            tvm.topi.nn.bitpack(tensor(tvm, 3, 64, dtype="int32"), 1, 1, 1, wrong)
    with raises(Exception):
        tvm.topi.nn.bitpack(tensor(tvm, 3, 64, dtype="int32"), 9, 1, 1, "uint32")


@proves(NN + "bitpack", "长度须是字长的倍数，否则 `AssertionError: Not a multiple of word size`", "`pack_axis` 写负数不报错而结果错误，`bit_axis` 写负数是 `IndexError`", "计算的名称，默认 `\"QuantizeInput\"`")
def _(tvm):
    with raises(AssertionError, "Not a multiple of word size"):
        tvm.topi.nn.bitpack(tensor(tvm, 3, 48, dtype="int32"), 1, 1, 1, "uint32")
    data = RNG.integers(0, 4, (2, 32)).astype("int32")
    x = tensor(tvm, 2, 32, dtype="int32")
    with raises(IndexError):
        tvm.topi.nn.bitpack(x, 2, 1, -1, "uint32")
    pack = lambda axis: run(tvm, lambda x: tvm.topi.nn.bitpack(x, 2, axis, 2, "uint32"), data)
    good = pack(1)
    try:
        bad = pack(-1)
    except Exception as error:
        raise AssertionError("raised") from error
    assert bad.shape != good.shape or not np.array_equal(good, bad)
    assert tvm.topi.nn.bitpack(x, 1, 1, 1, "uint32").op.name == "QuantizeInput"


def values(kernel, bits, unipolar):
    return 2 * kernel.astype(int) - (2**bits - 1) if unipolar else kernel.astype(int)


BITSERIAL = {
    "bitserial_conv2d_nchw": ("未打包的整数 `(N, C, H, W)`，按无符号整数算；`C` 须是字长的倍数", "返回 `(N, O, OH, OW)`", "`False`：也按无符号整数", "`True`：每一位的 0 当作 -1、1 当作 +1，即数值 `w` 当作 `2w - (2^weight_bits - 1)`", "int、两个或四个元素的元组、列表", "int 或两个元素的元组、列表", "未打包的整数 `(O, C, KH, KW)`"),
    "bitserial_conv2d_nhwc": ("未打包的整数 `(N, H, W, C)`，`C` 须是字长的倍数", "未打包的整数 `(KH, KW, C, O)`", "返回 `(N, OH, OW, O)`", "打包沿输入和卷积核各自的 `C` 轴"),
}


@each(BITSERIAL)
def _(tvm, name):
    function, last = getattr(tvm.topi.nn, name), name.endswith("nhwc")
    data = RNG.integers(0, 4, (1, 32, 5, 6)).astype("uint8")
    kernel = RNG.integers(0, 8, (3, 32, 2, 3)).astype("uint8")
    a = (to(data, "NCHW", "NHWC"), to(kernel, "OIHW", "HWIO")) if last else (data, kernel)
    for unipolar, stride, pad, pairs in ((True, 1, 0, [(0, 0)] * 2), (False, (2, 1), (0, 1, 2, 0), [(0, 2), (1, 0)]), (True, [1, 2], (1, 2), [(1, 1), (2, 2)])):
        out = run(tvm, lambda x, w: function(x, w, stride, pad, 2, 3, unipolar=unipolar), *a)
        expected = convolve(data.astype(int), values(kernel, 3, unipolar), stride, pairs)
        assert out.dtype == "int16" and np.array_equal(to(out, "NHWC", "NCHW") if last else out, expected), unipolar
    dims = [v.shape for v in a]
    with raises(AssertionError, "Not a multiple of word size"):
        odd = [tuple(48 if n == 32 else n for n in d) for d in dims]
        function(*[tensor(tvm, *d, dtype="uint8") for d in odd], 1, 0, 2, 3)


@proves(NN + "bitserial_conv2d_nchw", "或打包好的 `(O, C / 字长, KH, KW, weight_bits)`", "字的类型，字长就是它的位数；默认 `\"uint32\"`", "输入、卷积核取低几位，1 到 8", "docstring 把两者说反了")
def _(tvm):
    data = RNG.integers(0, 4, (1, 64, 5, 5)).astype("uint8")
    kernel = RNG.integers(0, 4, (3, 64, 3, 3)).astype("uint8")
    ready = words(kernel, 2, 1, 32).astype("uint32")
    out = run(tvm, lambda x, w: tvm.topi.nn.bitserial_conv2d_nchw(x, w, 1, 0, 2, 2), data, ready)
    assert np.array_equal(out, convolve(data.astype(int), values(kernel, 2, True)))
    assert ready.shape == (3, 2, 3, 3, 2)
    assert "unipolar 1/0 format, instead of bipolar -1/+1 format" in tvm.topi.nn.bitserial_conv2d_nchw.__doc__


@proves(NN + "bitserial_conv2d_nchw", "补 0，字符串不行", "结果的整数类型，默认 `\"int16\"`；写浮点在定义时报错", "默认 True")
def _(tvm):
    import inspect

    x, w = tensor(tvm, 1, 32, 5, 5, dtype="uint8"), tensor(tvm, 3, 32, 3, 3, dtype="uint8")
    for padding in ("SAME", "VALID"):
        with raises(Exception):
            tvm.topi.nn.bitserial_conv2d_nchw(x, w, 1, padding, 1, 1)
    with raises(Exception):
        tvm.topi.nn.bitserial_conv2d_nchw(x, w, 1, 0, 1, 1, out_dtype="float32")
    assert tvm.topi.nn.bitserial_conv2d_nchw(x, w, 1, 0, 1, 1).dtype == "int16"
    assert inspect.signature(tvm.topi.nn.bitserial_conv2d_nchw).parameters["unipolar"].default is True


@each({
    "bitserial_conv2d_nchw": ("`out_dtype` 比 `pack_dtype` 宽而 `unipolar=True` 时结果错误，例如 uint8 配默认的 int16、uint16 配 int32", "NHWC 和 `bitserial_dense` 也一样"),
    "bitserial_conv2d_nhwc": ("其余 | | 同 `bitserial_conv2d_nchw`",),
    "bitserial_dense": ("`pack_dtype`、`out_dtype`、`unipolar` | | 同 `bitserial_conv2d_nchw`",),
})
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    for pack, out, right in (("uint8", "int16", False), ("uint16", "int32", False), ("uint16", "int16", True), ("uint32", "int16", True), ("uint32", "int32", True)):
        for unipolar in (True, False):
            data, kernel = (RNG.integers(0, 4, dims).astype("uint8") for dims in ((1, 32, 4, 4), (3, 32, 4, 4)))
            expected = convolve(data.astype(int), values(kernel, 2, unipolar)).reshape(1, 3)
            if name == "bitserial_dense":
                data, kernel = data[:, :, 0, 0].copy(), kernel[:, :, 0, 0].copy()
                expected = data.astype(int) @ values(kernel, 2, unipolar).T
                got = run(tvm, lambda x, w: function(x, w, 2, 2, pack, out, unipolar), data, kernel)
            else:
                if name.endswith("nhwc"):
                    data, kernel = to(data, "NCHW", "NHWC"), to(kernel, "OIHW", "HWIO")
                got = run(tvm, lambda x, w: function(x, w, 1, 0, 2, 2, pack, out, unipolar), data, kernel)
            assert np.array_equal(got.reshape(1, 3), expected) == (right or not unipolar), (pack, out, unipolar)


@proves(NN + "bitserial_dense", "返回 `(m, n)`", "未打包的整数 `(m, k)`，`k` 须是字长的倍数", "未打包的整数 `(n, k)`，或打包好的 `(n, weight_bits, k / 字长)`", "输入、权重取低几位，1 到 8")
def _(tvm):
    data = RNG.integers(0, 8, (2, 64)).astype("uint8")
    weight = RNG.integers(0, 4, (3, 64)).astype("uint8")
    ready = np.moveaxis(words(weight, 2, 1, 32), -1, 1).astype("uint32")
    assert ready.shape == (3, 2, 2)
    for unipolar in (True, False):
        expected = data.astype(int) @ values(weight, 2, unipolar).T
        for given in (weight, ready):
            out = run(tvm, lambda x, w: tvm.topi.nn.bitserial_dense(x, w, 3, 2, unipolar=unipolar), data, given)
            assert np.array_equal(out, expected)
    with raises(AssertionError, "Not a multiple of word size"):
        tvm.topi.nn.bitserial_dense(tensor(tvm, 2, 48, dtype="uint8"), tensor(tvm, 3, 48, dtype="uint8"), 1, 1)


@proves(NN + "binarize_pack", "不小于 0 记 1，否则记 0，每 32 个拼成一个 uint32，靠前的元素在高位", "长度须是 32 的倍数；None（默认）是最后一轴。写负数不报错而结果错误", "返回 uint32 的张量，`axis` 轴除以 32", "计算的名称，默认 `\"PackedInput\"`")
def _(tvm):
    data = uniform(64, 32)
    data[0, 0], data[0, 1] = 0.0, -0.0
    for axis, given in ((0, 0), (1, None), (1, 1)):
        out = run(tvm, lambda x: tvm.topi.nn.binarize_pack(x, given), data)
        assert out.dtype == "uint32" and np.array_equal(out, words(data >= 0, 1, axis, 32)[..., 0].astype("uint32"))
    wrong = run(tvm, lambda x: tvm.topi.nn.binarize_pack(x, -1), data)
    assert wrong.shape != (64, 1)
    with raises(AssertionError):
        tvm.topi.nn.binarize_pack(tensor(tvm, 4, 48))
    assert tvm.topi.nn.binarize_pack(tensor(tvm, 4, 64)).op.name == "PackedInput"


@proves(NN + "binary_dense", "做法是按位异或再计数，结果是 float32 的 `32·k - 2·popcount`", "`data` 是 `(m, k)`，`weight` 是 `(n, k)`，返回 `(m, n)`", "输入不是 uint32 时 `AssertionError: dtype of data and weight should be uint32`；两边的 `k` 不核对", "等于 ±1 矩阵相乘")
def _(tvm):
    a, b = (RNG.integers(0, 2**32, (n, 3)).astype("uint32") for n in (2, 4))
    count = np.array([[sum(bin(int(p ^ q)).count("1") for p, q in zip(x, y)) for y in b] for x in a])
    out = run(tvm, tvm.topi.nn.binary_dense, a, b)
    assert out.dtype == "float32" and np.array_equal(out, 96 - 2 * count)
    signs = lambda v: 2.0 * ((v[..., None] >> np.arange(32, dtype="uint32")) & 1).reshape(len(v), -1) - 1
    assert np.array_equal(out, signs(a) @ signs(b).T)
    for one, other in (("int32", "uint32"), ("uint32", "uint64")):
        with raises(AssertionError, "dtype of data and weight should be uint32"):
            tvm.topi.nn.binary_dense(tensor(tvm, 2, 3, dtype=one), tensor(tvm, 4, 3, dtype=other))
    assert shape(tvm.topi.nn.binary_dense(tensor(tvm, 2, 3, dtype="uint32"), tensor(tvm, 4, 5, dtype="uint32"))) == (2, 4)


def pool(data, kernel, stride, dilation, pads, kind, ceil=False, include=True):
    dim = data.ndim - 2
    before, after = pads[:dim], pads[dim:]
    fill = -np.inf if kind == "max" else 0
    extra = [s - 1 if ceil else 0 for s in stride]
    widths = [(0, 0), (0, 0)] + [(b, a + e) for b, a, e in zip(before, after, extra)]
    full = np.pad(data.astype("float64"), widths, constant_values=fill)
    span = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]

    def cut(array):
        windows = np.lib.stride_tricks.sliding_window_view(array, span, tuple(range(2, 2 + dim)))
        windows = windows[(slice(None),) * 2 + tuple(slice(None, None, s) for s in stride)]
        windows = windows[(Ellipsis,) + tuple(slice(None, None, d) for d in dilation)]
        return windows.reshape(*windows.shape[: 2 + dim], -1)

    if kind == "max":
        return cut(full).max(-1).astype("float32")
    inside = np.pad(np.ones_like(data), [(0, 0), (0, 0)] + [(b, a) for b, a in zip(before, after)], constant_values=1 if include else 0)
    inside = np.pad(inside, [(0, 0), (0, 0)] + [(0, e) for e in extra])
    return (cut(full).sum(-1) / np.maximum(cut(inside).sum(-1), 1)).astype("float32")


POOLS = {
    "pool1d": ("一个元素的元组 | 膨胀", "`\"max\"` 或 `\"avg\"`", "`NWC` 也可以", "`(左, 右)`", "返回 `(N, C, OW)`", "窗口和步长", "默认 `\"NCW\"`"),
    "pool2d": ("两个元素的元组 | 窗口、步长和膨胀", "`(N, C, H, W)`，或 `layout` 说明的布局", "`(上, 左, 下, 右)`", "返回的布局与输入相同", "默认 `\"NCHW\"`"),
    "pool3d": ("三个元素的元组 | 窗口、步长和膨胀", "`\"max\"` 或 `\"avg\"`", "`(N, C, D, H, W)`，或 `layout` 说明的布局", "`(前, 上, 左, 后, 下, 右)`", "返回的布局与输入相同", "默认 `\"NCDHW\"`"),
}


def letters_of(name):
    return {"1": "W", "2": "HW", "3": "DHW"}[name[4]]


@each(POOLS, "最大池化填类型的最小值，平均池化填 0", "平均的分母算不算填充；默认 True", "`pool_type` 是 `\"max\"` 或 `\"avg\"`，其他值抛出 `KeyError`", "默认 False、True，见[池化](#pooling)")
def _(tvm, name):
    function, letters = getattr(tvm.topi.nn, name), letters_of(name)
    dim = len(letters)
    data = uniform(2, 3, *range(7, 7 + dim))
    layout = letters[:1] + "N" + letters[1:] + "C" if dim > 1 else "NWC"
    kernel, stride, dilation, pads = (2, 3, 2)[:dim], (2, 1, 2)[:dim], (1, 2, 1)[:dim], ((1, 0, 1)[:dim] + (0, 1, 1)[:dim])
    for kind in ("max", "avg"):
        expected = pool(data, kernel, stride, dilation, pads, kind)
        out = run(tvm, lambda x: function(x, kernel, stride, dilation, pads, kind), data)
        assert near(out, expected), kind
        out = run(tvm, lambda x: function(x, kernel, stride, dilation, pads, kind, False, layout), to(data, "NC" + letters, layout))
        assert near(to(out, layout, "NC" + letters), expected), kind
    if dim < 3:
        out = run(tvm, lambda x: function(x, kernel, stride, dilation, pads, "avg", False, "NC" + letters, False), data)
        assert near(out, pool(data, kernel, stride, dilation, pads, "avg", False, False))
    with raises(KeyError):
        function(tensor(tvm, *data.shape), kernel, stride, dilation, pads, "min")


@each(list(POOLS), "输出大小向上取整")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), len(letters_of(name))
    sizes = [shape(function(tensor(tvm, 1, 1, *[8] * dim), (3,) * dim, (2,) * dim, (1,) * dim, (0,) * 2 * dim, "max", ceil))[2] for ceil in (False, True)]
    assert sizes == [3, 4]


@each(list(POOLS), "每个空间轴一个数；整数报 `expected Object but got int`（`pool1d` 的前两个除外）", "必须是两倍长度的写法，否则报 `Pooling padding_size must has double elements of kernel`")
def _(tvm, name):
    function, dim = getattr(tvm.topi.nn, name), len(letters_of(name))
    x, one, none = tensor(tvm, 1, 1, *[8] * dim), (2,) * dim, (0,) * 2 * dim
    for at in range(4):
        given = [one, one, one, none]
        given[at] = 2
        if name == "pool1d" and at < 2:
            function(x, *given, "max")
            continue
        with raises("TVMError", "expected Object but got int"):
            function(x, *given, "max")
    with raises("TVMError", "Pooling padding_size must has double elements of kernel"):
        function(x, one, one, one, (0,) * dim, "max")


@proves(NN + "pool2d", "元组里有 `None` 时进程崩溃", dies="SIGSEGV")
def _(tvm):
    tvm.topi.nn.pool2d(tensor(tvm, 1, 1, 8, 8), (2, None), (1, 1), (1, 1), (0, 0, 0, 0), "max")


@each({"pool2d": ("定哪几轴是空间轴，通道可以拆块（`NCHW16c`），空间轴不能",), "pool3d": (), "adaptive_pool": (), "adaptive_pool3d": (), "global_pool": (), "pool_grad": ()}, "`Unsupported layout …`")
def _(tvm, name):
    function = getattr(tvm.topi.nn, name)
    dim = 3 if "3d" in name else 2

    def call(layout, axes):
        x = tensor(tvm, *axes)
        if name == "pool_grad":
            return function(tensor(tvm, *[4 if n == 8 else n for n in axes]), x, (2, 2), (2, 2), (0,) * 4, "max", False, layout)
        if name == "global_pool":
            return function(x, "max", layout)
        if "adaptive" in name:
            return function(x, (4,) * dim, "max", layout)
        return function(x, (2,) * dim, (2,) * dim, (1,) * dim, (0,) * 2 * dim, "max", False, layout)

    space = "DHW"[3 - dim :]
    out = call("NC" + space + "16c", (1, 2, *[8] * dim, 16))
    assert shape(out)[:2] == (1, 2) and shape(out)[-1] == 16
    for layout in ("NC" + space[1:] + "4w", "NC" + space[:-1], "NC" + space[:-1] + "w"):
        with raises("TVMError"):
            call(layout, (1, 2, *[8] * dim, 4))


@proves(NN + "pool2d", "空间轴不能，否则 `Unsupported layout …`", versions=("0.12.0", "0.13.0"))
@proves(NN + "pool1d", "布局只看 `W` 在哪一轴", versions=("0.12.0", "0.13.0"))
def _(tvm):
    with raises("TVMError", "Unsupported layout NCHW16w"):
        tvm.topi.nn.pool2d(tensor(tvm, 1, 2, 8, 8, 16), (2, 2), (2, 2), (1, 1), (0,) * 4, "max", False, "NCHW16w")
    for layout, want in (("NHW", (2, 3, 4)), ("WHN", (1, 3, 8))):
        assert shape(tvm.topi.nn.pool1d(tensor(tvm, 2, 3, 8), 2, 2, (1,), (0, 0), "max", False, layout)) == want


@proves(NN + "pool2d", "但小写字母写在空间轴都出现之后的 `NCHW16w` 漏过检查，多出的轴原样保留", versions=("0.10.0",))
@proves(NN + "pool1d", "布局里另有 `H` 或 `D` 时一般检查失败", versions=("0.10.0",))
@proves(NN + "global_pool", "D、H、W 都有的布局只能用于 `pool3d` 和 `adaptive_pool3d`，二维的函数检查失败，信息里是 `find_depth_height_width`", versions=("0.10.0",))
def _(tvm):
    out = tvm.topi.nn.pool2d(tensor(tvm, 1, 2, 8, 8, 16), (2, 2), (2, 2), (1, 1), (0,) * 4, "max", False, "NCHW16w")
    assert shape(out) == (1, 2, 4, 4, 16)
    with raises("TVMError"):
        tvm.topi.nn.pool1d(tensor(tvm, 2, 3, 8), 2, 2, (1,), (0, 0), "max", False, "NHW")
    with raises("TVMError", "find_depth_height_width"):
        tvm.topi.nn.global_pool(tensor(tvm, 1, 2, 3, 4, 5), "max", "NCDHW")


@proves(NN + "pool2d", "各轴的长度都转成 int32：输入的形状写成 int64 时，输出的形状是 int32", versions=("0.10.0", "0.12.0"))
def _(tvm):
    x = tvm.te.placeholder([tvm.tir.IntImm("int64", n) for n in (1, 2, 8, 8)])
    out = tvm.topi.nn.pool2d(x, (2, 2), (2, 2), (1, 1), (0,) * 4, "max")
    assert [n.dtype for n in out.shape] == ["int32"] * 4


@proves(NN + "pool2d", "`\"max\"` 或 `\"avg\"`", "`nn.max_pool2d`、`nn.avg_pool2d` 的计算就是它")
def _(tvm):
    from tvm.relay.op import op as ops

    for kind in ("max", "avg"):
        call = getattr(tvm.relay.nn, f"{kind}_pool2d")(tvm.relay.var("x", shape=(1, 2, 6, 6)), (3, 3), (2, 2), padding=(1, 1))
        call = tvm.relay.transform.InferType()(tvm.IRModule.from_expr(call))["main"].body
        x = tensor(tvm, 1, 2, 6, 6)
        (out,) = ops.get(f"nn.{kind}_pool2d").get_attr("FTVMCompute")(call.attrs, [x], call.checked_type)
        same = tvm.topi.nn.pool2d(x, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), kind, False, "NCHW", False)
        lower = lambda o: tvm.lower(tvm.te.create_schedule(o.op), [x, o])["main"]
        assert tvm.ir.structural_equal(lower(out), lower(same))


@proves(NN + "pool2d", "`ceil_mode=True` 时整个落在输入之外的窗口不去掉，最大得类型的最小值", "平均在 `count_include_pad=False` 时得 0")
def _(tvm):
    data = np.ones((1, 1, 3, 3), "float32")
    call = lambda kind, include=True: run(tvm, lambda x: tvm.topi.nn.pool2d(x, (1, 1), (3, 3), (1, 1), (0, 0, 1, 1), kind, True, "NCHW", include), data)
    assert call("max").shape == (1, 1, 2, 2) and call("max")[0, 0, 1, 1] == np.finfo("float32").min
    assert call("avg", False)[0, 0, 1, 1] == 0
    data = np.ones((1, 1, 2, 2), "float32")
    outside = run(tvm, lambda x: tvm.topi.nn.pool2d(x, (1, 1), (4, 4), (1, 1), (0, 0, 0, 0), "avg", True), data)
    assert outside.shape == (1, 1, 2, 2) and (np.isnan(outside[0, 0, 1, 1]) or outside[0, 0, 1, 1] == 0)


@proves(NN + "pool2d", "平均池化在输入的类型里求和，再除以 int32 的个数。int8、uint8、int16 的结果是 int32，而和可能已经溢出；除法向零取整")
def _(tvm):
    def call(value, dtype):
        data = np.full((1, 1, 2, 2), value, dtype)
        data[0, 0, 0, 0] += 1
        return run(tvm, lambda x: tvm.topi.nn.pool2d(x, (2, 2), (2, 2), (1, 1), (0,) * 4, "avg"), data)[0, 0, 0, 0]

    for dtype in ("int8", "uint8", "int16"):
        assert call(3, dtype).dtype == "int32" and call(3, dtype) == 3
    assert call(-3, "int8") == -2 and call(100, "int8") == int(np.int64(401).astype("int8") / 4)
    assert call(3, "int32").dtype == "int32" and call(3, "float16").dtype == "float16"


@proves(NN + "pool2d", "窗口里有 NaN 时最大值与它的位置有关：在末尾才得 NaN。全是 -inf 的窗口得到类型的最小值")
def _(tvm):
    def most(*four):
        data = np.array(four, "float32").reshape(1, 1, 2, 2)
        return run(tvm, lambda x: tvm.topi.nn.pool2d(x, (2, 2), (2, 2), (1, 1), (0,) * 4, "max"), data, target="llvm").ravel()[0]

    assert np.isnan(most(1, 2, 3, np.nan)) and not np.isnan(most(np.nan, 1, 2, 3)) and not np.isnan(most(1, np.nan, 2, 3))
    assert most(*[-np.inf] * 4) == np.finfo("float32").min


def pool_gradient(data, grads, kernel, stride, pads, kind, include):
    out = np.zeros(data.shape, "float64")
    h, w = data.shape[2:]
    for b, c, i, j in np.ndindex(*grads.shape):
        cells = [(i * stride[0] - pads[0] + y, j * stride[1] - pads[1] + x) for y in range(kernel[0]) for x in range(kernel[1])]
        inside = [(y, x) for y, x in cells if 0 <= y < h and 0 <= x < w]
        if kind == "max":
            best = max(inside, key=lambda at: data[(b, c, *at)])
            out[(b, c, *best)] += grads[b, c, i, j]
        else:
            for at in inside:
                out[(b, c, *at)] += grads[b, c, i, j] / (len(cells) if include else len(inside))
    return out.astype("float32")


@proves(NN + "pool_grad", "输出的梯度，形状不核对", "前向的输入", "返回与 `data` 同形状的张量", "同 [`pool2d`](#tvm.topi.nn.pool2d)", "二维池化对输入的梯度")
def _(tvm):
    data = uniform(2, 3, 7, 8)
    kernel, stride, pads = (3, 2), (2, 2), (1, 0, 1, 1)
    for kind, include in (("max", True), ("avg", True), ("avg", False)):
        grads = uniform(*pool(data, kernel, stride, (1, 1), pads, kind).shape)
        out = run(tvm, lambda g, x: tvm.topi.nn.pool_grad(g, x, kernel, stride, pads, kind, False, "NCHW", include), grads, data)
        assert near(out, pool_gradient(data, grads, kernel, stride, pads, kind, include)), (kind, include)
    for wrong in ((1, 1, 1, 1), (2, 3, 99, 99)):
        assert shape(tvm.topi.nn.pool_grad(tensor(tvm, *wrong), tensor(tvm, *data.shape), kernel, stride, pads, "max")) == data.shape


@proves(NN + "pool_grad", "最大池化并列时把梯度送给第一个，但窗口里全是类型的最小值（uint8 的 0、-inf）时梯度丢失", "（`pool_grad` 是 `must have 4 elements`）")
def _(tvm):
    def grad(data):
        call = lambda g, x: tvm.topi.nn.pool_grad(g, x, (2, 2), (2, 2), (0,) * 4, "max")
        return run(tvm, call, np.ones((1, 1, 1, 1), data.dtype), data).ravel().tolist()

    assert grad(np.full((1, 1, 2, 2), 5, "float32")) == [1, 0, 0, 0]
    assert grad(np.zeros((1, 1, 2, 2), "uint8")) == [0] * 4 and grad(np.full((1, 1, 2, 2), -np.inf, "float32")) == [0] * 4
    with raises("TVMError", "must have 4 elements"):
        tvm.topi.nn.pool_grad(tensor(tvm, 1, 1, 2, 2), tensor(tvm, 1, 1, 4, 4), (2, 2), (2, 2), (0, 0), "max")


@proves(NN + "pool_grad", "平均池化在 `ceil_mode=True` 且计入填充时，分母固定是核的大小，与前向不一致")
def _(tvm):
    data, grads = np.ones((1, 1, 3, 3), "float32"), np.ones((1, 1, 2, 2), "float32")
    forward = run(tvm, lambda x: tvm.topi.nn.pool2d(x, (2, 2), (2, 2), (1, 1), (0,) * 4, "avg", True), data)
    back = run(tvm, lambda g, x: tvm.topi.nn.pool_grad(g, x, (2, 2), (2, 2), (0,) * 4, "avg", True), grads, data)
    assert forward[0, 0, 1, 1] == 1 and back[0, 0, 2, 2] == 0.25


def adaptive(data, sizes, kind):
    out = np.zeros((*data.shape[:2], *sizes), "float64")
    for at in itertools.product(*map(range, sizes)):
        cut = tuple(slice(i * n // o, -(-(i + 1) * n // o)) for i, n, o in zip(at, data.shape[2:], sizes))
        window = data[(slice(None), slice(None), *cut)].reshape(*data.shape[:2], -1)
        out[(slice(None), slice(None), *at)] = window.max(-1) if kind == "max" else window.mean(-1)
    return out.astype("float32")


@each({
    "adaptive_pool": ("`(N, C, H, W)`，或 `layout` 说明的布局", "两个元素的元组 | 输出的高和宽", "第 i 个窗口从 `floor(i·输入/输出)` 到 `ceil((i+1)·输入/输出)`", "输出可以比输入大", "默认 `\"NCHW\"`"),
    "adaptive_pool3d": ("`(N, C, D, H, W)`，或 `layout` 说明的布局", "三个元素的元组 | 输出的深、高和宽", "第 i 个窗口的划分同", "默认 `\"NCDHW\"`"),
}, "`\"max\"` 或 `\"avg\"`")
def _(tvm, name):
    function, letters = getattr(tvm.topi.nn, name), "DHW" if "3d" in name else "HW"
    data = uniform(2, 3, *range(5, 5 + len(letters)))
    for sizes in ((2, 3, 4), (9, 1, 7), (3, 5, 2)):
        sizes = sizes[: len(letters)]
        for kind in ("max", "avg"):
            expected = adaptive(data, sizes, kind)
            assert near(run(tvm, lambda x: function(x, sizes, kind), data), expected), (sizes, kind)
            layout = "N" + letters + "C"
            out = run(tvm, lambda x: function(x, sizes, kind, layout), to(data, "NC" + letters, layout))
            assert near(to(out, layout, "NC" + letters), expected), (sizes, kind)


@proves(NN + "adaptive_pool", "平均的结果与输入同类型，int8 的和也在 int8 里算")
def _(tvm):
    out = run(tvm, lambda x: tvm.topi.nn.adaptive_pool(x, (1, 1), "avg"), np.full((1, 1, 2, 2), 100, "int8"))
    assert out.dtype == "int8" and out.ravel()[0] == int(np.int64(400).astype("int8") / 4)


@proves(NN + "adaptive_pool3d", "一维的版本没有 Python 函数")
def _(tvm):
    assert not hasattr(tvm.topi.nn, "adaptive_pool1d") and tvm.get_global_func("topi.nn.adaptive_pool1d", True) is None


GLOBAL = ("等于 `output_size` 为 `(1, 1)` 的 `adaptive_pool`", "`(N, C, H, W)`，或 `layout` 说明的布局", "`\"max\"` 或 `\"avg\"`")


@proves(NN + "global_pool", *GLOBAL)
def _(tvm):
    data = uniform(2, 3, 5, 6)
    for kind in ("max", "avg"):
        out = run(tvm, lambda x: tvm.topi.nn.global_pool(x, kind), data)
        assert near(out, adaptive(data, (1, 1), kind))
        out = run(tvm, lambda x: tvm.topi.nn.global_pool(x, kind, "NHWC"), to(data, "NCHW", "NHWC"))
        assert near(out, to(adaptive(data, (1, 1), kind), "NCHW", "NHWC"))


@proves(NN + "global_pool", "`\"NCDHW\"` 时 `D` 不变", versions=("0.12.0", "0.13.0"))
def _(tvm):
    assert shape(tvm.topi.nn.global_pool(tensor(tvm, 1, 2, 3, 4, 5), "max", "NCDHW")) == (1, 2, 3, 1, 1)


@proves(NN + "pool2d", "步长为 0 报 `Divide by zero`")
def _(tvm):
    with raises("TVMError", "Divide by zero"):
        tvm.topi.nn.pool2d(tensor(tvm, 1, 4, 9, 9), (2, 2), (0, 0), (1, 1), (0,) * 4, "max")
