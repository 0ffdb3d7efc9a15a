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
/** A new release shows within minutes; the viewer's files change only with its version. */
const [MINUTES, DAY] = [{ 'cache-control': 'public, max-age=300' }, { 'cache-control': 'public, max-age=86400' }];

/** Swagger UI sets style attributes, and its styles embed images. */
const REFERENCE_POLICY = pagePolicy(
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
);
const GUIDE_POLICY = pagePolicy("style-src 'self'", 'img-src data:');

function fileKind(file = ''): { readonly type: string; readonly headers: Headers } {
  const headers = file.startsWith('swagger-ui') ? DAY : MINUTES;
  if (file.endsWith('.css')) return { type: 'text/css', headers };
  if (file.endsWith('.md')) return { type: 'text/markdown', headers };
  if (file.endsWith('.js')) return { type: 'text/javascript', headers };
  return { type: 'text/html', headers: { ...headers, ...GUIDE_POLICY } };
}

/** Always 200 unless `maxLagSeconds` is given: `status` and `error` name the components that are down. */
export const healthCheck = endpoint({
  ...open,
  id: 'healthCheck',
  readUnits: READ_UNITS.large,
  operationId: 'data-health-check',
  path: '/v1/health-check',
  tag: 'Health Check',
  summary: 'Health of the service and of each chain',
  description:
    'Per chain: head, finalized and indexed block, and the lag of the index; per P-Chain: the height of its node, and the same figures for its index. `queues` counts dead letters. Requires no key and costs nothing. For monitors and load balancers: with `maxLagSeconds`, the response is 503 with the same body if a chain is down or lags more than that, or if the database is down.',
  query: z.object({
    maxLagSeconds: integer(0, 86_400)
      .optional()
      .meta({ description: 'Maximum lag of a chain, in seconds of chain time.', example: 30 }),
    chainId: z.string().max(64).optional().meta({
      description:
        'Apply maxLagSeconds to this chain only: a chainId from /v1/chains, or p-chain-{network}. Requires maxLagSeconds.',
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
  summary: 'Liveness check',
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

/** The handler adds a Content-Security-Policy with the hashes of the built page's own style and script. */
export const frontPage = endpoint({
  ...documentation,
  id: 'frontPage',
  path: '/',
  summary: 'Front page: what runs here, and calls to try',
  uses: {},
  response: z.string(),
  contentType: 'text/html; charset=utf-8',
  headers: MINUTES,
});

const CONSOLE_PAGES = ['webhooks', 'exports', 'usage'] as const;
export type ConsolePage = (typeof CONSOLE_PAGES)[number];

/** Static, and the same for everyone: its script calls the API with the key that the visitor enters. */
export const consolePage = endpoint({
  ...documentation,
  id: 'consolePage',
  path: '/console/{page}',
  summary: 'Pages for the owner of a key: webhooks, exports and usage',
  uses: {},
  params: z.object({
    page: z
      .enum(CONSOLE_PAGES, { error: `must be ${CONSOLE_PAGES.join(', ')}` })
      .meta({ description: 'Name of the page.', example: 'webhooks' }),
  }),
  response: z.string(),
  contentType: 'text/html; charset=utf-8',
  headers: MINUTES,
});

export const llmsText = endpoint({
  ...documentation,
  id: 'llmsText',
  path: '/llms.txt',
  summary: 'Where agents find the guides, the OpenAPI document and the tools',
  uses: {},
  response: z.string(),
  contentType: 'text/plain; charset=utf-8',
  headers: MINUTES,
});

export const docsPage = endpoint({
  ...documentation,
  id: 'docsPage',
  path: '/docs',
  summary: 'API reference',
  uses: {},
  response: z.string(),
  contentType: 'text/html; charset=utf-8',
  headers: { ...MINUTES, ...REFERENCE_POLICY },
});

export const docsFile = endpoint({
  ...documentation,
  id: 'docsFile',
  path: '/docs/{file}',
  summary: 'A guide or another documentation file',
  uses: {},
  params: z.object({ file: z.string().max(64).meta({ description: 'Name of the file.', example: 'swagger-ui.css' }) }),
  response: z.string(),
  contentType: ({ file }: Readonly<Record<string, string>>) => `${fileKind(file).type}; charset=utf-8`,
  headers: ({ file }: Readonly<Record<string, string>>) => fileKind(file).headers,
});
