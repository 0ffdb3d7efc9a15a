import type { Clock } from '../adapters/clock';
import { inParallel } from '../adapters/dynamo/table';
import type { Arrival, BlockMessageStore } from '../adapters/dynamo/webhooks/block-messages';
import type { messageWriter } from '../adapters/dynamo/webhooks/message-item';
import type { subscriptionReader } from '../adapters/dynamo/webhooks/watched';
import type { openWatchedSets, WatchedSet } from '../adapters/dynamo/webhooks/watched-set';
import type { webhookReader } from '../adapters/dynamo/webhooks/webhook-item';
import type { Queue } from '../adapters/queue';
import type { RawBlocks } from '../adapters/raw-blocks';
import type { StoredTraces } from '../adapters/stored-traces';
import type { BlockEvent, TracedEvent } from '../contract/events';
import type { Delivery } from '../contract/messages';
import type { RawBlock } from '../domain/evm/rpc';
import { transfersOf } from '../domain/evm/transfers';
import { hasEvent, namedAddresses } from '../domain/webhooks/match';
import { messageId, type NewMessage } from '../domain/webhooks/message';
import { isAfter, type Since, type WebhookRecord } from '../domain/webhooks/webhook';
import { digestOf } from './digest';

/** Everything that matching needs. */
export interface MatchRoom {
  readonly watched: ReturnType<typeof openWatchedSets>;
  readonly subscriptions: Pick<ReturnType<typeof subscriptionReader>, 'of'>;
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'find'>;
  readonly messages: Pick<ReturnType<typeof messageWriter>, 'create' | 'revoke'>;
  readonly blocks: BlockMessageStore;
  /** How often a block became canonical here, and in which epoch it last did. */
  readonly arrivalOf: (
    chain: string,
    hash: string,
  ) => Promise<{ readonly incarnation: number; readonly epoch: number }>;
  readonly raw: Pick<RawBlocks, 'get'>;
  readonly traces: Pick<StoredTraces, 'find'>;
  readonly deliveries: Pick<Queue, 'send'>;
  /** The matcher's own queue. */
  readonly later: Pick<Queue, 'send'>;
  readonly now: Clock;
}

/** How long internal transactions are waited for, seconds. */
const WAITS = 60;
/** Rows that are written at once. */
const IN_FLIGHT = 16;

/** A block was added: its messages are made, and those that it confirms are let go. */
export async function added(room: MatchRoom, event: BlockEvent): Promise<void> {
  const watched = await room.watched.of(event.chainId);
  if (!watched) return;
  const block = arrivalOf(event);
  const hits = event.transactions === 0 ? [] : await hitsOf(room, watched, block, event);
  const asks = ({ webhook }: Hit) => webhook.includeInternalTxs === true;
  await tell(
    room,
    block,
    'plain',
    hits.filter((hit) => !asks(hit)),
  );
  // What only internal transactions name is found when they come.
  if (hits.some(asks)) await room.later.send([{ waitedFor: event }], { delaySeconds: WAITS });
  await release(room, event.chainId, event.number, event.hash);
}

/** The internal transactions of a block are known: webhooks that ask for them are told. */
export async function traced(room: MatchRoom, { chainId, number, hash }: TracedEvent): Promise<void> {
  const watched = await room.watched.of(chainId);
  if (!watched?.internals) return;
  // The block's own epoch: the lane comes later, and the chain may have been rolled back above it meanwhile.
  const { incarnation, epoch } = await room.arrivalOf(chainId, hash);
  const block = { chain: chainId, number, hash, incarnation };
  const hits = await hitsOf(room, watched, block, { number, epoch }, 'traced');
  await tell(
    room,
    block,
    'traced',
    hits.filter(({ webhook }) => webhook.includeInternalTxs),
  );
}

/** They were waited for long enough: who is still to be told is told without, and told so. */
export async function waitedLong(room: MatchRoom, event: BlockEvent): Promise<void> {
  const watched = await room.watched.of(event.chainId);
  if (!watched) return;
  const block = arrivalOf(event);
  const hits = await hitsOf(room, watched, block, event);
  const known = (await room.traces.find(event.chainId, block)) !== undefined;
  // All of them: one that does not ask any more was left for the traces when it did.
  await tell(room, block, 'waited', hits, !known);
}

/** A block was removed: what was not sent is not sent any more, and what may have been is taken back. */
export async function removed(room: MatchRoom, event: BlockEvent): Promise<void> {
  if (!(await room.watched.of(event.chainId))) return;
  const block = arrivalOf(event);
  // First the mark, then the look at what is there; `tell` does it the other way round: one of the two sees the other.
  await room.blocks.markRevoked(block, room.now());
  await revoke(room, block, await room.blocks.of(block));
}

interface Hit {
  readonly webhook: WebhookRecord;
  readonly tx: number;
  readonly txHash: string;
}

/** Which webhooks a block's transactions concern, each once. */
async function hitsOf(
  room: MatchRoom,
  watched: WatchedSet,
  { chain, ...ref }: Arrival,
  at: Since,
  known?: 'traced',
): Promise<Hit[]> {
  const raw = await room.raw.get(chain, ref);
  const frames = known && (await room.traces.find(chain, ref));
  const named = namedAddresses(raw, transfersOf(raw.receipts), frames);
  const addresses = [...named.keys()].filter((address) => watched.has(address));
  const places = new Map<string, { owner: string; txs: Set<number> }>();
  await inParallel(addresses, IN_FLIGHT, async (address) => {
    for (const { webhook, owner, since } of await room.subscriptions.of(chain, address)) {
      if (!isAfter(at, since)) continue;
      const own = places.get(webhook) ?? { owner, txs: new Set() };
      for (const tx of named.get(address) ?? []) own.txs.add(tx);
      places.set(webhook, own);
    }
  });
  const hits: Hit[] = [];
  await inParallel([...places], IN_FLIGHT, async ([id, { owner, txs }]) => {
    const webhook = await room.webhooks.find(owner, id);
    if (webhook?.active && isAfter(at, webhook.since)) hits.push(...hitsOn(raw, webhook, txs));
  });
  return hits;
}

const hitsOn = ({ block, receipts }: RawBlock, webhook: WebhookRecord, txs: ReadonlySet<number>): Hit[] =>
  [...txs]
    .filter((tx) => hasEvent(receipts[tx], webhook.eventSignatures))
    .map((tx) => ({ webhook, tx, txHash: block.transactions[tx]?.hash ?? '' }));

/** Makes messages of an added block: in the block's list, then each, then on their way. May be repeated. */
async function tell(
  room: MatchRoom,
  block: Arrival,
  pass: string,
  hits: readonly Hit[],
  withoutInternals = false,
): Promise<void> {
  if (hits.length === 0) return;
  const { chain, hash: blockHash, incarnation } = block;
  const made = hits.map(({ webhook, tx, txHash }) => ({
    confirmations: webhook.confirmations ?? 0,
    message: {
      webhook: webhook.id,
      owner: webhook.owner,
      block: block.number,
      tx,
      digest: digestOf({ chain, blockHash, txHash, webhook: webhook.id, kind: 'added', incarnation }),
      kind: 'added',
      createdAt: room.now(),
      of: { blockHash, txHash },
      ...(withoutInternals ? { withoutInternals } : {}),
    } satisfies NewMessage,
  }));
  const messages = made.map(({ message }) => message);
  await room.blocks.list(block, pass, messages, room.now());
  if (await room.blocks.isRevoked(block)) return revoke(room, block, messages);
  await inParallel(messages, IN_FLIGHT, async (message) => void (await room.messages.create(message)));
  const held = made.filter(({ confirmations }) => confirmations > 0);
  await room.blocks.hold(block, held);
  // The bus is unordered, and traces come late: the block that they wait for may be there already.
  for (const confirmations of new Set(held.map((one) => one.confirmations))) {
    const at = { number: block.number + confirmations, hash: '' };
    if ((await room.blocks.areCanonical(chain, [at])).size > 0) await release(room, chain, at.number);
  }
  await room.deliveries.send(
    made.filter(({ confirmations }) => confirmations === 0).map(({ message }) => refOf(message)),
  );
}

/** Ends the messages of a removed block; of those that may have arrived another message takes them back. */
async function revoke(
  room: MatchRoom,
  { chain, incarnation }: Arrival,
  messages: readonly NewMessage[],
): Promise<void> {
  await inParallel(messages, IN_FLIGHT, async (message) => {
    const { webhook, of } = message;
    if (!of || (await room.messages.revoke(message)) === 'unsent') return;
    const removal: NewMessage = {
      ...message,
      kind: 'removed',
      digest: digestOf({ chain, ...of, webhook, kind: 'removed', incarnation }),
      removes: messageId(message),
      createdAt: room.now(),
    };
    await room.messages.create(removal);
    await room.deliveries.send([refOf(removal)]);
  });
}

/**
 * Lets go the messages that waited for a block of this number, of blocks that are still on the chain. `hash`: the one
 * that is said to be there; where it is left already, its successor lets them go.
 */
async function release({ blocks, deliveries }: MatchRoom, chain: string, number: number, hash?: string): Promise<void> {
  for (;;) {
    const held = await blocks.heldUpTo(chain, number);
    if (held.length === 0) return;
    const canonical = await blocks.areCanonical(chain, [
      ...held.map(({ block }) => block),
      ...(hash === undefined ? [] : [{ number, hash }]),
    ]);
    if (hash !== undefined && !canonical.has(hash)) return;
    await deliveries.send(held.filter(({ block }) => canonical.has(block.hash)).map(({ ref }) => ref));
    await blocks.release(held);
  }
}

const refOf = ({ webhook, block, tx, digest }: NewMessage): Delivery => ({ webhook, block, tx, digest });
const arrivalOf = ({ chainId, number, hash, incarnation }: BlockEvent): Arrival => ({
  chain: chainId,
  number,
  hash,
  incarnation,
});
