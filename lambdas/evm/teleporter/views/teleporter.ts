import { toCb58 } from '../../../core/domain/cb58';
import { checksummed } from '../../views/address';
import { erc20TokenView, type Records } from '../../views/token';
import type { TeleporterMessageInfo, TeleporterMessage as TeleporterMessageView } from '../contract/schemas';
import type { TeleporterMessage } from '../domain/join';
import type { TransactionMessage } from '../domain/transaction-message';

export interface TeleporterRecords {
  readonly getChainId: (blockchainId: string) => string | undefined; // EVM chain id
  readonly tokensOn: (chainId: string) => Pick<Records, 'tokens' | 'getMetadata'>;
}

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const NO_PRICES = { of: () => undefined };
const NO_RECORDS = { tokens: new Map(), getMetadata: () => undefined };

/** Ids without 0x, blockchain ids in CB58. */
export function teleporterMessageView(
  message: TeleporterMessage,
  { getChainId, tokensOn }: TeleporterRecords,
): TeleporterMessageView {
  const { sourceBlockchainId, destinationBlockchainId, reward } = message;
  const messenger = checksummed(message.messenger);
  const source = 'source' in message ? message.source : undefined;
  const destination = 'destination' in message ? message.destination : undefined;
  const shared = {
    messageId: message.messageId.slice(2),
    teleporterContractAddress: messenger,
    icmContractAddress: messenger,
    sourceBlockchainId: toCb58(sourceBlockchainId),
    destinationBlockchainId: toCb58(destinationBlockchainId),
    sourceEvmChainId: source?.chainId ?? reward?.chainId ?? getChainId(sourceBlockchainId) ?? '',
    destinationEvmChainId: destination?.chainId ?? getChainId(destinationBlockchainId) ?? '',
    messageNonce: message.nonce,
    from: checksummed(message.from),
    to: checksummed(message.to),
    data: message.data.slice(2),
    messageExecuted: message.messageExecuted,
    receipts: message.receipts.map(({ receivedMessageNonce, relayerRewardAddress }) => ({
      receivedMessageNonce,
      relayerRewardAddress: checksummed(relayerRewardAddress),
    })),
    receiptDelivered: message.receiptDelivered,
    rewardDetails: {
      ...erc20TokenView(reward?.token ?? ZERO_ADDRESS, {
        ...(reward ? tokensOn(reward.chainId) : NO_RECORDS),
        prices: NO_PRICES,
      }),
      value: reward?.amount ?? '0',
    },
  };
  switch (message.status) {
    case 'pending':
      return { ...shared, sourceTransaction: transactionView(message.source), status: message.status };
    case 'delivered':
      return {
        ...shared,
        sourceTransaction: transactionView(message.source),
        destinationTransaction: deliveryView(message.destination),
        status: message.status,
      };
    case 'delivered_source_not_indexed':
      return { ...shared, destinationTransaction: deliveryView(message.destination), status: message.status };
  }
}

type Delivery = Extract<TeleporterMessage, { readonly destination: object }>['destination'];

const transactionView = ({ txHash, time, gasSpent }: Pick<Delivery, 'txHash' | 'time' | 'gasSpent'>) => ({
  txHash,
  timestamp: time,
  gasSpent,
});
const deliveryView = (delivery: Delivery) => ({
  ...transactionView(delivery),
  rewardRedeemer: checksummed(delivery.rewardRedeemer),
  delivererAddress: checksummed(delivery.deliverer),
});

export const otherEnd = ({
  side,
  sourceBlockchainId,
  destinationBlockchainId,
}: TransactionMessage): string | undefined => (side === 'source' ? destinationBlockchainId : sourceBlockchainId);

/** `other`: EVM chain id of the other chain, if known. */
export function messageInfoView(
  { messageId, side }: TransactionMessage,
  chainId: string,
  other: string | undefined,
): TeleporterMessageInfo {
  const [sourceChainId, destinationChainId] = side === 'source' ? [chainId, other] : [other, chainId];
  return {
    teleporterMessageId: messageId.slice(2),
    direction: side === 'source' ? 'SOURCE_TRANSACTION' : 'DESTINATION_TRANSACTION',
    ...(sourceChainId ? { sourceChainId } : {}),
    ...(destinationChainId ? { destinationChainId } : {}),
  };
}
