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

  const count = (html: string) => html.replace(/<.*?>/g, '').match(/\p{Script=Han}{1,2}|[\w.]+/gu)!.length;

  it.each([5, 10])('cuts a stretch of %i words around what is found', (words) => {
    const html = snippet(text, '算子融合', words);
    expect(html).toMatch(/^….+<mark>算子融合<\/mark>.+…$/);
    expect(count(html)).toBe(words);
  });

  it('counts words and not what is between them', () => {
    const code = `x = [${'0, '.repeat(200)}]; mod = relay.build(func, target="llvm"); ${'y, '.repeat(200)}`;
    const html = snippet(code, 'relay.build', 10);
    expect(html).toContain('<mark>relay</mark>.<mark>build</mark>');
    expect(count(html)).toBe(10);
  });

  it('has words that are found far from each other where it can', () => {
    expect(snippet(`${text}融合与规则一起。`, '算子 规则', 8)).toContain('<mark>规则</mark>');
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
