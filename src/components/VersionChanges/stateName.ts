import {translate} from '@docusaurus/Translate';
import type {ApiChange} from '@site/src/site/apiChanges';

/** What became of a name, in a word. */
export function stateName(state: ApiChange['state']): string {
  switch (state) {
    case 'added':
      return translate({id: 'changes.added', message: 'Added', description: 'A name that a release brought'});
    case 'removed':
      return translate({
        id: 'changes.removed',
        message: 'Gone',
        description: 'A name that a release took out',
      });
    case 'changed':
      return translate({
        id: 'changes.changed',
        message: 'Signature changed',
        description: 'A name whose parameter list a release changed',
      });
  }
}
