import * as z from 'zod';
import { integer, number, seconds } from '../../../core/contract/schemas/fields';
import { nextPageToken, integer as wholeNumber } from '../../../core/contract/schemas/params';
import { PrimaryNetworkChainInfo } from './blocks';
import { id } from './fields';

/** The height of vertices: nothing that the table holds, so that 15 digits are as good as any. */
export const VertexHeight = wholeNumber(0, 999_999_999_999_999).meta({
  description: 'The height of the vertices.',
  example: 339,
});

/** A vertex of the X-chain, as it was before it had blocks. */
export const XChainVertex = z
  .object({
    vertexHash: id('Id of the vertex.'),
    parentHashes: z.array(id('A vertex.')).meta({ description: 'The vertices that it follows.' }),
    vertexHeight: number('How many vertices are below it at most.', 339),
    vertexIndex: number('Its position in the list of all vertices.', 339),
    vertexTimestamp: seconds('When it was accepted.'),
    txCount: integer('How many transactions it has.', 1),
    transactions: z.array(id('A transaction.')).meta({ description: 'Its transactions.' }),
    vertexSizeBytes: integer('Its size.', 1_043),
  })
  .meta({ id: 'XChainVertex', description: 'A vertex of the X-chain.' });

/** A page of vertices. */
export const ListXChainVerticesResponse = z
  .object({
    nextPageToken,
    vertices: z.array(XChainVertex).meta({ description: 'The vertices of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListXChainVerticesResponse', description: 'A page of vertices of the X-chain.' });
