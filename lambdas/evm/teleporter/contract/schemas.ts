import * as z from 'zod';
import { address, decimal, hash, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { Erc20Token } from '../../contract/schemas/tokens';

const MESSAGE_ID = 'acf1c8b06f9aec48e9fcbefbbe576ae8a7ca3b327fcae111396e7cc99956674d';
const BLOCKCHAIN_ID = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';

/** Lower case inside, with 0x; any case is accepted, and no 0x. */
export const MessageId = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be the id of a message: 64 hexadecimal digits')
  .transform((id) => `0x${id.replace(/^0x/, '').toLowerCase()}`)
  .meta({ description: 'Id of a message: 64 hexadecimal digits.', example: MESSAGE_ID });

/** A blockchain id as Avalanche writes it, or its 32 bytes. Its checksum is checked by handlers. */
export const BlockchainId = z
  .string()
  .regex(
    /^([1-9A-HJ-NP-Za-km-z]{32,60}|0x[0-9a-fA-F]{64})$/,
    'must be a blockchain id: cb58, or 0x and 64 hexadecimal digits',
  )
  .meta({
    description: 'A blockchain id (cb58, or 0x and 64 hexadecimal digits), which is not the EVM chain id.',
    example: BLOCKCHAIN_ID,
  });

/** A receipt that a message carries. */
export const Receipt = z
  .object({
    receivedMessageNonce: decimal('Nonce of the message that was delivered.', '41'),
    relayerRewardAddress: address('Who may redeem its reward.'),
  })
  .meta({ id: 'TeleporterReceipt', description: 'A receipt of a message of the opposite direction.' });

const RewardDetails = Erc20Token.extend({
  address: address('The token, on the source chain; the zero address where nothing is paid, or known of it.'),
  value: decimal("The fee in the token's smallest unit, as last raised.", '0'),
}).meta({ id: 'TeleporterRewardDetails', description: 'What the sender pays to whoever delivers the message.' });

const transactionFields = {
  txHash: hash('Hash of the transaction.'),
  timestamp: seconds('Time of its block.'),
  gasSpent: decimal('Gas that the whole transaction used.', '323631'),
};
const SourceTransaction = z
  .object(transactionFields)
  .meta({ id: 'TeleporterSourceTransaction', description: 'The transaction that sent the message first.' });
const DestinationTransaction = z
  .object({
    ...transactionFields,
    rewardRedeemer: address('Who may redeem the reward on the source chain.'),
    delivererAddress: address('Who delivered the message.'),
  })
  .meta({ id: 'TeleporterDestinationTransaction', description: 'The transaction that delivered the message.' });

const messageFields = {
  messageId: text('Id of the message: 64 hexadecimal digits in lower case.', MESSAGE_ID),
  teleporterContractAddress: address('The messenger contract, on both chains.'),
  icmContractAddress: address('The same, by its newer name.'),
  sourceBlockchainId: text('Blockchain id of the source (cb58).', BLOCKCHAIN_ID),
  destinationBlockchainId: text('Blockchain id of the destination (cb58).', BLOCKCHAIN_ID),
  sourceEvmChainId: text('EVM chain id of the source; empty where it is not known.', '43114'),
  destinationEvmChainId: text('EVM chain id of the destination; empty where it is not known.', '8021'),
  messageNonce: decimal('Number of the message at its messenger.', '42'),
  from: address('Who sent it, on the source chain.'),
  to: address('Whom the messenger calls, on the destination chain; the zero address of receipts alone.'),
  data: text('What it is called with: hexadecimal digits without 0x, empty of receipts alone.', 'a9059cbb').optional(),
  messageExecuted: z.boolean().meta({
    description: 'Whether the call succeeded. A delivered message whose call failed can be executed later.',
  }),
  receipts: z.array(Receipt).meta({ description: 'Receipts that the message carries; may be empty.' }),
  receiptDelivered: z.boolean().meta({
    description: 'Whether the receipt of this message came back to the source chain.',
  }),
  rewardDetails: RewardDetails,
};
const status = <S extends string>(value: S) => z.literal(value).meta({ description: 'How far the message is.' });

const Pending = z
  .object({ ...messageFields, sourceTransaction: SourceTransaction, status: status('pending') })
  .meta({ id: 'PendingTeleporterMessage', description: 'A message that was sent.' });
const Delivered = z
  .object({
    ...messageFields,
    sourceTransaction: SourceTransaction,
    destinationTransaction: DestinationTransaction,
    status: status('delivered'),
  })
  .meta({ id: 'DeliveredTeleporterMessage', description: 'A message that was sent and delivered.' });
const DeliveredSourceNotIndexed = z
  .object({
    ...messageFields,
    destinationTransaction: DestinationTransaction,
    status: status('delivered_source_not_indexed'),
  })
  .meta({
    id: 'DeliveredSourceNotIndexedTeleporterMessage',
    description: 'A message that was delivered, whose sending this service has not indexed.',
  });

/** A message between chains. */
export const TeleporterMessage = z
  .discriminatedUnion('status', [Pending, Delivered, DeliveredSourceNotIndexed])
  .meta({ id: 'TeleporterMessage', description: 'A message between chains, by how far it is.' });
/** A message between chains. */
export type TeleporterMessage = z.infer<typeof TeleporterMessage>;

/** What can happen to a message, as webhooks call it. */
export const TELEPORTER_EVENTS = ['sent', 'delivered', 'executed', 'failed', 'receipt'] as const;
/** What happened to a message. */
export const TeleporterEventName = z
  .enum(TELEPORTER_EVENTS, { error: `must be ${TELEPORTER_EVENTS.join(', ')}` })
  .meta({
    id: 'TeleporterEventName',
    description:
      'sent: also again, where its sender retries. delivered: to the messenger of the destination. executed: the recipient was called, at once or later. failed: that call failed; it may be repeated. receipt: the source has the receipt of its delivery.',
  });
/** What happened to a message. */
export type TeleporterEventName = z.infer<typeof TeleporterEventName>;

/** What a transaction has to do with a message. */
export const TeleporterMessageInfo = z
  .object({
    teleporterMessageId: text('Id of the message: 64 hexadecimal digits in lower case.', MESSAGE_ID),
    direction: z.enum(['SOURCE_TRANSACTION', 'DESTINATION_TRANSACTION']).meta({
      id: 'TransactionDirectionType',
      description: 'Which of the two chains the transaction is on.',
    }),
    sourceChainId: text('EVM chain id of the source, where it is known.', '43114').optional(),
    destinationChainId: text('EVM chain id of the destination, where it is known.', '8021').optional(),
  })
  .meta({
    id: 'TeleporterMessageInfo',
    description:
      'The message between chains that a transaction sends or delivers, or has another event of: the first where it has several.',
  });
/** What a transaction has to do with a message. */
export type TeleporterMessageInfo = z.infer<typeof TeleporterMessageInfo>;

/** A page of messages. */
export const ListTeleporterMessagesResponse = z
  .object({ messages: z.array(TeleporterMessage).meta({ description: 'The messages of the page.' }), nextPageToken })
  .meta({ id: 'ListTeleporterMessagesResponse', description: 'A page of messages.' });
