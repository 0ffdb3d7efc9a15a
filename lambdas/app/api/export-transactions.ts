import { implementWith } from '../../core/http/implement';
import { provider } from '../../exports/api/implement';
import { requestExport } from '../../exports/api/shared/request-export';
import { exportTransactions } from '../../exports/contract/endpoints';
import { findNotifiedWebhook } from './shared/find-notified-webhook';

const implement = implementWith({
  ...provider,
  readers: async () => (await import('./shared/readers')).readers,
});

/** In `app` because it joins two capabilities: an export can notify a webhook when it ends. */
export const handler = implement(exportTransactions, async ({ headers, body, caller, deps }) =>
  requestExport({
    body,
    idempotencyKey: headers['idempotency-key'],
    caller,
    deps,
    findNotify: () => findNotifiedWebhook(deps, caller, body),
  }),
);
