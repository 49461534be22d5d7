/** Where what pages need comes from on Debian 12. */

/** What building TVM takes, as the page on building from source has it. */
export const BASE_PACKAGES =
  'git ca-certificates build-essential cmake ninja-build llvm-14-dev libpolly-14-dev zlib1g-dev python3 python3-venv'.split(
    ' ',
  );

/** The package that has a command. */
const COMMAND_PACKAGES: Record<string, string> = {
  'aarch64-linux-gnu-g++': 'g++-aarch64-linux-gnu',
  'aarch64-linux-gnu-gcc': 'gcc-aarch64-linux-gnu',
  'arm-linux-gnueabihf-g++': 'g++-arm-linux-gnueabihf',
  'arm-linux-gnueabihf-gcc': 'gcc-arm-linux-gnueabihf',
  'arm-none-eabi-gcc': 'gcc-arm-none-eabi',
  'clang++-14': 'clang-14',
  'clang-14': 'clang-14',
  dot: 'graphviz',
  file: 'file',
  'g++': 'g++',
  gcc: 'gcc',
  java: 'openjdk-17-jdk-headless',
  javac: 'openjdk-17-jdk-headless',
  'ld.lld-14': 'lld-14',
  make: 'make',
  nm: 'binutils',
  objdump: 'binutils',
  patchelf: 'patchelf',
  'qemu-aarch64': 'qemu-user',
  'qemu-arm': 'qemu-user',
  'qemu-system-arm': 'qemu-system-arm',
  readelf: 'binutils',
  unzip: 'unzip',
};

/** Values of build options other than `ON`, and the packages that options take. */
const OPTION_SETTINGS: Record<string, {value?: string; packages?: string[]}> = {
  USE_BLAS: {value: 'openblas', packages: ['libopenblas-dev']},
  USE_DNNL: {packages: ['libdnnl-dev']},
  USE_OPENCL: {packages: ['ocl-icd-opencl-dev']},
  USE_PAPI: {packages: ['libpapi-dev', 'pkg-config']},
};

/** What the source of a release needs on Debian 12 besides, before and after it is built. */
const SOURCE_STEPS: Record<string, {before: string[]; after: string[]}> = {
  '0.10.0': {
    // GCC 12 warns of a bound of `strnlen` in aot_executor.c, and USE_MICRO builds that file.
    before: [
      "sed -i 's/ -Werror//' tvm-0.10.0/src/runtime/crt/Makefile",
      // The release branch took VTA out of the build and its submodule out of the tree; this is the commit that it had.
      "sed -i 's|^# include(cmake/modules/VTA.cmake)|include(cmake/modules/VTA.cmake)|' tvm-0.10.0/CMakeLists.txt",
      'git clone https://github.com/apache/tvm-vta tvm-0.10.0/3rdparty/vta-hw',
      'git -C tvm-0.10.0/3rdparty/vta-hw checkout 36a91576edf633479c78649e050f18dd2ddc8103',
    ],
    // The server of the template makes this folder beside itself, which it cannot where pages run.
    after: ['mkdir -p tvm-0.10.0/build/standalone_crt/template/host/.pkl_memoize_py3'],
  },
};

/**
 * Commands that a release's source needs besides those of every release.
 *
 * @param when before or after the build
 */
export function sourceSteps(release: string, when: 'before' | 'after'): string[] {
  return SOURCE_STEPS[release]?.[when] ?? [];
}

/** The Debian package that has a command; undefined where none is known. */
export function packageOf(command: string): string | undefined {
  return COMMAND_PACKAGES[command];
}

/** The argument of CMake that turns a build option on. */
export function cmakeArgument(option: string): string {
  return `-D${option}=${OPTION_SETTINGS[option]?.value ?? 'ON'}`;
}

/** Debian packages that a build option takes. */
export function packagesOf(option: string): string[] {
  return OPTION_SETTINGS[option]?.packages ?? [];
}

/** Whether a build has an option on, by what `tvm.support.libinfo()` says of it. */
export function isOn(value = ''): boolean {
  return !/^(off|no|none|false|0|not-found|)$/i.test(value);
}
