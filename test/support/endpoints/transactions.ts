import { aCursor, aRawBlock, hash } from '../make/blocks';
import { anInternalTx } from '../make/internal-transactions';
import { aTransfer } from '../make/logs';
import { PEOPLE, TOKENS } from '../make/token-world';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';

export function getPlaces(body: Record<string, unknown>): string[] {
  const rows = body.transactions as ({ nativeTransaction: Place } | Place)[];
  return rows.map((row) => {
    const { blockNumber, blockIndex } = 'nativeTransaction' in row ? row.nativeTransaction : row;
    return `${blockNumber}/${blockIndex}`;
  });
}
interface Place {
  readonly blockNumber: string;
  readonly blockIndex: number;
}

/** Follows `nextPageToken`. Throws after 1,000 pages. */
export async function readPages<D>(handler: Handler<D>, deps: D, asked: Asked): Promise<Record<string, unknown>[]> {
  const pages: Record<string, unknown>[] = [];
  for (let pageToken: unknown; pages.length < 1_000; ) {
    const query = { ...asked.query, ...(typeof pageToken === 'string' ? { pageToken } : {}) };
    const { status, body } = await call(handler, deps, { ...asked, query });
    if (status !== 200) throw new Error(`a page was answered with ${status}: ${body.message}`);
    pages.push(body);
    pageToken = body.nextPageToken;
    if (pageToken === undefined) return pages;
  }
  throw new Error('the list does not end');
}

// One row per block in every list of the first party and of each token.
const [from, to] = PEOPLE;
const logs = (['erc20', 'erc721', 'erc1155'] as const).map((kind) =>
  aTransfer({ kind, token: TOKENS[kind], from, to }),
);
const five = [1, 2, 3, 4, 5].map((n) => ({ ...aRawBlock(n, [{ from, to, logs }]), internalTxs: [anInternalTx()] }));

export function showsNoOrphans(handler: Handler<AllDeps>, good: Asked): void {
  test('200: the next page leaves out blocks that are being rolled back', async () => {
    const { deps, cursors } = await depsWith({ blocks: { 31337: five } });
    const first = await call(handler, deps, { ...good, query: { ...good.query, pageSize: '1' } });
    cursors.set(
      '31337',
      aCursor({ number: 5, pending: { kind: 'rollback', blocks: [{ number: 2, hash: hash(1_000_002) }] } }),
    );
    const query = { ...good.query, pageToken: String(first.body.nextPageToken) };
    const { status, text } = await call(handler, deps, { ...good, query });
    expect([status, [...text.matchAll(/"blockNumber":"(\d+)"/g)].map(([, n]) => n)]).toEqual([200, ['1']]);
  });
}
