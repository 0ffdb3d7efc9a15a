import type { Sha256 } from '../sha256';
import { list, type Of, readWhole, safeU64, struct, u16, variants, withBytes } from './codec';
import { MalformedBytes } from './hex-reader';
import { id } from './parts';
import { signedTx } from './tx';

const tx = withBytes(signedTx);
const link = { parentId: id, height: safeU64 };
const time = safeU64;

/** Every type of block with its codec id and its fields, in the order of their bytes (`vms/platformvm/block`). */
const BLOCKS = {
  ApricotProposalBlock: [0, { ...link, tx }],
  ApricotAbortBlock: [1, link],
  ApricotCommitBlock: [2, link],
  ApricotStandardBlock: [3, { ...link, txs: list(tx) }],
  ApricotAtomicBlock: [4, { ...link, tx }],
  BanffProposalBlock: [29, { time, txs: list(tx), ...link, tx }],
  BanffAbortBlock: [30, { time, ...link }],
  BanffCommitBlock: [31, { time, ...link }],
  BanffStandardBlock: [32, { time, ...link, txs: list(tx) }],
} as const;

/** A block as the node stores it, behind the version of the codec. */
export const blockCodec = struct({ version: u16, block: variants(BLOCKS) });
type BlockFields = Of<typeof blockCodec>['block'];

/** A transaction with its id, which is the hash of its bytes behind the version of the codec. */
export interface Tx extends Of<typeof signedTx> {
  readonly id: string;
  /** As the block has them, signatures included: 0x and digits, without the version of the codec. */
  readonly bytes: string;
}

/** A block of the P-chain. Ids are 0x and 64 digits. */
export interface Block {
  readonly id: string;
  readonly type: BlockFields['type'];
  readonly parentId: string;
  readonly height: number;
  /** Unix seconds. Apricot blocks have none: theirs is that of the last AdvanceTimeTx. */
  readonly time?: number;
  /** Transactions that this block decides. Those of a proposal block are decided by the block after it, with its own. */
  readonly txs: readonly Tx[];
  /** What the block after this one commits or aborts. */
  readonly proposal?: Tx;
  /** Bytes. */
  readonly size: number;
}

/** A block of a type, or with a transaction of a type, that this service does not know: newer than it is. */
export interface UnreadableBlock {
  readonly id: string;
  readonly type: 'Unreadable';
  readonly reason: string;
  /** Bytes. */
  readonly size: number;
}

/** Reads the bytes of a block: 0x and hexadecimal digits, without the checksum that nodes append. No bytes make it throw. */
export function decodeBlock(bytes: string, sha256: Sha256): Block | UnreadableBlock {
  const digits = bytes.slice(2);
  const hashed = { id: `0x${sha256(digits)}`, size: digits.length / 2 };
  try {
    const { version, block } = readWhole(blockCodec, digits);
    if (version !== 0) throw new MalformedBytes(`version ${version} of the codec is not known`);
    return { ...hashed, ...getContents(block, sha256) };
  } catch (error) {
    if (error instanceof MalformedBytes) return { ...hashed, type: 'Unreadable', reason: error.message };
    throw error;
  }
}

function getContents(block: BlockFields, sha256: Sha256): Omit<Block, 'id' | 'size'> {
  const { type, parentId, height } = block;
  const txs = 'txs' in block ? block.txs : [];
  const own = 'tx' in block ? getTx(block.tx, sha256) : undefined;
  const proposes = type === 'ApricotProposalBlock' || type === 'BanffProposalBlock';
  return {
    type,
    parentId,
    height,
    ...('time' in block ? { time: block.time } : {}),
    txs: [...txs.map((one) => getTx(one, sha256)), ...(own && !proposes ? [own] : [])],
    ...(own && proposes ? { proposal: own } : {}),
  };
}

const getTx = ({ value, bytes }: Of<typeof tx>, sha256: Sha256): Tx => ({
  id: `0x${sha256(`0000${bytes}`)}`,
  bytes: `0x${bytes}`,
  ...value,
});
