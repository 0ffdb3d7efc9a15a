import type { Attempt, MessageStatus } from '../../../contract/schemas/webhook-messages';
import type { MessageRecord, MessageRef, NewMessage } from '../../../domain/webhooks/message';
import type { Item } from '../../../table/item';
import { after, key, keyPrefix } from '../../../table/key';
import { entities } from '../../../table/schema';
import { bytesOf, hexOf } from '../chain/cursor-item';
import type { List } from '../list';
import { bytes, type Stored, text } from '../stored-item';
import { holds, type Table } from '../table';
import { dueAt } from './due-messages';

/** How long messages are kept, seconds. */
const KEPT = 30 * 86_400;
/** Attempts that are kept, the latest. */
const ATTEMPTS = 30;
const KIND = { added: 'a', removed: 'r', test: 't' } as const;
const STATUS = { pending: 'p', delivered: 'd', failed: 'f', revoked: 'x' } as const;

const named = <T extends string>(letters: Readonly<Record<T, string>>, letter: unknown): T => {
  const found = (Object.keys(letters) as T[]).find((name) => letters[name] === letter);
  if (!found) throw new Error(`a message says ${String(letter)}`);
  return found;
};

/** The key of a message's item. */
const messageKey = ({ webhook, block, tx, digest }: Omit<MessageRef, 'kind'>) => ({
  pk: key(entities.Message.pk, { webhook }),
  sk: key(entities.Message.sk, { block, tx, digest }),
});

/** What the item says. */
function readMessage(item: Stored): MessageRecord {
  const [block = '', tx = '', digest = ''] = text(item.sk).split('#');
  return {
    webhook: text(item.pk).split('#')[1] ?? '',
    block: Number(block),
    tx: Number(tx),
    digest,
    kind: named(KIND, item.k),
    owner: text(item.o),
    status: named(STATUS, item.s),
    createdAt: Number(item.t),
    begun: Number(item.n ?? 0),
    attempts: (item.a ?? []) as Attempt[],
    ...(item.g1s === undefined ? {} : { nextAttemptAt: Number(text(item.g1s).split('#')[0]) }),
    ...(item.h === undefined ? {} : { of: { blockHash: hexOf(bytes(item.h)), txHash: hexOf(bytes(item.x)) } }),
    ...(item.rm === undefined ? {} : { removes: text(item.rm) }),
    ...(item.im === true ? { withoutInternals: true } : {}),
  };
}

/** A message that was not sent yet. */
const newMessage = (message: NewMessage): Item => ({
  ...messageKey(message),
  k: KIND[message.kind],
  o: message.owner,
  s: STATUS.pending,
  t: message.createdAt,
  expiresAt: Math.floor(message.createdAt / 1_000) + KEPT,
  ...(message.of ? { h: bytesOf(message.of.blockHash), x: bytesOf(message.of.txHash) } : {}),
  ...(message.removes === undefined ? {} : { rm: message.removes }),
  ...(message.withoutInternals ? { im: true } : {}),
});

/** Messages of webhooks. */
export const messageReader = (table: Table) => ({
  async find(of: Omit<MessageRef, 'kind'>): Promise<MessageRecord | undefined> {
    const item = await table.get(messageKey(of), true);
    return item && readMessage(item);
  },
  /** By block and transaction; of these blocks, both included. */
  ofWebhook: (webhook: string, from = 0, to = 9_999_999_999): List<MessageRecord> => ({
    pk: key(entities.Message.pk, { webhook }),
    low: keyPrefix(entities.Message.sk, { block: from }),
    high: after(keyPrefix(entities.Message.sk, { block: to })),
    rows: (item) => [{ key: text(item.sk), value: readMessage(item) }],
  }),
});

/** What became of an attempt. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly status: MessageStatus;
  /** Unix milliseconds; absent where there is no next one. */
  readonly nextAttemptAt?: number;
}

/** Writes messages, and what becomes of them. */
export const messageWriter = (table: Table) => ({
  /** false where it is there already, as it is when its block is matched a second time. */
  create: (message: NewMessage): Promise<boolean> => table.putIfAbsent(newMessage(message)),

  /**
   * Its block is no longer canonical: it is not sent any more. 'unsent' where it never was, 'perhaps' where it may have
   * reached its receiver. May be repeated.
   */
  async revoke(message: NewMessage): Promise<'unsent' | 'perhaps'> {
    // The list of a block's messages stands before they do.
    if (await table.putIfAbsent({ ...newMessage(message), s: STATUS.revoked })) return 'unsent';
    const end = (condition: string) =>
      holds(
        table.update(messageKey(message), {
          UpdateExpression: 'SET s = :revoked REMOVE g1p, g1s',
          ConditionExpression: `(s = :pending OR s = :revoked) AND ${condition}`,
          ExpressionAttributeValues: { ':revoked': STATUS.revoked, ':pending': STATUS.pending },
          ReturnValues: 'ALL_NEW',
        }),
      );
    // A replay claims too, and counts nothing.
    if (await end('attribute_not_exists(n) AND attribute_not_exists(cl) AND attribute_not_exists(a)')) return 'unsent';
    await end('(attribute_exists(n) OR attribute_exists(cl) OR attribute_exists(a))');
    return 'perhaps';
  },

  /**
   * Takes the right to send a message, until a time (Unix ms). false where another sender has it, or it is no longer
   * pending, or was tried since it was read: of two that read the same, one sends. A replay sends whatever is not
   * revoked, and does not count.
   */
  claim(message: MessageRecord, now: number, until: number, replay = false): Promise<boolean> {
    const unread = message.begun === 0 ? 'attribute_not_exists(n)' : 'n = :begun';
    return holds(
      table.update(messageKey(message), {
        UpdateExpression: replay ? 'SET cl = :until' : 'SET n = :n, cl = :until',
        ConditionExpression: `${replay ? 'attribute_exists(s) AND s <> :revoked' : `s = :pending AND ${unread}`} AND (attribute_not_exists(cl) OR cl < :now)`,
        ExpressionAttributeValues: {
          ':until': until,
          ':now': now,
          ...(replay
            ? { ':revoked': STATUS.revoked }
            : {
                ':pending': STATUS.pending,
                ':n': message.begun + 1,
                ...(message.begun === 0 ? {} : { ':begun': message.begun }),
              }),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
  },

  /** Says what became of the attempt that `claim` began. What was revoked meanwhile stays so; a replay that failed changes nothing. */
  async settle(message: MessageRecord, { attempt, status, nextAttemptAt }: Outcome, replay = false): Promise<void> {
    // Replays have no end, and an item has one.
    const isLong = message.attempts.length >= ATTEMPTS;
    const tried = {
      UpdateExpression: `SET a = ${isLong ? ':attempts' : 'list_append(if_not_exists(a, :none), :attempt)'} REMOVE cl`,
      ExpressionAttributeValues: isLong
        ? { ':attempts': [...message.attempts.slice(1 - ATTEMPTS), attempt] }
        : { ':attempt': [attempt], ':none': [] },
      ReturnValues: 'ALL_NEW',
    } as const;
    const due = nextAttemptAt === undefined ? undefined : dueAt(message, nextAttemptAt);
    const changes = due ? ', s = :status, g1p = :p, g1s = :s REMOVE cl' : ', s = :status REMOVE cl, g1p, g1s';
    const settled =
      (!replay || status === 'delivered') &&
      (await holds(
        table.update(messageKey(message), {
          ...tried,
          UpdateExpression: tried.UpdateExpression.replace(' REMOVE cl', changes),
          ConditionExpression: replay ? 's <> :revoked' : 's = :pending',
          ExpressionAttributeValues: {
            ...tried.ExpressionAttributeValues,
            ':status': STATUS[status],
            ...(replay ? { ':revoked': STATUS.revoked } : { ':pending': STATUS.pending }),
            ...due,
          },
        }),
      ));
    if (!settled) await table.update(messageKey(message), tried);
  },

  /** Looks at a message again at a time, Unix ms, without an attempt. */
  async postpone(message: MessageRecord, until: number): Promise<void> {
    await holds(
      table.update(messageKey(message), {
        UpdateExpression: 'SET g1p = :p, g1s = :s',
        ConditionExpression: 's = :pending',
        ExpressionAttributeValues: { ':pending': STATUS.pending, ...dueAt(message, until) },
        ReturnValues: 'ALL_NEW',
      }),
    );
  },
});
