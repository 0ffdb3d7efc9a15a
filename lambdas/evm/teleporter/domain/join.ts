import type { Fee, MessageEvent, TeleporterEvent } from './events';
import type { MessageContents } from './message-contents';

/** The transaction that sent a message first. */
interface SourceTransaction {
  /** EVM chain id. */
  readonly chainId: string;
  readonly txHash: string;
  /** Unix seconds. */
  readonly time: number;
  /** Gas, decimal. */
  readonly gasSpent: string;
}

/** The transaction that delivered a message. */
interface DestinationTransaction extends SourceTransaction {
  readonly rewardRedeemer: string;
  readonly deliverer: string;
}

/** What the sender pays, as its chain tells it. */
interface Reward extends Fee {
  /** EVM chain id of the source chain, which has the token. */
  readonly chainId: string;
}

interface Joined extends MessageContents {
  readonly network: 'mainnet' | 'testnet';
  readonly messageId: string;
  readonly messenger: string;
  readonly sourceBlockchainId: string;
  readonly destinationBlockchainId: string;
  /** Never true of a message without data. */
  readonly messageExecuted: boolean;
  readonly receiptDelivered: boolean;
  /** Absent while nothing of the source chain tells it. */
  readonly reward?: Reward;
  /** Unix seconds: when the message was sent if that is known, else when it was delivered. */
  readonly sortTime: number;
}

/** A message, as far as the indexed chains tell it. */
export type TeleporterMessage = Joined &
  (
    | { readonly status: 'pending'; readonly source: SourceTransaction }
    | { readonly status: 'delivered'; readonly source: SourceTransaction; readonly destination: DestinationTransaction }
    | { readonly status: 'delivered_source_not_indexed'; readonly destination: DestinationTransaction }
  );

/**
 * The message that all known events of one id tell, over all chains; undefined while none of them has the message
 * itself. Depends on the set of events alone: their order and repeats make no difference.
 */
export function joinMessage(events: Iterable<TeleporterEvent>): TeleporterMessage | undefined {
  const ordered = [...events].sort(byPosition);
  // The source chain is the one that knows what was sent.
  const told = [...named('SendCrossChainMessage', ordered), ...named('ReceiveCrossChainMessage', ordered)];
  const known = told.find(({ hasOwnId }) => hasOwnId) ?? told[0];
  if (!known) return undefined;
  const own = ordered.filter((event) => agrees(event, known));
  // A retried send logs the same event once more: the first counts.
  const [send] = named('SendCrossChainMessage', own);
  const [receive] = named('ReceiveCrossChainMessage', own);
  const [receipt] = named('ReceiptReceived', own);
  const paid = named('AddFeeAmount', own).at(-1) ?? send ?? receipt;
  const { network, messageId, messenger, sourceBlockchainId, destinationBlockchainId, message } = known;
  const joined = {
    network,
    messageId,
    messenger,
    sourceBlockchainId,
    destinationBlockchainId,
    ...message,
    messageExecuted: own.some(({ name }) => name === 'MessageExecuted'),
    receiptDelivered: receipt !== undefined,
    ...(paid ? { reward: { ...paid.fee, chainId: paid.chainId } } : {}),
  };
  const source = send && getTransaction(send);
  const destination = receive && {
    ...getTransaction(receive),
    rewardRedeemer: receive.rewardRedeemer,
    deliverer: receive.deliverer,
  };
  if (source && destination) return { ...joined, status: 'delivered', source, destination, sortTime: source.time };
  if (source) return { ...joined, status: 'pending', source, sortTime: source.time };
  return destination && { ...joined, status: 'delivered_source_not_indexed', destination, sortTime: destination.time };
}

/**
 * Whether an event is about the message that its id stands for. A chain whose messenger is another contract can log any
 * id, but only between itself and another chain.
 */
const agrees = (event: TeleporterEvent, known: MessageEvent): boolean =>
  event.messenger === known.messenger &&
  event.sourceBlockchainId === known.sourceBlockchainId &&
  (event.name === 'AddFeeAmount' || event.destinationBlockchainId === known.destinationBlockchainId);

const named = <N extends TeleporterEvent['name']>(name: N, events: readonly TeleporterEvent[]) =>
  events.filter((event): event is Extract<TeleporterEvent, { readonly name: N }> => event.name === name);

/** By block and log. Chains come into it only if several have one blockchain id: then the order is still complete. */
function byPosition(a: TeleporterEvent, b: TeleporterEvent): number {
  const position = a.blockNumber - b.blockNumber || a.logIndex - b.logIndex;
  return position || byText(`${a.chainId}#${a.blockHash}`, `${b.chainId}#${b.blockHash}`);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const getTransaction = ({ chainId, txHash, time, gasSpent }: TeleporterEvent): SourceTransaction => ({
  chainId,
  txHash,
  time,
  gasSpent,
});
