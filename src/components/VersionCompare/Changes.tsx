import {type ReactNode, useEffect, useLayoutEffect, useRef, useState} from 'react';
import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import {foldRows, type Stretch} from './align';
import {readChange} from './question';
import {HiddenRows, Rows} from './Rows';

const STEPS: Record<string, 1 | -1> = {n: 1, j: 1, p: -1, k: -1};

/** Which way a key leads; undefined where it belongs to a field or to the browser. */
function stepOf({key, altKey, ctrlKey, metaKey, target}: KeyboardEvent): 1 | -1 | undefined {
  const isTyping = target instanceof Element && target.matches('input, select, textarea, [contenteditable]');
  const isOpen = document.querySelector('[role=dialog], dialog[open]') !== null;
  return altKey || ctrlKey || metaKey || isTyping || isOpen ? undefined : STEPS[key];
}

function focusChange(number: number): boolean {
  const change = document.getElementById(`change-${number}`);
  change?.focus({preventScroll: true});
  change?.scrollIntoView({block: 'start'});
  return change !== null;
}

interface Walk {
  /** Number of the change that the reader came to, from 1; 0 at the beginning. */
  current: number;
  step(by: 1 | -1): void;
}

/** Goes from change to change, by keys too; the address names the change. */
function useWalk(count: number): Walk {
  const [current, setCurrent] = useState(() => Math.min(count, readChange(window.location.hash) ?? 0));
  const first = useRef(current);
  useEffect(() => {
    if (first.current > 0) {
      focusChange(first.current);
    }
  }, []);
  const step = (by: 1 | -1) => {
    const next = current + by;
    if (next >= 1 && next <= count && focusChange(next)) {
      setCurrent(next);
      window.history.replaceState(window.history.state, '', `#change-${next}`);
    }
  };
  const latest = useRef(step);
  useLayoutEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = stepOf(event);
      if (by) {
        event.preventDefault();
        latest.current(by);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return {current, step};
}

function Bar({count, current, step}: Walk & {count: number}): ReactNode {
  return (
    <div
      className="compare-bar"
      role="group"
      aria-label={translate({id: 'compare.walk', message: 'Changes'})}
    >
      <button
        type="button"
        data-key="P"
        aria-keyshortcuts="P K"
        disabled={current <= 1}
        onClick={() => step(-1)}
      >
        <Translate id="compare.previous" description="Button that leads to the change above">
          Previous
        </Translate>
      </button>
      <output>
        {current > 0 ? (
          <Translate id="compare.place" values={{current, count}}>
            {'{current} of {count}'}
          </Translate>
        ) : (
          <Translate id="compare.count" values={{count}}>
            {'{count} changes'}
          </Translate>
        )}
      </output>
      <button
        type="button"
        data-key="N"
        aria-keyshortcuts="N J"
        disabled={current >= count}
        onClick={() => step(1)}
      >
        <Translate id="compare.next" description="Button that leads to the change below">
          Next
        </Translate>
      </button>
    </div>
  );
}

function Change({
  number,
  count,
  isCurrent,
  stretch: {rows, heading},
  address,
}: {
  number: number;
  count: number;
  isCurrent: boolean;
  stretch: Stretch;
  address: string;
}): ReactNode {
  const label = translate(
    {id: 'compare.change', message: 'Change {number} of {count}', description: 'Name of a change'},
    {number, count},
  );
  return (
    <section
      id={`change-${number}`}
      tabIndex={-1}
      aria-label={label}
      className={clsx('compare-change', isCurrent && 'compare-current')}
    >
      <p className="compare-place">
        <span>{label}</span>
        {heading && (
          <Link to={heading.level === 1 || !heading.id ? address : `${address}#${heading.id}`}>
            {heading.runs.map(({text}) => text).join('')}
          </Link>
        )}
      </p>
      <Rows rows={rows} />
    </section>
  );
}

/**
 * The differences between two versions of a page, in its order, with the way from one to the next.
 *
 * @param address of the page in the version that it is compared to
 */
export default function Changes({
  stretches,
  address,
}: {
  stretches: readonly Stretch[];
  address: string;
}): ReactNode {
  const numbers = stretches.map((_, i) => stretches.slice(0, i + 1).filter(({changed}) => changed).length);
  const count = numbers.at(-1) ?? 0;
  const walk = useWalk(count);
  return (
    <>
      <div>
        {stretches.map((stretch, i) => {
          if (stretch.changed) {
            const number = numbers[i]!;
            return (
              <Change
                key={i}
                number={number}
                count={count}
                isCurrent={walk.current === number}
                stretch={stretch}
                address={address}
              />
            );
          }
          const {lead, hidden, trail} = foldRows(stretch.rows, i === 0, i === stretches.length - 1);
          return (
            <div key={i}>
              <Rows rows={lead} />
              {hidden.length > 0 && <HiddenRows rows={hidden} />}
              <Rows rows={trail} />
            </div>
          );
        })}
      </div>
      <Bar count={count} {...walk} />
    </>
  );
}
