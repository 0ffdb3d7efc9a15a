import { addJob } from '../../adapters/dynamo/chain/backfill-jobs';
import type { Table } from '../../adapters/dynamo/table';
import type { Blocks, Head } from '../../adapters/evm/blocks';
import type { Chain } from '../../contract/config';

/** A chain with more final blocks than this before its head is followed from there, and the rest is backfilled. */
const SHORT_HISTORY = 2_000;
/** Blocks that the estimate looks at, evenly spread. */
const SAMPLES = 5;
/** Dollars a million write units, on demand in us-east-1. */
const PRICE = 0.625;

/**
 * Where the follower of a chain that was never indexed begins, when its index begins at `start`. A long history becomes
 * a job of the backfill; what it will cost is told in the log.
 */
export async function splitHistory(
  table: Table,
  chain: Chain,
  blocks: Blocks,
  start: number,
  head: Head,
): Promise<number> {
  const final = head.number - chain.finalityDepth;
  if (final - start < SHORT_HISTORY) return start;
  await addJob(table, chain.chainId, { from: start, to: final }, Date.now());
  const writeUnits = await estimate(blocks, start, final).catch(() => undefined);
  console.info({
    chainId: chain.chainId,
    message: `the blocks ${start} to ${final} are backfilled beside the follower`,
    blocks: final - start + 1,
    ...(writeUnits === undefined ? {} : { writeUnits, dollars: Math.ceil((writeUnits * PRICE) / 10_000) / 100 }),
  });
  return final + 1;
}

/** Write units of a history, as a few of its blocks have it: 8 a block, 3.25 a transaction, 3 a log at most. */
async function estimate(blocks: Blocks, from: number, to: number): Promise<number> {
  const step = (to - from) / (SAMPLES - 1);
  const numbers = Array.from({ length: SAMPLES }, (_, i) => Math.round(from + i * step));
  const pairs = (await Promise.all(numbers.map((number) => blocks.pairs(number, number, to)))).flat();
  const units = pairs.reduce((sum, { receipts }) => {
    const logs = receipts.reduce((all, receipt) => all + receipt.logs.length, 0);
    return sum + 8 + 3.25 * receipts.length + 3 * logs;
  }, 0);
  return Math.round((units / pairs.length) * (to - from + 1));
}
