import { nodeEndpoint } from '../../core/node/endpoint';

/** Where a node of avalanchego serves the P-chain. */
const PATH = '/ext/bc/P';

/**
 * Where the P-chain of a source is asked, and with which headers. The source is the base URL of a node, or the whole URL
 * of its P-chain, as providers give it. Throws NodeDown if it is no http(s) URL.
 */
export function pChainEndpoint(source: string): ReturnType<typeof nodeEndpoint> {
  const { url, headers } = nodeEndpoint(source);
  if (!url.pathname.includes('/ext/')) url.pathname = `${url.pathname.replace(/\/+$/, '')}${PATH}`;
  return { url, headers };
}

/** Where the node of a source tells about itself: beside its P-chain. Providers may not serve it. */
export const infoEndpoint = (source: string): ReturnType<typeof nodeEndpoint> => beside(source, '/ext/info');

/** Where the node of a source has its index of blocks, if it keeps one. */
export const indexEndpoint = (source: string): ReturnType<typeof nodeEndpoint> => beside(source, '/ext/index/P/block');

function beside(source: string, path: string): ReturnType<typeof nodeEndpoint> {
  const { url, headers } = pChainEndpoint(source);
  url.pathname = url.pathname.replace(/\/ext\/.*$/, path);
  return { url, headers };
}
