import { secondsBehind } from '../../chain/domain/cursor';
import { chainHealth } from '../../chain/domain/health';
import type { ChainKindHealth } from '../../chain/kind';
import { findChain } from '../../core/config/runtime';
import type { Chain } from '../../core/contract/config';
import { chainWithIndex } from '../../core/http/served-chain';
import { traceHealth } from '../domain/trace-health';
import type { Deps } from './implement';

const getIndicator = ({ chainId }: Pick<Chain, 'chainId'>): string => `chain-${chainId}`;

export const evmHealth: ChainKindHealth<Pick<Deps<{ reads: ['Cursor'] }>, 'chains' | 'Cursor' | 'now'>> = {
  cursorNames: ({ chains }) => chains.filter(({ index }) => index).map(({ chainId }) => chainId),
  indicator: ({ chains }, chainId) =>
    findChain(chains, chainId) ? getIndicator(chainWithIndex(chains, chainId)) : undefined,
  async reports(deps, cursors) {
    const chains = deps.chains.filter((chain) => chain.index);
    const ids = chains.map(({ chainId }) => chainId);
    // A chain followed from block 0 has nothing to backfill.
    const jobs = await Promise.all(
      ids.map((chainId) => ((cursors.get(chainId)?.start ?? 0) > 0 ? deps.Cursor.backfills(chainId) : [])),
    );
    const traces = await deps.Cursor.traceCursors(ids);
    const gaps = await Promise.all(ids.map((chainId) => deps.Cursor.gapCounts(chainId)));
    return chains.map((chain, i) => {
      const cursor = cursors.get(chain.chainId);
      const [own = [], missing] = [jobs[i], gaps[i]];
      const report = {
        ...chainHealth(chain, cursor, own, deps.now()),
        ...traceHealth(traces.get(chain.chainId), cursor, own),
        ...(missing?.receipts ? { blocksWithoutReceipts: missing.receipts } : {}),
        ...(missing?.blocks ? { refusedBlocks: missing.blocks } : {}),
        ...(missing?.traces ? { blocksWithoutTraces: missing.traces } : {}),
      };
      return { name: getIndicator(chain), report, behind: cursor ? secondsBehind(cursor, deps.now()) : 0 };
    });
  },
};
