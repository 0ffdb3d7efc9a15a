import type { BlockRef } from '../../domain/chain/block';
import { type Hex, quantity } from '../../domain/evm/rpc';
import { type Question, questionId, type Readings } from '../../domain/tokens/holdings';
import type { Call } from '../node/rpc';
import { type ContractCall, callMany } from './many-calls';
import type { Batch, Tag } from './run-code';

/** Selectors: `balanceOf(address)` of ERC-20, `ownerOf(uint256)` of ERC-721, `balanceOf(address,uint256)` of ERC-1155. */
const [BALANCE, OWNER, BALANCE_OF_ID] = ['0x70a08231', '0x6352211e', '0x00fdd58e'];
/** Gas limit: enough for a token behind proxies, and the most that a token that loops forever costs the node. */
const GAS = quantity(1_000_000);

const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0');

/** The call that asks a question of its token. */
function callOf({ kind, token, holder = '0x', id = 0n }: Question): ContractCall {
  const data: Hex =
    kind === 'erc20'
      ? BALANCE + word(holder)
      : kind === 'erc721'
        ? OWNER + word(id)
        : BALANCE_OF_ID + word(holder) + word(id);
  return { to: token, data };
}

/** The first word of a token's answer; null if it is shorter than a word. */
const wordIn = (result: unknown): Hex | null =>
  typeof result === 'string' && result.length >= 66 ? result.slice(0, 66) : null;

/**
 * Asks tokens at block `at`, a hundred per call. A token's refusal is an answer (null) if it was asked alone. undefined
 * if the node has no state of that block, or not any more. Throws NodeDown.
 */
export async function askHoldingsAt(
  batch: Batch,
  questions: readonly Question[],
  at: number,
  tag: Tag = quantity(at),
): Promise<Readings | undefined> {
  const calls = questions.map(callOf);
  const words: (Hex | null | undefined)[] = await callMany(batch, calls, tag);
  const left = [...words.keys()].filter((i) => words[i] === undefined);
  const [first = -1] = left;
  if (first >= 0) {
    // The first call shows whether the node has the state at all: a token's refusal looks the same.
    const probe: Call = ['eth_getBalance', calls[first]?.to, tag];
    const alone = left.map((i): Call => ['eth_call', { ...calls[i], gas: GAS }, tag]);
    const [known, ...answers] = await batch([probe, ...alone]);
    if (!known || 'error' in known) return undefined;
    for (const [k, i] of left.entries()) {
      const answer = answers[k];
      words[i] = answer && 'result' in answer ? wordIn(answer.result) : null;
    }
  }
  return { at, values: Object.fromEntries(questions.map((q, i) => [questionId(q), words[i] ?? null])) };
}

/** Asks tokens at a block, or at `head` if the node has pruned its state. Throws NodeDown. */
export async function askHoldings(
  batch: Batch,
  questions: readonly Question[],
  { number, hash }: BlockRef,
  head: number,
): Promise<Readings | undefined> {
  if (questions.length === 0) return undefined;
  return (
    (await askHoldingsAt(batch, questions, number, { blockHash: hash })) ??
    (head > number ? askHoldingsAt(batch, questions, head) : undefined)
  );
}
