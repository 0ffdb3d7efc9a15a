import * as z from 'zod';
import { endpoint, type Headers } from '../../core/contract/endpoint';
import { pagePolicy } from '../../core/contract/page-policy';
import { READ_UNITS } from '../../core/contract/read-units';
import { text } from '../../core/contract/schemas/fields';
import { integer } from '../../core/contract/schemas/params';
import { HealthCheckResult } from '../../evm/contract/schemas/chains';

const OpenApiDocument = z
  .looseObject({ openapi: text('Version of OpenAPI.', '3.1.0') })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI document.' });
const nothing = z.object({});
const open = {
  method: 'GET',
  access: 'open',
  params: nothing,
  query: nothing,
  weight: 0,
  readUnits: READ_UNITS.none,
} as const;
const documentation = { ...open, tag: 'Documentation', throttle: 'docs' } as const;
/** A new release is seen within minutes; the viewer's files within a day, as they change only with its version. */
const [MINUTES, DAY] = [{ 'cache-control': 'public, max-age=300' }, { 'cache-control': 'public, max-age=86400' }];

/** The viewer of the reference sets style attributes, and its styles embed images. */
const REFERENCE_POLICY = pagePolicy(
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
);
const GUIDE_POLICY = pagePolicy("style-src 'self'", 'img-src data:');

/** Type and headers of a file of the documentation, by its ending; a guide has none. */
function fileKind(file = ''): { readonly type: string; readonly headers: Headers } {
  const headers = file.startsWith('swagger-ui') ? DAY : MINUTES;
  if (file.endsWith('.css')) return { type: 'text/css', headers };
  if (file.endsWith('.js')) return { type: 'text/javascript', headers };
  return { type: 'text/html', headers: { ...headers, ...GUIDE_POLICY } };
}

/** Answers 200 while the service can answer at all, unless asked to judge; `status` and `error` say what is down. */
export const healthCheck = endpoint({
  ...open,
  id: 'healthCheck',
  readUnits: READ_UNITS.large,
  operationId: 'data-health-check',
  path: '/v1/health-check',
  tag: 'Health Check',
  summary: 'Health of the service and of each chain',
  description:
    'Per chain: head, finalized and indexed block, and how far the index lags; per P-chain: the height of its node, and the same of its index. `queues` shows how many messages failed repeatedly. Needs no key and costs nothing. With `maxLagSeconds`, for monitors and load balancers: 503 with the same body where a chain is down or lags more, or the table does not answer.',
  query: z.object({
    maxLagSeconds: integer(0, 86_400)
      .optional()
      .meta({ description: 'The most that a chain may lag, in seconds of chain time.', example: 30 }),
    chainId: z.string().max(64).optional().meta({
      description:
        'Only this chain is judged: an id that /v1/chains lists, or p-chain-{network}. Goes with maxLagSeconds.',
      example: '43114',
    }),
  }),
  uses: { reads: ['Cursor', 'NodeHead', 'PNetwork'], deadLetters: true },
  response: HealthCheckResult,
});

export const liveCheck = endpoint({
  ...open,
  id: 'liveCheck',
  operationId: 'live-check',
  path: '/v1/live-check',
  tag: 'Health Check',
  summary: 'Does the service answer?',
  uses: {},
  response: HealthCheckResult,
});

export const openapiDocument = endpoint({
  ...documentation,
  id: 'openapiDocument',
  path: '/v1/openapi.json',
  summary: 'This document: OpenAPI 3.1',
  uses: {},
  response: OpenApiDocument,
  headers: MINUTES,
});

/** Its policy has the hashes of its own style and script, which the handler takes from the built page. */
export const frontPage = endpoint({
  ...documentation,
  id: 'frontPage',
  path: '/',
  summary: 'What runs here, and calls to try, as a page',
  uses: {},
  response: z.string(),
  contentType: 'text/html; charset=utf-8',
  headers: MINUTES,
});

export const docsPage = endpoint({
  ...documentation,
  id: 'docsPage',
  path: '/docs',
  summary: 'The reference of all endpoints, as a page',
  uses: {},
  response: z.string(),
  contentType: 'text/html; charset=utf-8',
  headers: { ...MINUTES, ...REFERENCE_POLICY },
});

export const docsFile = endpoint({
  ...documentation,
  id: 'docsFile',
  path: '/docs/{file}',
  summary: 'A guide, or a file of the documentation',
  uses: {},
  params: z.object({ file: z.string().max(64).meta({ description: 'Name of the file.', example: 'swagger-ui.css' }) }),
  response: z.string(),
  contentType: ({ file }: Readonly<Record<string, string>>) => `${fileKind(file).type}; charset=utf-8`,
  headers: ({ file }: Readonly<Record<string, string>>) => fileKind(file).headers,
});
