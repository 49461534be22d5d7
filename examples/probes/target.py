"""Probes of docs/reference/api/python/target.md."""

import warnings

from probes import check_error, proves, proves_check, raises, unproved

COMPLETE = True
NEW, MIDDLE, OLD = ("0.13.0",), ("0.12.0",), ("0.10.0",)
TARGET = "tvm.target.Target"


def keys(tvm, text):
    return [str(key) for key in tvm.target.Target(text).keys]


def warned(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return len(caught)


@proves(TARGET, "写法见下；其他类型和 None 抛出 `ValueError`")
def _(tvm):
    make = tvm.target.Target
    for value in ("llvm", {"kind": "llvm"}, '{"kind": "llvm"}', make("llvm")):
        assert make(value).kind.name == "llvm"
    for wrong in (None, 3, ["llvm"]):
        with raises(ValueError):
            make(wrong)


@proves(TARGET, "主机端；给出时覆盖 `target` 里的 `host`")
def _(tvm):
    make = tvm.target.Target
    assert make(make("llvm", host="c"), host="llvm -mcpu=core2").host.mcpu == "core2"
    assert make({"kind": "llvm", "host": "c"}).host.kind.name == "c" and make("llvm").host is None


@proves(TARGET, "字符串依次当作标签（`nvidia/nvidia-a100`）、JSON（以 `{` 开头）、`种类 -选项=值 …` 来解析")
def _(tvm):
    make = tvm.target.Target
    assert make("nvidia/nvidia-a100").arch == "sm_80" and make('{"kind": "llvm", "mcpu": "core2"}').mcpu == "core2"
    assert make("llvm -mcpu=core2").mcpu == "core2"


@proves(TARGET, "一个或两个 `-` 都可以，`-键 值` 与 `-键=值` 相同（值以 `-` 开头时要用 `=`），只写 `-键` 的值是 1", '得到的是 `mcpu="1"`')
def _(tvm):
    make = tvm.target.Target
    for text in ("llvm -mcpu=x", "llvm --mcpu=x", "llvm -mcpu x", "llvm --mcpu x"):
        assert make(text).mcpu == "x"
    assert make("llvm -mcpu").mcpu == "1" and make("llvm -mcpu -mattr=+a").mcpu == "1"
    assert make("llvm -mattr=-neon").mattr == ["-neon"]
    with raises(ValueError):
        make("llvm -mattr -neon")


@proves(TARGET, "列表用逗号，含空格的值用单引号")
def _(tvm):
    assert tvm.target.Target("llvm -mattr=+a,+b").mattr == ["+a", "+b"]
    assert tvm.target.Target("llvm -model='a b'").model == "a b"


@proves(TARGET, "选项名未知、重复，或种类未知，都抛出 `ValueError`", "空字符串抛出 `TVMError`", "已经不是目标的选项")
def _(tvm):
    for text in ("llvm -foo=1", "llvm -mcpu=a -mcpu=b", "nokind", "llvm -system-lib", "c -runtime=c"):
        with raises(ValueError):
            tvm.target.Target(text)
    with raises("TVMError"):
        tvm.target.Target("")


@proves(TARGET, "字典要有 `kind`，值的类型要对：列表写成列表，整数写成整数")
def _(tvm):
    make = tvm.target.Target
    assert make({"kind": "llvm", "mattr": ["+a"], "num-cores": 4}).attrs["num-cores"] == 4
    for wrong in ({"mcpu": "x"}, {"kind": "llvm", "mattr": "+a"}, {"kind": "llvm", "num-cores": "4"}):
        with raises(ValueError):
            make(wrong)


@proves(TARGET, "没有写 `-keys` 时，是 `-device` 的值加上种类的默认键；写了就用写的，`-device` 的值接在后面")
def _(tvm):
    assert keys(tvm, "opencl -device=mali") == ["mali", "opencl", "gpu"]
    assert keys(tvm, "opencl -keys=x,y -device=mali") == ["x", "y", "mali"]
    assert keys(tvm, "llvm -device=cpu") == ["cpu"]


@proves(TARGET, "没有写 `-keys` 就当作写了 `arm_cpu,cpu`，写了就补上缺的，`-device` 的值在最后")
def _(tvm):
    arm = "llvm -mcpu=cortex-m7"
    assert keys(tvm, arm) == ["arm_cpu", "cpu"] and keys(tvm, "c -mcpu=cortex-m7") == ["arm_cpu", "cpu"]
    assert keys(tvm, f"{arm} -keys=x") == ["x", "arm_cpu", "cpu"]
    assert keys(tvm, f"{arm} -keys=arm_cpu -device=d") == ["arm_cpu", "cpu", "d"]
    assert keys(tvm, f"{arm} -device=d") == ["arm_cpu", "cpu", "d"]


@proves(TARGET, "`mcpu` 以 `cortex-m` 加 0、3、4、7、33、35p、55 或 85 开头，或者 `mtriple`（`c` 没有这个选项）以 `aarch64` 或 `arm` 开头", "别的 Cortex-M（如 `cortex-m23`）配 `arm` 开头的三元组不算", versions=NEW + MIDDLE)
def _(tvm):
    arm = ["arm_cpu", "cpu"]
    for one in ("0", "0plus", "3", "4", "7", "33", "35p", "55", "85"):
        assert keys(tvm, f"llvm -mcpu=cortex-m{one}") == arm, one
    for triple in ("aarch64-linux-gnu", "armv7a-linux-eabi", "arm64-linux-android"):
        assert keys(tvm, f"llvm -mtriple={triple}") == arm
        with raises(ValueError):
            tvm.target.Target(f"c -mtriple={triple}")
    assert keys(tvm, "c -mcpu=cortex-m4") == arm
    for text in ("llvm -mcpu=cortex-m23", "llvm -mcpu=cortex-m23 -mtriple=arm-none-eabi", "llvm -mcpu=cortex-a72", "llvm -mtriple=x86_64-linux"):
        assert keys(tvm, text) == ["cpu"], text


@proves(TARGET, "只识别 `mcpu` 以 `cortex-m0`、`cortex-m3`、`cortex-m4`、`cortex-m55` 或 `cortex-m7` 开头的", "不看三元组：`llvm -mtriple=aarch64-linux-gnu` 的键只有 `cpu`", versions=OLD)
def _(tvm):
    for one in ("0", "3", "33", "4", "55", "7"):
        assert keys(tvm, f"llvm -mcpu=cortex-m{one}") == ["arm_cpu", "cpu"], one
    for text in ("llvm -mcpu=cortex-m85", "llvm -mcpu=cortex-m23", "llvm -mtriple=aarch64-linux-gnu", "llvm -mtriple=armv7a-linux-eabi"):
        assert keys(tvm, text) == ["cpu"], text


@proves(TARGET, "| `llvm`、`c`、`stackvm` | `cpu` | 无 |", "| `hexagon` | `hexagon,cpu` | 无 |", "| `ext_dev`、`composite` | 无 | 无 |", versions=NEW)
@proves(TARGET, "| `llvm`、`c` | `cpu` | 无 |", "| `hexagon` | `hexagon` | 无 |", "| `stackvm`、`ext_dev`、`composite` | 无 | 无 |", versions=MIDDLE + OLD)
def _(tvm, release):
    new = release == "0.13.0"
    given = {"llvm": ["cpu"], "c": ["cpu"], "stackvm": ["cpu"] * new, "hexagon": ["hexagon"] + ["cpu"] * new, "ext_dev": [], "composite": []}
    for kind, default in given.items():
        assert keys(tvm, kind) == default, kind
        assert len(tvm.target.Target(kind).attrs) == 0


def attributes(tvm, text):
    return {str(key): getattr(value, "value", value) for key, value in tvm.target.Target(text).attrs.items()}


@proves(TARGET, "`max_num_threads=1024`、`thread_warp_size=32`；没有 `-arch` 时问第一块显卡，问不到是 `sm_50`", versions=NEW + MIDDLE)
@proves(TARGET, "`max_num_threads=1024`、`thread_warp_size=32`；没有 `-arch` 时问第一块显卡，问不到是 `sm_20`", versions=OLD)
def _(tvm, release):
    found = attributes(tvm, "cuda")
    assert found == {"max_num_threads": 1024, "thread_warp_size": 32, "arch": "sm_20" if release == "0.10.0" else "sm_50"}
    assert keys(tvm, "cuda") == ["cuda", "gpu"] and attributes(tvm, "cuda -arch=sm_80")["arch"] == "sm_80"


@proves(TARGET, "`mtriple=amdgcn-amd-amdhsa-hcc`，写了别的就报错；线程数 256，`thread_warp_size=64`，共享内存 65536 字节")
def _(tvm):
    found = attributes(tvm, "rocm -mcpu=gfx906")
    assert (found["mtriple"], found["max_num_threads"], found["thread_warp_size"]) == ("amdgcn-amd-amdhsa-hcc", 256, 64)
    assert found["max_shared_memory_per_block"] == 65536 and keys(tvm, "rocm") == ["rocm", "gpu"]
    assert attributes(tvm, "rocm")["mcpu"] == "gfx900"
    with raises("TVMError"):
        tvm.target.Target("rocm -mtriple=x86_64")


@proves(TARGET, "写的型号只能是 `gfx` 加数字，`gfx90a` 抛出 `TVMError`", versions=MIDDLE + OLD)
def _(tvm):
    with raises("TVMError"):
        tvm.target.Target("rocm -mcpu=gfx90a")


@proves(TARGET, "线程数 256，`thread_warp_size=1`，共享内存 16384 字节，`texture_spatial_limit=16384`", "线程数 256，`thread_warp_size=16`，共享内存 32768 字节，`max_function_args=31`", versions=NEW)
def _(tvm):
    opencl, metal = attributes(tvm, "opencl"), attributes(tvm, "metal")
    threads = {"max_num_threads": 256, "max_threads_per_block": 256}
    assert opencl == {**threads, "thread_warp_size": 1, "max_shared_memory_per_block": 16384, "texture_spatial_limit": 16384}
    assert metal == {**threads, "thread_warp_size": 16, "max_shared_memory_per_block": 32768, "max_function_args": 31}
    assert keys(tvm, "opencl") == ["opencl", "gpu"] and keys(tvm, "metal") == ["metal", "gpu"]


@proves(TARGET, "没有共享内存和 `max_threads_per_block` 的选项，写了抛出 `ValueError`", versions=MIDDLE + OLD)
def _(tvm):
    assert attributes(tvm, "opencl") == {"max_num_threads": 256, "thread_warp_size": 1, "texture_spatial_limit": 16384}
    for option in ("max_shared_memory_per_block", "max_threads_per_block"):
        with raises(ValueError):
            tvm.target.Target(f"opencl -{option}=1")


@proves(TARGET, "线程数 256，`thread_warp_size=1`，支持 float32 和 int32")
def _(tvm):
    found = attributes(tvm, "vulkan")
    assert (found["max_num_threads"], found["thread_warp_size"]) == (256, 1)
    assert found["supports_float32"] and found["supports_int32"] and "supports_float16" not in found


@proves(TARGET, "没有编译这种运行时的 TVM 忽略它")
def _(tvm):
    assert not tvm.runtime.enabled("vulkan")
    plain, asked = attributes(tvm, "vulkan"), attributes(tvm, "vulkan -from_device=0")
    asked.pop("from_device", None)
    assert plain == asked


@proves(TARGET, "字符串形式包含种类、键和属性，不含 `host` 和 `tag`，所以由它重建会丢掉主机端；`export()` 不会")
def _(tvm):
    make = tvm.target.Target
    one = make("cuda -arch=sm_80", host="llvm -mcpu=haswell")
    assert make(str(one)).host is None and make(dict(one.export())).host.mcpu == "haswell"
    tagged = make({"kind": "llvm", "tag": "own"})
    assert tagged.tag == "own" and "own" not in str(tagged)


@proves(TARGET, "`with target:` 把它压入当前线程的栈，`Target.current()` 和省略 `target` 的接口读栈顶；别的线程看不到")
def _(tvm):
    import threading

    make, seen = tvm.target.Target, []
    with make("llvm"), make("c") as inner:
        assert make.current().same_as(inner)
        thread = threading.Thread(target=lambda: seen.append(make.current()))
        thread.start()
        thread.join()
    assert seen == [None] and make.current() is None


@proves(TARGET, "可以重建目标的字典（`ir.Map`），主机端在 `host` 里", "换了主机端的新目标；`host` 不能省略，None 抛出 `ValueError`")
def _(tvm):
    one = tvm.target.Target("llvm", host="c")
    assert isinstance(one.export(), tvm.ir.Map) and one.export()["host"]["kind"] == "c"
    assert one.with_host("llvm").host.kind.name == "llvm" and one.host.kind.name == "c"
    for call in (one.with_host, lambda: one.with_host(None)):
        with raises(ValueError):
            call()


@proves_check(TARGET, "没有时返回 None，或在 `allow_none=False` 时抛出 `InternalError`（英文文档写的是 `ValueError`）", "CPU 没有这个属性，抛出 `InternalError`", "线程束的大小；CPU 抛出 `InternalError`")
def _(tvm, release):
    make = tvm.target.Target
    assert make.current() is None
    for call in (lambda: make.current(allow_none=False), lambda: make("llvm").max_num_threads, lambda: make("llvm").thread_warp_size):
        with raises(check_error(release)):
            call()
    assert make("opencl").max_num_threads == 256 and make("metal").thread_warp_size == 16


@proves(TARGET, "第一个方向的上限；只有 Vulkan 能写这个选项，没有写就抛出 `InternalError`", "第二个方向的上限，情况同上一行", "字节数；CUDA 和 Vulkan 没有默认值，没有写也抛出 `InternalError`", versions=NEW)
def _(tvm):
    make = tvm.target.Target
    wrote = make("vulkan -max_block_size_x=3 -max_block_size_y=4 -max_shared_memory_per_block=5")
    assert (wrote.max_block_size_x, wrote.max_block_size_y, wrote.max_shared_memory_per_block) == (3, 4, 5)
    for axis in "xy":
        holds = [kind for kind in make.list_kinds() if f"max_block_size_{axis}" in tvm.target.TargetKind.options_from_name(kind)]
        assert holds == ["vulkan"], holds
        with raises("InternalError"):
            getattr(make("vulkan"), f"max_block_size_{axis}")
    for text in ("cuda -arch=sm_80", "vulkan"):
        with raises("InternalError"):
            make(text).max_shared_memory_per_block
    assert make("opencl").max_shared_memory_per_block == 16384


@proves(TARGET, "从 `target.attrs` 取：`target.attrs[\"…\"]` 在没有时抛出 `TVMError`，`target.attrs.get(\"…\")` 得到 None", versions=MIDDLE + OLD)
def _(tvm):
    one = tvm.target.Target("cuda -arch=sm_80 -max_shared_memory_per_block=7")
    assert one.attrs["max_shared_memory_per_block"] == 7
    with raises("TVMError"):
        tvm.target.Target("cuda -arch=sm_80").attrs["max_shared_memory_per_block"]
    assert tvm.target.Target("cuda -arch=sm_80").attrs.get("max_shared_memory_per_block") is None


@proves(TARGET, "CUDA 的 `sm_80`；没有是空字符串", "没有这个限制时是 -1", "`-device` 的值，不是显卡的型号", "没有写是 `unknown`", "处理器型号，没有写是空字符串，不是本机的型号", "指令集开关的列表", "要用的外部库，例如 `cblas`、`cudnn`")
def _(tvm):
    make = tvm.target.Target
    plain = make("llvm")
    assert (plain.arch, plain.max_function_args, plain.device_name, plain.model, plain.mcpu) == ("", -1, "", "unknown", "")
    assert plain.mattr == [] and plain.libs == [] and make("metal").max_function_args == 31
    rich = make("llvm -device=d -model=m -mcpu=core2 -mattr=+a -libs=cblas,cudnn")
    assert (rich.device_name, rich.model, rich.mcpu, rich.mattr, rich.libs) == ("d", "m", "core2", ["+a"], ["cblas", "cudnn"])
    assert make("cuda -arch=sm_80").arch == "sm_80"


@proves(TARGET, "Hexagon 的片上紧耦合内存，字节；没有写是 0", versions=NEW + MIDDLE)
def _(tvm):
    assert tvm.target.Target("hexagon").vtcm_capacity == 0 and tvm.target.Target("hexagon -vtcm-capacity=9").vtcm_capacity == 9


@proves(TARGET, "写了属性就用它，CUDA 看 `sm_61` 以上")
def _(tvm):
    make = tvm.target.Target
    assert [make(f"cuda -arch=sm_{n}").supports_integer_dot_product for n in (60, 61, 80)] == [False, True, True]
    assert make("vulkan -supports_integer_dot_product=1").supports_integer_dot_product and not make("llvm").supports_integer_dot_product


@proves(TARGET, "Vulkan 的协作矩阵扩展，只看属性", versions=NEW)
def _(tvm):
    make = tvm.target.Target
    assert make("vulkan -supports_cooperative_matrix=1").supports_cooperative_matrix and not make("vulkan").supports_cooperative_matrix


@proves(TARGET, "`max_block_size_x`、`max_block_size_y`、`max_shared_memory_per_block`、`supports_cooperative_matrix`", versions=MIDDLE + OLD)
def _(tvm):
    for name in ("max_block_size_x", "max_block_size_y", "max_shared_memory_per_block", "supports_cooperative_matrix"):
        with raises(AttributeError):
            getattr(tvm.target.Target("vulkan"), name)


@proves(TARGET, "只有 Arm 的 `llvm`、`c` 目标有，别的名称是 None", "`arm64-linux-android` 被当成 32 位，`is_aarch64` 是 False", versions=NEW)
@proves(TARGET, "只有 Arm 的 `llvm`、`c` 目标有，别的名称（包括 `has_sve`）是 None", "`arm64-linux-android` 被当成 32 位，`is_aarch64` 是 False", versions=MIDDLE)
def _(tvm, release):
    make = tvm.target.Target
    arm = make("llvm -mtriple=aarch64-linux-gnu -mattr=+v8.2a,+dotprod")
    assert arm.features.has_dotprod and arm.features.is_aarch64 and arm.features.nothing is None
    assert make("llvm").features.has_dotprod is None and make("c -mcpu=cortex-m55").features.has_mve
    assert (arm.features.has_sve is None) == (release == "0.12.0")
    android = make("llvm -mtriple=arm64-linux-android").features.is_aarch64
    assert android is not None and not android


@proves(TARGET, "只有两个：`target.features.has_dsp` 和 `has_mve`，而且只有 Cortex-M 的 `llvm`、`c` 目标有。别的目标和别的名称都是 None，不报错", versions=OLD)
def _(tvm):
    make = tvm.target.Target
    small = make("c -mcpu=cortex-m55").features
    assert small.has_dsp and small.has_mve and small.has_dotprod is None
    assert make("llvm -mtriple=aarch64-linux-gnu").features.has_dsp is None


@proves(TARGET, "名称从未注册时抛出 `TVMError`", "这次编译的全部种类")
def _(tvm):
    one = tvm.target.Target("llvm")
    assert not one.get_kind_attr("is_external_codegen") and one.get_kind_attr("RelayToTIR") is None
    with raises("TVMError"):
        one.get_kind_attr("nothing")
    assert {"llvm", "c", "cuda", "stackvm"} <= set(tvm.target.Target.list_kinds())


@proves(TARGET, "设备类型的整数；`-target_device_type` 可以改", versions=NEW + MIDDLE)
def _(tvm):
    make = tvm.target.Target
    assert make("llvm").get_target_device_type() == 1 and make("llvm -target_device_type=4").get_target_device_type() == 4


@proves(TARGET, "None 和 `Target` 原样返回，其余构造", "目标已有主机端时忽略 `target_host`，没有时附上它并警告", "目标是 None 时返回 None，这时给出 `target_host` 抛出 `AssertionError`")
def _(tvm):
    make = tvm.target.Target
    one = make("llvm", host="c")
    assert make.canon_target(None) is None and make.canon_target(one) is one and make.canon_target("c").kind.name == "c"
    assert make.canon_target_and_host(None) == (None, None)
    with raises(AssertionError):
        make.canon_target_and_host(None, "c")
    target, host = make.canon_target_and_host(one, "llvm")
    assert host.kind.name == "c" and target.host.kind.name == "c"
    assert make.canon_target_and_host("llvm", "c")[0].host.kind.name == "c"
    assert (warned(lambda: make.canon_target_and_host(one, "llvm")), warned(lambda: make.canon_target_and_host("llvm", "c"))) == (0, 1)


@proves(TARGET, "收单个目标、列表，或没有 `kind` 键的字典（只取值）。元组抛出 `ValueError`", "只看第一个目标：它有主机端，其余的就都不附；它没有而给了 `target_host`，后面目标自己的主机端也被换掉")
def _(tvm):
    make = tvm.target.Target
    kinds = lambda value: [one.kind.name for one in make.canon_multi_target(value)]
    assert kinds("llvm") == ["llvm"] and kinds(["llvm", "c"]) == ["llvm", "c"] and kinds({1: "llvm", "x": "c"}) == ["llvm", "c"]
    assert kinds({"kind": "llvm"}) == ["llvm"] and isinstance(make.canon_multi_target("llvm"), tvm.ir.Array)
    with raises(ValueError):
        make.canon_multi_target(("llvm", "c"))
    hosts = lambda value, host="c": [one.host and one.host.kind.name for one in make.canon_multi_target_and_host(value, host)]
    assert hosts(["llvm", make("cuda -arch=sm_80", host="llvm")], None) == [None, "llvm"]
    assert hosts([make("llvm", host="llvm"), "cuda -arch=sm_80"]) == ["llvm", None]
    assert hosts(["llvm", make("cuda -arch=sm_80", host="llvm")]) == ["c", "c"]


@proves(TARGET, "第一个目标的主机端决定，它没有就用 `target_host`；都没有时，由后面第一个有主机端的目标决定，排在它前面的不补")
def _(tvm):
    make, empty = tvm.target.Target, tvm.IRModule({})

    def hosts(targets, host=None):
        mapped, found = make.canon_target_map_and_host({one: empty for one in targets}, host)
        return [one.host and one.host.kind.name for one in mapped], found and found.kind.name

    first, second = make("llvm", host="c"), make("cuda -arch=sm_80", host="c")
    assert hosts([first, "stackvm"], "llvm") == (["c", "c"], "c")
    assert hosts(["llvm", "stackvm"], "c") == (["c", "c"], "c")
    assert hosts(["llvm", second, "stackvm"]) == ([None, "c", "c"], "c")
    assert hosts(["llvm"]) == ([None], None)


@proves(TARGET, "None 时取当前目标，都没有抛出 `ValueError`；字符串原样返回，不变成 `Target`")
def _(tvm):
    make = tvm.target.Target
    with raises(ValueError):
        make.target_or_current(None)
    assert make.target_or_current("llvm") == "llvm" and isinstance(make.target_or_current("llvm"), str)
    with make("c") as current:
        assert make.target_or_current(None).same_as(current)


@proves_check("tvm.target.TargetKind", "选项名到类型键：`runtime.String`、`Array`、`IntImm`（整数和布尔）、`Target`", "静态方法，由种类的名称查；名称未知时抛出 `InternalError`")
def _(tvm, release):
    kind = tvm.target.Target("llvm").kind
    options = dict(kind.options)
    assert kind.name == "llvm" and set(options.values()) == {"runtime.String", "Array", "IntImm", "Target"}
    assert (options["mcpu"], options["mattr"], options["num-cores"], options["host"]) == ("runtime.String", "Array", "IntImm", "Target")
    assert options["fast-math"] == "IntImm"
    assert dict(tvm.target.TargetKind.options_from_name("llvm")) == options
    with raises(check_error(release)):
        tvm.target.TargetKind.options_from_name("nothing")


@proves("tvm.target.list_tags", "返回 `ir.Map`：标签到 `Target`", "自己的用 `tvm.target.tag.register_tag` 添加")
def _(tvm):
    tags = tvm.target.list_tags()
    assert isinstance(tags, tvm.ir.Map) and isinstance(tags["nvidia/geforce-rtx-2080-ti"], tvm.target.Target)
    tvm.target.tag.register_tag("probe/own", {"kind": "llvm", "mcpu": "core2"})
    assert tvm.target.list_tags()["probe/own"].mcpu == "core2" and tvm.target.Target("probe/own").mcpu == "core2"


@proves("tvm.target.list_tags", "标签是写好的配置，有 NVIDIA 的显卡、树莓派、AWS 的机型和苹果的芯片", versions=NEW + MIDDLE)
@proves("tvm.target.list_tags", "标签是写好的配置，有 NVIDIA 的显卡、树莓派和 AWS 的机型", "树莓派的标签没有 `arm_cpu` 键", versions=OLD)
def _(tvm, release):
    groups = {name.split("/")[0] for name in tvm.target.list_tags()}
    assert groups == {"nvidia", "raspberry-pi", "aws"} | ({"apple"} if release != "0.10.0" else set())
    assert ("arm_cpu" in keys(tvm, "raspberry-pi/4b-aarch64")) == (release != "0.10.0")


@proves("tvm.target.create", "发出 `UserWarning`；按 Python 默认的过滤，一个进程里只显示第一次")
def _(tvm):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(2):
            made = tvm.target.create("llvm -mcpu=core2")
    assert [one.category for one in caught] == [UserWarning] and made.mcpu == "core2"


def described(tvm, name, *values, **options):
    made = getattr(tvm.target, name)(*values, **options)
    return made.kind.name, [str(key) for key in made.keys], {k: v for k, v in dict(made.attrs.items()).items()}


@proves("tvm.target.arm_cpu", "| `arm_cpu` | `llvm` | `arm_cpu,cpu` | 由 `model` 查表 |", "别的 `model` 没有三元组")
@proves("tvm.target.arm_cpu", "`pixel2`、`mate10`、`mate10pro`、`p20`、`p20pro`、`rasp3b`、`rasp4b`、`rasp4b64`、`rk3399`、`pynq`、`ultra96`、`beagleai`、`stm32mp1`、`thunderx`")
def _(tvm):
    names = "pixel2 mate10 mate10pro p20 p20pro rasp3b rasp4b rasp4b64 rk3399 pynq ultra96 beagleai stm32mp1 thunderx".split()
    for name in names:
        kind, own, attrs = described(tvm, "arm_cpu", name)
        assert kind == "llvm" and own == ["arm_cpu", "cpu"] and "mtriple" in attrs and "mattr" in attrs, name
    for name in ("unknown", "jetson", "pixel", "rasp4"):
        assert "mtriple" not in described(tvm, "arm_cpu", name)[2]


@proves("tvm.target.arm_cpu", "与已有选项完全相同的略去，同名不同值的抛出 `ValueError`")
def _(tvm):
    text = "-mtriple=aarch64-linux-gnu"
    assert str(tvm.target.arm_cpu("rk3399", text)) == str(tvm.target.arm_cpu("rk3399", [text])) == str(tvm.target.arm_cpu("rk3399"))
    with raises(ValueError):
        tvm.target.arm_cpu("rk3399", "-mtriple=armv7a-linux")


@proves("tvm.target.arm_cpu", "英文文档说会下载调好的参数，函数里没有这一步")
def _(tvm):
    import inspect

    source = inspect.getsource(tvm.target.arm_cpu)
    assert "load_reference_log" not in source and "tophub" not in source.split('"""')[2].lower()


@proves("tvm.target.riscv_cpu", "`sifive-e31`、`sifive-e76` 是 32 位，`sifive-u54`、`sifive-u74` 是 64 位", "键是 `arm_cpu`，所以用的是 Arm 的算子策略")
@proves("tvm.target.riscv_cpu", "RISC-V 的填上三元组、处理器和 ABI")
def _(tvm):
    for name, bits in (("sifive-e31", 32), ("sifive-e76", 32), ("sifive-u54", 64), ("sifive-u74", 64)):
        kind, own, attrs = described(tvm, "riscv_cpu", name)
        assert kind == "llvm" and own == ["arm_cpu", "cpu"] and str(attrs["mtriple"]).startswith(f"riscv{bits}"), name
        assert attrs["mcpu"] == name and "mabi" in attrs
    assert tvm.target.riscv_cpu().model == "sifive-u54"


@proves("tvm.target.stm32", "`series` 必须是 `stm32H7xx`、`stm32F7xx`、`stm32L4xx` 这样的系列名，大小写也要对；其余的（包括默认值）抛出 `ValueError`", "| `stm32` | `c` | `arm_cpu,cpu` | 由系列查表 |")
def _(tvm):
    for series in ("stm32H7xx", "stm32F7xx", "stm32L4xx"):
        kind, own, attrs = described(tvm, "stm32", series)
        assert kind == "c" and own == ["arm_cpu", "cpu"] and "mcpu" in attrs
    for call in (tvm.target.stm32, lambda: tvm.target.stm32("stm32h7xx"), lambda: tvm.target.stm32("stm32")):
        with raises(ValueError):
            call()


@proves("tvm.target.rasp", '`arm_cpu("rasp3b")` 的旧名，有一条警告')
def _(tvm):
    assert str(tvm.target.rasp()) == str(tvm.target.arm_cpu("rasp3b")) and warned(tvm.target.rasp) == 1


@proves("tvm.target.cuda", "没有前缀的 `61` 抛出 `TVMError`", "省略时有一条警告，再按第一块显卡决定")
def _(tvm):
    assert tvm.target.cuda(arch="sm_61").arch == "sm_61"
    with raises("TVMError"):
        tvm.target.cuda(arch="61")
    assert warned(tvm.target.cuda) == 1 and warned(lambda: tvm.target.cuda(arch="sm_61")) == 0
    assert warned(lambda: tvm.target.cuda(options="-arch=sm_61")) == 0


@proves("tvm.target.cuda", "没有显卡时是 `sm_50`", versions=("0.12.0", "0.13.0"))
@proves("tvm.target.cuda", "没有显卡时是 `sm_20`", versions=("0.10.0",))
def _(tvm, release):
    if not tvm.cuda().exist:
        assert tvm.target.cuda().arch == ("sm_20" if release == "0.10.0" else "sm_50")


@proves("tvm.target.rocm", "AMD 显卡，架构写在 `options` 里，如 `-mcpu=gfx906`")
def _(tvm):
    kind, own, attrs = described(tvm, "rocm", options="-mcpu=gfx906")
    assert (kind, own, attrs["mcpu"]) == ("rocm", ["rocm", "gpu"], "gfx906")


@proves("tvm.target.mali", "| `mali`、`bifrost` | `opencl` | `mali` 或 `bifrost`，再加 `opencl,gpu` | 无 |")
@proves("tvm.target.bifrost", "| `mali`、`bifrost` | `opencl` | `mali` 或 `bifrost`，再加 `opencl,gpu` | 无 |")
def _(tvm):
    for name in ("mali", "bifrost"):
        kind, own, attrs = described(tvm, name)
        assert (kind, own) == ("opencl", [name, "opencl", "gpu"]) and attrs["model"] == "unknown" and attrs["device"] == name


def tasks(tvm, target, layout, groups=1, dense=False):
    """The names of the templates of a convolution or dense layer."""
    from tvm import autotvm

    relay = tvm.relay
    channels = 8
    if dense:
        x, w = relay.var("x", shape=(1, 16)), relay.var("w", shape=(32, 16))
        body = relay.nn.dense(x, w)
    else:
        x = relay.var("x", shape=(1, channels, 16, 16) if layout == "NCHW" else (1, 16, 16, channels))
        kernel = {"NCHW": "OIHW", "NHWC": "HWIO" if groups == 1 else "HWOI"}[layout]
        shape = {"OIHW": (channels, channels // groups, 3, 3), "HWIO": (3, 3, channels, channels), "HWOI": (3, 3, channels, 1)}[kernel]
        w = relay.var("w", shape=shape)
        body = relay.nn.conv2d(x, w, padding=(1, 1), channels=channels, kernel_size=(3, 3), groups=groups, data_layout=layout, kernel_layout=kernel)
    mod = tvm.IRModule.from_expr(relay.Function([x, w], body))
    found = autotvm.task.extract_from_program(mod, target=tvm.target.Target(target, host="llvm"), params={})
    return {task.name for task in found}


@proves("tvm.target.bifrost", "NCHW 的 `conv2d` 和 `dense` 有自己的模板，任务名以 `.bifrost` 结尾", "NHWC 的 `conv2d` 和逐通道卷积（depthwise）用 Mali 的模板，任务名以 `.mali` 结尾", "NCHW 的逐通道卷积没有模板")
def _(tvm):
    ends = lambda names: {name.split(".")[-1] for name in names}
    target = tvm.target.bifrost()
    assert ends(tasks(tvm, target, "NCHW")) == {"bifrost"} and ends(tasks(tvm, target, "NCHW", dense=True)) == {"bifrost"}
    assert ends(tasks(tvm, target, "NHWC")) == {"mali"} and ends(tasks(tvm, target, "NHWC", groups=8)) == {"mali"}
    assert tasks(tvm, target, "NCHW", groups=8) == set()


@proves("tvm.target.intel_graphics", "子组的大小固定写成 16")
def _(tvm):
    made = tvm.target.intel_graphics()
    assert made.thread_warp_size == 16 and [str(key) for key in made.keys] == ["intel_graphics", "opencl", "gpu"]


HEXAGON = "tvm.target.hexagon"


@proves(HEXAGON, "`v65`、`v66`、`v67`、`v67t`、`v68`、`v69`、`v71`、`v73`，前面可以带 `hexagon`；其余（包括大写的 `V68`）抛出 `ValueError`", versions=NEW)
@proves(HEXAGON, "`v65`、`v66`、`v67`、`v67t`、`v68`、`v69`，前面可以带 `hexagon`；其余（包括大写的 `V68`）抛出 `ValueError`", versions=MIDDLE + OLD)
def _(tvm, release):
    later = ["v71", "v73"]
    for version in ["v65", "v66", "v67", "v67t", "v68", "v69"] + (later if release == "0.13.0" else []):
        for text in (version, f"hexagon{version}"):
            assert tvm.target.hexagon(text).mcpu == f"hexagon{version}"
    for wrong in ["V68", "v70", "v60", ""] + ([] if release == "0.13.0" else later):
        with raises(ValueError):
            tvm.target.hexagon(wrong)


@proves(HEXAGON, "向量的字节数，128（默认）、64，0 关掉；其他正数抛出 `ValueError`")
def _(tvm):
    mattr = lambda **options: ",".join(map(str, tvm.target.hexagon("v66", **options).mattr))
    assert "hvx-length128b" in mattr() and "hvx-length64b" in mattr(hvx=64) and mattr(hvx=0) == "-hvx"
    for wrong in (32, 1, 256):
        with raises(ValueError):
            mattr(hvx=wrong)


@proves(HEXAGON, "两套浮点指令，默认 True（`v68` 起）和 False；`v68` 以前给了也不起作用")
def _(tvm):
    mattr = lambda version, **options: set(map(str, tvm.target.hexagon(version, **options).mattr))
    assert {"+hvx-qfloat", "-hvx-ieee-fp"} <= mattr("v68") and {"+hvx-qfloat", "-hvx-ieee-fp"} <= mattr("v69")
    assert {"-hvx-qfloat", "+hvx-ieee-fp"} <= mattr("v69", use_qfloat=False, use_ieee_fp=True)
    assert mattr("v66", use_qfloat=True, use_ieee_fp=True) == mattr("v66")


@proves(HEXAGON, "LLVM 的选项，空格分开，`=` 换成 `@`；英文文档说也收列表，其实抛出 `AttributeError`", '`cpu_ver="v68"` 时总加 `-force-hvx-float`')
def _(tvm):
    options = lambda *values, **given: [str(one) for one in tvm.target.hexagon(*values, **given).attrs.get("llvm-options", [])]
    assert options("v66", llvm_options="-a=3 -b") == ["-a@3", "-b"], options("v66", llvm_options="-a=3 -b")
    assert options("v68") == ["-force-hvx-float"] and options("v66") == [] and options("v69") == []
    with raises(AttributeError):
        tvm.target.hexagon("v66", llvm_options=["-a"])


@proves(HEXAGON, "HVX 线程数，默认 4", "名称未知的关键字形参被忽略，没有提示")
def _(tvm):
    cores = lambda **options: int(tvm.target.hexagon("v66", **options).attrs["num-cores"])
    assert (cores(), cores(num_cores=2), cores(num_core=2)) == (4, 2, 4)
    assert warned(lambda: cores(nothing=1)) == 0


@proves(HEXAGON, "紧耦合内存的上限，默认 0", versions=NEW + MIDDLE)
def _(tvm):
    assert tvm.target.hexagon().vtcm_capacity == 0 and tvm.target.hexagon(vtcm_capacity=7).vtcm_capacity == 7


@proves("tvm.target.vta", "| `vta` | `ext_dev` | `vta,cpu` | 无 |")
def _(tvm):
    kind, own, attrs = described(tvm, "vta", "sim")
    assert (kind, own, attrs["model"]) == ("ext_dev", ["vta", "cpu"], "sim")


@proves("tvm.target.VirtualDevice", "None 表示不定，此时 `target` 也必须是 None", "设备类型的整数，不定时是 -1；编号在字段 `virtual_device_id`", "空表示不定")
def _(tvm):
    make, target = tvm.target.VirtualDevice, tvm.target.Target
    free = make()
    assert free.device_type == -1 and free.memory_scope == "" and free.target is None
    with raises("TVMError"):
        make(None, target("llvm"))
    one = make(tvm.cpu(3), target("llvm"), "global.texture")
    assert (one.device_type, one.virtual_device_id, one.memory_scope) == (1, 3, "global.texture")


@proves("tvm.target.VirtualDevice", "设备类型必须与 `device` 一致，否则抛出 `InternalError`；字符串抛出 `TVMError`", versions=NEW)
@proves("tvm.target.VirtualDevice", "设备类型必须与 `device` 一致；不一致或给字符串都抛出 `TVMError`", versions=MIDDLE + OLD)
def _(tvm, release):
    make = tvm.target.VirtualDevice
    with raises(check_error(release)):
        make(tvm.cpu(), tvm.target.Target("cuda -arch=sm_80"))
    with raises("TVMError"):
        make(tvm.cpu(), "llvm")


@proves("tvm.target.make_compilation_config", "一种 `kind` 只能有一个；同一设备类型的第二个起只能是外部代码生成的，所以 `[\"llvm\", \"c\"]` 不行。不符抛出 `TVMError`", "从中读取 `relay.fallback_device_type`", "已不推荐，有一条警告")
def _(tvm):
    make, context = tvm.target.make_compilation_config, tvm.transform.PassContext
    for wrong in (["llvm", "c"], ["llvm", "llvm -mcpu=core2"]):
        with raises("TVMError"):
            make(context(), wrong)
    pair = ["llvm", "cuda -arch=sm_80"]
    fallback = lambda **config: make(context(config=config), pair).default_primitive_virtual_device.device_type_int
    assert fallback(**{"relay.fallback_device_type": 1}) == 1 and fallback(**{"relay.fallback_device_type": 2}) == 2
    assert warned(lambda: make(context(), "llvm", "llvm")) == 1 and warned(lambda: make(context(), "llvm")) == 0


@proves("tvm.target.generic_func", "返回的函数带有 `register`、`fdefault`、`dispatch_dict`、`get_packed_func`", "`key` 是键或键的列表；不给 `func` 时是装饰器", "抛出 `ValueError`，除非 `override=True`")
def _(tvm):
    make = tvm.target.Target

    @tvm.target.generic_func
    def pick():
        return "default"

    assert all(hasattr(pick, name) for name in ("register", "fdefault", "dispatch_dict", "get_packed_func"))
    pick.register("cpu", lambda: "cpu")

    @pick.register(["arm_cpu", "cuda"])
    def special():
        return "special"

    assert pick() == "default"
    with make("opencl"):
        assert pick() == "default"
    with make("llvm"):
        assert pick() == "cpu"
    with tvm.target.arm_cpu("rk3399"):
        assert pick() == "special"
    with raises(ValueError):
        pick.register("cpu", lambda: "new")
    pick.register("cpu", lambda: "new", override=True)
    with make("llvm"):
        assert pick() == "new"


@proves("tvm.target.override_native_generic_func", "用 Python 函数作全局泛型函数 `func_name` 的默认实现，已有的默认被覆盖。这个名称还不存在时新建", "默认就覆盖")
@proves("tvm.target.override_native_generic_func", "经 `PackedFunc` 转换，例如列表成为 `ir.Array`")
def _(tvm):
    for answer in ("first", "second"):

        @tvm.target.override_native_generic_func("probe.native")
        def native(value):
            return f"{answer} {type(value).__name__}"

    assert tvm.target.get_native_generic_func("probe.native")([1]) == "second Array"
    native.register("cpu", lambda value: "one")
    native.register("cpu", lambda value: "two")
    with tvm.target.Target("llvm"):
        assert native([1]) == "two"


@proves("tvm.target.get_native_generic_func", "没有这个名称时新建一个空的，没有提示，所以拼错的名称到调用时才发现")
@proves_check("tvm.target.GenericFunc", "没有匹配也没有默认时抛出 `InternalError: … No generic function registered for …`", "当前目标会用的 `PackedFunc`，什么都没有时是 None")
def _(tvm, release):
    empty = tvm.target.get_native_generic_func("probe.empty")
    assert isinstance(empty, tvm.target.GenericFunc) and empty.get_packed_func() is None
    with raises(check_error(release), "No generic function registered for probe.empty"):
        empty()


@proves_check("tvm.target.GenericFunc", "已经有了又不许覆盖时抛出 `InternalError`")
@proves("tvm.target.GenericFunc", "为一个键或一列键注册，重复的键同样要 `allow_override=True`")
def _(tvm, release):
    made = tvm.target.get_native_generic_func("probe.made")
    made.set_default(lambda: "default")
    with raises(check_error(release)):
        made.set_default(lambda: "again")
    made.set_default(lambda: "again", allow_override=True)
    made.register(lambda: "gpu", ["cuda", "opencl"])
    made.register(lambda: "cpu", "cpu")
    with raises("TVMError"):
        made.register(lambda: "new", "cpu")
    made.register(lambda: "new", ["cpu"], True)
    assert made() == "again"
    with tvm.target.Target("llvm"):
        assert made() == "new" and made.get_packed_func()() == "new"
    with tvm.target.Target("opencl"):
        assert made() == "gpu"
