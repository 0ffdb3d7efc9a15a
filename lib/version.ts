import { readFileSync } from 'node:fs';

/** Of the service, as pages and documents name it. */
export const serviceVersion = (): string =>
  (JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }).version;
