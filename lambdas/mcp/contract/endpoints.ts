import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';

export const callMcp = endpoint({
  method: 'POST',
  access: 'anyone',
  tag: 'Agents',
  id: 'callMcp',
  path: '/mcp',
  summary: 'Call this API by the Model Context Protocol',
  description:
    'Read-only endpoints as tools for agents, with the parameters documented here. Stateless streamable HTTP with JSON responses. A tool call uses the key of this request and counts as another request towards its plan. Other methods return 405. An extension of this service.',
  weight: 1,
  readUnits: READ_UNITS.none,
  // Clients try a GET for a stream of events, and take only 405 for an answer that there is none.
  rejectsOtherMethods: true,
  timeoutSeconds: 29,
  uses: {},
  params: z.object({}),
  query: z.object({}),
  body: z
    .looseObject({}, { error: 'must be a JSON-RPC message' })
    .meta({ id: 'McpRequest', description: 'A JSON-RPC 2.0 request or notification of the protocol.' }),
  response: z.looseObject({}).meta({
    id: 'McpResponse',
    description: 'A JSON-RPC 2.0 response. A notification is answered with 202, without a body.',
  }),
});
