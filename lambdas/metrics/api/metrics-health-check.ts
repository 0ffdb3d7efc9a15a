import { visibleBlock } from '../../chain/domain/cursor';
import { metricsHealthCheck } from '../contract/endpoints';
import { implement } from './implement';
import { findMetrics, indexedChains } from './shared/chain-metrics';

type Indicators = Record<string, { status: 'up' | 'down'; indexedBlock?: number; countedBlock?: number }>;

export const handler = implement(metricsHealthCheck, async ({ deps }) => {
  const details: Indicators = {};
  for (const chain of indexedChains(deps.chains, undefined)) {
    const [cursor, metrics] = await Promise.all([deps.Cursor.find(chain.chainId), findMetrics(deps, chain)]);
    const indexedBlock = cursor && Math.max(0, visibleBlock(cursor));
    const countedBlock = metrics?.counted;
    details[chain.chainId] = {
      status: indexedBlock !== undefined && countedBlock === indexedBlock ? 'up' : 'down',
      ...(indexedBlock === undefined ? {} : { indexedBlock }),
      ...(countedBlock === undefined ? {} : { countedBlock }),
    };
  }
  const select = (status: 'up' | 'down'): Indicators =>
    Object.fromEntries(Object.entries(details).filter(([, one]) => one.status === status));
  const error = select('down');
  const status = Object.keys(error).length > 0 ? ('error' as const) : ('ok' as const);
  return { status, info: select('up'), error, details };
});
