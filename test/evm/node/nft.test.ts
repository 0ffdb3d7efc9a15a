import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils';
import { type Anvil, startAnvil } from '../../../demo/anvil';
import { calls } from '../../../demo/calls';
import { compileContracts } from '../../../demo/compile';
import { type Deployed, deployContracts } from '../../../demo/deploy';
import { rpc } from '../../../demo/rpc';
import { NodeDown } from '../../../lambdas/core/node/errors';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import { readNft } from '../../../lambdas/evm/node/nft';
import { MAX_METADATA_BYTES } from '../../../lambdas/evm/tokens/domain/nft-metadata';
import { getTarget, MAX_DATA_URI_CHARACTERS, MAX_URI_CHARACTERS } from '../../../lambdas/evm/tokens/domain/nft-target';
import { fetchNftMetadata } from '../../../lambdas/evm/tokens/nft-metadata-file';
import { anyText } from '../../support/make/text';

const GATEWAYS = { ipfsGateway: 'https://ipfs.example/ipfs/', arweaveGateway: 'https://ar.example/' };
const CID = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';

describe('readNft', () => {
  let anvil: Anvil;
  let client: RpcClient;
  let at: Deployed;
  let holder: Hex;
  const hostile = '0x00000000000000000000000000000000000bad00';

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 43112 });
    client = createRpc(anvil.url, { callsPerSecond: 10_000 });
    at = await deployContracts(anvil.url, await compileContracts());
    [holder = '0x'] = await rpc<Hex[]>(anvil.url, 'eth_accounts');
    for (const [to, data] of [
      [at.collectible, calls.mintCollectible(holder)],
      [at.items, calls.mintItems(holder, [5n], [2n])],
    ]) {
      const hash = await rpc<string>(anvil.url, 'eth_sendTransaction', [{ from: holder, to, data, gas: '0x100000' }]);
      while (!(await rpc(anvil.url, 'eth_getTransactionReceipt', [hash]))) await sleep(5);
    }
  });
  afterAll(async () => {
    await client.close();
    await anvil.stop();
  });
  const code = (bytes: string) => rpc(anvil.url, 'anvil_setCode', [hostile, bytes]);
  /** Bytecode that answers every call with the data appended to it. */
  const answering = (payload: Hex) => {
    const length = (payload.length / 2 - 1).toString(16).padStart(6, '0');
    return code(`0x62${length}6010600039${`62${length}6000f3`}${payload.slice(2)}`);
  };
  const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value]);

  test('an ERC-721 token is read with its lower-case owner, its URI as minted and its metadata', async () => {
    const { owner, tokenUri = '', exists } = await readNft(client, at.collectible.toLowerCase(), 1n, 'erc721');
    expect([owner, exists]).toEqual([holder.toLowerCase(), true]);
    expect(await fetchNftMetadata(tokenUri, 1n, GATEWAYS)).toEqual({
      status: 'INDEXED',
      name: 'Collectible #1',
      description: 'Minted by the demo.',
    });
  });

  test('an ERC-721 token that was never minted does not exist, and has neither owner nor URI', async () => {
    expect(await readNft(client, at.collectible, 2n, 'erc721')).toEqual({ exists: false });
    expect(await readNft(client, at.collectible, 2n ** 256n - 1n, 'erc721')).toEqual({ exists: false });
  });

  test('an ERC-1155 token is read with its URI and without an owner', async () => {
    const { tokenUri = '', ...rest } = await readNft(client, at.items, 5n, 'erc1155');
    expect(rest).toEqual({ exists: true });
    expect(await fetchNftMetadata(tokenUri, 5n, GATEWAYS)).toEqual({ status: 'INDEXED', name: 'Item 5' });
  });

  test.each([
    ['reverts', '0x60006000fd'],
    ['never ends', '0x5b600056'],
    ['has no code', '0x'],
    ['returns three bytes', '0x60036000f3'],
    ['returns a word of ones', '0x60001960005260206000f3'],
  ])('a contract that %s yields neither owner nor URI', async (_, bytes) => {
    await code(bytes);
    expect(await readNft(client, hostile, 1n, 'erc721')).toEqual({ exists: false });
    expect(await readNft(client, hostile, 1n, 'erc1155')).toEqual({ exists: true });
  });

  test('a token owned by the zero address does not exist', async () => {
    await code('0x60206000f3');
    expect(await readNft(client, hostile, 1n, 'erc721')).toEqual({ tokenUri: '', exists: false });
  });

  test('a call to a collection is limited to between one and two million gas', async () => {
    await code('0x5a60005260206000f3');
    const { owner = '0x' } = await readNft(client, hostile, 1n, 'erc721');
    expect(Number(owner)).toBeGreaterThan(1_000_000);
    expect(Number(owner)).toBeLessThan(2_000_000);
  });

  test('any URI is decoded as it was encoded', async () => {
    const property = fc.asyncProperty(anyText({ maxLength: 200 }), async (value) => {
      await answering(text(value));
      expect((await readNft(client, hostile, 1n, 'erc1155')).tokenUri).toBe(value.toWellFormed());
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test('a length or offset beyond the response yields no URI', async () => {
    const word = (value: bigint) => value.toString(16).padStart(64, '0');
    for (const [offset, length] of [
      [32n, 33n],
      [32n, 2n ** 255n],
      [2n ** 256n - 1n, 1n],
      [65n, 0n],
    ] as const) {
      await answering(`0x${word(offset)}${word(length)}${'61'.repeat(32)}`);
      expect([offset, length, await readNft(client, hostile, 1n, 'erc1155')]).toEqual([
        offset,
        length,
        { exists: true },
      ]);
    }
  });

  test('a huge URI is cut one character past its limit, so that it still counts as too long', async () => {
    for (const [head, filling, bound, status] of [
      ['https://a.example/', 'x', MAX_URI_CHARACTERS, 'INVALID_TOKEN_URI'],
      [' https://a.example/', '日', MAX_URI_CHARACTERS, 'INVALID_TOKEN_URI'],
      ['data:,', 'x', MAX_DATA_URI_CHARACTERS, 'METADATA_CONTENT_TOO_LARGE'],
      [' Data:,', '日', MAX_DATA_URI_CHARACTERS, 'METADATA_CONTENT_TOO_LARGE'],
    ] as const) {
      await answering(text(head.padEnd(bound, filling)));
      expect((await readNft(client, hostile, 1n, 'erc1155')).tokenUri).toHaveLength(bound);
      await answering(text(head.padEnd(4 * bound, filling)));
      const { tokenUri = '' } = await readNft(client, hostile, 1n, 'erc1155');
      expect(tokenUri).toHaveLength(bound + 1);
      expect(getTarget(tokenUri, 1n, GATEWAYS)).toEqual({ status });
    }
  });

  test('an unreachable node throws NodeDown instead of reporting a missing token', async () => {
    const away = createRpc('http://127.0.0.1:9', { callsPerSecond: 1_000, attempts: 1 });
    await expect(readNft(away, at.collectible, 1n, 'erc721')).rejects.toBeInstanceOf(NodeDown);
    await away.close();
  });
});

describe('fetchNftMetadata', () => {
  let server: Server;
  let root: string;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  /** The default timeout is long enough for a busy machine. */
  const fetched = (uri: string, allow: 'public' | 'loopback-too' = 'loopback-too', timeoutMs = 30_000) =>
    fetchNftMetadata(uri, 255n, {
      ipfsGateway: `${root}/ipfs/`,
      arweaveGateway: `${root}/ar/`,
      allow,
      timeoutMs,
    });

  test('metadata is fetched through the gateway of its scheme, with {id} replaced in the URI and the document', async () => {
    answer = ({ url = '' }, response) => response.end(JSON.stringify({ name: url, image: 'https://a.example/{id}' }));
    const hex = `${'0'.repeat(62)}ff`;
    const imageUri = `https://a.example/${hex}`;
    for (const [uri, name] of [
      [`ipfs://${CID}/{id}`, `/ipfs/${CID}/${hex}`],
      [`ar://${CID.slice(0, 43)}`, `/ar/${CID.slice(0, 43)}`],
      [`${root}/7?{id}`, `/7?${hex}`],
    ] as const)
      expect(await fetched(uri)).toEqual({ status: 'INDEXED', name, imageUri });
    expect(await fetched('data:,{"image":"https://a.example/{id}"}')).toEqual({ status: 'INDEXED', imageUri });
  });

  test('a failed fetch reports the status of its cause', async () => {
    answer = ({ url = '' }, response) => {
      if (url === '/mute') return;
      if (url === '/large') return void response.end(' '.repeat(MAX_METADATA_BYTES + 1));
      if (url === '/whole') return void response.end('{}'.padEnd(MAX_METADATA_BYTES));
      if (url === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
      if (url === '/ftp') return void response.writeHead(302, { location: 'ftp://a.example/' }).end();
      if (url === '/home') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      if (url === '/list') return void response.end('[]');
      if (url === '/page') return void response.end('<html></html>');
      response.writeHead(Number(url.slice(1))).end('{}');
    };
    const statuses = {
      '/whole': 'INDEXED',
      '/404': 'UNREACHABLE_TOKEN_URI',
      '/429': 'THROTTLED_TOKEN_URI',
      '/500': 'UNREACHABLE_TOKEN_URI',
      '/mute': 'UNREACHABLE_TOKEN_URI',
      '/loop': 'UNREACHABLE_TOKEN_URI',
      '/large': 'METADATA_CONTENT_TOO_LARGE',
      '/ftp': 'INVALID_TOKEN_URI_SCHEME',
      '/home': 'INVALID_TOKEN_URI',
      '/list': 'INVALID_METADATA',
      '/page': 'INVALID_METADATA_JSON',
    };
    for (const [path, status] of Object.entries(statuses))
      expect([path, await fetched(root + path, 'loopback-too', path === '/mute' ? 500 : undefined)]).toEqual([
        path,
        { status },
      ]);
    expect(await fetched('http://127.0.0.1:9/')).toEqual({ status: 'UNREACHABLE_TOKEN_URI' });
    expect(await fetched('ftp://a.example/')).toEqual({ status: 'INVALID_TOKEN_URI_SCHEME' });
    expect(await fetched('')).toEqual({ status: 'INVALID_TOKEN_URI' });
  });

  test('loopback addresses are rejected by default', async () => {
    answer = (_, response) => response.end('{"name":"secret"}');
    for (const uri of [root, 'http://127.0.0.1/', `ipfs://${CID}`])
      expect(await fetched(uri, 'public')).toEqual({ status: 'INVALID_TOKEN_URI' });
    // The same status as for a name that does not exist.
    expect(await fetched('http://localhost/', 'public')).toEqual({ status: 'UNREACHABLE_TOKEN_URI' });
  });
});
