import {describe, expect, it} from 'vitest';
import {missingFiles} from '@site/src/build/expectModules';

describe('the files that a change needs', () => {
  it('are those that modules come from, whatever their query', () => {
    const modules = [{resource: '/a.js'}, {resource: '/b.js?x'}, {}];
    expect(missingFiles(['/a.js', '/b.js', '/c.js'], modules)).toEqual(['/c.js']);
  });

  it('may be given by patterns, each of which has to be met', () => {
    const modules = [{resource: '/node_modules/tslib/a.js'}];
    expect(missingFiles([/[/]tslib[/]/, /[/]react-is[/]/], modules)).toEqual([/[/]react-is[/]/]);
  });
});
