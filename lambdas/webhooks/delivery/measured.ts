import type { SQSEvent } from 'aws-lambda';
import { log } from '../../core/runtime/log';
import type { Meter } from '../../core/table/table';
import { flushSpans } from '../../core/telemetry/active-span';

export async function measured<T>(
  done: string,
  { Records }: SQSEvent,
  meter: Meter,
  work: () => Promise<T>,
  counts: object = {},
): Promise<T> {
  const began = performance.now();
  Object.assign(meter, { requests: 0, readUnits: 0, writeUnits: 0 });
  try {
    const answer = await work();
    log.info(done, { messages: Records.length, ms: Math.round(performance.now() - began), ...meter, ...counts });
    return answer;
  } finally {
    await flushSpans();
  }
}
