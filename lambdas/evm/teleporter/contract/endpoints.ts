import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Address, Network, Paging } from '../../../core/contract/schemas/params';
import { BlockchainId, ListTeleporterMessagesResponse, MessageId, TeleporterMessage } from './schemas';

const ORDER =
  'Newest first, by the time a message was sent, or delivered if the source transaction is not indexed. A message moves when its source transaction is indexed later: while paging, it may appear twice or not at all.';
const SHORT =
  'With several filters, a page may be short and still have a nextPageToken, because all but one of them are applied after reading.';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Teleporter',
  weight: 20,
  readUnits: READ_UNITS.large,
  uses: { reads: ['TeleporterMessage', 'BlockchainId', 'Token'] },
} as const;
const listUses = { reads: [...base.uses.reads, 'TeleporterList'] } as const;

/** Interchain Messaging (ICM) is the newer name of Teleporter. */
const ICM = { tag: 'Interchain Messaging' } as const;

export const getTeleporterMessage = endpoint({
  ...base,
  id: 'getTeleporterMessage',
  path: '/v1/teleporter/messages/{messageId}',
  summary: 'Get an interchain message',
  description: 'Assembled from the indexed chains of this service.',
  params: z.object({ messageId: MessageId }),
  query: z.object({}),
  response: TeleporterMessage,
  aliases: [{ ...ICM, id: 'getIcmMessage', path: '/v1/icm/messages/{messageId}' }],
});
export const listTeleporterMessages = endpoint({
  ...base,
  id: 'listTeleporterMessages',
  path: '/v1/teleporter/messages',
  uses: listUses,
  summary: 'List interchain messages',
  description: `${ORDER} ${SHORT}`,
  params: z.object({}),
  query: z.object({
    ...Paging,
    network: Network.optional(),
    blockchainId: BlockchainId.optional().meta({ description: 'Messages from or to this blockchain.' }),
    sourceBlockchainId: BlockchainId.optional().meta({ description: 'Messages from this blockchain.' }),
    destinationBlockchainId: BlockchainId.optional().meta({ description: 'Messages to this blockchain.' }),
    from: Address.optional().meta({ description: 'Messages sent by this address.' }),
    to: Address.optional().meta({ description: 'Messages to this address.' }),
  }),
  response: ListTeleporterMessagesResponse,
  aliases: [{ ...ICM, id: 'listIcmMessages', path: '/v1/icm/messages' }],
});
export const listTeleporterMessagesByAddress = endpoint({
  ...base,
  id: 'listTeleporterMessagesByAddress',
  path: '/v1/teleporter/addresses/{address}/messages',
  uses: listUses,
  summary: 'List the interchain messages sent or received by an address',
  description: `${ORDER} With network, a page may be short and still have a nextPageToken.`,
  params: z.object({ address: Address }),
  query: z.object({ ...Paging, network: Network.optional() }),
  response: ListTeleporterMessagesResponse,
  aliases: [{ ...ICM, id: 'listIcmMessagesByAddress', path: '/v1/icm/addresses/{address}/messages' }],
});
