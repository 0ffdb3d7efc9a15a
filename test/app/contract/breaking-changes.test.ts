import { readFileSync } from 'node:fs';
import { breakingChanges } from '../../support/openapi/breaking-changes';
import { type Document, openapiDocument } from '../../support/openapi/document';

type Writable<T> = { -readonly [K in keyof T]: Writable<T[K]> };
type Draft = Writable<Document>;
const BLOCKS = '/v1/chains/{chainId}/blocks';
const WEBHOOK = 'EVMAddressActivityRequest';

/** The breaking changes reported after `change`. */
function after(change: (draft: Draft) => void): string[] {
  const draft = structuredClone(openapiDocument()) as Draft;
  change(draft);
  return breakingChanges(openapiDocument(), draft);
}
const schema = (draft: Draft, name: string) => draft.components.schemas[name] ?? {};
const field = (draft: Draft, name: string, of: string) => schema(draft, name).properties?.[of] ?? {};
const operation = (draft: Draft, path = BLOCKS, method = 'get') =>
  draft.paths[path]?.[method] as Draft['paths'][string][string];
const pageSize = (draft: Draft) => operation(draft).parameters.find(({ name }) => name === 'pageSize')?.schema ?? {};

describe('the breaking changes of an OpenAPI document', () => {
  test.each<[string, (draft: Draft) => void, string]>([
    ['a removed operation', (d) => delete d.paths[BLOCKS], `GET ${BLOCKS}: is gone`],
    [
      'a changed operationId',
      (d) => Object.assign(operation(d), { operationId: 'x' }),
      `GET ${BLOCKS}: operationId became x`,
    ],
    [
      'a newly required key',
      (d) => Object.assign(operation(d), { security: [{ apiKey: [] }] }),
      `GET ${BLOCKS}: needs a key`,
    ],
    [
      'a removed parameter',
      (d) => Object.assign(operation(d), { parameters: operation(d).parameters.slice(0, -1) }),
      `GET ${BLOCKS} pageSize: is gone`,
    ],
    [
      'a new required parameter',
      (d) => operation(d).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      `GET ${BLOCKS} x: is required`,
    ],
    [
      'a changed default',
      (d) => Object.assign(pageSize(d), { default: 20 }),
      `GET ${BLOCKS} pageSize: default 10 became 20`,
    ],
    [
      'a smaller maximum',
      (d) => Object.assign(pageSize(d), { maximum: 50 }),
      `GET ${BLOCKS} pageSize: maximum 100 became 50`,
    ],
    [
      'a larger minimum',
      (d) => Object.assign(pageSize(d), { minimum: 2 }),
      `GET ${BLOCKS} pageSize: minimum 1 became 2`,
    ],
    [
      'a changed type',
      (d) => Object.assign(pageSize(d), { type: 'string' }),
      `GET ${BLOCKS} pageSize: type integer became string`,
    ],
    [
      'a request value that is no longer accepted',
      (d) => Object.assign(schema(d, 'SortOrder'), { enum: ['desc'] }),
      'sortOrder: takes no asc any more',
    ],
    [
      'a newly required request field',
      (d) => schema(d, WEBHOOK).required?.push('name'),
      'POST /v1/webhooks body.name: is required',
    ],
    [
      'a removed request field',
      (d) => delete schema(d, WEBHOOK).properties?.name,
      'POST /v1/webhooks body.name: is gone',
    ],
    [
      'a shorter maximum length',
      (d) => Object.assign(field(d, WEBHOOK, 'name'), { maxLength: 9 }),
      'POST /v1/webhooks body.name: maxLength 256 became 9',
    ],
    [
      'a changed pattern',
      (d) => Object.assign(field(d, WEBHOOK, 'chainId'), { pattern: 'x' }),
      'POST /v1/webhooks body.chainId: pattern ',
    ],
    ['a removed response field', (d) => delete schema(d, 'EvmBlock').properties?.gasUsed, '200.gasUsed: is gone'],
    [
      'a response field that becomes optional',
      (d) => schema(d, 'EvmBlock').required?.splice(0, 1),
      '200.chainId: may be absent',
    ],
    ['a new response value', (d) => schema(d, 'ChainStatus').enum?.push('DOWN'), 'status: may be DOWN'],
    [
      'a new response variant',
      (d) => schema(d, 'NftToken').oneOf?.push({ $ref: '#/components/schemas/EvmBlock' }),
      'may be EvmBlock',
    ],
    [
      'a new response variant of a kind that no request can choose',
      (d) => {
        schema(d, 'WebhookResponse').oneOf?.push({ $ref: '#/components/schemas/EvmBlock' });
        const { mapping } = schema(d, 'WebhookResponse').discriminator ?? {};
        Object.assign(mapping ?? {}, { block_activity: '#/components/schemas/EvmBlock' });
      },
      'may be EvmBlock',
    ],
    [
      'a value that becomes nullable',
      (d) =>
        Object.assign(field(d, 'EvmBlock', 'gasUsed'), {
          type: undefined,
          anyOf: [{ type: 'string' }, { type: 'null' }],
        }),
      'gasUsed: type string became of variants',
    ],
    ['a removed response', (d) => delete operation(d).responses[429], `GET ${BLOCKS} 429: application/json is gone`],
    [
      'a removed webhook message',
      (d) => delete d.webhooks.address_activity,
      'webhook address_activity: application/json is gone',
    ],
    [
      'a removed field of a webhook message',
      (d) => delete schema(d, 'TransactionEvent').properties?.logs,
      'webhook address_activity.event.logs: is gone',
    ],
    ['a removed schema name', (d) => delete d.components.schemas.Money, 'schema Money: is gone'],
  ])('%s is breaking', (_, change, expected) => {
    expect(after(change)).toContainEqual(expect.stringContaining(expected));
  });
  test.each<[string, (draft: Draft) => void]>([
    ['no change', () => {}],
    ['a new operation', (d) => Object.assign(d.paths, { '/v1/new': d.paths[BLOCKS] })],
    [
      'a new optional parameter',
      (d) => operation(d).parameters.push({ name: 'x', in: 'query', required: false, schema: {} }),
    ],
    ['a larger maximum', (d) => Object.assign(pageSize(d), { maximum: 500 })],
    ['a new request value', (d) => schema(d, 'SortOrder').enum?.push('random')],
    ['a new response field', (d) => Object.assign(schema(d, 'EvmBlock').properties ?? {}, { x: { type: 'string' } })],
    ['a response field that becomes required', (d) => schema(d, 'RichAddress').required?.push('name')],
    [
      'a new response value that a request body can choose',
      (d) => schema(d, 'ValidatorActivitySubEventType').enum?.push('stake_moved'),
    ],
    ['a removed response value', (d) => schema(d, 'ChainStatus').enum?.pop()],
    ['a changed description', (d) => Object.assign(schema(d, 'EvmBlock'), { description: 'x' })],
    [
      'a new response variant of a kind that a request can choose',
      (d) => {
        const of = { $ref: '#/components/schemas/EvmBlock' };
        for (const name of ['WebhookResponse', 'CreateWebhookRequest']) {
          schema(d, name).oneOf?.push(of);
          Object.assign(schema(d, name).discriminator?.mapping ?? {}, { block_activity: of.$ref });
        }
      },
    ],
    ['a deprecated operation', (d) => Object.assign(operation(d), { deprecated: true })],
  ])('%s is not breaking', (_, change) => expect(after(change)).toEqual([]));
});

describe('the changes since the last release', () => {
  test('the document has no breaking change since docs/openapi.released.json', () => {
    const released = JSON.parse(readFileSync('docs/openapi.released.json', 'utf8')) as Document;
    expect(breakingChanges(released, openapiDocument())).toEqual([]);
  });
});
