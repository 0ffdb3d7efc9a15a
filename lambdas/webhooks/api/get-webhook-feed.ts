import { chunk } from '../../core/contract/chunk';
import { ApiError, badRequest } from '../../core/contract/errors';
import { steadyClock } from '../../core/runtime/clock';
import { MESSAGE_RETENTION_DAYS } from '../contract/delivery';
import { getWebhookFeed } from '../contract/feed-endpoint';
import { getBody, kindOf } from '../delivery/body';
import { type Signed, sign } from '../delivery/sign';
import { BEFORE_ALL, type FeedPosition, isAfter, MAX_RANK } from '../domain/feed-position';
import { serialOfBlock } from '../domain/feed-progress';
import { type MessageRecord, messageId } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import { isExpired, readCursor, writeCursor } from '../feed/cursor';
import { endOfFeed, isStale, readFeed } from '../feed/read-feed';
import type { ChainProgress } from '../rows/feed-progress';
import { implement } from './shared/implement-feed';
import { ownWebhook } from './shared/own-webhook';

/** A response of a Lambda function has at most 6 MB. */
const MAX_BODY_BYTES = 4_000_000;
const BODIES_AT_ONCE = 10;
const OLDEST: FeedPosition = { start: BEFORE_ALL, read: BEFORE_ALL };

export const handler = implement(getWebhookFeed, async ({ params, query, caller, deps }) => {
  const { cursor, from, limit, waitSeconds } = query;
  if (cursor !== undefined && from !== undefined) throw badRequest('from', 'is only for a request without a cursor');
  const until = steadyClock() + waitSeconds * 1_000;
  const given = cursor === undefined ? undefined : readCursor(params.id, cursor, deps.now());
  if (given === 'expired') throw expired(params.id, 'cursor: is older than', deps.now());
  // Without a read of the webhook: another owner's has no entries under this one.
  const isQuiet =
    given && !given.within && !(await hasUnread(deps.FeedEntry, { ...params, owner: caller.ownerId }, given));
  if (given && isQuiet && waitSeconds === 0)
    return { messages: [], cursor: writeCursor(params.id, given, deps.now()), done: true };
  const webhook = await ownWebhook(deps, caller, params);
  let progress = await deps.FeedProgress.of(webhook.chain);
  if (given && isStale(progress, given)) progress = await deps.FeedProgress.of(webhook.chain, true);
  let position = given ?? (await startOf(deps, webhook, progress, from));
  for (;;) {
    const page = await readFeed({ entries: deps.FeedEntry, messages: deps.Message }, webhook, progress, {
      from: position,
      limit,
    });
    position = page.position;
    const isEmpty = page.messages.length === 0 && page.isDone;
    const changed = isEmpty && (await deps.FeedProgress.change(webhook.chain, progress.version, until));
    if (!changed) return answer(deps, webhook, page);
    progress = changed;
  }
});

type Deps = Parameters<Parameters<typeof implement<typeof getWebhookFeed>>[1]>[0]['deps'];
type Page = Awaited<ReturnType<typeof readFeed>>;

async function hasUnread(
  entries: Deps['FeedEntry'],
  ref: Pick<WebhookRecord, 'owner' | 'id'>,
  { read }: FeedPosition,
): Promise<boolean> {
  for await (const [entry] of entries.of(ref, read)) if (entry && isAfter(entry, read)) return true;
  return false;
}

async function startOf(
  deps: Deps,
  webhook: WebhookRecord,
  progress: ChainProgress,
  from: string | undefined,
): Promise<FeedPosition> {
  if (from === undefined || from === 'oldest') return OLDEST;
  if (from === 'now') {
    const end = endOfFeed(progress, webhook);
    return { start: end, read: end };
  }
  const number = Number(from.slice('block:'.length));
  const block = await kindOf(deps.Message.kinds, webhook).blockFrom(webhook.chain, number);
  const found = serialOfBlock(progress.matched, number);
  if (!block || found === 'above')
    throw badRequest('from', `block ${number} is not matched yet; use now, or repeat the request once it is indexed`);
  const now = deps.now();
  if (isExpired(Math.max(block.time * 1_000, webhook.createdAt), now))
    throw expired(webhook.id, `from: block ${number} is older than`, now);
  const serial = found === 'below' ? (block.serial ?? 0) : found;
  if (serial === 0) return OLDEST;
  const before = { serial: serial - 1, rank: MAX_RANK };
  return { start: before, read: before };
}

const expired = (webhook: string, what: string, now: number): ApiError =>
  new ApiError(
    410,
    `${what} ${MESSAGE_RETENTION_DAYS} days, after which messages are deleted. The oldest valid cursor is ${writeCursor(webhook, OLDEST, now)}`,
  );

/** Up to the first message that cannot be built, or that makes the response too large. */
async function answer(deps: Deps, webhook: WebhookRecord, { messages, position, isDone }: Page) {
  const now = deps.now();
  const secrets = messages.length > 0 ? await deps.WebhookSecret.signing(webhook, now) : [];
  const built: (Signed & { readonly id: string })[] = [];
  let bytes = 0;
  const build = async ({ message }: { readonly message: MessageRecord }) => ({
    id: messageId(message),
    ...sign(await getBody(deps.Message.kinds, webhook, message), secrets, now),
  });
  for (const some of chunk(messages, BODIES_AT_ONCE))
    for (const result of await Promise.allSettled(some.map(build))) {
      const isWhole = built.length > 0 && (result.status === 'rejected' || bytes > MAX_BODY_BYTES);
      const last = messages[built.length - 1];
      if (isWhole && last) return { messages: built, cursor: writeCursor(webhook.id, last.position, now), done: false };
      if (result.status === 'rejected') throw result.reason;
      bytes += Buffer.byteLength(result.value.body);
      built.push(result.value);
    }
  return { messages: built, cursor: writeCursor(webhook.id, position, now), done: isDone };
}
