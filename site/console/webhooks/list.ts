import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { type Card, createList, make, show, showBadge } from '../../shared/dom';
import { button } from '../parts';
import { KINDS } from './requests';

export const getName = ({ name, id }: Webhook): string => name || `Webhook ${id.slice(0, 8)}`;
const getChainName = (webhook: Webhook): string =>
  'network' in webhook ? `P-Chain (${webhook.network})` : `Chain ${webhook.chainId}`;

const TONES = { healthy: 'good', slow: 'warn', failing: 'bad', dead: 'bad' } as const;

export function getState({ status, disabledReason, health }: Webhook): {
  readonly text: string;
  readonly tone: string;
} {
  if (disabledReason !== undefined) return { text: 'disabled', tone: 'bad' };
  if (status === 'inactive') return { text: 'inactive', tone: '' };
  if (!health) return { text: 'active', tone: 'good' };
  return { text: health.state, tone: TONES[health.state] };
}

/** Event type, chain and destination. */
export const getAbout = (webhook: Webhook): string =>
  [KINDS[webhook.eventType].label, getChainName(webhook), webhook.url || 'no URL (pull)'].join(' · ');

/** `open`: shows the details of the webhook with this id. */
export function createWebhookList(open: (id: string) => void) {
  const list = make('ul', { class: 'stack' });
  const none = make('p', { class: 'note' }, 'None yet. Create one below.');
  const update = createList<Webhook>(
    list,
    ({ id }) => id,
    ({ id }) => createCard(() => open(id), id),
    // Counts of deliveries change all the time, and are not on the card.
    (webhook) => [getName(webhook), getAbout(webhook), getState(webhook), webhook.disabledReason],
  );
  return {
    element: make(
      'section',
      { 'aria-labelledby': 'list-title' },
      make('h2', { id: 'list-title' }, 'Your webhooks'),
      none,
      list,
    ),
    /** The button that opens the details of this webhook. */
    focus(id: string): void {
      list.querySelector<HTMLElement>(`[data-webhook="${id}"] button`)?.focus();
    },
    show(webhooks: readonly Webhook[]): boolean {
      none.hidden = webhooks.length > 0;
      return update(webhooks);
    },
  };
}

function createCard(open: () => void, id: string): Card<Webhook> {
  const details = button('Details');
  details.addEventListener('click', open);
  const [name, badge] = [make('h3', {}), make('span', {})];
  const [about, reason] = [make('p', { class: 'note' }), make('p', { class: 'reason' })];
  return {
    element: make(
      'li',
      { class: 'card', 'data-webhook': id },
      make('div', { class: 'row' }, name, make('div', { class: 'buttons' }, badge, details)),
      about,
      reason,
    ),
    show(webhook): void {
      const { text, tone } = getState(webhook);
      show(name, getName(webhook));
      details.ariaLabel = `Details: ${getName(webhook)}`;
      showBadge(badge, text, tone);
      show(about, getAbout(webhook));
      show(reason, webhook.disabledReason);
    },
  };
}
