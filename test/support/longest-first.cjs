const { default: Sequencer } = require('@jest/test-sequencer');

/** 30 s or more, mostly waiting: started last, they would leave the processors idle. */
const LONGEST = [
  ...['failing-node', 'webhook-faults', 'backfill', 'token-reorgs', 'p-chain-webhooks', 'internals', 'teleporter'],
  ...['reorg', 'reading', 'tokens', 'edge', 'webhook-volume', 'rich', 'webhook-matching'],
];

/** On a fresh clone jest has no durations and would start with the largest files. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = LONGEST.findIndex((name) => path.endsWith(`/integration/${name}.test.ts`));
      return found < 0 ? LONGEST.length : found;
    };
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
};
