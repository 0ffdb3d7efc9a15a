import type { BlockRef } from '../../chain/domain/block';
import { chunk } from '../../core/contract/chunk';
import type { NodeError } from '../../core/node/errors';
import { type Call, type Outcome, toError } from '../../core/node/exchange';
import { type Hex, quantity } from '../domain/rpc';
import { type Question, questionId, type Readings } from '../tokens/domain/holdings';
import type { AtBlock } from './at-block';
import { type ContractCall, callMany } from './many-calls';
import type { Batch, Tag } from './run-code';

/** Gas limit: enough for a token behind proxies, and the most that a token that loops forever costs the node. */
const GAS = quantity(1_000_000);
/** Collections that mint in batches walk back through their storage to find an owner. */
export const OWNER_GAS = quantity(2_000_000);
/** Tokens that are asked alone behind one probe: few, as a node may split a batch, and its parts may be served by others. */
const CALLS_PER_PROBE = 5;

const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0');

/** The data of a call: the selector of the function that a question asks, and its arguments. */
const DATA: Record<Question['kind'], (question: Required<Pick<Question, 'holder' | 'id'>>) => Hex> = {
  // balanceOf(address)
  erc20: ({ holder }) => `0x70a08231${word(holder)}`,
  // ownerOf(uint256)
  erc721: ({ id }) => `0x6352211e${word(id)}`,
  // balanceOf(address,uint256)
  erc1155: ({ holder, id }) => `0x00fdd58e${word(holder)}${word(id)}`,
  decimals: () => '0x313ce567',
  // supportsInterface(bytes4): bytes are aligned on the left.
  supports: ({ id }) => `0x01ffc9a7${id.toString(16).padStart(8, '0').padEnd(64, '0')}`,
};
/** The call that asks a question of its token. */
const getCall = ({ kind, token, holder = '0x', id = 0n }: Question): ContractCall => ({
  to: token,
  data: DATA[kind]({ holder, id }),
});

/** A word as a node sends it. Anything else is the node's failure, and says nothing about the token. */
const WORD = /^0x[0-9a-f]{64}$/i;

/**
 * Asks tokens at block `at`, a hundred per call. Only a token that reverts, or answers less than a word, refuses (null),
 * and only if it was asked alone; what the node does not answer has no value. undefined if the node has no state of that
 * block, or not any more. Throws NodeError if the node answers nothing.
 */
export async function fetchHoldingsAt(
  batch: Batch,
  questions: readonly Question[],
  at: number,
  tag: Tag = quantity(at),
): Promise<Readings | undefined> {
  const calls = questions.map(getCall);
  const words: (Hex | null | undefined)[] = await callMany(batch, calls, tag);
  const left = [...words.keys()].filter((i) => words[i] === undefined);
  // The state of any account: an answer shows that who is asked has this block's.
  const probe: Call = ['eth_getBalance', questions[0]?.token, tag];
  const groups = chunk(left, CALLS_PER_PROBE);
  const alone = (i: number): Call => [
    'eth_call',
    { ...calls[i], gas: questions[i]?.kind === 'erc721' ? OWNER_GAS : GAS },
    tag,
  ];
  const outcomes = left.length > 0 ? await batch(groups.flatMap((group) => [probe, ...group.map(alone)])) : [];
  let failure: NodeError | undefined;
  let next = 0;
  for (const group of groups) {
    const guard = toError(outcomes[next++]);
    for (const i of group) {
      const outcome = outcomes[next++];
      const error = guard ?? toError(outcome);
      if (!error || error.failure === 'reverted') words[i] = error ? null : wordIn(outcome);
      else failure ??= error;
    }
  }
  if (failure && words.every((one) => one === undefined)) {
    if (failure.failure === 'state gone') return undefined;
    throw failure;
  }
  const known = questions.flatMap((question, i) => {
    const value = words[i];
    return value === undefined || (value !== null && !WORD.test(value)) ? [] : [[questionId(question), value] as const];
  });
  return { at, values: Object.fromEntries(known) };
}

/** The first word of a token's answer; null if it is shorter than a word. */
function wordIn(outcome: Outcome | undefined): Hex | null {
  const result = outcome && 'result' in outcome ? outcome.result : undefined;
  return typeof result === 'string' && result.length >= 66 ? result.slice(0, 66) : null;
}

/** Asks tokens at a block, or at `head` if the node has pruned its state. Throws NodeError. */
export async function fetchHoldings(
  batch: Batch,
  atBlock: AtBlock,
  questions: readonly Question[],
  block: BlockRef,
  head: number,
): Promise<Readings | undefined> {
  if (questions.length === 0) return undefined;
  return (
    (await atBlock(block, (tag) => fetchHoldingsAt(batch, questions, block.number, tag))) ??
    (head > block.number ? fetchHoldingsAt(batch, questions, head) : undefined)
  );
}
