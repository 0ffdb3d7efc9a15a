import type { Functions } from './lambda/functions';
import type { Resource, Resources } from './resources';

type Schedule = Resource<'AWS::Scheduler::Schedule'>;

const MINUTE_MS = 60_000;
const UNITS: Record<string, number> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 1_440 * MINUTE_MS };
/** Scheduled functions are invoked asynchronously; by default Lambda retries twice. */
const DEFAULT_MAX_RETRIES = 2;
/** Lambda retries after one minute, then after two more. */
const RETRY_DELAY_MS = MINUTE_MS;

/** Between the starts of short functions: most end within it, once their modules are loaded. */
const STAGGER_MS = 250;
/** For schedules less frequent than every minute: a starting service has more urgent work. */
const SELDOM_WAIT_MS = MINUTE_MS;

type Later = (ms: number, run: () => void) => () => void;
const byTimer: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Returns a stop function. Functions that may run a whole interval start at once; others are staggered. */
export function startSchedules(resources: Resources, functions: Functions, delayed: Later = byTimer): () => void {
  const cancels = new Set<() => void>();
  const later = (ms: number, run: () => void) => {
    const cancel = delayed(ms, () => {
      cancels.delete(cancel);
      run();
    });
    cancels.add(cancel);
  };
  let ended = false;
  const getRetries = (arn: string): number => {
    const config = resources
      .of('AWS::Lambda::EventInvokeConfig')
      .find(({ properties }) => functions.find(properties.FunctionName).arn === arn);
    return config?.properties.MaximumRetryAttempts ?? DEFAULT_MAX_RETRIES;
  };

  const attempt = async (schedule: Schedule, tried: number): Promise<void> => {
    const { Target } = schedule.properties;
    try {
      await functions.find(Target.Arn).invoke(JSON.parse(Target.Input), 'async');
    } catch {
      // The error is in the function's log.
      if (ended || tried >= getRetries(Target.Arn)) return;
      later(RETRY_DELAY_MS * (tried + 1), () => fire(schedule, tried + 1));
    }
  };
  const fire = (schedule: Schedule, tried: number): void => {
    attempt(schedule, tried).catch((error) => console.error(`Schedule ${schedule.logicalId} failed:`, error));
  };
  const schedules = resources.of('AWS::Scheduler::Schedule').filter(({ properties }) => properties.State === 'ENABLED');
  let wait = 0;
  for (const schedule of schedules) {
    const interval = getInterval(schedule);
    // Runs may overlap.
    const repeat = () => {
      fire(schedule, 0);
      later(interval, repeat);
    };
    const { timeoutSeconds } = functions.find(schedule.properties.Target.Arn);
    if (timeoutSeconds * 1_000 >= interval) {
      repeat();
    } else {
      wait += STAGGER_MS;
      later(wait + (interval > MINUTE_MS ? SELDOM_WAIT_MS : 0), repeat);
    }
  }
  return () => {
    ended = true;
    for (const cancel of cancels) cancel();
  };
}

function getInterval({ stack, logicalId, properties: { ScheduleExpression } }: Schedule): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression) ?? [];
  const ms = UNITS[unit ?? ''];
  if (ms !== undefined) return Number(count) * ms;
  throw new Error(
    `${stack}/${logicalId}: the local runner only supports rate(n minutes|hours|days), not ${ScheduleExpression}.`,
  );
}
