import {type ReactNode, useState} from 'react';
import Head from '@docusaurus/Head';
import Link from '@docusaurus/Link';
import {useHistory, useLocation} from '@docusaurus/router';
import Translate, {translate} from '@docusaurus/Translate';
import useIsBrowser from '@docusaurus/useIsBrowser';
import {changesPath} from '@site/src/site/apiChanges';
import {LATEST, VERSIONS} from '@site/src/site/versions';
import Changes from './Changes';
import Entries from './Entries';
import {LoadFaults, WrongQuestion} from './Messages';
import Question from './Question';
import {type Comparison, pageIn, readComparison} from './question';
import {type ComparisonOutcome, useComparison} from './useComparison';

function Compared({
  comparison,
  outcome: {title, stretches, entries},
}: {
  comparison: Comparison;
  outcome: Extract<ComparisonOutcome, {state: 'compared'}>;
}): ReactNode {
  const {page, from, to} = comparison;
  const isSame = !stretches.some(({changed}) => changed);
  return (
    <>
      <Head>
        <title>
          {translate(
            {id: 'compare.pageTitle', message: '{title}: {from} and {to}', description: 'Title of the tab'},
            {title, from: from.release, to: to.release},
          )}
        </title>
      </Head>
      <p className="compare-subject">
        <strong>{title}</strong>
        {[from, to].map((version) => (
          <Link key={version.release} to={pageIn(version, page)}>
            <Translate
              id="compare.original"
              description="Link to a compared page"
              values={{release: version.release}}
            >
              {'Page in {release}'}
            </Translate>
          </Link>
        ))}
      </p>
      {entries.length > 0 && <Entries entries={entries} comparison={comparison} />}
      {isSame ? (
        <p role="status">
          <Translate id="compare.same" description="Both versions of the page are the same">
            The text of the page is the same in both versions.
          </Translate>
        </p>
      ) : (
        <section aria-labelledby="text">
          <h2 id="text">
            <Translate id="compare.text" description="Heading above the differences of the text">
              Differences in the text
            </Translate>
          </h2>
          <p className="compare-legend">
            <Translate
              id="compare.legend"
              description="What the marks mean; del and ins are marked words"
              values={{
                del: (
                  <del>
                    <Translate id="compare.onlyIn" values={{release: from.release}}>
                      {'only in {release}'}
                    </Translate>
                  </del>
                ),
                ins: (
                  <ins>
                    <Translate id="compare.onlyIn" values={{release: to.release}}>
                      {'only in {release}'}
                    </Translate>
                  </ins>
                ),
              }}
            >
              {'{del} {ins}; measured numbers and the release of the page itself are not compared'}
            </Translate>
          </p>
          <Changes stretches={stretches} address={pageIn(to, page)} />
        </section>
      )}
    </>
  );
}

function Answer({comparison}: {comparison: Comparison}): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const outcome = useComparison(comparison, attempt);
  switch (outcome.state) {
    case 'loading':
      return (
        <p role="status">
          <Translate id="compare.loading" description="While pages are fetched">
            Fetching both pages…
          </Translate>
        </p>
      );
    case 'fault':
      return (
        <LoadFaults comparison={comparison} faults={outcome.faults} onRetry={() => setAttempt(attempt + 1)} />
      );
    case 'compared':
      return <Compared comparison={comparison} outcome={outcome} />;
  }
}

function Introduction(): ReactNode {
  const [young, old] = [LATEST, VERSIONS[1]!];
  return (
    <p>
      <Translate
        id="compare.introduction"
        description="Shown before a page was chosen"
        values={{
          changes: (
            <Link to={changesPath(old.release, young.release)}>
              <Translate id="compare.changes" values={{from: old.release, to: young.release}}>
                {'What changed in the API from {from} to {to}'}
              </Translate>
            </Link>
          ),
        }}
      >
        {'Choose a page and two versions. The menu at the version of each page leads here too. {changes}'}
      </Translate>
    </p>
  );
}

/** Shows what differs between two versions of a page of the documentation; the question stands in the address. */
export default function VersionCompare({title}: {title: string}): ReactNode {
  const {search} = useLocation();
  const history = useHistory();
  const isBrowser = useIsBrowser();
  const question = readComparison(isBrowser ? search : '');
  const comparison = question.state === 'asked' ? question.comparison : undefined;
  const key = comparison && `${comparison.page} ${comparison.from.release} ${comparison.to.release}`;
  return (
    <main className="compare-main">
      <h1>{title}</h1>
      <Question
        page={comparison?.page ?? ''}
        from={comparison?.from.release ?? VERSIONS[1]!.release}
        to={comparison?.to.release ?? LATEST.release}
        onAsk={(next) => history.push({search: next})}
      />
      {question.state === 'none' && <Introduction />}
      {question.state === 'invalid' && (
        <p role="alert" className="compare-notice">
          <WrongQuestion {...question} />
        </p>
      )}
      {comparison && <Answer key={key} comparison={comparison} />}
    </main>
  );
}
