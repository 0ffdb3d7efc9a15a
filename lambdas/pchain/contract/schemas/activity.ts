import * as z from 'zod';
import { seconds, text } from '../../../core/contract/schemas/fields';
import { PrimaryNetworkChainInfo } from './blocks';
import { height, id } from './fields';

export const LastActivityTimestamp = z
  .object({
    timestamp: seconds('Time of the block of the transaction.'),
    blockNumber: height('Height of that block.'),
    txHash: id('The latest transaction that created or spent an output of one of the addresses.'),
    utxoId: id('The output; if the transaction created some and spent others, the first one created.'),
    isConsumed: z.boolean().meta({ description: 'true: the output was spent. false: it was created.' }),
    chainName: PrimaryNetworkChainInfo.shape.chainName,
    network: text('The network: mainnet, fuji, or its name in the configuration.', 'mainnet'),
  })
  .meta({ id: 'LastActivityTimestamp', description: 'Last activity of addresses.' });
export type LastActivityTimestamp = z.infer<typeof LastActivityTimestamp>;

const ChainAddressChainIdMap = z
  .object({
    address: text('The address, in bech32 without a chain prefix.', 'avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw'),
    blockchainIds: z.array(id('A chain.')).optional().meta({
      description:
        'The chains on which it has transactions. Absent if it has none since the index begins, and the index does not begin with the chain.',
    }),
  })
  .meta({ id: 'ChainAddressChainIdMap', description: 'The chains of an address.' });

export const ChainAddressChainIdMapListResponse = z
  .object({
    addresses: z.array(ChainAddressChainIdMap).meta({ description: 'The requested addresses, without duplicates.' }),
  })
  .meta({ id: 'ChainAddressChainIdMapListResponse', description: 'The chains of addresses.' });
