import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { quantity, type RpcCall, rpcBatch } from '../../../demo/rpc';
import type { PlainReceipt, PlainTransfer } from './plain-transfers';

export interface TouchedPair extends Pick<PlainTransfer, 'kind' | 'token' | 'id'> {
  readonly holder: string;
}
/** Text per row: token, id if any, amount; in the order of the lists. */
export type Holdings = Readonly<Record<PlainTransfer['kind'], readonly string[]>>;

const ABI = parseAbi([
  'function balanceOf(address holder) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
]);
/** Honest tokens need less; a token in an endless loop costs the node this much. */
const GAS = quantity(2_000_000);
const BATCH_SIZE = 200;

export function getPairs(transfers: readonly PlainTransfer[]): TouchedPair[] {
  const pairs = transfers.flatMap(({ kind, token, id, from, to }) =>
    [from, to].map((holder) => ({ kind, token, holder, ...(id === undefined ? {} : { id }) })),
  );
  return [...new Map(pairs.map((pair) => [Object.values(pair).join(), pair])).values()];
}

/** `Deposit(address,uint256)` and `Withdrawal(address,uint256)`, without 0x. */
const WRAPS = [
  'e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
];

export function getWrappedPairs(receipts: readonly PlainReceipt[]): TouchedPair[] {
  const pairs = receipts
    .flatMap(({ logs }) => logs)
    .filter(
      ({ topics, data }) => topics.length === 2 && WRAPS.includes(topics[0]?.slice(2) ?? '') && data.length === 66,
    )
    .map(({ address, topics }) => ({
      kind: 'ERC-20' as const,
      token: address.toLowerCase(),
      holder: `0x${topics[1]?.slice(-40).toLowerCase()}`,
    }));
  return [...new Map(pairs.map((pair) => [Object.values(pair).join(), pair])).values()];
}

function toQuestion({ kind, token, holder, id = 0n }: TouchedPair, tag: string): RpcCall {
  const who = holder as Address;
  const data =
    kind === 'ERC-721'
      ? encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [id] })
      : kind === 'ERC-20'
        ? encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [who] })
        : encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [who, id] });
  return ['eth_call', [{ to: token, data, gas: GAS }, tag]];
}

/** 0 if the token reverts, runs out of gas or returns less than a word. */
function amountIn({ kind, holder }: TouchedPair, result: unknown): bigint {
  if (typeof result !== 'string' || result.length < 66) return 0n;
  if (kind === 'ERC-721') return `0x${result.slice(26, 66)}` === holder ? 1n : 0n;
  return BigInt(result.slice(0, 66) as Hex);
}

export async function holdingsAt(
  url: string,
  pairs: readonly TouchedPair[],
  block: number,
): Promise<Map<string, Holdings>> {
  const byHolder = new Map<string, Record<PlainTransfer['kind'], string[]>>();
  const inOrder = pairs.toSorted((a, b) =>
    a.token === b.token ? compare(a.id ?? 0n, b.id ?? 0n) : compare(a.token, b.token),
  );
  for (let from = 0; from < inOrder.length; from += BATCH_SIZE) {
    const some = inOrder.slice(from, from + BATCH_SIZE);
    const answers = await rpcBatch(
      url,
      some.map((pair) => toQuestion(pair, quantity(block))),
    );
    for (const [i, pair] of some.entries()) {
      const { kind, token, holder, id } = pair;
      const held = byHolder.get(holder) ?? { 'ERC-20': [], 'ERC-721': [], 'ERC-1155': [] };
      byHolder.set(holder, held);
      const amount = amountIn(pair, answers[i]?.result);
      if (amount > 0n) held[kind].push(toRow(token, id, amount));
    }
  }
  return byHolder;
}

const compare = <T extends string | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

export const toRow = (token: string, id: unknown, amount: unknown): string =>
  [token.toLowerCase(), ...(id === undefined ? [] : [id]), amount].join(' ');
