import type {Load} from './load';
import type {Builds, PairedBuilds} from './build';
import type {Compared} from './compare';
import type {WithoutMechanism} from './measures';
import type {Navigation} from './navigation';
import type {Preview} from './preview';
import type {Usage} from './process';
import {kb, median, type Row} from './results';
import type {SearchCost} from './search';
import type {Start} from './start';
import type {Transfer} from './transfer';

const usage = ({seconds, peakMb}: Usage, name = ''): Row => ({
  [`${name}秒`]: seconds.toFixed(1),
  [`${name}峰值内存 MB`]: peakMb,
});

const both = ({cold, warm}: Builds): Row => ({...usage(cold, '无缓存 '), ...usage(warm, '有缓存 ')});

export const buildTable = (builds: Builds): Row[] => [both(builds)];

export function pairsTable({rounds, coldToCold, warmToCold}: PairedBuilds): Row[] {
  return [
    ...rounds.flatMap(({own, stock}, i) => [
      {轮: i + 1, 站点: '本站', ...both(own)},
      {轮: i + 1, 站点: '原样的 Docusaurus', ...both(stock)},
    ]),
    {站点: '无缓存与它的无缓存之比', '无缓存 秒': coldToCold.toFixed(2)},
    {站点: '有缓存与它的无缓存之比', '有缓存 秒': warmToCold.toFixed(2)},
  ];
}

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

const startColumns = ({painted, answers, blocked}: Start): Row => ({
  '慢手机画出来 ms': painted,
  '慢手机能应答 ms': answers,
  '慢手机阻塞 ms': blocked,
});

export function compareTable(sites: readonly Compared[]): Row[] {
  return sites.flatMap(({name, measured, buildSeconds, transfer, lighthouse, start}) =>
    transfer.map(({path, bytes, elements}, i) => {
      const {performance, accessibility, seo, blocked, fcp, lcp, cls, ...other} = lighthouse[i]!;
      return {
        站点: name,
        页: path,
        '脚本 KB': kb(bytes.script),
        '文档 KB': kb(bytes.document),
        元素: elements,
        性能: performance,
        '无障碍/最佳实践/SEO': `${accessibility}/${other['best-practices']}/${seo}`,
        'FCP ms': fcp,
        'LCP ms': lcp,
        'TBT ms': blocked,
        CLS: cls,
        ...(start && startColumns(start[i]!)),
        '构建 秒': buildSeconds?.toFixed(1),
        测量于: measured,
      };
    }),
  );
}

export function measuresTable(results: readonly WithoutMechanism[]): Row[] {
  return results.map(({without, path, scriptBytes, start}) => ({
    去掉: without ?? '（都在）',
    页: path,
    '脚本 KB': kb(scriptBytes),
    ...startColumns(start),
  }));
}

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
