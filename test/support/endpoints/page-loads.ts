export interface Loaded {
  readonly directive: 'script-src' | 'style-src' | 'img-src' | 'connect-src';
  readonly url: string;
}

export function inlineIn(html: string) {
  const blocks = (element: 'style' | 'script') =>
    [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, text = '']) => text);
  const rest = html.replace(/<(style|script)>.*?<\/\1>/gs, '');
  return { styles: blocks('style'), scripts: blocks('script'), rest };
}

/** Throws on markup that a policy without 'unsafe-inline' would block. */
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

export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\s(?:[^>]*\s)?href="([^"]*)"/g)].map(([, url = '']) => url);

export function getSources(policy: string, directive: string): readonly string[] {
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  return directives.get(directive) ?? directives.get('default-src') ?? [];
}

export function allows(policy: string, page: URL, { directive, url }: Loaded): boolean {
  const { origin, protocol } = new URL(url, page);
  const isOwn = origin === page.origin && protocol === page.protocol;
  return getSources(policy, directive).includes(isOwn ? "'self'" : protocol);
}
