import { endpoints } from '../../../lambdas/app/contract/registry';
import {
  type EndpointSpec,
  getFile,
  getSuffix,
  type RegisteredEndpoint,
} from '../../../lambdas/core/contract/endpoint';
import type { Table } from '../../../lambdas/core/table/table';
import { holdingItem } from '../../../lambdas/evm/tokens/rows/holding-item';
import { toOperationId } from '../../../lambdas/exports/api/shared/operation-id';
import { requestLogWriter } from '../../../lambdas/usage/rows/request-log';
import { anOperation } from '../exports/operations';
import { aChain, aCursor, address, aRawBlock, hash } from '../make/blocks';
import { anInternalTx } from '../make/internal-transactions';
import { aTransfer } from '../make/logs';
import { SOURCE } from '../make/teleporter-lives';
import { PEOPLE, TOKENS } from '../make/token-world';
import { addBlockchainId, addCountedDays } from '../metrics/counted-days';
import { addStakingDays } from '../metrics/staking-world';
import { P_CHAIN } from '../pchain/expected/network';
import { NETWORK } from '../pchain/indexed';
import { memoryTable } from '../tables/memory';
import { teleporterIndexer } from '../tables/teleporter-world';
import { CHAIN, HOLDER, row, token } from './balances';
import type { Asked, Handler } from './call';
import { type AllDeps, cursorAt, depsWith } from './deps';
import { CARDS, card, putNfts } from './nfts';
import { addPrimaryNetwork, primaryBody, primaryQueries } from './paged-primary-network';
import { messageLife } from './teleporter';
import { aWebhook, OTHER, PRO } from './webhooks';

const [FIRST, SECOND, THIRD] = PEOPLE;
const OTHER_CHAIN = '5';
const NUMBERS = [1, 2, 3, 4, 5];

const logs = (['erc20', 'erc721', 'erc1155'] as const).map((kind) =>
  aTransfer({ kind, token: TOKENS[kind], from: FIRST, to: SECOND }),
);
/** The first party sends, deploys, fails, and is in transfers of others' transactions. */
const blocks = [...NUMBERS, 6].map((n) => ({
  ...aRawBlock(n, [
    { from: FIRST, to: SECOND, logs },
    { from: FIRST },
    { from: FIRST, to: SECOND, failed: true },
    { from: THIRD, to: TOKENS.erc20, logs: [...logs, ...logs] },
  ]),
  internalTxs: [anInternalTx(), anInternalTx({ tx: 3, row: 1 })],
}));

/** DynamoDB compares a query's bounds by UTF-8 bytes, the memory table by UTF-16. */
function checkBounds(_call: string, _when: string, { ExpressionAttributeValues = {} }: Record<string, unknown>): void {
  const { ':low': low, ':high': high } = ExpressionAttributeValues as Record<string, unknown>;
  if (typeof low === 'string' && typeof high === 'string' && Buffer.from(low).compare(Buffer.from(high)) > 0)
    throw new Error(`the table refuses a query from ${low} to ${high}`);
}

/** Several rows in each list of the API, beside rows of other owners. `ids`: a webhook of `PRO` and a validator. */
export async function pagedWorld() {
  const memory = memoryTable(checkBounds);
  const { nodeId, cursors, ...primary } = await addPrimaryNetwork(memory);
  const given = {
    ...primary,
    chains: [aChain(), aChain({ chainId: OTHER_CHAIN, network: 'testnet' })],
    // Each chain's last block is still being written.
    cursors: { ...cursors, [CHAIN]: aCursor(cursorAt(blocks[4])), [OTHER_CHAIN]: aCursor(cursorAt(blocks[2])) },
    node: async () => '0x7',
  };
  const indexed = { [CHAIN]: blocks, [OTHER_CHAIN]: blocks.slice(0, 4) };
  const { deps, table } = await depsWith({ ...given, table: memory.table, blocks: indexed });
  const holdings = NUMBERS.flatMap((n) => [
    row('erc20', n, 5n),
    row('erc721', n, 1n, BigInt(n)),
    row('erc1155', n, 5n, BigInt(n)),
  ]);
  await table.write(holdings.map(({ holding, amount }) => ({ put: holdingItem(CHAIN, holding, amount, 0) })));
  await putNfts(
    table,
    NUMBERS.map((n) => card(BigInt(n))),
  );
  const messages = NUMBERS.flatMap((n) => [messageLife(n, FIRST, SECOND), messageLife(10 + n, SECOND, FIRST)]);
  await teleporterIndexer(table).add(messages.map(({ send }) => send));
  const watched = { metadata: { addresses: NUMBERS.map(address) } };
  const { id } = await aWebhook(deps, watched);
  await aWebhook(deps, { name: 'second' });
  await aWebhook(deps, { name: 'third' });
  const { id: foreign } = await aWebhook(deps, { ...watched, name: 'another owner’s' }, OTHER);
  for (const [webhook, { ownerId }, digit] of [
    [id, PRO, 'a'],
    [foreign, OTHER, 'b'],
  ] as const)
    for (const block of NUMBERS) {
      const own = { webhook, owner: ownerId, block, tx: 0, digest: digit.repeat(32), kind: 'test' } as const;
      await deps.write.Message.create([{ message: { ...own, createdAt: 1_000 } }], 1_000);
      const ended = [1, 2].map((tx) => ({ ...own, kind: 'added', tx, createdAt: 1_000 }) as const);
      await deps.write.Message.create(
        ended.map((message) => ({ message })),
        1_000,
      );
      const [failed, revoked] = ended.map(
        (message) => ({ ...message, status: 'pending', tries: 0, attempts: [] }) as const,
      );
      if (failed) await deps.write.Message.settle(failed, { attempt: { at: 5, latencyMs: 1 }, status: 'failed' });
      if (revoked) await deps.write.Message.revoke(revoked, 6);
    }
  for (const [n, { ownerId }] of [...NUMBERS.map((n) => [n, PRO] as const), [9, OTHER] as const]) {
    const made = anOperation({ owner: ownerId, operationId: toOperationId(ownerId, String(n), 0), createdAt: n });
    await deps.write.Operation.create(made, NUMBERS.length);
    const file = { rows: n, bytes: n, sha256: '' };
    if (n > 2) await deps.write.Operation.end(made, { status: 'COMPLETED', file });
  }
  for (const [n, { ownerId }] of [...NUMBERS.map((n) => [n, PRO] as const), [9, OTHER] as const]) {
    const request = { requestId: `r${n}`, keyId: 'k', path: '/v1/chains', chain: CHAIN, status: 200, ms: 1 };
    const logged = { ...request, at: n * 1_000, endpoint: 'data 1 GET /v1/chains', ip: '192.0.2.1', host: 'h' };
    await requestLogWriter(table).put(ownerId, new Uint8Array([n]), [logged]);
  }
  await addCountedDays(
    table,
    CHAIN,
    NUMBERS.map((n) => ({ transactions: n, sent: { [hash(n)]: n } })),
    { next: blocks.length + 1 },
  );
  await addStakingDays(table);
  await addBlockchainId(table, CHAIN, hash(77));
  /** Another table, which must already have these rows. */
  const over = async (other: Table): Promise<AllDeps> =>
    (await depsWith({ ...given, table: other, traced: { [CHAIN]: blocks.length, [OTHER_CHAIN]: 4 } })).deps;
  return { deps, ids: { id, nodeId }, memory, over };
}

/** Endpoints without reads always answer 404. */
export const pagedEndpoints: readonly RegisteredEndpoint[] = endpoints.filter(
  ({ query, uses }) => 'pageToken' in query.shape && uses.reads !== undefined,
);

export async function toHandler(endpoint: RegisteredEndpoint): Promise<Handler<AllDeps>> {
  const { handler } = (await import(`../../../lambdas/${getFile(endpoint)}`)) as { handler: Handler<AllDeps> };
  return handler;
}

/** One request per order and kind of list; all have rows in the world. */
export function getRequests({ params, query, path, id: endpoint }: EndpointSpec, ids: Record<string, string>): Asked[] {
  const suffix = getSuffix({ path });
  const owner = path.includes('/balances') ? HOLDER : address(FIRST);
  const values: Record<string, string> = {
    chainId: CHAIN,
    metric: path.includes('/networks/') ? 'validatorCount' : 'txCount',
    subnetId: P_CHAIN,
    blockId: '3',
    ...ids,
    ...{ network: NETWORK, blockchainId: 'p-chain' },
    address: path.includes('/collections/') ? CARDS : path.includes('/tokens/') ? address(TOKENS.erc20) : owner,
  };
  const names = Object.keys(params.shape);
  const last = names.at(-1);
  const takes = (name: string) => name in query.shape;
  const queries: NonNullable<Asked['query']>[] = names.includes('network') ? primaryQueries(endpoint) : [{}];
  if (takes('chainId')) queries.push({ chainId: CHAIN });
  if (takes('chainId') && takes('network')) queries.push({ network: 'testnet' });
  if (takes('requestType')) queries.push({ requestType: 'data', responseCode: '200' });
  if (takes('status') && !path.includes('webhooks') && !path.includes('operations')) queries.push({ status: 'failed' });
  if (path.endsWith('/{id}/messages')) queries.push({ status: 'failed' }, { status: 'revoked' });
  if (path.endsWith('/operations')) queries.push({ status: 'COMPLETED' });
  if (takes('blockchainId'))
    queries.push({ network: 'mainnet' }, { from: owner }, { to: owner }, { blockchainId: SOURCE.blockchainId });
  if (takes('startBlock')) queries.push({ startBlock: '2', endBlock: '5' });
  if (takes('contractAddresses')) queries.push({ contractAddresses: NUMBERS.map(token).join(',') });
  if (takes('sortOrder')) queries.push(...queries.map((one) => ({ ...one, sortOrder: 'asc' })));
  return queries.map((own) => ({
    params: Object.fromEntries(names.map((name) => [name, `${values[name]}${name === last ? suffix : ''}`])),
    query: own,
    body: primaryBody(endpoint),
    caller: PRO,
  }));
}
