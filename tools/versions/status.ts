/** `npm run versions -- status`: which older pages are behind the newest, and by how much. */
import {formatTable} from '../examples/progress';
import {isPending, lagOf, type Twin} from './pages';

/** The older pages that are behind or can't be told, a line each. */
export function formatStatus(siteDir: string, twins: readonly Twin[]): string {
  const rows = twins.flatMap((twin): string[][] => {
    const {older, recorded, base} = twin;
    if (isPending(twin)) {
      return [[older.file, '', '', '冲突还没有解决']];
    }
    const lag = lagOf(siteDir, twin);
    if (!lag) {
      return [
        [older.file, '', '', recorded && base === undefined ? '克隆里没有上次同步时的文字' : '没有记录'],
      ];
    }
    return lag.changed > 0
      ? [[older.file, String(lag.changed), String(lag.conflicts), lag.rewritten ? '0.13.0 的页面重写过' : '']]
      : [];
  });
  const head = ['落后的页面', '改动', '冲突', ''];
  const inStep = twins.length - rows.length;
  return `${rows.length > 0 ? `${formatTable([head, ...rows])}\n\n` : ''}${twins.length} 页，${inStep} 页同步，${rows.length} 页落后`;
}
