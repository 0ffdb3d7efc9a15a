import { FULL } from './full';

/** Kills at each call (`npm test`: `ofEachName` calls per name, evenly spread). Returns the kills per name. */
export async function killedAtCalls<T>(
  ofEachName: number,
  run: (gate: (call: string) => void) => Promise<T>,
  check: (result: T, where: string) => void,
): Promise<ReadonlyMap<string, number>> {
  const calls: string[] = [];
  let killAt = 0;
  const gate = (call: string) => {
    calls.push(call);
    if (calls.length === killAt) throw new Error(`killed at ${call}`);
  };
  const killed = new Map<string, number>();
  check(await run(gate), 'nowhere');
  for (const at of killsAt([...calls], ofEachName)) {
    calls.length = 0;
    killAt = at;
    const result = await run(gate);
    const step = calls[at - 1] ?? '';
    killed.set(step, (killed.get(step) ?? 0) + 1);
    check(result, `${step}, call ${at}`);
  }
  return killed;
}

/** Calls count from 1. */
function killsAt(calls: readonly string[], ofEachName: number): readonly number[] {
  if (FULL) return calls.map((_, i) => i + 1);
  const places = new Map<string, number[]>();
  for (const [i, call] of calls.entries()) places.set(call, [...(places.get(call) ?? []), i + 1]);
  const some = [...places.values()].flatMap((all) =>
    Array.from({ length: ofEachName }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / ofEachName)] ?? 1),
  );
  return [...new Set(some)].toSorted((a, b) => a - b);
}
