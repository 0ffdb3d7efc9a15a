import type { Tool } from '../contract/tools';

/** Arguments that do not form a request; the message gives the reason. */
export class InvalidArguments extends Error {
  override readonly name = 'InvalidArguments';
}

type Arguments = Readonly<Record<string, unknown>>;

/** The path and query of a call, below the API's base path. @throws InvalidArguments */
export function toPath({ path, inputSchema }: Pick<Tool, 'path' | 'inputSchema'>, given: Arguments): string {
  const known = Object.keys(inputSchema.properties);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidArguments(`${unknown}: unknown; this tool takes ${known.join(', ') || 'no arguments'}`);
  const inPath = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(toSegment(name, given[name]));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    if (!inPath.has(name) && value !== undefined && value !== null) query.set(name, toText(name, value));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function toSegment(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') throw new InvalidArguments(`${name}: is required`);
  const text = toText(name, value);
  // A URL would resolve them, and lead to another endpoint.
  if (text === '.' || text === '..') throw new InvalidArguments(`${name}: must not be ${text}`);
  return text;
}

/** Lists are separated by commas, as everywhere in the API. */
function toText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => toText(name, one)).join(',');
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new InvalidArguments(`${name}: must be a string, number or boolean, or an array of them`);
}
