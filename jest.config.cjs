const { availableParallelism } = require('node:os');

// Four projects: `unit` needs nothing, `component` tests several parts together, most with whole chains over a table in
// memory, `infra` loads aws-cdk-lib, `integration` has a real node or the local runner.
/** Files beside the unit tests that start a node or the local runner. */
const STARTS_PROCESSES = [
  ...['runner', 'kill', 'gateway', 'iam'].map((file) => `local/${file}`),
  ...['traces', 'odd-traces', 'long-traces', 'lost-receipts', 'token-metadata', 'nft'].map(
    (file) => `evm/node/${file}`,
  ),
  'evm/workers/read-nft',
].map((file) => `<rootDir>/test/${file}.test.ts`);
/** Files beside the unit tests that follow a chain step by step, or start functions, executions or a compiler. */
const SEVERAL_PARTS = [
  ...['app/service', 'node-rpc/serving'].map((folder) => `${folder}/built-functions`),
  ...['local/lambda/functions', 'local/state-machines', 'demo/p-chain/record', 'app/contract/openapi-tools'],
].map((file) => `<rootDir>/test/${file}.test.ts`);
/** Folders whose tests follow whole chains over a table in memory, or ask what was followed before. */
const FOLLOWED = [
  '<rootDir>/test/(chain|webhooks|exports|usage|metrics)/',
  '<rootDir>/test/(evm|pchain)/(indexer|rederive|workers|metrics)/',
  '<rootDir>/test/pchain/api/',
];
/** The files of a worker share their modules, so that each is loaded once. */
const RUNNER = '<rootDir>/test/support/shared-modules-runner.mjs';
const common = {
  runner: RUNNER,
  setupFiles: ['<rootDir>/test/support/typescript-loader.mjs'],
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/dist', '<rootDir>/.local'],
};
/** What waits for nothing has a worker for each processor. */
const busy = { ...common, runner: [RUNNER, { maxWorkers: availableParallelism() }] };
module.exports = {
  projects: [
    {
      ...busy,
      displayName: 'unit',
      testPathIgnorePatterns: [...STARTS_PROCESSES, ...SEVERAL_PARTS, ...FOLLOWED],
      testMatch: [
        '<rootDir>/test/{app,core,chain,evm,pchain,webhooks,exports,etherscan,node-rpc,usage,metrics,mcp,local,demo,bench,cli,site,laws}/**/*.test.ts',
      ],
    },
    {
      ...busy,
      displayName: 'component',
      testPathIgnorePatterns: STARTS_PROCESSES,
      testMatch: [
        '<rootDir>/test/{chain,webhooks,exports,usage,metrics}/**/*.test.ts',
        '<rootDir>/test/{evm,pchain}/{indexer,rederive,workers,metrics}/**/*.test.ts',
        '<rootDir>/test/pchain/api/**/*.test.ts',
        ...SEVERAL_PARTS,
      ],
    },
    { ...busy, displayName: 'infra', testMatch: ['<rootDir>/test/lib/**/*.test.ts'] },
    {
      ...common,
      displayName: 'integration',
      globalSetup: '<rootDir>/test/support/service/build-once.mjs',
      testMatch: ['<rootDir>/test/integration/**/*.test.ts', ...STARTS_PROCESSES],
    },
  ],
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // Of a file. Ends what hangs; the full volumes take their time.
  testTimeout: process.env.FULL ? 3_600_000 : 1_200_000,
  // On two cores jest would use one; integration tests wait for leases and nodes most of their time.
  maxWorkers: 4,
};
