import type { Hex, RawBlock } from '../../domain/rpc';
import { type TokenEvents, type TransferKind, ZERO_ADDRESS } from '../../domain/transfers';

/** Addresses in lower case. */
export interface Holding {
  readonly kind: TransferKind;
  readonly token: string;
  readonly holder: string;
  readonly id?: bigint; // ERC-721 and ERC-1155 only
}

/** A call that returns one word. `id` of `supports`: an interface (ERC-165). */
export interface Question {
  readonly kind: TransferKind | 'decimals' | 'supports';
  readonly token: string;
  readonly holder?: string;
  readonly id?: bigint;
}

/** `unread`: not read yet. `refused`: the token does not answer. */
export type Amount = { readonly value: bigint; readonly at: number } | 'unread' | 'refused';

/** In raw blocks of earlier versions if an earlier block had the answer. */
const AS_BEFORE = '=';

export const questionId = ({ kind, token, holder, id }: Question): string =>
  [kind, token, ...(holder ? [holder] : []), ...(id === undefined ? [] : [id.toString(16)])].join(':');

const toQuestion = ({ kind, token, holder, id }: Holding): Question => ({
  kind,
  token,
  ...(kind === 'erc721' ? {} : { holder }),
  ...(id === undefined ? {} : { id }),
});

export const toQuestions = (holdings: readonly Holding[]): Question[] => [
  ...new Map(holdings.map(toQuestion).map((question) => [questionId(question), question])).values(),
];

export function touchedHoldings({ transfers, wraps }: TokenEvents): Holding[] {
  const touched = new Map<string, Holding>();
  const touch = (holding: Holding) => {
    if (holding.holder !== ZERO_ADDRESS) touched.set(questionId(holding), holding);
  };
  for (const { kind, token, from, to, id } of transfers)
    for (const holder of [from, to]) touch({ kind, token, holder, ...(id === undefined ? {} : { id }) });
  for (const wrap of wraps) touch({ kind: 'erc20', ...wrap });
  return [...touched.values()];
}

/** Read at block `at`; null if the token reverted. */
export type Readings = NonNullable<RawBlock['holdings']>;

/** `since`: the block that last touched the holding. Ignores older answers. */
export function getAmount(holding: Holding, since: number, readings: Readings | undefined): Amount {
  const answer = readings && readings.at >= since ? answerIn(readings, holding) : undefined;
  if (readings === undefined || answer === undefined) return 'unread';
  const { at } = readings;
  // Most contracts revert for the owner of a burned id.
  if (holding.kind === 'erc721') return { value: answer && ownerIn(answer) === holding.holder ? 1n : 0n, at };
  return answer === null ? 'refused' : { value: BigInt(answer.slice(0, 66)), at };
}

export const latestAmount = (holding: Holding, since: number, readings: readonly Readings[]): Amount =>
  getAmount(
    holding,
    since,
    readings.findLast((one) => one.at >= since && answerIn(one, holding) !== undefined),
  );

function answerIn({ values }: Readings, holding: Holding): Hex | null | undefined {
  const answer = values[questionId(toQuestion(holding))];
  return answer === AS_BEFORE ? undefined : answer;
}

const ownerIn = (word: Hex): string => `0x${word.slice(26, 66).toLowerCase()}`;
