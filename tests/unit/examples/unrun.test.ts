import {describe, expect, it} from 'vitest';
import {parseFences, codeFences} from '@site/src/site/fences';
import {syntaxProblems} from '../../../tools/examples/unrun';

const page = (code: string, meta = 'norun="没有板子"') => {
  const fences = parseFences(`文字。\n\n\`\`\`python ${meta}\n${code}\n\`\`\`\n`);
  return {path: 'docs/a.md', code: codeFences(fences)};
};

describe('code that has not been run', () => {
  it('has its syntax read', () => {
    expect(syntaxProblems([page('x = 1')])).toEqual([]);
    expect(syntaxProblems([page('x = 1\ndef f(:\n')])).toMatchObject([{kind: 'syntax', line: 5, fence: 1}]);
  });
});
