import { compilePattern } from '../../local/event-pattern';

const event = {
  source: 'indexer',
  'detail-type': 'block.added',
  detail: { chain: '43114', height: 7, tags: ['reorg', 'deep'], parent: null, inner: { name: 'Alpha' } },
};

describe('event patterns', () => {
  test.each<[string, unknown, boolean]>([
    ['an exact value', { source: ['other', 'indexer'] }, true],
    ['no exact value', { source: ['other'] }, false],
    ['every field must match', { source: ['indexer'], 'detail-type': ['block.removed'] }, false],
    ['a nested field', { detail: { inner: { name: ['Alpha'] } } }, true],
    ['a number is not its text', { detail: { height: ['7'] } }, false],
    ['null', { detail: { parent: [null] } }, true],
    ['one element of a list', { detail: { tags: ['deep'] } }, true],
    ['prefix', { 'detail-type': [{ prefix: 'block.' }] }, true],
    ['suffix', { 'detail-type': [{ suffix: '.removed' }] }, false],
    ['prefix that ignores case', { 'detail-type': [{ prefix: { 'equals-ignore-case': 'BLOCK' } }] }, true],
    ['equals-ignore-case', { detail: { inner: { name: [{ 'equals-ignore-case': 'aLPHA' }] } } }, true],
    ['anything-but', { source: [{ 'anything-but': ['other'] }] }, true],
    ['anything-but of its own value', { source: [{ 'anything-but': 'indexer' }] }, false],
    ['anything-but of a prefix', { 'detail-type': [{ 'anything-but': { prefix: 'block.' } }] }, false],
    ['anything-but does not match an absent field', { nope: [{ 'anything-but': 'x' }] }, false],
    ['exists', { detail: { chain: [{ exists: true }] } }, true],
    ['exists false on a present field', { detail: { chain: [{ exists: false }] } }, false],
    ['exists false on an absent field', { detail: { nope: [{ exists: false }] } }, true],
    ['numeric range', { detail: { height: [{ numeric: ['>', 5, '<=', 7] }] } }, true],
    ['numeric outside its range', { detail: { height: [{ numeric: ['>', 7] }] } }, false],
    ['$or', { $or: [{ source: ['other'] }, { detail: { height: [7] } }] }, true],
    ['$or with no match', { $or: [{ source: ['other'] }, { detail: { height: [8] } }] }, false],
  ])('the pattern case "%s" has the expected result', (_, pattern, expected) => {
    expect(compilePattern(pattern)(event)).toBe(expected);
  });

  test('an unsupported operator is rejected when the rule is created', () => {
    expect(() => compilePattern({ nope: ['x'], source: [{ wildcard: 'in*' }] })).toThrow('wildcard');
  });
});
