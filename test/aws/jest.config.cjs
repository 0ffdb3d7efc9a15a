// Against independent servers of AWS's protocols, apart from the other projects: `run.ts` starts or names them.
const { projects, ...config } = require('../../jest.config.cjs');
const rootDir = `${__dirname}/../..`;
const integration = projects.find(({ displayName }) => displayName === 'integration');
module.exports = {
  ...config,
  rootDir,
  projects: [{ ...integration, rootDir, displayName: 'aws', testMatch: ['<rootDir>/test/aws/*.compare.ts'] }],
};
