import type { Attempt, MessageStatus } from '../../../contract/schemas/webhook-messages';
import type { MessageRecord, MessageRef, NewMessage } from '../../../domain/webhooks/message';
import type { Item } from '../../../table/item';
import { after, key, keyPrefix, parseKey } from '../../../table/key';
import { entities } from '../../../table/schema';
import { bytesOf, hexOf } from '../chain/cursor-item';
import type { List } from '../list';
import { bytes, type Stored, text } from '../stored-item';
import type { Table } from '../table';
import { ABSENT, below, not, oneOf, PRESENT } from '../update';
import { dueAt } from './due-messages';

/** How long messages are kept. */
const RETENTION_SECONDS = 30 * 86_400;
/** Only the latest attempts are kept: an item has a maximum size, and replays have no end. */
const MAX_ATTEMPTS_KEPT = 30;
const KIND = { added: 'a', removed: 'r', test: 't' } as const;
const STATUS = { pending: 'p', delivered: 'd', failed: 'f', revoked: 'x' } as const;

const named = <T extends string>(letters: Readonly<Record<T, string>>, letter: unknown): T => {
  const found = (Object.keys(letters) as T[]).find((name) => letters[name] === letter);
  if (!found) throw new Error(`unknown code in a message item: ${String(letter)}`);
  return found;
};

/** The key of a message's item. */
const messageKey = ({ webhook, block, tx, digest }: Omit<MessageRef, 'kind'>) => ({
  pk: key(entities.Message.pk, { webhook }),
  sk: key(entities.Message.sk, { block, tx, digest }),
});

/** The message of an item. */
function readMessage(item: Stored): MessageRecord {
  return {
    ...parseKey(entities.Message.pk, item.pk),
    ...parseKey(entities.Message.sk, item.sk),
    kind: named(KIND, item.k),
    owner: text(item.o),
    status: named(STATUS, item.s),
    createdAt: Number(item.t),
    begun: Number(item.n ?? 0),
    attempts: (item.a ?? []) as Attempt[],
    ...(item.g1s === undefined ? {} : { nextAttemptAt: parseKey(entities.Message.gsi1[1], item.g1s).due }),
    ...(item.h === undefined ? {} : { of: { blockHash: hexOf(bytes(item.h)), txHash: hexOf(bytes(item.x)) } }),
    ...(item.rm === undefined ? {} : { removes: text(item.rm) }),
    ...(item.se === undefined ? {} : { subEvent: text(item.se) }),
    ...(item.im === true ? { isIncomplete: true } : {}),
  };
}

/** The item of a message that was not sent yet. */
const newMessage = (message: NewMessage): Item => ({
  ...messageKey(message),
  k: KIND[message.kind],
  o: message.owner,
  s: STATUS.pending,
  t: message.createdAt,
  expiresAt: Math.floor(message.createdAt / 1_000) + RETENTION_SECONDS,
  ...(message.of ? { h: bytesOf(message.of.blockHash), x: bytesOf(message.of.txHash) } : {}),
  ...(message.removes === undefined ? {} : { rm: message.removes }),
  ...(message.subEvent === undefined ? {} : { se: message.subEvent }),
  ...(message.isIncomplete ? { im: true } : {}),
});

/** Messages of webhooks. */
export const messageReader = (table: Table) => ({
  async find(of: Omit<MessageRef, 'kind'>): Promise<MessageRecord | undefined> {
    const item = await table.get(messageKey(of), true);
    return item && readMessage(item);
  },
  /** In the order of the chain; of a range of blocks, both ends included. */
  ofWebhook: (webhook: string, from = 0, to = 9_999_999_999): List<MessageRecord> => ({
    pk: key(entities.Message.pk, { webhook }),
    low: keyPrefix(entities.Message.sk, { block: from }),
    high: after(keyPrefix(entities.Message.sk, { block: to })),
    rows: (item) => [{ key: text(item.sk), value: readMessage(item) }],
  }),
});

/** The result of an attempt. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly status: MessageStatus;
  /** Unix milliseconds; absent where there is no next one. */
  readonly nextAttemptAt?: number;
}

/** Creates messages and changes their state. */
export const messageWriter = (table: Table) => ({
  /** false where the message exists, as it does when its block is matched again. */
  create: (message: NewMessage): Promise<boolean> => table.putIfAbsent(newMessage(message)),

  /**
   * Its block is no longer canonical: the message is not sent any more. 'unsent' where it never was, 'perhaps' where it
   * may have reached its receiver. May be repeated.
   */
  async revoke(message: NewMessage): Promise<'unsent' | 'perhaps'> {
    // A block's messages are listed before they are created.
    if (await table.putIfAbsent({ ...newMessage(message), s: STATUS.revoked })) return 'unsent';
    const end = (when: readonly Record<string, unknown>[]) =>
      table.updateIf(
        messageKey(message),
        { set: { s: STATUS.revoked }, remove: ['g1p', 'g1s'] },
        when.map((one) => ({ s: oneOf(STATUS.pending, STATUS.revoked), ...one })),
      );
    // A replay sets the claim, but does not count as an attempt.
    if (await end([{ n: ABSENT, cl: ABSENT, a: ABSENT }])) return 'unsent';
    await end([{ n: PRESENT }, { cl: PRESENT }, { a: PRESENT }]);
    return 'perhaps';
  },

  /**
   * Takes the right to send a message until a time, Unix ms. false where another sender has it, the message is no longer
   * pending, or an attempt started since it was read: of two senders that read the same item, one sends. A replay may
   * claim whatever is not revoked, and is not counted.
   */
  async claim(message: MessageRecord, now: number, until: number, replay = false): Promise<boolean> {
    const isOpen = replay
      ? { s: not(STATUS.revoked) }
      : { s: STATUS.pending, n: message.begun === 0 ? ABSENT : message.begun };
    const claimed = await table.updateIf(
      messageKey(message),
      { set: { cl: until, ...(replay ? {} : { n: message.begun + 1 }) } },
      // A message that is not there has no status: it is not claimed into being.
      [ABSENT, below(now)].map((cl) => ({ pk: PRESENT, ...isOpen, cl })),
    );
    return claimed !== undefined;
  },

  /** Records the result of the attempt that `claim` began. A message revoked meanwhile stays so; a failed replay leaves the status. */
  async settle(message: MessageRecord, { attempt, status, nextAttemptAt }: Outcome, replay = false): Promise<void> {
    const isLong = message.attempts.length >= MAX_ATTEMPTS_KEPT;
    const kept = isLong ? { a: [...message.attempts.slice(1 - MAX_ATTEMPTS_KEPT), attempt] } : {};
    const append = isLong ? {} : { append: { a: [attempt] } };
    const due = nextAttemptAt === undefined ? undefined : dueAt(message, nextAttemptAt);
    const settled =
      (!replay || status === 'delivered') &&
      (await table.updateIf(
        messageKey(message),
        { set: { ...kept, s: STATUS[status], ...due }, ...append, remove: due ? ['cl'] : ['cl', 'g1p', 'g1s'] },
        { s: replay ? not(STATUS.revoked) : STATUS.pending },
      ));
    if (!settled) await table.update(messageKey(message), { set: kept, ...append, remove: ['cl'] });
  },

  /** Makes a message due at a time, Unix ms, without an attempt. */
  async postpone(message: MessageRecord, until: number): Promise<void> {
    await table.updateIf(messageKey(message), { set: dueAt(message, until) }, { s: STATUS.pending });
  },
});
