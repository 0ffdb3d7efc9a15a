import * as z from 'zod';
import { seconds, text } from '../../../core/contract/schemas/fields';
import { PrimaryNetworkChainInfo } from './blocks';
import { height, id } from './fields';

/** When addresses moved funds last. */
export const LastActivityTimestamp = z
  .object({
    timestamp: seconds('Time of the block of the transaction.'),
    blockNumber: height('Height of that block.'),
    txHash: id('The newest transaction that made or spent an output of one of the addresses.'),
    utxoId: id('That output; where it made some and spent others, the first that it made.'),
    isConsumed: z.boolean().meta({ description: 'true: it spent the output. false: it made it.' }),
    chainName: PrimaryNetworkChainInfo.shape.chainName,
    network: text('The network: mainnet, fuji, or its name in the configuration.', 'mainnet'),
  })
  .meta({ id: 'LastActivityTimestamp', description: 'When addresses moved funds last.' });
/** When addresses moved funds last. */
export type LastActivityTimestamp = z.infer<typeof LastActivityTimestamp>;

const ChainAddressChainIdMap = z
  .object({
    address: text(
      'The address, in bech32 without the letter of a chain.',
      'avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw',
    ),
    blockchainIds: z.array(id('A chain.')).optional().meta({
      description:
        'The chains on which it has any transaction. Absent if it has none since the index begins, which is later than the chain.',
    }),
  })
  .meta({ id: 'ChainAddressChainIdMap', description: 'The chains of an address.' });

/** The chains of addresses. */
export const ChainAddressChainIdMapListResponse = z
  .object({
    addresses: z.array(ChainAddressChainIdMap).meta({ description: 'The addresses as they were asked, each once.' }),
  })
  .meta({ id: 'ChainAddressChainIdMapListResponse', description: 'The chains of addresses.' });
