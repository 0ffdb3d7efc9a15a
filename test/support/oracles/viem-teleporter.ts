import type { Hex } from 'viem';
import { decodeEventLog, encodeAbiParameters, keccak256, parseAbi, parseAbiParameters } from 'viem/utils';
import type { EventContents, Fee } from '../../../lambdas/evm/teleporter/domain/events';
import type { MessageContents } from '../../../lambdas/evm/teleporter/domain/message-contents';

export const MESSENGER_ABI = parseAbi([
  'struct FeeInfo { address feeTokenAddress; uint256 amount; }',
  'struct Receipt { uint256 receivedMessageNonce; address relayerRewardAddress; }',
  'struct Message { uint256 messageNonce; address originSenderAddress; bytes32 destinationBlockchainID; address destinationAddress; uint256 requiredGasLimit; address[] allowedRelayerAddresses; Receipt[] receipts; bytes message; }',
  'event SendCrossChainMessage(bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, Message message, FeeInfo feeInfo)',
  'event ReceiveCrossChainMessage(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, address indexed deliverer, address rewardRedeemer, Message message)',
  'event MessageExecuted(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID)',
  'event MessageExecutionFailed(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, Message message)',
  'event ReceiptReceived(bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, address indexed relayerRewardAddress, FeeInfo feeInfo)',
  'event AddFeeAmount(bytes32 indexed messageID, FeeInfo updatedFeeInfo)',
]);
const TOPICS = {
  SendCrossChainMessage: 3,
  ReceiveCrossChainMessage: 4,
  MessageExecuted: 3,
  MessageExecutionFailed: 3,
  ReceiptReceived: 4,
  AddFeeAmount: 2,
} as const;

type Args = Extract<
  ReturnType<typeof decodeEventLog<typeof MESSENGER_ABI, undefined>>,
  { readonly eventName: 'SendCrossChainMessage' }
>['args'];
type ViemMessage = Args['message'];

const getFee = ({ feeTokenAddress, amount }: Args['feeInfo']): Fee => ({
  token: feeTokenAddress.toLowerCase(),
  amount: String(amount),
});
export const messageContents = (message: ViemMessage): MessageContents => ({
  nonce: String(message.messageNonce),
  from: message.originSenderAddress.toLowerCase(),
  to: message.destinationAddress.toLowerCase(),
  requiredGasLimit: String(message.requiredGasLimit),
  allowedRelayers: message.allowedRelayerAddresses.map((address) => address.toLowerCase()),
  receipts: message.receipts.map(({ receivedMessageNonce, relayerRewardAddress }) => ({
    receivedMessageNonce: String(receivedMessageNonce),
    relayerRewardAddress: relayerRewardAddress.toLowerCase(),
  })),
  data: message.message,
});

export interface AnyLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export const decodedByViem = ({ topics, data }: AnyLog) =>
  decodeEventLog({ abi: MESSENGER_ABI, topics: topics as [Hex, ...Hex[]], data: data as Hex });

/** Undefined if viem throws, or if there are surplus topics, which viem ignores. */
export function teleporterByViem(log: AnyLog, own: string): EventContents | undefined {
  let decoded: ReturnType<typeof decodedByViem>;
  try {
    decoded = decodedByViem(log);
  } catch {
    return undefined;
  }
  if (log.topics.length !== TOPICS[decoded.eventName]) return undefined;
  const { eventName: name, args } = decoded;
  const messageId = args.messageID;
  if (name === 'AddFeeAmount') return { name, messageId, sourceBlockchainId: own, fee: getFee(args.updatedFeeInfo) };
  const ids =
    'sourceBlockchainID' in args
      ? { messageId, sourceBlockchainId: args.sourceBlockchainID, destinationBlockchainId: own }
      : { messageId, sourceBlockchainId: own, destinationBlockchainId: args.destinationBlockchainID };
  const toWhole = (given: Parameters<typeof messageContents>[0]) => {
    const message = messageContents(given);
    const id = messageIdByViem(log.address, ids.sourceBlockchainId, ids.destinationBlockchainId, message.nonce);
    return { message, hasOwnId: id === messageId };
  };
  if (name === 'SendCrossChainMessage') return { name, ...ids, ...toWhole(args.message), fee: getFee(args.feeInfo) };
  if (name === 'ReceiptReceived')
    return {
      ...{ name, ...ids, fee: getFee(args.feeInfo) },
      relayerRewardAddress: args.relayerRewardAddress.toLowerCase(),
    };
  if (name !== 'ReceiveCrossChainMessage') return { name, ...ids };
  const { deliverer, rewardRedeemer, message } = args;
  return {
    ...{ name, ...ids, ...toWhole(message) },
    ...{ deliverer: deliverer.toLowerCase(), rewardRedeemer: rewardRedeemer.toLowerCase() },
  };
}

export const messageIdByViem = (messenger: string, source: string, destination: string, nonce: string): string =>
  keccak256(
    encodeAbiParameters(parseAbiParameters('address, bytes32, bytes32, uint256'), [
      ...([messenger as Hex, source as Hex, destination as Hex] as const),
      BigInt(nonce),
    ]),
  );
