import type { BlockIndexer, BlockSummary } from '../../chain/kind';
import { placeRow } from '../../chain/rows/place-row';
import type { Chain } from '../../core/contract/config';
import type { SecondCopy } from '../../core/domain/copies';
import { type DerivedBlock, derive, transactionCount } from '../domain/derive';
import type { RawBlock } from '../domain/rpc';
import type { Blocks } from '../node/blocks';
import { createBlockRows } from '../rows/block-rows';
import { createHistoryCost } from './history-cost';
import { getFacts, type ProjectionReversal } from './projections/projection';
import { getProjections, type ProjectionDeps } from './projections/projections';
import { createReadings } from './readings';
import { createStandards } from './standards';

export interface EvmIndexerDeps extends ProjectionDeps {
  readonly chain: ProjectionDeps['chain'] & Pick<Chain, 'finalityDepth' | 'traces' | 'historyTraces'>;
  readonly node: Pick<Blocks, 'holdings' | 'holdingsAt' | 'balances'>;
  /** Called with the blocks of the head after their rows are written. */
  readonly seen?: (blocks: readonly DerivedBlock[]) => void;
}

/** Create one per session, as it caches. */
export function createEvmIndexer(deps: EvmIndexerDeps): BlockIndexer<RawBlock> {
  const { table, chain, node } = deps;
  const projections = getProjections(deps);
  const rows = createBlockRows(table, chain.chainId);
  const puts = (blocks: readonly DerivedBlock[], second?: SecondCopy) =>
    blocks.flatMap((block) =>
      getFacts(projections, block).map((item) => ({ put: placeRow(second, item, block.block.number) })),
    );
  const summarizing = projections.flatMap(({ summarize }) => summarize ?? []);

  return {
    order: 'any',
    summary,
    cost: createHistoryCost(chain),
    prepare: createReadings(node, chain.finalityDepth, createStandards(table, chain.chainId)),

    async apply(raws, on) {
      const blocks = deriveAll(raws, on.mode === 'head' ? on.cursor.cumulative : on.cumulative);
      if (on.mode === 'history') {
        const second = (await on.cursor())?.second;
        const reading = projections.map(({ readAhead }) => readAhead?.(blocks, on));
        // Awaited below; until then a failure must be neither unhandled nor left in flight.
        const read = Promise.allSettled(reading);
        await on.write(puts(blocks, second)).finally(() => read);
        await on.turn();
        for (const one of reading) await (await one)?.();
      }
      const announcements: (() => Promise<void>)[] = [];
      if (on.mode === 'head') {
        const applied = await Promise.all(summarizing.map((summarize) => summarize(blocks, on)));
        await on.write([...puts(blocks), ...applied.flatMap(({ writes }) => writes)]);
        announcements.push(...applied.flatMap(({ announce }) => announce ?? []));
        deps.seen?.(blocks);
      } else
        for (const summarize of summarizing) {
          // After the facts, so that later corrections of a shared row see them.
          const { writes, announce } = await summarize(blocks, on);
          await on.write(writes);
          if (announce) announcements.push(announce);
        }
      await Promise.all(announcements.map((announce) => announce()));
    },

    async revert(ancestor, at) {
      const reversals: ProjectionReversal[] = [];
      for (const { revert } of projections) if (revert) reversals.push(await revert(ancestor, at));
      return {
        async facts(orphans) {
          // Row keys do not depend on the cumulative count.
          for (const orphan of orphans.map((raw) => derive(raw, 0))) {
            await rows.remove(getFacts(projections, orphan), orphan.block.hash, at.signal);
            for (const reversal of reversals) await reversal.facts(orphan);
          }
        },
        async summaries(below) {
          for (const reversal of reversals) await reversal.summaries(below);
        },
      };
    },

    async idle(at) {
      for (const { idle } of projections) await idle?.(at);
    },
    hashesDown: rows.hashesDown,
    positionAt: rows.positionAt,
  };
}

function deriveAll(raws: readonly RawBlock[], before: number): DerivedBlock[] {
  let cumulative = before;
  return raws.map((raw) => {
    const derived = derive(raw, cumulative);
    cumulative = derived.block.cumulative;
    return derived;
  });
}

const summary = (raw: RawBlock): BlockSummary => ({
  number: Number(raw.block.number),
  hash: raw.block.hash,
  parentHash: raw.block.parentHash,
  time: Number(raw.block.timestamp),
  transactions: transactionCount(raw),
});
