import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The first line of a recording. */
export type Header = {
  format: 1;
  /** As `avalanchego/1.14.0`. */
  node: string;
  networkId: number;
  /** Unix seconds. */
  recordedAt: number;
};

/** What the node said: the exact text of the result, or of the error object. */
export type Answer = { text: string } | { error: string };

/** An answer, and the first height at which the node gave it. */
export type Recorded = Answer & { height: number };

/**
 * What a node answered at each height. The file has a line of JSON for the header and one for each answer that differs
 * from the one before it to the same call, all compressed with gzip. `platform.getValidatorsAt` is there without its height:
 * it is the answer for the height of the line.
 */
export class Recording {
  readonly #answers = new Map<string, Recorded[]>();

  /** The number of answers. */
  size = 0;

  constructor(readonly header: Header) {}

  /** Adds an answer, unless the call had the same before. The heights of a call never fall. */
  add(height: number, key: string, answer: Answer): void {
    const known = this.#answers.get(key);
    const last = known?.at(-1);
    if (last && toText(last) === toText(answer)) return;
    if (known) known.push({ height, ...answer });
    else this.#answers.set(key, [{ height, ...answer }]);
    this.size += 1;
  }

  /** The newest answer to a call at or below a height. */
  at(key: string, height: number): Recorded | undefined {
    return this.#answers.get(key)?.findLast((one) => one.height <= height);
  }

  /** Every answer to a call, from the lowest height. */
  of(key: string): readonly Recorded[] {
    return this.#answers.get(key) ?? [];
  }

  /** All calls, in the order in which they were first made. */
  keys(): string[] {
    return [...this.#answers.keys()];
  }

  /** The lines of the file. Answers to one call are neighbours, because they compress best side by side. */
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
 * @throws Error with one sentence when the file is missing or is not a recording.
 */
export function loadRecording(path: string): Recording {
  const [first = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const header = JSON.parse(first) as Header;
  if (header.format !== 1) throw new Error(`${path} has format ${header.format}: this program reads format 1.`);
  const recording = new Recording(header);
  for (const line of lines) {
    const { height, key, ...answer } = JSON.parse(line) as Recorded & { key: string };
    recording.add(height, key, answer);
  }
  return recording;
}

/** Writes a recording, and returns its size in bytes. A reader never sees half of it. */
export function saveRecording(path: string, recording: Recording): number {
  const packed = gzipSync(`${recording.lines().join('\n')}\n`, { level: 9 });
  writeFileSync(`${path}.new`, packed);
  renameSync(`${path}.new`, path);
  return packed.length;
}
