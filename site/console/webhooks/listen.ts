import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { announce, make, makeScrollable, show } from '../../shared/dom';
import { counted, moment } from '../../shared/format';
import { whenVisible } from '../../shared/poll';
import { button, statusLine } from '../parts';
import { RETRY_SECONDS, RequestFailed, type Session } from '../session';
import { type FeedMessage, prettyJson, readFeed } from './feed';

/** Below the API Gateway's limit. */
const WAIT_SECONDS = '20';
/** A busy feed answers at once. */
const PAUSE_MS = 1_000;
const MAX_SHOWN = 50;

/** Shows messages as they arrive, from the feed: the receiver of a webhook still gets them. */
export function createListener(session: Session, { id }: Webhook, closedSignal: AbortSignal): HTMLElement {
  const listen = button('Listen', undefined, 'main');
  const outcome = statusLine();
  const list = make('ul', { class: 'stack' });
  let current: AbortController | undefined;
  const showMessages = (messages: readonly FeedMessage[]): void => {
    for (const message of messages) list.prepend(toItem(message));
    while (list.children.length > MAX_SHOWN) list.lastElementChild?.remove();
    if (messages.length > 0) announce(counted(messages.length, 'new message'));
  };
  /** Ends with `ended`, or if the API rejects the request for good. */
  const run = async (ended: AbortSignal): Promise<void> => {
    let query: Record<string, string> = { from: 'now' };
    while (!ended.aborted) {
      // Hidden tabs do not use up the quota: the feed keeps the messages.
      await whenVisible(ended);
      let waitMs = PAUSE_MS;
      const failure = await session.report(outcome, async () => {
        const { messages, cursor } = await readFeed(session, id, query, ended);
        showMessages(messages);
        query = { cursor, waitSeconds: WAIT_SECONDS };
        return undefined;
      });
      if (failure !== undefined) {
        if (!(failure instanceof RequestFailed && failure.isTemporary)) return;
        waitMs = (failure.retryAfter ?? RETRY_SECONDS) * 1_000;
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  };
  const setIdle = (): void => {
    current = undefined;
    listen.textContent = 'Listen';
  };
  const stop = (): void => {
    current?.abort();
    setIdle();
    show(outcome, undefined);
  };
  closedSignal.addEventListener('abort', stop);
  listen.addEventListener('click', async () => {
    if (current) return stop();
    const own = new AbortController();
    current = own;
    listen.textContent = 'Stop';
    show(outcome, undefined);
    await run(own.signal);
    if (current === own) setIdle();
  });
  return make(
    'section',
    { 'aria-labelledby': 'listen-title' },
    make(
      'div',
      { class: 'row' },
      make('h3', { id: 'listen-title' }, 'Listen'),
      make('div', { class: 'buttons' }, listen),
    ),
    make('p', { class: 'note' }, 'Shows messages here as they arrive. They are still sent to the receiver.'),
    list,
    outcome,
  );
}

function toItem(message: FeedMessage): HTMLElement {
  const body = make('pre', {}, prettyJson(message.body));
  makeScrollable(body, `Body of ${message.id}`);
  return make(
    'li',
    { class: 'card', 'data-heard': message.id },
    make('p', { class: 'note' }, `${moment(Date.now())} · `, make('code', {}, message.id)),
    make('details', {}, make('summary', {}, 'Body'), body),
  );
}
