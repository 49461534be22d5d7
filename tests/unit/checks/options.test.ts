import {describe, expect, it} from 'vitest';
import {optionFaults} from '@site/src/content/checks/options';

type Bar = NonNullable<Parameters<typeof optionFaults>[0]['announcementBar']>;

const bar = (colours: Partial<Bar>) =>
  ({id: 'a', content: '', isCloseable: true, backgroundColor: '#fff', textColor: '#000', ...colours}) as Bar;

describe('options of the theme', () => {
  it('that a component of the site does not follow are refused, with the cure', () => {
    const [fault] = optionFaults({announcementBar: bar({backgroundColor: '#123456'})});
    expect(fault!.problem).toContain('backgroundColor');
    expect(fault!.cure).toContain('src/css/tokens.css');
  });

  it('may be as they are without a choice', () => {
    expect(optionFaults({announcementBar: bar({})})).toEqual([]);
    expect(optionFaults({announcementBar: bar({backgroundColor: undefined})})).toEqual([]);
    expect(optionFaults({announcementBar: undefined})).toEqual([]);
  });
});
