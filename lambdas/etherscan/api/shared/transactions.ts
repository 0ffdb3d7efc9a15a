import { inParallel } from '../../../core/runtime/concurrency';
import type { Transactions } from '../../views/shared';
import type { Context } from './context';

const LARGE_AT_ONCE = 4;

/** One BatchGet for a hundred; the largest, which are stored in parts, are read one by one. */
export async function readTransactions({ deps, chain }: Context, hashes: readonly string[]): Promise<Transactions> {
  const found = new Map(await deps.Tx.firstParts(chain.chainId, hashes));
  const large = [...new Set(hashes)].filter((hash) => !found.has(hash));
  await inParallel(large, LARGE_AT_ONCE, async (hash) => {
    const whole = await deps.Tx.byHash(chain.chainId, hash);
    if (whole) found.set(hash, whole);
  });
  return found;
}
