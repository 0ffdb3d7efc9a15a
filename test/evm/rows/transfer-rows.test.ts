import * as fc from 'fast-check';
import { getSize, type Item, WRITE_UNIT_BYTES } from '../../../lambdas/core/table/item';
import { key } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';
import { type DerivedBlock, derive, type TransactionRow } from '../../../lambdas/evm/domain/derive';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import { ADDRESS_TRANSFERS } from '../../../lambdas/evm/rows/rows';
import { decodeTransfers, type TransferEntry } from '../../../lambdas/evm/rows/transfer-codec';
import { decodeDeployment, decodeTx } from '../../../lambdas/evm/rows/tx-codec';
import { runs } from '../../support/full';
import { aChain, address, aRawBlock, type Sent, type SentLog } from '../../support/make/blocks';
import { aBatch, aTransfer } from '../../support/make/logs';

const chain = aChain({ chainId: '43114' });
const amount = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, 2n ** 256n - 1n));
const between = {
  token: fc.integer({ min: 20, max: 22 }),
  from: fc.integer({ min: 0, max: 5 }),
  to: fc.integer({ min: 0, max: 5 }),
};
const log: fc.Arbitrary<SentLog> = fc.oneof(
  fc
    .record({ ...between, kind: fc.constantFrom('erc20', 'erc721', 'erc1155'), id: amount, value: amount })
    .map(aTransfer),
  fc
    .tuple(fc.record(between), fc.array(fc.tuple(amount, amount), { maxLength: 6 }))
    .map(([parties, entries]) => aBatch(parties, entries)),
);
const sent = (logs: fc.Arbitrary<SentLog[]>): fc.Arbitrary<Sent> =>
  fc.record(
    {
      from: fc.integer({ min: 1, max: 5 }),
      to: fc.integer({ min: 1, max: 22 }),
      input: fc.constantFrom('0x', '0xa9059cbb', '0xa9059cbb00ff'),
      failed: fc.boolean(),
      logs,
    },
    { requiredKeys: ['from', 'logs'] },
  );
/** Blocks of many small transactions, or of a few with enough transfers to fill several items. */
const block = fc
  .oneof(
    fc.array(sent(fc.array(log, { maxLength: 4 })), { maxLength: 20 }),
    fc.array(sent(fc.array(log, { minLength: 20, maxLength: 60 })), { minLength: 1, maxLength: 3 }),
  )
  .map((all) => derive(aRawBlock(7, all), 0));
const RUNS = runs(20);

const plain = ({ maxFee: _m, maxPriorityFee: _p, cumulativeGas: _c, input, ...row }: TransactionRow) => ({
  ...row,
  input: input.slice(0, 10),
});
/** The rows of the items under a key; each item's key is that of its first row. */
function rowsUnder(items: readonly Item[], pk: string, toKey: (row: TransferEntry) => string, owner: object) {
  return items
    .filter((item) => item.pk === pk)
    .toSorted((a, b) => (a.sk < b.sk ? -1 : 1))
    .flatMap((item) => {
      const { rows } = decodeTransfers(item.d as Uint8Array, owner);
      expect(item.sk).toBe(rows[0] && toKey(rows[0]));
      return rows;
    });
}
const ofAddress = (derived: DerivedBlock, items: readonly Item[]) =>
  derived.addresses.flatMap((row) =>
    (['erc20', 'erc721', 'erc1155'] as const).map((kind) => {
      const { pk, sk } = ADDRESS_TRANSFERS[kind];
      const own = items.filter((item) => item.sk.startsWith(sk.slice(0, 2)));
      const toKey = ({ transfer: { tx, row } }: TransferEntry) => key(sk, { block: 7, tx, transfer: row });
      const at = key(pk, { chain: '43114', address: row.address });
      return { row, kind, found: rowsUnder(own, at, toKey, { self: row.address }) };
    }),
  );

describe('transfer rows', () => {
  test('each party lists a transfer once and in order, by kind', () => {
    void fc.assert(
      fc.property(block, (derived) => {
        for (const { row, kind, found } of ofAddress(derived, toItems(derived, chain))) {
          expect(found.map(({ transfer }) => transfer)).toEqual(row.transfers.filter((t) => t.kind === kind));
        }
      }),
      RUNS,
    );
  });
  test('a transfer row has its transaction hash, and the whole transaction if the native list of the address lacks it', () => {
    void fc.assert(
      fc.property(block, (derived) => {
        for (const { row, found } of ofAddress(derived, toItems(derived, chain)))
          for (const { hash, body, transfer } of found) {
            const transaction = derived.transactions[transfer.tx];
            const isNative = row.transactions.some(({ index }) => index === transfer.tx);
            expect(hash).toBe(transaction?.hash);
            expect(body).toEqual(isNative || !transaction ? undefined : plain(transaction));
          }
      }),
      RUNS,
    );
  });
  test('a transfer is listed by its token and stored with its transaction', () => {
    void fc.assert(
      fc.property(block, (derived) => {
        const items = toItems(derived, chain);
        const { pk, sk } = entities.TokenTransfer;
        const toKey = ({ transfer }: TransferEntry) => key(sk, { block: 7, transfer: transfer.row });
        const lists = items.filter((item) => !item.sk.startsWith('~'));
        for (const token of [20, 21, 22].map(address)) {
          const found = rowsUnder(lists, key(pk, { chain: '43114', token }), toKey, { token });
          expect(found.map(({ transfer }) => transfer)).toEqual(derived.transfers.filter((t) => t.token === token));
        }
        for (const { hash, index } of derived.transactions) {
          const item = items.find((one) => one.pk === key(entities.Tx.pk, { chain: '43114', hash }));
          const { transfers } = decodeTx(item?.d as Uint8Array);
          expect(transfers).toEqual(derived.transfers.filter((t) => t.tx === index));
        }
      }),
      RUNS,
    );
  });
  test('list items fit in one write unit, even with the longest possible numbers', () => {
    const most = 2n ** 256n - 1n;
    const large = Array.from({ length: 40 }, () =>
      aTransfer({ kind: 'erc1155', token: 20, from: 1, to: 2, id: most, value: most }),
    );
    const widest = derive(aRawBlock(9_999, [{ from: 3, to: 4, value: most, input: '0xa9059cbb', logs: large }]), 0);
    void fc.assert(
      fc.property(fc.oneof(block, fc.constant(widest)), (derived) => {
        const lists = toItems(derived, chain).filter((item) => !item.pk.startsWith('x#'));
        expect(Math.max(...lists.map(getSize))).toBeLessThanOrEqual(WRITE_UNIT_BYTES);
      }),
      RUNS,
    );
  });
  test('the last positions that fit into keys keep their order, and positions beyond are rejected', () => {
    const { sk } = entities.AddressErc20;
    const last = { block: 9_999_999_999, tx: 99_999, transfer: 9_999_999 };
    for (const place of ['block', 'tx', 'transfer'] as const) {
      expect(key(sk, { ...last, [place]: last[place] - 1 }) < key(sk, last)).toBe(true);
      expect(() => key(sk, { ...last, [place]: last[place] + 1 })).toThrow(/cannot be/);
    }
  });
  test('a created contract is found by its address and by its deployer, with its transaction', () => {
    const derived = derive(aRawBlock(7, [{ from: 1 }, { from: 2, failed: true }, { from: 2, to: 1 }]), 0);
    const made = toItems(derived, chain).filter(({ sk }) => /^(~d|d)#/.test(sk));
    const contract = address(9_007_000);
    expect(made.map(({ pk, sk, d }) => [pk, sk, decodeDeployment(d as Uint8Array)])).toEqual(
      [
        [`k#43114#${contract}`, '~d#0000000007'],
        [`a#43114#${address(1)}`, `d#0000000007#00000#${contract}`],
      ].map((place) => [...place, { txHash: derived.transactions[0]?.hash, deployer: address(1) }]),
    );
  });
});
