/** Keeps work in a set until it has ended; whoever started it handles its failure. */
export function track(running: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => running.delete(tracked));
  running.add(tracked);
}
