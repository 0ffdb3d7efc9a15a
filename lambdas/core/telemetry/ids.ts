import { createHash } from 'node:crypto';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

/** The first 32 digits of a hash, or a UUID without hyphens: no message has to carry it. */
export const toTraceId = (subject: string): string => subject.replace(/^0x|-/g, '').slice(0, 32).toLowerCase();

/** The same in every process, so that a step in another one can be its child. */
export const toSpanId = (subject: string, step: string): string =>
  createHash('sha256').update(`${subject} ${step}`).digest('hex').slice(0, 16);

interface Ids {
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
}

/** `choose` sets IDs of the spans that `start` starts; others are random. */
export function createIds(): IdGenerator & { choose<T>(ids: Ids, start: () => T): T } {
  const random = new RandomIdGenerator();
  let chosen: Ids = {};
  return {
    generateTraceId: () => chosen.traceId ?? random.generateTraceId(),
    generateSpanId: () => chosen.spanId ?? random.generateSpanId(),
    choose(ids, start) {
      chosen = ids;
      try {
        return start();
      } finally {
        chosen = {};
      }
    },
  };
}
