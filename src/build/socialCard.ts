import type {ParseFrontMatter} from '@docusaurus/types';
import {Page, siteFile} from '../content/pages';
import {cardOf, cardPath} from '../plugins/social-cards/card';

/**
 * Names in the front matter of each page its picture for shared links (`image`), where the page has none of its own.
 *
 * @param parse parser to add to
 */
export function withSocialCard(siteDir: string, parse: ParseFrontMatter): ParseFrontMatter {
  return async (params) => {
    const result = await parse(params);
    const {frontMatter} = result;
    const card = cardOf(
      siteDir,
      new Page(siteFile(siteDir, params.filePath), params.fileContent, frontMatter),
    );
    return card ? {...result, frontMatter: {image: `/${cardPath(card)}`, ...frontMatter}} : result;
  };
}
