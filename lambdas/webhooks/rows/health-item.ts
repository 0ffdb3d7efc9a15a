import { isHeld } from '../../core/domain/stored-time';
import { key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { ABSENT, notHeld } from '../../core/table/update';
import { type Health, PROBE_INTERVAL_MS } from '../domain/health';
import type { MessagePosition } from './message-key';

export const healthKey = (webhook: string) => ({
  pk: key(entities.WebhookHealth.pk, { webhook }),
  sk: entities.WebhookHealth.sk,
});

const ATTRIBUTES = {
  failures: 'f',
  since: 'ff',
  lastSuccessAt: 'ls',
  nextTryAt: 'nt',
  latencyMs: 'lm',
  lastFailedAt: 'lf',
} as const satisfies Record<keyof Health, string>;

function readHealth(item: Stored): Health {
  const known = Object.entries(ATTRIBUTES).filter(([, name]) => item[name] !== undefined);
  return { failures: 0, ...Object.fromEntries(known.map(([field, name]) => [field, Number(item[name])])) };
}
const healthAttributes = (health: Health): Record<string, number | undefined> =>
  Object.fromEntries(Object.entries(ATTRIBUTES).map(([field, name]) => [name, health[field as keyof Health]]));

const getClaim = ({ block, tx, digest }: MessagePosition): string => key(entities.Message.sk, { block, tx, digest });

/** Renewed by each claim: longer than a receiver may take to answer. */
export const LEASE_MS = 15_000;

/** Exclusive right to send to a webhook. Times in Unix ms. */
export interface Lease {
  readonly webhook: string;
  readonly token: string;
  readonly until: number;
}
export interface Taken {
  readonly health: Health;
  readonly sequence: number;
  /** Due time of the delayed queue message in flight, so that there is only one. */
  readonly wakesAt: number;
}
export type Left = Partial<Taken>;

/** 'taken': by another sender. 'not yet': receiver not due. 'cut off': expired without a release. */
export type Refusal =
  | { readonly refused: 'taken' }
  | { readonly refused: 'not yet'; readonly until: number }
  | {
      readonly refused: 'cut off';
      readonly token: string;
      readonly claimed: readonly MessagePosition[];
      readonly claimedAt: number;
    };

const toTaken = (item: Stored): Taken => ({
  health: readHealth(item),
  sequence: Number(item.q ?? 0),
  wakesAt: Number(item.w ?? 0),
});
const leftAttributes = ({ health, sequence, wakesAt }: Left) => ({
  ...(health ? healthAttributes(health) : {}),
  ...(sequence === undefined ? {} : { q: sequence }),
  ...(wakesAt === undefined ? {} : { w: wakesAt }),
});

export const createHealth = (table: Table) => ({
  // A claim is written before its message is read, so that a revocation either sees the claim or is seen by the sender.
  // `anyTime`: even before a dead receiver's next probe. `instead`: token of an expired lease to take over.
  async take(
    { webhook, token, until }: Lease,
    claimed: readonly MessagePosition[],
    now: number,
    { anyTime = false, instead }: { readonly anyTime?: boolean; readonly instead?: string } = {},
  ): Promise<Taken | Refusal> {
    // The old holder may merely have been late, and have renewed its lease meanwhile.
    const free = instead === undefined ? [{ o: ABSENT }] : notHeld(now, LEASE_MS).map((u) => ({ o: instead, u }));
    const times =
      anyTime || instead !== undefined ? [{}] : [ABSENT, ...notHeld(now, PROBE_INTERVAL_MS)].map((nt) => ({ nt }));
    const changes = { set: { o: token, u: until, c: claimed.map(getClaim) } };
    const when = free.flatMap((one) => times.map((time) => ({ ...one, ...time })));
    const item = await table.updateIf(healthKey(webhook), changes, when);
    if (item) return toTaken(item);
    const found = (await table.get(healthKey(webhook), true)) ?? {};
    // The response of a successful update may have been lost, and the retry then failed its condition.
    if (found.o === token) return toTaken(found);
    if (found.o === undefined) return { refused: 'not yet', until: Number(found.nt ?? now) };
    if (isHeld(Number(found.u), now, LEASE_MS)) return { refused: 'taken' };
    const positions = ((found.c ?? []) as string[]).map((own) => ({
      webhook,
      ...parseKey(entities.Message.sk, own),
    }));
    return { refused: 'cut off', token: text(found.o), claimed: positions, claimedAt: Number(found.u) - LEASE_MS };
  },

  /** false if the lease was lost. */
  async claim({ webhook, token, until }: Lease, claimed: readonly MessagePosition[], left: Left): Promise<boolean> {
    const set = { u: until, c: claimed.map(getClaim), ...leftAttributes(left) };
    return table.changeIf(healthKey(webhook), { set }, { o: token });
  },

  async release({ webhook, token }: Lease, left: Left): Promise<void> {
    const changes = { set: leftAttributes(left), remove: ['o', 'u', 'c'] };
    await table.changeIf(healthKey(webhook), changes, { o: token });
  },

  /** Excludes receivers not due, and active leases: the holder looks for new entries at the end. Call after `mark`. */
  async withoutSender(webhooks: readonly string[], now: number): Promise<Set<string>> {
    const items = await table.batchGet(webhooks.map(healthKey), true);
    const busy = items.filter(
      ({ o, u, nt }) =>
        (o !== undefined && isHeld(Number(u), now, LEASE_MS)) || isHeld(Number(nt ?? 0), now, PROBE_INTERVAL_MS),
    );
    const left = new Set(webhooks);
    for (const { pk } of busy) left.delete(parseKey(entities.WebhookHealth.pk, pk).webhook);
    return left;
  },

  /** Digests of messages that may be in flight. */
  async getClaimed(messages: readonly MessagePosition[]): Promise<Set<string>> {
    const webhooks = [...new Set(messages.map(({ webhook }) => webhook))];
    const items = await table.batchGet(webhooks.map(healthKey), true);
    const claims = new Map(items.map(({ pk, c }) => [String(pk), new Set((c ?? []) as string[])]));
    const isClaimed = (one: MessagePosition) => claims.get(healthKey(one.webhook).pk)?.has(getClaim(one)) ?? false;
    return new Set(messages.filter(isClaimed).map(({ digest }) => digest));
  },
});
export type HealthStore = ReturnType<typeof createHealth>;

export const healthReader = (table: Table) => ({
  async of(webhooks: readonly string[]): Promise<Map<string, Health>> {
    const items = await table.batchGet(webhooks.map(healthKey));
    return new Map(items.map((item) => [parseKey(entities.WebhookHealth.pk, item.pk).webhook, readHealth(item)]));
  },
});
