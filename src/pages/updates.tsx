import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import {CHANGES} from '@site/src/site/apiChanges';
import proofs from '@generated/tvm-home/default/proofs.json';
import updates from '@site/data/updates.json';

/** The changelog of this site. */
export default function Updates(): ReactNode {
  const title = translate({id: 'updates.title', message: 'Changelog'});
  return (
    <Layout
      title={title}
      description={translate({
        id: 'updates.description',
        message:
          'What changed on this site, newest first: new pages, new versions, and changes to search and reading',
      })}
    >
      <main className="container margin-vert--lg markdown">
        <h1>{title}</h1>
        <p>
          <Link to={CHANGES}>
            <Translate id="changes.link" description="Link to what changed between releases of TVM">
              What changed in the API between versions
            </Translate>
          </Link>
        </p>
        {proofs.map((proof) => (
          <p key={proof.release}>
            <Translate
              id="updates.proofs"
              description="How many assertions on entries of the API reference and sections of guides hold on a release"
              values={{...proof}}
            >
              {
                'API reference and guides, TVM {release}: {proved} assertions on {entries} entries and sections hold'
              }
            </Translate>
          </p>
        ))}
        {updates.map(({date, title: heading, changes}) => (
          <section key={date + heading}>
            <h2>
              <time dateTime={date}>{date}</time> {heading}
            </h2>
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </Layout>
  );
}
