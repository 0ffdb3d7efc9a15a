import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

export type Header = {
  format: 1;
  node: string;
  networkId: number;
  /** Unix seconds. */
  recordedAt: number;
};

/** Verbatim text of a result or of an error object. */
export type Answer = { text: string } | { error: string };

/** `height`: the first at which the node gave this answer. */
export type Recorded = Answer & { height: number };

/** Gzipped JSON lines: the header, then each changed answer. `getValidatorsAt` has no height: the line's applies. */
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

  /** The latest answer at or below a height. */
  at(key: string, height: number): Recorded | undefined {
    return this.#answers.get(key)?.findLast((one) => one.height <= height);
  }

  of(key: string): readonly Recorded[] {
    return this.#answers.get(key) ?? [];
  }

  keys(): string[] {
    return [...this.#answers.keys()];
  }

  /** Grouped by call, which compresses best. */
  lines(): string[] {
    const lines = [JSON.stringify(this.header)];
    for (const [key, answers] of this.#answers)
      for (const { height, ...answer } of answers) lines.push(JSON.stringify({ height, key, ...answer }));
    return lines;
  }
}

const toText = (answer: Answer): string => ('text' in answer ? `text ${answer.text}` : `error ${answer.error}`);

/** @throws Error (one sentence) if the file is missing or not a recording. */
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

/** Atomic; returns the size in bytes. */
export function saveRecording(path: string, recording: Recording): number {
  const packed = gzipSync(`${recording.lines().join('\n')}\n`, { level: 9 });
  writeFileSync(`${path}.new`, packed);
  renameSync(`${path}.new`, path);
  return packed.length;
}
