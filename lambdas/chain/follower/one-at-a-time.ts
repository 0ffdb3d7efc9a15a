const nothing = (): void => undefined;

/** Runs work one after the other, in the order in which it is given. A failure is its caller's alone. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // Without its result, which would be kept until the next.
    last = result.then(nothing, nothing);
    return result;
  };
}
