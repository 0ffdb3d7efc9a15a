import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { BLOCK_EVENT, BlockEvent, DueEvent, TracedEvent } from '../../chain/contract/events';
import { recordKey } from '../../chain/rows/block-records';
import { isFirstReceipt, processMessages } from '../../core/aws/batch';
import { createQueue } from '../../core/aws/queue';
import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { settleAll } from '../../core/runtime/concurrency';
import { log } from '../../core/runtime/log';
import { createTableClient, type Meter } from '../../core/table/table';
import type { Step } from '../../core/telemetry/span';
import { MatchRest, MatchTimeout, ReleaseRest, Rematch, RevokeRest } from '../contract/messages';
import { measured } from '../delivery/measured';
import { createKinds } from '../kinds/kinds';
import { createAnnouncements } from '../matching/announce';
import type { MatcherDeps } from '../matching/deps';
import { createFeedMarks, type FeedMarks } from '../matching/feed-marks';
import { added, due, matchRest, rematch, removed, revokeFrom, timedOut, traced } from '../matching/matcher';
import { release } from '../matching/release';
import { createAuditedWebhooks } from '../rows/audited-webhooks';
import { createBlockMessages } from '../rows/block-messages';
import { createFeedEntries } from '../rows/feed-entries';
import { createFeedProgress } from '../rows/feed-progress';
import { createHealth } from '../rows/health-item';
import { messageReader, messageWriter } from '../rows/message-item';
import { createNewMessages } from '../rows/new-messages';
import { createOutbox } from '../rows/outbox';
import { createPendingWebhooks } from '../rows/pending-webhooks';

const Message = z.union([
  z.object({ 'detail-type': z.enum([BLOCK_EVENT.added, BLOCK_EVENT.removed]), detail: BlockEvent }),
  z.object({ 'detail-type': z.literal(BLOCK_EVENT.traced), detail: TracedEvent }),
  z.object({ 'detail-type': z.literal(BLOCK_EVENT.due), detail: DueEvent }),
  MatchTimeout,
  MatchRest,
  RevokeRest,
  ReleaseRest,
  Rematch,
]);

function open() {
  const table = createTableClient(env('table'));
  const { chains, contractVersion } = runtimeConfig();
  const health = createHealth(table);
  const kinds = createKinds({ table, bucket: env('bucket'), chains, contractVersion, now: systemClock });
  const progress = createFeedProgress(table);
  const deps: Omit<MatcherDeps, 'announce' | 'marks'> = {
    kinds,
    messages: { ...createNewMessages(table), ...messageReader(table), ...messageWriter(table) },
    blocks: createBlockMessages(table),
    outbox: createOutbox(table),
    health,
    blockRecord: async (chain, hash) => {
      const { i = 1, e = 0, q } = (await table.get(recordKey(chain, hash), true)) ?? {};
      return { incarnation: Number(i), epoch: Number(e), ...(q === undefined ? {} : { serial: Number(q) }) };
    },
    blockAt: async (chain, number) => {
      const block = await kinds.find((kind) => kind.covers(chain))?.blockFrom(chain, number);
      return block?.number === number ? block : undefined;
    },
    progress,
    feed: createFeedEntries(table),
    audited: createAuditedWebhooks(table),
    later: createQueue(env('matches')),
    now: systemClock,
  };
  const deliveries = createQueue(env('deliveries'));
  const where = { pending: createPendingWebhooks(table), health, deliveries, now: systemClock };
  return { deps, where, progress, meter: table.meter as Meter };
}

let opened: ReturnType<typeof open> | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { deps, where, progress, meter } = opened;
  const announcements = createAnnouncements(where);
  const marks = createFeedMarks(progress, systemClock);
  const own = { ...deps, announce: announcements.add, marks };
  return measured('matcher batch done', event, meter, async () => {
    const settings = { failure: 'matching a block failed', toStep };
    const answer = await processMessages(event, Message, settings, (message) => match(own, message));
    // Also for failed blocks: messages created before the failure exist.
    await settleAll([announcements.send(), marks.write()]);
    return answer;
  });
}

function toStep(message: z.infer<typeof Message>, record: SQSRecord): Step {
  const kind = 'detail-type' in message ? message['detail-type'] : (Object.keys(message)[0] ?? '');
  const block = getBlock(message);
  const isEvent = kind === BLOCK_EVENT.added || kind === BLOCK_EVENT.removed;
  return {
    name: 'match block',
    kind: 'consumer',
    subjects: block?.hash === undefined ? [] : [{ id: block.hash }],
    parentStep: isEvent ? 'index block' : 'match block',
    hasChildren: kind === BLOCK_EVENT.added && block?.incarnation === 1 && isFirstReceipt(record),
    attributes: { 'match.message': kind, 'block.number': block?.number },
  };
}

/** undefined for an operator's range. */
function getBlock(message: z.infer<typeof Message>) {
  if ('detail' in message) return { incarnation: undefined, ...message.detail };
  if ('waitedFor' in message) return message.waitedFor;
  if ('matchRest' in message) return message.matchRest.block;
  if ('revokeRest' in message) return message.revokeRest.block;
  return 'releaseRest' in message ? { incarnation: undefined, ...message.releaseRest } : undefined;
}

async function match(
  deps: MatcherDeps & { readonly marks: FeedMarks },
  message: z.infer<typeof Message>,
): Promise<void> {
  if ('waitedFor' in message) return timedOut(deps, message.waitedFor, message.isEmpty);
  if ('matchRest' in message) return matchRest(deps, message.matchRest);
  if ('revokeRest' in message) return revokeFrom(deps, message.revokeRest);
  if ('rematch' in message) return rematch(deps, message.rematch);
  if ('releaseRest' in message) {
    const { chain, number, hash } = message.releaseRest;
    return release(deps, chain, number, hash);
  }
  if (message['detail-type'] === BLOCK_EVENT.traced) return traced(deps, message.detail);
  if (message['detail-type'] === BLOCK_EVENT.due) return due(deps, message.detail);
  const { id, chainId, number, hash, serial } = message.detail;
  if (await deps.marks.isDone(chainId, serial)) return;
  await (message['detail-type'] === BLOCK_EVENT.added ? added : removed)(deps, message.detail);
  log.info('block matched', { event: id, chainId, block: number, correlationId: hash });
}
