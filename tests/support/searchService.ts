import type http from 'node:http';
import type {SearchRecord} from '../../src/site/searchTypes';
import {find, present, type Settings} from './searchQuery';

interface Index {
  objects: Map<string, SearchRecord>;
  settings: Settings;
}

/** A request that the service got. */
export interface Received {
  method: string;
  host: string;
  path: string;
  /** Parameters of the address and headers that say who asks. */
  appId: string;
  apiKey: string;
  body: unknown;
}

interface Reply {
  status: number;
  body: object;
}

interface Query {
  indexName: string;
  params: string;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The part of the hosted search service's protocol that the site and `npm run search:push` use, with its indices in
 * memory: a query finds the objects that have all its words, as they stand.
 */
export class SearchService {
  readonly indices = new Map<string, Index>();
  readonly received: Received[] = [];
  /** Decides how a request fails: by another reply, by none, by the beginning of one; undefined lets it be answered. */
  fail: (request: Received) => Reply | 'hang' | 'stop' | undefined = () => undefined;
  private tasks = 0;

  constructor(
    private readonly appId: string,
    private readonly searchKey: string,
    private readonly adminKey: string,
    private readonly maxBytes = 10_000,
  ) {}

  /** Answers a request of the official client. */
  readonly listener: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url!, 'http://service.invalid');
      const who = (name: string) => String(request.headers[name] ?? url.searchParams.get(name) ?? '');
      const text = Buffer.concat(chunks).toString();
      const received: Received = {
        method: request.method!,
        host: String(request.headers.host).replace(/:\d+$/, ''),
        path: decodeURIComponent(url.pathname),
        appId: who('x-algolia-application-id'),
        apiKey: who('x-algolia-api-key'),
        body: text ? JSON.parse(text) : undefined,
      };
      this.received.push(received);
      const reply = this.fail(received) ?? this.answer(received);
      if (reply === 'hang') {
        return;
      }
      const {status, body} = reply === 'stop' ? {status: 200} : reply;
      response.writeHead(status, {'content-type': 'application/json', 'access-control-allow-origin': '*'});
      if (reply === 'stop') {
        // Of an answer without any of its body the browser tells nothing.
        response.write('{');
      } else {
        response.end(JSON.stringify(body));
      }
    });
  };

  /** The queries that came, with their parameters decoded. */
  queries(): {host: string; indexName: string; params: URLSearchParams}[] {
    return this.received
      .filter(({path}) => path === '/1/indexes/*/queries')
      .flatMap(({host, body}) =>
        (body as {requests: Query[]}).requests.map(({indexName, params}) => ({
          host,
          indexName,
          params: new URLSearchParams(params),
        })),
      );
  }

  private answer(request: Received): Reply {
    try {
      return {status: 200, body: this.handle(request)};
    } catch (error) {
      const {status = 500, message} = error as Refusal;
      return {status, body: {status, message}};
    }
  }

  private handle({method, path, appId, apiKey, body}: Received): object {
    const writes = path !== '/1/indexes/*/queries';
    if (appId !== this.appId || apiKey !== (writes ? this.adminKey : this.searchKey)) {
      throw new Refusal(403, 'Invalid Application-ID or API key');
    }
    const [, name = '', action = ''] = /^\/1\/indexes\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
    if (!writes) {
      return {results: (body as {requests: Query[]}).requests.map((query) => this.query(query))};
    }
    if (action.startsWith('task/')) {
      return {status: 'published', pendingTask: false};
    }
    switch (`${method} ${action}`) {
      case 'PUT settings':
        this.index(name).settings = body as Settings;
        break;
      case 'POST batch':
        this.batch(name, (body as {requests: {action: string; body: SearchRecord}[]}).requests);
        break;
      case 'POST operation':
        this.operate(name, body as {operation: string; destination: string; scope?: string[]});
        break;
      case 'DELETE ':
        this.indices.delete(name);
        break;
      default:
        throw new Refusal(404, `no ${method} ${path}`);
    }
    return {taskID: ++this.tasks, updatedAt: '', objectIDs: []};
  }

  private index(name: string): Index {
    const index = this.indices.get(name) ?? {objects: new Map<string, SearchRecord>(), settings: {}};
    this.indices.set(name, index);
    return index;
  }

  private batch(name: string, requests: {action: string; body: SearchRecord}[]): void {
    for (const {action, body} of requests) {
      const size = Buffer.byteLength(JSON.stringify(body));
      if (action !== 'addObject' || size > this.maxBytes) {
        throw new Refusal(400, `Record is too big: ${size} of ${this.maxBytes} bytes`);
      }
      this.index(name).objects.set(body.objectID, body);
    }
  }

  private operate(name: string, operation: {operation: string; destination: string; scope?: string[]}): void {
    if (operation.operation === 'move') {
      this.indices.set(operation.destination, this.index(name));
      this.indices.delete(name);
    } else if (operation.scope?.includes('settings')) {
      this.index(operation.destination).settings = this.index(name).settings;
    } else {
      this.index(operation.destination);
    }
  }

  private query({indexName, params}: Query): object {
    const {objects, settings} = this.index(indexName);
    const asked = new URLSearchParams(params);
    const found = find(objects.values(), settings, asked);
    const hitsPerPage = Number(asked.get('hitsPerPage') ?? 20);
    const page = Number(asked.get('page') ?? 0);
    return {
      hits: found.slice(page * hitsPerPage, (page + 1) * hitsPerPage).map((object) => present(object, asked)),
      nbHits: found.length,
      page,
      hitsPerPage,
      index: indexName,
      ...(asked.get('clickAnalytics') === 'true' && {queryID: 'query-1'}),
    };
  }
}
