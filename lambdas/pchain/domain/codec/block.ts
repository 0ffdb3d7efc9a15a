import type { Sha256 } from '../sha256';
import { list, type Of, readWhole, safeU64, struct, u16, variants, withBytes } from './codec';
import { MalformedBytes } from './hex-reader';
import { id } from './parts';
import { signedTx } from './tx';

const tx = withBytes(signedTx);
const link = { parentId: id, height: safeU64 };
const time = safeU64;

/** Codec type ID, and fields in wire order (`vms/platformvm/block` of avalanchego). */
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

export const blockCodec = struct({ version: u16, block: variants(BLOCKS) });
type BlockFields = Of<typeof blockCodec>['block'];

/** `id`: hash of the codec version and the bytes. */
export interface Tx extends Of<typeof signedTx> {
  readonly id: string;
  /** As in the block, with signatures: 0x-prefixed hex, without the codec version. */
  readonly bytes: string;
}

export interface Block {
  readonly id: string;
  readonly type: BlockFields['type'];
  readonly parentId: string;
  readonly height: number;
  /** Absent in Apricot blocks, where time only moves by AdvanceTimeTx. */
  readonly time?: number;
  /** Excludes the proposal. */
  readonly txs: readonly Tx[];
  /** Committed or aborted by the next block. */
  readonly proposal?: Tx;
  readonly size: number;
}

export interface UnreadableBlock {
  readonly id: string;
  readonly type: 'Unreadable';
  readonly reason: string;
  readonly size: number;
}

/** From 0x-prefixed hex, without the nodes' checksum. Never throws on malformed bytes. */
export function decodeBlock(bytes: string, sha256: Sha256): Block | UnreadableBlock {
  const digits = bytes.slice(2);
  const hashed = { id: `0x${sha256(digits)}`, size: digits.length / 2 };
  try {
    const { version, block } = readWhole(blockCodec, digits);
    if (version !== 0) throw new MalformedBytes(`unknown codec version ${version}`);
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
