import * as z from 'zod';
import { integer, number, seconds } from '../../../core/contract/schemas/fields';
import { nextPageToken, integer as wholeNumber } from '../../../core/contract/schemas/params';
import { PrimaryNetworkChainInfo } from './blocks';
import { id } from './fields';

/** Not stored in the table, so 15 digits are an arbitrary limit. */
export const VertexHeight = wholeNumber(0, 999_999_999_999_999).meta({
  description: 'Height of the vertices.',
  example: 339,
});

/** From before the X-Chain had blocks. */
export const XChainVertex = z
  .object({
    vertexHash: id('Id of the vertex.'),
    parentHashes: z.array(id('A vertex.')).meta({ description: 'Ids of the parent vertices.' }),
    vertexHeight: number('Length of the longest path below the vertex.', 339),
    vertexIndex: number('Index in the list of all vertices.', 339),
    vertexTimestamp: seconds('Time of acceptance.'),
    txCount: integer('Number of transactions.', 1),
    transactions: z.array(id('A transaction.')).meta({ description: 'Ids of its transactions.' }),
    vertexSizeBytes: integer('Size of the vertex.', 1_043),
  })
  .meta({ id: 'XChainVertex', description: 'A vertex of the X-Chain.' });

export const ListXChainVerticesResponse = z
  .object({
    nextPageToken,
    vertices: z.array(XChainVertex).meta({ description: 'The vertices of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListXChainVerticesResponse', description: 'A page of vertices of the X-Chain.' });
