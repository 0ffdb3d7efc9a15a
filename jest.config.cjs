// Three projects: `unit` needs nothing, `infra` loads aws-cdk-lib, `integration` runs the local runner with a real node.
const common = {
  testEnvironment: 'node',
  transform: {
    '^.+\\.(m?[jt]s)$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(@middy|@noble|uuid|canonicalize)/)'],
  // They export to `import` alone, and jest requires.
  moduleNameMapper: {
    '^@middy/([\\w-]+)$': '<rootDir>/node_modules/@middy/$1/index.js',
    '^canonicalize$': '<rootDir>/node_modules/canonicalize/lib/canonicalize.js',
  },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/dist', '<rootDir>/.local'],
};
module.exports = {
  projects: [
    {
      ...common,
      displayName: 'unit',
      // Without a world of its own for every file: a worker loads each module once. It knows no time limit.
      runner: 'jest-light-runner',
      setupFiles: ['tsx'],
      // They start the runner whole.
      testPathIgnorePatterns: ['test/local/(runner|kill)'],
      testMatch: ['<rootDir>/test/{contract,table,domain,adapters,http,api,indexer,webhooks,local,laws}/**/*.test.ts'],
    },
    { ...common, displayName: 'infra', testMatch: ['<rootDir>/test/lib/**/*.test.ts'] },
    {
      ...common,
      displayName: 'integration',
      globalSetup: '<rootDir>/test/support/service/bundle-once.ts',
      testMatch: ['<rootDir>/test/integration/**/*.test.ts', '<rootDir>/test/local/{runner,kill}.test.ts'],
    },
  ],
  // Ends what hangs; the full volumes take their time.
  testTimeout: process.env.FULL ? 1800000 : 600000,
  // On two cores jest would use one; integration tests wait for leases and nodes half of their time.
  maxWorkers: 3,
};
