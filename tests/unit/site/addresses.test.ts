import {describe, expect, it} from 'vitest';
import {isDecodable, repairAddress, spellings, withoutTrailingSlash} from '../../../src/site/addresses';

describe('an address', () => {
  it.each([
    ['/docs/tutorial', '/docs/tutorial'],
    ['/blog/tags/%E5%B0%8F', '/blog/tags/%E5%B0%8F'],
    ['/docs/%E0%A4%A', '/docs/%EF%BF%BD%EF%BF%BDA'],
    ['/100%', '/100%EF%BF%BD'],
    ['/%zz/%41', '/%EF%BF%BDzz/%41'],
  ])('%s becomes %s, which can be decoded', (pathname, repaired) => {
    expect(repairAddress(pathname)).toBe(repaired);
    expect(isDecodable(repaired)).toBe(true);
    expect(isDecodable(pathname)).toBe(pathname === repaired);
  });

  it('is spelled as it is and decoded, if it can be', () => {
    expect(spellings('/a%20b')).toEqual(['/a%20b', '/a b']);
    expect(spellings('/100%')).toEqual(['/100%']);
  });

  it('loses the slash at its end, but not the only one', () => {
    expect(['/docs/', '/docs', '/'].map(withoutTrailingSlash)).toEqual(['/docs', '/docs', '/']);
  });
});
