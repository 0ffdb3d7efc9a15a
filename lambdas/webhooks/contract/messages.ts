// Messages of the queues of webhooks: zod only.
import * as z from 'zod';
import { BlockEvent } from '../../chain/contract/events';
import { MessageStatus } from './schemas/webhook-messages';

/** Matches of a block have waited long enough for data that comes later, such as internal transactions. */
export const MatchTimeout = z.object({ waitedFor: BlockEvent });

const CanonicalBlock = z.object({ chain: z.string(), number: z.int(), hash: z.string(), incarnation: z.int() });

/** A block has more matches than one step creates messages for: the kind of event goes on after a part. */
export const MatchRest = z.object({
  matchRest: z.object({
    block: CanonicalBlock.extend({ epoch: z.int(), transactions: z.int().optional() }),
    pass: z.enum(['added', 'traced', 'timedOut']),
    eventType: z.string(),
    from: z.string(),
  }),
});
/** A block that was removed has more messages than one step revokes. */
export const RevokeRest = z.object({ revokeRest: z.object({ block: CanonicalBlock, from: z.string() }) });
/** A block releases more messages than one step does. */
export const ReleaseRest = z.object({
  releaseRest: z.object({ chain: z.string(), number: z.int(), hash: z.string().optional() }),
});

/** The most webhooks of a message. */
export const MAX_WEBHOOKS = 10;
/** The outboxes of these webhooks have entries: those that are due are to be sent. */
export const Deliveries = z.object({ webhooks: z.array(z.string()).max(MAX_WEBHOOKS), owner: z.string() });
/** The outboxes of these webhooks have entries. */
export type Deliveries = z.infer<typeof Deliveries>;
/** The outbox of a webhook has entries. */
export interface Delivery {
  readonly webhook: string;
  readonly owner: string;
}

/** Messages of a webhook are to be sent again: those of these blocks that were made in this time. */
export const Replay = z.object({
  webhook: z.string(),
  owner: z.string(),
  fromBlock: z.int(),
  toBlock: z.int(),
  /** Unix milliseconds, both included. */
  from: z.int(),
  to: z.int(),
  status: MessageStatus.optional(),
  /** Unix milliseconds. A message that was sent since then has been sent again. */
  requestedAt: z.int(),
  /** true: the webhook was active at the request. Once it is turned off, the replay ends. */
  whileActive: z.boolean().optional(),
  /** How many messages the owner's replays may queue in a day; absent where an operator asked. */
  max: z.int().optional(),
  /** Where a part before this one ended. */
  after: z.string().optional(),
});
/** Messages of a webhook are to be sent again. */
export type Replay = z.infer<typeof Replay>;
