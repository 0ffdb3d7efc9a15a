import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsolePage } from '../../lambdas/app/contract/service';
import { plansTable } from '../../lambdas/core/contract/plans-table';
import { serviceVersion } from '../version';
import type { GuideConfig } from './figures';
import { type Guide, guides, toHtml } from './guides';
import type { ScriptName } from './scripts';
import { escaped, filled, type Values } from './template';

/** `path`: below the API's base path. */
interface Page {
  readonly path: string;
  readonly title: string;
}
const FRONT: Page = { path: '', title: 'Overview' };
const REFERENCE: Page = { path: 'docs', title: 'Reference' };
/** `lead`: HTML. */
const CONSOLE: Readonly<Record<ConsolePage, Page & { readonly lead: string }>> = {
  webhooks: {
    path: 'console/webhooks',
    title: 'Webhooks',
    lead: 'Create webhooks, inspect every attempt and response, replay messages, and watch them arrive. The <a href="../docs/webhooks">guide on webhooks</a> explains signatures, retries and feeds.',
  },
  exports: {
    path: 'console/exports',
    title: 'Exports',
    lead: 'Export address transactions to CSV files. The <a href="../docs/exports">guide on exports</a> explains the columns.',
  },
  usage: {
    path: 'console/usage',
    title: 'Usage',
    lead: 'Requests of all keys of this owner, and the limits of the plan. The <a href="../docs/rates">guide on rates</a> explains the effect of exceeding them.',
  },
};
const PAGES: readonly Page[] = [FRONT, ...Object.values(CONSOLE), REFERENCE];

const read = (file: string): string => readFileSync(join('site', file), 'utf8');
const toStyle = (...files: readonly string[]): string => files.map((file) => read(`css/${file}.css`)).join('\n');
const linked = (...files: readonly string[]): string =>
  files.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n');

/** https://llmstxt.org, with links below the API's base path. */
const llmsText = (written: readonly Guide[]): string => `# Chain Data Service

> Indexed data of EVM chains and of the P-Chain of Avalanche networks: blocks, transactions, token transfers, balances, validators, metrics, exports and webhooks, over a REST API.

Reads work without an API key, at a rate that all anonymous callers share. Links are relative to this file.

## API

- [OpenAPI document](v1/openapi.json): every endpoint, parameter and response
- [MCP server](mcp): POST, streamable HTTP; read endpoints are tools
- [Health](v1/health-check): the chains, and how fresh their indexes are

## Guides

${written.map(({ name, title }) => `- [${title}](docs/${name}.md)`).join('\n')}
`;

/** All files except scripts, by the names stored next to the functions. `scriptOf`: a script to inline. */
export function siteFiles(config: GuideConfig, scriptOf: (name: ScriptName) => string): Values {
  const running = { service: escaped(config.name), version: escaped(serviceVersion()) };
  const written = guides(config).map((guide) => ({ ...guide, path: `docs/${guide.name}` }));
  const keyField = read('key-field.html');

  const getPage = (
    { path, title }: Page,
    parts: { readonly style: string; readonly main: string; readonly script?: string },
  ) => {
    // Relative, because the API may be served under a stage name. Guides are one folder deeper.
    const root = path.includes('/') ? '../' : './';
    const links = (pages: readonly Page[]): string =>
      pages
        .map((page) => {
          const isCurrent = page.path === path ? ' aria-current="page"' : '';
          return `<a href="${root}${page.path}"${isCurrent}>${escaped(page.title)}</a>`;
        })
        .join('\n');
    return filled('site/layout.html', read('layout.html'), {
      ...running,
      script: '',
      ...parts,
      title: escaped(path === '' ? 'Chain Data Service' : `${title} – Chain Data Service`),
      root,
      navigation: links(PAGES),
      guides: links(written),
    });
  };

  // Inline: relative URLs would resolve outside a stage that is requested without its trailing slash.
  const inlined = (page: Page, main: string, script: ScriptName) =>
    getPage(page, {
      style: `<style>\n${toStyle('base', 'text', 'table', 'app')}</style>`,
      main,
      script: `<script>\n${scriptOf(script)}</script>`,
    });
  const consolePage = (name: ConsolePage, below = '') => {
    const { title, lead } = CONSOLE[name];
    const main = filled('site/console.html', read('console.html'), { title, lead, keyField, below });
    return inlined(CONSOLE[name], main, `console-${name}`);
  };
  const limits = filled('site/limits.html', read('limits.html'), { plans: toHtml(plansTable(config.plans)) });

  return {
    'front-page.html': inlined(FRONT, filled('site/front.html', read('front.html'), { ...running, keyField }), 'front'),
    'console-webhooks.html': consolePage('webhooks'),
    'console-exports.html': consolePage('exports'),
    'console-usage.html': consolePage('usage', limits),
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
    ...Object.fromEntries(written.map(({ name, markdown }) => [`docs/${name}.md`, markdown])),
    'llms.txt': llmsText(written),
    'docs/base.css': toStyle('base'),
    'docs/reference.css': toStyle('reference'),
    'docs/guide.css': toStyle('base', 'text', 'table', 'guide'),
  };
}
