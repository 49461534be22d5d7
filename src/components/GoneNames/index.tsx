import {Fragment, type ReactNode} from 'react';
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

/**
 * What the newest release calls alike. It is not said to do the same: a name is all that the inventories compare.
 *
 * @param names dotted names with blanks between them
 */
export function SameNames({names}: {names: string}): ReactNode {
  return (
    <Translate
      id="api.sameName"
      values={{
        release: NEWEST_RELEASE,
        names: (
          <>
            {names.split(' ').map((name, i) => (
              <Fragment key={name}>
                {i > 0 && '、'}
                <code>{name}</code>
              </Fragment>
            ))}
          </>
        ),
      }}
    >
      {'Called alike in {release}: {names}'}
    </Translate>
  );
}

/** A name that the newest release no longer has: the pointer shows so, and the list at the end of the page says it for all. */
export function GoneName({name}: {name: string}): ReactNode {
  return (
    <code className="gone" title={goneMessage()}>
      {name}
    </code>
  );
}

/** The list of such names at the end of a page, each with what is called alike. */
export default function GoneNames({names}: {names: string}): ReactNode {
  const list = Object.entries(JSON.parse(names) as Record<string, string>);
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
        {list.map(([name, same]) => (
          <li key={name}>
            <code>{name}</code>
            {same && (
              <p>
                <SameNames names={same} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
