import { toCb58 } from '../../core/domain/cb58';
import type { PChainUtxo } from '../contract/schemas/utxos';
import { toUtxoId } from '../domain/ids';
import type { Origin } from '../domain/replay/effects';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import type { PUtxoRow } from '../domain/rows';
import { utxoBytes } from '../domain/utxo-bytes';
import { sha256 } from '../node/sha256';
import { amountView } from './assets';
import { addressesView, type NetworkIds } from './owners';

const P_CHAIN_ID = PRIMARY_NETWORK;

/** With or without a row. Absent fields are from before the index. */
export interface ShownOutput extends Omit<PUtxoRow, 'by' | 'owners'>, Partial<Pick<PUtxoRow, 'owners'>> {
  /** For imports and exports: the chain that created it, and the chain that can spend it. */
  readonly createdOn?: string;
  readonly consumedOn?: string;
}

const REWARDS: Partial<Record<Origin, NonNullable<PChainUtxo['rewardType']>>> = {
  'validation reward': 'VALIDATOR',
  'delegation reward': 'DELEGATOR',
  'delegatee reward': 'VALIDATOR_FEE',
};

export function pChainUtxoView(output: ShownOutput, ids: NetworkIds): PChainUtxo {
  const { txId, outputIndex, origin, owners, stakeableUntil, created, staked, spent } = output;
  const { createdOn = P_CHAIN_ID, consumedOn = P_CHAIN_ID } = output;
  const asset = amountView(output, ids);
  const rewardType = origin && REWARDS[origin];
  return {
    utxoId: toCb58(toUtxoId(txId, outputIndex, sha256)),
    ...bytesView(output),
    txHash: toCb58(txId),
    outputIndex,
    ...typeView(output),
    ...(rewardType ? { rewardType } : {}),
    ...(owners ? ownersView(owners, ids) : {}),
    ...(owners && hasKnownOwners(output) ? { platformLocktime: Number(owners.locktime) } : {}),
    ...(stakeableUntil === undefined ? {} : { stakeableLocktime: Number(stakeableUntil) }),
    asset,
    amount: asset.amount,
    assetId: asset.assetId,
    createdOnChainId: toCb58(createdOn),
    ...(created ? { blockNumber: String(created.block), blockTimestamp: created.time } : {}),
    consumedOnChainId: toCb58(consumedOn),
    ...(spent
      ? {
          consumingTxHash: toCb58(spent.by),
          consumingBlockNumber: String(spent.block),
          consumingBlockTimestamp: spent.time,
        }
      : {}),
    staked: staked !== undefined,
    ...(staked ? { utxoStartTimestamp: staked.start, utxoEndTimestamp: staked.end } : {}),
  };
}

/** Outputs with a stakeable lock are of type STAKE too, whether staked or not. */
function typeView({ origin, stakeableUntil = 0n }: ShownOutput): Pick<PChainUtxo, 'utxoType'> {
  if (origin === 'stake' || stakeableUntil > 0n) return { utxoType: 'STAKE' };
  return origin ? { utxoType: 'TRANSFER' } : {};
}

/** For outputs of the genesis and of other chains, only the signers are known. */
const hasKnownOwners = ({ created, createdOn }: ShownOutput): boolean =>
  created?.block !== 0 && createdOn === undefined;

/** Requires all owners, which may be unknown for outputs older than the index. */
function bytesView(output: ShownOutput): Pick<PChainUtxo, 'utxoBytes'> {
  const { owners, created, hasMoreOwners } = output;
  if (!owners || !created || hasMoreOwners || !hasKnownOwners(output)) return {};
  return { utxoBytes: utxoBytes({ ...output, owners }, sha256) };
}

const ownersView = ({ addresses, threshold }: PUtxoRow['owners'], ids: NetworkIds) => ({
  addresses: addressesView(addresses, ids),
  threshold,
});
