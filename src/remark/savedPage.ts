import fs from 'node:fs';
import type {ParseFrontMatter} from '@docusaurus/types';
import {checkSaved} from '../content/checks';
import {stopOnFaults} from '../content/checks/fault';
import {classify, Page, siteFile} from '../content/pages';

/**
 * The parser of front matter for a preview: a page whose front matter cannot be read is listed all the same, so that it can
 * be opened and says there what is wrong. In a build the checks plugin has stopped before.
 */
export function lenientFrontMatter(): ParseFrontMatter {
  return async (params) => {
    try {
      return await params.defaultParseFrontMatter(params);
    } catch {
      return {frontMatter: {}, content: params.fileContent};
    }
  };
}

/** Stops on a page that is wrong in itself when it is compiled in a preview, where its author looks at it. */
export default function remarkSavedPage({siteDir}: {siteDir: string}) {
  return async (_tree: unknown, {path}: {path: string}): Promise<void> => {
    const file = siteFile(siteDir, path);
    if (classify(file) && !file.split('/').some((name) => name.startsWith('_'))) {
      stopOnFaults(checkSaved(siteDir, new Page(file, await fs.promises.readFile(path, 'utf8'))));
    }
  };
}
