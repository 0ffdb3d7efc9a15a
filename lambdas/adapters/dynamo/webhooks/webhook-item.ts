import type { ActivityFilters } from '../../../contract/schemas/activity-filters';
import { ADDRESS_ACTIVITY } from '../../../contract/schemas/event-types';
import type { Since, WebhookRecord } from '../../../domain/webhooks/webhook';
import type { Item } from '../../../table/item';
import { after, key, parseKey } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { List } from '../list';
import { type Stored, text } from '../stored-item';
import type { Table } from '../table';
import { PRESENT } from '../update';

const WEBHOOK = {
  chain: 'c',
  url: 'u',
  name: 'n',
  description: 'de',
  active: 'on',
  turnedOnAt: 'ta',
  disabledReason: 'x',
  createdAt: 't',
  eventSignatures: 'sg',
  filters: 'fi',
  includeInternalTxs: 'it',
  includeLogs: 'lg',
  confirmations: 'k',
  removals: 'rm',
  settings: 'st',
  sinceNumber: 'sn',
  sinceEpoch: 'se',
} as const satisfies Record<string, string>;

/** The event type has an attribute only where it is not this one, as items had none before there were others. */
const EVENT_TYPE = { attribute: 'et', unnamed: ADDRESS_ACTIVITY } as const;

/** The key of a webhook's item: another owner's is another key. */
const webhookKey = ({ owner, id }: Pick<WebhookRecord, 'owner' | 'id'>) => ({
  pk: key(entities.Webhook.pk, { owner }),
  sk: key(entities.Webhook.sk, { id }),
});

/** The webhook of an item. */
function readWebhook(item: Stored): WebhookRecord {
  const optional = <T>(name: keyof typeof WEBHOOK) =>
    item[WEBHOOK[name]] === undefined ? {} : { [name]: item[WEBHOOK[name]] as T };
  return {
    id: text(item.sk),
    owner: parseKey(entities.Webhook.pk, item.pk).owner,
    eventType: text(item[EVENT_TYPE.attribute] ?? EVENT_TYPE.unnamed),
    chain: text(item[WEBHOOK.chain]),
    url: text(item[WEBHOOK.url]),
    name: text(item[WEBHOOK.name]),
    description: text(item[WEBHOOK.description]),
    active: item[WEBHOOK.active] === true,
    createdAt: Number(item[WEBHOOK.createdAt]),
    since: { number: Number(item[WEBHOOK.sinceNumber]), epoch: Number(item[WEBHOOK.sinceEpoch]) },
    ...optional<number>('turnedOnAt'),
    ...optional<string>('disabledReason'),
    ...optional<string[]>('eventSignatures'),
    ...optional<ActivityFilters>('filters'),
    ...optional<boolean>('includeInternalTxs'),
    ...optional<boolean>('includeLogs'),
    ...optional<number>('confirmations'),
    ...optional<boolean>('removals'),
    ...optional<Record<string, unknown>>('settings'),
  };
}

/** What may change of a webhook; undefined removes the attribute. */
type Changeable = Omit<WebhookRecord, 'id' | 'owner' | 'eventType' | 'chain' | 'createdAt'>;
type Changes = { readonly [K in keyof Changeable]?: Changeable[K] | undefined };
const attributesOf = ({ since, ...rest }: Changes): Record<string, unknown> => {
  const named = Object.entries(rest).filter((entry): entry is [keyof typeof WEBHOOK, never] => entry[0] in WEBHOOK);
  return {
    ...Object.fromEntries(named.map(([name, value]) => [WEBHOOK[name], value])),
    ...(since ? sinceAttributes(since) : {}),
  };
};
const sinceAttributes = ({ number, epoch }: Since) => ({
  [WEBHOOK.sinceNumber]: number,
  [WEBHOOK.sinceEpoch]: epoch,
});

/** Webhooks of an owner. */
export const webhookReader = (table: Table) => ({
  /** A consistent read; undefined where this owner has no such webhook. */
  async find(owner: string, id: string): Promise<WebhookRecord | undefined> {
    const item = await table.get(webhookKey({ owner, id }), true);
    return item && readWebhook(item);
  },
  /** In the order of creation. */
  ofOwner: (owner: string): List<WebhookRecord> => ({
    pk: key(entities.Webhook.pk, { owner }),
    low: '!',
    high: after(''),
    rows: (item) => [{ key: text(item.sk), value: readWebhook(item) }],
  }),
  /**
   * How many are active, or were until the service turned them off: those still have subscriptions. Counted up to `max`.
   * Two that are created at the same moment do not see each other.
   */
  async countActive(owner: string, max: number): Promise<number> {
    let [active, low] = [0, '!'];
    for (;;) {
      const range = { low, high: after(''), ascending: true, limit: 1_000, consistent: true };
      const { items, more } = await table.query({ pk: key(entities.Webhook.pk, { owner }), ...range });
      active += items.filter(
        (item) => item[WEBHOOK.active] === true || item[WEBHOOK.disabledReason] !== undefined,
      ).length;
      const last = items.at(-1);
      if (!more || !last || active >= max) return active;
      low = `${text(last.sk)}!`;
    }
  },
});

/** Registers webhooks and changes them. */
export const webhookWriter = (table: Table) => ({
  create: (record: WebhookRecord): Promise<void> =>
    table.write([
      {
        put: {
          ...webhookKey(record),
          ...attributesOf(record),
          ...(record.eventType === EVENT_TYPE.unnamed ? {} : { [EVENT_TYPE.attribute]: record.eventType }),
          [WEBHOOK.chain]: record.chain,
          [WEBHOOK.createdAt]: record.createdAt,
        } as Item,
      },
    ]),
  /** Only what is named changes. */
  async change(of: Pick<WebhookRecord, 'owner' | 'id'>, changes: Changes): Promise<void> {
    const attributes = attributesOf(changes);
    if (Object.keys(attributes).length === 0) return;
    const changed = await table.updateIf(webhookKey(of), { set: attributes }, { pk: PRESENT });
    if (!changed) throw new Error(`webhook ${of.id} does not exist`);
  },
});
