import { Config } from '../lambdas/contract/config';
import { coveredBy } from '../lambdas/contract/functions';
import { follow } from '../lambdas/contract/functions/indexer';
import { checkNodes } from '../lambdas/contract/functions/node-rpc';
import { PRICE } from '../lambdas/contract/prices';
import { countAlarms } from './alarms';

/** A month of 30 days. */
export const SECONDS_PER_MONTH = 30 * 24 * 3_600;
const gbOf = ({ memoryMb }: { readonly memoryMb: number }): number => memoryMb / 1_024;

/** What the deployment costs in a month while nobody calls it and no chain produces blocks, US dollars. */
function idleDollars(config: Config) {
  const chains = coveredBy('followedChains', config);
  const continuous = chains.filter((chain) => chain.follower === 'continuous').length;
  // An idle follower renews its lease about every three seconds; one that polls each minute runs about one second in sixty.
  const following = continuous * SECONDS_PER_MONTH + (chains.length - continuous) * (SECONDS_PER_MONTH / 60);
  const run = following * gbOf(follow) * PRICE.gbSecond;
  const renew = continuous * (SECONDS_PER_MONTH / 3) * PRICE.writeUnit;
  const checks = config.pChains.length * (SECONDS_PER_MONTH / 60);
  return {
    following: run + renew,
    watching: countAlarms(config) * PRICE.alarm + PRICE.dashboard,
    // A check asks the node within half a second, reads its record, claims it and writes it.
    checking: checks * (0.5 * gbOf(checkNodes) * PRICE.gbSecond + PRICE.readUnit + 2 * PRICE.writeUnit),
    // Each API has its own rule.
    waf: config.limitPerAddress ? PRICE.waf * (config.pChains.length > 0 ? 2 : 1) : 0,
  };
}

const total = (config: Config): number => Object.values(idleDollars(config)).reduce((sum, part) => sum + part, 0);
const shown = (dollars: number): string => `$${dollars.toFixed(2)}`;

/** The same as one line, with what a further chain would add. */
export function idlePrice(config: Config): string {
  const { following, watching, checking, waf } = idleDollars(config);
  const count = coveredBy('followedChains', config).length;
  const further = (follower: 'continuous' | 'minute'): string => {
    const one = Config.parse({}).chains.map((chain) => ({ ...chain, chainId: 'another', follower }));
    return shown(total({ ...config, chains: [...config.chains, ...one] }) - total(config));
  };
  const parts = [
    `following ${count} chain(s) ${shown(following)}`,
    `alarms and dashboard ${shown(watching)}`,
    ...(checking > 0 ? [`checking ${config.pChains.length} node(s) of P-chains ${shown(checking)}`] : []),
    ...(waf > 0 ? [`WAF ${shown(waf)}`] : []),
  ];
  return `Idle, this configuration costs about ${shown(total(config))} a month: ${parts.join(', ')}. A further chain adds ${further('continuous')}, or ${further('minute')} where it is polled once a minute. Requests, writes and storage come on top.`;
}
