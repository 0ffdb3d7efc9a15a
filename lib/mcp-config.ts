import { componentSchemas, type JsonSchema, parameters } from '../lambdas/app/contract/openapi/schemas';
import { endpoints } from '../lambdas/app/contract/registry';
import type { RegisteredEndpoint } from '../lambdas/core/contract/endpoint';
import type { McpConfig, Tool } from '../lambdas/mcp/contract/tools';
import { serviceVersion } from './version';

/** Secrets stay out of the context of an agent. */
const SECRETS: readonly string[] = ['WebhookSecret', 'OwnSecret'];

/** Reads and nothing else, under their current names. Files and pages are for people. */
const isTool = ({ method, access, aliasOf, deprecated, uses, tag, contentType }: RegisteredEndpoint): boolean =>
  method === 'GET' &&
  (access !== 'open' || tag === 'Health Check') &&
  aliasOf === undefined &&
  !deprecated &&
  contentType === undefined &&
  uses.writes === undefined &&
  !uses.reads?.some((entity) => SECRETS.includes(entity));

function toTool({ id, summary, description, path, params, query, access }: RegisteredEndpoint): Tool {
  const all = [...parameters(params, 'path'), ...parameters(query, 'query')];
  return {
    name: id,
    title: summary,
    description: [
      summary,
      ...(description === undefined ? [] : [description]),
      ...(access === 'key' ? ['Requires an API key.'] : []),
    ].join('\n\n'),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        all.map(({ name, description: text, example, schema }) => [
          name,
          {
            ...inlined(schema),
            ...(text === undefined ? {} : { description: text }),
            ...(example === undefined ? {} : { examples: [example] }),
          },
        ]),
      ),
      required: all.filter(({ required }) => required).map(({ name }) => name),
    },
    path,
  };
}

/** A tool's schema has to be complete in itself, so components are copied into it. */
function inlined({ $ref, ...schema }: JsonSchema): JsonSchema {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    return value !== null && typeof value === 'object' ? inlined(value as JsonSchema) : value;
  };
  const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, resolve(value)]));
  if (typeof $ref !== 'string') return own;
  const component = componentSchemas({ requests: { $ref }, answers: {} })[$ref.slice($ref.lastIndexOf('/') + 1)];
  if (!component) throw new Error(`no schema ${$ref}`);
  return { ...inlined(component), ...own };
}

export const mcpConfig = (keyHeaders: readonly string[]): McpConfig => ({
  version: serviceVersion(),
  keyHeaders,
  tools: endpoints.filter(isTool).map(toTool),
});
