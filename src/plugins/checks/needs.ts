import {readBuildOptions} from '../../site/node/buildOptions';
import {lineOfNeed, readNeeds} from '../../site/needs';
import type {Fault} from './fault';
import {releaseOf} from './sourceLinks';
import type {ParsedSource} from './sources';

/** What is wrong with what a page says it needs. */
export function needFaults(siteDir: string, source: ParsedSource): Fault[] {
  const {file, text, frontMatter} = source;
  const release = releaseOf(source);
  const options = release === undefined ? [] : readBuildOptions(siteDir, release);
  return readNeeds(frontMatter.requires, options).faults.map(({word, problem, cure}) => {
    return {kind: '页首信息（front matter）有误', file, line: lineOfNeed(text, word), problem, cure};
  });
}
