import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { servingNodes } from '../../../lambdas/evm/node/serving';
import { withoutWaiting } from '../../support/without-waiting';

/** Asks about chain 43114 of a node that answers so; `asked` counts its calls. */
function asking(answer: () => unknown) {
  let [time, calls] = [1_000_000, 0];
  const isServing = servingNodes(
    async (chainId, method) => {
      expect([chainId, method]).toEqual(['43114', 'eth_chainId']);
      calls++;
      return answer();
    },
    () => time,
  );
  return {
    isServing: () => isServing('43114'),
    pass: (ms: number) => {
      time += ms;
    },
    asked: () => calls,
  };
}

describe('a node', () => {
  test.each(['0xa86a', '0xA86A', '0x000a86a'])('serves its chain: it answers %s', async (answer) => {
    expect(await asking(() => answer).isServing()).toBe(true);
  });
  test.each<[string, () => unknown]>([
    ['is of another chain', () => '0x1'],
    ['answers null', () => null],
    ['answers a number', () => 43_114],
    ['answers text', () => 'soon'],
    [
      'is down',
      () => {
        throw new NodeDown('the node of chain 43114 does not answer');
      },
    ],
    [
      'refuses',
      () => {
        throw new NodeRefused(-32_601, 'the method does not exist');
      },
    ],
  ])('does not serve its chain: it %s', async (_, answer) => {
    expect(await asking(answer).isServing()).toBe(false);
  });
  test('does not serve its chain: it does not answer within a second', async () => {
    const { isServing } = asking(() => new Promise(() => undefined));
    const waits: number[] = [];
    expect(await withoutWaiting(isServing, waits)).toBe(false);
    expect(waits).toContain(1_000);
  });
  test('is asked again after half a minute, after a failure in five seconds, and once by several at a time', async () => {
    let isUp = true;
    const { isServing, pass, asked } = asking(() => (isUp ? '0xa86a' : '0x1'));
    expect(await Promise.all([isServing(), isServing()])).toEqual([true, true]);
    isUp = false;
    pass(29_999);
    expect([await isServing(), asked()]).toEqual([true, 1]);
    pass(1);
    expect([await isServing(), asked()]).toEqual([false, 2]);
    isUp = true;
    pass(4_999);
    expect([await isServing(), asked()]).toEqual([false, 2]);
    pass(1);
    expect([await isServing(), asked()]).toEqual([true, 3]);
  });
});
