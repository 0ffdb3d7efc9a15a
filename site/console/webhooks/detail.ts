import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { make, makeScrollable, show } from '../../shared/dom';
import { moment } from '../../shared/format';
import { button, labelled, outcomeLine } from '../parts';
import { toList } from '../parts-of-text';
import type { Session } from '../session';
import { getAbout, getName, getState } from './list';
import { createListener } from './listen';
import { createMessages } from './messages';
import { KINDS } from './requests';

/** Undefined: the details were closed. */
type Changed = (webhook: Webhook | undefined) => Promise<void>;

/** The details of a webhook, until `closed` is aborted. */
export function createDetail(session: Session, webhook: Webhook, closed: AbortSignal, changed: Changed): HTMLElement {
  const path = `v1/webhooks/${webhook.id}`;
  const outcome = outcomeLine();
  const act = (from: HTMLButtonElement, action: () => Promise<string | undefined>): void =>
    from.addEventListener('click', () => session.act(from, outcome, action));
  const isActive = webhook.status === 'active';
  const [test, toggle, close] = [
    button('Send a test', undefined, 'main'),
    button(isActive ? 'Deactivate' : 'Reactivate'),
    button('Close'),
  ];
  act(test, async () => {
    await session.call('POST', `${path}/test`);
    messages.wake();
    return 'Sent: it appears below.';
  });
  act(toggle, async () => {
    await changed(
      isActive
        ? await session.call<Webhook>('DELETE', path)
        : await session.call<Webhook>('PATCH', path, { status: 'active' }),
    );
    return undefined;
  });
  act(close, async () => {
    await changed(undefined);
    return undefined;
  });
  const messages = createMessages(session, webhook, closed);
  const { text, look } = getState(webhook);
  return make(
    'section',
    { 'aria-labelledby': 'detail-title', id: 'detail', tabindex: '-1' },
    make(
      'div',
      { class: 'row' },
      make('h2', { id: 'detail-title' }, getName(webhook), ' ', make('span', { class: `badge ${look}` }, text)),
      make('div', { class: 'buttons' }, test, toggle, close),
    ),
    make('p', { class: 'note' }, getAbout(webhook)),
    make('p', { class: 'note' }, `Created ${moment(webhook.createdAt)} · `, make('code', {}, webhook.id)),
    outcome,
    createSettings(session, webhook, changed),
    createListener(session, webhook, closed),
    messages.element,
  );
}

function createSettings(session: Session, webhook: Webhook, changed: Changed): HTMLElement {
  const path = `v1/webhooks/${webhook.id}`;
  const outcome = outcomeLine();
  const url = make('input', { id: 'edit-url', type: 'url', autocomplete: 'off', value: webhook.url });
  const name = make('input', { id: 'edit-name', autocomplete: 'off', value: webhook.name });
  const description = make('input', { id: 'edit-description', autocomplete: 'off', value: webhook.description });
  const save = button('Save');
  save.addEventListener('click', () =>
    session.act(save, outcome, async () => {
      const fields = { name: name.value.trim(), description: description.value.trim() };
      const to = url.value.trim();
      const delivery = webhook.url === '' && to !== '' ? { delivery: 'push' } : {};
      const body = { ...fields, ...(to === webhook.url ? {} : { url: to, ...delivery }) };
      await changed(await session.call<Webhook>('PATCH', path, body));
      return 'Saved.';
    }),
  );
  const whole = make('pre', {}, JSON.stringify(webhook, undefined, 2));
  makeScrollable(whole, 'The webhook as JSON');
  return make(
    'details',
    { class: 'settings' },
    make('summary', {}, 'Settings'),
    make(
      'div',
      { class: 'fields' },
      labelled('Send to', url).element,
      labelled('Name', name).element,
      labelled('Description', description).element,
    ),
    make('div', { class: 'buttons' }, save),
    outcome,
    webhook.eventType === 'address_activity' && createAddresses(session, path, changed),
    createSecret(session),
    whole,
  );
}

function createAddresses(session: Session, path: string, changed: Changed): HTMLElement {
  const outcome = outcomeLine();
  const addresses = make('textarea', { id: 'edit-addresses', rows: '2', spellcheck: 'false' });
  const [add, remove] = [button('Add addresses'), button('Remove addresses')];
  const change = (from: HTMLButtonElement, method: 'PATCH' | 'DELETE', done: string): void =>
    from.addEventListener('click', () =>
      session.act(from, outcome, async () => {
        const list = toList(addresses.value);
        await changed(await session.call<Webhook>(method, `${path}/addresses`, { addresses: list }));
        return `${list.length} ${done}.`;
      }),
    );
  change(add, 'PATCH', 'added');
  change(remove, 'DELETE', 'removed');
  return make(
    'div',
    {},
    labelled(KINDS.address_activity.watched, addresses).element,
    make('div', { class: 'buttons' }, add, remove),
    outcome,
  );
}

/** Not read before it is asked for, so that it is on no screen by accident. */
function createSecret(session: Session): HTMLElement {
  const outcome = outcomeLine();
  const secret = make('pre', { hidden: true });
  makeScrollable(secret, 'Signing secret');
  const reveal = button('Show the signing secret');
  reveal.addEventListener('click', () =>
    session.act(reveal, outcome, async () => {
      show(secret, (await session.call<{ secret: string }>('GET', 'v1/webhooks:getSharedSecret')).secret);
      return 'Shared by all webhooks that have no secret of their own.';
    }),
  );
  return make('div', {}, make('div', { class: 'buttons' }, reveal), outcome, secret);
}
