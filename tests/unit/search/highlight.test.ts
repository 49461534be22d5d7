import {describe, expect, it} from 'vitest';
import {highlightText, snippet} from '@site/src/search/highlight';
import {sanitize} from '@site/src/search/sanitize';

describe('highlightText', () => {
  it('marks what is found and escapes the rest', () => {
    expect(highlightText('<b>算子融合</b>', '融合')).toBe('&lt;b&gt;算子<mark>融合</mark>&lt;/b&gt;');
  });

  it('marks one stretch where the pairs of a phrase overlap', () => {
    expect(highlightText('做算子融合时', '算子融合')).toBe('做<mark>算子融合</mark>时');
  });

  it('finds identifiers in any case and over underscores', () => {
    expect(highlightText('opt_level 和 FoldConstant', 'OPTLEVEL foldconstant')).toBe(
      '<mark>opt_level</mark> 和 <mark>FoldConstant</mark>',
    );
  });

  it('runs nothing of the query', () => {
    expect(highlightText('a(b', '(.*')).toBe('a(b');
    expect(highlightText('x', '<img src=x onerror=alert(1)>')).not.toContain('<img');
  });
});

describe('snippet', () => {
  const text = `${'前面的话。'.repeat(30)}这里讲算子融合的规则。${'后面的话。'.repeat(30)}`;

  it('cuts the stretch around what is found', () => {
    const html = snippet(text, '算子融合', 5);
    expect(html).toContain('<mark>算子融合</mark>');
    expect(html.startsWith('…')).toBe(true);
    expect(html.endsWith('…')).toBe(true);
    expect(html.length).toBeLessThan(60);
  });

  it('is shorter with fewer words', () => {
    expect(snippet(text, '融合', 5).length).toBeLessThan(snippet(text, '融合', 10).length);
  });

  it('gives the beginning where nothing is found', () => {
    expect(snippet('短文', '别的', 10)).toBe('短文');
  });
});

describe('sanitize', () => {
  it('keeps marks and escapes everything else', () => {
    expect(sanitize('<mark>a</mark><script>b</script>')).toBe('<mark>a</mark>&lt;script&gt;b&lt;/script&gt;');
  });

  it('does not escape twice', () => {
    expect(sanitize('a &lt; b &amp; c')).toBe('a &lt; b &amp; c');
  });
});
