import type { Config } from './config';
import { markdownTable } from './markdown';
import { PLANS } from './plans';

const COLUMNS = {
  rate: 'requests a second',
  burst: 'burst',
  quotaPerDay: 'requests a day',
  webhooks: 'webhooks',
  webhookAddresses: 'addresses each',
  webhookReplays: 'replays a day',
  exports: 'exports at once',
  exportRows: 'rows each',
} as const satisfies Record<keyof Config['plans']['free'], string>;
const NUMBER = new Intl.NumberFormat('en');
const limitText = (limit: number): string => (limit === 0 ? 'none' : NUMBER.format(limit));

export const plansTable = (plans: Config['plans']): string =>
  markdownTable(
    ['plan', ...Object.values(COLUMNS)],
    PLANS.map((name) => [
      `\`${name}\``,
      ...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((limit) => limitText(plans[name][limit])),
    ]),
  );
