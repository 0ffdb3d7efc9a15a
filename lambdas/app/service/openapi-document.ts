import { readFileSync } from 'node:fs';
import { openapiDocument } from '../contract/service';
import { implement } from './implement';

let cached: { openapi: string } | undefined;

/** The build puts the document, with this deployment's plans, beside the bundle. */
export const handler = implement(openapiDocument, async () => {
  cached ??= JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as { openapi: string };
  return cached;
});
