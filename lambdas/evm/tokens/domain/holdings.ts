import type { Hex, RawBlock } from '../../domain/rpc';
import { type TokenEvents, type TransferKind, ZERO_ADDRESS } from '../../domain/transfers';

/** What a transfer or a wrap changes: an address's balance of a token, or of one id of it. Addresses in lower case. */
export interface Holding {
  readonly kind: TransferKind;
  readonly token: string;
  readonly holder: string;
  /** ERC-721 and ERC-1155. */
  readonly id?: bigint;
}

/**
 * A call that returns a word: an amount, for ERC-721 the owner of an id, so that the holder is not part of it, the
 * decimals, or whether the interface `id` is supported (ERC-165).
 */
export interface Question {
  readonly kind: TransferKind | 'decimals' | 'supports';
  readonly token: string;
  readonly holder?: string;
  readonly id?: bigint;
}

/** What is known of a holding after a block. `unread`: still to be read. `refused`: the token does not answer. */
export type Amount = { readonly value: bigint; readonly at: number } | 'unread' | 'refused';

/** In raw blocks of earlier versions, where an earlier block had the answer: by itself it says nothing. */
const AS_BEFORE = '=';

/** Identifies a question, and its answer in a raw block; for a holding, identifies the holding. */
export const questionId = ({ kind, token, holder, id }: Question): string =>
  [kind, token, ...(holder ? [holder] : []), ...(id === undefined ? [] : [id.toString(16)])].join(':');

/** The question whose answer gives a holding's amount. */
const toQuestion = ({ kind, token, holder, id }: Holding): Question => ({
  kind,
  token,
  ...(kind === 'erc721' ? {} : { holder }),
  ...(id === undefined ? {} : { id }),
});

/** The questions whose answers give these holdings' amounts, each once: both sides of an ERC-721 transfer share one. */
export const toQuestions = (holdings: readonly Holding[]): Question[] => [
  ...new Map(holdings.map(toQuestion).map((question) => [questionId(question), question])).values(),
];

/** The holdings that these transfers and wraps changed, each once. The zero address holds nothing. */
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

/** Answers as a raw block stores them: read at block `at`; null if the token refused. */
export type Readings = NonNullable<RawBlock['holdings']>;

/** The amount of a holding that was last touched at `since`, from the answers: an older answer does not count. */
export function getAmount(holding: Holding, since: number, readings: Readings | undefined): Amount {
  const answer = readings && readings.at >= since ? answerIn(readings, holding) : undefined;
  if (readings === undefined || answer === undefined) return 'unread';
  const { at } = readings;
  // Most contracts revert when asked for the owner of a burned id: nobody holds it.
  if (holding.kind === 'erc721') return { value: answer && ownerIn(answer) === holding.holder ? 1n : 0n, at };
  return answer === null ? 'refused' : { value: BigInt(answer.slice(0, 66)), at };
}

/** The same from the answers of several blocks in order, of which the last that counts does. */
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
