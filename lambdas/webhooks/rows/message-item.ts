import { hexToBytes, toHex } from '../../core/table/hex';
import type { Item } from '../../core/table/item';
import { after, key, keyPrefix, parseKey } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { bytes, type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { ABSENT, not, oneOf, PRESENT, sizeIs } from '../../core/table/update';
import type { Attempt, MessageStatus } from '../contract/schemas/webhook-messages';
import type { MessageRecord, NewMessage } from '../domain/message';
import { type MessagePosition, messageKey, RETENTION_SECONDS } from './message-key';

/** Items have a maximum size, and replays are unlimited. */
const MAX_ATTEMPTS_KEPT = 30;
const KIND = { added: 'a', removed: 'r', test: 't', operation: 'o' } as const;
const STATUS = { pending: 'p', delivered: 'd', failed: 'f', revoked: 'x' } as const;

const named = <T extends string>(letters: Readonly<Record<T, string>>, letter: unknown): T => {
  const found = (Object.keys(letters) as T[]).find((name) => letters[name] === letter);
  if (!found) throw new Error(`unknown code in a message item: ${String(letter)}`);
  return found;
};

const byStatus = ({ webhook, block, tx, digest }: MessagePosition, status: 'failed' | 'revoked') => {
  const [pk, sk] = entities.Message.gsi1;
  return { g1p: key(pk, { webhook, status: STATUS[status] }), g1s: key(sk, { block, tx, digest }) };
};

export function readMessage(item: Stored): MessageRecord {
  return {
    ...parseKey(entities.Message.pk, item.pk),
    ...parseKey(entities.Message.sk, item.sk),
    kind: named(KIND, item.k),
    owner: text(item.o),
    status: named(STATUS, item.s),
    createdAt: Number(item.t),
    tries: Number(item.n ?? 0),
    attempts: (item.a ?? []) as Attempt[],
    ...(item.d === undefined ? {} : { nextAttemptAt: Number(item.d) }),
    ...(item.q === undefined ? {} : { sequence: Number(item.q) }),
    ...(item.rv === undefined ? {} : { revokedAt: Number(item.rv) }),
    ...(item.rs === undefined ? {} : { revokedSerial: Number(item.rs) }),
    ...(item.h === undefined ? {} : { of: getPlace(item) }),
    ...(item.op === undefined ? {} : { operation: item.op as NonNullable<MessageRecord['operation']> }),
    ...(item.rm === undefined ? {} : { removes: text(item.rm) }),
    ...(item.se === undefined ? {} : { subEvent: text(item.se) }),
    ...(item.im === true ? { isIncomplete: true } : {}),
  };
}

const getPlace = ({ h, x }: Stored): NonNullable<MessageRecord['of']> => ({
  blockHash: toHex(bytes(h)),
  ...(x === undefined ? {} : { txHash: toHex(bytes(x)) }),
});

export const messageItem = (message: NewMessage): Item => ({
  ...messageKey(message),
  k: KIND[message.kind],
  o: message.owner,
  s: STATUS.pending,
  t: message.createdAt,
  expiresAt: Math.floor(message.createdAt / 1_000) + RETENTION_SECONDS,
  ...(message.of ? { h: hexToBytes(message.of.blockHash) } : {}),
  ...(message.of?.txHash === undefined ? {} : { x: hexToBytes(message.of.txHash) }),
  ...(message.operation ? { op: { ...message.operation } } : {}),
  ...(message.removes === undefined ? {} : { rm: message.removes }),
  ...(message.subEvent === undefined ? {} : { se: message.subEvent }),
  ...(message.isIncomplete ? { im: true } : {}),
});

export const messageReader = (table: Table) => ({
  async find(of: MessagePosition): Promise<MessageRecord | undefined> {
    const item = await table.get(messageKey(of), true);
    return item && readMessage(item);
  },
  /** By digest. */
  async findAll(of: readonly MessagePosition[], isConsistent = true): Promise<Map<string, MessageRecord>> {
    const each = new Map(of.map((one) => [one.digest, messageKey(one)]));
    const items = await table.batchGet([...each.values()], isConsistent);
    return new Map(items.map(readMessage).map((message) => [message.digest, message]));
  },
  /** Inclusive, in chain order. */
  ofWebhook: (webhook: string, from = 0, to = 9_999_999_999): List<MessageRecord> => ({
    pk: key(entities.Message.pk, { webhook }),
    low: keyPrefix(entities.Message.sk, { block: from }),
    high: after(keyPrefix(entities.Message.sk, { block: to })),
    rows: (item) => [{ key: text(item.sk), value: readMessage(item) }],
  }),
  withStatus: (webhook: string, status: 'failed' | 'revoked'): List<MessageRecord> => ({
    index: 'gsi1',
    pk: key(entities.Message.gsi1[0], { webhook, status: STATUS[status] }),
    low: '0',
    high: after('9'),
    rows: (item) => [{ key: text(item.sk), value: readMessage(item) }],
  }),
});

/** Times in Unix ms. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly status: MessageStatus;
  readonly nextAttemptAt?: number;
  readonly sequence?: number;
}

interface Revoked {
  readonly state: 'unsent' | 'attempted' | 'pending';
  readonly by?: number | undefined;
}

const serialIn = (item: Stored | undefined): number | undefined =>
  item?.rs === undefined ? undefined : Number(item.rs);

export const messageWriter = (table: Table) => ({
  /**
   * 'unsent': never created. 'attempted': may have arrived. 'pending': not attempted, maybe in flight. Idempotent.
   * `serial`: of the event that removed the block; `by`: of the one that did so first.
   */
  async revoke(message: NewMessage, now: number, serial?: number): Promise<Revoked> {
    const by = { rv: now, ...(serial === undefined ? {} : { rs: serial }) };
    // Messages are listed before they are created.
    const revoked = { ...messageItem(message), s: STATUS.revoked, ...by, ...byStatus(message, 'revoked') };
    if (await table.putIfAbsent(revoked)) return { state: 'unsent', by: serial };
    const open = await table.updateIf(
      messageKey(message),
      { set: { s: STATUS.revoked, ...byStatus(message, 'revoked') }, setIfAbsent: by, remove: ['d'] },
      { s: oneOf(STATUS.pending, STATUS.revoked) },
    );
    if (open) return { state: open.a === undefined ? 'pending' : 'attempted', by: serialIn(open) };
    const settled = await table.updateIf(messageKey(message), { setIfAbsent: by }, undefined);
    return { state: 'attempted', by: serialIn(settled) };
  },

  // Exactly once, even if a response is lost and the change retried. A revoked message stays revoked, a failed replay
  // keeps the status, and replays do not count as tries. Returns whether the message now has the outcome's status.
  async settle(message: MessageRecord, outcome: Outcome, replay = false): Promise<boolean> {
    for (let latest = message; ; ) {
      const { isRecorded, isSettled } = await record(table, latest, outcome, replay);
      if (isRecorded) return isSettled;
      const found = await messageReader(table).find(latest);
      if (!found || found.attempts.some(({ at }) => at === outcome.attempt.at)) return found?.status === outcome.status;
      latest = found;
    }
  },

  /** A removal: its original was never sent. */
  discard: (message: MessageRecord): Promise<void> => table.write([{ delete: messageKey(message) }]),
});

async function record(table: Table, message: MessageRecord, outcome: Outcome, replay: boolean) {
  const { attempt, status, nextAttemptAt, sequence } = outcome;
  const { attempts, tries } = message;
  const isLong = attempts.length >= MAX_ATTEMPTS_KEPT;
  const kept = isLong ? { a: [...attempts.slice(1 - MAX_ATTEMPTS_KEPT), attempt] } : {};
  const append = isLong ? {} : { append: { a: [attempt] } };
  const unchanged = { a: attempts.length === 0 ? ABSENT : sizeIs(attempts.length) };
  const always = {
    ...kept,
    ...(sequence === undefined ? {} : { q: sequence }),
    ...(replay ? {} : { n: tries + 1 }),
  };
  const changes = {
    ...(status === 'failed' ? byStatus(message, 'failed') : {}),
    ...(nextAttemptAt === undefined ? {} : { d: nextAttemptAt }),
    s: STATUS[status],
  };
  const remove = [...(nextAttemptAt === undefined ? ['d'] : []), ...(status === 'failed' ? [] : ['g1p', 'g1s'])];
  const isSettled =
    (!replay || status === 'delivered') &&
    (await table.changeIf(
      messageKey(message),
      { set: { ...always, ...changes }, ...append, remove },
      { s: replay ? not(STATUS.revoked) : STATUS.pending, ...unchanged },
    ));
  const isRecorded =
    isSettled || (await table.changeIf(messageKey(message), { set: always, ...append }, { pk: PRESENT, ...unchanged }));
  return { isRecorded, isSettled };
}
