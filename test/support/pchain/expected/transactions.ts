import type { Recording } from '../../../../demo/p-chain/recording';
import { type ExpectedAmount, totals } from './amounts';
import { withoutChain } from './bytes';
import { known } from './json';
import { type ExpectedL1Details, getL1Details } from './l1-details';
import { getNetwork, type Network, type PlacedTx } from './network';
import type { Owner } from './node-types';
import { getTerms, primaryStakes } from './primary-stakes';
import { endedStake } from './rewards';
import { type ExpectedStake, getStake } from './staking';
import { getTxType } from './tx-type';
import { consumedUtxos, type ExpectedUtxo, emittedUtxos } from './utxos';
import { getTouches } from './validations';

export type ExpectedOwnership = { addresses: string[]; threshold: number; locktime: number };

export type ExpectedTransaction = ExpectedStake & {
  txHash: string;
  txType: string;
  blockTimestamp: number;
  blockNumber: string;
  blockHash: string;
  consumedUtxos: ExpectedUtxo[];
  emittedUtxos: ExpectedUtxo[];
  value: ExpectedAmount[];
  /** Inputs minus outputs, so L1 validator balances are included. */
  amountBurned: ExpectedAmount[];
  amountStaked: ExpectedAmount[];
  amountL1ValidatorBalanceBurned: ExpectedAmount[];
  subnetId?: string;
  sourceChain?: string;
  destinationChain?: string;
  /** Hex with 0x; absent if empty. */
  memo?: string;
  stakingTxHash?: string;
  rewardTxHash?: string;
  period?: number;
  autoCompoundRewardShares?: number;
  validatorAuthority?: { addresses: string[]; threshold: number };
  subnetOwnershipInfo?: ExpectedOwnership;
  blockchainInfo?: { chainName: string; vmId: string };
  l1ValidatorManagerDetails?: { blockchainId: string; contractAddress: string };
  l1ValidatorDetails?: ExpectedL1Details[];
};

/** `at`: height for the cycle of renewing stakes, or `made`: the first cycle, without its end. */
export function expectedTransactions(recording: Recording, at: number | 'made' = getNetwork(recording).last) {
  const network = getNetwork(recording);
  const all = getTransactions(network);
  return at === 'made' ? all : all.map((row) => inCycle(network, row, at));
}

function inCycle(network: Network, row: ExpectedTransaction, height: number): ExpectedTransaction {
  const stake = primaryStakes(network).find(({ txId, unsignedTx }) => txId === row.txHash && 'period' in unsignedTx);
  if (!stake || Number(row.blockNumber) > height) return row;
  const { startTimestamp, endTimestamp } = getTerms(network, stake, height);
  const times = { utxoStartTimestamp: startTimestamp, utxoEndTimestamp: endTimestamp };
  const emittedUtxos = row.emittedUtxos.map((utxo) => (utxo.staked ? { ...utxo, ...times } : utxo));
  return { ...row, startTimestamp, endTimestamp, emittedUtxos };
}

function getTransactions(network: Network): ExpectedTransaction[] {
  // Only fixed stakes end exactly once.
  const ends = network.txs.filter((tx) => getTxType(tx.unsignedTx) === 'RewardValidatorTx');
  const rewardTxs = new Map(ends.map((tx) => [endedStake(tx), tx.id]));
  return network.txs.map((tx) => {
    const { unsignedTx, block } = tx;
    const { subnetID, validator, sourceChain, destinationChain, memo, owner, newOwner } = unsignedTx;
    const ownership = owner ?? newOwner;
    const details = getL1Details(network, tx);
    return known<ExpectedTransaction>({
      ...{ txHash: tx.id, txType: getTxType(unsignedTx), blockTimestamp: tx.time },
      ...{ blockNumber: block.height, blockHash: block.id },
      ...getAmounts(network, tx),
      ...getStake(network, tx),
      // A subnet has the id of its creating transaction.
      ...{ subnetId: owner ? tx.id : (subnetID ?? validator?.subnetID), sourceChain, destinationChain },
      memo: memo === '0x' ? undefined : memo,
      stakingTxHash: endedStake(tx),
      rewardTxHash: rewardTxs.get(tx.id),
      subnetOwnershipInfo: ownership && getOwnership(ownership),
      ...getInfo(tx),
      ...getRenewal(tx),
      l1ValidatorDetails: details.length > 0 ? details : undefined,
    });
  });
}

/** The API lists later rewards with the staking transaction. */
export function answeredTransactions(recording: Recording, at?: number): ExpectedTransaction[] {
  const all = expectedTransactions(recording, at);
  const paid = all.flatMap(({ txHash, emittedUtxos: made }) => made.filter((one) => one.txHash !== txHash));
  return all.map((tx) => ({
    ...tx,
    emittedUtxos: [...tx.emittedUtxos, ...paid.filter(({ txHash }) => txHash === tx.txHash)],
  }));
}

export const getOwnership = ({ addresses, threshold, locktime }: Owner): ExpectedOwnership => ({
  addresses,
  threshold: Number(threshold),
  locktime: Number(locktime),
});

function getRenewal({ unsignedTx: { period, autoCompoundRewardShares, validatorAuthority: authority } }: PlacedTx) {
  if (period === undefined || autoCompoundRewardShares === undefined) return {};
  const signers = authority && {
    addresses: authority.addresses.map(withoutChain),
    threshold: Number(authority.threshold),
  };
  return {
    ...{ period: Number(period), autoCompoundRewardShares: Number(autoCompoundRewardShares) },
    validatorAuthority: signers,
  };
}

function getInfo({ unsignedTx: { chainName, vmID, chainID, address } }: PlacedTx) {
  const blockchainInfo = chainName !== undefined && vmID ? { chainName, vmId: vmID } : undefined;
  const manager = chainID && address !== undefined ? { blockchainId: chainID, contractAddress: address } : undefined;
  return { blockchainInfo, l1ValidatorManagerDetails: manager };
}

function getAmounts(network: Network, tx: PlacedTx) {
  const { avaxAssetId } = network;
  const consumed = consumedUtxos(network, tx);
  const emitted = emittedUtxos(network, tx);
  // Refunds and rewards come from no input.
  const { outputs = [], stake = [], exportedOutputs = [] } = tx.unsignedTx;
  const listed = emitted.slice(0, outputs.length + stake.length + exportedOutputs.length);
  const balances = getTouches(tx).map(({ added = '0' }) => ({ assetId: avaxAssetId, amount: added }));
  return {
    ...{ consumedUtxos: consumed, emittedUtxos: emitted, value: totals(emitted, avaxAssetId) },
    amountBurned: totals(consumed, avaxAssetId, listed),
    amountStaked: totals(
      emitted.filter(({ staked }) => staked),
      avaxAssetId,
    ),
    amountL1ValidatorBalanceBurned: totals(balances, avaxAssetId),
  };
}
