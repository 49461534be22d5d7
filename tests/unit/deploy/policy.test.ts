import {describe, expect, it} from 'vitest';
import {readEnvironment} from '@site/src/site/environment';
import {forbiddenCode, hashOf, inlineScripts} from '@site/tools/deploy/inlineCode';
import {contentSecurityPolicy} from '@site/tools/deploy/policy';

const CODE = {hashes: ['sha256-abc='], usesWebAssembly: false};

function directives(variables: Record<string, string>, code = CODE): Record<string, string[]> {
  const policy = contentSecurityPolicy(readEnvironment(variables), code);
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name, ...sources] = directive.split(' ');
      return [name!, sources];
    }),
  );
}

describe('the policy', () => {
  it('of a site with nothing switched on names no other host', () => {
    const policy = directives({});
    expect(JSON.stringify(policy)).not.toContain('//');
    expect(policy['script-src']).toEqual(["'self'", "'sha256-abc='"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
  });

  it('lets WebAssembly be compiled where the build has some', () => {
    expect(directives({}, {...CODE, usesWebAssembly: true})['script-src']).toContain("'wasm-unsafe-eval'");
  });

  it('never lets scripts be evaluated or inline', () => {
    const policy = directives({
      GTAG_TRACKING_IDS: 'G-AAAAAAAAAA',
      FONT_KIT_ID: 'abc1def',
      ANALYTICS_SCRIPT_URL: 'https://a.example.com/s.js',
      ANALYTICS_DOMAIN: 'docs.example.com',
    });
    expect(policy['script-src']).not.toContain("'unsafe-eval'");
    expect(policy['script-src']).not.toContain("'unsafe-inline'");
  });

  it.each([
    [{GTAG_TRACKING_IDS: 'G-AAAAAAAAAA'}, 'script-src', 'https://*.googletagmanager.com'],
    [{FONT_KIT_ID: 'abc1def'}, 'font-src', 'https://use.typekit.net'],
    [{MATH_STYLESHEET_URL: 'https://cdn.example.com/k.css'}, 'style-src', 'https://cdn.example.com'],
    [
      {ANALYTICS_SCRIPT_URL: 'https://a.example.com:8443/s.js', ANALYTICS_DOMAIN: 'docs.example.com'},
      'connect-src',
      'https://a.example.com:8443',
    ],
    [
      {
        ALGOLIA_APP_ID: 'TESTAPP123',
        ALGOLIA_SEARCH_KEY: '0123456789abcdef',
        ALGOLIA_INDEX_NAME: 'x',
      },
      'connect-src',
      'https://testapp123-dsn.algolia.net',
    ],
  ])('with %o names %s %s', (variables, directive, source) => {
    expect(directives(variables)[directive]).toContain(source);
  });
});

describe('the inline scripts of a page', () => {
  it('are those that the browser runs', () => {
    const html = `<script src=a.js></script><script src="b.js" defer>no</script>
      <script>one</script><script type=application/json data-x>{"a":1}</script>
      <script data-rh=true type="application/ld+json">{}</script>
      <script type=module>two</script><script data-note="a > b">three</script>
      <script type="speculationrules">{}</script>`;
    expect(inlineScripts(html)).toEqual(['one', 'two', 'three', '{}']);
  });

  it('have the hash that a policy names', () => {
    // From the example of the standard.
    expect(hashOf("alert('Hello, world.');")).toBe('sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=');
  });

  it.each([
    ['<button class="a" onclick="x()">', '属性 onclick'],
    ['<img src=a.png onerror=x()>', '属性 onerror'],
    ['<a href="javascript:x()">', 'javascript: 地址'],
  ])('do not include %s, which is named', (html, named) => {
    expect(forbiddenCode(html)).toEqual([named]);
  });

  it.each(['<p>onclick=1</p>', '<p title="a onclick=b">', '<script>a.onclick=b</script>'])(
    'and %s is no such code',
    (html) => {
      expect(forbiddenCode(html)).toEqual([]);
    },
  );
});
