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

export type ExpectedUtxo = {
  utxoId: string;
  txHash: string;
  outputIndex: number;
  asset: ExpectedAmount;
  amount: string;
  assetId: string;
  createdOnChainId: string;
  consumedOnChainId: string;
  /** Absent for imports and for genesis outputs spent at once: their owners are not recorded. */
  addresses?: string[];
  threshold?: number;
  /** Absent without a lock. */
  platformLocktime?: number;
  stakeableLocktime?: number;
  /** Only for consumed outputs. */
  consumingTxHash?: string;
  consumingBlockNumber?: string;
  consumingBlockTimestamp?: number;
  staked: boolean;
  utxoBytes?: string;
  /** Only for emitted outputs. */
  utxoType?: 'STAKE' | 'TRANSFER';
  utxoStartTimestamp?: number;
  utxoEndTimestamp?: number;
  rewardType?: RewardType;
};

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
