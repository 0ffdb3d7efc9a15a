import type { AtHead, BlockIndexer, BlockSummary, InHistory } from '../../chain/kind';
import type { Table } from '../../core/table/table';
import type { AppliedBlock } from '../domain/applied-block';
import { deriveBlock } from '../domain/derive';
import { getRules, type NetworkFacts } from '../domain/networks';
import { getTxIds, type RawPBlock } from '../domain/raw-block';
import type { Replay } from '../domain/replay/lenient';
import { neededOutputs } from '../domain/stake-outputs';
import type { PBlocks } from '../node/blocks';
import { fetchRewardOutputs } from '../node/reward-outputs';
import type { PChainRpc } from '../node/rpc';
import { getSigners } from '../node/signers';
import type { States } from '../node/states';
import { networkReader, networkWriter } from '../rows/network';
import { createPRows } from '../rows/rows';
import { type FirstBlock, firstSeeded, genesisBlock, seededBlock } from './first-block';
import { addMissingRewards } from './missing-rewards';
import { createReplayed } from './replayed';
import type { ValidatorList } from './validator-list';
import { toWrites } from './writes';

export interface PChainIndexerDeps {
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  readonly rpc: PChainRpc;
  readonly blocks: PBlocks;
  readonly states: States;
  readonly facts: () => Promise<NetworkFacts>;
  readonly check: (replay: Replay) => Promise<void>;
  readonly validators: ValidatorList;
}

export function createPChainIndexer(deps: PChainIndexerDeps): BlockIndexer<RawPBlock> {
  const { chain, network, table, rpc, blocks, states, validators } = deps;
  const rows = createPRows(table, network);
  const diverged = {
    get: () => networkReader(table).divergedAt(network),
    set: (height: number | undefined) => networkWriter(table).setDivergedAt(network, height),
  };
  let opened: Promise<{ first: FirstBlock; replayed: ReturnType<typeof createReplayed> }> | undefined;
  const open = (start: number) => {
    opened ??= deps.facts().then((facts) => {
      const first = start === 0 ? genesisBlock(deps, facts) : seededBlock(deps, facts, start);
      // Accrued fees depend on the first block: never mix states of different starts.
      const kept = start === 0 ? chain : `${chain}/from-${start}`;
      return {
        first,
        replayed: createReplayed({ chain: kept, blocks, states, rules: getRules(facts), first, diverged }),
      };
    });
    // Do not cache a failure: the node may answer next time.
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };

  const createWriter =
    (on: AtHead | InHistory, { unknown, isGenesis }: FirstBlock) =>
    async (applied: readonly AppliedBlock[]): Promise<void> => {
      await addMissingRewards(applied, (txId) => fetchRewardOutputs(rpc, txId));
      const known = await rows.outputs(applied.flatMap(neededOutputs));
      const derived = applied.map((one) =>
        toWrites(network, one, deriveBlock(one, known, { getSigners, unknown }), isGenesis),
      );
      await on.write(derived.flat());
      for (const [stakingTxId, by] of applied.flatMap(endedStakes)) await rows.endStake(stakingTxId, by, on.signal());
    };

  return {
    order: 'sequential',
    firstBlock: async () => firstSeeded(deps, await deps.facts()),
    summary,
    cost(raw) {
      const txs = getTxIds(raw).length;
      return { bytes: 2 * raw.block.size, rows: 10 * txs, writeUnits: 3 + 12 * txs, nodeCalls: { blocks: 1 } };
    },
    prepare: async (raws) => [...raws],

    async apply(raws, on) {
      // Sequential chains are not backfilled.
      const { first, replayed } = await open(on.mode === 'head' ? on.cursor.start : 0);
      const [next] = raws;
      if (next?.number === first.height) await first.write(next, on);
      const write = createWriter(on, first);
      const onReplay = { signal: on.signal, rewrite: write };
      const applied = await replayed.apply(raws, onReplay);
      // The seed already includes the effects of its own block.
      await write(first.isGenesis ? applied : applied.filter(({ raw }) => raw.number > first.height));
      await replayed.save(on.signal(), true);
      const last = raws.at(-1)?.number ?? 0;
      const { state, diverged: hasDiverged } = await replayed.at(last, onReplay);
      const left = on.mode === 'head' ? on.cursor.head - last : 0;
      if (!hasDiverged) await validators.changed(state, applied, left, on.signal);
    },

    async idle(at) {
      const { number, head, start } = at.cursor;
      if (number < start) return;
      const { first, replayed } = await open(start);
      const replay = await replayed.at(number, { signal: at.signal, rewrite: createWriter(at, first) });
      await replayed.save(at.signal(), false);
      if (!replay.diverged) await validators.refresh(replay.state, head - number, at.signal);
      await deps.check(replay);
    },
    hashesDown: rows.blocksDown,
    async positionAt(number) {
      const [block] = await rows.blocksDown(number, 1);
      return block?.number === number ? { ...block, cumulative: 0 } : undefined;
    },
  };
}

/** Excludes removed stakes and those that expired by themselves. */
export const endedStakes = ({ effects }: AppliedBlock): [stakingTxId: string, by: string][] =>
  effects.ended.flatMap(({ staker, by, ending }) =>
    by !== undefined && ending !== 'removed' ? [[staker.txId, by]] : [],
  );

export const summary = (raw: RawPBlock): BlockSummary => {
  const { number, parentHash, time, block } = raw;
  return { number, hash: block.id, parentHash, time, transactions: getTxIds(raw).length };
};
