import type { Hex } from '../../domain/rpc';
import type { Standards } from '../../domain/transfers';
import { type Question, questionId } from './holdings';
import { getDecimals } from './token-text';

/** A `Transfer` by which a contract's standard is determined. `amount`: what may be an amount or an id. */
interface Sample {
  readonly token: string;
  readonly amount: bigint;
  readonly suggests: 'erc20' | 'erc721';
}

/** Interface ids of ERC-165: ERC-721, and the one that no contract may support. */
const [ERC721, INVALID] = [0x80ac58cdn, 0xffffffffn];
const ADDRESS_WORD = /^0x0{24}[0-9a-f]{40}$/i;

const asked = ({ token, amount: id }: Sample) => ({
  claims: { kind: 'supports', token, id: ERC721 } as const,
  anything: { kind: 'supports', token, id: INVALID } as const,
  owner: { kind: 'erc721', token, id } as const,
  decimals: { kind: 'decimals', token } as const,
});

/** The questions whose answers determine a contract's standard. */
export const standardQuestions = (sample: Sample): Question[] => Object.values(asked(sample));

/**
 * The standard that a contract states by its answers, null where it refuses; `as-logged` where it is the one that the
 * layout of its `Transfer` suggests. undefined if answers are missing, or say nothing.
 *
 * ERC-165 counts first, then the owner of an id, then decimals. A contract that has both amounts and ids, and so logs
 * both layouts, has no owner of what was an amount: each of its logs is what its layout suggests.
 */
export function statedStandard(
  sample: Sample,
  values: Readonly<Record<string, Hex | null>>,
): Standards[string] | undefined {
  const { claims, anything, owner, decimals } = asked(sample);
  const answerTo = (question: Question) => values[questionId(question)];
  if (Object.values(asked(sample)).some((question) => answerTo(question) === undefined)) return undefined;
  const [claimed, any, holder, unit] = [claims, anything, owner, decimals].map((question) => answerTo(question) ?? '');
  // A contract that answers every call says nothing by an answer.
  const answersAll = any !== '' && numberIn(any) !== 0n;
  const isCollection = !answersAll && numberIn(claimed) === 1n;
  const hasOwner = !answersAll && ADDRESS_WORD.test(holder ?? '');
  const units = getDecimals(unit ?? '');
  if (sample.suggests === 'erc721') {
    if (isCollection || hasOwner) return 'as-logged';
    return units === undefined ? undefined : 'erc20';
  }
  // Contracts with both may answer with the zero address instead of refusing.
  if ((hasOwner && numberIn(holder) !== 0n) || (isCollection && !units)) return 'erc721';
  return units === undefined ? undefined : 'as-logged';
}

const numberIn = (word: Hex | undefined): bigint | undefined => (word ? BigInt(word) : undefined);
