import type { TransferKind } from '../../../lambdas/evm/domain/transfers';
import { address, type SentLog } from './blocks';
import { TOPICS } from './odd-logs';

interface Between {
  /** Numbers for `address`; 0 is the zero address. */
  readonly token: number;
  readonly from: number;
  readonly to: number;
}

/** ERC-20 has no `id`, ERC-721 no `value`. */
export interface Moved extends Between {
  readonly kind: TransferKind;
  readonly id?: bigint;
  readonly value?: bigint;
}

export function aTransfer({ kind, id = 1n, value = 1n, ...between }: Moved): SentLog {
  const parties = [word(address(between.from)), word(address(between.to))];
  const token = address(between.token);
  if (kind === 'erc20') return { address: token, topics: [TOPICS.transfer, ...parties], data: words(value) };
  if (kind === 'erc721') return { address: token, topics: [TOPICS.transfer, ...parties, words(id)], data: '0x' };
  return { address: token, topics: [TOPICS.single, OPERATOR, ...parties], data: words(id, value) };
}

/** WETH9. */
export const aWrap = (
  { token, holder }: { readonly token: number; readonly holder: number },
  unwraps = false,
): SentLog => ({
  address: address(token),
  topics: [unwraps ? TOPICS.withdrawal : TOPICS.deposit, word(address(holder))],
  data: words(1n),
});

export function aBatch(between: Between, entries: readonly (readonly [id: bigint, value: bigint])[]): SentLog {
  const count = BigInt(entries.length);
  const [ids, values] = [entries.map(([id]) => id), entries.map(([, value]) => value)];
  return {
    address: address(between.token),
    topics: [TOPICS.batch, OPERATOR, word(address(between.from)), word(address(between.to))],
    // Two offsets, then each array after its length.
    data: words(64n, 96n + 32n * count, count, ...ids, count, ...values),
  };
}

/** ERC-2309: ids `first` to `last`. */
export const aRange = ({ token, from, to }: Between, first: bigint, last: bigint): SentLog => ({
  address: address(token),
  topics: [TOPICS.consecutive, words(first), word(address(from)), word(address(to))],
  data: words(last),
});

/** A `Transfer` with 1, 3 or 4 topics, regardless of the token. */
export function aPlainTransfer({ token, from, to }: Between, amount: bigint, topics: 1 | 3 | 4): SentLog {
  const fields = [word(address(from)), word(address(to)), words(amount)];
  const data = fields.slice(topics - 1).map((field) => field.slice(2));
  return {
    address: address(token),
    topics: [TOPICS.transfer, ...fields.slice(0, topics - 1)],
    data: `0x${data.join('')}`,
  };
}

const word = (hex: string): string => `0x${hex.slice(2).padStart(64, '0')}`;
const words = (...values: readonly bigint[]): string =>
  `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}`;
/** An ERC-1155 operator is not a party of the transfer. */
const OPERATOR = word(address(0x0bead));
