import type { DeadLetters } from '../../adapters/aws/dead-letters';
import { healthCheck } from '../../contract/endpoints/service';
import { pChainSource } from '../../contract/node-rpc/networks';
import { chainHealth } from '../../domain/chain/health';
import { traceHealth } from '../../domain/evm/trace-health';
import { pIndexHealth } from '../../domain/pchain/index-health';
import { pChainHealth } from '../../domain/pchain/node-health';
import { implement } from '../../http/implement';

/** An indicator: what it says besides is of its kind. */
type Report = { readonly status: 'up' | 'down' };

export const handler = implement(healthCheck, async ({ deps }) => {
  const chains = deps.chains.filter((chain) => chain.index);
  const cursors = await deps.Cursor.all(chains.map((chain) => chain.chainId));
  // A chain that is followed from block 0 has nothing to backfill.
  const jobs = await Promise.all(
    chains.map(({ chainId }) => ((cursors.get(chainId)?.start ?? 0) > 0 ? deps.Cursor.backfills(chainId) : [])),
  );
  const traces = await deps.Cursor.traceCursors(chains.map(({ chainId }) => chainId));
  const gaps = await Promise.all(chains.map(({ chainId }) => deps.Cursor.gapCounts(chainId)));
  const healthOf = (
    chain: (typeof chains)[number],
    own: (typeof jobs)[number] = [],
    missing?: (typeof gaps)[number],
  ) => {
    const cursor = cursors.get(chain.chainId);
    return {
      ...chainHealth(chain, cursor, own, deps.now()),
      ...traceHealth(traces.get(chain.chainId), cursor, own),
      ...(missing?.receipts ? { blocksWithoutReceipts: missing.receipts } : {}),
      ...(missing?.blocks ? { refusedBlocks: missing.blocks } : {}),
      ...(missing?.traces ? { blocksWithoutTraces: missing.traces } : {}),
    };
  };
  const pCursors = await deps.Cursor.all(
    deps.pChains.filter(({ index }) => index).map(({ network }) => pChainSource(network)),
  );
  const pChains = await Promise.all(
    deps.pChains.map(async ({ network, index }) => {
      const node = pChainHealth(network, await deps.NodeHead.read(network), deps.now());
      const name = pChainSource(network);
      if (!index) return [name, node] as const;
      const cursor = pCursors.get(name);
      return [name, pIndexHealth(node, cursor, await deps.PNetwork.check(network), deps.now())] as const;
    }),
  );
  const details: Record<string, Report> = {
    database: { status: 'up' },
    queues: await queueHealth(deps.deadLetters),
    ...Object.fromEntries(chains.map((chain, i) => [`chain-${chain.chainId}`, healthOf(chain, jobs[i], gaps[i])])),
    ...Object.fromEntries(pChains),
  };
  const only = (status: 'up' | 'down') =>
    Object.fromEntries(Object.entries(details).filter(([, value]) => value.status === status));
  const error = only('down');
  return {
    status: Object.keys(error).length > 0 ? ('error' as const) : ('ok' as const),
    info: only('up'),
    error,
    details,
  };
});

/** Dead letters do not make the service down: everything else is processed. */
async function queueHealth(queue: DeadLetters): Promise<Report & { deadLetters?: number; message?: string }> {
  try {
    const deadLetters = await queue.count();
    if (deadLetters === 0) return { status: 'up', deadLetters };
    return { status: 'up', deadLetters, message: 'messages failed repeatedly: run `npm run cli -- dead-letters list`' };
  } catch (error) {
    console.error({ message: 'counting dead letters failed', error: String(error) });
    return { status: 'down', message: 'the queue of dead letters does not answer' };
  }
}
