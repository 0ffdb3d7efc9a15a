import { NodeDown } from '../../../lambdas/core/node/errors';
import { rpcMethods } from '../../../lambdas/node-rpc/contract/registry';
import { createCalls } from '../../../lambdas/node-rpc/serving/calls';
import { failure } from '../../../lambdas/pchain/domain/json-rpc/answer';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { callsWorld, MAINNET } from '../../support/node-rpc/calls-world';
import { headsWorld } from '../../support/node-rpc/heads-world';

const HEAD_METHOD = 'platform.getValidatorFeeState';
/** Methods forwarded to the node, by cache lifetime. */
const getNames = (cache: unknown) =>
  rpcMethods.filter((one) => one.cache === cache && one.name !== HEAD_METHOD).map(({ name }) => name);

describe('the cache of results', () => {
  test.each(getNames('block'))('a result is cached until the next block: %s', async (method) => {
    const { calls, asked, node } = callsWorld();
    const first = await calls({ method }, MAINNET);
    expect(await calls({ method, params: '[]' }, MAINNET)).toEqual(first);
    expect(asked).toHaveLength(1);
    node.height = '101';
    expect(await calls({ method }, MAINNET)).not.toEqual(first);
    expect(asked).toHaveLength(2);
  });
  test.each(getNames('forever'))('a result is cached forever: %s', async (method) => {
    const { calls, asked, node } = callsWorld({ ask: async () => ({ result: '1' }) });
    await calls({ method }, MAINNET);
    node.height = '101';
    await calls({ method }, MAINNET);
    expect(asked).toHaveLength(1);
  });
  test.each(getNames(1))('a result is cached for a second: %s', async (method) => {
    const { calls, asked, node } = callsWorld();
    for (const [passedMs, times] of [
      [0, 1],
      [999, 1],
      [2, 2],
    ] as const) {
      node.now += passedMs;
      await calls({ method }, MAINNET);
      expect(asked).toHaveLength(times);
    }
  });
  test.each(getNames(0))('a result is not cached: %s', async (method) => {
    const { calls, asked } = callsWorld();
    await calls({ method }, MAINNET);
    await calls({ method }, MAINNET);
    expect(asked).toHaveLength(2);
  });
  test('errors are never cached', async () => {
    for (const { name: method } of rpcMethods.filter(({ name }) => name !== HEAD_METHOD)) {
      let isBusy = true;
      const { calls } = callsWorld({ ask: async () => (isBusy ? failure(-32000, 'busy') : { result: '1' }) });
      expect(await calls({ method }, MAINNET)).toEqual(failure(-32000, 'busy'));
      isBusy = false;
      expect(await calls({ method }, MAINNET)).toEqual({ result: '1' });
    }
  });
  test('results are cached by network, method and known parameters', async () => {
    const { calls, asked } = callsWorld();
    const method = 'platform.getTotalStake';
    await calls({ method }, MAINNET);
    await calls({ method }, { ...MAINNET, network: 'fuji' });
    await calls({ method, params: '{"subnetID":"a"}' }, MAINNET);
    await calls({ method: 'platform.getMinStake' }, MAINNET);
    expect(asked).toHaveLength(4);
    // Unknown parameters are not sent, so the answer is the same.
    await calls({ method, params: '{"x":1,"SUBNETID" : "a"}' }, MAINNET);
    expect(asked).toEqual([`${method} {}`, `${method} {}`, `${method} {"subnetID":"a"}`, 'platform.getMinStake {}']);
  });
  test('results are cached for a second while the node reports no height', async () => {
    let answeredAt = 1;
    const heads = async () => ({ answeredAt, feeState: { result: '{}' } });
    const { calls, asked } = callsWorld({ heads });
    const times = async () => {
      await calls({ method: 'platform.getTimestamp' }, MAINNET);
      return asked.length;
    };
    expect([await times(), await times()]).toEqual([1, 1]);
    answeredAt = 1_001;
    expect(await times()).toBe(2);
  });
});

describe('a node that does not answer', () => {
  const message = 'the P-Chain of mainnet is unavailable: the node does not answer; try again';
  test.each(['platform.getValidatorFeeState', 'platform.getTx', 'platform.sampleValidators'])(
    'an unresponsive node is reported as an error of the call: %s',
    async (method) => {
      const heads = () => Promise.reject(new NodeDown('the node does not answer'));
      expect(await callsWorld({ heads }).calls({ method }, MAINNET)).toEqual(failure(-32000, message));
    },
  );
  test('the fee state of an indexed chain is answered while the node is down', async () => {
    const heads = () => Promise.reject(new NodeDown('the node does not answer'));
    const replayed = async (network: string) => ({
      result: `{"excess":${network.length},"price":512,"timestamp":"2026-11-24T00:00:00Z"}`,
    });
    const { calls } = callsWorld({ heads, replayed });
    expect(await calls({ method: HEAD_METHOD }, MAINNET)).toEqual({
      result:
        '{"excess":{"value":7,"unit":"gas"},"price":{"value":512,"unit":"nAVAX/s"},"timestamp":"2026-11-24T00:00:00Z"}',
    });
    expect(await calls({ method: 'platform.getTx' }, MAINNET)).toEqual(failure(-32000, message));
  });
  test('a failed call does not affect other calls', async () => {
    const ask = () => Promise.reject(new NodeDown('the node does not answer'));
    const { calls } = callsWorld({ ask });
    expect(await calls({ method: 'platform.getTx' }, MAINNET)).toEqual(failure(-32000, message));
    expect(await calls({ method: HEAD_METHOD }, MAINNET)).toHaveProperty('result');
  });
  test('an unknown method gets its error without the node', async () => {
    const heads = () => Promise.reject(new NodeDown('the node does not answer'));
    expect(await callsWorld({ heads }).calls({ method: 'platform.nope' }, MAINNET)).toMatchObject({
      error: { code: -32601 },
    });
  });
  test('other failures are not reported as an unresponsive node', async () => {
    const heads = () => Promise.reject(new Error('no table'));
    const outcome = await withMutedErrors(() => callsWorld({ heads }).calls({ method: HEAD_METHOD }, MAINNET));
    expect(outcome).toEqual(failure(-32603, 'the service could not answer; the failure is logged'));
  });
});

test.each(['up', 'down', 'hung', 'without heights'] as const)(
  'a caller gets an answer within five seconds from a slow node that is %s',
  async (mode) => {
    const world = headsWorld();
    const { timer } = world;
    world.node.latencyMs = 1_500;
    world.node.mode = mode;
    const calls = createCalls({ heads: world.open(), ask: world.ask, replayed: async () => undefined, timer });
    const waits = ['platform.getTimestamp', HEAD_METHOD, 'platform.getTx'].map(async (method) => {
      const began = timer.now();
      const outcome = await calls({ method }, MAINNET);
      return [timer.now() - began, 'error' in outcome] as const;
    });
    for (const [waitedMs, failed] of await timer.run(Promise.all(waits))) {
      expect(waitedMs).toBeLessThanOrEqual(5_000);
      if (mode === 'down' || mode === 'hung') expect(failed).toBe(true);
    }
  },
);
