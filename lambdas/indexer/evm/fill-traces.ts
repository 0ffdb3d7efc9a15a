import { gapKey } from '../../adapters/dynamo/evm/gaps';
import type { InternalTxRows } from '../../adapters/dynamo/evm/internal-rows';
import type { Table } from '../../adapters/dynamo/table';
import type { Blocks } from '../../adapters/evm/blocks';
import type { Traces } from '../../adapters/evm/traces';
import { NodeDown } from '../../adapters/node/errors';
import type { Chain } from '../../contract/config';
import type { Gap } from '../../domain/evm/gap';
import { sameBlock } from './same-block';
import { tracedBlock } from './trace-blocks';

interface Deps {
  readonly table: Table;
  readonly chain: Pick<Chain, 'chainId'>;
  readonly blocks: Pick<Blocks, 'blocksWithReceipts'>;
  readonly rows: Pick<InternalTxRows, 'writeFinal'>;
  readonly traces: Pick<Traces, 'internalTxs'>;
}

/**
 * Writes the internal transactions of a final block that could not be traced before, and then removes the gap. Throws
 * NodeError if the node still does not trace it.
 */
export async function fillMissingTraces({ table, chain, blocks, rows, traces }: Deps, gap: Gap): Promise<void> {
  const found = await sameBlock(blocks, gap, gap.number);
  const internalTxs = await traces.internalTxs(found.block);
  if (internalTxs === 'unsupported') throw new NodeDown('the node does not trace', 'absent');
  if (internalTxs.length > 0) await rows.writeFinal([tracedBlock({ ...found, balances: {} }, internalTxs)], gap.number);
  await table.write([{ delete: gapKey(chain.chainId, gap) }]);
}
