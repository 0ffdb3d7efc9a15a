import { readFileSync } from 'node:fs';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { requestFields } from '../../core/http/request-fields';
import { getUrl } from '../../core/http/request-url';
import { callMcp } from '../contract/endpoints';
import { MCP_FILE, type McpConfig } from '../contract/tools';
import { implement } from './implement';
import { createApiCall } from './shared/api-call';
import { createServer } from './shared/server';

let cached: McpConfig | undefined;
function getConfig(): McpConfig {
  cached ??= JSON.parse(readFileSync(new URL(`./${MCP_FILE}`, import.meta.url), 'utf8')) as McpConfig;
  return cached;
}

export const handler = implement(callMcp, async ({ body, event, answer }) => {
  const config = getConfig();
  const own = getUrl(event);
  const base = own.replace(/\/mcp\/?$/, '');
  const headers = Object.fromEntries(
    config.keyHeaders.flatMap((name) => (event.headers[name] ? [[name, event.headers[name]]] : [])),
  );
  // Goes through API Gateway, so the caller's plan, limits and permissions apply.
  const call = createApiCall({ base, headers, fields: requestFields(callMcp.id, { ...event, pathParameters: null }) });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(config, call);
  await server.connect(transport);
  try {
    const request = new Request(own, { method: 'POST', headers: toHeaders(event.headers), body: JSON.stringify(body) });
    const response = await transport.handleRequest(request, { parsedBody: body });
    answer.status = response.status;
    return response.status === 202 ? {} : ((await response.json()) as Record<string, unknown>);
  } finally {
    await server.close();
  }
});

const toHeaders = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
