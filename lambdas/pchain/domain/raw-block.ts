import type { Block, UnreadableBlock } from './codec/block';
import type { Utxo } from './replay/effects';
import type { Proposer } from './rows';

export interface RawPBlock {
  readonly number: number;
  readonly parentHash: string;
  /** 0 for Apricot blocks, which have no timestamp. */
  readonly time: number;
  readonly block: Block | UnreadableBlock;
  /** As the node sent it, without its checksum; 0x-prefixed hex. */
  readonly bytes: string;
  /** Absent if not requested, or if the block is unsigned. */
  readonly proposer?: Proposer;
  /** For an unreadable block, from the node's JSON. */
  readonly unreadable?: { readonly txIds: readonly string[] };
  /** Outputs that a seeded state lacks, fetched from the node; keyed by the transaction that paid them. Set on apply. */
  rewards?: Map<string, readonly Utxo[]>;
  /** Read from the bucket. */
  readonly stored?: true;
}

export const getTxIds = ({ block, unreadable }: RawPBlock): readonly string[] =>
  block.type === 'Unreadable'
    ? (unreadable?.txIds ?? [])
    : [...block.txs, ...(block.proposal ? [block.proposal] : [])].map(({ id }) => id);
