import { availableParallelism } from 'node:os';
import { BACKFILL_WORKERS } from '../lambdas/core/contract/backfill-workers';
import type { Config } from '../lambdas/core/contract/config';

/** Depend on where the service runs; the configuration overrides them per chain. */
export interface ChainDefaults {
  readonly pollIntervalMs: number;
  readonly backfillWriteUnitsPerSecond: number;
  readonly backfillWorkers: number;
}
export const DEPLOYED: ChainDefaults = {
  pollIntervalMs: 1_000,
  backfillWriteUnitsPerSecond: 2_000,
  backfillWorkers: BACKFILL_WORKERS,
};
/** A local table is free and never throttles. A worker needs a core, and the store as much again. */
export const LOCAL: ChainDefaults = {
  pollIntervalMs: 100,
  backfillWriteUnitsPerSecond: 1_000_000_000,
  backfillWorkers: Math.max(1, Math.min(BACKFILL_WORKERS, Math.floor(availableParallelism() / 2))),
};

export const withWorkers = (config: Config, { backfillWorkers }: ChainDefaults): Config => ({
  ...config,
  chains: config.chains.map((chain) => ({ ...chain, backfillWorkers: chain.backfillWorkers ?? backfillWorkers })),
});
