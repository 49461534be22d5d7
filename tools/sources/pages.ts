import {formatFaults} from '../../src/plugins/checks/fault';
import {syntaxFault} from '../../src/plugins/checks/frontMatter';
import {parse, type ParsedSource, readSources} from '../../src/plugins/checks/sources';

/**
 * Reads every page of the site with its front matter.
 *
 * @throws Error naming file, line and cure where the front matter is no YAML
 */
export function readParsed(siteDir: string): Promise<ParsedSource[]> {
  return Promise.all(
    readSources(siteDir).map((source) =>
      parse(source).catch((error: unknown) => {
        throw new Error(formatFaults([syntaxFault(source, error)]), {cause: error});
      }),
    ),
  );
}
