"""More probes of docs/reference/api/python/tir/analysis.md: members of the classes that the module also holds."""

from probes import proves

NAMES = "tvm.tir.analysis."


@proves(NAMES + "Buffer", "访问掩码 1", "访问掩码 2", "生成 `tvm_access_ptr` 调用", "生成读取的表达式", "生成写入的语句", "存储作用域", "展平之后的缓冲区", "下标在展平之后的位置")
def _(tvm):
    tir = tvm.tir
    data = tir.analysis.Buffer and tir.decl_buffer((4, 8), "float32", "B", strides=[10, 1], elem_offset=3, scope="shared")
    assert (data.READ, data.WRITE, data.scope()) == (1, 2, "shared")
    assert data.access_ptr("r").op.name == "tir.tvm_access_ptr" and int(data.access_ptr("w").args[-1]) == 2
    assert isinstance(data.vload([1, 2]), tir.BufferLoad) and isinstance(data.vstore([1, 2], tir.const(1.0)), tir.BufferStore)
    assert len(data.get_flattened_buffer().shape) == 1 and [int(n) for n in data.offset_of([1, 2])] == [15]


@proves(NAMES + "BufferRegion", "| `buffer` | 哪个缓冲区 |", "各维的 `Range`")
def _(tvm):
    data = tvm.tir.decl_buffer((4, 8))
    made = tvm.tir.analysis.BufferRegion(data, [tvm.ir.Range(0, 2), tvm.ir.Range(3, 8)])
    assert made.buffer.same_as(data) and [(int(r.min), int(r.extent)) for r in made.region] == [(0, 2), (3, 5)]


@proves(NAMES + "Block", "块轴，`IterVar` 的列表", "声明的读区域", "声明的写区域", "块名", "归约的初始化，没有时是 `None`", "标注的字典")
def _(tvm):
    tir = tvm.tir
    data = tir.decl_buffer((8,))
    axis = tir.IterVar((0, 8), tir.Var("v", "int32"), 0)
    made = tir.analysis.Block([axis], [data[0:4]], [data[4:8]], "name", tir.Evaluate(0), annotations={"key": tir.const(1)})
    assert made.iter_vars[0].same_as(axis) and made.name_hint == "name" and made.init is None and int(made.annotations["key"]) == 1
    assert (int(made.reads[0].region[0].min), int(made.writes[0].region[0].min)) == (0, 4)
    assert tir.analysis.Block([], [], [], "b", tir.Evaluate(0), init=tir.Evaluate(1)).init.value == 1
