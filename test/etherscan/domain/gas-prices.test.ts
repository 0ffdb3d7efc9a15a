import { gasPrices } from '../../../lambdas/etherscan/domain/gas-prices';

const hex = (gwei: number) => `0x${(gwei * 1e9).toString(16)}`;

describe('gas prices', () => {
  test('are the next base fee and the median of the blocks’ priority fees, in gwei', () => {
    const history = {
      baseFeePerGas: [hex(20), hex(25)],
      gasUsedRatio: [0.5, 0.25, 1],
      reward: [
        [hex(1), hex(2), hex(9)],
        [hex(0), hex(3), hex(4)],
        [hex(2), hex(1), hex(5)],
      ],
    };
    expect(gasPrices(1n, history)).toEqual({
      SafeGasPrice: '26',
      ProposeGasPrice: '27',
      FastGasPrice: '30',
      suggestBaseFee: '25',
      gasUsedRatio: '0.5,0.25,1',
    });
  });
  test('are one price on a chain without a fee market, exact to the last wei', () => {
    expect(gasPrices(1_000_000_001n, undefined)).toEqual({
      SafeGasPrice: '1.000000001',
      ProposeGasPrice: '1.000000001',
      FastGasPrice: '1.000000001',
      suggestBaseFee: '',
      gasUsedRatio: '',
    });
    expect(gasPrices(100_000_000_000n, undefined).SafeGasPrice).toBe('100');
    expect(gasPrices(5n, undefined).SafeGasPrice).toBe('0.000000005');
    expect(gasPrices(0n, undefined).SafeGasPrice).toBe('0');
  });
});
