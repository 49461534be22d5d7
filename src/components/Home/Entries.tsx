import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import {translate} from '@docusaurus/Translate';
import type {HomeData} from '@site/src/site/homePage';
import {RELEASE_LIST} from '@site/src/site/versions';
import styles from './styles.module.css';

function texts(): Record<string, {title: string; text: string}> {
  return {
    install: {
      title: translate({id: 'home.install.title', message: 'Install'}),
      text: translate(
        {
          id: 'home.install.text',
          message:
            'These pages are about TVM {releases}. pip no longer has them: build from the release source',
        },
        {releases: RELEASE_LIST},
      ),
    },
    compile: {
      title: translate({id: 'home.compile.title', message: 'Compile a model'}),
      text: translate({
        id: 'home.compile.text',
        message: 'From a model file to a library that runs, on the command line or in Python',
      }),
    },
    tune: {
      title: translate({id: 'home.tune.title', message: 'Tune'}),
      text: translate({
        id: 'home.tune.text',
        message: 'Let a search find faster operators for your hardware',
      }),
    },
    deploy: {
      title: translate({id: 'home.deploy.title', message: 'Deploy'}),
      text: translate({
        id: 'home.deploy.text',
        message: 'Cross-compile, and run on another machine or device',
      }),
    },
    lookup: {
      title: translate({id: 'home.lookup.title', message: 'Look up by device or format'}),
      text: translate({
        id: 'home.lookup.text',
        message: 'Tables from the format of your model and from your device to the page',
      }),
    },
    extend: {
      title: translate({id: 'home.extend.title', message: 'Extend'}),
      text: translate({id: 'home.extend.text', message: 'Bring your own accelerator, operator or pass'}),
    },
    errors: {
      title: translate({id: 'home.errors.title', message: 'Understand an error'}),
      text: translate({
        id: 'home.errors.text',
        message: 'Look a message of TVM up: what causes it, and what to do',
      }),
    },
    architecture: {
      title: translate({id: 'home.architecture.title', message: 'Architecture'}),
      text: translate({id: 'home.architecture.text', message: 'How the compiler works inside'}),
    },
    api: {
      title: translate({id: 'home.api.title', message: 'API reference'}),
      text: translate({id: 'home.api.text', message: 'Every public name with its parameters'}),
    },
  };
}

/** The ways into the documentation, as cards. */
export default function Entries({entries}: Pick<HomeData, 'entries'>): ReactNode {
  const byId = texts();
  return (
    <ul className={styles.entries}>
      {entries.map(({id, permalink}) => (
        <li key={id}>
          <Link to={permalink}>
            <strong>{byId[id]!.title}</strong>
            <span>{byId[id]!.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
