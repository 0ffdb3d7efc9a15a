import type { Functions } from './lambda/functions';
import type { Resource, Resources } from './resources';

type Schedule = Resource<'AWS::Scheduler::Schedule'>;

const UNITS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** EventBridge Scheduler's own default. */
const DEFAULT_RETRIES = 185;
/** Retries back off from one second to five minutes. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;

/** Starts every enabled schedule, each at once and then at its rate; the function it returns ends them. */
export function startSchedules(resources: Resources, functions: Functions): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  let ended = false;

  const attempt = async (schedule: Schedule, tried: number): Promise<void> => {
    const { Target } = schedule.properties;
    try {
      await functions.find(Target.Arn).invoke(JSON.parse(Target.Input), 'async');
    } catch {
      // The function's log has the error.
      if (ended || tried >= (Target.RetryPolicy?.MaximumRetryAttempts ?? DEFAULT_RETRIES)) return;
      later(Math.min(FIRST_RETRY_MS * 2 ** tried, LAST_RETRY_MS), () => fire(schedule, tried + 1));
    }
  };
  const fire = (schedule: Schedule, tried: number): void => {
    attempt(schedule, tried).catch((error) => console.error(`Schedule ${schedule.logicalId} failed:`, error));
  };
  const schedules = resources.of('AWS::Scheduler::Schedule').filter(({ properties }) => properties.State === 'ENABLED');
  for (const schedule of schedules) {
    const interval = intervalOf(schedule);
    // The next firing does not wait for this one to end.
    const repeat = () => {
      fire(schedule, 0);
      later(interval, repeat);
    };
    repeat();
  }
  return () => {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
  };
}

function intervalOf({ stack, logicalId, properties: { ScheduleExpression } }: Schedule): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression) ?? [];
  const ms = UNITS[unit ?? ''];
  if (ms !== undefined) return Number(count) * ms;
  throw new Error(
    `${stack}/${logicalId}: the local runner knows rate(n minutes|hours|days), not ${ScheduleExpression}.`,
  );
}
