import type { Hex } from '../../domain/rpc';
import type { Standards } from '../../domain/transfers';
import { type Question, questionId } from './holdings';
import { getDecimals } from './token-text';

/** `amount` may be an id. */
interface Sample {
  readonly token: string;
  readonly amount: bigint;
  readonly suggests: 'erc20' | 'erc721';
}

/** ERC-165: ERC-721, and the id that must not be supported. */
const [ERC721, INVALID] = [0x80ac58cdn, 0xffffffffn];
const ADDRESS_WORD = /^0x0{24}[0-9a-f]{40}$/i;

const getCalls = ({ token, amount: id }: Sample) => ({
  claims: { kind: 'supports', token, id: ERC721 } as const,
  anything: { kind: 'supports', token, id: INVALID } as const,
  owner: { kind: 'erc721', token, id } as const,
  decimals: { kind: 'decimals', token } as const,
});

export const standardQuestions = (sample: Sample): Question[] => Object.values(getCalls(sample));

/**
 * `as-logged` if the contract agrees with the layout, undefined without conclusive answers. ERC-165
 * counts first, then the id's owner, then decimals. In a contract with amounts and ids, an amount
 * has no owner as an id, so each log is read by its layout.
 */
export function statedStandard(
  sample: Sample,
  values: Readonly<Record<string, Hex | null>>,
): Standards[string] | undefined {
  const { claims, anything, owner, decimals } = getCalls(sample);
  const answerTo = (question: Question) => values[questionId(question)];
  if (Object.values(getCalls(sample)).some((question) => answerTo(question) === undefined)) return undefined;
  const [claimed, any, holder, unit] = [claims, anything, owner, decimals].map((question) => answerTo(question) ?? '');
  // A contract that answers every call proves nothing.
  const answersAll = any !== '' && numberIn(any) !== 0n;
  const isCollection = !answersAll && numberIn(claimed) === 1n;
  const hasOwner = !answersAll && ADDRESS_WORD.test(holder ?? '');
  const units = getDecimals(unit ?? '');
  if (sample.suggests === 'erc721') {
    if (isCollection || hasOwner) return 'as-logged';
    return units === undefined ? undefined : 'erc20';
  }
  // Contracts with both can return the zero address instead of reverting.
  if ((hasOwner && numberIn(holder) !== 0n) || (isCollection && !units)) return 'erc721';
  return units === undefined ? undefined : 'as-logged';
}

const numberIn = (word: Hex | undefined): bigint | undefined => (word ? BigInt(word) : undefined);
