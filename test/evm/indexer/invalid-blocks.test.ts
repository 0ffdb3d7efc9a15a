import * as fc from 'fast-check';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { NodeRefused } from '../../../lambdas/core/node/errors';
import type { RpcClient } from '../../../lambdas/core/node/rpc';
import { parseKey } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';
import { derive, touchedAddresses } from '../../../lambdas/evm/domain/derive';
import { matchReceipts } from '../../../lambdas/evm/domain/match-receipts';
import { normalizeBlock } from '../../../lambdas/evm/domain/normalize';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { evmSource } from '../../../lambdas/evm/indexer/source';
import { createBlocks } from '../../../lambdas/evm/node/blocks';
import { occurrencesIn } from '../../../lambdas/webhooks/kinds/address-activity/occurrences';
import { getEvent } from '../../../lambdas/webhooks/kinds/address-activity/payload';
import { evmIndexer, headOver } from '../../support/follower/evm';
import { simulation } from '../../support/follower/simulation';
import { repeatedRuns } from '../../support/full';
import { aChain, aRawBlock, hash } from '../../support/make/blocks';
import { aSpoiltBlock, type SentBlock } from '../../support/make/odd-fields';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';

muteLog();

/** The block as fetched, or undefined if it is rejected. */
function read({ block: sent, receipts }: SentBlock): RawBlock | undefined {
  const block = normalizeBlock(sent);
  if (!('value' in block)) return undefined;
  const matched = matchReceipts(block.value, receipts, false);
  return 'receipts' in matched ? { block: block.value, receipts: matched.receipts, balances: {} } : undefined;
}

const hasKey = (item: string): boolean => {
  const [pk, sk] = item.split(' ');
  return Object.values(entities).some((entity) => {
    try {
      return [parseKey(entity.pk, pk), parseKey(entity.sk, sk)].length === 2;
    } catch {
      return false;
    }
  });
};

/** All processing of a stored block. */
async function finish(raw: RawBlock): Promise<string[]> {
  const { table, items } = memoryTable();
  const indexer = evmIndexer(table);
  const [prepared = raw] = await indexer.prepare([raw], Number(raw.block.number));
  await indexer.apply([prepared], headOver(table));
  expect(indexer.cost(prepared).writeUnits).toBeGreaterThan(0);
  const derived = derive(prepared, 0);
  expect(touchedAddresses(raw).length).toBeLessThanOrEqual(derived.addresses.length);
  occurrencesIn(raw, derived.transfers);
  for (const row of derived.transactions) {
    const [transaction, receipt] = [raw.block.transactions[row.index], raw.receipts[row.index]];
    if (!transaction || !receipt) throw new Error('no such transaction');
    const chain = aChain();
    getEvent({
      ...{ chain, row, receipt, block: derived.block, raw: transaction, cumulativeGas: 0n, includeLogs: true },
      transfers: derived.transfers.filter(({ tx }) => tx === row.index),
      tokens: new Map(),
    });
  }
  const written = await items();
  await (await indexer.revert?.(Number(raw.block.number) - 1, headOver(table)))?.facts([prepared]);
  return written;
}

/** A node with this block at every height. */
function getNode({ block, receipts }: SentBlock): Parameters<typeof createBlocks>[0] {
  const batch: RpcClient['batch'] = async (calls) =>
    calls.map(([method]) => ({ result: method === 'eth_getBlockByNumber' ? block : receipts }));
  return { batch, wholeBatch: batch, call: async () => block };
}

describe('malformed blocks', () => {
  test('a malformed block is either rejected before it is stored or indexed completely', async () => {
    const seen = { refused: 0, finished: 0 };
    await fc.assert(
      fc.asyncProperty(aSpoiltBlock, async (sent) => {
        const raw = read(sent);
        seen[raw ? 'finished' : 'refused']++;
        if (!raw) return;
        const written = await finish(raw);
        expect(written.filter((item) => !hasKey(item))).toEqual([]);
      }),
      repeatedRuns(150),
    );
    expect(Math.min(seen.refused, seen.finished)).toBeGreaterThan(20);
  });

  test('a block that creates one contract twice is indexed', async () => {
    const { block, receipts } = aRawBlock(7, [{ from: 1 }, { from: 2 }]);
    const same = receipts.map((one) => ({ ...one, contractAddress: receipts[0]?.contractAddress ?? null }));
    const written = await finish({ block, receipts: same, balances: {} });
    expect(written.filter((item) => / (~d|d)#/.test(item))).toHaveLength(3);
  });

  test('an invalid block is rejected with its number and field, without text from the node', async () => {
    const raw = aRawBlock(7, [{ from: 1, to: 2 }]);
    const [transaction] = raw.block.transactions;
    const text = 'https://node.example/secret';
    for (const [sent, field] of [
      [{ ...raw, block: { ...raw.block, timestamp: text } }, 'timestamp'],
      [{ ...raw, block: { ...raw.block, transactions: [{ ...transaction, from: text }] } }, 'transactions[0].from'],
    ] as const) {
      const read = createBlocks(getNode(sent)).blocksWithReceipts(7, 7);
      await expect(read).rejects.toThrow(new NodeRefused(0, `block 7 of the node is invalid: ${field}`));
    }
  });

  test('an invalid block is rejected before `pending` with its field recorded, so that a better node can continue', async () => {
    const [zero, good] = [aRawBlock(0, []), aRawBlock(1, [{ from: 1, to: 2 }])];
    const bad = { ...good, block: { ...good.block, transactions: [{ ...good.block.transactions[0], from: null }] } };
    const { summary } = evmIndexer(memoryTable().table);
    const sim = simulation<RawBlock>({ summary, createIndexer: (table) => evmIndexer(table) });
    sim.node.serve([zero]);
    await sim.follow();
    sim.node.serve([zero, good]);
    const { blocks } = sim.node.source;
    sim.node.source.blocks = evmSource(createBlocks(getNode(bad)), sim.chain.chainId).blocks;
    await sim.follow(undefined, 15);
    const found = await getCursor(sim.table, sim.chain.chainId);
    expect(found).toMatchObject({ number: 0, lastError: 'block 1 of the node is invalid: transactions[0].from' });
    expect(found?.pending).toBeUndefined();
    sim.node.source.blocks = blocks;
    await sim.follow();
    expect(await getCursor(sim.table, sim.chain.chainId)).toMatchObject({ number: 1, hash: hash(1_000_001) });
  });
});
