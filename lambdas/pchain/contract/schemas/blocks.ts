import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { height, id, nodeId, smallestUnit } from './fields';

const ChainName = z
  .enum(['p-chain', 'x-chain', 'c-chain'])
  .meta({ id: 'PrimaryNetworkChainName', description: 'A chain of the primary network.' });

/** Where the rows of a list are from. */
export const PrimaryNetworkChainInfo = z
  .object({
    chainName: ChainName,
    network: text('The network, as the path names it.', 'mainnet'),
  })
  .meta({ id: 'PrimaryNetworkChainInfo', description: 'The chain that the rows are of.' });

const ProposerDetails = z
  .object({
    proposerId: id('Id of the block with its surroundings, which its proposer signed.').optional(),
    proposerParentId: id('The same of the block before.').optional(),
    proposerNodeId: nodeId.optional().meta({ description: 'The node that proposed it.' }),
    proposerPChainHeight: integer('The height whose validators could propose it.', 8_213_400).optional(),
    proposerTimestamp: seconds('When it was proposed.').optional(),
  })
  .meta({ id: 'ProposerDetails', description: 'Who proposed a block.' });

/** A block of the P-chain. */
export const PrimaryNetworkBlock = z
  .object({
    blockNumber: height('Height of the block.'),
    blockHash: id('Id of the block.'),
    parentHash: id('Id of the block before.'),
    blockTimestamp: seconds("The chain's time after the block."),
    blockType: text('Type of the block, as nodes name it.', 'BanffStandardBlock'),
    txCount: integer('How many transactions it has, the one that it proposes among them.', 1),
    transactions: z.array(id('A transaction.')).meta({ description: 'Its transactions, in their order.' }),
    blockSizeBytes: integer('Size of the block, without its proposer.', 1_043),
    l1ValidatorsAccruedFees: number(
      'What one L1 validator that was active all the time has paid up to this block, nAVAX.',
      512_000_000,
    ).optional(),
    activeL1Validators: integer('How many L1 validators are active after the block.', 120).optional(),
    currentSupply: smallestUnit('AVAX after the block, rewards that are promised included.').optional(),
    proposerDetails: ProposerDetails.optional().meta({
      description: 'Absent where the deployment does not index who proposed blocks, and of blocks that nobody signed.',
    }),
  })
  .meta({
    id: 'PrimaryNetworkBlock',
    description: 'A block of the P-chain. What follows from its state may be absent.',
  });
/** A block of the P-chain. */
export type PrimaryNetworkBlock = z.infer<typeof PrimaryNetworkBlock>;

/** A page of blocks. */
export const ListPrimaryNetworkBlocksResponse = z
  .object({
    nextPageToken,
    blocks: z.array(PrimaryNetworkBlock).meta({ description: 'The blocks of this page, newest first.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListPrimaryNetworkBlocksResponse', description: 'A page of blocks.' });
