import { Pool } from 'undici';

/** Times in ms. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export const rateCells = (loads: readonly Load[]): string[] =>
  loads.flatMap(({ perSecond, p50, p99 }) => [
    perSecond.toFixed(0).padStart(15),
    p50.toFixed(1).padStart(5),
    p99.toFixed(1).padStart(5),
  ]);

export interface LoadRequest {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
}

export async function load(
  origin: string,
  { status = 200, ...request }: LoadRequest,
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
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode !== status) throw new Error(`${request.path} answered ${statusCode}`);
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
