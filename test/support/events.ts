import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, wait } from './service';

/** Ids of the block events that reached the consumer of the bus, each once: its own log, read when it is quiet. */
export async function blockEvents(service: Service): Promise<string[]> {
  let seen = -1;
  for (;;) {
    const ids = read(service);
    if (ids.size === seen) return [...ids];
    seen = ids.size;
    await wait(1_500);
  }
}

function read({ dir }: Service): Set<string> {
  const logs = join(dir, 'data', 'logs');
  const lines = readdirSync(logs)
    .filter((file) => file.includes('Freshness'))
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'));
  return new Set(
    lines.flatMap((line) => (/"event":"([^"]+)"/.exec(line)?.[1] ? [/"event":"([^"]+)"/.exec(line)?.[1] ?? ''] : [])),
  );
}
