import type {ReactNode} from 'react';
import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import {type PageStage, STAGES} from '@site/src/site/stages';
import styles from './styles.module.css';

function name(stage: PageStage): string {
  switch (stage) {
    case 'import':
      return translate({id: 'stage.import', message: 'Import', description: 'First stage of compilation'});
    case 'optimize':
      return translate({
        id: 'stage.optimize',
        message: 'Graph optimization',
        description: 'Second stage of compilation',
      });
    case 'lower':
      return translate({id: 'stage.lower', message: 'Lowering', description: 'Third stage of compilation'});
    case 'codegen':
      return translate({
        id: 'stage.codegen',
        message: 'Code generation',
        description: 'Fourth stage of compilation',
      });
    case 'run':
      return translate({id: 'stage.run', message: 'Running', description: 'Fifth stage of compilation'});
    case 'tune':
      return translate({
        id: 'stage.tune',
        message: 'Tuning',
        description: 'Measures schedules for the stage of lowering',
      });
  }
}

function Stage({stage, current}: {stage: PageStage; current: PageStage}): ReactNode {
  const here = stage === current;
  return (
    <li className={clsx(here && styles.here)} aria-current={here ? 'step' : undefined}>
      {name(stage)}
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
