import { resultWithin, type Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { AppliedBlock } from '../domain/applied-block';
import type { PChainState } from '../domain/replay/state';
import { getSnapshot, type SeenValidator } from '../domain/validator-snapshot';
import type { ValidatorSnapshots } from '../node/validator-snapshots';
import { networkReader, networkWriter } from '../rows/network';

/** How often the node is asked how it sees the validators, ms. */
const ASK_INTERVAL_MS = 60_000;
/** The longest that this may take, ms: new blocks wait for it. */
const ASK_TIMEOUT_MS = 3_000;
/** While the chain is further behind than this, snapshots wait: nobody pages through validators of last year. */
const NEAR_HEAD_BLOCKS = 32;

interface ListDeps {
  /** The name of the chain's source, and of its network. */
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  readonly snapshots: ValidatorSnapshots;
  readonly ask: () => Promise<ReadonlyMap<string, SeenValidator>>;
  readonly timer: Pick<Timer, 'now' | 'steady'>;
}

/**
 * Keeps the snapshot of validators that lists are read from: a new one with each block that changes them, and once a
 * minute with what the node says of their uptime. An older one stays for who pages through it.
 */
export function createValidatorList({ chain, network, table, snapshots, ask, timer }: ListDeps) {
  let seen: ReadonlyMap<string, SeenValidator> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isOutdated = true;

  /** What the node said before this invocation. */
  const seenBefore = async (): Promise<ReadonlyMap<string, SeenValidator>> => {
    const newest = await networkReader(table).validators(network);
    const { validators = [] } = (newest && (await snapshots.get(chain, newest.id))) ?? {};
    return new Map(validators.flatMap((one) => (one.seen ? [[one.nodeId, one.seen] as const] : [])));
  };
  const write = async (state: PChainState, signal: () => AbortSignal): Promise<void> => {
    seen ??= await seenBefore();
    const id = `${state.height}-${timer.now()}`;
    await snapshots.put(chain, id, getSnapshot(state, seen), signal());
    await networkWriter(table).validators(network, { id, height: state.height }, signal);
    isOutdated = false;
  };
  return {
    /** Blocks were applied; `left`: how many more wait. */
    async changed(state: PChainState, applied: readonly AppliedBlock[], left: number, signal: () => AbortSignal) {
      isOutdated ||= applied.some(({ effects }) => effects.stakers.size > 0 || effects.ended.length > 0);
      if (isOutdated && left <= NEAR_HEAD_BLOCKS) await write(state, signal);
    },
    /** There is time to ask the node. Without its answer, what it said before counts. `left`: blocks that wait. */
    async refresh(state: PChainState, left: number, signal: () => AbortSignal): Promise<void> {
      if (left > NEAR_HEAD_BLOCKS) return;
      if (timer.steady() - askedAt >= ASK_INTERVAL_MS) {
        askedAt = timer.steady();
        const told = await resultWithin(
          ask().catch(() => undefined),
          ASK_TIMEOUT_MS,
        );
        seen = told ?? seen;
        isOutdated ||= told !== undefined;
      }
      if (isOutdated) await write(state, signal);
    },
  };
}
/** What `createValidatorList` gives. */
export type ValidatorList = ReturnType<typeof createValidatorList>;
