import path from 'node:path';
import type {Code, Heading, Image, Link, Nodes, Root, Table} from 'mdast';
import {fenceFaults} from '../../site/fenceFaults';
import {nearest} from '../../site/nearest';
import {boundNames, componentProblem, isJsx, jsxProblems, NO_ALTERNATIVE, staticProblem} from './elements';
import type {ElementProblem, Fault} from './fault';
import {KnownPages} from './knownPages';
import {parseStrictly, renderFormula} from '../markdown';
import type {Page, PageKind} from '../pages';

const KIND = '内容有误';

/** Longest block of code on a page, in lines; a longer one makes a page of megabytes. */
const LONGEST_CODE = 2000;

/** Admonitions that the site has. */
const ADMONITIONS = ['note', 'tip', 'info', 'warning', 'danger', 'caution', 'important'];

/** Addresses that lead only the author anywhere. */
const LOCAL = /^(?:file:|https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?:[:/]|$))/i;

interface Expression {
  type: string;
  value: string;
}

const isExpression = (node: {type: string}): node is Expression =>
  /^mdx(?:Flow|Text)Expression$/.test(node.type);
function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  for (const child of 'children' in node ? node.children : []) {
    yield* nodesOf(child);
  }
}

/** What the parser says of Markdown with JSX, in the words of somebody who wrote Markdown. */
export function syntaxProblem(message: string, line: number | undefined, column?: number): ElementProblem {
  const place = column === undefined ? '' : `第 ${column} 列：`;
  if (message.includes('to create a comment in MDX')) {
    return {line, problem: `${place}页面里不能写 HTML 注释`, cure: '写成 {/* 注释 */}，或删去它'};
  }
  if (/expression|acorn|`\}`|closing brace/i.test(message)) {
    return {
      line,
      problem: `${place}花括号里的内容会当作 JavaScript，这里读不懂`,
      cure: '行内代码放进反引号；正文里的花括号写成 \\{',
    };
  }
  if (/import|export/.test(message)) {
    return {
      line,
      problem: `${place}这一行当作 import 或 export 语句，读不懂`,
      cure: '不是语句就换个开头，或放进反引号',
    };
  }
  if (/tag|name|attribute|character|closing/i.test(message)) {
    return {
      line,
      problem: `${place}「<」会当作标签的开头，这里不是完整的标签`,
      cure: '代码放进反引号；正文里的小于号写成 &lt;；真要写标签，就写完整并关上',
    };
  }
  return {line, problem: `${place}读不懂：${message}`, cure: '改正这一行或它上面的一段'};
}

function headingProblem({depth}: Heading, line: number | undefined, kind: PageKind): ElementProblem[] {
  return depth === 1 && kind !== 'page'
    ? [{line, problem: '正文里有一级标题', cure: '标题写在页首信息的 title 里；正文从 ## 开始'}]
    : depth > 3
      ? [
          {
            line,
            problem: `正文里有${depth === 4 ? '四' : depth === 5 ? '五' : '六'}级标题`,
            cure: '正文只用 ## 和 ###，再细的用加粗或列表',
          },
        ]
      : [];
}

function alternativeProblem({alt}: {alt?: string | null}, line: number | undefined): ElementProblem[] {
  return alt?.trim() ? [] : [{line, ...NO_ALTERNATIVE}];
}

/** Rows with fewer cells than the head are filled up in silence, cells beyond it are dropped. */
function tableProblems({children: [head, ...rows]}: Table): ElementProblem[] {
  const columns = head!.children.length;
  return rows
    .filter(({children}) => children.length !== columns)
    .map(({children, position}) => ({
      line: position?.start.line,
      problem: `表格的这一行有 ${children.length} 格，表头有 ${columns} 格${children.length > columns ? '，多出的不会显示' : ''}`,
      cure: '补上或删去格子；格子里的竖线写成 \\|，空的格子也要写',
    }));
}

/** An admonition that is not closed ends with the section, list or quote around it. */
function openAdmonition(node: Nodes, lines: readonly string[]): ElementProblem[] {
  const {start, end} = node.position!;
  const last = lines[end.line - 1] ?? '';
  return /^[\s>]*:{3,}\s*$/.test(last)
    ? []
    : [
        {
          line: start.line,
          problem: `提示框没有结尾，它后面的内容（到第 ${end.line} 行）都会进到框里`,
          cure: '在提示框的内容后面空一行，写一行 :::',
        },
      ];
}

/** A link that leads nowhere, or that nobody can see. */
function emptyLink(link: Link, line: number | undefined): ElementProblem[] {
  if (link.url === '' || link.url === '#') {
    return [{line, problem: '链接没有地址', cure: '写上目标，或去掉方括号和圆括号'}];
  }
  return link.children.length === 0
    ? [{line, problem: `指向 ${link.url} 的链接没有文字，读者看不见它`, cure: '在方括号里写目标的名称'}]
    : [];
}

function addressProblem({url, type}: Link | Image, line: number | undefined): ElementProblem[] {
  return LOCAL.test(url)
    ? [
        {
          line,
          problem: `地址 ${url} 只在作者自己的机器上有效`,
          cure: '只是举例就放进反引号；否则换成读者能打开的地址',
        },
      ]
    : type === 'image' && /^(?:https?:)?\/\//.test(url)
      ? [
          {
            line,
            problem: `读者每次打开这一页，浏览器都要向别的网站取图片 ${url}`,
            cure: '把图片放进 static/img/，写它在本站的地址',
          },
        ]
      : [];
}

function formulaProblem(
  {value}: {value: string},
  line: number | undefined,
  inline: boolean,
): ElementProblem[] {
  if (inline && /\p{Script=Han}/u.test(value)) {
    return [
      {
        line,
        problem: `两个 $ 之间的「${value}」会当作公式`,
        cure: '钱数等处的美元号写成 \\$；公式里的汉字放进 \\text{}',
      },
    ].filter(() => !/\\text/.test(value));
  }
  const error = renderFormula(value);
  return error === undefined
    ? []
    : [{line, problem: `公式 ${value} 有误：${error}`, cure: '改正公式；不是公式就把美元号写成 \\$'}];
}

function directiveProblem(node: {type: string; name?: string}, line: number | undefined): ElementProblem[] {
  const name = node.name ?? '';
  if (node.type === 'textDirective' || (node.type === 'containerDirective' && ADMONITIONS.includes(name))) {
    return [];
  }
  const [near] = nearest(name, ADMONITIONS, 1);
  return [
    {
      line,
      problem: `没有叫「${name}」的提示框`,
      cure: `可用的有 ${ADMONITIONS.join('、')}${near ? `；要的也许是 ${near}` : ''}`,
    },
  ];
}

/** Screen readers announce a level that is left out as a part that is missing. */
function firstHeadingProblem(root: Root): ElementProblem[] {
  const first = root.children.find((node): node is Heading => node.type === 'heading');
  return first?.depth === 3
    ? [
        {
          line: first.position?.start.line,
          problem: '第一个标题就是三级标题',
          cure: '前面加一个二级标题（##），或把它改成二级',
        },
      ]
    : [];
}

/** What decides how a page is read besides its text. */
interface PageForm {
  kind: PageKind;
  /** Names that its statements bind, where it has statements. */
  bound?: ReadonlySet<string>;
  /** Whether it has code in the browser (`.mdx`). */
  interactive: boolean;
  lines: readonly string[];
}

function nodeProblems(node: Nodes, {kind, bound, interactive, lines}: PageForm): ElementProblem[] {
  const line = node.position?.start.line;
  const other = node as {type: string; name?: string; value?: string};
  if (isJsx(other)) {
    return [
      ...jsxProblems(other, line),
      ...(interactive ? componentProblem(other, line, bound ?? new Set()) : staticProblem(other, line)),
    ];
  }
  if (isExpression(other)) {
    const isComment = /^\s*(?:\/\*[^]*\*\/\s*)?$/.test(other.value);
    return isComment || bound
      ? []
      : [
          {
            line,
            problem: `{${other.value}} 会当作 JavaScript 求值`,
            cure: '行内代码放进反引号；正文里的花括号写成 \\{',
          },
        ];
  }
  switch (other.type) {
    case 'heading':
      return headingProblem(node as Heading, line, kind);
    case 'link':
      return [...emptyLink(node as Link, line), ...addressProblem(node as Link, line)];
    case 'image':
      return [...addressProblem(node as Image, line), ...alternativeProblem(node as Image, line)];
    case 'imageReference':
      return alternativeProblem(node as Image, line);
    case 'table':
      return tableProblems(node as Table);
    case 'inlineMath':
    case 'math':
      return formulaProblem(other as {value: string}, line, other.type === 'inlineMath');
    case 'containerDirective':
    case 'leafDirective':
      return [
        ...directiveProblem(other, line),
        ...(other.type === 'containerDirective' ? openAdmonition(node, lines) : []),
      ];
    case 'text':
      return /^:::/m.test(other.value!)
        ? [
            {
              line,
              problem: '「:::」没有成为提示框，会原样显示',
              cure: '标题写在方括号里：:::note[标题]；前后各空一行，末尾有 :::',
            },
          ]
        : [];
    case 'code': {
      const lines = (node as Code).value.split('\n').length;
      return lines > LONGEST_CODE
        ? [
            {
              line,
              problem: `代码块有 ${lines} 行，页面会大到几兆字节`,
              cure: `只留读者要看的部分，或放进 static/ 并链接它；上限 ${LONGEST_CODE} 行`,
            },
          ]
        : [];
    }
    default:
      return [];
  }
}

/**
 * What is wrong with the text of one page: syntax, and what would be published in silence.
 *
 * @param interactive whether the page has code in the browser (`.mdx`)
 */
export function contentProblems(text: string, kind: PageKind = 'doc', interactive = false): ElementProblem[] {
  let root: Root;
  try {
    root = parseStrictly(text);
  } catch (error) {
    const {reason = String(error), ...end} = error as {reason?: string; line?: number; column?: number};
    // What is told of a tag that is not closed stands at the end of its paragraph; the tag's own place is in the words.
    const [, line, column] = /`<[^`]*>` \((\d+):(\d+)-/.exec(reason)?.map(Number) ?? [
      0,
      end.line,
      end.column,
    ];
    return [syntaxProblem(reason, line, column)];
  }
  const hasCode = root.children.some(({type}) => (type as string) === 'mdxjsEsm');
  const bound = hasCode ? boundNames(root) : undefined;
  const form = {kind, interactive, bound, lines: text.split('\n')};
  return [...firstHeadingProblem(root), ...[...nodesOf(root)].flatMap((node) => nodeProblems(node, form))];
}

/** What is wrong with the code blocks of a page; told from its lines alone, so it is not worth remembering. */
export function blockFaults({file, fences}: Page): Fault[] {
  return fenceFaults(fences).map((fault) => ({kind: KIND, file, ...fault}));
}

/** What is wrong with the text of the pages; those that were found in order before are not read again. */
export function contentFaults(siteDir: string, pages: readonly Page[]): Fault[] {
  const known = new KnownPages(siteDir, __filename);
  const faults = pages.flatMap(({kind, file, text}) => {
    const form = `${kind} ${path.extname(file)}\n${text}`;
    if (known.has(form)) {
      return [];
    }
    const problems = contentProblems(text, kind, file.endsWith('.mdx'));
    if (problems.length === 0) {
      known.add(form);
    }
    return problems.map((problem) => ({kind: KIND, file, ...problem}));
  });
  known.save();
  return faults;
}
