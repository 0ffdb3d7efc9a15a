import type { Hex } from 'viem';
import { numberToHex } from 'viem/utils';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { calls } from '../../demo/calls';
import { compileContracts } from '../../demo/compile';
import { type Deployed, deployContracts } from '../../demo/deploy';
import { getAddress } from '../../demo/random';
import { eventually } from '../support/eventually';
import { FULL } from '../support/full';
import { answering } from '../support/node/answering';
import { reorg, rpc } from '../support/node/anvil';
import { type MetadataServer, metadataServer, refusesWith, says } from '../support/node/metadata-server';
import { deploySettable, type Settable, sendMined } from '../support/node/settable';
import { type Json, removeFolders, Service, wait } from '../support/service/service';
import { rewindReading } from '../support/service/table-of';

const CHAIN = '31337';
const ALICE = getAddress('alice');
/** Tokens of one mint. */
const DROP = FULL ? 5_000 : 400;

interface Token {
  readonly tokenId: string;
  readonly tokenUri: string;
  readonly name: string;
  readonly ownerAddress?: string;
  readonly metadata: { readonly indexStatus: string; readonly name?: string };
}

describe('the NFTs of a real chain, with metadata on chain and on a server', () => {
  let anvil: Anvil;
  let service: Service;
  let server: MetadataServer;
  let demo: Deployed;
  let set: Settable;

  beforeAll(async () => {
    [anvil, server] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), metadataServer()]);
    demo = await deployContracts(anvil.url, await compileContracts());
    set = await deploySettable(anvil.url);
    for (let n = 0; n < 3; n++) await sendMined(anvil.url, demo.collectible, calls.mintCollectible(ALICE));
    await sendMined(anvil.url, demo.items, calls.mintItems(ALICE, [5n, 2n ** 200n], [3n, 1n]));
    service = await new Service({
      nftLoopback: true,
      ipfsGateway: `${server.url}ipfs/`,
      chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }],
    }).start();
  });
  afterAll(async () => {
    await service?.stop();
    await anvil?.stop();
    server?.stop();
    removeFolders();
  });

  const collection = (address: string) => `/v1/chains/${CHAIN}/nfts/collections/${address}/tokens`;
  const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
  const token = async (address: string, id: bigint) => (await service.get<Token>(`${collection(address)}/${id}`)).body;
  const post = async (path: string) => {
    const headers = { 'x-service-api-key': service.urls.apiKeys.pro };
    const response = await fetch(service.urls.dataUrl + path, { method: 'POST', headers });
    return { status: response.status, text: await response.text() };
  };
  /** Waits until the token satisfies `wanted`. */
  const until = async (address: string, id: bigint, wanted: (token: Token) => boolean): Promise<Token> => {
    for (const end = Date.now() + 60_000; ; await wait(50)) {
      const now = await token(address, id);
      if (now.metadata && wanted(now)) return now;
      if (Date.now() > end) throw new Error(`token ${id} does not come to be so: ${JSON.stringify(now)}`);
    }
  };
  const hasStatus = (status: string) => (one: Token) => one.metadata.indexStatus === status;

  test('metadata on chain of both standards shows in details, lists, transfers and balances', async () => {
    await service.indexed(CHAIN, await head());
    // The collection's own record arrives through another queue.
    const one = await until(demo.collectible, 1n, (token) => hasStatus('INDEXED')(token) && token.name !== '');
    await until(demo.items, 2n ** 200n, hasStatus('INDEXED'));
    await until(demo.collectible, 3n, hasStatus('INDEXED'));
    expect(one).toMatchObject({
      address: demo.collectible,
      tokenId: '1',
      name: 'Demo Collectible',
      symbol: 'DEMO',
      ercType: 'ERC-721',
      tokenUri: expect.stringMatching(/^data:application\/json;base64,/),
      metadata: { name: 'Collectible #1', description: 'Minted by the demo.' },
    });
    expect(one.ownerAddress?.toLowerCase()).toBe(ALICE.toLowerCase());
    const names = async (path: string, field: string, of: (row: Json) => Token, size: number) =>
      (await service.all(path, field, size)).map((row) => of(row).metadata.name).toSorted();
    const own = `/v1/chains/${CHAIN}/addresses/${ALICE}`;
    const cards = ['Collectible #1', 'Collectible #2', 'Collectible #3'];
    const items = ['Item 5', `Item ${2n ** 200n}`].toSorted();
    const itself = (row: Json) => row as unknown as Token;
    for (const size of [1, 2, 100]) {
      expect(await names(collection(demo.collectible), 'tokens', itself, size)).toEqual(cards);
      expect(await names(collection(demo.items), 'tokens', itself, size)).toEqual(items);
    }
    expect(await names(`${own}/balances:listErc721`, 'erc721TokenBalances', itself, 100)).toEqual(cards);
    expect(await names(`${own}/balances:listErc1155`, 'erc1155TokenBalances', itself, 100)).toEqual(items);
    expect(await names(`${own}/balances:listCollectibles`, 'collectibleBalances', itself, 1)).toEqual(
      [...cards, ...items].toSorted(),
    );
    const moved = (field: string) => (row: Json) => row[field] as Token;
    expect(await names(`${own}/transactions:listErc721`, 'transactions', moved('erc721Token'), 2)).toEqual(cards);
    expect(await names(`${own}/transactions:listErc1155`, 'transactions', moved('erc1155Token'), 100)).toEqual(items);
    expect((await service.get(`/v1/chains/${CHAIN}`)).body.enabledFeatures).toContain('nftIndexing');
  });

  test('every server failure has its own status, and does not delay other tokens', async () => {
    const { answers, url } = server;
    answers.good = says('{"name":"Good"}');
    answers['ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'] = says('{"name":"From IPFS"}');
    answers.text = says('no JSON');
    answers.list = says('[]');
    answers.large = says(JSON.stringify('x'.repeat(300_000)));
    answers.busy = refusesWith(429);
    answers.inside = refusesWith(302, { location: 'http://10.0.0.1/secret' });
    answers.metadata = refusesWith(302, { location: 'http://169.254.169.254/latest/meta-data/' });
    answers.slow = () => undefined;
    const cases: [string, string][] = [
      [`${url}good`, 'INDEXED'],
      ['ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', 'INDEXED'],
      [`${url}absent`, 'UNREACHABLE_TOKEN_URI'],
      [`${url}text`, 'INVALID_METADATA_JSON'],
      [`${url}list`, 'INVALID_METADATA'],
      [`${url}large`, 'METADATA_CONTENT_TOO_LARGE'],
      [`${url}busy`, 'THROTTLED_TOKEN_URI'],
      [`${url}inside`, 'INVALID_TOKEN_URI'],
      [`${url}metadata`, 'INVALID_TOKEN_URI'],
      ['http://10.0.0.1/secret', 'INVALID_TOKEN_URI'],
      ['', 'INVALID_TOKEN_URI'],
      ['ftp://a.example/1', 'INVALID_TOKEN_URI_SCHEME'],
      // It uses its full ten seconds, while the others are long done.
      [`${url}slow`, 'UNREACHABLE_TOKEN_URI'],
    ];
    for (const [i, [uri]] of cases.entries()) await set.send('mint', ALICE, BigInt(i + 1), uri);
    for (const [i, [uri, status]] of cases.entries()) {
      const found = await until(set.at, BigInt(i + 1), (one) => one.metadata.indexStatus !== 'UNINDEXED');
      expect([uri, found.metadata.indexStatus, found.tokenUri]).toEqual([uri, status, uri]);
    }
  });

  test('reindex reads changed and previously throttled metadata again, and answers 201 with an empty object', async () => {
    server.answers.good = says('{"name":"Better"}');
    server.answers.busy = says('{"name":"Busy no more"}');
    for (const [id, name] of [
      [1n, 'Better'],
      [7n, 'Busy no more'],
    ] as const) {
      expect(await post(`${collection(set.at)}/${id}:reindex`)).toEqual({ status: 201, text: '{}' });
      // It was read within the last minute; this resets the time.
      await rewindReading(service, CHAIN, set.at, id);
      await eventually(async () => {
        expect((await post(`${collection(set.at)}/${id}:reindex`)).status).toBe(201);
        await wait(200);
        expect((await token(set.at, id)).metadata).toMatchObject({ name, indexStatus: 'INDEXED' });
      }, 60_000);
    }
  });

  test('a wrong verb, ID, chain or method is rejected, and the details of a token are served', async () => {
    const path = collection(set.at);
    expect((await post(`${path}/1`)).status).toBe(404);
    expect((await post(`${path}/1:burn`)).status).toBe(404);
    expect((await post(`${path}/one:reindex`)).status).toBe(400);
    expect((await post(`${path}/999999:reindex`)).status).toBe(404);
    expect((await post(`/v1/chains/9/nfts/collections/${set.at}/tokens/1:reindex`)).status).toBe(404);
    expect((await service.get(`${path}/1:reindex`)).status).toBe(400);
    expect((await service.get(`${path}/1`)).status).toBe(200);
    const other = await fetch(`${service.urls.dataUrl}${path}`, { method: 'POST' });
    expect(other.status).toBe(404);
  });

  test('a contract without transfers has the same standard in its metadata and for its tokens', async () => {
    const [yes, no] = [1n, 0n].map((value) => numberToHex(value, { size: 32 }));
    if (!yes || !no) throw new Error('no words');
    const supports = (id: string, answer: Hex) => ({ [`01ffc9a7${id}`]: answer });
    const known = { ...supports('01ffc9a7', yes), ...supports('ffffffff', no), '6352211e': yes };
    const [erc721, erc1155] = ['80ac58cd', 'd9b67a26'].map((id) => supports(id, yes));
    for (const [answers, ercType, status] of [
      [{ ...known, ...erc721 }, 'ERC-721', 200],
      [{ ...known, ...erc1155 }, 'ERC-1155', 404],
      [{ ...known, ...erc721, ...erc1155 }, 'UNKNOWN', 404],
      [known, 'UNKNOWN', 404],
    ] as const) {
      const at = getAddress(`silent ${JSON.stringify(answers)}`);
      await rpc(anvil.url, 'anvil_setCode', [at, answering(answers)]);
      expect((await service.get(`/v1/chains/${CHAIN}/addresses/${at}`)).body.ercType).toBe(ercType);
      const found = await service.get(`${collection(at)}/1`);
      expect([ercType, found.status, found.body.ercType]).toEqual([
        ercType,
        status,
        status === 200 ? ercType : undefined,
      ]);
    }
  });

  test('a burned token is MISSING_TOKEN and leaves the list, until a reorg reverts the burn', async () => {
    const listed = async () => (await service.all(collection(set.at), 'tokens', 100)).map((one) => one.tokenId);
    expect(await listed()).toContain('2');
    await set.send('burn', 2n);
    await until(set.at, 2n, hasStatus('MISSING_TOKEN'));
    expect(await listed()).not.toContain('2');
    await set.send('mint', ALICE, 77n, 'data:application/json,{}');
    await until(set.at, 77n, hasStatus('INDEXED'));
    // This reverts the burn and the mint of 77.
    await reorg(anvil.url, 2, []);
    await sendMined(anvil.url, demo.collectible, calls.mintCollectible(ALICE));
    await until(set.at, 2n, hasStatus('INDEXED'));
    for (const end = Date.now() + 60_000; (await listed()).includes('77') && Date.now() < end; ) await wait(50);
    expect([(await listed()).includes('2'), (await listed()).includes('77')]).toEqual([true, false]);
    expect((await service.get(`${collection(set.at)}/77`)).status).toBe(404);
  });

  test(`all ${DROP} tokens of a mint are read and listed`, async () => {
    for (let n = 0; n < DROP; n += 200) await set.send('mintMany', ALICE, 1_000n + BigInt(n), 200n);
    const began = Date.now();
    await service.indexed(CHAIN, await head());
    const wanted = Array.from({ length: DROP }, (_, n) => String(1_000 + n));
    const indexedMs = Date.now() - began;
    for (const end = Date.now() + 60_000; ; await wait(1_000)) {
      const all = (await service.all(collection(set.at), 'tokens', 100)) as unknown as Token[];
      const drop = all.filter(({ tokenId }) => Number(tokenId) >= 1_000);
      if (drop.every(hasStatus('INVALID_TOKEN_URI'))) {
        expect(drop.map(({ tokenId }) => tokenId)).toEqual(wanted);
        break;
      }
      if (Date.now() > end) throw new Error('the mint is not read to the end');
    }
    console.log(`${DROP} tokens: shown after ${indexedMs} ms, read after ${Date.now() - began} ms`);
  });
});
