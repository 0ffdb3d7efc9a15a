import type { Hex, RawBlock } from '../evm/rpc';
import { type TransferKind, type TransferRow, ZERO_ADDRESS } from '../evm/transfers';

/** What a transfer changes: an address's amount of a token, or of one id of it. Addresses in lower case. */
export interface Holding {
  readonly kind: TransferKind;
  readonly token: string;
  readonly holder: string;
  /** ERC-721 and ERC-1155. */
  readonly id?: bigint;
}

/** A call that tells an amount. ERC-721 says the owner of an id, whoever asks. */
export interface Question {
  readonly kind: TransferKind;
  readonly token: string;
  readonly holder?: string;
  readonly id?: bigint;
}

/** What is known of a holding after a block. `unread`: it is still owed. `refused`: the token does not say. */
export type Amount = { readonly value: bigint; readonly at: number } | 'unread' | 'refused';

/** In place of an answer: one that was written before was read late enough. */
export const AS_BEFORE = '=';

/** Names a question, and so its answer in a raw block; of a holding, it names the holding. */
export const questionId = ({ kind, token, holder, id }: Question): string =>
  [kind, token, ...(holder ? [holder] : []), ...(id === undefined ? [] : [id.toString(16)])].join(':');

/** The question that tells of a holding. */
const questionOf = ({ kind, token, holder, id }: Holding): Question => ({
  kind,
  token,
  ...(kind === 'erc721' ? {} : { holder }),
  ...(id === undefined ? {} : { id }),
});

/** The questions that tell of these holdings, each once: both sides of an ERC-721 transfer are one. */
export const questionsOf = (holdings: readonly Holding[]): Question[] => [
  ...new Map(holdings.map(questionOf).map((question) => [questionId(question), question])).values(),
];

/** The holdings that these transfers changed, each once. The zero address holds nothing. */
export function touchedHoldings(transfers: readonly TransferRow[]): Holding[] {
  const touched = new Map<string, Holding>();
  for (const { kind, token, from, to, id } of transfers)
    for (const holder of [from, to]) {
      if (holder === ZERO_ADDRESS) continue;
      const holding = { kind, token, holder, ...(id === undefined ? {} : { id }) };
      touched.set(questionId(holding), holding);
    }
  return [...touched.values()];
}

/** Answers as a raw block carries them: read at block `at`; null where the token refuses. */
export type Readings = NonNullable<RawBlock['holdings']>;

/** What the answers say of a holding that was last touched at `since`: an older answer says nothing. */
export function amountOf(holding: Holding, since: number, readings: Readings | undefined): Amount {
  const answer = readings && readings.at >= since ? readings.values[questionId(questionOf(holding))] : undefined;
  if (readings === undefined || answer === undefined) return 'unread';
  const { at } = readings;
  // The owner of an id that was burnt is refused by most contracts: nobody holds it.
  if (holding.kind === 'erc721') return { value: answer && ownerIn(answer) === holding.holder ? 1n : 0n, at };
  return answer === null ? 'refused' : { value: BigInt(answer.slice(0, 66)), at };
}

/** The latest of several blocks' answers that tells of a holding; `AS_BEFORE` where its row is right as it stands. */
export function latestAmount(
  holding: Holding,
  since: number,
  readings: readonly Readings[],
): Amount | typeof AS_BEFORE {
  const id = questionId(questionOf(holding));
  const answers = readings.filter(({ at, values }) => at >= since && values[id] !== undefined).toReversed();
  const told = answers.find(({ values }) => values[id] !== AS_BEFORE);
  return answers.length > 0 && !told ? AS_BEFORE : amountOf(holding, since, told);
}

const ownerIn = (word: Hex): string => `0x${word.slice(26, 66).toLowerCase()}`;
