import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { BlockId, ChainId, Network, Paging, SortOrder } from '../../../core/contract/schemas/params';
import { EvmBlock, ListEvmBlocksResponse } from '../schemas/blocks';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'EVM Blocks',
  uses: { reads: ['Cursor', 'Block'] },
  readUnits: READ_UNITS.page,
} as const;

export const getLatestBlocks = endpoint({
  ...base,
  id: 'getLatestBlocks',
  path: '/v1/chains/{chainId}/blocks',
  summary: 'List the latest blocks of a chain, newest first',
  weight: 10,
  params: z.object({ chainId: ChainId }),
  query: z.object(Paging),
  response: ListEvmBlocksResponse,
});

export const getBlock = endpoint({
  ...base,
  id: 'getBlock',
  readUnits: READ_UNITS.few,
  path: '/v1/chains/{chainId}/blocks/{blockId}',
  summary: 'Get a block by number or hash',
  weight: 10,
  params: z.object({ chainId: ChainId, blockId: BlockId }),
  query: z.object({}),
  response: EvmBlock,
});

export const listLatestBlocksAllChains = endpoint({
  ...base,
  id: 'listLatestBlocksAllChains',
  path: '/v1/blocks',
  weight: 20,
  summary: 'List the latest blocks of all chains',
  description:
    'Newest first. With sortOrder=asc, the list ends at the indexed head of the slowest chain that is up. Use chainId for a single chain.',
  params: z.object({}),
  query: z.object({
    ...Paging,
    network: Network.optional(),
    chainId: ChainId.optional(),
    sortOrder: SortOrder.default('desc'),
  }),
  response: ListEvmBlocksResponse,
  aliases: [{ id: 'listAllLatestBlocks', path: '/v1/chains/allBlocks', weight: 1, deprecated: true }],
});
