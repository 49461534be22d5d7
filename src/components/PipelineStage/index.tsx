import type {ReactNode} from 'react';
import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import {type PageStage, STAGES} from '@site/src/site/stages';
import {stageName} from './stageName';
import styles from './styles.module.css';

function Stage({stage, current}: {stage: PageStage; current: PageStage}): ReactNode {
  const here = stage === current;
  return (
    <li className={clsx(here && styles.here)} aria-current={here ? 'step' : undefined}>
      {stageName(stage)}
      {here && (
        <span className={styles.mark}>
          <Translate id="stage.here" description="Beside the stage of compilation that a page belongs to">
            You are here
          </Translate>
        </span>
      )}
    </li>
  );
}

/**
 * The five stages of compilation, with the one that the page is about marked.
 *
 * @param map address of the page that explains them
 */
export default function PipelineStage({current, map}: {current: PageStage; map: string}): ReactNode {
  return (
    <nav
      className={styles.stages}
      aria-label={translate({
        id: 'stage.label',
        message: 'Stages of compilation',
        description: 'Name of the list of stages',
      })}
    >
      <ol>
        {STAGES.map((stage) => (
          <Stage key={stage} stage={stage} current={current} />
        ))}
        {current === 'tune' && <Stage stage="tune" current={current} />}
      </ol>
      <Link to={map}>
        <Translate id="stage.map" description="Link to the page on the stages of compilation">
          The whole way
        </Translate>
      </Link>
    </nav>
  );
}
