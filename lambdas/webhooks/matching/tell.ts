import type { Queue } from '../../adapters/aws/queue';
import type { Clock } from '../../adapters/clock';
import { inParallel } from '../../adapters/dynamo/table';
import type { Arrival, BlockMessageStore } from '../../adapters/dynamo/webhooks/block-messages';
import type { messageWriter } from '../../adapters/dynamo/webhooks/message-item';
import type { subscriptionReader } from '../../adapters/dynamo/webhooks/watched';
import type { openWatchedSets } from '../../adapters/dynamo/webhooks/watched-set';
import type { webhookReader } from '../../adapters/dynamo/webhooks/webhook-item';
import type { RawBlocks } from '../../adapters/evm/raw-blocks';
import type { StoredTraces } from '../../adapters/evm/stored-traces';
import type { Delivery } from '../../contract/messages';
import { messageId, type NewMessage } from '../../domain/webhooks/message';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
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

/** Rows that are written at once. */
const IN_FLIGHT = 16;

/** A transaction that concerns a webhook. */
export interface Hit {
  readonly webhook: WebhookRecord;
  readonly tx: number;
  readonly txHash: string;
}

/** Makes messages of an added block: in the block's list, then each, then on their way. May be repeated. */
export async function tell(
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
export async function revoke(
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
export async function release(
  { blocks, deliveries }: MatchRoom,
  chain: string,
  number: number,
  hash?: string,
): Promise<void> {
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
