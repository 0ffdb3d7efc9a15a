import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { createTracer } from '../../lambdas/core/telemetry/tracer';

const toPlain = (span: ReadableSpan) => ({
  ...span.spanContext(),
  state: span.spanContext().traceState?.serialize(),
  name: span.name,
  kind: SpanKind[span.kind],
  parentId: span.parentSpanContext?.spanId,
  start: span.startTime[0] * 1e9 + span.startTime[1],
  hasFailed: span.status.code === SpanStatusCode.ERROR,
  attributes: span.attributes,
  links: span.links.map(({ context: { traceId, spanId } }) => ({ traceId, spanId })),
});

/** A tracer that collects its spans, in the order in which they end. */
export function collectSpans(ratio = 1) {
  const spans: ReturnType<typeof toPlain>[] = [];
  let flushes = 0;
  const exporter = {
    add: (span: ReadableSpan) => void spans.push(toPlain(span)),
    flush: async () => {
      flushes += 1;
    },
  };
  return {
    tracer: createTracer({ service: 'chain-data', ratio, exporter }),
    spans,
    flushes: () => flushes,
    /** The only span with this name. */
    named(name: string) {
      const [found, ...others] = spans.filter((span) => span.name === name);
      if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} spans are named ${name}`);
      return found;
    },
  };
}
