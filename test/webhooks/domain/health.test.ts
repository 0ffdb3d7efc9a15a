import fc from 'fast-check';
import {
  failed,
  getPlaces,
  getState,
  type Health,
  messageFailed,
  succeeded,
} from '../../../lambdas/webhooks/domain/health';

const NOW = 1_700_000_000_000;
const UNKNOWN: Health = { failures: 0 };
const after = (changes: readonly ((health: Health) => Health)[]) =>
  changes.reduce((health, change) => change(health), UNKNOWN);
const success = (latencyMs: number) => (health: Health) => succeeded(health, NOW, latencyMs);
const failure = (health: Health) => failed(health, NOW, 5);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('receiver state', () => {
  test.each([
    ['no attempt', [], undefined],
    ['a response', [success(5)], 'healthy'],
    ['a response after one second', [success(1_000)], 'healthy'],
    ['a response after more than a second', [success(1_001)], 'slow'],
    ['one slow response among fast ones', [success(5), success(3_000), success(5)], 'healthy'],
    ['a failure', [failure], 'failing'],
    ['a failure of a slow receiver', [success(9_000), failure], 'failing'],
    ['four failures', times(4, failure), 'failing'],
    ['five failures', times(5, failure), 'dead'],
    ['a response after nine failures', [...times(9, failure), success(5)], 'healthy'],
    ['a message that failed for another reason', [(health: Health) => messageFailed(health, NOW)], 'healthy'],
  ] as const)('the state after %s (%j) is as specified', (_, changes, state) => {
    expect(getState(after(changes))).toBe(state);
  });
  test('only a dead receiver has a next try time', () => {
    expect(after(times(4, failure)).nextTryAt).toBeUndefined();
    expect(after(times(5, failure)).nextTryAt).toBe(NOW + 60_000);
    expect(after([...times(5, failure), success(5)]).nextTryAt).toBeUndefined();
  });
  test('the state determines the number of concurrent sends, and no attempt resets lastFailedAt', () => {
    const change = fc.oneof(fc.integer({ min: 0, max: 9_000 }).map(success), fc.constant(failure));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const health = after([(before) => messageFailed(before, 7), ...changes]);
        expect(health.lastFailedAt).toBe(7);
        const places = { healthy: 10, slow: 5, failing: 1, dead: 1 }[getState(health) ?? 'healthy'];
        expect(getPlaces(health)).toBe(places);
      }),
    );
  });
});
