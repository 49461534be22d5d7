import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import ReferenceIndex from '@site/src/components/ReferenceIndex';
import ReferenceStyles from '@site/src/components/ReferenceStyles';
import WordDiff from '@site/src/components/WordDiff';
import Stylesheet from '@site/src/components/WordDiff/Stylesheet';
import {type ApiChange, type ApiChanges, CHANGES, type ModuleChanges} from '@site/src/site/apiChanges';
import {getVersion} from '@site/src/site/versions';
import {stateName} from './stateName';

/** A name with the way to its entry, what became of it and its parameter list. */
function Name({
  module,
  change: {name, state, pieces, entry},
}: {
  module: string;
  change: ApiChange;
}): ReactNode {
  const short = <code>{name.slice(module.length + 1)}</code>;
  return (
    <li>
      {entry ? (
        <Link to={entry} title={name}>
          {short}
        </Link>
      ) : (
        <span className="changes-name" title={name}>
          {short}
        </span>
      )}
      <span className={`changes-${state}`}>{stateName(state)}</span>
      <code className="changes-signature">
        {state === 'changed' ? <WordDiff pieces={pieces} plain /> : pieces.map(({text}) => text).join('')}
      </code>
    </li>
  );
}

function Modules({modules}: {modules: readonly ModuleChanges[]}): ReactNode {
  return modules.map(({module, changes}) => (
    <section key={module}>
      <h3 className="api-group">{module}</h3>
      <ul>
        {changes.map((change) => (
          <Name key={change.name + change.state} module={module} change={change} />
        ))}
      </ul>
    </section>
  ));
}

/** What changed in the API between two releases. */
export default function VersionChanges({changes: {from, to, modules}}: {changes: ApiChanges}): ReactNode {
  const title = translate({id: 'changes.title', message: 'API changes from {from} to {to}'}, {from, to});
  const documented = modules.filter(({isDocumented}) => isDocumented);
  const others = modules.filter(({isDocumented}) => !isDocumented);
  const count = modules.reduce((sum, {changes}) => sum + changes.length, 0);
  return (
    <Layout
      title={title}
      description={translate(
        {
          id: 'changes.description',
          message:
            'Functions and classes that TVM {to} added, took out or gave other parameters since {from}',
        },
        {from, to},
      )}
    >
      <Stylesheet />
      <ReferenceStyles />
      <main className="container margin-vert--lg markdown">
        <h1>{title}</h1>
        <p>
          <Translate
            id="changes.introduction"
            values={{
              from,
              to,
              all: (
                <Link to={CHANGES}>
                  <Translate id="changes.all" description="Link to the list of all pages of changes">
                    Other versions
                  </Translate>
                </Link>
              ),
            }}
          >
            {
              'Compared are the public functions and classes of both releases, with their members, as their source has them. Names link to their entry in the API reference of the version that has them. {all}'
            }
          </Translate>
        </p>
        <div className="changes-list">
          <ReferenceIndex count={String(count)} home={`${getVersion(to).path}/reference/api/python`}>
            {documented.length > 0 && (
              <h2 className="changes-part">
                <Translate id="changes.documented" description="Heading above modules of the API reference">
                  Modules in the API reference
                </Translate>
              </h2>
            )}
            <Modules modules={documented} />
            {others.length > 0 && (
              <h2 className="changes-part">
                <Translate id="changes.others" description="Heading above modules that the reference lacks">
                  Other modules
                </Translate>
              </h2>
            )}
            <Modules modules={others} />
          </ReferenceIndex>
        </div>
      </main>
    </Layout>
  );
}
