import {type FormEvent, type ReactNode, useEffect, useState} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import type {ListedPage} from '@site/src/site/pageList';
import {VERSIONS} from '@site/src/site/versions';
import {readPagePath} from './question';

function VersionSelect({name, label, value}: {name: string; label: string; value: string}): ReactNode {
  return (
    <label>
      <span>{label}</span>
      <select
        key={value}
        name={name}
        defaultValue={value}
        onChange={(event) => event.currentTarget.form!.requestSubmit()}
      >
        {VERSIONS.map(({release}) => (
          <option key={release} value={release}>
            {release}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The pages that can be compared, in a chunk of their own: those that stand in more than one version. */
function usePages(): readonly (readonly [path: string, title: string])[] {
  const [pages, setPages] = useState<readonly (readonly [string, string])[]>([]);
  useEffect(() => {
    let shown = true;
    import('@generated/tvm-page-list/default/pages.json')
      .then(({default: list}: {default: ListedPage[]}) => {
        const found = new Map<string, {title: string; count: number}>();
        for (const {path, title, release} of list) {
          const at = path.indexOf('/docs');
          const page = release && at !== -1 ? readPagePath(path.slice(at)) : undefined;
          if (page) {
            const known = found.get(page);
            found.set(page, {title: known?.title ?? title, count: (known?.count ?? 0) + 1});
          }
        }
        const several = [...found].filter(([, {count}]) => count > 1);
        if (shown) {
          setPages(several.map(([page, {title}]) => [page, title] as const));
        }
      })
      .catch(console.error);
    return () => {
      shown = false;
    };
  }, []);
  return pages;
}

/**
 * Asks for a page and two versions. Without script it is a plain form.
 *
 * @param page address of the page in the newest version
 * @param onAsk gets the query that asks
 */
export default function Question({
  page,
  from,
  to,
  onAsk,
}: {
  page: string;
  from: string;
  to: string;
  onAsk: (search: string) => void;
}): ReactNode {
  const pages = usePages();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => encodeURIComponent(String(fields.get(name) ?? '')).replace(/%2F/g, '/');
    onAsk(`?page=${text('page')}&from=${text('from')}&to=${text('to')}`);
  };
  return (
    <form className="compare-form" onSubmit={submit}>
      <label className="compare-page">
        <span>
          <Translate id="compare.page" description="Label of the field for a page">
            Page
          </Translate>
        </span>
        <input
          key={page}
          name="page"
          defaultValue={page}
          placeholder={translate({
            id: 'compare.placeholder',
            message: 'For example /docs/install',
            description: 'In the empty field for a page',
          })}
          list="compare-pages"
          autoComplete="off"
          required
        />
        <datalist id="compare-pages">
          {pages.map(([path, title]) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
        </datalist>
      </label>
      <VersionSelect
        name="from"
        label={translate({id: 'compare.from', message: 'From', description: 'Label of the first version'})}
        value={from}
      />
      <VersionSelect
        name="to"
        label={translate({id: 'compare.to', message: 'To', description: 'Label of the second version'})}
        value={to}
      />
      <button type="submit" className="button button--primary">
        <Translate id="compare.ask" description="Button that compares">
          Compare
        </Translate>
      </button>
    </form>
  );
}
