import type {ThemeConfig} from '@docusaurus/theme-common';
import type {Fault} from './fault';

/** Colours that the theme gives an announcement without any of its own. */
const USUAL = {backgroundColor: '#fff', textColor: '#000'};

/** Options of the theme that this site's components do not follow. */
export function optionFaults({
  announcementBar,
}: {
  announcementBar?: Partial<ThemeConfig['announcementBar']>;
}): Fault[] {
  return Object.entries(USUAL)
    .filter(([name, usual]) => {
      const chosen = announcementBar?.[name as keyof typeof USUAL];
      return chosen !== undefined && chosen !== usual;
    })
    .map(([name]) => ({
      kind: '不起作用的选项',
      file: 'src/site/interface.ts',
      problem: `公告栏的 ${name} 不起作用：这个站点的公告栏跟随浅色和深色模式`,
      cure: `删去 ${name}；要换颜色，改 src/css/tokens.css 或 src/theme/AnnouncementBar/styles.module.css`,
    }));
}
