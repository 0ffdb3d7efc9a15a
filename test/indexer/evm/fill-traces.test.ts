import { gapItem, gapsOf, tracesGap } from '../../../lambdas/adapters/dynamo/evm/gaps';
import { openInternalTxRows } from '../../../lambdas/adapters/dynamo/evm/internal-rows';
import { NodeDown } from '../../../lambdas/adapters/node/errors';
import { fillMissingTraces } from '../../../lambdas/indexer/evm/fill-traces';
import { aChain, address, aRawBlock } from '../../support/make/blocks';
import { anInternalTx } from '../../support/make/internal-transactions';
import { memoryTable } from '../../support/tables/memory';

const chain = aChain();
const raw = aRawBlock(7, [{ from: 1, to: 2 }]);
const gap = tracesGap({ number: 7, hash: raw.block.hash });

test('a block that could not be traced gets its internal transactions, and is listed for as long as it cannot', async () => {
  const { table, items } = memoryTable();
  await table.write([{ put: gapItem(chain.chainId, gap) }]);
  const rows = openInternalTxRows(table, chain.chainId, { signal: () => new AbortController().signal });
  let traced = false;
  const fill = (given = raw) =>
    fillMissingTraces(
      {
        ...{ table, chain, rows },
        blocks: { blocksWithReceipts: async () => [given] },
        traces: {
          async internalTxs() {
            if (!traced) throw new NodeDown('too slow', 'too big');
            return [anInternalTx({ to: address(2) })];
          },
        },
      },
      gap,
    );
  await expect(fill()).rejects.toThrow('too slow');
  traced = true;
  await expect(fill(aRawBlock(7, [], { salt: 2 }))).rejects.toThrow('differs from the indexed one');
  expect(await gapsOf(table, chain.chainId, 'traces', 10)).toEqual([gap]);
  await fill();
  expect(await gapsOf(table, chain.chainId, 'traces', 10)).toEqual([]);
  expect((await items()).filter((item) => item.startsWith(`a#${chain.chainId}#${address(2)} i#`))).toHaveLength(1);
});
