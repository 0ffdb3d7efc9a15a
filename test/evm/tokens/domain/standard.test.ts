import { questionId } from '../../../../lambdas/evm/tokens/domain/holdings';
import { standardQuestions, statedStandard } from '../../../../lambdas/evm/tokens/domain/standard';
import { address } from '../../../support/make/blocks';

const TOKEN = address(0x70);
const word = (value: bigint | number) => `0x${BigInt(value).toString(16).padStart(64, '0')}`;
const OWNER = word(0xa11ce);
const [YES, NO, REFUSED, ZERO] = [word(1), word(0), null, word(0)];

/** What a contract answers: to ERC-165 for ERC-721 and for the invalid id, to ownerOf, and to decimals. */
type Answers = readonly [claims: string | null, anything: string | null, owner: string | null, decimals: string | null];
const COLLECTION: Answers = [YES, NO, OWNER, REFUSED];
const COIN: Answers = [REFUSED, REFUSED, REFUSED, word(18)];

function stated(suggests: 'erc20' | 'erc721', answers: Answers) {
  const sample = { token: TOKEN, amount: 42n, suggests };
  const values = standardQuestions(sample).map((question, i) => [questionId(question), answers[i] ?? null]);
  return statedStandard(sample, Object.fromEntries(values));
}

describe('the standard of a contract', () => {
  test.each<[string, 'erc20' | 'erc721', Answers, string | undefined]>([
    ['an ordinary coin', 'erc20', COIN, 'as-logged'],
    ['an ordinary collection', 'erc721', COLLECTION, 'as-logged'],
    ['a collection that does not index its ids', 'erc20', COLLECTION, 'erc721'],
    ['the same, whose id was burned since', 'erc20', [YES, NO, REFUSED, REFUSED], 'erc721'],
    ['the same with decimals of 0', 'erc20', [YES, NO, REFUSED, word(0)], 'erc721'],
    ['a collection from before ERC-165', 'erc20', [REFUSED, REFUSED, OWNER, REFUSED], 'erc721'],
    ['one that supports another draft of ERC-721', 'erc20', [NO, NO, OWNER, REFUSED], 'erc721'],
    ['a coin that indexes its amounts', 'erc721', COIN, 'erc20'],
    ['the same, without decimals', 'erc721', [REFUSED, REFUSED, REFUSED, word(0)], 'erc20'],
    [
      'a collection whose id was burned, with the zero address as owner',
      'erc721',
      [NO, NO, ZERO, word(0)],
      'as-logged',
    ],
    ['a coin that answers ownerOf with the zero address', 'erc20', [NO, NO, ZERO, word(18)], 'as-logged'],
    ['a token of amounts and ids, by an amount', 'erc20', [YES, NO, REFUSED, word(18)], 'as-logged'],
    ['a token of amounts and ids, by an id', 'erc721', [NO, NO, OWNER, word(18)], 'as-logged'],
    ['a coin whose fallback answers every call with 1', 'erc20', [YES, YES, YES, YES], 'as-logged'],
    ['a contract that answers nothing', 'erc20', [REFUSED, REFUSED, REFUSED, REFUSED], undefined],
    ['the same with an indexed id', 'erc721', [REFUSED, REFUSED, REFUSED, REFUSED], undefined],
    ['one whose decimals are no number of decimals', 'erc721', [REFUSED, REFUSED, REFUSED, word(256)], undefined],
  ])('%s, seen as %s', (_, suggests, answers, expected) => {
    expect(stated(suggests, answers)).toBe(expected);
  });

  test('is unknown while an answer is missing', () => {
    const sample = { token: TOKEN, amount: 42n, suggests: 'erc20' } as const;
    const [claims, anything, owner] = standardQuestions(sample).map(questionId);
    expect(statedStandard(sample, { [String(claims)]: YES, [String(anything)]: NO, [String(owner)]: OWNER })).toBe(
      undefined,
    );
  });
});
