import {readBuildOptions, writeBuildOptions} from '../../src/content/buildOptions';
import {VERSIONS} from '../../src/site/versions';
import {type TaggedSource, TagProblem} from './tags';

/** Where options are named: what `tvm.support.libinfo()` reports, and the few that it leaves out. */
const FORMS: Record<string, RegExp> = {
  'src/support/libinfo.cc': /\{"([A-Z][A-Z0-9_]*)",/g,
  'CMakeLists.txt': /^tvm_option\((USE_[A-Z0-9_]+)/gm,
  'cmake/config.cmake': /^set\((USE_[A-Z0-9_]+)/gm,
};

/** Writes down which build options each release knows, where the directory has its tag. */
export function updateBuildOptions(siteDir: string, tags: TaggedSource): void {
  const options: Record<string, string[]> = {};
  for (const {release} of VERSIONS) {
    try {
      const names = [...tags.read(release, Object.keys(FORMS))].flatMap(([path, text]) =>
        [...text.matchAll(FORMS[path]!)].map(([, name]) => name!),
      );
      options[release] = [...new Set(names)].sort();
    } catch (error) {
      if (!(error instanceof TagProblem)) {
        throw error;
      }
      options[release] = readBuildOptions(siteDir, release);
    }
  }
  writeBuildOptions(siteDir, options);
}
