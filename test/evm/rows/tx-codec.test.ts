import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { derive } from '../../../lambdas/evm/domain/derive';
import { decodeTx, encodeTx } from '../../../lambdas/evm/rows/tx-codec';
import { runs } from '../../support/full';
import { aRawBlock, type Sent } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const toHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The row of a block's only transaction, and its encoding. */
function whole(sent: Sent) {
  const { block, transactions, transfers } = derive(aRawBlock(7, [sent]), 0);
  const [row] = transactions;
  if (!row) throw new Error('no transaction');
  return { row, transfers, block, bytes: encodeTx(row, transfers, block) };
}

describe('the transaction codec', () => {
  test('any call round-trips with transfers of its own contract and of others', () => {
    const words = fc.array(
      fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 2n ** 160n), fc.bigInt(0n, 2n ** 256n - 1n), fc.constant(2n ** 255n)),
      { maxLength: 12 },
    );
    const selector = fc.bigInt(0n, 2n ** 32n - 1n).map((value) => value.toString(16).padStart(8, '0'));
    const input = fc.oneof(
      fc.tuple(selector, words).map(([first, rest]) => `0x${first}${rest.map(word).join('')}`),
      fc.uint8Array({ maxLength: 700 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
      // The length of a call, but in upper case.
      fc.constant(`0xA9059CBB${word(1n)}`),
    );
    const party = fc.integer({ min: 0, max: 4 });
    const transfer = fc
      .record({
        kind: fc.constantFrom('erc20', 'erc721', 'erc1155'),
        token: fc.integer({ min: 20, max: 21 }),
        from: party,
        to: party,
      })
      .map(aTransfer);
    void fc.assert(
      fc.property(input, fc.array(transfer, { maxLength: 5 }), fc.constantFrom(1, 3), (data, logs, from) => {
        const { row, transfers, bytes } = whole({ from, to: 20, input: data, logs });
        expect(decodeTx(bytes).transaction).toEqual({ ...row, input: data.toLowerCase() });
        expect(decodeTx(bytes).transfers).toEqual(transfers);
      }),
      runs(300),
    );
  });

  test('a contract creation and a plain payment round-trip', () => {
    for (const sent of [
      { from: 1, input: `0x6001${'00'.repeat(900)}` },
      { from: 1, to: 2, value: 5n },
    ]) {
      const { row, bytes } = whole(sent);
      expect(decodeTx(bytes).transaction).toEqual(row);
    }
  });

  test('an encoded token transfer is at most 3 % larger than if deflated', () => {
    const sizes = Array.from({ length: 100 }, () => {
      const raw = aRawBlock(7, [
        { from: 1, to: 20, input: `0xa9059cbb${word(BigInt(`0x${toHex(20)}`))}${word(1_000n)}` },
      ]);
      const { block, transactions } = derive(raw, 0);
      const [row] = transactions;
      if (!row) throw new Error('no transaction');
      const [from, to, token] = [`0x${toHex(20)}`, `0x${row.input.slice(34, 74)}`, `0x${toHex(20)}`];
      const real = { ...row, hash: `0x${toHex(32)}`, from, to: token };
      const moved = { kind: 'erc20', row: 0, tx: 0, logIndex: 0, token, from, to, value: 1_000n } as const;
      const compact = encodeTx(real, [moved], block);
      // With one more byte it is not a call, so it is deflated.
      const deflated = encodeTx({ ...real, input: `${real.input}00` }, [moved], block);
      return [compact.length, deflated.length] as const;
    });
    const total = (which: 0 | 1) => sizes.reduce((sum, size) => sum + size[which], 0);
    expect(total(0)).toBeLessThan(total(1) * 1.03);
  });

  test('bytes written by an earlier version are still decoded, without the block’s gas so far', () => {
    const input = `0xa9059cbb${word(5n)}${word(1_000n)}`;
    const { row, transfers, block } = whole({
      ...{ from: 1, to: 20, input },
      logs: [aTransfer({ kind: 'erc20', token: 20, from: 1, to: 5, value: 1_000n })],
    });
    const deflated =
      '01636067b19e758a818d65d38538063093c199013710f7689c96b09275ce6e26a6c3014c411c2ce5a65318181819b128c52626824d10244ea47e5626e61720dbf1b810ac0cbf34f30b00';
    const { cumulativeGas, ...earlier } = row;
    expect(cumulativeGas).toBe(21_000n);
    expect(decodeTx(Buffer.from(deflated, 'hex'))).toMatchObject({ number: block.number, transfers });
    expect(decodeTx(Buffer.from(deflated, 'hex')).transaction).toEqual(earlier);
  });
});
