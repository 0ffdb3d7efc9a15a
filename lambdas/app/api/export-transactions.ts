import { provider } from '../../api/implement/exports';
import { requestExport } from '../../api/shared/request-export';
import { exportTransactions } from '../../contract/endpoints/operations';
import { implementWith } from '../../http/implement';
import { findNotifiedWebhook } from './shared/find-notified-webhook';

const implement = implementWith({
  ...provider,
  readers: async () => {
    const [exporting, { webhookReader }] = await Promise.all([
      provider.readers(),
      import('../../adapters/dynamo/webhooks/webhook-item'),
    ]);
    return { ...exporting, Webhook: webhookReader };
  },
});

/** In `app`, as it joins two capabilities: the end of an export can be sent to a webhook. */
export const handler = implement(exportTransactions, async ({ headers, body, caller, deps }) =>
  requestExport({
    body,
    idempotencyKey: headers['idempotency-key'],
    caller,
    deps,
    findNotify: () => findNotifiedWebhook(deps, caller, body),
  }),
);
