import { inParallel } from '../../adapters/dynamo/table';
import type { Arrival } from '../../adapters/dynamo/webhooks/block-messages';
import type { WatchedSet } from '../../adapters/dynamo/webhooks/watched-set';
import type { BlockEvent, TracedEvent } from '../../contract/events';
import type { RawBlock } from '../../domain/evm/rpc';
import { transfersOf } from '../../domain/evm/transfers';
import { hasEvent, namedAddresses } from '../../domain/webhooks/match';
import { isAfter, type Since, type WebhookRecord } from '../../domain/webhooks/webhook';
import { type Hit, type MatchRoom, release, revoke, tell } from './tell';

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

const arrivalOf = ({ chainId, number, hash, incarnation }: BlockEvent): Arrival => ({
  chain: chainId,
  number,
  hash,
  incarnation,
});
