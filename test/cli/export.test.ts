import { getBody, getPace } from '../../bin/cli/export';

describe('the pace of an export', () => {
  test('the pace is in rows per second, with the time left by the share of days', () => {
    expect(getPace('12,000 rows so far; 3 of 31 parts done (one part per day).', 6)).toBe(
      ' 2,000 rows/s, about 56 s left',
    );
  });
  test('the pace needs rows and a second of work, and the time left a finished day', () => {
    expect(getPace('500 rows so far; 0 of 31 parts done (one part per day).', 5)).toBe(' 100 rows/s');
    expect(getPace('0 rows so far; 0 of 31 parts done (one part per day).', 5)).toBe('');
    expect(getPace('500 rows so far; 1 of 2 parts done (one part per day).', 0.5)).toBe('');
    expect(getPace('Cancelled by its owner.', 5)).toBe('');
  });
});

describe('the request for an export', () => {
  test('an EVM export names its chains', () => {
    const options = { type: 'evm', address: ['0x1'], chain: ['1', '5'], first: '2026-01-01', gzip: true } as const;
    expect(getBody(options)).toEqual({
      ...{ type: 'TRANSACTION_EXPORT_EVM', firstDate: '2026-01-01', compression: 'gzip' },
      options: { addresses: ['0x1'], includeChains: ['1', '5'] },
    });
  });
  test('the other types export the P-Chain, of the given network if any', () => {
    const options = {
      type: 'primary-network-staking',
      address: ['P-avax1'],
      network: 'mainnet',
      last: '2026-01-31',
    } as const;
    expect(getBody(options)).toEqual({
      ...{ type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING', lastDate: '2026-01-31', network: 'mainnet' },
      options: { addresses: ['P-avax1'], includeChains: ['p-chain'] },
    });
    expect(getBody({ type: 'primary-network', address: ['P-avax1'] })).toEqual({
      type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
      options: { addresses: ['P-avax1'], includeChains: ['p-chain'] },
    });
  });
  test('missing addresses or chains, and a network for an EVM export, are rejected', () => {
    const nothing = '--address and --chain are required (--help shows examples)';
    expect(() => getBody({ type: 'evm', address: ['0x1'] })).toThrow(nothing);
    expect(() => getBody({ type: 'primary-network' })).toThrow(nothing);
    const both = { type: 'evm', address: ['0x1'], chain: ['1'], network: 'mainnet' } as const;
    expect(() => getBody(both)).toThrow('--network requires a P-Chain --type');
  });
});
