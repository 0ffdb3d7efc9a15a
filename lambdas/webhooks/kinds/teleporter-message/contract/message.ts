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

export const TELEPORTER_MESSAGE = 'teleporter_message';

const BLOCKCHAIN_ID = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';

const Transaction = z
  .object({
    chainId,
    txHash: hash('Hash of the transaction.'),
    blockHash: hash('Hash of the block.'),
    blockNumber,
    blockTimestamp: seconds('Time of the block.'),
    logIndex: number('Position of the log in the block, from 0.', 3),
    gasSpent: decimal('Gas used by the whole transaction.', '323631'),
  })
  .meta({ id: 'TeleporterEventTransaction', description: 'The log of an interchain message event.' });
const Contents = z
  .object({
    messageNonce: decimal('Nonce of the message at its messenger contract.', '42'),
    from: address('Sender on the source chain.'),
    to: address(
      'Recipient that the messenger calls on the destination chain; the zero address for a message with receipts only.',
    ),
    requiredGasLimit: decimal('Gas limit required for the call.', '200000'),
    data: text(
      'Calldata of the call: hexadecimal digits without 0x, empty for a message with receipts only.',
      'a9059cbb',
    ),
    receipts: z.array(Receipt).meta({ description: 'Receipts carried by the message; may be empty.' }),
  })
  .meta({ id: 'TeleporterMessageContents', description: 'An interchain message.' });
const Fee = z
  .object({
    address: address('The fee token on the source chain; the zero address if there is no fee.'),
    value: decimal("The fee in the token's smallest unit.", '0'),
  })
  .meta({ id: 'TeleporterFee', description: 'The fee that the sender pays to the relayer.' });

/** As logged: later events of the same message do not change it. */
const Event = z
  .object({
    type: TeleporterEventName,
    messageId: text(
      'Id of the interchain message: 64 hexadecimal digits in lower case.',
      'acf1c8b06f9aec48e9fcbefbbe576ae8a7ca3b327fcae111396e7cc99956674d',
    ),
    teleporterContractAddress: address('The messenger contract.'),
    sourceBlockchainId: text('Blockchain id of the source (cb58).', BLOCKCHAIN_ID),
    destinationBlockchainId: text('Blockchain id of the destination (cb58).', BLOCKCHAIN_ID),
    sourceEvmChainId: text('EVM chain id of the source; empty if it is not configured.', '43114'),
    destinationEvmChainId: text('EVM chain id of the destination; empty if it is not configured.', '8021'),
    transaction: Transaction,
    message: Contents.optional().meta({ description: 'The message (on `sent` and `delivered` events).' }),
    fee: Fee.optional().meta({ description: 'Relayer fee (on `sent` and `receipt` events).' }),
    delivererAddress: address('The relayer (on `delivered` events).').optional(),
    rewardRedeemer: address('Address that may redeem the fee on the source chain (on `delivered` events).').optional(),
    relayerRewardAddress: address('Address that earned the fee (on `receipt` events).').optional(),
    removes: text(
      'The messageId of the webhook message that this one reverts.',
      'msg_0000000123_00004_5f0c3a2b1d4e6f70',
    ).optional(),
  })
  .meta({ id: 'TeleporterMessageEvent', description: 'An event of an interchain message.' });
export type TeleporterMessageEvent = z.infer<typeof Event>;

export const TeleporterWebhookMessage = getMessage(TELEPORTER_MESSAGE, Event).meta({
  id: 'WebhookTeleporterMessageResponse',
  description: 'A teleporter_message message.',
});
