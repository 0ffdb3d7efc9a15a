import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { make, setHidden, show } from '../../shared/dom';
import { createIdempotencyKeys } from '../idempotency-keys';
import type { IndexedChains } from '../indexed-chains';
import { button, labelled, statusLine } from '../parts';
import type { Session } from '../session';
import { type EventType, type Fields, KINDS, toRequest, URL_HINT } from './requests';

/** `onCreated`: after a webhook was created. */
export function createForm(
  session: Session,
  chains: IndexedChains,
  onCreated: (webhook: Webhook) => Promise<void>,
): HTMLElement {
  const kinds = Object.entries(KINDS).filter(([, { isPChain }]) => (isPChain ? chains.pChains : chains.evm).length > 0);
  const eventType = make('select', { id: 'new-event' });
  for (const [value, { label }] of kinds) eventType.add(new Option(label, value));
  const chain = make('select', { id: 'new-chain' });
  const watched = make('textarea', { id: 'new-watched', rows: '3', spellcheck: 'false', autocomplete: 'off' });
  const watchedField = labelled('', watched);
  const url = make('input', { id: 'new-url', type: 'url', placeholder: 'https://…', autocomplete: 'off' });
  const name = make('input', { id: 'new-name', autocomplete: 'off' });
  const json = make('textarea', { id: 'new-json', rows: '14', spellcheck: 'false' });
  const outcome = statusLine();
  const create = button('Create webhook', undefined, 'main');
  const byFields = button('Use the fields above');
  const controls = [eventType, chain, watched, url, name];
  const idempotencyKeys = createIdempotencyKeys();
  let isOwnJson = false;

  const getFields = (): Fields => ({
    eventType: eventType.value as EventType,
    chain: chain.value,
    watched: watched.value,
    url: url.value.trim(),
    name: name.value.trim(),
  });
  const choose = (isOwn: boolean): void => {
    isOwnJson = isOwn;
    setHidden(byFields, !isOwn, json);
    for (const control of controls) control.disabled = isOwn;
  };
  const update = (): void => {
    choose(false);
    json.value = JSON.stringify(toRequest(getFields()), undefined, 2);
  };
  const chooseEvent = (): void => {
    const kind = KINDS[eventType.value as EventType];
    if (!kind) return;
    chain.replaceChildren();
    for (const { value, text } of kind.isPChain ? chains.pChains : chains.evm) chain.add(new Option(text, value));
    show(watchedField.label, kind.watched);
    update();
  };
  eventType.addEventListener('change', chooseEvent);
  for (const field of [chain, watched, url, name]) field.addEventListener('input', update);
  json.addEventListener('input', () => choose(true));
  byFields.addEventListener('click', update);
  create.addEventListener('click', () =>
    session.act(create, outcome, async () => {
      const body: unknown = isOwnJson ? JSON.parse(json.value) : toRequest(getFields());
      const webhook = await session.call<Webhook>('POST', 'v1/webhooks', {
        body,
        headers: idempotencyKeys.headers(body),
      });
      idempotencyKeys.done();
      for (const field of [watched, url, name]) field.value = '';
      update();
      await onCreated(webhook);
      return 'Created.';
    }),
  );
  chooseEvent();
  return make(
    'section',
    { 'aria-labelledby': 'new-title' },
    make('h2', { id: 'new-title' }, 'New webhook'),
    make(
      'div',
      { class: 'card' },
      make(
        'div',
        { class: 'fields' },
        labelled('Event', eventType).element,
        labelled('Chain', chain).element,
        labelled('Send to', url, URL_HINT).element,
        labelled('Name', name, 'Optional.').element,
      ),
      watchedField.element,
      make(
        'details',
        {},
        make('summary', {}, 'Edit as JSON'),
        labelled('Request body of POST /v1/webhooks', json, 'Edit it to set filters, headers, ordering or sub-events.')
          .element,
        make('div', { class: 'buttons' }, byFields),
      ),
      make('div', { class: 'buttons' }, create),
      outcome,
    ),
  );
}
