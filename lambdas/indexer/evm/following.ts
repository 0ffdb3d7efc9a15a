import type { Bus } from '../../adapters/aws/bus';
import type { Queue } from '../../adapters/aws/queue';
import { systemTimer } from '../../adapters/clock';
import type { Lease } from '../../adapters/dynamo/chain/lease';
import type { Table } from '../../adapters/dynamo/table';
import { openBlocks } from '../../adapters/evm/blocks';
import type { RawBlocks } from '../../adapters/evm/raw-blocks';
import type { StoredTraces } from '../../adapters/evm/stored-traces';
import { openRpc } from '../../adapters/node/rpc';
import { sourceUrl } from '../../adapters/node/sources';
import type { Chain } from '../../contract/config';
import type { RawBlock } from '../../domain/evm/rpc';
import type { SharedMemory } from '../chain/batch-size';
import { openMeasures } from '../chain/measures';
import type { Following } from '../chain/session';
import { openBlockchainId } from './blockchain-id';
import { openEvmIndexer } from './indexer';
import { evmSource, evmStore } from './source';
import { openTracing } from './tracing';

interface Clients {
  readonly memory: SharedMemory;
  /** The name of the group of chains, in metrics. */
  readonly group: string;
  readonly table: Table;
  readonly raw: RawBlocks;
  readonly storedTraces: StoredTraces;
  readonly bus: Bus;
  readonly tokenQueue: Queue;
  readonly nftQueue: Queue;
}

/** What following an EVM chain needs; `close` ends its connections. */
export async function evmFollowing(
  chain: Chain,
  { memory, group, table, raw, bus, storedTraces, ...others }: Clients,
): Promise<Following<RawBlock> & { close(): Promise<void> }> {
  const { chainId } = chain;
  const url = await sourceUrl(chainId);
  const rpc = openRpc(url, chain);
  const node = openBlocks(rpc);
  return {
    ...{ chain, table, bus, store: evmStore(raw, chainId) },
    source: evmSource(node, chainId, { complete: openBlockchainId({ chain, node, table }), memory }),
    openIndexer: () => openEvmIndexer({ chain, table, node, storedTraces, ...others }),
    measures: openMeasures({ chainId, group }, table.meter, rpc),
    timer: systemTimer,
    ...(chain.traces
      ? {
          openBeside: (lease: Lease) =>
            openTracing(
              { chain, source: url, table, raw, storedTraces, bus, tokenQueue: others.tokenQueue, memory },
              lease,
            ),
        }
      : {}),
    close: rpc.close,
  };
}
