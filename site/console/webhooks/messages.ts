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
const [PAGE, MAX_PAGE] = [20, 100];
const NAMES = { added: 'Event', removed: 'Removal', test: 'Test', operation: 'Operation' } as const;
const LOOKS = { delivered: 'good', pending: 'warn', failed: 'bad', revoked: '' } as const;

/** Live list of the newest messages, with older ones on request. */
export function createMessages(session: Session, { id, url }: Webhook, closed: AbortSignal) {
  const path = `v1/webhooks/${id}/messages`;
  const list = make('ul', { class: 'stack' });
  const none = make('p', { class: 'note' }, 'No messages yet. Send a test.');
  const older = button('Older messages');
  const outcome = outcomeLine();
  const status = make('select', { id: 'message-status' });
  for (const name of ['all', ...Object.keys(LOOKS)]) status.add(new Option(name, name));
  /** In the order of the list. */
  let shown = new Map<string, WebhookMessage>();
  /** Of the page after the shown messages. */
  let next: string | undefined;
  const update = createList<WebhookMessage>(
    list,
    ({ messageId }) => messageId,
    (message) => toCard(session, id, message, () => wake()),
  );
  const showAll = (): boolean => {
    none.hidden = shown.size > 0;
    older.hidden = next === undefined;
    return update([...shown.values()]);
  };
  const read = (pageSize: number, pageToken?: string): Promise<Page> => {
    const query = new URLSearchParams({ pageSize: String(pageSize), ...(pageToken ? { pageToken } : {}) });
    if (status.value !== 'all') query.set('status', status.value);
    return session.call<Page>('GET', `${path}?${query}`);
  };
  const byId = ({ messages }: Page) => messages.map((message) => [message.messageId, message] as const);
  /** Prepends new messages and refreshes the newest 100; older ones keep their last known state. */
  const look = async (): Promise<boolean> => {
    const chosen = status.value;
    const page = await read(Math.min(MAX_PAGE, shown.size + PAGE));
    if (chosen !== status.value) return true;
    const newest = new Map(byId(page));
    const rest = [...shown].filter(([one]) => !newest.has(one));
    if (rest.length === 0) next = page.nextPageToken;
    shown = new Map([...newest, ...rest]);
    return showAll();
  };
  status.addEventListener('change', () => {
    shown = new Map();
    void session.act(older, outcome, async () => void (await look()));
  });
  older.addEventListener('click', () =>
    session.act(older, outcome, async () => {
      const page = await read(PAGE, next);
      shown = new Map([...shown, ...byId(page)]);
      next = page.nextPageToken;
      showAll();
      return undefined;
    }),
  );
  older.hidden = true;
  void session.act(older, outcome, async () => void (await look()));
  /** Call it when a message or an attempt is expected. */
  const wake = session.repeat(POLL_MS, look, closed);
  const element = make(
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
  return { element, wake };
}

function toCard(session: Session, webhookId: string, message: WebhookMessage, wake: () => void): HTMLElement {
  const { messageId, kind, status, txHash, blockNumber, createdAt, attempts, nextAttemptAt } = message;
  const outcome = outcomeLine();
  const body = make('pre', { hidden: true });
  makeScrollable(body, `Body of ${messageId}`);
  const replay = button('Replay', `Replay ${messageId}`);
  replay.disabled = status === 'revoked';
  replay.addEventListener('click', () =>
    session.act(replay, outcome, async () => {
      await session.call('POST', `v1/webhooks/${webhookId}/messages/${messageId}/replay`);
      wake();
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
