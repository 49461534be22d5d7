"""Which operators the libraries of -libs take, and what is given to oneDNN: docs/how_to/relay/external_lib.md."""

from probes import proves, raises

from tvm import relay

PAGE = "how_to/relay/external_lib#"
NEW = ("0.12.0", "0.13.0")


def chosen(tvm, body, libs, kind="llvm"):
    """The implementations of the calls that a target offers, and the levels of their priorities, by the name of the operator."""
    te_compiler = tvm.relay.backend.te_compiler
    target = tvm.target.Target(f"{kind} -libs={libs}" if libs else kind)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(body))
    found = {}

    def visit(node):
        if isinstance(node, relay.Call) and isinstance(node.op, tvm.ir.Op):
            inputs = [tvm.te.placeholder(one.checked_type.shape, one.checked_type.dtype) for one in node.args]
            with target:
                offered = te_compiler.get_valid_implementations(node.op, node.attrs, inputs, node.checked_type, target)
            found[node.op.name] = {one.name: one.plevel for one in offered}

    relay.analysis.post_order_visit(mod["main"].body, visit)
    return found


def dense(dtype="float32", out="", batch=4):
    return relay.nn.dense(relay.var("x", shape=(batch, 8), dtype=dtype), relay.var("w", shape=(6, 8), dtype="int8" if dtype == "uint8" else dtype), out_dtype=out)


def matmul():
    return relay.nn.matmul(relay.var("x", shape=(4, 8)), relay.var("w", shape=(8, 6)))


def batch(dtype="float32"):
    return relay.nn.batch_matmul(relay.var("x", shape=(2, 4, 8), dtype=dtype), relay.var("w", shape=(2, 6, 8), dtype=dtype))


def conv(groups=1, layout="NCHW", dilation=1, dtype="float32"):
    shape = (1, 8, 10, 10) if layout == "NCHW" else (1, 10, 10, 8)
    weight = (8, 8 // groups, 3, 3) if layout == "NCHW" else (3, 3, 8 // groups, 8)
    return relay.nn.conv2d(relay.var("x", shape=shape, dtype=dtype), relay.var("w", shape=weight, dtype=dtype), channels=8, kernel_size=(3, 3), groups=groups, dilation=dilation, data_layout=layout, kernel_layout="OIHW" if layout == "NCHW" else "HWIO")


@proves(PAGE + "which", "`cblas` | `nn.dense`、`nn.matmul` | 输入输出同为 float32 或 float64 | 13")
def _(tvm):
    for dtype in ("float32", "float64"):
        (offered,) = chosen(tvm, dense(dtype), "cblas").values()
        assert offered["dense_cblas.x86"] == 13 == max(offered.values())
    assert chosen(tvm, matmul(), "cblas")["nn.matmul"]["matmul_cblas.x86"] == 13
    for dtype in ("int32", "float16"):
        assert "dense_cblas.x86" not in chosen(tvm, dense(dtype), "cblas")["nn.dense"]


@proves(PAGE + "which", "`mkl` | `nn.dense`、`nn.matmul` | 同上；或 uint8 乘 int8 得 int32 | 14")
def _(tvm):
    for one in (dense(), dense("float64"), dense("uint8", "int32"), matmul()):
        (offered,) = chosen(tvm, one, "mkl").values()
        assert [level for name, level in offered.items() if "mkl" in name] == [14], offered
    (offered,) = chosen(tvm, dense("int32"), "mkl").values()
    assert not [name for name in offered if "mkl" in name]


@proves(PAGE + "which", "`dnnl` | `nn.dense`、`nn.matmul` | 输入输出同为 float32 | 15", "写 `cblas,dnnl` 时 oneDNN 赢，因为 15 大于 13；与书写次序无关")
def _(tvm):
    for one in (dense(), matmul()):
        for libs in ("cblas,dnnl", "dnnl,cblas"):
            (offered,) = chosen(tvm, one, libs).values()
            best = max(offered, key=offered.get)
            assert "dnnl" in best and offered[best] == 15 and 13 in offered.values(), offered
    (offered,) = chosen(tvm, dense("float64"), "dnnl").values()
    assert not [name for name in offered if "dnnl" in name]


@proves(PAGE + "which", "`cblas`、`mkl` | `nn.batch_matmul` | 不查 | 15")
@proves(PAGE + "batch_matmul-不查数据类型", "`nn.dense` 有条件而它没有")
def _(tvm):
    for libs in ("cblas", "mkl"):
        for dtype in ("float32", "int32", "float16"):
            (offered,) = chosen(tvm, batch(dtype), libs).values()
            assert offered[f"batch_matmul_{libs}.x86"] == 15
    (offered,) = chosen(tvm, batch(), "dnnl").values()
    assert not [name for name in offered if "dnnl" in name]


@proves(PAGE + "which", "不分组；NCHW 或 NHWC", "不查数据类型、膨胀和填充", "`nn.conv2d` 写上 `dnnl` 时，TVM 自己的实现不再是候选")
def _(tvm):
    for one in (conv(), conv(layout="NHWC"), conv(dilation=2), conv(dtype="float64")):
        (offered,) = chosen(tvm, one, "dnnl").values()
        assert len(offered) == 1 and "dnnl" in min(offered) and set(offered.values()) == {10}, offered
    for groups in (2, 8):
        (offered,) = chosen(tvm, conv(groups), "dnnl").values()
        assert not [name for name in offered if "dnnl" in name], offered


@proves(PAGE + "which", "批次为 1、形状又含未知维的 `nn.dense` 另有专门的实现，不看 `-libs`", versions=NEW)
def _(tvm):
    body = relay.nn.dense(relay.var("x", shape=(1, relay.Any())), relay.var("w", shape=(6, 8)))
    (offered,) = chosen(tvm, body, "cblas").values()
    assert not [name for name in offered if "cblas" in name], offered


CUDA = {
    "nn.conv2d": conv(),
    "nn.conv2d_transpose": relay.nn.conv2d_transpose(relay.var("x", shape=(1, 8, 10, 10)), relay.var("w", shape=(8, 8, 3, 3)), channels=8, kernel_size=(3, 3)),
    "nn.softmax": relay.nn.softmax(relay.var("x", shape=(4, 8))),
    "nn.log_softmax": relay.nn.log_softmax(relay.var("x", shape=(4, 8))),
    "nn.conv3d": relay.nn.conv3d(relay.var("x", shape=(1, 8, 6, 6, 6)), relay.var("w", shape=(8, 8, 3, 3, 3)), channels=8, kernel_size=(3, 3, 3)),
}


@proves(PAGE + "which", "`cuda` | `cudnn` | `nn.conv2d`、`nn.conv3d`、`nn.conv2d_transpose`、`nn.softmax`、`nn.log_softmax`", "`cuda` | `cublas` | `nn.dense`、`nn.matmul`、`nn.batch_matmul`")
def _(tvm):
    for name, body in CUDA.items():
        offered = chosen(tvm, body, "cudnn", "cuda -arch=sm_70")[name]
        assert [one for one in offered if "cudnn" in one] or name == "nn.conv2d_transpose", (name, offered)
    for body in (dense(), matmul(), batch()):
        (offered,) = chosen(tvm, body, "cublas", "cuda -arch=sm_70").values()
        assert [one for one in offered if "cublas" in one], offered


@proves(PAGE + "which", "NHWC 的不分组卷积要求卷积核布局是 `OHWI`，而 TVM 自己的实现要 `HWIO`。写成 `HWIO` 时断言失败，不会退回 TVM 的实现", "逐通道卷积（depthwise）在 NCHW 时不走 cuDNN，用 TVM 的；其他分组卷积可以走", "不是 int8、uint8，布局为 NCHW 或 NHWC", "转置卷积的卷积核布局要是 `IOHW`（NCHW）或 `IHWO`（NHWC）")
def _(tvm):
    def cudnn(body):
        (offered,) = chosen(tvm, body, "cudnn", "cuda -arch=sm_70").values()
        return bool([one for one in offered if "cudnn" in one])

    x, w = relay.var("x", shape=(1, 10, 10, 8)), relay.var("w", shape=(8, 3, 3, 8))
    assert cudnn(relay.nn.conv2d(x, w, channels=8, kernel_size=(3, 3), data_layout="NHWC", kernel_layout="OHWI"))
    with raises("TVMError", "AssertionError"):
        cudnn(conv(layout="NHWC"))
    assert chosen(tvm, conv(layout="NHWC"), "", "cuda -arch=sm_70")
    assert not cudnn(conv(8)) and cudnn(conv(2))
    assert not cudnn(conv(dtype="int8"))
    image, kernel = relay.var("x", shape=(1, 8, 10, 10)), relay.var("w", shape=(8, 8, 3, 3))
    transposed = lambda layout: cudnn(relay.nn.conv2d_transpose(image, kernel, channels=8, kernel_size=(3, 3), kernel_layout=layout))
    assert transposed("IOHW") and not transposed("OIHW")


ALONE = "`nn.conv1d`、`nn.conv2d`、`nn.conv3d`、`nn.conv2d_transpose`、`nn.conv3d_transpose`、`nn.dense`、`nn.batch_matmul`、二维和三维的最大和平均池化、`nn.global_avg_pool2d`、`nn.softmax`、`nn.batch_norm`、`nn.layer_norm`、`add`、`multiply`、`abs`、`clip`、`exp`、`log`、`sqrt`、`round`、`tanh`、`sigmoid`、`nn.relu`、`nn.leaky_relu`"


@proves(PAGE + "dnnl-which", ALONE)
def _(tvm):
    import re

    import tvm.relay.op.contrib.dnnl  # noqa: F401

    pools = {f"nn.{kind}_pool{size}d" for kind in ("max", "avg") for size in (2, 3)}
    marked = {name for name in tvm.ir.Op.list_op_names() if tvm.ir.Op.get(name).get_attr("target.dnnl") is not None}
    assert marked == set(re.findall(r"`([\w.]+)`", ALONE)) | pools, marked ^ (set(re.findall(r"`([\w.]+)`", ALONE)) | pools)


@proves(PAGE + "dnnl-which", "只排除两种：有 int64 的输入，`ceil_mode` 为真的池化")
def _(tvm):
    import tvm.relay.op.contrib.dnnl  # noqa: F401

    def given(body):
        body = relay.transform.InferType()(tvm.IRModule.from_expr(body))["main"].body
        return bool(tvm.ir.Op.get(body.op.name).get_attr("target.dnnl")(body))

    var = lambda dtype: relay.var("x", shape=(1, 2, 5, 5), dtype=dtype)
    for dtype in ("float32", "float64", "float16", "uint8", "int32"):
        assert given(relay.add(var(dtype), var(dtype))), dtype
    assert not given(relay.add(var("int64"), var("int64")))
    pool = lambda ceil: given(relay.nn.max_pool2d(var("float32"), (2, 2), (2, 2), ceil_mode=ceil))
    assert pool(False) and not pool(True)


@proves(PAGE + "库名写错什么也没换", "`-libs` 接受任何字符串，策略按固定的小写名字去找")
@proves(PAGE + "cannot-find-function-tvmcontribmklmatmul", "策略只看目标里的字符串，不看这份 TVM 是否链接了 MKL")
def _(tvm):
    for libs in ("openblas", "CBLAS", "nonsense"):
        assert chosen(tvm, dense(), libs) == chosen(tvm, dense(), "")
    assert tvm.get_global_func("tvm.contrib.mkl.matmul", allow_missing=True) is None
    (offered,) = chosen(tvm, dense(), "mkl").values()
    assert [one for one in offered if "mkl" in one]


@proves(PAGE + "dnnl", "没有现成的 `partition_for_dnnl`")
def _(tvm):
    import tvm.relay.op.contrib as contrib
    import tvm.relay.op.contrib.dnnl as dnnl

    assert not hasattr(dnnl, "partition_for_dnnl") and not hasattr(contrib, "partition_for_dnnl")
