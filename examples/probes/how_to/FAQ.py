"""What the questions and answers say of formats, types, levels, threads and files."""

import os
import subprocess
import sys
import tempfile

import numpy as np
from probes import proves, raises

import tvm as _tvm
from tvm import relay

PAGE = "how_to/FAQ#"


def network(channels=8):
    x = relay.var("x", shape=(1, 3, 16, 16))
    body = relay.nn.conv2d(x, relay.const(np.ones((channels, 3, 3, 3), "float32")), channels=channels, kernel_size=(3, 3))
    return _tvm.IRModule.from_expr(relay.nn.softmax(relay.nn.batch_flatten(relay.nn.relu(body))))


def build(target="llvm", level=3, **options):
    with _tvm.transform.PassContext(opt_level=level, **options):
        return relay.build(network(), target)


def python(code, **environment):
    clean = {key: value for key, value in os.environ.items() if key not in ("TVM_NUM_THREADS", "OMP_NUM_THREADS")}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**clean, **environment}, cwd="/tmp")
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


THREADS = "import tvm; print(tvm.get_global_func('runtime.NumThreads')())"


@proves(PAGE + "formats", "十二种，各有一个 `relay.frontend.from_*` 函数")
def _(tvm):
    assert len([name for name in dir(relay.frontend) if name.startswith("from_")]) == 12


@proves(PAGE + "dynamic", "否则报 `Cannot allocate memory symbolic tensor shape`", "用虚拟机（VM）编译")
def _(tvm):
    mod = tvm.IRModule.from_expr(relay.nn.relu(relay.var("x", shape=(relay.Any(), 8))))
    with raises(tvm.TVMError, "Cannot allocate memory symbolic tensor shape"):
        relay.build(mod, "llvm")
    machine = tvm.runtime.vm.VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
    assert machine.invoke("main", np.zeros((5, 8), "float32")).shape == (5, 8)


@proves(PAGE + "low-precision", "它把卷积、全连接等换成 float16", "输出也可能变成 float16", "可以保留原来的输出类型")
def _(tvm):
    half = lambda: relay.transform.ToMixedPrecision("float16")(relay.transform.InferType()(network()))
    mod = half()
    assert "float16" in str(mod)
    x = relay.var("x", shape=(1, 8))
    dense = lambda: relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.dense(x, relay.const(np.ones((4, 8), "float32")))))
    output = lambda mod: relay.transform.InferType()(mod)["main"].ret_type.dtype
    assert output(relay.transform.ToMixedPrecision("float16")(dense())) == "float16"
    with tvm.transform.PassContext(config={"relay.ToMixedPrecision.keep_orig_output_dtype": True}):
        assert output(relay.transform.ToMixedPrecision("float16")(dense())) == "float32"


@proves(PAGE + "hardware", "只说明能生成代码，不等于能在这台机器上运行", "这里的 `metal` 只生成源码，`rocm` 和 `hexagon` 来自 LLVM")
def _(tvm):
    assert tvm.get_global_func("target.build.metal", True) and not tvm.metal().exist


@proves(PAGE + "opt-level", "`relay.build` 默认 2，TVMC 默认 3", "用近似换速度", "并列卷积、全连接、批量矩阵乘的合并")
def _(tvm):
    import inspect

    from tvm.driver import tvmc

    assert tvm.transform.PassContext().opt_level == 2
    assert inspect.signature(tvmc.compiler.compile_model).parameters["opt_level"].default == 3
    for name in ("FastMath", "CombineParallelConv2D", "CombineParallelDense", "CombineParallelBatchMatmul"):
        assert getattr(relay.transform, name)().info.opt_level == 4, name
    assert "fast_softmax" in build(level=4).get_graph_json() and "fast_softmax" not in build().get_graph_json()


@proves(PAGE + "threads", "依次看 `TVM_NUM_THREADS`、`OMP_NUM_THREADS` 和硬件线程数")
@proves(PAGE + "threads", "硬件线程数在 x86 上除以 2（`MaxConcurrency`）")
def _(tvm):
    assert python(THREADS, TVM_NUM_THREADS="1", OMP_NUM_THREADS="2") == "1"
    assert python(THREADS, OMP_NUM_THREADS="2") == "2"
    import platform

    if platform.machine() == "x86_64":
        assert int(python(THREADS)) == max(os.cpu_count() // 2, 1)


@proves(PAGE + "threads", "1 表示用大核，-1 表示用小核。个数只能改小或改回来，不能超过线程池建立时的")
def _(tvm):
    code = "import tvm; f = tvm.get_global_func('runtime.config_threadpool'); n = tvm.get_global_func('runtime.NumThreads'); print(n(), end=' ')\n"
    code += "f(1, 1); print(n(), end=' '); f(1, 2); print(n(), end=' '); f(1, 9); print(n())"
    before, small, back, big = map(int, python(code, TVM_NUM_THREADS="2").split())
    assert (before, small, back) == (2, 1, 2) and big <= 2, (before, small, back, big)


@proves(PAGE + "determinism", "同一份动态库、同一台机器、同样的输入：上面这种网络的结果逐位相同")
def _(tvm):
    from tvm.contrib import graph_executor

    runner = graph_executor.GraphModule(build()["default"](tvm.cpu()))
    x = np.random.default_rng(0).normal(size=(1, 3, 16, 16)).astype("float32")
    results = []
    for _ in range(3):
        runner.run(x=x)
        results.append(runner.get_output(0).numpy().tobytes())
    assert len(set(results)) == 1


@proves(PAGE + "file-size", "`factory.export_library` 把计算图和参数都嵌进动态库", "只导出 `get_lib()`，计算图和参数另存")
def _(tvm):
    factory = build()
    with tempfile.TemporaryDirectory() as folder:
        whole, part = (os.path.join(folder, name) for name in ("whole.so", "part.so"))
        factory.export_library(whole)
        factory.get_lib().export_library(part)
        graph = b'"nodes"'
        assert graph in open(whole, "rb").read() and graph not in open(part, "rb").read()


@proves(PAGE + "generated-code", "`factory.get_lib().get_source(\"ll\")`，汇编用 `\"asm\"`", "`factory.get_graph_json()`", "`get_lib().imported_modules[0].get_source()`")
def _(tvm):
    lib = build().get_lib()
    assert "define" in lib.get_source("ll") and ".text" in lib.get_source("asm") and '"nodes"' in build().get_graph_json()
    metal = build(tvm.target.Target("metal", host="llvm")).get_lib()
    assert "kernel void" in metal.imported_modules[0].get_source()


@proves(PAGE + "training", "能对注册过梯度的算子求反向", "没有优化器和训练循环")
def _(tvm):
    x = relay.var("x", shape=(4,))
    function = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], relay.multiply(x, x))))["main"]
    assert relay.transform.gradient(function)
    y = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], relay.round(x))))["main"]
    with raises(Exception):
        relay.transform.gradient(y)
    assert not any(word in name.lower() for name in dir(relay) for word in ("optimizer", "sgd", "adam"))
