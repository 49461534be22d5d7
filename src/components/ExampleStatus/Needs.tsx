import {Fragment, type ReactNode} from 'react';
import Translate from '@docusaurus/Translate';
import type {Needs} from '@site/src/site/needs';

/** Names as code, with the mark of a list between them. */
function Names({names}: {names: readonly string[]}): ReactNode {
  return names.map((name, i) => (
    <Fragment key={name}>
      {i > 0 && '、'}
      <code>{name}</code>
    </Fragment>
  ));
}

/** Says what running the page takes besides TVM with LLVM and the base packages. */
export default function NeedsLine({options, commands, python, debian}: Needs): ReactNode {
  const parts = [
    options && (
      <Translate
        id="needs.options"
        description="Build options that a page needs"
        values={{names: <Names names={options} />}}
      >
        {'TVM built with {names}'}
      </Translate>
    ),
    commands && (
      <Translate
        id="needs.commands"
        description="Commands that a page needs"
        values={{names: <Names names={commands} />}}
      >
        {'the commands {names}'}
      </Translate>
    ),
    python && (
      <Translate
        id="needs.python"
        description="Python packages that a page needs"
        values={{names: <Names names={python} />}}
      >
        {'the Python packages {names}'}
      </Translate>
    ),
    debian && (
      <Translate
        id="needs.debian"
        description="Debian packages that a page needs"
        values={{names: <Names names={debian} />}}
      >
        {'the Debian packages {names}'}
      </Translate>
    ),
  ].filter(Boolean);
  return (
    <span>
      <Translate id="needs.lead" description="Before the list of what running a page takes">
        Running it also needs:
      </Translate>{' '}
      {parts.map((part, i) => (
        <Fragment key={i}>
          {i > 0 && '；'}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
