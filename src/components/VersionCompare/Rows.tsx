import {type ReactNode, useState} from 'react';
import clsx from 'clsx';
import Translate from '@docusaurus/Translate';
import WordDiff from '@site/src/components/WordDiff';
import type {DiffRow} from './align';

const SIDES = {same: '', del: 'compare-del', ins: 'compare-ins', edit: 'compare-edit'};

function Line({row: {block, side, pieces}}: {row: DiffRow}): ReactNode {
  const isCode = block.kind === 'code';
  const text = <WordDiff pieces={pieces} plain={isCode} />;
  return (
    <div
      className={clsx('compare-row', `compare-${block.kind}`, block.isFirst && 'compare-first', SIDES[side])}
    >
      {isCode ? <code>{text}</code> : text}
    </div>
  );
}

/** Blocks of a page, each on a line of its own. */
export function Rows({rows}: {rows: readonly DiffRow[]}): ReactNode {
  return rows.map((row, i) => <Line key={i} row={row} />);
}

/** Blocks that are the same, folded; they are rendered when they are first opened. */
export function HiddenRows({rows}: {rows: readonly DiffRow[]}): ReactNode {
  const [opened, setOpened] = useState(false);
  return (
    <details className="compare-hidden" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <Translate
          id="compare.hidden"
          description="Summary of a folded part without changes"
          values={{count: rows.length}}
        >
          {'{count} unchanged blocks'}
        </Translate>
      </summary>
      {opened && <Rows rows={rows} />}
    </details>
  );
}
