import * as fc from 'fast-check';
import type { TransferKind, TransferRow } from '../../../../lambdas/evm/domain/transfers';
import {
  getAmount,
  type Holding,
  latestAmount,
  questionId,
  type Readings,
  toQuestions,
  touchedHoldings,
} from '../../../../lambdas/evm/tokens/domain/holdings';
import { address } from '../../../support/make/blocks';

const kind = fc.constantFrom<TransferKind>('erc20', 'erc721', 'erc1155');
const party = fc.integer({ min: 0, max: 4 }).map(address);
/** Few tokens, ids and parties, so that they collide. */
const transfer: fc.Arbitrary<TransferRow> = fc
  .record({ kind, token: fc.integer({ min: 20, max: 21 }).map(address), from: party, to: party, id: fc.bigInt(0n, 2n) })
  .map(({ id, ...rest }) => ({
    ...{ ...rest, row: 0, tx: 0, logIndex: 0 },
    ...(rest.kind === 'erc20' ? {} : { id }),
    ...(rest.kind === 'erc721' ? {} : { value: 1n }),
  }));
const transfers = fc.array(transfer, { maxLength: 30 });
const word = (hex: string | bigint): string =>
  `0x${(typeof hex === 'bigint' ? hex.toString(16) : hex.slice(2)).padStart(64, '0')}`;
const getName = ({ kind, token, holder, id }: Holding): string => [kind, token, holder, id].join(' ');

const OF_20: Holding = { kind: 'erc20', token: address(20), holder: address(1) };
const OF_721: Holding = { kind: 'erc721', token: address(30), holder: address(1), id: 7n };
const OF_1155: Holding = { kind: 'erc1155', token: address(40), holder: address(1), id: 7n };
/** The response to the one call that a holding needs. */
const answered = (holding: Holding, answer: string | null, at = 5): Readings => {
  const [question] = toQuestions([holding]);
  return { at, values: question ? { [questionId(question)]: answer } : {} };
};

describe('touchedHoldings', () => {
  test('transfers touch the holdings of both parties once, except of the zero address', () => {
    void fc.assert(
      fc.property(transfers, (rows) => {
        const sides = rows.flatMap(({ kind, token, from, to, id }) =>
          [from, to].map((holder) => [kind, token, holder, id].join(' ')),
        );
        const touched = touchedHoldings({ transfers: rows, wraps: [] }).map(getName);
        expect(touched.toSorted()).toEqual([...new Set(sides.filter((s) => !s.includes(address(0))))].toSorted());
      }),
    );
  });
  test('a wrapped holding is touched once, even if it was also transferred', () => {
    const wraps = [1, 0, 1, 2].map((n) => ({ token: address(20), holder: address(n) }));
    const [sent] = fc.sample(transfer, 1);
    if (!sent) throw new Error('nothing drawn');
    const transfers = [{ ...sent, kind: 'erc20' as const, token: address(20), from: address(1), to: address(3) }];
    const touched = touchedHoldings({ transfers: transfers.map(({ id: _, ...row }) => row), wraps });
    expect(touched.map(({ kind, token, holder }) => [kind, token, holder])).toEqual(
      [1, 3, 2].map((n) => ['erc20', address(20), address(n)]),
    );
  });
  test('each holding needs one call, but both parties of an ERC-721 id share one', () => {
    void fc.assert(
      fc.property(transfers, (rows) => {
        const touched = touchedHoldings({ transfers: rows, wraps: [] });
        const asked = touched.map((h) => (h.kind === 'erc721' ? [h.kind, h.token, h.id].join(' ') : getName(h)));
        const questions = toQuestions(touched);
        expect(questions).toHaveLength(new Set(asked).size);
        expect(new Set(questions.map(questionId)).size).toBe(questions.length);
        // Both parties of an id need the same call for its owner.
        for (const { kind, holder } of questions) expect(holder === undefined).toBe(kind === 'erc721');
      }),
    );
  });
});

describe('getAmount', () => {
  test.each([
    ['a word', OF_20, word(12n), 12n],
    ['the greatest word', OF_20, word(2n ** 256n - 1n), 2n ** 256n - 1n],
    ['a word for an id', OF_1155, word(3n), 3n],
    ['the first word of a longer answer', OF_20, `${word(12n)}${'ff'.repeat(32)}`, 12n],
    ['the owner in upper case', { ...OF_721, holder: address(0xabc) }, word(address(0xabc).toUpperCase()), 1n],
    ['another owner as zero', OF_721, word(address(2)), 0n],
    ['a missing owner as zero', OF_721, null, 0n],
  ])('the amount is read from %s', (_, holding, answer, value) => {
    expect(getAmount(holding, 5, answered(holding, answer))).toEqual({ value, at: 5 });
  });
  test.each([OF_20, OF_1155])('an amount that the token refuses to return counts as refused: %j', (holding) => {
    expect(getAmount(holding, 5, answered(holding, null))).toBe('refused');
  });
  test.each([OF_20, OF_721, OF_1155])(
    'the amount is unread if there is no answer or it is older than the transfer: %j',
    (holding) => {
      expect(getAmount(holding, 5, undefined)).toBe('unread');
      expect(getAmount(holding, 5, { at: 5, values: {} })).toBe('unread');
      expect(getAmount(holding, 6, answered(holding, word(1n), 5))).toBe('unread');
      expect(getAmount(holding, 4, answered(holding, word(address(1)), 5))).toMatchObject({ at: 5 });
    },
  );
});

describe('latestAmount', () => {
  const earlier = answered(OF_20, word(1n), 7);
  test('the last answer that is not older than the transfer gives the amount', () => {
    expect(latestAmount(OF_20, 5, [earlier, answered(OF_20, word(2n), 6)])).toEqual({ value: 2n, at: 6 });
    expect(latestAmount(OF_20, 7, [earlier, answered(OF_20, word(2n), 6)])).toEqual({ value: 1n, at: 7 });
    expect(latestAmount(OF_20, 8, [earlier])).toBe('unread');
  });
  test('a read marker in a raw block of an earlier version gives no amount', () => {
    expect(latestAmount(OF_20, 5, [earlier, answered(OF_20, '=', 9)])).toEqual({ value: 1n, at: 7 });
    expect(latestAmount(OF_20, 5, [answered(OF_20, '=', 9)])).toBe('unread');
  });
});
