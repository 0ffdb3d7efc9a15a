import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Paging, SortOrder } from '../../../core/contract/schemas/params';
import { Cb58Id, NetworkName, XChainId } from '../schemas/params';
import { ListXChainVerticesResponse, VertexHeight, XChainVertex } from '../schemas/vertices';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Primary Network Vertices',
  description: 'Always 404: the X-Chain is not indexed.',
  weight: 20,
  readUnits: READ_UNITS.none,
  uses: {},
} as const;

export const listLatestXChainVertices = endpoint({
  ...base,
  id: 'listLatestXChainVertices',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices',
  summary: 'List the latest vertices of the X-Chain',
  params: z.object({ network: NetworkName, blockchainId: XChainId }),
  query: z.object(Paging),
  response: ListXChainVerticesResponse,
});

export const getVertexByHash = endpoint({
  ...base,
  id: 'getVertexByHash',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices/{vertexHash}',
  summary: 'Get a vertex of the X-Chain',
  params: z.object({
    network: NetworkName,
    blockchainId: XChainId,
    vertexHash: Cb58Id('the id of a vertex', 'haP1CW56cspZY7aEuqHNrtpvhqCaMTxQaYe6j5u2Mbn4L2Gqr'),
  }),
  query: z.object({}),
  response: XChainVertex,
});

export const getVertexByHeight = endpoint({
  ...base,
  id: 'getVertexByHeight',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight',
  summary: 'List the vertices of the X-Chain at a height',
  params: z.object({ network: NetworkName, blockchainId: XChainId }),
  query: z.object({ ...Paging, vertexHeight: VertexHeight, sortOrder: SortOrder.default('desc') }),
  response: ListXChainVerticesResponse,
});
