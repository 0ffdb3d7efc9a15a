import pLimit from 'p-limit';
import type { BlockRef } from '../../../chain/domain/block';
import type { Cursor } from '../../../chain/domain/cursor';
import type { InHistory } from '../../../chain/kind';
import { sleep } from '../../../core/runtime/clock';
import type { Table } from '../../../core/table/table';
import type { Blocks } from '../../node/blocks';
import { type Amount, getAmount, type Holding, questionId, toQuestions } from '../../tokens/domain/holdings';
import { createAbsentHoldings } from '../../tokens/rows/absent-holdings';
import type { Read } from '../../tokens/rows/holdings';

const [ROLLBACK_POLL_MS, MAX_ROLLBACK_MS] = [200, 30_000];

interface Position {
  readonly number: number;
  /** Absent for a final block. */
  readonly hash?: string;
  readonly head: number;
  readonly epoch: number;
}

interface Found {
  readonly at: Position;
  readonly reads: readonly Read[];
}

/**
 * Reads holdings without a row, at the follower's position; existing rows are the follower's.
 * Writes are unconditional, so they may overwrite its newer rows: if it has moved since, holdings
 * are read again and differences written, until all agree. The job first notes each position as
 * unchecked, so that the successor of a dead worker re-reads these holdings.
 */
export function createHistoricalHoldings(
  table: Table,
  chain: string,
  node: Pick<Blocks, 'holdings' | 'holdingsAt'>,
  pause: (ms: number) => Promise<void> = sleep,
) {
  const rows = createAbsentHoldings(table, chain);
  const inTurn = pLimit(1);

  const readAmounts = async (at: Position, holdings: readonly Holding[], isRepeated: boolean): Promise<Read[]> => {
    const readings = await fetchReadings(node, at, holdings).catch((error: unknown) => {
      // Rows are already written: fail, so that the whole slice is repeated and checks them.
      if (isRepeated) throw error;
      return undefined;
    });
    return holdings.map((holding) => ({ holding, amount: getAmount(holding, at.number, readings) }));
  };

  return {
    // Calls run one at a time, so a holding is read only once. Pass the result to `write` or end
    // the session: the holdings are cached as handled.
    read: (touched: readonly Holding[], on: InHistory): Promise<Found | undefined> =>
      inTurn(async () => {
        const left = await rows.toRead(touched, on.unchecked.since);
        if (left.length === 0) return undefined;
        const at = await getPosition(on, pause);
        const reads = await readAmounts(at, left, false);
        rows.remember(left);
        return { at, reads };
      }),

    async write({ at: first, reads }: Found, on: InHistory): Promise<void> {
      const written = new Map<string, Amount>();
      for (let [at, news] = [first, reads]; news.length > 0; ) {
        await on.unchecked.note(at.number);
        await rows.write(news, at.epoch, on.signal);
        for (const { holding, amount } of news) written.set(questionId(holding), amount);
        const now = await getPosition(on, pause);
        if (isSamePosition(now, at)) return;
        const holdings = news.map(({ holding }) => holding);
        at = now;
        news = (await readAmounts(at, holdings, true)).filter(
          ({ holding, amount }) => !isSame(written.get(questionId(holding)), amount),
        );
      }
    },
  };
}

/** The newest block the follower may have written, or the newest final one if higher. */
async function getPosition(
  { cursor: currentCursor, head, final }: InHistory,
  pause: (ms: number) => Promise<void>,
): Promise<Position> {
  for (let waited = 0; ; waited += ROLLBACK_POLL_MS) {
    const cursor = await currentCursor();
    if (cursor?.pending?.kind !== 'rollback') {
      const newest = cursor && newestWritten(cursor);
      const seen = Math.max(head.number, cursor?.head ?? 0);
      const finalNow = seen - (head.number - final);
      const at = newest && newest.number >= finalNow ? newest : { number: finalNow };
      return { ...at, head: seen, epoch: cursor?.epoch ?? 0 };
    }
    if (waited >= MAX_ROLLBACK_MS) throw new Error('cannot read balances: the follower is still rolling back');
    await pause(ROLLBACK_POLL_MS);
  }
}

/** undefined before the first. */
const newestWritten = ({ number, hash, pending }: Cursor): BlockRef | undefined =>
  pending?.blocks.at(-1) ?? (hash === undefined ? undefined : { number, hash });

const isSamePosition = (now: Position, before: Position): boolean =>
  now.number === before.number && now.hash === before.hash && now.epoch === before.epoch;

/** Falls back to the newest block if the node has pruned a final one's state. */
async function fetchReadings(
  node: Pick<Blocks, 'holdings' | 'holdingsAt'>,
  { number, hash, head }: Position,
  holdings: readonly Holding[],
) {
  const questions = toQuestions(holdings);
  if (hash !== undefined) return node.holdings({ number, hash }, questions, head);
  return (await node.holdingsAt(questions, number)) ?? (head > number ? node.holdingsAt(questions, head) : undefined);
}

const isSame = (a: Amount | undefined, b: Amount): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.value === b.value : a === b;
