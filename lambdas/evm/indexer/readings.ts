import { BoundedCache } from '../../core/domain/bounded-cache';
import { touchedAddresses } from '../domain/derive';
import type { Hex, RawBlock } from '../domain/rpc';
import { getTokenEvents } from '../domain/transfers';
import type { Blocks } from '../node/blocks';
import { type Question, questionId, type Readings, toQuestions, touchedHoldings } from '../tokens/domain/holdings';
import type { createStandards } from './standards';

/** Answers cached per session: about 30 MB. */
const MAX_CACHED_ANSWERS = 100_000;

type Node = Pick<Blocks, 'holdings' | 'holdingsAt' | 'balances'>;

/**
 * Adds balances to blocks before they are stored, and first the standards of tokens seen for the first time. If the
 * node fails, balances stay unread.
 */
export function createReadings(node: Node, finalityDepth: number, addStandards: ReturnType<typeof createStandards>) {
  /** Answers in history by question, all read at the same final block. */
  const answers = new BoundedCache<string, Hex | null>(MAX_CACHED_ANSWERS);
  let answeredAt = -1;

  /**
   * Token balances of all touched holdings. Near the head they are read as of the last block; in history as of the
   * newest final block, and each only once, as that answer includes all earlier changes. Each batch has all of its
   * answers, even those read for an earlier batch: another session may split the blocks differently.
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
    // The node may have pruned that state: the next batch reads at a newer block.
    if (toRead.length > 0 && !read) answeredAt = -1;
    return { at, values: { ...known, ...read?.values } };
  };

  /**
   * Native balances of touched addresses after the block. Only near the head: history would cost a call per address and
   * block, and the API asks the node first anyway.
   */
  const readBalances = async (raw: RawBlock, head: number): Promise<RawBlock['balances']> => {
    if (Number(raw.block.number) < head - finalityDepth) return {};
    return node
      .balances({ number: Number(raw.block.number), hash: raw.block.hash }, touchedAddresses(raw))
      .catch(() => ({}));
  };

  /** Standards are read at the same block as the balances. */
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
      // The answers are as of the last block, so they are stored with it.
      ...(holdings && i === blocks.length - 1 ? { holdings } : {}),
    }));
  };
}
