import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { getSize, type Item, WRITE_UNIT_BYTES, writeUnits } from '../../../lambdas/core/table/item';
import { derive } from '../../../lambdas/evm/domain/derive';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import { decodeInternalTxs, encodeInternalTxs } from '../../../lambdas/evm/rows/internal-codec';
import { getInternalTxItems } from '../../../lambdas/evm/rows/internal-rows';
import { evmReaders } from '../../../lambdas/evm/rows/readers';
import { runs } from '../../support/full';
import { aChain, address, aRawBlock } from '../../support/make/blocks';

const chain = aChain();
const [SENT, AMOUNT] = [6, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })];
const drawn = fc.record({
  tx: fc.nat(SENT - 1),
  type: fc.constantFrom<InternalTransaction['type']>('CALL', 'CREATE', 'CREATE2', 'UNKNOWN'),
  from: fc.integer({ min: 1, max: 6 }).map(address),
  to: fc.integer({ min: 1, max: 6 }).map(address),
  value: AMOUNT,
  gasUsed: AMOUNT,
  gasLimit: AMOUNT,
});
/** In transaction order, numbered consecutively. */
const someInternalTxs = fc.array(drawn, { maxLength: 80 }).map((all) =>
  all
    .toSorted((a, b) => a.tx - b.tx)
    .map(
      (internalTx, row): InternalTransaction => ({
        ...internalTx,
        row,
        ...(internalTx.type.startsWith('CREATE') ? { created: internalTx.to } : {}),
      }),
    ),
);
const derived = derive(
  aRawBlock(
    7,
    Array.from({ length: SENT }, (_, n) => ({ from: (n % 3) + 1, to: 4, input: `0x${'ab'.repeat(n * 10)}` })),
  ),
  0,
);
const itemsWith = (internalTxs: readonly InternalTransaction[]) =>
  getInternalTxItems({ derived, internalTxs }, chain.chainId);
const toList = (items: readonly Item[], who: string) =>
  items
    .filter(({ pk, sk }) => pk === `a#${chain.chainId}#${who}` && sk.startsWith('i#'))
    .flatMap((item) => evmReaders.AddressInternal().ofAddress(chain.chainId, who, { from: 0, to: 9 }).rows(item));

describe('internal transaction rows', () => {
  test('each party lists an internal transaction once, in order, with its transaction if no other list has it', () => {
    void fc.assert(
      fc.property(someInternalTxs, (internalTxs) => {
        const items = itemsWith(internalTxs);
        for (let n = 1; n <= 6; n++) {
          const who = address(n);
          const rows = toList(items, who);
          expect(rows.map(({ value }) => value.internalTx)).toEqual(
            internalTxs.filter(({ from, to }) => from === who || to === who),
          );
          expect(rows.map(({ key }) => key)).toEqual(rows.map(({ key }) => key).toSorted());
          for (const { value } of rows) {
            const transaction = derived.transactions[value.internalTx.tx];
            expect(value.txHash).toBe(transaction?.hash);
            const isParty = transaction?.from === who || transaction?.to === who;
            expect(value.body?.value).toEqual(isParty ? undefined : transaction?.value);
          }
        }
      }),
      runs(30),
    );
  });

  test('list items fit in one write unit and have unique keys, even for contracts created twice', () => {
    void fc.assert(
      fc.property(someInternalTxs, (internalTxs) => {
        const items = itemsWith(internalTxs);
        for (const item of items.filter(({ pk }) => pk.startsWith('a#')))
          expect(getSize(item)).toBeLessThanOrEqual(WRITE_UNIT_BYTES);
        expect(new Set(items.map(({ pk, sk }) => `${pk} ${sk}`)).size).toBe(items.length);
        // A key of the head's own rows would fail the batch or overwrite the row.
        const own = new Set(toItems(derived, chain).map(({ pk, sk }) => `${pk} ${sk}`));
        expect(items.filter(({ pk, sk }) => own.has(`${pk} ${sk}`))).toEqual([]);
      }),
      runs(30),
    );
  });

  test('the internal transactions of a transaction round-trip, split into parts if one item is too small', () => {
    void fc.assert(
      fc.property(someInternalTxs, (internalTxs) => {
        const own = internalTxs.map((internalTx) => ({ ...internalTx, tx: 3 }));
        expect(decodeInternalTxs(encodeInternalTxs(3, own))).toEqual(own);
      }),
      runs(30),
    );
    const internalTxs = Array.from({ length: 12_000 }, (_, row): InternalTransaction => {
      const [from, to] = [`0x${randomBytes(20).toString('hex')}`, `0x${randomBytes(20).toString('hex')}`];
      return { tx: 2, row, type: 'CALL', from, to, value: 1n, gasUsed: 2n, gasLimit: 3n };
    });
    const parts = itemsWith(internalTxs).filter(({ pk }) => pk.startsWith('x#'));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ n }) => n)).toEqual(parts.map(() => parts.length));
    for (const part of parts) expect(getSize(part)).toBeLessThan(400_000);
    expect(decodeInternalTxs(Buffer.concat(parts.map(({ d }) => d as Uint8Array)))).toEqual(internalTxs);
  });
});

test('a game takes at most 8 write units a block, 3.25 per transaction and 1.5 per internal transaction', () => {
  /** The n-th is drawn in proportion to 1/n. */
  const zipf = (of: number) => fc.integer({ min: 0, max: 999_999 }).map((u) => Math.floor(of ** (u / 1e6)));
  const aGame = fc.array(fc.tuple(zipf(10_000), zipf(5), fc.array(zipf(10_000), { minLength: 1, maxLength: 4 })), {
    minLength: 20,
    maxLength: 20,
  });
  let [units, moved] = [0, 0];
  void fc.assert(
    fc.property(aGame, (played) => {
      const block = derive(
        aRawBlock(
          1,
          played.map(([player, game]) => ({ from: player, to: 20_000 + game })),
        ),
        0,
      );
      const internalTxs = played.flatMap(([, game, paid], tx) =>
        paid.map((to) => ({ tx, from: address(20_000 + game), to: address(to), value: 10n ** 17n })),
      );
      const all = internalTxs.map(
        (f, row): InternalTransaction => ({ ...f, row, type: 'CALL', gasUsed: 9_000n, gasLimit: 90_000n }),
      );
      const of = (items: readonly Item[]) => items.reduce((sum, item) => sum + writeUnits(item), 0);
      const own = of(getInternalTxItems({ derived: block, internalTxs: all }, chain.chainId));
      // Two moves of the head cursor, the block record and two moves of the trace cursor.
      const spent = of(toItems(block, chain)) + own + 5;
      const law = 8 + 3.25 * played.length + 1.5 * all.length;
      [units, moved] = [units + own, moved + all.length];
      expect(spent).toBeLessThanOrEqual(law);
    }),
    runs(20, 1_200),
  );
  expect(units / moved).toBeLessThanOrEqual(1.5);
});
