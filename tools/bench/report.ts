import type {Load} from './load';
import type {Builds} from './build';
import type {LighthouseResult} from './lighthouse';
import type {Navigation} from './navigation';
import type {Preview} from './preview';
import type {Usage} from './process';
import {kb, median, type Row} from './results';
import type {SearchCost} from './search';
import type {Transfer} from './transfer';

const usage = ({seconds, peakMb}: Usage, name = ''): Row => ({
  [`${name}秒`]: seconds.toFixed(1),
  [`${name}峰值内存 MB`]: peakMb,
});

const both = ({cold, warm}: Builds): Row => ({...usage(cold, '无缓存 '), ...usage(warm, '有缓存 ')});

export const buildTable = (builds: Builds): Row[] => [both(builds)];

export function transferTable(visits: readonly Transfer[]): Row[] {
  return visits.map(({path, bytes, total, elements, fonts}) => ({
    页: path,
    ...Object.fromEntries(
      Object.keys(bytes)
        .sort()
        .map((type) => [`${type} KB`, kb(bytes[type])]),
    ),
    '合计 KB': kb(total),
    元素: elements,
    字体: fonts,
  }));
}

export const previewTable = ({firstPage, edit}: Preview): Row[] => [
  {'启动到第一页 秒': firstPage.toFixed(1), '保存到显示 秒': edit.toFixed(2)},
];

export const navigationTable = ({windows}: Navigation): Row[] =>
  windows.map(({window, painted, answered, prefetched}) => ({
    窗口: `${window.width} × ${window.height}`,
    次数: painted.length,
    '画出来 中位数 ms': median(painted),
    '画出来 最慢 ms': Math.max(...painted),
    '画完后第一个定时器 中位数 ms': median(answered),
    '打开时预取 KB': kb(prefetched.atStart),
    '看到页尾时预取 KB': kb(prefetched.atEnd),
  }));

export const lighthouseTable = (results: readonly LighthouseResult[]): Row[] =>
  results.map(({path, site, runs, index, performance, others, blocked, fcp, lcp, cls, scriptBytes}) => ({
    页: path,
    站点: site,
    次数: runs,
    处理器指数: index,
    性能: performance,
    '无障碍/最佳实践/SEO': others.join('/'),
    'TBT ms': blocked,
    'FCP ms': fcp,
    'LCP ms': lcp,
    CLS: cls,
    '脚本 KB': kb(scriptBytes),
  }));

export const searchTable = ({pages, indexSeconds, indexBytes, opening, firstQuery, laterQuery}: SearchCost): Row[] => [
  {
    页: pages,
    '索引 秒': indexSeconds.toFixed(1),
    '索引 KB': kb(indexBytes),
    '第一次打开 KB': kb(opening.bytes),
    '第一次打开 ms': opening.milliseconds,
    '第一次搜索 KB': kb(firstQuery.bytes),
    '第一次搜索 ms': firstQuery.milliseconds,
    '再次搜索 KB': kb(laterQuery.bytes),
    '再次搜索 ms': laterQuery.milliseconds,
  },
];

export const loadTable = ({addresses, connections, seconds, requests, perSecond, median, p99, errors}: Load): Row[] => [
  {
    地址: addresses,
    连接: connections,
    秒: seconds,
    请求: requests,
    每秒: perSecond,
    '一半以内 ms': median.toFixed(1),
    '99% 以内 ms': p99.toFixed(1),
    错误: errors,
  },
];
