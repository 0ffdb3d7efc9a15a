import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { endpoints } from '../../lambdas/app/contract/registry';
import { Config } from '../../lambdas/core/contract/config';
import { getRoute } from '../../lambdas/core/contract/endpoint';
import { PRICE } from '../../lambdas/core/contract/prices';
import { getReadBudget } from '../../lambdas/core/contract/read-units';
import { MAX_ANSWER_BYTES as MAX_RPC_ANSWER_BYTES } from '../../lambdas/pchain/contract/rpc-limits';
import { countingDollars } from '../../lambdas/usage/contract/usage-price';
import { PAGE_BYTES } from '../support/endpoints/page-bytes';
import { getResources, getSetting, methodSettings, type Resource, templatesFor } from '../support/sources/templates';

const DAY = 86_400;
const GB = 1e9;
/** Requests per second that API Gateway admits for a whole account, unless AWS raises it. */
const ACCOUNT_RATE = 10_000;
/** The largest response of a function. */
const MAX_ANSWER_BYTES = 6 * 1024 * 1024;
/**
 * Read units of a request to health-check, on average. A single request may use far more while a chain has many gaps or
 * backfill jobs, but each function caches those.
 */
const OPEN_READ_UNITS = 8;
/** An error response with its headers. */
const REFUSAL_BYTES = 500;
/** Upper bounds for any handler without a node, and for the authorizer. Callers cannot make them slower. */
const [HANDLER_SECONDS, AUTHORIZER_SECONDS] = [0.2, 0.002];
/** A record of the access log. */
const RECORD_BYTES = 300;
/** One line for each request of a handler, and Lambda's own three. */
const LOG_BYTES = 1_200;

const CHAINS = { chains: [{ chainId: '1' }, { chainId: '5' }, { chainId: '7' }], pChains: [{ network: 'fuji' }] };
const { readUnitsWithoutKey: withoutKey } = Config.parse(CHAINS);
const templates = templatesFor(CHAINS);
const all = (type: string): [string, Resource][] => getResources(templates, type);
const first = (type: string, id = '') => all(type).find(([name]) => name.includes(id))?.[1].Properties ?? {};
const paths = Object.entries((first('AWS::ApiGateway::RestApi').Body as { paths: Record<string, object> }).paths);
const settings = methodSettings(templates);
/** The throttle of a method: its own, or the stage's for all methods. */
const getThrottle = (method: string, path: string) =>
  getSetting(settings, method, path) ?? getSetting(settings, '*', '*');
const memoryGb = (id: string) => Number(first('AWS::Lambda::Function', id).MemorySize) / 1_024;

interface Cost {
  readonly requests: number;
  readonly bytes: number;
  readonly gbSeconds?: number;
  readonly readUnits?: number;
  readonly logBytes?: number;
  /** API Gateway does not charge requests rejected for their key. Lambda charges their authorizer. */
  readonly free?: boolean;
}
const dollars = ({ requests, bytes, gbSeconds, readUnits = 0, logBytes = 0, free = false }: Cost): number =>
  requests *
  ((free ? 0 : PRICE.apiRequest) +
    (gbSeconds === undefined ? 0 : PRICE.invocation + gbSeconds * PRICE.gbSecond) +
    readUnits * PRICE.readUnit +
    (bytes / GB) * PRICE.gbOut +
    (logBytes / GB) * PRICE.logGb);

const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const largest = Math.max(
  ...readdirSync(viewer)
    .filter((file) => ['swagger-ui.css', 'swagger-ui-bundle.js'].includes(file))
    .map((file) => statSync(`${viewer}/${file}`).size),
);
/** Response bytes of the open endpoints. The health check grows with the number of chains. */
const OPEN_BYTES: Readonly<Record<string, number>> = {
  docsFile: largest,
  docsPage: 10_000,
  ...PAGE_BYTES,
  llmsText: 5_000,
  // Served without white space.
  openapiDocument: JSON.stringify(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).length,
  healthCheck: 10_000,
  liveCheck: 1_000,
};

/** Dollars per day that a caller without a key can cause at worst, by target, highest first. */
function worstDay(): [what: string, dollars: number][] {
  const anonymous = first('AWS::ApiGateway::UsagePlan', 'anonymousPlan');
  const { Limit, Period } = anonymous.Quota as { Limit: number; Period: string };
  expect(Period).toBe('DAY');
  const open = endpoints.filter(({ access }) => access === 'open');
  return [
    ...open.map((endpoint): [string, number] => {
      const gbSeconds = memoryGb(`Api${endpoint.id}Function`) * HANDLER_SECONDS;
      const readUnits = Math.min(endpoint.readUnits, OPEN_READ_UNITS);
      const toDollars = (method: string, bytes: number) => {
        const requests = Number(getThrottle(method, getRoute(endpoint))?.ThrottlingRateLimit) * DAY;
        return dollars({ requests, bytes, gbSeconds, readUnits, logBytes: LOG_BYTES });
      };
      const whole = toDollars(endpoint.method, OPEN_BYTES[endpoint.id] ?? MAX_ANSWER_BYTES);
      return [endpoint.path, whole + toDollars('HEAD', REFUSAL_BYTES)];
    }),
    [
      'the whole quota of anonymous callers, with the longest answers',
      dollars({
        requests: Limit,
        bytes: MAX_ANSWER_BYTES,
        gbSeconds: memoryGb('ApigetBlockFunction') * HANDLER_SECONDS,
        readUnits: Math.max(
          ...endpoints.map((one) => (one.access === 'anyone' ? getReadBudget(one, false, withoutKey) : 0)),
        ),
        logBytes: LOG_BYTES,
      }),
    ],
    [
      'the whole quota of callers of the node RPC without a key, with the longest answers',
      dollars({
        requests: (first('AWS::ApiGateway::UsagePlan', 'AnonymousPlan').Quota as { Limit: number }).Limit,
        bytes: MAX_RPC_ANSWER_BYTES,
        gbSeconds: memoryGb('ApiCallFunction') * HANDLER_SECONDS,
        // The node's head is read at most once a second, so at most one unit per request.
        readUnits: 1,
        logBytes: LOG_BYTES,
      }),
    ],
    [
      'OPTIONS of every path',
      dollars({
        requests: paths.reduce(
          (sum, [path]) => sum + Number(getThrottle('OPTIONS', path)?.ThrottlingRateLimit) * DAY,
          0,
        ),
        bytes: REFUSAL_BYTES,
      }),
    ],
    [
      'forged keys, as many as the account lets through',
      dollars({
        requests: ACCOUNT_RATE * DAY,
        bytes: REFUSAL_BYTES,
        gbSeconds: memoryGb('ApiAuthorizerFunction') * AUTHORIZER_SECONDS,
        logBytes: authorizerLogs() ? LOG_BYTES : 0,
        free: true,
      }),
    ],
  ].toSorted(([, a], [, b]) => Number(b) - Number(a)) as [string, number][];
}
const authorizerLogs = () =>
  (first('AWS::Lambda::Function', 'ApiAuthorizerFunction').LoggingConfig as { SystemLogLevel?: string })
    .SystemLogLevel !== 'WARN';

describe('the worst bill', () => {
  test('every method has a throttle, and a low one outside the usage plans', () => {
    expect(paths.length).toBeGreaterThan(30);
    for (const [path, methods] of paths)
      for (const [method, operation] of Object.entries(methods) as [string, { security?: unknown }][]) {
        const { ThrottlingRateLimit: rate = 0, ThrottlingBurstLimit: burst = 0 } =
          getThrottle(method.toUpperCase(), path) ?? {};
        const highest = operation.security ? 1_000 : 50;
        expect([path, method, rate > 0 && rate <= highest && burst > 0]).toEqual([path, method, true]);
      }
    for (const path of ['/', '/docs', '/docs/{file}', '/v1/openapi.json'])
      expect(getThrottle('GET', path)?.ThrottlingRateLimit).toBe(2);
  });

  test('metrics per method, which the dashboard does not read, are off', () => {
    // They cost $0.30 a month each. The dashboard and the alarms read the metrics of the whole API.
    expect(settings.filter((one) => 'MetricsEnabled' in one)).toEqual([]);
    expect(readFileSync('lib/dashboard.ts', 'utf8')).not.toMatch(/Resource|Stage/);
  });

  test('responses from 10 kB on are compressed on request', () =>
    expect(first('AWS::ApiGateway::RestApi').MinimumCompressionSize).toBeLessThanOrEqual(10_000));

  test('the access log at the request limit of the account costs less than $125 a day', () => {
    const requests = ACCOUNT_RATE * DAY;
    const { SizeInMBs } = (
      first('AWS::KinesisFirehose::DeliveryStream').ExtendedS3DestinationConfiguration as {
        BufferingHints: { SizeInMBs: number };
      }
    ).BufferingHints;
    const objects = (requests * RECORD_BYTES) / (SizeInMBs * 2 ** 20);
    // The counts of an hour are a few items, as callers without a key are not counted one by one.
    const units = { readUnits: objects * 10, writeUnits: objects * 10 };
    expect(countingDollars(requests, objects, units)).toBeLessThan(125);
  });

  test('an anonymous caller costs less than $500 a day on the data API and $100 on the node RPC', () => {
    const lines = worstDay();
    const total = lines.reduce((sum, [, cost]) => sum + cost, 0);
    const table = lines.map(([what, cost]) => `${`$${cost.toFixed(2)}`.padStart(9)}  ${what}`).join('\n');
    console.log(`The worst day of an anonymous caller, in the default configuration: $${total.toFixed(2)}\n${table}`);
    for (const [what, cost] of lines) expect([what, cost > 0, cost < 250]).toEqual([what, true, true]);
    const ofRpc = lines.find(([what]) => what.includes('node RPC'))?.[1] ?? Number.NaN;
    expect(total - ofRpc).toBeLessThan(500);
    expect(ofRpc).toBeLessThan(100);
    for (const { id, path } of endpoints.filter(({ access }) => access === 'open'))
      expect([id, Number(lines.find(([what]) => what === path)?.[1]) < 40]).toEqual([id, true]);
  });
});
