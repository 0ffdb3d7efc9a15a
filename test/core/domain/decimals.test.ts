import fc from 'fast-check';
import { formatUnits } from 'viem/utils';
import { inDecimals } from '../../../lambdas/core/domain/decimals';

test('formatting an amount in whole tokens agrees with viem', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 255 }), (value, decimals) => {
      expect(inDecimals(value, decimals)).toBe(formatUnits(value, decimals));
    }),
  );
  expect([inDecimals(1_500_000n, 6), inDecimals(0n, 18), inDecimals(7n, 0)]).toEqual(['1.5', '0', '7']);
});
