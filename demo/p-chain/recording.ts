import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

export type Header = {
  format: 1;
  /** Such as `avalanchego/1.14.0`. */
  node: string;
  networkId: number;
  /** Unix seconds. */
  recordedAt: number;
};

/** Verbatim text of a result or of an error object. */
export type Answer = { text: string } | { error: string };

/** An answer, and the first height at which the node gave it. */
export type Recorded = Answer & { height: number };

/**
 * A node's answers at each height. The file is gzipped JSON lines: the header, then one line per answer that differs
 * from the previous answer to the same call. `platform.getValidatorsAt` is stored without its height: the line's height
 * applies.
 */
export class Recording {
  readonly #answers = new Map<string, Recorded[]>();

  size = 0;

  constructor(readonly header: Header) {}

  /** Adds an answer unless it repeats the previous one. Heights of a call must not decrease. */
  add(height: number, key: string, answer: Answer): void {
    const known = this.#answers.get(key);
    const last = known?.at(-1);
    if (last && toText(last) === toText(answer)) return;
    if (known) known.push({ height, ...answer });
    else this.#answers.set(key, [{ height, ...answer }]);
    this.size += 1;
  }

  /** The latest answer to a call at or below a height. */
  at(key: string, height: number): Recorded | undefined {
    return this.#answers.get(key)?.findLast((one) => one.height <= height);
  }

  /** All answers to a call, by ascending height. */
  of(key: string): readonly Recorded[] {
    return this.#answers.get(key) ?? [];
  }

  /** All calls, in order of first use. */
  keys(): string[] {
    return [...this.#answers.keys()];
  }

  /** Lines of the file, grouped by call, which compresses best. */
  lines(): string[] {
    const lines = [JSON.stringify(this.header)];
    for (const [key, answers] of this.#answers)
      for (const { height, ...answer } of answers) lines.push(JSON.stringify({ height, key, ...answer }));
    return lines;
  }
}

const toText = (answer: Answer): string => ('text' in answer ? `text ${answer.text}` : `error ${answer.error}`);

/**
 * Reads a recording.
 * @throws Error (one sentence) if the file is missing or not a recording.
 */
export function loadRecording(path: string): Recording {
  const [first = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const header = JSON.parse(first) as Header;
  if (header.format !== 1) throw new Error(`${path} has format ${header.format}: only format 1 is supported.`);
  const recording = new Recording(header);
  for (const line of lines) {
    const { height, key, ...answer } = JSON.parse(line) as Recorded & { key: string };
    recording.add(height, key, answer);
  }
  return recording;
}

/** Writes a recording atomically; returns its size in bytes. */
export function saveRecording(path: string, recording: Recording): number {
  const packed = gzipSync(`${recording.lines().join('\n')}\n`, { level: 9 });
  writeFileSync(`${path}.new`, packed);
  renameSync(`${path}.new`, path);
  return packed.length;
}
