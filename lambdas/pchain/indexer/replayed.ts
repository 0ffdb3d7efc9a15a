import type { AppliedBlock } from '../domain/applied-block';
import type { Tx } from '../domain/codec/block';
import { getNext } from '../domain/derive';
import type { RawPBlock } from '../domain/raw-block';
import { noEffects } from '../domain/replay/effects';
import { applyLeniently, type Replay } from '../domain/replay/lenient';
import type { NetworkRules } from '../domain/replay/rules';
import type { PChainState, Staker } from '../domain/replay/state';
import { endDay } from '../domain/staking-day';
import type { PBlocks } from '../node/blocks';
import { sha256 } from '../node/sha256';
import type { States, StoredState } from '../node/states';

/** While catching up: bounds the replay of the next session. */
const BLOCKS_PER_STATE = 500;
const IDLE_BLOCKS_PER_STATE = 25;
const FETCHED_BLOCKS = 64;

interface ReplayedDeps {
  readonly chain: string;
  readonly blocks: Pick<PBlocks, 'range'>;
  readonly states: Pick<States, 'newest' | 'put'>;
  readonly rules: NetworkRules;
  /** The state after the first block of the index, which no replay can produce. */
  readonly first: { readonly height: number; state(): Promise<PChainState> };
  /** The block at which the replay failed. Rows from there on are rewritten once it succeeds. */
  readonly diverged: {
    get(): Promise<number | undefined>;
    set(height: number | undefined): Promise<void>;
  };
}

interface OnReplay {
  readonly signal: () => AbortSignal;
  /** Rewrites the rows of blocks that were written without a state. */
  rewrite(applied: readonly AppliedBlock[]): Promise<void>;
}

export function createReplayed({ chain, blocks, states, rules, first, diverged }: ReplayedDeps) {
  let replay: Replay | undefined;
  let stored: Pick<StoredState, 'place'> & { readonly height: number } = { place: 0, height: -1 };

  const save = async (current: Replay | undefined, signal: AbortSignal, after: number): Promise<void> => {
    if (!current || current.diverged || current.state.height - stored.height < after) return;
    const { height } = current.state;
    stored = { place: await states.put(chain, current.state, stored.place, signal), height };
  };
  const load = async (height: number, on: OnReplay): Promise<Replay> => {
    const found = await states.newest(chain, height);
    if (found) stored = { place: found.place, height: found.state.height };
    const loaded: Replay = { state: found?.state ?? (await first.state()) };
    const divergedAt = await diverged.get();
    while (loaded.state.height < height && !loaded.diverged) {
      const from = loaded.state.height + 1;
      const raws = await blocks.range(from, Math.min(height, from + FETCHED_BLOCKS - 1));
      const applied = raws.map((raw) => applyNext(loaded, raw, rules));
      const again = applied.filter(({ raw, after }) => divergedAt !== undefined && raw.number >= divergedAt && after);
      if (again.length > 0) await on.rewrite(again);
      // A replay longer than one invocation resumes from here.
      await save(loaded, on.signal(), BLOCKS_PER_STATE);
    }
    if (divergedAt !== undefined && !loaded.diverged) await diverged.set(undefined);
    return loaded;
  };
  const at = async (height: number, on: OnReplay): Promise<Replay> => {
    if (!replay || (!replay.diverged && replay.state.height !== height)) replay = await load(height, on);
    return replay;
  };

  return {
    at,
    /** If the replay fails, the remaining blocks are applied without a state. */
    async apply(raws: readonly RawPBlock[], on: OnReplay): Promise<AppliedBlock[]> {
      const [next] = raws;
      if (!next) return [];
      const current = await at(Math.max(first.height, next.number - 1), on);
      const hadDiverged = current.diverged !== undefined;
      const applied = raws.map((raw) =>
        raw.number === first.height ? firstBlock(current, raw) : applyNext(current, raw, rules),
      );
      if (current.diverged && !hadDiverged && (await diverged.get()) === undefined)
        await diverged.set(current.diverged.height);
      return applied;
    },
    /** `isBusy`: more blocks are waiting. */
    save: (signal: AbortSignal, isBusy: boolean): Promise<void> =>
      save(replay, signal, isBusy ? BLOCKS_PER_STATE : IDLE_BLOCKS_PER_STATE),
  };
}

/** The first block has no effects: the initial state already includes it. */
const firstBlock = ({ state }: Replay, raw: RawPBlock): AppliedBlock => ({
  raw,
  effects: noEffects(),
  time: state.time,
  after: getNext(state),
  subnets: state.subnets,
  stakers: new Map(state.stakers),
});

function applyNext(replay: Replay, raw: RawPBlock, rules: NetworkRules): AppliedBlock {
  const { state } = replay;
  const { proposal, blockId: hash, time } = state;
  const endedDay = replay.diverged ? undefined : endDay(state, raw.block);
  const effects = applyLeniently(replay, raw.number, raw.block, { rules, sha256 });
  const shared = { raw, effects, subnets: state.subnets };
  if (replay.diverged) return { ...shared, time: raw.time || state.time, stakers: new Map() };
  const decided: { tx: Tx; hash: string; time: number } | undefined = proposal && { tx: proposal, hash, time };
  return {
    ...shared,
    time: state.time,
    after: getNext(state),
    stakers: getStakers(state, effects.stakers),
    ...(decided ? { decided } : {}),
    ...(endedDay ? { endedDay } : {}),
  };
}

function getStakers({ stakers, pending }: PChainState, txIds: ReadonlySet<string>): ReadonlyMap<string, Staker> {
  return new Map(
    [...txIds].flatMap((txId) => {
      const staker = stakers.get(txId) ?? pending.get(txId);
      return staker ? [[txId, staker] as const] : [];
    }),
  );
}
