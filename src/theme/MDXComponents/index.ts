// Wraps the stock map: adds the elements that src/rehype writes, and leaves `details` to the browser, which
// opens and closes it without script.
import MDXComponents from '@theme-original/MDXComponents';
import CodeCompare from '@site/src/components/CodeCompare';
import CodeFence from '@site/src/components/CodeFence';
import GoneNames, {GoneName} from '@site/src/components/GoneNames';

export default {
  ...MDXComponents,
  Details: 'details',
  details: 'details',
  CodeCompare,
  CodeFence,
  GoneName,
  GoneNames,
};
