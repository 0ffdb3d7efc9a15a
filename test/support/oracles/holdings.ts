import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { quantity, type RpcCall, rpcBatch } from '../../../demo/rpc';
import type { PlainTransfer } from './plain-transfers';

/** Who holds or once held a token, or an id of it. */
export interface TouchedPair extends Pick<PlainTransfer, 'kind' | 'token' | 'id'> {
  readonly holder: string;
}
/** A holder's balances, as text for each row: token, id if there is one, amount; in the order of the lists. */
export type Holdings = Readonly<Record<PlainTransfer['kind'], readonly string[]>>;

const ABI = parseAbi([
  'function balanceOf(address holder) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
]);
/** No honest token needs more; one that loops for ever costs the node this much. */
const GAS = quantity(2_000_000);
const BATCH_SIZE = 200;

/** Every holder with every token and id that a transfer names with it, once; the zero address is one too. */
export function pairsOf(transfers: readonly PlainTransfer[]): TouchedPair[] {
  const pairs = transfers.flatMap(({ kind, token, id, from, to }) =>
    [from, to].map((holder) => ({ kind, token, holder, ...(id === undefined ? {} : { id }) })),
  );
  return [...new Map(pairs.map((pair) => [Object.values(pair).join(), pair])).values()];
}

function questionOf({ kind, token, holder, id = 0n }: TouchedPair, tag: string): RpcCall {
  const who = holder as Address;
  const data =
    kind === 'ERC-721'
      ? encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [id] })
      : kind === 'ERC-20'
        ? encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [who] })
        : encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [who, id] });
  return ['eth_call', [{ to: token, data, gas: GAS }, tag]];
}

/** The holder's amount in a response; 0 if the token reverts, burns its gas or returns less than a word. */
function amountIn({ kind, holder }: TouchedPair, result: unknown): bigint {
  if (typeof result !== 'string' || result.length < 66) return 0n;
  if (kind === 'ERC-721') return `0x${result.slice(26, 66)}` === holder ? 1n : 0n;
  return BigInt(result.slice(0, 66) as Hex);
}

/** What each holder has by the tokens' own words at a block, asked by `eth_call`: an oracle of the lists of balances. */
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
      some.map((pair) => questionOf(pair, quantity(block))),
    );
    for (const [i, pair] of some.entries()) {
      const { kind, token, holder, id } = pair;
      const held = byHolder.get(holder) ?? { 'ERC-20': [], 'ERC-721': [], 'ERC-1155': [] };
      byHolder.set(holder, held);
      const amount = amountIn(pair, answers[i]?.result);
      if (amount > 0n) held[kind].push(rowOf(token, id, amount));
    }
  }
  return byHolder;
}

const compare = <T extends string | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** A row as text. */
export const rowOf = (token: string, id: unknown, amount: unknown): string =>
  [token.toLowerCase(), ...(id === undefined ? [] : [id]), amount].join(' ');
