import type { Delivery } from '../../../contract/messages';
import { type MessageRecord, messageId } from '../../../domain/webhooks/message';
import { after, key, keyPrefix } from '../../../table/key';
import { entities } from '../../../table/schema';
import { type Stored, text } from '../stored-item';
import type { Table } from '../table';

/** Partitions of the list of messages whose time has come. */
const DUE_SHARDS = 4;

/** Messages whose time was between these two (Unix ms, both included): of every shard at most so many, the oldest first. */
export async function dueMessages(table: Table, from: number, to: number, mostOfShard: number): Promise<Delivery[]> {
  const all = await Promise.all(
    Array.from({ length: DUE_SHARDS }, (_, shard) => dueInShard(table, shard, from, to, mostOfShard)),
  );
  return all.flat();
}

async function dueInShard(table: Table, shard: number, from: number, to: number, most: number): Promise<Delivery[]> {
  const found: Delivery[] = [];
  const [pk, sk] = entities.Message.gsi1;
  const high = after(keyPrefix(sk, { due: to }));
  for (let low = keyPrefix(sk, { due: from }); found.length < most; ) {
    const range = { index: 'gsi1', low, high, ascending: true, limit: Math.min(1_000, most - found.length) } as const;
    const { items, more } = await table.query({ pk: key(pk, { shard: String(shard) }), ...range });
    for (const item of items) {
      found.push(refIn(item));
    }
    const last = items.at(-1);
    if (!more || !last) break;
    low = `${text(last.g1s)}!`;
  }
  return found;
}

/** The place of a message in the list of those whose time comes. */
export function dueAt(message: MessageRecord, due: number): Record<string, string> {
  const shard = String(Number.parseInt(message.digest.slice(-2), 16) % DUE_SHARDS);
  const [p, s] = entities.Message.gsi1;
  return { ':p': key(p, { shard }), ':s': key(s, { due, message: messageId(message) }) };
}

/** Which message an item of the list is. */
function refIn({ pk, sk }: Stored): Delivery {
  const [block = '', tx = '', digest = ''] = text(sk).split('#');
  return { webhook: text(pk).split('#')[1] ?? '', block: Number(block), tx: Number(tx), digest };
}
