/** Draw the recorded tuning runs: `npx tsx figures/autoscheduler/index.ts`. */
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {type Chart, drawLineChart} from '../lineChart';

interface Recorded<T = unknown> {
  series: Record<string, [number, number][]>;
  default: {NCHW: number; NHWC: number};
  dense: number;
  seconds: T;
}

const here = path.dirname(new URL(import.meta.url).pathname);
const read = <T>(name: string) => JSON.parse(readFileSync(path.join(here, name), 'utf8')) as Recorded<T>;
const shown = (points: [number, number][]) => points.map(([x, y]) => `${x} 处 ${y}`).join('，');

function tuners(): Chart {
  const run = read<Record<string, number>>('tuners.json');
  const series = Object.entries(run.series).map(([name, points]) => ({name, points}));
  return {
    name: 'autoscheduler-tuners',
    title: '同一个卷积，三种调优器',
    desc: `一个 3×3 卷积网络一次推理的毫秒数，用前若干条记录编译后测得。${series
      .map(({name, points}) => `${name}：${shown(points)}`)
      .join('；')}。不调优时，NCHW 是 ${run.default.NCHW}，NHWC 是 ${run.default.NHWC}。`,
    x: {label: '试验次数', ticks: [0, 16, 32, 64, 96, 128]},
    y: {label: '毫秒（对数）', ticks: [0.25, 0.35, 0.5, 0.7, 1, 1.4], log: true},
    series,
    levels: [
      {value: run.default.NCHW, label: '不调优，NCHW'},
      {value: run.default.NHWC, label: '不调优，NHWC'},
    ],
    note: `用时（秒）：${Object.entries(run.seconds)
      .map(([name, seconds]) => `${name} ${seconds}`)
      .join('，')}；机器同时还运行着别的程序。`,
  };
}

function network(): Chart {
  const run = read<number>('network.json');
  const points = run.series.AutoScheduler!;
  return {
    name: 'autoscheduler-network',
    title: '整网调优的曲线',
    desc: `网络一次推理的毫秒数，用前若干条记录编译后测得：${shown(points)}。不调优时，NCHW 是 ${run.default.NCHW}，NHWC 是 ${run.default.NHWC}。`,
    x: {label: '试验次数', ticks: [0, 84, 168, 252, 336]},
    y: {label: '毫秒', ticks: [0, 0.03, 0.06, 0.09, 0.12, 0.15]},
    series: [{name: '调优，NHWC', points}],
    levels: [{value: run.default.NCHW, label: '不调优，NCHW'}],
    marks: [{value: 84, label: '每个任务测过一轮'}],
    note: `不调优的 NHWC 是 ${run.default.NHWC} 毫秒，在图外。共用 ${run.seconds} 秒；机器同时还运行着别的程序。`,
  };
}

function sparse(): Chart {
  const run = read('sparse.json');
  const points = run.series.sparse!.map(([x, y]): [number, number] => [Math.round(x * 100), y]);
  return {
    name: 'autoscheduler-sparse',
    title: '块稀疏与稠密的矩阵乘',
    desc: `512×512 的权重乘 512×128，一次计算的毫秒数。块稀疏的，按非零块的百分比：${shown(points)}。稠密的：${run.dense}。`,
    x: {label: '非零块的比例（%）', ticks: [0, 20, 40, 60, 80]},
    y: {label: '毫秒', ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5]},
    series: [{name: '块稀疏', points}],
    levels: [{value: run.dense, label: '稠密'}],
    note: '两边都用 AutoScheduler 调过：块稀疏的每个密度 24 次，稠密的 64 次。',
  };
}

const target = path.join(here, '../../static/img/how_to');
for (const chart of [tuners(), network(), sparse()])
  writeFileSync(path.join(target, `${chart.name}.svg`), drawLineChart(chart));
