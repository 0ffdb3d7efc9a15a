import { shareFunction } from '../../core/http/share-function';
import * as declared from '../contract/endpoints';
import { handler as getAddressesByBtcbBridged } from './get-addresses-by-btcb-bridged';
import { handler as getEvmChainMetrics } from './get-evm-chain-metrics';
import { handler as getEvmChainRollingWindowMetrics } from './get-evm-chain-rolling-window-metrics';
import { handler as getIcmSummary } from './get-icm-summary';
import { handler as getIcmTimeseries } from './get-icm-timeseries';
import { handler as getMetricsByNodeId } from './get-metrics-by-node-id';
import { handler as getMetricsBySubnetId } from './get-metrics-by-subnet-id';
import { handler as getMetricsByValidationId } from './get-metrics-by-validation-id';
import { handler as getMetricsChain } from './get-metrics-chain';
import { handler as getStakingMetrics } from './get-staking-metrics';
import { handler as getTotalL1ValidatorMetrics } from './get-total-l1-validator-metrics';
import { handler as getValidatorsByDateRange } from './get-validators-by-date-range';
import { handler as listMetricsChains } from './list-metrics-chains';
import { handler as metricsHealthCheck } from './metrics-health-check';
import { handler as metricsLiveCheck } from './metrics-live-check';

export const handler = shareFunction([
  [declared.listMetricsChains, listMetricsChains],
  [declared.getMetricsChain, getMetricsChain],
  [declared.getEvmChainMetrics, getEvmChainMetrics],
  [declared.getEvmChainRollingWindowMetrics, getEvmChainRollingWindowMetrics],
  [declared.getIcmSummary, getIcmSummary],
  [declared.getIcmTimeseries, getIcmTimeseries],
  [declared.getAddressesByBtcbBridged, getAddressesByBtcbBridged],
  [declared.getMetricsByNodeId, getMetricsByNodeId],
  [declared.getMetricsBySubnetId, getMetricsBySubnetId],
  [declared.getMetricsByValidationId, getMetricsByValidationId],
  [declared.getStakingMetrics, getStakingMetrics],
  [declared.getTotalL1ValidatorMetrics, getTotalL1ValidatorMetrics],
  [declared.getValidatorsByDateRange, getValidatorsByDateRange],
  [declared.metricsHealthCheck, metricsHealthCheck],
  [declared.metricsLiveCheck, metricsLiveCheck],
]);
