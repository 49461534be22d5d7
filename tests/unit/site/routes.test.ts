import {describe, expect, it} from 'vitest';
import routes from '@site/data/routes.json';
import {VERSIONS} from '@site/src/site/versions';

const ALL = VERSIONS.map(({release}) => release);
const SECTIONS = ['arch', 'contribute', 'dev', 'how_to', 'install', 'reference', 'topic', 'tutorial'];

const versionsOf = (path: string) =>
  routes.find((route) => route.path === `/docs/${path}`)?.versions as string[] | undefined;

describe('the list of pages of the docs', () => {
  it.each(SECTIONS)('has pages of %s in every version', (section) => {
    const pages = routes.filter(({path}) => path.startsWith(`/docs/${section}/`));
    expect(pages.some(({versions}) => ALL.every((release) => (versions as string[]).includes(release)))).toBe(
      true,
    );
  });

  it.each([
    'dev/how_to/setup_rpc_system',
    'how_to/deploy/deploy_adreno',
    'how_to/deploy/deploy_models/deploy_adreno',
    'how_to/deploy/deploy_models/deploy_adreno_tvmc',
    'how_to/microtvm/micro_custom_ide',
    'how_to/microtvm/micro_mlperftiny',
    'how_to/microtvm/micro_pytorch',
  ])('has %s in the newest version alone', (path) => {
    expect(versionsOf(path)).toEqual(['0.13.0']);
  });

  it.each(['how_to/deploy/deploy_models/deploy_ssd', 'how_to/microtvm/microtvm_vm'])(
    'has %s in the older versions alone',
    (path) => {
      expect(versionsOf(path)).toEqual(['0.12.0', '0.10.0']);
    },
  );

  it.each([
    'arch/introduction_to_module_serialization',
    'arch/microtvm_project_api',
    'arch/model_library_format',
    'arch/runtimes/vulkan',
  ])('has %s in the two newest versions at least', (path) => {
    expect(versionsOf(path)).toEqual(expect.arrayContaining(['0.13.0', '0.12.0']));
  });

  it('has the page of NNPACK in the oldest version and in the newest, as both readings say', () => {
    expect(versionsOf('install/nnpack')).toEqual(expect.arrayContaining(['0.13.0', '0.10.0']));
  });
});
