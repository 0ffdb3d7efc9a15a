import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRIC } from '../contract/metrics';

type Service = 'indexer' | 'node-rpc';

/** A metric is billed for each hour with a value, as much as 1,000 log lines: omit values that are nearly always 0. */
export const metricsOfChain = (chainId: string, serviceName: Service = 'indexer'): Metrics =>
  new Metrics({ namespace: METRIC.namespace, serviceName }).addDimension('chainId', chainId);

/** Also published without the chain dimension, for one alarm over all chains. */
export const metricsForAlarms = (chainId: string, service?: Service): Metrics =>
  metricsOfChain(chainId, service).addDimensions({});

/** Also published by group, for an alarm on a silent group. */
export const metricsOfGroup = (chainId: string, group: string): Metrics =>
  metricsOfChain(chainId).addDimensions({ group });
