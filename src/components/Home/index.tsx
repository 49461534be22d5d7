import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import SearchForm from '@site/src/components/SearchForm';
import type {HomeData} from '@site/src/site/homePage';
import data from '@generated/tvm-home/default/home.json';
import Lesson from './Lesson';
import Shortcuts from './Shortcuts';
import Ways from './Ways';

/** The sign of the site: a T, whose stem is one loop and whose arms are the others. */
function Mark(): ReactNode {
  return (
    <svg className="home-mark" viewBox="3 5 26 22" aria-hidden="true">
      <path className="accent" d="M3 5h26v5H18.5v17h-5V10H3z" />
      <path d="M3 14h7v4H3zm0 8h7v4H3zm19-8h7v4h-7zm0 8h7v4h-7z" />
    </svg>
  );
}

function Versions({versions}: Pick<HomeData, 'versions'>): ReactNode {
  return (
    <ul className="home-versions">
      {versions.map(({release, path, released, purpose, pages, examples, proofs}) => (
        <li key={release}>
          <Link to={path}>
            <b>{release}</b>
          </Link>{' '}
          {purpose}
          <small>
            <Translate
              id="home.versionFacts"
              description="Release day and number of pages of a version"
              values={{released, pages}}
            >
              {'Tagged {released}, {pages} pages'}
            </Translate>
            {examples && (
              <Translate
                id="home.versionExamples"
                description="How many examples of a version ran"
                values={{run: examples.run, all: examples.all, release}}
              >
                {'; {run} of {all} examples ran on TVM {release}'}
              </Translate>
            )}
            {proofs && (
              <Translate
                id="home.versionProofs"
                description="How many assertions on the API reference and the guides of a version hold"
                values={{proofs}}
              >
                {'; {proofs} assertions hold'}
              </Translate>
            )}
          </small>
        </li>
      ))}
    </ul>
  );
}

function Posts({posts}: Pick<HomeData, 'posts'>): ReactNode {
  return (
    <ul className="home-posts">
      {posts.map(({title, description, permalink, date}) => (
        <li key={permalink}>
          <Link to={permalink}>{title}</Link> <time dateTime={date}>{date.slice(0, 10)}</time>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  );
}

/**
 * What the home page shows. It is rendered on the server and in a preview; in the browser `browser.tsx` stands for it, since
 * nothing in it needs code there (src/plugins/home).
 */
export default function Home(): ReactNode {
  return (
    <div data-home="">
      <style>{data.styles}</style>
      <main className="home">
        <header>
          <Mark />
          <div>
            <h1>
              <Translate id="home.title">Apache TVM documentation in Chinese</Translate>
            </h1>
            <p>
              <Translate id="home.lead">
                TVM compiles machine learning models to the hardware that you have: it imports a trained
                model, optimises its graph and its operators, and generates code for CPUs, GPUs,
                microcontrollers and accelerators.
              </Translate>
            </p>
            <SearchForm />
            <Shortcuts shortcuts={data.shortcuts} />
          </div>
        </header>
        {data.lesson && (
          <section aria-labelledby="what">
            <h2 id="what">
              <Translate id="home.what">What it does</Translate>
            </h2>
            <div>
              <Lesson lesson={data.lesson} />
            </div>
          </section>
        )}
        <section aria-labelledby="ways">
          <h2 id="ways">
            <Translate id="home.ways">Where to begin</Translate>
          </h2>
          <Ways ways={data.ways} />
        </section>
        <section aria-labelledby="versions">
          <h2 id="versions">
            <Translate id="home.versions">Versions</Translate>
          </h2>
          <Versions versions={data.versions} />
        </section>
        <section aria-labelledby="posts">
          <h2 id="posts">
            <Translate id="home.posts">Latest posts</Translate>
          </h2>
          <div>
            <Posts posts={data.posts} />
            <p className="home-start">
              <Link to="/blog">
                <Translate id="home.allPosts">All posts</Translate>
              </Link>
              <Link to="/updates">
                <Translate id="updates.title">Changelog</Translate>
              </Link>
            </p>
          </div>
        </section>
      </main>
    </div>
  );
}
