import type { SubnetOwnershipInfo } from '../contract/schemas/subnets';
import { addressText } from '../domain/bech32-address';
import type { NetworkFacts } from '../domain/networks';
import type { Subnet } from '../domain/replay/state';

/** What ids, addresses and the genesis of a network are shown with: an id of 0x and digits, Unix seconds. */
export type NetworkIds = Pick<NetworkFacts, 'hrp' | 'avaxAssetId' | 'genesisTime'>;

/** Addresses of 20 bytes as answers show them: bech32, without the letter of a chain. */
export const addressesView = (addresses: readonly string[], { hrp }: Pick<NetworkIds, 'hrp'>): string[] =>
  addresses.map((address) => addressText(address, hrp));

/** Owners of a subnet as answers show them: with the letter of the chain, as published clients expect. */
export const ownershipView = (
  { locktime, threshold, addresses }: Subnet['owner'],
  ids: Pick<NetworkIds, 'hrp'>,
): SubnetOwnershipInfo => ({
  locktime: Number(locktime),
  threshold,
  addresses: addressesView(addresses, ids).map((address) => `P-${address}`),
});
