import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type EndpointSpec, kebabOf } from '../../lambdas/contract/endpoint';

/** Bytes of minified code that an endpoint loads: its file and all its imports, including the lazy chunks that it uses. */
export function bundleSize(folder: string, endpoint: EndpointSpec): number {
  const { reads = [], node, prices, queue } = endpoint.uses;
  const sizes = new Map<string, number>();
  const lazy = [
    ...(reads.length > 0 ? ['reading-'] : []),
    ...(node ? ['node-'] : []),
    ...(prices ? ['prices-'] : []),
    ...(queue ? ['queue-'] : []),
  ];
  const add = (file: string): void => {
    if (sizes.has(file)) return;
    const text = readFileSync(file, 'utf8');
    sizes.set(file, Buffer.byteLength(text));
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*"(\.\/[^"]+)"/g)) add(join(dirname(file), target));
    for (const [, target = ''] of text.matchAll(/import\("(\.\/[^"]+)"\)/g))
      if (lazy.some((part) => target.startsWith(`./${part}`))) add(join(dirname(file), target));
  };
  add(join(folder, `${kebabOf(endpoint)}.mjs`));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Median time, in ms, to load an endpoint in a separate process, over five runs. */
export function loadTime(folder: string, endpoint: EndpointSpec): number {
  const file = join(folder, `${kebabOf(endpoint)}.mjs`);
  const script = `const t=performance.now();await import(${JSON.stringify(file)});console.log(performance.now()-t)`;
  const times = Array.from({ length: 5 }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  );
  return times.toSorted((a, b) => a - b)[2] ?? 0;
}
