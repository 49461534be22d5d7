import type {Usage} from './process';
import type {Preview} from './preview';
import type {Transfer} from './transfer';

export interface BenchResults {
  build: {cold: Usage; warm: Usage};
  transfer: Transfer[];
  preview: Preview;
}

function kb(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

/** Prints what was measured as tables. */
export function printTables({build, transfer, preview}: BenchResults): void {
  console.table({
    '无缓存构建': {秒: build.cold.seconds.toFixed(1), 峰值内存MB: build.cold.peakMb},
    '有缓存构建': {秒: build.warm.seconds.toFixed(1), 峰值内存MB: build.warm.peakMb},
    '预览到首页': {秒: preview.firstPage.toFixed(1)},
    '改动到显示': {秒: preview.edit.toFixed(2)},
  });
  console.table(
    Object.fromEntries(
      transfer.map(({path, bytes, total, elements}) => [
        path,
        {
          ...Object.fromEntries(Object.entries(bytes).map(([type, size]) => [`${type} KB`, kb(size)])),
          '合计 KB': kb(total),
          元素: elements,
        },
      ]),
    ),
  );
}
