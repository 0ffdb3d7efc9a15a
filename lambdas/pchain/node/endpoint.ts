import { nodeEndpoint } from '../../core/node/endpoint';

const PATH = '/ext/bc/P';

/** `source`: base URL of a node, or a provider's full URL of its P-Chain API. Throws NodeDown. */
export function pChainEndpoint(source: string): ReturnType<typeof nodeEndpoint> {
  const { url, headers } = nodeEndpoint(source);
  if (!url.pathname.includes('/ext/')) url.pathname = `${url.pathname.replace(/\/+$/, '')}${PATH}`;
  return { url, headers };
}

/** Providers may not serve it. */
export const infoEndpoint = (source: string): ReturnType<typeof nodeEndpoint> => beside(source, '/ext/info');

/** Only if the node keeps an index. */
export const indexEndpoint = (source: string): ReturnType<typeof nodeEndpoint> => beside(source, '/ext/index/P/block');

function beside(source: string, path: string): ReturnType<typeof nodeEndpoint> {
  const { url, headers } = pChainEndpoint(source);
  url.pathname = url.pathname.replace(/\/ext\/.*$/, path);
  return { url, headers };
}
