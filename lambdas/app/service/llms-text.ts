import { readFileSync } from 'node:fs';
import { llmsText } from '../contract/service';
import { implement } from './implement';

let cached: string | undefined;

export const handler = implement(llmsText, async () => {
  cached ??= readFileSync(new URL('./llms.txt', import.meta.url), 'utf8');
  return cached;
});
