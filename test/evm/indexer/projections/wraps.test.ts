import type { RawBlock } from '../../../../lambdas/evm/domain/rpc';
import { evmReaders } from '../../../../lambdas/evm/rows/readers';
import { evmIndexer, headOver } from '../../../support/follower/evm';
import { getState } from '../../../support/follower/evm-branches';
import { aChain, address, aRawBlock } from '../../../support/make/blocks';
import { aWrap } from '../../../support/make/logs';
import { memoryTable } from '../../../support/tables/memory';

const [TOKEN, HOLDER] = [20, 77];
const wrapped = (number: number, unwraps = false) =>
  aRawBlock(number, [{ from: 1, to: TOKEN, logs: [aWrap({ token: TOKEN, holder: HOLDER }, unwraps)] }]);

/** An indexer at the head of these blocks; the token's amount counts its wraps and unwraps. */
function over(branch: RawBlock[]) {
  const { table, items } = memoryTable();
  const indexer = evmIndexer(table, { node: getState(() => branch) });
  return {
    async apply(...blocks: RawBlock[]) {
      const prepared = await indexer.prepare(blocks, Number(blocks.at(-1)?.block.number));
      await indexer.apply(prepared, headOver(table));
    },
    async revert(orphan: RawBlock, below: RawBlock) {
      const { number, hash } = below.block;
      const reversal = await indexer.revert?.(Number(number), headOver(table, { epoch: 1 }));
      await reversal?.facts([orphan]);
      await reversal?.summaries({ number: Number(number), hash, time: 0, cumulative: 0 });
    },
    held: async () => {
      const [row] = await evmReaders.Erc20Holding(table).find(aChain().chainId, address(HOLDER), [address(TOKEN)]);
      return row?.amount;
    },
    items,
  };
}

describe('a wrapped balance', () => {
  test('a wrapped balance is read at the head and has no transfer row', async () => {
    const block = wrapped(1);
    const { apply, held, items } = over([block]);
    await apply(block);
    expect(await held()).toEqual({ value: 1n, at: 1 });
    const named = (await items()).filter((item) => item.includes(address(HOLDER)));
    expect(named.map((item) => item.split('#')[0])).toEqual(['b']);
    expect((await items()).filter((item) => item.startsWith(`k#31337#${address(TOKEN)}`))).toEqual([]);
  });

  test('a wrapped balance is read again when it is unwrapped and when that block is rolled back', async () => {
    const branch = [wrapped(1), wrapped(2, true)];
    const [first, second] = branch;
    if (!first || !second) throw new Error('no blocks');
    const { apply, revert, held } = over(branch);
    await apply(first);
    await apply(second);
    expect(await held()).toEqual({ value: 2n, at: 2 });
    branch.pop();
    await revert(second, first);
    expect(await held()).toEqual({ value: 1n, at: 1 });
  });
});
