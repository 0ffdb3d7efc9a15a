import type { Plugin } from 'esbuild';

const NAME = 'require-http';

/** An ES import of `node:http` evaluates its WebSocket client: Node compiles undici, 30 ms in each cold start. */
export const requireHttp: Plugin = {
  name: NAME,
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ namespace }) =>
      namespace === NAME ? { path: 'node:http', external: true } : { path: 'http', namespace: NAME },
    );
    build.onLoad({ filter: /.*/, namespace: NAME }, () => ({ contents: "module.exports = require('node:http');" }));
  },
};
