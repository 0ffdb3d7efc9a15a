import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addressesOfPChain, height, id, subnetId } from './fields';

/** Who decides about a subnet. Locktime in Unix seconds. */
export const SubnetOwnershipInfo = z
  .object({
    locktime: number('They cannot decide before, Unix time in seconds; 0: at any time.', 0),
    threshold: integer('How many of them must sign.', 1),
    addresses: addressesOfPChain('The owners.'),
  })
  .meta({ id: 'SubnetOwnershipInfo', description: 'Who decides about a subnet.' });
/** Who decides about a subnet. */
export type SubnetOwnershipInfo = z.infer<typeof SubnetOwnershipInfo>;

/** The contract that says who validates an L1. */
export const L1ValidatorManagerDetails = z
  .object({
    blockchainId: id('The blockchain of the contract.'),
    contractAddress: text(
      'Its address there, 0x and hexadecimal digits in lower case.',
      '0xfacade0000000000000000000000000000000000',
    ),
  })
  .meta({ id: 'L1ValidatorManagerDetails', description: 'The contract that says who validates an L1.' });

const EvmGenesis = z
  .looseObject({})
  .meta({ id: 'EvmGenesisDto', description: 'The genesis of a blockchain as its creator wrote it, if that is JSON.' });
/** The genesis of a blockchain: an object if it is JSON. */
export const GenesisData = z.union([
  EvmGenesis,
  text('A genesis that is not JSON: its text, or its bytes as 0x and hexadecimal digits.', 'genesis'),
]);
/** The genesis of a blockchain: an object if it is JSON. */
export type GenesisData = z.infer<typeof GenesisData>;
const GENESIS = { description: 'Its genesis.' };
const vmId = id('Id of its virtual machine; platformvm for the P-Chain.');

/** A blockchain as the transaction that creates it says. */
export const BlockchainInfo = z
  .object({
    chainName: text('Its name.', 'Fuji Dispatch'),
    vmId,
    genesisData: GenesisData.optional().meta(GENESIS),
  })
  .meta({ id: 'BlockchainInfo', description: 'The blockchain that a transaction creates.' });

/** A blockchain of a subnet. */
export const Blockchain = z
  .object({
    createBlockTimestamp: seconds('When it was created. Absent if that was before the index begins.').optional(),
    createBlockNumber: height(
      'Height of the block that created it; -1: the genesis. Absent if that was before the index begins.',
    ).optional(),
    blockchainId: id('Its id.'),
    vmId,
    subnetId,
    blockchainName: text('Its name, which others may have as well.', 'C-Chain'),
    evmChainId: number('Its EVM chain id (EIP-155), as its genesis says.', 43_114).optional(),
    genesisData: GenesisData.optional().meta({ description: 'Its genesis, in the details of a blockchain alone.' }),
  })
  .meta({ id: 'Blockchain', description: 'A blockchain of a subnet.' });
/** A blockchain of a subnet. */
export type Blockchain = z.infer<typeof Blockchain>;

/** A subnet or L1. Times in Unix seconds. */
export const Subnet = z
  .object({
    createBlockTimestamp: seconds('When it was created. Absent if that was before the index begins.').optional(),
    createBlockIndex: height(
      'Height of the block that created it; -1: the genesis. Absent if that was before the index begins.',
    ).optional(),
    subnetId,
    ownerAddresses: addressesOfPChain('The same as subnetOwnershipInfo.addresses.').meta({ deprecated: true }),
    threshold: integer('The same as subnetOwnershipInfo.threshold.', 1).meta({ deprecated: true }),
    locktime: number('The same as subnetOwnershipInfo.locktime.', 0).meta({ deprecated: true }),
    subnetOwnershipInfo: SubnetOwnershipInfo,
    isL1: z.boolean().meta({ description: 'Whether it was converted to an L1, which has validators of its own.' }),
    l1ConversionTransactionHash: id(
      'The transaction that converted it. Absent if that was before the index begins.',
    ).optional(),
    l1ValidatorManagerDetails: L1ValidatorManagerDetails.optional(),
    blockchains: z.array(Blockchain).meta({ description: 'Its blockchains, oldest first.' }),
  })
  .meta({ id: 'Subnet', description: 'A subnet, or the L1 that it has become.' });
/** A subnet or L1. */
export type Subnet = z.infer<typeof Subnet>;

/** A page of subnets. */
export const ListSubnetsResponse = z
  .object({ nextPageToken, subnets: z.array(Subnet).meta({ description: 'The subnets of this page.' }) })
  .meta({ id: 'ListSubnetsResponse', description: 'A page of subnets.' });

/** A page of blockchains. */
export const ListBlockchainsResponse = z
  .object({ nextPageToken, blockchains: z.array(Blockchain).meta({ description: 'The blockchains of this page.' }) })
  .meta({ id: 'ListBlockchainsResponse', description: 'A page of blockchains.' });
