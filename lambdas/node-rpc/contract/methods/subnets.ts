import * as z from 'zod';
import { address, id, method, none, subnetId, uint64Text } from '../method';

const subnetID = id('Id of the subnet.');
const blockchainID = id('Id of the blockchain.');
const owner = {
  controlKeys: z.array(address).meta({ description: 'Who may change the subnet.' }),
  threshold: uint64Text('How many of them must sign.', '1'),
};

export const getSubnet = method({
  name: 'platform.getSubnet',
  summary: 'A subnet or L1',
  params: z.object({ subnetID }),
  result: z.object({
    isPermissioned: z.boolean().meta({ description: 'Whether its owner adds the validators.' }),
    ...owner,
    locktime: uint64Text('Unix time in seconds until which nobody may change it.', '0'),
    subnetTransformationTxID: id('The transaction that made it permissionless.'),
    conversionID: id('The conversion to an L1; all ones where there was none.'),
    managerChainID: id('The chain that has the manager of its validators.'),
    managerAddress: z
      .string()
      .nullable()
      .meta({ description: 'The address of that manager.', example: '0x0feedc0de0000000' }),
  }),
  cache: 'block',
});
export const getSubnets = method({
  name: 'platform.getSubnets',
  summary: 'All subnets, or those of these ids',
  params: z.object({ ids: z.array(subnetID).optional().meta({ description: 'All if absent.' }) }),
  result: z.object({ subnets: z.array(z.object({ id: subnetID, ...owner })) }),
  cache: 'block',
  deprecated: true,
});
export const getBlockchains = method({
  name: 'platform.getBlockchains',
  summary: 'All blockchains but the P-chain',
  params: none,
  result: z.object({
    blockchains: z.array(
      z.object({
        id: blockchainID,
        name: z.string().meta({ description: 'Its name.', example: 'C-Chain' }),
        subnetID,
        vmID: id('The virtual machine.'),
      }),
    ),
  }),
  cache: 'block',
  deprecated: true,
});
export const getBlockchainStatus = method({
  name: 'platform.getBlockchainStatus',
  summary: 'Whether the node validates or follows a blockchain',
  params: z.object({ blockchainID }),
  result: z.object({
    status: z
      .enum(['Validating', 'Created', 'Preferred', 'Syncing', 'Unknown'])
      .meta({ description: "The node's view." }),
  }),
  cache: 1,
});
export const validates = method({
  name: 'platform.validates',
  summary: 'The blockchains that a subnet validates',
  params: z.object({ subnetID }),
  result: z.object({ blockchainIDs: z.array(blockchainID) }),
  cache: 'block',
});
export const validatedBy = method({
  name: 'platform.validatedBy',
  summary: 'The subnet that validates a blockchain',
  params: z.object({ blockchainID }),
  result: z.object({ subnetID }),
  cache: 'block',
});
export const getStakingAssetID = method({
  name: 'platform.getStakingAssetID',
  summary: 'The asset that validators stake',
  params: z.object({ subnetID: subnetId }),
  result: z.object({ assetID: id('The asset.') }),
  cache: 'block',
});
