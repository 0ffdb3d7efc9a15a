// The comparison with a real node. Needs Go, or a built avalanchego.
module.exports = require('../support/extra-project.cjs')('avalanchego', { testTimeout: 1_200_000 });
