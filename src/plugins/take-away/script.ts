import type {Page} from '../../content/pages';
import type {Fence} from '../../site/fences';
import type {Copying} from './markdown';
import {checkedAfter, preamble, versionCheck} from './program';
import {type PortableBlock, portableBlocks} from './portable';

const comment = (text: string) =>
  text
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');

function shellCall({body}: Fence): string {
  const quoted = `r'''\n${body}\n'''`;
  return `import subprocess\n\nsubprocess.run(["bash", "-euo", "pipefail", "-c", ${quoted}], check=True)`;
}

/** A fence as a cell; undefined where the script has no use for it. */
function cell({texts}: Copying, fence: Fence): string | undefined {
  const {role, meta, body} = fence;
  const title = meta.fold ?? meta.step ?? meta.title;
  const head = title ? `# %% ${title}` : '# %%';
  switch (role) {
    case 'run':
      return `${head}\n${body}`;
    case 'norun':
      return `${head}\n${comment(`${texts.notRun()}${fence.reason}\n${body}`)}`;
    case 'shell-run':
      return `${head}\n${shellCall(fence)}`;
    case 'shell':
    case 'other':
      return `# %% [markdown]\n${comment(`\`\`\`${fence.language}\n${body}\n\`\`\``)}`;
    default:
      return undefined;
  }
}

function blockText(copying: Copying, block: PortableBlock): string | undefined {
  switch (block.kind) {
    case 'prose':
      return `# %% [markdown]\n${comment(block.text)}`;
    case 'fold':
      return `# %% [markdown]\n${comment(`**${block.summary}**`)}`;
    case 'fence':
      return cell(copying, block.fence);
    case 'end':
      return undefined;
  }
}

/**
 * The Python of a page as a script, what is around it as comments. Its cells (`# %%`) are those that editors and jupytext
 * know.
 */
export function toScript(copying: Copying, page: Page): string {
  const {title} = page.frontMatter as {title?: string};
  const check = `# %%\n${versionCheck(copying, page.release!)}`;
  const after = checkedAfter(page.fences);
  const cells = portableBlocks(copying, page).flatMap((block) => {
    const text = blockText(copying, block);
    const checks = block.kind === 'fence' && block.fence === after;
    return [...(text === undefined ? [] : [text]), ...(checks ? [check] : [])];
  });
  const head = `# %% [markdown]\n${comment([`# ${title}`, ...preamble(copying, page)].join('\n\n'))}`;
  return `${[head, ...(after ? [] : [check]), ...cells].join('\n\n')}\n`;
}
