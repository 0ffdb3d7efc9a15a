import { Pool } from 'undici';

/** The result of a load; times in ms. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests over a number of connections for a number of seconds. Throws when a response is not 200. */
export async function load(
  origin: string,
  path: string,
  key: string,
  connections: number,
  seconds: number,
): Promise<Load> {
  const pool = new Pool(origin, { connections });
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const at = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { 'x-service-api-key': key } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - began) / 1_000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}
