import { visibleBlock } from '../../chain/domain/cursor';
import { MAX_PART_BLOCKS } from '../../evm/metrics/domain/run';
import { metricsHealthCheck } from '../contract/endpoints';
import { implement } from './implement';
import { indexedChains } from './shared/chain-metrics';

type Indicator = { status: 'up' | 'down'; indexedBlock?: number; countedBlock?: number };

export const handler = implement(metricsHealthCheck, async ({ deps: { chains, Cursor, MetricsRow } }) => {
  const ids = indexedChains(chains, undefined).map(({ chainId }) => chainId);
  const [cursors, counted] = await Promise.all([
    Cursor.all(ids),
    Promise.all(ids.map((id) => MetricsRow.lastCounted(id))),
  ]);
  const all = ids.map((id, i): [string, Indicator] => {
    const cursor = cursors.get(id);
    return [id, toIndicator(cursor && Math.max(0, visibleBlock(cursor)), counted[i])];
  });
  const select = (status: Indicator['status']) => all.filter(([, one]) => one.status === status);
  const error = select('down');
  return {
    status: error.length > 0 ? ('error' as const) : ('ok' as const),
    info: Object.fromEntries(select('up')),
    error: Object.fromEntries(error),
    details: Object.fromEntries(all),
  };
});

/** Up if requests count the later blocks themselves. After a reorg, the last counted block may be a replaced one. */
function toIndicator(indexedBlock: number | undefined, counted: number | undefined): Indicator {
  if (indexedBlock === undefined || counted === undefined)
    return { status: 'down', ...(indexedBlock === undefined ? {} : { indexedBlock }) };
  const countedBlock = Math.min(counted, indexedBlock);
  return { status: indexedBlock - countedBlock <= MAX_PART_BLOCKS ? 'up' : 'down', indexedBlock, countedBlock };
}
