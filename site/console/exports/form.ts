import { MAX_EXPORT_CHAINS } from '../../../lambdas/exports/contract/exports';
import type { Operation, OperationType } from '../../../lambdas/exports/contract/schemas';
import { make } from '../../shared/dom';
import { createIdempotencyKeys } from '../idempotency-keys';
import type { IndexedChains } from '../indexed-chains';
import { button, labelled, statusLine } from '../parts';
import type { Session } from '../session';
import { TYPES, toRequest } from './requests';

/** `onStarted`: after an export was started. */
export function createForm(session: Session, chains: IndexedChains, onStarted: () => Promise<unknown>): HTMLElement {
  const getChains = (type: string) => (TYPES[type as OperationType].isPChain ? chains.pChains : chains.evm);
  const type = make('select', { id: 'new-type' });
  for (const [value, { label }] of Object.entries(TYPES))
    if (getChains(value).length > 0) type.add(new Option(label, value));
  const chain = make('select', { id: 'new-chain' });
  const addresses = make('textarea', { id: 'new-addresses', rows: '3', spellcheck: 'false', autocomplete: 'off' });
  const [firstDate, lastDate] = [
    make('input', { id: 'new-first', type: 'date' }),
    make('input', { id: 'new-last', type: 'date' }),
  ];
  const outcome = statusLine();
  const start = button('Start export', undefined, 'main');
  const idempotencyKeys = createIdempotencyKeys();
  const choose = (): void => {
    chain.replaceChildren();
    const all = getChains(type.value);
    const isWithin = all.length > 1 && all.length <= MAX_EXPORT_CHAINS;
    if (all === chains.evm && isWithin) chain.add(new Option('All chains', ''));
    for (const { value, text } of all) chain.add(new Option(text, value));
  };
  type.addEventListener('change', choose);
  if (type.options.length > 0) choose();
  else start.disabled = true;
  start.addEventListener('click', () =>
    session.act(start, outcome, async () => {
      const body = toRequest({
        type: type.value as OperationType,
        chains: chain.value === '' ? chains.evm.map(({ value }) => value) : [chain.value],
        addresses: addresses.value,
        firstDate: firstDate.value,
        lastDate: lastDate.value,
      });
      const headers = idempotencyKeys.headers(body);
      await session.call<Operation>('POST', 'v1/operations/transactions:export', { body, headers });
      idempotencyKeys.done();
      await onStarted();
      return 'Export started. Its progress is shown below.';
    }),
  );
  return make(
    'section',
    { 'aria-labelledby': 'new-title' },
    make('h2', { id: 'new-title' }, 'New export'),
    make(
      'div',
      { class: 'card' },
      make('div', { class: 'fields' }, labelled('Type', type).element, labelled('Chain', chain).element),
      labelled('Addresses (one per line)', addresses).element,
      make(
        'div',
        { class: 'fields' },
        labelled('First day (UTC)', firstDate, 'Leave empty for the longest period an export allows.').element,
        labelled('Last day (UTC)', lastDate, 'Leave empty for today.').element,
      ),
      make('div', { class: 'buttons' }, start),
      outcome,
    ),
  );
}
