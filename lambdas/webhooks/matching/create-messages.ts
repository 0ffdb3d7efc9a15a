import { inParallel } from '../../adapters/in-parallel';
import type { Delivery } from '../../contract/messages';
import type { CanonicalBlock, Match, MatchPass } from '../../domain/webhooks/match';
import { messageId, type NewMessage } from '../../domain/webhooks/message';
import type { MatcherDeps } from './deps';
import { digestOf } from './digest';

/** Messages written in parallel. */
const MAX_PARALLEL = 16;

/** Creates the messages of an added block: first the block's list of them, then each, then their deliveries. May be repeated. */
export async function createMessages(
  deps: MatcherDeps,
  block: CanonicalBlock,
  pass: MatchPass,
  matches: readonly Match[],
): Promise<void> {
  if (matches.length === 0) return;
  const created = matches.map((match) => ({
    confirmations: match.webhook.confirmations ?? 0,
    message: messageOf(block, match, deps.now()),
  }));
  const messages = created.map(({ message }) => message);
  await deps.blocks.list(block, pass, messages, deps.now());
  if (await deps.blocks.isRevoked(block)) return revoke(deps, block, messages);
  await inParallel(messages, MAX_PARALLEL, async (message) => void (await deps.messages.create(message)));
  const held = created.filter(({ confirmations }) => confirmations > 0);
  await deps.blocks.hold(block, held);
  // The bus is unordered, and some passes come late: the block that confirms these may have been added already.
  for (const confirmations of new Set(held.map((one) => one.confirmations))) {
    const at = { number: block.number + confirmations, hash: '' };
    if ((await deps.blocks.areCanonical(block.chain, [at])).size > 0) await release(deps, block.chain, at.number);
  }
  await deps.deliveries.send(
    created.filter(({ confirmations }) => confirmations === 0).map(({ message }) => refOf(message)),
  );
}

function messageOf(block: CanonicalBlock, match: Match, createdAt: number): NewMessage {
  const { chain, hash: blockHash, incarnation } = block;
  const { webhook, tx, txHash, subEvent, isIncomplete } = match;
  const detail = subEvent === undefined ? {} : { subEvent };
  return {
    webhook: webhook.id,
    owner: webhook.owner,
    block: block.number,
    tx,
    digest: digestOf({ chain, blockHash, txHash, webhook: webhook.id, kind: 'added', incarnation, ...detail }),
    kind: 'added',
    createdAt,
    of: { blockHash, txHash },
    ...detail,
    ...(isIncomplete ? { isIncomplete } : {}),
  };
}

/** Revokes the messages of a removed block. For each that may have reached its receiver, a removal is sent. */
export async function revoke(
  deps: MatcherDeps,
  { chain, incarnation }: CanonicalBlock,
  messages: readonly NewMessage[],
): Promise<void> {
  await inParallel(messages, MAX_PARALLEL, async (message) => {
    const { webhook, of, subEvent } = message;
    if (!of || (await deps.messages.revoke(message)) === 'unsent') return;
    const identity = { chain, ...of, webhook, kind: 'removed', incarnation } as const;
    const removal: NewMessage = {
      ...message,
      kind: 'removed',
      digest: digestOf({ ...identity, ...(subEvent === undefined ? {} : { subEvent }) }),
      removes: messageId(message),
      createdAt: deps.now(),
    };
    await deps.messages.create(removal);
    await deps.deliveries.send([refOf(removal)]);
  });
}

/**
 * Sends the messages that waited for a block of this number, those whose own blocks are still canonical. `hash`: the
 * block that was announced; if it is no longer canonical, its successor at this number releases them.
 */
export async function release(
  { blocks, deliveries }: MatcherDeps,
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
