import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressMetadataFor } from '../../lib/address-metadata';
import { parseConfig } from '../../lib/config';
import { tokenListsFor } from '../../lib/token-lists';

const CHAINS = [{ chainId: '999999' }, { chainId: '5' }];
const TOKEN = '0x1111111111111111111111111111111111111111';
const WALLET = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';

/** Every field that an operator can give. */
const WHOLE = {
  name: 'Our Dollar',
  description: 'Backed by bonds.',
  officialSite: 'https://dollar.example/',
  email: 'team@dollar.example',
  logoAsset: { imageUri: 'https://dollar.example/logo.png' },
  bannerAsset: { assetId: 'banner-1', imageUri: 'ipfs://banner' },
  color: '#e84142',
  resourceLinks: [{ type: 'Twitter', url: 'https://social.example/dollar' }],
  tags: ['stablecoin'],
  pricingProviders: { coingeckoCoinId: 'our-dollar' },
};

describe('off-chain address metadata', () => {
  const folder = mkdtempSync(join(tmpdir(), 'address-metadata-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  const file = (content: unknown, name = `${files++}.json`) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const said = (...addresses: unknown[]) => file({ addresses });
  const listed = (token: object, list: object = {}) => {
    const fields = { chainId: 999_999, address: TOKEN, name: 'Ours', symbol: 'OURS', decimals: 6, ...token };
    return tokenListsFor(CHAINS, [file({ name: 'Our List', ...list, tokens: [fields] })]);
  };
  const metadataFor = (paths: readonly string[], lists = {}) => addressMetadataFor(CHAINS, paths, lists);

  test('metadata comes from the operator’s files by chain and address, without entries of other chains', () => {
    const path = said(
      { chainId: 999_999, address: TOKEN, ...WHOLE },
      { chainId: 5, address: WALLET, name: 'Cold wallet' },
      { chainId: 7, address: WALLET, name: 'Elsewhere' },
    );
    expect(metadataFor([path])).toEqual({
      '999999': { [TOKEN]: WHOLE },
      '5': { [WALLET.toLowerCase()]: { name: 'Cold wallet' } },
    });
  });
  test('the first of several files wins, field by field', () => {
    const paths = [
      said({ chainId: 5, address: WALLET, name: 'First' }),
      said({ chainId: 5, address: WALLET, name: 'Second', color: '#000000' }),
    ];
    expect(metadataFor(paths)['5']).toEqual({ [WALLET.toLowerCase()]: { name: 'First', color: '#000000' } });
  });
  test('metadata comes from token lists too: logo, tag names, links of known types and price IDs', () => {
    const extensions = {
      website: 'https://ours.example/',
      TWITTER: 'https://social.example/ours',
      github: 'https://code.example/ours',
      coingeckoId: 'ours',
      description: 'A token.',
      // Ignored: not a URL, unknown link types, an unsafe URL, and values of other types.
      telegram: '@ours',
      bridge: 'https://bridge.example/',
      discord: 'javascript:alert(1)',
      pool: { address: TOKEN },
      blog: 5,
    };
    const lists = listed(
      { logoURI: 'https://ours.example/logo.svg', tags: ['stable', 'unexplained', 7], extensions },
      { tags: { stable: { name: 'Stable coin', description: 'Holds its price.' } } },
    );
    expect(metadataFor([], lists)['999999']).toEqual({
      [TOKEN]: {
        logoAsset: { imageUri: 'https://ours.example/logo.svg' },
        description: 'A token.',
        officialSite: 'https://ours.example/',
        resourceLinks: [
          { type: 'Website', url: 'https://ours.example/' },
          { type: 'Twitter', url: 'https://social.example/ours' },
          { type: 'Github', url: 'https://code.example/ours' },
        ],
        tags: ['Stable coin', 'unexplained'],
        pricingProviders: { coingeckoCoinId: 'ours' },
      },
    });
  });
  test.each([
    ['malformed extensions', { extensions: 'none' }],
    ['malformed tags', { tags: 'stable' }],
    ['no metadata', {}],
  ])('a list with %s adds nothing', (_, fields) => {
    expect(metadataFor([], listed(fields))['999999']).toEqual({});
  });
  test('the operator’s fields override those from lists one by one', () => {
    const lists = listed({ logoURI: 'https://ours.example/logo.svg', tags: ['stable'] });
    const path = said({ chainId: 999_999, address: TOKEN, tags: ['ours'] });
    expect(metadataFor([path], lists)['999999']).toEqual({
      [TOKEN]: { logoAsset: { imageUri: 'https://ours.example/logo.svg' }, tags: ['ours'] },
    });
  });
  test('the example in docs/tokens.md is valid and shows every field', () => {
    const [, example = ''] =
      /```json\n(\{\s*"addresses"[\s\S]*?)```/.exec(readFileSync('docs/tokens.md', 'utf8')) ?? [];
    const path = file(example);
    const found = addressMetadataFor([{ chainId: '43114' }], [path], {})['43114'] ?? {};
    expect(Object.keys(found).length).toBeGreaterThan(1);
    expect(new Set(Object.values(found).flatMap((one) => Object.keys(one)))).toEqual(new Set(Object.keys(WHOLE)));
  });

  const entry = (fields: object) => ({ chainId: 5, address: WALLET, ...fields });
  test.each<[string, unknown[], string]>([
    [
      'an address with a bad checksum',
      [{}, { address: WALLET.replace('0xB3', '0xb3') }],
      'addresses.1.address: invalid address or EIP-55 checksum',
    ],
    ['an unknown field', [{ twitter: 'x' }], 'addresses.0: Unrecognized key: "twitter"'],
    [
      'an unknown link type',
      [{ resourceLinks: [{ type: 'Twiter', url: 'https://a.example/' }] }],
      'addresses.0.resourceLinks.0.type: Invalid option',
    ],
    [
      'a malformed link',
      [{ resourceLinks: [{ type: 'Twitter', url: '@ours' }] }],
      'addresses.0.resourceLinks.0.url: must be an http(s) URL',
    ],
    [
      'a site with a javascript: URL',
      [{ officialSite: 'javascript:alert(1)' }],
      'addresses.0.officialSite: must be an http(s) URL',
    ],
    [
      'a logo with a data: URL',
      [{ logoAsset: { imageUri: 'data:text/html,x' } }],
      'addresses.0.logoAsset.imageUri: must be an http(s) or ipfs URI',
    ],
    ['an invalid color', [{ color: 'red' }], 'addresses.0.color: must be a color such as #e84142'],
    ['an invalid e-mail address', [{ email: 'team' }], 'addresses.0.email: Invalid email address'],
    ['an empty name', [{ name: '' }], 'addresses.0.name: '],
    ['a chain ID as text', [{ chainId: '5' }], 'addresses.0.chainId: '],
    ['a duplicate address', [{}, { address: WALLET.toLowerCase() }], 'addresses.1.address: duplicate address'],
  ])('an error names file, entry and field: %s', (_, entries, message) => {
    const path = said(...entries.map((fields) => entry(fields as object)));
    expect(() => metadataFor([path])).toThrow(`invalid address metadata ${path}: ${message}`);
  });
  test('an error names a file that cannot be read or is not JSON', () => {
    expect(() => metadataFor([join(folder, 'absent.json')])).toThrow(
      /cannot read the address metadata .*absent\.json: set the path of a JSON file in `addressMetadata`/,
    );
    expect(() => metadataFor([file('{', 'torn.json')])).toThrow(/torn\.json is not valid JSON/);
  });
  test('the configuration lists the files, none by default', () => {
    expect(parseConfig({}, 'test').addressMetadata).toEqual([]);
    expect(parseConfig({ addressMetadata: ['a.json'] }, 'test').addressMetadata).toEqual(['a.json']);
  });
});
