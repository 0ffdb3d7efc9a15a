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

/** The P-chain of every network has the id of the primary network. */
const P_CHAIN_ID = PRIMARY_NETWORK;

/** An output, whether or not it has a row. Ids are 0x and digits. What is absent is from before the index begins. */
export interface ShownOutput extends Omit<PUtxoRow, 'by' | 'owners'>, Partial<Pick<PUtxoRow, 'owners'>> {
  /** Other chains than the P-chain: that of its transaction, and that which can spend it. */
  readonly createdOn?: string;
  readonly consumedOn?: string;
}

const REWARDS: Partial<Record<Origin, NonNullable<PChainUtxo['rewardType']>>> = {
  'validation reward': 'VALIDATOR',
  'delegation reward': 'DELEGATOR',
  'delegatee reward': 'VALIDATOR_FEE',
};

/** An output as answers show it. */
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

/** An output that can only be staked until its lock ends is of the type STAKE too, whether or not it is staked. */
function typeView({ origin, stakeableUntil = 0n }: ShownOutput): Pick<PChainUtxo, 'utxoType'> {
  if (origin === 'stake' || stakeableUntil > 0n) return { utxoType: 'STAKE' };
  return origin ? { utxoType: 'TRANSFER' } : {};
}

/** Of outputs of the genesis and of other chains, only who signed for them is known. */
const hasKnownOwners = ({ created, createdOn }: ShownOutput): boolean =>
  created?.block !== 0 && createdOn === undefined;

/** Only of an output whose owners are all known: from before the index begins they may not be. */
function bytesView(output: ShownOutput): Pick<PChainUtxo, 'utxoBytes'> {
  const { owners, created, hasMoreOwners } = output;
  if (!owners || !created || hasMoreOwners || !hasKnownOwners(output)) return {};
  return { utxoBytes: utxoBytes({ ...output, owners }, sha256) };
}

const ownersView = ({ addresses, threshold }: PUtxoRow['owners'], ids: NetworkIds) => ({
  addresses: addressesView(addresses, ids),
  threshold,
});
