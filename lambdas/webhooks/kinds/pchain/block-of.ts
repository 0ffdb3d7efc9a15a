import { getNetwork } from '../../../core/contract/pchain-source';
import type { UnsignedTx } from '../../../pchain/domain/codec/tx';
import { PROPOSAL_PLACE } from '../../../pchain/domain/places';
import type { PBlockRow, PTxRow } from '../../../pchain/domain/rows';
import type { pChainReaders } from '../../../pchain/rows/readers';
import { parseUnsigned } from '../../../pchain/views/decoded';
import type { BlockToMatch } from '../../domain/match';

export interface AppliedTx {
  readonly row: PTxRow;
  readonly tx: UnsignedTx;
  /** In the block that contains it; a proposed transaction has `PROPOSAL_PLACE`, which sorts last. */
  readonly position: number;
}

export interface AppliedRows {
  readonly block: PBlockRow;
  readonly txs: readonly AppliedTx[];
}

export interface BlockReaders {
  readonly blocks: Pick<ReturnType<(typeof pChainReaders)['PBlock']>, 'byNumber'>;
  readonly txs: Pick<ReturnType<(typeof pChainReaders)['PTx']>, 'byIds'>;
}

/** One read of a block, shared by the event kinds. */
const read = new WeakMap<BlockToMatch, Promise<AppliedRows>>();

/** Rows are written before the block is announced. Throws if they are missing, so that the message is retried. */
export function appliedRows(from: BlockReaders, announced: BlockToMatch): Promise<AppliedRows> {
  const known = read.get(announced);
  if (known) return known;
  const found = readRows(from, getNetwork(announced.chain), announced);
  read.set(announced, found);
  found.catch(() => read.delete(announced)); // do not cache failures
  return found;
}

async function readRows(
  { blocks, txs }: BlockReaders,
  network: string,
  { number, hash }: Pick<BlockToMatch, 'number' | 'hash'>,
): Promise<AppliedRows> {
  const block = await blocks.byNumber(network, number, true);
  if (block?.hash !== hash) throw new Error(`block ${number} ${hash} of the P-Chain of ${network} is not indexed`);
  // A proposal takes effect in the next block, which commits or aborts it.
  const proposed = isDecision(block) ? (await blocks.byNumber(network, number - 1, true))?.txIds.at(-1) : undefined;
  const ids = [...(proposed === undefined ? [] : [proposed]), ...block.txIds];
  const rows = ids.length > 0 ? await txs.byIds(network, ids, true) : [];
  if (rows.length !== ids.length) throw new Error(`transactions of block ${number} of ${network} are not indexed`);
  const applied = rows.flatMap((row): AppliedTx[] => {
    const tx = parseUnsigned(row);
    const position = row.place?.tx;
    const isProposal = position === PROPOSAL_PLACE;
    // `parseUnsigned` returns undefined if the block was unreadable.
    return tx && position !== undefined && isProposal === (row.id === proposed) ? [{ row, tx, position }] : [];
  });
  return { block, txs: applied.toSorted((a, b) => a.position - b.position) };
}

/** Commits or aborts its parent's proposal. */
const isDecision = ({ type }: PBlockRow): boolean => type.endsWith('CommitBlock') || type.endsWith('AbortBlock');
