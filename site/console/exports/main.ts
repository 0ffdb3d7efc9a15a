import type { infer as Infer } from 'zod';
import type { ListOperations, Operation } from '../../../lambdas/exports/contract/schemas';
import { createList, make } from '../../shared/dom';
import { findChains } from '../indexed-chains';
import { button, outcomeLine } from '../parts';
import { type Session, startConsole } from '../session';
import { createForm } from './form';
import { toCard } from './operation';

type Page = Infer<typeof ListOperations>;

const POLL_MS = 2_000;

startConsole(async (session) => {
  const read = (pageToken?: string): Promise<Page> => {
    const query = new URLSearchParams({ pageSize: '20', ...(pageToken === undefined ? {} : { pageToken }) });
    return session.call<Page>('GET', `v1/operations?${query}`);
  };
  const [chains, first] = await Promise.all([findChains(session), read()]);
  const operations = createOperations(session, read, first);
  return [createForm(session, chains, operations.changed), operations.element];
});

/** Each read signs it anew: it is read when it is needed. */
const withoutUrl = ({ metadata, ...operation }: Operation): Operation => ({
  ...operation,
  ...(metadata ? { metadata: { ...metadata, ...(metadata.downloadUrl ? { downloadUrl: '-' } : {}) } } : {}),
});

function createOperations(session: Session, read: (pageToken?: string) => Promise<Page>, first: Page) {
  let pages = [first];
  const list = make('ul', { class: 'stack' });
  const none = make('p', { class: 'note' }, 'None yet. Start one above.');
  const older = button('Older exports');
  const outcome = outcomeLine();
  const update = createList<Operation>(
    list,
    ({ operationId }) => operationId,
    (operation) => toCard(session, operation, () => changed()),
  );
  const showAll = (): boolean => {
    const all = new Map(pages.flatMap((page) => page.operations).map((one) => [one.operationId, withoutUrl(one)]));
    none.hidden = all.size > 0;
    older.hidden = pages.at(-1)?.nextPageToken === undefined;
    return update([...all.values()]) || [...all.values()].some(({ operationStatus }) => operationStatus === 'RUNNING');
  };
  const look = async (): Promise<boolean> => {
    const newest = await read();
    pages = pages.length > 1 ? [newest, ...pages.slice(1)] : [newest];
    return showAll();
  };
  older.addEventListener('click', () =>
    session.act(older, outcome, async () => {
      const token = pages.at(-1)?.nextPageToken;
      if (token !== undefined) pages = [...pages, await read(token)];
      showAll();
      return undefined;
    }),
  );
  showAll();
  const wake = session.repeat(POLL_MS, look);
  const changed = async (): Promise<void> => {
    await look();
    wake();
  };
  const title = make('h2', { id: 'list-title' }, 'Your exports');
  return {
    element: make(
      'section',
      { 'aria-labelledby': title.id },
      title,
      none,
      list,
      make('div', { class: 'buttons' }, older),
      outcome,
    ),
    changed,
  };
}
