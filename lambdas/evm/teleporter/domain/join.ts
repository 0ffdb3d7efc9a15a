import type { Fee, MessageEvent, TeleporterEvent } from './events';
import type { MessageContents } from './message-contents';

interface SourceTransaction {
  readonly chainId: string; // EVM chain id
  readonly txHash: string;
  readonly time: number; // Unix seconds
  readonly gasSpent: string; // decimal
}

interface DestinationTransaction extends SourceTransaction {
  readonly rewardRedeemer: string;
  readonly deliverer: string;
}

interface Reward extends Fee {
  readonly chainId: string; // of the source chain, where the token is
}

interface Joined extends MessageContents {
  readonly network: 'mainnet' | 'testnet';
  readonly messageId: string;
  readonly messenger: string;
  readonly sourceBlockchainId: string;
  readonly destinationBlockchainId: string;
  readonly messageExecuted: boolean; // never true without data
  readonly receiptDelivered: boolean;
  /** Absent until an event of the source chain shows it. */
  readonly reward?: Reward;
  /** Of sending if known, else of delivery; Unix seconds. */
  readonly sortTime: number;
}

export type TeleporterMessage = Joined &
  (
    | { readonly status: 'pending'; readonly source: SourceTransaction }
    | { readonly status: 'delivered'; readonly source: SourceTransaction; readonly destination: DestinationTransaction }
    | { readonly status: 'delivered_source_not_indexed'; readonly destination: DestinationTransaction }
  );

/** Depends only on the set of events of one id. undefined if none has the message itself. */
export function joinMessage(events: Iterable<TeleporterEvent>): TeleporterMessage | undefined {
  const ordered = [...events].sort(byPosition);
  // Prefer the source chain's copy.
  const withMessage = [...named('SendCrossChainMessage', ordered), ...named('ReceiveCrossChainMessage', ordered)];
  const known = withMessage.find(({ hasOwnId }) => hasOwnId) ?? withMessage[0];
  if (!known) return undefined;
  const own = ordered.filter((event) => agrees(event, known));
  // The first of several retries counts.
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

/** A foreign contract at the messenger's address can log any id, but only for its own chain. */
const agrees = (event: TeleporterEvent, known: MessageEvent): boolean =>
  event.messenger === known.messenger &&
  event.sourceBlockchainId === known.sourceBlockchainId &&
  (event.name === 'AddFeeAmount' || event.destinationBlockchainId === known.destinationBlockchainId);

const named = <N extends TeleporterEvent['name']>(name: N, events: readonly TeleporterEvent[]) =>
  events.filter((event): event is Extract<TeleporterEvent, { readonly name: N }> => event.name === name);

/** Chains that share a blockchain id only break ties, to keep the order total. */
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
