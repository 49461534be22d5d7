import {describe, expect, it} from 'vitest';
import {phraseRank} from '@site/src/search/phrases';
import {EMPTY_HIERARCHY} from '@site/src/site/searchTypes';

const record = (lvl1: string, lvl2: string | null, content: string, url: string) => ({
  hierarchy: {...EMPTY_HIERARCHY, lvl1, lvl2},
  content,
  url,
});

describe('phraseRank', () => {
  const page = record('AutoTVM 调优', null, '搜索配置。', '/docs/autotune');
  const section = record('安装', 'tvmc: command not found', '没有装好。', '/docs/errors#tvmc');
  const text = record('安装', '常见错误', '终端说 sudo: command not found 的时候', '/docs/install#errors');

  it('puts the title of a page before headings, headings before text, and text before the rest', () => {
    expect(phraseRank('AutoTVM 调优', page)).toBe(0);
    expect(phraseRank('tvmc: command not found', section)).toBe(2);
    expect(phraseRank('autotvm', page)).toBeCloseTo(1.12);
    expect(phraseRank('调优', page)).toBeLessThan(2);
    expect(phraseRank('command not found', section)).toBe(3);
    expect(phraseRank('command not found', text)).toBe(4);
    expect(phraseRank('tvmc: command not found', text)).toBe(9);
  });

  it('puts the page of messages before others whose heading is the same, also for a message with words of its own', () => {
    const known = record(
      '处理 TVM 的报错',
      'target.build.cuda is not enabled',
      '',
      '/docs/how_to/errors#enabled',
    );
    const other = record(
      'TensorRT',
      'target.build.cuda is not enabled',
      '',
      '/docs/how_to/deploy/trt#enabled',
    );
    const asked = 'target.build.cuda is not enabled';
    expect(phraseRank(asked, known)).toBeLessThan(phraseRank(asked, other));
    expect(phraseRank(`(bf != nullptr) is false: ${asked}`, known)).toBeLessThan(1);
    expect(phraseRank('relay.build', known)).toBe(9);
  });

  it('puts titles that say little else first, and guides before the reference', () => {
    const other = record('用 AutoTVM 为 x86 自动调优', null, '', '/docs/x86');
    const api = record('tvm.autotvm', null, '', '/docs/reference/api/python/autotvm');
    const places = [page, other, api].map((one) => phraseRank('AutoTVM', one));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(3);
  });

  it('takes a word alone for no phrase of a text', () => {
    expect(phraseRank('sudo', text)).toBe(9);
  });
});
