import { createHash } from 'node:crypto';
import { quantity, rpc } from '../../../demo/rpc';
import { type PlainReceipt, plainTransfers } from './plain-transfers';

export interface PlainFilters {
  readonly directions?: readonly ('from' | 'to')[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly minValue?: string | undefined;
  readonly emptyInput?: true | undefined;
}
interface Watched {
  readonly addresses: readonly string[];
  readonly eventSignatures?: readonly string[];
  readonly filters?: PlainFilters;
}
interface Watcher extends Watched {
  readonly id: string;
}
interface Receipt extends PlainReceipt {
  readonly contractAddress?: string | null;
  readonly status?: string | null;
}
interface Transaction {
  readonly from: string;
  readonly to?: string | null;
  readonly value: string;
  readonly input: string;
}
interface Block {
  readonly hash: string;
  readonly transactions: readonly (Transaction & { readonly hash: string })[];
}

/** Between parties, at a contract (`at`), or both. */
interface Deed {
  readonly kind: string;
  readonly from?: string;
  readonly to?: readonly (string | null | undefined)[];
  readonly at?: string;
  readonly amount?: bigint;
}

/** A second matcher that shares no code with the service. `internals`: of the transaction, if known. */
export function plainConcerns(
  transaction: Transaction,
  receipt: Receipt,
  { addresses, eventSignatures, filters = {} }: Watched,
  internals: readonly { readonly from: string; readonly to: string; readonly value: bigint }[] = [],
): boolean {
  const { directions, kinds, minValue, emptyInput } = filters;
  if (emptyInput && transaction.input.length > 2) return false;
  if (eventSignatures && !receipt.logs.some(({ topics }) => eventSignatures.includes(topics[0] ?? ''))) return false;
  const amount = receipt.status === '0x0' ? 0n : BigInt(transaction.value);
  const deeds: Deed[] = [
    { kind: 'native', from: transaction.from, to: [transaction.to, receipt.contractAddress], amount },
    ...receipt.logs.map(({ address }) => ({ kind: 'logs', at: address })),
    ...plainTransfers([receipt]).map(({ kind, from, to, token, value }) => ({
      ...{ kind: kind.replace('-', '').toLowerCase(), from, to: [to], at: token },
      ...(kind === 'ERC-20' && value !== undefined ? { amount: value } : {}),
    })),
    ...internals.map(({ from, to, value }) => ({ kind: 'internal', from, to: [to], amount: value })),
  ];
  const watched = new Set(addresses.map((address) => address.toLowerCase()));
  return deeds.some((deed) => {
    if (kinds && !kinds.includes(deed.kind)) return false;
    if (minValue !== undefined && !(deed.amount !== undefined && deed.amount >= BigInt(minValue))) return false;
    const [senders, recipients] = [[deed.from], deed.to ?? []];
    const named = directions
      ? [...(directions.includes('from') ? senders : []), ...(directions.includes('to') ? recipients : [])]
      : [...senders, ...recipients, deed.at];
    return named.some((address) => address && watched.has(address.toLowerCase()));
  });
}

/** As if each block became canonical once (`removed`: and was reverted). Without internal transactions. */
export async function plainMatches(
  url: string,
  chain: string,
  from: number,
  to: number,
  watchers: readonly Watcher[],
  kind: 'added' | 'removed' = 'added',
): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>(watchers.map(({ id }) => [id, []]));
  for (let number = from; number <= to; number++) {
    const block = await rpc<Block>(url, 'eth_getBlockByNumber', [quantity(number), true]);
    const receipts = await rpc<Receipt[]>(url, 'eth_getBlockReceipts', [quantity(number)]);
    for (const [tx, transaction] of block.transactions.entries()) {
      const receipt = receipts[tx];
      if (!receipt) throw new Error(`block ${number} has no receipt ${tx}`);
      for (const watcher of watchers)
        if (plainConcerns(transaction, receipt, watcher))
          ids.get(watcher.id)?.push(plainId(chain, number, tx, block.hash, transaction.hash, watcher.id, kind));
    }
  }
  return ids;
}

/** By docs/decisions/0011. */
export function plainId(
  chain: string,
  number: number,
  tx: number,
  blockHash: string,
  txHash: string,
  webhook: string,
  kind: 'added' | 'removed' = 'added',
  incarnation = 1,
): string {
  const text = `${chain}\n${blockHash}\n${txHash}\n${webhook}\n${kind}\n${incarnation}`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `msg_${String(number).padStart(10, '0')}_${String(tx).padStart(5, '0')}_${digest}`;
}
