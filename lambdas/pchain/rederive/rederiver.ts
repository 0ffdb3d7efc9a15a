import { createPace } from '../../chain/follower/pace';
import type { Beside } from '../../chain/follower/session';
import { createYielding } from '../../chain/follower/yielding';
import type { Lease } from '../../chain/rows/lease';
import { sleep, type Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/plain-table';
import { createPChainIndexer, type PChainIndexerDeps, stateName } from '../indexer/indexer';
import { createKeptBlocks } from '../indexer/kept-blocks';
import type { RawPBlocks } from '../node/raw-blocks';
import { networkWriter } from '../rows/network';
import { NETWORK_WRITE_UNITS_PER_SECOND } from './rate';
import { rederiveNetwork, Stopped } from './rederive';
import { findUnlisted } from './unlisted';

/** An invocation must end in time. */
const MAX_PACED_MS = 5_000;
const LOOK_INTERVAL_MS = 5_000;

interface RederiverDeps extends Omit<PChainIndexerDeps, 'rawBlocks' | 'check' | 'validators' | 'table' | 'plain'> {
  readonly raw: RawPBlocks;
  /** With a meter of its own. */
  readonly createTable: () => Table;
  readonly timer: Timer;
}

/** Runs beside the indexer, under its lease. Failures are retried and never delay it. */
export function createRederiver(deps: RederiverDeps, lease: Pick<Lease, 'signal'>): Beside {
  const { chain } = deps;
  const ended = new AbortController();
  let isWorking = true;
  const stop = () => ended.signal.aborted;
  const work = async (): Promise<void> => {
    const rederive = toWork(deps, lease);
    while (!stop()) {
      isWorking = true;
      await rederive(stop).catch((error: unknown) => {
        if (!stop()) log.error('re-derivation failed', { chainId: chain, error });
      });
      isWorking = false;
      await sleep(LOOK_INTERVAL_MS, ended.signal).catch(() => undefined);
    }
  };
  const worked = work();
  return {
    isBehind: () => isWorking,
    async end() {
      ended.abort();
      await worked;
    },
  };
}

/** `stop` ends it after a step. */
export function toWork({ raw, createTable, timer, ...deps }: RederiverDeps, { signal }: Pick<Lease, 'signal'>) {
  const { chain, network, states } = deps;
  const plain = createTable();
  const blocks = createKeptBlocks({ chain, network, table: plain, raw, node: deps.blocks });
  const pace = createPace(NETWORK_WRITE_UNITS_PER_SECOND, {
    table: plain,
    mustYield: createYielding(plain, chain, timer),
    steady: timer.steady,
    sleep: timer.sleep,
  });
  const createIndexer = (stop: () => boolean) =>
    createPChainIndexer({
      ...deps,
      blocks: {
        ...deps.blocks,
        async range(from, to) {
          if (stop()) throw new Stopped(`stopped before block ${from}`);
          return blocks.range(from, to);
        },
      },
      // Blocks that came from the node are kept.
      rawBlocks: raw,
      table: plain,
      plain,
      check: async () => undefined,
      // Validator lists are published for the copy in use only.
      validators: { changed: async () => undefined, refresh: async () => undefined },
    });
  return (stop: () => boolean) =>
    rederiveNetwork(
      {
        ...{ chain, network, plain, signal, timer },
        createIndexer: () => createIndexer(stop),
        readBlocks: blocks.range,
        async forget(start, second) {
          await states.forget(stateName(chain, { start, second }), signal());
          await networkWriter(plain).setDivergedAt(network, second, undefined);
        },
        getUnlisted: (start) => findUnlisted(deps, start),
        whenDerived: (from) => networkWriter(plain).setKeptFrom(network, from),
        keepPace: () => pace.hold(timer.steady() + MAX_PACED_MS),
      },
      stop,
    );
}
