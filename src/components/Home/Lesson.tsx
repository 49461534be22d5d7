import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import Chart from '@site/src/components/Chart';
import type {ChartDrawing} from '@site/src/site/charts';
import {valueOf} from '@site/src/site/figures';
import type {HomeLesson} from '@site/src/site/homePage';

function Code({title, html}: {title: ReactNode; html: string}): ReactNode {
  return (
    <figure className="home-code">
      <figcaption>{title}</figcaption>
      <pre tabIndex={0}>
        <code dangerouslySetInnerHTML={{__html: html}} />
      </pre>
    </figure>
  );
}

/** How many times as fast the second bar of a chart is as the first. */
function gain({chart}: HomeLesson): number {
  const [first, second] = (JSON.parse(chart) as ChartDrawing).bars;
  return Math.round(valueOf(second!.figure) / valueOf(first!.figure));
}

/** What TVM does, in the code, the output and the figures of a lesson. */
export default function Lesson({lesson}: {lesson: HomeLesson}): ReactNode {
  return (
    <>
      <p className="home-text">
        <Translate
          id="home.lesson.text"
          description="Above the code of the home page; the factor is measured"
          values={{
            factor: gain(lesson),
            lesson: (
              <Link to={lesson.permalink}>
                <Translate id="home.lesson.link">Do it step by step</Translate>
              </Link>
            ),
          }}
        >
          {
            'You write what to compute; a schedule says how the loops run. Here it exchanges two loops: the result is the same, and it comes {factor} times as fast. {lesson}'
          }
        </Translate>
      </p>
      <div className="home-lesson">
        <div>
          <Code
            title={
              <Translate id="home.lesson.code">
                What you write: a product of matrices and its schedule
              </Translate>
            }
            html={lesson.code}
          />
          <Code
            title={<Translate id="home.lesson.loops">The loops that TVM makes of it</Translate>}
            html={lesson.loops}
          />
        </div>
        <Chart
          drawing={lesson.chart}
          title={lesson.title}
          unit={lesson.unit}
          log={lesson.isLog}
          measured={lesson.measured}
        />
      </div>
    </>
  );
}
