import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import {translate} from '@docusaurus/Translate';
import type {HomeData} from '@site/src/site/homePage';

function texts(): Record<string, {title: string; text: string}> {
  return {
    deploy: {
      title: translate({id: 'home.deploy.title', message: 'I want to deploy a trained model'}),
      text: translate({
        id: 'home.deploy.text',
        message:
          'On a phone, a Raspberry Pi, a GPU or a microcontroller: import, compile, check, tune, embed',
      }),
    },
    compiler: {
      title: translate({id: 'home.compiler.title', message: 'I want to understand the compiler'}),
      text: translate({
        id: 'home.compiler.text',
        message: 'From a formula to loops, from loops to machine code, and how a graph is rewritten',
      }),
    },
    hardware: {
      title: translate({id: 'home.hardware.title', message: 'I want to support my hardware'}),
      text: translate({
        id: 'home.hardware.text',
        message: 'UMA, external code generation and targets, with VTA as the worked example',
      }),
    },
    contribute: {
      title: translate({id: 'home.contribute.title', message: 'I want to contribute'}),
      text: translate({
        id: 'home.contribute.text',
        message: 'Build, find the code, change it, test it, and send a pull request',
      }),
    },
  };
}

/** Four ways into the documentation, by who comes. */
export default function Ways({ways}: Pick<HomeData, 'ways'>): ReactNode {
  const byId = texts();
  return (
    <ul className="home-ways">
      {ways.map(({id, permalink}) => (
        <li key={id}>
          <Link to={permalink}>{byId[id]!.title}</Link>
          <p>{byId[id]!.text}</p>
        </li>
      ))}
    </ul>
  );
}
