import { readFileSync } from 'node:fs';
import { docsPage } from '../contract/service';
import { implement } from './implement';

let cached: string | undefined;

export const handler = implement(docsPage, async () => {
  cached ??= readFileSync(new URL('./docs-page.html', import.meta.url), 'utf8');
  return cached;
});
