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
    'For agents: the endpoints that only read are tools, with the parameters documented here. Streamable HTTP without sessions, and with answers in JSON. A tool is called with the key of this request, so plans and limits apply: it counts as a request of its own, in addition to this one. An extension of this service.',
  weight: 1,
  readUnits: READ_UNITS.none,
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
