import path from 'node:path';
import type {BlogContent} from '@docusaurus/plugin-content-blog';
import type {LoadedContent as DocsContent} from '@docusaurus/plugin-content-docs';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {type HomeData, type ReleaseProofs, findEntries, SHORTCUTS, WAYS} from '../../site/homePage';
import {LATEST, VERSIONS} from '../../site/versions';
import {summarise} from '../../site/examples';
import {readRecords} from '../../content/exampleRecords';
import {proofsOf, readProbeRuns, sumProofs} from '../../content/probeRecords';
import {contentOf} from '../../build/content';
import {replaceModule} from '../../build/replaceModule';
import {inlineStyles} from '../../build/inlineStyles';
import {homeLesson} from '../../build/homeLesson';

const POSTS = 3;

function countRun(siteDir: string, release: string) {
  const counts = Object.values(readRecords(siteDir, release).pages).map(summarise);
  return counts.length === 0
    ? undefined
    : {
        run: counts.reduce((sum, {executed}) => sum + executed, 0),
        all: counts.reduce((sum, {total}) => sum + total, 0),
      };
}

const proofSum = (siteDir: string, release: string) =>
  sumProofs(proofsOf(readProbeRuns(siteDir, release)).values());

/**
 * Gives the home page its data: what it shows of a lesson, the ways in that exist, the versions and the latest posts; and the
 * changelog what was proved on each release.
 */
export default function homePlugin({siteDir, baseUrl}: LoadContext): Plugin {
  return {
    name: 'tvm-home',
    async allContentLoaded({allContent, actions}) {
      const docs = contentOf<DocsContent>(allContent, 'docusaurus-plugin-content-docs').loadedVersions;
      const blog = contentOf<BlogContent>(allContent, 'docusaurus-plugin-content-blog');
      const latest = docs.find((v) => v.versionName === LATEST.docsVersion);
      const permalinks = new Map((latest?.docs ?? []).map((doc) => [doc.id, doc.permalink]));
      const data: HomeData = {
        styles: inlineStyles(path.join(siteDir, 'src/components/Home/home.css')),
        lesson: homeLesson(siteDir, latest),
        ways: findEntries(WAYS, permalinks),
        shortcuts: findEntries(SHORTCUTS, permalinks),
        versions: VERSIONS.map((v) => ({
          release: v.release,
          path: baseUrl.replace(/\/$/, '') + v.path,
          released: v.released,
          purpose: v.purpose,
          pages: docs.find((d) => d.versionName === v.docsVersion)?.docs.length ?? 0,
          examples: countRun(siteDir, v.release),
          proofs: proofSum(siteDir, v.release)?.proved,
        })),
        posts: blog.blogPosts.slice(0, POSTS).map(({metadata}) => ({
          title: metadata.title,
          description: metadata.description,
          permalink: metadata.permalink,
          date: new Date(metadata.date).toISOString(),
        })),
      };
      await actions.createData('home.json', data);
      const proofs = VERSIONS.flatMap(({release}): ReleaseProofs[] => {
        const sum = proofSum(siteDir, release);
        return sum ? [{release, ...sum}] : [];
      });
      await actions.createData('proofs.json', proofs);
    },
    configureWebpack(config, isServer, {currentBundler}) {
      return isServer || config.mode !== 'production'
        ? {}
        : {
            plugins: replaceModule(currentBundler, 'src/plugins/home', {
              request: /^@site\/src\/components\/Home$/,
              by: path.join(siteDir, 'src/components/Home/browser.tsx'),
            }),
          };
    },
  };
}
