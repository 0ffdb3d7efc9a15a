import type { PChain } from '../../../lambdas/core/contract/pchain-config';
import { getPage } from '../../../lambdas/core/http/page';
import { captureLog } from '../capture-log';
import { aChain } from '../make/blocks';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, brokenDeps, depsWith } from './deps';

export type Refusal = readonly [wrong: string, asked: Asked, message: string];

const bad = (name: string, value: string | string[], message: string): Refusal => [
  `${name} ${Array.isArray(value) ? 'given twice' : value}`,
  { query: { [name]: value } },
  `${name}: ${message}`,
];
const SIZE = 'must be a whole number from 1 to 100';
const { nextPageToken: foreign = '' } = getPage(['anotherEndpoint'], 10, undefined).token(
  { after: '5', items: ['5'], density: 1 },
  5,
);

export const PAGING: readonly Refusal[] = [
  bad('pageSize', '0', SIZE),
  bad('pageSize', '101', SIZE),
  bad('pageSize', 'abc', SIZE),
  bad('pageSize', ['5', '6'], 'must not be repeated (given 2 times)'),
  ['an invalid page token', { query: { pageToken: '!!' } }, 'pageToken: must be a nextPageToken of this endpoint'],
  [
    'a page token from another query',
    { query: { pageToken: foreign } },
    'pageToken: does not match this query; resend the original parameters or omit it',
  ],
];
export const OVER_ALL_CHAINS: readonly Refusal[] = [
  ...PAGING,
  bad('network', 'devnet', 'must be mainnet, fuji or testnet'),
  bad('sortOrder', 'up', 'must be asc or desc'),
  bad('chainId', 'x!', 'must be an EVM chain ID in decimal digits, or a blockchain ID'),
];
export const PATH = {
  chainId: [
    'a malformed chain id',
    { params: { chainId: 'x!' } },
    'chainId: must be an EVM chain ID in decimal digits, or a blockchain ID',
  ],
  address: [
    'a malformed address',
    { params: { address: '0x12' } },
    'address: must be an address: 0x and 40 hexadecimal digits',
  ],
  txHash: [
    'a malformed hash',
    { params: { txHash: '0x12' } },
    'txHash: must be a transaction hash: 0x and 64 hexadecimal digits',
  ],
  blockId: [
    'a malformed block id',
    { params: { blockId: '0x12' } },
    'blockId: must be a block number in decimal digits, or a block hash: 0x and 64 hexadecimal digits',
  ],
} as const satisfies Record<string, Refusal>;
export const unknown = (...takes: string[]): Refusal => [
  'an unknown query parameter',
  { query: { colour: 'red' } },
  `colour: unknown; this endpoint takes ${takes.length > 0 ? takes.join(', ') : 'no query parameters'}`,
];
export const badQuery = bad;

export function refuses(
  handler: Handler<AllDeps>,
  good: Asked,
  refusals: readonly Refusal[],
  given: () => Promise<{ readonly deps: AllDeps }> = depsWith,
): void {
  test.each(refusals)('400: the endpoint rejects %s and says why', async (_, { params, query }, message) => {
    const { deps } = await given();
    const asked = { ...good, params: { ...good.params, ...params }, query: { ...good.query, ...query } };
    const { status, body } = await call(handler, deps, asked);
    expect([status, body]).toEqual([400, { message, statusCode: 400, error: 'Bad Request' }]);
  });
}

export function needsIndexedChain(handler: Handler<AllDeps>, good: Asked): void {
  test.each([
    ['an unknown chain', '999', 'chain 999 was not found'],
    ['a chain without an index', '7', 'an index of chain 7 was not found'],
  ])('404: the error names %s', async (_, chainId, message) => {
    const { deps } = await depsWith({ chains: [aChain(), aChain({ chainId: '7', index: false })] });
    const { status, body } = await call(handler, deps, { ...good, params: { ...good.params, chainId } });
    expect([status, body.message]).toEqual([404, message]);
  });
}

export function hidesItsCause(handler: Handler<AllDeps>, good: Asked, pChains: readonly PChain[] = []): void {
  test('500: the cause is logged, and not returned', async () => {
    const log = captureLog();
    const { status, text } = await call(handler, await brokenDeps('secret-table-name', pChains), good);
    expect(JSON.parse(text)).toEqual({
      message: 'the service could not answer; the failure is logged',
      statusCode: 500,
      error: 'Internal Server Error',
    });
    expect(status).toBe(500);
    expect(JSON.stringify(log.lines)).toContain('secret-table-name');
    log.restore();
  });
}
