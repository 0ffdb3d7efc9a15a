import * as z from 'zod';
import { address, decimal, hash, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { Erc20Token } from '../../contract/schemas/tokens';

const MESSAGE_ID = 'acf1c8b06f9aec48e9fcbefbbe576ae8a7ca3b327fcae111396e7cc99956674d';
const BLOCKCHAIN_ID = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';

/** Any case, with or without 0x; parsed to lower case with 0x. */
export const MessageId = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be a message ID: 64 hexadecimal digits')
  .transform((id) => `0x${id.replace(/^0x/, '').toLowerCase()}`)
  .meta({ description: 'Id of a message: 64 hexadecimal digits.', example: MESSAGE_ID });

/** Handlers verify the checksum. */
export const BlockchainId = z
  .string()
  .regex(
    /^([1-9A-HJ-NP-Za-km-z]{32,60}|0x[0-9a-fA-F]{64})$/,
    'must be a blockchain ID: cb58, or 0x and 64 hexadecimal digits',
  )
  .meta({
    description: 'A blockchain id (cb58, or 0x and 64 hexadecimal digits); not the EVM chain id.',
    example: BLOCKCHAIN_ID,
  });

export const Receipt = z
  .object({
    receivedMessageNonce: decimal('Nonce of the delivered message.', '41'),
    relayerRewardAddress: address('Address that may redeem its reward.'),
  })
  .meta({ id: 'TeleporterReceipt', description: 'The receipt of a message in the opposite direction.' });

const RewardDetails = Erc20Token.extend({
  address: address('The fee token on the source chain; the zero address if there is no fee or it is unknown.'),
  value: decimal("The fee in the token's smallest unit, including later increases.", '0'),
}).meta({ id: 'TeleporterRewardDetails', description: 'The fee that the sender pays to the relayer.' });

const transactionFields = {
  txHash: hash('Hash of the transaction.'),
  timestamp: seconds('Time of the block.'),
  gasSpent: decimal('Gas used by the whole transaction.', '323631'),
};
const SourceTransaction = z
  .object(transactionFields)
  .meta({ id: 'TeleporterSourceTransaction', description: 'The transaction that first sent the message.' });
const DestinationTransaction = z
  .object({
    ...transactionFields,
    rewardRedeemer: address('Address that may redeem the reward on the source chain.'),
    delivererAddress: address('The relayer that delivered the message.'),
  })
  .meta({ id: 'TeleporterDestinationTransaction', description: 'The transaction that delivered the message.' });

const messageFields = {
  messageId: text('Id of the message: 64 hexadecimal digits in lower case.', MESSAGE_ID),
  teleporterContractAddress: address('The messenger contract, on both chains.'),
  icmContractAddress: address('Same as teleporterContractAddress, by its newer name.'),
  sourceBlockchainId: text('Blockchain id of the source (cb58).', BLOCKCHAIN_ID),
  destinationBlockchainId: text('Blockchain id of the destination (cb58).', BLOCKCHAIN_ID),
  sourceEvmChainId: text('EVM chain id of the source; empty if unknown.', '43114'),
  destinationEvmChainId: text('EVM chain id of the destination; empty if unknown.', '8021'),
  messageNonce: decimal('Nonce of the message at its messenger contract.', '42'),
  from: address('Sender on the source chain.'),
  to: address(
    'Recipient that the messenger calls on the destination chain; the zero address for a message with receipts only.',
  ),
  data: text(
    'Calldata of the call: hexadecimal digits without 0x, empty for a message with receipts only.',
    'a9059cbb',
  ).optional(),
  messageExecuted: z.boolean().meta({
    description: 'Whether the call succeeded. If it failed, the delivered message can be executed later.',
  }),
  receipts: z.array(Receipt).meta({ description: 'Receipts carried by the message; may be empty.' }),
  receiptDelivered: z.boolean().meta({
    description: 'Whether the receipt of this message has arrived on the source chain.',
  }),
  rewardDetails: RewardDetails,
};
const status = <S extends string>(value: S) => z.literal(value).meta({ description: 'Status of the message.' });

const Pending = z
  .object({ ...messageFields, sourceTransaction: SourceTransaction, status: status('pending') })
  .meta({ id: 'PendingTeleporterMessage', description: 'A message that was sent but not yet delivered.' });
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
    description: 'A delivered message with a source transaction that this service has not indexed.',
  });

export const TeleporterMessage = z
  .discriminatedUnion('status', [Pending, Delivered, DeliveredSourceNotIndexed])
  .meta({ id: 'TeleporterMessage', description: 'An interchain message, by status.' });
export type TeleporterMessage = z.infer<typeof TeleporterMessage>;

export const TELEPORTER_EVENTS = ['sent', 'delivered', 'executed', 'failed', 'receipt'] as const;
export const TeleporterEventName = z
  .enum(TELEPORTER_EVENTS, { error: `must be ${TELEPORTER_EVENTS.join(', ')}` })
  .meta({
    id: 'TeleporterEventName',
    description:
      'sent: sent, or sent again by a retry. delivered: received by the messenger on the destination. executed: the call of the recipient succeeded, on delivery or later. failed: the call failed and may be retried. receipt: the source chain received the delivery receipt.',
  });
export type TeleporterEventName = z.infer<typeof TeleporterEventName>;

export const TeleporterMessageInfo = z
  .object({
    teleporterMessageId: text('Id of the message: 64 hexadecimal digits in lower case.', MESSAGE_ID),
    direction: z.enum(['SOURCE_TRANSACTION', 'DESTINATION_TRANSACTION']).meta({
      id: 'TransactionDirectionType',
      description: 'Whether the transaction is on the source or the destination chain.',
    }),
    sourceChainId: text('EVM chain id of the source, if known.', '43114').optional(),
    destinationChainId: text('EVM chain id of the destination, if known.', '8021').optional(),
  })
  .meta({
    id: 'TeleporterMessageInfo',
    description:
      'The interchain message that the transaction sends, delivers or has another event of; the first one if there are several.',
  });
export type TeleporterMessageInfo = z.infer<typeof TeleporterMessageInfo>;

export const ListTeleporterMessagesResponse = z
  .object({ messages: z.array(TeleporterMessage).meta({ description: 'The messages of the page.' }), nextPageToken })
  .meta({ id: 'ListTeleporterMessagesResponse', description: 'A page of messages.' });
