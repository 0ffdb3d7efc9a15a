import type { Chain } from '../../core/contract/config';
import { NodeDown, NodeError } from '../../core/node/errors';
import type { Table } from '../../core/table/table';
import type { Gap } from '../domain/gap';
import { requestRecount } from '../metrics/rows/recount-requests';
import type { Blocks } from '../node/blocks';
import type { PartlyTraced, Traces } from '../node/traces';
import { gapItem, gapKey, tracesGap } from '../rows/gaps';
import type { InternalTxRows } from '../rows/internal-tx-rows';
import { sameBlock } from './same-block';
import { tracedBlock } from './trace-blocks';

interface Deps {
  readonly table: Table;
  readonly chain: Pick<Chain, 'chainId'>;
  readonly blocks: Pick<Blocks, 'blocksWithReceipts'>;
  readonly rows: Pick<InternalTxRows, 'writeFinal' | 'remove'>;
  readonly traces: Pick<Traces, 'internalTxs' | 'partly'>;
}

/** Removes or shrinks the gap. Throws NodeError if the node cannot trace more of the block. */
export async function fillMissingTraces({ table, chain, blocks, rows, traces }: Deps, gap: Gap): Promise<void> {
  const found = await sameBlock(blocks, gap, gap.number);
  const { internalTxs, untraced } = await getTraces(traces, found.block);
  const isUntraced = (tx: number) => gap.transactions.length === 0 || gap.transactions.includes(tx);
  if (untraced.length > 0 && untraced.filter(isUntraced).length === gap.transactions.length)
    throw new NodeDown(`transactions ${untraced.join(', ')} still cannot be traced`, 'absent');
  const block = { ...found, balances: {} };
  // Rows are numbered across the block, so the other transactions' rows get new numbers.
  const before = internalTxs.filter(({ tx }) => !isUntraced(tx)).map((one, row) => ({ ...one, row }));
  if (before.length > 0) await rows.remove(tracedBlock(block, before));
  if (internalTxs.length > 0) await rows.writeFinal([tracedBlock(block, internalTxs)], gap.number);
  await requestRecount(table, chain.chainId, { from: gap.number, to: gap.number });
  const left = untraced.length > 0 ? { put: gapItem(chain.chainId, tracesGap(gap, untraced)) } : undefined;
  await table.write([left ?? { delete: gapKey(chain.chainId, gap) }]);
}

async function getTraces(traces: Deps['traces'], block: Parameters<Traces['partly']>[0]): Promise<PartlyTraced> {
  try {
    const internalTxs = await traces.internalTxs(block);
    if (internalTxs !== 'unsupported') return { internalTxs, untraced: [] };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return traces.partly(block);
  }
  throw new NodeDown('the node does not support tracing', 'absent');
}
