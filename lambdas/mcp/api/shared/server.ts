import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { McpConfig } from '../../contract/tools';
import { InvalidArguments, toPath } from '../../domain/tool-path';
import type { ApiAnswer } from './api-call';

const INSTRUCTIONS =
  'Indexed data of EVM chains and Avalanche P-Chains. Call supportedChains for chain ids. Amounts are in the smallest unit (wei or nAVAX), mostly as decimal strings; times are Unix seconds. If a result has nextPageToken, call the tool again with it as pageToken and otherwise the same arguments.';

/** `call`: a GET of the API with the key of the caller. */
export function createServer({ version, tools }: McpConfig, call: (path: string) => Promise<ApiAnswer>): Server {
  const server = new Server(
    { name: 'chain-data-service', title: 'Chain Data Service', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ path: _, ...tool }) => ({
      ...tool,
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) return failed(`unknown tool ${params.name}; call tools/list`);
    try {
      const { status, body } = await call(toPath(tool, params.arguments ?? {}));
      return status < 400 ? { content: [{ type: 'text', text: body }] } : failed(body);
    } catch (error) {
      if (error instanceof InvalidArguments) return failed(error.message);
      throw error;
    }
  });
  return server;
}

/** For the agent to read and correct, unlike an error of the protocol. */
const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
