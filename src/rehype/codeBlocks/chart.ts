import {scaleLinear, scaleLog} from 'd3-scale';
import type {ChartDrawing, ChartRow} from '../../site/charts';
import {valueOf} from '../../site/figures';

/** About how many lines of the grid fit on a phone without their labels touching. */
const TICKS = 3;

const percent = (value: number) => Math.round(value * 100) / 100;

/** A logarithmic scale that begins at the power of ten below the smallest figure, whose bar is so never without length. */
function logarithmic(values: readonly number[]) {
  const from = 10 ** (Math.ceil(Math.log10(Math.min(...values))) - 1);
  const scale = scaleLog([from, Math.max(...values)], [0, 100]);
  return {scale, format: scale.tickFormat(TICKS, ',')};
}

function linear(values: readonly number[]) {
  const scale = scaleLinear([0, Math.max(...values) || 1], [0, 100]);
  return {scale, format: scale.tickFormat(TICKS)};
}

/** Lays out horizontal bars with the lines of the grid. */
export function drawChart(rows: readonly ChartRow[], kind: string | undefined): ChartDrawing {
  const values = rows.map(({figure}) => valueOf(figure));
  const {scale, format} = kind === 'log' ? logarithmic(values) : linear(values);
  return {
    bars: rows.map(({name, figure}, i) => ({name, figure, length: percent(scale(values[i]!))})),
    // A logarithmic scale has a line for each digit, and no label for those that are too many.
    ticks: scale
      .ticks(TICKS)
      .map((value) => ({label: format(value), at: percent(scale(value))}))
      .filter(({label}) => label !== ''),
  };
}
