import { setImmediate } from 'node:timers/promises';
import { readAssembly } from '../../local/assembly';
import type { Functions } from '../../local/lambda/functions';
import { loadResources } from '../../local/resources';
import { startSchedules } from '../../local/schedules';
import { functionResource, removeFolders, writeAssembly } from './support/assembly';

const MINUTE_MS = 60_000;
let stop = () => {};
/** Pending timers on a separate clock, as earlier test files may fire or clear process timers. */
let [now, waiting]: [number, { at: number; run: () => void }[]] = [0, []];
const later = (ms: number, run: () => void) => {
  const one = { at: now + ms, run };
  waiting.push(one);
  return () => {
    waiting = waiting.filter((other) => other !== one);
  };
};
/** Advances the clock minute by minute and fires due timers. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await setImmediate();
    now += MINUTE_MS;
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    for (const { run } of due) run();
    await setImmediate();
  }
}
beforeEach(() => {
  [now, waiting] = [0, []];
});
afterEach(() => stop());
afterAll(removeFolders);

const getSchedule = (ScheduleExpression: string) => ({
  Type: 'AWS::Scheduler::Schedule',
  Properties: {
    ScheduleExpression,
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: {
      Arn: { 'Fn::GetAtt': ['Job', 'Arn'] },
      Input: '{}',
      RoleArn: 'x',
      RetryPolicy: { MaximumRetryAttempts: 0 },
    },
  },
});

/**
 * Starts a schedule of one function and returns the minutes of its invocations so far. By default the timeout of the
 * function exceeds the interval of its schedule.
 */
function start(
  rate: string,
  result: () => Promise<unknown>,
  more: Record<string, object> = {},
  timeoutSeconds = 7_200,
): number[] {
  const Resources = { Job: functionResource('job'), Schedule: getSchedule(rate), ...more };
  const assembly = writeAssembly({ app: { Resources: Resources as never } });
  const at: number[] = [];
  const invoke = () => {
    at.push(now / MINUTE_MS);
    return result();
  };
  const functions: Functions = {
    find: () => ({
      name: 'app-Job',
      timeoutSeconds,
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:app-Job',
      invoke,
      stop: async () => {},
    }),
    stop: async () => {},
  };
  stop = startSchedules(loadResources(readAssembly(assembly), 'http://127.0.0.1:1'), functions, later);
  return at;
}
const fails = () => Promise.reject(new Error('no'));

describe('schedules', () => {
  test('a schedule fires at the start and at its rate, even if the previous run has not ended', async () => {
    const at = start('rate(2 minutes)', () => new Promise(() => {}));
    await pass(5);
    expect(at).toEqual([0, 2, 4]);
    stop();
    await pass(5);
    expect(at).toHaveLength(3);
  });

  test('a failed function is retried twice, as in asynchronous Lambda invocations', async () => {
    const at = start('rate(1 hour)', fails);
    await pass(30);
    expect(at).toEqual([0, 1, 3]);
  });

  test('a failed function is not retried if its EventInvokeConfig forbids it', async () => {
    const Properties = { FunctionName: { Ref: 'Job' }, Qualifier: '$LATEST', MaximumRetryAttempts: 0 };
    const at = start('rate(1 hour)', fails, { Config: { Type: 'AWS::Lambda::EventInvokeConfig', Properties } });
    await pass(30);
    expect(at).toEqual([0]);
  });

  test('schedules of a short function start one after another to need few threads', async () => {
    const more = { Second: getSchedule('rate(1 minute)'), Third: getSchedule('rate(1 hour)') };
    const at = start('rate(1 minute)', async () => ({}), more, 59);
    expect(at).toEqual([]);
    // Infrequent schedules wait until a service that has just started is idle.
    expect(waiting.map((one) => one.at)).toEqual([250, 500, 60_750]);
    await pass(2);
    expect(at).toEqual([1, 1, 2, 2, 2]);
  });

  test('schedules of a function that can run for a whole interval all start at once', () => {
    expect(start('rate(1 minute)', async () => ({}), { Second: getSchedule('rate(1 minute)') }, 60)).toEqual([0, 0]);
  });

  test('an expression other than a rate is rejected', () => {
    expect(() => start('cron(0 12 * * ? *)', fails)).toThrow('app/Schedule');
  });
});
