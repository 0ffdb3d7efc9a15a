import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVersion } from '../version';
import type { GuideConfig } from './figures';
import { guides } from './guides';
import { escaped, filled, type Values } from './template';

/** `path`: below the API's base path. */
interface Page {
  readonly path: string;
  readonly title: string;
}
const FRONT: Page = { path: '', title: 'Overview' };
const REFERENCE: Page = { path: 'docs', title: 'Reference' };

const read = (file: string): string => readFileSync(join('site', file), 'utf8');
const toStyle = (...files: readonly string[]): string => files.map((file) => read(`css/${file}.css`)).join('\n');
const linked = (...files: readonly string[]): string =>
  files.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n');

/** All files except scripts, by the names stored next to the functions. `frontScript` is inlined. */
export function siteFiles(config: GuideConfig, frontScript: string): Values {
  const running = { service: escaped(config.name), version: escaped(serviceVersion()) };
  const written = guides(config).map((guide) => ({ ...guide, path: `docs/${guide.name}` }));
  const pages: readonly Page[] = [FRONT, ...written, REFERENCE];

  const getPage = (
    { path, title }: Page,
    parts: { readonly style: string; readonly main: string; readonly script?: string },
  ) => {
    // Relative, because the API may be served under a stage name. Guides are one folder deeper.
    const root = path.includes('/') ? '../' : './';
    const links = pages.map((page) => {
      const isCurrent = page.path === path ? ' aria-current="page"' : '';
      return `<a href="${root}${page.path}"${isCurrent}>${escaped(page.title)}</a>`;
    });
    return filled('site/layout.html', read('layout.html'), {
      ...running,
      script: '',
      ...parts,
      title: escaped(path === '' ? 'Chain Data Service' : `${title} – Chain Data Service`),
      root,
      navigation: links.join('\n'),
    });
  };

  return {
    'front-page.html': getPage(FRONT, {
      // Inline: relative URLs would resolve outside a stage that is requested without its trailing slash.
      style: `<style>\n${toStyle('base', 'text', 'front')}</style>`,
      main: filled('site/front.html', read('front.html'), running),
      script: `<script>\n${frontScript}</script>`,
    }),
    'docs-page.html': getPage(REFERENCE, {
      style: linked('docs/base.css', 'docs/swagger-ui.css', 'docs/reference.css'),
      main: '<main id="main"></main>',
      script: '<script src="docs/swagger-ui-bundle.js"></script>\n<script src="docs/reference.js"></script>',
    }),
    ...Object.fromEntries(
      written.map((guide) => [
        guide.path,
        getPage(guide, {
          style: linked('guide.css'),
          main: `<main id="main" class="width guide">\n${guide.html}</main>`,
        }),
      ]),
    ),
    'docs/base.css': toStyle('base'),
    'docs/reference.css': toStyle('reference'),
    'docs/guide.css': toStyle('base', 'text', 'guide'),
  };
}
