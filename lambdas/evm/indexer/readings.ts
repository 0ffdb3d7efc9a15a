import { BoundedCache } from '../../core/domain/bounded-cache';
import { touchedAddresses } from '../domain/derive';
import type { Hex, RawBlock } from '../domain/rpc';
import { getTokenEvents } from '../domain/transfers';
import type { Blocks } from '../node/blocks';
import { type Question, questionId, type Readings, toQuestions, touchedHoldings } from '../tokens/domain/holdings';
import type { createStandards } from './standards';

const MAX_CACHED_ANSWERS = 100_000; // about 30 MB

type Node = Pick<Blocks, 'holdings' | 'holdingsAt' | 'balances'>;

/** Adds standards, then balances, before blocks are stored. Unread if the node fails. */
export function createReadings(node: Node, finalityDepth: number, addStandards: ReturnType<typeof createStandards>) {
  /** By question, all read at the same final block. */
  const answers = new BoundedCache<string, Hex | null>(MAX_CACHED_ANSWERS);
  let answeredAt = -1;

  // In history, balances are read once, at the newest final block. Each batch has all of its
  // answers, even from earlier batches: another session may split the blocks differently.
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

  /** Near the head only: history would cost a call per address and block. */
  const readBalances = async (raw: RawBlock, head: number): Promise<RawBlock['balances']> => {
    if (Number(raw.block.number) < head - finalityDepth) return {};
    return node
      .balances({ number: Number(raw.block.number), hash: raw.block.hash }, touchedAddresses(raw))
      .catch(() => ({}));
  };

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
      // The answers are as of the last block.
      ...(holdings && i === blocks.length - 1 ? { holdings } : {}),
    }));
  };
}
