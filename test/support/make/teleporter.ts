import * as fc from 'fast-check';
import type { AbiEvent, Hex } from 'viem';
import { encodeAbiParameters, encodeEventTopics } from 'viem/utils';
import { UNIVERSAL_MESSENGER } from '../../../lambdas/core/contract/teleporter';
import type { EventContents, Fee } from '../../../lambdas/evm/teleporter/domain/events';
import type { MessageContents } from '../../../lambdas/evm/teleporter/domain/message-contents';
import { MESSENGER_ABI } from '../oracles/viem-teleporter';
import type { SentLog } from './blocks';

const toHex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
const someBytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength }).map(toHex);
export const anId: fc.Arbitrary<Hex> = someBytes(32, 32);
/** In lower case. */
export const anAddress: fc.Arbitrary<Hex> = someBytes(20, 20);
/** An integer of up to 256 bits, decimal. */
export const anAmount: fc.Arbitrary<string> = fc
  .oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
  .map(String);
export const aFee: fc.Arbitrary<Fee> = fc.record({ token: anAddress, amount: anAmount });
export const someContents: fc.Arbitrary<MessageContents> = fc.record({
  nonce: anAmount,
  from: anAddress,
  to: anAddress,
  requiredGasLimit: anAmount,
  allowedRelayers: fc.array(anAddress, { maxLength: 3 }),
  receipts: fc.array(fc.record({ receivedMessageNonce: anAmount, relayerRewardAddress: anAddress }), { maxLength: 5 }),
  data: someBytes(0, 100),
});

/** Any event of the messenger on the chain `own`; its id does not match its message. */
export function anEvent(own: string): fc.Arbitrary<EventContents> {
  const sent = { messageId: anId, sourceBlockchainId: fc.constant(own), destinationBlockchainId: anId };
  const received = { messageId: anId, sourceBlockchainId: anId, destinationBlockchainId: fc.constant(own) };
  const name = <N extends EventContents['name']>(text: N) => ({ name: fc.constant(text) });
  return fc.oneof(
    fc.record({
      ...name('SendCrossChainMessage'),
      ...sent,
      message: someContents,
      hasOwnId: fc.constant(false),
      fee: aFee,
    }),
    fc.record({
      ...{ ...name('ReceiveCrossChainMessage'), ...received },
      ...{ deliverer: anAddress, rewardRedeemer: anAddress, message: someContents, hasOwnId: fc.constant(false) },
    }),
    fc.record({ ...name('MessageExecuted'), ...received }),
    fc.record({ ...name('MessageExecutionFailed'), ...received }),
    fc.record({ ...name('ReceiptReceived'), ...sent, relayerRewardAddress: anAddress, fee: aFee }),
    fc.record({
      ...name('AddFeeAmount'),
      ...{ messageId: sent.messageId, sourceBlockchainId: sent.sourceBlockchainId, fee: aFee },
    }),
  );
}

/** Encoded by viem. `failed`: the message that a failed execution repeats. */
export function teleporterLog(event: EventContents, messenger = UNIVERSAL_MESSENGER, failed = NO_CONTENTS): SentLog {
  const message = 'message' in event ? event.message : failed;
  const fee = 'fee' in event ? event.fee : { token: NO_CONTENTS.to, amount: '0' };
  const args: Readonly<Record<string, unknown>> = {
    messageID: event.messageId,
    sourceBlockchainID: event.sourceBlockchainId,
    destinationBlockchainID: 'destinationBlockchainId' in event ? event.destinationBlockchainId : undefined,
    deliverer: 'deliverer' in event ? event.deliverer : undefined,
    rewardRedeemer: 'rewardRedeemer' in event ? event.rewardRedeemer : undefined,
    relayerRewardAddress: 'relayerRewardAddress' in event ? event.relayerRewardAddress : undefined,
    feeInfo: { feeTokenAddress: fee.token, amount: BigInt(fee.amount) },
    updatedFeeInfo: { feeTokenAddress: fee.token, amount: BigInt(fee.amount) },
    message: {
      messageNonce: BigInt(message.nonce),
      originSenderAddress: message.from,
      destinationBlockchainID: 'destinationBlockchainId' in event ? event.destinationBlockchainId : undefined,
      destinationAddress: message.to,
      requiredGasLimit: BigInt(message.requiredGasLimit),
      allowedRelayerAddresses: message.allowedRelayers,
      receipts: message.receipts.map((receipt) => ({
        ...receipt,
        receivedMessageNonce: BigInt(receipt.receivedMessageNonce),
      })),
      message: message.data,
    },
  };
  const inputs = (MESSENGER_ABI.find(({ name }) => name === event.name) as AbiEvent).inputs;
  const plain = inputs.filter(({ indexed }) => !indexed);
  return {
    address: messenger,
    topics: encodeEventTopics({ abi: MESSENGER_ABI, eventName: event.name, args: args as never }) as Hex[],
    data: encodeAbiParameters(
      plain,
      plain.map(({ name = '' }) => args[name]),
    ),
  };
}

/** Only carries receipts. */
export const NO_CONTENTS: MessageContents = {
  nonce: '7',
  from: '0x00000000000000000000000000000000000000a1',
  to: '0x0000000000000000000000000000000000000000',
  requiredGasLimit: '0',
  allowedRelayers: [],
  receipts: [{ receivedMessageNonce: '5', relayerRewardAddress: '0x00000000000000000000000000000000000000a2' }],
  data: '0x',
};
