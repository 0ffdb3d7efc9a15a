/** Keeps a promise in a set until it settles; its failure must be handled by the caller. */
export function track(running: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => running.delete(tracked));
  running.add(tracked);
}
