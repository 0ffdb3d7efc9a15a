import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getReputation, reputationLists } from '../../lambdas/evm/tokens/domain/reputation';
import { tokenListsFor } from '../../lib/token-lists';

const WAVAX = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const token = {
  chainId: 999_999,
  address: '0x1111111111111111111111111111111111111111',
  name: 'Ours',
  symbol: 'OURS',
  decimals: 6,
  logoURI: 'https://example.org/ours.svg',
};

describe('the token lists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-lists-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: unknown, name = 'list.json') => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const ours = (...tokens: unknown[]) => file({ name: 'Our List', tokens, version: { major: 1 }, timestamp: 'x' });

  test('every packaged list has a permissive license', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    const packages = Object.keys(dependencies).filter((name) => /token-?list|address-book/.test(name));
    expect(packages).not.toEqual([]);
    for (const name of packages) {
      const { license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { license: string };
      expect([name, license]).toEqual([
        name,
        expect.stringMatching(/^(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|CC0-1\.0)$/),
      ]);
    }
  });

  test('the packaged lists have the tokens of the C-Chain, each once and in lower case', () => {
    const { '43114': tokens = [], ...others } = tokenListsFor([{ chainId: '43114' }]);
    expect(others).toEqual({});
    expect(tokens.length).toBeGreaterThan(60);
    expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length);
    expect(tokens.every(({ address }) => /^0x[0-9a-f]{40}$/.test(address))).toBe(true);
    expect(tokens.find(({ address }) => address === WAVAX.toLowerCase())).toMatchObject({
      symbol: 'WAVAX',
      decimals: 18,
      logoUri: expect.stringMatching(/^https:/),
      list: expect.stringMatching(/./),
    });
    // Bridged USDC.
    expect(tokens.map(({ address }) => address)).toContain('0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664');
  });

  test('another contract with the name of a packaged token is not flagged', () => {
    const chains = ['1', '10', '56', '137', '8453', '42161', '43114'].map((chainId) => ({ chainId }));
    const published = tokenListsFor(chains);
    const lists = reputationLists(published);
    const address = `0x${'00'.repeat(20)}`;
    const judged = Object.entries(published).flatMap(([chainId, tokens]) =>
      tokens.map(({ name, symbol }) => ({ name, symbol, ...getReputation({ chainId, address, name, symbol }, lists) })),
    );
    expect(judged.length).toBeGreaterThan(600);
    expect(judged.filter(({ reputation }) => reputation !== null)).toEqual([]);
  });

  test('the operator’s files take precedence; tokens of other chains are omitted, whatever their addresses', () => {
    const path = ours(
      token,
      { ...token, chainId: 43_114, address: WAVAX, logoURI: '' },
      { chainId: 7, address: 'So1' },
    );
    const lists = tokenListsFor([{ chainId: '999999' }, { chainId: '43114' }, { chainId: '5' }], [path]);
    expect(Object.keys(lists).sort()).toEqual(['43114', '5', '999999']);
    expect(lists['999999']).toEqual([
      {
        address: token.address,
        name: 'Ours',
        symbol: 'OURS',
        decimals: 6,
        logoUri: 'https://example.org/ours.svg',
        list: 'Our List',
      },
    ]);
    expect(lists['43114']?.filter(({ address }) => address === WAVAX.toLowerCase())).toEqual([
      { address: WAVAX.toLowerCase(), name: 'Ours', symbol: 'OURS', decimals: 6, list: 'Our List' },
    ]);
  });

  test('every mistake in a file is reported with its path', () => {
    const wrong = ours(
      token,
      { ...token, address: WAVAX.replace('0xB3', '0xb3') },
      { ...token, decimals: 256, logoURI: 'javascript:alert(1)' },
    );
    expect(() => tokenListsFor([{ chainId: '999999' }], [wrong])).toThrow(
      /list\.json: tokens\.1\.address: .*EIP-55.*; tokens\.2\.decimals: .*; tokens\.2\.logoURI: must be/,
    );
    const read = (path: string) => () => tokenListsFor([{ chainId: '999999' }], [path]);
    expect(read(join(folder, 'absent.json'))).toThrow(
      /cannot read the token list .*absent\.json: set the path of a JSON file/,
    );
    expect(read(file('{', 'torn.json'))).toThrow(/torn\.json is not valid JSON/);
    expect(read(file({ tokens: [{}] }, 'other.json'))).toThrow(/other\.json: name: .*; tokens\.0\.chainId: /);
  });
});
