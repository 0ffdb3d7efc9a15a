import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { workAt } from '../adapters/aws/batch';
import { openQueue, type Queue } from '../adapters/aws/queue';
import { openTable, type Table } from '../adapters/dynamo/table';
import { messageReader } from '../adapters/dynamo/webhooks/message-item';
import { env } from '../contract/env';
import { type Delivery, Replay } from '../contract/messages';

/** Messages that are looked at in one go; what is left is a message to ourselves. */
const PART = 1_000;

let table: Table | undefined;

/** Puts messages on their way again that a caller asked for, in the order of the chain. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  table ??= openTable(env('table'));
  const own = table;
  const queues = { deliveries: openQueue(env('deliveries')), later: openQueue(env('replays')) };
  return workAt(event, Replay, { failure: 'messages were not sent again' }, (asked) => replay(own, asked, queues));
}

/** One part of what was asked for. May be repeated: a message that is on its way twice is sent twice, with one id. */
export async function replay(
  from: Table,
  asked: Replay,
  { deliveries, later }: { readonly deliveries: Pick<Queue, 'send'>; readonly later: Pick<Queue, 'send'> },
): Promise<void> {
  const { pk, high, rows, ...list } = messageReader(from).ofWebhook(asked.webhook, asked.fromBlock, asked.toBlock);
  const low = asked.after === undefined ? list.low : `${asked.after}!`;
  const { items, more } = await from.query({ pk, low, high, ascending: true, limit: PART });
  const wanted = items
    .flatMap((item) => rows(item).map(({ value }) => value))
    .filter(({ createdAt, status }) => createdAt >= asked.from && createdAt <= asked.to && isWanted(status, asked));
  await deliveries.send(
    wanted.map(({ webhook, block, tx, digest }): Delivery => ({ webhook, block, tx, digest, replay: true })),
  );
  const last = items.at(-1);
  if (more && last) await later.send([{ ...asked, after: String(last.sk) } satisfies Replay]);
}

const isWanted = (status: string, asked: Replay): boolean =>
  asked.status === undefined ? status !== 'revoked' : status === asked.status;
