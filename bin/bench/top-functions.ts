import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A V8 CPU profile; times in microseconds. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** V8's names for time in which a thread waits. */
const WAITING = new Set(['(idle)', '(program)']);
/** Threads with less busy time are left out as noise. */
const MIN_BUSY_SECONDS = 1;

export function topFunctions(folder: string, count: number): string[] {
  return readdirSync(folder).flatMap((file) => {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    const seconds = new Map<string, number>();
    let [busy, total] = [0, 0];
    for (const [i, id] of samples.entries()) {
      const frame = frames.get(id);
      const took = (timeDeltas[i] ?? 0) / 1e6;
      total += took;
      if (!frame || WAITING.has(frame.functionName)) continue;
      busy += took;
      const place = frame.url === '' ? '' : ` ${frame.url.split('/').slice(-2).join('/')}:${frame.lineNumber + 1}`;
      const name = `${frame.functionName || '(anonymous)'}${place}`;
      seconds.set(name, (seconds.get(name) ?? 0) + took);
    }
    if (busy < MIN_BUSY_SECONDS) return [];
    const rows = [...seconds].toSorted((a, b) => b[1] - a[1]).slice(0, count);
    return [
      `\nThread ${file.split('.').at(-3)}: busy for ${busy.toFixed(1)} of ${total.toFixed(1)} s`,
      ...rows.map(([name, took]) => `${took.toFixed(2).padStart(8)} s  ${name}`),
    ];
  });
}
