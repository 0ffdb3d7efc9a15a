interface Database<Snapshot> {
  snapshot(): Snapshot;
}
interface Closable {
  close(): Promise<void>;
}

/** Upper bound on the time to read a page, ms. */
const READ_MS = 10_000;
/** Snapshots per age. */
const STEPS = 14;

/**
 * A view of the store's past state. On AWS, an eventually consistent read may hit a lagging replica; the local store
 * has a single copy.
 */
export function createPast<Snapshot extends Closable>(db: Database<Snapshot>, ageMs: number) {
  const kept: { readonly at: number; readonly snapshot: Snapshot }[] = [];
  const age = ({ at }: { readonly at: number }): number => performance.now() - at;
  const step = (): void => {
    kept.push({ at: performance.now(), snapshot: db.snapshot() });
    while (kept[1] && age(kept[1]) >= ageMs + READ_MS) void kept.shift()?.snapshot.close();
  };
  step();
  const timer = setInterval(step, ageMs / STEPS).unref();
  return {
    /** The state `ageMs` ago, or at the start. */
    snapshot: (): Snapshot => {
      const found = kept.findLast((one) => age(one) >= ageMs) ?? kept[0];
      if (!found) throw new Error('the past is closed');
      return found.snapshot;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all(kept.splice(0).map(({ snapshot }) => snapshot.close()));
    },
  };
}
