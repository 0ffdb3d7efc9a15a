import type { BlockRef } from '../../../chain/domain/block';
import type { Cursor } from '../../../chain/domain/cursor';
import { oneAtATime } from '../../../chain/follower/one-at-a-time';
import type { InHistory } from '../../../chain/kind';
import { sleep } from '../../../core/runtime/clock';
import type { Table } from '../../../core/table/table';
import type { Blocks } from '../../node/blocks';
import { type Amount, getAmount, type Holding, questionId, toQuestions } from '../../tokens/domain/holdings';
import { createAbsentHoldings } from '../../tokens/rows/absent-holdings';
import type { Read } from '../../tokens/rows/holdings';

/** How often it looks whether the follower still rolls back, and how long at most, ms. */
const [ROLLBACK_POLL_MS, MAX_ROLLBACK_MS] = [200, 30_000];

/** Where balances are read, and what the follower was at. */
interface Position {
  readonly number: number;
  /** Absent for a block that is final. */
  readonly hash?: string;
  /** The newest block that the node has shown. */
  readonly head: number;
  readonly epoch: number;
}

/** Holdings with their amounts as of a position. */
interface Found {
  readonly at: Position;
  readonly reads: readonly Read[];
}

/**
 * Reads holdings that history touched and that have no row yet, where the follower is: an existing row is the
 * follower's. Caches those that it has handled.
 *
 * The rows are written without a condition, so that one of the follower's that came meanwhile may be overwritten by an
 * older amount. If the follower has moved since, they are therefore read once more where it is now, and what differs is
 * written, until nothing does. A worker that ends in between leaves a note of it with its job, for the next one.
 */
export function createHistoricalHoldings(
  table: Table,
  chain: string,
  node: Pick<Blocks, 'holdings' | 'holdingsAt'>,
  pause: (ms: number) => Promise<void> = sleep,
) {
  const rows = createAbsentHoldings(table, chain);
  const inTurn = oneAtATime();

  const ask = async (at: Position, of: readonly Holding[], isRepeated: boolean): Promise<Read[]> => {
    const readings = await readingsAt(node, at, of).catch((error: unknown) => {
      // What is written already is looked at again with the whole slice.
      if (isRepeated) throw error;
      return undefined;
    });
    return of.map((holding) => ({ holding, amount: getAmount(holding, at.number, readings) }));
  };

  return {
    /**
     * Reads them, one call after the other: what one of them reads the next does not read again. They are written by
     * `write`, or never: then the session ends.
     */
    read: (touched: readonly Holding[], on: InHistory): Promise<Found | undefined> =>
      inTurn(async () => {
        const left = await rows.toRead(touched, on.unchecked.since);
        if (left.length === 0) return undefined;
        const at = await getPosition(on, pause);
        const reads = await ask(at, left, false);
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
        if (isThere(now, at)) return;
        const holdings = news.map(({ holding }) => holding);
        at = now;
        news = (await ask(at, holdings, true)).filter(
          ({ holding, amount }) => !isSame(written.get(questionId(holding)), amount),
        );
      }
    },
  };
}

/** At the newest block that the follower may have written, or where it reads while it catches up: at a newer final one. */
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
    if (waited >= MAX_ROLLBACK_MS) throw new Error('the follower is rolling back: balances cannot be read yet');
    await pause(ROLLBACK_POLL_MS);
  }
}

/** The newest block whose rows the follower may have written; undefined before its first. */
const newestWritten = ({ number, hash, pending }: Cursor): BlockRef | undefined =>
  pending?.blocks.at(-1) ?? (hash === undefined ? undefined : { number, hash });

const isThere = (now: Position, before: Position): boolean =>
  now.number === before.number && now.hash === before.hash && now.epoch === before.epoch;

/** Balances there, or at the newest block if the node keeps no state of that one. */
async function readingsAt(
  node: Pick<Blocks, 'holdings' | 'holdingsAt'>,
  { number, hash, head }: Position,
  of: readonly Holding[],
) {
  const questions = toQuestions(of);
  if (hash !== undefined) return node.holdings({ number, hash }, questions, head);
  return (await node.holdingsAt(questions, number)) ?? (head > number ? node.holdingsAt(questions, head) : undefined);
}

/** Whether a row that says one of them need not be written to say the other. */
const isSame = (a: Amount | undefined, b: Amount): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.value === b.value : a === b;
