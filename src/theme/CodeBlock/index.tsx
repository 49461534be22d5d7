// Replaces the stock block, which tokenizes in the browser and brings Prism into every page. Fences are highlighted at
// build time; what reaches this component is code made at run time, shown plain until Prism has been fetched.
import {isValidElement, useEffect, useState, type ReactNode} from 'react';
import type {Props} from '@theme/CodeBlock';
import CodeFence from '@site/src/components/CodeFence';
import {escapeHtml} from '@site/src/site/codeTokens';
import {parseFenceMeta} from '@site/src/site/fenceMeta';

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) {
    return node.map(textOf).join('');
  }
  return isValidElement<{children?: ReactNode}>(node) ? textOf(node.props.children) : String(node ?? '');
}

export default function CodeBlock({children, className, language, metastring, title}: Props): ReactNode {
  const code = textOf(children).replace(/\n+$/, '');
  const name = language ?? className?.match(/language-(\S+)/)?.[1] ?? '';
  const [highlighted, setHighlighted] = useState<{code: string; html: string}>();
  useEffect(() => {
    let current = true;
    if (name) {
      import('./highlight').then(
        ({highlight}) => current && setHighlighted({code, html: highlight(code, name)}),
        (error) => console.error(error),
      );
    }
    return () => {
      current = false;
    };
  }, [code, name]);
  return (
    <CodeFence
      html={highlighted?.code === code ? highlighted.html : escapeHtml(code)}
      language={name}
      title={typeof title === 'string' ? title : parseFenceMeta(name, metastring).title}
      lines={String(code.split('\n').length)}
    />
  );
}
