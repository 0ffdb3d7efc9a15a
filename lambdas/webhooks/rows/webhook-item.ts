import { type Clock, systemClock } from '../../core/runtime/clock';
import { after } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { TABLE } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT, PRESENT } from '../../core/table/update';
import { WEBHOOK_RETENTION_DAYS } from '../contract/delivery';
import type { WebhookRecord } from '../domain/webhook';
import { toSet } from './address-set';
import { watchedKey } from './watched';
import {
  getAttributes,
  getWebhooks,
  newWebhook,
  readWebhook,
  type Settings,
  WEBHOOK,
  webhookKey,
} from './webhook-attributes';
import { COUNTS, oneLess, oneMore, recount, webhookCounter } from './webhook-count';

const RETENTION_SECONDS = WEBHOOK_RETENTION_DAYS * 86_400;
// DynamoDB deletes expired items within days, in any order; a webhook that can still be enabled needs its addresses.
const ADDRESSES_RETENTION_SECONDS = RETENTION_SECONDS + 7 * 86_400;

const NOT_DISABLED = { disabledReason: undefined, disabledAt: undefined };

type Ref = Pick<WebhookRecord, 'owner' | 'id'>;
interface TurnedOff {
  readonly active: false;
  readonly disabledReason: string;
}

export const webhookReader = (table: Table) => ({
  /** Consistent. */
  async find(owner: string, id: string): Promise<WebhookRecord | undefined> {
    const item = await table.get(webhookKey({ owner, id }), true);
    return item && readWebhook(item);
  },
  /** Unordered. Consistent. */
  async findAll(refs: readonly Ref[]): Promise<WebhookRecord[]> {
    return (await table.batchGet(refs.map(webhookKey), true)).map(readWebhook);
  },
  /** In creation order. */
  ofOwner: (owner: string): List<WebhookRecord> => ({
    pk: getWebhooks(owner),
    low: '!',
    high: after(''),
    rows: (item) => [{ key: text(item.sk), value: readWebhook(item) }],
  }),
});

/**
 * A webhook counts towards its owner's plan until the owner disables it, even if the service did. It changes in one
 * transaction with the count. Inactive webhooks expire together with their addresses.
 */
export function webhookWriter(table: Table, now: Clock = systemClock) {
  const expiresIn = (seconds: number) => ({ [TABLE.ttl]: Math.floor(now() / 1_000) + seconds });
  const update = (of: Ref, set: Readonly<Record<string, unknown>>) => ({ update: webhookKey(of), set });
  const addressesExpire = ({ id }: Ref): TransactedChange => ({
    update: watchedKey(id),
    set: expiresIn(ADDRESSES_RETENTION_SECONDS),
  });
  const addressesStay = ({ id }: Ref): TransactedChange => ({ update: watchedKey(id), remove: [TABLE.ttl] });

  async function configure(of: Ref, settings: Settings): Promise<void> {
    const set = getAttributes(settings);
    if (Object.keys(set).length === 0) return;
    const changed = await table.updateIf(webhookKey(of), { set }, { pk: PRESENT });
    if (!changed) throw new Error(`webhook ${of.id} does not exist`);
  }

  return {
    /** false if the owner already has `max`. No-op if it exists: requests with one key may run concurrently. */
    async create(record: WebhookRecord, addresses: readonly string[], max: number): Promise<boolean> {
      const webhook = { put: newWebhook(record), when: { pk: ABSENT } };
      const watched = addresses.length > 0 ? [{ update: watchedKey(record.id), set: { m: toSet(addresses) } }] : [];
      for (;;) {
        const [failed] = await table.transact([webhook, oneMore(record.owner, max), ...watched]);
        if (failed === undefined || failed === 0) return true;
        if (!(await webhookCounter(table).hasRoom(record.owner, max))) return false;
      }
    },

    /** `disabledReason`: the service disables the webhook unless it is inactive; it keeps counting. */
    async change(of: Ref, changes: Settings | TurnedOff): Promise<void> {
      if (!('disabledReason' in changes)) return configure(of, changes);
      const off = { ...getAttributes({ ...changes, disabledAt: now() }), ...expiresIn(RETENTION_SECONDS) };
      await table.transact([{ ...update(of, off), when: { [WEBHOOK.active]: true } }, addressesExpire(of)]);
    },

    /** By the owner: the webhook stops counting. If already disabled, only the settings change. */
    async turnOff(of: Ref, settings: Settings = {}): Promise<void> {
      const off = getAttributes({ ...settings, active: false, ...NOT_DISABLED });
      const webhook = { ...update(of, { ...off, ...expiresIn(RETENTION_SECONDS) }), when: COUNTS };
      for (;;) {
        const [failed] = await table.transact([webhook, oneLess(of.owner), addressesExpire(of)]);
        if (failed === undefined) return;
        if (failed === 0) return configure(of, settings);
        await recount(table, of.owner);
      }
    },

    // By the owner, for blocks after `since`. false, without any change, if that would exceed `max`; a webhook disabled
    // by the service already counts.
    async turnOn(
      of: Ref,
      max: number,
      { settings = {}, ...state }: Pick<WebhookRecord, 'since'> & { turnedOnAt: number; settings?: Settings },
    ): Promise<boolean> {
      const on = {
        ...getAttributes({ ...settings, ...state, active: true, ...NOT_DISABLED }),
        [TABLE.ttl]: undefined,
      };
      for (;;) {
        const item = await table.get(webhookKey(of), true);
        if (!item) throw new Error(`webhook ${of.id} does not exist`);
        if (item[WEBHOOK.active] === true) {
          await configure(of, settings);
          return true;
        }
        const isCounted = item[WEBHOOK.disabledReason] !== undefined;
        const isUnchanged = { [WEBHOOK.active]: false, [WEBHOOK.disabledReason]: isCounted ? PRESENT : ABSENT };
        const webhook = { ...update(of, on), when: isUnchanged };
        const count = isCounted ? [] : [oneMore(of.owner, max)];
        const [failed] = await table.transact([webhook, addressesStay(of), ...count]);
        if (failed === undefined) return true;
        if (failed !== 0 && !(await webhookCounter(table).hasRoom(of.owner, max))) return false;
      }
    },
  };
}
