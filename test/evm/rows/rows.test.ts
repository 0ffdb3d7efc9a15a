import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { getSize, WRITE_UNIT_BYTES } from '../../../lambdas/core/table/item';
import { derive } from '../../../lambdas/evm/domain/derive';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import { decodeBlock, decodeChunk, encodeBlock, encodeRow } from '../../../lambdas/evm/rows/codec';
import { decodeTx, encodeTx } from '../../../lambdas/evm/rows/tx-codec';
import { runs } from '../../support/full';
import { aChain, address, aRawBlock, type Sent } from '../../support/make/blocks';

const chain = aChain();
const sent: fc.Arbitrary<Sent> = fc.record(
  {
    from: fc.integer({ min: 1, max: 8 }),
    to: fc.integer({ min: 1, max: 8 }),
    value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    input: fc.uint8Array({ maxLength: 300 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    failed: fc.boolean(),
  },
  { requiredKeys: ['from'] },
);
const raw = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), fc.array(sent, { maxLength: 60 }))
  .map(([number, txs]) => aRawBlock(number, txs));

/** One address sends everything, so that its list fills several items. */
const busy = fc.array(
  sent.map((one) => ({ ...one, from: 1 })),
  { minLength: 20, maxLength: 40 },
);

describe('block rows', () => {
  test('block and transaction rows round-trip without loss', () => {
    void fc.assert(
      fc.property(raw, (block) => {
        const derived = derive(block, 5);
        const { number, hash: _h, time, ...rest } = derived.block;
        expect(decodeBlock(encodeBlock(derived.block))).toEqual(rest);
        for (const row of derived.transactions) {
          const { transaction, baseFee, number: at } = decodeTx(encodeTx(row, [], derived.block));
          expect(transaction).toEqual(row);
          expect([baseFee, at]).toEqual([derived.block.baseFee, number]);
        }
        expect(time).toBeGreaterThan(0);
      }),
      runs(30),
    );
  });

  test('list items fit in one write unit, and packing neither loses nor duplicates rows', () => {
    void fc.assert(
      fc.property(
        fc.oneof(
          raw,
          busy.map((transactions) => aRawBlock(1, transactions)),
        ),
        (block) => {
          const derived = derive({ ...block, balances: { [address(1)]: `0x${'f'.repeat(64)}` } }, 0);
          const lists = toItems(derived, chain).filter((item) => !item.pk.startsWith('x#'));
          for (const item of lists) expect(getSize(item)).toBeLessThanOrEqual(WRITE_UNIT_BYTES);
          const rows = lists.filter((i) => i.pk.startsWith('l#')).flatMap((i) => decodeChunk(i.d as Uint8Array).rows);
          expect(rows.map((row) => row.hash)).toEqual(derived.transactions.map((t) => t.hash));
        },
      ),
      runs(30),
    );
  });

  test('keys do not depend on whether a balance was read, even for lists of several items', () => {
    void fc.assert(
      fc.property(busy, (transactions) => {
        const block = aRawBlock(1, transactions);
        const keys = (balances: Record<string, string>) =>
          toItems(derive({ ...block, balances }, 0), chain).map(({ pk, sk }) => [pk, sk]);
        expect(keys({ [address(1)]: `0x${'f'.repeat(64)}`, [address(2)]: '0x0' })).toEqual(keys({}));
      }),
      runs(30),
    );
  });

  test('a transaction too large for an item is split into parts and joined again', () => {
    const input = `0x${Buffer.from(Array.from({ length: 900_000 }, (_, i) => (i * 7919 + (i >> 3) * 104_729) % 251)).toString('hex')}`;
    const random = `0x${randomBytes(900_000).toString('hex')}`;
    for (const data of [input, random]) {
      const derived = derive(aRawBlock(1, [{ from: 1, to: 2, input: data }]), 0);
      const parts = toItems(derived, chain).filter((item) => item.pk.startsWith('x#'));
      for (const part of parts) expect(getSize(part)).toBeLessThan(400_000);
      expect(decodeTx(Buffer.concat(parts.map((part) => part.d as Uint8Array))).transaction.input).toBe(data);
    }
  });

  test('the list of an address omits its own 20 bytes', () => {
    const [row] = derive(aRawBlock(1, [{ from: 1, to: 2 }]), 0).transactions;
    if (!row) throw new Error('no row');
    expect(encodeRow(row).length - encodeRow(row, address(1)).length).toBe(20);
  });
});
