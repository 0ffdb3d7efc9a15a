import type { KnipConfig } from 'knip';
import { ENTRY_POINTS } from './lib/assets';

/** What is reached from here is alive: the functions that are declared, what people run, and the tests. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'bin/*.ts',
        'site/{reference,front/main,console/*/main}.ts',
        ...Object.values(ENTRY_POINTS).flat(),
        'test/**/*.test.ts',
        'local/**/thread.ts',
        'local/lambda/worker.mjs',
        'test/support/service/receiver-process.mjs',
        'test/avalanchego/{drive,*.compare}.ts',
        'test/aws/{run,*.compare}.ts',
      ],
      ignoreBinaries: ['go', 'mount', 'umount'],
      project: ['{bin,lib,lambdas,local,demo,site,test}/**/*.{ts,mjs}'],
      ignoreDependencies: [
        '@foundry-rs/anvil',
        '@openzeppelin/contracts',
        'swagger-ui-dist',
        '@aave-dao/aave-address-book',
        '@sparticuz/chromium',
      ],
    },
    // Its generator is run by a test, as a program, with the TypeScript that it needs, and writes the types. Another test
    // runs the samples of docs/guides/clients.md, which import the published clients.
    'test/client': {
      entry: ['walk.ts', 'etherscan-providers.mjs'],
      ignoreDependencies: [
        'openapi-typescript',
        '@avalanche-sdk/chainkit',
        '@avalabs/avacloud-sdk',
        '@avalabs/glacier-sdk',
      ],
      ignoreUnresolved: ['./schema'],
    },
  },
};
export default config;
