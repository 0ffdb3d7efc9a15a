import { execFile } from 'node:child_process';
import type { Service } from './service';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const runCli = (service: Service, ...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const all = ['bin/start.mjs', 'cli', ...args, '--local', `${service.dir}/data`];
    execFile(process.execPath, all, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
