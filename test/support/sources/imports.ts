import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

export const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.(ts|mjs)$/.test(f))
    .map((f) => join(folder, f));
const imports = new Map<string, readonly string[]>();
/** Own files as paths without extension, packages by name. Cached. */
export function getImports(file: string): readonly string[] {
  const known = imports.get(file) ?? readImports(file);
  imports.set(file, known);
  return known;
}
const readImports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom\s|\bimport\s|\bimport\()\s*'([^']+)'/g)].flatMap(([, target]) =>
    target === undefined ? [] : [target.startsWith('.') ? normalize(join(file, '..', target)) : target],
  );
export const breaches = (
  where: string | readonly string[],
  allowed: (target: string, file: string) => boolean,
): string[] =>
  (typeof where === 'string' ? files(where) : where).flatMap((file) =>
    getImports(file)
      .filter((target) => !allowed(target, file))
      .map((target) => `${file} imports ${target}`),
  );
export const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target.startsWith(`${folder}/`));

export function circles(sources: readonly string[]): string[][] {
  const found: string[][] = [];
  const left = new Set(sources);
  for (const start of sources) {
    if (!left.delete(start)) continue;
    const back = [...left].filter((file) => reaches(start, file) && reaches(file, start));
    for (const file of back) left.delete(file);
    if (back.length > 0) found.push([start, ...back]);
  }
  return found;
}

const reached = new Map<string, ReadonlySet<string>>();
function reaches(start: string, file: string): boolean {
  const known = reached.get(start) ?? new Set(reachedFrom(start));
  reached.set(start, known);
  return known.has(file);
}

function reachedFrom(start: string): string[] {
  const found = new Set([start]);
  for (const file of found)
    for (const target of getImports(file)) if (existsSync(`${target}.ts`)) found.add(`${target}.ts`);
  return [...found];
}
