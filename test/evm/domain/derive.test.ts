import * as fc from 'fast-check';
import { toFunctionSelector } from 'viem/utils';
import { derive, touchedAddresses } from '../../../lambdas/evm/domain/derive';
import { matchReceipts } from '../../../lambdas/evm/domain/match-receipts';
import { getMethod, KNOWN_METHODS } from '../../../lambdas/evm/domain/method';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

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

  test('a receipt with a state root instead of a status counts as success, a status of 0 as failure', () => {
    const old = { ...block, receipts: block.receipts.map(({ status: _s, ...one }) => ({ ...one, root: hash(1) })) };
    expect(derive(old, 0).transactions.every(({ status }) => status === 'success')).toBe(true);
    expect(derive(block, 0).transactions.map(({ status }) => status)).toEqual([
      ...['success', 'success', 'success'],
      'failed',
    ]);
  });

  test('a receipt without status or state root leaves the outcome unknown, unless it has logs', () => {
    const logged = aRawBlock(7, [{ from: 1, to: 2, logs: [aTransfer({ kind: 'erc20', token: 9, from: 1, to: 2 })] }]);
    const silent = ({ receipts, ...raw }: RawBlock) => ({
      ...raw,
      receipts: receipts.map(({ status: _s, ...one }) => one),
    });
    expect(derive(silent(block), 0).transactions.map(({ status }) => status)).toEqual(Array(4).fill('unknown'));
    expect(derive(silent(block), 0).deployments).toEqual([]);
    expect(derive(silent(logged), 0).transactions.map(({ status }) => status)).toEqual(['success']);
  });

  test('deriving a block is deterministic', () => {
    void fc.assert(
      fc.property(fc.nat(), (count) => expect(derive(block, count)).toEqual(derive(structuredClone(block), count))),
    );
  });
});

describe('matchReceipts', () => {
  const { block, receipts } = aRawBlock(7, [
    { from: 1, to: 2 },
    { from: 2, to: 1 },
  ]);
  const elsewhere = { ...receipts[1], blockHash: hash(5), blockNumber: block.number };
  test.each([
    ['a receipt is missing', receipts.slice(1), false],
    ['a receipt is of another branch', [receipts[0], elsewhere], false],
    ['a receipt names no block', [receipts[0], { ...receipts[1], blockHash: null }], false],
    ['a receipt of a final block has another position', [receipts[0], { ...elsewhere, transactionIndex: '0x0' }], true],
    ['a receipt of a final block is of another height', [receipts[0], { ...elsewhere, blockNumber: '0x8' }], true],
    [
      'a receipt of a final block names another block and no position',
      [receipts[0], { ...elsewhere, transactionIndex: null }],
      true,
    ],
    ['the receipts are not a list', { length: 2 }, true],
  ])('a block is incomplete when %s', (_, given, isFinal) =>
    expect(matchReceipts(block, given, isFinal)).toMatchObject({ why: expect.any(String) }),
  );
  test.each([
    ['all receipts match', receipts, false],
    ['the receipts are in another order', receipts.toReversed(), false],
    ['some receipts repeat', [...receipts, ...receipts.slice(1)], false],
    ['there are unrelated receipts', [{ ...receipts[0], transactionHash: hash(9) }, null, ...receipts], false],
    ['a receipt of a final block names another block in the right position', [receipts[0], elsewhere], true],
    ['a receipt of a final block names no block', [receipts[0], { ...receipts[1], blockHash: null }], true],
  ])('a block is complete, in transaction order, when %s', (_, given, isFinal) =>
    expect(matchReceipts(block, given, isFinal)).toMatchObject({
      receipts: receipts.map(({ transactionHash, gasUsed }) => ({ transactionHash, gasUsed })),
    }),
  );
});

describe('getMethod', () => {
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
  ])('the call type and method follow from recipient and input: %j', (transaction, method) =>
    expect(getMethod(transaction)).toEqual(method),
  );
});
