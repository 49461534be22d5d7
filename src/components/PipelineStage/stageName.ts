import {translate} from '@docusaurus/Translate';
import type {PageStage} from '@site/src/site/stages';

/** A stage of compilation in the reader's words. */
export function stageName(stage: PageStage): string {
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
