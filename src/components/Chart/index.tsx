import type {ReactNode} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import type {ChartDrawing} from '../../site/charts';
import Measured from '../CodeFence/Measured';

interface Props {
  /** Bars and grid, laid out at build time, as JSON. */
  drawing: string;
  title?: string;
  unit?: string;
  /** Whether the scale is logarithmic. */
  log?: boolean;
  /** Machine that the figures come from, as JSON. */
  measured?: string;
}

/** Heights in `em`, so that a chart grows with its text: a row, the text in it, the bar below, and the labels of the grid. */
const ROW = 3;
const TEXT = 1.1;
const BAR = {top: 1.6, height: 0.8};
const LABELS = 1.6;

const em = (value: number) => `${Math.round(value * 100) / 100}em`;

/** Where the label of a grid line is anchored, so that none leaves the chart. */
const anchorAt = (at: number) => (at < 4 ? 'start' : at > 96 ? 'end' : 'middle');

function Caption({title, unit, log}: Props): ReactNode {
  const scale = log && (
    <Translate id="chart.log" description="In the caption of a chart">
      logarithmic scale
    </Translate>
  );
  return (
    (title || unit || scale) && (
      <figcaption>
        {title && <b>{title}</b>}
        {unit && <span>{unit}</span>}
        {scale && <span>{scale}</span>}
      </figcaption>
    )
  );
}

/**
 * A bar chart. Each bar stands below its name and figure and widths are in percent, so that text keeps its size from a
 * phone to a wide screen.
 */
export default function Chart(props: Props): ReactNode {
  const {bars, ticks} = JSON.parse(props.drawing) as ChartDrawing;
  const bottom = bars.length * ROW;
  const label = translate(
    {id: 'chart.label', message: 'Bar chart: {rows}', description: 'What a chart shows, for screen readers'},
    {rows: bars.map(({name, figure}) => [name, figure, props.unit].filter(Boolean).join(' ')).join('; ')},
  );
  return (
    <figure className="code--chart">
      <Caption {...props} />
      <svg role="img" aria-label={label} width="100%" height={em(bottom + LABELS)}>
        {ticks.map(({label: text, at}) => (
          <g key={at}>
            <line x1={`${at}%`} x2={`${at}%`} y1="0" y2={em(bottom)} />
            <text className="chart-tick" x={`${at}%`} y={em(bottom + TEXT)} textAnchor={anchorAt(at)}>
              {text}
            </text>
          </g>
        ))}
        {bars.map(({name, figure, length}, i) => (
          <g key={name}>
            <rect y={em(i * ROW + BAR.top)} width={`${length}%`} height={em(BAR.height)} rx="2" />
            <text y={em(i * ROW + TEXT)}>{name}</text>
            <text x="100%" y={em(i * ROW + TEXT)} textAnchor="end">
              {figure}
            </text>
          </g>
        ))}
      </svg>
      {props.measured && <Measured machine={props.measured} />}
    </figure>
  );
}
