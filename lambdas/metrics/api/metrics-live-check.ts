import { metricsLiveCheck } from '../contract/endpoints';
import { implement } from './implement';

export const handler = implement(metricsLiveCheck, async () => ({
  status: 'ok' as const,
  info: {},
  error: {},
  details: {},
}));
