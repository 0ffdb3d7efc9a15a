import { USER_AGENT } from '../fetch/user-agent';
import { NodeDown } from './errors';

/** Moves credentials to headers, as HTTP clients reject them in URLs. Throws NodeDown unless it is http(s). */
export function nodeEndpoint(source: string): { url: URL; headers: Record<string, string> } {
  const url = URL.parse(source);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new NodeDown(
      'the source of the chain is not an http(s) URL: store a valid one with `npm run cli -- sources put`',
    );
  const [name, secret] = [decoded(url.username), decoded(url.password)];
  url.username = '';
  url.password = '';
  const authorization = Buffer.from(`${name}:${secret}`).toString('base64');
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...(name ? { authorization: `Basic ${authorization}` } : {}),
    },
  };
}

/** Unchanged if a percent sign starts no valid escape. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
