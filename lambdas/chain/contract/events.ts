// Shared by the indexer (which publishes) and the consumers: zod only.
import * as z from 'zod';
import type { BlockEventName } from '../../core/contract/function';

/** `source` and `detail-type` of the events on the bus. */
export const BLOCK_EVENT = {
  source: 'chain-data.indexer',
  added: 'block.added',
  removed: 'block.removed',
  /** Its internal transactions are known; only where a webhook asks for them. */
  traced: 'block.traced',
} as const satisfies Record<'source' | BlockEventName, string>;

/**
 * A block became canonical, or ceased to be. A pointer, not the payload: `raw` is the key of the raw block in the
 * bucket, where blocks are stored. `incarnation` counts how often this block hash became canonical here, from 1, so that `id` is the same
 * however often the event is published.
 */
export const BlockEvent = z.object({
  id: z.string(),
  chainId: z.string(),
  network: z.enum(['mainnet', 'testnet']),
  number: z.int(),
  hash: z.string(),
  parentHash: z.string(),
  /** Unix seconds, the block's own. */
  timestamp: z.int(),
  transactions: z.int(),
  incarnation: z.int(),
  /** Number of rollbacks of the chain when this was published. */
  epoch: z.int(),
  raw: z.string().optional(),
});
/** The detail of a block event. */
export type BlockEvent = z.infer<typeof BlockEvent>;
/** The internal transactions of a block are known, or are not waited for any longer. */
export const TracedEvent = z.object({ chainId: z.string(), number: z.int(), hash: z.string(), epoch: z.int() });
/** The internal transactions of a block are known, or are not waited for any longer. */
export type TracedEvent = z.infer<typeof TracedEvent>;
/** The payloads of block events, by kind. */
export interface BlockEvents extends Record<BlockEventName, object> {
  readonly added: BlockEvent;
  readonly removed: BlockEvent;
  readonly traced: TracedEvent;
}
/** Became canonical, or ceased to be. */
export type BlockEventKind = 'added' | 'removed';

/** The deterministic id of a block event. */
export const blockEventId = (chainId: string, hash: string, kind: BlockEventKind, incarnation: number): string =>
  `${chainId}:${hash}:${kind}:${incarnation}`;
