import { isUtf8 } from 'node:buffer';
import { toCb58 } from '../../../core/domain/cb58';
import { inDecimals } from '../../../core/domain/decimals';
import { addressText } from '../../../pchain/domain/bech32-address';
import { toUtxoId } from '../../../pchain/domain/ids';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { nodeIdText } from '../../../pchain/domain/node-id';
import { sha256 } from '../../../pchain/node/sha256';
import type { LedgerColumn } from '../../contract/primary-network-exports';
import { isoTime } from '../../domain/dates';
import type { LedgerRow, LedgerTx } from './ledger';

const AVAX_DECIMALS = 9;
export const inAvax = (amount: bigint): string => inDecimals(amount, AVAX_DECIMALS);

const OUTPUTS: Readonly<Record<LedgerRow['origin'], string>> = {
  transaction: 'transfer',
  stake: 'stake',
  refund: 'refund',
  genesis: 'genesis',
  'validation reward': 'validation reward',
  'delegation reward': 'delegation reward',
  'delegatee reward': 'delegation fee',
};

export function ledgerCells(row: LedgerRow, facts: NetworkFacts): Partial<Record<LedgerColumn, string>> {
  const { direction, output, origin, addresses, tx, isFirst } = row;
  const { txId, outputIndex, amount, owners, stakeableUntil } = output;
  return {
    ...placeCells(row),
    addresses: addresses.map((one) => addressText(one, facts.hrp)).join(' '),
    direction,
    ...(output.assetId === facts.avaxAssetId ? { amount: inAvax(amount) } : {}),
    rawAmount: String(amount),
    ...assetCells(output.assetId, facts),
    output: OUTPUTS[origin],
    outputId: toCb58(toUtxoId(txId, outputIndex, sha256)),
    ...(tx ? txCells(tx) : {}),
    ...(tx && isFirst && tx.fee > 0n ? { fee: inAvax(tx.fee) } : {}),
    ...(tx && isFirst && tx.balances > 0n ? { validatorBalance: inAvax(tx.balances) } : {}),
    owners: String(owners.addresses.length),
    threshold: String(owners.threshold),
    ...(owners.locktime > 0n ? { lockedUntil: isoTime(Number(owners.locktime)) } : {}),
    ...(stakeableUntil === undefined ? {} : { stakeableUntil: isoTime(Number(stakeableUntil)) }),
  };
}

const placeCells = ({ time, chainId, effective, tx }: LedgerRow) => ({
  date: isoTime(time),
  network: chainId,
  block: String(effective),
  transactionId: tx ? toCb58(tx.row.id) : '',
  type: tx ? tx.row.type : 'genesis',
});

export const assetCells = (assetId: string, { avaxAssetId }: Pick<NetworkFacts, 'avaxAssetId'>) => ({
  asset: toCb58(assetId),
  ...(assetId === avaxAssetId ? { symbol: 'AVAX' } : {}),
});

export function txCells({ row, details }: LedgerTx) {
  const { l1Changes = [] } = row.additions;
  const { nodeId = spaced(l1Changes.map((one) => nodeIdText(one.nodeId))), stakingTxHash, memo } = details;
  const { subnetId = spaced(l1Changes.map((one) => toCb58(one.subnetId))) } = details;
  return {
    nodeId,
    subnetId,
    validationId: spaced(l1Changes.map(({ validationId }) => toCb58(validationId))),
    stakingTransactionId: stakingTxHash ?? '',
    otherChain: details.sourceChain ?? details.destinationChain ?? '',
    memo: memo === undefined ? '' : memoText(memo),
  };
}

const spaced = (texts: readonly string[]): string => [...new Set(texts)].join(' ');

/** Decodes a memo if it is valid UTF-8 without control characters. */
function memoText(memo: string): string {
  const bytes = Buffer.from(memo.slice(2), 'hex');
  const text = bytes.toString();
  return isUtf8(bytes) && !/\p{Cc}/u.test(text) ? text : memo;
}
