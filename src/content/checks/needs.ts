import {readBuildOptions} from '../buildOptions';
import {lineOfNeed, readNeeds} from '../../site/needs';
import type {Fault} from './fault';
import type {Page} from '../pages';

/** What is wrong with what a page says it needs. */
export function needFaults(siteDir: string, page: Page): Fault[] {
  const {file, text, frontMatter, release} = page;
  const options = release === undefined ? [] : readBuildOptions(siteDir, release);
  return readNeeds(frontMatter.requires, options).faults.map(({word, problem, cure}) => {
    return {kind: '页首信息（front matter）有误', file, line: lineOfNeed(text, word), problem, cure};
  });
}
