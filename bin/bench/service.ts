import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Ready {
  readonly dataUrl: string;
  readonly rpcUrl: string;
  readonly controlUrl: string;
  readonly token: string;
  readonly awsUrls: { readonly dynamodb: string; readonly sqs: string; readonly s3: string };
  readonly name: string;
  readonly apiKeys: { readonly pro: string };
}

export const CHAIN = '31337';

/** High enough that throttling does not affect the measurements. */
export const UNLIMITED = {
  plans: { pro: { rate: 100_000, burst: 100_000, quotaPerDay: 1_000_000_000 } },
  openEndpoints: { rate: 100_000, burst: 100_000 },
  docs: { rate: 100_000, burst: 100_000 },
};

export async function startService(
  dir: string,
  config: object,
  nodeArgs: readonly string[] = [],
): Promise<{ child: ChildProcess; ready: Ready }> {
  const file = join(dir, 'bench-config.json');
  writeFileSync(file, JSON.stringify(config));
  const args = [
    ...nodeArgs,
    'bin/start.mjs',
    'local',
    '--config',
    file,
    '--data',
    join(dir, 'data'),
    '--port',
    '0',
    '--rpc-port',
    '0',
    '--metrics-port',
    '0',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ready = join(dir, 'data', 'ready.json');
  while (!existsSync(ready)) {
    if (child.exitCode !== null) throw new Error('local mode did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { child, ready: JSON.parse(readFileSync(ready, 'utf8')) as Ready };
}

export async function untilIndexed(ready: Ready, chainId: string, last: number): Promise<void> {
  while ((await indexedBlock(ready, `chain-${chainId}`)) < last)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The last block that readers see, by the name of its health-check entry; -1 before the first. */
export async function indexedBlock({ dataUrl }: Ready, name: string): Promise<number> {
  const health = (await (await fetch(`${dataUrl}/v1/health-check`)).json()) as {
    details?: Record<string, { indexedBlock?: number }>;
  };
  return health.details?.[name]?.indexedBlock ?? -1;
}

export function logLines(dir: string): Record<string, unknown>[] {
  const logs = join(dir, 'data', 'logs');
  return readdirSync(logs)
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
}

/** Followers log their usage every 20 seconds. */
export const METRICS_DELAY_MS = 21_000;

export const getTotal = (lines: readonly Record<string, unknown>[], name: string): number =>
  lines.reduce((sum, line) => sum + (Number(line[name]) || 0), 0);

export async function getCalls({
  controlUrl,
  token,
}: Pick<Ready, 'controlUrl' | 'token'>): Promise<Record<string, number>> {
  const answer = await fetch(`${controlUrl}/local/calls`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as Record<string, number>;
}

export const callsTo = async (ready: Pick<Ready, 'controlUrl' | 'token'>, name: string): Promise<number> =>
  Object.entries(await getCalls(ready)).reduce((sum, [call, count]) => sum + (call.startsWith(name) ? count : 0), 0);

/** USER_HZ on Linux. */
const TICKS_PER_SECOND = 100;

/** In MB, with children. 0 on systems without /proc. */
export function peakMemory(pid: number | undefined): number {
  const kilobytes = getProcesses(pid).map(({ status }) => getField(status, 'VmHWM'));
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1_024);
}

export const cpuSeconds = (pid: number | undefined): number =>
  getProcesses(pid).reduce((sum, { stat }) => sum + toSeconds(stat), 0);

/** Of the process alone; cheaper to read. */
export function ownCpuSeconds(pid: number): number {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) ? toSeconds(readFileSync(stat, 'utf8')) : 0;
}

function toSeconds(stat: string): number {
  // The command's name is in parentheses and may hold spaces; user and system time are the 12th and 13th after it.
  const fields = stat.replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function getProcesses(pid: number | undefined): { readonly status: string; readonly stat: string }[] {
  if (pid === undefined || !existsSync('/proc')) return [];
  const all = readdirSync('/proc').flatMap((name) => {
    try {
      const read = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8');
      return /^\d+$/.test(name) ? [{ status: read('status'), stat: read('stat') }] : [];
    } catch {
      return []; // The process has ended.
    }
  });
  return all.filter(({ status }) => getField(status, 'Pid') === pid || getField(status, 'PPid') === pid);
}

const getField = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
