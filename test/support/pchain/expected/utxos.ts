import { assetAmount, type ExpectedAmount } from './amounts';
import { toUtxoId } from './bytes';
import { known, must } from './json';
import { getRefund } from './l1-details';
import { type Network, P_CHAIN, type PlacedTx } from './network';
import type { NodeInput } from './node-types';
import { knownOutputs, listedOutputs, type Output, outputKey } from './outputs';
import { getRewards, type RewardType } from './rewards';
import { type StakePeriod, toPeriod } from './staking';
import { getUtxoBytes } from './utxo-bytes';

/** What is certain of a `PChainUtxo` of the contract. */
export type ExpectedUtxo = {
  utxoId: string;
  txHash: string;
  outputIndex: number;
  asset: ExpectedAmount;
  amount: string;
  assetId: string;
  createdOnChainId: string;
  consumedOnChainId: string;
  /** Absent of a consumed output of another chain, or of the genesis and spent at once: its owners are not recorded. */
  addresses?: string[];
  threshold?: number;
  /** These two are absent when there is no such lock. */
  platformLocktime?: number;
  stakeableLocktime?: number;
  /** These three are of consumed outputs alone. */
  consumingTxHash?: string;
  consumingBlockNumber?: string;
  consumingBlockTimestamp?: number;
  staked: boolean;
  /** Absent where the owners are not known. */
  utxoBytes?: string;
  /** These four are of emitted outputs alone. */
  utxoType?: 'STAKE' | 'TRANSFER';
  utxoStartTimestamp?: number;
  utxoEndTimestamp?: number;
  rewardType?: RewardType;
};

/** What a transaction spends: its inputs, then those from another chain. */
export function consumedUtxos(network: Network, tx: PlacedTx): ExpectedUtxo[] {
  const { inputs = [], importedInputs = [], sourceChain = P_CHAIN } = tx.unsignedTx;
  const of = (list: NodeInput[], createdOnChainId: string) =>
    list.map(({ txID, outputIndex, assetID, input }) => {
      const output = createdOnChainId === P_CHAIN ? knownOutputs(network).get(outputKey(txID, outputIndex)) : undefined;
      const { amount } = 'input' in input ? input.input : input;
      return known<ExpectedUtxo>({
        ...told(network, { txId: txID, index: Number(outputIndex), assetId: assetID, amount }),
        ...(output && getOwners(output)),
        ...{ staked: false, utxoBytes: output && txID !== P_CHAIN ? getUtxoBytes(output) : undefined },
        ...{ createdOnChainId, consumedOnChainId: P_CHAIN, consumingTxHash: tx.id },
        ...{ consumingBlockNumber: tx.block.height, consumingBlockTimestamp: tx.time },
      });
    });
  return [...of(inputs, P_CHAIN), ...of(importedInputs, sourceChain)];
}

/** All outputs that a transaction makes: those that it lists, a refund behind them, or the rewards of the stake that it ends. */
export function emittedUtxos(network: Network, tx: PlacedTx): ExpectedUtxo[] {
  const refund = getRefund(network, tx);
  const outputs: (Output & { rewardType?: RewardType })[] = [
    ...listedOutputs(tx),
    ...(refund ? [refund] : []),
    ...getRewards(network, tx),
  ];
  return outputs.map((output) =>
    known<ExpectedUtxo>({
      ...told(network, output),
      ...getOwners(output),
      createdOnChainId: P_CHAIN,
      consumedOnChainId: output.kind === 'export' ? must(tx.unsignedTx.destinationChain, 'a destination') : P_CHAIN,
      utxoType: output.kind === 'stake' || output.stakeableLocktime ? 'STAKE' : 'TRANSFER',
      ...{ staked: output.kind === 'stake', utxoBytes: getUtxoBytes(output) },
      ...(output.kind === 'stake' && stakedIn(toPeriod(network, tx))),
      rewardType: output.rewardType,
    }),
  );
}

const stakedIn = ({ startTimestamp, endTimestamp }: StakePeriod) =>
  ({ utxoStartTimestamp: startTimestamp, utxoEndTimestamp: endTimestamp }) as const;

type Told = Pick<Output, 'txId' | 'index' | 'assetId' | 'amount'>;
const told = ({ avaxAssetId }: Network, { txId, index, assetId, amount }: Told) => ({
  ...{ utxoId: toUtxoId(txId, index), txHash: txId, outputIndex: index, assetId, amount },
  asset: assetAmount({ assetId, amount }, avaxAssetId),
});

const getOwners = ({ addresses, threshold, locktime, stakeableLocktime }: Output) => ({
  ...{ addresses, threshold, stakeableLocktime, platformLocktime: locktime === 0 ? undefined : locktime },
});
