/** What a page has a browser load, by the directive of the policy that it falls under. */
export interface Loaded {
  readonly directive: 'script-src' | 'style-src' | 'img-src' | 'connect-src';
  readonly url: string;
}

/** The inline styles and scripts of a page, and the page without them. */
export function inlineIn(html: string) {
  const blocks = (element: 'style' | 'script') =>
    [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, text = '']) => text);
  const rest = html.replace(/<(style|script)>.*?<\/\1>/gs, '');
  return { styles: blocks('style'), scripts: blocks('script'), rest };
}

/** What a page's elements name. Throws on markup that a policy without 'unsafe-inline' for scripts would refuse. */
export function loadedBy(html: string): Loaded[] {
  if (/<script(?![^>]*\ssrc=)|\son\w+=|javascript:|<style|\sstyle=/i.test(html))
    throw new Error('the page has an inline script or style');
  return [...html.matchAll(/<(\w+)([^>]*)\s(?:src|href)="([^"]*)"/g)].flatMap(([, element, before = '', url = '']) => {
    if (element === 'a') return [];
    return [{ directive: getDirective(element, before), url }];
  });
}

function getDirective(element: string | undefined, attributes: string): Loaded['directive'] {
  if (element === 'script') return 'script-src';
  if (element === 'link') return attributes.includes('"icon"') ? 'img-src' : 'style-src';
  throw new Error(`<${element}> is not expected in the page`);
}

/** Where a page's links lead. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\s(?:[^>]*\s)?href="([^"]*)"/g)].map(([, url = '']) => url);

/** The sources that a Content-Security-Policy allows for a directive. */
export function getSources(policy: string, directive: string): readonly string[] {
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  return directives.get(directive) ?? directives.get('default-src') ?? [];
}

/** Whether a Content-Security-Policy of the page at `page` lets a browser load this. */
export function allows(policy: string, page: URL, { directive, url }: Loaded): boolean {
  const { origin, protocol } = new URL(url, page);
  const isOwn = origin === page.origin && protocol === page.protocol;
  return getSources(policy, directive).includes(isOwn ? "'self'" : protocol);
}
