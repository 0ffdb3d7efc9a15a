import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRIC } from '../contract/metrics';

type Service = 'indexer' | 'node-rpc';

/**
 * CloudWatch embedded metrics of one chain, written to the log without an API call. A metric is billed for each hour
 * with a value, at the price of a thousand log lines: leave out values that are nearly always 0.
 */
export const metricsOfChain = (chainId: string, serviceName: Service = 'indexer'): Metrics =>
  new Metrics({ namespace: METRIC.namespace, serviceName }).addDimension('chainId', chainId);

/** Also published without the chain dimension: one alarm covers all chains. */
export const metricsForAlarms = (chainId: string, service?: Service): Metrics =>
  metricsOfChain(chainId, service).addDimensions({});

/** Also published by group: an alarm fires if a whole group is silent. */
export const metricsOfGroup = (chainId: string, group: string): Metrics =>
  metricsOfChain(chainId).addDimensions({ group });
