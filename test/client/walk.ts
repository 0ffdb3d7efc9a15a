import createClient from 'openapi-fetch';
// Generated from the document by a test, which also compiles this file.
import type { components, paths } from './schema';

// A client program with generated types. Arguments: the service's URL, a chain, a contract. It pages through the blocks of
// the chain, reads the contract and handles errors.
const [baseUrl = '', chainId = '', contract = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });

const numbers: string[] = [];
let pageToken: string | undefined;
do {
  const query = { pageSize: 20, ...(pageToken === undefined ? {} : { pageToken }) };
  const { data, error } = await client.GET('/v1/chains/{chainId}/blocks', { params: { path: { chainId }, query } });
  if (error) throw new Error(`${error.statusCode} ${error.error}: ${error.message}`);
  numbers.push(...data.blocks.map(({ blockNumber }) => blockNumber));
  pageToken = data.nextPageToken;
} while (pageToken !== undefined);

const { data: metadata } = await client.GET('/v1/chains/{chainId}/addresses/{address}', {
  params: { path: { chainId, address: contract } },
});
// The discriminator narrows the variants: only an ERC-20 has decimals.
const decimals: number | undefined = metadata?.ercType === 'ERC-20' ? metadata.decimals : undefined;
// @ts-expect-error: not every contract has them
metadata?.decimals satisfies number;

const { error: absent } = await client.GET('/v1/chains/{chainId}', { params: { path: { chainId: '999' } } });
// Each status has its own type, with the status and its phrase as literals.
const notFound: components['schemas']['NotFound'] | undefined = absent?.statusCode === 404 ? absent : undefined;
const phrase: 'Not Found' | undefined = notFound?.error;

// @ts-expect-error: the path does not exist
await client.GET('/v1/nothing');
// @ts-expect-error: a page size is a number
const { error: refused } = await client.GET('/v1/blocks', { params: { query: { pageSize: 'many' } } });

console.log(JSON.stringify({ numbers, decimals, phrase, refused: refused?.statusCode }));
