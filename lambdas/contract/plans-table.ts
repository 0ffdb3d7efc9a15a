import type { Config } from './config';
import { markdownTable } from './markdown';
import { PLANS } from './plans';

const HEAD = ['plan', 'requests a second', 'burst', 'requests a day', 'webhooks', 'addresses each', 'replays a day'];
const NUMBER = new Intl.NumberFormat('en');
const limitText = (limit: number): string => (limit === 0 ? 'none' : NUMBER.format(limit));

/** The limits of each plan of a deployment, as a Markdown table: for the OpenAPI document and for the guides. */
export const plansTable = (plans: Config['plans']): string =>
  markdownTable(
    HEAD,
    PLANS.map((name) => {
      const { rate, burst, quotaPerDay, webhooks, webhookAddresses, webhookReplays } = plans[name];
      return [`\`${name}\``, ...[rate, burst, quotaPerDay, webhooks, webhookAddresses, webhookReplays].map(limitText)];
    }),
  );
