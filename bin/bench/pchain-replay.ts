import { bytesAt } from '../../demo/p-chain/append';
import type { Recording } from '../../demo/p-chain/recording';
import type { PChainGenesis } from '../../lambdas/core/contract/pchain-config';
import { type Item, writeUnits } from '../../lambdas/core/table/item';
import type { AppliedBlock } from '../../lambdas/pchain/domain/applied-block';
import { decodeBlock } from '../../lambdas/pchain/domain/codec/block';
import { deriveBlock, type KnownOutputs } from '../../lambdas/pchain/domain/derive';
import { getRules } from '../../lambdas/pchain/domain/networks';
import { getTxIds, type RawPBlock } from '../../lambdas/pchain/domain/raw-block';
import { applyBlock } from '../../lambdas/pchain/domain/replay/apply-block';
import { genesisState } from '../../lambdas/pchain/domain/replay/genesis';
import { endedStakes } from '../../lambdas/pchain/indexer/indexer';
import { createReplayed } from '../../lambdas/pchain/indexer/replayed';
import { toWrites } from '../../lambdas/pchain/indexer/writes';
import { createPBlocks } from '../../lambdas/pchain/node/blocks';
import { readGenesis } from '../../lambdas/pchain/node/genesis';
import { fetchNetwork } from '../../lambdas/pchain/node/network';
import { createPChainRpc } from '../../lambdas/pchain/node/rpc';
import { sha256 } from '../../lambdas/pchain/node/sha256';
import { getSigners } from '../../lambdas/pchain/node/signers';
import { txItem } from '../../lambdas/pchain/rows/items';

/** The first pass is a warm-up and not measured. */
const PASSES = 4;
const FETCHED = 64;

interface Replayed {
  readonly network: string;
  readonly recording: Recording;
  readonly url: string;
  readonly genesis: PChainGenesis;
  readonly last: number;
}

async function createChain({ network, url, genesis, last }: Replayed) {
  const rpc = createPChainRpc(url, { callsPerSecond: 100_000 });
  const blocks = createPBlocks(rpc, { proposers: false });
  try {
    const facts = await fetchNetwork(rpc, blocks, { network, genesis });
    const first = await readGenesis(rpc, network, facts);
    const raws: RawPBlock[] = [];
    for (let from = 1; from <= last; from += FETCHED)
      raws.push(...(await blocks.range(from, Math.min(last, from + FETCHED - 1))));
    return { facts, rules: getRules(facts), first: first.genesis, raws };
  } finally {
    await rpc.close();
  }
}

export async function replayRate(chain: Replayed): Promise<number> {
  const { first, rules } = await createChain(chain);
  const bytes = Array.from({ length: chain.last }, (_, i) => `0x${bytesAt(chain.recording, i + 1)}`);
  let seconds = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    const state = genesisState(first, rules);
    const began = performance.now();
    for (const one of bytes) {
      const block = decodeBlock(one, sha256);
      if (block.type === 'Unreadable') throw new Error(block.reason);
      applyBlock(state, block, { rules, sha256 });
    }
    if (pass > 0) seconds += (performance.now() - began) / 1_000;
  }
  return (bytes.length * (PASSES - 1)) / seconds;
}

/** `blockUnits`: write units of the block rows alone, included in `units`. */
export interface Kind {
  readonly blocks: number;
  readonly txs: number;
  readonly units: number;
  readonly blockUnits: number;
}

/** The two blocks that end a stake: the proposal, and the decision. */
export const END = 'the end of a stake';

/** Counted from the rows. A block's kind: the type of its only transaction, `END` or `several`. */
export async function unitsByKind(chain: Replayed): Promise<ReadonlyMap<string, Kind>> {
  const { facts, rules, first, raws } = await createChain(chain);
  const replayed = createReplayed({
    chain: chain.network,
    rules,
    first: { height: 0, state: async () => genesisState(first, rules) },
    blocks: { range: async (from, to) => raws.slice(from - 1, to) },
    states: {
      newest: async () => undefined,
      put: async () => 0,
    },
    diverged: { get: async () => undefined, set: async () => undefined },
  });
  const on = { signal: () => AbortSignal.timeout(60_000), rewrite: async () => undefined };
  const known: KnownOutputs = new Map();
  const unknown = { origin: 'transaction', created: { block: 0, time: facts.genesisTime } } as const;
  const txItems = new Map<string, Item>();
  const kinds = new Map<string, Kind>();
  for (const applied of await replayed.apply(raws, on)) {
    const derived = deriveBlock(applied, known, { getSigners, unknown });
    for (const { row } of derived.txs) txItems.set(row.id, txItem(chain.network, row));
    const items = toWrites(chain.network, applied, derived, true).map((write) =>
      'put' in write ? write.put : write.delete,
    );
    // The end of a stake also updates the staking transaction's row.
    const ended = endedStakes(applied).map(([stakingTxId]) => txItems.get(stakingTxId));
    const units = [...items, ...ended].reduce((sum, item) => sum + (item ? writeUnits(item) : 1), 0);
    const [own] = items;
    const name = getKind(applied);
    const before = kinds.get(name) ?? { blocks: 0, txs: 0, units: 0, blockUnits: 0 };
    kinds.set(name, {
      blocks: before.blocks + 1,
      txs: before.txs + getTxIds(applied.raw).length,
      units: before.units + units,
      blockUnits: before.blockUnits + (own ? writeUnits(own) : 0),
    });
  }
  return kinds;
}

function getKind({ raw: { block }, decided }: AppliedBlock): string {
  if (block.type === 'Unreadable') return block.type;
  if (block.proposal || decided) return END;
  return block.txs.length === 1 ? (block.txs[0]?.unsigned.type ?? '') : block.txs.length > 1 ? 'several' : 'none';
}
