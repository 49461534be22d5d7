"""More probes of docs/reference/api/python/ir/passes.md: pools in generated code, names that instruments see."""

import re

import numpy as np
from probes import proves, raises, unproved

POOLS = "tvm.ir.PoolInfoProperties"


def planned(tvm, name="shared_pool", **properties):
    """The C code of a model whose results are in a pool, and how large the planner makes it."""
    relay, c = tvm.relay, tvm.target.Target("c")
    x = relay.var("x", shape=(1, 64))
    w = [relay.const(np.ones((64, 64), "float32")) for _ in range(2)]
    body = relay.nn.dense(relay.nn.relu(relay.nn.dense(x, w[0])), w[1])
    pools = tvm.ir.WorkspaceMemoryPools([tvm.ir.WorkspacePoolInfo(name, [c], tvm.ir.PoolInfoProperties(**properties))])
    executor = relay.backend.Executor("aot", {"unpacked-api": True, "interface-api": "c"})
    with tvm.transform.PassContext(opt_level=3, config={"tir.disable_vectorize": True, "tir.usmp.enable": True}):
        lib = relay.build(tvm.IRModule.from_expr(body), c, executor=executor, runtime=relay.backend.Runtime("crt"), workspace_memory_pools=pools)
    code = "\n".join(one.get_source() for one in [lib.lib, *lib.lib.imported_modules] if hasattr(one, "get_source") and one.type_key == "c")
    return re.sub(r"fused_constant_\d+", "constant", code)  # 0.10.0 counts them in the process


@proves("tvm.ir.WorkspacePoolInfo", "名称，用在生成的代码和接口里")
def _(tvm):
    assert tvm.ir.WorkspacePoolInfo("own", [tvm.target.Target("c")]).pool_name == "own"
    mine, other = planned(tvm, "mine_pool"), planned(tvm, "other_pool")
    assert "mine_pool" in mine and "mine_pool" not in other and mine.replace("mine_pool", "other_pool").count("other_pool") == other.count("other_pool")


@proves(POOLS, "0.13.0 的规划算法不读", versions=("0.13.0",))
@proves(POOLS, "0.12.0 的规划算法不读", versions=("0.12.0",))
@proves(POOLS, "规划算法不读", versions=("0.10.0",))
def _(tvm):
    assert planned(tvm) == planned(tvm, clock_frequency_hz=16) == planned(tvm, clock_frequency_hz=2_000_000_000)
    properties = tvm.ir.PoolInfoProperties(clock_frequency_hz=16)
    assert properties.clock_frequency_hz == 16 and tvm.ir.PoolInfoProperties().clock_frequency_hz == -1
    with raises("TVMError"):
        planned(tvm, size_hint_bytes=16)


unproved(POOLS, "每周期读写的字节数，`-1` 是未知；由 Ethos-U 的级联调度使用", "读写的延迟（周期），使用者同上", reason="要有 Ethos-U 的编译器 Vela")
unproved("tvm.ir.Span", "别的导入前端不填", reason="要有那些框架", versions=("0.12.0", "0.13.0"))


@proves("tvm.ir.PoolInfo", "直接构造得到没有内容的对象")
def _(tvm):
    empty = tvm.ir.PoolInfo()
    assert isinstance(tvm.ir.WorkspacePoolInfo("p", [tvm.target.Target("c")]), tvm.ir.PoolInfo)
    assert type(empty).__mro__[1].__name__ == "Object"
    if any(kind.__module__ == "tvm._ffi._ctypes.object" for kind in type(empty).__mro__):
        with raises(AttributeError):
            empty.pool_name


@proves("tvm.transform.Sequential", "显示在插桩里的名称")
def _(tvm):
    names = []

    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            names.append(info.name)

    mod = tvm.IRModule.from_expr(tvm.relay.var("x", shape=(2,)))
    with tvm.transform.PassContext(instruments=[Names()]):
        tvm.transform.Sequential([tvm.relay.transform.InferType()], name="probe_steps")(mod)
        tvm.transform.Sequential([])(mod)
    assert names == ["probe_steps", "InferType", "sequential"]


@proves("tvm.instrument.pass_instrument", "只定义要用的回调即可")
def _(tvm):
    mod = tvm.IRModule.from_expr(tvm.relay.var("x", shape=(2,)))
    seen = []

    @tvm.instrument.pass_instrument
    class Empty:
        pass

    @tvm.instrument.pass_instrument
    class After:
        def run_after_pass(self, mod, info):
            seen.append(info.name)

    with tvm.transform.PassContext(instruments=[Empty(), After()]):
        tvm.relay.transform.InferType()(mod)
    assert seen == ["InferType"]


@proves("tvm.ir.Span", "解析文本时也填写", versions=("0.10.0",))
def _(tvm):
    text = '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) {\n  exp(%x)\n}\n'
    span = tvm.parser.parse(text, "probe.rly")["main"].body.span
    assert span.source_name.name == "probe.rly" and span.line == 3
    assert tvm.relay.exp(tvm.relay.var("x")).span is None


@proves("tvm.transform.PrintIR", "`show_meta_data=True` 才带元数据段，里面有常量的数据", versions=("0.10.0",))
def _(tvm):
    import os
    import tempfile

    relay = tvm.relay
    mod = tvm.IRModule.from_expr(relay.add(relay.var("x", shape=(2,)), relay.const(np.array([1, 2], "float32"))))

    def said(shows):
        file, kept = tempfile.TemporaryFile(), os.dup(2)
        os.dup2(file.fileno(), 2)
        tvm.transform.PrintIR("here", shows)(mod)
        os.dup2(kept, 2)
        file.seek(0)
        return file.read().decode()

    assert "#[metadata]" in said(True) and "b64ndarrays" in said(True) and "#[metadata]" not in said(False)


@proves("tvm.ir.ConstantMemoryPools", "从模块的属性等处读回来的对象，类型显示为 `AllocatedPoolInfo`，因为 0.12.0 把这两个类注册在同一个类型键下", "字段 `pools` 照常能读", versions=("0.12.0",))
def _(tvm):
    c = tvm.target.Target("c")
    pools = tvm.ir.ConstantMemoryPools([tvm.ir.ConstantPoolInfo("p", [c])])
    mod = tvm.IRModule({}).with_attr("probe", pools)
    read = mod.attrs["probe"]
    assert type(pools).__name__ == "ConstantMemoryPools" and type(read).__name__ == "AllocatedPoolInfo"
    assert [one.pool_name for one in read.pools] == ["p"]


unproved("tvm.ir.Span", "导入前端里，只有 TensorFlow 的填写，用节点名作 `source_name`，行列都是 0", "别的不填", reason="要有 TensorFlow 和别的那些框架", versions=("0.10.0",))
