/** What a page has a browser load, by the directive of the policy that it falls under. */
export interface Loaded {
  readonly directive: 'script-src' | 'style-src' | 'img-src' | 'connect-src';
  readonly url: string;
}

/** What a page's elements name. Throws on markup that a policy without 'unsafe-inline' for scripts would refuse. */
export function loadedBy(html: string): Loaded[] {
  if (/<script(?![^>]*\ssrc=)|\son\w+=|javascript:|<style/i.test(html))
    throw new Error('the page has an inline script');
  return [...html.matchAll(/<(\w+)([^>]*)\s(?:src|href)="([^"]*)"/g)].map(([, element, before = '', url = '']) => {
    if (element === 'script') return { directive: 'script-src', url };
    if (element === 'link') return { directive: before.includes('"icon"') ? 'img-src' : 'style-src', url };
    throw new Error(`<${element}> is not expected in the page`);
  });
}

/** Whether a Content-Security-Policy of the page at `page` lets a browser load this. */
export function allows(policy: string, page: URL, { directive, url }: Loaded): boolean {
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  const sources = directives.get(directive) ?? directives.get('default-src') ?? [];
  const { origin, protocol } = new URL(url, page);
  const isOwn = origin === page.origin && protocol === page.protocol;
  return sources.includes(isOwn ? "'self'" : protocol);
}
