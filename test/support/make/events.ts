import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, wait } from '../service/service';

/** Block event ids in the matcher's log, read once it is quiet. */
export async function blockEvents(service: Service, chainId: string): Promise<string[]> {
  let seen = -1;
  for (;;) {
    const ids = read(service, chainId);
    if (ids.size === seen) return [...ids];
    seen = ids.size;
    await wait(1_500);
  }
}

function read({ dir }: Service, chainId: string): Set<string> {
  const logs = join(dir, 'data', 'logs');
  const lines = readdirSync(logs)
    .filter((file) => file.includes('Match'))
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'));
  const ids = lines.map((line) => /"event":"([^"]+)"/.exec(line)?.[1] ?? '');
  return new Set(ids.filter((id) => id.startsWith(`${chainId}:`)));
}
