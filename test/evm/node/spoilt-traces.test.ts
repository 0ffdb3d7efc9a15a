import * as fc from 'fast-check';
import { NodeError, NodeRefused } from '../../../lambdas/core/node/errors';
import type { AnswerLimits } from '../../../lambdas/core/node/exchange';
import type { Call, RpcClient } from '../../../lambdas/core/node/rpc';
import { derive } from '../../../lambdas/evm/domain/derive';
import { createTraces } from '../../../lambdas/evm/node/traces';
import { getInternalTxItems } from '../../../lambdas/evm/rows/internal-rows';
import { repeatedRuns } from '../../support/full';
import { aRawBlock } from '../../support/make/blocks';
import { aBlock, call, getResults, getTraces, type Node, spoil } from '../../support/make/call-trees';

type Method = 'debug_traceBlockByHash' | 'trace_block';

/** A node that has this answer for one method and lacks the other. */
const getNode = (method: Method, answer: unknown) =>
  getClient(async (asked) => {
    if (asked !== method) throw new NodeRefused(-32601, 'no such method');
    return answer;
  });
const getClient = (call: RpcClient['call']) => ({
  ...{ call, bytes: 0 },
  callWithin: (_: AnswerLimits, ...asked: Call): Promise<unknown> => call(...asked),
});
const getRaw = (block: readonly Node[]) =>
  aRawBlock(
    7,
    block.map(() => ({ from: 1, to: 2 })),
  );
const inParity = (block: readonly Node[]): Readonly<Record<string, unknown>>[] => {
  const { hash, transactions } = getRaw(block).block;
  return getTraces(block).map((trace) => {
    const { transactionPosition: tx = -1 }: { transactionPosition?: number } = trace;
    return { ...trace, blockHash: hash, transactionHash: transactions[tx]?.hash };
  });
};

async function toRows(block: readonly Node[], method: Method, answer: unknown) {
  const raw = getRaw(block);
  const internalTxs = await createTraces(getNode(method, answer)).internalTxs(raw.block);
  if (internalTxs === 'unsupported') throw new Error('not asked');
  return getInternalTxItems({ derived: derive(raw, 0), internalTxs }, '1');
}

describe('malformed traces', () => {
  test('malformed traces either yield rows or throw a NodeError', async () => {
    const seen = { refused: 0, written: 0 };
    const spoilt = fc.record({ block: aBlock, at: fc.nat(), wrong: fc.anything() });
    await fc.assert(
      fc.asyncProperty(spoilt, async ({ block, at, wrong }) => {
        for (const [method, traces] of [
          ['debug_traceBlockByHash', getResults(block)],
          ['trace_block', inParity(block)],
        ] as const) {
          const rows = await toRows(block, method, spoil(traces, at, wrong)).catch((error: unknown) => {
            if (!(error instanceof NodeError)) throw error;
            return undefined;
          });
          seen[rows ? 'written' : 'refused']++;
        }
      }),
      repeatedRuns(60),
    );
    expect(Math.min(seen.refused, seen.written)).toBeGreaterThan(5);
  });

  test('calls below a block reward are ignored, as they belong to no transaction', async () => {
    const block = [call({ calls: [call({ value: 5n })] })];
    const [top, inner] = inParity(block);
    const reward = { ...top, type: 'reward', transactionPosition: 7 };
    const below = { ...inner, transactionPosition: 7 };
    const rows = await toRows(block, 'trace_block', [top, inner, reward, below]);
    expect(rows).toEqual(await toRows(block, 'trace_block', inParity(block)));
  });
});

describe('a node with both trace methods', () => {
  const block = [call({ calls: [call({ value: 5n })] })];
  const raw = getRaw(block);
  /** The methods called to trace this many blocks. `took` is the duration of each method in ms, or a refusal. */
  async function methodsCalled(took: Readonly<Record<Method, number | 'refuses'>>, blocks: number): Promise<string[]> {
    const asked: string[] = [];
    let clock = 0;
    const answers = { debug_traceBlockByHash: getResults(block), trace_block: inParity(block) };
    const client = getClient(async (method) => {
      asked.push(method);
      const cost = took[method as Method];
      if (cost === 'refuses') throw new NodeRefused(-32000, 'missing trie node');
      clock += cost;
      // Without transaction names, as older nodes answer.
      return method === 'trace_block'
        ? answers.trace_block
        : answers.debug_traceBlockByHash.map(({ result }) => ({ result }));
    });
    const traces = createTraces(client, () => clock);
    for (let n = 0; n < blocks; n++) expect(await traces.internalTxs(raw.block)).toHaveLength(1);
    return asked;
  }

  test('the second method is tried only if the first is slow, and the faster one is kept', async () => {
    const [debug, parity] = ['debug_traceBlockByHash', 'trace_block'];
    expect(await methodsCalled({ debug_traceBlockByHash: 190, trace_block: 1 }, 4)).toEqual([
      debug,
      parity,
      parity,
      parity,
    ]);
    expect(await methodsCalled({ debug_traceBlockByHash: 190, trace_block: 300 }, 4)).toEqual([
      debug,
      parity,
      debug,
      debug,
    ]);
    expect(await methodsCalled({ debug_traceBlockByHash: 10, trace_block: 1 }, 3)).toEqual([debug, debug, debug]);
  });

  test('a method that fails is tried last from then on', async () => {
    const [debug, parity] = ['debug_traceBlockByHash', 'trace_block'];
    expect(await methodsCalled({ debug_traceBlockByHash: 'refuses', trace_block: 300 }, 3)).toEqual([
      debug,
      parity,
      parity,
      parity,
    ]);
    expect(await methodsCalled({ debug_traceBlockByHash: 190, trace_block: 'refuses' }, 3)).toEqual([
      debug,
      parity,
      debug,
      debug,
    ]);
  });
});
