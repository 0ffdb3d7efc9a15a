import { hexToBytes, toHex } from '../../../core/table/hex';
import type { Item, ItemKey } from '../../../core/table/item';
import { key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import { bytes, type Stored } from '../../../core/table/stored-item';
import type { Hex } from '../../domain/rpc';
import type { TeleporterEvent } from '../domain/events';
import type { TeleporterMessage } from '../domain/join';
import type { TransactionMessage } from '../domain/transaction-message';
import { encodeTeleporterEvent, encodeTeleporterMessage } from './codec';

const LIST = { network: 'n', from: 'f', to: 't', source: 's', destination: 'd' } as const;
export type TeleporterListName = keyof typeof LIST;

/** The fields to filter by, and the token to read along with the message. */
export const ENTRY = { from: 'f', to: 't', source: 's', destination: 'd', network: 'n', reward: 'r' } as const;
/** `version` guards against concurrent changes. */
export const MESSAGE = { data: 'd', version: 'v' } as const;

const TX_MESSAGE = { id: 'm', side: 'y', source: 's', destination: 'd' } as const;
export const BLOCKCHAIN = { chainId: 'c' } as const;
const OF_CHAIN = { blockchainId: 'i' } as const;

/** 32 bytes in lower-case hexadecimal with 0x. */
export const blockchainIdKey = (blockchainId: string): ItemKey => ({
  pk: key(entities.BlockchainId.pk, { blockchainId }),
  sk: entities.BlockchainId.sk,
});

export const chainBlockchainIdKey = (chain: string): ItemKey => ({
  pk: key(entities.BlockchainIdOfChain.pk, { chain }),
  sk: entities.BlockchainIdOfChain.sk,
});

/** To look up a chain by blockchain id and vice versa. */
export const blockchainIdItems = (chain: string, blockchainId: Hex): Item[] => [
  { ...blockchainIdKey(blockchainId), [BLOCKCHAIN.chainId]: chain },
  { ...chainBlockchainIdKey(chain), [OF_CHAIN.blockchainId]: hexToBytes(blockchainId) },
];

export const readChainBlockchainId = (item: Stored): Hex => toHex(bytes(item[OF_CHAIN.blockchainId]));

/** `of`: a network, an address or a blockchain id, in lower case. */
export const listKey = (list: TeleporterListName, of: string): string =>
  key(entities.TeleporterList.pk, { list: LIST[list], of });

export const messagePartition = (messageId: string): string => key(entities.TeleporterMessage.pk, { messageId });
export const messageKey = (messageId: string): ItemKey => ({
  pk: messagePartition(messageId),
  sk: entities.TeleporterMessage.sk,
});

/** Idempotent: a repeat has the same key. */
export function eventItem(event: TeleporterEvent): Item {
  const { messageId, chainId: chain, blockNumber: block, blockHash, logIndex: log } = event;
  return {
    pk: key(entities.TeleporterEvent.pk, { messageId }),
    sk: key(entities.TeleporterEvent.sk, { chain, block, log }),
    h: hexToBytes(blockHash),
    d: encodeTeleporterEvent(event),
  };
}

export const transactionMessageItem = (
  chain: string,
  txHash: string,
  hash: string, // of the block
  message: TransactionMessage,
): Item => ({
  pk: key(entities.TxMessage.pk, { chain, hash: txHash }),
  sk: entities.TxMessage.sk,
  h: hexToBytes(hash),
  [TX_MESSAGE.id]: hexToBytes(message.messageId),
  [TX_MESSAGE.side]: message.side,
  [TX_MESSAGE.source]: hexToBytes(message.sourceBlockchainId),
  [TX_MESSAGE.destination]: message.destinationBlockchainId && hexToBytes(message.destinationBlockchainId),
});

export function readTransactionMessage(item: Stored): TransactionMessage {
  const destination = item[TX_MESSAGE.destination];
  return {
    messageId: toHex(bytes(item[TX_MESSAGE.id])),
    side: item[TX_MESSAGE.side] === 'source' ? 'source' : 'destination',
    sourceBlockchainId: toHex(bytes(item[TX_MESSAGE.source])),
    ...(destination === undefined ? {} : { destinationBlockchainId: toHex(bytes(destination)) }),
  };
}

export const messageAttributes = (message: TeleporterMessage, version: string) => ({
  [MESSAGE.data]: encodeTeleporterMessage(message),
  [MESSAGE.version]: version,
});

export function listItems(message: TeleporterMessage): Item[] {
  const { network, from, to, sourceBlockchainId: source, destinationBlockchainId: destination, reward } = message;
  const sk = key(entities.TeleporterList.sk, { time: message.sortTime, messageId: message.messageId });
  const entry = {
    [ENTRY.from]: hexToBytes(from),
    [ENTRY.to]: hexToBytes(to),
    [ENTRY.source]: hexToBytes(source),
    [ENTRY.destination]: hexToBytes(destination),
    [ENTRY.network]: network,
    ...(reward ? { [ENTRY.reward]: `${reward.chainId}#${reward.token}` } : {}),
  };
  const lists = Object.entries({ network, from, to, source, destination }) as [TeleporterListName, string][];
  return lists.map(([list, of]) => ({ pk: listKey(list, of), sk, ...entry }));
}
