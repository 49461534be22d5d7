import {useEffect, useRef, type ReactNode} from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import {useLinkHandlers} from '@site/src/browser/linkHandlers';

/** Always the same object, as for an article (src/speed/articles/browser): React leaves the server's HTML as it is. */
const LEFT_ALONE = {__html: ''};

/** Takes the content of the home page from its HTML. */
async function fetchContent(address: string): Promise<ChildNode[]> {
  const response = await fetch(address, {credentials: 'same-origin'});
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return [...page.querySelector('[data-home]')!.childNodes];
}

/** The home page as the server rendered it; who comes from another page of the site gets that from its HTML. */
export default function Home(): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  const address = useBaseUrl('/');
  const handlers = useLinkHandlers();
  useEffect(() => {
    const element = ref.current!;
    if (!element.firstChild) {
      fetchContent(address).then(
        (content) => element.replaceChildren(...content),
        () => window.location.reload(),
      );
    }
  }, [address]);
  return (
    // The handlers belong to the links inside, which are keyboard-operable by themselves.
    <div ref={ref} data-home="" {...handlers} suppressHydrationWarning dangerouslySetInnerHTML={LEFT_ALONE} />
  );
}
