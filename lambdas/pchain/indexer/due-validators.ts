import type { DueValidator } from '../../chain/contract/events';
import type { Cursor } from '../../chain/domain/cursor';
import type { Bus } from '../../chain/follower/bus';
import { chunk } from '../../core/contract/chunk';
import { msSince } from '../../core/domain/stored-time';
import type { Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import { dueL1Validators, dueStakes } from '../domain/due';
import type { NetworkFacts } from '../domain/networks';
import type { PChainState } from '../domain/replay/state';
import { createRunsOutAt, getL1Snapshot, type L1Snapshot } from '../domain/runway';
import type { ValidatorSnapshots } from '../node/validator-snapshots';
import { type DueCheck, networkReader, networkWriter } from '../rows/network';
import { NEAR_HEAD_BLOCKS } from './validator-list';

const CHECK_INTERVAL_MS = 60_000;
/** An event of the bus has at most 256 kB. */
const MAX_DUE_PER_EVENT = 400;

interface DueDeps {
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  readonly snapshots: Pick<ValidatorSnapshots, 'getL1' | 'putL1'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly facts: () => Promise<Pick<NetworkFacts, 'validatorFee'>>;
  /** Whether any webhook of the chain asks for these warnings. */
  readonly isWatched: () => Promise<boolean>;
  readonly timer: Pick<Timer, 'now' | 'steady'>;
}

type OnChain = Pick<Cursor, 'epoch' | 'serial' | 'head'>;

/**
 * Every minute, with or without new blocks, publishes the validators whose remaining time crossed a whole number of
 * days. A check is stored before its events are published. After an interruption the same events are published again,
 * because they depend only on two stored snapshots and their times.
 */
export function createDueValidators({ chain, network, table, snapshots, bus, facts, isWatched, timer }: DueDeps) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let last: DueCheck | undefined;
  const write = networkWriter(table).due;

  const getDue = async ({ at, before, number }: DueCheck, stakers: PChainState['stakers'], snapshot: L1Snapshot) => {
    if (!before) return [];
    const { validatorFee } = await facts();
    const earlier = await snapshots.getL1(chain, before.id);
    const times = { since: toSeconds(before.at), now: toSeconds(at) };
    const compared = {
      runsOutAt: createRunsOutAt(snapshot, validatorFee),
      runsOutAtBefore: createRunsOutAt(earlier ?? snapshot, validatorFee),
      before: earlier,
    };
    return [...dueL1Validators(snapshot, compared, times), ...dueStakes(stakers.values(), number, times)];
  };
  const publish = async (check: DueCheck, due: readonly DueValidator[], signal: () => AbortSignal): Promise<void> => {
    const { number, hash, epoch, serial } = check;
    const block = { chainId: chain, number, hash, epoch, serial };
    const events = chunk(due, MAX_DUE_PER_EVENT).map((some) => ({ ...block, due: some }));
    await bus.publish('due', events, signal);
    last = { ...check, isPublished: true };
    await write(network, last, signal);
  };

  return async (state: PChainState, { epoch, serial, head }: OnChain, signal: () => AbortSignal): Promise<void> => {
    if (head - state.height > NEAR_HEAD_BLOCKS || timer.steady() - checkedAt < CHECK_INTERVAL_MS) return;
    checkedAt = timer.steady();
    if (!(await isWatched())) return;
    last ??= await networkReader(table).due(network);
    if (last && !last.isPublished) {
      const snapshot = await snapshots.getL1(chain, last.id);
      await publish(last, snapshot ? await getDue(last, state.stakers, snapshot) : [], signal);
    }
    const now = timer.now();
    // A previous invocation checked moments ago.
    if (last && msSince(last.at, now) < CHECK_INTERVAL_MS / 2) return;
    const snapshot = getL1Snapshot(state);
    const check: DueCheck = {
      ...{ id: `${state.height}-${now}`, at: now, number: state.height, hash: state.blockId },
      ...{ epoch, serial },
      ...(last ? { before: { id: last.id, at: last.at } } : {}),
      isPublished: false,
    };
    const due = await getDue(check, state.stakers, snapshot);
    await snapshots.putL1(chain, check.id, snapshot, signal());
    const stored = { ...check, isPublished: due.length === 0 };
    await write(network, stored, signal);
    last = stored;
    if (due.length > 0) await publish(check, due, signal);
  };
}

const toSeconds = (ms: number): number => Math.floor(ms / 1_000);
