import type { ActiveSpans, Attributes, NewSpan } from './span';

// Apart from `root-spans.ts`, because loading the tracer leads to AWS clients, which use this.

let spans: ActiveSpans | undefined;

export const setSpans = (opened: ActiveSpans): void => {
  spans = opened;
};

/** A part of the active span; without one, only calls `work`. */
export const inSpan = <T>(toSpan: () => NewSpan, work: () => Promise<T>): Promise<T> =>
  spans ? spans.inSpan(toSpan, work) : work();

/** Adds to the active span. */
export const annotate = (attributes: Attributes): void => spans?.annotate(attributes);

/** Call at the end of an invocation, as Lambda freezes the function then. Never throws; takes a second at most. */
export const flushSpans = async (): Promise<void> => spans?.flush();
