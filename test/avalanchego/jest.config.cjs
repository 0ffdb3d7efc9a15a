// The comparison with a real node, apart from the other projects: it needs Go, or a built avalanchego.
const { projects, ...config } = require('../../jest.config.cjs');
const rootDir = `${__dirname}/../..`;
const integration = projects.find(({ displayName }) => displayName === 'integration');
module.exports = {
  ...config,
  rootDir,
  testTimeout: 1_200_000,
  projects: [
    { ...integration, rootDir, displayName: 'avalanchego', testMatch: ['<rootDir>/test/avalanchego/*.compare.ts'] },
  ],
};
