import { BoundedCache } from '../../core/domain/bounded-cache';
import { touchedAddresses } from '../domain/derive';
import type { Hex, RawBlock } from '../domain/rpc';
import { getTokenEvents } from '../domain/transfers';
import type { Blocks } from '../node/blocks';
import { type Question, questionId, type Readings, toQuestions, touchedHoldings } from '../tokens/domain/holdings';
import type { createStandards } from './standards';

/** Answers that a session caches: about 30 MB. */
const MAX_CACHED_ANSWERS = 100_000;

type Node = Pick<Blocks, 'holdings' | 'holdingsAt' | 'balances'>;

/**
 * Reads balances with blocks, and first the standards of tokens that are met for the first time, before the blocks are
 * stored. What the node does not answer stays unread.
 */
export function createReadings(node: Node, finalityDepth: number, addStandards: ReturnType<typeof createStandards>) {
  /** What tokens answered in history, all at one final block, by question. */
  const answers = new BoundedCache<string, Hex | null>(MAX_CACHED_ANSWERS);
  let answeredAt = -1;

  /**
   * Token balances of all that the blocks touched: near the head as of the last block; in history as of the newest
   * final block, and each amount once, since that answer includes everything that touched it before. Each batch has all
   * its answers, also those that an earlier one has: another session may cut the blocks into other batches.
   */
  const readHoldings = async (blocks: readonly RawBlock[], head: number): Promise<Readings | undefined> => {
    const last = blocks.at(-1)?.block;
    if (!last) return undefined;
    const questions = toQuestions(
      blocks.flatMap(({ receipts, standards }) => touchedHoldings(getTokenEvents(receipts, standards))),
    );
    const [number, final] = [Number(last.number), head - finalityDepth];
    if (number >= final) return node.holdings({ number, hash: last.hash }, questions, head).catch(() => undefined);
    if (answeredAt < number) {
      answeredAt = final;
      answers.clear();
    }
    const at = answeredAt;
    const known: Record<string, Hex | null> = {};
    const toRead: Question[] = [];
    for (const question of questions) {
      const answer = answers.get(questionId(question));
      if (answer === undefined) toRead.push(question);
      else known[questionId(question)] = answer;
    }
    const read = await node.holdingsAt(toRead, at).catch(() => undefined);
    for (const [id, answer] of Object.entries(read?.values ?? {})) answers.set(id, answer);
    // The node may have pruned that state by now: the next batch asks at a newer block.
    if (toRead.length > 0 && !read) answeredAt = -1;
    return { at, values: { ...known, ...read?.values } };
  };

  /**
   * Native balances after the block, of the addresses that it touched. Only near the head: history would cost a call
   * per address and block, and the API asks the node first anyway.
   */
  const readBalances = async (raw: RawBlock, head: number): Promise<RawBlock['balances']> => {
    if (Number(raw.block.number) < head - finalityDepth) return {};
    return node
      .balances({ number: Number(raw.block.number), hash: raw.block.hash }, touchedAddresses(raw))
      .catch(() => ({}));
  };

  /** At the block of the balances. */
  const withStandards = (blocks: readonly RawBlock[], head: number): Promise<RawBlock[]> =>
    addStandards(blocks, async (questions) => {
      const last = blocks.at(-1)?.block;
      const [number, final] = [Number(last?.number), head - finalityDepth];
      return last && number >= final
        ? node.holdings({ number, hash: last.hash }, questions, head)
        : node.holdingsAt(questions, final);
    });

  return async (fetched: readonly RawBlock[], head: number): Promise<RawBlock[]> => {
    const blocks = await withStandards(fetched, head);
    const [holdings, balances] = await Promise.all([
      readHoldings(blocks, head),
      Promise.all(blocks.map((raw) => readBalances(raw, head))),
    ]);
    return blocks.map((raw, i) => ({
      ...raw,
      balances: balances[i] ?? {},
      // With the last block, as the answers are as of that block.
      ...(holdings && i === blocks.length - 1 ? { holdings } : {}),
    }));
  };
}
