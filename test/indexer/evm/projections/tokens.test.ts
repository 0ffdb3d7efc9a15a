import { tokenKey } from '../../../../lambdas/adapters/dynamo/tokens/token-item';
import { evmIndexer, headOver } from '../../../support/follower/evm';
import { address, aRawBlock, type SentLog } from '../../../support/make/blocks';
import { aTransfer, aWrap } from '../../../support/make/logs';
import { memoryTable } from '../../../support/tables/memory';

const [WRAPPED, TOKEN] = [20, 30];
const wrap = aWrap({ token: WRAPPED, holder: 1 });
const transferOf = (token: number): SentLog => aTransfer({ kind: 'erc20', token, from: 1, to: 2 });

/** An indexer that notes which tokens it queues, each with the standard that its logs suggest. */
function announcing() {
  const { table } = memoryTable();
  const queued: unknown[] = [];
  const tokenQueue = { send: async (messages: readonly unknown[]) => void queued.push(...messages) };
  const indexer = evmIndexer(table, { tokenQueue });
  let number = 0;
  return {
    /** What the next block with these logs queues. */
    async after(...logs: SentLog[]): Promise<unknown[]> {
      queued.length = 0;
      await indexer.apply([aRawBlock(++number, [{ from: 1, to: 2, logs }])], headOver(table));
      return [...queued];
    },
    read: (token: number, ercType: string) => table.update(tokenKey('31337', address(token)), { set: { y: ercType } }),
  };
}
const message = (token: number, kind?: string) => ({
  chainId: '31337',
  token: address(token),
  ...(kind ? { kind } : {}),
});

describe('a token without a record', () => {
  test('is queued once a session, with the standard of its transfers', async () => {
    const { after } = announcing();
    expect(await after(transferOf(TOKEN), transferOf(TOKEN))).toEqual([message(TOKEN, 'erc20')]);
    expect(await after(transferOf(TOKEN))).toEqual([]);
  });

  test('is queued for a wrap without a standard, as it may be no token', async () => {
    const { after } = announcing();
    expect(await after(wrap)).toEqual([message(WRAPPED)]);
    expect(await after(wrap)).toEqual([]);
    expect(await after(transferOf(WRAPPED))).toEqual([message(WRAPPED, 'erc20')]);
    expect(await after(wrap, transferOf(WRAPPED))).toEqual([]);
  });

  test('has the standard of its transfers if it wraps in the same block', async () => {
    expect(await announcing().after(transferOf(WRAPPED), wrap)).toEqual([message(WRAPPED, 'erc20')]);
  });

  test.each([
    ['ERC-20', []],
    ['UNKNOWN', [message(WRAPPED, 'erc20')]],
  ])('is not one that was read, unless it transfers and was found to be UNKNOWN: %s', async (ercType, queued) => {
    const { after, read } = announcing();
    await read(WRAPPED, ercType);
    expect(await after(wrap)).toEqual([]);
    expect(await after(transferOf(WRAPPED))).toEqual(queued);
  });
});
