import { type Question, questionId, type Readings } from '../../domain/evm/holdings';
import { type BlockRef, type Hex, quantity } from '../../domain/evm/rpc';
import type { Call, Outcome } from './rpc';

/** Selectors: `balanceOf(address)` of ERC-20, `ownerOf(uint256)` of ERC-721, `balanceOf(address,uint256)` of ERC-1155. */
const [BALANCE, OWNER, BALANCE_OF_ID] = ['0x70a08231', '0x6352211e', '0x00fdd58e'];
/** Enough for a token behind proxies; a token that loops for ever costs the node no more than this. */
const GAS = quantity(1_000_000);

type Batch = (calls: readonly Call[]) => Promise<Outcome[]>;
/** A block as `eth_call` takes it: a number, or a hash (EIP-1898). */
type Tag = Hex | { readonly blockHash: Hex };

const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0');

/** The call that asks a question of its token. */
function callOf({ kind, token, holder = '0x', id = 0n }: Question) {
  const data =
    kind === 'erc20'
      ? BALANCE + word(holder)
      : kind === 'erc721'
        ? OWNER + word(id)
        : BALANCE_OF_ID + word(holder) + word(id);
  return { to: token, data, gas: GAS };
}

/** The first word of what a token answered; null where that is no word. */
const wordIn = (result: unknown): Hex | null =>
  typeof result === 'string' && result.length >= 66 ? result.slice(0, 66) : null;

/**
 * Asks tokens at block `at`. A token's refusal is an answer: null. Undefined where the node has no state of that block
 * (any more). Throws NodeDown.
 */
export async function askHoldingsAt(
  batch: Batch,
  questions: readonly Question[],
  at: number,
  tag: Tag = quantity(at),
): Promise<Readings | undefined> {
  // The first call tells whether the node has the state at all: a token's refusal looks no different.
  const probe: Call = ['eth_getBalance', questions[0]?.token, tag];
  const [known, ...answers] = await batch([probe, ...questions.map((q): Call => ['eth_call', callOf(q), tag])]);
  if (!known || 'error' in known) return undefined;
  const values = questions.map((q, i) => {
    const answer = answers[i];
    return [questionId(q), answer && 'result' in answer ? wordIn(answer.result) : null] as const;
  });
  return { at, values: Object.fromEntries(values) };
}

/** Asks tokens at a block, or at `head` where the node has pruned its state. Throws NodeDown. */
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
