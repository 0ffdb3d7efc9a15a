import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { workAt } from '../adapters/aws/batch';
import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { type Meter, openTable } from '../adapters/dynamo/table';
import { openBlockMessages } from '../adapters/dynamo/webhooks/block-messages';
import { messageWriter } from '../adapters/dynamo/webhooks/message-item';
import { subscriptionReader } from '../adapters/dynamo/webhooks/watched';
import { openWatchedSets } from '../adapters/dynamo/webhooks/watched-set';
import { webhookReader } from '../adapters/dynamo/webhooks/webhook-item';
import { openRawBlocks } from '../adapters/evm/raw-blocks';
import { openStoredTraces } from '../adapters/evm/stored-traces';
import { env } from '../contract/env';
import { BLOCK_EVENT, BlockEvent, TracedEvent } from '../contract/events';
import { WaitedLong } from '../contract/messages';
import { key } from '../table/key';
import { entities } from '../table/schema';
import { added, removed, traced, waitedLong } from './matching/matcher';
import type { MatchRoom } from './matching/tell';
import { measured } from './measured';

const Told = z.union([
  z.object({ 'detail-type': z.enum([BLOCK_EVENT.added, BLOCK_EVENT.removed]), detail: BlockEvent }),
  z.object({ 'detail-type': z.literal(BLOCK_EVENT.traced), detail: TracedEvent }),
  WaitedLong,
]);

let opened: ReturnType<typeof open> | undefined;

function open(): { readonly room: MatchRoom; readonly meter: Meter } {
  const table = openTable(env('table'));
  const { pk, sk } = entities.BlockRecord;
  const room: MatchRoom = {
    watched: openWatchedSets(table),
    subscriptions: subscriptionReader(table),
    webhooks: webhookReader(table),
    messages: messageWriter(table),
    blocks: openBlockMessages(table),
    arrivalOf: async (chain, hash) => {
      const { i = 1, e = 0 } = (await table.get({ pk: key(pk, { chain, hash }), sk }, true)) ?? {};
      return { incarnation: Number(i), epoch: Number(e) };
    },
    raw: openRawBlocks(env('bucket')),
    traces: openStoredTraces(env('bucket')),
    deliveries: openQueue(env('deliveries')),
    later: openQueue(env('matches')),
    now: systemClock,
  };
  return { room, meter: table.meter };
}

/** Makes the messages of blocks that were added, and takes back those of blocks that were removed. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { room, meter } = opened;
  return measured('matched', event, meter, () =>
    workAt(event, Told, { failure: 'a block was not matched' }, (told) => work(room, told)),
  );
}

function work(own: MatchRoom, told: z.infer<typeof Told>): Promise<void> {
  if ('waitedFor' in told) return waitedLong(own, told.waitedFor);
  if (told['detail-type'] === BLOCK_EVENT.traced) return traced(own, told.detail);
  return told['detail-type'] === BLOCK_EVENT.added ? added(own, told.detail) : removed(own, told.detail);
}
