import { readFileSync } from 'node:fs';
import { breakingChanges } from '../../support/openapi/breaking-changes';
import { type Document, openapiDocument } from '../../support/openapi/document';

type Writable<T> = { -readonly [K in keyof T]: Writable<T[K]> };
type Draft = Writable<Document>;
const BLOCKS = '/v1/chains/{chainId}/blocks';
const WEBHOOK = 'EVMAddressActivityRequest';

/** What breaks in a document that `change` was made to. */
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

describe('what breaks clients', () => {
  test.each<[string, (draft: Draft) => void, string]>([
    ['an operation less', (d) => delete d.paths[BLOCKS], `GET ${BLOCKS}: is gone`],
    [
      'another operationId',
      (d) => Object.assign(operation(d), { operationId: 'x' }),
      `GET ${BLOCKS}: operationId became x`,
    ],
    [
      'a key that is needed',
      (d) => Object.assign(operation(d), { security: [{ apiKey: [] }] }),
      `GET ${BLOCKS}: needs a key`,
    ],
    [
      'a parameter less',
      (d) => Object.assign(operation(d), { parameters: operation(d).parameters.slice(0, -1) }),
      `GET ${BLOCKS} pageSize: is gone`,
    ],
    [
      'a parameter that is required',
      (d) => operation(d).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      `GET ${BLOCKS} x: is required`,
    ],
    [
      'another default',
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
      'another type',
      (d) => Object.assign(pageSize(d), { type: 'string' }),
      `GET ${BLOCKS} pageSize: type integer became string`,
    ],
    [
      'a value that is taken no more',
      (d) => Object.assign(schema(d, 'SortOrder'), { enum: ['desc'] }),
      'sortOrder: takes no asc any more',
    ],
    [
      'a field that requests need',
      (d) => schema(d, WEBHOOK).required?.push('name'),
      'POST /v1/webhooks body.name: is required',
    ],
    [
      'a field that requests may have no more',
      (d) => delete schema(d, WEBHOOK).properties?.name,
      'POST /v1/webhooks body.name: is gone',
    ],
    [
      'a shorter text',
      (d) => Object.assign(field(d, WEBHOOK, 'name'), { maxLength: 9 }),
      'POST /v1/webhooks body.name: maxLength 256 became 9',
    ],
    [
      'another pattern',
      (d) => Object.assign(field(d, WEBHOOK, 'chainId'), { pattern: 'x' }),
      'POST /v1/webhooks body.chainId: pattern ',
    ],
    ['a field less in answers', (d) => delete schema(d, 'EvmBlock').properties?.gasUsed, '200.gasUsed: is gone'],
    ['a field that may be absent', (d) => schema(d, 'EvmBlock').required?.splice(0, 1), '200.chainId: may be absent'],
    ['a new value in answers', (d) => schema(d, 'ChainStatus').enum?.push('DOWN'), 'status: may be DOWN'],
    [
      'a new variant in answers',
      (d) => schema(d, 'NftToken').oneOf?.push({ $ref: '#/components/schemas/EvmBlock' }),
      'may be EvmBlock',
    ],
    [
      'a new variant in answers whose kind no request asks for',
      (d) => {
        schema(d, 'WebhookResponse').oneOf?.push({ $ref: '#/components/schemas/EvmBlock' });
        const { mapping } = schema(d, 'WebhookResponse').discriminator ?? {};
        Object.assign(mapping ?? {}, { block_activity: '#/components/schemas/EvmBlock' });
      },
      'may be EvmBlock',
    ],
    [
      'a value that may be null',
      (d) =>
        Object.assign(field(d, 'EvmBlock', 'gasUsed'), {
          type: undefined,
          anyOf: [{ type: 'string' }, { type: 'null' }],
        }),
      'gasUsed: type string became of variants',
    ],
    ['an answer less', (d) => delete operation(d).responses[429], `GET ${BLOCKS} 429: application/json is gone`],
    [
      'a message of webhooks less',
      (d) => delete d.webhooks.address_activity,
      'webhook address_activity: application/json is gone',
    ],
    [
      'a field less in a message',
      (d) => delete schema(d, 'TransactionEvent').properties?.logs,
      'webhook address_activity.event.logs: is gone',
    ],
    ['a name less', (d) => delete d.components.schemas.Money, 'schema Money: is gone'],
  ])('%s', (_, change, expected) => {
    expect(after(change)).toContainEqual(expect.stringContaining(expected));
  });
  test.each<[string, (draft: Draft) => void]>([
    ['nothing', () => {}],
    ['an operation more', (d) => Object.assign(d.paths, { '/v1/new': d.paths[BLOCKS] })],
    ['a parameter more', (d) => operation(d).parameters.push({ name: 'x', in: 'query', required: false, schema: {} })],
    ['a larger maximum', (d) => Object.assign(pageSize(d), { maximum: 500 })],
    ['a value more that is taken', (d) => schema(d, 'SortOrder').enum?.push('random')],
    [
      'a field more in answers',
      (d) => Object.assign(schema(d, 'EvmBlock').properties ?? {}, { x: { type: 'string' } }),
    ],
    ['a field that is always there', (d) => schema(d, 'RichAddress').required?.push('name')],
    ['a value less in answers', (d) => schema(d, 'ChainStatus').enum?.pop()],
    ['other words', (d) => Object.assign(schema(d, 'EvmBlock'), { description: 'x' })],
    [
      'a new variant in answers whose kind a request asks for',
      (d) => {
        const of = { $ref: '#/components/schemas/EvmBlock' };
        for (const name of ['WebhookResponse', 'CreateWebhookRequest']) {
          schema(d, name).oneOf?.push(of);
          Object.assign(schema(d, name).discriminator?.mapping ?? {}, { block_activity: of.$ref });
        }
      },
    ],
    ['an operation that is deprecated', (d) => Object.assign(operation(d), { deprecated: true })],
  ])('%s breaks nothing', (_, change) => expect(after(change)).toEqual([]));
});

describe('since the last release', () => {
  test('nothing was removed or narrowed: docs/openapi.released.json has its document', () => {
    const released = JSON.parse(readFileSync('docs/openapi.released.json', 'utf8')) as Document;
    expect(breakingChanges(released, openapiDocument())).toEqual([]);
  });
});
