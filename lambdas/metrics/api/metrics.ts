import { shareFunction } from '../../core/http/share-function';
import * as declared from '../contract/endpoints';
import { handler as getEvmChainMetrics } from './get-evm-chain-metrics';
import { handler as getEvmChainRollingWindowMetrics } from './get-evm-chain-rolling-window-metrics';
import { handler as getIcmSummary } from './get-icm-summary';
import { handler as getIcmTimeseries } from './get-icm-timeseries';
import { handler as getMetricsChain } from './get-metrics-chain';
import { handler as listMetricsChains } from './list-metrics-chains';

export const handler = shareFunction([
  [declared.listMetricsChains, listMetricsChains],
  [declared.getMetricsChain, getMetricsChain],
  [declared.getEvmChainMetrics, getEvmChainMetrics],
  [declared.getEvmChainRollingWindowMetrics, getEvmChainRollingWindowMetrics],
  [declared.getIcmSummary, getIcmSummary],
  [declared.getIcmTimeseries, getIcmTimeseries],
]);
