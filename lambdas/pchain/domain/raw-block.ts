import type { Block, UnreadableBlock } from './codec/block';
import type { Proposer } from './rows';

/** A block from the node, decoded. IDs are 0x-prefixed hex. */
export interface RawPBlock {
  readonly number: number;
  readonly parentHash: string;
  /** Unix seconds; 0 for Apricot blocks, which have no timestamp. */
  readonly time: number;
  readonly block: Block | UnreadableBlock;
  /** Absent if not requested, or if the block is unsigned. */
  readonly proposer?: Proposer;
  /** Present for an unreadable block: its bytes, and its transaction IDs from the node's JSON. */
  readonly unreadable?: { readonly bytes: string; readonly txIds: readonly string[] };
}

/** Transaction IDs of a block; its proposal comes last. */
export const getTxIds = ({ block, unreadable }: RawPBlock): readonly string[] =>
  block.type === 'Unreadable'
    ? (unreadable?.txIds ?? [])
    : [...block.txs, ...(block.proposal ? [block.proposal] : [])].map(({ id }) => id);
