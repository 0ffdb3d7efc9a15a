import type { Caller } from '../../core/contract/key-text';
import type { Deps } from '../api/implement';
import type { EventType } from '../contract/kinds';
import type { CreateWebhookRequest, UpdateWebhook } from '../contract/schemas/webhook-requests';
import type { Webhook } from '../contract/schemas/webhooks';
import type { Since, WebhookRecord } from '../domain/webhook';

/** What the endpoints that change what a webhook watches may use. */
export type RegistrationDeps = Deps<{
  reads: ['Cursor', 'Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'PNetwork'];
  writes: ['Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'ShardVersions'];
}>;

/** The request that registers a webhook of an event type. */
type RequestOf<T extends EventType> = Extract<CreateWebhookRequest, { readonly eventType: T }>;

/** What a kind keeps of a request, beside the fields that all kinds have. */
interface KindRequest {
  readonly fields: Pick<
    WebhookRecord,
    'eventSignatures' | 'filters' | 'includeInternalTxs' | 'includeLogs' | 'settings'
  >;
  /** Addresses that endpoints can list, add to and take from; empty where a kind watches something else. */
  readonly addresses: readonly string[];
}

/** The fields of an answer that webhooks of all kinds have. */
export type SharedView = Pick<
  Webhook,
  'id' | 'url' | 'chainId' | 'status' | 'disabledReason' | 'createdAt' | 'name' | 'description'
>;

/** What the endpoints ask of a kind of event. Whatever is thrown for the caller is an `ApiError`. */
export interface Registration<T extends EventType = EventType> {
  /** false: the endpoints of a webhook's addresses refuse it. */
  watchesAddresses(webhook: Pick<WebhookRecord, 'settings'>): boolean;

  /** Id of the chain that a request is about. Throws where webhooks of this kind cannot watch it. */
  getChain(deps: Pick<RegistrationDeps, 'chains' | 'pChains'>, request: RequestOf<T>): string;
  /** Checks a request, for what its schema cannot say. */
  read(
    deps: Pick<RegistrationDeps, 'chains' | 'limits' | 'PNetwork' | 'Cursor'>,
    caller: Caller,
    chain: string,
    request: RequestOf<T>,
  ): KindRequest | Promise<KindRequest>;
  /** Checks what a webhook is to be changed to. */
  checkChanges(deps: Pick<RegistrationDeps, 'chains'>, webhook: WebhookRecord, changes: UpdateWebhook): void;

  /**
   * From here on the matcher finds the webhook, for blocks after `since`. `changes`: what it is changed to at the same
   * time. May be repeated.
   */
  watch(
    deps: Pick<RegistrationDeps, 'write'>,
    webhook: WebhookRecord,
    addresses: readonly string[],
    since: Since,
    changes?: UpdateWebhook,
  ): Promise<void>;
  /** The webhook is on: what the matcher keeps of those that are may have been read just before. */
  isOn?(deps: Pick<RegistrationDeps, 'write'>, webhook: WebhookRecord): Promise<void>;
  /** The matcher does not find the webhook any more, as far as these addresses go. May be repeated. */
  unwatch(
    deps: Pick<RegistrationDeps, 'write' | 'Subscription'>,
    webhook: WebhookRecord,
    addresses: readonly string[],
  ): Promise<void>;
  /** An active webhook was changed: does what that takes beside its own item. */
  changed(
    deps: Pick<RegistrationDeps, 'write'>,
    webhook: WebhookRecord,
    changes: UpdateWebhook,
    addresses: readonly string[],
  ): Promise<void>;

  /** A watched address as answers show it, from lower case. Called only where `watchesAddresses`. */
  shownAddress(address: string): string;
  /** The id of a block or a transaction as answers show it. `id`: 0x and hexadecimal digits. */
  shownId(id: string): string;
  /** The webhook as answers show it: the shared fields, and those of this kind. */
  view(shared: SharedView, webhook: WebhookRecord, addresses: readonly string[]): Webhook;
}
