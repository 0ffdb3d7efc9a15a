import { finalBlock, hiddenRanges } from '../../../chain/domain/cursor';
import { findChain } from '../../../core/config/runtime';
import type { Chain } from '../../../core/contract/config';
import { badRequest } from '../../../core/contract/errors';
import { tracedCut } from '../../../evm/api/shared/traced';
import { traceHealth } from '../../../evm/domain/trace-health';
import { MAX_EXPORT_PAIRS } from '../../contract/exports';
import type { EvmExportRequest } from '../../contract/schemas';
import type { EvmExport, PinnedChain } from '../../domain/operation';
import type { Deps } from '../implement';
import { exportDays } from './export-days';

type Uses = Deps<{ reads: ['Cursor', 'Block'] }>;

export async function evmExport(deps: Uses, body: EvmExportRequest, maxRows: number): Promise<EvmExport> {
  const days = exportDays(deps, body);
  const chains = body.options.includeChains.map((id) => findIndexedChain(deps.chains, id));
  const distinct = [...new Map(chains.map((chain) => [chain.chainId, chain])).values()];
  const addresses = [...new Set(body.options.addresses)];
  if (addresses.length * distinct.length > MAX_EXPORT_PAIRS)
    throw badRequest(
      'options.includeChains',
      `must be at most ${Math.floor(MAX_EXPORT_PAIRS / addresses.length)} chains for ${addresses.length} addresses`,
    );
  return {
    kind: 'evm',
    addresses,
    chains: await Promise.all(distinct.map((chain) => pinChain(deps, chain))),
    ...days,
    gzip: body.compression === 'gzip',
    maxRows,
  };
}

function findIndexedChain(chains: readonly Chain[], id: string): Chain {
  const chain = findChain(chains, id);
  if (!chain) throw badRequest('options.includeChains', `unknown chain ${id}`);
  if (!chain.index) throw badRequest('options.includeChains', `chain ${id} is not indexed`);
  return chain;
}

/** Later blocks are not final: a reorg may still replace them. */
async function pinChain(deps: Uses, { chainId, finalityDepth, traces }: Chain): Promise<PinnedChain> {
  const cursor = await deps.Cursor.find(chainId, true);
  const to = cursor ? finalBlock(cursor, finalityDepth) : -1;
  const tracedTo = traces ? await tracedCut(deps, chainId, cursor, to) : -1;
  const [traceCursors, jobs, gaps] = await Promise.all([
    deps.Cursor.traceCursors([chainId]),
    deps.Cursor.backfills(chainId),
    deps.Cursor.gapCounts(chainId),
  ]);
  const { tracedFrom } = traceHealth(traceCursors.get(chainId), cursor, jobs);
  const getTime = async (block = -1) => (block < 0 ? undefined : (await deps.Block.byNumber(chainId, block))?.time);
  const [toTime, tracedTime = 0, tracedFromTime = 0] = await Promise.all([to, tracedTo, tracedFrom].map(getTime));
  const incomplete = gaps.receipts + gaps.traces + gaps.blocks;
  return {
    chainId,
    // The block's row may be newer than this read.
    ...(to < 0 ? { to: -1, toTime: 0 } : { to, toTime: toTime ?? cursor?.time ?? 0 }),
    tracedTo,
    tracedTime,
    ...(tracedFrom === undefined ? {} : { tracedFrom, tracedFromTime }),
    ...(incomplete > 0 ? { incomplete } : {}),
    hidden: hiddenRanges(cursor),
  };
}
