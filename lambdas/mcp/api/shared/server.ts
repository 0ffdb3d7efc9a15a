import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { McpConfig } from '../../contract/tools';
import { BadArguments, toPath } from '../../domain/tool-path';
import type { ApiAnswer } from './api-call';

const INSTRUCTIONS =
  'Indexed data of EVM chains and of the P-Chain of Avalanche networks. supportedChains lists the chains with their ids. Amounts are decimal text in the smallest unit, such as wei or nAVAX; times are Unix seconds. Lists have a nextPageToken while there is more: call the tool again with it as pageToken and the same other arguments.';

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
    if (!tool) return failed(`there is no tool ${params.name}; tools/list names them all`);
    try {
      const { status, body } = await call(toPath(tool, params.arguments ?? {}));
      return status < 400 ? { content: [{ type: 'text', text: body }] } : failed(body);
    } catch (error) {
      if (error instanceof BadArguments) return failed(error.message);
      throw error;
    }
  });
  return server;
}

/** For the agent to read and correct, unlike an error of the protocol. */
const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
