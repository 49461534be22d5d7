import {type ReactNode, useEffect, useMemo, useState} from 'react';
import clsx from 'clsx';
import Translate, {translate} from '@docusaurus/Translate';
import {useHistory, useLocation} from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import {stageName} from '@site/src/components/PipelineStage/stageName';
import {LATEST, VERSIONS} from '@site/src/site/versions';
import {filterSteps, foldLines, linesOf, type PassRecord, readSteps} from './record';
import styles from './styles.module.css';

/** Lines around a change that are shown. */
const CONTEXT = 4;

type Loaded = PassRecord | 'failed';

/** The record of a release; undefined while it is on its way. */
function useRecord(release: string): Loaded | undefined {
  const folder = useBaseUrl('/passes/');
  const [loaded, setLoaded] = useState<{release: string; record: Loaded}>();
  useEffect(() => {
    const control = new AbortController();
    const load = async (): Promise<Loaded> => {
      const answer = await fetch(`${folder}${release}.json`, {signal: control.signal});
      return answer.ok ? ((await answer.json()) as PassRecord) : 'failed';
    };
    load()
      .catch(() => 'failed' as const)
      .then((record) => control.signal.aborted || setLoaded({release, record}));
    return () => control.abort();
  }, [folder, release]);
  return loaded?.release === release ? loaded.record : undefined;
}

function Change({record, index}: {record: PassRecord; index: number}): ReactNode {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => linesOf(record, index), [record, index]);
  const shown = whole ? lines : foldLines(lines, CONTEXT);
  const signs = {same: ' ', added: '+', removed: '-'};
  return (
    <>
      <label className={styles.option}>
        <input type="checkbox" checked={whole} onChange={() => setWhole(!whole)} />
        <Translate id="passes.whole" description="Shows lines that are far from a change, too">
          Whole module
        </Translate>
      </label>
      <pre className={styles.text} tabIndex={0}>
        {shown.map((line, i) =>
          typeof line === 'number' ? (
            <span key={i} className={styles.rest}>
              <Translate
                id="passes.rest"
                description="Stands for lines without change"
                values={{count: line}}
              >
                {'… {count} lines without change'}
              </Translate>
              {'\n'}
            </span>
          ) : (
            <span key={i} className={styles[line.kind]}>
              {`${signs[line.kind]} ${line.text}\n`}
            </span>
          ),
        )}
      </pre>
    </>
  );
}

function Steps({record}: {record: PassRecord}): ReactNode {
  const {hash, search} = useLocation();
  const history = useHistory();
  const [words, setWords] = useState('');
  const [changedOnly, setChangedOnly] = useState(true);
  const all = useMemo(() => readSteps(record), [record]);
  const shown = filterSteps(all, words, changedOnly);
  const asked = all[Number(/^#step-(\d+)$/.exec(hash)?.[1]) - 1];
  const current = asked ?? shown[0] ?? all[0]!;
  const before = shown.findLast(({index}) => index < current.index);
  const after = shown.find(({index}) => index > current.index);
  const open = (index: number) => history.replace({search, hash: `#step-${index + 1}`});
  return (
    <div className={styles.steps}>
      <div>
        <input
          type="search"
          className={styles.filter}
          value={words}
          onChange={({target}) => setWords(target.value)}
          placeholder={translate({id: 'passes.filter', message: 'Filter by name'})}
          aria-label={translate({id: 'passes.filter', message: 'Filter by name'})}
        />
        <label className={styles.option}>
          <input type="checkbox" checked={changedOnly} onChange={() => setChangedOnly(!changedOnly)} />
          <Translate id="passes.changedOnly">Only passes that changed something</Translate>
        </label>
        <p className={styles.option} role="status">
          <Translate id="passes.count" values={{shown: shown.length, all: all.length}}>
            {'{shown} of {all} runs'}
          </Translate>
        </p>
        <ol className={styles.list}>
          {shown.map((step, i) => (
            <li key={step.index}>
              {shown[i - 1]?.stage !== step.stage && (
                <strong className={styles.stage}>{stageName(step.stage)}</strong>
              )}
              <button
                type="button"
                className={clsx(styles.step, step.changed && styles.changes)}
                style={{paddingInlineStart: `${0.5 + step.depth * 0.75}rem`}}
                aria-current={step === current ? 'step' : undefined}
                onClick={() => open(step.index)}
              >
                {step.name}
              </button>
            </li>
          ))}
        </ol>
      </div>
      <section aria-live="polite" className={styles.change}>
        <div className={styles.ways}>
          <button type="button" disabled={!before} onClick={() => open(before!.index)}>
            <Translate id="passes.before" description="Goes to the pass before">
              Previous
            </Translate>
          </button>
          <button type="button" disabled={!after} onClick={() => open(after!.index)}>
            <Translate id="passes.after" description="Goes to the next pass">
              Next
            </Translate>
          </button>
        </div>
        <h2 className={styles.name}>
          <code>{current.name}</code>
        </h2>
        <p className={styles.option}>
          {current.changed ? (
            <Translate
              id="passes.changed"
              values={{stage: stageName(current.stage), place: current.index + 1, all: all.length}}
            >
              {'{stage}, run {place} of {all}: what it removed and added'}
            </Translate>
          ) : (
            <Translate
              id="passes.unchanged"
              values={{stage: stageName(current.stage), place: current.index + 1, all: all.length}}
            >
              {'{stage}, run {place} of {all}: it changed nothing'}
            </Translate>
          )}
        </p>
        <Change record={record} index={current.index} />
      </section>
    </div>
  );
}

/** Every pass that `relay.build` runs on a small model, with what each did to the module. */
export default function PassSteps(): ReactNode {
  const {search} = useLocation();
  const history = useHistory();
  const asked = new URLSearchParams(search).get('version');
  const {release} = VERSIONS.find((version) => version.release === asked) ?? LATEST;
  const record = useRecord(release);
  return (
    <>
      <label className={styles.option}>
        <Translate id="passes.version" description="Before the field that selects a release">
          TVM
        </Translate>{' '}
        <select
          value={release}
          onChange={({target}) => history.replace({search: `?version=${target.value}`})}
        >
          {VERSIONS.map((version) => (
            <option key={version.release}>{version.release}</option>
          ))}
        </select>
      </label>
      {record === 'failed' ? (
        <p role="alert">
          <Translate id="passes.failed">
            The record could not be loaded; reload the page to try again.
          </Translate>
        </p>
      ) : (
        record && <Steps key={release} record={record} />
      )}
    </>
  );
}
