import { readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { endpoints } from '../../lambdas/app/contract/registry';
import { figures, type GuideConfig } from './figures';
import { escaped, filledTogether } from './template';

/** In navigation order, by file name in `docs/guides/`, served as `/docs/{file}`. */
const GUIDES = [
  'first-ten-minutes',
  'quick-start',
  'paging',
  'rates',
  'webhooks',
  'exports',
  'clients',
  'etherscan',
  'errors',
] as const;
const FOLDER = 'docs/guides';

export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  /** Links lead to other guides as Markdown, and to the reference. */
  readonly markdown: string;
}

/** Compatible with GitHub's anchors. */
const getAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');

/** Another guide, the reference, or an external URL. Throws for any other link. */
export function toLink(file: string, href: string): string {
  if (/^(https:\/\/|#)/.test(href)) return href;
  const [, guide, anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (GUIDES.some((name) => name === guide)) return `${guide}${anchor}`;
  const [, operation] = /^\.\.\/openapi\.json(?:#(\w+))?$/.exec(href) ?? [];
  if (href === '../openapi.json') return '../docs';
  const endpoint = endpoints.find(({ id }) => id === operation);
  if (endpoint) return `../docs#/${encodeURIComponent(endpoint.tag)}/${endpoint.id}`;
  throw new Error(`${file}: broken link ${href}`);
}

export function guides(config: GuideConfig): readonly Guide[] {
  const getFile = (name: string): string => `${FOLDER}/${name}.md`;
  const sources = Object.fromEntries(GUIDES.map((name) => [getFile(name), readFileSync(getFile(name), 'utf8')]));
  const filled = filledTogether(sources, figures(config));
  return GUIDES.map((name) => getGuide(name, getFile(name), filled[getFile(name)] ?? ''));
}

/** Wide tables scroll on their own on phones, not the whole page. */
export const toHtml = (markdown: string, marked = new Marked()): string =>
  (marked.parse(markdown, { async: false }) as string)
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>');

function getGuide(name: string, file: string, markdown: string): Guide {
  const headings: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 2) headings.push(text);
        return `<h${depth} id="${getAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(toLink(file, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code: ({ text, lang = '' }) => `<pre class="${escaped(lang)}"><code>${escaped(text)}</code></pre>\n`,
    },
  });
  const [, title = '', text = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const html = toHtml(text, marked);
  const contents = headings.map((heading) => `<li><a href="#${getAnchor(heading)}">${escaped(heading)}</a></li>`);
  const linked = markdown.replace(/\]\(([^)]+)\)/g, (_, href: string) =>
    /^[a-z-]+\.md/.test(href) ? `](${href})` : `](${toLink(file, href)})`,
  );
  return {
    name,
    title,
    markdown: linked,
    html: `<h1>${escaped(title)}</h1>\n<ul class="contents">${contents.join('')}</ul>\n${html}`,
  };
}
