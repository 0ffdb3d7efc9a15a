import type { ChainKindHealth, ChainReport } from '../../chain/kind';
import { badRequest, notFound } from '../../core/contract/errors';
import { log } from '../../core/runtime/log';
import { evmHealth } from '../../evm/api/health';
import { pChainHealthReports } from '../../pchain/api/health';
import type { DeadLetters } from '../../webhooks/delivery/dead-letters';
import { healthCheck } from '../contract/service';
import { type Deps, implement } from './implement';

type Report = { readonly status: 'up' | 'down' };
type HealthDeps = Deps<(typeof healthCheck)['uses']>;
const kinds: readonly ChainKindHealth<HealthDeps>[] = [evmHealth, pChainHealthReports];

export const handler = implement(healthCheck, async ({ query, deps, answer }) => {
  const { maxLagSeconds, chainId } = query;
  if (chainId !== undefined && maxLagSeconds === undefined) throw badRequest('chainId', 'requires maxLagSeconds');
  const judged = chainId === undefined ? undefined : getIndicator(deps, chainId);
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

/** @throws ApiError 404 if the chain is not configured. */
function getIndicator(deps: HealthDeps, chainId: string): string {
  for (const kind of kinds) {
    const name = kind.indicator(deps, chainId);
    if (name !== undefined) return name;
  }
  throw notFound(`chain ${chainId}`);
}

/** `error` if the table cannot be read; then `reports` is empty. */
async function chainReports(
  deps: HealthDeps,
): Promise<{ readonly reports: readonly ChainReport[]; readonly error?: { readonly message: string } }> {
  try {
    const names = kinds.flatMap((kind) => kind.cursorNames(deps));
    // Without indexed chains, read anyway: it shows whether the table is up.
    const cursors = await deps.Cursor.all(names.length > 0 ? names : ['none']);
    return { reports: (await Promise.all(kinds.map((kind) => kind.reports(deps, cursors)))).flat() };
  } catch (error) {
    log.error('reading the table failed', { error });
    return { reports: [], error: { message: 'the table could not be read, so the state of the chains is unknown' } };
  }
}

/** Dead letters do not take the service down: everything else is processed. */
async function queueHealth(queue: DeadLetters): Promise<Report & { deadLetters?: number; message?: string }> {
  try {
    const deadLetters = await queue.count();
    if (deadLetters === 0) return { status: 'up', deadLetters };
    return { status: 'up', deadLetters, message: 'messages failed repeatedly: run `npm run cli -- dead-letters list`' };
  } catch (error) {
    log.error('counting dead letters failed', { error });
    return { status: 'down', message: 'the dead-letter queue could not be read' };
  }
}
