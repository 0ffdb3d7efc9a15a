import { AnswerTooLong, IncompleteTraces, NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import type { AnswerLimits, Call } from '../../../lambdas/core/node/exchange';
import type { RpcTransaction } from '../../../lambdas/evm/domain/rpc';
import { createTraces } from '../../../lambdas/evm/node/traces';
import { address, aRawBlock } from '../../support/make/blocks';

const { block } = aRawBlock(7, [
  { from: 1, to: 2 },
  { from: 1, to: 3 },
  { from: 1, to: 4 },
]);
const hashes = block.transactions.map(({ hash }) => hash);
const tree = (tx: number) => ({
  ...{ type: 'CALL', from: address(1), to: address(2), value: '0x1', gas: '0x9', gasUsed: '0x9' },
  calls: [{ type: 'CALL', from: address(2), to: address(9), value: `0x${tx + 1}`, gas: '0x1', gasUsed: '0x1' }],
});
const named = (...txs: number[]) => txs.map((tx) => ({ txHash: hashes[tx], result: tree(tx) }));
const flat = (tx: number, position = tx) =>
  [[], [0]].map((traceAddress, depth) => ({
    ...{
      type: 'call',
      traceAddress,
      blockHash: block.hash,
      transactionHash: hashes[tx],
      transactionPosition: position,
    },
    action: {
      callType: 'call',
      from: address(1),
      to: address(9),
      value: depth === 0 ? '0x9' : `0x${tx + 1}`,
      gas: '0x1',
    },
    result: { gasUsed: '0x1' },
  }));

type Answers = Readonly<Record<string, (first: unknown) => unknown>>;
const unknownMethod = new NodeRefused(-32601, 'no such method', 'unknown method');
/** Traces of a node that has only these methods. */
function getTraces(answers: Answers) {
  const asked: Call[] = [];
  const call = async (...one: Call): Promise<unknown> => {
    asked.push(one);
    const answer = answers[one[0]];
    if (!answer) throw unknownMethod;
    return answer(one[1]);
  };
  const callWithin = (_: AnswerLimits, ...one: Call) => call(...one);
  return { ...createTraces({ call, callWithin, bytes: 0 }), asked };
}
const without = (gas: string, tx: number): { transactions: RpcTransaction[] } => ({
  transactions: block.transactions.map((one, i) => (i === tx ? { ...one, gas } : one)),
});
const getValues = (found: unknown) =>
  (found as readonly { readonly tx: number; readonly row: number; readonly value: bigint }[]).map(
    ({ tx, row, value }) => [tx, row, Number(value)],
  );

describe('partially traced blocks', () => {
  test.each<[string, Answers]>([
    ['call trees', { debug_traceBlockByHash: () => named(0, 2) }],
    [
      'call trees in another order, with one of another block',
      { debug_traceBlockByHash: () => [...named(2), { txHash: block.hash, result: tree(1) }, ...named(0)] },
    ],
    ['flat lists', { trace_block: () => [...flat(0), ...flat(2)] }],
    ['flat lists with other positions', { trace_block: () => [...flat(0), ...flat(2, 1)] }],
  ])('a missing trace of a transaction without gas is tolerated in %s', async (_, answers) => {
    const found = await getTraces(answers).internalTxs({ ...block, ...without('0x0', 1) });
    expect(getValues(found)).toEqual([
      [0, 0, 1],
      [2, 1, 3],
    ]);
  });

  test('a missing trace of a transaction with gas throws IncompleteTraces', async () => {
    const { internalTxs } = getTraces({ debug_traceBlockByHash: () => named(0, 2) });
    await expect(internalTxs(block)).rejects.toThrow(IncompleteTraces);
  });

  test.each<[string, Answers['one']]>([
    [
      'fails',
      () => {
        throw new NodeRefused(-32000, 'tracing failed');
      },
    ],
    [
      'is too long',
      () => {
        throw new AnswerTooLong();
      },
    ],
    ['is not found', () => null],
  ])('the other transactions keep their traces when one trace %s', async (_, answer) => {
    const single = (hash: unknown) => (hash === hashes[1] ? answer?.(hash) : tree(hashes.indexOf(String(hash))));
    const { partly } = getTraces({ debug_traceTransaction: single });
    const { internalTxs, untraced } = await partly(block);
    expect(getValues(internalTxs)).toEqual([
      [0, 0, 1],
      [2, 1, 3],
    ]);
    expect(untraced).toEqual([1]);
  });

  test('each transaction is taken from the method that traces it', async () => {
    const { partly } = getTraces({
      debug_traceTransaction: (hash) => (hash === hashes[0] ? tree(0) : null),
      trace_transaction: (hash) => (hash === hashes[2] ? flat(2) : []),
    });
    const { internalTxs, untraced } = await partly(block);
    expect(getValues(internalTxs)).toEqual([
      [0, 0, 1],
      [2, 1, 3],
    ]);
    expect(untraced).toEqual([1]);
  });

  test('a partial read fails when the node is down or traces no transaction', async () => {
    const away = () => {
      throw new NodeDown('away');
    };
    await expect(getTraces({ debug_traceTransaction: away }).partly(block)).rejects.toThrow('away');
    await expect(getTraces({ debug_traceTransaction: () => null }).partly(block)).rejects.toThrow('no transaction');
  });

  test('a partial read of a large untraced block gives up after ten calls', async () => {
    const large = aRawBlock(
      8,
      Array.from({ length: 50 }, () => ({ from: 1, to: 2 })),
    ).block;
    const { partly, asked } = getTraces({ debug_traceTransaction: () => null, trace_transaction: () => [] });
    await expect(partly(large)).rejects.toThrow(NodeDown);
    expect(asked).toHaveLength(10);
  });
});
