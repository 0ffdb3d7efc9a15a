import { hasAlternatives, matches, nodeTopics } from '../../../lambdas/etherscan/domain/log-filter';

const [A, B, C] = ['0xaa', '0xbb', '0xcc'] as const;

describe('the filter of logs', () => {
  test('a node is asked for the given topics, with null for the others before the last one', () => {
    expect(nodeTopics([A, undefined, C, undefined])).toEqual([A, null, C]);
    expect(nodeTopics([undefined, undefined, undefined, undefined])).toEqual([]);
  });
  test('only an operator between two given topics makes alternatives', () => {
    expect(hasAlternatives([A, B], { topic0_1_opr: 'or' })).toBe(true);
    expect(hasAlternatives([A, undefined, C], { topic0_1_opr: 'or' })).toBe(false);
    expect(hasAlternatives([A, B], { topic0_1_opr: 'and' })).toBe(false);
  });
  test.each([
    [[A, B, C], true],
    [[A, C, C], true],
    [[A, B], true],
    [[B, B, C], false],
    [[A, C, B], false],
  ])('topic0 and one of topic1 and topic2: %j matches: %s', (found, expected) => {
    expect(matches(found, [A, B, C], { topic1_2_opr: 'or' })).toBe(expected);
  });
  test('topics of a log match in any case', () => {
    expect(matches(['0xAA', '0xBB'], [A, B], {})).toBe(true);
  });
});
