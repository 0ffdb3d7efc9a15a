// Against servers of AWS's protocols that others wrote: `run.ts` starts them.
module.exports = require('../support/extra-project.cjs')('aws');
