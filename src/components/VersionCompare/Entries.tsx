import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import WordDiff from '@site/src/components/WordDiff';
import {stateName} from '@site/src/components/VersionChanges/stateName';
import type {EntryChange} from './align';
import {type Comparison, pageIn} from './question';

/** The entries of a page of the API reference that differ. */
export default function Entries({
  entries,
  comparison: {page, from, to},
}: {
  entries: readonly EntryChange[];
  comparison: Comparison;
}): ReactNode {
  return (
    <section aria-labelledby="entries" className="compare-entries">
      <h2 id="entries">
        <Translate
          id="compare.entries"
          description="Heading above the entries of the API reference that differ"
          values={{count: entries.length}}
        >
          {'{count} API entries differ'}
        </Translate>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Translate id="compare.entry" description="Column of names">
                Name
              </Translate>
            </th>
            <th scope="col">
              <Translate id="compare.signature" description="Column of signatures">
                Signature
              </Translate>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({name, state, pieces}) => (
            <tr key={name}>
              <th scope="row">
                <Link to={`${pageIn(state === 'removed' ? from : to, page)}#${name}`}>
                  <code>{name.slice(name.lastIndexOf('.') + 1)}</code>
                </Link>
                <span className="compare-state">{stateName(state)}</span>
              </th>
              <td>
                <code>
                  <WordDiff pieces={pieces} plain />
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
