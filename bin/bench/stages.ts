import { load, rateCells } from './load';
import { cpuSeconds, type Ready } from './service';

/** Each request passes through one more stage. The first has no route, so the gateway responds. */
const getStages = (transactionPath: string) =>
  [
    ['the gateway', { path: '/nowhere', status: 404 }],
    ['and a function', { path: '/v1/live-check', status: 200 }],
    ['and the authorizer', { path: '/v1/chains', status: 200 }],
    ['and the table', { path: transactionPath, status: 200 }],
  ] as const;

export async function benchStages(
  ready: Ready,
  pid: number | undefined,
  transactionPath: string,
  seconds: number,
): Promise<void> {
  console.log(
    '\nStages of a request               1 conn: req/s   p50   p99   16 conn: req/s   p50   p99        service CPU ms per request',
  );
  const headers = { 'x-service-api-key': ready.apiKeys.pro };
  for (const [stage, target] of getStages(transactionPath)) {
    const request = { method: 'GET', headers, ...target } as const;
    // Warm-up: the first second starts threads and compiles.
    await load(ready.dataUrl, request, 16, 1);
    const one = await load(ready.dataUrl, request, 1, seconds);
    const before = cpuSeconds(pid);
    const sixteen = await load(ready.dataUrl, request, 16, seconds);
    const ms = ((cpuSeconds(pid) - before) * 1_000) / (sixteen.perSecond * seconds);
    console.log([stage.padEnd(29), ...rateCells([one, sixteen]), ms.toFixed(2).padStart(33)].join(' '));
  }
}
