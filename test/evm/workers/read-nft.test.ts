import { type Anvil, startAnvil } from '../../../demo/anvil';
import { getAddress, seededRandom } from '../../../demo/random';
import { getFailure } from '../../../lambdas/core/node/classify';
import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import { getSize } from '../../../lambdas/core/table/item';
import type { Table } from '../../../lambdas/core/table/table';
import { type NftWorkerDeps, readNfts } from '../../../lambdas/evm/indexer/nft-rows';
import { nftKey, nftStub, readNftItem } from '../../../lambdas/evm/tokens/rows/nft-item';
import { type MetadataServer, metadataServer, refusesWith, says } from '../../support/node/metadata-server';
import { deploySettable, type Settable } from '../../support/node/settable';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = '43112';
const ALICE = getAddress('alice');
const NOW = 1_700_000_000;

describe('readNfts', () => {
  let anvil: Anvil;
  let rpc: RpcClient;
  let server: MetadataServer;
  let collection: Settable;
  let table: Table;
  let id = 0n;

  beforeAll(async () => {
    [anvil, server] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), metadataServer()]);
    rpc = createRpc(anvil.url, { callsPerSecond: 10_000 });
    collection = await deploySettable(anvil.url);
    ({ table } = memoryTable());
  });
  afterAll(async () => {
    server.stop();
    await rpc.close();
    await anvil.stop();
  });

  const deps = (fields: Partial<NftWorkerDeps> = {}): NftWorkerDeps => ({
    table,
    now: () => NOW * 1_000,
    rpc,
    fetches: true,
    options: {
      ipfsGateway: `${server.url}ipfs/`,
      arweaveGateway: `${server.url}ar/`,
      allow: 'loopback-too',
      timeoutMs: 10_000,
    },
    queue: { send: async () => undefined },
    ...fields,
  });
  /** A minted token with this URI, and the row that the follower writes. */
  const minted = async (uri: string): Promise<bigint> => {
    id += 1n;
    await collection.send('mint', ALICE, id, uri);
    await table.write([{ put: nftStub(CHAIN, { token: collection.at, id }, 'erc721', 5) }]);
    return id;
  };
  const message = (...ids: bigint[]) => ({
    chainId: CHAIN,
    token: collection.at,
    kind: 'erc721' as const,
    ids: ids.map(String),
  });
  const first = { sentAt: (NOW + 1) * 1_000, isLast: false };
  const row = async (of: bigint) => {
    const item = await table.get(nftKey(CHAIN, { token: collection.at, id: of }), true);
    return item && readNftItem(item);
  };

  test('a read adds URI, status, time and metadata, and keeps the fields that the follower wrote', async () => {
    server.answers.good = says('{"name":"Good","attributes":[1]}');
    const one = await minted(`${server.url}good`);
    expect(await readNfts(deps(), message(one), first)).toBe(true);
    expect(await row(one)).toEqual({
      token: collection.at,
      id: one,
      kind: 'erc721',
      status: 'INDEXED',
      tokenUri: `${server.url}good`,
      readAt: NOW,
      since: 5,
      metadata: { at: NOW, name: 'Good', attributes: '[1]' },
    });
  });

  test('a token read since its message was sent is not read again, unless a later message asks for it', async () => {
    server.answers.again = says('{"name":"Old"}');
    const one = await minted(`${server.url}again`);
    await readNfts(deps(), message(one), first);
    server.answers.again = says('{"name":"New"}');
    await readNfts(deps(), message(one), { ...first, sentAt: (NOW - 1) * 1_000 });
    expect((await row(one))?.metadata?.name).toBe('Old');
    await readNfts(deps(), message(one), first);
    expect((await row(one))?.metadata?.name).toBe('New');
  });

  test('a throttled token shows its status and succeeds when its message is retried', async () => {
    server.answers.busy = refusesWith(429);
    server.answers.calm = says('{}');
    const [busy, calm] = [await minted(`${server.url}busy`), await minted(`${server.url}calm`)];
    expect(await readNfts(deps(), message(busy, calm), { ...first, sentAt: 0 })).toBe(false);
    expect([(await row(busy))?.status, (await row(calm))?.status]).toEqual(['THROTTLED_TOKEN_URI', 'INDEXED']);
    expect(await readNfts(deps(), message(busy), { ...first, isLast: true })).toBe(true);
    server.answers.busy = says('{"name":"At last"}');
    server.asked.length = 0;
    expect(await readNfts(deps(), message(busy, calm), { ...first, sentAt: 0 })).toBe(true);
    expect((await row(busy))?.metadata?.name).toBe('At last');
    expect(server.asked).toEqual(['busy']);
  });

  test('earlier metadata keeps its own time while its server is down, until the URI changes', async () => {
    server.answers.down = says('{"name":"Kept"}');
    const one = await minted(`${server.url}down`);
    await readNfts(deps(), message(one), first);
    server.answers.down = refusesWith(500);
    await readNfts(deps({ now: () => (NOW + 9) * 1_000 }), message(one), { ...first, sentAt: (NOW + 5) * 1_000 });
    expect(await row(one)).toMatchObject({
      status: 'UNREACHABLE_TOKEN_URI',
      readAt: NOW + 9,
      metadata: { at: NOW, name: 'Kept' },
    });
    await collection.send('setUri', one, `${server.url}nowhere`);
    await readNfts(deps({ now: () => (NOW + 20) * 1_000 }), message(one), { ...first, sentAt: (NOW + 20) * 1_000 });
    const moved = await row(one);
    expect([moved?.status, moved?.metadata]).toEqual(['UNREACHABLE_TOKEN_URI', undefined]);
  });

  test('a burned token becomes MISSING_TOKEN and loses its metadata', async () => {
    const one = await minted('data:application/json,{"name":"Once"}');
    await readNfts(deps(), message(one), first);
    await collection.send('burn', one);
    await readNfts(deps(), message(one), first);
    expect(await row(one)).toEqual({
      token: collection.at,
      id: one,
      kind: 'erc721',
      status: 'MISSING_TOKEN',
      readAt: NOW,
      since: 5,
    });
  });

  test('a slow read does not overwrite a read of later chain state', async () => {
    server.answers.slow = says('{"name":"Before it was burned"}');
    const one = await minted(`${server.url}slow`);
    let now = NOW * 1_000;
    const slow: NftWorkerDeps['rpc'] = {
      batch: async (calls) => {
        const answers = await rpc.batch(calls);
        if (now > NOW * 1_000) return answers;
        // The token is burned and read again before the first read ends.
        now += 5_000;
        await collection.send('burn', one);
        await readNfts(deps({ now: () => now }), message(one), { ...first, sentAt: now });
        now += 5_000;
        return answers;
      },
    };
    await readNfts(deps({ rpc: slow, now: () => now }), message(one), first);
    expect(await row(one)).toMatchObject({ status: 'MISSING_TOKEN', readAt: NOW + 5 });
  });

  test('a read does not restore a row that a rollback deleted, but creates one that a caller requests', async () => {
    const one = await minted('data:application/json,{}');
    const key = nftKey(CHAIN, { token: collection.at, id: one });
    // Deleted while the node is read, then before the message arrives.
    const slow: NftWorkerDeps['rpc'] = {
      batch: async (calls) => {
        await table.write([{ delete: key }]);
        return rpc.batch(calls);
      },
    };
    await readNfts(deps({ rpc: slow }), message(one), first);
    expect(await row(one)).toBeUndefined();
    await readNfts(deps(), message(one), first);
    expect(await row(one)).toBeUndefined();
    await readNfts(deps(), { ...message(one), create: true }, first);
    expect(await row(one)).toMatchObject({ status: 'INDEXED' });
  });

  test('a node that is down fails the message', async () => {
    const one = await minted('data:application/json,{}');
    const down: NftWorkerDeps['rpc'] = {
      batch: async () => {
        throw new NodeDown('the node does not answer');
      },
    };
    await expect(readNfts(deps({ rpc: down }), message(one), first)).rejects.toThrow(NodeDown);
    expect((await row(one))?.status).toBe('UNINDEXED');
  });

  test('a persistent node error for one token fails the message but still indexes the others', async () => {
    const [one, other] = [await minted('data:application/json,{}'), await minted('data:application/json,{}')];
    let failures = 0;
    const failing = (times: number): NftWorkerDeps['rpc'] => ({
      batch: async (calls) => {
        const isOne = JSON.stringify(calls).includes(one.toString(16).padStart(64, '0'));
        if (!isOne || ++failures > times) return rpc.batch(calls);
        return calls.map(() => ({ error: getFailure({ code: -32603, message: 'internal error' }) }));
      },
    });
    await expect(readNfts(deps({ rpc: failing(5) }), message(one, other), first)).rejects.toThrow(NodeRefused);
    expect([(await row(one))?.status, (await row(other))?.status]).toEqual(['UNINDEXED', 'INDEXED']);
    const third = await minted('data:application/json,{}');
    failures = 1;
    expect(await readNfts(deps({ rpc: failing(5) }), message(one, third), first)).toBe(true);
    expect([(await row(one))?.status, (await row(third))?.status]).toEqual(['INDEXED', 'INDEXED']);
  });

  test('with fetching turned off, the URI is stored and on-chain metadata is read', async () => {
    const [there, here] = [
      await minted(`${server.url}good`),
      await minted('data:application/json,{"name":"On chain"}'),
    ];
    server.asked.length = 0;
    await readNfts(deps({ fetches: false }), message(there, here), first);
    expect(server.asked).toEqual([]);
    expect(await row(there)).toMatchObject({ status: 'UNINDEXED', tokenUri: `${server.url}good`, readAt: NOW });
    expect((await row(here))?.metadata?.name).toBe('On chain');
  });

  test('a row stays below 40 kB, and an on-chain document is not stored as its URI', async () => {
    // 14 random bits per three-byte character hardly compress.
    const random = seededRandom(7);
    const wide = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 16_384))).join('');
    const document = JSON.stringify({
      name: 'Wide',
      description: wide(2_048),
      image: `data:image/svg+xml;utf8,${wide(16_000)}`,
      attributes: [wide(4_000)],
    });
    const one = await minted(
      `data:application/json;base64,${Buffer.from(document).toString('base64')}`.slice(0, 20_000),
    );
    await readNfts(deps(), message(one), first);
    expect((await row(one))?.tokenUri).toBeUndefined();
    server.answers.wide = says(document);
    const two = await minted(`${server.url}wide${'?'.padEnd(8_000, 'x')}`);
    server.answers[`wide${'?'.padEnd(8_000, 'x')}`] = says(document);
    await readNfts(deps(), message(two), first);
    const item = (await table.get(nftKey(CHAIN, { token: collection.at, id: two }))) ?? {};
    expect(getSize(item)).toBeLessThan(40_000);
    expect(readNftItem(item).metadata).toMatchObject({ name: 'Wide' });
  });
});
