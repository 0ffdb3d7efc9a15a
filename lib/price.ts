import type { Config } from '../lambdas/contract/config';
import { coveredBy } from '../lambdas/contract/functions';
import { follow, trace } from '../lambdas/contract/functions/indexer';
import { checkNodes } from '../lambdas/contract/functions/node-rpc';
import { countAlarms } from './alarms';

/** US dollars, us-east-1. Of alarms, a dashboard and a rule of WAF a month; write and read units are of DynamoDB, calls of S3. */
export const PRICE = {
  ...{ gbSecond: 0.0000133334, alarm: 0.1, dashboard: 3, waf: 6 },
  ...{ writeUnit: 0.000000625, readUnit: 0.000000125, event: 0.000001, s3Write: 0.000005, s3Read: 0.0000004 },
};
/** A month of 30 days. */
export const SECONDS_PER_MONTH = 30 * 24 * 3_600;
/** The share of each minute that a tracer runs. */
const TRACING_SHARE = 50 / 60;
const gbOf = ({ memoryMb }: { readonly memoryMb: number }): number => memoryMb / 1_024;

/** What the deployment costs while nobody calls it and no chain produces blocks, as one line. */
export function idlePrice(config: Config): string {
  const chains = coveredBy('followedChains', config);
  const continuous = chains.filter((chain) => chain.follower === 'continuous').length;
  // An idle follower renews its lease about every three seconds; one that polls each minute runs about one second in sixty.
  const traced = coveredBy('tracedChains', config).filter((chain) => chain.follower === 'continuous').length;
  const following = continuous * SECONDS_PER_MONTH + (chains.length - continuous) * (SECONDS_PER_MONTH / 60);
  const tracing = traced * SECONDS_PER_MONTH * TRACING_SHARE + (chains.length - continuous) * (SECONDS_PER_MONTH / 60);
  const run = (following * gbOf(follow) + tracing * gbOf(trace)) * PRICE.gbSecond;
  const renew = continuous * (SECONDS_PER_MONTH / 3) * PRICE.writeUnit;
  const watch = countAlarms(config) * PRICE.alarm + PRICE.dashboard;
  const checks = config.pChains.length * (SECONDS_PER_MONTH / 60);
  // A check asks the node within half a second, reads its record, claims it and writes it.
  const check = checks * (0.5 * gbOf(checkNodes) * PRICE.gbSecond + PRICE.readUnit + 2 * PRICE.writeUnit);
  // Each API has its own rule.
  const waf = config.limitPerAddress ? PRICE.waf * (config.pChains.length > 0 ? 2 : 1) : 0;
  const total = run + renew + check + watch + waf;
  return `Idle, this configuration costs about $${total.toFixed(2)} a month: following ${chains.length} chain(s) $${(run + renew).toFixed(2)}, alarms and dashboard $${watch.toFixed(2)}${check > 0 ? `, checking ${config.pChains.length} node(s) of P-chains $${check.toFixed(2)}` : ''}${waf > 0 ? `, WAF $${waf.toFixed(2)}` : ''}. Requests, writes and storage come on top.`;
}
