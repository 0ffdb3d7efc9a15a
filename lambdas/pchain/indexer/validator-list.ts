import { resultWithin, type Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { AppliedBlock } from '../domain/applied-block';
import type { PChainState } from '../domain/replay/state';
import { getL1Snapshot } from '../domain/runway';
import { getSnapshot, type SeenValidator } from '../domain/validator-snapshot';
import type { ValidatorSnapshots } from '../node/validator-snapshots';
import { networkReader, networkWriter } from '../rows/network';

const ASK_INTERVAL_MS = 60_000;
/** New blocks wait for it. */
const ASK_TIMEOUT_MS = 3_000;
/** While the index is further behind, no snapshots are written: outdated lists have no readers. */
export const NEAR_HEAD_BLOCKS = 32;

interface ListDeps {
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  readonly snapshots: ValidatorSnapshots;
  readonly ask: () => Promise<ReadonlyMap<string, SeenValidator>>;
  readonly timer: Pick<Timer, 'now' | 'steady'>;
}

/**
 * A new snapshot after blocks that change validators, and each minute with fresh uptimes. Older
 * ones stay, so that paging through one remains consistent.
 */
export function createValidatorList({ chain, network, table, snapshots, ask, timer }: ListDeps) {
  let seen: ReadonlyMap<string, SeenValidator> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isOutdated = true;

  const seenBefore = async (): Promise<ReadonlyMap<string, SeenValidator>> => {
    const newest = await networkReader(table).validators(network);
    const { validators = [] } = (newest && (await snapshots.get(chain, newest.id))) ?? {};
    return new Map(validators.flatMap((one) => (one.seen ? [[one.nodeId, one.seen] as const] : [])));
  };
  const write = async (state: PChainState, signal: () => AbortSignal): Promise<void> => {
    seen ??= await seenBefore();
    const id = `${state.height}-${timer.now()}`;
    await Promise.all([
      snapshots.put(chain, id, getSnapshot(state, seen), signal()),
      snapshots.putL1(chain, id, getL1Snapshot(state), signal()),
    ]);
    await networkWriter(table).validators(network, { id, height: state.height }, signal);
    isOutdated = false;
  };
  return {
    async changed(state: PChainState, applied: readonly AppliedBlock[], left: number, signal: () => AbortSignal) {
      isOutdated ||= applied.some(
        ({ effects }) => effects.stakers.size > 0 || effects.ended.length > 0 || effects.l1Changes.length > 0,
      );
      if (isOutdated && left <= NEAR_HEAD_BLOCKS) await write(state, signal);
    },
    /** Keeps the previous uptimes if the node does not answer. */
    async refresh(state: PChainState, left: number, signal: () => AbortSignal): Promise<void> {
      if (left > NEAR_HEAD_BLOCKS) return;
      if (timer.steady() - askedAt >= ASK_INTERVAL_MS) {
        askedAt = timer.steady();
        const answer = await resultWithin(
          ask().catch(() => undefined),
          ASK_TIMEOUT_MS,
        );
        seen = answer ?? seen;
        isOutdated ||= answer !== undefined;
      }
      if (isOutdated) await write(state, signal);
    },
  };
}
export type ValidatorList = ReturnType<typeof createValidatorList>;
