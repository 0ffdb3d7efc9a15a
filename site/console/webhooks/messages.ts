import type { infer as Infer } from 'zod';
import type { ListWebhookMessages, WebhookMessage } from '../../../lambdas/webhooks/contract/schemas/webhook-messages';
import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { type Card, make, makeScrollable, setHidden, show, showBadge } from '../../shared/dom';
import { count, counted, moment } from '../../shared/format';
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
  for (const name of ['all', ...Object.keys(TONES)]) status.add(new Option(name, name));
  const messages = createLiveList<WebhookMessage>(session, {
    ms: POLL_MS,
    ended: closedSignal,
    none: 'No messages to show.',
    older: 'Older messages',
    toId: ({ messageId }) => messageId,
    createCard: (first, refreshNow) => createCard(session, id, first, refreshNow),
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

function createCard(
  session: Session,
  webhookId: string,
  { messageId, kind, txHash, blockNumber, createdAt }: WebhookMessage,
  refreshNow: () => Promise<void>,
): Card<WebhookMessage> {
  const outcome = statusLine();
  const replay = button('Replay', `Replay ${messageId}`);
  replay.addEventListener('click', () =>
    session.act(replay, outcome, async () => {
      await session.call('POST', `v1/webhooks/${webhookId}/messages/${messageId}/replay`);
      await refreshNow();
      return 'Replay requested. See its attempts for the result.';
    }),
  );
  const body = make('pre', { hidden: true });
  makeScrollable(body, `Body of ${messageId}`);
  const showBody = button('Body', `Body of ${messageId}`);
  showBody.addEventListener('click', () =>
    session.act(showBody, outcome, async () => {
      const found = await findMessage(session, webhookId, messageId);
      if (found === 'gone') return 'This message is no longer in the feed.';
      if (found === 'unread') return 'Not found in the part of the feed that was read. Read it through the API.';
      show(body, prettyJson(found.body));
      return undefined;
    }),
  );
  const [badge, about] = [make('span', {}), make('p', { class: 'note' })];
  const [summary, attemptTable] = [make('summary', {}), make('div', {})];
  const details = make('details', {}, summary, attemptTable);
  let shownAttempts = '';
  const element = make(
    'li',
    { class: 'card', 'data-message': messageId, tabindex: '-1' },
    make(
      'div',
      { class: 'row' },
      make('h4', {}, NAMES[kind], ' ', badge),
      make('div', { class: 'buttons' }, showBody, replay),
    ),
    about,
    txHash !== undefined && make('p', { class: 'note' }, make('code', {}, txHash)),
    make('p', { class: 'note' }, make('code', {}, messageId)),
    details,
    body,
    outcome,
  );
  return {
    element,
    show({ status, attempts, nextAttemptAt }): void {
      showBadge(badge, status, TONES[status]);
      setHidden(replay, status === 'revoked', element);
      const parts = [
        moment(createdAt),
        blockNumber === undefined ? undefined : `block ${count(Number(blockNumber))}`,
        nextAttemptAt === undefined ? undefined : `next attempt ${moment(nextAttemptAt)}`,
      ];
      show(about, parts.filter((part) => part !== undefined).join(' · '));
      details.hidden = attempts.length === 0;
      show(summary, counted(attempts.length, 'attempt'));
      // A new table would lose its focus and scroll position.
      if (shownAttempts === JSON.stringify(attempts)) return;
      shownAttempts = JSON.stringify(attempts);
      attemptTable.replaceChildren(
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
      );
    },
  };
}
