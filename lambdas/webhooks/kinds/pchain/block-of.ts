import { getNetwork } from '../../../core/contract/pchain-source';
import type { UnsignedTx } from '../../../pchain/domain/codec/tx';
import { PROPOSAL_PLACE } from '../../../pchain/domain/places';
import type { PBlockRow, PTxRow } from '../../../pchain/domain/rows';
import type { pChainReaders } from '../../../pchain/rows/readers';
import { parseUnsigned } from '../../../pchain/views/decoded';
import type { BlockToMatch } from '../../domain/match';

/** A transaction that took effect in a block. */
export interface AppliedTx {
  readonly row: PTxRow;
  readonly tx: UnsignedTx;
  /** Its position in its own block: what was proposed is behind all. */
  readonly position: number;
}

/** A block with the transactions that took effect in it. */
export interface AppliedRows {
  readonly block: PBlockRow;
  readonly txs: readonly AppliedTx[];
}

/** Where blocks and their transactions are read. */
export interface BlockReaders {
  readonly blocks: Pick<ReturnType<(typeof pChainReaders)['PBlock']>, 'byNumber'>;
  readonly txs: Pick<ReturnType<(typeof pChainReaders)['PTx']>, 'byIds'>;
}

/** Blocks that were read, so that every kind of event reads each once together. */
const read = new WeakMap<BlockToMatch, Promise<AppliedRows>>();

/** A block that was announced: its rows were written before. Throws if they are not there, so that it is tried again. */
export function appliedRows(from: BlockReaders, announced: BlockToMatch): Promise<AppliedRows> {
  const known = read.get(announced);
  if (known) return known;
  const found = readRows(from, getNetwork(announced.chain), announced);
  read.set(announced, found);
  // A failure is not kept.
  found.catch(() => read.delete(announced));
  return found;
}

async function readRows(
  { blocks, txs }: BlockReaders,
  network: string,
  { number, hash }: Pick<BlockToMatch, 'number' | 'hash'>,
): Promise<AppliedRows> {
  const block = await blocks.byNumber(network, number, true);
  if (block?.hash !== hash) throw new Error(`block ${number} ${hash} of the P-chain of ${network} is not indexed`);
  // What a block proposes is decided by the block after it, and takes effect there.
  const proposed = isDecision(block) ? (await blocks.byNumber(network, number - 1, true))?.txIds.at(-1) : undefined;
  const ids = [...(proposed === undefined ? [] : [proposed]), ...block.txIds];
  const rows = ids.length > 0 ? await txs.byIds(network, ids, true) : [];
  if (rows.length !== ids.length) throw new Error(`transactions of block ${number} of ${network} are not indexed`);
  const applied = rows.flatMap((row): AppliedTx[] => {
    const tx = parseUnsigned(row);
    const position = row.place?.tx;
    const isProposal = position === PROPOSAL_PLACE;
    // A transaction of a block that was not readable says nothing.
    return tx && position !== undefined && isProposal === (row.id === proposed) ? [{ row, tx, position }] : [];
  });
  return { block, txs: applied.toSorted((a, b) => a.position - b.position) };
}

/** Whether a block commits or aborts what the one before it proposed. */
const isDecision = ({ type }: PBlockRow): boolean => type.endsWith('CommitBlock') || type.endsWith('AbortBlock');
