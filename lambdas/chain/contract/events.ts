// Shared by the indexer, which publishes, and the consumers: zod only.
import * as z from 'zod';
import type { BlockEventName } from '../../core/contract/function';

export const BLOCK_EVENT = {
  source: 'chain-data.indexer',
  added: 'block.added',
  removed: 'block.removed',
  /** Only published where a webhook includes internal transactions. */
  traced: 'block.traced',
  /** P-Chains only, at most once a minute, and only if a webhook asks for it. */
  due: 'validators.due',
} as const satisfies Record<'source' | BlockEventName, string>;

/**
 * `raw`: the block's key in the bucket. `incarnation` counts from 1 how often this hash became
 * canonical; with it, `id` is stable across republishing.
 */
export const BlockEvent = z.object({
  id: z.string(),
  chainId: z.string(),
  network: z.enum(['mainnet', 'testnet']),
  number: z.int(),
  hash: z.string(),
  parentHash: z.string(),
  /** Unix seconds. */
  timestamp: z.int(),
  transactions: z.int(),
  incarnation: z.int(),
  /** Rollbacks of the chain when this was published. */
  epoch: z.int(),
  /** Counts the chain's events of both kinds from 1, without gaps. Absent in events of 0.1.0. */
  serial: z.int().optional(),
  raw: z.string().optional(),
});
export type BlockEvent = z.infer<typeof BlockEvent>;
/** A block's internal transactions are indexed, or will not be waited for any longer. */
export const TracedEvent = z.object({ chainId: z.string(), number: z.int(), hash: z.string(), epoch: z.int() });
export type TracedEvent = z.infer<typeof TracedEvent>;
const DueValidator = z.object({
  /** An L1 validator that runs out of balance, or a stake that ends. */
  kind: z.enum(['l1', 'validator', 'delegator']),
  /** Validation ID or staking transaction. IDs are 0x and hexadecimal digits. */
  id: z.string(),
  nodeId: z.string(),
  subnetId: z.string(),
  /** When the balance runs out or the stake ends, Unix seconds. */
  end: z.int(),
  /** Whole days before `end` that were crossed, both inclusive. */
  least: z.int(),
  most: z.int(),
});
export type DueValidator = z.infer<typeof DueValidator>;
/** Validators that are due by the clock, given the state at this block. */
export const DueEvent = z.object({
  chainId: z.string(),
  number: z.int(),
  hash: z.string(),
  epoch: z.int(),
  /** Of the block's event. */
  serial: z.int(),
  due: z.array(DueValidator),
});
export type DueEvent = z.infer<typeof DueEvent>;
export interface BlockEvents extends Record<BlockEventName, object> {
  readonly added: BlockEvent;
  readonly removed: BlockEvent;
  readonly traced: TracedEvent;
  readonly due: DueEvent;
}
export type BlockEventKind = 'added' | 'removed';

export const blockEventId = (chainId: string, hash: string, kind: BlockEventKind, incarnation: number): string =>
  `${chainId}:${hash}:${kind}:${incarnation}`;
