import type { infer as Infer } from 'zod';
import type { ListWebhookMessages, WebhookMessage } from '../../../lambdas/webhooks/contract/schemas/webhook-messages';
import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { make, makeScrollable, show } from '../../shared/dom';
import { count, moment } from '../../shared/format';
import { table } from '../../shared/table';
import { createLiveList } from '../live-list';
import { button, outcomeLine } from '../parts';
import type { Session } from '../session';
import { findMessage, readable } from './feed';

type Page = Infer<typeof ListWebhookMessages>;

const POLL_MS = 2_000;
/** Retries go on for days: only the next one is worth waiting for. */
const SOON_MS = 30_000;
const PULLED = 'This webhook has no URL: its messages stay pending, and are read from the feed.';
const NAMES = { added: 'Event', removed: 'Removal', test: 'Test', operation: 'Operation' } as const;
const LOOKS = { delivered: 'good', pending: 'warn', failed: 'bad', revoked: '' } as const;

/** Live list of the newest messages, with older ones on request. */
export function createMessages(session: Session, { id }: Webhook, closed: AbortSignal) {
  const pulled = make('p', { class: 'note', hidden: true }, PULLED);
  const status = make('select', { id: 'message-status' });
  /** Texts on display: they survive new attempts of their message. */
  const bodies = new Map<string, string>();
  for (const name of ['all', ...Object.keys(LOOKS)]) status.add(new Option(name, name));
  const messages = createLiveList<WebhookMessage>(session, {
    ms: POLL_MS,
    ended: closed,
    none: 'No messages. Send a test.',
    older: 'Older messages',
    toId: ({ messageId }) => messageId,
    toElement: (message, lookNow) => toCard(session, { webhookId: id, message, bodies, lookNow }),
    toShown: (message) => [message, bodies.get(message.messageId)],
    isMoving: ({ status: now, nextAttemptAt, createdAt }) =>
      now === 'pending' && pulled.hidden && Math.abs((nextAttemptAt ?? createdAt) - Date.now()) < SOON_MS,
    async read(paging) {
      const query = new URLSearchParams(paging);
      if (status.value !== 'all') query.set('status', status.value);
      const page = await session.call<Page>('GET', `v1/webhooks/${id}/messages?${query}`, { ended: closed });
      return { ...page, items: page.messages };
    },
  });
  status.addEventListener('change', () => messages.restart());
  void messages.lookNow();
  const element = make(
    'section',
    { 'aria-labelledby': 'messages-title' },
    make(
      'div',
      { class: 'row' },
      make('h3', { id: 'messages-title' }, 'Messages'),
      make('div', { class: 'inline' }, make('label', { for: status.id }, 'Status'), status),
    ),
    pulled,
    messages.element,
  );
  return {
    element,
    lookNow: messages.lookNow,
    show({ url }: Webhook): void {
      pulled.hidden = url !== '';
    },
  };
}

interface Shown {
  readonly webhookId: string;
  readonly message: WebhookMessage;
  readonly bodies: Map<string, string>;
  readonly lookNow: () => Promise<void>;
}

function toCard(session: Session, { webhookId, message, bodies, lookNow }: Shown): HTMLElement {
  const { messageId, kind, status, txHash, blockNumber, createdAt, attempts, nextAttemptAt } = message;
  const outcome = outcomeLine();
  const body = make('pre', { hidden: true });
  makeScrollable(body, `Body of ${messageId}`);
  show(body, bodies.get(messageId));
  const replay = button('Replay', `Replay ${messageId}`);
  replay.disabled = status === 'revoked';
  replay.addEventListener('click', () =>
    session.act(replay, outcome, async () => {
      await session.call('POST', `v1/webhooks/${webhookId}/messages/${messageId}/replay`);
      await lookNow();
      return 'Replay requested: its attempt appears here.';
    }),
  );
  const showBody = button('Body', `Body of ${messageId}`);
  showBody.addEventListener('click', () =>
    session.act(showBody, outcome, async () => {
      const found = await findMessage(session, webhookId, messageId);
      if (found === 'gone') return 'This message is no longer in the feed.';
      if (found === 'unread') return 'Not found in the part of the feed that was read. Read it through the API.';
      bodies.set(messageId, readable(found.body));
      await lookNow();
      return undefined;
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
