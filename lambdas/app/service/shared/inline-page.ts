import { createHash } from 'node:crypto';
import type { Headers } from '../../../core/contract/endpoint';
import { pagePolicy } from '../../../core/contract/page-policy';
import { builtText } from './built-text';

export interface InlinePage {
  readonly page: string;
  /** A Content-Security-Policy that allows the page's own styles and scripts, by their hashes. */
  readonly headers: Headers;
}

const cached = new Map<string, InlinePage>();

/** A page with inline styles and scripts, which the build puts beside the bundle. */
export function inlinePage(file: string): InlinePage {
  const known = cached.get(file);
  if (known) return known;
  const page = builtText(file);
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
  const built = { page, headers };
  cached.set(file, built);
  return built;
}
