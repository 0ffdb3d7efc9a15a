import { randomBytes } from 'node:crypto';
import type { ItemKey } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Stored } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import { SECRET_OVERLAP_HOURS } from '../contract/delivery';
import type { WebhookRecord } from '../domain/webhook';

const OVERLAP_MS = SECRET_OVERLAP_HOURS * 3_600_000;

/** 32 characters of base64url; their bytes are the HMAC key. */
interface Secrets {
  readonly current: string;
  /** `shared`: the owner's secret, resolved when signing. */
  readonly previous?: string | { readonly shared: true };
  /** Unix ms. */
  readonly rotatedAt: number;
}
type Ref = Pick<WebhookRecord, 'owner' | 'id'>;

const sharedKey = (owner: string) => ({
  pk: key(entities.WebhookSecret.pk, { owner }),
  sk: entities.WebhookSecret.sk,
});
const ownKey = ({ owner, id }: Ref) => ({
  pk: key(entities.OwnSecret.pk, { owner }),
  sk: key(entities.OwnSecret.sk, { webhook: id }),
});

function readSecrets({ c, p, s, t }: Stored): Secrets {
  const previous = s === true ? { shared: true as const } : p === undefined ? undefined : String(p);
  return { current: String(c), ...(previous === undefined ? {} : { previous }), rotatedAt: Number(t) };
}

/** The current one first. `shared`: the owner's current secret. */
function signingSecrets({ current, previous, rotatedAt }: Secrets, shared: string, now: number): string[] {
  // If the rotation is in the future (clock skew), sign with both, but no longer than the overlap.
  if (previous === undefined || Math.abs(now - rotatedAt) >= OVERLAP_MS) return [current];
  return [current, typeof previous === 'string' ? previous : shared];
}

/** 24 random bytes give 32 characters of base64url. */
const newSecret = (): string => randomBytes(24).toString('base64url');

const find = async (table: Table, at: ItemKey): Promise<Secrets | undefined> => {
  const item = await table.get(at, true);
  return item && readSecrets(item);
};

/** Concurrent callers get the same. */
async function ensure(table: Table, at: ItemKey, now: number): Promise<Secrets> {
  for (;;) {
    const found = await find(table, at);
    if (found) return found;
    await table.putIfAbsent({ ...at, c: newSecret(), t: now });
  }
}

/** `immediate`: drops the current secret. `first`: attributes to set if there was none. */
async function rotate(table: Table, at: ItemKey, now: number, immediate: boolean, first = {}): Promise<Secrets> {
  for (;;) {
    const found = await find(table, at);
    const previous = immediate ? {} : found ? { p: found.current } : first;
    const set = { p: undefined, s: undefined, ...previous, c: newSecret(), t: now };
    const item = await table.updateIf(at, { set }, { c: found ? found.current : ABSENT });
    // Otherwise a concurrent rotation won: rotate after it.
    if (item) return readSecrets(item);
  }
}

export const secretReader = (table: Table) => ({
  of: (owner: string): Promise<Secrets | undefined> => find(table, sharedKey(owner)),
});

export const secretWriter = (table: Table) => ({
  ensure: (owner: string, now: number): Promise<Secrets> => ensure(table, sharedKey(owner), now),

  rotate: (owner: string, now: number, { immediate = false } = {}): Promise<Secrets> =>
    rotate(table, sharedKey(owner), now, immediate),
});

export const secretKeys = (of: Ref): readonly ItemKey[] => [sharedKey(of.owner), ownKey(of)];

/** Current first: the webhook's own, else its owner's, created if absent. `items`: read at `secretKeys`. */
export async function getSigning(table: Table, of: Ref, items: readonly Stored[], now: number): Promise<string[]> {
  const secretsAt = ({ pk, sk }: ItemKey) => {
    const item = items.find((one) => one.pk === pk && one.sk === sk);
    return item && readSecrets(item);
  };
  const ofOwner = secretsAt(sharedKey(of.owner)) ?? (await ensure(table, sharedKey(of.owner), now));
  return signingSecrets(secretsAt(ownKey(of)) ?? ofOwner, ofOwner.current, now);
}

export const ownSecretReader = (table: Table) => ({
  of: (webhook: Ref): Promise<Secrets | undefined> => find(table, ownKey(webhook)),
});

export const ownSecretWriter = (table: Table) => ({
  /** The first own secret replaces the owner's, which keeps signing beside it for the overlap, unless `immediate`. */
  rotate: (webhook: Ref, now: number, { immediate = false } = {}): Promise<Secrets> =>
    rotate(table, ownKey(webhook), now, immediate, { s: true }),

  /** The owner's secret takes over without overlap. Idempotent. */
  remove: (webhook: Ref): Promise<void> => table.write([{ delete: ownKey(webhook) }]),
});
