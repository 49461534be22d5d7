import type {CSSProperties, ReactNode} from 'react';
import clsx from 'clsx';
import Translate, {translate} from '@docusaurus/Translate';
import SignatureFacts from '../SignatureFacts';
import Measured from './Measured';

interface Props {
  /** Highlighted code, made at build time. */
  html: string;
  language?: string;
  role?: 'output' | 'signature';
  side?: 'before' | 'after';
  title?: string;
  /** Why the code was not run. */
  norun?: string;
  /** What the newest release, which no longer has the name of this signature, calls alike. */
  gone?: string;
  /** What the inventories say of the name of this signature, as JSON. */
  facts?: string;
  /** Machine that the figures come from, as JSON. */
  measured?: string;
  firstLine?: string;
  lines: string;
  /** Whether all of it fits on a phone. */
  narrow?: boolean;
  /** Title under which the block is folded. */
  fold?: string;
  /** Whether it is so long that only its beginning is shown at first. */
  long?: boolean;
}

/** Names of languages that are not their abbreviation; an empty one is not shown. */
const LANGUAGES: Record<string, string> = {
  bash: 'Shell',
  c: 'C',
  cmake: 'CMake',
  cpp: 'C++',
  json: 'JSON',
  llvm: 'LLVM IR',
  python: 'Python',
  relay: 'Relay',
  text: '',
};

function caption({role, side, title, language = ''}: Props): ReactNode {
  if (title) {
    return title;
  }
  if (side === 'before') {
    return (
      <Translate id="code.before" description="Caption of an output before a change">
        Before
      </Translate>
    );
  }
  if (side === 'after') {
    return (
      <Translate id="code.after" description="Caption of an output after a change">
        After
      </Translate>
    );
  }
  return role === 'output' ? (
    <Translate id="code.output" description="Caption of what the code above printed">
      Output
    </Translate>
  ) : (
    (LANGUAGES[language] ?? language)
  );
}

function LineNumbers({first, count}: {first: number; count: number}): ReactNode {
  return (
    <span className="code-gutter" aria-hidden="true">
      {Array.from({length: count}, (_, i) => first + i).join('\n')}
    </span>
  );
}

function label({role, title, language}: Props): string {
  const name = title ?? language ?? '';
  return role === 'output'
    ? translate({
        id: 'code.outputLabel',
        message: 'Output of the code above',
        description: 'ARIA label of an output',
      })
    : translate(
        {id: 'code.label', message: 'Code {name}', description: 'ARIA label of a code block'},
        {name},
      ).trim();
}

/**
 * A block of code whose highlighted HTML was made at build time. Its buttons have no handlers of their own:
 * `src/client/articleActions.ts` listens for the whole page, so a block works before hydration and without it.
 */
export default function CodeFence(props: Props): ReactNode {
  const {html, language, role, side, norun, gone, facts, measured, firstLine, lines, narrow, fold, long} =
    props;
  const copy = translate({id: 'code.copy', message: 'Copy', description: 'Label of the copy button'});
  const wrap = translate({
    id: 'code.wrap',
    message: 'Wrap lines',
    description: 'Label of the word wrap button',
  });
  const isSignature = role === 'signature';
  const copyButton = <button type="button" data-code-action="copy" aria-label={copy} title={copy} />;
  const block = (
    <div
      className={clsx('code', role && `code--${role}`, side && `code--${side}`, long && 'code--long')}
      data-language={language || undefined}
    >
      {!isSignature && (
        <div className="code-caption">
          <span>{caption(props)}</span>
          <div className="code-actions">
            {!narrow && (
              <button
                type="button"
                data-code-action="wrap"
                aria-pressed="false"
                aria-label={wrap}
                title={wrap}
              />
            )}
            {copyButton}
          </div>
        </div>
      )}
      {/* A block that scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={label(props)} style={{'--lines': lines} as CSSProperties}>
        {firstLine && <LineNumbers first={Number(firstLine)} count={Number(lines)} />}
        <code dangerouslySetInnerHTML={{__html: html}} />
      </pre>
      {long && (
        <button type="button" className="code-unfold" data-code-action="unfold" aria-expanded="false">
          <Translate id="code.unfold" description="Button that opens a long block" values={{lines}}>
            {'Show all {lines} lines'}
          </Translate>
        </button>
      )}
      {isSignature && (
        <SignatureFacts facts={facts} gone={gone}>
          {copyButton}
        </SignatureFacts>
      )}
      {measured && <Measured machine={measured} />}
      {norun !== undefined && (
        <div className="code-norun">
          <Translate id="code.norun" description="Before the reason why an example was not run">
            Not run here:
          </Translate>
          {norun}
        </div>
      )}
    </div>
  );
  return fold === undefined ? (
    block
  ) : (
    <details className="code-fold">
      <summary>{fold}</summary>
      {block}
    </details>
  );
}
