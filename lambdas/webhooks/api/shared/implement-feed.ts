import { runtimeConfig } from '../../../core/config/runtime';
import { env } from '../../../core/contract/env';
import { implementWith } from '../../../core/http/implement';

/** Apart from the other endpoints: rebuilding bodies loads the readers of blocks, and S3. */
export const implement = implementWith({
  readers: async () => {
    const { feedReaders } = await import('../../feed/readers');
    const { chains, contractVersion } = runtimeConfig();
    return feedReaders({ bucket: env('bucket'), chains, contractVersion });
  },
  writers: async () => ({ WebhookSecret: () => ({}) }),
});
