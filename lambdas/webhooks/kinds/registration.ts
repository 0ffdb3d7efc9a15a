import type { Caller } from '../../core/contract/key-text';
import type { Deps } from '../api/implement';
import type { EventType } from '../contract/kinds';
import type { CreateWebhookRequest, UpdateWebhook } from '../contract/schemas/webhook-requests';
import type { Webhook } from '../contract/schemas/webhooks';
import type { Since, WebhookRecord } from '../domain/webhook';

/** Dependencies of endpoints that change a webhook's subscriptions. */
export type RegistrationDeps = Deps<{
  reads: ['Cursor', 'Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'PNetwork'];
  writes: ['Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'ShardVersions'];
}>;

/** The create request for an event type. */
type RequestOf<T extends EventType> = Extract<CreateWebhookRequest, { readonly eventType: T }>;

/** The part of a create request that is specific to a kind. */
interface KindRequest {
  readonly fields: Pick<
    WebhookRecord,
    'eventSignatures' | 'filters' | 'includeInternalTxs' | 'includeLogs' | 'settings'
  >;
  /** Addresses of the webhook, for the address endpoints; empty for kinds that watch something else. */
  readonly addresses: readonly string[];
}

/** Response fields shared by all kinds. */
export type SharedView = Pick<
  Webhook,
  'id' | 'url' | 'chainId' | 'status' | 'disabledReason' | 'createdAt' | 'name' | 'description'
>;

/** The endpoints' part of an event kind. Errors meant for the caller are `ApiError`s. */
export interface Registration<T extends EventType = EventType> {
  /** If false, the address endpoints reject the webhook. */
  watchesAddresses(webhook: Pick<WebhookRecord, 'settings'>): boolean;

  /** Chain ID of a create request. Throws an `ApiError` if this kind does not support the chain. */
  getChain(deps: Pick<RegistrationDeps, 'chains' | 'pChains'>, request: RequestOf<T>): string;
  /** Validates a create request beyond its schema. */
  read(
    deps: Pick<RegistrationDeps, 'chains' | 'limits' | 'PNetwork' | 'Cursor'>,
    caller: Caller,
    chain: string,
    request: RequestOf<T>,
  ): KindRequest | Promise<KindRequest>;
  /** Validates an update. Throws an `ApiError`. */
  checkChanges(deps: Pick<RegistrationDeps, 'chains'>, webhook: WebhookRecord, changes: UpdateWebhook): void;

  /**
   * Makes the webhook visible to the matcher, for blocks after `since`. `changes`: the update being applied at the same
   * time. Idempotent.
   */
  watch(
    deps: Pick<RegistrationDeps, 'write'>,
    webhook: WebhookRecord,
    addresses: readonly string[],
    since: Since,
    changes?: UpdateWebhook,
  ): Promise<void>;
  /**
   * Called once the webhook is active: invalidates anything the matcher may have cached about active webhooks
   * meanwhile.
   */
  isOn?(deps: Pick<RegistrationDeps, 'write'>, webhook: WebhookRecord): Promise<void>;
  /** Stops matching these addresses for the webhook. Idempotent. */
  unwatch(
    deps: Pick<RegistrationDeps, 'write' | 'Subscription'>,
    webhook: WebhookRecord,
    addresses: readonly string[],
  ): Promise<void>;
  /** Applies the side effects of an update to an active webhook, outside its own item. */
  changed(
    deps: Pick<RegistrationDeps, 'write'>,
    webhook: WebhookRecord,
    changes: UpdateWebhook,
    addresses: readonly string[],
  ): Promise<void>;

  /** Formats a watched address (lower case) for responses. Only called if `watchesAddresses`. */
  shownAddress(address: string): string;
  /** Formats the ID of a block or transaction (0x and hexadecimal digits) for responses. */
  shownId(id: string): string;
  /** The webhook's response: shared fields plus those of this kind. */
  view(shared: SharedView, webhook: WebhookRecord, addresses: readonly string[]): Webhook;
}
