import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { announce, make, makeScrollable } from '../../shared/dom';
import { moment } from '../../shared/format';
import { button, outcomeLine } from '../parts';
import type { Session } from '../session';
import { readable, readFeed } from './feed';

/** Below the API Gateway's limit. */
const WAIT_SECONDS = '20';
const MAX_SHOWN = 50;

/** Shows messages as they come, from its feed: the receiver of a webhook still gets them. */
export function createListener(session: Session, { id }: Webhook, closed: AbortSignal): HTMLElement {
  const listen = button('Listen', undefined, 'main');
  const outcome = outcomeLine();
  const list = make('ul', { class: 'stack' });
  let isListening = false;
  const run = async (): Promise<undefined> => {
    let { cursor } = await readFeed(session, id, { from: 'now' });
    while (isListening && !closed.aborted) {
      const feed = await readFeed(session, id, { cursor, waitSeconds: WAIT_SECONDS });
      if (!isListening || closed.aborted) break;
      cursor = feed.cursor;
      for (const message of feed.messages) {
        const body = make('pre', {}, readable(message.body));
        makeScrollable(body, `Body of ${message.id}`);
        list.prepend(
          make(
            'li',
            { class: 'card', 'data-heard': message.id },
            make('p', { class: 'note' }, `${moment(Date.now())} · `, make('code', {}, message.id)),
            make('details', {}, make('summary', {}, 'Body'), body),
          ),
        );
        while (list.children.length > MAX_SHOWN) list.lastElementChild?.remove();
      }
      if (feed.messages.length > 0) announce(`${feed.messages.length} new messages`);
    }
    return undefined;
  };
  listen.addEventListener('click', async () => {
    isListening = !isListening;
    listen.textContent = isListening ? 'Stop' : 'Listen';
    if (!isListening) return;
    // The button stays usable: it also stops.
    const pressed = button('');
    await session.act(pressed, outcome, run);
    isListening = false;
    listen.textContent = 'Listen';
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
    make('p', { class: 'note' }, 'Shows messages here as they come; the receiver still gets them.'),
    list,
    outcome,
  );
}
