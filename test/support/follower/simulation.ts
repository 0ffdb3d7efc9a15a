import { backfill } from '../../../lambdas/chain/backfill/backfill-session';
import { createPace } from '../../../lambdas/chain/follower/pace';
import { type Following, follow } from '../../../lambdas/chain/follower/session';
import type { BlockIndexer, BlockSummary, RawStore } from '../../../lambdas/chain/kind';
import type { Chain } from '../../../lambdas/core/contract/config';
import type { BlockEventName } from '../../../lambdas/core/contract/function';
import type { Table } from '../../../lambdas/core/table/table';
import { aChain } from '../make/blocks';
import { type Gate, memoryTable } from '../tables/memory';
import { noMeasures } from './no-measures';
import { scriptedNode } from './scripted-node';
import { getStep } from './steps';
import { testTimer } from './timer';

export interface Kill {
  readonly step: string;
  readonly when: 'before' | 'after';
  readonly nth: number;
}
/** Ends all pending work of the process. */
class Killed extends Error {}

export interface SimulatedKind<Raw> {
  readonly summary: (raw: Raw) => BlockSummary;
  /** `node`: the branch that it shows at the moment. */
  readonly createIndexer: (table: Table, node: { readonly branch: readonly Raw[] }) => BlockIndexer<Raw>;
  readonly createBeside?: NonNullable<Following<Raw>['createBeside']>;
}

/** Shared by simulations of several chains, one running at a time. */
export function tableOfChains() {
  const running: { gate?: Gate } = {};
  return { ...memoryTable((...call) => running.gate?.(...call)), running };
}

/**
 * Real machinery with a scripted node, memory stores and a clock that never waits. A kill is possible at each call to
 * them.
 */
export function simulation<Raw>(kind: SimulatedKind<Raw>, settings: Partial<Chain> = {}, first = tableOfChains()) {
  let store = first;
  const chain = aChain({ finalityDepth: 8, follower: 'minute', ...settings });
  const node = scriptedNode(kind.summary);
  const timer = testTimer();
  const raws = new Map<string, Raw>();
  const published: string[] = [];
  const serials: unknown[] = [];
  const announced: { readonly kind: BlockEventName; readonly event: object }[] = [];
  const fell = new Map<string, number>();
  /** Increases with each process: pending work of an older process is lost. */
  let process = 0;
  let [kill, seen, dead]: [Kill | undefined, number, boolean] = [undefined, 0, false];
  let failing: string | undefined;

  const pass = (own: number, step: string, when: 'before' | 'after'): void => {
    if (own !== process || dead) throw new Killed();
    if (step === failing) {
      failing = undefined;
      throw new Error(`${step} failed`);
    }
    if (kill?.step !== step || kill.when !== when || ++seen < kill.nth) return;
    dead = true;
    fell.set(`${when} ${step}`, (fell.get(`${when} ${step}`) ?? 0) + 1);
    throw new Killed();
  };
  let current = 0;
  const gate: Gate = (call, when, input) => pass(current, getStep(call, input), when);

  const rawStore = (own: number): RawStore<Raw> => {
    const putOne = (raw: Raw) => {
      const { number, hash } = kind.summary(raw);
      const id = `${number}-${hash}`;
      if (!raws.has(id)) raws.set(id, raw);
      return raws.get(id) ?? raw;
    };
    return {
      async get({ number, hash }) {
        const raw = raws.get(`${number}-${hash}`);
        if (!raw) throw new Error(`the bucket has no block ${number}`);
        return raw;
      },
      async put(raw) {
        pass(own, 'raw put', 'before');
        const stored = putOne(raw);
        pass(own, 'raw put', 'after');
        return stored;
      },
      async putSlice() {
        pass(own, 'raw slice put', 'before');
        pass(own, 'raw slice put', 'after');
      },
    };
  };
  const following = (own: number): Following<Raw> => ({
    chain,
    table: store.table,
    source: node.source,
    store: rawStore(own),
    bus: {
      async publish(change, events) {
        const step = change === 'added' ? 'events' : 'removed events';
        pass(own, step, 'before');
        for (const event of events) {
          announced.push({ kind: change, event });
          published.push('id' in event ? event.id : '');
          serials.push('serial' in event ? event.serial : undefined);
        }
        pass(own, step, 'after');
      },
    },
    createIndexer: () => kind.createIndexer(store.table, node),
    ...(kind.createBeside ? { createBeside: kind.createBeside } : {}),
    measures: noMeasures,
    timer,
  });
  /** Returns whether the process was killed. */
  const run = async (target: Kill | undefined, work: (own: number) => Promise<void>): Promise<boolean> => {
    process += 1;
    store.running.gate = gate;
    current = process;
    [kill, seen, dead] = [target, 0, false];
    await work(current).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    const killed = dead;
    [kill, dead] = [undefined, false];
    return killed;
  };

  return {
    ...{ chain, node, timer, published, serials, announced, fell },
    table: first.table,
    items: first.items,
    /** From now on, in place of the table. The bucket stays. */
    useTable(other: typeof first): void {
      store = other;
    },
    failOnce(step: string): void {
      failing = step;
    },
    /** Follows until nothing is new, or for `seconds` while something is wrong. `turn`: seconds of its turn. */
    follow(target?: Kill, seconds = 60, turn = Number.POSITIVE_INFINITY): Promise<boolean> {
      const began = timer.now();
      const passed = (limit: number) => timer.now() > began + limit * 1_000;
      return run(target, (own) =>
        follow(following(own), { outOfTime: () => dead || passed(seconds), turnIsOver: () => passed(turn) }),
      );
    },
    backfill(target?: Kill, worker = { index: 0, count: 1 }): Promise<boolean> {
      return run(target, (own) => {
        const { source, store: bucket, createIndexer } = following(own);
        const pace = createPace(1_000_000, { table: store.table, ...timer });
        const open = () => ({
          ...{ chain, source, pace },
          table: store.table,
          store: bucket,
          indexer: createIndexer(),
          ...{ timer, worker },
        });
        return backfill(open, timer, () => dead);
      });
    },
  };
}
export type Simulation<Raw> = ReturnType<typeof simulation<Raw>>;
