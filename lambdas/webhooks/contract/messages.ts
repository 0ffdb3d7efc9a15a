// Messages of the webhook queues: zod only.
import * as z from 'zod';
import { BlockEvent } from '../../chain/contract/events';
import { MessageStatus } from './schemas/webhook-messages';

/** The block's held matches have waited long enough for late data, such as internal transactions. */
export const MatchTimeout = z.object({
  waitedFor: BlockEvent,
  /** No match is held. */
  isEmpty: z.boolean().optional(),
});

const CanonicalBlock = z.object({ chain: z.string(), number: z.int(), hash: z.string(), incarnation: z.int() });

const MatchPart = z.object({ eventType: z.string(), from: z.string() });
/** More matches than one step handles: resumes at `from` of `eventType`. */
export const MatchRest = z.object({
  matchRest: z.object({
    block: CanonicalBlock.extend({
      epoch: z.int(),
      serial: z.int().optional(),
      transactions: z.int().optional(),
    }),
    pass: z.enum(['added', 'traced', 'timedOut']),
    ...MatchPart.shape,
    /** Matched after this one. */
    others: z.array(MatchPart).optional(),
    /** The block is matched again with its traces. */
    isOpen: z.boolean().optional(),
    /** Readers may be past the block: its messages are appended to the feeds. */
    isLate: z.boolean().optional(),
  }),
});
export type MatchRest = z.infer<typeof MatchRest>;
/** The removed block has more messages than one step revokes. */
export const RevokeRest = z.object({
  revokeRest: z.object({
    block: CanonicalBlock,
    from: z.string(),
    /** Of the removal's event. */
    serial: z.int().optional(),
    /** Readers may be past the removal: the pages before were appended to the feeds. */
    isLate: z.boolean().optional(),
  }),
});
export type RevokeRest = z.infer<typeof RevokeRest>;
/** An operator's request: creates messages of these blocks that are missing, and appends them to the feeds. */
export const Rematch = z.object({
  rematch: z.object({
    chain: z.string(),
    from: z.int(),
    /** Inclusive. */
    to: z.int(),
  }),
});
export type Rematch = z.infer<typeof Rematch>;
/** The block releases more messages than one step handles. */
export const ReleaseRest = z.object({
  releaseRest: z.object({ chain: z.string(), number: z.int(), hash: z.string().optional() }),
});

export const MAX_WEBHOOKS = 10;
export const Deliveries = z.object({ webhooks: z.array(z.string()).max(MAX_WEBHOOKS), owner: z.string() });
export type Deliveries = z.infer<typeof Deliveries>;
export interface Delivery {
  readonly webhook: string;
  readonly owner: string;
}

export const Replay = z.object({
  webhook: z.string(),
  owner: z.string(),
  fromBlock: z.int(),
  toBlock: z.int(),
  /** Unix ms; both inclusive. */
  from: z.int(),
  to: z.int(),
  status: MessageStatus.optional(),
  /** Unix ms. Messages sent since then count as replayed. */
  requestedAt: z.int(),
  /** The webhook was active at the request: the replay ends if it is deactivated. */
  whileActive: z.boolean().optional(),
  /** The owner's daily limit; absent for an operator's replay. */
  max: z.int().optional(),
  after: z.string().optional(),
});
export type Replay = z.infer<typeof Replay>;
