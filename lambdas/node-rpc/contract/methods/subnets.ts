import * as z from 'zod';
import { address, id, method, none, subnetId, uint64Text } from '../method';

const subnetID = id('Id of the subnet.');
const blockchainID = id('Id of the blockchain.');
const owner = {
  controlKeys: z.array(address).meta({ description: 'Addresses that control the subnet.' }),
  threshold: uint64Text('Number of required signatures.', '1'),
};

export const getSubnet = method({
  name: 'platform.getSubnet',
  summary: 'Get a subnet or L1',
  params: z.object({ subnetID }),
  result: z.object({
    isPermissioned: z.boolean().meta({ description: 'Whether the owner of the subnet adds its validators.' }),
    ...owner,
    locktime: uint64Text('Unix time in seconds until which the subnet cannot be changed.', '0'),
    subnetTransformationTxID: id('The transaction that made the subnet permissionless.'),
    conversionID: id('The conversion to an L1; all ones if there was none.'),
    managerChainID: id('The chain of the validator manager.'),
    managerAddress: z
      .string()
      .nullable()
      .meta({ description: 'Address of the validator manager.', example: '0x0feedc0de0000000' }),
  }),
  cache: 'block',
});
export const getSubnets = method({
  name: 'platform.getSubnets',
  summary: 'List subnets, all or by id',
  params: z.object({ ids: z.array(subnetID).optional().meta({ description: 'Subnet ids; defaults to all.' }) }),
  result: z.object({ subnets: z.array(z.object({ id: subnetID, ...owner })) }),
  cache: 'block',
  deprecated: true,
});
export const getBlockchains = method({
  name: 'platform.getBlockchains',
  summary: 'List all blockchains except the P-Chain',
  params: none,
  result: z.object({
    blockchains: z.array(
      z.object({
        id: blockchainID,
        name: z.string().meta({ description: 'Name of the blockchain.', example: 'C-Chain' }),
        subnetID,
        vmID: id('Id of the virtual machine.'),
      }),
    ),
  }),
  cache: 'block',
  deprecated: true,
});
export const getBlockchainStatus = method({
  name: 'platform.getBlockchainStatus',
  summary: 'Get whether the node validates or follows a blockchain',
  params: z.object({ blockchainID }),
  result: z.object({
    status: z
      .enum(['Validating', 'Created', 'Preferred', 'Syncing', 'Unknown'])
      .meta({ description: "Status from the node's view." }),
  }),
  cache: 1,
});
export const validates = method({
  name: 'platform.validates',
  summary: 'List the blockchains of a subnet',
  params: z.object({ subnetID }),
  result: z.object({ blockchainIDs: z.array(blockchainID) }),
  cache: 'block',
});
export const validatedBy = method({
  name: 'platform.validatedBy',
  summary: 'Get the subnet of a blockchain',
  params: z.object({ blockchainID }),
  result: z.object({ subnetID }),
  cache: 'block',
});
export const getStakingAssetID = method({
  name: 'platform.getStakingAssetID',
  summary: 'Get the staking asset of a subnet',
  params: z.object({ subnetID: subnetId }),
  result: z.object({ assetID: id('The asset.') }),
  cache: 'block',
});
