import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import SearchForm from '@site/src/components/SearchForm';
import Entries from '@site/src/components/Home/Entries';
import styles from '@site/src/components/Home/styles.module.css';
import type {HomeData} from '@site/src/site/homePage';
import {RELEASE_LIST} from '@site/src/site/versions';
import data from '@generated/tvm-home/default/home.json';

function Versions({versions}: Pick<HomeData, 'versions'>): ReactNode {
  return (
    <ul className={styles.versions}>
      {versions.map(({release, path, released, purpose, pages, examples}) => (
        <li key={release}>
          <Link to={path} className={styles.release}>
            {release}
          </Link>
          <span>{purpose}</span>
          <span className={styles.note}>
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
          </span>
        </li>
      ))}
    </ul>
  );
}

function Posts({posts}: Pick<HomeData, 'posts'>): ReactNode {
  return (
    <ul className={styles.posts}>
      {posts.map(({title, description, permalink, date}) => (
        <li key={permalink}>
          <Link to={permalink}>{title}</Link>
          <time dateTime={date}>{date.slice(0, 10)}</time>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  );
}

export default function Home(): ReactNode {
  return (
    <Layout
      description={translate(
        {
          id: 'home.description',
          message:
            'Documentation of the machine learning compiler Apache TVM in Simplified Chinese: install, compile, tune and deploy, for {releases}, each example run on its release',
        },
        {releases: RELEASE_LIST},
      )}
    >
      <main className={styles.page}>
        <header className={styles.head}>
          <h1>
            <Translate id="home.title">Apache TVM documentation in Chinese</Translate>
          </h1>
          <p>
            <Translate id="home.lead">
              TVM compiles machine learning models to the hardware that you have: it imports a trained model,
              optimises its graph and its operators, and generates code for CPUs, GPUs, microcontrollers and
              accelerators.
            </Translate>
          </p>
          {data.start && (
            <p>
              <Link className="button button--primary button--lg" to={data.start}>
                <Translate id="home.start.title">Quick start</Translate>
              </Link>
            </p>
          )}
          <SearchForm />
        </header>
        <section aria-labelledby="tasks">
          <h2 id="tasks">
            <Translate id="home.tasks">What do you want to do</Translate>
          </h2>
          <Entries entries={data.entries} />
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
          <Posts posts={data.posts} />
        </section>
      </main>
    </Layout>
  );
}
