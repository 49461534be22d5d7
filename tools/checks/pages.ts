/**
 * Checks the content as the build does before it begins: every entry of `CHECKS`, none of which needs a build.
 *
 * usage: tsx tools/checks/pages.ts
 */
import {checkContent} from '../../src/content/checks';
import {formatFaults} from '../../src/content/checks/fault';
import {readEnvironment} from '../../src/site/environment';
import {announcement, navbar} from '../../src/site/interface';

async function main(): Promise<void> {
  const env = readEnvironment(process.env);
  const settings = {announcementBar: announcement(env), navbar: navbar(env)};
  const {faults, pages} = await checkContent(process.cwd(), settings);
  if (faults.length > 0) {
    console.error(formatFaults(faults));
  }
  const faulty = new Set(faults.map(({file}) => file)).size;
  console.log(`${Math.max(0, pages.length - faulty)} passed, ${faults.length} failed`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
