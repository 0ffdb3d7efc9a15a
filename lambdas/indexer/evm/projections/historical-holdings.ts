import type { Table } from '../../../adapters/dynamo/table';
import { openAbsentHoldings } from '../../../adapters/dynamo/tokens/absent-holdings';
import type { Read } from '../../../adapters/dynamo/tokens/holdings';
import type { Blocks } from '../../../adapters/evm/blocks';
import type { BlockRef } from '../../../domain/chain/block';
import type { Cursor } from '../../../domain/chain/cursor';
import { amountOf, type Holding, questionsOf } from '../../../domain/tokens/holdings';
import type { InHistory } from '../../chain/chain';

/**
 * Reads holdings that history touched and that have no row yet, at the follower's block: an existing row is the
 * follower's. Returns the function that does so for some holdings, and caches those that it has handled.
 */
export function openHistoricalHoldings(table: Table, chain: string, node: Pick<Blocks, 'holdings'>) {
  const rows = openAbsentHoldings(table, chain);

  return async (touched: readonly Holding[], { head, cursor: currentCursor }: InHistory): Promise<void> => {
    const absent = await rows.absent(touched);
    if (absent.length === 0) return;
    const ask = async (block: BlockRef, of: readonly Holding[]): Promise<Read[]> => {
      const readings = await node.holdings(block, questionsOf(of), head.number).catch(() => undefined);
      return of.map((holding) => ({ holding, amount: amountOf(holding, block.number, readings) }));
    };
    const cursor = await currentCursor();
    const readAt = (cursor && newestWritten(cursor)) ?? head;
    const reads = (await ask(readAt, absent)).filter((read) => !isGone(read));
    const written = await rows.put(reads, cursor?.epoch ?? 0);
    // The follower deletes an id that moved on, and may have done so before we wrote our row: then ours is outdated.
    const ids = written.filter(({ holding, amount }) => holding.kind === 'erc721' && typeof amount === 'object');
    const now = ids.length > 0 ? await currentCursor() : undefined;
    const newest = now && newestWritten(now);
    if (now && newest?.hash !== readAt.hash) {
      const again = newest
        ? await ask(
            newest,
            ids.map(({ holding }) => holding),
          )
        : [];
      for (const [i, read] of ids.entries()) {
        const amount = again[i]?.amount ?? 'unread';
        if (amount === 'unread') await rows.withdraw(read, now.epoch, true);
        else if (isGone({ ...read, amount })) await rows.withdraw(read, now.epoch, false);
      }
    }
    rows.remember(absent);
  };
}

/** The past of an ERC-721 id is never queried: an id that moved on has no row. */
const isGone = ({ holding, amount }: Read): boolean =>
  holding.kind === 'erc721' && typeof amount === 'object' && amount.value === 0n;

/** The newest block whose rows the follower may have written; undefined before its first, and during a rollback. */
function newestWritten({ number, hash, pending }: Cursor): BlockRef | undefined {
  if (pending) return pending.kind === 'index' ? pending.blocks.at(-1) : undefined;
  return hash === undefined ? undefined : { number, hash };
}
