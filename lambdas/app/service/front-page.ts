import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Headers } from '../../core/contract/endpoint';
import { pagePolicy } from '../../core/contract/page-policy';
import { frontPage } from '../contract/service';
import { implement } from './implement';

let cached: { readonly page: string; readonly headers: Headers } | undefined;

function built() {
  if (cached) return cached;
  const page = readFileSync(new URL('./front-page.html', import.meta.url), 'utf8');
  const toHashes = (element: 'style' | 'script') =>
    [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  const headers = pagePolicy(
    `script-src ${toHashes('script')}`,
    `style-src ${toHashes('style')}`,
    'img-src data:',
    "connect-src 'self'",
  );
  cached = { page, headers };
  return cached;
}

export const handler = implement(frontPage, async ({ answer }) => {
  const { page, headers } = built();
  answer.headers = headers;
  return page;
});
