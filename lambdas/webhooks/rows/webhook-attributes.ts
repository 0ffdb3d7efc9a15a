import type { Item } from '../../core/table/item';
import { key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { ActivityFilters } from '../contract/schemas/activity-filters';
import type { Since, WebhookRecord } from '../domain/webhook';
import { ADDRESS_ACTIVITY } from '../kinds/address-activity/contract/message';

export const WEBHOOK = {
  chain: 'c',
  url: 'u',
  name: 'n',
  description: 'de',
  active: 'on',
  turnedOnAt: 'ta',
  disabledReason: 'x',
  disabledAt: 'xa',
  createdAt: 't',
  eventSignatures: 'sg',
  filters: 'fi',
  includeInternalTxs: 'it',
  includeLogs: 'lg',
  confirmations: 'k',
  removals: 'rm',
  delivery: 'dl',
  order: 'od',
  waitsForTraces: 'wt',
  headers: 'hd',
  settings: 'st',
  sinceNumber: 'sn',
  sinceEpoch: 'se',
} as const satisfies Record<string, string>;

/** Absent for `address_activity`: older items have no such attribute. */
const EVENT_TYPE = { attribute: 'et', unnamed: ADDRESS_ACTIVITY } as const;

export const getWebhooks = (owner: string): string => key(entities.Webhook.pk, { owner });
export const webhookKey = ({ owner, id }: Pick<WebhookRecord, 'owner' | 'id'>) => ({
  pk: getWebhooks(owner),
  sk: key(entities.Webhook.sk, { id }),
});

export const newWebhook = (record: WebhookRecord): Item =>
  ({
    ...webhookKey(record),
    ...getAttributes(record),
    ...(record.eventType === EVENT_TYPE.unnamed ? {} : { [EVENT_TYPE.attribute]: record.eventType }),
    [WEBHOOK.chain]: record.chain,
    [WEBHOOK.createdAt]: record.createdAt,
  }) as Item;

export function readWebhook(item: Stored): WebhookRecord {
  const optional = <T>(name: keyof typeof WEBHOOK) =>
    item[WEBHOOK[name]] === undefined ? {} : { [name]: item[WEBHOOK[name]] as T };
  return {
    id: text(item.sk),
    owner: parseKey(entities.Webhook.pk, item.pk).owner,
    eventType: text(item[EVENT_TYPE.attribute] ?? EVENT_TYPE.unnamed),
    chain: text(item[WEBHOOK.chain]),
    name: text(item[WEBHOOK.name]),
    description: text(item[WEBHOOK.description]),
    active: item[WEBHOOK.active] === true,
    createdAt: Number(item[WEBHOOK.createdAt]),
    since: { number: Number(item[WEBHOOK.sinceNumber]), epoch: Number(item[WEBHOOK.sinceEpoch]) },
    ...optional<string>('url'),
    ...optional<'pull' | 'both'>('delivery'),
    ...optional<'chain'>('order'),
    ...(item[WEBHOOK.includeInternalTxs] === true || item[WEBHOOK.waitsForTraces] === true
      ? { waitsForTraces: true }
      : {}),
    ...optional<number>('turnedOnAt'),
    ...optional<string>('disabledReason'),
    ...optional<number>('disabledAt'),
    ...optional<string[]>('eventSignatures'),
    ...optional<ActivityFilters>('filters'),
    ...optional<boolean>('includeInternalTxs'),
    ...optional<boolean>('includeLogs'),
    ...optional<number>('confirmations'),
    ...optional<boolean>('removals'),
    ...optional<Record<string, string>>('headers'),
    ...optional<Record<string, unknown>>('settings'),
  };
}

type Changeable = Omit<
  WebhookRecord,
  | 'id'
  | 'owner'
  | 'eventType'
  | 'chain'
  | 'createdAt'
  | 'active'
  | 'turnedOnAt'
  | 'disabledReason'
  | 'disabledAt'
  | 'since'
>;
export type Settings = { readonly [K in keyof Changeable]?: Changeable[K] | undefined };
type State = Partial<Pick<WebhookRecord, 'active' | 'turnedOnAt' | 'since'>> & {
  readonly disabledReason?: string | undefined;
  readonly disabledAt?: number | undefined;
};

/** undefined removes an attribute. Unknown fields are ignored. */
export const getAttributes = ({ since, ...rest }: Settings & State): Record<string, unknown> => {
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
