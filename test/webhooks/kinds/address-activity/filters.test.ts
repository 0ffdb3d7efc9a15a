import * as fc from 'fast-check';
import type { InternalTransaction } from '../../../../lambdas/evm/domain/internal-transactions';
import type { RawBlock } from '../../../../lambdas/evm/domain/rpc';
import type { ActivityFilters } from '../../../../lambdas/webhooks/contract/schemas/activity-filters';
import type { MatchPass } from '../../../../lambdas/webhooks/domain/match';
import type { BlockMessage } from '../../../../lambdas/webhooks/domain/message';
import type { WebhookRecord } from '../../../../lambdas/webhooks/domain/webhook';
import { createContent } from '../../../../lambdas/webhooks/kinds/address-activity/content';
import { createMatching } from '../../../../lambdas/webhooks/kinds/address-activity/matching';
import { repeatedRuns } from '../../../support/full';
import { aChain, address, aRawBlock, hash, type Sent } from '../../../support/make/blocks';
import { anInternalTx } from '../../../support/make/internal-transactions';
import { aBatch, aTransfer } from '../../../support/make/logs';
import { TOPICS } from '../../../support/make/odd-logs';
import { plainConcerns } from '../../../support/oracles/plain-matcher';

/** The watched address by default. */
const ME = 1;
const TOKEN = 0x70;
const BLOCK = 11;

const aRecord = (fields: Partial<WebhookRecord> = {}): WebhookRecord => ({
  ...{ id: 'w', owner: 'team-1', eventType: 'address_activity', chain: '31337', url: 'https://example.com/' },
  ...{ name: '', description: '', active: true, createdAt: 1, since: { number: 10, epoch: 0 } },
  ...fields,
});

interface Given {
  readonly raw: RawBlock;
  readonly webhook?: Partial<WebhookRecord>;
  readonly watched?: readonly number[];
  /** The watched addresses that are added after the block. */
  readonly addedLater?: readonly number[];
  readonly internals?: readonly InternalTransaction[];
  readonly pass?: MatchPass;
}
/** The transactions of a block that match a webhook. */
async function matchesIn({ raw, webhook, watched = [ME], addedLater = [], internals, pass = 'added' }: Given) {
  const record = aRecord(webhook);
  const addresses = new Set(watched.map(address));
  const { id, owner, since } = record;
  const later = new Set(addedLater.map(address));
  const getSince = (name: string) => (later.has(name) ? { ...since, number: BLOCK } : since);
  const matching = createMatching({
    watched: {
      of: async () => ({
        has: (one) => addresses.has(one),
        versionAt: () => 1,
        internals: true,
        messages: false,
        validators: false,
        thresholds: 0,
        byteLength: 0,
      }),
    },
    subscriptions: {
      of: async (_, name) => (addresses.has(name) ? [{ webhook: id, owner, since: getSince(name) }] : []),
    },
    webhooks: { findAll: async () => [record] },
    raw: { get: async () => raw },
    traces: { find: async () => internals && [...internals] },
  });
  const block = { chain: '31337', number: BLOCK, hash: raw.block.hash, incarnation: 1, epoch: 0 };
  const { matches = [], hasWaiting } = (await matching.matches(block, pass)) ?? {};
  return { txs: matches.map(({ tx }) => tx).toSorted((a, b) => a - b), hasWaiting };
}

const transfer = (kind: 'erc20' | 'erc721' | 'erc1155', from: number, to: number, value = 1n) =>
  aTransfer({ kind, token: TOKEN, from, to, ...(kind === 'erc721' ? {} : { value }) });
const FROM_OTHERS = { from: 8, to: 9, value: 0n };
const someLog = { address: address(ME), topics: [hash(0xee)], data: '0x' };

/** Each transaction involves address 1 in a different way, and the last does not. */
const TRANSACTIONS: Record<string, Sent> = {
  sends: { from: ME, to: 9, value: 5n },
  receives: { from: 9, to: ME, value: 7n },
  calls: { from: ME, to: 9, value: 3n, input: '0x01' },
  fails: { from: ME, to: 9, value: 9n, failed: true },
  erc20From: { ...FROM_OTHERS, input: '0x01', logs: [transfer('erc20', ME, 3, 6n)] },
  erc20To: { ...FROM_OTHERS, logs: [transfer('erc20', 3, ME, 4n)] },
  erc721From: { ...FROM_OTHERS, logs: [transfer('erc721', ME, 3)] },
  erc721To: { ...FROM_OTHERS, logs: [transfer('erc721', 3, ME)] },
  erc1155From: { ...FROM_OTHERS, logs: [transfer('erc1155', ME, 3, 50n)] },
  erc1155To: { ...FROM_OTHERS, logs: [aBatch({ token: TOKEN, from: 3, to: ME }, [[1n, 60n]])] },
  logs: { ...FROM_OTHERS, logs: [someLog] },
  others: { ...FROM_OTHERS, logs: [transfer('erc20', 3, 4, 99n)] },
};
const NAMES = Object.keys(TRANSACTIONS);
const RAW = aRawBlock(BLOCK, Object.values(TRANSACTIONS));
const chosenBy = async (filters: ActivityFilters, more: Partial<Given> = {}) =>
  (await matchesIn({ raw: RAW, ...more, webhook: { filters, ...more.webhook } })).txs.map((tx) => NAMES[tx]);

const NATIVE = ['sends', 'receives', 'calls', 'fails'];
const NFTS = ['erc721From', 'erc721To', 'erc1155From', 'erc1155To'];

describe('activity filters', () => {
  test('a webhook without filters matches every transaction that involves its address', async () => {
    expect((await matchesIn({ raw: RAW })).txs.map((tx) => NAMES[tx])).toEqual(NAMES.slice(0, -1));
  });
  test('a transaction of unknown status matches no webhook', async () => {
    const internals = [anInternalTx({ tx: 0, from: address(8), to: address(ME) })];
    const [first, ...rest] = RAW.receipts;
    const unknown = { ...RAW, receipts: [{ ...first, status: undefined, logs: [] }, ...rest] } as RawBlock;
    const { txs } = await matchesIn({ raw: unknown, internals });
    expect(txs.map((tx) => NAMES[tx])).toEqual(NAMES.slice(1, -1));
  });
  test.each<[string, ActivityFilters, string[]]>([
    ['native', { kinds: ['native'] }, NATIVE],
    ['erc20', { kinds: ['erc20'] }, ['erc20From', 'erc20To']],
    ['erc721', { kinds: ['erc721'] }, ['erc721From', 'erc721To']],
    ['erc1155', { kinds: ['erc1155'] }, ['erc1155From', 'erc1155To']],
    ['emitted logs', { kinds: ['logs'] }, ['logs']],
    ['native, from', { kinds: ['native'], directions: ['from'] }, ['sends', 'calls', 'fails']],
    ['native, to', { kinds: ['native'], directions: ['to'] }, ['receives']],
    ['erc20, from', { kinds: ['erc20'], directions: ['from'] }, ['erc20From']],
    ['erc721 or erc20, to', { kinds: ['erc721', 'erc20'], directions: ['to'] }, ['erc20To', 'erc721To']],
    ['erc1155, to', { kinds: ['erc1155'], directions: ['to'] }, ['erc1155To']],
    [
      'from, of any kind',
      { directions: ['from'] },
      [...NATIVE.filter((name) => name !== 'receives'), 'erc20From', 'erc721From', 'erc1155From'],
    ],
    ['either side: no logs', { directions: ['from', 'to'] }, NAMES.slice(0, -2)],
    ['NFT transfers', { kinds: ['erc721', 'erc1155'] }, NFTS],
    ['wallet-to-wallet transactions', { kinds: ['native'], minValue: '1', emptyInput: true }, ['sends', 'receives']],
    ['at least 5, inclusive; no NFTs, logs or failures', { minValue: '5' }, ['sends', 'receives', 'erc20From']],
    ['at least 6, native', { kinds: ['native'], minValue: '6' }, ['receives']],
    ['at least 6, to', { minValue: '6', directions: ['to'] }, ['receives']],
    ['at least 0: any amount', { minValue: '0' }, [...NATIVE, 'erc20From', 'erc20To']],
    ['more than any amount', { minValue: String(2n ** 256n - 1n) }, []],
    ['empty input', { emptyInput: true, directions: ['from'] }, ['sends', 'fails', 'erc721From', 'erc1155From']],
  ])('the filter "%s" matches exactly the expected transactions', async (_, filters, names) => {
    expect(await chosenBy(filters)).toEqual(names);
  });

  test('all filters must match the same transfer, not two transfers of one transaction', async () => {
    const logs = [transfer('erc20', ME, 3, 1n), transfer('erc20', 3, 4, 100n)];
    const raw = aRawBlock(BLOCK, [
      { from: 8, to: 9, logs },
      { from: ME, to: 9, logs: [transfer('erc20', 3, ME)] },
    ]);
    expect((await matchesIn({ raw, webhook: { filters: { minValue: '100' } } })).txs).toEqual([]);
    const own = { filters: { kinds: ['erc20'], directions: ['from'] } } satisfies Partial<WebhookRecord>;
    expect((await matchesIn({ raw, webhook: own })).txs).toEqual([0]);
  });
  test('a watched token contract matches every transfer of its token, and no direction filter', async () => {
    const watched = [TOKEN];
    expect(await chosenBy({ kinds: ['erc721', 'erc1155'] }, { watched })).toEqual(NFTS);
    expect(await chosenBy({ kinds: ['erc20'], minValue: '5' }, { watched })).toEqual(['erc20From', 'others']);
    expect(await chosenBy({ kinds: ['erc20'], directions: ['from', 'to'] }, { watched })).toEqual([]);
    expect(await chosenBy({ kinds: ['logs'] }, { watched })).toEqual(['erc20From', 'erc20To', ...NFTS, 'others']);
  });
  test('an address watched only from a later block matches nothing', async () => {
    const [filters, watched] = [{ kinds: ['native' as const], directions: ['to' as const] }, [ME, 9]];
    expect(await chosenBy(filters, { watched })).toEqual(NAMES);
    expect(await chosenBy(filters, { watched, addedLater: [9] })).toEqual(['receives']);
  });
  test('a created contract is the recipient of its transaction', async () => {
    const raw = aRawBlock(BLOCK, [{ from: 8, input: '0x6000', value: 2n }]);
    const watched = [Number(raw.receipts[0]?.contractAddress)];
    const webhook = (filters: ActivityFilters) => ({ filters });
    for (const [filters, txs] of [
      [{ kinds: ['native'], directions: ['to'], minValue: '2' }, [0]],
      [{ kinds: ['native'], directions: ['from'] }, []],
      [{ emptyInput: true }, []],
    ] satisfies [ActivityFilters, number[]][])
      expect([filters, (await matchesIn({ raw, watched, webhook: webhook(filters) })).txs]).toEqual([filters, txs]);
  });
  test('a transaction must match both filters and event signatures', async () => {
    const eventSignatures = [TOPICS.transfer];
    expect(await chosenBy({ directions: ['to'] }, { webhook: { eventSignatures } })).toEqual(['erc20To', 'erc721To']);
    expect(await chosenBy({ kinds: ['native'] }, { webhook: { eventSignatures } })).toEqual([]);
  });
});

describe('activity filters on internal transactions', () => {
  const internals = [
    anInternalTx({ tx: 0, from: address(ME), to: address(4), value: 10n }),
    anInternalTx({ tx: 1, row: 1, from: address(4), to: address(ME), value: 20n }),
    anInternalTx({ tx: 2, row: 2, from: address(4), to: address(5), value: 30n }),
  ];
  const raw = aRawBlock(BLOCK, [FROM_OTHERS, FROM_OTHERS, { from: ME, to: 9, value: 40n }]);
  const found = (filters: ActivityFilters, pass: MatchPass) =>
    matchesIn({ raw, internals, pass, webhook: { filters, includeInternalTxs: true } });

  test.each<[ActivityFilters, number[]]>([
    [{ kinds: ['internal'] }, [0, 1]],
    [{ kinds: ['internal'], directions: ['from'] }, [0]],
    [{ kinds: ['internal'], directions: ['to'] }, [1]],
    [{ kinds: ['internal'], minValue: '15' }, [1]],
    [{ kinds: ['native'] }, [2]],
    [{ minValue: '15' }, [1, 2]],
  ])('the filters %j match exactly the expected transactions', async (filters, txs) => {
    expect((await found(filters, 'traced')).txs).toEqual(txs);
  });
  test('an internal-only filter holds no match for traces nor matches without them, and a mixed filter holds one', async () => {
    expect(await found({ kinds: ['internal'] }, 'added')).toEqual({ txs: [], hasWaiting: false });
    expect((await found({ kinds: ['internal'] }, 'timedOut')).txs).toEqual([]);
    expect(await found({ kinds: ['internal', 'native'] }, 'added')).toEqual({ txs: [], hasWaiting: true });
    expect((await found({ kinds: ['internal', 'native'] }, 'timedOut')).txs).toEqual([2]);
  });
});

test('a message contains the whole transaction regardless of filters', async () => {
  const logs = [transfer('erc20', ME, 3), transfer('erc721', 3, 4), transfer('erc1155', 4, ME)];
  const raw = aRawBlock(BLOCK, [{ from: ME, to: 9, input: '0x01', logs }]);
  const { body } = createContent({
    chains: [aChain()],
    raw: { get: async () => raw },
    traces: { find: async () => [anInternalTx(), anInternalTx({ row: 1, from: address(ME) })] },
    tokens: { find: async () => new Map() },
    watched: { of: async () => [address(ME)] },
  });
  const all = { includeInternalTxs: true, includeLogs: true };
  const of = { blockHash: raw.block.hash, txHash: raw.block.transactions[0]?.hash ?? '' };
  const sent: BlockMessage = {
    ...{ webhook: 'w', owner: 'team-1', block: BLOCK, tx: 0, digest: 'ab'.repeat(16), kind: 'added', of },
    ...{ status: 'pending', createdAt: 1, tries: 0, attempts: [] },
  };
  const filters: ActivityFilters = { kinds: ['erc721'], directions: ['to'] };
  const [plain, filtered] = [await body(aRecord(all), sent), await body(aRecord({ ...all, filters }), sent)];
  expect(filtered).toEqual(plain);
  expect(plain).toMatchObject({
    transaction: {
      erc20Transfers: [{}],
      erc721Transfers: [{}],
      erc1155Transfers: [{}],
      internalTransactions: [{}, {}],
    },
    logs: [{}, {}, {}],
  });
});

const someone = fc.integer({ min: 1, max: 5 });
const amount = fc.bigInt({ min: 0n, max: 4n });
const aLog = fc.oneof(
  fc
    .record({ kind: fc.constantFrom('erc20', 'erc721', 'erc1155'), token: someone, from: someone, to: someone, amount })
    .map(({ kind, amount: value, ...between }) =>
      aTransfer({ kind, ...between, ...(kind === 'erc721' ? {} : { value }) }),
    ),
  fc.tuple(someone, someone, someone, amount, amount).map(([token, from, to, one, two]) =>
    aBatch({ token, from, to }, [
      [1n, one],
      [2n, two],
    ]),
  ),
  someone.map((emitter) => ({ address: address(emitter), topics: [hash(0xee)], data: '0x' })),
);
const aSent: fc.Arbitrary<Sent> = fc
  .record({
    from: someone,
    to: fc.option(someone, { nil: undefined }),
    value: amount,
    input: fc.constantFrom('0x', '0x01'),
    failed: fc.boolean(),
    logs: fc.array(aLog, { maxLength: 3 }),
  })
  .map(({ to, ...sent }) => ({ ...sent, ...(to === undefined ? {} : { to }) }));
const anyInternal = fc.record({
  tx: fc.integer({ min: 0, max: 3 }),
  ...{ from: someone.map(address), to: someone.map(address), value: amount },
});
/** Includes combinations that requests reject but matching still defines. */
const someFilters: fc.Arbitrary<ActivityFilters> = fc.record(
  {
    directions: fc.subarray<'from' | 'to'>(['from', 'to'], { minLength: 1 }),
    kinds: fc.subarray<NonNullable<ActivityFilters['kinds']>[number]>(
      ['native', 'erc20', 'erc721', 'erc1155', 'internal', 'logs'],
      { minLength: 1 },
    ),
    minValue: amount.map(String),
    emptyInput: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

test('the matcher agrees with an independent one on random blocks and filters', async () => {
  const seen = { some: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(aSent, { minLength: 1, maxLength: 4 }),
      fc.array(anyInternal, { maxLength: 4 }),
      fc.uniqueArray(someone, { minLength: 1, maxLength: 2 }),
      fc.option(someFilters, { nil: undefined }),
      fc.boolean(),
      fc.option(fc.constant([TOPICS.transfer]), { nil: undefined }),
      async (sent, drawn, watched, filters, isTraced, eventSignatures) => {
        const raw = aRawBlock(BLOCK, sent);
        const internals = drawn.filter(({ tx }) => tx < sent.length).map((one, row) => anInternalTx({ ...one, row }));
        const settings = { ...(filters ? { filters } : {}), ...(eventSignatures ? { eventSignatures } : {}) };
        const { txs } = await matchesIn({
          ...{ raw, watched, internals, pass: isTraced ? 'traced' : 'added' },
          webhook: { ...settings, includeInternalTxs: isTraced },
        });
        const expected = raw.block.transactions.flatMap((transaction, tx) => {
          const [receipt, own] = [raw.receipts[tx], isTraced ? internals.filter((one) => one.tx === tx) : []];
          const watcher = { addresses: watched.map(address), ...settings };
          return receipt && plainConcerns(transaction, receipt, watcher, own) ? [tx] : [];
        });
        seen[expected.length > 0 ? 'some' : 'none']++;
        expect(txs).toEqual(expected);
      },
    ),
    repeatedRuns(500),
  );
  expect(Math.min(seen.some, seen.none)).toBeGreaterThan(50);
});
