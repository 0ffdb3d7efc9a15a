import { follow } from '../../lambdas/app/contract/follower-functions';
import { functions } from '../../lambdas/app/contract/functions';
import type { FunctionSpec } from '../../lambdas/core/contract/function';
import { PLANS } from '../../lambdas/core/contract/plans';
import { readNft } from '../../lambdas/evm/contract/functions';
import { parseConfig } from '../../lib/config';
import { concurrencyLine, concurrencyNeeded } from '../../lib/quotas';
import { getResources, templatesFor } from '../support/sources/templates';

const CHAINS = [
  { chainId: '43114' },
  { chainId: '43113', follower: 'minute' },
  { chainId: '7', traces: false },
  { chainId: '1', index: false },
];
const of = (value: unknown) => concurrencyNeeded(parseConfig(value, 'test'));
const executions = (value: unknown) => Object.fromEntries(of(value).parts.map((part) => [part.id, part.executions]));

describe('the concurrent executions of a configuration', () => {
  test('the default needs executions for one chain, the queues and one caller of each plan', () => {
    expect(of({})).toMatchObject({ minimum: 6, total: 229 });
    expect(executions({})).toMatchObject({
      Follow: 2,
      Backfill: 1,
      BackfillWorkers: 3,
      Reconcile: 1,
      Sweep: 1,
      Audit: 1,
      Api: 133,
    });
  });
  test('polled, untraced and unindexed chains need fewer executions', () => {
    expect(executions({ chains: CHAINS })).toMatchObject({
      Follow: 2,
      Backfill: 3,
      BackfillWorkers: 9,
      Reconcile: 3,
      Sweep: 1,
    });
    expect(of({ chains: CHAINS }).minimum).toBe(10);
  });
  test('a group of thirty chains needs two executions for its handover, as does a chain followed alone', () => {
    const chains = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, i) => ({ chainId: `${i + 1}`, ...more }));
    const alone = { chainId: '99', follower: 'alone' };
    expect(executions({ chains: chains(30) })).toMatchObject({ Follow: 2, FollowAlone: 0 });
    expect(executions({ chains: [...chains(31), alone] })).toMatchObject({ Follow: 4, FollowAlone: 2 });
    expect(executions({ chains: chains(31, { follower: 'minute' }) })).toMatchObject({ Follow: 2 });
    const [mainnet, shared] = [{ network: 'mainnet' }, { network: 'fuji', follower: 'continuous' }].map((one) => ({
      ...one,
      index: true,
    }));
    expect(executions({ chains: chains(1), pChains: [mainnet, shared] })).toMatchObject({ Follow: 2, FollowAlone: 2 });
  });
  test('the API needs an execution per ten requests a second, and at least five', () => {
    const plans = Object.fromEntries(PLANS.map((plan) => [plan, { rate: 1 }]));
    expect(executions({ plans, openEndpoints: { rate: 1, burst: 1 } }).Api).toBe(5);
    expect(executions({ plans, openEndpoints: { rate: 95, burst: 1 } }).Api).toBe(10);
  });
  test('every declared function counts, including a new one, and one without a trigger is an error', () => {
    const named = functions.flatMap(({ id, schedule }) => (schedule?.perWorker ? [id, `${id}Workers`] : [id]));
    expect(of({}).parts.map(({ id }) => id)).toEqual([...named, 'Api']);
    const config = parseConfig({ chains: CHAINS }, 'test');
    const before = concurrencyNeeded(config);
    const withNew = (spec: FunctionSpec) => concurrencyNeeded(config, [...functions, { ...spec, id: 'New' }]);
    expect(withNew(follow)).toMatchObject({ minimum: before.minimum + 2, total: before.total + 2 });
    expect(withNew(readNft)).toMatchObject({ minimum: before.minimum, total: before.total + 5 });
    const { queue: _, ...neither } = readNft;
    expect(() => withNew(neither)).toThrow('New has no queue, schedule or step');
  });
  test.each([{}, { chains: CHAINS }])('the needed executions match the limits in the template of %j', (value) => {
    const templates = templatesFor(value);
    const queues = getResources(templates, 'AWS::Lambda::EventSourceMapping').map(
      ([, { Properties }]) => (Properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency,
    );
    const schedules = getResources(templates, 'AWS::Scheduler::Schedule').length;
    const steps = functions.reduce((sum, { step }) => sum + (step?.atOnce ?? 0), 0);
    const { minimum, total } = of(value);
    // One group of chains, with its handover.
    const handovers = 1;
    const { BackfillWorkers: workers = 0 } = executions(value);
    expect(minimum + workers).toBe(schedules + handovers);
    expect(total).toBe(minimum + workers + queues.reduce((sum, one) => sum + one, 0) + steps + 133);
  });
  test('no function reserves executions, which the sum would have to count', () => {
    for (const [id, { Properties }] of getResources(templatesFor({}), 'AWS::Lambda::Function'))
      expect([id, Properties.ReservedConcurrentExecutions]).toEqual([id, undefined]);
  });
  test('the needed executions are printed as one sentence', () => {
    expect(concurrencyLine(parseConfig({}, 'test'))).toMatch(
      /needs 6 concurrent Lambda executions to index, and about 229 under load.* have 10: /,
    );
  });
});
