import {line, loop, mark, type Figure, type Item} from '../loopNest';

const red = (head: string, ...body: Item[]): Item => ({for: head, kind: '归约', body});

/** Reductions, tensorize, extern and scan. */
export const operations: Figure[] = [
  {
    name: 'rfactor',
    title: 'rfactor 前后的循环嵌套',
    desc: '之前：归约轴 k 分成 k.outer 和 k.inner，累加到同一个 B[i]。之后：新阶段 B.rf 把 k.outer 变成数据轴，每个 k.outer 各有一个部分和；原来的 B 再把这 8 个部分和加起来。',
    step: 'rfactor',
    before: {
      head: '之前：128 个数加到一处',
      nest: [loop('for i in 64', red('for k.outer in 8', red('for k.inner in 16', line('B[i] += A[i, k]'))))],
    },
    after: {
      head: '之后：8 个部分和，再相加',
      nest: [
        mark(
          'for k.outer in 8',
          loop('for i in 64', red('for k.inner in 16', line('B.rf[k.outer, i] += A[i, k]'))),
        ),
        loop('for i in 64', red('for k.outer.v in 8', line('B[i] += B.rf[k.outer.v, i]'))),
      ],
    },
  },
  {
    name: 'cross_thread',
    title: '跨线程归约',
    desc: '之前：8 个部分和由 8 个线程各算一个。之后：它们放进共享内存，每一步让前一半线程各加上后一半里的一个，三步以后总和在第 0 格，只有第 0 个线程写回。',
    step: '三步',
    before: {
      head: '每个线程一个部分和',
      nest: [{for: 'k.inner.v = threadIdx.x（8 个）', kind: '线程', body: [line('B.rf[0] += A[…]')]}],
      cells: {rows: [{cells: ['0', '1', '2', '3', '4', '5', '6', '7']}], caption: '共享内存'},
    },
    after: {
      head: '折半相加，最后一个线程写回',
      cells: {
        rows: [
          {label: '+4', cells: ['*0', '*1', '*2', '*3', '-4', '-5', '-6', '-7']},
          {label: '+2', cells: ['*0', '*1', '-2', '-3', '-', '-', '-', '-']},
          {label: '+1', cells: ['*0', '-1', '-', '-', '-', '-', '-', '-']},
        ],
        caption: '实线格是这一步写的，虚线格是读的或不再用的',
      },
    },
  },
  {
    name: 'tensorize',
    title: 'tensorize 前后的循环嵌套',
    desc: '之前：最里面的 j.inner 和 k.inner 两层做 4×2 次乘加。之后：这两层换成一条 pmaddwd 指令加一次向量加法。',
    step: 'tensorize',
    before: {
      head: '之前：4 × 2 次乘加',
      nest: [
        loop(
          'for i in 16',
          loop(
            'for j.outer in 4',
            red(
              'for k.outer in 32',
              loop('for j.inner in 4', red('for k.inner in 2', line('C[i, j] += A[i, k] * W[…]'))),
            ),
          ),
        ),
      ],
    },
    after: {
      head: '之后：一条指令',
      nest: [
        loop(
          'for i in 16',
          loop(
            'for j.outer in 4',
            line('C[i, 4 个] = 0'),
            red('for k.outer in 32', {line: 'C[i, 4 个] += pmaddwd(A, W)', mark: true}),
          ),
        ),
      ],
    },
  },
  {
    name: 'extern',
    title: 'te.extern 在循环嵌套里的样子',
    desc: '之前：三个阶段都是 te.compute，都有自己的循环。之后：中间的阶段是外部函数，没有循环，编译器只知道它读整个 P、写整个 B。',
    step: 'te.extern',
    before: {
      head: 'te.compute：循环由 TVM 生成',
      nest: [
        loop('for i, j', line('P[i, j] = …')),
        loop('for i, j', line('B[i, j] = …')),
        loop('for i, j', line('C[i, j] = …')),
      ],
    },
    after: {
      head: 'te.extern：一次调用',
      nest: [
        loop('for i, j', line('P[i, j] = …')),
        {line: 'call_packed("…", P, B)', mark: true},
        loop('for i, j', line('C[i, j] = …')),
      ],
      notes: ['前后的阶段照常调度'],
    },
  },
  {
    name: 'scan',
    title: 'te.scan 的循环嵌套与状态',
    desc: '左边是三样声明：init 给出第 0 步，update 由上一步的状态算出这一步，state 是状态的占位符。右边是生成的循环：先写第 0 行，再由 scan.idx 从 1 走起，每次读上一行、写这一行，三者是同一块缓冲区。',
    step: 'te.scan',
    before: {
      head: '声明：三个张量',
      nest: [
        line('init[0, i]   = X[0, i]'),
        line('update[t, i] = state[t-1, i] + X[t, i]'),
        line('state        占位符'),
      ],
    },
    after: {
      head: '循环：一块缓冲区',
      nest: [
        loop('for i in 16', line('scan[0, i] = X[0, i]')),
        mark(
          'for scan.idx in 7',
          loop('for i in 16', line('t = scan.idx + 1'), line('scan[t, i] = scan[t-1, i] + X[t, i]')),
        ),
      ],
    },
  },
  {
    name: 'tuple_order',
    title: '元组归约的更新次序',
    desc: '左边位置在前：先写位置，比较用的是旧的最大值，再写最大值，结果正确。右边值在前：先写最大值，再写位置，比较用的是刚写的新值，条件总是成立，位置停在 -1。',
    step: '交换两项',
    before: {
      head: '位置在前：正确',
      nest: [red('for k', line('位置 = 值 >= x ? 位置 : k'), line('值   = 值 >= x ? 值 : x'))],
      notes: ['写位置时，值还是旧的'],
    },
    after: {
      head: '值在前：位置不再更新',
      nest: [red('for k', {line: '值   = 值 >= x ? 值 : x', mark: true}, line('位置 = 值 >= x ? 位置 : k'))],
      notes: ['写位置时，值已不小于 x，条件总成立'],
    },
  },
];
