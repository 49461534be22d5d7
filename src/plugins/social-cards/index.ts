import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';
import pMap from 'p-map';
import {hashInputs} from '../../build/inputs';
import {readPages} from '../../content/pages';
import {type Card, cardOf, cardPath} from './card';

/** Cards that are drawn at a time: one is laid out while others are painted. */
const AT_ONCE = 4;

/**
 * Writes the pictures that stand for pages where links to them are shared. They are kept in the cache until what they say
 * or how they are drawn changes.
 */
export default function socialCardsPlugin({siteDir, siteConfig}: LoadContext): Plugin {
  return {
    name: 'tvm-social-cards',
    async postBuild({outDir}) {
      const cards = new Map<string, Card>();
      for (const page of readPages(siteDir)) {
        const card = page.isDraft ? undefined : cardOf(siteDir, page);
        if (card) {
          cards.set(cardPath(card), card);
        }
      }
      const drawing = hashInputs(siteDir, path.join(__dirname, 'draw.ts'));
      const cache = path.join(siteDir, 'node_modules/.cache/social-cards');
      fs.mkdirSync(cache, {recursive: true});
      fs.mkdirSync(path.join(outDir, 'img/cards'), {recursive: true});
      await pMap(
        cards,
        async ([name, card]) => {
          const key = createHash('sha256')
            .update(JSON.stringify([drawing, siteConfig.title, card]))
            .digest('hex');
          const kept = path.join(cache, `${key}.png`);
          if (!fs.existsSync(kept)) {
            const {drawCard} = await import('./draw');
            fs.writeFileSync(`${kept}.part`, await drawCard(card, siteConfig.title));
            fs.renameSync(`${kept}.part`, kept);
          }
          fs.copyFileSync(kept, path.join(outDir, name));
        },
        {concurrency: AT_ONCE},
      );
    },
  };
}
