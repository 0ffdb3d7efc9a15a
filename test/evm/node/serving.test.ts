import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { servingNodes } from '../../../lambdas/evm/node/serving';
import { withoutWaiting } from '../../support/without-waiting';

/** Checks chain 43114 at a node with this answer; `asked` counts its calls. */
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

describe('servingNodes', () => {
  test.each(['0xa86a', '0xA86A', '0x000a86a'])('a node serves its chain when eth_chainId is %s', async (answer) => {
    expect(await asking(() => answer).isServing()).toBe(true);
  });
  test.each<[string, () => unknown]>([
    ['reports another chain', () => '0x1'],
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
      'rejects the call',
      () => {
        throw new NodeRefused(-32_601, 'the method does not exist');
      },
    ],
  ])('a node does not serve its chain when it %s', async (_, answer) => {
    expect(await asking(answer).isServing()).toBe(false);
  });
  test('a node that does not answer within a second does not serve its chain', async () => {
    const { isServing } = asking(() => new Promise(() => undefined));
    const waits: number[] = [];
    expect(await withoutWaiting(isServing, waits)).toBe(false);
    expect(waits).toContain(1_000);
  });
  test('a success is cached for 30 s and a failure for 5 s, and concurrent checks share one call', async () => {
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
