/** Part of a classic-level database. */
interface Database<Snapshot> {
  snapshot(): Snapshot;
}
interface Closable {
  close(): Promise<void>;
}

/** How many times within its age the past moves on. */
const STEPS = 14;

/**
 * The store as it was a while ago: what a read that is not consistent may still see in AWS, where a copy lags behind. In
 * local mode such reads are never late by themselves.
 */
export function openPast<Snapshot extends Closable>(db: Database<Snapshot>, ageMs: number) {
  const kept: { readonly at: number; readonly snapshot: Snapshot }[] = [];
  const step = (): void => {
    kept.push({ at: performance.now(), snapshot: db.snapshot() });
    // The second one is old enough to be read, so nobody asks for the first any more.
    while (kept[1] && performance.now() - kept[1].at >= ageMs) void kept.shift()?.snapshot.close();
  };
  step();
  const timer = setInterval(step, ageMs / STEPS).unref();
  return {
    /** The state of `ageMs` ago, or that of the start. */
    snapshot: (): Snapshot => {
      const [oldest] = kept;
      if (!oldest) throw new Error('the past is closed');
      return oldest.snapshot;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all(kept.splice(0).map(({ snapshot }) => snapshot.close()));
    },
  };
}
/** What `openPast` gives. */
export type Past<Snapshot extends Closable> = ReturnType<typeof openPast<Snapshot>>;
