import type { LookupFunction } from 'node:net';
import { fetchNftMetadata } from '../../../lambdas/adapters/http/nft-metadata';

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

describe('the metadata behind a name', () => {
  test.each([
    ['is private', at('10.0.0.7')],
    ['is private by IPv6', at('fd00::7')],
    ['is public and private', at('8.8.8.8', '10.0.0.7')],
    ['is this machine', at('127.0.0.1')],
    ['has no address', at()],
    ['does not exist', failing('ENOTFOUND')],
    ['cannot be resolved now', failing('EAI_AGAIN')],
  ])('that %s: one status, so that a contract’s owner learns nothing about private names', async (_, lookup) => {
    const options = { ipfsGateway: 'https://ipfs.example/', arweaveGateway: 'https://ar.example/', lookup };
    for (const uri of ['https://name.example/1.json', 'http://name.example/1.json'])
      expect(await fetchNftMetadata(uri, 1n, options)).toEqual({ status: 'UNREACHABLE_TOKEN_URI' });
  });
});
