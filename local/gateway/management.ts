import * as z from 'zod';
import { type ApiKey, type ApiKeys, ManagementError, type UsagePlan } from './api-keys';

type Handler = (keys: ApiKeys, input: { id: string; query: URLSearchParams; body: Body }) => [number, unknown];
type Body = Record<string, unknown>;

const CreateKey = z
  .strictObject({
    name: z.string(),
    value: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    tags: z.record(z.string(), z.string()),
  })
  .partial();

const withoutValue = ({ value: _, ...key }: ApiKey) => key;
const viewFor = (query: URLSearchParams, parameter: string) => (query.get(parameter) === 'true' ? same : withoutValue);
const same = (key: ApiKey) => key;
const planItem = ({ id, name, throttle, quota, stages }: UsagePlan) => ({
  id,
  name,
  ...(throttle ? { throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst } } : {}),
  ...(quota ? { quota } : {}),
  apiStages: [...stages].map((stage) => ({ apiId: stage.split('/')[0], stage: stage.split('/')[1] })),
});
const planKey = ({ id, name, value }: ApiKey) => ({ id, name, value, type: 'API_KEY' });

const routes: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
  ['POST', /^\/apikeys$/, (keys, { body }) => [201, keys.create(CreateKey.parse(body))]],
  [
    'GET',
    /^\/apikeys$/,
    (keys, { query }) => {
      const named = keys.list().filter(({ name }) => name.startsWith(query.get('name') ?? ''));
      return [200, { item: named.map(viewFor(query, 'includeValues')) }];
    },
  ],
  ['GET', /^\/apikeys\/([^/]+)$/, (keys, { id, query }) => [200, viewFor(query, 'includeValue')(keys.get(id))]],
  [
    'DELETE',
    /^\/apikeys\/([^/]+)$/,
    (keys, { id }) => {
      keys.remove(id);
      return [202, undefined];
    },
  ],
  ['PATCH', /^\/apikeys\/([^/]+)$/, (keys, { id, body }) => [200, withoutValue(keys.setEnabled(id, getEnabled(body)))]],
  ['GET', /^\/usageplans$/, (keys) => [200, { item: keys.plans().map(planItem) }]],
  ['GET', /^\/usageplans\/([^/]+)\/keys$/, (keys, { id }) => [200, { item: keys.toKeys(id).map(planKey) }]],
  ['POST', /^\/usageplans\/([^/]+)\/keys$/, (keys, { id, body }) => [201, planKey(keys.join(id, String(body.keyId)))]],
];

export function manage(keys: ApiKeys, method: string, url: URL, text: string): { status: number; answer: unknown } {
  for (const [wanted, path, handler] of routes) {
    const found = method === wanted ? path.exec(url.pathname) : null;
    if (!found) continue;
    const body = JSON.parse(text || '{}') as Body;
    const [status, answer] = handler(keys, { id: decodeURIComponent(found[1] ?? ''), query: url.searchParams, body });
    return { status, answer };
  }
  throw new ManagementError(400, 'BadRequestException', `The local runner does not support ${method} ${url.pathname}.`);
}

function getEnabled({ patchOperations }: Body): boolean {
  const [patch, ...more] = patchOperations as readonly { op: string; path: string; value: string }[];
  if (patch?.op === 'replace' && patch.path === '/enabled' && more.length === 0) return patch.value === 'true';
  throw new ManagementError(
    400,
    'BadRequestException',
    'The local runner can only update the /enabled property of a key.',
  );
}
