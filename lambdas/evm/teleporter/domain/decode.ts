import { decodeAbiParameters, parseAbiParameters } from 'viem/utils';
import type { RawBlock, RpcLog } from '../../domain/rpc';
import { type EventContents, type Fee, hasMessage, type MessageEvent, type TeleporterEvent } from './events';
import { MESSAGE_STRUCTS, type MessageContents, toMessageContents } from './message-contents';
import { toMessageId } from './message-id';

/** Warp carries up to 24 KiB, so a message within this limit fits an item. */
const MAX_DATA_BYTES = 100_000;

export interface MessengerChain {
  readonly network: 'mainnet' | 'testnet';
  readonly chainId: string; // EVM chain id
  readonly blockchainId: string; // 32 bytes in lower case with 0x
  readonly messengers: ReadonlySet<string>; // in lower case; one per major version
}

/** With the topic of an event, but another layout. */
interface UnreadableLog {
  readonly name: EventName;
  readonly txHash: string;
  readonly logIndex: number;
}

export interface TeleporterEvents {
  readonly events: readonly TeleporterEvent[];
  /** With an id other than their message's. */
  readonly mismatched: readonly MessageEvent[];
  readonly unreadable: readonly UnreadableLog[];
}

type EventName = EventContents['name'];

/** keccak-256 of signatures in ICM's `ITeleporterMessenger`, with the number of topics. */
const EVENTS = new Map<string, readonly [name: EventName, topics: number]>([
  ['0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8', ['SendCrossChainMessage', 3]],
  ['0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34', ['ReceiveCrossChainMessage', 4]],
  ['0x34795cc6b122b9a0ae684946319f1e14a577b4e8f9b3dda9ac94c21a54d3188c', ['MessageExecuted', 3]],
  ['0x4619adc1017b82e02eaefac01a43d50d6d8de4460774bc370c3ff0210d40c985', ['MessageExecutionFailed', 3]],
  ['0xd13a7935f29af029349bed0a2097455b91fd06190a30478c575db3f31e00bf57', ['ReceiptReceived', 4]],
  ['0xc1bfd1f1208927dfbd414041dcb5256e6c9ad90dd61aec3249facbd34ff7b3e1', ['AddFeeAmount', 2]],
]);

/** Never throws if the block and receipts are normalized. */
export function getTeleporterEvents(
  { block, receipts }: Pick<RawBlock, 'block' | 'receipts'>,
  { network, chainId, blockchainId, messengers }: MessengerChain,
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
      const contents = topics === log.topics.length ? getContents(name, log, blockchainId) : undefined;
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

const FEE = 'struct Fee { address token; uint256 amount; }';
const SEND = parseAbiParameters(['Message message, Fee fee', FEE, ...MESSAGE_STRUCTS]);
const RECEIVE = parseAbiParameters(['address rewardRedeemer, Message message', ...MESSAGE_STRUCTS]);
const FAILED = parseAbiParameters(['Message message', ...MESSAGE_STRUCTS]);
const FEE_ALONE = parseAbiParameters(['Fee fee', FEE]);

/** undefined if the data is not the event's. `own`: the blockchain id of the log's chain. */
function getContents(name: EventName, log: RpcLog, own: string): EventContents | undefined {
  if (log.data.length > 2 + MAX_DATA_BYTES * 2) return undefined;
  try {
    return decode(name, log, own);
  } catch {
    // A contract may log anything. viem checks offsets and lengths before it reads.
    return undefined;
  }
}

function decode(name: EventName, log: RpcLog, own: string): EventContents {
  const { topics } = log;
  const data = log.data as `0x${string}`;
  const messenger = log.address.toLowerCase();
  const [, messageId = '', second = '', third = ''] = topics;
  const sent = { messageId, sourceBlockchainId: own, destinationBlockchainId: second };
  const received = { messageId, sourceBlockchainId: second, destinationBlockchainId: own };
  const withOwnId = (ids: typeof sent, message: MessageContents) => ({
    message,
    hasOwnId:
      ids.messageId === toMessageId(messenger, ids.sourceBlockchainId, ids.destinationBlockchainId, message.nonce),
  });
  switch (name) {
    case 'SendCrossChainMessage': {
      const [message, fee] = decodeAbiParameters(SEND, data);
      return { name, ...sent, ...withOwnId(sent, toMessageContents(message)), fee: toFee(fee) };
    }
    case 'ReceiveCrossChainMessage': {
      const [redeemer, message] = decodeAbiParameters(RECEIVE, data);
      const contents = withOwnId(received, toMessageContents(message));
      return { name, ...received, ...contents, deliverer: toAddress(third), rewardRedeemer: redeemer.toLowerCase() };
    }
    case 'MessageExecuted':
      return { name, ...received };
    case 'MessageExecutionFailed':
      decodeAbiParameters(FAILED, data);
      return { name, ...received };
    case 'ReceiptReceived': {
      const [fee] = decodeAbiParameters(FEE_ALONE, data);
      return { name, ...sent, relayerRewardAddress: toAddress(third), fee: toFee(fee) };
    }
    case 'AddFeeAmount': {
      const [fee] = decodeAbiParameters(FEE_ALONE, data);
      return { name, messageId, sourceBlockchainId: own, fee: toFee(fee) };
    }
  }
}

const toFee = ({ token, amount }: { readonly token: string; readonly amount: bigint }): Fee => ({
  token: token.toLowerCase(),
  amount: String(amount),
});

const toAddress = (topic: string): string => `0x${topic.slice(26)}`;
