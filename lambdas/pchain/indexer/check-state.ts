import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { metricsForAlarms } from '../../core/aws/chain-metrics';
import { METRIC } from '../../core/contract/metrics';
import { idOfCb58, toCb58 } from '../../core/domain/cb58';
import type { Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import { balanceOf } from '../domain/replay/l1-validators';
import type { Replay } from '../domain/replay/lenient';
import type { PChainState } from '../domain/replay/state';
import type { LiveState } from '../node/live-state';
import { networkWriter, type StateCheck } from '../rows/network';

const INTERVAL_MS = 60_000;
const SAMPLE = 5;

interface CheckDeps {
  /** The chain's source, such as `p-chain-fuji`; `network`: `fuji`. */
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  readonly ask: (validationIds: readonly string[]) => Promise<LiveState | undefined>;
  readonly timer: Pick<Timer, 'now' | 'steady'>;
}

/** Reported in health-check and as a metric. Skipped if the node is at another height. */
export function createStateCheck({ chain, network, table, ask, timer }: CheckDeps) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async ({ state, diverged }: Replay): Promise<void> => {
    if (timer.steady() - checkedAt < INTERVAL_MS) return;
    checkedAt = timer.steady();
    const outcome = diverged
      ? `replay failed at block ${diverged.height}: ${diverged.reason}`
      : await ask(createSample(state))
          .then((live) => live && getDifference(state, live))
          .catch(() => undefined);
    if (outcome === undefined) return;
    const check: StateCheck = {
      height: state.height,
      at: timer.now(),
      ...(outcome === '' ? {} : { problem: outcome }),
    };
    await networkWriter(table).check(network, check);
    if (outcome === '') return;
    const metrics = metricsForAlarms(chain);
    metrics.addMetric(METRIC.stateDiffers, MetricUnit.Count, 1);
    metrics.publishStoredMetrics();
  };
}

/** In CB58, evenly spread over the active set. */
const createSample = ({ active }: PChainState): string[] => {
  const all = [...active];
  const step = Math.max(1, Math.floor(all.length / SAMPLE));
  return all
    .filter((_, i) => i % step === 0)
    .slice(0, SAMPLE)
    .map(toCb58);
};

/** Empty if there are none, undefined if the node is at another height. */
export function getDifference(state: PChainState, live: LiveState): string | undefined {
  if (live.height !== String(state.height)) return undefined;
  const compared: [subject: string, ours: bigint, theirs: string][] = [
    ['the fee excess', state.excess, live.excess],
    ['the supply', state.supply, live.supply],
    ...[...live.balances].map(([id, theirs]): [string, bigint, string] => {
      const validator = state.l1Validators.get(idOfCb58(id) ?? '');
      return [`the balance of ${id}`, validator ? balanceOf(state, validator) : 0n, theirs];
    }),
  ];
  const differing = compared.filter(([, own, theirs]) => String(own) !== theirs);
  return differing
    .map(([subject, own, theirs]) => `${subject} is ${own} here and ${theirs} on the node, at block ${state.height}`)
    .join('; ');
}
