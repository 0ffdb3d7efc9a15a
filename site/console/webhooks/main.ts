import type { infer as Infer } from 'zod';
import type { ListWebhooks, Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { announce, make } from '../../shared/dom';
import { findChains } from '../indexed-chains';
import { readPages } from '../pages';
import { type Session, startConsole } from '../session';
import { createDetail, type Detail } from './detail';
import { createForm } from './form';
import { createWebhookList } from './list';

const POLL_MS = 5_000;

async function listAll({ call }: Session): Promise<Webhook[]> {
  const { items } = await readPages(async (paging) => {
    const page = await call<Infer<typeof ListWebhooks>>('GET', `v1/webhooks?${new URLSearchParams(paging)}`);
    return { ...page, items: page.webhooks };
  });
  return items;
}

startConsole(async (session) => {
  const [chains, first] = await Promise.all([findChains(session), listAll(session)]);
  const place = make('div', {});
  let webhooks = new Map<string, Webhook>();
  let opened: (Detail & { readonly id: string; readonly closed: AbortController }) | undefined;
  let changes = 0;
  const close = (): void => {
    opened?.closed.abort();
    opened = undefined;
    place.replaceChildren();
  };
  const open = (webhook: Webhook): void => {
    // Again would lose edits and stop the listener.
    if (opened?.id === webhook.id) {
      opened.element.focus();
      return;
    }
    close();
    const closed = new AbortController();
    const onClose = (): void => {
      close();
      list.focus(webhook.id);
    };
    const detail = createDetail(session, webhook, closed.signal, { onChanged: changed, onClose });
    opened = { ...detail, id: webhook.id, closed };
    place.replaceChildren(detail.element);
    detail.element.focus();
  };
  const showAll = (all: readonly Webhook[]): boolean => {
    webhooks = new Map(all.map((webhook) => [webhook.id, webhook]));
    const current = opened && webhooks.get(opened.id);
    if (current) opened?.show(current);
    return list.show(all);
  };
  const changed = async (webhook: Webhook): Promise<void> => {
    changes += 1;
    if (opened?.id === webhook.id) opened.show(webhook);
    announce('Saved.');
    await refreshNow();
  };
  const list = createWebhookList((id) => {
    const webhook = webhooks.get(id);
    if (webhook) open(webhook);
  });
  session.signal.addEventListener('abort', close);
  showAll(first);
  const refreshNow = session.poll(POLL_MS, async () => {
    const before = changes;
    const all = await listAll(session);
    // It may have been read before the change.
    return before === changes ? showAll(all) : true;
  });
  const form = createForm(session, chains, async (webhook) => {
    changes += 1;
    open(webhook);
    await refreshNow();
  });
  return [list.element, place, form];
});
