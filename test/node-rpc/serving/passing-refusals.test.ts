import { createHeads, type HeadsParts } from '../../../lambdas/node-rpc/serving/heads';
import { failure, type RpcOutcome } from '../../../lambdas/pchain/domain/json-rpc/answer';
import type { AskNode } from '../../../lambdas/pchain/node/node';
import { nodeHeadReader, nodeHeadWriter } from '../../../lambdas/pchain/rows/node-head';
import { memoryTable } from '../../support/tables/memory';

const FEE_STATE = '{"excess":0,"price":512,"timestamp":"2026-11-23T10:15:30Z"}';
const HEIGHT = 'platform.getHeight';

/** A node at one height and the table of one function, on a clock that only sleep advances. */
function world(own: Partial<HeadsParts['records']> = {}) {
  const clock = { now: 1_700_000_000_000 };
  const node = { feeState: { result: FEE_STATE } as RpcOutcome };
  const sleeps: number[] = [];
  const timer: HeadsParts['timer'] = {
    now: () => clock.now,
    steady: () => clock.now,
    sleep: async (ms) => {
      sleeps.push(ms);
      clock.now += ms;
    },
    deadline: () => new AbortController().signal,
  };
  const { table } = memoryTable();
  const records = { ...nodeHeadReader(table), ...nodeHeadWriter(table) };
  const ask: AskNode = async (_network, method) => (method === HEIGHT ? { result: '{"height":"7"}' } : node.feeState);
  return { clock, node, sleeps, records, heads: createHeads({ records: { ...records, ...own }, ask, timer }) };
}

test('a fee state that the node refused is fetched again at the same height', async () => {
  const { clock, node, heads } = world();
  node.feeState = failure(-32000, 'not now');
  expect((await heads('mainnet')).feeState).toEqual(failure(-32000, 'not now'));
  node.feeState = { result: FEE_STATE };
  clock.now += 1_000;
  expect((await heads('mainnet')).feeState).toEqual({ result: FEE_STATE });
});

test('a failed write of the outcome does not mark the node as failed', async () => {
  const settled: unknown[] = [];
  const { heads } = world({
    settle: async (_network, _version, outcome) => {
      settled.push(outcome);
      throw new Error('the table refuses');
    },
  });
  await expect(heads('mainnet')).rejects.toThrow('the table refuses');
  expect(settled).toEqual([{ head: expect.objectContaining({ height: '7' }) }]);
});

test("a caller waiting for another's query polls less often over time", async () => {
  const { clock, sleeps, records, heads } = world();
  const began = clock.now;
  await records.claim('mainnet', 0, began, 3_900);
  await expect(heads('mainnet')).rejects.toThrow('the node does not answer in time');
  expect(sleeps.slice(0, 4)).toEqual([25, 25, 25, 25]);
  expect(sleeps.length).toBeLessThan(25);
  expect(clock.now - began).toBeLessThanOrEqual(5_000);
});
