import {describe, expect, it, onTestFinished} from 'vitest';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {builtFaults} from '@site/src/plugins/checks/builtFaults';
import {readBuiltPage} from '@site/src/plugins/checks/builtPage';
import {BuiltSite, pathOfFile} from '@site/src/plugins/checks/builtSite';

const address = {url: 'https://docs.example.com', baseUrl: '/'};

const GOOD = [
  '<!doctype html><html lang="zh-Hans"><head><title>甲 | 站</title><meta name="description" content="说明">',
  '<link rel="canonical" href="https://docs.example.com/docs/a"><link rel="stylesheet" href="/a.css"></head>',
  '<body><svg><title>图</title></svg><h1>甲</h1><h2 id="节">节</h2><a href="/docs/b#x">乙</a><a href="#%E8%8A%82">节</a>',
  '<a href="https://example.com/">外</a><img src="/a.png"></body></html>',
].join('');

/** What a finished build is found to have wrong whose one page at an address, beside `/docs/b`, is given. */
function problems(html: string, pathname = '/docs/a'): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'built-test-'));
  onTestFinished(() => fs.rmSync(folder, {recursive: true}));
  const files: Record<string, string> = {
    'index.html': GOOD.replace('/docs/a', '/'),
    'docs/a.html': GOOD,
    'docs/b.html': GOOD.replace('/docs/a', '/docs/b').replace('节">', 'x">').replace('href="#%E8%8A%82"', ''),
    'a.css': '',
    'a.png': '',
    [`${pathname.slice(1)}.html`]: html,
  };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), {recursive: true});
    fs.writeFileSync(path.join(folder, name), text);
  }
  const site = new BuiltSite(folder, address, true);
  site.readAll();
  return builtFaults(process.cwd(), site).map(({problem}) => problem);
}

describe('a page of the build', () => {
  it('is right', () => {
    expect(problems(GOOD)).toEqual([]);
    expect(readBuiltPage(GOOD).title).toBe('甲 | 站');
  });

  it.each([
    ['lang', GOOD.replace('zh-Hans', 'en'), 'lang 是「en」'],
    ['no H1', GOOD.replace('<h1>甲</h1>', ''), '有 0 个 H1'],
    ['two H1', GOOD.replace('<h1>', '<h1>乙</h1><h1>'), '有 2 个 H1'],
    ['no title', GOOD.replace('甲 | 站', ' '), '没有 title'],
    ['no description', GOOD.replace('说明', ''), '没有 description'],
    ['an id twice', GOOD.replace('<h1>', '<h1 id="节">'), 'id 重复：节'],
    ['another canonical address', GOOD.replace('example.com/docs/a', 'example.com/docs/a/'), 'canonical 是'],
    [
      'a foreign script',
      GOOD.replace('<body>', '<body><script src="//cdn.example.com/x.js"></script>'),
      '从别的主机载入：//cdn',
    ],
    ['a foreign style', GOOD.replace('"/a.css"', '"https://cdn.example.com/a.css"'), '从别的主机载入：https'],
    ['a broken link', GOOD.replace('/docs/b#x', '/docs/c'), '链接 /docs/c 指向不存在的页面'],
    ['a broken anchor', GOOD.replace('/docs/b#x', '/docs/b#y'), '链接 /docs/b#y 的目标页没有锚点 #y'],
    ['a missing picture', GOOD.replace('/a.png', '/b.png'), '没有文件 /b.png'],
    ['an undecodable link', GOOD.replace('/docs/b#x', '/docs/%ZZ'), '地址 /docs/%ZZ 里的百分号编码无法解码'],
  ])('%s', (_, html, problem) => {
    expect(problems(html)).toEqual([expect.stringContaining(problem)]);
  });

  it('that leads elsewhere has to lead to a page', () => {
    const redirect = (to: string) =>
      `<html><head><meta http-equiv="refresh" content="0; url=${to}"></head></html>`;
    expect(problems(redirect('/docs/b'), '/docs/old')).toEqual([]);
    expect(problems(redirect('/docs/c'), '/docs/old')).toEqual([expect.stringContaining('/docs/c')]);
  });
});

describe('the path of a file', () => {
  it.each([
    ['index.html', '/', '/'],
    ['docs.html', '/', '/docs'],
    ['docs/install.html', '/', '/docs/install'],
    ['docs/old/index.html', '/', '/docs/old'],
    ['404.html', '/', '/404.html'],
    ['index.html', '/tvm/', '/tvm'],
    ['docs/a.html', '/tvm/', '/tvm/docs/a'],
  ])('%s below %s', (file, baseUrl, pathname) => {
    expect(pathOfFile(file, baseUrl)).toBe(pathname);
  });
});
