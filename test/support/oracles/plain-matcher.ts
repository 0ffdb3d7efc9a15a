import { createHash } from 'node:crypto';
import { quantity, rpc } from '../../../demo/rpc';
import { type PlainReceipt, plainTransfers } from './plain-transfers';

interface Watcher {
  readonly id: string;
  readonly addresses: readonly string[];
  readonly eventSignatures?: readonly string[];
}
interface Receipt extends PlainReceipt {
  readonly contractAddress: string | null;
}
interface Block {
  readonly hash: string;
  readonly transactions: readonly { readonly hash: string; readonly from: string; readonly to: string | null }[];
}

/**
 * A second matcher, of a dozen lines and none of the service's: the ids of the messages that blocks of a node lead to
 * when each became canonical once; `removed`: of what takes them back.
 */
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
      const { contractAddress, logs } = receipts[tx] ?? { contractAddress: null, logs: [] };
      const named = [transaction.from, transaction.to, contractAddress, ...logs.map(({ address }) => address)];
      for (const moved of plainTransfers(receipts[tx] ? [receipts[tx]] : [])) named.push(moved.from, moved.to);
      const all = new Set(named.map((address) => address?.toLowerCase()));
      for (const { id, addresses, eventSignatures } of watchers) {
        if (!addresses.some((address) => all.has(address.toLowerCase()))) continue;
        if (eventSignatures && !logs.some(({ topics }) => eventSignatures.includes(topics[0] ?? ''))) continue;
        ids.get(id)?.push(plainId(chain, number, tx, block.hash, transaction.hash, id, kind));
      }
    }
  }
  return ids;
}

/** The id of the message of a transaction, as docs/decisions/0011 has it. */
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
