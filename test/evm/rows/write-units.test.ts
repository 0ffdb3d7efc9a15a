import * as fc from 'fast-check';
import { seededRandom, zipf } from '../../../demo/random';
import { writeUnits } from '../../../lambdas/core/table/item';
import { derive } from '../../../lambdas/evm/domain/derive';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import { touchedHoldings } from '../../../lambdas/evm/tokens/domain/holdings';
import { holdingItem } from '../../../lambdas/evm/tokens/rows/holding-item';
import { runs } from '../../support/full';
import { aChain, aRawBlock, type Sent } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

const chain = aChain({ chainId: '43114' });
/** First numbers of people, tokens, pools and routers, so that all have different addresses. */
const [PEOPLE, TOKENS, POOLS, ROUTERS] = [1_000, 20_000, 30_000, 40_000];

/** The write units of a block: its rows, changed holdings, two cursor moves and the block record. */
function getCost(sent: readonly Sent[], number = 1) {
  const derived = derive(aRawBlock(number, sent), 0);
  const read = touchedHoldings(derived).map((holding) =>
    holdingItem(chain.chainId, holding, { value: 10n ** 24n, at: number }, 0),
  );
  const units = [...toItems(derived, chain), ...read].reduce((sum, item) => sum + writeUnits(item), 3);
  return { units, transactions: sent.length, transfers: derived.transfers.length };
}

const drawn = (first: number, count: number) => fc.integer({ min: first, max: first + count - 1 });
const person = drawn(PEOPLE, 10_000);
const token = drawn(TOKENS, 50);
/** A plain payment, or a call that moves up to five amounts of any tokens between anyone. */
const anySent: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({ from: person, to: person }),
  fc.record({
    from: person,
    to: token,
    logs: fc.array(
      fc.record({ token, from: person, to: person }).map((moved) => aTransfer({ kind: 'erc20', ...moved })),
      { minLength: 1, maxLength: 5 },
    ),
  }),
);

describe('the write units of a block', () => {
  test('a block without tokens takes at most 8 write units plus 3.25 per transaction, cursor and record included', () => {
    void fc.assert(
      fc.property(fc.array(fc.record({ from: person, to: person }), { minLength: 1, maxLength: 40 }), (sent) => {
        expect(getCost(sent).units).toBeLessThanOrEqual(8 + 3.25 * sent.length);
      }),
      runs(30),
    );
  });
  test('a token transfer adds at most 5 write units to its block, balances included', () => {
    void fc.assert(
      fc.property(fc.array(anySent, { minLength: 1, maxLength: 40 }), (sent) => {
        const { units, transfers } = getCost(sent);
        expect(units).toBeLessThanOrEqual(8 + 3.25 * sent.length + 5 * transfers);
      }),
      runs(30),
    );
  });
  test.each([
    // Half of the transactions move no token, a quarter sends some, a quarter trades over two pools: 31 transfers.
    ['as on the C-Chain: 31 transactions of 10,000 people', 31, 10_000, { transfer: 0.25, trade: 0.25 }],
    ['as in the benchmark: 20 transactions of 16 senders', 20, 16, { transfer: 0.35, trade: 0 }],
  ])(
    'a token transfer adds at most 3 write units on average over blocks %s',
    (_, size, senders, { transfer, trade }) => {
      const random = seededRandom(1);
      const [recipient, sender, kind, pool] = [10_000, senders, 50, 30].map((count) => zipf(random, count));
      if (!recipient || !sender || !kind || !pool) throw new Error('nothing to draw from');
      const send = (): Sent => {
        const [from, drawn] = [PEOPLE + sender(), random()];
        const moved = (to: number, of = TOKENS + kind(), by = from) =>
          aTransfer({ kind: 'erc20', token: of, from: by, to, value: 10n ** 18n });
        if (drawn >= transfer + trade) return { from, to: PEOPLE + recipient() };
        if (drawn < transfer) {
          const to = TOKENS + kind();
          return { from, to, input: `0xa9059cbb${'0'.repeat(128)}`, logs: [moved(PEOPLE + recipient(), to)] };
        }
        const [one, two] = [POOLS + pool(), POOLS + pool()];
        const logs = [moved(one), moved(two, TOKENS + kind(), one), moved(from, TOKENS + kind(), two)];
        return { from, to: ROUTERS + Math.floor(random() * 5), input: `0x38ed1739${'ab'.repeat(256)}`, logs };
      };
      const blocks = Array.from({ length: 60 }, (_, n) => getCost(Array.from({ length: size }, send), n + 1));
      const sum = (field: 'units' | 'transactions' | 'transfers') => blocks.reduce((total, b) => total + b[field], 0);
      expect(sum('transfers') / blocks.length).toBeGreaterThan(5);
      expect(sum('units')).toBeLessThanOrEqual(8 * blocks.length + 3.25 * sum('transactions') + 3 * sum('transfers'));
    },
  );
});
