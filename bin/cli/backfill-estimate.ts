import type { Config } from '../../lambdas/contract/config';
import type { BlockRange } from '../../lambdas/domain/chain/block-range';
import { DEPLOYED } from '../../lib/chain-defaults';

/** The highest rate at which DynamoDB takes writes by default, and so the highest that says how long something takes. */
const MAX_TABLE_UNITS = 40_000;
/** The rate at which the samples of an estimate are read where the configuration does not say another one. */
const CALLS_PER_SECOND = 100;

/**
 * What a backfill of this range will take, as sentences; why there is no estimate, if the node does not answer from
 * here. Called once the service is open. `chain`: its configuration, if it is at hand.
 */
export async function estimateLines(
  chainId: string,
  range: BlockRange,
  chain: Config['chains'][number] | undefined,
): Promise<string[]> {
  const [{ openBlocks }, { openRpc }, { sourceUrl }, estimates, { openHistoryCost }, { evmSource }] = await Promise.all(
    [
      import('../../lambdas/adapters/evm/blocks'),
      import('../../lambdas/adapters/node/rpc'),
      import('../../lambdas/adapters/node/sources'),
      import('../../lambdas/indexer/chain/history-estimate'),
      import('../../lambdas/indexer/evm/history-cost'),
      import('../../lambdas/indexer/evm/source'),
    ],
  );
  try {
    const rpc = openRpc(await sourceUrl(chainId), { callsPerSecond: chain?.callsPerSecond ?? CALLS_PER_SECOND });
    const cost = openHistoryCost({ traces: chain?.traces ?? true, historyTraces: chain?.historyTraces ?? false });
    return await estimates
      .estimateHistory(evmSource(openBlocks(rpc), chainId), { cost }, range)
      .then((estimate) => [...estimates.describeEstimate(estimate), ...durationOf(estimate.writeUnits, chain)])
      .finally(() => rpc.close());
  } catch (error) {
    return [`No estimate: ${error instanceof Error ? error.message : error}.`];
  }
}

/** How long a history takes where its pace decides that; nothing where there is none. */
function durationOf(writeUnits: number, chain: Config['chains'][number] | undefined): string[] {
  const rate = chain?.backfillWriteUnitsPerSecond ?? DEPLOYED.backfillWriteUnitsPerSecond;
  if (chain === undefined || rate > MAX_TABLE_UNITS) return [];
  return [
    `At ${rate.toLocaleString('en-US')} write units a second (backfillWriteUnitsPerSecond) it takes ${timeOf(Math.ceil(writeUnits / rate))} or longer.`,
  ];
}

/** A duration in its two largest units. */
export function timeOf(seconds: number): string {
  const [d, h, m] = [86_400, 3_600, 60].map((unit) => Math.floor(seconds / unit)) as [number, number, number];
  if (d > 0) return `${d} d ${h % 24} h`;
  return h > 0 ? `${h} h ${m % 60} min` : m > 0 ? `${m} min ${seconds % 60} s` : `${seconds} s`;
}
