import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addressesOfPChain, height, id, subnetId } from './fields';

export const SubnetOwnershipInfo = z
  .object({
    locktime: number('Time before which the owners cannot act, Unix time in seconds; 0 if there is none.', 0),
    threshold: integer('Number of required signatures.', 1),
    addresses: addressesOfPChain('The owners.'),
  })
  .meta({ id: 'SubnetOwnershipInfo', description: 'Owners of a subnet.' });
export type SubnetOwnershipInfo = z.infer<typeof SubnetOwnershipInfo>;

export const L1ValidatorManagerDetails = z
  .object({
    blockchainId: id('The blockchain of the contract.'),
    contractAddress: text(
      'Address of the contract: 0x and hexadecimal digits in lower case.',
      '0xfacade0000000000000000000000000000000000',
    ),
  })
  .meta({ id: 'L1ValidatorManagerDetails', description: 'The validator manager contract of an L1.' });

const EvmGenesis = z
  .looseObject({})
  .meta({ id: 'EvmGenesisDto', description: 'The genesis of a blockchain as written by its creator, if it is JSON.' });
export const GenesisData = z.union([
  EvmGenesis,
  text('A genesis that is not JSON, as text or as 0x and hexadecimal digits.', 'genesis'),
]);
export type GenesisData = z.infer<typeof GenesisData>;
const GENESIS = { description: 'Genesis of the blockchain.' };
const vmId = id('Id of the virtual machine; platformvm for the P-Chain.');

export const BlockchainInfo = z
  .object({
    chainName: text('Name of the blockchain.', 'Fuji Dispatch'),
    vmId,
    genesisData: GenesisData.optional().meta(GENESIS),
  })
  .meta({ id: 'BlockchainInfo', description: 'The blockchain that a transaction creates.' });

export const Blockchain = z
  .object({
    createBlockTimestamp: seconds('Creation time. Absent if before the index begins.').optional(),
    createBlockNumber: height(
      'Height of the creating block; -1 for the genesis. Absent if before the index begins.',
    ).optional(),
    blockchainId: id('Id of the blockchain.'),
    vmId,
    subnetId,
    blockchainName: text('Name of the blockchain; not unique.', 'C-Chain'),
    evmChainId: number('EVM chain id (EIP-155), from the genesis.', 43_114).optional(),
    genesisData: GenesisData.optional().meta({
      description: 'Genesis of the blockchain; only in the details of a blockchain.',
    }),
  })
  .meta({ id: 'Blockchain', description: 'A blockchain of a subnet.' });
export type Blockchain = z.infer<typeof Blockchain>;

export const Subnet = z
  .object({
    createBlockTimestamp: seconds('Creation time. Absent if before the index begins.').optional(),
    createBlockIndex: height(
      'Height of the creating block; -1 for the genesis. Absent if before the index begins.',
    ).optional(),
    subnetId,
    ownerAddresses: addressesOfPChain('Same as subnetOwnershipInfo.addresses.').meta({ deprecated: true }),
    threshold: integer('Same as subnetOwnershipInfo.threshold.', 1).meta({ deprecated: true }),
    locktime: number('Same as subnetOwnershipInfo.locktime.', 0).meta({ deprecated: true }),
    subnetOwnershipInfo: SubnetOwnershipInfo,
    isL1: z.boolean().meta({ description: 'Whether it was converted to an L1.' }),
    l1ConversionTransactionHash: id('The conversion transaction. Absent if before the index begins.').optional(),
    l1ValidatorManagerDetails: L1ValidatorManagerDetails.optional(),
    blockchains: z.array(Blockchain).meta({ description: 'The blockchains of the subnet, oldest first.' }),
  })
  .meta({ id: 'Subnet', description: 'A subnet or L1.' });
export type Subnet = z.infer<typeof Subnet>;

export const ListSubnetsResponse = z
  .object({ nextPageToken, subnets: z.array(Subnet).meta({ description: 'The subnets of this page.' }) })
  .meta({ id: 'ListSubnetsResponse', description: 'A page of subnets.' });

export const ListBlockchainsResponse = z
  .object({ nextPageToken, blockchains: z.array(Blockchain).meta({ description: 'The blockchains of this page.' }) })
  .meta({ id: 'ListBlockchainsResponse', description: 'A page of blockchains.' });
