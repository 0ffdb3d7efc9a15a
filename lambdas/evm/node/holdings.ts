import type { BlockRef } from '../../chain/domain/block';
import { chunk } from '../../core/contract/chunk';
import type { NodeError } from '../../core/node/errors';
import { type Call, type Outcome, toError } from '../../core/node/exchange';
import { type Hex, quantity } from '../domain/rpc';
import { type Question, questionId, type Readings } from '../tokens/domain/holdings';
import type { AtBlock } from './at-block';
import { type ContractCall, callMany } from './many-calls';
import type { Batch, Tag } from './run-code';

/** Enough for a token behind proxies; caps the cost of one that loops forever. */
const GAS = quantity(1_000_000);
/** Collections that mint in batches walk back through storage to find an owner. */
export const OWNER_GAS = quantity(2_000_000);
/** Calls per probe. Few: a node may serve parts of a batch from different backends. */
const CALLS_PER_PROBE = 5;

const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0');

const DATA: Record<Question['kind'], (question: Required<Pick<Question, 'holder' | 'id'>>) => Hex> = {
  erc20: ({ holder }) => `0x70a08231${word(holder)}`, // balanceOf(address)
  erc721: ({ id }) => `0x6352211e${word(id)}`, // ownerOf(uint256)
  erc1155: ({ holder, id }) => `0x00fdd58e${word(holder)}${word(id)}`, // balanceOf(address,uint256)
  decimals: () => '0x313ce567',
  // supportsInterface(bytes4): bytes4 is left-aligned.
  supports: ({ id }) => `0x01ffc9a7${id.toString(16).padStart(8, '0').padEnd(64, '0')}`,
};
const getCall = ({ kind, token, holder = '0x', id = 0n }: Question): ContractCall => ({
  to: token,
  data: DATA[kind]({ holder, id }),
});

/** Any other answer is a failure of the node, not of the token. */
const WORD = /^0x[0-9a-f]{64}$/i;

/**
 * null if the token reverts or returns less than a word on its own; missing without an answer.
 * undefined if the node has no state of that block. Throws NodeError if all calls fail.
 */
export async function fetchHoldingsAt(
  batch: Batch,
  questions: readonly Question[],
  at: number,
  tag: Tag = quantity(at),
): Promise<Readings | undefined> {
  const calls = questions.map(getCall);
  const words: (Hex | null | undefined)[] = await callMany(batch, calls, tag);
  const remaining = [...words.keys()].filter((i) => words[i] === undefined);
  // Any account's balance: an answer proves that this backend has the block's state.
  const probe: Call = ['eth_getBalance', questions[0]?.token, tag];
  const groups = chunk(remaining, CALLS_PER_PROBE);
  const alone = (i: number): Call => [
    'eth_call',
    { ...calls[i], gas: questions[i]?.kind === 'erc721' ? OWNER_GAS : GAS },
    tag,
  ];
  const outcomes = remaining.length > 0 ? await batch(groups.flatMap((group) => [probe, ...group.map(alone)])) : [];
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

function wordIn(outcome: Outcome | undefined): Hex | null {
  const result = outcome && 'result' in outcome ? outcome.result : undefined;
  return typeof result === 'string' && result.length >= 66 ? result.slice(0, 66) : null;
}

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
