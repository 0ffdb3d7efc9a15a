import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';

export const callMcp = endpoint({
  method: 'POST',
  access: 'anyone',
  tag: 'Agents',
  id: 'callMcp',
  path: '/mcp',
  summary: 'Call this API over the Model Context Protocol (MCP)',
  description:
    'Offers the read-only endpoints as MCP tools, with the parameters documented here. Stateless streamable HTTP with JSON responses; methods other than POST return 405. A tool call uses this request’s API key and counts as one more request against its plan. An extension of this service.',
  weight: 1,
  readUnits: READ_UNITS.none,
  // Clients try to open an event stream by GET, and report any response but 405 as an error.
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
    description: 'A JSON-RPC 2.0 response. Notifications return 202 without a body.',
  }),
});
