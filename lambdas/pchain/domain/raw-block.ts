import type { Block, UnreadableBlock } from './codec/block';
import type { Proposer } from './rows';

export interface RawPBlock {
  readonly number: number;
  readonly parentHash: string;
  /** 0 for Apricot blocks, which have no timestamp. */
  readonly time: number;
  readonly block: Block | UnreadableBlock;
  /** Absent if not requested, or if the block is unsigned. */
  readonly proposer?: Proposer;
  /** For an unreadable block: its bytes, and its transaction IDs from the node's JSON. */
  readonly unreadable?: { readonly bytes: string; readonly txIds: readonly string[] };
}

export const getTxIds = ({ block, unreadable }: RawPBlock): readonly string[] =>
  block.type === 'Unreadable'
    ? (unreadable?.txIds ?? [])
    : [...block.txs, ...(block.proposal ? [block.proposal] : [])].map(({ id }) => id);
