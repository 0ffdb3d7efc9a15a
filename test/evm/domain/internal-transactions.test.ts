import * as fc from 'fast-check';
import {
  getDeployments,
  type InternalTransaction,
  internalTxsOfCallTracer,
  internalTxsOfTraceBlock,
} from '../../../lambdas/evm/domain/internal-transactions';
import { runs } from '../../support/full';
import { address } from '../../support/make/blocks';
import { aBlock, call, getResults, getTraces, getTree, type Node, spoil } from '../../support/make/call-trees';

/** The expected result, from the rules alone. */
function expected(block: readonly Node[]): InternalTransaction[] {
  const below = (n: Node, tx: number): Omit<InternalTransaction, 'row'>[] =>
    n.failed ? [] : n.calls.flatMap((call) => [...own(call, tx), ...below(call, tx)]);
  const own = (n: Node, tx: number): Omit<InternalTransaction, 'row'>[] => {
    const { op, from, to, value, gas } = n;
    const common = { tx, from, to, value, gasLimit: gas, gasUsed: gas / 2n };
    if (n.failed) return [];
    if (op === 'CREATE' || op === 'CREATE2') return [{ ...common, type: op, created: to }];
    if (op === 'CALL' && value > 0n) return [{ ...common, type: op }];
    if (op === 'SELFDESTRUCT' && value > 0n && from !== to) return [{ ...common, type: 'UNKNOWN' }];
    return [];
  };
  return block.flatMap(below).map((internalTx, row) => ({ ...internalTx, row }));
}

describe('internal transactions', () => {
  test('both formats yield exactly the calls that moved coin or created a contract and were not reverted', () => {
    void fc.assert(
      fc.property(aBlock, (block) => {
        const internalTxs = expected(block);
        expect(internalTxsOfCallTracer(getResults(block))).toEqual(internalTxs);
        expect(internalTxsOfTraceBlock(getTraces(block))).toEqual(internalTxs);
      }),
      runs(100),
    );
  });

  /** The internal transactions of both formats, which must be equal. */
  const both = (...block: Node[]) => {
    const internalTxs = internalTxsOfCallTracer(getResults(block));
    expect(internalTxsOfTraceBlock(getTraces(block))).toEqual(internalTxs);
    return internalTxs;
  };

  test('internal transactions are numbered across the block and name their transaction', () => {
    const internalTxs = both(
      call({ calls: [call()] }),
      call(),
      call({ calls: [call(), call({ op: 'CREATE2', value: 0n })] }),
    );
    expect(internalTxs.map(({ tx, row, type }) => [tx, row, type])).toEqual([
      [0, 0, 'CALL'],
      [2, 1, 'CALL'],
      [2, 2, 'CREATE2'],
    ]);
    expect(getDeployments(internalTxs)).toEqual([{ tx: 2, contract: address(2), deployerContract: address(1) }]);
  });

  test('a tree deeper than the stack and a call with 130,000 subcalls are read completely', () => {
    let deep = getTree(call());
    for (let i = 1; i < 50_000; i++) deep = { ...getTree(call()), calls: [deep] };
    expect(internalTxsOfCallTracer([{ result: { ...getTree(call()), calls: [deep] } }])).toHaveLength(50_000);
    // More than a function can take as arguments.
    const wide = [call({ calls: new Array<Node>(130_000).fill(call()) })];
    expect(internalTxsOfCallTracer(getResults(wide))).toHaveLength(130_000);
    expect(internalTxsOfTraceBlock(getTraces(wide))).toHaveLength(130_000);
  });

  test('a call tree of depth 1,024 is read from either format', () => {
    let deep = call();
    for (let i = 1; i < 1_024; i++) deep = call({ calls: [deep] });
    expect(both(call({ calls: [deep] }))).toHaveLength(1_024);
  });

  test.each([
    ['from', { from: '0x12' }],
    ['to', { to: null }],
    ['value', { value: '12' }],
    ['value over 256 bits', { value: `0x1${'0'.repeat(64)}` }],
    ['gas', { gas: {} }],
    ['gasUsed', { gasUsed: '0x' }],
    ['type', { type: 'constructor' }],
  ])('an invalid %s omits its call alone', (_, wrong) => {
    const calls = [{ ...getTree(call({ calls: [call({ value: 7n })] })), ...wrong }, getTree(call({ value: 8n }))];
    const internalTxs = internalTxsOfCallTracer([{ result: { ...getTree(call()), calls } }]);
    expect(internalTxs.map(({ value }) => value)).toEqual([7n, 8n]);
  });

  test('a listed call with neither result nor error is omitted with its subcalls', () => {
    const [top, first, ...others] = getTraces([call({ calls: [call({ calls: [call()] }), call({ value: 8n })] })]);
    const internalTxs = internalTxsOfTraceBlock([top, { ...first, result: null }, ...others]);
    expect(internalTxs.map(({ value }) => value)).toEqual([8n]);
  });

  test('a listed call without its parent is omitted, as the parent may have failed', () => {
    const traces = getTraces([
      call({
        calls: [call({ value: 1n, calls: [call({ value: 2n })] }), call({ value: 3n, calls: [call({ value: 4n })] })],
      }),
      call({ calls: [call({ value: 5n })] }),
    ]);
    const without = (at: number) => internalTxsOfTraceBlock(traces.toSpliced(at, 1)).map(({ value }) => value);
    expect([0, 1, 2, 3, 5].map(without)).toEqual([
      [5n],
      [3n, 4n, 5n],
      [1n, 3n, 4n, 5n],
      [1n, 2n, 5n],
      [1n, 2n, 3n, 4n],
    ]);
  });

  test('malformed traces yield only complete internal transactions', () => {
    const isWhole = ({ from, to, value, gasUsed, gasLimit }: InternalTransaction) =>
      [from, to].every((a) => /^0x[0-9a-f]{40}$/.test(a)) &&
      [value, gasUsed, gasLimit].every((n) => n >= 0n && n < 2n ** 256n);
    const spoilt = fc.record({ block: aBlock, at: fc.nat(), wrong: fc.anything() });
    void fc.assert(
      fc.property(spoilt, ({ block, at, wrong }) => {
        for (const [read, given] of [
          [internalTxsOfCallTracer, getResults(block)] as const,
          [internalTxsOfTraceBlock, getTraces(block)] as const,
        ]) {
          const internalTxs = read(spoil(given, at, wrong));
          expect(internalTxs.every(isWhole)).toBe(true);
          expect(internalTxs.map(({ row }) => row)).toEqual([...internalTxs.keys()]);
        }
      }),
      runs(100),
    );
  });
});
