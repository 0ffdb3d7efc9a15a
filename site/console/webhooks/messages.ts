import type { infer as Infer } from 'zod';
import type { ListWebhookMessages, WebhookMessage } from '../../../lambdas/webhooks/contract/schemas/webhook-messages';
import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { createList, make, makeScrollable, show } from '../../shared/dom';
import { count, moment } from '../../shared/format';
import { button, outcomeLine, table } from '../parts';
import type { Session } from '../session';
import { findMessage, readable } from './feed';

type Page = Infer<typeof ListWebhookMessages>;

const POLL_MS = 2_000;
const NAMES = { added: 'Event', removed: 'Removal', test: 'Test', operation: 'Operation' } as const;
const LOOKS = { delivered: 'good', pending: 'warn', failed: 'bad', revoked: '' } as const;

/** The newest messages, which update themselves, and older ones on request. */
export function createMessages(session: Session, { id, url }: Webhook, closed: AbortSignal): HTMLElement {
  const path = `v1/webhooks/${id}/messages`;
  const list = make('ul', { class: 'stack' });
  const none = make('p', { class: 'note' }, 'No messages yet. Send a test.');
  const older = button('Older messages');
  const outcome = outcomeLine();
  const status = make('select', { id: 'message-status' });
  for (const name of ['all', ...Object.keys(LOOKS)]) status.add(new Option(name, name));
  let pages: Page[] = [];
  const update = createList<WebhookMessage>(
    list,
    ({ messageId }) => messageId,
    (message) => toCard(session, id, message),
  );
  const showAll = (): void => {
    const messages = new Map(pages.flatMap((page) => page.messages).map((message) => [message.messageId, message]));
    none.hidden = messages.size > 0;
    update([...messages.values()]);
    older.hidden = pages.at(-1)?.nextPageToken === undefined;
  };
  const read = (pageToken?: string): Promise<Page> => {
    const query = new URLSearchParams({ pageSize: '20', ...(pageToken === undefined ? {} : { pageToken }) });
    if (status.value !== 'all') query.set('status', status.value);
    return session.call<Page>('GET', `${path}?${query}`);
  };
  const look = async (): Promise<void> => {
    const chosen = status.value;
    const newest = await read();
    if (chosen !== status.value) return;
    // Older pages stay as they were read.
    pages = pages.length > 1 ? [{ ...newest, nextPageToken: undefined }, ...pages.slice(1)] : [newest];
    showAll();
  };
  status.addEventListener('change', () => {
    pages = [];
    void session.act(older, outcome, async () => void (await look()));
  });
  older.addEventListener('click', () =>
    session.act(older, outcome, async () => {
      const token = pages.at(-1)?.nextPageToken;
      if (token !== undefined) pages = [...pages, await read(token)];
      showAll();
      return undefined;
    }),
  );
  older.hidden = true;
  void session.act(older, outcome, async () => void (await look()));
  session.repeat(POLL_MS, look, closed);
  return make(
    'section',
    { 'aria-labelledby': 'messages-title' },
    make(
      'div',
      { class: 'row' },
      make('h3', { id: 'messages-title' }, 'Messages'),
      make('div', { class: 'inline' }, make('label', { for: status.id }, 'Status'), status),
    ),
    url === '' &&
      make('p', { class: 'note' }, 'This webhook has no URL: its messages stay pending, and are read from the feed.'),
    none,
    list,
    make('div', { class: 'buttons' }, older),
    outcome,
  );
}

function toCard(session: Session, webhookId: string, message: WebhookMessage): HTMLElement {
  const { messageId, kind, status, txHash, blockNumber, createdAt, attempts, nextAttemptAt } = message;
  const outcome = outcomeLine();
  const body = make('pre', { hidden: true });
  makeScrollable(body, `Body of ${messageId}`);
  const replay = button('Replay', `Replay ${messageId}`);
  replay.disabled = status === 'revoked';
  replay.addEventListener('click', () =>
    session.act(replay, outcome, async () => {
      await session.call('POST', `v1/webhooks/${webhookId}/messages/${messageId}/replay`);
      return 'Replay requested: its attempt appears here.';
    }),
  );
  const showBody = button('Body', `Body of ${messageId}`);
  showBody.addEventListener('click', () =>
    session.act(showBody, outcome, async () => {
      const found = await findMessage(session, webhookId, messageId, blockNumber);
      show(body, found && readable(found.body));
      return found ? undefined : 'The feed no longer has this message.';
    }),
  );
  const about = [
    moment(createdAt),
    blockNumber === undefined ? undefined : `block ${count(Number(blockNumber))}`,
    nextAttemptAt === undefined ? undefined : `next attempt ${moment(nextAttemptAt)}`,
  ];
  return make(
    'li',
    { class: 'card', 'data-message': messageId },
    make(
      'div',
      { class: 'row' },
      make('h4', {}, NAMES[kind], ' ', make('span', { class: `badge ${LOOKS[status]}` }, status)),
      make('div', { class: 'buttons' }, showBody, replay),
    ),
    make('p', { class: 'note' }, about.filter(Boolean).join(' · ')),
    txHash !== undefined && make('p', { class: 'note' }, make('code', {}, txHash)),
    make('p', { class: 'note' }, make('code', {}, messageId)),
    attempts.length > 0 &&
      make(
        'details',
        {},
        make('summary', {}, `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`),
        table(
          `Attempts of ${messageId}`,
          [
            { title: 'Time', cell: ({ at }) => moment(at) },
            { title: 'Status', cell: ({ statusCode, error }) => String(statusCode ?? error ?? '') },
            { title: 'ms', isNumber: true, cell: ({ latencyMs }) => count(Math.round(latencyMs)) },
            { title: 'Answer', cell: ({ answer = '' }) => make('code', {}, answer) },
          ],
          attempts,
        ),
      ),
    body,
    outcome,
  );
}
