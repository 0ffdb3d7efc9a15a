import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

/** Source files below a folder. */
export const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.(ts|mjs)$/.test(f))
    .map((f) => join(folder, f));
/** What a file imports: folders of ours as paths, packages by name. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom\s|\bimport\s|\bimport\()\s*'([^']+)'/g)].flatMap(([, target]) =>
    target === undefined ? [] : [target.startsWith('.') ? normalize(join(file, '..', target)) : target],
  );
/** Imports of the files below a folder, or of these files, that are not allowed. */
export const breaches = (
  where: string | readonly string[],
  allowed: (target: string, file: string) => boolean,
): string[] =>
  (typeof where === 'string' ? files(where) : where).flatMap((file) =>
    importsOf(file)
      .filter((target) => !allowed(target, file))
      .map((target) => `${file} imports ${target}`),
  );
/** Whether a path is below one of these folders. */
export const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target.startsWith(`${folder}/`));

/** Every file of ours that a file imports, with the import path to it. */
export function reachedFrom(start: string): { readonly file: string; readonly way: readonly string[] }[] {
  const found = new Map<string, readonly string[]>([[start, [start]]]);
  for (const [file, way] of found)
    for (const target of importsOf(file)) {
      const path = `${target}.ts`;
      if (existsSync(path) && !found.has(path)) found.set(path, [...way, path]);
    }
  return [...found].map(([file, way]) => ({ file, way }));
}
