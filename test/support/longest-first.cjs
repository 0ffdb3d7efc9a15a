const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that take half a minute or more, and wait for most of it: one that begins last leaves the processors idle. */
const LONGEST = [
  ...['failing-node', 'webhook-faults', 'backfill', 'token-reorgs', 'p-chain-webhooks', 'internals', 'teleporter'],
  ...['reorg', 'reading', 'tokens', 'edge', 'webhook-volume', 'rich', 'webhook-matching'],
];

/** Begins with the longest suites, which jest cannot know on a fresh clone: it would begin with the largest files. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = LONGEST.findIndex((name) => path.endsWith(`/integration/${name}.test.ts`));
      return found < 0 ? LONGEST.length : found;
    };
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
};
