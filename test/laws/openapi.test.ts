import { readFileSync } from 'node:fs';
import { endpoints } from '../../lambdas/app/contract/registry';
import { Config } from '../../lambdas/core/contract/config';
import { STATUS } from '../../lambdas/core/contract/errors';
import { listedValues } from '../../lambdas/core/contract/lists';
import { PLANS } from '../../lambdas/core/contract/plans';
import { getLists } from '../../lambdas/core/http/query-values';
import { EVENT_TYPES } from '../../lambdas/webhooks/contract/kinds';
import { OPERATION_COMPLETED } from '../../lambdas/webhooks/contract/schemas/event-types';
import { CreateWebhookRequest } from '../../lambdas/webhooks/contract/schemas/webhook-requests';
import { recordedExamples } from '../../lib/examples';
import { objectsIn, openapiDocument, type Parameter, resolveIn, type Schema } from '../support/openapi/document';

const document = openapiDocument();
const { schemas, responses } = document.components;
/** The document itself; what only mainnet has; what is never indexed; and what the demo's recorded P-Chain is without. */
const NOT_IN_DEMO = new Set([
  ...['openapiDocument', 'getAvaxSupply', 'getAddressesByBtcbBridged'],
  ...['getVertexByHash', 'getVertexByHeight', 'listLatestXChainVertices'],
  ...['listPrimaryNetworkBlocksByNodeId', 'listAssetTransactions'],
]);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : ((resolveIn(document, schema.$ref) ?? {}) as Schema);
/** Whether the type alone defines the possible values of a schema. */
const isClosed = ({ type, ...schema }: Schema) =>
  'enum' in schema || 'const' in schema || type === 'boolean' || type === 'null' || type === 'object';
const getVariants = ({ oneOf, anyOf }: Schema) => oneOf ?? anyOf ?? [];
/** Inline fields, items and variants of a schema, with their paths. */
function* within(schema: Schema, at: string): Generator<readonly [string, Schema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* [[`${at}.${name}`, field] as const];
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* within(field, `${at}.${name}`);
  if (schema.items) yield [`${at}[]`, schema.items];
  if (schema.items) yield* within(schema.items, `${at}[]`);
  for (const variant of getVariants(schema)) yield [`${at}|`, variant];
}
const everyField = Object.entries(schemas).flatMap(([name, schema]) => [...within(schema, name)]);

describe('the OpenAPI document', () => {
  test('docs/openapi.json is up to date: `npm run docs` writes it', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(document);
  });
  test('every reference resolves, and every component is referenced', () => {
    const refs = [...objectsIn(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    expect(refs.filter((ref) => resolveIn(document, ref) === undefined)).toEqual([]);
    const mapped = Object.values(schemas).flatMap(({ discriminator }) => Object.values(discriminator?.mapping ?? {}));
    const led = new Set([...refs, ...mapped]);
    expect(Object.keys(schemas).filter((name) => !led.has(`#/components/schemas/${name}`))).toEqual([]);
    expect(Object.keys(responses).filter((name) => !led.has(`#/components/responses/${name}`))).toEqual([]);
  });
  test('the server URL is relative to the document, at the root and behind a stage', () => {
    const [server] = document.servers;
    const baseAt = (url: string) => new URL(server?.url ?? '', url).href;
    expect(baseAt('http://127.0.0.1:8080/v1/openapi.json')).toBe('http://127.0.0.1:8080/');
    expect(baseAt('https://api.example/prod/v1/openapi.json')).toBe('https://api.example/prod/');
  });
  test('responses allow new fields, and request bodies do not', () => {
    const closed = Object.entries(schemas).filter(([, { additionalProperties }]) => additionalProperties === false);
    const requests = operations.flatMap(({ requestBody }) => (requestBody ? [JSON.stringify(requestBody)] : []));
    expect(closed.map(([name]) => name).filter((name) => !name.endsWith('Request'))).toEqual([]);
    expect(closed.length).toBeGreaterThan(4);
    expect(requests.length).toBeGreaterThan(4);
    for (const request of requests) expect(request).toMatch(/Request"/);
  });
  test('every parameter default is documented, as a value of its type', () => {
    for (const { id, operationId: ownId = id, query } of endpoints) {
      const operation = operations.find(({ operationId }) => operationId === ownId);
      for (const [name, schema] of Object.entries(query.shape)) {
        const taken = query.shape[name]?.safeParse(undefined);
        if (!taken?.success || taken.data === undefined) continue;
        expect([id, name, operation?.parameters.find((one) => one.name === name)?.schema.default]).toEqual([
          id,
          name,
          schema.safeParse(undefined).data,
        ]);
      }
    }
    const sizes = operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'pageSize'));
    expect(new Set(sizes.map(({ schema }) => schema.default))).toEqual(new Set([0, 10, 100, 1_000]));
  });
  test('every webhook message is documented, and needs no API key', () => {
    for (const { post } of Object.values(document.webhooks)) expect(post.security).toEqual([]);
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, OPERATION_COMPLETED]);
  });
  test('every documented event type is accepted', () => {
    const offered = schemas.CreateWebhookRequest?.discriminator?.mapping ?? {};
    expect(Object.keys(offered)).toEqual(EVENT_TYPES);
    const ofAddresses = { chainId: '1', metadata: { addresses: [`0x${'1'.repeat(40)}`] } };
    const address = `P-avax1${'q'.repeat(38)}`;
    const watched = (keyType: string, key: string, subEvents: object) => ({
      ...{ network: 'mainnet', metadata: { keyType, keys: [key], subEvents } },
    });
    const bodies: Record<(typeof EVENT_TYPES)[number], object> = {
      ...{ address_activity: ofAddresses, teleporter_message: ofAddresses },
      primary_network_address_activity: {
        ...watched('addresses', address, { addressActivitySubEvents: ['balance_change'] }),
        chainId: 'p-chain',
      },
      validator_activity: watched('nodeId', 'NodeID-1', { validatorActivitySubEvents: ['validator_stake'] }),
    };
    for (const eventType of EVENT_TYPES) {
      const { success } = CreateWebhookRequest.safeParse({
        url: 'https://example.com',
        eventType,
        ...bodies[eventType],
      });
      expect([eventType, success]).toEqual([eventType, true]);
    }
  });
  test('every enum is written once, under a name', () => {
    const lists = [...objectsIn(document)].flatMap(([, { enum: values }]) => (values ? [JSON.stringify(values)] : []));
    expect(lists.filter((list, i) => lists.indexOf(list) !== i)).toEqual([]);
  });
  test('a discriminator maps each value to its variant', () => {
    const unions = [...Object.entries(schemas), ...everyField].filter(([, { discriminator }]) => discriminator);
    expect(unions.map(([at]) => at)).toEqual(
      expect.arrayContaining(['ContractMetadata', 'CreateWebhookRequest', 'NftToken']),
    );
    for (const [at, { oneOf = [], discriminator }] of unions) {
      const { propertyName = '', mapping = {} } = discriminator ?? {};
      expect([at, [...new Set(Object.values(mapping))]]).toEqual([at, oneOf.map(({ $ref }) => $ref)]);
      for (const [value, $ref] of Object.entries(mapping)) {
        const { const: only, enum: several = [only] } = resolve({ $ref }).properties?.[propertyName] ?? {};
        expect(several).toContain(value);
      }
    }
  });
  test('every operation documents every error, each as a component', () => {
    const getRef = (phrase: string) => ({ $ref: `#/components/responses/${phrase.replaceAll(' ', '')}` });
    const errors = Object.fromEntries(Object.entries(STATUS).map(([status, phrase]) => [status, getRef(phrase)]));
    const byId = new Map(endpoints.map((endpoint) => [endpoint.operationId ?? endpoint.id, endpoint]));
    const { 405: methodNotAllowed, 410: gone, ...always } = errors;
    for (const { responses: answers, operationId } of operations)
      expect(Object.fromEntries(Object.entries(answers).filter(([status]) => Number(status) >= 400))).toEqual({
        ...always,
        ...(byId.get(operationId)?.rejectsOtherMethods ? { 405: methodNotAllowed } : {}),
        ...(byId.get(operationId)?.expires ? { 410: gone } : {}),
      });
    for (const [status, phrase] of Object.entries(STATUS)) {
      const body = responses[phrase.replaceAll(' ', '')]?.content['application/json'];
      const { properties = {}, required } = resolve(body?.schema ?? {});
      expect([properties.statusCode?.const, properties.error?.const]).toEqual([Number(status), phrase]);
      expect(required).toEqual(['message', 'statusCode', 'error']);
      expect(body?.example).toMatchObject({ statusCode: Number(status), error: phrase });
    }
  });
  test('only 429 has Retry-After, in seconds', () => {
    for (const [name, { headers }] of Object.entries(responses))
      expect([name, headers?.['Retry-After']?.schema.type]).toEqual([
        name,
        name === 'TooManyRequests' ? 'integer' : undefined,
      ]);
  });
  test('every list links to its next page, with all of its parameters', () => {
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'pageToken'));
    expect(lists.length).toBeGreaterThan(20);
    for (const { operationId, parameters, responses: answers } of lists) {
      const { nextPage } = answers[200]?.links ?? {};
      expect([operationId, nextPage?.operationId]).toEqual([operationId, operationId]);
      expect(Object.keys(nextPage?.parameters ?? {})).toEqual(parameters.map((one) => `${one.in}.${one.name}`));
    }
  });
  test('every tag, schema, field and parameter has a description', () => {
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(tags);
    expect(Object.entries(schemas).filter(([, { description }]) => !description)).toEqual([]);
    const fields = everyField.filter(([at]) => /\.\w+$/.test(at));
    expect(fields.length).toBeGreaterThan(400);
    expect(fields.filter(([, field]) => !(field.description ?? resolve(field).description))).toEqual([]);
    const parameters = operations.flatMap((operation) => operation.parameters);
    expect(parameters.filter(({ description, schema }) => !(description ?? resolve(schema).description))).toEqual([]);
  });
  test('every field and parameter with an open type has an example', () => {
    const leaves = everyField.filter(
      ([, field]) => !field.$ref && !field.items && getVariants(field).length === 0 && !isClosed(field),
    );
    expect(leaves.length).toBeGreaterThan(300);
    expect(leaves.filter(([, { examples }]) => examples === undefined)).toEqual([]);
    const open = ({ schema, example }: Parameter) =>
      example === undefined && !isClosed(resolve(schema)) && schema.default === undefined;
    expect(operations.flatMap(({ parameters }) => parameters.filter(open))).toEqual([]);
  });
  test('every parameter example is valid', () => {
    for (const { id, operationId = id, params, query, requestHeaders } of endpoints) {
      const { parameters = [] } = operations.find((one) => one.operationId === operationId) ?? {};
      for (const { name, example } of parameters.filter((one) => one.example !== undefined)) {
        const schema = params.shape[name] ?? query.shape[name] ?? requestHeaders?.shape[name];
        const given = getLists(query).has(name) ? listedValues([String(example)]) : String(example);
        expect([id, name, schema?.safeParse(given).success]).toEqual([id, name, true]);
      }
    }
  });
  test('the introduction has the limits of each plan, and the terms that callers need first', () => {
    const { description } = document.info;
    for (const name of PLANS) {
      const { rate, quotaPerDay } = Config.parse({}).plans[name];
      expect(description).toContain(`| \`${name}\` | ${rate.toLocaleString('en-US')} |`);
      expect(description).toContain(`| ${quotaPerDay.toLocaleString('en-US')} |`);
    }
    for (const word of ['x-service-api-key', 'nextPageToken', 'pageToken', 'Retry-After', '429'])
      expect(description).toContain(word);
  });
  test('every success answer has a whole example of the demo, in the form that it is sent in', () => {
    const examples = recordedExamples();
    const withJson = endpoints.filter(({ aliasOf, contentType }) => aliasOf === undefined && contentType === undefined);
    expect(withJson.map(({ id }) => id).filter((id) => !(id in examples) && !NOT_IN_DEMO.has(id))).toEqual([]);
    const known = new Map(withJson.map((endpoint) => [endpoint.id, endpoint]));
    for (const [id, example] of Object.entries(examples)) {
      const { success, data, error } = known.get(id)?.response.safeParse(example) ?? {};
      expect([id, success, error?.issues, data]).toEqual([id, true, undefined, example]);
    }
  });
  test('every JSON body refers to a named schema', () => {
    for (const { responses: answers, requestBody } of operations)
      for (const content of [requestBody?.content, answers[200]?.content, answers[201]?.content])
        for (const [type, { schema }] of Object.entries(content ?? {}))
          expect([type, schema.$ref ?? schema.type]).toEqual([
            type,
            type === 'application/json' ? expect.stringMatching(/^#\/components\/schemas\//) : 'string',
          ]);
  });
});
