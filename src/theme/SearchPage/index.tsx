// Replaces the stock page, which asks a hosted service: Pagefind answers from the site itself.
import {useEffect, useState, type FormEvent, type ReactNode} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import {useHistory, useLocation} from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Layout from '@theme/Layout';
import Link from '@docusaurus/Link';

interface Result {
  url: string;
  excerpt: string;
  meta: {title: string};
}

interface Pagefind {
  search(query: string): Promise<{results: {data(): Promise<Result>}[]}>;
}

const MAX_LENGTH = 64;
const PAGE_SIZE = 20;

function useResults(query: string): {results?: Result[]; failed: boolean} {
  const [state, setState] = useState<{query: string; results?: Result[]; failed: boolean}>();
  const script = useBaseUrl('/pagefind/pagefind.js');
  useEffect(() => {
    let current = true;
    const search = async () => {
      const pagefind = (await import(/* webpackIgnore: true */ script)) as Pagefind;
      const {results} = await pagefind.search(query);
      return Promise.all(results.slice(0, PAGE_SIZE).map((r) => r.data()));
    };
    if (query) {
      search().then(
        (results) => current && setState({query, results, failed: false}),
        (error) => {
          console.error(error);
          if (current) {
            setState({query, failed: true});
          }
        },
      );
    }
    return () => {
      current = false;
    };
  }, [query, script]);
  return state?.query === query ? state : {failed: false};
}

export default function SearchPage(): ReactNode {
  const {search, pathname} = useLocation();
  const history = useHistory();
  const query = (new URLSearchParams(search).get('q') ?? '').slice(0, MAX_LENGTH).trim();
  const {results, failed} = useResults(query);
  const title = translate({id: 'theme.SearchPage.emptyResultsTitle', message: 'Search the documentation'});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '');
    history.push({pathname, search: q ? `?${new URLSearchParams({q})}` : ''});
  };
  return (
    <Layout title={title} description={title}>
      <main className="container margin-vert--lg">
        <h1>{title}</h1>
        <form onSubmit={submit} role="search">
          <input
            key={query}
            type="search"
            name="q"
            defaultValue={query}
            maxLength={MAX_LENGTH}
            aria-label={translate({id: 'theme.SearchPage.inputLabel', message: 'Search'})}
          />
        </form>
        {failed && (
          <p role="alert">
            <Translate id="theme.SearchModal.errorScreen.titleText">Unable to fetch results</Translate>
          </p>
        )}
        {query && results?.length === 0 && (
          <p>
            <Translate id="theme.SearchPage.noResultsText">No results were found</Translate>
          </p>
        )}
        {results?.map(({url, excerpt, meta}) => (
          <article key={url}>
            <h2>
              <Link to={url.replace(/\.html$/, '')}>{meta.title}</Link>
            </h2>
            <p dangerouslySetInnerHTML={{__html: excerpt}} />
          </article>
        ))}
      </main>
    </Layout>
  );
}
