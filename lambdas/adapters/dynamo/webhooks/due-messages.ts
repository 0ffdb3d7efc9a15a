import type { Delivery } from '../../../contract/messages';
import { type MessageRecord, messageId } from '../../../domain/webhooks/message';
import { after, key, keyPrefix, parseKey } from '../../../table/key';
import { entities } from '../../../table/schema';
import { type Stored, text } from '../stored-item';
import type { Table } from '../table';

/** Partitions of the list of due messages. */
const DUE_SHARDS = 4;

/** Messages that became due between two times (Unix ms, both included): the oldest of each shard, up to a maximum. */
export async function dueMessages(table: Table, from: number, to: number, maxPerShard: number): Promise<Delivery[]> {
  const all = await Promise.all(
    Array.from({ length: DUE_SHARDS }, (_, shard) => dueInShard(table, shard, from, to, maxPerShard)),
  );
  return all.flat();
}

async function dueInShard(table: Table, shard: number, from: number, to: number, max: number): Promise<Delivery[]> {
  const found: Delivery[] = [];
  const [pk, sk] = entities.Message.gsi1;
  const high = after(keyPrefix(sk, { due: to }));
  for (let low = keyPrefix(sk, { due: from }); found.length < max; ) {
    const range = { index: 'gsi1', low, high, ascending: true, limit: Math.min(1_000, max - found.length) } as const;
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

/** The index keys of a message that is due at a time, as values of an update. */
export function dueAt(message: MessageRecord, due: number): Record<string, string> {
  const shard = String(Number.parseInt(message.digest.slice(-2), 16) % DUE_SHARDS);
  const [p, s] = entities.Message.gsi1;
  return { g1p: key(p, { shard }), g1s: key(s, { due, message: messageId(message) }) };
}

/** The message of an item of the list. */
const refIn = ({ pk, sk }: Stored): Delivery => ({
  ...parseKey(entities.Message.pk, pk),
  ...parseKey(entities.Message.sk, sk),
});
