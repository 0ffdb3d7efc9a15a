import * as fc from 'fast-check';
import { type Asked, call, type Handler } from '../../support/endpoints/call';
import type { AllDeps } from '../../support/endpoints/deps';
import { getRequests, pagedEndpoints, pagedWorld, toHandler } from '../../support/endpoints/paged-world';
import { readPages } from '../../support/endpoints/transactions';
import { FULL, runs } from '../../support/full';
import { editedTokens, forgedTokens } from '../../support/make/forged-tokens';

const toRows = (body: Record<string, unknown>): string[] => {
  const [list, ...more] = Object.values(body).filter((value) => Array.isArray(value));
  if (!list || more.length > 0) throw new Error('the answer has not one list');
  return list.map((row) => JSON.stringify(row));
};

/** The tokens of a list's pages, and all its rows from both orders. */
async function toList(handler: Handler<AllDeps>, deps: AllDeps, asked: Asked) {
  const { sortOrder: _, ...filter } = asked.query ?? {};
  const newestFirst = await readPages(handler, deps, { ...asked, query: { ...filter, pageSize: '1' } });
  const pages = await readPages(handler, deps, { ...asked, query: { ...asked.query, pageSize: '1' } });
  return {
    tokens: pages.flatMap(({ nextPageToken }) => (typeof nextPageToken === 'string' ? [nextPageToken] : [])),
    rows: new Set([...newestFirst, ...pages].flatMap(toRows)),
  };
}

// Shared, as the requests only read.
let world: Awaited<ReturnType<typeof pagedWorld>>;
beforeAll(async () => {
  world = await pagedWorld();
});

// Tokens are not signed.
describe.each(pagedEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  'an edited page token of %s',
  (_, endpoint) => {
    test('an edited token yields 400, or 200 with rows of the same list', async () => {
      const { deps, ids } = world;
      const handler = await toHandler(endpoint);
      for (const asked of getRequests(endpoint, ids)) {
        const { tokens, rows } = await toList(handler, deps, asked);
        expect([asked.query, tokens.length > 1]).toEqual([asked.query, true]);
        const page = async (pageToken: string, pageSize: string) => {
          const query = { ...asked.query, pageToken, pageSize };
          const { status, body } = await call(handler, deps, { ...asked, query });
          if (status === 400) {
            const message = expect.stringMatching(/^pageToken: /);
            return expect(body).toEqual({ message, statusCode: 400, error: 'Bad Request' });
          }
          expect([status, body.message]).toEqual([200, undefined]);
          expect(toRows(body).filter((row) => !rows.has(row))).toEqual([]);
        };
        for (const token of tokens.slice(FULL ? -4 : -1).flatMap(editedTokens)) await page(token, '2');
        await fc.assert(fc.asyncProperty(forgedTokens(tokens), fc.constantFrom('1', '2', '100'), page), {
          ...runs(3, 240),
          endOnFailure: true,
        });
      }
    });
  },
);
