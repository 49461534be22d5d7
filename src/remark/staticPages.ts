import path from 'node:path';
import type {Node, Parent} from 'unist';
import type {VFile} from 'vfile';
import {type Fault, SiteFaults} from '../content/checks/fault';
import {deadInBrowser} from '../content/checks/elements';

/** An element of JSX in Markdown. */
interface JsxElement extends Node {
  type: 'mdxJsxFlowElement' | 'mdxJsxTextElement';
  name: string | null;
  attributes: {name?: string}[];
}

const isJsx = (node: Node): node is JsxElement => /^mdxJsx(Flow|Text)Element$/.test(node.type);

function findFaults(node: Node, file: string): Fault[] {
  const problem = isJsx(node) ? deadInBrowser(node) : undefined;
  const own = problem
    ? [
        {
          kind: '.md 页面里有要在浏览器里运行的东西',
          file,
          line: node.position?.start.line,
          problem,
          cure: `把文件改名为 ${path.posix.basename(file)}x（改过名的页面会带上自己的代码），或改用普通的 Markdown`,
        },
      ]
    : [];
  return [...own, ...((node as Partial<Parent>).children ?? []).flatMap((child) => findFaults(child, file))];
}

/**
 * Stops on a Markdown page (`.md`) that would need code in the browser, which only `.mdx` pages have: a component, or an
 * element with a handler. Without this it works in the preview and is dead on the built site.
 *
 * @throws SiteFaults naming file, line and cure
 */
export default function remarkStaticPages({siteDir}: {siteDir: string}) {
  return (tree: Node, {path: filePath}: VFile): void => {
    if (!filePath.endsWith('.md')) {
      return;
    }
    const faults = findFaults(tree, path.relative(siteDir, filePath).split(path.sep).join('/'));
    if (faults.length > 0) {
      throw new SiteFaults(faults);
    }
  };
}
