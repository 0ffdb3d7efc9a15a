import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { systemClock } from '../adapters/clock';
import { openTable } from '../adapters/dynamo/table';
import { openBlockMessages } from '../adapters/dynamo/webhooks/block-messages';
import { messageWriter } from '../adapters/dynamo/webhooks/message-item';
import { subscriptionReader } from '../adapters/dynamo/webhooks/watched';
import { openWatchedSets } from '../adapters/dynamo/webhooks/watched-set';
import { webhookReader } from '../adapters/dynamo/webhooks/webhook-item';
import { openQueue } from '../adapters/queue';
import { openRawBlocks } from '../adapters/raw-blocks';
import { openStoredTraces } from '../adapters/stored-traces';
import { env } from '../contract/env';
import { BLOCK_EVENT, BlockEvent, TracedEvent } from '../contract/events';
import { WaitedLong } from '../contract/messages';
import { key } from '../table/key';
import { entities } from '../table/schema';
import { added, type MatchRoom, removed, traced, waitedLong } from './matcher';

const Told = z.union([
  z.object({ 'detail-type': z.enum([BLOCK_EVENT.added, BLOCK_EVENT.removed]), detail: BlockEvent }),
  z.object({ 'detail-type': z.literal(BLOCK_EVENT.traced), detail: TracedEvent }),
  WaitedLong,
]);

let room: MatchRoom | undefined;

function open(): MatchRoom {
  const table = openTable(env('table'));
  const { pk, sk } = entities.BlockRecord;
  return {
    watched: openWatchedSets(table),
    subscriptions: subscriptionReader(table),
    webhooks: webhookReader(table),
    messages: messageWriter(table),
    blocks: openBlockMessages(table),
    incarnationOf: async (chain, hash) => Number((await table.get({ pk: key(pk, { chain, hash }), sk }, true))?.i ?? 1),
    raw: openRawBlocks(env('bucket')),
    traces: openStoredTraces(env('bucket')),
    deliveries: openQueue(env('deliveries')),
    later: openQueue(env('matches')),
    now: systemClock,
  };
}

/** Makes the messages of blocks that were added, and takes back those of blocks that were removed. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  room ??= open();
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of Records) {
    try {
      await work(room, Told.parse(JSON.parse(body)));
    } catch (error) {
      console.error({
        message: 'a block was not matched',
        body,
        error: error instanceof Error ? error.stack : String(error),
      });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

function work(own: MatchRoom, told: z.infer<typeof Told>): Promise<void> {
  if ('waitedFor' in told) return waitedLong(own, told.waitedFor);
  if (told['detail-type'] === BLOCK_EVENT.traced) return traced(own, told.detail);
  return told['detail-type'] === BLOCK_EVENT.added ? added(own, told.detail) : removed(own, told.detail);
}
