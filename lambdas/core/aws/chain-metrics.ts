import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRIC } from '../contract/metrics';

type Service = 'indexer' | 'node-rpc';

/**
 * CloudWatch embedded metrics of one chain: written to the log, without a call. A metric costs as much in each hour in
 * which it has a value as a thousand log lines, so that one that is nearly always 0 has none then.
 */
export const metricsOfChain = (chainId: string, serviceName: Service = 'indexer'): Metrics =>
  new Metrics({ namespace: METRIC.namespace, serviceName }).addDimension('chainId', chainId);

/** The same, for all chains together too: there is one alarm for all chains. */
export const metricsForAlarms = (chainId: string, service?: Service): Metrics =>
  metricsOfChain(chainId, service).addDimensions({});

/** The same, for the chain's group too: an alarm notices if a whole group is silent. */
export const metricsOfGroup = (chainId: string, group: string): Metrics =>
  metricsOfChain(chainId).addDimensions({ group });
