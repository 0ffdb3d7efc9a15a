import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, SamplingDecision, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { env, lambdaVariables, optionalEnv } from '../contract/env';
import type { PlanName } from '../contract/plans';
import { BoundedCache } from '../domain/bounded-cache';
import { USER_AGENT } from '../fetch/user-agent';
import { systemClock } from '../runtime/clock';
import { createExporter, type Exporter } from './exporter';
import { createHeaders } from './headers';
import { toHttpStatus } from './http-status';
import { createIds, toSpanId, toTraceId } from './ids';
import type { Attributes, NewSpan, Route, Step, Subject } from './span';

const [SCOPE = '', VERSION = ''] = USER_AGENT.split('/');
const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};
/** Outcomes of conditional writes, which their callers handle. */
const EXPECTED_ERRORS: ReadonlySet<string> = new Set([
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
]);
const WITHOUT_KEY: PlanName = 'anonymous';
/** Blocks that are fetched and not indexed yet. */
const MAX_EARLY = 1_000;

interface TracerSettings {
  readonly service: string;
  /** Fraction of traces to sample, 0 to 1. */
  readonly ratio: number;
  readonly exporter: Exporter;
}
interface SpanPlacement {
  readonly parent?: SpanContext | undefined;
  readonly traceId?: string;
  readonly spanId?: string | undefined;
  readonly links?: Link[];
  /** Unix ms. */
  readonly startTime?: number | undefined;
}

export function createTracer({ service, ratio, exporter }: TracerSettings) {
  const ids = createIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': VERSION }),
    idGenerator: ids,
    // No span is started for a trace that is not sampled.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [{ onStart() {}, onEnd: exporter.add, forceFlush: exporter.flush, shutdown: exporter.flush }],
  });
  const spans = provider.getTracer(SCOPE, VERSION);
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Span | undefined>();
  /** Start of a subject's parent step, if a child started it, Unix ms. */
  const startedAt = new BoundedCache<string, number>(MAX_EARLY);

  /** All spans of a trace get the same answer, in every process. */
  const isSampled = (traceId: string): boolean =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  const getActive = (): Span | undefined => {
    const span = active.getStore();
    // Work that outlives its span, such as a batch for several callers, does not belong to it.
    return span?.isRecording() ? span : undefined;
  };
  const start = (
    { name, kind = 'internal', attributes = {} }: NewSpan,
    { parent, links = [], startTime, ...own }: SpanPlacement,
  ): Span => {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const options = { kind: KINDS[kind], attributes, links, ...(startTime === undefined ? {} : { startTime }) };
    return ids.choose(own, () => spans.startSpan(name, options, context));
  };
  const annotate = (span: Span, attributes: Attributes): void => {
    span.setAttributes(attributes);
    if (attributes['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  };
  const during = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await active.run(span, work);
    } catch (error) {
      const name = error instanceof Error ? error.name : 'Error';
      // Messages may contain secrets.
      if (!EXPECTED_ERRORS.has(name)) annotate(span, { 'error.type': name });
      throw error;
    } finally {
      span.end();
    }
  };
  const startStep = (
    { name, kind, attributes, parentStep, hasChildren }: Step,
    { id, ...own }: Subject,
    links?: Link[],
  ) => {
    const traceId = toTraceId(id);
    const span = {
      name,
      ...(kind ? { kind } : {}),
      attributes: { ...getFunction(), ...attributes, ...own.attributes },
    };
    return start(span, {
      traceId,
      parent: parentStep && {
        traceId,
        spanId: toSpanId(id, parentStep),
        traceFlags: TraceFlags.SAMPLED,
        isRemote: true,
      },
      ...(links ? { links } : {}),
      ...(hasChildren ? { spanId: toSpanId(id, name), startTime: startedAt.get(id) } : {}),
    });
  };

  const inOwnTrace = <T>({ parentStep: _, ...step }: Step, work: () => Promise<T>): Promise<T> => {
    const id = ids.generateTraceId();
    return isSampled(id) ? during(startStep(step, { id }), work) : active.run(undefined, work);
  };

  return {
    async inStepSpan<T>(step: Step, work: () => Promise<T>): Promise<T> {
      if (step.subjects.length === 0) return inOwnTrace(step, work);
      const sampled = step.subjects.filter(({ id }) => isSampled(toTraceId(id)));
      const last = sampled.at(-1);
      if (!last) return active.run(undefined, work);
      if (step.startsParent && !startedAt.has(last.id)) startedAt.set(last.id, systemClock());
      const span = startStep(step, last);
      const links = [{ context: span.spanContext() }];
      let run = () => during(span, work);
      for (const subject of step.hasChildren ? sampled.slice(0, -1) : []) {
        const [other, inner] = [startStep(step, subject, links), run];
        run = () => during(other, inner);
      }
      try {
        return await run();
      } finally {
        if (step.hasChildren) for (const { id } of step.subjects) startedAt.delete(id);
      }
    },

    async inRequestSpan(
      { method, path }: Route,
      { headers, requestContext }: Pick<APIGatewayProxyEvent, 'headers' | 'requestContext'>,
      work: () => Promise<APIGatewayProxyResult>,
    ): Promise<APIGatewayProxyResult> {
      const parent = trace.getSpanContext(propagator.extract(ROOT_CONTEXT, toCarrier(headers), defaultTextMapGetter));
      const isSampledByCaller = parent !== undefined && (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
      // Sampled requests cost the operator time and money, so only callers with a key may ask for it. The ratio applies
      // to a new ID, as the caller chose the trace's.
      const hasKey = (requestContext?.authorizer?.plan ?? WITHOUT_KEY) !== WITHOUT_KEY;
      const sampled = parent && (hasKey || !isSampledByCaller) ? isSampledByCaller : isSampled(ids.generateTraceId());
      if (!sampled) return active.run(undefined, work);
      const request = { 'http.request.method': method, 'http.route': path, 'request.id': requestContext?.requestId };
      const attributes = { ...getFunction(), ...request };
      const span = start({ name: `${method} ${path}`, kind: 'server', attributes }, { parent });
      try {
        return await during(span, async () => {
          const answer = await work();
          annotate(span, toHttpStatus(answer.statusCode, 500));
          return answer;
        });
      } finally {
        await exporter.flush();
      }
    },

    async inSpan<T>(toSpan: () => NewSpan, work: () => Promise<T>): Promise<T> {
      const parent = getActive()?.spanContext();
      return parent ? during(start(toSpan(), { parent }), work) : work();
    },

    annotate(attributes: Attributes): void {
      const span = getActive();
      if (span) annotate(span, attributes);
    },

    flush: (): Promise<void> => exporter.flush(),
  };
}
export type Tracer = ReturnType<typeof createTracer>;

/** With the settings of the environment. */
export const createTracerFromEnv = (): Tracer =>
  createTracer({
    service: env('otlpService'),
    ratio: Number(env('otlpRatio')),
    exporter: createExporter({ endpoint: env('otlpEndpoint'), getHeaders: createHeaders(optionalEnv('otlpHeaders')) }),
  });

const getFunction = (): Attributes => ({ 'faas.name': lambdaVariables().AWS_LAMBDA_FUNCTION_NAME });

/** API Gateway keeps the caller's case of header names. Without `tracestate`, whose values are the caller's. */
const toCarrier = (headers: APIGatewayProxyEvent['headers'] | null) => ({
  traceparent: Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'traceparent')?.[1],
});
