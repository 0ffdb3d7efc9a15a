import { getFigures, getHistory, type Report, summarize } from '../../site/front/report';
import { duration } from '../../site/shared/format';

const up: Report = { status: 'up', chainName: 'A', head: 10, indexedBlock: 10, lagBlocks: 0, lagSeconds: 0 };
const down: Report = { ...up, status: 'down', message: 'the node does not answer' };
const unreached: Report = { status: 'down', chainName: 'A', message: 'not indexed yet' };
const chain = (report?: Report) => ({ chainId: '1', ...(report ? { report } : {}) });

test.each([
  [[up], 'The chain is up', 'good'],
  [[up, up], 'All 2 chains are up', 'good'],
  [[up, undefined], 'The chain is up', 'good'],
  [[up, down], '1 of 2 chains down', 'bad'],
  [[down], '1 of 1 chain down', 'bad'],
  [[up, unreached], 'Some chains are not indexed yet', 'warn'],
  [[unreached], 'No chains are indexed yet', 'warn'],
  [[undefined], 'No chains are indexed yet', 'warn'],
  [[], 'No chains are indexed yet', 'warn'],
])('the summary of %j is "%s"', (reports: (Report | undefined)[], text, tone) => {
  expect(summarize(reports.map(chain), [])).toEqual({ text, tone });
});

test.each([
  [[up], ['up'], 'All 2 chains are up', 'good'],
  [[], ['up'], 'The chain is up', 'good'],
  [[], ['up', 'down'], '1 of 2 chains down', 'bad'],
  [[unreached], ['up'], 'Some chains are not indexed yet', 'warn'],
] as const)('the summary of %j with P-Chains %j is "%s"', (reports, statuses, text, tone) => {
  const pChains = statuses.map((status) => ({ report: { status, network: 'fuji' } }));
  expect(summarize(reports.map(chain), pChains)).toEqual({ text, tone });
});

describe('the figures of a card', () => {
  test('an EVM chain and an indexed P-Chain have the same ones, of one look at the node', () => {
    const figures = { indexed: '8', head: '10', lag: '2 blocks, 1 min 2 s' };
    const report = { ...up, indexedBlock: 8, lagBlocks: 2, lagSeconds: 62 };
    expect(getFigures(report)).toEqual(figures);
    // Its node's height is read apart, and may be older.
    expect(getFigures({ ...report, height: 7 })).toEqual(figures);
  });
  test('a P-Chain without an index has the height of its node', () => {
    expect(getFigures({ height: 1_234 })).toEqual({ indexed: '–', head: '1,234', lag: '–' });
  });
});

describe('the history of a chain', () => {
  test('a running backfill shows its range, share, rate and time left', () => {
    const backfill = {
      from: 0,
      to: 99_999,
      next: 25_000,
      blocks: 100_000,
      blocksLeft: 75_000,
      workers: 4,
      blocksPerSecond: 12.34,
      secondsLeft: 6_078,
    };
    expect(getHistory({ backfill })).toEqual({
      done: 0.25,
      text: 'History, blocks 0 to 99,999: 25 %, 75,000 blocks left · 12.3 blocks/s by 4 workers · 1 h 41 min left',
    });
  });
  test('a waiting backfill shows the reason', () => {
    expect(
      getHistory({
        backfill: {
          from: 5,
          to: 5,
          next: 5,
          blocks: 1,
          blocksLeft: 1,
          workers: 0,
          message: 'the node does not answer',
        },
      })?.text,
    ).toBe('History, blocks 5 to 5: 0 %, 1 block left · the node does not answer');
  });
  test('a chain without a backfill has no history line', () => expect(getHistory(up)).toBeUndefined());
});

test.each([
  [0, '0 s'],
  [59.4, '59 s'],
  [90, '1 min 30 s'],
  [7_260, '2 h 1 min'],
  [200_000, '2 d 7 h'],
])('%d seconds are formatted as %s', (seconds, text) => expect(duration(seconds)).toBe(text));
