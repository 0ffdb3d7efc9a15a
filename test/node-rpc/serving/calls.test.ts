import { NodeDown } from '../../../lambdas/core/node/errors';
import { rpcMethods } from '../../../lambdas/node-rpc/contract/registry';
import { createCalls } from '../../../lambdas/node-rpc/serving/calls';
import { failure } from '../../../lambdas/pchain/domain/json-rpc/answer';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { callsWorld, MAINNET } from '../../support/node-rpc/calls-world';
import { headsWorld } from '../../support/node-rpc/heads-world';

const HEAD_METHOD = 'platform.getValidatorFeeState';
/** The methods that are asked of the node by themselves, by how long their results are kept. */
const getNames = (cache: unknown) =>
  rpcMethods.filter((one) => one.cache === cache && one.name !== HEAD_METHOD).map(({ name }) => name);

describe('a result is kept', () => {
  test.each(getNames('block'))('until the next block: %s', async (method) => {
    const { calls, asked, node } = callsWorld();
    const first = await calls({ method }, MAINNET);
    expect(await calls({ method, params: '[]' }, MAINNET)).toEqual(first);
    expect(asked).toHaveLength(1);
    node.height = '101';
    expect(await calls({ method }, MAINNET)).not.toEqual(first);
    expect(asked).toHaveLength(2);
  });
  test.each(getNames('forever'))('for good: %s', async (method) => {
    const { calls, asked, node } = callsWorld({ ask: async () => ({ result: '1' }) });
    await calls({ method }, MAINNET);
    node.height = '101';
    await calls({ method }, MAINNET);
    expect(asked).toHaveLength(1);
  });
  test.each(getNames(1))('for a second: %s', async (method) => {
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
  test.each(getNames(0))('not at all: %s', async (method) => {
    const { calls, asked } = callsWorld();
    await calls({ method }, MAINNET);
    await calls({ method }, MAINNET);
    expect(asked).toHaveLength(2);
  });
  test('never where it is an error', async () => {
    for (const { name: method } of rpcMethods.filter(({ name }) => name !== HEAD_METHOD)) {
      let isBusy = true;
      const { calls } = callsWorld({ ask: async () => (isBusy ? failure(-32000, 'busy') : { result: '1' }) });
      expect(await calls({ method }, MAINNET)).toEqual(failure(-32000, 'busy'));
      isBusy = false;
      expect(await calls({ method }, MAINNET)).toEqual({ result: '1' });
    }
  });
  test('apart for each network, method and parameters', async () => {
    const { calls, asked } = callsWorld();
    const method = 'platform.getTotalStake';
    await calls({ method }, MAINNET);
    await calls({ method }, { ...MAINNET, network: 'fuji' });
    await calls({ method, params: '{"subnetID":"a"}' }, MAINNET);
    await calls({ method: 'platform.getMinStake' }, MAINNET);
    expect(asked).toHaveLength(4);
    // What the method does not have is not sent, so that the answer is the same.
    await calls({ method, params: '{"x":1,"SUBNETID" : "a"}' }, MAINNET);
    expect(asked).toEqual([`${method} {}`, `${method} {}`, `${method} {"subnetID":"a"}`, 'platform.getMinStake {}']);
  });
  test('for a second where the node does not tell its height', async () => {
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
    'is an error of the call: %s',
    async (method) => {
      const heads = () => Promise.reject(new NodeDown('the node does not answer'));
      expect(await callsWorld({ heads }).calls({ method }, MAINNET)).toEqual(failure(-32000, message));
    },
  );
  test('is no error of the fee state where the chain is indexed', async () => {
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
  test('for this call alone', async () => {
    const ask = () => Promise.reject(new NodeDown('the node does not answer'));
    const { calls } = callsWorld({ ask });
    expect(await calls({ method: 'platform.getTx' }, MAINNET)).toEqual(failure(-32000, message));
    expect(await calls({ method: HEAD_METHOD }, MAINNET)).toHaveProperty('result');
  });
  test('is not asked for what is unknown anyway', async () => {
    const heads = () => Promise.reject(new NodeDown('the node does not answer'));
    expect(await callsWorld({ heads }).calls({ method: 'platform.nope' }, MAINNET)).toMatchObject({
      error: { code: -32601 },
    });
  });
  test('other failures are not taken for it', async () => {
    const heads = () => Promise.reject(new Error('no table'));
    const outcome = await withMutedErrors(() => callsWorld({ heads }).calls({ method: HEAD_METHOD }, MAINNET));
    expect(outcome).toEqual(failure(-32603, 'the service could not answer; the failure is logged'));
  });
});

test.each(['up', 'down', 'hung', 'without heights'] as const)(
  'a caller has an answer within five seconds from a node that is %s, however slow it is at first',
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
