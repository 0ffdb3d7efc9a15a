import type { AddressMetadata } from '../contract/address-metadata';
import type { ContractMetadata } from '../contract/schemas/contracts';
import type { Deployed } from '../rows/tx-codec';
import type { TokenMetadata } from '../tokens/domain/token';
import type { TokenRecord } from '../tokens/rows/token-item';
import { checksummed } from './address';
import { decimalsView } from './token';

/** The operator's metadata takes precedence over the contract's own. */
export function contractView(
  address: string,
  metadata: Omit<TokenMetadata, 'isContract'> & Pick<Partial<TokenRecord>, 'logoUri'>,
  { pricingProviders, ...operatorFields }: AddressMetadata = {},
  deployed: Deployed | undefined,
): ContractMetadata {
  const { ercType, name, symbol, decimals, logoUri } = metadata;
  const common = {
    address: checksummed(address),
    ...(name ? { name } : {}),
    ...(logoUri ? { logoAsset: { imageUri: logoUri } } : {}),
    ...operatorFields,
    ...(deployed ? { deploymentDetails: deploymentView(deployed) } : {}),
  };
  const named = { ...common, ...(symbol ? { symbol } : {}) };
  if (ercType === 'UNKNOWN') return { ...common, ercType };
  if (ercType === 'ERC-721') return { ...named, ercType };
  return ercType === 'ERC-20'
    ? { ...named, ercType, ...decimalsView(decimals), pricingProviders }
    : { ...named, ercType, pricingProviders };
}

const deploymentView = ({ txHash, deployer, by }: Deployed) => ({
  txHash,
  deployerAddress: checksummed(deployer),
  ...(by ? { deployerContractAddress: checksummed(by) } : {}),
});
