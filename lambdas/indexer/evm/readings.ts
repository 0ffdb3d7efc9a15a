import type { Blocks } from '../../adapters/evm/blocks';
import { BoundedCache } from '../../domain/bounded-cache';
import { touchedAddresses } from '../../domain/evm/derive';
import type { RawBlock } from '../../domain/evm/rpc';
import { tokenEventsOf } from '../../domain/evm/transfers';
import { AS_BEFORE, questionId, questionsOf, type Readings, touchedHoldings } from '../../domain/tokens/holdings';

/** Questions that a session caches as answered. */
const MAX_CACHED_QUESTIONS = 200_000;

type Node = Pick<Blocks, 'holdings' | 'holdingsAt' | 'balances'>;

/** Reads balances with blocks, before they are stored. What the node does not answer stays unread. */
export function openReadings(node: Node, finalityDepth: number) {
  /** Questions about holdings that were answered in history, with the block of the answer. */
  const answered = new BoundedCache<string, number>(MAX_CACHED_QUESTIONS);

  /**
   * Token balances of all that the blocks touched: near the head as of the last block; in history as of the newest
   * final block, and each amount once, since that answer includes everything that touched it before.
   */
  const readHoldings = async (blocks: readonly RawBlock[], head: number): Promise<Readings | undefined> => {
    const last = blocks.at(-1)?.block;
    if (!last) return undefined;
    const questions = questionsOf(blocks.flatMap(({ receipts }) => touchedHoldings(tokenEventsOf(receipts))));
    const [number, final] = [Number(last.number), head - finalityDepth];
    if (number >= final) return node.holdings({ number, hash: last.hash }, questions, head).catch(() => undefined);
    // An id's owner answers for all of its past holders, but only rows of the holders in these blocks are written: it
    // is asked again.
    const toRead = questions.filter(
      (question) => question.kind === 'erc721' || (answered.get(questionId(question)) ?? -1) < number,
    );
    const read = await node.holdingsAt(toRead, final).catch(() => undefined);
    for (const id of Object.keys(read?.values ?? {})) answered.set(id, final);
    const isRead = new Set(toRead);
    const before = questions
      .filter((question) => !isRead.has(question))
      .map((question) => [questionId(question), AS_BEFORE] as const);
    return { at: final, values: { ...read?.values, ...Object.fromEntries(before) } };
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

  return async (blocks: readonly RawBlock[], head: number): Promise<RawBlock[]> => {
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
