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

/** What messages are signed with. A secret is 32 characters of base64url, whose bytes are the key. */
interface Secrets {
  readonly current: string;
  /** What it replaced; `shared`: the owner's secret, as it is at the time of signing. */
  readonly previous?: string | { readonly shared: true };
  /** Unix milliseconds of the last rotation. */
  readonly rotatedAt: number;
}
/** Names a webhook. */
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

/** The secrets that sign now, the current one first. `shared`: the owner's current one. */
function signingSecrets({ current, previous, rotatedAt }: Secrets, shared: string, now: number): string[] {
  // A rotation that is ahead: receivers get both signatures, but not for longer than the overlap.
  if (previous === undefined || Math.abs(now - rotatedAt) >= OVERLAP_MS) return [current];
  return [current, typeof previous === 'string' ? previous : shared];
}

/** A new secret: 24 random bytes are 32 characters of base64url. */
const newSecret = (): string => randomBytes(24).toString('base64url');

const find = async (table: Table, at: ItemKey): Promise<Secrets | undefined> => {
  const item = await table.get(at, true);
  return item && readSecrets(item);
};

/** The secrets of an item, created where there are none: two concurrent callers get the same. */
async function ensure(table: Table, at: ItemKey, now: number): Promise<Secrets> {
  for (;;) {
    const found = await find(table, at);
    if (found) return found;
    await table.putIfAbsent({ ...at, c: newSecret(), t: now });
  }
}

/**
 * Creates a new secret. The current one becomes the previous, and the previous one is retired; `immediate`: both are.
 * `first`: attributes where there was none.
 */
async function rotate(table: Table, at: ItemKey, now: number, immediate: boolean, first = {}): Promise<Secrets> {
  for (;;) {
    const found = await find(table, at);
    const previous = immediate ? {} : found ? { p: found.current } : first;
    const set = { p: undefined, s: undefined, ...previous, c: newSecret(), t: now };
    const item = await table.updateIf(at, { set }, { c: found ? found.current : ABSENT });
    // Else a concurrent rotation came first: ours follows it.
    if (item) return readSecrets(item);
  }
}

/** An owner's secrets. */
export const secretReader = (table: Table) => ({
  of: (owner: string): Promise<Secrets | undefined> => find(table, sharedKey(owner)),
});

/** Creates and rotates an owner's secrets. */
export const secretWriter = (table: Table) => ({
  ensure: (owner: string, now: number): Promise<Secrets> => ensure(table, sharedKey(owner), now),

  /** `immediate`: the current secret is retired at once. */
  rotate: (owner: string, now: number, { immediate = false } = {}): Promise<Secrets> =>
    rotate(table, sharedKey(owner), now, immediate),
});

/** The keys of the secrets that may sign a webhook's messages. */
export const secretKeys = (of: Ref): readonly ItemKey[] => [sharedKey(of.owner), ownKey(of)];

/**
 * The secrets that sign a webhook's messages, the current one first: its own where it has one, else its owner's, which is
 * created where there is none. `items`: what was read at `secretKeys`, among other items.
 */
export async function getSigning(table: Table, of: Ref, items: readonly Stored[], now: number): Promise<string[]> {
  const secretsAt = ({ pk, sk }: ItemKey) => {
    const item = items.find((one) => one.pk === pk && one.sk === sk);
    return item && readSecrets(item);
  };
  const ofOwner = secretsAt(sharedKey(of.owner)) ?? (await ensure(table, sharedKey(of.owner), now));
  return signingSecrets(secretsAt(ownKey(of)) ?? ofOwner, ofOwner.current, now);
}

/** Secrets of single webhooks. */
export const ownSecretReader = (table: Table) => ({
  /** undefined where the webhook has none. */
  of: (webhook: Ref): Promise<Secrets | undefined> => find(table, ownKey(webhook)),
});

/** Creates, rotates and removes secrets of single webhooks. */
export const ownSecretWriter = (table: Table) => ({
  /** The first one follows the owner's, which goes on signing beside it for a day. `immediate`: nothing signs beside it. */
  rotate: (webhook: Ref, now: number, { immediate = false } = {}): Promise<Secrets> =>
    rotate(table, ownKey(webhook), now, immediate, { s: true }),

  /** From here on the owner's secret signs alone. May be repeated. */
  remove: (webhook: Ref): Promise<void> => table.write([{ delete: ownKey(webhook) }]),
});
