import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import {type ChangeCounts, changesPath} from '@site/src/site/apiChanges';

/** The pages of changes between releases. */
export default function ChangesList({pairs}: {pairs: readonly ChangeCounts[]}): ReactNode {
  const title = translate({id: 'changes.list', message: 'Changes between versions'});
  return (
    <Layout
      title={title}
      description={translate({
        id: 'changes.listDescription',
        message:
          'What each release of TVM added to its Python API, took out and changed, and how pages differ',
      })}
    >
      <main className="container margin-vert--lg markdown">
        <h1>{title}</h1>
        <h2>
          <Translate id="changes.api" description="Heading above the pages of API changes">
            API
          </Translate>
        </h2>
        <ul>
          {pairs.map(({from, to, added, removed, changed}) => (
            <li key={from + to}>
              <Link to={changesPath(from, to)}>
                <Translate id="changes.pair" values={{from, to}}>
                  {'From {from} to {to}'}
                </Translate>
              </Link>
              <Translate id="changes.counts" values={{added, removed, changed}}>
                {': {added} names added, {removed} gone, {changed} signatures changed'}
              </Translate>
            </li>
          ))}
        </ul>
        <h2>
          <Translate id="changes.pages" description="Heading above the way to compare pages">
            Pages
          </Translate>
        </h2>
        <p>
          <Translate
            id="changes.comparePages"
            values={{
              compare: (
                <Link to="/compare">
                  <Translate id="compare.title">Compare versions</Translate>
                </Link>
              ),
            }}
          >
            {'{compare} shows word by word how a page differs between two versions.'}
          </Translate>
        </p>
      </main>
    </Layout>
  );
}
