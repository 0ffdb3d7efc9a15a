import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Paging } from '../../../core/contract/schemas/params';
import { ListPrimaryNetworkBlocksResponse, PrimaryNetworkBlock } from '../schemas/blocks';
import { NetworkName, NodeId, PChainBlockId, PrimaryChainId, TimeRange } from '../schemas/params';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Primary Network Blocks',
  readUnits: READ_UNITS.page,
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock'] },
} as const;

export const getBlockById = endpoint({
  ...base,
  id: 'getBlockById',
  readUnits: READ_UNITS.few,
  path: '/v1/networks/{network}/blockchains/{blockchainId}/blocks/{blockId}',
  summary: 'Get a block of the P-Chain by height or id',
  weight: 100,
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId, blockId: PChainBlockId }),
  query: z.object({}),
  response: PrimaryNetworkBlock,
});

export const listLatestPrimaryNetworkBlocks = endpoint({
  ...base,
  id: 'listLatestPrimaryNetworkBlocks',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/blocks',
  summary: 'List the latest blocks of the P-Chain, newest first',
  weight: 20,
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId }),
  query: z.object({ ...Paging, ...TimeRange }),
  response: ListPrimaryNetworkBlocksResponse,
});

export const listPrimaryNetworkBlocksByNodeId = endpoint({
  ...base,
  id: 'listPrimaryNetworkBlocksByNodeId',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/nodes/{nodeId}/blocks',
  summary: 'List the blocks of the P-Chain proposed by a node, newest first',
  description: '404 if the deployment does not index proposers. Blocks without a signed proposer are not listed.',
  weight: 20,
  uses: { reads: [...base.uses.reads, 'PValidator'] },
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId, nodeId: NodeId }),
  query: z.object({ ...Paging, ...TimeRange }),
  response: ListPrimaryNetworkBlocksResponse,
});
