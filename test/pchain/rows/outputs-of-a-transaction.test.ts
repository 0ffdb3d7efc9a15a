import { cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import type { PUtxoRow } from '../../../lambdas/pchain/domain/rows';
import { utxoItem } from '../../../lambdas/pchain/rows/items';
import { pUtxoReader } from '../../../lambdas/pchain/rows/utxo-readers';
import { address, hash } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

test('all outputs of a transaction are read even if they need more than one Query', async () => {
  const { table } = memoryTable();
  const addresses = Array.from({ length: 700 }, (_, n) => address(n));
  const rows = Array.from({ length: 60 }, (_, outputIndex): PUtxoRow => {
    const own = { txId: hash(1), outputIndex, assetId: hash(2), amount: 1n };
    const owners = { locktime: 0n, threshold: 1, addresses };
    return { ...own, owners, origin: 'transaction', by: hash(3), created: { block: 0, time: 5 } };
  });
  await table.write(rows.map((row) => ({ put: utxoItem('fuji', row) })));
  // Requests read the cursor first, which says which copy of the rows is in use.
  await table.get(cursorKey('p-chain-fuji'));
  const before = table.meter.requests;
  expect((await pUtxoReader(table).ofTx('fuji', hash(1))).map(({ outputIndex }) => outputIndex)).toEqual(
    rows.map(({ outputIndex }) => outputIndex),
  );
  expect(table.meter.requests - before).toBe(2);
});
