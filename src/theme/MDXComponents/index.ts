// Wraps the stock map: adds the elements that src/rehype/codeBlocks writes.
import MDXComponents from '@theme-original/MDXComponents';
import CodeCompare from '@site/src/components/CodeCompare';
import CodeFence from '@site/src/components/CodeFence';

export default {...MDXComponents, CodeCompare, CodeFence};
