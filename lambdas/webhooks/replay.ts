import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../adapters/aws/batch';
import { openQueue, type Queue } from '../adapters/aws/queue';
import { openTable, type Table } from '../adapters/dynamo/table';
import { messageReader } from '../adapters/dynamo/webhooks/message-item';
import { env } from '../contract/env';
import { type Delivery, Replay } from '../contract/messages';

/** Messages read in one step; the rest is left to a message to our own queue. */
const MESSAGES_PER_STEP = 1_000;

let table: Table | undefined;

/** Queues the messages whose replay a caller asked for, in the order of the chain. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  table ??= openTable(env('table'));
  const own = table;
  const queues = { deliveries: openQueue(env('deliveries')), later: openQueue(env('replays')) };
  return processBatch(event, Replay, { failure: 'replaying messages failed' }, (request) =>
    replay(own, request, queues),
  );
}

/** One step of a replay. May be repeated: a message that is queued twice is sent twice, with the same id. */
export async function replay(
  from: Table,
  request: Replay,
  { deliveries, later }: { readonly deliveries: Pick<Queue, 'send'>; readonly later: Pick<Queue, 'send'> },
): Promise<void> {
  const { pk, high, rows, ...list } = messageReader(from).ofWebhook(
    request.webhook,
    request.fromBlock,
    request.toBlock,
  );
  const low = request.after === undefined ? list.low : `${request.after}!`;
  const { items, more } = await from.query({ pk, low, high, ascending: true, limit: MESSAGES_PER_STEP });
  const wanted = items
    .flatMap((item) => rows(item).map(({ value }) => value))
    .filter(
      ({ createdAt, status }) => createdAt >= request.from && createdAt <= request.to && isWanted(status, request),
    );
  await deliveries.send(
    wanted.map(({ webhook, block, tx, digest }): Delivery => ({ webhook, block, tx, digest, replay: true })),
  );
  const last = items.at(-1);
  if (more && last) await later.send([{ ...request, after: String(last.sk) } satisfies Replay]);
}

const isWanted = (status: string, request: Replay): boolean =>
  request.status === undefined ? status !== 'revoked' : status === request.status;
