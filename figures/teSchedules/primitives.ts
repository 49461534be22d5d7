import {blockWalk, line, loop, mark, type Figure} from '../loopNest';

const copy = line('B[i, j] = A[i, j] + 1');
const twice = line('B[i] = A[i] * 2');
const byRow = (caption: string) => blockWalk([4, 8], [4, 8], caption);

/** Primitives that change the loops of one stage. */
export const primitives: Figure[] = [
  {
    name: 'split',
    title: 'split 前后的循环嵌套',
    desc: '之前：一层循环 i，走 128 次，写 B[i]。之后：外层 i.outer 走 8 次，内层 i.inner 走 16 次，i 等于 i.outer * 16 + i.inner，访问次序不变。',
    step: 'split',
    before: {head: '之前：一层', nest: [loop('for i in 128', twice)]},
    after: {
      head: '之后：两层，次序不变',
      nest: [mark('for i.outer in 8', mark('for i.inner in 16', line('i = i.outer * 16 + i.inner'), twice))],
    },
  },
  {
    name: 'split_inner',
    title: 'split 前后的循环嵌套',
    desc: '之前：i 走 4 次，j 走 8 次。之后：j 切成外层 j.outer 走 2 次，内层 j.inner 走 4 次，j 等于 j.outer * 4 + j.inner，访问次序不变。',
    step: 'split',
    before: {head: '之前：j 一层', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：j 两层，次序不变',
      nest: [
        loop(
          'for i in 4',
          mark('for j.outer in 2', mark('for j.inner in 4', line('j = j.outer * 4 + j.inner'), copy)),
        ),
      ],
    },
  },
  {
    name: 'fuse',
    title: 'fuse 前后的循环嵌套',
    desc: '之前：i 走 4 次，j 走 8 次。之后：一层循环 i.j.fused 走 32 次，i 是它除以 8 的商，j 是余数，访问次序不变。',
    step: 'fuse',
    before: {head: '之前：两层', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：一层，次序不变',
      nest: [mark('for i.j.fused in 32', line('i, j = fused // 8, fused % 8'), copy)],
    },
  },
  {
    name: 'reorder',
    title: 'reorder 前后的循环嵌套与访问次序',
    desc: '之前：外层 i 走 4 次，内层 j 走 8 次，逐行访问。之后：外层 j，内层 i，逐列访问。',
    step: 'reorder',
    before: {head: '之前：逐行', nest: [loop('for i in 4', loop('for j in 8', copy))], walk: byRow('j 在内')},
    after: {
      head: '之后：逐列',
      nest: [mark('for j in 8', mark('for i in 4', copy))],
      walk: blockWalk([4, 8], [4, 8], 'i 在内', true),
    },
  },
  {
    name: 'tile',
    title: 'tile 前后的循环嵌套与访问次序',
    desc: '之前：i、j 两层，逐行访问 4×8 的矩阵。之后：四层，i.outer 和 j.outer 各走 2 次，i.inner 走 2 次，j.inner 走 4 次，一块 2×4 走完再走下一块。',
    step: 'tile',
    before: {
      head: '之前：逐行',
      nest: [loop('for i in 4', loop('for j in 8', copy))],
      walk: byRow('一行 8 个'),
    },
    after: {
      head: '之后：逐块',
      nest: [
        mark(
          'for i.outer in 2',
          mark('for j.outer in 2', mark('for i.inner in 2', mark('for j.inner in 4', copy))),
        ),
      ],
      walk: blockWalk([4, 8], [2, 4], '一块 2×4'),
    },
  },
  {
    name: 'vectorize',
    title: 'vectorize 前后的循环嵌套',
    desc: '之前：内层 j 走 8 次，一次一个元素。之后：内层消失，一条语句处理 8 个元素。',
    step: 'vectorize',
    before: {head: '之前：一次一个元素', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：一条语句 8 个元素',
      nest: [
        loop('for i in 4', {
          for: 'j = 0 … 7',
          kind: '向量',
          mark: true,
          body: [line('B[i, 0:8] = A[i, 0:8] + 1')],
        }),
      ],
    },
  },
  {
    name: 'unroll',
    title: 'unroll 前后的循环嵌套',
    desc: '之前：外层 i 走 4 次。之后：外层消失，循环体写四遍，i 换成 0 到 3。',
    step: 'unroll',
    before: {head: '之前', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：循环体写四遍',
      nest: [
        {
          for: 'i = 0 … 3',
          kind: '展开',
          mark: true,
          body: [0, 1, 2, 3].map((i) => loop('for j in 8', line(`B[${i}, j] = A[${i}, j] + 1`))),
        },
      ],
    },
  },
  {
    name: 'parallel',
    title: 'parallel 前后的循环嵌套',
    desc: '之前：外层 i 依次走 4 次。之后：四次迭代分给线程池，各线程走自己那几行。',
    step: 'parallel',
    before: {head: '之前：依次', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：分给线程池',
      nest: [{for: 'for i in 4', kind: '并行', mark: true, body: [loop('for j in 8', copy)]}],
      cells: {
        rows: [
          {label: '线程 0', cells: ['i = 0', 'i = 1']},
          {label: '线程 1', cells: ['i = 2', 'i = 3']},
        ],
        width: 62,
      },
      notes: ['线程池有两个线程时'],
    },
  },
  {
    name: 'bind',
    title: 'bind 前后的循环嵌套',
    desc: '之前：i、j 两层循环。之后：没有循环，线程块的下标代替 i，线程的下标代替 j，每个线程执行一次循环体。',
    step: 'bind',
    before: {head: '之前：循环', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：线程网格',
      nest: [
        {
          for: 'i = blockIdx.x（4 个）',
          kind: '线程块',
          mark: true,
          body: [{for: 'j = threadIdx.x（8 个）', kind: '线程', mark: true, body: [copy]}],
        },
      ],
    },
  },
];
