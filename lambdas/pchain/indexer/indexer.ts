import type { Cursor } from '../../chain/domain/cursor';
import type { AtHead, BlockIndexer, BlockSummary, InHistory } from '../../chain/kind';
import { isInSecondCopy, type SecondCopy } from '../../core/domain/copies';
import { nameInKeys } from '../../core/table/copy-keys';
import type { Table } from '../../core/table/table';
import type { AppliedBlock } from '../domain/applied-block';
import { deriveBlock } from '../domain/derive';
import { getRules, type NetworkFacts } from '../domain/networks';
import { getTxIds, type RawPBlock } from '../domain/raw-block';
import type { Replay } from '../domain/replay/lenient';
import { neededOutputs } from '../domain/stake-outputs';
import type { PBlocks } from '../node/blocks';
import type { RawPBlocks } from '../node/raw-blocks';
import { fetchRewardOutputs } from '../node/reward-outputs';
import type { PChainRpc } from '../node/rpc';
import { getSigners } from '../node/signers';
import type { States } from '../node/states';
import { networkReader, networkWriter } from '../rows/network';
import { createPRows } from '../rows/rows';
import type { createDueValidators } from './due-validators';
import { firstSeeded, genesisBlock, seededBlock } from './first-block';
import { addMissingRewards } from './missing-rewards';
import { createReplayed } from './replayed';
import type { createToday } from './today';
import type { ValidatorList } from './validator-list';
import { toWrites } from './writes';

export interface PChainIndexerDeps {
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  /** The same without a choice of copies: the cursor of each call names the copy. */
  readonly plain: Table;
  readonly rpc: PChainRpc;
  readonly blocks: PBlocks;
  readonly rawBlocks: Pick<RawPBlocks, 'put'>;
  readonly states: States;
  readonly facts: () => Promise<NetworkFacts>;
  readonly check: (replay: Replay) => Promise<void>;
  readonly validators: Pick<ValidatorList, 'changed' | 'refresh'>;
  readonly today?: ReturnType<typeof createToday>;
  /** Of the copy in use only. */
  readonly due?: ReturnType<typeof createDueValidators>;
}

export function createPChainIndexer(deps: PChainIndexerDeps): BlockIndexer<RawPBlock> {
  const { chain, network, table, plain, rpc, blocks, states, validators } = deps;
  const rows = createPRows(table, network);
  const open = async ({ start, second }: Copy) => {
    const name = nameInKeys(network, second);
    const facts = await deps.facts();
    const copy = { ...deps, rows: name };
    const first = start === 0 ? genesisBlock(copy, facts) : seededBlock(copy, facts, start);
    const diverged = {
      get: () => networkReader(plain).divergedAt(network, second),
      set: (height: number | undefined) => networkWriter(plain).setDivergedAt(network, second, height),
    };
    const kept = stateName(chain, { start, second });
    const replayed = createReplayed({ chain: kept, blocks, states, rules: getRules(facts), first, diverged });
    return { name, first, replayed, rows: createPRows(plain, name) };
  };
  let opened: { readonly name: string; readonly copy: ReturnType<typeof open> } | undefined;
  /** An operator may let readers use the other copy at any time. */
  const openCopy = (wanted: Copy) => {
    const name = nameInKeys(network, wanted.second);
    if (opened?.name !== name) opened = { name, copy: open(wanted) };
    const { copy } = opened;
    // Do not cache a failure: the node may answer next time.
    copy.catch(() => {
      opened = undefined;
    });
    return copy;
  };

  const createWriter =
    (on: AtHead | InHistory, { name, first, rows }: Awaited<ReturnType<typeof open>>) =>
    async (applied: readonly AppliedBlock[]): Promise<void> => {
      await addMissingRewards(applied, (txId) => fetchRewardOutputs(rpc, txId));
      const known = await rows.outputs(applied.flatMap(neededOutputs));
      const derived = applied.map((one) =>
        toWrites(name, one, deriveBlock(one, known, { getSigners, unknown: first.unknown }), first.isGenesis),
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
      const copy = await openCopy(on.mode === 'head' ? on.cursor : { start: 0 });
      const { first, replayed } = copy;
      const [next] = raws;
      if (next?.number === first.height) await first.write(next, on);
      const write = createWriter(on, copy);
      const onReplay = { signal: on.signal, rewrite: write };
      const applied = await replayed.apply(raws, onReplay);
      // The seed already includes the effects of its own block.
      await addMissingRewards(applied, (txId) => fetchRewardOutputs(rpc, txId));
      const stored = deps.rawBlocks.put(raws, on.signal());
      // Awaited below. If the rows fail, it must neither reject unhandled nor stay in flight.
      const settled = stored.catch(() => undefined);
      await write(first.isGenesis ? applied : applied.filter(({ raw }) => raw.number > first.height)).finally(
        () => settled,
      );
      await stored;
      await replayed.save(on.signal(), true);
      const last = raws.at(-1)?.number ?? 0;
      const { state, diverged: hasDiverged } = await replayed.at(last, onReplay);
      const left = on.mode === 'head' ? on.cursor.head - last : 0;
      if (!hasDiverged) await validators.changed(state, applied, left, on.signal);
    },

    async idle(at) {
      const { number, head, start } = at.cursor;
      if (number < start) return;
      const copy = await openCopy(at.cursor);
      const { replayed } = copy;
      const replay = await replayed.at(number, { signal: at.signal, rewrite: createWriter(at, copy) });
      await replayed.save(at.signal(), false);
      if (!replay.diverged) await validators.refresh(replay.state, head - number, at.signal);
      if (!replay.diverged && head === number) await deps.today?.(replay.state, at.signal);
      if (!replay.diverged) await deps.due?.(replay.state, at.cursor, at.signal);
      await deps.check(replay);
    },
    hashesDown: rows.blocksDown,
    async positionAt(number) {
      const [block] = await rows.blocksDown(number, 1);
      return block?.number === number ? { ...block, cumulative: 0 } : undefined;
    },
  };
}

type Copy = Pick<Cursor, 'start'> & { readonly second?: SecondCopy | undefined };

/** Accrued fees depend on the first block: never mix states of different starts, nor of the two copies of rows. */
export const stateName = (chain: string, { start, second }: Copy): string =>
  `${chain}${start === 0 ? '' : `/from-${start}`}${isInSecondCopy(second, 'network', 0) ? '/2' : ''}`;

/** Excludes removed stakes and those that expired by themselves. */
export const endedStakes = ({ effects }: AppliedBlock): [stakingTxId: string, by: string][] =>
  effects.ended.flatMap(({ staker, by, ending }) =>
    by !== undefined && ending !== 'removed' ? [[staker.txId, by]] : [],
  );

export const summary = (raw: RawPBlock): BlockSummary => {
  const { number, parentHash, time, block } = raw;
  return { number, hash: block.id, parentHash, time, transactions: getTxIds(raw).length };
};
