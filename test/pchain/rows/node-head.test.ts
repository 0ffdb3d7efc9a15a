import { failure } from '../../../lambdas/pchain/domain/json-rpc/answer';
import { nodeHeadReader, nodeHeadWriter } from '../../../lambdas/pchain/rows/node-head';
import { memoryTable } from '../../support/tables/memory';

const NOW = 1_700_000_000_000;
const HEAD = { answeredAt: NOW, height: '18446744073709551615', feeState: { result: '{"price":9007199254740993}' } };
const FAILED = { at: NOW + 1, message: 'the node does not answer' };

function records() {
  const { table } = memoryTable();
  return { ...nodeHeadReader(table), ...nodeHeadWriter(table) };
}

describe('a node record', () => {
  test('a settled record has the node answer with every digit', async () => {
    const { read, settle } = records();
    expect(await read('mainnet')).toEqual({ version: 0 });
    await settle('mainnet', 0, { head: HEAD });
    expect(await read('mainnet')).toEqual({ version: 1, head: HEAD });
    const refused = { answeredAt: NOW, feeState: failure(-32000, 'not found', '{"a":1}') };
    await settle('mainnet', 1, { head: refused });
    expect(await read('mainnet')).toEqual({ version: 2, head: refused });
    expect(await read('fuji')).toEqual({ version: 0 });
  });
  test('a failure keeps the last head, and a new head clears the failure', async () => {
    const { read, settle } = records();
    await settle('mainnet', 0, { head: HEAD });
    await settle('mainnet', 1, { failed: FAILED });
    expect(await read('mainnet')).toEqual({ version: 2, head: HEAD, failed: FAILED });
    await settle('mainnet', 2, { head: HEAD });
    expect(await read('mainnet')).toEqual({ version: 3, head: HEAD });
  });
  test('an outcome after its claim expired is ignored if another has been settled', async () => {
    const { claim, read, settle } = records();
    await claim('mainnet', 0, NOW, 4_500);
    await claim('mainnet', 0, NOW + 4_500, 4_500);
    await settle('mainnet', 0, { head: HEAD });
    await settle('mainnet', 0, { failed: FAILED });
    expect(await read('mainnet')).toEqual({ version: 1, head: HEAD });
  });
});

describe('a claim', () => {
  test('only one of many concurrent callers gets the claim', async () => {
    const { claim } = records();
    const given = await Promise.all(Array.from({ length: 20 }, () => claim('mainnet', 0, NOW, 4_500)));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await claim('fuji', 0, NOW, 4_500)).toBe(true);
  });
  test('a claim holds until it expires and is then available again', async () => {
    const { claim } = records();
    await claim('mainnet', 0, NOW, 4_500);
    expect(await claim('mainnet', 0, NOW + 4_499, 4_500)).toBe(false);
    expect(await claim('mainnet', 0, NOW + 4_500, 4_500)).toBe(true);
  });
  test.each([
    ['an answer', { head: HEAD }],
    ['a failure', { failed: FAILED }],
  ])('%s ends the claim, but not for a caller with an older version', async (_, outcome) => {
    const { claim, settle } = records();
    await claim('mainnet', 0, NOW, 4_500);
    await settle('mainnet', 0, outcome);
    expect(await claim('mainnet', 0, NOW + 1, 4_500)).toBe(false);
    expect(await claim('mainnet', 1, NOW + 1, 4_500)).toBe(true);
  });
  test('an expired claim is not available to a caller with an older version', async () => {
    const { claim, settle } = records();
    await settle('mainnet', 0, { head: HEAD });
    await claim('mainnet', 1, NOW, 4_500);
    expect(await claim('mainnet', 0, NOW + 9_000, 1)).toBe(false);
    expect(await claim('mainnet', 1, NOW + 9_000, 1)).toBe(true);
  });
});
