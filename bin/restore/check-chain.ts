import { isDeepStrictEqual } from 'node:util';
import type { BlockRef } from '../../lambdas/chain/domain/block';
import { finalBlock, visibleBlock } from '../../lambdas/chain/domain/cursor';
import { getCursor } from '../../lambdas/chain/follower/cursor-of';
import type { Config } from '../../lambdas/core/contract/config';
import { NodeError } from '../../lambdas/core/node/errors';
import type { RpcClient } from '../../lambdas/core/node/rpc';
import type { Restored } from '../../lambdas/core/table/restored';
import { sampleHoldings } from '../../lambdas/evm/indexer/sample-holdings';
import { createBlocks } from '../../lambdas/evm/node/blocks';
import { createBlockRows } from '../../lambdas/evm/rows/block-rows';
import type { Holding } from '../../lambdas/evm/tokens/domain/holdings';
import { readDriftState } from '../../lambdas/evm/tokens/rows/drift-item';
import { holdingKey } from '../../lambdas/evm/tokens/rows/holding-item';
import { compareHoldings } from '../../lambdas/evm/workers/reconcile';

const [BLOCKS, HOLDINGS] = [50, 200];
const MAX_DRIFTS = 0.05;
const NOTHING = { blocks: 0, balances: 0, differences: [], isWrong: false };

export interface CheckedChain {
  /** Up to which the chain is indexed; undefined if the table does not have it. */
  readonly block?: number;
  readonly blocks: number;
  /** Balances that the node could answer at that block. */
  readonly balances: number;
  /** One sentence each. */
  readonly differences: readonly string[];
  /** A block differs, or more balances than tokens explain that change them without an event. */
  readonly isWrong: boolean;
}

/**
 * Compares sampled final blocks, and balances after the last of them, with the node. If it has no state of that block,
 * or most were read later, balances that have not changed since are compared with its present ones. Throws NodeError.
 */
export async function checkChain(
  { replaced, restored }: Restored,
  { chainId: chain, finalityDepth }: Pick<Config['chains'][number], 'chainId' | 'finalityDepth'>,
  rpc: Pick<RpcClient, 'batch' | 'wholeBatch' | 'call'>,
): Promise<CheckedChain> {
  const cursor = await getCursor(restored, chain);
  if (!cursor) return NOTHING;
  const { start } = cursor;
  const last = finalBlock(cursor, finalityDepth);
  const block = visibleBlock(cursor);
  if (last < start) return { ...NOTHING, block };
  const drawn = Array.from({ length: BLOCKS - 1 }, () => start + Math.floor(Math.random() * (last - start + 1)));
  const rows = createBlockRows(restored, chain);
  const found = await Promise.all([...new Set([...drawn, last])].map((number) => rows.hashesDown(number, 1)));
  const ours = new Map(found.flat().map(({ number, hash }) => [number, hash]));
  const numbers = [...ours.keys()];
  const theirs = await createBlocks(rpc).hashes(numbers);
  const wrong = numbers.flatMap((number, i) =>
    theirs[i] === ours.get(number) ? [] : [`block ${number} is ${ours.get(number)}, and ${theirs[i]} on the node`],
  );
  const { live } = await readDriftState(restored, chain);
  const sampled = await sampleHoldings(restored, chain, { from: start, to: last }, HOLDINGS);
  const holdings = sampled.filter(({ token }) => !live.includes(token));
  const compareAt = (some: readonly Holding[], at: BlockRef) =>
    compareHoldings(restored, chain, rpc.batch, some, at).catch((error: unknown) => {
      if (error instanceof NodeError) return undefined;
      throw error;
    });
  const then = await compareAt(holdings, { number: last, hash: ours.get(last) ?? '' });
  const isEnough = then !== undefined && then.compared.length * 2 >= holdings.length;
  const { compared, drifts } = (isEnough ? then : ((await compareNow()) ?? then)) ?? { compared: [], drifts: [] };
  const drifted = drifts.map(
    ({ holding, stored, node }) => `${holding.token} of ${holding.holder}: ${stored} indexed, and ${node} on the node`,
  );
  const isWrong = wrong.length > 0 || drifts.length > compared.length * MAX_DRIFTS;
  const [blocks, balances] = [numbers.length, compared.length];
  return { block, blocks, balances, differences: [...wrong, ...drifted], isWrong };

  async function compareNow() {
    const head = await getCursor(replaced, chain);
    if (head?.hash === undefined) return undefined;
    const unchanged: Holding[] = [];
    for (const holding of holdings) {
      const key = holdingKey(chain, holding);
      if (isDeepStrictEqual(await replaced.get(key, true), await restored.get(key, true))) unchanged.push(holding);
    }
    return compareAt(unchanged, { number: head.number, hash: head.hash });
  }
}
