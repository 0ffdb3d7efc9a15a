import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { fetchNftMetadata } from '../../../lambdas/evm/tokens/nft-metadata-file';

const at =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const failing =
  (code: string): LookupFunction =>
  (host, _, callback) =>
    callback(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code }), []);

describe('metadata behind a host name', () => {
  test.each([
    ['resolves to a private IPv4 address', at('10.0.0.7')],
    ['resolves to a private IPv6 address', at('fd00::7')],
    ['resolves to a public and a private address', at('8.8.8.8', '10.0.0.7')],
    ['resolves to loopback', at('127.0.0.1')],
    ['has no address', at()],
    ['does not exist', failing('ENOTFOUND')],
    ['cannot be resolved now', failing('EAI_AGAIN')],
  ])('a host name that %s is UNREACHABLE_TOKEN_URI, which reveals nothing about private names', async (_, lookup) => {
    const options = { ipfsGateway: 'https://ipfs.example/', arweaveGateway: 'https://ar.example/', lookup };
    for (const uri of ['https://name.example/1.json', 'http://name.example/1.json'])
      expect(await fetchNftMetadata(uri, 1n, options)).toEqual({ status: 'UNREACHABLE_TOKEN_URI' });
  });
});

describe('fetchNftMetadata', () => {
  const V0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
  let type: string | undefined;
  const server = createServer((_, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type });
    // Images never end here, so reading one would time out.
    response.write('{"name":"a"}');
    if (!/^image/i.test(type ?? '')) response.end();
  });
  let host: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const fetched = (uri: string) =>
    fetchNftMetadata(uri, 7n, {
      ...{ ipfsGateway: `${host}/ipfs/`, arweaveGateway: `${host}/` },
      ...{ allow: 'loopback-too', timeoutMs: 2_000 },
    });

  test.each(['image/png', 'image/svg+xml; charset=utf-8', 'Image/GIF'])(
    'a token URI that serves an image becomes the image without being read: %s',
    async (answered) => {
      type = answered;
      const id = '7'.padStart(64, '0');
      for (const [uri, imageUri] of [
        [`${host}/7`, `${host}/7`],
        [` ${host}/{id}.png`, `${host}/${id}.png`],
        [`ipfs://${V0}/7`, `ipfs://${V0}/7`],
        [V0, `ipfs://${V0}`],
      ] as const)
        expect(await fetched(uri)).toEqual({ status: 'INDEXED', imageUri });
    },
  );
  test('a token URI with an embedded image becomes the image', async () => {
    const imageUri = 'data:image/svg+xml;base64,PHN2Zy8+';
    expect(await fetched(imageUri)).toEqual({ status: 'INDEXED', imageUri });
  });
  test.each([undefined, 'application/json', 'text/plain', 'application/image'])(
    'a response of another content type is read as a document: %s',
    async (other) => {
      type = other;
      expect(await fetched(`${host}/7`)).toEqual({ status: 'INDEXED', name: 'a' });
    },
  );
});
