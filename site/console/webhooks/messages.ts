import type { infer as Infer } from 'zod';
import type { ListWebhookMessages, WebhookMessage } from '../../../lambdas/webhooks/contract/schemas/webhook-messages';
import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { make, makeScrollable, show } from '../../shared/dom';
import { count, moment } from '../../shared/format';
import { table } from '../../shared/table';
import { createLiveList } from '../live-list';
import { button, statusLine } from '../parts';
import type { Session } from '../session';
import { findMessage, prettyJson } from './feed';

type Page = Infer<typeof ListWebhookMessages>;

const POLL_MS = 2_000;
/** Retries go on for days: only the next one is worth waiting for. */
const SOON_MS = 30_000;
const PULLED = 'This webhook has no URL. Its messages always show as pending; read them from the feed.';
const NAMES = { added: 'Event', removed: 'Removal', test: 'Test', operation: 'Operation' } as const;
const TONES = { delivered: 'good', pending: 'warn', failed: 'bad', revoked: '' } as const;

/** Live list of the newest messages, with older ones on request. */
export function createMessages(session: Session, { id }: Webhook, closedSignal: AbortSignal) {
  const pulled = make('p', { class: 'note', hidden: true }, PULLED);
  const status = make('select', { id: 'message-status' });
  /** Texts on display: they survive new attempts of their message. */
  const bodies = new Map<string, string>();
  for (const name of ['all', ...Object.keys(TONES)]) status.add(new Option(name, name));
  const messages = createLiveList<WebhookMessage>(session, {
    ms: POLL_MS,
    ended: closedSignal,
    none: 'No messages to show.',
    older: 'Older messages',
    toId: ({ messageId }) => messageId,
    toElement: (message, refreshNow) => toCard(session, { webhookId: id, message, bodies, refreshNow }),
    toShown: (message) => [message, bodies.get(message.messageId)],
    isMoving: ({ status: now, nextAttemptAt, createdAt }) =>
      now === 'pending' && pulled.hidden && Math.abs((nextAttemptAt ?? createdAt) - Date.now()) < SOON_MS,
    async read(paging) {
      const query = new URLSearchParams(paging);
      if (status.value !== 'all') query.set('status', status.value);
      const page = await session.call<Page>('GET', `v1/webhooks/${id}/messages?${query}`, { ended: closedSignal });
      return { ...page, items: page.messages };
    },
  });
  status.addEventListener('change', () => messages.restart());
  void messages.refreshNow();
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
    refreshNow: messages.refreshNow,
    show({ url }: Webhook): void {
      pulled.hidden = url !== '';
    },
  };
}

interface Shown {
  readonly webhookId: string;
  readonly message: WebhookMessage;
  readonly bodies: Map<string, string>;
  readonly refreshNow: () => Promise<void>;
}

function toCard(session: Session, { webhookId, message, bodies, refreshNow }: Shown): HTMLElement {
  const { messageId, kind, status, txHash, blockNumber, createdAt, attempts, nextAttemptAt } = message;
  const outcome = statusLine();
  const body = make('pre', { hidden: true });
  makeScrollable(body, `Body of ${messageId}`);
  show(body, bodies.get(messageId));
  const replay = button('Replay', `Replay ${messageId}`);
  replay.disabled = status === 'revoked';
  replay.addEventListener('click', () =>
    session.act(replay, outcome, async () => {
      await session.call('POST', `v1/webhooks/${webhookId}/messages/${messageId}/replay`);
      await refreshNow();
      return 'Replay requested. The new attempt will appear here.';
    }),
  );
  const showBody = button('Body', `Body of ${messageId}`);
  showBody.addEventListener('click', () =>
    session.act(showBody, outcome, async () => {
      const found = await findMessage(session, webhookId, messageId);
      if (found === 'gone') return 'This message is no longer in the feed.';
      if (found === 'unread') return 'Not found in the part of the feed that was read. Read it through the API.';
      bodies.set(messageId, prettyJson(found.body));
      await refreshNow();
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
      make('h4', {}, NAMES[kind], ' ', make('span', { class: `badge ${TONES[status]}` }, status)),
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
            { title: 'Duration (ms)', isNumber: true, cell: ({ latencyMs }) => count(Math.round(latencyMs)) },
            { title: 'Response', cell: ({ answer = '' }) => make('code', {}, answer) },
          ],
          attempts,
        ),
      ),
    body,
    outcome,
  );
}
