import type { Caller } from '../../core/contract/key-text';
import type { Deps } from '../api/implement';
import type { EventType } from '../contract/kinds';
import type { CreateWebhookRequest, UpdateWebhook } from '../contract/schemas/webhook-requests';
import type { Webhook } from '../contract/schemas/webhooks';
import type { Since, WebhookRecord } from '../domain/webhook';

export type RegistrationDeps = Deps<{
  reads: ['Cursor', 'Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'PNetwork'];
  writes: ['Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'ShardVersions'];
}>;

type RequestOf<T extends EventType> = Extract<CreateWebhookRequest, { readonly eventType: T }>;

interface KindRequest {
  readonly fields: Pick<
    WebhookRecord,
    'eventSignatures' | 'filters' | 'includeInternalTxs' | 'includeLogs' | 'settings'
  >;
  /** For the address endpoints; empty for kinds that watch something else. */
  readonly addresses: readonly string[];
}

export type SharedView = Pick<
  Webhook,
  'id' | 'url' | 'chainId' | 'status' | 'disabledReason' | 'createdAt' | 'name' | 'description'
>;

/** The endpoints' part of an event kind. Errors meant for the caller are `ApiError`s. */
export interface Registration<T extends EventType = EventType> {
  watchesAddresses(webhook: Pick<WebhookRecord, 'settings'>): boolean;

  /** Throws an `ApiError` if this kind does not support the chain. */
  getChain(deps: Pick<RegistrationDeps, 'chains' | 'pChains'>, request: RequestOf<T>): string;
  read(
    deps: Pick<RegistrationDeps, 'chains' | 'limits' | 'PNetwork' | 'Cursor'>,
    caller: Caller,
    chain: string,
    request: RequestOf<T>,
  ): KindRequest | Promise<KindRequest>;
  /** Throws an `ApiError`. */
  checkChanges(deps: Pick<RegistrationDeps, 'chains'>, webhook: WebhookRecord, changes: UpdateWebhook): void;

  /** Idempotent. For blocks after `since`. `changes`: the update being applied at the same time. */
  watch(
    deps: Pick<RegistrationDeps, 'write'>,
    webhook: WebhookRecord,
    addresses: readonly string[],
    since: Since,
    changes?: UpdateWebhook,
  ): Promise<void>;
  /** Called once the webhook is active, to invalidate the matcher's cache of active webhooks. */
  isOn?(deps: Pick<RegistrationDeps, 'write'>, webhook: WebhookRecord): Promise<void>;
  unwatch(
    deps: Pick<RegistrationDeps, 'write' | 'Subscription'>,
    webhook: WebhookRecord,
    addresses: readonly string[],
  ): Promise<void>;
  /** Side effects of an update to an active webhook, outside its own item. */
  changed(
    deps: Pick<RegistrationDeps, 'write'>,
    webhook: WebhookRecord,
    changes: UpdateWebhook,
    addresses: readonly string[],
  ): Promise<void>;

  /** `address`: lower case. Only called if `watchesAddresses`. */
  shownAddress(address: string): string;
  /** Of a block or transaction; `id`: 0x and hexadecimal digits. */
  shownId(id: string): string;
  view(shared: SharedView, webhook: WebhookRecord, addresses: readonly string[]): Webhook;
}
