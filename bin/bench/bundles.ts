import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getBundle, type RegisteredEndpoint } from '../../lambdas/core/contract/endpoint';
import { ENV } from '../../lambdas/core/contract/env';

export const getFile = (folder: string, endpoint: RegisteredEndpoint): string =>
  join(folder, `${getBundle(endpoint)}.mjs`);

/** Minified: the bundle, all imports, and the lazy chunks that the endpoint uses. */
export function bundleSize(folder: string, endpoint: RegisteredEndpoint): number {
  const { reads = [], writes, node, prices, queue, files, states } = endpoint.uses;
  const lazy = [
    ...(reads.length > 0 ? ['reading-', 'readers-'] : []),
    ...(writes ? ['writers-'] : []),
    ...(files ? ['download-url-'] : []),
    ...(states ? ['validator-snapshots-'] : []),
    ...(node ? ['node-'] : []),
    ...(prices ? ['prices-'] : []),
    ...(queue ? ['queue-'] : []),
  ];
  return loadedBytes(getFile(folder, endpoint), lazy);
}

export function loadedBytes(entry: string, lazy: readonly string[] = []): number {
  const sizes = new Map<string, number>();
  const add = (file: string): void => {
    if (sizes.has(file)) return;
    const text = readFileSync(file, 'utf8');
    sizes.set(file, Buffer.byteLength(text));
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*"(\.\/[^"]+)"/g)) add(join(dirname(file), target));
    for (const [, target = ''] of text.matchAll(/import\("(\.\/[^"]+)"\)/g))
      if (lazy.some((part) => target.startsWith(`./${part}`))) add(join(dirname(file), target));
  };
  add(entry);
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

export function loadTime(file: string): number {
  // Some functions open their table at load time, as on a cold start.
  const env = { ...process.env, [ENV.table]: 'none' };
  const script = `const t=performance.now();await import(${JSON.stringify(file)});console.log(performance.now()-t)`;
  const times = Array.from({ length: 5 }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env })),
  );
  return times.toSorted((a, b) => a - b)[2] ?? 0;
}
