import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { processBatch } from '../adapters/aws/batch';
import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { runtimeConfig } from '../adapters/config';
import { type Meter, openTable } from '../adapters/dynamo/table';
import { openBlockMessages } from '../adapters/dynamo/webhooks/block-messages';
import { openHealth } from '../adapters/dynamo/webhooks/health-item';
import { messageReader, messageWriter } from '../adapters/dynamo/webhooks/message-item';
import { openNewMessages } from '../adapters/dynamo/webhooks/new-messages';
import { openOutbox } from '../adapters/dynamo/webhooks/outbox';
import { openPendingWebhooks } from '../adapters/dynamo/webhooks/pending-webhooks';
import { env } from '../contract/env';
import { BLOCK_EVENT, BlockEvent, TracedEvent } from '../contract/events';
import { MatchRest, MatchTimeout, ReleaseRest, RevokeRest } from '../contract/webhook-queue-messages';
import { key } from '../table/key';
import { entities } from '../table/schema';
import { openKinds } from './kinds/kinds';
import { openAnnouncements } from './matching/announce';
import type { MatcherDeps } from './matching/deps';
import { added, matchRest, removed, revokeFrom, timedOut, traced } from './matching/matcher';
import { release } from './matching/release';
import { measured } from './measured';

const Message = z.union([
  z.object({ 'detail-type': z.enum([BLOCK_EVENT.added, BLOCK_EVENT.removed]), detail: BlockEvent }),
  z.object({ 'detail-type': z.literal(BLOCK_EVENT.traced), detail: TracedEvent }),
  MatchTimeout,
  MatchRest,
  RevokeRest,
  ReleaseRest,
]);

function open() {
  const table = openTable(env('table'));
  const { pk, sk } = entities.BlockRecord;
  const { chains, contractVersion } = runtimeConfig();
  const health = openHealth(table);
  const deps: Omit<MatcherDeps, 'announce'> = {
    kinds: openKinds({ table, bucket: env('bucket'), chains, contractVersion, now: systemClock }),
    messages: { ...openNewMessages(table), ...messageReader(table), ...messageWriter(table) },
    blocks: openBlockMessages(table),
    outbox: openOutbox(table),
    health,
    blockRecord: async (chain, hash) => {
      const { i = 1, e = 0 } = (await table.get({ pk: key(pk, { chain, hash }), sk }, true)) ?? {};
      return { incarnation: Number(i), epoch: Number(e) };
    },
    later: openQueue(env('matches')),
    now: systemClock,
  };
  const deliveries = openQueue(env('deliveries'));
  const where = { pending: openPendingWebhooks(table), health, deliveries, now: systemClock };
  return { deps, where, meter: table.meter as Meter };
}

let opened: ReturnType<typeof open> | undefined;

/** Creates the messages of added blocks, and revokes those of removed blocks. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { deps, where, meter } = opened;
  const announcements = openAnnouncements(where);
  const own = { ...deps, announce: announcements.add };
  return measured('matched', event, meter, async () => {
    const settings = { failure: 'matching a block failed' };
    const answer = await processBatch(event, Message, settings, (message) => match(own, message));
    // Of blocks that failed too: what was created before they did is there.
    await announcements.send();
    return answer;
  });
}

async function match(deps: MatcherDeps, message: z.infer<typeof Message>): Promise<void> {
  if ('waitedFor' in message) return timedOut(deps, message.waitedFor);
  if ('matchRest' in message) return matchRest(deps, message.matchRest);
  if ('revokeRest' in message) return revokeFrom(deps, message.revokeRest.block, message.revokeRest.from);
  if ('releaseRest' in message) {
    const { chain, number, hash } = message.releaseRest;
    return release(deps, chain, number, hash);
  }
  if (message['detail-type'] === BLOCK_EVENT.traced) return traced(deps, message.detail);
  await (message['detail-type'] === BLOCK_EVENT.added ? added : removed)(deps, message.detail);
  console.info({ event: message.detail.id });
}
