import type { BlockToMatch, Match, MatchPass } from '../domain/match';
import type { NewMessage } from '../domain/message';
import { isOrdered, isPulled } from '../domain/webhook';
import type { MatcherDeps } from './deps';
import { computeDigest } from './digest';
import { release } from './release';
import { revoke } from './revoke';

/** Idempotent. The block's list of messages comes first, then feed entries, then each message with its outbox entry. */
export async function createMessages(
  deps: MatcherDeps,
  { block, pass, isLate }: { readonly block: BlockToMatch; readonly pass: MatchPass; readonly isLate: boolean },
  matches: readonly Match[],
): Promise<void> {
  if (matches.length === 0) return;
  const created = matches.map((match) => {
    const message = getMessage(block, match, deps.now());
    const { confirmations = 0 } = match.webhook;
    return confirmations > 0 && !message.isPulled
      ? { message, confirmations, held: deps.blocks.heldItem(block, message, confirmations) }
      : { message, confirmations };
  });
  const messages = created.map(({ message }) => message);
  await deps.blocks.list(block, pass, messages, deps.now());
  await deps.audited.note(messages, deps.now());
  if (block.serial !== undefined)
    await list(deps, { ...block, serial: block.serial }, { pass, isLate, matches, messages });
  const revocation = await deps.blocks.findRevocation(block);
  if (revocation) return revoke(deps, block, messages, { origin: block.serial, serial: revocation.serial });
  await deps.messages.create(created, deps.now());
  // Events are unordered and some passes come late: the confirming block may have been added already.
  for (const confirmations of new Set(created.map((one) => one.confirmations))) {
    if (confirmations === 0) continue;
    const at = { number: block.number + confirmations, hash: '' };
    if ((await deps.blocks.areCanonical(block.chain, [at])).size > 0) await release(deps, block.chain, at.number);
  }
  const isDue = ({ message, confirmations }: (typeof created)[number]) =>
    message.isOrdered || (confirmations === 0 && !message.isPulled);
  await deps.announce(created.filter(isDue).map(({ message }) => message));
}

interface ToList {
  readonly pass: MatchPass;
  readonly isLate: boolean;
  readonly matches: readonly Match[];
  readonly messages: readonly NewMessage[];
}

/** The `timedOut` pass repeats matches of webhooks whose feeds do not wait for it. */
async function list(
  { feed, marks, now }: MatcherDeps,
  block: BlockToMatch & { readonly serial: number },
  { pass, isLate, matches, messages }: ToList,
): Promise<void> {
  const waiting = new Set(matches.flatMap(({ webhook }) => (webhook.waitsForTraces ? [webhook.id] : [])));
  const add = (some: readonly NewMessage[], areLate: boolean) =>
    areLate
      ? feed.addLate(block, block.serial, { messages: some, waiting }, now())
      : feed.add(block.serial, some, now());
  if (pass !== 'timedOut') return add(messages, isLate);
  await add(
    messages.filter(({ webhook }) => waiting.has(webhook)),
    isLate,
  );
  await add(
    messages.filter(({ webhook }) => !waiting.has(webhook)),
    await marks.isPassed(block.chain, block.serial),
  );
}

function getMessage(block: BlockToMatch, match: Match, createdAt: number): NewMessage {
  const { chain, hash: blockHash, incarnation } = block;
  const { webhook, tx, txHash, subEvent, isIncomplete } = match;
  const detail = subEvent === undefined ? {} : { subEvent };
  const of = { blockHash, ...(txHash === undefined ? {} : { txHash }) };
  return {
    webhook: webhook.id,
    owner: webhook.owner,
    block: block.number,
    tx,
    digest: computeDigest({ chain, ...of, webhook: webhook.id, kind: 'added', incarnation, ...detail }),
    kind: 'added',
    createdAt,
    of,
    ...detail,
    ...(isIncomplete ? { isIncomplete } : {}),
    ...(webhook.removals === false ? { removals: false } : {}),
    ...(isPulled(webhook) || isOrdered(webhook) ? { isPulled: true } : {}),
    ...(isOrdered(webhook) ? { isOrdered: true } : {}),
  };
}
