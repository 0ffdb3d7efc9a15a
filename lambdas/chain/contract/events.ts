// Shared by the indexer, which publishes, and the consumers: zod only.
import * as z from 'zod';
import type { BlockEventName } from '../../core/contract/function';

/** `source` and `detail-type` of the events on the bus. */
export const BLOCK_EVENT = {
  source: 'chain-data.indexer',
  added: 'block.added',
  removed: 'block.removed',
  /** Internal transactions are indexed; only published where a webhook includes them. */
  traced: 'block.traced',
} as const satisfies Record<'source' | BlockEventName, string>;

/**
 * A block became canonical, or ceased to be. A pointer, not the payload: `raw` is the key of the raw block in the
 * bucket, if raw blocks are stored. `incarnation` counts from 1 how often this block hash became canonical, so `id`
 * identifies the transition and does not change when the event is published again.
 */
export const BlockEvent = z.object({
  id: z.string(),
  chainId: z.string(),
  network: z.enum(['mainnet', 'testnet']),
  number: z.int(),
  hash: z.string(),
  parentHash: z.string(),
  /** Block time, Unix seconds. */
  timestamp: z.int(),
  transactions: z.int(),
  incarnation: z.int(),
  /** Number of rollbacks of the chain when this was published. */
  epoch: z.int(),
  raw: z.string().optional(),
});
export type BlockEvent = z.infer<typeof BlockEvent>;
/** The internal transactions of a block are indexed, or will not be waited for any longer. */
export const TracedEvent = z.object({ chainId: z.string(), number: z.int(), hash: z.string(), epoch: z.int() });
/** The internal transactions of a block are indexed, or will not be waited for any longer. */
export type TracedEvent = z.infer<typeof TracedEvent>;
export interface BlockEvents extends Record<BlockEventName, object> {
  readonly added: BlockEvent;
  readonly removed: BlockEvent;
  readonly traced: TracedEvent;
}
export type BlockEventKind = 'added' | 'removed';

/** The deterministic id of a block event. */
export const blockEventId = (chainId: string, hash: string, kind: BlockEventKind, incarnation: number): string =>
  `${chainId}:${hash}:${kind}:${incarnation}`;
