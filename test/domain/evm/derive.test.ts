import * as fc from 'fast-check';
import { toFunctionSelector } from 'viem/utils';
import { mismatch } from '../../../lambdas/domain/evm/check';
import { derive, touchedAddresses } from '../../../lambdas/domain/evm/derive';
import { KNOWN_METHODS, methodOf } from '../../../lambdas/domain/evm/method';
import { address, aRawBlock } from '../../support/make/blocks';

describe('derive', () => {
  const block = aRawBlock(7, [
    { from: 1, to: 2 },
    { from: 1, to: 1 },
    { from: 2, input: '0x6001' },
    { from: 3, to: 2, input: '0xa9059cbb00', failed: true },
  ]);

  test('an address has each of its transactions once, including self-transfers and creations', () => {
    const lists = new Map(derive(block, 0).addresses.map((row) => [row.address, row.transactions.map((t) => t.index)]));
    expect(Object.fromEntries(lists)).toEqual({
      [address(1)]: [0, 1],
      [address(2)]: [0, 2, 3],
      [address(9_007_002)]: [2],
      [address(3)]: [3],
    });
    expect([...lists.keys()].toSorted()).toEqual(touchedAddresses(block).toSorted());
  });

  test('the running count continues from the parent, and fees are gas used times the effective price', () => {
    const { cumulative, feesSpent, txCount } = derive(block, 100).block;
    expect([cumulative, txCount]).toEqual([104, 4]);
    expect(feesSpent).toBe((21_000n + 21_001n + 21_002n + 21_003n) * 2_000_000_000n);
  });

  test('a receipt without status counts as success, a status of 0 as failure', () => {
    const old = { ...block, receipts: block.receipts.map(({ status: _s, ...receipt }) => receipt) };
    expect(derive(old, 0).transactions.every((t) => t.succeeded)).toBe(true);
    expect(derive(block, 0).transactions.map((t) => t.succeeded)).toEqual([true, true, true, false]);
  });

  test('is the same each time, to the byte', () => {
    void fc.assert(
      fc.property(fc.nat(), (count) => expect(derive(block, count)).toEqual(derive(structuredClone(block), count))),
    );
  });
});

describe('a block with receipts', () => {
  const { block, receipts } = aRawBlock(7, [
    { from: 1, to: 2 },
    { from: 2, to: 1 },
  ]);
  test.each([
    ['one is missing', receipts.slice(1)],
    ['there is one too many', [...receipts, ...receipts.slice(1)]],
    ['the order differs', receipts.toReversed()],
    ['one is of another branch', receipts.map((r, i) => (i === 1 ? { ...r, blockHash: address(5) } : r))],
  ])('is refused when %s', (_, given) => expect(mismatch(block, given)).toBeDefined());
  test('is accepted when all match', () => expect(mismatch(block, receipts)).toBeUndefined());
});

describe('methods', () => {
  test.each(Object.entries(KNOWN_METHODS))('%s is the selector of %s', (selector, signature) => {
    expect(toFunctionSelector(signature)).toBe(selector);
  });
  test.each([
    [{ input: '0x6001' }, { callType: 'CONTRACT_CREATION', methodHash: '0x' }],
    [
      { to: address(1), input: '0x' },
      { callType: 'NATIVE_TRANSFER', methodHash: '0x' },
    ],
    [
      { to: address(1), input: '0x12345678ff' },
      { callType: 'CONTRACT_CALL', methodHash: '0x12345678' },
    ],
    [
      { to: address(1), input: '0xa9059cbb' },
      { callType: 'CONTRACT_CALL', methodHash: '0xa9059cbb', methodName: 'transfer(address,uint256)' },
    ],
  ])('%j', (transaction, method) => expect(methodOf(transaction)).toEqual(method));
});
