import {line, loop, mark, type Figure} from '../loopNest';

const add = line('B[i, j] = A[i, j] + 1');
const mul = line('C[i, j] = B[i, j] * 2');
const root = [loop('for i in 16', loop('for j in 16', add)), loop('for i in 16', loop('for j in 16', mul))];
const copy = line('B[i, j] = A[i, j] + 1');

/** Primitives that move stages, add stages, or change where and how a tensor lies in memory. */
export const stages: Figure[] = [
  {
    name: 'compute_at',
    title: 'compute_at 前后的循环嵌套',
    desc: '之前：B 和 C 各有一个 16×16 的循环，B 有 256 个元素。之后：B 的循环移进 C 的 i 循环，只剩 j 一层，B 缩成 16 个元素。',
    step: 'compute_at',
    before: {head: '之前：B 有 256 个元素', nest: root},
    after: {
      head: '之后：B 有 16 个元素',
      nest: [
        loop(
          'for i in 16',
          mark('for j in 16', line('B[j] = A[i, j] + 1')),
          loop('for j in 16', line('C[i, j] = B[j] * 2')),
        ),
      ],
    },
  },
  {
    name: 'compute_inline',
    title: 'compute_inline 前后的循环嵌套',
    desc: '之前：B 和 C 各有一个循环。之后：B 消失，它的算式写进 C 的循环体。',
    step: 'compute_inline',
    before: {head: '之前：两个阶段', nest: root},
    after: {
      head: '之后：没有 B',
      nest: [loop('for i in 16', loop('for j in 16', {line: 'C[i, j] = (A[i, j] + 1) * 2', mark: true}))],
    },
  },
  {
    name: 'cache_read',
    title: 'cache_read 前后的循环嵌套',
    desc: '之前：B 直接读 A。之后：多一个阶段把 A 搬进缓冲区 A.local，B 改为读 A.local。再用 compute_at 移进 i 循环，缓冲区就只有一行。',
    step: 'cache_read',
    before: {head: '之前：直接读 A', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：先搬进缓存，再读',
      nest: [
        mark('for i in 4', mark('for j in 8', line('A.local[i, j] = A[i, j]'))),
        loop('for i in 4', loop('for j in 8', line('B[i, j] = A.local[i, j] + 1'))),
      ],
    },
  },
  {
    name: 'cache_write',
    title: 'cache_write 前后的循环嵌套',
    desc: '之前：B 一边算一边写。之后：新的阶段 B.local 做全部计算，原来的 B 只把结果搬过去。',
    step: 'cache_write',
    before: {head: '之前：直接写 B', nest: [loop('for i in 4', loop('for j in 8', copy))]},
    after: {
      head: '之后：先算进缓存，再搬',
      nest: [
        mark('for i in 4', mark('for j in 8', line('B.local[i, j] = A[i, j] + 1'))),
        loop('for i in 4', loop('for j in 8', line('B[i, j] = B.local[i, j]'))),
      ],
    },
  },
  {
    name: 'storage_align',
    title: 'storage_align 前后缓冲区的样子',
    desc: '之前：每行 4 个元素，首尾相接，行距 4。之后：要求行距除以 4 余 1，每行末尾空一个，行距 5。',
    step: 'storage_align',
    before: {
      head: '之前：行距 4',
      cells: {
        rows: [0, 1, 2].map((r) => ({label: `i = ${r}`, cells: [0, 1, 2, 3].map((c) => String(r * 4 + c))})),
      },
      notes: ['格子里是内存里的位置'],
    },
    after: {
      head: '之后：行距 5 = 1 × 4 + 1',
      cells: {
        rows: [0, 1, 2].map((r) => ({
          label: `i = ${r}`,
          cells: [...[0, 1, 2, 3].map((c) => `*${r * 5 + c}`), '-'],
        })),
      },
      notes: ['虚线格空着不用'],
    },
  },
  {
    name: 'double_buffer',
    title: 'double_buffer 前后的循环嵌套',
    desc: '之前：每轮先装一行到 B，再用它。之后：循环前先装第 0 行，每轮先装下一行到另一半，再用这一半。B 有两份。',
    step: 'double_buffer',
    before: {
      head: '之前：装一行，用一行',
      nest: [loop('for i in 16', line('装第 i 行到 B'), line('用 B 算第 i 行的 C'))],
      cells: {rows: [{label: 'B', cells: ['一行']}], width: 60},
    },
    after: {
      head: '之后：用这一行时，下一行已在装',
      nest: [
        {line: '装第 0 行到 B[0]', mark: true},
        loop(
          'for i in 16',
          {line: '装第 i+1 行到 B[(i+1) % 2]', mark: true},
          line('用 B[i % 2] 算第 i 行的 C'),
        ),
      ],
      cells: {rows: [{label: 'B', cells: ['*一行', '*一行']}], width: 60},
    },
  },
  {
    name: 'transform_layout',
    title: 'transform_layout 前后缓冲区的样子',
    desc: '之前：B 是 4×8，按行存放。之后：B 是 2×4×4，先存各行的左半边，再存右半边；循环的次序跟着改成存放的次序。',
    step: 'transform_layout',
    before: {
      head: '之前：B[i, j]，一行 8 个',
      nest: [loop('for i in 4', loop('for j in 8', copy))],
      cells: {rows: [0, 1, 2, 3].map((r) => ({cells: Array.from({length: 8}, (_, c) => String(r * 8 + c))}))},
    },
    after: {
      head: '之后：B[j // 4, i, j % 4]',
      nest: [mark('for j // 4 in 2', mark('for i in 4', mark('for j % 4 in 4', copy)))],
      cells: {
        rows: [0, 1, 2, 3].map((r) => ({
          cells: Array.from({length: 8}, (_, c) => `*${Math.floor(c / 4) * 16 + r * 4 + (c % 4)}`),
        })),
      },
      notes: ['格子在矩阵里的位置不变，数字是内存里的位置'],
    },
  },
];
