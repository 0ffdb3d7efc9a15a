import type { Config } from '../lambdas/contract/config';

/** US dollars, us-east-1, a month of 30 days. */
const PRICE = { gbSecond: 0.0000133334, alarm: 0.1, dashboard: 3, waf: 6, cursorWrite: 0.000000625, read: 0.000000125 };
const MONTH = 30 * 24 * 3_600;
/** Memory of a follower, and of the function that traces behind it, in GB, as the indexer stack sets it. */
const MEMORY = 0.5;
/** What a tracer runs of a minute. */
const TRACING = 50 / 60;

/** What the deployment costs while nobody calls it and no chain makes blocks, as one line. */
export function idlePrice(config: Config): string {
  const chains = config.chains.filter((chain) => chain.index);
  const continuous = chains.filter((chain) => chain.follower === 'continuous').length;
  // A quiet follower renews its lease about every three seconds; one of a minute runs about a second in sixty.
  const traced = chains.filter((chain) => chain.follower === 'continuous' && chain.traces).length;
  const follow =
    (continuous + traced * TRACING) * MONTH * MEMORY * PRICE.gbSecond +
    (chains.length - continuous) * (MONTH / 60) * 2 * MEMORY * PRICE.gbSecond;
  const renew = continuous * (MONTH / 3) * PRICE.cursorWrite;
  const watch = (chains.length * 3 + 6) * PRICE.alarm + PRICE.dashboard;
  const total = follow + renew + watch + (config.limitPerAddress ? PRICE.waf : 0);
  return `Idle, this configuration costs about $${total.toFixed(2)} a month: following ${chains.length} chain(s) $${(follow + renew).toFixed(2)}, alarms and dashboard $${watch.toFixed(2)}${config.limitPerAddress ? `, WAF $${PRICE.waf.toFixed(2)}` : ''}. Requests, writes and storage come on top.`;
}
