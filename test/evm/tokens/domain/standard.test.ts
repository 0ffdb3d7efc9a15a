import { questionId } from '../../../../lambdas/evm/tokens/domain/holdings';
import { standardQuestions, statedStandard } from '../../../../lambdas/evm/tokens/domain/standard';
import { address } from '../../../support/make/blocks';

const TOKEN = address(0x70);
const word = (value: bigint | number) => `0x${BigInt(value).toString(16).padStart(64, '0')}`;
const OWNER = word(0xa11ce);
const [YES, NO, REFUSED, ZERO] = [word(1), word(0), null, word(0)];

/** The answers to ERC-165 for ERC-721 and for the invalid id, to ownerOf and to decimals. */
type Answers = readonly [claims: string | null, anything: string | null, owner: string | null, decimals: string | null];
const COLLECTION: Answers = [YES, NO, OWNER, REFUSED];
const COIN: Answers = [REFUSED, REFUSED, REFUSED, word(18)];

function stated(suggests: 'erc20' | 'erc721', answers: Answers) {
  const sample = { token: TOKEN, amount: 42n, suggests };
  const values = standardQuestions(sample).map((question, i) => [questionId(question), answers[i] ?? null]);
  return statedStandard(sample, Object.fromEntries(values));
}

describe('statedStandard', () => {
  test.each<[string, 'erc20' | 'erc721', Answers, string | undefined]>([
    ['an ordinary coin is as logged', 'erc20', COIN, 'as-logged'],
    ['an ordinary collection is as logged', 'erc721', COLLECTION, 'as-logged'],
    ['a collection that does not index its ids is ERC-721', 'erc20', COLLECTION, 'erc721'],
    [
      'a collection that does not index its ids is ERC-721 after a burn',
      'erc20',
      [YES, NO, REFUSED, REFUSED],
      'erc721',
    ],
    [
      'a collection that does not index its ids is ERC-721 with decimals of 0',
      'erc20',
      [YES, NO, REFUSED, word(0)],
      'erc721',
    ],
    ['a collection from before ERC-165 is ERC-721', 'erc20', [REFUSED, REFUSED, OWNER, REFUSED], 'erc721'],
    ['a collection of another ERC-721 draft is ERC-721', 'erc20', [NO, NO, OWNER, REFUSED], 'erc721'],
    ['a coin that indexes its amounts is ERC-20', 'erc721', COIN, 'erc20'],
    [
      'a coin that indexes its amounts is ERC-20 with decimals of 0',
      'erc721',
      [REFUSED, REFUSED, REFUSED, word(0)],
      'erc20',
    ],
    [
      'a collection that assigns burned ids to the zero address is as logged',
      'erc721',
      [NO, NO, ZERO, word(0)],
      'as-logged',
    ],
    ['a coin that answers ownerOf with the zero address is as logged', 'erc20', [NO, NO, ZERO, word(18)], 'as-logged'],
    ['a token of amounts and ids is as logged for an amount', 'erc20', [YES, NO, REFUSED, word(18)], 'as-logged'],
    ['a token of amounts and ids is as logged for an id', 'erc721', [NO, NO, OWNER, word(18)], 'as-logged'],
    ['a coin that answers every call with 1 is as logged', 'erc20', [YES, YES, YES, YES], 'as-logged'],
    ['a contract that answers nothing is unknown', 'erc20', [REFUSED, REFUSED, REFUSED, REFUSED], undefined],
    [
      'a contract that answers nothing for an indexed id is unknown',
      'erc721',
      [REFUSED, REFUSED, REFUSED, REFUSED],
      undefined,
    ],
    ['a contract with invalid decimals is unknown', 'erc721', [REFUSED, REFUSED, REFUSED, word(256)], undefined],
  ])('%s (seen as %s)', (_, suggests, answers, expected) => {
    expect(stated(suggests, answers)).toBe(expected);
  });

  test('the standard is unknown while an answer is missing', () => {
    const sample = { token: TOKEN, amount: 42n, suggests: 'erc20' } as const;
    const [claims, anything, owner] = standardQuestions(sample).map(questionId);
    expect(statedStandard(sample, { [String(claims)]: YES, [String(anything)]: NO, [String(owner)]: OWNER })).toBe(
      undefined,
    );
  });
});
