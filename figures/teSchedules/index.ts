import fs from 'node:fs';
import path from 'node:path';

import {drawFigure} from '../loopNest';
import {operations} from './operations';
import {primitives} from './primitives';
import {stages} from './stages';
import {drawTedd} from './tedd';

/** Writes the pictures of docs/how_to/te_schedules: `npx tsx figures/teSchedules/index.ts`. */
const FOLDER = path.resolve(import.meta.dirname, '../../static/img/te_schedules');

fs.mkdirSync(FOLDER, {recursive: true});
for (const figure of [...primitives, ...stages, ...operations]) {
  fs.writeFileSync(path.join(FOLDER, `${figure.name}.svg`), drawFigure(figure));
}
drawTedd(FOLDER);
