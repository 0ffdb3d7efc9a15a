import { availableParallelism } from 'node:os';
import { BACKFILL_WORKERS, type Config } from '../lambdas/core/contract/config';

/** Settings of chains that depend on where the service runs: those that the configuration sets go before them. */
export interface ChainDefaults {
  /** How often a follower polls the head. */
  readonly pollIntervalMs: number;
  /** What a backfill may consume of the table. */
  readonly backfillWriteUnitsPerSecond: number;
  /** Functions that index the history of a chain at once. */
  readonly backfillWorkers: number;
}
export const DEPLOYED: ChainDefaults = {
  pollIntervalMs: 1_000,
  backfillWriteUnitsPerSecond: 2_000,
  backfillWorkers: BACKFILL_WORKERS,
};
/** A table on this machine costs nothing and throttles nobody. A worker needs a processor, and as much again of the store. */
export const LOCAL: ChainDefaults = {
  pollIntervalMs: 100,
  backfillWriteUnitsPerSecond: 1_000_000_000,
  backfillWorkers: Math.max(1, Math.min(BACKFILL_WORKERS, Math.floor(availableParallelism() / 2))),
};

/** The configuration with the number of workers that each chain has, so that as many are scheduled as there are. */
export const withWorkers = (config: Config, { backfillWorkers }: ChainDefaults): Config => ({
  ...config,
  chains: config.chains.map((chain) => ({ ...chain, backfillWorkers: chain.backfillWorkers ?? backfillWorkers })),
});
