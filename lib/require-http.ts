import type { Plugin } from 'esbuild';

const NAME = 'require-http';

/**
 * Bundles `node:http` as a `require` call. An ES import evaluates every export, including the WebSocket client, for
 * which Node compiles all of undici: 30 ms of CPU in every cold start and thread.
 */
export const requireHttp: Plugin = {
  name: NAME,
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ namespace }) =>
      namespace === NAME ? { path: 'node:http', external: true } : { path: 'http', namespace: NAME },
    );
    build.onLoad({ filter: /.*/, namespace: NAME }, () => ({ contents: "module.exports = require('node:http');" }));
  },
};
