import type { infer as Infer } from 'zod';
import type { ListOperations, Operation } from '../../../lambdas/exports/contract/schemas';
import { make } from '../../shared/dom';
import { findChains } from '../indexed-chains';
import { createLiveList } from '../live-list';
import { type Session, startConsole } from '../session';
import { createForm } from './form';
import { createCard } from './operation';

type Page = Infer<typeof ListOperations>;

const POLL_MS = 2_000;

startConsole(async (session) => {
  const operations = createOperations(session);
  const [chains] = await Promise.all([findChains(session), operations.refresh()]);
  const title = make('h2', { id: 'list-title' }, 'Your exports');
  return [
    createForm(session, chains, operations.refreshNow),
    make('section', { 'aria-labelledby': title.id }, title, operations.element),
  ];
});

function createOperations(session: Session) {
  return createLiveList<Operation>(session, {
    ms: POLL_MS,
    none: 'None yet. Start one above.',
    older: 'Older exports',
    toId: ({ operationId }) => operationId,
    createCard: (first, refreshNow) => createCard(session, first, refreshNow),
    toShown: withoutUrl,
    isMoving: ({ operationStatus }) => operationStatus === 'RUNNING',
    async read(paging) {
      const page = await session.call<Page>('GET', `v1/operations?${new URLSearchParams(paging)}`);
      return { ...page, items: page.operations };
    },
  });
}

/** Each read signs the URL anew: only its presence is shown. */
const withoutUrl = ({ metadata: { downloadUrl, ...metadata } = {}, ...operation }: Operation) => ({
  ...operation,
  metadata,
  hasFile: downloadUrl !== undefined,
});
