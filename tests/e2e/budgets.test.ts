import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {benchTransfer, type Transfer} from '../../tools/bench/transfer';
import {serveSite, type SiteServer} from '../../tools/server';
import {BUILD} from './support/pages';

/** What a first visit of a page may cost: compressed bytes by type of resource, elements, and fonts. */
interface Budget {
  path: string;
  document: number;
  script: number;
  stylesheet: number;
  elements: number;
  fonts: number;
}

const FILE = path.resolve(__dirname, '../../bench/budgets.json');
const budgets = Object.entries(JSON.parse(fs.readFileSync(FILE, 'utf8')) as Record<string, Budget>);

let server: SiteServer;
let transfers: Transfer[];

beforeAll(async () => {
  server = await serveSite(BUILD);
  transfers = await benchTransfer(
    server.origin,
    budgets.map(([, {path: page}]) => page),
  );
}, 300_000);

afterAll(() => server?.close());

describe('the budget of a first visit (bench/budgets.json)', () => {
  it.each(budgets)('holds for %s', (_type, {path: page, elements, fonts, ...bytes}) => {
    const transfer = transfers.find((visited) => visited.path === page)!;
    const over = Object.entries(bytes)
      .filter(([type, budget]) => (transfer.bytes[type] ?? 0) > budget)
      .map(([type, budget]) => `${page}: ${type} ${transfer.bytes[type]} bytes, ${budget} allowed`);
    expect(over).toEqual([]);
    expect(transfer.bytes.document).toBeGreaterThan(0);
    expect(transfer.elements).toBeLessThanOrEqual(elements);
    expect(transfer.fonts).toBeLessThanOrEqual(fonts);
  });
});
