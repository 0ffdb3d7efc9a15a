/** Part of a classic-level database. */
interface Database<Snapshot> {
  snapshot(): Snapshot;
}
interface Closable {
  close(): Promise<void>;
}

/** Longer than a page takes that is being read, ms. */
const READ_MS = 10_000;
/** How many times within its age the past moves on. */
const STEPS = 14;

/**
 * A view of the store as it was a while ago. In AWS, an eventually consistent read may reach a replica that lags behind;
 * the local store has only one copy.
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
    /** The state of `ageMs` ago, or that of the start. */
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
