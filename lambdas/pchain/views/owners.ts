import type { SubnetOwnershipInfo } from '../contract/schemas/subnets';
import { addressText } from '../domain/bech32-address';
import type { NetworkFacts } from '../domain/networks';
import type { Subnet } from '../domain/replay/state';

export type NetworkIds = Pick<NetworkFacts, 'hrp' | 'avaxAssetId' | 'genesisTime'>;

export const addressesView = (addresses: readonly string[], { hrp }: Pick<NetworkIds, 'hrp'>): string[] =>
  addresses.map((address) => addressText(address, hrp));

/** Unlike elsewhere, addresses have the prefix `P-`, as existing clients expect. */
export const ownershipView = (
  { locktime, threshold, addresses }: Subnet['owner'],
  ids: Pick<NetworkIds, 'hrp'>,
): SubnetOwnershipInfo => ({
  locktime: Number(locktime),
  threshold,
  addresses: addressesView(addresses, ids).map((address) => `P-${address}`),
});
