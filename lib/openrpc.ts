import * as z from 'zod';
import { KEY_HEADER } from '../lambdas/core/contract/config';
import type { PChain } from '../lambdas/core/contract/pchain-config';
import type { RpcMethod } from '../lambdas/node-rpc/contract/method';
import { rpcMethods } from '../lambdas/node-rpc/contract/registry';
import { CODE } from '../lambdas/pchain/contract/rpc-errors';
import { MAX_BATCH_CALLS, MAX_BODY_BYTES } from '../lambdas/pchain/contract/rpc-limits';
import { serviceVersion } from './version';

const ERRORS = [
  { code: CODE.serverError, message: 'The method failed (message as from the node), or the node does not answer.' },
  { code: CODE.invalidRequest, message: 'jsonrpc must be 2.0' },
  {
    code: CODE.methodNotFound,
    message: 'The method is not supported here (with the message of a node that lacks it).',
  },
  { code: CODE.parseError, message: 'The body is not valid JSON, or not a call.' },
  { code: CODE.limitExceeded, message: 'Too many requests: HTTP 429 with Retry-After.' },
];

const KEPT = { block: 'until the next block', forever: 'indefinitely' } as const;
const keptFor = (cache: RpcMethod['cache']): string => {
  if (typeof cache === 'string') return KEPT[cache];
  return cache === 0 ? 'not at all' : `for ${cache} second${cache === 1 ? '' : 's'}`;
};

export function createRpc(
  pChains: readonly Pick<PChain, 'network'>[],
  [keyHeader = KEY_HEADER]: readonly string[] = [],
) {
  const servers = pChains.map(({ network }) => ({
    name: network,
    url: `./${network}/ext/bc/P`,
    summary: `The P-Chain of ${network}`,
  }));
  return {
    openrpc: '1.3.2',
    info: {
      title: 'P-Chain node RPC',
      version: serviceVersion(),
      license: { name: 'Apache-2.0' },
      description: `JSON-RPC 2.0 over HTTP POST with content-type: application/json. A call without an id, or with a null id, is a notification: its response is empty. Limits: ${MAX_BATCH_CALLS} calls per batch, ${MAX_BODY_BYTES} bytes per body. \`error\` always has \`code\`, \`message\` and \`data\` (an object). No API key is required; with one in the header ${keyHeader}, the limits of its plan apply.`,
    },
    servers: [{ name: 'default', url: './ext/bc/P', summary: 'The default network' }, ...servers],
    methods: rpcMethods.map(getMethod),
    components: { errors: Object.fromEntries(ERRORS.map((error) => [`error${-error.code}`, error])) },
  };
}

function getMethod({ name, summary, description, params, result, cache, deprecated }: RpcMethod) {
  return {
    name,
    summary,
    description: [description, `Results may be cached ${keptFor(cache)}.`].filter(Boolean).join(' '),
    paramStructure: 'by-name',
    params: Object.entries(params.shape).map(([param, given]) => {
      const schema = given as z.ZodType;
      return { name: param, required: !schema.safeParse(undefined).success, schema: toSchema(schema) };
    }),
    result: { name: 'result', schema: toSchema(result) },
    errors: ERRORS.map(({ code }) => ({ $ref: `#/components/errors/error${-code}` })),
    ...(deprecated ? { deprecated } : {}),
  };
}

/** OpenRPC requires JSON Schema draft 7. */
function toSchema(schema: z.ZodType): object {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return rest;
}
