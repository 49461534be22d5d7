import {expect, test} from 'vitest';
import {variationVariables} from '../../../tools/examples/variation';

test('the other machine has another number of threads', () => {
  expect(variationVariables(8, []).OMP_NUM_THREADS).toBe('1');
  expect(variationVariables(1, []).OMP_NUM_THREADS).toBe('2');
});

test('NumPy is told only of what it can do without here', () => {
  expect(variationVariables(2, ['AVX2', 'FMA3']).NPY_DISABLE_CPU_FEATURES).toBe('AVX2 FMA3');
  expect(variationVariables(2, [])).not.toHaveProperty('NPY_DISABLE_CPU_FEATURES');
});
