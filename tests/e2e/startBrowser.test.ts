import {expect, it} from 'vitest';
import {startBrowser} from '../../tools/startBrowser';

it('The browser of the tests has off what playwright has off', async () => {
  const browser = await startBrowser();
  try {
    const session = await browser.newBrowserCDPSession();
    const {commandLine} = await session.send('SystemInfo.getInfo');
    const lists = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list]) => list!.split(','));
    expect(lists.length).toBeGreaterThan(1);
    const missing = lists
      .slice(0, -1)
      .flat()
      .filter((feature) => !lists.at(-1)!.includes(feature));
    // What only Edge has is left out.
    expect(missing.filter((feature) => !feature.startsWith('ms'))).toEqual([]);
  } finally {
    await browser.close();
  }
});
