import type { Recording } from '../../../../demo/p-chain/recording';
import { ByteReader } from './bytes';
import { known, must } from './json';
import { getNetwork, getTxs } from './network';

/** Without the proposer: recorded calls give inner blocks only. */
export type ExpectedBlock = {
  blockNumber: string;
  blockHash: string;
  parentHash: string;
  blockTimestamp: number;
  blockType: string;
  txCount: number;
  transactions: string[];
  blockSizeBytes: number;
  /** The state after the block; absent if not recorded. */
  activeL1Validators?: number;
  l1ValidatorsAccruedFees?: number;
  currentSupply?: string;
};

const BLOCK_TYPES: Readonly<Record<number, string>> = {
  0: 'ApricotProposalBlock',
  1: 'ApricotAbortBlock',
  2: 'ApricotCommitBlock',
  3: 'ApricotStandardBlock',
  4: 'ApricotAtomicBlock',
  29: 'BanffProposalBlock',
  30: 'BanffAbortBlock',
  31: 'BanffCommitBlock',
  32: 'BanffStandardBlock',
};

type Gauges = { activeL1Validators: string; accruedValidatorFees: string };

export function expectedBlocks(recording: Recording): ExpectedBlock[] {
  const network = getNetwork(recording);
  return network.blocks.map((block) => {
    const height = Number(block.height);
    const bytes = network.hexToBytes(block);
    const transactions = getTxs(block).map(({ id }) => id);
    const isTold = network.hasState(height);
    const gauges = isTold ? network.answer<Gauges>('metrics', {}, height) : undefined;
    const supply = isTold
      ? network.answer<{ supply: string }>('platform.getCurrentSupply', {}, height).supply
      : undefined;
    return known<ExpectedBlock>({
      blockNumber: block.height,
      blockHash: block.id,
      parentHash: block.parentID,
      blockTimestamp: network.getTime(block),
      blockType: getType(bytes),
      txCount: transactions.length,
      transactions,
      blockSizeBytes: bytes.length / 2,
      activeL1Validators: gauges && Number(gauges.activeL1Validators),
      l1ValidatorsAccruedFees: gauges && Number(gauges.accruedValidatorFees),
      currentSupply: supply,
    });
  });
}

/** Only the bytes distinguish a commit from an abort. */
function getType(digits: string): string {
  const bytes = new ByteReader(digits);
  bytes.u16();
  const id = bytes.u32();
  return must(BLOCK_TYPES[id], `a block type ${id}`);
}
