// Runs against third-party servers of AWS's protocols, which `run.ts` starts.
module.exports = require('../support/extra-project.cjs')('aws');
