import * as fc from 'fast-check';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { someBlocks } from '../follower/evm-branches';
import { address, aRawBlock, hash } from './blocks';
import { spoil } from './call-trees';

/** As a node may send it: unchecked types. */
export type SentBlock = { readonly block: unknown; readonly receipts: unknown };

const OPTIONAL = { type: '0x6a', gasPrice: '0x1', accessList: [{ address: address(5), storageKeys: [hash(1)] }] };
const ABSENT = { type: null, gasPrice: null, maxFeePerGas: null, maxPriorityFeePerGas: null, accessList: null };

/** Every optional field in some transactions, null in others. */
const withOptionalFields = ({ block, receipts, balances }: RawBlock): RawBlock => ({
  block: {
    ...block,
    ...{ blockGasCost: '0x0', timestampMilliseconds: '0x18bcfe56800', minDelayExcess: '0x7a1200' },
    transactions: block.transactions.map((one, i) => ({
      ...one,
      ...(i % 3 === 1 ? OPTIONAL : i % 3 === 2 ? ABSENT : {}),
    })),
  },
  receipts,
  balances,
});

/** Block 7. */
export const aValidBlock: fc.Arbitrary<RawBlock> = someBlocks({ minLength: 1, maxLength: 1 }).map(([sent = []]) =>
  withOptionalFields(aRawBlock(7, sent)),
);

/** Values that a broken or hostile node may send anywhere. */
export const oddValue = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, 0, 7, 1e300, -1, {}, [], [null], [[]], { length: 1 }),
  fc.constantFrom('', '0', '0x', '0x0', '0x00', '0X1', '0x-1', ' 0x1', '0x1 ', '1', 'zz', '0xzz', '0x0g', '0xABCDEF'),
  fc.constantFrom(hash(1), hash(0xabc).toUpperCase(), hash(0xabc).toUpperCase().replace('0X', '0x'), hash(1).slice(2)),
  fc.constantFrom(
    address(1),
    address(0xabc).toUpperCase().replace('0X', '0x'),
    `${address(1)}#`,
    address(1).slice(0, -1),
  ),
  fc.constantFrom('0x00000000000000000001', `0x${'f'.repeat(1_001)}`, `0x${'ab'.repeat(3_000)}`),
  // Around the limits of keys, numbers and words.
  fc
    .tuple(fc.constantFrom(10n ** 10n, 2n ** 53n, 2n ** 64n, 2n ** 255n, 2n ** 256n), fc.constantFrom(-1n, 0n))
    .map(([limit, more]) => `0x${(limit + more).toString(16)}`),
  fc.jsonValue({ maxDepth: 2 }),
);

export const aSpoiltBlock: fc.Arbitrary<SentBlock> = fc
  .tuple(aValidBlock, fc.array(fc.tuple(fc.nat(), oddValue), { minLength: 1, maxLength: 2 }))
  .map(([{ block, receipts }, changes]) => {
    const spoilt = changes.reduce<unknown>((given, [at, wrong]) => spoil([given], at, wrong)[0], { block, receipts });
    return typeof spoilt === 'object' && spoilt !== null ? (spoilt as SentBlock) : { block: spoilt, receipts: spoilt };
  });
