import type { Recording } from '../../../../demo/p-chain/recording';
import { withoutChain } from './bytes';
import { getNetwork } from './network';
import { rewardOwners } from './staking';
import { expectedTransactions } from './transactions';
import { getTouches } from './validations';

const byAddress = new WeakMap<Recording, ReadonlyMap<string, readonly string[]>>();

/** In chain order. An address (`custom1…`) takes part by outputs, rewards or as owner of the subnet. */
export function getTransactions(recording: Recording, address: string): readonly string[] {
  return transactionsByAddress(recording).get(address) ?? [];
}

export function transactionsByAddress(recording: Recording): ReadonlyMap<string, readonly string[]> {
  const found = byAddress.get(recording) ?? readByAddress(recording);
  byAddress.set(recording, found);
  return found;
}

function readByAddress(recording: Recording): ReadonlyMap<string, readonly string[]> {
  const owners = new Map(getNetwork(recording).txs.map(({ id, unsignedTx }) => [id, rewardOwners(unsignedTx)]));
  const ids = new Map<string, string[]>();
  for (const { txHash, consumedUtxos, emittedUtxos, subnetOwnershipInfo } of expectedTransactions(recording)) {
    const concerned = new Set([
      ...[...consumedUtxos, ...emittedUtxos].flatMap(({ addresses = [] }) => addresses),
      ...(owners.get(txHash) ?? []).flatMap(({ addresses }) => addresses.map(withoutChain)),
      ...(subnetOwnershipInfo?.addresses ?? []).map(withoutChain),
    ]);
    for (const address of concerned) ids.set(address, [...(ids.get(address) ?? []), txHash]);
  }
  return ids;
}

export function transactionsOfValidation(recording: Recording, validationId: string): string[] {
  return getNetwork(recording)
    .txs.filter((tx) => getTouches(tx).some((touch) => touch.validationId === validationId))
    .map(({ id }) => id);
}
