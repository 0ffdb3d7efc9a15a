import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of `ready.json`, which local mode writes when it is ready. */
export interface Ready {
  readonly dataUrl: string;
  readonly controlUrl: string;
  readonly apiKeys: { readonly pro: string };
}

/** Starts local mode with a configuration in a child process, and waits until it is ready. */
export async function startService(dir: string, config: object): Promise<{ child: ChildProcess; ready: Ready }> {
  const file = join(dir, 'bench-config.json');
  writeFileSync(file, JSON.stringify(config));
  const args = [
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

/** The lines of the functions' logs that are JSON objects. */
export function logLines(dir: string): Record<string, unknown>[] {
  const logs = join(dir, 'data', 'logs');
  return readdirSync(logs)
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .flatMap((line) => {
      try {
        const parsed = JSON.parse(line) as Record<string, unknown>;
        return [typeof parsed.message === 'object' ? { ...(parsed.message as object) } : parsed];
      } catch {
        return [];
      }
    });
}

/** The peak memory, in MB, of a process and its children so far. 0 where the system has no /proc. */
export function peakMemory(pid: number | undefined): number {
  if (pid === undefined || !existsSync('/proc')) return 0;
  const statuses = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/status`, 'utf8')] : [];
    } catch {
      return []; // The process has ended.
    }
  });
  const field = (status: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const own = statuses.filter((status) => field(status, 'Pid') === pid || field(status, 'PPid') === pid);
  return Math.round(own.reduce((sum, status) => sum + field(status, 'VmHWM'), 0) / 1_024);
}
