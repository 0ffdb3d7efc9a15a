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

describe('a parameter that is declared as a list', () => {
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
    ['empty, which is not at all', { kinds: '', ranks: ',', wallets: '' }, { ranks: [] }],
    ['not at all', {}, { ranks: [] }],
    [
      'repeated, where it is documented as text',
      { wallets: [address(1), address(2)] },
      { wallets: [address(1), address(2)], ranks: [] },
    ],
    [
      'in both forms, where it is documented as text, each value once',
      { wallets: [`${address(1)},${address(2)}`, address(1)] },
      { wallets: [address(1), address(2)], ranks: [] },
    ],
  ])('200: is given %s', async (_, query, seen) => {
    const { status, body } = await ask(query);
    expect([status, body.seen]).toEqual([200, { pageSize: 10, ...seen }]);
  });
  test.each<[string, Query, string]>([
    ['a bad value, by its place', { kinds: ['mint', 'melt'] }, 'kinds.1: must be move, mint or burn'],
    ['a bad value among others, separated by commas', { kinds: 'mint,melt' }, 'kinds.1: must be move, mint or burn'],
    ['too many', { kinds: ['mint', 'burn', 'move'] }, 'kinds: must be at most 2'],
    [
      'a repeated parameter that is no list',
      { order: ['a', 'b'], kinds: ['mint', 'burn'] },
      'order: must not be repeated (given 2 times)',
    ],
  ])('400: %s', async (_, query, message) => {
    const { status, body } = await ask(query);
    expect([status, body.message]).toEqual([400, message]);
  });
  test('its values in another order are the same query to a page token; other values are not', async () => {
    const { body } = await ask({ kinds: ['mint', 'burn'], ranks: ['1', '2'] });
    const pageToken = String(body.nextPageToken);
    const next = (query: Query) => ask({ ...query, pageToken });
    expect((await next({ kinds: ['burn', 'mint'], ranks: ['2', '1'] })).status).toBe(200);
    for (const query of [{ kinds: ['mint'], ranks: ['1', '2'] }, { kinds: ['mint', 'burn'], ranks: ['1', '3'] }, {}])
      expect((await next(query)).body.message).toMatch(/^pageToken: does not match this query/);
  });
  test('is an array in the OpenAPI document, whose values are keys of their own', () => {
    const of = (wanted: string) => parameters(spec.query, 'query').find(({ name }) => name === wanted);
    const kinds = of('kinds');
    expect(kinds).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'array', items: { type: 'string', enum: Kind.options } },
    });
    // Nothing is said of style and explode, which OpenAPI takes for form and true.
    expect(Object.keys(kinds ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/style|explode/)]));
    expect(of('ranks')).toMatchObject({ required: false, schema: { default: [] } });
    expect(of('wallets')?.schema).toMatchObject({ type: 'string' });
  });
});
