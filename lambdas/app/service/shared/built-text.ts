import { readFileSync } from 'node:fs';

const cached = new Map<string, string>();

/** A file that the build puts beside the bundle, read once. */
export function builtText(file: string): string {
  const text = cached.get(file) ?? readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
  cached.set(file, text);
  return text;
}
