import type {Root} from 'hast';
import type {VFile} from 'vfile';
import {Page, siteFile} from '../content/pages';
import {readQuestions} from '../content/questions';
import {hasProgram} from '../plugins/take-away/program';

/**
 * Puts at the end of each page of the documentation what readers can take with them (`src/components/TakeAway`). It is part
 * of the article, so that the browser gets it as HTML alone.
 */
export default function rehypeTakeAway({siteDir}: {siteDir: string}) {
  return (tree: Root, file: VFile): void => {
    const {frontMatter = {}} = file.data as {frontMatter?: Record<string, unknown>};
    const page = new Page(siteFile(siteDir, file.path), String(file.value), frontMatter);
    if (page.kind !== 'doc') {
      return;
    }
    const questions = readQuestions(page);
    const values = {
      ...(hasProgram(page) && {program: 'true'}),
      ...(questions.length > 0 && {questions: JSON.stringify(questions)}),
    };
    tree.children.push({
      type: 'mdxJsxFlowElement',
      name: 'TakeAway',
      attributes: Object.entries(values).map(([name, value]) => ({type: 'mdxJsxAttribute', name, value})),
      children: [],
    } as never);
  };
}
