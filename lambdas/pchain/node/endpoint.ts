import { nodeEndpoint } from '../../core/node/endpoint';

/** Path of the P-Chain API on avalanchego. */
const PATH = '/ext/bc/P';

/**
 * URL and headers of a source's P-Chain API. The source is either the base URL of a node or the full URL of its P-Chain
 * API, as providers hand it out. Throws NodeDown if it is not an http(s) URL.
 */
export function pChainEndpoint(source: string): ReturnType<typeof nodeEndpoint> {
  const { url, headers } = nodeEndpoint(source);
  if (!url.pathname.includes('/ext/')) url.pathname = `${url.pathname.replace(/\/+$/, '')}${PATH}`;
  return { url, headers };
}

/** The node's info API, next to its P-Chain API. Providers may not serve it. */
export const infoEndpoint = (source: string): ReturnType<typeof nodeEndpoint> => beside(source, '/ext/info');

/** The node's block index, if it keeps one. */
export const indexEndpoint = (source: string): ReturnType<typeof nodeEndpoint> => beside(source, '/ext/index/P/block');

function beside(source: string, path: string): ReturnType<typeof nodeEndpoint> {
  const { url, headers } = pChainEndpoint(source);
  url.pathname = url.pathname.replace(/\/ext\/.*$/, path);
  return { url, headers };
}
