/** Checks the content as the build does before it begins: every entry of `CHECKS`, none of which needs a build. */
import {checkContent} from '../../src/content/checks';
import {formatFaults} from '../../src/content/checks/fault';
import {readEnvironment} from '../../src/site/environment';
import {runCommand} from '../commandLine';
import {announcement, navbar} from '../../src/site/interface';

const USAGE = `用法：npm run check -- --only pages

检查页面的内容、链接和锚点，以及与它们有关的数据；构建开始时也运行它。
`;

runCommand({usage: USAGE}, async () => {
  const env = readEnvironment(process.env);
  const settings = {announcementBar: announcement(env), navbar: navbar(env)};
  const {faults, pages} = await checkContent(process.cwd(), settings);
  if (faults.length > 0) {
    console.error(formatFaults(faults));
  }
  const faulty = new Set(faults.map(({file}) => file)).size;
  console.log(`${Math.max(0, pages.length - faulty)} passed, ${faults.length} failed`);
  return faults.length > 0 ? 1 : 0;
});
