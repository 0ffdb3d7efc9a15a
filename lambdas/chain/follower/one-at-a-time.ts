const nothing = (): void => undefined;

/** Runs work one at a time, in the order of the calls. A failure affects only its own caller. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // Drops the result, which would be retained until the next call.
    last = result.then(nothing, nothing);
    return result;
  };
}
