/** Another machine, as far as settings can make one of this: other threads, other vector widths, another hash seed. */

/**
 * Variables that libraries read when they choose how many threads and which instructions to use.
 *
 * @param processors how many this machine has; a page otherwise runs on all of them
 * @param numpyFeatures instruction sets that NumPy would choose here and can do without
 */
export function variationVariables(processors: number, numpyFeatures: readonly string[]): Record<string, string> {
  const threads = processors === 1 ? '2' : '1';
  return {
    // TVM goes by it where TVM_NUM_THREADS is not set; pages that show which of the two wins set that one.
    OMP_NUM_THREADS: threads,
    OPENBLAS_NUM_THREADS: threads,
    MKL_NUM_THREADS: threads,
    ATEN_CPU_CAPABILITY: 'default',
    ONEDNN_MAX_CPU_ISA: 'SSE41',
    DNNL_MAX_CPU_ISA: 'SSE41',
    OPENBLAS_CORETYPE: 'Nehalem',
    MKL_ENABLE_INSTRUCTIONS: 'SSE4_2',
    MKL_CBWR: 'COMPATIBLE',
    TF_ENABLE_ONEDNN_OPTS: '0',
    PYTHONHASHSEED: '20231',
    ...(numpyFeatures.length > 0 && {NPY_DISABLE_CPU_FEATURES: numpyFeatures.join(' ')}),
  };
}
