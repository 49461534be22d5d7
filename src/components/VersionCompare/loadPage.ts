import {type Block, readBlocks} from './blocks';

/** Why the text of a page in a version is not there. */
export type LoadFault = 'missing' | 'failed';

/** Fetches a built page of a release and reads the blocks of its article. */
export async function loadPage(
  address: string,
  release: string,
  signal: AbortSignal,
): Promise<Block[] | LoadFault> {
  try {
    const response = await fetch(address, {signal});
    if (response.status === 404) {
      return 'missing';
    }
    if (!response.ok) {
      return 'failed';
    }
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return readBlocks(page, release) ?? 'missing';
  } catch (error) {
    if (!signal.aborted) {
      console.warn(error);
    }
    return 'failed';
  }
}
