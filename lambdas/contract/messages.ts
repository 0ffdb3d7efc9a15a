// Messages of the service's own queues: zod only.
import * as z from 'zod';
import { BlockEvent } from './events';
import { MessageStatus } from './schemas/webhook-messages';

/** A token was seen whose metadata is to be read. */
export const SeenToken = z.object({
  chainId: z.string(),
  /** Lower case. */
  token: z.string(),
  /** The standard that its transfers have; absent if none were seen, and it may be no token. */
  kind: z.enum(['erc20', 'erc721', 'erc1155']).optional(),
  /** What the contract states to be, where it was asked: kept for later blocks. */
  standard: z.enum(['erc20', 'erc721', 'as-logged']).optional(),
  /**
   * Absent: only a token without a record is read. `refresh`: read again, keeping what the contract does not answer now.
   * `replace`: another contract was deployed at the address, and nothing is kept.
   */
  again: z.enum(['refresh', 'replace']).optional(),
});
/** A token was seen whose metadata is to be read. */
export type SeenToken = z.infer<typeof SeenToken>;

/** NFTs of one collection were seen, or one is to be read again: their metadata is to be read. */
export const SeenNfts = z.object({
  chainId: z.string(),
  /** Lower case. */
  token: z.string(),
  kind: z.enum(['erc721', 'erc1155']),
  /** Decimal text. */
  ids: z.array(z.string()).max(50),
  /**
   * true: a row is created if there is none. Otherwise a missing row was deleted by a rollback meanwhile, and the id is
   * skipped.
   */
  create: z.boolean().optional(),
  /** Instead of ids: the known ones from the first to the last id, decimal text, both included, `left` at most. */
  range: z.object({ from: z.string(), to: z.string(), left: z.int() }).optional(),
});
/** NFTs of one collection were seen, or one is to be read again. */
export type SeenNfts = z.infer<typeof SeenNfts>;

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

/** The input of a step of an export: the rest is in the row of the operation. */
export const ExportStep = z.object({ owner: z.string(), operationId: z.string() });
/** The input of a step of an export. */
export type ExportStep = z.infer<typeof ExportStep>;

/** An operation is to be started. */
export const StartExport = ExportStep.extend({
  /** Unix milliseconds: part of the execution's name. */
  createdAt: z.int(),
});
/** An operation is to be started. */
export type StartExport = z.infer<typeof StartExport>;

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
