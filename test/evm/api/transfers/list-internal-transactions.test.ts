import { handler } from '../../../../lambdas/evm/api/transfers/list-internal-transactions';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { readPages } from '../../../support/endpoints/transactions';
import { address, aRawBlock, hash } from '../../../support/make/blocks';
import { anInternalTx, getInternals, internalsShown, tracedWorld } from '../../../support/make/internal-transactions';
import { ME } from '../../../support/make/token-world';

const blocks = tracedWorld(8, 30);
const toRows = ({ transactions }: Record<string, unknown>) => internalsShown(transactions);
const ask = (who = ME) => ({ params: { chainId: '31337', address: who } });

describe('listInternalTransactions', () => {
  test('200: an internal transaction has its position, parties, value and gas', async () => {
    const internalTxs = [anInternalTx({ from: address(1), to: address(2), value: 2n ** 256n - 1n })];
    const { deps } = await depsWith({ blocks: { 31337: [{ ...aRawBlock(3, [{ from: 1, to: 20 }]), internalTxs }] } });
    const { status, body } = await call(handler, deps, ask(address(2)));
    expect([status, body]).toEqual([
      200,
      {
        transactions: [
          {
            blockNumber: '3',
            blockTimestamp: 1_700_000_003,
            blockHash: hash(1_000_003),
            txHash: hash(100_000_300_000),
            from: { address: address(1) },
            to: { address: address(2) },
            internalTxType: 'CALL',
            value: String(2n ** 256n - 1n),
            isReverted: false,
            gasUsed: '2300',
            gasLimit: '9000',
          },
        ],
      },
    ]);
  });
  test('200: the list ends at the trace cursor, and is empty without one', async () => {
    const shown = async (traceCursor: number | undefined) => {
      const { deps } = await depsWith({
        blocks: { 31337: blocks },
        traced: traceCursor === undefined ? {} : { 31337: traceCursor },
      });
      return (await readPages(handler, deps, { ...ask(), query: { pageSize: '7' } })).flatMap(toRows);
    };
    const upTo = (last: number) =>
      getInternals(blocks)
        .filter(({ block }) => block <= last)
        .map(({ row }) => row)
        .toReversed();
    expect(await shown(11)).toEqual(upTo(11));
    expect(await shown(undefined)).toEqual([]);
    expect(upTo(11).length).toBeLessThan(upTo(30).length);
  });
  test('200: a cached trace cursor of an older epoch is read again', async () => {
    const { deps, cursors } = await depsWith({ blocks: { 31337: blocks } });
    const cursor = cursors.get('31337');
    if (!cursor) throw new Error('no cursor');
    cursors.set('31337', { ...cursor, epoch: 1 });
    const traceCursor = { number: 30, time: 0, epoch: 0, fence: 1 };
    const traceCursors = async (_: readonly string[], fresh = false) =>
      new Map([['31337', fresh ? { ...traceCursor, number: 11, epoch: 1 } : traceCursor]]);
    const warm = { ...deps, Cursor: { ...deps.Cursor, traceCursors } };
    const { body } = await call(handler, warm, { ...ask(), query: { pageSize: '100' } });
    const low = getInternals(blocks).filter(({ block }) => block <= 11);
    expect(toRows(body)).toEqual(low.map(({ row }) => row).toReversed());
  });
  isListOfBlocks({ handler, address: ME, blocks, truth: getInternals(blocks), toRows });
});
