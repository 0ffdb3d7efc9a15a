import type { infer as Infer } from 'zod';
import type { SharedSecret, Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { make, makeScrollable, show, showBadge } from '../../shared/dom';
import { moment } from '../../shared/format';
import { button, labelled, statusLine } from '../parts';
import { RequestFailed, type Session } from '../session';
import { splitList } from '../split-list';
import { getAbout, getName, getState } from './list';
import { createListener } from './listen';
import { createMessages } from './messages';
import { KINDS, URL_HINT } from './requests';

type Secret = Infer<typeof SharedSecret>;

export interface Detail {
  readonly element: HTMLElement;
  /** Shows the webhook as it is now. Fields that were edited keep their text. */
  show(webhook: Webhook): void;
}

interface Events {
  readonly onChanged: (webhook: Webhook) => Promise<void>;
  readonly onClose: () => void;
}

/** The details of a webhook, until `closedSignal` is aborted. */
export function createDetail(session: Session, first: Webhook, closedSignal: AbortSignal, events: Events): Detail {
  const path = `v1/webhooks/${first.id}`;
  const outcome = statusLine();
  const act = (from: HTMLButtonElement, action: () => Promise<string | undefined>): void =>
    from.addEventListener('click', () => session.act(from, outcome, action));
  const [test, toggle, close] = [button('Send test message', undefined, 'main'), button(''), button('Close')];
  let webhook = first;
  act(test, async () => {
    await session.call('POST', `${path}/test`);
    await messages.refreshNow();
    return 'Test message sent. It will appear below.';
  });
  act(toggle, async () => {
    const isActive = webhook.status === 'active';
    const request = isActive
      ? session.call<Webhook>('DELETE', path)
      : session.call<Webhook>('PATCH', path, { body: { status: 'active' } });
    await events.onChanged(await request);
    return isActive ? 'Deactivated.' : 'Reactivated.';
  });
  close.addEventListener('click', events.onClose);
  const messages = createMessages(session, webhook, closedSignal);
  const settings = createSettings(session, path, events.onChanged);
  const addresses = createAddresses(session, path, events.onChanged);
  const [name, badge] = [make('span', {}), make('span', {})];
  const [about, reason] = [make('p', { class: 'note' }), make('p', { class: 'reason' })];
  const whole = make('pre', {});
  makeScrollable(whole, 'The webhook as JSON');
  const element = make(
    'section',
    { 'aria-labelledby': 'detail-title', id: 'detail', tabindex: '-1' },
    make(
      'div',
      { class: 'row' },
      make('h2', { id: 'detail-title' }, name, ' ', badge),
      make('div', { class: 'buttons' }, test, toggle, close),
    ),
    about,
    reason,
    make('p', { class: 'note' }, `Created ${moment(webhook.createdAt)} · `, make('code', {}, webhook.id)),
    outcome,
    make(
      'details',
      { class: 'settings' },
      make('summary', {}, 'Settings'),
      settings.element,
      webhook.eventType === 'address_activity' && addresses,
      createSecret(session, path),
      whole,
    ),
    createListener(session, webhook, closedSignal),
    messages.element,
  );
  const showNow = (now: Webhook): void => {
    webhook = now;
    const { text, tone } = getState(now);
    show(name, getName(now));
    showBadge(badge, text, tone);
    show(about, getAbout(now));
    show(reason, now.disabledReason);
    show(toggle, now.status === 'active' ? 'Deactivate' : 'Reactivate');
    settings.show(now);
    messages.show(now);
    show(whole, JSON.stringify(now, undefined, 2));
  };
  showNow(first);
  return { element, show: showNow };
}

function createSettings(session: Session, path: string, onChanged: Events['onChanged']) {
  const outcome = statusLine();
  const fields = {
    url: make('input', { id: 'edit-url', type: 'url', autocomplete: 'off' }),
    name: make('input', { id: 'edit-name', autocomplete: 'off' }),
    description: make('input', { id: 'edit-description', autocomplete: 'off' }),
  };
  const NAMES = ['url', 'name', 'description'] as const;
  const save = button('Save');
  let last: Readonly<Record<(typeof NAMES)[number], string>> | undefined;
  const showNow = (webhook: Webhook): void => {
    for (const name of NAMES) {
      const isEdited = last !== undefined && fields[name].value !== last[name];
      if (!isEdited) fields[name].value = webhook[name];
    }
    last = webhook;
  };
  save.addEventListener('click', () =>
    session.act(save, outcome, async () => {
      const edited = NAMES.filter((name) => fields[name].value.trim() !== last?.[name]);
      if (edited.length === 0) return 'No changes to save.';
      const values = Object.fromEntries(edited.map((name) => [name, fields[name].value.trim()]));
      const { url, ...rest } = values;
      const body = { ...rest, ...toDelivery(last?.url, url) };
      const webhook = await session.call<Webhook>('PATCH', path, { body });
      // They are no longer edits of the user.
      for (const name of edited)
        if (fields[name].value.trim() === values[name]) fields[name].value = last?.[name] ?? '';
      await onChanged(webhook);
      return 'Saved.';
    }),
  );
  const element = make(
    'div',
    {},
    make(
      'div',
      { class: 'fields' },
      labelled('Send to', fields.url, URL_HINT).element,
      labelled('Name', fields.name).element,
      labelled('Description', fields.description).element,
    ),
    make('div', { class: 'buttons' }, save),
    outcome,
  );
  return { element, show: showNow };
}

/** A webhook without a URL is pulled. `after`: undefined if the URL stays. */
function toDelivery(before: string | undefined, after: string | undefined) {
  if (after === undefined) return {};
  if (after === '') return { delivery: 'pull' };
  return before === '' ? { url: after, delivery: 'push' } : { url: after };
}

function createAddresses(session: Session, path: string, onChanged: Events['onChanged']): HTMLElement {
  const outcome = statusLine();
  const addresses = make('textarea', { id: 'edit-addresses', rows: '2', spellcheck: 'false' });
  const [add, remove] = [button('Add addresses'), button('Remove addresses')];
  const change = (from: HTMLButtonElement, method: 'PATCH' | 'DELETE', done: string): void =>
    from.addEventListener('click', () =>
      session.act(from, outcome, async () => {
        const list = splitList(addresses.value);
        await onChanged(await session.call<Webhook>(method, `${path}/addresses`, { body: { addresses: list } }));
        return done;
      }),
    );
  change(add, 'PATCH', 'Addresses added.');
  change(remove, 'DELETE', 'Addresses removed.');
  return make(
    'div',
    {},
    labelled(KINDS.address_activity.watched, addresses).element,
    make('div', { class: 'buttons' }, add, remove),
    outcome,
  );
}

/** Not read before it is asked for, so that it is on no screen by accident. */
function createSecret({ act, call }: Session, path: string): HTMLElement {
  const outcome = statusLine();
  const secret = make('pre', { hidden: true });
  makeScrollable(secret, 'Signing secret');
  const reveal = button('Show the signing secret');
  reveal.addEventListener('click', () =>
    act(reveal, outcome, async () => {
      const own = await call<Secret>('GET', `${path}/secret`).catch((error: unknown) => {
        if (error instanceof RequestFailed && error.status === 404) return undefined;
        throw error;
      });
      show(secret, (own ?? (await call<Secret>('GET', 'v1/webhooks:getSharedSecret'))).secret);
      return own ? 'This webhook’s own secret.' : 'Shared by all webhooks without a secret of their own.';
    }),
  );
  return make('div', {}, make('div', { class: 'buttons' }, reveal), outcome, secret);
}
