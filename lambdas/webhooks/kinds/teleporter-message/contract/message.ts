import * as z from 'zod';
import {
  address,
  blockNumber,
  chainId,
  decimal,
  hash,
  number,
  seconds,
  text,
} from '../../../../core/contract/schemas/fields';
import { Receipt, TeleporterEventName } from '../../../../evm/teleporter/contract/schemas';
import { getMessage } from '../../../contract/schemas/webhook-messages';

/** The event type of webhooks that watch messages between chains. */
export const TELEPORTER_MESSAGE = 'teleporter_message';

const BLOCKCHAIN_ID = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';

const Transaction = z
  .object({
    chainId,
    txHash: hash('Hash of the transaction.'),
    blockHash: hash('Hash of the block.'),
    blockNumber,
    blockTimestamp: seconds('When the block was made.'),
    logIndex: number('Position of the log in the block, from 0.', 3),
    gasSpent: decimal('Gas that the whole transaction used.', '323631'),
  })
  .meta({ id: 'TeleporterEventTransaction', description: 'Where an event of a message between chains was logged.' });
const Contents = z
  .object({
    messageNonce: decimal('Number of the message at its messenger.', '42'),
    from: address('Who sent it, on the source chain.'),
    to: address('Whom the messenger calls, on the destination chain; the zero address of receipts alone.'),
    requiredGasLimit: decimal('Gas for that call.', '200000'),
    data: text('What it is called with: hexadecimal digits without 0x, empty of receipts alone.', 'a9059cbb'),
    receipts: z.array(Receipt).meta({ description: 'Receipts that the message carries; may be empty.' }),
  })
  .meta({ id: 'TeleporterMessageContents', description: 'A message between chains.' });
const Fee = z
  .object({
    address: address('The token, on the source chain; the zero address where nothing is paid.'),
    value: decimal("The fee in the token's smallest unit.", '0'),
  })
  .meta({ id: 'TeleporterFee', description: 'What the sender pays to whoever delivers a message.' });

/** What a message of `teleporter_message` says: the event alone, and nothing that comes later. */
const Event = z
  .object({
    type: TeleporterEventName,
    messageId: text(
      'Id of the message between chains: 64 hexadecimal digits in lower case.',
      'acf1c8b06f9aec48e9fcbefbbe576ae8a7ca3b327fcae111396e7cc99956674d',
    ),
    teleporterContractAddress: address('The messenger contract.'),
    sourceBlockchainId: text('Blockchain id of the source (cb58).', BLOCKCHAIN_ID),
    destinationBlockchainId: text('Blockchain id of the destination (cb58).', BLOCKCHAIN_ID),
    sourceEvmChainId: text('EVM chain id of the source; empty where the configuration does not tell it.', '43114'),
    destinationEvmChainId: text('EVM chain id of the destination; empty where the configuration does not.', '8021'),
    transaction: Transaction,
    message: Contents.optional().meta({ description: 'Of sent and delivered.' }),
    fee: Fee.optional().meta({ description: 'Of sent and receipt.' }),
    delivererAddress: address('Who delivered it: of delivered.').optional(),
    rewardRedeemer: address('Who may redeem the fee on the source chain: of delivered.').optional(),
    relayerRewardAddress: address('Who earned the fee: of receipt.').optional(),
    removes: text(
      'The messageId of the webhook message that this one takes back.',
      'msg_0000000123_00004_5f0c3a2b1d4e6f70',
    ).optional(),
  })
  .meta({ id: 'TeleporterMessageEvent', description: 'What happened to a message between chains.' });
/** What a message of `teleporter_message` says. */
export type TeleporterMessageEvent = z.infer<typeof Event>;

/** The body of a message of `teleporter_message`. */
export const TeleporterWebhookMessage = getMessage(TELEPORTER_MESSAGE, Event).meta({
  id: 'WebhookTeleporterMessageResponse',
  description: 'A message of a webhook with the event type teleporter_message.',
});
