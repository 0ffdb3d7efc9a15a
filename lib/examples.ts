import { existsSync, readFileSync } from 'node:fs';

/** Answers of the demo by endpoint id, recorded by `npm run record:examples`. */
export const EXAMPLES_FILE = 'docs/examples.json';

export type Examples = Readonly<Record<string, unknown>>;

export const recordedExamples = (): Examples =>
  existsSync(EXAMPLES_FILE) ? (JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples) : {};
