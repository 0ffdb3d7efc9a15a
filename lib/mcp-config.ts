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

type Components = ReturnType<typeof componentSchemas>;

const getParameters = ({ params, query }: RegisteredEndpoint) => [
  ...parameters(params, 'path'),
  ...parameters(query, 'query'),
];

function toTool(
  { id, summary, description, path, access }: RegisteredEndpoint,
  all: ReturnType<typeof getParameters>,
  components: Components,
): Tool {
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
            ...inlined(schema, components),
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

/** A tool's schema must be self-contained, so components are copied into it. */
function inlined({ $ref, ...schema }: JsonSchema, components: Components): JsonSchema {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    return value !== null && typeof value === 'object' ? inlined(value as JsonSchema, components) : value;
  };
  const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, resolve(value)]));
  if (typeof $ref !== 'string') return own;
  const component = components[$ref.slice($ref.lastIndexOf('/') + 1)];
  if (!component) throw new Error(`no schema ${$ref}`);
  return { ...inlined(component, components), ...own };
}

export function mcpConfig(keyHeaders: readonly string[]): McpConfig {
  const tools = endpoints.filter(isTool).map((endpoint) => ({ endpoint, all: getParameters(endpoint) }));
  const components = componentSchemas({ requests: tools.map(({ all }) => all), answers: {} });
  return {
    version: serviceVersion(),
    keyHeaders,
    tools: tools.map(({ endpoint, all }) => toTool(endpoint, all, components)),
  };
}
