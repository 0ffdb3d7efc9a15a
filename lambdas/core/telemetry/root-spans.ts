import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { optionalEnv } from '../contract/env';
import { log } from '../runtime/log';
import { setTracer } from './active-span';
import type { Route, Step } from './span';
import type { Tracer } from './tracer';

// OpenTelemetry spans, if the configuration has `openTelemetry`. Otherwise nothing more is loaded, and these functions
// only call `work`.

let loading: Promise<Tracer | undefined> | undefined;

/** undefined if it cannot be loaded: work goes on without spans. */
function load(): Promise<Tracer | undefined> | undefined {
  if (optionalEnv('otlpEndpoint') === undefined) return undefined;
  loading ??= loadTracer().catch((error: unknown) => {
    log.error('OpenTelemetry cannot be loaded', { error });
    return undefined;
  });
  return loading;
}

async function loadTracer(): Promise<Tracer> {
  const { createTracerFromEnv } = await import('./tracer');
  const tracer = createTracerFromEnv();
  setTracer(tracer);
  return tracer;
}

/** Call during init, when Lambda gives a function the most CPU time. Otherwise the first span loads the rest. */
export function prepareSpans(): void {
  void load();
}

/** Continues the caller's trace, and exports before it returns, as Lambda freezes the function then. */
export async function inRequestSpan(
  route: Route,
  event: APIGatewayProxyEvent,
  work: () => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> {
  const loaded = load();
  const tracer = loaded && (await loaded);
  return tracer ? tracer.inRequestSpan(route, event, work) : work();
}

/** In the trace of the step's subjects. */
export async function inStepSpan<T>(toStep: () => Step, work: () => Promise<T>): Promise<T> {
  const loaded = load();
  const tracer = loaded && (await loaded);
  return tracer ? tracer.inStepSpan(toStep(), work) : work();
}
