import type { ActiveTracer, Attributes, NewSpan } from './span';

// Apart from `root-spans.ts`, because loading the tracer leads to AWS clients, which use this.

let tracer: ActiveTracer | undefined;

export const setTracer = (active: ActiveTracer): void => {
  tracer = active;
};

/** A part of the active span; without one, only calls `work`. */
export const inSpan = <T>(toSpan: () => NewSpan, work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.inSpan(toSpan, work) : work();

/** Adds to the active span. */
export const annotate = (attributes: Attributes): void => tracer?.annotate(attributes);

/** Call at the end of an invocation, as Lambda freezes the function then. Never throws; takes a second at most. */
export const flushSpans = async (): Promise<void> => tracer?.flush();
