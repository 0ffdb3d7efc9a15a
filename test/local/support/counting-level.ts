import { ClassicLevel } from 'classic-level';

/** Counted calls of a LevelDB. */
export interface Counts {
  /** Sizes of the batches so far; a single write counts as 0. */
  readonly writes: number[];
  entriesRead: number;
}

/** Opens a LevelDB that counts its writes and read entries. */
export async function createCounting(directory: string): Promise<{ db: ClassicLevel; counts: Counts }> {
  const db = new ClassicLevel(directory);
  await db.open();
  const counts: Counts = { writes: [], entriesRead: 0 };
  const { batch, put, del, values } = db;
  Object.assign(db, {
    batch(operations: unknown[]) {
      counts.writes.push(operations.length);
      return Reflect.apply(batch, db, [operations]);
    },
    put(...args: unknown[]) {
      counts.writes.push(0);
      return Reflect.apply(put, db, args);
    },
    del(...args: unknown[]) {
      counts.writes.push(0);
      return Reflect.apply(del, db, args);
    },
    values(...args: unknown[]) {
      const iterator = Reflect.apply(values, db, args);
      const nextv = iterator.nextv.bind(iterator);
      return Object.assign(iterator, {
        async nextv(size: number) {
          const entries = await nextv(size);
          counts.entriesRead += entries.length;
          return entries;
        },
      });
    },
  });
  return { db, counts };
}
