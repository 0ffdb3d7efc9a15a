import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { endpoints } from '../../../lambdas/app/contract/registry';
import { handler } from '../../../lambdas/mcp/api/call-mcp';
import { type ApiAnswer, createApiCall } from '../../../lambdas/mcp/api/shared/api-call';
import { createServer } from '../../../lambdas/mcp/api/shared/server';
import { MCP_FILE } from '../../../lambdas/mcp/contract/tools';
import { mcpConfig } from '../../../lib/mcp-config';
import { captureLog } from '../../support/capture-log';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { hidesMissingFile } from '../../support/endpoints/missing-file';

const config = mcpConfig(['x-service-api-key']);
const text = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;

async function connected(call: (path: string) => Promise<ApiAnswer>) {
  const [mine, its] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([createServer(config, call).connect(its), client.connect(mine)]);
  return client;
}

describe('callMcp', () => {
  hidesMissingFile(handler, MCP_FILE, {}, { jsonrpc: '2.0', id: 1, method: 'ping' });

  test('the tools are the read-only endpoints, with their ids and parameters', async () => {
    const client = await connected(async () => ({ status: 200, body: '{}' }));
    const { tools } = await client.listTools();
    const byName = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    for (const { name, inputSchema, annotations } of tools) {
      const endpoint = byName.get(name);
      const names = [endpoint?.params, endpoint?.query].flatMap((shape) => Object.keys(shape?.shape ?? {}));
      expect([name, endpoint?.method, endpoint?.uses.writes]).toEqual([name, 'GET', undefined]);
      expect([name, Object.keys(inputSchema.properties ?? {})]).toEqual([name, names]);
      expect(annotations?.readOnlyHint).toBe(true);
    }
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['supportedChains', 'getBlock', 'listWebhooks', 'healthCheck']));
    for (const hidden of ['getSharedSecret', 'getWebhookSecret', 'getWebhookFeed', 'docsFile', 'callMcp'])
      expect([hidden, names.includes(hidden)]).toEqual([hidden, false]);
  });

  test('the input schema of every tool is self-contained and accepts its own examples', async () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false });
    for (const { name, inputSchema } of config.tools) {
      expect([name, JSON.stringify(inputSchema).includes('$ref')]).toEqual([name, false]);
      const isValid = ajv.compile(inputSchema);
      const properties = Object.entries(inputSchema.properties) as [
        string,
        { examples?: unknown[]; enum?: unknown[] },
      ][];
      const given = Object.fromEntries(
        properties.map(([one, { examples, enum: values }]) => [one, examples?.[0] ?? values?.[0]]),
      );
      for (const required of inputSchema.required) given[required] ??= 'x';
      isValid(given);
      expect([name, isValid.errors ?? []]).toEqual([name, []]);
    }
    const { metric } = config.tools.find(({ name }) => name === 'getEvmChainMetrics')?.inputSchema.properties ?? {};
    expect(metric).toMatchObject({ enum: expect.arrayContaining(['txCount']) });
  });

  test('a tool call sends an API request and returns its response', async () => {
    const asked: string[] = [];
    const client = await connected(async (path) => {
      asked.push(path);
      return { status: 200, body: '{"blockNumber":"7"}' };
    });
    const result = await client.callTool({ name: 'getBlock', arguments: { chainId: '1', blockId: '7' } });
    expect([text(result), result.isError]).toEqual(['{"blockNumber":"7"}', undefined]);
    expect(asked).toEqual(['/v1/chains/1/blocks/7']);
  });

  test.each([
    ['an error of the API', 'getBlock', { chainId: '1', blockId: '7' }, '{"message":"slow down"}'],
    ['a missing argument', 'getBlock', { chainId: '1' }, 'blockId: is required'],
    ['an unknown argument', 'getBlock', { colour: 'red' }, 'colour: unknown; this tool takes chainId, blockId'],
    ['an unknown tool', 'getColour', {}, 'unknown tool getColour; call tools/list'],
  ])('%s is a result that the agent can read', async (_, name, given, message) => {
    const client = await connected(async () => ({ status: 429, body: '{"message":"slow down"}' }));
    const result = await client.callTool({ name, arguments: given });
    expect([text(result), result.isError]).toEqual([message, true]);
  });

  test.each<[string, string, (response: ServerResponse) => void]>([
    ['a closed connection', 'SocketError', (response) => response.destroy()],
    ['a response that breaks off', 'SocketError', (response) => response.write('{', () => response.destroy())],
    ['a timeout', 'TimeoutError', () => undefined],
  ])('%s of the API is logged, and is a result that the agent can read', async (_, error, answer) => {
    const log = captureLog();
    const server = createHttpServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const callApi = createApiCall({ base, headers: {}, fields: { endpoint: 'callMcp' }, timeoutMs: 200 });
    const result = await (await connected(callApi)).callTool({ name: 'supportedChains' });
    expect([text(result), result.isError]).toEqual(['the API did not respond; try again', true]);
    expect(log.lines).toMatchObject([
      { level: 'ERROR', message: 'calling the API for a tool failed', endpoint: 'callMcp', error: { name: error } },
    ]);
    log.restore();
    server.closeAllConnections();
    server.close();
  });

  test('methods other than POST are rejected with 405', async () => {
    const { deps } = await depsWith();
    const { status, headers, body } = await call(handler, deps);
    expect([status, headers.allow]).toEqual([405, 'POST']);
    expect(body).toEqual({ statusCode: 405, error: 'Method Not Allowed', message: 'GET is not supported; use POST' });
  });
});
