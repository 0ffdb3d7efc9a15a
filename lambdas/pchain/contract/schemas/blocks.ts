import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { height, id, nodeId, smallestUnit } from './fields';

const ChainName = z
  .enum(['p-chain', 'x-chain', 'c-chain'])
  .meta({ id: 'PrimaryNetworkChainName', description: 'A chain of the primary network.' });

export const PrimaryNetworkChainInfo = z
  .object({
    chainName: ChainName,
    network: text('The network, as named in the path.', 'mainnet'),
  })
  .meta({ id: 'PrimaryNetworkChainInfo', description: 'The chain of the rows.' });

const ProposerDetails = z
  .object({
    proposerId: id('Id of the signed outer block (Snowman++).').optional(),
    proposerParentId: id('Outer id of the parent block.').optional(),
    proposerNodeId: nodeId.optional().meta({ description: 'The node that proposed the block.' }),
    proposerPChainHeight: integer(
      'P-Chain height of the validator set that could propose the block.',
      8_213_400,
    ).optional(),
    proposerTimestamp: seconds('Time of the proposal.').optional(),
  })
  .meta({ id: 'ProposerDetails', description: 'The proposer of a block.' });

export const PrimaryNetworkBlock = z
  .object({
    blockNumber: height('Height of the block.'),
    blockHash: id('Id of the block.'),
    parentHash: id('Id of the parent block.'),
    blockTimestamp: seconds('Chain time after the block.'),
    blockType: text('Type of the block, as named by nodes.', 'BanffStandardBlock'),
    txCount: integer('Number of transactions, including a proposed one.', 1),
    transactions: z.array(id('A transaction.')).meta({ description: 'Ids of its transactions, in block order.' }),
    blockSizeBytes: integer('Size of the block, without proposer details.', 1_043),
    l1ValidatorsAccruedFees: number(
      'Fees that an L1 validator active from the start would have paid up to this block, nAVAX.',
      512_000_000,
    ).optional(),
    activeL1Validators: integer('Number of active L1 validators after the block.', 120).optional(),
    currentSupply: smallestUnit('AVAX supply after the block, including potential rewards.').optional(),
    proposerDetails: ProposerDetails.optional().meta({
      description: 'Absent if the deployment does not index proposers, and for blocks without a signed proposer.',
    }),
  })
  .meta({
    id: 'PrimaryNetworkBlock',
    description: 'A block of the P-Chain. Fields derived from its state may be absent.',
  });
export type PrimaryNetworkBlock = z.infer<typeof PrimaryNetworkBlock>;

export const ListPrimaryNetworkBlocksResponse = z
  .object({
    nextPageToken,
    blocks: z.array(PrimaryNetworkBlock).meta({ description: 'The blocks of this page, newest first.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListPrimaryNetworkBlocksResponse', description: 'A page of blocks.' });
