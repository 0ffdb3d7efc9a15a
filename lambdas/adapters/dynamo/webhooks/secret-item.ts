import { randomBytes } from 'node:crypto';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Stored } from '../stored-item';
import type { Table } from '../table';
import { ABSENT } from '../update';

/** How long after a rotation messages are signed with the previous secret as well. */
const OVERLAP_MS = 24 * 3_600_000;

/** What an owner's messages are signed with. A secret is 32 characters of base64url, whose bytes are the key. */
export interface Secrets {
  readonly current: string;
  readonly previous?: string;
  /** Unix milliseconds of the last rotation. */
  readonly rotatedAt: number;
}

const secretKey = (owner: string) => ({
  pk: key(entities.WebhookSecret.pk, { owner }),
  sk: entities.WebhookSecret.sk,
});

function readSecrets({ c, p, t }: Stored): Secrets {
  return { current: String(c), ...(p === undefined ? {} : { previous: String(p) }), rotatedAt: Number(t) };
}

/** The secrets that sign now, the current one first. */
export const signingSecrets = ({ current, previous, rotatedAt }: Secrets, now: number): string[] =>
  previous !== undefined && now - rotatedAt < OVERLAP_MS ? [current, previous] : [current];

/** A new secret: 24 random bytes are 32 characters of base64url. */
const newSecret = (): string => randomBytes(24).toString('base64url');

/** An owner's secrets. */
export const secretReader = (table: Table) => ({
  async of(owner: string): Promise<Secrets | undefined> {
    const item = await table.get(secretKey(owner), true);
    return item && readSecrets(item);
  },
});

/** Creates and rotates an owner's secrets. */
export const secretWriter = (table: Table) => {
  const { of } = secretReader(table);
  return {
    /** The owner's secrets, created where there are none: two concurrent callers get the same. */
    async ensure(owner: string, now: number): Promise<Secrets> {
      for (;;) {
        const found = await of(owner);
        if (found) return found;
        await table.putIfAbsent({ ...secretKey(owner), c: newSecret(), t: now });
      }
    },
    /** Creates a new secret; the current one becomes the previous, and the previous one is retired. */
    async rotate(owner: string, now: number): Promise<Secrets> {
      for (;;) {
        const found = await of(owner);
        const set = { c: newSecret(), t: now, ...(found ? { p: found.current } : {}) };
        const item = await table.updateIf(secretKey(owner), { set }, { c: found ? found.current : ABSENT });
        // Else a concurrent rotation came first: ours follows it.
        if (item) return readSecrets(item);
      }
    },
  };
};
