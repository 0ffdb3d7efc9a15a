import type { TokenRecord } from '../../adapters/dynamo/tokens/token-item';
import type { ContractMetadata } from '../../contract/schemas/contracts';
import type { TokenMetadata } from '../../domain/tokens/token';
import type { Deployed } from '../../table/evm/tx-codec';
import { checksummed } from './address';

/** A contract in the shape of its standard. */
export function contractView(
  address: string,
  metadata: Omit<TokenMetadata, 'isContract'> & Pick<Partial<TokenRecord>, 'logoUri'>,
  deployed: Deployed | undefined,
): ContractMetadata {
  const { ercType, name, symbol, decimals = 0, logoUri } = metadata;
  const common = {
    address: checksummed(address),
    ...(name ? { name } : {}),
    ...(logoUri ? { logoAsset: { imageUri: logoUri } } : {}),
    ...(deployed ? { deploymentDetails: deploymentView(deployed) } : {}),
  };
  const named = { ...common, ...(symbol ? { symbol } : {}) };
  if (ercType === 'UNKNOWN') return { ...common, ercType };
  return ercType === 'ERC-20' ? { ...named, ercType, decimals } : { ...named, ercType };
}

const deploymentView = ({ txHash, deployer, by }: Deployed) => ({
  txHash,
  deployerAddress: checksummed(deployer),
  ...(by ? { deployerContractAddress: checksummed(by) } : {}),
});
