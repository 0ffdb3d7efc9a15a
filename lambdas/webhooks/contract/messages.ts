// Messages of the webhook queues: zod only.
import * as z from 'zod';
import { BlockEvent } from '../../chain/contract/events';
import { MessageStatus } from './schemas/webhook-messages';

/** A block's held matches have waited long enough for late data, such as internal transactions. */
export const MatchTimeout = z.object({ waitedFor: BlockEvent });

const CanonicalBlock = z.object({ chain: z.string(), number: z.int(), hash: z.string(), incarnation: z.int() });

/** Continuation of a block with more matches than one step handles: resumes at `from` of `eventType`. */
export const MatchRest = z.object({
  matchRest: z.object({
    block: CanonicalBlock.extend({ epoch: z.int(), transactions: z.int().optional() }),
    pass: z.enum(['added', 'traced', 'timedOut']),
    eventType: z.string(),
    from: z.string(),
  }),
});
/** Continuation of a removed block with more messages than one step revokes. */
export const RevokeRest = z.object({ revokeRest: z.object({ block: CanonicalBlock, from: z.string() }) });
/** Continuation of a block that releases more messages than one step handles. */
export const ReleaseRest = z.object({
  releaseRest: z.object({ chain: z.string(), number: z.int(), hash: z.string().optional() }),
});

/** Maximum number of webhooks per queue message. */
export const MAX_WEBHOOKS = 10;
/** The outboxes of these webhooks have entries; send the due ones. */
export const Deliveries = z.object({ webhooks: z.array(z.string()).max(MAX_WEBHOOKS), owner: z.string() });
export type Deliveries = z.infer<typeof Deliveries>;
export interface Delivery {
  readonly webhook: string;
  readonly owner: string;
}

/** Replay a webhook's messages of these blocks that were created in this time range. */
export const Replay = z.object({
  webhook: z.string(),
  owner: z.string(),
  fromBlock: z.int(),
  toBlock: z.int(),
  /** Unix milliseconds, both inclusive. */
  from: z.int(),
  to: z.int(),
  status: MessageStatus.optional(),
  /** Unix milliseconds. Messages sent since then count as replayed. */
  requestedAt: z.int(),
  /** true: the webhook was active at the request, so the replay ends if it is deactivated. */
  whileActive: z.boolean().optional(),
  /** The owner's daily replay limit; absent for an operator's replay. */
  max: z.int().optional(),
  /** Where the previous part ended. */
  after: z.string().optional(),
});
export type Replay = z.infer<typeof Replay>;
