import type { Chain } from '../../../core/contract/config';
import { toCb58 } from '../../../core/domain/cb58';
import { type WatchedEvent, watchedName } from '../../../evm/teleporter/domain/watched';
import { checksummed } from '../../../evm/views/address';
import type { TeleporterMessageEvent } from './contract/message';

/** From the log only, so that it is the same at each attempt. `chains`: configured chains by blockchain ID. */
export function toPayload(event: WatchedEvent, chains: ReadonlyMap<string, Chain>): TeleporterMessageEvent {
  const { sourceBlockchainId, destinationBlockchainId } = event;
  const isAtSource = event.name === 'SendCrossChainMessage' || event.name === 'ReceiptReceived';
  const evm = (id: string, isOwn: boolean) => (isOwn ? event.chainId : (chains.get(id)?.chainId ?? ''));
  return {
    type: watchedName(event),
    messageId: event.messageId.slice(2),
    teleporterContractAddress: checksummed(event.messenger),
    sourceBlockchainId: toCb58(sourceBlockchainId),
    destinationBlockchainId: toCb58(destinationBlockchainId),
    sourceEvmChainId: evm(sourceBlockchainId, isAtSource),
    destinationEvmChainId: evm(destinationBlockchainId, !isAtSource),
    transaction: {
      chainId: event.chainId,
      txHash: event.txHash,
      blockHash: event.blockHash,
      blockNumber: String(event.blockNumber),
      blockTimestamp: event.time,
      logIndex: event.logIndex,
      gasSpent: event.gasSpent,
    },
    ...('message' in event ? { message: getContents(event.message) } : {}),
    ...('fee' in event ? { fee: { address: checksummed(event.fee.token), value: event.fee.amount } } : {}),
    ...(event.name === 'ReceiveCrossChainMessage'
      ? { delivererAddress: checksummed(event.deliverer), rewardRedeemer: checksummed(event.rewardRedeemer) }
      : {}),
    ...(event.name === 'ReceiptReceived' ? { relayerRewardAddress: checksummed(event.relayerRewardAddress) } : {}),
  };
}

type Message = Extract<WatchedEvent, { readonly message: object }>['message'];

const getContents = ({ nonce, from, to, requiredGasLimit, data, receipts }: Message) => ({
  messageNonce: nonce,
  from: checksummed(from),
  to: checksummed(to),
  requiredGasLimit,
  data: data.slice(2),
  receipts: receipts.map(({ receivedMessageNonce, relayerRewardAddress }) => ({
    receivedMessageNonce,
    relayerRewardAddress: checksummed(relayerRewardAddress),
  })),
});
