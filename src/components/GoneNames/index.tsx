import type {ReactNode} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import {NEWEST_RELEASE} from '@site/src/site/versions';

/** What a reader is told at a name. */
export function goneMessage(): string {
  return translate(
    {
      id: 'api.gone',
      message: 'TVM {release} no longer has this name',
      description: 'Note at a name of the API',
    },
    {release: NEWEST_RELEASE},
  );
}

/** A name that the newest release no longer has. */
export function GoneName({name}: {name: string}): ReactNode {
  return (
    <code className="gone" title={goneMessage()}>
      {name}
    </code>
  );
}

/** The list of such names at the end of a page. */
export default function GoneNames({names}: {names: string}): ReactNode {
  const list = names.split(' ');
  return (
    <details className="gone-names">
      <summary>
        <Translate
          id="api.goneList"
          description="Summary of the list of names that the newest release does not have"
          values={{count: list.length, release: NEWEST_RELEASE}}
        >
          {'{count} of the names on this page no longer exist in TVM {release}'}
        </Translate>
      </summary>
      <ul>
        {list.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
