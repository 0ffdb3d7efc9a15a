import type { DeadLetters } from '../../adapters/aws/dead-letters';
import type { Deps } from '../../adapters/deps';
import type { Chain } from '../../contract/config';
import { healthCheck } from '../../contract/endpoints/service';
import { badRequest } from '../../contract/errors';
import { pChainSource } from '../../contract/node-rpc/networks';
import { type Cursor, secondsBehind } from '../../domain/chain/cursor';
import { chainHealth } from '../../domain/chain/health';
import { traceHealth } from '../../domain/evm/trace-health';
import { pIndexHealth } from '../../domain/pchain/index-health';
import { pChainHealth } from '../../domain/pchain/node-health';
import { implement } from '../../http/implement';
import { chainWithIndex } from '../../http/served-chain';

/** An indicator: what it says besides is of its kind. */
type Report = { readonly status: 'up' | 'down' };
type HealthDeps = Deps<(typeof healthCheck)['uses']>;
/** By the name of the chain, or of the P-Chain's source. */
type Cursors = ReadonlyMap<string, Cursor>;

export const handler = implement(healthCheck, async ({ query, deps, answer }) => {
  const { maxLagSeconds, chainId } = query;
  if (chainId !== undefined && maxLagSeconds === undefined)
    throw badRequest('chainId', 'goes with maxLagSeconds, which says what to judge by');
  const judged = chainId === undefined ? undefined : indicatorOf(deps, chainId);
  const [database, queues] = await Promise.all([chainReports(deps), queueHealth(deps.deadLetters)]);
  const chains = database.reports;
  const details: Record<string, Report> = {
    database: database.error === undefined ? { status: 'up' } : { status: 'down', ...database.error },
    queues,
    ...Object.fromEntries(chains.map(({ name, report }) => [name, report])),
  };
  if (maxLagSeconds !== undefined) {
    const late = chains
      .filter(({ name }) => judged === undefined || name === judged)
      .some(({ report, behind }) => report.status === 'down' || behind > maxLagSeconds);
    if (late || database.error) answer.status = 503;
  }
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

/** The name of the indicator of a chain; 404 if it has none. */
function indicatorOf({ chains, pChains }: HealthDeps, chainId: string): string {
  if (pChains.some(({ network }) => pChainSource(network) === chainId)) return chainId;
  return nameOf(chainWithIndex(chains, chainId));
}
const nameOf = ({ chainId }: Pick<Chain, 'chainId'>): string => `chain-${chainId}`;

interface ChainReport {
  readonly name: string;
  readonly report: Report;
  /** How late its index is, seconds; 0 if it has none. */
  readonly behind: number;
}

/** The reports of all chains. The database is down if it cannot be read, and then nothing is known of them. */
async function chainReports(
  deps: HealthDeps,
): Promise<{ readonly reports: readonly ChainReport[]; readonly error?: { readonly message: string } }> {
  try {
    const names = [
      ...deps.chains.filter(({ index }) => index).map(({ chainId }) => chainId),
      ...deps.pChains.filter(({ index }) => index).map(({ network }) => pChainSource(network)),
    ];
    // Without an indexed chain too: a table that is not read may be down.
    const cursors = await deps.Cursor.all(names.length > 0 ? names : ['none']);
    const [evm, pChains] = await Promise.all([evmReports(deps, cursors), pChainReports(deps, cursors)]);
    return { reports: [...evm, ...pChains] };
  } catch (error) {
    console.error({ message: 'the table does not answer', error: String(error) });
    return { reports: [], error: { message: 'the table does not answer, so nothing is known of the chains' } };
  }
}

async function evmReports(deps: HealthDeps, cursors: Cursors): Promise<ChainReport[]> {
  const chains = deps.chains.filter((chain) => chain.index);
  const ids = chains.map(({ chainId }) => chainId);
  // A chain that is followed from block 0 has nothing to backfill.
  const jobs = await Promise.all(
    ids.map((chainId) => ((cursors.get(chainId)?.start ?? 0) > 0 ? deps.Cursor.backfills(chainId) : [])),
  );
  const traces = await deps.Cursor.traceCursors(ids);
  const gaps = await Promise.all(ids.map((chainId) => deps.Cursor.gapCounts(chainId)));
  return chains.map((chain, i) => {
    const cursor = cursors.get(chain.chainId);
    const [own = [], missing] = [jobs[i], gaps[i]];
    const report = {
      ...chainHealth(chain, cursor, own, deps.now()),
      ...traceHealth(traces.get(chain.chainId), cursor, own),
      ...(missing?.receipts ? { blocksWithoutReceipts: missing.receipts } : {}),
      ...(missing?.blocks ? { refusedBlocks: missing.blocks } : {}),
      ...(missing?.traces ? { blocksWithoutTraces: missing.traces } : {}),
    };
    return { name: nameOf(chain), report, behind: cursor ? secondsBehind(cursor, deps.now()) : 0 };
  });
}

async function pChainReports(deps: HealthDeps, cursors: Cursors): Promise<ChainReport[]> {
  return Promise.all(
    deps.pChains.map(async ({ network, index, startBlock }) => {
      const node = pChainHealth(network, await deps.NodeHead.read(network), deps.now());
      const name = pChainSource(network);
      if (!index) return { name, report: node, behind: 0 };
      const cursor = cursors.get(name);
      const report = pIndexHealth(node, cursor, await deps.PNetwork.check(network), deps.now(), startBlock);
      return { name, report, behind: cursor ? secondsBehind(cursor, deps.now()) : 0 };
    }),
  );
}

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
