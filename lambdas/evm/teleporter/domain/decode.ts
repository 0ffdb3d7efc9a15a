import type { Hex, RawBlock, RpcLog } from '../../domain/rpc';
import { AbiData } from './abi-data';
import { type EventContents, type Fee, hasMessage, type MessageEvent, type TeleporterEvent } from './events';
import { type MessageContents, messageAt } from './message-contents';
import { type Keccak256, toMessageId } from './message-id';

/** Size limit of a log's data. Warp carries up to 24 KiB, so a message within this limit fits an item. */
const MAX_DATA_BYTES = 100_000;

export interface MessengerChain {
  readonly network: 'mainnet' | 'testnet';
  /** EVM chain id. */
  readonly chainId: string;
  /** 32 bytes in lower-case hexadecimal with 0x. */
  readonly blockchainId: string;
  /** Messenger addresses in lower case; one per major version. */
  readonly messengers: ReadonlySet<string>;
  readonly keccak256: Keccak256;
}

/** A messenger log with the topic of an event but another layout. */
interface UnreadableLog {
  readonly name: EventName;
  readonly txHash: string;
  readonly logIndex: number;
}

export interface TeleporterEvents {
  /** In log order. */
  readonly events: readonly TeleporterEvent[];
  /** Events with an id other than their message's. */
  readonly mismatched: readonly MessageEvent[];
  readonly unreadable: readonly UnreadableLog[];
}

type EventName = EventContents['name'];

/** keccak-256 of the event signatures in ICM's `ITeleporterMessenger`, with the number of topics. */
const EVENTS = new Map<string, readonly [name: EventName, topics: number]>([
  ['0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8', ['SendCrossChainMessage', 3]],
  ['0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34', ['ReceiveCrossChainMessage', 4]],
  ['0x34795cc6b122b9a0ae684946319f1e14a577b4e8f9b3dda9ac94c21a54d3188c', ['MessageExecuted', 3]],
  ['0x4619adc1017b82e02eaefac01a43d50d6d8de4460774bc370c3ff0210d40c985', ['MessageExecutionFailed', 3]],
  ['0xd13a7935f29af029349bed0a2097455b91fd06190a30478c575db3f31e00bf57', ['ReceiptReceived', 4]],
  ['0xc1bfd1f1208927dfbd414041dcb5256e6c9ad90dd61aec3249facbd34ff7b3e1', ['AddFeeAmount', 2]],
]);

/** Decodes the messenger events of a block. Never throws if the block and receipts are normalized. */
export function getTeleporterEvents(
  { block, receipts }: Pick<RawBlock, 'block' | 'receipts'>,
  { network, chainId, blockchainId, messengers, keccak256 }: MessengerChain,
): TeleporterEvents {
  const events: TeleporterEvent[] = [];
  const unreadable: UnreadableLog[] = [];
  for (const { transactionHash: txHash, gasUsed, logs } of receipts)
    for (const log of logs) {
      const event = EVENTS.get(log.topics[0] ?? '');
      if (!event) continue;
      const messenger = log.address.toLowerCase();
      if (!messengers.has(messenger)) continue;
      const [name, topics] = event;
      const contents = topics === log.topics.length ? getContents(name, log, blockchainId, keccak256) : undefined;
      const logIndex = Number(log.logIndex);
      if (!contents) unreadable.push({ name, txHash, logIndex });
      else
        events.push({
          messenger,
          network,
          chainId,
          blockNumber: Number(block.number),
          blockHash: block.hash,
          time: Number(block.timestamp),
          txHash,
          logIndex,
          gasSpent: BigInt(gasUsed).toString(),
          ...contents,
        });
    }
  return { events, unreadable, mismatched: events.filter(hasMessage).filter((event) => !event.hasOwnId) };
}

/** Decodes a log; undefined if the data does not match the event. `own`: blockchain id of the log's chain. */
function getContents(name: EventName, log: RpcLog, own: string, keccak256: Keccak256): EventContents | undefined {
  if (log.data.length > 2 + MAX_DATA_BYTES * 2) return undefined;
  const data = new AbiData(log.data);
  const [, messageId = '', second = '', third = ''] = log.topics;
  const sent = { messageId, sourceBlockchainId: own, destinationBlockchainId: second };
  const received = { messageId, sourceBlockchainId: second, destinationBlockchainId: own };
  const isIdOf = (ids: typeof sent, { nonce }: MessageContents): boolean =>
    ids.messageId ===
    toMessageId(keccak256, log.address.toLowerCase(), ids.sourceBlockchainId, ids.destinationBlockchainId, nonce);
  switch (name) {
    case 'SendCrossChainMessage': {
      const [message, fee] = [messageAt(data, 0), feeAt(data, 32)];
      return message && fee && { name, ...sent, message, hasOwnId: isIdOf(sent, message), fee };
    }
    case 'ReceiveCrossChainMessage': {
      const message = messageAt(data, 32);
      if (!message) return undefined;
      const whole = { message, hasOwnId: isIdOf(received, message) };
      return { name, ...received, deliverer: getAddress(third), rewardRedeemer: data.address(0), ...whole };
    }
    case 'MessageExecuted':
      return { name, ...received };
    case 'MessageExecutionFailed':
      return messageAt(data, 0) && { name, ...received };
    case 'ReceiptReceived': {
      const fee = feeAt(data, 0);
      return fee && { name, ...sent, relayerRewardAddress: getAddress(third), fee };
    }
    case 'AddFeeAmount': {
      const fee = feeAt(data, 0);
      return fee && { name, messageId, sourceBlockchainId: own, fee };
    }
  }
}

/** ICM's struct `TeleporterFeeInfo`: static, two words in place. */
const feeAt = (data: AbiData, position: number): Fee | undefined =>
  data.holds(position, 64) ? { token: data.address(position), amount: data.decimal(position + 32) } : undefined;

const getAddress = (topic: Hex): string => `0x${topic.slice(26)}`;
