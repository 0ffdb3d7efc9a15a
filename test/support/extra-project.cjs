const { projects, ...config } = require('../../jest.config.cjs');
const rootDir = `${__dirname}/../..`;

/** For tests that need more than npm: like integration tests, in `test/<name>/*.compare.ts`. */
module.exports = (name, settings = {}) => {
  const integration = projects.find(({ displayName }) => displayName === 'integration');
  const testMatch = [`<rootDir>/test/${name}/*.compare.ts`];
  return { ...config, rootDir, ...settings, projects: [{ ...integration, rootDir, displayName: name, testMatch }] };
};
