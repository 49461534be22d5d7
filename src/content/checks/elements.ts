/** What is wrong with elements and components on a page. */
import type {Root} from 'mdast';
import type {ElementProblem} from './fault';

/** Components that a page has without importing them. */
const GLOBAL_COMPONENTS = new Set(['Details', 'Head']);

/** Elements that run code or show another site inside the page. */
const FOREIGN = new Set(['script', 'iframe', 'object', 'embed', 'frame', 'form']);

export interface Jsx {
  type: string;
  name: string | null;
  attributes: {name?: string; value?: unknown}[];
}

export const isJsx = (node: {type: string}): node is Jsx => /^mdxJsx(?:Flow|Text)Element$/.test(node.type);

/** What a screen reader says of a picture that shows something; `alt=""` in HTML says that it shows nothing. */
export const NO_ALTERNATIVE = {
  problem: '图片没有替代文字，看不见图的读者不知道它画的是什么',
  cure: '写成 ![图上有什么](地址)，说出图要读者看到的内容',
};

/** What an element would do in a reader's browser. */
export function jsxProblems({name, attributes}: Jsx, line: number | undefined): ElementProblem[] {
  const tag = name ?? '';
  const handler = attributes.find((attribute) => /^on[A-Za-z]/.test(attribute.name ?? ''))?.name;
  return [
    ...(FOREIGN.has(tag.toLowerCase())
      ? [
          {
            line,
            problem: `<${tag}> 会在读者的浏览器里运行或显示别处的内容`,
            cure: '删去它，改成文字、图片或链接',
          },
        ]
      : []),
    ...(handler && /^[a-z]/.test(tag) && /^on[a-z]/.test(handler)
      ? [{line, problem: `<${tag}> 的 ${handler} 会在读者的浏览器里执行`, cure: '删去它'}]
      : []),
    ...(tag === 'img' && !attributes.some((attribute) => attribute.name === 'alt')
      ? [{line, ...NO_ALTERNATIVE}]
      : []),
    ...attributes
      .filter(
        ({name: key, value}) => key === 'src' && typeof value === 'string' && /^(?:https?:)?\/\//.test(value),
      )
      .map(({value}) => ({
        line,
        problem: `读者每次打开这一页，浏览器都要向别的网站取 ${String(value)}`,
        cure: '把文件放进 static/，写它在本站的地址',
      })),
  ];
}

/** Names that the import and export statements of a page with JSX bind. */
export function boundNames(root: Root): Set<string> {
  const code = root.children
    .filter(({type}) => (type as string) === 'mdxjsEsm')
    .map((node) => (node as unknown as {value: string}).value)
    .join('\n');
  const names = [...code.matchAll(/\bimport\s+([^'"]+?)\s+from\b/g)].flatMap(([, list]) =>
    list!.split(/[{},]/).map((part) =>
      part
        .trim()
        .split(/\s+as\s+/)
        .at(-1)!,
    ),
  );
  const own = [...code.matchAll(/\b(?:const|let|var|function|class)\s+(\w+)/g)].map(([, name]) => name!);
  return new Set([...names, ...own]);
}

/** A component that a page with code uses and does not import. */
export function componentProblem(
  {name}: Jsx,
  line: number | undefined,
  bound: ReadonlySet<string>,
): ElementProblem[] {
  const own = name?.split('.')[0] ?? '';
  return /^[A-Z]/.test(own) && !bound.has(own) && !GLOBAL_COMPONENTS.has(own)
    ? [
        {
          line,
          problem: `组件 <${name}> 没有导入`,
          cure: `在页首信息下面写 import ${own} from '…'，例如 '@theme/Tabs' 或 '@site/src/components/…'；不是组件就放进反引号`,
        },
      ]
    : [];
}

/** Components that need no code in the browser. */
const STATIC_COMPONENTS = new Set(['Details']);

/** What of a page without code in the browser (`.md`) would be dead there, though it works in the preview. */
export function deadInBrowser({name, attributes}: Pick<Jsx, 'name' | 'attributes'>): string | undefined {
  if (name && /^[A-Z]/.test(name) && !STATIC_COMPONENTS.has(name)) {
    return `组件 <${name}> 在 .md 页面里只由服务器渲染一次，到了浏览器里没有代码，点它没有反应`;
  }
  const handler = attributes.find((attribute) => /^on[A-Z]/.test(attribute.name ?? ''))?.name;
  return handler && `<${name}> 的 ${handler} 在 .md 页面里不会执行：这样的页面在浏览器里没有代码`;
}

/** A component or a handler in a page without code. */
export function staticProblem(element: Jsx, line: number | undefined): ElementProblem[] {
  const problem = deadInBrowser(element);
  return problem
    ? [{line, problem, cure: '把文件改名为 .mdx，并在页首信息下面 import 组件；或改用普通的 Markdown'}]
    : [];
}
