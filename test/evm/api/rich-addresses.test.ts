import { endpoints } from '../../../lambdas/app/contract/registry';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { toHandler } from '../../support/endpoints/paged-world';
import { address, aRawBlock, hash, type Sent } from '../../support/make/blocks';
import { anInternalTx } from '../../support/make/internal-transactions';
import { knowTokens } from '../../support/make/known-tokens';
import { aTransfer } from '../../support/make/logs';
import { memoryTable } from '../../support/tables/memory';

const [ME, FRIEND, CARDS, COIN] = [1, 2, 700, 800];
const KNOWN = { name: 'Router', symbol: 'RT', decimals: 6, logoUri: 'https://logo.example/rt.png' };
/** A called contract; all have a record. */
const contract = (n: number) => 1_000 + n;
const calling = (n: number, more: Partial<Sent> = {}): Sent => ({
  from: ME,
  to: contract(n),
  input: '0xabcdef01',
  ...more,
});
const shown = (n: number) => ({ ...KNOWN, address: expect.stringMatching(new RegExp(`^${address(n)}$`, 'i')) });

/** An endpoint's answer over one block of these transactions, with its reads: Queries and BatchGet keys. */
async function getAnswer(
  id: string,
  sent: readonly Sent[],
  { pageSize, internals = [] }: { pageSize?: number; internals?: number[] } = {},
) {
  let [queries, batches] = [0, [] as number[]];
  const { table } = memoryTable((name, when, { RequestItems = {} }) => {
    if (when === 'after') return;
    if (name === 'Query') queries++;
    if (name === 'BatchGetItem')
      batches.push(
        ...Object.values(RequestItems as Record<string, { Keys: unknown[] }>).map(({ Keys }) => Keys.length),
      );
  });
  const internalTxs = internals.map((n, row) => anInternalTx({ row, from: address(contract(n)), to: address(ME) }));
  const { deps } = await depsWith({ table, blocks: { 31337: [{ ...aRawBlock(1, sent), internalTxs }] } });
  const called = [
    ...new Set([...sent.flatMap(({ to, input }) => (to && input ? [to] : [])), ...internals.map(contract)]),
  ];
  await knowTokens(
    table,
    [...called, FRIEND].map((token) => ({ token, ercType: 'ERC-20', ...KNOWN })),
  );
  [queries, batches] = [0, []];
  const endpoint = endpoints.find((one) => one.id === id);
  if (!endpoint) throw new Error(`no endpoint ${id}`);
  const { path, query } = endpoint;
  const params = {
    ...(path.includes('{chainId}') ? { chainId: '31337' } : {}),
    ...(path.includes('{address}') ? { address: address(path.includes('/tokens/') ? COIN : ME) } : {}),
    ...(path.includes('{blockId}') ? { blockId: '1' } : {}),
    ...(path.includes('{txHash}') ? { txHash: hash(100_000_100_000) } : {}),
  };
  const paging = 'pageSize' in query.shape && pageSize ? { pageSize: String(pageSize) } : {};
  const { status, body } = await call(await toHandler(endpoint), deps, { params, query: paging });
  expect([id, status]).toEqual([id, 200]);
  return { body, queries, batches };
}
type Row = Record<string, unknown> & { readonly nativeTransaction?: Record<string, unknown> };
const nativeIn = (body: Record<string, unknown>) =>
  (body.transactions as Row[]).map((row) => (row.nativeTransaction ?? row) as Record<string, unknown>);

/** Transaction lists, and the Queries that a page takes over one block. */
const LISTS = [
  ['listLatestTransactions', 1],
  ['listNativeTransactions', 1],
  ['listLatestTransactionsAllChains', 1],
  ['listAllLatestTransactions', 1],
] as const;

describe('called contracts', () => {
  test.each(LISTS)(
    '%s: called contracts have the fields of their records, for one Query and one BatchGet',
    async (id, expected) => {
      const sent = [calling(0), calling(1), calling(0), { from: ME, to: FRIEND }];
      const { body, queries, batches } = await getAnswer(id, sent, { pageSize: 100 });
      const [native, ...calls] = nativeIn(body);
      expect(calls.map(({ to }) => to)).toEqual([shown(contract(0)), shown(contract(1)), shown(contract(0))]);
      // Neither senders nor recipients of native coin are looked up.
      expect([native?.to, native?.from]).toEqual([{ address: address(FRIEND) }, { address: address(ME) }]);
      expect([queries, batches]).toEqual([expected, [2]]);
    },
  );
  test.each(LISTS)('%s: a page without contract calls looks nothing up', async (id, expected) => {
    const { queries, batches } = await getAnswer(id, [{ from: ME, to: FRIEND }, { from: ME }], { pageSize: 100 });
    expect([queries, batches]).toEqual([expected, []]);
  });
  test('getTransactionsForBlock: at most 100 contracts are looked up', async () => {
    const { body, batches } = await getAnswer(
      'getTransactionsForBlock',
      Array.from({ length: 130 }, (_, n) => calling(n)),
    );
    const rows = nativeIn(body);
    expect([rows.length, batches]).toEqual([130, [100]]);
    expect(rows.map(({ to }) => 'name' in (to as object))).toEqual(rows.map((_, n) => n < 100));
  });
  test.each(['listTransactions', 'listTransactionsV2'])(
    '%s: contracts and tokens are looked up in one batch',
    async (id) => {
      const coin = aTransfer({ kind: 'erc20', token: COIN, from: ME, to: FRIEND });
      const { body, batches } = await getAnswer(id, [calling(0, { logs: [coin] }), calling(1)], { internals: [5] });
      expect(nativeIn(body).map(({ to }) => to)).toEqual([shown(contract(1)), shown(contract(0))]);
      const [, first] = body.transactions as Record<string, Record<string, unknown>[]>[];
      expect(first?.internalTransactions).toEqual([expect.objectContaining({ from: shown(contract(5)) })]);
      expect(first?.erc20Transfers).toEqual([expect.objectContaining({ to: { address: address(FRIEND) } })]);
      // Two contracts, the token, and both parties of the internal transaction.
      expect(batches).toEqual([5]);
    },
  );
  test('listTransactions: tokens are looked up first, then contracts, up to 100 keys', async () => {
    const cards = Array.from({ length: 60 }, (_, n) =>
      aTransfer({ kind: 'erc721', token: CARDS, from: ME, to: FRIEND, id: BigInt(n) }),
    );
    const sent = [calling(0, { logs: cards }), ...Array.from({ length: 70 }, (_, n) => calling(n + 1))];
    const { body, batches } = await getAnswer('listTransactions', sent, { pageSize: 100 });
    expect(batches).toEqual([100]);
    const named = nativeIn(body).filter(({ to }) => 'name' in (to as object));
    // 60 cards and their collection.
    expect([named.length, nativeIn(body).length]).toEqual([39, 71]);
  });
  test('getTransaction: the called contract and internal parties are looked up in one batch', async () => {
    const { body, batches } = await getAnswer('getTransaction', [calling(0)], { internals: [5, 6] });
    expect(body.nativeTransaction).toMatchObject({ to: shown(contract(0)), from: { address: address(ME) } });
    expect(body.internalTransactions).toEqual(
      [5, 6].map((n) => expect.objectContaining({ from: shown(contract(n)), to: { address: address(ME) } })),
    );
    expect(batches).toEqual([4]);
  });
});

describe('parties of internal transactions', () => {
  test('listInternalTransactions: parties have the fields of their records, for one Query and one BatchGet', async () => {
    const { body, queries, batches } = await getAnswer('listInternalTransactions', [{ from: ME, to: 3 }], {
      internals: [5, 5, 6],
    });
    const rows = body.transactions as Row[];
    expect(rows.map(({ from }) => from)).toEqual([shown(contract(6)), shown(contract(5)), shown(contract(5))]);
    expect([queries, batches]).toEqual([1, [3]]);
  });
});

describe('parties of transfers', () => {
  test.each(['listErc20Transactions', 'listTransfers'])(
    '%s: parties are not looked up, but named if the page already has their record',
    async (id) => {
      const logs = [FRIEND, COIN].map((to) => aTransfer({ kind: 'erc20', token: COIN, from: ME, to }));
      const { body, queries, batches } = await getAnswer(id, [calling(0, { to: COIN, logs })]);
      const rows = (body.transactions ?? body.transfers) as Row[];
      expect(rows.map(({ to }) => to)).toEqual([shown(COIN), { address: address(FRIEND) }]);
      expect([queries, batches]).toEqual([1, [1]]);
    },
  );
});
