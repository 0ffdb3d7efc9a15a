import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { BLOCK_EVENT, BlockEvent, TracedEvent } from '../../chain/contract/events';
import { processBatch } from '../../core/aws/batch';
import { openQueue } from '../../core/aws/queue';
import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { type Meter, openTable } from '../../core/table/table';
import { MatchRest, MatchTimeout, ReleaseRest, RevokeRest } from '../contract/messages';
import { measured } from '../delivery/measured';
import { openKinds } from '../kinds/kinds';
import { openAnnouncements } from '../matching/announce';
import type { MatcherDeps } from '../matching/deps';
import { added, matchRest, removed, revokeFrom, timedOut, traced } from '../matching/matcher';
import { release } from '../matching/release';
import { openBlockMessages } from '../rows/block-messages';
import { openHealth } from '../rows/health-item';
import { messageReader, messageWriter } from '../rows/message-item';
import { openNewMessages } from '../rows/new-messages';
import { openOutbox } from '../rows/outbox';
import { openPendingWebhooks } from '../rows/pending-webhooks';

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
