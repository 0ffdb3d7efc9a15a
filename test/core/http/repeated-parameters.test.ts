import * as z from 'zod';
import { parameters } from '../../../lambdas/app/contract/openapi/schemas';
import { endpoint } from '../../../lambdas/core/contract/endpoint';
import { Addresses, Paging } from '../../../lambdas/core/contract/schemas/params';
import { implementWith } from '../../../lambdas/core/http/implement';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { address } from '../../support/make/blocks';

const implement = implementWith({});

const Kind = z.enum(['move', 'mint', 'burn'], { error: 'must be move, mint or burn' });
const spec = endpoint({
  id: 'listMoves',
  method: 'GET',
  path: '/v1/moves',
  tag: 'EVM Chains',
  summary: 'List moves',
  weight: 1,
  readUnits: 0,
  access: 'anyone',
  uses: {},
  params: z.object({}),
  query: z.object({
    ...Paging,
    kinds: z.array(Kind).max(2, 'must be at most 2').optional(),
    ranks: z.array(z.string().regex(/^\d$/, 'must be a digit').transform(Number)).default([]),
    wallets: Addresses.optional(),
    order: z.string().optional(),
  }),
  response: z.object({ seen: z.unknown(), nextPageToken: z.string().optional() }),
});
const handler = implement(spec, async ({ query, page }) => ({
  seen: query,
  ...page.token({ after: '5', items: [], density: 1 }, 9),
}));
type Query = Record<string, string | string[]>;
const ask = async (query: Query) => call(handler, (await depsWith()).deps, { query });

describe('a list parameter', () => {
  test.each<[string, Query, object]>([
    ['once', { kinds: 'mint' }, { kinds: ['mint'], ranks: [] }],
    [
      'repeated, in the order given',
      { kinds: ['mint', 'burn'], ranks: ['3', '1'] },
      { kinds: ['mint', 'burn'], ranks: [3, 1] },
    ],
    ['separated by commas', { kinds: 'mint,burn', ranks: '3,1' }, { kinds: ['mint', 'burn'], ranks: [3, 1] }],
    ['repeated and separated', { ranks: ['3,1', '2'] }, { ranks: [3, 1, 2] }],
    ['with blanks and trailing commas', { kinds: ' mint , ,burn,' }, { kinds: ['mint', 'burn'], ranks: [] }],
    ['empty, which counts as absent', { kinds: '', ranks: ',', wallets: '' }, { ranks: [] }],
    ['absent', {}, { ranks: [] }],
    [
      'repeated, though documented as text',
      { wallets: [address(1), address(2)] },
      { wallets: [address(1), address(2)], ranks: [] },
    ],
    [
      'in both forms, though documented as text, and deduplicated',
      { wallets: [`${address(1)},${address(2)}`, address(1)] },
      { wallets: [address(1), address(2)], ranks: [] },
    ],
  ])('a list parameter is accepted %s', async (_, query, seen) => {
    const { status, body } = await ask(query);
    expect([status, body.seen]).toEqual([200, { pageSize: 10, ...seen }]);
  });
  test.each<[string, Query, string]>([
    ['an invalid value, reported with its index', { kinds: ['mint', 'melt'] }, 'kinds.1: must be move, mint or burn'],
    ['an invalid value in a comma-separated list', { kinds: 'mint,melt' }, 'kinds.1: must be move, mint or burn'],
    ['too many values', { kinds: ['mint', 'burn', 'move'] }, 'kinds: must be at most 2'],
    [
      'a repeated parameter that is not a list',
      { order: ['a', 'b'], kinds: ['mint', 'burn'] },
      'order: must not be repeated (given 2 times)',
    ],
  ])('a request with %s is rejected', async (_, query, message) => {
    const { status, body } = await ask(query);
    expect([status, body.message]).toEqual([400, message]);
  });
  test('a page token ignores the order of list values, and rejects other values', async () => {
    const { body } = await ask({ kinds: ['mint', 'burn'], ranks: ['1', '2'] });
    const pageToken = String(body.nextPageToken);
    const next = (query: Query) => ask({ ...query, pageToken });
    expect((await next({ kinds: ['burn', 'mint'], ranks: ['2', '1'] })).status).toBe(200);
    for (const query of [{ kinds: ['mint'], ranks: ['1', '2'] }, { kinds: ['mint', 'burn'], ranks: ['1', '3'] }, {}])
      expect((await next(query)).body.message).toMatch(/^pageToken: does not match this query/);
  });
  test('the OpenAPI document declares a list parameter as an array of repeated keys', () => {
    const of = (wanted: string) => parameters(spec.query, 'query').find(({ name }) => name === wanted);
    const kinds = of('kinds');
    expect(kinds).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'array', items: { type: 'string', enum: Kind.options } },
    });
    // Without style and explode, OpenAPI defaults to form and true.
    expect(Object.keys(kinds ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/style|explode/)]));
    expect(of('ranks')).toMatchObject({ required: false, schema: { default: [] } });
    expect(of('wallets')?.schema).toMatchObject({ type: 'string' });
  });
});
