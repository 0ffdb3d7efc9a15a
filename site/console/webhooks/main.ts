import type { infer as Infer } from 'zod';
import type { ListWebhooks, Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { announce, make } from '../../shared/dom';
import { findChains } from '../indexed-chains';
import { type Session, startConsole } from '../session';
import { createDetail } from './detail';
import { createForm } from './form';
import { createWebhookList } from './list';

const POLL_MS = 5_000;

async function listAll({ call }: Session): Promise<Webhook[]> {
  const webhooks: Webhook[] = [];
  for (let pageToken = ''; ; ) {
    const query = new URLSearchParams({ pageSize: '100', ...(pageToken ? { pageToken } : {}) });
    const page = await call<Infer<typeof ListWebhooks>>('GET', `v1/webhooks?${query}`);
    webhooks.push(...page.webhooks);
    if (!page.nextPageToken) return webhooks;
    pageToken = page.nextPageToken;
  }
}

startConsole(async (session) => {
  const [chains, first] = await Promise.all([findChains(session), listAll(session)]);
  const detail = make('div', {});
  let closed = new AbortController();
  const close = (): void => {
    closed.abort();
    detail.replaceChildren();
  };
  const open = (webhook: Webhook, isWithSettings = false): void => {
    close();
    closed = new AbortController();
    const changed = async (next: Webhook | undefined): Promise<void> => {
      const wasOpen = detail.querySelector('details')?.open === true;
      if (next) open(next, wasOpen);
      else close();
      announce(next ? 'Saved.' : '');
      await update();
    };
    const element = createDetail(session, webhook, closed.signal, changed);
    detail.replaceChildren(element);
    const settings = element.querySelector('details');
    if (settings) settings.open = isWithSettings;
    element.focus();
  };
  session.signal.addEventListener('abort', close);
  const list = createWebhookList((webhook) => open(webhook));
  const update = async (): Promise<boolean> => list.show(await listAll(session));
  list.show(first);
  session.repeat(POLL_MS, update);
  const form = createForm(session, chains, async (webhook) => {
    open(webhook);
    await update();
  });
  return [list.element, detail, form];
});
