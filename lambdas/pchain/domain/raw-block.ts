import type { Block, UnreadableBlock } from './codec/block';
import type { Proposer } from './rows';

/** A block as the node gave it. Ids are 0x and digits. */
export interface RawPBlock {
  readonly number: number;
  readonly parentHash: string;
  /** Unix seconds; 0 for Apricot blocks, which do not say. */
  readonly time: number;
  readonly block: Block | UnreadableBlock;
  /** Absent where it is not asked for, and of blocks that nobody signed. */
  readonly proposer?: Proposer;
  /** What an unreadable block has: its bytes, and the ids of its transactions as the node tells them. */
  readonly unreadable?: { readonly bytes: string; readonly txIds: readonly string[] };
}

/** The transactions of a block: what it decides, and last what it proposes. */
export const getTxIds = ({ block, unreadable }: RawPBlock): readonly string[] =>
  block.type === 'Unreadable'
    ? (unreadable?.txIds ?? [])
    : [...block.txs, ...(block.proposal ? [block.proposal] : [])].map(({ id }) => id);
