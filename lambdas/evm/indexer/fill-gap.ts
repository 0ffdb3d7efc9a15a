import { getCursor } from '../../chain/follower/cursor-of';
import { placeRow } from '../../chain/rows/place-row';
import type { ItemKey } from '../../core/table/item';
import { derive, transactionCount } from '../domain/derive';
import { fillReceipts } from '../domain/fill-receipts';
import type { Gap } from '../domain/gap';
import type { RawBlock, RpcBlock, RpcReceipt } from '../domain/rpc';
import { requestRecount } from '../metrics/rows/recount-requests';
import type { Blocks } from '../node/blocks';
import type { RawBlocks } from '../node/raw-blocks';
import { gapKey } from '../rows/gaps';
import { type BlockchainIdDeps, createBlockchainId } from './blockchain-id';
import { createEvmIndexer, type EvmIndexerDeps } from './indexer';
import { getFacts } from './projections/projection';
import { getProjections } from './projections/projections';
import { sameBlock } from './same-block';
import { createStandards } from './standards';

interface Deps extends EvmIndexerDeps {
  readonly chain: EvmIndexerDeps['chain'] & BlockchainIdDeps['chain'];
  readonly node: EvmIndexerDeps['node'] & Pick<Blocks, 'blocksWithReceipts' | 'head' | 'blockchainId'>;
  readonly raw: Pick<RawBlocks, 'get' | 'replace'>;
}

const WRITE_TIMEOUT_MS = 30_000;

/**
 * Re-indexes a final block. Stale rows are deleted last, then the gap, so that a crash repeats
 * everything (idempotent). Throws NodeError if the node still lacks data.
 */
export async function fillGap(deps: Deps, gap: Gap): Promise<void> {
  const { chain, table, node, raw } = deps;
  const { chainId } = chain;
  const cursor = await getCursor(table, chainId);
  if (!cursor) throw new Error(`chain ${chainId} has no cursor`);
  const found = await sameBlock(node, gap);
  // Only the follower's blocks have an object of their own, with the balances read at the time.
  const stored = gap.number >= cursor.start ? await raw.get(chainId, gap) : undefined;
  const [completed] = await createBlockchainId(deps)([{ ...found, balances: stored?.balances ?? {} }]);
  if (!completed) throw new Error('the block was not completed');
  // For history, the token records hold the standards.
  const [recorded = completed] = await createStandards(table, chainId)([completed], async () => undefined);
  const whole = stored?.standards ? { ...completed, standards: stored.standards } : recorded;
  // For history too: its slice still lacks the data.
  const { refused: _, ...kept } = stored ?? {};
  await raw.replace(chainId, { ...kept, ...whole });

  const head = await node.head();
  const indexer = createEvmIndexer(deps);
  // The stored row has the right count, whichever block counting starts at.
  const { cumulative = 0 } = (await indexer.positionAt(gap.number)) ?? {};
  const before = Math.max(0, cumulative - transactionCount(whole));
  const signal = () => AbortSignal.timeout(WRITE_TIMEOUT_MS);
  await indexer.apply([whole], {
    mode: 'history',
    cumulative: before,
    head,
    final: gap.number,
    signal,
    cursor: () => getCursor(table, chainId),
    write: (writes) => table.write(writes, signal),
    turn: async () => undefined,
    // A crash leaves the request in place, and its repeat re-reads every balance of the block.
    unchecked: { since: 0, note: async () => undefined },
  });
  const projections = getProjections(deps);
  const toRows = (block: RawBlock) => getFacts(projections, derive(block, before));
  const ownGap = gapKey(chainId, gap);
  const rows = new Set([...toRows(whole), ownGap].map(getName));
  const substituted: RawBlock =
    gap.kind === 'blocks'
      ? { ...whole, block: { ...whole.block, transactions: [] }, receipts: [], refused: transactionCount(whole) }
      : { ...whole, receipts: withSubstitutes(whole, gap.transactions) };
  const stale = toRows(substituted)
    .filter((item) => !rows.has(getName(item)))
    .map((item) => placeRow(cursor.second, item, gap.number));
  await table.write(
    stale.map((item) => ({ delete: item })),
    signal,
  );
  await requestRecount(table, chainId, { from: gap.number, to: gap.number }, signal);
  await table.write([{ delete: ownGap }], signal);
}

const getName = ({ pk, sk }: ItemKey): string => `${pk} ${sk}`;

function withSubstitutes(
  { block, receipts }: { readonly block: RpcBlock; readonly receipts: readonly RpcReceipt[] },
  missing: readonly number[],
): readonly RpcReceipt[] {
  const logs = receipts.flatMap(({ transactionHash, logs: own }) => own.map((log) => ({ ...log, transactionHash })));
  return fillReceipts(
    block,
    receipts.filter((_, i) => !missing.includes(i)),
    logs,
  );
}
